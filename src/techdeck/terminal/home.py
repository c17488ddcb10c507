"""Where games are kept: those under way, so that nothing is lost, and those that are over.

A game is its record, with one more section that says who sits where: `[play]`, which readers of records leave alone.
"""

import os
import re
import shlex
import tempfile
import tomllib
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from techdeck.games import game_named
from techdeck.match import Match
from techdeck.position import write as write_position
from techdeck.record import Record, read, written
from techdeck.table import Game
from techdeck.terminal.errors import Complaint

PERSON: Final = "person"
LARGEST: Final = 4_000_000  # bytes; a long game has some ten thousand
ENDING: Final = ".toml"


def home() -> Path:
    """The folder of the person's games.  TECHDECK_HOME says another."""
    if os.environ.get("TECHDECK_HOME"):
        return Path(os.environ["TECHDECK_HOME"])
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "techdeck"
    try:
        return Path.home() / ".local" / "share" / "techdeck"
    except RuntimeError:
        raise Complaint("There is no home folder for your games; set TECHDECK_HOME to a folder.") from None


def games_folder() -> Path:
    return home() / "games"


def unfinished_folder() -> Path:
    return home() / "unfinished"


def positions_folder() -> Path:
    return home() / "positions"


def new_name(game: str, ending: str = ENDING) -> str:
    """The game and the moment; sorted by name, games are sorted by time within a game."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return f"{game.replace(' ', '-')}-{moment}-{os.urandom(2).hex()}{ending}"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the new one is there, and whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_text(path: Path, what: str = "record") -> str:
    """The text of a file that somebody names.

    :raises Complaint: with a sentence, whatever is wrong with it.
    """
    try:
        if path.is_dir():
            raise Complaint(f"{path} is a folder, not a {what}.")
        if path.exists() and not path.is_file():
            raise Complaint(f"{path} is not a file.")
        if path.stat().st_size > LARGEST:
            raise Complaint(f"{path} is much too large to be a {what}.")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Complaint(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise Complaint(f"{path} is not a {what}: it is not text.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, Complaint):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise Complaint(f"{path} cannot be read: {reason}.") from None


def read_record(path: Path) -> Record:
    """:raises Complaint, BadRecord: with a sentence, if it is none."""
    record = read(read_text(path), path.name)
    record.seats[:] = [printable(name) for name in record.seats]
    for note in record.notes:
        note.text, note.by = printable(note.text), printable(note.by)
    return record


def printable(text: str) -> str:
    """Text from elsewhere without what would command the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def game_of(record: Record) -> Game:
    """The game of a record, with its options.

    :raises Complaint: with a sentence, if there is none such.
    """
    try:
        game = game_named(record.game, record.options, record.version)
    except (TypeError, ValueError) as error:
        raise Complaint(f"This record cannot be played here: {error}") from None
    if len(record.seats) not in game.seats:
        raise Complaint(f"This record is damaged: {game.manners.title} is not for {len(record.seats)} players.")
    return game


def players_of(path: Path, seats: int) -> list[str]:
    """Who plays each seat, `person` or a level of bots; a record from elsewhere does not say, so one person plays."""
    try:
        found = tomllib.loads(read_text(path)).get("play", {})
    except tomllib.TOMLDecodeError:
        found = {}
    players = found.get("players") if isinstance(found, dict) else None
    if isinstance(players, list) and len(players) == seats and all(isinstance(player, str) for player in players):
        return [str(player) for player in players]
    return [PERSON] + ["casual"] * (seats - 1)


class Keeper:
    """Keeps one game in a file, from its first action to its end."""

    def __init__(self, path: Path, players: list[str]) -> None:
        self.path = path
        self.players: Final = players
        self.trouble = ""  # why the game could not be kept, if so
        self._last = _stamp(path)

    @property
    def go_on(self) -> str:
        """How to go on with the game later."""
        return "techdeck resume" if unfinished()[:1] == [self.path] else f"techdeck resume {shown(self.path)}"

    def text(self, match: Match) -> str:
        players = ", ".join(f'"{player}"' for player in self.players)
        return f"{written(match.record)}\n[play]\nplayers = [{players}]\n"

    def keep(self, match: Match) -> None:
        """Write the game down; if that is not possible, remember why, and go on."""
        if _stamp(self.path) != self._last:  # another program goes on with the same game; do not write over it
            self.path = self.path.with_name(new_name(match.game.name, self.path.suffix))
        try:
            write_whole(self.path, self.text(match))
        except OSError as error:
            self.trouble = f"The game cannot be saved in {self.path.parent}: {error.strerror or error}."
        else:
            self.trouble = ""
            self._last = _stamp(self.path)

    def keep_again(self, match: Match) -> None:
        """Where the writing itself may have been interrupted; a record is whole even if an action was not."""
        self.keep(match)

    def finish(self, match: Match) -> Path | None:
        """Put a game that is over with the others, and say where; nothing if that is not possible."""
        target = games_folder() / self.path.name
        try:
            write_whole(target, self.text(match))
        except OSError as error:
            self.trouble = f"The game cannot be saved in {target.parent}: {error.strerror or error}."
            return None
        self.forget()
        return target

    def forget(self) -> None:
        if _stamp(self.path) == self._last:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


class PositionKeeper(Keeper):
    """Keeps a game that began from a written position: as the position it has come to, since it has no deal."""

    @property
    def go_on(self) -> str:
        return f"techdeck position {shown(self.path)}"

    def text(self, match: Match) -> str:
        return write_position(match.table)

    def keep_again(self, match: Match) -> None:
        """The table may be in the middle of an action: what was kept before is the last that is whole."""

    def finish(self, match: Match) -> Path | None:
        self.forget()
        return None


def shown(path: Path) -> str:
    """A path as one types it in a shell."""
    return shlex.quote(str(path))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        state = path.stat()
    except OSError:
        return (0, 0)
    return (state.st_mtime_ns, state.st_size)


def _latest(folder: Path) -> list[Path]:
    """The games in a folder, the latest first."""
    try:
        names = [path for path in folder.iterdir() if re.fullmatch(r"[^.].*\.toml", path.name)]
        found = [(path.stat().st_mtime_ns, path) for path in names]
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]


def unfinished() -> list[Path]:
    return _latest(unfinished_folder())
