"""Tables of Tech Exchange for the tests of its rulebook: written positions, messages with times, and what is where.

Seats are counted from one, as the rulebook does.  Positions are written a little shorter than usual:
`stock: K2 S1 T1 V3` gives sizes, and the stacks get cards that lie nowhere else, those of their own domain first;
without such a line there is one 1 in each.  A hand that ends in `...` is filled up with such cards to eight, or ten for
two players.  All others are in the deck, below those named, unless the deck is written out in full.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from techdeck.actions import read_choice
from techdeck.cards import DECK_SIZE, code, face, stand_in
from techdeck.effects import ASIDE, reveal
from techdeck.games.tech_exchange import (
    BOARD,
    DECK,
    DISCARD,
    DONE,
    FIRST_EFFECTS,
    FIRST_TRADING,
    HAND,
    PHASE,
    POINTS,
    POSTED,
    SCORING,
    SECOND_EFFECTS,
    SECOND_TRADING,
    STACKS,
    UNDER_WAY,
    Options,
    tech_exchange,
)
from techdeck.offers import precedence
from techdeck.position import set_up, write, written
from techdeck.rules import do, seq
from techdeck.table import CLOCK, PASS, Decision, Game, IllegalAction, Rule, Table
from tests.games import play_at_random

DEFAULT: Final = Options()
LIVE: Final = Options(form="live")
PHASES: Final = {
    FIRST_TRADING: "TP1", FIRST_EFFECTS: "EP1", SECOND_TRADING: "TP2", SECOND_EFFECTS: "EP2", SCORING: "scoring"}
A_ROUND: Final = [
    "deal", "dealt wild cards", "first trading", "first effects", "second trading", "second effects", "scoring",
    "end of round",
]
ALL_CARDS: Final = [code(number) for number in range(52)]


def _do_nothing(table: Table, seat: int, it: int) -> None:
    """Nothing at all."""


NOTHING: Final[Rule] = do(_do_nothing)  # an effect that does nothing


def _put_back(table: Table, seat: int, it: int) -> None:
    """What was revealed goes back on top, first revealed on top."""
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, DECK, seat)


def revealing(count: int) -> Rule:
    """An effect that only reveals cards of the deck."""
    return seq(reveal(count).rule, do(_put_back))


# Written positions

@lru_cache(maxsize=128)
def _game(options: Options, names: tuple[str, ...], rules: tuple[Rule, ...]) -> Game:
    return tech_exchange(options, stand_in({name: name for name in names}), dict(zip(names, rules, strict=True)))


@lru_cache(maxsize=64)
def printed(options: Options = DEFAULT) -> Game:
    """The game with the printed effects."""
    return tech_exchange(options)


def quiet_game(texts: Mapping[str, Rule] | None = None, options: Options = DEFAULT) -> Game:
    """The game in which texts do nothing, but for some."""
    effects = {**dict.fromkeys(ALL_CARDS, NOTHING), **(texts or {})}
    return _game(options, tuple(effects), tuple(effects.values()))


def at(
    text: str, seats: int = 3, *, texts: Mapping[str, Rule] | None = None, options: Options = DEFAULT, seed: int = 0,
) -> Table:
    """A position in which the texts of all cards do nothing, but for some."""
    return set_up(quiet_game(texts, options), filled(text, seats), seed)


def live(text: str, seats: int = 3, *, options: Options = LIVE, seed: int = 0) -> Table:
    """The same in the live form."""
    return at(text, seats, options=options, seed=seed)


def general(text: str, seats: int = 3, *, options: Options = DEFAULT, seed: int = 0) -> Table:
    """A position with the printed effects."""
    return set_up(printed(options), filled(text, seats), seed)


def filled(text: str, seats: int) -> str:
    """A position as the game takes it."""
    split = [line.partition(":") for line in text.splitlines() if line.strip()]
    lines = [(key.strip(), rest.split()) for key, _, rest in split]
    keys = [key for key, _ in lines]
    named = {word for key, words in lines if _is_place(key) for word in words}
    if not any(key.startswith("stock") for key in keys):
        lines += [(key, [card]) for key, card in zip(["stock K", "stock S", "stock T", "stock V"],
                                                     ["1K", "1S", "1T", "1V"], strict=True)]
        named |= {"1K", "1S", "1T", "1V"}
    decks = 1 if seats < 5 else 2
    # Values in turn, so that what is filled in makes no sets early.
    spare = [code(DECK_SIZE * deck + 13 * ((value + domain) % 4) + value) for deck in range(decks)
             for domain in range(4) for value in range(13)]
    starters = [f"1{word[0]}" for word in dict(lines).get("stock", []) if f"1{word[0]}" not in named]
    spare = [card for card in spare if card not in named and card not in starters]
    wilds = [code(DECK_SIZE * deck + 52 + number) for deck in range(decks) for number in range(2)]
    wilds = [card for card in wilds if card not in named]
    found: list[tuple[str, list[str]]] = []
    is_rest_deck = "rest" not in keys and ("deck" not in keys or "..." in dict(lines)["deck"])
    for key, words in lines:
        full = [word for word in words if word != "..."]
        if key.startswith("hand ") and "..." in words:
            while len(full) < (10 if seats == 2 else 8):
                full.append(spare.pop())
        found.append((key, full))
    stacks = [(number, words) for number, (key, words) in enumerate(found) if key == "stock"]
    for number, words in stacks:
        del found[number]
        for word in words:
            own = [card for card in spare if card.rstrip("'").endswith(word[0])]
            first = [card for card in starters if card.endswith(word[0])]
            cards = [*first, *own, *[card for card in spare if card not in own], *wilds][:int(word[1:])]
            spare = [card for card in spare if card not in cards]
            wilds = [card for card in wilds if card not in cards]
            found.append((f"stock {word[0]}", cards))
    if is_rest_deck:
        found.append(("rest", ["deck"]))
    return "\n".join([f"tech exchange, {seats} seats", *[f"{key}: {' '.join(words)}" for key, words in found]])


def _is_place(key: str) -> bool:
    return key.split()[0] in ("hand", "deck", "discard", "stock", "expelled", "trade", "resolving", "unplaced") and (
        key != "stock")


def in_game(number: int, phase: str) -> str:
    """Lines that let a whole game go on in a phase of a round."""
    later = [f"frame: tech exchange | 0 {number} -1 -1"] if number < 3 else []
    rest = [f"frame: {name} | 0 0 -1 -1" for name in reversed(A_ROUND[A_ROUND.index(phase):])]
    return "\n".join([f"round: {number}", *later, *rest, ""])


# What lies where

def hand(table: Table, seat: int) -> str:
    """In the order of value and domain."""
    return " ".join(sorted(written(table, f"hand {seat}").split(), key=_rank))


def cards(words: str) -> str:
    """Cards in the same order."""
    return " ".join(sorted(words.split(), key=_rank))


def _rank(card: str) -> tuple[int, int]:
    number = face(card)
    return (number % DECK_SIZE % 13, number) if number % DECK_SIZE < 52 else (13, number)


def hands(table: Table) -> list[str]:
    return [hand(table, seat + 1) for seat in range(table.sides)]


def counts(table: Table) -> list[int]:
    """Of cards in each hand."""
    return [len(HAND.of(table, seat)) for seat in range(table.sides)]


def stock(table: Table) -> str:
    """Sizes as the examples write them."""
    return " ".join(f"{letter}{len(stack.of(table))}" for letter, stack in zip("KSTV", STACKS, strict=True))


def stack(table: Table, letter: str) -> list[str]:
    """The cards of a stack, the last arrival last."""
    return written(table, f"stock {letter}").split()


def discard(table: Table) -> list[str]:
    """The top card last."""
    return written(table, "discard").split()


def combined(table: Table) -> int:
    return len(DECK.of(table)) + len(DISCARD.of(table))


def board(table: Table) -> list[str]:
    """The open offers as all can read them."""
    return BOARD.of(table)[:]


def offer_numbers(table: Table) -> list[int]:
    return [int(line.partition(":")[0]) for line in BOARD.of(table)]


def done(table: Table) -> list[int]:
    """The seats whose done flag is on."""
    return [seat + 1 for seat, flag in enumerate(DONE.of(table)) if flag]


def points(table: Table) -> list[int]:
    return POINTS.of(table)


def phase(table: Table) -> str:
    return PHASES.get(PHASE.get(table), "")


def winners(table: Table) -> list[int]:
    assert table.is_over
    return [seat + 1 for seat in table.game.winners(table)]


# What is asked, and doing it

def asked(table: Table) -> list[str]:
    """Which players are asked for what now: `2 partner`; not the clock."""
    return [f"{decision.seat + 1} {decision.verb}" for decision in table.pending if decision.seat != CLOCK]


def decision(table: Table, seat: int) -> Decision:
    found = table.decision_of(seat - 1)
    assert found is not None, asked(table)
    return found


def listed(table: Table, seat: int) -> list[str]:
    """What the list of a player's choices holds, sorted."""
    what = decision(table, seat)
    return sorted(what.text(table, seat - 1, choice) for choice in what)


