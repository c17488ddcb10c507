"""Grid Poker: components, zones and setup, GP-S01 to GP-S29."""

from collections import Counter
from itertools import combinations

import pytest

from techdeck.cards import DECK_SIZE, LETTERS, code, edition, face, stand_in
from techdeck.deck import GENERAL, Print
from techdeck.effects import cards_in_play, discard, draw, effect
from techdeck.games.grid_poker import (
    COMMITTED,
    COMPANY,
    COMPANY_LINE,
    DECK,
    DISCARD,
    EXPELLED,
    HAND,
    HAND_LINE,
    LINE_NAMES,
    MARKET,
    NO_LINE,
    POINTS,
    ROUND,
    USED,
    Options,
    grid_poker,
)
from techdeck.position import play, written
from techdeck.rules import choose
from techdeck.table import PASS, Table
from techdeck.views import View
from tests.rulebook.tables import (
    DUEL,
    NOTHING,
    POKER,
    all_cards,
    asked,
    at,
    at_random,
    choices,
    deck,
    knowers,
    lies,
    offered,
    pass_on,
    place_of,
    poker,
    texts_of,
    these,
)

ONE_DECK = [f"{value}{letter}" for letter in LETTERS[1:] for value in range(1, 14)] + ["W1", "W2"]
CARDS_OF_DEAL = """
    rest: deck
    deck: 1K 2K 3K 4K 5K 6K 7K 8K 9K  1S 2S 3S 4S 5S 6S 7S  1T 2T 3T 4T 5T W1 7T  1V 2V 3V 4V 5V 6V 7V
"""


def started(seats: int, seed: int = 1, options: Options | None = None) -> Table:
    return grid_poker(options or Options()).start(seats, seed)


def after_setup(table: Table) -> Table:
    while table.pending and table.pending[0].verb in ("company", "discard") and ROUND.get(table) == 0:
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
    return table


# Components and zones


def test_gp_s01_a_deck_has_52_domain_cards_and_two_wild_ones() -> None:
    assert all_cards(started(2)) == sorted(ONE_DECK)
    assert all_cards(started(5)) == sorted([*ONE_DECK, *[f"{card}'" for card in ONE_DECK]])


@pytest.mark.parametrize(("line", "cards"), [
    ("R1", "4K 11T 6S"), ("R2", "8V 8K 2S"), ("R3", "13T 3V 10K"),
    ("C1", "4K 8V 13T"), ("C2", "11T 8K 3V"), ("C3", "6S 2S 10K"),
])
def test_gp_s02_lines_are_three_rows_and_three_columns_of_the_market_in_reading_order(line: str, cards: str) -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", f"1 {line}", "2 pass")
    assert asked(table) == ["1 clear"]
    assert offered(table) == these(cards)


def test_gp_s02_the_market_is_dealt_in_reading_order() -> None:
    table = at(CARDS_OF_DEAL + "play: setup")
    assert written(table, "market") == "1K 2K 3K / 4K 5K 6K / 7K 8K 9K"


@pytest.mark.parametrize("seats", [1, 2, 4, 5])
def test_gp_s03_every_card_is_in_exactly_one_zone_at_every_moment(seats: int) -> None:
    table = started(seats, 7)
    everything = all_cards(table)
    assert len(everything) == len(set(everything)) == DECK_SIZE * (2 if seats > 4 else 1)
    for position in at_random(table, seats):
        assert all_cards(position) == everything


def test_gp_s04_nobody_sees_the_deck_but_everybody_its_size_and_the_top_comes_first() -> None:
    table = at(DUEL + f"play: {POKER}")
    assert all(knowers(table, card) == [] for card in deck(table))
    assert all(len(View(table, side).cards(DECK)) == 6 for side in range(3))
    assert all(View(table, side).known(DECK) == [] for side in range(3))
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass", "1 8K")
    assert lies(table, "hand 1") == these("12K 9S 1K")
    assert deck(table) == ["13K", "5V", "2K"]


def test_gp_s05_the_discard_is_public_at_any_time() -> None:
    table = after_setup(started(3))
    assert len(lies(table, "discard")) == 6
    assert all(knowers(table, card) == [1, 2, 3, 4] for card in lies(table, "discard"))
    assert [code(number) for number in View(table, 3).known(DISCARD)] == written(table, "discard").split()


def test_gp_s06_the_market_has_nine_cells_of_one_card_and_is_public_and_neutral() -> None:
    table = started(2)
    assert len(MARKET.of(table)) == MARKET.cells == 9
    assert MARKET.shared
    assert all(knowers(table, card) == [1, 2, 3] for card in lies(table, "market"))


