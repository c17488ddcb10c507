"""Where cards are, and who knows it."""

from collections.abc import Callable
from random import Random

import pytest

from techdeck.cards import Back, Face, code, face
from techdeck.events import Moved, Shown
from techdeck.games.grid_poker import DECK, HAND, VALUE
from techdeck.knowledge import BIT, Mixing
from techdeck.position import set_up
from techdeck.table import ANYBODY, EMPTY, EVERYBODY, MANY_MIXINGS, Table
from techdeck.views import UNKNOWN, View, imagined
from tests.contract.worlds import act, cards_in, check_same, gets, knows_face, places, rightly_seen, sees_into, sleeve
from tests.games import FAMILIES, Played, game_of


def check_cards(table: Table) -> None:
    everything = list(range(table.cards))
    assert sorted(back for zone in table.zones for back in zone if back != EMPTY) == everything
    assert sorted(table.face) == everything


def check_knowledge(table: Table) -> None:
    truth = [BIT[number] for number in table.face]
    rows = table.may_be
    for row in rows:
        assert all(faces & true for faces, true in zip(row, truth, strict=True))
    for zone, owner, backs in places(table):
        for side, row in enumerate(rows) if backs else []:
            if sees_into(table, zone, owner, side):
                assert all(row[back] == truth[back] for back in backs), zone.place(owner)
            elif zone.mixed:
                assert are_alike(table, row, backs), zone.place(owner)


def are_alike(table: Table, row: list[int], backs: list[Back]) -> bool:
    """Whether a side thinks the same of all these backs, but for what their sleeves tell."""
    thoughts = {row[back] for back in backs}
    return len(thoughts) <= 1 or len({(row[back], *sleeve(table, back)) for back in backs}) == len(
        {tuple(sleeve(table, back)) for back in backs})


def test_every_card_is_in_exactly_one_zone_and_has_one_face(played: Played) -> None:
    for table in played.positions:
        check_cards(table)


def test_cells_of_a_zone_stay_as_many_as_they_are(played: Played) -> None:
    for table in played.positions:
        for zone in played.game.zones:
            for owner in range(1 if zone.shared else table.sides):
                assert not zone.cells or len(zone.of(table, owner)) == zone.cells


def test_a_mark_is_only_where_it_stays_and_one_for_all_eyes_only_on_cards_that_all_know(played: Played) -> None:
    for table in played.positions:
        for mark in played.game.marks:
            for key in mark.carried(table) if mark.places else []:
                back = key if mark.on_back else table.face.index(Face(key))
                assert any(table.where(back)[0] in place for place in mark.places), mark.name
                if mark.is_for_all and not mark.on_back:
                    assert all(table.knows(row, back) for row in range(table.sides + 1)), mark.name


def test_what_a_side_thinks_possible_holds_the_truth_and_all_that_it_sees(played: Played) -> None:
    """The true face is always possible; what lies open is known; backs in another's hand are all alike."""
    for table in played.positions:
        check_knowledge(table)


def check_alike(table: Table, change: Callable[..., object], *how: object) -> None:
    """A table is changed in the same way whether somebody listens or not."""
    heard, unheard = table.clone(), table.clone()
    heard.log = []
    assert change(heard, *how) == change(unheard, *how)
    assert heard.zones == unheard.zones
    assert heard.face == unheard.face
    assert heard.knowers == unheard.knowers
    assert heard.marks == unheard.marks
    assert heard.may_be == unheard.may_be


def test_cards_of_a_zone_move_alike_whether_somebody_listens_or_not(played: Played) -> None:
    """Only if nobody listens do they move as one."""
    rng = Random(f"{played.case}")
    for table in [played.positions[at] for at in played.some(12)]:
        plain = [zone for zone in played.game.zones if not zone.cells]
        for source, owner, backs in places(table):
            target = rng.choice([zone for zone in plain if zone is not source])
            if backs and not source.cells:
                some = rng.sample([table.face[back] for back in backs], rng.randint(1, len(backs)))
                check_alike(table, Table.move_all, source, target, owner)
                check_alike(table, Table.move_each, some, source, target, owner)


