"""Tech Exchange: both forms of trading allow the same trades, and nobody sees more of an offer than was said."""

from random import Random
from typing import NamedTuple

import pytest

from techdeck.actions import read_choice, write_choice
from techdeck.cards import code, face, stand_in
from techdeck.events import Event, Moved, Said
from techdeck.games.tech_exchange import (
    BOARD,
    CHANGED,
    DECK,
    DISCARD,
    HAND,
    PHASE,
    POINTS,
    PRIVATE_TABLE,
    ROUND,
    STACKS,
    STAGED,
    VALUE,
    WHISPERS,
    Options,
    open_offers,
    tech_exchange,
)
from techdeck.knowledge import BIT
from techdeck.position import play, set_up, written
from techdeck.table import CLOCK, PASS, Choice, Table, become
from techdeck.views import View, imagined
from tests.contract.worlds import act, check_same, gets
from tests.games import asked_at_random

# Without effects: what they take at random depends on how a hand is held.
TURN = tech_exchange(Options(form="turn"), stand_in({}), {})
LIVE = tech_exchange(Options(form="live"), stand_in({}), {})
SEATS = (2, 3, 4, 5, 6)
TRADING = ("trade", "reply", "answer", "partner", "tie window", "end trading")


class Traded(NamedTuple):
    """One executed trade."""

    offerer: int
    partner: int
    given: tuple[str, ...]
    taken: tuple[str, ...]


def trades_in(events: list[Event]) -> list[Traded]:
    """What was traded, from what everybody was told."""
    found = []
    for at, event in enumerate(events):
        if isinstance(event, Said) and event.words == "{who} and {whom} trade.":
            moved = [each for each in events[at:] if isinstance(each, Moved)]
            here, there = f"trade table {event.side + 1}", f"trade table {event.other + 1}"
            given = [code(each.face) for each in moved if each.source == here]
            taken = [code(each.face) for each in moved if each.source == there]
            found.append(Traded(event.side, event.other, tuple(given), tuple(sorted(taken))))
    return found


def do(table: Table, seat: int, choice: Choice) -> list[Traded]:
    table.log = []
    table.act(seat, choice)
    events, table.log = table.log, None
    return trades_in(events)


def say(table: Table, seat: int, text: str) -> list[Traded]:
    return do(table, seat, read_choice(table, seat, text))


def lie_alike(one: Table, other: Table) -> bool:
    """Whether all cards lie in the same places; of a hand the order does not matter."""
    for zone in (DECK, DISCARD, *STACKS):
        if [one.face[back] for back in zone.of(one)] != [other.face[back] for back in zone.of(other)]:
            return False
    hands = [[sorted(table.face[back] for back in HAND.of(table, seat)) for seat in range(table.sides)]
             for table in (one, other)]
    return hands[0] == hands[1] and POINTS.of(one) == POINTS.of(other) and ROUND.get(one) == ROUND.get(other)


def phase(table: Table) -> tuple[int, int]:
    return ROUND.get(table), PHASE.get(table)


# Every turn-form phase is a live phase with the same trades [V49].

def follow_in_live(live: Table, turn: Table, seat: int, choice: Choice, commits: list[tuple[int, str]]) -> list[Traded]:
    """Do in the live form what a seat is about to do in the turn form."""
    verb = turn.pending[0].verb
    if verb == "reply":
        if isinstance(choice, str):
            commits.append((seat, choice))
        if len(turn.pending) > 1:
            return []
        traded = []
        for other, text in sorted(commits):  # all at the same time
            traded += say(live, other, text)
        if not commits:
            offer = open_offers(live)[0]
            say(live, offer.by, f"cancel {offer.number}")
        elif live.decision_of(CLOCK) is not None and live.pending[-1].verb == "tie window":
            traded += say(live, CLOCK, "closed")
        commits.clear()
        return traded
    if verb == "answer" or (verb == "trade" and isinstance(choice, str) and not choice.startswith("offer")):
        return []  # talk binds nobody
    if verb == "trade" and choice == PASS:
        is_asked = live.decision_of(seat)
        return say(live, seat, "done") if is_asked is not None and "done" in is_asked else []
    decision = turn.decision_of(seat)
    assert decision is not None
    return say(live, seat, write_choice(turn, decision, choice))


@pytest.mark.parametrize("seats", SEATS)
def test_tx_v49_every_turn_form_phase_is_a_live_phase_with_the_same_trades(seats: int) -> None:
    count = 0
    for seed in range(8):
        rng = Random(seed)
        turn, live = TURN.start(seats, seed), LIVE.start(seats, seed)
        commits: list[tuple[int, str]] = []
        while turn.pending:
            decision = rng.choice(turn.pending)
            choice = decision.sample(rng)
            assert choice is not None
            theirs = follow_in_live(live, turn, decision.seat, choice, commits)
            mine = do(turn, decision.seat, choice)
            assert theirs == mine
            count += len(mine)
            if phase(turn) != phase(live):  # so many turns without a trade are the stall of the live form
                say(live, CLOCK, "stalled")
            if not commits:
                assert lie_alike(turn, live)
        assert not live.pending
    assert count > 20


