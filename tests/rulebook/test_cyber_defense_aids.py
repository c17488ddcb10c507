"""Cyber Defense: what the aids of a table tell, CD-V18, CD-V20 to CD-V24, CD-Q60 and CD-Q63."""

from random import Random
from typing import Any

import pytest

from techdeck.cards import code
from techdeck.games import game_named
from techdeck.games.cyber_aid import aid, by_all_cards, by_answers, candidates, notes
from techdeck.games.cyber_defense import DEFENDER, HACKER, PASSWORD, REVEALED, Options, cyber_defense
from techdeck.table import Table
from techdeck.views import View, imagined
from tests.rulebook.cyber_tables import FRONTS_LAID, at, guess, pass_until, random_game, row
from tests.rulebook.tables import at_random

AIDS = ["off", "notes", "answers", "full"]
UPGRADED = """
    hand 1: 10V
    hand 2: 1T
    phish 1: 13T
    phish 2: 10S
    mitm 1: 7V
    mitm 2: 12K
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    rest: deck
""" + row("5S 9K/u 5V 12T 1S 7K")  # of CD-W13


def told(table: Table, side: int = HACKER) -> dict[str, Any]:
    return dict(aid(View(table, side)))


def guessing(options: Options, text: str = FRONTS_LAID) -> Table:
    """The Hacker has won DDOS, has locked nothing, and makes two guesses."""
    table = at(text + "\nplay: ddos", options=options)
    pass_until(table, "guess")
    return table


@pytest.mark.parametrize(("kind", "parts"), [
    ("off", {"kind"}),
    ("notes", {"kind", "answers", "notes", "numbers"}),
    ("answers", {"kind", "answers", "notes", "numbers", "candidates"}),
    ("full", {"kind", "answers", "notes", "numbers", "candidates", "count", "likely", "telling"}),
])
def test_cd_v18_each_aid_tells_more_than_the_one_before(kind: str, parts: set[str]) -> None:
    table = guessing(Options(aid=kind))
    assert set(told(table)) == parts
    assert set(told(table, DEFENDER)) == parts - {"likely", "telling"}, "only who guesses is advised"
    assert told(table)["kind"] == kind


def test_cd_q63_notes_are_what_a_table_has_that_chose_nothing_and_old_games_keep_the_full_aid() -> None:
    assert cyber_defense().options["aid"] == "notes"
    assert game_named("cyber defense", {}, 1).options["aid"] == "full"


def test_cd_v20_an_aid_changes_neither_choices_nor_answers() -> None:
    """The same game under every aid, and the same cards, questions and answers at each step."""
    for seed in range(2):
        games = [at_random(cyber_defense(Options(aid=kind)).start(2, seed), seed) for kind in AIDS]
        for tables in zip(*games, strict=True):
            first = tables[0]
            for table in tables[1:]:
                assert (table.face, table.zones, table.slates, table.tallies) == (
                    first.face, first.zones, first.slates, first.tallies)
                assert [list(decision) for decision in table.pending] == [list(decision) for decision in first.pending]


@pytest.mark.parametrize("kind", AIDS)
def test_cd_v20_an_aid_tells_nothing_that_a_side_could_not_work_out(kind: str) -> None:
    """In another world that the side cannot tell apart it says the same."""
    game = cyber_defense(Options(aid=kind))
    compared = 0
    for seed in range(3):
        for table in [each.clone() for each in at_random(game.start(2, seed), seed)][::9]:
            for side in range(table.sides):
                view = View(table, side)
                world = imagined(view, Random(seed))
                compared += world.face != table.face
                assert aid(View(world, side)) == aid(view)
    assert compared > 20


def test_cd_v21_off_tells_nothing_of_the_password() -> None:
    table = guessing(Options(aid="off"))
    guess(table, "3@1")
    assert told(table) == {"kind": "off"}


def test_cd_v22_notes_say_of_each_digit_what_was_answered_there() -> None:
    """The password is that of CD-W07."""
    table = guessing(Options())
    guess(table, "13@2")
    guess(table, "3@3")
    assert told(table)["notes"]["2"] == ["not 13"]
    assert told(table)["notes"]["3"] == ["not 3"]
    assert told(table)["notes"]["4"] == []
    assert told(table)["numbers"] == {"13": 0, "3": 2}
    assert told(table)["answers"][-2:] == ["13@2 n=0", "3@3 n=2 sideways"]
    assert told(table, DEFENDER)["notes"] == told(table)["notes"]


