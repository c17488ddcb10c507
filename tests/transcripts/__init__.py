"""Whole games as text that a person can read, as an onlooker who sees into all hands would tell them.

    python -m tests.transcripts

writes them anew; the test compares them with what is there, so that a change of the rules is seen as a change of
words, and reviewed as such.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from techdeck.actions import write_action
from techdeck.events import Event, Moved, Shown, Voice
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, regular_poker
from techdeck.position import written
from techdeck.table import NOBODY, Game, Table

FOLDER: Final = Path(__file__).parent
NAMES: Final = ["Ada", "Ben", "Cem", "Dee", "Eli", "Fay"]


class Story:
    """Which game is told: how it is made, for how many, and by which seed."""

    def __init__(self, make: Callable[[], Game], seats: int, seed: int) -> None:
        self.make: Final = make
        self.seats: Final = seats
        self.seed: Final = seed

    def text(self) -> str:
        game = self.make()
        names = NAMES[:self.seats] if self.seats > 1 else [NAMES[0], "The machine"]
        return "\n".join([*_opening(game, names, self.seats, self.seed), *_course(game, names, self.seats, self.seed)])


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
}


def _opening(game: Game, names: list[str], seats: int, seed: int) -> list[str]:
    options = [f"{name} = {value}" for name, value in game.options.items()]
    return [
        f"{game.manners.title}, rules {game.version}, seed {seed}", f"At the table: {', '.join(names)}",
        *[f"    {option}" for option in options], "",
    ]


def _course(game: Game, names: list[str], seats: int, seed: int) -> list[str]:
    voice = game.voice(names)
    rng = Random(seed)
    table = game.bare(seats, seed)
    table.log = []
    table.then(game.rules, table.first)
    table.go_on()
    lines = _told(table, voice)
    stage = _stage(table)
    while table.pending:
        if _stage(table) != stage:
            stage = _stage(table)
            lines += ["", *_layout(table), ""]
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        lines.append(f"> {write_action(table, decision.seat, choice)}")
        table.act(decision.seat, choice)
        lines += _told(table, voice)
    winners = " and ".join(names[side] for side in game.winners(table))
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores(table), strict=True))
    return [*lines, "", *_layout(table), "", f"The end: {scores}. {winners} won.", ""]


def _told(table: Table, voice: Voice) -> list[str]:
    events = table.log or []
    table.log = []
    return [f"    {event.told(_best_eyes(event, table), voice)['words']}" for event in events]


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
                lines.append(f"    | {zone.place(owner)}: {cards}")
    for tally in table.game.tallies:
        if tally.name in ("points", "chips"):
            lines.append(f"    | {tally.name}: {' '.join(map(str, tally.of(table)))}")
    return lines


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write_all() -> None:
    for name, story in STORIES.items():
        file_of(name).write_text(story.text(), encoding="utf-8")
