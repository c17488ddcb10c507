"""What the cards do, in words whose meaning each game gives.

An effect is a list of parts done in order; a part is a rule and the words that say it, made of the same numbers
and the same selectors.  Here are the selectors and verbs of the deck's rulebook; the cards themselves are in the
editions.
"""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, Back, Face, code
from techdeck.rules import choose, do, do_both, each_of, either, if_, may, repeat, secretly, seq, the, while_
from techdeck.table import (
    ANYBODY,
    CARD_TEXT,
    DOMAINS,
    DOUBLE,
    EMPTY,
    EVERYBODY,
    HALVE,
    NOBODY,
    NUMBERS,
    OWNER,
    SIDES,
    TURN,
    Ask,
    Common,
    Kind,
    Rule,
    Table,
    Tally,
    Verb,
    Zone,
    become,
    pack,
    shift,
    unpack,
)

# Where cards lie while an effect runs.

HELD: Final = Zone("held", OWNER, mixed=True)  # between the fingers: looked at, or being put back in secret order
SHOWN: Final = Zone("shown", EVERYBODY)  # out of a hand, open before its holder
PASSING: Final = Zone("passing", NOBODY)  # on its way in an exchange; whoever knew it still does
ASIDE: Final = Zone("aside", EVERYBODY, shared=True)  # revealed from the deck [DK-N09]
WAITING: Final = Zone("waiting", EVERYBODY, shared=True)  # the same, while one of them is copied [DK-Q15]

ACTIVE: Final = Tally("active player", start=ANYBODY, shared=True)  # "you"
PARTNER: Final = Tally("player picked", start=ANYBODY, shared=True)
NAMED: Final = Tally("named", shared=True)  # a domain, a value, a sum, some backs
NAMED_TOO: Final = Tally("named too", shared=True)
COUNT: Final = Tally("count", shared=True)  # how many, or whether: what "if" looks at [DK-R06]
TIME: Final = Tally("effects used", shared=True)
GUARDED: Final = Tally("guarded")
LAST_TEXT: Final = Tally("last text")  # the number of the card, from one [DK-C05]
LAST_TIME: Final = Tally("time of the last text")
VOTE: Final = Tally("vote")

COMMON: Final = Common(
    [HELD, SHOWN, PASSING, ASIDE, WAITING],
    [ACTIVE, PARTNER, NAMED, NAMED_TOO, COUNT, TIME, GUARDED, LAST_TEXT, LAST_TIME, VOTE],
)


# Who

class Who:
    """Some players, and what a text calls them."""

    def __init__(self, says: str, sides: Ask, *, are_many: bool = False) -> None:
        self.says: Final = says
        self.sides: Final = sides
        self.are_many: Final = are_many  # they draw; everybody else draws


def other_players(table: Table, side: int, it: int) -> Sequence[int]:
    """In playing order [DK-N02, N03]."""
    words = table.game.words
    if words.nobody_leaves:
        return table.others(side)
    return [other for other in table.others(side) if words.is_in(table, other, 0)]


def every_player(table: Table, side: int, it: int) -> Sequence[int]:
    if table.game.words.nobody_leaves:
        return table.around(side)
    return [side, *other_players(table, side, it)]


def left_player(table: Table, side: int, it: int) -> Sequence[int]:
    """The next one who has a hand and is still in [DK-N04]."""
    return [player for player in other_players(table, side, it) if table.has_hand(player)][:1]


def active_player(table: Table, side: int, it: int) -> Sequence[int]:
    return [ACTIVE.get(table)]


def partner(table: Table, side: int, it: int) -> Sequence[int]:
    return [PARTNER.get(table)]


def player_it(table: Table, side: int, it: int) -> Sequence[int]:
    """The player picked, even if an effect copied meanwhile picked another."""
    return [it]


def you_and_player_it(table: Table, side: int, it: int) -> Sequence[int]:
    return [side, it]


def player_counted(table: Table, side: int, it: int) -> Sequence[int]:
    return [COUNT.get(table) - 1] if COUNT.get(table) else []


def who_laid(table: Table, side: int, it: int) -> Sequence[int]:
    """A bit of the count for each [DK-Q19]."""
    return [player for player in every_player(table, side, it) if COUNT.get(table) >> player & 1]


def is_guarded(table: Table, side: int, it: int) -> bool:
    """Whether a player's cards are safe from the effect under way [DK-G01]."""
    return GUARDED.get(table, side) > 0 and side != ACTIVE.get(table)


LEFT: Final = Who("the player on your left", left_player)
OTHERS: Final = Who("each other player", other_players)
HOLDERS: Final = Who("each other player who holds it", other_players)
ALL: Final = Who("each player", every_player)
ALL_FROM_YOU: Final = Who("starting with you, each player", every_player)
WHO_LAID: Final = Who("starting with you, each of them", who_laid)
THAT_PLAYER: Final = Who("that player", player_it)
YOU_AND_A_PLAYER: Final = Who("you and a player you pick each", you_and_player_it, are_many=True)
EACH_OF_YOU: Final = Who("each of you", you_and_player_it)
THE_HIGHEST: Final = Who("the player with the highest", player_counted)


# Which cards

class Which:
    """Some cards, what a text calls one of them, and where it says they are."""

    def __init__(self, says: str, cards: Ask, where: str = "") -> None:
        self.says: Final = says
        self.cards: Final = cards
        self.where: Final = where


def lying(where: str, cards: Ask) -> Which:
    return Which(f"a card {where}", cards, where)


def or_else(one: Which, other: Which) -> Which:
    def cards_of_both(table: Table, side: int, it: int) -> Sequence[int]:
        return [*one.cards(table, side, it), *other.cards(table, side, it)]

    return Which(f"{one.says} or {other.says}", cards_of_both)


