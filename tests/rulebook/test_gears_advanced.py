"""Gears of Industry: the advanced game and where decks come from, GI-V1, GI-V10, GI-V17, and the rulings about them."""

from collections import Counter

import pytest

from techdeck.cards import code, face
from techdeck.decklists import PRESETS, parse
from techdeck.games.gears_of_industry import (
    HOME,
    LEFTOVERS,
    MARKET_DECK,
    MARKET_HOME,
    NEUTRAL,
    PICKED,
    POOL,
    Options,
    gears_of_industry,
)
from techdeck.table import EMPTY, IllegalAction, Table
from techdeck.views import View
from tests.rulebook.gears_tables import (
    act,
    at,
    check,
    everywhere,
    factory,
    hand,
    knowers,
    offered,
    paid,
    plain,
    points,
    start,
)
from tests.rulebook.tables import asked, at_random

ADVANCED = Options(game_mode="advanced", turn_cap=6)
TWICE = "2x 1-4K 2x 1-4S 2x 1-5T"
FIFTEEN = "1-13V 12-13S"
STANDARD = "1T 2T 3T 4T 5T 10T 11T 12T 13T 10-13K 10-13S 10-13V 2K 2S 2V 3S 3V"
THRIFTY = "1-7T 1-6K 1-6S 1-6V 7V"
MERCHANT = "1-5T 9-10T 2-5K 9-11K 2-5S 9-11S 2-6V"
LADDER = "1-8T 3-8K 3-8S 3-8V"


def picked(table: Table, side: int) -> list[str]:
    return sorted(plain(code(table.face[back])) for back in PICKED.of(table, side))


def listed(cards: str) -> list[str]:
    return sorted(code(number) for number in parse(cards).deck)


def market_cards(table: Table) -> list[int]:
    return [*MARKET_DECK.of(table), *[back for zone in NEUTRAL for back in zone.of(table) if back != EMPTY]]


def owner_of(table: Table, back: int) -> int:
    """The player from whose Tech Decks a card is."""
    return table.face[back] // (table.cards // table.sides)


# GI-V1


def test_gi_v1_basic_is_the_default_with_one_tech_deck_each_advanced_has_two() -> None:
    assert Options().game_mode == "basic"
    assert len(POOL.of(gears_of_industry().start(2, 0), 0)) == 52
    assert len(POOL.of(gears_of_industry(ADVANCED).start(2, 0), 0)) == 104


def test_gi_v1_the_basic_game_takes_no_market_cards() -> None:
    table = gears_of_industry().start(2, 0)
    with pytest.raises(IllegalAction, match="takes none"):
        table.act(0, f"deck 1-13K 1-13S market {FIFTEEN}")


def test_gi_v1_the_second_copy_of_a_face_is_another_card() -> None:
    table = at("hand 1: 5K 5K 3S\nfactory 1: 5T:R 5T:L\nM1 1: 6S 6S\nplay: enter, clash", options=ADVANCED)
    act(table, "1 5K M2", "1 matched by 5T", "1 5K' M2")
    assert paid(table, 1) == "5T 5T"
    assert factory(table, 1) == "5T:D 5T:U"
    check(table, {"M2 1": "5K 5K", "hand 1": "3S"})


def test_gi_v1_equal_faces_of_one_player_make_a_pair() -> None:
    table = at("M1 1: 6S 6S 2K\nM1 2: 6S 5V\nneutral M1: 9K 3V\nplay: clash", options=ADVANCED)
    assert hand(table, 1, 1) == "Pair (6,6,9,3,2)"
    act(table, "1 M1")
    assert points(table) == [1, 0]


@pytest.mark.parametrize("seats", [2, 4])
def test_gi_v1_gi_r58_homes_are_kept_in_a_whole_advanced_game(seats: int) -> None:
    for seed in range(3):
        table = gears_of_industry(ADVANCED).start(seats, seed)
        for seat in range(seats):
            table.act(seat, f"deck {TWICE} market {FIFTEEN}")
        homes = {int(table.face[back]): HOME.get(table, back) for back in everywhere(table) if HOME.get(table, back)}
        assert sorted(Counter(homes.values()).values()) == sorted([26] * seats + [15 * seats])
        for position in at_random(table, seed):
            now = {int(position.face[back]): HOME.get(position, back) for back in everywhere(position)
                   if HOME.get(position, back)}
            assert now == homes


# GI-V10


def test_gi_v10_chosen_is_the_default() -> None:
    assert Options().deck_source == "chosen"


