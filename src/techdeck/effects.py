"""What the cards do, in words whose meaning each game gives.

An effect is a list of parts done in order; a part is a rule and the words that say it.  Here are the verbs of
the deck's rulebook, the selectors they use, and the general edition: one line or two for each card.
"""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, Face, code
from techdeck.rules import choose, do, do_both, each_of, either, if_, may, repeat, secretly, seq, while_
from techdeck.table import (
    ANYBODY,
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
    Frame,
    Rule,
    Table,
    Tally,
    Zone,
    become,
    shift,
)

# Where cards lie while an effect runs.

HELD: Final = Zone("held", OWNER, mixed=True)  # between the fingers: looked at, or being put back in secret order
SHOWN: Final = Zone("shown", EVERYBODY)  # out of a hand, open before its holder
PASSING: Final = Zone("passing", NOBODY)  # on its way in an exchange; whoever knew it still does
ASIDE: Final = Zone("aside", EVERYBODY, shared=True)  # revealed from the deck [DK-N09]
WAITING: Final = Zone("waiting", EVERYBODY, shared=True)  # the same, while one of them is copied [DK-Q15]

ACTIVE: Final = Tally("active player", start=ANYBODY, shared=True)  # "you"
PARTNER: Final = Tally("player picked", start=ANYBODY, shared=True)
NAMED: Final = Tally("named", shared=True)  # a domain, a value, a sum
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


class Part:
    """A rule, and the words that say it."""

    def __init__(self, says: str, rule: Rule) -> None:
        self.says: Final = says
        self.rule: Final = rule


class Which:
    """Some cards to choose from, and what a text calls them."""

    def __init__(self, says: str, cards: Ask) -> None:
        self.says: Final = says
        self.cards: Final = cards


def effect(*parts: Part) -> Part:
    return Part("; ".join(part.says for part in parts if part.says), seq(*[part.rule for part in parts]))


def unsaid(rule: Rule) -> Part:
    """A rule that follows from the words of another part."""
    return Part("", rule)


def choosing(says: str, verb: str, which: Ask, *parts: Part) -> Part:
    """Choose a card; the parts that follow are about it, and happen only if there is one."""
    then = effect(*parts)
    return Part("; ".join(words for words in (says, then.says) if words), choose(verb, which, then=then.rule))


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# Who

def other_players(table: Table, side: int, it: int) -> Sequence[int]:
    """[DK-N02, N03]"""
    order = [(side + i) % table.sides for i in range(1, table.sides)]
    return [other for other in order if table.game.words.is_in(table, other, 0)]


def every_player(table: Table, side: int, it: int) -> Sequence[int]:
    return [side, *other_players(table, side, it)]


def players_with_a_hand(table: Table, side: int, it: int) -> Sequence[int]:
    return [player for player in every_player(table, side, it) if table.has_hand(player)]


def left_player(table: Table, side: int, it: int) -> Sequence[int]:
    """The next one who has a hand and is still in [DK-N04]."""
    return [player for player in other_players(table, side, it) if table.has_hand(player)][:1]


def active_player(table: Table, side: int, it: int) -> Sequence[int]:
    return [ACTIVE.get(table)]


def partner(table: Table, side: int, it: int) -> Sequence[int]:
    return [PARTNER.get(table)]


def you_and_partner(table: Table, side: int, it: int) -> Sequence[int]:
    return [side, PARTNER.get(table)]


def is_guarded(table: Table, side: int, it: int) -> bool:
    """Whether a player's cards are safe from the effect under way [DK-G01]."""
    return side != ACTIVE.get(table) and GUARDED.get(table, side) > 0


# Which cards

