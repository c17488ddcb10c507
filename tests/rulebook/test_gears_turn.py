"""Gears of Industry: the turn but for entry and clash, GI-R1 to GI-R12, GI-R26 to GI-R29, GI-R47 to GI-R59."""

from collections import Counter

import pytest

from techdeck.cards import stand_in
from techdeck.effects import draw
from techdeck.events import Shuffled
from techdeck.games.gears_of_industry import (
    BOOSTED,
    DECK,
    FACING,
    FACTORY,
    HAND,
    HOME,
    LEFTOVERS,
    MARKET_DISCARD,
    MARKET_HOME,
    NEUTRAL,
    PAID,
    SPOTS,
    TURN,
    Options,
    gears_of_industry,
)
from techdeck.rules import do
from techdeck.table import EMPTY, PASS, Rule, Table
from tests.rulebook.gears_tables import (
    A_TURN,
    AFTER_ENTRY,
    HOMEWARD,
    NOTHING,
    act,
    at,
    check,
    everywhere,
    factory,
    hand,
    in_order,
    lies,
    offered,
    paid,
    points,
)
from tests.rulebook.tables import asked, at_random, history, pass_on, these

THRIFTY = "deck 1-6K 1-6S 1-7T 1-7V"
WITHOUT_EFFECTS = stand_in({})
BRIEF = Options(turn_cap=8)


def plain_game(seats: int, seed: int, listen: bool = False) -> Table:
    """A game without effects, up to the start search."""
    table = gears_of_industry(BRIEF, WITHOUT_EFFECTS, {}).start(seats, seed, listen=listen)
    for seat in range(seats):
        table.act(seat, THRIFTY)
    return table


def active(table: Table) -> int:
    return (table.first + TURN.get(table)) % table.sides


# The frame


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (2, 2), (3, 2), (4, 3)])
def test_gi_r1_gi_q12_turns_go_clockwise_from_the_first_player(seats: int, first: int) -> None:
    hands = "\n".join(f"hand {seat}: 1T" for seat in range(1, seats + 1))
    table = at(f"first: {first}\n{hands}\nplay: turns", seats, options=Options(turn_cap=2))
    found = history(table)
    turns = [(first - 1 + turn) % seats + 1 for turn in range(2 * seats)]
    assert found == [f"{seat} build" for seat in turns]


FULL_TURN = """
    turns played: 2
    deck 1: 13K
    hand 1: 1T 1K 2S 4S 5S 6S 7S 8S 9S 10S
    factory 1: 4T:R 5T:R 6T:U
    M1 1: 7K 8K
    M2 1: 9K 10K 11K
    factory 2: 2T:U
    neutral M1: 3K 3S
    neutral M2: 4K 12S
    market deck: 1V 2V 3V 4V
"""


def test_gi_r2_the_steps_of_a_turn_come_in_their_order() -> None:
    table = at(FULL_TURN + f"play: {A_TURN}", texts={"7K": NOTHING, "3K": NOTHING})
    assert "13K" in lies(table, "hand 1")  # T1
    for step, answer in [
        ("1 build", "1T left"), ("1 enter", "1K M1"), ("1 pay", "pooled"), ("1 enter", "pass"), ("1 pay with", "4T"),
        ("1 rotate", "pass"), ("1 use", "3K"), ("1 clash", "M1"), ("1 boost", "pass"), ("2 boost", "pass"),
        ("2 remove", "7K"), ("2 renew", "pass"), ("1 clash", "M2"), ("1 boost", "pass"), ("2 boost", "pass"),
        ("2 remove", "9K"), ("2 renew", "pass"), ("1 rotate", "pass"), ("2 rotate", "pass"),
        ("1 discard", "4S"), ("1 discard", "5S"),
    ]:
        assert asked(table) == [step]
        act(table, f"1 {answer}" if step.startswith("1") else f"2 {answer}")
    assert table.is_over
    assert TURN.get(table) == 3


