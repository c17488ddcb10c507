"""The clauses of the Peer-to-Peer edition, one by one."""

import itertools
from collections import Counter

import pytest

from techdeck.cards import face
from techdeck.deck import PEER_TO_PEER
from techdeck.games.peer_to_peer import Options
from techdeck.rules import choose, do
from techdeck.table import Table
from techdeck.team_effects import INSURED, customers_in_row, to_the_right_end
from tests.rulebook.peer_tables import (
    Toy,
    at,
    chances,
    domain,
    general,
    go,
    knowers,
    lies,
    listen,
    order,
    pass_on,
    pass_once,
    place_of,
    random_game,
    remembered,
    size,
    told,
    used,
    value,
)
from tests.rulebook.tables import asked, offered, these

CARDS = {printed.code: printed for printed in PEER_TO_PEER}
LONG = Options(unhappy_limits="99 99 99 99 99 99")


def use(card: str, text: str, *choices: str, phase: str = "effects before", seats: int = 2, seed: int = 0) -> Table:
    """Team 1 has used a card, and chosen inside it."""
    table = general(f"{text}\nplay: {phase}", seats, seed=seed)
    go(table, f"1 {card}", *[f"1 {choice}" for choice in choices])
    return table


def assisting(text: str, commit: str, target: str, seats: int = 2) -> Table:
    """Team 1 has committed cards and named a customer; the others commit nothing."""
    table = general(f"{text}\nplay: assist", seats)
    for decision in list(table.pending):
        go(table, f"{decision.seat + 1} {commit if decision.seat == 0 else 'pass'}")
    if table.pending and table.pending[0].verb == "declare":
        go(table, f"1 {target}")
    return table


# Nouns

def test_pe_n01_you_is_the_side_that_uses_the_effect() -> None:
    table = general("first: 2\nhand 1: 1V\nhand 2: 2K 9V\ndeck 2: 1S 2S\ndeck 1: 3S\nrow: 9T\nplay: effects before")
    go(table, "2 2K")
    assert lies(table, "hand 2") == these("2K 9V 1S 2S")
    assert lies(table, "hand 1") == ["1V"]


def test_pe_n01_another_team_is_one_other_side_you_pick() -> None:
    text = "hand 1: 6K'\nhand 2: 1S''\nhand 3: 2S'''\nplay: effects before"
    table = general(text, 3, options=Options(individual_decks=True, individual_sides="players"))
    go(table, "1 6K'")
    assert (asked(table), offered(table)) == (["1 team"], ["seat 2", "seat 3"])
    go(table, "1 seat 3")
    assert 1 in knowers(table, "2S'''")
    assert 1 not in knowers(table, "1S''")


def test_pe_n01_solo_parts_about_other_teams_are_skipped() -> None:
    table = use("6K", "hand 1: 6K 9V\ndeck 1: 1S", seats=1)
    assert (asked(table), offered(table)) == (["1 discard"], these("6K 9V 1S"))


def test_pe_n02_group_cards_are_those_of_your_team() -> None:
    table = use("12K", "hand 1: 12K 9V\ndeck 1: 1S 2S\nhand 2: 3S\ndeck 2: 5S\ncustomer deck: 6S")
    assert offered(table) == these("12K 9V 1S 2S")
    go(table, "1 1S", "1 9V")
    assert (lies(table, "discard 1"), size(table, "deck 2"), size(table, "customer deck")) == (these("1S 9V"), 1, 1)


def test_pe_n03_committed_cards_are_not_in_the_group_hand() -> None:
    table = assisting("row: 9V 8V\nhand 1: 5V 3K 4S", "5V 3K", "9V")
    assert offered(table) == ["4S", "pass"]
    go(table, "1 4S")
    assert offered(table) == these("3K 5V")  # of the committed ones only
    go(table, "1 3K", "1 1", "1 pass")
    assert lies(table, "score 1") == ["9V"]


def test_pe_n04_the_customer_your_team_has_named() -> None:
    table = assisting("row: 9V 8V 7V\nhand 1: 5V 3V 7S", "5V 3V", "9V")
    go(table, "1 7S")
    assert (asked(table), offered(table)) == (["1 by"], ["-1", "1"])  # it is 9V, without a question
    go(table, "1 -1")
    pass_on(table, "commit")
    assert lies(table, "score 1") == ["9V"]


def test_pe_n04_it_is_the_customer_just_won_before_it_is_placed() -> None:
    table = assisting("row: 6K 8V\nhand 1: 5K 1V 1T", "5K 1V", "6K")
    assert lies(table, "won 1") == ["6K"]
    go(table, "1 1T")
    assert (asked(table), offered(table)) == (["1 gain"], ["6K", "pass"])


def test_pe_n05_a_venture_card_lies_in_a_venture_of_any_team() -> None:
    table = use("9S", "hand 1: 9S\nventure A 1: 13K\nventure A 2: 8S\nventure B 2: 7T\nrow: 9V 8K\nhand 2: 4K", seats=4)
    assert (asked(table), offered(table)) == (["1 copy"], these("13K 8S 7T"))


