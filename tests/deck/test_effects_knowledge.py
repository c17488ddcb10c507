"""The thirteen Knowledge cards at work in Grid Poker."""

from techdeck.position import play, written
from tests.deck.walk import asked, hand, options, seen, sizes, using, using_from_hand


def test_1k_data_mining_takes_one_of_three_and_buries_the_others_in_secret() -> None:
    table = using("1K", """
        hand 1: 2S
        hand 2: 3S
        deck: 4T 5T 6T 7T""")
    assert (asked(table), options(table, 1)) == ("1 take", "4T 5T 6T")
    assert seen(table, 1, "held 1") == "4T 5T 6T"
    assert seen(table, 2, "held 1") == seen(table, 0, "held 1") == ""
    play(table, 1, "5T")
    assert (asked(table), options(table, 1)) == ("1 bury", "4T 6T")
    play(table, 1, "6T")
    assert asked(table) == ""
    assert (hand(table, 1), sizes(table)) == ("2S 5T", [2, 1])
    assert written(table, "deck") == "7T 6T 4T"
    assert seen(table, 1, "deck") == "?? 6T 4T"
    assert seen(table, 2, "deck") == "?? ?? ??"
    assert seen(table, 2, "hand 1") == ""


def test_2k_open_source_shares_three_open_cards_with_the_neighbour() -> None:
    table = using("2K", """
        hand 1: 2S
        hand 3: 3S
        deck: 4T 5T 6T 7T""", seats=3)
    assert seen(table, 0, "aside") == "4T 5T 6T"
    play(table, 1, "4T")
    assert (asked(table), options(table, 2)) == ("2 take", "5T 6T")
    play(table, 2, "6T")
    assert asked(table) == ""
    assert (hand(table, 1), hand(table, 2), hand(table, 3)) == ("2S 4T", "6T", "3S")
    assert seen(table, 3, "hand 1") == "4T"
    assert seen(table, 0, "deck") == "?? 5T"


def test_3k_wikis_draws_two_and_discards_one() -> None:
    table = using("3K", """
        hand 1: 2S
        deck: 4T 5T 6T""")
    assert (asked(table), options(table, 1)) == ("1 discard", "2S 4T 5T")
    play(table, 1, "2S")
    assert (hand(table, 1), written(table, "discard"), written(table, "deck")) == ("4T 5T", "2S", "6T")
    assert seen(table, 2, "hand 1") == ""


def test_4k_statistics_takes_a_card_of_the_named_domain_out_of_four_open_ones() -> None:
    table = using("4K", """
        hand 1: 2S
        deck: 4T 5V W1 7V 8V 9V""")
    assert (asked(table), options(table, 1)) == ("1 name", "Knowledge Science Services Technology")
    play(table, 1, "Services")
    assert seen(table, 2, "aside") == "4T 5V W1 7V"
    assert (asked(table), options(table, 1)) == ("1 take", "5V 7V")
    play(table, 1, "7V")
    assert (asked(table), options(table, 1)) == ("1 bury", "4T 5V W1")
    play(table, 1, "W1", "4T")
    assert (hand(table, 1), written(table, "deck")) == ("2S 7V", "8V 9V W1 4T 5V")
    assert seen(table, 2, "deck") == "?? ?? ?? ?? ??"  # the order is a secret
    assert seen(table, 1, "deck") == "?? ?? W1 4T 5V"


def test_5k_algorithms_arranges_five_cards_and_renews_one() -> None:
    table = using("5K", """
        hand 1: 2S
        deck: 4T 5T 6T 7T 8T 9T""")
    assert (asked(table), options(table, 1)) == ("1 stack", "4T 5T 6T 7T 8T")
    play(table, 1, "4T", "5T", "7T", "8T")  # the last one ends on top, and is drawn
    assert (asked(table), hand(table, 1)) == ("1 discard", "2S 6T")
    play(table, 1, "6T")
    assert (hand(table, 1), written(table, "deck")) == ("2S", "8T 7T 5T 4T 9T")
    assert seen(table, 1, "deck") == "8T 7T 5T 4T ??"
    assert seen(table, 2, "deck") == "?? ?? ?? ?? ??"


