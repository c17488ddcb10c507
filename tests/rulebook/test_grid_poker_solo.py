"""Grid Poker: playing alone against the artificial player, GP-V30 to GP-V39, with GP-S18 and GP-V17."""

from collections import Counter

import pytest

from techdeck.editions.general import PROGRAMS
from techdeck.games.grid_poker import COMPANY, DRAWN, HAND, OWED, ROUND, Options, grid_poker
from techdeck.position import play, written
from techdeck.rules import do
from techdeck.table import PASS, Rule, Table
from tests.rulebook.tables import (
    POKER,
    asked,
    at,
    at_random,
    choices,
    deck,
    knowers,
    lies,
    offered,
    place_of,
    points,
    poker,
    these,
)

# GP-W15
SOLO = """
    market: 2K 7S 11T / 9V 4K 13S / 6T 10K 3V
    hand 1: 10V 10S 8T
    company 1: 5K 8V
    company 2: 4V 12K
    deck: 13T 9K 1S 6S 7K 2V 5T
"""


PLAIN = Options(solo_placement="greedy")


def solo(*choices: str, text: str = SOLO, phases: str = POKER, options: Options | None = None, seed: int = 0,
         texts: dict[str, Rule] | None = None) -> Table:
    table = at(text + f"play: {phases}", 1, options=options or PLAIN, seed=seed, texts=texts)
    poker(table, *choices)
    return table


def test_gp_v30_the_human_is_seat_1_and_first_in_every_round() -> None:
    for seed in range(5):
        table = grid_poker().start(1, seed)
        assert (table.sides, table.members) == (2, [[0], []])
        for position in at_random(table, seed):
            assert position.first == 0
            assert all(decision.seat == 0 for decision in position.pending)
        assert ROUND.get(table) == 4


def test_gp_v31_gp_q71_the_top_two_cards_become_the_artificial_players_company_after_the_humans_setup() -> None:
    table = at("rest: deck\ndeck: 1K 2K 3K 4K 5K 6K 7K 8K 9K 1S 2S 3S 4S 5S 6S 7S 1T 2T 3T\nplay: setup", 1,
               options=PLAIN)
    assert lies(table, "hand 1") == these("1S 2S 3S 4S 5S 6S 7S")
    assert (asked(table), choices(table)) == (["1 company"], 21)
    play(table, 1, "1S 2S")
    assert (asked(table), choices(table)) == (["1 discard"], 10)
    assert lies(table, "company 2") == []
    play(table, 1, "3S 4S")
    assert lies(table, "company 2") == these("1T 2T")
    assert knowers(table, "1T") == [1, 2, 3]
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("5S 6S 7S"), [])
    assert deck(table)[0] == "3T"


def test_gp_v32_the_artificial_player_uses_no_effects_and_makes_no_improvements() -> None:
    for position in at_random(grid_poker().start(1, 8), 8):
        assert all(decision.seat == 0 for decision in position.pending)
        assert len(HAND.of(position, 1)) == 0


def test_gp_v32_its_company_is_in_play_and_can_be_affected() -> None:
    table = solo(text=SOLO + "discard: 1V\n", phases="company effects", texts={"5K": PROGRAMS["10S"].rule})
    play(table, 1, "5K")
    assert {"4V", "12K"} <= set(offered(table))
    play(table, 1, "12K", "1V")
    assert lies(table, "company 2") == these("4V 1V")


def test_gp_v32_gp_q89_a_choice_an_effect_asks_of_it_is_made_at_random() -> None:
    """7S: the other player chooses between a card for you and a look at the hand, which is empty."""
    drawn: Counter[int] = Counter()
    for seed in range(60):
        table = solo(phases="company effects", seed=seed, texts={"5K": PROGRAMS["7S"].rule})
        play(table, 1, "5K")
        drawn[len(lies(table, "hand 1"))] += 1
    assert sorted(drawn) == [3, 4]
    assert min(drawn.values()) >= 18


def test_gp_v32_parts_that_concern_its_hand_do_nothing_draws_included() -> None:
    """12V: both draw and discard; 3V: others reveal a card."""
    table = solo(phases="company effects", texts={"5K": PROGRAMS["12V"].rule})
    play(table, 1, "5K", "13T")
    assert table.is_over
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("10V 10S 8T"), [])
    assert deck(table)[0] == "9K"
    table = solo(phases="company effects", texts={"5K": PROGRAMS["3V"].rule})
    play(table, 1, "5K")
    assert table.is_over


