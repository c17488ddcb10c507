"""The worked examples of Peer-to-Peer."""

import pytest

from techdeck.cards import Domain
from techdeck.effects import ASIDE, lifting
from techdeck.games.peer_to_peer import DECK, LATCH, ROUND, STANDS_ASIDE, Options
from techdeck.position import set_up
from techdeck.rules import do, seq
from techdeck.table import Table
from tests.rulebook.peer_tables import (
    CALM,
    KEEP_HAND,
    RECALL,
    SWAP,
    UNSCORE,
    Toy,
    at,
    domain,
    draw,
    general,
    go,
    lies,
    nothing,
    order,
    pass_on,
    recolor,
    size,
    unhappy,
    used,
    with_texts,
    without_texts,
)
from tests.rulebook.tables import asked, offered, these


def assist(row: str, cards: str, more: str = "") -> Table:
    """Team 1 has these cards and commits them all for the first customer; nobody does anything else."""
    table = at(f"row: {row}\nhand 1: {cards}\nhand 2: 13K\n{more}\nplay: assist")
    go(table, f"1 {cards}", "2 pass")
    return table


def is_good(row: str, cards: str) -> bool:
    table = assist(row, cards)
    is_scored = lies(table, "score 1") == these(row)
    assert is_scored == (lies(table, "discard 1") == these(cards))
    assert is_scored != (lies(table, "hand 1") == these(cards))
    return is_scored


# From the rulebook

def test_pp_w1_the_sum_must_be_exact_and_a_domain_match() -> None:
    assert is_good("12T", "9K 3T")
    assert not is_good("12T", "9K 3K")
    assert not is_good("12T", "9K 2T")
    assert is_good("12T", "9K 2T 1V")


def test_pp_w2_thirteen_with_a_technology() -> None:
    assert is_good("13T", "9K 4T")
    assert not is_good("13T", "9K 4V")


@pytest.mark.parametrize("without_group", [0, 2])
def test_pp_w3_five_players_have_sides_of_three_and_two(without_group: int) -> None:
    cards = [f"{value}{letter}" for value in (5, 6, 7, 8) for letter in "KSTV"]
    table = with_texts({card: nothing() for card in cards}).start(5, 1)
    unpicked = [card for side in (1, 2) for card in offered_later(table, side)]
    toys = {card: nothing("open", "venture") if card in unpicked[:without_group] else nothing() for card in cards}
    table = with_texts(toys).start(5, 1)
    assert [len(seats) for seats in table.members] == [3, 2]
    assert [size(table, f"candidates {side}") for side in (1, 2)] == [6, 6]
    pickers = [asked(table)[0]]
    while size(table, "candidates 1") + size(table, "candidates 2") > 7:
        go(table, f"{table.pending[0].seat + 1} {offered(table)[0]}")
        pickers.append(asked(table)[0])
    one, two = ([seat + 1 for seat in seats] for seats in table.members)
    assert pickers == [f"{seat} found" for seat in [*one, *two, two[0]]]
    go(table, f"{table.pending[0].seat + 1} {offered(table)[0]}")
    assert [size(table, f"venture {letter} {side}") for side in (1, 2) for letter in "ABC"] == [1] * 6
    assert (size(table, "row"), size(table, "customer deck")) == (4, 34 - without_group)  # round 1 dealt two more


def offered_later(table: Table, side: int) -> list[str]:
    """The candidates of a side that nobody will pick, if each picks the first that is offered."""
    return sorted(lies(table, f"candidates {side}"))[3:]


def test_pp_w4_draw_what_there_is_and_discard_two() -> None:
    table = general("hand 1: 12K 4V\ndeck 1: 3K\nplay: effects before")
    go(table, "1 12K")
    assert lies(table, "hand 1") == these("12K 4V 3K")
    assert offered(table) == these("12K 4V 3K")
    go(table, "1 12K", "1 4V")
    assert (lies(table, "hand 1"), lies(table, "deck 1")) == (["3K"], [])
    assert lies(table, "discard 1") == these("12K 4V")
    assert used(table) == ["12K"]


