"""Tech Exchange: the rule options, TX-V10 to TX-V33."""

import pytest

from techdeck.cards import code, face
from techdeck.effects import HAND as IN_HAND
from techdeck.effects import NEUTRAL, draw, exchange_with
from techdeck.games.tech_exchange import HAND, PRIVATE_TABLE, TRADE_TABLE, TRADES, Options
from techdeck.table import CLOCK, Table
from techdeck.views import View
from tests.rulebook.exchange_tables import (
    Wire,
    act,
    asked,
    at,
    board,
    cards,
    counts,
    discard,
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
    revealing,
    stack,
    stock,
    told,
    trade,
)
from tests.rulebook.tables import deck, knowers

TP1 = "play: first trading, first effects\n"
TP2 = "play: second trading, second effects\n"
THREE = "hand 1: 2T 3T 9K\nhand 2: 4T 5T 9S\nhand 3: 6T 7T 9V\n"
FIVE = "".join(f"hand {seat}: {seat}T {seat}V\n" for seat in range(2, 7) if seat < 6) + "hand 1: 9T 9V\n"
DEFAULTS = {
    "two_deck_ones": "one_each", "spare_ones": "shuffle", "pause_check_at_start": False, "floor_counts": "combined",
    "wild_growth_extra": False, "wild_taken_redraw": True, "wild_growth_chooser": "offerer", "reshuffle_merge": False,
    "private_trades": False, "private_offers": False, "late_give_choice": False, "abort_keeps_offer": False,
    "max_open_offers": 3, "tie_window_ms": 250, "stall_seconds": 60, "stall_turns": 3, "final_call_seconds": 0,
    "choice_seconds": 10, "phase_seconds": 0, "talk": "free", "auto_trim": False, "manual_groups": False,
    "expelled_ones_return": True, "offer_grammar": "full",
}


def started(seats: int, options: Options, seed: int = 0) -> Table:
    """A game after its deal."""
    table = printed(options).start(seats, seed)
    pass_on(table, "trade", "use")
    return table


@pytest.mark.parametrize(("name", "value"), DEFAULTS.items())
def test_tx_v10_to_tx_v33_the_defaults(name: str, value: object) -> None:
    assert getattr(Options(), name) == value


@pytest.mark.parametrize(("name", "value"), [
    ("two_deck_ones", "none"), ("spare_ones", "keep"), ("floor_counts", "discard"), ("wild_growth_chooser", "nobody"),
    ("max_open_offers", 0), ("max_open_offers", 9), ("tie_window_ms", -1), ("tie_window_ms", 2001),
    ("stall_seconds", 9), ("stall_seconds", 601), ("stall_turns", 0), ("stall_turns", 11), ("final_call_seconds", 31),
    ("choice_seconds", 121), ("talk", "loud"), ("offer_grammar", "poor"), ("form", "blind"),
])
def test_tx_v10_to_tx_v33_other_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        Options(**{name: value})  # type: ignore[arg-type]


# Setup


def test_tx_v10_tx_q02_both_copies_of_each_1_start_the_stacks() -> None:
    table = started(5, Options(two_deck_ones="two_each"), 1)
    assert [stack(table, letter)[:2] for letter in "KSTV"] == [[f"1{x}", f"1{x}'"] for x in "KSTV"]
    lying = [*deck(table), *" ".join(hands(table)).split()]
    assert not any(card.startswith("1") and card[1] in "KSTV" for card in lying)


@pytest.mark.parametrize(("ones", "pause"), [("one_each", 3), ("two_each", 4)])
def test_tx_v10_the_first_trading_phase_then_pauses_at_four(ones: str, pause: int) -> None:
    options = Options(form="live", two_deck_ones=ones, pause_check_at_start=True)
    assert phase(at(f"stock: K{pause - 1} S2 T2 V2\n" + TP1 + FIVE, 5, options=options)) == "TP1"
    assert phase(at(f"stock: K{pause} S2 T2 V2\n" + TP1 + FIVE, 5, options=options)) == "EP1"


def test_tx_v10_with_one_deck_nothing_changes() -> None:
    options = Options(form="live", two_deck_ones="two_each", pause_check_at_start=True)
    assert phase(at("stock: K3 S1 T1 V1\n" + TP1 + THREE, options=options)) == "EP1"
    assert [stack(started(3, options, 3), letter)[0] for letter in "KSTV"] == ["1K", "1S", "1T", "1V"]


