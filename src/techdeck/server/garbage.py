"""When memory is searched for garbage.

Python would do it in the midst of things, and the more tables there are the longer everybody would wait.  So it is done
deliberately: through what is new it is quick, and is done often; through everything, when nobody is playing.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

BEAT: Final = 0.25  # seconds between two looks whether there is much new
MUCH: Final = 100_000  # things that are new; searching through these takes about a hundredth of a second
QUIET: Final = 10.0  # seconds without anything happening after which all may be searched
SELDOM: Final = 600.0  # seconds between two searches through everything
OVERDUE: Final = 6 * 3600.0  # seconds after which everything is searched all the same


def settle() -> None:
    """Search through everything, and then leave what is here alone: it stays."""
    gc.unfreeze()
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
            if gc.get_count()[0] > MUCH:
                gc.collect(0)
                gc.freeze()
            now = time.monotonic()
            if happened() != count:
                count, happened_at = happened(), now
            is_quiet = now - happened_at > QUIET and searched_at < happened_at
            if now - searched_at > (SELDOM if is_quiet else OVERDUE):
                settle()
                searched_at = time.monotonic()
    finally:
        gc.enable()