def test_gp_x05_the_artificial_player_counts_as_a_player_but_not_in_the_cards_of_5v() -> None:
    table = solo(phases="company effects", texts={"5K": PROGRAMS["5V"].rule})
    play(table, 1, "5K")
    assert (asked(table), offered(table)) == (["1 take"], ["13T"])
    play(table, 1, "13T", "8T")
    assert table.is_over
    votes = set()  # 13V: it votes as well, at random, and the human breaks ties
    for seed in range(20):
        table = solo(phases="company effects", seed=seed, texts={"5K": PROGRAMS["13V"].rule})
        play(table, 1, "5K", "Knowledge")
        votes.add(tuple(offered(table)) if asked(table) == ["1 name"] else ())
    assert len(votes) > 2


def test_gp_v32_phase_5_does_not_concern_it() -> None:
    table = solo(phases="end of round")
    assert lies(table, "hand 2") == []
    assert deck(table)[0] == "13T"


def test_gp_v33_gp_q72_it_draws_three_cards_after_the_human_has_committed_and_placed() -> None:
    table = solo("1 R3 10V 10S")
    assert (asked(table), lies(table, "drawn 2"), deck(table)[0]) == (["1 place"], [], "13T")
    play(table, 1, "C3")
    assert sorted([*lies(table, "drawn 2"), *lies(table, "committed 2")]) == these("13T 9K 1S")
    assert asked(table) == ["1 clear"]


def test_gp_v33_fewer_cards_if_not_more_are_available() -> None:
    table = solo("1 R3 10V 10S", "1 C3", text=SOLO.replace("13T 9K 1S 6S 7K 2V 5T", "13T 9K"))
    assert lies(table, "committed 2") == these("13T 9K")


def test_gp_s18_the_cards_it_draws_are_public_and_the_used_ones_count_as_committed() -> None:
    table = solo("1 R3 10V 10S", "1 C3")
    assert lies(table, "committed 2") == these("13T 9K")
    assert lies(table, "drawn 2") == ["1S"]
    assert all(knowers(table, card) == [1, 2, 3] for card in ("13T", "9K", "1S"))


def places(
    market: str, drawn: str, company: str = "", options: Options = PLAIN,
) -> tuple[list[str], str, str]:
    """What the artificial player lays down: its cards, their line, and the line of its company."""
    table = at(f"market: {market}\ndeck: {drawn}\ncompany 2: {company}\nplay: commitments", 1, options=options)
    lines = ["R1", "R2", "R3", "C1", "C2", "C3", ""]
    by_hand, by_company = (next(tally for tally in table.game.tallies if tally.name == name).get(table, 1)
                           for name in ("line of the committed cards", "line of the company"))
    return lies(table, "committed 2"), lines[by_hand], lines[by_company]


def test_gp_v34_gp_q73_its_hand_is_the_strongest_over_all_pairs_and_lines() -> None:
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "13T 9K 1S") == (these("13T 9K"), "R2", "")
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "1S 10T 10V") == (these("10T 10V"), "C2", "")


def test_gp_v34_equal_keys_go_to_rows_before_columns_and_lower_numbers() -> None:
    """All nine cells empty: every line gives the same hand."""
    assert places("- - - / - - - / - - -", "13T 9K 1S") == (these("13T 9K"), "R1", "")
    assert places("- - - / - - - / - 5K -", "13T 9K 1S") == (these("13T 9K"), "R3", "")  # before C2
    assert places("- - - / - - 5K / - - -", "13T 9K 1S") == (these("13T 9K"), "R2", "")


def test_gp_v34_equal_keys_go_to_the_pair_drawn_earlier() -> None:
    two_decks = Options(decks=2, solo_placement="greedy")
    for drawn, used in (("9K 9K' 3S", "9K 9K'"), ("9K 3S 9K'", "9K 9K'"), ("9K' 3S 9K", "9K' 9K")):
        table = at(f"market: - - - / - - - / - - -\ndeck: {drawn}\nplay: commitments", 1, options=two_decks)
        assert lies(table, "committed 2") == these(used)
    for drawn, used in (("13V W1 W2", "13V W1"), ("W1 13V W2", "W1 13V"), ("W1 W2 13V", "W1 W2")):
        assert places("- - - / - - - / - - -", drawn) == (these(used), "R1", "")  # always a pair of 13V