def test_tx_v11_tx_q03_the_other_1s_are_left_out_of_the_game() -> None:
    table = started(6, Options(spare_ones="remove"), 1)
    lying = [*deck(table), *" ".join(hands(table)).split()]
    assert not any(card.startswith("1") and card[1] in "KSTV" for card in lying)
    assert sorted(code(table.face[back]) for back in table.game.words.expelled.of(table)) == [
        "1K'", "1S'", "1T'", "1V'"]
    assert [stack(table, letter)[0] for letter in "KSTV"] == ["1K", "1S", "1T", "1V"]
    assert counts(table) == [8] * 6


def test_tx_v11_they_stay_out_in_later_rounds() -> None:
    table = at("expelled: 1K' 1S' 1T' 1V'\n" + FIVE + in_game(1, "scoring"), 5, options=Options(spare_ones="remove"))
    pass_on(table, "trade", "use")
    assert [stack(table, letter)[0] for letter in "KSTV"] == ["1K", "1S", "1T", "1V"]
    lying = [*deck(table), *" ".join(hands(table)).split()]
    assert not any(card in lying for card in ("1K'", "1S'", "1T'", "1V'"))


# The end of a phase


def test_tx_v12_tx_q12_the_stack_of_three_is_checked_at_the_start_as_well() -> None:
    text = "stock: K3 S1 T1 V1\n" + TP1 + THREE + "deck: 8S ..."
    assert phase(live(text, options=Options(form="live", pause_check_at_start=True))) == "EP1"
    table = live(text)
    assert phase(table) == "TP1"
    trade(table, 1, "2T", 2, "4T")
    assert (phase(table), stock(table)) == ("EP1", "K3 S2 T1 V1")


def test_tx_v12_the_floor_is_checked_at_the_start_all_the_same() -> None:
    assert phase(live(TP1 + THREE + "deck: 8S 8V 8K 10K 10S")) == "EP1"


@pytest.mark.parametrize(("counted", "then"), [("combined", "TP2"), ("deck", "EP2")])
def test_tx_v13_tx_q15_the_floor_compares_the_deck_alone(counted: str, then: str) -> None:
    options = Options(form="live", floor_counts=counted)
    assert phase(live(TP2 + THREE + "deck: 8S 8V 8K 10K 10S\ndiscard: 11K 12K", options=options)) == then
    table = live(TP2 + THREE + "deck: 8S 8V 8K 10K 10S 10V\ndiscard: 11K 12K", options=options)
    assert phase(table) == "TP2"
    trade(table, 1, "2T", 2, "4T")
    assert phase(table) == then


# Wild cards


def test_tx_v14_tx_q07_after_a_wild_growth_card_another_is_turned_up() -> None:
    table = live(TP2 + THREE + "deck: W1 W2 8S 8V ...", options=Options(form="live", wild_growth_extra=True))
    trade(table, 1, "2T", 2, "4T")
    act(table, "1 Knowledge")
    assert asked(table) == ["1 place"]
    act(table, "1 Technology")
    assert (stock(table), deck(table)[0]) == ("K2 S2 T2 V1", "8V")


def test_tx_v14_also_for_users_of_effects() -> None:
    table = at("play: first effects\n" + THREE + "deck: W1 8S 8V ...", options=Options(wild_growth_extra=True))
    act(table, "1 2T", "1 Knowledge")
    assert (stock(table), hand(table, 1)) == ("K2 S2 T1 V1", cards("3T 9K 8V"))


TAKES = """
    play: first effects
    stock K: 1K W1
    stock S: 1S
    stock T: 1T
    stock V: 1V
    hand 1: 2T 3T
    hand 2: 4T
    hand 3: 5T
"""


@pytest.mark.parametrize(("redraws", "own"), [(True, "8S 8T"), (False, "8V")])
def test_tx_v15_tx_q08_a_wild_card_taken_without_drawing(redraws: bool, own: str) -> None:
    table = at(TAKES + "deck: 8S 8V 8T ...", texts={"2T": exchange_with(IN_HAND, NEUTRAL).rule},
               options=Options(wild_taken_redraw=redraws))
    act(table, "1 2T", "1 3T", "1 W1")
    assert asked(table) == ["1 place"]
    act(table, "1 Services")
    assert (stack(table, "V")[:2], stack(table, "T")) == (["1V", "W1"], ["1T", "3T"])
    assert hand(table, 1) == cards(own)


