"""Time on the real server: clocks for people, the grace of who is away, and the rules' own clock in live trading."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from techdeck.games.tech_exchange import POSTED
from techdeck.server.facts import Acted, AnyFact, CameBack, Clock, Opened, StoodIn
from techdeck.server.room import Room
from tests.games import IS_SOAK
from tests.server.play import (
    Message,
    Player,
    Server,
    chooser,
    facts_of,
    leave,
    new_guest,
    plant,
    play_on,
    seated,
    sit_down,
)

GRACE = 0.6
LEAST = 0.2


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that loses patience soon."""
    server = Server(tmp_path_factory.mktemp("quick"), grace=GRACE, least_time=LEAST)
    server.start()
    yield server
    server.stop()
    assert not server.faults(), server.faults()


def acted(facts: list[AnyFact]) -> list[Acted]:
    return [fact for fact in facts if isinstance(fact, Acted)]


async def until_acted(server: Server, code: str, count: int) -> list[Acted]:
    until = time.monotonic() + 30
    while True:
        found = acted(await facts_of(server, code))
        if len(found) >= count:
            return found
        assert time.monotonic() < until
        await asyncio.sleep(0.05)


def run(work: Callable[[Server], Awaitable[None]], server: Server) -> None:
    async def do() -> None:
        await work(server)

    asyncio.run(do())


# Clocks for people

async def decision_clock(server: Server) -> None:
    players = await sit_down(await plant(server, "grid poker", 2, clock=Clock("decision", 1)))
    began = time.time()
    slow = next(player for player in players if player.question is not None)
    question = slow.question
    assert question is not None
    assert 0.5 < slow.room["seats"][slow.seat]["seconds"] <= 1.0
    await slow.until(lambda: slow.question is None or slow.question["turn"] != question["turn"])
    [first, *_] = await until_acted(server, slow.code, 1)
    assert first.seat == slow.seat
    assert not first.by, "nobody did it: it was done for the seat"
    assert first.at - began > 0.8
    choice = question["options"][0]["choice"]
    assert await slow.refuse("act", choice=choice, turn=question["turn"]) == "late"
    found = await until_acted(server, slow.code, 3)
    for before, after in pairwise(found):
        assert after.at - before.at > 0.8, "each decision has its own second"
    await asyncio.gather(*[player.play(chooser(1)) for player in players])  # nobody's game is destroyed
    assert players[0].is_over
    await leave(players)


def test_when_the_time_for_a_decision_is_up_a_default_action_is_taken(quick: Server) -> None:
    run(decision_clock, quick)


async def game_clock(server: Server) -> None:
    players = await sit_down(await plant(server, "grid poker", 2, clock=Clock("game", 1)))
    began = time.time()
    found = await until_acted(server, players[0].code, 8)
    spent = [0.0, 0.0]
    asked = began
    for fact in found:
        took = fact.at - asked
        assert took > min(1.0, max(LEAST, 1.0 - spent[fact.seat])) - 0.15
        spent[fact.seat] += took
        asked = fact.at
    assert min(spent) > 0.8
    assert found[-1].at - began < 20
    seats = players[0].room["seats"]
    assert seats[found[0].seat]["seconds"] == 0.0
    await leave(players)


def test_when_the_time_for_the_game_is_up_decisions_are_made_quickly(quick: Server) -> None:
    run(game_clock, quick)


async def middle(server: Server) -> None:
    """Who comes in the middle of a decision is told what is left of it; and so is who hears of something else."""
    players = await sit_down(await plant(server, "grid poker", 2, clock=Clock("decision", 30)))
    slow = next(player for player in players if player.question is not None)
    other = next(player for player in players if player is not slow)
    await asyncio.sleep(1.5)
    late = await Player(other.guest, other.code, other.seat).come()
    assert 20.0 < late.room["seats"][slow.seat]["seconds"] <= 28.5
    assert late.room["seats"][other.seat]["seconds"] == 30.0, "who is not asked has all of it"
    watching = await Player(await new_guest(server.url), other.code, -1).come()  # so that the room is told anew
    await other.until(lambda: other.room["watchers"] == 1)
    assert other.room["seats"][slow.seat]["seconds"] <= 28.5
    question = slow.question
    assert question is not None
    await slow.answer(question, question["options"][0]["choice"])
    for player in (slow, other, late):  # everybody hears when the next one's time begins
        await player.until(lambda player=player: player.room["seats"][slow.seat]["seconds"] == 30.0)  # type: ignore[misc]
        assert 29.0 < player.room["seats"][other.seat]["seconds"] <= 30.0
    await leave([*players, late, watching])


def test_who_comes_in_the_middle_of_a_decision_is_told_the_time_that_is_left(quick: Server) -> None:
    run(middle, quick)


