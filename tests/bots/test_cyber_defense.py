"""The casual Hacker and Defender: each rule of thumb in a position, and how well they play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.bots import bot, play_out
from techdeck.bots.cyber_defense import (
    CasualCyberDefense,
    belief,
    best_guess,
    ddos_margin,
    exposure,
    guesses_to_come,
    likely_sides,
    mitm_margin,
    phish_margin,
    plans,
    reckoned_belief,
    sides_of,
    worths,
)
from techdeck.bots.measure import main, measure
from techdeck.cards import face
from techdeck.games.cyber_defense import (
    DDOS,
    DDOS_WINNER,
    DEFENDER,
    HACKER,
    HAND,
    MITM,
    MITM_WINNER,
    PHISH,
    PHISH_WINNER,
    Options,
    cyber_defense,
    judge_mitm,
    judge_phish,
    judging_ddos,
)
from techdeck.password import ANY_NUMBER, Knowledge, Style
from techdeck.position import play
from techdeck.table import Table
from techdeck.views import View
from tests.bots.test_bots import Watched, answers_only_what_it_sees, reached, watched_game
from tests.games import FAMILIES
from tests.rulebook.cyber_tables import NOTHING, at, general, random_game, row
from tests.rulebook.tables import lies

GAME = cyber_defense()
FAMILY = FAMILIES["cyber defense"]


FULL = Options(aid="full")


def casual_choice(table: Table, seed: int = 1) -> str:
    """What a casual bot does where one player is asked, in words."""
    (decision,) = table.pending
    side = table.side_of(decision.seat)
    choice = CasualCyberDefense(Random(seed)).choose(View(table, side), decision)
    assert choice is not None
    return decision.text(table, side, choice)


def play_on(table: Table, until: str) -> None:
    """Let casual bots play until somebody is asked for something."""
    while table.pending[0].verb != until:
        play(table, table.pending[0].seat + 1, casual_choice(table))


# Fronts

def test_a_front_is_ahead_for_whoever_wins_it_by_the_rules() -> None:
    ddos = judging_ddos(Options())
    judged = 0
    for seed in range(4):
        for table in random_game(seed):
            sides = [sides_of(table, HACKER), sides_of(table, DEFENDER)]
            if all(side[front] for side in sides for front in range(3)):
                trial = table.clone()
                for verb in (judge_phish, judge_mitm, ddos):
                    verb(trial, HACKER, 0)
                winners = [tally.get(trial) for tally in (PHISH_WINNER, MITM_WINNER, DDOS_WINNER)]
                margins = [margin(*[side[front] for side in sides])
                           for front, margin in enumerate((phish_margin, mitm_margin, ddos_margin))]
                for winner, margin in zip(winners, margins, strict=True):
                    assert margin == 0 or (margin > 0) == (winner == HACKER)
                    judged += margin != 0
    assert judged > 100


def test_phish_is_worth_everything_when_its_reveal_ends_the_game_and_ddos_least_in_the_last_round() -> None:
    for side in (HACKER, DEFENDER):
        assert worths(side, 1, 2)[0] > sum(worths(side, 2, 2))
        assert worths(side, 6, 3)[2] <= worths(side, 6, 1)[2]
    assert worths(HACKER, 6, 3)[2] < worths(HACKER, 6, 1)[2]


@given(
    hand=st.lists(st.integers(0, 51), min_size=3, max_size=10, unique=True), spare=st.integers(0, 1),
    missing=st.integers(0, 7),
)
def test_every_plan_lays_what_is_owed_and_leaves_no_front_out(hand: list[int], spare: int, missing: int) -> None:
    owed = max(3, len(hand) - spare)
    found = plans(sorted(hand), owed, missing)
    assert found
    for plan in found:
        laid = [card for cards in plan for card in cards]
        assert len(laid) == len(set(laid)) == owed
        assert set(laid) <= set(hand)
        assert all(plan[front] for front in range(3) if missing >> front & 1)


def test_a_rival_is_taken_to_lay_low_cards_in_ddos_and_high_ones_in_phish() -> None:
    table = at("""
        hand 1: 1K 3S 5T
        hand 2: 2K 4S 6T 8V 10K
        phish 2: 12S
        ddos 2: 3T 1V
        mitm 1: 7K
        mitm 2: 7S
        expelled: W1 W2
        rest: deck
        play: effects
    """ + row("3K 8S 6V 3V 2S 11S"), texts={"7K": NOTHING})
    view = View(table, HACKER)
    for seed in range(20):
        world = CasualCyberDefense(Random(seed)).imagine(view)
        values = [[world.value(back) for back in zone.of(world, DEFENDER)] for zone in (DDOS, HAND, PHISH)]
        assert max(values[0]) <= min(values[1])
        assert max(values[1]) <= min(values[2])
        assert View(world, HACKER).same_as(view)


def test_what_a_rival_still_owes_is_laid_as_people_do() -> None:
    table = at("""
        hand 1: 1K 3S
        hand 2: 2K 4S 6T 8V 10K 12S
        mitm 2: 7S
        plays owed: 0 5
        rest: deck
    """)
    phish, mitm, ddos = likely_sides(table, DEFENDER, Random(1))
    assert [number >> 12 for number in phish] == [12]
    assert sorted(number >> 12 for number in ddos)[:2] == [2, 4]
    assert len(phish) + len(mitm) + len(ddos) == 6


DEALT = """
    hand 1: 1K 2S 2T 3V 6K 8S 9T 10V 11K 13V
    mitm 1: 5V 7T
    hand 2: 1S 3S 4T 4V 5K 6S 8T 9V 10K 12S
    mitm 2: 7S 11S
    expelled: W1 W2
    rest: deck
    play: develop
