"""Guided first games as they go over the wire: all that a learner will see, and whether a choice leads on.

Nothing of a lesson is kept for anybody: the page knows at which step its learner is, and every step can be shown again.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct, json
from msgspec.structs import replace

from techdeck.events import Event
from techdeck.lessons import Lesson, Scene, Texts, answer_to, lesson_names, lesson_of
from techdeck.server.replays import rolled
from techdeck.server.room import Refusal
from techdeck.server.seen import Sight
from techdeck.server.story import line_of
from techdeck.server.wire import LONGEST_ANSWER, Line, RoomShown, SeatShown, Seen
from techdeck.table import IllegalAction, Table
from techdeck.telling import Teller, side_names

NOBODY: Final = -1


class MomentShown(Struct, frozen=True):
    """The table after something was done, and what was told of it."""

    seen: Seen
    log: list[Line]


class StepShown(Struct, frozen=True):
    """A step of a lesson; its texts by language."""

    says: Texts
    otherwise: Texts
    done: Texts
    light: list[str]
    choose: str
    seen: Seen
    after: list[MomentShown]


class LessonShown(Struct, frozen=True):
    title: Texts
    seat: int
    room: RoomShown
    steps: list[StepShown]


class Answer(Struct, frozen=True):
    """Whether a choice leads on; if it is not possible at all, why not."""

    leads_on: bool
    words: str = ""


@cache
def told(game: str) -> bytes:
    """The lesson of a game as JSON, in the form of gzip.

    :raises Refusal: if it has none.
    """
    lesson = _lesson(game)
    steps = [_step(lesson, number) for number in range(len(lesson.scenes))]
    return rolled(json.encode(LessonShown(lesson.title, lesson.seat, _room(lesson), steps)))


def answer(game: str, step: int, choice: str) -> Answer:
    """What a choice at a step is.

    :raises Refusal: if there is no such step.
    """
    lesson = _lesson(game)
    if not 0 <= step < len(lesson.scenes):
        raise Refusal("not found", f"The lesson has {len(lesson.scenes)} steps.")
    try:
        return Answer(answer_to(lesson.scenes[step], lesson.seat, choice))
    except IllegalAction as error:
        # What somebody sent may be repeated in the words, so they may hold what no text can.
        return Answer(False, str(error)[:LONGEST_ANSWER].encode(errors="replace").decode())


def _lesson(game: str) -> Lesson:
    if game not in lesson_names():
        raise Refusal("not found", f"There is no lesson for {game[:40]}.")
    return lesson_of(game)


def _step(lesson: Lesson, number: int) -> StepShown:
    scene = lesson.scenes[number]
    seen = _seen(lesson, scene.table, number)
    step = scene.step
    return StepShown(
        step.says, step.otherwise, step.done, step.light, step.choose, seen if step.choose else _calm(seen),
        [MomentShown(_calm(_seen(lesson, moment.table, number)), _lines(lesson, scene, moment.events))
         for moment in scene.after])


def _seen(lesson: Lesson, table: Table, number: int) -> Seen:
    """Each step has a question of its own, so that nothing stays picked from the one before."""
    return Sight(table, [number] * len(lesson.names)).seen(table.side_of(lesson.seat))


def _calm(seen: Seen) -> Seen:
    """A table to look at: nothing is asked."""
    return replace(seen, asked=[], awaited=[])


def _lines(lesson: Lesson, scene: Scene, events: Sequence[Event]) -> list[Line]:
    members = scene.table.members
    teller = Teller(lesson.game, side_names(members, lesson.names), scene.table.side_of(lesson.seat), members)
    return [line for event in events for line in line_of(teller.told(event))]


def _room(lesson: Lesson) -> RoomShown:
    """A room as the table needs it, which nobody else can enter."""
    return RoomShown(
        code="", game=lesson.game.name, title=lesson.game.manners.title, options=_options(lesson),
        state="playing",
        seats=[SeatShown(name, "bot" if number != lesson.seat else "person")
               for number, name in enumerate(lesson.names)],
        host=NOBODY, clock="none", clock_seconds=0, is_listed=False, lets_watch=False, watchers=0, commitment="",
        undo="", rematch="")


def _options(lesson: Lesson) -> dict[str, bool | int | str]:
    return {name: value for name, value in lesson.game.options.items() if isinstance(value, bool | int | str)}
