"""Grid Poker: the course of a round, GP-R01 to GP-R27 and GP-R50 to GP-R79, and the piles, GP-R60 to GP-R64."""

import pytest

from techdeck.cards import Face, face, stand_in
from techdeck.editions.general import PROGRAMS
from techdeck.effects import IN_PLAY, bury_it, discard, draw, effect, exchange, replace_with_top
from techdeck.games.grid_poker import (
    COMMITTED,
    COMPANY,
    COMPANY_LINE,
    DECK,
    DISCARD,
    DOMAIN,
    HAND,
    HAND_LINE,
    LINE_NAMES,
    MARKET,
    PHASE,
    RESOLVING,
    ROUND,
    USED,
    VALUE,
    Options,
    grid_poker,
)
from techdeck.position import play, written
from techdeck.rules import do, seq
from techdeck.table import EMPTY, PASS, Rule, Table, shift
from techdeck.views import View
from tests.rulebook.tables import (
    DUEL,
    NOTHING,
    POKER,
    WHOLE_ROUND,
    asked,
    at,
    at_random,
    back_of,
    choices,
    deck,
    history,
    knowers,
    lies,
    offered,
    pass_on,
    place_of,
    points,
    poker,
    these,
)

REPLACE_IN_PLAY: Rule = replace_with_top(IN_PLAY).rule
TRIO = """
    market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
    hand 1: 8S 5T 12K
    company 1: 3K 3S
    hand 2: 13V 7S 1T
    company 2: 6V 9T
    hand 3: 1V 2V 4V
    company 3: 13S 5K
    deck: 9S 1K 7T 13K 5V 2K 9K 9V
"""


# Frame


def test_gp_r01_gp_q03_each_phase_is_finished_by_all_players_before_the_next_begins() -> None:
    table = at(
        "first: 2\n" + TRIO.replace("hand 3: 1V 2V 4V", "hand 3: 1V 2V 4V 7V 7K") + f"play: {WHOLE_ROUND}", 3,
        texts={card: NOTHING for card in ("3K", "6V", "13S", "8S", "13V", "1V")},
    )
    assert history(table) == [
        "2 use", "3 use", "1 use",
        "2 use", "3 use", "1 use",
        "2 commit", "3 commit", "1 commit",
        "2 place", "3 place", "1 place",
        "2 improve", "3 improve", "1 improve",
        "3 discard",
    ]


def test_gp_r01_the_phases_follow_each_other_in_their_order() -> None:
    seen = []
    for table in at_random(grid_poker().start(3, 2), 6):
        if table.pending:
            seen.append((ROUND.get(table), PHASE.get(table)))
    assert seen == sorted(seen)
    assert {number for number, _ in seen} == {0, 1, 2, 3, 4}
    assert {phase for _, phase in seen} >= {0, 1, 2, 3, 4}


def test_gp_r02_players_are_asked_in_turn_order_once_and_skipped_without_a_legal_choice() -> None:
    table = at("first: 3\n" + TRIO + "play: company effects", 3, texts={"3K": NOTHING, "13S": NOTHING, "5K": NOTHING})
    assert history(table) == ["3 use", "1 use"]
    table = at(DUEL.replace("hand 1: 8S 5T 12K\n", "").replace("company 2: 6V 9T\n", "") + f"play: {POKER}")
    assert history(table) == ["2 commit", "1 place"]


def test_gp_r03_gp_q04_once_per_turn_means_once_per_round() -> None:
    table = at(DUEL + f"play: {WHOLE_ROUND}, company effects", texts={"3K": NOTHING})
    play(table, 1, "3K")
    assert asked(table) == ["1 commit"]
    pass_on(table, "use")
    assert asked(table) == ["1 use"]
    assert offered(table) == ["3K", "pass"]