def cards_in_hand(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.hand.of(table, side)[:]


def controlled_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.controlled(table, side, it)


def own_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """[DK-N07]"""
    return [*cards_in_hand(table, side, it), *controlled_cards(table, side, it)]


def guarded_cards(table: Table) -> list[int]:
    """The cards in play that the effect under way cannot touch [DK-G01]."""
    safe: list[int] = []
    for player in range(table.sides):
        if is_guarded(table, player, 0):
            safe.extend(controlled_cards(table, player, 0))
    return safe


def neutral_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """Where they belong to players as well, without those of guarded ones."""
    neutral = table.game.words.neutral(table, side, it)
    safe = guarded_cards(table)
    return [back for back in neutral if back not in safe] if safe else neutral


def cards_in_play(table: Table, side: int, it: int) -> Sequence[int]:
    """[DK-N06]; what is neutral and controlled comes once."""
    found = list(neutral_cards(table, side, it))
    for player in range(table.sides):
        if not is_guarded(table, player, it):
            for back in controlled_cards(table, player, it):
                if back not in found:
                    found.append(back)
    return found


def tame(table: Table, backs: Sequence[int]) -> list[int]:
    """Without the wild cards, which have no value and no domain [DK-V08]."""
    prints, face = table.game.prints, table.face
    cards: list[int] = backs if isinstance(backs, list) else list(backs)
    return [back for back in cards if not prints[face[back]].is_wild]


def legible(table: Table, side: int, backs: Sequence[int]) -> list[int]:
    """Those whose face the side may see: its own, and what all know; not what it once peeped at [DK-T02]."""
    own = own_cards(table, side, 0)
    knowers, everybody = table.knowers, 1 << table.sides
    cards: list[int] = backs if isinstance(backs, list) else list(backs)
    return [back for back in cards if knowers[back] & everybody or back in own]


def measurable(which: Ask) -> Ask:
    """Of these the ones that have a value and a domain, and whose face you see."""
    def measurable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return tame(table, legible(table, side, which(table, side, it)))

    return measurable_cards


def changeable(which: Ask) -> Ask:
    """The hand and these cards, as far as their value or domain can be changed [DK-V07, V08]."""
    def changeable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        hand = cards_in_hand(table, side, it) if table.game.words.changes_hands else []
        return tame(table, [*hand, *which(table, side, it)])

    return changeable_cards


def another(which: Ask) -> Ask:
    """The same, but not the one chosen before [DK-T06]."""
    def another_one(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if back != it]

    return another_one


def if_there_are(count: int, needed: Ask, which: Ask) -> Ask:
    """These cards, unless too few of what else is needed are there: then nobody is asked [DK-R07]."""
    def cards_worth_asking_for(table: Table, side: int, it: int) -> Sequence[int]:
        return which(table, side, it) if len(needed(table, side, it)) >= count else []

    return cards_worth_asking_for


def fits(table: Table, back: int, zone: Zone) -> bool:
    """Whether the game lets a card lie in a place [DK-T05]."""
    may_lie = table.game.words.fits
    return may_lie is None or may_lie(table, back, zone)


def may_trade(table: Table, one: int, other: int) -> bool:
    """Whether each of two cards may lie where the other does."""
    return one != other and (table.game.words.fits is None or (
        fits(table, one, table.where(other)[0]) and fits(table, other, table.where(one)[0])))


def with_partner(which: Ask, partners: Ask) -> Ask:
    """Of these the ones that can change places with one of those, so that nobody is asked in vain [DK-R07, T05]."""
    def cards_with_partner(table: Table, side: int, it: int) -> Sequence[int]:
        found, others = which(table, side, it), partners(table, side, it)
        return [back for back in found if any(may_trade(table, back, other) for other in others)]

    return cards_with_partner


def partners_of_it(which: Ask) -> Ask:
    def cards_to_trade(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if may_trade(table, it, back)]

    return cards_to_trade


def discarded_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.piles(table)[1].of(table, side)[:]


def top_card(table: Table, side: int, it: int) -> Sequence[int]:
    """The top card of the deck as it is; the discard is not shuffled for it."""
    return table.game.words.piles(table)[0].of(table, side)[-1:]


def obtainable_card(table: Table, side: int, it: int) -> Sequence[int]:
    """The top card of the deck, after a reshuffle if need be; but the table stays as it is."""
    top = top_card(table, side, it)
    if top:
        return top
    trial = table.clone()
    trial.make_ready(side, 1)
    trial.top(side)
    return top_card(trial, side, it)


def cards_held(table: Table, side: int, it: int) -> Sequence[int]:
    return HELD.of(table, side)[:]


def cards_aside(table: Table, side: int, it: int) -> Sequence[int]:
    """For whoever can take one [DK-R08]."""
    return ASIDE.of(table)[:] if table.has_hand(side) else []


def cards_waiting(table: Table, side: int, it: int) -> Sequence[int]:
    return WAITING.of(table)[:]


def cards_shown(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for player in range(table.sides) for back in SHOWN.of(table, player)]


def cards_shown_by_others(table: Table, side: int, it: int) -> Sequence[int]:
    """What a guarded player shows of free will stays guarded [DK-G01]."""
    return [back for player in other_players(table, side, it) if not is_guarded(table, player, it)
            for back in SHOWN.of(table, player)]


def cards_of_partner(table: Table, side: int, it: int) -> Sequence[int]:
    player = PARTNER.get(table)
    return [] if is_guarded(table, player, it) else controlled_cards(table, player, it)


def hand_for_partner(table: Table, side: int, it: int) -> Sequence[int]:
    """Who has no hand can be given nothing [DK-R08]."""
    return cards_in_hand(table, side, it) if table.has_hand(PARTNER.get(table)) else []


def ordered_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """Of the named domain, but not the one just given."""
    return [back for back in of_named_domain(cards_in_hand)(table, side, it) if back != NAMED_TOO.get(table)]


def of_named_domain(which: Ask) -> Ask:
    def such_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if table.domain(back) == NAMED.get(table)]

    return such_cards


def of_named_value(which: Ask) -> Ask:
    def such_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in tame(table, which(table, side, it)) if table.value(back) == NAMED.get(table)]

    return such_cards


def may_copy(table: Table, side: int, back: int) -> bool:
    """Whether the text of a card can be used by another: it has one, is no copying card, and acted only once
    in this use [DK-C02, C04, GP-X12]."""
    card = table.card(back)
    return (bool(card.effect) and not card.copies and not card.is_wild and table.face[back] not in table.chain
            and table.game.words.may_copy(table, side, back))


def copyable(which: Ask) -> Ask:
    def copyable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in legible(table, side, which(table, side, it)) if may_copy(table, side, back)]

    return copyable_cards


def all_domains(table: Table, side: int, it: int) -> Sequence[int]:
    return [1, 2, 3, 4]


def all_values(table: Table, side: int, it: int) -> Sequence[int]:
    return list(range(1, 14))


HAND: Final = lying("in your hand", cards_in_hand)
FROM_HAND: Final = lying("from hand", cards_in_hand)
IN_PLAY: Final = lying("in play", cards_in_play)
IN_PLAY_OR_HAND: Final = lying("in play or in your hand", changeable(cards_in_play))
IN_DISCARD: Final = lying("in the discard", discarded_cards)
NEUTRAL: Final = Which("a neutral card", neutral_cards)
YOURS: Final = Which("one of your cards", changeable(controlled_cards))
OTHER_OF_YOURS: Final = Which("another one of your cards", own_cards)  # the used card has acted already
LOOKED_AT: Final = Which("1", cards_held)
REVEALED: Final = Which("1", cards_aside)
REVEALED_OF_DOMAIN: Final = Which("1 card of that domain", of_named_domain(cards_aside))
ONE_OF_THEM: Final = Which("one of them", cards_aside)
ONE_WAITING: Final = Which("one of them", cards_waiting)
ONE_OF_THESE: Final = Which("one of these cards", cards_shown_by_others)
ONE_LAID: Final = Which("one of these cards", cards_shown)
OF_NAMED_VALUE: Final = Which("one", of_named_value(cards_in_hand))
OF_NAMED_DOMAIN: Final = lying("of that domain", of_named_domain(cards_in_hand))


# Parts

class Part:
    """A rule, and the words that say it: what you do, or are told to do."""

    def __init__(self, says: str, rule: Rule) -> None:
        self.says: Final = says
        self.rule: Final = rule


def said(*parts: Part) -> str:
    return "; ".join(part.says for part in parts if part.says)


def done(*parts: Part) -> Rule:
    return seq(*[part.rule for part in parts])


def effect(*parts: Part) -> Part:
    return Part(said(*parts), done(*parts))


def unsaid(rule: Rule) -> Part:
    """A rule that follows from the words of another part."""
    return Part("", rule)


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def told(says: str) -> str:
    """What others do, in the third person: "draw 1 card; if so, discard it" is "draws 1 card; if so, discards it"."""
    return "; ".join(_third_person(words) for words in says.split("; "))


