"""The same measures of other libraries, each driven from Python in the same way as ours.

A library is imported only by the measure that needs it, so that any of them may be missing. Their games take no seed
each; the generator that makes all choices has one, and goes on from game to game.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

from benchmarks.clock import SPOTS, Measures, microseconds, play_rates, some

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


def open_spiel(name: str, view: str, resamples: bool = False) -> Callable[[int, float], Measures]:
    def measure(seed: int, seconds: float) -> Measures:
        game, rng = open_spiel_game(name), Random(seed)
        measures = play_rates(open_spiel_play(game, rng), seed, seconds)
        seen: list[Any] = []
        play = open_spiel_play(game, rng, seen)
        while len(seen) < 5 * SPOTS:
            play(seed)
        spots = some(seen)
        measures["clone"] = microseconds(lambda state: state.clone(), spots, seconds / 4)
        measures["view"] = microseconds(lambda state: getattr(state, view)(state.current_player()), spots, seconds / 4)
        if resamples:
            measures["imagined"] = microseconds(
                lambda state: state.resample_from_infostate(state.current_player(), rng.random), spots, seconds / 4)
        return measures

    return measure


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


def rlcard(name: str) -> Callable[[int, float], Measures]:
    def measure(seed: int, seconds: float) -> Measures:
        game, rng = rlcard_game(name, seed), Random(seed)
        measures = play_rates(rlcard_play(game, rng), seed, seconds)
        seen: list[Any] = []
        play = rlcard_play(game, rng, seen)
        while len(seen) < SPOTS:  # a copy takes long
            play(seed)
        spots = some(seen)
        measures["clone"] = microseconds(deepcopy, spots, seconds / 4)
        measures["view"] = microseconds(lambda game: game.get_state(current_player(game)), spots, seconds / 4)
        return measures

    return measure


def phevaluator(seed: int, seconds: float) -> Measures:
    from phevaluator import evaluate_5cards, evaluate_7cards

    rng = Random(seed)
    fives = [rng.sample(range(52), 5) for _ in range(HANDS)]
    sevens = [rng.sample(range(52), 7) for _ in range(HANDS)]
    return {
        "5 cards/s": 1e6 / microseconds(lambda hand: evaluate_5cards(*hand), fives, seconds / 2),
        "7 cards/s": 1e6 / microseconds(lambda hand: evaluate_7cards(*hand), sevens, seconds / 2),
    }


CONTESTANTS: Final[dict[str, Callable[[int, float], Measures]]] = {
    "OpenSpiel hearts, C++": open_spiel("hearts", "information_state_string", resamples=True),
    "OpenSpiel crazy eights, C++": open_spiel("crazy_eights", "observation_string"),
    "OpenSpiel liar's poker, Python": open_spiel("python_liars_poker", "observation_string"),
    "OpenSpiel block dominoes, Python": open_spiel("python_block_dominoes", "information_state_string"),
    "RLCard uno, 4 seats": rlcard("uno"),
    "RLCard limit hold'em, 4 seats": rlcard("limit-holdem"),
    "phevaluator": phevaluator,
}
NEEDS: Final = {"OpenSpiel": "pyspiel", "RLCard": "rlcard", "phevaluator": "phevaluator"}  # by the first word