def test_pp_w5_reveal_four() -> None:
    text = "venture A 1: 10T\ndeck 1: 2S 1T\ndiscard 1: {}\nplay: effects before"
    tops = set()
    for seed in range(6):
        shown: list[str] = []
        table = at(text.format("4V 1K 3K"), toys={"10T": reveal(4, shown)}, seed=seed)
        go(table, "1 10T")
        deck = order(table, "deck 1").split()
        assert len(shown) == 4
        assert (deck[:4], sorted(deck)) == (shown, these("1K 4V 2S 3K 1T"))
        assert size(table, "discard 1") == 0
        tops.add(" ".join(shown))
    assert len(tops) > 3  # all five are shuffled
    shown = []
    table = at(text.format("4V"), toys={"10T": reveal(4, shown)})
    go(table, "1 10T")
    assert sorted(shown) == these("2S 1T 4V")
    assert (order(table, "deck 1").split(), size(table, "discard 1")) == (shown, 0)


def reveal(count: int, shown: list[str]) -> Toy:
    """Top cards of the deck are shown and go back; they are noted."""
    def put_back(table: Table, side: int, it: int) -> None:
        shown.extend(order(table, "aside").split())
        for back in reversed(ASIDE.of(table)[:]):
            table.move(back, ASIDE, DECK, side)

    return Toy(seq(lifting(lambda table, side: count, ASIDE), do(put_back)))


def test_pp_w6_exchange_with_the_top_of_the_customer_deck() -> None:
    text = "hand 1: 3K 1T 1K 4V\nventure A 1: 10T\ncustomer deck: 8S 5K 9K\nplay: effects before"
    table = at(text, toys={"10T": SWAP})
    go(table, "1 10T", "1 1K")
    assert lies(table, "hand 1") == these("3K 1T 4V 8S")
    assert order(table, "customer deck") == "1K 5K 9K"


def test_pp_w7_chain() -> None:
    six = Toy(draw(1).rule, "open", ("group",))
    table = at("""
        first: 1
        venture A 1: 10T
        venture A 2: 11T
        discard 1: 6K
        hand 1: 2S
        deck 1: 3K 1T
        play: effects before
    """, toys={"10T": RECALL, "6K": six, "11T": nothing()})
    go(table, "1 10T", "1 6K")
    assert lies(table, "hand 1") == these("2S 6K")
    go(table, "2 pass", "1 6K")
    assert lies(table, "hand 1") == these("2S 6K 3K")
    go(table, "2 pass")
    assert table.is_over  # Team 1 has nothing more to use, and passes
    assert lies(table, "hand 1") == these("2S 6K 3K")
    assert order(table, "deck 1") == "1T"
    assert sorted(used(table)) == these("10T 6K")


def solo_customers(options: Options) -> int:
    """All cards that can come as customers, once six group cards and three venture cards were chosen."""
    table = without_texts(options, [f"{value}{letter}" for value in range(5, 14) for letter in "KSTV"]).start(1, 1)
    pass_on(table, "commit")
    there = [card for place in ("row", "customer deck") for card in lies(table, place) if not card.startswith("W")]
    return len(there) + 1  # the card in the venture was one as well


def test_pp_w8_at_most_43_points_only_if_the_low_cards_are_kept() -> None:
    group, venture, start = 6, 3, 5
    keeps_all = Options(solo_keep_low_cards=True, unchosen_ventures_removed=False)
    assert solo_customers(keeps_all) + start - group - venture == 43
    assert solo_customers(Options(unchosen_ventures_removed=False)) + start - group - venture == 35


# Further scenarios

def nobody_assists(seats: int, deck: int, options: Options = Options()) -> list[tuple[int, int, int]]:
    """Of each round: how many are in the row, unhappy, and still to come."""
    found: list[tuple[int, int, int]] = []
    cards = [f"{value}{letter}" for value in range(13, 3, -1) for letter in "KSTV"]
    text = f"peer to peer, {seats} seat{'s' * (seats > 1)}\nrow: {' '.join(cards[:2])}\nhand 1: 1K\nhand 2: 1S\n"
    text = text.replace("hand 2: 1S\n", "") if seats == 1 else text
    table = set_up(without_texts(options), f"{text}customer deck: {' '.join(cards[2:2 + deck])}\nplay: rounds")
    while table.pending:
        state = (size(table, "row"), unhappy(table), size(table, "customer deck"))
        if not found or found[-1] != state:
            found.append(state)
        pass_on_one(table)
    assert found[-1] == (size(table, "row"), unhappy(table), size(table, "customer deck"))
    assert table.game.winners(table) == []
    return found


