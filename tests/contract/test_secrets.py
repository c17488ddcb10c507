"""Secret choices, and passes that nobody can read anything from."""

import json
from itertools import islice
from random import Random

import pytest

from techdeck.actions import write_action
from techdeck.cards import code
from techdeck.events import Passed
from techdeck.games import grid_poker
from techdeck.games.grid_poker import Options
from techdeck.position import play, set_up
from techdeck.record import begin, export_for
from techdeck.table import PASS, PASS_ON, Choice, Frame, Table
from techdeck.views import View, imagined
from tests.contract.worlds import act, cards_in, check_same, gets, snapshot
from tests.games import CASES, HAS_ALL_OPTIONS, Played, game_of, play_at_random, random_game

GRID = grid_poker.grid_poker()
SECRET = grid_poker.grid_poker(Options(secret_hand_commit=True, bidding=True))


def is_secret(table: Table) -> bool:
    """Whether what is chosen now stays sealed while others still choose; on a trading floor nothing does."""
    if len(table.pending) < 2:
        return False
    frame = table.agenda[-1]
    everybody = (1 << table.sides) - 1
    return bool(frame.rule.sealed(table, Frame(frame.rule, frame.side, everybody, frame.it, frame.that)))


def open_for(seat: int, other: int, table: Table, choices: list[Choice]) -> list[list[str]]:
    """By choice: all that another side gets of it and then sees."""
    found = []
    for choice in choices:
        world = table.clone()
        step = act(world, seat, choice, other)
        found.append([*step.told[1:], *gets(world, other)])
    return found


