"""The casual bot of Gears of Industry: each rule of thumb in a position, and how well it plays."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.bots import bot, play_out
from techdeck.bots.gears_of_industry import Board, CasualGears, Hands, matches, points, promise
from techdeck.bots.measure import main, measure, seated, teams
from techdeck.decklists import PRESETS, parse
from techdeck.games.gears_of_industry import NO_HAND, Options, gears_of_industry
from techdeck.poker import STANDARD, STRAIGHT, category
from techdeck.table import EMPTY, Table
from techdeck.views import View
from tests.bots.test_bots import Watched, answers_only_what_it_sees, views_lead_to_no_table, watched_game
from tests.games import FAMILIES, game_of
from tests.rulebook.gears_tables import act, at, factory, general, lies, plain, ranked
from tests.rulebook.tables import asked

GAME = gears_of_industry()
FAMILY = FAMILIES["gears of industry"]


def casual_choice(table: Table, seat: int = 1, seed: int = 1) -> str:
    """What a casual bot does, in words; seats from one."""
    decision = table.decision_of(seat - 1)
    assert decision is not None, asked(table)
    choice = CasualGears(Random(seed)).choose(View(table, seat - 1), decision)
    assert choice is not None
    assert choice in decision
    return plain(decision.text(table, seat - 1, choice))


def play_on(table: Table, *verbs: str) -> list[str]:
    """Let casual bots play until somebody is asked for one of some things; what was done."""
    found = []
    while table.pending and table.pending[0].verb not in verbs:
        seat = table.pending[0].seat + 1
        found.append(f"{seat} {table.pending[0].verb} {casual_choice(table, seat)}")
        act(table, f"{seat} {casual_choice(table, seat)}")
    return found


def board(table: Table, seat: int = 1) -> Board:
    return Board(table, seat - 1, Hands(STANDARD))


# Hands and boards

def test_a_hand_is_worth_what_the_rules_give_and_promises_the_more_the_better_it_is() -> None:
    rising = ["2K 3S 5V", "13K 7S 6V", "5K 5S 8V 3K 2T", "6K 6S 8V 8K 4T", "7K 7S 7V 2K 5T", "5K 6S 7V 8K 9T",
              "2S 5S 7S 10S 13S", "5K 5S 5V 12K 12T", "2K 2S 2T 2V 8K", "9V 10V 11V 12V 13V"]
    keys = [STANDARD.rank([4 * value + domain for domain, value in faces(cards)]) for cards in rising]
    assert [promise(key) for key in keys] == sorted(promise(key) for key in keys)
    assert promise(NO_HAND) == 0
    for key, cards in zip(keys, rising, strict=True):
        assert points(key) == (2 if ranked(cards)[0] >= STRAIGHT else 1)
        assert category(key) == ranked(cards)[0]


def faces(cards: str) -> list[tuple[int, int]]:
    return [("KSTV".index(word[-1]), int(word[:-1]) - 1) for word in cards.split()]


# GI-W1: in M1 player 2 is ahead, in M2 player 1.
EXAMPLE = """
    first: 1
    neutral M1: 2K 6S
    neutral M2: 10S 9K
    M1 1: 6K
    M2 1: 10K 10V 4S
    factory 1: 2T:U
    M1 2: 2V
    M2 2: 9V 7K
    factory 2: 2T:U 7T:D 9T:U
    deck 1: 1K 3V
    deck 2: 1K 3V
    market deck: 5V 5S