def test_6k_fact_checking_looks_at_two_random_hand_cards_of_another_player() -> None:
    looks = set()
    for seed in range(20):
        table = using("6K", """
            hand 1: 2S
            hand 2: 4S 5S 6S
            hand 3: 7S 8S
            deck: 4T""", seats=3, seed=seed)
        assert (asked(table), options(table, 1)) == ("1 player", "seat 2 seat 3")
        play(table, 1, "seat 2")
        looks.add(seen(table, 1, "hand 2"))
        assert seen(table, 3, "hand 2") == seen(table, 0, "hand 2") == ""
        assert (asked(table), options(table, 1)) == ("1 discard", "2S 4T")
        play(table, 1, "2S")
        assert sizes(table) == [1, 3, 2]
    assert looks == {"4S 5S", "4S 6S", "5S 6S"}


def test_7k_digital_libraries_buries_up_to_three_cards_and_draws_as_many() -> None:
    table = using("7K", """
        hand 1: 2S 3S 4S 5S
        deck: 4T 5T 6T 7T""")
    assert (asked(table), options(table, 1)) == ("1 bury", "2S 3S 4S 5S pass")
    play(table, 1, "3S", "2S", "pass")
    assert (hand(table, 1), written(table, "deck")) == ("4S 5S 4T 5T", "6T 7T 3S 2S")
    assert seen(table, 1, "deck") == "?? ?? 3S 2S"
    assert seen(table, 2, "deck") == "?? ?? ?? ??"


def test_7k_digital_libraries_buries_no_more_than_three() -> None:
    table = using("7K", """
        hand 1: 2S 3S 4S 5S
        deck: 4T 5T 6T 7T""")
    play(table, 1, "3S", "2S", "5S")
    assert (asked(table), hand(table, 1)) == ("", "4S 4T 5T 6T")


def test_8k_digital_maps_exchanges_two_neutral_cards() -> None:
    table = using("8K", """
        market: 1S 2S 3S / 4S 5S 6S / 7S 8S 9S
        deck: 4T""")
    assert options(table, 1) == "two neutral cards with the top card"
    play(table, 1, "two neutral cards")
    assert options(table, 1) == "1S 2S 3S 4S 5S 6S 7S 8S 9S"
    play(table, 1, "1S")
    assert options(table, 1) == "2S 3S 4S 5S 6S 7S 8S 9S"
    play(table, 1, "6S")
    assert written(table, "market") == "6S 2S 3S / 4S 5S 1S / 7S 8S 9S"
    assert written(table, "deck") == "4T"


def test_8k_digital_maps_exchanges_a_neutral_card_with_the_top_of_the_deck() -> None:
    table = using("8K", """
        market: 1S 2S 3S / 4S 5S 6S / 7S 8S 9S
        deck: 4T 5T""")
    play(table, 1, "with the top card", "5S")
    assert written(table, "market") == "1S 2S 3S / 4S 4T 6S / 7S 8S 9S"
    assert seen(table, 0, "deck") == "5S ??"  # it lay open, so all know it


def test_9k_search_engines_finds_a_card_of_the_domain_of_an_own_card() -> None:
    table = using("9K", """
        hand 1: 2S W1
        hand 2: 3V
        company 1: 7V
        deck: 4T 5V W2 6V 8S""")
    assert (asked(table), options(table, 1)) == ("1 reveal", "2S 7V 9K")
    play(table, 1, "2S")
    assert seen(table, 2, "hand 1") == "2S"
    assert (asked(table), options(table, 1)) == ("1 find", "8S pass")
    assert seen(table, 1, "deck") == "4T 5V W2 6V 8S"
    assert seen(table, 2, "deck") == "?? ?? ?? ?? ??"
    play(table, 1, "8S")
    assert seen(table, 2, "hand 1") == "2S 8S"
    assert seen(table, 1, "deck") == "?? ?? ?? ??"  # shuffled
    assert (asked(table), options(table, 1)) == ("1 discard", "2S 8S W1")
    play(table, 1, "W1")
    assert hand(table, 1) == "2S 8S"


def test_9k_search_engines_may_find_nothing_and_then_discards_nothing() -> None:
    table = using("9K", """
        hand 1: 2S
        company 1: 7V
        deck: 4T 5V 6V""")
    play(table, 1, "7V", "pass")
    assert (asked(table), hand(table, 1), written(table, "discard")) == ("", "2S", "")
    assert seen(table, 1, "deck") == "?? ?? ??"


