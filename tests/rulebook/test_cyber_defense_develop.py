"""Cyber Defense: the round and its first step, CD-R01 to CD-R18 and CD-Q04 to CD-Q07."""

from itertools import product

import pytest

from techdeck.cards import code
from techdeck.games.cyber_defense import (
    DDOS,
    DEFENDER,
    FRONT_NAMES,
    FRONTS,
    HACKER,
    HAND,
    MITM,
    PHISH,
    ROUND,
    cyber_defense,
)
from techdeck.position import play, written
from techdeck.table import PASS, IllegalAction, Table
from techdeck.views import View
from tests.rulebook.cyber_tables import at, listen, random_game, told
from tests.rulebook.tables import asked, choices, knowers, lies, offered, these

DEALT = """
    hand 1: 1K 3S 4T 5V 6K 8S 9T 10V 12K 13S
    mitm 1: 2V 7T
    hand 2: 1S 2S 3T 4V 5K 6S 8T 9V 10K 12S
    mitm 2: 7S 11S
"""

SEEDS = range(6)


# The round


def test_cd_r01_cd_r40_four_steps_and_three_fronts_in_this_order_and_at_most_three_rounds() -> None:
    for seed in SEEDS:
        table = cyber_defense().start(2, seed, listen=True)
        while table.pending:
            table.act(table.pending[0].seat, list(table.pending[0])[-1])
        steps: list[str] = []
        for words in told(table):
            step = next((step for step in ("Round", "plays", "no effect", "Phish:", "MitM:", "DDOS:", "gathered")
                         if step in words), "")
            if step and steps[-1:] != [step]:
                steps.append(step)
        a_round = ["Round", "plays", "no effect", "Phish:", "MitM:", "DDOS:"]
        assert steps == [*a_round, "gathered", *a_round, "gathered", *a_round][:len(steps)]
        assert len(steps) == 20 or table.game.winners(table) == [HACKER]


def test_cd_r01_cd_r40_questions_come_in_the_order_of_steps_and_fronts() -> None:
    for seed in SEEDS:
        for number in (1, 2, 3):
            asked_in = [position.game.phase(position) for position in random_game(seed)
                        if ROUND.get(position) == number and position.pending]
            order = [phase for at, phase in enumerate(asked_in) if asked_in[at - 1:at] != [phase]]
            assert order == [phase for phase in ("develop", "effects", "phish", "mitm", "ddos") if phase in order]


def test_cd_r02_cd_q08_cd_q49_the_first_player_opens_develop_and_effects() -> None:
    for seed in SEEDS:
        positions = random_game(seed)
        for number, first in ((1, HACKER), (2, DEFENDER), (3, HACKER)):
            for verb in ("develop", "use"):
                seats = [position.pending[0].seat for position in positions
                         if position.pending and position.pending[0].verb == verb and ROUND.get(position) == number]
                if seats:
                    assert [seats[0]] == positions[0].members[first]


def test_cd_r03_one_decision_at_a_time() -> None:
    """Only the texts of cards let both pick something in secret."""
    for seed in SEEDS:
        for position in random_game(seed):
            if len(position.pending) > 1:
                assert (position.game.phase(position), position.pending[0].verb) == ("effects", "pick")
            else:
                assert len(position.pending) == (not position.is_over)


DECISIONS = {  # by verb: who decides, if it is always the same, and whether to pass is allowed
    "develop": (-1, False), "use": (-1, True), "play": (-1, True), "uncover": (HACKER, False),
    "unlock": (DEFENDER, True), "lock": (HACKER, True), "upgrade": (DEFENDER, True), "guess": (HACKER, False),
}


def test_cd_r04_who_decides_what_and_who_may_pass() -> None:
    met = set()
    for seed in range(12):
        for position in random_game(seed):
            for decision in position.pending:
                if decision.verb in DECISIONS:
                    met.add(decision.verb)
                    decider, may_pass = DECISIONS[decision.verb]
                    assert decider in (-1, position.side_of(decision.seat))
                    assert (PASS in decision) is may_pass
                else:
                    assert position.game.phase(position) == "effects"
    assert met == set(DECISIONS)


# Develop


def develop(table: Table, *plays: str) -> None:
    """In turns, from whoever is asked."""
    for choice in plays:
        play(table, table.pending[0].seat + 1, choice)


@pytest.mark.parametrize("first", [1, 2])
def test_cd_r10_cd_q04_players_alternate_one_card_a_turn_nine_each(first: int) -> None:
    table = at(f"first: {first}\n{DEALT}play: develop")
    seats = []
    while table.pending:
        assert asked(table)[0].endswith("develop")
        assert PASS not in table.pending[0]
        seats.append(table.pending[0].seat + 1)
        before = [len(HAND.of(table, side)) for side in (0, 1)]
        table.act(seats[-1] - 1, next(iter(table.pending[0])))
        after = [len(HAND.of(table, side)) for side in (0, 1)]
        assert [was - now for was, now in zip(before, after, strict=True)] == [seats[-1] == 1, seats[-1] == 2]
    assert seats == [first, 3 - first] * 9


def test_cd_r11_an_own_hand_card_goes_to_the_own_side_of_a_front() -> None:
    table = at(DEALT + "play: develop")
    cards = these("1K 3S 4T 5V 6K 8S 9T 10V 12K 13S")
    assert offered(table) == sorted(f"{card} to {name}" for card in cards for name in ("Phish", "MitM", "DDOS"))
    develop(table, "5V to Phish", "1S to DDOS", "6K to MitM", "2S to DDOS")
    assert (written(table, "phish 1"), written(table, "mitm 1"), written(table, "ddos 1")) == ("5V", "2V 7T 6K", "")
    assert (written(table, "phish 2"), written(table, "mitm 2"), written(table, "ddos 2")) == ("", "7S 11S", "1S 2S")
    assert lies(table, "hand 1") == these("1K 3S 4T 8S 9T 10V 12K 13S")
    with pytest.raises(IllegalAction):
        play(table, 1, "2V to Phish")  # it lies in MitM


