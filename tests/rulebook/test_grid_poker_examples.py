"""Grid Poker: the worked examples GP-W02 to GP-W18.

GP-W03 is with the setup, GP-W15 with solo play, GP-W19 with bidding.
"""

from collections.abc import Mapping

import pytest

from techdeck.cards import face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import ASIDE, discard, draw, effect, reveal
from techdeck.games.grid_poker import DECK, HAND, LINE_NAMES, USED, Options, key_of, ranking_of
from techdeck.poker import CATEGORIES, Ranking, category
from techdeck.position import play, written
from techdeck.rules import do, seq
from techdeck.table import Table
from tests.rulebook.tables import (
    POKER,
    asked,
    at,
    back_of,
    choices,
    deck,
    history,
    knowers,
    lies,
    offered,
    pass_on,
    place_of,
    points,
    poker,
    these,
)


def hand(table: Table, written_hand: str, ranking: Ranking | None = None) -> str:
    """A formed hand such as `R2 8S 5T` as the examples write it: `Pair (8,8,5,2,0)`."""
    line, *added = written_hand.split()
    ranking = ranking or Ranking()
    key = key_of(table, ranking, LINE_NAMES.index(line), [back_of(table, card) for card in added])
    return f"{CATEGORIES[category(key)]} ({','.join(map(str, ranking.read(key)[1:6]))})"


def domains(table: Table, written_hand: str, ranking: Ranking | None = None) -> str:
    line, *added = written_hand.split()
    ranking = ranking or Ranking()
    key = key_of(table, ranking, LINE_NAMES.index(line), [back_of(table, card) for card in added])
    return ",".join("-KSTV"[domain] for domain in ranking.read(key)[6:])


def check(table: Table, places: Mapping[str, str]) -> None:
    """Each place holds these cards; in the market and from the top of the deck in this order."""
    for place, cards in places.items():
        if place in ("market", "deck"):
            assert written(table, place) == cards
        else:
            assert lies(table, place) == these(cards), place


# GP-W02


def test_gp_w02_the_scoring_picture_completed() -> None:
    table = at(f"""
        market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
        hand 1: 9S 9K 6V
        company 1: 5S 12S
        hand 2: 1T 13K 8V
        company 2: 10V 10K
        deck: 6K 11V 8S 1V 2S
        play: {POKER}
    """)
    poker(table, "1 C2 9S 9K", "2 pass", "1 R1", "2 R2")
    assert hand(table, "C2 9S 9K") == "Four of a kind (9,9,9,9,12)"
    assert hand(table, "R1 5S 12S") == "Pair (5,5,12,9,2)"
    assert hand(table, "R2 10V 10K") == "Three of a kind (10,10,10,9,3)"
    assert points(table) == [2, 1]
    assert (asked(table), offered(table)) == (["2 clear"], these("3V 9T 10S"))
    play(table, 2, "10S")
    assert (asked(table), offered(table)) == (["1 clear"], these("9V 9T 12T"))
    play(table, 1, "12T")
    assert table.is_over
    check(table, {
        "market": "5K 9V 2T / 3V 9T 8S / 7K 1V 4S", "deck": "2S", "discard": "10S 12T 9S 9K",
        "hand 1": "6V 6K 11V", "hand 2": "1T 13K 8V", "company 1": "5S 12S", "company 2": "10V 10K",
    })


# GP-W04


def put_back(table: Table, seat: int, it: int) -> None:
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, DECK, seat)


def revealed_four(discarded: str, options: Options | None = None, seed: int = 0) -> tuple[Table, list[str]]:
    """Seat 1 uses a company card with the text "reveal the top four cards"."""
    table = at(
        f"company 1: 13K\ndeck: 3K 8T\ndiscard: {discarded}\nplay: company effects",
        texts={"13K": seq(reveal(4).rule, do(put_back))}, options=options or Options(), seed=seed)
    table.log = []
    play(table, 1, "13K")
    told = [event.told(2, table.game.voice(["Ann", "Bob"])) for event in table.log]
    return table, [str(telling["card"]) for telling in told if telling.get("to") == "aside"]