def pass_on_one(table: Table) -> None:
    for decision in list(table.pending):
        assert decision.verb == "commit"
        go(table, f"{decision.seat + 1} pass")


def test_pp_w9_nobody_ever_assists() -> None:
    assert nobody_assists(2, 38) == [(4, 0, 36), (4, 2, 34), (4, 4, 32)]
    assert nobody_assists(4, 38) == [(4, 0, 36), (4, 2, 34)]
    assert nobody_assists(6, 36) == [(4, 0, 34), (4, 3, 31)]
    assert nobody_assists(1, 38) == [(3, 0, 37), (4, 0, 36), (4, 1, 35), (4, 2, 34), (4, 3, 33), (4, 4, 32)]
    assert nobody_assists(6, 36, Options(first_round_overflow=True)) == [(4, 1, 33)]


W10 = """
    row: 7K 12T 3S 9V
    customer deck: 5T 8K 10K 11K
    venture A 1: 10T
    round: 3
    play: rounds
"""


def test_pp_w10_two_at_once_are_too_many_unless_one_is_calmed() -> None:
    table = at(W10, 3, toys={"10T": nothing("after")})
    assert order(table, "row") == "3S 9V 5T 8K"
    assert order(table, "unhappy") == "7K 12T"
    pass_on(table)
    assert table.is_over
    assert table.game.winners(table) == []
    assert order(table, "row") == "3S 9V 5T 8K"

    table = at(W10, 3, toys={"10T": Toy(CALM.rule, "after")})
    assert asked(table)[0].endswith(" use")
    go(table, f"{table.pending[0].seat + 1} 10T", f"{table.pending[0].seat + 1} 7K")
    # The game goes on: in round 5 10K and 11K came, and 3S and 9V went.
    assert ROUND.get(table) == 5
    assert order(table, "customer deck") == "7K"
    assert order(table, "unhappy") == "12T 3S 9V"


def test_pp_w11_latch() -> None:
    table = at("""
        first: 1
        row: 6T
        hand 1: 4V 2T
        hand 2: 1S
        score 1: 10K
        venture A 1: 5V 8K 9S
        customer deck: 11K 11S 11T 12V 13V
        play: assist, effects after, new customers
    """, toys={"5V": UNSCORE}, ventures="6T")
    assert LATCH.get(table) == 0
    go(table, "1 4V 2T", "2 pass")
    assert asked(table) == ["1 develop"]
    go(table, "1 venture A")
    assert (asked(table), offered(table)) == (["1 score"], these("5V 8K 9S 6T"))
    go(table, "1 8K")
    assert order(table, "venture A 1") == "5V 9S 6T"
    assert lies(table, "score 1") == these("10K 8K")
    assert LATCH.get(table) == 1
    clone = table.clone()
    pass_on(table)
    assert order(table, "row") == "11K 11S 11T"
    table = clone
    go(table, "1 5V", "1 10K")
    assert order(table, "score 1") == "8K"
    pass_on(table)
    assert order(table, "row") == "11K 11S 11T"


W12 = """
    first: 1
    row: 7V 5S
    hand 1: 4V 3K 2S 1T
    hand 2: 3V 4T 1S 1V
    play: assist
"""


