"""Tech Exchange: scoring, the end of a round and of the game, TX-E01 to TX-E18."""

from itertools import combinations
from random import Random

import pytest

from techdeck.cards import GENERAL_EDITION, code, face
from techdeck.effects import GUARDED
from techdeck.events import Scored
from techdeck.exchange_score import best_groups, hand_score, kind
from techdeck.games.tech_exchange import DISCARD, DONE, HAND, LAID_OPEN, PHASE, ROUND, Options
from techdeck.table import become
from techdeck.views import View
from tests.games import play_at_random
from tests.rulebook.exchange_tables import (
    act,
    asked,
    at,
    board,
    counts,
    decision,
    discard,
    hands,
    in_game,
    pass_on,
    phase,
    points,
    printed,
    random_games,
    refused,
    stack,
    stock,
    told,
    winners,
)
from tests.rulebook.tables import deck, knowers

STOCK = "play: scoring\nstock: K4 S3 T2 V2\n"
UNEQUAL = STOCK + "hand 1: 9K 9S 9T 2V 3T\nhand 2: 5K 5S 5T 6V\nhand 3: 7K 7S 7T\n"


def kinds(words: str) -> list[int]:
    found = [GENERAL_EDITION[face(word.rstrip("'"))] for word in words.split()]
    return [kind(card.value, card.domain_number) for card in found]


def worth(words: str, *sizes: int) -> int:
    return hand_score(kinds(words), sizes)


# Discarding down


def test_tx_e01_tx_e02_all_discard_down_to_the_smallest_hand() -> None:
    table = at(UNEQUAL)
    assert asked(table) == ["1 trim", "2 trim"]  # the third discards none
    assert refused(table, "1 2V")
    assert refused(table, "1 2V 3T 9K")
    assert refused(table, "1 2V 5K")
    assert refused(table, "1 pass")
    act(table, "1 3T 2V", "2 6V")
    assert [len(LAID_OPEN.of(table, seat)) for seat in range(3)] == [3, 3, 3]
    assert sorted(discard(table)) == ["2V", "3T", "6V"]
    assert points(table) == [12, 12, 12]


def test_tx_e01_equal_hands_discard_nothing() -> None:
    table = at(STOCK + "hand 1: 9K 9S 9T\nhand 2: 5K 5S 5T\nhand 3: 7K 7S 7T\n")
    assert (points(table), discard(table)) == ([12, 12, 12], [])


def test_tx_e02_tx_q53_choices_are_free_simultaneous_and_hidden() -> None:
    table = at(UNEQUAL)
    assert len(list(decision(table, 1))) == 10  # any two of five
    table.log = []
    act(table, "1 9K 9S")
    assert (table.log, discard(table), counts(table)) == ([], [], [5, 4, 3])
    assert View(table, 1).sealed == ()
    assert knowers(table, "9K") == [1]
    assert asked(table) == ["2 trim"]
    act(table, "2 5T")
    assert sorted(discard(table)) == ["5T", "9K", "9S"]
    assert len(View(table, 2).known(DISCARD)) == 3  # face up
    assert points(table) == [0, 0, 12]


def test_tx_e02_the_order_of_choosing_does_not_matter() -> None:
    one, other = at(UNEQUAL), at(UNEQUAL)
    act(one, "1 2V 3T", "2 6V")
    act(other, "2 6V", "1 2V 3T")
    assert discard(one) == discard(other)


def test_tx_e02_tx_q54_if_the_smallest_hand_is_empty_all_discard_all_and_score_nothing() -> None:
    table = at(STOCK + "hand 1: 9K 9S 9T\nhand 2: 5K 5S 5T\nhand 3:\n")
    assert (table.is_over, points(table)) == (True, [0, 0, 0])
    assert sorted(discard(table)) == sorted(["9K", "9S", "9T", "5K", "5S", "5T"])


def test_tx_e03_then_all_hands_are_revealed_together() -> None:
    table = at(UNEQUAL, options=Options(manual_groups=True))
    act(table, "1 3T 2V", "2 6V")
    assert counts(table) == [0, 0, 0]
    for side in range(4):
        assert [[code(card) for card in View(table, side).known(LAID_OPEN, owner)] for owner in range(3)] == [
            ["9K", "9S", "9T"], ["5K", "5S", "5T"], ["7K", "7S", "7T"]]


# Groups


@pytest.mark.parametrize(("words", "score"), [
    ("9K 9S 9T", 12), ("9K 9S 9T 9V", 16),  # sets
    ("2K 7K 12K", 12), ("2K 7K 12K 13K", 16), ("2V 3V 11V", 6),  # flushes of any values
    ("9K 9S", 0), ("9K", 0), ("2K 7K", 0),  # one or two cards
    ("2K 3S 4T 5V 6K", 0),  # a straight
    ("2K 3K 4K 5K 6K", 16),  # five of a domain: four of them
])
def test_tx_e04_tx_e06_sets_and_flushes_of_three_or_four_cards(words: str, score: int) -> None:
    assert worth(words, 4, 3, 2, 2) == score