@pytest.mark.parametrize("redraws", [True, False])
def test_tx_v15_a_drawn_wild_card_is_replaced_in_any_case(redraws: bool) -> None:
    table = at("play: first effects\n" + THREE + "deck: W1 8S 8V 8T ...", texts={"2T": draw(1).rule},
               options=Options(wild_taken_redraw=redraws))
    act(table, "1 2T", "1 Services")
    assert hand(table, 1) == cards("3T 9K 8S 8T")


@pytest.mark.parametrize("form", ["turn", "live"])
@pytest.mark.parametrize(("chooser", "seat"), [("offerer", 1), ("committer", 2), ("first_player", 3)])
def test_tx_v16_tx_q06_who_places_a_wild_growth_card(form: str, chooser: str, seat: int) -> None:
    table = at(TP2 + "first: 3\n" + THREE + "deck: W1 8S ...", options=Options(form=form, wild_growth_chooser=chooser))
    if form == "turn":
        act(table, "3 pass")
    act(table, "1 offer 2T to seat 2 for 4T", "2 commit 1 4T")
    assert asked(table) == [f"{seat} place"]
    act(table, f"{seat} Science")
    assert stock(table) == "K1 S2 T1 V1"


def test_tx_v16_in_effects_phases_the_user_places_it() -> None:
    table = at("play: first effects\nfirst: 2\n" + THREE + "deck: W1 8S ...",
               options=Options(wild_growth_chooser="first_player"))
    act(table, "2 pass", "3 6T")
    assert asked(table) == ["3 place"]


# Reshuffles


def test_tx_v17_tx_q50_leftover_deck_and_discard_are_shuffled_together_first() -> None:
    merged: set[str] = set()
    apart: set[str] = set()
    for seed in range(24):
        for found, merges in ((merged, True), (apart, False)):
            table = at("play: first effects\nhand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 3K 8T\ndiscard: 5S 9V 11K",
                       texts={"2T": revealing(4)}, options=Options(reshuffle_merge=merges), seed=seed)
            table.log = []
            act(table, "1 2T")
            found.add(next(words.split()[0] for words in told(table) if "is revealed" in words))
    assert merged == {"3K", "8T", "5S", "9V", "11K"}
    assert apart == {"3K"}


def test_tx_v17_not_as_long_as_the_deck_has_cards_enough() -> None:
    table = at("play: first effects\nhand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 3K 8T 8S\ndiscard: 5S 9V 11K",
               texts={"2T": draw(2).rule}, options=Options(reshuffle_merge=True))
    act(table, "1 2T")
    assert "3K" in hand(table, 1).split()
    assert "8T" in hand(table, 1).split()


# Secrets


def test_tx_v18_tx_q26_only_the_two_parties_see_traded_cards() -> None:
    table = live(TP2 + THREE, options=Options(form="live", private_trades=True))
    table.log = []
    act(table, "1 offer 2T as *T to seat 2 for 4*|5*", "2 commit 1 4T")
    assert (hand(table, 1), hand(table, 2)) == (cards("4T 3T 9K"), cards("2T 5T 9S"))
    for seat in (3, 0):
        heard = " ".join(told(table, seat))
        assert "2T" not in heard
        assert "4T" not in heard
        assert "P1 offers a Technology card for a 4 or a 5, to P2." in heard
        view = View(table, seat - 1 if seat else 3)
        assert [len(view.remembered(HAND, owner)) for owner in (0, 1)] == [0, 0]
        assert len(view.cards(HAND, 0)) == 3  # counts are seen
    assert [code(card) for card in View(table, 0).remembered(HAND, 1)] == ["2T"]
    assert [code(card) for card in View(table, 1).remembered(HAND, 0)] == ["4T"]


def test_tx_v18_competing_commits_are_shown_to_the_offerer_only() -> None:
    table = live(TP2 + THREE + "hand 4: 8V 9T\n", 4, options=Options(form="live", private_trades=True))
    act(table, "1 offer 2T to all for 9*", "2 commit 1 9S", "3 commit 1 9V", "clock closed")
    assert asked(table) == ["1 partner"]
    assert (knowers(table, "9S"), knowers(table, "9V")) == ([1, 2], [1, 3])
    assert all(not TRADE_TABLE.of(table, seat) for seat in range(4))
    assert PRIVATE_TABLE.of(table, 1)
    act(table, "1 seat 3")
    assert hands(table)[:3] == [cards("9V 3T 9K"), cards("4T 5T 9S"), cards("6T 7T 2T")]


