"""The verbs of effects [FX-01 to FX-27]."""

from collections import Counter
from random import Random

import pytest

from techdeck.deck import GENERAL
from techdeck.games.grid_poker import Options, grid_poker
from techdeck.position import play, set_up, written
from techdeck.table import Table
from techdeck.views import View
from tests.deck.walk import (
    FIVE_CARD_DRAW,
    FORMS,
    GRID_POKER,
    asked,
    at_poker,
    at_work,
    begin,
    domain_of,
    hand,
    options,
    seen,
    sizes,
    using,
    value_of,
    walk,
    workbench,
)

CODES = [printed.code for printed in GENERAL if printed.text]


def test_fx_01_only_you_see_what_you_look_at() -> None:
    table = using("1K", "deck: 4T 5T 6T 7T")
    assert (seen(table, 1, "held 1"), seen(table, 2, "held 1"), seen(table, 0, "held 1")) == ("4T 5T 6T", "", "")


def test_fx_01_what_the_text_does_not_place_returns_in_the_same_order() -> None:
    table = using("11K", "deck: 4T 5T 6T")
    play(table, 1, "pass")
    assert (written(table, "deck"), seen(table, 1, "deck")) == ("4T 5T 6T", "4T ?? ??")


def test_fx_01_hand_cards_and_face_down_cards_mix_and_all_are_chosen_before_any_is_seen() -> None:
    table = at_work("6K", """
        hand 2: 1K 2K
        down 2: 4K 5K
        deck: 1S 2S 3S""", workbench())
    play(table, 1, "down 2 #1")
    assert (seen(table, 1, "down 2"), options(table, 1)) == ("?? ??", "?? down 2 #2")
    play(table, 1, "??")
    assert seen(table, 1, "down 2") == "4K ??"
    assert seen(table, 1, "hand 2") in ("1K", "2K")
    assert (seen(table, 0, "down 2"), seen(table, 0, "hand 2")) == ("?? ??", "")


def test_fx_01_no_more_hand_cards_can_be_chosen_than_there_are() -> None:
    table = at_work("6K", "hand 2: 1K\ndown 2: 4K 5K\ndeck: 1S 2S 3S", workbench())
    play(table, 1, "??")
    assert options(table, 1) == "down 2 #1 down 2 #2"


@pytest.mark.parametrize(("lines", "count"), [("deck: 4T 5T", 2), ("deck: 4T\ndiscard: 5T 6T 7T", 3), ("", 0)])
def test_fx_01_if_short_the_discard_is_shuffled_in_and_then_as_many_as_there_are(lines: str, count: int) -> None:
    table = using("1K", lines)
    assert len(options(table, 1).split()) == count


def test_fx_02_all_see_what_is_revealed_and_cards_of_other_places_go_back() -> None:
    table = using("2K", "deck: 4T 5T 6T 7T")
    assert seen(table, 0, "aside") == "4T 5T 6T"
    table = using("9K", "hand 1: 2S 3S\ndeck: 4T 5T")
    play(table, 1, "2S")
    assert (hand(table, 1), seen(table, 0, "hand 1")) == ("2S 3S", "2S")


def test_fx_03_drawn_cards_are_secret_and_come_from_the_top() -> None:
    table = using("3K", "deck: 4T 5T 6T")
    assert (hand(table, 1), written(table, "deck"), seen(table, 2, "hand 1")) == ("4T 5T", "6T", "")


def test_fx_03_if_short_the_discard_is_shuffled_in_and_then_as_many_as_there_are() -> None:
    table = using("3K", "deck: 4T\ndiscard: 5T")
    assert (hand(table, 1), written(table, "discard")) == ("4T 5T", "")
    assert hand(using("3K", "deck: 4T"), 1) == "4T"


def test_fx_03_in_regular_poker_the_muck_is_shuffled_in_too() -> None:
    table = at_poker(FIVE_CARD_DRAW, """
        hand 1: 11V 1K 2K 3K 4K
        hand 2: 6K 7K 8K 9K 10K
        muck: 1S""", use="11V")
    assert (asked(table), hand(table, 1)) == ("1 discard", "1K 2K 3K 4K 1S")