def test_cards_are_dealt_alike_whether_somebody_listens_or_not(played: Played) -> None:
    """Only if nobody listens does each hand get them at once."""
    for table in [played.positions[at] for at in played.some(6)]:
        piles = [zone for zone in played.game.zones if zone.shared and not zone.mixed and not zone.cells]
        for pile in piles:
            for hand in [zone for zone in played.game.zones if not zone.shared and not zone.cells]:
                for count in {1, len(pile.of(table)) // table.sides} - {0}:
                    if len(pile.of(table)) >= count * table.sides:
                        check_alike(table, Table.deal, count, pile, hand)


def test_cards_are_drawn_alike_whether_somebody_listens_or_not(played: Played) -> None:
    """Only if nobody listens do they come as one; where the game has a word on each, they are not drawn so."""
    game = played.game
    if not game.greets[game.words.hand.number]:
        for table in [played.positions[at] for at in played.some(6)]:
            for side in range(table.sides):
                for count in (1, 2, 7):
                    check_alike(table, Table.draw_all, side, count)


def test_all_cards_of_a_zone_are_shown_alike_whether_somebody_listens_or_not(played: Played) -> None:
    for table in [played.positions[at] for at in played.some(6)]:
        for zone, owner, _ in places(table):
            if not zone.cells:
                for side in (ANYBODY, owner, (owner + 1) % table.sides):
                    check_alike(table, Table.show_all_in, zone, owner, side)


def test_for_who_knows_a_card_no_other_is_possible(played: Played) -> None:
    for table in played.positions[::4]:
        for side, row in enumerate(table.may_be):
            for back, faces in enumerate(row):
                assert not table.knows(side, back) or faces == BIT[table.face[back]]


def test_what_everybody_knows_every_side_knows(played: Played) -> None:
    for table in played.positions:
        for back in range(table.cards):
            if table.knows(table.sides, back):
                assert all(table.knows(side, back) for side in range(table.sides))


def test_a_side_thinks_possible_no_more_than_everybody_does(played: Played) -> None:
    """But for cards that the side sees, of which it need not think that they may be elsewhere."""
    for table in played.positions:
        *rows, common = table.may_be
        for row in rows:
            seen = sum({BIT[number] for faces, number in zip(row, table.face, strict=True) if faces == BIT[number]})
            for mine, all_know in zip(row, common, strict=True):
                assert not mine & ~seen & ~all_know


def test_nobody_knows_a_freshly_shuffled_pile(played: Played) -> None:
    for at in played.some(20):
        shuffled = played.positions[at].clone()
        deck = played.game.words.deck
        known = [sorted(shuffled.face[back] for back in deck.of(shuffled))]
        shuffled.shuffle(deck)
        backs = deck.of(shuffled)
        assert sorted(shuffled.face[back] for back in backs) == known[0]
        for side, row in enumerate(shuffled.may_be):
            assert are_alike(shuffled, row, backs)
            for back in backs:
                if [sleeve(shuffled, other) for other in backs].count(sleeve(shuffled, back)) > 1:
                    assert not shuffled.knows(side, back)


def test_everybody_still_knows_which_cards_were_shuffled_if_they_lay_open(played: Played) -> None:
    """The discard becomes the deck: nobody thinks that one of its cards is in a hand dealt before."""
    words = played.game.words
    for at in played.some(12):
        table = played.positions[at].clone()
        if len(words.deck.of(table)) + len(words.discard.of(table)) < 2:
            continue
        gone = [table.face[back] for back in words.discard.of(table)]
        table.put_back(words.deck, words.discard, 0)
        for side, row in enumerate(table.may_be):
            hidden = [number for number in gone if not knows_face(table, side, number)]  # not one alone in its sleeve
            for back in range(table.cards):
                if back not in words.deck.of(table):
                    assert not any(row[back] & BIT[number] for number in hidden)


def test_what_a_view_remembers_is_true(played: Played) -> None:
    for at in played.some(12):
        table = played.positions[at]
        for side in range(table.sides + 1):
            view = View(table, side)
            for zone, owner, backs in places(table):
                there = {table.face[back] for back in backs}
                assert set(view.remembered(zone, owner)) <= there
                assert set(view.known(zone, owner)) <= there
                if sees_into(table, zone, owner, side):
                    assert set(view.known(zone, owner)) == there


def test_a_view_shows_the_faces_that_the_side_knows_and_no_other(played: Played) -> None:
    for at in played.some(12):
        table = played.positions[at]
        for side in range(table.sides + 1):
            view = View(table, side)
            for back, faces in enumerate(table.row(side)):
                assert view.faces[back] == (table.face[back] if faces.bit_count() == 1 else UNKNOWN)
                assert faces.bit_count() == 1 or not table.knows(side, back)


def test_what_is_known_holds_in_imagined_tables_too(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(8):
        table = played.positions[at]
        for side in range(table.sides + 1):
            world = imagined(View(table, side), rng)
            check_cards(world)
            check_knowledge(world)


def test_an_event_names_a_card_only_to_those_who_may_see_it(played: Played) -> None:
    """Judged anew from the places alone, so that the table's own bookkeeping is not its own judge."""
    for at in played.some(40):
        before, after = played.positions[at], played.positions[at].clone()
        events = act(after, *played.actions[at], 0).events
        for side in range(before.sides + 1):
            for event, is_right in zip(events, rightly_seen(events, side, before, after), strict=True):
                if isinstance(event, Moved | Shown) and event.eyes >> side & 1:
                    assert is_right, event.told(side, played.game.voice([]))


def test_whoever_comes_to_see_a_card_is_told_of_it(played: Played) -> None:
    """A move into an open place, or into the own hand, is told with the card."""
    for at in played.some(40):
        after = played.positions[at].clone()
        named = {zone.place(owner): (zone, owner) for zone, owner, _ in places(after)}
        for event in act(after, *played.actions[at], 0).events:
            if isinstance(event, Moved):
                zone, owner = named[event.target]
                for side in range(after.sides + 1):
                    if sees_into(after, zone, owner, side):
                        assert event.eyes >> side & 1
                if zone.seen_by == EVERYBODY:
                    assert event.eyes == (2 << after.sides) - 1


def test_no_word_names_a_card_to_a_side_that_may_not_know_it(played: Played) -> None:
    """In all that is told of an action, and in the action itself as a side may read it."""
    for at in played.some(40, 7):
        before = played.positions[at]
        for side in range(before.sides + 1):
            after = before.clone()
            step = act(after, *played.actions[at], side)
            allowed = {code(table.face[back]) for table in (before, after) for back in range(table.cards)
                       if table.knows(side, back)}
            for event, is_right in zip(step.events, rightly_seen(step.events, side, before, after), strict=True):
                if is_right and isinstance(event, Moved | Shown):
                    allowed.add(code(event.face))
            allowed |= {code(face) for face in before.chain}  # whose texts are carried out: all heard that
            for tally in played.game.tallies:
                if tally.name == "last text":  # all heard it, wherever the card is now
                    allowed |= {code(number - 1) for number in tally.of(before) if number}
            for words in step.told[1:]:
                if " declares " not in words:  # what a wild card stands for is no card
                    assert cards_in(words) <= allowed, words


# Marks

def test_a_mark_lies_only_on_cards_that_are_where_it_stays(played: Played) -> None:
    for table in played.positions:
        for mark in played.game.marks:
            if mark.places and not mark.on_back and any(mark.get(table, number) for number in range(table.cards)):
                for zone, owner, backs in places(table):
                    if not any(zone in place for place in mark.places):
                        assert not any(mark.get(table, table.face[back]) for back in backs), zone.place(owner)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_mark_stays_on_a_card_within_its_places_and_falls_off_when_it_leaves_them(family: str) -> None:
    game = game_of(family, 0)
    for mark in game.marks:
        lying = [zone for zone in game.zones if not mark.places or any(zone in place for place in mark.places)]
        for source in lying:
            for target in game.zones:
                table = game.start(2, 1)
                number = next(n for n in range(table.cards) if not table.game.cards[n].is_wild)
                back = Back(table.face.index(Face(number)))
                zone, owner, _ = table.where(back)
                back = table.move(back, zone, source, owner, to=0, at=0 if source.cells else -1, quiet=True)
                mark.put(table, mark.key(table, back), 5)
                back = table.move(back, source, target, 0, at=target.cells - 1, quiet=True)  # the last cell, or on top
                stays = not mark.places or any(source in place and target in place for place in mark.places)
                kept = mark.get(table, mark.key(table, back))
                assert kept == (5 if stays else 0), f"{mark.name}: {source.name} to {target.name}"


def test_nobody_learns_from_a_mark_whether_its_card_has_left_a_hand() -> None:
    """Two cards were shown in a hand, one of them changed; one leaves unseen for the deck, where changes end."""
    views = []
    for leaving in ("5K", "6K"):
        table = set_up(game_of("grid poker", 0), """
            grid poker, 2 seats
            hand 1: 9S
            hand 2: 5K 6K 7K
            deck: 1V 2V
            mark value: 5K=15
            play: commitments""")
        for card in ("5K", "6K"):
            table.show(table.find(face(card), HAND, 1))
        assert View(table, 0).mark(VALUE, face("5K")) == 15
        table.move(table.find(face(leaving), HAND, 1), HAND, DECK, 1, at=0)
        views.append(gets(table, 0))
    check_same(views[0], views[1])


def test_what_all_learn_of_cards_that_were_just_mixed_is_noted_with_the_mixing() -> None:
    """Whether somebody looked in between or not, everybody knows the same then."""
    table = set_up(game_of("grid poker", 0), """
        grid poker, 2 seats
        hand 1: 9S 8S
        hand 2: 5K 6K 7K
        deck: 1V 2V 3V
        everybody knows: 3V
        play: commitments""")
    back = table.move(table.find(face("1V"), DECK), DECK, HAND, 1)
    looked = table.clone()
    looked.known()
    mixings = []
    for each in (table, looked):
        each.rule_out_all(HAND.of(each, 1), BIT[face("2V")] | BIT[face("7K")])
        assert each.mixing is not None
        mixings.append(each.mixing.number)
    assert mixings == [1, 1], "the one that was looked at has worked out those before"
    assert table.may_be == looked.may_be
    assert not table.may_be[0][back] & BIT[face("2V")]
    assert table.may_be[0][back] & BIT[face("6K")]


def test_a_long_chain_of_mixings_can_be_thrown_away() -> None:
    """Compiled, this needs the care of the collector: see `LIGHT` in tools/compile.py."""
    for _ in range(300):
        last: Mixing | None = None
        for _ in range(MANY_MIXINGS):
            last = Mixing(last, 1, [1, 2, 3], 3)
        branches = [Mixing(last, 1, [1], 1) for _ in range(2)]
        del last
        others = [Mixing(None, 1, [number], 1) for number in range(5)]
        del branches
        others += [Mixing(None, 1, [number], 1) for number in range(5)]
        assert [other.cards for other in others] == [[number] for _ in range(2) for number in range(5)]
