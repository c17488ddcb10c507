"""The picture of Tech Exchange: stacks that grow, the offer board, and the own hand grouped as it would score."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from rich.text import Text

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, LETTERS, Face, code
from techdeck.exchange_score import Group, best_groups, best_kept, hand_score, kind
from techdeck.games.tech_exchange import (
    BOARD,
    DECK,
    DISCARD,
    DONE,
    EARNED,
    EXPELLED,
    FACTS,
    FIRST_TRADING,
    HAND,
    LAID_OPEN,
    PASSES,
    PAUSE,
    PHASE,
    POINTS,
    PRIVATE_TABLE,
    QUESTIONS,
    ROUND,
    ROUNDS,
    SCORING,
    SECOND_TRADING,
    STACKS,
    STAGED,
    STOCKS,
    TRADE_TABLE,
    UNDER_WAY,
    UNPLACED,
    WHISPERS,
    Grouping,
    pausing_size,
    trades_left,
)
from techdeck.offers import (
    EVERYBODY_ELSE,
    FREE,
    BadSaying,
    Held,
    Offer,
    Slot,
    Trade,
    can_be_paired,
    fitting_cards,
    listed,
    numbers,
    read_asked,
    read_commitment,
    read_fact,
    read_offer,
    slot,
)
from techdeck.table import CARD_SETS, PASS, SIDES, Choice, Decision, SomeCards, unpack
from techdeck.telling import capital, in_a_row, plural
from techdeck.terminal.choices import CODE, NO_THANKS, in_codes
from techdeck.terminal.drawing import Drawing, Numbers, in_order
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import FILL, HIGHLIGHT, QUIET, card_of, cut, domain_of, quoted, value_of, written
from techdeck.terminal.layout import at_both_ends, beside, fitted, text, wrapped
from techdeck.terminal.screen import Screen
from techdeck.views import View

SEATS_WIDTH: Final = 35  # columns for the players, beside the stacks
NARROW: Final = 72  # columns below which they go under the stacks
IDEAS: Final = 3  # offers that are suggested
MOST_GIFTS: Final = 200  # ways in which what one gets for a commit is weighed
BAR: Final = "▇"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
NUMBER_WORDS: Final = {3: "three", 4: "four"}
TRADING: Final = (FIRST_TRADING, SECOND_TRADING)
DOMAIN_WORDS: Final = {"knowledge": "*K", "science": "*S", "technology": "*T", "services": "*V", "service": "*V",
                       "k": "*K", "s": "*S", "t": "*T", "v": "*V"}
ARTICLES: Final = ("a", "an", "the", "card", "cards", "of", "my", "with")
PHASE_NAMES: Final = {"deal": "the deal", "dealt wild cards": "the deal"}
PHASES: Final = {
    "dealt wild cards": "A wild card never stays in a hand: its player puts it on a stack and draws another card.",
    "trading": "Each trade also turns up a card of the deck, which goes on the stack of its domain. The first trading "
    f"phase pauses when a stack has {PAUSE} cards.",
    "turns": "In turns each player may say one thing, and then makes one offer or passes. All to whom it is made reply "
    "at once and in secret. Trading ends when all pass one after the other, or when no trade comes about for long.",
    "live": "Anybody may speak at any moment. Here everybody has a chance to say one thing in turn, which takes "
    "5 seconds: Enter waits. Trading ends when all are done, or after the time that is shown without a trade.",
    "effects": "From the first player on, each may use the effect of one hand card, which is then discarded; one card "
    "is drawn. For the first two who do, a card of the deck comes to its stack.",
    "scoring": "All discard down to the smallest hand. Three or four cards of one value are a set, and three or four "
    "of one domain a flush, of which one counts. A group scores its number of cards times the largest stack of a "
    "domain in it.",
}


class Worth:
    """A hand, or a part of it, grouped so that it scores most."""

    def __init__(self, view: View, backs: Sequence[int]) -> None:
        self.backs: Final = [back for back in in_order(view, backs) if is_plain(view, back)]
        self.stacks: Final = [len(view.cards(stack)) for stack in STACKS]
        kinds = [kind(value_of(view, back), domain_of(view, back)) for back in self.backs]
        self.kinds: Final = kinds
        self.groups: Final[list[Group]] = best_groups(kinds, self.stacks)
        self.points: Final = sum(group.points for group in self.groups)

    def cards(self, group: Group) -> list[int]:
        return [self.backs[place] for place in group.places]

    def left_over(self) -> list[int]:
        used = {place for group in self.groups for place in group.places}
        return [back for place, back in enumerate(self.backs) if place not in used]

    def said(self, view: View, group: Group) -> str:
        """`three 9s`, or `four Services cards`."""
        count = NUMBER_WORDS[len(group.places)]
        if group.is_flush:
            return f"{count} {DOMAIN_NAMES[group.domain]} cards"
        return f"{count} {value_of(view, self.backs[group.places[0]])}s"

    def price(self, group: Group) -> int:
        return self.stacks[group.domain - 1]


def is_plain(view: View, back: int) -> bool:
    """Whether a card is known and not wild."""
    printed = card_of(view, back)
    return printed is not None and not printed.is_wild


class Idea:
    """An offer that would help: what to say, and what the hand would be worth at least."""

    def __init__(self, gives: Face, wants: str, points: int) -> None:
        self.gives: Final = gives
        self.wants: Final = wants
        self.points: Final = points

    def text(self) -> str:
        return f"offer {code(self.gives)} for {self.wants}"

    def atom(self) -> str:
        return self.wants if "*" in self.wants else f"{self.wants}*"


class ExchangeDrawing(Drawing):

    # Words

    def is_live(self) -> bool:
        return self.game.options["form"] == "live"

    def where(self, view: View) -> str:
        if not view.agenda:
            return "the game is over"
        phase = view.phase
        words = f"round {view.tally(ROUND)} of {ROUNDS}, {PHASE_NAMES.get(phase, phase)}"
        passes = view.tally(PASSES)
        return f"{words}, {plural(passes, 'pass', 'passes')} in a row" if passes else words

    def part(self, view: View) -> str:
        return f"{view.tally(ROUND)} {view.tally(PHASE)}"

    def aims(self) -> str:
        return ("Swap cards for sets of three or four of one value, and for one flush of three or four of one domain. "
                "A group scores its number of cards times the largest stack of its domains, and every trade makes a "
                f"stack grow. After {ROUNDS} rounds the highest total wins.")

    def phase_name(self, view: View) -> str:
        return capital(PHASE_NAMES.get(view.phase, view.phase))

    def phase_help(self, view: View) -> str:
        if view.tally(PHASE) in TRADING:
            return f"{PHASES['live' if self.is_live() else 'turns']} {PHASES['trading']}"
        if "effects" in view.phase:
            return PHASES["effects"]
        return PHASES["scoring"] if view.tally(PHASE) == SCORING else PHASES.get(view.phase, "")

    def signs(self, plain: bool) -> list[str]:
        lines = [*super().signs(plain), "In an offer 7* is any 7, *V any Services card and ** any card."]
        return lines if plain else [
            *lines,
            f"{TIMES}2 {BAR}{BAR} is a stack of two cards, which makes groups with its domain count double; a dot is "
            "what is missing until trading pauses.",
            "5K→8K is a card that counts as another one this round.",
        ]

    def earned(self, view: View, side: int) -> list[int]:
        """The points of each round that was scored."""
        rounds = view.tally(ROUND) - (view.tally(PHASE) != SCORING)
        return [view.tally(tally, side) for tally in EARNED[:rounds]]

    def standing(self, view: View, side: int) -> str:
        rounds = self.earned(view, side)
        by_round = f" ({' + '.join(map(str, rounds))})" if len(rounds) > 1 else ""
        return plural(view.tally(POINTS, side), "point") + by_round

    # The own hand

    def hand(self, view: View, side: int) -> Sequence[int]:
        """The cards a side holds, or has laid open."""
        return view.cards(HAND, side) or view.cards(LAID_OPEN, side)

    def held(self, view: View) -> list[Held]:
        backs = in_order(view, view.cards(HAND, view.side)) if view.side < view.sides else []
        return [(view.faces[back], value_of(view, back), domain_of(view, back)) for back in backs
                if is_plain(view, back)]

    def worth_after(self, view: View, gone: Sequence[int], come: Sequence[int]) -> int:
        """What the hand is worth without some faces and with some kinds of cards."""
        kinds = [kind(value, domain) for face, value, domain in self.held(view) if face not in gone]
        return hand_score([*kinds, *come], [len(view.cards(stack)) for stack in STACKS])

    def ideas(self, view: View, decision: Trade) -> list[Idea]:
        """The offers of one card for one that would raise the worth of the hand most, whichever card comes for it."""
        if not decision.offers or decision.late:
            return []
        held = self.held(view)
        stacks = [len(view.cards(stack)) for stack in STACKS]
        now = hand_score([kind(value, domain) for _, value, domain in held], stacks)
        own = {(value, domain) for _, value, domain in held} if len(view.faces) == DECK_SIZE else set()
        wants: dict[str, list[int]] = {}
        for value in range(1, 14):
            wants[str(value)] = [kind(value, domain) for domain in range(1, 5) if (value, domain) not in own]
        for domain in range(1, 5):
            wants[f"*{LETTERS[domain]}"] = [
                kind(value, domain) for value in range(1, 14) if (value, domain) not in own]
        mine = [offer for offer in self.offers(view) if offer.by == view.side]
        asked = [(offer.wants[0].text, self.staged(view, offer)) for offer in mine]
        found = []
        for want, kinds in wants.items():
            best: Idea | None = None
            for place, (gift, _, _) in enumerate(held):
                rest = [kind(value, domain) for at, (_, value, domain) in enumerate(held) if at != place]
                points = min((hand_score([*rest, come], stacks) for come in kinds), default=0)
                if best is None or points > best.points:
                    best = Idea(Face(gift), want, points)
            if best is not None and best.points > now and (best.atom(), [code(best.gives)]) not in asked:
                found.append(best)
        return sorted(found, key=lambda idea: -idea.points)[:IDEAS]

    # Offers

    def offers(self, view: View) -> list[Offer]:
        """All open offers as far as the reader knows them: first those to the reader, then the reader's own."""
        whispers = {read_offer(line).number: line for line in view.lines(WHISPERS)}
        found = [read_offer(whispers.get(read_offer(line).number, line)) for line in view.lines(BOARD)]
        return sorted(found, key=lambda offer: (not offer.is_for(view.side) or view.side >= view.sides,
                                                not self.ways_to_take(view, offer), offer.by != view.side))

    def ways_to_take(self, view: View, offer: Offer) -> list[list[Held]]:
        if offer.is_veiled() or view.side >= view.sides or not offer.is_for(view.side):
            return []
        return fitting_cards(self.held(view), offer.wants)

    def staged(self, view: View, offer: Offer) -> list[str]:
        """The cards of an own offer, which only their owner knows."""
        backs = [*view.cards(HAND, offer.by), *view.cards(TRADE_TABLE, offer.by), *view.cards(PRIVATE_TABLE, offer.by)]
        faces = [view.faces[back] for back in in_order(view, backs) if card_of(view, back) is not None]
        return [code(face) for face in faces if view.mark(STAGED, face) >> offer.number & 1]

    def offer_words(self, view: View, offer: Offer) -> str:
        """`Cat gives a Service card for a 7 or a Knowledge card, to all`."""
        name = self.name(view, offer.by)
        whom = "all" if offer.to == EVERYBODY_ELSE else "you" if offer.to == view.side else self.names[offer.to]
        if offer.is_veiled():
            return f"{name} whispers to {whom}"
        gives = listed(offer.gives).replace("any card", "a card")
        if offer.by != view.side:
            return f"{name} gives {gives} for {listed(offer.wants)}, to {whom}"
        cards = self.staged(view, offer)
        said = f"{' and '.join(cards)}, told as {gives}," if cards and not _is_exact(cards, offer.gives) else (
            in_a_row(cards) or gives)
        return f"You give {said} for {listed(offer.wants)}, to {whom}"

    def chance_words(self, view: View, offer: Offer) -> str:
        """What the reader can do with an offer."""
        if view.side >= view.sides or not offer.is_for(view.side):
            return ""
        ways = [_names(way) for way in self.ways_to_take(view, offer)]
        if not ways:
            return "you have no such cards" if len(offer.wants) > 1 else "you have no such card"
        more = f" and {len(ways) - 4} more" if len(ways) > 4 else ""
        return f"you can give {' or '.join(ways[:4])}{more}"

    def facts(self, view: View) -> list[str]:
        """What was truly said of hands and still holds, beyond what open offers say."""
        offered = [(offer.by, give) for offer in self.offers(view) for give in offer.gives]
        facts = [fact for fact in map(read_fact, view.lines(FACTS)) if (fact.by, fact.about) not in offered]
        return [fact.in_words().format(who=self.name(view, fact.by)).replace("You holds", "You hold").rstrip(".")
                for fact in facts]

    def question_words(self, view: View) -> list[str]:
        """The questions that are open, with their numbers."""
        found = []
        for line in view.lines(QUESTIONS):
            asked = read_asked(line)
            whom = "everybody" if asked.to == EVERYBODY_ELSE else "you" if asked.to == view.side else self.names[
                asked.to]
            verb = "ask" if asked.by == view.side else "asks"
            found.append(f"Question {asked.number}: {self.name(view, asked.by)} {verb} {whom} for "
                         f"{asked.about.in_words()}")
        return found

    # Decisions

    def question(self, view: View, decision: Decision) -> str:
        if decision.verb == "reply":
            number = view.tally(UNDER_WAY)
            if self.is_live():
                return f"Somebody takes offer {number}. Commit to it at the same time, or pass."
            return f"Commit to offer {number} with cards that are wanted, or pass."
        if decision.verb == "answer":
            return f"{self.question_words(view)[-1].partition(': ')[2]}. {super().question(view, decision)}"
        if isinstance(decision, Trade) and not self.is_live():
            return "Make an offer, say something first, or pass." if decision.talk else "Make an offer, or pass."
        return super().question(view, decision)

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        now = self.worth_after(view, [], [])
        if isinstance(choice, str):
            return self._after_commit(view, decision, choice, now) if choice.startswith("commit") else ""
        if choice == PASS:
            return ""
        if decision.kind is STOCKS and decision.verb == "place":
            stacks = [len(view.cards(stack)) + (place == choice) for place, stack in enumerate(STACKS)]
            kinds = [kind(value, domain) for _, value, domain in self.held(view)]
            return f"{stacks[choice]} high; your hand is worth {hand_score(kinds, stacks)} then"
        if decision.kind is SIDES and decision.verb == "partner":
            backs = [*view.cards(TRADE_TABLE, choice), *view.cards(PRIVATE_TABLE, choice)]
            come = [kind(value_of(view, back), domain_of(view, back)) for back in backs]
            offer = next(offer for offer in self.offers(view) if offer.number == view.tally(UNDER_WAY))
            gone = [view.faces[back] for back in view.cards(HAND, view.side)
                    if view.mark(STAGED, view.faces[back]) >> offer.number & 1]
            worth = self.worth_after(view, gone, come)
            return f"gives {in_a_row([written(view, back) for back in backs])}: {_change(now, worth)}"
        if decision.kind is CARD_SETS and decision.verb in ("give", "trim"):
            return _change(now, self.worth_after(view, [view.faces[back] for back in unpack(choice)], []))
        return ""

    def _after_commit(self, view: View, decision: Decision, choice: str, now: int) -> str:
        """What the hand is worth with what comes for the cards, as far as that is told."""
        said = read_commitment(choice)
        offer = next(offer for offer in self.offers(view) if offer.number == said.number)
        held = {(value, domain) for _, value, domain in self.held(view)} if len(view.faces) == DECK_SIZE else set()
        possible = [[kind(value, domain) for value in range(1, 14) for domain in range(1, 5)
                     if give.fits(value, domain) and (value, domain) not in held] for give in offer.gives]
        if len(offer.gives) == 2 and len(possible[0]) * len(possible[1]) > MOST_GIFTS:
            return ""
        worths = [self.worth_after(view, said.cards, come) for come in product(*possible)]
        if not worths:
            return ""
        if min(worths) == max(worths):
            return _change(now, worths[0])
        return f"your hand is worth {min(worths)} to {max(worths)} then, now {now}"

    def how_to(self, view: View, decision: Decision) -> list[str]:
        if isinstance(decision, SomeCards):
            return self._how_to_trim(view, decision)
        if not isinstance(decision, Trade) or not decision.hand:
            return []
        if decision.verb == "reply":
            return self._how_to_reply(view, decision)
        lines = []
        for number, idea in enumerate(self.ideas(view, decision), 1):
            lines.append(f"{number}. {idea.text()}: your hand would be worth at least {idea.points}.")
        face, value, domain = self.spare(view)
        gift = f"as {value}{LETTERS[domain]}" if decision.late else code(face)
        other = self.names[(view.side + 1) % view.sides]
        says = [f"offer {gift} for 7 or *K", f"offer {gift} for 7 to {other}"] if decision.offers else []
        says += [f"take {offer.number} with {_names(ways[0])}" for offer in self.offers(view)
                 if (ways := self.ways_to_take(view, offer))][:1]
        says += [str(word) for word in decision.words if isinstance(word, str)][:2]
        says += [f"ask {other} for 7"] if decision.talk else []
        says += ["pass"] if PASS in decision else []
        return [*lines, f"Type {'a number, or ' if lines else ''}what you say, such as {_or(list(map(quoted, says)))}. "
                        "? explains how to say more."]

    def spare(self, view: View) -> Held:
        """A hand card for examples: one in no group, if there is one."""
        left = Worth(view, view.cards(HAND, view.side)).left_over()
        return next((card for card in self.held(view) if left and card[0] == view.faces[left[0]]), self.held(view)[0])

    def _how_to_reply(self, view: View, decision: Trade) -> list[str]:
        if len(decision) <= 9:
            return []  # the list with what comes of each is better
        ways = decision.satisfying()
        count = len(read_commitment(ways[0]).cards)
        cards = list(dict.fromkeys(code(card) for way in ways for card in read_commitment(way).cards))
        example = " ".join(code(card) for card in read_commitment(ways[0]).cards)
        return [f"You can give {'one' if count == 1 else 'two'} of {in_a_row(cards)}.",
                f"Type {'a card' if count == 1 else 'two cards'}, such as {example}, or pass. "
                f"list shows all {len(ways)} ways."]

    def _how_to_trim(self, view: View, decision: SomeCards) -> list[str]:
        worth = Worth(view, decision.cards)
        kept = best_kept(worth.kinds, worth.stacks, len(worth.backs) - decision.exactly)
        gone = [view.called(back) for place, back in enumerate(worth.backs) if place not in kept]
        points = hand_score([worth.kinds[place] for place in kept], worth.stacks)
        what = plural(decision.exactly, "card")
        return [f"You keep {points} points if you discard {in_a_row(gone)}.",
                f"Type {what}, such as {' '.join(gone)}."]

    def all_choices(self, view: View, decision: Decision) -> list[str]:
        if not isinstance(decision, Trade) or decision.verb == "reply":
            return []
        commits = [f"{capital(self.offer_words(view, offer))}: {self.chance_words(view, offer)}. Say take "
                   f"{offer.number} with {_names(self.ways_to_take(view, offer)[0])}."
                   for offer in self.offers(view) if self.ways_to_take(view, offer)]
        words = [str(word) for word in decision.words if isinstance(word, str)]
        plain = [f"You can also say {_or([*words, *decision.answers()])}."] if words or decision.questions else []
        return [*commits, *plain, *self.grammar(view, decision)]

    def grammar(self, view: View, decision: Trade) -> list[str]:
        """How to say things, with examples from the own hand."""
        lines = []
        other = self.names[(view.side + 1) % view.sides]
        if decision.offers and decision.hand:
            lines += self._grammar_of_offers(view, decision, other)
        if decision.commits:
            number = read_offer(decision.commits[0]).number
            lines.append(f'"take {number} with" and cards commits to offer {number}. A trade that was committed to is '
                         "made, so name every card.")
        if decision.talk:
            value = self.spare(view)[1] if decision.hand else 7
            lines += [
                f'"ask all for 13 or 6", "ask {other} for *T": whoever is asked answers truly, or not at all.',
                f'"declare 1 of {value}", "declare none of 6": what you say of your hand must be true.',
                '"wish 4 or services": what you look for; that need not be true.',
            ]
        if decision.talk == FREE:
            lines.append('"say" and words: anything you like.')
        if self.is_live():
            lines.append('"done": you want no more trades. "back": you do again. "cancel 2": you take your offer 2 '
                         "back. Enter or wait lets others speak.")
        return lines

    def _grammar_of_offers(self, view: View, decision: Trade, other: str) -> list[str]:
        face, value, domain = self.spare(view)
        name, letter = code(face), LETTERS[domain]
        second = next((code(card[0]) for card in reversed(decision.hand) if card[0] != face), name)
        what = "What is wanted: 7 is any 7, 7S one card, *V or services any card of a domain, any or ** any card."
        if decision.late:
            return [f'"offer as *{letter} for 7 or *K": {_a(domain)} for a 7 or a Knowledge card. Which card you give '
                    "you choose when somebody commits.", what]
        lines = [f'"offer {name} for 7": your {name} for any 7, to all. Nobody has to take it.', what]
        if decision.simple:
            return lines
        return [
            *lines,
            f'"offer {name} for 7 or *K": one of up to four things. "offer {name} {second} for 7 and *T": two cards '
            "for two; one for two and two for one can be said as well.",
            f'"offer {name} as *{letter} for 7" tells only that it is {_a(domain)}, "as {value}*" only that it is '
            f'{slot(f"{value}*").in_words()}, "as **" nothing.',
            f'"offer {name} for 7 to {other}": to one player alone.',
        ]

    def advice(self, view: View, decision: Decision) -> list[str]:
        lines = self.grammar(view, decision) if isinstance(decision, Trade) else []
        discard = [f"In the discard: {self.in_words(view, view.cards(DISCARD))}."] if view.cards(DISCARD) else []
        return [*lines, *self.hand_lines(view), *self._fact_line(view), *discard]

    def text_matters(self, decision: Decision) -> bool:
        return not isinstance(decision, Trade | Grouping) and decision.verb not in ("trim", "place", "partner", "give")

    # What people say

    def answered(self, screen: Screen, view: View, decision: Decision, words: str) -> Choice | None:
        plain = " ".join(words.casefold().split())
        if isinstance(decision, Grouping) and plain not in ("pass", *NO_THANKS) and not plain.isdecimal():
            try:
                return decision.plain(decision.groups(words))
            except BadSaying as fault:
                raise Complaint(f"{capital(str(fault))}. {self.question(view, decision)}") from None
        if isinstance(decision, SomeCards):
            named = [word.upper() for word in re.split(r"[\s,;&+]+|\band\b", in_codes(words)) if word]
            codes = [view.called(back) for back in decision.cards]
            if named and all(name in codes for name in named) and len(set(named)) != decision.exactly:
                raise Complaint(f"Name {plural(decision.exactly, 'card')}, not {len(set(named))}.")
        if not isinstance(decision, Trade):
            return None
        if plain in ("pass", "skip", "none", "nothing") or (plain == "no" and not decision.questions):
            return None
        if plain.isdecimal():
            return self._by_number(view, decision, int(plain))
        sentence = self.sentence(view, decision, words)
        try:
            if sentence.startswith("commit "):
                self._check_commit(view, decision, sentence)
            return decision.plain(sentence)
        except BadSaying as fault:
            raise Complaint(self._refusal(view, decision, words, str(fault))) from None

    def _by_number(self, view: View, decision: Trade, number: int) -> Choice | None:
        """A number chooses one of the offers that are suggested; where commits are listed, that list has numbers."""
        ideas = self.ideas(view, decision)
        if decision.verb == "reply" and len(decision) <= 9:
            return None
        if 1 <= number <= len(ideas):
            return decision.plain(self.sentence(view, decision, ideas[number - 1].text()))
        raise Complaint(f"There is no number {number} to choose. {self.how_to(view, decision)[-1]}")

    def _refusal(self, view: View, decision: Trade, words: str, fault: str) -> str:
        if fault == "that cannot be said now":
            return f"{quoted(words)} is nothing that can be said now. {self.how_to(view, decision)[-1:][0]}" if (
                self.how_to(view, decision)) else f"{quoted(words)} is nothing that can be said now. Type a number, " \
                "a card, or pass."
        return f"{capital(fault)}. ? shows how to say it, with your cards."

    def _check_commit(self, view: View, decision: Trade, choice: str) -> None:
        """Nobody should put down a wrong card by mistyping: it would be seen, and the offer be gone."""
        said = read_commitment(choice)
        cards = [card for card in decision.hand if card[0] in said.cards]
        offer = next(offer for offer in [read_offer(line) for line in decision.commits] if offer.number == said.number)
        if not can_be_paired(numbers(cards), offer.wants):
            names = in_a_row([code(card) for card in said.cards])
            raise Complaint(f"{names} {'is' if len(cards) == 1 else 'are'} not what offer {offer.number} wants, which "
                            f"is {listed(offer.wants)}; {self.chance_words(view, offer)}.")

    def sentence(self, view: View, decision: Trade, words: str) -> str:
        """What somebody says, in the grammar of offers: `10V for 7 or Knowledge to Cat` is understood.

        :raises Complaint: if something is missing, and what.
        """
        if re.match(r"\s*say\s", words, re.IGNORECASE):
            return words.strip()
        plain = self._with_seats(in_codes(words.replace("|", " or ")))
        plain = re.sub(r"^who has\b(.*?)\??$", r"ask all for\1", plain)
        parts = plain.split()
        verb, rest = parts[0] if parts else "", parts[1:]
        if verb in ("take", "accept", "commit", "give") and decision.commits and not (
                verb == "give" and decision.offers and "for" in rest):
            return self._commitment(view, decision, rest)
        if verb in ("give", "trade", "swap") or (CODE.fullmatch(verb) and "for" in rest):
            verb, rest = "offer", rest if verb in ("give", "trade", "swap") else parts
        if decision.verb == "reply" and verb not in ("offer", "ask", "declare", "wish"):
            return self._commitment(view, decision, parts)
        if verb == "offer":
            return self._offer(view, decision, rest)
        if verb == "wish":
            return " ".join(["wish", *_slots([part for part in rest if part != "for"])])
        if verb in ("ask", "declare"):
            before, keyword, after = " ".join(rest).partition("for" if verb == "ask" else "of")
            return " ".join([verb, *before.split(), *([keyword] if keyword else []), *_slots(after.split())])
        if verb in ("yes", "no", "cancel") and not rest:
            whole = [*decision.answers(), *[str(word) for word in decision.words]]
            fitting = [word for word in whole if word.startswith(f"{verb} ")]
            if len(fitting) == 1:
                return fitting[0]
            if verb != "cancel" and decision.questions and len(decision.questions) == 1:
                return f"{verb} {read_asked(decision.questions[0]).number}"
        return plain

    def _with_seats(self, words: str) -> str:
        """Names of players as the grammar has them, seats."""
        for seat in sorted(range(len(self.names)), key=lambda seat: -len(self.names[seat])):
            name = re.escape(" ".join(in_codes(self.names[seat]).split()))
            words = re.sub(rf"\b(to|ask) {name}(?!\w)", rf"\1 seat {seat + 1}", words)
        return words

    def _cards(self, view: View, decision: Trade, parts: Sequence[str]) -> list[str]:
        """The own cards that are named, with the sign of their deck.

        :raises Complaint: if one is not held, or is no card.
        """
        held = [code(card[0]) for card in decision.hand]
        found = []
        for part in [part for part in parts if part not in (*ARTICLES, "and")]:
            name = part.upper()
            if not CODE.fullmatch(part):
                raise Complaint(f"{quoted(part)} is no card of yours. You hold {in_a_row(held)}.")
            same = [card for card in held if card.partition("'")[0] == name]
            if name not in held and len(same) != 1:
                raise Complaint(f"You do not hold {name}. You hold {in_a_row(held)}.")
            found.append(name if name in held else same[0])
        return found

    def _offer(self, view: View, decision: Trade, parts: Sequence[str]) -> str:
        if not decision.offers:
            own = [str(word) for word in decision.words if str(word).startswith("cancel")]
            raise Complaint("You cannot make an offer now" + (f": first say {_or(own)}." if own else "."))
        by_keyword: dict[str, list[str]] = {"offer": []}
        keyword = "offer"
        for part in parts:
            if part in ("as", "to", "for"):
                keyword = part
                if keyword in by_keyword:
                    raise Complaint(f"The offer says {keyword} twice.")
                by_keyword[keyword] = []
            else:
                by_keyword[keyword].append(part)
        if not by_keyword.get("for"):
            raise Complaint("The offer does not say for what: add for 7, for *K, or for both with or between them.")
        cards = self._cards(view, decision, by_keyword["offer"])
        described = _slots(by_keyword.get("as", []))
        for name, says in zip(cards, described, strict=False):
            _check_description(decision, name, says)
        words = ["offer", *cards]
        if "as" in by_keyword:
            words += ["as", *described]
        if "to" in by_keyword:
            words += ["to", *[part for part in by_keyword["to"] if part not in ARTICLES]]
        return " ".join([*words, "for", *_slots(by_keyword["for"])])

    def _commitment(self, view: View, decision: Trade, parts: Sequence[str]) -> str:
        """`take 3 with 7K`, `3 7k`, or `7k` in reply to an offer.  It binds, so every card must be named."""
        open_ones = [read_offer(line) for line in decision.commits]
        rest = [part for part in parts if part not in (*ARTICLES, "offer", "commit", "take", "give", "yes", "accept")]
        chosen = [offer for offer in open_ones if rest and rest[0] == str(offer.number)]
        if not chosen and rest and rest[0].isdecimal():
            raise Complaint(f"There is no open offer {rest[0]} to you. {self._open_to(open_ones)}")
        if not chosen and decision.verb != "reply":
            raise Complaint(f"Say which offer you take. {self._open_to(open_ones)}")
        offer, named = chosen[0] if chosen else open_ones[0], rest[1:] if chosen else rest
        if named:
            return " ".join(["commit", str(offer.number), *self._cards(view, decision, named)])
        ways = [_names(way) for way in fitting_cards(decision.hand, offer.wants)]
        if not ways:
            raise Complaint(f"Offer {offer.number} wants {listed(offer.wants)}; {self.chance_words(view, offer)}.")
        raise Complaint(f"Say what you give for it: take {offer.number} with {_or(ways[:6])}.")

    def _open_to(self, offers: Sequence[Offer]) -> str:
        numbers_ = [str(offer.number) for offer in offers]
        return f"Open to you: {in_a_row(numbers_)}." if numbers_ else "None is open to you."

    # In colour

    def order(self, view: View) -> list[int]:
        found: list[int] = [back for stack in STACKS for back in view.cards(stack)]
        rest = [back for back in super().order(view) if back not in found]
        return [*found, *rest]

    def visible(self, view: View) -> set[int]:
        shown = {int(back) for stack in STACKS for back in view.cards(stack)}
        return shown | ({int(back) for back in view.cards(HAND, view.side)} if view.side < view.sides else set())

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        gap = [text("")] if tall else []
        is_beside = width >= NARROW
        room = width - SEATS_WIDTH - 1 if is_beside else width
        stacks = [self._stack(view, domain, numbers, room) for domain in range(1, 5)]
        seats = [self._seat(view, side, SEATS_WIDTH if is_beside else width) for side in range(view.sides)]
        top = beside(stacks, seats, room, 1) if is_beside else [*stacks, *gap, *seats]
        return [*top, *gap, *self._offer_lines(view, width), *self._laid_open(view, width), *gap]

    def _stack(self, view: View, domain: int, numbers: Numbers, room: int) -> Text:
        """A bar as long as the stack is high, with its cards."""
        backs = view.cards(STACKS[domain - 1])
        count = len(backs)
        pause = PAUSE - count if view.tally(PHASE) == FIRST_TRADING else 0
        line = text((f" {DOMAIN_NAMES[domain]:<10} ", "bold"), (f"{TIMES}{count:<2} ", "bold"),
                    (BAR * count, FILL[domain].split()[-1]), ("·" * max(0, pause), QUIET), " ")
        if any(back in numbers for back in backs):
            return text(line, *self.row(view, backs, numbers))
        names = " ".join(written(view, back).partition(" ")[0] for back in backs)
        return text(line, (cut(names, max(0, room - line.cell_len)), QUIET))

    def _seat(self, view: View, side: int, width: int) -> Text:
        is_awaited = side in view.awaited
        flags = ["done"] if view.tally(DONE, side) else []
        flags += ["first"] if side == view.first else []
        size = len(view.cards(HAND, side))
        left = text(("▸", "bold #ffd43b") if is_awaited else " ", (f"{side + 1} ", QUIET),
                    (f"{cut(self.name(view, side), 9):<9} ", "bold" if side == view.side else ""),
                    f"{plural(size, 'card'):<8} ", (" ".join(flags), "" if "done" in flags else QUIET))
        rounds = self.earned(view, side)
        by_round = f"{'+'.join(map(str, rounds))}=" if len(rounds) > 1 else ""
        points = text((by_round, QUIET), (str(view.tally(POINTS, side)), "bold"))
        return at_both_ends(left, points, width)

    def end_words(self, view: View) -> list[str]:
        """What may end the trading: cards that run out, and in the first phase a stack that is about to be so high."""
        if view.tally(PHASE) not in TRADING:
            return []
        left = trades_left(
            len(view.cards(DECK)), len(view.cards(DISCARD)), view.sides, self.game.options["floor_counts"])
        words = [f"At most {plural(left, 'more trade')}: then too few cards are left."]
        pause = pausing_size(self.game.options["two_deck_ones"], len(view.faces) // DECK_SIZE)
        high = [DOMAIN_NAMES[number + 1] for number, stack in enumerate(STACKS) if len(view.cards(stack)) >= pause - 1]
        if view.tally(PHASE) == FIRST_TRADING and high:
            words.append(f"One more card on {_or(high)} and trading pauses.")
        return words

    def _offer_lines(self, view: View, width: int) -> list[Text]:
        lines: list[Text] = []
        for offer in self.offers(view):
            can_take = bool(self.ways_to_take(view, offer))
            words = self.offer_words(view, offer)
            chance = self.chance_words(view, offer)
            parts = wrapped(f"{words}{f' ({chance})' if chance else ''}", width - 5)
            tag = (f"{offer.number:>2}", HIGHLIGHT if can_take else QUIET)
            style = "" if can_take or offer.by == view.side else QUIET
            lines += [text("  ", "  " if at else tag, " ", (part, style)) for at, part in enumerate(parts)]
        if view.tally(PHASE) in TRADING:
            facts = f"Said: {' · '.join(self.facts(view))}" if self.facts(view) else ""
            lines += [text((f"  {line}", QUIET)) for said in (*self.question_words(view), facts) if said
                      for line in wrapped(said, width - 3)]
            title = "Open offers." if view.lines(BOARD) else "No open offers."
            end, *warnings = wrapped(" ".join(self.end_words(view)), width - len(title) - 3)
            heading = text((f" {title}", "bold" if view.lines(BOARD) else QUIET), (f" {end}", QUIET))
            return [heading, *[text((f"  {line}", "bold")) for line in warnings], *lines]
        return lines

    def _laid_open(self, view: View, width: int) -> list[Text]:
        """At scoring: everybody's hand with its groups."""
        lines = []
        for side in range(view.sides):
            if view.cards(LAID_OPEN, side) and side != view.side:
                lines += self._grouped(view, view.cards(LAID_OPEN, side), {}, self.whose(view, side) + " hand", width)
        return lines

    def _grouped(self, view: View, backs: Sequence[int], numbers: Numbers, title: str, width: int) -> list[Text]:
        """A hand in lines: each group with what it scores, then the rest."""
        worth = Worth(view, backs)
        titles = [title, f"worth {worth.points}"]
        rows = [text(*self.row(view, worth.cards(group), numbers), f" {worth.said(view, group)}, "
                     f"{LETTERS[group.domain]} {TIMES}{worth.price(group)} = {group.points}") for group in worth.groups]
        rest = [*worth.left_over(), *[back for back in in_order(view, backs) if back not in worth.backs]]
        per_line = max(1, (width - 14) // 6)
        for start in range(0, len(rest), per_line):
            rows.append(text(*self.row(view, rest[start:start + per_line], numbers),
                             ("in no group" if start + per_line >= len(rest) and worth.groups else "", QUIET)))
        while len(rows) < len(titles):
            rows.append(text(""))
        titles += [""] * (len(rows) - len(titles))
        return [fitted(text((f" {cut(label, 12):<13}", "bold"), row), width)
                for label, row in zip(titles, rows, strict=True)]

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        lines = self.open_hands(view)
        backs = self.hand(view, view.side) if view.side < view.sides else []
        if not backs:
            return lines
        if compact or "effects" not in view.phase:
            return [*lines, *self._grouped(view, backs, numbers, "Your hand", width)]
        worth = Worth(view, backs)
        titles = ["Your hand", f"worth {worth.points}", *[""] * len(backs)]
        return [*lines, *[self.card_line(view, back, numbers, titles[at], width)
                          for at, back in enumerate(in_order(view, backs))]]

    def in_between(self, view: View, numbers: Numbers) -> list[Text]:
        lines = super().in_between(view, numbers)
        for words, zone in (("puts down", TRADE_TABLE), ("puts down", PRIVATE_TABLE), ("wild card", UNPLACED)):
            for side in range(view.sides):
                if view.cards(zone, side):
                    title = f" {self.name(view, side)}: {words.replace('puts', 'put') if side == view.side else words}"
                    lines.append(text((f"{title} ", "bold"), *self.row(view, view.cards(zone, side), numbers)))
        return lines

    # In lines

    def words(self, view: View) -> list[str]:
        lines = [f"Tech Exchange: {self.where(view)}. {capital(self.piles(view))}. {capital(self.goes_first(view))}."]
        for domain in range(1, 5):
            cards = view.cards(STACKS[domain - 1])
            lines.append(f"{DOMAIN_NAMES[domain]} stock, times {len(cards)}: {self.in_words(view, cards) or 'empty'}")
        for side in range(view.sides):
            done = ", done" if view.tally(DONE, side) else ""
            known = self.hand_words(view, side) if side != view.side else plural(len(view.cards(HAND, side)), "card")
            lines.append(f"Seat {side + 1}, {self.name(view, side)}: {self.standing(view, side)}{done}. Hand: {known}.")
        for side in range(view.sides):
            if view.cards(LAID_OPEN, side) and side != view.side:
                lines += self._group_words(view, view.cards(LAID_OPEN, side), f"{self.whose(view, side)} hand")
        if view.cards(DISCARD):
            lines.append(f"Discard: {self.in_words(view, view.cards(DISCARD))}")
        if view.cards(EXPELLED):
            lines.append(f"Expelled: {self.in_words(view, view.cards(EXPELLED))}")
        return [*lines, *self._open_words(view), *self.hand_lines(view)]

    def _open_words(self, view: View) -> list[str]:
        """Offers, questions, and what was said of hands."""
        lines = []
        for offer in self.offers(view):
            chance = self.chance_words(view, offer)
            lines.append(f"Offer {offer.number}: {self.offer_words(view, offer)}."
                         + (f" {capital(chance)}." if chance else ""))
        return [*lines, *[f"{words}." for words in self.question_words(view)], *self._fact_line(view)]

    def _fact_line(self, view: View) -> list[str]:
        facts = self.facts(view)
        return [f"Said of hands: {'; '.join(facts)}."] if facts else []

    def hand_lines(self, view: View) -> list[str]:
        """The own hand with its best groups, in sentences."""
        backs = self.hand(view, view.side) if view.side < view.sides else []
        return self._group_words(view, backs, "Your hand") if backs else []

    def _group_words(self, view: View, backs: Sequence[int], title: str) -> list[str]:
        worth = Worth(view, backs)
        groups = [f"{in_a_row([written(view, back) for back in worth.cards(group)])} are {worth.said(view, group)}, "
                  f"{len(group.places)} times {worth.price(group)} for {DOMAIN_NAMES[group.domain]}: {group.points}"
                  for group in worth.groups]
        rest = [*worth.left_over(), *[back for back in in_order(view, backs) if back not in worth.backs]]
        left = [f"{'in no group' if groups else 'no groups'}: {self.in_words(view, rest)}"] if rest else []
        return [f"{title}, worth {worth.points}: {'; '.join([*groups, *left])}."]

    def own_words(self, view: View) -> list[str]:
        if view.side >= view.sides:
            return []
        sizes = ", ".join(f"{DOMAIN_NAMES[number + 1]} {len(view.cards(stack))}" for number, stack in enumerate(STACKS))
        trading = [*self.end_words(view), *self._open_words(view)] if view.tally(PHASE) in TRADING else []
        return [f"Stocks: {sizes}.", *trading, *self.hand_lines(view)]

    def passing_words(self, view: View) -> list[str]:
        lines = super().passing_words(view)
        for zone in (TRADE_TABLE, PRIVATE_TABLE):
            for side in range(view.sides):
                if view.cards(zone, side):
                    name = "You have" if side == view.side else f"{self.names[side]} has"
                    lines.append(f"{name} put down {self.in_words(view, view.cards(zone, side))}.")
        return lines


def _is_exact(cards: Sequence[str], gives: Sequence[Slot]) -> bool:
    """Whether the cards are described by their own names."""
    return sorted(card.partition("'")[0] for card in cards) == sorted(give.text for give in gives)


def _names(cards: Sequence[Held]) -> str:
    return " ".join(code(card[0]) for card in cards)


def _a(domain: int) -> str:
    """`a Service card`."""
    return slot(f"*{LETTERS[domain]}").in_words()


def _change(now: int, then: int) -> str:
    return f"your hand stays worth {now}" if now == then else f"your hand is worth {then} then, now {now}"


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _slots(parts: Sequence[str]) -> list[str]:
    """What cards may be, as the grammar writes it: `7 or knowledge` is 7*|*K, `7 and any card` is 7* **."""
    found: list[str] = []
    is_joined = False
    for at, part in enumerate(parts):
        if part in ("or", "and"):
            is_joined = part == "or"
            continue
        if part in ARTICLES or (part == "any" and _is_atom(parts[at + 1:at + 2])):
            continue
        atom = "**" if part == "any" else f"{part}*" if part.isdecimal() else DOMAIN_WORDS.get(part, part.upper())
        if is_joined and found:
            found[-1] += f"|{atom}"
        else:
            found.append(atom)
        is_joined = False
    return found


def _is_atom(parts: Sequence[str]) -> bool:
    return bool(parts) and (parts[0][:1].isdigit() or parts[0] in DOMAIN_WORDS or "*" in parts[0])


def _check_description(decision: Trade, name: str, says: str) -> None:
    """:raises Complaint: if a card is not what is said of it."""
    card = next(card for card in decision.hand if code(card[0]) == name)
    try:
        is_true = slot(says).fits(card[1], card[2])
    except BadSaying as fault:
        raise Complaint(f"{capital(str(fault))}.") from None
    if not is_true:
        raise Complaint(f"{name} is not {slot(says).in_words()}: what you say of a card must be true.")
