"""Cyber Defense: its options, CD-V01 to CD-V18.  What the aids tell has a file of its own."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from techdeck.cards import face
from techdeck.effects import ASIDE, draw, exchange, reveal
from techdeck.games import game_named
from techdeck.games.cyber_defense import (
    DECK,
    DEFENDER,
    HACKER,
    HAND,
    PASSWORD,
    PHISH,
    ROUND,
    USES,
    Options,
    cyber_defense,
)
from techdeck.position import play, written
from techdeck.rules import do, seq
from techdeck.table import Rule, Table, shift
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    FRONTS_LAID,
    SETTLE,
    at,
    codes,
    flipped,
    front,
    guess,
    hacker_seat,
    known,
    pass_until,
    random_game,
    row,
    settling,
    sideways,
    statuses,
    told,
    winners,
)
from tests.rulebook.tables import asked, back_of, deck, knowers, lies, offered, these

RULEBOOK = Path(__file__).parents[2] / "docs" / "rules" / "cyber_defense.md"
EFFECTS = FRONTS_LAID + "play: effects"
EMPTY_HANDS = EFFECTS.replace("hand 1: 10V", "").replace("hand 2: 1T", "")


def in_the_rulebook() -> dict[str, list[object]]:
    """The values of each option, the default first, as the rulebook lists them."""
    found: dict[str, list[object]] = {}
    for line in RULEBOOK.read_text().splitlines():
        if line.startswith("| **CD-V"):
            _, _, name, values, *_ = (cell.strip() for cell in line.split("|"))
            listed = re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", values))
            found[name.strip("`")] = [{"true": True, "false": False}.get(word, word) for word in listed]
    return found


def test_cd_v01_to_cd_v18_options_and_their_defaults_are_those_of_the_rulebook() -> None:
    listed = in_the_rulebook()
    assert len(listed) == 18
    assert asdict(Options()) == {name: values[0] for name, values in listed.items()}
    for name, values in listed.items():
        for value in values:
            assert game_named("cyber defense", {name: value}).options[name] == value


@pytest.mark.parametrize(("name", "value", "message"), [
    ("roles", "hacker", "roles can be random, seat1_hacker, seat2_hacker, not hacker."),
    ("tenth_card", "", "tenth_card can be keep, discard, not ."),
    ("effects", True, "effects cannot be True; usually it is 'on'."),
    ("reshuffle_merge", 1, "reshuffle_merge cannot be 1; usually it is True."),
])
def test_cd_v01_a_value_that_an_option_cannot_have_is_refused_with_a_sentence(
    name: str, value: Any, message: str,
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        game_named("cyber defense", {name: value})
    assert str(refused.value) == message


@pytest.mark.parametrize(("roles", "seats"), [("random", {1, 2}), ("seat1_hacker", {1}), ("seat2_hacker", {2})])
def test_cd_v01_roles_are_drawn_or_fixed(roles: str, seats: set[int]) -> None:
    tables = [cyber_defense(Options(roles=roles)).start(2, seed) for seed in range(20)]
    assert {hacker_seat(table) for table in tables} == seats
    for table in tables:
        assert asked(table) == [f"{hacker_seat(table)} develop"]


# Setup and develop


def test_cd_v02_the_defender_can_order_the_password_before_round_1() -> None:
    table = cyber_defense(Options(defender_arranges_password=True, roles="seat1_hacker")).start(2, 5)
    dealt = written(cyber_defense(Options(roles="seat1_hacker")).start(2, 5), "password 2").split()
    order = [dealt[place] for place in (3, 0, 5, 1, 4, 2)]
    for card in order[:5]:
        assert asked(table) == ["2 arrange"]
        play(table, 2, card)
    assert asked(table) == ["1 develop"]  # the last one needs no question
    assert written(table, "password 2").split() == order
    assert statuses(table) == "nnnnnn"
    assert all(knowers(table, card) == [2] for card in order)
    later = [position for position in random_game(1, Options(defender_arranges_password=True))
             if ROUND.get(position) == 1 and position.pending and position.pending[0].verb == "arrange"]
    assert len(later) == 5


def test_cd_v02_the_hacker_cannot_tell_the_order() -> None:
    views = []
    for order in ((0, 1, 2, 3, 4), (5, 3, 1, 2, 0)):
        table = cyber_defense(Options(defender_arranges_password=True, roles="seat1_hacker")).start(2, 5)
        dealt = sorted(lies(table, "held 2"))
        for place in order:
            play(table, 2, dealt[place])
        views.append(View(table, HACKER))
    assert views[0].same_as(views[1])


DEALT = """
    hand 1: 1K 3S 4T 5V 6K 8S 9T 10V 12K 13S
    mitm 1: 2V 7T
    hand 2: 1S 2S 3T 4V 5K 6S 8T 9V 10K 12S
    mitm 2: 7S 11S