async def down(server: Server, kind: str, ends: Callable[[Server], None]) -> None:
    """A second of thinking, then there is no server for a while: that while does not count."""
    players = await sit_down(await plant(server, "grid poker", 2, clock=Clock(kind, 60)))
    slow = next(player for player in players if player.question is not None)
    asked_at = (await facts_of(server, slow.code))[-1].at
    await asyncio.sleep(1.5)  # the server has noted by now that it is there
    before, stopped_at = slow.welcomes, time.time()
    ends(server)
    await asyncio.sleep(3.0)
    server.start()
    await slow.until(lambda: slow.welcomes > before)
    left, thought = slow.room["seats"][slow.seat]["seconds"], stopped_at - asked_at
    late = time.time() - server.started_wall
    assert 60.0 - thought - late - 0.2 <= left <= 60.0 - thought + 1.6, (left, thought)
    question = slow.question
    assert question is not None
    await slow.answer(question, question["options"][0]["choice"])
    if kind == "game":
        await slow.until(lambda: slow.room["seats"][slow.seat]["seconds"] < left + 0.1)
        assert slow.room["seats"][slow.seat]["seconds"] > left - 3.0
    await leave(players)


@pytest.mark.parametrize(("kind", "ends"), [("game", Server.kill), ("decision", Server.stop)])
def test_time_without_a_server_counts_against_nobody(
    kind: str, ends: Callable[[Server], None], tmp_path: Path,
) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        asyncio.run(down(server, kind, ends))
    finally:
        server.stop()
    assert not server.faults(), server.faults()


async def no_clock(server: Server) -> None:
    players = await seated(server, "grid poker", 2)
    await asyncio.sleep(1.2)
    assert not acted(await facts_of(server, players[0].code))
    assert players[0].room["seats"][0]["seconds"] is None
    host = players[0].guest
    body = {"game": "grid poker", "places": [{}, {}], "clock": {"kind": "decision", "seconds": 4}}
    assert (await host.ask("POST", "/api/rooms", body)).status_code == 409
    await leave(players)


def test_without_a_clock_nobody_is_hurried(quick: Server) -> None:
    run(no_clock, quick)


# Who is away

async def grace(server: Server) -> None:
    players = await seated(server, "grid poker", 2)
    stays, goes = players
    await play_on(players, chooser(3), 4)

    await goes.leave()
    await stays.until(lambda: not stays.room["seats"][1]["is_here"])
    await goes.come()  # before anybody loses patience
    await stays.until(lambda: stays.room["seats"][1]["is_here"])
    await asyncio.sleep(GRACE + 0.3)
    assert not stays.room["seats"][1]["has_bot"]

    await goes.leave()
    had = list(goes.log)
    left = time.monotonic()
    await stays.until(lambda: stays.room["seats"][1]["has_bot"])
    assert time.monotonic() - left > GRACE - 0.1
    assert stays.room["seats"][1]["kind"] == "person", "the seat stays that person's"
    acts = [fact for fact in acted(await facts_of(server, stays.code)) if fact.seat == 1]
    await stays.play(chooser(3), most=6)
    await stays.until(lambda: stays.is_over or stays.question is not None)
    by_bot = [fact for fact in acted(await facts_of(server, stays.code)) if fact.seat == 1][len(acts):]
    assert by_bot
    assert not any(fact.by for fact in by_bot)

    await goes.come()  # as a phone that has slept
    assert goes.seat == 1
    assert goes.log[:len(had)] == had
    await stays.until(lambda: not stays.room["seats"][1]["has_bot"])
    assert any("is back" in words for words in goes.words_told())
    facts = await facts_of(server, stays.code)
    assert [type(fact) for fact in facts if isinstance(fact, StoodIn | CameBack)] == [StoodIn, CameBack]
    await asyncio.gather(*[player.play(chooser(3)) for player in players])
    done = [fact for fact in acted(await facts_of(server, stays.code)) if fact.seat == 1]
    assert done[-1].by == goes.guest.guest, "the person plays again"
    for player in players:
        await player.check()
    await leave(players)


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(quick: Server) -> None:
    run(grace, quick)


async def never_there(server: Server) -> None:
    """Somebody sat down and went before the game began, or has never opened the table."""
    host = await new_guest(server.url)
    code = await host.open("grid poker", ["", ""], sit={"seat": 0, "name": "Host"})
    other = await Player(await new_guest(server.url), code, 1).come()
    await other.do("sit", seat=1, name="Other")
    await other.leave()
    player = await Player(host, code).come()
    await player.do("begin")
    await player.play(chooser(3))
    assert player.is_over
    await player.leave()


