"""Tech Exchange: what may be offered, TX-R10 to TX-R21, in the live form unless a test says otherwise."""

import re

import pytest

from techdeck.actions import read_choice
from techdeck.cards import GENERAL_EDITION, face
from techdeck.games.tech_exchange import HAND, STAGED, Options
from techdeck.offers import BadSaying, can_be_paired, slot
from techdeck.table import IllegalAction
from techdeck.views import View
from tests.rulebook.exchange_tables import (
    Wire,
    act,
    asked,
    at,
    board,
    cards,
    counts,
    hand,
    hands,
    listed,
    listed_commits,
    live,
    offer_numbers,
    phase,
    refused,
    stock,
    told,
)
from tests.rulebook.tables import knowers

TP2 = "play: second trading, second effects\n"
FLOOR = """
    play: second trading, second effects
    hand 1: 6V 10V 7S 4K 2K
    hand 2: 7T 8K 11V 2S
    hand 3: 7K 8S 13V 2T
"""
FIVE = """
    play: second trading
    hand 1: 9K 2S
    hand 2: 9K' 9S 3S
    hand 3: 4S
    hand 4: 5S
    hand 5: 6S
"""


def fits(card: str, text: str) -> bool:
    if card.startswith("W"):
        return slot(text).fits(0, 0)
    printed = GENERAL_EDITION[face(card)]
    return slot(text).fits(printed.value, printed.domain_number)


def test_tx_r10_anybody_with_a_card_may_act_at_any_moment() -> None:
    table = live(FLOOR)
    assert asked(table) == ["1 trade", "2 trade", "3 trade"]
    act(table, "3 offer 7K to all for 2*", "1 offer 6V to all for 8*", "2 ask all for 3*")
    assert asked(table) == ["1 trade", "2 trade", "3 trade"]
    act(table, "2 offer 8K to seat 1 for 4*", "1 commit 3 4K")
    assert asked(table) == ["1 trade", "2 trade", "3 trade"]


def test_tx_r10_who_has_no_card_can_neither_offer_nor_commit() -> None:
    table = live("play: second trading\nhand 1: 2K\nhand 2: 2S\nhand 3:")
    act(table, "1 offer 2K to all for **")
    assert refused(table, "3 offer 2K to all for 2S")
    assert refused(table, "3 commit 1 2S")
    assert listed(table, 3) == ["done"]


@pytest.mark.parametrize(("offer", "commit", "sizes"), [
    ("2K", "2S", [5, 4, 4]), ("2K", "2S 8K", [6, 3, 4]), ("2K 4K", "2S", [4, 5, 4]), ("2K 4K", "2S 8K", [5, 4, 4]),
])
def test_tx_r11_tx_q38_each_side_gives_one_or_two_cards(offer: str, commit: str, sizes: list[int]) -> None:
    table = live(FLOOR)
    act(table, f"1 offer {offer} to seat 2 for {commit}", f"2 commit 1 {commit}")
    assert counts(table) == sizes
    assert set(offer.split()) <= set(hand(table, 2).split())
    assert set(commit.split()) <= set(hand(table, 1).split())
    assert stock(table).count("2") == 1  # one growth card, whatever the numbers


def test_tx_r11_tx_r13_never_more_than_two_cards_and_never_with_oneself() -> None:
    table = live(FLOOR)
    assert refused(table, "1 offer 2K 4K 7S to all for 2S")
    assert refused(table, "1 offer 2K to all for 2S 8K 7T")
    assert refused(table, "1 offer 2K to seat 1 for 2S")
    assert refused(table, "1 offer 2K to seat 4 for 2S")
    assert refused(table, "1 offer 2K to seat 0 for 2S")


@pytest.mark.parametrize("offer", [
    "offer to all for 2S", "offer 2K to all", "offer 2K to all for", "offer to all for", "offer 5 points to all for 2S",
    "offer 2K to all for 3 points", "offer 1K to all for 2S", "offer deck to all for 2S", "offer marker to all for 2S",
    "offer 2K to all for nothing", "offer as 2K to all for 2S", "offer 2K to all for W1",
])
def test_tx_r12_tx_q39_only_hand_cards_change_hands_and_there_are_no_gifts(offer: str) -> None:
    assert refused(live(FLOOR), f"1 {offer}")


