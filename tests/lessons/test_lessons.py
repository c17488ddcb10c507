"""The guided first games: each goes through to its end by the rules, and what it says is so."""

import re
from typing import Final

import pytest
from msgspec.json import decode, encode

from techdeck.actions import write_choice
from techdeck.cards import code
from techdeck.games import GAMES
from techdeck.lessons import LANGUAGES, BadLesson, Lesson, Scene, answer_to, lesson_names, lesson_of, read_lesson
from techdeck.position import write, written
from techdeck.server import teaching
from techdeck.server.replays import unrolled
from techdeck.server.room import Refusal
from techdeck.table import IllegalAction, Table

NAMES: Final = lesson_names()
STEPS: Final = [(name, number) for name in NAMES for number in range(len(lesson_of(name).scenes))]
ASKING: Final = [(name, number) for name, number in STEPS if lesson_of(name).scenes[number].step.choose]
CARD: Final = re.compile(r"\b(?:\d{1,2}[KSTV]|W[12])\b")
LONGEST: Final = 330  # letters of one text: more is not read
LEAST: Final = 8  # steps
MOST: Final = 16


def scene_of(name: str, number: int) -> Scene:
    return lesson_of(name).scenes[number]


def end_of(name: str) -> Table:
    """The table that the last step looks back at."""
    return lesson_of(name).scenes[-1].table


def tally(table: Table, name: str) -> list[int]:
    return next(tally.of(table) for tally in table.game.tallies if tally.name == name)


# All lessons

def test_there_is_one_for_each_of_the_five_games() -> None:
    assert set(NAMES) == set(GAMES) - {"regular poker"}  # which is Grid Poker's little brother


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short_and_ends_with_a_look_back(name: str) -> None:
    lesson = lesson_of(name)
    assert LEAST <= len(lesson.scenes) <= MOST
    assert lesson.scenes[0].step.position
    assert not lesson.scenes[-1].step.choose
    assert sum(bool(scene.step.choose) for scene in lesson.scenes) >= 6  # one learns by doing
    assert lesson.names[lesson.seat] == ""
    assert all(name for seat, name in enumerate(lesson.names) if seat != lesson.seat)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_each_step_speaks_every_language_and_of_the_same_cards(name: str, number: int) -> None:
    step = scene_of(name, number).step
    for texts in (step.says, step.otherwise, step.done):
        if texts:
            assert set(texts) == set(LANGUAGES)
            assert all(0 < len(text) <= LONGEST for text in texts.values()), texts
            assert all(text[-1] in ".!" for text in texts.values()), texts
            named = {language: sorted(set(CARD.findall(text))) for language, text in texts.items()}
            assert all(cards == named["en"] for cards in named.values()), named


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_cards_that_are_named_can_be_seen_by_the_learner(name: str, number: int) -> None:
    """Or they are offered: then the learner has heard of them."""
    lesson, scene = lesson_of(name), scene_of(name, number)
    side = scene.table.side_of(lesson.seat)
    known = {code(face).rstrip("'") for back, face in enumerate(scene.table.face) if scene.table.knows(side, back)}
    unknown = set(CARD.findall(scene.step.says["en"])) - known
    offered = {card for slate in scene.table.slates for line in slate for card in CARD.findall(line)}
    assert unknown <= offered


@pytest.mark.parametrize(("name", "number"), ASKING)
def test_the_choice_leads_on_and_every_other_one_is_answered_kindly(name: str, number: int) -> None:
    lesson, scene = lesson_of(name), scene_of(name, number)
    decision = scene.table.decision_of(lesson.seat)
    assert decision is not None
    assert answer_to(scene, lesson.seat, scene.step.choose)
    shuffled = " ".join(reversed(scene.step.choose.split()))
    if "offer" not in shuffled and "commit" not in shuffled:
        assert answer_to(scene, lesson.seat, shuffled.upper())  # however it is written
    listed = [write_choice(scene.table, decision, choice) for choice in list(decision)[:60]]
    others = [choice for choice in listed if choice != scene.step.choose]
    assert others, "there is nothing to choose"
    assert not any(answer_to(scene, lesson.seat, other) for other in others)
    assert scene.step.otherwise["en"]


