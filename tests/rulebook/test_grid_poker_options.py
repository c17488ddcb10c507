"""Grid Poker: its options, GP-V01 to GP-V19.  Bidding and solo play have files of their own."""

from typing import Any

import pytest

from techdeck.cards import face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import IN_PLAY, NEUTRAL, draw, exchange, exchange_with_top, replace_with_top
from techdeck.games import game_named
from techdeck.games.grid_poker import (
    ASKED,
    COMMITTED,
    EXTRA_USES,
    HAND,
    HAND_LINE,
    LINE_NAMES,
    MARKET,
    NEW,
    NO_LINE,
    USED,
    Options,
    grid_poker,
)
from techdeck.position import play, written
from techdeck.rules import do, seq
from techdeck.table import EMPTY, PASS, Rule, Table
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
    knowers,
    lies,
    offered,
    place_of,
    points,
    poker,
    these,
)

REPLACE_IN_PLAY: Rule = replace_with_top(IN_PLAY).rule
SHORT = DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S\ndiscard: 2V 12S 4V")
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


@pytest.mark.parametrize(("name", "value", "message"), [
    ("decks", 3, "decks can be 0, 1, 2, not 3."),
    ("tied_hands", "split", "tied_hands can be share, first_in_order, not split."),
    ("final_tiebreak", "", "final_tiebreak can be company_sum, shared, not ."),
    ("suit_order", "low", "suit_order can be group_first, rest_first, high_card_first, not low."),
    ("wild_market", "keep", "wild_market can be expel_after_use, stay, redeal, not keep."),
    ("chain_condition", "", "chain_condition can be opportunity_over, effect_used, not ."),
    ("guard_lasts", "ever", "guard_lasts can be full_round, this_round, not ever."),
    ("solo_placement", "random", "solo_placement can be strong, greedy, player_places, not random."),
])
def test_gp_v01_a_value_that_an_option_cannot_have_is_refused_with_a_sentence(
    name: str, value: Any, message: str,
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        Options(**{name: value})
    assert str(refused.value) == message


@pytest.mark.parametrize(("name", "value"), [
    ("decks", 1.0), ("wild_market", False), ("bidding", 1), ("draw_to_three", "yes"),
])
def test_gp_v01_a_value_of_another_kind_is_refused_though_it_may_look_equal(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} can be |cannot be"):
        game_named("grid poker", {name: value})


def test_gp_v01_the_game_by_name_takes_its_options_and_refuses_others() -> None:
    assert game_named("Grid-Poker", {"decks": 2}).start(2, 0).cards == 108
    with pytest.raises(ValueError, match=r"grid poker has no option deck; it has decks, "):
        game_named("grid poker", {"deck": 2})


# V02 to V06


def test_gp_v02_gp_q31_the_market_can_be_refilled_before_the_redraw() -> None:
    for first, hand, cell in ((False, "12K 9S 1K", "7T"), (True, "12K 1K 7T", "9S")):
        table = at(DUEL + f"play: {POKER}", options=Options(market_refill_first=first))
        poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass", "1 8K")
        assert lies(table, "hand 1") == these(hand)
        assert written(table, "market") == f"4K 11T 6S / 8V {cell} 2S / 13T 3V 10K"


def drawn_from_short_deck(text: str, phases: str, texts: dict[str, Rule], use: str, merge: bool) -> set[str]:
    """What seat 1 may get by drawing two cards, the deck having one only."""
    found: set[str] = set()
    for seed in range(30):
        table = at(text + f"play: {phases}", texts=texts, options=Options(reshuffle_merge=merge), seed=seed)
        play(table, 1, use)
        drawn = set(lies(table, "hand 1")) - {"8S", "5T", "12K"}
        assert len(drawn) == 2
        assert sorted([*drawn, *deck(table)]) == these("9S 2V 12S 4V")
        assert lies(table, "discard") == []
        found.add(" ".join(sorted(drawn)))
    return found


def test_gp_v03_too_short_a_deck_can_be_shuffled_together_with_the_discard_first() -> None:
    texts = {"3K": draw(2).rule}
    plain = drawn_from_short_deck(SHORT, "company effects", texts, "3K", False)
    merged = drawn_from_short_deck(SHORT, "company effects", texts, "3K", True)
    assert all("9S" in cards for cards in plain)
    assert any("9S" in cards for cards in merged)
    assert any("9S" not in cards for cards in merged)


def test_gp_v03_a_deck_that_is_long_enough_is_not_shuffled() -> None:
    table = at(DUEL + "discard: 2V\nplay: company effects", texts={"3K": draw(6).rule},
               options=Options(reshuffle_merge=True))
    play(table, 1, "3K")
    assert lies(table, "hand 1") == these("8S 5T 12K 9S 1K 7T 13K 5V 2K")
    assert (lies(table, "discard"), table.chances) == (["2V"], at(DUEL).chances)


def test_gp_v03_gp_r63_a_refill_is_one_operation_too() -> None:
    text = SHORT.replace("market: 4K 11T", "market: - -")
    for merge, always_first in ((False, True), (True, False)):
        options = Options(reshuffle_merge=merge)
        tables = [at(text + "play: clearing", options=options, seed=seed) for seed in range(30)]
        assert all(written(table, "market").startswith("9S") for table in tables) is always_first


def test_gp_v03_a_redraw_of_committed_cards_is_one_operation_too() -> None:
    kept = set()
    for seed in range(30):
        table = at(SHORT + f"play: {POKER}", options=Options(reshuffle_merge=True), seed=seed)
        poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass", "1 8K")
        kept.add("9S" in lies(table, "hand 1"))
    assert kept == {True, False}


def test_gp_v03_drawing_up_to_three_is_one_operation_too() -> None:
    text = "hand 1: 8S\ndeck: 9S\ndiscard: 2V 12S 4V\nplay: end of round"
    drawn = {"9S" in lies(at(text, options=Options(reshuffle_merge=True, draw_to_three=True), seed=seed), "hand 1")
             for seed in range(30)}
    assert drawn == {True, False}
    drawn = {"9S" in lies(at(text, options=Options(draw_to_three=True), seed=seed), "hand 1") for seed in range(30)}
    assert drawn == {True}


def test_gp_v03_the_three_cards_of_the_artificial_player_are_one_operation_too() -> None:
    text = ("market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K\ncompany 1: 3K 3S\ncompany 2: 6V 9T\n"
            "deck: 9S\ndiscard: 2V 12S 4V 5K\nplay: commitments")
    used = set()
    for seed in range(30):
        table = at(text, 1, options=Options(reshuffle_merge=True), seed=seed)
        play(table, 1, "pass")
        used.add("9S" in lies(table, "committed 2") + lies(table, "drawn 2"))
    assert used == {True, False}


@pytest.mark.parametrize(("first", "second", "hand", "discard"), [
    ("return", "return", "13V 7S 1T", "8K 8S 5T"), ("return", "redraw", "7S 1T 7T", "8K 8S 5T 13V"),
    ("redraw", "return", "13V 1T 7T", "8K 8S 5T 7S"), ("redraw", "redraw", "1T 7T 13K", "8K 8S 5T 13V 7S"),
])
def test_gp_v04_a_loser_can_decide_for_each_committed_card_separately(
    first: str, second: str, hand: str, discard: str,
) -> None:
    table = at(DUEL + f"play: {POKER}", options=Options(loser_redraw_per_card=True))
    poker(table, "1 R2 8S 5T", "2 R3 7S 13V", "1 pass", "2 pass", "1 8K")
    assert asked(table) == ["2 keep"]
    play(table, 2, first)  # the 7S, which is lower in the order of the deck
    assert asked(table) == ["2 keep"]
    play(table, 2, second)
    assert table.is_over
    assert lies(table, "hand 2") == these(hand)
    assert lies(table, "discard") == these(discard)


def test_gp_v04_a_wild_card_is_not_asked_about_and_a_winner_not_at_all() -> None:
    table = at(DUEL.replace("13V 7S 1T", "W1 7S 1T") + f"play: {POKER}", options=Options(loser_redraw_per_card=True))
    poker(table, "1 R2 8S 5T", "2 R3 W1 7S", "1 pass", "2 pass", "1 8K")
    assert asked(table) == ["2 keep"]
    play(table, 2, "return")
    assert table.is_over
    assert lies(table, "hand 2") == these("7S 1T 7T")
    assert place_of(table, "W1") == "expelled"


def test_gp_v05_of_equal_best_hands_only_the_earliest_in_turn_order_can_win() -> None:
    table = at("""
        first: 2
        market: 9K 8S 2T / 9K' 8S' 2T' / 1K 1S 3T
        hand 1: 5V
        hand 2: 5V'
        deck: 6K 6S 6T 6V 7K 7S
    """ + f"play: {POKER}", options=Options(decks=2, tied_hands="first_in_order"))
    poker(table, "2 R2 5V'", "1 R1 5V")
    assert points(table) == [0, 1]
    play(table, 2, "9K'")
    assert asked(table) == ["1 keep"]  # this hand has not won


@pytest.mark.parametrize(("tiebreak", "winners"), [("company_sum", [0]), ("shared", [0, 1])])
def test_gp_v06_the_company_sum_can_be_left_out_of_the_final_tie(tiebreak: str, winners: list[int]) -> None:
    table = at("points: 5 5 3\ncompany 1: 13K 2S\ncompany 2: 9V 5T\n", 3, options=Options(final_tiebreak=tiebreak))
    assert table.game.winners(table) == winners


@pytest.mark.parametrize(("five", "score"), [(False, [0, 2]), (True, [2, 0])])
def test_gp_v07_five_of_a_kind_can_be_a_category_above_the_royal_flush(five: bool, score: list[int]) -> None:
    table = at("""
        market: 9K 9S 9T / 9V' 10V 11V / - - -
        hand 1: 9V 9K'
        hand 2: 12V 13V
    """ + f"play: {POKER}", options=Options(decks=2, five_of_a_kind=five))
    poker(table, "1 R1 9V 9K'", "2 R2 12V 13V")
    assert points(table) == score


@pytest.mark.parametrize(("order", "score"), [("group_first", [1, 0]), ("high_card_first", [0, 1])])
def test_gp_v08_the_domain_of_the_top_card_can_count_right_after_its_value(order: str, score: list[int]) -> None:
    table = at("""
        market: 2K 4S 6T / - - - / - - -
        hand 1: 13K 11S
        hand 2: 13V 10S
    """ + f"play: {POKER}", options=Options(suit_order=order))
    poker(table, "1 R1 13K 11S", "2 R1 13V 10S")
    assert points(table) == score


# V09: wild cards in the market


@pytest.mark.parametrize(("wild_market", "place"), [("expel_after_use", "expelled"), ("stay", "market")])
def test_gp_v09_a_used_market_wild_can_stay(wild_market: str, place: str) -> None:
    table = at(DUEL.replace("8V 8K 2S", "8V 8K W1") + f"play: {POKER}", options=Options(wild_market=wild_market))
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass", "1 8K")
    assert place_of(table, "W1") == place


def test_gp_v09_with_stay_a_winners_discard_still_expels_it() -> None:
    table = at(DUEL.replace("8V 8K 2S", "8V 8K W1") + f"play: {POKER}", options=Options(wild_market="stay"))
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass", "1 W1")
    assert place_of(table, "W1") == "expelled"


def test_gp_v09_with_stay_wilds_of_companies_and_hands_are_expelled_as_usual() -> None:
    text = DUEL.replace("company 1: 3K 3S", "company 1: W1 3S").replace("hand 1: 8S", "hand 1: W2")
    table = at(text + f"play: {POKER}", options=Options(wild_market="stay"))
    poker(table, "1 R2 W2", "2 pass", "1 C2", "2 pass", "1 8K", "1 11T")
    assert (place_of(table, "W1"), place_of(table, "W2")) == ("expelled", "expelled")


def redeal(text: str, seats: int = 2, texts: dict[str, Rule] | None = None) -> Table:
    return at(text, seats, texts=texts, options=Options(wild_market="redeal"))


def test_gp_v09_redeal_in_setup_expels_wilds_and_deals_the_next_card() -> None:
    table = redeal("rest: deck\ndeck: 1K 2K W1 W2 3K 4K 5K 6K 7K 8K 9K 1S\nplay: setup")
    assert written(table, "market") == "1K 2K 3K / 4K 5K 6K / 7K 8K 9K"
    assert lies(table, "expelled") == these("W1 W2")
    assert "1S" in lies(table, "hand 1")


def test_gp_v09_redeal_lets_wilds_into_hands_and_companies() -> None:
    table = redeal("rest: deck\ndeck: 1K 2K 3K 4K 5K 6K 7K 8K 9K W1 1S\nplay: setup")
    assert "W1" in lies(table, "hand 1")
    play(table, 1, "1S W1")
    assert lies(table, "company 1") == these("W1 1S")


def test_gp_v09_redeal_in_a_refill() -> None:
    table = redeal(DUEL.replace("4K 11T 6S", "- 11T -").replace("deck: 9S", "deck: W1 9S") + "play: clearing")
    assert written(table, "market").startswith("9S 11T 1K")
    assert place_of(table, "W1") == "expelled"


def test_gp_v09_redeal_when_nothing_is_left_leaves_the_cell_empty() -> None:
    table = redeal(DUEL.replace("4K 11T", "- 11T").replace("deck: 9S 1K 7T 13K 5V 2K", "deck: W1") + "play: clearing")
    assert MARKET.of(table)[0] == EMPTY
    assert place_of(table, "W1") == "expelled"


def test_gp_v09_redeal_in_a_replacement_deals_at_once_before_the_draw_for_the_used_card() -> None:
    table = redeal(DUEL.replace("deck: 9S", "deck: W1 9S") + "play: hand effects", texts={"12K": PROGRAMS["13S"].rule})
    play(table, 1, "12K", "4K")
    assert written(table, "market").startswith("9S 11T 6S")
    assert lies(table, "hand 1") == these("8S 5T 1K")
    assert lies(table, "discard") == these("4K 12K")
    assert place_of(table, "W1") == "expelled"


def test_gp_v09_redeal_in_a_replacement_by_a_card_of_the_discard() -> None:
    table = redeal(DUEL + "discard: W1\nplay: company effects", texts={"3K": PROGRAMS["10S"].rule})
    play(table, 1, "3K", "4K", "W1")
    assert written(table, "market").startswith("9S 11T 6S")
    assert (lies(table, "discard"), place_of(table, "W1")) == (["4K"], "expelled")


def test_gp_v09_redeal_in_an_exchange_with_the_top_of_the_deck() -> None:
    table = redeal(
        DUEL.replace("deck: 9S", "deck: W1 9S") + "play: company effects",
        texts={"3K": exchange_with_top(NEUTRAL).rule})
    play(table, 1, "3K", "4K")
    assert written(table, "market").startswith("9S 11T 6S")
    assert deck(table)[:2] == ["4K", "1K"]
    assert place_of(table, "W1") == "expelled"


def test_gp_v09_redeal_in_an_exchange_with_a_hand_card() -> None:
    def bring_wild(table: Table, seat: int, it: int) -> None:
        exchange(table, back_of(table, "W1"), MARKET.of(table)[0])

    table = redeal(DUEL.replace("hand 1: 8S", "hand 1: W1") + "play: company effects", texts={"3K": do(bring_wild)})
    play(table, 1, "3K")
    assert written(table, "market").startswith("9S 11T 6S")
    assert lies(table, "hand 1") == these("4K 5T 12K")
    assert place_of(table, "W1") == "expelled"


# V10 to V12: effects


def test_gp_v10_gp_q45_a_printed_wild_effect_can_be_used_in_phase_2_and_the_wild_is_expelled() -> None:
    text = DUEL.replace("hand 1: 8S", "hand 1: W1").replace("company 1: 3K", "company 1: W2")
    texts = {"W1": draw(1).rule, "W2": draw(1).rule}
    without = at(text + "play: company effects, hand effects", texts=texts)
    assert without.is_over
    table = at(text + "play: company effects, hand effects", texts=texts, options=Options(wild_hand_effect=True))
    assert (asked(table), offered(table)) == (["1 use"], ["W1", "pass"])  # in phase 2; a company wild has no effect
    play(table, 1, "W1")
    assert place_of(table, "W1") == "expelled"
    assert lies(table, "hand 1") == these("5T 12K 9S 1K")  # one by the effect, one for the wild card
    assert lies(table, "discard") == []


def test_gp_v10_a_wild_without_a_printed_effect_still_has_none() -> None:
    table = at(DUEL.replace("hand 1: 8S", "hand 1: W1") + "play: hand effects", texts={"12K": NOTHING},
               options=Options(wild_hand_effect=True))
    assert offered(table) == ["12K", "pass"]


@pytest.mark.parametrize(("hand", "held"), [("8S", 3), ("8S 5T", 3), ("", 3), ("8S 5T 12K", 3), ("8S 5T 12K 1V", 4)])
def test_gp_v11_players_can_draw_up_to_three_cards_at_the_end_of_the_round(hand: str, held: int) -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K", f"hand 1: {hand}") + "play: end of round",
               options=Options(draw_to_three=True))
    assert len(lies(table, "hand 1")) == held


