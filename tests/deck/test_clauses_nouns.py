"""The nouns of the deck's rulebook [DK-N01 to N11] and its wild cards [DK-W01 to W03]."""

import pytest

from techdeck.games.grid_poker import POINTS
from techdeck.position import play, set_up, written
from tests.deck.walk import (
    FIVE_CARD_DRAW,
    GRID_POKER,
    HOLDEM,
    asked,
    at_poker,
    at_work,
    domain_of,
    every_card_is_in_one_place,
    hand,
    options,
    seen,
    sizes,
    using,
    using_from_hand,
    value_of,
    workbench,
)


def test_dk_n01_you_are_whoever_uses_the_effect() -> None:
    table = set_up(GRID_POKER, """grid poker, 3 seats
        first: 2
        company 2: 3K
        deck: 4T 5T 6T
        play: company effects""")
    play(table, 2, "3K")
    assert (asked(table), sizes(table)) == ("2 discard", [0, 2, 0])


def test_dk_n01_the_used_card_is_the_one_whose_effect_is_used() -> None:
    table = using("4T", """
        company 1: 5S
        deck: 4V""")
    assert options(table, 1) == "5S"  # "another one of your cards" is not the used card


def test_dk_n02_another_player_is_one_you_pick_and_not_you() -> None:
    table = using("7S", "deck: 4T", seats=4)
    assert (asked(table), options(table, 1)) == ("1 player", "seat 2 seat 3 seat 4")


def test_dk_n02_with_two_players_another_player_is_the_opponent() -> None:
    table = using("7S", "deck: 4T")
    assert asked(table) == "2 let"


def test_dk_n03_each_player_means_you_first_then_clockwise() -> None:
    table = set_up(GRID_POKER, """grid poker, 4 seats
        first: 3
        company 3: 8V
        hand 1: 1K
        hand 2: 2K
        hand 3: 3K
        hand 4: 4K
        deck: 1S 2S 3S 4S
        play: company effects""")
    play(table, 3, "8V")
    order = []
    while asked(table):
        seat = int(asked(table)[0])
        order.append(seat)
        play(table, seat, hand(table, seat))
        assert hand(table, seat) == f"{len(order)}S"  # each finishes before the next
    assert order == [3, 4, 1, 2]


def test_dk_n03_other_players_means_all_but_you() -> None:
    table = using("10T", """
        hand 1: 1K
        hand 2: 2K
        hand 3: 3K""", seats=3)
    play(table, 2, "2K")
    assert asked(table) == "3 show"
    play(table, 3, "3K")
    assert asked(table) == "1 copy"


def test_dk_n03_in_regular_poker_only_those_in_the_deal_are_players_all_in_ones_included() -> None:
    table = at_poker(FIVE_CARD_DRAW, """
        chips: 50 50 0 50
        folded: 0 1 0 0
        hand 1: 8V 1K 2K 3K 4K
        hand 3: 5K 6K 7K 8K 9K
        hand 4: 10K 11K 12K 13K 1S
        deck: 2S 3S 4S 5S""", seats=4, use="8V")
    play(table, 1, "pass")
    assert asked(table) == "3 discard"  # seat 2 has folded, seat 3 is all-in
    play(table, 3, "pass")
    assert asked(table) == "4 discard"


def test_dk_n03_in_regular_poker_who_has_folded_cannot_be_picked() -> None:
    table = at_poker(FIVE_CARD_DRAW, """
        chips: 50 50 0 50
        folded: 0 1 0 0
        hand 1: 7S 1K 2K 3K 4K
        hand 3: 5K 6K 7K 8K 9K
        hand 4: 10K 11K 12K 13K 1S
        deck: 2S 3S 4S 5S""", seats=4, use="7S")
    assert (asked(table), options(table, 1)) == ("1 player", "seat 3 seat 4")


def test_dk_n04_the_player_on_your_left_may_have_an_empty_hand() -> None:
    table = using("2K", """
        hand 1: 2S
        hand 3: 3S
        deck: 4T 5T 6T""", seats=3)
    play(table, 1, "4T")
    assert asked(table) == "2 take"


def test_dk_n04_whoever_has_left_the_deal_is_not_on_your_left() -> None:
    table = at_poker(FIVE_CARD_DRAW, """
        folded: 0 1 0
        hand 1: 2K 1K 3K 4K 5K
        hand 3: 6K 7K 8K 9K 10K
        deck: 2S 3S 4S 5S""", seats=3, use="2K")
    play(table, 1, "2S")
    assert asked(table) == "3 take"