@pytest.mark.parametrize(("name", "cards"), [
    ("merchant", MERCHANT), ("ladder", LADDER), ("standard", STANDARD), ("thrifty", THRIFTY),
])
def test_gi_v10_the_presets_are_these_decks(name: str, cards: str) -> None:
    table = gears_of_industry(Options(deck_source="preset")).start(2, 3)
    assert asked(table) == ["1 bring", "2 bring"]
    assert (name in offered(table, 1)) == (name in PRESETS)  # others are of older records
    act(table, f"1 {name}", "2 ladder")
    assert picked(table, 0) == listed(cards)
    assert len(listed(cards)) == 26
    assert len(market_cards(table)) == 30
    table = start(cards, THRIFTY)  # and a legal deck in the ordinary game
    assert picked(table, 0) == listed(cards)


def test_gi_v10_presets_are_picked_in_secret_at_the_same_time() -> None:
    one = gears_of_industry(Options(deck_source="preset")).start(2, 3)
    other = one.clone()
    act(one, "2 ladder")
    act(other, "2 merchant")
    assert asked(one) == ["1 bring"]
    assert View(one, 0).same_as(View(other, 0))


def test_gi_v10_random_decks_are_26_cards_dealt_uniformly_without_repair() -> None:
    often: Counter[str] = Counter()
    technology: Counter[int] = Counter()
    games = 150
    game = gears_of_industry(Options(deck_source="random"))
    for seed in range(games):
        table = game.start(2, seed)
        assert asked(table) == ["1 search", "2 search"]  # nobody chooses a deck
        for side in (0, 1):
            cards = picked(table, side)
            assert len(cards) == len(set(cards)) == 26
            assert all(owner_of(table, back) == side for back in PICKED.of(table, side))
            often.update(cards)
            technology[sum(card.endswith("T") for card in cards)] += 1
        assert all(knowers(table, back) == [1] for back in PICKED.of(table, 0))
    assert len(often) == 52
    assert all(abs(count - games) < 50 for count in often.values())  # each card in half of the 300 decks
    assert min(technology) < 5  # however few of a domain there are
    assert max(technology) > 8


@pytest.mark.parametrize("source", ["preset", "random"])
@pytest.mark.parametrize("contribution", ["chosen", "random"])
def test_gi_v10_in_such_advanced_games_the_15_market_cards_are_random(source: str, contribution: str) -> None:
    options = Options(game_mode="advanced", deck_source=source, market_contribution=contribution)
    check_random_contribution(options, ["merchant", "ladder"] if source == "preset" else [])


def check_random_contribution(options: Options, bring: list[str]) -> None:
    """Fifteen of each player's own, none of them Technology, and not always the same."""
    game = gears_of_industry(options)
    found: set[int] = set()
    for seed in range(20):
        table = game.start(2, seed)
        for seat, deck in enumerate(bring, 1):
            act(table, f"{seat} {deck}")
        market = market_cards(table)
        assert Counter(owner_of(table, back) for back in market) == {0: 15, 1: 15}
        assert not any(table.card(back).domain_number == 3 for back in market)
        assert all(HOME.get(table, back) == MARKET_HOME for back in market)
        assert len(LEFTOVERS.of(table)) == 2 * (104 - 26 - 15)
        found |= {int(table.face[back]) for back in market}
    assert len(found) > 60


# GI-V17


def test_gi_v17_gi_q6_chosen_is_the_default_and_asks_for_15_cards() -> None:
    assert Options().market_contribution == "chosen"
    table = gears_of_industry(ADVANCED).start(2, 0)
    with pytest.raises(IllegalAction, match="15 needed"):
        table.act(0, f"deck {TWICE}")


def test_gi_v17_random_takes_15_cards_of_each_by_chance() -> None:
    options = Options(game_mode="advanced", market_contribution="random")
    table = gears_of_industry(options).start(2, 0)
    with pytest.raises(IllegalAction, match="chance picks them"):
        table.act(0, f"deck {TWICE} market {FIFTEEN}")
    check_random_contribution(options, [f"deck {TWICE}"] * 2)


def test_gi_v17_it_means_nothing_in_the_basic_game() -> None:
    table = start(THRIFTY, THRIFTY, options=Options(market_contribution="random"))
    assert len(market_cards(table)) == 30


def test_gi_v17_gi_s28_nobody_knows_the_market_cards_of_others() -> None:
    table = start(*[f"deck {TWICE} market {FIFTEEN}"] * 2, options=ADVANCED)
    act(table, "1 pass", "2 pass")
    assert all(knowers(table, back) == [] for back in MARKET_DECK.of(table))
    # A card of player 2's that player 1 has not seen may be in the Market deck or not.
    theirs = face("6S''")
    assert all(View(table, 0).may_be[back] >> theirs & 1 for back in MARKET_DECK.of(table))
    assert all(not View(table, 1).may_be[back] >> theirs & 1 for back in MARKET_DECK.of(table))
