"""Changes of value and domain [DK-V01 to V08], copies [DK-C01 to C05] and the guard [DK-G01 to G03]."""

import pytest

from techdeck.cards import face
from techdeck.effects import GUARDED, LAST_TEXT
from techdeck.games.grid_poker import COMPANY_USES, POINTS, USED, Options, grid_poker
from techdeck.games.grid_poker import VALUE as GRID_VALUE
from techdeck.games.regular_poker import DEAL, DOMAIN, VALUE
from techdeck.position import play, set_up, written
from techdeck.table import PASS, Table
from techdeck.views import View
from tests.deck.walk import (
    FIVE_CARD_DRAW,
    GRID_POKER,
    asked,
    at_poker,
    at_work,
    domain_of,
    hand,
    options,
    seen,
    sizes,
    using,
    value_of,
    workbench,
)

FLAGGED = ["1T", "3T", "4T", "7T", "10T", "12T", "13T", "9S", "2V"]


def changes_seen(table: Table, seat: int, card: str) -> tuple[int, int]:
    """The marks of a card as a seat sees them."""
    view = View(table, seat - 1)
    return view.mark(table.game.words.value, face(card)), view.mark(table.game.words.domain, face(card))


# Changes

def test_dk_v01_poker_sees_the_changed_card() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        market: 9K 2S 4T / 5V 7K 8S / 10T 11V 13K
        company 1: 1S
        hand 1: 8T
        hand 2: 6K 6S
        deck: 1T 2T 3V 4V 5K
        play: company effects, commitments, results""")
    play(table, 1, "1S", "8T", "1")  # a nine now
    play(table, 1, "R1 8T")
    play(table, 2, "R1 6K 6S")
    play(table, 1, "pass")
    assert POINTS.of(table) == [1, 0]  # a pair of nines against a pair of sixes


def test_dk_v01_later_effects_see_the_changed_card() -> None:
    table = using("1T", """
        market: 2S 10V 3V
        hand 1: 8T
        deck: 1K""")
    play(table, 1, "2S", "8T", "Services", "10V")
    assert options(table, 1) == "8T pass"
    play(table, 1, "8T")
    assert options(table, 1) == "10V 3V"


def test_dk_v01_two_equal_cards_in_one_hand_are_possible() -> None:
    table = using("1T", """
        market: 1S 2S
        hand 1: 8T 9V
        deck: 1K""")
    play(table, 1, "1S", "8T", "1", "2S", "8T", "Services")
    assert (value_of(table, "8T"), domain_of(table, "8T")) == (value_of(table, "9V"), domain_of(table, "9V"))


def test_dk_v01_a_value_taken_over_is_the_current_one() -> None:
    table = using("2T", "market: 10K\nmark value: 10K=12\nhand 1: 8V")  # minus 2
    play(table, 1, "8V", "10K")
    assert value_of(table, "8V") == 8
    table = using("2T", "market: 10K\nmark value: 10K=15\nhand 1: 8V")  # plus 1
    play(table, 1, "8V", "10K")
    assert value_of(table, "8V") == 11


def test_dk_v02_changes_are_done_one_after_another_and_each_is_cut_off() -> None:
    table = using("1T", """
        market: 1S 5S
        hand 1: 12T
        deck: 1K""")
    play(table, 1, "1S", "12T", "3")
    assert value_of(table, "12T") == 13
    play(table, 1, "5S", "12T")
    assert value_of(table, "12T") == 1  # 14 minus 13, not 14 minus 15


def test_dk_v02_the_last_domain_change_counts() -> None:
    table = using("2S", """
        market: 8T
        mark domain: 8T=1
        deck: 1K""")
    assert domain_of(table, "8T") == "K"
    play(table, 1, "8T", "Services")
    assert domain_of(table, "8T") == "V"


def test_dk_v03_a_change_stays_on_the_card_whoever_has_it() -> None:
    table = using("11S", """
        hand 1: 8T
        hand 2: 9T
        mark value: 8T=16
        mark domain: 8T=1
        deck: 1K""")
    play(table, 1, "8T")
    play(table, 2, "9T")
    assert (hand(table, 2), value_of(table, "8T"), domain_of(table, "8T")) == ("8T", 10, "K")
    table = using("9T", """
        hand 1: 8T
        market: 10S
        mark value: 8T=16
        deck: 1K""")
    play(table, 1, "8T", "10S")
    assert (written(table, "market")[:2], value_of(table, "8T")) == ("8T", 10)


@pytest.mark.parametrize(("card", "choices"), [
    ("7K", ["8T"]), ("3K", ["8T"]), ("3S", ["8T", "2S"]), ("11K", ["8T", "pass"]),
])
def test_dk_v03_a_change_ends_when_the_card_enters_the_deck_or_the_discard(card: str, choices: list[str]) -> None:
    table = using(card, """
        hand 1: 8T
        discard: 2S
        mark value: 8T=16
        mark domain: 8T=1
        deck: 1K 2K 4K""")
    assert value_of(table, "8T") == 10
    play(table, 1, *choices)
    assert (value_of(table, "8T"), domain_of(table, "8T")) == (8, "T")


def test_dk_v03_a_change_ends_when_the_round_ends() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        hand 1: 8T 9T 10T
        hand 2: 1K 2K 3K
        mark value: 8T=16
        mark domain: 8T=1
        play: end of round""")
    assert (value_of(table, "8T"), domain_of(table, "8T")) == (8, "T")