def test_gp_v34_with_one_card_it_uses_that_and_with_none_it_has_no_such_hand() -> None:
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "13T") == (["13T"], "C3", "")
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "", "4V 12K") == ([], "", "R2")


def test_gp_v35_its_company_takes_the_best_line_of_the_other_direction() -> None:
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "13T 9K 1S", "4V 12K") == (these("13T 9K"), "R2", "C2")
    assert places("2K 9V 6T / 7S 4K 10K / 11T 13S 3V", "13T 9K 1S", "4V 12K") == (these("13T 9K"), "C2", "R2")


def test_gp_v35_equal_keys_go_to_the_lower_number_and_rows_before_columns() -> None:
    assert places("- - - / - - - / - - -", "13T 9K 1S", "4V 12K") == (these("13T 9K"), "R1", "C1")
    assert places("- - - / - - - / - - -", "", "4V 12K") == ([], "", "R1")
    assert places("- 4K - / - - - / - - -", "", "4V 12K") == ([], "", "R1")  # before C2, which is as good
    assert places("- - - / - 4K - / - - -", "", "4V 12K") == ([], "", "R2")


def test_gp_v35_an_empty_company_is_not_placed() -> None:
    assert places("2K 7S 11T / 9V 4K 13S / 6T 10K 3V", "13T 9K 1S")[2] == ""


def test_gp_v36_it_discards_a_random_market_card_of_its_winning_line() -> None:
    cleared: Counter[str] = Counter()
    for seed in range(90):
        table = solo("1 R3 10V 10S", "1 C3", "1 6T", seed=seed)
        assert points(table) == [1, 1]
        gone = [card for card in ("7S", "4K", "10K") if place_of(table, card) == "discard"]
        assert len(gone) == 1
        cleared[gone[0]] += 1
    assert sorted(cleared) == these("7S 4K 10K")
    assert min(cleared.values()) >= 15


def test_gp_v37_gp_q74_all_three_cards_are_discarded_after_the_human_and_nothing_is_drawn() -> None:
    table = solo("1 R3 10V 10S", "1 C3", "1 10K")
    assert sorted(written(table, "discard").split()[-3:]) == these("13T 9K 1S")
    assert (lies(table, "drawn 2"), lies(table, "committed 2"), lies(table, "hand 2")) == ([], [], [])
    assert OWED.of(table) == [0, 0]
    assert lies(table, "hand 1") == these("8T 6S 7K")  # drawn before the market was refilled
    assert deck(table) == []


def test_gp_v37_a_used_wild_is_expelled_and_an_unused_one_discarded() -> None:
    table = solo("1 pass", "1 pass", text=SOLO.replace("13T 9K 1S", "W1 13T 9K"))
    assert place_of(table, "W1") == "expelled"
    table = solo("1 pass", "1 pass", text=SOLO.replace("13T 9K 1S", "W1 13T 9K"),
                 options=Options(solo_placement="player_places"))
    poker(table, "1 R1 13T 9K", "1 C1")  # the human leaves the wild card out for it
    assert place_of(table, "W1") == "discard"


def test_gp_v38_gp_q75_a_used_wild_of_its_company_is_expelled_and_one_card_added_in_phase_4() -> None:
    table = solo("1 pass", "1 pass", text=SOLO.replace("company 2: 4V 12K", "company 2: W1 W2"),
                 phases=f"{POKER}, improvement")
    assert (place_of(table, "W1"), place_of(table, "W2")) == ("expelled", "expelled")
    assert lies(table, "company 2") == []
    top = deck(table)[0]
    assert asked(table) == ["1 improve"]
    play(table, 1, "pass")
    assert lies(table, "company 2") == [top]  # one card, after the human


