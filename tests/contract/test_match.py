"""A match: its record always agrees with its table, and what may be taken back."""

import json
from collections.abc import Sequence
from random import Random

import pytest

from techdeck.actions import read_choice
from techdeck.events import Event, Moved, Shown, Shuffled
from techdeck.games import grid_poker
from techdeck.match import Match, resumed
from techdeck.position import play, set_up
from techdeck.record import BadRecord, read, replay, written
from techdeck.storage import StaleRecord
from techdeck.table import Game, IllegalAction, Table
from tests.contract.worlds import places, sees_into, snapshot
from tests.games import Played

GRID = grid_poker.grid_poker()


def at_position(game: Game, text: str) -> Match:
    """A match that has come to a written position."""
    table = set_up(game, text)
    match = Match(game, ["Ada", "Ben", "Cem"][:table.sides], 1)
    match.table = table
    return match


def choose(match: Match, seat: int, *choices: str) -> None:
    for choice in choices:
        match.act(seat - 1, read_choice(match.table, seat - 1, choice))


EFFECTS = """
    grid poker, 2 seats
    market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
    hand 1: {} 9K 6V
    hand 2: 1S 2S 13S
    company 1: 1K 2K
    company 2: 6S 7S
    discard: 8V
    deck: 10K 11V 8S 7V
    play: hand effects"""