def test_gp_w04_the_deck_is_used_up_then_the_discard_shuffled_and_all_go_back_on_top() -> None:
    orders = set()
    for seed in range(30):
        table, revealed = revealed_four("5S 9V 12K", seed=seed)
        assert revealed[:2] == ["3K", "8T"]
        assert len(revealed) == 4
        assert deck(table)[:4] == revealed
        assert sorted(deck(table)) == these("3K 8T 5S 9V 12K")
        assert lies(table, "discard") == []
        orders.add(tuple(deck(table)[2:]))
        assert all(knowers(table, card) == [1, 2, 3] for card in revealed)
    assert len(orders) == 6


def test_gp_w04_with_one_card_in_the_discard_three_are_revealed() -> None:
    table, revealed = revealed_four("5S")
    assert revealed == ["3K", "8T", "5S"]
    assert (deck(table), lies(table, "discard")) == (["3K", "8T", "5S"], [])


def test_gp_w04_with_reshuffle_merge_all_five_are_shuffled_first() -> None:
    orders = set()
    for seed in range(60):
        table, revealed = revealed_four("5S 9V 12K", Options(reshuffle_merge=True), seed)
        assert len(revealed) == 4
        assert deck(table)[:4] == revealed
        assert sorted(deck(table)) == these("3K 8T 5S 9V 12K")
        assert lies(table, "discard") == []
        orders.add(tuple(revealed[:2]))
    assert len(orders) > 10


# GP-W05

W05 = f"""
    market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
    hand 1: 8S 5T 12K
    company 1: 3K 3S
    hand 2: 13V 7S 1T
    company 2: 6V 9T
    deck: 9S 1K 7T 13K 5V 2K
    play: {POKER}
"""


def w05(refill_first: bool = False) -> Table:
    table = at(W05, options=Options(market_refill_first=refill_first))
    poker(table, "1 R2 8S 5T", "2 R3 13V 7S", "1 C2", "2 C3")
    assert hand(table, "R2 8S 5T") == "Three of a kind (8,8,8,5,2)"
    assert hand(table, "R3 13V 7S") == "Pair (13,13,10,7,3)"
    assert hand(table, "C2 3K 3S") == "Three of a kind (3,3,3,11,8)"
    assert hand(table, "C3 6V 9T") == "Pair (6,6,10,9,2)"
    assert points(table) == [2, 0]
    assert (asked(table), offered(table)) == (["1 clear"], these("8V 8K 2S"))
    play(table, 1, "8K")
    assert (asked(table), offered(table)) == (["1 clear"], these("11T 3V"))
    play(table, 1, "11T")
    assert (asked(table), offered(table)) == (["2 keep"], ["redraw", "return"])
    return table


def test_gp_w05_a_the_loser_returns() -> None:
    table = w05()
    play(table, 2, "return")
    check(table, {
        "hand 1": "12K 9S 1K", "hand 2": "13V 7S 1T", "market": "4K 7T 6S / 8V 13K 2S / 13T 3V 10K",
        "discard": "8K 11T 8S 5T", "deck": "5V 2K", "company 1": "3K 3S", "company 2": "6V 9T",
    })


def test_gp_w05_b_the_loser_redraws() -> None:
    table = w05()
    play(table, 2, "redraw")
    check(table, {
        "hand 1": "12K 9S 1K", "hand 2": "1T 7T 13K", "market": "4K 5V 6S / 8V 2K 2S / 13T 3V 10K",
        "discard": "8K 11T 8S 5T 13V 7S", "deck": "", "company 1": "3K 3S", "company 2": "6V 9T",
    })


def test_gp_w05_c_as_b_with_the_market_refilled_first() -> None:
    table = w05(refill_first=True)
    play(table, 2, "redraw")
    check(table, {
        "hand 1": "12K 7T 13K", "hand 2": "1T 5V 2K", "market": "4K 9S 6S / 8V 1K 2S / 13T 3V 10K",
        "discard": "8K 11T 8S 5T 13V 7S", "deck": "", "company 1": "3K 3S", "company 2": "6V 9T",
    })


# GP-W06


