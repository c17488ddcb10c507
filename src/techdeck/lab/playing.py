"""Games of a plan, played one after the other: what every worker does, wherever it is."""

import shlex
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from techdeck.bots.bot import Action
from techdeck.bots.measure import teams
from techdeck.bots.playing import play
from techdeck.chance import SEED_BYTES
from techdeck.games import game_named
from techdeck.lab.keep import keeper
from techdeck.lab.looking import decisions_of, effects_of, record_of
from techdeck.lab.plan import Plan, bot_maker
from techdeck.lab.rows import SEATS, Played, Row, columns, row_of
from techdeck.table import Table

KEPT: Final = "kept"
FAILED: Final = "failed"


@dataclass
class Batch:
    """What came of some games: rows, and records that were asked for or show an error."""

    games: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    effects: list[Row] = field(default_factory=list)
    records: list[tuple[str, int, str]] = field(default_factory=list)  # why there is one, the game's number, the text


def play_games(plan: Plan, first: int, end: int) -> Batch:
    """Some games of a plan.  Nothing but the plan and a game's number decides how it goes."""
    batch = Batch()
    is_wanted = keeper(plan.keep, comparable(plan)) if plan.keep else None
    for number in range(first, end):
        play_game(plan, number, batch, is_wanted)
    return batch


def play_game(plan: Plan, number: int, batch: Batch, is_wanted: Callable[[Row], bool] | None = None) -> None:
    """An error of a bot, or of the rules, ends this game and no other."""
    game = plan.made_game()
    deal, lineup = plan.deal_and_lineup(number)
    rng = Random(f"{plan.seed} {deal}")
    played = Played(number, rng.randbytes(SEED_BYTES), list(lineup))
    done: list[Action] = []
    table: Table | None = None
    told = ""
    began = time.perf_counter()
    try:
        table = game.start(plan.seats, played.seed)
        played.first = table.captain[table.first]
        if plan.by_team:
            played.bots = around(table, lineup)
        play(table, [bot_maker(plan.game, name)(Random(rng.getrandbits(64))) for name in played.bots], rng, done)
        played.scores, played.winners = game.scores(table), game.winners(table)
    except Exception as error:
        played.error = f"{type(error).__name__}: {error}"
        told = f"{again_by(plan, played, deal)}\n\n{traceback.format_exc()}"
    played.seconds = time.perf_counter() - began
    played.decisions = len(done)
    row = row_of(plan, game.bare(plan.seats, played.seed) if table is None else table, played)
    batch.games.append(row)
    if told:
        batch.records.append((FAILED, number, record_of(game, played, done, told)))
    elif is_wanted is not None and is_wanted(row):
        batch.records.append((KEPT, number, record_of(game, played, done)))
    if plan.decisions and table is not None:
        batch.decisions += decisions_of(game, played, done)
    if plan.effects and table is not None:
        batch.effects += effects_of(game, played, done)


def around(table: Table, lineup: list[str]) -> list[str]:
    """The bot of each seat, if a line-up names one for each team: those who win together play alike."""
    team_of = {side: place for place, team in enumerate(teams(table.game, table.sides)) for side in team}
    seats = sum(len(members) for members in table.members)
    return [lineup[team_of[table.side_of(seat)]] for seat in range(seats)]


def again_by(plan: Plan, played: Played, deal: int) -> str:
    """The command that plays one game of a plan again."""
    usual = game_named(plan.game).options
    words = ["techdeck", "simulate", plan.game.replace(" ", "-"), "--seats", str(plan.seats)]
    words += ["--bots", ",".join(played.bots), "--seed", str(plan.seed), "--first", str(deal), "--games", "1"]
    for name, value in plan.options.items():
        if value != usual[name]:
            words += ["--option", f"{name}={value}"]
    return shlex.join(words)


def comparable(plan: Plan) -> list[str]:
    """The columns of which a condition can speak."""
    return [name for name, kind in columns(plan.made_game(), plan.seats).items() if kind != SEATS]
