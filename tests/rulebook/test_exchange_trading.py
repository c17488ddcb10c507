"""Tech Exchange: trades, growth, mistakes, the end of a trading phase: TX-R01, R27 to R32, R41 to R45, R60 to R68.

Tests are in the live form unless they say otherwise.
"""

from random import Random

import pytest

from techdeck.events import Moved
from techdeck.games.tech_exchange import DONE, Options
from techdeck.table import CLOCK
from tests.games import play_at_random
from tests.rulebook.exchange_tables import (
    A_ROUND,
    Wire,
    act,
    asked,
    at,
    board,
    cards,
    combined,
    counts,
    decision,
    discard,
    done,
    hand,
    hands,
    in_game,
    listed,
    listed_commits,
    live,
    offer_numbers,
    pass_on,
    phase,
    points,
    printed,
    refused,
    stack,
    stock,
    told,
    trade,
)
from tests.rulebook.tables import deck, knowers

TP1 = "play: first trading, first effects\n"
TP2 = "play: second trading, second effects\n"
THREE = "hand 1: 2T 3T\nhand 2: 4T 5T\nhand 3: 6T 7T\n"


# The round


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r01_a_round_is_two_times_trading_and_effects_then_scoring(form: str) -> None:
    for seats in (2, 5):
        table = printed(Options(form=form, stall_turns=1)).start(seats, 5, listen=True)
        rng = Random(5)
        while table.pending:
            play_at_random(table, rng)
        names = ["first trading phase", "first effects phase", "second trading phase", "second effects phase"]
        expected = [*[f"The {name} begins." for name in names], "It comes to scoring."]
        assert [words for words in told(table) if words in expected] == expected * 3


def test_tx_r01_no_phase_is_ever_skipped() -> None:
    """Even where no trade is possible and nobody uses an effect."""
    table = at("stock: K3 S1 T1 V1\nhand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 8T\n" + in_game(3, "first trading"))
    assert (phase(table), asked(table)) == ("EP1", ["1 use"])
    table.log = []
    pass_on(table)
    assert [words for words in told(table) if "phase" in words or "scoring" in words] == [
        "The second trading phase begins.", "The second effects phase begins.", "It comes to scoring."]


# Growth


def test_tx_r27_the_top_card_comes_to_the_stack_of_its_own_domain() -> None:
    table = live(TP2 + THREE + "deck: 9V 8S 9K 9S ...")
    trade(table, 1, "2T", 2, "4T")
    assert (stock(table), stack(table, "V"), deck(table)[0]) == ("K1 S1 T1 V2", ["1V", "9V"], "8S")
    assert knowers(table, "9V") == [1, 2, 3, 4]


def test_tx_r27_tx_q37_one_card_for_each_trade_whatever_the_number_of_cards() -> None:
    table = live(TP2 + THREE + "deck: 9V 8S 9K 9S ...")
    act(table, "1 offer 2T 3T to seat 2 for 4T 5T", "2 commit 1 4T 5T")
    assert stock(table) == "K1 S1 T1 V2"
    trade(table, 1, "4T", 3, "6T")
    assert stock(table) == "K1 S2 T1 V2"


def test_tx_r27_growth_comes_after_the_cards_have_changed_hands() -> None:
    table = live(TP2 + THREE + "deck: 9V 8S ...")
    table.log = []
    trade(table, 1, "2T", 2, "4T")
    ways = [event.ways for event in table.log if isinstance(event, Moved)]
    assert ways[-1] == ("deck", "stock V")
    assert ways.count(("trade table", "hand")) == 2


def test_tx_r27_in_the_turn_form_too() -> None:
    table = at(TP2 + THREE + "deck: 9V 8S ...")
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 4T")
    assert stock(table) == "K1 S1 T1 V2"


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r28_tx_q06_the_offerer_puts_a_wild_growth_card_on_any_stack(form: str) -> None:
    table = at(TP2 + THREE + "deck: W2 8S ...", options=Options(form=form))
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 1 4T")
    assert asked(table) == ["1 place"]
    assert listed(table, 1) == ["Knowledge", "Science", "Services", "Technology"]
    act(table, "1 Technology")
    assert (stack(table, "T"), deck(table)[0]) == (["1T", "W2"], "8S")
    assert stock(table) == "K1 S1 T2 V1"  # it is the growth