"""


def test_it_lays_low_cards_in_ddos_a_high_one_in_phish_and_the_rest_in_mitm() -> None:
    table = at(DEALT + row("3K 8K 6T 3T 2K 12K"))
    hidden = []
    while table.pending:
        before = len(MITM.of(table, HACKER))
        seat = table.pending[0].seat
        play(table, seat + 1, casual_choice(table))
        if table.side_of(seat) == HACKER:
            hidden.append(len(MITM.of(table, HACKER)) == before)
    assert max(table.value(back) for back in DDOS.of(table, HACKER)) <= 3
    assert min(table.value(back) for back in MITM.of(table, HACKER)[2:]) > 3
    assert max(table.value(back) for back in PHISH.of(table, HACKER)) >= 10
    assert len(HAND.of(table, HACKER)) == 1
    assert hidden == sorted(hidden, reverse=True), "what lies open comes last"


def test_a_defender_lays_low_cards_where_they_do_not_weaken_mitm() -> None:
    """DDOS is worth least to the Defender, who has one more card of those that count for MitM."""
    table = at(DEALT + row("3K 8K 6T 3T 2K 12K"))
    while table.pending:
        play(table, table.pending[0].seat + 1, casual_choice(table))
    laid = {side: [len(zone.of(table, side)) for zone in (PHISH, MITM, DDOS)] for side in (HACKER, DEFENDER)}
    assert laid[DEFENDER][1] > laid[HACKER][1]
    assert laid[DEFENDER][2] < laid[HACKER][2]
    assert worths(DEFENDER, 6, 1)[2] < worths(HACKER, 6, 1)[2] < worths(DEFENDER, 6, 1)[1]


def test_with_one_digit_left_the_highest_card_goes_to_phish() -> None:
    for who, highest in ((HACKER, "13V"), (DEFENDER, "12S")):
        table = at(DEALT + row("3K/r 8K/r 6T/r 3T/r 2K/r 12K"))
        while table.pending:
            play(table, table.pending[0].seat + 1, casual_choice(table))
        assert highest in lies(table, f"phish {who + 1}")


# Effects

MITM_BEHIND = """
    hand 1: 9V
    hand 2: 1T
    phish 1: 13T
    phish 2: 10S
    mitm 1: 1S 7V
    mitm 2: 5V 5K
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    expelled: W1 W2
    rest: deck
    play: effects, phish, mitm, ddos