"""


def test_a_board_knows_who_would_win_a_clash_whatever_is_boosted() -> None:
    table = at(EXAMPLE)
    assert board(table).prize(0) == -1
    assert board(table).prize(1) == 1
    assert board(table, 2).prize(1) == -1
    assert board(table).is_open(1)
    assert not board(table).is_open(0)


def test_marked_and_lying_cards_do_not_boost_now() -> None:
    strong = EXAMPLE.replace("M2 2: 9V 7K", "M2 2: 9V 9S 7K")
    assert board(at(strong)).prize(1) == -2
    assert board(at(strong.replace("7T:D 9T:U", "7T:R 9T:L"))).prize(1) == 1
    assert board(at(strong.replace("7T:D 9T:U", "7T:D:paid 9T:U:boosted"))).prize(1) == 1


# Bringing a deck

@pytest.mark.parametrize("changed", [
    {}, {"game_mode": "advanced"}, {"deck_source": "preset"}, {"game_mode": "advanced", "deck_source": "preset"},
    {"game_mode": "advanced", "market_contribution": "random"},
])
def test_it_brings_a_good_deck_and_not_always_the_same(changed: dict[str, object]) -> None:
    table = FAMILY.build(changed).start(2, 1)
    brought = {casual_choice(table, 1, seed) for seed in range(30)}
    assert len(brought) >= 3
    for text in brought:
        assert text in PRESETS or parse(text).deck in [preset.cards.deck for preset in PRESETS.values()]


def test_it_begins_with_three_factories_that_match_most_of_its_cards() -> None:
    table = GAME.start(2, 1)
    table.act(0, "deck 1-5T 10-13T 2-5K 9-13K 2-3S 9-11S 3V 12-13V")
    table.act(1, "deck 1-5T 10-13T 2-5K 9-13K 2-3S 9-11S 3V 12-13V")
    assert set(casual_choice(table, 1).split()) > {"2T", "3T"}
    assert len(casual_choice(table, 1).split()) == 3


# Factories

def test_it_builds_the_card_that_matches_its_hand_and_lays_it_down() -> None:
    table = at("hand 1: 4T 9T 9V 7K\ndeck 1: 1K\nmarket deck: 5V\nplay: factory")
    assert casual_choice(table) == "9T right"


TURNED = """
    neutral M1: 2K 6S
    neutral M2: 10S 9K
    factory 1: 2T:U 5T:D
    factory 2: 3T:U
    deck 1: 1K 3V
    deck 2: 1K 3V
    deck 3: 1K 3V
    factory 3: 4T:U
"""


@pytest.mark.parametrize(("active", "chosen"), [(1, "pass"), (2, "pass"), (3, "2T 5T")])
def test_cards_stand_as_long_as_others_may_clash_and_lie_down_before_the_own_turn(active: int, chosen: str) -> None:
    table = at(TURNED + f"\nfirst: {active}\nplay: rotate", seats=3)
    while table.pending[0].seat != 0:
        act(table, f"{table.pending[0].seat + 1} pass")
    assert casual_choice(table) == chosen


def test_after_paying_all_others_stand_up() -> None:
    table = at("""
        hand 1: 6K
        factory 1: 2T:R 5T:L 6T:R 7T:R
        deck 1: 1K
        market deck: 5V
        play: enter
    """)
    play_on(table, "use", "clash", "build")
    assert factory(table, 1) == "2T:D 5T:U 6T:D 7T:D"


# Entering

def test_it_completes_the_best_hand_that_it_can_pay() -> None:
    """9S makes three of a kind, and 9T pays for it; 13K would be no help and cost five."""
    table = at("""
        neutral M1: 9K 4S
        neutral M2: 12S 2K
        M1 1: 9V 3K
        hand 1: 9S 13K 1V
        factory 1: 9T:R 2T:R
        deck 1: 1K
        market deck: 5V
        play: enter
    """)
    assert casual_choice(table) == "9S M1"


def test_it_replaces_what_helps_least() -> None:
    table = at("""
        neutral M1: 9K 4S
        neutral M2: 12S 2K
        M1 1: 9V 9S 3K
        M1 2: 10V 10S 10K
        hand 1: 4V
        factory 1: 1T:R 2T:R
        deck 1: 1K
        market deck: 5V
        play: enter
    """)
    assert casual_choice(table) == "4V M1 for 3K"


def test_it_keeps_a_card_that_would_make_its_hands_no_better() -> None:
    table = at("""
        neutral M1: 9K 4S
        neutral M2: 12S 2K
        M1 1: 9V 9S 4V
        M2 1: 12K 12V 2V
        hand 1: 1V
        factory 1: 4T:R 3T:R
        deck 1: 1K
        market deck: 5V
        play: enter
    """)
    assert casual_choice(table) == "pass"


def test_two_cards_enter_together_if_both_can_be_paid() -> None:
    table = at("""
        neutral M1: 9K 4S
        neutral M2: 12S 2K
        hand 1: 4V 2S
        factory 1: 1T:R 3T:R
        deck 1: 1K
        market deck: 5V
        play: enter
    """)
    play_on(table, "use", "clash")
    assert lies(table, "hand 1") == []
    assert "4V" in lies(table, "M1 1")


@pytest.mark.parametrize(("values", "due", "lying", "matched"), [
    ([4, 5], 0, [1, 4, 5], [4, 5]),  # GI-W4: two matched take two, all pooled three
    ([4, 9], 0, [1, 4, 5], None),
    ([9], 0, [1, 4, 5], []),
    ([11, 6], 0, [1, 3, 11], [11]),  # GI-W5
    ([1, 2], 0, [1, 2, 9], []),  # together they cost one factory
    ([2], 1, [2, 9], []),  # the pool has a part left
    ([9], 0, [9], [9]),
    ([9, 9], 0, [9, 1, 1], None),
    ([], 3, [9], []),
    ([], 4, [9], None),
])
def test_as_few_factories_as_possible_pay(
    values: list[int], due: int, lying: list[int], matched: list[int] | None,
) -> None:
    assert matches(values, due, lying) == matched


def test_a_factory_that_is_needed_to_boost_does_not_pay() -> None:
    """8T makes three eights; whichever pays, it is another."""
    table = at("""
        neutral M1: 8S 4S
        neutral M2: 12S 2K
        M1 1: 8V 3K
        M1 2: 10V 10S 6K
        hand 1: 5V
        factory 1: 8T:R 1T:R 2T:R
        deck 1: 1K
        deck 2: 1K
        market deck: 5V
        play: enter, clash
    """)
    act(table, "1 5V M1")
    assert asked(table) == ["1 pay with"]
    assert casual_choice(table) == "1T 2T"


# Clashes

def test_it_starts_a_clash_that_it_wins_and_none_that_it_loses() -> None:
    table = at(EXAMPLE + "\nplay: clash")
    assert casual_choice(table) == "M2"
    table = at(EXAMPLE.replace("M2 2: 9V 7K", "M2 2: 9V 9S 7K") + "\nplay: clash")
    assert casual_choice(table) == "pass"


def test_it_starts_no_clash_in_which_a_paid_factory_would_be_missed() -> None:
    """GI-W6: with 6T it would have two pair."""
    text = """
        neutral M1: 6V 10S
        neutral M2: 1V 2V
        M1 1: 8K 8S 3K
        factory 1: 6T:D{mark}
        M1 2: 10K
        deck 1: 1K
        deck 2: 1K
        market deck: 5V
        play: clash
    """
    assert casual_choice(at(text.format(mark=":paid"))) == "pass"
    assert casual_choice(at(text.format(mark=""))) == "M1"


BOTH = """
    first: 1
    neutral M1: 4V 9K
    neutral M2: 7V 7K
    M1 1: 4K 4S 11V
    M2 1: 12K 12S 3K
    factory 1: 4T:D 12T:U
    M1 2: 9S 9V
    M2 2: 7S 13K
    factory 2: 9T:U 1T:R
    deck 1: 1K
    deck 2: 1K
    market deck: 1S 5V
    play: clash
