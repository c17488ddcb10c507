"""Peer-to-Peer: questions that nobody needs are not asked, and nobody can tell anything by it."""

from random import Random

import pytest

from techdeck.bots import bot
from techdeck.games.peer_to_peer import Options, peer_to_peer
from techdeck.match import Match
from techdeck.position import play
from techdeck.record import export_for, read, replay, written
from techdeck.table import PASS, PASS_ON, IllegalAction, NoChoice, Table
from techdeck.views import View
from tests.rulebook.peer_tables import at, draw, go, lies, nothing, pass_once, used
from tests.rulebook.tables import asked, offered

ON = "pass until something changes"
TWO_WINDOWS = "play: effects before, effects after"
TOYS = {"10T": nothing(), "11T": nothing(), "12T": nothing()}


def table_of(text: str, seats: int = 1, **more: object) -> Table:
    return at(text, seats, toys=TOYS, spares=True, **more)  # type: ignore[arg-type]


def pass_on(table: Table, seat: int = 1) -> None:
    play(table, seat, ON)


# To pass until something changes

def test_pp_r56_who_passes_on_is_not_asked_again_while_nothing_changes() -> None:
    table = table_of(f"venture A 1: 10T 11T\n{TWO_WINDOWS}")
    assert (asked(table), offered(table)) == (["1 use"], sorted(["10T", "11T", "pass", ON]))
    plain = table.clone()
    go(plain, "1 pass")
    assert asked(plain) == ["1 use"]  # a pass is for this window only
    pass_on(table)
    assert table.is_over


def test_pp_r56_an_effect_of_another_side_is_a_change() -> None:
    table = table_of(f"first: 1\nventure A 1: 10T\nventure A 2: 11T 12T\n{TWO_WINDOWS}", 2)
    pass_on(table)
    assert asked(table) == ["2 use"]
    go(table, "2 11T")
    assert asked(table) == ["1 use"]
    go(table, "1 pass", "2 pass")
    assert asked(table) == ["1 use"]  # the second window: it passed only once since
    pass_on(table)
    go(table, "2 pass")
    assert table.is_over


def test_pp_r56_the_own_effect_is_no_change_but_a_card_that_it_brings_is() -> None:
    toys = {"11T": nothing("after"), "12T": draw(1), "9K": nothing("open", "group")}
    table = at(f"venture A 1: 12T 11T\ndeck 1: 9K\n{TWO_WINDOWS}, effects after", 1, toys=toys, spares=True)
    go(table, "1 12T")
    assert offered(table) == sorted(["9K", "pass", ON])  # drawn just now
    pass_on(table)
    assert offered(table) == sorted(["9K", "11T", "pass", ON])
    go(table, "1 11T")
    assert used(table) == ["11T", "12T"]
    assert table.is_over  # of 9K it is not asked again, after its own effect


def test_pp_r56_a_card_that_was_not_usable_then_is_asked_about_and_the_others_again_with_it() -> None:
    toys = {"10T": nothing(), "11T": nothing("after"), "12T": nothing("after")}
    table = at(f"venture A 1: 10T 11T\n{TWO_WINDOWS}, effects after", 1, toys=toys, spares=True)
    assert offered(table) == sorted(["10T", "pass", ON])
    pass_on(table)
    assert offered(table) == sorted(["10T", "11T", "pass", ON])
    pass_on(table)
    assert table.is_over  # both were passed over by then


def test_pp_r56_a_round_that_begins_is_a_change() -> None:
    table = table_of("round: 1\nventure A 1: 10T\ncustomer deck: 1V 2V 3V 4V\ndeck 1: 1K 2K 3K 4K\n"
                     "play: effects before, new customers, effects before")
    pass_on(table)
    assert asked(table) == ["1 use"]


@pytest.mark.parametrize(("winner", "is_asked"), [(1, False), (2, True)])
def test_pp_r56_a_customer_won_by_another_side_is_a_change(winner: int, is_asked: bool) -> None:
    """The own success was no surprise."""
    table = table_of("""
        first: 1
        row: 9V 13K
        venture A 1: 10T
        hand 1: 5V 4V
        hand 2: 6V 3V
        play: effects before, assist, effects after
    """, 2)
    pass_on(table)
    cards = {1: "5V 4V", 2: "6V 3V"}[winner]
    go(table, f"{winner} {cards}", f"{3 - winner} pass")
    assert lies(table, f"score {winner}") == ["9V"]
    while asked(table) == ["1 commit"] or asked(table) == ["2 commit"]:
        pass_once(table)
    assert (asked(table) == ["1 use"]) == is_asked


def test_pp_r56_only_who_is_a_side_alone_may_pass_for_later_windows() -> None:
    """PP-Q82: one member must not silence the others."""
    table = table_of(f"venture A 1: 10T\n{TWO_WINDOWS}", 4)
    assert offered(table) == ["10T", "pass"]
    with pytest.raises(IllegalAction):
        pass_on(table)


