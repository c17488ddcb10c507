"""Cyber Defense: the worked examples CD-W01 to CD-W24.

The chances of CD-W19 are worked out here by trying everything; tests/test_password.py has them from counting.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from techdeck.cards import code, face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import draw
from techdeck.games.cyber_defense import (
    DECK,
    DEFENDER,
    DISCARD,
    GUESSED,
    GUESSES,
    HACKER,
    HAND,
    PASSWORD,
    ROUND,
    USED,
    USES,
    Options,
)
from techdeck.position import play, written
from techdeck.table import IllegalAction, Table
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    NOTHING,
    SETTLE,
    WHOLE_ROUND,
    at,
    codes,
    flipped,
    front,
    guess,
    guesses_made,
    known,
    row,
    seen_by,
    settling,
    sideways,
    statuses,
    told,
    winners,
)
from tests.rulebook.tables import asked, choices, deck, knowers, lies, offered, place_of, these

# Phish


def test_cd_w01_the_highest_card_wins_phish_and_a_lower_one_is_ignored() -> None:
    table = settling(front("phish", "13T", "10S 4K") + row("3K 8S/l 6T/u 3V 2K 11S/r"), "phish")
    assert winners(table) == "H--"
    assert (asked(table), offered(table)) == (["1 uncover"], ["1", "2", "4", "5"])  # pass is not offered
    play(table, 1, "4")
    assert (statuses(table), seen_by(table, HACKER)) == ("nlurnr", "?? ?? ?? 3V ?? 11S")
    assert guess(table, "1@1") == "n=0 miss"
    assert asked(table) == ["1 guess"]
    assert guess(table, "1@2") == "n=0 miss"
    assert table.is_over


def test_cd_w02_the_defender_wins_phish_may_unlock_and_leaves_one_guess() -> None:
    table = settling(front("phish", "7K", "12V") + row("3K 8S/l 6T 3V 2K/l 11S"), "phish")
    assert winners(table) == "D--"
    assert (asked(table), offered(table)) == (["2 unlock"], ["2", "5", "pass"])
    play(table, 2, "5")
    assert statuses(table) == "nlnnnn"
    assert guesses_made(table) == ["1 guess"]


# MitM


def test_cd_w03_25_against_16_gives_exactly_four_guesses() -> None:
    table = settling(front("mitm", "12K 8S 5T", "3K 6V 7S") + row("4K 9S 11T 4V 1K 13V"), "mitm")
    assert winners(table) == "-H-"
    assert guesses_made(table) == ["1 guess"] * 4


def test_cd_w04_17_against_21_gives_no_guess() -> None:
    table = settling(front("mitm", "13K 2S 2T", "7V 4K 10S"), "mitm")
    assert winners(table) == "-D-"
    assert table.is_over
    assert GUESSED.get(table) == 0


# DDOS


def test_cd_w05_two_low_pairs_beat_one_card_left_over() -> None:
    table = settling(front("ddos", "2S 2V", "3K 4T 6S") + row("3S 8S 6T 3V 2K/l 11S"), "ddos")
    assert winners(table) == "--H"
    assert "DDOS: 2S beats 3K, 2V beats 4T, 6S is left over. 2 to 1. Ann wins DDOS." in told(table)
    assert (asked(table), offered(table)) == (["1 lock"], ["1", "2", "3", "4", "6", "pass"])
    play(table, 1, "2")
    assert statuses(table) == "nlnnln"
    assert guesses_made(table) == ["1 guess"] * 2


def test_cd_w06_one_win_each_as_many_cards_and_the_lowest_card_decides() -> None:
    table = settling(front("ddos", "3S 5V", "2K 9T") + row("3K 8S 6T 3V 2S/l 11S"), "ddos")
    assert winners(table) == "--D"
    assert "DDOS: 2K beats 3S, 5V beats 9T. 1 to 1, as many cards, and 2K is lowest. Bob wins DDOS." in told(table)
    assert (asked(table), offered(table)) == (["2 upgrade"], ["1", "2", "3", "4", "6", "pass"])
    play(table, 2, "6")
    assert statuses(table) == "nnnnlu"
    assert guesses_made(table) == ["1 guess"]


# Guesses

FOUR_GUESSES = front("mitm", "12K 12S 12V", "1K 2S 1T")  # the Hacker wins MitM


def test_cd_w07_none_two_turned_sideways_and_a_hit() -> None:
    table = settling(FOUR_GUESSES + row("3K 8S 6T 3V 2K 11S"), "mitm")
    assert guess(table, "13@2") == "n=0 miss"
    assert (sideways(table), flipped(table), statuses(table)) == ([], [], "nnnnnn")
    assert guess(table, "3@3") == "n=2 miss sideways"
    assert (sideways(table), flipped(table)) == ([3], [])
    assert guess(table, "2@5") == "n=1 hit"
    assert (statuses(table), seen_by(table, HACKER)) == ("nnnnrn", "?? ?? ?? ?? 2K ??")


# Develop

W08 = """
    hand 1: 1K 3S 4T 5V 6K 8S 9T 10V 12K 13S
    mitm 1: 2V 7T
    hand 2: 1S 2S 3T 4V 5K 6S 8T 9V 10K 12S
    mitm 2: 7S 11S
    play: develop
