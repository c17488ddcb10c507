"""Cyber Defense: places, setup and preparing the next round, CD-S01 to CD-S27 and CD-R130 to CD-R134."""

import pytest

from techdeck.cards import code, face
from techdeck.effects import GUARDED, controlled_cards, draw, exchange
from techdeck.events import Moved
from techdeck.games import cyber_defense as game_file
from techdeck.games.cyber_defense import (
    DDOS,
    DECK,
    DEFENDER,
    DISCARD,
    DOMAIN,
    EXPELLED,
    FRONTS,
    HACKER,
    HAND,
    MITM,
    OWED,
    PASSWORD,
    PHISH,
    ROUND,
    USED,
    USES,
    VALUE,
    Options,
    cyber_defense,
)
from techdeck.position import play, written
from techdeck.rules import do
from techdeck.table import Rule, Table, shift
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    FRONTS_LAID,
    PASSWORD_ROW,
    SETTLE,
    at,
    flipped,
    front,
    guess,
    hacker_seat,
    listen,
    pass_until,
    random_game,
    row,
    settling,
    sideways,
    statuses,
    told,
)
from tests.rulebook.tables import all_cards, asked, back_of, choices, deck, knowers, lies, offered, place_of, these

SUITED = [code(number) for number in range(52)]


# Places


def test_cd_s01_both_wild_cards_are_expelled_before_anything_else_and_stay_so() -> None:
    table = cyber_defense().start(2, 3, listen=True)
    assert table.log is not None
    first = [event for event in table.log if isinstance(event, Moved)][:2]
    assert [(code(event.face), event.target) for event in first] == [("W1", "expelled"), ("W2", "expelled")]
    for position in random_game(1):
        assert {"W1", "W2"} <= set(lies(position, "expelled"))


def test_cd_s02_cd_q01_there_are_three_fronts_with_two_sides_each_and_no_card_marks_a_front() -> None:
    table = cyber_defense().start(2, 0)
    assert [zone.name for zone in FRONTS] == ["phish", "mitm", "ddos"]
    assert all(zone.of(table, HACKER) is not zone.of(table, DEFENDER) for zone in FRONTS)
    assert sorted(all_cards(table)) == sorted([*SUITED, "W1", "W2"])
    assert [len(zone.of(table, side)) for zone in FRONTS for side in (0, 1)] == [0, 0, 2, 2, 0, 0]
    develops = [choice.partition(" to ")[2] for choice in offered(table)]
    assert sorted(set(develops)) == ["DDOS", "MitM", "Phish"]


def remove_second(table: Table, side: int, it: int) -> None:
    table.move(DDOS.of(table, DEFENDER)[1], DDOS, DISCARD, DEFENDER)


def swap_across(table: Table, side: int, it: int) -> None:
    exchange(table, back_of(table, "1K"), back_of(table, "6V"))


def test_cd_s03_slots_close_up_when_a_card_leaves_and_keep_their_order() -> None:
    text = FRONTS_LAID.replace("ddos 2: 6V 12S", "ddos 2: 6V 12S 9K 4V")
    table = at(text + "play: effects", texts={"7V": do(remove_second)})
    play(table, 1, "7V")
    assert written(table, "ddos 2") == "6V 9K 4V"
    play(table, 1, "10V to DDOS")
    assert written(table, "ddos 1") == "1K 2S 10V"  # by arrival


def test_cd_s03_a_card_on_a_side_belongs_to_that_sides_player() -> None:
    table = at(FRONTS_LAID + "play: effects", texts={"7V": do(swap_across)})
    play(table, 1, "7V")
    assert [written(table, f"ddos {seat}") for seat in (1, 2)] == ["6V 2S", "1K 12S"]
    own = [sorted(code(table.face[back]) for back in controlled_cards(table, side, 0)) for side in (0, 1)]
    assert own == [these("13T 4S 7V 9S 2V 6V 2S"), these("10S 4K 12K 8K 5V 1K 12S")]


HIDDEN_CARDS = {PHISH: ("13T 4S", "10S 4K"), DDOS: ("1K 2S", "6V 12S")}


def test_cd_s04_cd_s05_face_down_cards_are_seen_by_their_player_and_mitm_cards_by_all() -> None:
    table = at(FRONTS_LAID)
    for zone in (PHISH, DDOS):
        for owner in (0, 1):
            for side in range(3):
                view = View(table, side)
                called = [view.called(back) for back in view.cards(zone, owner)]
                expected = HIDDEN_CARDS[zone][owner].split() if side == owner else ["??", "??"]
                assert called == expected
    for owner, cards in ((0, "7V 9S 2V"), (1, "12K 8K 5V")):
        for side in range(3):
            view = View(table, side)
            assert [view.called(back) for back in view.cards(MITM, owner)] == cards.split()


