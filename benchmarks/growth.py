"""What long games, many games and full tables cost, and how long bots think."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

from benchmarks.clock import Measures, middle
from benchmarks.own import Record, gears, recorded
from techdeck.bots import Bot, bot
from techdeck.bots.playing import play
from techdeck.games import game_named
from techdeck.lab.plan import simulation
from techdeck.lab.playing import play_games
from techdeck.table import Choice, Decision, Game
from techdeck.views import View

PARTS: Final = 10  # of a game, and of many games
ROUND: Final = 20  # games that are played between two looks at the clock
PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
MEGABYTE: Final = 1 << 20

# By the name people know: how it is made, and how many play it here.
GAMES: Final[dict[str, tuple[Callable[[], Game], int]]] = {
    "Grid Poker": (lambda: game_named("grid poker"), 4),
    "regular poker": (lambda: game_named("regular poker"), 4),
    "Cyber Defense": (lambda: game_named("cyber defense"), 2),
    "Gears of Industry": (gears, 4),
    "Tech Exchange": (lambda: game_named("tech exchange"), 4),
    "Peer-to-Peer": (lambda: game_named("peer to peer"), 4),
}


def played_again(game: Game, seats: int, seed: int, record: Record) -> list[float]:
    """What a decision cost on the average in each part of the game, in microseconds."""
    act = game.start(seats, seed).act
    costs = []
    for part in range(PARTS):
        some = record[len(record) * part // PARTS:len(record) * (part + 1) // PARTS]
        began = time.process_time()
        for seat, choice in some:
            act(seat, choice)
        costs.append((time.process_time() - began) / max(1, len(some)) * 1e6)
    return costs


def costs_of_decisions(game: Game, seats: int, seed: int, seconds: float) -> list[float]:
    """By part of the game, the mean of many games."""
    rng = Random(seed)
    games: list[list[float]] = []
    began = time.process_time()
    while len(games) < 2 or time.process_time() - began < seconds:
        seed += 1
        record = recorded(game, seats, seed, rng)
        if len(record) >= PARTS:
            games.append(played_again(game, seats, seed, record))
    return [mean(costs) for costs in zip(*games[1:], strict=True)]  # the first one fills caches


def measure_growth(game: Game, seats: int, seed: int, seconds: float) -> Measures:
    by_part = costs_of_decisions(game, seats, seed, seconds)
    half = PARTS // 2
    measures = {f"part {number + 1}": cost for number, cost in enumerate(by_part)}
    measures["second half / first half"] = sum(by_part[half:]) / sum(by_part[:half])
    crowds = [crowd for crowd in game.seats if crowd > 1]
    for crowd in crowds:
        found = by_part if crowd == seats else costs_of_decisions(game, crowd, seed + crowd * 100_000, seconds / 2)
        measures[f"{crowd} seats"] = mean(found)
    measures["most seats / fewest seats"] = measures[f"{crowds[-1]} seats"] / measures[f"{crowds[0]} seats"]
    return measures


def resident() -> float:
    """The memory this process has now, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / MEGABYTE


def measure_many(game: Game, seats: int, seed: int, seconds: float) -> Measures:
    """Random games as `techdeck simulate` plays them: what each costs, and how memory grows to ten times as many."""
    plan = simulation(game, seats, ["random"], games=1, seed=seed)
    games = 0
    began = time.process_time()
    while time.process_time() - began < seconds / 4:
        play_games(plan, games, games + ROUND)
        games += ROUND
    first = resident()
    costs = []
    for part in range(1, PARTS):
        begun = time.process_time()
        for start in range(part * games, (part + 1) * games, ROUND):
            play_games(plan, start, start + ROUND)
        costs.append((time.process_time() - begun) / games)
    # The first part also fills caches, so it says nothing.
    return {
        **{f"games {part + 2}": cost * 1e6 for part, cost in enumerate(costs)},
        "last part / second part": costs[-1] / costs[0],
        "100,000 games on 2 cores, s": mean(costs) * 100_000 / 2,
        "games": PARTS * games,
        "memory, MiB": resident(), "memory grown, MiB": resident() - first,
    }


class Timed(Bot):
    """Another bot, and how long it takes for each choice."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.bot: Final = bot
        self.times: Final = times  # in seconds

    def choose(self, view: View, decision: Decision) -> Choice | None:
        began = time.process_time()
        choice = self.bot.choose(view, decision)
        self.times.append(time.process_time() - began)
        return choice


def measure_bots(game: Game, seats: int, seed: int, seconds: float) -> Measures:
    """Casual bots among themselves; what they see is made before, and is not counted."""
    times: list[float] = []
    began = time.process_time()
    while not times or time.process_time() - began < seconds:
        seed += 1
        rng = Random(seed)
        bots = [Timed(bot(game.name, "casual", Random(rng.getrandbits(64))), times) for _ in range(seats)]
        play(game.start(seats, seed), bots, rng)
    return {"casual, median": middle(times), "casual, mean": mean(times) * 1e6, "casual, slowest": max(times) * 1e6}


def contestants() -> dict[str, Callable[[int, float], Measures]]:
    found: dict[str, Callable[[int, float], Measures]] = {}
    for what, measure in (("Growth", measure_growth), ("Many games", measure_many), ("Bots", measure_bots)):
        for name, (make, seats) in GAMES.items():
            def run(
                seed: int, seconds: float, make: Callable[[], Game] = make, seats: int = seats,
                measure: Callable[[Game, int, int, float], Measures] = measure,
            ) -> Measures:
                return measure(make(), seats, seed, seconds)

            found[f"{what}, {name}"] = run
    return found
