"""The guided first games in the browser: walked to their end by mouse, by finger and by keyboard alone."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Request, expect

from tests.browser.conftest import People
from tests.browser.people import Person, Way
from tests.browser.test_screens import LARGEST_LOAD, sent, serious

GAMES: Final = ["cyber defense", "gears of industry", "grid poker", "peer to peer", "tech exchange"]
CALLED: Final = {"right": "lying: to pay", "up": "standing: to boost"}  # how a button names what is chosen
CARD: Final = re.compile(r"(?<!\S)(?:\d{1,2}[KSTV]|W[12])(?!\S)")
WALKS: Final[list[tuple[str, Way]]] = [
    *[(game, "mouse") for game in GAMES], ("gears of industry", "touch"), ("grid poker", "keyboard")]
# What is lit, and whether it can be seen: the rules that the coach has put into the page.
LIT: Final = """() => [...document.head.querySelectorAll("style")].map((style) => style.textContent)
  .filter((text) => text.includes("dashed")).flatMap((text) => text.split("{")[0].split(","))
  .filter((rule) => ![...document.querySelectorAll(rule)].some((element) => {
    const rect = element.getBoundingClientRect();
    return rect.width > 0 && rect.right > 0 && rect.left < innerWidth;
  }))"""
Step = dict[str, Any]


class Learner:
    """Somebody in a lesson, who does what it says."""

    def __init__(self, person: Person, game: str) -> None:
        self.person: Final = person
        self.page: Final = person.page
        self.coach: Final = person.page.locator(".coach")
        self.steps: Final[list[Step]] = person.context.request.get(f"{person.home}/api/lessons/{game}").json()["steps"]

    def at(self, number: int) -> None:
        """Wait until the lesson is at a step, counted from one."""
        self.person.until(lambda: self.coach.locator(".num").inner_text().split()[0] == str(number), f"step {number}")
        self.person.until(lambda: not self.coach.locator(".foot button").last.is_disabled(), "the others")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.coach.get_by_role("button", name=name)

    def do(self, step: Step, choice: str = "") -> None:
        """Press what makes up a choice: cards, then what they are for, then the button that does it."""
        choice = choice or step["choose"]
        verb = step["seen"]["asked"][0]["verb"]
        if verb == "trade" and choice.startswith("offer "):
            self.offer(*re.findall(r"offer (\S+) .* for (\S+)", choice)[0])
        elif verb == "reply" and choice != "pass":
            for _ in range(2):  # it cannot be taken back, so the page asks once more
                self.person.press(self.page.locator(".ways .btn", has_text=choice.split()[-1]))
        elif verb == "bring":
            self.person.press(self.page.locator(".decks .deck", has_text=re.compile(choice, re.I)))
            self.person.press(self.acts.locator(".pri"))
        elif verb in ("guess", "uncover"):
            self.guess(choice)
        else:
            for card in CARD.findall(choice):
                self.person.press(self.page.locator(f'button.card.can[data-code="{card}"]:visible').first)
            self.finish(CARD.sub("", choice).split())

    def offer(self, card: str, wanted: str) -> None:
        self.person.press(self.page.locator(f'.dock button.card[data-code="{card}"]'))
        self.person.press(self.page.locator(".composer .btn", has_text=re.compile(f"^any {wanted[:-1]}$")))
        self.person.press(self.acts.locator(".pri"))

    def guess(self, choice: str) -> None:
        value, _, digit = choice.rpartition("@")
        self.person.press(self.page.locator(".digit .plate2").nth(int(digit) - 1))
        if value:
            key = re.compile(rf"^{value.rstrip('KSTV')}(•*|\W\d)$")  # with what the aid says of that value
            self.person.press(self.page.locator(".pad .key", has_text=key))
        if value[-1:] == "K":
            self.person.press(self.page.locator(".pad .key.dom.k"))
        self.person.press(self.acts.locator(".pri"))

    @property
    def acts(self) -> Locator:
        return self.page.locator(".prompt .acts")

    def finish(self, words: list[str]) -> None:
        """What is left of a choice without its cards is a place to press, or the name of a button."""
        place = next((word for word in words if re.fullmatch("[RC][123]|M[12]|Phish|MitM|DDOS", word)), "")
        spot = self.page.locator(f'button[data-drop="{place}"], [data-drop="{place}"] header .btn')
        if place and spot.count():
            self.aim(spot.first)
        name = CALLED.get(words[-1], words[-1]) if words else "-"
        wanted = re.compile(rf"(^|\s){name}$", re.I)
        named = self.acts.locator(".btn:not(.icon)", has_text=wanted)
        self.person.press(named.first if named.count() else self.acts.locator(".pri, .opt").first)

    def aim(self, spot: Locator) -> None:
        """Enter would choose and do it at once; here the button is to be seen first."""
        if self.person.way == "keyboard":
            self.person.reach(spot)
            self.page.keyboard.press("Space")
        else:
            self.person.press(spot)

    def walk(self) -> None:
        """To the last step; everything that is meant can be seen on the way."""
        for number, step in enumerate(self.steps[:-1], 1):
            self.at(number)
            assert self.page.evaluate(LIT) == [], number
            if step["choose"]:
                self.do(step)
            else:
                self.person.press(self.button("Next"))
        self.at(len(self.steps))


def come(people: People, game: str, way: Way = "mouse", theme: str = "light") -> Learner:
    person = people.come(way, seed=game, theme=theme)
    person.go("learn", game)
    person.page.locator(".coach").wait_for()
    return Learner(person, game)


@pytest.mark.parametrize(("game", "way"), WALKS)
def test_a_lesson_to_its_end(people: People, game: str, way: Way) -> None:
    learner = come(people, game, way)
    learner.walk()
    learner.person.press(learner.button("Play a real game"))
    learner.page.locator(".prompt").wait_for()
    assert learner.coach.count() == 0
    assert re.search(r"#/[A-Z0-9]{4,}$", learner.page.url)


def test_another_choice_gets_a_kind_word_and_nothing_happens(people: People) -> None:
    learner = come(people, "grid poker")
    for _ in range(2):
        learner.person.press(learner.button("Next"))
    learner.at(3)
    step = learner.steps[2]
    learner.do(step, "5S")
    expect(learner.coach.locator(".word")).to_contain_text("That is possible, too.")
    learner.at(3)
    learner.page.keyboard.press("Escape")  # the other card is put down again
    learner.do(step)
    learner.at(4)
    assert learner.coach.locator(".word").count() == 0


def test_a_card_that_cannot_be_chosen_says_why(people: People) -> None:
    learner = come(people, "grid poker")
    for _ in range(2):
        learner.person.press(learner.button("Next"))
    learner.at(3)
    learner.person.press(learner.page.locator('.dock button.card[data-code="9S"]'))
    expect(learner.page.locator(".prompt .q.bad")).to_have_text("Choose now from: Your company.")


def test_who_comes_back_goes_on_where_they_were(people: People) -> None:
    learner = come(people, "peer to peer")
    for _ in range(3):
        learner.person.press(learner.button("Next"))
    learner.at(4)
    learner.page.reload()
    learner.at(4)
    learner.person.press(learner.button("Back"))
    learner.at(3)
    expect(learner.coach.locator(".says")).to_contain_text("your team's hand")
    learner.person.press(learner.button("Next"))
    learner.person.press(learner.button("Show me"))
    learner.at(5)
    expect(learner.coach.locator(".done")).to_contain_text("he had to turn up first")
    learner.person.press(learner.coach.get_by_role("link", name="Leave the lesson"))
    learner.page.locator(".game").first.wait_for()
    assert learner.person.context.request.get(f"{learner.person.home}/api/history").json() == []  # it was no table


def test_the_focus_stays_where_one_reads(people: People) -> None:
    learner = come(people, "grid poker", "keyboard")
    learner.person.press(learner.button("Next"))
    learner.person.press(learner.button("Next"))
    learner.at(3)
    assert learner.coach.evaluate("(coach) => coach.contains(document.activeElement)")
    assert learner.coach.locator(".told").get_attribute("aria-live") == "polite"


def test_a_first_visitor_is_shown_the_lessons(people: People) -> None:
    person = people.come()
    person.go()
    expect(person.page.locator(".game a", has_text="Learn")).to_have_count(len(GAMES))
    person.press(person.page.get_by_role("link", name="New here? Learn Grid Poker"))
    person.page.locator(".coach").wait_for()


@pytest.mark.parametrize(("game", "way", "theme"), [
    ("grid poker", "mouse", "light"), ("grid poker", "touch", "dark"), ("peer to peer", "touch", "light")])
def test_lessons_are_open_to_everybody(people: People, game: str, way: Way, theme: str) -> None:
    """The tables have a test of their own; here it is about the coach."""
    learner = come(people, game, way, theme=theme)
    found = serious(learner.person)
    for number in (1, 2, 3):
        learner.at(number)
        learner.person.press(learner.coach.locator(".foot button").last)
    learner.at(4)
    found += serious(learner.person)
    assert found == []


@pytest.mark.parametrize("game", ["tech exchange"])  # the largest
def test_a_lesson_loads_little(people: People, game: str) -> None:
    """The start page, the table and the lesson together."""
    person = people.come()
    requests: list[Request] = []
    person.page.on("requestfinished", lambda request: requests.append(request))
    person.go()
    person.page.locator(".game").first.wait_for()
    person.press(person.page.locator(".game", has_text="Tech Exchange").get_by_role("link", name="Learn"))
    person.page.locator(".coach").wait_for()
    person.page.wait_for_load_state("networkidle")
    sizes = sent(requests)
    print(f"{game}: {sum(sizes.values())} bytes in {len(sizes)} files")
    assert 50_000 < sum(sizes.values()) <= LARGEST_LOAD, sorted(sizes.items(), key=lambda entry: -entry[1])[:8]
