"""The thirteen Science cards at work in Grid Poker."""

import pytest

from techdeck.position import play, written
from tests.deck.walk import asked, domain_of, hand, options, seen, sizes, using, using_from_hand, value_of

MARKET = "market: 1K 2K 3K / 4K 5K 6K / 7K 8K W1"


@pytest.mark.parametrize(("by", "value"), [("-3", 5), ("-1", 7), ("0", 8), ("2", 10), ("3", 11)])
def test_1s_material_sciences_raises_or_lowers_an_own_card_by_up_to_three(by: str, value: int) -> None:
    table = using("1S", f"""
        {MARKET}
        hand 1: 8T W2
        hand 2: 9T
        company 1: 7V
        company 2: 8V
        deck: 1V 2V""")
    assert (asked(table), options(table, 1)) == ("1 change", "1S 7V 8T")  # neither wild, nor neutral, nor another's
    play(table, 1, "8T")
    assert (asked(table), options(table, 1)) == ("1 by", "-1 -2 -3 0 1 2 3")
    play(table, 1, by)
    assert value_of(table, "8T") == value
    assert seen(table, 2, "hand 1") == "8T"
    assert hand(table, 1) == "8T W2"


def test_2s_gene_editing_gives_a_domain_to_a_card_in_play_or_in_hand() -> None:
    table = using("2S", f"""
        {MARKET}
        hand 1: 8T
        hand 2: 9T
        company 2: 8V""")
    assert (asked(table), options(table, 1)) == ("1 change", "1K 2K 2S 3K 4K 5K 6K 7K 8K 8T 8V")
    play(table, 1, "8V")
    assert (asked(table), options(table, 1)) == ("1 to", "Knowledge Science Services Technology")
    play(table, 1, "Science")
    assert (domain_of(table, "8V"), value_of(table, "8V")) == ("S", 8)
    assert written(table, "company 2") == "8V"


def test_2s_gene_editing_shows_a_hand_card() -> None:
    table = using("2S", """
        hand 1: 8T 9T
        deck: 1K""")
    play(table, 1, "8T", "Knowledge")
    assert (domain_of(table, "8T"), seen(table, 2, "hand 1")) == ("K", "8T")


def test_3s_green_chemistry_exchanges_a_hand_card_with_the_discard() -> None:
    table = using("3S", """
        hand 1: 8T 9T
        discard: 1K 2K 3K
        deck: 4K""")
    assert (asked(table), options(table, 1)) == ("1 exchange", "8T 9T")
    play(table, 1, "8T")
    assert (asked(table), options(table, 1)) == ("1 with", "1K 2K 3K")
    play(table, 1, "2K")
    assert (hand(table, 1), written(table, "discard"), written(table, "deck")) == ("2K 9T", "1K 8T 3K", "4K")
    assert seen(table, 2, "hand 1") == "2K"


def test_3s_green_chemistry_renews_a_card_if_the_discard_is_empty() -> None:
    table = using_from_hand("3S", """
        hand 1: 8T
        deck: 4K 5K""")
    assert (asked(table), options(table, 1)) == ("1 discard", "4K 8T")  # the used card is not in the discard yet
    play(table, 1, "8T")
    assert (hand(table, 1), written(table, "discard")) == ("4K 5K", "8T 3S")


def test_4s_quantum_physics_swaps_the_values_of_two_cards() -> None:
    table = using("4S", f"""
        {MARKET}
        hand 1: 11T
        hand 2: 9T
        company 2: 8V""")
    assert (asked(table), options(table, 1)) == ("1 swap", "11T 1K 2K 3K 4K 4S 5K 6K 7K 8K 8V")
    play(table, 1, "11T")
    assert "11T" not in options(table, 1).split()
    play(table, 1, "2K")
    assert (value_of(table, "11T"), value_of(table, "2K")) == (2, 11)
    assert (domain_of(table, "11T"), domain_of(table, "2K")) == ("T", "K")
    assert (hand(table, 1), seen(table, 2, "hand 1")) == ("11T", "11T")


def test_5s_vaccines_turns_a_value_around() -> None:
    table = using("5S", """
        hand 1: 2T W1
        company 1: 12V
        company 2: 8V""")
    assert (asked(table), options(table, 1)) == ("1 change", "12V 2T 5S")
    play(table, 1, "2T")
    assert (value_of(table, "2T"), seen(table, 2, "hand 1")) == (12, "2T W1")


def test_6s_space_telescopes_puts_two_discarded_cards_on_top_and_renews_one() -> None:
    table = using("6S", """
        hand 1: 2T
        discard: 1K 2K 3K
        deck: 4K""")
    assert (asked(table), options(table, 1)) == ("1 pick up", "1K 2K 3K pass")
    play(table, 1, "1K", "3K")
    assert (asked(table), options(table, 1)) == ("1 stack", "1K 3K")
    play(table, 1, "1K")  # 3K ends on top, and is drawn
    assert (asked(table), options(table, 1)) == ("1 discard", "2T 3K")
    play(table, 1, "2T")
    assert (hand(table, 1), written(table, "discard"), written(table, "deck")) == ("3K", "2K 2T", "1K 4K")
    assert seen(table, 1, "deck") == "1K ??"
    assert seen(table, 2, "deck") == "?? ??"
    assert seen(table, 2, "hand 1") == ""  # which of the two was drawn is a secret


