"""It survives rubbish: whatever is sent, the server answers in its own words, and goes on."""

import json
import os
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from techdeck.server.app import create_app
from techdeck.server.settings import Settings
from tests.server.play import Server
from tests.server.strangers import Stranger, Talk, new_stranger

IS_SOAK: Final = os.environ.get("TECHDECK_SOAK") == "1"
EXAMPLES: Final = 3000 if IS_SOAK else 120
LONGEST: Final = 8192
DOCUMENT: Final = json.loads(json.dumps(create_app(Settings()).openapi()))

GOOD: Final[list[dict[str, object]]] = [
    {"type": "act", "choice": "pass", "turn": 0}, {"type": "act", "choice": "6S"}, {"type": "undo"},
    {"type": "allow", "yes": True}, {"type": "talk", "text": "hello"}, {"type": "talk", "text": "x", "to_team": True},
    {"type": "sit", "seat": 1, "name": "Eve", "salt": "ab"}, {"type": "set place", "seat": 1, "level": "casual"},
    {"type": "begin"}, {"type": "rematch"}, {"type": "ping"},
]


def of(kind: str, rest: str) -> str:
    return f'{{"type":"{kind}","word":1,{rest}}}'


PING: Final = b'{"type":"ping","word":1}'  # may come as bytes, too
BAD_FRAMES: Final[list[str | bytes]] = [
    "", " ", "null", "true", "0", "1e999", "[]", "{}", '"', "{", "\ufeff{}", "\x00" * 100,
    "[" * 8000, '{"a":' * 1500, '{"type":"act","x":' + "[" * 8000,
    '{"word":1,"choice":' + "[" * 4000 + "]" * 4000 + ',"type":"act"}',
    b"", b"\x00", b"\xff\xfe", b"{}", bytes(range(256)), PING,
    *[f'{{"type":"ping","word":{word}}}' for word in (
        "0", "-1", "1.5", '"1"', "null", "true", "1e400", "9" * 4000, "9007199254740992", "NaN", "[1]", "{}")],
    '{"type":"ping"}', '{"type":1,"word":1}', '{"type":"welcome","word":1}', '{"type":"ping","type":"act","word":1}',
    of("ping", '"more":1'), of("act", '"choice":""'), of("act", '"choice":["pass"]'), of("act", '"choice":"\\ud800"'),
    of("act", '"choice":"' + "x" * 2001 + '"'), of("act", '"choice":"' + "x" * 2000 + '"'),
    of("act", '"choice":"pass","turn":' + "9" * 400), of("act", '"choice":"\\u0000"'),
    of("act", '"choice":"{who} {0} %s %n"'), of("act", '"choice":"\\u202e6S"'),
    of("sit", '"seat":-1,"name":"x"'), of("sit", '"seat":6,"name":"x"'), of("sit", '"seat":1e3,"name":"x"'),
    of("sit", '"seat":0,"name":""'), of("sit", '"seat":0,"name":"' + "n" * 25 + '"'),
    of("sit", '"seat":0,"name":"x","salt":"AB"'), of("sit", '"seat":0,"name":"x","salt":"abc"'),
    of("sit", '"seat":1,"name":"\\u0000\\u202e"'), of("set place", '"seat":1,"level":"' + "l" * 25 + '"'),
    of("talk", '"text":"\\ud83d"'), of("talk", '"text":"' + "t" * 501 + '"'), of("talk", '"text":"\\u202e\\n"'),
    of("allow", '"yes":1'), of("allow", '"yes":"true"'),
]


class Table:
    """A table under way, and somebody there whose game must not be disturbed."""

    def __init__(self, url: str) -> None:
        self.url: Final = url
        self.host: Final = new_stranger(url)
        self.other: Final = new_stranger(url)
        self.code: Final = self.host.open("grid poker", 2, lets_watch=True)
        with self.other.at(self.code, -1) as talk:
            assert talk.say("sit", seat=1, name="Other")["type"] == "done"
        with self.host.at(self.code) as talk:
            assert talk.say("begin")["type"] == "done"

    def is_well(self) -> bool:
        """Whether people there are still served."""
        with self.host.at(self.code) as talk:
            return talk.say("ping")["type"] == "done" and bool(talk.welcome["table"]["awaited"])


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return Table(server.url)


@pytest.fixture(autouse=True)
def no_fault(server: Server) -> Iterator[None]:
    """Whatever a test sends, nothing goes wrong in the server that it did not expect."""
    before = len(server.log.read_text())
    yield
    logged = server.log.read_text()[before:]
    assert "Traceback" not in logged, logged[-3000:]
    assert " ERROR " not in logged, logged[-3000:]


