"""Imagined tables: possible, playable, and no likelier the true one than chance."""

from collections import Counter
from random import Random

import pytest

from techdeck.cards import Back, Face, code, face
from techdeck.games import grid_poker
from techdeck.games.grid_poker import COMMITTED, COMPANY, DECK, DISCARD, HAND, MARKET
from techdeck.knowledge import BIT
from techdeck.position import play, set_up, written
from techdeck.table import EMPTY, Table
from techdeck.views import View, imagined
from tests.contract.worlds import places, snapshot
from tests.games import Played, play_at_random

WORLDS = 600
GRID = grid_poker.grid_poker()


def many(table: Table, side: int, count: int = WORLDS) -> list[Table]:
    rng = Random(11)
    view = View(table, side)
    return [imagined(view, rng) for _ in range(count)]


def chi_square(met: Counter[int], expected: dict[int, float]) -> float:
    assert set(met) <= set(expected)
    return sum((met[face] - number) ** 2 / number for face, number in expected.items())


def upper(freedom: int) -> float:
    """What chi-square exceeds about once in ten thousand times (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3)


def check_uniform(met: Counter[int], faces: list[Face]) -> None:
    """All these faces turned up about equally often."""
    number = sum(met.values()) / len(faces)
    assert chi_square(met, dict.fromkeys([int(each) for each in faces], number)) < upper(len(faces) - 1)


# Of random games.

def test_an_imagined_table_puts_every_card_where_it_may_be(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(8, 10):
        table = played.positions[at]
        for side in range(table.sides + 1):
            world = imagined(View(table, side), rng)
            for faces, number in zip(table.row(side), world.face, strict=True):
                assert faces & BIT[number]


def test_an_imagined_table_keeps_what_a_side_remembers_of_every_place(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(8, 11):
        table = played.positions[at]
        for side in range(table.sides + 1):
            view = View(table, side)
            world = imagined(view, rng)
            for zone, owner, backs in places(table):
                there = {world.face[back] for back in backs}
                assert {*view.remembered(zone, owner), *view.known(zone, owner)} <= there


def test_an_imagined_table_asks_the_same_seats_and_gives_each_something_to_choose(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(25, 12):
        table = played.positions[at]
        side = rng.randrange(table.sides + 1)
        world = imagined(View(table, side), rng)
        assert sorted(decision.seat for decision in world.pending) == sorted(d.seat for d in table.pending)
        assert all(len(decision) > 0 for decision in world.pending), played.lines[at]


def test_an_imagined_table_can_be_played_to_the_end(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(5, 13):
        table = played.positions[at]
        world = imagined(View(table, rng.randrange(table.sides + 1)), rng)
        for _ in range(5000):
            if not world.pending:
                break
            play_at_random(world, rng)
        assert world.is_over
        everything = list(range(table.cards))
        assert sorted(back for zone in world.zones for back in zone if back != EMPTY) == everything
        assert sorted(world.face) == everything


def test_an_imagined_table_has_a_future_of_its_own(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(3, 14):
        table = played.positions[at]
        for side in range(table.sides + 1):
            world, another = [imagined(View(table, side), rng) for _ in range(2)]
            assert len({table.seed, world.seed, another.seed}) == 3
            draws = [each.clone().chance().below(1 << 32) for each in (table, world, another)]
            assert len(set(draws)) == 3


def test_imagining_changes_neither_the_table_nor_the_view(played: Played) -> None:
    for at in played.some(3, 15):
        table = played.positions[at]
        before = snapshot(table)
        for side in range(table.sides + 1):
            view = View(table, side)
            seen = repr(view.everything())
            world = imagined(view, Random(1))
            for _ in range(5):
                if world.pending:
                    play_at_random(world, Random(2))
            assert repr(view.everything()) == seen
        assert snapshot(table) == before


def test_a_true_card_is_imagined_in_its_place_no_more_often_than_chance(played: Played) -> None:
    """Over many positions: how often a hidden card turns out true, against how many cards it might have been.

    If the truth leaked into imagined tables, far more would be true.
    """
    rng = Random(played.case.seed)
    hits = 0
    expected = variance = 0.0
    for at in played.some(10, 16):
        table = played.positions[at]
        side = rng.randrange(table.sides + 1)
        view = View(table, side)
        free = sum(BIT[number] for number in set(table.face) - {number for number in view.faces if number >= 0})
        sets = [(back, (faces & free).bit_count()) for back, faces in enumerate(view.may_be) if view.faces[back] < 0]
        even = [back for back, size in sets if size == free.bit_count()]  # may be any of the hidden cards
        if len(even) != free.bit_count():
            continue  # some cards are known to be among some others: not all chances are equal
        for _ in range(20):
            world = imagined(view, rng)
            hits += sum(world.face[back] == table.face[back] for back in even)
            expected += 1
            variance += 1
    if expected >= 20:  # of cards dealt at random one on average comes to its true place, with variance one
        assert abs(hits - expected) < 5 * variance ** 0.5


# Of written positions.

def test_a_hidden_hand_card_is_imagined_to_be_any_unseen_card_equally_often() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
        hand 1: 9S 9K 6V
        hand 2: 1S 2S 3S
        deck: 6K 11V 8S 1V 2V 4V 5V
        play: commitments""")
    hidden = [face(word) for word in ["1S", "2S", "3S", "6K", "11V", "8S", "1V", "2V", "4V", "5V"]]
    worlds = many(table, 0)
    for back in [*HAND.of(table, 1), *DECK.of(table)]:
        check_uniform(Counter(world.face[back] for world in worlds), hidden)


