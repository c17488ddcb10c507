"""Measure speed: python -m benchmarks [--quick] [--rounds N] [--json FILE] [--page FILE]."""

import argparse
import json
import secrets
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks import peers
from benchmarks.clock import core
from benchmarks.lateness import Host
from benchmarks.page import write_page
from benchmarks.report import GAMES, GRID, MANY_HANDS, RATIOS, TARGETS, Goal, OtherForm, Results, Who, as_json, text
from benchmarks.turns import BUILDS, Failed, Round

OWN: Final = [
    GRID, "Grid Poker, 2 seats", "Five-card draw, 4 seats", "Texas hold'em, 4 seats", "Cyber Defense",
    "Gears of Industry, 2 seats", "Gears of Industry, 4 seats", "Tech Exchange, 4 seats", "Tech Exchange live, 4 seats",
    "Peer-to-Peer, 2 seats", "Peer-to-Peer, 4 seats", "Ranking", "Hand score", "Password",
]
# What need not be measured in both builds: numpy does the work, or it is about how the compiled build is used.
COMPILED: Final = [
    MANY_HANDS.name, "Many hand scores",
    *[f"{what}, {game}" for what in ("Growth", "Many games", "Bots") for game in GAMES],
]


def is_stale(build: Path) -> bool:
    """Whether the sources have changed since the compiled package was built from a copy of them."""
    sources = sorted(path for path in BUILDS["interpreted"].rglob("*.py"))
    copies = [build / path.relative_to(BUILDS["interpreted"]) for path in sources]
    return any(not copy.is_file() or copy.read_bytes() != path.read_bytes()
               for path, copy in zip(sources, copies, strict=True))


def contestants() -> tuple[list[Who], list[str]]:
    """Who can be measured here, and what to say of those who cannot; in the order of the tables."""
    notes = []
    whos = [Who(name, build) for name in OWN for build in BUILDS]
    whos += [Who(name, "compiled") for name in COMPILED] + [Who(name, "peer") for name in peers.CONTESTANTS]
    if not (BUILDS["compiled"] / "techdeck").is_dir():
        notes.append("There is no compiled package, so it is left out: make compile builds it.")
        whos = [who for who in whos if who.build != "compiled"]
    elif is_stale(BUILDS["compiled"]):
        notes.append("The compiled package was built from other sources than these: make compile builds it anew.")
    for word, module in peers.NEEDS.items():
        if find_spec(module) is None:
            notes.append(f"{word} is not installed, so it is left out.")
            whos = [who for who in whos if who.build != "peer" or who.name.split()[0] != word]
    return whos, notes


def comparisons(whos: Sequence[Who]) -> list[Goal]:
    """What can be compared if these are there."""
    return [goal for goal in [*TARGETS, *RATIOS] if goal.other is not None and concerned(goal) <= set(whos)]


def concerned(job: Goal | Who) -> set[Who]:
    return {job} if isinstance(job, Who) else {job.one} if job.other is None else {job.one, job.other}


def run(whos: Sequence[Who], rounds: int, seconds: float, seed: int, notes: list[str]) -> Results:
    """In each round all comparisons, and then what is left to measure of everybody; a round has a seed of its own."""
    results = Results()
    jobs: list[Goal | Who] = [*comparisons(whos), *whos]
    failed: set[Who] = set()
    try:
        for number in range(rounds):
            host = Host(core())
            try:
                with Round(seed + number * 10_000_000, seconds) as this_round:
                    for at, job in enumerate(jobs):
                        if not failed & concerned(job):
                            place = f"round {number + 1} of {rounds}, {at + 1} of {len(jobs)}"
                            print(f"{place}: {job.label()}", file=sys.stderr, flush=True)
                            measure(job, this_round, results, failed, notes)
            finally:
                results.host_took.append(host.took())
    except KeyboardInterrupt:
        notes.append(f"It was interrupted in round {number + 1} of {rounds}.")
    return Results(
        {who: found for who, found in results.figures.items() if who not in failed},
        {goal: found for goal, found in results.compared.items() if not failed & concerned(goal)}, results.host_took)


def measure(job: Goal | Who, this_round: Round, results: Results, failed: set[Who], notes: list[str]) -> None:
    """One comparison, or all measures of somebody."""
    try:
        if isinstance(job, Who):
            measures = this_round.finish(job)
            results.figures.setdefault(job, []).append(measures)
        else:
            compared = this_round.compare(job)
            results.compared.setdefault(job, []).append(compared)
    except Failed as trouble:
        failed.add(trouble.who)
        notes.append(f"{trouble.who.label()} could not be measured: {trouble}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed, beside other libraries.")
    parser.add_argument("--quick", action="store_true", help="three short rounds: only good for a first look")
    parser.add_argument("--rounds", type=int, help="how often everything is measured (5; with --quick 3)")
    parser.add_argument("--seed", type=int, help="of the first round, to repeat a run; otherwise a new one")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers of all rounds there")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write a page with pictures there, as Markdown")
    parser.add_argument("--again", type=Path, metavar="FILE", help="measure nothing: make the page of this JSON file")
    options = parser.parse_args()
    if options.again is not None:
        if options.page is None:
            parser.error("--again needs --page, to know where to write")
        try:
            write_page(json.loads(options.again.read_text(encoding="utf-8")), options.page)
        except OtherForm as trouble:
            parser.error(f"{options.again}: {trouble}")
        return
    rounds = options.rounds if options.rounds is not None else 3 if options.quick else 5
    if rounds < 1:
        parser.error("there has to be at least one round")
    seconds = 0.2 if options.quick else 1.0
    seed = options.seed if options.seed is not None else secrets.randbits(40)
    whos, notes = contestants()
    results = run(whos, rounds, seconds, seed, notes)
    print(text(results, notes))
    found = as_json(results, seed, seconds, notes)
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.page is not None:
        write_page(found, options.page)


if __name__ == "__main__":
    main()