def test_gp_s07_only_the_owner_sees_a_hand_and_everybody_its_size() -> None:
    table = started(3)
    for seat in (1, 2, 3):
        assert all(knowers(table, card) == [seat] for card in lies(table, f"hand {seat}"))
        assert all(len(View(table, side).cards(HAND, seat - 1)) == 7 for side in range(4))


def test_gp_s07_a_hand_has_no_limit_before_the_end_of_the_round() -> None:
    table = at(
        DUEL.replace("hand 1: 8S 5T 12K", "hand 1: 8S 5T 12K 1V 2V")
        + "play: hand effects, commitments, results, clearing, improvement, end of round",
        texts={"12K": draw(2).rule},
    )
    play(table, 1, "12K")
    assert len(lies(table, "hand 1")) == 7
    pass_on(table, "discard")
    assert (asked(table), len(lies(table, "hand 1"))) == (["1 discard"], 7)


def test_gp_s08_a_company_is_public_and_has_at_most_two_cards() -> None:
    table = started(3, 5)
    for position in at_random(table, 5):
        if position.pending and position.pending[0].verb != "leave":
            assert all(len(COMPANY.of(position, side)) <= 2 for side in range(3))
    table = after_setup(started(3))
    for seat in (1, 2, 3):
        assert len(lies(table, f"company {seat}")) == 2
        assert all(knowers(table, card) == [1, 2, 3, 4] for card in lies(table, f"company {seat}"))


def test_gp_s09_committed_cards_show_owner_line_and_number_but_no_faces_before_the_reveal() -> None:
    table = at(DUEL + f"play: {POKER}")
    table.log = []
    poker(table, "1 R2 8S 5T")
    told = [event.told(1, table.game.voice(["Ann", "Bob"])) for event in table.log]
    assert any(telling["words"] == "Ann goes for R2 with 2 hand cards." for telling in told)
    assert all("8S" not in str(telling) and "5T" not in str(telling) for telling in told)
    for side in (1, 2):
        assert len(View(table, side).cards(COMMITTED, 0)) == 2
        assert View(table, side).tally(HAND_LINE, 0) == LINE_NAMES.index("R2")
    assert knowers(table, "8S") == knowers(table, "5T") == [1]
    poker(table, "2 pass", "1 pass")
    assert knowers(table, "8S") == [1]
    poker(table, "2 pass")
    assert knowers(table, "8S") == knowers(table, "5T") == [1, 2, 3]


def test_gp_s09_all_committed_cards_of_a_player_lie_at_one_line_and_are_two_at_most() -> None:
    table = at(DUEL + f"play: {POKER}")
    for choice in texts_of(table, table.pending[0]):
        line, *cards = choice.split()
        assert choice == "pass" or (line in LINE_NAMES and 1 <= len(cards) <= 2)


def test_gp_s10_a_placed_company_stays_in_the_company_and_points_to_one_line() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", "1 C2")
    assert lies(table, "company 1") == these("3K 3S")
    assert View(table, 2).tally(COMPANY_LINE, 0) == LINE_NAMES.index("C2")
    poker(table, "2 pass")
    assert View(table, 2).tally(COMPANY_LINE, 1) == NO_LINE


def test_gp_s11_the_hand_card_in_use_is_public_and_neither_in_hand_nor_in_the_discard() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": effect(draw(2), discard(2)).rule})
    assert lies(table, "resolving 1") == []
    play(table, 1, "12K")
    assert lies(table, "resolving 1") == ["12K"]
    assert lies(table, "hand 1") == these("8S 5T 9S 1K")
    assert lies(table, "discard") == []
    assert knowers(table, "12K") == [1, 2, 3]
    play(table, 1, "9S", "1K")
    assert lies(table, "resolving 1") == []


def test_gp_s12_an_expelled_card_is_public_and_never_comes_back() -> None:
    table = at(
        DUEL.replace("hand 1: 8S 5T 12K", "hand 1: W1 5T 12K").replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S")
        + "discard: 2V 12S\n" + f"play: {POKER}")
    poker(table, "1 R2 W1 5T", "2 pass", "1 pass", "2 pass", "1 2S")
    assert (place_of(table, "W1"), knowers(table, "W1")) == ("expelled", [1, 2, 3])
    assert lies(table, "discard") == []
    assert "W1" not in deck(table) + lies(table, "hand 1") + lies(table, "market")


def test_gp_s13_one_seat_has_the_first_player_marker_and_everybody_sees_it() -> None:
    table = started(4)
    assert 0 <= table.first < 4
    assert all(View(table, side).first == table.first for side in range(5))


