"""Tech Exchange: what the words on the cards mean in it, TX-X02 to TX-X31; TX-X01 is with the effects phases.

The printed hints about single cards are in the deck's own rulebook, and are tested there.
"""

from collections.abc import Sequence

import pytest

from techdeck.cards import GENERAL_EDITION, code, face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import (
    ACTIVE,
    ASIDE,
    GUARDED,
    IN_DISCARD,
    NEUTRAL,
    OTHERS,
    by,
    cards_in_hand,
    cards_in_play,
    controlled_cards,
    copying,
    draw,
    effect,
    exchange,
    exchange_with,
    exchange_with_top,
    look,
    neutral_cards,
    replace_with_top,
    reveal,
    search,
    stack_all,
    take,
    value_at_most,
)
from techdeck.effects import HAND as IN_HAND
from techdeck.effects import REVEALED as ONE_REVEALED
from techdeck.effects import discard as discarding
from techdeck.games.tech_exchange import DECK, DISCARD, DOMAIN, EXPELLED, HAND, STACKS, VALUE, Options
from techdeck.rules import choose, do, seq
from techdeck.table import Rule, Table, Zone, become, shift
from techdeck.views import View
from tests.rulebook.exchange_tables import (
    NOTHING,
    act,
    asked,
    at,
    cards,
    counts,
    discard,
    general,
    hand,
    hands,
    in_game,
    listed,
    live,
    pass_on,
    phase,
    points,
    printed,
    random_games,
    refused,
    revealing,
    stack,
    stock,
    told,
    trade,
)
from tests.rulebook.tables import back_of, deck, knowers, offered, place_of, these

EP1 = "play: first effects\n"
TABLE = EP1 + """
    hand 1: 2T 3T 5V
    hand 2: 4T 5T 6V
    hand 3: 6T 7T 7V
    deck: 9K 9S 9T 9V 10K 10S 10T 10V ...
"""
EMPTY_PILES = TABLE.replace("deck: 9K 9S 9T 9V 10K 10S 10T 10V ...", "deck:\ndiscard:")


def using(text: Rule, position: str = TABLE, *, options: Options = Options(), seed: int = 0) -> Table:
    """The first player uses 2T with a text."""
    table = at(position, texts={"2T": text}, options=options, seed=seed)
    act(table, "1 2T")
    return table


def named(table: Table, backs: Sequence[int]) -> list[str]:
    return sorted(code(table.face[back]) for back in backs)


def trading_places(one: str, other: str) -> Rule:
    def swap(table: Table, seat: int, it: int) -> None:
        exchange(table, back_of(table, one), back_of(table, other))

    return do(swap)


def put(card: str, target: Zone) -> Rule:
    def move_it(table: Table, seat: int, it: int) -> None:
        zone, owner, _ = table.where(back_of(table, card))
        table.move(back_of(table, card), zone, target, owner, to=seat)

    return do(move_it)


# Places and players


def test_tx_x02_there_is_one_deck_and_one_discard_for_all() -> None:
    renew = effect(draw(1), discarding(1)).rule
    table = at(TABLE, texts={"2T": renew, "4T": renew})
    act(table, "1 2T", "1 3T", "2 4T", "2 5T")
    assert discard(table) == ["3T", "2T", "5T", "4T"]
    assert DECK.shared
    assert DISCARD.shared


def test_tx_x03_tx_x04_in_play_and_neutral_are_exactly_the_stock_cards() -> None:
    table = at(TABLE + "stock K: 1K W1 8K\nstock S: 1S\nstock T: 1T\nstock V: 1V\ndiscard: 13K\n",
               texts={"2T": choose("pick", cards_in_hand, NOTHING)})
    act(table, "1 2T")  # the used card is not in play either
    assert named(table, cards_in_play(table, 0, 0)) == these("1K W1 8K 1S 1T 1V")
    assert named(table, neutral_cards(table, 0, 0)) == these("1K W1 8K 1S 1T 1V")


def test_tx_x04_no_card_is_controlled_by_anybody() -> None:
    table = at(TABLE)
    assert [controlled_cards(table, seat, 0) for seat in range(3)] == [[], [], []]
    table = general(TABLE.replace("2T 3T 5V", "2V 3T 5V"))
    act(table, "1 2V", "1 seat 2", "1 a card they control")
    assert discard(table) == ["2V"]  # a part that needs one finds none


