"""A table as it goes over the wire, and what changed between two moments.

Most of what lies on a table looks the same to everybody, apart from the faces: it is worked out once for all.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from techdeck.actions import write_choice
from techdeck.cards import code
from techdeck.decklists import PRESETS, DeckList, compact
from techdeck.games.grid_poker import POKER_CARDS
from techdeck.server.wire import Option, Question, Seen
from techdeck.table import (
    CARD_SETS,
    CARDS,
    PASS,
    Choice,
    Decision,
    Game,
    NoChoice,
    Rule,
    SomeCards,
    Table,
    WordKind,
    unpack,
)
from techdeck.views import UNKNOWN, View

MOST_OPTIONS: Final = 400  # that are listed; where more can be chosen, the question says so
WHOLE_DECKS: Final = ("deck ", "group ")  # how the choice of a whole deck begins
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
    zones = table.zones
    places = {name: zones[at][:] for name, at in _places(game, table.sides)}
    return {
        "members": table.members, "first": table.first, "captain": table.captain[:], "phase": game.phase(table),
        "places": places,
        "tallies": {tally.name: tally.of(table) if not tally.shared else [tally.get(table)] for tally in game.tallies},
        "awaited": sorted(decision.seat for decision in table.pending), "chain": _chain(table),
    }


@lru_cache
def _places(game: Game, sides: int) -> list[tuple[str, int]]:
    """What the places of a table are called, and where it has them."""
    return [
        (zone.place(owner), zone.slot if zone.shared else game.shared_zones + zone.slot * sides + owner)
        for zone in game.zones for owner in range(1 if zone.shared else sides)]


def _chain(table: Table) -> list[str]:
    """The cards whose text is being carried out; the rules remember them longer, until the next card is used."""
    if not table.chain:
        return []
    effects = _rules_of_effects(table.game)
    return [code(face) for face in table.chain] if any(frame.rule in effects for frame in table.agenda) else []


@lru_cache
def _rules_of_effects(game: Game) -> frozenset[Rule]:
    return frozenset(rule for rule, name in game.names.items() if name.split("/")[0] in game.effects)


def _own(table: Table, side: int, turns: list[int]) -> Part:
    view = View(table, side)
    remembered: dict[str, list[str]] = {}
    unknown = {back for back, face in enumerate(view.faces) if face == UNKNOWN}
    for zone, owner, backs in view.places():
        if zone.mixed and not unknown.isdisjoint(backs):
            cards = view.remembered(zone, owner)
            if cards:
                remembered[zone.place(owner)] = [code(face) for face in cards]
    marks: dict[str, dict[str, int]] = {}
    cards_in_play = len(view.faces)
    for at, number in enumerate(view.marks if any(view.marks) else ()):
        if number:
            mark = view.game.marks[at // cards_in_play]
            key = at % cards_in_play
            marks.setdefault(mark.name, {})[str(key) if mark.on_back else code(key)] = number
    faces = {back: code(face) for back, face in enumerate(view.faces) if face != UNKNOWN}
    known = {name: back for back, name in faces.items()} if view.asked else {}
    return {
        "faces": faces,
        "remembered": remembered, "marks": marks,
        "slates": {slate.name: view.lines(slate) for slate in view.game.slates},
        "asked": [_question(table, decision, turns, faces, known) for decision in view.asked],
    }


def _question(
    table: Table, decision: Decision, turns: list[int], faces: Mapping[int, str], known: Mapping[str, int],
) -> Question:
    prompt = table.game.manners.prompts.get(decision.verb, f"Choose: {decision.verb}.")
    options: list[Option] = []
    is_open = type(decision) not in (Decision, NoChoice)  # a game's own kind of decision takes more than it lists
    is_plain = type(decision) is Decision and decision.kind is CARDS
    for choice in decision:
        if len(options) >= MOST_OPTIONS:
            is_open = True
            break
        if is_plain and choice in faces:
            options.append(Option(faces[choice], [choice]))  # type: ignore[index, list-item]
        else:
            options.append(_option(table, decision, choice, known))
    turn = turns[decision.seat] if turns else 0
    return Question(decision.seat, turn, decision.verb, prompt, options, decision.about, is_open)


def _option(table: Table, decision: Decision, choice: Choice, known: Mapping[str, int]) -> Option:
    """`known` are the cards that the seat knows, by name."""
    text = write_choice(table, decision, choice)
    if choice == PASS:
        return Option(text)
    if isinstance(choice, int) and decision.kind is CARDS:
        return Option(text, [choice])
    if isinstance(choice, int) and (decision.kind is CARD_SETS or isinstance(decision, SomeCards)):
        return Option(text, [*unpack(choice)])
    if text in _presets():
        return Option(text, [], _presets()[text])
    if isinstance(decision.kind, WordKind) or decision.kind is POKER_CARDS or text.startswith(WHOLE_DECKS):
        return Option(text)  # a poker card is a name, whoever has the card of that name; and a deck is not dealt yet
    return Option(text, [known[word] for word in text.replace(",", " ").split() if word in known])


@cache
def _presets() -> dict[str, str]:
    """By what is chosen, a deck that is ready to be brought: its name, and its plan."""
    found: dict[str, str] = {}
    for name, preset in PRESETS.items():
        for text in (name, compact(preset.cards), compact(DeckList(preset.cards.deck))):
            found.setdefault(text, f"{name}: {preset.strategy}")
    return found


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