def test_tx_r12_stock_deck_and_discard_cards_cannot_be_committed() -> None:
    table = live(FLOOR + "discard: 12T\ndeck: 9T ...")
    act(table, "1 offer 2K to all for *T")
    for card in ("1T", "12T", "9T"):
        assert refused(table, f"2 commit 1 {card}")


def test_tx_r13_what_an_offer_consists_of() -> None:
    table = live(FLOOR)
    table.log = []
    act(table, "1 offer 10V 7S as *V 7* to seat 3 for 13* *S")
    assert board(table) == ["1: seat 1 gives *V 7* to seat 3 for 13* *S"]
    assert told(table) == ["P1 offers a Service card and a 7 for a 13 and a Science card, to P3."]
    act(table, "3 commit 1 8S 13V")
    assert (hand(table, 1), hand(table, 3)) == (cards("6V 4K 2K 8S 13V"), cards("7K 2T 10V 7S"))


def test_tx_r13_tx_q74_the_audience_is_all_or_one_other_player() -> None:
    table = live(FLOOR)
    assert refused(table, "1 offer 2K to seat 2 3 for 2S")
    assert refused(table, "1 offer 2K to seat 2 seat 3 for 2S")
    act(table, "1 offer 2K to seat 2 for 2*", "1 offer 2K to seat 3 for 2*")  # two offers do
    act(table, "3 commit 2 2T")
    assert board(table) == []  # the card is gone


@pytest.mark.parametrize(("atom", "matching"), [
    ("7S", "7S"), ("7*", "7K 7S 7T 7V"), ("*V", "1V 7V 13V"), ("**", "1K 7S 13V 10T"), ("13*", "13V"), ("1*", "1K 1V"),
])
def test_tx_r14_atoms(atom: str, matching: str) -> None:
    tried = ["1K", "1V", "7K", "7S", "7T", "7V", "13V", "10T", "3T"]
    expected = [card for card in tried if card in matching.split()]
    if atom == "**":
        expected = tried
    assert [card for card in tried if fits(card, atom)] == expected


def test_tx_r14_wild_cards_match_nothing() -> None:
    assert not any(fits("W1", atom) for atom in ("**", "*K", "1*", "7S"))


@pytest.mark.parametrize("atom", ["0*", "14*", "*W", "W1", "*", "***", "7", "K", "7X", "", "7**", "*7", "07S", "-1*"])
def test_tx_r14_nothing_else_is_an_atom(atom: str) -> None:
    with pytest.raises(BadSaying):
        slot(atom)


def test_tx_r14_deck_copies_are_not_told_apart() -> None:
    table = live(FIVE, 5)
    act(table, "1 offer 2S to all for 9K", "3 offer 4S to seat 2 for 9K")
    assert listed_commits(table, 2) == ["commit 1 9K'", "commit 2 9K'"]
    act(table, "2 commit 2 9K'")
    assert (hand(table, 3), hand(table, 2)) == ("9K'", cards("4S 9S 3S"))
    act(table, "3 offer 9K' as 9K to seat 1 for 9K")  # a copy is described as its face
    assert board(table)[-1] == "3: seat 3 gives 9K to seat 1 for 9K"


def test_tx_r15_a_description_is_one_atom() -> None:
    table = live(FLOOR)
    assert refused(table, "1 offer 10V as 10*|*V to all for 7*")
    act(table, "1 offer 10V as ** to all for 7*")
    assert board(table) == ["1: seat 1 gives ** to all for 7*"]


@pytest.mark.parametrize(("text", "is_slot"), [
    ("4*|*V", True), ("4*|*V|7S|**", True), ("1*|2*|3*|4*|5*", False), ("4*||*V", False), ("|4*", False),
])
def test_tx_r15_a_request_slot_is_one_to_four_atoms(text: str, is_slot: bool) -> None:
    assert refused(live(FLOOR), f"1 offer 2K to all for {text}") is not is_slot


def test_tx_r15_a_card_fits_when_it_matches_at_least_one_atom() -> None:
    assert [card for card in ("4K", "4V", "9V", "9K", "5S") if fits(card, "4*|*V|5S")] == ["4K", "4V", "9V", "5S"]


