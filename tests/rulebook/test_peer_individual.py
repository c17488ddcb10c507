"""Peer-to-Peer with a deck for each player.

Cards are written as the rulebook does: 9K is a customer, 9K@3 from the deck of seat 3.
"""

import re
from collections import Counter
from dataclasses import replace

import pytest

from techdeck.games.peer_to_peer import LATCH, TEAM, Options, OwnDeck
from techdeck.table import Table
from tests.rulebook import peer_tables
from tests.rulebook.peer_tables import (
    Toy,
    asked_until_end,
    go,
    knowers,
    lies,
    nothing,
    order,
    pass_once,
    place_of,
    printed_game,
    set_up_only,
    size,
)
from tests.rulebook.tables import asked, offered, these

OWN = Options(individual_decks=True, individual_sides="players")
TEAMS = Options(individual_decks=True)
DRAFT = Options(individual_decks=True, individual_draft=True, individual_sides="players")
LOW = {f"{value}{letter}" for value in (1, 2, 3) for letter in "KSTV"}
A_DECK = "group 1V 1K 2S 3T 4V 9T W1 venture 5K 8K"


def ours(text: str) -> str:
    """A text with the rulebook's codes, as the game writes them."""
    def coded(found: re.Match[str]) -> str:
        seat = int(found[2])
        return found[1] + ("'" * seat if seat <= 3 else f"'{seat}")

    return re.sub(r"(\w+)@(\d)", coded, text)


def at(
    text: str, seats: int = 3, *, toys: dict[str, Toy] | None = None, ventures: str = "", options: Options = OWN,
    seed: int = 0,
) -> Table:
    return peer_tables.at(ours(text), seats, toys=toys, ventures=ventures, options=options, seed=seed)


def do(table: Table, *lines: str) -> None:
    go(table, *[ours(line) for line in lines])


def these_own(cards: str) -> list[str]:
    return these(ours(cards))


def begun(seats: int, seed: int, options: Options = OWN) -> Table:
    """After everybody brought the same deck, before the first round."""
    table = printed_game(options).bare(seats, seed)
    table.then(table.game.phases["setup"], 0)
    table.go_on()
    while table.pending:
        go(table, f"{table.pending[0].seat + 1} {A_DECK}")
    return table


@pytest.mark.parametrize("seats", range(2, 7))
def test_pp_v4_one_tech_deck_for_each_player_and_one_for_the_customers(seats: int) -> None:
    table = begun(seats, 1)
    assert table.cards == 54 * (seats + 1)
    for seat in range(1, seats + 1):
        own = [*lies(table, f"hand {seat}"), *lies(table, f"deck {seat}"), *lies(table, f"venture A {seat}")]
        cards = ["1V", "1K", "2S", "3T", "4V", "9T", "W1", "5K", "8K"]
        assert sorted(own) == these_own(" ".join(f"{card}@{seat}" for card in cards))
    customers = [*lies(table, "row"), *lies(table, "customer deck")]
    assert not [card for card in customers if "'" in card]


def test_pp_v5_each_player_is_a_side() -> None:
    """PP-Q75"""
    table = printed_game(OWN).start(4, 0)
    assert table.members == [[0], [1], [2], [3]]
    table = at("row: 9V\nhand 1: 1K@1\nhand 2: 1K@2\nhand 3: 1K@3\nplay: assist")
    assert asked(table) == ["1 commit", "2 commit", "3 commit"]
    table = at("row: 9V 8V\nhand 2: 5V@2 4V@2\nventure A 2: 10T@2\nplay: assist", ventures="9V")
    do(table, "2 5V@2 4V@2", "2 9V")
    assert offered(table) == ["pass", "venture A"]
    do(table, "2 pass")
    assert (lies(table, "score 2"), lies(table, "discard 2")) == (["9V"], these_own("5V@2 4V@2"))


def bringing() -> OwnDeck:
    decision = printed_game(OWN).start(3, 0).pending[0]
    assert isinstance(decision, OwnDeck)
    return decision