def test_gp_v38_a_full_company_takes_nothing_and_an_empty_deck_is_not_shuffled_for_it() -> None:
    table = solo("1 pass", phases="improvement", text=SOLO.replace("deck: 13T 9K 1S 6S 7K 2V 5T", "discard: 13T 9K"))
    assert lies(table, "company 2") == these("4V 12K")
    assert (lies(table, "discard"), deck(table)) == (these("13T 9K"), [])


@pytest.mark.parametrize(("score", "company", "winners"), [
    ("3 2", "1K 1S", [0]), ("2 3", "13K 13S", [1]), ("3 3", "13K 4S", [0]), ("3 3", "W1 13S", [1]),
    ("3 3", "13K 3S", [0, 1]),
])
def test_gp_v39_more_points_win_then_the_companies_and_still_tied_is_a_draw(
    score: str, company: str, winners: list[int],
) -> None:
    table = at(f"points: {score}\ncompany 1: {company}\ncompany 2: 4V 12K\n", 1)
    assert table.game.winners(table) == winners


def test_gp_v17_the_human_can_choose_the_cards_and_lines_of_the_artificial_player() -> None:
    table = solo("1 R3 10V 10S", "1 C3", options=Options(solo_placement="player_places"))
    assert asked(table) == ["1 commit for the artificial player"]
    assert lies(table, "drawn 2") == these("13T 9K 1S")
    assert choices(table) == 18  # three pairs, six lines: it must place them [V33]
    assert PASS not in table.pending[0]
    play(table, 1, "C1 9K 1S")
    assert (lies(table, "committed 2"), lies(table, "drawn 2")) == (these("9K 1S"), ["13T"])
    assert (asked(table), offered(table)) == (["1 place its company"], ["R1", "R2", "R3"])
    play(table, 1, "R1")
    assert points(table) == [1, 1]  # rows: three tens; columns: the pair of nines
    assert asked(table) == ["1 clear"]


def test_gp_v17_without_cards_or_company_nothing_is_asked_for_it() -> None:
    text = SOLO.replace("deck: 13T 9K 1S 6S 7K 2V 5T\n", "").replace("company 2: 4V 12K\n", "")
    table = solo("1 R3 10V 10S", "1 C3", text=text, options=Options(solo_placement="player_places"))
    assert asked(table) == ["1 clear"]


def test_gp_v15_in_solo_the_artificial_players_wilds_stay_automatic() -> None:
    for seed in range(5):
        table = solo("1 C2 10V 10S", "1 pass", text=SOLO.replace("13T 9K 1S", "W1 13T 9K"), seed=seed,
                     options=Options(wild_declared=True, solo_placement="greedy"))
        assert points(table) == [0, 2]  # three thirteens beat three tens; nobody else attends a row


def test_gp_x17_in_solo_an_overfull_company_of_the_artificial_player_is_trimmed_at_random() -> None:
    def overfill(table: Table, seat: int, it: int) -> None:
        top = table.top(seat)
        assert top is not None
        table.move(top, table.game.words.deck, COMPANY, seat, to=1)

    gone: Counter[str] = Counter()
    for seed in range(60):
        table = solo(phases="company effects", seed=seed, texts={"5K": do(overfill)})
        play(table, 1, "5K")
        assert len(lies(table, "company 2")) == 2
        gone[lies(table, "discard")[0]] += 1
    assert sorted(gone) == these("4V 12K 13T")


def test_gp_w15_a_solo_round() -> None:
    lost = set()
    for seed in range(12):
        table = solo("1 R3 10V 10S", "1 C3", seed=seed)
        assert lies(table, "committed 2") == these("13T 9K")
        assert len(DRAWN.of(table, 1)) == 1
        assert points(table) == [1, 1]
        assert offered(table) == these("6T 10K 3V")
        play(table, 1, "10K")
        assert table.is_over
        gone = next(card for card in ("7S", "4K") if place_of(table, card) == "discard")
        lost.add(gone)
        assert lies(table, "hand 1") == these("8T 6S 7K")
        assert lies(table, "discard") == these(f"10K {gone} 10V 10S 13T 9K 1S")
        if gone == "7S":
            assert written(table, "market") == "2K 2V 11T / 9V 4K 13S / 6T 5T 3V"
        else:
            assert written(table, "market") == "2K 7S 11T / 9V 2V 13S / 6T 5T 3V"
        assert (lies(table, "company 1"), lies(table, "company 2")) == (these("5K 8V"), these("4V 12K"))
        assert deck(table) == []
    assert lost == {"7S", "4K"}


