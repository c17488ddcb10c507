"""Tech Exchange: the turn form of trading, TX-V40 to V53."""

from random import Random

import pytest

from techdeck.actions import write_action
from techdeck.cards import code
from techdeck.games.tech_exchange import IDLE, PASSES, POSTED, TRADE_TABLE, TRADES, Options
from techdeck.position import write
from techdeck.record import Record, begin, export_for
from techdeck.table import CLOCK, PASS, Table
from techdeck.views import View
from tests.games import play_at_random
from tests.rulebook.exchange_tables import (
    act,
    asked,
    at,
    board,
    cards,
    combined,
    decision,
    hand,
    hands,
    listed,
    live,
    pass_on,
    phase,
    printed,
    quiet_game,
    refused,
    stock,
    told,
)
from tests.rulebook.tables import knowers

TP2 = "play: second trading, second effects\n"
THREE = TP2 + "first: 2\nhand 1: 2T 3T 9K\nhand 2: 4T 5T 9S\nhand 3: 6T 7T 9V\n"


def test_tx_v40_the_turn_form_uses_no_clock() -> None:
    table = at(THREE)
    assert table.decision_of(CLOCK) is None
    act(table, "2 offer 9S to all for 9*")
    assert table.decision_of(CLOCK) is None


def test_tx_v40_nobody_can_cancel_or_be_done_or_talk_out_of_turn() -> None:
    table = at(THREE)
    for line in ("2 done", "2 back", "2 cancel 1", "2 say hello", "1 offer 2T to all for 3*", "1 ask all for 3*",
                 "3 pass"):
        assert refused(table, line)


@pytest.mark.parametrize("seed", range(2))
def test_tx_v40_given_seed_and_decisions_the_result_is_determined(seed: int) -> None:
    game = printed(Options(stall_turns=1))
    first, rng = game.start(4, seed), Random(seed)
    actions = []
    while first.pending:
        what = rng.choice(first.pending)
        choice = what.sample(rng)
        assert choice is not None
        actions.append((what.seat, choice))
        first.act(what.seat, choice)
    again = game.start(4, seed)
    for seat, choice in actions:
        again.act(seat, choice)
    assert write(again) == write(first)


def test_tx_v41_turns_go_clockwise_from_the_first_player_in_both_phases() -> None:
    table = at("play: first trading, first effects, second trading\n" + THREE.replace(TP2, ""))
    found = []
    while phase(table) == "TP1":
        found += asked(table)
        act(table, f"{asked(table)[0][0]} pass")
    assert found == ["2 trade", "3 trade", "1 trade"]
    act(table, "2 pass", "3 pass", "1 pass")
    assert (phase(table), asked(table)) == ("TP2", ["2 trade"])


def test_tx_v41_a_player_without_cards_is_skipped_and_that_counts_as_a_pass() -> None:
    table = at(TP2 + "first: 2\nhand 1: 2T\nhand 2: 3T\nhand 3:\n")
    act(table, "2 pass")
    assert (asked(table), PASSES.get(table), IDLE.get(table)) == (["1 trade"], 2, 2)
    act(table, "1 pass")
    assert phase(table) == "EP2"


def test_tx_v42_one_message_then_an_offer_or_a_pass() -> None:
    table = at(THREE)
    act(table, "2 wish 9*")
    assert asked(table) == ["2 trade"]
    for line in ("2 wish 9*", "2 declare 1 of 9*", "2 ask all for 9*"):
        assert refused(table, line)
    act(table, "2 pass")
    act(table, "3 declare 1 of 9*", "3 offer 9V to all for 9*")
    assert asked(table) == ["1 reply", "2 reply"]


