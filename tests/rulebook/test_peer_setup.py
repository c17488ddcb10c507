"""Peer-to-Peer: what lies where, who sees it, and how a game begins."""

from collections import Counter
from random import Random

import pytest

from techdeck.cards import PEER_EDITION, code
from techdeck.deck import PEER_TO_PEER
from techdeck.games.peer_to_peer import LATCH, Options, peer_to_peer, solo_starts
from techdeck.match import Match
from techdeck.position import set_up
from techdeck.record import read, replay
from techdeck.record import written as record_written
from techdeck.storage import store
from techdeck.table import IllegalAction, Table
from techdeck.views import View
from tests.rulebook.peer_tables import (
    SIDES,
    at,
    chances,
    draw,
    go,
    knowers,
    lies,
    nothing,
    order,
    pass_on,
    pass_once,
    place_of,
    printed_game,
    set_up_only,
    size,
    told,
    used,
    without_texts,
)
from tests.rulebook.tables import asked, offered, these

TEAM_1 = these("4V 1T 2S 3K 1K")
TEAM_2 = these("3V 4T 1S 2K 1V")
LOW = {f"{value}{letter}" for value in (1, 2, 3) for letter in "KSTV"}
SEEDS = range(6)


def dealt(seats: int, seed: int, options: Options = Options()) -> Table:
    """Before the first pick."""
    return printed_game(options).start(seats, seed)


def sees(table: Table, side: int, card: str) -> bool:
    """Whether a team can see a card where it lies; the number after the last is a spectator."""
    return side in knowers(table, card)


# Components and zones

def test_pp_s1_one_deck_of_52_cards_with_a_flag_and_two_wild_cards_without() -> None:
    table = printed_game().bare(4, 0)
    assert sorted(code(number) for number in table.face) == sorted(printed.code for printed in PEER_TO_PEER)
    assert len(table.face) == 54
    for card in PEER_EDITION:
        marks = {"venture", "group"} & set(card.flags)
        assert bool(marks) != card.is_wild
        if card.is_wild:
            assert (card.value, card.domain_number) == (0, 0)


SEEN = """
    deck 1: 1K 2K
    hand 1: 3K 4K
    discard 1: 5K
    score 1: 6K
    venture A 1: 7K
    deck 2: 1S
    hand 2: 3S
    customer deck: 9S 10S
    row: 11S
    unhappy: 12S
    expelled: 13S
    play: assist
"""


def test_pp_s2_nobody_sees_into_a_group_deck_but_its_count_is_public() -> None:
    table = at(SEEN)
    assert knowers(table, "1K") == knowers(table, "1S") == []
    assert all(len(View(table, side).cards(table.game.words.deck, 0)) == 2 for side in (0, 1, 2))
    assert order(table, "deck 1") == "1K 2K"
    table = at("deck 1: 1K 2K\nventure A 1: 10T\nplay: effects before", toys={"10T": draw(1)})
    go(table, "1 10T")
    assert lies(table, "hand 1") == ["1K"]  # top first


def test_pp_s3_a_group_hand_is_seen_by_its_side_only() -> None:
    table = at(SEEN)
    assert knowers(table, "3K") == [1]
    assert knowers(table, "3S") == [2]
    assert len(View(table, 1).cards(table.game.words.hand, 0)) == 2
    four = at("row: 9V\nhand 1: 1K 2K 3K\nplay: assist", 4)
    assert [four.side_of(seat) for seat in range(4)] == [0, 0, 1, 1]  # members look with the eyes of their side


