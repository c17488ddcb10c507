"""Kill -9, at any moment: what was acknowledged has happened, the game goes on, and everybody finds their seat.

All kinds of games are played at once on one server, which is killed again and again: when everybody has heard that
their action is done, when only the first has, or when nobody has yet.  In the normal run it is killed a few times,
spread over the games; in a soak after every single action.
"""

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from techdeck.games import game_named
from techdeck.record import read, replay
from tests.games import IS_SOAK
from tests.server.play import PATIENCE, Nursery, Player, Server, chooser, facts_of, leave, new_guest, play_on, seated

RESUME_WITHIN = 5.0  # seconds
KILLS = 3  # in the normal run


def busy() -> float:
    """How much longer everything takes, because the machine has other things to do as well."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Kind(NamedTuple):
    game: str
    people: int
    bots: tuple[str, ...] = ()
    options: Mapping[str, object] = {}


KINDS = [
    Kind("grid poker", 2), Kind("regular poker", 2, (), {"deals": 4}), Kind("cyber defense", 2),
    Kind("gears of industry", 2, (), {"turn_cap": 8}), Kind("peer to peer", 2),
    Kind("tech exchange", 2, (), {"stall_turns": 1}), Kind("tech exchange", 2, (), {"form": "live"}),
    Kind("grid poker", 1, ("casual", "random")),
]


class Game:
    """A game that is played step by step, with a list of everything that was acknowledged."""

    def __init__(self, kind: Kind, players: list[Player], seed: int) -> None:
        self.kind = kind
        self.players = players
        self.choose = chooser(seed)
        self.acknowledged: list[tuple[str, str, int]] = []  # guest, client and word
        self.waiting: dict[tuple[int, int], tuple[Player, int]] = {}  # by seat and word: who said it, in which turn

    @property
    def is_over(self) -> bool:
        return all(player.is_over for player in self.players)

    async def act(self) -> None:
        """Everybody who is asked something answers, and does not wait to hear that it is done.

        Who is asked something else before that answers it as well: what was said first may have to wait for just that.
        """
        for player in self.players:
            question = player.question
            if player.is_over or question is None or (player, question["turn"]) in self.waiting.values():
                continue
            choice = self.choose(question)
            if choice:
                word = await player.begin_saying("act", choice=choice, turn=question["turn"])
                self.waiting[player.seat, word] = player, question["turn"]

    def listen(self) -> int:
        """Note down what was answered; how much that was."""
        heard = 0
        for (seat, word), (player, _) in list(self.waiting.items()):
            answer = player.answers.get(word)
            if answer is None:
                continue
            del self.waiting[seat, word]
            heard += 1
            if answer["type"] == "done":
                self.acknowledged.append((player.guest.guest, player.client, word))
            else:  # a question may be gone, where others act at the same time
                assert answer["why"] in ("late", "not possible", "not now"), answer
        return heard


async def wait_for(games: list[Game], most: int) -> None:
    """Until so many answers came, or none came for a moment."""
    heard = 0
    until = time.monotonic() + 1.0
    while heard < most and any(game.waiting for game in games) and time.monotonic() < until:
        now = sum(game.listen() for game in games)
        heard += now
        await asyncio.sleep(0.002)


async def kill_and_go_on(server: Server, games: list[Game]) -> tuple[float, float]:
    """Kill the server, look at what it left, start it again; how long that took, to be ready and to welcome all."""
    players = [player for game in games for player in game.players]
    server.kill()
    for game in games:
        game.listen()
        facts = await facts_of(server, game.players[0].code)
        stored = {(fact.by, fact.client, fact.word) for fact in facts}
        missing = [word for word in game.acknowledged if word not in stored]
        assert not missing, f"{game.kind.game}: {missing} were acknowledged, and are lost"
    for player in players:
        assert player.table is not None
    before = [(player.run, player.welcomes, list(player.log)) for player in players]
    server.start(wait=False)
    await server.ready()
    ready = time.monotonic() - server.started_at
    for player, (run, welcomes, log) in zip(players, before, strict=True):
        await player.until(lambda player=player, welcomes=welcomes: player.welcomes > welcomes)  # type: ignore[misc]
        assert player.run != run, "after a restart it is another run"
        assert player.log[:len(log)] == log, "the story goes on where it was"
        assert player.seat == player.wished
        assert player.goodbye is None
    return ready, max(player.welcomed_at for player in players) - server.started_at


async def check_end(game: Game) -> None:
    """Everybody sees the same end, and the record holds as many actions as were acknowledged."""
    for player in game.players:
        await player.check()
    text = await game.players[0].guest.get(f"/api/rooms/{game.players[0].code}/record")
    record = read(text)
    *_, (table, _) = replay(game_named(record.game, record.options), record)
    assert table.is_over
    assert record.result == game.players[0].room["scores"]
    if not game.kind.bots and game.kind.options.get("form") != "live":
        assert len(record.actions) == len(game.acknowledged)


async def killed_again_and_again(server: Server, every: int) -> None:
    rng = Random(7)
    games = [
        Game(kind, await seated(server, kind.game, kind.people, kind.bots, dict(kind.options)), number)
        for number, kind in enumerate(KINDS)]
    waits: list[tuple[float, float]] = []
    step = told = 0
    quiet_since = time.monotonic()
    finished: list[Game] = []
    while games:
        for game in games:
            await game.act()
        waiting = sum(len(game.waiting) for game in games)
        before, told = told, sum(len(player.log) for game in games for player in game.players)
        if not waiting and told == before:
            assert time.monotonic() < quiet_since + 3 * PATIENCE, [game.kind for game in games]
            await asyncio.sleep(0.02)  # bots think, or the clock runs: nothing has happened since the last time
            continue
        quiet_since = time.monotonic()
        step += 1
        is_last_chance = not IS_SOAK and len(waits) < KILLS and len(games) <= 2
        if step % every == 0 or is_last_chance:
            moment = rng.choice(["all", "first", "none", "soon"])
            if moment == "all":
                await wait_for(games, waiting)
            elif moment == "first":
                await wait_for(games, 1)
            elif moment == "soon":
                await asyncio.sleep(rng.random() * 0.02)
            waits.append(await kill_and_go_on(server, games))
            if IS_SOAK and len(waits) % 20 == 0:
                print(f"killed {len(waits)} times, {len(games)} games are under way", flush=True)
        await wait_for(games, waiting)
        for game in [game for game in games if game.is_over and not game.waiting]:
            await check_end(game)
            await leave(game.players)
            games.remove(game)
            finished.append(game)
    actions = sum(len(game.acknowledged) for game in finished)
    welcomed = sorted(all_there for _, all_there in waits)
    after = max(all_there - ready for ready, all_there in waits)
    print(f"\n{len(finished)} games, {actions} acknowledged actions, killed {len(waits)} times; none was lost. "
          f"From the start of the server until everybody was welcomed: {median(welcomed):.2f} s, at most "
          f"{welcomed[-1]:.2f} s; from when it listened, at most {after:.2f} s.")
    assert len(waits) >= KILLS
    assert median(welcomed) < RESUME_WITHIN * busy()


def test_nothing_acknowledged_is_lost_and_everybody_resumes(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.nursery = nursery = Nursery()
    server.start()
    try:
        asyncio.run(killed_again_and_again(server, 1 if IS_SOAK else 60))
    finally:
        server.stop()
        nursery.close()
    assert not server.faults(), server.faults()


async def outlived(server: Server) -> None:
    """Rooms, seats, names, tokens, talk, personal links and the history are there after a kill, and bots go on."""
    players = await seated(server, "grid poker", 2, ["random"], begin=False, lets_watch=True, is_listed=True)
    host, other = players
    await other.do("talk", text="Shall we?")
    await host.do("set place", seat=2, level="")
    key = (await other.guest.post(f"/api/rooms/{other.code}/link", {}))["key"]
    third = await Player(await new_guest(server.url), host.code).come()
    [alone] = await seated(server, "grid poker", 1, ["random", "random"])
    await alone.do("rise")
    await alone.leave()
    commitment = host.room["commitment"]

    welcomes = [player.welcomes for player in players]
    server.kill()
    server.start()
    for player, before in zip(players, welcomes, strict=True):
        await player.until(lambda player=player, before=before: player.welcomes > before)  # type: ignore[misc]
        assert player.room["commitment"] == commitment
        assert [seat["name"] for seat in player.room["seats"]] == ["Person 1", "Person 2", ""]
        assert player.words_told() == ["Shall we?"]
    print(f"\nFrom the start of the program until everybody was welcomed: "
          f"{max(player.welcomed_at for player in players) - server.started_at:.2f} s.")
    assert [room["code"] for room in await third.guest.get("/api/rooms")] == [host.code]
    await third.do("sit", seat=2, name="Third")
    await third.until(lambda: third.seat == 2)
    players.append(third)
    await host.do("begin")
    await play_on(players, chooser(2), 9)

    welcomes = [player.welcomes for player in players]
    server.stop()
    for player in players:
        await player.until(lambda player=player: player.goodbye is not None)  # type: ignore[misc]
        assert player.goodbye is not None
        assert player.goodbye["come_back"]
    server.start()
    for player, before in zip(players, welcomes, strict=True):
        await player.until(lambda player=player, before=before: player.welcomes > before)  # type: ignore[misc]
        assert [room["code"] for room in await player.guest.get("/api/history")] == [host.code]
    assert (await third.guest.post("/api/claim", {"key": key}))["rooms"] == [host.code]
    await asyncio.gather(*[player.play(chooser(2)) for player in players])
    for player in players:
        await player.until(lambda player=player: player.is_over)  # type: ignore[misc]
        await player.check()

    before = host.welcomes
    server.kill()
    server.start()
    await host.until(lambda: host.welcomes > before)
    assert host.is_over
    await host.do("rematch")
    again = await Player(host.guest, host.room["rematch"]).come()
    assert again.room["state"] == "open"
    await leave([*players, again])
    until = time.monotonic() + PATIENCE
    while (await host.guest.get(f"/api/rooms/{alone.code}"))["state"] != "over":  # nobody is there but bots
        assert time.monotonic() < until
        await asyncio.sleep(0.1)


def test_rooms_outlive_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pace=0.05)
    server.start()
    try:
        asyncio.run(outlived(server))
    finally:
        server.stop()
    assert not server.faults(), server.faults()
