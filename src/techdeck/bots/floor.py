"""A live trading floor without wall-clock time: what an exchange does with messages, and traders at some distance.

The rules of Tech Exchange never see time; this is what stands between them and the world.  An *exchange* takes
messages in the order in which they arrive, lets them wait or refuses them, and lets the *clock* act when it is due.
A *client* is a bot behind a line: news come late to it, it takes a while to react, and its answers come late too.
All times are whole milliseconds of a simulated day, so a game of many minutes is played in a moment, and the same
generators give the same game.

`Exchange` knows nothing of the simulation.  The numbers in brackets are clauses of the rulebook.
"""

import heapq
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from techdeck.bots.bot import Action, Bot
from techdeck.bots.reaction import NEVER, SECOND, Reaction, narrowed
from techdeck.offers import precedence
from techdeck.table import CLOCK, Choice, Decision, Table
from techdeck.timekeeping import Timekeeper, is_trading, must_wait, stage
from techdeck.views import View

TALKING: Final = (3, 0)  # the precedence of what is no sentence: where one is awaited, sentences wait anyway


class Lag:
    """How long a message is under way, in either direction: anything within limits."""

    def __init__(self, rng: Random, least: int = 0, most: int = 0) -> None:
        self.rng: Final = rng
        self.least: Final = least
        self.most: Final = most

    def delay(self) -> int:
        return self.rng.randint(self.least, self.most)


# The exchange

class Message:
    """What a seat says to the exchange, and about which question it was."""

    def __init__(self, seat: int, choice: Choice, question: int, stage: tuple[int, int]) -> None:
        self.seat: Final = seat
        self.choice: Final = choice
        self.question: Final = question
        self.stage: Final = stage

    def precedence(self) -> tuple[int, int]:
        """In which order it counts among those that arrive at the same time [R40]."""
        return precedence(self.seat, self.choice) if isinstance(self.choice, str) else TALKING


Watch = Callable[[Table, int, Choice], None]  # is told what was done, by whom, and sees the table afterwards


class Exchange:
    """Where messages arrive: it does what is allowed, keeps what must wait, and refuses the rest."""

    def __init__(self, table: Table, watch: Watch | None = None, done: list[Action] | None = None) -> None:
        self.table: Final = table
        self.done: Final[list[Action]] = [] if done is None else done  # in order; at last what the rules failed at
        self.timekeeper: Final = Timekeeper()
        self.watch = watch
        self.now = 0
        self.changes = 0  # of the table
        self.taken = 0  # messages
        self.refused = 0
        self.answered: list[int] = []  # the seats whose messages have arrived, since somebody asked
        self._waiting: list[Message] = []
        self._questions: dict[int, tuple[int, Decision]] = {}  # by seat: since which change it is asked what
        self._note(CLOCK)

    def question(self, seat: int) -> int:
        """The number of what a seat is asked now."""
        return self._questions[seat][0] if seat in self._questions else -1

    def take(self, message: Message, now: int) -> None:
        """A message arrives [R35]; its sender is answered at once, even if it has to wait."""
        self.now = now
        self.answered.append(message.seat)
        self._handle(message)
        self._drain()

    def let_pass(self, now: int) -> None:
        """The clock does what is due."""
        self.now = now
        due = self.timekeeper.due(self.table)
        assert due is not None, "the clock has nothing to do"
        self._act(CLOCK, due[1])
        self._drain()

    def due(self) -> int:
        """When the clock acts, if nothing happens before."""
        due = self.timekeeper.due(self.table)
        return NEVER if due is None else round(SECOND * due[0])

    def _handle(self, message: Message) -> None:
        if self._must_wait(message):
            self._waiting.append(message)
            return
        if self._is_outdated(message) or not self.table.is_legal(message.seat, message.choice):
            self.refused += 1
        else:
            self.taken += 1
            self._act(message.seat, message.choice)

    def _must_wait(self, message: Message) -> bool:
        """What else comes during a tie window or a choice is checked afresh after it [R30, R37]."""
        is_of_now = isinstance(message.choice, str) and message.stage == stage(self.table)
        return is_of_now and must_wait(self.table, str(message.choice))

    def _is_outdated(self, message: Message) -> bool:
        """Sentences of trading count until the phase ends [R66], all else only for the question it was about."""
        if isinstance(message.choice, str) and is_trading(self.table):
            return message.stage != stage(self.table)
        return message.question != self.question(message.seat)

    def _drain(self) -> None:
        """Handle what has waited, until something makes the rest wait again."""
        while self._waiting and not self._must_wait(self._waiting[0]):
            self._handle(self._waiting.pop(0))

    def _act(self, seat: int, choice: Choice) -> None:
        self.done.append((seat, choice))
        self.table.act(seat, choice)
        self.changes += 1
        self._note(seat)
        if self.watch is not None:
            self.watch(self.table, seat, choice)

    def _note(self, actor: int) -> None:
        """Number the questions: one stays the same while only others act."""
        before, self._questions = self._questions, {}
        for decision in self.table.pending:
            number = self.changes
            old = before.get(decision.seat)
            if old is not None and decision.seat != actor and is_same(old[1], decision):
                number = old[0]
            self._questions[decision.seat] = number, decision
        self.timekeeper.notice(self.table, self.now / SECOND)


def is_same(one: Decision, other: Decision) -> bool:
    return one.verb == other.verb and list(one.options) == list(other.options)


# Traders at some distance

