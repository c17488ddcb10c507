"""The picture of Peer-to-Peer: the customer row, which sums fit whom, and what each team has."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rich.text import Text

from techdeck.cards import DOMAIN_NAMES, Card
from techdeck.events import of_many
from techdeck.games.peer_to_peer import (
    CANDIDATES,
    COMMITS,
    DECK,
    DISCARD,
    DRAFTED,
    DUE,
    EXPELLED,
    FEW,
    HAND,
    ITERATION,
    LAID,
    LATCH,
    LETTERS,
    PACK,
    ROUND,
    SCORE,
    STANDS_ASIDE,
    TEAM,
    VENTURE_NAMES,
    WILDS,
    OwnDeck,
    fits,
    read_deck,
    written_deck,
    wrong_with,
)
from techdeck.table import CARDS, PASS, Choice, Decision, SomeCards, Table, Zone, unpack
from techdeck.team_effects import COMMITTED, CUSTOMERS, DECLARED, INSURED, KEPT, ROW, ROW_SIZE, UNHAPPY, VENTURES, WON
from techdeck.telling import capital, in_a_row, plural
from techdeck.terminal.choices import NO_THANKS, in_codes
from techdeck.terminal.drawing import Drawing, Numbers, in_order
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import (
    HIGHLIGHT,
    QUIET,
    card_of,
    cut,
    domain_of,
    drawn,
    effect_text,
    has_mark,
    marked,
    value_of,
    written,
)
from techdeck.terminal.layout import at_both_ends, fitted, text, wrapped
from techdeck.terminal.screen import Screen
from techdeck.views import View

WAYS_SHOWN: Final = 2  # for each customer in the picture
WAYS_TOLD: Final = 4
MOST_CARDS: Final = 12  # of which all sums are tried
LONG_NAMES: Final = {"effects before": "effects before assisting", "effects after": "effects after assisting"}
PHASES: Final = {
    "setup": "Each player begins a venture with a card that carries the venture sign. A venture card can be used once "
    "a round.",
    "new customers": "New customers come into the row from the right. If it is full, the oldest one leaves and is "
    "unhappy.",
    "effects before": "In turns you may use cards of your ventures and of your group hand, each once a round, until "
    "all pass one after the other.",
    "assist": "All teams commit cards of the group hand at once and in secret. They are turned up, those of the team "
    "that is first last, and each team names a customer. Cards that add up exactly to the value of the customer and "
    "include its domain serve it. If both serve the same, the higher single cards win. Cards that fail come back to "
    "the hand. This goes on until nobody commits.",
    "effects after": "In turns you may use effects once more, until all pass one after the other.",
    "refresh": "All discard their group hand and draw four new cards.",
    "end of round": "If too many customers are unhappy, everybody loses. If no customers are left in the deck, the "
    "game is over. The other team is first in the next round.",
}
PLACES: Final = [(WON, "served"), (WILDS, "wild card"), (KEPT, "keeps"), (CANDIDATES, "may found with")]


class PeersDrawing(Drawing):

    # Words

    def where(self, view: View) -> str:
        if not view.agenda:
            return "the game is over"
        number, phase = view.tally(ROUND), view.phase
        words = LONG_NAMES.get(phase, phase)
        if phase == "assist" and view.tally(ITERATION) > 1:
            words += f" {view.tally(ITERATION)}"
        return f"round {number}, {words}" if number else words

    def captain(self, view: View, side: int) -> str:
        """Who chooses for a team in this round, if not all its members do."""
        is_team = len(view.members[side]) > 1 and view.tally(ROUND) > 0 and not self._act_together()
        return f"captain {self.seats[view.captain[side]]}" if is_team else ""

    def part(self, view: View) -> str:
        return f"{view.tally(ROUND)} {view.phase}"

    def piles(self, view: View) -> str:
        return f"{plural(len(view.cards(CUSTOMERS)), 'customer')} to come" if view.tally(ROUND) else ""

    def aims(self) -> str:
        team = " Any member of a team may choose for it." if self._act_together() else (
            " The captain of a team, another member every round, chooses for it.")
        if len(self.names) == 1:
            return ("Serve customers with cards that add up to their value and include their domain. You win if you "
                    "see all customers before too many are unhappy.")
        return ("Serve customers with cards that add up to their value and include their domain. The larger score pile "
                "wins, unless too many customers become unhappy: then everybody loses."
                f"{team if self._act_together() or self._captains_change() else ''}")

    def _act_together(self) -> bool:
        return len(self.seats) > len(self.names) and self.game.options["team_control"] == "together"

    def _captains_change(self) -> bool:
        return len(self.seats) > len(self.names) and self.game.options["team_control"] == "rotating_captain"

    def phase_name(self, view: View) -> str:
        return capital(LONG_NAMES.get(view.phase, view.phase))

    def phase_help(self, view: View) -> str:
        return PHASES.get(view.phase, "")

    def signs(self, plain: bool) -> list[str]:
        lines = super().signs(plain)
        return lines if plain else [
            *lines,
            "5K→8K is a card that counts as another one this round; ✓ is a card whose effect was used this round.",
            "deck 1+3 means 1 card in the group deck and 3 in the discard.",
            "Under a customer: which of your cards add up to it, with its domain.",
        ]

    def people(self, view: View) -> int:
        return sum(len(seats) for seats in view.members)

    def limit(self, view: View) -> int:
        return int(str(self.game.options["unhappy_limits"]).split()[self.people(view) - 1])

    def coming(self, view: View) -> int:
        """How many customers come next."""
        if view.phase == "new customers" and view.tally(DUE):
            number = view.tally(DUE)
        elif self.people(view) > FEW:
            number = 3
        else:
            number = (1 if self.people(view) == 1 else 2) + view.tally(LATCH)
        return min(number, len(view.cards(CUSTOMERS)))

    def pushed_out(self, view: View) -> list[int]:
        """The customers that leave when the next ones come, if nobody serves any."""
        row = view.cards(ROW)
        return list(row[:max(0, len(row) + self.coming(view) - ROW_SIZE)])

    def overflow_words(self, view: View) -> str:
        """`2 more come next round: 11K and 4S would leave.`"""
        coming, leaving = self.coming(view), self.pushed_out(view)
        if not view.agenda:
            return ""
        when = "now" if view.phase == "new customers" else "next round"
        if not coming:
            return "No more customers come."
        words = f"{coming} more {'comes' if coming == 1 else 'come'} {when}"
        names = in_a_row([written(view, back).partition(" ")[0] for back in leaving])
        return f"{words}: {names} would leave." if leaving else f"{words}; there is room."

    def _overflow_in_short(self, view: View) -> str:
        """For the picture, which shows who leaves."""
        leaving = len(self.pushed_out(view))
        words = self.overflow_words(view).partition(":")[0].rstrip(".")
        return f"{words}, {leaving} would leave" if leaving else words

    def unhappy_words(self, view: View) -> str:
        number, limit = len(view.cards(UNHAPPY)), self.limit(view)
        if not view.agenda:
            return f"{number} unhappy"
        if number >= limit:
            return f"{number} unhappy: all lose at the end of the round"
        return f"{number} unhappy, at {limit} all lose"

    def standing(self, view: View, side: int) -> str:
        return f"score {len(view.cards(SCORE, self.pile(view, side)))}"

    def pile(self, view: View, side: int) -> int:
        """The side at whose pile a side scores."""
        teams = [view.tally(TEAM, other) for other in range(view.sides)]
        return teams.index(teams[side]) if teams[side] else side

    def owner(self, view: View, side: int, number: int) -> str:
        """Whose venture it is."""
        seats = view.members[side]
        if len(seats) == 1 and side == view.side:
            return "your"
        return f"{self.seats[seats[number] if number < len(seats) else seats[0]]}'s"

    def result(self, table: Table, side: int) -> list[str]:
        unhappy = len(UNHAPPY.of(table))
        scores, winners = self.game.scores(table), self.game.winners(table)
        sides = list(range(table.sides))
        if any(TEAM.of(table)):  # players with decks of their own who score together
            sides = [TEAM.of(table).index(team) for team in (1, 2)]
            winners = [winner for winner in winners if winner in sides]
        called = [in_a_row([capital(self.called(table.members, other, side)) for other in range(table.sides)
                            if other == number or (TEAM.get(table, other) and TEAM.get(table, other) == TEAM.get(
                                table, number))]) for number in range(table.sides)]
        if not winners:
            return [f"Nobody wins: {plural(unhappy, 'customer is', 'customers are')} unhappy.",
                    *[f"  {called[number]}: {plural(scores[number], 'customer')} served" for number in sides]]
        best = plural(scores[winners[0]], "customer")
        if len(winners) > 1:
            sentence = f"{' and '.join(called[winner] for winner in winners)} share the win with {best} each."
        else:
            verb = "win" if " and " in called[winners[0]] else self.takes(table.members, winners[0], side, "wins")
            tied = [number for number in sides if scores[number] == scores[winners[0]]]
            sentence = f"{called[winners[0]]} {verb} with {best}{', by the tie-break' if len(tied) > 1 else ''}."
        order = sorted(sides, key=lambda number: -scores[number])
        return [sentence, *[f"  {called[number]}: {plural(scores[number], 'customer')} served" for number in order]]

    # Sums

    def ways(self, view: View, target: int, backs: Sequence[int]) -> list[list[int]]:
        """Which of some cards serve a customer, those with the fewest cards first."""
        known = [back for back in backs if card_of(view, back) is not None][:MOST_CARDS]
        return [list(cards) for size in range(1, len(known) + 1) for cards in combinations(known, size)
                if self.fit(view, cards, target) == "fits"]

    def fit(self, view: View, cards: Sequence[int], target: int) -> str:
        """How cards go with a customer: `fits`, `2 short`, `no Science card`."""
        missing = value_of(view, target) - sum(value_of(view, back) for back in cards)
        if missing:
            return f"{abs(missing)} {'short' if missing > 0 else 'too much'}"
        customer = value_of(view, target), domain_of(view, target)
        if fits(customer, [(value_of(view, back), domain_of(view, back)) for back in cards]):
            return "fits"
        return f"no {DOMAIN_NAMES[customer[1]]} card"

    def target(self, view: View, side: int) -> int | None:
        """The customer that a side has named."""
        return next((back for back in view.cards(ROW) if marked(view, DECLARED, back) >> side & 1), None)

    def strength(self, view: View, side: int) -> tuple[list[int], list[int]]:
        """By what a contest is decided."""
        cards = sorted([(value_of(view, back), domain_of(view, back)) for back in view.cards(COMMITTED, side)],
                       reverse=True)
        domains = [domain for _, domain in cards]
        if self.game.options["contest_domain_rule"] == "best_domain":
            domains.sort(reverse=True)
        return [value for value, _ in cards], domains

    def rivals(self, view: View, target: int, side: int) -> list[int]:
        """The other sides whose cards serve the same customer."""
        return [other for other in range(view.sides) if other != side and self.target(view, other) == target
                and self.fit(view, view.cards(COMMITTED, other), target) == "fits"]

    def contest_words(self, view: View, target: int, side: int) -> str:
        """Who would win a customer for which several have cards that fit."""
        rivals = self.rivals(view, target, side)
        if not rivals:
            return ""
        order = [(view.first + number) % view.sides for number in range(view.sides)]
        best = max([number for number in order if number in (side, *rivals)],
                   key=lambda number: self.strength(view, number))
        verb = self.takes(view.members, best, view.side, "wins")
        return f"contested, {self.amid(view, best)} {verb} it as it is"

    def assist_words(self, view: View, side: int) -> str:
        """`3V and 4T, 7, for 10S: 3 short`."""
        cards = view.cards(COMMITTED, side)
        if not cards:
            number = len(view.cards(LAID, side)) or (0 if not view.tally(COMMITS, side) else -1)
            if number > 0:
                own = in_a_row([written(view, back) for back in in_order(view, view.cards(LAID, side))])
                return f"{own}, face down" if side == view.side else f"{plural(number, 'card')} face down"
            return ""
        total = sum(value_of(view, back) for back in cards)
        words = f"{in_a_row([written(view, back) for back in in_order(view, cards)])}"
        words += f", {total} in all" if len(cards) > 1 else ""
        target = self.target(view, side)
        if target is None:
            return words
        fit, contest = self.fit(view, cards, target), ""
        if fit == "fits":
            contest = self.contest_words(view, target, side)
        return f"{words}, for {written(view, target)}: {fit}" + (f", {contest}" if contest else "")

    # Decisions

    def question(self, view: View, decision: Decision) -> str:
        if decision.verb == "develop" and view.cards(WON, view.side):
            name = written(view, view.cards(WON, view.side)[0])
            return f"Put {name} into a venture, or pass and score it."
        if decision.verb == "change" and decision.kind is not CARDS:
            return "Choose what the effect does."
        if decision.verb == "found":
            return "Choose the first card of your venture."
        return super().question(view, decision)

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        if not isinstance(choice, int) or choice == PASS:
            return ""
        if decision.kind is CARDS and decision.verb in ("found", "draft", "score"):
            printed = card_of(view, choice)
            return "" if printed is None else self.card_text(printed)
        if decision.verb == "declare":
            cards = view.cards(COMMITTED, view.side)
            fit = self.fit(view, cards, choice)
            if fit != "fits":
                others = [self.names[side] for side in range(view.sides)
                          if side != view.side and self.target(view, side) == choice]
                return f"{fit}; named by {in_a_row(others)}" if others else fit
            rivals = self.rivals(view, choice, view.side)
            if not rivals:
                return fit
            is_best = all(self.strength(view, view.side) > self.strength(view, rival) or (
                self.strength(view, view.side) == self.strength(view, rival) and view.first == view.side)
                for rival in rivals)
            names = in_a_row([self.names[rival] for rival in rivals])
            return f"{fit}, and your cards beat those of {names}" if is_best else (
                f"{fit}, but the cards of {names} beat yours")
        if decision.kind is VENTURE_NAMES:
            cards = view.cards(VENTURES[choice], view.side)
            full = ", full: one card of it would be scored" if len(cards) >= self.capacity(view) else ""
            there = self.in_words(view, cards) or "no card"
            whose = "" if self.ventures(view) == 1 else f"{self.owner(view, view.side, choice)}, "
            return f"{whose}with {there}{full}"
        if isinstance(decision, SomeCards) and decision.verb == "commit":
            return self._serves(view, unpack(choice))
        return ""

    def ventures(self, view: View) -> int:
        """How many each side has."""
        return max(len(seats) for seats in view.members)

    def capacity(self, view: View) -> int:
        return 3 if self.people(view) <= FEW else 2

    def _serves(self, view: View, cards: Sequence[int]) -> str:
        served = [written(view, back) for back in view.cards(ROW) if self.fit(view, cards, back) == "fits"]
        return f"serve {' or '.join(served)}" if served else "serve nobody"

    def how_to(self, view: View, decision: Decision) -> list[str]:
        if isinstance(decision, SomeCards) and decision.verb == "commit":
            lines, example = [], ""
            for back in view.cards(ROW):
                ways = [" ".join(view.called(card) for card in way) for way in self.ways(view, back, decision.cards)]
                example = example or (ways[0] if ways else "")
                more = f", and {len(ways) - WAYS_TOLD} more ways" if len(ways) > WAYS_TOLD else ""
                if ways:
                    lines.append(f"{written(view, back)}: {' or '.join(ways[:WAYS_TOLD])}{more}.")
            none = [] if lines else ["No sum of your hand fits a customer as it is."]
            first = example or view.called(decision.cards[0])
            return [*lines, *none, f"Type cards, such as {first}, or pass. You name the customer when they are open."]
        if decision.verb == "start":
            return ["Two different 1s, a 2, a 3 and a 4 that show all four domains.",
                    f"Type five cards, such as {' '.join(view.called(back) for back in unpack(_first(decision)))}; "
                    "list shows all ways."]
        if isinstance(decision, OwnDeck):
            return [*[f"{number}. {example}" for number, example in enumerate(decision.examples(), 1)],
                    "Type a number, or a deck of your own: group, seven cards, venture, two cards with the venture "
                    "sign. ? explains what it needs."]
        return []

    def advice(self, view: View, decision: Decision) -> list[str]:
        if isinstance(decision, OwnDeck):
            cards = " ".join(view.game.cards[number].printed.code for number in decision.ventures)
            return ["The group deck has two different 1s, a 2, a 3 and a 4 of all four domains, and two more cards of "
                    f"any kind. The venture has two other cards with the venture sign: {cards}."]
        if not view.tally(ROUND):
            return []
        captain = ["The option team_control=fixed_captain lets the lowest seat of a team choose in every round."] if (
            self._captains_change()) else []
        return [self.overflow_words(view), f"{capital(self.unhappy_words(view))}.", *self._pile_words(view), *captain]

    def _pile_words(self, view: View) -> list[str]:
        unhappy = view.cards(UNHAPPY)
        lines = [f"Unhappy: {self.in_words(view, unhappy)}."] if unhappy else []
        for side in range(view.sides):
            for title, zone in (("discard", DISCARD), ("score pile", SCORE)):
                if view.cards(zone, side):
                    lines.append(f"{self.whose(view, side)} {title}: {self.in_words(view, view.cards(zone, side))}.")
        return lines

    def text_matters(self, decision: Decision) -> bool:
        return decision.verb not in ("declare", "develop", "start", "bring")

    def answered(self, screen: Screen, view: View, decision: Decision, words: str) -> Choice | None:
        """A deck of one's own, or cards that are committed."""
        plain = words.casefold().strip()
        if isinstance(decision, OwnDeck):
            examples = decision.examples()
            if plain.isdecimal():
                if not 1 <= int(plain) <= len(examples):
                    raise Complaint(f"There is no number {plain}: type a number from 1 to {len(examples)}.")
                return examples[int(plain) - 1]
            wrong = wrong_with(words, decision.ventures)
            if wrong:
                raise Complaint(f"This cannot be your deck: {wrong}.")
            return written_deck(*read_deck(words))
        if isinstance(decision, SomeCards) and decision.verb == "commit" and plain not in ("pass", *NO_THANKS):
            self._check_own(view, decision, plain)
        return None

    def _check_own(self, view: View, decision: SomeCards, plain: str) -> None:
        """:raises Complaint: if a customer is named in place of cards of the hand."""
        named = [word.upper() for word in in_codes(plain).split()]
        own = [view.called(back) for back in decision.cards]
        for back in view.cards(ROW):
            if view.called(back) in named and view.called(back) not in own:
                ways = [" ".join(view.called(card) for card in way) for way in self.ways(view, back, decision.cards)]
                help_ = f"these serve it: {' or '.join(ways[:WAYS_TOLD])}" if ways else "no sum of your hand serves it"
                raise Complaint(f"{view.called(back)} is a customer: name cards of your hand; {help_}.")

    def named(self, decision: Decision, words: str) -> str:
        """Teams by the names of their players."""
        if words.startswith("team ") and words[5:].isdecimal() and int(words[5:]) <= len(self.names):
            return self.names[int(words[5:]) - 1]
        return words

    def card_text(self, card: Card) -> str:
        if card.flags == ("venture",):
            return f"(in a venture) {effect_text(card)}"
        return effect_text(card)

    # In colour

    def order(self, view: View) -> list[int]:
        found: list[int] = list(view.cards(ROW))
        for side in self.sides_in_order(view):
            found += [back for venture in VENTURES for back in view.cards(venture, side)]
        rest = [back for back in super().order(view) if back not in found]
        return [*found, *rest]

    def sides_in_order(self, view: View) -> list[int]:
        """The reader's side last, next to the own hand."""
        last = view.side if view.side < view.sides else view.sides - 1
        return [(last + 1 + number) % view.sides for number in range(view.sides)]

    def visible(self, view: View) -> set[int]:
        if any(decision.verb.startswith("use") or decision.verb in ("copy", "declare", "found")
               for decision in view.asked):
            return set()  # a list with texts or outcomes is better
        shown = {int(back) for back in view.cards(ROW)}
        shown |= {int(back) for side in range(view.sides) for venture in VENTURES for back in view.cards(venture, side)}
        return shown | ({int(back) for _, zone in self.own_places(view) for back in view.cards(zone, view.side)}
                        if view.side < view.sides else set())

    def own_places(self, view: View) -> list[tuple[str, Zone]]:
        name = "Group hand" if not self.game.options["individual_decks"] else "Your hand"
        places = [("Your pack", PACK), ("Drafted", DRAFTED), (name, HAND)]
        return [(title, zone) for title, zone in places if zone is HAND or view.cards(zone, view.side)]

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        gap = [text("")] if tall else []
        lines = self._row(view, numbers, width, tall) if view.cards(ROW) or view.tally(ROUND) else []
        for side in self.sides_in_order(view):
            lines += [*gap, *self._side(view, side, numbers, width, tall)]
        return [*lines, *gap]

    def _row(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        """The four places of the row, the oldest customer left; under each which sums of the own hand fit."""
        row = view.cards(ROW)
        room = width // ROW_SIZE
        hand = in_order(view, view.cards(HAND, view.side)) if view.side < view.sides else []
        leaving = self.pushed_out(view) if view.agenda else []
        columns = []
        for place in range(ROW_SIZE):
            if place >= len(row):
                columns.append([text((" ··· free", QUIET))])
                continue
            back = row[place]
            number = (f"{numbers[back]}", HIGHLIGHT) if back in numbers else ""
            head = text(" ", number, drawn(view, back, brief=True))
            printed = card_of(view, back)
            names = [cut(printed.printed.concept, room - 2)] if printed is not None and tall else []
            column = [head, *[text((f" {name}", QUIET)) for name in names]]
            column += [text(f" {line}") for line in self._under(view, back, hand, room - 2)]
            tags = ["leaves next"] if back in leaving else ["oldest"] if place == 0 else []
            tags += ["insured"] if has_mark(view, INSURED, back) else []
            named = [self.amid(view, side) for side in range(view.sides) if marked(view, DECLARED, back) >> side & 1]
            tags += [f"named by {name}" for name in named]
            column += [text((f" {line}", "bold" if named else QUIET)) for tag in tags
                       for line in wrapped(tag, room - 2)]
            columns.append(column)
        height = max(len(column) for column in columns)
        title = at_both_ends(text((" Customers", "bold"), f"  {self._overflow_in_short(view)}"),
                             text((self.unhappy_words(view), "bold" if view.cards(UNHAPPY) else QUIET)), width)
        return [title, *[text(*[fitted(column[line] if line < len(column) else text(""), room) for column in columns])
                         for line in range(height)]]

    def _under(self, view: View, back: int, hand: Sequence[int], room: int) -> list[str]:
        """The sums of the own hand that serve a customer; once cards are committed, how those do."""
        committed = [*view.cards(COMMITTED, view.side), *view.cards(LAID, view.side)] if view.side < view.sides else []
        if committed:
            return [self.fit(view, committed, back)]
        if not hand:
            return []
        ways = [" ".join(view.called(card) for card in way) for way in self.ways(view, back, hand)]
        if not ways:
            return ["no sum fits"]
        lines = [cut(f"= {way}", room) for way in ways[:WAYS_SHOWN]]
        if len(ways) > WAYS_SHOWN:
            lines[-1] = cut(f"= {ways[WAYS_SHOWN - 1]} +{len(ways) - WAYS_SHOWN}", room)
        return lines

    def _side(self, view: View, side: int, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        is_awaited = any(seat in view.awaited for seat in view.members[side])
        notes = ["first"] if side == view.first and view.sides > 1 else []
        notes += [self.captain(view, side)] if self.captain(view, side) else []
        notes += ["stands aside"] if view.tally(STANDS_ASIDE, side) else []
        name = self.name(view, side)
        if name == "Your team":
            name = f"Your team, {self.names[side]}"
        left = text(("▸", "bold #ffd43b") if is_awaited else " ", (name, "bold"),
                    (f" {', '.join(notes)}" if notes else "", QUIET))
        sizes = [len(view.cards(zone, side)) for zone in (HAND, DECK, DISCARD)]
        piles = f"hand {sizes[0]} deck {sizes[1]}+{sizes[2]} "
        right = text((piles, QUIET), (self.standing(view, side), "bold"))
        lines = [at_both_ends(left, right, width)]
        parts = []
        for number, venture in enumerate(VENTURES):
            if view.cards(venture, side):
                whose = self.owner(view, side, number)
                title = f"{capital(whose)} venture" if self.ventures(view) == 1 else (
                    f"{LETTERS[number]}, {whose.removesuffix(chr(39) + 's')}")
                parts.append(text((f"{title} ", QUIET), *self.row(view, view.cards(venture, side), numbers)))
        lines += _flowing(parts, width - 3)
        for words, zone in (("discard", DISCARD), *([("score pile", SCORE)] if tall else [])):
            if view.cards(zone, side) and (tall or any(back in numbers for back in view.cards(zone, side))):
                lines.append(text(("   " + words + " ", QUIET), *self.row(view, view.cards(zone, side), numbers)))
        known = self.known_of_hand(view, side)
        if known:
            lines.append(text(("   holds ", QUIET), *[part for each in known for part in (each, Text(" "))]))
        assist = self.assist_words(view, side)
        if assist:
            lines += [text(("   committed ", "bold") if at == 0 else "     ", line)
                      for at, line in enumerate(wrapped(assist, width - 14))]
        return lines

    def in_between(self, view: View, numbers: Numbers) -> list[Text]:
        lines = super().in_between(view, numbers)
        for zone, words in PLACES:
            for side in range(view.sides):
                if view.cards(zone, side):
                    verb = of_many(words) if words == "keeps" and side == view.side else words
                    title = f" {self.name(view, side)}: {verb} "
                    backs = in_order(view, view.cards(zone, side))
                    lines.append(text((title, "bold"), *self.row(view, backs, numbers)))
        if view.cards(UNHAPPY) and any(back in numbers for back in view.cards(UNHAPPY)):
            lines.append(text((" Unhappy ", "bold"), *self.row(view, view.cards(UNHAPPY), numbers)))
        return lines

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        has_list = any(decision.verb.startswith("use") or decision.verb == "copy" for decision in view.asked)
        return super().mine(view, numbers, width, compact or has_list)

    # In lines

    def words(self, view: View) -> list[str]:
        said = [self.where(view), self.piles(view), self.goes_first(view) if view.sides > 1 else ""]
        lines = [f"Peer-to-Peer: {said[0]}{''.join(f'. {capital(words)}' for words in said[1:] if words)}."]
        if view.tally(ROUND):
            lines += self.row_words(view)
        for side in range(view.sides):
            lines += self._side_words(view, side)
        if view.cards(EXPELLED) and view.tally(ROUND):
            lines.append(f"Expelled: {self.in_words(view, view.cards(EXPELLED))}")
        return lines

    def row_words(self, view: View) -> list[str]:
        """The customers with what can be said of each, and how near the end is."""
        is_on = view.side < view.sides and bool(view.agenda)
        hand = in_order(view, view.cards(HAND, view.side)) if is_on else []
        lines = []
        for place, back in enumerate(view.cards(ROW), 1):
            printed = card_of(view, back)
            name = printed.printed.concept if printed is not None else ""
            notes = ["the oldest"] if place == 1 else []
            notes += ["insured"] if has_mark(view, INSURED, back) else []
            notes += [f"named by {self.amid(view, side)}" for side in range(view.sides)
                      if marked(view, DECLARED, back) >> side & 1]
            ways = [" ".join(view.called(card) for card in way) for way in self.ways(view, back, hand)]
            committed = [*view.cards(COMMITTED, view.side), *view.cards(LAID, view.side)] if hand else []
            none = " No sum of your hand fits." if hand and not committed else ""
            fits = "" if committed else f" Served by {' or '.join(ways[:WAYS_TOLD])}." if ways else none
            said = f", {', '.join(notes)}" if notes else ""
            lines.append(f"Customer {place}: {written(view, back)} {name}{said}.{fits}")
        more = self.overflow_words(view)
        return [*(lines or ["No customer is in the row."]), f"{more} {capital(self.unhappy_words(view))}.".strip()]

    def _side_words(self, view: View, side: int) -> list[str]:
        name = self.name(view, side)
        captain = f", {self.captain(view, side)}" if self.captain(view, side) else ""
        aside = ", stands aside" if view.tally(STANDS_ASIDE, side) else ""
        discard = view.cards(DISCARD, side)
        in_discard = f" ({self.in_words(view, discard)})" if discard else ""
        pile = view.cards(SCORE, self.pile(view, side))
        in_pile = f" ({self.in_words(view, pile)})" if pile else ""
        members = f" ({self.names[side]})" if name == "Your team" else ""
        lines = [f"{name}{members}{captain}{aside}: {self.standing(view, side)}{in_pile}. Hand: "
                 f"{self.hand_words(view, side) or 'no cards'}. Deck {plural(len(view.cards(DECK, side)), 'card')}, "
                 f"discard {len(discard)}{in_discard}."]
        for number, venture in enumerate(VENTURES):
            if view.cards(venture, side):
                whose = self.owner(view, side, number)
                title = f"{capital(whose)} venture" if self.ventures(view) == 1 else (
                    f"Venture {LETTERS[number]}, {whose}")
                lines.append(f"  {title}: {self.in_words(view, view.cards(venture, side))}.")
        if view.cards(CANDIDATES, side):
            lines.append(f"  {name} may found with {self.in_words(view, view.cards(CANDIDATES, side))}.")
        assist = self.assist_words(view, side)
        return [*lines, *([f"  Committed: {assist}."] if assist else [])]

    def own_words(self, view: View) -> list[str]:
        if view.side >= view.sides:
            return []
        assists = [f"{self.name(view, side)} committed {self.assist_words(view, side)}." for side in range(view.sides)
                   if self.assist_words(view, side)]
        return [*(self._row_in_short(view) if view.tally(ROUND) else []), *assists, *super().own_words(view)]

    def _row_in_short(self, view: View) -> list[str]:
        """The customers in a line, with the sums that fit."""
        hand = in_order(view, view.cards(HAND, view.side))
        has_committed = bool(view.cards(COMMITTED, view.side) or view.cards(LAID, view.side))
        parts = []
        for back in view.cards(ROW):
            ways = [] if has_committed else [
                " ".join(view.called(card) for card in way) for way in self.ways(view, back, hand)]
            named = [self.amid(view, side) for side in range(view.sides)
                     if marked(view, DECLARED, back) >> side & 1]
            parts.append(written(view, back) + (f", served by {' or '.join(ways[:WAYS_TOLD])}" if ways else "")
                         + "".join(f", named by {name}" for name in named))
        return [f"Row: {'; '.join(parts) or 'nobody'}."]

    def passing_words(self, view: View) -> list[str]:
        lines = super().passing_words(view)
        for zone, words in PLACES:
            for side in range(view.sides):
                if view.cards(zone, side) and zone is not CANDIDATES:
                    verb = of_many(words) if words == "keeps" and side == view.side else words
                    lines.append(f"{self.name(view, side)}, {verb}: {self.in_words(view, view.cards(zone, side))}")
        return lines


def _first(decision: Decision) -> int:
    choice = next(iter(decision))
    assert isinstance(choice, int)
    return choice


def _flowing(parts: Sequence[Text], width: int) -> list[Text]:
    """Parts side by side, as many in a line as there is room for."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + part.cell_len + 2 <= width + 3:
            lines[-1] = text(lines[-1], "  ", part)
        else:
            lines.append(text("   ", part))
    return lines