def cards_in_hand(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.hand.of(table, side)[:]


def controlled_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.controlled(table, side, it)


def own_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """[DK-N07]"""
    return [*cards_in_hand(table, side, it), *controlled_cards(table, side, it)]


def neutral_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.neutral(table, side, it)


def cards_in_play(table: Table, side: int, it: int) -> Sequence[int]:
    """All but those of guarded players [DK-N06, G01]; what is neutral and controlled comes once."""
    found = dict.fromkeys(neutral_cards(table, side, it))
    for player in range(table.sides):
        for back in controlled_cards(table, player, it):
            if is_guarded(table, player, it):
                found.pop(back, None)
            else:
                found[back] = None
    return list(found)


def tame(table: Table, backs: Sequence[int]) -> list[int]:
    """Without the wild cards, which have no value and no domain [DK-V08]."""
    return [back for back in backs if not table.card(back).is_wild]


def legible(table: Table, side: int, backs: Sequence[int]) -> list[int]:
    """Those whose face the side may see [DK-T02]."""
    return [back for back in backs if table.knows(side, back)]


def measurable(which: Ask) -> Ask:
    """Of these the ones that have a value and a domain, and whose face you see."""
    def measurable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return tame(table, legible(table, side, which(table, side, it)))

    return measurable_cards


def changeable(which: Ask, from_hand: bool) -> Ask:
    """Of these cards, and of the own hand if the text says so, the ones whose value or domain can be changed."""
    def changeable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        hand = cards_in_hand(table, side, it) if from_hand and table.game.words.changes_hands else []
        return tame(table, [*hand, *which(table, side, it)])

    return changeable_cards


def another(which: Ask) -> Ask:
    """The same, but not the one chosen before [DK-T06]."""
    def another_one(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if back != it]

    return another_one


def discarded_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.game.words.piles(table)[1].of(table, side)[:]


def cards_aside(table: Table, side: int, it: int) -> Sequence[int]:
    return ASIDE.of(table)[:] if table.has_hand(side) else []


def cards_held(table: Table, side: int, it: int) -> Sequence[int]:
    return HELD.of(table, side)[:]


def cards_shown(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for player in range(table.sides) for back in SHOWN.of(table, player)]


def cards_shown_by_others(table: Table, side: int, it: int) -> Sequence[int]:
    """What a guarded player shows of free will stays guarded [DK-G01]."""
    return [back for player in other_players(table, side, it) if not is_guarded(table, player, it)
            for back in SHOWN.of(table, player)]


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


YOURS: Final = Which("one of your cards", changeable(controlled_cards, True))
IN_PLAY: Final = Which("a card in play", cards_in_play)
IN_PLAY_OR_HAND: Final = Which("a card in play or in your hand", changeable(cards_in_play, True))
NEUTRAL: Final = Which("a neutral card", neutral_cards)
IN_DISCARD: Final = Which("a card in the discard", discarded_cards)
NEUTRAL_OR_DISCARD: Final = Which(
    "a neutral card or of a card in the discard",
    lambda table, side, it: [*neutral_cards(table, side, it), *discarded_cards(table, side, it)],
)


# Using an effect

def begin_use(table: Table, side: int, it: int) -> None:
    """A new use: nothing has been copied in it yet."""
    table.chain.clear()
    ACTIVE.put(table, side)
    table.say(side, f"{{who}} uses {code(table.face[it])} {table.card(it).printed.concept}.")


class EffectOfIt(Rule):
    """Do what it says on the card, for whoever is doing it."""

    def run(self, table: Table, frame: Frame) -> None:
        card = table.card(frame.it)
        table.chain.append(table.face[frame.it])
        if card.effect:
            if not card.copies:  # a copying card counts as the text it copies [DK-C05]
                TIME.add(table, 1)
                LAST_TEXT.put(table, table.face[frame.it] % DECK_SIZE + 1, frame.side)
                LAST_TIME.put(table, TIME.get(table), frame.side)
            table.then(table.game.effects[card.effect], frame.side, frame.it)


effect_of_it: Final = EffectOfIt()


# Moving cards

def ready(table: Table, side: int, count: int) -> None:
    table.game.words.ready(table, side, count)


def draw_one(table: Table, side: int, it: int) -> None:
    table.draw(side)


def drawing(count: int) -> Rule:
    """One card at a time, so that what a drawn card causes comes before the next."""
    def make_ready(table: Table, side: int, it: int) -> None:
        ready(table, side, count)

    return do(draw_one) if count == 1 else seq(do(make_ready), repeat(count, do(draw_one)))


def discard_it(table: Table, side: int, it: int) -> None:
    table.game.words.dismiss(table, it, table.game.words.hand, side)


def asked_of(verb: str, options: Ask, then: Rule, times: int = 1) -> Rule:
    """Somebody has to do something with an own card; who is guarded may [DK-G02]."""
    return if_(is_guarded, may(verb, options, then, times), otherwise=choose(verb, options, then, times))


def discarding(count: int = 1) -> Rule:
    return asked_of("discard", cards_in_hand, do(discard_it), count)


def take_it(table: Table, side: int, it: int) -> None:
    zone, owner, _ = table.where(it)
    table.move(it, zone, table.game.words.hand, owner, to=side)


def pick_up(source: Zone) -> Rule:
    """Take open cards between the fingers, to put them back in an order nobody sees."""
    def pick_up_all(table: Table, side: int, it: int) -> None:
        for back in list(source.of(table, side)):
            table.move(back, source, HELD, side)

    return do(pick_up_all)


def bury_it(table: Table, side: int, it: int) -> None:
    """From wherever it is: between the fingers, in the hand, on top of the deck."""
    zone, owner, _ = table.where(it)
    table.move(it, zone, table.game.words.piles(table)[0], owner, to=side, at=0)


def stack_it(table: Table, side: int, it: int) -> None:
    table.move(it, HELD, table.game.words.piles(table)[0], side)


def holds_cards(table: Table, side: int, it: int) -> bool:
    return bool(HELD.of(table, side))


# The last card needs no question; which came first stays a secret [FX-07, FX-08].
BURY_HELD: Final = while_(holds_cards, choose("bury", cards_held, then=do(bury_it), obvious=True))
STACK_HELD: Final = while_(holds_cards, choose("stack", cards_held, then=do(stack_it), obvious=True))


def give(table: Table, back: int, giver: int, taker: int) -> None:
    """Only the two see it [FX-09]."""
    hand = table.game.words.hand
    table.move(back, hand, hand, giver, to=taker)


def exchange(table: Table, one: int, other: int) -> None:
    """Two cards change places; each takes over place, owner and facing of the other's [FX-10]."""
    zone, owner, at = table.where(one)
    other_zone, other_owner, other_at = table.where(other)
    if zone is other_zone and owner == other_owner and not zone.cells and at > other_at:
        exchange(table, other, one)
        return
    passing = table.move(one, zone, PASSING, owner, quiet=True)
    table.move(other, other_zone, zone, other_owner, to=owner, at=-1 if zone.mixed else at)
    table.move(passing, PASSING, other_zone, owner, to=other_owner, at=-1 if other_zone.mixed else other_at)


def exchange_both(table: Table, side: int, it: int, that: int) -> None:
    exchange(table, that, it)


def top_card(table: Table, side: int, it: int) -> Sequence[int]:
    """The top card of the deck, if there is one; the discard is not shuffled for it."""
    return table.game.words.piles(table)[0].of(table, side)[-1:]


def exchange_with_top(table: Table, side: int, it: int) -> None:
    ready(table, side, 1)
    top = table.top(side)
    if top is not None:  # else one of the two is missing [DK-R07]
        exchange(table, it, top)


def can_be_replaced(table: Table, side: int) -> bool:
    """Whether a new card can be had, which is judged before the old one moves [FX-11]."""
    deck, discard = table.game.words.piles(table)
    return bool(deck.of(table, side) or discard.of(table, side))


def replace_with_top(table: Table, side: int, it: int) -> None:
    if can_be_replaced(table, side):
        zone, owner, at = table.where(it)
        table.game.words.dismiss(table, it, zone, owner)
        ready(table, side, 1)
        top = table.top(side)
        if top is not None:
            table.move(top, table.game.words.piles(table)[0], zone, side, to=owner, at=at)


def replace_that_by_it(table: Table, side: int, it: int, that: int) -> None:
    zone, owner, at = table.where(that)
    table.game.words.dismiss(table, that, zone, owner)
    table.move(it, table.game.words.piles(table)[1], zone, side, to=owner, at=at)


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


# Changing cards

def change(table: Table, back: int, step: int) -> None:
    face = table.face[back]
    mark = table.game.words.value
    mark.put(table, face, mark.get(table, face) << 6 | step)
    if table.knows(table.sides, back):
        table.say(ACTIVE.get(table), f"{code(face)} counts as {table.value(back)} this round.")


def change_own(table: Table, side: int, back: int, step: int) -> None:
    """A card in hand is shown first [DK-V04]."""
    if table.where(back)[0] is table.game.words.hand:
        show_own(table, side, back)
    change(table, back, step)


def shifting(amounts: Sequence[int]) -> Rule:
    """Raise or lower "it" by one of these amounts."""
    def shift_that_by_it(table: Table, side: int, it: int, that: int) -> None:
        change_own(table, side, that, shift(it))

    return choose("by", lambda table, side, it: amounts, then=do_both(shift_that_by_it), kind=NUMBERS)


def paint_that(table: Table, side: int, it: int, that: int) -> None:
    if table.where(that)[0] is table.game.words.hand:
        show_own(table, side, that)
    table.game.words.domain.put(table, table.face[that], it)
    if table.knows(table.sides, that):
        table.say(side, f"{code(table.face[that])} counts as {DOMAIN_NAMES[it]} this round.")


# The verbs of section 4, as parts of a text

def draw(count: int) -> Part:
    return Part(f"draw {cards(count)}", drawing(count))


def discard(count: int) -> Part:
    return Part(f"discard {cards(count)}", discarding(count))


def look(count: int) -> Part:
    """[FX-01]"""
    def look_at_top(table: Table, side: int, it: int) -> None:
        ready(table, side, count)
        for _ in range(count):
            top = table.top(side)
            if top is not None:
                table.move(top, table.game.words.piles(table)[0], HELD, side)

    return Part(f"look at the top {cards(count)} of the deck", do(look_at_top))


def revealing(count: Callable[[Table, int], int], target: Zone) -> Rule:
    """[FX-02]"""
    def reveal_top(table: Table, side: int, it: int) -> None:
        ready(table, side, count(table, side))
        for _ in range(count(table, side)):
            top = table.top(side)
            if top is not None:
                table.move(top, table.game.words.piles(table)[0], target, side)

    return do(reveal_top)


def reveal(count: int, target: Zone = ASIDE) -> Part:
    says = "reveal the top card of the deck" if count == 1 else f"reveal the top {cards(count)} of the deck"
    return Part(says, revealing(lambda table, side: count, target))


def take_one(of: Ask) -> Part:
    return Part("take 1", choose("take", of, then=do(take_it)))


def left_takes_one(of: Ask) -> Part:
    return Part("the player on your left takes 1", each_of(left_player, choose("take", of, then=do(take_it))))


def bury_rest(source: Zone | None = None, says: str = "put the rest on the bottom") -> Part:
    return Part(says, seq(pick_up(source), BURY_HELD) if source is not None else BURY_HELD)


def name_domain() -> Part:
    def name_it(table: Table, side: int, it: int) -> None:
        NAMED.put(table, it)
        table.say(side, f"{{who}} names {DOMAIN_NAMES[it]}.")

    return Part("name a domain", choose("name", all_domains, then=do(name_it), kind=DOMAINS))


def name_value() -> Part:
    def name_it(table: Table, side: int, it: int) -> None:
        NAMED.put(table, it)
        table.say(side, f"{{who}} names the value {it}.")

    return Part("name a value", choose("name", all_values, then=do(name_it), kind=NUMBERS))


def of_named_domain(which: Ask) -> Ask:
    def such_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if table.domain(back) == NAMED.get(table)]

    return such_cards