def test_tx_v42_asked_players_answer_simultaneously_and_truly_or_stay_silent() -> None:
    table = at(THREE)
    table.log = []
    act(table, "2 ask all for 9*|2*")
    assert asked(table) == ["1 answer", "3 answer"]
    assert listed(table, 1) == ["pass", "yes"]
    assert refused(table, "1 no")
    act(table, "1 yes")
    assert not any("says yes" in words for words in told(table))  # until all have answered
    act(table, "3 pass")
    assert sorted(told(table)[1:]) == ["P1 says yes to P2: a 9 or a 2.", "P3 says nothing."]
    assert asked(table) == ["2 trade"]
    assert refused(table, "2 wish 3*")


def test_tx_v42_a_question_to_one_is_answered_by_one() -> None:
    table = at(THREE)
    act(table, "2 ask seat 3 for 13*")
    assert (asked(table), listed(table, 3)) == (["3 answer"], ["no", "pass"])


def test_tx_v42_exactly_one_offer_or_pass() -> None:
    table = at(THREE)
    act(table, "2 offer 4T to seat 1 for 9*", "1 pass")
    assert asked(table) == ["3 trade"]


def test_tx_v43_all_decide_at_once_and_in_secret() -> None:
    table = at(THREE)
    act(table, "2 offer 4T to all for 9*")
    assert asked(table) == ["1 reply", "3 reply"]
    table.log = []
    act(table, "1 commit 9K")
    assert (table.log, asked(table)) == ([], ["3 reply"])
    assert all(not TRADE_TABLE.of(table, seat) for seat in range(3))
    for side in (1, 2, 3):
        assert View(table, side).sealed == ()
    assert knowers(table, "9K") == [1]
    act(table, "3 commit 9V")
    assert knowers(table, "9K") == knowers(table, "9V") == [1, 2, 3, 4]


def test_tx_v43_only_fitting_cards_can_be_committed() -> None:
    table = at(THREE)
    act(table, "2 offer 4T to all for 9*")
    assert listed(table, 1) == ["commit 1 9K", "pass"]
    assert refused(table, "1 commit 2T")
    assert refused(table, "1 commit 2T 9K")


def test_tx_v43_a_decline_does_not_tell_whether_one_could_have_committed() -> None:
    told_of = []
    for own in ("2T 3T 9K", "2T 3T 10K"):
        table = at(THREE.replace("2T 3T 9K", own))
        table.log = []
        act(table, "2 offer 4T to all for 9*")
        assert asked(table) == ["1 reply", "3 reply"]  # who cannot is asked as well
        act(table, "1 pass", "3 pass")
        told_of.append(told(table))
    assert told_of[0] == told_of[1]


def test_tx_v44_no_commit_lets_the_offer_lapse() -> None:
    table = at(THREE)
    before = hands(table)
    act(table, "2 offer 4T to all for 9*", "1 pass", "3 pass")
    assert (board(table), hands(table), stock(table), asked(table)) == ([], before, "K1 S1 T1 V1", ["3 trade"])


def test_tx_v44_one_commit_is_executed() -> None:
    table = at(THREE)
    act(table, "2 offer 4T to all for 9*", "1 pass", "3 commit 9V")
    assert hands(table) == [cards("2T 3T 9K"), cards("9V 5T 9S"), cards("6T 7T 4T")]


def test_tx_v44_tx_r38_among_several_the_offerer_must_choose_one() -> None:
    table = at(THREE)
    act(table, "2 offer 4T to all for 9*", "1 commit 9K", "3 commit 9V")
    assert (asked(table), listed(table, 2)) == (["2 partner"], ["seat 1", "seat 3"])
    act(table, "2 seat 1")
    assert hands(table) == [cards("2T 3T 4T"), cards("9K 5T 9S"), cards("6T 7T 9V")]
    assert stock(table).count("2") == 1


def test_tx_v45_at_most_one_offer_is_open_and_only_in_its_own_turn() -> None:
    for seed in range(2):
        table, rng = printed(Options(stall_turns=1)).start(4, seed), Random(seed)
        offers = 0
        while table.pending:
            verb = table.pending[0].verb
            assert len(board(table)) == (1 if verb in ("reply", "partner") else 0)
            offers += verb == "reply"
            play_at_random(table, rng)
        assert offers > 0


