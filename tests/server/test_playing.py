"""Every game from the first seat taken to the rematch, over the wire, with everything that can be said on the way."""

import asyncio
from collections.abc import Mapping
from random import Random

import httpx
import pytest

from techdeck.games import game_named
from techdeck.record import read, replay
from tests.games import IS_SOAK
from tests.server.play import Guest, Message, Player, Server, chooser, leave, new_guest, seated

GAMES = [
    ("grid poker", 2, ["random"], {}), ("regular poker", 2, ["casual"], {"deals": 3}), ("cyber defense", 2, [], {}),
    ("gears of industry", 2, ["random"], {"turn_cap": 4}), ("peer to peer", 2, ["random"], {}),
    ("tech exchange", 2, ["casual"], {"form": "live"}),
]
MORE = [
    ("grid poker", 1, [], {}), ("grid poker", 3, ["casual"], {"bidding": True, "secret_hand_commit": True}),
    ("regular poker", 3, [], {"game": "texas_holdem", "deals": 3}), ("cyber defense", 1, ["casual"], {}),
    ("gears of industry", 3, ["random"], {"turn_cap": 5, "game_mode": "advanced"}), ("peer to peer", 1, [], {}),
    ("peer to peer", 4, ["random", "random"], {}), ("tech exchange", 2, ["casual"], {}),
    ("tech exchange", 4, ["casual", "random"], {"form": "live", "private_trades": True}),
]


async def whole_game(
    server: Server, game: str, people: int, bots: list[str], options: Mapping[str, object],
) -> None:
    players = await seated(server, game, people, bots, options, lets_watch=True)
    code = players[0].code
    watcher = await Player(await new_guest(server.url), code, -1).come()
    assert watcher.seat == -1
    assert watcher.question is None
    is_live = options.get("form") == "live"
    rng = Random(game)

    async def play(player: Player) -> None:
        while not player.is_over:
            await player.play(Trader(player) if is_live else chooser(1), most=rng.randrange(10, 40))
            others = [seat for seat in (player.table or {})["awaited"] if seat != player.seat]
            if not player.is_over and player.question is not None and not others:
                await player.check()

    await asyncio.gather(*[play(player) for player in players])
    everybody = [*players, watcher]
    for player in everybody:
        await player.until(lambda player=player: player.is_over)  # type: ignore[misc]
        await player.check()
        assert player.gaps == player.doubles == 0
        assert player.question is None
        assert player.room["scores"] == players[0].room["scores"]
    await check_record(players[0], everybody)
    await leave(everybody)


class Trader:
    """In live trading whoever has nothing better to say is done, so that the game ends."""

    def __init__(self, player: Player) -> None:
        self.choose = chooser(player.seat)
        self.said = 0

    def __call__(self, question: Message) -> str:
        choices = [option["choice"] for option in question["options"]]
        self.said += 1
        if question["verb"] == "trade" and "done" in choices and self.said > 3:
            self.said = 0
            return "done"
        return "" if choices == ["back"] or "back" in choices else self.choose(question)


async def check_record(player: Player, everybody: list[Player]) -> None:
    """The record of a finished game can be replayed, and shows each what they saw."""
    guest, code = player.guest, player.code
    record = read(await guest.get(f"/api/rooms/{code}/record"))
    *_, (table, _) = replay(game_named(record.game, record.options), record)
    assert table.is_over
    assert record.result == player.room["scores"]
    assert player.room["secret"]
    for each in everybody:
        side = each.you["side"]
        moments = await guest.get(f"/api/rooms/{code}/replay?side={side}")
        assert len(moments) == len(record.actions) + 1
        assert each.table is not None
        last = moments[-1]["seen"]
        assert {part: last[part] for part in ("places", "faces", "tallies")} == {
            part: each.table[part] for part in ("places", "faces", "tallies")}
        assert "seen_by" in await guest.get(f"/api/rooms/{code}/record?side={side}")
    opened = await guest.get(f"/api/rooms/{code}/replay?side=-1")
    assert len(opened) == len(record.actions) + 1


@pytest.mark.parametrize(("game", "people", "bots", "options"), GAMES + MORE if IS_SOAK else GAMES, ids=str)
def test_a_game_is_played_to_its_end(
    server: Server, game: str, people: int, bots: list[str], options: dict[str, object],
) -> None:
    asyncio.run(whole_game(server, game, people, bots, options))