def test_tx_x05_all_players_are_the_active_one_first_then_clockwise_each_finishing_first() -> None:
    table = at("first: 2\n" + TABLE, texts={"4T": PROGRAMS["8V"].rule})
    assert asked(table) == ["2 use"]
    act(table, "2 4T", "2 5T", "2 6V")
    assert (hand(table, 2), asked(table)) == (cards("9K 9S"), ["3 discard"])
    act(table, "3 pass")
    assert asked(table) == ["1 discard"]
    act(table, "1 pass")
    assert ACTIVE.get(table) == 1


def test_tx_x05_other_players_in_that_order() -> None:
    table = at("first: 2\n" + TABLE, texts={"4T": by(OTHERS, discarding(1)).rule})
    act(table, "2 4T")
    assert asked(table) == ["3 discard"]
    act(table, "3 6T")
    assert asked(table) == ["1 discard"]


def test_tx_x06_every_part_that_can_be_done_is_done_in_order() -> None:
    table = using(effect(exchange_with_top(NEUTRAL), draw(1), discarding(1)).rule,
                  EMPTY_PILES.replace("deck:", "deck: 9K"))
    assert asked(table) == ["1 exchange"]
    table = using(effect(replace_with_top(NEUTRAL), draw(1), discarding(1)).rule, EMPTY_PILES)
    assert asked(table) == ["1 discard"]  # nothing to replace with, nothing to draw
    act(table, "1 3T")
    assert hand(table, 1).split().count("5V") == 1


# Verbs


def test_tx_x07_cards_are_drawn_one_at_a_time_a_wild_card_is_seen_to_before_the_next() -> None:
    table = using(draw(2).rule, TABLE.replace("deck: 9K", "deck: W1 9K"))
    assert asked(table) == ["1 place"]
    assert hand(table, 1) == cards("3T 5V")
    act(table, "1 Services")
    assert hand(table, 1) == cards("3T 5V 9K 9S 9V")  # 9T was the growth
    assert stack(table, "V") == ["1V", "W1"]


def test_tx_x08_tx_q45_a_redraw_is_a_new_card() -> None:
    table = using(NOTHING)
    assert (hand(table, 1), discard(table)) == (cards("3T 5V 9S"), ["2T"])


def test_tx_x09_a_discard_is_the_owners_choice_from_the_own_hand_and_goes_on_top() -> None:
    table = using(by(OTHERS, discarding(1)).rule, TABLE + "discard: 13K\n")
    assert (asked(table), listed(table, 2)) == (["2 discard"], these("4T 5T 6V"))
    act(table, "2 5T", "3 7V")
    assert discard(table) == ["13K", "5T", "7V", "2T"]
    assert knowers(table, "5T") == [1, 2, 3, 4]


def test_tx_x10_revealed_cards_are_seen_by_all_and_go_back_in_the_same_order() -> None:
    table = using(seq(revealing(4), choose("pick", cards_in_hand, NOTHING)))
    assert deck(table)[:5] == ["9K", "9S", "9T", "9V", "10K"]
    assert all(knowers(table, card) == [1, 2, 3, 4] for card in ("9K", "9S", "9T", "9V"))
    assert knowers(table, "10K") == []


def test_tx_x11_only_the_looking_player_sees() -> None:
    table = using(seq(look(3).rule, stack_all().rule))
    assert all(knowers(table, card) == [1] for card in ("9K", "9S", "9T"))
    assert View(table, 1).known(DECK) == []


def test_tx_x11_what_is_told_of_other_cards_is_not_checked() -> None:
    table = live("play: second trading\n" + TABLE.replace(EP1, ""))
    act(table, "1 say the top card is W1", "1 say P2 holds a 13")


def test_tx_x12_tx_q50_leftovers_first_then_the_shuffled_discard() -> None:
    table = using(draw(3).rule, EMPTY_PILES.replace("deck:\ndiscard:", "deck: 9K\ndiscard: 8S 8T 8V 8K"))
    own = hand(table, 1).split()
    assert "9K" in own
    assert len(own) == 2 + 3 + 1
    assert (len(deck(table)), discard(table)) == (0, ["2T"])  # one grew, one was drawn for the used card