def test_gi_r2_there_is_no_going_back_to_an_earlier_step() -> None:
    order = {"build": 2, "enter": 3, "pay": 3, "pay with": 3, "use": 4, "clash": 5, "boost": 5, "remove": 5, "renew": 5,
             "discard": 7}
    for seed in range(8):
        table = plain_game(2 + seed % 3, seed)
        turn, step = -1, 0
        for position in at_random(table, seed):
            if position.pending and position.pending[0].verb in order:
                if TURN.get(position) != turn:
                    turn, step = TURN.get(position), 0
                now = order[position.pending[0].verb]
                assert now >= step
                step = now


# T1


def test_gi_r3_the_active_player_draws_exactly_one_card() -> None:
    table = at("turns played: 2\ndeck 1: 5K 6K\ndeck 2: 7K\nmarket deck: 8K\nhand 1: 1T\nplay: draw, factory")
    check(table, {"hand 1": "1T 5K", "deck 1": "6K", "hand 2": "", "deck 2": "7K", "market deck": "8K"})
    assert asked(table) == ["1 build"]  # nobody was asked whether to draw


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_r4_gi_q13_only_the_very_first_turn_goes_without_a_draw(seats: int) -> None:
    places = "\n".join(f"hand {seat}: 1T\ndeck {seat}: 5K 6K 7K" for seat in range(1, seats + 1))
    table = at(f"first: 2\n{places}\nplay: turns", seats)
    for turn in range(2 * seats):
        seat = (1 + turn) % seats + 1
        assert asked(table) == [f"{seat} build"]
        rounds = turn // seats
        wanted = rounds + (1 if turn else 0) if seat != 2 else rounds
        assert len(lies(table, f"hand {seat}")) == 1 + wanted
        act(table, f"{seat} pass")


def test_gi_r5_gi_q63_gi_q65_with_nothing_to_draw_play_goes_on() -> None:
    table = at("turns played: 2\nhand 1: 1T\nplay: turns")
    assert (asked(table), lies(table, "hand 1")) == (["1 build"], ["1T"])
    act(table, "1 pass")
    # Player 2 has nothing at all: the turn passes, and player 1 is asked again.
    assert (asked(table), TURN.get(table), points(table)) == (["1 build"], 4, [0, 0])


# T2


def test_gi_r6_gi_q14_one_technology_card_or_none() -> None:
    table = at("hand 1: 1T 2T 3K\nplay: factory, clash, clean-up")
    assert asked(table) == ["1 build"]
    assert offered(table) == sorted([
        *[f"{card} {way}" for card in ("1T", "2T") for way in ("upright", "right", "upside-down", "left")], "pass"])
    act(table, "1 2T upright")
    assert table.is_over  # never two
    check(table, {"hand 1": "1T 3K", "factory 1": "2T:U"})
    table = at("hand 1: 1T\nplay: factory")
    act(table, "1 pass")
    check(table, {"hand 1": "1T", "factory 1": ""})


@pytest.mark.parametrize(("way", "letter"), [("upright", "U"), ("right", "R"), ("upside-down", "D"), ("left", "L")])
def test_gi_r7_in_any_orientation(way: str, letter: str) -> None:
    table = at("hand 1: 1T\nplay: factory")
    act(table, f"1 1T {way}")
    assert factory(table, 1) == f"1T:{letter}"


def test_gi_r8_it_costs_nothing_and_works_at_once() -> None:
    table = at("hand 1: 5T 5K\nfactory 1: 1T:U\nplay: factory, enter")
    act(table, "1 5T right")
    assert factory(table, 1) == "1T:U 5T:R"
    act(table, "1 5K M1")
    assert paid(table, 1) == "5T"
    table = at("hand 1: 5T\nM1 1: 5K 5S 5V\nplay: factory, enter, clash")
    act(table, "1 5T upright", "1 M1")
    assert offered(table) == ["5T", "pass"]


def test_gi_r9_no_basic_rule_ever_discards_a_factory_card() -> None:
    seen = 0
    for seed in range(6):
        table = plain_game(2 + seed % 3, seed)
        built: dict[int, set[int]] = {side: set() for side in range(table.sides)}
        for position in at_random(table, seed):
            for side in range(position.sides):
                now = {int(position.face[back]) for back in FACTORY.of(position, side)}
                assert built[side] <= now
                built[side] = now
        seen += sum(len(cards) for cards in built.values())
    assert seen > 20


# Orientation


