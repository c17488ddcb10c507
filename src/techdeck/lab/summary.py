"""What a run tells at a glance: who won how often, and how long games were."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from techdeck.lab.plan import Plan
from techdeck.lab.wins import Wins


@dataclass(frozen=True)
class Share(Wins):
    """How often somebody won: a seat, a bot, whoever began."""

    who: str
    games: int
    wins: float
    score: float | None  # on average


@dataclass(frozen=True)
class Summary:
    games: int
    errors: int
    won_by_nobody: int
    rounds: float
    decisions: float
    most_decisions: int
    seats: list[Share]
    bots: list[Share]
    by_start: list[Share]  # those who began, and the others
    by_side: list[Share]  # of the games that somebody won, where a side is not simply a seat: the Hacker, team 1


def summary(file: Path, plan: Plan) -> Summary:
    rows = pl.scan_parquet(file)
    whole = rows.filter(pl.col("error").is_null())
    counts = rows.select(
        pl.len().alias("games"), pl.col("error").is_not_null().sum().alias("errors"),
        (pl.col("shared_by") == 0).sum().alias("nobody"), pl.col("rounds").mean(),
        pl.col("decisions").mean(), pl.col("decisions").max().alias("most"),
    ).collect(engine="streaming").row(0, named=True)
    sittings = pl.concat([sitting(whole, seat) for seat in range(1, plan.seats + 1)])
    is_drawn = pl.any_horizontal([pl.col(f"side_{seat}") != seat for seat in range(1, plan.seats + 1)])
    has_sides = whole.select(is_drawn.any()).collect(engine="streaming").item()
    won = whole.filter(pl.col("shared_by") > 0)
    on_sides = pl.concat([sitting(won, seat) for seat in range(1, plan.seats + 1)]).unique(["number", "side"])
    began = pl.when(pl.col("seat") == pl.col("first")).then(pl.lit("began")).otherwise(pl.lit("did not begin"))
    return Summary(
        counts["games"], counts["errors"], counts["nobody"], counts["rounds"], counts["decisions"], counts["most"],
        shares(sittings, pl.format("seat {}", "seat")), shares(sittings, pl.col("bot")), shares(sittings, began),
        shares(on_sides, pl.format("side {}", "side")) if has_sides else [],
    )


def sitting(rows: pl.LazyFrame, seat: int) -> pl.LazyFrame:
    """One seat's part of each game; a victory that several share is divided among them."""
    won = pl.col(f"won_{seat}").cast(pl.Float64) / pl.col("shared_by").clip(1)
    return rows.select(
        "number", pl.lit(seat).alias("seat"), "first", pl.col(f"bot_{seat}").alias("bot"),
        pl.col(f"side_{seat}").alias("side"),
        won.alias("won"), pl.col(f"score_{seat}").alias("score"),
    )


def shares(sittings: pl.LazyFrame, by: pl.Expr) -> list[Share]:
    found = sittings.group_by(by.alias("who")).agg(pl.len(), pl.col("won").sum(), pl.col("score").mean()).sort("who")
    return [Share(who, games, won, score)
            for who, games, won, score in found.collect(engine="streaming").iter_rows()]
