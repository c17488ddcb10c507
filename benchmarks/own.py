"""What is measured of Tech Deck, in whichever build is imported."""

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any, Final

from benchmarks.clock import SPOTS, TURN, AtSpots, Measures, Playing, Task, Through, Turn, middle, some
from techdeck.exchange_score import hand_score, kind
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.poker import STANDARD, WILD
from techdeck.storage import store
from techdeck.table import CLOCK, Choice, Decision, Game, Table
from techdeck.views import View, imagined

HANDS: Final = 20_000
AT_ONCE: Final = 1 << 17  # hands in an array
CLOCK_TICKS: Final = 0.1  # how often the clock acts when chance has it
NOBODY_WAITS: Final = "in these games there is always something to choose"
Record = list[tuple[int, Choice]]


def pick(decision: Decision, rng: Random) -> Choice:
    """Something to choose at random."""
    choice = decision.sample(rng)
    assert choice is not None, NOBODY_WAITS
    return choice


def random_play(game: Game, seats: int, rng: Random) -> Callable[[int], int]:
    def play(seed: int) -> int:
        table = game.start(seats, seed)
        pending = table.pending
        decisions = 0
        while pending:
            decision = pending[0]
            choice = decision.sample(rng)
            assert choice is not None, NOBODY_WAITS
            pending = table.act(decision.seat, choice)
            decisions += 1
        return decisions

    return play


def played(game: Game, seats: int, seed: int, rng: Random) -> tuple[Record, list[Table]]:
    """One random game: what was chosen, and the table before each choice."""
    table = game.start(seats, seed)
    record: Record = []
    tables = []
    while table.pending:
        tables.append(table.clone())
        decision = table.pending[0]
        choice = pick(decision, rng)
        record.append((decision.seat, choice))
        table.act(decision.seat, choice)
    return record, tables


def recorded(game: Game, seats: int, seed: int, rng: Random) -> Record:
    """What was chosen in a random game."""
    table = game.start(seats, seed)
    record: Record = []
    while table.pending:
        decision = table.pending[0]
        record.append((decision.seat, pick(decision, rng)))
        table.act(*record[-1])
    return record


class Acting(Task):
    """What an action alone costs. Each game is played again as it was: once for the mean, once for the median."""

    def __init__(self, game: Game, seats: int, seed: int, rng: Random) -> None:
        super().__init__("act, mean", 0.25)
        self._game: Final = game
        self._seats: Final = seats
        self._seed = seed
        self._rng: Final = rng
        self._costs: Final[list[float]] = []  # of single actions, in seconds

    def warm_up(self) -> None:
        super().warm_up()
        self._costs.clear()

    def work(self) -> Turn:
        actions = 0
        used = 0.0
        while used < TURN:
            self._seed += 1
            record = recorded(self._game, self._seats, self._seed, self._rng)
            act = self._game.start(self._seats, self._seed).act
            began = time.process_time()
            for seat, choice in record:
                act(seat, choice)
            used += time.process_time() - began
            actions += len(record)
            act = self._game.start(self._seats, self._seed).act
            for seat, choice in record:
                begun = time.perf_counter()
                act(seat, choice)
                self._costs.append(time.perf_counter() - begun)
        return Turn(actions, used)

    def measures(self) -> Measures:
        return {**super().measures(), "act, median": middle(self._costs)}


def spots_of(game: Game, seats: int, seed: int, rng: Random) -> list[tuple[Table, int]]:
    """Positions from whole games, each with the side that is to choose."""
    tables: list[Table] = []
    while len(tables) < 5 * SPOTS:
        seed += 1
        tables += played(game, seats, seed, rng)[1]
    return [(table, table.side_of(table.pending[0].seat)) for table in some(tables)]


def clone_it(spot: tuple[Table, int]) -> Table:
    return spot[0].clone()


def view_it(spot: tuple[Table, int]) -> View:
    return View(spot[0], spot[1])


def store_it(spot: tuple[Table, int]) -> object:
    return store(spot[0])


