"""People at the page: they read what it offers and press it, with a mouse, with a finger or with the keyboard alone.

A person knows nothing but what the page shows: the cards that can be chosen, and the buttons.
"""

import json
import re
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, WebSocket

Way = Literal["mouse", "touch", "keyboard"]
Message = dict[str, Any]

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync")
LARGE: Final = (1280, 800)
SMALL: Final = (360, 740)
SMALLEST: Final = (320, 640)
PATIENCE: Final = 40.0  # seconds after which a person complains that nothing goes on: the machine may be a slow one
SETTLING: Final = 0.45  # seconds for which the page hears no press once another thing is asked
AT_ONCE: Final = 2.0  # seconds after which what was there just now is gone: the page has moved on
LONGEST: Final = 200.0  # seconds that anybody plays

# Everything that answers a question or a part of it.  What is offered lies in the order of the page.
PARTS: Final = {
    "button": ".prompt .acts .btn:not(.icon):not(:disabled), .prompt .many .btn:not(:disabled)",
    "card": "button.card.can",
    "picked": "button.card.sel",
    "line": "button.lh.can",
    "digit": ".digit.can .plate2",
    "key": ".pad .key",
    "target": ".front header .btn, .market header .btn",
    "deck": ".decks .deck",
    "take": ".ways .btn:not(:disabled)",
    "compose": ".composer .btn",
    "field": ".prompt .typed .field",
}
LOOK: Final = """(parts) => {
  const tell = (kind) => (element, at) => {
    const words = (element.getAttribute("aria-label") ?? "") + " " + element.textContent;
    if (!element.getClientRects().length) return null;
    return {kind, at, words: words.replace(/\\s+/g, " ").trim(),
      isMain: element.querySelector("kbd") !== null, isOn: element.getAttribute("aria-pressed") === "true"};
  };
  const offered = Object.entries(parts).flatMap(
    ([kind, selector]) => [...document.querySelectorAll(selector)].map(tell(kind)).filter(Boolean));
  return {
    isOver: document.querySelector("dialog .result") !== null,
    asks: document.querySelector(".prompt:not(.wait) .q:not(.bad)")?.textContent.replace(/\\s+/g, " ").trim() ?? "",
    refused: document.querySelector(".prompt .q.bad")?.textContent.trim() ?? "",
    tooWide: Math.max(0, document.documentElement.scrollWidth - screen.width),
    offered,
  };
}"""
# How much of what the page heard it shows, or that an answer is on its way; nothing where there is no table.
VERSION: Final = """() => {
  const table = document.querySelector("[data-version]");
  return table === null ? "" : "busy" in table.dataset ? "busy" : table.dataset.version;
}"""
# A point of something where nothing else lies over it; if there is none, what lies there.
POINT: Final = """(wanted) => {
  wanted.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  if (!wanted.isConnected) return [0, 0, "gone"];
  const rect = wanted.getBoundingClientRect();
  let covering = "nothing";
  for (const [across, down] of [[.5, .5], [.2, .2], [.12, .5], [.8, .2], [.5, .9], [.2, .8], [.8, .8]]) {
    const [x, y] = [rect.x + across * rect.width, rect.y + down * rect.height];
    const hit = document.elementFromPoint(x, y);
    if (hit && wanted.contains(hit)) return [x, y, ""];
    covering = hit ? `${hit.tagName} ${hit.getAttribute("class")} at ${Math.round(x)},${Math.round(y)}` : covering;
  }
  return [0, 0, covering];
}"""
# Where the focus is, seen from something that shall get it.
FOCUS: Final = """(wanted) => {
  const here = document.activeElement;
  if (here === wanted) return ["here", 0, 0];
  if (!wanted.isConnected || wanted.disabled) return ["gone", 0, 0];
  const group = wanted.closest("[data-place]");
  const isStop = here.matches("button.card, [data-stop]");
  if (!(group && group.contains(here) && wanted.tabIndex === -1 && isStop)) {
    const isBefore = here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
    return [isBefore ? "before" : "after", 0, 0];
  }
  const [from, to] = [here.getBoundingClientRect(), wanted.getBoundingClientRect()];
  return ["beside", to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
}"""


def context(
        browser: Browser, way: Way, theme: str = "light", size: tuple[int, int] | None = None,
        **settings: object) -> BrowserContext:
    """A browser of somebody's own, with nothing in it but what they prefer."""
    width, height = size or (SMALL if way == "touch" else LARGE)
    made = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=way == "touch", is_mobile=way == "touch",
        locale="en-GB", color_scheme="dark" if theme == "dark" else "light")
    made.set_default_timeout(1000 * PATIENCE)
    kept = json.dumps({"speed": "none", "theme": theme, **settings})
    made.add_init_script(f"localStorage.getItem('techdeck') ?? localStorage.setItem('techdeck', {json.dumps(kept)})")
    return made