def test_pe_n06_values_have_no_upper_end_and_never_fall_below_1() -> None:
    table = use("4V", "hand 1: 4V 7V\nrow: 13V 2T\nhand 2: 4T", "13V", "1")
    assert value(table, "13V") == 14
    go(table, "1 7V", "1 2T", "1 -3")
    assert value(table, "2T") == 1
    table = assisting("row: 9V 8V\nhand 1: 13V 4S", "13V", "9V")
    go(table, "1 4S", "1 13V", "1 2")
    assert value(table, "13V") == 15


def test_pe_n06_the_final_scoring_uses_printed_values() -> None:
    table = general("score 1: 9V\nscore 2: 8V\nmark value: 8V=20\nplay: rounds")
    assert table.game.winners(table) == [0]


def test_pe_n07_a_used_card_stays_marked_and_can_still_be_committed_or_moved() -> None:
    table = general("hand 1: 4V 5V\nrow: 10V 13K\nplay: effects before, assist")
    go(table, "1 4V", "1 10V", "1 -1")
    assert (used(table), lies(table, "hand 1")) == (["4V"], these("4V 5V"))
    go(table, "1 4V 5V", "1 10V")
    assert place_of(table, "10V") == "score 1"
    table = use("2K", "hand 1: 2K\ndeck 1: 5V 6V", "2K")  # discarded by its own effect
    assert lies(table, "discard 1") == ["2K"]
    table = use("4T", "hand 1: 4T 5V", phase="refresh")
    assert offered(table) == ["5V"]  # one other card


# Marks and timing

def test_pe_t01_where_each_mark_works() -> None:
    marks = Counter(printed.mark for printed in PEER_TO_PEER)
    assert marks == {"venture": 14, "both": 15, "group": 23, "": 2}
    # 8K is venture only, 7K group only, 10K both; each lies in a hand, a venture and elsewhere.
    text = "hand 1: {} 4S\ndiscard 1: 2S\nventure A 1: {}\nrow: 9V\nplay: effects before"
    for card, in_hand, in_venture in (("8K", False, True), ("7K", True, False), ("10K", True, True)):
        assert bool(general(text.format(card, "")).pending) == in_hand
        assert bool(general(text.format("", card)).pending) == in_venture


def test_pe_t02_one_use_a_card_and_round() -> None:
    table = general("hand 1: 10K 13V\nventure A 1: 13K\ndiscard 1: 9V\nplay: effects before, effects after")
    go(table, "1 10K", "1 10K", "1 9V")  # it lies in the discard now
    go(table, "1 pass")
    assert offered(table) == ["13K", "pass"]  # in the second effects phase too; all uses are optional
    table = general("hand 1: 10K 13V\nmark used: 10K\ndiscard 1: 9V\nplay: effects before")
    assert table.is_over


def test_pe_t02_may_and_up_to_are_free_and_everything_else_is_done() -> None:
    table = use("7K", "hand 1: 7K 1S\ndeck 1: 2S 3S")
    assert "pass" in offered(table)  # up to 3
    go(table, "1 pass")
    assert lies(table, "hand 1") == these("7K 1S")
    table = use("3T", "hand 1: 3T 1S\ndeck 1: 2S 3S")
    assert "pass" not in offered(table)
    table = use("10V", "hand 1: 10V\ncustomer deck: 13K")
    assert "pass" in offered(table)


def test_pe_t02_if_looks_at_what_really_happened() -> None:
    table = use("12V", "hand 1: 12V\nrow: 9V", "12V", phase="effects after")
    assert order(table, "row") == "9V"
    table = assisting("row: 6K 8V\nhand 1: 5K 1V 6V\ndeck 1: 9K", "5K 1V", "6K")
    go(table, "1 6V", "1 pass")
    assert order(table, "deck 1") == "9K"  # it was not put there, so nothing is drawn


def test_pe_t03_an_assist_card_must_stay_out_of_the_commitment() -> None:
    table = assisting("row: 9V 8V\nhand 1: 5V 4S 3K", "5V 4S 3K", "8V")
    assert used(table) == []
    assert "use while assisting" not in str(asked(table))
    table = assisting("row: 9V 8V\nhand 1: 5V 4S 3K", "5V 3K", "9V")
    assert offered(table) == ["4S", "pass"]


def test_pe_t04_several_gain_effects_and_the_first_takes_the_customer() -> None:
    table = assisting("row: 6K 8V\nhand 1: 5K 1V 9T 6V\nventure A 1: 9V\ndeck 1: 9K 10K 11K", "5K 1V", "6K")
    assert offered(table) == these("6V 9T 9V pass")
    go(table, "1 9T", "1 6K")
    assert place_of(table, "6K") == "hand 1"
    go(table, "1 6V")  # its part about the customer does nothing, nor what depends on it
    assert (place_of(table, "6K"), order(table, "deck 1")) == ("hand 1", "9K 10K 11K")
    go(table, "1 9V")
    assert order(table, "deck 1") == "10K 11K"
    assert sorted(used(table)) == these("6V 9T 9V")