def answers_to(talk: Talk, text: str | bytes) -> dict[str, Any]:
    """What the server says to a frame, up to the answer to a ping after it; nothing if it hangs up."""
    talk.send(text)
    answer: dict[str, Any] = {}
    talk.words += 1
    word = 10**15 + len(talk.frames) + talk.words
    talk.send(json.dumps({"type": "ping", "word": word}))
    while not talk.is_closed:
        message = talk.hear()
        if message.get("word") == word:
            return answer
        if message.get("type") in ("refused", "done"):
            answer = message
    return {"type": "closed"}


# Frames

@pytest.mark.parametrize("seat", [0, -1])
def test_frames_that_are_no_messages_are_refused_and_the_connection_stays(
    seat: int, server: Server, table: Table,
) -> None:
    person = table.host if seat == 0 else new_stranger(server.url)
    with person.at(table.code, seat) as talk:
        for text in BAD_FRAMES:
            answer = answers_to(talk, text)
            shown = text[:80]
            expected = "done" if text == PING else "refused"
            assert answer["type"] == expected, (shown, answer, talk.code)
            assert len(answer.get("words", "")) <= 500, shown
    assert table.is_well()


def test_what_is_no_message_is_refused_by_its_number_if_it_has_one(server: Server, table: Table) -> None:
    with table.host.at(table.code) as talk:
        for text, word in (
            ('{"type":"nothing","word":7}', 7), ('{"word":8}', 8), ('{"type":"talk","text":"","word":9}', 9),
            ('{"type":"ping","word":-1}', 0), ("[7]", 0), ('{"word":7', 0),
        ):
            talk.send(text)
            message = talk.hear()
            while message["type"] != "refused":
                message = talk.hear()
            assert (message["why"], message["word"]) == ("not a message", word), text


def test_a_body_that_is_no_json_is_told_so(server: Server, table: Table) -> None:
    answer = table.host.ask("POST", "/api/rooms", content="rubbish", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["words"]) == (422, "the request is no JSON")


@pytest.mark.parametrize("text", ["x" * (LONGEST + 1), b"x" * 100_000, "[" * 1_000_000])
def test_too_long_a_frame_ends_the_connection_and_nothing_else(text: str | bytes, server: Server, table: Table) -> None:
    with table.host.at(table.code) as talk:
        assert answers_to(talk, text)["type"] == "closed"
        assert talk.code in (1009, 1006)
    with table.host.at(table.code) as talk:
        assert answers_to(talk, " " * (LONGEST - 30) + '{"type":"ping","word":1}')["type"] == "done"
    assert table.is_well()


def test_a_text_frame_that_is_no_text_ends_the_connection(server: Server, table: Table) -> None:
    with table.host.at(table.code) as talk:
        talk.socket.send(b"\xff\xfe\xfd", text=True)
        while not talk.is_closed:
            talk.hear()
        assert talk.code in (1007, 1006)
    assert table.is_well()


ANYTHING: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.sampled_from(
        ["act", "sit", "talk", "pass", "word", "type", "2", "commit R1 6S", "\ud800", "\u202e", "\x00"]),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=8), parts, max_size=4), max_leaves=12)
FIELDS: Final = ("type", "word", "choice", "turn", "text", "to_team", "yes", "seat", "name", "salt", "level", "more")


@st.composite
def nearly_good(draw: st.DrawFn) -> str:
    """A message in which something is changed, left out, or too much."""
    message = dict(draw(st.sampled_from(GOOD)), word=draw(st.integers(-2, 2**54) | st.integers(1, 10**6)))
    for _ in range(draw(st.integers(0, 3))):
        field = draw(st.sampled_from(FIELDS))
        if draw(st.booleans()):
            message.pop(field, None)
        else:
            message[field] = draw(ANYTHING)
    return json.dumps(message)