"""


def develop(table: Table, *plays: str) -> None:
    """The Hacker plays these cards; the Defender answers each with the first choice."""
    for choice in plays:
        play(table, 1, choice)
        table.act(1, next(iter(table.pending[0])))


@pytest.mark.parametrize("dealt_counts", [False, True])
def test_cd_w08_how_many_plays_are_legal_towards_the_end_of_develop(dealt_counts: bool) -> None:
    table = at(W08, options=Options(mitm_dealt_counts_for_minimum=dealt_counts))
    develop(table, *[f"{card} to DDOS" for card in ("13S", "12K", "10V", "9T", "8S", "6K")])
    assert choices(table) == 4 * 3
    develop(table, "5V to DDOS")
    if dealt_counts:
        assert choices(table) == 9
        return
    assert offered(table) == sorted(f"{card} to {name}" for card in ("1K", "3S", "4T") for name in ("Phish", "MitM"))
    develop(table, "4T to Phish")
    assert offered(table) == ["1K to MitM", "3S to MitM"]
    develop(table, "3S to MitM")
    assert table.is_over
    assert (written(table, "phish 1"), written(table, "mitm 1")) == ("4T", "2V 7T 3S")
    assert written(table, "ddos 1") == "13S 12K 10V 9T 8S 6K 5V"
    assert written(table, "hand 1") == "1K"


# Ties


def test_cd_w09_of_equal_values_the_higher_domain_wins_phish_and_nobody_is_asked_to_unlock() -> None:
    table = settling(front("phish", "11T 2K", "11V") + row("3K 8S 6T 3V 2S 11S"), "phish")
    assert winners(table) == "D--"
    assert asked(table) == ["1 guess"]
    assert guesses_made(table) == ["1 guess"]


@pytest.mark.parametrize(("hacker", "defender", "winner", "words"), [
    ("13K 5S 2T", "9V 8T 3K", "-H-", "MitM: 20 against 20, and 13K is highest. Ann wins MitM."),
    ("12S 6T 4K", "12T 7K 3S", "-D-", "MitM: 22 against 22, and 12T is highest. Bob wins MitM."),
    ("12K 12S 1T", "12T 10K 3K", "-D-", "MitM: 25 against 25, and 12T is highest. Bob wins MitM."),
])
def test_cd_w10_equal_totals_in_mitm(hacker: str, defender: str, winner: str, words: str) -> None:
    table = settling(front("mitm", hacker, defender) + row("4V 9S 11T 4S 1K 13V"), "mitm")
    assert winners(table) == winner
    assert words in told(table)


@pytest.mark.parametrize(("surplus", "winner", "count"), [("per_card", "--D", "2 to 2"), ("single", "--H", "2 to 1")])
def test_cd_w11_every_card_left_over_counts_or_all_together_once(surplus: str, winner: str, count: str) -> None:
    table = settling(front("ddos", "1K 2K", "3S 4S 5S 6S") + row("3K 8S 6T 3V 2S 11S"), "ddos",
                     ddos_surplus=surplus)
    assert winners(table) == winner
    assert any(count in words for words in told(table))


@pytest.mark.parametrize(("alignment", "winner", "words"), [
    ("low", "--D", "DDOS: 1K beats 2S, 3V beats 9T, 10K is left over. 2 to 1. Bob wins DDOS."),
    ("high", "--H", "DDOS: 9T beats 10K, 1K beats 3V, 2S is left over. 2 to 1. Ann wins DDOS."),
])
def test_cd_w12_which_ends_of_ddos_meet(alignment: str, winner: str, words: str) -> None:
    table = settling(front("ddos", "1K 9T", "2S 3V 10K") + row("3K 8S 6T 12V 2K 11S"), "ddos",
                     ddos_alignment=alignment)
    assert winners(table) == winner
    assert words in told(table)


# Upgraded digits, counting, marks


@pytest.mark.parametrize(("guessed", "answer"), [
    ("9K@2", "n=1 hit"), ("9V@2", "n=1 miss"), ("5K@2", "n=2 miss sideways flip"), ("5T@2", "n=2 miss sideways"),
    ("13K@2", "n=0 miss flip"), ("13S@2", "n=0 miss"),
])
def test_cd_w13_guesses_at_an_upgraded_digit(guessed: str, answer: str) -> None:
    table = settling(front("mitm", "12K 12S 12V", "1K 2S 1T") + row("5S 9K/u 5V 12T 1S 7K"), "mitm")
    assert guess(table, guessed) == answer
    assert sideways(table) == ([2] if "sideways" in answer else [])
    assert flipped(table) == ([2] if "flip" in answer else [])
    assert statuses(table) == ("nrnnnn" if "hit" in answer else "nunnnn")
    assert seen_by(table, HACKER) == ("?? 9K ?? ?? ?? ??" if "hit" in answer else "?? ?? ?? ?? ?? ??")


W14 = FOUR_GUESSES + row("3K/r 10S 7V 6T 10T 1V")


def test_cd_w14_the_number_counts_revealed_digits_and_marks_stay() -> None:
    table = settling(W14, "mitm")
    assert guess(table, "3@4") == "n=1 miss sideways"
    assert sideways(table) == [4]
    assert guess(table, "10@4") == "n=2 miss sideways"
    assert sideways(table) == [4]
    assert GUESSES.get(table) == 2
    assert guess(table, "10@4") == "n=2 miss sideways"
    assert (sideways(table), GUESSES.get(table)) == ([4], 1)
    assert guess(table, "10@2") == "n=2 hit"
    assert seen_by(table, HACKER) == "3K 10S ?? ?? ?? ??"


def test_cd_w14_the_option_counts_hidden_digits_only() -> None:
    table = settling(W14, "mitm", count_includes_revealed=False)
    assert guess(table, "3@4") == "n=0 miss"
    assert sideways(table) == []


@pytest.mark.parametrize(("digits", "legal"), [
    ("3K/r 10S/u 7V/l 6T 10T/r 1V", ["3", "4", "6"]),
    ("3K/r 10S/u 7V/r 6T/r 10T/r 1V/u", ["2", "6"]),
    ("3K/r 10S/u 7V/l 6T/r 10T/r 1V/r", ["3"]),
])
def test_cd_w15_which_digits_phish_may_reveal(digits: str, legal: list[str]) -> None:
    table = settling("round: 3\n" + front("phish", "13T", "10K 4K") + row(digits), "phish")
    assert (asked(table), offered(table)) == (["1 uncover"], legal)


# Effects


def test_cd_w16_a_step_of_effects() -> None:
    table = at("""
        first: 1
        round: 1
        hand 1: 7V
        mitm 1: 9K 13S 4V
        hand 2: 1T
        mitm 2: 6T 2K 10S
        phish 1: 5S
        phish 2: 3T
        ddos 1: 5K
        ddos 2: 1K 8V
        deck: 12V 9T 11S
        play: effects, mitm
    """ + row("3K 8S 6K 3V 2S 12S"), texts={"13S": PROGRAMS["13S"].rule})
    table.log = []
    assert (asked(table), offered(table)) == (["1 use"], these("13S 4V pass"))
    play(table, 1, "13S", "ddos 2 #1")
    assert (place_of(table, "1K"), knowers(table, "1K")) == ("discard", [1, 2, 3])
    assert written(table, "ddos 2") == "12V 8V"
    assert knowers(table, "12V") == [2]
    assert asked(table) == ["1 play"]
    play(table, 1, "7V to Phish")
    assert (written(table, "phish 1"), knowers(table, "7V")) == ("5S 7V", [1])
    assert (asked(table), offered(table)) == (["2 use"], these("6T 2K 10S pass"))
    play(table, 2, "pass")
    assert (asked(table), offered(table)) == (["1 use"], these("4V pass"))
    play(table, 1, "pass")
    assert (written(table, "hand 1"), written(table, "hand 2")) == ("", "1T")
    assert "MitM: 26 against 18. Ann wins MitM." in told(table)
    assert asked(table) == ["1 guess"]


def test_cd_w17_the_hacker_can_win_inside_phish() -> None:
    table = settling(
        "round: 2\nfirst: 2\n" + front("phish", "8T", "7V 3S") + front("mitm", "10V 10S", "5T 5V")
        + front("ddos", "1K 1S", "12K 12S") + row("6K/r 4S/r 11T/r 2V/u 9S/r 13K/r"), f"{SETTLE}, prepare, develop")
    assert (asked(table), offered(table)) == (["1 uncover"], ["4"])
    play(table, 1, "4")
    assert table.is_over
    assert table.game.winners(table) == [HACKER]
    assert statuses(table) == "rrrrrr"
    assert (winners(table), GUESSED.get(table)) == ("H--", 0)
    assert [knowers(table, card) for card in ("1K", "1S", "12K", "12S")] == [[1], [1], [2], [2]]


def test_cd_w18_statuses_through_rounds() -> None:
    table = settling(
        "expelled: W1 W2\nrest: deck\nround: 2\nfirst: 2\n" + front("phish", "8T", "8V 3S")
        + front("mitm", "5T 5V", "11V 11S") + front("ddos", "12K 12S", "1T 1S")
        + row("4K 10V/l 7S 12T 1K/r 9S"), SETTLE)
    assert (asked(table), offered(table)) == (["2 unlock"], ["2", "pass"])
    play(table, 2, "2")
    assert guess(table, "4@1") == "n=1 hit"
    assert winners(table) == "DDD"
    assert GUESSED.get(table) == 1
    assert (asked(table), offered(table)) == (["2 upgrade"], ["2", "3", "4", "6", "pass"])
    play(table, 2, "2")
    with pytest.raises(IllegalAction):
        guess(table, "10@2")
    assert guess(table, "10S@2") == "n=1 miss"
    assert (sideways(table), flipped(table), statuses(table)) == ([], [], "runnrn")
    assert sorted(code(number) for number in known(table).cards(2)) == these("10K 10T 10V")
    assert table.is_over

    third = settling("round: 3\n" + front("phish", "13T", "10K") + row("4K/r 10V/u 7S 12T 1K/r 9S"), "phish")
    assert (asked(third), offered(third)) == (["1 uncover"], ["3", "4", "6"])
    third = settling("round: 3\n" + front("ddos", "2T", "10K") + row("4K/r 10V/u 7S/r 12T 1K/r 9S"), "ddos")
    assert (asked(third), offered(third)) == (["1 lock"], ["4", "6", "pass"])


# What the Hacker knows

Candidate = tuple[str, str]  # the cards at 2 and 5
W19_UNSEEN = "4K 4T 9S 9V 12K"
W19_REVEALED = ("7S", "3V", "13K", "10T")


def w19(upgraded: str = "", guesses: tuple[str, ...] = ()) -> Table:
    """Digit 2 is 12K and digit 5 is 9V; the other three unseen cards are the deck."""
    digits = ["7S/r", "12K", "3V/r", "13K/r", "9V", "10T/r"]
    digits = [digit + "/u" * (str(position) in upgraded) for position, digit in enumerate(digits, 1)]
    table = settling(
        "expelled: W1 W2\ndeck: 4K 4T 9S\nrest: discard\n" + front("mitm", "13S 13T", "1K 1S") + row(" ".join(digits)),
        "mitm")
    for guessed in guesses:
        guess(table, guessed)
    return table


def candidates(table: Table) -> frozenset[Candidate]:
    """By asking for every pair of unseen cards."""
    knowledge = known(table)
    return frozenset(pair for pair in permutations(W19_UNSEEN.split(), 2)
                     if knowledge.allows([face(card) for card in pair]))


def test_cd_w19_what_one_answer_tells() -> None:
    table = w19()
    assert codes(known(table).allowed[0]) == sorted(W19_UNSEEN.split(), key=face)
    assert known(table).count == len(candidates(table)) == 20
    assert guess(table, "9@2") == "n=1 miss sideways"
    after = known(table)
    assert codes(after.allowed[0]) == ["4K", "12K", "4T"]
    assert after.totals[9] == 1
    assert sorted(code(number) for number in after.cards(5)) == ["9S", "9V"]
    assert after.count == len(candidates(table)) == 6


def value_of(card: str) -> int:
    return int(card[:-1])


def answered(pair: Candidate, place: int, value: int, domain: str) -> tuple[object, ...]:
    """By the rules CD-R93 to CD-R99 themselves, with the card if it is revealed."""
    card = pair[place]
    number = sum(value_of(other) == value for other in (*W19_REVEALED, *pair))
    is_value = value_of(card) == value
    is_hit = is_value and domain in ("", card[-1])
    return number, card if is_hit else "", number > 0 and not is_value, not is_value and domain == card[-1]


@cache
def best_chance(pairs: frozenset[Candidate], hidden: str, upgraded: str, guesses: int) -> Fraction:
    """With the best guesses, for all candidates as likely; by trying every guess."""
    if not hidden:
        return Fraction(1)
    if guesses < len(hidden):
        return Fraction(0)
    best = Fraction(0)
    for place in map(int, hidden):
        for value in (4, 9, 12, 2):  # any other value is as good as 2
            for domain in ("K", "S", "T", "V") if str(place) in upgraded else ("",):
                by_answer: dict[tuple[object, ...], set[Candidate]] = {}
                for pair in pairs:
                    by_answer.setdefault(answered(pair, place, value, domain), set()).add(pair)
                if len(by_answer) == 1 and not next(iter(by_answer))[1]:
                    continue  # nothing is learned
                chance = Fraction(0)
                for answer, left in by_answer.items():
                    rest = hidden.replace(str(place), "") if answer[1] else hidden
                    then = best_chance(frozenset(left), rest, upgraded, guesses - 1)
                    chance += Fraction(len(left), len(pairs)) * then
                best = max(best, chance)
    return best


@pytest.mark.parametrize(("upgraded", "guesses", "chance"), [
    ("", 1, "0"), ("", 2, "2/3"), ("", 3, "1"), ("5", 2, "1/3"), ("5", 3, "1"), ("2", 2, "1/3"), ("2", 3, "1"),
    ("25", 2, "1/6"), ("25", 3, "2/3"), ("25", 4, "1"),
])
def test_cd_w19_the_best_chance_to_crack_from_six_candidates(upgraded: str, guesses: int, chance: str) -> None:
    pairs = candidates(w19(guesses=("9@2",)))
    places = upgraded.replace("2", "0").replace("5", "1")
    assert best_chance(pairs, "01", places, guesses) == Fraction(chance)


@pytest.mark.parametrize(("guesses", "chance"), [(2, "3/10"), (3, "4/5"), (4, "1")])
def test_cd_w19_the_best_chance_to_crack_from_twenty_candidates(guesses: int, chance: str) -> None:
    assert best_chance(candidates(w19()), "01", "", guesses) == Fraction(chance)


def test_cd_w19_one_guess_at_an_upgraded_digit_can_tell_two_things() -> None:
    answers = known(w19("5", ("9@2",))).answers()[5, 4, 2]
    assert answers == {  # whether digit 2 is a 4, and whether digit 5 is 9S
        (1, False, True, True): 2, (1, False, True, False): 2, (0, False, False, True): 1, (0, False, False, False): 1,
    }


# A whole round

W20 = """
    first: 1
    round: 1
    hand 1: 13V 7T 12K 10K 6T 1K 1S 2K 4S 3V
    mitm 1: 9T 2V
    hand 2: 13S 5T 12T 10S 9V 1V 2T 4K 7K 8S
    mitm 2: 5K 12S
    expelled: {expelled}
    rest: deck
