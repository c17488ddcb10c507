"""Events as sentences for one reader."""

import pytest

from techdeck.events import Event, Moved, Said, Shown, of_many
from techdeck.games.grid_poker import grid_poker
from techdeck.table import Table
from techdeck.telling import Teller

GAME = grid_poker()
ALL = 0b111


def teller(side: int = 0) -> Teller:
    return Teller(GAME, ["Ann", "Bob"], side)


def drawn(side: int, face: int, eyes: int) -> Event:
    return Moved(side, 0, face, eyes, True, "deck", f"hand {side + 1}", ("deck", "hand"), -1)


def test_the_reader_is_you() -> None:
    assert teller().lines([drawn(0, 0, 0b001)]) == ["You draw 1K."]
    assert teller(1).lines([drawn(0, 0, 0b001)]) == ["Ann draws a card."]


def test_a_row_of_cards_is_one_sentence() -> None:
    events = [drawn(0, face, 0b001) for face in range(3)]
    assert teller().lines(events) == ["You draw 1K, 2K and 3K."]
    assert teller(1).lines(events) == ["Ann draws 3 cards."]


def test_cards_that_are_the_subject_get_the_verb_of_many() -> None:
    events = [Moved(0, 0, face, ALL, True, "deck", "market", ("deck", "market"), face) for face in range(2)]
    assert teller().lines(events) == ["1K and 2K come into the market."]
    shown = [Shown(0, 0, face, ALL, "committed 1", True) for face in range(2)]
    assert teller().lines(shown) == ["1K and 2K are shown in your committed cards."]


def test_places_belong_to_somebody() -> None:
    moved = Moved(0, 0, 5, 0b001, True, "hand 2", "hand 1", ("hand", "hand"), -1)
    assert teller().lines([moved]) == ["You get 6K from Bob's hand."]
    assert teller(1).lines([moved]) == ["Ann gets a card from your hand."]


def test_sentences_that_speak_of_the_reader_elsewhere() -> None:
    assert teller(1).lines([Said(0, "{who} picks {whom}.", 1)]) == ["Ann picks you."]
    assert teller(1).lines([Said(1, "Round 2: {who} is first.")]) == ["Round 2: you are first."]
    assert teller(1).lines([Said(1, "{who}'s cards are safe.")]) == ["Your cards are safe."]
    left = Moved(1, 0, 5, ALL, False, "company 2", "discard", ("company", "discard"), -1)
    assert teller(1).lines([left]) == ["6K leaves your company."]


@pytest.mark.parametrize(("third", "second"), [
    ("draws", "draw"), ("uses", "use"), ("passes", "pass"), ("has", "have"), ("goes", "go"), ("does", "do"),
    ("is", "are"),
])
def test_verbs_are_turned_to_the_reader(third: str, second: str) -> None:
    assert of_many(third) == second


def test_several_who_are_one_side_get_the_verb_of_many() -> None:
    def told(side: int, event: Event) -> list[str]:
        return Teller(GAME, ["Ann and Dee", "Bob"], side, [[0, 3], [1]]).lines([event])

    assert told(1, drawn(0, 0, 0b001)) == ["Ann and Dee draw a card."]
    assert told(0, drawn(0, 0, 0b001)) == ["Your team draws 1K."]
    assert told(1, Said(0, "Round 2: {who} is first.")) == ["Round 2: Ann and Dee are first."]
    assert told(0, Said(0, "Round 2: {who} is first.")) == ["Round 2: your team is first."]
    assert told(0, Said(1, "{who} serves better than {whom}.", 0)) == ["Bob serves better than your team."]
    assert told(2, Said(0, "{who} cannot serve 9K.")) == ["Ann and Dee cannot serve 9K."]
    assert told(2, Said(1, "{who} picks {whom}.", 0)) == ["Bob picks Ann and Dee."]


def test_a_card_that_is_shown_twice_is_told_once() -> None:
    shown = [Shown(0, 0, face, ALL, "hand 1", True) for face in (4, 4, 5)]
    assert teller().lines(shown) == ["5K and 6K are shown in your hand."]


def test_after_the_game_everything_anybody_saw_is_told() -> None:
    events = [drawn(0, 0, 0b001), drawn(1, 1, 0b010)]
    spectator = Teller(GAME, ["Ann", "Bob"], 2)
    assert spectator.lines(events) == ["Ann draws a card.", "Bob draws a card."]
    assert spectator.all_that_anybody_saw(events) == ["Ann draws 1K.", "Bob draws 2K."]


def test_a_whole_game_is_told_in_sentences() -> None:
    table: Table = GAME.start(2, 7)
    while table.pending:
        table.log = []
        table.act(table.pending[0].seat, next(iter(table.pending[0])))
        for line in teller().lines(table.log):
            assert line[0].isupper() or line[0].isdigit()
            assert line.endswith(".")
            assert not any("\ue000" <= letter <= "\uf8ff" for letter in line)