def test_tx_v46_the_phase_ends_after_as_many_passes_in_a_row_as_players() -> None:
    table = at(THREE)
    act(table, "2 pass", "3 pass")
    assert (phase(table), PASSES.get(table)) == ("TP2", 2)
    act(table, "1 offer 2T to all for 13*", "2 pass", "3 pass")  # an offer, though nobody takes it
    assert PASSES.get(table) == 0
    act(table, "2 pass", "3 pass")  # who passed may come back in a later turn
    assert phase(table) == "TP2"
    act(table, "1 pass")
    assert phase(table) == "EP2"


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tx_v46_for_any_number_of_players(seats: int) -> None:
    rest = "\n".join(f"hand {seat}: {seat}S" for seat in range(1, seats + 1))
    table = at(TP2 + rest.replace("1S", "9S"), seats)
    for turn in range(seats):
        assert phase(table) == "TP2"
        act(table, f"{turn + 1} pass")
    assert phase(table) == "EP2"


def test_tx_v47_tx_v25_tx_q19_the_phase_ends_after_3n_turns_without_a_trade() -> None:
    table = at(TP2 + "hand 1: 2T\nhand 2: 3T\nhand 3: 4T\n")
    assert Options().stall_turns == 3  # of each player
    for turn in range(9):
        assert (phase(table), IDLE.get(table)) == ("TP2", turn)
        seat = turn % 3 + 1
        if turn in (1, 4):
            act(table, f"{seat} pass")  # offers and passes alike
        else:
            act(table, f"{seat} offer {seat + 1}T to all for 13*", *[f"{other} pass" for other in (1, 2, 3)
                                                                     if other != seat])
    assert phase(table) == "EP2"


def test_tx_v47_an_executed_trade_resets_both_counters_an_unaccepted_offer_only_the_first() -> None:
    table = at(THREE)
    act(table, "2 pass", "3 pass")
    assert (PASSES.get(table), IDLE.get(table)) == (2, 2)
    act(table, "1 offer 2T to seat 2 for 13*", "2 pass")
    assert (PASSES.get(table), IDLE.get(table)) == (0, 3)
    act(table, "2 pass", "3 offer 9V to seat 1 for 9K", "1 commit 9K")
    assert (PASSES.get(table), IDLE.get(table), TRADES.get(table)) == (0, 0, 1)


def test_tx_v47_both_counters_start_anew_in_each_trading_phase() -> None:
    table = at("play: first trading, first effects, second trading\n" + THREE.replace(TP2, ""))
    act(table, "2 offer 4T to all for 13*", "1 pass", "3 pass", "3 pass", "1 pass", "2 pass")
    pass_on(table, "trade")
    assert (phase(table), PASSES.get(table), IDLE.get(table)) == ("TP2", 0, 0)


def test_tx_v48_after_a_trade_comes_growth_the_checks_and_the_next_on_the_left() -> None:
    table = at(THREE + "deck: W1 ...")
    act(table, "2 offer 4T to seat 1 for 9*", "1 commit 9K")
    assert asked(table) == ["2 place"]
    act(table, "2 Science")
    assert asked(table) == ["3 trade"]
    table = at(THREE + "deck: 8K 8S 8T 8V 10K 10S\n")
    act(table, "2 offer 4T to seat 1 for 9*", "1 commit 9K")
    assert phase(table) == "EP2"  # too few cards are left


# Equivalence with the live form

START = """
    play: second trading, second effects
    first: 2
    hand 1: 2T 3T 9K 10S
    hand 2: 4T 5T 9S 10T
    hand 3: 6T 7T 9V 10V
    deck: 11K W1 11S 11T 12K 12S 12T 12V 13K 13S 13T
"""


def traded(table: Table) -> tuple[list[str], str, int]:
    return hands(table), stock(table), combined(table)


