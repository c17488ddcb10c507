"""Gears of Industry: what the words on the cards mean in it, GI-X1 to GI-X22, and the rulings about effects.

GI-Q69 is about diagrams on which nothing depends, and has no test.
"""

from collections.abc import Sequence

import pytest

from techdeck.cards import GENERAL_EDITION, code
from techdeck.editions.general import PROGRAMS
from techdeck.effects import (
    ALL_FROM_YOU,
    ASIDE,
    HELD,
    IN_DISCARD,
    IN_PLAY,
    NEUTRAL,
    by,
    cards_in_hand,
    cards_in_play,
    controlled_cards,
    copying,
    discard,
    draw,
    effect,
    exchange,
    exchange_with_top,
    look,
    neutral_cards,
    replace_with,
    replace_with_top,
    reveal,
    stack_all,
)
from techdeck.games.gears_of_industry import DECK, DOMAIN, EXPELLED, FACTORY, HAND, HOME, MARKET_DECK, SPOTS, VALUE
from techdeck.games.gears_of_industry import NEUTRAL as SLOTS
from techdeck.rules import choose, do, seq
from techdeck.table import EMPTY, Rule, Table, become
from techdeck.views import View
from tests.rulebook.gears_tables import (
    AFTER_ENTRY,
    HOMEWARD,
    NOTHING,
    act,
    at,
    back_of,
    boosted,
    check,
    factory,
    general,
    hand,
    home_of,
    in_order,
    knowers,
    lies,
    offered,
    paid,
    plain,
    points,
)
from tests.rulebook.tables import asked, pass_on, these

PILES = "deck 1: 1S 2S 3S\ndeck 2: 4S 5S 6S\nmarket deck: 7S 8S 9S 10S 11S\nplay: effect\n"
HOLDINGS = "M1 1: 5K\nneutral M1: 3V 9K\nhand 1: 1K\nhand 2: 2K\n"


def text_on(rule: Rule) -> dict[str, Rule]:
    """The same text on an own card, 5K, and on a neutral card, 3V."""
    return {"5K": rule, "3V": rule}


def named(table: Table, backs: Sequence[int]) -> list[str]:
    return sorted(plain(code(table.face[back])) for back in backs)


# GI-X1, GI-X2


def test_gi_x1_an_own_cards_deck_and_discard_are_the_players_a_neutral_ones_the_markets() -> None:
    renew = text_on(effect(draw(2), discard(1)).rule)
    table = at(HOLDINGS + PILES, texts=renew)
    act(table, "1 5K")
    check(table, {"hand 1": "1K 1S 2S", "deck 1": "3S", "market deck": "7S 8S 9S 10S 11S", "deck 2": "4S 5S 6S"})
    table = at(HOLDINGS + PILES, texts=renew)
    act(table, "1 3V")
    check(table, {"hand 1": "1K 7S 8S", "deck 1": "1S 2S 3S", "market deck": "9S 10S 11S"})


def test_gi_x1_the_discard_of_a_text_is_that_of_the_used_cards_place_too() -> None:
    take = text_on(PROGRAMS["3S"].rule)  # exchange a hand card with a card of the discard
    piles = "discard 1: 10K\ndiscard 2: 11K\nmarket discard: 12K\n"
    table = at(HOLDINGS + piles + PILES, texts=take)
    act(table, "1 5K", "1 1K")
    assert offered(table) == ["10K"]
    table = at(HOLDINGS + piles + PILES, texts=take)
    act(table, "1 3V", "1 1K")
    assert offered(table) == ["12K"]


def test_gi_x1_what_counts_is_where_the_used_card_lies_not_its_home() -> None:
    table = at(HOLDINGS.replace("5K", "5K@M").replace("3V", "3V@1") + PILES, texts=text_on(draw(1).rule))
    act(table, "1 5K")
    assert lies(table, "hand 1") == these("1K 1S")
    table = at(HOLDINGS.replace("5K", "5K@M").replace("3V", "3V@1") + PILES, texts=text_on(draw(1).rule))
    act(table, "1 3V")
    assert lies(table, "hand 1") == these("1K 7S")


def take_slots(table: Table, seat: int, it: int) -> None:
    """Take the neutral cards of the first market into hand."""
    for back in SLOTS[0].of(table):
        if back != EMPTY:
            table.move(back, SLOTS[0], HAND, seat)


def test_gi_x1_the_place_at_the_beginning_of_the_use_counts() -> None:
    """The used card itself goes into the hand, and the text goes on."""
    table = at(HOLDINGS + PILES, texts={"3V": seq(do(take_slots), draw(1).rule)})
    act(table, "1 3V")
    check(table, {"hand 1": "1K 3V 9K 7S", "neutral M1": "8S 9S", "market deck": "10S 11S"})


def test_gi_x1_the_next_use_begins_anew() -> None:
    table = at(HOLDINGS + PILES + "play: effect, effect", texts=text_on(draw(1).rule))
    act(table, "1 3V", "1 5K")
    check(table, {"hand 1": "1K 7S 1S"})
    table = at("turns played: 1\nhand 2: 1T\n" + HOLDINGS.replace("hand 2: 2K\n", "") + PILES.replace("play: effect", (
        "first: 1\nplay: effect, clean-up, turns")), texts=text_on(draw(1).rule))
    act(table, "1 3V")
    assert "4S" not in lies(table, "hand 1")
    pass_on(table, "build")
    assert lies(table, "deck 1") == these("2S 3S")  # T1 draws from the own deck again: it is player 1's turn


