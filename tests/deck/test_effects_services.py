"""The thirteen Services cards at work in Grid Poker."""

from techdeck.position import play, written
from tests.deck.walk import asked, hand, options, seen, sizes, using, using_from_hand


def test_1v_e_commerce_lays_out_a_card_of_everybody_and_shares_them_out() -> None:
    table = using("1V", """
        hand 1: 2K 3K
        hand 2: 4K
        hand 4: 6K 7K
        deck: 1S""", seats=4)
    assert (asked(table), options(table, 1)) == ("1 lay", "2K 3K")
    play(table, 1, "2K")
    play(table, 2, "4K")
    assert seen(table, 0, "shown 1") == "2K"
    assert (asked(table), options(table, 4)) == ("4 lay", "6K 7K")  # seat 3 holds nothing
    play(table, 4, "7K")
    assert (asked(table), options(table, 1)) == ("1 take", "2K 4K 7K")
    play(table, 1, "7K")
    assert (asked(table), options(table, 2)) == ("2 take", "2K 4K")
    play(table, 2, "4K")
    assert (asked(table), options(table, 4)) == ("4 take", "2K")
    play(table, 4, "2K")
    assert [hand(table, seat) for seat in (1, 2, 3, 4)] == ["3K 7K", "4K", "", "2K 6K"]
    assert (seen(table, 2, "hand 1"), seen(table, 1, "hand 4")) == ("7K", "2K")


def test_2v_ride_sharing_uses_a_card_that_another_player_controls() -> None:
    table = using("2V", """
        hand 1: 2K
        hand 2: 4K
        company 2: 3K 9S
        company 3: 12K
        deck: 1S 2S 3S 4S""", seats=3)
    play(table, 1, "seat 2")
    assert options(table, 1) == "a card they control a random card"
    play(table, 1, "a card they control")
    assert (asked(table), options(table, 1)) == ("1 copy", "3K")
    play(table, 1, "3K", "2K")
    assert (hand(table, 1), hand(table, 2), sizes(table)) == ("1S 2S", "4K 3S", [2, 2, 0])
    assert written(table, "company 2") == "3K 9S"


def test_2v_ride_sharing_uses_a_random_card_of_another_hand() -> None:
    for seed in range(10):
        table = using("2V", """
            hand 1: 2K
            hand 2: 3K 12K
            deck: 1S 2S 3S 4S""", seed=seed)
        play(table, 1, "a random card")
        shown = seen(table, 0, "hand 2")
        assert shown in ("3K", "12K")
        play(table, 1, *(["2K"] if shown == "3K" else ["2K", "1S"]))
        assert (asked(table), sizes(table)) == ("", [2 if shown == "3K" else 1, 3])


def test_3v_social_media_exchanges_a_hand_card_with_one_that_others_show() -> None:
    table = using("3V", """
        hand 1: 2K
        hand 2: 4K 5K
        hand 3: 6K
        deck: 1S""", seats=3)
    play(table, 2, "4K")
    play(table, 3, "6K")
    assert (asked(table), options(table, 1)) == ("1 exchange", "2K pass")
    play(table, 1, "2K")
    assert (asked(table), options(table, 1)) == ("1 with", "4K 6K")
    play(table, 1, "4K")
    assert [hand(table, seat) for seat in (1, 2, 3)] == ["4K", "2K 5K", "6K"]
    assert (seen(table, 3, "hand 2"), seen(table, 2, "hand 1"), seen(table, 2, "hand 3")) == ("", "4K", "6K")


def test_3v_social_media_may_leave_all_cards_where_they_are() -> None:
    table = using("3V", """
        hand 1: 2K
        hand 2: 4K 5K
        deck: 1S 2S""")
    play(table, 2, "4K")
    play(table, 1, "pass")
    assert (asked(table), hand(table, 1), hand(table, 2), seen(table, 1, "hand 2")) == ("", "2K", "4K 5K", "4K")