def test_cd_s04_each_front_turns_up_when_its_settling_starts_and_stays_so() -> None:
    table = settling(FRONTS_LAID, SETTLE)
    assert all(knowers(table, card) == [1, 2, 3] for card in ("13T", "4S", "10S", "4K"))
    assert [knowers(table, card) for card in ("1K", "2S", "6V", "12S")] == [[1], [1], [2], [2]]
    pass_until(table, "lock")
    for card in ("13T", "4S", "10S", "4K", "1K", "2S", "6V", "12S"):
        assert knowers(table, card) == [1, 2, 3]


def test_cd_s05_mitm_cards_always_lie_face_up() -> None:
    for position in random_game(1):
        for owner in (0, 1):
            for back in MITM.of(position, owner):
                assert all(position.knows(side, back) for side in range(3))


def test_cd_s06_cd_s27_the_password_never_changes_and_the_defender_sees_it_at_all_times() -> None:
    for seed in range(4):
        games = random_game(seed)
        password = written(games[0], "password 2")
        backs = PASSWORD.of(games[0], DEFENDER)
        assert len(backs) == 6
        for position in games:
            assert written(position, "password 2") == password
            assert PASSWORD.of(position, DEFENDER) == backs
            assert all(position.knows(DEFENDER, back) for back in backs)
            assert PASSWORD.of(position, HACKER) == []


def test_cd_s07_every_digit_has_one_status_and_all_see_it() -> None:
    met = set()
    for seed in range(6):
        for position in random_game(seed):
            met |= set(statuses(position))  # it refuses two at once
    assert met == set("nlur")
    table = at(row("3K/r 8S/l 6T/u 3V 2K 11S"))
    for side in range(3):
        view = View(table, side)
        digits = view.cards(PASSWORD, DEFENDER)
        marks = [[view.mark(mark, back) for back in digits] for mark in (
            game_file.REVEALED, game_file.LOCKED, game_file.UPGRADED)]
        assert marks == [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]


def test_cd_s08_two_marks_of_each_digit_are_off_at_the_start_and_all_see_them() -> None:
    table = cyber_defense().start(2, 0)
    assert (sideways(table), flipped(table)) == ([], [])
    table = settling(front("mitm", "12K 12S 12V", "1K 2S 1T") + row("5S 9K/u 5V 12T 1S 7K"), "mitm")
    guess(table, "5K@2")
    guess(table, "9@1")
    for side in range(3):
        view = View(table, side)
        digits = view.cards(PASSWORD, DEFENDER)
        assert [view.mark(game_file.SIDEWAYS, back) for back in digits] == [1, 1, 0, 0, 0, 0]
        assert [view.mark(game_file.FLIP, back) for back in digits] == [0, 1, 0, 0, 0, 0]


def test_cd_s09_one_deck_and_one_discard_for_both_and_the_discard_can_be_read() -> None:
    table = at(FRONTS_LAID + "discard: 3S 11K\nplay: effects", texts={"7V": draw(1).rule, "12K": draw(1).rule})
    play(table, 1, "7V", "pass")
    play(table, 2, "12K", "pass")
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("10V 9T"), these("1T 7S"))
    for side in range(3):
        view = View(table, side)
        assert [view.called(back) for back in view.cards(DISCARD)] == ["3S", "11K"]
        assert [view.called(back) for back in view.cards(DECK)] == ["??"] * 6


def test_cd_s10_what_was_seen_once_is_remembered() -> None:
    """In Phish everybody saw 10S; gathered and dealt anew it is still none of the hidden digits."""
    table = settling("expelled: W1 W2\nrest: deck\nround: 1\n" + FRONTS_LAID, f"{SETTLE}, prepare, develop")
    pass_until(table, "develop")
    hidden = [back for back in PASSWORD.of(table, DEFENDER) if not table.knows(HACKER, back)]
    assert len(hidden) == 5
    for card in ("10S", "4K", "12K", "6V", "12S", "10V"):
        assert not any(table.row(HACKER)[back] >> face(card) & 1 for back in hidden)
    assert all(table.row(HACKER)[back] >> face("1T") & 1 for back in hidden)  # the Defender's tenth was never seen
    assert len(game_file.ANSWERS.of(table)) == 5  # the answers to four guesses, and a reveal


def test_cd_s11_every_card_is_in_exactly_one_place_at_every_moment() -> None:
    for seed in range(4):
        for position in random_game(seed):
            assert sorted(all_cards(position)) == sorted([*SUITED, "W1", "W2"])
            assert len(PASSWORD.of(position, DEFENDER)) == 6