def test_cd_r12_plays_to_phish_and_ddos_are_face_down_and_to_mitm_face_up() -> None:
    table = at(DEALT)
    listen(table, "develop")
    develop(table, "5V to Phish", "1S to DDOS", "6K to MitM")
    assert [knowers(table, card) for card in ("5V", "1S", "6K")] == [[1], [2], [1, 2, 3]]
    assert told(table, DEFENDER) == ["Ann plays a card to Phish.", "Bob plays 1S to DDOS.", "Ann plays 6K to MitM."]
    assert told(table, HACKER) == ["Ann plays 5V to Phish.", "Bob plays a card to DDOS.", "Ann plays 6K to MitM."]
    view = View(table, HACKER)
    assert view.may_be[view.cards(DDOS, DEFENDER)[0]].bit_count() > 10  # the front and the slot, nothing else


def legal_by_the_rule(table: Table, side: int, played: list[list[int]]) -> list[str]:
    """CD-R14, from the plays themselves."""
    owed = 9 - sum(played[side])
    missing = {front for front in range(3) if not played[side][front]}
    fronts = [front for front in range(3) if len(missing - {front}) <= owed - 1]
    cards = [code(table.face[back]) for back in HAND.of(table, side)]
    return sorted(f"{card} to {FRONT_NAMES[front]}" for card, front in product(cards, fronts))


def test_cd_r13_cd_r14_cd_q05_cd_q06_exactly_the_plays_that_leave_one_card_for_each_front_are_legal() -> None:
    for seed in range(40):
        table = cyber_defense().start(2, seed)
        played = [[0, 0, 0], [0, 0, 0]]
        while table.pending[0].verb == "develop":
            decision = table.pending[0]
            side = table.side_of(decision.seat)
            assert offered(table) == legal_by_the_rule(table, side, played)
            options = list(decision)  # a card to one front again and again, so that the minimum comes to bear
            favourite = (seed + side) % 3
            choice = next((c for c in options if isinstance(c, int) and c & 3 == favourite), options[0])
            assert isinstance(choice, int)
            played[side][choice & 3] += 1
            table.act(decision.seat, choice)
        assert all(min(counts) >= 1 and sum(counts) == 9 for counts in played)  # the two dealt ones do not count
        assert max(max(counts) for counts in played) == 7


def test_cd_r13_cards_of_the_opponent_do_not_count() -> None:
    table = at(DEALT + "play: develop")
    hacker = [f"{card} to Phish" for card in these("1K 3S 4T 5V 6K 8S 9T")]
    defender = [f"{card} to DDOS" for card in these("1S 2S 3T 4V 5K 6S 8T")]
    for mine, theirs in zip(hacker, defender, strict=True):
        develop(table, mine, theirs)
    assert {choice.split()[-1] for choice in offered(table)} == {"MitM", "DDOS"}
    develop(table, "12K to MitM")
    assert {choice.split()[-1] for choice in offered(table)} == {"MitM", "Phish"}


@pytest.mark.parametrize("name", FRONT_NAMES)
def test_cd_r15_cd_r16_seven_cards_can_go_to_one_front_but_no_more(name: str) -> None:
    table = at(DEALT + "play: develop")
    for _ in range(7):
        card = written(table, "hand 1").split()[0]
        develop(table, f"{card} to {name}")
        table.act(1, next(iter(table.pending[0])))
    front = FRONTS[FRONT_NAMES.index(name)]
    assert len(front.of(table, HACKER)) == 7 + 2 * (front is MITM)
    assert {choice.split()[-1] for choice in offered(table)} == {*FRONT_NAMES} - {name}  # r = |E| = 2
    assert choices(table) == 3 * 2


def test_cd_r15_every_front_is_legal_while_more_plays_are_owed_than_fronts_are_missing() -> None:
    table = at(DEALT + "play: develop")
    for _ in range(6):
        assert choices(table) == 3 * len(HAND.of(table, HACKER))
        develop(table, f"{written(table, 'hand 1').split()[0]} to Phish")
        table.act(1, next(iter(table.pending[0])))
    assert choices(table) == 3 * 4  # r = 3, and two fronts are missing


def test_cd_r17_played_cards_stay_where_they_are_and_no_effect_is_used() -> None:
    for seed in SEEDS:
        for number in (1, 2, 3):
            before: list[list[int]] = []
            for position in random_game(seed):
                if ROUND.get(position) == number and position.game.phase(position) == "develop":
                    assert [decision.verb for decision in position.pending] == ["develop"]
                    sides = [[int(back) for back in zone.of(position, side)] for zone in FRONTS for side in (0, 1)]
                    if before:
                        grown = [len(new) - len(old) for new, old in zip(sides, before, strict=True)]
                        assert sorted(grown) == [0, 0, 0, 0, 0, 1]
                        assert all(new[:len(old)] == old for new, old in zip(sides, before, strict=True))
                    before = sides


def test_cd_r18_cd_q07_the_tenth_card_stays_in_hand_unseen() -> None:
    table = at(DEALT + "play: develop, effects")
    while asked(table)[0].endswith("develop"):
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
    assert (written(table, "hand 1"), written(table, "hand 2")) == ("10V", "9V")
    assert (knowers(table, "10V"), knowers(table, "9V")) == ([1], [2])
    assert lies(table, "discard") == []
    assert all("10V" not in choice for choice in offered(table))  # it gives no effect
    assert [len(PHISH.of(table, side)) for side in (0, 1)] == [7, 7]
