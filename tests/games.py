"""Every game under contract with its options, and random games of each.

A new game is one line in `FAMILIES`; its options are varied by themselves.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import cache, lru_cache
from itertools import zip_longest
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from techdeck import table as table_module
from techdeck.actions import write_action
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.table import CLOCK, Choice, Decision, Game, Table

# What options that are no bools can be.  Long matches are for other tests.
WORDS: Final[dict[str, list[object]]] = {
    "decks": [0, 1, 2],
    "tied_hands": ["share", "first_in_order"],
    "final_tiebreak": ["company_sum", "shared"],
    "suit_order": ["group_first", "rest_first", "high_card_first"],
    "wild_market": ["expel_after_use", "stay", "redeal"],
    "solo_placement": ["strong", "greedy", "player_places"],
    "chain_condition": ["opportunity_over", "effect_used"],
    "guard_lasts": ["full_round", "this_round"],
    "poker_effect_turn": ["any_turn", "first_turn"],
    "game": ["five_card_draw", "texas_holdem"],
    "deals": [3],
    "start_cards": ["even", "first"],
    "roles": ["random", "seat1_hacker", "seat2_hacker"],
    "tenth_card": ["keep", "discard"],
    "effect_pass": ["not_final", "final"],
    "used_mark_on": ["card", "player"],
    "ddos_alignment": ["low", "high"],
    "ddos_equal_pair": ["lower_domain", "higher_domain"],
    "ddos_surplus": ["per_card", "single"],
    "phish_reveal_chooser": ["hacker", "defender"],
    "upgraded_value_only": ["no_turn", "sideways"],
    "effects": ["on", "off"],
    "aid": ["notes", "answers", "full", "off"],
    "game_mode": ["basic", "advanced"],
    "target_points": [7, 2],
    "deck_source": ["chosen", "preset", "random"],
    "discard_rule": ["effect", "home", "zone"],
    "deck_rule": ["effect", "home"],
    "others_draw_from": ["own", "active"],
    "ties": ["every_card", "as_written"],
    "boost_choice": ["open", "hidden"],
    "skip_first_draw": ["first_player", "everyone"],
    "market_contribution": ["chosen", "random"],
    "end_check": ["turn", "round", "clash"],
    "turn_cap": [8, 3],
    "teams": ["random", "1 3 / 2 4", "2 / 3 1"],
    "team_control": ["together", "rotating_captain", "fixed_captain"],
    "solo_start": ["example", "choose", "random"],
    "unhappy_limits": ["4 3 2 2 1 1", "9 9 9 9 9 9"],
    "contest_domain_rule": ["top_card", "best_domain"],
    "final_domain_rule": ["best_card", "domain_count"],
    "refresh_reshuffle": ["draw_then_shuffle", "shuffle_together"],
    "replaced_customer_to": ["deck_bottom", "unhappy", "expel"],
    "individual_sides": ["teams", "players"],
    "max_rounds": [6, 3],
    "form": ["turn", "live"],
    "two_deck_ones": ["one_each", "two_each"],
    "spare_ones": ["shuffle", "remove"],
    "floor_counts": ["combined", "deck"],
    "wild_growth_chooser": ["offerer", "committer", "first_player"],
    "max_open_offers": [3, 1],
    "tie_window_ms": [250, 0],
    "stall_seconds": [60, 10],
    "stall_turns": [1, 2],
    "final_call_seconds": [0, 5],
    "choice_seconds": [10, 0],
    "phase_seconds": [0, 300],
    "talk": ["free", "structured", "none"],
    "offer_grammar": ["full", "simple"],
}
SHORTENED: Final[dict[str, object]] = {"deals": 3, "turn_cap": 8, "max_rounds": 6, "stall_turns": 1}

ONE_DECK_FEW_CARDS: Final = {"decks": 1, "reshuffle_merge": True, "draw_to_three": True}
SECRETS: Final = {"secret_hand_commit": True, "bidding": True, "bare_line_hands": True, "loser_redraw_per_card": True}
WILDS: Final = {"wild_market": "redeal", "wild_hand_effect": True, "wild_declared": True, "decks": 2}
EVERYTHING_ELSE: Final = {
    "market_refill_first": True, "chain_condition": "effect_used", "five_of_a_kind": True,
    "solo_placement": "player_places", "tied_hands": "first_in_order", "bidding": True, "loser_redraw_per_card": True,
}
HOLDEM: Final = {"game": "texas_holdem"}
OTHER_ANSWERS: Final = {
    "count_includes_revealed": False, "upgraded_value_only": "sideways", "suit_mark_when_value_absent": False,
    "lock_can_downgrade": True, "phish_reveal_chooser": "defender",
}
OTHER_FRONTS: Final = {
    "defender_arranges_password": True, "show_all_on_settle": False, "effect_pass": "final", "used_mark_on": "player",
    "reshuffle_merge": False, "ddos_alignment": "high", "ddos_surplus": "single", "ddos_equal_pair": "higher_domain",
}
BY_PLACE: Final = {"game_mode": "advanced", "discard_rule": "zone", "reshuffle_merge": True, "boost_choice": "hidden"}
OPEN_TEAMS: Final = {
    "team_open_hands": True, "game_mode": "advanced", "market_contribution": "random", "discard_rule": "home",
    "start_search_shown": False,
}
OTHER_CLASHES: Final = {
    "deck_source": "preset", "boost_choice": "hidden", "rotate_after_each_clash": True, "require_market_card": True,
    "end_check": "round", "points_before_sum": False,
}
TO_THE_LETTER: Final = {
    "ties": "as_written", "end_check": "clash", "others_draw_from": "active", "deck_rule": "effect",
    "reshuffle_merge": True,
}
HOMEWARD: Final = {"discard_rule": "home", "deck_rule": "home", "ask_everything": True}  # as rules 1 played
MANY_UNHAPPY: Final = "9 9 9 9 9 9"  # so that games last
LONG_TEAMS: Final = {
    "unhappy_limits": MANY_UNHAPPY, "venture_owner_consent": True, "committed_effects_usable": True,
    "venture_symbol_required": False, "wild_replaced": False,
}
OWN_DECKS: Final = {
    "individual_decks": True, "individual_sides": "players", "unhappy_limits": MANY_UNHAPPY,
    "effect_use_exhausts_card": True,
}
OWN_DECKS_IN_TEAMS: Final = {
    "individual_decks": True, "individual_keep_low_customers": True,
    "refresh_reshuffle": "shuffle_together", "wild_replaced": False,
}
DRAFTED_DECKS: Final = {"individual_decks": True, "individual_draft": True, "unhappy_limits": MANY_UNHAPPY}

LIVE: Final = {"form": "live", "abort_keeps_offer": True, "final_call_seconds": 5, "phase_seconds": 300}
LIVE_WHISPERS: Final = {"form": "live", "private_trades": True, "private_offers": True, "choice_seconds": 0}
LIVE_LATE: Final = {"form": "live", "late_give_choice": True, "wild_growth_chooser": "committer", "max_open_offers": 1}
LIVE_SIMPLE: Final = {"form": "live", "offer_grammar": "simple", "talk": "structured", "private_offers": True}
TURN_WHISPERS: Final = {
    "private_trades": True, "private_offers": True, "late_give_choice": True, "manual_groups": True,
    "wild_growth_chooser": "first_player",
}
TWO_EACH: Final = {
    "two_deck_ones": "two_each", "reshuffle_merge": True, "wild_growth_extra": True, "wild_taken_redraw": False,
    "floor_counts": "deck", "pause_check_at_start": False, "auto_trim": True,
}


IS_COMPILED: Final = not (table_module.__file__ or ".py").endswith(".py")
IS_SOAK: Final = bool(os.environ.get("TECHDECK_SOAK"))
HAS_ALL_OPTIONS: Final = IS_COMPILED or IS_SOAK  # see `cases`


class Family:
    """A game: its options, how to make it, and which combinations of options are tried besides each alone."""

    def __init__(
        self, options: type[Any], make: Callable[[Any], Game], combinations: Sequence[Mapping[str, object]],
        words: Mapping[str, list[object]] | None = None,
    ) -> None:
        self.options: Final = options
        self.make: Final = make
        self.combinations: Final = combinations
        self.words: Final = {**WORDS, **(words or {})}  # those that mean something else in this game
        self.shortened: Final = {name: value for name, value in SHORTENED.items() if name in self.names()}

    def names(self) -> list[str]:
        return [field.name for field in fields(self.options)]

    def values(self, option: str) -> list[object]:
        return self.words.get(option, [False, True])

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
    "cyber defense": Family(
        cyber_defense.Options, cyber_defense.cyber_defense, [OTHER_ANSWERS, OTHER_FRONTS]),
    "gears of industry": Family(
        gears_of_industry.Options, gears_of_industry.gears_of_industry,
        [BY_PLACE, OPEN_TEAMS, OTHER_CLASHES, TO_THE_LETTER, HOMEWARD],
        {"suit_order": ["group_first", "rest_first"]}),
    "peer to peer": Family(
        peer_to_peer.Options, peer_to_peer.peer_to_peer,
        [LONG_TEAMS, OWN_DECKS, OWN_DECKS_IN_TEAMS, DRAFTED_DECKS]),
    "tech exchange": Family(
        tech_exchange.Options, tech_exchange.tech_exchange,
        [LIVE, LIVE_WHISPERS, LIVE_LATE, LIVE_SIMPLE, TURN_WHISPERS, TWO_EACH]),
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


def can_be_lost_by_all(game: Game) -> bool:
    """[PP-E1]"""
    return game.name == "peer to peer"


@cache
def game_of(family: str, variant: int) -> Game:
    return FAMILIES[family].build(FAMILIES[family].variants()[variant])


def cases(all_options: bool = HAS_ALL_OPTIONS) -> list[Case]:
    """The default and other games at every number of seats, and each other variant at one, all of them in turn.

    A soak (`make soak`) tries each variant at two.  On the sources, which are slow, others than the default are
    left to the compiled build, unless it is a soak.
    """
    found = []
    for family, entry in FAMILIES.items():
        for variant, changed in enumerate(entry.variants()):
            is_form = list(changed) in (["game"], ["form"])
            if changed and not is_form and not all_options:
                continue
            seats = list(game_of(family, variant).seats)
            chosen = [seats[(variant + n * 3) % len(seats)] for n in range(2 if IS_SOAK else 1)]
            if variant == 0 or is_form:
                chosen = seats
            if any(name.startswith("solo_") for name in changed):
                chosen = [1, *chosen[1:]]
            if {"teams_4p", "team_open_hands"} & set(changed):
                chosen = [4]
            if {"two_deck_ones", "spare_ones"} & set(changed):
                chosen = [5, 6] if IS_SOAK else [5 + variant % 2]
            found += [Case(family, variant, number, 100 * variant + number) for number in dict.fromkeys(chosen)]
    return found


CASES: Final = cases()


def asked_at_random(table: Table, rng: Random) -> Decision:
    """One of those who are asked; where the clock is among them, time passes slowly."""
    seats = [decision for decision in table.pending if decision.seat != CLOCK]
    if seats and len(seats) < len(table.pending) and rng.random() < 0.9:
        return rng.choice(seats)
    return rng.choice(table.pending)


def play_at_random(table: Table, rng: Random) -> None:
    """One random action."""
    decision = asked_at_random(table, rng)
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
        decision = asked_at_random(table, rng)
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
