"""The same measures of other libraries, each driven from Python in the same way as ours.

A library is imported only by the measure that needs it, so that any of them may be missing. Their games take no seed
each; the generator that makes all choices has one, and goes on from game to game.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any, Final

from benchmarks.clock import SPOTS, AtSpots, Playing, Task, some

HANDS: Final = 20_000


def open_spiel_game(name: str) -> Any:
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  # this makes its games known
    return pyspiel.load_game(name)


def open_spiel_play(game: Any, rng: Random, seen: list[Any] | None = None) -> Callable[[int], int]:
    """Chance picks evenly among its outcomes, and is not counted; states before a decision are kept if wanted."""
    def play(_seed: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            if seen is not None:
                seen.append(state.clone())
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def open_spiel(name: str, view: str, resamples: bool = False) -> Callable[[int], list[Task]]:
    def tasks(seed: int) -> list[Task]:
        game, rng = open_spiel_game(name), Random(seed)

        @cache
        def spots() -> Sequence[Any]:
            seen: list[Any] = []
            play = open_spiel_play(game, rng, seen)
            while len(seen) < 5 * SPOTS:
                play(seed)
            return some(seen)

        found: list[Task] = [
            Playing(open_spiel_play(game, rng), seed), AtSpots("clone", lambda state: state.clone(), spots),
            AtSpots("view", lambda state: getattr(state, view)(state.current_player()), spots),
        ]
        if resamples:
            found.append(AtSpots(
                "imagined", lambda state: state.resample_from_infostate(state.current_player(), rng.random), spots))
        return found

    return tasks


def rlcard_game(name: str, seed: int) -> Any:
    import numpy
    from rlcard.games.limitholdem import Game as LimitHoldem
    from rlcard.games.uno import Game as Uno

    game = Uno(num_players=4) if name == "uno" else LimitHoldem(num_players=4)
    game.np_random = numpy.random.RandomState(seed % (1 << 32))
    return game


def rlcard_play(game: Any, rng: Random, seen: list[Any] | None = None) -> Callable[[int], int]:
    """Every step hands out a state with the legal actions in it, so nothing is asked twice."""
    def play(_seed: int) -> int:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            if seen is not None:
                seen.append(deepcopy(game))
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def current_player(game: Any) -> int:
    player = getattr(game, "game_pointer", None)
    return int(game.round.current_player if player is None else player)


def rlcard(name: str) -> Callable[[int], list[Task]]:
    def tasks(seed: int) -> list[Task]:
        game, rng = rlcard_game(name, seed), Random(seed)

        @cache
        def spots() -> Sequence[Any]:
            seen: list[Any] = []
            play = rlcard_play(game, rng, seen)
            while len(seen) < SPOTS:  # a copy takes long
                play(seed)
            return some(seen)

        return [
            Playing(rlcard_play(game, rng), seed), AtSpots("clone", deepcopy, spots),
            AtSpots("view", lambda game: game.get_state(current_player(game)), spots),
        ]

    return tasks


def phevaluator(seed: int) -> list[Task]:
    from phevaluator import evaluate_5cards, evaluate_7cards

    rng = Random(seed)

    def hands(size: int) -> list[list[int]]:
        return [rng.sample(range(52), size) for _ in range(HANDS)]

    return [
        AtSpots("5 cards/s", lambda hand: evaluate_5cards(*hand), partial(hands, 5), 0.5),
        AtSpots("7 cards/s", lambda hand: evaluate_7cards(*hand), partial(hands, 7), 0.5),
    ]


CONTESTANTS: Final[dict[str, Callable[[int], list[Task]]]] = {
    "OpenSpiel hearts, C++": open_spiel("hearts", "information_state_string", resamples=True),
    "OpenSpiel crazy eights, C++": open_spiel("crazy_eights", "observation_string"),
    "OpenSpiel liar's poker, Python": open_spiel("python_liars_poker", "observation_string"),
    "OpenSpiel block dominoes, Python": open_spiel("python_block_dominoes", "information_state_string"),
    "RLCard uno, 4 seats": rlcard("uno"),
    "RLCard limit hold'em, 4 seats": rlcard("limit-holdem"),
    "phevaluator": phevaluator,
}
NEEDS: Final = {"OpenSpiel": "pyspiel", "RLCard": "rlcard", "phevaluator": "phevaluator"}  # by the first word
