"""What browsers are told, and from where they may talk: headers, cookies, origins."""

import json
from collections.abc import Iterator
from typing import Final

import pytest

from tests.server.play import Server
from tests.server.strangers import Stranger, new_stranger, refused_connection

EVIL: Final = ("https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://[::1", "x")
PATHS: Final = [
    ("GET", "/"), ("GET", "/index.html"), ("GET", "/#/ABCDEF"), ("GET", "/nothing/here"), ("GET", "/api/games"),
    ("GET", "/api/cards/grid poker"), ("GET", "/api/cards/chess"), ("GET", "/api/rules/chess"), ("GET", "/api/rooms"),
    ("GET", "/api/rooms/ABCDEF"), ("GET", "/api/rooms/%00"), ("GET", "/api/history"), ("GET", "/api/openapi.json"),
    ("GET", "/api/nothing"), ("GET", "/healthz"), ("GET", "/metrics"), ("POST", "/api/guests"), ("POST", "/api/rooms"),
    ("POST", "/api/claim"), ("PUT", "/api/rooms"), ("DELETE", "/"), ("OPTIONS", "/api/rooms"), ("HEAD", "/"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_every_answer_has_the_headers_that_keep_browsers_safe(method: str, path: str, server: Server) -> None:
    answer = Stranger(server.url).ask(method, path, {} if method == "POST" else None)
    assert answer.status_code < 500
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
                 "object-src 'none'"):
        assert part in policy.split("; ")
    assert "script-src" not in policy  # so that only the server's own scripts run
    assert "*" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers
    if path.startswith("/api/"):
        assert answer.headers["cache-control"] == "no-store"
        if "json" in answer.headers["content-type"] and answer.status_code >= 400:
            assert set(answer.json()) == {"why", "words"}


def test_a_refused_request_has_them_as_well(server: Server) -> None:
    answer = Stranger(server.url, Origin="https://evil.example").post("/api/guests", {})
    assert answer.status_code == 403
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


# Cookies

def test_a_browser_gets_its_token_in_a_cookie_that_no_script_reads(server: Server) -> None:
    answer = Stranger(server.url).post("/api/guests", {})
    assert set(answer.json()) == {"guest"}
    name, *rules = [part.strip() for part in answer.headers["set-cookie"].split(";")]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(rules)
    assert "Secure" not in rules
    assert not any(rule.startswith("Domain") for rule in rules)
    browser = Stranger(server.url, Cookie=name)
    assert browser.post("/api/guests", {}).json() == answer.json()
    assert "set-cookie" not in browser.post("/api/guests", {}).headers
    code = browser.open("grid poker", 2)
    with browser.at(code) as talk:
        assert talk.welcome["you"]["is_host"]
    assert "set-cookie" not in Stranger(server.url).post("/api/guests", {"program": True}).headers


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for everybody, which a page elsewhere may use."""
    server = Server(tmp_path_factory.mktemp("public"), is_public=True, origins=["https://club.example"])
    server.start()
    yield server
    server.stop()


def test_a_public_server_sends_cookies_only_over_https(public: Server) -> None:
    answer = Stranger(public.url).post("/api/guests", {})
    assert "Secure" in [part.strip() for part in answer.headers["set-cookie"].split(";")]
    assert answer.headers["strict-transport-security"].startswith("max-age=")


# Origins

@pytest.mark.parametrize("origin", EVIL)
def test_pages_of_other_sites_do_nothing_here(origin: str, server: Server) -> None:
    person = new_stranger(server.url)
    code = person.open("grid poker", 2)
    there = Stranger(server.url, person.token, Origin=origin)
    for path, body in (
        ("/api/guests", {}), ("/api/rooms", {"game": "grid poker", "places": [{}, {}]}),
        (f"/api/rooms/{code}/link", {}), (f"/api/rooms/{code}/hint", {"seat": 0}), ("/api/claim", {"key": "x"}),
    ):
        answer = there.post(path, body)
        assert (answer.status_code, answer.json()["why"]) == (403, "not yours"), path
        assert "set-cookie" not in answer.headers
    assert refused_connection(person, code, Origin=origin) == 403
    assert len(person.get("/api/history").json()) == 1


def test_the_servers_own_pages_and_programs_do(server: Server) -> None:
    person = new_stranger(server.url)
    code = person.open("grid poker", 2)
    own = Stranger(server.url, person.token, Origin=server.url)
    assert own.post(f"/api/rooms/{code}/link", {}).status_code == 200
    assert refused_connection(person, code, Origin=server.url) == 101
    assert refused_connection(person, code) == 101


def test_pages_that_are_allowed_do(public: Server) -> None:
    person = new_stranger(public.url)
    code = person.open("grid poker", 2)
    assert refused_connection(person, code, Origin="https://club.example") == 101
    assert refused_connection(person, code, Origin="https://club.example.evil.example") == 403


# What only the one who runs the server may know

def test_figures_are_for_the_same_machine_alone(server: Server) -> None:
    """From how often something is stored, others could tell when something is done in secret."""
    assert "techdeck_actions_total" in Stranger(server.url).get("/metrics").text
    answer = Stranger(server.url, **{"X-Forwarded-For": "203.0.113.9"}).get("/metrics")
    assert (answer.status_code, "techdeck_" in answer.text) == (403, False)


def test_what_is_shown_of_a_table_names_no_person_but_by_the_name_they_chose(server: Server) -> None:
    person = new_stranger(server.url)
    guest = person.post("/api/guests", {"program": False}).json()["guest"]
    code = person.open("grid poker", 2, is_listed=True, lets_watch=True)
    with person.at(code) as talk:
        shown = [*talk.frames, person.get(f"/api/rooms/{code}").text, person.get("/api/rooms").text]
    assert guest
    assert not any(guest in text or person.token in text for text in shown)
    assert json.loads(shown[-2])["secret"] == ""