@pytest.mark.parametrize(("deck", "is_legal"), [
    (A_DECK, True),
    ("group 1V 1K 2S 3T 4V 1S 1T venture 5K 8K", True),
    ("group 1V 1K 2S 3T 4V W1 W2 venture 5K 8K", True),  # a wild is legal
    ("group 1V 1K 2S 3T 4V 9T venture 5K 8K", False),  # six cards
    ("group 1V 1K 2S 3T 4V 9T 10T 11T venture 5K 8K", False),
    ("group 1V 1K 2S 3S 4V 9T W1 venture 5K 8K", False),  # the five themselves must show Technology
    ("group 1V 9K 2S 3T 4V 9T W1 venture 5K 8K", False),  # one 1 only
    ("group 1V 1K 2S 3T 4V 9T W1 venture 5K", False),
    ("group 1V 1K 2S 3T 4V 9T W1 venture 5K 6K", False),  # 6K is group only
    ("group 1V 1K 2S 3T 4V 9T W1 venture 5K 9T", False),  # each card once
    ("group 1V 1K 2S 3T 4V 9T 9T venture 5K 8K", False),
])
def test_pp_v6_a_personal_group_deck_of_seven_and_a_venture_of_two(deck: str, is_legal: bool) -> None:
    """PP-Q77"""
    assert (deck in bringing()) == is_legal


def test_pp_v6_all_choose_in_secret_and_at_the_same_time() -> None:
    table = printed_game(OWN).start(3, 0)
    assert asked(table) == ["1 bring", "2 bring", "3 bring"]
    go(table, f"2 {A_DECK}")
    assert asked(table) == ["1 bring", "3 bring"]
    assert (size(table, "hand 2"), size(table, "venture A 2"), size(table, "pool 2")) == (0, 0, 54)
    go(table, f"1 {A_DECK}", f"3 {A_DECK}")
    for seat in (1, 2, 3):
        assert order(table, f"venture A {seat}") == ours(f"5K@{seat} 8K@{seat}")
        assert size(table, f"pool {seat}") == 45  # not used
        assert not [card for card in lies(table, "customer deck") if "'" in card]


def test_pp_v6_a_venture_is_full_from_the_start_with_five_players() -> None:
    for seats, is_full in ((4, False), (5, True)):
        text = "row: 9V\nhand 1: 5V@1 4V@1\nventure A 1: 10T@1 11T@1\nplay: assist"
        table = at(text, seats, ventures="9V")
        do(table, "1 5V@1 4V@1", "1 venture A")
        assert (asked(table) == ["1 score"]) == is_full


@pytest.mark.parametrize("keep", [False, True])
def test_pp_v7_the_customers_lack_the_low_cards(keep: bool) -> None:
    """PP-Q76, PP-V31"""
    options = Options(individual_decks=True, individual_keep_low_customers=keep)
    for seed in range(4):
        table = begun(3, seed, options)
        customers = [*lies(table, "row"), *lies(table, "customer deck")]
        assert len(customers) == (54 if keep else 42)
        assert (size(table, "row"), size(table, "customer deck")) == (2, 52 if keep else 40)
        assert (set(customers) >= LOW) == keep
        assert bool(LOW & set(customers)) == keep
        assert not [card for card in lies(table, "row") if card.startswith("W")]  # PP-S27


def test_pp_v8_opening_hands_without_wilds() -> None:
    places = set()
    for seed in range(25):
        table = begun(2, seed)
        for seat in (1, 2):
            assert (size(table, f"hand {seat}"), size(table, f"deck {seat}")) == (4, 3)
            wild = ours(f"W1@{seat}")
            assert wild in lies(table, f"deck {seat}")
            places.add(order(table, f"deck {seat}").split().index(wild))
    assert places == {0, 1, 2}  # shuffled back


@pytest.mark.parametrize(("seats", "new", "limit"), [(2, 2, 3), (3, 2, 2), (4, 2, 2), (5, 3, 1), (6, 3, 1)])
def test_pp_v9_numbers_by_players(seats: int, new: int, limit: int) -> None:
    table = at("customer deck: 13K 13S 13T 13V\nplay: new customers", seats)
    assert size(table, "row") == new
    table = at("round: 0\nrow: 9V 8V\ncustomer deck: 13K 13S 13T 13V\nplay: new customers", seats)
    assert (size(table, "row"), size(table, "unhappy")) == (4, 0)  # PP-R9
    for number in (limit - 1, limit):
        cards = " ".join(["9V", "8V", "7V"][:number])
        table = at(f"unhappy: {cards}\nplay: rounds", seats)
        assert (table.game.winners(table) == []) == (number == limit)


