"""How often a bot wins: many games against bots of another level, with an interval.

    python -m techdeck.bots grid-poker --seats 2 --bot casual --against random --games 1000 --seed 1

The same seed gives the same games, however many processes share the work.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import Final

from techdeck.bots.bot import Bot
from techdeck.bots.levels import BOTS, bot
from techdeck.bots.playing import play
from techdeck.chance import SEED_BYTES
from techdeck.games import game_named
from techdeck.table import Choice, Decision, Game, Table
from techdeck.views import View

DEVIATIONS: Final = 1.959964  # of a normal distribution: 95 of 100 lie within
SILENCE: Final = 2.0  # seconds before progress is told, and between two reports
CHUNK: Final = 5  # games that a process takes at once
ROLES: Final = {"cyber defense": ["Hacker", "Defender"]}  # by side, where it matters who plays what
TEAMS: Final = ["Team 1", "Team 2"]  # of Peer-to-Peer, which all may lose


class TimedBot(Bot):
    """Another bot, with the processor time it takes; that does not depend on what else the machine does."""

    def __init__(self, bot: Bot) -> None:
        self.bot: Final = bot
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def choose(self, view: View, decision: Decision) -> Choice | None:
        start = time.process_time()
        choice = self.bot.choose(view, decision)
        took = time.process_time() - start
        self.decisions += 1
        self.seconds += took
        self.slowest = max(self.slowest, took)
        return choice


class Result:
    """What came out for one bot, or one team.  A win shared by several counts as a part for each."""

    def __init__(
        self, games: int = 0, wins: float = 0.0, expected: float = 0.0, decisions: int = 0, seconds: float = 0.0,
        slowest: float = 0.0, by_side: "dict[int, tuple[int, float]] | None" = None, won_by_any: int = 0,
    ) -> None:
        self.games: Final = games
        self.wins: Final = wins
        self.expected: Final = expected  # wins of a bot that is as good as the others
        self.decisions: Final = decisions
        self.seconds: Final = seconds  # of processor time, for all decisions
        self.slowest: Final = slowest
        self.by_side: Final = by_side or {}  # games and wins by the side that the bot played
        self.won_by_any: Final = won_by_any  # games that not all have lost

    def plus(self, other: "Result") -> "Result":
        by_side = dict(self.by_side)
        for side, (games, wins) in other.by_side.items():
            before = by_side.get(side, (0, 0.0))
            by_side[side] = before[0] + games, before[1] + wins
        return Result(
            self.games + other.games, self.wins + other.wins, self.expected + other.expected,
            self.decisions + other.decisions, self.seconds + other.seconds, max(self.slowest, other.slowest), by_side,
            self.won_by_any + other.won_by_any,
        )

    def numbers(self) -> "Numbers":
        return (self.games, self.wins, self.expected, self.decisions, self.seconds, self.slowest, self.by_side,
                self.won_by_any)

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    def text(self) -> str:
        low, high = self.interval
        return "\n".join([
            f"games             {self.games}",
            f"wins              {self.wins:.1f}",
            f"win rate          {self.rate:.1%}, 95% interval {low:.1%} to {high:.1%}",
            f"by chance         {self.expected / self.games:.1%}",
            f"mean decision     {1000 * self.seconds / max(1, self.decisions):.2f} ms of {self.decisions} decisions",
            f"slowest decision  {1000 * self.slowest:.1f} ms",
        ])

    def told_by_role(self, names: Sequence[str], is_like_the_others: bool) -> list[str]:
        """How the bot did in each role; between bots that are alike, how often the first role wins."""
        lines = []
        for side, name in enumerate(names):
            games, wins = self.by_side.get(side, (0, 0.0))
            lines.append(told_rate(f"as {name}", wins, games))
        if is_like_the_others:
            lost = sum([games - wins for side, (games, wins) in self.by_side.items() if side])
            lines.append(told_rate(f"{names[0]} wins", self.by_side.get(0, (0, 0.0))[1] + lost, self.games))
        return lines


def told_rate(what: str, wins: float, games: int) -> str:
    if not games:
        return f"{what:<17} no game"
    low, high = wilson(wins, games)
    return f"{what:<17} {wins / games:.1%} of {games} games, 95% interval {low:.1%} to {high:.1%}"


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a rate; it holds up near 0 and 1, where the plain one does not."""
    square = DEVIATIONS**2
    middle = (wins + square / 2) / (games + square)
    half = DEVIATIONS / (games + square) * sqrt(max(0.0, wins * (games - wins) / games) + square / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def measure(game: Game, seats: int, levels: Sequence[str], games: int, seed: int) -> Result:
    """Let the first of these levels play against the others, each seat as often as any.

    :raises ValueError: if there are not as many levels as seats, or a level or a number is none.
    """
    check(game, seats, levels, games)
    return total([one_game(game, seats, levels, seed, number) for number in range(games)])


def check(game: Game, seats: int, levels: Sequence[str], games: int) -> None:
    if len(levels) != seats:
        raise ValueError(f"For {seats} seats there must be as many levels, not {len(levels)}.")
    if games < 1:
        raise ValueError(f"At least one game must be played, not {games}.")
    for level in levels:
        bot(game.name, level, Random(0))
    game.bare(seats, 0)


def total(results: Sequence[Result]) -> Result:
    everything = Result()
    for result in results:
        everything = everything.plus(result)
    return everything


def one_game(game: Game, seats: int, levels: Sequence[str], seed: int, number: int) -> Result:
    """The bots move on by one seat from game to game; nothing but seed and number decides how it goes."""
    rng = Random(f"{seed} {number}")
    table = game.start(seats, rng.randbytes(SEED_BYTES))
    seat = number % seats
    measured = TimedBot(bot(game.name, levels[0], Random(rng.getrandbits(64))))
    bots: list[Bot] = [measured]
    for level in levels_from(table, seat, levels)[1:]:
        bots.append(bot(game.name, level, Random(rng.getrandbits(64))))
    around = [bots[(other - seat) % seats] for other in range(seats)]
    play(table, around, rng)
    all_teams, side = teams(game, table.sides), table.side_of(seat)
    winners = game.winners(table)
    winning = [team for team in all_teams if any(player in winners for player in team)]
    wins = 1 / len(winning) if side in winners else 0.0
    return Result(
        1, wins, 1 / len(all_teams), measured.decisions, measured.seconds, measured.slowest, {side: (1, wins)},
        1 if winners else 0)


def levels_from(table: Table, seat: int, levels: Sequence[str]) -> list[str]:
    """The levels from a seat on, clockwise; those who are one side play alike."""
    side, seats = table.side_of(seat), len(levels)
    return [levels[0] if table.side_of((seat + place) % seats) == side else level
            for place, level in enumerate(levels)]


def teams(game: Game, sides: int) -> list[list[int]]:
    """The sides that win together: in most games each alone."""
    found = [game.allies(sides, side) for side in range(sides)]
    return [team for side, team in enumerate(found) if team[0] == side]


def seated(game: Game, seats: int, level: str, other: str) -> list[str]:
    """The levels around the table: partners play alike."""
    ours = next((team for team in teams(game, seats) if 0 in team), [0])
    return [level if seat in ours else other for seat in range(seats)]


# Neither games nor compiled objects can be sent to another process.  A job is the name of the game, its options, the
# seats, the levels, the seed, the number of the first game and of the one after the last; back come a result's numbers.
Job = tuple[str, dict[str, object], int, list[str], int, int, int]
Numbers = tuple[int, float, float, int, float, float, dict[int, tuple[int, float]], int]


def do_job(job: Job) -> Numbers:
    name, options, seats, levels, seed, first, end = job
    game = game_named(name, options)
    return total([one_game(game, seats, levels, seed, number) for number in range(first, end)]).numbers()


def done(jobs: Sequence[Job], processes: int) -> Iterator[Numbers]:
    """The jobs in their order, so that the result is the same for any number of processes."""
    if processes == 1:
        for job in jobs:
            yield do_job(job)
    else:
        with Pool(processes) as pool:
            yield from pool.imap(do_job, jobs)


class Progress:
    """Says on stderr how far it is, once it takes longer than people like to wait in silence."""

    def __init__(self, games: int) -> None:
        self.games: Final = games
        self.last = time.monotonic()

    def tell(self, result: Result) -> None:
        now = time.monotonic()
        if now - self.last > SILENCE and result.games < self.games:
            self.last = now
            print(f"{result.games} of {self.games} games, {result.rate:.1%} won", file=sys.stderr, flush=True)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m techdeck.bots", description="Measure how often a bot wins against bots of another level.")
    parser.add_argument("game", help=f"one of {', '.join(name.replace(' ', '-') for name in BOTS)}")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="casual", metavar="LEVEL", help="the level that is measured")
    parser.add_argument("--against", default="random", metavar="LEVEL", help="the level of all others")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, such as bidding=true")
    return parser.parse_args(words)