@pytest.mark.parametrize(("words", "score"), [
    ("9K 9S 9T 5K 5S 5V", 24),  # any number of sets
    ("2K 3K 4K 2S 3S 4S", 12),  # one flush only
    ("9K 9S 9T 2K 3K", 12),  # the 9K cannot be in both
    ("9K 9S 9T 2K 3K 4K", 24),
    ("9K 9S 9T 9V 2K 3K", 21),  # with 9K in the flush: three at 3 and three at 4
    ("9K 9S 9T 13V", 12),  # cards in no group score nothing
])
def test_tx_e05_any_number_of_sets_one_flush_and_each_card_once(words: str, score: int) -> None:
    assert worth(words, 4, 3, 2, 2) == score


@pytest.mark.parametrize(("words", "sizes", "score"), [
    ("9S 9T 9V", (9, 3, 2, 5), 15), ("9K 9T 9V", (1, 9, 2, 1), 6), ("2T 3T 4T", (9, 9, 2, 9), 6),
    ("9K 9S 9T 9V", (1, 2, 3, 7), 28),
])
def test_tx_e07_a_group_scores_its_size_times_the_largest_stack_of_its_domains(
    words: str, sizes: tuple[int, ...], score: int,
) -> None:
    assert worth(words, *sizes) == score


def is_group(cards: tuple[int, ...]) -> bool:
    return len({card >> 2 for card in cards}) == 1 or len({card & 3 for card in cards}) == 1


def by_definition(cards: tuple[int, ...], sizes: tuple[int, ...], may_flush: bool = True) -> int:
    """TX-E08: the maximum over all families of disjoint groups with at most one flush."""
    if len(cards) < 3:
        return 0
    best = by_definition(cards[1:], sizes, may_flush)
    for size in (3, 4):
        for others in combinations(range(1, len(cards)), size - 1):
            group = (cards[0], *[cards[place] for place in others])
            is_set = len({card >> 2 for card in group}) == 1
            if is_set or (may_flush and is_group(group)):
                rest = tuple(card for place, card in enumerate(cards) if place and place not in others)
                best = max(best, size * max(sizes[card & 3] for card in group)
                           + by_definition(rest, sizes, may_flush and is_set))
    return best


def best_of_value(stacks: list[int]) -> int:
    """TX-E09"""
    x = sorted(stacks, reverse=True)
    n = len(x)
    found = [0]
    found += [3 * x[0]] if n >= 3 else []
    found += [4 * x[0]] if n >= 4 else []
    found += [3 * x[0] + 3 * x[1]] if n >= 6 else []
    found += [4 * x[0] + 3 * x[1]] if n >= 7 else []
    found += [4 * x[0] + 4 * x[1]] if n >= 8 else []
    return max(found)