def test_tx_v19_tx_q25_an_offer_to_one_player_is_seen_by_these_two_only() -> None:
    table = live(TP2 + THREE, options=Options(form="live", private_offers=True))
    table.log = []
    act(table, "1 offer 2T to seat 2 for 4*", "1 offer 3T to all for 6*")
    assert board(table) == ["1: seat 1 whispers to seat 2", "2: seat 1 gives 3T to all for 6*"]
    for seat in (3, 0):
        heard = " ".join(told(table, seat))
        assert "a 2 of Technology" not in heard
        assert "a 4" not in heard
        assert "a 3 of Technology" in heard
    assert "P1 offers a 2 of Technology for a 4, to P2." in told(table, 2)
    assert listed_commits(table, 2) == ["commit 1 4T"]
    assert knowers(table, "2T") == [1]
    assert face("2T") not in View(table, 2).remembered(HAND, 0)
    act(table, "2 commit 1 4T")
    assert TRADES.get(table) == 1


def test_tx_v19_in_the_turn_form_too() -> None:
    table = at(TP2 + THREE, options=Options(private_offers=True))
    table.log = []
    act(table, "1 offer 2T to seat 2 for 4*")
    assert told(table, 3) == ["P1 whispers to P2."]
    assert listed(table, 2) == ["commit 1 4T", "pass"]


def test_tx_v20_tx_q27_the_offerer_picks_when_committed_to() -> None:
    table = live(TP2 + THREE, options=Options(form="live", late_give_choice=True))
    assert refused(table, "1 offer 2T to all for 4*")  # no card is named
    act(table, "1 offer as *T to seat 2 for 4*", "2 commit 1 4T")
    assert (asked(table), listed(table, 1)) == (["1 give"], ["2T", "3T"])
    act(table, "1 3T")
    assert hands(table)[:2] == [cards("2T 4T 9K"), cards("3T 5T 9S")]


def test_tx_v20_a_description_must_fit_some_card() -> None:
    table = live(TP2 + THREE, options=Options(form="live", late_give_choice=True))
    assert refused(table, "1 offer as *V to all for 4*")
    assert refused(table, "1 offer as 9* *K to all for 4*")  # one card cannot stand for both


def test_tx_v20_two_cards_are_picked_together() -> None:
    table = at(TP2 + THREE, options=Options(late_give_choice=True))
    act(table, "1 offer as *T ** to seat 2 for 4*", "2 commit 4T")
    assert listed(table, 1) == ["2T 3T", "9K 2T", "9K 3T"]
    act(table, "1 2T 9K")
    assert hands(table)[:2] == [cards("3T 4T"), cards("2T 9K 5T 9S")]


def test_tx_v20_the_offer_is_withdrawn_as_soon_as_none_fit() -> None:
    table = live(TP2 + THREE, options=Options(form="live", late_give_choice=True))
    act(table, "1 offer as *T to all for 13*", "1 offer as *K to all for 13*", "1 offer as 2* to seat 2 for 9*")
    act(table, "2 commit 3 9S", "1 2T")
    assert offer_numbers(table) == [1, 2]
    act(table, "1 offer as 3* to seat 2 for 2*", "2 commit 4 2T", "1 3T")
    assert offer_numbers(table) == [1, 2]  # the 2T came back
    act(table, "1 offer as 9K to seat 3 for 9V", "3 commit 5 9V", "1 9K")
    assert offer_numbers(table) == [1]


@pytest.mark.parametrize("keeps", [True, False])
def test_tx_v21_tx_q34_after_a_mistake_the_offer_stays_open(keeps: bool) -> None:
    table = live(TP2 + THREE, options=Options(form="live", abort_keeps_offer=keeps))
    act(table, "1 offer 2T to seat 2 for 4*", "2 commit 1 5T")
    assert offer_numbers(table) == ([1] if keeps else [])
    if keeps:
        act(table, "2 commit 1 4T")
        assert hands(table)[:2] == [cards("4T 3T 9K"), cards("2T 5T 9S")]


@pytest.mark.parametrize("most", [1, 3, 8])
def test_tx_v22_open_offers_for_each_player(most: int) -> None:
    table = live(TP2 + THREE, options=Options(form="live", max_open_offers=most))
    act(table, *["1 offer 2T to all for 13*"] * most)
    assert refused(table, "1 offer 2T to all for 13*")
    act(table, *["2 offer 4T to all for 13*"] * most)


# Time


