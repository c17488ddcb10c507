"""Tech Exchange: cards, places and what is public of them, TX-S01 to TX-S15, and the deal, TX-S20 to TX-S28."""

from collections import Counter

import pytest

from techdeck.cards import DOMAIN_NAMES, Domain, code
from techdeck.effects import cards_in_hand, cards_in_play
from techdeck.events import Moved, Said, Shuffled
from techdeck.games.tech_exchange import (
    DECK,
    DISCARD,
    DONE,
    EXPELLED,
    HAND,
    LAID_OPEN,
    POINTS,
    PRIVATE_TABLE,
    RESOLVING,
    ROUND,
    STACKS,
    STAGED,
    TRADE_TABLE,
    UNPLACED,
    Options,
    sizes,
    tech_exchange,
)
from techdeck.offers import BadSaying, slot
from techdeck.rules import choose
from techdeck.table import EMPTY, Table
from techdeck.views import View
from tests.rulebook.exchange_tables import (
    NOTHING,
    act,
    asked,
    at,
    board,
    cards,
    counts,
    discard,
    hand,
    hands,
    listed,
    live,
    pass_on,
    phase,
    printed,
    random_games,
    stack,
    stock,
    trade,
)
from tests.rulebook.tables import back_of, deck, knowers

SEATS = [2, 3, 4, 5, 6]
HAND_SIZES = {2: 10, 3: 8, 4: 8, 5: 8, 6: 8}
DECK_SIZES = {2: 30, 3: 26, 4: 18, 5: 64, 6: 56}


def all_cards(table: Table) -> list[str]:
    """Every card on the table, as often as it lies somewhere."""
    return sorted(code(table.face[back]) for zone in table.game.zones
                  for owner in range(1 if zone.shared else table.sides) for back in zone.of(table, owner))


def without_wilds(seats: int, options: Options = Options()) -> Table:
    """A game in which no wild card was dealt."""
    for seed in range(200):
        table = printed(options).start(seats, seed)
        if asked(table) and not asked(table)[0].endswith("place") and stock(table) == "K1 S1 T1 V1":
            return table
    raise AssertionError("there is always one")


# Components and zones


def test_tx_s01_one_deck_has_54_cards_two_have_108() -> None:
    one = [f"{value}{letter}" for letter in "KSTV" for value in range(1, 14)] + ["W1", "W2"]
    assert all_cards(printed().start(4, 0)) == sorted(one)
    assert all_cards(printed().start(5, 0)) == sorted([*one, *[f"{card}'" for card in one]])


@pytest.mark.parametrize("seats", [3, 5])
def test_tx_s01_no_card_is_lost_or_doubled_in_a_game(seats: int) -> None:
    for table in random_games(printed(Options(stall_turns=1)), seats, 4):
        where = [back for zone in table.game.zones for owner in range(1 if zone.shared else table.sides)
                 for back in zone.of(table, owner)]
        assert EMPTY not in where
        assert sorted(where) == list(range(table.cards))


def test_tx_s02_tx_q01_knowledge_and_information_are_one_domain() -> None:
    assert [domain.name for domain in Domain] == ["NONE", "KNOWLEDGE", "SCIENCE", "TECHNOLOGY", "SERVICES"]
    assert DOMAIN_NAMES[Domain.KNOWLEDGE] == "Knowledge"
    with pytest.raises(BadSaying):
        slot("*I")


def test_tx_s03_copies_have_the_same_face_but_are_two_cards() -> None:
    table = live("play: second trading\nhand 1: 9K 2S\nhand 2: 9K' 3S\nhand 3: 4S\nhand 4: 5S\nhand 5: 6S", 5)
    act(table, "1 offer 9K to seat 2 for 9K", "2 commit 1 9K'")
    assert (hand(table, 1), hand(table, 2)) == (cards("9K' 2S"), cards("9K 3S"))


def test_tx_s04_the_deck_is_hidden_but_for_its_size() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\ndeck: 3K 4K 5K 6K 7K 8K")
    for side in range(4):
        view = View(table, side)
        assert len(view.cards(DECK)) == 6
        assert view.known(DECK) == []


def test_tx_s04_the_deck_is_ordered_and_what_an_effect_showed_stays_known() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\ndeck: 3K 4K 5K 6K 7K 8K\nseat 2 knows: 6K")
    act(table, "1 2K")
    assert deck(table) == ["5K", "6K", "7K", "8K"]
    assert [code(card) for card in View(table, 1).known(DECK)] == ["6K"]
    assert View(table, 0).known(DECK) == []


