"""What may be chosen, how it is written, and what happens to everything else."""

from itertools import islice
from random import Random
from typing import NoReturn

import pytest

from techdeck.actions import read_action, read_choice, write_action
from techdeck.cards import Back
from techdeck.table import CLOCK, PASS, Choice, Decision, IllegalAction, Table, Zone, pack, unpack
from tests.conftest import build
from tests.contract.worlds import check_same, lists_of, snapshot
from tests.games import CASES, FAMILIES, WORDS, Played, can_be_lost_by_all, game_of

BOUND = 1500  # actions in a game of six, at the very most


def refused_everywhere(table: Table, seat: int) -> list[tuple[int, Choice]]:
    """Some of what may not be done now, whatever the game."""
    decision = table.decision_of(seat)
    assert decision is not None
    numbers = [choice for choice in decision if isinstance(choice, int)] or [0]  # none where sentences are chosen
    least, most = min(numbers), max(numbers)
    unlisted = [number for number in (most + 1, least - 1)
                if type(decision) is Decision or number not in decision]  # one of its own may not list all
    wrong: list[tuple[int, Choice]] = [
        *[(seat, number) for number in unlisted], (seat, -99), (seat, 1 << 80), (seat, "nonsense"), (seat, ""),
        (seat, str(most)), (seat, True), (seat, False), (99, most), (-5, most),
    ]
    if not table.is_legal(CLOCK, most):
        wrong.append((CLOCK, most))
    if PASS not in decision:
        wrong.append((seat, PASS))
    others = [other for other in range(6) if table.decision_of(other) is None]
    return wrong + [(other, most) for other in others]


def test_what_is_not_offered_is_refused_and_changes_nothing(played: Played) -> None:
    for at in played.some(12):
        table = played.positions[at].clone()
        before, pending = snapshot(table), table.pending
        for decision in pending:
            for seat, choice in refused_everywhere(table, decision.seat):
                with pytest.raises(IllegalAction, match=rf"^Seat {seat + 1} (is not asked|cannot choose) .*\.$"):
                    table.act(seat, choice)
                assert table.pending is pending
                assert not table.is_legal(seat, choice)
        assert snapshot(table) == before


def test_at_the_end_nothing_is_allowed_any_more(played: Played) -> None:
    table = played.positions[-1]
    before = snapshot(table)
    for seat in range(played.case.seats):
        for choice in (0, 1, PASS):
            with pytest.raises(IllegalAction):
                table.act(seat, choice)
    assert snapshot(table) == before


def test_every_game_ends_within_bounds_and_has_winners_and_scores(played: Played) -> None:
    table = played.positions[-1]
    assert table.is_over
    assert not table.pending
    assert not table.agenda
    assert len(played.actions) < BOUND
    winners, scores = played.game.winners(table), played.game.scores(table)
    assert winners or can_be_lost_by_all(played.game)
    assert set(winners) <= set(range(table.sides))
    assert len(scores) == table.sides


def test_before_the_end_somebody_is_always_asked(played: Played) -> None:
    for table in played.positions[:-1]:
        assert table.pending
        assert len({decision.seat for decision in table.pending}) == len(table.pending)
        assert not table.is_over


def test_a_decision_lists_counts_and_samples_the_same_choices(played: Played) -> None:
    rng = Random(played.case.seed)
    for table in played.positions[:-1]:
        for decision in table.pending:
            listed = list(decision)
            assert len(listed) == len(decision) == len(set(listed))
            assert all(choice in decision for choice in listed)
            chosen = decision.sample(rng)
            assert chosen is None or chosen in decision  # who had better wait chooses nothing
            assert chosen in listed or type(decision) is not Decision  # one of its own may not list all
            assert all(table.is_legal(decision.seat, choice) for choice in islice(listed, 3))


