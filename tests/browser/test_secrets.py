"""The page never has a card that its seat may not see: neither in what it is sent nor in what it shows."""

import json
import re
from typing import Final

import pytest

from tests.browser.conftest import People
from tests.browser.people import Message, Person
from tests.browser.test_playing import begin
from tests.games import IS_SOAK

CARD: Final = re.compile(r"(?<![\w@])(?:1[0-3]|[1-9])[KSTV](?!\w)|(?<!\w)W[12](?!\w)")
SHOWN: Final = """() => [
  ...[...document.querySelectorAll("[data-code]")].map((card) => card.getAttribute("data-code")),
  ...[...document.querySelectorAll(".card .code")].map((code) => code.textContent),
  document.querySelector(".log ol")?.textContent ?? "",
].join(" ")"""


def codes(text: str) -> set[str]:
    return set(CARD.findall(text))


def told(message: Message) -> str:
    """All of a message that tells of cards; what could be named or guessed tells nothing."""
    table = message.get("table") or message.get("seen") or {}
    options = [option for question in table.get("asked") or [] for option in question["options"] if option.get("cards")]
    parts = [table.get(part) for part in ("faces", "remembered", "slates", "chain")]
    words = [question["words"] for question in table.get("asked") or []]
    return json.dumps([part for part in (*parts, options, words, message.get("log")) if part])


class Truth:
    """What really lay where, and what a side could know, as the server's record of the whole game says."""

    def __init__(self, person: Person, code: str) -> None:
        def moments(side: int) -> list[Message]:
            answer = person.context.request.get(f"{person.home}/api/rooms/{code}/replay?side={side}")
            assert answer.ok, answer.text()
            found: list[Message] = answer.json()
            return found

        self.own: Final = moments(0)
        self.open: Final = moments(-1)
        assert len(self.own) == len(self.open)

    def known(self) -> list[tuple[int, set[str]]]:
        """By moment: how many lines had been told, and the cards that the side had come to know by then."""
        lines, known = 0, set[str]()
        found = []
        for moment in self.own:
            lines += len(moment["log"])
            known = known | codes(told(moment))
            found.append((lines, known))
        return found

    def buried(self) -> list[set[str]]:
        """By moment: cards that have lain nowhere but in decks and in others' hands, whatever anybody could know."""
        seen = set[str]()
        found = []
        for moment in self.open:
            places, faces = moment["seen"]["places"], moment["seen"]["faces"]
            hidden = set[str]()
            for name, backs in places.items():
                is_hidden = re.fullmatch(r".*deck( \d)?|hand [2-9]|password 2|(phish|ddos|committed|laid) [2-9]", name)
                lies = {faces[str(back)] for back in backs if back >= 0 and str(back) in faces}
                if is_hidden:
                    hidden |= lies
                else:
                    seen |= lies
            found.append(hidden - seen)
        return found


def test_what_a_hidden_card_would_look_like() -> None:
    """The search itself finds what it must."""
    assert codes('{"3": "10K", "log": "Ben draws 4T and W2."}') == {"10K", "4T", "W2"}
    assert codes("7@3, MITM, 14K, K7") == set()


@pytest.mark.parametrize("game", ["grid poker", "cyber defense", "tech exchange"] if IS_SOAK else ["grid poker"])
def test_no_card_is_known_too_early(people: People, game: str) -> None:
    person = people.come(seed=f"secrets {game}")
    shown: list[tuple[int, set[str]]] = []  # how many lines had been told, and the cards on the page

    def lines() -> int:
        return sum(
            sum(line["what"] not in ("talk", "note") for line in message.get("log") or ()) for message in person.heard()
            if message["type"] in ("welcome", "update"))

    def look() -> None:
        found = codes(person.page.evaluate(SHOWN))
        person.page.wait_for_timeout(10)  # until what the page heard before was heard here too
        shown.append((lines(), found))

    code = begin(person, game)
    person.play(most=30, visit=look)
    while not person.look()["isOver"]:
        person.play(most=50)
    truth = Truth(person, code)
    known = truth.known()

    def by(count: int) -> set[str]:
        """What could be known when so many lines had been told."""
        return next((cards for lines, cards in known if lines >= count), known[-1][1])

    def early(messages: list[Message]) -> set[str]:
        """The cards that were sent before they could be known."""
        count, found = 0, set[str]()
        for message in messages:
            count += sum(line["what"] not in ("talk", "note") for line in message.get("log") or ())
            found |= codes(told(message)) - by(count)
        return found

    messages = [message for message in person.heard() if message["type"] in ("welcome", "update")]
    assert early(messages) == set()
    # One would have been found: a card that nobody had seen at the beginning.
    canary = min(codes(json.dumps([*truth.open[0]["seen"]["faces"].values()])) - by(0))
    assert early([{"table": {"faces": {"0": canary}}}, *messages]) == {canary}
    for count, found in shown:
        assert not found - by(count), f"shown after {count} lines: {found - by(count)}"
    # And by the plain truth, which owes nothing to what sides are said to see.
    named = ""
    for moment, hidden in zip(truth.own, truth.buried(), strict=True):
        named += json.dumps([moment["log"], moment["seen"]["remembered"], moment["seen"]["slates"]])
        leaked = set(moment["seen"]["faces"].values()) & hidden - codes(named)
        assert not leaked, leaked
    assert any(truth.buried()[-1] | truth.buried()[0])  # something was hidden at all
