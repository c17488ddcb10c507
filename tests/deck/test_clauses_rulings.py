"""Rulings on single cards [DK-Q01 to Q30]."""

import pytest

from techdeck.cards import Back, code, edition
from techdeck.deck import GENERAL
from techdeck.editions.general import EFFECTS
from techdeck.effects import NEUTRAL
from techdeck.games.regular_poker import Options as PokerOptions
from techdeck.games.regular_poker import regular_poker
from techdeck.position import play, written
from techdeck.rules import choose, do
from techdeck.table import Table, Zone
from tests.deck.walk import (
    FIVE_CARD_DRAW,
    GRID_POKER,
    HOLDEM,
    asked,
    at_poker,
    at_work,
    hand,
    options,
    seen,
    sizes,
    using,
    using_from_hand,
    value_of,
    workbench,
)


def test_dk_q01_2k_the_neighbour_must_take_a_card_if_one_is_left() -> None:
    table = using("2K", "deck: 4T 5T 6T")
    play(table, 1, "4T")
    assert (asked(table), options(table, 2)) == ("2 take", "5T 6T")


def test_dk_q01_2k_with_one_card_seen_only_you_take() -> None:
    table = using("2K", "deck: 4T")
    play(table, 1, "4T")
    assert (asked(table), hand(table, 1), hand(table, 2)) == ("", "4T", "")


def test_dk_q02_4k_with_several_cards_of_the_domain_you_choose_with_none_all_are_buried() -> None:
    table = using("4K", "deck: 4T 5T 6K 7K 8V")
    play(table, 1, "Technology")
    assert options(table, 1) == "4T 5T"
    table = using("4K", "deck: 4T 5T 6K 7K 8V")
    play(table, 1, "Science")
    assert (asked(table), options(table, 1), hand(table, 1)) == ("1 bury", "4T 5T 6K 7K", "")
    play(table, 1, "4T", "5T", "6K")
    assert written(table, "deck") == "8V 4T 5T 6K 7K"


def test_dk_q03_6k_and_8t_may_look_at_face_down_cards_by_place_but_never_into_a_vault() -> None:
    table = at_work("6K", """
        hand 2: 1K 2K
        down 2: 4K 5K
        vault 2: 6S 7S
        deck: 1S 2S 3S""", workbench())
    play(table, 1, "down 2 #2", "??")
    assert seen(table, 1, "down 2") == "?? 5K"
    assert seen(table, 1, "hand 2") in ("1K", "2K")
    assert seen(table, 1, "vault 2") == "?? ??"
    table = at_work("8T", """
        down 2: 4K 5K
        vault 2: 6S 7S
        deck: 1S 2S 3S""", workbench())
    play(table, 1, "look at a hand")
    assert options(table, 1) == "down 2 #1 down 2 #2"
    play(table, 1, "down 2 #1")
    assert (seen(table, 1, "down 2"), seen(table, 0, "down 2")) == ("4K ??", "?? ??")


def test_dk_q03_8t_leaves_the_top_card_where_it_is() -> None:
    table = using("8T", "deck: 4S 5S")
    play(table, 1, "look at the deck")
    assert (written(table, "deck"), seen(table, 1, "deck")) == ("4S 5S", "4S ??")


def test_dk_q04_7k_the_buried_cards_come_back_only_if_the_deck_is_too_short() -> None:
    table = using("7K", """
        hand 1: 2S 3S 4S
        deck: 4T""")
    play(table, 1, "2S", "3S", "4S")
    assert (hand(table, 1), written(table, "deck")) == ("2S 3S 4T", "4S")


def test_dk_q05_8k_the_two_cards_may_lie_anywhere_and_change_owner_with_the_place() -> None:
    table = at_work("8K", """
        open 2: 3K
        down 2: 5K
        open 3: 4V
        deck: 2K""", workbench(), seats=3)
    play(table, 1, "two neutral cards", "3K", "4V")
    assert (written(table, "open 2"), written(table, "open 3")) == ("4V", "3K")
    table = at_work("8K", """
        open 2: 3K
        down 2: 5K 6K
        open 3: 4V
        deck: 2K 1K""", workbench(), seats=3)
    play(table, 1, "two neutral cards", "down 2 #1", "4V")
    assert (written(table, "open 3"), written(table, "down 2")) == ("5K", "4V 6K")
    assert seen(table, 1, "down 2") == "4V ??"  # all saw where it went


