"""Two worlds: deal anew what a side cannot know, and every byte that the side gets is the same."""

import json
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

import pytest

from techdeck.actions import read_action, read_choice
from techdeck.cards import code, face
from techdeck.events import Moved, Shown
from techdeck.games import grid_poker
from techdeck.offers import Hand
from techdeck.position import set_up
from techdeck.storage import store
from techdeck.table import Choice, Decision, Frame, Game, IllegalAction, Kind, Rule, Sets, Sums, Table
from techdeck.views import View, imagined
from tests.contract.worlds import (
    act,
    are_alike,
    check_same,
    gets,
    glances,
    knows_face,
    lists_of,
    places,
    relabelled,
    reordered,
    rightly_seen,
    sees_into,
    snapshot,
    start_relabelled,
)
from tests.games import CASES, HAS_ALL_OPTIONS, Case, Played, play_at_random, random_game


def test_tables_that_a_side_cannot_tell_apart_look_and_ask_the_same(played: Played) -> None:
    """Seats and spectators; also when the other table is itself imagined from an imagined one."""
    rng = Random(played.case.seed)
    for at in played.some(8):
        table = played.positions[at]
        for side in range(table.sides + 1):
            expected = gets(table, side)
            world = imagined(View(table, side), rng)
            check_same(gets(world, side), expected)
            check_same(gets(imagined(View(world, side), rng), side), expected)
            assert View(world, side).same_as(View(table, side))