def test_pe_t05_changes_end_when_a_card_leaves_its_place() -> None:
    table = use("5S", "hand 1: 5S 1K 3T\ndeck 1: 2S 4S 6S", "1K")
    assert value(table, "1K") == 13
    go(table, "1 3T", "1 1K")  # to the bottom of the deck
    assert value(table, "1K") == 1
    table = general("row: 9V\nhand 1: 4V\nventure A 1: 2V\ncustomer deck: 13K\nplay: effects before")
    go(table, "1 4V", "1 9V", "1 1")
    assert value(table, "9V") == 10
    go(table, "1 2V", "1 9V")
    assert value(table, "9V") == 9


# Verbs

def test_pe_v01_copy_is_for_open_venture_texts_of_any_team_but_never_9s() -> None:
    text = "venture A 1: 9S\nventure B 1: 11V 12S\nventure A 2: 13K 10K\nrow: 9V\nmark used: 13K\ncustomer deck: 1T 2T"
    table = use("9S", text, seats=4)
    assert offered(table) == these("10K 13K")  # marked or not; no assist or after timing, not 9S itself
    go(table, "1 13K")
    assert asked(table) == ["1 bury customer"]
    pass_on(table, "use")
    assert sorted(used(table)) == these("13K 9S")


def test_pe_v01_the_copied_card_is_not_marked() -> None:
    table = use("9S", "hand 1: 9S 1K\nventure A 2: 8S\nrow: 9V", "8S", "raise all")
    assert value(table, "9V") == 10
    assert used(table) == ["9S"]


def test_pe_v02_an_exchange_puts_the_old_customer_on_top() -> None:
    table = use("2V", "hand 1: 2V\nrow: 9V 8V 7V\ncustomer deck: 13K 12K", "8V")
    assert (order(table, "row"), order(table, "customer deck")) == ("9V 13K 7V", "8V 12K")


def test_pe_v03_only_w1_adds_cards_to_the_customer_deck() -> None:
    """So every game ends by itself."""
    for seats, seed in ((2, 1), (4, 2), (6, 3), (1, 4), (3, 6)):
        between = [table for table in random_game(seats, seed, LONG) if not size(table, "box")
                   and (table.is_over or table.pending[0].verb.startswith("use") or table.pending[0].verb == "commit")]
        for before, after in itertools.pairwise(between):
            if size(after, "customer deck") > size(before, "customer deck"):
                assert "W1" in set(lies(after, "expelled")) - set(lies(before, "expelled"))
        assert between[-1].is_over
        assert size(between[-1], "customer deck") == 0


def test_pe_v04_a_hand_card_is_shown_when_used_or_changed() -> None:
    table = general("hand 1: 2T 5K 9K 8K\nrest: customer deck\nhand 2: 1T")
    listen(table, "effects before")
    assert remembered(table, 2, "hand 1") == []
    go(table, "1 2T", "1 5K", "1 9K")
    assert remembered(table, 2, "hand 1") == these("2T 5K 9K")  # used, changed, value taken over
    assert value(table, "5K") == 9
    assert any("5K" in line for line in told(table, 2))
    assert not any("8K" in line for line in told(table, 2))


def test_pe_v04_the_note_of_a_change_does_not_tell_where_the_card_is() -> None:
    text = "first: 1\nhand 1: 5S 5K 9K\nhand 2: 1T\nrow: 9V 8V\nrest: customer deck"
    base = general(f"{text}\nplay: effects before, assist")
    go(base, "1 5S", "1 5K")
    for cards in ("5K", "9K"):
        table = base.clone()
        go(table, f"1 {cards}", "2 1T")
        assert place_of(table, cards) == "laid 1"
        assert value(table, "5K") == 9  # it sticks to the card
        assert knowers(table, cards) == [1]
        assert remembered(table, 2, "laid 1") == []


def test_fp_01_gain() -> None:
    text = "row: 6K 8V\nhand 1: 5K 1V {}\ndeck 1: 9K 10K"
    for card, place in (("9T", "hand 1"), ("10T", "deck 1"), ("1T", "discard 1"), ("3V", "deck 1")):
        table = assisting(text.format(card), "5K 1V", "6K")
        before = chances(table)
        go(table, f"1 {card}", "1 6K")
        assert place_of(table, "6K") == place
        if card == "10T":
            assert order(table, "deck 1") == "6K 9K 10K"
        assert chances(table) - before == (1 if card == "3V" else 0)  # into the deck: shuffled
        assert size(table, "score 1") == 0


def test_fp_01_a_gained_customer_is_a_group_card() -> None:
    table = assisting("row: 6K 9K\nhand 1: 5K 1V 9T 3V", "5K 1V", "6K")
    go(table, "1 9T", "1 6K", "1 pass")
    pass_on(table, "commit")
    go(table, "1 6K 3V")
    pass_on(table)
    assert place_of(table, "9K") == "score 1"
    assert lies(table, "discard 1") == these("5K 1V 6K 3V")