@pytest.mark.parametrize(("cards", "count"), [("8S 5T 12K", 37), ("8S 5T", 19), ("8S 5T 12K 9K", 61)])
def test_gp_w06_counting_commitments(cards: str, count: int) -> None:
    table = at(W05.replace("hand 1: 8S 5T 12K", f"hand 1: {cards}"))
    assert (asked(table), choices(table)) == (["1 commit"], count)


def test_gp_w06_counting_lines_for_the_company() -> None:
    table = at(W05)
    poker(table, "1 C1 8S", "2 pass")
    assert (offered(table), choices(table)) == (["R1", "R2", "R3", "pass"], 4)
    table = at(W05)
    poker(table, "1 pass", "2 pass")
    assert choices(table) == 7


def test_gp_w06_a_hand_of_0_is_skipped() -> None:
    assert asked(at(W05.replace("hand 1: 8S 5T 12K\n", ""))) == ["2 commit"]


@pytest.mark.parametrize(("company", "count"), [("company 1: 3K 3S", 7), ("company 1: 3K", 4), ("", 4)])
def test_gp_w06_counting_improvements(company: str, count: int) -> None:
    table = at(W05.replace("company 1: 3K 3S", company).replace(f"play: {POKER}", "play: improvement"))
    assert (asked(table), choices(table)) == (["1 improve"], count)


# GP-W07


def test_gp_w07_four_cards_against_five() -> None:
    table = at(f"""
        market: 9K 12T 4S / 1V 3K 6T / 7V 10K 13S
        hand 1: 9T 5V 8K
        company 1: 2T 11V
        hand 2: 9S 2K 5S
        company 2: 3T 8V
        deck: 6S 13T 4V 10T
        play: {POKER}
    """)
    poker(table, "1 R1 9T", "2 R1 9S 2K", "1 pass", "2 pass")
    assert hand(table, "R1 9T") == "Pair (9,9,12,4,0)"
    assert hand(table, "R1 9S 2K") == "Pair (9,9,12,4,2)"
    assert points(table) == [0, 1]
    play(table, 2, "12T")
    assert asked(table) == ["1 keep"]  # no column, no discard there
    play(table, 1, "redraw")
    assert table.is_over
    check(table, {
        "hand 1": "5V 8K 6S", "hand 2": "5S 13T 4V", "market": "9K 10T 4S / 1V 3K 6T / 7V 10K 13S",
        "discard": "12T 9T 9S 2K", "deck": "", "company 1": "2T 11V", "company 2": "3T 8V",
    })
    assert points(table) == [0, 1]


# GP-W08


def w08(choice: str) -> Table:
    table = at(f"""
        market: 9K 12T 4S / 2V 7K 11S / 5T 5V 8K
        hand 1: W1 6T 1K
        company 1: 3S 10V
        hand 2: 5K 5S 13T
        company 2: 2S 8T
        deck: 10K 6V 3T 9S 12V
        play: {POKER}
    """)
    poker(table, "1 R1 W1 6T", "2 R3 5K 5S", "1 pass", "2 pass")
    assert hand(table, "R1 W1 6T") == "Pair (12,12,9,6,4)"
    assert domains(table, "R1 W1 6T") == "V,T,K,T,S"  # the wild is 12V
    assert hand(table, "R3 5K 5S") == "Four of a kind (5,5,5,5,8)"
    assert points(table) == [0, 2]
    play(table, 2, "8K")
    assert asked(table) == ["1 keep"]
    play(table, 1, choice)
    assert table.is_over
    assert place_of(table, "W1") == "expelled"
    return table


def test_gp_w08_a_a_wild_in_a_losing_hand_is_expelled_and_the_rest_returned() -> None:
    check(w08("return"), {
        "hand 1": "1K 6T 10K", "hand 2": "13T 6V 3T", "market": "9K 12T 4S / 2V 7K 11S / 5T 5V 9S",
        "discard": "8K 5K 5S", "deck": "12V",
    })


def test_gp_w08_b_a_wild_in_a_losing_hand_is_expelled_and_the_rest_redrawn() -> None:
    check(w08("redraw"), {
        "hand 1": "1K 10K 6V", "hand 2": "13T 3T 9S", "market": "9K 12T 4S / 2V 7K 11S / 5T 5V 12V",
        "discard": "8K 6T 5K 5S", "deck": "",
    })