def test_tx_r16_tx_q76_descriptions_must_be_true() -> None:
    table = live(FLOOR)
    assert refused(table, "1 offer 10V as *K to all for 7*")
    assert refused(table, "1 offer 10V as 9* to all for 7*")
    assert refused(table, "1 offer 10V as 6V to all for 7*")
    assert refused(table, "1 offer 10V 7S as 7* *V to all for 7*")  # card and description in order
    act(table, "1 offer 10V 7S as *V 7* to all for 7*", "1 offer 10V as 10* to all for 7*")
    assert offer_numbers(table) == [1, 2]


def test_tx_r16_each_staged_card_has_its_description() -> None:
    table = live(FLOOR)
    assert refused(table, "1 offer 10V 7S as *V to all for 7*")
    assert refused(table, "1 offer 10V as *V 10* to all for 7*")


def test_tx_r16_only_own_hand_cards_and_each_only_once() -> None:
    table = live(FLOOR)
    for card in ("7T", "1K", "9V", "W1"):
        assert refused(table, f"1 offer {card} to all for 7*")
        assert refused(table, f"1 offer {card} as ** to all for 7*")
    assert refused(table, "1 offer 10V 10V to all for 7*")


def test_tx_r16_two_copies_are_two_cards() -> None:
    table = live(FIVE.replace("hand 1: 9K 2S", "hand 1: 9T 9T' 2S"), 5)
    act(table, "1 offer 9T 9T' as 9T 9T to seat 2 for 9S", "2 commit 1 9S")
    assert hand(table, 2) == cards("9T 9T' 9K' 3S")


def test_tx_r17_tx_q27_the_staged_card_is_fixed_when_the_offer_is_posted() -> None:
    table = live(FLOOR)
    act(table, "1 offer 6V as *V to all for 13*", "3 commit 1 13V", "clock closed")
    assert hand(table, 3) == cards("6V 7K 8S 2T")  # not the 10V, and nobody was asked
    assert hand(table, 1) == cards("13V 10V 7S 4K 2K")


def test_tx_r17_who_gets_another_fitting_card_still_gives_the_staged_one() -> None:
    table = live(FLOOR)
    act(table, "1 offer 6V as *V to seat 3 for 7*", "1 offer 2K to seat 2 for 11V", "2 commit 2 11V", "3 commit 1 7K")
    assert "6V" in hand(table, 3).split()


def test_tx_r17_to_change_an_offer_it_is_cancelled_and_posted_anew() -> None:
    table = live(FLOOR)
    act(table, "1 offer 6V as *V to all for 13*", "1 cancel 1", "1 offer 10V as *V to all for 13*")
    assert board(table) == ["2: seat 1 gives *V to all for 13*"]
    assert STAGED.get(table, face("6V")) == 0
    act(table, "3 commit 2 13V", "clock closed")
    assert "10V" in hand(table, 3).split()


def test_tx_r18_a_request_need_not_be_satisfiable() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 1K", "1 offer 2K to all for 2K 2K")  # a stock card; the own card, twice
    assert offer_numbers(table) == [1, 2]
    assert listed_commits(table, 2) == listed_commits(table, 3) == []


def test_tx_r18_an_offer_binds_while_it_is_open() -> None:
    table = live(FLOOR)
    act(table, "1 offer 10V as *V to seat 3 for 13*", "1 wish 5*", "1 say I do not want a 13", "3 commit 1 13V")
    assert "13V" in hand(table, 1).split()


def test_tx_r19_tx_q25_all_offers_are_public() -> None:
    table = live(FLOOR)
    table.log = []
    act(table, "1 offer 2K to seat 2 for 7*")
    for seat in (2, 3, 0):
        assert told(table, seat) == ["P1 offers a 2 of Knowledge for a 7, to P2."]
    assert board(table) == ["1: seat 1 gives 2K to seat 2 for 7*"]


def test_tx_r19_only_the_audience_may_commit() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to seat 2 for 7*")
    assert refused(table, "3 commit 1 7K")
    assert listed_commits(table, 3) == []
    act(table, "2 commit 1 7T")
    assert hand(table, 1) == cards("6V 10V 7S 4K 7T")