def test_gi_x2_you_is_the_active_player_and_hand_the_named_players() -> None:
    table = at("first: 2\nM1 2: 5K\nhand 1: 1K 2K\nhand 2: 3K 4K\nplay: effect",
               texts={"5K": choose("pick", cards_in_hand, then=NOTHING)})
    act(table, "2 5K")
    assert (asked(table), offered(table)) == (["2 pick"], these("3K 4K"))


# GI-X3, GI-X4, GI-X5

EVERYWHERE = """
    M1 1: 2K
    M2 1: 3K
    factory 1: 4T:U 5T:R
    M1 2: 6K
    factory 2: 7T:L
    neutral M1: 8K 9K
    neutral M2: 10K 11K
    hand 1: 12K
    hand 2: 13K
    deck 1: 1S
    discard 1: 2S
    market deck: 3S
    market discard: 4S
    play: effect
"""


def test_gi_x3_in_play_are_market_spots_factories_and_neutral_cards() -> None:
    table = at(EVERYWHERE, texts={"2K": NOTHING})
    assert named(table, cards_in_play(table, 0, 0)) == these("2K 3K 4T 5T 6K 7T 8K 9K 10K 11K")


def test_gi_x4_controlled_are_own_spots_and_factory_neutral_the_slots() -> None:
    table = at(EVERYWHERE, texts={"2K": NOTHING})
    assert named(table, controlled_cards(table, 0, 0)) == these("2K 3K 4T 5T")
    assert named(table, controlled_cards(table, 1, 0)) == these("6K 7T")
    assert named(table, neutral_cards(table, 0, 0)) == these("8K 9K 10K 11K")


def test_gi_x4_an_empty_slot_is_no_card() -> None:
    table = at(EVERYWHERE.replace("8K 9K", "8K -"), texts={"2K": NOTHING})
    assert named(table, neutral_cards(table, 0, 0)) == these("8K 10K 11K")


def test_gi_x5_the_owner_is_in_whose_spot_or_factory_a_card_lies() -> None:
    table = at("M1 1: 2K@2 3K@M\nM1 2: 4K@1\nneutral M1: 9S@1 9V@2\nplay: effect",
               texts={card: NOTHING for card in ("2K", "3K", "4K", "9S", "9V")})
    assert offered(table) == these("2K 3K 9S 9V pass")
    assert named(table, controlled_cards(table, 1, 0)) == ["4K"]


# GI-X6, GI-X7


def test_gi_x6_gi_q28_a_discarded_card_goes_to_the_discard_of_the_effect() -> None:
    table = at("M1 1: 5K\nhand 1: 1K 2K@2 3K@M\nneutral M1: 3V 9K\nplay: effect\ndiscard 1: 13K\nmarket discard: 13S\n"
               "discard 2: 13V", texts=text_on(discard(3).rule))
    other = table.clone()
    act(table, "1 5K", "1 1K", "1 2K'", "1 3K")
    act(other, "1 3V", "1 1K", "1 2K'", "1 3K")
    assert in_order(table, "discard 1") == ["13K", "1K", "2K", "3K"]  # on top
    assert in_order(other, "market discard") == ["13S", "1K", "2K", "3K"]
    for position, place in ((table, "market discard"), (other, "discard 1")):
        assert len(lies(position, place)) == 1
        assert in_order(position, "discard 2") == ["13V"]
        assert knowers(position, back_of(position, "2K")) == [1, 2, 3]


def test_gi_x7_gi_q27_a_neutral_draw_brings_market_cards_into_the_hand() -> None:
    table = at(HOLDINGS + PILES.replace("play: effect", "factory 1: 7T:R\nplay: effect, enter"),
               texts=text_on(draw(1).rule))
    act(table, "1 3V")
    assert home_of(table, "7S") == "Market"
    act(table, "1 7S M2")  # used like any hand card
    check(table, {"M2 1": "7S", "hand 1": "1K"})
    assert home_of(table, "7S") == "Market"


def test_gi_x7_others_see_that_the_card_is_the_markets_but_not_which() -> None:
    table = at(HOLDINGS + PILES, texts=text_on(draw(1).rule))
    act(table, "1 3V")
    back = back_of(table, "7S")
    assert knowers(table, back) == [1]
    assert HOME.get(table, back) == 9
    assert View(table, 1).may_be[back].bit_count() > 5


# GI-X8

EACH_DRAWS = by(ALL_FROM_YOU, draw(1), discard(1)).rule


def test_gi_x8_gi_q31_all_players_by_an_own_card_each_use_their_own_piles() -> None:
    table = at(HOLDINGS + "hand 3: 12K\ndeck 3: 12S\n" + PILES, 3, texts=text_on(EACH_DRAWS))
    act(table, "1 5K")
    assert asked(table) == ["1 discard"]
    act(table, "1 1K")
    assert asked(table) == ["2 discard"]  # clockwise, one after the other
    act(table, "2 2K")
    act(table, "3 12K")
    check(table, {"hand 1": "1S", "hand 2": "4S", "hand 3": "12S", "discard 1": "1K", "discard 2": "2K",
                  "discard 3": "12K", "market deck": "7S 8S 9S 10S 11S"})


def test_gi_x8_by_a_neutral_card_everybody_uses_the_markets() -> None:
    table = at("first: 2\n" + HOLDINGS + "hand 3: 12K\n" + PILES, 3, texts=text_on(EACH_DRAWS))
    act(table, "2 3V", "2 2K", "3 12K", "1 1K")  # the active player first
    check(table, {"hand 2": "7S", "hand 3": "8S", "hand 1": "9S", "market deck": "10S 11S", "deck 1": "1S 2S 3S",
                  "deck 2": "4S 5S 6S"})