# GP-W09


def test_gp_w09_wild_in_a_company() -> None:
    table = at(f"""
        market: 7K 1V 12S / 7S 4T 9K / 10V 6K 2S
        hand 1: 3V 8S 11T
        company 1: W1 7T
        hand 2: 13K 5S 2T
        company 2: 6S 9V
        deck: 5V 13T
        play: {POKER}, improvement, end of round
    """)
    poker(table, "1 pass", "2 pass", "1 C1", "2 C2")
    assert hand(table, "C1 W1 7T") == "Four of a kind (7,7,7,7,10)"
    assert domains(table, "C1 W1 7T") == "V,T,S,K,V"  # the wild is 7V
    assert hand(table, "C2 6S 9V") == "Pair (6,6,9,4,1)"
    assert points(table) == [2, 0]
    play(table, 1, "10V")
    check(table, {
        "market": "7K 1V 12S / 7S 4T 9K / 5V 6K 2S", "company 1": "7T", "company 2": "6S 9V", "discard": "10V",
        "deck": "13T",
    })
    assert place_of(table, "W1") == "expelled"
    assert (asked(table), offered(table)) == (["1 improve"], ["add 11T", "add 3V", "add 8S", "pass"])
    play(table, 1, "add 8S")
    check(table, {"company 1": "7T 8S", "hand 1": "3V 11T"})
    assert (asked(table), choices(table)) == (["2 improve"], 7)
    play(table, 2, "pass")
    assert table.is_over
    check(table, {"hand 1": "3V 11T 13T", "hand 2": "13K 5S 2T", "deck": "", "discard": "10V"})
    assert points(table) == [2, 0]


# GP-W10


def w10(cleared: str) -> Table:
    table = at(f"""
        market: 2K 3S 8K / 5K W1 9T / 6V 11V 10S
        hand 1: 6S 7V 1T
        company 1: 12K 4S
        hand 2: 11K 4T 13V
        company 2: 2T 9S
        deck: 1K 5S 12T 7K 3V 10T 8S
        play: {POKER}
    """)
    poker(table, "1 R2 6S 7V", "2 C2 11K 4T", "1 pass", "2 pass")
    assert hand(table, "R2 6S 7V") == "Straight (9,8,7,6,5)"
    assert domains(table, "R2 6S 7V") == "T,V,V,S,K"  # wild as 8V
    assert hand(table, "C2 11K 4T") == "Three of a kind (11,11,11,4,3)"
    assert domains(table, "C2 11K 4T") == "V,V,K,T,S"  # wild as 11V
    assert points(table) == [2, 1]
    play(table, 1, "9T")
    assert (asked(table), offered(table)) == (["2 clear"], these("3S W1 11V"))
    play(table, 2, cleared)
    assert table.is_over
    assert place_of(table, "W1") == "expelled"
    check(table, {"hand 1": "1T 1K 5S", "hand 2": "13V 12T 7K", "company 1": "12K 4S", "company 2": "2T 9S"})
    return table


def test_gp_w10_a_the_winner_discards_another_card_and_the_market_wild_is_expelled_as_used() -> None:
    check(w10("3S"), {
        "market": "2K 3V 8K / 5K 10T 8S / 6V 11V 10S", "discard": "9T 3S 6S 7V 11K 4T", "deck": "",
    })


def test_gp_w10_b_the_winner_names_the_market_wild() -> None:
    check(w10("W1"), {
        "market": "2K 3S 8K / 5K 3V 10T / 6V 11V 10S", "discard": "9T 6S 7V 11K 4T", "deck": "8S",
    })


# GP-W11