def of_named_value(which: Ask) -> Ask:
    def such_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in tame(table, which(table, side, it)) if table.value(back) == NAMED.get(table)]

    return such_cards


def counting(verb: Callable[[Table, int, int], None]) -> Rule:
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


def draw_counted() -> Rule:
    """Draw as many cards as were counted."""
    def make_ready(table: Table, side: int, it: int) -> None:
        ready(table, side, COUNT.get(table))

    def draw_and_count_down(table: Table, side: int, it: int) -> None:
        COUNT.add(table, -1)
        table.draw(side)

    return seq(do(make_ready), while_(is_counted, do(draw_and_count_down)))


def pick_player(says: str, *rules: Rule) -> Part:
    """Another player becomes the one picked, and "it"."""
    def pick_it(table: Table, side: int, it: int) -> None:
        PARTNER.put(table, it)
        table.say(side, "{who} picks {whom}.", it)

    return Part(says, choose("player", other_players, then=seq(do(pick_it), *rules), kind=SIDES, obvious=True))


def untouchable(table: Table, side: int) -> bool:
    return is_guarded(table, side, 0)


def random_hand_card(table: Table, player: int) -> int:
    """A random card of a player's hand that an effect may touch, or EMPTY [FX-26]."""
    hand = table.game.words.hand.of(table, player)
    return EMPTY if not hand or untouchable(table, player) else hand[table.chance().below(len(hand))]