def test_dk_v03_a_change_lasts_through_a_commitment() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        market: 9K 2S 4T / 5V 7K 8S / 10T 11V 13K
        hand 1: 8T
        mark value: 8T=16
        play: commitments""")
    play(table, 1, "R1 8T")
    assert (written(table, "committed 1"), value_of(table, "8T")) == ("8T", 10)


def test_dk_v04_a_hand_card_is_revealed_before_it_is_changed() -> None:
    table = using("1S", """
        hand 1: 8T 9T
        deck: 1K 2K""")
    table.log = []
    play(table, 1, "8T", "2")
    told = [str(event.told(1, GRID_POKER.voice(["A", "B"]))["words"]) for event in table.log]
    assert told[:2] == ["8T is shown in hand 1.", "8T counts as 10 this round."]
    assert seen(table, 2, "hand 1") == "8T"


def test_dk_v04_the_note_goes_with_the_card_and_never_tells_whether_it_is_committed() -> None:
    table = set_up(GRID_POKER, """grid poker, 3 seats
        market: 9K 2S 4T / 5V 7K 8S / 10T 11V 13K
        company 1: 1S
        company 2: 11S
        hand 1: 8T 9T
        hand 2: 7T 6T
        deck: 1K 2K
        play: company effects, commitments""")
    play(table, 1, "1S", "8T", "2")
    note = changes_seen(table, 3, "8T")
    assert note != (0, 0)
    play(table, 2, "11S", "seat 1", "7T")
    play(table, 1, "8T")
    assert (hand(table, 2), changes_seen(table, 3, "8T")) == ("6T 8T", note)
    play(table, 1, "pass")
    for choice in ("R1 8T", "R1 6T"):
        committed = table.clone()
        play(committed, 2, choice)
        assert changes_seen(committed, 3, "8T") == changes_seen(committed, 1, "8T") == note


def test_dk_v04_a_face_down_card_is_changed_unseen_and_the_step_is_public() -> None:
    table = at_work("12S", """
        down 1: 5K 6K
        down 2: 7K
        deck: 2S 3S""", workbench())
    table.log = []
    play(table, 1, "down 2 #1", "1", "5K", "-1")
    assert (seen(table, 1, "down 2"), seen(table, 2, "down 1")) == ("??", "?? ??")
    assert (value_of(table, "7K"), value_of(table, "5K")) == (8, 4)
    for side in (0, 1, 2):
        told = [str(event.told(side, table.game.voice(["A", "B"]))["words"]) for event in table.log]
        assert told[:2] == ["The value of down 2 #1 is changed by +1 this round.",
                            "The value of down 1 #1 is changed by -1 this round."]


def test_dk_v05_what_is_sorted_by_domain_moves_at_once_and_goes_back_when_the_change_ends() -> None:
    """Stacks are sets of cards of one current domain; nothing else has to be moved."""
    table = at_work("2S", "open 2: 5K 6K 7T\ndeck: 3S", workbench())

    def stack(domain: str) -> str:
        return " ".join(card for card in written(table, "open 2").split() if domain_of(table, card) == domain)

    assert (stack("K"), stack("T")) == ("5K 6K", "7T")
    play(table, 1, "5K", "Technology")
    assert (stack("K"), stack("T")) == ("6K", "5K 7T")
    table.game.words.domain.clear(table)
    assert (stack("K"), stack("T")) == ("5K 6K", "7T")


def test_dk_v06_the_print_stays_as_it_is_under_a_change() -> None:
    table = using("1T", """
        market: 1S 2S
        hand 1: 8T
        deck: 1K""")
    play(table, 1, "1S", "8T", "3", "2S", "8T", "Services")
    card = table.card(table.face.index(face("8T")))
    assert (card.value, card.domain.name, value_of(table, "8T"), domain_of(table, "8T")) == (8, "TECHNOLOGY", 11, "V")


@pytest.mark.parametrize(("card", "choices"), [
    ("1S", "1S 5K"), ("2S", "2S 5K 7V"), ("4S", "4S 5K 7V"), ("5S", "5K 5S"), ("12S", "12S 5K 7V pass"),
    ("2T", "2T 5K"), ("5T", "5K 5T"), ("8T", "5K 8T"),
])
def test_dk_v07_where_hands_cannot_be_changed_hand_cards_are_not_offered(card: str, choices: str) -> None:
    table = at_work(card, """
        hand 1: 8K 9K
        down 1: 5K
        open 2: 7V
        deck: 3V""", workbench(changes_hands=False))
    if card == "8T":
        play(table, 1, "raise or lower")
    assert options(table, 1) == choices


def test_dk_v07_there_a_change_ends_when_the_card_leaves_play() -> None:
    for changes_hands in (False, True):
        table = at_work("9T", """
            hand 1: 8K
            open 2: 5K
            mark value: 5K=15
            deck: 3V""", workbench(changes_hands=changes_hands))
        assert value_of(table, "5K") == 6
        play(table, 1, "8K", "5K")
        assert (hand(table, 1), value_of(table, "5K")) == ("5K", 6 if changes_hands else 5)


@pytest.mark.parametrize(("card", "choices"), [
    ("1S", "1S 3V"), ("2S", "2S 3V 4V"), ("4S", "3V 4S 4V"), ("5S", "3V 5S"), ("12S", "12S 3V 4V pass"),
    ("2T", "2T 3V"), ("5T", "3V 5T"), ("9K", "3V 9K"), ("11T", "11T 3V"), ("9T", "3V"), ("10V", "3V pass"),
])
def test_dk_v08_a_wild_card_is_never_chosen_where_something_changes_or_is_asked_for(card: str, choices: str) -> None:
    table = using(card, """
        market: 4V W1
        hand 1: 3V W2
        deck: 1K""")
    assert options(table, 1) == choices


def test_dk_v08_8s_leaves_wild_cards_as_they_are() -> None:
    table = using("8S", "market: 4V W1")
    play(table, 1, "raise all")
    assert (value_of(table, "4V"), value_of(table, "W1"), GRID_VALUE.get(table, face("W1"))) == (5, 0, 0)


def test_dk_v08_9v_may_show_a_wild_card() -> None:
    table = using("9V", "hand 1: W1\nhand 2: 2K\ndeck: 1K")
    assert options(table, 1) == "W1"


# Copies

def test_dk_c01_a_copied_text_is_yours_to_carry_out() -> None:
    table = using("2V", """
        hand 1: 1K
        hand 2: 2K
        hand 3: 3K
        company 2: 7S
        deck: 4V 5V 6V""", seats=3)
    play(table, 1, "seat 2", "a card they control", "7S")
    assert (asked(table), options(table, 1)) == ("1 player", "seat 2 seat 3")
    play(table, 1, "seat 3")
    play(table, 3, "a card")
    assert sizes(table) == [2, 2, 1]  # you draw, and then the one whose card it was, not the one picked last


def test_dk_c01_the_player_picked_for_a_copy_draws_whoever_the_copied_text_picks() -> None:
    table = using("2V", """
        hand 1: 1K
        hand 2: 2K
        hand 3: 3K
        company 2: 12V
        deck: 4V 5V 6V""", seats=3)
    play(table, 1, "seat 2", "a card they control", "12V", "seat 3", "1K")
    play(table, 3, "3K")
    assert [hand(table, seat) for seat in (1, 2, 3)] == ["4V", "2K 6V", "5V"]


@pytest.mark.parametrize("copier", ["1T", "12T", "4T"])
def test_dk_c02_a_card_with_the_copy_flag_is_never_copied(copier: str) -> None:
    others = [card for card in FLAGGED if card != copier]
    table = using(copier, f"""
        market: {' '.join(others[:4])}
        discard: {' '.join(others[4:6])}
        hand 1: {' '.join(others[6:])} 3K
        company 1: 5S
        deck: 1K""")
    assert options(table, 1) == ("3K 5S" if copier == "4T" else "5S" if copier == "1T" else "")


@pytest.mark.parametrize("flagged", FLAGGED)
def test_dk_c02_not_even_chance_brings_about_a_copy_of_a_copy(flagged: str) -> None:
    if flagged != "13T":
        table = using("13T", f"deck: {flagged} 1K\nmarket: 3K\ndiscard: 12K\nhand 1: 2K\nhand 2: 4K")
        assert (asked(table), written(table, "deck")) == ("", f"1K {flagged}")
    if flagged != "7T":
        table = using("7T", f"hand 1: {flagged}\ndeck: 1K 5K\nmarket: 3K\ndiscard: 12K\nhand 2: 4K")
        play(table, 1, flagged)
        assert (asked(table), hand(table, 1)) == ("", "1K")
    if flagged != "2V":
        table = using("2V", f"hand 2: {flagged}\ndeck: 1K 5K\nmarket: 3K\ndiscard: 12K\nhand 1: 4K")
        play(table, 1, "a random card")
        assert (asked(table), sizes(table)) == ("", [1, 2])


def test_dk_c03_the_copied_card_stays_unmarked_where_it_is_and_may_have_been_used() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        company 1: 4T 3K
        company 2: 12K
        mark used: 12K 3K
        deck: 1K 2K 4K 5K
        play: company effects""")
    play(table, 1, "4T", "3K", "1K")
    assert (written(table, "company 1"), COMPANY_USES.of(table)) == ("4T 3K", [1, 0])
    assert [USED.get(table, face(card)) for card in ("4T", "3K", "12K")] == [1, 1, 1]
    table = using("1T", "company 2: 12K\ndeck: 1K 2K 4K 5K")
    play(table, 1, "12K", "1K", "2K")
    assert (written(table, "company 2"), USED.get(table, face("12K"))) == ("12K", 0)