def test_dk_q05_8k_with_the_deck_top_the_card_ends_face_down_on_top_known_to_all_if_it_lay_open() -> None:
    table = using("8K", "market: 1S\ndeck: 4T 5T")
    play(table, 1, "with the top card", "1S")
    assert (written(table, "deck"), seen(table, 2, "deck")) == ("1S 5T", "1S ??")
    table = at_work("8K", """
        down 2: 5K 6K
        deck: 2K 1K""", workbench())
    play(table, 1, "with the top card", "down 2 #1")
    assert (written(table, "deck"), written(table, "down 2")) == ("5K 1K", "2K 6K")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck"), seen(table, 1, "down 2")) == ("?? ??", "5K ??", "?? ??")


def test_dk_q06_searches_without_a_measure_do_nothing_and_look_at_nothing() -> None:
    table = using_from_hand("9K", "hand 1: W1\ndeck: 2K 3K 4K 5K")
    assert (asked(table), seen(table, 1, "deck")) == ("", "?? ?? ??")
    table = using("11T", "hand 1: W1\ndeck: 2K 3K 4K 5K")
    assert (asked(table), seen(table, 1, "deck"), seen(table, 2, "hand 1")) == ("", "?? ?? ?? ??", "")


def test_dk_q06_you_discard_only_if_you_took_a_card_and_the_measure_may_be_a_controlled_card() -> None:
    table = using("9K", "company 1: 8S\nhand 1: 1V\ndeck: 2K 3S 4K")
    play(table, 1, "8S", "pass")
    assert (asked(table), hand(table, 1)) == ("", "1V")


@pytest.mark.parametrize(("first", "second", "found"), [
    ("5K", "5S", "10V pass"), ("9K", "8S", "1V pass"), ("13K", "1S", "12V pass"), ("4K", "7S", "11V 3V pass"),
])
def test_dk_q06_11t_neither_a_difference_of_nothing_nor_a_sum_above_thirteen_finds_a_card(
    first: str, second: str, found: str,
) -> None:
    table = using("11T", f"hand 1: {first} {second}\ndeck: 1V 3V 10V 11V 12V W1")
    play(table, 1, first, second)
    assert options(table, 1) == found


def test_dk_q07_10k_the_holder_chooses_and_the_exchange_uses_any_hand_card() -> None:
    table = using("10K", "hand 1: 1V W1\nhand 2: 7K 7S 8S\ndeck: 1K")
    play(table, 1, "7")
    assert options(table, 2) == "7K 7S"
    play(table, 2, "7S")
    assert options(table, 1) == "1V W1 pass"


def test_dk_q08_11k_the_last_sentence_is_about_whichever_card_is_on_top_then() -> None:
    table = using("11K", "hand 1: 1V\ndeck: 2K 3K")
    play(table, 1, "1V")
    assert options(table, 1) == "1V pass"
    table = using("11K", "hand 1: 1V\ndeck: 2K 3K")
    play(table, 1, "pass")
    assert options(table, 1) == "2K pass"


def test_dk_q08_11k_with_an_empty_hand_only_the_look_and_the_last_sentence_remain() -> None:
    table = using("11K", "deck: 2K 3K")
    assert (asked(table), options(table, 1), seen(table, 1, "deck")) == ("1 bury", "2K pass", "2K ??")
    assert asked(using("11K", "hand 1: 2K")) == ""  # without a card on top there is nothing to ask


def test_dk_q09_10s_reaches_all_in_play_but_guarded_cards_and_the_place_keeps_its_owner() -> None:
    table = using("10S", """
        company 2: 3K
        company 3: 4K
        discard: 5K
        guarded: 0 1 0""", seats=3)
    assert options(table, 1) == "10S 4K"
    play(table, 1, "4K", "5K")
    assert (written(table, "company 3"), written(table, "discard")) == ("5K", "4K")