def test_tx_s05_everybody_may_look_through_the_discard_in_its_order() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\ndiscard: 9K 4S")
    act(table, "1 2K", "2 2S")
    assert discard(table) == ["9K", "4S", "2K", "2S"]  # the last discarded on top
    for side in range(4):
        assert len(View(table, side).known(DISCARD)) == 4


def test_tx_s06_stacks_are_public_and_their_value_is_their_number_of_cards() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\n"
               "stock K: 1K W1 13K\nstock S: 1S\nstock T: 1T 5T\nstock V: 1V 2V 3V 4V 5V 6V 7V")
    assert sizes(table) == [3, 1, 2, 7]
    for side in range(4):
        assert [len(View(table, side).known(one)) for one in STACKS] == [3, 1, 2, 7]


def test_tx_s06_a_stack_has_no_capacity_limit() -> None:
    table = at("play: second effects\nhand 1: 13K\nhand 2: 2S\nhand 3: 2T\ndeck: 12K\ndiscard: 3S\n"
               "stock K: 1K 2K 3K 4K 5K 6K 7K 8K 9K 10K 11K W1 W2")
    act(table, "1 13K")
    assert len(stack(table, "K")) == 14


def test_tx_s07_tx_q68_an_empty_stack_is_still_there_with_the_value_nothing() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\nstock K: 1K\nstock S: 1S\nstock T:\n"
               "stock V: 1V\ndeck: 9T 9S 3T 3S")
    assert sizes(table) == [1, 1, 0, 1]
    act(table, "1 2K")
    assert (sizes(table), stack(table, "T")) == ([1, 1, 1, 1], ["9T"])


def test_tx_s07_the_last_arrival_is_on_top() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\ndeck: 9T 9S 3T 3S")
    act(table, "1 2K", "2 2S")
    assert stack(table, "T") == ["1T", "9T", "3T"]


def test_tx_s08_only_the_owner_sees_a_hand_and_all_see_its_size() -> None:
    table = live("play: second trading\nhand 1: 2K 3K 4K\nhand 2: 2S\nhand 3:")
    for side in range(4):
        view = View(table, side)
        assert [len(view.cards(HAND, owner)) for owner in range(3)] == [3, 1, 0]
        assert [len(view.known(HAND, owner)) for owner in range(3)] == [
            len(view.cards(HAND, owner)) if owner == side else 0 for owner in range(3)]


def test_tx_s08_a_hand_has_no_minimum_and_no_maximum() -> None:
    table = live("play: second trading\nhand 1: 2K 3K\nhand 2: 2S 3S 4S 5S 6S 7S 8S 9S 10S\nhand 3: 2T")
    act(table, "1 offer 2K 3K to seat 2 for 2S", "2 commit 1 2S")
    assert counts(table) == [1, 10, 1]
    act(table, "2 offer 3S to seat 1 for 2S", "1 commit 2 2S")
    act(table, "3 offer 2T to seat 1 for 3S", "1 commit 3 3S")
    assert counts(table) == [1, 10, 1]


def test_tx_s08_how_a_hand_is_held_cannot_be_told() -> None:
    """A card that was seen in a hand cannot be followed to its back."""
    table = live("play: second trading\nhand 1: 2K 3K\nhand 2: 2S 4S\nhand 3: 2T 5T")
    trade(table, 1, "2K", 2, "2S")
    view = View(table, 2)
    assert view.known(HAND, 1) == []
    assert [code(card) for card in view.remembered(HAND, 1)] == ["2K"]


def test_tx_s09_the_board_tells_all_but_which_cards_are_staged() -> None:
    table = live("play: second trading\nhand 1: 6V 10V 2K\nhand 2: 2S\nhand 3: 2T")
    table.log = []
    act(table, "1 offer 10V as *V to seat 2 for 7*|*K")
    assert board(table) == ["1: seat 1 gives *V to seat 2 for 7*|*K"]
    for side in (1, 2, 3):
        view = View(table, side)
        assert not any(view.mark(STAGED, number) for number in range(54))
        assert not any("10V" in str(event.told(side, table.game.voice(["A", "B", "C"]))) for event in table.log)
        assert back_of(table, "10V") not in [back for back in range(54) if view.faces[back] >= 0]
    assert View(table, 0).mark(STAGED, table.face[back_of(table, "10V")])
    assert not View(table, 0).mark(STAGED, table.face[back_of(table, "6V")])