"""


def test_it_boosts_with_what_wins() -> None:
    """GI-W8: four nines beat four fours."""
    table = at(BOTH)
    act(table, "1 M1", "1 4T")
    assert casual_choice(table, 2) == "9T"


def test_it_does_not_boost_where_it_wins_anyway_or_where_nothing_helps() -> None:
    table = at(EXAMPLE + "\nplay: clash")
    act(table, "1 M2")
    assert casual_choice(table, 1) == "pass"
    act(table, "1 pass")
    assert casual_choice(table, 2) in ("2T", "7T", "9T", "pass")


def test_it_saves_a_boost_for_the_second_clash() -> None:
    """In M1 both boosts win; 12T makes a full house in M2."""
    table = at(BOTH.replace("M1 1: 4K 4S 11V", "M1 1: 4K 12V 11V").replace("M1 2: 9S 9V", "M1 2: 3S").replace(
        "factory 2: 9T:U 1T:R", "factory 2: 9T:R 1T:R"))
    act(table, "1 M1")
    assert casual_choice(table, 1) in ("pass", "4T")


def test_the_loser_takes_what_makes_the_hand() -> None:
    table = at(EXAMPLE + "\nplay: clash")
    play_on(table, "remove")
    assert casual_choice(table, 2) in ("10K", "10V")


# Teams

def test_partners_are_one_team_only_if_four_play_in_pairs() -> None:
    pairs, alone = gears_of_industry(), gears_of_industry(Options(teams_4p=False))
    assert pairs.allies(4, 1) == [1, 3]
    assert alone.allies(4, 1) == [1]
    assert pairs.allies(3, 1) == [1]


TEAM = """
    first: 1
    neutral M1: 6K 6V
    neutral M2: 1V 2V
    M1 1: 2K 9S 13K
    M1 3: 6S 9V
    M1 2: 13V 13S
    factory 4: 5T:R
    deck 1: 1K
    deck 2: 1K
    deck 3: 1K
    deck 4: 1K
    market deck: 5V
    play: clash
