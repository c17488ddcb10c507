"""Tech Exchange: the live form: TX-R35 to R40, talk R46 to R51, done flags R52 to R55."""

import pytest

from techdeck.cards import code, face
from techdeck.games.tech_exchange import HAND, TRADES
from techdeck.offers import precedence
from techdeck.views import View
from tests.rulebook.exchange_tables import (
    Wire,
    act,
    asked,
    board,
    cards,
    decision,
    done,
    hand,
    hands,
    listed,
    live,
    offer_numbers,
    phase,
    refused,
    sequence,
    stock,
    told,
    trade,
)
from tests.rulebook.tables import knowers

TP2 = "play: second trading, second effects\n"
FOUR = TP2 + "hand 1: 5T 2K\nhand 2: 9K 2S\nhand 3: 9S 2T\nhand 4: 12V 2V\ndeck: 3K ...\n"
TALK = TP2 + "hand 1: 6V 13K 13S\nhand 2: 2S 7S\nhand 3: 2T 8T\n"


# Simultaneous actions


def test_tx_r35_offers_are_numbered_in_posting_order() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.002 3 offer 9S to all for 3*", "1.000 4 offer 2V to all for 3*", "1.001 1 offer 5T to all for 3*")
    assert [line.split(" gives")[0] for line in board(table)] == ["1: seat 4", "2: seat 1", "3: seat 3"]
    act(table, "1 cancel 2", "1 offer 5T to all for 3*")
    assert offer_numbers(table) == [1, 3, 4]  # numbers are not used again


def test_tx_r35_the_earliest_valid_commit_gets_the_trade() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to all for 9*|12*", "2.500 4 commit 1 12V", "2.000 3 commit 1 9S",
              "2.251 2 commit 1 9K")
    assert wire.refused == ["2 commit 1 9K", "4 commit 1 12V"]
    assert hands(table) == [cards("9S 2K"), cards("9K 2S"), cards("5T 2T"), cards("12V 2V")]


@pytest.mark.parametrize(("later", "is_in"), [("2.250", True), ("2.251", False), ("2.000", True)])
def test_tx_r36_commits_up_to_250_ms_later_are_simultaneous(later: str, is_in: bool) -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to all for 9*|12*", "2.000 3 commit 1 9S", f"{later} 2 commit 1 9K")
    wire.wait()
    assert asked(table)[0] == ("1 partner" if is_in else "1 trade")


def test_tx_r36_a_mistaken_commit_opens_the_window_too() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to all for 9*", "2.000 4 commit 1 12V", "2.200 3 commit 1 9S")
    wire.wait()
    assert hands(table) == [cards("9S 2K"), cards("9K 2S"), cards("5T 2T"), cards("12V 2V")]


def test_tx_r36_the_window_ends_early_when_all_have_committed() -> None:
    table = live(FOUR, 4)
    act(table, "1 offer 5T to all for 9*|12*", "2 commit 1 9K", "3 commit 1 9S")
    assert asked(table) == ["4 reply"]
    act(table, "4 commit 1 12V")
    assert asked(table) == ["1 partner"]


def test_tx_r36_with_one_player_as_audience_there_is_no_window() -> None:
    table = live(FOUR, 4)
    act(table, "1 offer 5T to seat 2 for 9*", "2 commit 1 9K")
    assert asked(table) == ["1 trade", "2 trade", "3 trade", "4 trade"]
    assert TRADES.get(table) == 1
    table = live(TP2 + "hand 1: 5T\nhand 2: 9K", 2)
    act(table, "1 offer 5T to all for 9*", "2 commit 1 9K")
    assert TRADES.get(table) == 1