"""


def test_it_uses_an_effect_that_wins_a_front() -> None:
    """1S raises a card by up to three."""
    table = general(MITM_BEHIND.replace("hand 1: 9V", "hand 1:") + row("3K 8S 6T 3V 2K 11S"))
    assert casual_choice(table) == "1S"
    play(table, 1, "1S")
    play_on(table, "use")
    assert sum(table.value(back) for back in MITM.of(table, HACKER)) > 10


def test_it_uses_an_effect_for_the_sake_of_the_tenth_card_and_plays_that_where_it_wins() -> None:
    table = at(MITM_BEHIND + row("3K 8S 6T 3V 2K 11S"), texts={"7V": NOTHING})
    assert casual_choice(table) in ("1S", "7V")
    play(table, 1, "7V")
    assert casual_choice(table) == "9V to MitM"


def test_in_ddos_even_a_high_card_wins_if_it_is_left_over() -> None:
    """Phish and MitM are won without it."""
    table = at("""
        hand 1: 13K
        hand 2: 1T
        phish 1: 13T
        phish 2: 10S
        mitm 1: 12V 7V
        mitm 2: 1S 2K
        ddos 1: 1K 9S
        ddos 2: 1V 2S
        expelled: W1 W2
        rest: deck
        seat 1 knows: 10S 1V 2S
        play: effects
    """ + row("3K 8S 6T 3V 2T 11S"), texts={"7V": NOTHING})
    play(table, 1, "7V")
    assert casual_choice(table) == "13K to DDOS"


# The password

# The value 3 is at positions 1 and 4 for sure; of the others little is known.
FOUND = """
    slate answers: 3@2 n=2 sideways
    slate answers: 3@3 n=2 sideways
    slate answers: 3@5 n=2 sideways
    slate answers: 3@6 n=2 sideways
    phish 1: 13T
    phish 2: 10S
    mitm 1: 7V
    mitm 2: 5V
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    expelled: W1 W2
    rest: deck
    round: 1