def test_fp_02_recall() -> None:
    table = use("10S", "hand 1: 10S\ndiscard 1: 5K 6K 3T 1T", "3T")
    assert lies(table, "hand 1") == these("10S 3T")
    assert offered(table) == ["3T", "pass"]
    table = use("10S", "hand 1: 10S\ndiscard 1: 5K 6K 3T W1")
    assert offered(table) == these("5K 3T")  # 5 or less, and no wild


def test_fp_03_uncommit_while_assisting() -> None:
    table = assisting("row: 9V 8V\nhand 1: 5V 4K 1K\nventure A 1: 11S\nmark value: 1K=15", "5V 4K 1K", "9V")
    go(table, "1 11S", "1 1K")
    assert place_of(table, "1K") == "hand 1"
    assert value(table, "1K") == 2  # with its changes
    pass_on(table, "commit")
    assert place_of(table, "9V") == "score 1"  # it no longer counted


def test_fp_03_uncommit_after_a_win() -> None:
    table = assisting("row: 9K 8V\nhand 1: 5V 4K\nventure A 1: 13T\nmark value: 5V=14", "5V 4K", "9K")
    go(table, "1 13T", "1 5V")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == (["5V"], ["4K"])


def test_fp_04_keep_outside_count() -> None:
    table = use("4T", "hand 1: 4T 5V 6V\ndeck 1: 1S 2S 3S 4S 5S", "6V", phase="refresh")
    assert lies(table, "hand 1") == these("6V 1S 2S 3S 4S")
    assert lies(table, "discard 1") == these("4T 5V")


def test_fp_04_keep_inside_count() -> None:
    table = use("12T", "venture A 1: 12T\nhand 1: 4V 5V 6V\ndeck 1: 1S 2S 3S 4S 5S", "6V", "4V", phase="refresh")
    assert lies(table, "hand 1") == these("6V 4V 1S 2S")
    assert lies(table, "discard 1") == ["5V"]


def test_fp_04_kept_cards_are_unseen_and_no_longer_in_the_hand() -> None:
    table = general("hand 1: 4T 5V 6V\ndeck 1: 1S 2S 3S 4S\nventure A 1: 12T\nrest: customer deck\nplay: refresh")
    go(table, "1 12T", "1 5V")
    assert (lies(table, "kept 1"), lies(table, "hand 1")) == (["5V"], these("4T 6V"))
    assert knowers(table, "5V") == [1]
    assert remembered(table, 2, "kept 1") == []
    assert offered(table) == these("4T 6V pass")


def test_fp_05_refill() -> None:
    table = use("8T", "venture A 1: 8T\nhand 1: 5V\ndeck 1: 1S 2S 3S 4S 5S 6S", phase="refresh")
    assert lies(table, "hand 1") == these("1S 2S 3S 4S 5S")
    table = general("venture A 1: 8T\nhand 1: 5V\ndeck 1: 1S 2S 3S 4S 5S 6S\nplay: refresh, refresh")
    go(table, "1 8T")
    assert size(table, "hand 1") == 4  # that refresh only, not the next


def test_fp_06_move() -> None:
    toy = Toy(choose("move", customers_in_row, then=do(to_the_right_end)))
    table = at("venture A 1: 10T\nrow: 9V 8V 7V 6V\nmark insured: 8V\nmark value: 8V=16\nplay: effects before",
               toys={"10T": toy})
    go(table, "1 10T", "1 8V")
    assert order(table, "row") == "9V 7V 6V 8V"
    assert size(table, "unhappy") == 0
    assert value(table, "8V") == 10  # it has not left the row


def test_fp_07_arrange() -> None:
    table = use("8K", "venture A 1: 8K\nrow: 9V 8V 7V 6V\ndeck 1: 1K\nmark value: 8V=16\nmark insured: 8V",
                "7V", "9V", "6V")
    assert order(table, "row") == "7V 9V 6V 8V"
    assert lies(table, "hand 1") == ["1K"]
    assert value(table, "8V") == 10
    assert INSURED.get(table, face("8V")) == 1


def test_fp_08_insure() -> None:
    text = """
        venture A 1: 11V
        row: 9K 8K 7K 6K
        customer deck: 13K 13S 13T 12T 11T
        deck 1: 1K 2K 3K 4K
        play: effects after, refresh, end of round, new customers, end of round, new customers
    """
    table = general(text)
    go(table, "1 11V", "1 9K")
    assert "9K" in lies(table, "expelled")
    # The second push of the first new phase and those of the round after make customers unhappy as usual.
    assert order(table, "unhappy") == "8K 7K 6K"