def test_tx_r37_during_the_window_a_cancel_is_refused_and_all_else_waits() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to all for 9*", "1.000 3 offer 2T to all for 2*", "2.000 2 commit 1 9K",
              "2.050 1 cancel 1", "2.060 4 commit 2 2V", "2.070 3 done", "2.080 4 offer 12V to all for 3*")
    assert wire.refused == ["1 cancel 1"]
    assert asked(table) == ["3 reply", "4 reply"]
    for line in ("1 offer 2K to all for 3*", "3 done", "4 commit 2 2V", "4 wish 3*", "4 ask all for 3*", "1 cancel 1"):
        assert refused(table, line)
    wire.wait()
    assert hands(table)[0] == cards("9K 2K")
    assert asked(table) == ["1 reply", "2 reply"]  # the commit that waited opens the next window


def test_tx_r37_a_player_has_at_most_one_commit_on_an_offer() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to all for 9*|2*", "2.000 2 commit 1 9K", "2.010 2 commit 1 2S")
    assert wire.refused == ["2 commit 1 2S"]
    assert knowers(table, "2S") == [2]


def test_tx_r38_tx_q32_the_offerer_must_choose_one_of_several() -> None:
    table = live(FOUR, 4)
    act(table, "1 offer 5T to all for 9*|12*", "2 commit 1 9K", "4 commit 1 12V", "clock closed")
    assert asked(table) == ["1 partner"]
    assert listed(table, 1) == ["seat 2", "seat 4"]
    for line in ("1 pass", "1 cancel 1", "1 seat 3", "1 done"):
        assert refused(table, line)
    assert knowers(table, "9K") == knowers(table, "12V") == [1, 2, 3, 4, 5]  # having seen their cards
    act(table, "1 seat 2")
    assert hands(table) == [cards("9K 2K"), cards("5T 2S"), cards("9S 2T"), cards("12V 2V")]


def test_tx_r39_who_is_not_chosen_takes_the_cards_back_and_they_have_been_seen() -> None:
    table = live(FOUR, 4)
    act(table, "4 offer 12V to all for 3*")
    act(table, "1 offer 5T to all for 9*", "2 commit 2 9K", "3 commit 2 9S", "clock closed", "1 seat 3")
    assert hand(table, 2) == cards("9K 2S")
    assert [code(card) for card in View(table, 3).remembered(HAND, 1)] == ["9K"]
    assert stock(table) == "K2 S1 T1 V1"  # one growth card
    assert offer_numbers(table) == [1]


def test_tx_r40_tx_q30_messages_of_the_same_instant() -> None:
    messages = ["1 done", "4 say hello", "2 offer 9K to all for 3*", "1 back", "3 cancel 2", "2 commit 3 9K",
                "4 commit 1 12V", "3 ask all for 3*"]
    assert sequence(messages) == [
        "4 commit 1 12V", "2 commit 3 9K", "3 cancel 2", "1 back", "2 offer 9K to all for 3*", "3 ask all for 3*",
        "4 say hello", "1 done"]


@pytest.mark.parametrize(("earlier", "later"), [
    ((3, "commit 1 9S"), (0, "cancel 1")), ((1, "commit 2 9S"), (0, "commit 3 2K")), ((3, "cancel 1"), (0, "back")),
    ((0, "offer 2K to all for 3*"), (1, "back")), ((0, "back"), (1, "offer 2K to all for 3*")),
    ((3, "offer 2V to all for 3*"), (0, "yes 1")), ((3, "wish 3*"), (0, "done")), ((3, "declare 1 of 3*"), (0, "done")),
])
def test_tx_r40_which_comes_first(earlier: tuple[int, str], later: tuple[int, str]) -> None:
    assert precedence(*earlier) < precedence(*later)


def test_tx_r40_in_play() -> None:
    table = live(FOUR, 4)
    wire = Wire(table)
    wire.send("1.0 1 offer 5T to seat 2 for 9*", "2.0 1 done", "2.0 1 cancel 1", "2.0 2 commit 1 9K")
    assert TRADES.get(table) == 1
    assert done(table) == [1]
    assert wire.refused == ["1 cancel 1"]


# Talk