def test_pp_s4_a_commitment_is_hidden_even_in_number_until_all_have_locked_in() -> None:
    table = at("first: 1\nrow: 9V 8V\nhand 1: 4V 3V 2V\nhand 2: 5V 4T\nplay: assist")
    other = table.clone()
    go(table, "1 4V 3V")
    go(other, "1 pass")
    assert asked(table) == asked(other) == ["2 commit"]
    for one in (table, other):
        assert (size(one, "hand 1"), size(one, "laid 1")) == (3, 0)
    go(table, "2 5V")
    # Both are locked in; Team 2 has no marker and turned up, the cards of Team 1 still lie face down.
    assert (size(table, "laid 1"), lies(table, "committed 2")) == (2, ["5V"])
    assert knowers(table, "4V") == [1]
    assert knowers(table, "5V") == [1, 2, 3]
    hidden = View(table, 1)
    assert len(hidden.cards(next(zone for zone in table.game.zones if zone.name == "laid"), 0)) == 2


def test_pp_s4_turned_up_cards_are_public() -> None:
    table = at("first: 1\nrow: 9V 8V\nhand 1: 4V 3V 2V\nhand 2: 5V 4T\nplay: assist")
    go(table, "1 4V 3V", "2 5V", "2 9V")
    assert lies(table, "committed 1") == these("4V 3V")
    assert knowers(table, "4V") == [1, 2, 3]


@pytest.mark.parametrize(("clause", "card"), [
    ("PP-S5", "5K"), ("PP-S6", "6K"), ("PP-S7", "7K"), ("PP-S9", "11S"), ("PP-S10", "12S"), ("PP-S11", "13S"),
])
def test_pp_s5_to_s11_what_lies_open_is_seen_by_all(clause: str, card: str) -> None:
    assert knowers(at(SEEN), card) == [1, 2, 3], clause


@pytest.mark.parametrize("seats", range(1, 7))
def test_pp_s7_a_venture_holds_three_cards_or_two(seats: int) -> None:
    most = 3 if seats <= 4 else 2
    cards = " ".join(["5K", "6K", "7K"][:most])
    table = at(f"row: 9V\nhand 1: 5V 4V\nventure A 1: {cards}\nplay: assist", seats, ventures="9V")
    go(table, "1 5V 4V", "1 venture A")
    assert asked(table) == ["1 score"]
    table = at("row: 9V\nhand 1: 5V 4V\nventure A 1: 5K\nplay: assist", seats, ventures="9V")
    go(table, "1 5V 4V", "1 venture A")
    assert table.is_over
    assert lies(table, "venture A 1") == these("5K 9V")


def test_pp_s8_nobody_sees_into_the_customer_deck_and_its_top_comes_first() -> None:
    table = at(SEEN)
    assert knowers(table, "9S") == []
    table = at("customer deck: 9S 10S 11S\nplay: new customers")
    assert order(table, "row") == "9S 10S"
    assert len(View(table, 2).cards(next(zone for zone in table.game.zones if zone.name == "customer deck"))) == 1


def test_pp_s9_the_row_has_four_places_and_newcomers_come_to_the_right() -> None:
    table = at("row: 1K 2K\ncustomer deck: 9S 10S 11S\nplay: new customers")
    assert order(table, "row") == "1K 2K 9S 10S"
    table = at("row: 1K 2K 3K 4K\ncustomer deck: 9S 10S 11S\nplay: new customers")
    assert order(table, "row") == "3K 4K 9S 10S"


def test_pp_s10_the_unhappy_pile_keeps_the_order_of_arrival() -> None:
    table = at("unhappy: 13K\nrow: 4K 2K 3K 1K\ncustomer deck: 9S 10S\nplay: new customers")
    assert order(table, "unhappy") == "13K 4K 2K"


def test_pp_s11_expelled_cards_never_come_back() -> None:
    table = at("hand 1: 1K\ndeck 1: \nexpelled: 2K\nplay: refresh, new customers")
    assert (lies(table, "hand 1"), lies(table, "row")) == (["1K"], [])
    assert "2K" in lies(table, "expelled")


def test_pp_s12_one_side_has_the_marker() -> None:
    for seed in SEEDS:
        table = set_up_only(4, seed)
        assert table.first in (0, 1)
    assert asked(at("first: 2\nventure A 1: 10T\nventure A 2: 11T\nplay: effects before",
                    toys={"10T": nothing(), "11T": nothing()})) == ["2 use"]


