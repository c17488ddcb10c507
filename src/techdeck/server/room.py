"""A room: who sits where, the game they play, and what they say.

A room is what its facts make of it.  `answer` says which facts follow from what somebody wants, or refuses; `apply`
makes them true.  Nothing else changes a room, and neither looks at a clock or draws a random number.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Raw, json

from techdeck.actions import read_choice
from techdeck.bots import BOTS
from techdeck.events import Event
from techdeck.fairness import promise, seed_of_deal
from techdeck.games import GAMES, game_named
from techdeck.match import Match
from techdeck.record import Deal
from techdeck.server import wire
from techdeck.server.facts import (
    Acted,
    Allowed,
    AskedBack,
    Began,
    CameBack,
    Fact,
    Moved,
    Opened,
    Place,
    Placed,
    Rose,
    Sat,
    Spoke,
    StoodIn,
    Undid,
    Woke,
)
from techdeck.server.seen import Sight
from techdeck.server.story import Retelling, SharedTeller, names_written, shared_teller
from techdeck.server.wire import Line, RoomShown, SeatShown, You
from techdeck.storage import StaleRecord
from techdeck.table import CLOCK, Choice, Decision, Game, IllegalAction, Table, one_each
from techdeck.telling import side_names
from techdeck.timekeeping import must_wait, stage

STAND_IN: Final = "casual"  # the bot that plays for who is away
NAMES: Final = ("Ada", "Ben", "Cleo", "Dee", "Emil", "Fay")  # what bots are called, by seat
OTHER_NAMES: Final = ("Gus", "Hana", "Ida", "Jon", "Kim", "Leo")  # where a person is called that
MOST_GAMES: Final = 200  # that rooms share
WATCHING: Final = -1


class Refusal(Exception):
    """Why something is not done: a word for programs, and a sentence for people."""

    def __init__(self, why: str, words: str) -> None:
        super().__init__(words)
        self.why: Final = why
        self.words: Final = words


@lru_cache(MOST_GAMES)
def shared_game(name: str, options: bytes, rules: int | None = None) -> Game:
    """Rooms with the same rules share the game: making one takes longer than most of what happens in a room."""
    return game_named(name, json.decode(options), rules)


def _game_of(opened: Opened, rules: int | None = None) -> Game:
    return shared_game(opened.game, json.encode(opened.options, order="sorted"), rules)


class Author(NamedTuple):
    """Who says something, by which client and as which of its words, and when."""

    guest: str = ""
    client: str = ""
    word: int = 0
    at: float = 0.0


class Seat:
    """A seat: free, a person's, or a bot's.  A bot may play for a person who is away."""

    def __init__(self, place: Place, stand_in: str) -> None:
        self.level = place.level
        self.stand_in: Final = stand_in
        self.bot_name: Final = place.name if place.level else ""
        self.kept_for = place.guest  # nobody else may sit here, unless the host frees it
        self.kept_name: Final = place.name if place.guest else ""
        self.guest = ""
        self.name = ""
        self.salt = ""
        self.has_bot = False
        self.turn = 0  # the number of its question: it grows when another is asked
        self.asked_at = 0.0  # since when it is asked that
        self.spent = 0.0  # seconds of thinking over earlier questions, for clocks

    @property
    def is_free(self) -> bool:
        return not self.guest and not self.level

    @property
    def bot(self) -> str:
        """The level at which a bot answers for it now, or nothing."""
        return self.level or (self.stand_in if self.has_bot else "")


class Room:
    """See above.  `number` counts its facts."""

    def __init__(self, code: str, opened: Opened, game: Game | None = None) -> None:
        self.code: Final = code
        self.opened: Final = opened
        self.host: Final = opened.by
        self.game = game or _game_of(opened)
        self.stand_in: Final = STAND_IN if STAND_IN in BOTS[self.game.name] else next(iter(BOTS[self.game.name]))
        self.seats: Final = [Seat(place, self.stand_in) for place in opened.places]
        self.match: Match | None = None
        self.number = 1
        self.acts = 0  # how often the table has changed
        self.changes = 0  # how often anything else has, that `shown` or `you` tell of, but for what can be undone
        self.asks_back = WATCHING  # the seat that would like to take its last action back
        self.allows: Final[set[int]] = set()
        self.next_room = ""
        self.began_at = 0.0
        self.acted_at = 0.0  # when the last action was done
        self.last_at = opened.at  # when the last thing happened, whatever it was
        self.ended_at = 0.0
        self.words_done: Final[set[tuple[str, str, int]]] = set()  # by guest and client
        self._commitment: Final = promise(opened.secret)
        self._read: tuple[int, int, str, Choice] | None = None  # what was last understood, and when
        self._done: Final[dict[int, tuple[int, str]]] = {}  # by side of several: who did something last, and what
        self._names: list[str] = []
        self._members: list[list[int]] = []  # of the sides for which the next two were thought out
        self._side_names: list[bytes] = []  # as `story` needs them
        self._tellers: Final[dict[int, SharedTeller]] = {}  # by side
        self._retelling = Retelling([])  # of what was told last
        self._story: Final[list[list[Event] | Spoke | str]] = []
        self._lines: Final[dict[int, tuple[int, list[Raw]]]] = {}  # by side: how much of the story it was told

    # What it is

    @property
    def state(self) -> str:
        if self.match is None:
            return "open"
        return "over" if self.match.table.is_over else "playing"

    @property
    def table(self) -> Table:
        assert self.match is not None, "there is no table before the deal"
        return self.match.table

    @property
    def has_own_time(self) -> bool:
        """Whether play does not wait for anybody, as in live trading."""
        return self.match is not None and self.game.options.get("form") == "live"

    @property
    def is_timed_by_rules(self) -> bool:
        """Whether the rules' own clock runs: then nobody waits for a single player, and what one does may be secret."""
        return self.match is not None and self.match.table.decision_of(CLOCK) is not None

    @property
    def stage(self) -> tuple[int, int]:
        return (0, 0) if not self.has_own_time else stage(self.table)

    def must_wait(self, text: str) -> bool:
        """Whether an action is to be checked later, since the rules do something that nobody may interrupt."""
        return self.has_own_time and must_wait(self.table, text)

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def side_of(self, seat: int) -> int:
        """The side whose eyes a seat has; of who watches, the one after the last."""
        if self.match is None:
            return seat
        return self.table.side_of(seat) if seat >= 0 else self.table.sides

    def name_of(self, seat: int) -> str:
        return self.names()[seat]

    def asked(self) -> dict[int, Decision]:
        """By seat: what those are asked who must answer.

        Where the members of a team speak for one another, that is a person if there is one, from the captain on.
        """
        found: dict[int, Decision] = {}
        for decision in self.table.pending:
            seats = self.table.answerers(decision)
            found[next((seat for seat in seats if seat >= 0 and not self.seats[seat].bot), decision.seat)] = decision
        return found

    def names(self) -> list[str]:
        """What everybody is called.  No bot has the name of a person, nor of another bot."""
        if not self._names:
            taken = {seat.name.casefold() for seat in self.seats}
            for number, seat in enumerate(self.seats):
                wished = (seat.bot_name or NAMES[number], NAMES[number], *OTHER_NAMES)
                name = seat.name or next(name for name in wished if name.casefold() not in taken)
                taken.add(name.casefold())
                self._names.append(name)
        return self._names

    def shown(self, here: "set[str] | None" = None, watchers: int = 0, now: float | None = None) -> RoomShown:
        """The room for all eyes; `here` are the guests who are connected.

        Clocks show what is left now, or without that, what was left when a seat's question was asked.
        """
        is_over = self.state == "over"
        return RoomShown(
            code=self.code, game=self.game.name, title=self.game.manners.title, options=self.opened.options,
            state=self.state,  # type: ignore[arg-type]
            seats=[self._seat_shown(number, here, now) for number in range(len(self.seats))],
            host=next(iter(self.seats_of(self.host)), WATCHING), clock=self.opened.clock.kind,
            clock_seconds=self.opened.clock.seconds, is_listed=self.opened.is_listed,
            lets_watch=self.opened.lets_watch, watchers=watchers, commitment=self._commitment,
            undo=self.name_of(self.asks_back) if self.asks_back >= 0 else "", rematch=self.next_room,
            secret=self.opened.secret if is_over else "",
            winners=self.winners() if is_over else [], scores=self.scores() if is_over else [],
            members=self.members() if is_over else [], partners=self.partners(), one_device=self.opened.one_device,
            edition=self._edition(),
        )

    def members(self) -> list[list[int]]:
        """By side: its seats."""
        return self.table.members

    def partners(self) -> list[list[int]]:
        """The sides that win together, if not each stands alone; before the deal only where every seat is a side."""
        if self.match is None and self.game.seating is not one_each:
            return []
        sides = len(self.seats) if self.match is None else self.table.sides
        found: list[list[int]] = []
        for side in range(sides):
            allies = self.game.allies(sides, side)
            if allies[0] == side:
                found.append(list(allies))
        return found if len(found) < sides else []

    def _edition(self) -> str:
        option = GAMES[self.game.name].edition
        return str(self.game.options[option]) if option else ""

    def winners(self) -> list[int]:
        return self.game.winners(self.table)

    def scores(self) -> list[int]:
        return self.game.scores(self.table)

    def _seat_shown(self, number: int, here: "set[str] | None", now: float | None) -> SeatShown:
        seat = self.seats[number]
        kind = "free" if seat.is_free else "bot" if seat.level else "person"
        return SeatShown(
            name="" if seat.is_free else self.name_of(number), kind=kind,  # type: ignore[arg-type]
            level=seat.level, is_here=bool(seat.level) or here is None or seat.guest in here, has_bot=seat.has_bot,
            kept_for=seat.kept_name if seat.is_free and seat.kept_for else "",
            seconds=self._seconds_left(number, now),
        )

    def _seconds_left(self, number: int, now: float | None) -> float | None:
        """A client counts down by itself from there."""
        clock, seat = self.opened.clock, self.seats[number]
        if clock.kind == "none" or self.match is None or seat.bot or self.is_timed_by_rules:
            return None
        left = clock.seconds - (seat.spent if clock.kind == "game" else 0.0)
        if now is not None and self.match.table.decision_of(number) is not None:
            left -= max(0.0, now - seat.asked_at)
        return round(max(0.0, left), 1)

    def clocks(self) -> list[float]:
        """Since when each seat is asked what it is asked, if that matters to anybody."""
        has_clock = self.opened.clock.kind != "none" and not self.is_timed_by_rules
        return [seat.asked_at for seat in self.seats] if has_clock else []

    def you(self, seat: int, guest: str) -> You:
        return You(
            seat=seat, side=self.side_of(seat) if self.match is not None else seat, is_host=guest == self.host,
            can_undo=self.undo_of(seat), may_team_talk=self._team(seat) != {seat} and seat >= 0,  # type: ignore[arg-type]
            seats=self.seats_of(guest),
        )

    def _team(self, seat: int) -> set[int]:
        """Who hears what a seat says to its team: those whose points are counted together."""
        if self.match is None or seat < 0:
            return {seat}
        allies = self.game.allies(self.table.sides, self.side_of(seat))
        return {member for side in allies for member in self.table.members[side]}

    def sight(self) -> Sight | None:
        """What is to be seen at the table now, once there is one."""
        return None if self.match is None else Sight(self.table, [seat.turn for seat in self.seats])

    def lines(self, side: int) -> list[Raw]:
        """All that was told to a side: each a `wire.Line`, and written already."""
        told, lines = self._lines.get(side, (0, []))
        for part in self._story[told:]:
            lines.extend(self._told(part, side))
        self._lines[side] = len(self._story), lines
        return lines

    def _told(self, part: list[Event] | Spoke | str, side: int) -> list[Raw]:
        if isinstance(part, str):
            return [wire.part(Line("note", part))]
        if isinstance(part, Spoke):
            hears = not part.to_team or (self.match is not None and side in self.game.allies(
                self.table.sides, self.side_of(part.seat)))
            return [wire.part(Line("talk", part.text, by=part.name, to_team=part.to_team))] if hears else []
        members = self.table.members
        if members is not self._members:
            self._members, self._side_names, self._retelling = members, [], Retelling([])
            self._tellers.clear()
        if side not in self._tellers:
            self._tellers[side] = shared_teller(self.game, side, tuple(map(tuple, members)))
        if not self._side_names:
            self._side_names = names_written(side_names(members, self.names()))
        if self._retelling.events is not part:
            self._retelling = Retelling(part)
        return self._tellers[side].lines(self._retelling, self._side_names)

    def undo_of(self, seat: int) -> str:
        """Whether a seat may take back what was done last: no, yes, or if the others allow it.

        A game that is over stays as it is: its cards and its secret are open.
        """
        if self.match is None or seat < 0 or self.state != "playing":
            return "no"
        return self.match.undo_of(seat)

    def rematch(self, at: float, secret: str) -> Opened:
        """A room with the same rules and the same people, who sit one seat further; a game may swap more than that."""
        places = [Place(seat.level, seat.guest, name if seat.guest or not seat.name else "")
                  for seat, name in zip(self.seats, self.names(), strict=True)]
        seats = [(seat + 1) % len(places) for seat in range(len(places))]
        again = GAMES[self.game.name].again
        halves = GAMES[self.game.name].halves
        first_half: list[int] = []
        if halves is not None and not self.opened.first_half and self.table.is_over:
            seat, number = halves.half(self.table)
            first_half = [seats[seat], number]
        return Opened(
            by=self.host, at=at, game=self.game.name,
            options={**self.opened.options, **again(self.game.options, self.table.members, seats)},
            places=[*places[-1:], *places[:-1]], clock=self.opened.clock, lets_watch=self.opened.lets_watch,
            secret=secret, before=self.code, one_device=self.opened.one_device, first_half=first_half,
        )

    # What somebody wants

    def answer(self, author: Author, seat: int, said: wire.Said) -> Fact:
        """What follows from what somebody says, who has this seat or watches: one fact, so that it is stored whole.

        :raises Refusal: if it is not done; nothing has changed.
        """
        if isinstance(said, wire.Act):
            return self._act(author, seat, said)
        if isinstance(said, wire.Talk):
            return self._talk(author, seat, said)
        if isinstance(said, wire.Undo):
            return self._undo(author, seat, said)
        if isinstance(said, wire.Allow):
            return self._allow(author, seat, said)
        if isinstance(said, wire.Sit):
            return self._sit(author, said)
        if isinstance(said, wire.Rise):
            self._own(seat)
            return Rose(*author, seat)
        if isinstance(said, wire.SetPlace):
            return self._place(author, said)
        if isinstance(said, wire.Begin):
            return self._begin(author)
        raise Refusal("not possible", "That cannot be done here.")

    def _own(self, seat: int) -> None:
        if seat < 0:
            raise Refusal("not yours", "You watch this table; only those who sit at it can do that.")

    def _playing(self) -> Match:
        if self.match is None:
            raise Refusal("not now", "The game has not begun.")
        if self.match.table.is_over:
            raise Refusal("not now", "The game is over.")
        return self.match

    def _act(self, author: Author, seat: int, said: wire.Act) -> Fact:
        self._own(seat)
        match = self._playing()
        if said.turn is not None and said.turn != self.seats[seat].turn:
            raise Refusal("late", self._why_late(seat))
        try:
            choice = self._understood(match, seat, said.choice)
            if not match.table.is_legal(seat, choice):
                match.table.clone().act(seat, choice)  # which says why not
        except IllegalAction as error:
            raise Refusal("not possible", str(error)) from None
        return Acted(*author, seat, said.choice)

    def _why_late(self, seat: int) -> str:
        """What was done while somebody chose, if another of the team did it."""
        by, what = self._done.get(self.side_of(seat), (seat, ""))
        if by == seat:
            return "That came too late: something else was done for your seat meanwhile."
        return f"{self.name_of(by)} already {what}. Look again before you choose."

    def _understood(self, match: Match, seat: int, text: str) -> Choice:
        """What a seat means; worked out once for what is checked first and done then.

        :raises IllegalAction: if it means nothing.
        """
        if self._read is None or self._read[:3] != (self.acts, seat, text):
            self._read = self.acts, seat, text, read_choice(match.table, seat, text)
        return self._read[3]

    def _talk(self, author: Author, seat: int, said: wire.Talk) -> Fact:
        if not author.guest:
            raise Refusal("not yours", "The server does not know you; please open its start page first.")
        text = "".join(letter for letter in said.text if letter.isprintable()).strip()
        if not text:
            raise Refusal("not possible", "There is nothing in it to read.")
        if said.to_team and len(self._team(seat)) < 2:
            raise Refusal("not possible", "You have no team to talk to.")
        name = self.name_of(seat) if seat >= 0 else "Somebody who watches"
        return Spoke(*author, seat, name, said.to_team, text)

    def _undo(self, author: Author, seat: int, said: wire.Undo) -> Fact:
        self._own(seat)
        self._playing()
        can = self.undo_of(seat)
        if can == "no":
            raise Refusal("not possible", "That cannot be taken back: something was revealed or drawn, "
                                          "or somebody else has acted since.")
        if can == "yes" or not self._judges(seat):
            return Undid(*author, seat)
        if self.asks_back == seat:
            raise Refusal("not now", "You have asked already; the others have not all answered.")
        return AskedBack(*author, seat)

    def _judges(self, seat: int) -> set[int]:
        """Who must allow that a seat takes an action back: everybody else.

        Bots do not mind, and those around one device agree without a word to the server.
        """
        own = {seat, *self.seats_of(self.seats[seat].guest)}
        return {number for number, other in enumerate(self.seats) if number not in own and not other.bot}

    def _allow(self, author: Author, seat: int, said: wire.Allow) -> Fact:
        self._own(seat)
        if self.asks_back < 0 or seat == self.asks_back or seat in self.allows:
            raise Refusal("not now", "Nobody asks you to take an action back.")
        return Allowed(*author, seat, said.yes)

    def _sit(self, author: Author, said: wire.Sit) -> Fact:
        name = " ".join("".join(letter for letter in said.name if letter.isprintable()).split())
        if not name:
            raise Refusal("not possible", "Please say what you are called.")
        if self.match is not None:
            raise Refusal("not now", "The game has begun; all seats are taken.")
        if self.opened.one_device:
            self._host_only(author.guest)
        elif self.seats_of(author.guest):
            raise Refusal("not possible", "You sit here already; a table for one device has seats for several.")
        kept = [number for number, seat in enumerate(self.seats) if seat.is_free and seat.kept_for == author.guest]
        number = kept[0] if kept and said.seat not in kept else said.seat  # whichever is asked for
        if number >= len(self.seats) or not self.seats[number].is_free:
            raise Refusal("not possible", "That seat is taken.")
        if self.seats[number].kept_for not in ("", author.guest):
            raise Refusal("not possible", f"That seat is kept for {self.seats[number].kept_name}.")
        if any(seat.name.casefold() == name.casefold() for seat in self.seats if not seat.is_free):
            raise Refusal("not possible", f"Somebody called {name} sits here already; please take another name.")
        return Sat(*author, number, name, said.salt)

    def _host_only(self, guest: str) -> None:
        if guest != self.host:
            raise Refusal("not yours", "Only who opened this table can do that.")

    def _place(self, author: Author, said: wire.SetPlace) -> Fact:
        self._host_only(author.guest)
        if self.match is not None:
            raise Refusal("not now", "The game has begun.")
        if said.seat >= len(self.seats) or self.seats[said.seat].guest:
            raise Refusal("not possible", "A person sits there.")
        if said.level and said.level not in BOTS[self.game.name]:
            raise Refusal("not possible", f"There is no bot called {said.level}.")
        return Placed(*author, said.seat, said.level)

    def _begin(self, author: Author) -> Fact:
        self._host_only(author.guest)
        if self.match is not None:
            raise Refusal("not now", "The game has begun.")
        return Began(*author, self.game.version)

    # What becomes of it

    def apply(self, fact: Fact) -> list[Event]:
        """Let something have happened; what it brought about in the game."""
        self.number += 1
        last_at, self.last_at = self.last_at, max(self.last_at, fact.at)
        if fact.word:
            self.words_done.add((fact.by, fact.client, fact.word))
        if isinstance(fact, Acted):
            return self._acted(fact)
        self.changes += 1
        self._names, self._side_names, self._retelling = [], [], Retelling([])  # to be thought out anew
        if isinstance(fact, Undid):
            self._take_back(fact.seat, fact.at)
        elif isinstance(fact, AskedBack):
            self.asks_back = fact.seat
            self._story.append(f"{self.name_of(fact.seat)} would like to take that back.")
        elif isinstance(fact, Allowed):
            self._allowed(fact)
        elif isinstance(fact, Spoke):
            self._story.append(fact)
        elif isinstance(fact, Sat):
            seat = self.seats[fact.seat]
            seat.guest, seat.name, seat.salt = fact.by, fact.name, fact.salt
        elif isinstance(fact, Rose):
            self._rose(fact)
        elif isinstance(fact, Placed):
            self.seats[fact.seat].level = fact.level
            self.seats[fact.seat].kept_for = ""
        elif isinstance(fact, Began):
            self._began(fact)
        elif isinstance(fact, StoodIn):
            self.seats[fact.seat].has_bot = True
            self._story.append(f"{self.name_of(fact.seat)} is away; a bot plays on.")
            self._settle_request(fact.at)
        elif isinstance(fact, CameBack):
            self.seats[fact.seat].has_bot = False
            self.seats[fact.seat].asked_at = fact.at
            self._story.append(f"{self.name_of(fact.seat)} is back.")
        elif isinstance(fact, Moved):
            self.next_room = fact.to
        elif isinstance(fact, Woke):
            for seat in self.seats:
                seat.asked_at += max(0.0, fact.at - max(fact.since, last_at))
        return []

    def _began(self, fact: Began) -> None:
        rules = fact.rules or 1  # the first ones had no number
        if not 1 <= rules <= self.game.version:
            raise StaleRecord(
                f"This was played by version {rules} of the rules of {self.game.name}; these are version "
                f"{self.game.version}.")
        if rules < self.game.version:
            self.game = _game_of(self.opened, rules)
        for seat in self.seats:
            if seat.is_free:
                seat.level = self.stand_in
            seat.asked_at = fact.at
        deal = Deal(promise(self.opened.secret), self.opened.secret, [seat.salt for seat in self.seats])
        self.match = Match(
            self.game, self.names(), seed_of_deal(deal.secret, deal.salts),
            asks_all=self.opened.asks_all and len(self.seats) > 1)
        self.match.record.deal = deal
        self.began_at = self.acted_at = fact.at
        self._story.append(self.match.events)

    def _acted(self, fact: Acted) -> list[Event]:
        match = self.match
        assert match is not None, "nobody acts before the deal"
        before = self._questions()
        choice = self._understood(match, fact.seat, fact.choice)
        self._note_done(fact.seat, choice)
        events = match.act(fact.seat, choice)
        self._ask_anew(before, fact.seat, fact.at)
        self.acts += 1
        self.acted_at = fact.at
        self._story.append(events)
        if self.asks_back >= 0 or match.table.is_over or self.opened.clock.kind != "none":
            self.changes += 1
        self._forget_request()
        if match.table.is_over:
            self.ended_at = fact.at
            self._tell_match(match.table)
        return events

    def _note_done(self, seat: int, choice: Choice) -> None:
        """Remember what a seat does, for those of its team who choose at the same time."""
        decision, side = self.table.decision_of(seat), self.table.side_of(seat)
        if decision is not None and side >= 0 and len(self.table.members[side]) > 1:
            text = decision.text(self.table, side, choice)
            self._done[side] = seat, self.game.manners.what_was_done(decision.verb, text)

    def _tell_match(self, table: Table) -> None:
        """If this was the second game of a match, how that came out."""
        halves = GAMES[self.game.name].halves
        if halves is not None and self.opened.first_half:
            seat, number = self.opened.first_half
            self._story.append(halves.told(self.names(), (seat, number), halves.half(table)))

    def _questions(self) -> list[Decision | None]:
        """What each seat may answer."""
        return [self.table.decision_of(seat) for seat in range(len(self.seats))]

    def _ask_anew(self, before: Sequence[Decision | None], actor: int, now: float) -> None:
        """Who is asked something else than before gets a new number for it, so that no answer comes too late.

        The seats of a side count together, as they may have the same question; and who has acted, or one of whose side
        has, is asked anew even if the question is the same.
        """
        questions, is_timed = self._questions(), self.is_timed_by_rules
        for side, members in enumerate(self.table.members):
            if actor in members or not all(_is_same(before[seat], questions[seat], is_timed) for seat in members):
                was_asked = any(before[seat] is not None for seat in members)
                if was_asked and actor not in members:
                    self._done.pop(side, None)  # it was not one of them who came before the others
                for number in members:
                    seat = self.seats[number]
                    seat.turn += was_asked
                    if before[number] is not None:
                        seat.spent += 0.0 if is_timed else max(0.0, now - seat.asked_at)
                    seat.asked_at = now

    def _allowed(self, fact: Allowed) -> None:
        self.allows.add(fact.seat)
        if not fact.yes:
            self._story.append(f"{self.name_of(fact.seat)} does not allow that.")
            self._forget_request()
        self._settle_request(fact.at)

    def _settle_request(self, now: float) -> None:
        """If somebody would like to take an action back, and nobody is left who has not allowed it, so be it."""
        if self.asks_back >= 0 and self._judges(self.asks_back) <= self.allows:
            self._take_back(self.asks_back, now)

    def _take_back(self, seat: int, now: float) -> None:
        assert self.match is not None, "there is nothing to take back before the deal"
        before = self._questions()
        self.match.undo(seat)
        if len(self.table.members[self.table.side_of(seat)]) > 1:
            self._done[self.table.side_of(seat)] = seat, "took the last choice back"
        self._ask_anew(before, seat, now)
        self.acts += 1
        self.acted_at = now
        self._story.append(f"{self.name_of(seat)} takes that back.")
        self._forget_request()

    def _forget_request(self) -> None:
        self.asks_back = WATCHING
        self.allows.clear()

    def _rose(self, fact: Rose) -> None:
        seat = self.seats[fact.seat]
        if self.match is None:
            seat.guest = seat.name = seat.salt = ""
        else:
            self._story.append(f"{self.name_of(fact.seat)} has left; a bot plays on.")
            seat.guest, seat.level, seat.has_bot = "", self.stand_in, False
            self._settle_request(fact.at)


def _is_same(old: Decision | None, new: Decision | None, is_live: bool) -> bool:
    """Whether a seat is still asked what it was asked before; where play does not wait, as long as it may speak."""
    if old is new:
        return True
    if old is None or new is None or old.verb != new.verb:
        return False
    return is_live or (type(old) is type(new) and old.about == new.about and list(old.options) == list(new.options))


def remade(code: str, facts: Sequence[Fact]) -> Room:
    """The room that some facts make.

    If the rules have changed meanwhile, it may raise anything: StaleRecord, IllegalAction, what a rule stumbles over.
    """
    opened = facts[0]
    assert isinstance(opened, Opened), f"the first thing in a room is that it is opened, not {opened!r}"
    room = Room(code, opened)
    for fact in facts[1:]:
        room.apply(fact)
    return room
