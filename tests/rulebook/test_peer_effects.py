"""Peer-to-Peer: when and how effects are used."""

import pytest

from techdeck.team_effects import discard
from tests.rulebook.peer_tables import CALM, RECALL, Toy, at, general, go, lies, listen, nothing, place_of, told, used
from tests.rulebook.tables import asked, offered, these

TWO_EACH = """
    venture A 1: 10T 11T
    venture A 2: 12T 13T
    play: effects before
"""
FOUR = {card: nothing() for card in ("10T", "11T", "12T", "13T")}


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r12_the_marker_side_acts_first_then_sides_alternate(first: int) -> None:
    table = at(f"first: {first}\n{TWO_EACH}", toys=FOUR)
    own = {1: ["10T", "11T"], 2: ["12T", "13T"]}
    for number in range(4):
        side = (first + number - 1) % 2 + 1
        assert asked(table) == [f"{side} use"]
        go(table, f"{side} {own[side][number // 2]}")  # exactly one
    assert table.is_over


def test_pp_r13_a_window_closes_when_all_have_passed_in_a_row() -> None:
    """PP-Q30: a pass does not bind."""
    table = at(f"first: 1\n{TWO_EACH}", toys=FOUR)
    go(table, "1 pass", "2 12T")
    assert (asked(table), offered(table)) == (["1 use"], ["10T", "11T", "pass"])
    go(table, "1 10T", "2 pass")
    assert asked(table) == ["1 use"]
    go(table, "1 pass")
    assert table.is_over
    table = at(f"first: 1\n{TWO_EACH}", toys=FOUR)
    go(table, "1 pass", "2 pass")
    assert table.is_over


def test_pp_r13_one_pass_closes_it_for_one_player() -> None:
    table = at("venture A 1: 10T 11T\nplay: effects before", 1, toys=FOUR)
    go(table, "1 10T")
    assert asked(table) == ["1 use"]
    go(table, "1 pass")
    assert table.is_over


LYING_ABOUT = """
    venture A 1: 1K 2K 3K
    hand 1: 4K 5K 6K
    venture A 2: 7K
    hand 2: 8K
    {more}
    play: effects before
"""


def flagged(*flags: str) -> Toy:
    return nothing("open", *flags)


def test_pp_r14_venture_cards_in_ventures_and_group_cards_in_the_hand() -> None:
    """PP-X2, PE-T01"""
    toys = {
        "1K": flagged("venture"), "2K": flagged("group"), "3K": flagged("venture", "group"),
        "4K": flagged("venture"), "5K": flagged("group"), "6K": flagged("venture", "group"),
        "7K": flagged("venture", "group"), "8K": flagged("venture", "group"),
    }
    table = at(LYING_ABOUT.format(more="first: 1"), toys=toys)
    assert offered(table) == ["1K", "3K", "5K", "6K", "pass"]
    go(table, "1 pass")
    assert offered(table) == ["7K", "8K", "pass"]
    table = at(LYING_ABOUT.format(more="mark used: 1K 6K"), toys=toys)
    assert offered(table) == ["3K", "5K", "pass"]
    table = at(LYING_ABOUT.format(more=""), toys={**toys, "3K": nothing("after"), "5K": nothing("assist")})
    assert offered(table) == ["1K", "6K", "pass"]


def test_pp_r15_once_a_round_for_each_card_wherever_it_goes() -> None:
    """PP-Q29: a card with both flags too."""
    table = at("""
        hand 1: 6T 3K 4T 2K
        row: 6K 9V
        mark used: 6K
        play: assist, effects after, refresh
    """, toys={"6K": flagged("venture", "group")})
    go(table, "1 2K 4T", "1 6K")
    assert asked(table) == ["1 develop"]
    go(table, "1 venture A")
    assert place_of(table, "6K") == "venture A 1"
    assert asked(table) == ["1 commit"]  # no window with it was open
    go(table, "1 pass")
    assert table.is_over
    assert used(table) == ["6K"]