def look_at_hidden(count: int) -> Rule:
    """At cards of the player picked: random ones of the hand [FX-01, DK-N08]."""
    def look_at_random_cards(table: Table, side: int, it: int) -> None:
        player = PARTNER.get(table)
        hand: list[int] = list(table.game.words.hand.of(table, player))
        if not untouchable(table, player):
            table.chance().shuffle(hand)
            for back in hand[:count]:
                table.show_in(back, table.game.words.hand, player, side)

    return do(look_at_random_cards)


def look_at_hand(table: Table, side: int, it: int) -> None:
    """The active player sees the hand of the one picked."""
    player = PARTNER.get(table)
    if not untouchable(table, player):
        for back in table.game.words.hand.of(table, player):
            table.show_in(back, table.game.words.hand, player, ACTIVE.get(table))


def search(says: str, fits: Callable[[Table, int], bool]) -> list[Part]:
    """Look through the whole deck, take a card that fits or none, shuffle; who took one discards one [FX-05]."""
    def open_deck(table: Table, side: int, it: int) -> None:
        COUNT.put(table, 0)
        deck = table.game.words.piles(table)[0]
        for back in deck.of(table, side):
            table.show_in(back, deck, side, side)

    def fitting(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in tame(table, table.game.words.piles(table)[0].of(table, side)) if fits(table, back)]

    def take_found(table: Table, side: int, it: int) -> None:
        table.show_in(it, table.game.words.piles(table)[0], side)
        table.move(it, table.game.words.piles(table)[0], table.game.words.hand, side)

    def close_deck(table: Table, side: int, it: int) -> None:
        table.shuffle(table.game.words.piles(table)[0], side)

    found = seq(do(open_deck), may("find", fitting, then=counting(take_found)), do(close_deck))
    return [
        Part(f"search the deck for {says}, reveal it, take it", found),
        Part("if you do, discard 1 card", if_(is_counted, discarding())),
    ]


def others_show(says: str, which: Ask) -> Part:
    """Each other player lays one of these hand cards open [DK-R03]."""
    return Part(says, seq(
        do(count_anew), each_of(other_players, asked_of("show", which, counting(show_out_of_hand))),
    ))


def take_that_for_it(table: Table, side: int, it: int, that: int) -> None:
    """The own card "that" goes to the holder of "it", a shown one, and back comes that one."""
    owner = table.where(it)[1]
    give(table, that, side, owner)
    table.move(it, SHOWN, table.game.words.hand, owner, to=side)


def hand_if_any_shown(table: Table, side: int, it: int) -> Sequence[int]:
    return cards_in_hand(table, side, it) if cards_shown_by_others(table, side, it) else []


EXCHANGE_WITH_SHOWN: Final = may(
    "exchange", hand_if_any_shown, then=choose("with", cards_shown_by_others, then=do_both(take_that_for_it)),
)


def copy_one(says: str, which: Ask, then: Rule = effect_of_it) -> Part:
    return Part(says, choose("copy", copyable(which), then=seq(do(show_own), then)))


def other_own_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for back in own_cards(table, side, it) if table.face[back] != table.chain[0]]