def test_gp_v11_as_far_as_there_are_cards() -> None:
    table = at("hand 1: 8S\nhand 2: 5T\ndeck: 1K\ndiscard: 2K\nplay: end of round", options=Options(draw_to_three=True))
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("8S 1K 2K"), ["5T"])


# Chaining: V12, and V66 for the other condition

CHAINED = {"6V": NOTHING, "13S": REPLACE_IN_PLAY, "3K": REPLACE_IN_PLAY, "9S": NOTHING, "1K": NOTHING}


def chained(*choices: str, texts: dict[str, Rule] | None = None, seats: int = 3, options: Options = Options()) -> Table:
    """Seat 2 is first, then seat 3, then seat 1; the cards that replace others are 9S, 1K, 7T."""
    table = at("first: 2\n" + TRIO + "play: company effects", seats, texts=texts or CHAINED, options=options)
    poker(table, *choices)
    return table


@pytest.mark.parametrize("before", ["2 6V", "2 pass"])
def test_gp_v12_gp_q06_a_card_that_comes_when_its_owners_opportunity_is_over_can_be_used_at_once(before: str) -> None:
    table = chained(before, "3 13S", "3 9T")
    assert lies(table, "company 2") == these("6V 9S")
    assert (asked(table), offered(table)) == (["2 use"], ["9S", "pass"])  # before seat 1, and only the new card
    play(table, 2, "9S")
    assert USED.get(table, face("9S")) == 1
    assert asked(table) == ["1 use"]


