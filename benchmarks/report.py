"""What was measured, in words and columns."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any, Final, NamedTuple

from benchmarks.clock import Measures

MICROSECONDS: Final = ["act, mean", "act, median", "clone", "view", "imagined", "store"]
GRID: Final = "Grid Poker, 4 seats"
FORM: Final = 2  # of the JSON file; in the first one, ratios were of what was measured one after the other


class Who(NamedTuple):
    """What was measured: a game or a library, and which build of ours; a peer has none."""

    name: str
    build: str

    def label(self) -> str:
        return self.name if self.build == "peer" else f"{self.name}, {self.build}"


class Compared(NamedTuple):
    """How many times as fast one was as another, and the part of their core's time that the host took meanwhile."""

    ratio: float
    host_took: float


HEARTS: Final = Who("OpenSpiel hearts, C++", "peer")
LIARS_POKER: Final = Who("OpenSpiel liar's poker, Python", "peer")
BLOCK_DOMINOES: Final = Who("OpenSpiel block dominoes, Python", "peer")
UNO: Final = Who("RLCard uno, 4 seats", "peer")


def of_rounds(rounds: Sequence[Measures], measure: str) -> list[float]:
    return [measures[measure] for measures in rounds if measure in measures]


class Goal(NamedTuple):
    """What something has to reach: so many times the speed of another, or a number by itself.

    Of a speed more is better, also where microseconds are measured; a number by itself may be one that is not to be
    exceeded.
    """

    one: Who
    measure: str
    target: float = 0.0
    other: Who | None = None
    other_measure: str = ""  # if it is not the same
    at_most: bool = False

    def label(self) -> str:
        if self.other is None:
            return f"{self.measure}: {self.one.label()}"
        if self.other == self.one:
            return f"{self.measure} / {self.other_measure}: {self.one.label()}"
        than = f" {self.other_measure}" if self.other_measure else ""
        return f"{self.measure}: {self.one.label()} / {self.other.label()}{than}"

    def wanted(self) -> str:
        return f"{'at most ' * self.at_most}{self.target:,.9g}" if self.target else ""

    def by_round(self, results: "Results") -> list[float]:
        if self.other is None:
            return of_rounds(results.figures.get(self.one, []), self.measure)
        return [compared.ratio for compared in results.compared.get(self, [])]

    def verdict(self, results: "Results") -> str:
        found = self.by_round(results)
        if not self.target:
            return ""
        if not found:
            return "not measured"
        middle = median(found)
        return "PASS" if (middle <= self.target if self.at_most else middle >= self.target) else "MISS"


Figures = dict[Who, list[Measures]]  # by round


@dataclass
class Results:
    """All that was measured, by round; parts of time are of the core on which everything was measured."""

    figures: Figures = field(default_factory=dict)
    compared: dict[Goal, list[Compared]] = field(default_factory=dict)
    host_took: list[float] = field(default_factory=list)


OTHERS: Final = [
    "Five-card draw, 4 seats", "Texas hold'em, 4 seats", "Cyber Defense", "Gears of Industry, 4 seats",
    "Tech Exchange, 4 seats", "Peer-to-Peer, 4 seats",
]
GAMES: Final = ["Grid Poker", "regular poker", "Cyber Defense", "Gears of Industry", "Tech Exchange", "Peer-to-Peer"]
PHEVALUATOR: Final = Who("phevaluator", "peer")
MANY_HANDS: Final = Who("Many hands", "compiled")


def of_each_game(what: str, measure: str, target: float) -> list[Goal]:
    return [Goal(Who(f"{what}, {name}", "compiled"), measure, target, at_most=True) for name in GAMES]