def test_pp_s13_a_mark_says_nothing_of_where_the_card_lies() -> None:
    """Using is public; whether the card was committed later is not.  PP-Q34"""
    table = at("""
        first: 1
        row: 9V 8V
        hand 1: 4V 3V
        hand 2: 5V
        play: effects before, assist
    """, toys={"4V": nothing("open", "group")})
    go(table, "1 4V")
    assert used(table) == ["4V"]
    views = []
    for cards in ("4V", "3V"):
        clone = table.clone()
        go(clone, f"1 {cards}", "2 5V")
        assert size(clone, "laid 1") == 1
        assert knowers(clone, cards) == [1]
        view = View(clone, 1)
        assert "4V" not in [view.called(back) for zone in clone.game.zones for back in zone.of(clone)]
        views.append([view.called(back) for zone in clone.game.zones if zone.name in ("hand", "laid")
                      for back in view.cards(zone, 0)])
    assert views[0] == views[1]


def test_pp_s14_a_card_that_was_turned_up_is_hidden_again_in_a_hand_and_in_a_deck() -> None:
    table = at("first: 1\nrow: 9V\nhand 1: 4V 3V\nhand 2: 5V\nplay: assist")
    go(table, "1 4V", "2 pass")
    assert place_of(table, "4V") == "hand 1"
    assert knowers(table, "4V") == [1]
    # Into a deck nobody looks: after a refresh a side knows no card of a deck that was shuffled.
    table = at("hand 1: 4V 3V 2V 1V\ndiscard 1: 5V 6V\ndeck 1: 1K\nplay: refresh")
    assert size(table, "deck 1") == 3
    assert all(knowers(table, card) == [] for card in lies(table, "deck 1"))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_pp_s15_the_captain_changes_every_round(seats: int) -> None:
    """In ascending order of seats.  PP-Q4"""
    table = at("""
        row: 9V
        hand 1: 4V
        hand 2: 5V
        deck 1: 1V
        deck 2: 2V
        customer deck: 1K 2K 3K 4K 5K 6K 7K 8K 9K 10K 11K 12K 13K 1S 2S 3S 4S 5S 6S
        round: 0
        play: rounds
    """, seats, options=Options(unhappy_limits="99 99 99 99 99 99"))
    one, two = ([int(seat) for seat in seats.split()] for seats in SIDES[seats].split("/"))
    for number in range(5):
        seats_asked = sorted(int(line.split()[0]) for line in asked(table))
        assert seats_asked == sorted([one[number % len(one)], two[number % len(two)]])
        for seat in seats_asked:
            go(table, f"{seat} pass")


def test_pp_s15_every_member_acts_for_the_team_and_the_first_to_act_counts() -> None:
    """In a commitment, a declaration, a window, and when a won customer is placed."""
    table = at("""
        round: 1
        first: 1
        row: 9V 5K
        hand 1: 4V 5V 2K
        hand 2: 3V
        play: assist
    """, 4, toys={"2K": nothing("open", "group"), "9V": nothing("open", "venture")})
    assert asked(table) == ["1 commit", "3 commit"]
    assert table.awaited() == [0, 1, 2, 3]
    for seat in (0, 1):
        assert table.decision_of(seat) is table.decision_of(0)
    before = table.clone()
    go(table, "2 4V 5V")
    assert table.awaited() == [2, 3]  # the team has chosen: nobody else of it is asked any more
    with pytest.raises(IllegalAction, match="Seat 1 is not asked"):
        go(table, "1 2K")
    go(before, "1 2K")  # if the other had been first, that would have counted
    assert before.awaited() == [2, 3]
    go(table, "4 pass", "2 9V", "1 venture A", "2 2K")
    assert (lies(table, "venture A 1"), used(table)) == (["9V"], ["2K"])


