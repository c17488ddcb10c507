"""Cyber Defense: guesses and their answers, CD-R90 to CD-R102 and CD-Q37 to CD-Q44."""

import pytest

from techdeck.cards import LETTERS
from techdeck.games.cyber_defense import ANSWERS, DEFENDER, GUESSED, GUESSES, HACKER
from techdeck.position import play, written
from techdeck.table import PASS, IllegalAction, Table
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    at,
    codes,
    flipped,
    front,
    guess,
    known,
    random_game,
    row,
    seen_by,
    settling,
    sideways,
    statuses,
    told,
)
from tests.rulebook.tables import asked, choices, offered

FOUR = front("mitm", "12K 12S 12V", "1K 2S 1T")  # the Hacker wins MitM
MIXED = "3K 8S/l 6T/u 3V 2K/r 11T/u"


def guessing(digits: str = MIXED, extra: str = "") -> Table:
    """The Hacker has four guesses."""
    return settling(FOUR + row(digits) + extra, "mitm")


# What can be guessed


def test_cd_r90_a_value_at_a_normal_or_locked_digit_value_and_domain_at_an_upgraded_one() -> None:
    table = guessing()
    values = [f"{value}@{position}" for position in (1, 2, 4) for value in range(1, 14)]
    cards = [f"{value}{domain}@{position}" for position in (3, 6) for value in range(1, 14) for domain in "KSTV"]
    assert offered(table) == sorted([*values, *cards])
    assert choices(table) == 3 * 13 + 2 * 52


def test_cd_r90_cd_q37_cd_r82_a_revealed_digit_is_not_guessed_at() -> None:
    table = guessing()
    with pytest.raises(IllegalAction):
        play(table, 1, "2@5")
    guess(table, "3@1")
    with pytest.raises(IllegalAction):
        play(table, 1, "3@1")


def test_cd_r91_a_guess_can_be_repeated_or_known_to_be_wrong() -> None:
    table = guessing()
    before = offered(table)
    assert guess(table, "13@1") == "n=0 miss"
    assert offered(table) == before
    assert guess(table, "13@1") == "n=0 miss"
    assert guess(table, "2@1") == "n=1 miss sideways"  # the only 2 lies open at 5
    assert offered(table) == before


def test_cd_r92_cd_q44_guesses_must_be_made_one_at_a_time_each_answered_at_once() -> None:
    table = guessing()
    for left in (4, 3, 2, 1):
        assert (asked(table), GUESSES.get(table)) == (["1 guess"], left)
        with pytest.raises(IllegalAction):
            table.act(0, PASS)
        guess(table, "13@1")
        assert ANSWERS.of(table) == ["5 revealed", *["13@1 n=0"] * (5 - left)]
    assert table.is_over
    assert GUESSED.get(table) == 4


def test_cd_r92_unused_guesses_lapse_only_when_the_game_ends() -> None:
    table = guessing("3K/r 8S/r 6T/r 3V/r 2K/r 11S")
    guess(table, "11@6")
    assert table.is_over
    assert GUESSED.get(table) == 1
    for seed in range(12):
        for position, after in zip(random_game(seed), random_game(seed)[1:], strict=False):
            if position.pending and position.pending[0].verb == "guess" and GUESSES.get(position) > 1:
                assert after.is_over or after.pending[0].verb == "guess"


# What is answered


def naive_answer(digits: str, position: int, value: int, domain: str) -> str:
    """CD-R93 to CD-R99, by their words."""
    cards = [word.partition("/")[0] for word in digits.split()]
    card = cards[position - 1]
    number = sum(int(other[:-1]) == value for other in cards)
    is_value, is_domain = int(card[:-1]) == value, card[-1] == domain
    is_hit = is_value and (is_domain or not domain)
    words = [f"n={number}", "hit" if is_hit else "miss"]
    if number >= 1 and not is_value:
        words.append("sideways")
    if domain and not is_value and is_domain:
        words.append("flip")
    return " ".join(words)