""" + row("8K 3T 11V 3S 6V 13K")


def w20(phases: str, expelled: str = "W1 W2", seed: int = 0) -> Table:
    """To the first choice after Develop and Effects."""
    table = at(W20.format(expelled=expelled) + f"play: {phases}", seed=seed)
    hacker = ["13V Phish", "7T Phish", "12K MitM", "10K MitM", "6T MitM", "1K DDOS", "1S DDOS", "2K DDOS", "4S DDOS"]
    defender = ["13S Phish", "5T Phish", "12T MitM", "10S MitM", "9V MitM", "1V DDOS", "2T DDOS", "4K DDOS", "7K DDOS"]
    for mine, theirs in zip(hacker, defender, strict=True):
        play(table, 1, mine.replace(" ", " to "))
        play(table, 2, theirs.replace(" ", " to "))
    play(table, 1, "pass")
    play(table, 2, "pass")
    return table


def settle_w20(table: Table) -> None:
    play(table, 1, "5")
    guess(table, "3@1")
    guess(table, "3@2")
    play(table, 1, "3")
    guess(table, "8@1")
    guess(table, "3@4")


def test_cd_w20_a_whole_round() -> None:
    table = w20(WHOLE_ROUND)
    table.log = []
    assert winners(table) == "H--"
    assert asked(table) == ["1 uncover"]
    play(table, 1, "5")
    assert seen_by(table, HACKER) == "?? ?? ?? ?? 6V ??"
    assert len(codes(known(table).allowed[0])) == 52 - 19 - 1
    assert guess(table, "3@1") == "n=2 miss sideways"
    assert guess(table, "3@2") == "n=2 hit"
    assert winners(table) == "HDH"
    assert "MitM: 48 against 39. Bob wins MitM." in told(table)
    assert "DDOS: 1K beats 1V, 1S beats 2T, 2K beats 4K, 4S beats 7K. 4 to 0. Ann wins DDOS." in told(table)
    assert asked(table) == ["1 lock"]
    play(table, 1, "3")
    assert guess(table, "8@1") == "n=1 hit"
    assert guess(table, "3@4") == "n=2 hit"
    assert table.is_over
    assert statuses(table) == "rrlrrn"
    assert GUESSED.get(table) == 4


def test_cd_w20_what_the_hacker_knows_after_it() -> None:
    table = w20(WHOLE_ROUND)
    settle_w20(table)
    knowledge = known(table)
    assert knowledge.positions == (3, 6)
    assert [len(codes(cards)) for cards in knowledge.allowed] == [25, 25]
    assert knowledge.count == 21 * 20 == 420
    without = these("3K 8S 8T 8V")
    for position in (3, 6):
        possible = [code(number) for number in knowledge.cards(position)]
        assert sorted(set(codes(knowledge.allowed[0])) - set(possible)) == without


@pytest.mark.parametrize(("expelled", "shuffled", "left"), [("W1 W2", 46, 22), ("W1 W2 11S", 45, 21)])
def test_cd_w21_prepare_after_that_round(expelled: str, shuffled: int, left: int) -> None:
    table = w20(f"{WHOLE_ROUND}, prepare, develop", expelled)
    settle_w20(table)
    assert (asked(table), ROUND.get(table)) == (["2 develop"], 2)
    sizes = [len(lies(table, place)) for place in ("hand 1", "hand 2", "mitm 1", "mitm 2", "deck", "discard")]
    assert sizes == [10, 10, 2, 2, left, 0]
    assert sum(sizes) == shuffled
    assert (statuses(table), sideways(table)) == ("rrlrrn", [1])
    assert written(table, "password 2") == "8K 3T 11V 3S 6V 13K"
    hidden = PASSWORD.of(table, DEFENDER)[2]
    possible = [codes(table.row(side)[hidden]) for side in range(3)]
    assert "8S" in possible[HACKER]  # for all the Hacker has seen; the answers say otherwise
    assert "3V" not in possible[HACKER]
    assert {"8S", "3V"} <= set(possible[2])  # a spectator has seen neither
    assert possible[DEFENDER] == ["11V"]


def test_cd_w21_the_kept_cards_lie_anywhere_in_the_new_deck() -> None:
    """For the Defender, who has never seen 3V, it is as likely in the Hacker's hand as in the deck."""
    found = set()
    for seed in range(30):
        table = w20(f"{WHOLE_ROUND}, prepare, develop", seed=seed)
        settle_w20(table)
        if knowers(table, "3V") in ([], [1]):
            view = View(table, DEFENDER)
            found.add(place_of(table, "3V"))
            places = {zone.place(owner) for zone, owner, backs in view.places()
                      for back in backs if view.may_be[back] >> face("3V") & 1}
            assert places == {"deck", "hand 1"}
    assert found == {"deck", "hand 1"}