def test_tx_s09_an_exact_description_tells_the_card() -> None:
    table = live("play: second trading\nhand 1: 6V 10V 2K\nhand 2: 2S\nhand 3: 2T")
    act(table, "1 offer 10V as 10V to all for 7*")
    assert [code(card) for card in View(table, 2).remembered(HAND, 0)] == ["10V"]


def test_tx_s10_staged_cards_stay_in_the_hand() -> None:
    table = live("play: second trading\nhand 1: 6V 10V\nhand 2: 2S\nhand 3: 2T")
    act(table, "1 offer 10V 6V to all for 7*")
    assert (hand(table, 1), counts(table)) == (cards("6V 10V"), [2, 1, 1])
    act(table, "1 cancel 1", "1 declare 2 of *V")
    assert hand(table, 1) == cards("6V 10V")


def test_tx_s11_committed_cards_lie_open_until_the_trade_is_handled() -> None:
    table = live("play: second trading\nhand 1: 5T\nhand 2: 9K 2S\nhand 3: 9S")
    act(table, "1 offer 5T to all for 9*", "2 commit 1 9K")
    for side in range(4):
        assert [code(card) for card in View(table, side).known(TRADE_TABLE, 1)] == ["9K"]
    act(table, "clock closed")
    assert hands(table) == ["9K", cards("5T 2S"), "9S"]


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_s11_the_trade_table_is_empty_whenever_no_trade_is_handled(form: str) -> None:
    seen = 0
    for table in random_games(printed(Options(form=form, stall_turns=1)), 4, 2):
        down = sum(len(zone.of(table, seat)) for zone in (TRADE_TABLE, PRIVATE_TABLE) for seat in range(4))
        if not table.pending or table.pending[0].verb in ("trade", "use", "trim", "answer"):
            assert down == 0
        seen += down
    assert seen > 0


def test_tx_s12_the_card_in_use_is_open_and_neither_in_hand_nor_in_play() -> None:
    table = at("play: first effects\nhand 1: 2K 3K\nhand 2: 2S\nhand 3: 2T",
               texts={"2K": choose("pick", cards_in_hand, then=NOTHING)})
    act(table, "1 2K")
    assert asked(table) == ["1 pick"]
    for side in range(4):
        assert [code(card) for card in View(table, side).known(RESOLVING, 0)] == ["2K"]
    used = back_of(table, "2K")
    assert used not in cards_in_hand(table, 0, 0)
    assert used not in cards_in_play(table, 0, 0)
    assert counts(table) == [1, 1, 1]


def test_tx_s13_expelled_cards_are_public_and_out_of_the_game() -> None:
    table = at("play: first effects\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T\nexpelled: 9K 9S\ndeck: 3K\ndiscard: 4K 5K")
    for side in range(4):
        assert {"9K", "9S"} <= {code(card) for card in View(table, side).known(EXPELLED)}
    act(table, "1 2K", "2 2S", "3 2T")
    assert not {"9K", "9S"} & {*deck(table), *discard(table), *" ".join(hands(table)).split()}


def test_tx_s14_markers_are_public() -> None:
    table = live("play: second trading\nfirst: 2\nround: 2\npoints: 5 6 7\nhand 1: 2K\nhand 2: 2S\nhand 3: 2T")
    act(table, "3 done")
    for side in range(4):
        view = View(table, side)
        assert view.first == 1
        assert [view.tally(DONE, seat) for seat in range(3)] == [0, 0, 1]
        assert [view.tally(POINTS, seat) for seat in range(3)] == [5, 6, 7]
        assert view.tally(ROUND) == 2
    assert phase(table) == "TP2"


@pytest.mark.parametrize(("seats", "floor"), [(2, 5), (3, 5), (4, 1), (5, 5), (6, 5)])
def test_tx_s15_tx_v03_tx_q16_tx_q17_the_trading_floor(seats: int, floor: int) -> None:
    others = "\n".join(f"hand {seat}: {seat}K" for seat in range(2, seats + 1))
    spare = ["4S", "5S", "6S", "7S", "8S", "9S", "10S"]
    text = f"play: second trading, second effects\nhand 1: 3T\n{others}\ndeck: "
    assert phase(live(text + " ".join(spare[:floor]), seats)) == "EP2"
    assert phase(live(text + " ".join(spare[:floor + 1]), seats)) == "TP2"


