"""Tech Exchange: the worked examples TX-W01 to TX-W26, and the rulings that go with them."""

from random import Random

import pytest

from techdeck.cards import GENERAL_EDITION, face
from techdeck.exchange_score import hand_score, kind
from techdeck.games.tech_exchange import IDLE, ROUND, TRADES, Options
from tests.rulebook.exchange_tables import (
    Wire,
    act,
    asked,
    at,
    board,
    cards,
    combined,
    counts,
    decision,
    discard,
    done,
    general,
    hand,
    hands,
    in_game,
    listed,
    live,
    offer_numbers,
    pass_on,
    phase,
    points,
    refused,
    revealing,
    stack,
    stock,
    told,
    trade,
    winners,
)
from tests.rulebook.tables import deck, knowers

TP1 = "play: first trading, first effects\n"
TP2 = "play: second trading, second effects\n"


def worth(words: str, sizes: tuple[int, int, int, int]) -> int:
    """What a hand scores at these stack sizes."""
    found = [GENERAL_EDITION[face(word.rstrip("'"))] for word in words.split()]
    return hand_score([kind(card.value, card.domain_number) for card in found], sizes)


# TX-W01

W01 = TP1 + """
    stock: K1 S1 T1 V1
    hand 1: 2T 5V 7K 8T 9V 10K 12S 13K
    hand 2: 2K 3T 4S 5K 7V 9S 11K 12T
    hand 3: ...
    deck: 8S ...
"""


def test_tx_w01_tx_q62_the_printed_trade_example() -> None:
    table = live(W01)
    table.log = []
    act(table, "2 ask all for 13*|6*", "1 declare none of 6*", "1 declare 1 of 13*", "1 wish 4*|*V")
    assert told(table) == [
        "P2 asks everybody for a 13 or a 6.", "P1 holds no card that is a 6.", "P1 holds a 13.",
        "P1 looks for a 4 or a Service card."]
    act(table, "2 offer 4S as 4S to all for 13*")
    assert board(table) == ["1: seat 2 gives 4S to all for 13*"]
    act(table, "1 commit 1 13K", "clock closed")
    assert hand(table, 1) == cards("2T 4S 5V 7K 8T 9V 10K 12S")
    assert hand(table, 2) == cards("2K 3T 5K 7V 9S 11K 12T 13K")
    assert (stock(table), stack(table, "S")) == ("K1 S2 T1 V1", ["1S", "8S"])
    assert (phase(table), board(table)) == ("TP1", [])
    assert asked(table) == ["1 trade", "2 trade", "3 trade"]


def test_tx_w01_in_the_turn_form() -> None:
    table = at("first: 2\n" + W01)
    act(table, "2 ask all for 13*|6*", "1 yes", "3 pass", "2 offer 4S for 13*", "3 pass", "1 commit 13K")
    assert hand(table, 1) == cards("2T 4S 5V 7K 8T 9V 10K 12S")
    assert hand(table, 2) == cards("2K 3T 5K 7V 9S 11K 12T 13K")
    assert (stock(table), phase(table), asked(table)) == ("K1 S2 T1 V1", "TP1", ["3 trade"])


# TX-W02


def test_tx_w02_the_printed_two_for_two() -> None:
    table = live(TP1 + """
        stock: K2 S1 T1 V1
        hand 1: 7S 4K 3V 9T 5S 12V
        hand 2: 2K 11V 8T 10S 13T 6S
        hand 3: 8V 9K 10T 3S 5T 13V
        deck: 6T ...
    """)
    act(table, "1 offer 7S 4K as 7S 4K to seat 2 for 2K 11V")
    for cards_of_3 in ("8V 9K", "9K 8V", "8V", "13V 5T"):
        assert refused(table, f"3 commit 1 {cards_of_3}")  # and nothing is shown
    assert all(knowers(table, card) == [3] for card in ("8V", "9K", "13V", "5T"))
    act(table, "2 commit 1 2K 11V")
    assert hand(table, 1) == cards("2K 11V 3V 9T 5S 12V")
    assert hand(table, 2) == cards("7S 4K 8T 10S 13T 6S")
    assert (stock(table), stack(table, "T")) == ("K2 S1 T2 V1", ["1T", "6T"])