def test_a_spectator_imagines_both_hands() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        hand 1: 9S 9K
        hand 2: 1S 2S
        deck: 6K 11V
        play: commitments""")
    hidden = [face(word) for word in ["9S", "9K", "1S", "2S", "6K", "11V"]]
    worlds = many(table, 2)
    for back in [*HAND.of(table, 0), *HAND.of(table, 1), *DECK.of(table)]:
        check_uniform(Counter(world.face[back] for world in worlds), hidden)


def reshuffle(table: Table) -> None:
    table.put_back(DECK, DISCARD, 0)


def test_a_reshuffled_card_is_never_imagined_in_a_hand_dealt_before() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        hand 1: 9S 9K
        hand 2: 1S 2S
        discard: 5K 6K 7K
        deck: 8S 9V
        play: commitments""")
    reshuffle(table)
    hidden = {face(word) for word in ["1S", "2S", "8S", "9V"]}
    worlds = many(table, 0, 200)
    for world in worlds:
        assert {world.face[back] for back in HAND.of(table, 1)} <= hidden
    for back in HAND.of(table, 1):
        assert {world.face[back] for world in worlds} == hidden
    assert {world.face[DECK.of(table)[0]] for world in worlds} == hidden | {face(word) for word in ["5K", "6K", "7K"]}


def test_a_card_dealt_from_a_known_deck_is_imagined_to_be_one_of_it() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        hand 1: 9S
        hand 2: 1S
        discard: 5K 6K 7K 8K
        play: commitments""")
    reshuffle(table)
    table.move(DECK.of(table)[-1], DECK, HAND, 1)
    pile = {face(word) for word in ["5K", "6K", "7K", "8K"]}
    for world in many(table, 0, 200):
        hand = {world.face[back] for back in HAND.of(table, 1)}
        assert len(hand & pile) == 1
        assert hand - pile == {face("1S")}


def test_a_card_seen_on_its_way_into_a_hand_stays_in_that_hand() -> None:
    table = set_up(GRID, """
        grid poker, 3 seats
        market: 5K
        hand 1: 9S
        hand 2: 1S 2S
        hand 3: 3S 4S
        deck: 8S 9V 10V
        play: commitments""")
    table.move(MARKET.of(table)[0], MARKET, HAND, 1)
    worlds = many(table, 0, 300)
    assert all(face("5K") in {world.face[back] for back in HAND.of(table, 1)} for world in worlds)
    where = Counter(back for world in worlds for back in HAND.of(table, 1) if world.face[back] == face("5K"))
    assert set(where) == set(HAND.of(table, 1))  # but nobody knows which of them it is
    assert View(table, 0).remembered(HAND, 1) == [face("5K")]
    assert View(table, 3).remembered(HAND, 1) == [face("5K")]
    assert View(table, 1).remembered(HAND, 1) == []


def test_a_card_shown_in_a_hand_stays_in_that_hand_until_it_may_have_left() -> None:
    table = set_up(GRID, """
        grid poker, 3 seats
        hand 1: 9S
        hand 2: 1S 2S
        hand 3: 3S 4S
        deck: 8S 9V 10V
        play: commitments""")
    table.show(table.find(face("1S"), HAND, 1), 0)
    for world in many(table, 0, 100):
        assert face("1S") in {world.face[back] for back in HAND.of(table, 1)}
    table.move(table.find(face("2S"), HAND, 1), HAND, HAND, 1, to=2)  # unseen: it may have been the card shown
    holders = Counter(owner for world in many(table, 0, 400) for owner in (1, 2)
                      if face("1S") in {world.face[back] for back in HAND.of(table, owner)})
    assert set(holders) == {1, 2}
    assert sum(holders.values()) == 400


def test_a_card_seen_on_its_way_to_the_bottom_of_the_deck_stays_there() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        market: 5K
        hand 1: 9S
        hand 2: 1S 2S
        deck: 8S 9V 10V
        play: commitments""")
    bottom = table.move(MARKET.of(table)[0], MARKET, DECK, 0, at=0)
    for side in (0, 1, 2):
        assert all(world.face[bottom] == face("5K") for world in many(table, side, 50))
    assert DECK.of(table)[0] == bottom


