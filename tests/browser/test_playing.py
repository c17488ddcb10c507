"""Each game to its end: with a mouse on a large screen, with a finger on a phone, with the keyboard alone."""

import re
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import POINT, SMALLEST, Message, Person, Way
from tests.games import IS_SOAK

# By game: who sits at the table, and rules that make it short.
TABLES: Final[dict[str, tuple[list[str], Message]]] = {
    "grid poker": (["", "casual", "casual"], {}),
    "regular poker": (["", "casual", "casual"], {"deals": 2}),
    "cyber defense": (["", "casual"], {"roles": "seat1_hacker"}),
    "gears of industry": (["", "casual"], {"target_points": 2, "turn_cap": 8, "deck_source": "preset"}),
    "tech exchange": (["", "casual", "casual"], {}),
    "peer to peer": (["", "casual", "casual"], {"max_rounds": 2}),
}
WAYS: Final[tuple[Way, ...]] = ("mouse", "touch", "keyboard")
# In a short run each game is played one way, the longest by the quickest.
USUAL: Final[list[tuple[str, Way]]] = [
    ("grid poker", "keyboard"), ("regular poker", "keyboard"), ("cyber defense", "mouse"),
    ("gears of industry", "touch"), ("tech exchange", "mouse"), ("peer to peer", "touch")]
# How many pixels of a card's width are not covered by another.
SEEN: Final = """(card) => {
  const {x, y, width, height} = card.getBoundingClientRect();
  const across = [...Array(Math.floor(width)).keys()];
  return across.filter((at) => card.contains(document.elementFromPoint(x + at + .5, y + height / 2))).length;
}"""
CHOSEN: Final = list(product(TABLES, WAYS)) if IS_SOAK else USUAL


def begin(person: Person, game: str) -> str:
    places, options = TABLES[game]
    code = person.open(game, places, options)
    person.go(code)
    person.press(person.page.get_by_role("button", name="Begin"))
    return code


@pytest.mark.parametrize(("game", "way"), CHOSEN)
def test_a_game_to_its_end(people: People, game: str, way: Way) -> None:
    person = people.come(way, seed=game)
    code = begin(person, game)
    assert person.play() > 3
    result = person.page.locator("dialog .result")
    assert result.locator("li").count() >= 2 or game == "peer to peer"
    shown = person.context.request.get(f"{person.home}/api/rooms/{code}").json()
    assert shown["state"] == "over"
    assert person.refusals() == []  # what the page offers can be done


def test_offers_are_made_as_the_rules_of_the_table_want_them(people: People) -> None:
    """Described exactly, for one thing, and without a card before somebody commits."""
    person = people.come(seed="late")
    options = {"late_give_choice": True, "offer_grammar": "simple"}
    person.go(person.open("tech exchange", ["", "casual", "casual"], options))
    person.press(person.page.get_by_role("button", name="Begin"))
    while not any("offer as" in said for said in person.said):
        assert person.play(1) == 1, "the game is over, and nothing was offered"
    person.play(2)
    assert person.refusals() == []


@pytest.mark.parametrize("game", ["grid poker", "cyber defense"])
def test_nothing_covers_what_can_be_pressed_on_the_smallest_phone(people: People, game: str) -> None:
    """In German, whose words are the longest; Cyber Defense until many cards lie at a front."""
    person = people.come("touch", seed=game, size=SMALLEST, language="de")
    places, options = TABLES[game]
    person.go(person.open(game, places, options))
    begins = person.page.get_by_role("button", name="Anfangen")
    begins.wait_for()
    assert not person.look()["tooWide"]
    person.press(begins)
    person.play(12)


def test_two_clicks_from_the_lobby_to_grid_poker(people: People) -> None:
    person = people.come()
    person.go()
    person.page.locator(".game", has_text="Grid Poker").get_by_role("button", name="Play").click()
    person.page.locator(".gridp").wait_for()
    person.until_asked()
    assert person.presses <= 2


def test_the_table_stays_where_it_is_when_cards_are_laid_beside_it(people: People) -> None:
    person = people.come()
    begin(person, "gears of industry")
    person.play(1)
    person.page.locator(".tray .card").nth(10).wait_for()
    market = person.page.locator(".market").first
    with_cards = market.bounding_box()
    person.page.add_style_tag(content=".tray { display: none !important; }")
    assert market.bounding_box() == with_cards