def test_pp_v9_the_pile_of_any_one_player_sets_the_latch() -> None:
    text = "row: 9V 8V\nhand 3: 5V@3 4V@3\nscore 1: 7V\nscore {}: 6V\nplay: assist"
    for pile, latch in ((2, 0), (3, 1)):
        table = at(text.format(pile))
        do(table, "3 5V@3 4V@3", "3 9V")
        assert LATCH.get(table) == latch


def test_pp_v10_the_marker_starts_anywhere_and_passes_left() -> None:
    assert {begun(3, seed).first for seed in range(12)} == {0, 1, 2}
    for first in (1, 2, 3):
        table = at(f"first: {first}\ncustomer deck: 13K\nplay: end of round")
        assert table.first == first % 3


def test_pp_v10_windows_run_clockwise_and_close_after_all_have_passed() -> None:
    toys = {"10T": nothing(), "11T": nothing()}
    table = at("""
        first: 2
        venture A 1: 10T@1 11T@1
        venture A 2: 10T@2
        venture A 3: 10T@3
        play: effects before
    """, toys=toys)
    do(table, "2 pass", "3 pass", "1 10T@1", "2 pass", "3 pass")
    assert asked(table) == ["1 use"]
    do(table, "1 pass")
    assert table.is_over


def test_pp_v10_reveal_runs_clockwise_with_the_holder_last() -> None:
    """PP-Q78"""
    for first in (1, 2, 3):
        table = at(f"first: {first}\nrow: 9V 8V\nhand 1: 1K@1\nhand 2: 1K@2\nhand 3: 1K@3\nplay: assist")
        do(table, "1 1K@1", "2 1K@2", "3 1K@3")
        declared = []
        while table.pending and table.pending[0].verb == "declare":
            declared.append(table.pending[0].seat + 1)
            pass_once(table)
        assert declared == [first % 3 + 1, (first + 1) % 3 + 1, first]


def test_pp_v10_placing_runs_clockwise_from_the_holder() -> None:
    table = at("""
        first: 2
        row: 9V 8V 7V
        hand 1: 9V@1
        hand 2: 8V@2
        hand 3: 7V@3
        play: assist
    """, ventures="9V 8V 7V")
    do(table, "1 9V@1", "2 8V@2", "3 7V@3", "3 7V", "1 9V", "2 8V")
    assert asked_until_end(table)[:3] == ["2 develop", "3 develop", "1 develop"]


def test_pp_v11_several_may_contest_a_customer() -> None:
    table = at("""
        first: 1
        row: 9V 13K
        hand 1: 5V@1 4K@1
        hand 2: 6V@2 3K@2
        hand 3: 6V@3 2K@3 1K@3
        play: assist
    """)
    do(table, "1 5V@1 4K@1", "2 6V@2 3K@2", "3 6V@3 2K@3 1K@3", "2 9V", "3 9V", "1 9V")
    assert [lies(table, f"score {seat}") for seat in (1, 2, 3)] == [[], ["9V"], []]
    assert lies(table, "hand 1") == these_own("5V@1 4K@1")
    assert lies(table, "hand 3") == these_own("6V@3 2K@3 1K@3")


@pytest.mark.parametrize(("first", "winner"), [(1, 2), (2, 2), (3, 3)])
def test_pp_v11_between_equals_the_first_clockwise_from_the_holder(first: int, winner: int) -> None:
    table = at(f"""
        first: {first}
        row: 9V 13K
        hand 1: 1K@1
        hand 2: 6V@2 3K@2
        hand 3: 6V@3 3K@3
        play: assist
    """)
    do(table, "1 pass", "2 6V@2 3K@2", "3 6V@3 3K@3")
    while table.pending and table.pending[0].verb == "declare":
        do(table, f"{table.pending[0].seat + 1} 9V")
    assert [seat for seat in (1, 2, 3) if lies(table, f"score {seat}")] == [winner]