def test_pp_s15_who_acts_for_the_other_team_is_refused() -> None:
    table = at("round: 1\nrow: 9V\nhand 1: 1K\nplay: assist", 4)
    for seat in (3, 4):
        with pytest.raises(IllegalAction, match=f"Seat {seat} is not asked"):
            go(table, f"{seat} 1K")


def test_pp_s15_a_record_keeps_who_acted() -> None:
    game = peer_to_peer(Options(teams="1 2 / 3 4", max_rounds=2))
    match, rng = Match(game, ["Ann", "Ben", "Cid", "Dee"], 5), Random(5)
    seats = set[tuple[int, str]]()
    while not match.table.is_over:
        decision = rng.choice(match.table.pending)
        seat = rng.choice(match.table.answerers(decision))
        seats.add((seat, "captain" if seat == decision.seat else "mate"))
        choice = decision.sample(rng)
        assert choice is not None
        match.act(seat, choice)
    assert len(seats) == 8  # all four did both
    *_, (table, _) = replay(game, read(record_written(match.record)))
    assert store(table) == store(match.table)


def test_pp_s15_first_ventures_are_picked_by_each_seat_for_itself() -> None:
    table = dealt(6, 2)
    found = []
    while table.pending and table.pending[0].verb == "found":
        assert table.awaited() == [table.pending[0].seat]
        found.append(table.pending[0].seat)
        pass_once(table)
    assert found == [*sorted(table.members[0]), *sorted(table.members[1])]


def unpicked_and_gone(table: Table) -> int:
    """Candidates without the group flag leave the game [PP-S24]; wilds and low cards do so for other reasons."""
    flags = {card.printed.code: card.flags for card in table.game.cards}
    gone = [card for card in lies(table, "expelled") if "venture" in flags[card] and "group" not in flags[card]]
    return len([card for card in gone if people_in(table) > 1 or card not in LOW])


def people_in(table: Table) -> int:
    return sum(len(seats) for seats in table.members)


PARAMETERS = {  # by players: sides, ventures a side, capacity, new customers, latched, limit, customer deck
    1: (1, 1, 3, 1, 2, 4, 38), 2: (2, 1, 3, 2, 3, 3, 40), 3: (2, 2, 3, 2, 3, 2, 38), 4: (2, 2, 3, 2, 3, 2, 38),
    5: (2, 3, 2, 3, 3, 1, 36), 6: (2, 3, 2, 3, 3, 1, 36),
}


@pytest.mark.parametrize("seats", range(1, 7))
def test_pp_s16_parameters_by_number_of_players(seats: int) -> None:
    """PP-Q15: the tables hold for one player too."""
    sides, ventures, _, new, latched, limit, deck = PARAMETERS[seats]
    for seed in SEEDS:
        table = set_up_only(seats, seed)
        assert table.sides == sides
        for side in range(1, sides + 1):
            sizes = [size(table, f"venture {letter} {side}") for letter in "ABC"]
            assert sizes == [1] * ventures + [0] * (3 - ventures)
        more = seats == 1 and order(table, "venture A 1") in LOW
        assert (size(table, "row"), size(table, "customer deck")) == (2, deck + more - unpicked_and_gone(table))
    for latch, number in ((0, new), (1, latched)):
        table = at(f"latch: {latch}\ncustomer deck: 9V 9K 9T 9S 8S\nplay: new customers", seats)
        assert size(table, "row") == number
    for number in (limit - 1, limit):
        cards = " ".join(["9V", "9K", "9T", "9S"][:number])
        table = at(f"unhappy: {cards}\nplay: rounds", seats)
        assert (table.game.winners(table) == []) == (number == limit)