def test_fp_08_insurance_ends_after_the_next_new_customers_phase() -> None:
    table = general("""
        venture A 1: 11V
        row: 8K 9K 7K 6K
        customer deck: 13K 13S 13T 12T 11T
        latch: 0
        play: effects after, end of round, new customers
    """)
    go(table, "1 11V", "1 6K")
    assert order(table, "row") == "7K 6K 13K 13S"
    listen(table, "end of round, new customers")
    assert order(table, "unhappy") == "8K 9K 7K 6K"


def test_fp_08_insurance_sticks_to_the_customer_and_ends_when_it_leaves_the_row() -> None:
    table = general("""
        row: 9K 8K 7K 6K
        mark insured: 8K
        customer deck: 13K 13S 13T
        play: new customers
    """)
    assert "8K" in lies(table, "expelled")
    assert order(table, "unhappy") == "9K"
    table = general("""
        venture A 1: 2V
        row: 9K 8K 7K 6K
        mark insured: 9K
        customer deck: 13K 13S 13T
        play: effects before, new customers
    """)
    go(table, "1 2V", "1 9K")  # 9K lies on the customer deck, and 13K in its place
    assert order(table, "unhappy") == "13K 8K"
    assert order(table, "row") == "7K 6K 9K 13S"


# Wild cards

def test_pe_w01_who_chooses_and_where_a_wild_acts() -> None:
    table = general("first: 2\nrow: 9V\nunhappy: 8V\ncustomer deck: W1 13K 12K\nplay: new customers")
    assert asked(table) == ["2 send back"]
    table = general("first: 1\ndeck 2: W1 1K\nrow: 9V\nunhappy: 8V\nplay: refresh")
    assert asked(table) == ["2 send back"]


@pytest.mark.parametrize("first", [1, 2])
def test_pe_w01_in_w2_every_team_chooses_for_itself(first: int) -> None:
    text = "row: 9V 8V\ndiscard 1: 1K\ndiscard 2: 1S\ncustomer deck: W2 13K 12K\nplay: new customers"
    table = general(f"first: {first}\n{text}")
    own = {1: "1K", 2: "1S"}
    go(table, f"{first} {own[first]}", f"{first} 9V")
    assert asked(table) == [f"{3 - first} exchange"]
    go(table, f"{3 - first} pass")
    assert order(table, "row") == f"{own[first]} 8V 13K 12K"
    assert lies(table, f"discard {first}") == ["9V"]
    assert place_of(table, "W2") == "expelled"


def test_pe_w02_w1_is_not_optional() -> None:
    table = general("row: 9V 8V\nunhappy: 7V\ncustomer deck: W1 13K 12K\nplay: new customers")
    assert offered(table) == ["7V", "9V"]  # an unhappy one, or the leftmost
    go(table, "1 9V")
    assert (order(table, "row"), order(table, "customer deck")) == ("8V 13K 12K", "9V")
    table = general("customer deck: W1 13K 12K\nplay: new customers")
    assert order(table, "row") == "13K 12K"  # nobody to choose


def test_pe_w02_a_wild_inside_another_effect_waits() -> None:
    table = use("12K", "hand 1: 12K\ndeck 1: W1 1K 2K\nrow: 9V\nunhappy: 8V")
    assert asked(table) == ["1 discard"]
    go(table, "1 1K", "1 2K")
    assert asked(table) == ["1 send back"]


# Rulings on single cards

def test_pe_q01_the_only_card_is_taken() -> None:
    table = use("1K", "hand 1: 1K\ndeck 1: 9K")
    assert lies(table, "hand 1") == these("1K 9K")
    table = use("4K", "hand 1: 4K\ndeck 1: 9K")
    assert lies(table, "hand 1") == these("4K 9K")


def test_pe_q01_1k_takes_one_and_buries_the_other() -> None:
    table = use("1K", "hand 1: 1K\ndeck 1: 9K 8K 7K", "8K")
    assert (lies(table, "hand 1"), order(table, "deck 1")) == (these("1K 8K"), "7K 9K")


def test_pe_q01_11k_shows_the_first_card_only() -> None:
    text = "hand 1: 11K 13T\ndeck 1: {}\nrest: customer deck"
    table = use("11K", text.format("4S 9S 2S"))
    assert lies(table, "hand 1") == these("11K 13T 4S 9S")
    assert remembered(table, 2, "hand 1") == these("11K 4S")
    table = use("11K", text.format("5S 9S 2S"))
    assert lies(table, "hand 1") == these("11K 13T 5S")
    assert remembered(table, 2, "hand 1") == these("11K 5S")


@pytest.mark.parametrize(("card", "text"), [
    ("9K", "venture A 1: 9K\nrow: 9V\ndeck 1: 5S 6S"), ("9K", "venture A 1: 9K\ndeck 1: 5V 6V"),
    ("6T", "hand 1: 6T\ndeck 1: 9S 8S"), ("11T", "venture A 1: 11T\ndeck 1: 9S 8S"),
])
def test_pe_q02_without_a_fitting_card_the_deck_is_only_shuffled(card: str, text: str) -> None:
    table = general(f"{text}\ndiscard 1: 1V 2K\nplay: effects before")
    before = chances(table)
    go(table, f"1 {card}")
    pass_on(table)
    assert chances(table) == before + 1
    assert (size(table, "deck 1"), lies(table, "discard 1")) == (2, these("1V 2K"))


