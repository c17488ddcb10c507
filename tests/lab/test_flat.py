"""A run of any length takes the same memory: the long version of the tests measures it."""

import os
import re
from pathlib import Path

import pytest

from tests.lab.conftest import Start
from tests.lab.test_simulate import wait_for

pytestmark = pytest.mark.skipif(not os.environ.get("TECHDECK_SOAK"), reason="takes minutes; TECHDECK_SOAK=1 runs it")
MEGABYTE = 1 << 20


def most_memory(start: Start, games: int) -> int:
    """The most that the process has used at any time, in bytes."""
    most = 0
    words = ["regular-poker", "--option", "deals=1", "--workers", "1", "--effects", "--out", f"{games}.parquet"]
    process = start("simulate", *words, "--games", str(games))

    def is_over() -> bool:
        nonlocal most
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
        most = max(most, 1024 * int(found[1]) if found else 0)
        return process.poll() is not None

    wait_for(is_over, patience=600.0)
    _, err = process.communicate()
    assert process.returncode == 0, err
    return most


def test_ten_times_as_many_games_take_no_more_memory(start: Start) -> None:
    few, many = most_memory(start, 4_000), most_memory(start, 40_000)
    print(f"4,000 games: {few / MEGABYTE:.0f} MB; 40,000 games: {many / MEGABYTE:.0f} MB")
    assert many < few + 60 * MEGABYTE  # of which some are buffers that fill once
