"""Rooms whose game cannot be played again from its facts, since the rules have changed: only its end is known."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Raw

from techdeck.games import game_named
from techdeck.server import wire
from techdeck.server.facts import Began, Fact, Moved, Opened, Placed, Rose, Sat, Spoke
from techdeck.server.room import Author, Refusal, Room
from techdeck.server.wire import Line

OLDER: Final = "This game was played by an older version of the rules. It can still be looked at, and its record kept."
BROKEN_OFF: Final = (
    "This game was under way when the server was updated, and the rules have changed since. It ended without a result.")


class Ended(NamedTuple):
    """What is kept of a game when it ends."""

    rules: int  # their version
    winners: list[int]
    scores: list[int]
    record: str


class Past(Room):
    """A room in which nothing happens any more."""

    def __init__(self, code: str, facts: Sequence[Fact], ended: Ended | None) -> None:
        """:raises ValueError: if there is no such game any more."""
        opened = facts[0]
        assert isinstance(opened, Opened), f"the first thing in a room is that it is opened, not {opened!r}"
        super().__init__(code, opened, game_named(opened.game))
        self.ended: Final = ended
        self.number = len(facts)
        self._note: Final = BROKEN_OFF if ended is None else OLDER
        self._spoken: Final = [fact for fact in facts if isinstance(fact, Spoke) and not fact.to_team]
        has_begun = False
        for fact in facts[1:]:
            has_begun = has_begun or isinstance(fact, Began)
            if isinstance(fact, Sat):
                self.seats[fact.seat].guest, self.seats[fact.seat].name = fact.by, fact.name
            elif isinstance(fact, Rose):
                self.seats[fact.seat].guest = ""
                if has_begun:
                    self.seats[fact.seat].level = self.stand_in
            elif isinstance(fact, Placed):
                self.seats[fact.seat].level = fact.level
            elif isinstance(fact, Moved):
                self.next_room = fact.to

    @property
    def state(self) -> str:
        return "over"

    def members(self) -> list[list[int]]:
        """Which seats were one side is not kept."""
        return []

    def partners(self) -> list[list[int]]:
        return []

    def winners(self) -> list[int]:
        return [] if self.ended is None else self.ended.winners

    def scores(self) -> list[int]:
        return [] if self.ended is None else self.ended.scores

    def lines(self, side: int) -> list[Raw]:
        talk = [Line("talk", fact.text, by=fact.name) for fact in self._spoken]
        return [wire.part(line) for line in (Line("note", self._note), *talk)]

    def answer(self, author: Author, seat: int, said: wire.Said) -> Fact:
        raise Refusal("not now", self._note)
