"""A table as somebody sees it, for any game: from a view, and nothing else.

A game that has a better picture of its own derives from this one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from techdeck.cards import DECK_SIZE, Card, Face, code
from techdeck.events import of_many
from techdeck.table import EMPTY, Choice, Decision, Game, Table, Zone
from techdeck.telling import capital, in_a_row, plural
from techdeck.terminal.faces import HIGHLIGHT, QUIET, card_of, chip, cut, drawn, effect_text, is_used, written
from techdeck.terminal.layout import at_both_ends, text
from techdeck.terminal.screen import Screen
from techdeck.views import View

Numbers = Mapping[int, int]  # by back: its number in the list of choices

COUNTED_ONLY: Final = ("deck", "muck", "expelled", "left out")  # piles of which the size is enough
PASSING_PLACES: Final = {  # where cards lie only while an effect is under way
    "aside": "Revealed", "waiting": "Revealed", "resolving": "In use", "shown": "Shown", "held": "Held",
    "passing": "On the way", "drawn": "Drawn", "put aside": "Put aside",
}


class Prospect:
    """A place where something can be made: its cards, the best that the hand makes there, and another thing."""

    def __init__(self, name: str, backs: Sequence[int], by_hand: str, otherwise: str) -> None:
        self.name: Final = name
        self.backs: Final = backs
        self.by_hand: Final = by_hand
        self.otherwise: Final = otherwise


class Drawing:
    """Draws, or says in lines, what one side sees."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game: Final = game
        self.names: Final = names  # by side
        self.seats: Sequence[str] = names  # by seat

    # Words that every game has

    def name(self, view: View, side: int) -> str:
        return self.called(view.members, side, view.side)

    def amid(self, view: View, side: int) -> str:
        """The same within a sentence."""
        name = self.name(view, side)
        return name[:1].lower() + name[1:] if side == view.side else name

    def called(self, members: Sequence[Sequence[int]], side: int, reader: int) -> str:
        """What a side is called where a sentence begins; several who are one side are "your team" to each other."""
        if side != reader:
            return self.names[side]
        return "Your team" if len(members[side]) > 1 else "You"

    def takes(self, members: Sequence[Sequence[int]], side: int, reader: int, verb: str) -> str:
        """A verb as it goes with what a side is called: you draw, your team draws, Ada and Dee draw."""
        is_one = (len(members[side]) > 1) == (side == reader)
        return verb if is_one else of_many(verb)

    def whose(self, view: View, side: int) -> str:
        return "Your" if side == view.side else f"{capital(self.names[side])}'s"

    def where(self, view: View) -> str:
        """Which part of the game this is."""
        return view.phase if view.agenda else "the game is over"

    def piles(self, view: View) -> str:
        words = self.game.words
        return ", ".join(f"{zone.name} {len(view.cards(zone))}" for zone in (words.deck, words.discard) if zone.shared)

    def goes_first(self, view: View) -> str:
        if view.first != view.side:
            return f"{self.names[view.first]} first"
        return "your team is first" if len(view.members[view.side]) > 1 else "you are first"

    def aims(self) -> str:
        """What one plays for, in a sentence or two."""
        return ""

    def question(self, view: View, decision: Decision) -> str:
        """What is asked, as a sentence."""
        return self.game.manners.question(decision)

    def phase_name(self, view: View) -> str:
        return capital(view.phase)

    def phase_help(self, view: View) -> str:
        return ""

    def signs(self, plain: bool) -> list[str]:
        """What codes, and the signs in the picture, mean."""
        return ["A code is a value and a domain: K Knowledge, S Science, T Technology, V Services; W1 and W2 are wild.",
                *([] if plain else ["?? is a card you do not know."])]

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        """What would come of a choice, in a few words, or nothing."""
        return ""

    def overview(self, view: View, decision: Decision) -> list[Prospect]:
        """What helps with a decision that has too many choices to list."""
        return []

    def hints(self, view: View, decision: Decision) -> list[str]:
        """What else one should see before one decides, as sentences."""
        return []

    def how_to(self, view: View, decision: Decision) -> list[str]:
        """How a decision is answered for which a list of choices is no help; nothing if the list will do."""
        return []

    def all_choices(self, view: View, decision: Decision) -> list[str]:
        """All choices where numbers before them would be no help; nothing for a list with numbers."""
        return []

    def advice(self, view: View, decision: Decision) -> list[str]:
        """What else `?` tells about a decision."""
        return []

    def named(self, decision: Decision, words: str) -> str:
        """A choice as people call it."""
        return words

    def spelled(self, view: View, decision: Decision, words: str) -> str:
        """What somebody types, as the choices of this game are written.

        :raises Complaint: if it is clear that it is none, and why.
        """
        return words

    def answered(self, screen: Screen, view: View, decision: Decision, words: str) -> Choice | None:
        """The choice that somebody makes by words that are more than the name of a choice; or nothing.

        :raises Complaint: if it is clear that it is none, and why.
        """
        return None

    def explained(self, screen: Screen, decision: Decision, about: str) -> bool:
        """Explain something that is no card; whether there is such a thing."""
        return False

    def text_matters(self, decision: Decision) -> bool:
        """Whether the texts of cards are of use for a decision."""
        return True

    def result(self, table: Table, side: int) -> list[str]:
        """Who won, and with what: a sentence, then a line for each."""
        winners, scores = self.game.winners(table), self.game.scores(table)
        called = [capital(self.called(table.members, number, side)) for number in range(len(self.names))]
        tallies = [tally.name for tally in self.game.tallies]
        unit = "chip" if "chips" in tallies and "points" not in tallies else "point"
        best = plural(scores[winners[0]] if winners else 0, unit)
        if not winners:
            sentence = "Nobody wins: all have lost together."
        elif len(winners) == 1:
            verb = self.takes(table.members, winners[0], side, "wins")
            tied = [number for number, score in enumerate(scores) if score == scores[winners[0]]]
            reason = ", by the tie-break" if len(tied) > 1 else ""
            sentence = f"{called[winners[0]]} {verb} with {best}{reason}."
        else:
            sentence = f"{in_a_row([called[winner] for winner in winners])} share the win with {best} each."
        order = sorted(range(len(scores)), key=lambda number: -scores[number])
        return [sentence, *[f"  {called[number]}: {plural(scores[number], unit)}" for number in order]]

    def part(self, view: View) -> str:
        """A name for the part of the game at whose beginning the whole table is told again."""
        return view.phase

    def visible(self, view: View) -> set[int]:
        """The backs on which the picture shows the numbers of choices."""
        return {int(back) for zone, owner, backs in view.places() if zone.name not in COUNTED_ONLY
                for back in backs if zone is not self.game.words.hand or owner == view.side}

    def standing(self, view: View, side: int) -> str:
        """How the side stands: its points, or its chips."""
        for tally in self.game.tallies:
            if tally.name in ("points", "chips") and not tally.shared:
                return plural(view.tally(tally, side), tally.name[:-1])
        return ""

    # In colour

    def heading(self, view: View, width: int) -> Text:
        left = text((f" {self.game.manners.title} ", "reverse bold"), f" {self.where(view)}")
        return at_both_ends(left, text((self.piles(view), QUIET)), width)

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        """What lies in the middle, and what everybody shows."""
        lines = []
        for zone in self.game.zones:
            if zone.shared and zone.name not in COUNTED_ONLY and any(back != EMPTY for back in view.cards(zone)):
                lines.append(text(f" {place_name(zone)}  ", *self.row(view, view.cards(zone), numbers)))
        lines.append(text(""))
        for side in range(view.sides):
            lines.append(self.seat_line(view, side, width))
            for zone in self.game.zones:
                is_own_hand = zone is self.game.words.hand and side == view.side
                if not zone.shared and view.cards(zone, side) and not is_own_hand:
                    lines.append(text(f"     {zone.name} ", *self.row(view, view.cards(zone, side), numbers)))
        return lines

    def seat_line(self, view: View, side: int, width: int) -> Text:
        turn = any(seat in view.awaited for seat in view.members[side])
        left = text(
            ("▸", HIGHLIGHT) if turn else " ", (f" {side + 1} ", "bold"),
            (self.name(view, side), "bold" if side == view.side else ""),
            (" first" if side == view.first else "", QUIET),
        )
        return at_both_ends(left, text((self.standing(view, side), "bold")), width)

    def order(self, view: View) -> list[int]:
        """All cards as one meets them on the table, so that the numbers of choices can be read in order."""
        places = view.places()
        own = [zone for _, zone in self.own_places(view)]
        found: list[int] = [back for zone, _, backs in places if zone.shared for back in backs if back != EMPTY]
        found += [back for zone, owner, backs in places if not zone.shared and (owner != view.side or zone not in own)
                  for back in in_order(view, backs)]
        return found + [back for zone in own for back in in_order(view, view.cards(zone, view.side))]

    def known_of_hand(self, view: View, side: int) -> list[Text]:
        """The cards in another's hand that the reader knows of."""
        known = known_in(view, self.game.words.hand, side)
        is_open = side == view.side or len(known) == len(view.cards(self.game.words.hand, side))  # shown below
        return [] if is_open else [chip(code(face)) for face in known]

    def hand_words(self, view: View, side: int) -> str:
        """A hand in words: the own one card by card, another's by its size and what is known of it."""
        hand = self.game.words.hand
        backs = view.cards(hand, side)
        known = [code(face) for face in known_in(view, hand, side)]
        if side == view.side:
            return self.in_words(view, in_order(view, backs))
        if known and len(known) == len(backs):
            return ", ".join(known)
        return plural(len(backs), "card") + (f", among them {in_a_row(known)}" if known else "")

    def row(self, view: View, backs: Sequence[int], numbers: Numbers) -> list[Text]:
        """Cards side by side, with the numbers of those that can be chosen."""
        parts = []
        for back in backs:
            if back in numbers:
                parts.append(Text(f"{numbers[back]}", style=HIGHLIGHT))
            parts.append(drawn(view, back, brief=True))
            parts.append(Text(" "))
        return parts

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        """The reader's own cards: with their texts, or in one line."""
        lines = self.open_hands(view)
        for title, zone in self.own_places(view) if view.side < view.sides else []:
            backs = in_order(view, view.cards(zone, view.side))
            if not backs:
                continue
            if compact and zone is not self.game.words.hand and not any(back in numbers for back in backs):
                continue  # the picture above shows them
            if compact:
                lines.append(text((f" {title:<13}", "bold"), *self.row(view, backs, numbers)))
            else:
                titles = [title, *[""] * (len(backs) - 1)]
                lines += [self.card_line(view, back, numbers, titles[at], width) for at, back in enumerate(backs)]
        return lines

    def open_hands(self, view: View) -> list[Text]:
        """Hands of others that the reader knows wholly."""
        hand = self.game.words.hand
        lines = []
        for side in range(view.sides):
            known = known_in(view, hand, side)
            if side != view.side and known and len(known) == len(view.cards(hand, side)):
                chips = [part for face in known for part in (chip(code(face)), Text(" "))]
                lines.append(text((f" {self.whose(view, side) + ' hand':<13} ", "bold"), *chips))
        return lines

    def own_places(self, view: View) -> list[tuple[str, Zone]]:
        return [("Your hand", self.game.words.hand)]

    def card_line(self, view: View, back: int, numbers: Numbers, title: str, width: int) -> Text:
        """A card with its name and its text."""
        number = numbers.get(back)
        card = card_of(view, back)
        tag = (f"{number:>2}", HIGHLIGHT) if number else "  "
        line = text((f" {title:<13}", "bold"), tag, " ", drawn(view, back, 6, brief=True))
        if card is not None:
            room = width - line.cell_len - 22
            style = QUIET if is_used(view, back) else ""
            line.append(f"{cut(card.printed.concept, 20):<20} ", style=style)
            line.append(cut(self.card_text(card), max(0, room)), style=QUIET)
        return line

    def notes_on(self, card: Card) -> list[str]:
        """What else there is to know of a card in this game, as sentences."""
        return []

    def card_text(self, card: Card) -> str:
        """What a card does, in a line."""
        return self.game.manners.wild or effect_text(card) if card.is_wild and not card.effect else effect_text(card)

    def in_between(self, view: View, numbers: Numbers) -> list[Text]:
        """Cards that lie somewhere only while an effect is under way."""
        lines = []
        for zone, owner, backs in view.places():
            if zone.name in PASSING_PLACES and backs:
                who = "" if zone.shared else f" ({self.name(view, owner)})"
                title = (f" {PASSING_PLACES[zone.name] + who:<13} ", "bold")
                lines.append(text(title, *self.row(view, backs, numbers)))
        return lines

    # In lines

    def words(self, view: View) -> list[str]:
        """Everything the side sees, one thing in a line."""
        lines = [f"{self.game.manners.title}: {self.where(view)}. {capital(self.piles(view))}. "
                 f"{capital(self.goes_first(view))}."]
        for zone, _, backs in view.places():
            if zone.name not in COUNTED_ONLY and zone.shared and any(back != EMPTY for back in backs):
                lines.append(f"{place_name(zone)}: {self.in_words(view, backs)}")
        for side in range(view.sides):
            lines.append(f"Seat {side + 1}, {self.name(view, side)}: {self.standing(view, side)}.")
            for zone in self.game.zones:
                backs = () if zone.shared else view.cards(zone, side)
                if backs:
                    lines.append(f"  {self.whose(view, side)} {zone.name}: {self.in_words(view, backs)}")
        return lines

    def own_words(self, view: View) -> list[str]:
        """The reader's own cards in short."""
        return [f"{title}: {self.in_words(view, in_order(view, view.cards(zone, view.side)))}"
                for title, zone in self.own_places(view)] if view.side < view.sides else []

    def passing_words(self, view: View) -> list[str]:
        lines = []
        for zone, owner, backs in view.places():
            if zone.name in PASSING_PLACES and backs:
                who = "" if zone.shared else f", {self.amid(view, owner)}"
                lines.append(f"{PASSING_PLACES[zone.name]}{who}: {self.in_words(view, backs)}")
        return lines

    def in_words(self, view: View, backs: Sequence[int]) -> str:
        hidden = sum(1 for back in backs if card_of(view, back) is None and back != EMPTY)
        known = [written(view, back) for back in backs if card_of(view, back) is not None or back == EMPTY]
        if hidden:
            known.append(plural(hidden, "hidden card") if known else plural(hidden, "card"))
        return ", ".join(known) or "none"


def known_in(view: View, zone: Zone, side: int) -> list[Face]:
    """The cards the reader knows to be in a zone, wherever exactly."""
    return sorted({*view.known(zone, side), *view.remembered(zone, side)})


def place_name(zone: Zone) -> str:
    return capital(zone.name)


def in_order(view: View, backs: Sequence[int]) -> list[int]:
    """Known cards as the deck is sorted, then the others."""
    return sorted(backs, key=lambda back: (card_of(view, back) is None, view.faces[back]))


def effect_under_way(view: View) -> Card | None:
    """The card whose text asks, if one does."""
    text = view.text
    return None if text is None else view.game.cards[text.it % DECK_SIZE]