def test_fx_04_a_card_must_be_taken_if_there_is_one_and_was_seen_by_all_if_revealed() -> None:
    table = using("2K", "deck: 4T 5T 6T")
    assert options(table, 1) == "4T 5T 6T"  # no pass
    play(table, 1, "4T")
    assert seen(table, 2, "hand 1") == "4T"
    table = using("1K", "deck: 4T 5T 6T")
    play(table, 1, "4T")
    assert seen(table, 2, "hand 1") == ""


def test_fx_05_you_alone_see_the_deck_and_may_find_nothing() -> None:
    table = using("6T", "hand 1: 1V\ndeck: 4T 5T 9T")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck"), options(table, 1)) == ("4T 5T 9T", "?? ?? ??", "4T 5T pass")
    play(table, 1, "pass")
    assert (asked(table), sorted(written(table, "deck").split())) == ("", ["4T", "5T", "9T"])


def test_fx_05_the_card_found_is_revealed_and_taken_and_the_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(12):
        table = using("6T", "hand 1: 1V\ndeck: 4T 9T 10T 11T", seed=seed)
        play(table, 1, "4T")
        assert (hand(table, 1), seen(table, 2, "hand 1"), seen(table, 1, "deck")) == ("4T 1V", "4T", "?? ?? ??")
        orders.add(written(table, "deck"))
    assert len(orders) > 2


def test_fx_05_searching_does_not_shuffle_the_discard_in() -> None:
    table = using("6T", "discard: 1K 2K")
    assert (asked(table), written(table, "discard")) == ("", "1K 2K")


def test_fx_05_nobody_hears_whether_there_was_anything_to_find() -> None:
    heard = []
    for deck in ("4T 9T 10T", "11T 9T 10T"):
        table = set_up(GRID_POKER, f"""grid poker, 2 seats
            company 1: 6T
            hand 1: 1V
            deck: {deck}
            play: company effects""")
        table.log = []
        play(table, 1, "6T")
        if asked(table):
            play(table, 1, "pass")
        heard.append([event.told(1, GRID_POKER.voice(["A", "B"]))["words"] for event in table.log])
    assert heard[0] == heard[1]


def test_fx_06_the_player_chooses_and_the_card_lies_face_up_short_all_go() -> None:
    table = using("12K", "hand 1: 1V 2V 3V")
    assert options(table, 1) == "1V 2V 3V"
    play(table, 1, "3V", "1V")
    assert seen(table, 0, "discard") == "3V 1V"
    table = using("12K", "hand 1: 1V")
    play(table, 1, "1V")
    assert (asked(table), hand(table, 1)) == ("", "")


def test_fx_07_cards_go_to_the_bottom_in_an_order_that_is_secret() -> None:
    for order in (["4T", "5T"], ["5T", "4T"]):
        table = using("2K", "deck: 4T 5T 6T 7T 8T", seats=1)
        play(table, 1, "6T", order[0])
        assert written(table, "deck").split()[-2:] == order
        assert (seen(table, 1, "deck"), seen(table, 0, "deck")) == (f"?? ?? {' '.join(order)}", "?? ?? ?? ??")


def test_fx_08_cards_go_to_the_top_in_an_order_that_is_secret() -> None:
    table = using("6S", "discard: 1K 2K\ndeck: 4T 5T")
    play(table, 1, "1K", "2K", "2K")
    assert hand(table, 1) == "1K"
    assert (seen(table, 1, "deck"), seen(table, 2, "deck")) == ("2K ?? ??", "?? ?? ??")


