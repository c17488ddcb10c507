"""Two people hand a phone to each other: no card of one is on the page while the other, or nobody, holds it."""

import json
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Message, Person
from tests.browser.test_secrets import SHOWN, codes
from tests.games import IS_SOAK

NAMES: Final = ("Ada", "Ben")
LIFT: Final = ".curtain .btn.pri:enabled"


def held(message: Message) -> set[str]:
    """The cards in hands that a message tells of."""
    table = message["table"]
    hands = [backs for name, backs in table["places"].items() if name.startswith("hand ")]
    return {table["faces"][str(back)] for backs in hands for back in backs if str(back) in table["faces"]}


def welcome(person: Person) -> Message:
    """The last time that the page was told everything."""
    found: Message = next(json.loads(text) for text in reversed(person.frames) if text.startswith('{"type":"welcome"'))
    return found


def begin(person: Person) -> str:
    """A table for two on this device, with a bot, as the page offers it."""
    person.go("new", "grid poker")
    person.press(person.page.get_by_role("button", name="3", exact=True))
    person.page.get_by_label("Your name").fill("Ada")
    person.page.get_by_label("Players 2").select_option("here")
    person.page.get_by_label("Name of player 2").fill("Ben")
    person.page.get_by_label("Players 3").select_option("casual")
    person.press(person.page.get_by_role("button", name="Start now"))
    person.page.locator(".curtain").wait_for()
    return person.page.url.rsplit("/", 1)[-1]


@pytest.mark.skipif(not IS_SOAK, reason="a whole game is long; a soak plays it")
def test_a_whole_game_around_one_phone(people: People) -> None:
    person = people.come("touch", seed="around")
    code = begin(person)
    turns: list[str] = []
    curtain = person.page.locator(LIFT)
    while not person.look()["isOver"]:
        person.until(lambda: bool(curtain.count() or person.look()["asks"] or person.look()["isOver"]))
        if curtain.count():
            # Nothing of any hand is on the page, nor in what it was last told.
            assert codes(person.page.evaluate(SHOWN)) == set()
            assert welcome(person)["you"]["seat"] == -1
            assert held(welcome(person)) == set()
            turns.append(next(name for name in NAMES if f"I am {name}" in curtain.inner_text()))
            person.press(curtain)
            person.until(lambda: not person.waits)
            person.page.locator(".gridp").wait_for()
            assert NAMES[welcome(person)["you"]["seat"]] == turns[-1]
            assert held(welcome(person))
        elif not person.waits and person.look()["asks"]:
            person.step(person.look())
    assert set(turns) == set(NAMES)
    assert all(one != other for one, other in pairwise(turns))  # never twice for the same person
    shown = person.context.request.get(f"{person.home}/api/rooms/{code}").json()
    assert [seat["name"] for seat in shown["seats"][:2]] == list(NAMES)
    assert person.refusals() == []


def test_after_a_reload_the_curtain_is_down(people: People) -> None:
    person = people.come(seed="reload")
    begin(person)
    expect(person.page.locator(".curtain")).to_contain_text("Give the device to")
    person.page.keyboard.press("Enter")  # the button has the focus
    person.page.locator(".gridp").wait_for()
    expect(person.page.locator(".dock button.card").first).to_be_visible()
    before = len(person.frames)
    person.page.reload()
    person.page.locator(LIFT).wait_for()
    assert codes(person.page.evaluate(SHOWN)) == set()
    told = [json.loads(text) for text in person.frames[before:] if text.startswith('{"type":"welcome"')]
    assert [(message["you"]["seat"], held(message)) for message in told] == [(-1, set())]
