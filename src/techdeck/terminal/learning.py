"""Guided first games in the terminal: the table, what there is to see or do, and an answer."""

from collections.abc import Sequence
from typing import Final

from techdeck.lessons import Lesson, Scene, answer_to
from techdeck.table import IllegalAction
from techdeck.terminal.choices import in_codes, without_fillers
from techdeck.terminal.errors import Left
from techdeck.terminal.replaying import Eyes, Stage
from techdeck.terminal.screen import Screen

LANGUAGE: Final = "en"  # the terminal speaks no other
LOOKING: Final = "Enter to go on, b for back, q to leave: "
CHOOSING: Final = "Your choice (? shows it, b for back, q to leave): "
LEAVING: Final = ("q", "quit", "exit")


def learn(screen: Screen, lesson: Lesson) -> int:
    """Go through a lesson, to its end or until somebody leaves; the exit code of the program."""
    names = [name or "You" for name in lesson.names]
    table = lesson.scenes[0].table
    stage = Stage(screen, Eyes(table, names, table.side_of(lesson.seat)))
    at = 0
    try:
        while at < len(lesson.scenes):
            _show(screen, stage, lesson.scenes, at)
            at = max(0, at + _answer(screen, lesson, lesson.scenes[at]))
    except Left as left:
        screen.say("Goodbye.")
        return 130 if left.by_interrupt else 0
    screen.say(f"Now play a real game: techdeck play {lesson.game.name.replace(' ', '-')}")
    return 0


def _show(screen: Screen, stage: Stage, scenes: Sequence[Scene], at: int) -> None:
    scene = scenes[at]
    before = scenes[at - 1] if at and not scene.step.position else None
    told = [line for moment in before.after for line in stage.eyes.told(moment.events)] if before else []
    stage.show(scene.table, f"Step {at + 1} of {len(scenes)}", told, whole=bool(scene.step.position))
    done = scenes[at - 1].step.done.get(LANGUAGE, "") if at else ""
    screen.say(*[words for words in (done, scene.step.says[LANGUAGE]) if words], style="bold")


def _answer(screen: Screen, lesson: Lesson, scene: Scene) -> int:
    """How many steps it goes on; back, if that is wished.

    :raises Left: if somebody has had enough.
    """
    while True:
        line = screen.ask(CHOOSING if scene.step.choose else LOOKING)
        if line.casefold() in LEAVING:
            raise Left()
        if line.casefold() in ("b", "back"):
            return -1
        if not scene.step.choose:
            return 1
        if line in ("", "?"):
            screen.say(f"Type: {scene.step.choose}")
        elif _leads_on(screen, lesson, scene, line):
            return 1


def _leads_on(screen: Screen, lesson: Lesson, scene: Scene, line: str) -> bool:
    """Whether it is what the step asks for; if not, something is said to it."""
    trouble = ""
    for reading in dict.fromkeys([line, in_codes(line), without_fillers(in_codes(line))]):
        try:
            if answer_to(scene, lesson.seat, reading):
                return True
            screen.say(scene.step.otherwise[LANGUAGE])
            return False
        except IllegalAction as error:
            trouble = trouble or str(error)
    screen.say(trouble)
    return False