def _third_person(words: str) -> str:
    if words.startswith("if so, "):
        return "if so, " + _third_person(words[7:])
    verb, space, rest = words.partition(" ")
    return words if verb == "may" else f"{verb}s{space}{rest}"


def by(who: Who, *parts: Part) -> Part:
    """Each of them does all of it before the next begins [FX-21]."""
    says = said(*parts) if who.are_many else told(said(*parts))
    return Part(f"{who.says} {says}", each_of(who.sides, done(*parts)))


def you(part: Part) -> Part:
    return Part(f"you {part.says}", part.rule)


def may_do(says: str, verb: str, which: Which, do_it: Rule, *parts: Part) -> Part:
    """The player is free to; what is done with the card, and the parts, follow only if so."""
    words = " and ".join([f"may {says} {which.says}", *[part.says for part in parts]])
    return Part(words, may(verb, which.cards, then=seq(do_it, *[part.rule for part in parts])))


def if_you_do(*parts: Part) -> Part:
    return Part(f"if you do, {said(*parts)}", if_(is_counted, done(*parts)))


def if_not(says: str, *parts: Part) -> Part:
    """If nothing was counted, which is what the words say."""
    return Part(f"if {says}, {said(*parts)}", if_(nothing_counted, done(*parts)))


def one_of(verb: str, **options: Part) -> Part:
    """You choose what happens, by name [FX-25]."""
    says = "; or ".join(part.says for part in options.values() if part.says)
    return Part(says, either(verb, **{name: part.rule for name, part in options.items()}))


def pick_one(part: Part) -> Part:
    return Part(f"pick one: {part.says}", part.rule)


def this_round(part: Part) -> Part:
    return Part(f"{part.says} this round", part.rule)


def remark(says: str) -> Part:
    """Words that only make clear what happens anyway."""
    def do_nothing(table: Table, side: int, it: int) -> None:
        """It happens anyway."""

    return Part(says, do(do_nothing))


# Counting

def counting(verb: Verb) -> Rule:
    """Do it, and count it."""
    def do_and_count(table: Table, side: int, it: int) -> None:
        verb(table, side, it)
        COUNT.add(table, 1)

    return do(do_and_count)


def count_anew(table: Table, side: int, it: int) -> None:
    COUNT.put(table, 0)


def is_counted(table: Table, side: int, it: int) -> bool:
    return COUNT.get(table) > 0


def nothing_counted(table: Table, side: int, it: int) -> bool:
    return COUNT.get(table) == 0


# Using an effect

def begin_use(table: Table, side: int, it: int) -> None:
    """A new use: nothing has been copied in it yet."""
    table.chain.clear()
    ACTIVE.put(table, side)
    table.uses(side, table.face[it])


def shown_and_carried_out(resolving: Zone) -> Rule:
    """The text of a hand card, which lies open in a place of its own meanwhile."""
    def show_it(table: Table, side: int, it: int) -> None:
        table.move(it, table.game.words.hand, resolving, side)

    def shown(table: Table, side: int, it: int) -> Sequence[int]:
        return resolving.of(table, side)[:]

    return seq(do(show_it), the(shown, effect_of_it))


def unless_made_up_for(resolving: Zone, rule: Rule) -> Rule:
    """What happens to a used hand card; but if it was exchanged, the player keeps what there is for it."""
    def is_made_up_for(table: Table, side: int, it: int) -> bool:
        """Whether the used card is back in the hand, or another lies in its place."""
        used = table.chain[0]
        in_its_place = [back for back in resolving.of(table, side) if table.face[back] != used]
        return bool(in_its_place) or table.find(used, table.game.words.hand, side) != EMPTY

    def take_in_its_place(table: Table, side: int, it: int) -> None:
        for back in list(resolving.of(table, side)):
            table.move(back, resolving, table.game.words.hand, side)

    return if_(is_made_up_for, do(take_in_its_place), otherwise=rule)


def use_text(table: Table, side: int, face: int) -> None:
    """Carry out the text of a card, as though it stood on the used card [DK-C01]."""
    card = table.game.cards[face % DECK_SIZE]
    if table.chain:
        table.uses(side, face, table.chain[0])
    table.chain.append(Face(face))
    if card.effect:
        if not card.copies:  # a copying card counts as the text it copies [DK-C05]
            TIME.add(table, 1)
            LAST_TEXT.put(table, face % DECK_SIZE + 1, side)
            LAST_TIME.put(table, TIME.get(table), side)
        table.then(CARD_TEXT, side, face)


def use_it(table: Table, side: int, it: int) -> None:
    use_text(table, side, table.face[it])


effect_of_it: Final = do(use_it)


def use_if_possible(table: Table, side: int, back: int) -> None:
    """What chance or another player brings does nothing if it cannot be copied [DK-C04]."""
    if may_copy(table, side, back):
        use_it(table, side, back)


def copying(which: Ask) -> Rule:
    """Where you choose the card, only those with a copyable text are legal; a hidden one is shown [DK-C04, Q16]."""
    return choose("copy", copyable(which), then=seq(do(show_own), effect_of_it))


# Drawing, discarding, taking

def draw_one(table: Table, side: int, it: int) -> None:
    table.make_ready(side, 1)
    table.draw(side)


def drawing(count: int) -> Rule:
    """One card at a time, so that what a drawn card causes comes before the next [FX-03]; if it can cause anything."""
    def make_ready(table: Table, side: int, it: int) -> None:
        table.make_ready(side, count)

    def draw_all(table: Table, side: int, it: int) -> None:
        table.draw_all(side, count)

    if count == 1:
        return do(draw_one)
    return if_(drawn_cards_matter, do(make_ready), repeat(count, do(draw_one)), otherwise=do(draw_all))


def drawn_cards_matter(table: Table, side: int, it: int) -> bool:
    """Whether the game has a word on what comes into a hand."""
    return table.game.greets[table.game.words.hand.number]


def drawing_counted() -> Rule:
    """As many cards as were counted."""
    def make_ready(table: Table, side: int, it: int) -> None:
        table.make_ready(side, COUNT.get(table))

    def draw_and_count_down(table: Table, side: int, it: int) -> None:
        COUNT.add(table, -1)
        draw_one(table, side, it)

    return seq(do(make_ready), while_(is_counted, do(draw_and_count_down)))


def discard_it(table: Table, side: int, it: int) -> None:
    table.game.words.dismiss(table, it, table.game.words.hand, side)


def asked_of(verb: str, options: Ask, then: Rule, times: int = 1) -> Rule:
    """Somebody has to do something with an own card; who is guarded may [DK-G02]."""
    return if_(is_guarded, may(verb, options, then, times), otherwise=choose(verb, options, then, times))


def take_it(table: Table, side: int, it: int) -> None:
    zone, owner, _ = table.where(it)
    table.move(it, zone, table.game.words.hand, owner, to=side)


def draw(count: int) -> Part:
    return Part(f"draw {cards(count)}", drawing(count))


def draw_that_many() -> Part:
    return Part("draw that many cards", drawing_counted())


def discard(count: int) -> Part:
    return Part(f"discard {cards(count)}", asked_of("discard", cards_in_hand, do(discard_it), count))


def discard_up_to(count: int) -> Part:
    """And count them."""
    picks = may("discard", cards_in_hand, then=counting(discard_it), times=count)
    return Part(f"may discard up to {cards(count)}", seq(do(count_anew), picks))