def no_search(table: Table, side: int, back: int) -> bool:
    return not table.card(back).searches


def test_dk_c04_only_copyable_cards_can_be_chosen_also_where_a_game_forbids_some() -> None:
    lines = """
        open 2: 9K 3K 13T W1
        deck: 1K 2K"""
    assert options(at_work("12T", lines, workbench()), 1) == "3K 9K"
    assert options(at_work("12T", lines, workbench(may_copy=no_search)), 1) == "3K"


def test_dk_c04_what_chance_brings_does_nothing_if_it_cannot_be_copied() -> None:
    lines = """
        hand 1: 5V
        deck: 6T 3S 4S 2S"""
    assert asked(at_work("13T", lines, workbench())) == "1 find"
    table = at_work("13T", lines, workbench(may_copy=no_search))
    assert (asked(table), written(table, "deck")) == ("", "3S 4S 2S 6T")


def test_dk_c05_the_last_effect_is_the_most_recent_text_of_another_player() -> None:
    table = set_up(GRID_POKER, """grid poker, 3 seats
        company 1: 3K
        company 2: 12K
        company 3: 9S
        deck: 1K 2K 4K 5K 6K 7K
        play: company effects""")
    play(table, 1, "3K", "1K")
    play(table, 2, "12K", "4K", "5K")
    play(table, 3, "9S")
    assert (asked(table), sizes(table)) == ("3 discard", [1, 0, 2])
    play(table, 3, "6K")
    assert asked(table) == "3 discard"  # two, as 12K says


