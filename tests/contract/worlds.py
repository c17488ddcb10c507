"""All that a side gets from a table, and tables that a side should not be able to tell from one another."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from random import Random
from typing import NamedTuple

from techdeck.actions import read_choice, write_action
from techdeck.cards import Back, Face
from techdeck.events import Event, Moved, Shown, Shuffled, Voice
from techdeck.knowledge import Knowledge
from techdeck.storage import Stored, store
from techdeck.table import EMPTY, EVERYBODY, OWNER, Choice, Game, IllegalAction, Table, Zone
from techdeck.views import View

SEATS = ["Ada", "Ben", "Cem", "Dee", "Eli", "Fay"]
NONSENSE: Sequence[Choice] = (-7, 999, 1 << 70, "nonsense", "", "pass?")
UNCLEAR = ("nonsense", "", "?", "??", "1", "r", "for")


def snapshot(table: Table) -> Stored:
    """The whole truth of a table, as it comes back from a file."""
    stored: Stored = json.loads(json.dumps(store(table)))
    return stored


def voice_of(table: Table) -> Voice:
    return table.game.voice(SEATS)


def places(table: Table) -> Iterator[tuple[Zone, int, list[Back]]]:
    """Every zone with its owner and the cards in it."""
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            yield zone, owner, [back for back in zone.of(table, owner) if back != EMPTY]


def sees_into(table: Table, zone: Zone, owner: int, side: int) -> bool:
    if zone.seen_by == OWNER and owner != side:
        return zone.name == "hand" and are_open_partners(table, owner, side)
    return zone.seen_by in (EVERYBODY, OWNER)


def are_open_partners(table: Table, one: int, other: int) -> bool:
    """Whether two sides show each other their hands [GI-V5]."""
    options = table.game.options
    return (bool(options.get("team_open_hands") and options.get("teams_4p")) and table.sides == 4
            and max(one, other) < 4 and abs(one - other) == 2)


def sleeve(table: Table, back: int) -> list[int]:
    """What tells a back from others for all eyes, wherever it lies."""
    return [mark.get(table, back) for mark in table.game.marks if mark.on_back and not mark.places]


def seats_of(table: Table, side: int) -> list[int]:
    return table.members[side] if side < table.sides else []


# What a side gets.

def offers(table: Table, side: int, most: int = 40) -> list[str]:
    """In writing, what the side may choose; of a longer list than `most` every so many."""
    found = []
    for decision in table.pending:
        if decision.seat in seats_of(table, side):
            step = 1 + len(decision) // most
            found += [write_action(table, decision.seat, choice) for choice in islice(decision, 0, None, step)]
    return found


def refusals(table: Table, side: int) -> list[str]:
    """What the side hears when it tries what is not allowed, or not clear."""
    heard = []
    for seat in seats_of(table, side):
        for choice in NONSENSE:
            try:
                table.act(seat, choice)
                heard.append("done")
            except IllegalAction as error:
                heard.append(str(error))
        for text in UNCLEAR:
            try:
                heard.append(repr(read_choice(table, seat, text)))
            except IllegalAction as error:
                heard.append(str(error))
    return heard


def gets(table: Table, side: int) -> list[str]:
    """Every byte that a side gets from a table: the view, as value and as JSON, what it may do, what is refused."""
    view = View(table, side)
    return [
        *[f"{number}: {part!r}" for number, part in enumerate(view.everything())], json.dumps(view.as_json()),
        *offers(table, side), "refused:", *refusals(table, side),
    ]


def glances(table: Table, side: int) -> list[str]:
    """The most of that, for many tables in a row."""
    asked = [write_action(table, decision.seat, next(iter(decision))) for decision in table.pending
             if decision.seat in seats_of(table, side)]
    return [*[f"{number}: {part!r}" for number, part in enumerate(View(table, side).everything())], *asked]


def check_same(one: Sequence[str], other: Sequence[str], note: str = "") -> None:
    """Fail with the first difference between two lists of lines, in a few words."""
    for mine, theirs in zip_longest(one, other, fillvalue="nothing"):
        if mine != theirs:
            at = next((at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
            first, second = [line[max(0, at - 60):at + 60] for line in (mine, theirs)]
            raise AssertionError(f"{note}: ...{first}... is not ...{second}...")


class Step(NamedTuple):
    """What happened, and what a side was told of it."""

    events: list[Event]
    told: list[str]


def act(table: Table, seat: int, choice: Choice, side: int) -> Step:
    """Do it, and say what a side gets of it: the action as it may read it, and every event."""
    read = write_action(table, seat, choice, side)
    table.log = []
    try:
        table.act(seat, choice)
        events = table.log
    finally:
        table.log = None
    return Step(events, [read, *[json.dumps(event.told(side, voice_of(table))) for event in events]])


def rightly_seen(events: Sequence[Event], side: int, before: Table, after: Table) -> list[bool]:
    """For each event whether a side may be told its card, judged by places alone: where it came from and went.

    What was seen before in the same act is followed until it is lost from sight, in a hand or by shuffling.
    """
    named = {zone.place(owner): (zone, owner) for zone, owner, _ in places(before)}
    followed: set[int] = set()
    judged = []
    for event in events:
        if isinstance(event, Shuffled):
            followed.clear()
        if not isinstance(event, Moved | Shown):
            judged.append(False)
            continue
        zone, owner = named[event.target if isinstance(event, Moved) else event.place]
        if isinstance(event, Moved):
            seen = sees_into(before, zone, owner, side) or sees_into(before, *named[event.source], side)
        else:
            seen = event.to_all or event.side == side or sees_into(before, zone, owner, side)
        known = any(knows_face(table, side, event.face) for table in (before, after))
        judged.append(seen or known or event.face in followed)
        if zone.mixed and not sees_into(before, zone, owner, side):
            followed.discard(event.face)
        elif judged[-1]:
            followed.add(event.face)
    return judged


def cards_in(line: str) -> set[str]:
    """The cards that are named in a text."""
    return set(re.findall(r"\b(?:(?:1[0-3]|[1-9])[KSTV]|W[12])\b(?:'[4-9]|'*)", line))


def knows_face(table: Table, side: int, face: int) -> bool:
    return table.knows(side, table.face.index(Face(face)))


# Worlds.

def swapped(faces: int, x: int, y: int) -> int:
    """A set of faces with two of them exchanged."""
    if (faces >> x & 1) != (faces >> y & 1):
        faces ^= 1 << x | 1 << y
    return faces


def are_alike(table: Table, side: int, x: int, y: int) -> bool:
    """Whether two cards are the same to a side: neither known, and each may be wherever the other may."""
    if knows_face(table, side, x) or knows_face(table, side, y):
        return False
    if any(mark.get(table, x) != mark.get(table, y) for mark in table.game.marks if not mark.on_back):
        return False
    if not all(faces == swapped(faces, x, y) for row in (side, table.sides) for faces in table.row(row)):
        return False
    return table.game.fit is None or fits(exchanged(table, x, y), side)


def fits(world: Table, side: int) -> bool:
    """Whether a table agrees with all that a side knows beyond sets: then the game leaves it as it is."""
    before = world.face[:]
    return world.game.fit is None or (world.game.fit(world, side, Random(0)) and world.face == before)


def exchanged(table: Table, x: int, y: int) -> Table:
    """The same table, in which two cards lie in each other's place."""
    world = table.clone()
    one, other = table.face.index(Face(x)), table.face.index(Face(y))
    world.face[one], world.face[other] = Face(y), Face(x)
    return world


