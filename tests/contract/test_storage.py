"""Tables and games in files: nothing is lost, and what does not fit is refused."""

import json
from dataclasses import replace
from random import Random

import pytest

from techdeck import position
from techdeck.actions import read_action, write_action
from techdeck.cards import code
from techdeck.chance import commitment, seed_of
from techdeck.games import grid_poker, regular_poker
from techdeck.position import BadPosition
from techdeck.record import BadRecord, Note, Record, begin, export_for, read, replay, written
from techdeck.storage import StaleRecord, restore, store
from techdeck.table import Table
from tests.contract.worlds import check_same, gets, offers, places, snapshot
from tests.games import Played, play_at_random

GRID = grid_poker.grid_poker()


def record_of(played: Played) -> Record:
    record = begin(played.game, [f"Player {seat}" for seat in range(played.case.seats)], played.case.seed)
    record.actions.extend(played.lines)
    record.result = played.game.scores(played.positions[-1])
    return record


# Storing

def test_a_stored_table_is_restored_exactly(played: Played) -> None:
    """At any moment, in the middle of an effect or of secret choices too."""
    for at in [*played.some(25), len(played.actions)]:
        table = played.positions[at]
        again = restore(played.game, snapshot(table))
        check_same([json.dumps(store(again))], [json.dumps(store(table))])
        assert snapshot(again) == store(again)
        assert [(d.seat, d.verb, list(d)) for d in again.pending] == [(d.seat, d.verb, list(d)) for d in table.pending]


def test_a_restored_table_looks_the_same_to_all_and_goes_on_in_the_same_way(played: Played) -> None:
    for at in played.some(6, 1):
        table = played.positions[at]
        again = restore(played.game, snapshot(table))
        for side in range(table.sides + 1):
            check_same(gets(again, side), gets(table, side))
        for action in played.actions[at:]:
            again.act(*action)
        assert snapshot(again) == snapshot(played.positions[-1])


def test_a_restored_table_shares_nothing_with_what_was_stored(played: Played) -> None:
    at = len(played.actions) // 2
    stored = snapshot(played.positions[at])
    text = json.dumps(stored)
    again = restore(played.game, stored)
    for action in played.actions[at:]:
        again.act(*action)
    assert json.dumps(stored) == text


def test_storing_is_not_tied_to_the_table(played: Played) -> None:
    table = played.positions[0].clone()
    stored = store(table)
    text = json.dumps(stored)
    table.act(*played.actions[0])
    assert json.dumps(stored) == text


def test_a_stored_table_is_refused_by_other_rules(played: Played) -> None:
    stored = snapshot(played.positions[0])
    frames = [["no such rule", 0, 0, 0, 0]]
    for changed in ({"game": "whist"}, {"version": 99}, {"options": {"no": 1}}, {"agenda": frames}):
        with pytest.raises(StaleRecord, match=r"^[A-Z].*\.$"):
            restore(played.game, {**stored, **changed})


# Records

def test_a_written_record_is_read_and_replayed_exactly(played: Played) -> None:
    record = record_of(played)
    again = read(written(record))
    assert again == record
    assert written(again) == written(record)
    done = []
    for (table, action), before in zip(replay(played.game, again), played.positions, strict=True):
        assert table.face == before.face
        assert table.zones == before.zones
        done.append(action)
    assert done == [*played.lines, ""]
    assert snapshot(table) == snapshot(played.positions[-1])
    assert played.game.scores(table) == again.result


def test_names_and_notes_of_any_kind_survive(played: Played) -> None:
    record = record_of(played)
    names = ['Ann "the \\ ace"', "Żółw 🐢", "tab\tand\nline", "\x7f\x00", "", "# no comment"]
    record.seats[:] = names[:len(record.seats)]
    record.notes[:] = [Note(3, "why?\n'''\"\"\" \\u0041", "me"), Note(0, "", ""), Note(1, "\n\r\n \\\n\"", "")]
    assert read(written(record)) == record


def test_a_note_of_several_lines_is_written_in_as_many(played: Played) -> None:
    record = record_of(played)
    record.notes[:] = [Note(3, "techdeck simulate\n\nTraceback: \"no\"", "me")]
    assert 'text = """\ntechdeck simulate\n\nTraceback: \\"no\\""""\n' in written(record)


def test_a_record_is_refused_by_other_rules(played: Played) -> None:
    record = record_of(played)
    for other in (replace(record, version=99), replace(record, options={"no": 1}), replace(record, game="whist")):
        with pytest.raises(StaleRecord, match=r"^This .*\.$"):
            list(replay(played.game, other))