# The strong artificial player

STRONG = Options()
GRID = "2K 7S 11T / 9V 4K 13S / 6T 10K 3V"


def test_gp_v17_the_strong_artificial_player_is_the_default() -> None:
    assert Options().solo_placement == "strong"


def founded(deck_after_the_human: str, options: Options = STRONG) -> Table:
    table = at(f"market: {GRID}\ndeck: 1V 2V 4V 5V 6V 7V 8V {deck_after_the_human}\nplay: setup", 1, options=options)
    poker(table, "1 1V 2V", "1 4V 5V")
    return table


def test_gp_v68_gp_q71_it_keeps_the_best_two_of_seven_cards_as_its_company_and_discards_five() -> None:
    table = founded("1S 9K 3T 12V 2S 6S 9T 8S 8T")
    assert lies(table, "hand 1") == these("6V 7V 8V")
    assert lies(table, "company 2") == these("9K 9T")  # three nines in row 2
    assert lies(table, "discard") == these("4V 5V 1S 3T 12V 2S 6S")
    assert deck(table) == ["8S", "8T"]
    assert all(knowers(table, card) == [1, 2, 3] for card in ("9K", "9T", "1S"))


def test_gp_v68_of_equal_hands_the_cards_that_came_earlier_count() -> None:
    for first, second in (("9K", "9K'"), ("9K'", "9K")):
        table = founded(f"9T {first} {second} 1S 2S 3T 12V", Options(decks=2))
        assert lies(table, "company 2") == these(f"9T {first}")


def test_gp_v68_a_company_is_never_chosen_anew_later() -> None:
    table = solo(phases="improvement", options=STRONG)
    play(table, 1, "pass")
    assert lies(table, "company 2") == these("4V 12K")


def test_gp_v69_gp_q73_its_company_helps_its_two_cards_and_the_best_five_count() -> None:
    """Row 2 with 13T 9K and the company 4V 12K: three fours would be less than the two pair 13 and 9."""
    assert places(GRID, "13T 9K 1S", "4V 12K", PLAIN) == (these("13T 9K"), "R2", "C2")
    assert places(GRID, "13T 9K 1S", "4V 4S", STRONG) == (these("13T 9K"), "R2", "C2")
    table = solo("1 R3 10V 10S", "1 C3", text=SOLO.replace("company 2: 4V 12K", "company 2: 4V 4S"), options=STRONG)
    assert points(table) == [0, 3]  # R2: 4K 4V 4S and a pair; C2: 4K 4V 4S, more than 10V 10S at R3


def test_gp_v69_help_decides_which_cards_are_laid_and_where() -> None:
    """With 12K 11S in the company, 10S and 13T make a straight in row 2, where 9V lies."""
    assert places("9V 3K 1S / 9V' 4K 6T / 2K 2S 5V", "10S 13T 5T", "11S 12K",
                  Options(decks=2))[0] == these("10S 13T")
    assert places("9V 3K 1S / 9V' 4K 6T / 2K 2S 5V", "10S 13T 5T", "11S 12K",
                  Options(decks=2, solo_placement="greedy"))[0] == these("5T 13T")


def test_gp_v69_the_company_still_forms_its_own_hand_the_other_way() -> None:
    table = at(f"market: {GRID}\ncompany 2: 4V 12K\ndeck: 13T 9K 1S\nplay: commitments, results", 1)
    assert points(table) == [0, 2]  # two pair in row 2, a pair of fours in column 2


def test_gp_v69_gp_r39_a_wild_card_of_its_company_is_used_and_expelled_once() -> None:
    table = solo("1 pass", "1 pass", text=SOLO.replace("company 2: 4V 12K", "company 2: W1 4V"), options=STRONG)
    assert place_of(table, "W1") == "expelled"
    assert lies(table, "company 2") == ["4V"]


def test_gp_v69_without_drawn_cards_only_the_company_forms_a_hand() -> None:
    assert places(GRID, "", "4V 12K", STRONG) == ([], "", "R2")