def test_gp_v12_also_for_who_had_no_card_to_use() -> None:
    table = chained("3 13S", "3 9T", texts={"13S": REPLACE_IN_PLAY, "9S": NOTHING})
    assert (asked(table), offered(table)) == (["2 use"], ["9S", "pass"])


def test_gp_v12_there_is_one_such_opportunity_in_a_round_used_or_not() -> None:
    for choice in ("2 9S", "2 pass"):
        table = chained("2 pass", "3 13S", "3 9T", choice, "1 3K", "1 6V")
        assert lies(table, "company 2") == these("9S 1K")
        assert table.is_over


def test_gp_v12_gp_r07_before_its_owners_opportunity_a_card_only_waits_for_that() -> None:
    table = chained("2 pass", "3 13S", "3 3S")
    assert lies(table, "company 1") == these("3K 9S")
    assert (asked(table), offered(table)) == (["1 use"], ["3K", "9S", "pass"])
    play(table, 1, "3K", "9S")
    assert table.is_over


def test_gp_v12_ones_own_effect_brings_oneself_nothing() -> None:
    table = chained("2 pass", "3 13S", "3 5K")
    assert lies(table, "company 3") == these("13S 9S")
    assert asked(table) == ["1 use"]


def test_gp_v12_a_card_without_an_effect_and_a_wild_card_bring_nothing() -> None:
    for top in ("4T", "W1"):
        table = at("first: 2\n" + TRIO.replace("deck: 9S", f"deck: {top}")
                   + "play: company effects", 3, texts=CHAINED)
        poker(table, "2 pass", "3 13S", "3 9T")
        assert top in lies(table, "company 2")
        assert asked(table) == ["1 use"]


