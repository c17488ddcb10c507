"""One server has an SQLite file for itself: two would each take their own word for what is in it.

The lock is a file beside the database, locked by the system, which unlocks it when the process ends, however it ends.
"""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy import make_url

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(Exception):
    """Another server has the file; the text is a sentence."""


@contextmanager
def held(url: str) -> Iterator[None]:
    """While this lasts, no other server can have the same file.  A database server sees to that by itself.

    :raises InUse: if another has it.
    :raises OSError: if there can be no lock beside it.
    """
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or place.database in (None, "", ":memory:"):
        yield
        return
    database = Path(str(place.database)).resolve()  # by whatever name it is called
    if not database.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(database.parent))
    with Path(f"{database}.lock").open("a", encoding="utf-8") as file:
        try:
            _lock(file)
        except OSError:
            raise InUse(f"Another Tech Deck is running with the tables in {database}. Stop that one first, or choose "
                        "another file with --database.") from None
        yield