def test_dk_c05_your_own_effects_do_not_count() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        hand 1: 9S
        company 1: 3K
        company 2: 8T
        deck: 1K 2K 4K 5K 6K 7K
        play: company effects, hand effects""")
    play(table, 1, "3K", "1K")
    play(table, 2, "pass")
    play(table, 1, "9S")
    assert asked(table) == ""


def test_dk_c05_a_copy_counts_as_the_text_it_copied_and_1t_as_the_second() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        market: 5S 3K
        company 1: 1T
        company 2: 9S
        deck: 1K 2K 4K 5K 6K 7K
        play: company effects""")
    play(table, 1, "1T", "5S", "1T", "3K", "1K")
    play(table, 2, "9S")
    assert (asked(table), sizes(table)) == ("2 discard", [1, 2])  # 3K


def test_dk_c05_a_repeated_text_counts_for_whoever_repeats_it() -> None:
    table = set_up(GRID_POKER, """grid poker, 3 seats
        company 1: 3K
        company 2: 9S
        hand 1: 9V
        deck: 1K 2K 4K 5K 6K 7K
        play: company effects""")
    play(table, 1, "3K", "1K")
    play(table, 2, "9S", "4K")
    assert LAST_TEXT.of(table) == [face("3K") + 1, face("3K") + 1, 0]


