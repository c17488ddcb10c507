"""Tech Exchange: the effects phases, TX-R70 to TX-R79, and the rulings about them."""

import pytest

from techdeck.effects import HAND as IN_HAND
from techdeck.effects import IN_DISCARD, cards_in_hand, exchange, exchange_with
from techdeck.effects import discard as discarding
from techdeck.games.tech_exchange import DECK, DONE, HAND, RESOLVING, STACKS, USERS, Options
from techdeck.rules import choose, do, seq
from techdeck.table import Rule, Table
from tests.rulebook.exchange_tables import (
    NOTHING,
    act,
    asked,
    at,
    board,
    cards,
    counts,
    discard,
    hand,
    hands,
    listed,
    phase,
    refused,
    stack,
    stock,
    told,
)
from tests.rulebook.tables import back_of, deck, knowers, offered, place_of, these

EP1 = "play: first effects, second trading\n"
BOTH = "play: first effects, second effects, scoring\n"
THREE = "hand 1: 2T 3T\nhand 2: 4T 5T\nhand 3: 6T 7T\ndeck: 9K 9S 9T 9V 10K 10S 10T 10V ...\n"


def used_card_to(target: str) -> Rule:
    """An effect that moves the used card itself."""
    def move_it(table: Table, seat: int, it: int) -> None:
        used = RESOLVING.of(table, seat)[0]
        if target == "deck":
            table.move(used, RESOLVING, DECK, seat, at=0)
        elif target == "hand":
            table.move(used, RESOLVING, HAND, seat)
        elif target == "other hand":
            table.move(used, RESOLVING, HAND, seat, to=1)
        elif target == "stock":
            table.move(used, RESOLVING, STACKS[2], seat)
        else:
            exchange(table, used, back_of(table, target))

    return do(move_it)


def test_tx_r70_from_the_first_player_clockwise_each_has_one_chance() -> None:
    table = at(EP1 + "first: 2\n" + THREE)
    found = []
    while phase(table) == "EP1":
        found += asked(table)
        act(table, f"{asked(table)[0][0]} pass")
    assert found == ["2 use", "3 use", "1 use"]


def test_tx_r70_one_card_or_a_pass() -> None:
    table = at(EP1 + THREE)
    assert listed(table, 1) == ["2T", "3T", "pass"]
    act(table, "1 2T")
    assert asked(table) == ["2 use"]


def test_tx_r70_tx_q49_a_pass_is_final_for_that_phase() -> None:
    table = at(BOTH + THREE)
    act(table, "1 pass", "2 4T", "3 6T")
    assert phase(table) == "EP2"
    assert asked(table) == ["1 use"]  # there the same player has a chance again


def test_tx_r71_tx_q46_five_steps_in_order() -> None:
    def mark_time(table: Table, seat: int, it: int) -> None:
        table.say(seat, "Now the effect.")

    table = at(EP1 + THREE, texts={"2T": do(mark_time)})
    table.log = []
    act(table, "1 2T")
    assert [words for words in told(table, 1)[1:]] == [
        "P1 shows 2T.", "Now the effect.", "9K comes to the Knowledge stock.", "P1 discards 2T.", "P1 draws 9S."]


@pytest.mark.parametrize("play", [EP1, "play: second effects\n"])
def test_tx_r71_tx_q44_tx_q45_a_new_card_is_drawn_in_both_phases(play: str) -> None:
    table = at(play + THREE)
    act(table, "1 2T")
    assert (hand(table, 1), discard(table)) == (cards("3T 9S"), ["2T"])


def test_tx_r72_tx_q42_growth_for_the_first_two_users_and_passes_do_not_count() -> None:
    table = at(EP1 + "hand 1: 2T\nhand 2: 3T\nhand 3: 4T\nhand 4: 5T\ndeck: 9K 9S 9T 9V 10K 10S 10T 10V", 4)
    act(table, "1 2T")
    assert stock(table) == "K2 S1 T1 V1"
    act(table, "2 pass")
    assert stock(table) == "K2 S1 T1 V1"
    act(table, "3 4T")
    assert stock(table) == "K2 S1 T2 V1"
    act(table, "4 5T")
    assert stock(table) == "K2 S1 T2 V1"