# Setup


def test_cd_s20_the_52_cards_are_shuffled() -> None:
    first_digits, first_dealt = set(), set()
    for seed in range(150):
        table = cyber_defense().start(2, seed)
        first_digits.add(written(table, "password 2").split()[0])
        first_dealt.add(written(table, "mitm 1").split()[0])
        assert "W" not in written(table, "password 2") + written(table, "mitm 1")
    assert len(first_digits) > 40
    assert len(first_dealt) > 40


def test_cd_s21_cd_q02_roles_are_drawn_and_never_change() -> None:
    hackers = [hacker_seat(cyber_defense().start(2, seed)) for seed in range(60)]
    assert 15 < hackers.count(1) < 45
    for seed in range(4):
        members = random_game(seed)[0].members
        assert sorted(members) == [[0], [1]]
        assert all(position.members == members for position in random_game(seed))


def test_cd_s21_cd_q02_roles_are_independent_of_the_deal() -> None:
    """The same cards come to Hacker and Defender whoever sits where."""
    for seed in range(5):
        drawn = cyber_defense().start(2, seed)
        fixed = [cyber_defense(Options(roles=roles)).start(2, seed) for roles in ("seat1_hacker", "seat2_hacker")]
        for place in ("hand 1", "hand 2", "mitm 1", "mitm 2", "password 2", "deck"):
            assert written(drawn, place) == written(fixed[0], place) == written(fixed[1], place)


def test_cd_s22_cd_q02_the_hacker_is_the_first_player_of_round_1() -> None:
    for seed in range(8):
        table = cyber_defense().start(2, seed)
        assert asked(table) == [f"{hacker_seat(table)} develop"]
        assert (table.first, ROUND.get(table)) == (HACKER, 1)


def ways(table: Table) -> list[str]:
    """Where cards went from the deck, in order."""
    assert table.log is not None
    return [event.target for event in table.log if isinstance(event, Moved) and event.source == "deck"]


def test_cd_s23_cd_s24_cd_s25_the_order_of_the_deal() -> None:
    table = cyber_defense().start(2, 5, listen=True)
    assert ways(table) == [
        "expelled", "expelled", *["hand 1", "hand 2"] * 10, *["password 2"] * 6, *["mitm 1", "mitm 2"] * 2]


def test_cd_s23_cd_s24_cd_s25_cards_are_dealt_from_the_top() -> None:
    bare = cyber_defense().bare(2, 5)
    before = [card for card in deck(bare) if card not in ("W1", "W2")]
    table = cyber_defense().start(2, 5)
    assert lies(table, "hand 1") == sorted(before[0:20:2])
    assert lies(table, "hand 2") == sorted(before[1:20:2])
    assert written(table, "password 2").split() == before[20:26]
    assert (written(table, "mitm 1").split(), written(table, "mitm 2").split()) == (before[26:30:2], before[27:30:2])
    assert deck(table) == before[30:]


def test_cd_s24_cd_q61_six_hidden_normal_digits_numbered_from_left_to_right_as_dealt() -> None:
    table = cyber_defense().start(2, 5, listen=True)
    assert statuses(table) == "nnnnnn"
    assert table.log is not None
    dealt = [code(event.face) for event in table.log if isinstance(event, Moved) and event.target == "password 2"]
    assert written(table, "password 2").split() == dealt
    assert all(knowers(table, card) == [2] for card in dealt)
    table = settling(front("phish", "13T", "10S"), "phish")
    play(table, 1, "2")
    for side in range(3):
        view = View(table, side)
        assert view.called(view.cards(PASSWORD, DEFENDER)[1]) == "8S"  # the same number for both


def test_cd_s25_cd_s26_two_cards_each_face_up_22_left_and_nothing_discarded() -> None:
    table = cyber_defense().start(2, 5)
    assert [len(MITM.of(table, side)) for side in (0, 1)] == [2, 2]
    assert all(knowers(table, card) == [1, 2, 3] for card in lies(table, "mitm 1") + lies(table, "mitm 2"))
    assert (len(DECK.of(table)), len(DISCARD.of(table)), ROUND.get(table)) == (22, 0, 1)
    assert all(knowers(table, card) == [] for card in deck(table))


def test_cd_s27_cd_q03_the_defender_looks_but_is_not_asked_to_rearrange() -> None:
    for seed in range(4):
        verbs = {position.pending[0].verb for position in random_game(seed) if position.pending}
        assert "arrange" not in verbs


# Prepare