"""
NEARLY = FOUND + row("3K 8S 6T 3V 2K 11S")


def after(text: str, phases: str, until: str) -> Table:
    table = at(f"{text}\nplay: {phases}")
    while table.pending[0].verb != until:
        play(table, table.pending[0].seat + 1, casual_choice(table))
    return table


def test_the_hacker_has_the_digit_revealed_that_is_hardest_to_guess() -> None:
    table = after(NEARLY, "phish", "uncover")
    assert casual_choice(table) in ("2", "3", "5", "6")


def test_a_defender_who_chooses_reveals_what_is_nearly_found() -> None:
    table = at(f"{NEARLY}\nplay: phish", options=Options(phish_reveal_chooser="defender"))
    assert casual_choice(table) in ("1", "4")


def test_the_hacker_guesses_what_is_sure() -> None:
    table = after(NEARLY, "mitm", "guess")
    assert casual_choice(table) in ("3@1", "3@4")


def test_the_hacker_locks_what_is_nearly_found() -> None:
    table = after(NEARLY, "ddos", "lock")
    assert casual_choice(table) in ("1", "4")


def test_if_that_is_possible_the_hacker_makes_an_upgraded_digit_normal() -> None:
    table = at(FOUND + row("3K 8S 6T/u 3V 2K 11S") + "\nplay: ddos", options=Options(lock_can_downgrade=True))
    assert casual_choice(table) == "3"


def test_the_defender_upgrades_the_digit_that_is_nearly_found() -> None:
    table = at(NEARLY.replace("ddos 2: 6V 12S", "ddos 2: 1V 1T 1S") + "\nplay: ddos")
    assert casual_choice(table) in ("1", "4")


def test_the_defender_upgrades_no_digit_whose_domain_is_known_as_well() -> None:
    """All threes but 3V have been seen, or are revealed: to upgrade the fourth digit would hinder nobody."""
    table = at("""
        slate answers: 3@2 n=2 sideways
        slate answers: 3@3 n=2 sideways
        slate answers: 3@5 n=2 sideways
        slate answers: 3@6 n=2 sideways
        phish 1: 13T
        phish 2: 10S
        mitm 1: 7V 3S 3T
        mitm 2: 5V
        ddos 1: 4K 6S
        ddos 2: 1V 1T 1S
        expelled: W1 W2
        rest: deck
        round: 1
    """ + row("3K/r 8S 6T 3V 2K 11S") + "\nplay: ddos", options=FULL)
    believed = belief(View(table, DEFENDER))
    assert exposure(View(table, DEFENDER), believed, 4) == (1.0, 1.0)
    assert casual_choice(table) in ("2", "3", "5", "6")


def test_the_defender_unlocks_what_an_upgrade_may_save() -> None:
    table = at(FOUND.replace("phish 2: 10S", "phish 2: 13V") + row("3K/l 8S/l 6T 3V 2K 11S") + "\nplay: phish")
    assert casual_choice(table) == "1"


def laid(aid: str, hackers: str, answers: str = "3@2 n=1 sideways") -> View:
    """The Hacker guesses after DDOS, with some cards seen in MitM and some answers, and looks at the table."""
    lines = "\n".join(f"slate answers: {line}" for line in answers.split(", "))
    table = at(f"""
        {lines}
        phish 1: 13T
        phish 2: 10S
        mitm 1: {hackers}
        mitm 2: 5V
        ddos 1: 1K 2S
        ddos 2: 6V 12S
        rest: deck
    """ + row("3K 8S 6T 4V 2K 11S") + "\nplay: mitm", options=Options(aid=aid))
    return View(table, HACKER)


@pytest.mark.parametrize("aid", ["off", "notes", "answers"])
def test_cd_v25_a_casual_bot_counts_no_card_that_its_aid_does_not_count(aid: str) -> None:
    """8K, 8T and 8V lie open in one of two worlds: whoever counts them expects fewer eights."""
    few, many = belief(laid(aid, "13K 13S 9T")), belief(laid(aid, "8K 8T 8V"))
    assert few.cards == many.cards
    assert belief(laid("full", "13K 13S 9T")).of_value(2, 8) > 2 * belief(laid("full", "8K 8T 8V")).of_value(2, 8)


def test_cd_v25_with_notes_it_takes_each_answer_alone() -> None:
    """No 3 at digits 2 to 6, so that it is at 1: that takes no reckoning.  Two sevens at three places are a guess."""
    answers = ", ".join(["3@2 n=1 sideways", "3@3 n=1 sideways", "3@4 n=1 sideways", "3@5 n=1 sideways",
                         "3@6 n=1 sideways", "9@1 n=0", "7@1 n=2 sideways", "7@2 n=2 sideways", "7@3 n=2 sideways"])
    noted = belief(laid("notes", "13K", answers))
    assert noted.known is None
    assert noted.of_value(1, 3) > 0.9
    assert noted.of_value(2, 9) == 0
    assert noted.of_value(4, 7) == pytest.approx(2 / 3, abs=0.05)


def test_cd_v25_with_no_aid_it_remembers_six_answers() -> None:
    older = "9@1 n=0, "
    later = ", ".join(f"{value}@1 n=0" for value in (4, 5, 6, 7, 10, 12))
    assert belief(laid("off", "13K", older + later)).of_value(1, 9) > 0
    assert belief(laid("notes", "13K", older + later)).of_value(1, 9) == 0
    assert belief(laid("off", "13K", later)).of_value(1, 12) == 0


@pytest.mark.parametrize("side", [HACKER, DEFENDER])
@pytest.mark.parametrize("aid", ["off", "notes", "answers", "full"])
def test_with_every_aid_it_plays_whole_games_in_both_roles(aid: str, side: int) -> None:
    game = cyber_defense(Options(aid=aid))
    for seed in range(2):
        table, rng = game.start(2, seed), Random(seed)
        bots = [bot("cyber defense", "casual" if table.side_of(seat) == side else "random", rng) for seat in range(2)]
        play_out(table, bots, rng)
        assert table.is_over


def a_knowledge(*places: str) -> Knowledge:
    """By position the cards that are possible there."""
    allowed = tuple(sum(1 << face(card) for card in cards.split()) for cards in places)
    count = len(places)
    return Knowledge(Style(), tuple(range(1, count + 1)), allowed, (False,) * count, (ANY_NUMBER,) * 14, (0,) * 14)


def test_with_time_to_spare_it_asks_what_tells_most_and_at_the_end_what_hits() -> None:
    """A guess at the first digit tells of the second as well; the third is likely a seven."""
    known = a_knowledge("1K 2K", "1S 2S", "7K 7S 7V 8K 9K")
    assert best_guess(known, 20)[0] in (1, 2)
    assert best_guess(known, 1) == (3, 7, 0)


def test_a_sure_hit_comes_first_even_with_time_to_spare() -> None:
    known = a_knowledge("1K 2K 3K 4K", "1S 2S 3S 4S", "7K 7S")
    assert best_guess(known, 20) == (3, 7, 0)
    believed = reckoned_belief(known)
    assert believed.best(3, False) == 1.0
    assert believed.best(1, False) == pytest.approx(0.25)


@pytest.mark.parametrize(("phases", "number", "most", "fewest"), [
    ("phish", 1, 16, 14), ("mitm", 1, 16, 15), ("ddos", 1, 13, 11), ("ddos", 3, 3, 1), ("phish", 3, 6, 4),
])
def test_the_fewer_fronts_and_rounds_there_are_the_fewer_guesses_are_to_come(
    phases: str, number: int, most: int, fewest: int,
) -> None:
    names = ["phish", "mitm", "ddos"]
    settled = [f"{name} winner: 0" for name in names[:names.index(phases)]]
    table = after("\n".join([NEARLY.replace("round: 1", f"round: {number}"), *settled]), phases, "guess")
    assert fewest <= guesses_to_come(View(table, HACKER)) <= most


# What it is given, and what it answers

def test_a_view_leads_to_no_table_and_to_no_digit() -> None:
    for table in random_game(3)[::12]:
        if table.pending:
            view = View(table, HACKER)
            for thing in reached(view):
                assert not isinstance(thing, Table)
                assert thing is not table.face
                assert thing != table.seed


def test_what_it_answers_does_not_depend_on_what_its_side_cannot_see() -> None:
    """The same view of two tables that differ in everything else, the password above all."""
    table = GAME.start(2, 11)
    assert answers_only_what_it_sees(table, CasualCyberDefense, 1000, Random(11)) > 60
    assert table.is_over


@settings(max_examples=6)
@given(
    seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries({}, optional={name: st.sampled_from(FAMILY.values(name)) for name in FAMILY.names()}),
)
def test_every_answer_is_offered(seed: int, options: dict[str, object]) -> None:
    watched_game(FAMILY.build(options), 2, seed)


def test_it_is_asked_for_every_move_of_a_round() -> None:
    asked: set[str] = set()
    for options in (Options(defender_arranges_password=True), Options(phish_reveal_chooser="defender")):
        for seed in range(2):
            rng = Random(seed)
            bots = [Watched(bot("cyber defense", "casual", rng)) for _ in range(2)]
            play_out(cyber_defense(options).start(2, seed), bots, rng)
            asked |= bots[0].verbs | bots[1].verbs
    assert asked >= {
        "arrange", "develop", "use", "play", "uncover", "guess", "lock", "unlock", "upgrade", "discard", "change"}


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        table, rng = GAME.start(2, 8), Random(8)
        play_out(table, [CasualCyberDefense(Random(seat)) for seat in range(2)], rng)
        ends.append((table.face, table.zones, table.tallies, table.slates))
    assert ends[0] == ends[1]


# How well it plays

def test_casual_beats_random_in_both_roles() -> None:
    result = measure(GAME, 2, ["casual", "random"], 16, 1)
    for side in (HACKER, DEFENDER):
        games, wins = result.by_side[side]
        assert games >= 5
        assert wins / games > 0.7


def test_every_decision_takes_less_than_50_ms() -> None:
    assert measure(GAME, 2, ["casual", "casual"], 4, 1).slowest < 0.05


def test_the_command_tells_how_each_role_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cyber-defense", "--bot", "random", "--games", "12", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "as Hacker" in told
    assert "as Defender" in told
    assert "Hacker wins" in told
    assert main(["cyber-defense", "--games", "2", "--seed", "3"]) == 0
    assert "Hacker wins" not in capsys.readouterr().out, "between unlike bots that tells nothing of the roles"
    assert main(["grid-poker", "--bot", "random", "--games", "2"]) == 0
    assert "Hacker" not in capsys.readouterr().out
