"""The picture of Gears of Industry: both markets side by side, and everybody's factory with how its cards lie."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from techdeck.aids import aid_of
from techdeck.cards import DECK_SIZE, GENERAL_EDITION, Face, code, face
from techdeck.decklists import DECK_CARDS, MARKET_CARDS, PRESETS, DeckList, compact, preset_named, read
from techdeck.games.gears_of_industry import (
    BOOSTED,
    BUILDS,
    CLASH,
    DECK,
    DISCARD,
    DUE,
    ENTRIES,
    FACING,
    FACTORY,
    HAND,
    HAND_LIMIT,
    HOME,
    MARKET_DECK,
    MARKET_DISCARD,
    MARKET_HOME,
    MARKET_NAMES,
    MARKETS_KIND,
    NEUTRAL,
    NO_HAND,
    PAID,
    POINTS,
    POOLED,
    POSTURES,
    SPOTS,
    TECHNOLOGY,
    TURN,
    DeckChoice,
    PresetChoice,
    legal_presets,
    thirds,
)
from techdeck.poker import Ranking, card, in_sentence, in_words
from techdeck.table import EMPTY, PASS, Choice, Decision, Game, SomeCards, Table, unpack
from techdeck.telling import capital, in_a_row, plural
from techdeck.terminal.decks import Builder, show_preset, text_of
from techdeck.terminal.drawing import Drawing, Numbers, in_order
from techdeck.terminal.errors import Complaint, Left
from techdeck.terminal.faces import (
    FILL,
    HIGHLIGHT,
    QUIET,
    card_of,
    cut,
    domain_of,
    drawn,
    effect_text,
    has_mark,
    marked,
    quoted,
    value_of,
    written,
)
from techdeck.terminal.layout import at_both_ends, fitted, text
from techdeck.terminal.screen import Screen
from techdeck.views import UNKNOWN, View

LABEL: Final = 15  # columns before the markets
WIDE: Final = 4  # columns that a card which lies is wider than one that stands
ARROWS: Final = "▲▶▼◀"  # by facing
FACING_WORDS: Final = {  # what people type
    "u": "upright", "up": "upright", "standing": "upright", "vertical": "upright", "stand": "upright",
    "r": "right", "lying": "right", "horizontal": "right", "sideways": "right", "lie": "right",
    "d": "upside-down", "down": "upside-down", "upsidedown": "upside-down", "l": "left",
}
ALIKE: Final = {"left": "right", "upside-down": "upright"}  # to whoever asks only how a card is to be used [GI-Q15]
REPEATING: Final = "9S"  # its effect is the last one that another player used
TEXTLESS: Final = ("bring", "search", "build", "pay", "pay with", "rotate", "boost")  # verbs that ask for no text
PHASES: Final = {
    "setup": "All bring a deck of 26 cards in secret, and take up to three cheap Technology cards out of it into hand; "
    "four cards more are drawn.",
    "draw": "The active player draws a card; not in the very first turn.",
    "factory": "One Technology card of your hand may become a factory, lying or standing as you like, at no cost. "
    "Lying factories pay, standing ones can boost a poker hand.",
    "enter": "Up to two cards that are no Technology may enter the markets, where you have up to three each. A card is "
    "paid by one lying factory of the same value, or by lying factories that give 3 each; a factory that pays turns a "
    "quarter and stands then. After that you may turn other lying factories.",
    "effect": "You may use the effect of one of your market cards or of a neutral card. Neutral cards work with the "
    "Market deck and discard, your own with yours.",
    "clash": "Where you have three cards you may start a clash. All players compete with their cards there, the "
    "neutral cards and at most one standing factory as a boost, if it did not pay in this turn. The best hand wins "
    "1 point, or 2 for a straight or better. The player to the left of the winner discards one of the winner's cards "
    "there.",
    "rotate": "All players may turn standing factories a quarter, so that they lie.",
    "discard": f"The active player discards down to {HAND_LIMIT} cards.",
}
RANKING: Final = (
    "Hands from low to high: high card, pair, two pair, three of a kind, then for 2 points straight, flush, full "
    "house, four of a kind, straight flush, royal flush. Fewer than five cards make no straight, flush or full house."
)
BASIC_DECK: Final = (
    f"A deck has {DECK_CARDS} different cards of any value and domain, without wild ones. What you do not take may "
    "turn up as a neutral card."
)
ADVANCED_DECK: Final = (
    f"A deck has {DECK_CARDS} cards of any value and domain, without wild ones, each at most twice. {MARKET_CARDS} "
    "more of yours that are no Technology go into the Market deck, from which the neutral cards come."
)
FOR_DECKS: Final = "Technology becomes factories, which pay for the other cards; only these enter the markets."
HOW_TO_BRING: Final = (
    "Type a number or a name, the name of a deck file, cards such as {cards}, or build for step by step. "
    "? and a name shows a preset."
)
CARDS_TO_BRING: Final = ["1-5T 10-13K 2S", "2x 1-5T 10-13K market 6-9V 7S"]  # in the basic and in the advanced game


class GearsDrawing(Drawing):
    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(game, names)
        self._ranking: Final = Ranking(bool(game.options["five_of_a_kind"]), str(game.options["suit_order"]))
        self._drafts: Final[dict[int, DeckList]] = {}  # by seat: cards of a deck that was not legal yet

    # Words

    def active(self, view: View) -> int:
        return (view.first + view.tally(TURN)) % view.sides

    def where(self, view: View) -> str:
        phase = view.phase
        if not view.agenda:
            return "the game is over"
        if phase == "setup":
            return phase
        active = self.active(view)
        whose = "your turn" if active == view.side else f"{self.names[active]}'s turn"
        return f"turn {view.tally(TURN) + 1}, {whose}, {phase}"

    def part(self, view: View) -> str:
        return f"{view.tally(TURN)} {view.phase == 'setup'}"

    def piles(self, view: View) -> str:
        return f"Market deck {len(view.cards(MARKET_DECK))}, Market discard {len(view.cards(MARKET_DISCARD))}"

    def aims(self) -> str:
        pairs = self._in_pairs()
        against = " Seats 1 and 3 play against seats 2 and 4, and their points are counted together." if pairs else ""
        return (f"Win clashes, which are poker hands in two markets: 1 point, 2 for a straight or better. "
                f"{'The team that' if pairs else 'Whoever'} has {self.game.options['target_points']} points at the end "
                f"of a turn wins.{against}")

    def phase_help(self, view: View) -> str:
        return PHASES.get(view.phase, "")

    def signs(self, plain: bool) -> list[str]:
        decks = ("an own Tech Deck: 9K is from that of seat 1, 9K' from that of seat 2, 9K'' from that of seat 3"
                 if self.game.options["game_mode"] == "basic" else
                 "two own Tech Decks: 9K and 9K' are from those of seat 1, 9K'' and 9K''' from those of seat 2")
        lines = [*super().signs(plain),
                 f"Every player has cards of {decks}, and so on. "
                 "When you type a card you can leave these signs out, if it is clear which one you mean.",
                 "M1 and M2 are the markets."]
        return lines if plain else [
            *lines,
            "▲ and ▼ are factories that stand and can boost; ▶ and ◀, drawn wider, lie and can pay.",
            "deck 20+3 means 20 cards in the deck and 3 in the discard.",
            "@M after a card means that it goes home to the Market when it is discarded, @2 to seat 2.",
            "5K→8K is a card that counts as another one this turn.",
            "Under your hand: how many lying factories a card costs, or which one of the same value pays it alone; "
            "in brackets what you cannot pay now.",
        ]

    def _in_pairs(self) -> bool:
        return bool(self.game.options["teams_4p"]) and len(self.names) == 4

    def team(self, side: int) -> list[int]:
        """The players who win together."""
        return [other for other in range(len(self.names)) if other % 2 == side % 2] if self._in_pairs() else [side]

    def points(self, view: View, side: int) -> int:
        return sum(view.tally(POINTS, player) for player in self.team(side))

    def standing(self, view: View, side: int) -> str:
        partners = [self.name(view, player) for player in self.team(side) if player != side]
        together = f" together with {'you' if partners == ['You'] else partners[0]}" if partners else ""
        return plural(self.points(view, side), "point") + together

    def result(self, table: Table, side: int) -> list[str]:
        if not self._in_pairs():
            return super().result(table, side)
        winners, scores = self.game.winners(table), self.game.scores(table)
        teams = [[0, 2], [1, 3]]
        called = [in_a_row(["you" if player == side else self.names[player] for player in team]) for team in teams]
        best = plural(scores[winners[0]], "point")
        if len(winners) == 4:
            sentence = f"Both teams share the win with {best} each."
        else:
            reason = ", by the tie-break" if scores[0] == scores[1] else ""
            sentence = f"{capital(called[winners[0] % 2])} win with {best}{reason}."
        return [sentence, *[f"  {capital(called[team])}: {plural(scores[team], 'point')}" for team in range(2)]]

    # Factories

    def facing(self, view: View, back: int) -> int:
        return marked(view, FACING, back)

    def lies(self, view: View, back: int) -> bool:
        return self.facing(view, back) % 2 == 1

    def lying(self, view: View, side: int) -> list[int]:
        return [back for back in view.cards(FACTORY, side) if self.lies(view, back)]

    def can_boost(self, view: View, side: int) -> list[int]:
        return [back for back in view.cards(FACTORY, side) if not self.lies(view, back)
                and not has_mark(view, PAID, back) and not has_mark(view, BOOSTED, back)]

    def tags(self, view: View, back: int) -> list[str]:
        """What was done with a factory card in this turn."""
        market = marked(view, BOOSTED, back)
        boosted = [f"boosts {MARKET_NAMES[market - 1]}"] if market else []
        return ["paid", *boosted] if has_mark(view, PAID, back) else boosted

    def factory_words(self, view: View, side: int) -> str:
        parts = []
        for back in view.cards(FACTORY, side):
            tags = self.tags(view, back)
            parts.append(f"{written(view, back)} {POSTURES[self.facing(view, back)]}" + (
                f" ({', '.join(tags)})" if tags else ""))
        return in_a_row(parts) or "none"

    # Prices

    def price(self, view: View, back: int) -> tuple[int, list[str], bool]:
        """What it costs to play a hand card: how many lying factories, which ones pay alone, and whether one can."""
        printed = card_of(view, back)
        assert printed is not None
        able, due = self.lying(view, view.side), view.tally(DUE)
        alone = [code(view.faces[factory]) for factory in able if _value(view, factory) == printed.value]
        can_match = bool(alone) and thirds(due) < len(able)
        needed = thirds(due + printed.value)
        return needed - thirds(due), alone if can_match else [], can_match or needed <= len(able)

    def is_technology(self, view: View, back: int) -> bool:
        printed = card_of(view, back)
        return printed is not None and printed.domain_number == TECHNOLOGY

    def price_words(self, view: View) -> list[str]:
        """What one can pay for, in sentences."""
        can, cannot = [], []
        for back in in_order(view, view.cards(HAND, view.side)):
            if not self.is_technology(view, back):
                needed, alone, is_payable = self.price(view, back)
                name = written(view, back)
                if is_payable:
                    ways = [*([f"by {alone[0]} alone"] if alone else []), f"by {_factories(needed)}"]
                    enough = needed + thirds(view.tally(DUE)) <= len(self.lying(view, view.side))
                    can.append(f"{name} {' or '.join(ways if enough else ways[:1])}")
                else:
                    cannot.append(f"{name} (needs {needed})")
        free = len(self.lying(view, view.side)) - thirds(view.tally(DUE))
        lines = [f"You can pay for {in_a_row(can)}."] if can else []
        return [*lines, *([f"You cannot pay for {in_a_row(cannot)}; you have {_factories(free)}."] if cannot else [])]

    # Hands

    def hand_key(self, view: View, side: int, market: int, own: Sequence[int] | None = None, boost: int = EMPTY) -> int:
        """The key of the best hand that a player has in a market, or would have with other cards or a boost."""
        backs: list[int] = list(view.cards(SPOTS[market], side) if own is None else own)
        backs += [back for back in view.cards(NEUTRAL[market]) if back != EMPTY]
        backs += [back for back in view.cards(FACTORY, side) if marked(view, BOOSTED, back) == market + 1]
        backs += [boost] if boost != EMPTY else []
        cards = [card(value_of(view, back), domain_of(view, back)) for back in backs]
        return self._ranking.rank(cards) if cards else NO_HAND

    def hand_made(
        self, view: View, side: int, market: int, own: Sequence[int] | None = None, boost: int = EMPTY,
    ) -> str:
        """The name of that hand."""
        if self.game.options["require_market_card"] and own is None and not view.cards(SPOTS[market], side):
            return "does not compete"
        key = self.hand_key(view, side, market, own, boost)
        return "no cards" if key == NO_HAND else in_words(key)

    def best_boost(self, view: View, side: int, market: int) -> str:
        """What the best boost would make of a hand, if that is more."""
        has_boosted = any(marked(view, BOOSTED, back) == market + 1 for back in view.cards(FACTORY, side))
        is_out = self.game.options["require_market_card"] and not view.cards(SPOTS[market], side)
        able = [] if has_boosted or is_out else self.can_boost(view, side)
        best = max(able, key=lambda back: self.hand_key(view, side, market, boost=back), default=EMPTY)
        boosted = "" if best == EMPTY else self.hand_made(view, side, market, boost=best)
        is_more = boosted not in ("", self.hand_made(view, side, market))
        return f"{boosted} with {written(view, best)}" if is_more else ""

    # Decisions

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        if not isinstance(choice, int) or choice == PASS:
            return ""
        if decision.kind is ENTRIES:
            return f"makes {in_sentence(self._key_after(view, choice))}"
        if decision.verb == "pay":
            return "with several factories, 3 for each" if choice == POOLED else "with this factory alone"
        if decision.kind is BUILDS:
            return "lies, and can pay" if choice & 1 else "stands, and can boost"
        if decision.verb == "use":
            return self._whose_effect(view, choice)
        if decision.verb == "boost":
            return f"makes {in_sentence(self.hand_key(view, view.side, view.tally(CLASH) - 1, boost=choice))}"
        if decision.verb == "remove":
            market = view.tally(CLASH) - 1
            owner = next(side for side in range(view.sides) if choice in view.cards(SPOTS[market], side))
            own = [back for back in view.cards(SPOTS[market], owner) if back != choice]
            return f"leaves {'you' if owner == view.side else self.names[owner]} " \
                   f"{self.hand_made(view, owner, market, own)}"
        return ""

    def _whose_effect(self, view: View, back: int) -> str:
        """Upon which piles the effect of a card acts, and what it would repeat."""
        is_own = any(back in view.cards(zone, view.side) for zone in SPOTS)
        whose = "yours, with your deck and discard" if is_own else "neutral, with the deck and discard of the Market"
        if _printed(view, back) != REPEATING:
            return whose
        repeats = str(aid_of(view).get("repeats", ""))
        if not repeats:
            return f"{whose}; it has nothing to repeat"
        return f"{whose}; it repeats {repeats} {GENERAL_EDITION[face(repeats)].printed.concept}"

    def how_to(self, view: View, decision: Decision) -> list[str]:
        if isinstance(decision, DeckChoice | PresetChoice):
            lines = [f"{number}. {name}: {PRESETS[name].strategy}"
                     for number, name in enumerate(_offered(decision), 1)]
            return [*lines, _how_to_bring(decision)]
        if isinstance(decision, SomeCards):
            return self._how_to_name_cards(view, decision)
        if decision.verb == "search":
            cards = list(dict.fromkeys(view.called(back) for choice in decision if isinstance(choice, int)
                                       and choice != PASS for back in unpack(choice)))
            return [f"Type up to three of {in_a_row(cards)}, such as {' '.join(cards[:3])}, or pass."]
        if decision.kind is BUILDS:
            cards = list(dict.fromkeys(view.called(choice >> 2) for choice in decision if isinstance(choice, int)
                                       and choice != PASS))
            skip = ", or pass" if PASS in decision else ""
            return [f"Type {' or '.join(cards)} and how it is to lie: right, and it can pay; upright, and it can boost"
                    f". Such as {cards[0]} right or {cards[0]} u{skip}."]
        if decision.kind is ENTRIES:
            return self._how_to_enter(view, decision)
        if decision.kind is MARKETS_KIND:
            offered = [choice for choice in decision if isinstance(choice, int) and choice != PASS]
            names = " or ".join(MARKET_NAMES[market] for market in offered)
            return [*[self._prospects(view, market) for market in offered], f"Type {names}, or pass."]
        return []

    def _how_to_enter(self, view: View, decision: Decision) -> list[str]:
        """For each card the best that it makes in each market."""
        choices = [choice for choice in decision if isinstance(choice, int) and choice != PASS]
        best: dict[tuple[int, int], int] = {}  # by card and market
        for choice in choices:
            place = unpack(choice >> 1)[0], choice & 1
            if place not in best or self._key_after(view, choice) > self._key_after(view, best[place]):
                best[place] = choice
        lines = []
        for new in dict.fromkeys(place[0] for place in best):
            ways = []
            for market in range(2):
                if (new, market) in best:
                    choice = best[new, market]
                    old = unpack(choice >> 1)[1:]
                    instead = f" for {view.called(old[0])}" if old else ""
                    ways.append(f"{MARKET_NAMES[market]}{instead} {self.outcome(view, decision, choice)}")
            lines.append(f"{view.called(new)}: {'; '.join(ways)}.")
        name = view.called(unpack(choices[0] >> 1)[0])
        full = any(unpack(choice >> 1)[1:] for choice in choices)
        instead = " In a full market name the card that it replaces, as above." if full else ""
        return [*lines, f"Type a card and a market, such as {name} {MARKET_NAMES[choices[0] & 1]}, or pass.{instead}"]

    def _key_after(self, view: View, choice: int) -> int:
        """The hand that an entry makes."""
        new, *old = unpack(choice >> 1)
        market = choice & 1
        own = [back for back in view.cards(SPOTS[market], view.side) if back not in old]
        return self.hand_key(view, view.side, market, [*own, new])

    def _how_to_name_cards(self, view: View, decision: SomeCards) -> list[str]:
        cards = [view.called(back) for back in decision.cards]
        if decision.exactly:
            return [f"Type {decision.exactly} of {in_a_row(cards)}, such as {' '.join(cards[:decision.exactly])}."]
        after = [f"{view.called(back)} {POSTURES[(self.facing(view, back) + 1) % 4].split(' ', 1)[1]}"
                 for back in decision.cards]
        verb = "stand" if self.lies(view, decision.cards[0]) else "lie"
        who = "it" if len(after) == 1 else "they"
        return [f"Turned, {who} would {verb}: {in_a_row(after)}.",
                f"Type cards, such as {' '.join(cards[:2])}, or all, or pass."]

    def _prospects(self, view: View, market: int) -> str:
        """What everybody has in a market, and could have with a boost."""
        parts = []
        for side in sorted(range(view.sides), key=lambda side: (side - self.active(view)) % view.sides):
            boosted = self.best_boost(view, side, market)
            parts.append(f"{self.name(view, side)} {self.hand_made(view, side, market)}" + (
                f", or {boosted}" if boosted else ""))
        return f"{MARKET_NAMES[market]}: {'; '.join(parts)}."

    def all_choices(self, view: View, decision: Decision) -> list[str]:
        return self.how_to(view, decision) if decision.verb == "bring" else []

    def named(self, decision: Decision, words: str) -> str:
        """Presets by their names."""
        names = {deck: name for name, deck in _offered(decision).items()} if isinstance(decision, DeckChoice) else {}
        return names.get(words, words)

    def advice(self, view: View, decision: Decision) -> list[str]:
        if isinstance(decision, DeckChoice):
            return [ADVANCED_DECK if decision.advanced else BASIC_DECK, FOR_DECKS]
        if decision.kind is ENTRIES or decision.kind is BUILDS:
            return self.price_words(view)
        if decision.verb in ("boost", "clash"):
            markets = [view.tally(CLASH) - 1] if view.tally(CLASH) else [0, 1]
            return [RANKING, *[self._prospects(view, market) for market in markets]]
        return []

    def text_matters(self, decision: Decision) -> bool:
        return decision.verb not in TEXTLESS

    def spelled(self, view: View, decision: Decision, words: str) -> str:
        parts = words.casefold().split()
        if decision.kind is BUILDS:
            plain = re.sub(r"\bupside down\b", "upside-down", " ".join(parts))
            asks_all = bool(self.game.options["ask_everything"])
            meant = [FACING_WORDS.get(part, part) for part in plain.split()]
            return " ".join(part if asks_all else ALIKE.get(part, part) for part in meant)
        if decision.kind is ENTRIES and len(parts) > 1:
            named = [f"m{part}" if part in ("1", "2") else part for part in parts[1:] if part != "market"]
            return " ".join([parts[0], *named])
        if decision.kind is MARKETS_KIND:
            plain = "".join(parts).removeprefix("market").removeprefix("m")
            return f"M{plain}" if plain in ("1", "2") else words
        if isinstance(decision, SomeCards):
            codes = [view.called(back) for back in decision.cards]
            return " ".join(_with_sign(part, codes) for part in re.sub(r"[,;&+]|\band\b", " ", words).split())
        return words

    # Bringing a deck

    def answered(self, screen: Screen, view: View, decision: Decision, words: str) -> Choice | None:
        if not isinstance(decision, DeckChoice | PresetChoice):
            return None
        offered = _offered(decision)
        if words.isdecimal():
            if not 1 <= int(words) <= len(offered):
                raise Complaint(f"There is no number {int(words)}: type a number from 1 to {len(offered)}.")
            return list(offered.values())[int(words) - 1]
        try:
            name = preset_named(words).name
        except ValueError as error:
            if isinstance(decision, PresetChoice):
                raise Complaint(str(error)) from None
        else:
            if name not in offered:
                game = "advanced" if PRESETS[name].advanced else "basic"
                raise Complaint(f"{name} is a deck for the {game} game; here you can bring {in_a_row(list(offered))}.")
            return offered[name]
        if words.casefold() == "build":
            return self._built(screen, decision)
        return self._read(decision, words)

    def _built(self, screen: Screen, decision: DeckChoice) -> Choice:
        """A deck that the person builds; one that is not finished is kept."""
        start = self._drafts.get(decision.seat, DeckList([]))
        builder = Builder(screen, decision.advanced, start, decision.gives_market)
        try:
            return compact(builder.run())
        except Left as left:
            self._drafts[decision.seat] = builder.cards
            so_far = f"Your cards so far: {compact(builder.cards)}. " if builder.cards != DeckList([]) else ""
            if left.by_interrupt:
                screen.say(*([so_far.strip()] if so_far else []))
                raise
            raise Complaint(f"The deck is not finished. {so_far}build goes on with it.") from None

    def _read(self, decision: DeckChoice, words: str) -> Choice:
        """A deck from a file that somebody names, or from cards.

        :raises Complaint: with all that is wrong with it; its cards are kept.
        """
        path = _file(words)
        deck_text = words if path is None else text_of(path)
        wrong = decision.wrong_with(deck_text)
        cards = read(deck_text)[0]
        if not wrong:
            return compact(cards)
        if cards == DeckList([]):
            raise Complaint(f"There is no preset, no file and no card {quoted(words)}. {_how_to_bring(decision)}"
                            if path is None else f"{path} names no cards.")
        self._drafts[decision.seat] = cards
        raise Complaint(f"This is not a legal deck: {'; '.join(wrong)}. Nothing is lost: build goes on with its cards.")

    def explained(self, screen: Screen, decision: Decision, about: str) -> bool:
        if decision.verb != "bring":
            return False
        try:
            show_preset(screen, preset_named(about).name)
        except ValueError:
            return False
        return True

    # In colour

    def seats_in_order(self, view: View) -> list[int]:
        """Clockwise, the reader last: so the own cards are next to the own hand."""
        last = view.side if view.side < view.sides else view.sides - 1
        return [(last + 1 + number) % view.sides for number in range(view.sides)]

    def order(self, view: View) -> list[int]:
        *others, own = self.seats_in_order(view)
        found: list[int] = []
        for side in others:
            found += [back for zone in (*SPOTS, FACTORY) for back in view.cards(zone, side)]
        found += [back for zone in NEUTRAL for back in view.cards(zone) if back != EMPTY]
        found += [back for zone in (*SPOTS, FACTORY) for back in view.cards(zone, own)]
        return [*found, *in_order(view, view.cards(HAND, own))]

    def visible(self, view: View) -> set[int]:
        if any(decision.verb in ("use", "boost", "remove") for decision in view.asked):
            return set()  # a list with texts or outcomes is better
        shown = {int(back) for zone in NEUTRAL for back in view.cards(zone) if back != EMPTY}
        for side in range(view.sides):
            shown |= {int(back) for zone in (*SPOTS, FACTORY) for back in view.cards(zone, side)}
        return shown | ({int(back) for back in view.cards(HAND, view.side)} if view.side < view.sides else set())

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        if self._is_bare(view):
            return self._gathering(view, width)
        room = (width - LABEL) // 2
        gap = [text("")] if tall else []
        titles = [f"Market {market + 1}" + (" (clash)" if view.tally(CLASH) == market + 1 else "") for market in (0, 1)]
        lines = [_columns(text(""), [text((title, "bold")) for title in titles], room)]
        *others, own = self.seats_in_order(view)
        for side in others:
            lines += [*self._player(view, side, numbers, width, tall), *gap]
        neutral = [text(*self.row(view, view.cards(zone), numbers)) for zone in NEUTRAL]
        lines += [_columns(text(("   neutral", QUIET)), neutral, room), *gap]
        return [*lines, *self._player(view, own, numbers, width, tall), *gap]

    def _is_bare(self, view: View) -> bool:
        """Whether nobody has a card yet."""
        return view.phase == "setup" and not any(view.cards(HAND, side) for side in range(view.sides))

    def _gathering(self, view: View, width: int) -> list[Text]:
        """Before the first cards are dealt there is nothing but players."""
        names = in_a_row([self.name(view, side) for side in range(view.sides)])
        lines = [text(f" At the table: {names}")]
        if any(back != EMPTY for back in view.cards(NEUTRAL[0])):
            for market, zone in enumerate(NEUTRAL):
                lines.append(text((f" Market {market + 1}  neutral ", "bold"), *self.row(view, view.cards(zone), {})))
        return [fitted(line, width) for line in lines]

    def _player(self, view: View, side: int, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        """Cards in both markets, what hands they make, and the factory."""
        room = (width - LABEL) // 2
        is_awaited = any(seat in view.awaited for seat in view.members[side])
        points = str(self.points(view, side))
        name = text(("▸", "bold #ffd43b") if is_awaited else " ", (f"{side + 1} ", QUIET),
                    (cut(self.name(view, side), LABEL - 4 - len(points)), "bold"))
        head = text(fitted(name, LABEL - 2 - len(points)), (points, "bold"), "  ")
        spots = [text(*self._spots(view, view.cards(zone, side), side, numbers)) for zone in SPOTS]
        hands = [text((self.hand_made(view, side, market), "" if view.cards(zone, side) else QUIET))
                 for market, zone in enumerate(SPOTS)]
        is_partner = side != view.side and side in self.team(view.side) and view.side < view.sides
        size = text((f"   {'with you, ' if is_partner else ''}hand {len(view.cards(HAND, side))}", QUIET))
        if any(view.cards(zone, side) for zone in SPOTS):
            lines = [_columns(head, spots, room), _columns(size, hands, room)]
            label = text(("   factory", QUIET))
        else:
            lines, label = [_columns(head, hands, room)], size
        factory = self._factory(view, side, numbers, width - LABEL, tall)
        labels = [label, *[text("")] * (len(factory) - 1)]
        lines += [text(fitted(label, LABEL), line) for label, line in zip(labels, factory, strict=True)]
        more = self._more(view, side)
        if lines[-1].cell_len + more.cell_len >= width:
            return [*lines, text(" " * LABEL, more)]
        return [*lines[:-1], at_both_ends(lines[-1], more, width)]

    def _more(self, view: View, side: int) -> Text:
        """How many cards a player has in deck and discard, and which are known to be in hand."""
        known = [part for chip in self.known_of_hand(view, side) for part in (chip, Text(" "))]
        piles = f"deck {len(view.cards(DECK, side))}+{len(view.cards(DISCARD, side))}"
        return text(("holds " if known else "", QUIET), *known, (piles, QUIET))

    def _spots(self, view: View, backs: Sequence[int], side: int, numbers: Numbers) -> list[Text]:
        """Market cards; those that go home elsewhere are tagged."""
        parts: list[Text] = []
        for back in backs:
            *card_parts, space = self.row(view, [back], numbers)
            home = view.mark(HOME, back)
            tag = "" if home in (0, side + 1) else "@M" if home == MARKET_HOME else f"@{home}"
            parts += [*card_parts, Text(tag, style=QUIET), space]
        return parts

    def _tagged(self, view: View, back: int) -> Text:
        """Where a card goes home to, if that is elsewhere."""
        home = view.mark(HOME, back)
        return Text("" if home in (0, view.side + 1) else "@M" if home == MARKET_HOME else f"@{home}", style=QUIET)

    def _factory(self, view: View, side: int, numbers: Numbers, room: int, tall: bool) -> list[Text]:
        """Cards that stand in two lines, those that lie wide in one; or all in one line, where room is short."""
        backs = view.cards(FACTORY, side)
        if not backs:
            return [text(("no factory", QUIET))]
        cards = [self._tall_card(view, back, numbers) if tall else [self._flat_card(view, back, numbers)]
                 for back in backs]
        rows: list[list[list[Text]]] = [[]]
        for drawing in cards:
            if rows[-1] and sum(part[0].cell_len for part in rows[-1]) + drawing[0].cell_len > room:
                rows.append([])
            rows[-1].append(drawing)
        lines = [text(*[part[line] for part in row]) for row in rows for line in range(len(row[0]))]
        return [line for line in lines if line.plain.strip()]

    def _flat_card(self, view: View, back: int, numbers: Numbers) -> Text:
        pad = " " * (WIDE // 2) if self.lies(view, back) else ""
        tags = self.tags(view, back)
        number = (f"{numbers[back]}", HIGHLIGHT) if back in numbers else ""
        name = text((f"{pad} {code(view.faces[back])} {pad}", FILL[TECHNOLOGY]), _counts_as(view, back))
        return text(number, ARROWS[self.facing(view, back)], name, (f"{' '.join(tags)}" if tags else "", QUIET), " ")

    def _tall_card(self, view: View, back: int, numbers: Numbers) -> list[Text]:
        """Three lines: the upper half, the lower half, and what was done with it."""
        arrow, fill = ARROWS[self.facing(view, back)], FILL[TECHNOLOGY]
        name = f" {code(view.faces[back])} "
        number = text((f"{numbers[back]}", HIGHLIGHT)) if back in numbers else text("")
        tag = text((" ".join(self.tags(view, back)), QUIET))
        if self.lies(view, back):
            upper, lower = text(""), text(number, (f"{arrow} {name} {' ' * (WIDE - 3)}", fill), _counts_as(view, back))
        else:
            upper = text(number, (name, fill), _counts_as(view, back))
            lower = text(" " * number.cell_len, (f" {arrow}".ljust(len(name)), fill))
        wide = max(upper.cell_len, lower.cell_len, tag.cell_len) + 1
        return [fitted(part, wide) for part in (upper, lower, tag)]

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        """The hand: card by card with its price and its text, or in two lines."""
        lines = self.open_hands(view)
        hand = in_order(view, view.cards(HAND, view.side)) if view.side < view.sides else []
        if not hand:
            return lines
        if not compact:
            titles = ["Your hand", *[""] * (len(hand) - 1)]
            return [*lines, *[self._card_with_price(view, back, numbers, titles[at], width)
                              for at, back in enumerate(hand)]]
        rows: list[list[tuple[Text, Text]]] = [[]]
        used = 14
        for back in hand:
            number = text((f"{numbers[back]}", HIGHLIGHT)) if back in numbers else text("")
            upper = text(number, drawn(view, back, brief=True), self._tagged(view, back))
            lower = text(" ", self._price(view, back))
            wide = max(upper.cell_len, lower.cell_len) + 1
            if used + wide > width:
                rows.append([])
                used = 14
            used += wide
            rows[-1].append((fitted(upper, wide), fitted(lower, wide)))
        shows_prices = view.phase in ("draw", "factory", "enter") and self.active(view) == view.side
        for at, row in enumerate(rows):
            lines.append(text((f" {'' if at else 'Your hand':<13}", "bold"), *[upper for upper, _ in row]))
            if shows_prices:
                lines.append(text((f" {'' if at else 'costs':<13}", QUIET), *[lower for _, lower in row]))
        return lines

    def _price(self, view: View, back: int) -> Text:
        if self.is_technology(view, back):
            return text(("build", HIGHLIGHT if view.phase == "factory" else QUIET))
        needed, alone, is_payable = self.price(view, back)
        words = f"{needed}/{alone[0]}" if alone else str(needed)
        return text((words, HIGHLIGHT) if is_payable else (f"({words})", QUIET))

    def _card_with_price(self, view: View, back: int, numbers: Numbers, title: str, width: int) -> Text:
        printed = card_of(view, back)
        number = numbers.get(back)
        tag = (f"{number:>2}", HIGHLIGHT) if number else "  "
        line = text((f" {title:<13}", "bold"), tag, " ",
                    fitted(text(drawn(view, back, brief=True), self._tagged(view, back)), 8),
                    fitted(self._price(view, back), 8))
        if printed is not None:
            line.append(f"{cut(printed.printed.concept, 20):<20} ")
            line.append(cut(effect_text(printed), max(0, width - line.cell_len)), style=QUIET)
        return line

    # In lines

    def words(self, view: View) -> list[str]:
        lines = [f"Gears of Industry: {self.where(view)}. {capital(self.piles(view))}."]
        if any(back != EMPTY for zone in NEUTRAL for back in view.cards(zone)):
            lines += [self.market_words(view, market) for market in range(2)]
        for side in range(view.sides):
            if self._is_bare(view):
                lines.append(f"Seat {side + 1}: {'you' if side == view.side else self.names[side]}")
                continue
            discard = view.cards(DISCARD, side)
            top = f", {written(view, discard[-1])} on top" if discard else ""
            name = self.name(view, side) if side != view.side else "you"
            lines.append(f"Seat {side + 1}, {name}: {self.standing(view, side)}. Hand: {self.hand_words(view, side)}. "
                         f"Factory: {self.factory_words(view, side)}. "
                         f"Deck {plural(len(view.cards(DECK, side)), 'card')}, discard {len(discard)}{top}.")
        return lines

    def market_words(self, view: View, market: int) -> str:
        """`Market 1: neutral 9K and 4S. You have 9V: Pair of nines. Cat has no card: High card, nine.`"""
        parts = [f"Market {market + 1}: neutral {self.in_words(view, view.cards(NEUTRAL[market]))}."]
        for side in reversed(self.seats_in_order(view)):
            own = in_a_row([self._with_home(view, back, side) for back in view.cards(SPOTS[market], side)])
            verb = "have" if side == view.side else "has"
            parts.append(f"{self.name(view, side)} {verb} {own or 'no card'}: {self.hand_made(view, side, market)}.")
        return " ".join(parts)

    def _with_home(self, view: View, back: int, side: int) -> str:
        home = view.mark(HOME, back)
        if home in (0, side + 1):
            return written(view, back)
        return f"{written(view, back)} (of {'the Market' if home == MARKET_HOME else self.names[home - 1]})"

    def own_words(self, view: View) -> list[str]:
        if view.side >= view.sides:
            return []
        if view.phase == "setup":
            return super().own_words(view) if view.cards(HAND, view.side) else []
        prices = self.price_words(view) if any(decision.kind is ENTRIES for decision in view.asked) else []
        return [*super().own_words(view), *prices, f"Your factory: {self.factory_words(view, view.side)}"]


def _offered(decision: DeckChoice | PresetChoice) -> Mapping[str, str]:
    """By name, what is chosen by choosing a preset."""
    if isinstance(decision, DeckChoice):
        return legal_presets(decision.advanced, decision.gives_market)
    return {name: name for name in decision.names}


def _how_to_bring(decision: DeckChoice | PresetChoice) -> str:
    if isinstance(decision, PresetChoice):
        return "Type a number or a name. ? and a name shows a preset."
    return HOW_TO_BRING.format(cards=CARDS_TO_BRING[decision.gives_market])


def _file(words: str) -> Path | None:
    """The file that somebody names, if there is one."""
    name = words.strip().removeprefix("load ").strip()
    try:
        path = Path(name).expanduser()
        return path if path.exists() or words.casefold().startswith("load ") else None
    except (OSError, RuntimeError, ValueError):  # there is nobody of that name, or it cannot be a name
        return None


def _with_sign(word: str, codes: Sequence[str]) -> str:
    """A card with the sign of its deck, where it is clear which one is meant."""
    plain = [name for name in codes if name.partition("'")[0] == word.upper()]
    return plain[0] if word.upper() not in codes and len(plain) == 1 else word


def _columns(label: Text, columns: Sequence[Text], room: int) -> Text:
    return text(fitted(label, LABEL), *[fitted(text(column, " "), room) for column in columns])


def _counts_as(view: View, back: int) -> Text:
    """What a changed factory card counts as."""
    words = written(view, back).partition("counts as ")[2].rstrip(")")
    return text(f"→{words}" if words else "")


def _printed(view: View, back: int) -> str:
    """Which card of the deck it is."""
    return code(Face(view.faces[back] % DECK_SIZE)) if view.faces[back] != UNKNOWN else ""


def _value(view: View, back: int) -> int:
    """The printed value, by which factories pay."""
    return view.game.cards[view.faces[back] % DECK_SIZE].value


def _factories(count: int) -> str:
    return "no lying factory" if not count else f"{plural(count, 'lying factory', 'lying factories')}"