def test_dk_c05_a_text_that_came_to_nothing_counts_but_a_copying_card_that_copied_nothing_does_not() -> None:
    table = set_up(GRID_POKER, """grid poker, 3 seats
        company 1: 13S
        company 2: 12T
        company 3: 9S
        play: company effects""")
    play(table, 1, "13S")  # no neutral card
    play(table, 2, "12T")  # nothing to copy
    assert LAST_TEXT.of(table) == [face("13S") + 1, 0, 0]
    play(table, 3, "9S")
    assert LAST_TEXT.of(table) == [face("13S") + 1, 0, face("13S") + 1]


def test_dk_c05_effects_of_earlier_rounds_count_too() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        company 1: 3K
        company 2: 9S
        hand 1: 1V 2V 3V
        hand 2: 4V 5V 6V
        deck: 1K 2K 4K 5K 6K 7K
        play: company effects, end of round, company effects""")
    play(table, 1, "3K", "1K")
    play(table, 2, "pass")
    play(table, 2, "9S")  # first in the second round
    assert asked(table) == "2 discard"


def to_the_next_deal(table: Table) -> None:
    deal = DEAL.get(table)
    while DEAL.get(table) == deal:
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))


def test_dk_c05_in_regular_poker_only_effects_of_this_deal_count() -> None:
    table = FIVE_CARD_DRAW.start(2, 5)
    LAST_TEXT.put(table, 3, 1)
    to_the_next_deal(table)
    assert LAST_TEXT.of(table) == [0, 0]


def test_dk_c05_a_forbidden_text_is_not_repeated() -> None:
    lines = """
        last text: 0 32
        time of the last text: 0 1
        effects used: 1
        hand 1: 1V
        deck: 6K 7K"""  # 6T
    assert asked(at_work("9S", lines, workbench())) == "1 find"
    assert asked(at_work("9S", lines, workbench(may_copy=no_search))) == ""


# Guard

GUARDED_SECOND = "guarded: 0 1"


@pytest.mark.parametrize(("card", "choices"), [
    ("2S", "2S 4V 5V"), ("4S", "4S 4V 5V"), ("10S", "10S 4V"), ("12S", "12S 4V 5V pass"), ("1T", "4V"),
])
def test_dk_g01_guarded_cards_in_play_cannot_be_chosen_changed_or_copied(card: str, choices: str) -> None:
    table = using(card, f"""
        market: 4V
        hand 1: 5V
        company 2: 3K 6V
        discard: 7V
        {GUARDED_SECOND}""")
    assert options(table, 1) == choices


@pytest.mark.parametrize(("card", "before", "choices"), [
    ("8K", ["two neutral cards"], "4V 8K"), ("13S", [], "13S 4V"), ("12T", [], "1K 4V"), ("9T", ["8V"], "4V"),
    ("10S", [], "10S 4V"), ("2S", [], "2S 4V 8V"), ("10V", ["8V"], "10V 4V"),
])
def test_dk_g01_the_guard_covers_cards_that_are_neutral_too(card: str, before: list[str], choices: str) -> None:
    table = at_work(card, """
        open 2: 3K 6V
        down 2: 7V
        open 3: 4V
        hand 1: 8V
        discard: 1K
        deck: 2K
        guarded: 0 1 0""", workbench(), seats=3)
    play(table, 1, *before)
    assert options(table, 1) == choices


@pytest.mark.parametrize(("card", "choices"), [
    ("6K", []), ("7S", []), ("7V", []), ("2V", ["a random card"]), ("8T", ["look at a hand"]),
    ("2V", ["a card they control"]),
])
def test_dk_g01_a_guarded_player_may_be_picked_but_nothing_is_seen_or_taken(card: str, choices: list[str]) -> None:
    table = using(card, f"""
        hand 1: 5V
        hand 2: 6V 8V
        company 2: 3K
        deck: 1K 2K 4K 5K
        {GUARDED_SECOND}""")
    play(table, 1, *choices)
    if card == "7S":
        play(table, 2, "a look at the hand")
    assert seen(table, 1, "hand 2") == ""
    assert {"6V", "8V"} <= set(hand(table, 2).split())
    assert not set(options(table, 1).split()) & {"3K", "6V", "8V"}


def test_dk_g01_a_card_that_a_guarded_player_shows_of_free_will_stays_guarded() -> None:
    for card in ("3V", "10T"):
        table = using(card, f"""
            hand 1: 5V
            hand 2: 3K 8V
            deck: 1K 2K
            {GUARDED_SECOND}""")
        play(table, 2, "3K")
        assert (asked(table), hand(table, 2)) == ("", "3K 8V")


def test_dk_g01_a_card_laid_out_or_given_away_is_not_guarded() -> None:
    table = using("1V", f"""
        hand 1: 5V
        hand 2: 3K 8V
        {GUARDED_SECOND}""")
    play(table, 1, "5V")
    play(table, 2, "3K")
    assert options(table, 1) == "3K 5V"
    table = using("4V", f"""
        hand 1: 5V
        hand 2: 3K 8V
        deck: 1K
        {GUARDED_SECOND}""")
    play(table, 2, "3K")
    assert hand(table, 1) == "3K 5V"


@pytest.mark.parametrize(("card", "before", "verb"), [
    ("1V", ["5V"], "lay"), ("10K", ["3"], "show"), ("10T", [], "show"), ("3V", [], "show"),
    ("6V", ["Knowledge", "5V"], "give"), ("12V", ["5V"], "discard"), ("11S", ["5V"], "pick"),
    ("9V", ["5V"], "pick"), ("5V", ["1K", "5V"], "discard"),
])
def test_dk_g02_what_is_asked_of_a_guarded_player_becomes_may(card: str, before: list[str], verb: str) -> None:
    own = "5V" if card != "5V" else "13V"
    table = using(card, f"""
        hand 1: {own}
        hand 2: 3K 8V
        deck: 1K 2K 4K 5K
        {GUARDED_SECOND}""")
    play(table, 1, *[own if choice == "5V" else choice for choice in before])
    if card == "5V":
        play(table, 2, "2K")
    assert asked(table) == f"2 {verb}"
    assert "pass" in options(table, 2).split()
    play(table, 2, "pass")
    assert {"3K", "8V"} <= set(hand(table, 2).split())


def test_dk_g02_the_winner_of_9v_may_keep_all_cards_if_guarded() -> None:
    table = using("9V", f"""
        hand 1: 5V
        hand 2: 8V
        deck: 1K 2K 4K
        {GUARDED_SECOND}""")
    play(table, 1, "5V")
    play(table, 2, "8V")
    assert (asked(table), options(table, 2)) == ("2 discard", "1K 2K 8V pass")


def test_dk_g02_if_a_guarded_player_picks_nothing_the_other_card_goes_back() -> None:
    table = using("11S", f"hand 1: 5V 6V\nhand 2: 8V\ndeck: 1K 2K\n{GUARDED_SECOND}")
    play(table, 1, "5V")
    play(table, 2, "pass")
    assert (hand(table, 1), hand(table, 2), seen(table, 2, "hand 1")) == ("5V 6V", "8V", "")


def test_dk_g02_votes_and_choices_between_options_are_made_as_usual() -> None:
    table = using("13V", f"hand 1: 5V\n{GUARDED_SECOND}")
    play(table, 1, "Services")
    assert (asked(table), options(table, 2)) == ("2 vote", "Knowledge Science Services Technology")
    table = using("7S", f"hand 1: 5V\n{GUARDED_SECOND}")
    assert (asked(table), options(table, 2)) == ("2 let", "a card a look at the hand")


def test_dk_g02_draws_for_a_guarded_player_still_happen() -> None:
    table = using("2V", f"""
        hand 2: 8V
        deck: 1K 2K
        {GUARDED_SECOND}""")
    play(table, 1, "a random card")
    assert hand(table, 2) == "1K 8V"


def test_dk_g03_the_guard_does_not_stop_your_own_effects() -> None:
    table = using("10S", """
        company 1: 3K
        discard: 5K
        guarded: 1 0""")
    play(table, 1, "3K", "5K")
    assert written(table, "company 1") == "10S 5K"


def test_dk_g03_the_guard_does_not_stop_steps_of_the_game() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        hand 1: 1K 2K 3K 4K 5K
        guarded: 1 0
        play: end of round""")
    assert options(table, 1) == "1K 2K 3K 4K 5K"  # too many for the end of a round, and no pass
    table = set_up(GRID_POKER, """grid poker, 2 seats
        market: 9K 2S 4T / 5V 7K 8S / 10T 11V 13K
        hand 1: 9T
        guarded: 1 1
        play: commitments, results""")
    play(table, 1, "R1 9T")
    assert options(table, 1) == "2S 4T 9K"  # the winner's discard of a market card