def by_computation(cards: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """TX-E09"""
    flushes: list[tuple[int, ...]] = [()]
    for size in (3, 4):
        flushes += [places for places in combinations(range(len(cards)), size)
                    if len({cards[place] & 3 for place in places}) == 1]
    best = 0
    for flush in flushes:
        rest = [card for place, card in enumerate(cards) if place not in flush]
        score = len(flush) * sizes[cards[flush[0]] & 3] if flush else 0
        best = max(best, score + sum(best_of_value([sizes[card & 3] for card in rest if card >> 2 == value])
                                     for value in {card >> 2 for card in rest}))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_tx_e08_tx_e09_tx_e10_the_score_is_the_exact_maximum(seed: int) -> None:
    rng = Random(seed)
    values = rng.sample(range(1, 14), rng.choice([2, 3, 4]))
    decks = rng.choice([1, 2])
    pool = [kind(value, domain) for value in values for domain in range(1, 5)] * decks
    cards = tuple(rng.sample(pool, min(8, len(pool))))
    sizes = tuple(rng.randint(0, 8) for _ in range(4))
    score = hand_score(cards, sizes)
    assert score == by_definition(cards, sizes) == by_computation(cards, sizes)
    assert score == sum(group.points for group in best_groups(cards, sizes))


def test_tx_e08_the_empty_family_is_allowed() -> None:
    assert worth("", 4, 3, 2, 2) == worth("2K 3S", 4, 3, 2, 2) == 0


def test_tx_e09_more_than_eight_of_a_value_by_the_families() -> None:
    """Effects that change values can bring that about."""
    cards = tuple(kinds("9K 9K 9K 9S 9S 9S 9T 9T 9V"))
    assert hand_score(cards, (5, 4, 3, 2)) == by_definition(cards, (5, 4, 3, 2)) == 45


def test_tx_e10_tx_q55_the_best_arrangement_is_found_automatically() -> None:
    table = at("play: scoring\nstock: K5 S4 T1 V1\nhand 1: 2K 5K 5S 5T 5V 7S 8T 9K\nhand 2: ...\nhand 3: ...")
    assert table.is_over
    assert points(table)[0] == 27


def test_tx_e10_the_groups_are_told() -> None:
    table = at("hand 1: 9K 9S 9T\nhand 2: 5K 5S 5T\nhand 3: 7K 8S 10T\nstock: K4 S3 T2 V2")
    table.log = []
    table.then(table.game.phases["scoring"], 0)
    table.go_on()
    assert told(table)[-3:] == [
        "P1 scores 12: 9K 9S 9T for 12 (Knowledge). That makes 12 in all.",
        "P2 scores 12: 5K 5S 5T for 12 (Knowledge). That makes 12 in all.", "P3 scores 0. That makes 0 in all."]


def test_tx_e14_scores_are_told_with_their_values_before_all_is_gathered() -> None:
    table, rng = printed(Options(stall_turns=1)).start(3, 4, listen=True), Random(1)
    assert table.log is not None
    while ROUND.get(table) == 1:
        play_at_random(table, rng)
    scored = [place for place, event in enumerate(table.log) if isinstance(event, Scored)]
    assert len(scored) == 3
    assert max(scored) < told(table).index("All cards are gathered.")
    brought = []
    for place in scored:
        event = table.log[place]
        assert isinstance(event, Scored)
        plain = event.plain(0)
        assert (plain["what"], plain["side"], plain["round"]) == ("score", event.side, 1)
        assert plain["points"] == plain["total"] == points(table)[event.side]
        assert event.points == sum([points for _, points, _ in event.groups])
        assert all(len(faces) in (3, 4) for faces, _, _ in event.groups)
        brought.append(event.points)
    assert any(brought)


def test_tx_e11_a_quadruple_of_all_domains_uses_the_largest_stack_and_may_be_broken() -> None:
    for sizes in ((7, 1, 1, 1), (1, 7, 1, 1), (1, 1, 7, 1), (1, 1, 1, 7)):
        assert worth("9K 9S 9T 9V", *sizes) == 28
    assert worth("9K 9S 9T 9V 2V 3V", 2, 2, 2, 3) == 3 * 2 + 3 * 3
    assert worth("9K 9S 9T 9V 2V 3V", 2, 2, 2, 1) == 3 * 2 + 3 * 1  # one more than the quadruple


def test_tx_e12_an_empty_stack_multiplies_by_nothing() -> None:
    assert worth("2K 3K 4K", 0, 5, 5, 5) == 0
    assert worth("9K 9S 9T", 0, 0, 0, 5) == 0
    table = at("play: scoring\nstock K:\nstock S: 1S\nstock T: 1T\nstock V: 1V\nhand 1: 2K 3K 4K\nhand 2: 2S 3S 4S\n"
               "hand 3: 5T 6V 7K")
    assert points(table) == [0, 3, 0]


@pytest.mark.parametrize(("words", "score"), [
    ("9K 9K' 9S", 15), ("9K 9K' 9S 9S' 9T", 20), ("9K 9K' 9S 9S' 9T 9T'", 30), ("9K 9K' 9S 9S' 9T 9T' 9V", 35),
    ("9K 9K' 9S 9S' 9T 9T' 9V 9V'", 40), ("2K 2K' 3K 3K'", 20),
])
def test_tx_e13_tx_q56_with_two_decks_equal_faces_may_stand_in_one_group(words: str, score: int) -> None:
    assert worth(words, 5, 4, 3, 1) == score


# Rounds

ROUND_END = """
    stock: K4 S3 T2 V2
    hand 1: 9K 9S 9T
    hand 2: 5K 5S 5T
    hand 3: 2V 3V 4V
"""


def test_tx_e14_tx_q59_round_scores_are_added_to_public_totals() -> None:
    table = at("points: 7 0 30\nplay: scoring\n" + ROUND_END)
    assert points(table) == [19, 12, 36]


@pytest.mark.parametrize("number", [1, 2])
def test_tx_e14_totals_carry_through_the_rounds(number: int) -> None:
    table = at(f"points: 7 0 30\n{ROUND_END}" + in_game(number, "scoring"))
    assert (points(table), ROUND.get(table)) == ([19, 12, 36], number + 1)


def test_tx_e15_after_round_three_the_game_ends_at_once() -> None:
    table = at(f"first: 2\n{ROUND_END}" + in_game(3, "scoring"))
    assert table.is_over
    assert (table.first, stock(table), ROUND.get(table)) == (1, "K4 S3 T2 V2", 3)
    assert [len(LAID_OPEN.of(table, seat)) for seat in range(3)] == [3, 3, 3]


def test_tx_e15_three_rounds_are_played() -> None:
    for seats in (2, 4):
        rounds = {ROUND.get(table) for table in random_games(printed(Options(stall_turns=1)), seats, 3)}
        assert rounds == {1, 2, 3}


@pytest.mark.parametrize(("first", "then"), [(1, 2), (2, 3), (3, 1)])
def test_tx_e16_tx_q57_the_marker_passes_clockwise_and_then_all_is_reset(first: int, then: int) -> None:
    table = at(f"first: {first}\n{ROUND_END}" + in_game(1, "scoring"), seed=2)
    assert table.first + 1 == then
    pass_on(table, "trade", "use")
    assert asked(table)[0] == f"{then} {table.pending[0].verb}"


def test_tx_e17_the_reset_gathers_all_cards_but_expelled_ones() -> None:
    position = ROUND_END + "expelled: 13K 13S\ndiscard: 8K 8S\ndeck: 10K 10S 11V ...\n"
    seen = set()
    for seed in range(12):
        table = at(position + in_game(1, "scoring"), seed=seed)
        pass_on(table, "trade", "use")
        assert counts(table) == [8, 8, 8]
        assert [stack(table, letter)[0] for letter in "KSTV"] == ["1K", "1S", "1T", "1V"]
        lying = [*deck(table), *" ".join(hands(table)).split(), *[card for x in "KSTV" for card in stack(table, x)]]
        assert len(lying) == len(set(lying)) == 52
        assert not {"13K", "13S"} & set(lying)
        assert discard(table) == []
        seen.add(deck(table)[0])
    assert len(seen) > 6  # shuffled


def test_tx_e17_lasting_effects_and_flags_end() -> None:
    table = at(ROUND_END + f"mark value: 9K={become(3)}\nmark domain: 9S=4\nguarded: 1 0 0\ndone: 1 0 1\n"
               + in_game(1, "scoring"))
    assert all(mark.get(table, face(card)) == 0 for mark in (table.game.words.value, table.game.words.domain)
               for card in ("9K", "9S"))
    assert (GUARDED.of(table), DONE.of(table), board(table)) == ([0, 0, 0], [0, 0, 0], [])


def test_tx_e17_nobody_remembers_where_cards_went() -> None:
    table = at(ROUND_END + in_game(1, "scoring"))
    pass_on(table, "trade", "use")
    for side in range(3):
        assert [len(View(table, side).known(HAND, owner)) for owner in range(3) if owner != side] == [0, 0]


def test_tx_q58_an_expelled_1_comes_back_if_its_stack_would_have_no_starter() -> None:
    position = ROUND_END.replace("stock: K4 S3 T2 V2", "stock K: 6K\nstock S: 1S\nstock T: 1T\nstock V: 1V")
    table = at(position + "expelled: 1K 13S\n" + in_game(1, "scoring"))
    pass_on(table, "trade", "use")
    assert stack(table, "K")[0] == "1K"
    lying = [*deck(table), *" ".join(hands(table)).split()]
    assert "13S" not in lying


def test_tx_q58_with_two_decks_the_other_copy_is_taken_first() -> None:
    rest = "\n".join(f"hand {seat}: {seat}T" for seat in range(3, 6))
    position = f"stock K: 6K\nstock S: 1S\nstock T: 1T\nstock V: 1V\nhand 1: 9K\nhand 2: 9S\n{rest}\n"
    for expelled, starter in (("1K", "1K'"), ("1K 1K'", "1K")):
        table = at(position + f"expelled: {expelled}\n" + in_game(1, "scoring"), 5)
        pass_on(table, "trade", "use")
        assert stack(table, "K")[0] == starter
        lying = [*deck(table), *" ".join(hands(table)).split(), *stack(table, "K")]
        assert [card for card in ("1K", "1K'") if card in lying] == [starter]


@pytest.mark.parametrize(("totals", "expected"), [
    ("50 40 30", [1]), ("50 50 49", [1, 2]), ("9 9 9", [1, 2, 3]), ("0 0 0", [1, 2, 3]), ("1 5 5", [2, 3]),
])
def test_tx_e18_the_highest_total_wins_and_ties_share_the_victory(totals: str, expected: list[int]) -> None:
    table = at(f"points: {totals}\nhand 1: 2K\nhand 2: 3S\nhand 3: 4T\n" + in_game(3, "scoring"))
    assert winners(table) == expected
    assert table.game.scores(table) == [int(word) for word in totals.split()]


def test_tx_e18_there_is_no_tie_break_by_cards() -> None:
    table = at("points: 5 5 0\nstock: K4 S3 T2 V2\nhand 1: 13K\nhand 2: 2S\nhand 3: 4T\n" + in_game(3, "scoring"))
    assert winners(table) == [1, 2]
    assert (phase(table), PHASE.get(table)) == ("scoring", 5)