def test_tx_r29_the_discard_is_shuffled_into_a_new_deck_if_a_growth_card_is_needed() -> None:
    found = set()
    for seed in range(12):
        table = live(TP2 + THREE + "deck:\ndiscard: 9K 9S 10K 10S 11K 11S 12K", seed=seed)
        assert phase(table) == "TP2"
        trade(table, 1, "2T", 2, "4T")
        assert (combined(table), len(deck(table)), discard(table)) == (6, 6, [])
        found.add(stock(table))
    assert found == {"K2 S1 T1 V1", "K1 S2 T1 V1"}


def test_tx_r29_tx_q51_the_deck_is_not_rebuilt_before_a_card_is_needed() -> None:
    table = live(TP2 + THREE + "deck: 13K\ndiscard: 9K 9S 10K 10S 11K 11S 12K")
    trade(table, 1, "2T", 2, "4T")
    assert (deck(table), discard(table)) == ([], ["9K", "9S", "10K", "10S", "11K", "11S", "12K"])


def test_tx_r29_tx_q65_without_any_card_there_is_no_growth() -> None:
    """Trading is over before both piles are empty; in an effects phase they can be."""
    table = at("play: first effects\nhand 1: 2T 3T\nhand 2: 4T\nhand 3: 6T\ndeck:\ndiscard:")
    act(table, "1 2T")
    assert (stock(table), hand(table, 1)) == ("K1 S1 T1 V1", cards("2T 3T"))


def test_tx_r30_other_messages_wait_while_a_wild_card_is_placed_and_are_checked_afresh() -> None:
    table = live(TP1 + "stock: K2 S1 T1 V1\n" + THREE + "deck: W1 8V ...")
    wire = Wire(table)
    wire.send("1.0 3 offer 6T to all for 4*", "2.0 1 offer 2T to seat 2 for 4T", "3.0 2 commit 2 4T",
              "3.1 1 commit 1 4T", "3.2 2 offer 5T to all for 9*", "4.0 1 Science")
    assert wire.refused == []
    assert hands(table) == ["3T", cards("2T 5T"), cards("6T 7T")]  # the 4T it got in between is put down
    assert asked(table) == ["2 reply"]  # the waiting commit has opened its window
    wire.wait()
    assert hands(table) == [cards("6T 3T"), cards("2T 5T"), cards("4T 7T")]
    assert offer_numbers(table) == [3]


def test_tx_r30_tx_r66_if_the_placement_ends_the_phase_waiting_messages_are_refused() -> None:
    table = live(TP1 + "stock: K2 S1 T1 V1\n" + THREE + "deck: W1 8S ...")
    wire = Wire(table)
    wire.send("1.0 3 offer 6T to all for 4*", "2.0 1 offer 2T to seat 2 for 4T", "3.0 2 commit 2 4T",
              "3.1 1 commit 1 4T", "4.0 1 Knowledge")
    assert wire.refused == ["1 commit 1 4T"]
    assert (phase(table), hands(table)) == ("EP1", [cards("4T 3T"), cards("2T 5T"), cards("6T 7T")])


def test_tx_r31_received_cards_may_be_traded_on_at_once() -> None:
    table = live(TP2 + THREE)
    trade(table, 1, "2T", 2, "4T")
    trade(table, 2, "2T", 3, "6T")
    trade(table, 3, "2T", 1, "4T")
    assert hands(table) == [cards("2T 3T"), cards("6T 5T"), cards("4T 7T")]


def test_tx_r32_tx_q28_offers_of_either_party_whose_card_is_gone_are_withdrawn_and_no_others() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to seat 2 for 4T",  # 1: this one is executed
        "1 offer 2T 3T to all for 9*",  # 2: its card is gone
        "1 offer 3T to all for 9*",  # 3: stays
        "2 offer 4T to all for 9*",  # 4: the committer's card is gone
        "2 offer 5T to all for 9*",  # 5: stays
        "3 offer 6T to all for 2T")  # 6: stays, whatever it asks for
    table.log = []
    act(table, "2 commit 1 4T")
    assert offer_numbers(table) == [3, 5, 6]
    assert [words for words in told(table) if "withdrawn" in words] == [
        "Offer 2 is withdrawn.", "Offer 4 is withdrawn."]