def test_a_game_does_not_wait_for_who_never_came(quick: Server) -> None:
    run(never_there, quick)


async def everybody_away(server: Server) -> None:
    players = await seated(server, "regular poker", 2, options={"deals": 3})
    code, guest = players[0].code, players[0].guest
    await leave(players)
    until = time.monotonic() + 30
    while (await guest.get(f"/api/rooms/{code}"))["state"] != "over":
        assert time.monotonic() < until
        await asyncio.sleep(0.1)
    await players[1].come()
    assert players[1].is_over
    await players[1].leave()


def test_a_game_that_everybody_left_is_played_out(quick: Server) -> None:
    run(everybody_away, quick)


# Live trading

def hand(player: Player) -> list[str]:
    assert player.table is not None
    place = f"hand {player.table['side'] + 1}"
    return [player.table["faces"][str(back)] for back in player.table["places"][place]]


async def trading(server: Server, **options: int) -> list[Player]:
    """Three traders, once trading has begun."""
    live: dict[str, bool | int | str] = {"form": "live", **options}
    players = await sit_down(await plant(server, "tech exchange", 3, live))
    choose = chooser(1)
    for _ in range(20):
        await asyncio.sleep(0.05)
        for player in players:
            question = player.question
            if question is not None and question["verb"] != "trade":
                await player.answer(question, choose(question))
        if all(player.question and player.question["verb"] == "trade" for player in players):
            return players
    raise AssertionError([player.question for player in players])


def plain_card(player: Player) -> str:
    return next(card for card in hand(player) if not card.startswith("W"))


async def tie(server: Server) -> None:
    players = await trading(server, tie_window_ms=2000)
    seller, one, other = players
    cards = [plain_card(player) for player in players]
    await seller.do("act", choice=f"offer {cards[0]} to all for {cards[1]}|{cards[2]}")
    began = time.monotonic()
    words = [await player.begin_saying("act", choice=f"commit 1 {card}")
             for player, card in zip([one, other], cards[1:], strict=True)]
    for player, word in zip([one, other], words, strict=True):
        await player.until(lambda player=player, word=word: word in player.answers)  # type: ignore[misc]
        assert player.answers[word]["type"] == "done"
    await seller.until(lambda: verb(seller) == "partner")
    assert time.monotonic() - began < 1.9, "when all have committed, the window closes at once"
    question = seller.question
    assert question is not None
    assert {option["choice"] for option in question["options"]} == {"seat 2", "seat 3"}
    await seller.answer(question, "seat 3")
    await other.until(lambda: cards[0] in hand(other))
    assert cards[2] in hand(seller)
    assert cards[1] in hand(one)
    await leave(players)


def phase(player: Player) -> int:
    return 0 if player.table is None else int(player.table["tallies"]["phase"][0])


def verb(player: Player) -> str:
    return "" if player.question is None else str(player.question["verb"])


def test_commits_within_the_tie_window_are_simultaneous(quick: Server) -> None:
    run(tie, quick)


async def alone(server: Server) -> None:
    """Only one commits in time; what else is said meanwhile waits until the window is closed."""
    players = await trading(server, tie_window_ms=600)
    seller, one, other = players
    cards = [plain_card(player) for player in players]
    await seller.do("act", choice=f"offer {cards[0]} to all for {cards[1]}|{cards[2]}")
    turn = (other.question or {})["turn"]
    await one.do("act", choice=f"commit 1 {cards[1]}")
    began = time.monotonic()
    await other.until(lambda: verb(other) == "reply")
    assert await seller.refuse("act", choice="cancel 1") == "not possible"
    word = await other.begin_saying("act", choice=f"offer {cards[2]} to all for 3*", turn=turn)
    await other.send(other._unanswered[word])  # twice, and still once
    await other.until(lambda: word in other.answers)
    assert other.answers[word]["type"] == "done"
    assert time.monotonic() - began > 0.4
    await seller.until(lambda: cards[1] in hand(seller))
    assert await other.refuse("act", choice=f"commit 1 {cards[2]}") == "not possible"
    assert seller.table is not None
    await seller.until(lambda: len(board(seller)) == 1)
    assert board(seller)[0].startswith("2: seat 3"), "the offer that waited has the next number"
    await leave(players)


def board(player: Player) -> list[str]:
    assert player.table is not None
    return [line for line in player.table["slates"]["offer board"] if line]


def test_one_commit_gets_the_trade_when_the_window_is_closed(quick: Server) -> None:
    run(alone, quick)