def test_fx_09_only_the_two_players_see_a_card_that_is_given() -> None:
    table = using("6V", "hand 1: 1V 2V\nhand 2: 3K 4K\ndeck: 4T 5T", seats=3)
    play(table, 1, "Technology", "seat 2", "1V")
    assert (seen(table, 1, "hand 2"), seen(table, 3, "hand 2"), seen(table, 0, "hand 2")) == ("1V", "", "")
    assert hand(table, 2) == "3K 4K 1V"


def test_fx_10_each_card_takes_over_place_owner_and_facing_and_the_exact_place_in_the_deck() -> None:
    table = at_work("8K", "down 2: 3K 5K\nopen 3: 4K 6K\ndeck: 2K", workbench(), seats=3)
    play(table, 1, "two neutral cards", "down 2 #2", "4K")
    assert (written(table, "down 2"), written(table, "open 3"), seen(table, 0, "open 3")) == ("3K 4K", "5K 6K", "5K 6K")
    table = using("11K", "hand 1: 1V\ndeck: 4T 5T 6T")
    play(table, 1, "1V", "pass")
    assert (written(table, "deck"), hand(table, 1)) == ("1V 5T 6T", "4T")


def test_fx_10_cards_out_of_hands_are_seen_only_by_those_who_see_the_new_place() -> None:
    table = using("11K", "hand 1: 1V\ndeck: 4T 5T 6T")
    play(table, 1, "1V", "pass")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck"), seen(table, 2, "hand 1")) == ("1V ?? ??", "?? ?? ??", "")
    table = using("3S", "hand 1: 1V\ndiscard: 4T")
    play(table, 1, "1V", "4T")
    assert (seen(table, 0, "discard"), seen(table, 0, "hand 1")) == ("1V", "4T")


def test_fx_11_the_old_card_moves_first_so_that_a_reshuffle_includes_it() -> None:
    came = set()
    for seed in range(30):
        table = using("13S", "market: 1K\ndiscard: 2K", seed=seed)
        play(table, 1, "1K")
        came.add(written(table, "market").split()[0])
    assert came == {"1K", "2K"}


def test_fx_11_if_no_new_card_can_be_had_nothing_happens() -> None:
    table = using("13S", "market: 1K\nmark value: 1K=16")
    assert (asked(table), written(table, "market"), value_of(table, "1K")) == ("", "1K - - / - - - / - - -", 3)
    assert asked(using("10S", "market: 1K")) == ""


def test_fx_11_in_regular_poker_the_muck_counts_as_a_card_to_be_had() -> None:
    game = FORMS[3].game
    lines = """
        hand 1: 13S 1K
        hand 2: 6K 7K
        community: 2K 3K 4K
        community cards: 3"""
    assert asked(at_poker(game, lines, use="13S")) == ""
    table = at_poker(game, f"{lines}\nmuck: 1S", use="13S")
    assert options(table, 1) == "2K 3K 4K"
    assert written(table, "muck") == "1S"  # nothing is shuffled by asking


def test_fx_11_the_new_card_is_chosen_before_the_old_one_moves() -> None:
    table = using("10S", "market: 1K 3K\ndiscard: 2K")
    play(table, 1, "1K")
    assert options(table, 1) == "2K"  # not 1K itself
    play(table, 1, "2K")
    assert (written(table, "market").split()[:2], written(table, "discard")) == (["2K", "3K"], "1K")


def test_fx_12_no_effect_expels_a_card() -> None:
    for card in CODES:
        table = begin(FORMS[0], card, "normal", 3, seed=5)
        assert table is not None
        expelled = written(table, "expelled")

        def visit(now: Table, depth: int, expelled: str = expelled) -> None:
            assert written(now, "expelled") == expelled

        walk(table, Random(card), 12, visit)


def test_fx_13_a_shuffled_deck_is_known_to_nobody() -> None:
    table = using("6T", "hand 1: 1V\ndeck: 9T 10T 11T\neverybody knows: 9T\nseat 1 knows: 10T")
    assert [seen(table, seat, "deck") for seat in (0, 1, 2)] == ["?? ?? ??"] * 3  # nothing to find