async def before_the_game(server: Server) -> None:
    host = await new_guest(server.url)
    code = await host.open("grid poker", ["", "", "casual"], is_listed=True, sit={"seat": 0, "name": "Hana"})
    assert code in [room["code"] for room in await host.get("/api/rooms")]
    first = await Player(host, code.lower()).come()
    assert first.seat == 0
    assert first.you["is_host"]
    second = await Player(await new_guest(server.url), code).come()
    assert second.seat == -1
    assert await second.refuse("begin") == "not yours"
    assert await second.refuse("sit", seat=0, name="Ida") == "not possible"
    assert await second.refuse("sit", seat=1, name="HANA") == "not possible"
    await second.do("sit", seat=1, name="Ida", salt="0badc0de")
    await second.until(lambda: second.seat == 1)
    await first.until(lambda: first.room["seats"][1]["name"] == "Ida")
    await second.do("rise")
    await second.until(lambda: second.seat == -1)
    await second.do("sit", seat=1, name="Ida")
    assert await second.refuse("set place", seat=2, level="random") == "not yours"
    await first.do("set place", seat=2, level="random")
    await second.until(lambda: second.room["seats"][2]["level"] == "random")
    assert await first.refuse("act", choice="pass", turn=0) == "not now"
    assert await first.refuse("undo") == "not now"
    assert await first.refuse("rematch") == "not now"
    picture = await host.ask("GET", f"/api/rooms/{code}/qr")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in picture.text
    await first.do("begin")
    assert await first.refuse("begin") == "not now"
    assert code not in [room["code"] for room in await host.get("/api/rooms")], "it lets nobody watch"
    stranger = Player(await new_guest(server.url), code)
    with pytest.raises(AssertionError, match="does not let anybody watch"):
        await stranger.come()
    await stranger.leave()
    await leave([first, second])


def test_seats_places_and_the_lobby(server: Server) -> None:
    asyncio.run(before_the_game(server))


async def talking(server: Server) -> None:
    players = await seated(server, "gears of industry", 4, (), {"turn_cap": 3, "teams_4p": True}, lets_watch=True)
    watcher = await Player(await new_guest(server.url), players[0].code, -1).come()
    await players[0].do("talk", text="To all of you.")
    await watcher.do("talk", text="Good luck!")
    for player in [*players, watcher]:
        await player.until(lambda player=player: "Good luck!" in player.words_told())  # type: ignore[misc]
        assert "To all of you." in player.words_told()
    assert players[0].you["may_team_talk"]
    assert not watcher.you["may_team_talk"]
    assert await watcher.refuse("talk", text="psst", to_team=True) == "not possible"
    await players[0].do("talk", text="Only between us.", to_team=True)
    await players[1].do("talk", text="The end.")
    heard = []
    for player in [*players, watcher]:
        await player.until(lambda player=player: "The end." in player.words_told())  # type: ignore[misc]
        heard.append("Only between us." in player.words_told())
        await player.check()
    assert heard.count(True) == 2
    assert heard[0]
    assert not heard[4]
    told = next(line for line in players[0].log if line["words"] == "Only between us.")
    assert told["to_team"]
    assert told["by"] == "Person 1"
    await leave([*players, watcher])


def test_talk_goes_to_all_or_to_the_own_team(server: Server) -> None:
    asyncio.run(talking(server))


async def until_undo(players: list[Player], can: str) -> Player:
    """Play until somebody may take back the last action in that way."""
    choose = chooser(2)
    for _ in range(400):
        for player in players:
            await player.do("ping")  # whatever was sent before has arrived
        able = [player for player in players if player.you["can_undo"] == can]
        if able:
            return able[0]
        asked = next(player for player in players if player.question is not None)
        question = asked.question
        assert question is not None
        answer = await asked.answer(question, choose(question))
        assert answer["type"] == "done", answer
    raise AssertionError("nothing could be taken back")


async def taking_back(server: Server) -> None:
    players = await seated(server, "grid poker", 2)
    actor = await until_undo(players, "yes")
    other = players[1 - actor.seat]
    assert await other.refuse("undo") == "not possible"
    assert actor.question is not None
    turn = actor.question["turn"]
    await actor.do("undo")
    assert actor.question is not None
    assert actor.question["turn"] > turn
    for player in players:
        await player.until(lambda player=player: "takes that back" in player.words_told()[-1])  # type: ignore[misc]
        await player.check()

    actor = await until_undo(players, "ask")
    other = players[1 - actor.seat]
    await other.until(lambda: other.question is not None)
    question = other.question
    assert question is not None
    await actor.do("undo")
    await other.until(lambda: other.room["undo"] == f"Person {actor.seat + 1}")
    assert await actor.refuse("allow", yes=True) == "not now"
    await other.do("allow", yes=False)
    await actor.until(lambda: actor.room["undo"] == "")
    assert actor.you["can_undo"] == "ask"
    await actor.do("undo")
    await other.do("allow", yes=True)
    await actor.until(lambda: actor.question is not None)
    assert other.question is None
    choice = question["options"][0]["choice"]
    assert await other.refuse("act", choice=choice, turn=question["turn"]) == "late"
    for player in players:
        await player.check()
    await asyncio.gather(*[player.play(chooser(3)) for player in players])
    await check_record(players[0], players)
    await leave(players)


