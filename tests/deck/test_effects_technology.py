"""The thirteen Technology cards at work in Grid Poker."""

import pytest

from techdeck.position import play, written
from tests.deck.walk import asked, hand, options, seen, sizes, using, using_from_hand, value_of


def test_1t_internet_of_things_uses_two_effects_in_play_one_after_the_other() -> None:
    table = using("1T", """
        market: 3K 12K 9S W1 12T
        hand 1: 2V 4V
        company 2: 5S
        deck: 6T 7T 8T 9T""")
    assert (asked(table), options(table, 1)) == ("1 copy", "12K 3K 5S")  # nothing that copies, and no wild card
    play(table, 1, "3K")
    assert (asked(table), hand(table, 1)) == ("1 discard", "6T 7T 2V 4V")
    play(table, 1, "2V")
    assert (asked(table), options(table, 1)) == ("1 copy", "12K 5S")
    play(table, 1, "12K")
    play(table, 1, "6T", "7T")
    assert (asked(table), hand(table, 1), written(table, "market")) == ("", "8T 9T 4V", "3K 12K 9S / W1 12T - / - - -")


def test_2t_3d_printing_takes_over_the_value_of_a_card_in_play() -> None:
    table = using("2T", """
        market: 3K 12K W1
        hand 1: 5V
        hand 2: 9V
        company 2: 5S""")
    assert (asked(table), options(table, 1)) == ("1 change", "2T 5V")
    play(table, 1, "5V")
    assert (asked(table), options(table, 1)) == ("1 to", "12K 2T 3K 5S")
    play(table, 1, "12K")
    assert (value_of(table, "5V"), value_of(table, "12K"), seen(table, 2, "hand 1")) == (12, 12, "5V")


def test_3t_smart_sensors_uses_one_of_three_revealed_effects() -> None:
    table = using("3T", """
        hand 1: 5V
        deck: 3K 13T W1 4S 5S 6S""")
    assert seen(table, 0, "waiting") == "3K 13T W1"
    assert (asked(table), options(table, 1)) == ("1 copy", "3K")
    play(table, 1, "3K")
    assert (asked(table), options(table, 1)) == ("1 discard", "4S 5S 5V")
    assert seen(table, 0, "waiting") == "3K 13T W1"  # aside as long as the effect lasts
    play(table, 1, "5V")
    assert (asked(table), options(table, 1)) == ("1 bury", "13T 3K W1")
    play(table, 1, "W1", "3K")
    assert (hand(table, 1), written(table, "deck")) == ("4S 5S", "6S W1 3K 13T")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck")) == ("?? W1 3K 13T", "?? ?? ?? ??")


def test_4t_batteries_uses_the_effect_of_another_own_card_and_keeps_it() -> None:
    table = using("4T", """
        market: 12K
        hand 1: 3K 9S
        company 1: 5S
        company 2: 6S
        deck: 6T 7T 8T""")
    assert (asked(table), options(table, 1)) == ("1 copy", "3K 5S")
    assert seen(table, 2, "hand 1") == ""
    play(table, 1, "3K")
    assert seen(table, 2, "hand 1") == "3K"
    play(table, 1, "9S")
    assert (hand(table, 1), written(table, "discard")) == ("3K 6T 7T", "9S")
    assert written(table, "company 1") == "4T 5S"


@pytest.mark.parametrize(("card", "choice", "value"), [
    ("4V", "double", 8), ("4V", "halve", 2), ("9V", "double", 13), ("9V", "halve", 5), ("1V", "halve", 1),
])
def test_5t_microchips_doubles_or_halves_an_own_card(card: str, choice: str, value: int) -> None:
    table = using("5T", f"""
        market: 12K
        hand 1: {card} W1
        deck: 2K""")
    assert set(options(table, 1).split()) == {"5T", card}
    play(table, 1, card)
    assert options(table, 1) == "double halve"
    play(table, 1, choice)
    assert (value_of(table, card), seen(table, 2, "hand 1")) == (value, card)


def test_6t_drones_fetches_a_card_of_value_six_or_less() -> None:
    table = using("6T", """
        hand 1: 5V
        hand 2: 1K
        deck: 7K 6K W1 2S 8S""")
    assert (asked(table), options(table, 1)) == ("1 find", "2S 6K pass")
    play(table, 1, "6K")
    assert seen(table, 2, "hand 1") == "6K"
    assert (seen(table, 1, "deck"), sorted(written(table, "deck").split())) == ("?? ?? ?? ??", ["2S", "7K", "8S", "W1"])
    play(table, 1, "5V")
    assert (hand(table, 1), written(table, "discard"), asked(table)) == ("6K", "5V", "")


def test_7t_renewable_energy_burns_a_hand_card_for_its_effect() -> None:
    table = using("7T", """
        hand 1: 3K 9S
        deck: 4S 5S 6S 7S""")
    assert (asked(table), options(table, 1)) == ("1 discard", "3K 9S")
    play(table, 1, "3K")
    assert (asked(table), hand(table, 1), written(table, "discard")) == ("1 discard", "4S 5S 9S", "3K")
    play(table, 1, "9S")
    assert (asked(table), hand(table, 1), written(table, "discard")) == ("", "4S 5S 6S", "3K 9S")


def test_8t_smartphones_can_renew_a_card() -> None:
    table = using("8T", """
        hand 1: 3K
        deck: 4S""")
    assert options(table, 1) == "draw and discard look at a hand look at the deck raise or lower"
    play(table, 1, "draw and discard", "3K")
    assert (hand(table, 1), written(table, "discard")) == ("4S", "3K")


