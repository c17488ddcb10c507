"""A table as it goes over the wire, and what changed between two moments.

Most of what lies on a table looks the same to everybody, apart from the faces: it is worked out once for all.
"""

from functools import cache, lru_cache
from typing import Any, Final, cast

from techdeck.aids import aid_of
from techdeck.cards import LETTERS, code
from techdeck.decklists import PRESETS, DeckList, compact
from techdeck.reasons import reasons
from techdeck.server.wire import Counts, Option, PlaceShown, Question, Seen, part
from techdeck.table import (
    CARD_TEXT,
    CARDS,
    EVERYBODY,
    PASS,
    PASS_ON,
    Choice,
    Decision,
    Game,
    NoChoice,
    SomeCards,
    Table,
)
from techdeck.views import UNKNOWN, View, faces_in

MOST_OPTIONS: Final = 400  # that are listed; where more can be chosen, the question says so
Part = dict[str, object]


class Own:
    """What only one side sees of a moment, or sees in its own way.

    Whoever was asked a moment before, and is still asked that, has the same question: it need not be written again.
    """

    def __init__(self, table: Table, side: int, turns: list[int], layout: "Layout", last: "Own | None") -> None:
        view = View(table, side)
        self.faces: Final = view.faces  # by back
        self._turns: Final = turns
        self._asked: Final = view.asked
        surely = view.surely_among(layout.mixed)
        self.rest: Final[Part] = {
            "remembered": {layout.places[at]: [code(face) for face in faces_in(cards)] for at, cards in surely.items()},
            "marks": _marks(view),
            "slates": {slate.name: view.lines(slate) for slate in view.game.slates},
            "changed": _changed(view),
            "aid": aid_of(view),
            "asked": last.rest["asked"] if last and self._is_asked_as(last) else _questions(table, view, turns),
        }

    def _is_asked_as(self, last: "Own") -> bool:
        """Whether every question is the same as a moment before, and its cards are called the same."""
        if len(self._asked) != len(last._asked):
            return False
        for now, was in zip(self._asked, last._asked, strict=True):
            if now is not was or self._turns[now.seat] != last._turns[was.seat]:
                return False
        return not self._asked or self.faces == last.faces


class Sight:
    """What is to be seen at one moment.

    A side's part is worked out when it is first asked for, which must be before anything else happens at the table.
    Most of it stays as it was from one moment to the next, so that it is kept by number, and only what is told gets
    its name.
    """

    def __init__(self, table: Table, turns: list[int]) -> None:
        self._table: Final = table
        self._turns: Final = turns  # the numbers of the questions, by seat
        self._own: Final[dict[int, Own]] = {}
        self.layout: Final = _layout(table.game, table.sides)
        self.zones: Final = table.lend_zones()
        self.tallies: Final = table.tallies[:]
        self.rest: Final[Part] = {
            "members": table.members, "first": table.first, "captain": table.captain[:],
            "phase": table.game.phase(table), "awaited": table.awaited(),
            "chain": _chain(table),
        }

    def own(self, side: int, last: Own | None = None) -> Own:
        """`last` is what that side saw a moment before, if that is known."""
        if side not in self._own:
            self._own[side] = Own(self._table, side, self._turns, self.layout, last)
        return self._own[side]

    def seen(self, side: int) -> Seen:
        own = self.own(side)
        places: dict[str, list[int]] = {name: [*self.zones[at]] for at, name in self.layout.places.items()}
        tallies = {name: self.tallies[start:end] for name, start, end in self.layout.tallies}
        faces = {back: code(face) for back, face in enumerate(own.faces) if face != UNKNOWN}
        rest: dict[str, Any] = {**self.rest, **own.rest}
        return Seen(side=side, places=places, tallies=tallies, faces=faces, zones=self.layout.zones, **rest)

    def has(self, side: int) -> bool:
        return side in self._own


class Changes:
    """What clients must be told to have one moment after another: see `wire.Update`."""

    def __init__(self, before: Sight, after: Sight) -> None:
        self._before: Final = before
        self._after: Final = after
        self._by_side: Final[dict[int, Part]] = {}
        common = _changes(before.rest, after.rest)
        places = {
            name: after.zones[at] for at, name in after.layout.places.items()
            if before.zones[at] is not after.zones[at] and before.zones[at] != after.zones[at]}
        if places:
            common["places"] = places
        if before.tallies != after.tallies:
            common["tallies"] = {
                name: after.tallies[start:end] for name, start, end in after.layout.tallies
                if before.tallies[start:end] != after.tallies[start:end]}
        self._common: Final[Part] = {name: part(value) for name, value in common.items()}

    def of(self, side: int) -> Part:
        if side not in self._by_side:
            before = self._before.own(side)
            self._by_side[side] = {**self._common, **self._of_own(before, self._after.own(side, before))}
        return self._by_side[side]

    def _of_own(self, before: Own, after: Own) -> Part:
        found = _changes(before.rest, after.rest)
        if before.faces != after.faces:
            found["faces"] = {
                back: None if face == UNKNOWN else code(face)
                for back, face in enumerate(after.faces) if before.faces[back] != face}
        return found


