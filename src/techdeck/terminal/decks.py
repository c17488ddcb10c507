"""Decks for Gears of Industry: presets and files are looked at, checked and saved, and a deck is built step by step."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, GENERAL_EDITION, LETTERS, Domain, Face, code, codes, face
from techdeck.decklists import (
    DECK_CARDS,
    MARKET_CARDS,
    PRESETS,
    DeckList,
    Preset,
    compact,
    faults,
    in_ranges,
    is_technology,
    of_domain,
    preset_named,
    read,
    typewritten,
    written,
)
from techdeck.telling import in_a_row, plural
from techdeck.terminal.errors import Complaint, Left
from techdeck.terminal.faces import FILL, QUIET, chip, code_meant, in_full, quoted
from techdeck.terminal.home import printable, read_text, shown, write_whole
from techdeck.terminal.layout import text, wrapped
from techdeck.terminal.screen import Screen

FOUR: Final = [Domain.KNOWLEDGE, Domain.SCIENCE, Domain.TECHNOLOGY, Domain.SERVICES]
CHEAP: Final = 5  # what the start search finds, at most [GI-S31]
SEARCHED: Final = 3
LABEL: Final = 16  # columns before the cards of a domain
FILE_WIDTH: Final = 90
COMMANDS: Final = {
    "+1-5T 9K": "adds cards; the sign can be left out",
    "-9K 10-13V": "takes cards out",
    "PRESET": "begins anew with that preset",
    "presets": "lists the presets",
    "load FILE": "begins anew with a deck file",
    "empty": "begins anew with nothing",
    "undo": "takes the last change back",
    "show": "shows the deck",
    "? 9K": "explains a card",
    "done": "is for a deck that is ready",
    "quit": "leaves",
}


# What the program says of presets and files

def list_presets(screen: Screen) -> None:
    for advanced in (False, True):
        presets = [preset for preset in PRESETS.values() if preset.advanced is advanced]
        if screen.plain:
            screen.say(*[f"{preset.name} ({_game(advanced)}): {preset.strategy}" for preset in presets])
            continue
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column()
        for preset in presets:
            grid.add_row(preset.name, preset.strategy)
        screen.say(*([""] if advanced else []), f"Presets for the {_game(advanced)}", style="bold")
        screen.show(grid)
    screen.say("Look at one with: techdeck deck show merchant", style="" if screen.plain else QUIET)


def show_preset(screen: Screen, name: str) -> None:
    """:raises Complaint: if there is no such preset."""
    preset = _preset(name)
    screen.say(f"{preset.name}, a deck for the {_game(preset.advanced)}", style="bold")
    screen.say(preset.strategy, *([] if screen.plain else [""]))
    show_deck(screen, preset.cards)


def check_file(screen: Screen, path: Path, advanced: bool) -> int:
    """Say whether a file is a legal deck; the exit code of the program.

    :raises Complaint: if it cannot be read at all.
    """
    cards, wrong = read(text_of(path))
    if not wrong and not cards.deck and not cards.market:
        raise Complaint(f"{path} names no cards.")
    name = printable(str(path))
    wrong += faults(cards, advanced)
    if wrong:
        screen.say(f"{name} is not a legal deck for the {_game(advanced)}:", style="bold")
        screen.say(*[f"  {fault}" for fault in wrong])
        if not advanced and cards.market and not faults(cards, True):
            screen.say("It is one for the advanced game, with --advanced.")
        return 1
    screen.say(f"{name} is a legal deck for the {_game(advanced)}.", style="bold")
    show_deck(screen, cards)
    return 0


def decks_named(names: Sequence[str], advanced: bool) -> dict[str, DeckList]:
    """Presets and deck files by name; without names, all presets of the game.

    :raises Complaint: if one is neither.
    """
    if not names:
        return {preset.name: preset.cards for preset in PRESETS.values() if preset.advanced is advanced}
    found: dict[str, DeckList] = {}
    for name in names:
        try:
            preset = preset_named(name)
        except ValueError as error:
            if not Path(name).exists():
                raise Complaint(f"{error} There is no file of that name, either.") from None
            found[printable(Path(name).name)] = _loaded(Path(name))
        else:
            found[preset.name] = preset.cards
    return found


def save_preset(screen: Screen, name: str, path: Path, force: bool) -> None:
    """Write a preset as a file to start from.

    :raises Complaint: if that is not possible, or the file is there already.
    """
    preset = _preset(name)
    _check_free(path, force)
    about = [f"{preset.name}, a deck for the {_game(preset.advanced)}.", *wrapped(preset.strategy, FILE_WIDTH)]
    _write(screen, path, written(preset.cards, "\n".join(about)), preset.advanced)


def build_file(screen: Screen, path: Path, advanced: bool, force: bool) -> int:
    """Build a deck and write it; the exit code of the program.  A file that is there is what one starts from.

    :raises Complaint: if it cannot be written.
    """
    _check_free(path, force)
    builder = Builder(screen, advanced, _loaded(path) if path.exists() else DeckList([]))
    try:
        cards = builder.run()
    except Left as left:
        screen.say("Goodbye. Nothing is written.")
        if builder.cards.deck or builder.cards.market:
            screen.say(f"Your cards so far: {compact(builder.cards)}")
        return 130 if left.by_interrupt else 1
    _write(screen, path, written(cards), advanced)
    return 0


def _write(screen: Screen, path: Path, words: str, advanced: bool) -> None:
    try:
        write_whole(path, words)
    except (OSError, ValueError) as error:
        raise Complaint(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
    more = " --advanced" if advanced else ""
    screen.say(f"The deck is in {printable(str(path))}. Check it with: techdeck deck check {shown(path)}{more}")


def _check_free(path: Path, force: bool) -> None:
    """:raises Complaint: if something is there that must not be written over, or nothing can be."""
    try:
        there, is_folder, is_file = path.exists(), path.is_dir(), path.is_file()
    except OSError as error:
        raise Complaint(f"{path} cannot be written: {error.strerror or error}.") from None
    if is_folder:
        raise Complaint(f"{path} is a folder; name a file in it.")
    if there and not is_file:
        raise Complaint(f"{path} is not a file that can be written.")
    if there and not force:
        raise Complaint(f"{path} is there already; --force writes over it.")


def text_of(path: Path) -> str:
    """:raises Complaint: if it is no text, or none is in it."""
    words = read_text(path, "deck list")
    if "\0" in words:
        raise Complaint(f"{path} is not a deck list: it is not text.")
    if not words.strip():
        raise Complaint(f"{path} is empty.")
    return words


def _loaded(path: Path) -> DeckList:
    """The cards of a file, legal or not.

    :raises Complaint: if it is none, or something in it is no card.
    """
    cards, strange = read(text_of(path))
    if strange:
        raise Complaint(f"{path} cannot be read as a deck list: {'; '.join(strange)}.")
    return cards


def _game(advanced: bool) -> str:
    return "advanced game" if advanced else "basic game"


def _preset(name: str) -> Preset:
    try:
        return preset_named(name)
    except ValueError as error:
        raise Complaint(str(error)) from None


# How a deck looks

def show_deck(screen: Screen, cards: DeckList) -> None:
    """The cards by domain, how many there are of each value, and what that means."""
    if screen.plain:
        screen.say(*_told_by_domain(cards.deck))
        for value in range(1, 14):
            screen.say(f"Value {value}: {' '.join(_letters(cards.deck, value)) or 'none'}")
    else:
        screen.show(*_drawn_by_domain(cards.deck, screen.width), Text(""), *_curve(cards.deck), Text(""))
    screen.say(*_remarks(cards.deck))
    if not cards.market:
        return
    screen.say(*([] if screen.plain else [""]), f"For the Market deck: {plural(len(cards.market), 'card')}")
    if screen.plain:
        screen.say(*_told_by_domain(cards.market))
    else:
        screen.show(*_drawn_by_domain(cards.market, screen.width))


def _told_by_domain(faces: Sequence[Face]) -> list[str]:
    return [f"{DOMAIN_NAMES[domain]}, {plural(len(found), 'card')}: {codes(found)}"
            for domain in FOUR if (found := of_domain(faces, domain))]


def _drawn_by_domain(faces: Sequence[Face], width: int) -> list[Text]:
    """A line for each domain, or more if they are too long: its name, how many there are, and the cards."""
    lines = []
    for domain in FOUR:
        found = of_domain(faces, domain)
        if not found:
            continue
        line = text(f" {DOMAIN_NAMES[domain]:<11}{len(found):>2}  ")
        for number in dict.fromkeys(found):
            copies = found.count(number)
            card = text(chip(code(number)), (f"x{copies}", QUIET) if copies > 1 else "", " ")
            if line.cell_len + card.cell_len > width:
                lines.append(line)
                line = text(" " * LABEL)
            line.append_text(card)
        lines.append(line)
    for line in lines:
        line.end = "\n"
    return lines


def _letters(faces: Sequence[Face], value: int) -> list[str]:
    """The domains of the cards of one value."""
    return [LETTERS[GENERAL_EDITION[number].domain] for number in faces if GENERAL_EDITION[number].value == value]


def _curve(faces: Sequence[Face]) -> list[Text]:
    """A bar for each value, made of its cards."""
    bars = [_letters(faces, value) for value in range(1, 14)]
    lines = []
    for height in range(max(len(bar) for bar in bars), 0, -1):
        cells: list[str | tuple[str, str]] = [" "]
        for bar in bars:
            if len(bar) >= height:
                cells += [(f"{bar[height - 1]:>2}", FILL[LETTERS.index(bar[height - 1])]), " "]
            else:
                cells.append("   ")
        lines.append(text(*cells))
    lines.append(text(" " + " ".join(f"{value:>2}" for value in range(1, 14))))
    for line in lines:
        line.end = "\n"
    return lines


def _remarks(faces: Sequence[Face]) -> list[str]:
    """What the cards mean for the start, and for paying."""
    factories = [number for number in faces if is_technology(number)]
    if not factories:
        return ["Without Technology there is no factory, and no card can be paid for."]
    cheap = [number for number in factories if GENERAL_EDITION[number].value <= CHEAP]
    values = {GENERAL_EDITION[number].value for number in factories}
    others = [number for number in faces if not is_technology(number)]
    matched = [number for number in others if GENERAL_EDITION[number].value in values]
    found = f"up to {min(SEARCHED, len(cheap))} of {in_a_row(in_ranges(cheap))}" if cheap else "nothing to find"
    return [f"Start search: {found}.",
            f"Factories of the same value: for {len(matched)} of {plural(len(others), 'other card')}."]


# Building

def build_deck(
    screen: Screen, advanced: bool, start: DeckList | None = None, gives_market: bool = True,
) -> DeckList:
    """Let a person build a legal deck; `start` is what it begins with.

    :raises Left: if the person leaves.
    """
    return Builder(screen, advanced, start or DeckList([]), gives_market).run()


class Builder:
    """A deck being built: the person types what to add and what to take out until it is legal."""

    def __init__(self, screen: Screen, advanced: bool, start: DeckList, gives_market: bool = True) -> None:
        self.screen: Final = screen
        self.advanced: Final = advanced
        self.gives_market: Final = advanced and gives_market
        self.cards = start
        self._before: Final[list[DeckList]] = []  # for undo

    def run(self) -> DeckList:
        """:raises Left: if the person leaves."""
        self.screen.say(*self._welcome())
        self._tell()
        while True:
            line = self.screen.ask("Your deck (? for help): ")
            try:
                if line.casefold() == "done":
                    self._check()
                    return self.cards
                self._obey(line)
            except Complaint as error:
                self.screen.say(printable(str(error)), style="bold")

    def _welcome(self) -> list[str]:
        market = f", and {MARKET_CARDS} for the Market deck: market +6-13K" if self.gives_market else ""
        names = [preset.name for preset in PRESETS.values() if not self._faults(self._cards_of(preset))]
        return [f"Build a deck of {DECK_CARDS} cards{market}.",
                "Type cards and ranges to add or take out, such as +1-5T -9K; done when it is ready.",
                f"Or begin with a preset: {in_a_row(names)}."]

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not line:
            raise Complaint("Enter alone changes nothing. Type done when the deck is ready, or ? for help.")
        if word.startswith("?") or word == "help":
            self._explain((word.removeprefix("help").lstrip("?") + " " + rest).strip())
        elif line.casefold() == "show":
            show_deck(self.screen, self.cards)
            self.screen.say(self._state())
        elif line.casefold() == "presets":
            list_presets(self.screen)
        elif line.casefold() == "undo":
            self._undo()
        elif line.casefold() == "empty":
            self._become(DeckList([]))
        elif line.casefold() in ("quit", "exit", "q"):
            raise Left()
        elif word == "load":
            self._load(rest)
        else:
            self._change(line)

    def _change(self, line: str) -> None:
        try:
            preset = preset_named(line)
        except ValueError:
            self._add_and_take_out(line)
        else:
            self._become(self._cards_of(preset))

    def _cards_of(self, preset: Preset) -> DeckList:
        """Without the market cards, where nobody gives any."""
        return preset.cards if self.gives_market else DeckList(preset.cards.deck)

    def _faults(self, cards: DeckList) -> list[str]:
        return faults(cards, self.advanced, self.gives_market)

    def _load(self, name: str) -> None:
        if not name:
            raise Complaint("Type load and the name of a file.")
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # there is nobody of that name
            raise Complaint(f"There is no file {quoted(name)}.") from None
        self._become(_loaded(path))

    def _become(self, cards: DeckList) -> None:
        self._before.append(self.cards)
        self.cards = cards
        self._tell()

    def _undo(self) -> None:
        if not self._before:
            raise Complaint("There is nothing to take back.")
        self.cards = self._before.pop()
        self._tell()

    def _check(self) -> None:
        """:raises Complaint: with everything that keeps the deck from being legal."""
        wrong = self._faults(self.cards)
        if wrong:
            raise Complaint(f"The deck is not ready: {'; '.join(wrong)}.")

    # Changes

    def _add_and_take_out(self, line: str) -> None:
        """Do all that a line says and that can be done; nothing if something in it is no card.

        :raises Complaint: if nothing is changed.
        """
        deck, market = list(self.cards.deck), list(self.cards.market)
        strange: list[str] = []
        left_out: dict[str, list[Face]] = {}  # by reason
        sign, part = "+", "deck"
        for piece in re.split(r"(?i)(?<![^\s,;:])([+-]|(?:deck|market)\b)", typewritten(line)):
            if piece in ("+", "-"):
                sign = piece
            elif piece.casefold() in ("deck", "market"):
                sign, part = "+", piece.casefold()
            else:
                named, wrong = read(piece)
                strange += wrong
                for number in named.deck:
                    pile = deck if part == "deck" else market
                    if sign == "-":
                        reason = "" if number in pile else "not there"
                    else:
                        reason = self._refusal(number, part, [*deck, *market].count(number))
                    if reason:
                        left_out.setdefault(reason, []).append(number)
                    elif sign == "-":
                        pile.remove(number)
                    else:
                        pile.append(number)
        if strange:
            raise Complaint(f"{'; '.join(dict.fromkeys(strange))}. Nothing is changed; type ? for help.")
        notes = "; ".join(f"{in_a_row(in_ranges(faces))}: {reason}" for reason, faces in left_out.items())
        if DeckList(deck, market) == self.cards:
            raise Complaint(f"{notes or 'No card is named'}. Nothing is changed.")
        if notes:
            self.screen.say(f"{notes}.")
        self._become(DeckList(deck, market))

    def _refusal(self, number: Face, part: str, copies: int) -> str:
        """Why a card cannot be added, if it cannot."""
        if GENERAL_EDITION[number].is_wild:
            return "a wild card"
        if part == "market" and not self.gives_market:
            return "chance picks the market cards" if self.advanced else "the basic game takes no market cards"
        if part == "market" and is_technology(number):
            return "Technology cannot be a market card"
        if copies >= (2 if self.advanced else 1):
            return "there twice already" if self.advanced else "there already"
        return ""

    # What is shown

    def _tell(self) -> None:
        if not self.screen.plain:
            self.screen.show(*_drawn_by_domain(self.cards.deck, self.screen.width))
            if self.cards.market:
                self.screen.say("For the Market deck:")
                self.screen.show(*_drawn_by_domain(self.cards.market, self.screen.width))
        self.screen.say(self._state())

    def _state(self) -> str:
        """How many there are, and what is missing."""
        counts = in_a_row([f"{len(found)} {DOMAIN_NAMES[domain]}" for domain in FOUR
                           if (found := of_domain(self.cards.deck, domain))])
        deck = f"{plural(len(self.cards.deck), 'card')}: {counts}. " if counts else ""
        market = f"{plural(len(self.cards.market), 'market card')}. " if self.cards.market else ""
        wrong = self._faults(self.cards)
        ready = f"Not ready: {'; '.join(wrong)}." if wrong else "It is ready: type done, or change it."
        return f"{deck}{market}{ready}"

    def _explain(self, about: str) -> None:
        if about:
            name = code_meant(about)
            if not name:
                raise Complaint(f"There is no card {quoted(about)}. A card has a code, such as 9K, and a name.")
            title, *rest = in_full(GENERAL_EDITION[face(name) % DECK_SIZE])
            self.screen.say(title, style="bold")
            self.screen.say(*[f"  {line}" for line in rest])
            return
        self.screen.say(*self._welcome())
        wide = max(map(len, COMMANDS))
        self.screen.say(*[f"  {word:<{wide}}  {what}" for word, what in COMMANDS.items()])
        if self.gives_market:
            self.screen.say("  market +6-13K -9V changes the market cards, deck the deck again.")