def test_tx_r20_tx_q28_up_to_three_open_offers_with_the_same_card() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 7*", "1 offer 2K to seat 2 for 8*", "1 offer 2K 4K to all for 9*")
    assert offer_numbers(table) == [1, 2, 3]
    assert refused(table, "1 offer 10V to all for 7*")
    act(table, "2 offer 8K to all for 3*")  # others may
    act(table, "1 cancel 2", "1 offer 10V to all for 7*")
    assert offer_numbers(table) == [1, 3, 4, 5]


def test_tx_r20_with_three_open_offers_a_player_may_still_talk_and_commit() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 7*", "1 offer 2K to all for 8*", "1 offer 2K to all for 9*")
    act(table, "1 ask all for 3*", "1 ask seat 2 for 3*", "1 ask seat 3 for 3*", "1 declare 1 of 4*", "1 wish 5*")
    act(table, "2 offer 8K to seat 1 for 4*", "1 commit 4 4K")
    assert "8K" in hand(table, 1).split()


def test_tx_r21_an_offer_closes_by_cancel_execution_abort_withdrawal_done_or_the_end() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 7*", "1 cancel 1")
    assert board(table) == []
    act(table, "1 offer 2K to seat 2 for 7*", "1 offer 2K to all for 8*", "2 commit 2 7T")
    assert board(table) == []  # executed, and withdrawn
    act(table, "1 offer 4K to seat 2 for 8*", "2 commit 4 11V")
    assert board(table) == []  # aborted
    act(table, "1 offer 4K to seat 2 for 8*", "1 done")
    assert board(table) == []
    act(table, "2 offer 8K to all for 3*", "clock stalled")
    assert (board(table), phase(table)) == ([], "EP2")
    assert not any(STAGED.get(table, number) for number in range(54))


def test_tx_r21_nothing_else_closes_an_offer() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 7*", "2 done", "3 done", "2 back", "2 ask all for 7*", "1 yes 1",
        "3 ask all for 3*", "2 offer 8K to seat 3 for 8S", "3 commit 2 8S")
    assert offer_numbers(table) == [1]


# Pairing of cards and slots


@pytest.mark.parametrize(("words", "slots", "can"), [
    ("7S 7V", "7* *V", True), ("7V 7S", "7* *V", True), ("7S 8S", "7* *V", False), ("7V 8K", "7* *V", False),
    ("7V", "7* *V", False), ("7V 7S", "7*", False), ("7S 8V", "** 7S", True), ("9S 8V", "** 7S", False),
])
def test_tx_r22_cards_and_slots_are_paired_one_to_one(words: str, slots: str, can: bool) -> None:
    found = [GENERAL_EDITION[face(word)] for word in words.split()]
    assert can_be_paired([(card.value, card.domain_number) for card in found], [slot(each) for each in slots.split()]
                         ) is can


def test_tx_r22_the_committer_chooses_freely_among_fitting_cards() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to seat 3 for 7*|8*|*V")
    assert listed_commits(table, 3) == ["commit 1 13V", "commit 1 7K", "commit 1 8S"]
    act(table, "3 commit 1 8S")
    assert hand(table, 1) == cards("8S 6V 10V 7S 4K")


def test_tx_r22_in_the_turn_form_the_same() -> None:
    table = at(FLOOR)
    act(table, "1 offer 2K to seat 3 for 7*|8* *V")
    assert asked(table) == ["3 reply"]
    assert listed(table, 3) == ["commit 1 7K 13V", "commit 1 8S 13V", "pass"]
    act(table, "3 commit 8S 13V")
    assert hand(table, 1) == cards("8S 13V 6V 10V 7S 4K")


def test_tx_r23_nobody_has_to_commit() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to seat 2 for 7T", "2 say yes, you get it", "2 done")
    assert counts(table) == [5, 4, 4]
    table = at(FLOOR)
    act(table, "1 offer 2K to seat 2 for 7T")
    assert "pass" in listed(table, 2)
    act(table, "2 pass")
    assert (counts(table), stock(table)) == ([5, 4, 4], "K1 S1 T1 V1")


def test_tx_r24_tx_q29_the_offerer_may_cancel_before_a_commit_without_cost() -> None:
    table = live(FLOOR)
    before = hands(table)
    act(table, "1 offer 2K to seat 2 for 7T")
    assert refused(table, "2 cancel 1")
    assert refused(table, "3 cancel 1")
    act(table, "1 cancel 1")
    assert (hands(table), board(table), stock(table)) == (before, [], "K1 S1 T1 V1")
    assert refused(table, "2 commit 1 7T")
    assert refused(table, "1 cancel 1")