AFTER_A_ROUND = f"""
    first: 1
    round: 1
    hand 1: 10V
    hand 2: 1T
    phish 1: 13T 4S
    phish 2: 10S 4K
    mitm 1: 7V 9S 2V
    mitm 2: 12K 8K 5V
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    discard: 3S 11K
    expelled: W1 W2
    rest: deck
    {PASSWORD_ROW}
"""


def test_cd_r130_cd_e04_it_is_done_after_rounds_1_and_2_only() -> None:
    for seed in range(3):
        table = cyber_defense().start(2, seed, listen=True)
        while table.pending:
            decision = table.pending[0]
            table.act(decision.seat, list(decision)[0 if decision.verb == "guess" else -1])
        if table.game.winners(table) == [DEFENDER]:
            heard = told(table)
            assert heard.count("All cards but the password are gathered.") == 2
            assert [words[:7] for words in heard if words.startswith("Round")] == ["Round 1", "Round 2", "Round 3"]
            assert heard[-1] == "The password is not cracked. Bob wins."
            assert len(lies(table, "ddos 1")) > 0  # nothing was gathered after round 3


def test_cd_r130_nothing_is_dealt_if_the_game_does_not_go_on() -> None:
    table = settling(AFTER_A_ROUND.replace(PASSWORD_ROW, row("3K/r 8S/r 6T/r 3V/r 2K/r 11S")),
                     f"{SETTLE}, prepare, develop")
    play(table, 1, "6")
    assert table.is_over
    assert ROUND.get(table) == 1
    assert (written(table, "hand 1"), written(table, "phish 1")) == ("10V", "13T 4S")
    third = at(AFTER_A_ROUND.replace("round: 1", "round: 3") + "play: prepare")
    assert third.is_over
    assert (ROUND.get(third), written(third, "hand 1"), written(third, "phish 1")) == (3, "10V", "13T 4S")


def test_cd_r131_everything_but_password_and_expelled_cards_is_gathered_and_shuffled() -> None:
    found: dict[str, set[str]] = {card: set() for card in ("13T", "10V", "1T", "3S", "12S", "8K", "9T")}
    for seed in range(60):
        table = at(AFTER_A_ROUND + "play: prepare, develop", seed=seed)
        assert written(table, "password 2") == "3K 8S 6T 3V 2K 11S"
        assert (lies(table, "expelled"), lies(table, "discard")) == (["W1", "W2"], [])
        gathered = {*SUITED} - {"3K", "8S", "6T", "3V", "2K", "11S"}
        dealt = [*lies(table, "hand 1"), *lies(table, "hand 2"), *lies(table, "mitm 1"), *lies(table, "mitm 2")]
        assert sorted([*dealt, *deck(table)]) == sorted(gathered)
        for card, places in found.items():
            places.add(place_of(table, card))
    for places in found.values():
        assert {"deck", "hand 1", "hand 2"} <= places


def test_cd_r131_cd_q47_leftovers_in_hand_are_not_shown() -> None:
    table = at(AFTER_A_ROUND)
    listen(table, "prepare")
    assert table.log is not None
    shuffled = next(at for at, words in enumerate(told(table)) if "shuffled" in words)
    for side in range(3):
        assert told(table, side)[:shuffled] == ["All cards but the password are gathered."]
    hidden = PASSWORD.of(table, DEFENDER)[0]
    assert table.row(HACKER)[hidden] >> face("1T") & 1  # for all the Hacker knows it may be a digit
    assert table.row(2)[hidden] >> face("10V") & 1


def test_cd_r131_no_card_can_be_followed_through_the_shuffle() -> None:
    table = at(AFTER_A_ROUND + "play: prepare, develop")
    for side in (HACKER, DEFENDER):
        seen = {*lies(table, f"hand {side + 1}"), *lies(table, "mitm 1"), *lies(table, "mitm 2")}
        gathered_cards = [card for card in SUITED if place_of(table, card) != "password 2"]
        assert [card for card in gathered_cards if side + 1 in knowers(table, card)] == sorted(seen, key=face)


def test_cd_r132_used_marks_and_changes_end() -> None:
    text = AFTER_A_ROUND + f"mark used: 7V=1 12K=2\nmark value: 13T={shift(2)} 12K={shift(-2)}\nmark domain: 9S=4\n"
    table = at(text + "uses: 2 1\nguarded: 1 0\nplay: prepare, develop")
    for card in SUITED:
        back = back_of(table, card)
        assert (USED.get(table, face(card)), VALUE.get(table, back), DOMAIN.get(table, back)) == (0, 0, 0)
        assert f"{table.value(back)}{'WKSTV'[table.domain(back)]}" == card
    assert (USES.of(table), GUARDED.of(table)) == ([0, 0], [0, 0])