@pytest.mark.parametrize("digits", [
    MIXED, "5S 9K/u 5V 12T 1S 7K", "4K/u 4S/u 4T/u 4V/l 13K 13V/r", "10K/u 9K/r 8K 7K 6K 5K",
])
def test_cd_r93_to_cd_r100_every_guess_is_answered_as_by_hand(digits: str) -> None:
    start = guessing(digits)
    for choice in start.pending[0]:
        table = start.clone()
        text = start.pending[0].text(start, HACKER, choice)
        named, _, place = text.partition("@")
        domain = named[-1] if named[-1] in LETTERS else ""
        position, value = int(place), int(named.removesuffix(domain))
        answer = guess(table, text)
        assert answer == naive_answer(digits, position, value, domain), text
        assert ANSWERS.of(table) == [*ANSWERS.of(start), f"{text} {answer}".replace(" miss", "")]  # [R100]
        is_hit = "hit" in answer
        assert statuses(table)[position - 1] == ("r" if is_hit else statuses(start)[position - 1])
        assert (seen_by(table, HACKER).split()[position - 1] == "??") is not is_hit
        assert sideways(table) == [position] * ("sideways" in answer)
        assert flipped(table) == [position] * ("flip" in answer)
        assert written(table, "password 2") == written(start, "password 2")


def test_cd_r93_cd_q38_the_number_counts_selected_hidden_and_revealed_digits_alike() -> None:
    digits = "3K/r 3S 3T/u 3V/l 2K 11S"
    assert guess(guessing(digits), "3@2") == "n=4 hit"
    assert guess(guessing(digits), "3@5") == "n=4 miss sideways"
    assert guess(guessing(digits), "3K@3") == "n=4 miss"


def test_cd_r94_cd_q39_cd_q56_the_number_is_always_told_and_the_defender_decides_nothing() -> None:
    table = guessing("3K 3S 6T/u 3V 2K 11S")
    for text, words in (
        ("13@1", "No 13 in the password."), ("3@1", "Three 3s in the password; digit 1 is a hit."),
        ("2@2", "One 2 in the password; digit 2 turns sideways."),
        ("6K@3", "One 6 in the password; digit 3 does not turn."),
    ):
        assert asked(table) == ["1 guess"]
        guess(table, text)
        for side in range(3):
            assert words in told(table, side)
    for seed in range(6):
        for position in random_game(seed):
            if position.game.phase(position) in ("phish", "mitm", "ddos"):
                for decision in position.pending:
                    assert position.side_of(decision.seat) == HACKER or decision.verb in ("unlock", "upgrade")


def test_cd_r95_the_value_alone_reveals_a_normal_or_locked_digit_with_its_domain() -> None:
    for digits in ("3K 8S 6T 3V 2K 11S", "3K 8S/l 6T 3V 2K 11S"):
        table = guessing(digits)
        assert guess(table, "8@2") == "n=1 hit"
        assert (statuses(table), seen_by(table, HACKER), seen_by(table, 2)) == (
            "nrnnnn", "?? 8S ?? ?? ?? ??", "?? 8S ?? ?? ?? ??")


def test_cd_r96_an_upgraded_digit_is_revealed_only_by_value_and_domain() -> None:
    table = guessing("3K 8S/u 6T 3V 2K 11S")
    for wrong in ("8K@2", "7S@2"):
        assert "hit" not in guess(table, wrong)
        assert statuses(table) == "nunnnn"
    assert guess(table, "8S@2") == "n=1 hit"
    assert statuses(table) == "nrnnnn"


@pytest.mark.parametrize(("guessed", "marks"), [
    ("3@1", ([], [])), ("3@2", ([2], [])), ("9@2", ([], [])),  # R97: the value is elsewhere
    ("3T@3", ([3], [3])), ("3K@3", ([3], [])), ("9T@3", ([], [3])), ("9K@3", ([], [])),  # R98, R101
    ("6K@3", ([], [])), ("6T@3", ([], [])),  # R99
])
def test_cd_r97_cd_r98_cd_r99_cd_r101_cd_q40_cd_q41_cd_q42_how_a_digit_turns(
    guessed: str, marks: tuple[list[int], list[int]],
) -> None:
    table = guessing("3K 8S/l 6T/u 3V 2K/r 11S")
    guess(table, guessed)
    assert (sideways(table), flipped(table)) == marks


