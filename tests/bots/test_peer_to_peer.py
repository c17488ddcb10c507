"""The casual bot of Peer-to-Peer: plans, each rule of thumb in a position, and how well it plays."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.bots import bot, play_out
from techdeck.bots.measure import levels_from, main, measure
from techdeck.bots.peer_to_peer import (
    GROUP,
    OVERLOOKED,
    VENTURE,
    CarelessPeers,
    CasualPeers,
    Outlook,
    Plan,
    end_soon,
    leaving,
    power,
    rounds_left,
)
from techdeck.cards import code, face
from techdeck.games.peer_to_peer import ROUND, USED, Options, read_deck
from techdeck.table import PASS, Table
from techdeck.team_effects import INSURED
from techdeck.views import View
from tests.bots.test_bots import Watched, answers_only_what_it_sees, views_lead_to_no_table, watched_game
from tests.games import FAMILIES
from tests.rulebook.peer_tables import back_of, domain, general, go, lies, order, printed_game, size, used, value
from tests.rulebook.tables import asked, these

GAME = printed_game()
FAMILY = FAMILIES["peer to peer"]
MANY_CUSTOMERS = "12S 10S 9S 8S 13T 12T 11T 10T 9T 7T 6T 5T 13K 12K 11K 10K 9K 8K 7K 13V 12V 10V 8V 7V"


def casual_choice(table: Table, seat: int = 1, seed: int = 1) -> str:
    """What a casual bot does, in words; seats from one."""
    decision = table.decision_of(seat - 1)
    assert decision is not None, asked(table)
    side = table.side_of(seat - 1)
    choice = CasualPeers(Random(seed)).choose(View(table, side), decision)
    assert choice is not None
    assert choice in decision
    return decision.text(table, side, choice)


def play_on(table: Table, *verbs: str) -> list[str]:
    """Let casual bots play until somebody is asked for one of some things, or nothing; what was done."""
    found = []
    while table.pending and table.pending[0].verb not in verbs:
        seat = table.pending[0].seat + 1
        choice = casual_choice(table, seat)
        found.append(f"{seat} {table.pending[0].verb} {choice}")
        go(table, f"{seat} {choice}")
    return found


def spend(table: Table, cards: str) -> Table:
    """Let the effects of some cards have been used."""
    for card in cards.split():
        USED.put(table, face(card), 1)
    return table


def planned(text: str, spent: str = "") -> list[str]:
    """The customers that Team 1 can serve, after some effects were used."""
    table = spend(general(text), spent)
    return sorted(code(table.face[way.target]) for way in Plan(table, 0, {}).best)


# Plans

@pytest.mark.parametrize(("hand", "row", "served"), [
    ("4V 3K", "7V", "7V"),  # PP-W1: the sum, and one card of the domain
    ("4V 3K", "7K", "7K"),
    ("4V 3K", "7T", ""),
    ("4V 3K", "8V", "8V"),  # the customer is lowered by 4V, which is committed all the same
    ("11K 3K", "13K", ""),
    ("11K 5K 1T", "6T 11V", "6T"),
    ("11K 5K 4T 9K 3T", "9T 12T 13T", "12T 9T"),  # each card only once
    ("9K 4T 2S", "9T 6T", "9T 6T"),  # 2S helps from the hand, and lies there for the other
    ("4T 2S", "6K", ""),
    ("11K 5K 4T 9K 2S 4S", "8V", "8V"),  # two effects for one customer
    ("11K 5K 4T 12S", "4K", "4K"),  # one card alone, changed by one
    ("11K 6K 12S", "4K", ""),  # 12S changes a single card by no more
])
def test_a_plan_finds_exact_sums_with_effects(hand: str, row: str, served: str) -> None:
    assert planned(f"hand 1: {hand}\nrow: {row}") == these(served)


def test_a_plan_serves_as_many_as_possible() -> None:
    """5S would take the cards of both others."""
    assert planned("hand 1: 9K 3K 2S 1T 10K\nrow: 5S 12K 3T") == these("12K 3T")


def test_a_venture_helps_without_being_committed_and_a_used_card_not_at_all() -> None:
    text = "hand 1: 11K 6K\nventure A 1: 7S\nrow: 10K 5K"
    assert planned(text) in (["10K"], ["5K"])
    assert planned(text, "7S") == []


# Assisting

def test_it_commits_what_serves_a_customer() -> None:
    table = general("row: 12T 7V\nhand 1: 4V 3K 1K 1T\nhand 2: 13S\ncustomer deck: 9S 8S\nplay: assist")
    assert casual_choice(table) == "3K 4V"
    assert casual_choice(table, 2) == "pass"


def test_an_effect_while_assisting_makes_the_sum() -> None:
    table = spend(general("row: 6V 13T\nhand 1: 4V 3K 7S\ncustomer deck: 9S 8S\nplay: assist"), "4V")
    assert casual_choice(table) == "3K 4V"
    go(table, "1 3K 4V")
    done = play_on(table, "commit", "develop")
    assert done[:2] == ["1 declare 6V", "1 use while assisting 7S"]
    assert order(table, "row") == "13T"


def test_an_open_effect_is_used_before_cards_are_committed() -> None:
    table = general("row: 8T\nhand 1: 5K 3V 1V\ncustomer deck: 9S 8S\nplay: effects before, assist")
    play_on(table, "commit")
    assert used(table) == ["1V"]
    assert domain(table, "8T") in "KV"
    assert casual_choice(table) == "5K 3V"


def test_it_changes_the_customer_that_it_can_serve_then() -> None:
    table = general("row: 13T 10K 6S\nhand 1: 4V 5K\ncustomer deck: 9S 8S\nplay: effects before, assist")
    play_on(table, "commit")
    assert (value(table, "13T"), value(table, "10K"), value(table, "6S")) == (13, 9, 6)
    assert casual_choice(table) == "5K 4V"


def test_who_helps_from_the_hand_is_committed_later() -> None:
    table = general("row: 9T 6T\nhand 1: 9K 4T 2S\ncustomer deck: 9S 8S\nplay: assist")
    assert casual_choice(table) == "9K"
    play_on(table)
    assert size(table, "row") == 0


def test_it_uses_no_effect_that_helps_nobody() -> None:
    table = general("row: 13T\nhand 1: 4V 1V\ncustomer deck: 9S 8S\nplay: effects before")
    assert casual_choice(table) == "pass"


def test_it_names_another_customer_if_it_would_be_beaten() -> None:
    """PP-R27: the side with the marker declares last."""
    for named, chosen in (("7V", "7K"), ("7K", "7V")):
        table = general("first: 1\nrow: 7V 7K\nhand 1: 4V 3K\nhand 2: 5V 2K\ncustomer deck: 9S 8S\nplay: assist")
        go(table, "1 4V 3K", "2 5V 2K", f"2 {named}")
        assert casual_choice(table) == chosen


def test_it_spends_no_effect_on_an_assist_that_is_beaten() -> None:
    text = """
        first: 1
        row: 8K
        hand 1: 4K 3K 4S
        hand 2: {hand}
        customer deck: 9S 8S
        play: assist
    """
    table = general(text.format(hand="6K 2V"))
    go(table, "1 4K 3K", "2 6K 2V")
    assert asked(table) == ["1 use while assisting"]
    assert casual_choice(table) == "pass"
    table = general(text.format(hand="6T 2V"))
    go(table, "1 4K 3K", "2 6T 2V")
    assert casual_choice(table) == "4S"


# Everybody's loss

SHARED_CARD = """
    row: {row}
    hand 1: 3K 2V 3V
    customer deck: 9S 8S 13K 12K 11K 10K 9K 8K 7K 12T 11T 8T 7T
    play: assist