def test_gp_v12_the_new_opportunity_can_bring_another_player_one() -> None:
    table = chained("2 pass", "3 pass", "1 3K", "1 9T", "2 9S", "2 5K",
                    texts={**CHAINED, "9S": REPLACE_IN_PLAY})
    assert (asked(table), offered(table)) == (["3 use"], ["1K", "pass"])
    table = chained("2 pass", "3 13S", "3 9T", "2 9S", "2 5K", texts={**CHAINED, "9S": REPLACE_IN_PLAY})
    assert (asked(table), offered(table)) == (["3 use"], ["1K", "pass"])  # who began it, too


def test_gp_v12_gp_r09_if_two_players_got_new_cards_the_active_one_chooses_who_begins() -> None:
    both = seq(REPLACE_IN_PLAY, replace_with_top(IN_PLAY).rule)
    for first, second in ((2, 3), (3, 2)):
        table = chained("2 pass", "3 pass", "1 3K", "1 5K", "1 9T", texts={**CHAINED, "3K": both})
        assert (asked(table), offered(table)) == (["1 let begin"], ["seat 2", "seat 3"])
        play(table, 1, f"seat {first}")
        assert asked(table) == [f"{first} use"]
        play(table, first, "pass")
        assert asked(table) == [f"{second} use"]