def test_gi_x8_what_is_revealed_is_of_one_deck_whoever_takes_it() -> None:
    """5V: a card of the deck per player, each takes one and discards one."""
    table = at(HOLDINGS + PILES, texts=text_on(PROGRAMS["5V"].rule))
    act(table, "1 5K")
    assert offered(table) == these("1S 2S")
    act(table, "1 2S", "1 1K", "2 1S", "2 1S")
    assert home_of(table, "1S") == 1  # borrowed
    check(table, {"hand 1": "2S", "hand 2": "2K", "discard 1": "1K", "discard 2": "1S", "deck 2": "4S 5S 6S"})
    table = at(HOLDINGS + PILES, texts=text_on(PROGRAMS["5V"].rule))
    act(table, "1 3V")
    assert offered(table) == these("7S 8S")


def test_gi_x8_the_neighbour_takes_from_the_active_players_deck() -> None:
    table = at(HOLDINGS + PILES, texts=text_on(PROGRAMS["2K"].rule))
    act(table, "1 5K", "1 1S", "2 3S")
    check(table, {"hand 1": "1K 1S", "hand 2": "2K 3S", "deck 1": "2S", "deck 2": "4S 5S 6S"})
    assert home_of(table, "3S") == 1


# GI-X9, GI-X10


def put_back(table: Table, seat: int, it: int) -> None:
    """What was revealed goes back on top, first revealed on top."""
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, table.game.words.piles(table)[0], seat)


REVEAL_FOUR = seq(reveal(4).rule, do(put_back))


def test_gi_x9_revealed_cards_are_shown_to_all_and_go_back_in_order() -> None:
    table = at(HOLDINGS + PILES, texts=text_on(REVEAL_FOUR))
    act(table, "1 3V")
    assert in_order(table, "market deck") == ["7S", "8S", "9S", "10S", "11S"]
    assert [knowers(table, back) for back in reversed(MARKET_DECK.of(table))] == [[1, 2, 3]] * 4 + [[]]


def test_gi_x9_before_and_after_a_reshuffle() -> None:
    orders = set()
    for seed in range(20):
        table = at("M1 1: 5K\ndeck 1: 1S 2S\ndiscard 1: 3S 4S 5S\nplay: effect", texts={"5K": REVEAL_FOUR}, seed=seed)
        act(table, "1 5K")
        assert in_order(table, "deck 1")[:2] == ["1S", "2S"]
        assert lies(table, "deck 1") == these("1S 2S 3S 4S 5S")
        assert lies(table, "discard 1") == []
        assert [knowers(table, back) for back in reversed(DECK.of(table, 0))] == [[1, 2, 3]] * 4 + [[]]
        orders.add(tuple(in_order(table, "deck 1")))
    assert len(orders) == 6


def test_gi_x9_who_looks_sees_alone() -> None:
    table = at(HOLDINGS + PILES, texts=text_on(seq(look(3).rule, stack_all().rule)))
    act(table, "1 5K")
    assert [knowers(table, back) for back in HELD.of(table, 0)] == [[1]] * 3
    act(table, "1 1S", "1 3S")
    assert in_order(table, "deck 1") == ["2S", "3S", "1S"]
    assert [knowers(table, back) for back in DECK.of(table, 0)] == [[1]] * 3
    # Player 2 knows no more than that they are three cards of player 1's.
    assert len({View(table, 1).may_be[back] for back in DECK.of(table, 0)}) == 1


def test_gi_x10_a_search_looks_through_the_pile_and_shuffles_a_deck() -> None:
    printed = text_on(PROGRAMS["9K"].rule)
    orders = set()
    for seed in range(20):
        table = at("M1 1: 5K\nneutral M1: 3V 9K\nhand 1: 1S\ndeck 1: 1K 2S 3K 4S 6S\nmarket deck: 7S 8V\nplay: effect",
                   texts=printed, seed=seed)
        act(table, "1 5K", "1 1S")
        assert offered(table) == these("2S 4S 6S pass")
        act(table, "1 4S")
        assert asked(table) == ["1 discard"]
        act(table, "1 1S")
        check(table, {"hand 1": "4S", "deck 1": "1K 2S 3K 6S", "discard 1": "1S"})
        orders.add(tuple(in_order(table, "deck 1")))
    assert len(orders) > 8
    table = at("M1 1: 5K\nneutral M1: 3V 9K\nhand 1: 1S\ndeck 1: 2S\nmarket deck: 7S 8V\nplay: effect", texts=printed)
    act(table, "1 3V", "1 1S")
    assert offered(table) == these("7S pass")  # the Market deck
    act(table, "1 pass")  # finding nothing is legal
    check(table, {"hand 1": "1S", "market deck": "7S 8V"})


# GI-X11


def exchange_named(one: str, other: str) -> Rule:
    """A text that exchanges two cards, wherever they are."""
    def exchange_both(table: Table, seat: int, it: int) -> None:
        exchange(table, back_of(table, one), back_of(table, other))

    return do(exchange_both)


def test_gi_x11_two_cards_swap_places_and_control_follows_the_place() -> None:
    table = at("M1 1: 5K\nM2 1: 2K\nM1 2: 6K\nhand 1: 7K\nneutral M2: 8K 9S\nplay: effect",
               texts={"5K": exchange_named("2K", "6K")})
    act(table, "1 5K")
    check(table, {"M2 1": "6K", "M1 2": "2K"})
    assert (home_of(table, "6K"), home_of(table, "2K")) == (2, 1)
    assert named(table, controlled_cards(table, 0, 0)) == these("5K 6K")
    table = at("M1 1: 5K\nhand 1: 7K\nneutral M2: 8K 9S\nplay: effect", texts={"5K": exchange_named("7K", "9S")})
    act(table, "1 5K")
    check(table, {"hand 1": "9S", "neutral M2": "8K 7K"})
    assert in_order(table, "neutral M2") == ["8K", "7K"]
    assert (home_of(table, "9S"), home_of(table, "7K")) == ("Market", 1)