class Client:
    """A bot behind a line.  It knows what has reached it, and says one thing at a time."""

    def __init__(self, bot: Bot, reaction: Reaction, lag: Lag) -> None:
        self.bot: Final = bot
        self.reaction: Final = reaction
        self.lag: Final = lag
        self.news: News | None = None  # the last that arrived
        self.looks_at = NEVER  # when it will have thought about something, or will look again though there are no news
        self.is_heard = True  # whether its last message was answered
        self.last_in = 0  # when the last news arrive: on a line none overtake others


class News:
    """A table as it was, and what a seat was asked."""

    def __init__(self, table: Table, question: int, stage: tuple[int, int], is_answer: bool) -> None:
        self.table: Final = table
        self.question: Final = question
        self.stage: Final = stage
        self.is_answer: Final = is_answer  # whether they answer the seat's last message


class Event:
    """Something that happens to a client, or to the exchange by a client, at a time."""

    def __init__(self, seat: int, news: News | None = None, message: Message | None = None) -> None:
        self.seat: Final = seat
        self.news: Final = news  # they arrive
        self.message: Final = message  # it arrives; if neither, the client looks


NEWS_FIRST: Final = 0  # what happens in the same instant: first all see and say what they see and say then,
LOOKS_NEXT: Final = 1
MESSAGES_LAST: Final = 2  # then it counts


class Simulation:
    """Plays a live table with clients, from event to event."""

    def __init__(
        self, table: Table, clients: Sequence[Client], watch: Watch | None = None, done: list[Action] | None = None,
    ) -> None:
        self.exchange: Final = Exchange(table, watch, done)
        self.clients: Final = clients
        self._agenda: list[tuple[int, int, tuple[int, int], int, Event]] = []
        self._events = 0
        self._waits: set[int] = set()  # seats that have nothing to say to the table as it is
        self._told = -1  # the last change that was told

    def run(self) -> None:
        table = self.exchange.table
        self._tell()
        while not table.is_over:
            due = self.exchange.due()
            if self._agenda and self._agenda[0][0] <= due:
                time, _, _, _, event = heapq.heappop(self._agenda)
                self._happen(event, time)
            elif due < NEVER:
                self.exchange.let_pass(max(due, self.exchange.now))
            self._tell()
            if due == NEVER and len(self._waits) == len({decision.seat for decision in table.pending}) > 0:
                raise RuntimeError(f"Everybody waits in {table.game.path(table.agenda)}, and nothing would end that.")

    def _plan(self, time: int, rank: int, order: tuple[int, int], event: Event) -> None:
        self._events += 1
        heapq.heappush(self._agenda, (time, rank, order, self._events, event))

    def _tell(self) -> None:
        """Send the news to everybody, if there are any; and to who has sent a message, that it was answered."""
        exchange = self.exchange
        answered, exchange.answered = exchange.answered, []
        is_new = self._told != exchange.changes
        if is_new:
            self._told = exchange.changes
            self._waits.clear()
        elif not answered:
            return
        exchange.table.known()  # worked out once, not by all who look
        now = exchange.table.clone()
        for seat in range(len(self.clients)) if is_new else answered:
            client = self.clients[seat]
            client.last_in = max(client.last_in, exchange.now + client.lag.delay())
            news = News(now, exchange.question(seat), stage(exchange.table), seat in answered)
            self._plan(client.last_in, NEWS_FIRST, TALKING, Event(seat, news=news))

    def _happen(self, event: Event, now: int) -> None:
        client = self.clients[event.seat]
        if event.message is not None:
            self.exchange.take(event.message, now)
        elif event.news is not None:
            client.news = event.news
            client.is_heard = client.is_heard or event.news.is_answer
            decision = event.news.table.decision_of(event.seat)
            client.reaction.notice(decision, event.news.question, event.news.stage, now)
            if client.is_heard and decision is not None:
                self._plan_look(event.seat, now)
        elif client.looks_at == now:
            client.looks_at = NEVER
            self._look(event.seat, now)

    def _plan_look(self, seat: int, now: int) -> None:
        """Any look that was planned for another time is forgotten."""
        client = self.clients[seat]
        time = max(now + 1, client.reaction.due())
        if time != client.looks_at:
            client.looks_at = time
            self._plan(time, LOOKS_NEXT, TALKING, Event(seat))

    def _look(self, seat: int, now: int) -> None:
        """The bot gets what its side saw when the last news were sent."""
        client = self.clients[seat]
        news = client.news
        decision = None if news is None else news.table.decision_of(seat)
        if news is None or decision is None or not client.is_heard:
            return
        attention = client.reaction.look(decision, now)
        if attention is None:
            self._plan_look(seat, now)
            return
        choice = client.bot.choose(View(news.table, news.table.side_of(seat)), narrowed(decision, attention))
        if choice is None or not client.reaction.lets(decision, choice, now):
            if news.question == self.exchange.question(seat):
                self._waits.add(seat)
            client.reaction.rest(now)
            self._plan_look(seat, now)
        else:
            client.is_heard = False
            client.reaction.said(choice, now)
            message = Message(seat, choice, news.question, news.stage)
            self._plan(now + client.lag.delay(), MESSAGES_LAST, message.precedence(), Event(seat, message=message))


def clients_of(bots: Sequence[Bot], rng: Random, most_lag: int = 0) -> list[Client]:
    """Bots that react like people, each behind a line with some lag."""
    return [Client(bot, Reaction(Random(rng.getrandbits(64))), Lag(Random(rng.getrandbits(64)), 0, most_lag))
            for bot in bots]


def play_live(
    table: Table, clients: Sequence[Client], watch: Watch | None = None, done: list[Action] | None = None,
) -> Exchange:
    """Let clients, by seat, play a live table to its end; the exchange says how many messages it took and refused."""
    simulation = Simulation(table, clients, watch, done)
    simulation.run()
    return simulation.exchange