def test_pe_q02_searches_may_find_nothing_and_reshuffle_nothing() -> None:
    table = use("9K", "venture A 1: 9K\nrow: 9V 8S\ndeck 1: 5S 6K 7V\ndiscard 1: 1V")
    assert offered(table) == these("5S 7V pass")
    go(table, "1 7V")
    assert lies(table, "hand 1") == ["7V"]
    table = use("6T", "hand 1: 6T\ndeck 1: 9S 6S 1T\ndiscard 1: 1V")
    assert offered(table) == these("6S 1T pass")
    go(table, "1 pass")
    assert (size(table, "deck 1"), lies(table, "discard 1")) == (3, ["1V"])
    table = use("11T", "venture A 1: 11T\nhand 1: 5S\ndeck 1: 9S 6S\ndiscard 1: 1V")
    assert offered(table) == these("5S pass")


def test_pe_q02_the_two_cards_of_11t_stay_unseen() -> None:
    table = general("venture A 1: 11T\nhand 1: 5S 4S\ndeck 1: 9S 6S\nrest: customer deck")
    listen(table, "effects before")
    go(table, "1 11T", "1 5S", "1 6S")
    assert lies(table, "hand 1") == these("4S 6S")
    assert lies(table, "deck 1") == these("5S 9S")
    for side in (2, 3):
        words = " ".join(told(table, side))
        assert not any(card in words for card in ("5S", "6S", "9S", "4S"))
        assert remembered(table, side, "hand 1") == remembered(table, side, "deck 1") == []


@pytest.mark.parametrize(("card", "text", "place"), [
    ("2K", "deck 1: 1T 2T", "discard 1"), ("3K", "deck 1: 1T 2T", "deck 1"),
    ("6K", "deck 1: 1T\nhand 2: 1V", "discard 1"),
    ("7K", "deck 1: 1T 2T", "deck 1"), ("10K", "discard 1: 9S", "discard 1"), ("12K", "deck 1: 1T 2T", "discard 1"),
    ("3T", "deck 1: 5V 2T 4T", "deck 1"), ("5T", "deck 1: 1T", "expelled"),
    ("10V", "customer deck: 13K", "customer deck"),
    ("12V", "row: 9V", "discard 1"),
])
def test_pe_q03_the_used_card_may_itself_be_put_away(card: str, text: str, place: str) -> None:
    table = general(f"hand 1: {card} 13V\n{text}\nplay: effects after")
    go(table, f"1 {card}")
    assert card in offered(table)
    go(table, f"1 {card}")
    while table.pending and table.pending[0].verb != "use":
        pass_once(table)
    assert place_of(table, card) == place
    assert card in used(table)


def test_pe_q04_5s_turns_the_current_value_around() -> None:
    table = use("5S", "hand 1: 5S 9K\nmark value: 9K=15", "9K")
    assert value(table, "9K") == 4
    table = use("5S", "hand 1: 5S 13K\nmark value: 13K=19", "13K")
    assert value(table, "13K") == 1  # at least 1


def test_pe_q04_2t_and_6s_take_over_a_value() -> None:
    table = use("2T", "hand 1: 2T 9K 3V\nmark value: 9K=16", "3V", "9K")
    assert value(table, "3V") == 11  # the current one of a hand card
    table = use("2T", "hand 1: 2T 9K", "9K", "2T")
    assert value(table, "9K") == 2
    table = use("6S", "hand 1: 6S 3V\ndiscard 1: 12K W1", "3V")
    assert offered(table) == ["12K"]  # never of a wild
    go(table, "1 12K")
    assert value(table, "3V") == 12
    table = use("6S", "hand 1: 6S 3V\ndiscard 1: W1")
    assert (value(table, "3V"), value(table, "6S")) == (3, 6)


def test_pe_q05_13s_may_change_itself_and_assist_alone() -> None:
    table = general("hand 1: 13S\nrow: 9V 8T\nplay: effects before, assist")
    go(table, "1 13S", "1 13S", "1 8T")
    assert (value(table, "13S"), domain(table, "13S")) == (8, "T")
    go(table, "1 13S", "1 8T")
    assert "8T" not in order(table, "row")
    assert lies(table, "discard 1") == ["13S"]


def test_pe_q06_7s_works_only_for_a_team_that_has_named_a_customer() -> None:
    table = general("first: 1\nrow: 9V 8V\nhand 1: 5V 5K\nhand 2: 7S\nplay: assist")
    go(table, "1 5V 5K", "2 pass", "1 9V", "2 7S")
    assert used(table) == ["7S"]
    assert value(table, "9V") == 9
    table = general("first: 1\nrow: 9V 8V\nhand 1: 5V 5K\nhand 2: 7S 4V 5T\nplay: assist")
    go(table, "1 5V 5K", "2 4V 5T", "2 9V", "1 9V", "2 7S", "2 1")
    # Raised to 10 for every team: 5 and 5 fit now, 5 and 4 do not.
    pass_on(table, "commit")
    assert place_of(table, "9V") == "score 1"