class Person:
    """Somebody with a page of their own, and all that the page was told, asked for and complained about."""

    def __init__(self, home: str, where: BrowserContext, way: Way, seed: object = 0) -> None:
        self.home: Final = home
        self.way: Final = way
        self.context: Final = where
        self.page: Final[Page] = where.new_page()
        self.frames: Final[list[str]] = []  # received
        self.said: Final[list[str]] = []
        self.faults: Final[list[str]] = []
        self.asked_for: Final[list[str]] = []
        self.presses = 0
        self._rng: Final = Random(f"{seed}")
        self._tries = 0
        self._asked = ""
        self._unanswered: Final[set[int]] = set()
        self._version = ""  # of what was heard last
        self.page.on("websocket", self._listen)
        self.page.on("console", self._read)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked_for.append(request.url))

    def _read(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            self.faults.append(line.text)

    def _listen(self, socket: WebSocket) -> None:
        self.asked_for.append(socket.url)
        socket.on("framereceived", lambda text: self._hear(str(text)))
        socket.on("framesent", lambda text: self._say(str(text)))

    def _hear(self, text: str) -> None:
        self.frames.append(text)
        if text.startswith(('{"type":"done"', '{"type":"refused"')):
            self._unanswered.discard(json.loads(text)["word"])
        elif found := re.search(r'"version":(\d+)', text):
            self._version = found[1]

    def _say(self, text: str) -> None:
        self.said.append(text)
        if json.loads(text)["type"] != "ping":
            self._unanswered.add(json.loads(text)["word"])

    # Coming and going

    def go(self, *parts: str) -> None:
        self.page.goto(f"{self.home}/#/{'/'.join(parts)}")

    def open(self, game: str, places: list[str], options: Message | None = None, **more: object) -> str:
        """A table by its settings, with this person as the host in the first seat; its code."""
        self.context.request.post(f"{self.home}/api/guests", data={})
        answer = self.context.request.post(f"{self.home}/api/rooms", data={
            "game": game, "options": options or {}, "places": [{"level": level} for level in places],
            "sit": {"seat": 0, "name": "Ada", "salt": "00"}, **more})
        assert answer.status == 201, answer.text()
        return str(answer.json()["code"])

    # Pressing

    def press(self, what: Locator, patience: float = PATIENCE) -> None:
        """Press something as soon as it is there, if it comes in time."""
        self.presses += 1
        self.see()
        if self.way == "keyboard":
            self.reach(what, patience)
            self.page.keyboard.press("Space" if what.get_attribute("data-code") is not None else "Enter")
            return
        x, y, covering = what.evaluate(POINT, timeout=1000 * patience)
        if covering == "gone":  # the page moved on just now
            raise Error(f"{what} is gone")
        assert not covering, f"{what} cannot be pressed: {covering} lies there"
        if self.way == "mouse":
            self.page.mouse.click(x, y)
        else:
            self.page.touchscreen.tap(x, y)
            # Where the machine is so busy that a tap takes half a second, the page takes it for a long press.
            while self.page.locator("dialog[aria-label=Card]").count():
                self.page.keyboard.press("Escape")

    def see(self) -> None:
        """Take as long as people need to see that another thing is asked: until then the page hears no press."""
        end = time.monotonic() + SETTLING
        while self.page.evaluate(VERSION) == "busy" and time.monotonic() < end:
            self.page.wait_for_timeout(20)

    def could_press(self, what: Locator) -> bool:
        """Press something that another's action may take away just now; whether it was still there."""
        try:
            self.press(what, AT_ONCE)
        except Error:
            return False
        return True

    def reach(self, what: Locator, patience: float = PATIENCE) -> None:
        """Bring the focus to something with Tab and the arrows, as nobody does better without a mouse."""
        wanted = what.element_handle(timeout=1000 * patience)
        pressed: list[str] = []
        for _ in range(250):
            where, x, y = self.page.evaluate(FOCUS, wanted)
            if where == "here":
                return
            if where == "gone":  # the page moved on just now
                raise Error(f"{what} is gone")
            if where == "beside":
                across, down = ("ArrowRight" if x > 0 else "ArrowLeft"), ("ArrowDown" if y > 0 else "ArrowUp")
                key = across if abs(x) > abs(y) else down
                if pressed[-2:-1] == [key] and self._rng.random() < 0.5:  # to and fro, or against a wall
                    key = down if key == across else across
            else:
                key = "Tab" if where == "after" else "Shift+Tab"
            pressed.append(key)
            self.page.keyboard.press(key)
        raise AssertionError(f"{what} cannot be reached with the keyboard: {pressed[-20:]}")

    # Reading

    def look(self) -> Message:
        seen: Message = self.page.evaluate(LOOK, PARTS)
        return seen

    def until(self, holds: Callable[[], bool], what: str = "something") -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited in vain for {what}: {self.look()}"
            self.page.wait_for_timeout(20)

    def until_asked(self) -> None:
        """Until the page shows all it has heard, and a question is among it."""
        self.until(lambda: not self.waits and bool(self.look()["asks"]), "a question")

    def heard(self) -> list[Message]:
        return [json.loads(text) for text in self.frames]

    def refusals(self) -> list[str]:
        """Why something that was said was not done, each time."""
        return [message["words"] for message in self.heard() if message["type"] == "refused"]

    # Playing

    def play(self, most: int = 10**6, visit: Callable[[], None] | None = None) -> int:
        """Answer what is asked until the game is over; how many answers were given."""
        before = self.answers()
        noticed, end, latest = 0, time.monotonic() + PATIENCE, time.monotonic() + LONGEST
        while self.answers() - before < most:
            waits, seen = self.waits, self.look()
            assert not seen["tooWide"], f"the page is wider than the screen: {seen}"
            if seen["isOver"]:
                break
            if seen["asks"] and seen["offered"] and not waits:
                if visit is not None:
                    visit()
                try:
                    self.step(seen)
                except Error:
                    # The page moved on under the finger: look again.
                    if self.look() == seen:
                        raise
            else:
                self.page.wait_for_timeout(15)
            if len(self.said) + len(self.frames) > noticed:
                noticed = len(self.said) + len(self.frames)
                end = time.monotonic() + PATIENCE
            assert time.monotonic() < min(end, latest), f"it does not go on, or not end: {seen}"
        return self.answers() - before

    def answers(self) -> int:
        return sum('"act"' in text for text in self.said)

    @property
    def waits(self) -> bool:
        """Whether something said is not answered yet, or something heard is not shown."""
        shown = self.page.evaluate(VERSION)  # by then, what was said and heard before it is noted here, too
        return bool(self._unanswered) or shown not in ("", self._version)

    def step(self, seen: Message) -> None:
        """Press one thing that brings the answer nearer."""
        if seen["asks"] != self._asked:
            self._asked, self._tries = seen["asks"], 0
        self._tries += 1
        thing = self._choice(seen)
        assert thing is not None, f"the page asks, but offers nothing: {seen}"
        if thing["kind"] == "field":
            self.page.locator(PARTS["field"]).fill("pass")
            self.page.keyboard.press("Enter")
            return
        self.press(self.page.locator(PARTS[thing["kind"]]).nth(thing["at"]), AT_ONCE)

    def _choice(self, seen: Message) -> Message | None:
        """What somebody would press who would rather do something than nothing."""
        offered: list[Message] = seen["offered"]
        of: dict[str, list[Message]] = {kind: [] for kind in PARTS}
        for thing in offered:
            of[thing["kind"]].append(thing)
        buttons = [thing for thing in of["button"] if not re.search(r"take back|undo", thing["words"], re.I)]
        passes = [thing for thing in buttons if re.search(r"\b(pass|done|fold)\b", thing["words"], re.I)]
        doing = [thing for thing in buttons if thing not in passes]
        main = [thing for thing in doing if thing["isMain"]]
        any_of = self._rng.choice
        if self._tries > 25:  # undecided for too long
            return any_of(passes or doing or offered)
        if main and (not of["card"] or self._rng.random() < 0.85):
            return main[0]
        if of["digit"] or of["key"]:
            return self._guess(of) or any_of(passes or doing or offered)
        if of["take"] and self._rng.random() < 0.5:
            return any_of(of["take"])
        if of["compose"] and not main:
            return any_of(of["compose"])
        if of["picked"] and doing and self._rng.random() < 0.7:
            return any_of(doing)
        more = [*of["card"], *of["line"], *[thing for thing in of["target"] + of["deck"] if not thing["isOn"]], *doing]
        # The longer it takes, the sooner one passes, so that every game ends.
        if passes and (not more or self._rng.random() < 0.2 + self.answers() / 100):
            return any_of(passes)
        if more:
            return any_of(more)
        if of["picked"] or of["field"]:
            return any_of(of["picked"] or of["field"])
        return any_of(offered) if offered else None

    def _guess(self, of: dict[str, list[Message]]) -> Message | None:
        for kind in ("digit", "key"):
            if of[kind] and not any(thing["isOn"] for thing in of[kind]):
                return self._rng.choice(of[kind])
        domains = [thing for thing in of["key"] if not thing["words"][0].isdigit()]
        if domains and not any(thing["isOn"] for thing in domains):
            return self._rng.choice(domains)
        return None