def wanted(turns: Table, rng: Random) -> tuple[int, str, str]:
    """A random choice in the turn form: who, asked for what, in words.  Commits are made often."""
    what = rng.choice(turns.pending)
    choice = what.sample(rng)
    if what.verb == "reply":
        commits = [each for each in what if each != PASS]
        choice = rng.choice(commits) if commits and rng.random() < 0.8 else PASS
    assert choice is not None
    return what.seat + 1, what.verb, what.text(turns, what.seat, choice)


def reply_on_the_floor(floor: Table, offerer: int, replies: dict[int, str]) -> None:
    """The commits of an offer at the same time; without any, the offer is cancelled."""
    number = POSTED.get(floor)
    for seat, text in replies.items():
        act(floor, f"{seat} commit {number} {' '.join(text.split()[2:])}")
    clock = floor.decision_of(CLOCK)
    if clock is not None and clock.verb == "tie window":
        act(floor, "clock closed")
    if not replies:
        act(floor, f"{offerer} cancel {number}")


@pytest.mark.parametrize("seed", range(8))
def test_tx_v49_every_turn_form_phase_is_a_legal_live_phase(seed: int) -> None:
    """Post; commits of the same time; choice; a lapsed offer is cancelled; passes at the end are done flags."""
    turns, floor = at(START), live(START)
    rng = Random(seed)
    offerer = trades = 0
    replies: dict[int, str] = {}
    while phase(turns) == "TP2":
        seat, verb, text = wanted(turns, rng)
        act(turns, f"{seat} {text}")
        trades = max(trades, TRADES.get(turns))
        if text.startswith("offer"):
            offerer = seat
            act(floor, f"{seat} {text}")
        elif verb == "reply" and text != "pass":
            replies[seat] = text
        elif verb in ("partner", "place"):
            act(floor, f"{seat} {text}")
        if verb == "reply" and not any(what.verb == "reply" for what in turns.pending):
            reply_on_the_floor(floor, offerer, replies)
            replies = {}
        if not replies:
            assert traded(floor) == traded(turns)
    if phase(floor) == "TP2":
        act(floor, "1 done", "2 done", "3 done")
    assert (phase(floor), traded(floor)) == ("EP2", traded(turns))
    assert trades > 0


@pytest.mark.parametrize("seed", range(6))
def test_tx_v50_every_sequence_of_live_trades_is_possible_in_the_turn_form(seed: int) -> None:
    """The next offerer is a few passes away; N passes end the phase after the same last trade."""
    floor, turns = live(START), at(START)
    rng = Random(seed)
    for _ in range(4):
        giver, taker = rng.sample([1, 2, 3], 2)
        given, taken = rng.choice(hand(floor, giver).split()), rng.choice(hand(floor, taker).split())
        number = POSTED.get(floor) + 1
        act(floor, f"{giver} offer {given} to all for {taken}", f"{taker} commit {number} {taken}", "clock closed")
        while asked(turns) != [f"{giver} trade"]:
            act(turns, f"{asked(turns)[0][0]} pass")
        act(turns, f"{giver} offer {given} to all for {taken}")
        for seat in (1, 2, 3):
            if seat != giver:
                act(turns, f"{seat} {f'commit {taken}' if seat == taker else 'pass'}")
        if asked(floor) == [f"{giver} place"]:
            act(floor, f"{giver} Science")
            act(turns, f"{giver} Science")
        assert traded(turns) == traded(floor)
        assert phase(turns) == phase(floor) == "TP2"
    act(floor, "1 done", "2 done", "3 done")
    while phase(turns) == "TP2":
        act(turns, f"{asked(turns)[0][0]} pass")
    assert traded(turns) == traded(floor)