def test_gp_v12_a_card_that_enters_in_phase_2_brings_nothing_and_every_round_begins_anew() -> None:
    texts = {"6V": NOTHING, "12K": REPLACE_IN_PLAY, "9S": NOTHING}
    table = at("first: 2\n" + DUEL + f"play: {WHOLE_ROUND}", texts=texts)
    poker(table, "2 6V", "1 12K", "1 9T")
    assert asked(table) == ["2 commit"]
    table = at(DUEL + "extra company effects: 2 0\nhad the company opportunity: 1 1\nmark new: 3K 6V\n"
               "play: end of round")
    assert (EXTRA_USES.of(table), ASKED.of(table)) == ([0, 0], [0, 0])
    assert NEW.carried(table) == []


def test_gp_v12_in_solo_nobody_else_could_bring_one() -> None:
    """Nothing is asked of the artificial player, whose company changes, too."""
    table = at(TRIO.replace("hand 2: 13V 7S 1T\n", "").replace("hand 3: 1V 2V 4V\n", "").replace(
        "company 3: 13S 5K\n", "") + "play: company effects", 1, texts=CHAINED)
    poker(table, "1 3K", "1 9T")
    assert table.is_over


AFTER_A_USE = Options(chain_condition="effect_used")


def test_gp_v66_a_card_that_enters_a_company_after_its_owners_use_can_give_one_extra_opportunity_at_once() -> None:
    texts = {"6V": NOTHING, "13S": REPLACE_IN_PLAY, "3K": REPLACE_IN_PLAY, "9S": NOTHING, "1K": NOTHING}
    table = at("first: 2\n" + TRIO + "play: company effects", 3, texts=texts, options=AFTER_A_USE)
    play(table, 2, "6V")
    play(table, 3, "13S", "9T")
    assert lies(table, "company 2") == these("6V 9S")
    assert (asked(table), offered(table)) == (["2 use"], ["9S", "pass"])  # before seat 1
    play(table, 2, "9S")
    assert USED.get(table, face("9S")) == 1
    assert asked(table) == ["1 use"]
    play(table, 1, "3K", "9S")
    assert lies(table, "company 2") == these("6V 1K")
    assert table.is_over  # at most one extra opportunity per round


