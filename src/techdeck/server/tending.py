"""What happens at a table by itself: bots answer, time runs out, and somebody plays for who is away.

Whatever comes of it goes to the hub as a fact, like everything that people say.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Final

from techdeck.actions import write_choice
from techdeck.bots.reaction import LEAST, MEDIAN, SECOND, Attention, Reaction, is_floor
from techdeck.server.facts import Acted, Fact, StoodIn
from techdeck.server.live import Live
from techdeck.server.minds import Minds
from techdeck.server.room import Room
from techdeck.server.settings import Settings
from techdeck.server.tallies import Tallies
from techdeck.storage import store
from techdeck.table import CLOCK, PASS, Choice, Decision, NoChoice

AGAIN: Final = 1.0  # seconds until a bot that failed is asked again
BEFORE_THINKING: Final = 0.7  # of the time after which a bot answers; the rest is for thinking, needed or not
SHORTEST_WAIT: Final = 0.02  # seconds until a trading floor is looked at again
LONGEST_PASS: Final = 10.0  # seconds, times the bots' pace, until the rules pass for who can do nothing else

log = logging.getLogger("techdeck.tending")


def now_in_ms() -> int:
    return round(time.monotonic() * SECOND)


class Tender:
    """See above.  `happen` makes a fact true; `acts_for` tells whether a room is this server's business."""

    def __init__(
        self, settings: Settings, minds: Minds, tallies: Tallies, happen: Callable[[Live, Fact], None],
        acts_for: Callable[[Live], bool],
    ) -> None:
        self.settings: Final = settings
        self.minds: Final = minds
        self.tallies: Final = tallies
        self.is_stopped = False
        self._happen: Final = happen
        self._acts_for: Final = acts_for
        self._rng: Final = Random()

    def stop(self, live: Live) -> None:
        """Nothing happens by itself any more."""
        if live.timer is not None:
            live.timer.cancel()
        for thought in live.thinking.values():
            thought.cancel()

    def go_on(self, live: Live) -> None:
        """See to it that whatever is to happen by itself will happen."""
        live.changed.set()
        live.changed.clear()
        if live.room.state != "playing" or self.is_stopped:
            return
        self._let_bots_think(live)
        self.set_timer(live)

    # Bots

    def _let_bots_think(self, live: Live) -> None:
        if not self._acts_for(live):
            return
        for seat, decision in live.room.asked().items():
            if seat < 0:
                continue
            if live.room.seats[seat].bot:
                self._notice(live, seat, decision)
            if seat in live.thinking:
                continue
            if live.room.seats[seat].bot:
                self._let_think(live, seat, self._think(live, seat))
            elif isinstance(decision, NoChoice) and live.may_read(seat):
                self._let_think(live, seat, self._pass_for(live, seat, decision))

    def _let_think(self, live: Live, seat: int, thinking: Coroutine[object, object, None]) -> None:
        thought = asyncio.create_task(thinking)
        live.thinking[seat] = thought

        def stop(done: "asyncio.Task[None]") -> None:
            live.thinking.pop(seat, None)
            if done.cancelled() or self.is_stopped:
                return
            error = done.exception()
            if error is not None:
                log.error("a bot failed", exc_info=error, extra={"room": live.room.code, "seat": seat})
                asyncio.get_running_loop().call_later(AGAIN, self.go_on, live)
            elif live.room.state == "playing":  # the seat may have been asked again just before
                self._let_bots_think(live)
                self.set_timer(live)

        thought.add_done_callback(stop)

    def _reaction(self, live: Live, seat: int) -> Reaction:
        if seat not in live.reactions:
            pace = self.settings.bot_pace
            live.reactions[seat] = Reaction(
                Random(self._rng.getrandbits(64)), round(MEDIAN * pace), least=round(LEAST * pace),
                rest=round(SECOND * self.settings.bot_patience))
        return live.reactions[seat]

    def _notice(self, live: Live, seat: int, decision: Decision) -> None:
        """From now on a bot knows of whatever is new in its question."""
        room = live.room
        self._reaction(live, seat).notice(decision, room.seats[seat].turn, room.stage, now_in_ms())

    async def _think(self, live: Live, seat: int) -> None:
        """A bot looks, waits as a person would, and acts if what it wants is still possible."""
        while live.room.state == "playing":
            room = live.room
            level, decision = room.seats[seat].bot, room.asked().get(seat)
            if decision is None or not level or not self._acts_for(live):
                return
            if is_floor(decision):
                await self._trade(live, seat, level, decision)
            else:
                await self._answer(live, seat, level)

    async def _answer(self, live: Live, seat: int, level: str) -> None:
        """One question that is the bot's own."""
        room, reaction = live.room, self._reaction(live, seat)
        until = reaction.due() / SECOND
        wait = max(0.0, until - time.monotonic())
        is_alone = len(room.table.pending) == 1  # then all wait, and could tell how long it has to think
        await asyncio.sleep(wait * BEFORE_THINKING if is_alone else wait)
        acts = room.acts
        choice = await self._chosen(live, seat, level)
        if is_alone:
            await asyncio.sleep(max(0.0, until - time.monotonic()))
        if choice is None:
            await self._wait_for_news(live, self.settings.bot_patience)
        elif live.room is room and room.acts == acts and room.seats[seat].bot and seat in room.asked():
            reaction.said(choice, now_in_ms())
            self._act(live, seat, choice)
            if room.acts == acts:
                await asyncio.sleep(AGAIN)  # it could not be done

    async def _trade(self, live: Live, seat: int, level: str, decision: Decision) -> None:
        """On the floor nobody waits for anybody: what a bot has thought over is done, if that can still be done."""
        room, reaction = live.room, self._reaction(live, seat)
        attention = reaction.look(decision, now_in_ms())
        if attention is None:
            await self._wait_for_news(live, max(SHORTEST_WAIT, reaction.due() / SECOND - time.monotonic()))
            return
        choice = await self._chosen(live, seat, level, attention)
        now = now_in_ms()
        if choice is None or not reaction.lets(decision, choice, now):
            reaction.rest(now)
            await self._wait_for_news(live, max(SHORTEST_WAIT, reaction.due() / SECOND - time.monotonic()))
        elif live.room is room and room.table.is_legal(seat, choice) and room.seats[seat].bot:
            reaction.said(choice, now)
            self._act(live, seat, choice)

    async def _pass_for(self, live: Live, seat: int, decision: NoChoice) -> None:
        """The rules pass for a person who can do nothing else, after as long as that person takes to answer."""
        taken = live.paces.get(seat) or deque([2.0 * self._rng.uniform(0.5, 1.5)])
        await asyncio.sleep(self.settings.bot_pace * min(LONGEST_PASS, max(0.5, self._rng.choice(taken))))
        if live.room.state == "playing" and live.room.table.decision_of(seat) is decision:
            self._act(live, seat, PASS)

    async def _wait_for_news(self, live: Live, longest: float) -> None:
        try:
            await asyncio.wait_for(live.changed.wait(), longest)
        except TimeoutError:
            return

    async def _chosen(
        self, live: Live, seat: int, level: str, attention: Attention | None = None,
    ) -> Choice | None:
        """What a bot chooses; if it cannot, anything, so that the game goes on."""
        began = time.perf_counter()
        for _ in range(2):
            try:
                choice = await self.minds.think(live.room.code, seat, level, store(live.room.table), attention)
                self.tallies.thinking.add(time.perf_counter() - began)
                return choice
            except OSError:  # its process died; there is another by now
                continue
            except RuntimeError:
                log.exception("a bot failed", extra={"room": live.room.code, "seat": seat})
                break
        decision = live.room.table.decision_of(seat)
        return None if decision is None else decision.sample(self._rng)

    def _act(self, live: Live, seat: int, choice: Choice) -> None:
        """Something is done for a seat, by a bot or by the clock."""
        if not self._acts_for(live):
            return
        table = live.room.table
        decision = table.decision_of(seat)
        if decision is not None and table.is_legal(seat, choice):
            text = write_choice(table, decision, choice)
            self._happen(live, Acted(at=time.time(), seat=seat, choice=text))

    # Time

    def notice_time(self, live: Live) -> None:
        if live.room.state == "playing":
            live.timekeeper.notice(live.room.table, time.monotonic())

    def notice_absence(self, live: Live) -> None:
        """Whoever sits at the table and is not there is away from now on, if not longer."""
        here = live.here()
        for number, seat in enumerate(live.room.seats):
            if seat.guest and seat.guest not in here:
                live.away_since.setdefault(number, time.monotonic())

    def set_timer(self, live: Live) -> None:
        """Wake up when something is due: the rules' clock, somebody's time, or somebody's absence."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if live.room.state != "playing" or not self._acts_for(live):
            return
        due = min((when for when, _ in self._dues(live)), default=None)
        if due is not None:
            wait = max(0.0, due - time.monotonic())
            live.timer = asyncio.get_running_loop().call_later(wait, self._wake, live)

    def _dues(self, live: Live) -> list[tuple[float, Callable[[], None]]]:
        room = live.room
        dues: list[tuple[float, Callable[[], None]]] = []
        clock = live.timekeeper.due(room.table)
        if clock is not None:
            when, choice = clock
            dues.append((when, lambda: self._act(live, CLOCK, choice)))
        for seat, since in live.away_since.items():
            if room.seats[seat].guest and not room.seats[seat].has_bot:
                dues.append((since + self.settings.grace, lambda seat=seat: self._stand_in(live, seat)))  # type: ignore[misc]
        for number in room.asked():
            left = self._time_left(room, number)
            if left is not None and number not in live.thinking:
                asked = time.monotonic() - (time.time() - room.seats[number].asked_at)
                dues.append((asked + left, lambda seat=number: self._time_out(live, seat)))  # type: ignore[misc]
        return dues

    def _time_left(self, room: Room, seat: int) -> float | None:
        """Seconds for a seat's question; nobody is hurried who has a bot, or where the rules' clock goes on anyway."""
        clock = room.opened.clock
        if clock.kind == "none" or seat < 0 or room.seats[seat].bot or room.is_timed_by_rules:
            return None
        if clock.kind == "decision":
            return float(clock.seconds)
        return max(self.settings.least_time, clock.seconds - room.seats[seat].spent)

    def _wake(self, live: Live) -> None:
        live.timer = None
        if not self._acts_for(live):
            return
        now = time.monotonic()
        for when, do in self._dues(live):
            if when <= now + 0.001:
                do()
                break
        self.set_timer(live)

    def _stand_in(self, live: Live, seat: int) -> None:
        live.away_since.pop(seat, None)
        self._happen(live, StoodIn(at=time.time(), seat=seat))

    def _time_out(self, live: Live, seat: int) -> None:
        """A seat's time is up: once, a bot chooses for it."""
        self._let_think(live, seat, self._choose_once(live, seat))

    async def _choose_once(self, live: Live, seat: int) -> None:
        room, turn = live.room, live.room.seats[seat].turn
        choice = await self._chosen(live, seat, room.stand_in)
        decision = live.room.table.decision_of(seat)
        if live.room is room and room.seats[seat].turn == turn and decision is not None:
            self._act(live, seat, next(iter(decision)) if choice is None else choice)