@pytest.mark.parametrize(("window", "later", "is_in"), [
    (0, "2.001", False), (0, "2.000", True), (2000, "4.000", True), (2000, "4.001", False),
])
def test_tx_v23_the_tie_window(window: int, later: str, is_in: bool) -> None:
    options = Options(form="live", tie_window_ms=window)
    table = live(TP2 + THREE + "hand 4: 8V 9T\n", 4, options=options)
    wire = Wire(table, options.tie_window_ms)
    wire.send("1.000 1 offer 2T to all for 9*", "2.000 2 commit 1 9S", f"{later} 3 commit 1 9V")
    wire.wait()
    assert asked(table)[0] == ("1 partner" if is_in else "1 trade")


@pytest.mark.parametrize("seconds", [10, 60, 600])
def test_tx_v24_tx_r61_seconds_without_a_trade_are_the_clocks(seconds: int) -> None:
    """The rules only let the clock say that trading has stalled."""
    table = live(TP2 + THREE, options=Options(form="live", stall_seconds=seconds))
    assert table.game.options["stall_seconds"] == seconds
    act(table, "clock stalled")
    assert phase(table) == "EP2"


@pytest.mark.parametrize(("each", "seats"), [(1, 3), (2, 2), (10, 2)])
def test_tx_v25_turns_without_a_trade(each: int, seats: int) -> None:
    table = at(TP2 + "".join(f"hand {seat}: {seat + 1}T\n" for seat in range(1, seats + 1)), seats,
               options=Options(stall_turns=each))
    turns = 0
    while phase(table) == "TP2":
        seat = turns % seats + 1
        act(table, f"{seat} offer {seat + 1}T to seat {seat % seats + 1} for 13*", f"{seat % seats + 1} pass")
        turns += 1
    assert turns == each * seats


def test_tx_v26_tx_q21_a_final_call() -> None:
    table = live(TP2 + THREE, options=Options(form="live", final_call_seconds=5))
    act(table, "1 done", "2 done")
    assert refused(table, "clock final call")
    act(table, "3 done")
    assert phase(table) == "TP2"
    act(table, "1 back")
    assert refused(table, "clock final call")  # all flags must stay on
    act(table, "1 done", "clock final call")
    assert phase(table) == "EP2"


CHOICES = TP2 + THREE + "hand 4: 8V 9T\nstock: K2 S1 T1 V1\ndeck: W1 ...\n"


def test_tx_v27_who_is_late_gets_the_earliest_commit_and_the_smallest_lowest_stack() -> None:
    table = live(CHOICES, 4)
    act(table, "1 offer 2T to all for 9*", "4 commit 1 9T", "2 commit 1 9S", "clock closed")
    clock = table.decision_of(CLOCK)
    assert clock is not None
    assert [clock.text(table, -1, choice) for choice in clock] == ["seat 4"]
    act(table, "clock seat 4")
    assert hand(table, 4) == cards("8V 2T")
    clock = table.decision_of(CLOCK)
    assert clock is not None
    assert [clock.text(table, -1, choice) for choice in clock] == ["Science"]  # smallest, then lowest domain
    act(table, "clock Science")
    assert stock(table) == "K2 S2 T1 V1"


def test_tx_v27_without_a_limit_the_clock_waits() -> None:
    table = live(CHOICES, 4, options=Options(form="live", choice_seconds=0))
    act(table, "1 offer 2T to all for 9*", "4 commit 1 9T", "2 commit 1 9S", "clock closed")
    assert table.decision_of(CLOCK) is None
    act(table, "1 seat 2")
    assert table.decision_of(CLOCK) is None
    assert asked(table) == ["1 place"]


def test_tx_v27_the_player_may_still_choose_anything() -> None:
    table = live(CHOICES, 4)
    act(table, "1 offer 2T to all for 9*", "4 commit 1 9T", "2 commit 1 9S", "clock closed", "1 seat 2", "1 Knowledge")
    assert (hand(table, 2), stock(table)) == (cards("4T 5T 2T"), "K3 S1 T1 V1")


def test_tx_v28_tx_q78_a_hard_time_limit() -> None:
    assert refused(live(TP2 + THREE), "clock time is up")
    table = live(TP2 + THREE, options=Options(form="live", phase_seconds=300))
    act(table, "1 offer 2T to all for 9*", "clock time is up")
    assert (phase(table), board(table)) == ("EP2", [])


# Talk, scoring, offers