"""


@pytest.mark.parametrize("counts", [False, True])
def test_cd_v03_cd_q05_the_dealt_mitm_cards_can_count_for_the_minimum(counts: bool) -> None:
    table = at(DEALT + "play: develop", options=Options(mitm_dealt_counts_for_minimum=counts))
    for _ in range(7):
        card = written(table, "hand 1").split()[0]
        play(table, 1, f"{card} to Phish")
        table.act(1, next(iter(table.pending[0])))
    assert {choice.split()[-1] for choice in offered(table)} == (
        {"Phish", "MitM", "DDOS"} if counts else {"MitM", "DDOS"})
    if counts:
        play(table, 1, f"{written(table, 'hand 1').split()[0]} to Phish")
        table.act(1, next(iter(table.pending[0])))
        assert {choice.split()[-1] for choice in offered(table)} == {"DDOS"}
        table.act(0, next(iter(table.pending[0])))
        assert written(table, "mitm 1") == "2V 7T"
        assert len(PHISH.of(table, HACKER)) == 8


def test_cd_v04_cd_q07_the_tenth_card_can_be_discarded_face_up_when_develop_ends() -> None:
    table = at(DEALT + "play: develop, effects", options=Options(tenth_card="discard"))
    while asked(table)[0].endswith("develop"):
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
    assert [HAND.of(table, side) for side in (0, 1)] == [[], []]
    assert lies(table, "discard") == these("10V 9V")
    assert knowers(table, "10V") == knowers(table, "9V") == [1, 2, 3]
    play(table, 1, "2V")
    assert asked(table) == ["2 use"]  # there is no card for an extra play


# Effects


def give_usable(table: Table, side: int, it: int) -> None:
    """The Hacker's 9K and the Defender's 8K change places."""
    exchange(table, back_of(table, "9K"), back_of(table, "8K"))


@pytest.mark.parametrize(("effect_pass", "is_out"), [("not_final", False), ("final", True)])
def test_cd_v05_cd_q09_a_pass_can_be_final_also_an_automatic_one(effect_pass: str, is_out: bool) -> None:
    table = at(EMPTY_HANDS.replace("mitm 1: 7V 9S 2V", "mitm 1: 9K"), texts={"12K": do(give_usable)},
               options=Options(effect_pass=effect_pass))
    assert asked(table) == ["2 use"]  # the Hacker passed automatically
    play(table, 2, "12K")
    assert written(table, "mitm 1") == "8K"
    assert asked(table) == (["2 use"] if is_out else ["1 use"])


def test_cd_v05_the_other_goes_on_alone_and_the_step_ends_when_both_are_done() -> None:
    table = at(EMPTY_HANDS, options=Options(effect_pass="final"))
    play(table, 1, "7V")
    play(table, 2, "pass")
    assert asked(table) == ["1 use"]
    play(table, 1, "9S")
    assert table.is_over
    assert USES.of(table) == [2, 0]
    table = at(EMPTY_HANDS, options=Options(effect_pass="final"))
    play(table, 1, "pass")
    play(table, 2, "12K")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert table.is_over


def swap_used(table: Table, side: int, it: int) -> None:
    exchange(table, back_of(table, "7V"), back_of(table, "5V"))


@pytest.mark.parametrize(("used_mark_on", "offers"), [("card", "12K 8K pass"), ("player", "12K 8K 7V pass")])
def test_cd_v06_cd_q12_the_mark_can_bar_only_the_player_who_used_the_card(used_mark_on: str, offers: str) -> None:
    texts = {"7V": do(swap_used), "12K": do(swap_used)}
    table = at(EMPTY_HANDS, texts=texts, options=Options(used_mark_on=used_mark_on))
    play(table, 1, "7V")
    assert offered(table) == these(offers)
    play(table, 2, "12K")  # and back
    assert written(table, "mitm 1") == "7V 9S 2V"
    assert offered(table) == these("9S 2V pass")  # the same player is barred all the same


def test_cd_v06_each_of_the_two_can_use_the_card_once() -> None:
    table = at(EMPTY_HANDS, texts={"7V": do(swap_used)}, options=Options(used_mark_on="player"))
    play(table, 1, "7V")
    play(table, 2, "7V")
    assert written(table, "mitm 1") == "7V 9S 2V"
    assert USES.of(table) == [1, 1]
    assert offered(table) == these("9S 2V pass")


# DDOS

ROW = row("3K 8K 6T 13V 2T 11S")


def ddos_words(mine: str, theirs: str, **options: str) -> str:
    table = settling(front("ddos", mine, theirs) + ROW, "ddos", **options)
    words = next(words for words in told(table) if words.startswith("DDOS"))
    assert winners(table) == ("--H" if words.endswith("Ann wins DDOS.") else "--D")
    return words


def test_cd_v07_cd_q28_pairs_can_be_made_from_the_highest() -> None:
    words = ddos_words("1K 9T", "2S 3V 10K", ddos_alignment="high")
    assert words == "DDOS: 9T beats 10K, 1K beats 3V, 2S is left over. 2 to 1. Ann wins DDOS."
    words = ddos_words("4K 7S 9V", "8S", ddos_alignment="high")
    assert words == "DDOS: 8S beats 9V, 7S is left over, 4K is left over. 2 to 1. Ann wins DDOS."


def test_cd_v07_cd_r75_the_lowest_card_still_decides_a_tie() -> None:
    words = ddos_words("1K 9T", "2S 8V", ddos_alignment="high")
    assert words == "DDOS: 8V beats 9T, 1K beats 2S. 1 to 1, as many cards, and 1K is lowest. Ann wins DDOS."


def test_cd_v08_cd_q29_the_higher_domain_can_win_pairs_of_equal_values() -> None:
    assert ddos_words("5K", "5S") == "DDOS: 5K beats 5S. 1 to 0. Ann wins DDOS."
    assert ddos_words("5K", "5S", ddos_equal_pair="higher_domain") == "DDOS: 5S beats 5K. 1 to 0. Bob wins DDOS."
    assert ddos_words("5K 4V", "5S 4T", ddos_equal_pair="higher_domain") == (
        "DDOS: 4V beats 4T, 5S beats 5K. 1 to 1, as many cards, and 4T is lowest. Bob wins DDOS.")  # R75 stays
    assert ddos_words("4K", "5S", ddos_equal_pair="higher_domain") == "DDOS: 4K beats 5S. 1 to 0. Ann wins DDOS."


def test_cd_v08_cd_r42_cards_made_equal_are_decided_by_the_printed_value() -> None:
    text = front("ddos", "4S", "6S") + ROW + f"mark value: 4S={shift(2)}\n"
    for equal_pair in ("lower_domain", "higher_domain"):
        table = settling(text, "ddos", ddos_equal_pair=equal_pair)
        assert winners(table) == "--H"  # the printed 4 is lower, whatever becomes of domains


def test_cd_v09_cd_q30_all_cards_left_over_can_count_as_one() -> None:
    assert ddos_words("1K 2K", "3S 4S 5S 7S") == (
        "DDOS: 1K beats 3S, 2K beats 4S, 5S is left over, 7S is left over. 2 to 2, and more cards. Bob wins DDOS.")
    assert ddos_words("1K 2K", "3S 4S 5S 7S", ddos_surplus="single") == (
        "DDOS: 1K beats 3S, 2K beats 4S, 5S is left over, 7S is left over. 2 to 1. Ann wins DDOS.")
    assert ddos_words("1K", "3S 4S 5S", ddos_surplus="single").endswith("1 to 1, and more cards. Bob wins DDOS.")
    assert ddos_words("1K 2K", "3S 4S", ddos_surplus="single").endswith("2 to 0. Ann wins DDOS.")


# Digits


@pytest.mark.parametrize(("digits", "legal"), [
    ("3K/l 8S/u 6T/r 3V 2K/u 11S", ["1", "4", "6"]), ("3K/u 8S/u 6T/r 3V/r 2K/r 11S/r", ["1", "2"]),
])
@pytest.mark.parametrize(("chooser", "question"), [("hacker", "1 uncover"), ("defender", "2 uncover")])
def test_cd_v10_cd_q24_the_defender_can_pick_the_digit_that_phish_reveals(
    chooser: str, question: str, digits: str, legal: list[str],
) -> None:
    table = settling(front("phish", "13T", "10S") + row(digits), "phish", phish_reveal_chooser=chooser)
    assert (asked(table), offered(table)) == ([question], legal)
    table.act(table.pending[0].seat, 1)
    assert statuses(table)[0] == "r"
    assert asked(table) == ["1 guess"]


def test_cd_v11_cd_q35_an_upgraded_digit_can_become_normal_by_a_lock() -> None:
    digits = row("3K/l 8S/u 6T/r 3V 2K/u 11S")
    for can_downgrade, legal in ((False, "4 6 pass"), (True, "2 4 5 6 pass")):
        table = settling(front("ddos", "1K", "9S") + digits, "ddos", lock_can_downgrade=can_downgrade)
        assert (asked(table), offered(table)) == (["1 lock"], legal.split())
    play(table, 1, "2")
    assert statuses(table) == "lnrnun"
    assert len([choice for choice in offered(table) if choice.endswith("@2")]) == 13
    table = settling(front("ddos", "1K", "9S") + digits, "ddos", lock_can_downgrade=True)
    play(table, 1, "4")
    assert statuses(table) == "lurlun"
    table = settling(front("ddos", "9S", "1K") + digits, "ddos", lock_can_downgrade=True)
    assert (asked(table), offered(table)) == (["2 upgrade"], ["4", "6", "pass"])  # of upgrades it changes nothing


# Answers

FOUR = front("mitm", "12K 12S 12V", "1K 2S 1T")
REST = "expelled: W1 W2\nrest: deck\n"


def test_cd_v12_cd_q38_the_number_can_be_of_hidden_digits_only() -> None:
    table = settling(REST + FOUR + row("3K/r 3S 6T/u 3V 2K 11S"), "mitm", count_includes_revealed=False)
    assert guess(table, "3@2") == "n=2 hit"  # hidden when the guess was made, the selected one included
    assert guess(table, "3@5") == "n=1 miss sideways"
    assert guess(table, "3@4") == "n=1 hit"
    assert guess(table, "3T@3") == "n=0 miss flip"  # sideways and flip use this number
    assert (sideways(table), flipped(table)) == ([5], [3])
    assert told(table)[-1] == "No 3 among the hidden digits; digit 3 turns upside down."


def test_cd_v12_cd_r114_the_total_is_that_number_and_the_revealed_ones() -> None:
    table = settling(REST + FOUR + row("3K/r 3S 6T/u 3V 2K 11S"), "mitm", count_includes_revealed=False)
    guess(table, "3@5")
    after = known(table)
    assert after.totals[3] == 2  # of the hidden ones
    guess(table, "3@2")
    assert known(table).totals[3] == 1
    guess(table, "3@4")
    assert known(table).totals[3] == 0
    assert known(table).allows([face(card) for card in ("6T", "2K", "11S")])
    assert not known(table).allows([face(card) for card in ("6T", "2K", "3T")])


@pytest.mark.parametrize(("guessed", "answer"), [
    ("6K@3", "n=1 miss sideways"), ("6T@3", "n=1 hit"), ("3T@3", "n=2 miss sideways flip"),
    ("3K@3", "n=2 miss sideways"), ("9T@3", "n=0 miss flip"), ("9K@3", "n=0 miss"), ("8@2", "n=1 hit"),
    ("3@2", "n=2 miss sideways"),
])
def test_cd_v13_cd_q40_a_right_value_with_a_wrong_domain_can_turn_the_digit(guessed: str, answer: str) -> None:
    table = settling(FOUR + row("3K 8S 6T/u 3V 2K 11S"), "mitm", upgraded_value_only="sideways")
    assert guess(table, guessed) == answer
    assert sideways(table) == [int(guessed[-1])] * ("sideways" in answer)


def after_guess(guessed: str, **options: object) -> tuple[list[str], list[str]]:
    """What digit 3, an upgraded 6T, may be before and after a guess."""
    table = settling(REST + FOUR + row("3K 8S 6T/u 3V 2K 11S"), "mitm", **options)
    before = codes(known(table).allowed[2])
    guess(table, guessed)
    return before, codes(known(table).allowed[2])


def test_cd_v13_cd_r115_what_the_answers_tell_then() -> None:
    before, after = after_guess("3T@3", upgraded_value_only="sideways")
    assert after == [card for card in before if card[:-1] != "3" and card[-1] == "T"]  # flip
    for guessed in ("3S@3", "6S@3"):  # no flip: it may be the value or not
        before, after = after_guess(guessed, upgraded_value_only="sideways")
        assert after == [card for card in before if card[-1] != "S"]
    before, after = after_guess("9S@3", upgraded_value_only="sideways")
    assert after == [card for card in before if card[-1] != "S" and card[:-1] != "9"]


@pytest.mark.parametrize(("guessed", "answer"), [
    ("9T@3", "n=0 miss"), ("9K@3", "n=0 miss"), ("3T@3", "n=2 miss sideways flip"), ("3K@3", "n=2 miss sideways"),
    ("6K@3", "n=1 miss"), ("6T@3", "n=1 hit"),
])
def test_cd_v14_cd_q41_a_flip_can_need_that_the_value_is_in_the_password(guessed: str, answer: str) -> None:
    table = settling(FOUR + row("3K 8S 6T/u 3V 2K 11S"), "mitm", suit_mark_when_value_absent=False)
    assert guess(table, guessed) == answer
    assert flipped(table) == [3] * ("flip" in answer)


def test_cd_v14_cd_r115_none_of_the_value_says_nothing_of_the_domain_then() -> None:
    for guessed in ("9T@3", "9K@3"):
        before, after = after_guess(guessed, suit_mark_when_value_absent=False)
        assert after == [card for card in before if card[:-1] != "9"]


# The deck


def put_back(table: Table, side: int, it: int) -> None:
    """What was revealed goes back on top, first revealed on top."""
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, DECK, side)


SHORT = "mitm 1: 7V\ndeck: 9S\ndiscard: 2V 12S 4V 5K\nplay: effects"


@pytest.mark.parametrize("merge", [True, False])
def test_cd_v15_cd_q50_the_deck_can_be_used_up_before_the_discard_is_shuffled(merge: bool) -> None:
    drawn = set()
    for seed in range(30):
        table = at(SHORT, texts={"7V": draw(2).rule}, options=Options(reshuffle_merge=merge), seed=seed)
        play(table, 1, "7V")
        assert len(HAND.of(table)) == 2
        assert sorted([*lies(table, "hand 1"), *deck(table)]) == these("9S 2V 12S 4V 5K")
        drawn.add("9S" in lies(table, "hand 1"))
    assert drawn == ({True, False} if merge else {True})


@pytest.mark.parametrize("merge", [True, False])
def test_cd_v15_cards_revealed_before_and_after_the_shuffle_go_back_first_seen_on_top(merge: bool) -> None:
    text: Rule = seq(reveal(3).rule, do(put_back))
    first = set()
    for seed in range(30):
        table = at(SHORT, texts={"7V": text}, options=Options(reshuffle_merge=merge), seed=seed)
        table.log = []
        play(table, 1, "7V")
        told_of = [event.told(2, table.game.voice(["Ann", "Bob"])) for event in table.log]
        revealed = [str(telling["card"]) for telling in told_of if telling.get("to") == "aside"]
        assert deck(table)[:3] == revealed
        assert (len(deck(table)), lies(table, "discard")) == (5, [])
        first.add(revealed[0])
    assert (first == {"9S"}) is not merge


# Showing


def test_cd_v16_cd_q22_in_phish_only_the_highest_cards_can_be_turned_up() -> None:
    text = front("phish", "7K 13T 4S", "10S 4K") + front("mitm", "1K", "9V") + front("ddos", "2S 12K", "6V 12S")
    table = settling(REST + text, SETTLE, show_all_on_settle=False)
    assert winners(table) == "H--"
    assert knowers(table, "13T") == knowers(table, "10S") == [1, 2, 3]
    assert [knowers(table, card) for card in ("7K", "4S", "4K")] == [[1], [1], [2]]
    pass_until(table, "lock", "upgrade")
    assert all(knowers(table, card) == [1, 2, 3] for card in ("2S", "12K", "6V", "12S"))
    assert [knowers(table, card) for card in ("7K", "4S", "4K")] == [[1], [1], [2]]


def test_cd_v16_of_the_others_everybody_knows_that_they_are_lower() -> None:
    text = front("phish", "7K 13T 4S", "10S 4K 3T") + f"mark value: 3T={shift(3)}\n"
    table = settling(REST + text, "phish", show_all_on_settle=False)
    view = View(table, HACKER)
    seen = {number for number in view.faces if number >= 0}
    lower = [*[f"{value}{domain}" for value in range(1, 10) for domain in "KSTV"], "10K"]
    hidden = view.cards(PHISH, DEFENDER)
    possible = {card for card in codes(view.may_be[hidden[1]]) if face(card) not in seen}
    assert possible == {card for card in lower if face(card) not in seen}
    raised = {card for card in codes(view.may_be[hidden[2]]) if face(card) not in seen}  # by 3
    printed = [card for card in lower if int(card[:-1]) <= 6]
    assert raised == {card for card in [*printed, "7K", "7S"] if face(card) not in seen}  # 7S as 10S is lower than 10S


def test_cd_v16_unshown_cards_may_be_digits_for_all_the_hacker_knows() -> None:
    text = REST + front("phish", "7K 13T 4S", "10S 4K")
    for shows_all in (True, False):
        table = settling(text, "phish", show_all_on_settle=shows_all)
        hidden = PASSWORD.of(table, DEFENDER)[0]
        view = View(table, HACKER)
        seen = {number for number in view.faces if number >= 0}
        assert (bool(view.may_be[hidden] >> face("4K") & 1) and face("4K") not in seen) is not shows_all


def test_cd_v17_the_step_of_effects_can_be_left_out() -> None:
    options = Options(effects="off")
    for position in random_game(2, options):
        assert {decision.verb for decision in position.pending} <= {
            "develop", "uncover", "unlock", "lock", "upgrade", "guess"}
    table = cyber_defense(options).start(2, 2, listen=True)
    pass_until(table, "uncover", "unlock", "guess")
    heard = told(table)
    settled = next(at for at, words in enumerate(heard) if words.startswith("Phish:"))
    assert not any(" uses " in words for words in heard)
    assert len([words for words in heard[:settled] if " plays " in words]) == 18