def test_gp_s14_points_are_public_numbers_from_0() -> None:
    table = started(3)
    assert [View(table, 3).tally(POINTS, side) for side in range(3)] == [0, 0, 0]
    for position in at_random(table, 4):
        assert min(POINTS.of(position)) >= 0
        assert [View(position, 3).tally(POINTS, side) for side in range(3)] == POINTS.of(position)


def test_gp_s15_everybody_sees_which_company_card_is_used() -> None:
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": NOTHING, "3S": NOTHING, "12K": NOTHING})
    play(table, 1, "3K")
    assert all(View(table, side).mark(USED, face("3K")) == 1 for side in range(3))
    assert all(View(table, side).mark(USED, face("3S")) == 0 for side in range(3))


def test_gp_s16_in_play_are_the_market_and_all_companies_and_nothing_else() -> None:
    table = at(
        DUEL + "discard: 4V 4S\nplay: hand effects",
        texts={"12K": choose("pick", cards_in_play, then=NOTHING)},
    )
    play(table, 1, "12K")
    assert lies(table, "resolving 1") == ["12K"]
    assert offered(table) == these("4K 11T 6S 8V 8K 2S 13T 3V 10K 3K 3S 6V 9T")


def test_gp_s16_committed_cards_are_not_in_play() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T")
    assert sorted(code(table.face[back]) for back in cards_in_play(table, 0, 0)) == these(
        "4K 11T 6S 8V 8K 2S 13T 3V 10K 3K 3S 6V 9T")


def test_gp_s17_gp_q37_a_card_shown_and_taken_back_is_hidden_in_the_hand_but_stays_in_the_log() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 13V", "1 pass")
    table.log = []
    poker(table, "2 pass", "1 8K")
    assert knowers(table, "13V") == [1, 2, 3]
    play(table, 2, "return")
    assert lies(table, "hand 2") == these("13V 7S 1T")
    assert knowers(table, "13V") == [2]
    assert face("13V") in View(table, 0).remembered(HAND, 1)
    told = [event.told(0, table.game.voice(["Ann", "Bob"])) for event in table.log]
    assert any(telling["what"] == "show" and telling["card"] == "13V" for telling in told)


# Setup


@pytest.mark.parametrize(("seats", "cards"), [(1, 54), (2, 54), (3, 54), (4, 54), (5, 108), (6, 108)])
def test_gp_s20_one_deck_for_up_to_four_players_two_for_more(seats: int, cards: int) -> None:
    assert started(seats).cards == cards


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_gp_s20_gp_v01_gp_q65_one_or_two_decks_can_be_chosen_for_any_number_of_players(seats: int) -> None:
    assert [started(seats, options=Options(decks=decks)).cards for decks in (1, 2)] == [54, 108]


def test_gp_s21_nine_cards_from_the_top_of_the_shuffled_deck_make_the_market_wild_ones_included() -> None:
    game = grid_poker()
    with_wild = 0
    for seed in range(30):
        shuffled = deck(game.bare(3, seed))
        table = game.start(3, seed)
        assert [card for card in written(table, "market").split() if card != "/"] == shuffled[:9]
        with_wild += any(card in shuffled[:9] for card in ("W1", "W2"))
    assert with_wild > 0
    assert len({tuple(deck(game.bare(3, seed))) for seed in range(30)}) == 30


def test_gp_s21_every_card_is_as_likely_as_any_other_to_be_dealt_first() -> None:
    game = grid_poker()
    first = Counter(deck(game.bare(2, seed))[0] for seed in range(2700))
    assert sorted(first) == sorted(ONE_DECK)
    assert all(20 <= count <= 85 for count in first.values())


def test_gp_s22_gp_q66_seat_1_gets_the_next_seven_cards_then_seat_2_whoever_is_first() -> None:
    for first in (1, 2, 3):
        table = at(f"first: {first}\n" + CARDS_OF_DEAL + "play: setup", 3)
        assert lies(table, "hand 1") == these("1S 2S 3S 4S 5S 6S 7S")
        assert lies(table, "hand 2") == these("1T 2T 3T 4T 5T W1 7T")
        assert lies(table, "hand 3") == these("1V 2V 3V 4V 5V 6V 7V")


def test_gp_s23_the_rest_is_the_deck_the_discard_is_empty_points_are_0_and_round_1_begins() -> None:
    table = started(3)
    assert len(deck(table)) == 54 - 9 - 21
    assert lies(table, "discard") == []
    assert POINTS.of(table) == [0, 0, 0]
    assert ROUND.get(after_setup(table)) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gp_s24_every_player_is_equally_likely_to_be_first(seats: int) -> None:
    game = grid_poker()
    deals = 300 * seats
    counts = Counter(game.bare(seats, seed).first for seed in range(deals))
    assert sorted(counts) == list(range(seats))
    assert all(240 <= count <= 360 for count in counts.values())


