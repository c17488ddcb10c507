"""The lab in the terminal: runs with a bar that tells how far they are, and tables of what came of them."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from techdeck.decklists import DeckList
from techdeck.games import game_named
from techdeck.lab.decks import compare
from techdeck.lab.keep import keeper
from techdeck.lab.plan import Plan, Refused
from techdeck.lab.playing import FAILED, KEPT, comparable
from techdeck.lab.simulate import Tell, run
from techdeck.lab.store import Store
from techdeck.lab.summary import Share, Summary, summary
from techdeck.lab.tournament import ALL_GAMES, Standing, in_turn, meetings, standings, table_of
from techdeck.telling import plural
from techdeck.terminal.screen import Screen

SILENCE: Final = 5.0  # seconds between two lines, where no bar can be drawn
STOPPED: Final = 130  # as a program ends that was interrupted
SOME_FAILED: Final = 1


# Runs

def simulate(screen: Screen, plan: Plan, file: Path, workers: int, on: str, force: bool) -> int:
    if plan.keep:
        keeper(plan.keep, comparable(plan))
    with Store(plan, file) as store:
        store.open(force)
        if not played(screen, store, workers, on):
            return STOPPED
        found = summary(file, plan)
        tell_summary(screen, plan, found)
        tell_files(screen, store)
        return SOME_FAILED if found.errors else 0


def played(screen: Screen, store: Store, workers: int, on: str) -> bool:
    """Whether it could be played to its end; else it is said how to go on."""
    plan, before = store.plan, store.done - store.plan.first
    if store.is_finished:
        screen.say(f"All {plan.games:,} games are in {store.file} already.")
        return True
    if before:
        screen.say(f"Going on: {before:,} of {plan.games:,} games are done.")
    try:
        with progress(screen, plan.game, plan.games, before) as tell:
            run(store, workers=workers, on=on, tell=lambda done, errors: tell(done - plan.first, errors))
    except KeyboardInterrupt:
        kept = store.done - plan.first
        screen.say(f"Stopped: {kept:,} of {plan.games:,} games are kept. The same command goes on.")
        return False
    return True


@contextmanager
def progress(screen: Screen, what: str, games: int, before: int = 0) -> Iterator[Tell]:
    """A bar on stderr with rate and time left; lines now and then, where there is no terminal."""
    console = Console(stderr=True, highlight=False)
    if screen.plain or not console.is_terminal:
        yield Lines(games, before).tell
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(), TextColumn("{task.fields[failed]}", style="red"),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(what, total=games, completed=before, rate="", failed="")
        failed = 0

        def tell(done: int, errors: int) -> None:
            nonlocal failed
            failed += errors
            speed = bar.tasks[task].speed or 0.0
            bar.update(task, completed=done, rate=told_rate(speed) if speed else "",
                       failed=f"{failed:,} failed" if failed else "")

        yield tell


class Lines:
    """The same in sentences."""

    def __init__(self, games: int, before: int) -> None:
        self.games: Final = games
        self.before: Final = before
        self.began: Final = time.monotonic()
        self.last = self.began
        self.failed = 0

    def tell(self, done: int, errors: int) -> None:
        now = time.monotonic()
        self.failed += errors
        if now - self.last < SILENCE or done == self.games:
            return
        self.last = now
        rate = (done - self.before) / (now - self.began)
        left = (self.games - done) / rate
        failed = f", {self.failed:,} failed" if self.failed else ""
        print(f"{done:,} of {self.games:,} games, {told_rate(rate)}, {left:,.0f} s left{failed}",
              file=sys.stderr, flush=True)


def told_rate(rate: float) -> str:
    return f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"


# What came of them

def tell_summary(screen: Screen, plan: Plan, found: Summary) -> None:
    screen.say(f"{plan.made_game().manners.title}: {plural(found.games, 'game')}, seed {plan.seed}.")
    screen.say(f"On average {found.rounds:.1f} rounds and {found.decisions:.0f} decisions, at most "
               f"{found.most_decisions}.")
    if found.errors:
        screen.say(f"{plural(found.errors, 'game')} ended in an error.", style="bold red")
    if found.won_by_nobody:
        screen.say(f"{plural(found.won_by_nobody, 'game')} had no winner.")
    more = [group for group in (found.by_start, found.bots) if len(group) > 1]
    groups = [found.seats, *more, found.by_side]
    show_shares(screen, [group for group in groups if group])


def show_shares(screen: Screen, groups: Sequence[Sequence[Share]]) -> None:
    heads = ["", "games", "won", "95% interval", "mean score"]
    rows = [[told_share(share) for share in group] for group in groups]
    show_table(screen, heads, rows)


def told_share(share: Share) -> list[str]:
    low, high = share.interval
    score = "" if share.score is None else f"{share.score:.2f}"
    return [share.who, f"{share.games:,}", f"{share.rate:.1%}", f"{low:.1%} to {high:.1%}", score]


def show_table(screen: Screen, heads: Sequence[str], groups: Sequence[Sequence[Sequence[str]]]) -> None:
    if screen.plain:
        for row in [row for group in groups for row in group]:
            screen.say(f"{row[0]}: " + ", ".join(
                f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell))
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for place, head in enumerate(heads):
        grid.add_column(head, justify="right" if place else "left", style="bold" if not place else "")
    for number, group in enumerate(groups):
        if number:
            grid.add_row()
        for row in group:
            grid.add_row(*row)
    screen.show(grid)


def tell_files(screen: Screen, store: Store) -> None:
    for name, file in store.files.items():
        screen.say(f"{name}: {file}")
    for reason in (KEPT, FAILED):
        folder = store.records(reason)
        if folder.is_dir():
            screen.say(f"{reason}: {plural(len(list(folder.glob('*.toml'))), 'record')} in {folder}")


# Decks

def compare_decks(
    screen: Screen, decks: Mapping[str, DeckList], advanced: bool, games: int, seed: int, workers: int,
) -> int:
    """Play every pair of decks, and show how often each wins against each, and against all."""
    pairs = len(decks) * (len(decks) - 1) // 2
    try:
        with progress(screen, "decks", pairs * games) as tell:
            found = compare(decks, advanced, games, seed, workers, lambda done: tell(done, 0))
    except KeyboardInterrupt:
        screen.say("Stopped: nothing of it is kept.")
        return STOPPED
    screen.say(f"{plural(games, 'game')} of each pair between casual bots, each deal from both seats; seed {seed}.")
    best_first = sorted(found.names, key=lambda name: -found.against_all(name).rate)
    rows = []
    for name in best_first:
        score = found.against_all(name)
        low, high = score.interval
        cells = ["" if name == other else f"{found.pairs[name, other].rate:.0%}" for other in best_first]
        rows.append([name, f"{score.rate:.1%}", f"{low:.1%} to {high:.1%}", *cells])
    show_table(screen, ["", "won", "95% interval", *best_first], [rows])
    return 0


# Tournaments

def hold_tournament(
    screen: Screen, plans: Sequence[Plan], folder: Path, picture: Path, workers: int, on: str, force: bool,
) -> int:
    """Every game into a file of its own, then ratings, for people and for programs."""
    from techdeck.lab.picture import check_ending, draw

    check_ending(picture)
    by_game = []
    for plan in plans:
        with Store(plan, folder / f"{plan.game.replace(' ', '-')}.parquet") as store:
            store.open(force)
            if not played(screen, store, workers, on):
                return STOPPED
            by_game.append(list(meetings(store.file, plan)))
    found = [standing for plan, met in zip(plans, by_game, strict=True) for standing in standings(plan.game, met)]
    if len(plans) > 1:
        found += standings(ALL_GAMES, in_turn(by_game))
    show_standings(screen, found)
    ratings = folder / "ratings.parquet"
    try:
        table_of(found).write_parquet(ratings)
    except OSError as error:
        raise Refused(f"{ratings} cannot be written: {error.strerror or error}.") from None
    draw(found, picture)
    screen.say(f"ratings: {ratings}", f"picture: {picture}")
    return 0


def show_standings(screen: Screen, found: Sequence[Standing]) -> None:
    for game in dict.fromkeys(standing.game for standing in found):
        screen.say("All games" if game == ALL_GAMES else game_named(game).manners.title, style="bold")
        rows = [told_standing(standing) for standing in found if standing.game == game]
        show_table(screen, ["", "rating", "95% interval", "games", "won", "95% interval"], [rows])


def told_standing(standing: Standing) -> list[str]:
    low, high = standing.interval
    return [standing.bot, f"{standing.rating:.1f}", f"{standing.low:.1f} to {standing.high:.1f}",
            f"{standing.games:,}", f"{standing.rate:.1%}", f"{low:.1%} to {high:.1%}"]
