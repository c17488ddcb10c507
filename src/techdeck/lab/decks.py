"""Decks for Gears of Industry against each other: every pair meets between casual bots, each deal from both seats."""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

from techdeck.bots import bot
from techdeck.bots.bot import Bot, play_out
from techdeck.chance import SEED_BYTES
from techdeck.decklists import DeckList, compact, faults
from techdeck.games import game_named
from techdeck.lab.plan import Refused
from techdeck.lab.wins import Wins
from techdeck.lab.workers import begin_worker, processors
from techdeck.table import Choice, Decision, Game
from techdeck.views import View

GAME: Final = "gears of industry"
CHUNK: Final = 4  # games that a worker takes at once

Job = tuple[str, str, bool, int, int, int]  # two decks, whether advanced, the seed, the first game and the one after
Tell = Callable[[int], None]  # how many games are done


@dataclass
class Score(Wins):
    """Games of one deck, and the victories among them; a shared one counts half."""

    games: int = 0
    wins: float = 0.0

    def add(self, games: int, wins: float) -> None:
        self.games += games
        self.wins += wins


@dataclass
class Comparison:
    """Every deck against every other, and against all of them together."""

    names: list[str]
    pairs: dict[tuple[str, str], Score] = field(default_factory=dict)  # the first of the two is the one that won

    def add(self, one: str, other: str, games: int, wins: float) -> None:
        self.pairs.setdefault((one, other), Score()).add(games, wins)
        self.pairs.setdefault((other, one), Score()).add(games, games - wins)

    def against_all(self, name: str) -> Score:
        found = Score()
        for (one, _), score in self.pairs.items():
            if one == name:
                found.add(score.games, score.wins)
        return found


class Bringing(Bot):
    """A bot that always brings the same deck."""

    def __init__(self, deck: str, other: Bot) -> None:
        self.deck: Final = deck
        self.other: Final = other

    def choose(self, view: View, decision: Decision) -> Choice | None:
        return self.deck if decision.verb == "bring" else self.other.choose(view, decision)


def check_decks(decks: Mapping[str, DeckList], advanced: bool, games: int) -> None:
    """:raises Refused: with a sentence, if they cannot be compared."""
    if len(decks) < 2:
        raise Refused("Two decks at least are needed to compare them.")
    if games < 2 or games % 2:
        raise Refused(f"Each deal is played from both seats, so the games of a pair are an even number, not {games}.")
    for name, cards in decks.items():
        wrong = faults(cards, advanced)
        if wrong:
            raise Refused(f"{name} is not a legal deck for the {'advanced' if advanced else 'basic'} game: "
                          f"{'; '.join(wrong)}.")


def compare(
    decks: Mapping[str, DeckList], advanced: bool = False, games: int = 100, seed: int = 1, workers: int = 0,
    tell: Tell = lambda done: None,
) -> Comparison:
    """So many games of each pair.  Nothing but decks, seed and number of a game decides how it goes.

    :raises Refused: with a sentence, if the decks cannot be compared.
    """
    check_decks(decks, advanced, games)
    found = Comparison(list(decks))
    written = {name: compact(cards) for name, cards in decks.items()}
    jobs: list[tuple[str, str, Job]] = []
    for first in range(0, games, CHUNK):  # all pairs are equally far at any time
        for one, other in combinations(decks, 2):
            end = min(games, first + CHUNK)
            jobs.append((one, other, (written[one], written[other], advanced, seed, first, end)))
    done = 0
    for (one, other, (*_, first, end)), wins in zip(jobs, results([job for *_, job in jobs], workers), strict=True):
        found.add(one, other, end - first, wins)
        done += end - first
        tell(done)
    return found


def results(jobs: Sequence[Job], workers: int) -> Iterator[float]:
    """The victories of the first deck, job by job."""
    here = workers or processors()
    if here == 1:
        yield from map(play_pair, jobs)
        return
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(here, multiprocessing.get_context("spawn"), begin_worker))
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        yield from pool.map(play_pair, jobs)


def play_pair(job: Job) -> float:
    """The part of the victories that the first of two decks has."""
    one, other, advanced, seed, first, end = job
    return sum([play_game(one, other, advanced, seed, number) for number in range(first, end)])


def play_game(one: str, other: str, advanced: bool, seed: int, number: int) -> float:
    """Each deal is played twice, with the decks' seats changed."""
    deal, place = divmod(number, 2)
    rng = Random(f"{seed} {deal}")
    table = made_game(advanced).start(2, rng.randbytes(SEED_BYTES))
    around = [one, other] if place == 0 else [other, one]
    bots = [Bringing(deck, bot(GAME, "casual", Random(rng.getrandbits(64)))) for deck in around]
    play_out(table, bots, rng)
    winners = table.game.winners(table)
    return 1 / len(winners) if place in winners else 0.0


@lru_cache(maxsize=2)
def made_game(advanced: bool) -> Game:
    return game_named(GAME, {"game_mode": "advanced"} if advanced else {})