def take(which: Which) -> Part:
    return Part(f"take {which.says}", choose("take", which.cards, then=do(take_it)))


def take_and_discard(which: Which, count: int) -> Part:
    """Who gets none discards none [DK-Q22]."""
    after = discard(count)
    return Part(f"take {which.says}; if so, {after.says}", choose("take", which.cards, seq(do(take_it), after.rule)))


# Looking at the deck

def lifting(count: Callable[[Table, int], int], target: Zone) -> Rule:
    """The top cards of the deck lie aside, for one pair of eyes or for all [FX-01, FX-02]."""
    def lift(table: Table, side: int, it: int) -> None:
        table.make_ready(side, count(table, side))
        for _ in range(count(table, side)):
            back = table.top(side)
            if back is not None:
                table.move(back, table.game.words.piles(table)[0], target, side)

    return do(lift)


def top(count: int) -> str:
    return "the top card of the deck" if count == 1 else f"the top {cards(count)} of the deck"


def look(count: int) -> Part:
    return Part(f"look at {top(count)}", lifting(lambda table, side: count, HELD))


def reveal(count: int, into: Zone = ASIDE) -> Part:
    return Part(f"reveal {top(count)}", lifting(lambda table, side: count, into))


def number_of_players(table: Table, side: int) -> int:
    """Of those who can take a card [DK-Q22]."""
    return len([player for player in every_player(table, side, 0) if table.has_hand(player)])


def reveal_for_all() -> Part:
    return Part("reveal 1 card from the deck per player", lifting(number_of_players, ASIDE))


def peek(table: Table, side: int, it: int) -> None:
    """Look at the top card, which stays there [DK-Q03, Q08]."""
    table.make_ready(side, 1)
    back = table.top(side)
    if back is not None:
        table.show_in(back, table.game.words.piles(table)[0], side, side)


def pick_up(source: Zone) -> Rule:
    """Take open cards between the fingers, to put them back in an order nobody sees."""
    def pick_up_all(table: Table, side: int, it: int) -> None:
        for back in list(source.of(table, side)):
            table.move(back, source, HELD, side)

    return do(pick_up_all)


def deck_for(table: Table, side: int, it: int) -> tuple[Zone, int]:
    """The deck to which a card goes that is put into the deck, and whose that is [DK-Q27]."""
    find = table.game.words.deck_for
    return (table.game.words.piles(table)[0], side) if find is None else find(table, it, side)


def bury_it(table: Table, side: int, it: int) -> None:
    """From wherever it is: between the fingers, in the hand, on top of the deck."""
    zone, owner, _ = table.where(it)
    deck, to = deck_for(table, side, it)
    table.move(it, zone, deck, owner, to=to, at=0)


def stack_it(table: Table, side: int, it: int) -> None:
    deck, to = deck_for(table, side, it)
    table.move(it, HELD, deck, side, to=to)


def holds_cards(table: Table, side: int, it: int) -> bool:
    return bool(HELD.of(table, side))


# The last card needs no question; which came first stays a secret [FX-07, FX-08].
BURY_HELD: Final = while_(holds_cards, choose("bury", cards_held, then=do(bury_it), obvious=True))
STACK_HELD: Final = while_(holds_cards, choose("stack", cards_held, then=do(stack_it), obvious=True))


def bury_rest(source: Zone) -> Part:
    return Part("put the rest on the bottom", BURY_HELD if source is HELD else seq(pick_up(source), BURY_HELD))


def bury_all(count: int, source: Zone) -> Part:
    what = "it" if count == 1 else f"all {count}"
    return Part(f"put {what} on the bottom", seq(pick_up(source), BURY_HELD))


def bury_any(count: int) -> Part:
    """Any of so many revealed cards."""
    def hold_it(table: Table, side: int, it: int) -> None:
        table.move(it, ASIDE, HELD, side)

    picks = may("put aside", cards_aside, then=do(hold_it), times=count)
    return Part("put any of them on the bottom", seq(picks, BURY_HELD))


def stack_rest() -> Part:
    return Part("the rest back on top in any order", seq(pick_up(ASIDE), STACK_HELD))


def stack_all() -> Part:
    return Part("put them back in any order", STACK_HELD)


def bury_up_to(count: int, which: Which) -> Part:
    picks = may("bury", which.cards, then=counting(bury_it), times=count)
    return Part(f"put up to {cards(count)} {which.where} on the bottom", seq(do(count_anew), picks))


def stack_up_to(count: int, which: Which) -> Part:
    """Cards of the discard."""
    def hold_it(table: Table, side: int, it: int) -> None:
        table.move(it, table.game.words.piles(table)[1], HELD, side)

    picks = may("pick up", which.cards, then=do(hold_it), times=count)
    return Part(f"put up to {cards(count)} {which.where} on top of the deck in any order", seq(picks, STACK_HELD))


# Searching

class Fit:
    """Which cards a search may find, and what a text calls that."""

    def __init__(self, says: str, test: Callable[[Table, int], bool]) -> None:
        self.says: Final = says
        self.test: Final = test


def searching(fit: Fit) -> Rule:
    """Look through the whole deck, take a card that fits or none, and shuffle; whether one was taken is counted."""
    def open_deck(table: Table, side: int, it: int) -> None:
        COUNT.put(table, 0)
        deck = table.game.words.piles(table)[0]
        for back in deck.of(table, side):
            table.show_in(back, deck, side, side)

    def fitting(table: Table, side: int, it: int) -> Sequence[int]:
        deck = table.game.words.piles(table)[0]
        return [back for back in tame(table, deck.of(table, side)) if fit.test(table, back)]

    def take_found(table: Table, side: int, it: int) -> None:
        deck = table.game.words.piles(table)[0]
        table.show_in(it, deck, side)
        table.move(it, deck, table.game.words.hand, side)

    def close_deck(table: Table, side: int, it: int) -> None:
        table.shuffle(table.game.words.piles(table)[0], side)

    return seq(do(open_deck), may("find", fitting, then=counting(take_found)), do(close_deck))


def search(fit: Fit) -> Part:
    """Who took a card discards one [FX-05]."""
    def may_search(table: Table, side: int, it: int) -> bool:
        return table.game.words.may_search(table, side, it)

    search_it = Part(f"search the deck for a card {fit.says}, reveal it and take it", searching(fit))
    whole = effect(search_it, if_you_do(discard(1)))
    return Part(whole.says, if_(may_search, whole.rule))


def value_at_most(most: int) -> Fit:
    return Fit(f"of value {most} or less", lambda table, back: table.value(back) <= most)


SAME_DOMAIN: Final = Fit("of the same domain", lambda table, back: table.domain(back) == NAMED.get(table))
SUM_OR_DIFFERENCE: Final = Fit(
    "whose value is their sum or difference",
    lambda table, back: table.value(back) in (NAMED.get(table), NAMED_TOO.get(table)),
)


def note_domain(table: Table, side: int, it: int) -> None:
    show_own(table, side, it)
    NAMED.put(table, table.domain(it))


def note_sums(table: Table, side: int, it: int, that: int) -> None:
    show_own(table, side, it)
    show_own(table, side, that)
    NAMED.put(table, table.value(it) + table.value(that))
    NAMED_TOO.put(table, abs(table.value(it) - table.value(that)))