def listed_commits(table: Table, seat: int) -> list[str]:
    return [text for text in listed(table, seat) if text.startswith("commit")]


def _number(word: str) -> int:
    return CLOCK if word == "clock" else int(word) - 1


def act(table: Table, *lines: str) -> None:
    """What players, or the clock, say: `2 offer 4S for 13*`, `1 commit 1 13K`, `clock closed`."""
    for line in lines:
        who, _, words = line.partition(" ")
        seat = _number(who)
        table.act(seat, read_choice(table, seat, words))


def refused(table: Table, line: str) -> bool:
    """Whether something cannot be said now; then nothing at all has changed and nothing was shown."""
    before = write(table)
    log, table.log = table.log, []
    try:
        act(table, line)
    except IllegalAction:
        assert write(table) == before
        assert table.log == []
        return True
    finally:
        table.log = log
    return False


def trade(table: Table, giver: int, given: str, taker: int, taken: str) -> None:
    """A trade on the floor, between two."""
    act(table, f"{giver} offer {given} to seat {taker} for {taken}",
        f"{taker} commit {POSTED.get(table) + 1} {taken}")


def pass_on(table: Table, *until: str) -> None:
    """Everybody passes or is done, or takes the first choice, until somebody is asked for one of these things."""
    while table.pending and table.pending[0].verb not in until:
        what = next(each for each in table.pending if "back" not in each)
        table.act(what.seat, PASS if PASS in what else "done" if "done" in what else next(iter(what)))