def test_gp_r04_effects_are_used_in_phases_1_and_2_only() -> None:
    outside = {
        0: {"company", "discard"}, 3: {"commit", "place", "clear", "keep"}, 4: {"improve"}, 5: {"discard"},
    }
    inside = set()
    for seed in range(3):
        for table in at_random(grid_poker().start(3, seed), seed):
            for decision in table.pending:
                if PHASE.get(table) in (1, 2):
                    inside.add(decision.verb)
                else:
                    assert decision.verb in outside[PHASE.get(table)]
    assert "use" in inside


# Phase 1


def test_gp_r05_gp_r72_a_player_may_use_one_company_card_that_has_an_effect_and_no_used_mark() -> None:
    both = at(DUEL + "play: company effects", texts={"3K": NOTHING, "3S": NOTHING})
    assert (asked(both), offered(both)) == (["1 use"], ["3K", "3S", "pass"])
    assert choices(both) == 3
    marked = at(DUEL + "mark used: 3K\nplay: company effects", texts={"3K": NOTHING, "3S": NOTHING})
    assert offered(marked) == ["3S", "pass"]
    mute = at(DUEL + "play: company effects", texts={"3S": NOTHING})
    assert offered(mute) == ["3S", "pass"]
    wild = at(DUEL.replace("3K 3S", "W1 3S") + "play: company effects", texts={"W1": NOTHING, "3S": NOTHING})
    assert offered(wild) == ["3S", "pass"]


def test_gp_r06_the_used_card_is_marked_stays_in_the_company_and_can_be_placed() -> None:
    table = at(DUEL + f"play: company effects, {POKER}", texts={"3K": NOTHING, "3S": NOTHING})
    play(table, 1, "3K")
    assert USED.get(table, face("3K")) == 1
    assert lies(table, "company 1") == these("3K 3S")
    poker(table, "1 pass", "2 pass", "1 C2", "2 pass")
    assert asked(table) == ["1 clear"]  # three threes
    assert points(table) == [1, 0]


def test_gp_r07_gp_q05_at_most_one_company_effect_per_player_and_round() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": NOTHING, "3S": NOTHING, "6V": NOTHING})
    play(table, 1, "3K")
    assert asked(table) == ["2 use"]
    play(table, 2, "6V")
    assert table.is_over


def test_gp_r07_a_card_that_entered_a_company_before_its_owners_opportunity_can_be_used_there() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": REPLACE_IN_PLAY, "9S": NOTHING})
    play(table, 1, "3K", "6V")
    assert lies(table, "company 2") == these("9T 9S")
    assert (asked(table), offered(table)) == (["2 use"], ["9S", "pass"])


def test_gp_r07_without_chaining_a_card_that_enters_a_company_after_its_owners_use_gives_no_second_use() -> None:
    texts = {"3K": REPLACE_IN_PLAY, "9S": NOTHING, "6V": NOTHING}
    table = at("first: 2\n" + DUEL + "play: company effects", texts=texts, options=Options(chain_extra_use=False))
    play(table, 2, "6V")
    play(table, 1, "3K", "9T")
    assert lies(table, "company 2") == these("6V 9S")
    assert table.is_over


def bounce(table: Table, seat: int, it: int) -> None:
    """The used company card goes to the hand and comes back."""
    table.move(back_of(table, "3K"), COMPANY, HAND, seat)
    table.move(back_of(table, "3K"), HAND, COMPANY, seat)


def test_gp_r08_a_used_mark_is_lost_when_its_card_leaves_yet_the_player_has_had_the_use() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": do(bounce), "6V": NOTHING})
    play(table, 1, "3K")
    assert lies(table, "company 1") == these("3K 3S")
    assert USED.get(table, face("3K")) == 0
    assert asked(table) == ["2 use"]


@pytest.mark.parametrize("turned", [False, True])
def test_gp_r08_a_card_that_goes_straight_into_another_company_is_unmarked_there(turned: bool) -> None:
    def swap_companies(table: Table, seat: int, it: int) -> None:
        mine, theirs = back_of(table, "3K"), back_of(table, "6V")
        exchange(table, *((theirs, mine) if turned else (mine, theirs)))

    table = at(DUEL + "play: company effects", texts={"3K": do(swap_companies)})
    play(table, 1, "3K")
    assert (lies(table, "company 1"), lies(table, "company 2")) == (these("6V 3S"), these("3K 9T"))
    assert USED.get(table, face("3K")) == 0
    assert (asked(table), offered(table)) == (["2 use"], ["3K", "pass"])