@pytest.mark.parametrize("card", ["3S", "6S", "10S", "12T"])
def test_dk_q09_the_used_card_is_not_in_the_discard_yet(card: str) -> None:
    table = using_from_hand(card, "hand 1: 1V\nmarket: 2V\ndiscard: 5K\ndeck: 1K 2K")
    if card in ("3S", "10S"):
        play(table, 1, "1V" if card == "3S" else "2V")
    assert card not in options(table, 1).split()
    assert "5K" in options(table, 1).split()


def test_dk_q09_in_an_exchange_with_the_discard_the_hand_card_lies_there_face_up() -> None:
    table = using("3S", "hand 1: 1V\ndiscard: 5K")
    play(table, 1, "1V", "5K")
    assert seen(table, 0, "discard") == "1V"


@pytest.mark.parametrize("card", ["4S", "12S", "2S"])
def test_dk_q10_in_your_hand_never_means_another_hand(card: str) -> None:
    table = using(card, "market: 2V\nhand 1: 1V\nhand 2: 8K")
    assert set(options(table, 1).split()) - {"pass"} == {"1V", "2V", card}


def test_dk_q11_14_minus_7_is_7_and_double_is_at_most_13() -> None:
    table = using("5S", "hand 1: 7V")
    play(table, 1, "7V")
    assert value_of(table, "7V") == 7
    table = using("5T", "hand 1: 7V")
    play(table, 1, "7V", "double")
    assert value_of(table, "7V") == 13


def test_dk_q12_7s_the_look_may_be_chosen_with_an_empty_hand_and_by_a_guarded_player() -> None:
    table = using("7S", "deck: 1K")
    play(table, 2, "a look at the hand")
    assert (asked(table), hand(table, 1)) == ("", "")
    table = using("7S", "hand 2: 4K 5K\ndeck: 1K\nguarded: 0 1")
    play(table, 2, "a look at the hand")
    assert (asked(table), seen(table, 1, "hand 2"), hand(table, 1)) == ("", "", "")


def test_dk_q13_8s_moves_face_down_cards_too_but_no_guarded_ones() -> None:
    table = at_work("8S", """
        down 1: 5K
        open 2: 6K
        down 2: 13K
        open 3: 8K
        down 3: 9K
        deck: 1K 2K
        guarded: 0 0 1""", workbench(), seats=3)
    play(table, 1, "raise all")
    assert [value_of(table, card) for card in ("8S", "5K", "6K", "13K", "8K", "9K")] == [9, 6, 7, 13, 8, 9]
    assert (seen(table, 1, "down 2"), seen(table, 2, "down 1")) == ("??", "??")


def test_dk_q14_1t_the_second_card_is_chosen_when_the_first_effect_is_finished() -> None:
    table = using("1T", """
        market: 10S 3K
        discard: 12K
        deck: 1K""")
    assert options(table, 1) == "10S 3K"
    play(table, 1, "10S", "3K", "12K")  # 12K is in play now, and 3K no longer
    assert options(table, 1) == "12K"


def test_dk_q14_1t_the_two_cards_must_be_different() -> None:
    table = using("1T", "market: 5S\nhand 1: 2K")
    play(table, 1, "5S", "1T")
    assert asked(table) == ""


def test_dk_q15_3t_and_13t_bury_what_they_saw_whatever_happened_to_the_deck() -> None:
    table = using("3T", "hand 1: 7V\ndeck: 3K 4V 5V\ndiscard: 6V 8V 9V")
    play(table, 1, "3K")  # the discard is shuffled for the draw
    assert written(table, "waiting") == "3K 4V 5V"
    play(table, 1, "7V", "5V", "4V")
    assert written(table, "deck").split()[-3:] == ["5V", "4V", "3K"]
    table = using("13T", "hand 1: 7V\ndeck: 3K\ndiscard: 6V 8V 9V")
    play(table, 1, "7V")
    assert written(table, "deck").split()[-1] == "3K"


def test_dk_q16_4t_the_other_card_may_lie_in_hand_or_in_play_and_is_revealed_if_hidden() -> None:
    table = at_work("4T", """
        hand 1: 3K 6V
        open 1: 12K
        down 1: 5S 5V
        deck: 1K 2K 4K""", workbench())
    assert options(table, 1) == "12K 3K 5S 5V 6V"
    play(table, 1, "5S")
    assert seen(table, 2, "down 1") == "5S ??"