def test_pe_q06_public_changes_count_for_everybody() -> None:
    table = general("first: 1\nhand 1: 4V\nhand 2: 5V 5K\nrow: 9V 8V\nplay: effects before, assist")
    go(table, "1 4V", "1 9V", "1 1", "1 pass", "2 5V 5K", "2 9V")
    pass_on(table, "commit")
    assert place_of(table, "9V") == "score 2"
    table = general("hand 1: 1V\nrow: 9V 8V\nplay: effects before")
    go(table, "1 1V", "1 9V", "1 Knowledge")
    assert domain(table, "9V") == "K"
    table = general("venture A 1: 8S\nrow: 9V 1V\nplay: effects before")
    go(table, "1 8S", "1 lower all")
    assert (value(table, "9V"), value(table, "1V")) == (8, 1)
    table = general("hand 1: 7V\nrow: 9V 1V\nplay: effects before")
    go(table, "1 7V", "1 9V")
    assert offered(table) == these("-3 -2 -1 0")


def test_pe_q07_without_a_committed_card_the_assist_fails() -> None:
    table = assisting("row: 9V 8V\nhand 1: 9K\nventure A 1: 11S", "9K", "9V")
    go(table, "1 11S", "1 9K")
    assert (lies(table, "hand 1"), size(table, "score 1")) == (["9K"], 0)


def test_pe_q07_13t_returns_a_card_before_the_others_are_discarded() -> None:
    table = assisting("row: 9K 8V\nhand 1: 5V 3K 1K\nventure A 1: 13T", "5V 3K 1K", "9K")
    assert size(table, "discard 1") == 0
    go(table, "1 13T")
    assert offered(table) == these("5V 3K 1K")
    go(table, "1 3K")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == (["3K"], these("5V 1K"))


@pytest.mark.parametrize(("card", "mark", "commit", "is_offered"), [
    ("1T", "7K=13", "5K 1V", True), ("1T", "6K=15", "5K 2V", False),
    ("3V", "9K=13", "5K 3T", True), ("3V", "8K=15", "5K 4T", False),
])
def test_pe_q08_the_value_in_the_test_that_won_it(card: str, mark: str, commit: str, is_offered: bool) -> None:
    target = mark[:2]
    table = assisting(f"row: {target} 8V\nhand 1: {commit} {card}\nmark value: {mark}", commit, target)
    go(table, f"1 {card}")
    assert (asked(table) == ["1 gain"]) == is_offered
    assert not is_offered or value(table, target) == int(target[0])  # the change has ended


def test_pe_q09_10t_puts_it_on_top_where_it_is_drawn_next() -> None:
    table = assisting("row: 6K 8V\nhand 1: 5K 1V 10T\ndeck 1: 9K\nventure A 1: 9V", "5K 1V", "6K")
    go(table, "1 10T", "1 6K", "1 9V")
    assert "6K" in lies(table, "hand 1")


def test_pe_q09_9t_lets_it_be_committed_in_the_same_round() -> None:
    table = assisting("row: 6K 8K\nhand 1: 5K 1V 9T 2V", "5K 1V", "6K")
    go(table, "1 9T", "1 6K")
    pass_on(table, "commit")
    go(table, "1 6K 2V")
    pass_on(table, "commit")
    assert "8K" not in order(table, "row")


def test_pe_q10_a_card_put_on_the_customer_deck_lies_on_top() -> None:
    table = use("10V", "hand 1: 10V 1K\ncustomer deck: 13K 12K", "1K")
    assert (lies(table, "hand 1"), order(table, "customer deck")) == (these("10V 13K"), "1K 12K")
    table = general("venture A 1: 5V\nrow: 9V\ncustomer deck: 13K 12K 11K 10K\nplay: new customers")
    go(table, "1 5V")
    assert knowers(table, "11K") == [1]
    go(table, "1 13K")
    assert (order(table, "row"), order(table, "customer deck")) == ("9V 11K 12K", "13K 10K")


def test_pe_q10_with_an_empty_customer_deck_nothing_happens() -> None:
    for card, text in (("2V", "hand 1: 2V\nrow: 9V"), ("10V", "hand 1: 10V 13V")):
        table = use(card, text)
        assert table.is_over
        assert order(table, "row") == ("9V" if card == "2V" else "")
    table = general("venture A 1: 5V\nrow: 9V\nplay: new customers")
    go(table, "1 5V")
    assert table.is_over
    assert order(table, "row") == "9V"