@pytest.mark.parametrize(("before", "after"), [("U", "R"), ("R", "D"), ("D", "L"), ("L", "U")])
def test_gi_r10_a_rotation_is_a_quarter_clockwise(before: str, after: str) -> None:
    table = at(f"factory 1: 5T:{before}\nplay: {'enter' if before in 'RL' else 'rotate'}")
    act(table, "1 5T")
    assert factory(table, 1) == f"5T:{after}"


@pytest.mark.parametrize("orientation", "URDL")
def test_gi_r11_gi_q15_vertical_cards_boost_horizontal_ones_pay(orientation: str) -> None:
    is_vertical = orientation in "UD"
    table = at(f"factory 1: 5T:{orientation}\nhand 1: 5K 3S\nplay: enter")
    assert (asked(table) == ["1 enter"]) is not is_vertical
    table = at(f"factory 1: 5T:{orientation}\nM1 1: 5K 5S 5V\nplay: clash")
    act(table, "1 M1")
    assert (asked(table) == ["1 boost"]) is is_vertical


def test_gi_r12_gi_r50_gi_q20_cards_turn_only_in_t3_and_t6_and_at_most_twice_in_the_own_turn() -> None:
    turned_in = Counter[str]()
    for seed in range(10):
        table = plain_game(2 + seed % 3, seed)
        facings: dict[int, int] = {}
        turns: Counter[int] = Counter()
        turn = 0
        verb = ""
        for position in at_random(table, seed):
            if TURN.get(position) != turn:
                turn = TURN.get(position)
                fresh: Counter[int] = Counter()
            else:
                fresh = turns
            for side in range(position.sides):
                for back in FACTORY.of(position, side):
                    number = int(position.face[back])
                    now = FACING.get(position, number)
                    if number in facings and facings[number] != now:
                        assert (facings[number] + 1) % 4 == now
                        assert verb in ("pay", "pay with", "rotate", "enter")
                        turned_in[verb] += 1
                        turns[number] += 1
                        whose = active(position) if fresh is turns else (active(position) - 1) % position.sides
                        assert turns[number] <= (2 if side == whose else 1)
                        if side != whose:
                            assert now % 2 == 1  # only in the own turn a horizontal card becomes vertical
                    facings[number] = now
            turns = fresh
            verb = position.pending[0].verb if position.pending else ""
    assert turned_in["rotate"] > 20
    assert turned_in["pay with"] + turned_in["pay"] + turned_in["enter"] > 20


# T4

EFFECTS = """
    hand 1: 10K
    M1 1: 5K
    M2 1: 6K
    factory 1: 9T:U
    M1 2: 7K
    M2 2: 8K
    neutral M1: 3K 3S
    neutral M2: 4K 4S
    deck 1: 1S 2S
"""
EVERY_TEXT: dict[str, Rule] = {card: NOTHING for card in ["10K", "5K", "6K", "9T", "7K", "8K", "3K", "3S", "4K", "4S"]}


def test_gi_r26_gi_q26_the_effect_of_one_own_market_card_or_neutral_card_or_none() -> None:
    table = at(EFFECTS + "play: effect, clash", texts=EVERY_TEXT)
    assert (asked(table), offered(table)) == (["1 use"], these("5K 6K 3K 3S 4K 4S pass"))
    act(table, "1 4S")
    assert table.is_over  # one only
    table = at(EFFECTS + "play: effect, clash", texts=EVERY_TEXT)
    act(table, "1 pass")
    assert table.is_over


def test_gi_r27_no_factory_hand_or_foreign_card_not_even_the_partners() -> None:
    text = EFFECTS.replace("M1 2: 7K", "M1 3: 7K").replace("M2 2: 8K", "M2 3: 8K")
    table = at(text + "play: effect", 4, texts=EVERY_TEXT)
    assert offered(table) == these("5K 6K 3K 3S 4K 4S pass")


def test_gi_r27_a_card_that_entered_this_turn_qualifies() -> None:
    table = at("hand 1: 5K\nfactory 1: 5T:R\nplay: enter, effect", texts={"5K": NOTHING})
    act(table, "1 5K M2")
    assert (asked(table), offered(table)) == (["1 use"], ["5K", "pass"])