def option(text: str) -> tuple[str, object]:
    """A name and a value; what is no number and no truth is a word."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def main(words: Sequence[str] | None = None) -> int:
    asked = arguments(words)
    options = dict([option(text) for text in asked.option])
    try:
        game = game_named(asked.game, options)
        levels = seated(game, asked.seats, asked.bot, asked.against)
        check(game, asked.seats, levels, asked.games)
        if asked.processes < 1:
            raise ValueError(f"At least one process must do the work, not {asked.processes}.")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    jobs: list[Job] = [
        (game.name, options, asked.seats, levels, asked.seed, start, min(start + CHUNK, asked.games))
        for start in range(0, asked.games, CHUNK)
    ]
    progress = Progress(asked.games)
    result = Result()
    for numbers in done(jobs, asked.processes):
        result = result.plus(Result(*numbers))
        progress.tell(result)
    who = f"{asked.bot} against {asked.against}" if asked.seats > 1 else f"{asked.bot} alone"
    print(f"{game.manners.title}, {asked.seats} seat{'s' * (asked.seats > 1)}: {who}, seed {asked.seed}")
    print(result.text())
    if game.name in ROLES:
        print("\n".join(result.told_by_role(ROLES[game.name], asked.bot == asked.against)))
    if game.name == "peer to peer":
        print(told_rate("survived", result.won_by_any, result.games))
        if asked.seats > 1 and not game.options["individual_decks"]:
            print("\n".join(result.told_by_role(TEAMS, False)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