def relabelled(table: Table, side: int, x: int, y: int) -> Table:
    """The same table with two cards exchanged that are alike to a side; those who know them know the others."""
    world = exchanged(table, x, y)
    known = world.known()
    world.knowledge = Knowledge(known.groups, [
        sets if row in (side, table.sides) else [swapped(faces, x, y) for faces in sets]
        for row, sets in enumerate(known.sets)])
    ask_again(world)
    return world


def reordered(table: Table, zone: Zone, owner: int, rng: Random) -> Table:
    """The same table after the owner of a mixed zone has changed the order of its cards, out of sight.

    All but those already chosen in a step of the effect under way, which are noted by their backs.  Of cards in
    different sleeves, some in the same.
    """
    world = table.clone()
    noted = {number for frame in table.agenda for number in (frame.it, frame.that)} | set(table.tallies)
    backs = [back for back in zone.of(world, owner) if back not in noted]
    if backs:
        chosen = sleeve(table, rng.choice(backs))
        backs = [back for back in backs if sleeve(table, back) == chosen]
    order = backs[:]
    rng.shuffle(order)
    old = world.known()
    groups = [row[:] for row in old.groups]
    for target, source in zip(backs, order, strict=True):
        world.face[target] = table.face[source]
        world.knowers[target] = table.knowers[source]
        for row, of_row in enumerate(groups):
            of_row[target] = old.groups[row][source]
    world.knowledge = Knowledge(groups, old.sets)
    ask_again(world)
    return world


def lists_of(table: Table) -> list[list[object]]:
    """All lists that a table holds, and those in them; whether it is compiled or not."""
    table.known()  # looking makes new lists
    found: list[list[object]] = []
    for name in dir(table):
        is_held = not name.startswith("_") and name not in ("agenda", "may_be", "members")  # two are made anew
        value = getattr(table, name) if is_held else None
        if isinstance(value, list):
            found += [value, *[part for part in value if isinstance(part, list)]]
    return found


def ask_again(table: Table) -> None:
    if table.agenda and table.pending:
        table.pending = table.agenda[-1].rule.decisions(table, table.agenda[-1])


def start_relabelled(game: Game, seats: int, seed: int, x: int, y: int) -> Table:
    """The same game from the same box, in which two cards lie in each other's place."""
    table = game.bare(seats, seed)
    one, other = table.face.index(Face(x)), table.face.index(Face(y))
    table.face[one], table.face[other] = Face(y), Face(x)
    table.then(game.rules, table.first)
    table.go_on()
    return table