def test_10k_databases_exchanges_a_card_of_the_named_value() -> None:
    table = using("10K", """
        hand 1: 2S 3S
        hand 2: 7V 7T 4S
        hand 3: 5T 6T
        deck: 8T""", seats=3)
    assert asked(table) == "1 name"
    play(table, 1, "7")
    assert (asked(table), options(table, 2)) == ("2 show", "7T 7V")
    play(table, 2, "7V")
    assert seen(table, 0, "shown 2") == "7V"
    assert (asked(table), options(table, 1)) == ("1 exchange", "2S 3S pass")
    play(table, 1, "3S")
    assert options(table, 1) == "7V"
    play(table, 1, "7V")
    assert (hand(table, 1), hand(table, 2), hand(table, 3)) == ("2S 7V", "3S 4S 7T", "5T 6T")
    assert seen(table, 3, "hand 1") == "7V"
    assert seen(table, 3, "hand 2") == ""  # what was given for it is seen by the two alone
    assert seen(table, 1, "hand 2") == "3S"
    assert written(table, "deck") == "8T"


def test_10k_databases_renews_a_card_if_nobody_holds_the_value() -> None:
    table = using("10K", """
        hand 1: 2S
        hand 2: 7V
        deck: 8T 9T""")
    play(table, 1, "6")
    assert (asked(table), hand(table, 1)) == ("1 discard", "2S 8T")
    assert seen(table, 1, "hand 2") == ""
    play(table, 1, "2S")
    assert hand(table, 1) == "8T"


def test_10k_databases_puts_back_what_is_not_exchanged() -> None:
    table = using("10K", """
        hand 1: 2S
        hand 2: 7V
        deck: 8T""")
    play(table, 1, "7")
    play(table, 2, "7V")
    play(table, 1, "pass")
    assert (asked(table), hand(table, 1), hand(table, 2), written(table, "deck")) == ("", "2S", "7V", "8T")


def test_11k_online_courses_trades_a_hand_card_for_the_top_card() -> None:
    table = using("11K", """
        hand 1: 2S 3S
        deck: 4T 5T""")
    assert (asked(table), options(table, 1)) == ("1 exchange", "2S 3S pass")
    assert (seen(table, 1, "deck"), seen(table, 2, "deck")) == ("4T ??", "?? ??")
    play(table, 1, "2S")
    assert (hand(table, 1), written(table, "deck")) == ("3S 4T", "2S 5T")
    assert (asked(table), options(table, 1)) == ("1 bury", "2S pass")
    play(table, 1, "2S")
    assert written(table, "deck") == "5T 2S"
    assert (seen(table, 1, "deck"), seen(table, 2, "deck")) == ("?? 2S", "?? ??")
    assert seen(table, 2, "hand 1") == ""


def test_11k_online_courses_may_leave_everything_as_it_is() -> None:
    table = using("11K", """
        hand 1: 2S
        deck: 4T 5T""")
    play(table, 1, "pass", "pass")
    assert (asked(table), hand(table, 1), written(table, "deck")) == ("", "2S", "4T 5T")


def test_12k_news_and_reviews_renews_two_cards() -> None:
    table = using_from_hand("12K", """
        hand 1: 9T 1V
        deck: 2V 10V 6K 12S""")
    assert (asked(table), options(table, 1)) == ("1 discard", "10V 1V 2V 9T")
    play(table, 1, "1V", "2V")
    assert (hand(table, 1), written(table, "discard"), written(table, "deck")) == ("6K 9T 10V", "1V 2V 12K", "12S")


def test_13k_world_wide_web_sorts_four_open_cards_to_both_ends() -> None:
    table = using("13K", """
        hand 1: 2S
        deck: 4T 5T 6T 7T 8T""")
    assert seen(table, 0, "aside") == "4T 5T 6T 7T"
    assert (asked(table), options(table, 1)) == ("1 put aside", "4T 5T 6T 7T pass")
    play(table, 1, "5T", "4T", "pass")
    assert (asked(table), options(table, 1)) == ("1 bury", "4T 5T")
    play(table, 1, "4T")
    assert (asked(table), options(table, 1)) == ("1 stack", "6T 7T")
    play(table, 1, "6T")
    assert (hand(table, 1), written(table, "deck")) == ("2S", "7T 6T 8T 4T 5T")
    assert seen(table, 1, "deck") == "7T 6T ?? 4T 5T"
    assert seen(table, 2, "deck") == "?? ?? ?? ?? ??"  # which two are on top all know, in which order only one


def test_13k_world_wide_web_lets_all_know_what_went_where() -> None:
    table = using("13K", """
        hand 1: 2S
        deck: 4T 5T 6T 7T 8T""")
    play(table, 1, "5T", "6T", "7T", "pass", "7T", "6T")
    assert written(table, "deck") == "4T 8T 7T 6T 5T"
    assert seen(table, 0, "deck") == "4T ?? ?? ?? ??"