def test_cd_r99_a_value_only_answer_tells_that_the_value_is_right() -> None:
    """Of all answers only that one has a number, no turn, and no hit."""
    table = guessing("3K 8S 6T/u 3V 2K 11S", "expelled: W1 W2\nrest: deck\n")
    assert guess(table, "6K@3") == "n=1 miss"
    assert codes(known(table).allowed[2]) == ["6S", "6T", "6V"]


def test_cd_r100_cd_q43_marks_go_on_and_never_off() -> None:
    table = guessing("3K 8S 6T/u 3V 2K 11S")
    guess(table, "3T@3")
    for text in ("3T@3", "9K@3", "6S@3"):
        guess(table, text)
        assert (sideways(table), flipped(table)) == ([3], [3])
    assert told(table)[-5] == "Two 3s in the password; digit 3 stays as it is turned."
    for seed in range(8):
        before: tuple[list[int], list[int]] = ([], [])
        for position in random_game(seed):
            now = (sideways(position), flipped(position))
            assert set(before[0]) <= set(now[0])
            assert set(before[1]) <= set(now[1])
            before = now


def test_cd_r100_a_second_mark_can_come_later() -> None:
    table = guessing("3K 8S 6T/u 3V 2K 11S")
    guess(table, "3K@3")
    assert (sideways(table), flipped(table)) == ([3], [])
    guess(table, "9T@3")
    assert (sideways(table), flipped(table)) == ([3], [3])
    assert told(table)[-1] == "No 9 in the password; digit 3 turns upside down."


def test_cd_r100_the_record_is_public() -> None:
    table = guessing("3K 8S 6T/u 3V 2K 11S")
    guess(table, "3T@3")
    guess(table, "8@2")
    for side in range(3):
        assert View(table, side).slates[ANSWERS.number] == ["3T@3 n=2 sideways flip", "8@2 n=1 hit"]


def test_cd_r102_nothing_else_is_told() -> None:
    """Two passwords with the same values and other domains give the same answers and words."""
    heard = []
    for digits in ("3K 8S 6T 3V 2K 11S", "3S 8V 6K 3T 2T 11K"):
        table = guessing(digits)
        answers = [guess(table, text) for text in ("3@2", "13@3", "6@1", "2@6")]
        heard.append((answers, told(table, HACKER), sideways(table), flipped(table), seen_by(table, HACKER)))
    assert heard[0] == heard[1]


def test_cd_r102_a_miss_tells_only_of_the_value_at_a_normal_digit() -> None:
    table = guessing("3K 8S 6T 3V 2K 11S", "expelled: W1 W2\nrest: deck\n")
    before = codes(known(table).allowed[1])
    guess(table, "3@2")
    assert codes(known(table).allowed[1]) == [card for card in before if card[:-1] != "3"]


def test_cd_q58_cd_r83_a_digit_upgraded_after_a_mark_keeps_it() -> None:
    text = front("phish", "12K", "1K") + front("ddos", "2S", "1T") + row("3K 8S 6T 3V 2K 11S")
    table = settling(text, "phish, ddos")
    play(table, 1, "1")
    guess(table, "3@3")
    guess(table, "6@4")
    assert sideways(table) == [3, 4]
    play(table, 2, "3")
    assert (statuses(table), sideways(table)) == ("rnunnn", [3, 4])
    assert len([choice for choice in offered(table) if choice.endswith("@3")]) == 52
    assert guess(table, "9T@3") == "n=0 miss flip"
    assert (sideways(table), flipped(table)) == ([3, 4], [3])


def test_cd_q57_talk_is_no_action() -> None:
    """Nobody is ever asked to say or to show something outside the texts of cards."""
    for seed in range(6):
        for position in random_game(seed):
            if position.game.phase(position) != "effects":
                verbs = {decision.verb for decision in position.pending}
                assert verbs <= {"develop", "uncover", "unlock", "lock", "upgrade", "guess"}
    table = at("hand 2: 1T\n" + row("3K 8S 6T 3V 2K 11S"))
    assert View(table, HACKER).asked == View(table, DEFENDER).asked == []
