"""Nobody does what is not theirs: every command and every route, tried by everybody who has no right to it."""

import hashlib
import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.server.conftest import Start
from tests.server.play import Server
from tests.server.strangers import Stranger, Talk, new_stranger

CARD: Final = re.compile(r"\b(?:1[0-3]|[1-9])[KSTV]\b|\bW[12]\b")
HTTP: Final = [
    ("GET", "/record", None), ("GET", "/record?side=0", None), ("GET", "/record?side=1", None),
    ("GET", "/replay", None), ("GET", "/replay?side=0", None),
    ("POST", "/link", {}), *[("POST", "/hint", {"seat": seat}) for seat in range(3)],
]


class Scene:
    """A table with two people and an ex-player's bot, and all those who have nothing to do there."""

    def __init__(self, url: str, *, lets_watch: bool) -> None:
        self.url: Final = url
        self.host, self.other, self.risen, self.guest = [new_stranger(url) for _ in range(4)]
        self.code: Final = self.host.open("grid poker", 3, lets_watch=lets_watch, is_listed=True)
        for seat, person in ((1, self.other), (2, self.risen)):
            with person.at(self.code, -1) as talk:
                assert talk.say("sit", seat=seat, name=f"Name {seat}")["type"] == "done"
        with self.host.at(self.code) as talk:
            assert talk.say("begin")["type"] == "done"
        with self.risen.at(self.code) as talk:
            assert talk.say("rise")["type"] == "done"
        elsewhere = new_stranger(url)
        self.elsewhere: Final = elsewhere.open("grid poker", 2)
        key = self.host.post(f"/api/rooms/{self.code}/link", {}).json()["key"]
        self.strangers: Final = {
            "nobody": Stranger(url), "a guest": self.guest, "an ex-player": self.risen,
            "another table's player": elsewhere, "a personal link's key": Stranger(url, key),
            "an invented token": Stranger(url, "A" * 43), "a hash": Stranger(url, hashed(self.host.token)),
        }
        self.still()

    def still(self) -> None:
        """Wait until only people are asked."""
        awaited = [2]
        while 2 in awaited:
            time.sleep(0.05)
            with self.host.at(self.code) as talk:
                awaited = talk.welcome["table"]["awaited"]

    def everything(self) -> str:
        """All that those see who may see something, and the lobby; but not who is connected just now."""
        seen = []
        for person, seat in ((self.host, 0), (self.other, 1)):
            with person.at(self.code, seat) as talk:
                seen.append(talk.frames[0])
            seen += [person.get(f"/api/rooms/{self.code}/record").text, person.get("/api/history").text]
        seen += [self.guest.get(path).text for path in ("/api/rooms", f"/api/rooms/{self.code}")]
        return without_presence("\n".join(seen))

    def questions(self) -> list[dict[str, Any]]:
        found = []
        for person, seat in ((self.host, 0), (self.other, 1)):
            with person.at(self.code, seat) as talk:
                found += talk.welcome["table"]["asked"]
        return found


def without_presence(text: str) -> str:
    return re.sub(r'"watchers":\d+', '"watchers":0', re.sub(r'"is_here":\w+', '"is_here":true', text))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def commands(scene: Scene) -> list[tuple[str, dict[str, object]]]:
    """All that can be said, with everything right but the person."""
    acts: list[tuple[str, dict[str, object]]] = [
        ("act", {"choice": option["choice"], "turn": question["turn"]})
        for question in scene.questions() for option in question["options"][:4]]
    assert acts
    return [
        *acts, ("act", {"choice": "pass"}), ("undo", {}), ("allow", {"yes": True}), ("allow", {"yes": False}),
        ("talk", {"text": "psst", "to_team": True}), *[("sit", {"seat": seat, "name": "Eve"}) for seat in range(4)],
        ("rise", {}), ("set place", {"seat": 2, "level": ""}), ("set place", {"seat": 1, "level": "casual"}),
        ("begin", {}), ("rematch", {}),
    ]


@pytest.fixture(scope="module")
def closed(server: Server) -> Scene:
    return Scene(server.url, lets_watch=False)


@pytest.fixture(scope="module")
def watched(server: Server) -> Scene:
    return Scene(server.url, lets_watch=True)


WHO: Final = [
    "nobody", "a guest", "an ex-player", "another table's player", "a personal link's key", "an invented token",
    "a hash",
]
KNOWN: Final = ["a guest", "an ex-player", "another table's player"]


@pytest.mark.parametrize("who", WHO)
def test_where_nobody_may_watch_strangers_get_one_sentence_and_nothing_else(who: str, closed: Scene) -> None:
    before = closed.everything()
    stranger = closed.strangers[who]
    for seat in (0, 1, 2, -1, 5, 99999999):
        with stranger.at(closed.code, seat) as talk:
            assert json.loads(talk.frames[0])["type"] == "closing"
            assert talk.say("act", choice="pass") == {}
            assert talk.code == 4403
            assert len(talk.frames) == 1
            assert not CARD.search(talk.frames[0])
    assert closed.everything() == before