@pytest.mark.parametrize(("name", "number"), ASKING)
def test_what_is_not_possible_is_refused_with_a_sentence(name: str, number: int) -> None:
    lesson, scene = lesson_of(name), scene_of(name, number)
    with pytest.raises(IllegalAction, match=r"\w+ .+\.$"):
        answer_to(scene, lesson.seat, "nonsense")
    assert scene.table.decision_of(lesson.seat) is not None  # nothing has changed


@pytest.mark.parametrize("name", NAMES)
def test_one_step_begins_where_the_one_before_ended(name: str) -> None:
    before: Scene | None = None
    for scene in lesson_of(name).scenes:
        if before is not None and not scene.step.position:
            assert write(scene.table) == write(before.after[-1].table if before.after else before.table)
        before = scene


# What the last words say

def test_grid_poker_ends_two_to_one() -> None:
    assert tally(end_of("grid poker"), "points") == [2, 1]
    assert "2 to 1" in scene_of("grid poker", -1).step.says["en"]
    assert written(end_of("grid poker"), "expelled") == "W1"


def test_tech_exchange_scores_as_it_says() -> None:
    assert tally(end_of("tech exchange"), "points") == [28, 12, 6]
    assert "28" in scene_of("tech exchange", -2).step.done["en"]
    assert "Ben has 12 and Cleo 6" in scene_of("tech exchange", -1).step.says["en"]


def test_in_gears_of_industry_the_clash_brings_two_points() -> None:
    assert tally(end_of("gears of industry"), "points") == [5, 2]
    assert "You have 5 points" in scene_of("gears of industry", -1).step.says["en"]


def test_in_peer_to_peer_each_team_has_a_customer_and_the_won_one_is_in_hand() -> None:
    table = end_of("peer to peer")
    assert [written(table, f"score {side}") for side in (1, 2)] == ["6V", "8S"]
    assert "5K" in written(table, "hand 1").split()
    assert len(written(table, "hand 1").split()) == 5


def test_in_cyber_defense_four_digits_are_open_and_the_totals_are_as_said() -> None:
    table = end_of("cyber defense")
    revealed = next(mark for mark in table.game.marks if mark.name == "revealed")
    digits = next(zone for zone in table.game.zones if zone.name == "password").of(table, 1)
    assert [at + 1 for at, back in enumerate(digits) if revealed.get(table, revealed.key(table, back))] == [2, 3, 4, 5]
    fronts = scene_of("cyber defense", 5).table
    totals = [sum(int(card[:-1]) for card in written(fronts, f"mitm {side}").split()) for side in (2, 1)]
    assert totals == [25, 23]
    assert "25 to 23" in scene_of("cyber defense", 5).step.says["en"]


# As it goes to the page

@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_told_what_the_learner_may_see_and_no_more(name: str) -> None:
    lesson = lesson_of(name)
    told = decode(unrolled(teaching.told(name)))
    assert len(told["steps"]) == len(lesson.scenes)
    for scene, shown in zip(lesson.scenes, told["steps"], strict=True):
        tables = [scene.table, *[moment.table for moment in scene.after]]
        for table, seen in zip(tables, [shown["seen"], *[moment["seen"] for moment in shown["after"]]], strict=True):
            side = table.side_of(lesson.seat)
            hidden = {str(back) for back in range(table.cards) if not table.knows(side, back)}
            # What only one card can be is known without having been seen.
            assert len(hidden & set(seen["faces"])) <= 1
        assert bool(shown["seen"]["asked"]) == bool(scene.step.choose)
        assert all(not moment["seen"]["asked"] for moment in shown["after"])
        assert "then" not in shown  # what others will do is their secret
        assert all(CARD.fullmatch(lit) or lit in shown["seen"]["places"] for lit in scene.step.light)


def test_the_server_says_whether_a_choice_leads_on() -> None:
    assert teaching.answer("grid poker", 2, "3k").leads_on
    other = teaching.answer("grid poker", 2, "5S")
    assert (other.leads_on, other.words) == (False, "")
    wrong = teaching.answer("grid poker", 2, "9S")
    assert (wrong.leads_on, wrong.words) == (False, "Seat 1 cannot choose '9S' now; the question is 'use'.")
    assert not teaching.answer("grid poker", 0, "3K").leads_on  # one only looks there


def test_what_no_text_can_hold_is_answered_as_well() -> None:
    answer = teaching.answer("tech exchange", 2, "offer \ud800 for 9*")
    assert b"? is no card." in encode(answer)