def test_pp_r15_the_mark_is_cleared_in_phase_6() -> None:
    table = at("""
        venture A 1: 10T
        customer deck: 9K 9T
        row: 1V
        play: effects before, refresh, end of round, effects before
    """, toys={"10T": nothing()})
    go(table, "1 10T")
    assert (asked(table), offered(table)) == (["1 use"], ["10T", "pass"])


def test_pp_r15_the_mark_stays_through_discard_and_recall() -> None:
    table = at("""
        hand 1: 6K
        venture A 1: 10T
        play: effects before
    """, toys={"6K": Toy(discard(1).rule, "open", ("group",)), "10T": RECALL})
    go(table, "1 6K", "1 6K")
    assert place_of(table, "6K") == "discard 1"
    go(table, "1 10T", "1 6K")
    assert place_of(table, "6K") == "hand 1"
    assert table.is_over  # nothing more to use
    assert used(table) == ["6K", "10T"]


def test_pp_r16_several_cards_of_one_venture_may_be_used() -> None:
    """PP-Q27"""
    table = at("venture A 1: 9T 10T 11T\nplay: effects before",
               toys={card: nothing() for card in ("9T", "10T", "11T")})
    go(table, "1 10T", "1 9T", "1 11T")
    assert used(table) == ["9T", "10T", "11T"]


def test_pp_r17_a_used_card_stays_and_a_hand_card_is_shown() -> None:
    """PP-X4"""
    table = at("hand 1: 6K 5K\nventure A 1: 10T", toys={"6K": flagged("group"), "10T": nothing()})
    listen(table, "effects before")
    go(table, "1 6K", "1 10T")
    assert (lies(table, "hand 1"), lies(table, "venture A 1")) == (these("6K 5K"), ["10T"])
    assert any("6K" in line for line in told(table, 2))
    assert not any("5K" in line for line in told(table, 2))


def test_pp_r18_a_marked_hand_card_may_be_committed() -> None:
    """PP-Q28"""
    table = at("row: 9V 8V\nhand 1: 5V 4V\nmark used: 5V\nplay: assist", toys={"5V": nothing(), "4V": nothing()})
    go(table, "1 5V 4V", "1 9V")
    assert lies(table, "score 1") == ["9V"]
    assert used(table) == ["5V"]  # and 4V has none as before


def test_pp_r19_all_effects_are_optional_and_may_be_used_for_nothing() -> None:
    """PP-Q43"""
    table = at("venture A 1: 10T 11T\nplay: effects before", toys={"10T": RECALL, "11T": CALM})
    assert "pass" in offered(table)
    go(table, "1 10T", "1 11T")
    assert used(table) == ["10T", "11T"]


def test_pp_r19_wild_effects_are_mandatory() -> None:
    table = general("row: 9V\nunhappy: 8V\ncustomer deck: W1 13K\nplay: new customers")
    assert offered(table) == ["8V", "9V"]


def test_pp_r20_an_effect_resolves_completely_before_anything_else() -> None:
    table = general("first: 1\nhand 1: 2K 5K\ndeck 1: 3T 4T\nhand 2: 1V\nrow: 9V\nplay: effects before")
    go(table, "1 2K")
    assert asked(table) == ["1 discard"]  # the other side is not asked before that
    go(table, "1 5K")
    assert asked(table) == ["2 use"]


def test_pp_r20_what_an_effect_makes_possible_is_usable_at_the_next_action() -> None:
    table = at("venture A 1: 10T\ndiscard 1: 6K\nplay: effects before", toys={"10T": RECALL, "6K": flagged("group")})
    assert offered(table) == ["10T", "pass"]
    go(table, "1 10T", "1 6K")
    assert offered(table) == ["6K", "pass"]