@pytest.mark.parametrize("who", WHO)
def test_who_watches_is_refused_everything_else(who: str, watched: Scene) -> None:
    before = watched.everything()
    stranger = watched.strangers[who]
    with watched.guest.at(watched.code, -1) as talk:
        public = talk.welcome
    for seat in (0, 1, 2, -1):
        with stranger.at(watched.code, seat) as talk:
            assert talk.welcome["table"] == public["table"]
            assert talk.welcome["log"] == public["log"]
            assert talk.welcome["you"] == {**public["you"], "is_host": False, "seat": -1}
            had = len(talk.frames)
            for kind, more in commands(watched):
                answer = talk.say(kind, **more)
                assert answer["type"] == "refused", (kind, more, answer)
                assert answer["why"] in ("not yours", "not now", "not possible"), answer
                assert not CARD.search(answer["words"])
            told = [json.loads(frame) for frame in talk.frames[had:]]
            assert not any("table" in message or message.get("log") for message in told)
    assert watched.everything() == before


@pytest.mark.parametrize("who", WHO)
def test_no_route_tells_or_does_anything_for_strangers(who: str, closed: Scene) -> None:
    before = closed.everything()
    stranger = closed.strangers[who]
    for method, path, body in HTTP:
        answer = stranger.ask(method, f"/api/rooms/{closed.code}{path}", body)
        assert answer.status_code in (403, 409), (method, path, answer.text)
        assert set(answer.json()) == {"why", "words"}
        assert not CARD.search(answer.text)
        assert "set-cookie" not in answer.headers
    if who != "an ex-player":  # who has sat there may find it again
        assert closed.code not in stranger.get("/api/history").text
    for key in (closed.host.token, hashed(closed.host.token), "", "x", "A" * 43):
        answer = stranger.post("/api/claim", {"key": key})
        assert (answer.status_code, "set-cookie" in answer.headers) == (404, False)
    if who not in KNOWN:
        answer = stranger.post("/api/rooms", {"game": "grid poker", "places": [{}, {}]})
        assert answer.status_code == 403
    assert closed.everything() == before


def test_who_watches_has_the_record_of_who_watches(watched: Scene) -> None:
    own = {watched.host.get(f"/api/rooms/{watched.code}/record?side={side}").text for side in (-1, 0, 1, 3)}
    assert len(own) == 1
    public = {stranger.get(f"/api/rooms/{watched.code}/record?side={side}").text
              for stranger in watched.strangers.values() for side in (-1, 0, 1, 3)}
    assert len(public) == 1
    assert own != public
    assert 'seen_by = 4' in next(iter(public))
    assert not re.search(r"^(seed|secret|salts) =", next(iter(public)), re.MULTILINE)


def test_a_player_gets_no_other_seats_eyes_words_or_hints(watched: Scene) -> None:
    before = watched.everything()
    with watched.other.at(watched.code, 1) as talk:
        own = talk.welcome
    for seat in (0, 2, 5):
        with watched.other.at(watched.code, seat) as talk:
            assert (talk.welcome["you"], talk.welcome["table"]) == (own["you"], own["table"])
            for kind, more in (("begin", {}), ("set place", {"seat": 2, "level": ""}), ("rematch", {}),
                               ("sit", {"seat": 0, "name": "Eve"}), ("talk", {"text": "hi", "to_team": True})):
                assert talk.say(kind, **more)["type"] == "refused"
        answer = watched.other.post(f"/api/rooms/{watched.code}/hint", {"seat": seat})
        assert answer.status_code == 403
    assert watched.everything() == before


def test_strangers_may_watch_but_only_those_the_server_knows_may_talk(watched: Scene) -> None:
    for who in WHO:
        with watched.strangers[who].at(watched.code, -1) as talk:
            answer = talk.say("talk", text=f"said by {who}")
            assert answer["type"] == ("done" if who in KNOWN else "refused")


# Coming and going

def playing(url: str, people: int = 2, **more: object) -> tuple[str, list[Stranger]]:
    """A table at which all seats are people's, before the game."""
    everybody = [new_stranger(url) for _ in range(people)]
    code = everybody[0].open("grid poker", people, **more)
    for seat, person in list(enumerate(everybody))[1:]:
        with person.at(code, -1) as talk:
            assert talk.say("sit", seat=seat, name=f"Name {seat}")["type"] == "done"
    return code, everybody