def test_gp_v66_the_extra_opportunity_may_be_passed() -> None:
    texts = {"6V": NOTHING, "13S": REPLACE_IN_PLAY, "3K": REPLACE_IN_PLAY, "9S": NOTHING, "1K": NOTHING}
    table = at("first: 2\n" + TRIO + "play: company effects", 3, texts=texts, options=AFTER_A_USE)
    play(table, 2, "6V")
    play(table, 3, "13S", "9T")
    play(table, 2, "pass")
    play(table, 1, "3K", "6V")
    assert table.is_over  # it was the one extra of the round


def test_gp_v66_two_players_can_have_an_extra_opportunity_after_the_same_effect() -> None:
    both = seq(REPLACE_IN_PLAY, replace_with_top(IN_PLAY).rule)
    texts = {"6V": NOTHING, "13S": NOTHING, "3K": both, "9S": NOTHING, "1K": NOTHING}
    table = at("first: 2\n" + TRIO + "play: company effects", 3, texts=texts, options=AFTER_A_USE)
    play(table, 2, "6V")
    play(table, 3, "13S")
    play(table, 1, "3K", "5K", "9T")
    assert (asked(table), offered(table)) == (["2 use"], ["1K", "pass"])
    play(table, 2, "1K")
    assert (asked(table), offered(table)) == (["3 use"], ["9S", "pass"])
    play(table, 3, "pass")
    assert table.is_over


def test_gp_v66_an_extra_use_can_give_another_player_an_extra_opportunity() -> None:
    texts = {"6V": NOTHING, "13S": NOTHING, "3K": REPLACE_IN_PLAY, "9S": REPLACE_IN_PLAY, "1K": NOTHING}
    table = at("first: 2\n" + TRIO + "play: company effects", 3, texts=texts, options=AFTER_A_USE)
    play(table, 2, "6V")
    play(table, 3, "13S")
    play(table, 1, "3K", "9T")
    play(table, 2, "9S", "5K")
    assert (asked(table), offered(table)) == (["3 use"], ["1K", "pass"])


def test_gp_v66_who_has_used_nothing_gets_no_extra_opportunity() -> None:
    texts = {"6V": NOTHING, "3K": REPLACE_IN_PLAY, "9S": NOTHING}
    table = at("first: 2\n" + DUEL + "play: company effects", texts=texts, options=AFTER_A_USE)
    play(table, 2, "pass")
    play(table, 1, "3K", "9T")
    assert table.is_over


