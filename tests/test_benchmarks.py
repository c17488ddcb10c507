"""What the benchmark says of a run: verdicts, and the page."""

import time
from pathlib import Path

import pytest

from benchmarks.lateness import Late, Sleeper, lateness
from benchmarks.page import write_page
from benchmarks.report import TARGETS, Goal, Results, Who, as_json, from_json, text

ONE, OTHER = Who("One", "compiled"), Who("Other", "peer")


def found(ours: list[dict[str, float]], theirs: list[dict[str, float]]) -> Results:
    return {ONE: ours, OTHER: theirs}


def test_rates_are_compared_round_by_round_and_the_median_has_to_reach_the_target() -> None:
    results = found([{"x/s": 20.0}, {"x/s": 30.0}, {"x/s": 10.0}], [{"x/s": 10.0}, {"x/s": 10.0}, {"x/s": 10.0}])
    assert Goal(ONE, "x/s", 2.0, OTHER).by_round(results) == [2.0, 3.0, 1.0]
    assert Goal(ONE, "x/s", 2.0, OTHER).verdict(results) == "PASS"
    assert Goal(ONE, "x/s", 2.1, OTHER).verdict(results) == "MISS"


def test_of_times_less_is_more() -> None:
    assert Goal(ONE, "clone", 4.0, OTHER).by_round(found([{"clone": 5.0}], [{"clone": 20.0}])) == [4.0]


def test_another_measure_of_the_other_may_be_meant() -> None:
    results = found([{"clone": 5.0, "act, mean": 4.0}], [{"y/s": 20.0}])
    assert Goal(ONE, "clone", 1.0, ONE, "act, mean").by_round(results) == [0.8]
    assert Goal(ONE, "clone", 1.0, ONE, "act, mean").verdict(results) == "MISS"


@pytest.mark.parametrize(("number", "verdict"), [(99.0, "PASS"), (101.0, "MISS")])
def test_a_number_may_be_one_that_is_not_to_be_exceeded(number: float, verdict: str) -> None:
    assert Goal(ONE, "memory", 100.0, at_most=True).verdict({ONE: [{"memory": number}]}) == verdict
    assert Goal(ONE, "memory", 100.0).verdict({ONE: [{"memory": number}]}) != verdict


def test_what_was_not_measured_is_no_pass() -> None:
    assert {goal.verdict({}) for goal in TARGETS} == {"not measured"}


def test_a_page_is_made_from_the_numbers_alone(tmp_path: Path) -> None:
    parts = {f"part {number}": 3.0 + number for number in range(1, 11)}
    results: Results = {
        Who("Grid Poker, 4 seats", "compiled"): [{"decisions/s": 250_000.0, "games/s": 1300.0}],
        Who("OpenSpiel hearts, C++", "peer"): [{"decisions/s": 200_000.0, "games/s": 3300.0}],
        Who("Growth, Grid Poker", "compiled"): [{**parts, "2 seats": 3.0, "4 seats": 3.5}],
    }
    data = as_json(results, 7, 0.2, ["Something was left out."])
    assert from_json(data) == results
    write_page(data, tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "1 rounds of 0.2 s each, seed 7." in page
    assert "Something was left out." in page
    hearts = "decisions/s: Grid Poker, 4 seats, compiled / OpenSpiel hearts, C++"
    assert f"| {hearts} | 1.25 | 1.25 to 1.25 | 2 | MISS |" in page
    for name in ("play", "parts", "seats"):
        assert f"(pictures/performance-{name}.svg)" in page
        assert (tmp_path / "pictures" / f"performance-{name}.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "performance-games" not in page  # of which nothing was measured
    assert "MISS" in text(results, [])


def test_a_pause_of_the_machine_counts_if_any_of_it_was_within_the_run() -> None:
    noted = [(1.0, 0.5), (2.0, 0.125), (4.0, 0.75), (5.0, 0.5)]  # when the sleeper woke, and how late
    assert lateness(noted, 1.5, 3.0) == Late(125.0, 125.0)
    assert lateness(noted, 3.5, 3.5) == Late(750.0, 750.0)
    assert lateness(noted, 6.0, 7.0) == Late(0.0, 0.0)


def test_one_pause_in_many_is_the_longest_but_not_what_is_usual() -> None:
    noted = [(float(second), 0.5 if second == 70 else 0.125) for second in range(200)]
    assert lateness(noted, 0.0, 200.0) == Late(125.0, 500.0)


def test_a_process_that_sleeps_tells_how_late_it_woke() -> None:
    began = time.perf_counter()
    sleeper = Sleeper()
    time.sleep(0.3)
    late = sleeper.wake(began, time.perf_counter())
    assert 0.0 < late.p99 <= late.most