@pytest.mark.parametrize(("card", "by", "value"), [("12V", "3", 13), ("2V", "-3", 1), ("5V", "0", 5), ("5V", "2", 7)])
def test_fx_14_a_value_is_raised_or_lowered_and_cut_off(card: str, by: str, value: int) -> None:
    table = using("1S", f"hand 1: {card}")
    play(table, 1, card, by)
    assert value_of(table, card) == value


@pytest.mark.parametrize(("card", "choices", "value"), [
    ("5T", ["7V", "halve"], 4), ("5T", ["7V", "double"], 13), ("5T", ["6V", "halve"], 3), ("5S", ["13V"], 1),
    ("2T", ["7V", "10K"], 10),
])
def test_fx_15_a_value_is_set_and_half_of_an_odd_one_is_rounded_up(card: str, choices: list[str], value: int) -> None:
    table = using(card, f"hand 1: {choices[0]}\nmarket: 10K")
    play(table, 1, *choices)
    assert value_of(table, choices[0]) == value


def test_fx_16_each_card_gets_the_value_the_other_had_and_stays_where_it_is() -> None:
    table = using("4S", "market: 3K 10K\nmark value: 3K=12")  # minus 2
    play(table, 1, "3K", "10K")
    assert (value_of(table, "3K"), value_of(table, "10K")) == (10, 1)
    assert written(table, "market").startswith("3K 10K")


def test_fx_17_a_card_is_given_any_domain() -> None:
    for domain, letter in [("Knowledge", "K"), ("Science", "S"), ("Technology", "T"), ("Services", "V")]:
        table = using("2S", "market: 3K")
        play(table, 1, "3K", domain)
        assert (domain_of(table, "3K"), value_of(table, "3K")) == (letter, 3)


def test_fx_18_copying_carries_out_the_text_of_another_card() -> None:
    table = using("12T", "market: 3K\ndeck: 1K 2K 4K")
    play(table, 1, "3K")
    assert (asked(table), hand(table, 1)) == ("1 discard", "1K 2K")