@st.composite
def broken(draw: st.DrawFn) -> str | bytes:
    """The letters of a message, of which some are others, gone, or there twice."""
    text = bytearray(json.dumps({**draw(st.sampled_from(GOOD)), "word": 5}).encode())
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        text[at:at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    if draw(st.booleans()):
        return bytes(text)
    return text.decode(errors="replace")


@pytest.fixture(scope="module")
def talk(table: Table) -> Iterator[Talk]:
    """One connection for all rubbish: it is never closed.  Who watches it can do least harm to the game."""
    with new_stranger(table.url).at(table.code, -1) as talk:
        yield talk


QUICKLY: Final = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@QUICKLY
@given(text=nearly_good() | broken() | st.text(max_size=60) | st.binary(max_size=60) | ANYTHING.map(json.dumps))
def test_any_frame_is_answered(text: str | bytes, talk: Talk) -> None:
    if isinstance(text, str):
        text = text.encode(errors="replace").decode()
    answer = answers_to(talk, text)
    assert answer.get("type") in ("refused", "done", None), answer  # a rematch is answered a moment later


@QUICKLY
@given(text=nearly_good().filter(lambda text: "rise" not in text))
def test_any_frame_of_a_player_is_answered(text: str, table: Table) -> None:
    with table.other.at(table.code, 1) as talk:
        assert answers_to(talk, text).get("type") in ("refused", "done", None)


def test_nothing_of_that_was_too_much(server: Server, table: Table) -> None:
    assert table.is_well()


def test_rubbish_in_the_address_of_a_socket_is_as_good_as_nothing(server: Server, table: Table) -> None:
    for query in ("seat=x", "seat=--1", "seat=9" * 9, "seat=٣", "seat=%00", "log=-5", "log=99999999", "log=1e5",
                  "client=" + "c" * 500, "client=%00%ff", "version=x&run=" + "r" * 100, "seat=&log=", "%", "&&&=="):
        with at_address(table.host, table.code, query) as talk:
            assert json.loads(talk.frames[0])["type"] == "welcome"
    for code in ("%00", "x" * 500, "ABCDEF", "..", "%F0%9F%98%80", "%C3%89%C3%89"):
        with at_address(table.host, code, "") as talk:
            assert json.loads(talk.frames[0])["type"] == "closing"


@contextmanager
def at_address(stranger: Stranger, code: str, query: str) -> Iterator[Talk]:
    address = f"{stranger.url.replace('http', 'ws', 1)}/api/rooms/{code}/socket?{query}"
    with connect(address, additional_headers=stranger.headers, max_size=None, close_timeout=0.5) as socket:
        yield Talk(socket)


# Names and talk

@pytest.mark.parametrize(("said", "shown"), [
    ("  Ann   Lee ", "Ann Lee"), ("\u202eAnn\u202c", "Ann"), ("A\x00n\nn", "Ann"), ("\u200bAnn\ufeff", "Ann"),
    ("😀" * 24, "😀" * 24), ("שלום", "שלום"), ("<b>&amp;\"'", "<b>&amp;\"'"), ("{who} {0} %s", "{who} {0} %s"),
    ("\ue000\ue001Ann", "Ann"), ("n" * 24, "n" * 24), ("a\u0301\u0302\u0303", "a\u0301\u0302\u0303"),
])
def test_names_are_shown_without_what_cannot_be_seen(said: str, shown: str, server: Server) -> None:
    person = new_stranger(server.url)
    code = person.open("grid poker", 2, sit={"seat": 0, "name": said})
    with person.at(code) as talk:
        assert talk.welcome["room"]["seats"][0]["name"] == shown
        talk.say("talk", text=f"  {said} \u2066 ok")
        assert talk.say("begin")["type"] == "done"
        assert talk.say("talk", text="\u202e\u0000")["type"] == "refused"
    with person.at(code) as talk:  # the game speaks of its players, too
        lines = [line for line in talk.welcome["log"] if line["what"] == "talk"]
        assert lines[0]["by"] == shown
        assert "\u2066" not in lines[0]["words"]
        assert talk.welcome["table"] is not None
    record = person.get(f"/api/rooms/{code}/record")
    assert record.status_code == 200


@pytest.mark.parametrize("name", ["", " ", "\u202e", "\x00", "n" * 25, "\u200b\u200b", 5, None, ["Ann"]])
def test_what_is_no_name_is_refused(name: object, server: Server) -> None:
    person = new_stranger(server.url)
    answer = person.post("/api/rooms", {"game": "grid poker", "places": [{}, {}], "sit": {"seat": 0, "name": name}})
    assert answer.status_code in (409, 422)
    assert set(answer.json()) == {"why", "words"}


# HTTP

BODIES: Final[list[bytes]] = [
    b"", b"{", b"[]", b"null", b"\xff", b'{"game":"grid poker"}', b'{"game":"\\ud800","places":[{}]}',
    b'{"\\ud800":1}', b'{"game":"grid poker","places":[{},{}],"\\udfff":1}', b'{"program":"\\ud800"}', b"[" * 50_000,
    b'{"game":' * 5000, b'{"game":"grid poker","places":[{},{}],"options":{"\\ud800":"\\ud800"}}',
    b'{"game":"grid poker","places":[{},{}],"options":{"decks":' + b"9" * 4000 + b"}}",
    b'{"game":"grid poker","places":[{},{}],"options":{"decks":1e999}}',
    b'{"game":"grid poker","places":[{},{}],"options":{"decks":NaN}}',
    b'{"game":"grid poker","places":[{},{}],"options":{"decks":"' + b"x" * 9000 + b'"}}',
    b'{"game":"peer to peer","places":[{},{}],"options":{"teams":"1 1 / 1"}}',
    b'{"game":"peer to peer","places":[{},{}],"options":{"teams":"' + b"1 " * 5000 + b'"}}',
    b'{"game":"peer to peer","places":[{},{}],"options":{"unhappy_limits":"x y z"}}',
    b'{"game":"grid poker","places":[{},{}],"clock":{"kind":"game","seconds":1e99}}',
    b'{"game":"grid poker","places":[{},{}],"sit":{"seat":5,"name":"x"}}', b'{"key":"\\u0000"}', b'{"key":"\\ud800"}',
    b'{"key":{"a":1}}', b'{"seat":-1}', b'{"seat":99999999999999999999}',
]


@pytest.mark.parametrize("path", [
    "/api/rooms", "/api/guests", "/api/claim", "/api/rooms/{code}/hint", "/api/rooms/{code}/link"])
def test_bodies_that_are_no_requests_are_refused(path: str, server: Server, table: Table) -> None:
    for body in BODIES:
        for kind in ("application/json", "text/plain", ""):
            answer = table.host.ask(
                "POST", path.format(code=table.code), content=body, headers={"Content-Type": kind} if kind else {})
            assert answer.status_code < 500, (path, body[:60], answer.text)
            if answer.status_code >= 400:
                assert set(answer.json()) == {"why", "words"}
                assert len(answer.text) < 2000


@pytest.mark.parametrize("is_told", [True, False])
def test_a_body_is_read_no_further_than_any_request_needs(is_told: bool, server: Server, table: Table) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(400):
            yield b" " * 1000

    answer = table.host.ask("POST", "/api/rooms", content=b" " * 400_000 if is_told else parts())
    assert answer.status_code == 413


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/app.py", "/assets/../../app.py", "//etc/passwd",
    "/%00", "/a%00b", "/" + "x" * 3000, "/" + "x/" * 2000, "/%ff%fe", "/%ED%A0%80", "/..\\..\\app.py", "/.%2e/app.py",
    "/static/../running.py", "/%252e%252e/app.py", "/~root", "/C:/windows", "/assets", "/assets/", "/.", "/..",
])
def test_no_path_leads_out_of_the_clients_files(path: str, server: Server) -> None:
    answer = raw_get(server, path)
    status = int(answer.split(b" ", 2)[1])
    assert status < 500
    assert b"root:" not in answer
    assert b"import " not in answer.partition(b"\r\n\r\n")[2][:2000] or b"<!doctype html" in answer.lower()