# TX-W03


def test_tx_w03_fishing_binds() -> None:
    table = live(TP2 + "hand 1: 6V 10V 2K\nhand 2: 7S 3K\nhand 3: 7T 4K\ndeck: 5K ...")
    wire = Wire(table)
    wire.send("1.000 1 offer 10V as *V to all for 7*", "4.000 3 commit 1 7T", "4.001 1 cancel 1")
    assert wire.refused == ["1 cancel 1"]
    wire.wait()
    assert hands(table) == [cards("6V 7T 2K"), cards("7S 3K"), cards("10V 4K")]
    assert (stock(table), TRADES.get(table)) == ("K2 S1 T1 V1", 1)


# TX-W04, W18, W19, W20: by the score alone, and as a round is scored


def test_tx_w04_tx_q60_the_printed_scoring_example() -> None:
    words = "4K 4S 4T 4V 6V 8V 9K 9S 9T 11V"
    table = at(f"play: scoring\nstock: K4 S3 T2 V2\nhand 1: {words}\nhand 2: 2K 3T 5S 7K 10S 12T 13V 2S 3K 5T", 2)
    assert points(table)[0] == 34 == worth(words, (4, 3, 2, 2))
    assert worth("9K 9S 9T", (4, 3, 2, 2)) == 12  # the triple, three cards
    assert worth("6V 8V 11V", (4, 3, 2, 2)) == 6
    assert worth("4K 4S 4T 4V", (4, 3, 2, 2)) == 16
    split = "4K 4S 4T as K, 4V 6V 8V 11V as V, 9K 9S 9T as K"
    table = at(f"play: scoring\nstock: K4 S3 T2 V2\nhand 1: {words}\nhand 2: 2K 3T 5S 7K 10S 12T 13V 2S 3K 5T", 2,
               options=Options(manual_groups=True))
    act(table, f"1 {split}")
    assert points(table)[0] == 32


def test_tx_q61_eleven_stock_cards_after_six_trades_and_one_user_of_an_effect() -> None:
    table = live("play: first effects, second trading\nhand 1: 2T 3T\nhand 2: 4T 5T\nhand 3: 6T 7T\ndeck: 9K ...")
    act(table, "1 2T", "2 pass", "3 pass")
    for _ in range(3):
        trade(table, 2, "4T", 3, "6T")
        trade(table, 3, "4T", 2, "6T")
    assert sum(int(word[1:]) for word in stock(table).split()) == 4 + 6 + 1 == 11


def test_tx_w18_breaking_a_quadruple() -> None:
    words = "2K 5K 5S 5T 5V 7S 8T 9K"
    table = at(f"play: scoring\nstock: K5 S4 T1 V1\nhand 1: {words}\nhand 2: ...\nhand 3: ...")
    assert points(table)[0] == 27
    assert worth("5K 5S 5T 5V", (5, 4, 1, 1)) == 20
    assert worth("5S 5T 5V", (5, 4, 1, 1)) == 12
    assert worth("2K 5K 9K", (5, 4, 1, 1)) == 15


def test_tx_w19_one_flush_of_at_most_four_cards() -> None:
    words = "2K 5K 9K 11K 12K 3S 7S 10S"
    table = at(f"play: scoring\nstock: K3 S4 T1 V1\nhand 1: {words}\nhand 2: ...\nhand 3: ...")
    assert points(table)[0] == 12
    assert worth("2K 5K 9K 11K", (3, 4, 1, 1)) == worth("3S 7S 10S", (3, 4, 1, 1)) == 12


@pytest.mark.parametrize(("words", "sizes", "score"), [
    ("9K 9K' 9S 9S' 9T 9T' 2V 5V", "K5 S2 T1 V1", 30),
    ("9K 9S 9S' 9T 9T' 9V 3V 12K", "K7 S1 T1 V1", 28),
])
def test_tx_w20_six_of_a_kind_out_of_two_decks(words: str, sizes: str, score: int) -> None:
    others = "\n".join(f"hand {seat}: ..." for seat in range(2, 6))
    table = at(f"play: scoring\nstock: {sizes}\nhand 1: {words}\n{others}", 5)
    assert points(table)[0] == score