@pytest.mark.parametrize(("tied_hands", "score"), [("share", [1, 1, 0]), ("first_in_order", [0, 1, 0])])
def test_gp_w11_identical_hands(tied_hands: str, score: list[int]) -> None:
    table = at(f"""
        first: 2
        market: 13K 8S 2T / 4V 6K 10T / 1S 9V 11K
        hand 1: W1 3S 5K
        company 1: 7T 12V
        hand 2: W2 3T 5V
        company 2: 6S 9K
        hand 3: 10V 2S 7K
        company 3: 1T 4T
        deck: 12S 6V 8T
        play: {POKER}
    """, 3, options=Options(tied_hands=tied_hands))
    poker(table, "2 R1 W2", "3 pass", "1 R1 W1", "2 pass", "3 pass", "1 pass")
    for wild in ("W1", "W2"):
        assert hand(table, f"R1 {wild}") == "Pair (13,13,8,2,0)"
        assert domains(table, f"R1 {wild}") == "V,K,S,T,-"
    assert points(table) == score
    assert (asked(table), offered(table)) == (["2 clear"], these("13K 8S 2T"))
    play(table, 2, "13K")
    assert table.is_over
    check(table, {
        "hand 1": "3S 5K 6V", "hand 2": "3T 5V 12S", "hand 3": "10V 2S 7K", "discard": "13K", "deck": "",
        "market": "8T 8S 2T / 4V 6K 10T / 1S 9V 11K",
    })
    assert (place_of(table, "W1"), place_of(table, "W2")) == ("expelled", "expelled")


# GP-W12