def test_gp_r09_nothing_interrupts_an_effect() -> None:
    """A company of three and an empty cell wait until the whole text is done."""
    def overfill(table: Table, seat: int, it: int) -> None:
        table.move(MARKET.of(table)[0], MARKET, COMPANY, 0, to=1)

    table = at(DUEL + "play: company effects", texts={"3K": seq(do(overfill), draw(1).rule, discard(1).rule)})
    play(table, 1, "3K")
    assert asked(table) == ["1 discard"]
    assert lies(table, "company 2") == these("6V 9T 4K")
    assert MARKET.of(table)[0] == EMPTY
    assert "9S" in lies(table, "hand 1")
    play(table, 1, "9S")
    assert asked(table) == ["2 leave"]
    play(table, 2, "4K")
    assert written(table, "market").startswith("1K 11T")


def test_gp_r09_the_active_player_orders_effects_that_wait() -> None:
    for first, second, hand in (("12K", "3V", "8S 5T 9S"), ("3V", "12K", "8S 5T 1K")):
        table = at(
            DUEL.replace("hand 1: 8S 5T 12K", "hand 1: 8S 5T").replace("4K 11T", "12K 11T")
            + "play: company effects",
            texts={"3K": PROGRAMS["1T"].rule, "12K": draw(1).rule, "3V": do(bury_top)},
        )
        play(table, 1, "3K", first, second)
        assert lies(table, "hand 1") == these(hand)


def bury_top(table: Table, seat: int, it: int) -> None:
    bury_it(table, seat, DECK.of(table)[-1])


# Phase 2


def test_gp_r10_gp_r73_gp_q07_a_player_may_use_one_hand_card_that_has_an_effect() -> None:
    table = at(
        DUEL.replace("hand 1: 8S 5T 12K", "hand 1: 8S 5T 12K W1") + "play: hand effects",
        texts={"8S": draw(1).rule, "12K": NOTHING, "W1": NOTHING, "1T": NOTHING},
    )
    assert (asked(table), offered(table)) == (["1 use"], ["12K", "8S", "pass"])
    play(table, 1, "8S")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert lies(table, "hand 2") == these("13V 7S 1T")


def test_gp_r11_gp_q08_gp_q09_the_card_is_shown_carried_out_discarded_and_a_fresh_one_is_drawn() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": effect(draw(1), discard(1)).rule})
    play(table, 1, "12K")
    assert (lies(table, "resolving 1"), lies(table, "hand 1")) == (["12K"], these("8S 5T 9S"))
    assert offered(table) == these("8S 5T 9S")  # it cannot discard itself
    play(table, 1, "5T")
    assert written(table, "discard") == "5T 12K"
    assert lies(table, "hand 1") == these("8S 9S 1K")
    assert deck(table)[0] == "7T"


def test_gp_r12_gp_q11_a_card_whose_effect_can_do_nothing_may_be_used_discarded_and_redrawn() -> None:
    table = at(
        DUEL.replace("market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K", "market: - - - / - - - / - - -")
        + "play: hand effects", texts={"12K": PROGRAMS["13S"].rule},
    )
    play(table, 1, "12K")
    assert lies(table, "discard") == ["12K"]
    assert lies(table, "hand 1") == these("8S 5T 9S")


def used_card(table: Table, seat: int) -> int:
    return RESOLVING.of(table, seat)[0]


def bury_used(table: Table, seat: int, it: int) -> None:
    bury_it(table, seat, used_card(table, seat))


def take_used_back(table: Table, seat: int, it: int) -> None:
    table.move(used_card(table, seat), RESOLVING, HAND, seat)


def give_used_away(table: Table, seat: int, it: int) -> None:
    table.move(used_card(table, seat), RESOLVING, HAND, seat, to=1)


