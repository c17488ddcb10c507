"""Any bots against any bots: every pair meets on the same deals, from every place at the table, and is rated so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import polars as pl

from techdeck.bots import BOTS
from techdeck.bots.measure import DEVIATIONS, teams
from techdeck.lab.plan import Plan, Refused, check_bots, rotations
from techdeck.lab.wins import Wins
from techdeck.table import Game

ALL_GAMES: Final = "all games"


@dataclass(frozen=True)
class Standing(Wins):
    """How a bot did in a game, or in all of them."""

    game: str
    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float


@dataclass(frozen=True)
class Meeting:
    """What came of one game between two bots: the part of the victory that the first has, None if nobody won."""

    game: str
    one: str
    other: str
    part: float | None


def tournament(games: Sequence[Game], bots: Sequence[str], deals: int, seed: int, seats: int = 0) -> list[Plan]:
    """A plan for each game.

    :raises Refused: with a sentence, if it cannot be played so.
    """
    if deals < 1:
        raise Refused(f"At least one deal must be played, not {deals}.")
    if seed < 0:
        raise Refused(f"A seed is a number from 0, not {seed}.")
    if len(set(bots)) < 2 or len(set(bots)) != len(bots):
        raise Refused("A tournament needs at least two bots, each named once.")
    return [plan_for(game, bots, deals, seed, seats or max(2, min(game.seats))) for game in games]


def plan_for(game: Game, bots: Sequence[str], deals: int, seed: int, seats: int) -> Plan:
    check_bots(game.name, bots)
    if seats not in game.seats:
        raise Refused(f"{game.manners.title} cannot be played by {seats}.")
    places = len(teams(game, game.bare(seats, 0).sides))
    if seats < 2 or places < 2:
        raise Refused(f"With {seats} at {game.manners.title} nobody plays against anybody.")
    lineups = [lineup for one, other in combinations(bots, 2) for lineup in encounters(one, other, places)]
    return Plan(game.name, dict(game.options), seats, lineups, deals * len(lineups), seed, by_team=True)


def encounters(one: str, other: str, places: int) -> list[list[str]]:
    """Two bots in turn around the table, from every place; where the places are odd, each is once more often there."""
    found: list[list[str]] = []
    for pair in ([one, other], [other, one]):
        found += [lineup for lineup in rotations((pair * places)[:places]) if lineup not in found]
    return found


def usual_bots(games: Sequence[Game]) -> list[str]:
    """The levels that all of these games have."""
    return [level for level in BOTS[games[0].name] if all(level in BOTS[game.name] for game in games)]


# What came of it

def meetings(file: Path, plan: Plan) -> Iterator[Meeting]:
    """Game by game, in their order; a game that ended in an error counts for nobody."""
    seats = range(1, plan.seats + 1)
    needed = ["number", *[f"{name}_{seat}" for name in ("bot", "won") for seat in seats]]
    rows = pl.scan_parquet(file).filter(pl.col("error").is_null()).select(needed)
    for row in rows.collect().iter_rows(named=True):
        one, other = dict.fromkeys(plan.deal_and_lineup(row["number"])[1])
        winners = [row[f"bot_{seat}"] for seat in seats if row[f"won_{seat}"]]
        yield Meeting(plan.game, one, other, winners.count(one) / len(winners) if winners else None)


def standings(game: str, met: Sequence[Meeting]) -> list[Standing]:
    """Bots by their rating, the best first, with the interval in which 95 of 100 true ones lie."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    bots = list(dict.fromkeys(bot for meeting in met for bot in (meeting.one, meeting.other)))
    ratings = {bot: model.rating(name=bot) for bot in bots}
    games, wins = dict.fromkeys(bots, 0), dict.fromkeys(bots, 0.0)
    for meeting in met:
        one, other, part = meeting.one, meeting.other, meeting.part
        games[one] += 1
        games[other] += 1
        if part is not None:
            wins[one] += part
            wins[other] += 1 - part
        score = 0.5 if part is None else part
        (ratings[one],), (ratings[other],) = model.rate([[ratings[one]], [ratings[other]]], scores=[score, 1 - score])
    found = [
        Standing(game, bot, it.mu, it.mu - DEVIATIONS * it.sigma, it.mu + DEVIATIONS * it.sigma, games[bot], wins[bot])
        for bot, it in ratings.items()
    ]
    return sorted(found, key=lambda standing: -standing.rating)


def in_turn(by_game: Sequence[Sequence[Meeting]]) -> list[Meeting]:
    """The games of all kinds mixed evenly, so that none of them counts more for coming last."""
    places = [(number / len(met), kind, number) for kind, met in enumerate(by_game) for number in range(len(met))]
    return [by_game[kind][number] for _, kind, number in sorted(places)]


def table_of(found: Sequence[Standing]) -> pl.DataFrame:
    return pl.DataFrame([
        {"game": each.game, "bot": each.bot, "rating": each.rating, "low": each.low, "high": each.high,
         "games": each.games, "wins": each.wins, "rate": each.rate, "rate_low": each.interval[0],
         "rate_high": each.interval[1]}
        for each in found
    ])