def test_tx_w20_the_parts() -> None:
    assert worth("9K 9S 9T", (5, 2, 1, 1)) == 15
    assert worth("9K 9K' 9S 9T", (5, 2, 1, 1)) == 20
    assert worth("9K 9S 9T", (7, 1, 1, 1)) + worth("9S 9T 9V", (7, 1, 1, 1)) == 24
    assert worth("9K 9S 9T 9V", (7, 1, 1, 1)) == 28


# TX-W05


def test_tx_w05_tx_q46_the_printed_example_of_ai() -> None:
    table = general("""
        stock K: 1K
        stock S: 1S
        stock T: 1T 6T 11T
        stock V: 1V
        hand 1: 2K 4K 5T 7V 8S 9K 12V 13S
        hand 2: ...
        hand 3: ...
        deck: 10S 3V 7K ...
        play: first effects
    """)
    table.log = []
    act(table, "1 13S", "1 6T")
    assert stock(table) == "K1 S2 T2 V2"
    assert (stack(table, "S"), stack(table, "T"), stack(table, "V")) == (["1S", "10S"], ["1T", "11T"], ["1V", "3V"])
    assert discard(table) == ["6T", "13S"]
    assert hand(table, 1) == cards("2K 4K 5T 7K 7V 8S 9K 12V")
    assert asked(table) == ["2 use"]
    assert [event for event in told(table) if "13S" in event or "V" in event.split()[0]] == [
        "P1 uses 13S AI.", "P1 shows 13S.", "3V comes to the Services stock.", "P1 discards 13S."]


# TX-W06


def w06(seed: int) -> list[str]:
    """The deck after four cards were revealed."""
    table = at("hand 1: 2T\nhand 2: 4T\nhand 3: 5T\ndeck: 3K 8T\ndiscard: 5S 9V 11K\nplay: first effects",
               texts={"2T": revealing(4)}, seed=seed)
    table.log = []
    act(table, "1 2T")
    order = [words.split()[0] for words in told(table) if "is revealed" in words]
    assert order[:2] == ["3K", "8T"]
    assert (stock(table), stack(table, "K"), hand(table, 1)) == ("K2 S1 T1 V1", ["1K", "3K"], "8T")  # growth, draw
    assert discard(table) == ["2T"]
    assert deck(table)[:2] == order[2:]
    assert all(knowers(table, card) == [1, 2, 3, 4] for card in order[2:])
    return ["3K", "8T", *deck(table)]


def test_tx_w06_tx_q52_the_printed_reveal_across_a_reshuffle() -> None:
    found = [w06(seed) for seed in range(30)]
    assert ["3K", "8T", "11K", "5S", "9V"] in found
    assert all(sorted(each) == ["11K", "3K", "5S", "8T", "9V"] and each[:2] == ["3K", "8T"] for each in found)
    assert len({tuple(each) for each in found}) == 6


# TX-W07


def test_tx_w07_tx_q24_the_pause_voids_open_offers() -> None:
    table = live(TP1 + """
        stock: K2 S2 T1 V1
        hand 1: 3V 9V 2S
        hand 2: 5T 6T
        hand 3: 8S 9T
        deck: 10K ...
    """)
    act(table, "2 offer 5T to all for 9*", "1 offer 3V to seat 3 for 8*")
    assert offer_numbers(table) == [1, 2]
    act(table, "3 commit 2 8S")
    assert hands(table) == [cards("8S 9V 2S"), cards("5T 6T"), cards("3V 9T")]
    assert (stock(table), phase(table)) == ("K3 S2 T1 V1", "EP1")
    assert board(table) == []
    assert refused(table, "1 commit 1 9V")
    assert asked(table) == ["1 use"]


# TX-W08