def test_imagining_depends_on_nothing_but_the_view(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(6, 1):
        table = played.positions[at]
        for side in range(table.sides + 1):
            world = imagined(View(table, side), rng)
            first, second = [imagined(View(each, side), Random(5)) for each in (table, world)]
            check_same([json.dumps(store(first))], [json.dumps(store(second))])


# Through a whole game: two cards that a side never gets to know change places.

def goes_along(table: Table, world: Table, seat: int, choice: Choice) -> bool:
    """Whether a seat is asked the same in both, and can give the same answer."""
    mine, theirs = table.decision_of(seat), world.decision_of(seat)
    return mine is not None and theirs is not None and mine.verb == theirs.verb and choice in theirs


def is_exchanged(table: Table, world: Table, x: int, y: int) -> bool:
    """Whether all cards of one world lie as in the other, but for the two."""
    other = {x: y, y: x}
    return [other.get(number, number) for number in table.face] == world.face


def follow(table: Table, world: Table, played: Played, at: int, side: int, x: int, y: int) -> int:
    """Do the same in both, and compare what a side gets until it rightly learns of the two cards.

    Says how many positions could be compared.  Where the same choice is not allowed in both, or somebody is
    asked in one and not in the other, that has shown something of the cards to all, and play has parted.  It
    has as well if cards were shuffled that lay, hidden, in another order.
    """
    compared = 0
    for seat, choice in played.actions[at:]:
        if not goes_along(table, world, seat, choice):
            break
        look = glances if compared % 8 else gets
        check_same(look(world, side), look(table, side), f"{code(x)} for {code(y)}")
        compared += 1
        before = table.clone()
        mine, theirs = act(table, seat, choice, side), act(world, seat, choice, side)
        told = rightly_seen(mine.events, side, before, table)
        if any(is_right and isinstance(event, Moved | Shown) and event.face in (x, y)
               for event, is_right in zip(mine.events, told, strict=True)):
            break
        if not are_alike(table, side, x, y):
            break
        if table.chances != before.chances and not is_exchanged(table, world, x, y):
            break
        follows = at + compared
        if follows < len(played.actions) and not goes_along(table, world, *played.actions[follows]):
            break
        check_same(theirs.told, mine.told, f"{code(x)} for {code(y)}")
    return compared


def never_known(played: Played, side: int) -> list[int]:
    """The cards that a side knew at no position."""
    return [number for number in range(played.positions[0].cards)
            if not any(knows_face(table, side, number) for table in played.positions)]


def test_two_cards_a_side_never_knew_can_change_places_in_the_box(played: Played) -> None:
    """The same game from the same box with two cards exchanged: all views, events and words are the same."""
    rng = Random(played.case.seed)
    sides = list(range(played.positions[0].sides + 1))
    for side in rng.sample(sides, min(3, len(sides))):
        pairs = list(combinations(never_known(played, side), 2))
        rng.shuffle(pairs)
        alike = (pair for pair in pairs if are_alike(played.positions[0], side, *pair))  # as cards of one box are
        for x, y in islice(alike, 2):
            table = played.positions[0].clone()
            world = start_relabelled(played.game, played.case.seats, played.case.seed, x, y)
            follow(table, world, played, 0, side, x, y)


def test_two_cards_that_are_alike_to_a_side_can_change_places_at_any_moment(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(5, 2):
        table = played.positions[at]
        for side in rng.sample(range(table.sides + 1), 2):
            hidden = [number for number in range(table.cards) if not knows_face(table, side, number)]
            for _ in range(3 if len(hidden) > 1 else 0):  # late in a round a side may know every card
                x, y = rng.sample(hidden, 2)
                if are_alike(table, side, x, y):
                    follow(table.clone(), relabelled(table, side, x, y), played, at, side, x, y)


@pytest.mark.skipif(not HAS_ALL_OPTIONS, reason="of the games of the compiled build")
@pytest.mark.parametrize("family", ["grid poker", "regular poker", "cyber defense", "peer to peer", "tech exchange"])
def test_enough_cards_could_change_places_for_the_two_worlds_to_mean_something(family: str) -> None:
    """Positions that were compared, all in all: if knowledge were kept too freely, hardly any would be left."""
    compared = pairs = 0
    for case in [case for case in CASES if case.family == family][:8]:
        played = random_game(case)
        for side in range(played.positions[0].sides + 1):
            for x, y in list(combinations(never_known(played, side), 2))[:3]:
                world = start_relabelled(played.game, case.seats, case.seed, x, y)
                lasted = follow(played.positions[0].clone(), world, played, 0, side, x, y)
                compared += lasted
                pairs += lasted > 5
    print(f"{family}: {pairs} pairs of cards, {compared} positions compared")
    assert pairs >= 10
    assert compared >= 500


def test_using_the_last_text_again_does_not_show_where_its_card_lies_now() -> None:
    """9S uses the text of a card that has since been shuffled into the deck, or lies in somebody's hand."""
    table = set_up(grid_poker.grid_poker(), """
        grid poker, 3 seats
        hand 1: 9S 4S
        hand 2: 5S 6S 7S
        hand 3: 1S 2S
        deck: 6K 11V 8S 3K 5V 7V
        last text: 0 3 0
        time of the last text: 0 1 0
        effects used: 1
        play: hand effects""")
    for side, other in ((1, "5V"), (2, "5V"), (2, "5S"), (3, "7V"), (3, "6S"), (0, "6S")):
        x, y = face("3K"), face(other)
        assert are_alike(table, side, x, y)
        mine, theirs = table.clone(), relabelled(table, side, x, y)
        use = read_choice(table, 0, "9S")
        check_same(act(theirs, 0, use, side).told, act(mine, 0, use, side).told)
        check_same(gets(theirs, side), gets(mine, side))
        assert mine.pending[0].verb == "discard"


# A hand is reordered out of sight.

def hands_of_others(table: Table, side: int) -> Iterator[tuple[int, int]]:
    """The mixed places of several cards that a side does not see into: zone number, owner.

    Not of those who have chosen in secret: what they chose is noted by its back.
    """
    for zone, owner, backs in places(table):
        if zone.mixed and len(backs) > 1 and not sees_into(table, zone, owner, side) and not table.sealed[owner]:
            yield zone.number, owner


def test_nobody_can_tell_how_a_hand_is_ordered(played: Played) -> None:
    """Its owner puts it into another order and goes on to play the same cards: nobody else notices anything.

    Until chance is asked, which may now hit another card, or shuffle them from another order.
    """
    rng = Random(played.case.seed)
    for at in played.some(12, 3):
        for side in rng.sample(range(played.positions[at].sides + 1), 2):
            hands = list(hands_of_others(played.positions[at], side))
            for number, owner in rng.sample(hands, min(2, len(hands))):
                table = played.positions[at].clone()
                world = reordered(table, played.game.zones[number], owner, rng)
                for line in played.lines[at:at + 12]:
                    check_same(glances(world, side), glances(table, side), line)
                    chances = table.chances
                    mine, theirs = [act(each, *read_action(each, line), side) for each in (table, world)]
                    if table.chances != chances:
                        break
                    check_same(theirs.told, mine.told, line)


# What a view is made of.

def parts(thing: object) -> list[object]:
    """What an object holds, whether it is compiled or not; rules and games are the same for all tables."""
    if isinstance(thing, list | tuple | set | frozenset):
        return list(thing)
    if isinstance(thing, dict):
        return [*thing, *thing.values()]
    if isinstance(thing, View | Frame | Decision | Sums | Sets):
        found = [getattr(thing, name) for name in dir(thing) if not name.startswith(("__", "_abc"))]
        return [part for part in found if not callable(part)]
    return []


def reachable(thing: object) -> list[object]:
    found, left = [], [thing]
    met: set[int] = set()
    while left:
        each = left.pop()
        if id(each) not in met:
            met.add(id(each))
            found.append(each)
            left += parts(each)
    return found


def test_there_is_no_way_from_a_view_to_the_table_or_its_seed(played: Played) -> None:
    for at in [0, *played.some(2, 4), len(played.actions)]:
        table = played.positions[at]
        own = {id(each) for each in lists_of(table)}
        for side in range(table.sides + 1):
            for thing in reachable(View(table, side)):
                assert not isinstance(thing, Table | bytes | bytearray | Random)
                assert thing is None or isinstance(
                    thing, View | Frame | Decision | Hand | Sums | Sets | Kind | Game | Rule | int | str | list | tuple)
                assert id(thing) not in own


def test_a_view_does_not_change_when_play_goes_on(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(5, 5):
        table = played.positions[at].clone()
        for side in range(table.sides + 1):
            view = View(table, side)
            before = repr(view.everything())
            play_at_random(table, rng) if table.pending else None
            assert repr(view.everything()) == before


def test_changing_a_view_changes_nothing_on_the_table(played: Played) -> None:
    table = played.positions[len(played.actions) // 2].clone()
    before = snapshot(table)
    view = View(table, 0)
    for numbers in (view.tallies, view.may_be, view.faces, view.marks, view.known_to_all, view.captain):
        numbers[:] = [7] * len(numbers)
    assert snapshot(table) == before
    assert isinstance(view.zones, tuple)
    assert all(isinstance(backs, tuple) for backs in view.zones)


def test_each_view_shows_what_lies_where_now_on_the_table_and_on_its_clones(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(3, 3):
        table = played.positions[at].clone()
        for _ in range(20):
            for each in (table.clone(), table):
                assert View(each, 0).zones == tuple(tuple(backs) for backs in each.zones)
            if table.pending:
                play_at_random(table, rng)


# What a seat is refused tells nothing of others.

def test_who_is_not_asked_is_refused_in_the_same_words_whatever_lies_hidden(played: Played) -> None:
    for at in played.some(6, 6):
        table = played.positions[at]
        asked = table.awaited()
        for seat in range(played.case.seats):
            if seat not in asked:
                for back in range(0, table.cards, 5):
                    with pytest.raises(IllegalAction, match=f"^Seat {seat + 1} is not asked anything now.$"):
                        table.act(seat, back)


def test_the_first_case_is_grid_poker_so_that_a_broken_list_is_noticed() -> None:
    assert CASES[0] == Case("grid poker", 0, 1, 1)
    assert grid_poker.grid_poker().name == "grid poker"
