"""How casual bots judge positions of Grid Poker."""

import pytest

from techdeck.bots.grid_poker import Scale, is_all_scored, position_worth
from techdeck.games.grid_poker import Options
from techdeck.poker import STANDARD
from techdeck.position import play
from tests.rulebook.tables import DUEL, NOTHING, at

SCALE = Scale(STANDARD, 1, 0.0)
COMPANIES = [6, 15]  # the sums of the values in the duel [GP-E31]


@pytest.mark.parametrize("options", [Options(), Options(secret_hand_commit=True)])
def test_the_last_effect_of_the_last_round_is_judged_by_the_points_that_are_still_to_be_made(options: Options) -> None:
    """It leads to the commitments: the tie-break is for what comes after the results."""
    table = at("round: 4\nfirst: 2\n" + DUEL + "play: hand effects, commitments, results, clearing",
               texts={"12K": NOTHING}, options=options)
    play(table, 1, "12K")
    assert table.pending[0].verb == "commit"
    assert not is_all_scored(table)
    assert position_worth(table, 0, SCALE) < COMPANIES[0]


@pytest.mark.parametrize(("rounds", "is_over"), [(3, False), (4, True)])
def test_after_the_last_results_only_the_company_counts(rounds: int, is_over: bool) -> None:
    table = at(f"round: {rounds}\n" + DUEL + "play: improvement")
    assert is_all_scored(table) is is_over
    assert [position_worth(table, seat, SCALE) == COMPANIES[seat] for seat in (0, 1)] == [is_over, is_over]