def test_gi_r28_the_used_card_stays_and_may_be_used_again_by_anyone_entitled() -> None:
    table = at(EFFECTS + "turns played: 2\nplay: turns", texts={"3K": NOTHING, "5K": NOTHING})
    pass_on(table, "use")
    act(table, "1 3K")
    pass_on(table, "use")
    assert (asked(table), offered(table)) == (["2 use"], ["3K", "pass"])
    act(table, "2 3K")
    assert "3K" in lies(table, "neutral M1")
    pass_on(table, "use")
    assert (asked(table), offered(table)) == (["1 use"], ["3K", "5K", "pass"])
    act(table, "1 5K")
    assert lies(table, "M1 1") == ["5K"]
    pass_on(table, "use")
    assert offered(table) == ["3K", "pass"]  # player 2, who has no right to 5K
    act(table, "2 pass")
    pass_on(table, "use")
    assert offered(table) == ["3K", "5K", "pass"]


def test_gi_r29_no_other_step_allows_effects_and_what_is_drawn_cannot_enter() -> None:
    table = at(
        EFFECTS.replace("9T:U", "1T:R 2T:R") + f"turns played: 2\nplay: enter, {AFTER_ENTRY}",
        texts={"5K": draw(2).rule})
    assert asked(table) == ["1 rotate"]  # 10K costs more than 6
    act(table, "1 pass", "1 5K")
    assert {"1S", "2S"} <= set(lies(table, "hand 1"))
    found = history(table)
    assert not any(line.endswith(("enter", "use", "build")) for line in found)


# T6

ROTATING = """
    factory 1: 1T:U 2T:D:paid 3T:R
    factory 2: 4T:D:boosted 5T:L
    factory 3: 6T:U 7T:U
    M1 2: 2K 2S 2V
    M2 2: 3K 3S 3V
"""


def test_gi_r47_gi_q53_all_rotate_once_per_turn_however_many_clashes_there_were() -> None:
    text = "first: 2\n" + ROTATING
    for clashes in (0, 1, 2):
        table = at(text + "play: clash, rotate, discard, clean-up", 3)
        for market in ("M1", "M2")[:clashes]:
            while asked(table) != ["2 clash"]:
                decision = table.pending[0]
                table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
            act(table, f"2 {market}")
        found = history(table)
        assert [line for line in found if line.endswith("rotate")] == ["2 rotate", "3 rotate", "1 rotate"]
        assert found[-3:] == ["2 rotate", "3 rotate", "1 rotate"]


def test_gi_r48_gi_r49_gi_q54_active_player_first_each_any_subset_of_the_own_vertical_cards() -> None:
    table = at("first: 2\n" + ROTATING + "play: rotate", 3)
    assert (asked(table), offered(table)) == (["2 rotate"], ["4T", "pass"])  # also though it is boosted
    act(table, "2 4T")
    assert factory(table, 2) == "4T:L 5T:L"
    assert (asked(table), offered(table)) == (["3 rotate"], ["6T", "6T 7T", "7T", "pass"])
    act(table, "3 6T 7T")
    assert factory(table, 3) == "6T:R 7T:R"
    assert (asked(table), offered(table)) == (["1 rotate"], ["1T", "1T 2T", "2T", "pass"])  # also though 2T is paid
    act(table, "1 2T")
    assert factory(table, 1) == "1T:U 2T:L 3T:R"
    assert table.is_over


def test_gi_r48_nobody_must_rotate() -> None:
    table = at(ROTATING + "play: rotate", 3)
    act(table, "1 pass", "2 pass", "3 pass")
    assert [factory(table, seat) for seat in (1, 2, 3)] == ["1T:U 2T:D 3T:R", "4T:D 5T:L", "6T:U 7T:U"]


# T7 and T8


@pytest.mark.parametrize("size", [0, 6, 7, 8, 11])
def test_gi_r51_the_active_player_discards_down_to_exactly_7(size: int) -> None:
    cards = [f"{value}K" for value in range(1, size + 1)]
    table = at(f"hand 1: {' '.join(cards)}\nhand 2: 1S 2S 3S 4S 5S 6S 7S 8S 9S\nplay: discard")
    for card in cards[:max(0, size - 7)]:
        assert asked(table) == ["1 discard"]
        assert "pass" not in offered(table)
        act(table, f"1 {card}")
    assert table.is_over
    assert len(lies(table, "hand 1")) == min(size, 7)
    assert lies(table, "discard 1") == sorted(cards[:max(0, size - 7)])
    assert len(lies(table, "hand 2")) == 9  # GI-Q55: not checked