def test_dk_g01_the_guard_ends_with_the_round_or_with_the_deal() -> None:
    game = grid_poker(Options(guard_lasts="this_round"))  # by default it lasts longer there [GP-X23]
    table = set_up(game, "grid poker, 2 seats\nguarded: 1 0\nplay: end of round")
    assert GUARDED.of(table) == [0, 0]
    table = FIVE_CARD_DRAW.start(2, 5)
    GUARDED.put(table, 1, 0)
    to_the_next_deal(table)
    assert GUARDED.of(table) == [0, 0]


def test_dk_v03_in_regular_poker_a_change_ends_with_the_deal_and_in_the_muck() -> None:
    table = FIVE_CARD_DRAW.start(2, 5)
    VALUE.put(table, face("8T"), 16)
    DOMAIN.put(table, face("8T"), 1)
    to_the_next_deal(table)
    assert (value_of(table, "8T"), domain_of(table, "8T")) == (8, "T")
    table = at_poker(FIVE_CARD_DRAW, """
        hand 1: 5K 6K 7K 8K 9K
        hand 2: 8T 1K 2K 3K 4K
        mark value: 8T=16
        deck: 1S""")
    assert value_of(table, "8T") == 10
    play(table, 1, "pass", "bet")
    play(table, 2, "pass", "fold")
    assert ("8T" in written(table, "muck").split(), value_of(table, "8T")) == (True, 8)