def test_cards_put_under_the_deck_in_a_secret_order_stay_there_in_any_order() -> None:
    """5K Experience shows nobody else the order; here three revealed cards are buried by their finder."""
    table = set_up(GRID, """
        grid poker, 2 seats
        hand 1: 4K 9S
        hand 2: 1S 2S
        deck: 5S 6S 7S 8S 9V 10V 11V
        play: hand effects""")
    play(table, 1, "4K", "Knowledge")
    play(table, 1, "6S", "5S", "8S")
    assert written(table, "deck").split()[-4:] == ["6S", "5S", "8S", "7S"]  # the last goes undermost
    bottom = DECK.of(table)[:4]
    faces = {face(word) for word in ["5S", "6S", "7S", "8S"]}
    worlds = many(table, 1, 400)
    for world in worlds:
        assert {world.face[back] for back in bottom} == faces
    for back in bottom:
        check_uniform(Counter(world.face[back] for world in worlds), sorted(faces))
    assert all([world.face[back] for back in bottom] == [table.face[back] for back in bottom]
               for world in many(table, 0, 20))


def test_a_committed_card_may_be_any_that_was_in_the_hand() -> None:
    """A card once seen in that hand may be the committed one, or still be held; others are elsewhere."""
    table = set_up(GRID, """
        grid poker, 2 seats
        market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
        hand 1: 9S
        hand 2: 1S 2S 3S
        deck: 6K 11V
        seat 1 knows: 1S 2S 3S
        first: 2
        play: commitments""")
    play(table, 2, "R1 1S")
    committed = COMMITTED.of(table, 1)[0]
    cards = [face(word) for word in ["1S", "2S", "3S"]]
    worlds = many(table, 0, 300)
    check_uniform(Counter(world.face[committed] for world in worlds), cards)
    for world in worlds:
        assert {world.face[back] for back in [committed, *HAND.of(table, 1)]} == set(cards)


def test_a_card_known_to_be_elsewhere_is_never_imagined_in_a_hand() -> None:
    table = set_up(GRID, """
        grid poker, 2 seats
        hand 1: 9S
        hand 2: 1S 2S
        company 1: 5K
        company 2: 6K
        discard: 7K
        deck: 6T 11V
        play: commitments""")
    for world in many(table, 0, 100):
        assert {code(world.face[back]) for back in HAND.of(table, 1)} <= set(["1S", "2S", "6T", "11V"])
        assert COMPANY.of(world, 0) == COMPANY.of(table, 0)


@pytest.mark.parametrize("side", [0, 1, 2])
def test_the_top_card_is_no_likelier_the_true_one_than_chance(side: int) -> None:
    table = GRID.start(2, 3)
    top: Back = DECK.of(table)[-1]
    view = View(table, side)
    hidden = [table.face[back] for back in range(table.cards) if view.faces[back] < 0]
    check_uniform(Counter(world.face[top] for world in many(table, side, 1500)), hidden)
