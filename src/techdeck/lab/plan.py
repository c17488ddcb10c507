"""What is to be played: plain values, so that a plan can be written down, compared, and sent to another machine."""

import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from random import Random
from typing import Any

from techdeck.bots import BOTS, Bot
from techdeck.games import game_named
from techdeck.table import Game
from techdeck.telling import in_a_row, plural


class Refused(ValueError):
    """The lab cannot do what was asked; the text is a sentence that helps."""


@dataclass(frozen=True)
class Plan:
    """Some games, numbered from `first`.

    Each deal is played once by each line-up, so that what differs between them is not luck with the cards.  A line-up
    names a bot for each seat; or for each team, in the order in which the deal seats them.
    """

    game: str
    options: dict[str, object]
    seats: int
    lineups: list[list[str]]
    games: int
    seed: int
    first: int = 0
    by_team: bool = False
    keep: str = ""  # of which games a record is kept
    decisions: bool = False  # whether there is a row for each decision
    effects: bool = False  # and for each use of an effect

    @property
    def end(self) -> int:
        return self.first + self.games

    def made_game(self) -> Game:
        return _game(self.game, json.dumps(self.options))

    def text(self) -> str:
        return json.dumps(asdict(self), indent=2)

    def deal_and_lineup(self, number: int) -> tuple[int, list[str]]:
        deal, place = divmod(number, len(self.lineups))
        return deal, self.lineups[place]


def read_plan(text: str) -> Plan:
    """:raises ValueError, TypeError: if it is none."""
    return Plan(**json.loads(text))


def differences(one: Plan, other: Plan) -> list[str]:
    """The names of what is not the same in two plans."""
    ours, theirs = asdict(one), asdict(other)
    return [name for name in ours if ours[name] != theirs[name]]


@lru_cache(maxsize=16)
def _game(name: str, options: str) -> Game:
    return game_named(name, json.loads(options))


def simulation(
    game: Game, seats: int, bots: Sequence[str], *, games: int, seed: int, first: int = 0, rotate: bool = False,
    keep: str = "", decisions: bool = False, effects: bool = False,
) -> Plan:
    """A plan for many games of one kind; one bot that is named plays on all seats.

    :raises Refused: with a sentence, if it cannot be played so.
    """
    check_bots(game.name, bots)
    around = seated(game, seats, bots)
    if games < 1:
        raise Refused(f"At least one game must be played, not {games}.")
    if seed < 0:
        raise Refused(f"A seed is a number from 0, not {seed}.")
    if first < 0:
        raise Refused(f"Games are numbered from 0, so there is no game {first}.")
    lineups = rotations(around) if rotate else [around]
    options = dict(game.options)
    return Plan(game.name, options, len(around), lineups, games, seed, first, False, keep, decisions, effects)


def seated(game: Game, seats: int, bots: Sequence[str]) -> list[str]:
    """A bot for each seat; no number of seats means one for each bot, or the usual two."""
    players = seats or (len(bots) if len(bots) > 1 else max(2, min(game.seats)))
    if players not in game.seats:
        raise Refused(game.why_not_for(players))
    if len(bots) not in (1, players):
        raise Refused(f"For {plural(players, 'seat')} there must be one bot, or {players}, not {len(bots)}.")
    return list(bots) * players if len(bots) == 1 else list(bots)


def rotations(around: Sequence[str]) -> list[list[str]]:
    """Every way round the table, each once."""
    turned = [[*around[place:], *around[:place]] for place in range(len(around))]
    return [lineup for place, lineup in enumerate(turned) if lineup not in turned[:place]]


# Bots by name

Maker = Callable[[Random], Bot]


def check_bots(game: str, names: Sequence[str]) -> None:
    """:raises Refused: if one of them cannot play the game."""
    if not names:
        raise Refused("At least one bot must be named.")
    for name in names:
        bot_maker(game, name)


def bot_maker(game: str, name: str) -> Maker:
    """A level that comes with the game, or a class of anybody's: `module:Class`, made with a generator of its own.

    :raises Refused: if there is no such bot.
    """
    levels: Mapping[str, Maker] = BOTS.get(game, {})
    if name in levels:
        return levels[name]
    module, colon, word = name.partition(":")
    if not colon:
        raise Refused(f"There is no bot {name!r} for {game}; there are {in_a_row(list(levels))}, "
                      "and your own, written module:Class.")
    return _own_maker(module, word)


@lru_cache(maxsize=64)
def _own_maker(module: str, word: str) -> Maker:
    if os.getcwd() not in sys.path:  # a program that was installed does not look there by itself
        sys.path.append(os.getcwd())
    try:
        made: Any = getattr(importlib.import_module(module), word)
    except Exception as error:  # anything can go wrong in a file of somebody's
        raise Refused(f"The bot {module}:{word} cannot be loaded: {error}.") from error
    if not callable(made):
        raise Refused(f"{module}:{word} is no bot: it cannot be made.")
    return made  # type: ignore[no-any-return]
