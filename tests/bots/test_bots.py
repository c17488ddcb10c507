"""Bots get a view and answer with one of its choices; casual ones play clearly better than chance."""

import gc
import random
from collections.abc import Callable, Iterator
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.bots import BOTS, Bot, RandomBot, bot, play_out
from techdeck.bots.grid_poker import CasualGridPoker
from techdeck.bots.measure import Result, main, measure, one_game, wilson
from techdeck.bots.regular_poker import CasualPoker, kept
from techdeck.cards import code, face
from techdeck.chance import Chance
from techdeck.games import GAMES
from techdeck.games import grid_poker as gp
from techdeck.games import regular_poker as rp
from techdeck.poker import STANDARD, WILD, card
from techdeck.position import set_up
from techdeck.table import PASS, Choice, Decision, Game, Table
from techdeck.views import View, imagined

GRID = gp.grid_poker()
DRAW = rp.regular_poker(rp.Options(deals=3))
HOLDEM = rp.regular_poker(rp.Options(game="texas_holdem", deals=3))


class Watched(Bot):
    """Another bot, each of whose answers must be offered."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.verbs: set[str] = set()

    def choose(self, view: View, decision: Decision) -> Choice | None:
        assert type(view) is View
        assert decision in view.asked
        before = view.everything()
        choice = self.bot.choose(view, decision)
        assert choice is not None
        assert choice in decision, f"{choice!r} is not offered to {decision.verb}"
        assert view.everything() == before, "a bot thinks without touching what it was given"
        self.verbs.add(decision.verb)
        return choice


class Waiting(Bot):
    def choose(self, view: View, decision: Decision) -> Choice | None:
        return None


def watched_game(game: Game, seats: int, seed: int) -> set[str]:
    """Casual and random bots in turn around the table; the verbs that casual ones were asked."""
    rng = Random(seed)
    bots = [Watched(bot(game.name, ["casual", "random"][(seat + seed) % 2], rng)) for seat in range(seats)]
    table = game.start(seats, seed)
    play_out(table, bots, rng)
    assert table.is_over
    return {verb for watched in bots if not isinstance(watched.bot, RandomBot) for verb in watched.verbs}


def position(text: str, options: gp.Options = gp.Options()) -> Table:
    return set_up(gp.grid_poker(options), text)


def casual_choice(table: Table, seat: int, seed: int = 1) -> str:
    decision = table.decision_of(seat)
    assert decision is not None
    choice = CasualGridPoker(Random(seed)).choose(View(table, seat), decision)
    assert choice is not None
    return decision.text(table, seat, choice)


# What a bot is given

def reached(start: object) -> Iterator[object]:
    """Everything that can be got at from an object; what functions remember counts, what modules hold does not."""
    seen: set[int] = set()
    waiting: list[object] = [start]
    kept_alive: list[object] = []
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | BuiltinFunctionType):
            continue
        seen.add(id(thing))
        kept_alive.append(thing)
        yield thing
        if isinstance(thing, FunctionType):
            waiting.extend(cell.cell_contents for cell in thing.__closure__ or ())
            waiting.extend(thing.__defaults__ or ())
        else:
            waiting.extend(gc.get_referents(thing))
            # Of what the collector need not follow, in the compiled build, it knows no more than that it is there.
            names = getattr(type(thing), "__mypyc_attrs__", ())
            waiting.extend(getattr(thing, name) for name in names if hasattr(thing, name))


def views_lead_to_no_table(table: Table, steps: int, rng: Random) -> None:
    """Look at every twelfth moment of a random game at what its views can be got at from."""
    for number in range(steps):
        decision = table.pending[0]
        if number % 12 == 0:
            for thing in reached(View(table, table.side_of(decision.seat))):
                assert not isinstance(thing, Table)
                assert thing is not table.face
                assert thing != table.seed
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)


def answers_only_what_it_sees(table: Table, make: Callable[[Random], Bot], most: int, rng: Random) -> int:
    """Let a bot answer the same view of two tables that differ in everything else; how often they did differ."""
    differing = 0
    for _ in range(most):
        if table.is_over:
            break
        decision = rng.choice(table.pending)
        side = table.side_of(decision.seat)
        view = View(table, side)
        other = imagined(view, rng)
        assert View(other, side).same_as(view)
        differing += other.face != table.face
        seed = rng.getrandbits(32)
        answers = [make(Random(seed)).choose(seen, decision) for seen in (view, View(other, side))]
        assert answers[0] == answers[1]
        assert answers[0] is not None
        table.act(decision.seat, answers[0])
    return differing


@pytest.mark.parametrize(("game", "seats"), [(GRID, 2), (GRID, 1), (DRAW, 3), (HOLDEM, 2)])
def test_a_view_leads_to_no_table_no_chance_and_no_seed(game: Game, seats: int) -> None:
    table = game.start(seats, 5)
    rng = Random(5)
    for _ in range(40):
        if table.is_over:
            break
        decision = table.pending[0]
        found = list(reached(View(table, table.side_of(decision.seat))))
        assert len(found) > 100
        for thing in found:
            assert not isinstance(thing, Table | Chance)
            assert thing != table.seed
            assert thing is not table.face
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)


def test_the_walk_would_find_a_table() -> None:
    table = GRID.start(2, 5)
    offering: list[Any] = [table]
    for hidden in ([table], {"a": (table,)}, lambda: table, Decision(0, "look", offering)):
        assert any(thing is table for thing in reached(hidden))


@pytest.mark.parametrize("game", [GRID, DRAW, HOLDEM])
def test_what_a_bot_answers_does_not_depend_on_what_its_side_cannot_see(game: Game) -> None:
    """The same view of two tables that differ in everything else."""
    table = game.start(2, 3)
    other = table.clone()
    deck = game.words.deck.of(other)
    faces = [other.face[back] for back in deck]
    for back, number in zip(deck, reversed(faces), strict=True):
        other.face[back] = number
    decision = table.pending[0]
    views = [View(one, table.side_of(decision.seat)) for one in (table, other)]
    assert table.face != other.face
    assert views[0].same_as(views[1])
    answers = [bot(game.name, "casual", Random(1)).choose(view, decision) for view in views]
    assert answers[0] == answers[1]


# What it answers

@settings(max_examples=10)
@given(
    seats=st.integers(1, 6), seed=st.integers(0, 10**6), options=st.fixed_dictionaries({}, optional={
        "decks": st.just(2), "market_refill_first": st.just(True), "reshuffle_merge": st.just(True),
        "loser_redraw_per_card": st.just(True), "tied_hands": st.just("first_in_order"),
        "five_of_a_kind": st.just(True), "suit_order": st.sampled_from(["rest_first", "high_card_first"]),
        "wild_market": st.sampled_from(["stay", "redeal"]), "wild_hand_effect": st.just(True),
        "draw_to_three": st.just(True), "chain_condition": st.just("effect_used"), "secret_hand_commit": st.just(True),
        "bare_line_hands": st.just(True), "wild_declared": st.just(True), "bidding": st.just(True),
        "solo_placement": st.sampled_from(["greedy", "player_places"]),
    }),
)
def test_every_answer_in_grid_poker_is_offered(seats: int, seed: int, options: dict[str, Any]) -> None:
    watched_game(gp.grid_poker(gp.Options(**options)), seats, seed)


@settings(max_examples=8)
@given(
    seats=st.integers(2, 6), seed=st.integers(0, 10**6), options=st.fixed_dictionaries(
        {"game": st.sampled_from(["five_card_draw", "texas_holdem"])}, optional={
            "regular_wilds": st.just(True), "split_value_ties": st.just(True), "five_of_a_kind": st.just(True),
            "poker_effect_every_turn": st.just(True), "poker_effect_turn": st.just("first_turn"),
            "suit_order": st.sampled_from(["rest_first", "high_card_first"]),
        }),
)
def test_every_answer_in_regular_poker_is_offered(seats: int, seed: int, options: dict[str, Any]) -> None:
    watched_game(rp.regular_poker(rp.Options(deals=2, **options)), seats, seed)


def test_grid_poker_asks_casual_bots_for_every_move_of_a_round() -> None:
    options = gp.Options(bidding=True, wild_declared=True, decks=2)
    asked: set[str] = set()
    for seed in range(6):
        asked |= watched_game(gp.grid_poker(options), 3, seed)
    asked |= watched_game(gp.grid_poker(gp.Options(solo_placement="player_places")), 1, 0)
    assert asked >= {
        "company", "discard", "use", "commit", "place", "bet", "declare", "clear", "keep", "improve",
        "commit for the artificial player", "place its company",
    }


def test_where_everybody_waits_and_no_clock_runs_play_out_says_so() -> None:
    with pytest.raises(RuntimeError, match=r"Everybody waits in .*company"):
        play_out(GRID.start(2, 1), [Waiting(), Waiting()], Random(1))


def test_unknown_levels_and_games_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"The levels of grid poker are random and casual, not 'genius'."):
        bot("grid poker", "genius", Random(1))
    with pytest.raises(ValueError, match=r"There are bots for grid poker, regular poker, .* and .*, not for 'whist'."):
        bot("whist", "casual", Random(1))
    assert set(BOTS) == set(GAMES)
    for levels in BOTS.values():
        assert list(levels) in (["random", "casual"], ["random"])


# Always the same

def played(game: Game, seats: int, seed: int) -> Table:
    rng = Random(seed)
    table = game.start(seats, seed)
    play_out(table, [bot(game.name, "casual", Random(seat)) for seat in range(seats)], rng)
    return table


@pytest.mark.parametrize("game", [GRID, DRAW, HOLDEM])
def test_the_same_seed_gives_the_same_game_and_the_common_generator_is_left_alone(game: Game) -> None:
    common = random.getstate()
    one, other = played(game, 2, 8), played(game, 2, 8)
    assert (one.face, one.zones, one.tallies, one.marks) == (other.face, other.zones, other.tallies, other.marks)
    assert random.getstate() == common


# Rules of thumb

MARKET = """
    grid poker, 2 seats
    market: 9K 9V 2T / 3V 7T 10S / 5K 12T 4S
    company 1: 2K 5S
    company 2: 1K 3S
    rest: deck
