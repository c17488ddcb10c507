"""Grid Poker: reveal, scoring and what follows, GP-R28 to GP-R48, and the result of the game, GP-E30 to GP-E33."""

import pytest

from techdeck.cards import stand_in
from techdeck.games.grid_poker import COMMITTED, HAND, MARKET, ROUND, WON_COLUMN, WON_ROW, Options, grid_poker
from techdeck.position import play, written
from techdeck.table import EMPTY, PASS, Table, become
from tests.rulebook.tables import (
    DUEL,
    NOTHING,
    POKER,
    asked,
    at,
    at_random,
    deck,
    knowers,
    lies,
    offered,
    place_of,
    points,
    poker,
    these,
)

TWO_DECKS = Options(decks=2)


def told(table: Table) -> list[str]:
    assert table.log is not None
    return [str(event.told(table.sides, table.game.voice(["Ann", "Bob", "Cid"]))["words"]) for event in table.log]


# Reveal and compare


def test_gp_r28_all_committed_cards_are_turned_up_at_the_same_moment() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 13V 7S", "1 pass")
    assert [knowers(table, card) for card in ("8S", "5T", "13V", "7S")] == [[1], [1], [2], [2]]
    play(table, 2, "pass")
    assert asked(table) == ["1 clear"]
    assert all(knowers(table, card) == [1, 2, 3] for card in ("8S", "5T", "13V", "7S"))


def test_gp_r28_cards_that_were_not_committed_stay_hidden() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    assert knowers(table, "12K") == [1]
    assert knowers(table, "13V") == [2]


def test_gp_r29_a_formed_hand_is_the_line_and_the_cards_one_player_adds() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S", "2 R2 13V 7S", "1 C2")
    table.log = []
    poker(table, "2 C3")
    words = told(table)
    assert any(line.startswith("Ann has 8S at R2: ") for line in words)
    assert any(line.startswith("Ann has 3K and 3S at C2: ") for line in words)
    assert any(line.startswith("Bob has 7S and 13V at R2: ") for line in words)
    assert any(line.startswith("Bob has 6V and 9T at C3: ") for line in words)
    assert points(table) == [2, 0]


def test_gp_r29_gp_q70_an_unattended_line_is_nobodys_hand_and_if_all_abstain_nothing_happens() -> None:
    text = DUEL.replace("market: 4K 11T 6S", "market: 12T 12S W1")
    table = at(text + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", "1 pass", "2 pass")
    assert table.is_over
    assert points(table) == [0, 0]
    assert written(table, "market") == "12T 12S W1 / 8V 8K 2S / 13T 3V 10K"
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("8S 5T 12K"), these("13V 7S 1T"))
    assert (lies(table, "discard"), deck(table)[0]) == ([], "9S")


def test_gp_r29_the_order_in_which_cards_are_named_is_irrelevant() -> None:
    for cards in ("8S 5T", "5T 8S"):
        table = at(DUEL + f"play: {POKER}")
        play(table, 1, f"R2 {cards}")
        assert lies(table, "committed 1") == these("8S 5T")


def test_gp_r30_gp_q23_one_winner_over_all_rows_and_one_over_all_columns() -> None:
    """Three rows and two columns are attended; the best row and the best column score, nothing else."""
    table = at("""
        market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
        hand 1: 8S 5T 12K
        company 1: 3K 3S
        hand 2: 13V 7S 1T
        company 2: 6V 9T
        hand 3: 11S 1V 2V
        company 3: 5K 7V
    """ + f"play: {POKER}", 3)
    poker(table, "1 R3 12K", "2 R3 13V 7S", "3 R1 11S", "1 C2", "2 C3", "3 pass")
    assert points(table) == [1, 1, 0]  # a pair of 13 in rows, three threes in columns
    assert (WON_ROW.of(table), WON_COLUMN.of(table)) == ([-1, 2, -1], [4, -1, -1])


@pytest.mark.parametrize(("hand", "company", "winner"), [("12K", "8S 8T", 2), ("8S 8T", "12K 12S", 1)])
def test_gp_r30_hand_cards_and_companies_compete_equally(hand: str, company: str, winner: int) -> None:
    table = at(f"""
        market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
        hand 1: {hand}
        company 2: {company}
    """ + f"play: {POKER}")
    poker(table, f"1 R2 {hand}", "2 R2")
    assert points(table) == [2, 0] if winner == 1 else [0, 2]


