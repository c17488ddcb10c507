"""What was measured, in words and columns."""

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Final, NamedTuple

from benchmarks.clock import Measures

MICROSECONDS: Final = ["act, mean", "act, median", "clone", "view", "imagined", "store"]
GRID: Final = "Grid Poker, 4 seats"


class Who(NamedTuple):
    """What was measured: a game or a library, and which build of ours; a peer has none."""

    name: str
    build: str

    def label(self) -> str:
        return self.name if self.build == "peer" else f"{self.name}, {self.build}"


Results = dict[Who, list[Measures]]  # by round

HEARTS: Final = Who("OpenSpiel hearts, C++", "peer")
LIARS_POKER: Final = Who("OpenSpiel liar's poker, Python", "peer")


BLOCK_DOMINOES: Final = Who("OpenSpiel block dominoes, Python", "peer")
UNO: Final = Who("RLCard uno, 4 seats", "peer")


class Ratio(NamedTuple):
    """How many times as fast the first is as the second; a target says how many times it has to be."""

    one: Who
    other: Who
    measure: str
    target: float = 0.0

    def by_round(self, results: Results) -> list[float]:
        """Each from one round, where both were measured within a minute."""
        pairs = zip(results.get(self.one, []), results.get(self.other, []), strict=False)
        found = [(one[self.measure], other[self.measure]) for one, other in pairs]
        return [other / one if self.measure in MICROSECONDS else one / other for one, other in found]

    def label(self) -> str:
        return f"{self.measure}: {self.one.label()} / {self.other.label()}"


OTHERS: Final = [
    "Five-card draw, 4 seats", "Texas hold'em, 4 seats", "Cyber Defense", "Gears of Industry, 4 seats",
    "Tech Exchange, 4 seats", "Peer-to-Peer, 4 seats",
]

TARGETS: Final = [
    Ratio(Who(GRID, "compiled"), HEARTS, "decisions/s", 2.0),
    *[Ratio(Who(name, "compiled"), HEARTS, "decisions/s", 1.0) for name in OTHERS],
    *[Ratio(Who(name, "compiled"), UNO, "decisions/s", 8.0) for name in OTHERS],
    Ratio(Who(GRID, "compiled"), LIARS_POKER, "clone", 8.0),
    Ratio(Who(GRID, "compiled"), BLOCK_DOMINOES, "view", 5.0),
    Ratio(Who("Ranking", "compiled"), Who("phevaluator", "peer"), "5 cards/s", 2.0),
    Ratio(Who("Ranking", "interpreted"), Who("phevaluator", "peer"), "5 cards/s", 1.3),
]

