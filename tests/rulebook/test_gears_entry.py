"""Gears of Industry: entering the market, GI-R13 to GI-R25, and the rulings about it."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import NamedTuple

import pytest

from techdeck.games.gears_of_industry import TURN
from techdeck.table import PASS, IllegalAction, Table
from tests.rulebook.gears_tables import A_TURN, act, at, check, factory, in_order, lies, offered, paid
from tests.rulebook.tables import asked, these

RICH = "factory 1: 1T:R 2T:R 3T:R 10T:R 11T:R 12T:R 13T:R\n"  # 21 output, and matches


def entered(text: str, *lines: str) -> Table:
    table = at(text + "\nplay: enter, rotate")
    act(table, *lines)
    return table


# GI-R13


def test_gi_r13_an_entry_has_0_1_or_2_plays() -> None:
    table = at(RICH + "hand 1: 4K 5K 6K\nplay: enter, rotate")
    assert (asked(table), "pass" in offered(table)) == (["1 enter"], True)
    act(table, "1 4K M1")
    assert (asked(table), "pass" in offered(table)) == (["1 enter"], True)
    act(table, "1 5K M2")
    assert asked(table) == ["1 pay with"]  # two is the total, though 6K could be paid


@pytest.mark.parametrize("markets", [("M1", "M1"), ("M1", "M2"), ("M2", "M1"), ("M2", "M2")])
def test_gi_r13_gi_q22_both_plays_may_go_to_the_same_market_but_two_is_the_total(markets: tuple[str, str]) -> None:
    table = entered(RICH + "hand 1: 4K 5K 6K", f"1 4K {markets[0]}", f"1 5K {markets[1]}")
    found = {"M1": "", "M2": ""}
    for card, market in zip(("4K", "5K"), markets, strict=True):
        found[market] += f" {card}"
    check(table, {"M1 1": found["M1"], "M2 1": found["M2"], "hand 1": "6K"})
    assert asked(table) == ["1 pay with"]


def test_gi_r13_only_cards_from_hand_are_played_and_only_by_the_active_player() -> None:
    table = at(RICH + "hand 1: 4K\ndiscard 1: 5K\ndeck 1: 6K\nhand 2: 7K\nfactory 2: 7T:R\nplay: enter")
    assert (asked(table), offered(table)) == (["1 enter"], ["4K M1", "4K M2", "pass"])
    with pytest.raises(IllegalAction):
        table.act(1, PASS)


# GI-R14


def test_gi_r14_technology_never_enters_a_market() -> None:
    table = at(RICH + "hand 1: 4T 5T 6K 6S 6V\nplay: enter")
    assert {text.split()[0] for text in offered(table)} == {"6K", "6S", "6V", "pass"}


# GI-R15, GI-R16, GI-R17


@pytest.mark.parametrize("own", ["", "7K", "7K 8K"])
def test_gi_r15_gi_q24_with_fewer_than_3_cards_a_card_is_added_and_nothing_replaced(own: str) -> None:
    table = at(RICH + f"hand 1: 4K\nM1 1: {own}\nM2 1: 9K 9S 9V\nplay: enter")
    assert [text for text in offered(table) if "M1" in text] == ["4K M1"]
    act(table, "1 4K M1")
    check(table, {"M1 1": f"{own} 4K", "discard 1": ""})


def test_gi_r16_gi_q25_with_3_cards_one_of_them_must_be_named_and_is_discarded() -> None:
    table = at(RICH + "hand 1: 4K\nM1 1: 7K 8K 9K\nM1 2: 10K\nneutral M1: 11K 12K\nplay: enter")
    assert [text for text in offered(table) if "M1" in text] == ["4K M1 for 7K", "4K M1 for 8K", "4K M1 for 9K"]
    act(table, "1 4K M1 for 8K")
    check(table, {"M1 1": "7K 4K 9K", "discard 1": "8K", "M1 2": "10K", "neutral M1": "11K 12K", "hand 1": ""})


def test_gi_r16_gi_x6_a_replaced_card_goes_to_the_own_discard() -> None:
    table = entered(RICH + "hand 1: 4K\nM1 1: 7K 8K@M 9K@2", "1 4K M1 for 8K")
    check(table, {"discard 1": "8K", "market discard": ""})
    table = entered(RICH + "hand 1: 4K\nM1 1: 7K 8K@M 9K@2", "1 4K M1 for 9K")
    check(table, {"discard 1": "9K", "discard 2": "", "market discard": ""})


def test_gi_r17_the_second_play_is_judged_after_the_first() -> None:
    table = at(RICH + "hand 1: 4K 5K\nM1 1: 7K 8K\nplay: enter")
    assert [text for text in offered(table) if "M1" in text] == ["4K M1", "5K M1"]
    act(table, "1 4K M1")
    assert [text for text in offered(table) if "M1" in text] == ["5K M1 for 4K", "5K M1 for 7K", "5K M1 for 8K"]
    act(table, "1 5K M1 for 4K")  # even the card just played
    check(table, {"M1 1": "7K 8K 5K", "discard 1": "4K", "hand 1": ""})


def test_gi_r17_a_card_that_was_replaced_at_once_is_paid_all_the_same() -> None:
    table = entered("factory 1: 1T:R 2T:R 3T:R\nhand 1: 4K 5K\nM1 1: 7K 8K", "1 4K M1", "1 5K M1 for 4K")
    assert (factory(table, 1), paid(table, 1)) == ("1T:D 2T:D 3T:D", "1T 2T 3T")  # 9, not 5


# GI-R18, GI-R19


def test_gi_r18_the_player_chooses_between_matched_and_pooled_for_each_card() -> None:
    table = at("factory 1: 1T:R 2T:R 5T:R\nhand 1: 5K\nplay: enter, rotate")
    act(table, "1 5K M1")
    assert (asked(table), offered(table)) == (["1 pay"], ["matched by 5T", "pooled"])
    other = table.clone()
    act(table, "1 matched by 5T")
    assert (factory(table, 1), paid(table, 1)) == ("1T:R 2T:R 5T:D", "5T")
    act(other, "1 pooled")
    assert (asked(other), offered(other)) == (["1 pay with"], ["1T 2T", "1T 5T", "2T 5T"])


def test_gi_r18_a_replacing_card_costs_its_own_value() -> None:
    table = at("factory 1: 1T:R 2T:R 3T:R\nhand 1: 5K\nM1 1: 12K 12S 12V\nplay: enter, rotate")
    act(table, "1 5K M1 for 12K")
    assert (asked(table), offered(table)) == (["1 pay with"], ["1T 2T", "1T 3T", "2T 3T"])
    assert offered(at("factory 1: 12T:R\nhand 1: 12S 13S\nM1 1: 13K 1S 1V\nplay: enter")) == sorted([
        "12S M1 for 13K", "12S M1 for 1S", "12S M1 for 1V", "12S M2", "pass"])


def test_gi_r19_exactly_one_horizontal_card_of_the_same_value_pays_completely() -> None:
    table = entered("factory 1: 13T:L 1T:U\nhand 1: 13V", "1 13V M1")
    assert (factory(table, 1), paid(table, 1)) == ("1T:U 13T:U", "13T")
    for other in ("13T:U", "13T:D", "12T:R"):
        assert asked(at(f"factory 1: {other}\nhand 1: 13V\nplay: enter")) != ["1 enter"]


def test_gi_r19_matches_look_at_the_value_only() -> None:
    for letter in "KSV":
        table = entered(f"factory 1: 9T:R\nhand 1: 9{letter}", f"1 9{letter} M2")
        assert paid(table, 1) == "9T"


def test_gi_q18_a_match_pays_one_card_in_full_and_is_not_mixed_with_output() -> None:
    table = at("factory 1: 5T:R 1T:R\nhand 1: 5K 2S\nplay: enter, rotate")
    act(table, "1 5K M1", "1 matched by 5T", "1 2S M1")
    assert (factory(table, 1), paid(table, 1)) == ("1T:D 5T:D", "1T 5T")
    # 5T as a match for 5K leaves no output for 8V: 1T alone gives 3.
    table = at("factory 1: 5T:R 1T:R\nhand 1: 5K 8V\nplay: enter, rotate")
    act(table, "1 5K M1", "1 matched by 5T")
    assert asked(table) == ["1 rotate"]


# GI-R20


@pytest.mark.parametrize(("value", "cards"), [(value, (value + 2) // 3) for value in range(1, 14)])
def test_gi_r20_gi_q17_a_card_needs_a_third_of_its_value_rounded_up_exactly(value: int, cards: int) -> None:
    factories = [number for number in range(1, 14) if number != value][:5]
    for count in range(1, 6):
        row = " ".join(f"{number}T:R" for number in factories[:count])
        table = at(f"factory 1: {row}\nhand 1: {value}K\nplay: enter, rotate")
        assert (asked(table) == ["1 enter"]) == (count >= cards)
        if count >= cards:
            act(table, f"1 {value}K M1")
            if asked(table) == ["1 pay with"]:
                chosen = [sorted(text.split()) for text in offered(table)]
                wanted = [sorted(f"{number}T" for number in some) for some in combinations(factories[:count], cards)]
                assert sorted(chosen) == sorted(wanted)  # any of them, but no more than needed
                act(table, f"1 {offered(table)[0]}")
            assert len(paid(table, 1).split()) == cards


@pytest.mark.parametrize(("values", "cards"), [((4, 5), 3), ((1, 2), 1), ((1, 1), 1), ((2, 2), 2), ((13, 13), 9)])
def test_gi_r20_gi_q16_two_pooled_cards_are_added_before_they_are_rounded(values: tuple[int, int], cards: int) -> None:
    factories = [number for number in range(1, 14) if number not in values]
    row = " ".join(f"{number}T:L" for number in factories[:cards])
    text = f"hand 1: {values[0]}K {values[1]}S\nplay: enter, rotate\nfactory 1: "
    table = at(text + row)
    act(table, f"1 {values[0]}K M1", f"1 {values[1]}S M2")
    assert len(paid(table, 1).split()) == cards
    check(table, {"M1 1": f"{values[0]}K", "M2 1": f"{values[1]}S"})
    if cards > 1:
        table = at(text + " ".join(f"{number}T:L" for number in factories[:cards - 1]))
        act(table, f"1 {values[0]}K M1")
        assert f"{values[1]}S M2" not in ([] if asked(table) != ["1 enter"] else offered(table))


def test_gi_r20_excess_output_is_lost() -> None:
    table = at("""
        turns played: 2
        factory 1: 1T:R 2T:R
        hand 1: 4K 5S
        play: enter, rotate, enter
    """)
    act(table, "1 4K M1")  # 6 output for 4
    assert asked(table) == ["1 rotate"]
    act(table, "1 1T")
    # One card lies again: 3 output, and the 2 of before are gone, so 5S cannot enter.
    assert factory(table, 1) == "1T:L 2T:D"
    assert (asked(table), offered(table)) == (["1 rotate"], ["1T", "pass"])


# GI-R21, GI-R22


def test_gi_r21_a_factory_card_serves_once_per_entry() -> None:
    table = at("factory 1: 4T:R\nhand 1: 4K 4S 1K\nplay: enter, rotate")
    act(table, "1 4K M1")
    assert asked(table) == ["1 rotate"]  # neither matched again nor output
    table = at("factory 1: 4T:R 1T:R\nhand 1: 4K 3S\nplay: enter, rotate")
    act(table, "1 4K M1", "1 matched by 4T", "1 3S M1")
    assert (factory(table, 1), paid(table, 1)) == ("1T:D 4T:D", "1T 4T")
    table = at("factory 1: 4T:R 1T:R\nhand 1: 4K 3S\nplay: enter, rotate")
    act(table, "1 4K M1", "1 pooled")
    assert asked(table) != ["1 enter"]  # both are needed for 4


@pytest.mark.parametrize("orientation", "UD")
def test_gi_r21_gi_r11_only_horizontal_cards_pay(orientation: str) -> None:
    table = at(f"factory 1: 4T:{orientation} 5T:R\nhand 1: 4K 3S\nplay: enter, rotate")
    assert offered(table) == ["3S M1", "3S M2", "pass"]
    act(table, "1 3S M1")
    assert paid(table, 1) == "5T"


@pytest.mark.parametrize(("before", "after"), [("R", "D"), ("L", "U")])
def test_gi_r22_every_paying_card_rotates_once_and_is_marked_paid(before: str, after: str) -> None:
    table = entered(f"factory 1: 4T:{before} 5T:{before} 9T:{before}\nhand 1: 4K 5S", "1 4K M1", "1 pooled", "1 5S M1",
                    "1 pooled")
    assert factory(table, 1) == f"4T:{after} 5T:{after} 9T:{after}"
    assert paid(table, 1) == "4T 5T 9T"
    table = entered(f"factory 1: 4T:{before} 5T:{before}\nhand 1: 4K", "1 4K M1", "1 matched by 4T")
    assert (factory(table, 1), paid(table, 1)) == (f"4T:{after} 5T:{before}", "4T")


# GI-R23, GI-R24


def test_gi_r23_gi_q19_other_horizontal_cards_may_turn_also_when_nothing_was_played() -> None:
    table = at("factory 1: 4T:R 5T:L 6T:U\nhand 1: 1K\nplay: enter, rotate")
    act(table, "1 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["4T", "4T 5T", "5T", "pass"])
    act(table, "1 4T 5T")
    assert (factory(table, 1), paid(table, 1)) == ("4T:D 5T:U 6T:U", "")
    table = at("factory 1: 4T:R\nplay: enter, rotate")  # nor when nothing could be
    assert (asked(table), offered(table)) == (["1 rotate"], ["4T", "pass"])


def test_gi_r23_any_subset_of_many_cards_can_be_named() -> None:
    row = " ".join(f"{value}T:{'RL'[value % 2]}" for value in range(1, 14))
    table = at(f"factory 1: {row}\nplay: enter")
    act(table, "1 2T 3T 5T 7T 11T 13T")
    turned = {2, 3, 5, 7, 11, 13}
    wanted = [f"{value}T:{'RLDU'[value % 2 + 2 * (value in turned)]}" for value in range(1, 14)]
    assert factory(table, 1).split() == wanted


def test_gi_r23_a_card_built_in_this_turn_may_turn() -> None:
    table = at("hand 1: 4T\nplay: factory, enter, rotate")
    act(table, "1 4T right")
    assert (asked(table), offered(table)) == (["1 rotate"], ["4T", "pass"])
    act(table, "1 4T")
    assert (factory(table, 1), paid(table, 1)) == ("4T:D", "")


def test_gi_r23_a_card_that_turned_so_is_not_paid_and_may_boost() -> None:
    table = at("factory 1: 4T:R\nM1 1: 4K 4S 4V\nplay: enter, clash")
    act(table, "1 4T", "1 M1")
    assert offered(table) == ["4T", "pass"]


@pytest.mark.parametrize("orientation", "UD")
def test_gi_r24_vertical_cards_cannot_turn_in_t3(orientation: str) -> None:
    table = at(f"factory 1: 4T:{orientation} 5T:R\nfactory 2: 6T:R\nplay: enter")
    assert (asked(table), offered(table)) == (["1 rotate"], ["5T", "pass"])
    assert at(f"factory 1: 4T:{orientation}\nplay: enter").is_over


# GI-R25


def test_gi_r25_an_entry_that_cannot_be_paid_is_illegal() -> None:
    table = at("factory 1: 1T:R 2T:R\nhand 1: 6K 7S 12V\nplay: enter, rotate")
    assert offered(table) == ["6K M1", "6K M2", "pass"]
    for line in ("1 7S M1", "1 12V M2"):
        with pytest.raises(IllegalAction):
            act(table, line)
    check(table, {"hand 1": "6K 7S 12V", "factory 1": "1T:R 2T:R", "M1 1": "", "M2 1": ""})


def test_gi_r25_no_play_leaves_a_debt() -> None:
    """After any first play and payment, what is due can be paid: the last question is never without an answer."""
    table = at("factory 1: 4T:R 1T:R 2T:R\nhand 1: 4K 9V 5S\nplay: enter, rotate")
    act(table, "1 5S M1")  # pooled: two of three cards
    assert offered(table) == sorted(["4K M1", "4K M2", "pass"])
    act(table, "1 4K M2")  # pooled it would make 9, matched it leaves two
    assert offered(table) == ["matched by 4T", "pooled"]
    for way in ("matched by 4T", "pooled"):
        other = table.clone()
        act(other, f"1 {way}")
        assert (paid(other, 1), asked(other)) == ("1T 2T 4T", ["1 rotate"])


# All entries, by brute force

class Entry(NamedTuple):
    """What was played where and for which card, and how things lie after payment."""

    plays: tuple[str, ...]
    spots: tuple[tuple[str, ...], tuple[str, ...]]
    discard: tuple[str, ...]
    hand: tuple[str, ...]
    factory: str
    paid: str


class Position(NamedTuple):
    hand: list[str]
    spots: list[list[str]]
    factory: list[str]  # 4T:R

    def text(self) -> str:
        return "\n".join([
            f"hand 1: {' '.join(self.hand)}", f"M1 1: {' '.join(self.spots[0])}", f"M2 1: {' '.join(self.spots[1])}",
            f"factory 1: {' '.join(self.factory)}", "play: enter",
        ])


def value_of(card: str) -> int:
    return int(card.partition(":")[0][:-1])


TURNED = {"U": "R", "R": "D", "D": "L", "L": "U"}


def payments(values: Sequence[int], lying: Sequence[str]) -> Iterator[frozenset[str]]:
    """Every set of cards that can pay for cards of these values, straight from GI-R18 to GI-R21."""
    for ways in product([None, *lying], repeat=len(values)):
        matched = [card for card in ways if card is not None]
        fits = all(card is None or value_of(card) == value for card, value in zip(ways, values, strict=True))
        if fits and len(set(matched)) == len(matched):
            pooled = sum(value for card, value in zip(ways, values, strict=True) if card is None)
            free = [card for card in lying if card not in matched]
            for payers in combinations(free, -(-pooled // 3)):
                yield frozenset([*matched, *payers])


def plays_of(position: Position, cards: Sequence[str]) -> Iterator[tuple[list[str], list[list[str]], list[str]]]:
    """Every way to put these cards down in this order: in words, the spots then, and what was discarded."""
    if not cards:
        yield [], position.spots, []
        return
    for words, spots, gone in plays_of(position, cards[:-1]):
        for market in (0, 1):
            there, other = spots[market], spots[1 - market]
            olds: list[str | None] = [None] if len(there) < 3 else [*there]
            for old in olds:
                new = [*[card for card in there if card != old], cards[-1]]
                name = f"{cards[-1]} M{market + 1}" + (f" for {old}" if old else "")
                yield ([*words, name], [new, other] if market == 0 else [other, new],
                       [*gone, *([old] if old else [])])


def legal_entries(position: Position) -> set[Entry]:
    lying = [card for card in position.factory if card[-1] in "RL"]
    found = set()
    for count in (0, 1, 2):
        for cards in permutations([card for card in position.hand if not card.endswith("T")], count):
            for payers in set(payments([value_of(card) for card in cards], lying)):
                after = {card: card[:-1] + (TURNED[card[-1]] if card in payers else card[-1])
                         for card in position.factory}
                in_row = sorted(position.factory, key=value_of)
                for words, spots, gone in plays_of(position, cards):
                    found.add(Entry(
                        tuple(words), (tuple(sorted(spots[0])), tuple(sorted(spots[1]))), tuple(gone),
                        tuple(sorted(card for card in position.hand if card not in cards)),
                        " ".join(after[card] for card in in_row),
                        " ".join(card[:-2] for card in in_row if card in payers)))
    return found


def reachable_entries(table: Table, plays: tuple[str, ...] = ()) -> Iterator[tuple[Entry, Table]]:
    """Every way through T3 that the game offers, up to the rotation."""
    if not table.pending or table.pending[0].verb == "rotate":
        yield Entry(
            plays, (tuple(lies(table, "M1 1")), tuple(lies(table, "M2 1"))), tuple(in_order(table, "discard 1")),
            tuple(lies(table, "hand 1")), factory(table, 1), paid(table, 1)), table
        return
    (decision,) = table.pending
    for choice in decision:
        after = table.clone()
        text = decision.text(table, 0, choice)
        after.act(0, choice)
        more = (text,) if decision.verb == "enter" and choice != PASS else ()
        yield from reachable_entries(after, plays + more)


def random_position(rng: Random) -> Position:
    """Low values only, so that there are matches."""
    others = [f"{value}{letter}" for value in range(1, 7) for letter in "KSV"]
    technology = [f"{value}T" for value in range(1, 9)]
    rng.shuffle(others)
    rng.shuffle(technology)
    sizes = rng.choice([(3, 0), (3, 3), (2, 2), (1, 3), (0, 1), (2, 3)])
    cards = iter(others)
    spots = [[next(cards) for _ in range(size)] for size in sizes]
    hand = [*[next(cards) for _ in range(rng.randint(0, 3))], *technology[:rng.randint(0, 1)]]
    built = [f"{card}:{rng.choice('RLRLUD')}" for card in technology[1:1 + rng.randint(0, 5)]]
    return Position(hand, spots, built)


@pytest.mark.parametrize("seed", range(60))
def test_gi_r13_to_gi_r25_the_game_offers_exactly_the_legal_entries(seed: int) -> None:
    position = random_position(Random(seed))
    found = list(reachable_entries(at(position.text())))
    assert {entry for entry, _ in found} == legal_entries(position)
    for entry, table in found:
        lying = sorted((word for word in entry.factory.split() if word[-1] in "RL"), key=position.factory.index)
        if lying:  # GI-R23: every subset of the others
            subsets = [" ".join(card[:-2] for card in some) for size in range(1, len(lying) + 1)
                       for some in combinations(lying, size)]
            assert offered(table) == sorted([*subsets, "pass"])
        else:
            assert table.is_over


def test_gi_r13_to_gi_r25_the_random_positions_have_entries_of_all_kinds() -> None:
    found = [entry for seed in range(60) for entry in legal_entries(random_position(Random(seed)))]
    assert {len(entry.plays) for entry in found} == {0, 1, 2}
    assert any(entry.discard and entry.discard[0] == entry.plays[0].split()[0] for entry in found)  # replaced at once
    first_cards = [(entry.plays[0].split()[0], entry.paid) for entry in found if entry.plays]
    assert any(value_of(card) > 3 and len(payers.split()) == 1 for card, payers in first_cards)  # a match


def test_gi_r13_after_the_entry_nothing_goes_back() -> None:
    table = at(f"turns played: 2\nhand 1: 1T 1K 2K\nfactory 1: 9T:R\nplay: {A_TURN}")
    act(table, "1 pass", "1 1K M1", "1 pass")
    assert TURN.get(table) == 2
    assert lies(table, "M1 1") == these("1K")
    assert asked(table) == ["1 rotate"]  # T6: neither 1T can be built nor 2K entered any more
