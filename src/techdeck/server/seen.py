"""A table as it goes over the wire, and what changed between two moments.

Most of what lies on a table looks the same to everybody, apart from the faces: it is worked out once for all.
"""

from typing import Final

from techdeck.actions import write_choice
from techdeck.cards import code
from techdeck.server.wire import Option, Question, Seen
from techdeck.table import CARD_SETS, CARDS, EMPTY, PASS, Choice, Decision, NoChoice, SomeCards, Table, unpack
from techdeck.views import UNKNOWN, View

MOST_OPTIONS: Final = 400  # that are listed; where more can be chosen, the question says so
Part = dict[str, object]


class Sight:
    """What is to be seen at one moment.

    A side's part is worked out when it is first asked for, which must be before anything else happens at the table.
    """

    def __init__(self, table: Table, turns: list[int]) -> None:
        self._table: Final = table
        self._turns: Final = turns  # the numbers of the questions, by seat
        self.common: Final = _common(table)
        self._own: Final[dict[int, Part]] = {}

    def own(self, side: int) -> Part:
        """What only a side sees, or sees in its own way."""
        if side not in self._own:
            self._own[side] = _own(self._table, side, self._turns)
        return self._own[side]

    def seen(self, side: int) -> Seen:
        return Seen(side=side, **self.common, **self.own(side))  # type: ignore[arg-type]

    def has(self, side: int) -> bool:
        return side in self._own


class Changes:
    """What clients must be told to have one moment after another: see `wire.Update`."""

    def __init__(self, before: Sight, after: Sight) -> None:
        self._before: Final = before
        self._after: Final = after
        self._common: Final = _changes(before.common, after.common)
        self._by_side: Final[dict[int, Part]] = {}

    def of(self, side: int) -> Part:
        if side not in self._by_side:
            own = _changes(self._before.own(side), self._after.own(side))
            self._by_side[side] = {**self._common, **own} if own else self._common
        return self._by_side[side]


def _common(table: Table) -> Part:
    game = table.game
    places: dict[str, list[int]] = {}
    for zone in game.zones:
        for owner in range(1 if zone.shared else table.sides):
            places[zone.place(owner)] = [*zone.of(table, owner)]
    return {
        "members": table.members, "first": table.first, "captain": table.captain[:], "phase": game.phase(table),
        "places": places,
        "tallies": {tally.name: tally.of(table) if not tally.shared else [tally.get(table)] for tally in game.tallies},
        "awaited": sorted(decision.seat for decision in table.pending), "chain": [code(face) for face in table.chain],
    }


def _own(table: Table, side: int, turns: list[int]) -> Part:
    view = View(table, side)
    remembered: dict[str, list[str]] = {}
    for zone, owner, backs in view.places():
        if zone.mixed and any(back != EMPTY and view.faces[back] == UNKNOWN for back in backs):
            cards = view.remembered(zone, owner)
            if cards:
                remembered[zone.place(owner)] = [code(face) for face in cards]
    marks: dict[str, dict[str, int]] = {}
    cards_in_play = len(view.faces)
    for at, number in enumerate(view.marks):
        if number:
            mark = view.game.marks[at // cards_in_play]
            key = at % cards_in_play
            marks.setdefault(mark.name, {})[str(key) if mark.on_back else code(key)] = number
    return {
        "faces": {back: code(face) for back, face in enumerate(view.faces) if face != UNKNOWN},
        "remembered": remembered, "marks": marks,
        "slates": {slate.name: view.lines(slate) for slate in view.game.slates},
        "asked": [_question(table, decision, turns) for decision in view.asked],
    }


def _question(table: Table, decision: Decision, turns: list[int]) -> Question:
    prompt = table.game.manners.prompts.get(decision.verb, f"Choose: {decision.verb}.")
    options: list[Option] = []
    is_open = type(decision) not in (Decision, NoChoice)  # a game's own kind of decision takes more than it lists
    for choice in decision:
        if len(options) >= MOST_OPTIONS:
            is_open = True
            break
        options.append(_option(table, decision, choice))
    turn = turns[decision.seat] if turns else 0
    return Question(decision.seat, turn, decision.verb, prompt, options, decision.about, is_open)


def _option(table: Table, decision: Decision, choice: Choice) -> Option:
    cards: list[int] = []
    if isinstance(choice, int) and choice != PASS:
        if decision.kind is CARDS:
            cards = [choice]
        elif decision.kind is CARD_SETS or isinstance(decision, SomeCards):
            cards = [*unpack(choice)]
    return Option(write_choice(table, decision, choice), cards)


def _changes(before: Part, after: Part) -> Part:
    """The parts that differ; of those with entries, only the entries that do, and null for one that is gone."""
    found: Part = {}
    for name, now in after.items():
        was = before[name]
        if now == was:
            continue
        if isinstance(now, dict) and isinstance(was, dict):
            found[name] = {
                **{key: value for key, value in now.items() if key not in was or was[key] != value},
                **{key: None for key in was if key not in now},
            }
        else:
            found[name] = now
    return found