async def no_choice(server: Server) -> None:
    """Who does not choose in time gets what the clock chooses."""
    players = await trading(server, tie_window_ms=1000, choice_seconds=1)
    seller, *buyers = players
    cards = [plain_card(player) for player in players]
    await seller.do("act", choice=f"offer {cards[0]} to all for {cards[1]}|{cards[2]}")
    for player, card in zip(buyers, cards[1:], strict=True):
        await player.begin_saying("act", choice=f"commit 1 {card}")
    await seller.until(lambda: verb(seller) == "partner")
    question = seller.question
    assert question is not None
    began = time.monotonic()
    await seller.until(lambda: verb(seller) == "trade")
    assert time.monotonic() - began > 0.7
    assert cards[0] not in hand(seller)
    answer: Message = await seller.answer(question, "seat 2")
    assert answer["type"] == "refused"
    await leave(players)


def test_a_choice_within_a_trade_has_its_time(quick: Server) -> None:
    run(no_choice, quick)


async def stall(server: Server) -> None:
    """Where nobody trades, trading ends after a while; a restart of the server does not stop that."""
    players = await trading(server, stall_seconds=10)
    began = time.monotonic()
    before = phase(players[0])
    await asyncio.sleep(3)
    server.kill()
    server.start()
    await players[0].until(lambda: phase(players[0]) != before)
    assert time.monotonic() - began > 9
    await leave(players)


@pytest.mark.skipif(not IS_SOAK, reason="the shortest time after which trading ends is long")
def test_trading_ends_when_nobody_trades(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        run(stall, server)
    finally:
        server.stop()
    assert not server.faults(), server.faults()


async def done(server: Server) -> None:
    players = await trading(server)
    before = phase(players[0])
    for player in players:
        await player.do("act", choice="done")
    await players[0].until(lambda: phase(players[0]) != before)
    await leave(players)


def test_trading_ends_when_all_are_done(quick: Server) -> None:
    run(done, quick)


async def read_at_leisure(server: Server) -> None:
    """How many seconds bots take from an offer to a commit, by the times of what the server has stored."""
    planted = await plant(server, "tech exchange", 1, {"form": "live"}, bots=3)
    players = await sit_down(planted)
    person = players[0]
    choose = chooser(1)
    until = time.monotonic() + 60
    seconds: list[float] = []
    while len(seconds) < 3 and time.monotonic() < until:
        await asyncio.sleep(0.5)
        question = person.question
        if question is not None and question["verb"] not in ("trade", "reply"):
            await person.answer(question, choose(question))
        seconds = seconds_to_commits(planted.code, await facts_of(server, planted.code))
    await leave(players)
    print(f"\nfrom an offer to a commit, at 0.4 of the pace: {', '.join(f'{each:.2f} s' for each in seconds)}")
    assert len(seconds) >= 2
    assert min(seconds) >= 0.4 * 1.5


def seconds_to_commits(code: str, facts: list[AnyFact]) -> list[float]:
    opened, *later = facts
    assert isinstance(opened, Opened)
    room = Room(code, opened)
    posted: dict[int, float] = {}
    found = []
    for fact in later:
        if isinstance(fact, Acted) and fact.choice.startswith("commit"):
            found.append(fact.at - posted[int(fact.choice.split()[1])])
        room.apply(fact)
        if isinstance(fact, Acted) and fact.choice.startswith("offer"):
            posted[POSTED.get(room.table)] = fact.at
    return found


def test_bots_need_as_long_for_an_offer_as_people(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pace=0.4)
    server.start()
    try:
        run(read_at_leisure, server)
    finally:
        server.stop()
    assert not server.faults(), server.faults()


async def told_when(server: Server) -> None:
    """What the rules' clock will do is told: when trading would end, and when it chooses for who is late."""
    players = await trading(server, stall_seconds=50, choice_seconds=20, tie_window_ms=400)
    seller, one, other = players

    def due(player: Player) -> str:
        return f"{player.due['what']} {player.due['seconds']}" if player.due else ""

    await seller.until(lambda: due(seller).startswith("end trading"))
    assert 40 <= int(due(seller).split()[-1]) <= 50
    cards = [plain_card(player) for player in players]
    await seller.do("act", choice=f"offer {cards[0]} to all for {cards[1]}|{cards[2]}")
    for player, card in zip([one, other], cards[1:], strict=True):
        await player.begin_saying("act", choice=f"commit 1 {card}")
    await seller.until(lambda: verb(seller) == "partner")
    await other.until(lambda: due(other).startswith("partner"))
    assert 15 <= int(due(other).split()[-1]) <= 20
    question = seller.question
    assert question is not None
    await seller.answer(question, "seat 3")
    await one.until(lambda: due(one).startswith(("end trading", "place")))
    await leave(players)


def test_when_the_clock_acts_is_told(quick: Server) -> None:
    run(told_when, quick)