def test_gi_q55_other_hands_are_not_checked_until_their_own_t7() -> None:
    table = at("turns played: 2\nhand 1: 1T\nhand 2: 1S 2S 3S 4S 5S 6S 7S 8S\nplay: turns")
    act(table, "1 pass")
    assert (asked(table), len(offered(table))) == (["2 discard"], 8)


def test_gi_r52_gi_q21_marks_end_and_a_card_that_paid_may_boost_in_the_next_turn() -> None:
    table = at(f"""
        turns played: 2
        hand 1: 5K
        factory 1: 5T:R
        M1 2: 6K 6S 6V
        play: enter, {AFTER_ENTRY}, turns
    """)
    act(table, "1 5K M1", "1 pass")
    assert TURN.get(table) == 3
    act(table, "2 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["5T", "pass"])


def test_gi_r53_the_seat_to_the_left_becomes_active() -> None:
    table = at("first: 3\nhand 3: 1T\nhand 4: 1T\nhand 1: 1T\nplay: turns", 4)
    assert asked(table) == ["3 build"]
    act(table, "3 pass")
    assert asked(table) == ["4 build"]
    act(table, "4 pass")
    assert asked(table) == ["1 build"]


# Upkeep


def drop_neutral(table: Table, seat: int, it: int) -> None:
    """Discard every neutral card."""
    for zone in NEUTRAL:
        for back in zone.of(table):
            if back != EMPTY:
                table.game.words.dismiss(table, back, zone, seat)


def take_neutral(table: Table, seat: int, it: int) -> None:
    """Take every neutral card of the first market into hand."""
    for back in NEUTRAL[0].of(table):
        if back != EMPTY:
            table.move(back, NEUTRAL[0], HAND, seat)


DROP_NEUTRAL: Rule = do(drop_neutral)
TAKE_NEUTRAL: Rule = do(take_neutral)


def test_gi_r54_empty_slots_are_filled_after_an_effect_m1_before_m2() -> None:
    table = at(
        "M1 1: 5K\nneutral M1: 3K 3S\nneutral M2: 4K 4S\nmarket deck: 1S 2S 6S 7S 8S\nplay: effect",
        texts={"5K": DROP_NEUTRAL}, options=HOMEWARD)
    act(table, "1 5K")
    assert [in_order(table, f"neutral M{market}") for market in (1, 2)] == [["1S", "2S"], ["6S", "7S"]]
    check(table, {"market discard": "3K 3S 4K 4S", "market deck": "8S"})


def test_gi_r54_without_cards_a_slot_stays_empty_and_hands_are_formed_without_it() -> None:
    table = at(
        "M1 1: 5K 6K 7K\nM1 2: 1S\nneutral M1: 9S 9K\nneutral M2: 4K 4S\nplay: effect, clash",
        texts={"5K": TAKE_NEUTRAL})
    act(table, "1 5K")
    assert [in_order(table, f"neutral M{market}") for market in (1, 2)] == [["-", "-"], ["4K", "4S"]]
    assert hand(table, 1, 1) == "High card (7,6,5,0,0)"
    act(table, "1 M1")
    assert points(table) == [1, 0]
    assert asked(table) == ["2 remove"]
    act(table, "2 5K")
    assert table.is_over  # no neutral card to be replaced


def test_gi_r54_it_is_filled_as_soon_as_a_card_is_available() -> None:
    table = at(
        "M1 1: 5K\nhand 1: 1K 2K 3K 6K 7K 8K 10K\nneutral M1: 9S 9K\nneutral M2: 4K 4S\nplay: effect, discard",
        texts={"5K": TAKE_NEUTRAL}, options=HOMEWARD)
    act(table, "1 5K")
    assert asked(table) == ["1 discard"]
    act(table, "1 9K", "1 1K")
    check(table, {"neutral M1": "9K", "market discard": "", "discard 1": "1K"})
    assert table.is_over


def test_gi_r54_also_by_a_replaced_market_card() -> None:
    table = at("hand 1: 5S\nfactory 1: 5T:R\nM1 1: 2K@M 3K 4K\nneutral M1: - 9K\nneutral M2: 4S 4V\nplay: enter",
               options=HOMEWARD)
    act(table, "1 5S M1 for 2K")
    assert in_order(table, "neutral M1") == ["2K", "9K"]
    assert (lies(table, "market discard"), lies(table, "market deck")) == ([], [])


def test_gi_r54_also_by_a_market_card_that_the_winner_loses() -> None:
    table = at("M1 1: 2K@M 3K 5K\nneutral M1: 9K 8V\nneutral M2: 4S -\nplay: clash", options=HOMEWARD)
    act(table, "1 M1", "2 2K", "2 pass")
    assert in_order(table, "neutral M2") == ["4S", "2K"]
    assert (lies(table, "market discard"), lies(table, "market deck")) == ([], [])


def test_gi_r54_one_missing_card_is_taken_from_the_reshuffled_discard() -> None:
    table = at(
        "M1 1: 5K\nneutral M1: 3K 3S\nneutral M2: 4K 4S\nmarket deck: 1S\nmarket discard: 2S\nplay: effect",
        texts={"5K": DROP_NEUTRAL}, options=HOMEWARD)
    act(table, "1 5K")
    assert in_order(table, "neutral M1")[0] == "1S"
    everything = [card for place in ("neutral M1", "neutral M2", "market deck", "market discard")
                  for card in lies(table, place)]
    assert sorted(everything) == these("1S 2S 3K 3S 4K 4S")
    assert "-" not in in_order(table, "neutral M1") + in_order(table, "neutral M2")


def test_gi_r55_gi_q61_what_is_in_the_deck_is_taken_first_then_the_discard_shuffled() -> None:
    for seed in range(12):
        table = at("M1 1: 5K\ndeck 1: 1S 2S\ndiscard 1: 3S 4S 6S\nplay: effect", texts={"5K": draw(3).rule}, seed=seed)
        act(table, "1 5K")
        assert {"1S", "2S"} <= set(lies(table, "hand 1"))
        assert (len(lies(table, "hand 1")), len(lies(table, "deck 1")), lies(table, "discard 1")) == (3, 2, [])


def test_gi_r55_the_shuffle_happens_only_when_a_card_is_needed() -> None:
    table = at("M1 1: 5K\ndeck 1: 1S 2S\ndiscard 1: 3S 4S\nplay: effect", texts={"5K": draw(2).rule})
    act(table, "1 5K")
    check(table, {"hand 1": "1S 2S", "deck 1": "", "discard 1": "3S 4S"})
    table = at("M1 1: 2K 3K 4K\nneutral M1: 7K 8S\nmarket deck: 1S\nmarket discard: 2S\nplay: clash")
    act(table, "1 M1", "2 2K", "2 7K")
    check(table, {"neutral M1": "1S 8S", "market deck": "", "market discard": "2S 7K"})


def test_gi_q62_a_neutral_card_just_discarded_is_part_of_the_reshuffle() -> None:
    found = set()
    for seed in range(30):
        table = at("M1 1: 2K 3K 4K\nneutral M1: 7K 8S\nmarket discard: 2S\nplay: clash", seed=seed)
        act(table, "1 M1", "2 2K", "2 7K")
        assert lies(table, "market discard") == []
        found.update(lies(table, "neutral M1"))
    assert found == {"2S", "7K", "8S"}


def test_gi_r56_if_there_are_too_few_as_many_as_there_are() -> None:
    table = at("M1 1: 5K\ndeck 1: 1S\ndiscard 1: 3S\ndeck 2: 9S\nplay: effect", texts={"5K": draw(5).rule})
    act(table, "1 5K")
    check(table, {"hand 1": "1S 3S", "deck 1": "", "discard 1": "", "deck 2": "9S"})


def test_gi_r57_gi_q65_every_decision_has_a_choice_and_only_two_are_forced() -> None:
    forced = {"bring", "pay", "pay with", "remove", "discard"}  # how to pay follows from the wish to enter
    seen = set()
    for seed in range(8):
        table = gears_of_industry(BRIEF, WITHOUT_EFFECTS, {}).start(2 + seed % 3, seed)
        for position in at_random(table, seed):
            for decision in position.pending:
                seen.add(decision.verb)
                assert len(decision) > 0
                assert (PASS in decision) == (decision.verb not in forced)
                if decision.verb == "discard":
                    assert len(HAND.of(position, decision.seat)) > 7
                if decision.verb == "remove":
                    assert any(zone.of(position, side) for zone in SPOTS for side in range(position.sides))
    assert seen == forced | {"search", "build", "enter", "rotate", "clash", "boost", "renew"}


def tuple_of_marks(table: Table, back: int) -> tuple[int, int, int]:
    number = table.face[back]
    return FACING.get(table, number), PAID.get(table, number), BOOSTED.get(table, number)


def homes(table: Table) -> Counter[int]:
    return Counter(HOME.get(table, back) for back in everywhere(table))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_r58_the_cards_of_every_home_are_always_as_many_and_technology_keeps_to_its_places(seats: int) -> None:
    for seed in range(3):
        table = gears_of_industry(BRIEF).start(seats, seed)
        for seat in range(seats):
            table.act(seat, THRIFTY)
        count = homes(table)
        assert [count[home] for home in range(1, seats + 1)] == [26] * seats
        assert count[MARKET_HOME] == 30
        places = {"deck", "discard", "hand", "factory", "picked", "leftovers", "expelled", "held", "shown", "passing",
                  "aside", "waiting"}
        for position in at_random(table, seed):
            assert homes(position) == count
            for zone in position.game.zones:
                if zone.name not in places:
                    for side in range(1 if zone.shared else seats):
                        assert not any(position.card(back).domain_number == 3 for back in zone.of(position, side)
                                       if back != EMPTY)


def test_gi_r59_chance_enters_only_through_shuffles() -> None:
    """After the first player and the Market deck are drawn."""
    table = plain_game(3, 5, listen=True)
    before = table.chances
    act(table, "1 pass", "2 1T", "3 pass")
    assert table.chances == before + 3  # each player's deck is shuffled
    assert table.log is not None
    table.log.clear()
    before = table.chances
    for position in at_random(table, 5):
        assert position.log is not None
        shuffles = sum(isinstance(event, Shuffled) for event in position.log)
        assert position.chances == before + shuffles


def test_gi_r59_all_else_follows_from_choices() -> None:
    """Two tables that differ only in the seed go the same way as long as nothing is shuffled."""
    text = FULL_TURN + f"play: {A_TURN}"
    one, other = at(text, seed=1), at(text, seed=2)
    for position in at_random(one, 3):
        if position.pending:
            assert asked(other) == asked(position)
            break
    pass_on(one)
    pass_on(other)
    for place in ("hand 1", "M1 1", "M2 1", "discard 1", "neutral M1", "market deck"):
        assert in_order(one, place) == in_order(other, place)


def test_gi_q64_endless_play_ends_by_the_turn_cap() -> None:
    table = at("play: turns")
    assert table.is_over
    assert TURN.get(table) == 100


def test_gi_q70_printed_effects_leave_orientation_and_marks_alone() -> None:
    used = 0
    for seed in range(12):
        table = gears_of_industry(BRIEF).start(2, seed)
        before: dict[tuple[int, int], tuple[int, int, int]] = {}
        verb, turn = "", 0
        for position in at_random(table, seed):
            now = {(side, int(position.face[back])): tuple_of_marks(position, back) for side in range(2)
                   for back in FACTORY.of(position, side)}
            if verb not in ("pay", "pay with", "enter", "rotate", "boost") and TURN.get(position) == turn:
                used += verb == "use"
                assert all(now[card] == marks for card, marks in before.items() if card in now)
            before, turn = now, TURN.get(position)
            verb = position.pending[0].verb if position.pending else ""
    assert used > 30


def test_gi_q67_nobody_looks_through_a_deck() -> None:
    for seed in range(3):
        table = plain_game(2, seed)
        act(table, "1 pass", "2 pass")
        for position in at_random(table, seed):
            for side in (0, 1):
                for back in DECK.of(position, side):
                    assert position.knowers[back] == 0
            assert all(position.knowers[back] == 0 for back in LEFTOVERS.of(position))
            assert all(position.knows(2, back) for back in MARKET_DISCARD.of(position))