def exchange_used(table: Table, seat: int, it: int) -> None:
    exchange(table, used_card(table, seat), MARKET.of(table)[0])


def exchange_used_in_hand(table: Table, seat: int, it: int) -> None:
    exchange(table, used_card(table, seat), table.find(face("8S"), HAND, seat))


def test_gp_r13_gp_q10_if_the_effect_moved_the_used_card_elsewhere_only_the_draw_follows() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": do(bury_used)})
    play(table, 1, "12K")
    assert (lies(table, "discard"), deck(table)[-1]) == ([], "12K")
    assert lies(table, "hand 1") == these("8S 5T 9S")
    table = at(DUEL + "play: hand effects", texts={"12K": do(give_used_away)})
    play(table, 1, "12K")
    assert (lies(table, "discard"), lies(table, "hand 2")) == ([], these("13V 7S 1T 12K"))
    assert lies(table, "hand 1") == these("8S 5T 9S")


def test_gp_r13_no_card_is_drawn_if_the_used_card_is_back_in_the_hand() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": do(take_used_back)})
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these("8S 5T 12K")
    assert (lies(table, "discard"), deck(table)[0]) == ([], "9S")


@pytest.mark.parametrize("partner", ["4K", "W1"])
def test_gp_r13_no_card_is_drawn_if_the_used_card_was_exchanged_and_its_partner_goes_to_the_hand(partner: str) -> None:
    market = DUEL.replace("market: 4K", f"market: {partner}")
    table = at(market + "play: hand effects", texts={"12K": do(exchange_used)})
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these(f"8S 5T {partner}")
    assert written(table, "market").split()[0] == "12K"
    assert (lies(table, "discard"), lies(table, "resolving 1"), deck(table)[0]) == ([], [], "9S")


def test_gp_r13_exchanged_with_an_own_hand_card_both_end_in_the_hand() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": do(exchange_used_in_hand)})
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these("8S 5T 12K")
    assert (lies(table, "discard"), lies(table, "resolving 1"), deck(table)[0]) == ([], [], "9S")


def test_gp_r14_the_card_drawn_gives_no_second_effect_but_can_be_committed() -> None:
    table = at(DUEL + f"play: hand effects, {POKER}", texts={"12K": NOTHING, "9S": NOTHING})
    play(table, 1, "12K")
    assert "9S" in lies(table, "hand 1")
    assert asked(table) == ["1 commit"]
    assert "R1 9S" in offered(table)


def test_gp_q86_the_same_card_can_be_used_from_the_company_and_from_the_hand_in_one_round() -> None:
    def go_to_hand(table: Table, seat: int, it: int) -> None:
        if PHASE.get(table) == 1:
            table.move(back_of(table, "3K"), COMPANY, HAND, seat)

    table = at(DUEL + "play: company effects, hand effects", texts={"3K": do(go_to_hand)})
    play(table, 1, "3K")
    assert (asked(table), offered(table)) == (["1 use"], ["3K", "pass"])
    play(table, 1, "3K")
    assert lies(table, "discard") == ["3K"]


# Phase 3, commitments and companies


def test_gp_r20_gp_q17_zero_one_or_two_hand_cards_go_face_down_to_any_of_six_lines() -> None:
    table = at("first: 2\n" + DUEL + f"play: {POKER}")
    assert asked(table) == ["2 commit"]
    cards = ["7S", "1T", "13V", "7S 1T", "7S 13V", "1T 13V"]
    assert offered(table) == sorted([*(f"{line} {some}" for line in LINE_NAMES for some in cards), "pass"])
    play(table, 2, "C3 7S")
    assert lies(table, "committed 2") == ["7S"]
    assert lies(table, "hand 2") == these("13V 1T")
    assert asked(table) == ["1 commit"]
    play(table, 1, "pass")
    assert lies(table, "committed 1") == []


