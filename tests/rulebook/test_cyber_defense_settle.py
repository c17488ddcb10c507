"""Cyber Defense: settling the fronts, statuses of digits and the end, CD-R40 to CD-R84 and CD-E01 to CD-E06."""

from itertools import pairwise, permutations
from random import Random

import pytest

from techdeck.cards import LETTERS, code
from techdeck.effects import exchange
from techdeck.games.cyber_defense import ANSWERS, DEFENDER, GUESSED, GUESSES, HACKER, ROUND, rank
from techdeck.position import play
from techdeck.rules import do
from techdeck.table import PASS, IllegalAction, Table, become, changed, shift
from tests.rulebook.cyber_tables import (
    FRONTS_LAID,
    SETTLE,
    at,
    front,
    guess,
    guesses_made,
    known,
    pass_until,
    random_game,
    row,
    seen_by,
    settling,
    statuses,
    told,
    winners,
)
from tests.rulebook.tables import asked, back_of, knowers, lies, offered

ORDINARY = row("3K 8S 6T 3V 2K 11S")


# Common rules


def test_cd_r40_cd_q33_each_front_is_settled_completely_before_the_next() -> None:
    for hacker_wins in (True, False):
        text = "\n".join(front(name, *((best, worst) if hacker_wins else (worst, best))) for name, best, worst in (
            ("phish", "13T", "10S"), ("mitm", "12K 9S 5T", "4K 6V 7S"), ("ddos", "1K 2S", "5K 6S")))
        table = settling(text + row("4V 8S/l 6T 3V 9K 11S"), SETTLE)
        order = []
        while table.pending:
            order.append(f"{asked(table)[0]} {winners(table)}")
            table.act(table.pending[0].seat, next(iter(table.pending[0])))
        if hacker_wins:
            assert order == ["1 uncover H--", *["1 guess H--"] * 2, *["1 guess HH-"] * 4, "1 lock HHH",
                             *["1 guess HHH"] * 2]
        else:
            assert order == ["2 unlock D--", "1 guess D--", "2 upgrade DDD", "1 guess DDD"]


def test_cd_r41_cd_q22_all_phish_cards_turn_up_and_ddos_cards_only_when_ddos_starts() -> None:
    text = front("phish", "13T 4S", "10S 4K") + front("mitm", "12K 9S", "5V 7V") + front("ddos", "1K 2S", "6V 12S")
    table = settling(text, SETTLE)
    hidden = {"1K": [1], "2S": [1], "6V": [2], "12S": [2]}
    while asked(table) != ["1 lock"]:
        assert all(knowers(table, card) == [1, 2, 3] for card in ("13T", "4S", "10S", "4K"))
        assert all(knowers(table, card) == seats for card, seats in hidden.items())
        table.act(0, next(iter(table.pending[0])))
    assert winners(table) == "HHH"
    assert all(knowers(table, card) == [1, 2, 3] for card in hidden)


def naive_rank(card: str, step: int = 0, domain: int = 0) -> tuple[int, int, int, int]:
    """CD-R42: current value and domain, then the printed ones."""
    value, printed = int(card[:-1]), LETTERS.index(card[-1])
    return changed(value, step), domain or printed, value, printed


def naive_winners(sides: dict[str, list[str]], steps: dict[str, int], domains: dict[str, int]) -> str:
    """Who wins Phish, MitM and DDOS, by the words of the rules."""
    def ranks(place: str) -> list[tuple[int, int, int, int]]:
        return sorted(naive_rank(card, steps.get(card, 0), domains.get(card, 0)) for card in sides[place])

    found = ""
    for name in ("phish", "mitm", "ddos"):
        mine, theirs = ranks(f"{name} 1"), ranks(f"{name} 2")
        if not mine or not theirs:
            found += "H" if mine else "D"
            continue
        if name == "phish":
            is_won = mine[-1] > theirs[-1]
        elif name == "mitm":
            totals = [sum(each[0] for each in side) for side in (mine, theirs)]
            is_won = (totals[0], mine[-1]) > (totals[1], theirs[-1])
        else:
            won = sum(one < other for one, other in zip(mine, theirs, strict=False))
            lost = min(len(mine), len(theirs)) - won
            won, lost = won + max(0, len(mine) - len(theirs)), lost + max(0, len(theirs) - len(mine))
            is_won = mine[0] < theirs[0]
            if won != lost:
                is_won = won > lost
            elif len(mine) != len(theirs):
                is_won = len(mine) > len(theirs)
        found += "H" if is_won else "D"
    return found