def test_tx_x12_tx_q65_if_there_are_too_few_as_many_as_there_are() -> None:
    table = using(draw(5).rule, EMPTY_PILES.replace("deck:\ndiscard:", "deck: 9K\ndiscard: 8S"))
    assert hand(table, 1) == cards("3T 5V 9K 8S 2T")  # the used card was not part of it, but is drawn at last
    assert stock(table) == "K1 S1 T1 V1"


def test_tx_x12_the_used_card_is_not_reshuffled() -> None:
    for seed in range(6):
        table = using(seq(draw(1).rule, choose("pick", cards_in_hand, NOTHING)),
                      EMPTY_PILES.replace("discard:", "discard: 8S"), seed=seed)
        assert hand(table, 1) == cards("3T 5V 8S")


def test_tx_x12_tx_q51_reshuffling_waits_until_a_card_is_needed() -> None:
    table = using(seq(draw(1).rule, choose("pick", cards_in_hand, NOTHING)),
                  EMPTY_PILES.replace("deck:\ndiscard:", "deck: 9K\ndiscard: 8S"))
    assert (deck(table), discard(table)) == ([], ["8S"])


def test_tx_x13_tx_q52_what_was_seen_across_a_reshuffle_goes_back_on_top_in_order() -> None:
    table = using(seq(revealing(3), choose("pick", cards_in_hand, NOTHING)),
                  EMPTY_PILES.replace("deck:\ndiscard:", "deck: 9K 9S\ndiscard: 8S 8T 8V"), seed=3)
    assert deck(table)[:2] == ["9K", "9S"]
    assert len(deck(table)) == 5
    assert [len(knowers(table, card)) for card in deck(table)] == [4, 4, 4, 0, 0]
    table = using(seq(look(3).rule, choose("pick", cards_in_hand, NOTHING)),
                  EMPTY_PILES.replace("deck:\ndiscard:", "deck: 9K 9S\ndiscard: 8S 8T 8V"), seed=3)
    assert len(deck(table)) == 2


def test_tx_x14_a_hand_card_swapped_into_the_market_goes_to_the_stack_of_its_domain() -> None:
    table = using(trading_places("5V", "1K"))
    assert (stack(table, "K"), stack(table, "V")) == (["9K"], ["1V", "5V"])  # 9K has grown
    assert hand(table, 1) == cards("3T 1K 9S")
    assert knowers(table, "5V") == [1, 2, 3, 4]


def test_tx_x14_its_current_domain_counts() -> None:
    table = using(trading_places("5V", "1K"), TABLE + "mark domain: 5V=2\n")
    assert (stack(table, "S"), stack(table, "V")) == (["1S", "5V"], ["1V"])


def test_tx_x14_a_card_swapped_onto_the_deck_lies_face_down_in_the_others_place() -> None:
    table = using(seq(exchange_with_top(NEUTRAL).rule, choose("pick", cards_in_hand, NOTHING)))
    act(table, "1 1V")
    assert deck(table)[0] == "1V"
    assert (stack(table, "K"), stack(table, "V")) == (["1K", "9K"], [])
    table = using(seq(trading_places("5V", "9S"), choose("pick", cards_in_hand, NOTHING)))
    assert deck(table)[:3] == ["9K", "5V", "9T"]
    assert knowers(table, "5V") == [1]
    assert hand(table, 1) == cards("3T 9S")


def test_tx_x14_tx_q80_if_one_of_the_two_does_not_exist_nothing_happens() -> None:
    table = using(exchange_with_top(NEUTRAL).rule, EMPTY_PILES)
    assert (stock(table), asked(table)) == ("K1 S1 T1 V1", ["2 use"])
    table = using(exchange_with(IN_HAND, IN_DISCARD).rule, TABLE.replace("2T 3T 5V", "2T") + "discard: 8S\n")
    assert (discard(table), asked(table)) == (["8S", "2T"], ["2 use"])  # no card in hand