def test_gp_s25_gp_r70_in_turn_order_each_player_puts_two_of_seven_cards_face_up_as_company() -> None:
    table = at("first: 2\n" + CARDS_OF_DEAL + "play: setup", 3)
    assert asked(table) == ["2 company"]
    assert choices(table) == 21
    assert offered(table) == sorted(
        " ".join(sorted(pair, key=face)) for pair in combinations(lies(table, "hand 2"), 2))
    play(table, 2, "W1 7T")
    assert lies(table, "company 2") == these("W1 7T")
    assert knowers(table, "W1") == knowers(table, "7T") == [1, 2, 3, 4]
    assert asked(table) == ["3 company"]
    play(table, 3, "1V 2V")
    assert (asked(table), choices(table)) == (["1 company"], 21)


def test_gp_s26_gp_r71_after_the_last_company_each_player_in_turn_order_discards_two_of_five_cards() -> None:
    table = at("first: 2\n" + CARDS_OF_DEAL + "play: setup", 3)
    play(table, 2, "1T 2T")
    play(table, 3, "1V 2V")
    play(table, 1, "1S 2S")
    assert (asked(table), choices(table)) == (["2 discard"], 10)
    play(table, 2, "W1 7T")
    assert lies(table, "discard") == these("W1 7T")
    assert lies(table, "hand 2") == these("3T 4T 5T")
    assert knowers(table, "W1") == [1, 2, 3, 4]
    assert (asked(table), choices(table)) == (["3 discard"], 10)
    play(table, 3, "3V 4V")
    assert (asked(table), choices(table)) == (["1 discard"], 10)
    play(table, 1, "3S 4S")
    assert lies(table, "discard") == these("W1 7T 3V 4V 3S 4S")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gp_s27_everyone_holds_three_cards_and_a_company_of_two_and_no_effect_is_used_in_setup(seats: int) -> None:
    table = started(seats)
    while ROUND.get(table) == 0:
        assert table.pending[0].verb in ("company", "discard")
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
    assert [len(HAND.of(table, side)) for side in range(seats)] == [3] * seats
    assert [len(COMPANY.of(table, side)) for side in range(seats)] == [2] * seats


@pytest.mark.parametrize(("seats", "decks", "left", "discarded"), [
    (1, 1, 31, 7), (2, 1, 31, 4), (3, 1, 24, 6), (4, 1, 17, 8), (5, 1, 10, 10), (5, 2, 64, 10), (6, 1, 3, 12),
    (6, 2, 57, 12),
])
def test_gp_s28_sizes_after_setup(seats: int, decks: int, left: int, discarded: int) -> None:
    table = after_setup(started(seats, options=Options(decks=decks)))
    assert (len(deck(table)), len(lies(table, "discard"))) == (left, discarded)
    assert len(EXPELLED.of(table)) == 0


@pytest.mark.parametrize("placement", ["greedy", "player_places"])
def test_gp_s28_alone_fewer_cards_are_gone_if_the_artificial_player_takes_the_top_two(placement: str) -> None:
    table = after_setup(started(1, options=Options(solo_placement=placement)))
    assert (len(deck(table)), len(lies(table, "discard"))) == (36, 2)


def test_gp_s29_telling_what_business_a_company_is_has_no_game_meaning() -> None:
    """Nothing asks for it, and what is printed on the cards besides value, domain and effect changes nothing."""
    other_names = [Print(printed.code, "Anything", "", "", "") for printed in GENERAL]
    one, other = grid_poker(cards=stand_in({})).start(2, 3), grid_poker(cards=edition(other_names, {})).start(2, 3)
    for left, right in zip(at_random(one, 1), at_random(other, 1), strict=True):
        assert all(decision.verb in ("company", "discard", "commit", "place", "clear", "keep", "improve")
                   for decision in left.pending)
        assert (left.tallies, left.face, left.zones) == (right.tallies, right.face, right.zones)


def test_gp_w03_the_count_for_four_players() -> None:
    table = after_setup(started(4))
    held = [sum(len(zone.of(table, side)) for side in range(4)) for zone in (HAND, COMPANY)]
    sizes = [len(deck(table)), len(lies(table, "discard")), len(lies(table, "market")), *held]
    assert sizes == [17, 8, 9, 12, 8]
    assert sum(sizes) == 54


def test_gp_s25_a_company_is_two_cards_no_more_and_no_fewer() -> None:
    table = at(CARDS_OF_DEAL + "play: setup")
    assert PASS not in table.pending[0]
    assert all(len(choice.split()) == 2 for choice in offered(table))
