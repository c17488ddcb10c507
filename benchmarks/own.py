"""What is measured of Tech Deck, in whichever build is imported."""

import time
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any, Final

from benchmarks.clock import SPOTS, Measures, microseconds, middle, play_rates, some
from techdeck.exchange_score import hand_score, kind
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.poker import STANDARD, WILD
from techdeck.storage import store
from techdeck.table import CLOCK, Choice, Decision, Game, Table
from techdeck.views import View, imagined

HANDS: Final = 20_000
AT_ONCE: Final = 1 << 17  # hands in an array
CLOCK_TICKS: Final = 0.1  # how often the clock acts when chance has it
Record = list[tuple[int, Choice]]


def pick(decision: Decision, rng: Random) -> Choice:
    """One of what is legal, or a sample of what cannot be listed."""
    options = decision.options
    choice = options[int(rng.random() * len(options))] if options else decision.sample(rng)
    assert choice is not None, "these games wait for nobody"
    return choice


def random_play(game: Game, seats: int, rng: Random) -> Callable[[int], int]:
    def play(seed: int) -> int:
        table = game.start(seats, seed)
        pending = table.pending
        decisions = 0
        while pending:
            decision = pending[0]
            options = decision.options
            choice = options[int(rng.random() * len(options))] if options else pick(decision, rng)
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


def acting(game: Game, seats: int, seed: int, rng: Random, seconds: float) -> Measures:
    """What an action alone costs. Each game is played again as it was: once for the mean, once for the median."""
    used = 0.0
    count = 0
    costs: list[float] = []
    while used < seconds:
        seed += 1
        record, _ = played(game, seats, seed, rng)
        act = game.start(seats, seed).act
        began = time.process_time()
        for seat, choice in record:
            act(seat, choice)
        used += time.process_time() - began
        count += len(record)
        act = game.start(seats, seed).act
        for seat, choice in record:
            begun = time.perf_counter()
            act(seat, choice)
            costs.append(time.perf_counter() - begun)
    return {"act, mean": used / count * 1e6, "act, median": middle(costs)}


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


def measure_game(game: Game, seats: int, seed: int, seconds: float) -> Measures:
    rng = Random(seed)
    measures = play_rates(random_play(game, seats, rng), seed, seconds)
    measures |= acting(game, seats, seed + 1_000_000, rng, seconds / 4)
    spots = spots_of(game, seats, seed + 2_000_000, rng)
    measures["clone"] = microseconds(clone_it, spots, seconds / 4)
    measures["view"] = microseconds(view_it, spots, seconds / 4)
    views = [View(table, side) for table, side in spots]
    measures["imagined"] = microseconds(lambda view: imagined(view, rng), views, seconds / 4)
    measures["store"] = microseconds(store_it, spots, seconds / 4)
    return measures


def measure_ranking(seed: int, seconds: float) -> Measures:
    """Hands of one deck, none wild. What values make is worked out once and remembered; that is not counted."""
    rng = Random(seed)
    measures = {}
    for size in (5, 7):
        hands = [rng.sample(range(52), size) for _ in range(HANDS)]
        measures[f"{size} cards/s"] = 1e6 / microseconds(lambda hand: STANDARD.rank(hand), hands, seconds / 2)
    return measures


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


def per_second(work: Callable[[Any], object], fresh: Callable[[], Any], seconds: float) -> float:
    """How many hands are worked on in a second; each time others, which are made before and not counted."""
    work(fresh())  # this also fills tables
    used, hands = 0.0, 0
    while used < seconds:
        some = fresh()
        began = time.process_time()
        work(some)
        used += time.process_time() - began
        hands += AT_ONCE
    return hands / used


