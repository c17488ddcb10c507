"""Gears of Industry: components, zones and setup, GI-S1 to GI-S35, and the rulings about them."""

from collections import Counter

import pytest

from techdeck.cards import DECK_SIZE, code, face
from techdeck.decklists import compact, parse
from techdeck.effects import draw
from techdeck.events import Moved
from techdeck.games.gears_of_industry import (
    BOOSTED,
    CLASH,
    DECK,
    DISCARD,
    EXPELLED,
    FACTORY,
    HAND,
    HOME,
    LEFTOVERS,
    MARKET_DECK,
    MARKET_DISCARD,
    MARKET_HOME,
    NEUTRAL,
    PAID,
    PICKED,
    POINTS,
    POOL,
    SPOTS,
    TURN,
    Options,
    gears_of_industry,
)
from techdeck.table import EMPTY, PASS, IllegalAction, Table, Zone
from techdeck.views import View
from tests.rulebook.gears_tables import (
    AFTER_ENTRY,
    act,
    at,
    boosted,
    check,
    deck_with,
    everywhere,
    factory,
    home_of,
    in_order,
    knowers,
    lies,
    offered,
    paid,
    plain,
    points,
    start,
)
from tests.rulebook.tables import asked, at_random, these

ADVANCED = Options(game_mode="advanced")
STANDARD = "2K 10-13K 2-3S 10-13S 1-5T 10-13T 2-3V 10-13V"
THRIFTY = "1-6K 1-6S 1-7T 1-7V"
NO_TECHNOLOGY = "1-13K 1-13S"
TWICE = "2x 1-4K 2x 1-4S 2x 1-5T"  # 26 cards for the advanced game
FIFTEEN = "1-13V 12-13S"


def brought(seats: int = 2, seed: int = 0, options: Options | None = None) -> Table:
    """Everybody has brought the deck `thrifty`."""
    return start(*[THRIFTY] * seats, options=options or Options(), seed=seed)


def set_up_to_play(seats: int = 2, seed: int = 0) -> Table:
    """A game of a few turns after setup, in which nobody has searched."""
    table = brought(seats, seed, Options(turn_cap=8))
    for seat in range(seats):
        table.act(seat, PASS)
    return table


def faces_in(table: Table, zone: Zone, side: int = 0) -> list[str]:
    return sorted(plain(code(table.face[back])) for back in zone.of(table, side) if back != EMPTY)


def listed(cards: str) -> list[str]:
    return sorted(code(number) for number in parse(cards).deck)


# Components and zones