def by_one_card(*parts: Part) -> Part:
    """Without a card to reveal nothing at all happens [DK-Q06]."""
    rule = choose("reveal", measurable(own_cards), then=seq(do(note_domain), done(*parts)))
    return Part(f"reveal one of your cards; {said(*parts)}", rule)


def by_two_cards(*parts: Part) -> Part:
    rule = choose_two("reveal", "and", measurable(own_cards), seq(do_both(note_sums), done(*parts)))
    return Part(f"reveal two of your cards; {said(*parts)}", rule)


# Showing and naming

def show_own(table: Table, side: int, it: int) -> None:
    """A card that is asked about is shown, if it was hidden [DK-T02]."""
    if not table.knows(table.sides, it):
        table.show(it)


def show_out_of_hand(table: Table, side: int, it: int) -> None:
    """Lay it open for as long as the effect needs it."""
    table.move(it, table.game.words.hand, SHOWN, side)


def put_back_shown(table: Table, side: int, it: int) -> None:
    for player in range(table.sides):
        for back in list(SHOWN.of(table, player)):
            table.move(back, SHOWN, table.game.words.hand, player)


def show(who: Who, which: Which) -> Part:
    """Each of them lays one of these hand cards open, and whether any did is counted [DK-R03, R09]."""
    shows = by(who, Part(f"reveal {which.says}", asked_of("show", which.cards, counting(show_out_of_hand))))
    return Part(shows.says, seq(do(count_anew), shows.rule))


def lay(who: Who, which: Which) -> Part:
    """Out of the hand, until somebody takes it [FX-27]."""
    def lay_it(table: Table, side: int, it: int) -> None:
        show_out_of_hand(table, side, it)
        COUNT.put(table, COUNT.get(table) | 1 << side)

    lays = by(who, Part(f"put {which.says} face up on the table", asked_of("lay", which.cards, do(lay_it))))
    return Part(lays.says, seq(do(count_anew), lays.rule))


def name_domain() -> Part:
    """[FX-20]"""
    def name_it(table: Table, side: int, it: int) -> None:
        NAMED.put(table, it)
        table.say(side, f"{{who}} names {DOMAIN_NAMES[it]}.")

    return Part("name a domain", choose("name", all_domains, then=do(name_it), kind=DOMAINS))


def name_value() -> Part:
    def name_it(table: Table, side: int, it: int) -> None:
        NAMED.put(table, it)
        table.say(side, f"{{who}} names the value {it}.")

    return Part("name a value", choose("name", all_values, then=do(name_it), kind=NUMBERS))


def vote_for_domain() -> Part:
    """Openly, in playing order [FX-24]."""
    def vote_for_it(table: Table, side: int, it: int) -> None:
        VOTE.put(table, it, side)
        table.say(side, f"{{who}} votes for {DOMAIN_NAMES[it]}.")

    votes = choose("vote", all_domains, then=do(vote_for_it), kind=DOMAINS)
    return Part("all players vote for a domain", each_of(every_player, votes))


def break_tie() -> Part:
    def most_voted(table: Table, side: int, it: int) -> Sequence[int]:
        votes = [VOTE.get(table, player) for player in every_player(table, side, it)]
        most = max([votes.count(domain) for domain in votes])
        return [domain for domain in (1, 2, 3, 4) if votes.count(domain) == most]

    def name_voted(table: Table, side: int, it: int) -> None:
        NAMED.put(table, it)
        table.say(side, f"The vote is for {DOMAIN_NAMES[it]}.")

    return Part("you break a tie", choose("name", most_voted, then=do(name_voted), kind=DOMAINS, obvious=True))


# Exchanging and replacing

def exchange(table: Table, one: int, other: int) -> None:
    """Two cards change places; each takes over place, owner and facing of the other's [FX-10]."""
    zone, owner, at = table.where(one)
    other_zone, other_owner, other_at = table.where(other)
    if table.game.words.deck_for is not None:
        piles = table.game.words.piles(table)
        if other_zone in piles:
            exchange_with_pile(table, one, other)
            return
        if zone in piles:
            exchange_with_pile(table, other, one)
            return
    if zone is other_zone and owner == other_owner and not zone.cells and at > other_at:
        exchange(table, other, one)
        return
    is_last = not other_zone.cells and other_at == len(other_zone.of(table, other_owner)) - 1
    of_places = table.game.words.of_places
    mine, theirs = marks_of_place(table, one), marks_of_place(table, other)
    passing = table.move(one, zone, PASSING, owner, quiet=True)
    arrived = table.move(other, other_zone, zone, other_owner, to=owner, at=-1 if zone.mixed else at)
    # What arrived may have made the game deal and reshuffle: the top of a deck is where it is now.
    passing = table.move(
        passing, PASSING, other_zone, owner, to=other_owner, at=-1 if other_zone.mixed or is_last else other_at)
    if of_places:
        mark_place(table, arrived, mine)
        mark_place(table, passing, theirs)


def exchange_with_pile(table: Table, one: int, other: int) -> None:
    """A card in a deck or discard changes places with another, which goes on top of the pile of its own [DK-Q27]."""
    zone, owner, at = table.where(one)
    pile, pile_owner, _ = table.where(other)
    marked = marks_of_place(table, one)
    if pile is table.game.words.piles(table)[0]:
        deck, to = deck_for(table, pile_owner, one)
        table.move(one, zone, deck, owner, to=to)
    else:
        table.game.words.dismiss(table, one, zone, owner)
    mark_place(table, table.move(other, pile, zone, pile_owner, to=owner, at=-1 if zone.mixed else at), marked)


def marks_of_place(table: Table, back: int) -> list[int]:
    """What belongs to the place of a card rather than to the card: its facing."""
    return [mark.get(table, mark.key(table, back)) for mark in table.game.words.of_places]


def mark_place(table: Table, back: int, marked: Sequence[int]) -> None:
    for mark, number in zip(table.game.words.of_places, marked, strict=True):
        mark.put(table, mark.key(table, back), number)


def exchange_both(table: Table, side: int, it: int, that: int) -> None:
    exchange(table, that, it)


def exchange_alike(table: Table, side: int, it: int, that: int) -> None:
    """Their faces were compared, so all have seen them, even if they lie hidden again [DK-Q18]."""
    hidden = [table.face[back] for back in (it, that) if not table.knows(table.sides, back)]
    exchange(table, that, it)
    for face in hidden:
        show_own(table, side, table.face.index(face))


def next_that_fits(table: Table, side: int, zone: Zone) -> Back | None:
    """The next card of the deck that may lie in a place; others are shown and discarded, after the last [DK-T05]."""
    table.make_ready(side, 1)
    back = table.top(side)
    misfits = []
    while back is not None and not fits(table, back, zone):
        misfits.append(table.move(back, table.game.words.piles(table)[0], ASIDE, side))
        back = table.top(side)
    for misfit in misfits:
        table.game.words.dismiss(table, misfit, ASIDE, side)
    return back


def exchange_it_with_top(table: Table, side: int, it: int) -> None:
    back = next_that_fits(table, side, table.where(it)[0])
    if back is not None:  # else one of the two is missing [DK-R07]
        exchange(table, it, back)


def choose_two(verb: str, second: str, which: Ask, then: Rule) -> Rule:
    """Two different cards, or none [DK-T06, R07]."""
    return choose(verb, if_there_are(2, which, which), then=choose(second, another(which), then=then, about_it=True))


