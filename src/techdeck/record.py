"""Records: a played game as one readable file, from which it can be played again.

A record is TOML: the game and its rules' version, options, who sat where, the seed and its commitment, and every
action as a short line.  Notes may be added, and what the seed was made of, so that the deal can be checked.  The
format is described in docs/records.md.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from techdeck.actions import read_action, write_action
from techdeck.chance import commitment, seed_of
from techdeck.events import Passed
from techdeck.storage import check_rules
from techdeck.table import PASS, PASS_ON, Game, IllegalAction, Table

FORMAT: Final = 1


class BadRecord(ValueError):
    """What was read is no record, or not one that can be used."""


@dataclass
class Note:
    """Something a person wrote about a moment of the game: after so many actions."""

    at: int
    text: str
    by: str = ""


@dataclass
class Deal:
    """What the seed was made of, on a server that promised its part before anybody else added theirs."""

    commitment: str  # the promise: what was shown before the deal
    secret: str  # the server's part
    salts: list[str]  # by seat, what the players added


@dataclass
class Record:
    """A game from its deal to its last action."""

    game: str
    version: int
    options: dict[str, object]
    seats: list[str]  # names; as many as there are seats
    seed: bytes
    actions: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    result: list[int] = field(default_factory=list)  # final scores by side, once the game is over
    deal: Deal | None = None


def begin(game: Game, seats: Sequence[str], seed: int | str | bytes) -> Record:
    return Record(game.name, game.version, dict(game.options), list(seats), seed_of(seed))


def replay(game: Game, record: Record, *, listen: bool = False) -> Iterator[tuple[Table, str]]:
    """The table at each moment, with the action that is done next; at last with none.

    The table is one and the same; clone it to keep it.  Whoever listens finds in its log what happened since the deal.

    :raises StaleRecord: if it was not played by the rules of this game.
    :raises BadRecord: if an action does not fit; all before it have been given.
    """
    check_rules(game, record.game, record.version, record.options)
    table = game.start(len(record.seats), record.seed, listen=listen)
    for number, action in enumerate(record.actions, 1):
        try:
            seat, choice = read_action(table, action)
        except IllegalAction as error:
            raise BadRecord(f"The record does not fit the rules at action {number}: {error}") from None
        yield table, action
        table.act(seat, choice)
    yield table, ""


def export_for(game: Game, record: Record, side: int) -> str:
    """The record as one side saw the game: `??` for cards it did not know, and no seed.

    A pass stands where it was heard, whether a player or the rules made it.  What others have chosen in secret, and
    is sealed at the end of the record, is left out.
    """
    actions: list[str] = []
    sealed: list[int] = []  # the lines of others' choices that are not open yet
    asked: Table | None = None
    done = ""
    for table, action in replay(game, record, listen=True):
        if asked is not None:
            seat, choice = read_action(asked, done)
            own = asked.members[side] if side < asked.sides else []  # somebody who watched has none
            if seat not in own:  # its own actions stay as it wrote them
                _enlighten(asked, table, side)
            if choice not in (PASS, PASS_ON):  # what was heard of it is told below
                if table.sealed[asked.side_of(seat)] and seat not in own:
                    sealed.append(len(actions))
                actions.append(write_action(asked, seat, choice, side))
        for event in table.log or []:
            if isinstance(event, Passed):
                actions.append(f"{event.seat + 1} {event.verb} pass")
        table.log = []
        if not any(table.sealed):
            sealed.clear()
        asked, done = table.clone(), action
    return _written(record, [line for number, line in enumerate(actions) if number not in sealed], side)


def _enlighten(before: Table, after: Table, side: int) -> None:
    """Let a side read the cards of an action as it knew them once it was done."""
    known = {after.face[back] for back in range(after.cards) if after.knows(side, back)}
    for back, face in enumerate(before.face):
        if face in known:
            before.knowers[back] |= 1 << side


def written(record: Record) -> str:
    """The record as text."""
    return _written(record, record.actions, -1)


def _written(record: Record, actions: Sequence[str], side: int) -> str:
    lines = [
        "# A game of the Tech Deck",
        f"format = {FORMAT}",
        f"game = {_toml(record.game)}",
        f"rules = {record.version}",
        f"seats = {_toml(record.seats)}",
        f"seed_commitment = {_toml(commitment(record.seed))}",
    ]
    if side < 0:
        lines.append(f"seed = {_toml(record.seed.hex())}")
    else:
        lines.append(f"seen_by = {side + 1}")
    if record.result:
        lines.append(f"result = {_toml(record.result)}")
    lines += ["actions = [", *[f"  {_toml(action)}," for action in actions], "]", "", "[options]"]
    lines += [f"{name} = {_toml(value)}" for name, value in record.options.items()]
    if record.deal is not None:
        lines += ["", "[deal]", f"commitment = {_toml(record.deal.commitment)}"]
        if side < 0:
            lines += [f"secret = {_toml(record.deal.secret)}", f"salts = {_toml(record.deal.salts)}"]
    for note in record.notes:
        lines += ["", "[[notes]]", f"at = {note.at}", f"by = {_toml(note.by)}", f"text = {_in_lines(note.text)}"]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return '"' + "".join(_escaped(letter) for letter in str(value)) + '"'


def _in_lines(text: str) -> str:
    """A text as people read it: what has several lines is written in several."""
    lines = ["".join(_escaped(letter) for letter in line) for line in text.split("\n")]
    return '"""\n' + "\n".join(lines) + '"""' if len(lines) > 1 else _toml(text)


def _escaped(letter: str) -> str:
    if letter in '\\"':
        return "\\" + letter
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"


def read(text: str, name: str = "This") -> Record:
    """A record from its text; `name` is what it is called in complaints.

    :raises BadRecord: with one sentence, if it is damaged, of another kind, too new, or a seat's own view.
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRecord(f"{name} is not a Tech Deck record, or it is damaged: {error}.") from None
    if "format" not in found or "game" not in found:
        raise BadRecord(f"{name} is not a Tech Deck record: it does not say its format and its game.")
    if type(found["format"]) is not int or found["format"] < 1:
        raise BadRecord(f"{name} is damaged: its format is {found['format']!r}.")
    if found["format"] > FORMAT:
        raise BadRecord(f"{name} was written by a newer Tech Deck, in format {found['format']}; "
                        f"this one reads format {FORMAT}.")
    if "seen_by" in found and "seed" not in found:
        raise BadRecord(f"{name} is a game as one seat saw it; it can be read, but not replayed.")
    record = Record(
        _part(found, name, "game", str), _part(found, name, "rules", int), _part(found, name, "options", dict),
        _list(found, name, "seats", str), _seed(found, name), _list(found, name, "actions", str),
        [_note(note, name) for note in _list({"notes": [], **found}, name, "notes", dict)],
        _list({"result": [], **found}, name, "result", int), _deal(found, name),
    )
    if commitment(record.seed) != _part(found, name, "seed_commitment", str):
        raise BadRecord(f"{name} is damaged: its seed does not fit its commitment.")
    return record