def use_shown(table: Table, side: int, it: int) -> None:
    """The shown cards go back to their hands before one of their texts is carried out."""
    number = table.face[it]
    put_back_shown(table, side, it)
    table.then(effect_of_it, side, table.face.index(number))


def use_if_possible(table: Table, side: int, back: int) -> None:
    """What chance or another player brings does nothing if it cannot be copied [DK-C04]."""
    if may_copy(table, side, back):
        table.then(effect_of_it, side, back)


def discard_and_use(table: Table, side: int, it: int) -> None:
    number = table.face[it]
    discard_it(table, side, it)
    use_if_possible(table, side, table.face.index(number))


def use_waiting(table: Table, side: int, it: int) -> None:
    for back in list(WAITING.of(table)):
        use_if_possible(table, side, back)


def use_last(table: Table, side: int, it: int) -> None:
    """The most recent text that another player carried out [DK-C05]."""
    players = [player for player in range(table.sides) if player != side and LAST_TEXT.get(table, player)]
    if players:
        latest = max(players, key=lambda player: LAST_TIME.get(table, player))
        number = LAST_TEXT.get(table, latest) - 1
        back = table.face.index(Face(number))
        if table.game.words.may_copy(table, side, back):
            TIME.add(table, 1)
            LAST_TEXT.put(table, number + 1, side)
            LAST_TIME.put(table, TIME.get(table), side)
            table.then(table.game.effects[table.game.cards[number].effect], side, back)


def use_random_of_partner(table: Table, side: int, it: int) -> None:
    player = PARTNER.get(table)
    back = random_hand_card(table, player)
    if back != EMPTY:
        table.show_in(back, table.game.words.hand, player)
        use_if_possible(table, side, back)


def cards_of_partner(table: Table, side: int, it: int) -> Sequence[int]:
    player = PARTNER.get(table)
    return [] if untouchable(table, player) else controlled_cards(table, player, it)


def take_random(table: Table, side: int, it: int) -> None:
    player = PARTNER.get(table)
    back = random_hand_card(table, player)
    COUNT.put(table, 0)
    if back != EMPTY and table.has_hand(side):
        give(table, back, player, side)
        COUNT.put(table, 1)


def give_to_partner(table: Table, side: int, it: int) -> None:
    if table.has_hand(PARTNER.get(table)):
        give(table, it, side, PARTNER.get(table))
        COUNT.add(table, 1)


def give_to_active(table: Table, side: int, it: int) -> None:
    give(table, it, side, ACTIVE.get(table))


def hand_for_partner(table: Table, side: int, it: int) -> Sequence[int]:
    return cards_in_hand(table, side, it) if table.has_hand(PARTNER.get(table)) else []


def ordered_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """Of the named domain, but not the one just given, which came last [6V]."""
    hand = table.game.words.hand.of(table, side)
    return [back for back in hand[:-1] if table.domain(back) == NAMED.get(table)]


def shares_domain(table: Table, one: int, other: int) -> bool:
    return table.domain(one) == table.domain(other)


def shares_domain_or_value(table: Table, one: int, other: int) -> bool:
    return shares_domain(table, one, other) or table.value(one) == table.value(other)


def exchange_alike(alike: Callable[[Table, int, int], bool], is_free: bool) -> Rule:
    """Exchange a hand card with a neutral card that is like it [DK-Q18]."""
    neutral = measurable(neutral_cards)

    def with_a_match(table: Table, side: int, it: int) -> Sequence[int]:
        open_cards = neutral(table, side, it)
        return [back for back in tame(table, cards_in_hand(table, side, it))
                if any(alike(table, back, other) for other in open_cards)]

    def matches(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in neutral(table, side, it) if alike(table, it, back)]

    goal = choose("with", matches, then=do_both(exchange_both))
    return may("exchange", with_a_match, then=goal) if is_free else choose("exchange", with_a_match, then=goal)


def swap_values(table: Table, side: int, it: int, that: int) -> None:
    values = table.value(that), table.value(it)
    change_own(table, side, it, become(values[0]))
    change_own(table, side, that, become(values[1]))


def take_value(table: Table, side: int, it: int, that: int) -> None:
    change_own(table, side, that, become(table.value(it)))


def step_it(step: int) -> Rule:
    def change_it(table: Table, side: int, it: int) -> None:
        change_own(table, side, it, step)

    return do(change_it)


def shift_neutral(by: int) -> Rule:
    def shift_all(table: Table, side: int, it: int) -> None:
        for back in tame(table, neutral_cards(table, side, it)):
            if back in cards_in_play(table, side, it):
                change(table, back, shift(by))

    return do(shift_all)


def note_domain(table: Table, side: int, it: int) -> None:
    show_own(table, side, it)
    NAMED.put(table, table.domain(it))


def note_sums(table: Table, side: int, it: int, that: int) -> None:
    show_own(table, side, it)
    show_own(table, side, that)
    NAMED.put(table, table.value(it) + table.value(that))
    NAMED_TOO.put(table, abs(table.value(it) - table.value(that)))


def lay_for_trade(table: Table, side: int, it: int) -> None:
    show_out_of_hand(table, side, it)
    COUNT.put(table, COUNT.get(table) | 1 << side)