def tasks_of_game(game: Game, seats: int, seed: int) -> list[Task]:
    rng = Random(seed)

    @cache
    def spots() -> list[tuple[Table, int]]:
        return spots_of(game, seats, seed + 2_000_000, rng)

    def views() -> list[View]:
        return [View(table, side) for table, side in spots()]

    return [
        Playing(random_play(game, seats, rng), seed), Acting(game, seats, seed + 1_000_000, rng),
        AtSpots("clone", clone_it, spots), AtSpots("view", view_it, spots),
        AtSpots("imagined", lambda view: imagined(view, rng), views), AtSpots("store", store_it, spots),
    ]


def tasks_of_ranking(seed: int) -> list[Task]:
    """Hands of one deck, none wild. What values make is worked out once and remembered; that is not counted."""
    rng = Random(seed)

    def hands(size: int) -> list[list[int]]:
        return [rng.sample(range(52), size) for _ in range(HANDS)]

    def rank_each(hands: Sequence[list[int]]) -> None:
        for hand in hands:
            STANDARD.rank(hand)

    return [Through(f"{size} cards/s", rank_each, partial(hands, size), 0.5) for size in (5, 7)]


def dealt(rng: Any, size: int, wilds: int) -> Any:
    """As many hands as are ranked at once, of one deck with so many wilds."""
    import numpy as np

    shuffled = rng.random((AT_ONCE, 52 + wilds), dtype=np.float32).argpartition(size, axis=1)
    return np.minimum(shuffled[:, :size], WILD).astype(np.uint8)