class Layout:
    """What the places and tallies of a table are called, and where it has them."""

    def __init__(self, game: Game, sides: int) -> None:
        self.places: Final[dict[int, str]] = {}  # by where they are: what they are called
        self.zones: Final[dict[str, PlaceShown]] = {}  # by what places are called
        self.mixed: Final[set[int]] = set()  # the places of which nobody may know what lies where
        for zone in game.zones:
            for owner in range(1 if zone.shared else sides):
                at = zone.at(game, sides, owner)
                name = self.places[at] = zone.place(owner)
                self.zones[name] = PlaceShown(zone.name, -1 if zone.shared else owner, zone.seen_by == EVERYBODY)
                if zone.mixed:
                    self.mixed.add(at)
        self.tallies: Final = [
            (tally.name, tally.at(game, sides), tally.at(game, sides) + (1 if tally.shared else sides))
            for tally in game.tallies]


@lru_cache
def _layout(game: Game, sides: int) -> Layout:
    return Layout(game, sides)


def _chain(table: Table) -> list[str]:
    """The cards whose text is being carried out; the rules remember them longer, until the next card is used."""
    if not table.chain:
        return []
    return [code(face) for face in table.chain] if any(frame.rule is CARD_TEXT for frame in table.agenda) else []


def _marks(view: View) -> dict[str, dict[str, int]]:
    marks: dict[str, dict[str, int]] = {}
    cards_in_play = len(view.faces)
    for place in range(0, len(view.marked), 2):
        at = view.marked[place]
        mark, key = view.game.marks[at // cards_in_play], at % cards_in_play
        marks.setdefault(mark.name, {})[str(key) if mark.on_back else code(key)] = view.marked[place + 1]
    return marks


def _changed(view: View) -> dict[int, Counts]:
    """By back: the cards that the side knows, and that are not what is printed on them."""
    words = view.game.words
    changes = {words.value, words.domain}
    if not any(view.game.marks[at // len(view.faces)] in changes for at in view.marked[::2]):
        return {}
    return {
        back: Counts(view.value(back), LETTERS[view.domain(back)])
        for back, face in enumerate(view.faces)
        if face != UNKNOWN and (view.mark_on(words.value, back) or view.mark_on(words.domain, back))}


def _questions(table: Table, view: View, turns: list[int]) -> list[Question]:
    return [_question(table, decision, turns, view) for decision in view.asked]


def _question(table: Table, decision: Decision, turns: list[int], view: View) -> Question:
    prompt = table.game.manners.question(decision)
    options: list[Option] = []
    is_open = type(decision) not in (Decision, NoChoice)  # a game's own kind of decision takes more than it lists
    is_plain = type(decision) is Decision and decision.kind is CARDS  # it lists cards, each for itself
    known: dict[int, int] = {}
    for choice in decision:
        if len(options) >= MOST_OPTIONS:
            is_open = True
            break
        if is_plain and isinstance(choice, int) and choice >= 0 and view.faces[choice] != UNKNOWN:
            options.append(Option(code(view.faces[choice]), [choice]))
        else:
            options.append(_option(table, decision, choice, view, known))
    turn = turns[decision.seat] if turns else 0
    others = table.answerers(decision)[1:]
    text = view.text
    effect, user = ("", -1) if text is None else (code(text.it), text.side)
    return Question(
        decision.seat, turn, decision.verb, prompt, options, decision.about, is_open, others,
        isinstance(decision, NoChoice), effect, user, reasons(table, view, decision, _chosen(decision, options)))


def _chosen(decision: Decision, options: list[Option]) -> set[int]:
    """The cards that can be chosen; if not all of them are listed, none, since nothing can be said of the others."""
    if isinstance(decision, SomeCards):
        return set(decision.cards)
    return {back for option in options for back in option.cards} if len(options) < MOST_OPTIONS else set()


def _option(table: Table, decision: Decision, choice: Choice, view: View, known: dict[int, int]) -> Option:
    """`known` are the backs of the cards that the seat knows, or none: they are found when they are needed."""
    text = decision.text(table, view.side, choice)
    if choice in (PASS, PASS_ON):
        return Option(text)
    if isinstance(choice, int):
        return Option(text, cast("list[int]", decision.kind.backs(choice)), _presets().get(text, ""))
    faces = decision.faces(choice)
    if faces and not known:
        known.update({face: back for back, face in enumerate(view.faces) if face != UNKNOWN})
    return Option(text, [known[face] for face in faces], _presets().get(text, ""))


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
        if now is was or now == was:
            continue
        if isinstance(now, dict) and isinstance(was, dict):
            found[name] = {
                **{key: value for key, value in now.items() if key not in was or was[key] != value},
                **{key: None for key in was if key not in now},
            }
        else:
            found[name] = now
    return found
