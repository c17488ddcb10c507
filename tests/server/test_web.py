"""What the browser client takes from the server's side is up to date."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from techdeck.cards import GENERAL_EDITION, PEER_EDITION
from techdeck.deck import FIRST_PEER_TEXTS
from techdeck.games import game_named
from techdeck.server.catalogue import cards, deck_faults, decks, games
from techdeck.server.room import Refusal

ROOT = Path(__file__).parents[2]


def test_the_types_of_messages_are_those_of_the_server() -> None:
    checked = subprocess.run(
        [sys.executable, "tools/wire_types.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_card_has_its_icon() -> None:
    icons = set(json.loads((ROOT / "web" / "src" / "cards" / "icons.json").read_text()))
    assert {card.printed.icon for card in [*GENERAL_EDITION, *PEER_EDITION]} <= icons


def test_every_rule_of_a_table_and_every_choice_is_said_in_words_of_its_own() -> None:
    """Those in other languages follow: the compiler compares them with the English ones."""
    text = (ROOT / "web" / "src" / "words" / "options" / "en.ts").read_text()
    lines = re.findall(r"^  (\w+): \[(.*)\],$", text, re.MULTILINE)
    said = {name: set(re.findall(r"(\w+): \"", words.partition("{")[2])) for name, words in lines}
    options = [option for game in games() for option in game["options"]]
    assert set(said) == {option["name"] for option in options}
    for option in options:
        wanted = set(map(str, option["choices"])) if option["kind"] == "choice" else set()
        assert wanted <= said[option["name"]], option["name"]


def test_every_preset_is_said_in_words_of_its_own_and_can_be_played() -> None:
    text = (ROOT / "web" / "src" / "words" / "options" / "en.ts").read_text()
    said = set(re.findall(r'^  "([^"]+)": \[', text, re.MULTILINE))
    assert said == {f"{game['name']}: {preset['name']}" for game in games() for preset in game["presets"]}
    for game in games():
        for preset in game["presets"]:
            assert game_named(game["name"], preset["options"]).options.items() >= preset["options"].items()
            assert all(set(chances) <= set(game["seats"]) for chances in preset["chances"].values())


def test_pp_v36_the_cards_of_a_table_are_printed_as_its_options_say() -> None:
    even, first = cards("peer to peer"), cards("peer to peer", "first")
    assert cards("peer to peer", "even") == even
    assert {code for code in even if even[code] != first[code]} == set(FIRST_PEER_TEXTS)
    for game, edition in (("grid poker", "first"), ("peer to peer", "third")):
        with pytest.raises(Refusal):
            cards(game, edition)


def test_decks_with_names_can_be_brought_and_others_are_told_all_that_is_wrong() -> None:
    for preset in decks():
        market = ["market", *preset["market"]] if preset["advanced"] else []
        text = " ".join(["deck", *preset["deck"], *market])
        assert deck_faults(text, preset["advanced"], preset["advanced"]) == [], preset["name"]
    faults = deck_faults("deck 1K 1K W1 99Z", advanced=False, gives_market=False)
    assert len(faults) == 4  # no card, a wild card, one twice, too few
    assert any("99Z" in fault for fault in faults)


def test_tx_q82_a_new_table_of_tech_exchange_on_the_page_is_live() -> None:
    """Elsewhere the default is the turn form: in the terminal, on one device, and for research."""
    game = next(game for game in games() if game["name"] == "tech exchange")
    form = next(option for option in game["options"] if option["name"] == "form")
    assert (form["default"], form["usual"]) == ("turn", "live")
    assert [option["name"] for game in games() for option in game["options"] if "usual" in option] == ["form"]
