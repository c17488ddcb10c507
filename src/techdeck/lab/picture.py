"""The ratings of a tournament as a picture: a point for each bot, and the interval around it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from techdeck.lab.plan import Refused
from techdeck.lab.tournament import Standing, table_of

ENDINGS: Final = (".svg", ".png", ".html")
INK: Final = "#1f2933"
ACCENT: Final = "#0b7285"


def check_ending(file: Path) -> None:
    """:raises Refused: if no picture can be written so."""
    if file.suffix not in ENDINGS:
        raise Refused(f"A picture ends with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, not with {file.suffix!r}.")


def draw(found: Sequence[Standing], file: Path) -> None:
    """:raises Refused: if the packages for it are missing, or it cannot be written."""
    try:
        import altair
    except ModuleNotFoundError:
        raise Refused("A picture needs the package altair; pip install 'techdeck[lab]' brings it.") from None
    chart = chart_of(altair, found)
    try:
        chart.save(file, **({"scale_factor": 2} if file.suffix == ".png" else {}))
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror or error}.") from None


def chart_of(altair: Any, found: Sequence[Standing]) -> Any:
    order = list(dict.fromkeys(standing.game for standing in found))
    base = altair.Chart(altair.Data(values=table_of(found).to_dicts()))
    y = altair.Y("bot:N", title=None, sort=altair.EncodingSortField("rating", order="descending"))
    interval = base.mark_rule(color=ACCENT, strokeWidth=3, opacity=0.45).encode(
        y=y, x=altair.X("low:Q", title="rating, with its 95% interval", scale=altair.Scale(zero=False)), x2="high:Q")
    point = base.mark_point(filled=True, size=90, color=ACCENT, opacity=1).encode(y=y, x="rating:Q")
    words = base.mark_text(align="left", dx=12, dy=-10, color=INK).encode(
        y=y, x="rating:Q", text=altair.Text("rating:Q", format=".1f"))
    rows = altair.Row("game:N", title=None, sort=order, header=altair.Header(labelAngle=0, labelAlign="left"))
    chart = altair.layer(interval, point, words).properties(width=420, height={"step": 34})
    return chart.facet(row=rows).resolve_scale(y="independent").properties(title="Ratings")