def test_gp_v66_a_card_that_enters_in_phase_2_gives_nothing_and_every_round_begins_anew() -> None:
    texts = {"6V": NOTHING, "12K": REPLACE_IN_PLAY, "9S": NOTHING}
    table = at("first: 2\n" + DUEL + f"play: {WHOLE_ROUND}", texts=texts, options=AFTER_A_USE)
    play(table, 2, "6V")
    play(table, 1, "12K", "9T")
    assert asked(table) == ["2 commit"]
    assert EXTRA_USES.of(table) == [0, 0]  # not even due
    table = at(DUEL + "extra company effects: 2 1\ncompany effects used: 1 1\nplay: end of round", options=AFTER_A_USE)
    assert EXTRA_USES.of(table) == [0, 0]


# V13 to V16


SECRET = Options(secret_hand_commit=True)


def test_gp_v13_all_can_choose_their_commitments_at_once_and_nothing_shows_before_all_have() -> None:
    seen = []
    for choice in ("R2 8S 5T", "C1 12K", "pass"):
        table = at(DUEL + f"play: {POKER}", options=SECRET)
        assert asked(table) == ["1 commit", "2 commit"]
        play(table, 1, choice)
        assert asked(table) == ["2 commit"]
        assert (HAND_LINE.of(table), len(COMMITTED.of(table, 0)), len(HAND.of(table, 0))) == ([NO_LINE] * 2, 0, 3)
        seen.append([View(table, 1).everything(), View(table, 2).everything()])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_gp_v13_then_everything_but_the_faces_is_shown(order: tuple[int, int]) -> None:
    table = at(DUEL + f"play: {POKER}", options=SECRET)
    for seat in order:
        play(table, seat, {1: "R2 8S 5T", 2: "C3 13V"}[seat])
    assert HAND_LINE.of(table) == [LINE_NAMES.index("R2"), LINE_NAMES.index("C3")]
    assert (lies(table, "committed 1"), lies(table, "committed 2")) == (these("8S 5T"), ["13V"])
    assert (knowers(table, "8S"), knowers(table, "13V")) == ([1], [2])
    assert (asked(table), offered(table)) == (["1 place"], ["C1", "C2", "C3", "pass"])


def test_gp_v13_the_choices_are_those_of_the_open_commitment_and_who_has_no_cards_is_not_asked() -> None:
    open_one = at(DUEL + f"play: {POKER}")
    table = at(DUEL + f"play: {POKER}", options=SECRET)
    assert list(table.pending[0]) == list(open_one.pending[0])
    assert len(table.pending[0]) == 37
    table = at(DUEL.replace("hand 1: 8S 5T 12K\n", "") + f"play: {POKER}", options=SECRET)
    assert asked(table) == ["2 commit"]
    play(table, 2, "pass")
    assert asked(table) == ["1 place"]


BARE = Options(bare_line_hands=True)


def test_gp_v14_who_commits_no_hand_card_can_claim_a_line_with_market_cards_only() -> None:
    table = at(DUEL + f"play: {POKER}", options=BARE)
    assert choices(table) == 37 + 6
    assert set(LINE_NAMES) <= set(offered(table))
    poker(table, "1 R2", "2 R3 13V 7S")
    assert offered(table) == ["C1", "C2", "C3", "pass"]  # the same exclusivity
    poker(table, "1 pass", "2 pass")
    assert points(table) == [0, 1]
    table = at(DUEL + f"play: {POKER}", options=BARE)
    poker(table, "1 R2", "2 R1 13V 7S", "1 pass", "2 pass")
    assert points(table) == [1, 0]  # the pair of eights in the market, three cards
    assert asked(table) == ["1 clear"]
    play(table, 1, "2S")
    assert asked(table) == ["2 keep"]
    play(table, 2, "return")
    assert lies(table, "hand 1") == these("8S 5T 12K")  # nothing was committed, nothing is redrawn
    assert lies(table, "discard") == ["2S"]


def test_gp_v14_with_an_empty_hand_too_but_not_where_there_is_no_market_card() -> None:
    text = DUEL.replace("hand 1: 8S 5T 12K\n", "").replace("4K 11T 6S / 8V 8K 2S", "- - - / 8V - 2S")
    table = at(text + f"play: {POKER}", options=BARE)
    assert (asked(table), offered(table)) == (["1 commit"], ["C1", "C2", "C3", "R2", "R3", "pass"])
    without = at(text + f"play: {POKER}")
    assert asked(without) == ["2 commit"]