def test_tx_w08_the_longest_first_trading_phase() -> None:
    table = live(TP1 + "hand 1: 7K 8K 9K\nhand 2: 7S 8S 9S\nhand 3: 7T 8T\ndeck: 2K 3S 4T 5V 6K 10K ...")
    trade(table, 1, "7K", 2, "7S")
    trade(table, 2, "8S", 3, "7T")
    trade(table, 1, "8K", 3, "8T")
    trade(table, 1, "9K", 2, "9S")
    assert (stock(table), phase(table)) == ("K2 S2 T2 V2", "TP1")
    trade(table, 1, "7S", 2, "7K")
    assert (stock(table), phase(table)) == ("K3 S2 T2 V2", "EP1")


@pytest.mark.parametrize("seed", range(12))
def test_tx_w08_never_more_than_five_trades(seed: int) -> None:
    rng = Random(seed)
    names = [f"{value}{letter}" for value in range(5, 14) for letter in "KSTV"] + ["W1", "W2"]
    rng.shuffle(names)
    table = live(TP1 + f"hand 1: 2K\nhand 2: 2S\nhand 3: 2T\ndeck: {' '.join(names)}")
    count = 0
    while phase(table) == "TP1":
        trade(table, 1, hand(table, 1), 2, hand(table, 2))
        count += 1
        if asked(table) == ["1 place"]:
            act(table, "1 " + {"K": "Knowledge", "S": "Science", "T": "Technology", "V": "Services"}[
                min("KSTV", key=lambda letter: len(stack(table, letter)))])
    assert 2 <= count <= 5
    assert max(len(stack(table, letter)) for letter in "KSTV") == 3


# TX-W09

W09 = TP1 + "stock: K2 S1 T1 V1\nhand 1: 2T\nhand 2: 3T 4T\nhand 3: 5T 6T\ndeck: W1 9S ..."


@pytest.mark.parametrize(("stock_name", "sizes", "then"), [
    ("Knowledge", "K3 S1 T1 V1", "EP1"), ("Services", "K2 S1 T1 V2", "TP1"),
])
def test_tx_w09_tx_q06_tx_q07_a_wild_growth_card(stock_name: str, sizes: str, then: str) -> None:
    table = live(W09)
    act(table, "2 offer 3T to all for 5*", "3 commit 1 5T", "clock closed")
    assert asked(table) == ["2 place"]
    assert listed(table, 2) == ["Knowledge", "Science", "Services", "Technology"]
    act(table, f"2 {stock_name}")
    assert (stock(table), phase(table)) == (sizes, then)
    assert deck(table)[0] == "9S"
    assert knowers(table, "9S") == []


# TX-W10

W10 = """
    first: 3
    hand 1: W2 2K 3K 4K 5K 6K 7K 8K
    hand 2: 2S 3S 4S 5S 7S 8S 9S 10S
    hand 3: 2V 3V 4V 5V 6V 7V 8V 9V
    hand 4: W1 2T 3T 4T 5T 6T 7T 8T
    deck: 6S 11T ...
    play: dealt wild cards, first trading, first effects
"""


@pytest.mark.parametrize("is_checked", [True, False])
def test_tx_w10_tx_q05_tx_q12_dealt_wild_cards_and_the_check_at_the_start(is_checked: bool) -> None:
    table = at(W10, 4, options=Options(form="live", pause_check_at_start=is_checked))
    assert len(deck(table)) == 18
    assert asked(table) == ["4 place"]  # the third player has none
    act(table, "4 Technology")
    assert (hand(table, 4), asked(table)) == (cards("6S 2T 3T 4T 5T 6T 7T 8T"), ["1 place"])
    act(table, "1 Technology")
    assert hand(table, 1) == cards("11T 2K 3K 4K 5K 6K 7K 8K")
    assert (stock(table), len(deck(table)), counts(table)) == ("K1 S1 T3 V1", 16, [8, 8, 8, 8])
    if is_checked:
        assert (phase(table), asked(table)) == ("EP1", ["3 use"])
    else:
        assert phase(table) == "TP1"
        trade(table, 1, "11T", 2, "10S")
        assert (phase(table), asked(table)) == ("EP1", ["3 use"])


