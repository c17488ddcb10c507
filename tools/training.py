"""Play some of every game, so that the C compiler can count how often what is done (`tools/compile.py --level 4`).

Most of it at random, which is what the rules alone cost; some of it by bots, who look at views and imagine worlds.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from techdeck.bots import bot
from techdeck.bots.playing import play
from techdeck.games import GAMES, game_named

GAMES_PLAYED: Final = {"random": 200, "casual": 4}  # by level of the bots
VARIANTS: Final[list[tuple[str, dict[str, object]]]] = [
    *[(name, {}) for name in GAMES], ("regular poker", {"game": "texas_holdem"}),
]


def play_all(games_played: Mapping[str, int]) -> None:
    rng = Random(1)
    for name, options in VARIANTS:
        game = game_named(name, options)
        seats = min(4, max(game.seats))
        for level, games in games_played.items():
            for seed in range(games):
                play(game.start(seats, seed), [bot(name, level, rng) for _ in range(seats)], rng)


if __name__ == "__main__":
    play_all(GAMES_PLAYED)
