"""A preset is chosen on the screen that sets a table up: what it is, what was measured of it, and what it changes."""

import pytest
from playwright.sync_api import expect

from techdeck.games.peer_to_peer import PRESETS
from tests.browser.conftest import People
from tests.browser.people import Way

HARD = next(preset for preset in PRESETS if preset.name == "hard")


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_preset_comes_first_and_the_options_follow_it(people: People, way: Way) -> None:
    person = people.come(way)
    person.go("new", "peer to peer")
    page, main = person.page, person.page.locator("main")
    expect(page.get_by_role("button", name="Standard")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Hard").click()
    expect(main).to_contain_text(HARD.about)
    for players in (4, 2):
        page.get_by_role("button", name=str(players), exact=True).click()
        careful, careless = HARD.chances["casual"][players], HARD.chances["careless"][players]
        expect(main).to_contain_text(
            f"With {players} players, careful bots survive {careful} games of 100, careless ones {careless}.")
    rules = page.locator("details.rules summary")
    expect(rules).to_have_text("Rules: Hard")
    rules.click()
    expect(page.get_by_role("checkbox", name="Used cards are spent")).to_be_checked()
    page.get_by_role("spinbutton", name="Longest game").fill("7")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Hard, changed")).to_have_attribute("aria-pressed", "true")
    expect(rules).to_have_text("Rules: Hard, 1 rule changed")
    expect(main).not_to_contain_text("careful bots survive")
    page.get_by_role("button", name="Hard, changed").click()
    expect(page.get_by_role("spinbutton", name="Longest game")).to_have_value("60")
    page.get_by_role("button", name="Open table").click()
    page.locator(".share").wait_for()
    opened = next(message["room"] for message in person.heard() if message["type"] == "welcome")
    assert opened["options"]["effect_use_exhausts_card"] is True
    assert opened["options"]["max_rounds"] == 60


def test_a_game_without_presets_shows_none(people: People) -> None:
    person = people.come()
    person.go("new", "grid poker")
    person.page.get_by_text("Rules: Standard rules").wait_for()
    assert person.page.get_by_text("Difficulty").count() == 0