def test_cd_r42_cd_r50_cd_r60_cd_r70_cd_e05_fronts_are_judged_as_by_hand() -> None:
    """Random cards, some of them changed, some sides empty."""
    met = set()
    for seed in range(250):
        rng = Random(seed)
        cards = rng.sample([code(number) for number in range(52)], 40)
        sides = {f"{name} {seat}": [cards.pop() for _ in range(rng.choice((0, 1, 2, 2, 3, 4, 5)))]
                 for name in ("phish", "mitm", "ddos") for seat in (1, 2)}
        laid = [card for side in sides.values() for card in side]
        steps = {card: shift(rng.randrange(-3, 4)) for card in laid if rng.random() < 0.4}
        domains = {card: rng.randrange(1, 5) for card in laid if rng.random() < 0.4}
        text = "\n".join(f"{place}: {' '.join(side)}" for place, side in sides.items())
        text += "\nmark value: " + " ".join(f"{card}={step}" for card, step in steps.items())
        text += "\nmark domain: " + " ".join(f"{card}={domain}" for card, domain in domains.items())
        table = settling(f"{text}\npassword 2: {' '.join(cards[:6])}\n", SETTLE)
        pass_until(table)
        assert winners(table) == naive_winners(sides, steps, domains), text
        met.add(winners(table))
    assert len(met) == 8


@pytest.mark.parametrize(("mine", "theirs", "winner"), [
    ("9K", "11T", "D"),  # printed 11 against 9
    ("11K", "11T", "D"),  # printed T against K
    ("11V", "11T", "H"),
    ("12S", "11T", "H"),
])
def test_cd_r42_cd_q53_between_cards_that_effects_made_equal_the_printed_ones_decide(
    mine: str, theirs: str, winner: str,
) -> None:
    marks = f"mark value: {mine}={become(11)}\nmark domain: {mine}=3\n"
    loser = {"H": "D", "D": "H"}[winner]
    for name, expected in (("phish", f"{winner}--"), ("mitm", f"-{winner}-"), ("ddos", f"--{loser}")):
        table = settling(front(name, mine, theirs) + row("3K 8S 6T 3V 2K 11S") + marks, name)
        assert table.value(back_of(table, mine)) == table.value(back_of(table, theirs)) == 11
        assert winners(table) == expected


def test_cd_e05_two_cards_never_have_the_same_rank_however_they_are_changed() -> None:
    table = at("rest: deck\n")
    ranks = [rank(table, back_of(table, code(number))) for number in range(52)]
    in_order = sorted(range(52), key=lambda number: ranks[number])
    assert [code(number) for number in in_order] == [f"{value}{domain}" for value in range(1, 14) for domain in "KSTV"]
    assert len(set(ranks)) == 52
    all_equal = "mark value: " + " ".join(f"{code(number)}={become(7)}" for number in range(52))
    all_equal += "\nmark domain: " + " ".join(f"{code(number)}=2" for number in range(52))
    table = at("phish 1: 1K\nrest: ddos 1\n" + all_equal)
    assert len({rank(table, back_of(table, code(number))) for number in range(52)}) == 52


@pytest.mark.parametrize("name", ["phish", "mitm", "ddos"])
@pytest.mark.parametrize(("hacker", "defender", "winner"), [("1K", "", "H"), ("", "1K", "D"), ("", "", "D")])
def test_cd_r43_cd_q52_a_side_without_cards_loses_and_the_defender_wins_an_empty_front(
    name: str, hacker: str, defender: str, winner: str,
) -> None:
    table = settling(front(name, hacker, defender), name)
    assert winners(table).strip("-") == winner