@pytest.mark.parametrize(("options", "size", "copies"), [(Options(), 52, 1), (ADVANCED, 104, 2)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_s1_gi_q1_gi_q2_each_player_has_one_tech_deck_or_two_without_wild_cards(
    options: Options, size: int, copies: int, seats: int,
) -> None:
    table = gears_of_industry(options).start(seats, 0)
    one_deck = [f"{value}{letter}" for letter in "KSTV" for value in range(1, 14)]
    for side in range(seats):
        assert len(POOL.of(table, side)) == size
        assert faces_in(table, POOL, side) == sorted(one_deck * copies)
        assert all(knowers(table, back) == [side + 1] for back in POOL.of(table, side))
    assert table.cards == DECK_SIZE * copies * seats


def test_gi_s2_nobody_knows_the_order_of_a_deck_only_its_owner_the_list() -> None:
    table = set_up_to_play()
    for side in (0, 1):
        assert len(DECK.of(table, side)) == 22
        assert all(knowers(table, back) == [] for back in DECK.of(table, side))
    own, other = View(table, 0), View(table, 1)
    assert sorted(code(number) for number in own.remembered(DECK, 0)) == faces_in(table, DECK, 0)
    pool = {54 * 0 + face(f"{value}{letter}") for letter in "KSTV" for value in range(1, 14)}
    for back in DECK.of(table, 0):
        may_be = {number for number in range(table.cards) if other.may_be[back] >> number & 1}
        assert may_be <= pool
        assert {face("13K"), face("13T"), face("1T")} <= may_be  # for all player 2 knows, 13K may have been built in
    assert len(other.cards(DECK, 0)) == len(DECK.of(table, 0))  # the count is public


def test_gi_s2_the_deck_is_drawn_from_the_top() -> None:
    table = at("turns played: 2\ndeck 1: 5K 4K 3K\nhand 1: 1T\nplay: draw, factory")
    assert (lies(table, "hand 1"), in_order(table, "deck 1")) == (these("1T 5K"), ["4K", "3K"])


def test_gi_s3_gi_q67_the_discard_is_public_and_the_newest_card_is_on_top() -> None:
    table = at("hand 1: 1K 2K 3K 4K 5K 6K 7K 8K 9K\ndiscard 1: 10K\nplay: discard, discard")
    act(table, "1 4K", "1 2K")
    assert in_order(table, "discard 1") == ["10K", "4K", "2K"]
    assert all(knowers(table, back) == [1, 2, 3] for back in DISCARD.of(table, 0))
    assert [code(number) for number in View(table, 1).known(DISCARD, 0)] == ["10K", "4K", "2K"]


def test_gi_s4_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    table = set_up_to_play(3)
    for side in range(3):
        assert all(knowers(table, back) == [side + 1] for back in HAND.of(table, side))
        assert all(len(View(table, seer).cards(HAND, side)) == len(HAND.of(table, side)) for seer in range(4))


def test_gi_s4_gi_r51_a_hand_has_no_limit_before_the_end_of_the_turn() -> None:
    table = at(
        "hand 1: 1K 2K 3K 4K 5K 6K 7K\nM1 1: 8K\ndeck 1: 9K 10K 11K 12K\nplay: effect, clash, discard",
        texts={"8K": draw(4).rule})
    act(table, "1 8K")
    assert (len(lies(table, "hand 1")), asked(table)) == (11, ["1 discard"])


def test_gi_s5_factories_hold_technology_only_and_any_number_of_it() -> None:
    for seed in range(4):
        for table in at_random(set_up_to_play(2 + seed % 3, seed), seed):
            for side in range(table.sides):
                assert all(table.card(back).domain_number == 3 for back in FACTORY.of(table, side))
                assert all(knowers(table, back) == [*range(1, table.sides + 2)] for back in FACTORY.of(table, side))
    table = at("hand 1: 12T\nfactory 1: 1T:U 2T:R 3T:D 4T:L 5T:U 6T:U 7T:U 8T:U 9T:U 10T:U 11T:U\nplay: factory")
    act(table, "1 12T left")
    assert factory(table, 1).split()[:4] == ["1T:U", "2T:R", "3T:D", "4T:L"]
    assert factory(table, 1).endswith("12T:L")


def test_gi_s6_gi_s7_gi_s8_gi_q23_markets_hold_up_to_3_own_and_2_neutral_cards_and_no_technology() -> None:
    for seed in range(6):
        for table in at_random(set_up_to_play(2 + seed % 3, seed), seed):
            for zone in SPOTS:
                for side in range(table.sides):
                    assert len(zone.of(table, side)) <= 3
                    assert all(table.card(back).domain_number != 3 for back in zone.of(table, side))
                    assert all(knowers(table, back) == [*range(1, table.sides + 2)] for back in zone.of(table, side))
            for zone in NEUTRAL:
                assert len(zone.of(table)) == 2
                assert all(back == EMPTY or table.card(back).domain_number != 3 for back in zone.of(table))
            for zone in (MARKET_DECK, MARKET_DISCARD):
                assert all(table.card(back).domain_number != 3 for back in zone.of(table))


def test_gi_s8_nobody_knows_anything_of_the_market_deck_but_that_it_holds_no_technology() -> None:
    table = set_up_to_play()
    assert all(knowers(table, back) == [] for back in MARKET_DECK.of(table))
    technology = sum(1 << number for number in range(table.cards)
                     if number % 54 < 52 and code(number).partition("'")[0][-1] == "T")
    for side in range(3):
        view = View(table, side)
        assert len(view.cards(MARKET_DECK)) == 26
        for back in MARKET_DECK.of(table):
            assert view.may_be[back] & technology == 0
            assert view.may_be[back].bit_count() > 26
    # Player 1 knows which of the own cards stayed out of the deck, but not which of player 2's did.
    theirs = face("1K'")
    assert all(View(table, 0).may_be[back] >> theirs & 1 for back in MARKET_DECK.of(table))
    assert all(not View(table, 1).may_be[back] >> theirs & 1 for back in MARKET_DECK.of(table))


def test_gi_s9_the_market_discard_is_public_and_the_newest_card_is_on_top() -> None:
    table = at("""
        M1 1: 2K 3K 4K
        neutral M1: 13K 12V
        market discard: 9V
        market deck: 1S 2S
        play: clash
    """)
    act(table, "1 M1", "2 2K", "2 12V")
    assert in_order(table, "market discard") == ["9V", "12V"]
    assert all(knowers(table, back) == [1, 2, 3] for back in MARKET_DISCARD.of(table))


def test_gi_s10_gi_s21_wild_cards_are_out_of_the_game_openly_and_leftovers_unseen() -> None:
    table = set_up_to_play(3)
    assert faces_in(table, EXPELLED) == these("W1 W2 W1 W2 W1 W2")
    assert all(knowers(table, back) == [1, 2, 3, 4] for back in EXPELLED.of(table))
    assert LEFTOVERS.of(table)
    assert all(knowers(table, back) == [] for back in LEFTOVERS.of(table))
    others = [back for back in everywhere(table) if back not in EXPELLED.of(table)]
    assert not any(table.card(back).is_wild for back in others)


def test_gi_s11_gi_s35_everything_starts_empty_and_at_0() -> None:
    table = set_up_to_play(4)
    assert points(table) == [0, 0, 0, 0]
    assert (TURN.get(table), CLASH.get(table)) == (0, 0)
    for side in range(4):
        for zone in (FACTORY, DISCARD, *SPOTS):
            assert zone.of(table, side) == []
    assert MARKET_DISCARD.of(table) == []
    assert POINTS.of(table) == [0] * 4
    view = View(table, 4)  # all of it is public
    assert [view.tally(POINTS, side) for side in range(4)] == [0, 0, 0, 0]
    assert view.first == table.first


def test_gi_s12_every_card_has_a_home_that_never_changes() -> None:
    for seed in range(6):
        table = set_up_to_play(2 + seed % 3, seed)
        homes = {}
        for side in range(table.sides):
            for back in [*DECK.of(table, side), *HAND.of(table, side)]:
                assert HOME.get(table, back) == side + 1
                homes[table.face[back]] = side + 1
        for back in [*MARKET_DECK.of(table), *[back for zone in NEUTRAL for back in zone.of(table)]]:
            assert HOME.get(table, back) == MARKET_HOME
            homes[table.face[back]] = MARKET_HOME
        assert list(Counter(homes.values()).values())[:table.sides] == [26] * table.sides
        assert Counter(homes.values())[MARKET_HOME] == 30
        for position in at_random(table, seed):
            for back in everywhere(position):
                if position.face[back] in homes:
                    assert HOME.get(position, back) == homes[position.face[back]]


def test_gi_s12_equal_faces_of_different_players_are_different_cards() -> None:
    table = at("hand 1: 9K\nhand 2: 9K\nneutral M1: 8K 8K\nM1 1: 10V@M\nplay: enter")
    assert [home_of(table, "9K", f"hand {seat}") for seat in (1, 2)] == [1, 2]
    assert home_of(table, "10V") == "Market"
    assert {HOME.get(table, back) for back in NEUTRAL[0].of(table)} == {MARKET_HOME}
    assert len(set(table.face)) == table.cards


def test_gi_s13_gi_r52_marks_are_public_and_erased_at_the_end_of_the_turn() -> None:
    table = at(f"""
        turns played: 2
        factory 1: 3T:R 4T:U
        hand 1: 3K
        M1 1: 5K 5S
        play: enter, {AFTER_ENTRY}, turns
    """)
    act(table, "1 3K M1", "1 matched by 3T")
    act(table, "1 M1", "1 4T")
    assert (paid(table, 1), boosted(table, 1)) == ("3T", "4T")
    for side in range(3):
        view = View(table, side)
        assert view.mark(PAID, face("3T"))
        assert view.mark(BOOSTED, face("4T"))
    while TURN.get(table) == 2:
        act(table, f"{asked(table)[0][0]} {'pass' if 'pass' in offered(table) else offered(table)[0]}")
    assert (paid(table, 1), boosted(table, 1)) == ("", "")


def test_gi_s14_nothing_on_the_table_is_ever_face_down() -> None:
    hidden = {DECK.name, MARKET_DECK.name, LEFTOVERS.name, HAND.name, POOL.name, PICKED.name, "held", "passing"}
    for seed in range(6):
        for table in at_random(set_up_to_play(2 + seed % 3, seed), seed + 50):
            for zone in table.game.zones:
                if zone.name not in hidden:
                    for side in range(1 if zone.shared else table.sides):
                        assert all(table.knows(table.sides, back) for back in zone.of(table, side) if back != EMPTY)


# Setup


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_gi_s20_gi_v9_two_to_four_can_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        gears_of_industry().start(seats, 0)
    for number in (2, 3, 4):
        assert gears_of_industry().start(number, 0).sides == number


def test_gi_s22_all_bring_a_deck_at_the_same_time_and_in_secret() -> None:
    table = gears_of_industry().start(3, 0)
    assert asked(table) == ["1 bring", "2 bring", "3 bring"]
    table.act(2, compact(parse(THRIFTY)))
    assert asked(table) == ["1 bring", "2 bring"]
    one, other = table.clone(), gears_of_industry().start(3, 0)
    other.act(2, compact(parse(STANDARD)))
    for side in (0, 1, 3):
        assert View(one, side).same_as(View(other, side))  # nobody can tell which deck it was
    assert len(POOL.of(table, 2)) == 52
    table.act(0, compact(parse(THRIFTY)))
    table.act(1, compact(parse(STANDARD)))
    assert [faces_in(table, PICKED, side) for side in range(3)] == [listed(THRIFTY), listed(STANDARD), listed(THRIFTY)]


def test_gi_s22_gi_q7_the_list_stays_a_secret() -> None:
    one, other = start(THRIFTY, NO_TECHNOLOGY), start(THRIFTY, STANDARD)
    for table in (one, other):
        assert all(knowers(table, back) == [2] for back in PICKED.of(table, 1))
    sets = [{View(table, 0).may_be[back] for back in PICKED.of(table, 1)} for table in (one, other)]
    pool = sum(1 << number for number in range(54, 54 + 52))
    assert all(len(found) == 1 for found in sets)
    for table, (found,) in zip((one, other), sets, strict=True):
        opened = sum(1 << table.face[back] for zone in NEUTRAL for back in zone.of(table))
        assert found | opened & pool == pool  # it may be anything that was not seen in the markets


@pytest.mark.parametrize(("deck", "fault"), [
    ("1-12K 1-13S", "25 cards, 26 needed"), ("1-13K 1-13S 1V", "27 cards, 26 needed"),
    ("1-13K 1-12S W1", "W1 is a wild card"), ("1-13K 1-12S 1K", "1K twice"), ("", "no cards"),
])
def test_gi_s22_gi_s23_a_deck_has_26_different_cards_of_the_own_pool(deck: str, fault: str) -> None:
    table = gears_of_industry().start(2, 0)
    with pytest.raises(IllegalAction, match=fault):
        table.act(0, f"deck {deck}")
    assert asked(table) == ["1 bring", "2 bring"]


@pytest.mark.parametrize("deck", [NO_TECHNOLOGY, "1-13T 1-13V", STANDARD, THRIFTY, "1-13K 1-13T"])
def test_gi_s22_gi_q4_any_mix_is_legal(deck: str) -> None:
    table = start(deck, THRIFTY)
    assert faces_in(table, PICKED, 0) == listed(deck)
    act(table, "1 pass", "2 pass")
    assert len(DECK.of(table, 0)) + len(HAND.of(table, 0)) == 26


def test_gi_s23_two_of_a_face_in_the_advanced_game_and_26_technology_cards() -> None:
    table = start(f"deck {TWICE} market {FIFTEEN}", f"deck 2x 1-13T market {FIFTEEN}", options=ADVANCED)
    assert faces_in(table, PICKED, 0) == listed(TWICE)
    assert faces_in(table, PICKED, 1) == listed("2x 1-13T")
    assert len({table.face[back] for back in PICKED.of(table, 0)}) == 26  # two cards, not one twice
    table = gears_of_industry(ADVANCED).start(2, 0)
    with pytest.raises(IllegalAction, match="5T three times"):
        table.act(0, f"deck 2x 1-4K 2x 1-4S 2x 1-4T 5T 5T 5T market {FIFTEEN}")


def test_gi_q3_both_players_may_hold_the_same_faces() -> None:
    table = start(THRIFTY, THRIFTY)
    assert faces_in(table, PICKED, 0) == faces_in(table, PICKED, 1) == listed(THRIFTY)


@pytest.mark.parametrize(("seats", "together"), [(2, [[1], [2]]), (3, [[1], [2], [3]]), (4, [[1, 3], [2, 4]])])
def test_gi_s24_four_play_as_two_teams_others_alone(seats: int, together: list[list[int]]) -> None:
    for team in together:
        score = " ".join("7" if seat == team[0] else "0" for seat in range(1, seats + 1))
        table = at(f"points: {score}\nplay: clean-up, turns", seats)
        assert [side + 1 for side in table.game.winners(table)] == team


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_s25_gi_q11_the_first_player_is_drawn_uniformly_among_all_seats(seats: int) -> None:
    game = gears_of_industry()
    count = Counter(game.start(seats, seed).first for seed in range(300))
    assert sorted(count) == list(range(seats))
    assert all(abs(number - 300 / seats) < 45 for number in count.values())


def test_gi_s25_the_first_player_has_the_first_turn() -> None:
    for seed in range(8):
        table = set_up_to_play(4, seed)
        assert TURN.get(table) == 0
        assert [decision.seat for decision in table.pending] == [table.first]


def unpicked(deck: str) -> list[str]:
    """Cards that are no Technology and not in a deck."""
    return [f"{value}{letter}" for letter in "KSV" for value in range(1, 14) if f"{value}{letter}" not in listed(deck)]


def test_gi_s26_gi_s29_30_random_cards_of_those_nobody_picked() -> None:
    available = sorted(unpicked(THRIFTY) + unpicked(STANDARD) + unpicked(NO_TECHNOLOGY))
    often: Counter[int] = Counter()
    for seed in range(60):
        table = start(THRIFTY, STANDARD, NO_TECHNOLOGY, seed=seed)
        market = [*MARKET_DECK.of(table), *[back for zone in NEUTRAL for back in zone.of(table)]]
        assert len(market) == 30
        left = [plain(code(table.face[back])) for back in LEFTOVERS.of(table) if table.card(back).domain_number != 3]
        assert sorted([plain(code(table.face[back])) for back in market] + left) == available
        technology = [back for back in LEFTOVERS.of(table) if table.card(back).domain_number == 3]
        assert len(technology) == 39 - 7 - 9
        often.update(table.face[back] for back in market)
    assert len(often) == len(available)  # each of them can get into the Market deck
    assert max(often.values()) < 60  # and none is sure to


def test_gi_s26_the_market_deck_is_shuffled() -> None:
    tops = {in_order(start(NO_TECHNOLOGY, NO_TECHNOLOGY, seed=seed), "market deck")[0] for seed in range(40)}
    assert len(tops) > 7  # of the 13 faces that there are


@pytest.mark.parametrize(("technology", "size"), [((0, 0), 26), ((1, 2), 29), ((2, 2), 30), ((3, 0), 29), ((4, 0), 30),
                                                  ((13, 13), 30)])
def test_gi_s27_gi_q5_if_there_are_fewer_than_30_all_of_them(technology: tuple[int, int], size: int) -> None:
    table = start(deck_with(technology[0]), deck_with(technology[1]))
    assert len(MARKET_DECK.of(table)) + 4 == size
    if size < 30:
        assert all(table.card(back).domain_number == 3 for back in LEFTOVERS.of(table))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_s28_gi_q6_in_the_advanced_game_each_player_picks_15_market_cards(seats: int) -> None:
    table = start(*[f"deck {TWICE} market {FIFTEEN}"] * seats, options=ADVANCED)
    market = [*MARKET_DECK.of(table), *[back for zone in NEUTRAL for back in zone.of(table)]]
    assert sorted(plain(code(table.face[back])) for back in market) == sorted(listed(FIFTEEN) * seats)
    assert all(HOME.get(table, back) == MARKET_HOME for back in market)
    assert len(LEFTOVERS.of(table)) == seats * (104 - 26 - 15)


def test_gi_s28_the_market_cards_are_picked_in_secret() -> None:
    table = start(*[f"deck {TWICE} market {FIFTEEN}"] * 2, options=ADVANCED)
    assert all(knowers(table, back) == [] for back in MARKET_DECK.of(table))
    one, other = gears_of_industry(ADVANCED).start(2, 0), gears_of_industry(ADVANCED).start(2, 0)
    one.act(0, compact(parse(f"deck {TWICE} market {FIFTEEN}")))
    other.act(0, compact(parse(f"deck {TWICE} market 1-13V 10-11S")))
    assert View(one, 1).same_as(View(other, 1))


@pytest.mark.parametrize(("market", "fault"), [
    ("1-13V", "13 market cards, 15 needed"), ("1-13V 11-13S", "16 market cards, 15 needed"),
    ("1-13V 13S 6T", "6T is Technology"), ("1-13V 1K 13S", "1K three times"), ("", "no market cards, 15 needed"),
])
def test_gi_s28_gi_q6_exactly_15_of_the_own_unpicked_cards_that_are_no_technology(market: str, fault: str) -> None:
    table = gears_of_industry(ADVANCED).start(2, 0)
    with pytest.raises(IllegalAction, match=fault):
        table.act(1, f"deck {TWICE} market {market}")


def test_gi_s29_leftovers_leave_the_game_unseen() -> None:
    table = set_up_to_play()
    view = View(table, 0)
    assert view.known(LEFTOVERS) == []
    for position in at_random(table, 3):
        assert len(LEFTOVERS.of(position)) == 104 - 52 - 30


def test_gi_s30_the_top_four_market_cards_two_into_m1_then_two_into_m2() -> None:
    table = start(THRIFTY, STANDARD, listen=True)
    assert table.log is not None
    moves = [(event.back, event.target) for event in table.log
             if isinstance(event, Moved) and event.source == "market deck"]
    assert [target for _, target in moves] == ["neutral M1", "neutral M1", "neutral M2", "neutral M2"]
    assert [back for back, _ in moves] == [*NEUTRAL[0].of(table), *NEUTRAL[1].of(table)]
    assert all(knowers(table, back) == [1, 2, 3] for back, _ in moves)


@pytest.mark.parametrize(("deck", "sets"), [
    ("1-13K 1-13S", 1), ("1-13K 1-12S 5T", 2), ("1-13K 1-11S 5-6T", 2), ("1-13K 1-10S 1-3T", 8),
    (THRIFTY, 1 + 5 + 10 + 10),
])
def test_gi_s31_gi_q8_up_to_three_technology_cards_of_value_5_or_less(deck: str, sets: int) -> None:
    table = start(deck, THRIFTY)
    found = offered(table, 1)
    assert len(found) == len(set(found)) == sets
    assert "pass" in found
    for text in found:
        words = [] if text == "pass" else text.split()
        assert len(words) == len(set(words)) <= 3
        assert all(word in ["1T", "2T", "3T", "4T", "5T"] and word in listed(deck) for word in words)


def test_gi_s31_gi_q9_the_cards_found_are_in_hand_and_four_are_drawn_besides() -> None:
    table = start(THRIFTY, THRIFTY)
    act(table, "1 2T 4T 5T", "2 1T")
    assert [len(HAND.of(table, side)) for side in (0, 1)] == [7, 5]
    assert {"2T", "4T", "5T"} <= set(lies(table, "hand 1"))
    assert "1T" in lies(table, "hand 2")
    assert not {"2T", "4T", "5T"} & set(lies(table, "deck 1"))


def test_gi_s32_gi_q10_all_search_at_the_same_time_and_then_show_what_they_found() -> None:
    table = start(THRIFTY, THRIFTY, listen=True)
    assert asked(table) == ["1 search", "2 search"]
    other = table.clone()
    act(table, "2 2T 4T")
    act(other, "2 pass")
    assert View(table, 0).same_as(View(other, 0))  # nothing is seen before all have chosen
    assert len(PICKED.of(table, 1)) == 26
    act(table, "1 5T")
    view = View(table, 0)
    assert {face("2T'"), face("4T'")} == set(view.remembered(HAND, 1))  # shown
    assert {face("5T")} == set(View(table, 2).remembered(HAND, 0))
    for back in HAND.of(table, 1):
        assert knowers(table, back) == [2]  # and hidden again: nobody can tell behind which back


def test_gi_s33_the_rest_of_the_deck_is_shuffled() -> None:
    tops, seconds = set(), set()
    for seed in range(40):
        table = brought(2, seed)
        act(table, "1 1T", "2 pass")
        assert DISCARD.of(table, 0) == DISCARD.of(table, 1) == []
        assert sorted(lies(table, "deck 1") + lies(table, "hand 1")) == listed(THRIFTY)
        tops.add(in_order(table, "deck 1")[0])
        seconds.add(in_order(table, "deck 2")[0])
    assert len(tops) > 12
    assert len(seconds) > 12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_s34_each_player_draws_four_cards_from_the_own_deck(seats: int) -> None:
    table = brought(seats)
    choices = ["1T 2T 3T", "pass", "4T", "1T 5T"][:seats]
    for seat, choice in enumerate(choices, 1):
        act(table, f"{seat} {choice}")
    found = [3, 0, 1, 2][:seats]
    for side in range(seats):
        count = len(HAND.of(table, side))
        assert count == found[side] + 4
        assert 4 <= count <= 7
        assert len(DECK.of(table, side)) == 26 - count
        assert all(HOME.get(table, back) == side + 1 for back in HAND.of(table, side))


def test_gi_s35_the_first_turn_begins_with_t2() -> None:
    table = start("1-13T 1-13V", "1-13T 1-13V")
    act(table, "1 1T", "2 1T")
    assert asked(table) == [f"{table.first + 1} build"]
    check(table, {"factory 1": "", "factory 2": "", "M1 1": "", "M2 1": "", "M1 2": "", "M2 2": ""})