def test_tx_r72_the_count_starts_again_in_the_second_effects_phase() -> None:
    table = at(BOTH + THREE)
    act(table, "1 2T", "2 4T", "3 6T")
    assert (phase(table), stock(table), USERS.get(table)) == ("EP2", "K2 S1 T2 V1", 0)
    act(table, "1 3T", "2 5T", "3 7T")
    assert sum(len(stack(table, letter)) for letter in "KSTV") == 8


def test_tx_r73_tx_q43_growth_goes_to_the_stack_of_the_revealed_card() -> None:
    table = at(EP1 + THREE)
    act(table, "1 2T")  # a Technology card is used, a Knowledge card turned up
    assert (stack(table, "K"), stack(table, "T")) == (["1K", "9K"], ["1T"])


def test_tx_r73_the_using_player_chooses_the_stack_of_a_wild_card() -> None:
    table = at(EP1 + THREE.replace("deck: 9K", "deck: 9K 11K W1"))
    act(table, "1 2T", "2 4T")
    assert asked(table) == ["2 place"]
    assert place_of(table, "4T") == "resolving 2"  # the used card is not discarded yet
    act(table, "2 Services")
    assert (stock(table), asked(table)) == ("K2 S1 T1 V2", ["3 use"])
    assert hand(table, 2) == cards("5T 9S")


def test_tx_r73_tx_r29_tx_q46_a_reshuffle_for_growth_lacks_the_used_card() -> None:
    table = at(EP1 + "hand 1: 2T 3T\nhand 2: 4T\nhand 3: 6T\ndeck:\ndiscard: 9K")
    act(table, "1 2T")
    assert (stock(table), hand(table, 1)) == ("K2 S1 T1 V1", cards("2T 3T"))  # and the 2T was drawn back


def test_tx_r73_a_growth_that_fails_for_lack_of_cards_counts() -> None:
    table = at(EP1 + "hand 1: 2T 3T\nhand 2: 4T 5K\nhand 3: 6T 7S\ndeck:\ndiscard:",
               texts={"4T": discarding(1).rule, "6T": discarding(1).rule})
    act(table, "1 2T")
    assert stock(table) == "K1 S1 T1 V1"
    act(table, "2 4T", "2 5K")
    assert (stock(table), hand(table, 2)) == ("K2 S1 T1 V1", "4T")
    act(table, "3 6T", "3 7S")
    assert stock(table) == "K2 S1 T1 V1"  # the third user


def test_tx_r74_tx_q47_the_used_card_is_not_in_the_hand() -> None:
    table = at(EP1 + "hand 1: 2T 3T 9V\nhand 2: 4T\nhand 3: 6T", texts={"2T": choose("pick", cards_in_hand, NOTHING)})
    act(table, "1 2T")
    assert offered(table) == these("3T 9V")
    assert counts(table) == [2, 1, 1]


def test_tx_r74_it_cannot_pay_for_itself() -> None:
    table = at(EP1 + "hand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 9K 9S ...", texts={"2T": discarding(1).rule})
    act(table, "1 2T")
    assert (asked(table), discard(table), hand(table, 1)) == (["2 use"], ["2T"], "9S")


@pytest.mark.parametrize("target", ["deck", "other hand", "stock"])
def test_tx_r74_tx_q79_an_effect_that_moves_the_used_card_away(target: str) -> None:
    table = at(EP1 + THREE, texts={"2T": used_card_to(target)})
    act(table, "1 2T")
    assert discard(table) == []
    assert hand(table, 1) == cards("3T 9S")  # the draw still happens
    assert place_of(table, "2T") == {"deck": "deck", "other hand": "hand 2", "stock": "stock T"}[target]


def test_tx_r74_tx_q79_no_draw_if_the_card_is_back_in_the_hand() -> None:
    table = at(EP1 + THREE, texts={"2T": used_card_to("hand")})
    act(table, "1 2T")
    assert (hand(table, 1), discard(table), deck(table)[0]) == (cards("2T 3T"), [], "9S")
    assert stock(table) == "K2 S1 T1 V1"


@pytest.mark.parametrize(("other", "left"), [("1V", "stock T"), ("5T", "hand 2"), ("13K", "discard")])
def test_tx_r74_tx_q79_no_draw_if_it_was_exchanged_for_one_that_came_to_the_hand(other: str, left: str) -> None:
    table = at(EP1 + THREE + "discard: 13K\n", texts={"2T": used_card_to(other)})
    act(table, "1 2T")
    assert hand(table, 1) == cards(f"3T {other}")
    assert place_of(table, "2T") == left
    assert (deck(table)[0], counts(table)) == ("9S", [2, 2, 2])


