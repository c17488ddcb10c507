"""A table as plain JSON, at any moment, and back: play goes on as if nothing had happened."""

from collections.abc import Mapping
from typing import Any

from techdeck.cards import Back, Face
from techdeck.knowledge import Knowledge, grouped
from techdeck.table import Frame, Game, Table, stacked

Stored = dict[str, Any]  # plain JSON
Options = dict[str, object]


class StaleRecord(ValueError):
    """What was stored does not fit the rules as they are now."""


def completed(options: Mapping[str, object], version: int, later: Mapping[int, Mapping[str, object]]) -> Options:
    """The options of a game that was begun by some version of the rules, with those that came later."""
    unknown_then = {name: value for came, added in later.items() if came > version for name, value in added.items()}
    return {**unknown_then, **options}


def check_rules(game: Game, name: str, version: int, options: Mapping[str, object]) -> None:
    """:raises StaleRecord: if something was played neither by these rules nor by older ones that they contain."""
    if name != game.name:
        raise StaleRecord(f"This is a game of {name}, not of {game.name}.")
    if not 1 <= version <= game.version:
        raise StaleRecord(
            f"This was played by version {version} of the rules of {name}; these are version {game.version}.")
    known = completed(options, version, game.later)
    if known != game.options:
        differing = sorted(key for key in {*known, *game.options} if known.get(key) != game.options.get(key))
        raise StaleRecord(f"This was played with other options than these: {', '.join(differing)}.")


def store(table: Table) -> Stored:
    """What is asked is not stored: the innermost rule says it again."""
    known = grouped(table.may_be)
    return {
        "game": table.game.name, "version": table.game.version, "options": dict(table.game.options),
        "members": [seats[:] for seats in table.members], "seed": table.seed.hex(), "chances": table.chances,
        "first": table.first, "captain": table.captain[:], "face": list(table.face),
        "knowers": table.knowers[:], "groups": [row[:] for row in known.groups],
        "sets": [[f"{faces:x}" for faces in row] for row in known.sets],
        "zones": [list(zone) for zone in table.zones], "tallies": table.tallies[:], "marks": table.marks[:],
        "slates": [slate[:] for slate in table.slates], "sealed": [choices[:] for choices in table.sealed],
        "chain": list(table.chain), "asking": bool(table.pending),
        "agenda": [[table.game.names[f.rule], f.side, f.at, f.it, f.that] for f in table.agenda],
    }


def restore(game: Game, stored: Stored) -> Table:
    """:raises StaleRecord: if the rules have changed too much since."""
    check_rules(game, stored["game"], stored["version"], stored["options"])
    rules = {name: rule for rule, name in game.names.items()}
    missing = [name for name, *_ in stored["agenda"] if name not in rules]
    if missing:
        raise StaleRecord(f"The rules of {game.name} have no part {', '.join(missing)} any more.")
    frame = stacked([Frame(rules[name], side, at, it, that) for name, side, at, it, that in stored["agenda"]])
    table = Table(
        game, [list(seats) for seats in stored["members"]], bytes.fromhex(stored["seed"]), stored["chances"],
        stored["first"], stored["captain"][:], [Face(face) for face in stored["face"]],
        stored["knowers"][:], Knowledge(
            [row[:] for row in stored["groups"]], [[int(faces, 16) for faces in row] for row in stored["sets"]]), None,
        [[Back(back) for back in zone] for zone in stored["zones"]], stored["tallies"][:], stored["marks"][:],
        [slate[:] for slate in stored["slates"]], [choices[:] for choices in stored["sealed"]],
        [Face(face) for face in stored["chain"]], frame, [],
    )
    if stored["asking"] and frame is not None:
        table.pending = frame.rule.decisions(table, frame)
    return table
