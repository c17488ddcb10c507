"""The small language in which people say which games they want to see."""

import pytest

from techdeck.lab.keep import keeper
from techdeck.lab.plan import Refused

ROW = {"decisions": 410, "winner": 2, "score_1": 7, "score_2": 12, "bot_1": "casual", "won_1": False, "error": None}


@pytest.mark.parametrize(("text", "is_so"), [
    ("decisions > 400", True),
    ("decisions > 410", False),
    ("decisions >= 410 and winner == 2", True),
    ("decisions < 5 or winner != 2", False),
    ("not won_1", True),
    ("score_2 - score_1 == 5", True),
    ("abs(score_1 - score_2) > 4", True),
    ("max(score_1, score_2) <= 11", False),
    ("-score_1 < 0", True),
    ("bot_1 == 'casual'", True),
    ("bot_1 == 'random'", False),
    ("5 < score_1 < 8", True),
    ("score_1 / score_2 > 0.5", True),
    ("error == 'x'", False),
    ("error > 3", False),  # what is not known is not so
    ("score_1 / 0 > 1", False),
    ("bot_1 * 3 == 'casualcasualcasual'", False),  # words are not reckoned with
])
def test_a_condition_is_true_or_not_of_a_row(text: str, is_so: bool) -> None:
    assert keeper(text, list(ROW))(ROW) is is_so


@pytest.mark.parametrize("text", [
    "__import__('os').remove('x')", "decisions.__class__", "open('x')", "[1, 2]", "decisions ** 99999", "lambda: 1",
    "(winner := 3)", "f'{winner}'", "winner if won_1 else 2", "max(*[1])", "min(key=abs)", "winner in (1, 2)", "max()",
    "'a' 'b' % 3", "1 << 99999999", "None", "not " * 3000 + "won_1", "(" * 5000,
])
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"condition; one is decisions > 400"):
        keeper(text, list(ROW))


def test_a_column_that_is_not_there_is_named_with_those_like_it() -> None:
    with pytest.raises(Refused, match=r"No row has a 'score1'; did you mean score_1"):
        keeper("score1 > 3", list(ROW))
    with pytest.raises(Refused, match=r"No row has a 'xyz'; there are decisions, winner"):
        keeper("xyz > 3", list(ROW))


def test_a_single_equals_sign_is_explained() -> None:
    with pytest.raises(Refused, match=r"Write == to compare\."):
        keeper("winner = 2", list(ROW))
    with pytest.raises(Refused) as refused:
        keeper("winner >= ", list(ROW))
    assert "Write ==" not in str(refused.value)