def measure_many_hands(seed: int, seconds: float) -> Measures:
    """Arrays of hands, some with the two wilds of a deck; what values make is worked out once, as with Ranking."""
    import numpy as np

    from techdeck.arrays.poker import rank_all

    rng = np.random.default_rng(seed)
    measures = {}
    for size in (5, 7):
        for wilds, words in ((0, ""), (2, " with wilds")):
            rank_all(every_value(size, wilds))
            measures[f"{size} cards{words} at once/s"] = per_second(
                rank_all, partial(dealt, rng, size, wilds), seconds / 4)
    return measures


def measure_many_hand_scores(seed: int, seconds: float) -> Measures:
    import numpy as np

    from techdeck.arrays.exchange import score_all

    rng = np.random.default_rng(seed)
    measures = {}
    for size in (8, 10):
        def fresh(size: int = size) -> Any:
            return dealt(rng, size, 0) + kind(1, 1), rng.integers(1, 7, (AT_ONCE, 4))

        measures[f"{size} cards scored at once/s"] = per_second(lambda some: score_all(*some), fresh, seconds / 2)
    return measures


def measure_password(seed: int, seconds: float) -> Measures:
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


def measure_live(game: Game, seats: int, seed: int, seconds: float) -> Measures:
    return play_rates(live_play(game, seats, Random(seed)), seed, seconds)


def measure_hand_score(seed: int, seconds: float) -> Measures:
    """Hands of one deck at stacks of any size. What sets are worth at these stacks is remembered, as with Ranking."""
    rng = Random(seed)
    deck = [kind(value, domain) for domain in range(1, 5) for value in range(1, 14)]
    measures = {}
    for size in (8, 10):
        hands = [(rng.sample(deck, size), [rng.randint(1, 6) for _ in range(4)]) for _ in range(HANDS)]
        measures[f"{size} cards scored/s"] = 1e6 / microseconds(
            lambda hand: hand_score(hand[0], hand[1]), hands, seconds / 2)
    return measures


def exchange(form: str) -> Game:
    return tech_exchange.tech_exchange(tech_exchange.Options(form=form))


def poker(form: str) -> Game:
    return regular_poker.regular_poker(regular_poker.Options(game=form))


def gears() -> Game:
    """With decks from the presets: random ones would measure the reading of decks."""
    return gears_of_industry.gears_of_industry(gears_of_industry.Options(deck_source="preset"))


CONTESTANTS: Final[dict[str, Callable[[int, float], Measures]]] = {
    "Grid Poker, 4 seats": lambda seed, seconds: measure_game(grid_poker.grid_poker(), 4, seed, seconds),
    "Grid Poker, 2 seats": lambda seed, seconds: measure_game(grid_poker.grid_poker(), 2, seed, seconds),
    "Five-card draw, 4 seats": lambda seed, seconds: measure_game(poker("five_card_draw"), 4, seed, seconds),
    "Texas hold'em, 4 seats": lambda seed, seconds: measure_game(poker("texas_holdem"), 4, seed, seconds),
    "Cyber Defense": lambda seed, seconds: measure_game(cyber_defense.cyber_defense(), 2, seed, seconds),
    "Gears of Industry, 2 seats": lambda seed, seconds: measure_game(gears(), 2, seed, seconds),
    "Gears of Industry, 4 seats": lambda seed, seconds: measure_game(gears(), 4, seed, seconds),
    "Tech Exchange, 4 seats": lambda seed, seconds: measure_game(exchange("turn"), 4, seed, seconds),
    "Tech Exchange live, 4 seats": lambda seed, seconds: measure_live(exchange("live"), 4, seed, seconds),
    "Peer-to-Peer, 2 seats": lambda seed, seconds: measure_game(peer_to_peer.peer_to_peer(), 2, seed, seconds),
    "Peer-to-Peer, 4 seats": lambda seed, seconds: measure_game(peer_to_peer.peer_to_peer(), 4, seed, seconds),
    "Hand score": measure_hand_score,
    "Ranking": measure_ranking,
    "Many hands": measure_many_hands,
    "Many hand scores": measure_many_hand_scores,
    "Password": measure_password,
}