@pytest.mark.parametrize(("hand", "count"), [("8S", 7), ("8S 5T", 19), ("8S 5T 12K", 37), ("8S 5T 12K 9K", 61)])
def test_gp_r21_gp_r74_number_of_commitments(hand: str, count: int) -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K", f"hand 1: {hand}") + f"play: {POKER}")
    assert asked(table) == ["1 commit"]
    assert choices(table) == count
    assert len(set(offered(table))) == count


def test_gp_r21_gp_q16_all_cards_of_a_player_go_to_the_same_line() -> None:
    table = at(DUEL + f"play: {POKER}")
    assert all(sum(word in LINE_NAMES for word in choice.split()) == 1 for choice in offered(table) if choice != "pass")
    play(table, 1, "R2 8S 5T")
    assert HAND_LINE.get(table, 0) == LINE_NAMES.index("R2")
    assert len(COMMITTED.of(table, 0)) == 2


def test_gp_r21_with_an_empty_hand_there_is_nothing_to_commit() -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K\n", "") + f"play: {POKER}")
    assert asked(table) == ["2 commit"]


def test_gp_r22_gp_q18_gp_q19_those_who_follow_see_owner_line_and_number_and_it_is_final() -> None:
    table = at(TRIO + f"play: {POKER}", 3)
    assert asked(table) == ["1 commit"]
    play(table, 1, "R2 8S 5T")
    assert asked(table) == ["2 commit"]
    view = View(table, 1)
    assert (view.tally(HAND_LINE, 0), len(view.cards(COMMITTED, 0)), len(view.cards(HAND, 0))) == (1, 2, 1)
    assert view.known(COMMITTED, 0) == []
    play(table, 2, "C3 7S")
    assert len(View(table, 2).cards(COMMITTED, 1)) == 1
    assert knowers(table, "7S") == [2]
    play(table, 3, "pass")
    assert asked(table) == ["1 place"]  # nobody is asked for a commitment again
    assert lies(table, "committed 1") == these("8S 5T")


def test_gp_r23_any_number_of_players_may_use_the_same_line() -> None:
    table = at(TRIO + f"play: {POKER}", 3)
    poker(table, "1 R2 8S", "2 R2 7S", "3 R2 1V", "1 C1", "2 C1", "3 C1")
    assert HAND_LINE.of(table) == [1, 1, 1]
    assert COMPANY_LINE.of(table) == [3, 3, 3]


def test_gp_r24_after_all_commitments_each_player_places_the_whole_company_or_abstains() -> None:
    table = at("first: 2\n" + DUEL + f"play: {POKER}")
    poker(table, "2 pass", "1 pass")
    assert asked(table) == ["2 place"]
    assert offered(table) == sorted([*LINE_NAMES, "pass"])  # no way to place one card only
    play(table, 2, "R1")
    assert asked(table) == ["1 place"]
    play(table, 1, "C2")
    assert points(table) == [1, 1]  # three threes, two sixes
    assert asked(table) == ["2 clear"]


def test_gp_q20_a_company_of_one_card_may_be_placed() -> None:
    table = at(DUEL.replace("company 1: 3K 3S", "company 1: 3K") + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", "1 C2", "2 C1")
    assert points(table) == [1, 0]  # a pair of threes, though of four cards only, beats 13 high


@pytest.mark.parametrize(("commitment", "lines"), [
    ("R2 8S", "C1 C2 C3"), ("C2 8S 5T", "R1 R2 R3"), ("pass", "R1 R2 R3 C1 C2 C3"),
])
def test_gp_r25_gp_r75_gp_q21_the_company_goes_the_other_way_than_the_hand_cards(commitment: str, lines: str) -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, f"1 {commitment}", "2 pass")
    assert asked(table) == ["1 place"]
    assert offered(table) == sorted([*lines.split(), "pass"])


def test_gp_r25_with_an_empty_company_one_can_only_abstain() -> None:
    table = at(DUEL.replace("company 1: 3K 3S\n", "") + f"play: {POKER}")
    poker(table, "1 pass", "2 pass")
    assert asked(table) == ["2 place"]