def test_6s_space_telescopes_may_pick_up_nothing() -> None:
    table = using("6S", """
        hand 1: 2T
        discard: 1K
        deck: 4K""")
    play(table, 1, "pass")
    assert (asked(table), hand(table, 1), written(table, "discard")) == ("1 discard", "4K 2T", "1K")


def test_7s_psychology_lets_another_player_choose_the_draw() -> None:
    table = using("7S", """
        hand 1: 2T
        hand 2: 3T 4T
        hand 3: 5T
        deck: 1K 2K""", seats=3)
    assert (asked(table), options(table, 1)) == ("1 player", "seat 2 seat 3")
    play(table, 1, "seat 2")
    assert (asked(table), options(table, 2)) == ("2 let", "a card a look at the hand")
    play(table, 2, "a card")
    assert (hand(table, 1), sizes(table), seen(table, 1, "hand 2")) == ("1K 2T", [2, 2, 1], "")


def test_7s_psychology_lets_another_player_show_the_hand() -> None:
    table = using("7S", """
        hand 1: 2T
        hand 2: 3T 4T
        hand 3: 5T
        deck: 1K 2K""", seats=3)
    play(table, 1, "seat 2")
    play(table, 2, "a look at the hand")
    assert (hand(table, 1), sizes(table)) == ("2T", [1, 2, 1])
    assert seen(table, 1, "hand 2") == "3T 4T"
    assert seen(table, 3, "hand 2") == ""


@pytest.mark.parametrize(("choice", "values"), [("raise all", [2, 13, 13]), ("lower all", [1, 11, 12])])
def test_8s_climate_science_moves_all_neutral_cards(choice: str, values: list[int]) -> None:
    table = using("8S", """
        market: 1K 12K 13K / W1
        hand 1: 8T
        company 2: 8V""")
    play(table, 1, choice)
    assert [value_of(table, card) for card in ("1K", "12K", "13K")] == values
    assert [value_of(table, card) for card in ("8S", "8T", "8V", "W1")] == [8, 8, 8, 0]


def test_9s_neuroscience_uses_the_last_effect_of_another_player() -> None:
    table = using("9S", """
        hand 1: 2T
        deck: 1K 2K
        last text: 0 12
        time of the last text: 0 3
        effects used: 3""")  # 12K, by seat 2
    assert (asked(table), options(table, 1)) == ("1 discard", "1K 2K 2T")
    play(table, 1, "2T", "1K")
    assert hand(table, 1) == "2K"


def test_10s_recycling_replaces_any_card_in_play_by_a_discarded_one() -> None:
    table = using("10S", f"""
        {MARKET}
        hand 1: 8T
        discard: 11K 12K
        company 2: 8V 9V
        deck: 13K""")
    assert (asked(table), options(table, 1)) == ("1 replace", "10S 1K 2K 3K 4K 5K 6K 7K 8K 8V 9V W1")
    play(table, 1, "8V")
    assert (asked(table), options(table, 1)) == ("1 by", "11K 12K")
    play(table, 1, "12K")
    assert (written(table, "company 2"), written(table, "discard")) == ("12K 9V", "11K 8V")
    assert hand(table, 1) == "8T"


def test_11s_game_theory_trades_two_cards_in_secret() -> None:
    table = using("11S", """
        hand 1: 2T 3T
        hand 2: 4T 5T
        hand 3: 6T
        deck: 1K""", seats=3)
    play(table, 1, "seat 2")
    assert asked(table) == "1 pick, 2 pick"
    assert (options(table, 1), options(table, 2)) == ("2T 3T", "4T 5T")
    play(table, 2, "5T")
    assert asked(table) == "1 pick"
    play(table, 1, "2T")
    assert (hand(table, 1), hand(table, 2)) == ("3T 5T", "2T 4T")
    assert (seen(table, 1, "hand 2"), seen(table, 2, "hand 1")) == ("2T", "5T")
    assert seen(table, 3, "hand 1") == seen(table, 3, "hand 2") == ""


def test_12s_nanotechnology_makes_two_small_steps() -> None:
    table = using("12S", f"""
        {MARKET}
        hand 1: 11T
        hand 2: 9T
        company 2: 8V""")
    assert (asked(table), options(table, 1)) == ("1 change", "11T 12S 1K 2K 3K 4K 5K 6K 7K 8K 8V pass")
    play(table, 1, "11T")
    assert (asked(table), options(table, 1)) == ("1 by", "-1 1")
    play(table, 1, "1")
    assert options(table, 1) == "12S 1K 2K 3K 4K 5K 6K 7K 8K 8V pass"
    play(table, 1, "8V", "-1")
    assert (asked(table), value_of(table, "11T"), value_of(table, "8V")) == ("", 12, 7)
    assert seen(table, 2, "hand 1") == "11T"


def test_12s_nanotechnology_may_take_one_step_or_none() -> None:
    table = using("12S", """
        hand 1: 11T
        deck: 1K""")
    play(table, 1, "pass")
    assert (asked(table), value_of(table, "11T")) == ("", 11)
    assert seen(table, 2, "hand 1") == ""


def test_13s_ai_replaces_a_neutral_card_by_the_top_card() -> None:
    table = using("13S", f"""
        {MARKET}
        company 2: 8V
        deck: 9T 10T""")
    assert (asked(table), options(table, 1)) == ("1 replace", "1K 2K 3K 4K 5K 6K 7K 8K W1")
    play(table, 1, "5K")
    assert written(table, "market") == "1K 2K 3K / 4K 9T 6K / 7K 8K W1"
    assert (written(table, "discard"), written(table, "deck")) == ("5K", "10T")