def test_tx_x15_the_old_card_is_discarded_and_the_new_one_goes_to_its_own_stack() -> None:
    table = using(replace_with_top(NEUTRAL).rule)
    act(table, "1 1V")
    assert discard(table) == ["1V", "2T"]
    assert (stack(table, "V"), stack(table, "K")) == ([], ["1K", "9K"])


def test_tx_x15_a_reshuffle_for_the_new_card_includes_the_old_one() -> None:
    found = set()
    for seed in range(20):
        table = using(seq(replace_with_top(NEUTRAL).rule, choose("pick", cards_in_hand, NOTHING)),
                      EMPTY_PILES.replace("discard:", "discard: 8V"), seed=seed)
        act(table, "1 1V")
        found.add(stack(table, "V")[0])
    assert found == {"1V", "8V"}


def test_tx_x15_tx_q80_if_no_new_card_exists_nothing_happens() -> None:
    table = using(replace_with_top(NEUTRAL).rule, EMPTY_PILES)
    assert (asked(table), stock(table)) == (["2 use"], "K1 S1 T1 V1")


def test_tx_x16_a_market_card_whose_domain_is_changed_moves_at_once() -> None:
    table = using(PROGRAMS["2S"].rule)
    act(table, "1 1V", "1 Science")
    assert (stack(table, "V"), stack(table, "S")) == ([], ["1S", "1V"])
    assert DOMAIN.get(table, face("1V")) == 2


def test_tx_x16_cards_that_are_exchanged_within_the_market_settle_where_they_belong() -> None:
    table = using(trading_places("1V", "1S"), TABLE + "stock K: 1K\nstock S: 1S 8S\nstock T: 1T\nstock V: 1V\n")
    assert (sorted(stack(table, "S")), stack(table, "V")) == (["1S", "8S"], ["1V"])


def test_tx_x17_tx_q09_nothing_printed_expels_and_no_wild_card_is_ever_expelled() -> None:
    assert not any("expel" in card.printed.text.casefold() for card in GENERAL_EDITION)
    for seed in range(2):
        for table in random_games(printed(Options(stall_turns=1)), 3, seed):
            assert EXPELLED.of(table) == []


def test_tx_x17_expelled_cards_stay_out_for_the_rest_of_the_game() -> None:
    table = at("hand 1: 2T\nhand 2: 4T\nhand 3: 6T\nexpelled: 9K 9S\n" + in_game(1, "scoring"))
    pass_on(table, "trade", "use")
    assert place_of(table, "9K") == place_of(table, "9S") == "expelled"


def test_tx_x18_a_search_looks_through_the_deck_takes_and_shuffles() -> None:
    orders = set()
    for seed in range(4):
        table = using(search(value_at_most(6)).rule, TABLE.replace(
            "deck: 9K 9S 9T 9V 10K 10S 10T 10V ...", "deck: 9K 5K 9T 6S W1 10S"), seed=seed)
        assert (asked(table), listed(table, 1)) == (["1 find"], ["5K", "6S", "pass"])
        act(table, "1 6S", "1 6S")
        orders.add(tuple(deck(table)))
    assert len(orders) > 1


def test_tx_x18_the_discard_is_not_shuffled_when_something_is_taken_from_it() -> None:
    table = using(PROGRAMS["3S"].rule, TABLE + "discard: 8S 8T 8V\n")
    act(table, "1 3T", "1 8T")
    assert discard(table) == ["8S", "3T", "8V", "2T"]


# Copies


COPIES = TABLE.replace("hand 1: 2T 3T 5V", "hand 1: 12T 3T 5V")


def test_tx_x19_a_copied_effect_is_no_further_use() -> None:
    table = general(COPIES + "stock K: 1K 3K\nstock S: 1S\nstock T: 1T\nstock V: 1V\n")
    act(table, "1 12T", "1 3K", "1 3T")  # draw two, discard one
    assert hand(table, 1) == cards("5V 9K 9S 9V")  # one growth, 9T, and one redraw
    assert stack(table, "K") == ["1K", "3K"]
    assert discard(table) == ["3T", "12T"]
    assert asked(table) == ["2 use"]


