"""The picture of regular poker: the board, the pot, and what everybody has paid."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from techdeck.cards import Card, code
from techdeck.games.betting import CALL, CHECK, CHIPS, FOLD, FOLDED, IN, LEVEL, PAID, STAKE, UNIT, price
from techdeck.games.regular_poker import COMMUNITY, DEAL, HAND
from techdeck.poker import WILD, Ranking, card, in_words
from techdeck.table import EMPTY, Choice, Decision, Game
from techdeck.telling import capital
from techdeck.terminal.drawing import Drawing, Numbers, known_in
from techdeck.terminal.faces import BACK, QUIET, card_of, chip, domain_of, effect_text, value_of
from techdeck.terminal.layout import at_both_ends, text
from techdeck.views import View

PHASES: Final = {
    "first bets": "Each player may use the effect of one hand card, then bets on the five cards in hand.",
    "draw": "Each player may exchange any number of hand cards once.",
    "second bets": "The last bets, at twice the price; then the hands are shown.",
    "before the flop": "Each player has two cards and bets on what the board may bring.",
    "flop": "Three cards lie on the board, common to all.",
    "turn": "The fourth card of the board; bets are twice as high from here.",
    "river": "The last card of the board, and the last bets.",
    "showdown": "The best five cards, own and common, take the pot.",
}


def bet_outcome(view: View, decision: Decision, choice: Choice, folding: str) -> str:
    """What a bet would cost and do, in a few words."""
    if decision.verb != "bet" or view.side >= view.sides or not isinstance(choice, int):
        return ""
    if choice == CHECK:
        return "pay nothing"
    if choice == FOLD:
        return folding
    stake, chips = view.tally(STAKE, view.side), view.tally(CHIPS, view.side)
    cost = price(view.tally(LEVEL), view.tally(UNIT), stake, chips, choice)
    words = f"pay {cost}, all you have" if cost == chips else f"pay {cost}"
    return words if choice == CALL else f"{words}; the others must match {stake + cost} or fold"


class PokerDrawing(Drawing):
    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(game, names)
        self._ranking: Final = Ranking(bool(game.options["five_of_a_kind"]), str(game.options["suit_order"]))

    def where(self, view: View) -> str:
        if not view.agenda:
            return "the game is over"
        return f"deal {view.tally(DEAL)} of {self.game.options['deals']}, {view.phase}"

    def part(self, view: View) -> str:
        return f"{view.tally(DEAL)} {view.phase}"

    def aims(self) -> str:
        return f"Win chips with the best poker hand; who has most after deal {self.game.options['deals']} wins."

    def phase_help(self, view: View) -> str:
        return PHASES.get(view.phase, "")

    def piles(self, view: View) -> str:
        return f"pot {self.pot(view)}, bet {view.tally(LEVEL)}, {super().piles(view)}"

    def pot(self, view: View) -> int:
        return sum(view.tally(PAID, side) for side in range(view.sides))

    def state(self, view: View, side: int) -> str:
        """What a player has done in this deal."""
        if not view.tally(IN, side):
            return "out of the game"
        words = [f"paid {view.tally(PAID, side)}"]
        if view.tally(FOLDED, side):
            words.append("folded")
        elif not view.tally(CHIPS, side):
            words.append("all-in")
        return ", ".join(words)

    def card_text(self, card: Card) -> str:
        """Here a round is a deal [DK, section 1]."""
        return effect_text(card).replace("this round", "this deal").replace("For a full round", "For this deal")

    def notes_on(self, card: Card) -> list[str]:
        return ["A round is a deal here."] if self.card_text(card) != effect_text(card) else []

    def open_hands(self, view: View) -> list[Text]:
        return []  # the board shows them

    def has(self, view: View, side: int) -> str:
        """The best that hand and board make, if the reader knows the hand."""
        hand = view.cards(HAND, side)
        backs = [back for back in [*hand, *view.cards(COMMUNITY)] if back != EMPTY]
        if not hand or len(backs) > 7 or any(card_of(view, back) is None for back in backs):
            return ""
        return in_words(self._ranking.rank([self._ranked(view, back) for back in backs]))

    def _ranked(self, view: View, back: int) -> int:
        printed = card_of(view, back)
        return WILD if printed is None or printed.is_wild else card(value_of(view, back), domain_of(view, back))

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        return bet_outcome(view, decision, choice, "leave the pot to the others")

    # In colour

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        lines = [text("")] if tall else []
        if any(back != EMPTY for back in view.cards(COMMUNITY)):
            lines += [text((f" {'Board':<13}", "bold"), *self.row(view, view.cards(COMMUNITY), numbers)), text("")]
        for side in range(view.sides):
            lines.append(at_both_ends(
                self.seat_line(view, side, min(width, 40)), text((self.state(view, side), QUIET)), min(width, 64)))
            cards = view.cards(HAND, side)
            if side != view.side and cards:
                known = [chip(code(face)) for face in known_in(view, HAND, side)]
                hidden = [Text(" ?? ", style=BACK)] * (len(cards) - len(known))
                lines.append(text("     ", *[part for card in (*known, *hidden) for part in (card, Text(" "))]))
        return [*lines, text("")] if tall else lines

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        lines = super().mine(view, numbers, width, compact)
        made = self.has(view, view.side) if view.side < view.sides else ""
        return [*lines, text((f" {'You have':<13}", "bold"), f"   {made}")] if made else lines

    # In lines

    def words(self, view: View) -> list[str]:
        lines = [f"{self.game.manners.title}: {self.where(view)}. {capital(self.piles(view))}."]
        if any(back != EMPTY for back in view.cards(COMMUNITY)):
            lines.append(f"Board: {self.in_words(view, [back for back in view.cards(COMMUNITY) if back != EMPTY])}")
        for side in range(view.sides):
            state = f"{self.standing(view, side)}, {self.state(view, side)}"
            lines.append(f"Seat {side + 1}, {self.name(view, side)}: {state}. Hand: {self.hand_words(view, side)}.")
        return lines

    def own_words(self, view: View) -> list[str]:
        made = self.has(view, view.side) if view.side < view.sides else ""
        return [*super().own_words(view), *([f"You have: {made}"] if made else [])]