def test_tx_r32_a_card_that_came_back_is_not_staged_any_more() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to all for 9*")
    trade(table, 1, "2T", 2, "4T")
    trade(table, 2, "2T", 1, "4T")
    assert board(table) == []
    assert "2T" in hand(table, 1).split()


# Mistakes


def test_tx_r41_tx_q34_tx_q35_a_mistake_aborts_the_trade() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to seat 2 for 9*")
    table.log = []
    act(table, "2 commit 1 4T")
    assert (hands(table), stock(table), board(table)) == (
        [cards("2T 3T"), cards("4T 5T"), cards("6T 7T")], "K1 S1 T1 V1", [])
    for seat in (1, 3, 0):
        assert "P2 puts down 4T." in told(table, seat)
    act(table, "1 offer 2T to seat 2 for 9*")  # it may be posted again
    assert offer_numbers(table) == [2]


@pytest.mark.parametrize("wrong", ["4T 5T", "5T"])
def test_tx_r41_tx_q75_too_many_or_wrong_cards_are_a_mistake(wrong: str) -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to seat 2 for 4*", f"2 commit 1 {wrong}")
    assert (counts(table), board(table), stock(table)) == ([2, 2, 2], [], "K1 S1 T1 V1")


def test_tx_r41_tx_q75_part_of_what_is_asked_is_a_mistake_too() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to seat 2 for 4* 5*", "2 commit 1 4T")
    assert (counts(table), board(table), stock(table)) == ([2, 2, 2], [], "K1 S1 T1 V1")


def test_tx_r41_a_mistake_does_not_withdraw_other_offers() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to all for 9*", "2 offer 4T to all for 9*", "1 offer 2T to seat 2 for 9*", "2 commit 3 4T")
    assert offer_numbers(table) == [1, 2]
    act(table, "3 offer 6T to seat 2 for 4T", "2 commit 4 4T")  # the card that was taken back is still staged in 2
    assert offer_numbers(table) == [1]


def test_tx_r42_tx_q33_mistaken_commits_beside_valid_ones_are_returned() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to all for 6*", "2 commit 1 4T", "3 commit 1 6T")
    assert asked(table) == ["1 trade", "2 trade", "3 trade"]  # nobody has to choose
    assert hands(table) == [cards("6T 3T"), cards("4T 5T"), cards("2T 7T")]
    assert stock(table).count("2") == 1


def test_tx_r42_only_if_none_is_valid_the_trade_is_aborted() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to all for 9*", "2 commit 1 4T", "3 commit 1 6T")
    assert (hands(table), board(table)) == ([cards("2T 3T"), cards("4T 5T"), cards("6T 7T")], [])


def test_tx_r43_commits_that_are_refused_change_and_show_nothing() -> None:
    table = live(TP2 + THREE)
    act(table, "1 offer 2T to seat 2 for 4*", "1 cancel 1", "1 offer 2T to seat 2 for 4*")
    assert refused(table, "2 commit 1 4T")  # closed
    assert refused(table, "2 commit 9 4T")  # none
    assert refused(table, "3 commit 2 6T")  # outside the audience
    assert refused(table, "1 commit 2 3T")  # the offerer
    assert refused(table, "2 commit 2 6T")  # another's card
    assert refused(table, "2 commit 2 W1")
    assert refused(table, "2 commit 2 4T 4T")
    assert "commit 2" not in decision(table, 2)
    assert knowers(table, "4T") == [2]
    assert offer_numbers(table) == [2]


def test_tx_r44_lists_of_commits_hold_only_what_satisfies() -> None:
    table = live(TP2 + "hand 1: 2T\nhand 2: 4T 5T 9V\nhand 3: 6T")
    act(table, "1 offer 2T to all for 4*|5*", "3 offer 6T to all for *T *T")
    assert listed_commits(table, 2) == ["commit 1 4T", "commit 1 5T", "commit 2 4T 5T"]
    assert "commit 1 9V" in decision(table, 2)  # a mistake can be made, but is not offered
    table = at(TP2 + "hand 1: 2T\nhand 2: 4T 5T 9V\nhand 3: 6T")
    act(table, "1 offer 2T to all for 4*|5*")
    assert listed(table, 2) == ["commit 1 4T", "commit 1 5T", "pass"]
    assert refused(table, "2 commit 1 9V")


