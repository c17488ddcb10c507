"""Peer-to-Peer for one player."""

from techdeck.games.peer_to_peer import Options
from tests.rulebook.peer_tables import at, general, go, lies, nothing, order, random_game
from tests.rulebook.tables import asked, offered, these


def test_pp_v2_one_side_plays_by_the_same_rules() -> None:
    table = at("""
        row: 9V 8V
        hand 1: 5V 4V 1K
        venture A 1: 10T 11T
        customer deck: 13K 12K
        play: effects before, assist, effects after, end of round
    """, 1, toys={"10T": nothing(), "11T": nothing()})
    go(table, "1 10T", "1 pass")  # one pass closes the window
    assert asked(table) == ["1 commit"]
    go(table, "1 5V 4V")
    assert asked(table) == ["1 declare"]  # no reveal order
    go(table, "1 9V")
    assert lies(table, "score 1") == ["9V"]
    assert table.first == 0


def test_pp_v2_what_an_effect_asks_of_another_side_is_skipped() -> None:
    """PE-N01"""
    table = general("hand 1: 6K 1K\ndeck 1: 2K\nplay: effects before", 1)
    go(table, "1 6K")
    assert (asked(table), offered(table)) == (["1 discard"], these("1K 2K 6K"))


def test_pp_v2_what_differs_for_one_player() -> None:
    """The start, fewer customers, and four unhappy ones; the marker stays."""
    for seed in range(3):
        tables = random_game(1, seed)
        assert all(table.first == 0 for table in tables)
        assert tables[-1].is_over
    table = at("customer deck: 9V 8V 7V\nplay: new customers", 1)
    assert order(table, "row") == "9V"
    table = at("latch: 1\ncustomer deck: 9V 8V 7V\nplay: new customers", 1)
    assert order(table, "row") == "9V 8V"


def test_pp_q14_the_low_cards_are_removed_unless_an_option_keeps_them() -> None:
    low = {f"{value}{letter}" for value in (1, 2, 3) for letter in "KSTV"}
    for options, is_removed in ((Options(), True), (Options(solo_keep_low_cards=True), False)):
        for seed in range(3):
            table = random_game(1, seed, options)[3]
            left = low & {*lies(table, "customer deck"), *lies(table, "row")}
            assert bool(left) != is_removed
