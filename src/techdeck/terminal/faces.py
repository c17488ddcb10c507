"""How a card is drawn and written, from what a view shows of it."""

from typing import Final

from rich.text import Text

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, GENERAL_EDITION, LETTERS, WILD_CODES, Card, code, face
from techdeck.deck import SUIT_NAMES
from techdeck.table import DOUBLE, EMPTY, HALVE, TURN, Mark
from techdeck.views import UNKNOWN, View

# White on the colour of a domain; the letter is always there as well.
FILL: Final = ["bold #1b1d22 on #ffd43b", "bold #ffffff on #3454dc", "bold #ffffff on #0d8567",
               "bold #ffffff on #bb4b0f", "bold #ffffff on #b4319a"]
BACK: Final = "#b6bbc6 on #3b404d"
EMPTY_CELL: Final = "dim"
HIGHLIGHT: Final = "bold #1b1d22 on #ffd43b"  # you can do this now
QUIET: Final = "dim"
WORKS: Final = {"venture": "in a venture", "group": "from the group hand"}  # by flag
CONCEPTS: Final = {card.printed.concept.casefold(): card.printed.code for card in GENERAL_EDITION}


def card_of(view: View, back: int) -> Card | None:
    """The printed card, if the side knows it."""
    if back == EMPTY or view.faces[back] == UNKNOWN:
        return None
    return view.game.cards[view.faces[back] % DECK_SIZE]


def value_of(view: View, back: int) -> int:
    """The current value of a card the side knows; of a wild one, or where no card lies, none."""
    return 0 if back == EMPTY else view.value(back)


def domain_of(view: View, back: int) -> int:
    """The current domain of a card the side knows; where no card lies, none."""
    return 0 if back == EMPTY else view.domain(back)


def marked(view: View, mark: Mark, back: int) -> int:
    """What is marked on a card, or on its back; of a card the side does not know only the latter."""
    return view.mark_on(mark, back)


def now_counts_as(view: View, back: int) -> str:
    """The code of what a changed card counts as, or nothing."""
    card = card_of(view, back)
    if card is None or card.is_wild:
        return ""
    now = f"{value_of(view, back)}{LETTERS[domain_of(view, back)]}"
    return "" if now == card.printed.code else now


def changes(view: View, back: int) -> str:
    """What effects did to a card that the side does not know: nobody can say what it counts as, but this is open."""
    said: list[str] = []
    steps = marked(view, view.game.words.value, back)
    while steps:
        said.insert(0, _step(steps & 63))
        steps >>= 6
    domain = marked(view, view.game.words.domain, back)
    return ", ".join([*said, *([f"of {DOMAIN_NAMES[domain]}"] if domain else [])])


def _step(step: int) -> str:
    if step == DOUBLE:
        return "doubled"
    if step == HALVE:
        return "halved"
    if step == TURN:
        return "turned around"
    return f"now {step - TURN}" if step > TURN else f"{step - 14:+d}"


def has_mark(view: View, mark: Mark, back: int) -> bool:
    return back != EMPTY and bool(marked(view, mark, back))


def is_used(view: View, back: int) -> bool:
    return any(mark.name == "used" and has_mark(view, mark, back) for mark in view.game.marks)


def chip(name: str) -> Text:
    """A code on the colour of its domain."""
    plain = name.partition("'")[0]
    domain = 0 if plain in WILD_CODES else LETTERS.find(plain[-1:])
    return Text().append(f" {name} ", style=FILL[domain] if domain >= 0 else BACK)


def drawn(view: View, back: int, width: int = 0, brief: bool = False) -> Text:
    """A card as a chip, with what it counts as now if that was changed, and a tag if it was used."""
    if back == EMPTY:
        text = Text().append(" -- ", style=EMPTY_CELL)
    elif view.faces[back] == UNKNOWN:
        text = Text().append(" ??* " if changes(view, back) else " ?? ", style=BACK)
    else:
        text = chip(code(view.faces[back]))
        now = now_counts_as(view, back)
        if now:
            text.append("→").append_text(chip(now))
        if is_used(view, back):
            text.append("✓" if brief else " used", style=QUIET)
    text.append(" " * (width - text.cell_len))
    return text


def written(view: View, back: int) -> str:
    """The same in words."""
    if back == EMPTY:
        return "empty"
    if view.faces[back] == UNKNOWN:
        done = changes(view, back)
        return f"hidden ({done})" if done else "hidden"
    now = now_counts_as(view, back)
    notes = [f"counts as {now}"] if now else []
    if is_used(view, back):
        notes.append("used")
    return code(view.faces[back]) + (f" ({', '.join(notes)})" if notes else "")


def concept(name: str) -> str:
    return GENERAL_EDITION[face(name) % DECK_SIZE].printed.concept


def effect_text(card: Card) -> str:
    return card.printed.text if card.effect else "No effect."


def in_full(card: Card, wild: str = "") -> list[str]:
    """Everything that is printed on a card, as sentences; and what a wild card does in the game at hand."""
    if card.is_wild:
        title = f"{card.printed.code} {card.printed.concept}, a wild card."
    else:
        suit = SUIT_NAMES[card.printed.suit]
        domain = f"{DOMAIN_NAMES[card.domain]} ({suit})"
        title = f"{card.printed.code} {card.printed.concept}, value {card.value} of {domain}."
    effect = f"Effect: {card.printed.text}" if card.printed.text else "It has no effect."
    lines = [title, card.printed.about, effect, *([wild] if wild and card.is_wild else [])]
    places = [words for flag, words in WORKS.items() if flag in card.flags]
    if places:
        lines.append(f"It works {' and '.join(places)}, once a round.")
    if card.copies:
        lines.append("It uses another card's effect, so no other copying card can use this one.")
    if card.searches:
        lines.append("Others do not see what you search through; the deck is shuffled afterwards.")
    return lines


def cut(words: str, width: int) -> str:
    """The words, or as much of them as there is room for."""
    return words if len(words) <= width else words[: max(0, width - 1)].rstrip() + "…"


def quoted(words: str) -> str:
    """What somebody typed, or could type; not in single quotes, which would look like the sign of a second deck."""
    return '"' + cut("".join(letter if letter.isprintable() else "?" for letter in words), 40) + '"'


def straight(text: str) -> str:
    """The sign of a second deck as the engine writes it, whatever a keyboard made of it."""
    return text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{PRIME}", "'")


def code_meant(text: str) -> str:
    """The code of the card that somebody names, in any case, by code or by concept; or nothing."""
    plain = straight(text.strip())
    try:
        return code(face(plain.upper()))
    except ValueError:
        pass
    name = plain.casefold()
    if name in CONCEPTS:
        return CONCEPTS[name]
    begun = [found for known, found in CONCEPTS.items() if known.startswith(name)] if len(name) > 2 else []
    return begun[0] if len(begun) == 1 else ""