def every_value(size: int, wilds: int) -> list[list[int]]:
    """A hand of each list of values that can be dealt, and of each that makes a flush beside cards of another domain.

    So all is worked out before anything is timed.
    """
    hands = []
    for others in range(size - 4):
        for values in combinations_with_replacement(range(14), size - others):
            if values.count(WILD // 4) <= wilds:
                hands.append([1] * others + [4 * value for value in values])
    return hands


class AtOnce(Task):
    """Work on arrays of hands, in each turn another one, which is dealt before and not counted."""

    def __init__(
        self, name: str, work: Callable[..., object], fresh: Callable[[], tuple[Any, ...]], share: float,
    ) -> None:
        super().__init__(name, share)
        self._work: Final = work
        self._fresh: Final = fresh
        self._hands: tuple[Any, ...] = ()

    def prepare(self) -> None:
        self._hands = self._fresh()

    def work(self) -> Turn:
        began = time.process_time()
        self._work(*self._hands)
        return Turn(AT_ONCE, time.process_time() - began)


class RankedAtOnce(AtOnce):
    """Hands of a deck with so many wilds; what values make is worked out once, as with Ranking."""

    def __init__(self, rng: Any, size: int, wilds: int) -> None:
        from techdeck.arrays.poker import rank_all

        name = f"{size} cards{' with wilds' * (wilds > 0)} at once/s"
        super().__init__(name, rank_all, lambda: (dealt(rng, size, wilds),), 0.25)
        self._every_value: Final = partial(every_value, size, wilds)

    def warm_up(self) -> None:
        self._work(self._every_value())
        super().warm_up()


def tasks_of_many_hands(seed: int) -> list[Task]:
    import numpy as np

    rng = np.random.default_rng(seed)
    return [RankedAtOnce(rng, size, wilds) for size in (5, 7) for wilds in (0, 2)]


def tasks_of_many_hand_scores(seed: int) -> list[Task]:
    import numpy as np

    from techdeck.arrays.exchange import score_all

    rng = np.random.default_rng(seed)

    def fresh(size: int) -> tuple[Any, Any]:
        return dealt(rng, size, 0) + kind(1, 1), rng.integers(1, 7, (AT_ONCE, 4))

    return [AtOnce(f"{size} cards scored at once/s", score_all, partial(fresh, size), 0.5) for size in (8, 10)]


def measure_password(seed: int) -> Measures:
    """Every answer to every legal guess, weighed, at the guesses of whole random games."""
    rng = Random(seed)
    game = cyber_defense.cyber_defense()
    views: list[View] = []
    while len(views) < 2 * SPOTS:
        seed += 1
        for table in played(game, 2, seed, rng)[1]:
            if table.pending[0].verb == "guess":
                views.append(View(table, cyber_defense.HACKER))
    costs = []
    for view in some(views):
        began = time.process_time()
        cyber_defense.what_can_be_known(view).answers()
        costs.append((time.process_time() - began) * 1e6)
    return {"all guesses, mean": sum(costs) / len(costs), "all guesses, slowest": max(costs)}


def live_play(game: Game, seats: int, rng: Random) -> Callable[[int], int]:
    """On a trading floor anybody may speak: chance says who is next, and the clock seldom is."""
    def play(seed: int) -> int:
        table = game.start(seats, seed)
        decisions = 0
        while table.pending:
            decision = rng.choice(table.pending)
            if decision.seat != CLOCK or rng.random() < CLOCK_TICKS:
                choice = decision.sample(rng)
                if choice is not None:
                    table.act(decision.seat, choice)
                    decisions += 1
        return decisions

    return play


def tasks_of_live_game(game: Game, seats: int, seed: int) -> list[Task]:
    return [Playing(live_play(game, seats, Random(seed)), seed)]


def tasks_of_hand_score(seed: int) -> list[Task]:
    """Hands of one deck at stacks of any size. What sets are worth at these stacks is remembered, as with Ranking."""
    rng = Random(seed)
    deck = [kind(value, domain) for domain in range(1, 5) for value in range(1, 14)]

    def hands(size: int) -> list[tuple[list[int], list[int]]]:
        return [(rng.sample(deck, size), [rng.randint(1, 6) for _ in range(4)]) for _ in range(HANDS)]

    return [
        AtSpots(f"{size} cards scored/s", lambda hand: hand_score(hand[0], hand[1]), partial(hands, size), 0.5)
        for size in (8, 10)]


def exchange(form: str) -> Game:
    return tech_exchange.tech_exchange(tech_exchange.Options(form=form))


def poker(form: str) -> Game:
    return regular_poker.regular_poker(regular_poker.Options(game=form))


def gears() -> Game:
    """With decks from the presets: random ones would measure the reading of decks."""
    return gears_of_industry.gears_of_industry(gears_of_industry.Options(deck_source="preset"))


CONTESTANTS: Final[dict[str, Callable[[int], list[Task]]]] = {
    "Grid Poker, 4 seats": lambda seed: tasks_of_game(grid_poker.grid_poker(), 4, seed),
    "Grid Poker, 2 seats": lambda seed: tasks_of_game(grid_poker.grid_poker(), 2, seed),
    "Five-card draw, 4 seats": lambda seed: tasks_of_game(poker("five_card_draw"), 4, seed),
    "Texas hold'em, 4 seats": lambda seed: tasks_of_game(poker("texas_holdem"), 4, seed),
    "Cyber Defense": lambda seed: tasks_of_game(cyber_defense.cyber_defense(), 2, seed),
    "Gears of Industry, 2 seats": lambda seed: tasks_of_game(gears(), 2, seed),
    "Gears of Industry, 4 seats": lambda seed: tasks_of_game(gears(), 4, seed),
    "Tech Exchange, 4 seats": lambda seed: tasks_of_game(exchange("turn"), 4, seed),
    "Tech Exchange live, 4 seats": lambda seed: tasks_of_live_game(exchange("live"), 4, seed),
    "Peer-to-Peer, 2 seats": lambda seed: tasks_of_game(peer_to_peer.peer_to_peer(), 2, seed),
    "Peer-to-Peer, 4 seats": lambda seed: tasks_of_game(peer_to_peer.peer_to_peer(), 4, seed),
    "Hand score": tasks_of_hand_score,
    "Ranking": tasks_of_ranking,
    "Many hands": tasks_of_many_hands,
    "Many hand scores": tasks_of_many_hand_scores,
}
# What is nobody's equal is measured as a whole, in so many seconds.
ALONE: Final[dict[str, Callable[[int, float], Measures]]] = {
    "Password": lambda seed, _seconds: measure_password(seed),
}