def test_gp_w12_reshuffle_in_mid_phase() -> None:
    drawn = set()
    for seed in range(30):
        table = at(W05.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 6K\n    discard: 2V 12S"), seed=seed)
        poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
        assert points(table) == [1, 0]
        play(table, 1, "8K")
        assert table.is_over
        five = set(these("2V 12S 8K 8S 5T"))
        assert {"12K", "6K"} <= set(lies(table, "hand 1"))
        (other,) = set(lies(table, "hand 1")) - {"12K", "6K"}
        cell = written(table, "market").split()[5]
        assert {other, cell, *deck(table)} == five
        assert (len(deck(table)), lies(table, "discard")) == (3, [])
        drawn.add(other)
    assert drawn == five


# GP-W13


def sizes(*hands: int, options: Options | None = None) -> tuple[list[int], list[int]]:
    """How many cards the players hold after discarding, and after drawing."""
    cards = iter([f"{value}{letter}" for letter in "KST" for value in range(1, 14)])
    lines = [f"hand {seat}: {' '.join(next(cards) for _ in range(size))}" for seat, size in enumerate(hands, 1) if size]
    table = at("rest: deck\n" + "\n".join(lines) + "\nplay: end of round", len(hands), options=options or Options())
    before: list[int] = []
    while table.pending:
        before = [len(HAND.of(table, side)) for side in range(table.sides)]
        decision = table.pending[0]
        before[decision.seat] -= 1
        table.act(decision.seat, next(iter(decision)))
    return before, [len(HAND.of(table, side)) for side in range(table.sides)]


def test_gp_w13_end_of_round() -> None:
    assert sizes(6, 4, 2, 1) == ([4, 4, 2, 1], [4, 4, 3, 2])
    assert sizes(6, 4, 2, 1, options=Options(draw_to_three=True)) == ([4, 4, 2, 1], [4, 4, 3, 3])
    assert sizes(6, 4, 3, 2, 0) == ([3, 3, 3, 2, 0], [3, 3, 3, 3, 1])


# GP-W14


@pytest.mark.parametrize(("company", "tiebreak", "winners"), [
    ("W1 12T", "company_sum", [0]), ("9V 6T", "company_sum", [0, 1]),
    ("W1 12T", "shared", [0, 1]), ("9V 6T", "shared", [0, 1]),
])
def test_gp_w14_final_tie(company: str, tiebreak: str, winners: list[int]) -> None:
    table = at(f"""
        points: 5 5 3
        company 1: 13K 2S
        company 2: {company}
        company 3: 10V 11V
    """, 3, options=Options(final_tiebreak=tiebreak))
    assert table.game.winners(table) == winners


# GP-W16


@pytest.mark.parametrize(("order", "lists", "score"), [
    ("group_first", ("V,T,T,K,K", "V,S,T,K,V"), [1, 0]), ("rest_first", ("T,K,K,V,T", "T,K,V,V,S"), [0, 1]),
])
def test_gp_w16_domains_decide(order: str, lists: tuple[str, str], score: list[int]) -> None:
    options = Options(suit_order=order)
    table = at(f"""
        market: 8V 12T 5K / 1T 6S 10V / 2S 9K 11T
        hand 1: 8T 3K 4V
        company 1: 13S 7S
        hand 2: 8S 3V 6K
        company 2: 13V 2K
        play: {POKER}
    """, options=options)
    poker(table, "1 R1 8T 3K", "2 R1 8S 3V", "1 pass", "2 pass")
    ranking = ranking_of(options)
    for cards, wanted in zip(("R1 8T 3K", "R1 8S 3V"), lists, strict=True):
        assert hand(table, cards, ranking) == "Pair (8,8,12,5,3)"
        assert domains(table, cards, ranking) == wanted
    assert points(table) == score


# GP-W17


@pytest.mark.parametrize(("five", "score"), [(False, [0, 0, 2]), (True, [2, 0, 0])])
def test_gp_w17_two_decks_and_five_equal_values(five: bool, score: list[int]) -> None:
    table = at(f"""
        market: 9K 9S 9T / 10K 10S 10T / 1K 4S 7V
        hand 1: 9V' 9K'
        hand 2: 9V 13V
        hand 3: 10V 1S
        play: {POKER}
    """, 3, options=Options(decks=2, five_of_a_kind=five))
    poker(table, "1 R1 9V' 9K'", "2 R1 9V 13V", "3 R2 10V 1S")
    assert hand(table, "R1 9V' 9K'") == "Four of a kind (9,9,9,9,9)"
    assert hand(table, "R1 9V 13V") == "Four of a kind (9,9,9,9,13)"
    assert hand(table, "R2 10V 1S") == "Four of a kind (10,10,10,10,1)"
    assert points(table) == score


def test_gp_w17_the_second_best_is_the_four_nines_with_the_higher_kicker() -> None:
    table = at("""
        market: 9K 9S 9T / 10K 10S 10T / 1K 4S 7V
        hand 1: 9V' 9K'
        hand 2: 9V 13V
        play: commitments, results
    """, 2, options=Options(decks=2))
    poker(table, "1 R1 9V' 9K'", "2 R1 9V 13V")
    assert points(table) == [0, 2]


# GP-W18


def test_gp_w18_effects_and_hand_cycling() -> None:
    table = at("""
        market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
        hand 1: 12K 9T 1V
        company 1: 13S 5K
        hand 2: 1T 7K 4S
        company 2: 1S 9V
        deck: 7S 2V 10V 6K 12S
        play: company effects, hand effects
    """, texts={"13S": PROGRAMS["13S"].rule, "12K": effect(draw(2), discard(2)).rule})
    assert (asked(table), offered(table)) == (["1 use"], ["13S", "pass"])
    play(table, 1, "13S", "8K")
    check(table, {"market": "4K 11T 6S / 8V 7S 2S / 13T 3V 10K", "discard": "8K", "company 1": "13S 5K"})
    assert USED.get(table, face("13S")) == 1
    assert (asked(table), offered(table)) == (["1 use"], ["12K", "pass"])
    play(table, 1, "12K")
    check(table, {"resolving 1": "12K", "hand 1": "9T 1V 2V 10V"})
    play(table, 1, "1V", "2V")
    assert table.is_over
    check(table, {"hand 1": "9T 10V 6K", "discard": "8K 1V 2V 12K", "deck": "12S", "hand 2": "1T 7K 4S"})
    assert written(table, "discard") == "8K 1V 2V 12K"


def test_gp_w18_a_player_with_effects_may_pass_both() -> None:
    table = at("""
        hand 1: 12K 9T 1V
        company 1: 13S 5K
        play: company effects, hand effects
    """, texts={"13S": PROGRAMS["13S"].rule, "12K": effect(draw(2), discard(2)).rule})
    assert history(table) == ["1 use", "1 use"]
    pass_on(table)
    check(table, {"hand 1": "12K 9T 1V", "company 1": "13S 5K", "discard": ""})