def test_tx_x19_an_effect_used_before_may_work_again() -> None:
    table = general(COPIES.replace("hand 2: 4T 5T 6V", "hand 2: 9S 5T 6V").replace("9K 9S", "9K 8S").replace(
        "12T", "3K"))
    act(table, "1 3K", "1 5V", "2 9S")  # the last effect of another player
    assert asked(table) == ["2 discard"]


def test_tx_x19_tx_q63_each_card_is_copied_once_in_a_use_and_copying_cards_never() -> None:
    table = general(COPIES.replace("12T", "1T") .replace("9S", "8S")
                    + "stock K: 1K 12K\nstock S: 1S 9S\nstock T: 13T 12T\nstock V: 1V W1\n")
    act(table, "1 1T")
    assert asked(table) == ["1 copy"]
    assert listed(table, 1) == these("1K 12K 1S 1V")  # no card with the copy flag, no wild card
    act(table, "1 12K", "1 3T", "1 5V")
    assert listed(table, 1) == these("1K 1S 1V")


def test_tx_x19_a_copy_with_nothing_left_to_copy_does_nothing() -> None:
    loop = copying(neutral_cards)
    table = at(TABLE, texts={"2T": seq(loop, loop), "1K": NOTHING, "1S": loop, "1T": loop, "1V": loop})
    act(table, "1 2T", "1 1K", "1 1S", "1 1T", "1 1V")
    assert asked(table) == ["2 use"]


def test_tx_x24_with_4t_the_copied_card_stays_in_hand() -> None:
    table = general(COPIES.replace("12T 3T", "4T 3K").replace("hand 2: 4T", "hand 2: 8T"))
    act(table, "1 4T", "1 3K", "1 5V")
    assert hand(table, 1) == cards("3K 9K 9S 9V")
    assert discard(table) == ["5V", "4T"]


def test_tx_x24_with_7t_the_text_itself_discards_and_draws_and_nothing_is_added() -> None:
    table = general(COPIES.replace("12T 3T", "7T 12K").replace("6T 7T", "6T 8T"))
    act(table, "1 7T", "1 12K", "1 9K", "1 9S")  # 12K is discarded: draw two, discard two; then draw one
    assert discard(table) == ["12K", "9K", "9S", "7T"]
    assert hand(table, 1) == cards("5V 9T 10K")  # 9V was the growth
    assert stock(table) == "K1 S1 T1 V2"


# Wild cards


def test_tx_x20_a_drawn_wild_card_is_placed_and_replaced_inside_the_effect() -> None:
    table = using(effect(draw(1), discarding(1)).rule, TABLE.replace("deck: 9K", "deck: W1 W2 9K"))
    assert asked(table) == ["1 place"]
    act(table, "1 Knowledge")
    assert asked(table) == ["1 place"]
    act(table, "1 Science")
    assert (asked(table), listed(table, 1)) == (["1 discard"], these("3T 5V 9K"))
    assert stock(table) == "K2 S2 T1 V1"


def test_tx_x20_tx_q08_a_wild_card_that_is_taken() -> None:
    table = using(effect(reveal(2), take(ONE_REVEALED), draw(1)).rule, TABLE.replace("deck: 9K", "deck: W1 9K"))
    act(table, "1 W1")
    assert asked(table) == ["1 place"]
    act(table, "1 Services")
    assert hand(table, 1) == cards("3T 5V 9S 9T 10K")  # replaced, the next part, growth 9V, redraw
    assert stack(table, "V") == ["1V", "W1", "9V"]
    assert ASIDE.of(table)


def test_tx_x20_a_wild_card_that_is_exchanged_into_a_hand() -> None:
    table = using(seq(trading_places("5V", "W1"), choose("pick", cards_in_hand, NOTHING)),
                  TABLE.replace("deck: 9K", "deck: W1 9K"))
    assert asked(table) == ["1 place"]
    act(table, "1 Technology")
    assert listed(table, 1) == these("3T 5V")  # the own card lay on top of the deck and was drawn again


def test_tx_x20_a_wild_card_that_another_player_gets() -> None:
    table = using(by(OTHERS, draw(1)).rule, TABLE.replace("deck: 9K", "deck: W1 9K"))
    assert asked(table) == ["2 place"]  # whose hand it enters
    act(table, "2 Services")
    assert (hand(table, 2), hand(table, 3)) == (cards("4T 5T 6V 9K"), cards("6T 7T 7V 9S"))