@pytest.mark.parametrize(("way", "least"), [("touch", 28), ("mouse", 24)])
def test_every_card_of_a_full_front_can_be_pressed(people: People, way: Way, least: int) -> None:
    """On a phone they lie in rows; where there is room they overlap, and no card leaves the front."""
    person = people.come(way)
    begin(person, "cyber defense")
    front = person.page.locator(".front").nth(1)
    own = front.locator(".cards").nth(1).locator("button.card")
    for number in range(1, 7):
        person.until_asked()
        person.press(person.page.locator(".dock button.card.can").first)
        person.press(person.page.get_by_role("button", name="Play to MitM"))
        person.press(person.page.locator(".prompt .acts .btn.pri:visible").first)
        expect(own).to_have_count(number + 2)  # two were dealt
    assert not person.look()["tooWide"]
    assert [thing.evaluate(POINT)[2] for thing in [*own.all(), front.locator(".between span")]] == [""] * 9
    assert min(card.evaluate(SEEN) for card in own.all()) >= least
    edge = front.evaluate("(one) => one.getBoundingClientRect().right")
    assert max(card.evaluate("(one) => one.getBoundingClientRect().right") for card in own.all()) <= edge


def test_a_card_is_dragged_where_it_shall_lie(people: People) -> None:
    person = people.come()
    begin(person, "cyber defense")
    person.until_asked()
    card = person.page.locator(".dock button.card.can").nth(2)
    code = card.get_attribute("data-code")
    front = person.page.locator(".front").nth(2)
    card.hover()
    person.page.mouse.down()
    front.hover()
    person.page.mouse.up()
    expect(front).to_have_class(re.compile("aimed"))
    person.press(person.page.locator(".prompt .acts .btn.pri:visible").first)
    expect(front.locator(f'[data-code="{code}"]')).to_be_visible()


# Lanes of the market where several are: how many, how many of them say what they have there, and how much they cover.
CROWDED: Final = """() => [...document.querySelectorAll(".com:has(> :nth-child(2))")].map((lane) => {
  const notes = [...lane.querySelectorAll(".few")].filter((note) => note.getBoundingClientRect().width > 4);
  const [around, inside] = [lane.closest(".lane").getBoundingClientRect(), lane.getBoundingClientRect()];
  return [lane.children.length, notes.length, Math.max(0, around.top - inside.top, inside.right - around.right - 8)];
})"""


def test_a_crowded_line_says_on_a_phone_who_has_what_there(people: People) -> None:
    person = people.come("touch", seed="crowded")
    person.go(person.open("grid poker", ["", *["casual"] * 5]))
    person.press(person.page.get_by_role("button", name="Begin"))
    crowds: list[list[float]] = []
    while len(crowds) < 3:
        assert person.play(1) == 1, "the game is over, and no line was crowded"
        person.until(lambda: bool(person.look()["asks"] or person.look()["isOver"]))
        crowds += person.page.evaluate(CROWDED)
    assert all(said == there and over <= 6 for there, said, over in crowds), crowds


def test_open_piles_are_looked_through_on_a_phone(people: People) -> None:
    """Also where the table has no room for them."""
    person = people.come("touch")
    begin(person, "regular poker")
    lying = person.page.locator("dialog[open] button.card")
    for _ in range(20):
        assert person.play(1) == 1
        person.press(person.page.get_by_role("button", name="Menu"))
        person.page.locator("dialog[open]").wait_for()
        if person.page.get_by_role("button", name="Open piles").count():
            person.press(person.page.get_by_role("button", name="Open piles"))
            break
        person.page.keyboard.press("Escape")
    expect(lying.first).to_be_visible()


def test_who_leads_a_team_is_shown(people: People) -> None:
    person = people.come()
    code = person.open("peer to peer", ["", "casual", "casual", "casual"])
    person.go(code)
    person.press(person.page.get_by_role("button", name="Begin"))
    expect(person.page.locator(".team.mine .captain")).to_have_text(re.compile("^(you lead|.+ leads)$"))
    expect(person.page.locator(".team")).to_have_count(2)