def test_tx_r45_tx_q36_tx_q37_a_three_way_deal_is_two_trades() -> None:
    table = live(TP2 + "hand 1: 8K\nhand 2: 4T\nhand 3: 3V\ndeck: 9S 10S ...")
    act(table, "1 offer 8K to seat 2 for 4T", "2 commit 1 4T")
    assert stock(table) == "K1 S2 T1 V1"
    act(table, "1 offer 4T to seat 3 for 3V")
    assert hands(table) == ["4T", "8K", "3V"]  # the first stands, whatever becomes of the second
    act(table, "3 commit 2 3V")
    assert (hands(table), stock(table)) == (["3V", "8K", "4T"], "K1 S3 T1 V1")


# The end of a phase


@pytest.mark.parametrize("play", [TP1, TP2])
def test_tx_r60_tx_q14_tx_q21_the_phase_ends_at_the_moment_all_flags_are_on(play: str) -> None:
    table = live(play + THREE)
    trading = phase(table)
    act(table, "1 done", "3 done")
    assert phase(table) == trading
    table.log = []
    act(table, "2 done")
    assert phase(table) == {"TP1": "EP1", "TP2": "EP2"}[trading]
    assert "Trading ends: all are done." in told(table)


@pytest.mark.parametrize("play", [TP1, TP2])
def test_tx_r61_tx_q14_tx_q19_the_clock_ends_a_phase_that_stalls(play: str) -> None:
    table = live(play + THREE)
    act(table, "1 offer 2T to all for 9*")
    what = table.decision_of(CLOCK)
    assert what is not None
    assert [what.text(table, 0, choice) for choice in what] == ["stalled"]
    act(table, "clock stalled")
    assert (phase(table)[0], board(table)) == ("E", [])


def test_tx_r61_the_clock_does_not_run_while_a_choice_is_pending() -> None:
    table = live(TP2 + THREE + "deck: W1 ...")
    act(table, "1 offer 2T to all for 4*|6*", "2 commit 1 4T")
    assert refused(table, "clock stalled")
    act(table, "3 commit 1 6T")
    assert asked(table) == ["1 partner"]
    assert refused(table, "clock stalled")
    act(table, "1 seat 2")
    assert asked(table) == ["1 place"]
    assert refused(table, "clock stalled")


@pytest.mark.parametrize("play", [TP1, TP2])
@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r62_tx_r65_tx_q14_tx_q18_at_the_start_with_five_or_fewer(play: str, form: str) -> None:
    for piles in ("deck: 9K 9S 10K 10S 11K\ndiscard:", "deck: 9K\ndiscard: 9S 10K 10S 11K", "deck: 9K\ndiscard: 9S"):
        table = at(play + THREE + piles, options=Options(form=form))
        assert (phase(table)[0], hands(table)) == ("E", [cards("2T 3T"), cards("4T 5T"), cards("6T 7T")])
    table = at(play + THREE + "deck: 9K 9S 10K\ndiscard: 10S 11K 12K", options=Options(form=form))
    assert phase(table)[0] == "T"


@pytest.mark.parametrize("play", [TP1, TP2])
def test_tx_r62_tx_r65_tx_r67_after_the_growth_of_a_trade(play: str) -> None:
    table = live(play + THREE + "deck: 9K 9S 10T 10S\ndiscard: 11K 12K 12V")
    trade(table, 1, "2T", 2, "4T")
    assert (combined(table), phase(table)[0]) == (6, "T")
    trade(table, 1, "3T", 2, "5T")
    assert (combined(table), phase(table)[0]) == (5, "E")
    assert (hands(table), stock(table)) == ([cards("4T 5T"), cards("2T 3T"), cards("6T 7T")], "K2 S2 T1 V1")


@pytest.mark.parametrize("form", ["turn", "live"])
@pytest.mark.parametrize(("sizes", "pauses"), [
    ("K3 S1 T1 V1", True), ("K1 S4 T1 V1", True), ("K1 S1 T9 V1", True), ("K1 S1 T1 V3", True), ("K2 S2 T2 V1", False),
])
def test_tx_r63_tx_r65_tx_q13_tx_q12_any_stack_of_three_or_more_ends_the_first_trading_phase_after_a_trade(
    form: str, sizes: str, pauses: bool,
) -> None:
    table = at(f"stock: {sizes}\n" + TP1 + THREE + "deck: W1 ...", options=Options(form=form))
    assert phase(table) == "TP1"
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 1 4T", "1 Services" if sizes.endswith("V1") else "1 Knowledge")
    assert phase(table) == ("EP1" if pauses else "TP1")
    table = at(f"stock: {sizes}\n" + TP1 + THREE, options=Options(form=form, pause_check_at_start=True))
    assert phase(table) == ("EP1" if pauses else "TP1")