def test_a_record_with_a_wrong_action_says_which(played: Played) -> None:
    record = record_of(played)
    record.actions[2] = "1 nonsense 3K"
    with pytest.raises(BadRecord, match="does not fit the rules at action 3: "):
        list(replay(played.game, record))


def whole() -> str:
    table = GRID.start(2, 1)
    record = begin(GRID, ["Ada", "Ben"], 1)
    rng = Random(1)
    for _ in range(20):
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        record.actions.append(write_action(table, decision.seat, choice))
        table.act(decision.seat, choice)
    return written(record)


def without(text: str, key: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(key + " "))


def test_a_whole_record_is_read() -> None:
    assert len(read(whole()).actions) == 20


DAMAGES = {
    "empty": "",
    "not text of this kind": "The quick brown fox",
    "another file": '[project]\nname = "techdeck"\n',
    "cut off": whole()[:300],
    "cut in the options": whole()[:-20] + "\nx",
    "too new": whole().replace("format = 1", "format = 2"),
    "format is a word": whole().replace("format = 1", 'format = "one"'),
    "format is a truth": whole().replace("format = 1", "format = true"),
    "rules are a word": whole().replace("rules = 2", 'rules = "one"'),
    "no seats": without(whole(), "seats"),
    "no rules": without(whole(), "rules"),
    "no seed": without(whole(), "seed"),
    "no commitment": without(whole(), "seed_commitment"),
    "no options": whole().split("[options]")[0],
    "another seed": whole().replace('seed = "' + "0" * 63 + "1", 'seed = "' + "0" * 63 + "2"),
    "a short seed": whole().replace('seed = "' + "0" * 60, 'seed = "'),
    "seed is no number": whole().replace('seed = "000', 'seed = "xyz'),
    "actions are numbers": whole().replace("actions = [", "actions = [ 3, "),
    "seats are numbers": whole().replace('"Ada"', "7"),
    "a bad note": whole() + "\n[[notes]]\nat = 1\n",
    "notes are words": "notes = [3]\n" + whole(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_foreign_or_newer_record_is_refused_with_one_sentence(damage: str) -> None:
    assert DAMAGES[damage] != whole()
    with pytest.raises(BadRecord) as caught:
        read(DAMAGES[damage], "game.toml")
    message = str(caught.value)
    assert message.startswith("game.toml ")
    assert message.endswith(".")
    assert "\n" not in message
    assert "Traceback" not in message


def test_a_record_cut_at_any_place_is_refused_or_whole_but_never_breaks() -> None:
    text = whole()
    complaints = []
    for end in range(0, len(text), 7):
        try:
            read(text[:end])
        except BadRecord as error:
            complaints.append(str(error))
    assert len(complaints) > 40
    assert not any("\n" in complaint for complaint in complaints)


def test_a_seats_own_export_says_that_it_cannot_be_replayed() -> None:
    record = read(whole())
    with pytest.raises(BadRecord, match="as one seat saw it"):
        read(export_for(GRID, record, 0))


def test_the_seed_is_committed_to_before_the_deal() -> None:
    seed = seed_of(1)
    assert commitment(seed) == "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    assert f'seed_commitment = "{commitment(seed)}"' in whole()
    assert commitment(seed_of(2)) != commitment(seed)


def test_an_export_keeps_the_commitment_but_not_the_seed() -> None:
    record = read(whole())
    text = export_for(GRID, record, 1)
    assert commitment(record.seed) in text
    assert record.seed.hex() not in text


# Positions

def test_a_written_position_is_set_up_again(played: Played) -> None:
    """Word for word, with the same choices for everybody."""
    for at in [*played.some(12, 2), len(played.actions)]:
        table = played.positions[at]
        again = position.set_up(played.game, position.write(table))
        check_same(position.write(again).splitlines(), position.write(table).splitlines())
        for side in range(table.sides):
            # A hand may be held in another order, so a sample of one is looked for in all of the other.
            assert set(offers(again, side)) <= set(offers(table, side, 10_000))
            assert set(offers(table, side)) <= set(offers(again, side, 10_000))
        assert sorted(decision.seat for decision in again.pending) == sorted(d.seat for d in table.pending)


def test_a_position_says_all_that_lies_on_the_table_and_what_is_known(played: Played) -> None:
    for at in played.some(12, 5):
        table = played.positions[at]
        again = position.set_up(played.game, position.write(table))
        assert (again.tallies, again.marks, again.chain, again.first) == (
            table.tallies, table.marks, table.chain, table.first)
        for zone, owner, backs in places(table):
            place = zone.place(owner)
            assert position.written(again, place) == position.written(table, place)
            for back in backs:
                known = [side for side in range(table.sides + 1) if table.knows(side, back)]
                same = again.face.index(table.face[back])
                assert [side for side in range(table.sides + 1) if again.knows(side, same)] == known, place
        assert [len(choices) for choices in again.sealed] == [len(choices) for choices in table.sealed]


def test_a_position_set_up_again_goes_on_in_the_same_way(played: Played) -> None:
    """Until chance is asked, since the seed is no part of a position."""
    for at in played.some(8, 3):
        table = played.positions[at].clone()
        again = position.set_up(played.game, position.write(table))
        for line in played.lines[at:at + 10]:
            seat, choice = read_action(table, line)
            other_seat, other_choice = read_action(again, line)
            chances = table.chances
            table.act(seat, choice)
            again.act(other_seat, other_choice)
            if table.chances != chances:
                break
            check_same(without_backs(again), without_backs(table), line)


def without_backs(table: Table) -> list[str]:
    """What a position says, but for the order of cards in a hand and of those that lay in it before.

    That order is its owner's business, and so no part of a position; a tally may hold the number of a back.
    """
    return [" ".join(sorted(line.split())) for line in position.write(table).splitlines()
            if not line.startswith(("backs:", "frame:", "named too:", "sealed "))]


def test_a_position_set_up_again_can_be_played_to_the_end(played: Played) -> None:
    rng = Random(played.case.seed)
    for at in played.some(3, 4):
        again = position.set_up(played.game, position.write(played.positions[at]), 5)
        for _ in range(5000):
            if again.pending:
                play_at_random(again, rng)
        assert again.is_over


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "A position begins with the game"),
    ("whist, 2 seats", "This is a position of whist, not of grid poker"),
    ("grid poker, two seats", "The first line "),
    ("grid poker, 9 seats", "is for 1 to 6 players, not 9"),
    ("grid poker, 2 seats\nhand 1: 14K", "Line 2: '14K' is no card"),
    ("grid poker, 2 seats\nhand 1: 9K'", "Line 2: there is no 9K'"),
    ("grid poker, 2 seats\nhand 1: 9K 9K", "Line 2: 9K lies in two places"),
    ("grid poker, 2 seats\nhand 1: 9K\nhand 2: 9K", "Line 3: 9K lies in two places"),
    ("grid poker, 2 seats\nhand 3: 9K", "Line 2: grid poker has no place, tally or word 'hand 3'"),
    ("grid poker, 2 seats\nnonsense", "Line 2 has no colon"),
    ("grid poker, 2 seats\nnonsense: 3", "Line 2: grid poker has no place, tally or word 'nonsense'"),
    ("grid poker, 2 seats\npoints: 1", "Line 2: points takes 2 numbers"),
    ("grid poker, 2 seats\npoints: 1 x", "Line 2: 'x' is no number"),
    ("grid poker, 2 seats\nmark nonsense: 9K", "Line 2: grid poker has no mark 'nonsense'"),
    ("grid poker, 2 seats\nhand 1: 9K\nmark used: 9K", "Line 3: 9K lies in hand 1, where no card has the mark 'used'"),
    ("grid poker, 2 seats\nplay: nonsense", "'nonsense'"),
    ("grid poker, 2 seats\nrest: nonsense", "grid poker has no place 'nonsense'"),
    ("grid poker, 2 seats\nframe: nonsense | 0 0 0 0", "have no part 'nonsense'"),
    ("grid poker, 2 seats\nbacks: 1 2 3", "each once"),
    ("grid poker, 2 seats\nfirst: 3\nplay: commitments", "Line 2: "),
    ("grid poker, 2 seats\nfirst: 0\nplay: commitments", "Line 2: "),
    ("grid poker, 2 seats\nseat 9 knows: 9K", "Line 2: "),
    ("grid poker, 2 seats\nslate nonsense: x", "Line 2: "),
    ("grid poker, 2 seats\nframe: commitments | 0 0", "Line 2: "),
    ("grid poker, 2 seats\nmarket: 1K 2K 3K 4K 5K 6K 7K 8K 9K 10K", "Line 2: market has 9 cells, not 10"),
])
def test_a_wrong_position_is_refused_with_a_sentence_about_the_line(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition) as caught:
        position.set_up(GRID, text)
    assert complaint in str(caught.value)


def test_what_is_not_listed_in_a_position_lies_under_the_rest() -> None:
    table = position.set_up(GRID, "grid poker, 2 seats\ndeck: 9K 3S\nrest: deck\nplay: commitments")
    assert position.written(table, "deck").split()[:2] == ["9K", "3S"]
    assert len(position.written(table, "deck").split()) == 54


def test_regular_poker_is_written_as_well() -> None:
    game = regular_poker.regular_poker()
    table = game.start(3, 1)
    assert position.write(table).startswith("regular poker, 3 seats\n")
    assert code(0) in position.write(table)