def test_gp_r31_gp_q25_winners_are_fixed_at_the_reveal_whatever_is_discarded_later() -> None:
    """Seat 2 wins the columns with a pair of nines, though the row winner then takes one of the nines away."""
    table = at("""
        market: 1K 11T 6S / 8V 9K 2S / 13T 3V 10K
        hand 1: 2V 2T
        company 2: 9S 5K
        company 3: 8T 4V
        deck: 7V 12K 12S 7K 7S
    """ + f"play: {POKER}", 3)
    poker(table, "1 R2 2T 2V", "2 C2", "3 C1")
    play(table, 1, "9K")
    assert asked(table) == ["2 clear"]
    assert points(table) == [1, 1, 0]
    play(table, 2, "11T")
    assert points(table) == [1, 1, 0]


def test_gp_r32_without_a_hand_in_a_direction_nobody_scores_or_discards_there() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", "1 C2", "2 C1")
    assert asked(table) == ["1 clear"]
    play(table, 1, "8K")
    assert table.is_over
    assert points(table) == [1, 0]
    assert lies(table, "discard") == ["8K"]


# Score and discard market cards


@pytest.mark.parametrize(("line", "added", "score"), [
    ("13V 7K 6S", "5T 2K", 1), ("5K 5V 8T", "3S 2K", 1), ("6K 6T 8S", "8V 4K", 1), ("7K 7S 7T", "2V 5K", 1),
    ("5K 6S 7T", "8V 9K", 2), ("2S 5S 7S", "10S 13S", 2), ("5K 5S 5T", "12K 12V", 2), ("2K 2S 2T", "2V 8K", 2),
    ("5T 6T 7T", "8T 9T", 2), ("9V 10V 11V", "12V 13V", 2),
])
def test_gp_r33_gp_q24_one_point_up_to_three_of_a_kind_two_from_a_straight_on(
    line: str, added: str, score: int,
) -> None:
    rows = at(f"market: {line} / - - - / - - -\ncompany 1: {added}\nplay: {POKER}")
    poker(rows, "1 R1")
    assert points(rows) == [score, 0]
    first, second, third = line.split()
    columns = at(f"market: - {first} - / - {second} - / - {third} -\ncompany 1: {added}\nplay: {POKER}")
    poker(columns, "1 C2")
    assert points(columns) == [score, 0]


def test_gp_r34_gp_r76_gp_q28_the_row_winner_must_discard_a_market_card_of_the_winning_row() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    assert points(table) == [1, 0]
    assert asked(table) == ["1 clear"]
    assert offered(table) == these("8V 8K 2S")
    assert PASS not in table.pending[0]
    play(table, 1, "2S")
    assert "2S" in lies(table, "discard")


def test_gp_r35_then_the_column_winner_scores_and_discards() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 C1 13V", "1 pass", "2 pass")
    assert asked(table) == ["1 clear"]
    play(table, 1, "8K")
    assert points(table) == [1, 1]
    assert asked(table) == ["2 clear"]
    assert offered(table) == these("4K 8V 13T")
    assert PASS not in table.pending[0]
    play(table, 2, "13T")
    assert lies(table, "discard") == these("8K 13T 8S 5T 13V")


def test_gp_r36_gp_q26_if_the_row_winner_took_the_crossing_the_column_winner_chooses_among_the_others() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 C1 13V", "1 pass", "2 pass")
    play(table, 1, "8V")
    assert offered(table) == these("4K 13T")