def exchange_with(one: Which, other: Which) -> Part:
    goal = choose("with", partners_of_it(other.cards), then=do_both(exchange_both), about_it=True)
    return Part(f"exchange {one.says} with {other.says}",
                choose("exchange", with_partner(one.cards, other.cards), then=goal))


def exchange_two_neutral() -> Part:
    return Part("exchange two neutral cards", choose_two("exchange", "with", neutral_cards, do_both(exchange_both)))


def exchange_with_top(which: Which) -> Part:
    return Part(f"exchange {which.says} with {top(1)}", choose(
        "exchange", if_there_are(1, obtainable_card, which.cards), then=do(exchange_it_with_top)))


def unless_discard_is_empty(first: Part, *parts: Part) -> Part:
    def discard_is_empty(table: Table, side: int, it: int) -> bool:
        return not discarded_cards(table, side, it)

    return Part(f"{first.says}; if the discard is empty, {said(*parts)}",
                if_(discard_is_empty, done(*parts), otherwise=first.rule))


def shares_domain(table: Table, one: int, other: int) -> bool:
    return table.domain(one) == table.domain(other)


def shares_domain_or_value(table: Table, one: int, other: int) -> bool:
    return shares_domain(table, one, other) or table.value(one) == table.value(other)


def with_match(alike: Callable[[Table, int, int], bool]) -> Ask:
    """The hand cards to which a neutral card is alike [DK-Q18]."""
    open_cards = measurable(neutral_cards)

    def hand_with_match(table: Table, side: int, it: int) -> Sequence[int]:
        others = open_cards(table, side, it)
        return [back for back in tame(table, cards_in_hand(table, side, it))
                if any(alike(table, back, other) and may_trade(table, back, other) for other in others)]

    return hand_with_match


def matching(alike: Callable[[Table, int, int], bool]) -> Rule:
    """A neutral card for the hand card chosen."""
    open_cards = measurable(neutral_cards)

    def matches(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in open_cards(table, side, it)
                if alike(table, it, back) and may_trade(table, it, back)]

    return choose("with", matches, then=do_both(exchange_alike), about_it=True)


def may_exchange_with_shown(which: Which) -> Part:
    """If any card was revealed; then all of them go back."""
    def take_that_for_it(table: Table, side: int, it: int, that: int) -> None:
        """The own card "that" goes to the holder of "it", a shown one, and back comes that one."""
        owner = table.where(it)[1]
        give(table, that, side, owner)
        table.move(it, SHOWN, table.game.words.hand, owner, to=side)

    goal = choose("with", cards_shown_by_others, then=do_both(take_that_for_it), about_it=True)
    trade = may("exchange", if_there_are(1, cards_shown_by_others, which.cards), then=goal)
    return Part(f"you may exchange {which.says} with {ONE_OF_THESE.says}",
                if_(is_counted, trade, do(put_back_shown)))


def replace_with_top(which: Which) -> Part:
    def replace_it(table: Table, side: int, it: int) -> None:
        """The old card moves first, so that a reshuffle includes it [FX-11]."""
        zone, owner, at = table.where(it)
        marked = marks_of_place(table, it)
        table.game.words.dismiss(table, it, zone, owner)
        back = next_that_fits(table, side, zone)
        if back is not None:
            mark_place(table, table.move(
                back, table.game.words.piles(table)[0], zone, side, to=owner, at=at), marked)

    return Part(f"replace {which.says} with {top(1)}",
                choose("replace", if_there_are(1, obtainable_card, which.cards), then=do(replace_it)))


def replace_with(which: Which, new: Which) -> Part:
    """By a card of the discard, which is chosen before the old one moves [FX-11]."""
    def replace_that_by_it(table: Table, side: int, it: int, that: int) -> None:
        zone, owner, at = table.where(that)
        marked = marks_of_place(table, that)
        table.game.words.dismiss(table, that, zone, owner)
        mark_place(table, table.move(
            it, table.game.words.piles(table)[1], zone, side, to=owner, at=at), marked)

    def fitting(table: Table, side: int, it: int) -> Sequence[int]:
        found = new.cards(table, side, it)
        if table.game.words.fits is None:
            return found
        zone = table.where(it)[0]
        return [back for back in found if fits(table, back, zone)]

    def replaceable(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which.cards(table, side, it) if fitting(table, side, back)]

    goal = choose("by", fitting, then=do_both(replace_that_by_it), about_it=True)
    return Part(f"replace {which.says} with {new.says}", choose("replace", replaceable, then=goal))


# Changing cards

def in_words(step: int) -> str:
    """What everybody hears of a change, even if nobody sees the card [DK-V04]."""
    if step == DOUBLE:
        return "doubled"
    if step == HALVE:
        return "halved"
    if step == TURN:
        return "turned around"
    return f"set to {step - become(1) + 1}" if step >= become(1) else f"changed by {step - shift(0):+}"


def opened(table: Table, back: int) -> str:
    """What everybody calls a card that is about to be changed: a card in hand is shown first [DK-V04]."""
    if back in table.game.words.hand.of(table, ACTIVE.get(table)):
        show_own(table, ANYBODY, back)
        return code(table.face[back])
    return table.called(back, table.sides) if table.is_heard else ""


def change(table: Table, back: int, step: int) -> None:
    name, face = opened(table, back), table.face[back]
    mark = table.game.words.value
    key = mark.key(table, back)
    mark.put(table, key, mark.get(table, key) << 6 | step)
    if name == code(face):
        table.say(ACTIVE.get(table), f"{name} counts as {table.value(back)} this {table.game.words.span}.")
    elif table.is_heard:
        table.say(ACTIVE.get(table), f"The value of {name} is {in_words(step)} this {table.game.words.span}.")


def paint_that(table: Table, side: int, it: int, that: int) -> None:
    name = opened(table, that)
    mark = table.game.words.domain
    mark.put(table, mark.key(table, that), it)
    table.say(side, f"{name} counts as {DOMAIN_NAMES[it]} this {table.game.words.span}.")
    table.game.words.painted(table, that)