def test_tx_r74_an_exchange_with_an_own_hand_card_changes_nothing() -> None:
    table = at(EP1 + THREE, texts={"2T": used_card_to("3T")})
    act(table, "1 2T")
    assert (hand(table, 1), discard(table)) == (cards("2T 3T"), [])


def test_tx_r75_tx_q48_a_card_may_be_used_just_to_cycle_it() -> None:
    table = at(EP1 + "hand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 9K 9S ...\ndiscard:",
               texts={"2T": exchange_with(IN_HAND, IN_DISCARD).rule})
    act(table, "1 2T")
    assert (stock(table), discard(table), hand(table, 1)) == ("K2 S1 T1 V1", ["2T"], "9S")


def test_tx_r76_a_drawn_card_cannot_be_used_in_the_same_phase_but_in_the_next() -> None:
    table = at(BOTH + THREE)
    act(table, "1 2T")
    assert asked(table) == ["2 use"]
    act(table, "2 pass", "3 pass")
    assert listed(table, 1) == ["3T", "9S", "pass"]


def test_tx_r77_tx_q51_with_an_empty_deck_the_discard_is_shuffled_with_the_used_card_in_it() -> None:
    found = set()
    for seed in range(16):
        table = at(EP1 + "hand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 9K\ndiscard: 8S", seed=seed)
        act(table, "1 2T")
        found.add(hand(table, 1))
        assert discard(table) == []
    assert found == {"2T", "8S"}


def test_tx_r77_with_nothing_else_there_the_used_card_is_drawn() -> None:
    table = at(EP1 + "hand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 9K\ndiscard:")
    act(table, "1 2T")
    assert (hand(table, 1), deck(table), discard(table)) == ("2T", [], [])


def test_tx_r78_a_player_with_an_empty_hand_passes_automatically() -> None:
    table = at(EP1 + "hand 1:\nhand 2: 4T\nhand 3: 6T\n")
    assert asked(table) == ["2 use"]
    act(table, "2 pass", "3 6T")
    assert USERS.get(table) == 1


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r79_there_is_no_trade_offer_or_done_flag(form: str) -> None:
    table = at(EP1 + THREE, options=Options(form=form))
    assert asked(table) == ["1 use"]
    for line in ("1 offer 2T to all for 4*", "2 offer 4T to all for 2*", "1 done", "2 done", "1 ask all for 3*"):
        assert refused(table, line)
    assert (board(table), DONE.of(table)) == ([], [0, 0, 0])


def test_tx_r79_tx_q77_stack_sizes_and_combined_are_not_checked() -> None:
    table = at("play: first effects\nstock: K2 S9 T1 V1\nhand 1: 2T\nhand 2: 4T\nhand 3: 6T\ndeck: 9K 8V\ndiscard:")
    act(table, "1 2T")
    assert (stock(table), asked(table)) == ("K3 S9 T1 V1", ["2 use"])
    act(table, "2 4T")
    assert asked(table) == ["3 use"]


def test_tx_x01_effects_come_only_from_hands_in_effects_phases_by_whose_chance_it_is() -> None:
    table = at("play: first trading, first effects\n" + THREE)
    assert refused(table, "1 2T")  # trading
    act(table, "1 pass", "2 pass", "3 pass")
    assert listed(table, 1) == ["2T", "3T", "pass"]  # no stock card, no card of others
    assert refused(table, "2 4T")
    act(table, "1 2T")
    assert refused(table, "1 3T")  # at most one for each player and phase


def test_tx_q72_the_1s_in_the_market_cannot_be_used_from_there() -> None:
    table = at(EP1 + THREE)
    for card in ("1K", "1S", "1T", "1V"):
        assert refused(table, f"1 {card}")


def test_tx_s12_the_used_card_is_seen_by_all_and_the_drawn_one_by_its_player() -> None:
    table = at(EP1 + THREE, texts={"2T": seq(NOTHING, choose("pick", cards_in_hand, NOTHING))})
    act(table, "1 2T")
    assert knowers(table, "2T") == [1, 2, 3, 4]
    act(table, "1 3T")
    assert knowers(table, "9S") == [1]
    assert hands(table)[0] == cards("3T 9S")