def test_gi_x11_a_card_arriving_in_a_factory_takes_over_the_orientation() -> None:
    table = at("M1 1: 5K\nfactory 1: 2T:R 3T:U\nfactory 2: 6T:D 9T:L\nplay: effect",
               texts={"5K": exchange_named("2T", "6T")})
    act(table, "1 5K")
    assert (factory(table, 1), factory(table, 2)) == ("3T:U 6T:R", "2T:D 9T:L")
    table = at("M1 1: 5K\nfactory 1: 2T:L\nhand 1: 4T\nplay: effect", texts={"5K": exchange_named("2T", "4T")})
    act(table, "1 5K")
    assert (factory(table, 1), lies(table, "hand 1")) == ("4T:L", ["2T"])


def test_gi_x11_gi_v26_the_cards_swap_places_and_a_card_goes_on_top_of_the_deck_of_the_effect() -> None:
    """An own card exchanges a neutral card with the top card of the own deck."""
    table = at("M1 1: 5K\nneutral M1: 8K 9K\ndeck 1: 1S 2S\nmarket deck: 7S\nplay: effect",
               texts={"5K": exchange_with_top(NEUTRAL).rule})
    act(table, "1 5K", "1 8K")
    assert in_order(table, "neutral M1") == ["1S", "9K"]
    assert (in_order(table, "deck 1"), in_order(table, "market deck")) == (["8K", "2S"], ["7S"])
    assert knowers(table, back_of(table, "8K")) == [1, 2, 3]


def test_gi_v26_by_option_a_hand_card_exchanged_with_the_top_card_goes_home() -> None:
    for mine, places in (
        ("6K", {"deck 1": ["6K", "2S"], "deck 2": ["3S"], "market deck": ["7S"]}),
        ("6K@2", {"deck 1": ["2S"], "deck 2": ["6K", "3S"], "market deck": ["7S"]}),
        ("6K@M", {"deck 1": ["2S"], "deck 2": ["3S"], "market deck": ["6K", "7S"]}),
    ):
        table = at(f"M1 1: 5K\nhand 1: {mine}\ndeck 1: 1S 2S\ndeck 2: 3S\nmarket deck: 7S\nplay: effect",
                   texts={"5K": PROGRAMS["11K"].rule}, options=HOMEWARD)
        act(table, "1 5K", "1 6K", "1 pass")
        assert lies(table, "hand 1") == ["1S"]
        assert {place: in_order(table, place) for place in places} == places


@pytest.mark.parametrize(("mine", "place"), [("6K", "discard 1"), ("6K@2", "discard 2"), ("6K@M", "market discard")])
def test_gi_v11_by_option_what_is_exchanged_with_a_discard_goes_to_that_of_its_home(mine: str, place: str) -> None:
    table = at(f"M1 1: 5K\nhand 1: {mine}\ndiscard 1: 10K\nplay: effect", texts={"5K": PROGRAMS["3S"].rule},
               options=HOMEWARD)
    act(table, "1 5K", "1 6K", "1 10K")
    assert lies(table, "hand 1") == ["10K"]
    assert lies(table, place) == ["6K"]


def test_gi_x11_if_one_of_the_two_does_not_exist_nothing_happens() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\nplay: effect", texts={"5K": exchange_with_top(NEUTRAL).rule})
    act(table, "1 5K")
    assert table.is_over
    check(table, {"neutral M1": "8K 9K"})


def test_gi_x11_a_reshuffle_brings_the_top_card() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\ndiscard 1: 1S\nplay: effect",
               texts={"5K": exchange_with_top(NEUTRAL).rule})
    act(table, "1 5K", "1 8K")
    check(table, {"neutral M1": "1S 9K", "discard 1": "", "deck 1": "8K", "market deck": ""})


# GI-X12, GI-X13


def test_gi_x12_replace_discards_the_old_card_and_the_new_one_takes_its_place() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\ndeck 1: 1S 2S\nmarket deck: 7S\nplay: effect",
               texts={"5K": replace_with_top(NEUTRAL).rule})
    act(table, "1 5K", "1 8K")
    assert in_order(table, "neutral M1") == ["1S", "9K"]
    check(table, {"discard 1": "8K", "market discard": "", "deck 1": "2S", "market deck": "7S"})
    assert home_of(table, "1S") == 1


def test_gi_x12_and_the_orientation_in_a_factory() -> None:
    table = at("M1 1: 5K\nfactory 2: 8T:D 9T:L\ndiscard 1: 3T\nplay: effect",
               texts={"5K": replace_with(IN_PLAY, IN_DISCARD).rule})
    act(table, "1 5K", "1 9T", "1 3T")
    assert factory(table, 2) == "3T:L 8T:D"
    check(table, {"discard 1": "9T", "discard 2": ""})
    assert home_of(table, "3T") == 1


def test_gi_x12_without_a_new_card_nothing_happens() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\nplay: effect", texts={"5K": replace_with_top(NEUTRAL).rule})
    act(table, "1 5K")
    check(table, {"neutral M1": "8K 9K", "market discard": ""})
    table = at("M1 1: 5K\nneutral M1: 8K 9K\nplay: effect", texts={"5K": replace_with(IN_PLAY, IN_DISCARD).rule})
    act(table, "1 5K")
    assert table.is_over


