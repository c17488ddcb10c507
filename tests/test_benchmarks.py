"""How the benchmark lets contestants take turns, and what it says of a run: verdicts, and the page."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import pytest

from benchmarks import __main__, clock, lateness, own, peers, turns
from benchmarks.clock import Measures, Playing, Turn
from benchmarks.lateness import TICKS, Host, Late, Watch, stolen
from benchmarks.page import write_page
from benchmarks.report import RATIOS, TARGETS, Compared, Goal, Results, Who, as_json, from_json, text
from benchmarks.turns import Failed, Round, Worker

ONE, OTHER = Who("One", "compiled"), Who("Other", "peer")
GRID = Who("Grid Poker, 4 seats", "compiled")
NATIVE, PYTHON = Who("OpenSpiel hearts, C++", "peer"), Who("RLCard uno, 4 seats", "peer")
HEARTS = Goal(GRID, "decisions/s", 2.0, NATIVE)


# Turns

class Changing:
    """A contestant on a host whose speed depends on the time."""

    now = 0.0
    story: list[str]

    def __init__(self, name: str, speed: Callable[[float], float]) -> None:
        self.name = name
        self.speed = speed

    def get_ready(self, task: str) -> None:
        Changing.story.append(f"{self.name} is ready for {task}")

    def take_turn(self, task: str) -> Turn:
        Changing.story.append(f"{self.name}: {task}")
        amount = round(1_000_000 * self.speed(Changing.now))
        Changing.now += clock.TURN
        return Turn(amount, clock.TURN)


def compared(
    monkeypatch: pytest.MonkeyPatch, goal: Goal, one: Callable[[float], float], other: Callable[[float], float],
) -> float:
    Changing.now, Changing.story = 0.0, []
    both = {ONE: Changing("one", one), OTHER: Changing("other", other)}
    monkeypatch.setattr(Round, "_worker", lambda _round, who: both[who])
    with Round(1, 1.0) as this_round:
        return this_round.compare(goal).ratio


def test_two_who_are_compared_take_turns_and_neither_is_always_first(monkeypatch: pytest.MonkeyPatch) -> None:
    compared(monkeypatch, Goal(ONE, "clone", 1.0, OTHER, "act"), lambda _: 1.0, lambda _: 1.0)
    turns_taken = [line for line in Changing.story if "ready" not in line]
    assert turns_taken == ["one: clone", "other: act", "other: act", "one: clone"] * 20
    between = Changing.story.index("one: clone"), Changing.story.index("other: act")
    assert between[1] - between[0] == 1  # nobody gets ready between two turns that are compared


@pytest.mark.parametrize("speed", [
    lambda now: 1.0 + 0.4 * now,  # faster and faster
    lambda now: 1.0 if now < 0.7 else 1.8,  # from some moment on
    lambda now: 1.8 if now % 0.3 < 0.1 else 1.0,  # now and then
])
def test_a_host_that_changes_its_speed_changes_no_ratio(
    monkeypatch: pytest.MonkeyPatch, speed: Callable[[float], float],
) -> None:
    ratio = compared(monkeypatch, Goal(ONE, "x/s", 2.0, OTHER), lambda now: 2.0 * speed(now), speed)
    assert ratio == pytest.approx(2.0, rel=0.02)


def test_what_is_rare_and_dear_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    rare = {round(number * clock.TURN, 9) for number in range(0, 80, 8)}
    ratio = compared(
        monkeypatch, Goal(ONE, "x/s", 1.0, OTHER), lambda now: 0.2 if round(now, 9) in rare else 1.0, lambda _: 1.0)
    assert ratio == pytest.approx(0.8)  # of the 40 turns of one, 10 were so


def test_a_worker_waits_for_its_turns_and_what_had_some_is_not_measured_again() -> None:
    worker = Worker(Who("Ranking", "interpreted"), 5)
    try:
        worker.get_ready("5 cards/s")
        turn = worker.take_turn("5 cards/s")
        measures = worker.finish(0.2)
    finally:
        worker.close()
    assert turn.amount % own.HANDS == 0
    assert turn.seconds >= clock.TURN
    assert measures.pop("5 cards/s") == pytest.approx(turn.amount / turn.seconds)
    assert list(measures) == ["7 cards/s"]


@pytest.mark.parametrize(("who", "why"), [
    (Who("Nobody", "interpreted"), "KeyError: 'Nobody'"), (Who("Ranking", "compiled"), "The interpreted package was"),
])
def test_who_cannot_be_measured_says_why(monkeypatch: pytest.MonkeyPatch, who: Who, why: str) -> None:
    monkeypatch.setitem(turns.BUILDS, "compiled", turns.BUILDS["interpreted"])
    worker = Worker(who, 5)
    try:
        with pytest.raises(Failed, match=why) as failed:
            worker.finish(0.01)
    finally:
        worker.close()
    assert failed.value.who == who


def test_what_a_library_prints_is_no_answer() -> None:
    program = "from benchmarks.worker import answers; out = answers(); print('Hello'); print(7, file=out)"
    done = subprocess.run([sys.executable, "-c", program], cwd=turns.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "7\n"
    assert done.stderr == "Hello\n"


def test_games_before_the_first_turn_are_not_counted_and_none_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "TURN", 0.001)
    monkeypatch.setattr(clock, "WARM_UP", 0.01)
    seeds: list[int] = []

    def play(seed: int) -> int:
        seeds.append(seed)
        return 30

    task = Playing(play, 5)
    task.get_ready()
    before = len(seeds)
    assert before > 0
    task.get_ready()
    assert len(seeds) == before  # once is enough
    used = task.take_turn().seconds + task.take_turn().seconds
    measures = task.measures()
    assert measures["games/s"] * used == pytest.approx(len(seeds) - before)
    assert measures["decisions/s"] * used == pytest.approx(30 * (len(seeds) - before))
    assert measures["decisions/game"] == 30
    assert len(set(seeds)) == len(seeds)


def test_chance_in_other_libraries_does_what_is_likely() -> None:
    rng = Random(5)
    outcomes = [(7, 0.75), (8, 0.25), (9, 0.0)]
    done = [peers.by_probability(outcomes, rng) for _ in range(1000)]
    assert {7, 8} == set(done)
    assert 700 < done.count(7) < 800
    assert {peers.evenly(outcomes, rng) for _ in range(100)} == {7, 8, 9}


def test_what_is_compared_is_a_task_of_both() -> None:
    tasks = {name: {task.name for task in make(5)} for name, make in own.CONTESTANTS.items()}
    tasks["phevaluator"] = {task.name for task in peers.CONTESTANTS["phevaluator"](5)}
    sides = []
    for goal in [*TARGETS, *RATIOS]:
        if goal.other is not None:
            sides += [(goal.one, goal.measure), (goal.other, goal.other_measure or goal.measure)]
    assert len(sides) == 2 * 34
    for who, measure in sides:
        if who.name in tasks:  # not every library need be here
            assert measure in tasks[who.name]


# A whole run

class Pretended(Round):
    """What it is asked for is there at once; somebody may fail or be interrupted, in the round with some seed."""

    bad: tuple[Who, int] | None = None
    interrupted: tuple[Who, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        pass

    def compare(self, goal: Goal) -> Compared:
        self._fail(goal.one)
        assert goal.other is not None
        self._fail(goal.other)
        return Compared(self._seed, 0.25)

    def finish(self, who: Who) -> Measures:
        self._fail(who)
        if self.interrupted == (who, self._seed):
            raise KeyboardInterrupt
        return {"decisions/s": 7.0}

    def _fail(self, who: Who) -> None:
        if self.bad == (who, self._seed):
            raise Failed(who, "it has no wish to")


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> type[Pretended]:
    monkeypatch.setattr(__main__, "Round", Pretended)
    monkeypatch.setattr(Pretended, "bad", None)
    monkeypatch.setattr(Pretended, "interrupted", None)
    return Pretended


def test_every_round_has_all_comparisons_everybody_and_a_seed_of_its_own(
    pretended: type[Pretended], capsys: pytest.CaptureFixture[str],
) -> None:
    notes: list[str] = []
    results = __main__.run([GRID, NATIVE, PYTHON], 2, 1.0, 5, notes)
    assert results.figures == {who: [{"decisions/s": 7.0}] * 2 for who in (GRID, NATIVE, PYTHON)}
    assert results.compared[HEARTS] == [Compared(5, 0.25), Compared(10_000_005, 0.25)]
    assert all({goal.one, goal.other} <= {GRID, NATIVE, PYTHON} for goal in results.compared)
    assert len(results.host_took) == 2
    assert notes == []
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 * (len(results.compared) + 3)
    assert told[0] == f"round 1 of 2, 1 of {len(told) // 2}: {HEARTS.label()}"
    assert told[-1] == f"round 2 of 2, {len(told) // 2} of {len(told) // 2}: RLCard uno, 4 seats"


def test_who_fails_once_is_left_out_with_all_it_is_compared_with(pretended: type[Pretended]) -> None:
    pretended.bad = NATIVE, 10_000_005
    notes: list[str] = []
    results = __main__.run([GRID, NATIVE, PYTHON], 2, 1.0, 5, notes)
    assert notes == ["OpenSpiel hearts, C++ could not be measured: it has no wish to"]
    assert list(results.figures) == [GRID, PYTHON]
    assert results.compared
    assert all(goal.other != NATIVE for goal in results.compared)


@pytest.mark.parametrize(("seed", "number", "rounds"), [(5, 1, [1]), (10_000_005, 2, [2, 1, 1])])
def test_what_was_measured_before_an_interruption_is_kept(
    pretended: type[Pretended], seed: int, number: int, rounds: list[int],
) -> None:
    pretended.interrupted = NATIVE, seed
    notes: list[str] = []
    results = __main__.run([GRID, NATIVE, PYTHON], 3, 1.0, 5, notes)
    assert notes == [f"It was interrupted in round {number} of 3."]
    assert [len(found) for found in results.figures.values()] == rounds
    assert len(results.compared[HEARTS]) == number
    assert len(results.host_took) == number
    assert HEARTS.label() in text(results, notes)


# What is said of it

def test_ratios_are_taken_from_each_round_and_the_median_has_to_reach_the_target() -> None:
    passed, missed = Goal(ONE, "x/s", 2.0, OTHER), Goal(ONE, "x/s", 2.1, OTHER)
    ratios = [Compared(2.0, 0.0), Compared(3.0, 0.0), Compared(1.0, 0.0)]
    results = Results(compared={passed: ratios, missed: ratios})
    assert passed.by_round(results) == [2.0, 3.0, 1.0]
    assert passed.verdict(results) == "PASS"
    assert missed.verdict(results) == "MISS"


@pytest.mark.parametrize(("number", "verdict"), [(99.0, "PASS"), (101.0, "MISS")])
def test_a_number_may_be_one_that_is_not_to_be_exceeded(number: float, verdict: str) -> None:
    assert Goal(ONE, "memory", 100.0, at_most=True).verdict(Results({ONE: [{"memory": number}]})) == verdict
    assert Goal(ONE, "memory", 100.0).verdict(Results({ONE: [{"memory": number}]})) != verdict


def test_what_was_not_measured_is_no_pass() -> None:
    assert {goal.verdict(Results()) for goal in TARGETS} == {"not measured"}


def test_a_page_is_made_from_the_numbers_alone(tmp_path: Path) -> None:
    parts = {f"part {number}": 3.0 + number for number in range(1, 11)}
    results = Results({
        Who("Grid Poker, 4 seats", "compiled"): [{"decisions/s": 250_000.0, "games/s": 1300.0}],
        Who("OpenSpiel hearts, C++", "peer"): [{"decisions/s": 100_000.0, "games/s": 3300.0}],
        Who("Growth, Grid Poker", "compiled"): [{**parts, "2 seats": 3.0, "4 seats": 3.5}],
    }, {HEARTS: [Compared(1.25, 0.03), Compared(1.5, 0.125)]}, [0.0625, 0.125])
    data = json.loads(json.dumps(as_json(results, 7, 0.2, ["Something was left out."])))
    assert from_json(data) == results
    write_page(data, tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "2 rounds of 0.2 s each, seed 7." in page
    assert "The host took 6.2% to 12.5% of the core's time for others, by round." in page
    assert "Something was left out." in page
    hearts = "decisions/s: Grid Poker, 4 seats, compiled / OpenSpiel hearts, C++"
    assert f"| {hearts} | 1.38 | 1.25 to 1.50 | 12% | 2 | MISS |" in page  # not of 250,000 to 100,000: see Round
    for name in ("play", "parts", "seats"):
        assert f"(pictures/performance-{name}.svg)" in page
        assert (tmp_path / "pictures" / f"performance-{name}.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "performance-games" not in page  # of which nothing was measured
    assert "MISS" in text(results, [])


def test_a_file_of_an_earlier_benchmark_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "old.json"
    file.write_text(json.dumps({"machine": "", "measured": [], "goals": []}), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--again", str(file), "--page", str(tmp_path / "page.md")])
    with pytest.raises(SystemExit):
        __main__.main()
    assert f"{file}: it is of an earlier benchmark" in capsys.readouterr().err
    assert not (tmp_path / "page.md").exists()


# The machine

def test_what_the_host_took_is_read_of_one_core_or_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = tmp_path / "stat"
    monkeypatch.setattr(lateness, "STAT", stat)
    assert stolen() == 0.0  # where there is no such file
    lines = [f"cpu{name} 1 2 3 4 5 6 7 {taken * TICKS} 8 9" for name, taken in (("", 36), ("10", 20), ("1", 16))]
    stat.write_text("\n".join(lines), encoding="ascii")
    assert (stolen(), stolen(1), stolen(10), stolen(2)) == (36.0, 16.0, 20.0, 0.0)
    host = Host(1)
    stat.write_text("\n".join(lines).replace(f"{16 * TICKS}", f"{17 * TICKS}"), encoding="ascii")
    time.sleep(0.1)
    assert 1.0 < host.took() < 10.0  # a second in so short a time, which only a test can take


def test_a_pause_of_the_machine_counts_if_any_of_it_was_within_the_run() -> None:
    noted = [(1.0, 0.5), (2.0, 0.125), (4.0, 0.75), (5.0, 0.5)]  # when a wait ended, and how long it was
    assert lateness.lateness(noted, 1.5, 3.5) == Late(750.0, 0.1875)  # 0.125 s, and 0.25 of 0.75
    assert lateness.lateness(noted, 3.5, 3.75) == Late(750.0, 1.0)
    assert lateness.lateness(noted, 6.0, 7.0) == Late(0.0, 0.0)


def test_one_pause_in_many_is_the_longest_but_little_of_the_time() -> None:
    noted = [(float(second), 0.5 if second == 70 else 0.01) for second in range(200)]
    assert lateness.lateness(noted, 0.0, 200.0) == Late(500.0, 0.0025)


@pytest.mark.parametrize("is_of_disk", [False, True])
def test_a_process_that_sleeps_or_writes_tells_how_it_had_to_wait(tmp_path: Path, is_of_disk: bool) -> None:
    page = tmp_path / "page"
    began = time.perf_counter()
    watch = Watch(page if is_of_disk else None)
    time.sleep(0.5)
    late = watch.end(began, time.perf_counter())
    assert late.most > 0.0
    assert page.exists() == is_of_disk
    assert not is_of_disk or page.stat().st_size == 4096