class Shifts(Kind):
    """By how much a value is raised or lowered; the choice is the step, since minus one would be a pass."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return str(choice - shift(0))


SHIFTS: Final[Kind] = Shifts()


def shifting(amounts: Sequence[int]) -> Rule:
    """Raise or lower "it" by one of these amounts."""
    steps = [shift(amount) for amount in amounts]

    def change_that_by_it(table: Table, side: int, it: int, that: int) -> None:
        change(table, that, it)

    return choose(
        "by", lambda table, side, it: steps, then=do_both(change_that_by_it), kind=SHIFTS, about_it=True)


def stepping(step: int) -> Rule:
    def change_it(table: Table, side: int, it: int) -> None:
        change(table, it, step)

    return do(change_it)


def raise_or_lower(which: Which, most: int, *, up_to: bool = False) -> Part:
    amounts = range(-most, most + 1) if up_to else [-most, most]
    return Part(f"raise or lower the value of {which.says} by {'up to ' if up_to else ''}{most} this round",
                choose("change", which.cards, then=shifting(amounts)))


def raise_or_lower_up_to_two(which: Which, by: int) -> Part:
    one_more = may("change", another(which.cards), then=shifting([-by, by]))
    return Part(f"raise or lower the values of up to two cards by {by} this round; each must be {which.where}",
                may("change", which.cards, then=seq(shifting([-by, by]), one_more)))


def shift_every_neutral(by: int) -> Part:
    def shift_all(table: Table, side: int, it: int) -> None:
        for back in tame(table, neutral_cards(table, side, it)):
            change(table, back, shift(by))

    return Part(f"{'raise' if by > 0 else 'lower'} every neutral card's value by {abs(by)}", do(shift_all))


def turn_around(which: Which) -> Part:
    return Part(f"turn the value of {which.says} around this round: it becomes 14 minus its value",
                choose("change", which.cards, then=stepping(TURN)))


def double_or_halve(which: Which) -> Part:
    return Part(f"double the value of {which.says} this round, or halve it (round up)", choose(
        "change", which.cards, then=either("change", double=stepping(DOUBLE), halve=stepping(HALVE))))


def swap_values(which: Which) -> Part:
    """Both are asked for their value, so both are seen by all [DK-T02]."""
    def swap_both(table: Table, side: int, it: int, that: int) -> None:
        show_own(table, side, it)
        show_own(table, side, that)
        values = table.value(that), table.value(it)
        change(table, it, become(values[0]))
        change(table, that, become(values[1]))

    return Part(f"two cards swap their values this round; each must be {which.where}",
                choose_two("swap", "with", measurable(which.cards), do_both(swap_both)))


def take_value(which: Which, source: Which) -> Part:
    def take_over(table: Table, side: int, it: int, that: int) -> None:
        show_own(table, side, it)
        show_own(table, side, that)
        change(table, that, become(table.value(it)))

    sources = measurable(source.cards)
    return Part(f"{which.says} takes the value of {source.says} this round", choose(
        "change", if_there_are(1, sources, which.cards), then=choose(
            "to", another(sources), then=do_both(take_over), about_it=True)))


def paint(which: Which) -> Part:
    return Part(f"give any domain you like to {which.says} this round", choose(
        "change", which.cards, then=choose(
            "to", all_domains, then=do_both(paint_that), kind=DOMAINS, about_it=True)))


# Another player

def with_another(*parts: Part) -> Part:
    """You pick another player, who is "it" in what follows [DK-N02]."""
    def pick_it(table: Table, side: int, it: int) -> None:
        PARTNER.put(table, it)
        table.say(side, "{who} picks {whom}.", it)

    rule = choose("player", other_players, then=seq(do(pick_it), done(*parts)), kind=SIDES, obvious=True)
    return Part(said(*parts), rule)


def give(table: Table, back: int, giver: int, taker: int) -> Back:
    """Only the two see it [FX-09]."""
    hand = table.game.words.hand
    return table.move(back, hand, hand, giver, to=taker)


def give_to_partner(table: Table, side: int, it: int) -> None:
    """Behind which back it is now is public, its face is not."""
    NAMED_TOO.put(table, give(table, it, side, PARTNER.get(table)))


def give_to_active(table: Table, side: int, it: int) -> None:
    give(table, it, side, ACTIVE.get(table))


def give_card(says: str, which: Ask) -> Part:
    gives = choose("give", which, then=counting(give_to_partner))
    return Part(f"give {says}", seq(do(count_anew), gives))


def they_give(which: Ask, *parts: Part) -> Part:
    """Honestly: who has such a card gives one; who is guarded may [DK-R09, Q23]."""
    gives = each_of(partner, asked_of("give", which, counting(give_to_active)))
    none = if_not("they have none", *parts)
    return Part(f"they give you another card of that domain or, {none.says}", seq(do(count_anew), gives, none.rule))


def they_choose(verb: str, **options: Part) -> Part:
    """The player picked chooses, an artificial one at random [DK-R08]; the options are yours to carry out."""
    rules = {name: each_of(active_player, part.rule) for name, part in options.items()}
    return Part("they choose: " + ", or ".join(part.says for part in options.values()),
                each_of(partner, either(verb, **rules)))


def random_hand_card(table: Table, player: int) -> int:
    """A random card of a player's hand that an effect may touch, or EMPTY [FX-26]."""
    hand = table.game.words.hand.of(table, player)
    return EMPTY if not hand or is_guarded(table, player, 0) else hand[table.chance().below(len(hand))]


def take_random() -> Part:
    def take_random_card(table: Table, side: int, it: int) -> None:
        player = PARTNER.get(table)
        back = random_hand_card(table, player)
        COUNT.put(table, 0)
        if back != EMPTY:
            give(table, back, player, side)
            COUNT.put(table, 1)

    return Part("take a random card from another player's hand", do(take_random_card))


def look_at_hand() -> Part:
    def look_at_all(table: Table, side: int, it: int) -> None:
        player = PARTNER.get(table)
        if not is_guarded(table, player, it):
            hand = table.game.words.hand.of(table, player)
            for back in sorted(hand, key=lambda back: table.face[back]):  # how they hold them is their secret
                table.show_in(back, table.game.words.hand, player, side)

    return Part("look at their whole hand", do(look_at_all))


def look_at_hidden(count: int) -> Part:
    """Of the player picked: face-down cards by place, random ones of the hand, or both [FX-01, DK-N08].

    All are chosen before any is seen: the hand cards are counted, the others noted.
    """
    def choose_anew(table: Table, side: int, it: int) -> None:
        COUNT.put(table, 0)
        NAMED.put(table, 0)

    def hidden_cards(table: Table, side: int, it: int) -> Sequence[int]:
        """The hand is one choice, as long as it has cards enough."""
        player = PARTNER.get(table)
        if is_guarded(table, player, it):
            return []
        hand, noted = cards_in_hand(table, player, it), unpack(NAMED.get(table))
        face_down = [back for back in controlled_cards(table, player, it)
                     if not table.knows(table.sides, back) and back not in noted]
        return [*face_down, *(hand[-1:] if COUNT.get(table) < len(hand) else [])]

    def note_it(table: Table, side: int, it: int) -> None:
        if it in cards_in_hand(table, PARTNER.get(table), it):
            COUNT.add(table, 1)
        else:
            NAMED.put(table, pack([*unpack(NAMED.get(table)), it]))

    def look_at_noted(table: Table, side: int, it: int) -> None:
        player = PARTNER.get(table)
        for back in unpack(NAMED.get(table)):
            table.show(back, side)
        hand = list(cards_in_hand(table, player, it))
        if COUNT.get(table):
            table.chance().shuffle(hand)
            for number in hand[:COUNT.get(table)]:
                table.show_in(number, table.game.words.hand, player, side)

    return Part(f"look at {count} hidden card{'s' * (count > 1)}", seq(
        do(choose_anew), choose("look", hidden_cards, then=do(note_it), times=count, obvious=True), do(look_at_noted)))


def of_another(part: Part) -> Part:
    return with_another(Part(f"{part.says} of another player, in hand or face down in play", part.rule))


def trade_in_secret(which: Which) -> Part:
    """Both pick at the same time; what only one has picked goes back [FX-22, DK-G02]."""
    def both_hold_cards(table: Table, side: int, it: int) -> bool:
        return bool(which.cards(table, side, it) and which.cards(table, PARTNER.get(table), it))

    def send_away(table: Table, side: int, it: int) -> None:
        table.move(it, table.game.words.hand, PASSING, side)

    def trade(table: Table, side: int, it: int) -> None:
        hand, other = table.game.words.hand, PARTNER.get(table)
        mine, theirs = PASSING.of(table, side)[:], PASSING.of(table, other)[:]
        both = bool(mine and theirs)
        for back in mine:
            table.move(back, PASSING, hand, side, to=other if both else side)
        for back in theirs:
            table.move(back, PASSING, hand, other, to=side if both else other)

    pick = secretly("pick", you_and_player_it, which.cards, then=do(send_away), may_pass=is_guarded)
    return Part(f"you and another player each secretly pick {which.says}, then exchange the two cards",
                if_(both_hold_cards, pick, do(trade)))