def test_8t_smartphones_can_raise_or_lower_an_own_card_by_one() -> None:
    table = using("8T", """
        hand 1: 3K W1
        market: 9K
        deck: 4S""")
    play(table, 1, "raise or lower")
    assert options(table, 1) == "3K 8T"
    play(table, 1, "3K")
    assert options(table, 1) == "-1 1"
    play(table, 1, "-1")
    assert (value_of(table, "3K"), seen(table, 2, "hand 1")) == (2, "3K")


def test_8t_smartphones_can_look_at_one_hand_card() -> None:
    table = using("8T", """
        hand 1: 3K
        hand 2: 5S 6S
        hand 3: 7S 8S
        deck: 4S""", seats=3)
    play(table, 1, "look at a hand", "seat 2")
    assert seen(table, 1, "hand 2") in ("5S", "6S")
    assert seen(table, 3, "hand 2") == seen(table, 1, "hand 3") == ""


def test_8t_smartphones_can_look_at_the_top_card() -> None:
    table = using("8T", """
        hand 1: 3K
        deck: 4S 5S""")
    play(table, 1, "look at the deck")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck"), written(table, "deck")) == ("4S ??", "?? ??", "4S 5S")
    assert (asked(table), hand(table, 1)) == ("", "3K")


def test_9t_robotics_exchanges_a_hand_card_with_a_neutral_one_of_the_same_kind() -> None:
    table = using("9T", """
        market: 3K 5V 8S W1
        company 2: 9V
        hand 1: 7K 5T 9S 10V W2 1T
        deck: 2K""")
    assert (asked(table), options(table, 1)) == ("1 exchange", "10V 5T 7K 9S")
    play(table, 1, "5T")
    assert (asked(table), options(table, 1)) == ("1 with", "5V")
    play(table, 1, "5V")
    assert hand(table, 1) == "7K 9S 1T 5V 10V W2"
    assert written(table, "market").startswith("3K 5T 8S / W1")
    assert seen(table, 2, "hand 1") == "5V"


def test_10t_satellites_uses_an_effect_that_others_show() -> None:
    table = using("10T", """
        hand 1: 7K
        hand 2: 3K 4K
        hand 3: 9S 5S
        deck: 2K 1S 3S""", seats=3)
    assert (asked(table), options(table, 2)) == ("2 show", "3K 4K")
    play(table, 2, "3K")
    play(table, 3, "9S")
    assert (seen(table, 0, "shown 2"), seen(table, 0, "shown 3")) == ("3K", "9S")
    assert (asked(table), options(table, 1)) == ("1 copy", "3K")
    play(table, 1, "3K")
    assert (hand(table, 2), hand(table, 3)) == ("3K 4K", "5S 9S")
    play(table, 1, "7K")
    assert (asked(table), hand(table, 1)) == ("", "2K 1S")
    assert (seen(table, 1, "hand 2"), seen(table, 2, "hand 3")) == ("3K", "9S")


def test_11t_supercomputers_computes_the_card_it_fetches() -> None:
    table = using("11T", """
        hand 1: 2K 7S W1
        hand 2: 1K
        deck: 9K 5V 6S W2 9S 13S""")
    assert (asked(table), options(table, 1)) == ("1 reveal", "11T 2K 7S")
    play(table, 1, "7S")
    assert (asked(table), options(table, 1)) == ("1 and", "11T 2K")
    play(table, 1, "2K")
    assert seen(table, 2, "hand 1") == "2K 7S"
    assert (asked(table), options(table, 1)) == ("1 find", "5V 9K 9S pass")
    play(table, 1, "5V", "W1")
    assert (hand(table, 1), seen(table, 2, "hand 1")) == ("2K 7S 5V", "2K 7S 5V")
    assert seen(table, 1, "deck") == "?? ?? ?? ?? ??"


def test_12t_cloud_computing_uses_a_neutral_or_discarded_effect() -> None:
    table = using("12T", """
        market: 3K 9S W1
        company 2: 5S
        discard: 12K 13T
        hand 1: 7V
        deck: 2K 1S 3S""")
    assert (asked(table), options(table, 1)) == ("1 copy", "12K 3K")
    play(table, 1, "12K", "7V", "2K")
    assert (hand(table, 1), written(table, "discard")) == ("1S", "12K 13T 7V 2K")


def test_13t_autonomous_vehicles_uses_the_effect_of_the_top_card() -> None:
    table = using("13T", """
        hand 1: 7V
        deck: 3K 4S 5S 6S""")
    assert seen(table, 0, "waiting") == "3K"
    play(table, 1, "7V")
    assert (hand(table, 1), written(table, "deck"), seen(table, 0, "deck")) == ("4S 5S", "6S 3K", "?? 3K")


def test_13t_autonomous_vehicles_only_buries_what_it_cannot_use() -> None:
    for card in ("9S", "W1"):
        table = using("13T", f"""
            hand 1: 7V
            deck: {card} 4S""")
        assert (asked(table), hand(table, 1), written(table, "deck")) == ("", "7V", f"4S {card}")


def test_a_hand_card_used_for_its_effect_is_no_hand_card_meanwhile() -> None:
    table = using_from_hand("4T", """
        hand 1: 3K
        deck: 4S 5S 6S""")
    assert options(table, 1) == "3K"
    play(table, 1, "3K", "3K")
    assert (hand(table, 1), written(table, "discard"), sizes(table)) == ("4S 5S 6S", "3K 4T", [3, 0])
