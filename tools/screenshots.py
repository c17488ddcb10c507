"""Pictures of the lobby and of every game's table, large and small, light and dark, in build/screenshots.

    python tools/screenshots.py [GAME ...]

It needs Chromium and the built page.  The people at the tables choose the same in every run; the deals differ.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.people import CHROMIUM, FLAGS, Person, Way, context  # noqa: E402
from tests.server.play import Server  # noqa: E402

FOLDER = ROOT / "build" / "screenshots"
# By game: who sits there, the rules, and after how many answers pictures are taken.
TABLES: dict[str, tuple[list[str], dict[str, object], list[int]]] = {
    "grid poker": (["", "casual", "casual"], {}, [0, 3, 8]),
    "regular poker": (["", "casual", "casual"], {"deals": 3}, [0, 3]),
    "cyber defense": (["", "casual"], {"roles": "seat1_hacker"}, [1, 8, 20]),
    "gears of industry": (["", "casual"], {"deck_source": "preset"}, [1, 8, 20]),
    "tech exchange": (["", "casual", "casual"], {"form": "live"}, [0, 4]),
    "peer to peer": (["", "casual", "casual", "casual"], {}, [2, 8]),
}


def take(browser: Browser, home: str, way: Way, theme: str, games: list[str]) -> None:
    size = "small" if way == "touch" else "large"
    where = context(browser, way, theme)
    somebody = Person(home, where, way, seed="pictures")

    def picture(name: str) -> None:
        somebody.page.wait_for_timeout(700)
        moved = somebody.page.locator(".outlined")
        somebody.until(lambda: moved.count() == 0, "cards that lie still")
        somebody.page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png".replace(" ", "_"))

    somebody.go()
    somebody.page.locator(".game").first.wait_for()
    picture("lobby")
    somebody.go("new", "grid poker")
    somebody.page.locator(".pick").first.wait_for()
    picture("new table")
    for game in games:
        places, options, stops = TABLES[game]
        somebody.go(somebody.open(game, places, options))
        begin = somebody.page.locator(".go .btn")
        begin.wait_for()
        if game == games[0]:
            picture("waiting")
        somebody.press(begin)
        done = 0
        for stop in stops:
            done += somebody.play(stop - done)
            somebody.page.locator(".prompt").wait_for()
            if not somebody.look()["isOver"]:
                somebody.until(lambda: bool(somebody.look()["asks"] or somebody.look()["isOver"]))
            picture(f"{game}-{stop}")
            can = somebody.page.locator(".dock button.card.can")
            if can.count() and not somebody.look()["isOver"]:
                somebody.press(can.first)
                picture(f"{game}-{stop}-picked")
    where.close()


def main() -> None:
    games = [game for game in TABLES if game in sys.argv[1:] or not sys.argv[1:]]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            for way in ("mouse", "touch"):
                for theme in ("light", "dark"):
                    take(browser, server.url, way, theme, games)
        finally:
            browser.close()
            server.stop()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
