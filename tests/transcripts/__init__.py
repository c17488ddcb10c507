"""Whole games as text that a person can read, as an onlooker who sees into all hands would tell them.

    python -m tests.transcripts

writes them anew; the test compares them with what is there, so that a change of the rules is seen as a change of
words, and reviewed as such.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Final

from techdeck.actions import write_action
from techdeck.events import Event, Moved, Shown, Voice
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.position import written
from techdeck.table import CLOCK, NOBODY, Game, Table
from techdeck.telling import in_a_row
from tests.games import asked_at_random

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 159  # letters in a line
NAMES: Final = ["Ada", "Ben", "Cem", "Dee", "Eli", "Fay"]


class Story:
    """Which game is told: how it is made, for how many, and by which seed."""

    def __init__(self, make: Callable[[], Game], seats: int, seed: int) -> None:
        self.make: Final = make
        self.seats: Final = seats
        self.seed: Final = seed

    def text(self) -> str:
        game = self.make()
        table = game.bare(self.seats, self.seed)
        names = [in_a_row([NAMES[seat] for seat in seats]) if seats else "The machine" for seats in table.members]
        return "\n".join([*_opening(game, names, self.seed), *_course(table, names, Random(self.seed))])


STORIES: Final[dict[str, Story]] = {
    "grid_poker_2_seats": Story(grid_poker.grid_poker, 2, 7),
    "grid_poker_solo": Story(grid_poker.grid_poker, 1, 8),
    "grid_poker_4_seats_secret_with_bids": Story(lambda: grid_poker.grid_poker(grid_poker.Options(
        secret_hand_commit=True, bidding=True, wild_declared=True, loser_redraw_per_card=True)), 4, 9),
    "five_card_draw": Story(lambda: regular_poker.regular_poker(regular_poker.Options(deals=2)), 3, 10),
    "texas_holdem": Story(lambda: regular_poker.regular_poker(
        regular_poker.Options(game="texas_holdem", deals=2)), 3, 11),
    "cyber_defense": Story(lambda: cyber_defense.cyber_defense(
        cyber_defense.Options(roles="seat1_hacker")), 2, 9),  # so that sides and seats have the same numbers
    "gears_of_industry": Story(lambda: gears_of_industry.gears_of_industry(
        gears_of_industry.Options(target_points=2)), 2, 51),
    "tech_exchange_in_turns": Story(tech_exchange.tech_exchange, 3, 12),
    "tech_exchange_live": Story(lambda: tech_exchange.tech_exchange(tech_exchange.Options(form="live")), 3, 16),
    "peer_to_peer_solo": Story(peer_to_peer.peer_to_peer, 1, 14),
    "peer_to_peer_teams": Story(lambda: peer_to_peer.peer_to_peer(peer_to_peer.Options(
        unhappy_limits="9 9 9 9 9 9", max_rounds=6)), 4, 49),  # so that it lasts
}


def _opening(game: Game, names: list[str], seed: int) -> list[str]:
    options = [f"{name} = {value}" for name, value in game.options.items()]
    return [
        f"{game.manners.title}, rules {game.version}, seed {seed}", f"At the table: {', '.join(names)}",
        *[f"    {option}" for option in options], "",
    ]


def _course(table: Table, names: list[str], rng: Random) -> list[str]:
    game = table.game
    voice = game.voice(names, [side for side, seats in enumerate(table.members) if len(seats) > 1])
    table.log = []
    table.then(game.rules, table.first)
    table.go_on()
    lines = _told(table, voice)
    stage = _stage(table)
    while table.pending:
        if _stage(table) != stage:
            stage = _stage(table)
            lines += ["", *_layout(table), ""]
        decision = asked_at_random(table, rng)
        choice = decision.sample(rng)
        if choice is None:  # somebody waits
            continue
        action = write_action(table, decision.seat, choice)
        lines.append(f"> {action}" if decision.seat != CLOCK else f"> the clock {action.partition(' ')[2]}")
        table.act(decision.seat, choice)
        lines += _told(table, voice)
    winners = " and ".join(names[side] for side in game.winners(table)) or "Nobody"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores(table), strict=True))
    return [*lines, "", *_layout(table), "", f"The end: {scores}. {winners} won.", ""]


def _told(table: Table, voice: Voice) -> list[str]:
    events = table.log or []
    table.log = []
    return [line for event in events for line in wrap(
        str(event.told(_best_eyes(event, table), voice)["words"]), WIDTH, initial_indent="    ",
        subsequent_indent="      ", break_on_hyphens=False)]


def _best_eyes(event: Event, table: Table) -> int:
    """A side that saw the card, if any did."""
    if isinstance(event, Moved | Shown):
        for side in range(table.sides + 1):
            if event.eyes >> side & 1:
                return side
    return table.sides


def _stage(table: Table) -> list[int]:
    """Rounds, or deals: whatever the game counts so."""
    return [tally.get(table) for tally in table.game.tallies if tally.name in ("round", "deal")]


def _layout(table: Table) -> list[str]:
    """The table as it stands, without what nobody sees."""
    lines = []
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            cards = written(table, zone.place(owner))
            if zone.seen_by == NOBODY:
                cards = f"{len(zone.of(table, owner))} cards" if zone.of(table, owner) else ""
            if cards.strip(" /-"):
                lines += wrap(f"{zone.place(owner)}: {cards}", WIDTH, initial_indent="    | ",
                              subsequent_indent="    |   ", break_on_hyphens=False)
    for tally in table.game.tallies:
        if tally.name in ("points", "chips"):
            lines.append(f"    | {tally.name}: {' '.join(map(str, tally.of(table)))}")
    return lines


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write_all() -> None:
    for name, story in STORIES.items():
        file_of(name).write_text(story.text(), encoding="utf-8")
