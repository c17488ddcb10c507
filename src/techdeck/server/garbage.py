"""When memory is searched for garbage.

Python would do it in the midst of things, and the more tables there are the longer everybody would wait.  Play leaves
nothing behind that only a search can find; people who come and go leave a little.  So it is done when nobody plays, or,
if somebody always does, once in an hour.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

BEAT: Final = 1.0  # seconds between two looks whether it is quiet
QUIET: Final = 10.0  # seconds without anything happening after which all may be searched
SELDOM: Final = 600.0  # seconds between two searches
OVERDUE: Final = 3600.0  # seconds after which there is one all the same


def settle() -> None:
    """Search through all that the program has made to begin with, and leave it alone from now on: it stays."""
    gc.collect()
    gc.freeze()


async def search_on(happened: Callable[[], int]) -> None:
    """Go on until cancelled; `happened` counts what happens on the server."""
    gc.disable()
    try:
        searched_at = happened_at = time.monotonic()
        count = happened()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            if happened() != count:
                count, happened_at = happened(), now
            is_quiet = now - happened_at > QUIET and searched_at < happened_at
            if now - searched_at > (SELDOM if is_quiet else OVERDUE):
                gc.collect()
                searched_at = time.monotonic()
    finally:
        gc.enable()