def test_pp_r21_partial_execution() -> None:
    table = general("hand 1: 12K\nplay: effects before")
    go(table, "1 12K")  # nothing to draw
    go(table, "1 12K")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == ([], ["12K"])
    table = general("venture A 1: 5K\nhand 1: 13K\ndeck 1: 12S\nplay: effects before")  # no customers to look at
    go(table, "1 5K")
    assert (asked(table), offered(table)) == (["1 discard"], ["12S", "13K"])


def test_pp_r22_cards_elsewhere_have_no_usable_effects() -> None:
    table = at("""
        row: 1K
        discard 1: 2K
        score 1: 3K
        deck 1: 4K
        unhappy: 5K
        customer deck: 6K
        expelled: 7K
        play: effects before
    """, toys={f"{number}K": nothing() for number in range(1, 8)})
    assert table.is_over


# Windows of an assist

def test_pp_r29_step_3_is_for_assist_effects_and_open_to_every_side() -> None:
    """PP-Q32: sides alternate as in phase 2."""
    table = at("""
        first: 1
        row: 9V 8V
        hand 1: 4V 3V
        hand 2: 2K
        venture A 1: 10T 11T
        venture A 2: 12T
        play: assist
    """, toys={"10T": nothing("assist"), "11T": nothing("open"), "12T": nothing("assist"), "3V": nothing("assist")})
    go(table, "1 4V", "2 pass", "1 9V")
    assert (asked(table), offered(table)) == (["1 use while assisting"], ["10T", "3V", "pass"])
    go(table, "1 10T")
    assert (asked(table), offered(table)) == (["2 use while assisting"], ["12T", "pass"])
    go(table, "2 pass")
    assert asked(table) == ["1 use while assisting"]


def test_pp_r29_committed_cards_are_no_longer_in_hand() -> None:
    """PP-Q33, PE-T03"""
    table = at("row: 9V 8V\nhand 1: 4V 3V\nplay: assist", toys={"4V": nothing("assist", "group")})
    go(table, "1 4V 3V", "1 9V")
    assert asked(table) == ["1 commit"] or table.is_over  # no window for it
    assert used(table) == []
    table = at("row: 9V 8V\nhand 1: 4V 3V\nplay: assist", toys={"4V": nothing("assist", "group")})
    go(table, "1 3V", "1 9V")
    assert offered(table) == ["4V", "pass"]


def test_pp_r46_step_9_is_for_open_and_between() -> None:
    """PP-Q31"""
    table = at("""
        row: 9V 8V
        hand 1: 5V 4V 1K
        venture A 1: 10T 11T 12T
        venture B 1: 13T 1S 2S
        play: assist
    """, 3, toys={"10T": nothing("open"), "11T": nothing("between"), "12T": nothing("before"), "13T": nothing("after"),
                  "1S": nothing("assist"), "2S": nothing("gain")})
    go(table, "1 5V 4V", "1 9V", "1 pass", "1 pass")
    assert lies(table, "score 1") == ["9V"]
    assert (asked(table), offered(table)) == (["1 use"], ["10T", "11T", "pass"])


def test_pp_r49_phase_4_is_a_window_like_phase_2() -> None:
    table = at("""
        venture A 1: 10T 11T
        venture B 1: 12T 13T
        play: effects after
    """, 3, toys={"10T": nothing("open"), "11T": nothing("between"), "12T": nothing("before"), "13T": nothing("after")})
    assert offered(table) == ["10T", "13T", "pass"]
    go(table, "1 10T")
    assert offered(table) == ["13T", "pass"]


def test_pp_q42_the_captain_uses_the_venture_of_a_teammate() -> None:
    """PP-X3"""
    for number, captain in ((1, 1), (2, 2)):
        table = at(f"round: {number}\nventure A 1: 10T\nventure B 1: 11T\nplay: effects before", 4,
                   toys={"10T": nothing(), "11T": nothing()})
        assert (asked(table), offered(table)) == ([f"{captain} use"], ["10T", "11T", "pass"])
        go(table, f"{captain} 10T", f"{captain} 11T")
        assert used(table) == ["10T", "11T"]
