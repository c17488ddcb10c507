"""A deal that can be checked: the published examples, the part of the record, and techdeck verify."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from techdeck.chance import Chance
from techdeck.fairness import promise, seed_of_deal
from techdeck.games.grid_poker import grid_poker
from techdeck.match import Match, resumed
from techdeck.record import BadRecord, Deal, export_for, read, written
from techdeck.terminal import verifying
from techdeck.terminal.app import main
from tests.server.play import Server
from tests.server.serving import ROOT, Person, Seat

SECRET = bytes(range(32)).hex()
SALTS = ["c0ffee", ""]


def published() -> list[Any]:
    """What docs/fairness.md has in its two JSON blocks: examples, and a shuffled deck."""
    text = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def test_the_published_examples_hold() -> None:
    examples, deck = published()
    assert len(examples) >= 5
    for example in examples:
        assert promise(example["secret"]) == example["commitment"]
        assert seed_of_deal(example["secret"], example["salts"]).hex() == example["seed"]
        # and once more, as a stranger would do it who has only read the page
        secret, salts = bytes.fromhex(example["secret"]), [bytes.fromhex(salt) for salt in example["salts"]]
        assert sha256(secret).hexdigest() == example["commitment"]
        joined = b"techdeck deal 1" + secret + b"".join(bytes([len(salt)]) + salt for salt in salts)
        assert sha256(joined).hexdigest() == example["seed"]
    assert len({example["seed"] for example in examples}) == len(examples)
    numbers = list(range(54))
    Chance(bytes.fromhex(examples[1]["seed"]), 1).shuffle(numbers)
    assert numbers == deck


@pytest.fixture(scope="module")
def played() -> Match:
    """A game that was dealt as on a server."""
    match = Match(grid_poker(), ["Ann", "Bob"], seed_of_deal(SECRET, SALTS))
    match.record.deal = Deal(promise(SECRET), SECRET, SALTS)
    while not match.table.is_over:
        decision = match.table.pending[0]
        match.act(decision.seat, next(iter(decision)))
    return match


@pytest.fixture
def text(played: Match) -> str:
    return written(played.record)


def test_a_record_says_what_its_seed_was_made_of(played: Match, text: str) -> None:
    assert read(text).deal == played.record.deal
    assert resumed(played.game, read(text)).record.deal == played.record.deal


def test_a_record_without_it_is_still_read(text: str) -> None:
    old = re.sub(r"\n\[deal\]\n(.+\n)+", "", text)
    assert old != text
    assert read(old).deal is None


@pytest.mark.parametrize("side", [0, 1, 2])
def test_what_a_side_is_given_never_has_the_secret(played: Match, side: int) -> None:
    seen = export_for(played.game, played.record, side)
    assert f'commitment = "{promise(SECRET)}"' in seen
    for hidden in (SECRET, "c0ffee", played.record.seed.hex()):
        assert hidden not in seen


@pytest.mark.parametrize(("part", "instead"), [
    ("secret = .*\n", ""), ("salts = .*\n", "salts = [1, 2]\n"), (r"\[deal\]\n(.+\n)+", ""),
])
def test_a_damaged_part_is_one_sentence(text: str, part: str, instead: str) -> None:
    damaged = re.sub(part, instead, text)
    damaged = damaged if "[deal]" in damaged else damaged.replace("format = 1\n", "format = 1\ndeal = 5\n")
    with pytest.raises(BadRecord, match=r"^This is damaged: '\w+' .*\.$"):
        read(damaged)


# techdeck verify

def verified(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    file = tmp_path / "game.toml"
    file.write_text(text, encoding="utf-8")
    capsys.readouterr()
    code = main(["--plain", "verify", str(file), *words])
    out, err = capsys.readouterr()
    return code, out + err


def test_an_honest_game_is_verified_in_words(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], played: Match,
) -> None:
    code, said = verified(text, tmp_path, capsys, "--commitment", promise(SECRET))
    assert code == verifying.FINE
    assert "The commitment fits the server's secret" in said
    assert "The seed follows from the server's secret and what the players added:" in said
    assert "  Ann: c0ffee\n  Bob: nothing\n" in said
    result = " : ".join(map(str, played.record.result))
    assert f"with its {len(played.record.actions)} actions to the written result, {result}." in said
    assert said.endswith("All of this was checked, and it is as it should be.\n")


OTHER = "11" * 32


@pytest.mark.parametrize(("change", "code", "words"), [
    ((f'secret = "{SECRET}"', f'secret = "{OTHER}"'), 3, "the server's secret does not fit the commitment"),
    ((f'secret = "{SECRET}"', 'secret = "nonsense"'), 3, "not written in hexadecimal digits"),
    ((f'commitment = "{promise(SECRET)}"', f'commitment = "{OTHER}"'), 3, "does not fit the commitment"),
    (('salts = ["c0ffee", ""]', 'salts = ["", "c0ffee"]'), 4, "the seed of the deal does not follow"),
    (('salts = ["c0ffee", ""]', 'salts = ["c0ffee"]'), 4, "there are 1 salts for 2 seats"),
    (('salts = ["c0ffee", ""]', 'salts = ["coffee", ""]'), 4, "not written in hexadecimal digits"),
    (("rules = ", "rules = 99"), 6, "cannot be replayed by this version"),
    (("seed = ", "sea = "), 2, "is damaged"),
])
def test_each_kind_of_fault_has_its_sentence_and_its_code(
    change: tuple[str, str], code: int, words: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    changed = text.replace("\n" + change[0], "\n" + change[1])
    assert changed != text
    got, said = verified(changed, tmp_path, capsys)
    assert got == code
    assert words in said
    assert said.count("Not verified") == (code != 2)


def test_another_result_another_action_and_another_seed_are_found(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], played: Match,
) -> None:
    other = re.sub("(?m)^result = .*$", "result = [99, 0]", text)
    code, said = verified(other, tmp_path, capsys)
    assert code == verifying.OTHER_GAME
    assert "but the record says 99 : 0." in said
    first = played.record.actions[0]
    code, said = verified(text.replace(f'"{first}"', '"1 fly away"'), tmp_path, capsys)
    assert code == verifying.OTHER_GAME
    assert "does not fit the rules at action 1" in said
    unfair = Match(grid_poker(), ["Ann", "Bob"], 5)
    unfair.record.deal = played.record.deal
    code, said = verified(written(unfair.record), tmp_path, capsys)
    assert code == verifying.OTHER_SEED


def test_a_commitment_is_compared_with_what_was_shown(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    code, said = verified(text, tmp_path, capsys, "--commitment", OTHER)
    assert code == verifying.OTHER_PROMISE
    assert "the commitment you were shown before the deal is not the one of this record" in said
    code, said = verified(text, tmp_path, capsys)
    assert code == verifying.FINE
    assert "compare it with what you saw at the table" in said


def test_a_game_without_a_promise_says_so(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = re.sub(r"\n\[deal\]\n(.+\n)+", "", text)
    code, said = verified(old, tmp_path, capsys)
    assert code == verifying.FINE
    assert "nothing in this record about a promise" in said
    assert "cannot be checked" in said
    code, said = verified(old, tmp_path, capsys, "--commitment", promise(SECRET))
    assert code == verifying.NO_PROMISE


def test_a_game_that_is_not_over_is_checked_as_far_as_it_went(
    text: str, played: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    match = Match(grid_poker(), ["Ann", "Bob"], 5)
    code, said = verified(written(match.record), tmp_path, capsys)
    assert code == verifying.FINE
    assert "The game is not over; its 0 actions fit the rules" in said


def test_a_game_of_a_real_server_is_verified(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    ann = Person(server)
    code = ann.open()
    shown = ann.get(f"/api/rooms/{code}").json()
    assert shown["secret"] == ""
    seat = Seat(ann, code)
    seat.say("begin")
    own = ann.get(f"/api/rooms/{code}/record")
    assert "\nsecret = " not in own.text
    seat.play()
    text = ann.get(f"/api/rooms/{code}/record").text
    assert seat.room["secret"] in text
    assert seat.room["secret"] not in ann.get(f"/api/rooms/{code}/record?side=0").text
    seat.close()
    result, said = verified(text, tmp_path, capsys, "--commitment", shown["commitment"])
    assert result == verifying.FINE
    assert "Ann: ab\n" in said