@pytest.mark.parametrize("seed", range(4))
def test_tx_v51_a_phase_has_a_bounded_number_of_trades_and_turns(seed: int) -> None:
    seats = 3 + seed % 2
    floor = 1 if seats == 4 else 5
    table, rng = quiet_game().start(seats, seed), Random(seed)
    pass_on(table, "trade", "use")
    trades = turns = 0
    at_start = combined(table)
    while table.pending:
        before, what = phase(table), table.pending[0]
        traded_before = TRADES.get(table)
        choice = what.sample(rng)
        commits = [each for each in what if isinstance(each, str) and each.startswith("commit")] if (
            what.verb == "reply") else []
        table.act(what.seat, commits[0] if commits else choice if choice is not None else PASS)
        if before in ("TP1", "TP2"):
            turns += what.verb == "trade"
            trades = max(trades, TRADES.get(table), traded_before)
        if phase(table) != before:
            if before in ("TP1", "TP2"):
                assert trades <= at_start - floor
                assert turns <= 2 * (at_start - floor + 1) * 3 * seats  # each with a word before it
            trades = turns = 0
            at_start = combined(table)


def test_tx_v52_a_player_observes_the_own_hand_and_what_is_public_and_nothing_else() -> None:
    table = at(THREE + "deck: 8K ...\ndiscard: 11K\n")
    view = View(table, 0)
    seen = {code(view.faces[back]) for back in range(54) if view.faces[back] >= 0}
    assert seen == {"2T", "3T", "9K", "1K", "1S", "1T", "1V", "11K"}


def test_tx_v52_the_log_has_offers_talk_commits_trades_growth_and_discards_but_no_secrets() -> None:
    table = at(THREE + "deck: 8K ...\n")
    table.log = []
    act(table, "2 wish 9*", "2 offer 4T as *T to all for 9*", "1 commit 9K", "3 pass")
    assert told(table, 3) == [
        "P2 looks for a 9.", "P2 offers a Technology card for a 9, to all.", "P1 puts down 9K.", "P3 does not take it.",
        "P2 and P1 trade.", "P2 puts down 4T.", "P1 takes 4T.", "P2 takes 9K.", "8K comes to the Knowledge stock."]


def test_tx_v52_a_record_as_one_seat_saw_it_hides_staged_cards() -> None:
    game = printed()
    for seed in range(20):
        table = game.start(3, seed)
        pass_on(table, "trade", "use")
        if table.pending[0].verb == "trade" and len(board(table)) == 0:
            break
    record: Record = begin(game, ["A", "B", "C"], seed)
    table = game.start(3, seed)
    while table.pending[0].verb == "place":
        record.actions.append(write_action(table, table.pending[0].seat, 0))
        table.act(table.pending[0].seat, 0)
    seat = table.pending[0].seat
    card = hand(table, seat + 1).split()[0]
    offer = f"offer {card} as ** to all for 13K 13S"
    record.actions.append(write_action(table, seat, offer))
    assert card in record.actions[-1]
    exported = export_for(game, record, (seat + 1) % 3)
    assert f"{seat + 1} trade offer ?? as ** to all for 13K 13S" in exported
    assert offer in export_for(game, record, seat)


def test_tx_v53_nothing_else_is_random() -> None:
    """Trading and effects that draw draw nothing from chance while the deck lasts."""
    table = at(THREE)
    chances = table.chances
    act(table, "2 offer 4T to all for 9*", "1 commit 9K", "3 commit 9V", "2 seat 3", "3 pass", "1 pass", "2 pass")
    act(table, f"2 {hand(table, 2).split()[0]}", "3 pass", "1 pass")
    assert (table.is_over, table.chances) == (True, chances)


def test_tx_v53_a_reshuffle_is_random() -> None:
    table = at("play: second effects\nhand 1: 2T\nhand 2: 3T\nhand 3: 4T\ndeck:\ndiscard: 9K 9S 10K")
    chances = table.chances
    act(table, "1 2T")
    assert table.chances == chances + 1
    assert "pass" in listed(table, 2)
    assert decision(table, 2).verb == "use"
