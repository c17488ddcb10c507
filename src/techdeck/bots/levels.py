"""For each game the levels at which bots play."""

from collections.abc import Callable
from random import Random
from typing import Final

from techdeck.bots.bot import Bot, RandomBot
from techdeck.bots.cyber_defense import CasualCyberDefense
from techdeck.bots.gears_of_industry import CasualGears
from techdeck.bots.grid_poker import CasualGridPoker
from techdeck.bots.peer_to_peer import CasualPeers
from techdeck.bots.regular_poker import CasualPoker
from techdeck.bots.tech_exchange import CasualExchange

# By the name of the game, then by level; each bot gets a generator of its own.
BOTS: Final[dict[str, dict[str, Callable[[Random], Bot]]]] = {
    "grid poker": {"random": RandomBot, "casual": CasualGridPoker},
    "regular poker": {"random": RandomBot, "casual": CasualPoker},
    "cyber defense": {"random": RandomBot, "casual": CasualCyberDefense},
    "gears of industry": {"random": RandomBot, "casual": CasualGears},
    "tech exchange": {"random": RandomBot, "casual": CasualExchange},
    "peer to peer": {"random": RandomBot, "casual": CasualPeers},
}


def bot(game_name: str, level: str, rng: Random) -> Bot:
    """A bot for a game.

    :raises ValueError: if there is none of that level, or none for that game.
    """
    levels = BOTS.get(game_name)
    if levels is None:
        raise ValueError(f"There are bots for {listed(list(BOTS))}, not for {game_name!r}.")
    if level not in levels:
        raise ValueError(f"The levels of {game_name} are {listed(list(levels))}, not {level!r}.")
    return levels[level](rng)


def listed(words: list[str]) -> str:
    """As people say it: one, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
