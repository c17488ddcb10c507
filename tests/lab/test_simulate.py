"""Many games, a row of each: the same however they are played, and whatever happens meanwhile."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from techdeck.cards import face
from techdeck.games import GAMES, game_named
from techdeck.lab.figures import FIGURES
from techdeck.lab.plan import Refused, simulation
from techdeck.lab.playing import play_games
from techdeck.lab.store import Store
from techdeck.record import read, replay
from tests.lab.conftest import Start, children, rows
from tests.terminal.conftest import Run

PATIENCE = 60.0


def wait_for(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Until something is so, or much too long."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# Rows

def test_a_game_is_a_row_with_all_that_came_of_it(run: Run) -> None:
    answer = run("simulate", "cyber-defense", "--games", "12", "--bots", "casual,random", "--seed", "3",
                 "--workers", "1", "--option", "tenth_card=discard", "--out", "cyber.parquet")
    assert answer.code == 0
    assert "Cyber Defense: 12 games, seed 3." in answer.out
    found = pl.read_parquet("cyber.parquet")
    assert found["number"].to_list() == list(range(12))
    assert found["seed"].n_unique() == 12
    assert set(found["bot_1"]) == {"casual"}
    assert set(found["bot_2"]) == {"random"}
    assert set(found["side_1"]) == {1, 2}  # the deal says who is the Hacker
    assert (found["score_1"] + found["score_2"] == 6).all()
    assert (found["won_1"] != found["won_2"]).all()
    assert found.filter(pl.col("won_1"))["winner"].unique().to_list() == [1]
    assert (found["decisions"] > 50).all()
    assert (found["guesses"] > 0).all()
    assert (found["seconds"] > 0).all()
    assert set(found["options"].struct.field("tenth_card")) == {"discard"}
    assert found["error"].null_count() == 12


def test_a_row_can_be_dealt_again(run: Run) -> None:
    run("simulate", "grid-poker", "--games", "3", "--seed", "8", "--workers", "1")
    row = pl.read_parquet("grid-poker.parquet").row(1, named=True)
    table = game_named("grid poker").start(2, row["seed"])
    assert table.first + 1 == row["first"]
    words = ["--games", "1", "--first", "1", "--seed", "8", "--workers", "1", "--out", "one.parquet"]
    assert run("simulate", "grid-poker", *words).code == 0
    assert_frame_equal(rows("one.parquet"), rows("grid-poker.parquet")[1:2])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_figures_decisions_and_effects(run: Run, name: str) -> None:
    file = name.replace(" ", "-")
    assert run("simulate", file, "--games", "4", "--workers", "1", "--decisions", "--effects").code == 0
    games = pl.read_parquet(f"{file}.parquet")
    decisions = pl.read_parquet(f"{file}-decisions.parquet")
    effects = pl.read_parquet(f"{file}-effects.parquet")
    assert (games["rounds"] > 0).all()
    for figure in FIGURES[name].of_seat:
        assert games[f"{figure}_2"].null_count() == 0
    counted = decisions.group_by("number").len().sort("number")["len"]
    assert counted.to_list() == games["decisions"].to_list()
    assert decisions.filter(pl.col("choices") < 1).is_empty()
    assert decisions["at"].max() == games["decisions"].max()
    assert set(effects["number"]) == set(games["number"])
    if "effects_used" in games.columns:  # the rules count every text but those that copy another
        cards = game_named(name).prints
        plain = [bool(cards[face(code)].effect) and not cards[face(code)].copies for code in effects["card"]]
        used = effects.filter(pl.Series(plain)).group_by("number").len().sort("number")["len"]
        assert used.to_list() == games["effects_used"].to_list()


def test_a_live_game_is_played_on_a_floor(run: Run) -> None:
    words = ["tech-exchange", "--games", "2", "--bots", "random", "--seats", "3", "--option", "form=live"]
    assert run("simulate", *words, "--workers", "1", "--option", "phase_seconds=20", "--decisions").code == 0
    decisions = pl.read_parquet("tech-exchange-decisions.parquet")
    assert decisions["seat"].null_count() > 0  # the clock acts, too


def test_rotated_bots_play_the_same_deals(run: Run) -> None:
    words = ["--games", "9", "--bots", "casual,random,random", "--rotate", "--workers", "1"]
    assert run("simulate", "grid-poker", *words).code == 0
    found = pl.read_parquet("grid-poker.parquet")
    assert found["seed"].to_list() == [seed for seed in found["seed"].unique(maintain_order=True) for _ in range(3)]
    for seat in (1, 2, 3):
        assert found.filter(pl.col(f"bot_{seat}") == "casual").height == 3


# The same rows, whoever plays them

@pytest.mark.parametrize("words", [
    ["grid-poker", "--games", "80", "--seats", "2", "--decisions", "--effects", "--keep", "decisions > 90"],
    ["peer-to-peer", "--games", "20", "--seats", "4"],
])
def test_the_rows_are_the_same_for_one_worker_and_two(run: Run, words: list[str]) -> None:
    for workers in ("1", "2"):
        assert run("simulate", *words, "--seed", "5", "--workers", workers, "--out", f"by{workers}.parquet").code == 0
    assert rows("by1.parquet").height == int(words[2])
    files = sorted(Path().glob("by1*.parquet"))
    assert len(files) == (3 if "--decisions" in words else 1)
    for file in files:
        assert_frame_equal(rows(str(file)), rows(str(file).replace("by1", "by2")))
    kept = [sorted((path.name, path.read_text()) for path in Path(f"by{n}-kept").glob("*")) for n in "12"]
    assert kept[0] == kept[1]
    assert bool(kept[0]) is ("--keep" in words)


SLOW = ["simulate", "grid-poker", "--games", "60", "--bots", "tests.lab.bots:Slow,random", "--effects",
        "--workers", "2"]


def test_a_run_that_was_killed_goes_on_without_loss_or_repetition(run: Run, start: Start) -> None:
    process = start(*SLOW, "--out", "killed.parquet")
    parts = Path("killed.parquet.parts")
    wait_for(lambda: list(parts.glob("games-*.parquet")))
    workers = children(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.communicate()
    wait_for(lambda: not any(is_alive(pid) for pid in workers))
    assert not Path("killed.parquet").exists()
    kept = sum(pl.read_parquet(part).height for part in parts.glob("games-*.parquet"))
    assert 0 < kept < 60
    (parts / "effects-000000000500-000000000600.parquet").write_text("half of a part")
    (parts / "games-000000000500-000000000600.new").write_text("half of a part")
    answer = run(*SLOW, "--out", "killed.parquet")
    assert answer.code == 0
    assert f"Going on: {kept} of 60 games are done." in answer.out
    assert not parts.exists()
    assert run(*SLOW, "--out", "whole.parquet").code == 0
    assert_frame_equal(rows("killed.parquet"), rows("whole.parquet"))
    assert_frame_equal(rows("killed-effects.parquet"), rows("whole-effects.parquet"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_was_interrupted_keeps_what_was_played_and_says_how_to_go_on(
    run: Run, start: Start, workers: str,
) -> None:
    words = [*SLOW[:-1], workers]
    process = start(*words)
    wait_for(lambda: list(Path("grid-poker.parquet.parts").glob("games-*.parquet")))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    kept = sum(pl.read_parquet(part).height for part in Path("grid-poker.parquet.parts").glob("games-*.parquet"))
    assert out == f"Stopped: {kept} of 60 games are kept. The same command goes on.\n"
    assert run(*words).code == 0
    assert rows("grid-poker.parquet")["number"].to_list() == list(range(60))


def test_what_is_done_is_not_played_again(run: Run) -> None:
    words = ["simulate", "grid-poker", "--games", "5", "--workers", "1"]
    run(*words)
    before = os.stat("grid-poker.parquet").st_mtime_ns
    answer = run(*words)
    assert answer.code == 0
    assert answer.out.startswith("All 5 games are in grid-poker.parquet already.\nGrid Poker: 5 games")
    assert os.stat("grid-poker.parquet").st_mtime_ns == before


def test_other_games_are_not_mixed_in_or_written_over(run: Run) -> None:
    words = ["simulate", "grid-poker", "--workers", "1", "--games"]
    run(*words, "5")
    answer = run(*words, "6")
    assert answer.code == 2
    assert answer.err == "grid-poker.parquet is there already, and holds something else; --force writes over it.\n"
    assert run(*words, "6", "--force").code == 0
    assert rows("grid-poker.parquet").height == 6


def test_a_run_that_was_begun_otherwise_is_not_gone_on_with(run: Run) -> None:
    parts = Path("grid-poker.parquet.parts")
    parts.mkdir()
    plan = simulation(game_named("grid poker"), 2, ["random"], games=5, seed=1)
    (parts / "plan.json").write_text(plan.text())
    words = ["simulate", "grid-poker", "--workers", "1", "--games", "6", "--seed", "2"]
    assert run(*words).err == "grid-poker.parquet was begun with other games, seed; --force begins anew.\n"
    assert (parts / "plan.json").read_text() == plan.text()
    assert run(*words, "--force").code == 0
    assert rows("grid-poker.parquet").height == 6


def test_a_part_that_is_gone_is_told_of_and_force_begins_anew(tmp_path: Path) -> None:
    plan = simulation(game_named("grid poker"), 2, ["random"], games=6, seed=1)
    file = tmp_path / "games.parquet"
    with Store(plan, file) as store:
        store.open()
        for first in (0, 2):
            store.add(play_games(plan, first, first + 2))
    next(iter(sorted(store.parts.glob("games-*")))).unlink()
    with Store(plan, file) as store, pytest.raises(Refused, match=r"The games from 0 on are missing in .*--force"):
        store.open()
    with Store(plan, file) as store:
        store.open(force=True)
        assert store.done == 0


def test_two_runs_do_not_write_the_same_file(run: Run, start: Start) -> None:
    process = start(*SLOW)
    wait_for(lambda: Path("grid-poker.parquet.parts/plan.json").exists())
    answer = run(*SLOW)
    assert Path("grid-poker.parquet.parts/plan.json").exists()
    process.kill()
    process.communicate()
    assert (answer.code, answer.err) == (2, "Another run is writing grid-poker.parquet.\n")


def test_a_worker_that_is_killed_is_told_of_and_nothing_is_lost(run: Run, start: Start) -> None:
    process = start(*SLOW)
    wait_for(lambda: list(Path("grid-poker.parquet.parts").glob("games-*.parquet")))
    for pid in children(process.pid):
        with suppress(OSError):  # who has ended meanwhile
            if "multiprocessing.spawn" in Path(f"/proc/{pid}/cmdline").read_text():
                os.kill(pid, signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.splitlines()[-1].startswith("A worker was ended from outside")
    assert run(*SLOW).code == 0
    assert rows("grid-poker.parquet").height == 60


# Errors, and games worth a look

def test_a_bot_that_fails_ends_its_game_alone_and_leaves_a_record(run: Run) -> None:
    words = ["--bots", "random,tests.lab.bots:Failing", "--workers", "2", "--decisions", "--effects"]
    answer = run("simulate", "grid-poker", "--games", "20", *words)
    assert answer.code == 1
    found = pl.read_parquet("grid-poker.parquet")
    failed = found.filter(pl.col("error").is_not_null())
    assert 0 < failed.height < 20
    assert f"{failed.height} games ended in an error." in answer.out
    assert set(failed["error"]) == {"ZeroDivisionError: I cannot think any more"}
    assert failed["winner"].null_count() == failed["score_1"].null_count() == failed.height
    records = sorted(Path("grid-poker-failed").glob("*.toml"))
    assert [int(path.stem) for path in records] == failed["number"].to_list()
    record = read(records[0].read_text())
    *_, (table, _) = replay(game_named(record.game, record.options), record)
    assert len(record.actions) == failed["decisions"][0]
    assert table.pending[0].seat == 1  # the one that failed was to answer
    note = record.notes[0].text
    assert "tests/lab/bots.py" in note
    assert "I cannot think any more" in note
    again = note.splitlines()[0].split()
    assert run(*again[1:], "--out", "again.parquet").code == 1
    assert pl.read_parquet("again.parquet")["decisions"].to_list() == failed["decisions"][:1].to_list()


def test_a_bot_that_chooses_what_is_not_offered_is_told_of(run: Run) -> None:
    words = ["--bots", "tests.lab.bots:Cheating,random", "--workers", "1", "--decisions", "--effects"]
    assert run("simulate", "grid-poker", "--games", "2", *words).code == 1
    assert pl.read_parquet("grid-poker.parquet")["error"][0].startswith("IllegalAction: Seat 1 cannot choose")
    record = read(Path("grid-poker-failed/000000000.toml").read_text())
    *_, (table, action) = replay(game_named("grid poker"), record)
    assert not table.is_over
    assert not action


def test_a_rule_that_fails_leaves_a_record_that_fails_there_again(run: Run) -> None:
    plan = simulation(game_named("grid poker"), 2, ["random"], games=10, seed=1)
    effects = plan.made_game().effects
    assert isinstance(effects, dict)
    lost = {name: effects.pop(name) for name in list(effects)[:25]}
    try:
        answer = run("simulate", "grid-poker", "--games", "10", "--workers", "1", "--decisions", "--effects")
        assert answer.code == 1
        failed = pl.read_parquet("grid-poker.parquet").filter(pl.col("error").is_not_null())
        assert failed.height
        record = read(Path(f"grid-poker-failed/{failed['number'][0]:09}.toml").read_text())
        with pytest.raises(KeyError) as error:
            list(replay(plan.made_game(), record))
        assert f"KeyError: {error.value}" == failed["error"][0]
    finally:
        effects.update(lost)


@pytest.mark.parametrize("part", ["scores", "start"])
def test_whatever_fails_in_the_rules_is_one_games_error(run: Run, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*words: object, **more: object) -> None:
        raise LookupError("not in the rules")

    plan = simulation(game_named("grid poker"), 2, ["random"], games=2, seed=1)
    monkeypatch.setattr(plan.made_game(), part, fails)
    assert run("simulate", "grid-poker", "--games", "2", "--workers", "1", "--decisions", "--effects").code == 1
    assert set(pl.read_parquet("grid-poker.parquet")["error"]) == {"LookupError: not in the rules"}
    assert len(list(Path("grid-poker-failed").glob("*.toml"))) == 2


def test_games_that_are_asked_for_are_kept_as_records_that_replay(run: Run) -> None:
    condition = "decisions > 90 and abs(points_1 - points_2) <= 2"
    answer = run("simulate", "grid-poker", "--games", "60", "--workers", "1", "--keep", condition)
    assert answer.code == 0
    found = pl.read_parquet("grid-poker.parquet")
    wanted = found.filter((pl.col("decisions") > 90) & ((pl.col("points_1") - pl.col("points_2")).abs() <= 2))
    records = sorted(Path("grid-poker-kept").glob("*.toml"))
    assert 0 < len(records) < 60
    assert [int(path.stem) for path in records] == wanted["number"].to_list()
    assert f"kept: {len(records)} record{'s' * (len(records) > 1)} in grid-poker-kept" in answer.out
    game = game_named("grid poker")
    for path, row in zip(records, wanted.iter_rows(named=True), strict=True):
        record = read(path.read_text())
        *_, (table, _) = replay(game, record)
        assert table.is_over
        assert game.scores(table) == record.result == [row["score_1"], row["score_2"]]
    assert run("replay", str(records[0]), "--fast").code == 0


# What cannot be done

@pytest.mark.parametrize(("words", "said"), [
    (["chess"], "There is no game 'chess'; there are grid-poker"),
    (["grid-poker", "--bots", "clever"], "There is no bot 'clever' for grid poker; there are random and casual, and "
                                         "your own, written module:Class."),
    (["grid-poker", "--bots", "nowhere:Bot"], "The bot nowhere:Bot cannot be loaded: No module named 'nowhere'."),
    (["grid-poker", "--bots", "tests.lab.bots:Nobody"], "The bot tests.lab.bots:Nobody cannot be loaded: module "
                                                        "'tests.lab.bots' has no attribute 'Nobody'."),
    (["grid-poker", "--bots", "tests.lab.bots:__doc__"], "tests.lab.bots:__doc__ is no bot: it cannot be made."),
    (["grid-poker", "--bots", ","], "At least one bot must be named."),
    (["grid-poker", "--seats", "3", "--bots", "casual,random"], "For 3 seats there must be one bot, or 3, not 2."),
    (["grid-poker", "--seats", "9"], "Grid Poker is for 1 to 6 players, not 9."),
    (["cyber-defense", "--bots", "random,random,random"], "Cyber Defense is for 2 players, not 3."),
    (["grid-poker", "--games", "0"], "At least one game must be played, not 0."),
    (["grid-poker", "--seed", "-1"], "A seed is a number from 0, not -1."),
    (["grid-poker", "--first", "-1"], "Games are numbered from 0, so there is no game -1."),
    (["grid-poker", "--games", "many"], "Invalid value for '--games'"),
    (["grid-poker", "--option", "deals=3"], "There is no option 'deals'"),
    (["grid-poker", "--keep", "decisions >"], "'decisions >' is no condition; one is decisions > 400 and winner == 2."),
    (["grid-poker", "--keep", "desisions > 3"], "No row has a 'desisions'; did you mean decisions?"),
    (["grid-poker", "--keep", "winners == 3"], "No row has a 'winners'; did you mean winner"),
    (["grid-poker", "--out", "a-file/x.parquet"], "a-file/x.parquet cannot be written: Not a directory."),
    (["grid-poker", "--out", "a-folder"], "a-folder is there already, and holds something else"),
    (["grid-poker", "--on", "mars"], "Games are played here, or on ray, not on 'mars'."),
])
def test_what_cannot_be_done_is_one_sentence(run: Run, words: list[str], said: str) -> None:
    Path("a-file").write_text("")
    Path("a-folder").mkdir()
    answer = run("simulate", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith(said)
    assert answer.err.count("\n") == 1
    assert sorted(os.listdir()) == ["a-file", "a-folder"]


def test_a_full_disk_is_told_of(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: pl.DataFrame, file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    answer = run("simulate", "grid-poker", "--games", "2", "--workers", "1")
    assert answer.code == 2
    assert answer.err == "grid-poker.parquet cannot be written: No space left on device.\n"
    assert os.listdir() == []


def test_who_wins_is_told_by_side_where_a_side_is_no_seat(run: Run) -> None:
    """Of the games that somebody won; a team of two is counted once."""
    words = ["--games", "8", "--bots", "random", "--workers", "1"]
    answer = run("simulate", "cyber-defense", *words)
    rows = pl.read_parquet("cyber-defense.parquet")
    hacker = sum(row["won_1"] if row["side_1"] == 1 else row["won_2"] for row in rows.iter_rows(named=True))
    assert f"side 1: games 8, won {hacker / 8:.1%}" in answer.out
    assert f"side 2: games 8, won {1 - hacker / 8:.1%}" in answer.out
    teams = ["simulate", "peer-to-peer", "--seats", "4", *words, "--option", "max_rounds=1", "--force"]
    answer = run(*teams)  # nobody has a point yet
    assert "side 1: games 8, won 50.0%" in answer.out
    assert "side 2: games 8, won 50.0%" in answer.out
    answer = run(*teams, "--option", "max_rounds=60", "--option", "unhappy_limits=1 1 1 1 1 1")
    assert "8 games had no winner." in answer.out
    assert "side" not in answer.out
    assert "side" not in run("simulate", "grid-poker", *words).out


def test_a_preset_is_simulated(run: Run) -> None:
    assert run("simulate", "peer-to-peer", "--preset", "hard", "--games", "1", "--workers", "1").code == 0
    assert pl.read_parquet("peer-to-peer.parquet")["options"][0]["effect_use_exhausts_card"]


def test_the_lab_is_not_loaded_for_those_who_do_not_use_it(start: Start) -> None:
    process = start("--help", PYTHONPROFILEIMPORTTIME="1")
    _, err = process.communicate(timeout=PATIENCE)
    assert "techdeck.terminal.app" in err
    for heavy in ("polars", "openskill", "altair", "techdeck.lab"):
        assert heavy not in err


def test_without_its_packages_the_lab_says_what_brings_them(start: Start, folder: Path) -> None:
    missing = folder / "missing"
    missing.mkdir()
    (missing / "polars.py").write_text("raise ModuleNotFoundError('no polars', name='polars')")
    path = f"{missing}{os.pathsep}{os.pathsep.join(sys.path)}"
    process = start("simulate", "grid-poker", PYTHONPATH=path)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err == "The lab needs the package polars; pip install 'techdeck[lab]' brings it.\n"