# TX-W11


def test_tx_w11_tx_q31_simultaneous_commits() -> None:
    table = live(TP2 + "hand 1: 5T 2K\nhand 2: 9K 2S\nhand 3: 9S 2T\nhand 4: 12V 2V\ndeck: 3K ...", 4)
    wire = Wire(table)
    wire.send("9.000 1 offer 5T to all for 9*|12*", "10.000 2 commit 1 9K", "10.180 4 commit 1 12V",
              "10.300 3 commit 1 9S")
    assert asked(table) == ["1 partner"]
    assert listed(table, 1) == ["seat 2", "seat 4"]
    assert knowers(table, "9K") == knowers(table, "12V") == [1, 2, 3, 4, 5]  # seen by all
    wire.send("11.000 1 seat 4")
    assert wire.refused == ["3 commit 1 9S"]
    assert hands(table) == [cards("12V 2K"), cards("9K 2S"), cards("9S 2T"), cards("5T 2V")]
    assert knowers(table, "9S") == [3]
    assert (stock(table), TRADES.get(table)) == ("K2 S1 T1 V1", 1)


# TX-W12

W12 = TP2 + "hand 1: 5T 2K\nhand 2: 9K 2S\nhand 3: 9S 2T\ndeck: 3K ..."


def test_tx_w12_a_cancel_before_the_commit() -> None:
    table = live(W12)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to seat 2 for 9*", "5.001 2 commit 1 9K", "5.000 1 cancel 1")
    assert wire.refused == ["2 commit 1 9K"]
    assert hands(table) == [cards("5T 2K"), cards("9K 2S"), cards("9S 2T")]
    assert (stock(table), board(table)) == ("K1 S1 T1 V1", [])
    assert knowers(table, "9K") == [2]


def test_tx_w12_tx_q30_both_at_the_same_instant() -> None:
    table = live(W12)
    wire = Wire(table)
    wire.send("1.000 1 offer 5T to seat 2 for 9*", "5.000 1 cancel 1", "5.000 2 commit 1 9K")
    assert wire.refused == ["1 cancel 1"]
    assert hands(table) == [cards("9K 2K"), cards("5T 2S"), cards("9S 2T")]
    assert stock(table) == "K2 S1 T1 V1"


# TX-W13


def test_tx_w13_tx_q34_tx_q35_a_mistake() -> None:
    table = live(TP2 + "hand 1: 5T 2K\nhand 2: 13K 2S\nhand 3: 13S 2T\ndeck: 3K ...")
    table.log = []
    act(table, "1 offer 5T to all for 13S", "2 commit 1 13K", "clock closed")
    assert hands(table) == [cards("5T 2K"), cards("13K 2S"), cards("13S 2T")]
    assert "P2 puts down 13K." in told(table)
    assert (stock(table), board(table), TRADES.get(table)) == ("K1 S1 T1 V1", [], 0)
    act(table, "1 offer 5T to all for 13S", "3 commit 2 13S", "clock closed")
    assert hands(table) == [cards("13S 2K"), cards("13K 2S"), cards("5T 2T")]
    assert stock(table) == "K2 S1 T1 V1"


# TX-W14


def test_tx_w14_tx_q36_a_three_way_deal_cut_short() -> None:
    table = live("play: first trading, first effects, second trading\nstock: K1 S2 T1 V1\n"
                 "hand 1: 8K\nhand 2: 4T\nhand 3: 3V\ndeck: 6S ...")
    act(table, "1 offer 8K to seat 2 for 4T", "2 commit 1 4T")
    assert (stock(table), phase(table)) == ("K1 S3 T1 V1", "EP1")
    assert hands(table) == ["4T", "8K", "3V"]
    act(table, "1 pass", "2 pass", "3 pass")
    assert phase(table) == "TP2"
    assert (board(table), asked(table)) == ([], ["1 trade", "2 trade", "3 trade"])
    act(table, "3 done")  # owes nothing