def test_cd_r44_cd_q33_the_reward_comes_before_the_guesses() -> None:
    for name, text, verb in (
        ("phish", front("phish", "13T", "10S"), "1 uncover"), ("phish", front("phish", "10S", "13T"), "2 unlock"),
        ("ddos", front("ddos", "1K", "2S"), "1 lock"), ("ddos", front("ddos", "2S", "1K"), "2 upgrade"),
    ):
        table = settling(text + row("3K/l 8S 6T 3V 2K 11S"), name)
        assert asked(table) == [verb]
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
        assert asked(table) == ["1 guess"]


def test_cd_r45_cd_e02_cd_q46_the_game_stops_at_the_sixth_reveal_by_a_guess() -> None:
    text = front("phish", "7K", "12V") + front("mitm", "12K 9S 5T", "4K 6V 7S") + front("ddos", "1K 2S", "5K 6S")
    table = settling(text + row("3K/r 8S/r 6T/r 3V/r 2K/r 11S"), f"{SETTLE}, prepare, develop")
    assert guess(table, "4@6") == "n=0 miss"  # the guess of Phish
    assert guess(table, "11@6") == "n=1 hit"  # the first of four of MitM
    assert table.is_over
    assert table.game.winners(table) == [HACKER]
    assert (winners(table), GUESSED.get(table)) == ("DH-", 2)
    assert [knowers(table, card) for card in ("1K", "5K")] == [[1], [2]]  # DDOS was not turned up
    assert told(table)[-1] == "The password is cracked. Ann wins."


GIVEN = {"phish": {"H": 2, "D": 1}, "mitm": {"H": 4, "D": 0}, "ddos": {"H": 2, "D": 1}}


def test_cd_r46_cd_r47_as_many_guesses_as_the_winners_of_the_fronts_give() -> None:
    totals = []
    for seed in range(12):
        games = random_game(seed)
        guesses = 0
        for number in (1, 2, 3):
            asked_in = [position for position in games if ROUND.get(position) == number]
            if games[-1].game.winners(games[-1]) == [HACKER]:
                continue
            made = [position.game.phase(position) for position in asked_in
                    if position.pending and position.pending[0].verb == "guess"]
            won = winners(asked_in[-1])
            for name, winner in zip(GIVEN, won, strict=True):
                assert made.count(name) == GIVEN[name][winner]
            assert 2 <= len(made) <= 8
            guesses += len(made)
        if guesses:
            assert GUESSED.get(games[-1]) == guesses
            totals.append(guesses)
    assert 6 <= min(totals) < max(totals) <= 24


# Phish


def test_cd_r50_only_the_highest_card_of_each_side_matters() -> None:
    for mine, theirs, winner in (("13K", "12V 12T 12S", "H"), ("2K 11S 3K", "11T", "D"), ("1K 13V", "13S 13T", "H")):
        table = settling(front("phish", mine, theirs) + row("4K 8S 6T 3V 2S 10S"), "phish")
        assert winners(table) == f"{winner}--"


@pytest.mark.parametrize(("mine", "theirs"), list(permutations(("12K", "12S", "12T", "12V"), 2)))
def test_cd_r50_cd_q23_of_equal_values_the_higher_domain_wins(mine: str, theirs: str) -> None:
    table = settling(front("phish", mine, theirs), "phish")
    assert winners(table)[0] == ("H" if LETTERS.index(mine[-1]) > LETTERS.index(theirs[-1]) else "D")


HACKER_WINS_PHISH = front("phish", "13T", "10S")


@pytest.mark.parametrize(("digits", "legal"), [
    ("3K 8S 6T 3V 2K 11S", "1 2 3 4 5 6"), ("3K/l 8S/u 6T/r 3V 2K/u 11S/l", "1 4 6"),
    ("3K/l 8S/u 6T/r 3V/r 2K/r 11S/r", "1"), ("3K/u 8S/u 6T/r 3V/r 2K/r 11S/r", "1 2"),
])
def test_cd_r51_cd_q24_cd_q25_cd_q34_the_hacker_must_reveal_a_digit_an_upgraded_one_only_if_all_are(
    digits: str, legal: str,
) -> None:
    table = settling(HACKER_WINS_PHISH + row(digits), "phish")
    assert (asked(table), offered(table)) == (["1 uncover"], legal.split())
    with pytest.raises(IllegalAction):
        table.act(0, PASS)