# Every sequence of trades of a live phase is possible in the turn form [V50].

def follow_in_turn(turn: Table, traded: Traded) -> None:
    """Passes until the offerer's turn comes, and then that offer, to the one who got it."""
    passes = 0
    while turn.pending[0].seat != traded.offerer:
        say(turn, turn.pending[0].seat, "pass")
        passes += 1
    assert passes < turn.sides
    say(turn, traded.offerer,
        f"offer {' '.join(traded.given)} to seat {traded.partner + 1} for {' '.join(['**'] * len(traded.taken))}")
    assert say(turn, traded.partner, f"commit {' '.join(traded.taken)}") == [traded]


@pytest.mark.parametrize("seats", SEATS)
def test_tx_v50_every_sequence_of_live_trades_is_possible_in_the_turn_form(seats: int) -> None:
    count = 0
    for seed in range(16 if seats == 2 else 8):  # two trade less
        rng = Random(seed)
        turn, live = TURN.start(seats, seed), LIVE.start(seats, seed)
        while live.pending:
            decision = asked_at_random(live, rng)
            choice = decision.sample(rng)
            if choice is None:
                continue
            text = write_choice(live, decision, choice)
            traded = do(live, decision.seat, choice)
            for each in traded:
                follow_in_turn(turn, each)
                count += 1
            if decision.verb not in TRADING:  # effects, wild cards, discards: who is late has the clock choose
                seat = next(each.seat for each in turn.pending if decision.seat in (each.seat, CLOCK))
                say(turn, seat, text)
            elif phase(turn) != phase(live):  # N passes end the phase after the same last trade
                for _ in range(turn.sides):
                    say(turn, turn.pending[0].seat, "pass")
                assert phase(turn) == phase(live)
            if not {"reply", "partner"} & {each.verb for each in live.pending}:  # else cards are put down
                assert lie_alike(turn, live)
        assert not turn.pending
    assert count > 20


# What others see of an offer [S09, V18, V19].

TABLE = """
    tech exchange, 3 seats
    hand 1: 6V 10V 2K 9S
    hand 2: 7S 7T 3K
    hand 3: 7V 12K 13K
    stock K: 1K
    stock S: 1S
    stock T: 1T
    stock V: 1V
    deck: 8S 3V 4V 5K 6K 11K 12S 13S
    play: second trading"""


def at(form: str, private_offers: bool = False, private_trades: bool = False) -> Table:
    options = Options(form=form, private_offers=private_offers, private_trades=private_trades)
    return set_up(tech_exchange(options), TABLE)


def said_by(table: Table, seat: int, text: str, other: int) -> list[str]:
    """All that another side hears and sees of what a seat says; sides are counted from zero."""
    world = table.clone()
    step = act(world, seat - 1, read_choice(world, seat - 1, text), other)
    return [*step.told, *gets(world, other)]


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_s09_nobody_else_can_tell_which_card_is_staged(form: str) -> None:
    table = at(form=form)
    for other in (1, 2, 3):
        check_same(said_by(table, 1, "offer 10V as *V to all for 7*", other),
                   said_by(table, 1, "offer 6V as *V to all for 7*", other))
        check_same(said_by(table, 1, "offer 10V 2K as *V ** to seat 2 for 7*", other),
                   said_by(table, 1, "offer 6V 9S as *V ** to seat 2 for 7*", other))
    assert said_by(table, 1, "offer 10V as *V to all for 7*", 0) != said_by(table, 1, "offer 6V as *V to all for 7*", 0)


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_s09_not_even_if_everybody_knows_the_hand(form: str) -> None:
    table = at(form)
    for back in HAND.of(table, 0):
        table.show_in(back, HAND, 0)
    for other in (1, 2, 3):
        check_same(said_by(table, 1, "offer 10V as *V to all for 7*", other),
                   said_by(table, 1, "offer 6V as *V to all for 7*", other))


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_s09_an_exact_description_tells_the_card(form: str) -> None:
    table = at(form=form)
    play(table, 1, "offer 10V for 7*")
    for other in (1, 2, 3):
        assert "10V" in [code(card) for card in View(table, other).remembered(HAND, 0)]


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_v19_of_a_private_offer_others_hear_nothing_but_that_there_is_one(form: str) -> None:
    table = at(form=form, private_offers=True)
    for other in (2, 3):
        check_same(said_by(table, 1, "offer 10V as 10V to seat 2 for 7*", other),
                   said_by(table, 1, "offer 2K 9S as 2K ** to seat 2 for 3K *S", other))
    assert said_by(table, 1, "offer 10V as *V to seat 2 for 7*", 1) != said_by(
        table, 1, "offer 10V as *V to seat 2 for 3K", 1)
    play(table, 1, "offer 10V as 10V to seat 2 for 7*")
    assert View(table, 1).lines(WHISPERS) == ["1: seat 1 gives 10V to seat 2 for 7*"]
    assert View(table, 2).lines(WHISPERS) == View(table, 3).lines(WHISPERS) == []
    assert View(table, 2).lines(BOARD) == ["1: seat 1 whispers to seat 2"]