def test_pp_v12_an_identical_card_assists_alone() -> None:
    table = at("row: 9T\nhand 2: 9T@2\nplay: assist")
    do(table, "2 9T@2")
    assert lies(table, "score 2") == ["9T"]
    table = at("row: 9T\nhand 2: 9K@2\nplay: assist")
    do(table, "2 9K@2")
    assert lies(table, "score 2") == []


def test_pp_v13_the_final_ranking_is_per_player() -> None:
    for piles, winners in (
        (("9K", "8K 7K", "6V"), [1]), (("9K", "8K", "7K"), [0]), (("9K", "9T", "8V"), [1]), (("", "", ""), [0, 1, 2]),
        (("9K", "9K@2", "1V"), [0, 1]),
    ):
        lines = "\n".join(f"score {seat}: {pile}" for seat, pile in enumerate(piles, 1))
        table = at(f"{lines}\nplay: rounds")
        assert table.game.winners(table) == winners


# Teams

def test_pp_v14_players_of_a_team_score_together() -> None:
    text = """
        first: 1
        row: 9V 8V 13K
        hand 1: 9V@1
        hand 2: 8V@2
        hand 3: 1K@3
        sides: 1 / 2 / 3 / 4
        play: assist
    """
    table = at(text, 4, options=TEAMS)
    assert asked(table) == ["1 commit", "2 commit", "3 commit"]
    do(table, "1 9V@1", "2 8V@2", "3 pass")
    assert asked(table) == ["1 declare"]  # each separately
    do(table, "1 9V", "2 8V")
    assert lies(table, "score 1") == these("9V 8V")
    assert LATCH.get(table) == 1
    assert table.game.scores(table) == [2, 2, 0, 0]
    assert (lies(table, "discard 1"), lies(table, "discard 2")) == (these_own("9V@1"), these_own("8V@2"))
    table = at("score 1: 9V\nsides: 1 / 2 / 3 / 4\nplay: rounds", 4, options=TEAMS)
    assert table.game.winners(table) == [0, 1]


@pytest.mark.parametrize(("first", "order_of_reveal"), [(1, [3, 4, 1, 2]), (3, [1, 2, 3, 4])])
def test_pp_v14_the_other_side_declares_first_in_order_of_seats(first: int, order_of_reveal: list[int]) -> None:
    hands = "\n".join(f"hand {seat}: 1K@{seat}" for seat in range(1, 5))
    table = at(f"first: {first}\nsides: 1 / 2 / 3 / 4\nrow: 9V 8V\n{hands}\nplay: assist", 4, options=TEAMS)
    do(table, *[f"{seat} 1K@{seat}" for seat in range(1, 5)])
    declared = []
    while table.pending and table.pending[0].verb == "declare":
        declared.append(table.pending[0].seat + 1)
        pass_once(table)
    assert declared == order_of_reveal


def test_pp_v14_teammates_are_compared_like_rivals() -> None:
    table = at("""
        first: 1
        sides: 1 / 2 / 3 / 4
        row: 9V 8V
        hand 1: 5V@1 4K@1
        hand 2: 6V@2 3K@2
        play: assist
    """, 4, options=TEAMS)
    do(table, "1 5V@1 4K@1", "2 6V@2 3K@2", "1 9V", "2 9V")
    assert lies(table, "discard 2") == these_own("6V@2 3K@2")
    assert lies(table, "hand 1") == these_own("5V@1 4K@1")
    assert lies(table, "score 1") == ["9V"]  # of the side


def test_pp_v14_no_extra_venture_and_own_ventures_only() -> None:
    table = begun(3, 0, TEAMS)
    assert [size(table, f"venture {letter} {side}") for side in (1, 2, 3) for letter in "ABC"] == [2, 0, 0] * 3
    table = at("sides: 1 / 2 / 3\nrow: 9V\nhand 2: 9V@2\nplay: assist", 3, ventures="9V", options=TEAMS)
    do(table, "2 9V@2")
    assert offered(table) == ["pass", "venture A"]
    do(table, "2 venture A")
    assert place_of(table, "9V") == "venture A 2"
    for first, following in ((1, 3), (3, 1)):
        table = at(f"first: {first}\nsides: 1 / 2 / 3\ncustomer deck: 13K\nplay: end of round", 3, options=TEAMS)
        assert table.first + 1 == following