TARGETS: Final = [
    Goal(Who(GRID, "compiled"), "decisions/s", 2.0, HEARTS),
    *[Goal(Who(name, "compiled"), "decisions/s", 1.0, HEARTS) for name in OTHERS],
    *[Goal(Who(name, "compiled"), "decisions/s", 8.0, UNO) for name in OTHERS],
    Goal(Who(GRID, "interpreted"), "decisions/s", 100_000),
    Goal(Who(GRID, "compiled"), "clone", 8.0, LIARS_POKER),
    Goal(Who(GRID, "compiled"), "clone", 1.0, Who(GRID, "compiled"), "act, mean"),
    Goal(Who(GRID, "compiled"), "view", 5.0, BLOCK_DOMINOES),
    Goal(Who(GRID, "compiled"), "imagined", 50.0, at_most=True),
    Goal(Who("Ranking", "compiled"), "5 cards/s", 2.0, PHEVALUATOR),
    Goal(Who("Ranking", "interpreted"), "5 cards/s", 1.3, PHEVALUATOR),
    Goal(MANY_HANDS, "5 cards at once/s", 25.0, PHEVALUATOR, "5 cards/s"),
    Goal(MANY_HANDS, "7 cards at once/s", 25.0, PHEVALUATOR, "7 cards/s"),
    Goal(MANY_HANDS, "5 cards with wilds at once/s", 25.0, PHEVALUATOR, "5 cards/s"),
    Goal(MANY_HANDS, "7 cards with wilds at once/s", 25.0, PHEVALUATOR, "7 cards/s"),
    Goal(Who("Many hand scores", "compiled"), "10 cards scored at once/s", 1_000_000),
    *of_each_game("Many games", "memory grown, MiB", 16.0),
    *of_each_game("Many games", "last part / second part", 1.25),
    *of_each_game("Many games", "100,000 games on 2 cores, s", 300.0),
    *of_each_game("Growth", "second half / first half", 1.5),
    *of_each_game("Growth", "most seats / fewest seats", 1.5),
    *of_each_game("Bots", "casual, median", 1000.0),
]

RATIOS: Final = [
    Goal(Who("Grid Poker, 2 seats", "compiled"), "decisions/s", other=HEARTS),
    Goal(Who(GRID, "compiled"), "decisions/s", other=Who("OpenSpiel crazy eights, C++", "peer")),
    Goal(Who(GRID, "compiled"), "decisions/s", other=Who("OpenSpiel hearts, C++, dealt evenly", "peer")),
    Goal(Who(GRID, "compiled"), "decisions/s", other=UNO),
    Goal(Who(GRID, "compiled"), "decisions/s", other=Who("RLCard uno, 4 seats, without its environment", "peer")),
    Goal(Who("Texas hold'em, 4 seats", "compiled"), "decisions/s", other=Who("RLCard limit hold'em, 4 seats", "peer")),
    Goal(Who(GRID, "compiled"), "clone", other=HEARTS),
    Goal(Who(GRID, "compiled"), "imagined", other=HEARTS),
    Goal(Who(GRID, "compiled"), "decisions/s", other=Who(GRID, "interpreted")),
    Goal(Who(GRID, "interpreted"), "decisions/s", other=UNO),
    Goal(Who("Ranking", "compiled"), "7 cards/s", other=PHEVALUATOR),
    Goal(Who("Ranking", "interpreted"), "7 cards/s", other=PHEVALUATOR),
]


def machine() -> str:
    cores = os.cpu_count() or 1
    libraries = []
    for name in ("open_spiel", "rlcard", "phevaluator"):
        try:
            libraries.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    parts = [
        f"{cores} core{'s' * (cores != 1)}", f"{processor()}", platform.system(),
        f"{platform.python_implementation()} {platform.python_version()}", *libraries,
    ]
    return ", ".join(part for part in parts if part)


def processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def middle_of(rounds: Sequence[Measures], measure: str) -> float | None:
    numbers = of_rounds(rounds, measure)
    return median(numbers) if numbers else None


def spread_of(rounds: Sequence[Measures], measure: str) -> float:
    numbers = of_rounds(rounds, measure)
    return (max(numbers) - min(numbers)) / median(numbers)


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    lines = [head, *rows]
    first, *others = [max(len(line[at]) for line in lines) for at in range(len(head))]
    return [
        "  ".join([line[0].ljust(first), *[cell.rjust(width) for cell, width in zip(line[1:], others, strict=True)]])
        for line in lines
    ]


def short(value: float | None) -> str:
    """With three digits, or whole."""
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