def test_gi_x12_by_a_neutral_card_the_old_card_is_part_of_the_reshuffle() -> None:
    found = set()
    for seed in range(20):
        table = at("neutral M1: 3V 9K\nneutral M2: 4K 4S\nmarket discard: 1S\nplay: effect",
                   texts={"3V": replace_with_top(NEUTRAL).rule}, seed=seed)
        act(table, "1 3V", "1 9K")
        found.update(lies(table, "neutral M1"))
        assert lies(table, "market discard") == []
    assert found == {"3V", "1S", "9K"}


def expel_named(card: str) -> Rule:
    def expel(table: Table, seat: int, it: int) -> None:
        zone, owner, _ = table.where(back_of(table, card))
        table.move(back_of(table, card), zone, EXPELLED, owner)

    return do(expel)


def test_gi_x13_an_expelled_card_is_out_of_the_game_for_good_and_public() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\nmarket deck: 1S\nplay: effect, effect", texts={"5K": expel_named("8K")})
    back = back_of(table, "8K")
    act(table, "1 5K")
    check(table, {"neutral M1": "1S 9K", "market discard": ""})
    assert back in EXPELLED.of(table)
    assert knowers(table, back) == [1, 2, 3]


# GI-X14

COPY: Rule = copying(cards_in_play)


def test_gi_x14_a_copied_text_stands_on_the_used_card() -> None:
    """A neutral card copies an own card that draws, and the other way round."""
    texts = {"5K": draw(1).rule, "3V": COPY, "9K": draw(1).rule, "6K": COPY}
    table = at("M1 1: 5K 6K\nneutral M1: 3V 9K\n" + PILES, texts=texts)
    act(table, "1 3V", "1 5K")
    assert lies(table, "hand 1") == ["7S"]
    table = at("M1 1: 5K 6K\nneutral M1: 3V 9K\n" + PILES, texts=texts)
    act(table, "1 6K", "1 9K")
    assert lies(table, "hand 1") == ["1S"]


def test_gi_x14_gi_q66_a_card_that_acted_in_the_chain_is_not_copied_again_so_chains_end() -> None:
    texts = {"5K": COPY, "3V": COPY, "9K": COPY}
    table = at("M1 1: 5K\nneutral M1: 3V 9K\nneutral M2: 4K 4S\n" + PILES, texts=texts)
    act(table, "1 5K")
    assert offered(table) == these("3V 9K")
    act(table, "1 9K")
    assert offered(table) == ["3V"]
    act(table, "1 3V")
    assert table.is_over


def test_gi_x14_an_effect_used_before_may_be_copied_also_another_players() -> None:
    table = at("M1 1: 5K 6K\nM1 2: 7K\n" + PILES.replace("play: effect", "play: effect, effect, effect"),
               texts={"5K": draw(1).rule, "6K": COPY, "7K": draw(1).rule})
    act(table, "1 5K", "1 6K", "1 5K", "1 6K", "1 7K")
    assert lies(table, "hand 1") == these("1S 2S 3S")


def test_gi_x14_equal_faces_are_different_cards_in_a_chain() -> None:
    table = at("M1 1: 5K\nM1 2: 5K\n" + PILES, texts={"5K": COPY})
    act(table, "1 5K", "1 5K'")
    assert table.is_over


def test_gi_x14_printed_copying_cards_are_never_copied() -> None:
    flagged = {plain(code(number)) for number, card in enumerate(GENERAL_EDITION) if card.copies}
    assert flagged == set(these("1T 3T 4T 7T 10T 12T 13T 9S 2V"))
    built = " ".join(f"{value}T:U" for value in (1, 2, 3, 4, 5, 7, 10, 12, 13))
    table = general(f"M1 1: 2V\nM1 2: 9S 5K\nfactory 2: {built}\nhand 1: 1K\n" + PILES)
    act(table, "1 2V", "1 a card they control")
    assert offered(table) == these("5K 2T 5T")


# GI-X15, GI-X16


def test_gi_x15_gi_q30_technology_is_no_target_where_it_would_come_into_a_market() -> None:
    table = at("M1 1: 5K\nhand 1: 9T 9S 3K\nneutral M1: 9V 3S\nneutral M2: 12V 13V\nplay: effect",
               texts={"5K": PROGRAMS["9T"].rule})
    act(table, "1 5K")
    assert offered(table) == these("9S 3K")  # 9T has the value of 9V but cannot lie there
    act(table, "1 9S")
    assert offered(table) == these("9V 3S")


def test_gi_x15_nor_other_cards_in_a_factory() -> None:
    table = at("M1 1: 5K\nfactory 1: 4T:U\nM1 2: 6K\ndiscard 1: 7K 8T\nneutral M1: 9V 3S\nneutral M2: 12V 13V\n"
               "play: effect", texts={"5K": replace_with(IN_PLAY, IN_DISCARD).rule})
    act(table, "1 5K")
    other = table.clone()
    act(table, "1 4T")
    assert offered(table) == ["8T"]
    act(other, "1 6K")
    assert offered(other) == ["7K"]
    table = at("M1 1: 5K\nfactory 1: 4T:U\ndiscard 1: 7K\nplay: effect",
               texts={"5K": replace_with(IN_PLAY, IN_DISCARD).rule})
    act(table, "1 5K")
    assert "4T" not in offered(table)  # nothing in the discard fits there


def paint_named(card: str, domain: int) -> Rule:
    def paint(table: Table, seat: int, it: int) -> None:
        DOMAIN.put(table, table.face[back_of(table, card)], domain)

    return do(paint)


