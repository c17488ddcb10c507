"""What a server offers: games with their options and bots, cards, the rulebook; and whether a wish is possible."""

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from techdeck.bots import BOTS
from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, code
from techdeck.decklists import PRESETS, faults, read
from techdeck.games import GAMES, Entry, allowed, game_named
from techdeck.lessons import lesson_names
from techdeck.rulebooks import option_clauses, rulebook_pages
from techdeck.server.facts import Opened
from techdeck.server.room import Refusal

# Options that stand in the text of the rulebook, not in a table of it.
SAID: Final = {
    "form": ("TX-V40", "turn: one after the other; live: everybody trades at once, and the clock runs"),
    "game": ("GP-V40", "which poker is played"),
    "deals": ("GP-V40", "how many hands are dealt before the chips are counted"),
    "poker_effect_turn": ("GP-V70", "any_turn: once in a betting round; first_turn: then or not at all in it"),
    "poker_effect_every_turn": ("GP-V51", "an effect at every betting turn, as often as one likes"),
    "game_mode": ("GI-V1", "advanced: two decks for each player, and a Market deck to which all contribute"),
    "teams_4p": ("GI-V3", "with four players, those who sit across play together"),
    "team_open_hands": ("GI-V5", "partners see each other's hands"),
    "target_points": ("GI-E20", "whoever has so many points at the end of a turn may win"),
    "deck_source": ("GI-V10", "players choose their cards, take a preset, or are dealt a deck at random"),
    "solo_start": ("PP-S20", "the cards with which a single player begins"),
    "venture_owner_consent": ("PP-V17", "using a venture's effect needs its owner's consent"),
    "individual_decks": ("PP-V4", "every player has a deck of their own"),
    "individual_sides": ("PP-V14", "with individual decks: teams, or every player alone"),
    "individual_draft": ("PP-V15", "the cards of individual decks are drafted"),
}

# What a new table on the page has instead of the default, where everybody has a device [TX-V40].
USUAL: Final = {"tech exchange": {"form": "live"}}


@cache
def games() -> list[dict[str, Any]]:
    found = []
    for name, entry in GAMES.items():
        game = entry.make(entry.options())
        clauses = option_clauses(_page(name))
        found.append({
            "name": name, "title": game.manners.title, "about": entry.about, "seats": list(game.seats),
            "levels": sorted(BOTS[name]), "has_lesson": name in lesson_names(),
            "edition": entry.edition, "presets": [{
                "name": preset.name, "title": preset.title, "about": preset.about, "options": preset.options,
                "chances": preset.chances,
            } for preset in entry.presets.values()],
            "options": [_option(entry, field.name, clauses, USUAL.get(name, {})) for field in fields(entry.options)],
        })
    return found


def _option(
    entry: Entry, name: str, clauses: Mapping[str, tuple[str, str]], usual: Mapping[str, object],
) -> dict[str, Any]:
    default = next(field.default for field in fields(entry.options) if field.name == name)
    clause, words = clauses.get(name) or SAID.get(name, ("", name.replace("_", " ")))
    about: dict[str, Any] = {"name": name, "default": default, "words": words, "clause": clause}
    if name in usual:
        about["usual"] = usual[name]
    if isinstance(default, bool):
        return {**about, "kind": "yes or no", "choices": [True, False]}
    said = allowed(entry, name)
    span = re.fullmatch(r"(-?\d+) to (-?\d+)", said)
    if span:
        return {**about, "kind": "number", "choices": [int(span[1]), int(span[2])]}
    least = re.fullmatch(r"(-?\d+) or more", said)
    if least:
        return {**about, "kind": "number", "choices": [int(least[1])]}
    choices = [choice.strip() for choice in said.split(",")]
    if isinstance(default, int):
        return {**about, "kind": "choice", "choices": [int(choice) for choice in choices]}
    if any(" " in choice for choice in choices):
        return {**about, "kind": "text", "choices": [], "example": said}
    return {**about, "kind": "choice", "choices": choices}


@cache
def cards(game: str, edition: str = "") -> dict[str, dict[str, Any]]:
    """What is printed on them; where an option decides that, with its value.

    :raises Refusal: if there is no such game, or no such value.
    """
    option = GAMES[_game(game, {}).name].edition
    if edition and not option:
        raise Refusal("not possible", "The cards of this game are always the same.")
    return {
        card.printed.code: {
            "code": card.printed.code, "value": card.value, "domain": DOMAIN_NAMES[card.domain],
            "suit": card.printed.suit,
            "concept": card.printed.concept, "about": card.printed.about, "text": card.printed.text,
            "icon": card.printed.icon, "mark": card.printed.mark, "timing": card.printed.timing,
            "is_start": card.printed.is_start,
        } for card in _game(game, {option: edition} if edition else {}).cards[:DECK_SIZE]
    }


@cache
def rules(game: str) -> dict[str, str]:
    """:raises Refusal: if there is no such game."""
    name = _game(game, {}).name
    page = _page(name)
    if not page:
        raise Refusal("not found", "The rulebook is not installed with this server.")
    return {"title": _game(game, {}).manners.title, "markdown": page}


def _page(name: str) -> str:
    """The rulebook's page of a game; regular poker stands on that of Grid Poker."""
    return rulebook_pages().get("grid poker" if name == "regular poker" else name, "")


def _game(name: str, options: dict[str, Any]) -> Any:
    try:
        return game_named(name, options)
    except (ValueError, TypeError) as error:
        raise Refusal("not possible", str(error)) from None


@cache
def decks() -> list[dict[str, Any]]:
    """The decks with names that can be brought to Gears of Industry."""
    return [{
        "name": name, "about": preset.strategy, "advanced": preset.advanced,
        "deck": [code(face) for face in preset.cards.deck], "market": [code(face) for face in preset.cards.market],
    } for name, preset in PRESETS.items()]


def deck_faults(text: str, advanced: bool, gives_market: bool) -> list[str]:
    """Everything that keeps a text from being a deck, each in a few words."""
    cards, strange = read(text)
    return [*strange, *faults(cards, advanced, gives_market)]


def checked(opened: Opened) -> Opened:
    """The same, with all options filled in.

    :raises Refusal: that says what is wrong with it.
    """
    game = _game(opened.game, dict(opened.options))
    if len(opened.places) not in game.seats:
        raise Refusal("not possible", game.why_not_for(len(opened.places)))
    levels = BOTS[game.name]
    strange = [place.level for place in opened.places if place.level and place.level not in levels]
    if strange:
        raise Refusal("not possible", f"The bots of {game.manners.title} are {', '.join(levels)}, not {strange[0]}.")
    if opened.one_device and game.options.get("form") == "live":
        raise Refusal("not possible", "Live trading needs a device for each player; on one choose the turn form.")
    if opened.clock.kind != "none" and opened.clock.seconds < 5:
        raise Refusal("not possible", "A clock needs at least five seconds.")
    return replace(opened, game=game.name, options=dict(game.options))