# Setup


def test_tx_s20_the_first_player_is_drawn_before_the_cards_are_shuffled() -> None:
    table = printed().start(4, 9, listen=True)
    assert table.log is not None
    kinds = [type(event) for event in table.log]
    assert isinstance(table.log[0], Said)  # Round 1: who is first
    assert kinds.index(Shuffled) > 0
    assert kinds.count(Shuffled) == 1


def test_tx_s20_tx_v53_every_player_is_first_as_often() -> None:
    found = Counter(printed().start(5, seed).first for seed in range(100))
    assert len(found) == 5
    assert all(8 <= number <= 35 for number in found.values())
    assert [printed().start(5, 7).first for _ in range(2)] == [printed().start(5, 7).first] * 2


@pytest.mark.parametrize("seats", SEATS)
def test_tx_s21_tx_s22_tx_q02_tx_q03_one_1_of_each_domain_starts_its_stack(seats: int) -> None:
    table = without_wilds(seats)
    assert [stack(table, letter) for letter in "KSTV"] == [["1K"], ["1S"], ["1T"], ["1V"]]
    elsewhere = [*deck(table), *" ".join(hands(table)).split()]
    others = [card for card in elsewhere if card.startswith("1") and card[1] in "KSTV"]
    assert sorted(others) == (["1K'", "1S'", "1T'", "1V'"] if seats > 4 else [])


def test_tx_s23_tx_s22_all_other_cards_are_shuffled_wild_ones_and_spare_ones_included() -> None:
    tops = {deck(printed().start(3, seed))[0] for seed in range(60)}
    assert len(tops) > 25
    places = {deck(table).index("W1") for table in (printed().start(5, seed) for seed in range(30))
              if "W1" in deck(table)}
    assert len(places) > 10
    ones = {"1K'" in deck(printed().start(6, seed)) for seed in range(30)}
    assert ones == {True, False}


@pytest.mark.parametrize("seats", SEATS)
def test_tx_s24_tx_v02_one_card_at_a_time_clockwise_from_the_first_player(seats: int) -> None:
    table = printed().start(seats, 3, listen=True)
    assert table.log is not None
    dealt = [event.side for event in table.log if isinstance(event, Moved) and event.ways == ("deck", "hand")]
    number = HAND_SIZES[seats] * seats
    assert dealt[:number] == [(table.first + count) % seats for count in range(number)]


WILDS_DEALT = """
    first: 2
    hand 1: W2 2K 3K 4K 5K 6K 7K 8K
    hand 2: 2S 3S 4S 5S 6S 7S 8S 9S
    hand 3: W1 2T 3T 4T 5T 6T 7T 8T
    deck: 9K 10K 11K 12K 13K 2V 3V 4V 5V
    play: dealt wild cards
"""


def test_tx_s25_tx_q04_dealt_wild_cards_are_placed_and_replaced_from_the_first_player_clockwise() -> None:
    table = at(WILDS_DEALT)
    assert asked(table) == ["3 place"]
    assert knowers(table, "W1") == [1, 2, 3, 4]  # it was shown
    assert knowers(table, "W2") == [1]
    assert listed(table, 3) == ["Knowledge", "Science", "Services", "Technology"]
    act(table, "3 Services")
    assert (stack(table, "V"), hand(table, 3)) == (["1V", "W1"], cards("9K 2T 3T 4T 5T 6T 7T 8T"))
    assert asked(table) == ["1 place"]
    act(table, "1 Knowledge")
    assert (stack(table, "K"), hand(table, 1)) == (["1K", "W2"], cards("10K 2K 3K 4K 5K 6K 7K 8K"))
    assert table.is_over


def test_tx_s25_tx_q64_a_replacement_that_is_wild_is_placed_before_the_next_player() -> None:
    table = at(WILDS_DEALT.replace("W2", "9V").replace("deck: 9K", "deck: W2 9K").replace("first: 2", "first: 3"))
    act(table, "3 Services")
    assert asked(table) == ["3 place"]
    act(table, "3 Services")
    assert (stack(table, "V"), hand(table, 3)) == (["1V", "W1", "W2"], cards("9K 2T 3T 4T 5T 6T 7T 8T"))