def test_dk_n04_alone_nobody_is_on_your_left() -> None:
    table = using("2K", """
        hand 1: 2S
        deck: 4T 5T 6T""", seats=1)
    play(table, 1, "4T")
    assert (asked(table), options(table, 1)) == ("1 bury", "5T 6T")


def test_dk_n05_a_used_hand_card_is_not_part_of_the_hand_while_its_effect_runs() -> None:
    table = using_from_hand("3K", """
        hand 1: 2S
        deck: 4T 5T 6T""")
    assert (options(table, 1), written(table, "resolving 1")) == ("2S 4T 5T", "3K")


def test_dk_n06_in_play_are_neutral_cards_and_those_anybody_controls() -> None:
    table = using_from_hand("10S", """
        market: 1K 2K 3K
        hand 1: 4K
        hand 2: 5K
        company 1: 6K 7K
        company 2: 8K
        discard: 9K
        deck: 10K""")
    assert options(table, 1) == "1K 2K 3K 6K 7K 8K"


def test_dk_n06_neutral_cards_are_the_market_only() -> None:
    table = using("13S", """
        market: 1K 2K 3K
        company 2: 8K
        discard: 9K
        deck: 10K""")
    assert options(table, 1) == "1K 2K 3K"


def test_dk_n06_in_hold_em_the_community_cards_are_in_play_and_neutral() -> None:
    table = at_poker(HOLDEM, """
        hand 1: 13S 1K
        hand 2: 2K 3K
        community: 4K 5K 6K
        community cards: 3
        deck: 10K 11K 12K""", use="13S")
    assert options(table, 1) == "4K 5K 6K"


def test_dk_n07_your_cards_are_your_hand_and_what_you_control() -> None:
    table = using("5S", """
        market: 1K
        hand 1: 4K 5K
        hand 2: 6K
        company 1: 7K
        company 2: 8K""")
    assert options(table, 1) == "4K 5K 5S 7K"


def test_dk_n08_hidden_are_hand_cards_and_what_lies_face_down() -> None:
    table = at_work("6K", """
        hand 2: 1K 2K
        open 2: 3K
        down 2: 4K 5K
        deck: 1S 2S 3S""", workbench())
    assert (asked(table), options(table, 1)) == ("1 look", "?? down 2 #1 down 2 #2")


def test_dk_n08_a_hidden_card_may_be_the_top_card_of_the_deck() -> None:
    table = using("8T", """
        hand 2: 1K 2K
        deck: 1S 2S""")
    play(table, 1, "look at the deck")
    assert seen(table, 1, "deck") == "1S ??"


def test_dk_n09_seen_cards_lie_outside_the_deck_and_are_not_shuffled_into_it() -> None:
    table = using("3T", """
        hand 1: 2S
        discard: 4V 5V
        deck: 3K 6V 7V""")
    assert (written(table, "waiting"), written(table, "deck")) == ("3K 6V 7V", "")
    play(table, 1, "3K")  # draws two cards
    assert hand(table, 1) == "2S 4V 5V"
    assert written(table, "waiting") == "3K 6V 7V"


def test_dk_n09_cards_lying_aside_count_as_cards_of_the_game() -> None:
    table = using("4K", "deck: 3K 6V 7V 8V 9V")
    play(table, 1, "Services")
    assert written(table, "aside") == "3K 6V 7V 8V"
    assert every_card_is_in_one_place(table)


def test_dk_n10_value_and_domain_are_the_current_ones() -> None:
    table = using("1T", """
        market: 1S 10K
        hand 1: 2V
        hand 2: 7V 6T
        deck: 3K 4K""")
    play(table, 1, "1S", "2V", "3")
    play(table, 1, "10K")
    assert value_of(table, "2V") == 5
    play(table, 1, "5")
    assert asked(table) == "1 discard"  # nobody else holds a five
    table = using("9K", """
        mark domain: 2V=2
        hand 1: 2V
        deck: 3K 4S 5V""")  # Science
    play(table, 1, "2V")
    assert options(table, 1) == "4S pass"
    table = using("11T", """
        mark value: 2V=17
        hand 1: 2V
        deck: 3K 13K 6K""")  # plus 3
    play(table, 1, "2V", "11T")
    assert options(table, 1) == "6K pass"  # 11 minus 5; the sum would be 16