# TX-W15

W15 = TP2 + """
    stock: K7 S6 T6 V5
    hand 1: 3K ...
    hand 2: 3S ...
    hand 3: ...
    deck: 2K 7T 9V 12S
    discard: 5K 6S
"""


def test_tx_w15_tx_q15_the_floor_counts_the_discard() -> None:
    table = live(W15)
    assert (phase(table), combined(table), stock(table)) == ("TP2", 6, "K7 S6 T6 V5")
    trade(table, 1, "3K", 2, "3S")
    assert (phase(table), combined(table), stock(table)) == ("EP2", 5, "K8 S6 T6 V5")
    assert "3S" in hand(table, 1).split()


def test_tx_w15_with_the_deck_alone_trading_ends_before() -> None:
    table = live(W15, options=Options(form="live", floor_counts="deck"))
    assert (phase(table), stock(table)) == ("EP2", "K7 S6 T6 V5")


# TX-W16


def test_tx_w16_the_floor_of_four_players_and_an_exhausted_deck() -> None:
    table = live(TP2 + """
        first: 2
        stock: K5 S6 T4 V5
        hand 1: 2S ...
        hand 2: 6K ...
        hand 3: 9T ...
        hand 4: ...
        deck: 10T 3V
    """, 4)
    assert phase(table) == "TP2"
    spare = next(card for card in hand(table, 4).split())
    trade(table, 4, spare, 3, next(card for card in hand(table, 3).split() if card != "9T"))
    assert (stock(table), combined(table), phase(table)) == ("K5 S6 T5 V5", 1, "EP2")
    before = hands(table)
    act(table, "2 6K")
    assert (stock(table), deck(table), discard(table)) == ("K5 S6 T5 V6", [], [])
    assert "6K" in hand(table, 2).split()
    act(table, "3 9T")
    assert "9T" in hand(table, 3).split()
    act(table, "4 pass", "1 2S")
    assert (stock(table), deck(table), discard(table)) == ("K5 S6 T5 V6", [], [])
    assert (hands(table), counts(table)) == (before, [8, 8, 8, 8])


# TX-W17


W17 = """
    play: scoring
    stock: K4 S3 T2 V2
    hand 1: 2K 4K 4S 4T 7K 9K 9S 9T 12K
    hand 2: 3V 5K 5S 5T 5V 8T 10V 11V
    hand 3: 2V 3K 6S 8S 10K 12S 13T
"""


@pytest.mark.parametrize("discarded", ["4S 4T", "9S 9T"])
def test_tx_w17_unequal_hands(discarded: str) -> None:
    table = at(W17)
    assert asked(table) == ["1 trim", "2 trim"]
    act(table, f"1 {discarded}", "2 8T")
    assert points(table) == [28, 22, 9]
    assert sorted(discard(table)) == sorted([*discarded.split(), "8T"])


def test_tx_w17_keeping_both_triples_gives_less() -> None:
    table = at(W17)
    act(table, "1 2K 7K", "2 8T")
    assert points(table) == [24, 22, 9]


def test_tx_w17_nothing_else_gives_more_than_28() -> None:
    table = at(W17)
    best = 0
    for choice in decision(table, 1):
        trial = table.clone()
        trial.act(0, choice)
        act(trial, "2 8T")
        best = max(best, points(trial)[0])
    assert best == 28


# TX-W21


def test_tx_w21_overlapping_offers() -> None:
    table = live(TP2 + "hand 1: 2S 7K 7V 3S\nhand 2: 4T 5T\nhand 3: 7T 6T\ndeck: 3K ...")
    act(table, "1 offer 2S to all for 7*", "1 offer 2S 7K to seat 2 for 4T", "1 offer 7V as *V to all for 7T")
    assert offer_numbers(table) == [1, 2, 3]
    act(table, "3 commit 1 7T", "clock closed")
    assert hands(table) == [cards("7T 7K 7V 3S"), cards("4T 5T"), cards("2S 6T")]
    assert board(table) == ["3: seat 1 gives *V to all for 7T"]
    assert refused(table, "2 commit 2 4T")


