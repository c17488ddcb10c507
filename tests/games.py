"""Every game under contract with its options, and random games of each.

A new game is one line in `FAMILIES`; its options are varied by themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import cache, lru_cache
from itertools import zip_longest
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from techdeck.actions import write_action
from techdeck.games import grid_poker, regular_poker
from techdeck.table import Choice, Game, Table

# What options that are no bools can be.  Long matches are for other tests.
WORDS: Final[dict[str, list[object]]] = {
    "decks": [0, 1, 2],
    "tied_hands": ["share", "first_in_order"],
    "final_tiebreak": ["company_sum", "shared"],
    "suit_order": ["group_first", "rest_first", "high_card_first"],
    "wild_market": ["expel_after_use", "stay", "redeal"],
    "solo_placement": ["greedy", "player_places"],
    "game": ["five_card_draw", "texas_holdem"],
    "deals": [3],
}

ONE_DECK_FEW_CARDS: Final = {"decks": 1, "reshuffle_merge": True, "draw_to_three": True}
SECRETS: Final = {"secret_hand_commit": True, "bidding": True, "bare_line_hands": True, "loser_redraw_per_card": True}
WILDS: Final = {"wild_market": "redeal", "wild_hand_effect": True, "wild_declared": True, "decks": 2}
EVERYTHING_ELSE: Final = {
    "market_refill_first": True, "chain_extra_use": True, "five_of_a_kind": True, "solo_placement": "player_places",
    "tied_hands": "first_in_order", "bidding": True, "loser_redraw_per_card": True,
}
HOLDEM: Final = {"game": "texas_holdem"}


class Family:
    """A game: its options, how to make it, and which combinations of options are tried besides each alone."""

    def __init__(
        self, options: type[Any], make: Callable[[Any], Game], combinations: Sequence[Mapping[str, object]],
    ) -> None:
        self.options: Final = options
        self.make: Final = make
        self.combinations: Final = combinations
        self.shortened: Final = {"deals": 3} if "deals" in self.names() else {}

    def names(self) -> list[str]:
        return [field.name for field in fields(self.options)]

    def values(self, option: str) -> list[object]:
        return WORDS.get(option, [False, True])

    def build(self, changed: Mapping[str, object]) -> Game:
        return self.make(self.options(**{**self.shortened, **changed}))

    def variants(self) -> list[dict[str, object]]:
        """The default, each option changed alone, and the combinations."""
        usual = asdict(self.options(**self.shortened))
        alone: list[dict[str, object]] = [
            {name: value} for name in self.names() for value in self.values(name) if value != usual[name]
        ]
        return [{}, *alone, *[dict(changed) for changed in self.combinations]]


FAMILIES: Final[dict[str, Family]] = {
    "grid poker": Family(
        grid_poker.Options, grid_poker.grid_poker, [ONE_DECK_FEW_CARDS, SECRETS, WILDS, EVERYTHING_ELSE]),
    "regular poker": Family(
        regular_poker.Options, regular_poker.regular_poker,
        [{**HOLDEM, "poker_effect_every_turn": True}, {**HOLDEM, "regular_wilds": True, "five_of_a_kind": True}]),
}


class Case(NamedTuple):
    """One random game: which, with which options, for how many, by which seed."""

    family: str
    variant: int
    seats: int
    seed: int

    def __str__(self) -> str:
        changed = FAMILIES[self.family].variants()[self.variant]
        words = [f"{name}={value}" for name, value in changed.items()] or ["default"]
        return f"{self.family}, {' '.join(words)}, {self.seats} seats, seed {self.seed}"


class Played(NamedTuple):
    """A random game: what was done, as numbers and in writing, and the table before each action and at the end.

    The tables are not to be changed, but cloned.
    """

    case: Case
    game: Game
    actions: list[tuple[int, Choice]]
    lines: list[str]
    positions: list[Table]

    def some(self, count: int, salt: int = 0) -> list[int]:
        """The numbers of some positions before the end, others for other salts, but the same in every run.

        Rare questions come as often as common ones.
        """
        rng = Random(f"{self.case} {salt}")
        by_verb: dict[str, list[int]] = {}
        for at in rng.sample(range(len(self.actions)), len(self.actions)):
            by_verb.setdefault(self.positions[at].pending[0].verb, []).append(at)
        in_turn = [at for row in zip_longest(*by_verb.values()) for at in row if at is not None]
        return sorted(in_turn[:count])


@cache
def game_of(family: str, variant: int) -> Game:
    return FAMILIES[family].build(FAMILIES[family].variants()[variant])


def cases() -> list[Case]:
    """The default and other games at every number of seats, and each other variant at two, all of them in turn."""
    found = []
    for family, entry in FAMILIES.items():
        for variant in range(len(entry.variants())):
            seats = list(game_of(family, variant).seats)
            chosen = [seats[(variant + n * 3) % len(seats)] for n in range(2)]
            if variant == 0 or list(entry.variants()[variant]) == ["game"]:
                chosen = seats
            if "solo_placement" in entry.variants()[variant]:
                chosen = [1, *chosen[1:]]
            found += [Case(family, variant, number, 100 * variant + number) for number in dict.fromkeys(chosen)]
    return found


CASES: Final = cases()


def play_at_random(table: Table, rng: Random) -> None:
    """One random action."""
    decision = rng.choice(table.pending)
    choice = decision.sample(rng)
    if choice is not None:
        table.act(decision.seat, choice)


@lru_cache(maxsize=4)
def random_game(case: Case) -> Played:
    game = game_of(case.family, case.variant)
    rng = Random(case.seed)
    table = game.start(case.seats, case.seed)
    actions: list[tuple[int, Choice]] = []
    lines: list[str] = []
    positions: list[Table] = []
    while table.pending:
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        if choice is not None:
            positions.append(table.clone())
            actions.append((decision.seat, choice))
            lines.append(write_action(table, decision.seat, choice))
            table.act(decision.seat, choice)
    return Played(case, game, actions, lines, [*positions, table])


@st.composite
def any_game(draw: st.DrawFn) -> tuple[Game, int, int]:
    """A game with any options at all, a number of seats, and a seed."""
    entry = draw(st.sampled_from([FAMILIES[name] for name in FAMILIES]))
    options = {name: draw(st.sampled_from(entry.values(name)), label=name) for name in entry.names()}
    game = entry.build(options)
    return game, draw(st.sampled_from(list(game.seats)), label="seats"), draw(st.integers(0, 2**256 - 1), label="seed")
