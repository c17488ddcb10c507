"""A network that loses, delays, doubles and mixes up what is sent, and breaks down all the time: the game is the same.

The same deal is played twice by people who choose the same: once over a good line, once over a bad one.  The deal is
the same because both rooms are written to the database with the same secret, behind the server's back.
"""

import asyncio
import time
from random import Random
from typing import Final

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

from techdeck.record import read, written
from tests.games import IS_SOAK
from tests.server.play import Planted, Player, Server, chooser, leave, plant, seated

LONGEST_DELAY: Final = 2.0 if IS_SOAK else 0.05
CUTS: Final = 100  # breaks of the line in a game
IDLE: Final = 0.5 if IS_SOAK else 0.12  # seconds after which a player says again what was not answered


class BadLine:
    """Stands between clients and a server, and does its worst."""

    def __init__(self, server: Server, seed: int, cuts: int) -> None:
        self.server: Final = server
        self.rng: Final = Random(seed)
        self.cuts_left = cuts
        self.cuts = self.dropped = self.doubled = self.delayed = self.swapped = self.frames = 0
        self.url = ""
        self._lines: Final[set[ServerConnection]] = set()

    async def run(self, is_ready: "asyncio.Event") -> None:
        async with serve(self._connect, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None) as here:
            self.url = f"http://127.0.0.1:{next(iter(here.sockets)).getsockname()[1]}"
            is_ready.set()
            await self._cut_now_and_then()

    async def _cut_now_and_then(self) -> None:
        """After every few frames all lines break, so that the game does not end before all breaks have happened."""
        heard = 0
        while True:
            await asyncio.sleep(0.01)
            if self.cuts_left and self._lines and self.frames >= heard + self.rng.randrange(1, 8):
                heard = self.frames
                for line in self.rng.sample(sorted(self._lines, key=id), 1):
                    self.cuts += 1
                    self.cuts_left -= 1
                    line.transport.abort()

    async def _connect(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {"Authorization": near.request.headers["Authorization"]}
        address = self.server.url.replace("http", "ws", 1) + near.request.path
        self._lines.add(near)
        try:
            async with connect(
                address, additional_headers=headers, compression=None, max_size=None, ping_interval=None,
            ) as far:
                both = [asyncio.create_task(self._carry(*way)) for way in ((near, far), (far, near))]
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for way in both:
                    way.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        except (OSError, WebSocketException):
            pass
        finally:
            self._lines.discard(near)

    async def _carry(self, source: object, target: object) -> None:
        under_way: set[asyncio.Task[None]] = set()
        last = asyncio.get_running_loop().create_future()
        last.set_result(None)
        try:
            async for text in source:  # type: ignore[attr-defined]
                self.frames += 1
                fate = self.rng.random()
                if fate < 0.03:
                    self.dropped += 1
                    continue
                for _ in range(2 if fate > 0.9 else 1):
                    self.doubled += fate > 0.9
                    late = self.rng.random() < (0.1 if IS_SOAK else 0.3)
                    delay = self.rng.random() * LONGEST_DELAY if late else 0.0
                    self.delayed += late
                    task = asyncio.create_task(self._deliver(target, text, delay))
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
        except (OSError, WebSocketException):
            pass
        finally:
            for task in under_way:
                task.cancel()

    async def _deliver(self, target: object, text: object, delay: float) -> None:
        """Frames overtake each other whenever one is held up longer than the next."""
        try:
            await asyncio.sleep(delay)
            await target.send(text)  # type: ignore[attr-defined]
        except (OSError, WebSocketException):
            pass


async def play(planted: Planted, url: str, resend: float, seed: int) -> list[Player]:
    """The whole game, by people whose choices follow from the seed and what they are asked."""
    players = [Player(guest, planted.code, seat, url, resend=resend) for seat, guest in enumerate(planted.guests)]
    for seat, player in enumerate(players):
        await player.come()
        await player.do("sit", seat=seat, name=f"Person {seat + 1}", salt=f"{seat:02x}")
    await players[0].do("begin")
    await asyncio.gather(*[player.play(chooser(seed), in_order=True) for player in players])
    for player in players:
        await player.until(lambda player=player: player.is_over)  # type: ignore[misc]
    return players


async def record_of(planted: Planted) -> str:
    return written(read(await planted.guests[0].get(f"/api/rooms/{planted.code}/record")))


async def clean_and_bad(server: Server, clean: Planted, bad: Planted, name: str) -> None:
    players = await play(clean, server.url, 0.0, 5)
    assert sum(player.gaps + player.doubles for player in players) == 0
    await leave(players)
    expected = await record_of(clean)
    line = BadLine(server, 9, CUTS)
    is_ready = asyncio.Event()
    running = asyncio.create_task(line.run(is_ready))
    await is_ready.wait()
    started = time.monotonic()
    try:
        players = await play(bad, line.url, IDLE, 5)
        assert await record_of(bad) == expected
        for player in players:
            good = Player(player.guest, player.code, player.wished)
            async with good:
                assert good.is_over
                assert player.log == good.log[:len(player.log)]
        await leave(players)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    print(f"\n{name}: {len(read(expected).actions)} actions in {time.monotonic() - started:.1f} s; "
          f"{line.frames} frames, {line.dropped} dropped, {line.doubled // 2} doubled, {line.delayed} delayed, "
          f"{line.cuts} breaks; "
          f"{sum(player.gaps for player in players)} gaps seen, {sum(player.doubles for player in players)} doubles, "
          f"{sum(player.welcomes for player in players)} welcomes.")
    assert line.cuts >= min(CUTS, 60), "the line was not as bad as that"
    assert line.dropped
    assert line.doubled
    assert sum(player.gaps for player in players)


GAMES: Final = [
    ("grid poker", 2, {}), ("regular poker", 2, {"deals": 5}), ("cyber defense", 2, {}),
    ("gears of industry", 2, {"turn_cap": 12}), ("peer to peer", 2, {}), ("tech exchange", 2, {}),
]


@pytest.mark.parametrize(("game", "people", "options"), GAMES if IS_SOAK else GAMES[:1], ids=str)
def test_the_record_is_the_same_over_a_bad_line(
    server: Server, game: str, people: int, options: dict[str, bool | int | str],
) -> None:
    async def both() -> None:
        clean, bad = [await plant(server, game, people, options) for _ in range(2)]
        await clean_and_bad(server, clean, bad, game)

    asyncio.run(both())


async def twice_and_late(server: Server) -> None:
    """Each word counts once, however often and whenever it comes; what comes too late is refused, and why is said."""
    players = await seated(server, "grid poker", 2)
    first = next(player for player in players if player.question is not None)
    question = first.question
    assert question is not None
    choice = question["options"][0]["choice"]
    word, text = first.write("act", choice=choice, turn=question["turn"])
    for _ in range(5):
        await first.send(text)
    await first.until(lambda: word in first.answers)
    assert first.answers[word]["type"] == "done"
    await first.cut_off()
    await first.until(lambda: first.welcomes > 1)
    await first.send(text)  # once more, over another connection
    assert await first.refuse("act", choice=choice, turn=question["turn"]) == "late"
    record = read_partly(await first.guest.get(f"/api/rooms/{first.code}/record"))
    assert len(record) == 1
    hello, said = first.write("talk", text="hello")
    for _ in range(3):
        await first.send(said)
    await first.until(lambda: hello in first.answers)
    await players[1].until(lambda: "hello" in players[1].words_told())
    await players[1].do("ping")
    assert players[1].words_told().count("hello") == 1
    other = Player(first.guest, first.code, first.seat)  # another device of the same person numbers its own words
    async with other:
        while other.write("ping")[0] < hello - 1:
            pass
        await other.do("talk", text="hello from elsewhere")
    assert "hello from elsewhere" in first.words_told()
    await leave(players)


def read_partly(text: str) -> list[str]:
    """The actions of a record as one side sees it."""
    lines = text.splitlines()
    return lines[lines.index("actions = [") + 1:lines.index("]")]


def test_each_word_counts_once_and_late_ones_are_refused(server: Server) -> None:
    asyncio.run(twice_and_late(server))