def test_cd_r52_a_digit_revealed_so_turns_up_for_good_and_no_count_is_told() -> None:
    table = settling(HACKER_WINS_PHISH + row("3K/l 8S 6T 3V 2K 11S"), "phish")
    play(table, 1, "1")
    assert (statuses(table), seen_by(table, HACKER), seen_by(table, 2)) == (
        "rnnnnn", "3K ?? ?? ?? ?? ??", "3K ?? ?? ?? ?? ??")
    assert ANSWERS.of(table) == ["1 revealed"]  # there is another 3, and nobody says so
    assert not any("in the password" in words for words in told(table))
    assert told(table)[-1] == "3K is shown in password 2."
    assert known(table).totals[3] == -1  # nothing is known of how many


def test_cd_r53_cd_r55_two_guesses_or_one() -> None:
    assert guesses_made(settling(HACKER_WINS_PHISH, "phish")) == ["1 guess"] * 2
    assert guesses_made(settling(front("phish", "10S", "13T"), "phish")) == ["1 guess"]


def test_cd_r54_cd_q34_the_defender_may_make_a_locked_digit_normal() -> None:
    text = front("phish", "10S", "13T")
    table = settling(text + row("3K/l 8S/u 6T/r 3V 2K/l 11S"), "phish")
    assert (asked(table), offered(table)) == (["2 unlock"], ["1", "5", "pass"])
    play(table, 2, "1")
    assert statuses(table) == "nurnln"
    table = settling(text + row("3K/l 8S/u 6T/r 3V 2K/l 11S"), "phish")
    play(table, 2, "pass")
    assert (statuses(table), asked(table)) == ("lurnln", ["1 guess"])
    table = settling(text + row("3K 8S/u 6T/r 3V 2K 11S"), "phish")
    assert asked(table) == ["1 guess"]  # there is none


# MitM


def test_cd_r60_all_cards_on_a_side_count_also_those_of_extra_plays() -> None:
    for extra, winner in (("10V to MitM", "-H-"), ("10V to Phish", "-D-")):
        table = at(FRONTS_LAID + "play: effects, mitm")  # 18 to 25
        play(table, 1, "7V", extra)
        pass_until(table, "guess")
        assert winners(table) == winner


def test_cd_r60_changed_values_count() -> None:
    text = front("mitm", "7V 9S", "12K 5V")
    assert winners(settling(text, "mitm")) == "-D-"  # 16 to 17
    table = settling(f"{text}mark value: 9S={shift(2)}\n" + ORDINARY, "mitm")
    assert winners(table) == "-H-"
    assert "MitM: 18 against 17. Ann wins MitM." in told(table)


def test_cd_r60_cards_that_effects_placed_count() -> None:
    def swap(table: Table, side: int, it: int) -> None:
        exchange(table, back_of(table, "2V"), back_of(table, "12K"))

    table = at(FRONTS_LAID + "play: effects, mitm", texts={"7V": do(swap)})
    play(table, 1, "7V", "pass")
    pass_until(table, "guess")
    assert winners(table) == "-H-"  # 28 to 15


@pytest.mark.parametrize(("mine", "theirs", "winner"), [
    ("10K 5S", "8V 7T", "H"), ("8V 7T", "10K 5S", "D"), ("10K 5S", "10T 5V", "D"), ("10V 5S", "10T 5K", "H"),
    ("9V 9S 1K", "9T 8S 2K", "H"), ("13K", "7V 6V", "H"), ("7V 6V", "13K", "D"),
])
def test_cd_r61_cd_q27_equal_totals_are_decided_by_the_highest_single_card(mine: str, theirs: str, winner: str) -> None:
    table = settling(front("mitm", mine, theirs) + row("3K 8K 6T 3V 2S 11S"), "mitm")
    assert winners(table) == f"-{winner}-"


def test_cd_r61_cd_q27_dealt_cards_are_included() -> None:
    """The first two cards were dealt; of equal totals the dealt 12T decides."""
    table = settling(front("mitm", "12S 6T 4K", "12T 7K 3S") + row("3K 8K 6K 3V 2S 11S"), "mitm")
    assert winners(table) == "-D-"


