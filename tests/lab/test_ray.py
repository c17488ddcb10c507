"""The same games on a real Ray cluster of two nodes, of which one loses a worker, or is lost itself."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from tests.lab.conftest import Start, rows
from tests.lab.test_simulate import PATIENCE, is_alive, wait_for
from tests.terminal.conftest import Run

pytestmark = [
    pytest.mark.skipif(not (os.environ.get("TECHDECK_RAY") or os.environ.get("TECHDECK_SOAK")),
                       reason="starts a cluster; TECHDECK_RAY=1 runs it"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]
GAMES = 60
WORDS = ["simulate", "grid-poker", "--games", str(GAMES), "--bots", "tests.lab.bots:Slow,random", "--effects",
         "--keep", "decisions > 95"]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes on this machine with a processor each; their workers find the same packages as this process."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    yield made
    made.shutdown()


def workers() -> list[int]:
    """The processes of the cluster that play games now."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            try:
                words = Path("/proc", entry, "cmdline").read_text()
            except OSError:
                continue
            if words.startswith("ray::play_games"):
                found.append(int(entry))
    return found


@pytest.mark.parametrize("lost", ["nothing", "a worker", "a node"])
def test_a_cluster_plays_the_same_games_whatever_it_loses(cluster: Any, run: Run, start: Start, lost: str) -> None:
    process = start(*WORDS, "--on", "ray", "--out", "ray.parquet")
    wait_for(lambda: list(Path("ray.parquet.parts").glob("games-*.parquet")))
    if lost == "a worker":
        wait_for(workers)
        victim = workers()[0]
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: not is_alive(victim))
    elif lost == "a node":
        cluster.remove_node(sorted(cluster.worker_nodes, key=str)[0], allow_graceful=False)
    assert not Path("ray.parquet").exists(), "too late to lose anything"
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert run(*WORDS, "--workers", "1", "--out", "here.parquet").code == 0
    assert rows("ray.parquet").height == GAMES
    assert_frame_equal(rows("ray.parquet"), rows("here.parquet"))
    assert_frame_equal(rows("ray-effects.parquet"), rows("here-effects.parquet"))
    kept = [{path.name: path.read_text() for path in Path(f"{name}-kept").glob("*")} for name in ("ray", "here")]
    assert kept[0] == kept[1] != {}


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", ""])
def test_without_a_cluster_it_is_said_how_to_start_one(
    run: Run, address: str, monkeypatch: pytest.MonkeyPatch, folder: Path,
) -> None:
    pytest.importorskip("ray")
    if address:
        monkeypatch.setenv("RAY_ADDRESS", address)
    else:
        monkeypatch.delenv("RAY_ADDRESS", raising=False)
        monkeypatch.setenv("RAY_TMPDIR", str(folder))  # where Ray looks for a cluster on this machine
    answer = run("simulate", "grid-poker", "--games", "2", "--on", "ray")
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith("There is no Ray cluster")
    assert not Path("grid-poker.parquet.parts").exists()
