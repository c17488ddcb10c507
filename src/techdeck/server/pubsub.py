"""The other servers of the same database, told and heard through Redis.

Nothing is kept there that matters: what happened is in the journal, whose numbers let no two servers write the same
thing.  Through Redis goes only that a room has moved on, who is connected where, and which server acts for the bots and
the clocks of a room: the one that holds its lease, a key that is gone seconds after a server has died.  While Redis
cannot be reached, every server looks into the journal by itself, and acts; what comes second is not written.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from msgspec import DecodeError, Struct, json
from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from techdeck.server.live import Presence

BEAT: Final = 1.0  # seconds between two signs of life
LEASE: Final = 3.0  # seconds for which a server acts for a room without renewing that
SILENCE: Final = 4.0  # seconds after which a server that was not heard is taken for dead
PATIENCE: Final = 2.0  # seconds for an answer of Redis
GATHER: Final = 0.02  # seconds in which wishes for leases are gathered

# Take or renew a lease, if nobody else has it; and give it back.
HOLD: Final = """
    local holder = redis.call('get', KEYS[1])
    if holder and holder ~= ARGV[1] then return 0 end
    redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return 1
"""
GIVE_BACK: Final = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0"

log = logging.getLogger("techdeck.pubsub")


def check(url: str) -> None:
    """:raises ValueError: if it is no URL of a Redis."""
    redis.from_url(url)


class Message(Struct, frozen=True, omit_defaults=True):
    """What servers tell each other: up to which number rooms were written, and who is there."""

    run: str
    written: dict[str, int] = {}
    here: dict[str, Presence] = {}
    is_all: bool = False  # of who is there: nobody else is


class Here(Protocol):
    """This server: what it tells others, and what it does when they tell something."""

    @property
    def run(self) -> str: ...

    def playing(self) -> list[str]: ...

    def presence(self, codes: Iterable[str] | None = None) -> dict[str, Presence]: ...

    def here_elsewhere(self, run: str, here: Mapping[str, Presence], is_all: bool) -> None: ...

    def take_over(self, code: str) -> None: ...

    def written_elsewhere(self, code: str, number: int) -> None: ...

    async def catch_up(self) -> None: ...


class Others:
    """See above.  `name` tells the servers of one database from those of another."""

    def __init__(self, url: str, name: str, hub: Here) -> None:
        self._hub: Final = hub
        self._redis: Final = redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0))
        self._name: Final = f"techdeck:{name}"
        self._held: Final[dict[str, float]] = {}  # by room: until when this server acts for it
        self._written: dict[str, int] = {}  # what is to be told next
        self._changed: set[str] = set()
        self._has_news: Final = asyncio.Event()
        self._is_wanted: Final = asyncio.Event()
        self._heard: Final[dict[str, float]] = {}  # by server: when it was last heard
        self._here: Final[dict[str, dict[str, Presence]]] = {}  # by server and room: who is connected there
        self._tasks: list[asyncio.Task[None]] = []
        self._listens = False
        self._beats = False

    def open(self) -> None:
        self._tasks = [asyncio.create_task(work) for work in (self._tell_on(), self._listen_on(), self._beat_on())]

    async def close(self) -> None:
        """Say goodbye, so that others take over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for room in self._held:
                    pipe.eval(GIVE_BACK, 1, self._lease(room), self._hub.run)
                pipe.publish(self._name, json.encode(Message(self._hub.run, is_all=True)))
                await pipe.execute()
        except (RedisError, OSError):
            log.warning("Redis cannot be reached to say goodbye")
        await self._redis.aclose()

    @property
    def is_connected(self) -> bool:
        return self._listens and self._beats

    def _lease(self, room: str) -> str:
        return f"{self._name}:acts:{room}"

    # Telling

    def written(self, room: str, number: int) -> None:
        """A fact is safe: others can read it."""
        self._written[room] = number
        self._has_news.set()

    def presence_changed(self, room: str) -> None:
        self._changed.add(room)
        self._has_news.set()

    async def _tell_on(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            written, self._written = self._written, {}
            changed, self._changed = self._changed, set()
            message = Message(self._hub.run, written, self._hub.presence(changed))
            try:
                await self._redis.publish(self._name, json.encode(message))
            except (RedisError, OSError):
                self._lose(beats=False)  # they find it in the journal; who has Redis again before us is told later
                self._written = {**written, **self._written}
                self._changed |= changed
                self._has_news.set()
                await asyncio.sleep(BEAT)

    # Hearing

    async def _listen_on(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self._name)
                    self._listens = True
                    await self._hub.catch_up()  # with what was said before
                    while True:  # at least this server's own beat comes
                        heard = await channel.get_message(ignore_subscribe_messages=True, timeout=SILENCE)
                        if heard is not None:
                            self._hear(heard["data"])
            except (RedisError, OSError):
                self._lose(listens=False)
                await asyncio.sleep(BEAT)

    def _hear(self, data: bytes) -> None:
        try:
            message = json.decode(data, type=Message)
        except DecodeError:
            return  # of another version
        if message.run == self._hub.run:
            return
        self._heard[message.run] = time.monotonic()
        self._here[message.run] = {**({} if message.is_all else self._here.get(message.run, {})), **message.here}
        for room, number in message.written.items():
            self._hub.written_elsewhere(room, number)
        self._hub.here_elsewhere(message.run, message.here, message.is_all)

    def here(self, room: str) -> dict[str, Presence]:
        """Who is connected to other servers, by server."""
        return {run: rooms[room] for run, rooms in self._here.items() if room in rooms}

    # Leases

    def acts_for(self, room: str) -> bool:
        """Whether this server acts for bots and clocks in a room; if nobody does, it will in a moment."""
        if not self.is_connected or self._held.get(room, 0.0) > time.monotonic():
            return True
        self._is_wanted.set()
        return False

    async def _beat_on(self) -> None:
        beat = 0.0
        while True:
            try:
                await self._hold(self._hub.playing())
                if time.monotonic() >= beat:
                    beat = time.monotonic() + BEAT
                    message = Message(self._hub.run, here=self._hub.presence(), is_all=True)
                    await self._redis.publish(self._name, json.encode(message))
                self._beats = True
            except (RedisError, OSError):
                self._lose(beats=False)
                await self._hub.catch_up()
                await asyncio.sleep(BEAT)
            self._forget_the_silent()
            try:
                await asyncio.wait_for(self._is_wanted.wait(), max(0.0, beat - time.monotonic()))
                await asyncio.sleep(GATHER)
            except TimeoutError:
                pass
            self._is_wanted.clear()

    async def _hold(self, rooms: Iterable[str]) -> None:
        """Renew what is held, and take what nobody holds."""
        now = time.monotonic()
        for room in set(self._held) - set(rooms):
            del self._held[room]  # it is over; the lease runs out
        wanted = [room for room in rooms if self._held.get(room, 0.0) < now + LEASE - BEAT / 2]
        if not wanted:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for room in wanted:
                pipe.eval(HOLD, 1, self._lease(room), self._hub.run, int(LEASE * 1000))
            answers = await pipe.execute()
        for room, is_held in zip(wanted, answers, strict=True):
            is_new = self._held.get(room, 0.0) <= now
            if is_held:
                self._held[room] = now + LEASE
                if is_new:
                    self._hub.take_over(room)
            else:
                self._held.pop(room, None)

    def _forget_the_silent(self) -> None:
        for run, heard in list(self._heard.items()):
            if heard < time.monotonic() - SILENCE:
                del self._heard[run], self._here[run]
                self._hub.here_elsewhere(run, {}, True)

    def _lose(self, *, listens: bool = True, beats: bool = True) -> None:
        """Redis is not there: from now on this server acts by itself."""
        was_connected = self.is_connected
        self._listens = self._listens and listens
        self._beats = self._beats and beats
        if was_connected:
            log.warning("Redis cannot be reached; the servers go on by themselves until it is")
            self._held.clear()
            for room in self._hub.playing():
                self._hub.take_over(room)