"""


def test_about_to_overflow_it_serves_who_is_about_to_leave_else_who_pays_best() -> None:
    """6V would be a good card of the venture, 5K is not."""
    assert casual_choice(general(SHARED_CARD.format(row="5K 6V"))) == "3K 3V"
    assert casual_choice(general(SHARED_CARD.format(row="5K 13S 13T 6V"))) == "3K 2V"


def test_customers_that_others_can_serve_are_left_to_them() -> None:
    table = spend(general("""
        row: 9K 9T
        hand 1: 5T 4K 5K
        hand 2: 6T 3S
        customer deck: 9S 8S
    """), "6T 3S")
    outlook = Outlook([table], 0, True)
    assert outlook.served == 1
    assert outlook.weights[back_of(table, "9K")] > outlook.weights[back_of(table, "9T")]
    assert [code(table.face[way.target]) for way in Plan(table, 0, outlook.weights).best] == ["9K"]


AFTER = """
    row: 13S 12S 11S 10S
    hand 1: 13K 11T
    venture A 1: {venture}
    unhappy: {unhappy}
    customer deck: 9S 8S 7S
    play: effects after
"""


@pytest.mark.parametrize(("venture", "unhappy", "row", "unhappy_left"), [
    ("12V", "", 3, 0), ("13V", "10T", 4, 0), ("11V", "", 4, 0),
])
def test_after_assisting_it_keeps_customers_from_being_unhappy(
    venture: str, unhappy: str, row: int, unhappy_left: int,
) -> None:
    table = general(AFTER.format(venture=venture, unhappy=unhappy))
    play_on(table)
    assert used(table) == [venture]
    assert (size(table, "row"), size(table, "unhappy")) == (row, unhappy_left)


def test_old_customers_leave_if_they_are_not_insured() -> None:
    table = general("row: 13S 12S 11S 10S\ncustomer deck: 9S 8S 7S")
    assert [leaving(table, waiting) for waiting in (4, 3, 2.5, 2)] == [2, 1, 0.5, 0]
    INSURED.put(table, face("11S"), 1)
    assert leaving(table, 4) == 2
    INSURED.put(table, face("13S"), 1)
    assert leaving(table, 4) == 1
    assert leaving(general("row: 13S 12S 11S 10S\ncustomer deck: 9S"), 4) == 1


def test_it_comforts_an_unhappy_customer_if_there_is_room() -> None:
    table = general("row: 13S\nventure A 1: 8V\nunhappy: 10T\ncustomer deck: 9S\nplay: effects after")
    play_on(table)
    assert order(table, "row") == "13S 10T"


def test_a_wild_card_sends_an_unhappy_customer_back() -> None:
    table = general("first: 1\nrow: 13S\nunhappy: 10T\ncustomer deck: W1 9S 8S 7S\nplay: new customers")
    play_on(table)
    assert lies(table, "unhappy") == []


# To grow, and to score

GAINING = "row: 6K 13S\nhand 1: 4K 2T 1T\ndiscard 1: 1K 1V\ncustomer deck: {deck}\nplay: assist"


def test_it_grows_early_and_scores_late() -> None:
    early, late = general(GAINING.format(deck=MANY_CUSTOMERS)), general(GAINING.format(deck="9S"))
    for table in (early, late):
        go(table, "1 4K 2T", "1 6K")
        play_on(table, "commit")
    assert "6K" in lies(early, "discard 1")
    assert lies(late, "score 1") == ["6K"]
    assert rounds_left(early) > rounds_left(late)


def test_it_develops_a_venture_early_and_scores_late() -> None:
    text = "row: 11V 13S\nhand 1: 9V 2T\ndiscard 1: 1K 1V\nventure A 1: 5K\ncustomer deck: {deck}\nplay: assist"
    early, late = general(text.format(deck=MANY_CUSTOMERS)), general(text.format(deck="9S"))
    for table in (early, late):
        go(table, "1 9V 2T", "1 11V")
        play_on(table, "commit")
    assert lies(early, "venture A 1") == these("5K 11V")
    assert lies(late, "score 1") == ["11V"]


def test_a_full_venture_keeps_its_best_cards() -> None:
    table = general(f"""
        row: 11V 13S
        hand 1: 9V 2T
        discard 1: 1K 1V
        venture A 1: 11S 4S 8T
        customer deck: {MANY_CUSTOMERS}
        play: assist
    """)
    go(table, "1 9V 2T", "1 11V")
    play_on(table, "commit")
    assert lies(table, "venture A 1") == these("11V 4S 8T")
    assert lies(table, "score 1") == ["11S"]


def test_a_side_has_the_more_power_the_better_its_cards_are() -> None:
    start = general("hand 1: 4V 1T 2S 3K\ndeck 1: 1K")
    grown = general("hand 1: 4V 1T 2S 3K\ndeck 1: 1K 13S 9T")
    with_venture = general("hand 1: 4V 1T 2S 3K\ndeck 1: 1K\nventure A 1: 12S")
    assert power(start, 0) < power(with_venture, 0)
    assert power(start, 0) < power(grown, 0)


@pytest.mark.parametrize("hand", ["4T 1V 9T", "9T 1V 4T", "1V 9T 4T 2V"])
def test_at_refresh_it_keeps_its_best_card(hand: str) -> None:
    table = general(f"hand 1: {hand}\ndeck 1: 1K 2K 3K 2T 4K\nplay: refresh")
    assert play_on(table, "use", "commit") == ["1 use at refresh 4T", "1 keep 9T"]
    assert "9T" in lies(table, "hand 1")


# Trying out

def test_what_is_tried_out_ends_with_the_window() -> None:
    """Else the cards of the next round would count."""
    text = "row: 9K\nhand 1: 13S 1K\ndeck 1: 2K 3K 4T\nventure A 1: 12S\ncustomer deck: 9S 8S 7S\nplay: "
    table = general(text + "effects after, refresh, end of round")
    assert not end_soon(table)
    go(table, "1 pass")
    assert table.is_over
    assert lies(table, "hand 1") == these("13S 1K")
    table = general(text + "effects before, assist")
    assert end_soon(table)
    go(table, "1 1K")  # in the midst of it
    assert end_soon(table)


# Before the first round

def test_it_founds_the_best_venture() -> None:
    table = GAME.start(1, 1)
    best = max(lies(table, "candidates 1"), key=lambda card: VENTURE[face(card)])
    assert casual_choice(table) == best


def test_it_chooses_good_cards_for_one_player() -> None:
    table = printed_game(Options(solo_start="choose")).start(1, 1)
    chosen = casual_choice(table).split()
    assert len(chosen) == 5
    assert sum(GROUP[face(card)] for card in chosen) > sum(GROUP[face(card)] for card in ["1V", "1K", "2S", "3T", "4V"])


def test_it_brings_and_drafts_good_cards() -> None:
    table = printed_game(Options(individual_decks=True)).start(2, 1)
    group, ventures = read_deck(casual_choice(table))
    assert max(GROUP) in [GROUP[number] for number in group]
    assert sorted(VENTURE)[-2:] == sorted(VENTURE[number] for number in ventures)
    table = printed_game(Options(individual_decks=True, individual_draft=True, teams="1 / 2")).start(2, 1)
    best = max(lies(table, "pack 1"), key=lambda card: GROUP[face(card) % 54] + VENTURE[face(card) % 54])
    assert casual_choice(table) == best


def test_owners_agree() -> None:
    table = general("row: 9K\nventure B 1: 8K\ndeck 1: 1K\ncustomer deck: 9S\nplay: effects before", 4,
                    options=Options(venture_owner_consent=True))
    go(table, "1 8K")
    assert asked(table) == ["2 agree"]
    assert casual_choice(table, 2) == "yes"


# What it is given, and what it answers

def test_a_view_leads_to_no_table() -> None:
    views_lead_to_no_table(GAME.start(4, 5), 40, Random(5))


def test_what_it_answers_does_not_depend_on_what_its_side_cannot_see() -> None:
    assert answers_only_what_it_sees(GAME.start(3, 11), CasualPeers, 80, Random(11)) > 60


@pytest.mark.parametrize("number", range(len(FAMILY.variants())))
def test_it_plays_every_variant_to_the_end(number: int) -> None:
    game = FAMILY.build({**FAMILY.variants()[number], "max_rounds": 2})
    seats = list(game.seats)
    watched_game(game, seats[number % len(seats)], number)


@settings(max_examples=6)
@given(
    seats=st.integers(0, 5), seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries({}, optional={name: st.sampled_from(FAMILY.values(name)) for name in FAMILY.names()}),
)
def test_every_answer_is_offered(seats: int, seed: int, options: dict[str, object]) -> None:
    game = FAMILY.build({**options, "max_rounds": 3})
    watched_game(game, list(game.seats)[seats % len(game.seats)], seed)


def test_it_is_asked_for_every_move_of_a_round() -> None:
    asked_for: set[str] = set()
    for seed in range(2):
        rng = Random(seed)
        bots = [Watched(bot("peer to peer", "casual", rng)) for _ in range(4)]
        play_out(printed_game(Options(max_rounds=4)).start(4, seed), bots, rng)
        asked_for |= {verb for watched in bots for verb in watched.verbs}
    assert asked_for >= {
        "found", "use", "commit", "declare", "use while assisting", "use after winning", "gain", "develop", "change",
        "discard",
    }


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        table, rng = printed_game(Options(max_rounds=3)).start(2, 8), Random(8)
        play_out(table, [CasualPeers(Random(seat)) for seat in range(2)], rng)
        ends.append((table.face, table.zones, table.tallies, table.marks))
    assert ends[0] == ends[1]


# How well it plays

@pytest.mark.parametrize(("seats", "games", "least"), [(1, 3, 2), (2, 2, 2), (4, 1, 1), (6, 1, 1)])
def test_casual_teams_survive_where_random_ones_do_not(seats: int, games: int, least: int) -> None:
    assert measure(GAME, seats, ["random"] * seats, 30, 1).won_by_any == 0
    assert measure(GAME, seats, ["casual"] * seats, games, 1).won_by_any >= least


def test_effects_are_used_at_least_once_by_each_team_in_a_round() -> None:
    """PE-B06"""
    table, rng = GAME.start(2, 3), Random(3)
    uses = rounds = 0
    bots = [CasualPeers(Random(seat)) for seat in range(2)]
    while not table.is_over and rounds < 6:
        decision = rng.choice(table.pending)
        choice = bots[decision.seat].choose(View(table, table.side_of(decision.seat)), decision)
        assert choice is not None
        uses += decision.verb.startswith("use") and choice != PASS
        table.act(decision.seat, choice)
        rounds = ROUND.get(table)
    assert uses >= 2 * rounds


def test_every_decision_takes_less_than_250_ms() -> None:
    assert measure(printed_game(Options(max_rounds=4)), 6, ["casual"] * 6, 1, 1).slowest < 0.25


# The measure

def test_the_command_measures_survival(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["peer-to-peer", "--seats", "4", "--bot", "random", "--games", "3"]) == 0
    told = capsys.readouterr().out
    assert "survived          0.0% of 3 games" in told
    assert "as Team 1" in told
    assert main(["peer-to-peer", "--seats", "1", "--bot", "random", "--games", "2"]) == 0
    assert "Team" not in capsys.readouterr().out


def test_members_of_a_team_play_alike() -> None:
    table = general("row: 9K", 5)  # 1 2 3 / 4 5
    levels = ["casual", "random", "random", "random", "random"]
    assert levels_from(table, 0, levels) == ["casual", "casual", "casual", "random", "random"]
    assert levels_from(table, 3, levels) == ["casual", "casual", "random", "random", "random"]
    assert levels_from(general("row: 9K"), 1, ["casual", "random"]) == ["casual", "random"]


def test_a_careless_bot_overlooks_an_effect_for_a_whole_round_and_another_in_the_next() -> None:
    """The presets are measured with it [PP-V37]."""
    table = general("round: 2\nrow: 9V\nventure A 1: 9S 8K 12K\nhand 1: 1K 2K\ncustomer deck: 9T\nplay: effects before")
    seen = View(table, 0)
    backs = [option for option in table.pending[0].options if option != PASS]
    share = 0.0
    for seed in range(200):
        bot = CarelessPeers(Random(seed))
        overlooked = [back for back in backs if bot.overlooks(seen, back)]
        assert [back for back in backs if bot.overlooks(seen, back)] == overlooked
        choice = bot.choose(seen, table.pending[0])
        assert choice not in overlooked
        share += len(overlooked) / len(backs) / 200
    assert abs(share - OVERLOOKED) < 0.05


def test_a_careless_bot_overlooks_a_customer_half_as_often() -> None:
    table = general("row: 9V 8V\nhand 1: 5V 4K\nhand 2: 13S\ncustomer deck: 9S 8S\nplay: assist")
    decision = next(decision for decision in table.pending if decision.seat == 0)
    missed = [CarelessPeers(Random(seed)).choose(View(table, 0), decision) == PASS for seed in range(300)]
    assert abs(sum(missed) / 300 - OVERLOOKED / 2) < 0.06