def test_tx_r25_tx_q29_after_a_valid_commit_neither_side_can_withdraw() -> None:
    table = live(FLOOR)
    act(table, "1 offer 2K to all for 7*", "2 commit 1 7T")
    assert refused(table, "1 cancel 1")
    assert refused(table, "2 cancel 1")
    assert refused(table, "2 pass")
    wire = Wire(table)
    wire.wait()
    assert hand(table, 1) == cards("7T 6V 10V 7S 4K")


def test_tx_r26_all_players_see_the_exact_cards_that_moved() -> None:
    table = live(FLOOR)
    table.log = []
    act(table, "1 offer 10V as *V to seat 3 for 8*", "3 commit 1 8S")
    for seat in (1, 2, 3, 0):
        heard = " ".join(told(table, seat))
        assert "P3 puts down 8S." in heard
        assert "P1 puts down 10V." in heard
    assert face("10V") in View(table, 1).remembered(HAND, 2)
    assert face("8S") in View(table, 1).remembered(HAND, 0)
    assert knowers(table, "10V") == [3]


# What binds is said in full

TWO_WANTED = TP2 + "hand 1: 2T 3T\nhand 2: 5V 7V 7K 9S\nhand 3: 9K 9T\n"


@pytest.mark.parametrize(("said", "why"), [
    ("commit 1 5V", "offer 1 wants a 5 and a 7: name 7K or 7V besides 5V, as in 'commit 1 7K 5V'"),
    ("commit 1", "offer 1 wants a 5 and a 7: name 7K or 5V or 7V, as in 'commit 1 7K 5V'"),
    ("5V", "offer 1 wants a 5 and a 7: name 7K or 7V besides 5V, as in 'commit 1 7K 5V'"),
    ("commit 1 9S", "offer 1 wants a 5 and a 7, and 9S will not do: say for example 'commit 1 7K 5V'"),
    ("commit 1 5V 9K", "9K is not in the hand"),
    ("commit 2 5V 7V", "there is no open offer 2 to this player"),
    ("pas", "that cannot be said now"),
])
def test_tx_r22_tx_r25_a_commit_is_never_completed_from_fewer_words(said: str, why: str) -> None:
    table = at(TWO_WANTED)
    act(table, "1 offer 2T 3T to seat 2 for 5* 7*")
    with pytest.raises(IllegalAction, match=re.escape(why)):
        read_choice(table, 1, said)
    assert read_choice(table, 1, "7v 5v") == read_choice(table, 1, "COMMIT 1 5V 7V") == "commit 1 5V 7V"


def test_tx_r22_on_the_floor_a_commit_names_its_offer() -> None:
    """Another one may have come meanwhile."""
    table = live(TWO_WANTED)
    act(table, "1 offer 2T to all for 9*")
    for said in ("9K", "commit 9K", "commit 1"):
        with pytest.raises(IllegalAction):
            read_choice(table, 2, said)
    with pytest.raises(IllegalAction, match=re.escape("name 9K or 9T, as in 'commit 1 9K'")):
        read_choice(table, 2, "commit 1")
    assert read_choice(table, 2, "commit 1 9k") == "commit 1 9K"


@pytest.mark.parametrize("said", [
    "offer 5V as 5V to all for 1", "offer 5V to all for 7", "offer 5V", "offer 5V as 5V to all for",
    "for all to 5V as 5V offer 9*",
])
def test_tx_r13_an_offer_is_never_completed_from_fewer_words(said: str) -> None:
    table = live(TWO_WANTED)
    with pytest.raises(IllegalAction):
        read_choice(table, 1, said)


def test_tx_v31_groups_are_never_completed_from_fewer_words() -> None:
    table = at("play: scoring\nhand 1: 9K 9S 9T 9V\nhand 2: 2K 3K 4K 5S\n", 2, options=Options(manual_groups=True))
    assert "9K 9S 9T 9V as K" in listed(table, 1)
    for said in ("9K 9S 9T 9V as", "9K 9S"):
        with pytest.raises(IllegalAction):
            read_choice(table, 0, said)
    assert read_choice(table, 0, "9S 9K 9V 9T") == "9K 9S 9T 9V as K"