def _part(found: Mapping[str, Any], name: str, key: str, kind: type) -> Any:
    if not isinstance(found.get(key), kind):
        raise BadRecord(f"{name} is damaged: {key!r} is missing or not of the right kind.")
    return found[key]


def _list(found: Mapping[str, Any], name: str, key: str, kind: type) -> list[Any]:
    items = list(_part(found, name, key, list))
    if not all(isinstance(item, kind) for item in items):
        raise BadRecord(f"{name} is damaged: {key!r} holds something of the wrong kind.")
    return items


def _note(found: Mapping[str, Any], name: str) -> Note:
    return Note(_part(found, name, "at", int), _part(found, name, "text", str), str(found.get("by", "")))


def _deal(found: Mapping[str, Any], name: str) -> Deal | None:
    if "deal" not in found:
        return None
    deal: dict[str, Any] = _part(found, name, "deal", dict)
    return Deal(_part(deal, name, "commitment", str), _part(deal, name, "secret", str),
                _list(deal, name, "salts", str))


def _seed(found: Mapping[str, Any], name: str) -> bytes:
    seed = str(_part(found, name, "seed", str))
    try:
        return seed_of(seed)
    except ValueError:
        raise BadRecord(f"{name} is damaged: its seed is not 64 hexadecimal digits.") from None