def test_4v_crowdfunding_collects_gifts() -> None:
    table = using("4V", """
        hand 1: 2K
        hand 2: 4K 5K
        hand 3: 6K
        deck: 1S 2S 3S""", seats=3)
    assert (asked(table), options(table, 2)) == ("2 give", "4K 5K pass")
    play(table, 2, "4K")
    assert hand(table, 2) == "5K 1S"  # the giver draws at once
    play(table, 3, "pass")
    assert (asked(table), hand(table, 1), sizes(table)) == ("", "2K 4K", [2, 2, 1])
    assert (seen(table, 3, "hand 1"), seen(table, 2, "hand 1")) == ("", "4K")


def test_4v_crowdfunding_draws_a_card_if_nobody_gives() -> None:
    table = using("4V", """
        hand 1: 2K
        hand 2: 4K
        deck: 1S 2S""")
    play(table, 2, "pass")
    assert (asked(table), hand(table, 1), hand(table, 2)) == ("", "2K 1S", "4K")


def test_5v_streaming_reveals_a_card_for_everybody() -> None:
    table = using("5V", """
        hand 1: 2K
        hand 2: 4K
        hand 3: 6K
        deck: 1S 2S 3S 4S""", seats=3)
    assert seen(table, 0, "aside") == "1S 2S 3S"
    play(table, 1, "2S")
    assert (asked(table), options(table, 1)) == ("1 discard", "2K 2S")
    play(table, 1, "2K")
    assert (asked(table), options(table, 2)) == ("2 take", "1S 3S")
    play(table, 2, "3S", "3S")
    play(table, 3, "1S", "6K")
    assert [hand(table, seat) for seat in (1, 2, 3)] == ["2S", "4K", "1S"]
    assert (written(table, "discard"), written(table, "deck")) == ("2K 3S 6K", "4S")


def test_6v_same_day_delivery_orders_a_card_of_a_domain() -> None:
    table = using("6V", """
        hand 1: 2K 8S
        hand 2: 4K 5K 6S
        hand 3: 7S
        deck: 1S 2S""", seats=3)
    play(table, 1, "Knowledge")
    assert (asked(table), options(table, 1)) == ("1 player", "seat 2 seat 3")
    play(table, 1, "seat 2", "2K")
    assert (asked(table), options(table, 2)) == ("2 give", "4K 5K")  # another card than the one just given
    assert seen(table, 3, "hand 2") == ""
    play(table, 2, "5K")
    assert (asked(table), hand(table, 1), hand(table, 2)) == ("", "5K 8S", "2K 4K 6S")
    assert (seen(table, 3, "hand 1"), seen(table, 2, "hand 1"), seen(table, 1, "hand 2")) == ("", "5K", "2K")


def test_6v_same_day_delivery_draws_a_card_if_there_is_none_of_the_domain() -> None:
    table = using("6V", """
        hand 1: 2T 8S
        hand 2: 4K 5K
        deck: 1S 2S""")
    play(table, 1, "Technology", "2T")
    assert (asked(table), hand(table, 1), hand(table, 2)) == ("", "1S 8S", "4K 5K 2T")


def test_7v_digital_payments_takes_a_random_card_and_pays_with_one() -> None:
    taken = set()
    for seed in range(20):
        table = using("7V", """
            hand 1: 2T
            hand 2: 4K 5K
            hand 3: 6K
            deck: 1S""", seats=3, seed=seed)
        play(table, 1, "seat 2")
        assert asked(table) == "1 give"
        card = hand(table, 1).split()[0]
        taken.add(card)
        assert options(table, 1) == f"2T {card}"
        play(table, 1, "2T")
        assert (hand(table, 1), sizes(table)) == (card, [1, 2, 1])
        assert seen(table, 3, "hand 1") == seen(table, 3, "hand 2") == ""
        assert (seen(table, 2, "hand 1"), seen(table, 1, "hand 2")) == (card, "2T")
    assert taken == {"4K", "5K"}


