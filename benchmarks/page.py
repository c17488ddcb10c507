"""The page that shows a run: docs/performance.md, with its pictures beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.report import (
    GAMES,
    RATIOS,
    TABLES,
    TARGETS,
    Figures,
    Results,
    Who,
    from_json,
    middle_of,
    reached,
    told_of_host,
)

PICTURES: Final = "pictures"  # a folder beside the page
WIDTH: Final = 420
HEIGHT: Final = 240
BAR: Final = 22
ACCENT: Final = "#0b7285"
OTHER: Final = "#adb5bd"
COLOURS: Final = ["#0b7285", "#e8590c", "#5f3dc4", "#2b8a3e", "#c2255c", "#f08c00"]

HEAD: Final = """\
# Performance

This page is made by `python -m benchmarks --page docs/performance.md`, from one run on one core. How everything is
measured, and how to read it, is told in [benchmarks](../benchmarks/README.md). Only ratios say much: the same machine
can be half as fast a moment later, so what is compared took short turns, side by side.
"""


def write_page(data: dict[str, Any], file: Path) -> None:
    """The page, and its pictures in a folder beside it."""
    results = from_json(data)
    folder = file.parent / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    shown = []
    for name, title, chart in charts(results.figures):
        chart.save(folder / f"performance-{name}.svg")
        shown.append(f"![{title}]({PICTURES}/performance-{name}.svg)")
    file.write_text(page(data, results, shown), encoding="utf-8")


def page(data: dict[str, Any], results: Results, pictures: Sequence[str]) -> str:
    rounds = max([0, *map(len, results.figures.values()), *map(len, results.compared.values())])
    told = [f"{data['date']}, {rounds} rounds of {data['seconds']:g} s each, seed {data['seed']}. {data['machine']}."]
    told += [*data["notes"], *told_of_host(results)]
    verdicts = [goal.verdict(results) for goal in TARGETS]
    counts = f"{verdicts.count('PASS')} of {len(verdicts)} targets are reached."
    parts = [
        HEAD, "## The run", "\n\n".join(told), "## Targets", counts, markdown(*reached(TARGETS, results)),
        "## Pictures", "\n\n".join(pictures), "## All figures", "Medians of the rounds.",
        *[markdown(*found) for found in [table.lines(results.figures) for table in TABLES] if found[1]],
        "Beside others, without a target:", markdown(*reached(RATIOS, results)),
    ]
    return "\n\n".join([part.strip() for part in parts]) + "\n"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join([f"| {' | '.join(line)} |" for line in lines])


# The pictures: a name, a title, and a chart

def charts(figures: Figures) -> list[tuple[str, str, Any]]:
    import altair

    found = [
        ("play", "Random play, decisions in a second on one core", bars(altair, figures)),
        ("parts", "What a decision costs, by tenths of a game, microseconds",
         lines(altair, numbered(figures, "Growth", "part {}"), "tenth of the game", "µs for a decision")),
        ("seats", "What a decision costs, by seats, microseconds",
         lines(altair, numbered(figures, "Growth", "{} seats"), "seats", "µs for a decision")),
        ("games", "What a game costs when many are played, by tenths, beside the second tenth",
         lines(altair, beside_first(numbered(figures, "Many games", "games {}")), "tenth of the games",
               "times the cost")),
    ]
    return [(name, title, chart.properties(title=title)) for name, title, chart in found if chart is not None]


def bars(altair: Any, figures: Figures) -> Any:
    """Ours that are compiled, and the others."""
    values = [{"who": who.name, "decisions": middle_of(rounds, "decisions/s"), "whose": who.build == "peer"}
              for who, rounds in figures.items() if "decisions/s" in rounds[0] and who.build != "interpreted"]
    if not values:
        return None
    return altair.Chart(altair.Data(values=values)).mark_bar().encode(
        x=altair.X("decisions:Q", title="decisions in a second", axis=altair.Axis(format=",d")),
        y=altair.Y("who:N", sort="-x", title=None, axis=altair.Axis(labelLimit=260)),
        color=altair.Color("whose:N", legend=None, scale=altair.Scale(domain=[False, True], range=[ACCENT, OTHER])),
    ).properties(width=WIDTH, height={"step": BAR})


def numbered(figures: Figures, what: str, measure: str) -> list[dict[str, Any]]:
    """A point for each game and number, if it was measured."""
    points = []
    for game in GAMES:
        rounds = figures.get(Who(f"{what}, {game}", "compiled"), [])
        for number in range(1, 11):
            value = middle_of(rounds, measure.format(number))
            if value is not None:
                points.append({"game": game, "number": number, "value": value})
    return points


def beside_first(points: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first: dict[str, float] = {}
    for point in points:
        first.setdefault(point["game"], point["value"])
    return [{**point, "value": point["value"] / first[point["game"]]} for point in points]


def lines(altair: Any, points: list[dict[str, Any]], across: str, up: str) -> Any:
    """A line for each game, from zero up: what is flat does not grow."""
    if not points:
        return None
    return altair.Chart(altair.Data(values=points)).mark_line(point=True).encode(
        x=altair.X("number:O", title=across, axis=altair.Axis(labelAngle=0)),
        y=altair.Y("value:Q", title=up, scale=altair.Scale(zero=True)),
        color=altair.Color("game:N", title=None, sort=GAMES, scale=altair.Scale(domain=GAMES, range=COLOURS)),
    ).properties(width=WIDTH, height=HEIGHT)
