"""One whole game of each kind, word for word."""

import difflib

import pytest

from tests.transcripts import FOLDER, STORIES, file_of


@pytest.mark.parametrize("name", STORIES)
def test_a_game_is_told_as_it_was(name: str) -> None:
    """If this is meant to change: python -m tests.transcripts, and read what changed."""
    before = file_of(name).read_text(encoding="utf-8").splitlines()
    now = STORIES[name].text().splitlines()
    changes = list(difflib.unified_diff(before, now, "as it was", "as it is", lineterm="", n=2))
    assert not changes, "\n".join(["", *changes[:40]])


@pytest.mark.parametrize("name", STORIES)
def test_a_transcript_can_be_read_by_people(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    assert all(len(line) < 160 for line in lines)
    assert not any("{" in line or "object at" in line for line in lines)
    assert lines[-1].startswith("The end: ")
    assert any(line.startswith("> 1 ") for line in lines)


def test_every_transcript_is_of_a_game_that_is_told() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(STORIES)