def show_in_secret(which: Which) -> Part:
    """All pick at the same time; the highest card is found, and all go back [FX-22, FX-23]."""
    def find_highest(table: Table, side: int, it: int) -> None:
        """By value, then domain; a wild card counts 0; between equals the first in order [DK-N10]."""
        best = (-1, -1)
        COUNT.put(table, 0)
        for player in every_player(table, side, it):
            for back in SHOWN.of(table, player):
                strength = (table.value(back), table.domain(back))
                if strength > best:
                    best = strength
                    COUNT.put(table, player + 1)
        put_back_shown(table, side, it)

    pick = secretly("pick", every_player, which.cards, then=do(show_out_of_hand), may_pass=is_guarded)
    return Part(f"all players secretly pick {which.says} and reveal it", seq(pick, do(find_highest)))


def guard() -> Part:
    """[FX-19]"""
    def guard_you(table: Table, side: int, it: int) -> None:
        GUARDED.put(table, 1, side)
        table.say(side, "{who}'s cards are safe from others' effects for a full round.")

    return Part("for a full round, other players' effects can't touch your cards", do(guard_you))


# Copying [FX-18]

def copy(which: Which) -> Part:
    return Part(f"use the effect of {which.says}", copying(which.cards))


def copy_each(count: int, which: Which) -> Part:
    """The next is chosen after the one before is finished; no card acts twice in a use [DK-Q14]."""
    return Part(f"use the effects of {count} different cards {which.where}, one after the other",
                repeat(count, copying(which.cards)))


def copy_shown(which: Which) -> Part:
    """All shown cards go back to their hands before one of their texts is carried out."""
    def use_shown(table: Table, side: int, it: int) -> None:
        face = table.face[it]
        put_back_shown(table, side, it)
        use_text(table, side, face)

    return Part(f"use the effect of {which.says}", seq(
        choose("copy", copyable(which.cards), then=do(use_shown)), do(put_back_shown)))


def copy_revealed() -> Part:
    def use_waiting(table: Table, side: int, it: int) -> None:
        for back in list(WAITING.of(table)):
            use_if_possible(table, side, back)

    return Part("use its effect", do(use_waiting))


def discard_and_use(which: Which) -> Part:
    """If it cannot be copied it is only discarded [DK-Q17]."""
    def discard_and_use_it(table: Table, side: int, it: int) -> None:
        usable, face = may_copy(table, side, it), table.face[it]
        discard_it(table, side, it)
        if usable:
            use_text(table, side, face)

    return Part(f"discard {which.says} and use its effect",
                choose("discard", which.cards, then=do(discard_and_use_it)))


def copy_of_partner() -> Part:
    def use_random(table: Table, side: int, it: int) -> None:
        player = PARTNER.get(table)
        back = random_hand_card(table, player)
        if back != EMPTY:
            table.show_in(back, table.game.words.hand, player)
            use_if_possible(table, side, back)

    return Part("use the effect of a card another player controls, or of a random card in their hand", either(
        "copy", a_card_they_control=copying(cards_of_partner), a_random_card=do(use_random)))


def last_of_others(side: int, texts: Sequence[int], times: Sequence[int]) -> int:
    """The card, by its number from one, whose text another player carried out last, or 0 [DK-C05]."""
    players = [player for player, text in enumerate(texts) if player != side and text]
    return texts[max(players, key=lambda player: times[player])] if players else 0


def copy_last() -> Part:
    def use_last(table: Table, side: int, it: int) -> None:
        """The most recent text that another player carried out."""
        last = last_of_others(side, LAST_TEXT.of(table), LAST_TIME.of(table))
        if last:
            face = Face(last - 1)
            back = table.face.index(face)
            if face not in table.chain and table.game.words.may_copy(table, side, back):
                use_text(table, side, face)

    return Part("use the last effect that another player used", do(use_last))


# How effects speak with people, in every game

EFFECT_PROMPTS: Final[dict[str, str]] = {
    "discard": "Discard a card.", "take": "Take one of these cards.", "player": "Pick a player.",
    "bury": "Put a card on the bottom of the deck.", "stack": "Put a card on top of the deck.",
    "name": "Name one.", "find": "Take a card you were looking for, or find nothing.",
    "reveal": "Reveal one of your cards.",
    "and": "Reveal a second card.", "exchange": "Choose what to exchange.", "with": "Choose what to exchange it with.",
    "change": "Choose a card to change.", "by": "Choose by how much, or by what.", "to": "Choose what it becomes.",
    "swap": "Choose the first card.", "replace": "Choose the card to be replaced.",
    "copy": "Choose whose effect to use.",
    "pick": "Pick one.", "pick up": "Pick up a card from the discard.", "put aside": "Choose a card for the bottom.",
    "look": "Choose a hidden card to look at.",
    "lay": "Put a card from your hand face up on the table.", "show": "Reveal a card from your hand.",
    "give": "Choose a card to give.", "vote": "Vote for a domain.", "let": "Choose what the other player gets.",
}

EFFECT_IDLE: Final[dict[str, str]] = {
    "discard": "You have nothing to discard.", "bury": "There is nothing to put on the bottom.",
    "put aside": "There is nothing to put on the bottom.", "pick up": "There is nothing to pick up.",
    "find": "No card fits.", "exchange": "There is nothing to exchange.", "change": "There is no card to change.",
    "give": "You have nothing to give.",
}

EFFECT_PHRASES: Final[dict[tuple[str, str], str]] = {
    ("deck", "hand"): "{who} draws {card}.", ("deck", "held"): "{who} looks at {card} from the deck.",
    ("deck", "aside"): "{card} is revealed from the deck.", ("deck", "waiting"): "{card} is revealed from the deck.",
    ("hand", "discard"): "{who} discards {card}.", ("hand", "resolving"): "{who} shows {card}.",
    ("hand", "shown"): "{who} shows {card}.", ("hand", "deck"): "{who} puts {card} into the deck.",
    ("hand", "hand"): "{who} gets {card} from {source}.", ("hand", "passing"): "{card} from {source} changes places.",
    ("discard", "passing"): "{card} leaves the discard.", ("passing", "hand"): "{who} takes {card}.",
    ("passing", "deck"): "{card} goes to the deck.", ("passing", "discard"): "{card} goes to the discard.",
    ("discard", "hand"): "{who} takes {card} from the discard.",
    ("deck", "deck"): "The top card goes to the bottom of the deck.", ("held", "hand"): "{who} takes {card}.",
    ("held", "deck"): "{who} puts {card} into the deck.", ("aside", "hand"): "{who} takes {card}.",
    ("aside", "held"): "{who} picks up {card}.", ("waiting", "held"): "{who} picks up {card}.",
    ("discard", "held"): "{who} picks up {card} from the discard.", ("shown", "hand"): "{who} takes {card}.",
    ("resolving", "discard"): "{who} discards {card}.", ("deck", "passing"): "{card} leaves the deck.",
}