def who_laid(table: Table, side: int, it: int) -> Sequence[int]:
    return [player for player in every_player(table, side, it) if COUNT.get(table) >> player & 1]


def send_away(table: Table, side: int, it: int) -> None:
    table.move(it, table.game.words.hand, PASSING, side)


def trade_passing(table: Table, side: int, it: int) -> None:
    """The two cards picked in secret change owners; a lone one goes back."""
    hand, other = table.game.words.hand, PARTNER.get(table)
    mine, theirs = PASSING.of(table, side)[:], PASSING.of(table, other)[:]
    both = bool(mine and theirs)
    for back in mine:
        table.move(back, PASSING, hand, side, to=other if both else side)
    for back in theirs:
        table.move(back, PASSING, hand, other, to=side if both else other)


def both_hold_cards(table: Table, side: int, it: int) -> bool:
    return bool(cards_in_hand(table, side, it) and cards_in_hand(table, PARTNER.get(table), it))


def find_highest(table: Table, side: int, it: int) -> None:
    """By value, then domain; a wild card counts 0; between equals the first in order [FX-23, DK-N10]."""
    best = (-1, -1)
    COUNT.put(table, 0)
    for player in every_player(table, side, it):
        for back in SHOWN.of(table, player):
            strength = (table.value(back), table.domain(back))
            if strength > best:
                best = strength
                COUNT.put(table, player + 1)
    put_back_shown(table, side, it)


def player_counted(table: Table, side: int, it: int) -> Sequence[int]:
    return [COUNT.get(table) - 1] if COUNT.get(table) else []


def guard(table: Table, side: int, it: int) -> None:
    GUARDED.put(table, 1, side)
    table.say(side, "{who}'s cards are safe from others' effects for a full round.")


def vote_for(table: Table, side: int, it: int) -> None:
    VOTE.put(table, it, side)
    table.say(side, f"{{who}} votes for {DOMAIN_NAMES[it]}.")


def most_voted(table: Table, side: int, it: int) -> Sequence[int]:
    votes = [VOTE.get(table, player) for player in every_player(table, side, it)]
    most = max(votes.count(domain) for domain in votes)
    return [domain for domain in (1, 2, 3, 4) if votes.count(domain) == most]


def name_voted(table: Table, side: int, it: int) -> None:
    NAMED.put(table, it)
    table.say(side, f"The vote is for {DOMAIN_NAMES[it]}.")


def peek(table: Table, side: int, it: int) -> None:
    """Look at the top card, which stays there."""
    ready(table, side, 1)
    top = table.top(side)
    if top is not None:
        table.show_in(top, table.game.words.piles(table)[0], 0 if table.game.words.piles(table)[0].shared else side, side)


def discard_is_empty(table: Table, side: int, it: int) -> bool:
    return not discarded_cards(table, side, it)


def take_from_discard(table: Table, side: int, it: int) -> None:
    table.move(it, table.game.words.piles(table)[1], HELD, side)


def replaceable_from_discard(table: Table, side: int, it: int) -> Sequence[int]:
    return [] if discard_is_empty(table, side, it) else cards_in_play(table, side, it)


def number_of_players(table: Table, side: int) -> int:
    return len(players_with_a_hand(table, side, 0))


def hold_aside(table: Table, side: int, it: int) -> None:
    table.move(it, ASIDE, HELD, side)


RENEW: Final = seq(drawing(1), discarding())


# The general edition