def test_pp_w12_reveal_order_domain_tie_and_a_second_chance() -> None:
    table = at(W12)
    go(table, "1 4V 3K", "2 3V 4T")
    assert asked(table) == ["2 declare"]
    assert (lies(table, "committed 2"), lies(table, "committed 1")) == (these("3V 4T"), [])
    assert size(table, "laid 1") == 2
    go(table, "2 7V")
    assert (asked(table), offered(table)) == (["1 declare"], these("7V 5S"))
    go(table, "1 7V")
    assert lies(table, "discard 1") == these("4V 3K")
    assert lies(table, "score 1") == ["7V"]
    assert lies(table, "hand 2") == these("3V 4T 1S 1V")
    assert sorted(asked(table)) == ["1 commit", "2 commit"]
    go(table, "1 pass", "2 4T 1S")
    assert table.is_over
    assert lies(table, "row") == []
    assert [lies(table, f"hand {side}") for side in (1, 2)] == [these("2S 1T"), these("3V 1V")]
    assert [lies(table, f"discard {side}") for side in (1, 2)] == [these("4V 3K"), these("4T 1S")]
    assert [lies(table, f"score {side}") for side in (1, 2)] == [["7V"], ["5S"]]


def test_pp_w12_with_the_best_domain_the_other_side_wins() -> None:
    table = at(W12, options=Options(contest_domain_rule="best_domain"))
    go(table, "1 4V 3K", "2 3V 4T", "2 7V", "1 7V")
    assert [lies(table, f"score {side}") for side in (1, 2)] == [[], ["7V"]]


def contest(row: str, first: str, second: str) -> list[int]:
    """The teams that won the customer."""
    table = at(f"row: {row} 13V\nhand 1: {first}\nhand 2: {second}\nplay: assist")
    go(table, f"1 {first}", f"2 {second}", f"2 {row}", f"1 {row}")
    return [side for side in (1, 2) if lies(table, f"score {side}")]


def test_pp_w13_contests() -> None:
    assert contest("12T", "9K 3T", "10S 2T") == [2]
    assert contest("10K", "5K 5S", "5T 4K 1K") == [1]
    assert contest("12T", "9K 3T", "10S 2K") == [1]


def test_pp_w14_gain_and_reuse() -> None:
    table = at("""
        row: 6T 9T
        hand 1: 4V 1T 1K 3K
        venture A 1: 11T
        play: assist
    """, toys={"11T": KEEP_HAND})
    go(table, "1 4V 1T 1K", "1 6T")
    assert (asked(table), offered(table)) == (["1 use after winning"], ["11T", "pass"])
    assert lies(table, "discard 1") == []
    go(table, "1 11T")
    assert lies(table, "hand 1") == these("6T 3K")
    assert lies(table, "discard 1") == these("4V 1T 1K")
    go(table, "1 6T 3K")
    assert table.is_over
    assert (lies(table, "hand 1"), lies(table, "row"), lies(table, "score 1")) == ([], [], ["9T"])
    assert lies(table, "discard 1") == these("4V 1T 1K 6T 3K")
    assert used(table) == ["11T"]


def test_pp_w15_refresh() -> None:
    seen = set()
    for seed in range(25):
        table = at("hand 1: 3K 1T\ndeck 1: 2S\ndiscard 1: 4V 1K\nplay: refresh", seed=seed)
        assert "2S" in lies(table, "hand 1")
        assert (size(table, "hand 1"), size(table, "deck 1"), size(table, "discard 1")) == (4, 1, 0)
        seen.add(order(table, "deck 1"))
    assert seen == {"4V", "1K", "3K", "1T"}


def test_pp_w16_an_effect_shuffles_all_together_before_it_draws() -> None:
    left = set()
    for seed in range(20):
        table = at("""
            hand 1: 3K 1T
            deck 1: 2S
            discard 1: 4V 1K
            venture A 1: 10T
            play: effects before
        """, toys={"10T": draw(2)}, seed=seed)
        go(table, "1 10T")
        assert (size(table, "hand 1"), size(table, "deck 1"), size(table, "discard 1")) == (4, 1, 0)
        left.add(order(table, "deck 1"))
    assert left == {"2S", "4V", "1K"}
    table = at("""
        hand 1: 3K 1T
        deck 1: 2S 4V
        discard 1: 1K
        venture A 1: 10T
        play: effects before
    """, toys={"10T": draw(2)})
    go(table, "1 10T")
    assert lies(table, "hand 1") == these("3K 1T 2S 4V")
    assert (lies(table, "deck 1"), lies(table, "discard 1")) == ([], ["1K"])