def test_8v_telemedicine_lets_everybody_renew_up_to_two_cards() -> None:
    table = using("8V", """
        hand 1: 2T 3T 4T
        hand 2: 5T
        hand 3: 6T
        deck: 1S 2S 3S 4S""", seats=3)
    assert (asked(table), options(table, 1)) == ("1 discard", "2T 3T 4T pass")
    play(table, 1, "2T", "3T")
    assert (asked(table), hand(table, 1)) == ("2 discard", "1S 2S 4T")
    play(table, 2, "5T")
    assert (asked(table), hand(table, 2)) == ("3 discard", "3S")
    play(table, 3, "pass")
    assert (asked(table), hand(table, 3), written(table, "discard"), written(table, "deck")) == (
        "", "6T", "2T 3T 5T", "4S")


def test_9v_online_gaming_rewards_the_highest_card() -> None:
    table = using("9V", """
        hand 1: 2T 9K
        hand 2: 9S 5T
        hand 3: W1
        deck: 1S 2S 3S 4S""", seats=3)
    assert asked(table) == "1 pick, 2 pick, 3 pick"
    play(table, 3, "W1")
    play(table, 1, "9K")
    assert seen(table, 0, "shown 1") == seen(table, 0, "shown 3") == ""
    play(table, 2, "9S")
    assert (seen(table, 0, "hand 1"), seen(table, 0, "hand 3")) == ("9K", "W1")
    assert (asked(table), options(table, 2)) == ("2 discard", "1S 2S 5T 9S")
    play(table, 2, "1S")
    assert [hand(table, seat) for seat in (1, 2, 3)] == ["9K 2T", "2S 9S 5T", "W1"]


def test_10v_home_sharing_lets_everybody_visit_the_market() -> None:
    table = using("10V", """
        market: 3K 5V 8S W1
        hand 1: 7K 2T
        hand 2: 7S
        hand 3: 7T
        deck: 1S""", seats=3)
    assert (asked(table), options(table, 1)) == ("1 exchange", "7K pass")
    play(table, 1, "7K")
    assert options(table, 1) == "3K"
    play(table, 1, "3K")
    assert (asked(table), options(table, 2)) == ("2 exchange", "7S pass")
    play(table, 2, "pass")
    assert (asked(table), hand(table, 1), hand(table, 3)) == ("", "3K 2T", "7T")  # seat 3 has nothing to exchange
    assert written(table, "market").startswith("7K 5V 8S / W1")


def test_11v_cybersecurity_guards_for_the_round_and_renews_a_card() -> None:
    table = using_from_hand("11V", """
        hand 1: 7K 2T
        hand 2: 7V
        deck: 1S 2S 3S""")
    play(table, 1, "7K")
    assert (hand(table, 1), written(table, "discard")) == ("1S 2S 2T", "7K 11V")
    play(table, 2, "7V")  # may pick a guarded player, but takes nothing
    assert (asked(table), sizes(table)) == ("", [3, 1])


def test_12v_customer_support_renews_a_card_of_two_players() -> None:
    table = using("12V", """
        hand 1: 7K
        hand 2: 8K
        hand 3: 9K
        deck: 1S 2S 3S""", seats=3)
    play(table, 1, "seat 3")
    assert (hand(table, 1), hand(table, 3)) == ("7K 1S", "9K 2S")
    assert (asked(table), options(table, 1)) == ("1 discard", "1S 7K")
    play(table, 1, "7K")
    play(table, 3, "2S")
    assert [hand(table, seat) for seat in (1, 2, 3)] == ["1S", "8K", "9K"]


def test_13v_e_government_votes_for_the_domain_that_may_be_renewed() -> None:
    table = using("13V", """
        hand 1: 7K 8S
        hand 2: 8K 9K
        hand 3: 9S
        deck: 1S 2S 3S 4S""", seats=3)
    assert (asked(table), options(table, 1)) == ("1 vote", "Knowledge Science Services Technology")
    play(table, 1, "Science")
    play(table, 2, "Knowledge")
    play(table, 3, "Knowledge")
    assert (asked(table), options(table, 1)) == ("1 discard", "7K pass")
    play(table, 1, "7K")
    assert (asked(table), hand(table, 1)) == ("2 discard", "1S 2S 8S")
    play(table, 2, "pass")
    assert (asked(table), hand(table, 2), hand(table, 3)) == ("", "8K 9K", "9S")  # seat 3 has no such card