def test_gp_q22_hand_cards_come_first_and_do_not_wait_for_the_own_company() -> None:
    table = at(DUEL + f"play: {POKER}")
    order = []
    while table.pending and table.pending[0].verb in ("commit", "place"):
        order += asked(table)
        table.act(table.pending[0].seat, PASS)
    assert order == ["1 commit", "2 commit", "1 place", "2 place"]


@pytest.mark.parametrize(("hand", "company", "hands"), [("R2 8S 5T", "C2", 2), ("R2 8S", "pass", 1), ("pass", "C2", 1),
                                                        ("pass", "pass", 0)])
def test_gp_r26_a_player_may_form_two_hands_one_or_none(hand: str, company: str, hands: int) -> None:
    table = at(DUEL + f"play: {POKER}")
    table.log = []
    poker(table, f"1 {hand}", "2 pass", f"1 {company}", "2 pass")
    told = [str(event.told(1, table.game.voice(["Ann", "Bob"]))["words"]) for event in table.log]
    assert sum(words.startswith("Ann has ") for words in told) == hands
    assert points(table) == [hands, 0]


# Phase 4


def test_gp_r50_gp_q55_each_player_in_turn_order_may_make_one_improvement_or_pass() -> None:
    table = at("first: 2\n" + DUEL.replace("company 1: 3K 3S", "company 1: 3K") + "play: improvement")
    assert asked(table) == ["2 improve"]
    play(table, 2, "7S for 6V")
    assert asked(table) == ["1 improve"]
    play(table, 1, "pass")  # even a short company need not be added to
    assert table.is_over
    assert lies(table, "company 1") == ["3K"]


def test_gp_r51_gp_r78_gp_q84_a_hand_card_takes_the_place_of_one_of_two_company_cards() -> None:
    table = at(DUEL + "play: improvement")
    assert choices(table) == 1 + 2 * 3
    swaps = [f"{new} for {old}" for new in ("8S", "5T", "12K") for old in ("3K", "3S")]
    assert offered(table) == sorted([*swaps, "pass"])
    play(table, 1, "12K for 3S")
    assert lies(table, "company 1") == these("3K 12K")
    assert lies(table, "discard") == ["3S"]
    assert lies(table, "hand 1") == these("8S 5T")
    assert knowers(table, "12K") == [1, 2, 3]


@pytest.mark.parametrize("company", ["company 1: 3K\n", ""])
def test_gp_r52_gp_q56_gp_q57_a_short_company_gets_one_more_card_and_nothing_is_discarded(company: str) -> None:
    table = at(DUEL.replace("company 1: 3K 3S\n", company) + "play: improvement")
    assert choices(table) == 1 + 3
    assert offered(table) == ["add 12K", "add 5T", "add 8S", "pass"]
    play(table, 1, "add 8S")
    assert lies(table, "company 1") == these(company.partition(":")[2] + " 8S")
    assert lies(table, "discard") == []
    assert asked(table) == ["2 improve"]  # one card, even if the company was empty


def test_gp_r53_nothing_is_drawn_for_the_card_spent_and_a_wild_card_may_be_put_in() -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K", "hand 1: W1 5T 12K") + "play: improvement")
    play(table, 1, "W1 for 3K")
    assert lies(table, "company 1") == these("W1 3S")
    assert lies(table, "hand 1") == these("5T 12K")
    assert deck(table)[0] == "9S"


# Phases 5 and 6


def hands(*sizes: int) -> str:
    """Players with so many hand cards, and a long deck."""
    cards = iter([f"{value}{letter}" for letter in "KST" for value in range(1, 14)])
    return "rest: deck\n" + "".join(
        f"hand {seat}: {' '.join(next(cards) for _ in range(size))}\n" for seat, size in enumerate(sizes, 1) if size)


def sizes_of(table: Table) -> list[int]:
    return [len(HAND.of(table, side)) for side in range(table.sides)]