class Columns(NamedTuple):
    """One table of the report: who has any of these measures has a line."""

    head: str
    measures: Sequence[str]
    with_spread: bool = False

    def lines(self, figures: Figures) -> tuple[list[str], list[list[str]]]:
        head = [self.head]
        for measure in self.measures:
            head += [measure, "spread"] if self.with_spread else [measure]
        rows = []
        for who, rounds in figures.items():
            if any(measure in rounds[0] for measure in self.measures):
                row = [who.label()]
                for measure in self.measures:
                    row.append(short(middle_of(rounds, measure)))
                    if self.with_spread:
                        row.append(f"{spread_of(rounds, measure):.0%}")
                rows.append(row)
        return head, rows


TABLES: Final = [
    Columns("Random play", ["decisions/s", "games/s", "decisions/game"]),
    Columns("Microseconds", MICROSECONDS),
    Columns("Hands, one by one", ["5 cards/s", "7 cards/s"], with_spread=True),
    Columns("Hands, many at once", ["5 cards at once/s", "7 cards at once/s", "5 cards with wilds at once/s",
                                    "7 cards with wilds at once/s"]),
    Columns("Hands of Tech Exchange", ["8 cards scored/s", "10 cards scored/s"]),
    Columns("Hands of Tech Exchange, many at once", ["8 cards scored at once/s", "10 cards scored at once/s"]),
    Columns("Microseconds", ["all guesses, mean", "all guesses, slowest"]),
    Columns("Microseconds", ["casual, median", "casual, mean", "casual, slowest"]),
    Columns("Games as simulated", ["100,000 games on 2 cores, s", "games", "memory, MiB", "memory grown, MiB"]),
]


def reached(goals: Sequence[Goal], results: Results) -> tuple[list[str], list[list[str]]]:
    rows = []
    for goal in goals:
        found = goal.by_round(results)
        if found or goal.target:
            host_took = [compared.host_took for compared in results.compared.get(goal, [])]
            rows.append([
                goal.label(), short(median(found)) if found else "-",
                f"{short(min(found))} to {short(max(found))}" if found else "-",
                f"{max(host_took):.0%}" if host_took else "", goal.wanted(), goal.verdict(results),
            ])
    return ["In the same round", "median", "all rounds", "host took", "target", ""], rows


def tables(results: Results) -> list[tuple[list[str], list[list[str]]]]:
    """All that was measured, each as a line for the head and lines below; what has a target comes last."""
    found = [table.lines(results.figures) for table in TABLES]
    return [table for table in [*found, reached(RATIOS, results), reached(TARGETS, results)] if table[1]]


def told_of_host(results: Results) -> list[str]:
    """Whether somebody else had the core in this run."""
    if not results.host_took:
        return []
    least, most = min(results.host_took), max(results.host_took)
    return [f"The host took {least:.1%} to {most:.1%} of the core's time for others, by round."]


def text(results: Results, notes: Sequence[str]) -> str:
    blocks = ["\n".join(line.rstrip() for line in columns(*table)) for table in tables(results)]
    return "\n\n".join([machine(), *notes, *told_of_host(results), *blocks])


def as_json(results: Results, seed: int, seconds: float, notes: Sequence[str]) -> dict[str, Any]:
    return {
        "form": FORM, "machine": machine(), "date": f"{datetime.now(UTC):%Y-%m-%d}", "seed": seed, "seconds": seconds,
        "notes": list(notes), "host took": results.host_took,
        "measured": [
            {"name": who.name, "build": who.build, "rounds": rounds} for who, rounds in results.figures.items()],
        "goals": [
            {"what": goal.label(), "rounds": goal.by_round(results),
             "host took": [compared.host_took for compared in results.compared.get(goal, [])],
             "target": goal.target or None, "at most": goal.at_most, "verdict": goal.verdict(results) or None}
            for goal in [*TARGETS, *RATIOS]
        ],
    }


class OtherForm(ValueError):
    """A file that cannot be read here."""


def from_json(data: dict[str, Any]) -> Results:
    if data.get("form") != FORM:
        raise OtherForm(
            "it is of an earlier benchmark, which compared what was measured at different times: please measure anew")
    goals = {goal.label(): goal for goal in [*TARGETS, *RATIOS]}
    return Results(
        {Who(each["name"], each["build"]): each["rounds"] for each in data["measured"]},
        {goals[each["what"]]: [Compared(*found) for found in zip(each["rounds"], each["host took"], strict=True)]
         for each in data["goals"] if each["host took"] and each["what"] in goals},
        data["host took"],
    )