def until(talk: Talk, it_is: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while not talk.is_closed:
        message = talk.hear()
        if message and it_is(message):
            return message
    raise AssertionError(f"the server has hung up: {talk.frames[-1]}")


def test_who_waited_without_a_seat_sees_nothing_once_the_game_begins(server: Server) -> None:
    code, (host, _) = playing(server.url)
    guest = new_stranger(server.url)
    with guest.at(code, -1) as waiting, host.at(code) as talk:
        assert waiting.welcome["table"] is None
        talk.say("begin")
        until(waiting, lambda message: message["type"] == "closing")
        assert waiting.hear() == {}
        assert waiting.code == 4403
        assert '"places"' not in "".join(waiting.frames)


@pytest.mark.parametrize("lets_watch", [True, False])
def test_who_rises_loses_the_eyes_of_the_seat_on_every_device(lets_watch: bool, server: Server) -> None:
    code, (host, other) = playing(server.url, lets_watch=lets_watch)
    with host.at(code) as talk:
        talk.say("begin")
    with other.at(code, 1) as phone, other.at(code, 1) as laptop:
        faces = phone.welcome["table"]["faces"]
        assert faces
        assert phone.say("rise")["type"] == "done"
        for device in (phone, laptop):
            if lets_watch:
                if device.welcome["you"]["seat"] != -1:
                    until(device, lambda message: message["type"] == "welcome" and message["you"]["seat"] == -1)
                own = [back for back in device.welcome["table"]["places"]["hand 2"] if back != -1]
                assert own
                assert not any(str(back) in device.welcome["table"]["faces"] for back in own)
                assert device.say("act", choice="pass")["why"] == "not yours"
                assert device.say("rise")["why"] == "not yours"
            else:
                until(device, lambda message: message["type"] == "closing")
                assert device.hear() == {}
                assert device.code == 4403
    with other.at(code, 1) as again:
        assert (json.loads(again.frames[0])["type"] == "welcome") == lets_watch


def test_a_personal_link_gives_the_seat_to_another_device_and_nothing_to_who_shares_the_table(server: Server) -> None:
    code, (host, other) = playing(server.url)
    key = host.post(f"/api/rooms/{code}/link", {}).json()["key"]
    answer = Stranger(server.url).post("/api/claim", {"key": key})
    assert answer.json() == {"rooms": [code]}
    cookie = answer.headers["set-cookie"].partition(";")[0]
    device = Stranger(server.url, Cookie=cookie)
    with device.at(code) as talk:
        assert (talk.welcome["you"]["seat"], talk.welcome["you"]["is_host"]) == (0, True)
    shared = [other.get(path).text for path in ("/api/rooms", f"/api/rooms/{code}", f"/api/rooms/{code}/qr")]
    with other.at(code, 1) as talk:
        shared += talk.frames
    for secret in (key, cookie.partition("=")[2], host.token, host.get("/api/history").headers.get("set-cookie", key)):
        assert secret not in "".join(shared)
    assert host.get(f"/api/rooms/{code}/qr").content == other.get(f"/api/rooms/{code}/qr").content


# Where tokens are kept

def test_tokens_are_kept_as_hashes_and_written_nowhere_else(start: Start) -> None:
    """A whole game: the database's files and the log hold no token, and the log no seed and no card."""
    server = start()
    host, other = new_stranger(server.url), new_stranger(server.url)
    code = host.open("regular poker", 3, places=[{}, {}, {"level": "casual"}], options={"deals": 2})
    with other.at(code, -1) as talk:
        talk.say("sit", seat=1, name="Other")
    key = host.post(f"/api/rooms/{code}/link", {}).json()["key"]
    claimed = Stranger(server.url).post("/api/claim", {"key": key}).headers["set-cookie"]
    cookie = re.findall(r"techdeck=([^;]+)", claimed)[0]
    with host.at(code) as talk:
        talk.say("begin")
        talk.say("talk", text="hello")
        for _ in range(3):
            host.post(f"/api/rooms/{code}/hint", {"seat": 0})
    with host.at(code) as one, other.at(code, 1) as two:
        play_out({0: one, 1: two})
        room = host.get(f"/api/rooms/{code}").json()
    assert room["state"] == "over"
    record = host.get(f"/api/rooms/{code}/record").text
    seed = re.findall(r'^seed = "(\w+)"', record, re.MULTILINE)[0]
    stored = b"".join(path.read_bytes() for path in server.database.parent.glob("tables.db*"))
    server.stop()
    stored += b"".join(path.read_bytes() for path in server.database.parent.glob("tables.db*"))
    for token in (host.token, other.token, key, cookie):
        assert token.encode() not in stored
        assert hashed(token).encode() in stored
        assert len(token) >= 43
    log = server.log.read_text()
    for secret in (host.token, other.token, key, cookie, seed, room["secret"], *map(hashed, (host.token, key))):
        assert secret not in log
    assert not CARD.search(log.replace(code, ""))


def play_out(talks: dict[int, Talk]) -> None:
    """Everybody takes the first thing offered, until the game is over."""
    asked: dict[int, dict[str, Any] | None] = {seat: None for seat in talks}
    for seat, talk in talks.items():
        asked[seat] = next(iter(talk.welcome["table"]["asked"]), None)
    until_when = time.monotonic() + 60
    while time.monotonic() < until_when:
        for seat, talk in talks.items():
            question = asked[seat]
            if question is not None:
                asked[seat] = None
                had = len(talk.frames)
                talk.say("act", choice=question["options"][0]["choice"], turn=question["turn"])
                news = [json.loads(frame) for frame in talk.frames[had:]]
            else:
                message = talk.hear(0.02)
                news = [message] if message else []
            for message in news:
                if (message.get("room") or {}).get("state") == "over":
                    return
                table = message.get("table") or {}
                if "asked" in table:
                    asked[seat] = next(iter(table["asked"]), None)
    raise AssertionError("the game did not end")