def test_tx_r46_any_talk_is_allowed_and_binds_nobody() -> None:
    table = live(TALK)
    table.log = []
    act(table, "1 say I give you {this} for a 7, {who}!")
    assert told(table) == ["P1: I give you {this} for a 7, {who}!"]
    act(table, "1 say I have a 12")  # whatever is said freely is not checked
    before = hands(table)
    act(table, "1 done", "2 done")
    assert (hands(table), phase(table)) == (before, "TP2")


def test_tx_r47_a_question_to_all_or_to_one() -> None:
    table = live(TALK)
    act(table, "1 ask all for 2*|7S")
    assert "yes 1" in listed(table, 2)
    assert "yes 1" in listed(table, 3)
    act(table, "1 ask seat 2 for 2*")
    assert "yes 2" in listed(table, 2)
    assert not [text for text in listed(table, 3) if text.startswith(("yes", "no"))]
    assert refused(table, "1 yes 2")
    assert refused(table, "1 ask seat 1 for 2*")
    assert refused(table, "1 ask seat 4 for 2*")


def test_tx_r47_tx_q81_a_new_question_takes_the_place_of_the_last_one_and_all_are_told() -> None:
    table = live(TALK)
    table.log = []
    act(table, "1 ask all for 2*|7S", "2 ask all for 6*", "2 yes 1", "1 ask seat 2 for 2*")
    assert "P1 takes question 1 back." in told(table)
    assert refused(table, "3 yes 1")
    assert "no 2" in listed(table, 3), "another's question stays"
    act(table, "2 yes 3", "1 ask all for 3*")
    assert not [line for line in told(table) if line.endswith("takes question 3 back.")], "all had answered"


def test_tx_r47_nobody_has_to_answer() -> None:
    table = live(TALK)
    act(table, "1 ask all for 2*", "2 offer 2S to all for 13*", "3 done", "2 done", "1 done")
    assert phase(table) == "EP2"


def test_tx_r48_tx_q40_an_answer_must_be_true() -> None:
    table = live(TALK)
    act(table, "1 ask all for 2*|7S", "2 ask all for 6*")
    assert refused(table, "2 no 1")
    assert refused(table, "3 no 1")
    assert refused(table, "3 yes 2")
    table.log = []
    act(table, "3 yes 1", "1 yes 2", "3 no 2")
    assert told(table) == ["P3 says yes to P1: a 2 or a 7 of Science.", "P1 says yes to P2: a 6.",
                           "P3 says no to P2: a 6."]
    assert refused(table, "3 yes 1")  # once is enough


def test_tx_r48_an_answer_is_true_when_given() -> None:
    table = live(TALK)
    act(table, "1 ask all for 2S")
    trade(table, 2, "2S", 3, "8T")
    assert refused(table, "2 yes 1")
    act(table, "3 yes 1", "2 no 1")


def test_tx_r48_everybody_knows_what_a_no_means() -> None:
    table = live(TALK)
    act(table, "1 ask all for *K", "2 no 1")
    assert all(not table.row(2)[back] & (1 << face("9K")) for back in HAND.of(table, 1))


@pytest.mark.parametrize(("fact", "is_true"), [
    ("declare 2 of 13*", True), ("declare 1 of 13*", True), ("declare 3 of 13*", False), ("declare none of 13*", False),
    ("declare none of 7*", True), ("declare 1 of 7*", False), ("declare 2 of 13S|6*", True),
    ("declare 3 of **", True), ("declare 4 of **", False), ("declare 1 of 13K", True), ("declare 1 of 13T", False),
])
def test_tx_r49_tx_q40_a_declared_fact_must_be_true_and_may_be_incomplete(fact: str, is_true: bool) -> None:
    assert refused(live(TALK), f"1 {fact}") is not is_true


def test_tx_r49_a_fact_is_true_when_said() -> None:
    table = live(TALK)
    act(table, "1 declare 2 of 13*")
    trade(table, 1, "13K", 2, "2S")
    assert refused(table, "1 declare 2 of 13*")
    act(table, "2 declare 1 of 13*", "1 declare 1 of 2*")