def test_dk_q17_7t_any_card_may_be_discarded_and_what_cannot_be_copied_is_only_renewed() -> None:
    table = using("7T", "hand 1: W1 9S 3K\ndeck: 1K 2K 4K")
    assert options(table, 1) == "3K 9S W1"
    for card in ("W1", "9S"):
        now = table.clone()
        play(now, 1, card)
        assert (asked(now), sizes(now), written(now, "discard")) == ("", [3, 0], card)


def test_dk_q18_9t_and_10v_compare_current_values_and_domains() -> None:
    table = using("9T", "market: 8S\nhand 1: 7V 8K\nmark value: 7V=15 8K=13\ndeck: 1K")  # plus 1, minus 1
    assert options(table, 1) == "7V"
    table = using("10V", "market: 8S\nhand 1: 7V 8K\nmark domain: 7V=2 8S=2\ndeck: 1K")
    assert options(table, 1) == "7V pass"


def test_dk_q18_only_visible_cards_fit_and_hand_card_and_own_face_down_card_are_shown() -> None:
    table = at_work("9T", """
        hand 1: 8K 2K
        down 1: 8S 9S
        down 2: 8T 2T
        deck: 1K 3K""", workbench())
    assert options(table, 1) == "8K"
    play(table, 1, "8K")
    assert options(table, 1) == "8S"
    play(table, 1, "8S")
    assert (hand(table, 1), written(table, "down 1")) == ("2K 8S", "8K 9S")
    assert (seen(table, 2, "hand 1"), seen(table, 2, "down 1")) == ("8S", "8K ??")


def test_dk_q19_1v_only_who_laid_out_a_card_takes_one_and_the_own_may_be_taken_back() -> None:
    table = using("1V", "hand 2: 4K\nhand 3: 5K", seats=4)
    play(table, 2, "4K")
    play(table, 3, "5K")
    assert (asked(table), options(table, 2)) == ("2 take", "4K 5K")  # neither seat 1 nor seat 4
    play(table, 2, "4K")
    play(table, 3, "5K")
    assert [hand(table, seat) for seat in (1, 2, 3, 4)] == ["", "4K", "5K", ""]


def test_dk_q20_2v_the_other_player_draws_even_if_nothing_could_be_copied() -> None:
    table = using("2V", "hand 2: W1\ndeck: 1K 2K")
    play(table, 1, "a random card")
    assert (asked(table), hand(table, 2)) == ("", "1K W1")
    table = using("2V", "company 2: 9S\ndeck: 1K 2K")
    play(table, 1, "a card they control")
    assert hand(table, 2) == "1K"


def test_dk_q21_4v_nobody_includes_that_nobody_could() -> None:
    table = using("4V", "deck: 1K 2K", seats=3)
    assert (asked(table), hand(table, 1)) == ("", "1K")


def test_dk_q21_4v_the_giver_draws_at_once_before_the_next_is_asked() -> None:
    table = using("4V", "hand 2: 4K\nhand 3: 5K\ndeck: 1K 2K", seats=3)
    play(table, 2, "4K")
    assert (asked(table), hand(table, 2)) == ("3 give", "1K")


def test_dk_q22_5v_players_without_a_hand_are_not_counted() -> None:
    table = using("5V", "hand 1: 1V\ndeck: 1K 2K 3K", seats=1)
    assert written(table, "aside") == "1K"
    table = at_poker(FIVE_CARD_DRAW, """
        folded: 0 1 0
        hand 1: 5V 1K 3K 4K 5K
        hand 3: 6K 7K 8K 9K 10K
        deck: 2S 3S 4S 5S""", seats=3, use="5V")
    assert written(table, "aside") == "2S 3S"


def test_dk_q22_5v_if_cards_are_short_playing_order_decides_and_who_gets_none_discards_none() -> None:
    table = using("5V", "hand 1: 1V\nhand 2: 2V\nhand 3: 3V\ndeck: 1K 2K", seats=3)
    play(table, 1, "1K", "1V")
    play(table, 2, "2K", "2V")
    assert (asked(table), hand(table, 3)) == ("", "3V")