def test_cd_r62_cd_r63_cd_q26_four_guesses_or_none_and_no_other_reward() -> None:
    table = settling(front("mitm", "12K 9S 5T", "4K 6V 7S") + row("3K/l 8S 6T 3V 2K 11S"), "mitm")
    verbs = []
    while table.pending:
        verbs += asked(table)
        table.act(0, next(iter(table.pending[0])))
    assert (verbs, statuses(table)) == (["1 guess"] * 4, "lnnnnn")
    table = settling(front("mitm", "4K 6V 7S", "12K 9S 5T") + row("3K/l 8S 6T 3V 2K 11S"), "mitm")
    assert table.is_over
    assert (GUESSED.get(table), statuses(table)) == (0, "lnnnnn")


# DDOS


@pytest.mark.parametrize(("mine", "theirs", "words"), [
    ("9T 1K", "10K 3V 2S", "DDOS: 1K beats 2S, 3V beats 9T, 10K is left over. 2 to 1. Bob wins DDOS."),  # R70
    ("5K 5T", "5S 5V", "DDOS: 5K beats 5S, 5T beats 5V. 2 to 0. Ann wins DDOS."),  # R71
    ("5V 4K", "5S 4T", "DDOS: 4K beats 4T, 5S beats 5V. 1 to 1, as many cards, and 4K is lowest. Ann wins DDOS."),
    ("1K 9S 9T 9V", "2S 3V",
     "DDOS: 1K beats 2S, 3V beats 9S, 9T is left over, 9V is left over. 3 to 1. Ann wins DDOS."),
    ("7K 8S 9T", "4S", "DDOS: 4S beats 7K, 8S is left over, 9T is left over. 2 to 1. Ann wins DDOS."),  # R72
    ("7K 8S", "4S", "DDOS: 4S beats 7K, 8S is left over. 1 to 1, and more cards. Ann wins DDOS."),  # R74
    ("4S", "7K 8S", "DDOS: 4S beats 7K, 8S is left over. 1 to 1, and more cards. Bob wins DDOS."),
    ("3S 5V", "2K 9T",  # R75
     "DDOS: 2K beats 3S, 5V beats 9T. 1 to 1, as many cards, and 2K is lowest. Bob wins DDOS."),
    ("2S 9T", "2K 8V", "DDOS: 2K beats 2S, 8V beats 9T. 2 to 0. Bob wins DDOS."),
    ("2S 8V", "2K 9T", "DDOS: 2K beats 2S, 8V beats 9T. 1 to 1, as many cards, and 2K is lowest. Bob wins DDOS."),
])
def test_cd_r70_cd_r71_cd_r72_cd_r73_cd_r74_cd_r75_cd_q28_cd_q29_cd_q30_pairs_from_the_lowest(
    mine: str, theirs: str, words: str,
) -> None:
    table = settling(front("ddos", mine, theirs) + row("3K 8K 6T 13V 2T 11S"), "ddos")
    assert words in told(table)
    assert winners(table) == ("--H" if words.endswith("Ann wins DDOS.") else "--D")


@pytest.mark.parametrize(("mine", "theirs"), list(permutations(("6K", "6S", "6T", "6V"), 2)))
def test_cd_r71_cd_q29_of_equal_values_the_lower_domain_wins_a_pair(mine: str, theirs: str) -> None:
    table = settling(front("ddos", mine, theirs) + row("3K 8S 5T 3V 2K 11S"), "ddos")
    assert winners(table)[2] == ("H" if LETTERS.index(mine[-1]) < LETTERS.index(theirs[-1]) else "D")


def test_cd_r74_cd_q31_cards_that_lie_there_count_not_plays() -> None:
    """By an extra play the Hacker has as many cards as the Defender, and the lowest."""
    text = FRONTS_LAID.replace("ddos 1: 1K 2S", "ddos 1: 4V").replace("ddos 2: 6V 12S", "ddos 2: 5K 9K")
    table = at(text.replace("hand 1: 10V", "hand 1: 10V 13V") + "play: effects, ddos")
    play(table, 1, "7V", "13V to DDOS")  # 4V beats 5K, 9K beats 13V, two cards each, 4V is lowest
    pass_until(table, "lock", "upgrade")
    assert winners(table) == "--H"
    table = at(text + "play: effects, ddos")
    pass_until(table, "lock", "upgrade")
    assert winners(table) == "--D"  # one win each, and more cards