@pytest.mark.parametrize(("replaced", "row", "left"), [(True, "7K 4K 9T", "2V 5V"), (False, "7K 4K", "9T 2V 5V")])
def test_pp_w17_a_wild_in_the_row(replaced: bool, row: str, left: str) -> None:
    table = at("row: 7K\ncustomer deck: W1 4K 9T 2V 5V\nplay: new customers", options=Options(wild_replaced=replaced))
    assert order(table, "row") == row
    assert order(table, "customer deck") == left
    assert "W1" in lies(table, "expelled")


def test_pp_w18_a_wild_in_the_refresh() -> None:
    table = at("deck 1: W2 3K 1T 2S 4V\nplay: refresh")
    assert "W2" in lies(table, "expelled")
    assert lies(table, "hand 1") == these("3K 1T 2S 4V")
    assert lies(table, "deck 1") == []


@pytest.mark.parametrize("case", ["a", "b"])
def test_pp_w19_a_fruitless_iteration(case: str) -> None:
    table = at("first: 1\nrow: 9V\nhand 1: 4V\nhand 2: 5V 4T\nplay: assist")
    go(table, "1 4V", "2 pass")
    assert lies(table, "hand 1") == ["4V"]
    assert STANDS_ASIDE.of(table) == [1, 0]
    assert asked(table) == ["2 commit"]
    if case == "a":
        go(table, "2 5V 4T")
        assert (lies(table, "score 2"), lies(table, "row")) == (["9V"], [])
    else:
        go(table, "2 pass")
        assert order(table, "row") == "9V"
    assert table.is_over


def test_pp_w20_marks() -> None:
    table = at("""
        hand 1: 6K 2S 1T 1K
        deck 1: 4V
        row: 10S 13V
        venture A 1: 10T
        venture A 2: 11T
        play: effects before, assist
    """, toys={"6K": Toy(draw(1).rule, "open", ("group",)), "10T": RECALL, "11T": nothing()})
    go(table, "1 6K", "2 pass", "1 pass")
    assert lies(table, "hand 1") == these("6K 2S 1T 1K 4V")
    go(table, "1 6K 2S 1T 1K", "1 10S")
    assert lies(table, "score 1") == ["10S"]
    go(table, "1 10T", "1 6K", "2 pass")
    assert sorted(used(table)) == these("6K 10T")
    assert lies(table, "hand 1") == these("6K 4V")
    assert asked(table) == ["1 commit"]  # nothing was offered to Team 1 for use: 6K has its mark
    assert "4V 6K" in [" ".join(sorted(text.split())) for text in offered(table)]


def test_pp_w21_a_single_card() -> None:
    text = "row: 9T\nhand 1: 9K\nventure A 1: 3S\nplay: assist"
    table = at(text, toys={"3S": recolor(Domain.TECHNOLOGY)})
    go(table, "1 9K", "1 3S", "1 9K")
    assert lies(table, "score 1") == ["9T"]
    assert lies(table, "discard 1") == ["9K"]
    assert domain(table, "9K") == "K"
    table = at(text, toys={"3S": recolor(Domain.TECHNOLOGY)})
    go(table, "1 9K", "1 pass")
    assert (lies(table, "score 1"), lies(table, "hand 1")) == ([], ["9K"])


@pytest.mark.parametrize(("first", "second", "winners"), [
    ("9K 2T", "6S 6V", [1]), ("5V 7T", "7V 5T", [1]), ("9T 4K", "8T 5V", [1]), ("", "", [0, 1]),
    ("4K 4S 5K", "13V 13T", [0]),
])
def test_pp_w22_final_scoring(first: str, second: str, winners: list[int]) -> None:
    table = at(f"score 1: {first}\nscore 2: {second}\nplay: rounds")
    assert table.is_over
    assert table.game.winners(table) == winners


def test_pp_w23_window_passes() -> None:
    table = at("""
        first: 2
        venture A 1: 10T 11T
        venture A 2: 12T 13T
        play: effects before
    """, toys={card: nothing() for card in ("10T", "11T", "12T", "13T")})
    go(table, "2 pass", "1 10T", "2 12T", "1 pass", "2 pass")
    assert table.is_over