def test_dk_n10_the_highest_is_the_highest_value_then_the_highest_domain() -> None:
    table = using("9V", """
        hand 1: 7S
        hand 2: 7T
        hand 3: 6V
        deck: 3K 4K""", seats=3)
    play(table, 1, "7S")
    play(table, 2, "7T")
    play(table, 3, "6V")
    assert asked(table) == "2 discard"


def test_dk_n11_take_means_into_the_hand_of_the_one_who_takes() -> None:
    table = using("2K", "deck: 4T 5T 6T")
    play(table, 1, "4T")
    play(table, 2, "5T")
    assert (hand(table, 1), hand(table, 2)) == ("4T", "5T")


def test_dk_n11_top_and_bottom_are_those_of_the_deck_and_discarding_is_from_the_own_hand() -> None:
    table = using("5K", """
        hand 1: 2S
        company 1: 7V
        deck: 4T 5T""")
    play(table, 1, "4T")  # 5T on top
    assert (asked(table), options(table, 1)) == ("1 discard", "2S 5T")
    table = using("1K", "deck: 4T 5T 6T 7T")
    play(table, 1, "4T", "5T")
    assert written(table, "deck") == "7T 5T 6T"


# Wild cards

def test_dk_w01_wild_cards_have_no_value_no_domain_and_no_effect() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        hand 1: W1 3K
        company 1: W2 4K
        play: company effects, hand effects""")
    assert options(table, 1) == "4K pass"
    play(table, 1, "pass")
    assert options(table, 1) == "3K pass"
    assert (value_of(table, "W1"), domain_of(table, "W1")) == (0, "W")


@pytest.mark.parametrize("card", ["1T", "12T"])
def test_dk_w01_wild_cards_are_never_copied(card: str) -> None:
    table = using(card, """
        market: W1 3K
        discard: W2
        deck: 1S 2S 3S""")
    assert options(table, 1) == "3K"


def test_dk_w01_compared_outside_poker_a_wild_card_counts_zero() -> None:
    table = using("9V", """
        hand 1: W1
        hand 2: 1K
        deck: 3K 4K""")
    play(table, 1, "W1")
    play(table, 2, "1K")
    assert asked(table) == "2 discard"


def test_dk_w02_in_grid_poker_a_wild_card_is_expelled_when_it_has_counted_in_a_hand() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        market: 9K 2S 4T / 5V 7K 8S / 10T 11V 13K
        hand 1: W1 9T
        deck: 1S 2T 3V 4V 5K
        play: commitments, results, clearing""")
    play(table, 1, "R1 9T W1")
    assert POINTS.get(table, 0) == 1  # three nines
    play(table, 1, "9K")
    assert "W1" in written(table, "expelled").split()


def test_dk_w02_in_regular_poker_wild_cards_are_left_out_unless_an_option_brings_them_in() -> None:
    assert written(HOLDEM.start(2, 1), "left out").split() == ["W1", "W2"]
    assert written(FIVE_CARD_DRAW.start(2, 1), "left out") == ""  # played with the option here


def test_dk_w03_a_wild_card_among_seen_cards_may_be_taken_buried_and_stacked() -> None:
    table = using("1K", "deck: W1 4T W2")
    assert options(table, 1) == "4T W1 W2"
    play(table, 1, "W1", "W2")
    assert (hand(table, 1), written(table, "deck")) == ("W1", "W2 4T")
    table = using("5K", "deck: W1 4T")
    play(table, 1, "4T")
    assert hand(table, 1) == "W1"


@pytest.mark.parametrize("domain", ["Knowledge", "Science", "Technology", "Services"])
def test_dk_w03_a_wild_card_is_never_of_that_domain(domain: str) -> None:
    table = using("4K", "deck: W1 W2")
    play(table, 1, domain)
    assert asked(table) == "1 bury"  # nothing to take


def test_dk_w03_a_wild_card_is_never_of_that_value() -> None:
    for value in range(1, 14):
        table = using("10K", """
            hand 2: W1
            deck: 4T""")
        play(table, 1, str(value))
        assert asked(table) == "1 discard"


def test_dk_w03_a_wild_card_is_the_highest_only_if_nothing_else_was_seen() -> None:
    table = using("9V", """
        hand 1: W1
        hand 2: W2
        deck: 3K 4K""")
    play(table, 1, "W1")
    play(table, 2, "W2")
    assert asked(table) == "1 discard"