def raw_get(server: Server, path: str) -> bytes:
    """No client tidies the path up on its way."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as there:
        there.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode("latin-1"))
        found = b""
        while part := there.recv(65536):
            found += part
    return found


@pytest.mark.parametrize("letters", [
    b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: techdeck=\xff\xfe; ;;=\r\nConnection: close\r\n\r\n",
    b"GET /api/history HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\nConnection: close\r\n\r\n",
    b"GET /api/history HTTP/1.1\r\nHost: x\r\nAuthorization: bearer\r\nConnection: close\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{}",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"GET /api/rooms/ABCDEF/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
])
def test_what_is_no_http_disturbs_nobody(letters: bytes, server: Server, table: Table) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 5) as there:
        there.sendall(letters)
        there.shutdown(socket.SHUT_WR)
        there.settimeout(3)
        try:
            answer = there.recv(65536)
        except (TimeoutError, ConnectionResetError):
            answer = b""
    assert not answer.startswith(b"HTTP/1.1 5")
    assert table.is_well()


# By the OpenAPI document

def operations() -> list[str]:
    return [f"{method.upper()} {path}" for path, methods in DOCUMENT["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis
    loaded = schemathesis.openapi.from_dict(DOCUMENT)
    loaded.config.update(base_url=server.url)
    return loaded


def test_the_document_that_is_served_is_the_one_that_is_tried(server: Server) -> None:
    assert Stranger(server.url).get("/api/openapi.json").json() == DOCUMENT
    assert {"POST /api/rooms", "POST /api/claim", "GET /api/rooms/{code}/record"} <= set(operations())


@pytest.mark.parametrize("operation", operations())
def test_no_request_is_an_error_of_the_server(operation: str, schema: Any, server: Server, table: Table) -> None:
    """Requests that fit the document and such that do not, by somebody who sits at a table and by nobody."""
    from schemathesis import GenerationMode

    method, _, path = operation.partition(" ")
    found = schema[path][method]
    rng = Random(operation)

    @settings(
        max_examples=400 if IS_SOAK else 25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=found.as_strategy(generation_mode=GenerationMode.POSITIVE)
           | found.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def ask(case: Any) -> None:
        if "code" in case.path_parameters and rng.random() < 0.7:
            case.path_parameters["code"] = table.code
        answer = case.call(headers=table.host.headers if rng.random() < 0.7 else {})
        assert answer.status_code < 500, case.as_curl_command()

    ask()