def test_gi_x15_the_printed_domain_decides_a_changed_one_moves_no_card() -> None:
    """9T counts as Services and 9S as Technology, but 9T still cannot come into a market."""
    rule = seq(paint_named("9T", 4), paint_named("9S", 3), PROGRAMS["10V"].rule)
    table = at("M1 1: 5K\nhand 1: 9T 9S\nneutral M1: 8V 3S\nneutral M2: 12V 13V\nplay: effect", texts={"5K": rule})
    act(table, "1 5K")
    assert table.is_over  # 9T may not lie there, and 9S is of no neutral card's domain now
    check(table, {"hand 1": "9T 9S"})
    table = at("M1 1: 5K 6K\nfactory 1: 9T:U\nneutral M1: 8S 10S\nplay: effect, clash",
               texts={"5K": paint_named("9T", 1)})
    act(table, "1 5K")
    assert factory(table, 1) == "9T:U"


def test_gi_x15_a_changed_domain_does_not_let_a_card_be_built_or_entered() -> None:
    table = at("M1 1: 5K\nhand 1: 9T 9S\nfactory 1: 9T:R@2\nplay: effect, factory, enter",
               texts={"5K": seq(paint_named("9S", 3))})
    act(table, "1 5K")
    assert {text.split()[0] for text in offered(table)} == {"9T", "pass"}
    act(table, "1 pass")
    assert {text.split()[0] for text in offered(table)} == {"9S", "pass"}


TECHNOLOGY_ON_TOP = "M1 1: 5K\nneutral M1: 8K 9K\nneutral M2: 4K 4S\nmarket deck: 7S\nplay: effect\n"


def test_gi_x16_a_deck_card_that_does_not_fit_is_revealed_and_discarded_and_the_next_tried() -> None:
    for part in (replace_with_top(NEUTRAL), exchange_with_top(NEUTRAL)):
        table = at(TECHNOLOGY_ON_TOP + "deck 1: 1T 2T 1S 2S", texts={"5K": part.rule}, options=HOMEWARD)
        act(table, "1 5K", "1 8K")
        check(table, {"neutral M1": "1S 9K", "deck 1": "2S", "discard 1": "1T 2T"})
        assert knowers(table, back_of(table, "1T")) == [1, 2, 3]


def test_gi_x16_through_the_deck_and_one_reshuffle_of_the_discard() -> None:
    for seed in range(8):
        table = at(TECHNOLOGY_ON_TOP + "deck 1: 1T\ndiscard 1: 2T 1S 3T", texts={"5K": replace_with_top(NEUTRAL).rule},
                   seed=seed, options=HOMEWARD)
        act(table, "1 5K", "1 8K")
        assert lies(table, "neutral M1") == these("1S 9K")
        assert sorted(lies(table, "deck 1") + lies(table, "discard 1")) == these("1T 2T 3T")
        assert "1T" in lies(table, "discard 1")
        tried = set(lies(table, "discard 1")) - {"1T"}
        assert tried.isdisjoint(lies(table, "deck 1"))


def test_gi_x16_gi_q30_a_replace_without_a_fitting_card_still_discards_the_old_one() -> None:
    table = at(TECHNOLOGY_ON_TOP + "deck 1: 1T\ndiscard 1: 2T 3T", texts={"5K": replace_with_top(NEUTRAL).rule},
               options=HOMEWARD)
    act(table, "1 5K", "1 8K")
    check(table, {"market discard": "8K", "neutral M1": "7S 9K", "discard 1": "1T 2T 3T", "deck 1": ""})
    table = at(TECHNOLOGY_ON_TOP.replace("5K", "5K 6K@M") + "deck 1: 1T\ndiscard 1: 2T 3T",
               texts={"5K": replace_with_top(IN_PLAY).rule}, options=HOMEWARD)
    act(table, "1 5K", "1 6K")
    check(table, {"M1 1": "5K", "market discard": "6K", "discard 1": "1T 2T 3T", "deck 1": ""})  # it stays empty


def test_gi_x16_an_exchange_without_a_fitting_card_leaves_the_other_where_it_is() -> None:
    table = at(TECHNOLOGY_ON_TOP + "deck 1: 1T\ndiscard 1: 2T 3T", texts={"5K": exchange_with_top(NEUTRAL).rule})
    act(table, "1 5K", "1 8K")
    check(table, {"market discard": "", "neutral M1": "8K 9K", "discard 1": "1T 2T 3T", "deck 1": "",
                  "market deck": "7S"})


def test_gi_x16_in_a_factory_other_domains_do_not_fit() -> None:
    table = at("M1 1: 5K\nfactory 1: 4T:L\ndeck 1: 1S 2K 6T 7T\nplay: effect",
               texts={"5K": replace_with_top(IN_PLAY).rule})
    act(table, "1 5K", "1 4T")
    assert factory(table, 1) == "6T:L"
    check(table, {"deck 1": "7T", "discard 1": "4T 1S 2K"})


# GI-X17, GI-X18


def move_named(card: str, target: str) -> Rule:
    def move(table: Table, seat: int, it: int) -> None:
        zone, owner, _ = table.where(back_of(table, card))
        table.move(back_of(table, card), zone, FACTORY if target == "factory" else SPOTS[0], owner)

    return do(move)


def test_gi_x17_what_an_effect_puts_down_costs_nothing_and_counts_for_nothing() -> None:
    table = at("hand 1: 1T 2T 9K 3K\nM1 1: 5K\nfactory 1: 3T:R 9T:R\nplay: effect, factory, enter, rotate",
               texts={"5K": seq(move_named("1T", "factory"), move_named("9K", "M1"))})
    act(table, "1 5K")
    check(table, {"factory 1": "1T:U 3T:R 9T:R", "M1 1": "5K 9K"})
    assert paid(table, 1) == ""
    assert asked(table) == ["1 build"]  # one card may still be built
    act(table, "1 2T right", "1 3K M1", "1 matched by 3T")
    check(table, {"M1 1": "5K 9K 3K"})


