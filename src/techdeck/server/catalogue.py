"""What a server offers: games with their options and bots, cards, the rulebook; and whether a wish is possible."""

import re
from dataclasses import fields
from functools import cache
from typing import Any

from techdeck.bots import BOTS
from techdeck.cards import DECK_SIZE, DOMAIN_NAMES
from techdeck.games import GAMES, Entry, allowed, game_named
from techdeck.rulebooks import rulebook_pages
from techdeck.server.facts import Opened
from techdeck.server.room import Refusal


@cache
def games() -> list[dict[str, Any]]:
    found = []
    for name, entry in GAMES.items():
        game = entry.make(entry.options())
        found.append({
            "name": name, "title": game.manners.title, "about": entry.about, "seats": list(game.seats),
            "levels": sorted(BOTS[name]), "options": [_option(entry, field.name) for field in fields(entry.options)],
        })
    return found


def _option(entry: Entry, name: str) -> dict[str, Any]:
    default = next(field.default for field in fields(entry.options) if field.name == name)
    about: dict[str, Any] = {"name": name, "default": default, "words": name.replace("_", " ")}
    if isinstance(default, bool):
        return {**about, "kind": "yes or no", "choices": [True, False]}
    said = allowed(entry, name)
    span = re.fullmatch(r"(-?\d+) to (-?\d+)", said)
    if span:
        return {**about, "kind": "number", "choices": [int(span[1]), int(span[2])]}
    choices = [choice.strip() for choice in said.split(",")]
    if isinstance(default, int):
        return {**about, "kind": "choice", "choices": [int(choice) for choice in choices]}
    return {**about, "kind": "choice", "choices": choices}


@cache
def cards(game: str) -> dict[str, dict[str, Any]]:
    """:raises Refusal: if there is no such game."""
    return {
        card.printed.code: {
            "code": card.printed.code, "value": card.value, "domain": DOMAIN_NAMES[card.domain],
            "concept": card.printed.concept, "about": card.printed.about, "text": card.printed.text,
            "icon": card.printed.icon,
        } for card in _game(game, {}).cards[:DECK_SIZE]
    }


@cache
def rules(game: str) -> dict[str, str]:
    """:raises Refusal: if there is no such game."""
    name = _game(game, {}).name
    page = rulebook_pages().get("grid poker" if name == "regular poker" else name)
    if page is None:
        raise Refusal("not found", "The rulebook is not installed with this server.")
    return {"title": _game(game, {}).manners.title, "markdown": page}


def _game(name: str, options: dict[str, Any]) -> Any:
    try:
        return game_named(name, options)
    except (ValueError, TypeError) as error:
        raise Refusal("not possible", str(error)) from None


def checked(opened: Opened) -> Opened:
    """The same, with all options filled in.

    :raises Refusal: that says what is wrong with it.
    """
    game = _game(opened.game, dict(opened.options))
    if len(opened.places) not in game.seats:
        raise Refusal("not possible", f"{game.manners.title} is for {min(game.seats)} to {max(game.seats)} players.")
    levels = BOTS[game.name]
    strange = [place.level for place in opened.places if place.level and place.level not in levels]
    if strange:
        raise Refusal("not possible", f"The bots of {game.manners.title} are {', '.join(levels)}, not {strange[0]}.")
    if opened.clock.kind != "none" and opened.clock.seconds < 5:
        raise Refusal("not possible", "A clock needs at least five seconds.")
    return Opened(
        by=opened.by, at=opened.at, game=game.name, options=dict(game.options), places=opened.places,
        clock=opened.clock, is_listed=opened.is_listed, lets_watch=opened.lets_watch, secret=opened.secret,
        before=opened.before,
    )