def test_tx_r63_tx_r67_after_a_trade_and_the_trade_stands() -> None:
    table = live("stock: K2 S2 T1 V1\n" + TP1 + THREE + "deck: 9T 9V 9S ...")
    trade(table, 1, "2T", 2, "4T")
    trade(table, 1, "4T", 2, "2T")
    assert phase(table) == "TP1"
    trade(table, 1, "3T", 2, "5T")
    assert (phase(table), stock(table)) == ("EP1", "K2 S3 T2 V2")
    assert hands(table) == [cards("2T 5T"), cards("4T 3T"), cards("6T 7T")]


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r63_tx_q77_the_second_trading_phase_has_no_such_limit(form: str) -> None:
    table = at("stock: K7 S6 T1 V4\n" + TP2 + THREE + "deck: 9K ...", options=Options(form=form))
    assert phase(table) == "TP2"
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 1 4T")
    assert (phase(table), stock(table)) == ("TP2", "K8 S6 T1 V4")


def test_tx_q11_a_wild_card_counts_for_the_pause() -> None:
    table = at("stock K: 1K W1 W2\nstock S: 1S\nstock T: 1T\nstock V: 1V\n" + TP1 + THREE + "deck: 9S ...")
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 1 4T")
    assert phase(table) == "EP1"


@pytest.mark.parametrize("play", [TP1, TP2])
@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r64_tx_r65_tx_q66_the_phase_ends_when_fewer_than_two_players_hold_a_card(play: str, form: str) -> None:
    for holders in ("hand 1: 2T 3T\nhand 2:\nhand 3:\n", "hand 1:\nhand 2:\nhand 3:\n"):
        assert phase(at(play + holders, options=Options(form=form)))[:1] != "T"
    assert phase(at(play + "hand 1: 2T\nhand 2:\nhand 3: 3T\n", options=Options(form=form)))[0] == "T"


def test_tx_r66_tx_q24_offers_are_void_and_nothing_carries_over() -> None:
    table = live("play: first trading, first effects, second trading\n" + THREE)
    act(table, "1 offer 2T to all for 4*", "1 done", "2 offer 4T to all for 9*", "3 ask all for 3*", "clock stalled")
    assert (phase(table), board(table), done(table)) == ("EP1", [], [])
    assert refused(table, "1 commit 2 3T")
    act(table, "1 pass", "2 pass", "3 pass")
    assert (phase(table), board(table), done(table)) == ("TP2", [], [])
    assert refused(table, "1 commit 2 3T")
    assert refused(table, "1 yes 1")
    act(table, "3 offer 6T to all for 9*")
    assert offer_numbers(table) == [1]
    assert DONE.of(table) == [0, 0, 0]


@pytest.mark.parametrize("end", ["done", "stalled", "floor", "pause"])
def test_tx_r68_tx_q69_however_trading_ends_effects_follow_and_then_trading(end: str) -> None:
    piles = "deck: 9K 9S 10T 10S 9V 8K\n" if end == "floor" else "deck: 9K ...\n"
    sizes = "stock: K2 S1 T1 V1\n" if end == "pause" else ""
    phases = "play: first trading, first effects, second trading, second effects, scoring\n"
    table = live(phases + sizes + THREE + piles)
    if end == "done":
        act(table, "1 done", "2 done", "3 done")
    elif end == "stalled":
        act(table, "clock stalled")
    else:
        trade(table, 1, "2T", 2, "4T")
    assert (phase(table), asked(table)) == ("EP1", ["1 use"])
    table.log = []
    act(table, "1 pass", "2 pass", "3 pass")
    assert "The second trading phase begins." in told(table)
    if end != "floor":
        assert phase(table) == "TP2"
        act(table, "clock stalled")
    assert (phase(table), asked(table)) == ("EP2", ["1 use"])
    act(table, "1 pass", "2 pass", "3 pass")
    assert phase(table) == "scoring"
    assert points(table) == [0, 0, 0]


def test_tx_r68_the_order_of_phases_is_that_of_the_game() -> None:
    assert list(printed().phases)[:8] == A_ROUND
