"""What lies around a table: piles that can be looked through, keys, and a page that stays where it is."""

from typing import Final

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import People
from tests.browser.people import LARGE, SMALL, Person
from tests.browser.test_playing import begin

WIDTHS: Final = {"phone": SMALL, "tablet": (820, 1100), "large": LARGE}


def named(person: Person) -> list[str]:
    """The cards of the dialog that is open, as a screen reader says them."""
    return person.page.locator("dialog[open] button.card").all_inner_texts()


def open_one(person: Person, game: str, piles: Locator) -> None:
    """Play until there is a pile to be opened, and open it; another game, if nothing is discarded in one."""
    cards = person.page.locator("dialog[open] button.card")
    for _ in range(150):
        if piles.count() and person.could_press(piles.first) and cards.count():
            return
        if person.play(1) == 0:
            begin(person, game)
    raise AssertionError("there was no pile to be opened")


@pytest.mark.parametrize("width", list(WIDTHS))
def test_every_open_pile_of_every_player_can_be_looked_through(people: People, width: str) -> None:
    """In Gears of Industry each has a discard, opened from where the player sits, and closed with a key."""
    person = people.come("touch" if width == "phone" else "mouse", seed="piles", size=WIDTHS[width])
    begin(person, "gears of industry")
    page = person.page
    piles = page.locator("[data-piles-of='1']:visible, .pile[data-place='discard 2']:not(:disabled):visible")
    open_one(person, "gears of industry", piles)
    told = [((message.get("table") or {}).get("places") or {}).get("discard 2") for message in person.heard()]
    lying = [cards for cards in told if cards is not None][-1]
    assert len(named(person)) == len(lying) > 0
    assert all(" of " in text or "Wild" in text for text in named(person))
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("width", list(WIDTHS))
@pytest.mark.parametrize("game", ["grid poker", "cyber defense", "tech exchange", "peer to peer"])
def test_the_discard_can_be_looked_through_at_every_width(people: People, game: str, width: str) -> None:
    person = people.come("touch" if width == "phone" else "mouse", seed="discard", size=WIDTHS[width])
    begin(person, game)
    page = person.page
    piles = page.locator(
        ".pile[data-place^='discard']:not(:disabled):visible, .pile[data-place^='score']:not(:disabled):visible, "
        "[data-piles-of]:visible")
    open_one(person, game, piles)
    assert not person.look()["tooWide"]


def test_the_wheel_leaves_the_table_where_it_is(people: People) -> None:
    """However long the log gets, there is nothing below the table to scroll to."""
    person = people.come(seed="wheel")
    begin(person, "grid poker")
    person.play(14)
    page = person.page
    assert page.locator(".log li").count() > 40
    page.mouse.move(640, 300)
    page.mouse.wheel(0, 900)
    page.wait_for_timeout(200)
    height = page.evaluate("[scrollY, document.documentElement.scrollHeight - innerHeight]")
    assert height == [0, 0]


def test_h_asks_for_a_hint(people: People) -> None:
    person = people.come(seed="hint")
    begin(person, "grid poker")
    person.until_asked()
    person.page.keyboard.press("h")
    person.page.locator(".prompt .hinted").wait_for()