"""


def test_a_clash_that_the_partner_wins_is_a_good_one() -> None:
    assert casual_choice(at(TEAM, seats=4)) == "M1"
    assert casual_choice(at(TEAM, seats=4, options=Options(teams_4p=False))) == "pass"


def test_it_does_not_boost_against_its_partner() -> None:
    table = at(TEAM.replace("factory 4", "factory 3: 13T:U\nfactory 1: 3T:U\nfactory 4"), seats=4)
    act(table, "1 M1", "1 3T")
    assert casual_choice(table, 3) == "pass"


# Hands and effects

def test_it_discards_what_it_cannot_pay_and_keeps_factories() -> None:
    table = at("""
        hand 1: 4K 4S 2V 13V 3K 6S 1T 2T
        factory 1: 4T:U 3T:U
        deck 1: 1K
        market deck: 5V
        play: discard
    """)
    assert casual_choice(table) == "13V"


def test_it_uses_an_effect_that_wins_a_clash() -> None:
    """8S raises or lowers all neutral cards by one: then there are three tens against two jacks."""
    table = general("""
        neutral M1: 8S 9K
        neutral M2: 1V 2V
        M1 1: 10V 10S 3K
        M1 2: 11V 11K
        deck 1: 6K 6S 5K
        deck 2: 6K 6S 5K
        market deck: 5V 8V 3V
        play: effect, clash
    """)
    assert board(table).prize(0) < 0
    assert play_on(table, "clash", "rotate")[:2] == ["1 use 8S", "1 change raise all"]
    assert board(table).prize(0) > 0
    assert casual_choice(table) == "M1"


# What it is given, and what it answers

def test_a_view_leads_to_no_table() -> None:
    views_lead_to_no_table(GAME.start(2, 5), 60, Random(5))


def test_what_it_answers_does_not_depend_on_what_its_side_cannot_see() -> None:
    assert answers_only_what_it_sees(GAME.start(3, 11), CasualGears, 150, Random(11)) > 60


@settings(max_examples=6)
@given(
    seats=st.integers(2, 4), seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries({}, optional={name: st.sampled_from(FAMILY.values(name)) for name in FAMILY.names()}),
)
def test_every_answer_is_offered(seats: int, seed: int, options: dict[str, object]) -> None:
    watched_game(FAMILY.build(options), seats, seed)


def test_it_is_asked_for_every_move_of_a_turn() -> None:
    asked_for: set[str] = set()
    for seed in range(3):
        rng = Random(seed)
        bots = [Watched(bot("gears of industry", "casual", rng)) for _ in range(3)]
        play_out(GAME.start(3, seed), bots, rng)
        asked_for |= {verb for watched in bots for verb in watched.verbs}
    assert asked_for >= {"bring", "search", "build", "enter", "pay", "pay with", "rotate", "use", "clash", "boost",
                         "remove", "renew", "discard"}


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        table, rng = GAME.start(2, 8), Random(8)
        play_out(table, [CasualGears(Random(seat)) for seat in range(2)], rng)
        ends.append((table.face, table.zones, table.tallies, table.marks))
    assert ends[0] == ends[1]
    assert EMPTY not in [back for zone in ends[0][1] for back in zone]


# How well it plays

@pytest.mark.parametrize(("seats", "games", "bound"), [(2, 10, 0.7), (3, 6, 0.6), (4, 4, 0.7)])
def test_casual_beats_random(seats: int, games: int, bound: float) -> None:
    result = measure(GAME, seats, seated(GAME, seats, "casual", "random"), games, 1)
    assert result.rate > bound > result.expected / games


def test_it_beats_random_in_the_advanced_game() -> None:
    game = FAMILY.build({"game_mode": "advanced"})
    assert measure(game, 2, ["casual", "random"], 4, 1).rate > 0.6


def test_every_decision_takes_less_than_50_ms() -> None:
    assert measure(GAME, 2, ["casual", "casual"], 3, 1).slowest < 0.05


# The measure

def test_partners_play_alike_and_win_together() -> None:
    alone = FAMILY.build({"teams_4p": False})
    assert teams(GAME, 4) == [[0, 2], [1, 3]]
    assert teams(GAME, 3) == [[0], [1], [2]]
    assert teams(alone, 4) == [[0], [1], [2], [3]]
    assert teams(game_of("grid poker", 0), 4) == [[0], [1], [2], [3]]
    assert seated(GAME, 4, "casual", "random") == ["casual", "random", "casual", "random"]
    assert seated(GAME, 3, "casual", "random") == ["casual", "random", "random"]
    result = measure(GAME, 4, ["random"] * 4, 10, 1)
    assert result.expected == 5
    assert result.wins in range(11)


def test_the_command_measures_teams(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gears-of-industry", "--seats", "4", "--bot", "random", "--games", "2"]) == 0
    assert "by chance         50.0%" in capsys.readouterr().out
    assert main(["gears-of-industry", "--seats", "5"]) == 2
    assert "2 to 4 players" in capsys.readouterr().err
