"""Guided first games: written positions, a few sentences for each, and the choices that lead on.

A lesson is a file of this folder, and is played by the rules of its game: what the learner sees is the real table.  The
other seats do what the lesson says, so everybody who takes it sees the same game.  docs/lessons.md describes the files.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from techdeck.actions import read_action, read_choice, write_choice
from techdeck.cards import face
from techdeck.events import Event
from techdeck.games import game_named
from techdeck.position import BadPosition, set_up
from techdeck.table import Game, IllegalAction, Table

LANGUAGES: Final = ("en", "de", "fr")  # in which every lesson speaks
Texts = dict[str, str]  # the same by language
NO_TEXT: Final[Texts] = {}


class BadLesson(ValueError):
    """What is written is no lesson, or its game cannot be played as it says."""


class Step(NamedTuple):
    """One thing to look at, or to do."""

    says: Texts  # what the learner sees, and what to do now
    position: str  # from here, or nothing if it goes on where the step before ended
    light: list[str]  # cards and places that are meant
    choose: str  # what leads on; if nothing, the learner only looks
    otherwise: Texts  # a kind word to who chooses something else that is possible
    then: list[str]  # what the other seats do then
    done: Texts  # what has happened, said with the next step


class Moment(NamedTuple):
    """The table after something was done, and what happened."""

    table: Table
    events: list[Event]


class Scene(NamedTuple):
    """A step on its table, and what happens when the learner has done what it asks for."""

    step: Step
    table: Table
    after: list[Moment]


class Lesson(NamedTuple):
    """A guided first game."""

    game: Game
    title: Texts
    seat: int  # of the learner
    names: list[str]  # by seat; the learner's own is empty
    scenes: list[Scene]


def lesson_names() -> list[str]:
    """The games that have a lesson."""
    return sorted(file.name[:-5].replace("_", " ") for file in files(__name__).iterdir() if file.name.endswith(".toml"))


@cache
def lesson_of(name: str) -> Lesson:
    """The lesson of a game.

    :raises KeyError: if it has none.
    """
    if name not in lesson_names():
        raise KeyError(f"There is no lesson for {name!r}; there are some for {', '.join(lesson_names())}.")
    return read_lesson((files(__name__) / f"{name.replace(' ', '_')}.toml").read_text(encoding="utf-8"))


def read_lesson(text: str) -> Lesson:
    """The lesson that a text describes, with the tables of all its steps.

    :raises BadLesson: with a sentence that says what is wrong, and in which step.
    """
    told = tomllib.loads(text)
    steps = told.pop("steps", [])
    _check_keys("The lesson", told, ("game", "options", "seat", "names", "title"))
    if not steps:
        raise BadLesson("The lesson has no steps.")
    game = game_named(told["game"], told.get("options", {}))
    seat = told.get("seat", 1) - 1
    scenes: list[Scene] = []
    for number, step in enumerate(steps, 1):
        try:
            scenes.append(_scene(game, seat, _read_step(step), scenes))
        except (BadLesson, BadPosition, IllegalAction) as error:
            raise BadLesson(f"Step {number}: {error}") from None
    if scenes[-1].step.choose:
        raise BadLesson("The last step looks back; it asks for nothing.")
    return Lesson(game, _texts(told, "title"), seat, told["names"], scenes)


def answer_to(scene: Scene, seat: int, text: str) -> bool:
    """Whether a choice of the learner leads on.

    :raises IllegalAction: with a sentence, if it is not possible at all.
    """
    if not scene.step.choose:
        return False
    table = scene.table
    choice = read_choice(table, seat, text)
    if not table.is_legal(seat, choice):
        table.clone().act(seat, choice)  # which says why not
    return choice == read_choice(table, seat, scene.step.choose)


def _read_step(step: dict[str, Any]) -> Step:
    _check_keys("It", step, ("says", "position", "light", "choose", "otherwise", "then", "done"))
    asks = "choose" in step
    if asks != ("otherwise" in step):
        raise BadLesson("A step that asks for a choice has a word for other choices, and only such a step.")
    return Step(
        _texts(step, "says"), step.get("position", ""), step.get("light", []), step.get("choose", ""),
        _texts(step, "otherwise") if asks else NO_TEXT, step.get("then", []),
        _texts(step, "done") if "done" in step else NO_TEXT)


def _check_keys(what: str, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    strange = [key for key in table if key not in known]
    if strange:
        raise BadLesson(f"{what} has no {strange[0]!r}; it can have {', '.join(known)}.")


def _texts(table: Mapping[str, Any], key: str) -> Texts:
    texts: Texts = table.get(key, {})
    missing = [language for language in LANGUAGES if not texts.get(language, "").strip()]
    if missing:
        raise BadLesson(f"{key!r} is missing in {' and '.join(missing)}.")
    return {language: " ".join(text.split()) for language, text in texts.items()}


def _scene(game: Game, seat: int, step: Step, before: list[Scene]) -> Scene:
    if step.position:
        table = set_up(game, step.position)
    elif before:
        last = before[-1]
        table = (last.after[-1].table if last.after else last.table).clone()
    else:
        raise BadLesson("The first step needs a position.")
    for name in step.light:
        _find(table, seat, name)
    return Scene(_exact(table, seat, step), table, _played(table, seat, step))


def _exact(table: Table, seat: int, step: Step) -> Step:
    """The same, with its choice written as the engine does."""
    decision = table.decision_of(seat)
    if not step.choose or decision is None:
        return step
    return step._replace(choose=write_choice(table, decision, read_choice(table, seat, step.choose)))


def _find(table: Table, seat: int, name: str) -> None:
    """Cards and places that are lit must be there for the learner to see."""
    places = [zone.place(owner) for zone in table.game.zones for owner in range(1 if zone.shared else table.sides)]
    if name in places:
        return
    try:
        card = face(name)
    except ValueError:
        raise BadLesson(f"There is no card and no place {name!r} to light.") from None
    if not table.knows(table.side_of(seat), table.face.index(card)):
        raise BadLesson(f"The learner does not see {name}, so it cannot be lit.")


def _played(table: Table, seat: int, step: Step) -> list[Moment]:
    """What comes of the choice that leads on, or of having looked."""
    actions = step.then[:]
    if any(action.startswith(f"{seat + 1} ") for action in actions):
        raise BadLesson("The learner's own actions are choices, not what the others do then.")
    if step.choose:
        decision = table.decision_of(seat)
        if decision is None:
            raise BadLesson("The learner is not asked anything here.")
        actions.insert(0, f"{seat + 1} {decision.verb} {step.choose}")
    moments: list[Moment] = []
    for action in actions:
        moments.append(_acted((moments[-1].table if moments else table).clone(), action))
    return moments


def _acted(table: Table, action: str) -> Moment:
    seat, choice = read_action(table, action)
    table.log = []
    table.act(seat, choice)
    events, table.log = table.log or [], None
    return Moment(table, events)