# Draft

@pytest.mark.parametrize(("seats", "decks"), [(2, 2), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_pp_v15_as_few_decks_as_leave_40_customers(seats: int, decks: int) -> None:
    """PP-Q79"""
    assert 54 * decks - 9 * seats >= 40 > 54 * (decks - 1) - 9 * seats
    table = printed_game(DRAFT).start(seats, 1)
    assert table.cards == 54 * decks
    assert [size(table, f"pack {seat}") for seat in range(1, seats + 1)] == [9] * seats
    for seat in range(1, seats + 1):
        assert not [card for card in lies(table, f"pack {seat}") if card.startswith("W")]


def test_pp_v15_take_one_and_pass_the_rest_left() -> None:
    table = printed_game(DRAFT).start(3, 2)
    packs = [lies(table, f"pack {seat}") for seat in (1, 2, 3)]
    assert asked(table) == ["1 draft", "2 draft", "3 draft"]
    taken = []
    for seat in (1, 2, 3):
        card = packs[seat - 1].pop()
        taken.append(card)
        go(table, f"{seat} {card}")
    assert [lies(table, f"drafted {seat}") for seat in (1, 2, 3)] == [[card] for card in taken]
    assert [lies(table, f"pack {seat}") for seat in (1, 2, 3)] == [packs[2], packs[0], packs[1]]


def test_pp_v15_up_to_two_flagged_cards_are_the_venture_and_the_others_the_group_deck() -> None:
    for founds in (0, 1, 2):
        table = printed_game(DRAFT).bare(2, 3)
        table.then(table.game.phases["setup"], 0)
        table.go_on()
        while table.pending and table.pending[0].verb == "draft":
            pass_once(table)
        assert [size(table, f"drafted {seat}") for seat in (1, 2)] == [9, 9]
        assert asked(table) == ["1 found", "2 found"]
        drafted = lies(table, "drafted 1")
        decision = table.pending[0]
        texts = [decision.text(table, 0, choice) for choice in decision]
        assert max(len(text.split()) for text in texts) == 2
        chosen = next(text for text in texts if len(text.split()) == founds and text != "pass") if founds else "pass"
        go(table, f"1 {chosen}", "2 pass")
        assert size(table, "venture A 1") == founds
        assert sorted([*lies(table, "venture A 1"), *lies(table, "hand 1"), *lies(table, "deck 1")]) == drafted
        assert (size(table, "row"), size(table, "customer deck")) == (2, 40)
        assert size(table, "surplus") == 108 - 18 - 42
        assert lies(table, "expelled") == []


@pytest.mark.parametrize("seats", range(2, 7))
def test_pp_v15_a_usual_number_of_customers_is_left_and_nobody_knows_which(seats: int) -> None:
    """PP-Q79: 2 in the row and 40 in the deck; PP-V33: or all there are."""
    wilds = Counter[str]()
    for seed in range(4):
        table = set_up_only(seats, seed, DRAFT)
        assert (size(table, "row"), size(table, "customer deck")) == (2, 40)
        assert size(table, "surplus") == 108 - 9 * seats - 42
        for place in ("customer deck", "surplus"):
            assert all(knowers(table, card) == [] for card in lies(table, place))
            wilds[place] += len([card for card in lies(table, place) if card.startswith("W")])
        everything = set_up_only(seats, seed, replace(DRAFT, individual_all_customers=True))
        assert size(everything, "row") + size(everything, "customer deck") == 108 - 9 * seats
        assert size(everything, "surplus") == 0
    assert wilds["customer deck"]
    assert wilds["surplus"] or seats == 6


def test_pp_v5_players_of_a_team_score_together_unless_the_table_wants_it_otherwise() -> None:
    """PP-Q75"""
    for options, teams in ((TEAMS, [1, 1, 2, 2]), (OWN, [0, 0, 0, 0])):
        table = begun(4, 0, options)
        assert TEAM.of(table) == teams
        assert [len(seats) for seats in table.members] == [1, 1, 1, 1]