def test_whatever_is_listed_can_be_done(played: Played) -> None:
    for at in played.some(20, 1):
        table = played.positions[at]
        for decision in table.pending:
            for choice in islice(decision, 0, None, 1 + len(decision) // 10):
                table.clone().act(decision.seat, choice)


def test_every_choice_is_written_in_its_own_way_and_read_back(played: Played) -> None:
    for at in played.some(25, 2):
        table = played.positions[at]
        for decision in table.pending:
            texts = {}
            for choice in islice(decision, 0, None, 1 + len(decision) // 25):
                text = write_action(table, decision.seat, choice)
                assert text not in texts, f"{text} means two choices"
                texts[text] = choice
                assert read_action(table, text) == (decision.seat, choice)
                assert read_action(table, text.upper().replace(decision.verb.upper(), decision.verb)) == (
                    decision.seat, choice)


def test_all_lines_of_a_game_are_read_back(played: Played) -> None:
    for table, line, action in zip(played.positions, played.lines, played.actions, strict=False):
        assert read_action(table, line) == action


def test_a_text_that_is_no_choice_is_refused_with_a_sentence(played: Played) -> None:
    for at in played.some(6, 3):
        table = played.positions[at]
        before = snapshot(table)
        for decision in table.pending:
            for text in ("nonsense", "", "14K", "9K 9K 9K 9K", "pass pass"):
                with pytest.raises(IllegalAction, match=r"\.$"):
                    read_choice(table, decision.seat, text)
        for text in ("", "nonsense", "1", "0 use pass", "99 use pass", "-1 use 3K", "1 nonsense 3K"):
            with pytest.raises(IllegalAction, match=r"\.$"):
                read_action(table, text)
        assert snapshot(table) == before


def test_every_verb_has_a_prompt_and_every_seat_a_place(played: Played) -> None:
    for table in played.positions[:-1]:
        for decision in table.pending:
            assert played.game.manners.prompts[decision.verb].endswith((".", "?"))
            assert decision.seat == CLOCK or table.side_of(decision.seat) >= 0


def test_the_same_seed_deals_the_same_table_and_another_seed_another(played: Played) -> None:
    case, game = played.case, played.game
    tables = [game.start(case.seats, seed) for seed in (case.seed, case.seed, case.seed + 1, case.seed + 2**200)]
    assert snapshot(tables[0]) == snapshot(tables[1]) == snapshot(played.positions[0])
    assert len({tuple(table.face) for table in tables}) == 3


def test_the_same_seed_and_actions_lead_to_the_same_table(played: Played) -> None:
    table = played.game.start(played.case.seats, played.case.seed)
    for action in played.actions:
        table.act(*action)
    assert snapshot(table) == snapshot(played.positions[-1])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_has_a_name_of_its_own(family: str) -> None:
    for variant in range(len(FAMILIES[family].variants())):
        names = list(game_of(family, variant).names.values())
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_is_under_contract_with_all_its_values(family: str) -> None:
    entry = FAMILIES[family]
    for name in entry.names():
        for value in entry.values(name):
            assert entry.build({name: value}).options[name] == value
        usual = entry.build({}).options[name]
        if name not in WORDS:
            assert isinstance(usual, bool)
        else:
            wrong = "nonsense" if isinstance(usual, str) else -1
            with pytest.raises(ValueError, match=rf"{name} can be .*, not {wrong}\."):
                entry.build({name: wrong})
    changed = {name for variant in entry.variants() for name in variant}
    assert changed >= set(entry.names()) - {"deals"}


def test_every_number_of_seats_is_under_contract() -> None:
    for family in FAMILIES:
        met = {case.seats for case in CASES if case.family == family}
        assert met == set(game_of(family, 0).seats)


@pytest.mark.parametrize("family", FAMILIES)
def test_other_numbers_of_seats_are_refused(family: str) -> None:
    game = game_of(family, 0)
    for seats in {0, -1, 7, 99, min(game.seats) - 1}:
        with pytest.raises(ValueError, match=f" players, not {seats}"):
            game.start(seats, 1)


def test_packed_cards_are_unpacked() -> None:
    rng = Random(1)
    for count in range(6):
        for _ in range(50):
            backs = rng.sample(range(216), count)
            assert unpack(pack(backs)) == backs


# A clone.

def test_what_a_clone_does_changes_nothing_in_the_original(played: Played) -> None:
    for at in played.some(30, 4):
        table = played.positions[at]
        before, pending, frames = snapshot(table), table.pending, table.agenda
        listed = [list(decision) for decision in pending]
        rng = Random(at)
        clone = table.clone()
        for _ in range(12):
            if clone.pending:
                decision = rng.choice(clone.pending)
                choice = decision.sample(rng)
                if choice is not None:
                    clone.act(decision.seat, choice)
        assert table.pending is pending
        assert table.agenda == frames
        assert [list(decision) for decision in pending] == listed
        assert snapshot(table) == before


def test_a_clone_and_its_original_share_no_list_but_those_that_are_replaced_when_they_change(played: Played) -> None:
    for at in played.some(3, 5):
        table = played.positions[at]
        mine, theirs = lists_of(table), lists_of(table.clone())
        assert len(mine) > 20
        assert mine == theirs
        shared = {id(each) for each in mine} & {id(each) for each in theirs}
        assert shared <= {id(each) for each in (table.pending, table.marks, *table.zones, *table.sealed)}


def test_a_table_that_is_cloned_all_the_time_goes_on_as_one_that_never_is(played: Played) -> None:
    """And no clone notices anything of it."""
    alone, cloned = [played.game.start(played.case.seats, played.case.seed) for _ in range(2)]
    kept = []
    for number, action in enumerate(played.actions):
        clone = cloned.clone()
        if number % (1 + len(played.actions) // 6) == 0:
            kept.append((clone, snapshot(alone)))
        alone.act(*action)
        cloned.act(*action)
    assert snapshot(cloned) == snapshot(alone)
    for clone, before in kept:
        assert snapshot(clone) == before


class ReadOnly(list[Back]):
    """The cards of a zone for who only wants to read them."""

    def refuse(self, *_: object) -> NoReturn:
        raise AssertionError("these cards may be another table's too: ask `to_change` for them")

    append = extend = insert = pop = remove = clear = sort = reverse = refuse  # type: ignore[assignment]
    __setitem__ = __delitem__ = __iadd__ = refuse


@pytest.mark.skipif(build() == "compiled", reason="compiled classes are not to be tampered with")
def test_rules_change_no_cards_that_they_only_asked_to_read(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    of = Zone.of
    monkeypatch.setattr(Zone, "of", lambda zone, table, side=0: ReadOnly(of(zone, table, side)))
    table = played.game.start(played.case.seats, played.case.seed)
    for action in played.actions:
        table.act(*action)
    assert table.is_over


def test_a_clone_goes_on_as_the_original_would(played: Played) -> None:
    for at in played.some(10, 6):
        clone = played.positions[at].clone()
        for action in played.actions[at:at + 8]:
            clone.act(*action)
        end = min(at + 8, len(played.actions))
        check_same([repr(snapshot(clone))], [repr(snapshot(played.positions[end]))])


def test_nobody_listens_to_a_clone(played: Played) -> None:
    table = played.positions[0].clone()
    table.log = []
    clone = table.clone()
    assert clone.log is None
    clone.act(*played.actions[0])
    assert clone.log is None
    assert table.log == []


def test_listening_changes_nothing(played: Played) -> None:
    table = played.positions[0].clone()
    table.log = []
    for action in played.actions:
        table.act(*action)
    assert snapshot(table) == snapshot(played.positions[-1])
    assert table.log
