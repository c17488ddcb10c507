"""The guided first games in the terminal."""

from collections.abc import Iterator, Sequence

import pytest

from techdeck.lessons import Lesson, lesson_names, lesson_of
from techdeck.terminal.learning import learn
from techdeck.terminal.screen import Screen


class Typing:
    """Somebody at the keyboard who has these lines to say; the input ends after the last."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def go(self, lesson: Lesson, lines: Sequence[str], plain: bool = True) -> tuple[int, str]:
        """The exit code, and all that was on the screen."""
        left: Iterator[str] = iter(lines)

        def typed(prompt: str) -> str:
            print(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        self._monkeypatch.setattr("builtins.input", typed)
        code = learn(Screen(plain), lesson)
        assert next(left, None) is None, "not all was read"
        return code, self._capsys.readouterr().out


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    return Typing(monkeypatch, capsys)


@pytest.mark.parametrize("name", lesson_names())
@pytest.mark.parametrize("plain", [True, False])
def test_to_the_end(typing: Typing, name: str, plain: bool) -> None:
    lesson = lesson_of(name)
    code, shown = typing.go(lesson, [scene.step.choose for scene in lesson.scenes], plain)
    assert code == 0
    assert f"Step {len(lesson.scenes)} of {len(lesson.scenes)}" in shown
    assert shown.endswith(f"Now play a real game: techdeck play {name.replace(' ', '-')}\n")
    if plain:
        for scene in lesson.scenes:
            assert scene.step.says["en"] in shown
            assert scene.step.done.get("en", "") in shown


def test_another_choice_gets_a_kind_word_and_nonsense_a_reason(typing: Typing) -> None:
    lesson = lesson_of("grid poker")
    _, shown = typing.go(lesson, ["", "", "5S", "nonsense", "?", "the wikis", "q"])
    assert lesson.scenes[2].step.otherwise["en"] in shown
    assert "Seat 1 cannot choose 'nonsense' now; the question is 'use'." in shown
    assert "Type: 3K\n" in shown
    assert "Step 4 of 11" in shown
    assert shown.endswith("Goodbye.\n")


def test_one_can_go_back_and_leave(typing: Typing) -> None:
    code, shown = typing.go(lesson_of("grid poker"), ["b", "", "", "b"])
    assert code == 0
    assert [line for line in shown.splitlines() if line.startswith("Step")] == [
        "Step 1 of 11", "Step 1 of 11", "Step 2 of 11", "Step 3 of 11", "Step 2 of 11"]
    assert shown.endswith("Goodbye.\n")