@pytest.mark.parametrize(("card", "text", "choices", "place", "left"), [
    ("2V", "hand 1: 2V\nrow: 9V 8V\ncustomer deck: W2 12K", ["9V"], "row", "8V"),
    ("10V", "hand 1: 10V 1K\ncustomer deck: W2 12K", ["1K"], "hand 1", "10V"),
    ("1K", "hand 1: 1K\ndeck 1: W2 9K", ["W2"], "hand 1", "1K"),
    ("4K", "hand 1: 4K\ndeck 1: W2 9K", ["W2"], "hand 1", "4K"),
    ("10K", "hand 1: 10K 1V\ndiscard 1: W2", ["1V", "W2"], "hand 1", "10K"),
    ("11T", "venture A 1: 11T\nhand 1: 1V 2V\ndeck 1: W2 9K", ["1V", "W2"], "hand 1", "2V"),
])
def test_pe_q10_a_wild_that_comes_by_an_exchange_or_take_is_not_replaced(
    card: str, text: str, choices: list[str], place: str, left: str,
) -> None:
    table = use(card, text, *choices)
    while table.pending and table.pending[0].verb != "use":
        pass_once(table)
    assert place_of(table, "W2") == "expelled"
    assert order(table, place) == left


def test_pe_q10_a_wild_from_a_discard_by_w2() -> None:
    table = general("first: 1\nrow: 9V 8V\ndiscard 1: W1\nunhappy: 7V\ncustomer deck: W2 13K 12K\nplay: new customers")
    go(table, "1 W1", "1 9V")
    assert asked(table) == ["1 send back"]  # for the row the marker team
    go(table, "1 7V")
    assert lies(table, "discard 1") == ["9V"]
    assert order(table, "row") == "8V 13K 12K"
    assert {"W1", "W2"} <= set(lies(table, "expelled"))


def test_pe_q11_8v_is_checked_when_used() -> None:
    table = use("8V", "hand 1: 8V\nrow: 9V 9K 9S\nunhappy: 7V 6V", "6V")
    assert (order(table, "row"), order(table, "unhappy")) == ("9V 9K 9S 6V", "7V")
    table = use("8V", "hand 1: 8V\nrow: 9V 9K 9S 9T\nunhappy: 7V 6V")
    assert (order(table, "row"), used(table)) == ("9V 9K 9S 9T", ["8V"])
    text = "hand 1: 8V\nrow: 9V 9K 9S\nunhappy: 7V\ncustomer deck: 13K 13S"
    table = general(f"{text}\nplay: effects after, new customers")
    go(table, "1 8V", "1 7V")
    assert order(table, "row") == "9S 7V 13K 13S"  # it has its place in the count


@pytest.mark.parametrize(("card", "place"), [("12V", "row"), ("13V", "unhappy")])
def test_pe_q12_two_discarded_cards_expel_one_customer(card: str, place: str) -> None:
    text = f"venture A 1: {card}\nhand 1: {{}}\nrow: 9V 8V\nunhappy: 7V 6V"
    table = use(card, text.format("1K 2K 3K"), "1K", "3K", phase="effects after")
    assert asked(table) == ["1 expel"]
    assert offered(table) == lies(table, place)
    go(table, f"1 {lies(table, place)[0]}")
    assert size(table, place) == 1
    table = use(card, text.format("1K"), "1K", phase="effects after")
    assert (lies(table, "discard 1"), size(table, place)) == (["1K"], 2)  # discarded, and nothing else


def test_pe_q13_4t_and_8t_together() -> None:
    table = general("venture A 1: 8T\nhand 1: 4T 9K\ndeck 1: 1S 2S 3S 4S 5S 6S\nplay: refresh")
    go(table, "1 8T", "1 4T", "1 9K")
    assert lies(table, "hand 1") == these("9K 1S 2S 3S 4S 5S")


def test_pe_q13_12t_and_4t_together() -> None:
    table = general("venture A 1: 12T\nhand 1: 4T 9K 10K 11K\ndeck 1: 1S 2S 3S 4S 5S 6S\nplay: refresh")
    go(table, "1 4T", "1 9K", "1 12T")
    assert offered(table) == these("4T 10K 11K pass")  # 9K is set aside already
    go(table, "1 10K", "1 11K")
    assert lies(table, "hand 1") == these("9K 10K 11K 1S 2S")
    table = general("venture A 1: 12T\nhand 1: 4T 9K\ndeck 1: 1S 2S 3S 4S 5S 6S\nplay: refresh")
    go(table, "1 12T", "1 4T", "1 9K")
    assert lies(table, "hand 1") == these("4T 9K 1S 2S")  # 4T, set aside, could not be used


def test_pe_q14_5t_may_shrink_the_group_deck() -> None:
    table = general("hand 1: 5T 9K\ndiscard 1: 8K\ndeck 1: 7K\nplay: effects before, refresh")
    go(table, "1 5T")
    assert offered(table) == these("5T 9K 8K")  # from hand or discard
    go(table, "1 9K")
    assert "9K" in lies(table, "expelled")
    pass_on(table)
    assert lies(table, "hand 1") == these("5T 7K 8K")  # short
