"""What can be looked up during a game: piles, hands, what a wild card does; and short names of games."""

from itertools import pairwise
from pathlib import Path

import pytest

from techdeck.cards import GENERAL_EDITION, LETTERS, code, face
from techdeck.games import GAMES, game_meant, game_named
from techdeck.poker import CATEGORIES, WILD, Ranking, card, category
from techdeck.position import set_up
from techdeck.table import EMPTY, EVERYBODY, Table
from techdeck.terminal.drawings import drawing_of
from techdeck.terminal.errors import Complaint
from techdeck.terminal.hands import MADE_OF, list_of_hands
from techdeck.terminal.piles import cards_of_piles, list_of_piles
from techdeck.views import View
from tests.games import CASES, Case, random_game
from tests.terminal.conftest import Run

GRID = """grid poker, 2 seats
first: 1
market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
hand 1: 9S 9K 6T
hand 2: 1K 2K W1
company 1: 1S 5T
company 2: 4K 6K
discard: 8T 11V 13K
rest: deck
play: commitments, results, clearing
"""


def seen(table: Table, side: int, wanted: str = "") -> list[str]:
    names = ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "the artificial player"][:table.sides]
    drawing = drawing_of(table.game, names, names)
    view = View(table, side)
    return cards_of_piles(drawing, view, wanted) if wanted else list_of_piles(drawing, view)


def typed(run: Run, tmp_path: Path, position: str, *lines: str) -> str:
    path = tmp_path / "position.txt"
    path.write_text(position, encoding="utf-8")
    return run("position", str(path), "--bots", "random", typed="\n".join([*lines, "quit", ""])).out


# Piles

def test_a_pile_is_told_from_the_top() -> None:
    table = set_up(game_named("grid poker"), GRID)
    assert seen(table, 0, "discard") == ["The discard, from the top: 13K, 11V, 8T."]
    assert seen(table, 1, "the discard pile") == seen(table, 0, "discard")


def test_look_alone_lists_what_can_be_looked_through_and_nothing_hidden() -> None:
    table = set_up(game_named("grid poker"), GRID)
    listed = " ".join(seen(table, 0)).casefold()
    for name in ("the discard", "the market", "your company", "ben's company", "your hand"):
        assert name in listed
    assert "ben's hand" not in listed
    assert "deck" not in listed.replace("look discard", "")
    with pytest.raises(Complaint, match="the cards are hidden"):
        seen(table, 0, "ben's hand")
    with pytest.raises(Complaint, match="There is no pile"):
        seen(table, 0, "cupboard")


@pytest.mark.parametrize("case", [case for case in CASES if case.variant == 0], ids=str)
def test_every_open_pile_of_every_game_can_be_looked_through_by_its_name(case: Case) -> None:
    """By all seats and by who only watches; no card is told that the reader does not know."""
    played = random_game(case)
    for number in played.some(3):
        table = played.positions[number]
        for side in range(table.sides + 1):
            view = View(table, side)
            known = {view.called(back) for back in range(table.cards)} - {"??"}
            known |= {code(card) for zone, owner, _ in view.places() for card in view.remembered(zone, owner)}
            for zone, owner, backs in view.places():
                cards = [back for back in backs if back != EMPTY]
                if zone.seen_by == EVERYBODY and cards:
                    told = " ".join(seen(table, side, zone.name))
                    assert all(view.called(back) in told for back in cards), zone.place(owner)
            for line in seen(table, side)[1:]:
                name = line.strip().partition("  ")[0]
                for told in seen(table, side, name):
                    words = {word.strip(",.;()") for word in told.partition(":")[2].split()}
                    codes = {word for word in words if word.partition("'")[0] in ALL_CODES}
                    assert codes <= known | counted(view), told


ALL_CODES = {each.printed.code for each in GENERAL_EDITION}


def counted(view: View) -> set[str]:
    """What changed cards count as."""
    found = set()
    for back in range(len(view.faces)):
        if view.faces[back] >= 0 and view.value(back):
            found.add(f"{view.value(back)}{LETTERS[view.domain(back)]}")
    return found


def test_piles_are_looked_through_during_a_game(run: Run, tmp_path: Path) -> None:
    out = typed(run, tmp_path, GRID, "look", "discard", "look discard", "look deck", "look ben", "?")
    assert out.count("The discard, from the top: 13K, 11V, 8T.") == 2
    assert "You can look through these" in out
    assert "You cannot look through the deck: the cards are hidden." in out
    assert "look       lists the piles" in out


