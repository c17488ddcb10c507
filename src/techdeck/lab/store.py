"""Where the rows of a run are kept: in parts while it goes on, in one Parquet file when it is done.

Beside the file there is a folder of parts, each with the games of a span of numbers.  A part is written aside and put
in its place whole, so that a run can be killed at any moment: what is there counts, and the same command goes on.
"""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import polars as pl

from techdeck.lab.plan import Plan, Refused, differences, read_plan
from techdeck.lab.playing import Batch
from techdeck.lab.rows import DECISION_COLUMNS, EFFECT_COLUMNS, NUMBER, SEATS, SECONDS, TEXT, TRUTH, Row, columns

KINDS: Final[Mapping[str, Any]] = {
    NUMBER: pl.Int64, TEXT: pl.String, TRUTH: pl.Boolean, SECONDS: pl.Float64, SEATS: pl.List(pl.Int64),
}
PLAN: Final = "plan.json"
METADATA: Final = "techdeck.plan"  # where a Parquet file says of which plan it is
GAMES: Final = "games"
DECISIONS: Final = "decisions"
EFFECTS: Final = "effects"


class Store:
    """The rows of one plan, in one file; those of decisions and effects in files beside it."""

    def __init__(self, plan: Plan, file: Path) -> None:
        self.plan: Final = plan
        self.file: Final = file
        self.parts: Final = file.with_name(f"{file.name}.parts")
        self.files: Final = {GAMES: file}
        if plan.decisions:
            self.files[DECISIONS] = beside(file, DECISIONS)
        if plan.effects:
            self.files[EFFECTS] = beside(file, EFFECTS)
        self.done = plan.first  # all games before this one are kept
        self._is_ours = False  # whether the parts are this run's to clear away
        self._lock: int | None = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_ours and self.done == self.plan.first:
            shutil.rmtree(self.parts, ignore_errors=True)  # nothing was kept: leave no trace
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def is_finished(self) -> bool:
        return self.done == self.plan.end and not self.parts.exists()

    def open(self, force: bool = False) -> None:
        """Begin, or go on where an earlier run stopped; if all was done, nothing is left to do.

        :raises Refused: if the file is another's, another run writes it, or it was begun with another plan.
        """
        with self._writing():
            self._open(force)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pl.exceptions.PolarsError) as error:
            raise Refused(f"{self.file} cannot be written: {getattr(error, 'strerror', None) or error}.") from None

    def _open(self, force: bool) -> None:
        begun = self.parts / PLAN
        there = [file for file in self.files.values() if file.exists()]
        if there and not begun.exists() and not force:
            if len(there) == len(self.files) and plan_of(self.file) == self.plan:
                self.done = self.plan.end
                return
            raise Refused(f"{there[0]} is there already, and holds something else; --force writes over it.")
        self.parts.mkdir(parents=True, exist_ok=True)
        self._hold()
        if begun.exists():
            self._compare(begun, force)
        if not begun.exists():
            write_aside(begun, self.plan.text().encode())
        self.done = self._clean()
        self._is_ours = True

    def _hold(self) -> None:
        """Keep other runs out, until this one ends, however it ends."""
        try:
            import fcntl
        except ImportError:  # where this system cannot do it, people must look after it themselves
            return
        self._lock = os.open(self.parts / "lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"Another run is writing {self.file}.") from None

    def _compare(self, begun: Path, force: bool) -> None:
        try:
            other = differences(self.plan, read_plan(begun.read_text()))
        except (ValueError, TypeError):
            other = ["something"]
        if not other and not force:
            return
        if not force:
            raise Refused(f"{self.file} was begun with other {', '.join(other)}; --force begins anew.")
        for path in self.parts.iterdir():
            if path.name != "lock":
                path.unlink()

    def _clean(self) -> int:
        """Remove what was not finished, and say which game comes next."""
        end = self.plan.first
        spans = {path.name.partition("-")[2] for path in self.parts.glob(f"{GAMES}-*.parquet")}
        for path in self.parts.glob("*-*"):
            if path.name.partition("-")[2] not in spans:
                path.unlink()
        for span in sorted(spans):
            first, _, last = span.removesuffix(".parquet").partition("-")
            if int(first) != end:
                raise Refused(f"The games from {end} on are missing in {self.parts}; --force begins anew.")
            end = int(last)
        return end

    def add(self, batch: Batch) -> None:
        """Keep the rows of the next games; those of the games come last, and make the part count."""
        end = self.done + len(batch.games)
        with self._writing():
            for reason, number, text in batch.records:
                path = self.records(reason) / f"{number:09}.toml"
                path.parent.mkdir(exist_ok=True)
                write_aside(path, text.encode())
            for name, rows in ((DECISIONS, batch.decisions), (EFFECTS, batch.effects), (GAMES, batch.games)):
                if name in self.files:
                    path = self.parts / f"{name}-{self.done:012}-{end:012}.parquet"
                    aside = path.with_suffix(".new")
                    self._frame(name, rows).write_parquet(aside)
                    aside.replace(path)
        self.done = end

    def _frame(self, name: str, rows: Sequence[Row]) -> pl.DataFrame:
        if name == DECISIONS:
            return frame(rows, DECISION_COLUMNS)
        if name == EFFECTS:
            return frame(rows, EFFECT_COLUMNS)
        options = pl.struct([pl.lit(value).alias(name) for name, value in self.plan.options.items()])
        return frame(rows, columns(self.plan.made_game(), self.plan.seats)).with_columns(options.alias("options"))

    def records(self, reason: str) -> Path:
        """The folder of the records that are there for one reason."""
        return beside(self.file, reason, "")

    def finish(self) -> None:
        """Make one file of the parts, and clear them away."""
        with self._writing():
            for name, file in reversed(self.files.items()):  # the games last
                aside = self.parts / f"{name}.whole"
                parts = pl.scan_parquet(sorted(self.parts.glob(f"{name}-*.parquet")))
                parts.sink_parquet(aside, metadata={METADATA: self.plan.text()})
                aside.replace(file)
            shutil.rmtree(self.parts)


def plan_of(file: Path) -> Plan | None:
    """Of which plan a file holds the games; None if it holds something else."""
    try:
        return read_plan(pl.read_parquet_metadata(file)[METADATA])
    except (pl.exceptions.PolarsError, OSError, KeyError, ValueError, TypeError):
        return None


def frame(rows: Sequence[Row], kinds: Mapping[str, str]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={name: KINDS[kind] for name, kind in kinds.items()}, orient="row")


def beside(file: Path, what: str, ending: str = ".parquet") -> Path:
    """The name of another file of the same run."""
    return file.with_name(f"{file.stem}-{what}{ending}")


def write_aside(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole, or not at all."""
    aside = path.with_name(f"{path.name}.new")
    aside.write_bytes(content)
    aside.replace(path)