def test_tx_r50_wishes_need_not_be_sincere() -> None:
    table = live(TALK)
    table.log = []
    act(table, "1 wish 13*", "1 wish 6V", "1 say not interested")
    assert told(table) == ["P1 looks for a 13.", "P1 looks for a 6 of Services.", "P1: not interested"]


def test_tx_r51_tx_q41_talk_is_no_offer() -> None:
    table = live(TALK)
    before = hands(table)
    act(table, "1 ask all for 2*", "2 yes 1", "2 declare 1 of 7*", "3 wish 13*", "1 say 13K for your 7S")
    assert (board(table), hands(table), stock(table)) == ([], before, "K1 S1 T1 V1")
    assert refused(table, "1 commit 1 13K")


def test_tx_r51_after_talk_anything_else_may_be_said() -> None:
    table = live(TALK)
    act(table, "1 ask all for 2*", "2 yes 1", "1 offer 6V to seat 3 for 8*", "3 commit 1 8T")
    assert TRADES.get(table) == 1


# Done flags


def test_tx_r52_anybody_may_announce_done_at_any_time() -> None:
    table = live(TALK)
    table.log = []
    act(table, "2 done")
    assert (done(table), told(table)) == ([2], ["P2 is done."])
    assert refused(table, "2 done")
    table = live(TP2 + "hand 1: 2K\nhand 2: 3K\nhand 3:")
    act(table, "3 done")
    assert done(table) == [3]


def test_tx_r53_tx_q22_done_withdraws_all_own_offers() -> None:
    table = live(TALK)
    act(table, "1 offer 6V to all for 3*", "2 offer 2S to all for 3*", "1 offer 13K to all for 3*", "1 done")
    assert offer_numbers(table) == [2]
    assert refused(table, "2 commit 1 7S")
    assert hand(table, 1) == cards("6V 13K 13S")


@pytest.mark.parametrize("how", ["back", "offer 6V to all for 3*", "commit 1 6V", "commit 1 13K"])
def test_tx_r54_tx_q20_a_done_player_may_come_back(how: str) -> None:
    table = live(TALK)
    act(table, "2 offer 2S to all for 6*", "1 done")
    assert done(table) == [1]
    act(table, f"1 {how}")
    assert done(table) == []


def test_tx_r54_also_by_a_commit_in_the_tie_window() -> None:
    table = live(FOUR, 4)
    act(table, "3 done", "4 done", "1 offer 5T to all for 9*", "2 commit 1 9K", "3 commit 1 9S")
    assert done(table) == [4]


def test_tx_r54_talk_does_not_bring_a_done_player_back() -> None:
    table = live(TALK)
    act(table, "2 ask all for 6*", "1 done", "1 yes 1", "1 wish 3*", "1 declare 2 of 13*", "1 ask all for 3*")
    assert done(table) == [1]


def test_tx_r54_not_after_the_phase_has_ended() -> None:
    table = live(TALK)
    act(table, "1 done", "2 done", "3 done")
    assert refused(table, "1 back")
    assert refused(table, "1 offer 6V to all for 3*")


def test_tx_r55_tx_q23_a_trade_between_others_clears_no_flag() -> None:
    table = live(TALK + "deck: 3K ...")
    act(table, "3 done")
    trade(table, 1, "6V", 2, "2S")
    assert (done(table), stock(table)) == ([3], "K2 S1 T1 V1")


def test_tx_r55_all_flags_are_off_at_the_start_of_each_trading_phase() -> None:
    table = live(TALK.replace("play: second trading", "play: first trading, first effects, second trading"))
    act(table, "1 done", "2 done", "3 done", "1 pass", "2 pass", "3 pass")
    assert (phase(table), done(table)) == ("TP2", [])
    assert "done" in decision(table, 1)


def test_tx_r55_who_did_not_take_part_stays_done_though_a_commit_was_not_chosen() -> None:
    table = live(FOUR, 4)
    act(table, "2 done", "3 done", "1 offer 5T to all for 9*", "2 commit 1 9K", "4 commit 1 2V", "clock closed")
    assert done(table) == [3]  # who commits is back, the other is not