# Guess totals


@pytest.mark.parametrize(("won", "guesses"), [
    ("HHH", 8), ("HHD", 7), ("HDH", 4), ("HDD", 3), ("DHH", 7), ("DHD", 6), ("DDH", 3), ("DDD", 2),
])
def test_cd_w22_guesses_in_a_round_by_winners(won: str, guesses: int) -> None:
    text = ""
    for name, winner, best, worst in zip(("phish", "mitm", "ddos"), won, ("13T", "12K 9S 5T", "1K 2S"),
                                         ("10S", "4K 6V 7S", "5K 6S"), strict=True):
        text += front(name, best, worst) if winner == "H" else front(name, worst, best)
    table = settling(text, SETTLE)
    assert guesses_made(table) == ["1 guess"] * guesses
    assert winners(table) == won


# Passing and reshuffling

W23 = "round: 2\nfirst: 2\nmitm 1: 10V 3S 4T\nmitm 2: 6V 7S 8V\nplay: effects"


def test_cd_w23_a_pass_is_not_final() -> None:
    table = at(W23, texts={"10V": NOTHING, "3S": NOTHING, "6V": NOTHING})
    table.log = []
    for seat, choice in ((2, "pass"), (1, "10V"), (2, "6V"), (1, "3S"), (2, "pass")):
        assert asked(table) == [f"{seat} use"]
        play(table, seat, choice)
    assert table.is_over
    assert USES.of(table) == [2, 1]
    passed = [words for words in told(table) if "uses no effect" in words]
    assert passed == ["Bob uses no effect.", "Bob uses no effect.", "Ann uses no effect."]