"""


def test_it_commits_the_cards_that_make_the_best_hand_where_they_make_it() -> None:
    table = position(MARKET + """
        hand 1: 9S 9T 6V
        hand 2: 1S 6K 8V
        play: commitments
    """)
    assert casual_choice(table, 0) == "R1 9S 9T"


def test_it_places_the_company_where_it_makes_most() -> None:
    table = position(MARKET.replace("company 1: 2K 5S", "company 1: 12K 12S") + """
        hand 1: 9S 9T 6V
        hand 2: 1S 6K 8V
        play: commitments
    """)
    decision = table.decision_of(0)
    assert decision is not None
    for choice in decision:
        if decision.text(table, 0, choice) == "R1 9S 9T":
            table.act(0, choice)
            break
    table.act(1, PASS)
    assert casual_choice(table, 0) == "C2"


@pytest.mark.parametrize(("number", "choice"), [(1, "pass"), (4, "R1")])
def test_it_saves_a_wild_card_that_would_win_nothing_as_long_as_there_are_rounds_to_come(
    number: int, choice: str,
) -> None:
    table = position(f"""
        grid poker, 2 seats
        market: 9K 9V 9T / 3V 6T 10S / 5K 12T 4S
        company 1: 2K W1
        committed 1: 13K 13S
        line of the committed cards: 5 -1
        company 2: 9S W2
        line of the company: -1 0
        round: {number}
        play: commitments
    """)
    assert casual_choice(table, 0) == choice


@pytest.mark.parametrize(("hand", "uses"), [("8S 8T 12S", True), ("12S", False)])
def test_it_uses_effects_that_make_a_pair_and_leaves_one_that_costs_the_only_card(hand: str, uses: bool) -> None:
    """12S raises or lowers two cards by one; whichever world it imagines, it finds that out."""
    table = position(MARKET + f"""
        hand 1: {hand}
        hand 2: 1S 6K 8V
        play: hand effects
    """)
    choices = [casual_choice(table, 0, seed) for seed in range(10)]
    assert (choices.count("pass") <= 1) if uses else (choices == ["pass"] * 10), choices


def test_it_declares_the_card_that_makes_the_best_hand() -> None:
    table = position("""
        grid poker, 2 seats
        market: 9K 9V 2T / 3V 7T 10S / 5K 12T 4S
        committed 1: 9S W1
        line of the committed cards: 0 -1
        play: results
    """, gp.Options(wild_declared=True))
    assert casual_choice(table, 0) == "9V"


def test_after_the_last_points_it_improves_the_company_for_the_tie_break() -> None:
    table = position("""
        grid poker, 2 seats
        market: 9K 9V 2T / 3V 7T 10S / 5K 12T 4S
        company 1: 2K 2S
        hand 1: 4T 13V 7S
        round: 4
        play: improvement
    """)
    assert casual_choice(table, 0) in ("13V for 2K", "13V for 2S")


def numbers(codes: str) -> list[int]:
    faces = [face(word) for word in codes.split()]
    return [WILD if number % 54 >= 52 else card(number % 13 + 1, number // 13 + 1) for number in faces]


@pytest.mark.parametrize(("hand", "keep"), [
    ("1K 2S 3T 4V 5K", "1K 2S 3T 4V 5K"),
    ("9K 9S 3T 4V 7K", "9K 9S"),
    ("9K 9S 3T 3V 7K", "9K 9S 3T 3V"),
    ("9K 9S 9T 3V 7K", "9K 9S 9T"),
    ("9K 9S 9T 9V 7K", "9K 9S 9T 9V"),
    ("9K 2K 4K 13K 8S", "9K 2K 4K 13K"),
    ("5K 6S 7T 8V 13K", "5K 6S 7T 8V"),
    ("1K 3S 7T 10V 12S", "10V 12S"),
    ("W1 3S 7T 10V 12S", "W1 12S"),
])
def test_in_the_draw_it_keeps_what_is_made_paired_or_promising(hand: str, keep: str) -> None:
    assert sorted(kept(numbers(hand), STANDARD)) == sorted(numbers(keep))


def test_in_the_draw_it_puts_the_rest_aside() -> None:
    table = set_up(rp.regular_poker(), """
        regular poker, 2 seats
        hand 1: 9K 9S 3T 4V 7K
        hand 2: 1S 2S 5T 6V 10K
        in the deal: 1 1
        chips: 50 50
        rest: deck
        play: draw
    """)
    decision = table.decision_of(0)
    assert decision is not None
    choice = CasualPoker(Random(1)).choose(View(table, 0), decision)
    assert choice is not None
    assert set(decision.text(table, 0, choice).split()) == {code(face(word)) for word in ("3T", "4V", "7K")}


# How well it plays

@pytest.mark.parametrize(("game", "seats", "games", "bound"), [
    (GRID, 2, 40, 0.85), (GRID, 4, 16, 0.6), (gp.grid_poker(gp.Options(bidding=True)), 3, 9, 0.6), (GRID, 1, 12, 0.55),
    (rp.regular_poker(), 2, 12, 0.7), (rp.regular_poker(rp.Options(game="texas_holdem")), 2, 12, 0.7),
])
def test_casual_beats_random(game: Game, seats: int, games: int, bound: float) -> None:
    result = measure(game, seats, ["casual", *["random"] * (seats - 1)], games, 1)
    assert result.games == games
    assert result.rate > bound > result.expected / games
    assert result.seconds / result.decisions < 0.05, "a decision takes less than 50 ms"


def test_bots_of_one_level_win_as_often_as_chance_has_it() -> None:
    result = measure(GRID, 3, ["random"] * 3, 120, 1)
    low, high = result.interval
    assert low < 1 / 3 < high


# The measure

def test_every_seat_is_as_often_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[int] = []

    class Noting(Bot):
        def __init__(self, rng: Random) -> None:
            self.rng = rng
            self.is_noted = False

        def choose(self, view: View, decision: Decision) -> Choice | None:
            if not self.is_noted:
                sides.append(view.side)
                self.is_noted = True
            return decision.sample(self.rng)

    monkeypatch.setitem(BOTS["grid poker"], "noting", Noting)
    measure(GRID, 3, ["noting", "random", "random"], 12, 1)
    assert [sides.count(side) for side in range(3)] == [4, 4, 4]


def test_a_shared_win_counts_as_a_part_and_all_parts_make_one() -> None:
    shared = gp.grid_poker(gp.Options(final_tiebreak="shared"))
    wins = [one_game(shared, 2, ["random", "random"], 1, number).wins for number in range(60)]
    assert set(wins) == {0.0, 0.5, 1.0}


def test_wilsons_interval_is_the_known_one() -> None:
    assert [round(bound, 4) for bound in wilson(8, 10)] == [0.4902, 0.9433]
    assert [round(bound, 4) for bound in wilson(0, 10)] == [0.0, 0.2775]
    assert [round(bound, 4) for bound in wilson(10, 10)] == [0.7225, 1.0]


def test_results_add_up() -> None:
    result = Result(2, 1.5, 1.0, 10, 0.1, 0.02).plus(Result(2, 2.0, 1.0, 10, 0.3, 0.03))
    assert (result.games, result.wins, result.rate, result.slowest) == (4, 3.5, 0.875, 0.03)
    assert "3.5" in result.text()
    assert "20.00 ms of 20 decisions" in result.text()


def test_the_command_tells_the_same_with_one_process_or_two(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        words = ["grid-poker", "--bot", "random", "--games", "12", "--seed", "3", "--option", "bidding=true"]
        assert main([*words, "--processes", processes]) == 0
        told.append([line for line in capsys.readouterr().out.splitlines() if "decision" not in line])
    assert told[0] == told[1]
    assert told[0][0] == "Grid Poker, 2 seats: random against random, seed 3"
    assert any(line.startswith("win rate") for line in told[0])


@pytest.mark.parametrize(("words", "sentence"), [
    (["grid-poker", "--bot", "genius"], "The levels of grid poker are random and casual"),
    (["whist"], "There is no game 'whist'"),
    (["grid-poker", "--seats", "9"], "1 to 6 players"),
    (["grid-poker", "--games", "0"], "At least one game"),
    (["grid-poker", "--processes", "0"], "At least one process"),
    (["grid-poker", "--option", "tied_hands=split"], "tied_hands can be share, first_in_order, not split."),
])
def test_the_command_refuses_with_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(words) == 2
    assert sentence in capsys.readouterr().err