def test_tx_x20_no_wild_card_stays_in_a_hand_in_any_game() -> None:
    for seed in range(2):
        for table in random_games(printed(Options(stall_turns=1)), 4, seed):
            if asked(table) and not asked(table)[0].endswith("place"):
                assert not any(table.card(back).is_wild for seat in range(4) for back in HAND.of(table, seat))


def test_tx_x20_the_redraw_after_a_use_may_be_wild() -> None:
    table = using(NOTHING, TABLE.replace("deck: 9K", "deck: 9K W1"))
    assert asked(table) == ["1 place"]
    act(table, "1 Science")
    assert hand(table, 1) == cards("3T 5V 9S")


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_tx_x21_the_active_player_chooses_the_stack_of_a_wild_card_that_enters_the_market(source: str) -> None:
    if source == "deck":
        table = using(replace_with_top(NEUTRAL).rule, TABLE.replace("deck: 9K", "deck: W1 9K"))
        act(table, "1 1V")
    else:
        table = using(PROGRAMS["10S"].rule, TABLE + "discard: W1\n")
        act(table, "1 1V", "1 W1")
    assert asked(table) == ["1 place"]
    act(table, "1 Science")
    assert (stack(table, "S"), stack(table, "V")) == (["1S", "W1"], [])
    assert place_of(table, "1V") == "discard"


def test_tx_x21_no_card_is_drawn_for_it() -> None:
    table = using(exchange_with_top(NEUTRAL).rule, TABLE.replace("deck: 9K", "deck: W1 9K"))
    act(table, "1 1V", "1 Science")
    assert stack(table, "S") == ["1S", "W1"]
    assert (stack(table, "V"), hand(table, 1)) == (["1V"], cards("3T 5V 9K"))  # 1V grew again from the top of the deck


WILD_STOCK = TABLE + "stock K: 1K W1\nstock S: 1S\nstock T: 1T\nstock V: 1V\n"


def test_tx_x22_tx_q11_a_wild_card_counts_as_one_card_of_its_stack() -> None:
    assert stock(at(WILD_STOCK)) == "K2 S1 T1 V1"
    table = at("play: scoring\nstock K: 1K W1\nstock S: 1S\nstock T: 1T\nstock V: 1V\n"
               "hand 1: 2K 3K 4K\nhand 2: 2S 3S 4S\nhand 3: 5T 6T 7T")
    assert points(table) == [6, 3, 3]


def test_tx_x22_it_may_be_targeted_and_replaced_and_comes_back_through_reshuffles() -> None:
    table = using(replace_with_top(NEUTRAL).rule, WILD_STOCK)
    assert "W1" in listed(table, 1)
    act(table, "1 W1")
    assert discard(table) == ["W1", "2T"]
    table = using(effect(replace_with_top(NEUTRAL), draw(1)).rule, EMPTY_PILES.replace(
        "deck:", "deck: 9K") + "stock K: 1K W1\nstock S: 1S\nstock T: 1T\nstock V: 1V\n")
    act(table, "1 W1")
    assert asked(table) == ["1 place"]


def test_tx_x22_one_that_was_placed_in_play_moves_with_an_exchange_in_the_market() -> None:
    table = at(TABLE.replace("deck: 9K", "deck: W1 9K"), texts={"4T": trading_places("W1", "1S")})
    act(table, "1 2T", "1 Knowledge")
    assert stack(table, "K") == ["1K", "W1"]
    act(table, "2 4T")
    assert asked(table) == ["3 use"]  # it is in the market already: nobody is asked for a stack
    assert sorted(card for card in stack(table, "S") if card in ("1S", "W1")) == ["1S", "W1"]
    assert "W1" not in stack(table, "K")


def test_tx_x22_it_moves_with_an_exchange_in_the_market() -> None:
    """The same from a written position in which it lies there."""
    table = using(trading_places("W1", "1S"), WILD_STOCK)
    assert sorted(stack(table, "S")) == ["1S", "W1"]
    assert "W1" not in stack(table, "K")