def test_fx_19_a_guard_lasts_for_the_round_and_against_others_only() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        company 1: 11V 3K
        hand 1: 4V 6V
        company 2: 10S
        hand 2: 7V
        discard: 5K
        deck: 1K 2K 4K 5S
        play: company effects, hand effects""")
    play(table, 1, "11V", "4V")
    play(table, 2, "10S")
    assert options(table, 2) == "10S"
    play(table, 2, "10S", "5K")
    play(table, 1, "pass")
    play(table, 2, "7V")
    assert (asked(table), hand(table, 1)) == ("", "1K 6V")


def test_fx_20_a_domain_is_one_of_four_and_a_value_one_of_thirteen() -> None:
    assert options(using("4K", "deck: 1K"), 1) == "Knowledge Science Services Technology"
    assert options(using("10K", "deck: 1K"), 1) == " ".join(sorted(str(value) for value in range(1, 14)))


def test_fx_21_each_does_it_in_playing_order_knowing_what_earlier_ones_did() -> None:
    table = using("5V", "deck: 1K 2K 3K", seats=3)
    play(table, 1, "2K", "2K")
    assert (asked(table), options(table, 2)) == ("2 take", "1K 3K")
    play(table, 2, "1K", "1K")
    assert (asked(table), options(table, 3)) == ("3 take", "3K")


def test_fx_22_nobody_knows_the_choice_of_another_before_all_have_chosen() -> None:
    table = using("9V", "hand 1: 1K 2K\nhand 2: 3K 4K\nhand 3: 5K\ndeck: 6K 7K 8K", seats=3)
    views = []
    for choice in ("3K", "4K"):
        chosen = table.clone()
        play(chosen, 2, choice)
        assert asked(chosen) == "1 pick, 3 pick"
        views.append([View(chosen, side).everything() for side in (0, 2, 3)])
    assert views[0] == views[1]


def test_fx_22_the_order_of_the_choices_does_not_matter() -> None:
    ends = []
    for order in ((1, 2), (2, 1)):
        table = using("11S", "hand 1: 1K 2K\nhand 2: 3K 4K\ndeck: 6K")
        for seat in order:
            play(table, seat, "1K" if seat == 1 else "4K")
        ends.append((hand(table, 1), hand(table, 2)))
    assert ends == [("2K 4K", "1K 3K")] * 2


@pytest.mark.parametrize(("hands", "winner"), [
    (("7K", "9V", "9V'"), 2), (("9V'", "9V", "7K"), 1), (("7K", "8V", "9K"), 3),
])
def test_fx_23_among_equal_cards_the_first_player_in_order_has_the_highest(
    hands: tuple[str, str, str], winner: int,
) -> None:
    """9S repeats the effect of 9V, so that the nines of both decks are in hands."""
    table = set_up(grid_poker(Options(decks=2)), f"""grid poker, 3 seats
        company 1: 9S
        last text: 0 48 0
        time of the last text: 0 1 0
        effects used: 1
        hand 1: {hands[0]}
        hand 2: {hands[1]}
        hand 3: {hands[2]}
        deck: 1K 2K 3K
        play: company effects""")
    play(table, 1, "9S")
    for seat in (1, 2, 3):
        play(table, seat, hands[seat - 1])
    assert asked(table) == f"{winner} discard"


def test_fx_24_most_votes_win_and_you_choose_among_equals() -> None:
    table = using("13V", "hand 1: 1K 1S 1T\ndeck: 2K 3K", seats=3)
    for seat, domain in enumerate(["Science", "Knowledge", "Knowledge"], 1):
        play(table, seat, domain)
    assert options(table, 1) == "1K pass"
    table = using("13V", "hand 1: 1K 1S 1T\ndeck: 2K 3K", seats=3)
    for seat, domain in enumerate(["Science", "Knowledge", "Technology"], 1):
        play(table, seat, domain)
    assert (asked(table), options(table, 1)) == ("1 name", "Knowledge Science Technology")
    play(table, 1, "Technology")
    assert options(table, 1) == "1T pass"


def test_fx_24_votes_are_open_and_in_playing_order() -> None:
    table = using("13V", "deck: 2K 3K", seats=3)
    table.log = []
    play(table, 1, "Science")
    assert asked(table) == "2 vote"
    told = [event.told(2, GRID_POKER.voice(["A", "B", "C"]))["words"] for event in table.log]
    assert told == ["A votes for Science."]


def test_fx_25_an_option_that_can_do_nothing_may_be_taken() -> None:
    table = using("8K", "deck: 1K")
    play(table, 1, "two neutral cards")
    assert asked(table) == ""
    table = using("7S", "")
    play(table, 2, "a card")
    assert (asked(table), hand(table, 1)) == ("", "")
    table = using("8T", "")
    play(table, 1, "look at the deck")
    assert asked(table) == ""


def test_fx_26_each_candidate_is_equally_likely() -> None:
    taken: Counter[str] = Counter()
    for seed in range(400):
        table = using("7V", "hand 2: 1K 2K 3K 4K", seed=seed)
        taken[hand(table, 1)] += 1
    assert set(taken) == {"1K", "2K", "3K", "4K"}
    assert all(70 <= count <= 130 for count in taken.values())  # 100 each; further off is one in ten thousand


def test_fx_27_a_card_laid_out_is_nowhere_else_until_somebody_takes_it() -> None:
    table = using("1V", "hand 1: 1K 2K\nhand 2: 3K\nmarket: 4K\ndiscard: 5K")
    play(table, 1, "1K")
    assert (hand(table, 1), seen(table, 0, "shown 1")) == ("2K", "1K")
    assert (written(table, "market").split()[0], written(table, "discard"), sizes(table)) == ("4K", "5K", [1, 1])
    play(table, 2, "3K")
    play(table, 1, "3K")
    play(table, 2, "1K")
    assert (hand(table, 1), hand(table, 2)) == ("2K 3K", "1K")
