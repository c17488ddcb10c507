"""The picture of Grid Poker: the market with its lines, who goes for which, and what hands that makes."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rich.text import Text

from techdeck.cards import Card, code
from techdeck.games.betting import FOLDED, PAID
from techdeck.games.grid_poker import (
    AT_A_LINE,
    COLUMNS,
    COMMITTED,
    COMPANY,
    COMPANY_LINE,
    DECLARED,
    DISCARD,
    EXPELLED,
    HAND,
    HAND_LINE,
    IDLE_ALONE,
    KEEPING,
    LINE_NAMES,
    LINES,
    LINES_KIND,
    MARKET,
    NEW_FOR_OLD,
    NO_LINE,
    POINTS,
    RETURN,
    ROUND,
    ROUNDS,
    ROWS,
)
from techdeck.poker import WILD, Ranking, card, category, in_sentence, in_words
from techdeck.table import EMPTY, PASS, Choice, Decision, Game, Tally, Zone, unpack
from techdeck.telling import ARTIFICIAL_PLAYER, capital, in_a_row, plural
from techdeck.terminal.drawing import Drawing, Numbers, Prospect, in_order
from techdeck.terminal.faces import (
    HIGHLIGHT,
    QUIET,
    card_of,
    concept,
    cut,
    domain_of,
    drawn,
    has_mark,
    value_of,
    written,
)
from techdeck.terminal.layout import at_both_ends, beside, fitted, text, wrapped
from techdeck.terminal.poker import bet_outcome
from techdeck.views import View

HAND_SIGN: Final = "■"  # a hand card laid face down
COMPANY_SIGN: Final = "◆"
NARROW: Final = 66  # columns below which the seats go under the market

COMPARED: Final = ("commitments", "bidding")  # the phases in which hands are what the market says
PHASES: Final = {
    "setup": "Of your seven cards two become your company, open to all, and two are discarded. Three stay in hand.",
    "company effects": "Each player may use the effect of one company card. It stays there, marked as used.",
    "hand effects": "Each player may use the effect of one hand card, which is then discarded; one card is drawn.",
    "commitments": "First each player may lay one or two hand cards face down at a row or column, then the company "
    "at a line of the other direction. With the three market cards there they make a poker hand.",
    "bidding": "Bet on your hands, before they are turned up. Everybody with a hand has paid one chip, the ante. A bet "
    "is 2 chips, and can be raised twice by 2. Who folds withdraws both hands: they score no points and win no chips. "
    "Half of the pot goes to the best row, half to the best column. At the end of the game every 7 chips are a point.",
    "results": "All cards are turned up. The best hand on any row and the best on any column score: one point, or two "
    "for a straight or better. Each winner discards one market card of the winning line.",
    "clearing": "Who did not win may take the committed cards back, or discard them and draw as many.",
    "improvement": "Each player may put a hand card into the company, for one that is there.",
    "end of round": "Who has more than four hand cards discards; who has fewer than three draws one.",
}


class GridDrawing(Drawing):
    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(game, names)
        self._ranking: Final = Ranking(bool(game.options["five_of_a_kind"]), str(game.options["suit_order"]))

    def where(self, view: View) -> str:
        number = view.tally(ROUND)
        phase = view.phase
        if not view.agenda:
            return "the game is over"
        return phase if not number else f"round {number} of {ROUNDS}, {phase}"

    def aims(self) -> str:
        return ("Win the best poker hand on the rows or on the columns: one point, two for a straight or better. "
                f"After {ROUNDS} rounds the player with most points wins.")

    def phase_help(self, view: View) -> str:
        return PHASES.get(view.phase, "")

    def signs(self, plain: bool) -> list[str]:
        lines = [*super().signs(plain), "R1 to R3 are the rows of the market, C1 to C3 its columns."]
        return lines if plain else [
            *lines,
            f"Beside a line, 2{HAND_SIGN}{HAND_SIGN} means that seat 2 has two hand cards there, "
            f"2{COMPANY_SIGN} that its company is there.",
            "5K→8K is a card that counts as another one this round; ✓ is a card whose effect was used this round.",
        ]

    def part(self, view: View) -> str:
        return str(view.tally(ROUND))

    def visible(self, view: View) -> set[int]:
        return super().visible(view) - set(view.cards(DISCARD)) - {
            back for side in range(view.sides) for back in view.cards(COMMITTED, side)}

    def piles(self, view: View) -> str:
        """With the pot, where one bids for it."""
        pot = sum(view.tally(PAID, side) for side in range(view.sides))
        return f"pot {pot}, {super().piles(view)}" if pot else super().piles(view)

    def standing(self, view: View, side: int) -> str:
        return plural(view.tally(POINTS, side), "point") + self._chips(view, side)

    def _chips(self, view: View, side: int) -> str:
        chips = _tally(view, "chips")
        if chips is None or not self.game.options["bidding"]:
            return ""
        return f", {plural(view.tally(chips, side), 'chip')}"

    def notes_on(self, card: Card) -> list[str]:
        is_idle = self.names[-1:] == [ARTIFICIAL_PLAYER] and card.printed.code in IDLE_ALONE
        idle = "When you play alone this does nothing: your opponent has no hand and uses no effects."
        return [idle] if is_idle else []

    def card_text(self, card: Card) -> str:
        text = super().card_text(card)
        return f"(Nothing when you play alone.) {text}" if self.notes_on(card) else text

    # Hands

    def hand_made(self, view: View, line: int, added: Sequence[int]) -> int:
        """The key of what market cards and added cards make; none if there is no card."""
        backs = [*self.on_line(view, line), *added]
        return self._ranking.rank([self._poker_card(view, back) for back in backs]) if backs else -1

    def on_line(self, view: View, line: int) -> list[int]:
        market = view.cards(MARKET)
        return [market[cell] for cell in LINES[line] if market[cell] != EMPTY]

    def _poker_card(self, view: View, back: int) -> int:
        printed = card_of(view, back)
        if printed is None or printed.is_wild:
            return view.mark(DECLARED, view.faces[back]) - 1 if has_mark(view, DECLARED, back) else WILD
        return card(value_of(view, back), domain_of(view, back))

    def said(self, view: View, line: int, added: Sequence[int]) -> str:
        key = self.hand_made(view, line, added)
        return "" if key < 0 else in_words(key) + (" (2 points)" if category(key) >= 4 else "")

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        if not isinstance(choice, int) or choice == PASS:
            return ""
        if decision.kind is AT_A_LINE:
            return self.said(view, choice & 7, unpack(choice >> 3))
        if decision.kind is NEW_FOR_OLD:
            return " for ".join(concept(code(view.faces[back])) for back in unpack(choice))
        if decision.kind is LINES_KIND:
            return self.said(view, choice, view.cards(COMPANY, self._placer(view, decision)))
        if decision.kind is KEEPING and decision.verb == "keep":
            return self._kept(view, decision, choice == RETURN)
        return bet_outcome(view, decision, choice, "withdraw both hands: no points, no chips")

    def _kept(self, view: View, decision: Decision, is_returned: bool) -> str:
        """What becomes of committed cards: of the one asked about, or of all.  A wild one is expelled anyway [R43]."""
        cards = view.cards(COMMITTED, view.side)
        wild = [] if view.tally(FOLDED, view.side) else [
            back for back in cards if (printed := card_of(view, back)) is not None and printed.is_wild]
        asked = [decision.about] if decision.about != EMPTY else [back for back in cards if back not in wild]
        names = in_a_row([written(view, back) for back in asked])
        words = f"{names} to your hand" if is_returned else f"discard {names}, draw {plural(len(asked), 'card')}"
        if wild and decision.about == EMPTY:
            words += f"; {in_a_row([written(view, back) for back in wild])} is expelled, draw a card for it"
        return words

    def _placer(self, view: View, decision: Decision) -> int:
        return view.side if decision.verb == "place" else view.sides - 1  # or the artificial player

    def overview(self, view: View, decision: Decision) -> list[Prospect]:
        """For each line its market cards, and the best that hand and company make there."""
        if decision.kind is not AT_A_LINE or decision.verb != "commit":
            return []
        hand = in_order(view, view.cards(HAND, view.side))
        ways = [*[[back] for back in hand], *[list(pair) for pair in combinations(hand, 2)]]
        company = view.cards(COMPANY, view.side)
        lines = []
        for line in range(6):
            best = max(ways, key=lambda way: self.hand_made(view, line, way), default=[])
            by_hand = f"{' '.join(written(view, back) for back in best)}: {self.said(view, line, best)}" if best else ""
            by_company = f"company: {self.said(view, line, company)}" if company else ""
            lines.append(Prospect(LINE_NAMES[line], self.on_line(view, line), by_hand, by_company))
        return lines

    def hints(self, view: View, decision: Decision) -> list[str]:
        """What the companies of rivals can make, where one lays down cards against them."""
        if decision.verb not in ("commit", "place"):
            return []
        lines = []
        for side in range(view.sides):
            company = view.cards(COMPANY, side)
            if side != view.side and company:
                placed = view.tally(COMPANY_LINE, side)
                ways = [[placed]] if placed != NO_LINE else self._open_to(view, side)
                best = [max(way, key=lambda line: self.hand_made(view, line, company)) for way in ways]
                made = in_a_row([
                    f"{in_sentence(self.hand_made(view, line, company))} at {LINE_NAMES[line]}" for line in best])
                can = "makes" if placed != NO_LINE else "can make"
                lines.append(f"{self.whose(view, side)} company {self.in_words(view, company)} {can} {made}.")
        return lines

    def _open_to(self, view: View, side: int) -> list[list[int]]:
        """The rows and the columns, as far as a company may be placed there [R25]."""
        line = view.tally(HAND_LINE, side)
        return [lines for lines in (ROWS, COLUMNS) if line == NO_LINE or line not in lines]

    def formed(self, view: View, side: int) -> list[tuple[int, list[int], bool]]:
        """Where a side has laid something: the line, the cards, and whether they are hand cards."""
        found: list[tuple[int, list[int], bool]] = []
        for tally, zone, by_hand in ((HAND_LINE, COMMITTED, True), (COMPANY_LINE, COMPANY, False)):
            line = view.tally(tally, side)
            if line != NO_LINE and (view.cards(zone, side) or self.game.options["bare_line_hands"]):
                found.append((line, list(view.cards(zone, side)), by_hand))
        return found

    def told_formed(self, view: View, line: int, backs: Sequence[int], by_hand: bool) -> str:
        """`2 cards at R1`, or with what they make if the reader knows them."""
        cards = f"{plural(len(backs), 'hand card')}" if by_hand else "company"
        known = [back for back in backs if card_of(view, back) is not None]
        words = f"{cards} at {LINE_NAMES[line]}"
        if known and len(known) == len(backs) and view.phase in COMPARED:
            words += f": {self.said(view, line, known)}"
        return words

    # In colour

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        side_by_side = width >= NARROW
        room = max(10, min(20, ((width - 41) if side_by_side else width - 16) // 3))
        market = self._market(view, numbers, room, 3 if tall and room > len("Nanotechnology") else 2)
        left = 3 + 3 * (room + 1) + 1 + 8
        seats_width = width - left - 1 if side_by_side else width
        seats = self._seats(view, numbers, min(seats_width, 46), len(market))
        return beside(market, seats, left, 1) if side_by_side else [*market, text(""), *seats]

    def _market(self, view: View, numbers: Numbers, room: int, height: int) -> list[Text]:
        """The nine cells, with who is where at the head of columns and at the end of rows."""
        heads = [fitted(text((f" C{column + 1} ", "bold"), (self._tokens(view, 3 + column), QUIET)), room + 1)
                 for column in range(3)]
        lines = [text("    ", *heads)]
        for row in range(3):
            lines.append(text("   " + ("├" if row else "┌") + ("┼" if row else "┬").join(["─" * room] * 3)
                              + ("┤" if row else "┐")))
            cells = [self._cell(view, view.cards(MARKET)[cell], numbers, room, height) for cell in LINES[row]]
            who = wrapped(self._tokens(view, row), 8)
            for part in range(height):
                label = (f"R{row + 1} ", "bold") if part == 0 else "   "
                line = text(label, "│", cells[0][part], "│", cells[1][part], "│", cells[2][part], "│")
                line.append(f" {who[part]}" if part < len(who) else "", style=QUIET)
                lines.append(line)
        lines.append(text("   └" + "┴".join(["─" * room] * 3) + "┘"))
        return lines

    def _cell(self, view: View, back: int, numbers: Numbers, room: int, height: int) -> list[Text]:
        printed = card_of(view, back)
        head = text(drawn(view, back), (printed.printed.suit if printed is not None else "", QUIET))
        if back in numbers:
            head = at_both_ends(head, text((f" {numbers[back]} ", HIGHLIGHT)), room)
        name = printed.printed.concept if printed is not None else ""
        names = wrapped(name, room - 1) if height > 2 else [cut(name, room - 1)]
        lines = [head, *[text(f" {part}") for part in names], text(""), text("")]
        return [fitted(line, room) for line in lines[:height]]

    def _tokens(self, view: View, line: int) -> str:
        """Who is at a line: seat numbers, with a sign for each hand card and one for a company."""
        tokens = []
        for side in range(view.sides):
            for at, backs, by_hand in self.formed(view, side):
                if at == line:
                    tokens.append(f"{side + 1}{HAND_SIGN * len(backs) if by_hand else COMPANY_SIGN}")
        return " ".join(tokens)

    def _seats(self, view: View, numbers: Numbers, width: int, height: int) -> list[Text]:
        lines: list[Text] = []
        roomy = height >= 4 * view.sides - 1
        for side in range(view.sides):
            if lines and roomy:
                lines.append(text(""))
            lines.append(self.seat_line(view, side, width))
            shown = {} if side == view.side else numbers  # the own ones have theirs below
            company = self.row(view, view.cards(COMPANY, side), shown) or [Text("no company ", style=QUIET)]
            size = len(view.cards(HAND, side))
            lines.append(text("    ", *company))
            if view.members[side]:
                lines[-1].append(f"hand {size} ", style=QUIET)
                for known in self.known_of_hand(view, side):
                    lines[-1].append_text(known)
            news = self._laid(view, side)
            if news and height >= 3 * view.sides:
                lines.append(text("    ", *news))
        return [fitted(line, width) for line in lines]

    def _laid(self, view: View, side: int) -> list[Text]:
        parts: list[Text] = []
        for line, backs, by_hand in self.formed(view, side):
            if by_hand:
                parts += [drawn(view, back) for back in backs]
            else:
                parts.append(Text(COMPANY_SIGN))
            parts.append(Text(f" {LINE_NAMES[line]}  "))
        return parts

    def own_places(self, view: View) -> list[tuple[str, Zone]]:
        return [("Your company", COMPANY), ("Your hand", HAND)]

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        lines = super().mine(view, numbers, width, compact)
        if view.side < view.sides:
            compared = view.phase in COMPARED
            for line, backs, by_hand in self.formed(view, view.side) if compared else []:
                lines.append(text((f" {'At ' + LINE_NAMES[line]:<13}", "bold"), *self.row(view, backs, {}),
                                  self.said(view, line, backs), ("" if by_hand else " (company)", QUIET)))
        return lines

    # In lines

    def words(self, view: View) -> list[str]:
        market = view.cards(MARKET)
        lines = [f"Grid Poker: {self.where(view)}. {capital(self.piles(view))}. {capital(self.goes_first(view))}."]
        for row in range(3):
            lines.append(f"Market row {row + 1}: {', '.join(written(view, market[cell]) for cell in LINES[row])}")
        for side in range(view.sides):
            name, company = self.name(view, side), self.in_words(view, view.cards(COMPANY, side))
            holds = "" if not view.members[side] else f" Hand: {self.hand_words(view, side)}."
            lines.append(f"Seat {side + 1}, {name}: {self.standing(view, side)}. Company: {company}.{holds}")
            lines += [f"  {capital(self.told_formed(view, *formed))}." for formed in self.formed(view, side)]
        if view.cards(DISCARD):
            lines.append(f"Discard: {self.in_words(view, view.cards(DISCARD))}")
        if view.cards(EXPELLED):
            lines.append(f"Expelled: {self.in_words(view, view.cards(EXPELLED))}")
        return lines


def _tally(view: View, name: str) -> Tally | None:
    return next((tally for tally in view.game.tallies if tally.name == name), None)
