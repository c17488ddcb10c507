"""Play some of every game, so that the C compiler can count how often what is done (`tools/compile.py --level 4`).

Most of it at random, which is what the rules alone cost; some of it by bots, who look at views and imagine worlds; and
some in rooms of a server, where everybody is told of everything.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from techdeck.actions import write_choice
from techdeck.bots import bot
from techdeck.bots.playing import play
from techdeck.games import GAMES, game_named
from techdeck.server import wire
from techdeck.server.catalogue import checked
from techdeck.server.facts import Began, Opened, Place, Sat
from techdeck.server.live import Client, Live
from techdeck.server.room import Author, Room
from techdeck.server.tallies import Tallies

GAMES_PLAYED: Final = {"random": 200, "casual": 4}  # by level of the bots
GAMES_IN_ROOMS: Final = 10
MOST_ACTIONS: Final = 300  # in a room
VARIANTS: Final[list[tuple[str, dict[str, bool | int | str]]]] = [
    *[(name, {}) for name in GAMES], ("regular poker", {"game": "texas_holdem"}),
]


def play_all(games_played: Mapping[str, int]) -> None:
    rng = Random(1)
    for name, options in VARIANTS:
        game = game_named(name, options)
        seats = min(4, max(game.seats))
        for level, games in games_played.items():
            for seed in range(games):
                play(game.start(seats, seed), [bot(name, level, rng) for _ in range(seats)], rng)


def play_in_rooms(games: int) -> None:
    """The same with people who say what they choose; nothing of it is stored."""
    rng = Random(2)
    for name, options in VARIANTS:
        for number in range(games):
            live = opened_room(name, options, number)
            for word in range(1, MOST_ACTIONS):
                if live.room.state == "over":
                    break
                act(live, word, rng)


def opened_room(name: str, options: dict[str, bool | int | str], number: int) -> Live:
    """A room in which a game has begun, and all are there."""
    seats = min(4, max(game_named(name, options).seats))
    room = Room("ABCDEF", checked(Opened(
        by="guest 0", game=name, options=options, places=[Place()] * seats, secret=f"{number:064x}")))
    for seat in range(seats):
        room.apply(Sat(by=f"guest {seat}", seat=seat, name=f"Guest {seat}"))
    room.apply(Began(by="guest 0", rules=room.game.version))
    live = Live(room, "training", Tallies())
    for seat in range(seats):
        client = Client(f"guest {seat}", seat, "training")
        live.clients.add(client)
        live.welcome(client, 0)
    return live


def act(live: Live, word: int, rng: Random) -> None:
    """Somebody who is asked says something, and all hear what comes of it."""
    room = live.room
    decision = rng.choice(room.table.pending)
    choice = decision.sample(rng)
    if choice is None or decision.seat < 0:
        return
    said = wire.Act(word, write_choice(room.table, decision, choice))
    room.apply(room.answer(Author(f"guest {decision.seat}", "training", word, 0.0), decision.seat, said))
    before, live.sight = live.sight, room.sight()
    assert before is not None, "the game has begun"
    live.tell_of_act(before)
    for client in live.clients:
        client.frames.clear()


if __name__ == "__main__":
    play_all(GAMES_PLAYED)
    play_in_rooms(GAMES_IN_ROOMS)