def test_dk_q23_6v_and_7v_end_if_the_first_card_could_not_be_given_or_taken() -> None:
    table = using("6V", "hand 2: 4K\ndeck: 1K 2K")
    play(table, 1, "Knowledge")
    assert (asked(table), sizes(table)) == ("", [0, 1])
    table = using("7V", "hand 1: 4K\ndeck: 1K 2K")
    assert (asked(table), hand(table, 1)) == ("", "4K")


def test_dk_q23_6v_a_guarded_player_who_gives_nothing_counts_as_having_none() -> None:
    table = using("6V", "hand 1: 1V\nhand 2: 4K\ndeck: 1K 2K\nguarded: 0 1")
    play(table, 1, "Knowledge", "1V")
    assert options(table, 2) == "4K pass"
    play(table, 2, "pass")
    assert (asked(table), hand(table, 1), hand(table, 2)) == ("", "1K", "4K 1V")


def test_dk_q23_7v_you_may_pay_with_the_card_just_taken() -> None:
    table = using("7V", "hand 2: 4K\ndeck: 1K 2K")
    assert options(table, 1) == "4K"
    play(table, 1, "4K")
    assert hand(table, 2) == "4K"


def test_dk_q24_9v_all_chosen_cards_return_and_only_the_winner_draws_and_discards() -> None:
    table = using("9V", "hand 1: 1V\nhand 2: 4K\nhand 3: 3V\ndeck: 1K 2K 3K", seats=3)
    for seat in (1, 2, 3):
        play(table, seat, hand(table, seat))
    assert sizes(table) == [1, 3, 1]
    play(table, 2, "1K")
    assert (asked(table), hand(table, 1), hand(table, 3)) == ("", "1V", "3V")


def test_dk_q25_12v_both_draws_come_before_both_discards() -> None:
    table = using("12V", "hand 1: 1V\nhand 2: 4K\ndeck: 1K 2K")
    assert (asked(table), sizes(table)) == ("1 discard", [2, 2])


def test_dk_q26_13v_declining_looks_like_having_no_such_card() -> None:
    heard = []
    for second in ("4K", "4S"):
        table = using("13V", f"hand 2: {second} 5T\nhand 3: 6K\ndeck: 1K 2K 3K", seats=3)
        for seat in (1, 2):
            play(table, seat, "Knowledge")
        table.log = []
        play(table, 3, "Knowledge")
        if asked(table) == "2 discard":
            play(table, 2, "pass")
        heard.append([event.told(0, GRID_POKER.voice(["A", "B", "C"]))["words"] for event in table.log])
        assert seen(table, 1, "hand 2") == ""
    assert heard[0] == heard[1]


def homes(table: Table, back: Back, zone: Zone, side: int) -> None:
    """Cards of even number come from the first player's deck, the others from the second's."""
    home = int(table.face[back]) % 2
    if zone.name in ("deck", "discard") and side != home:
        table.move(back, zone, zone, side, to=home)


def test_dk_q27_everybody_may_have_piles_and_whatever_goes_to_one_goes_home() -> None:
    game = workbench(own_piles=True, arrive=homes)
    table = at_work("12V", """
        hand 1: 2S
        deck 1: 1K 3K
        deck 2: 2K 4K""", game)
    assert (hand(table, 1), hand(table, 2)) == ("1K 2S", "2K")  # each from the own deck
    play(table, 1, "2S")
    assert (written(table, "discard 1"), written(table, "discard 2")) == ("2S", "")
    table = at_work("3S", """
        hand 1: 2K
        discard 1: 1K 3K
        deck 1: 5K
        deck 2: 4K""", game)
    play(table, 1, "2K", "1K")
    assert (hand(table, 1), written(table, "discard 1"), written(table, "discard 2")) == ("1K", "3K", "2K")
    table = at_work("1K", "deck 1: 9K 3K 5K 7K\ndeck 2: 4K", workbench(own_piles=True))
    assert options(table, 1) == "3K 5K 9K"  # looked at is one deck only