def test_tx_x22_tx_q73_it_has_no_text_and_cannot_be_copied() -> None:
    assert [card.effect for card in GENERAL_EDITION if card.is_wild] == ["", ""]
    table = general(COPIES + "stock K: 1K W1\nstock S: 1S\nstock T: 1T\nstock V: 1V\n")
    act(table, "1 12T")
    assert listed(table, 1) == these("1K 1S 1V")


def test_tx_x23_tx_q10_a_wild_card_that_is_revealed_looked_at_or_moved_in_the_deck_causes_nothing() -> None:
    position = TABLE.replace("deck: 9K 9S", "deck: 9K 9S W1 13K")
    for text in (revealing(4), seq(look(4).rule, stack_all().rule)):
        table = using(text, position)
        while asked(table) == ["1 stack"]:
            act(table, f"1 {next(card for card in ('13K', 'W1', '9S', '9K') if card in listed(table, 1))}")
        assert asked(table) == ["2 use"]
        assert stock(table) == "K2 S1 T1 V1"
        assert deck(table)[:2] == ["W1", "13K"]


def test_tx_x23_a_wild_card_discarded_from_the_deck_causes_nothing() -> None:
    table = using(put("W1", DISCARD), TABLE.replace("deck: 9K", "deck: W1 9K"))
    assert (discard(table), asked(table)) == (["W1", "2T"], ["2 use"])


# How long things last


def test_tx_x25_effects_last_until_the_end_of_the_round_through_scoring() -> None:
    """5S turns a value around in the second effects phase: the 12 counts as a 2."""
    table = general("play: second effects, scoring\nstock: K1 S1 T9 V1\nhand 1: 5S 12T 2V 2S\nhand 2: 13K 12V 11S 7K\n"
                    "hand 3: 13S 10V 9S 6K\ndeck: 8V 13V ...")
    act(table, "1 5S", "1 12T", "2 pass", "3 pass")
    assert points(table)[0] == 3 * 9


def test_tx_x25_a_guard_lasts_through_the_round() -> None:
    table = general("play: first effects, second trading, second effects\n" + TABLE.replace(EP1, "").replace(
        "2T 3T 5V", "11V 3T 5V"))
    act(table, "1 11V", "1 3T")
    assert GUARDED.of(table) == [1, 0, 0]
    pass_on(table, "trade")
    pass_on(table, "use")
    assert (phase(table), GUARDED.of(table)) == ("EP2", [1, 0, 0])


CHANGED = f"mark value: 5V={become(9)} 3T={shift(3)}\nmark domain: 5V=2\n"


def test_tx_x26_a_change_counts_for_offers_and_stays_when_the_card_is_traded() -> None:
    table = live("play: second trading\n" + TABLE.replace(EP1, "") + CHANGED)
    assert refused(table, "1 offer 5V as *V to all for 4*")
    act(table, "1 offer 5V as 9S to seat 2 for 4*", "2 commit 1 4T")
    assert VALUE.get(table, face("5V")) == become(9)
    act(table, "3 offer 6T to seat 2 for 9S", "2 commit 2 5V")
    assert hand(table, 3) == cards("5V 7T 7V")
    act(table, "3 declare 1 of 9S")


def test_tx_x26_a_change_is_public() -> None:
    table = general(TABLE.replace("2T 3T 5V", "5S 3T 5V"))
    table.log = []
    act(table, "1 5S", "1 3T")
    assert "3T counts as 11 this round." in told(table)
    for side in range(4):
        assert View(table, side).mark(VALUE, face("3T"))


def test_tx_x26_a_change_counts_for_scoring() -> None:
    table = at(f"play: scoring\nstock: K1 S4 T1 V1\nhand 1: 9K 9T 5V\nhand 2: 2K 3S 4T\nhand 3: 2S 3T 4V\n{CHANGED}")
    assert points(table) == [12, 0, 0]  # a third 9, of Science


@pytest.mark.parametrize(("steps", "value"), [(shift(13), 13), (shift(-13), 1), (shift(4), 9)])
def test_tx_x26_a_value_stays_within_1_and_13(steps: int, value: int) -> None:
    table = at(TABLE + f"mark value: 5V={steps}\n")
    assert table.value(back_of(table, "5V")) == value