def test_gp_r55_gp_r79_who_has_more_than_four_cards_chooses_what_to_discard_in_turn_order() -> None:
    table = at("first: 2\n" + hands(6, 4, 5) + "play: end of round", 3)
    assert (asked(table), choices(table)) == (["3 discard"], 5)
    discarded = lies(table, "hand 3")[2]
    play(table, 3, discarded)
    assert (asked(table), choices(table)) == (["1 discard"], 6)
    play(table, 1, "6K")
    assert (asked(table), choices(table)) == (["1 discard"], 5)
    play(table, 1, "1K")
    assert lies(table, "hand 1") == these("2K 3K 4K 5K")
    assert lies(table, "discard") == these(f"{discarded} 6K 1K")
    assert sizes_of(table) == [4, 4, 4]


@pytest.mark.parametrize(("seats", "limit"), [(1, 4), (2, 4), (4, 4), (5, 3), (6, 3)])
def test_gp_r55_gp_v18_gp_v19_gp_q60_the_limit_is_four_and_three_with_five_or_six_players(
    seats: int, limit: int,
) -> None:
    table = at(hands(7) + "play: end of round", seats)
    pass_on(table)
    assert len(HAND.of(table, 0)) == limit


def test_gp_r56_gp_q59_who_has_fewer_than_three_cards_draws_exactly_one_in_turn_order() -> None:
    table = at("first: 2\n" + hands(2, 1, 0, 3) + "play: end of round", 4)
    assert sizes_of(table) == [3, 2, 1, 3]
    top = ["7K", "8K", "9K"]
    table = at("first: 2\n" + hands(2, 1, 0, 3) + "deck: 7K 8K 9K\nplay: end of round", 4)
    assert [lies(table, f"hand {seat}")[-1:] for seat in (2, 3, 1)] == [[top[0]], [top[1]], [top[2]]]


def test_gp_r56_discards_come_before_draws() -> None:
    """The one card that can be drawn is the one that another player has just discarded."""
    table = at("hand 1: 1K 2K\nhand 2: 1S 2S 3S 4S 5S\nplay: end of round")
    play(table, 2, "3S")
    assert lies(table, "hand 1") == these("1K 2K 3S")


def test_gp_r57_gp_q61_used_marks_and_effects_end_with_the_round() -> None:
    table = at(DUEL + f"""
        mark used: 3K
        mark value: 8S={shift(2)} 6V={shift(-1)}
        mark domain: 4K=2
        play: end of round
    """)
    assert [USED.get(table, face("3K")), VALUE.get(table, face("8S")), VALUE.get(table, face("6V")),
            DOMAIN.get(table, face("4K"))] == [0, 0, 0, 0]


