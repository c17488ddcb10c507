"""Whole games with any options at all, for any number of seats, from any seed."""

import json
from random import Random
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from techdeck.actions import read_action, write_action
from techdeck.record import begin, read, replay, written
from techdeck.storage import restore, store
from techdeck.table import Game
from techdeck.views import View, imagined
from tests.contract.test_knowledge import check_cards, check_knowledge
from tests.contract.worlds import check_same, glances, snapshot
from tests.games import IS_COMPILED, any_game, can_be_lost_by_all, play_at_random

SLOW: Final = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=60 if IS_COMPILED else 20, suppress_health_check=SLOW)
@given(any_game(), st.integers(0, 2**32))
def test_whatever_the_options_a_game_keeps_its_cards_and_secrets_and_ends(
    found: tuple[Game, int, int], luck: int,
) -> None:
    game, seats, seed = found
    rng = Random(luck)
    record = begin(game, ["P"] * seats, seed)
    table = game.start(seats, seed)
    for number in range(1500):
        check_cards(table)
        if number % 7 == 0:
            check_knowledge(table)
            side = rng.randrange(table.sides + 1)
            check_same(glances(imagined(View(table, side), rng), side), glances(table, side))
            again = restore(game, snapshot(table))
            assert json.dumps(store(again)) == json.dumps(store(table))
        if not table.pending:
            break
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        if choice is None:
            continue  # had better wait
        line = write_action(table, decision.seat, choice)
        assert read_action(table, line) == (decision.seat, choice)
        record.actions.append(line)
        table.act(decision.seat, choice)
    assert table.is_over
    assert game.winners(table) or can_be_lost_by_all(game)
    *_, (end, _) = replay(game, read(written(record)))
    assert snapshot(end) == snapshot(table)


@settings(max_examples=40 if IS_COMPILED else 15, suppress_health_check=SLOW)
@given(any_game(), st.integers(0, 2**32))
def test_whatever_the_options_imagined_games_end_too(found: tuple[Game, int, int], luck: int) -> None:
    game, seats, seed = found
    rng = Random(luck)
    table = game.start(seats, seed)
    for _ in range(rng.randrange(60)):
        if table.pending:
            play_at_random(table, rng)
    world = imagined(View(table, rng.randrange(table.sides + 1)), rng)
    for _ in range(3000):
        if not world.pending:
            break
        play_at_random(world, rng)
    check_cards(world)
    assert world.is_over