def test_gp_r36_if_no_card_is_left_on_the_column_there_is_no_discard() -> None:
    table = at("""
        market: - - - / 8V 8K 2S / - - -
        hand 1: 8S 5T
        company 2: 6V 9T
        rest: deck
    """ + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 C2")
    play(table, 1, "8K")
    assert table.is_over
    assert points(table) == [1, 1]
    assert lies(table, "discard") == these("8K 8S 5T")


def test_gp_r37_gp_q27_gp_q29_one_player_may_win_both_directions_and_discards_twice_row_first() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 C2 8S 5T", "2 pass", "1 R3", "2 pass")
    assert points(table) == [2, 0]
    assert (asked(table), offered(table)) == (["1 clear"], these("13T 3V 10K"))
    play(table, 1, "3V")
    assert (asked(table), offered(table)) == (["1 clear"], these("11T 8K"))
    play(table, 1, "11T")
    assert lies(table, "discard") == these("3V 11T 8S 5T")


TIE = """
    market: 9K 8S 2T / 9K' 8S' 2T' / 1K 1S 3T
    hand 1: 5V 12K 12S
    hand 2: 5V' 12T 12V
    hand 3: 4K 4S 4T
    deck: 6K 6S 6T 6V 7K 7S
"""


@pytest.mark.parametrize(("first", "clearer", "line"), [
    (1, 1, "9K 8S 2T"), (2, 2, "9K' 8S' 2T'"), (3, 1, "9K 8S 2T"),
])
def test_gp_r38_gp_q30_equal_best_hands_all_score_and_only_the_earliest_clears_its_own_line(
    first: int, clearer: int, line: str,
) -> None:
    table = at(f"first: {first}\n" + TIE + f"play: {POKER}", 3, options=TWO_DECKS)
    for seat in [(first + i - 1) % 3 + 1 for i in range(3)]:
        play(table, seat, {1: "R1 5V", 2: "R2 5V'", 3: "pass"}[seat])
    assert points(table) == [1, 1, 0]
    assert (asked(table), offered(table)) == ([f"{clearer} clear"], these(line))
    play(table, clearer, line.split()[0])
    assert table.is_over
    assert lies(table, "discard") == these(f"{line.split()[0]} 5V 5V'")  # both hands won, so there is no choice
    assert [len(HAND.of(table, side)) for side in range(3)] == [3, 3, 3]


def test_gp_r38_if_the_earliest_has_no_card_left_on_the_own_line_nobody_discards() -> None:
    table = at("""
        market: 9K 9K' 4S / - - - / - - -
        hand 3: 4V 4T
        company 1: 5V 6S
        company 2: 5V' 6S'
        deck: 1K 1S 1T 1V 2K 2S
    """ + f"play: {POKER}", 3, options=TWO_DECKS)
    poker(table, "3 R1 4T 4V", "1 C1", "2 C2")
    assert points(table) == [1, 1, 2]
    play(table, 3, "9K")
    assert table.is_over
    assert place_of(table, "9K'") == "market"
    assert points(table) == [1, 1, 2]


# Wild clean-up


def test_gp_r39_gp_q40_gp_q85_a_wild_card_in_any_formed_hand_is_expelled_even_if_the_hand_lost() -> None:
    table = at("""
        market: 4K W1 6S / 8V 8K 2S / 13T 3V W2
        hand 1: 8S 8T
        company 2: 7K 10T
        deck: 1S 1T 1V 2K 2T
    """ + f"play: {POKER}")
    poker(table, "1 R2 8S 8T", "2 R1")
    assert points(table) == [2, 0]
    play(table, 1, "2S")
    assert place_of(table, "W1") == "expelled"
    assert place_of(table, "W2") == "market"  # no hand was formed on its lines
    assert written(table, "market") == "4K 1V 6S / 8V 8K 2K / 13T 3V W2"


def test_gp_r39_a_wild_card_in_a_company_is_expelled_only_if_the_company_formed_a_hand() -> None:
    text = DUEL.replace("company 1: 3K 3S", "company 1: W1 3S").replace("company 2: 6V 9T", "company 2: W2 9T")
    table = at(text + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 C1", "1 8K", "2 13T")
    assert (place_of(table, "W1"), place_of(table, "W2")) == ("company 1", "expelled")
    assert lies(table, "company 2") == ["9T"]


def test_gp_q44_a_company_that_lost_its_wild_card_stays_short_until_phase_4() -> None:
    table = at(DUEL.replace("company 1: 3K 3S", "company 1: W1 3S") + f"play: {POKER}, improvement")
    poker(table, "1 pass", "2 pass", "1 C2", "2 pass", "1 8K")
    assert lies(table, "company 1") == ["3S"]
    assert (asked(table), offered(table)) == (["1 improve"], ["add 12K", "add 5T", "add 8S", "pass"])
    play(table, 1, "add 12K")
    assert lies(table, "company 1") == these("3S 12K")


def test_gp_q41_a_winner_may_choose_a_market_wild_for_the_discard_and_it_is_expelled() -> None:
    table = at(DUEL.replace("8V 8K 2S", "8V 8K W1") + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    assert "W1" in offered(table)
    play(table, 1, "W1")
    assert table.is_over  # it counts as the discard
    assert place_of(table, "W1") == "expelled"
    assert lies(table, "discard") == these("8S 5T")


def test_gp_q42_a_wild_card_counts_as_what_is_best_without_anybody_naming_it() -> None:
    table = at("market: 9V 10V 11V / - - - / - - -\ncompany 1: W1 12V\ncompany 2: 9K 9T\n" + f"play: {POKER}")
    poker(table, "1 R1", "2 R1")
    assert points(table) == [2, 0]  # the royal flush, at once
    assert asked(table) == ["1 clear"]


def test_gp_q43_a_wild_card_may_count_as_a_card_that_is_elsewhere_in_the_game() -> None:
    """The best kicker beside four eights is the 13 of Services, which another player holds."""
    table = at("market: 8K 8S 8T / - - - / - - -\nhand 1: W1 8V\nhand 2: 13V\n" + f"play: {POKER}")
    table.log = []
    poker(table, "1 R1 W1 8V", "2 R1 13V")
    assert points(table) == [2, 0]
    table = at("market: 13K 13S 8T / - - - / - - -\nhand 1: W1\nhand 2: 13V\n" + f"play: {POKER}")
    poker(table, "1 R1 W1", "2 R1 13V")
    assert points(table) == [1, 1]  # the wild card is the same 13 of Services fully


# Return or redraw


def test_gp_r40_gp_q33_each_in_turn_order_discards_then_draws_before_the_next_player() -> None:
    table = at("first: 2\n" + DUEL.replace("deck: 9S 1K 7T 13K 5V 2K", "deck: 9S") + f"play: {POKER}")
    poker(table, "2 R2 13V 7S", "1 R3 8S 5T", "2 C1", "1 C2")
    assert asked(table) == ["2 clear"]  # a pair of eights against 13 high
    play(table, 2, "2S")
    play(table, 1, "11T")
    assert asked(table) == ["1 keep"]
    assert sorted([*lies(table, "hand 2"), *deck(table)]) == these("1T 9S 2S 11T 13V 7S")
    assert len(lies(table, "hand 2")) == 3
    assert "9S" in lies(table, "hand 2")
    assert lies(table, "committed 1") == these("8S 5T")
    left = deck(table)
    play(table, 1, "redraw")
    assert lies(table, "hand 1") == these(f"12K {left[0]} {left[1]}")


@pytest.mark.parametrize(("cards", "drawn"), [("8S", "9S"), ("8S 5T", "9S 1K")])
def test_gp_r41_gp_q35_winning_hand_cards_are_discarded_and_as_many_drawn_without_a_choice(
    cards: str, drawn: str,
) -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, f"1 R2 {cards}", "2 pass", "1 pass", "2 pass", "1 8K")
    assert table.is_over
    kept = " ".join(card for card in ("8S", "5T", "12K") if card not in cards.split())
    assert lies(table, "hand 1") == these(f"{kept} {drawn}")
    assert lies(table, "discard") == these(f"8K {cards}")


@pytest.mark.parametrize(("choice", "hand", "discard"), [
    ("return", "13V 7S 1T", "8K 8S 5T"), ("redraw", "1T 7T 13K", "8K 8S 5T 13V 7S"),
])
def test_gp_r42_gp_r77_gp_q34_a_loser_returns_all_committed_cards_or_redraws_all(
    choice: str, hand: str, discard: str,
) -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 13V 7S", "1 pass", "2 pass", "1 8K")
    assert (asked(table), offered(table)) == (["2 keep"], ["redraw", "return"])
    play(table, 2, choice)
    assert table.is_over
    assert lies(table, "hand 2") == these(hand)
    assert lies(table, "discard") == these(discard)


@pytest.mark.parametrize(("choice", "hand", "discard"), [
    ("return", "7S 1T 7T", "8K 8S 5T"), ("redraw", "1T 7T 13K", "8K 8S 5T 7S"),
])
def test_gp_r43_gp_q38_gp_q39_a_committed_wild_is_always_expelled_and_always_replaced_by_a_draw(
    choice: str, hand: str, discard: str,
) -> None:
    table = at(DUEL.replace("hand 2: 13V 7S 1T", "hand 2: W1 7S 1T") + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 R3 W1 7S", "1 pass", "2 pass", "1 8K")
    assert asked(table) == ["2 keep"]
    play(table, 2, choice)
    assert place_of(table, "W1") == "expelled"
    assert lies(table, "hand 2") == these(hand)
    assert lies(table, "discard") == these(discard)


def test_gp_r43_a_winning_wild_is_expelled_and_replaced_too() -> None:
    table = at(DUEL.replace("hand 1: 8S 5T 12K", "hand 1: W1 5T 12K") + f"play: {POKER}")
    poker(table, "1 R2 W1 5T", "2 pass", "1 pass", "2 pass", "1 8K")
    assert place_of(table, "W1") == "expelled"
    assert lies(table, "discard") == these("8K 5T")
    assert lies(table, "hand 1") == these("12K 9S 1K")


@pytest.mark.parametrize("wilds", ["W1", "W1 W2"])
def test_gp_r43_if_only_wild_cards_were_committed_there_is_no_choice(wilds: str) -> None:
    table = at(
        DUEL.replace("8S 5T 12K", "8S 8T 12K").replace("hand 2: 13V 7S 1T", f"hand 2: {wilds} 1T") + f"play: {POKER}")
    poker(table, "1 R2 8S 8T", f"2 R1 {wilds}", "1 pass", "2 pass", "1 8K")
    assert table.is_over
    assert all(place_of(table, wild) == "expelled" for wild in wilds.split())
    assert len(lies(table, "hand 2")) == 1 + len(wilds.split())


def test_gp_r44_gp_q36_losing_hand_cards_of_a_company_winner_are_still_returned_or_redrawn() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R3 12K", "2 R3 13V 7S", "1 C2", "2 pass", "2 13T", "1 11T")
    assert points(table) == [1, 1]
    assert asked(table) == ["1 keep"]
    play(table, 1, "return")
    assert lies(table, "hand 1") == these("8S 5T 12K")
    assert lies(table, "hand 2") == these("1T 9S 1K")  # only these hand cards won


def test_gp_r45_company_cards_go_back_unharmed_win_or_lose() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 pass", "2 pass", "1 C2", "2 C1", "1 8K")
    assert (lies(table, "company 1"), lies(table, "company 2")) == (these("3K 3S"), these("6V 9T"))


# Refill the market


def test_gp_r46_gp_q32_empty_cells_are_filled_face_up_from_the_deck_in_reading_order() -> None:
    table = at(DUEL.replace("4K 11T 6S / 8V 8K 2S / 13T 3V 10K", "4K - 6S / - 8K 2S / 13T 3V -") + "play: clearing")
    assert written(table, "market") == "4K 9S 6S / 1K 8K 2S / 13T 3V 7T"
    assert knowers(table, "9S") == knowers(table, "7T") == [1, 2, 3]
    assert deck(table) == ["13K", "5V", "2K"]


def test_gp_r47_if_both_piles_are_exhausted_cells_stay_empty_until_the_next_refill() -> None:
    table = at("""
        market: - - 6S / 8V 8K 2S / 13T 3V 10K
        hand 1: 8S
        company 1: 3K 3S
        deck: 5V
    """ + "play: clearing, improvement, company effects, clearing", texts={"3K": NOTHING, "5V": NOTHING})
    assert written(table, "market") == "5V - 6S / 8V 8K 2S / 13T 3V 10K"
    play(table, 1, "8S for 3S")
    assert asked(table) == ["1 use"]
    assert MARKET.of(table)[1] == EMPTY
    play(table, 1, "3K")  # the effect has emptied no cell, so it fills none
    assert written(table, "market") == "5V 3S 6S / 8V 8K 2S / 13T 3V 10K"


def test_gp_r47_an_effect_that_empties_no_cell_is_no_refill() -> None:
    table = at(DUEL.replace("market: 4K", "market: -") + "play: company effects, hand effects, clearing",
               texts={"3K": NOTHING, "8S": NOTHING})
    play(table, 1, "3K")
    assert MARKET.of(table)[0] == EMPTY
    play(table, 1, "8S")
    assert written(table, "market").split()[0] == "1K"  # 9S was drawn for the used card


def test_gp_r47_a_line_with_fewer_market_cards_gives_a_smaller_hand() -> None:
    table = at("""
        market: 9K - - / 9S 4T 2V / - - -
        hand 1: 9T 13V
        hand 2: 9V 1K
    """ + f"play: {POKER}")
    poker(table, "1 R1 9T 13V", "2 R2 9V 1K")
    assert points(table) == [1, 0]  # a pair with 13, of three cards; the other hand has a pair with 4
    play(table, 1, "9K")
    table = at("market: - - - / - - - / - - -\nhand 1: 9T 13V\n" + f"play: {POKER}")
    poker(table, "1 R1 9T 13V")
    assert points(table) == [1, 0]  # two cards alone


def test_gp_r48_a_wild_card_that_enters_the_market_stays_there_face_up() -> None:
    table = at(DUEL.replace("market: 4K", "market: -").replace("deck: 9S", "deck: W1 9S") + f"play: clearing, {POKER}")
    assert written(table, "market").split()[0] == "W1"
    assert knowers(table, "W1") == [1, 2, 3]
    poker(table, "1 R2 8S", "2 pass", "1 pass", "2 pass", "1 8K")
    assert place_of(table, "W1") == "market"


def test_gp_q46_a_wild_card_discarded_without_use_is_an_ordinary_discard_and_can_come_back() -> None:
    table = at(DUEL.replace("company 1: 3K 3S", "company 1: W1 3S").replace("deck: 9S 1K 7T 13K 5V 2K\n", "").replace(
        "hand 1: 8S 5T 12K", "hand 1: 8S 5T") + "play: improvement, end of round")
    play(table, 1, "8S for W1")
    assert lies(table, "discard") == ["W1"]
    play(table, 2, "pass")
    assert lies(table, "hand 1") == these("5T W1")


# Result


def winners(text: str, seats: int = 3, options: Options | None = None) -> list[int]:
    table = at(text + "round: 4\nplay: end of round", seats, options=options or Options())
    assert table.is_over
    return [side + 1 for side in table.game.winners(table)]


def test_gp_e30_gp_q01_most_points_win() -> None:
    assert winners("points: 5 6 3\ncompany 1: 13K 13S\ncompany 2: 1K 1S\n") == [2]


def test_gp_e30_the_game_goes_on_for_four_rounds() -> None:
    table = grid_poker(cards=stand_in({})).start(2, 6)
    rounds = {ROUND.get(position) for position in at_random(table, 3)}
    assert rounds == {0, 1, 2, 3, 4}
    best = max(points(table))
    assert table.game.scores(table) == points(table)
    assert all(points(table)[side] == best for side in table.game.winners(table))


def test_gp_e31_gp_q02_a_tie_goes_to_the_higher_sum_of_the_own_company_values() -> None:
    assert winners("points: 5 5 3\ncompany 1: 13K 2S\ncompany 2: 9V 5T\ncompany 3: 10V 11V\n") == [1]
    assert winners("points: 5 5 3\ncompany 1: 13K\ncompany 2: 9V 5T\ncompany 3: 10V 11V\n") == [2]


def test_gp_e31_gp_q47_a_wild_card_counts_0_in_that_sum() -> None:
    assert winners("points: 5 5 3\ncompany 1: 13K 2S\ncompany 2: W1 13T\n") == [1]
    assert winners("points: 5 5 3\ncompany 1: 1K\ncompany 2: W1 W2\n") == [1]


def test_gp_e31_values_are_the_printed_ones_when_the_game_is_over() -> None:
    assert winners(f"points: 5 5 3\ncompany 1: 13K 2S\ncompany 2: 9V 5T\nmark value: 9V={become(13)}\n") == [1]


def test_gp_e32_still_tied_players_share_the_win() -> None:
    assert winners("points: 5 5 3\ncompany 1: 13K 2S\ncompany 2: 9V 6T\n") == [1, 2]


def test_gp_e33_points_are_never_lost_and_a_round_brings_4_at_most() -> None:
    for seed in range(8):
        before, number, at_start = [0, 0, 0], 0, 0
        for table in at_random(grid_poker().start(3, seed), seed):
            now = points(table)
            assert all(new >= old for new, old in zip(now, before, strict=True))
            if ROUND.get(table) != number:
                number, at_start = ROUND.get(table), sum(now)
            assert sum(now) - at_start <= 4
            before = now


def test_gp_e33_ties_can_bring_more_than_4_points_in_a_round() -> None:
    table = at("""
        market: 9K 9S 9T / 9K' 9S' 9T' / 9V - -
        hand 1: 12K 12V
        hand 2: 12K' 12V'
        company 1: 13K 13S
        company 2: 13K' 13S'
        deck: 1K 2K 3K 4K 5K 6K
    """ + f"play: {POKER}", options=TWO_DECKS)
    poker(table, "1 R1 12K 12V", "2 R2 12K' 12V'", "1 C1", "2 C1")
    assert points(table) == [4, 4]


def test_gp_r28_the_reveal_leaves_the_committed_cards_where_they_are() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    assert len(COMMITTED.of(table, 0)) == 2
