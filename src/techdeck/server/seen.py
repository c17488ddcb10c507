"""A view as it goes over the wire, and what changed between two."""

from typing import Final

from techdeck.actions import write_choice
from techdeck.cards import code
from techdeck.server.wire import Option, Question, Seen
from techdeck.table import CARD_SETS, CARDS, EMPTY, PASS, Choice, Decision, SomeCards, Table, unpack
from techdeck.views import UNKNOWN, View

MOST_OPTIONS: Final = 400  # that are listed; where more can be chosen, the question says so
# The parts of a view in which single entries are sent.
BY_ENTRY: Final = ("places", "faces", "remembered", "marks", "tallies", "slates")
WHOLE: Final = ("side", "members", "first", "captain", "phase", "awaited", "asked", "chain")


def seen(table: Table, side: int, turns: list[int]) -> Seen:
    """What a side sees; `turns` are the numbers of the questions, by seat."""
    view = View(table, side)
    places: dict[str, list[int]] = {}
    remembered: dict[str, list[str]] = {}
    for zone, owner, backs in view.places():
        place = zone.place(owner)
        places[place] = [*backs]
        if zone.mixed and backs and any(view.faces[back] == UNKNOWN for back in backs if back != EMPTY):
            cards = view.remembered(zone, owner)
            if cards:
                remembered[place] = [code(face) for face in cards]
    marks: dict[str, dict[str, int]] = {}
    cards_in_play = len(view.faces)
    for at, number in enumerate(view.marks):
        if number:
            mark = view.game.marks[at // cards_in_play]
            key = at % cards_in_play
            marks.setdefault(mark.name, {})[str(key) if mark.on_back else code(key)] = number
    return Seen(
        side=side, members=view.members, first=view.first, captain=view.captain,
        phase=view.game.phase(table), places=places,
        faces={back: code(face) for back, face in enumerate(view.faces) if face != UNKNOWN},
        remembered=remembered, marks=marks,
        tallies={tally.name: [view.tally(tally, owner) for owner in range(1 if tally.shared else view.sides)]
                 for tally in view.game.tallies},
        slates={slate.name: view.lines(slate) for slate in view.game.slates},
        awaited=view.awaited, asked=[_question(table, decision, turns) for decision in view.asked],
        chain=[code(face) for face in view.chain],
    )


def _question(table: Table, decision: Decision, turns: list[int]) -> Question:
    prompt = table.game.manners.prompts.get(decision.verb, f"Choose: {decision.verb}.")
    options: list[Option] = []
    is_open = isinstance(decision, SomeCards)
    for choice in decision:
        if len(options) >= MOST_OPTIONS:
            is_open = True
            break
        options.append(_option(table, decision, choice))
    if type(decision) is not Decision and not is_open:
        is_open = True  # a game's own kind of decision takes more than it lists
    return Question(decision.seat, turns[decision.seat], decision.verb, prompt, options, decision.about, is_open)


def _option(table: Table, decision: Decision, choice: Choice) -> Option:
    cards: list[int] = []
    if isinstance(choice, int) and choice != PASS:
        if decision.kind is CARDS:
            cards = [choice]
        elif decision.kind is CARD_SETS:
            cards = [*unpack(choice)]
    return Option(write_choice(table, decision, choice), cards)


def changes(before: Seen, after: Seen) -> dict[str, object]:
    """What a client must be told to have the one after the other: see `wire.Update`."""
    found: dict[str, object] = {}
    for part in WHOLE:
        now: object = getattr(after, part)
        if now != getattr(before, part):
            found[part] = now
    for part in BY_ENTRY:
        old: dict[object, object] = getattr(before, part)
        new: dict[object, object] = getattr(after, part)
        if old != new:
            found[part] = {
                **{key: value for key, value in new.items() if key not in old or old[key] != value},
                **{key: None for key in old if key not in new},
            }
    return found