@pytest.mark.parametrize("seats", range(2, 7))
def test_pp_s17_random_halves_of_which_the_first_is_larger(seats: int) -> None:
    """PP-Q1"""
    drawn = set()
    for seed in range(12):
        members = printed_game().bare(seats, seed).members
        assert [len(team) for team in members] == [(seats + 1) // 2, seats // 2]
        assert sorted([seat for team in members for seat in team]) == list(range(seats))
        drawn.add(str(members))
    assert len(drawn) > 1
    assert printed_game().bare(1, 0).members == [[0]]


@pytest.mark.parametrize("seats", [3, 5])
def test_pp_s18_the_extra_venture_is_for_the_lowest_seat_of_the_smaller_side(seats: int) -> None:
    """PP-Q3, PP-Q63: it is picked last."""
    for seed in SEEDS:
        table = dealt(seats, seed)
        found = []
        while table.pending and table.pending[0].verb == "found":
            found.append(table.pending[0].seat)
            pass_once(table)
        small = sorted(table.members[1])
        assert found == [*sorted(table.members[0]), *small, small[0]]
        last = "ABC"[(seats + 1) // 2 - 1]
        assert size(table, f"venture {last} 2") == 1


def test_pp_s18_the_extra_venture_is_used_like_any_other() -> None:
    table = at("venture B 2: 10T\nround: 2\nplay: effects before", 5, toys={"10T": nothing()})
    assert asked(table) == ["5 use"]  # the captain, though it belongs to seat 4
    assert offered(table) == ["10T", "pass"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_pp_s19_the_starting_group_cards(seats: int) -> None:
    """PP-Q5: they are set aside first, so that none is a candidate.  PP-X44: they are printed with an S."""
    for seed in SEEDS:
        table = dealt(seats, seed)
        picked = [card for side in (1, 2) for card in lies(table, f"candidates {side}")]
        assert not set(picked) & {*TEAM_1, *TEAM_2}
        table = set_up_only(seats, seed)
        assert sorted([*lies(table, "hand 1"), *lies(table, "deck 1")]) == TEAM_1
        assert sorted([*lies(table, "hand 2"), *lies(table, "deck 2")]) == TEAM_2
    for team in (TEAM_1, TEAM_2):
        assert sum(int(card[:-1]) for card in team) == 11
    assert sorted(printed.code for printed in PEER_TO_PEER if printed.is_start) == sorted([*TEAM_1, *TEAM_2])


# Candidates

@pytest.mark.parametrize("seats", range(1, 7))
def test_pp_s21_candidates_are_dealt_until_there_are_enough_for_both_sides(seats: int) -> None:
    """PP-Q2: for each venture two, also where the side is smaller.  PP-Q9: nothing returns in between."""
    for seed in SEEDS:
        table = dealt(seats, seed)
        enough = 2 * PARAMETERS[seats][1]
        sides = range(1, table.sides + 1)
        assert [size(table, f"candidates {side}") for side in sides] == [enough] * table.sides
        out = sum(size(table, f"candidates {side}") for side in sides) + size(table, "passed over")
        assert out + size(table, "box") == (49 if seats == 1 else 44)


def test_pp_s21_wilds_are_in_the_deck_that_is_dealt() -> None:
    met = Counter(card for seed in range(25) for card in lies(dealt(6, seed), "passed over"))
    assert met["W1"]
    assert met["W2"]


def test_pp_s22_only_flagged_cards_are_candidates() -> None:
    """PP-Q10: a wild never is, a low card may be."""
    flags = {code(number): card.flags for number, card in enumerate(PEER_EDITION)}
    low = 0
    for seed in range(25):
        table = dealt(1, seed) if seed % 2 else dealt(6, seed)
        for side in range(1, table.sides + 1):
            assert all("venture" in flags[card] for card in lies(table, f"candidates {side}"))
            assert all(knowers(table, card) == list(range(1, table.sides + 2))
                       for card in lies(table, f"candidates {side}"))
            low += len(LOW & set(lies(table, f"candidates {side}")))
        assert all("venture" not in flags[card] for card in lies(table, "passed over"))
    assert low


def test_pp_s23_each_pick_takes_one_remaining_candidate_of_the_own_side() -> None:
    """PP-Q7: from the pool of the team, in the order of seats."""
    table = dealt(4, 1)
    pools = {side: lies(table, f"candidates {side}") for side in (1, 2)}
    order_of_seats = [*sorted(table.members[0]), *sorted(table.members[1])]
    for number, seat in enumerate(order_of_seats):
        side = 1 + number // 2
        assert asked(table) == [f"{seat + 1} found"]
        assert offered(table) == pools[side]  # no pass
        with pytest.raises(IllegalAction):
            go(table, f"{seat + 1} pass")
        card = pools[side].pop()
        go(table, f"{seat + 1} {card}")
        assert order(table, f"venture {'AB'[number % 2]} {side}") == card
    assert not any(size(table, f"candidates {side}") for side in (1, 2))


def test_pp_s24_what_was_not_picked_is_shuffled_back() -> None:
    """PP-Q6: but for candidates that carry the venture flag alone: those leave the game."""
    flags = {card.printed.code: card.flags for card in printed_game().cards}
    left = 0
    came_back = set()
    for seed in range(10):
        table = dealt(2, seed)
        unpicked = {card for side in (1, 2) for card in lies(table, f"candidates {side}")[1:]}
        passed_over = set(lies(table, "passed over"))
        for side in (1, 2):
            go(table, f"{table.pending[0].seat + 1} {lies(table, f'candidates {side}')[0]}")
        there = {card for place in ("customer deck", "row", "unhappy", "wilds 1", "wilds 2", "expelled")
                 for card in lies(table, place)}
        assert unpicked | passed_over <= there
        gone = sorted(card for card in unpicked if "group" not in flags[card])
        assert [card for card in lies(table, "expelled") if not card.startswith("W")] == gone
        left += len(gone)
        came_back |= {order(table, "customer deck").split().index(card) for card in unpicked
                      if card in lies(table, "customer deck")}
    assert len(came_back) > 4  # anywhere in the deck
    assert left


@pytest.mark.parametrize("few", [0, 1, 3])
def test_pp_q8_too_few_venture_cards(few: int) -> None:
    table = without_texts(ventures=["9V", "9T", "9S"][:few]).start(2, 0)
    assert [size(table, f"candidates {side}") for side in (1, 2)] == [min(2, few), max(0, few - 2)]
    assert size(table, "box") == 0
    while table.pending and table.pending[0].verb == "found":
        pass_once(table)
    assert [size(table, f"venture A {side}") for side in (1, 2)] == [min(1, few), max(0, few - 2)]


# Hands, customers, marker

@pytest.mark.parametrize("seats", range(1, 7))
def test_pp_s26_four_cards_in_the_hand_and_one_in_the_deck(seats: int) -> None:
    left = set()
    for seed in range(12):
        table = set_up_only(seats, seed)
        for side in range(1, table.sides + 1):
            assert [size(table, f"{place} {side}") for place in ("hand", "deck", "discard")] == [4, 1, 0]
        left.add(order(table, "deck 1"))
    assert len(left) > 2  # it was shuffled


def test_pp_s27_two_customers_and_no_wild_among_them() -> None:
    """PP-Q16: it is shuffled back, without any effect."""
    places = set()
    with_wild = 0
    for seed in range(150):
        options = Options(unchosen_ventures_removed=False)
        table = without_texts(options, ["9V", "9T", "9S", "9K"]).bare(2, seed)
        table.log = []
        table.then(table.game.phases["setup"], 0)
        table.go_on()
        while table.pending:
            pass_once(table)
        assert size(table, "row") == 2
        assert not [card for card in lies(table, "row") if card.startswith("W")]
        assert not [card for card in lies(table, "expelled") if card.startswith("W")]
        words = [line for line in told(table, 3) if "is put aside" in line]
        if words:
            with_wild += 1
            wild = words[0].split()[0]
            places.add(order(table, "customer deck").split().index(wild))
            assert size(table, "customer deck") == 40
    assert with_wild >= 4
    assert len(places) > 2


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_pp_s28_the_marker_goes_to_a_random_side_and_nothing_is_scored_yet(seats: int) -> None:
    """PP-Q17: there is but one marker."""
    firsts = set()
    for seed in range(12):
        table = set_up_only(seats, seed)
        firsts.add(table.first)
        for side in range(1, table.sides + 1):
            assert not size(table, f"score {side}")
            assert not size(table, f"discard {side}")
        assert not size(table, "unhappy")
        assert LATCH.get(table) == 0
    assert firsts == set(range(table.sides))


def test_pp_s29_chance_only_where_it_is_named() -> None:
    """Without texts nothing is drawn by chance after the setup except reshuffles."""
    text = """peer to peer, 2 seats
        row: 9V
        hand 1: 4V 1K
        hand 2: 5V 3K
        deck 1: 1V 2K 3T 4T
        deck 2: 2V 5K 6K 7K
        customer deck: 12K 13K 1S 2S 3S 4S
        first: 1
        play: new customers, effects before, assist, effects after, refresh, end of round
    """
    ends = set()
    for seed in range(5):
        table = set_up(without_texts(), text, seed)
        pass_on(table)
        ends.add(" | ".join(order(table, place) for place in ("hand 1", "hand 2", "row", "customer deck", "discard 1")))
        assert chances(table) == 0
    assert len(ends) == 1


# One player

def test_pp_s20_five_cards_of_all_four_domains() -> None:
    """PP-Q11, PP-Q12"""
    sets = [[code(number) for number in cards] for cards in solo_starts()]
    assert len(sets) == len({tuple(sorted(cards)) for cards in sets}) == 108
    for cards in sets:
        assert sorted(card[:-1] for card in cards) == ["1", "1", "2", "3", "4"]
        assert {card[-1] for card in cards} == set("KSTV")
    for seed in range(3):
        table = set_up_only(1, seed)
        assert sorted([*lies(table, "hand 1"), *lies(table, "deck 1")]) == these("1V 1K 2S 3T 4V")


def test_pp_s20_the_set_may_be_chosen_before_candidates_are_dealt() -> None:
    table = printed_game(Options(solo_start="choose")).start(1, 0)
    assert asked(table) == ["1 start"]
    assert len(offered(table)) == 108
    assert not size(table, "candidates 1")
    with pytest.raises(IllegalAction):
        go(table, "1 1V 1K 2S 3S 4V")  # no Technology
    go(table, "1 1S 1T 2V 3K 4K")
    assert size(table, "candidates 1") == 2
    while table.pending[0].verb == "found":
        pass_once(table)
    assert sorted([*lies(table, "hand 1"), *lies(table, "deck 1")]) == these("1S 1T 2V 3K 4K")


def test_pp_s20_the_set_may_be_random() -> None:
    found = set()
    for seed in range(8):
        table = set_up_only(1, seed, Options(solo_start="random"))
        cards = sorted([*lies(table, "hand 1"), *lies(table, "deck 1")])
        assert cards in [sorted(code(number) for number in some) for some in solo_starts()]
        found.add(tuple(cards))
    assert len(found) > 3


def test_pp_s25_the_other_low_cards_are_removed_for_one_player() -> None:
    """PP-Q13: a low card chosen as venture stays."""
    low_ventures = 0
    for seed in range(40):
        table = set_up_only(1, seed, Options(unchosen_ventures_removed=False))
        venture = order(table, "venture A 1")
        low_ventures += venture in LOW
        assert set(lies(table, "expelled")) == LOW - {"1V", "1K", "2S", "3T"} - {venture}
        assert size(table, "expelled") == (7 if venture in LOW else 8)
        assert size(table, "customer deck") == (39 if venture in LOW else 38)
    assert low_ventures


def test_pp_s25_only_for_one_player() -> None:
    for seats in range(2, 7):
        assert lies(set_up_only(seats, 0, Options(unchosen_ventures_removed=False)), "expelled") == []