PROGRAMS: Final[dict[str, Part]] = {
    # Knowledge
    "1K": effect(look(3), take_one(cards_held), bury_rest()),
    "2K": effect(reveal(3), take_one(cards_aside), left_takes_one(cards_aside), bury_rest(ASIDE)),
    "3K": effect(draw(2), discard(1)),
    "4K": effect(
        name_domain(), reveal(4),
        Part("take 1 card of that domain", choose("take", of_named_domain(cards_aside), then=do(take_it))),
        bury_rest(ASIDE),
    ),
    "5K": effect(look(5), Part("put them back in any order", STACK_HELD), draw(1), discard(1)),
    "6K": effect(pick_player("look at 2 hidden cards of another player", look_at_hidden(2)), draw(1), discard(1)),
    "7K": effect(
        Part("put up to 3 cards from your hand on the bottom", seq(
            do(count_anew),
            may("bury", cards_in_hand, then=counting(bury_it), times=3),
        )),
        Part("draw that many cards", draw_counted()),
    ),
    "8K": Part("exchange two neutral cards, or exchange a neutral card with the top card of the deck", either(
        "exchange",
        two_neutral_cards=choose("exchange", neutral_cards, then=choose(
            "with", another(neutral_cards), then=do_both(exchange_both))),
        with_the_top_card=choose("exchange", neutral_cards, then=do(exchange_with_top)),
    )),
    "9K": choosing(
        "reveal one of your cards", "reveal", measurable(own_cards), unsaid(do(note_domain)),
        *search("a card of the same domain", lambda table, back: table.domain(back) == NAMED.get(table)),
    ),
    "10K": effect(
        name_value(),
        others_show("each other player who holds it reveals one", of_named_value(cards_in_hand)),
        Part("you may exchange a hand card with one of them; if none is revealed, draw 1 card, discard 1 card",
             if_(is_counted, seq(EXCHANGE_WITH_SHOWN, do(put_back_shown)), otherwise=RENEW)),
    ),
    "11K": effect(
        Part("look at the top card of the deck", do(peek)),
        Part("you may exchange it with a card in your hand", may("exchange", cards_in_hand, then=do(exchange_with_top))),
        Part("you may put the top card on the bottom", may("bury", top_card, then=do(bury_it))),
    ),
    "12K": effect(draw(2), discard(2)),
    "13K": effect(
        reveal(4),
        Part("put any of them on the bottom", seq(may("put aside", cards_aside, then=do(hold_aside), times=4), BURY_HELD)),
        Part("the rest back on top in any order", seq(pick_up(ASIDE), STACK_HELD)),
    ),
    # Science
    "1S": Part(f"raise or lower the value of {YOURS.says} by up to 3 this round", choose(
        "change", YOURS.cards, then=shifting(range(-3, 4)))),
    "2S": Part(f"give any domain you like to {IN_PLAY_OR_HAND.says} this round", choose(
        "change", IN_PLAY_OR_HAND.cards, then=choose("to", all_domains, then=do_both(paint_that), kind=DOMAINS))),
    "3S": Part(
        "exchange a card in your hand with any card in the discard; if the discard is empty, draw 1 card, discard 1 card",
        if_(discard_is_empty, RENEW, otherwise=choose("exchange", cards_in_hand, then=choose(
            "with", discarded_cards, then=do_both(exchange_both))))),
    "4S": Part("two cards swap their values this round; each must be in play or in your hand", choose(
        "swap", measurable(IN_PLAY_OR_HAND.cards), then=choose(
            "with", another(measurable(IN_PLAY_OR_HAND.cards)), then=do_both(swap_values)))),
    "5S": Part(f"turn the value of {YOURS.says} around this round: it becomes 14 minus its value", choose(
        "change", YOURS.cards, then=step_it(TURN))),
    "6S": effect(
        Part("put up to 2 cards from the discard on top of the deck in any order", seq(
            may("pick up", discarded_cards, then=do(take_from_discard), times=2), STACK_HELD)),
        draw(1), discard(1),
    ),
    "7S": pick_player("pick another player; they choose: you draw 1 card, or you look at their whole hand", each_of(
        partner, either("let", them_draw_a_card=each_of(active_player, drawing(1)), them_see_my_hand=do(look_at_hand)))),
    "8S": Part("raise every neutral card's value by 1, or lower every neutral card's value by 1, this round", either(
        "change", raise_all=shift_neutral(1), lower_all=shift_neutral(-1))),
    "9S": Part("use the last effect that another player used", do(use_last)),
    "10S": Part(f"replace {IN_PLAY.says} with a card from the discard", choose(
        "replace", replaceable_from_discard, then=choose("by", discarded_cards, then=do_both(replace_that_by_it)))),
    "11S": pick_player("you and another player each secretly pick a card from hand, exchange the two cards", if_(
        both_hold_cards,
        secretly("pick", you_and_partner, cards_in_hand, then=do(send_away), may_pass=is_guarded),
        do(trade_passing),
    )),
    "12S": Part("raise or lower the values of up to two cards by 1 this round; each must be in play or in your hand", may(
        "change", IN_PLAY_OR_HAND.cards, then=seq(
            shifting([-1, 1]), may("change", another(IN_PLAY_OR_HAND.cards), then=shifting([-1, 1]))))),
    "13S": Part(f"replace {NEUTRAL.says} in play with the top card of the deck", choose(
        "replace", NEUTRAL.cards, then=do(replace_with_top))),
    # Technology
    "1T": Part("use the effects of two different cards in play, one after the other", choose(
        "copy", copyable(cards_in_play), then=seq(
            do(show_own), effect_of_it,
            choose("copy", copyable(cards_in_play), then=seq(do(show_own), effect_of_it))))),
    "2T": Part(f"{YOURS.says} takes the value of {IN_PLAY.says} this round", choose(
        "change", YOURS.cards, then=choose("to", another(measurable(IN_PLAY.cards)), then=do_both(take_value)))),
    "3T": effect(
        reveal(3, WAITING), copy_one("use the effect of one of them", lambda table, side, it: WAITING.of(table)[:]),
        bury_rest(WAITING, "put all three on the bottom"),
    ),
    "4T": copy_one("use the effect of another one of your cards; you keep that card", other_own_cards),
    "5T": Part(f"double the value of {YOURS.says} this round, or halve it", choose(
        "change", YOURS.cards, then=either("change", double=step_it(DOUBLE), halve=step_it(HALVE)))),
    "6T": effect(*search("a card of value 6 or less", lambda table, back: table.value(back) <= 6)),
    "7T": effect(
        Part("discard a card from your hand, use its effect", choose("discard", cards_in_hand, then=do(discard_and_use))),
        draw(1),
    ),
    "8T": Part(
        "pick one: draw 1 card, discard 1 card; or raise or lower one of your cards by 1 this round; "
        "or look at one hidden card",
        either(
            "pick", draw_and_discard=RENEW,
            raise_or_lower=choose("change", YOURS.cards, then=shifting([-1, 1])),
            look_at_a_hand=pick_player("", look_at_hidden(1)).rule,
            look_at_the_deck=do(peek),
        ),
    ),
    "9T": Part("exchange a card in your hand with a neutral card of the same domain or the same value",
               exchange_alike(shares_domain_or_value, False)),
    "10T": effect(
        others_show("each other player reveals a card from hand", cards_in_hand),
        Part("use the effect of one of these cards", seq(
            choose("copy", copyable(cards_shown_by_others), then=do(use_shown)), do(put_back_shown))),
    ),
    "11T": choosing("reveal two of your cards", "reveal", measurable(own_cards), choosing(
        "", "and", another(measurable(own_cards)), unsaid(do_both(note_sums)),
        *search("a card whose value is their sum or difference",
                lambda table, back: table.value(back) in (NAMED.get(table), NAMED_TOO.get(table))),
    )),
    "12T": copy_one(f"use the effect of {NEUTRAL_OR_DISCARD.says}", NEUTRAL_OR_DISCARD.cards),
    "13T": effect(
        reveal(1, WAITING), Part("use its effect", do(use_waiting)), bury_rest(WAITING, "put it on the bottom"),
    ),
    # Services
    "1V": effect(
        Part("each player puts a card from hand face up on the table", seq(
            do(count_anew), each_of(every_player, asked_of("lay", cards_in_hand, do(lay_for_trade))))),
        Part("starting with you, each of them takes one of these cards", each_of(
            who_laid, choose("take", cards_shown, then=do(take_it)))),
    ),
    "2V": pick_player(
        "use the effect of a card another player controls, or of a random card in their hand; that player draws 1 card",
        either(
            "use", a_card_they_control=copy_one("", cards_of_partner).rule, a_random_card=do(use_random_of_partner)),
        each_of(partner, drawing(1)),
    ),
    "3V": effect(
        others_show("each other player reveals a card from hand", cards_in_hand),
        Part("you may exchange a card in your hand with one of these cards", seq(EXCHANGE_WITH_SHOWN, do(put_back_shown))),
    ),
    "4V": effect(
        Part("each other player may give you a card from hand, draw 1 card", seq(do(count_anew), each_of(
            other_players, may("give", cards_in_hand, then=seq(counting(give_to_active), drawing(1)))))),
        Part("if nobody does, draw 1 card", if_(nothing_counted, drawing(1))),
    ),
    "5V": effect(
        Part("reveal one card from the deck per player", revealing(number_of_players, ASIDE)),
        Part("starting with you, each player takes one of them, if so, discards a card", each_of(
            every_player, choose("take", cards_aside, then=seq(do(take_it), discarding())))),
    ),
    "6V": effect(name_domain(), pick_player(
        "give a card to another player; "
        "if you do, they give you another card of that domain or, if they have none, you draw 1 card",
        choose("give", hand_for_partner, then=seq(
            do(give_to_partner), do(count_anew),
            each_of(partner, asked_of("give", ordered_cards, counting(give_to_active))),
            if_(nothing_counted, drawing(1)),
        )),
    )),
    "7V": pick_player("take a random card from another player's hand; if you do, give that player a card from your hand",
                      do(take_random), if_(is_counted, choose("give", cards_in_hand, then=do(give_to_partner)))),
    "8V": Part("starting with you, each player may discard up to 2 cards, draws that many", each_of(
        every_player, do(count_anew), may("discard", cards_in_hand, then=counting(discard_it), times=2), draw_counted())),
    "9V": effect(
        Part("all players secretly pick a card from hand, reveal it", secretly(
            "pick", every_player, cards_in_hand, then=do(show_out_of_hand), may_pass=is_guarded)),
        Part("the player with the highest draws 2 cards, discards 1", seq(
            do(find_highest), each_of(player_counted, drawing(2), discarding()))),
    ),
    "10V": Part("starting with you, each player may exchange a card in hand with a neutral card of the same domain",
                each_of(every_player, exchange_alike(shares_domain, True))),
    "11V": effect(
        Part("for a full round, other players' effects can't touch your cards", do(guard)), draw(1), discard(1)),
    "12V": pick_player("you and a player you pick each draw 1 card; each of you discards 1 card",
                       drawing(1), each_of(partner, drawing(1)), discarding(), each_of(partner, discarding())),
    "13V": effect(
        Part("all players vote for a domain; you break a tie", seq(
            each_of(every_player, choose("vote", all_domains, then=do(vote_for), kind=DOMAINS)),
            choose("name", most_voted, then=do(name_voted), kind=DOMAINS, obvious=True))),
        Part("starting with you, each player may discard a card of that domain, draw 2 cards", each_of(
            every_player, may("discard", of_named_domain(cards_in_hand), then=seq(do(discard_it), drawing(2))))),
    ),
}

EFFECTS: Final[dict[str, Rule]] = {name: part.rule for name, part in PROGRAMS.items()}