def test_cd_q48_cd_r83_the_row_is_exempt_from_gathering() -> None:
    text = AFTER_A_ROUND.replace(PASSWORD_ROW, row("3K/r 8S/l 6T/u 3V 2K 11S")) + "mark sideways: 3V\nmark flip: 6T\n"
    table = at(text + "play: prepare, develop")
    assert (statuses(table), sideways(table), flipped(table)) == ("rlunnn", [4], [3])
    assert knowers(table, "3K") == [1, 2, 3]


def test_cd_r133_cards_are_dealt_as_in_the_setup_with_the_new_first_player_first() -> None:
    table = at(AFTER_A_ROUND)
    listen(table, "prepare")
    assert ways(table) == [*["hand 2", "hand 1"] * 10, *["mitm 2", "mitm 1"] * 2]
    assert (len(DECK.of(table)), len(DISCARD.of(table))) == (22, 0)
    assert all(knowers(table, card) == [1, 2, 3] for card in lies(table, "mitm 1") + lies(table, "mitm 2"))
    assert all(knowers(table, card) == [2] for card in lies(table, "hand 2"))


def test_cd_r134_cd_r02_cd_q49_hacker_defender_hacker_are_first_and_develop_follows() -> None:
    for before, first in ((1, 2), (2, 1)):
        text = AFTER_A_ROUND.replace("round: 1", f"round: {before}").replace("first: 1", f"first: {before}")
        table = at(text + "play: prepare, develop")
        assert (asked(table), ROUND.get(table), table.first + 1) == ([f"{first} develop"], before + 1, first)


# Too few cards


def gathered(count: int) -> Table:
    """The first choice of round 2, when so many cards are left; all others are expelled."""
    cards = [card for card in SUITED if card not in ("3K", "8S", "6T", "3V", "2K", "11S")][:count]
    return at("round: 1\ndeck: " + " ".join(cards) + PASSWORD_ROW + "play: prepare, develop")


@pytest.mark.parametrize(("count", "hands", "dealt", "left"), [
    (46, (10, 10), (2, 2), 22), (24, (10, 10), (2, 2), 0), (23, (10, 10), (1, 2), 0), (21, (10, 10), (0, 1), 0),
    (20, (10, 10), (0, 0), 0), (15, (7, 8), (0, 0), 0), (1, (0, 1), (0, 0), 0),
])
def test_cd_q51_hands_first_then_mitm_until_none_is_left(
    count: int, hands: tuple[int, int], dealt: tuple[int, int], left: int,
) -> None:
    """The Defender is first."""
    table = gathered(count)
    assert tuple(len(HAND.of(table, side)) for side in (0, 1)) == hands
    assert tuple(len(MITM.of(table, side)) for side in (0, 1)) == dealt
    assert len(DECK.of(table)) == left


@pytest.mark.parametrize(("count", "owed"), [(46, [9, 9]), (18, [9, 9]), (15, [7, 8]), (5, [2, 3]), (1, [0, 1])])
def test_cd_q51_a_player_owes_nine_plays_or_as_many_as_there_are_cards(count: int, owed: list[int]) -> None:
    table = gathered(count)
    assert OWED.of(table) == owed
    turns = [0, 0]
    while table.pending:
        turns[table.pending[0].seat] += 1
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
    assert turns == owed


def test_cd_q51_with_fewer_than_three_plays_any_front_will_do() -> None:
    table = gathered(6)  # three plays each: one to each front
    for count in (3 * 3, 2 * 2, 1):
        assert choices(table) == count
        table.act(1, next(iter(table.pending[0])))
        table.act(0, next(iter(table.pending[0])))
    table = gathered(4)
    for count in (2 * 3, 1 * 3):
        assert choices(table) == count
        table.act(1, next(iter(table.pending[0])))
        table.act(0, next(iter(table.pending[0])))
    assert len(PHISH.of(table, DEFENDER)) == 2


def expel_first_hand_card(table: Table, side: int, it: int) -> None:
    table.move(HAND.of(table, side)[0], HAND, EXPELLED, side)


def test_cd_s11_expelled_suited_cards_count_too_and_lessen_the_next_deck() -> None:
    expel: Rule = do(expel_first_hand_card)
    table = at(AFTER_A_ROUND + "play: effects, prepare, develop", texts={"7V": expel})
    play(table, 1, "7V")
    pass_until(table, "develop")
    assert lies(table, "expelled") == these("10V W1 W2")
    assert len(DECK.of(table)) == 21
    assert sorted(all_cards(table)) == sorted([*SUITED, "W1", "W2"])