def test_gp_r57_the_marks_stay_until_all_have_discarded() -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K", "hand 1: 8S 5T 12K 1V 2V") + f"""
        mark used: 3K
        mark value: 8S={shift(2)}
        play: end of round
    """)
    assert asked(table) == ["1 discard"]
    assert (USED.get(table, face("3K")), VALUE.get(table, face("8S"))) == (1, shift(2))


def test_gp_r58_the_game_ends_after_round_4_and_before_that_the_marker_goes_to_the_left() -> None:
    for seed in range(4):
        table = grid_poker(cards=stand_in({})).start(3, seed)
        first = table.first
        found = []
        for position in at_random(table, seed):
            if ROUND.get(position) and position.pending:
                found.append((ROUND.get(position), position.first))
        assert sorted(set(found)) == [(number, (first + number - 1) % 3) for number in (1, 2, 3, 4)]
        assert table.is_over
        assert (ROUND.get(table), table.first) == (4, (first + 3) % 3)


def test_gp_r58_gp_q58_the_marker_passes_after_the_discards_and_draws_of_the_round() -> None:
    table = at("first: 2\nround: 1\n" + hands(5, 2, 2) + "deck: 7V 8V 9V\nplay: end of round", 3)
    assert table.first == 1
    play(table, 1, "1K")
    assert table.first == 2
    assert ("7V" in lies(table, "hand 2"), "8V" in lies(table, "hand 3")) == (True, True)


# Deck and discard


def test_gp_r60_gp_q13_an_emptied_deck_alone_causes_no_shuffle() -> None:
    table = at(
        DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V 12S") + "play: hand effects",
        texts={"12K": NOTHING},
    )
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these("8S 5T 9S")
    assert (deck(table), lies(table, "discard")) == ([], these("2V 12S 12K"))


def test_gp_r60_gp_q12_the_deck_is_used_up_before_the_discard_is_shuffled_into_a_new_one() -> None:
    seen = set()
    for seed in range(20):
        table = at(
            DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V 12S 4V") + "play: company effects",
            texts={"3K": draw(2).rule}, seed=seed,
        )
        play(table, 1, "3K")
        drawn = set(lies(table, "hand 1")) - {"8S", "5T", "12K"}
        assert "9S" in drawn
        assert (len(drawn), len(deck(table)), lies(table, "discard")) == (2, 2, [])
        seen |= drawn
    assert seen == {"9S", "2V", "12S", "4V"}


def test_gp_r61_the_used_card_and_what_was_drawn_before_are_not_shuffled() -> None:
    table = at(
        DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V") + "play: hand effects",
        texts={"12K": effect(draw(4), discard(1)).rule},
    )
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these("8S 5T 9S 2V")
    assert lies(table, "resolving 1") == ["12K"]


def test_gp_r61_committed_cards_are_not_shuffled() -> None:
    table = at(DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V") + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 13V 7S", "1 pass", "2 pass", "1 8K")
    assert asked(table) == ["2 keep"]  # the discard was shuffled for the second card of seat 1
    assert lies(table, "committed 2") == these("13V 7S")
    assert lies(table, "discard") == []
    assert sorted([*deck(table), *lies(table, "hand 1")]) == these("12K 9S 2V 8K 8S 5T")


def test_gp_r62_gp_q15_if_both_piles_are_empty_the_rest_is_skipped() -> None:
    table = at(
        DUEL.replace("deck: 9S 1K 7T 13K 5V 2K\n", "deck: 9S\n") + "play: company effects, end of round",
        texts={"3K": effect(draw(3), discard(1)).rule},
    )
    play(table, 1, "3K")
    assert lies(table, "hand 1") == these("8S 5T 12K 9S")
    play(table, 1, "9S")
    assert table.is_over
    nothing_left = at("hand 1: 1K\nhand 2: 1S 2S\nplay: end of round")
    assert (lies(nothing_left, "hand 1"), lies(nothing_left, "hand 2")) == (["1K"], these("1S 2S"))


def test_gp_r63_refills_follow_the_same_rules_as_draws() -> None:
    table = at(DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V").replace(
        "market: 4K 11T", "market: - -") + "play: clearing")
    assert written(table, "market").split()[:2] == ["9S", "2V"]
    assert (deck(table), lies(table, "discard")) == ([], [])


def test_gp_r63_the_artificial_player_follows_the_same_rules() -> None:
    table = at("market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K\nhand 1: 8S\ncompany 1: 3K 3S\ncompany 2: 6V 9T\n"
               f"deck: 9S\ndiscard: 2V 5K\nplay: {POKER}", 1)
    poker(table, "1 pass")
    table.log = []
    poker(table, "1 pass")
    told = [event.told(0, table.game.voice(["Ann", "AP"])) for event in table.log]
    drawn = [telling["card"] for telling in told if telling.get("to") == "drawn 2"]
    assert drawn[0] == "9S"
    assert sorted(map(str, drawn[1:])) == these("2V 5K")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gp_r64_gp_q67_no_choice_hands_a_card_of_one_player_to_another(seed: int) -> None:
    owners: dict[int, int] = {}
    table = grid_poker(cards=stand_in({})).start(2, seed)
    for position in at_random(table, seed):
        for number in range(54):
            zone, owner, _ = position.where(position.face.index(Face(number)))
            if zone in (HAND, COMPANY, COMMITTED):
                assert owners.setdefault(number, owner) == owner
            elif zone in (DECK, DISCARD, MARKET):
                owners.pop(number, None)


def test_gp_r64_a_played_card_lies_where_its_owner_put_it() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T")
    assert place_of(table, "8S") == "committed 1"