def test_gp_v14_a_market_wild_in_a_bare_line_counts_as_used() -> None:
    table = at(DUEL.replace("8V 8K 2S", "8V 8K W1") + f"play: {POKER}", options=BARE)
    poker(table, "1 R2", "2 pass", "1 pass", "2 pass", "1 8K")
    assert place_of(table, "W1") == "expelled"


DECLARED = Options(wild_declared=True)


def test_gp_v15_owners_of_wilds_in_hand_or_company_name_them_in_turn_order_at_the_reveal() -> None:
    text = "first: 2\n" + DUEL.replace("hand 1: 8S", "hand 1: W1").replace("company 2: 6V", "company 2: W2")
    table = at(text + f"play: {POKER}", options=DECLARED)
    poker(table, "2 pass", "1 R2 W1 5T", "2 C1", "1 pass")
    assert (asked(table), choices(table)) == (["2 declare"], 52)
    assert knowers(table, "W1") == [1, 2, 3]  # all cards are turned up before
    assert points(table) == [0, 0]
    play(table, 2, "13K")
    assert asked(table) == ["1 declare"]
    play(table, 1, "8T")
    assert points(table) == [1, 1]
    assert asked(table) == ["1 clear"]


def test_gp_v15_what_is_named_counts_even_if_it_is_bad() -> None:
    text = DUEL.replace("hand 1: 8S 5T 12K", "hand 1: W1").replace("hand 2: 13V", "hand 2: 8T")
    for name, score in (("13V", [0, 1]), ("8S", [0, 1]), ("8V", [1, 0])):
        table = at(text + f"play: {POKER}", options=DECLARED)
        poker(table, "1 R2 W1", "2 R2 8T", "1 pass", "2 pass")
        play(table, 1, name)
        assert points(table) == score
    automatic = at(text + f"play: {POKER}")
    poker(automatic, "1 R2 W1", "2 R2 8T", "1 pass", "2 pass")
    assert points(automatic) == [1, 0]


def test_gp_v15_market_wilds_and_wilds_in_no_formed_hand_are_not_asked_about() -> None:
    text = DUEL.replace("8V 8K 2S", "8V 8K W2").replace("company 1: 3K", "company 1: W1")
    table = at(text + f"play: {POKER}", options=DECLARED)
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    assert asked(table) == ["1 clear"]
    assert points(table) == [2, 0]  # the market wild is the fourth eight


def test_gp_v16_there_is_no_bidding_unless_it_is_chosen() -> None:
    for bidding in (False, True):
        verbs = {decision.verb for position in at_random(grid_poker(Options(bidding=bidding)).start(3, 1), 1)
                 for decision in position.pending}
        assert ("bet" in verbs) is bidding


# V18, V19


@pytest.mark.parametrize(("decks", "cards"), [(0, 108), (1, 54)])
def test_gp_v18_five_or_six_play_with_two_decks_and_with_one_it_works_too(decks: int, cards: int) -> None:
    for seats in (5, 6):
        table = grid_poker(Options(decks=decks)).start(seats, 3)
        assert table.cards == cards
        for position in at_random(table, seats):
            last = position
        assert last.is_over


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gp_v19_always_four_rounds_whoever_was_first(seats: int) -> None:
    table = grid_poker().start(seats, 2)
    firsts: list[int] = []
    while table.pending:
        if table.pending[0].verb == "commit" and (not firsts or firsts[-1] != table.first):
            firsts.append(table.first)
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
    start = firsts[0]
    assert firsts == [(start + number) % seats for number in range(4)]


@pytest.mark.parametrize("condition", ["opportunity_over", "effect_used"])
def test_gp_v12_without_the_option_nothing_is_extra(condition: str) -> None:
    texts = {"6V": NOTHING, "3K": REPLACE_IN_PLAY, "9S": NOTHING}
    options = Options(chain_extra_use=False, chain_condition=condition)
    table = at("first: 2\n" + DUEL + "play: company effects", texts=texts, options=options)
    play(table, 2, "6V")
    play(table, 1, "3K", "9T")
    assert table.is_over


def test_gp_v11_without_the_option_one_card_is_drawn() -> None:
    table = at("hand 1: 8S\nrest: deck\nplay: end of round")
    assert len(lies(table, "hand 1")) == 2


def test_gp_v04_without_the_option_all_cards_go_one_way() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 7S 13V", "1 pass", "2 pass", "1 8K")
    play(table, 2, "return")
    assert table.is_over