def test_cd_r75_cd_q32_the_lowest_of_the_ddos_cards_not_of_other_fronts() -> None:
    text = front("phish", "1K 13K", "12V") + front("mitm", "1S 1T", "1V 12T") + front("ddos", "3S 5V", "2S 9T")
    table = settling(text + row("3K/r 8S/r 6T 3V 2K 11S"), "ddos")
    assert winners(table) == "--D"


@pytest.mark.parametrize(("mine", "theirs", "question", "then"), [
    ("1K", "9S", "1 lock", "lurlnr"), ("9S", "1K", "2 upgrade", "lurunr"),
])
def test_cd_r76_cd_r77_cd_q34_cd_q35_a_hidden_normal_digit_may_be_locked_or_upgraded(
    mine: str, theirs: str, question: str, then: str,
) -> None:
    text = front("ddos", mine, theirs) + row("3K/l 8S/u 6T/r 3V 2K 11S/r")
    table = settling(text, "ddos")
    assert (asked(table), offered(table)) == ([question], ["4", "5", "pass"])
    play(table, table.pending[0].seat + 1, "4")
    assert statuses(table) == then
    assert guesses_made(table) == ["1 guess"] * (2 if question == "1 lock" else 1)
    table = settling(text, "ddos")
    table.act(table.pending[0].seat, PASS)
    assert (statuses(table), asked(table)) == ("lurnnr", ["1 guess"])


@pytest.mark.parametrize(("mine", "theirs", "guesses"), [("1K", "9S", 2), ("9S", "1K", 1)])
def test_cd_r76_cd_r77_with_no_normal_digit_nobody_is_asked(mine: str, theirs: str, guesses: int) -> None:
    table = settling(front("ddos", mine, theirs) + row("3K/l 8S/u 6T/r 3V/r 2K/l 11S/r"), "ddos")
    assert asked(table) == ["1 guess"]
    assert guesses_made(table) == ["1 guess"] * guesses


# Statuses

CHANGES = {"nl": "lock", "ln": "unlock", "nu": "upgrade"}


def test_cd_r80_a_status_changes_in_these_ways_only() -> None:
    met = set()
    for seed in range(20):
        for before, after in pairwise(random_game(seed)):
            for was, now in zip(statuses(before), statuses(after), strict=True):
                if was != now:
                    met.add(was + now)
                    verb = before.pending[0].verb
                    assert verb == CHANGES.get(was + now, verb)
                    assert now != "r" or verb in ("uncover", "guess")
    assert {"nl", "ln", "nu", "nr"} <= met <= {"nl", "ln", "nu", "nr", "lr", "ur"}


def test_cd_r80_cd_q35_a_locked_digit_is_not_upgraded_and_an_upgraded_one_stays_so() -> None:
    digits = row("3K/l 8S/u 6T 3V 2K 11S")
    table = settling(front("ddos", "9S", "1K") + digits, "ddos")
    assert offered(table) == ["3", "4", "5", "6", "pass"]
    table = settling(front("ddos", "1K", "9S") + digits, "ddos")
    assert offered(table) == ["3", "4", "5", "6", "pass"]
    table = settling(front("phish", "10S", "13T") + digits, "phish")
    assert offered(table) == ["1", "pass"]


def test_cd_r81_cd_q36_a_lock_changes_nothing_for_guesses_and_reveals() -> None:
    table = settling(HACKER_WINS_PHISH + row("3K/l 8S 6T 3V 2K 11S"), "phish")
    assert "1" in offered(table)
    play(table, 1, "6")
    assert [choice for choice in offered(table) if choice.endswith("@1")] == sorted(f"{v}@1" for v in range(1, 14))
    assert guess(table, "3@1") == "n=2 hit"


