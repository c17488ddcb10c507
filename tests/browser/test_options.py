"""Every option of every game on the page: what it offers can be done."""

from typing import Final

import pytest

from tests.browser.conftest import People
from tests.browser.test_playing import TABLES
from tests.games import FAMILIES, IS_SOAK

VARIANTS: Final = [(game, changed) for game, family in FAMILIES.items() for changed in family.variants()[1:]]
ANSWERS: Final = 25
OFTEN: Final = 4  # in live trading, where others may be quicker


@pytest.mark.skipif(not IS_SOAK, reason="140 tables are many; a soak plays at them")
@pytest.mark.parametrize(("game", "changed"), VARIANTS, ids=[f"{game}: {changed}" for game, changed in VARIANTS])
def test_what_is_offered_can_be_done(people: People, game: str, changed: dict[str, object]) -> None:
    person = people.come(seed=game)
    places, options = TABLES[game]
    seats = FAMILIES[game].build(changed).seats
    if len(places) not in seats:
        places = ["", *["casual"] * (min(seats) - 1)]
    person.go(person.open(game, places, {**options, **FAMILIES[game].shortened, **changed}))
    person.press(person.page.get_by_role("button", name="Begin"))
    person.play(ANSWERS)
    assert len(person.refusals()) < (OFTEN if changed.get("form") == "live" else 1), person.refusals()
