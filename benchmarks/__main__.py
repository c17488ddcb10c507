"""Measure speed: python -m benchmarks [--quick] [--rounds N] [--json FILE] [--page FILE]."""

import argparse
import json
import os
import secrets
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks import peers
from benchmarks.clock import Measures
from benchmarks.page import write_page
from benchmarks.report import (
    BLOCK_DOMINOES,
    GAMES,
    GRID,
    HEARTS,
    LIARS_POKER,
    MANY_HANDS,
    PHEVALUATOR,
    Results,
    Who,
    as_json,
    text,
)

ROOT: Final = Path(__file__).resolve().parents[1]
BUILDS: Final = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
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
    """Who can be measured here, and what to say of those who cannot.

    What is compared by a target comes one after the other.
    """
    notes = []
    whos = [Who(GRID, "compiled"), HEARTS, LIARS_POKER, BLOCK_DOMINOES]
    whos += [Who("Ranking", "compiled"), PHEVALUATOR, Who("Ranking", "interpreted"), MANY_HANDS]
    whos += [Who(name, build) for build in BUILDS for name in OWN]
    whos += [Who(name, "compiled") for name in COMPILED] + [Who(name, "peer") for name in peers.CONTESTANTS]
    whos = list(dict.fromkeys(whos))
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


def measured(who: Who, seed: int, seconds: float) -> Measures | str:
    """The measures, or why there are none."""
    path = BUILDS.get(who.build, BUILDS["interpreted"])
    command = [sys.executable, "-m", "benchmarks.worker", who.build, who.name, str(seed), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["no message"])[-1]
    measures: Measures = json.loads(done.stdout.splitlines()[-1])
    return measures


def run(whos: list[Who], rounds: int, seconds: float, seed: int, notes: list[str]) -> Results:
    """Everybody once in each round; a round has a seed of its own, the same for all."""
    results: Results = {}
    failed: set[Who] = set()
    try:
        for number in range(rounds):
            for at, who in enumerate(whos):
                if who not in failed:
                    place = f"round {number + 1} of {rounds}, {at + 1} of {len(whos)}"
                    print(f"{place}: {who.label()}", file=sys.stderr, flush=True)
                    outcome = measured(who, seed + number * 10_000_000, seconds)
                    if isinstance(outcome, str):
                        failed.add(who)
                        notes.append(f"{who.label()} could not be measured: {outcome}")
                    else:
                        results.setdefault(who, []).append(outcome)
    except KeyboardInterrupt:
        notes.append(f"It was interrupted in round {number + 1} of {rounds}.")
    return {who: found for who, found in results.items() if who not in failed}


def in_the_table(who: Who) -> tuple[int, str]:
    """Ours as listed, compiled before interpreted; the peers after them."""
    return [*OWN, *COMPILED, *peers.CONTESTANTS].index(who.name), who.build


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
        write_page(json.loads(options.again.read_text(encoding="utf-8")), options.page)
        return
    rounds = options.rounds if options.rounds is not None else 3 if options.quick else 5
    if rounds < 1:
        parser.error("there has to be at least one round")
    seconds = 0.2 if options.quick else 1.0
    seed = options.seed if options.seed is not None else secrets.randbits(40)
    whos, notes = contestants()
    results = run(whos, rounds, seconds, seed, notes)
    shown = {who: results[who] for who in sorted(results, key=in_the_table)}
    print(text(shown, notes))
    found = as_json(shown, seed, seconds, notes)
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.page is not None:
        write_page(found, options.page)


if __name__ == "__main__":
    main()
