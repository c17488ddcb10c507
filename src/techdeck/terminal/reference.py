"""What can be looked up: the deck, the rulebook, the games and their options."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any, Final

from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from techdeck.bots import BOTS
from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, GENERAL_EDITION, Card, face
from techdeck.deck import SUIT_NAMES
from techdeck.games import GAMES, Entry, allowed, game_meant
from techdeck.games.options import Preset
from techdeck.rulebooks import rulebook_pages
from techdeck.telling import in_a_row
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import QUIET, chip, code_meant, in_full
from techdeck.terminal.screen import Screen

CLAUSE: Final = re.compile(r"(?:([a-z]{2})-)?([a-z])(\d{1,3})", re.IGNORECASE)


# The deck

def show_cards(screen: Screen, words: Sequence[str]) -> None:
    """The whole deck, one card, or the cards in which some words stand.

    :raises Complaint: if there is no such card.
    """
    if not words:
        _list_cards(screen, GENERAL_EDITION)
        return
    searching = words[0].casefold() == "search" and len(words) > 1
    wanted = " ".join(words[1:] if searching else words)
    names = [code_meant(word) for word in wanted.split()]
    one = code_meant(wanted)
    if one and not searching:
        names = [one]
    if names and all(names) and not searching:
        for number, name in enumerate(names):
            if number:
                screen.say("")
            title, *rest = in_full(GENERAL_EDITION[face(name) % DECK_SIZE])
            screen.say(title, style="bold")
            screen.say(*rest)
        return
    found = [card for card in GENERAL_EDITION if _speaks_of(card, wanted)]
    if not found:
        raise Complaint(f"No card speaks of {wanted!r}. 'techdeck cards' shows the whole deck.")
    _list_cards(screen, found)


def _speaks_of(card: Card, wanted: str) -> bool:
    printed = card.printed
    said = f"{printed.code} {printed.concept} {printed.about} {printed.text} {DOMAIN_NAMES[card.domain]}".casefold()
    return all(word in said for word in wanted.casefold().split())


def _list_cards(screen: Screen, cards: Sequence[Card]) -> None:
    if screen.plain:
        for card in cards:
            suit = f" ({SUIT_NAMES[card.printed.suit]})" if card.printed.suit else ""
            screen.say(f"{card.printed.code} {card.printed.concept}{suit}: {card.printed.text or 'Wild.'}")
        return
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, style=QUIET)
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for card in cards:
        printed = card.printed
        grid.add_row(chip(printed.code), printed.suit, printed.concept, Text(printed.text or "Wild: no effect."))
    screen.show(grid)


# The games

def show_games(screen: Screen) -> None:
    for name, entry in GAMES.items():
        made = entry.make(entry.options())
        screen.say(f"{made.manners.title}: techdeck play {name.replace(' ', '-')}", style="bold")
        screen.say(f"  {entry.about}")
        screen.say(f"  Players: {made.players()}. Bots: {in_a_row(list(BOTS.get(name, {})))}.")
        if entry.presets:
            screen.say("  Presets, with --preset name:")
        for preset in entry.presets.values():
            screen.say(f"    {preset.name}: {preset.about}")
            for sentence in [_said_options(preset), *preset.told_chances()]:
                screen.say(f"      {sentence}")
        screen.say("  Options, with --option name=value:")
        for field in fields(entry.options):
            choices = allowed(entry, field.name)
            screen.say(f"    {field.name}={_said(field.default)}  ({choices})")


def _said_options(preset: Preset) -> str:
    settings = [f"{name}={_said(value)}" for name, value in preset.options.items()]
    return f"The same as {in_a_row(settings)}." if settings else "The same as no option."


def preset_options(entry: Entry, name: str) -> dict[str, object]:
    """The options of a preset.

    :raises Complaint: that says which presets there are.
    """
    plain = name.strip().casefold()
    if plain not in entry.presets:
        raise Complaint(f"There is no preset {name!r}; there are {in_a_row(list(entry.presets))}." if entry.presets
                        else "This game has no presets.")
    return dict(entry.presets[plain].options)


def _said(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def option_value(entry: Entry, name: str, text: str) -> Any:
    """The value of an option from its text, of the kind the option has.

    :raises Complaint: that names the option and what it can be.
    """
    known = {field.name: field.default for field in fields(entry.options)}
    if name not in known:
        raise Complaint(f"There is no option {name!r}; there are {in_a_row(list(known))}.")
    default = known[name]
    if isinstance(default, bool):
        if text.casefold() in ("yes", "true", "on", "1", "y"):
            return True
        if text.casefold() in ("no", "false", "off", "0", "n"):
            return False
        raise Complaint(f"The option {name} can be yes or no, not {text!r}.")
    if isinstance(default, int):
        try:
            value: object = int(text)
        except ValueError:
            raise Complaint(f"The option {name} can be {allowed(entry, name)}, not {text!r}.") from None
    else:
        value = text.casefold().replace("-", "_")
    try:
        entry.options(**{name: value})
    except (ValueError, TypeError):
        raise Complaint(f"The option {name} can be {allowed(entry, name)}, not {text!r}.") from None
    return value


# The rulebook

def show_rules(screen: Screen, name: str, words: Sequence[str]) -> None:
    """A page of the rulebook, one of its clauses, or those in which some words stand.

    :raises Complaint: if there is no such page, clause or word.
    """
    pages = rulebook_pages()
    if not pages:
        raise Complaint("The rulebook is not installed with this program; it is in docs/rules of the project.")
    plain = name.replace("-", " ").replace("_", " ").casefold()
    if plain not in pages:
        with suppress(ValueError):  # of no game, it may still be nearly the name of a page
            plain = game_meant(name)
    plain = "grid poker" if plain == "regular poker" and plain not in pages else plain  # its clauses are V40 to V64
    if plain not in pages:
        raise Complaint(f"The rulebook has no page {name!r}; it has {in_a_row(list(pages))}.")
    wanted = " ".join(words).strip()
    if not wanted:
        screen.page(Markdown(pages[plain]), pages[plain])
        return
    number = CLAUSE.fullmatch(wanted)
    found = _clauses(pages[plain], lambda line: _is_clause(line, number)) if number else []
    found = found or _clauses(pages[plain], lambda line: all(word in line for word in wanted.casefold().split()))
    if not found:
        raise Complaint(f"Nothing in the rules of {plain} is called or speaks of {wanted!r}.")
    heading = ""
    for title, clause in found:
        if title != heading:
            screen.say(*([""] if heading else []), title, style="bold")
            heading = title
        screen.say(clause)


def _clauses(page: str, is_wanted: Callable[[str], bool]) -> list[tuple[str, str]]:
    """The lines that are wanted, which is asked of them in small letters, with the heading above them."""
    heading = ""
    found = []
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.strip() and not re.fullmatch(r"[|\s:-]*", line) and is_wanted(line.casefold()):
            found.append((heading, _unmarked(line)))
    return found


def _is_clause(line: str, number: re.Match[str]) -> bool:
    """Whether a line is the clause with a number, such as R34 or gp-r34."""
    begins = re.match(r"[-|\s]*(?:\*\*)?([a-z]{2})-([a-z]\d+)\b", line)
    page, clause = (number[1] or "").casefold(), f"{number[2]}{number[3]}".casefold()
    return begins is not None and begins[2] == clause and page in ("", begins[1])


def _unmarked(line: str) -> str:
    """A line of the rulebook without its marks for print."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.lstrip().startswith("|") else [line]
    words = " · ".join(cell for cell in cells if cell)
    return re.sub(r"\*\*|`", "", words).removeprefix("- ")