def test_dk_q28_a_game_has_a_word_on_every_card_that_an_effect_brings_into_play() -> None:
    arrivals: list[str] = []

    def note_arrival(table: Table, back: Back, zone: Zone, side: int) -> None:
        arrivals.append(f"{code(table.face[back])} {zone.place(side)}")

    game = workbench(arrive=note_arrival)
    table = at_work("8K", "open 2: 3K\nopen 1: 4V\ndeck: 2K", game)
    play(table, 1, "two neutral cards", "3K", "4V")
    assert arrivals == ["4V open 2", "3K open 1"]
    arrivals.clear()
    table = at_work("13S", "open 2: 3K\ndeck: 2K 4K", game)
    play(table, 1, "3K")
    assert arrivals == ["3K discard", "2K open 2"]
    arrivals.clear()
    table = at_work("9T", "open 2: 3K\nhand 1: 4K\ndeck: 2K", game)
    play(table, 1, "4K", "3K")
    assert sorted(arrivals) == ["3K hand 1", "4K open 2"]


def test_dk_q29_a_card_takes_owner_and_facing_of_its_place() -> None:
    table = at_work("13S", "down 2: 3K\ndeck: 2K 4K 5K", workbench())
    play(table, 1, "down 2 #1")
    assert (written(table, "down 2"), seen(table, 2, "down 2"), seen(table, 1, "down 2")) == ("2K", "2K", "??")
    table = at_work("8K", "down 2: 3K 5K\nopen 2: 4K\ndeck: 2K", workbench())
    play(table, 1, "two neutral cards", "down 2 #1", "4K")
    assert (seen(table, 1, "open 2"), written(table, "down 2")) == ("3K", "4K 5K")


@pytest.mark.parametrize("card", ["8K", "10S", "12S", "2S", "4S", "13S", "1T", "12T", "5S", "1S", "4T", "9K", "11T"])
def test_dk_q29_effects_never_touch_a_vault(card: str) -> None:
    table = at_work(card, """
        vault 1: 3K 5K
        vault 2: 6K 7K
        hand 1: 1V 2V
        open 2: 3V
        discard: 4V
        deck: 5V 6V""", workbench())
    if card == "8K":
        play(table, 1, "two neutral cards")
    words = options(table, 1)
    assert "vault" not in words
    assert not {"3K", "5K", "6K", "7K"} & set(words.split())


def test_dk_q30_after_effect_and_redraw_all_hands_are_brought_back_to_size() -> None:
    table = at_poker(FIVE_CARD_DRAW, """
        hand 1: 3K 1K 2K 4K 5K
        hand 2: 6K 7K 8K 9K 10K
        deck: 1S 2S 3S 4S""", use="3K")
    play(table, 1, "1K")
    assert (asked(table), sizes(table), written(table, "discard")) == ("1 discard", [6, 5], "1K 3K")
    play(table, 1, "2K")
    assert (asked(table), sizes(table)) == ("", [5, 5])
    table = at_poker(HOLDEM, """
        hand 1: 2V 1K
        hand 2: 3K 4K
        deck: 1S 2S 3S 4S 5S 6S""", use="2V")
    play(table, 1, "a random card")
    while asked(table):
        seat = int(asked(table)[0])
        play(table, seat, options(table, seat).split()[0])
    assert sizes(table) == [2, 2]


def test_dk_q30_a_community_card_removed_is_replaced_after_the_redraw_and_before_the_trim() -> None:
    def remove_it(table: Table, side: int, it: int) -> None:
        zone, owner, _ = table.where(it)
        table.game.words.dismiss(table, it, zone, owner)

    game = regular_poker(
        PokerOptions(game="texas_holdem"), edition(GENERAL, {"1K": "remove and draw"}),
        {**EFFECTS, "remove and draw": choose("remove", NEUTRAL.cards, then=do(remove_it))})
    table = at_poker(game, """
        hand 1: 1K 2K
        hand 2: 3K 4K
        community: 5K 6K 7K
        community cards: 3
        deck: 1S 2S 3S""", use="1K")
    play(table, 1, "6K")
    assert (hand(table, 1), written(table, "community"), written(table, "deck")) == ("2K 1S", "5K 2S 7K - -", "3S")
