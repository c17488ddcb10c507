"""Tables of Cyber Defense for the tests of its rulebook: written positions, digits, guesses, and what is known.

The Hacker is side 1 and sits in seat 1, the Defender side 2 in seat 2, unless a test says otherwise.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from techdeck.cards import code, stand_in
from techdeck.games.cyber_defense import (
    ANSWERS,
    DDOS_WINNER,
    DEFENDER,
    FLIP,
    HACKER,
    LOCKED,
    MITM_WINNER,
    PASSWORD,
    PHISH_WINNER,
    REVEALED,
    SIDEWAYS,
    UPGRADED,
    Options,
    cyber_defense,
    what_can_be_known,
)
from techdeck.password import Knowledge
from techdeck.position import play, set_up
from techdeck.rules import do
from techdeck.table import PASS, Game, Mark, Rule, Table
from techdeck.views import View
from tests.rulebook.tables import at_random

SETTLE: Final = "phish, mitm, ddos"
WHOLE_ROUND: Final = f"develop, effects, {SETTLE}"

DEFAULT: Final = Options()
STATUSES: Final = {"r": "revealed", "l": "locked", "u": "upgraded"}  # as the examples write them; n is normal


def _do_nothing(table: Table, side: int, it: int) -> None:
    """Nothing at all."""


NOTHING: Final[Rule] = do(_do_nothing)  # an effect that does nothing


def row(digits: str) -> str:
    """The lines of a password, each digit with its status unless it is normal: `3K/r 10S 7V/l 6T/u 10T 1V`.

    Revealed digits were revealed by Phish.
    """
    words = [word.partition("/") for word in digits.split()]
    lines = ["password 2: " + " ".join(card for card, _, _ in words)]
    for letter, name in STATUSES.items():
        lines.append(f"mark {name}: " + " ".join(card for card, _, status in words if status == letter))
    lines.append("everybody knows: " + " ".join(card for card, _, status in words if status == "r"))
    lines += [f"slate answers: {position} revealed" for position, word in enumerate(words, 1) if word[2] == "r"]
    return "\n" + "\n".join(lines) + "\n"


PASSWORD_ROW: Final = row("3K 8S 6T 3V 2K 11S")  # of CD-W07

# A table after Develop: the Hacker wins Phish and DDOS, the Defender MitM.
FRONTS_LAID: Final = f"""
    hand 1: 10V
    hand 2: 1T
    phish 1: 13T 4S
    phish 2: 10S 4K
    mitm 1: 7V 9S 2V
    mitm 2: 12K 8K 5V
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    deck: 9T 7S 1V 13K 5T 6S 8V 12V
    {PASSWORD_ROW}
"""


@lru_cache(maxsize=32)
def _without_texts(options: Options) -> Game:
    return cyber_defense(options, stand_in({}), {})


@lru_cache(maxsize=32)
def _printed(options: Options) -> Game:
    return cyber_defense(options)


def at(
    text: str, *, texts: Mapping[str, Rule] | None = None, options: Options = DEFAULT, seed: int = 0,
) -> Table:
    """A position in which only some cards have a text."""
    if texts:
        game = cyber_defense(options, stand_in({card: card for card in texts}), texts)
    else:
        game = _without_texts(options)
    return set_up(game, f"cyber defense, 2 seats\n{text}", seed)


def general(text: str, *, options: Options = DEFAULT, seed: int = 0) -> Table:
    """A position with the printed effects."""
    return set_up(_printed(options), f"cyber defense, 2 seats\n{text}", seed)


def settling(text: str, phases: str, **options: Any) -> Table:
    """Some fronts as they are settled, with an ordinary password unless one is given; `told` says how."""
    table = at(text if "password" in text else text + PASSWORD_ROW, options=Options(**options))
    listen(table, phases)
    return table


def listen(table: Table, phases: str) -> None:
    """Play some phases, and note what is told."""
    table.log = []
    for name in reversed(phases.split(", ")):
        table.then(table.game.phases[name], table.first)
    table.go_on()


def told(table: Table, side: int = 2) -> list[str]:
    """What a side heard, or a spectator; Ann is the Hacker, Bob the Defender."""
    assert table.log is not None
    return [str(event.told(side, table.game.voice(["Ann", "Bob"]))["words"]) for event in table.log]


@lru_cache(maxsize=24)
def random_game(seed: int, options: Options = DEFAULT) -> list[Table]:
    """A whole game at random, with the printed effects: the table before each decision, and at the end.

    The tables are not to be changed, but cloned.
    """
    return [table.clone() for table in at_random(_printed(options).start(2, seed), seed)]


def hacker_seat(table: Table) -> int:
    """Where the Hacker sits, from one."""
    return table.members[HACKER][0] + 1


def front(name: str, hacker: str, defender: str) -> str:
    """The lines of one front."""
    return f"\n{name} 1: {hacker}\n{name} 2: {defender}\n"


# Digits

def _digits(table: Table) -> list[int]:
    return [int(back) for back in PASSWORD.of(table, DEFENDER)]


def statuses(table: Table) -> str:
    """Of all digits, as the examples write them: `rnlunn`."""
    found = ""
    for back in _digits(table):
        is_so = [letter for letter, mark in (("r", REVEALED), ("l", LOCKED), ("u", UPGRADED)) if mark.get(table, back)]
        assert len(is_so) < 2, "a digit has one status"
        found += "".join(is_so) or "n"
    return found


def _turned(table: Table, mark: Mark) -> list[int]:
    return [position for position, back in enumerate(_digits(table), 1) if mark.get(table, back)]


def sideways(table: Table) -> list[int]:
    """The positions that are marked so."""
    return _turned(table, SIDEWAYS)


def flipped(table: Table) -> list[int]:
    return _turned(table, FLIP)


def seen_by(table: Table, side: int) -> str:
    """The password as a side sees it: `?? ?? 6T ?? ?? ??`."""
    view = View(table, side)
    return " ".join(view.called(back) for back in view.cards(PASSWORD, DEFENDER))


# Fronts and guesses

def winners(table: Table) -> str:
    """Who won Phish, MitM and DDOS in this round: `HD-`."""
    fronts = (PHISH_WINNER, MITM_WINNER, DDOS_WINNER)
    return "".join({HACKER: "H", DEFENDER: "D"}.get(front.get(table), "-") for front in fronts)


def guess(table: Table, text: str) -> str:
    """The Hacker guesses `3@1` or `9K@2`; the answer as the examples write it: `n=2 miss sideways`."""
    play(table, 1, text)
    _, number, *events = ANSWERS.of(table)[-1].split()
    return " ".join([number, *([] if "hit" in events else ["miss"]), *events])


def pass_until(table: Table, *verbs: str) -> None:
    """Everybody passes, or takes the first choice, until somebody is asked for one of these things."""
    while table.pending and table.pending[0].verb not in verbs:
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))


def guesses_made(table: Table, verbs: Sequence[str] = ("guess",)) -> list[str]:
    """Everybody passes, or takes the first choice, to the end: all questions of these kinds."""
    found = []
    while table.pending:
        pass_until(table, *verbs)
        if table.pending:
            decision = table.pending[0]
            found.append(f"{decision.seat + 1} {decision.verb}")
            table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
    return found


# What is known

def known(table: Table, side: int = HACKER) -> Knowledge:
    """What a side can work out of the password."""
    return what_can_be_known(View(table, side))


def codes(faces: int) -> list[str]:
    """A set of faces, a bit for each."""
    return [code(number) for number in range(54) if faces >> number & 1]