def test_the_last_action_is_taken_back_alone_or_by_consent(server: Server) -> None:
    asyncio.run(taking_back(server))


async def coming_back(server: Server) -> None:
    """A personal link brings a seat to another device; the history knows it; a seat that was given up is a bot's."""
    players = await seated(server, "regular poker", 2, ["casual"], {"deals": 3})
    host, other = players
    stranger = await new_guest(server.url)
    assert (await stranger.ask("POST", f"/api/rooms/{host.code}/link", {})).status_code == 403
    assert (await stranger.ask("POST", "/api/claim", {"key": "nonsense"})).status_code == 404
    key = (await host.guest.post(f"/api/rooms/{host.code}/link", {}))["key"]
    async with httpx.AsyncClient(base_url=server.url) as browser:
        claimed = await browser.post("/api/claim", json={"key": key})
        assert claimed.json()["rooms"] == [host.code]
        phone = Guest(server.url, "", host.guest.guest)
        phone.headers["Cookie"] = f"techdeck={browser.cookies['techdeck']}"
    device = await Player(phone, host.code).come()
    assert device.seat == 0
    assert device.table == host.table
    await device.do("talk", text="From my phone.")
    await host.until(lambda: "From my phone." in host.words_told())
    playing = asyncio.create_task(other.play(chooser(5)))
    await device.play(chooser(5), most=2)
    await device.until(lambda: device.question is not None)
    hint = await host.guest.post(f"/api/rooms/{host.code}/hint", {"seat": 0})
    assert hint["choice"] in [option["choice"] for option in (device.question or {})["options"]]
    assert (await host.guest.ask("POST", f"/api/rooms/{host.code}/hint", {"seat": 1})).status_code == 403
    await host.leave()
    assert device.room["seats"][0]["is_here"], "the phone is still there"
    own = await other.guest.get(f"/api/rooms/{host.code}/record")
    assert "seen_by = 2" in own
    assert "\nseed = " not in own
    assert (await stranger.ask("GET", f"/api/rooms/{host.code}/record")).status_code == 403
    assert (await other.guest.ask("GET", f"/api/rooms/{host.code}/replay")).status_code == 409
    await device.do("rise")
    await other.until(lambda: other.room["seats"][0]["kind"] == "bot")
    await device.leave()
    await playing
    assert other.is_over
    history = await other.guest.get("/api/history")
    assert [room["code"] for room in history] == [host.code]
    assert history[0]["scores"] == other.room["scores"]

    await other.do("rematch")
    await other.do("rematch")
    await other.until(lambda: other.room["rematch"] != "")
    again = await Player(other.guest, other.room["rematch"]).come()
    assert again.room["state"] == "open"
    assert again.room["game"] == "regular poker"
    assert [seat["kind"] for seat in again.room["seats"]][2] == "free", "seats are turned: the person's is the next one"
    assert again.room["seats"][2]["kept_for"] == "Person 2"
    await again.do("sit", seat=1, name="Person 2")
    await again.until(lambda: again.seat == 2)
    assert again.room["commitment"] != other.room["commitment"]
    await leave([other, again])


def test_devices_links_history_and_rematch(server: Server) -> None:
    asyncio.run(coming_back(server))


async def resuming(server: Server) -> None:
    """A client that is cut off again and again gets the rest of the story, and nothing twice."""
    players = await seated(server, "grid poker", 2)

    async def cut(player: Player) -> None:
        while not player.is_over:
            await asyncio.sleep(0.05)
            await player.cut_off()

    cuts = [asyncio.create_task(cut(player)) for player in players]
    await asyncio.gather(*[player.play(chooser(6)) for player in players])
    for task in cuts:
        task.cancel()
    await asyncio.gather(*cuts, return_exceptions=True)
    for player in players:
        await player.until(lambda player=player: player.is_over)  # type: ignore[misc]
        await player.check()
        assert player.welcomes > 2
        assert player.gaps == 0
    await check_record(players[0], players)
    await leave(players)


def test_a_client_that_is_cut_off_resumes(server: Server) -> None:
    asyncio.run(resuming(server))
