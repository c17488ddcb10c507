"""Random games of every kind, each played once for all tests that look at it."""

import pytest

from tests.games import CASES, Case, Played, random_game


@pytest.fixture(scope="session", params=CASES, ids=str)
def played(request: pytest.FixtureRequest) -> Played:
    case: Case = request.param
    return random_game(case)