@pytest.mark.parametrize(("target", "stays"), [(DECK, False), (DISCARD, False), (STACKS[1], True)])
def test_tx_x26_a_change_ends_in_deck_and_discard(target: Zone, stays: bool) -> None:
    table = using(put("5V", target), TABLE + CHANGED)
    assert bool(VALUE.get(table, face("5V"))) is stays
    assert bool(DOMAIN.get(table, face("5V"))) is stays


def test_tx_x26_a_changed_domain_decides_on_the_stack() -> None:
    table = using(put("5V", STACKS[3]), TABLE + CHANGED)
    assert stack(table, "S") == ["1S", "5V"]


def test_tx_x27_tx_q67_cards_moved_between_hands_or_hand_and_market_are_no_trades() -> None:
    table = at("play: second effects, scoring\nfirst: 3\nstock: K3 S1 T1 V1\n" + TABLE.replace(EP1, "").replace(
        "deck: 9K 9S 9T 9V 10K 10S 10T 10V ...", "deck: 9K 9S\n"), texts={
            "4T": seq(trading_places("5T", "3T"), trading_places("6V", "1V"))})
    act(table, "3 6T", "1 2T")
    before = stock(table)
    act(table, "2 4T")  # the third user
    assert sum(int(word[1:]) for word in stock(table).split()) == sum(int(word[1:]) for word in before.split())
    assert phase(table) == "scoring"  # and no end check


def test_tx_x28_tx_q71_companies_and_the_like_do_not_exist() -> None:
    names = {zone.name for zone in printed().zones}
    assert not any(word in name for name in names
                   for word in ("company", "venture", "customer", "factory", "front", "market", "row", "column"))
    table = at(TABLE)
    assert table.game.words.controlled(table, 0, 0) == []


def test_tx_x29_1_value_cards_may_be_used_traded_and_scored() -> None:
    table = general(TABLE.replace("2T 3T 5V", "1K 3T 5V") + "stock K: 8K\nstock S: 1S\nstock T: 1T\nstock V: 1V\n")
    act(table, "1 1K", "1 9S")
    assert "9S" in hand(table, 1).split()
    pass_on(table)
    table = live("play: second trading\n" + TABLE.replace(EP1, "").replace("2T 3T 5V", "1K 3T 5V")
                 + "stock K: 8K\nstock S: 1S\nstock T: 1T\nstock V: 1V\n")
    trade(table, 1, "1K", 2, "4T")
    assert "1K" in hand(table, 2).split()
    table = at("play: scoring\nstock K: 8K\nstock S: 8S\nstock T: 8T\nstock V: 8V\nhand 1: 1K 1S 1T\nhand 2: 2K 3S 4T\n"
               "hand 3: 2S 3T 4V")
    assert points(table) == [3, 0, 0]


def test_tx_x30_two_copies_of_a_face_carry_the_same_effect() -> None:
    rest = "\n".join(f"hand {seat}: {seat}T" for seat in range(3, 6))
    for card in ("3K", "3K'"):
        table = general(f"{EP1}hand 1: {card} 5V\nhand 2: 6V\n{rest}\ndeck: 9K 9S 9T 9V ...", 5)
        act(table, f"1 {card}")
        assert (asked(table), listed(table, 1)) == (["1 discard"], these("5V 9K 9S"))


def test_tx_x31_random_choices_use_the_games_random_source() -> None:
    found = set()
    for seed in range(12):
        results = []
        for _ in range(2):
            table = general(TABLE.replace("2T 3T 5V", "7V 3T 5V").replace("6T 7T 7V", "6T 7T 8V"), seed=seed)
            chances = table.chances
            act(table, "1 7V", "1 seat 2")
            assert table.chances == chances + 1
            results.append(tuple(hands(table)))
        assert results[0] == results[1]
        found.add(results[0])
    assert len(found) == 3


def test_tx_x31_choices_not_assigned_to_anybody_are_the_active_players() -> None:
    table = using(replace_with_top(NEUTRAL).rule)
    assert asked(table) == ["1 replace"]
    assert offered(table) == these("1K 1S 1T 1V")
    assert counts(table) == [2, 3, 3]