def test_a_match_records_what_is_done(played: Played) -> None:
    match = Match(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
    for action in played.actions:
        assert match.act(*action) is match.events
    assert match.record.actions == played.lines
    assert snapshot(match.table) == snapshot(played.positions[-1])
    assert match.record.result == played.game.scores(match.table)
    again = resumed(played.game, read(written(match.record)))
    assert snapshot(again.table) == snapshot(match.table)
    assert again.record == match.record


def test_a_match_can_be_resumed_anywhere(played: Played) -> None:
    for at in played.some(3, 20):
        match = Match(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
        for action in played.actions[:at]:
            match.act(*action)
        again = resumed(played.game, read(written(match.record)))
        assert snapshot(again.table) == snapshot(match.table)
        for action in played.actions[at:at + 5]:
            again.act(*action)
        assert again.record.actions == played.lines[:at + 5]


def test_a_refused_action_leaves_no_trace_in_a_match() -> None:
    match = Match(GRID, ["Ada", "Ben"], 1)
    seat = match.table.pending[0].seat
    choice = next(iter(match.table.pending[0]))
    events = match.act(seat, choice)
    before, recorded = snapshot(match.table), match.record.actions[:]
    could = [match.can_undo(each) for each in (0, 1)]
    for wrong in ((0, 999), (1, 999), (7, 0), (0, "nonsense"), (1, True)):
        with pytest.raises(IllegalAction):
            match.act(*wrong)
    assert snapshot(match.table) == before
    assert match.record.actions == recorded
    assert match.table.log is None
    assert [match.can_undo(each) for each in (0, 1)] == could
    assert match.events == events


def test_a_match_is_not_resumed_with_other_rules_or_actions() -> None:
    match = Match(GRID, ["Ada", "Ben"], 1)
    match.act(match.table.pending[0].seat, next(iter(match.table.pending[0])))
    match.record.actions.append("1 nonsense 3K")
    with pytest.raises(BadRecord):
        resumed(GRID, match.record)
    with pytest.raises(StaleRecord):
        resumed(grid_poker.grid_poker(grid_poker.Options(bidding=True)), match.record)


# What may be taken back.

def learned_something(before: Table, after: Table, events: Sequence[Event]) -> bool:
    """Whether an action showed any card to anybody, or asked chance; judged from events, not from knowledge."""
    if after.chances != before.chances or any(isinstance(event, Shuffled) for event in events):
        return True
    named = {zone.place(owner): (zone, owner) for zone, owner, _ in places(before)}
    for event in events:
        if isinstance(event, Shown):
            return True
        if isinstance(event, Moved):
            for side in range(before.sides + 1):
                new, old = [sees_into(before, *named[place], side) for place in (event.target, event.source)]
                if new and not old and not before.knows(side, before.face.index(after.face[event.back])):
                    return True
    return False


def test_nothing_is_taken_back_across_a_reveal_or_chance_or_anothers_action(played: Played) -> None:
    match = Match(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
    allowed = 0
    for at, (seat, choice) in enumerate(played.actions):
        before = played.positions[at]
        match.act(seat, choice)
        events = match.events
        for other in range(played.case.seats):
            if other != seat:
                assert not match.can_undo(other), played.lines[at]
                assert not match.undo(other)
        if match.can_undo(seat):
            allowed += 1
            assert not learned_something(before, match.table, events), played.lines[at]
            assert match.undo(seat)
            assert snapshot(match.table) == snapshot(before)
            assert match.record.actions == played.lines[:at]
            match.act(seat, choice)
    assert snapshot(match.table) == snapshot(played.positions[-1])
    assert match.record.actions == played.lines
    assert allowed or len(played.actions) < 200


def test_a_choice_that_shows_nothing_can_be_taken_back() -> None:
    match = at_position(GRID, EFFECTS.format("3S"))
    choose(match, 1, "3S")
    assert not match.can_undo(0)  # the card was shown
    choose(match, 1, "9K")  # which card to exchange; nothing has moved yet
    assert match.can_undo(0)
    assert not match.can_undo(1)
    assert match.undo(0)
    choose(match, 1, "6V")
    assert [action.split()[-1] for action in match.record.actions] == ["3S", "6V"]


def test_several_own_choices_can_be_taken_back_one_by_one() -> None:
    match = at_position(GRID, EFFECTS.format("8K"))
    choose(match, 1, "8K", "two neutral cards")
    before = snapshot(match.table)
    choose(match, 1, "5K")
    assert match.undo(0)
    assert snapshot(match.table) == before
    assert match.undo(0)
    assert match.table.pending[0].verb == "exchange"
    assert not match.undo(0)


def test_a_card_shown_from_the_hand_cannot_be_unshown() -> None:
    """12S shows a hand card that it changes, and then asks for a second one."""
    match = at_position(GRID, EFFECTS.format("12S"))
    choose(match, 1, "12S", "9K", "+1" if "+1" in texts(match) else "1")
    assert match.table.pending[0].seat == 0
    assert not match.can_undo(0)


def texts(match: Match) -> list[str]:
    decision = match.table.pending[0]
    return [decision.text(match.table, 0, choice) for choice in decision]


def test_a_peek_cannot_be_taken_back() -> None:
    match = at_position(GRID, EFFECTS.format("11K"))
    choose(match, 1, "11K")
    assert match.table.pending[0].seat == 0
    assert not match.can_undo(0)


def test_a_drawn_card_cannot_be_put_back() -> None:
    match = at_position(GRID, EFFECTS.format("3K"))
    choose(match, 1, "3K")
    assert not match.can_undo(0)


def test_naming_a_domain_that_reveals_cards_cannot_be_taken_back() -> None:
    match = at_position(GRID, EFFECTS.format("4K"))
    choose(match, 1, "4K", "Science")
    assert not match.can_undo(0)


def test_an_own_choice_cannot_be_taken_back_once_another_acted() -> None:
    match = at_position(GRID, EFFECTS.format("3S").replace("hand effects", "commitments"))
    choose(match, 1, "pass")
    assert not match.can_undo(0)  # it is another's turn
    choose(match, 2, "pass")
    assert not match.can_undo(1)
    assert match.table.pending[0].seat == 0
    assert not match.can_undo(0)
    assert not match.undo(0)


def test_nothing_is_taken_back_from_a_resumed_match() -> None:
    match = Match(GRID, ["Ada", "Ben"], 1)
    rng = Random(1)
    for _ in range(30):
        decision = rng.choice(match.table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        match.act(decision.seat, choice)
    again = resumed(GRID, match.record)
    assert not any(again.can_undo(seat) for seat in (0, 1))
    assert [action for _, action in replay(GRID, match.record)][:-1] == match.record.actions


def test_events_of_a_match_are_json_for_every_side() -> None:
    match = Match(GRID, ["Ada", "Ben"], 1)
    voice = GRID.voice(["Ada", "Ben"])
    rng = Random(1)
    while match.table.pending:
        decision = rng.choice(match.table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        for event in match.act(decision.seat, choice):
            for side in range(3):
                told = event.told(side, voice)
                assert json.loads(json.dumps(told)) == told
                assert str(told["words"]).endswith(".")
                assert "{" not in str(told["words"])


def test_play_chooses_for_a_seat_counted_from_one() -> None:
    table = set_up(GRID, EFFECTS.format("3S"))
    play(table, 1, "pass")
    assert table.pending[0].seat == 1