def test_cd_r82_revealed_digits_are_left_alone() -> None:
    digits = row("3K/r 8S 6T/l 3V/r 2K 11S")
    for name, text in (("phish", HACKER_WINS_PHISH), ("phish", front("phish", "10S", "13T")), (
            "ddos", front("ddos", "1K", "9S")), ("ddos", front("ddos", "9S", "1K"))):
        table = settling(text + digits, name)
        assert not {"1", "4"} & set(offered(table))
        pass_until(table, "guess")
        assert not any(choice.endswith(("@1", "@4")) for choice in offered(table))
        assert statuses(table)[0] + statuses(table)[3] == "rr"


def test_cd_r84_one_lock_or_upgrade_a_round_and_no_unlock_in_the_first() -> None:
    for seed in range(20):
        for position in random_game(seed):
            number = ROUND.get(position)
            special = sum(statuses(position).count(letter) for letter in "lu")
            assert special <= number
            if position.pending and (position.game.phase(position) != "ddos" or position.pending[0].verb != "guess"):
                assert special <= number - 1
            if position.pending and position.pending[0].verb == "unlock":
                assert number > 1


# The end


def test_cd_e01_cd_e04_one_of_the_two_wins() -> None:
    for seed in range(20):
        table = random_game(seed)[-1]
        assert table.game.winners(table) == [HACKER if statuses(table) == "rrrrrr" else DEFENDER]


def test_cd_e02_the_hacker_wins_at_the_instant_of_the_sixth_reveal_by_phish() -> None:
    table = settling("hand 1: 12K\n" + HACKER_WINS_PHISH + row("3K/r 8S/r 6T/r 3V/r 2K/l 11S/r"), f"{SETTLE}, prepare")
    play(table, 1, "5")
    assert table.is_over
    assert table.game.winners(table) == [HACKER]
    assert (GUESSES.get(table), GUESSED.get(table), lies(table, "hand 1")) == (0, 0, ["12K"])


def test_cd_e03_cd_q45_knowing_the_password_is_not_enough() -> None:
    """Only one card is unseen, so the Hacker knows the last digit; but the last guess is spent on another."""
    table = settling(
        "round: 3\nexpelled: W1 W2\nrest: discard\n" + front("ddos", "5S", "1K") + row("3K/r 8S/r 6T/r 3V/r 2K/r 11S"),
        "ddos")
    assert known(table).count == 1
    assert table.game.winners(table) == [DEFENDER]
    play(table, 2, "pass")
    assert set(offered(table)) == {f"{value}@6" for value in range(1, 14)}  # no other way to say it
    guess(table, "4@6")
    assert table.is_over
    assert table.game.winners(table) == [DEFENDER]


def test_cd_e04_after_the_last_guess_of_round_3_the_defender_wins() -> None:
    for seed in range(6):
        games = random_game(seed)
        if games[-1].game.winners(games[-1]) == [DEFENDER]:
            last = games[-2]
            assert (ROUND.get(last), last.game.phase(last), last.pending[0].verb) == (3, "ddos", "guess")
            assert GUESSES.get(last) == 1
            assert "n" in statuses(games[-1]) or "l" in statuses(games[-1]) or "u" in statuses(games[-1])


def test_cd_e06_statistics_do_not_matter_for_the_result() -> None:
    table = at("guesses made: 20\nround: 3\n" + row("3K/r 8S/r 6T/r 3V/r 2K/r 11S"))
    assert table.game.scores(table) == [5, 1]
    assert table.game.winners(table) == [DEFENDER]
    table = at("guesses made: 1\nround: 1\n" + row("3K/r 8S/r 6T/r 3V/r 2K/r 11S/r"))
    assert table.game.scores(table) == [6, 0]
    assert table.game.winners(table) == [HACKER]


def test_cd_q54_changes_last_to_the_end_of_the_round() -> None:
    text = FRONTS_LAID + f"round: 1\nmark value: 1K={become(13)} 9S={shift(2)} 10S={shift(3)}\n"
    table = settling(text, f"{SETTLE}, prepare, develop")
    assert winners(table) == "H--"
    pass_until(table, "lock", "upgrade")
    assert winners(table) == "HDH"
    assert [table.value(back_of(table, card)) for card in ("1K", "9S", "10S")] == [13, 11, 13]
    pass_until(table, "develop")
    assert [table.value(back_of(table, card)) for card in ("1K", "9S", "10S")] == [1, 9, 10]
