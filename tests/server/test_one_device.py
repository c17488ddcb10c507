"""Several people at one device: one guest has several seats, and looks with the eyes of one of them at a time."""

import asyncio
import json
from pathlib import Path

from tests.server.play import Player, Server, chooser, leave, new_guest

NAMES = ("Ada", "Ben")


async def around(
    server: Server, game: str = "grid poker", options: dict[str, object] | None = None, *, lets_watch: bool = False,
) -> Player:
    """A device that two hand to each other, at a table with a bot, with the game begun."""
    guest = await new_guest(server.url)
    seats = [{"seat": seat, "name": name, "salt": f"{seat:02x}"} for seat, name in enumerate(NAMES)]
    code = await guest.open(game, ["", "", "casual"], options, one_device=seats, lets_watch=lets_watch)
    device = await Player(guest, code, -1).come()
    await device.do("begin")
    await device.until(lambda: device.table is not None)
    return device


async def hand_to(device: Player, seat: int) -> None:
    await device.do("look", seat=seat)
    await device.until(lambda: device.seat == seat)


def hand_of(device: Player, seat: int) -> list[str]:
    """What the device shows of a hand."""
    assert device.table is not None
    return [device.table["faces"][str(back)] for back in device.table["places"][f"hand {seat + 1}"]
            if str(back) in device.table["faces"]]


def test_each_seat_acts_when_it_holds_the_device(server: Server) -> None:
    async def run() -> None:
        device = await around(server)
        assert device.you["seats"] == [0, 1]
        assert device.room["one_device"]
        acted = set[int]()
        while not device.is_over:
            await device.until(lambda: device.is_over or bool({0, 1} & set((device.table or {})["awaited"])))
            if device.is_over:
                break
            seat = next(seat for seat in (device.table or {})["awaited"] if seat in (0, 1))
            await hand_to(device, seat)
            await device.play(chooser(1), most=1)
            acted.add(seat)
            await hand_to(device, -1)
        assert acted == {0, 1}
        assert len(device.room["scores"]) == 3
        await leave([device])

    asyncio.run(run())


def test_a_device_shows_one_hand_at_a_time(server: Server) -> None:
    async def run() -> None:
        device = await around(server)
        assert hand_of(device, 0) == hand_of(device, 1) == []  # nobody has said who holds it
        hands = {}
        for seat in (0, 1):
            await hand_to(device, seat)
            hands[seat] = hand_of(device, seat)
            assert hands[seat]
            assert hand_of(device, 1 - seat) == []
        await hand_to(device, -1)
        assert device.question is None
        told = json.dumps([device.table, device.log])
        assert not any(f'"{card}"' in told or f" {card}." in told for card in hands[0] + hands[1])
        await leave([device])

    asyncio.run(run())


def test_who_comes_back_is_shown_nothing_before_saying_who_it_is(server: Server) -> None:
    async def run() -> None:
        device = await around(server)
        await hand_to(device, 0)
        # A page that is loaded again names no seat, or any number.
        for wished in (-1, 2, 99):
            again = await Player(device.guest, device.code, wished).come()
            assert again.seat == -1
            assert hand_of(again, 0) == hand_of(again, 1) == []
            await leave([again])
        answer = await device.guest.ask("GET", f"/api/rooms/{device.code}/record")
        assert answer.status_code == 403
        await leave([device])

    asyncio.run(run())


def test_nobody_else_has_a_part_in_it(server: Server) -> None:
    async def run() -> None:
        device = await around(server, lets_watch=True)
        stranger = await Player(await new_guest(server.url), device.code, 0).come()
        assert stranger.seat == -1
        for seat in (0, 1, 2):
            assert await stranger.refuse("look", seat=seat) == "not yours"
        assert await stranger.refuse("look", seat=-1) == "not yours"
        assert await device.refuse("look", seat=2) == "not yours"  # the bot's
        assert await stranger.refuse("act", choice="pass") == "not yours"
        assert await device.refuse("act", choice="pass") == "not yours"  # nobody holds it
        await leave([device, stranger])

    asyncio.run(run())


def test_only_who_opened_it_seats_people_there(server: Server) -> None:
    async def run() -> None:
        guest = await new_guest(server.url)
        code = await guest.open("grid poker", ["", "", ""], one_device=[{"seat": 0, "name": "Ada"}])
        async with Player(guest, code, -1) as device, Player(await new_guest(server.url), code, -1) as stranger:
            assert await stranger.refuse("sit", seat=1, name="Mallory") == "not yours"
            assert await device.refuse("sit", seat=1, name="ada") == "not possible"
            await device.do("sit", seat=1, name="Ben")
            await device.until(lambda: device.you["seats"] == [0, 1])
            assert device.seat == -1

    asyncio.run(run())


def test_elsewhere_everybody_has_one_seat(server: Server) -> None:
    async def run() -> None:
        guest = await new_guest(server.url)
        code = await guest.open("grid poker", ["", ""], sit={"seat": 0, "name": "Ada"})
        async with Player(guest, code) as player:
            assert await player.refuse("sit", seat=1, name="Ben") == "not possible"

    asyncio.run(run())


def test_live_trading_needs_a_device_for_each(server: Server) -> None:
    async def run() -> None:
        guest = await new_guest(server.url)
        body = {"game": "tech exchange", "options": {"form": "live"}, "places": [{}, {}, {}],
                "one_device": [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Ben"}]}
        answer = await guest.ask("POST", "/api/rooms", body)
        assert answer.status_code == 409
        assert "turn form" in answer.text

    asyncio.run(run())


def turn_of(device: Player) -> int:
    """The number of the question that is asked of who has the device, or -1."""
    asked = (device.table or {})["asked"]
    return int(asked[0]["turn"]) if asked else -1


def test_who_has_the_device_and_can_do_nothing_reads_so_and_is_passed(tmp_path: Path) -> None:
    """Not before: the next name on the curtain would tell it to all."""
    async def run(server: Server) -> None:
        device = await around(server, "gears of industry", {"deck_source": "random"})
        found = 0
        while not found and not device.is_over:
            await device.until(lambda: device.is_over or bool({0, 1} & set((device.table or {})["awaited"])))
            seat = next(seat for seat in (device.table or {})["awaited"] if seat in (0, 1))
            asked = device.version
            await hand_to(device, seat)
            (question,) = (device.table or {})["asked"]
            if question.get("is_idle"):
                assert question["words"].endswith("Moving on.")
                await device.until(lambda turn=question["turn"]: turn_of(device) != turn)  # type: ignore[misc]
                found += 1
            else:
                await device.play(chooser(asked), most=1)
            await hand_to(device, -1)
        assert found
        await leave([device])

    server = Server(tmp_path, bot_pace=0.05)
    server.start()
    try:
        asyncio.run(run(server))
    finally:
        server.stop()
    assert not server.faults(), server.faults()
