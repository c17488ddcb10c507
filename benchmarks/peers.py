"""The same measures of other libraries, each driven from Python in the same way as ours.

A library is imported only by the measure that needs it, so that any of them may be missing. Their games take no seed
each; the generator that makes all choices has one, and goes on from game to game.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any, Final

from benchmarks.clock import SPOTS, AtSpots, Playing, Task, Through, some

HANDS: Final = 20_000
Chance = Callable[[Sequence[tuple[int, float]], Random], int]  # outcomes with their probabilities: one of them


def open_spiel_game(name: str) -> Any:
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  # this makes its games known
    return pyspiel.load_game(name)


def by_probability(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """What chance does, as each outcome says how likely it is: right for every game."""
    return rng.choices(outcomes, [probability for _, probability in outcomes])[0][0]


def evenly(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """The same in less time, right only where all outcomes are equally likely."""
    return outcomes[int(rng.random() * len(outcomes))][0]


def open_spiel_play(
    game: Any, rng: Random, seen: list[Any] | None = None, chance: Chance = by_probability,
) -> Callable[[int], int]:
    """Chance is not counted; states before a decision are kept if wanted."""
    def play(_seed: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state.chance_outcomes(), rng))
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


def hearts_dealt_evenly(seed: int) -> list[Task]:
    return [Playing(open_spiel_play(open_spiel_game("hearts"), Random(seed), chance=evenly), seed)]


def rlcard_environment(name: str, seed: int) -> Any:
    """For four; not every environment can be told so when it is made."""
    import rlcard

    environment = rlcard.make(name)
    environment.game = type(environment.game)(num_players=4)
    environment.num_players = 4
    environment.seed(seed % (1 << 32))
    return environment


def rlcard_play(
    start: Callable[[], Any], played: Any, rng: Random, seen: list[Any] | None = None,
) -> Callable[[int], int]:
    """Every step hands out a state with the legal actions in it, so nothing is asked twice."""
    def play(_seed: int) -> int:
        state, _ = start()
        decisions = 0
        while not played.is_over():
            if seen is not None:
                seen.append(deepcopy(played))
            actions = [*state["legal_actions"]]
            state, _ = played.step(actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def rlcard(name: str) -> Callable[[int], list[Task]]:
    def tasks(seed: int) -> list[Task]:
        environment, rng = rlcard_environment(name, seed), Random(seed)

        @cache
        def spots() -> Sequence[Any]:
            seen: list[Any] = []
            play = rlcard_play(environment.reset, environment, rng, seen)
            while len(seen) < SPOTS:  # a copy takes long
                play(seed)
            return some(seen)

        return [
            Playing(rlcard_play(environment.reset, environment, rng), seed), AtSpots("clone", deepcopy, spots),
            AtSpots("view", lambda spot: spot.get_state(spot.get_player_id()), spots),
        ]

    return tasks


def uno_without_environment(seed: int) -> list[Task]:
    """The game within, which the library keeps for itself: nothing is numbered, encoded or recorded."""
    game = rlcard_environment("uno", seed).game
    return [Playing(rlcard_play(game.init_game, game, Random(seed)), seed)]


def phevaluator(seed: int) -> list[Task]:
    from phevaluator import evaluate_5cards, evaluate_7cards

    rng = Random(seed)

    def hands(size: int) -> list[list[int]]:
        return [rng.sample(range(52), size) for _ in range(HANDS)]

    def evaluate_five(hands: Sequence[list[int]]) -> None:
        for hand in hands:
            evaluate_5cards(*hand)

    def evaluate_seven(hands: Sequence[list[int]]) -> None:
        for hand in hands:
            evaluate_7cards(*hand)

    return [
        Through("5 cards/s", evaluate_five, partial(hands, 5), 0.5),
        Through("7 cards/s", evaluate_seven, partial(hands, 7), 0.5),
    ]


CONTESTANTS: Final[dict[str, Callable[[int], list[Task]]]] = {
    "OpenSpiel hearts, C++": open_spiel("hearts", "information_state_string", resamples=True),
    "OpenSpiel crazy eights, C++": open_spiel("crazy_eights", "observation_string"),
    "OpenSpiel liar's poker, Python": open_spiel("python_liars_poker", "observation_string"),
    "OpenSpiel block dominoes, Python": open_spiel("python_block_dominoes", "information_state_string"),
    "OpenSpiel hearts, C++, dealt evenly": hearts_dealt_evenly,
    "RLCard uno, 4 seats": rlcard("uno"),
    "RLCard uno, 4 seats, without its environment": uno_without_environment,
    "RLCard limit hold'em, 4 seats": rlcard("limit-holdem"),
    "phevaluator": phevaluator,
}
NEEDS: Final = {"OpenSpiel": "pyspiel", "RLCard": "rlcard", "phevaluator": "phevaluator"}  # by the first word