@pytest.mark.parametrize("asks_all", [False, True])
def test_pp_r56_nobody_can_tell_such_a_pass_from_another(asks_all: bool) -> None:
    """Neither from what is seen, nor told, nor from who is asked: in one of two worlds seat 1 passes on."""
    views: list[list[object]] = []
    told: list[list[object]] = []
    for choice in (PASS, PASS_ON):
        table = table_of("first: 1\nventure A 1: 10T\nventure A 2: 11T 12T\nplay: effects before", 2)
        table.asks_all, table.log = asks_all, []
        table.act(0, choice)
        views.append([View(table, side).everything() for side in (1, 2)])
        told.append([event.told(1, table.game.voice(["A", "B"])) for event in table.log or []])
    assert views[0] == views[1]
    assert told[0] == told[1]
    table = table_of(f"first: 1\nventure A 1: 10T\nventure A 2: 11T\n{TWO_WINDOWS}", 2)
    table.asks_all = asks_all
    pass_on(table)
    go(table, "2 pass")
    if asks_all:  # in the second window it is asked like who has nothing to choose
        assert isinstance(table.decision_of(0), NoChoice)
        go(table, "1 pass")
    assert asked(table) == ["2 use"]


def test_pp_r56_a_record_keeps_it_and_others_do_not_read_it() -> None:
    match, rng = Match(peer_to_peer(Options(max_rounds=3)), ["Ann", "Ben"], 4), Random(4)
    said = 0
    while not match.table.is_over:
        decision = rng.choice(match.table.pending)
        choice = PASS_ON if PASS_ON in decision and rng.random() < 0.5 else decision.sample(rng)
        assert choice is not None
        said += choice == PASS_ON and decision.seat == 0
        match.act(decision.seat, choice)
    assert said
    assert f"1 use {ON}" in written(match.record)
    *_, (table, _) = replay(match.game, read(written(match.record)))
    assert table.is_over
    assert ON not in export_for(match.game, match.record, match.table.side_of(1))


def test_pp_v34_all_may_be_asked_every_time() -> None:
    table = at(f"venture A 1: 10T\n{TWO_WINDOWS}", 1, toys=TOYS)
    assert offered(table) == ["10T", "pass"]
    table = at("row: 9V 8V\nhand 1: 5V 4V\nplay: assist", 1)
    go(table, "1 5V 4V")
    assert asked(table) == ["1 declare"]


# Declaring

def declaring(text: str, seats: int = 1, toys: dict[str, object] | None = None) -> Table:
    table = at(f"first: 1\nrow: 9V 8V\nhand 1: 5V 4V {text}\nplay: assist", seats, toys=toys, spares=True)  # type: ignore[arg-type]
    go(table, "1 5V 4V")
    if seats > 1:
        go(table, "2 pass")
    return table


def test_pp_r57_the_only_customer_that_fits_is_named_at_once() -> None:
    table = declaring("")
    assert lies(table, "score 1") == ["9V"]


def test_pp_r57_if_none_or_several_fit_the_side_is_asked() -> None:
    table = at("row: 9V 9K\nhand 1: 5V 4K\nplay: assist", 1, spares=True)
    go(table, "1 5V 4K")
    assert offered(table) == ["9K", "9V"]
    table = at("row: 9V 9K\nhand 1: 5V\nplay: assist", 1, spares=True)
    go(table, "1 5V")
    assert offered(table) == ["9K", "9V"]


def test_pp_r57_as_long_as_an_effect_could_make_another_fit_the_side_is_asked() -> None:
    table = declaring("2S", toys={"2S": nothing("assist", "group")})
    assert asked(table) == ["1 declare"]
    table = declaring("2S", toys={"2S": nothing("open", "group")})
    assert lies(table, "score 1") == ["9V"]


@pytest.mark.parametrize("timing", ["assist", "open"])
def test_pp_r57_with_others_at_the_table_it_does_not_tell_what_the_hand_holds(timing: str) -> None:
    table = declaring("2S\nhand 2: 1K", 2, {"2S": nothing(timing, "group")})
    assert asked(table) == ["1 declare"]
    table = declaring("\nhand 2: 1K", 2)  # an empty hand holds nothing, as everybody sees
    assert lies(table, "score 1") == ["9V"]


def test_pp_r56_how_many_questions_are_left_for_one_player() -> None:
    """A casual bot that passes on whenever it passes, and is asked what else it is asked."""
    counts = []
    for spares in (False, True):
        table = peer_to_peer(Options(asks_needlessly=not spares)).start(1, 11)
        mind, asked_for = bot("peer to peer", "casual", Random(2)), 0
        while not table.is_over:
            decision = table.pending[0]
            choice = mind.choose(View(table, 0), decision)
            assert choice is not None
            table.act(0, PASS_ON if choice == PASS and PASS_ON in decision else choice)
            asked_for += 1
        counts.append(asked_for)
    assert counts[1] < counts[0]