def test_gi_x18_do_as_much_as_possible() -> None:
    """Draw one, exchange a neutral card with the top card that is not there any more, draw no more."""
    table = at("M1 1: 5K\nneutral M1: 8K 9K\ndeck 1: 1S\nhand 1: 1K\nplay: effect",
               texts={"5K": effect(draw(1), exchange_with_top(NEUTRAL), draw(1), discard(1)).rule})
    act(table, "1 5K")
    assert asked(table) == ["1 discard"]
    act(table, "1 1K")
    check(table, {"hand 1": "1S", "neutral M1": "8K 9K", "discard 1": "1K"})


def test_gi_x18_an_effect_that_comes_to_nothing_may_be_chosen() -> None:
    table = at("M1 1: 5K\nneutral M1: 8K 9K\nplay: effect",
               texts={"5K": replace_with(IN_PLAY, IN_DISCARD).rule, "8K": draw(3).rule})
    assert offered(table) == these("5K 8K pass")
    other = table.clone()
    act(table, "1 5K")
    act(other, "1 8K")
    assert table.is_over
    assert other.is_over


# GI-X19

CLASHING = """
    turns played: 2
    M1 1: 5K 9K 2S
    neutral M1: 9S 12V
    M1 2: 10K 10S
"""


def set_named(card: str, value: int) -> Rule:
    def change(table: Table, seat: int, it: int) -> None:
        VALUE.put(table, table.face[back_of(table, card)], become(value))

    return do(change)


def test_gi_x19_changed_values_and_domains_count_in_clashes() -> None:
    table = at(CLASHING + f"play: {AFTER_ENTRY}", texts={"5K": set_named("2S", 9)})
    act(table, "1 5K")
    assert hand(table, 1, 1) == "Three of a kind (9,9,9,12,5)"
    act(table, "1 M1")
    assert points(table) == [1, 0]


def test_gi_x19_gi_q45_a_painted_boost_joins_a_flush() -> None:
    table = at("M1 1: 2S 4S 6S\nneutral M1: 8S 10K\nfactory 1: 12T:U\nplay: effect, clash",
               texts={"2S": paint_named("12T", 2)})
    act(table, "1 2S", "1 M1", "1 12T")
    assert hand(table, 1, 1, "12T") == "Flush (12,8,6,4,2)"
    assert points(table) == [2, 0]


def test_gi_x19_gi_r52_they_end_with_the_turn() -> None:
    table = at(CLASHING + f"play: {AFTER_ENTRY}, turns", texts={"5K": seq(set_named("2S", 9), paint_named("9K", 4))})
    act(table, "1 5K")
    assert VALUE.get(table, table.face[back_of(table, "2S")])
    pass_on(table, "use")
    assert (asked(table), offered(table)) == (["1 use"], ["5K", "pass"])  # a round later
    assert not any(VALUE.get(table, number) or DOMAIN.get(table, number) for number in range(table.cards))


def test_gi_x19_values_are_kept_within_1_and_13() -> None:
    table = at("M1 1: 5K 12K 2S\nneutral M1: 9S 12V\nplay: effect, clash", texts={"5K": PROGRAMS["1S"].rule})
    act(table, "1 5K", "1 12K", "1 3")
    assert hand(table, 1, 1) == "High card (13,12,9,5,2)"
    table = at("M1 1: 5K 12K 2S\nneutral M1: 9S 12V\nplay: effect, clash", texts={"5K": PROGRAMS["1S"].rule})
    act(table, "1 5K", "1 2S", "1 -3")
    assert hand(table, 1, 1) == "Pair (12,12,9,5,1)"


def test_gi_x19_payment_looks_at_the_printed_value() -> None:
    table = at("M1 1: 5K\nhand 1: 9S\nfactory 1: 9T:R 3T:R\nplay: effect, enter",
               texts={"5K": seq(set_named("9S", 3), set_named("9T", 3))})
    act(table, "1 5K", "1 9S M1")
    assert (asked(table), paid(table, 1)) == (["1 rotate"], "9T")  # matched by the printed 9


def test_gi_x19_11v_lasts_until_the_start_of_its_users_next_turn() -> None:
    """Player 1 is guarded: the text of player 2 cannot choose player 1's cards, in player 1's own next turn it ends."""
    texts = {"11V": PROGRAMS["11V"].rule, "7K": choose("pick", cards_in_play, then=NOTHING)}
    table = at("""
        turns played: 2
        M1 1: 11V 2K
        hand 1: 1K 1T
        deck 1: 1S 2S 3S
        M1 2: 7K
        hand 2: 1T
        neutral M1: 8K 9K
        neutral M2: 4K 4S
        play: effect, clean-up, turns
    """, texts=texts)
    act(table, "1 11V", "1 1K")
    assert asked(table) == ["2 build"]
    pass_on(table, "use")
    act(table, "2 7K")
    assert offered(table) == these("7K 8K 9K 4K 4S")
    act(table, "2 7K")
    assert asked(table) == ["1 build"]  # T2: the guard ended before T1
    pass_on(table, "use")
    act(table, "1 pass")
    pass_on(table, "use")
    act(table, "2 7K")
    assert offered(table) == these("7K 8K 9K 4K 4S 11V 2K")


def test_gi_x19_11v_does_not_end_with_the_turn_of_a_third_player() -> None:
    texts = {"11V": PROGRAMS["11V"].rule, "7K": choose("pick", cards_in_play, then=NOTHING)}
    table = at("""
        turns played: 3
        M1 1: 11V 2K
        hand 1: 1K
        deck 1: 1S
        M1 3: 7K
        neutral M1: 8K 9K
        neutral M2: 4K 4S
        play: effect, clean-up, turns
    """, 3, texts=texts)
    act(table, "1 11V", "1 1K", "3 7K")
    assert offered(table) == these("7K 8K 9K 4K 4S")