@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_v18_in_a_private_trade_others_do_not_see_the_cards(form: str) -> None:
    table = at(form=form, private_trades=True)
    play(table, 1, "offer 10V as *V to seat 2 for 7*")
    for other in (2, 3):
        check_same(said_by(table, 2, "commit 1 7S", other), said_by(table, 2, "commit 1 7T", other))
    play(table, 2, "commit 1 7T")
    assert "7T" in written(table, "hand 1").split()
    assert "10V" in written(table, "hand 2").split()
    for seat, card in ((0, "10V"), (1, "7T")):
        assert card in [code(each) for each in View(table, seat).remembered(HAND, 1 - seat)]
    assert not View(table, 2).remembered(HAND, 0)


def test_tx_v18_competing_commits_are_shown_to_the_offerer_only() -> None:
    table = at(form="live", private_trades=True)
    play(table, 1, "offer 10V as *V to all for 7*")
    for other in (2, 3):
        check_same(said_by(table, 2, "commit 1 7S", other), said_by(table, 2, "commit 1 7T", other))
    assert said_by(table, 2, "commit 1 7S", 0) != said_by(table, 2, "commit 1 7T", 0)
    play(table, 2, "commit 1 7S")
    play(table, 3, "commit 1 7V")
    assert table.pending[0].verb == "partner"
    assert View(table, 0).known(PRIVATE_TABLE, 2) == [face("7V")]
    assert not View(table, 1).known(PRIVATE_TABLE, 2)


# What was said is true in every table that somebody can imagine [R16, R48, R49].

@pytest.mark.parametrize("form", ["turn", "live"])
def test_tx_r16_imagined_hands_hold_what_was_described_asked_and_declared(form: str) -> None:
    table = at(form=form)
    if form == "live":
        play(table, 2, "declare 2 of 7*")
        play(table, 3, "declare none of *T")
        play(table, 1, "ask seat 3 for 12*|13*")
        play(table, 3, "yes 1")
    play(table, 1, "offer 10V 2K as *V 2* to all for 7*")
    rng = Random(1)
    for side in (1, 2, 3):
        for _ in range(60):
            world = imagined(View(table, side), rng)
            hands = [[code(world.face[back]) for back in HAND.of(world, seat)] for seat in range(3)]
            assert any(card.endswith("V") for card in hands[0])
            assert any(card[:-1] == "2" for card in hands[0])
            staged = [back for back in HAND.of(world, 0) if STAGED.get(world, world.face[back])]
            assert len(staged) == 2
            if form == "live":
                assert sum(card[:-1] == "7" for card in hands[1]) >= 2
                assert not any(card.endswith("T") for card in hands[2])
                assert any(card[:-1] in ("12", "13") for card in hands[2])


def test_tx_s25_a_hand_that_is_dealt_two_wild_cards_may_still_hold_the_second() -> None:
    table = set_up(TURN, """
        tech exchange, 3 seats
        hand 1: W1 W2 2K
        hand 2: 7S 7T 3K
        hand 3: 7V 12K 13K
        deck: 8S 3V 4V 5K 6K 11K 12S 13S
        play: dealt wild cards, first trading""")
    play(table, 1, "Services")
    for row in table.may_be:
        assert all(faces & BIT[number] for faces, number in zip(row, table.face, strict=True))
    assert table.pending[0].verb == "place"
    play(table, 1, "Science")
    assert written(table, "hand 1") == "2K 8S 3V"
    assert not any(table.row(1)[back] & BIT[face("W1")] for back in HAND.of(table, 0))


def test_tx_r16_the_staged_card_is_imagined_to_be_any_that_fits() -> None:
    table = at(form="live")
    play(table, 1, "offer 10V as *V to all for 7*")
    rng = Random(2)
    view = View(table, 1)
    worlds = [imagined(view, rng) for _ in range(300)]
    staged = {code(world.face[back]) for world in worlds for back in HAND.of(world, 0)
              if STAGED.get(world, world.face[back])}
    assert staged == {"2V", "3V", "4V", "5V", "6V", "7V", "8V", "9V", "10V", "11V", "12V", "13V"} & {
        code(number) for number in range(52) if number not in [face(word) for word in table_cards(table, 1)]}


@pytest.mark.parametrize("is_seen", [True, False])
def test_tx_r16_all_learn_of_a_card_described_exactly_unless_a_changed_one_may_be_meant(is_seen: bool) -> None:
    """A changed card that lies open leaves no doubt; one in a hand may have gone, unseen, where changes end."""
    table = at(form="live")
    changed = STACKS[0].of(table)[0] if is_seen else HAND.of(table, 1)[0]
    for mark, number in ((VALUE, become(9)), (CHANGED, 1)):
        mark.put(table, table.face[changed], number)
    play(table, 1, "offer 10V to all for 7*")
    common = table.row(table.sides)
    elsewhere = [back for back in range(table.cards) if back not in HAND.of(table, 0)]
    assert any(common[back] & BIT[face("10V")] for back in elsewhere) != is_seen


def table_cards(table: Table, side: int) -> list[str]:
    """The cards that a side sees."""
    return [code(table.face[back]) for back in range(table.cards) if table.knows(side, back)]
