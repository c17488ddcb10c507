"""The text form of actions, both ways: `2 commit R2 8S 5T` is what seat 2 chose when asked to commit.

People count seats from one; the engine counts from zero.
"""

from techdeck.cards import code
from techdeck.table import PASS, Choice, Decision, IllegalAction, Table


def write_choice(table: Table, decision: Decision, choice: Choice, side: int = -1) -> str:
    """A choice as its own seat writes it, or as another side may read it: `??` is a card it does not know."""
    reader = table.side_of(decision.seat) if side < 0 else side
    return decision.text(table, reader, choice)


def write_action(table: Table, seat: int, choice: Choice, side: int = -1) -> str:
    """The whole action, before it is done: seat, what was asked, choice."""
    decision = table.decision_of(seat)
    if decision is None:
        raise IllegalAction(f"Seat {seat + 1} is not asked anything now.")
    return f"{seat + 1} {decision.verb} {write_choice(table, decision, choice, side)}"


def read_choice(table: Table, seat: int, text: str) -> Choice:
    """What a seat means: the text of one of its choices, in any case and with its words in any order.

    As much as tells it from the others will do, but every card must be named; where what is said binds, it must be
    said in full.

    :raises IllegalAction: if it is none of them, or could be several.
    """
    decision = table.decision_of(seat)
    if decision is None:
        raise IllegalAction(f"Seat {seat + 1} is not asked anything now.")
    side = table.side_of(seat)
    meant = decision.understood(table, side, text)
    if meant is not None:
        return meant
    words = _words(text)
    exact: list[Choice] = []
    begun: list[Choice] = []
    for choice in decision:
        written = _words(decision.text(table, side, choice))
        if written == words:
            return choice
        if decision.is_binding():
            continue
        if sorted(written) == sorted(words):
            exact.append(choice)
        elif _begins(words, written) and _names_cards(table, side, decision, choice, words):
            begun.append(choice)
    found = exact or begun
    if len(found) == 1:
        return found[0]
    if not found:
        raise IllegalAction(decision.why_not(text))
    meant = " or ".join(repr(decision.text(table, side, choice)) for choice in found[:4])
    raise IllegalAction(f"{text!r} could mean {meant}; please say which.")


def _names_cards(table: Table, side: int, decision: Decision, choice: Choice, words: list[str]) -> bool:
    """Whether all cards of a choice are named: none is ever bound that nobody spoke of."""
    if isinstance(choice, int):
        names = [table.called(back, side) for back in decision.kind.backs(choice)] if choice != PASS else []
    else:
        names = [code(face) for face in decision.faces(choice)]
    return all(word in words for name in names for word in _words(name))


def read_action(table: Table, text: str) -> tuple[int, Choice]:
    """The seat and the choice of a written action.

    :raises IllegalAction: if it is no action, or not one of those possible now.
    """
    number, _, rest = text.strip().partition(" ")
    if not number.isdecimal():
        raise IllegalAction(f"{text!r} is no action: an action is a seat's number, what was asked, and a choice.")
    seat = int(number) - 1
    decision = table.decision_of(seat)
    if decision is None:
        raise IllegalAction(f"Seat {number} is not asked anything now.")
    if not rest.startswith(decision.verb + " "):
        raise IllegalAction(f"Seat {number} is asked to {decision.verb}, and {text!r} does not answer that.")
    return seat, read_choice(table, seat, rest[len(decision.verb) + 1:])


def _begins(words: list[str], written: list[str]) -> bool:
    return bool(words) and " ".join(written).startswith(" ".join(words))


def _words(text: str) -> list[str]:
    return text.casefold().split()