@pytest.mark.parametrize(("what", "note"), [
    ("9V@2", ["9", "not V"]), ("5K@2", ["not 5", "K"]), ("5T@2", ["not 5", "not T"]), ("13K@2", ["not 13", "K"]),
    ("13S@2", ["not 13", "not S"]),
])
def test_cd_v22_notes_of_an_upgraded_digit_speak_of_value_and_domain(what: str, note: list[str]) -> None:
    """The guesses of CD-W13."""
    table = guessing(Options(), UPGRADED)
    guess(table, what)
    assert told(table)["notes"]["2"] == note


@pytest.mark.parametrize(("options", "what", "note"), [
    (Options(upgraded_value_only="sideways"), "9V@2", ["not V"]),
    (Options(upgraded_value_only="sideways"), "5T@2", ["not T"]),
    (Options(suit_mark_when_value_absent=False), "13K@2", ["not 13"]),
    (Options(count_includes_revealed=False), "5T@2", ["not 5", "not T"]),
])
def test_cd_v22_notes_follow_the_options_by_which_guesses_are_answered(
    options: Options, what: str, note: list[str],
) -> None:
    """CD-V12 to CD-V14: less is told, so less is noted, and never something false."""
    table = guessing(options, UPGRADED)
    guess(table, what)
    assert told(table)["notes"]["2"] == note


def test_cd_v22_the_number_of_a_value_is_that_of_all_six_digits_whatever_is_counted() -> None:
    """CD-V12: 3K is revealed, and the answer counts only the other three."""
    text = FRONTS_LAID.replace(row("3K 8S 6T 3V 2K 11S").strip(), "") + row("3K/r 8S 6T 3V 2K 11S")
    for counts, answer in ((True, "n=2 miss sideways"), (False, "n=1 miss sideways")):
        table = guessing(Options(count_includes_revealed=counts), text)
        assert guess(table, "3@3") == answer
        assert told(table)["numbers"] == {"3": 2}


def test_cd_v23_answers_exclude_what_contradicts_them_and_count_no_other_card() -> None:
    """No 13 anywhere, a 3 at two digits; 12K lies open in MitM, and still counts as possible."""
    table = guessing(Options(aid="answers"))
    guess(table, "13@2")
    guess(table, "3@3")
    can_be = told(table)["candidates"]
    assert not any(card.startswith("13") for cards in can_be.values() for card in cards)
    assert not any(card in can_be["3"] for card in ("3K", "3S", "3T", "3V"))
    assert "12K" in can_be["2"]
    assert "count" not in told(table)
    full = guessing(Options(aid="full"))
    assert "12K" not in told(full)["candidates"]["2"]


def test_cd_v23_a_revealed_digit_is_counted() -> None:
    text = FRONTS_LAID.replace(row("3K 8S 6T 3V 2K 11S").strip(), "") + row("3K/r 8S 6T 3V 2K 11S")
    table = guessing(Options(aid="answers"), text)
    assert all("3K" not in cards for cards in told(table)["candidates"].values())
    assert set(told(table)["candidates"]) == {str(position) for position in range(1, 7)} - {
        str(position) for position, back in enumerate(PASSWORD.of(table, DEFENDER), 1) if REVEALED.get(table, back)}


@pytest.mark.parametrize("options", [
    Options(), Options(upgraded_value_only="sideways"), Options(suit_mark_when_value_absent=False),
    Options(count_includes_revealed=False),
    Options(upgraded_value_only="sideways", suit_mark_when_value_absent=False, count_includes_revealed=False),
])
def test_cd_v24_no_aid_ever_excludes_the_true_card_and_each_allows_what_a_fuller_one_does(options: Options) -> None:
    """Notes are looser than answers, those than all cards; the truth is among them at every moment."""
    seen = 0
    for seed in range(4):
        for table in random_game(seed, options)[::7]:
            view = View(table, HACKER)
            noted, answers, all_cards = notes(view), candidates(by_answers(view)), candidates(by_all_cards(view))
            for position, back in enumerate(PASSWORD.of(table, DEFENDER), 1):
                if not REVEALED.get(table, back):
                    allowed = {code(number) for number in range(52) if noted[position].cards >> number & 1}
                    assert code(table.face[back]) in all_cards[position]
                    assert set(all_cards[position]) <= set(answers[position]) <= allowed
                    seen += 1
    assert seen > 100


def test_cd_v24_the_full_aid_of_who_knows_the_password_counts_what_everybody_has_seen() -> None:
    table = guessing(Options(aid="full"))
    assert told(table, DEFENDER)["count"] > told(table)["count"], "the Hacker's own cards are counted for the Hacker"
    assert told(table, DEFENDER)["candidates"] == told(table, 2)["candidates"]
    assert len(told(table)["likely"]) == len(told(table)["telling"]) == 6
    best, chance = told(table)["likely"][0]
    assert 0 < chance < 1
    position = int(best.partition("@")[2])
    values = [card[:-1] for card in told(table)["candidates"][str(position)]]
    assert best.partition("@")[0] in values