def test_gi_x19_a_guard_does_not_stop_the_steps_of_the_game() -> None:
    """The guarded player wins, and loses a card all the same."""
    table = at("""
        first: 2
        guarded: 1 0
        M1 1: 9K 9S
        M1 2: 2K 3K 5K
        neutral M1: 12K 13S
        play: clash
    """)
    act(table, "2 M1")
    assert points(table) == [1, 0]
    assert (asked(table), offered(table)) == (["2 remove"], these("9K 9S"))


# GI-X20, GI-X21, GI-X22


def test_gi_x20_gi_r54_nothing_interrupts_an_effect_slots_are_filled_after_it() -> None:
    table = at(HOLDINGS + PILES, texts={"3V": seq(do(take_slots), draw(2).rule)})
    act(table, "1 3V")
    check(table, {"hand 1": "1K 3V 9K 7S 8S", "neutral M1": "9S 10S"})  # the draw came first


def test_gi_x20_a_copied_effect_is_carried_out_inside_the_copying_one() -> None:
    texts = {"5K": seq(COPY, discard(1).rule), "6K": draw(2).rule}
    table = at("M1 1: 5K 6K\n" + PILES, texts=texts)
    act(table, "1 5K", "1 6K")
    assert (asked(table), offered(table)) == (["1 discard"], these("1S 2S"))


def test_gi_x21_no_effect_is_forbidden_by_name_but_a_factory_cards_is_not_used_there() -> None:
    """Every market card can be used, whatever it says."""
    others = "factory 1: 6T:U 11T:R\nhand 1: 5T\nneutral M1: - -\nneutral M2: - -\nplay: effect\n"
    for card in GENERAL_EDITION[:52]:
        if card.domain_number != 3:
            table = general(f"{others}M1 1: {card.printed.code}")
            assert offered(table) == sorted([card.printed.code, "pass"])


def test_gi_x21_technology_texts_matter_through_2v_and_then_9s() -> None:
    table = general("""
        turns played: 2
        M1 1: 2V 6K
        M1 2: 9S
        factory 2: 5T:U
        deck 2: 1S 2S
        play: effect, rotate, clean-up, turns
    """)
    act(table, "1 2V", "1 a card they control")
    assert offered(table) == ["5T"]
    act(table, "1 5T", "1 6K", "1 double")
    assert VALUE.get(table, table.face[back_of(table, "6K", "M1 1")])
    assert "1S" in lies(table, "hand 2")  # "that player draws a card", from the own deck
    pass_on(table, "use")
    assert asked(table) == ["2 use"]
    act(table, "2 9S")
    assert asked(table) == ["2 change"]  # 5T once more: one of player 2's cards


def test_gi_x21_wild_cards_are_out_of_the_game() -> None:
    table = general("M1 1: 2V\nplay: effect")
    assert all(table.where(back)[0] is EXPELLED for back in range(table.cards) if table.card(back).is_wild)


def test_gi_x22_marks_stay_on_the_card_wherever_it_goes_in_this_turn() -> None:
    """6T has paid; an effect gives it to player 2 for 7T, which has no mark and now lies as 6T did."""
    table = at("""
        hand 1: 6S
        M1 1: 5K 9K
        factory 1: 6T:R
        factory 2: 7T:U
        play: enter, effect, clash, clean-up
    """, texts={"5K": exchange_named("6T", "7T")})
    act(table, "1 6S M1", "1 5K")
    assert (factory(table, 1), factory(table, 2)) == ("7T:D", "6T:U")
    assert (paid(table, 1), paid(table, 2)) == ("", "6T")
    act(table, "1 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["7T", "pass"])
    act(table, "1 7T")
    assert asked(table) == ["2 remove"]  # 6T cannot boost for player 2 either
    pass_on(table)
    assert (paid(table, 2), boosted(table, 1)) == ("", "")


def test_gi_x22_also_if_it_leaves_the_factory_and_returns() -> None:
    away = seq(exchange_named("6T", "8T"), exchange_named("8T", "6T"))
    table = at("hand 1: 6S 8T\nM1 1: 5K 9K\nfactory 1: 6T:R\nplay: enter, effect, clash", texts={"5K": away})
    act(table, "1 6S M1", "1 5K")
    assert (factory(table, 1), paid(table, 1)) == ("6T:D", "6T")
    act(table, "1 M1")
    assert asked(table) == ["2 remove"]
    table = at("hand 1: 8T\nM1 1: 5K 9K 6S\nfactory 1: 6T:D:boosted\nplay: effect, clash", texts={"5K": away})
    act(table, "1 5K", "1 M1")
    assert asked(table) == ["2 remove"]  # the same with the other mark
    away_only = at("hand 1: 6S 8T\nM1 1: 5K 9K\nfactory 1: 6T:R\nplay: enter, effect, clash",
                   texts={"5K": exchange_named("6T", "8T")})
    act(away_only, "1 6S M1", "1 5K", "1 M1")
    assert offered(away_only) == ["8T", "pass"]  # a different card in its place has no marks


# Rulings about words


def test_gi_q68_knowledge_and_information_are_one_domain_the_lowest() -> None:
    assert [card.domain_number for card in GENERAL_EDITION[:13]] == [1] * 13
    table = at("M1 1: 2K 5S 9V\nM1 2: 2S 5K 9K\nneutral M1: 12S 13V\nplay: clash")
    act(table, "1 M1")
    assert points(table) == [1, 0]  # 9V beats 9K