def test_tx_s25_two_wild_cards_in_one_hand() -> None:
    table = at(WILDS_DEALT.replace("W2 2K", "9V 2K").replace("W1 2T", "W1 W2"))
    act(table, "3 Services", "3 Technology")
    assert stock(table) == "K1 S1 T2 V2"
    assert hand(table, 3) == cards("9K 10K 3T 4T 5T 6T 7T 8T")


def test_tx_s25_tx_q05_only_after_the_whole_deal() -> None:
    for seed in range(60):
        table = printed().start(3, seed, listen=True)
        if asked(table)[0].endswith("place"):
            assert table.log is not None
            ways = [event.ways for event in table.log if isinstance(event, Moved)]
            assert ways.index(("hand", "unplaced")) > max(
                at for at, way in enumerate(ways[:4 + 24]) if way == ("deck", "hand"))
            assert ways[:28].count(("deck", "hand")) == 24
            return
    raise AssertionError("no wild card was dealt")


@pytest.mark.parametrize("seats", SEATS)
def test_tx_s26_tx_s27_sizes_after_the_deal(seats: int) -> None:
    table = without_wilds(seats)
    assert table.cards == (54 if seats < 5 else 108)
    assert counts(table) == [HAND_SIZES[seats]] * seats
    assert (len(deck(table)), stock(table), discard(table)) == (DECK_SIZES[seats], "K1 S1 T1 V1", [])


@pytest.mark.parametrize("seats", SEATS)
def test_tx_s27_a_dealt_wild_card_takes_one_from_the_deck_and_adds_one_to_the_stock(seats: int) -> None:
    for seed in range(100):
        table = printed().start(seats, seed)
        if asked(table)[0].endswith("place"):
            pass_on(table, "trade", "use")
            dealt = sum(sizes(table)) - 4
            assert 1 <= dealt <= 4
            assert (len(deck(table)), counts(table)) == (DECK_SIZES[seats] - dealt, [HAND_SIZES[seats]] * seats)
            return
    raise AssertionError("no wild card was dealt")


def test_tx_s28_totals_flags_and_round_at_the_start() -> None:
    table = without_wilds(4)
    assert (POINTS.of(table), DONE.of(table), ROUND.get(table)) == ([0, 0, 0, 0], [0, 0, 0, 0], 1)
    assert (phase(table), UNPLACED.of(table), LAID_OPEN.of(table)) == ("TP1", [], [])


# Numbers of players and decks


@pytest.mark.parametrize("seats", [0, 1, 7, 8])
def test_tx_v01_tx_v05_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        tech_exchange().start(seats, 0)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_tx_v01_tx_q70_one_deck_for_two_to_four_two_decks_for_five_and_six(seats: int, decks: int) -> None:
    assert printed().start(seats, 0).cards == 54 * decks
    assert "decks" not in printed().options


def test_tx_v04_two_decks_have_four_wild_cards_and_a_market_of_four_cards() -> None:
    table = without_wilds(5)
    elsewhere = [*deck(table), *" ".join(hands(table)).split()]
    assert sorted(card for card in elsewhere if card.startswith("W")) == ["W1", "W1'", "W2", "W2'"]
    assert stock(table) == "K1 S1 T1 V1"


def test_tx_v04_two_decks_pause_at_three_as_well() -> None:
    rest = "\n".join(f"hand {seat}: {seat}S" for seat in range(3, 6))
    table = live(f"play: first trading, first effects\nstock: K2 S1 T1 V1\nhand 1: 3T\nhand 2: 4T\n{rest}\n"
                 "deck: 5K ...", 5)
    trade(table, 1, "3T", 2, "4T")
    assert (stock(table), phase(table)) == ("K3 S1 T1 V1", "EP1")
    act(table, "1 4T", "2 3T", "3 3S")
    assert sum(sizes(table)) == 6 + 2  # growth for two users


def test_tx_v05_tx_v06_there_is_no_other_form_of_the_game() -> None:
    assert printed().seats == range(2, 7)
    assert [len(members) for members in printed().start(6, 0).members] == [1] * 6  # no teams
    names = set(printed().options)
    assert not any(word in name for name in names for word in ("solo", "team", "bid", "personal", "advanced"))