@pytest.mark.parametrize(("talk", "free", "structured"), [
    ("free", True, True), ("structured", False, True), ("none", False, False),
])
def test_tx_v29_talk_in_the_live_form(talk: str, free: bool, structured: bool) -> None:
    table = live(TP2 + THREE, options=Options(form="live", talk=talk))
    assert refused(table.clone(), "1 say hello") is not free
    for line in ("1 ask all for 9*", "1 declare 1 of 9*", "1 wish 9*"):
        assert refused(table.clone(), line) is not structured
    act(table, "1 offer 2T to seat 2 for 4*", "2 commit 1 4T", "1 done")
    assert TRADES.get(table) == 1


@pytest.mark.parametrize(("talk", "structured"), [("free", True), ("structured", True), ("none", False)])
def test_tx_v29_tx_v40_talk_in_the_turn_form(talk: str, structured: bool) -> None:
    table = at(TP2 + THREE, options=Options(talk=talk))
    assert refused(table, "1 say hello")
    for line in ("1 ask all for 9*", "1 declare 1 of 9*", "1 wish 9*"):
        assert refused(table.clone(), line) is not structured


TRIM = """
    play: scoring
    stock: K4 S3 T2 V2
    hand 1: 2K 4K 4S 4T 7K 9K 9S 9T 12K
    hand 2: 3V 5K 5S 5T 5V 8T 10V 11V
    hand 3: 2V 3K 6S 8S 10K 12S 13T
"""


def test_tx_v30_tx_q53_the_game_discards_so_that_most_is_scored() -> None:
    table = at(TRIM, options=Options(auto_trim=True))
    assert table.is_over
    assert points(table) == [28, 22, 9]
    assert "8T" in discard(table)
    assert len(discard(table)) == 3


def test_tx_v31_tx_q55_a_legal_declaration_scores_as_declared() -> None:
    table = at(TRIM, options=Options(manual_groups=True))
    act(table, "1 4S 4T", "2 8T")
    assert asked(table) == ["1 arrange"]
    act(table, "1 9K 9S 9T as S, 2K 4K 7K")
    assert points(table)[0] == 9 + 12  # not the best, and the domain as declared
    act(table, "2 5K 5S 5T 5V")
    assert points(table)[1] == 16
    act(table, "3 pass")
    assert points(table) == [21, 16, 0]


@pytest.mark.parametrize("words", [
    "9K 9S", "9K 9S 9T as V", "9K 9S 2K", "2K 4K 7K, 2K 9K 12K", "2K 4K 7K 9K 12K", "9K 9S 9T, 2K 4K 9K",
    "9K 9K 9S", "5K 5S 5T", "9K 9S 9T as", "",
])
def test_tx_v31_what_is_no_arrangement_is_refused(words: str) -> None:
    table = at(TRIM, options=Options(manual_groups=True))
    act(table, "1 4S 4T", "2 8T")
    before = points(table)
    assert refused(table, f"1 {words}")
    assert points(table) == before


@pytest.mark.parametrize(("returns", "starters"), [(True, ["1K"]), (False, [])])
def test_tx_v32_tx_q58_an_expelled_1_stays_out_and_its_stack_starts_at_nothing(
    returns: bool, starters: list[str],
) -> None:
    for seed in range(30):
        table = at("stock K: 6K\nstock S: 1S\nstock T: 1T\nstock V: 1V\nexpelled: 1K\n" + THREE
                   + in_game(1, "scoring"), options=Options(expelled_ones_return=returns), seed=seed)
        if not asked(table)[0].endswith("place"):
            break
    assert stack(table, "K") == starters
    assert [stack(table, letter) for letter in "STV"] == [["1S"], ["1T"], ["1V"]]


def test_tx_v33_the_simple_grammar() -> None:
    table = live(TP2 + THREE, options=Options(form="live", offer_grammar="simple"))
    assert refused(table, "1 offer 2T as *T to all for 4*")
    assert refused(table, "1 offer 2T as 2* to all for 4*")
    assert refused(table, "1 offer 2T as ** to all for 4*")
    assert refused(table, "1 offer 2T to all for 4*|5*")
    act(table, "1 offer 2T 3T to all for 4* *T", "1 offer 2T as 2T to seat 2 for 4T")
    assert offer_numbers(table) == [1, 2]


def test_tx_v33_in_the_turn_form() -> None:
    table = at(TP2 + THREE, options=Options(offer_grammar="simple"))
    assert refused(table, "1 offer 2T as *T to all for 4*")
    act(table, "1 offer 2T to all for 4*")
    assert asked(table) == ["2 reply", "3 reply"]
