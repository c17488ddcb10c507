"""Checking a record: was the deal the one that was promised, and does the game come out as it is written?"""

from pathlib import Path
from typing import Final

from techdeck.fairness import promise, seed_of_deal
from techdeck.record import BadRecord, Record, replay
from techdeck.storage import StaleRecord
from techdeck.telling import plural
from techdeck.terminal.home import game_of, printable, read_record
from techdeck.terminal.screen import Screen

# What the program ends with; 2 is for files that are no records.
FINE: Final = 0
OTHER_PROMISE: Final = 3
OTHER_SEED: Final = 4
OTHER_GAME: Final = 5
OTHER_RULES: Final = 6
NO_PROMISE: Final = 7


class Failed(Exception):
    """A check that failed: the sentence, and what the program ends with."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code: Final = code


def verify_file(screen: Screen, path: Path, shown: str) -> int:
    """Say of a record what was checked; `shown` is the commitment that somebody saw before the deal, if known."""
    record = read_record(path)
    try:
        _check_promise(screen, record, shown.strip().casefold())
        _check_seed(screen, record)
        _check_game(screen, record)
    except Failed as failure:
        screen.say(f"Not verified: {failure}", style="bold red")
        return failure.code
    screen.say("All of this was checked, and it is as it should be." if record.deal is not None else
               "The game is as it is written. How its seed was chosen cannot be checked.", style="bold")
    return FINE


def _check_promise(screen: Screen, record: Record, shown: str) -> None:
    deal = record.deal
    if deal is None:
        if shown:
            raise Failed(NO_PROMISE, "the record does not say how its deal was made, so it cannot be compared "
                                     "with the commitment you were shown.")
        screen.say("There is nothing in this record about a promise before the deal: it was not played on a server.")
        return
    try:
        promised = promise(deal.secret)
    except ValueError:
        raise Failed(OTHER_PROMISE, "the server's secret is not written in hexadecimal digits.") from None
    if promised != deal.commitment:
        raise Failed(OTHER_PROMISE, "the server's secret does not fit the commitment: its SHA-256 is another.")
    if shown and shown != deal.commitment:
        raise Failed(OTHER_PROMISE, "the commitment you were shown before the deal is not the one of this record.")
    screen.say("The commitment fits the server's secret: its SHA-256 is the one that was shown before the deal,",
               f"  {deal.commitment}")
    if not shown:
        screen.say("  (compare it with what you saw at the table, or give it here with --commitment).")


def _check_seed(screen: Screen, record: Record) -> None:
    deal = record.deal
    if deal is None:
        return
    if len(deal.salts) != len(record.seats):
        raise Failed(OTHER_SEED, f"there are {len(deal.salts)} salts for {plural(len(record.seats), 'seat')}.")
    try:
        seed = seed_of_deal(deal.secret, deal.salts)
    except (ValueError, OverflowError):
        raise Failed(OTHER_SEED, "what the players added is not written in hexadecimal digits.") from None
    if seed != record.seed:
        raise Failed(OTHER_SEED, "the seed of the deal does not follow from the server's secret and what the "
                                 "players added.")
    screen.say("The seed follows from the server's secret and what the players added:")
    screen.say(*[f"  {name}: {printable(salt) or 'nothing'}"
                 for name, salt in zip(record.seats, deal.salts, strict=True)])


def _check_game(screen: Screen, record: Record) -> None:
    game = game_of(record)
    scores: list[int] = []
    is_over = False
    try:
        for table, _ in replay(game, record):
            is_over = table.is_over
            scores = game.scores(table) if is_over else []
    except StaleRecord as error:
        raise Failed(OTHER_RULES, f"the game cannot be replayed by this version. {error}") from None
    except BadRecord as error:
        raise Failed(OTHER_GAME, f"the game does not replay. {error}") from None
    actions = plural(len(record.actions), "action")
    if scores != record.result:
        raise Failed(OTHER_GAME, f"the game replays to {_result(scores)}, "
                                 f"but the record says {_result(record.result)}.")
    if is_over:
        screen.say(f"The game replays from this seed with its {actions} to the written result, {_result(scores)}.")
    else:
        screen.say(f"The game is not over; its {actions} fit the rules and this seed.")


def _result(scores: list[int]) -> str:
    return " : ".join(map(str, scores)) if scores else "no result"