# Hands

@pytest.mark.parametrize("kind", range(len(CATEGORIES)))
def test_every_example_is_what_it_is_an_example_of(kind: int) -> None:
    example = MADE_OF[kind][1].split()
    printed = [GENERAL_EDITION[face(name)] for name in example]
    cards = [WILD if each.is_wild else card(each.value, each.domain_number) for each in printed]
    assert category(Ranking(five_of_a_kind=True).rank(cards)) == kind


@pytest.mark.parametrize("name", ["grid poker", "regular poker", "gears of industry"])
def test_hands_are_listed_from_the_strongest(name: str) -> None:
    told = "\n".join(list_of_hands(game_named(name)))
    places = [told.index(f"  {kind}: ") for kind in reversed(CATEGORIES[:-1])]
    assert all(one < other for one, other in pairwise(places))
    assert "Five of a kind" not in told
    assert "Five of a kind" in "\n".join(list_of_hands(game_named(name, {"five_of_a_kind": True})))


def test_a_hand_is_explained_by_its_name() -> None:
    game = game_named("grid poker")
    assert list_of_hands(game, "flush") == [
        "Flush: five cards of one domain, such as 2T 5T 8T 9T 12T. It beats straight and loses to full house."]
    assert list_of_hands(game, "Straight flush")[0].startswith("Straight flush: ")
    assert list_of_hands(game, "pairs")[0].startswith("Pair: ")
    assert list_of_hands(game, "drones") == []
    assert list_of_hands(game_named("tech exchange"), "flush") == []


def test_hands_are_there_during_a_game(run: Run, tmp_path: Path) -> None:
    out = typed(run, tmp_path, GRID, "hands", "? royal flush", "?")
    assert "The hands, from the strongest:" in out
    assert "Royal flush: 9 to 13 of one domain" in out
    assert "hands      lists the poker hands" in out


# Wild cards

@pytest.mark.parametrize(("name", "options", "words"), [
    ("grid poker", {}, "counts as whatever card makes the hand best. It is expelled when"),
    ("grid poker", {"wild_declared": True}, "its owner says which"),
    ("grid poker", {"wild_market": "stay"}, "only in the market it stays"),
    ("regular poker", {}, "left out"), ("regular poker", {"regular_wilds": True}, "whatever card makes the hand best"),
    ("gears of industry", {}, "left out"), ("cyber defense", {}, "left out"),
    ("peer to peer", {}, "takes effect as soon as it turns up"), ("tech exchange", {}, "never stays in a hand"),
])
def test_every_game_says_what_a_wild_card_does(name: str, options: dict[str, object], words: str) -> None:
    assert words in game_named(name, options).manners.wild


def test_a_wild_card_is_explained_in_the_words_of_the_game(run: Run, tmp_path: Path) -> None:
    assert "counts as whatever card makes the hand best" in typed(run, tmp_path, GRID, "? W1")


# Names of games

@pytest.mark.parametrize(("said", "name"), [
    ("gears", "gears of industry"), ("p2p", "peer to peer"), ("poker", "regular poker"), ("cyber", "cyber defense"),
    ("exchange", "tech exchange"), ("grid", "grid poker"), ("tech-ex", "tech exchange"),
    ("Peer_to_peer", "peer to peer"),
    *[(name, name) for name in GAMES],
])
def test_short_names_of_games_will_do(said: str, name: str) -> None:
    assert game_meant(said) == name


@pytest.mark.parametrize(("said", "words"), [
    ("po", "'po' can be grid-poker or regular-poker."), ("grd", "did you mean grid-poker?"),
    ("chess", "There is no game 'chess'; there are grid-poker"), ("", "there are"),
])
def test_a_wrong_name_gets_a_sentence_with_the_nearest(said: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("?", "[?]")):
        game_meant(said)


def test_short_names_will_do_in_commands(run: Run) -> None:
    assert "Gears of Industry" in run("play", "gears", "--plain", "--bots", "random", typed="quit\n").out
    assert "GI-R2" in run("rules", "gears", "R2").out
    assert "GP-V40" in run("rules", "poker", "V40").out