@pytest.mark.parametrize(("game", "step"), [("chess", 0), ("regular poker", 0), ("grid poker", 99), ("../deck", 0)])
def test_there_is_nothing_more(game: str, step: int) -> None:
    with pytest.raises(Refusal):
        teaching.answer(game, step, "pass")


# Faults in a file

GOOD: Final = '''
game = "grid poker"
names = ["", "Ben"]
title = {en = "A", de = "B", fr = "C"}
[[steps]]
position = """
grid poker, 2 seats
market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
hand 1: 9S
hand 2: 8S
deck: 6K 11V
play: commitments
"""
light = ["market", "9S"]
choose = "C2 9S"
then = ["2 commit pass"]
says = {en = "A.", de = "B.", fr = "C."}
otherwise = {en = "A.", de = "B.", fr = "C."}
[[steps]]
says = {en = "A.", de = "B.", fr = "C."}
'''
FAULTS: Final[dict[str, tuple[str, str, str]]] = {
    "no such choice": ("C2 9S", "C2 8S", "Step 1: Seat 1 cannot choose 'C2 8S' now; the question is 'commit'."),
    "no such answer": ("2 commit pass", "2 commit R1 9S", "Step 1: Seat 2 cannot choose 'R1 9S'"),
    "nobody is asked that": ("2 commit pass", "2 place R1", "Step 1: Seat 2 is asked to commit"),
    "the learner's own action": ("2 commit pass", "1 commit pass", "Step 1: The learner's own actions are choices"),
    "no such place": ('"market"', '"bazaar"', "Step 1: There is no card and no place 'bazaar' to light."),
    "a hidden card": ('"9S"]', '"8S"]', "Step 1: The learner does not see 8S, so it cannot be lit."),
    "a language is missing": (', fr = "C."}\notherwise', "}\notherwise", "Step 1: 'says' is missing in fr."),
    "an empty text": ('otherwise = {en = "A."', 'otherwise = {en = " "', "Step 1: 'otherwise' is missing in en."),
    "no title": ('title = {en = "A", de = "B", fr = "C"}', "", "'title' is missing in en and de and fr."),
    "a strange word": ("light =", "lit =", "Step 1: It has no 'lit'; it can have says, position,"),
    "a strange word of the whole": ("names =", "name =", "The lesson has no 'name'; it can have game,"),
    "a bad position": ("hand 2: 8S", "hand 2: 9S", "Step 1: Line 4: 9S lies in two places."),
    "nothing is said to others": ("otherwise =", "done =", "Step 1: A step that asks for a choice has a word"),
    "nobody asks": ('[[steps]]\nsays', '[[steps]]\nchoose = "R1"\notherwise = {en = "A", de = "B", fr = "C"}\nsays',
                    "Step 2: The learner is not asked anything here."),
}


def test_a_good_file_is_a_lesson() -> None:
    lesson = read_lesson(GOOD)
    assert isinstance(lesson, Lesson)
    assert [scene.step.choose for scene in lesson.scenes] == ["C2 9S", ""]
    assert lesson.scenes[0].after[-1].table.is_over


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_file_is_explained(fault: str) -> None:
    right, wrong, words = FAULTS[fault]
    assert GOOD.count(right) >= 1
    with pytest.raises(BadLesson, match=re.escape(words)):
        read_lesson(GOOD.replace(right, wrong, 1))


def test_the_first_step_needs_a_position() -> None:
    start, end = GOOD.index("position"), GOOD.index("light")
    with pytest.raises(BadLesson, match=r"Step 1: The first step needs a position\."):
        read_lesson(GOOD[:start] + GOOD[end:])


def test_the_last_step_only_looks_back() -> None:
    with pytest.raises(BadLesson, match=r"The last step looks back; it asks for nothing\."):
        read_lesson(GOOD[:GOOD.rindex("[[steps]]")])


def test_a_lesson_without_steps_is_none() -> None:
    with pytest.raises(BadLesson, match=r"The lesson has no steps\."):
        read_lesson(GOOD[:GOOD.index("[[steps]]")])


def test_there_is_no_lesson_of_a_game_that_has_none() -> None:
    with pytest.raises(KeyError, match="grid poker"):
        lesson_of("chess")