def test_while_others_still_choose_nobody_can_tell_what_was_chosen(played: Played) -> None:
    """Which cards, how many, which line, or none at all: views, events and words are the same."""
    for at in [at for at in range(len(played.actions)) if is_secret(played.positions[at])][:4]:
        table = played.positions[at]
        for decision in table.pending:
            choices = list(islice(decision, 0, None, 1 + len(decision) // 5))
            if PASS in decision:
                choices.append(PASS)
            for other in range(table.sides + 1):
                if other != table.side_of(decision.seat):
                    first, *rest = open_for(decision.seat, other, table, choices)
                    for each in rest:
                        check_same(each, first, f"seat {decision.seat + 1} {decision.verb}")


@pytest.mark.skipif(not HAS_ALL_OPTIONS, reason="of the games of the compiled build")
def test_secret_choices_were_met_in_these_games() -> None:
    met = set()
    for case in CASES:
        if "secret_hand_commit" in game_of(case.family, case.variant).options or case.family == "regular poker":
            played = random_game(case)
            met |= {table.pending[0].verb for table in played.positions if is_secret(table)}
    assert met >= {"commit", "pick"}


def test_in_which_order_players_choose_in_secret_does_not_matter(played: Played) -> None:
    met = 0
    for at in range(len(played.actions)):
        table = played.positions[at]
        if is_secret(table) and (at == 0 or not is_secret(played.positions[at - 1])):
            rng = Random(at)
            chosen = [(decision.seat, decision.sample(rng)) for decision in table.pending]
            ends = []
            for order in (chosen, chosen[::-1]):
                world = table.clone()
                for seat, choice in order:
                    assert choice is not None
                    world.act(seat, choice)
                ends.append(snapshot(world))
            assert ends[0] == ends[1]
            met += 1
    assert met or not played.game.options.get("secret_hand_commit") or played.case.seats == 1


def test_what_is_sealed_is_seen_by_its_own_side_only(played: Played) -> None:
    for at in range(len(played.actions)):
        table = played.positions[at]
        if any(table.sealed):
            for side in range(table.sides + 1):
                view = View(table, side)
                assert view.sealed == (tuple(table.sealed[side]) if side < table.sides else ())


def test_in_an_imagined_table_everybody_who_has_chosen_has_chosen_something(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in [at for at in range(len(played.actions)) if any(played.positions[at].sealed)][:3]:
        table = played.positions[at]
        for side in range(table.sides + 1):
            world = imagined(View(table, side), rng)
            assert [len(choices) for choices in world.sealed] == [len(choices) for choices in table.sealed]
            if side < table.sides:
                assert world.sealed[side] == table.sealed[side]
            while world.pending:
                play_at_random(world, rng)


def commit_position() -> Table:
    return set_up(SECRET, """
        grid poker, 3 seats
        market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
        hand 1: 9S 9K 6V
        hand 2: 1S 2S 3S
        hand 3: 4V 5V 6T
        company 1: 1K 2K
        company 2: 3K 4K
        company 3: 6K 8K
        deck: 11K 11V 8S
        chips: 20 20 20
        play: commitments""")


def test_a_sealed_commitment_or_a_pass_looks_the_same_to_everybody_else() -> None:
    table = commit_position()
    assert [decision.seat for decision in table.pending] == [0, 1, 2]
    worlds = []
    for choice in ("R1 1S", "C3 2S 3S", "pass"):
        world = table.clone()
        play(world, 2, choice)
        worlds.append(world)
    for other in (0, 2, 3):
        assert gets(worlds[0], other) == gets(worlds[1], other) == gets(worlds[2], other)
    assert gets(worlds[0], 1) != gets(worlds[1], 1) != gets(worlds[2], 1)


def test_imagined_sealed_commitments_are_no_likelier_the_true_one_than_any_other() -> None:
    table = commit_position()
    play(table, 2, "pass")
    rng = Random(4)
    passes = sum(imagined(View(table, 0), rng).sealed[1] == [PASS] for _ in range(400))
    assert 1 <= passes <= 40  # one of 37 choices


# Two players exchange cards picked in secret [11S]; all reveal at once [9V].

@pytest.mark.parametrize("text", ["11S", "9V"])
def test_a_card_picked_in_secret_by_an_effect_cannot_be_told_from_another(text: str) -> None:
    table = set_up(GRID, f"""
        grid poker, 3 seats
        hand 1: {text} 9K 6V
        hand 2: 1S 2S 3S
        hand 3: 4V 5V 6T
        deck: 11K 11V 8S
        play: hand effects""")
    play(table, 1, text)
    if text == "11S":
        play(table, 1, "seat 2")
    assert is_secret(table)
    for seat in (1, 2):
        world, another = table.clone(), table.clone()
        first, second, *_ = table.pending[seat - 1]
        steps = [act(each, seat - 1, choice, 2) for each, choice in ((world, first), (another, second))]
        assert steps[0].told[1:] == steps[1].told[1:] == []
        for other in {0, 1, 2, 3} - {seat - 1}:
            assert gets(world, other) == gets(another, other)


def test_two_cards_exchanged_in_secret_are_seen_by_the_two_alone() -> None:
    table = set_up(GRID, """
        grid poker, 3 seats
        hand 1: 11S 9K 6V
        hand 2: 1S 2S 3S
        hand 3: 4V 5V 6T
        deck: 11K 11V 8S
        play: hand effects""")
    play(table, 1, "11S", "seat 2", "9K")
    table.log = []
    play(table, 2, "2S")
    told = {side: json.dumps([event.told(side, GRID.voice(["Ada", "Ben", "Cem"])) for event in table.log])
            for side in range(4)}
    for side in (0, 1):
        assert "9K" in told[side]
        assert "2S" in told[side]
    for side in (2, 3):
        assert "9K" not in told[side]
        assert "2S" not in told[side]


# A pass by the rules, and one of the own will.

def told_of_pass(hand: str, *choices: str) -> list[list[str]]:
    """By side, all that others are told while seat 1 has its turn to use an effect."""
    table = set_up(GRID, f"""
        grid poker, 3 seats
        hand 1: {hand}
        hand 2: 1S 2S
        hand 3: 4V 5V
        deck: 11K 11V 8S""")
    table.log = []
    table.then(GRID.phases["hand effects"], 0)
    table.go_on()
    play(table, 1, *choices)
    assert table.pending[0].seat == 1
    return [[json.dumps(event.told(side, GRID.voice(["Ada", "Ben", "Cem"]))) for event in table.log]
            for side in (1, 2, 3)]


def test_a_pass_made_by_the_rules_cannot_be_told_from_an_own_one() -> None:
    """A wild card has no effect to use, so the rules pass; with 9K the player might have used it."""
    assert told_of_pass("W1") == told_of_pass("9K", "pass")
    assert "uses no effect" in told_of_pass("W1")[0][0]


def test_a_pass_says_who_and_at_what_and_no_more() -> None:
    event = Passed(1, "use")
    assert event.told(0, GRID.voice(["Ada", "Ben"])) == {"what": "pass", "verb": "use", "words": "Ben uses no effect."}


# What is exported for a seat.

def passes(lines: list[str]) -> list[str]:
    return [line for line in lines if line.endswith(" pass")]


def test_an_export_has_every_pass_as_it_was_heard_by_whomever_it_was_made(played: Played) -> None:
    record = begin(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
    record.actions.extend(played.lines)
    table = played.game.start(played.case.seats, played.case.seed, listen=True)
    for seat, choice in played.actions:
        table.act(seat, choice)
    heard = [event for event in table.log or [] if isinstance(event, Passed)]
    text = export_for(played.game, record, 0)
    lines = [line.strip().strip(",").strip('"') for line in text.split("actions = [\n")[1].split("\n]")[0].splitlines()]
    assert passes(lines) == [f"{event.seat + 1} {event.verb} pass" for event in heard]


def test_an_export_made_while_others_still_choose_tells_nothing_of_what_was_chosen(played: Played) -> None:
    """Not even whether, or how many cards."""
    for at in [at for at in range(len(played.actions)) if is_secret(played.positions[at])][:2]:
        table = played.positions[at]
        decision = table.pending[0]
        side = table.side_of(decision.seat)
        choices = [*islice(decision, 0, None, 1 + len(decision) // 3), *([PASS] if PASS in decision else [])]
        for other in [other for other in range(table.sides) if other != side][:2]:
            texts = set()
            for choice in choices:
                record = begin(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
                record.actions.extend([*played.lines[:at], write_action(table, decision.seat, choice)])
                texts.add(export_for(played.game, record, other))
            assert len(texts) == 1


def test_a_game_exported_for_a_seat_shows_no_card_that_the_seat_did_not_know(played: Played) -> None:
    """At each action: only cards that it knew just before or just after."""
    record = begin(played.game, [f"P{seat}" for seat in range(played.case.seats)], played.case.seed)
    record.actions.extend(played.lines)
    side = played.case.seed % played.positions[0].sides
    text = export_for(played.game, record, side)
    assert record.seed.hex() not in text
    lines = [line.strip().strip(",").strip('"') for line in text.split("actions = [\n")[1].split("\n]")[0].splitlines()]
    done = [at for at, (_, choice) in enumerate(played.actions) if choice not in (PASS, PASS_ON)]
    assert len(lines) - len(passes(lines)) == len(done)
    for at, line in zip(done, [line for line in lines if line not in passes(lines)], strict=True):
        before, after = played.positions[at], played.positions[at + 1]
        known = {number for table in (before, after) for back, number in enumerate(table.face)
                 if table.knows(side, back)}
        written = cards_in(line.partition(" as ")[0])  # what an offer calls them, and wants, is no card
        if {"declare", "guess", "ask", "wish"} & set(line.split()):
            continue  # what a wild card stands for, or is guessed or asked for, is no card
        if not (" bring deck " in line and line == played.lines[at]):  # a list names all copies of a card alike
            assert written <= {code(number) for number in known}, line
        if played.actions[at][0] in before.members[side]:
            assert line == played.lines[at]