RATIOS: Final = [
    Ratio(Who("Grid Poker, 2 seats", "compiled"), HEARTS, "decisions/s"),
    Ratio(Who(GRID, "compiled"), Who("OpenSpiel crazy eights, C++", "peer"), "decisions/s"),
    Ratio(Who(GRID, "compiled"), UNO, "decisions/s"),
    Ratio(Who("Texas hold'em, 4 seats", "compiled"), Who("RLCard limit hold'em, 4 seats", "peer"), "decisions/s"),
    Ratio(Who(GRID, "compiled"), HEARTS, "clone"),
    Ratio(Who(GRID, "compiled"), HEARTS, "imagined"),
    Ratio(Who(GRID, "compiled"), Who(GRID, "interpreted"), "decisions/s"),
    Ratio(Who(GRID, "interpreted"), UNO, "decisions/s"),
    Ratio(Who("Ranking", "compiled"), Who("phevaluator", "peer"), "7 cards/s"),
    Ratio(Who("Ranking", "interpreted"), Who("phevaluator", "peer"), "7 cards/s"),
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
    numbers = [measures[measure] for measures in rounds if measure in measures]
    return median(numbers) if numbers else None


def spread_of(rounds: Sequence[Measures], measure: str) -> float:
    numbers = [measures[measure] for measures in rounds]
    return (max(numbers) - min(numbers)) / median(numbers)


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    lines = [head, *rows]
    first, *others = [max(len(line[at]) for line in lines) for at in range(len(head))]
    return [
        "  ".join([line[0].ljust(first), *[cell.rjust(width) for cell, width in zip(line[1:], others, strict=True)]])
        for line in lines
    ]


def number(value: float | None, digits: int = 0) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def short(value: float | None) -> str:
    """Microseconds with three digits, or whole."""
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def playing(results: Results) -> list[str]:
    rows = []
    for who, rounds in results.items():
        if "decisions/s" in rounds[0]:
            rows.append([
                who.label(), number(middle_of(rounds, "decisions/s")), f"{spread_of(rounds, 'decisions/s'):.0%}",
                number(middle_of(rounds, "games/s")), number(middle_of(rounds, "decisions/game"), 1),
            ])
    return columns(["Random play", "decisions/s", "spread", "games/s", "decisions/game"], rows)


def positions(results: Results) -> list[str]:
    rows = []
    for who, rounds in results.items():
        if "clone" in rounds[0]:
            rows.append([who.label(), *[short(middle_of(rounds, measure)) for measure in MICROSECONDS]])
    return columns(["Microseconds", *MICROSECONDS], rows)


def ranking(results: Results) -> list[str]:
    rows = []
    for who, rounds in results.items():
        if "7 cards/s" in rounds[0]:
            rows.append([who.label(), *[
                cell for measure in ("5 cards/s", "7 cards/s")
                for cell in (number(middle_of(rounds, measure)), f"{spread_of(rounds, measure):.0%}")
            ]])
    return columns(["Hands evaluated", "5 cards/s", "spread", "7 cards/s", "spread"], rows)


def hand_scores(results: Results) -> list[str]:
    names = ["8 cards scored/s", "10 cards scored/s"]
    rows = [[who.label(), *[number(middle_of(rounds, name)) for name in names]]
            for who, rounds in results.items() if names[0] in rounds[0]]
    return columns(["Hands of Tech Exchange", *names], rows)


def passwords(results: Results) -> list[str]:
    names = ["all guesses, mean", "all guesses, slowest"]
    rows = [[who.label(), *[short(middle_of(rounds, name)) for name in names]]
            for who, rounds in results.items() if names[0] in rounds[0]]
    return columns(["Microseconds", *names], rows)


def verdict(ratio: Ratio, results: Results) -> str:
    found = ratio.by_round(results)
    if not ratio.target:
        return ""
    if not found:
        return "not measured"
    return "PASS" if median(found) >= ratio.target else "MISS"


def ratios(results: Results) -> list[str]:
    rows = []
    for ratio in [*TARGETS, *RATIOS]:
        found = ratio.by_round(results)
        if found or ratio.target:
            rows.append([
                ratio.label(), f"{median(found):.2f}" if found else "-",
                f"{min(found):.2f} to {max(found):.2f}" if found else "-",
                f"{ratio.target:g}" if ratio.target else "", verdict(ratio, results),
            ])
    return columns(["Times as fast, in the same round", "median", "all rounds", "target", ""], rows)


def text(results: Results, notes: Sequence[str]) -> str:
    tables = [
        playing(results), positions(results), ranking(results), hand_scores(results), passwords(results),
        ratios(results),
    ]
    blocks = ["\n".join(line.rstrip() for line in table) for table in tables if len(table) > 1]
    return "\n\n".join([machine(), *notes, *blocks])


def as_json(results: Results, seed: int, seconds: float, notes: Sequence[str]) -> dict[str, object]:
    return {
        "machine": machine(), "seed": seed, "seconds": seconds, "notes": list(notes),
        "measured": [{"name": who.name, "build": who.build, "rounds": rounds} for who, rounds in results.items()],
        "ratios": [
            {"what": ratio.label(), "rounds": ratio.by_round(results), "target": ratio.target or None,
             "verdict": verdict(ratio, results) or None}
            for ratio in [*TARGETS, *RATIOS]
        ],
    }