def test_cd_w23_with_the_option_the_first_pass_ends_the_uses_of_that_player() -> None:
    table = at(W23, options=Options(effect_pass="final"))
    for seat, choice in ((2, "pass"), (1, "10V"), (1, "3S")):
        assert asked(table) == [f"{seat} use"]
        play(table, seat, choice)
    assert table.is_over
    assert USES.of(table) == [2, 0]
    assert [USED.get(table, face(card)) > 0 for card in ("10V", "3S", "4T")] == [True, True, False]


def drawn(discard: str, seed: int) -> Table:
    table = at(f"mitm 1: 10V\ndeck: 9S\ndiscard: {discard}\nplay: effects", texts={"10V": draw(3).rule}, seed=seed)
    play(table, 1, "10V")
    return table


def test_cd_w24_a_deck_that_is_too_short_is_shuffled_together_with_the_discard() -> None:
    found = set()
    for seed in range(40):
        table = drawn("2V 12S 4V 5K 6T", seed)
        assert [len(zone.of(table)) for zone in (DECK, DISCARD, HAND)] == [3, 0, 3]
        assert sorted([*lies(table, "hand 1"), *deck(table)]) == these("9S 2V 12S 4V 5K 6T")
        found.add(place_of(table, "9S"))
    assert found == {"hand 1", "deck"}  # it was mixed in before the first card was drawn


def test_cd_w24_as_many_are_drawn_as_there_are() -> None:
    table = drawn("2V", 0)
    assert [len(zone.of(table)) for zone in (DECK, DISCARD)] == [0, 0]
    assert lies(table, "hand 1") == these("9S 2V")