def random_games(game: Game, seats: int, seed: int) -> Iterator[Table]:
    """Play to the end at random, stopping at every decision and at the end."""
    table, rng = game.start(seats, seed), Random(seed)
    while table.pending:
        yield table
        play_at_random(table, rng)
    yield table


def told(table: Table, seat: int = 0) -> list[str]:
    """What a seat heard; nobody in particular is a spectator.  Players are called P1, P2 and so on."""
    assert table.log is not None
    names = [f"P{number + 1}" for number in range(table.sides)]
    side = seat - 1 if seat else table.sides
    return [str(event.told(side, table.game.voice(names))["words"]) for event in table.log]


# Messages with times

MESSAGES: Final = ("offer", "commit", "cancel", "done", "back", "ask", "yes", "no", "declare", "wish", "say")


class Wire:
    """Where messages come in, as a server handles them: ordered by time of arrival and by precedence [TX-R35, R40].

    It closes tie windows, and keeps what comes in between until it can be checked afresh [TX-R30, R37].
    """

    def __init__(self, table: Table, window: int = 250) -> None:
        self.table: Final = table
        self.window: Final = window
        self.refused: Final[list[str]] = []
        self._waiting: list[tuple[int, str]] = []
        self._opened = 0

    def send(self, *messages: str) -> None:
        """`10.250 2 commit 1 9K`: when, who, what."""
        split = [message.split(maxsplit=2) for message in messages]
        found = [(round(float(time) * 1000), int(seat) - 1, text) for time, seat, text in split]
        for time, seat, text in sorted(found, key=lambda each: (each[0], *precedence(each[1], each[2]))):
            if self._is_window() and time > self._opened + self.window:
                self.table.act(CLOCK, read_choice(self.table, CLOCK, "closed"))
                self._drain()
            self._take(seat, text)
            if self._is_window() and not self._opened:
                self._opened = time
            elif not self._is_window():
                self._opened = 0
                self._drain()

    def wait(self) -> None:
        """Nothing more comes for a while."""
        if self._is_window():
            self.table.act(CLOCK, read_choice(self.table, CLOCK, "closed"))
        self._opened = 0
        self._drain()

    def _is_window(self) -> bool:
        what = self.table.decision_of(CLOCK)
        return what is not None and what.verb == "tie window"

    def _has_to_wait(self, text: str) -> bool:
        """In a tie window all but commits to the same offer; while somebody chooses, all but the choice."""
        if self._is_window():
            return not text.startswith(f"commit {UNDER_WAY.get(self.table)} ")
        choosing = bool(self.table.pending) and self.table.pending[0].verb in ("partner", "place", "give")
        return choosing and text.split()[0] in MESSAGES

    def _take(self, seat: int, text: str) -> None:
        number = UNDER_WAY.get(self.table)
        if self._is_window() and text == f"cancel {number}":
            self.refused.append(f"{seat + 1} {text}")
        elif self._has_to_wait(text):
            self._waiting.append((seat, text))
        else:
            try:
                self.table.act(seat, read_choice(self.table, seat, text))
            except IllegalAction:
                self.refused.append(f"{seat + 1} {text}")

    def _drain(self) -> None:
        waiting, self._waiting = self._waiting, []
        for seat, text in waiting:
            self._take(seat, text)


def sequence(texts: Sequence[str]) -> list[str]:
    """Messages of the same instant, by seat and text, in the order in which they count."""
    split = [text.split(maxsplit=1) for text in texts]
    return [f"{seat} {text}" for seat, text in sorted(split, key=lambda each: precedence(int(each[0]) - 1, each[1]))]