# TX-W22


def test_tx_w22_tx_q42_users_of_effects_and_growth() -> None:
    table = at("play: first effects, second trading\nhand 1: 2T\nhand 2: 8K\nhand 3: 8S\nhand 4: 8T\n"
               "deck: 3K 4S 5T 6V 7K ...", 4)
    act(table, "1 pass", "2 8K")
    assert (stock(table), discard(table), hand(table, 2)) == ("K2 S1 T1 V1", ["8K"], "4S")
    act(table, "3 8S")
    assert (stock(table), discard(table), hand(table, 3)) == ("K2 S1 T2 V1", ["8K", "8S"], "6V")
    act(table, "4 8T")
    assert (stock(table), discard(table), hand(table, 4)) == ("K2 S1 T2 V1", ["8K", "8S", "8T"], "7K")
    assert phase(table) == "TP2"  # the first player gets no second chance


# TX-W23


def test_tx_w23_the_turn_form() -> None:
    table = at(TP2 + "first: 2\nhand 1: 2K\nhand 2: 3K\nhand 3: 4K")
    table.log = []
    act(table, "2 pass", "3 offer 4K to all for 2*", "1 pass", "2 pass")
    assert board(table) == []
    act(table, "1 pass", "2 pass")
    assert (phase(table), asked(table)) == ("TP2", ["3 trade"])
    act(table, "3 pass")
    assert phase(table) == "EP2"
    assert "Trading ends: all have passed." in told(table)


# TX-W24


def test_tx_w24_the_turn_form_stalls() -> None:
    table = at(TP2 + "hand 1: 2K\nhand 2: 3K", 2, options=Options(stall_turns=3))  # of each player: six in all
    table.log = []
    for turn in range(6):
        assert (phase(table), IDLE.get(table)) == ("TP2", turn)
        seat = turn % 2 + 1
        act(table, f"{seat} offer {1 + seat}K to all for {4 - seat}*", f"{3 - seat} pass")
    assert phase(table) == "EP2"
    assert "Trading ends: no trade comes about." in told(table)


# TX-W25


def test_tx_w25_done_flags() -> None:
    table = live(TP2 + "hand 1: 4V 2V\nhand 2: 2S 3S\nhand 3: 4K 3K")
    act(table, "1 done", "2 done", "3 offer 4K to all for 4*", "1 commit 1 4V", "clock closed")
    assert hands(table) == [cards("4K 2V"), cards("2S 3S"), cards("4V 3K")]
    assert done(table) == [2]
    act(table, "3 done")
    assert (done(table), phase(table)) == ([2, 3], "TP2")
    act(table, "1 done")
    assert phase(table) == "EP2"


# TX-W26

# With three or four cards in a group no hand can score 5, as the third player does in round 2; so the totals are given.
LAST_HANDS = """
    stock: K6 S2 T1 V2
    hand 1: 5S 5T 5V 2T 3T 4T 6T
    hand 2: 2K 3K 4K 7S 9V 10T 13S
    hand 3: 8S 8T 8V 2V 3V 4V 6V
"""


def test_tx_w26_the_end() -> None:
    table = at(f"first: 2\npoints: 40 32 35\n{LAST_HANDS}" + in_game(3, "scoring"))
    assert points(table) == [50, 50, 49]
    assert winners(table) == [1, 2]
    assert (table.first, ROUND.get(table)) == (1, 3)
    assert len(deck(table)) + 11 + 21 == 54  # no reset follows


@pytest.mark.parametrize(("number", "first"), [(1, 3), (2, 1)])
def test_tx_w26_the_marker_passes_after_rounds_one_and_two(number: int, first: int) -> None:
    table = at(f"first: {first}\n{LAST_HANDS}" + in_game(number, "scoring"))
    assert (table.first + 1, ROUND.get(table)) == (first % 3 + 1, number + 1)
    assert points(table) == [10, 18, 14]
    pass_on(table, "trade", "use")
    assert counts(table) == [8, 8, 8]
