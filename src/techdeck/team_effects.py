"""What the cards of the Peer-to-Peer edition do: words about a team, its group cards, its ventures and the customers.

They are built on the words of `effects`, and say themselves as those do.  The places that only these words speak of
are declared here; where they lie and what else happens in them is the game's.
"""

from collections.abc import Sequence
from typing import Final

from techdeck.cards import code
from techdeck.effects import (
    ASIDE,
    BURY_HELD,
    COUNT,
    HELD,
    NAMED,
    PARTNER,
    STACK_HELD,
    Fit,
    Part,
    Which,
    another,
    bury_it,
    cards_aside,
    cards_held,
    cards_in_hand,
    change,
    choose_two,
    copying,
    count_anew,
    counting,
    discard_it,
    discarded_cards,
    done,
    draw_one,
    drawing,
    drawing_counted,
    exchange,
    exchange_both,
    holds_cards,
    if_there_are,
    is_counted,
    lifting,
    look_at_hand,
    lying,
    other_players,
    paint_that,
    pick_up,
    said,
    searching,
    shifting,
    show_own,
    take_it,
    value_at_most,
)
from techdeck.rules import choose, do, do_both, each_of, from_the_first, if_, may, seq, while_
from techdeck.table import (
    DOMAINS,
    EVERYBODY,
    NOBODY,
    OWNER,
    Ask,
    Kind,
    Mark,
    Rule,
    Table,
    Tally,
    Verb,
    Zone,
    become,
    shift,
)

HAND_SIZE: Final = 4  # of a group hand after refresh [PP-S3]
ROW_SIZE: Final = 4  # [PP-S9]

CUSTOMERS: Final = Zone("customer deck", NOBODY, shared=True)
ROW: Final = Zone("row", EVERYBODY, shared=True)  # the oldest customer first
UNHAPPY: Final = Zone("unhappy", EVERYBODY, shared=True)
VENTURES: Final = [Zone(f"venture {letter}", EVERYBODY) for letter in "ABC"]
COMMITTED: Final = Zone("committed", EVERYBODY)  # turned up for the assist under way
WON: Final = Zone("won", EVERYBODY)  # the customer just assisted, before it is placed
KEPT: Final = Zone("kept", OWNER, mixed=True)  # set aside at refresh [FP-04]

WON_VALUE: Final = Tally("value of the won customer")  # in the test that won it [PE-Q08]
REFILL: Final = Tally("size of the new hand", start=HAND_SIZE)  # with the cards kept [FP-04, FP-05]

DECLARED: Final = Mark("declared", [ROW])  # a bit for each side that has named this customer [PP-R27]
INSURED: Final = Mark("insured", [ROW])  # [FP-08]


class TeamKind(Kind):
    """A team by its number; a player who is one alone, by seat."""

    def text(self, table: Table, side: int, choice: int) -> str:
        seats = table.members[choice]
        return f"seat {seats[0] + 1}" if len(seats) == 1 else f"team {choice + 1}"


TEAMS: Final[Kind] = TeamKind()


# Which cards

def customers_in_row(table: Table, side: int, it: int) -> Sequence[int]:
    return ROW.of(table)[:]


def unhappy_customers(table: Table, side: int, it: int) -> Sequence[int]:
    return UNHAPPY.of(table)[:]


def committed_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return COMMITTED.of(table, side)[:]


def named_customer(table: Table, side: int, it: int) -> Sequence[int]:
    """The one that the team has declared, if it is still there [PE-N04]."""
    return [back for back in ROW.of(table) if DECLARED.get(table, table.face[back]) >> side & 1]


def won_customer(table: Table, side: int, it: int) -> Sequence[int]:
    """Until some effect has taken it [PE-T04]."""
    return WON.of(table, side)[:]


def top_customer(table: Table, side: int, it: int) -> Sequence[int]:
    return CUSTOMERS.of(table)[-1:]


def usable_venture_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """Of any team, with a text that could be used now [PE-V01]."""
    return [back for player in range(table.sides) for venture in VENTURES for back in venture.of(table, player)
            if "venture" in table.card(back).flags and table.card(back).timing == "open"]


def unused_hand_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """Without the card that is used."""
    return [back for back in cards_in_hand(table, side, it) if table.face[back] != table.chain[0]]


def hand_and_discard(table: Table, side: int, it: int) -> Sequence[int]:
    return [*cards_in_hand(table, side, it), *discarded_cards(table, side, it)]


def with_value(which: Ask) -> Ask:
    """Without wild cards [PE-Q04]."""
    def cards_with_value(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in which(table, side, it) if not table.card(back).is_wild]

    return cards_with_value


GROUP_HAND: Final = lying("in your group hand", cards_in_hand)
GROUP_DISCARD: Final = lying("in your group discard", discarded_cards)
COMMITTED_CARD: Final = Which("one of your committed cards", committed_cards)
CARD_USED_FOR_IT: Final = Which("one of the group cards you used for it", committed_cards)
CUSTOMER: Final = Which("a customer in the row", customers_in_row)
CUSTOMER_OUT_OF_ROW: Final = Which("a customer from the row", customers_in_row)
UNHAPPY_CUSTOMER: Final = Which("an unhappy customer", unhappy_customers)
NAMED_CUSTOMER: Final = Which("the customer your team has named", named_customer)
VENTURE_CARD: Final = Which("a venture card of any team", usable_venture_cards)
GROUP_CARD: Final = Which("a card from your group hand or your group discard", hand_and_discard)


# Group cards

def group_cards(count: int) -> str:
    return "1 group card" if count == 1 else f"{count} group cards"


def draw(count: int) -> Part:
    return Part(f"draw {group_cards(count)}", drawing(count))


def draw_that_many() -> Part:
    return Part("draw that many group cards", drawing_counted())


def discard(count: int) -> Part:
    """And count them."""
    return Part(f"discard {group_cards(count)}", seq(
        do(count_anew), choose("discard", cards_in_hand, then=counting(discard_it), times=count)))


def look(count: int) -> Part:
    return Part(f"look at the top {count} cards of your group deck", lifting(lambda table, side: count, HELD))


def reveal(count: int) -> Part:
    return Part(f"reveal the top {count} cards of your group deck", lifting(lambda table, side: count, ASIDE))


def take(which: Ask) -> Part:
    """Of the cards just seen; if there is only one, that [PE-Q01]."""
    return Part("take 1 into your group hand", choose("take", which, then=do(take_it), obvious=True))


def take_looked_at() -> Part:
    return take(cards_held)


def take_revealed() -> Part:
    return take(cards_aside)


def bury_the_other() -> Part:
    return Part("put the other on the bottom", BURY_HELD)


def stack_the_others() -> Part:
    return Part("put the others back on top in any order", seq(pick_up(ASIDE), STACK_HELD))


def bury_from_hand(count: int) -> Part:
    what = "1 card" if count == 1 else f"{count} cards"
    return Part(f"put {what} of your group hand on the bottom of your group deck",
                choose("bury", cards_in_hand, then=do(bury_it), times=count))


def bury_up_to(count: int) -> Part:
    """And count them."""
    return Part(f"put up to {count} cards of your group hand on the bottom of your group deck", seq(
        do(count_anew), may("bury", cards_in_hand, then=counting(bury_it), times=count)))


def draw_and_reveal(most: int) -> Part:
    """The drawn card is the last one in the hand; whether it is one of those that bring another is counted."""
    def note_hand(table: Table, side: int, it: int) -> None:
        NAMED.put(table, len(cards_in_hand(table, side, it)))
        COUNT.put(table, 0)

    def show_drawn(table: Table, side: int, it: int) -> None:
        hand = cards_in_hand(table, side, it)
        if len(hand) > NAMED.get(table):
            table.show_in(hand[-1], table.game.words.hand, side)
            COUNT.put(table, 1 if table.value(hand[-1]) <= most else 0)

    return Part(f"draw 1 group card and reveal it; if its value is {most} or less, draw 1 more", seq(
        do(note_hand), do(draw_one), do(show_drawn), if_(is_counted, drawing(1))))


def search(fit: Fit) -> Part:
    """Nothing is reshuffled for it, and nothing may be found [PE-Q02]."""
    return Part(f"search your group deck for a card {fit.says}, reveal it and take it into your group hand",
                searching(fit))


def has_domain_of_row(table: Table, back: int) -> bool:
    return table.domain(back) in [table.domain(customer) for customer in ROW.of(table)]


DOMAIN_IN_ROW: Final = Fit("whose domain is in the customer row", has_domain_of_row)


def exchange_with_deck() -> Part:
    """Any card of the deck, which is looked through out of sight: nobody else can tell which one it was [PE-Q02]."""
    def take_up_deck(table: Table, side: int, it: int) -> None:
        for back in list(table.game.words.deck.of(table, side)):
            table.move(back, table.game.words.deck, HELD, side)

    def put_down_deck(table: Table, side: int, it: int) -> None:
        table.move_all(HELD, table.game.words.deck, side)

    goal = choose("with", cards_held, then=do_both(exchange_both))
    return Part(f"exchange {GROUP_HAND.says} with any card of your group deck; shuffle the deck", seq(
        do(take_up_deck), may("exchange", if_there_are(1, cards_held, cards_in_hand), then=goal), do(put_down_deck),
        do(shuffle_deck)))


def shuffle_deck(table: Table, side: int, it: int) -> None:
    table.shuffle(table.game.words.deck, side)


def shuffle_discard_in() -> Part:
    """Also if it is empty: then the deck alone."""
    def gather(table: Table, side: int, it: int) -> None:
        words = table.game.words
        words.deck.to_change(table, side).extend(words.discard.of(table, side))
        words.discard.to_change(table, side).clear()
        shuffle_deck(table, side, it)

    return Part("shuffle your group discard into your group deck", do(gather))


def expel(which: Which) -> Part:
    """[PP-X19]"""
    return Part(f"expel {which.says}", choose("expel", which.cards, then=do(expel_it)))


def expel_it(table: Table, side: int, it: int) -> None:
    zone, owner, _ = table.where(it)
    table.move(it, zone, table.game.words.expelled, owner)


def recall(most: int) -> Part:
    """[FP-02]"""
    fit = value_at_most(most)

    def cheap_discards(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for back in with_value(discarded_cards)(table, side, it) if fit.test(table, back)]

    return Part(f"take a card {fit.says} from your group discard into your group hand",
                choose("take", cheap_discards, then=do(take_it)))


def look_at_hand_of_another_team() -> Part:
    def pick_team(table: Table, side: int, it: int) -> None:
        PARTNER.put(table, it)
        table.say(side, "{who} looks at the hand of {whom}.", it)

    return Part("look at the group hand of another team", choose(
        "team", other_players, then=seq(do(pick_team), look_at_hand().rule), kind=TEAMS, obvious=True))


def copy(which: Which) -> Part:
    """[PE-V01]"""
    return Part(f"use the effect of {which.says}", copying(which.cards))


# Changing cards

def raise_or_lower(which: Which, most: int, *, up_to: bool = False) -> Part:
    amounts = range(-most, most + 1) if up_to else [-most, most]
    return Part(f"raise or lower the value of {which.says} by {'up to ' if up_to else ''}{most}",
                choose("change", which.cards, then=shifting(amounts)))


def raise_or_lower_up_to_two(by: int) -> Part:
    """Of the committed cards."""
    one_more = may("change", another(committed_cards), then=shifting([-by, by]))
    return Part(f"raise or lower the values of up to two of your committed cards by {by}",
                may("change", committed_cards, then=seq(shifting([-by, by]), one_more)))


def lower(which: Which, most: int) -> Part:
    return Part(f"lower the value of {which.says} by up to {most}",
                choose("change", which.cards, then=shifting(range(-most, 1))))


def raise_or_lower_named(by: int) -> Part:
    return Part(f"raise or lower by {by} the value of {NAMED_CUSTOMER.says}",
                choose("change", named_customer, then=shifting([-by, by]), obvious=True))


def shift_every_customer(by: int) -> Part:
    def shift_all(table: Table, side: int, it: int) -> None:
        for back in ROW.of(table):
            change(table, back, shift(by))

    return Part(f"{'raise' if by > 0 else 'lower'} every customer in the row by {abs(by)}", do(shift_all))


def paint(which: Which) -> Part:
    return Part(f"give {which.says} any domain you like", choose(
        "change", which.cards,
        then=choose("to", lambda table, side, it: [1, 2, 3, 4], then=do_both(paint_that), kind=DOMAINS, about_it=True)))


def take_value_over(table: Table, side: int, it: int, that: int) -> None:
    """Of the card "it"; both are shown [PE-V04]."""
    show_own(table, side, it)
    change(table, that, become(table.value(it)))


def take_domain_over(table: Table, side: int, it: int, that: int) -> None:
    paint_that(table, side, table.domain(it), that)


def taking_over(says: str, which: Which, source: Which, *rules: Rule) -> Part:
    """A card becomes like another one; none is asked for if there is no other."""
    goal = choose("to", with_value(source.cards), then=seq(*rules), about_it=True)
    return Part(f"{which.says} takes {says} of {source.says}",
                choose("change", if_there_are(1, with_value(source.cards), which.cards), then=goal))


def take_value(which: Which, source: Which) -> Part:
    return taking_over("the value", which, source, do_both(take_value_over))


def take_domain(which: Which, source: Which) -> Part:
    return taking_over("the domain", which, source, do_both(take_domain_over))


def take_value_and_domain(which: Which, source: Which) -> Part:
    return taking_over("the value and the domain", which, source, do_both(take_value_over), do_both(take_domain_over))


def take_value_of_another() -> Part:
    """Within the hand."""
    return Part(f"{GROUP_HAND.says} takes the value of another card in your group hand",
                choose_two("change", "to", cards_in_hand, do_both(take_value_over)))


# Winning a customer

def gain(says: str, verb: Verb) -> Part:
    """The won customer goes somewhere else than by rule, if the team likes; whether it did is counted [FP-01]."""
    return Part(f"you may {says}", seq(do(count_anew), may("gain", won_customer, then=counting(verb))))


def gain_to_discard() -> Part:
    def gain_it(table: Table, side: int, it: int) -> None:
        table.move(it, WON, table.game.words.discard, side)

    return gain("put it into your group discard", gain_it)


def gain_to_hand() -> Part:
    def gain_it(table: Table, side: int, it: int) -> None:
        table.move(it, WON, table.game.words.hand, side)

    return gain("put it into your group hand", gain_it)


def gain_to_deck_top() -> Part:
    def gain_it(table: Table, side: int, it: int) -> None:
        table.move(it, WON, table.game.words.deck, side)

    return gain("put it on top of your group deck", gain_it)


def gain_to_deck() -> Part:
    def gain_it(table: Table, side: int, it: int) -> None:
        table.move(it, WON, table.game.words.deck, side)
        shuffle_deck(table, side, it)

    return gain("shuffle it into your group deck", gain_it)


def if_won_value_at_most(most: int, *parts: Part) -> Part:
    def is_cheap(table: Table, side: int, it: int) -> bool:
        return WON_VALUE.get(table, side) <= most

    return Part(f"if its value is {most} or less, {said(*parts)}", if_(is_cheap, done(*parts)))


def uncommit(which: Which) -> Part:
    """With its changes [FP-03]."""
    def uncommit_it(table: Table, side: int, it: int) -> None:
        table.move(it, COMMITTED, table.game.words.hand, side)

    return Part(f"take {which.says} back into your group hand", choose("take back", which.cards, then=do(uncommit_it)))


# Refresh

def keep_it(table: Table, side: int, it: int) -> None:
    table.move(it, table.game.words.hand, KEPT, side)


def keep_outside_count() -> Part:
    """On top of the four [FP-04]."""
    def keep_one_more(table: Table, side: int, it: int) -> None:
        keep_it(table, side, it)
        REFILL.add(table, 1, side)

    return Part("keep one other card of your group hand; "
                f"it does not count toward the {HAND_SIZE} cards of the new hand",
                choose("keep", unused_hand_cards, then=do(keep_one_more)))


def keep_inside_count(most: int) -> Part:
    return Part(f"keep up to {most} cards of your group hand; "
                f"they count toward the {HAND_SIZE} cards of the new hand",
                may("keep", cards_in_hand, then=do(keep_it), times=most))


def refill_more(by: int) -> Part:
    """[FP-05]"""
    def refill(table: Table, side: int, it: int) -> None:
        REFILL.add(table, by, side)
        table.say(side, f"{{who}} will draw {by} more.")

    return Part(f"your new group hand this round has {HAND_SIZE + by} cards instead of {HAND_SIZE}", do(refill))


# Customers

def look_at_customers(count: int) -> Part:
    def lift(table: Table, side: int, it: int) -> None:
        for back in CUSTOMERS.of(table)[:-count - 1:-1]:
            table.move(back, CUSTOMERS, HELD, side)

    return Part(f"look at the top {count} cards of the customer deck", do(lift))


def stack_customer(table: Table, side: int, it: int) -> None:
    table.move(it, HELD, CUSTOMERS, side)


def bury_customer(table: Table, side: int, it: int) -> None:
    zone, owner, _ = table.where(it)
    table.move(it, zone, CUSTOMERS, owner, at=0)


STACK_CUSTOMERS: Final = while_(
    holds_cards, choose("stack customer", cards_held, then=do(stack_customer), obvious=True))


def stack_customers() -> Part:
    return Part("put them back in any order", STACK_CUSTOMERS)


def bury_any_customers(count: int) -> Part:
    """Of so many looked at."""
    return Part("put any of them on the bottom", may("bury customer", cards_held, then=do(bury_customer), times=count))


def stack_other_customers() -> Part:
    return Part("the others back on top in any order", STACK_CUSTOMERS)


def exchange_it_with_top_customer(table: Table, side: int, it: int) -> None:
    """The old one lies on top of the customer deck then [PE-V02]."""
    for top in top_customer(table, side, it):
        exchange(table, it, top)


def exchange_with_top_customer(which: Which) -> Part:
    """With an empty customer deck nothing happens [PE-Q10]."""
    return Part(f"exchange {which.says} with the top card of the customer deck", choose(
        "exchange", if_there_are(1, top_customer, which.cards), then=do(exchange_it_with_top_customer)))


def look_at_top_customer() -> Part:
    def peek(table: Table, side: int, it: int) -> None:
        for top in top_customer(table, side, it):
            table.show_in(top, CUSTOMERS, 0, side)

    return Part("look at the top card of the customer deck", do(peek))


def may_exchange_top_customer(which: Which) -> Part:
    return Part(f"you may exchange it with {which.says}", may(
        "exchange", if_there_are(1, top_customer, which.cards), then=do(exchange_it_with_top_customer)))


def make_room(table: Table, side: int) -> None:
    """The oldest customer leaves a full row [PP-R8, X24]; an insured one is expelled [FP-08]."""
    if len(ROW.of(table)) == ROW_SIZE:
        oldest = ROW.of(table)[0]
        is_insured = INSURED.get(table, table.face[oldest]) > 0
        table.move(oldest, ROW, table.game.words.expelled if is_insured else UNHAPPY, side)


def to_the_right_end(table: Table, side: int, it: int) -> None:
    """[FP-06]"""
    zone, owner, _ = table.where(it)
    if zone is not ROW:
        make_room(table, side)
    table.move(it, zone, ROW, owner)


def arrange_row() -> Part:
    """Each customer that is chosen goes to the right end, until all have; they are counted [FP-07]."""
    def not_arranged(table: Table, side: int, it: int) -> Sequence[int]:
        return ROW.of(table)[:len(ROW.of(table)) - COUNT.get(table)]

    def is_left(table: Table, side: int, it: int) -> bool:
        return bool(not_arranged(table, side, it))

    return Part("put the customers in the row in any order", seq(do(count_anew), while_(
        is_left, choose("arrange", not_arranged, then=counting(to_the_right_end), obvious=True))))


def put_back_unhappy() -> Part:
    def if_there_is_room(table: Table, side: int, it: int) -> Sequence[int]:
        return UNHAPPY.of(table)[:] if len(ROW.of(table)) < ROW_SIZE else []

    return Part(f"if the row has fewer than {ROW_SIZE} customers, "
                f"put {UNHAPPY_CUSTOMER.says} back at the right end of the row",
                choose("comfort", if_there_is_room, then=do(to_the_right_end)))


def insure() -> Part:
    """[FP-08]"""
    def insure_it(table: Table, side: int, it: int) -> None:
        INSURED.put(table, table.face[it], 1)
        if table.is_heard:
            table.say(side, f"{{who}} insures {code(table.face[it])}.")

    return Part(f"pick {CUSTOMER.says}; if it is pushed out before the next effects phase, expel it: "
                "it does not become unhappy", choose("insure", customers_in_row, then=do(insure_it)))


def if_discarded(count: int, *parts: Part) -> Part:
    """If really so many were [PE-Q12]."""
    def are_all(table: Table, side: int, it: int) -> bool:
        return COUNT.get(table) == count

    def say_why(table: Table, side: int, it: int) -> None:
        table.say(side, f"{{who}} had fewer than {count} cards, so nothing else happens.")

    words = discard(count)
    return Part(f"{words.says}; if you do, {said(*parts)}",
                seq(words.rule, if_(are_all, done(*parts), otherwise=do(say_why))))


# Wild cards

def bury_a_customer() -> Part:
    def unhappy_or_leftmost(table: Table, side: int, it: int) -> Sequence[int]:
        return [*UNHAPPY.of(table), *ROW.of(table)[:1]]

    return Part("put an unhappy customer, or the leftmost customer in the row, on the bottom of the customer deck",
                choose("send back", unhappy_or_leftmost, then=do(bury_customer)))


def each_team_may_exchange() -> Part:
    """Every team for itself, the one with the marker first [PE-W01]."""
    trade = may("exchange", if_there_are(1, customers_in_row, discarded_cards),
                then=choose("with", customers_in_row, then=do_both(exchange_both)))
    return Part(f"each team may exchange a card in its group discard with {CUSTOMER.says}",
                each_of(from_the_first, trade))


# How these effects speak with people

TEAM_PROMPTS: Final[dict[str, str]] = {
    "team": "Pick another team.", "expel": "Choose a card to be expelled.",
    "take back": "Take one of these cards back into the group hand.",
    "gain": "Take the customer as the effect says, or pass.", "keep": "Choose a card to keep for the new hand.",
    "stack customer": "Put a card on top of the customer deck.",
    "bury customer": "Put a card on the bottom of the customer deck, or pass.",
    "arrange": "Choose the next customer of the row, the leftmost first.",
    "comfort": "Choose an unhappy customer to come back into the row.",
    "insure": "Choose a customer who cannot become unhappy.",
    "send back": "Choose a customer for the bottom of the customer deck.",
}

TEAM_PHRASES: Final[dict[tuple[str, str], str]] = {
    ("customer deck", "held"): "{who} looks at {card} from the customer deck.",
    ("held", "customer deck"): "{who} puts {card} into the customer deck.",
    ("held", "passing"): "{card} leaves the deck.", ("passing", "held"): "{card} goes into the deck.",
    ("customer deck", "row"): "{card} comes into the row.", ("row", "row"): "{card} moves in the row.",
    ("row", "passing"): "{card} leaves the row.", ("passing", "row"): "{card} comes into the row.",
    ("passing", "customer deck"): "{card} goes onto the customer deck.",
    ("customer deck", "hand"): "{who} takes {card}.",
    ("row", "discard"): "{card} goes to the discard of {who}.",
    ("unhappy", "row"): "{card} is happy again and comes back into the row.",
    ("unhappy", "customer deck"): "{card} goes under the customer deck.",
    ("row", "customer deck"): "{card} goes under the customer deck.",
    ("unhappy", "expelled"): "{card} is expelled.", ("row", "expelled"): "{card} is expelled.",
    ("hand", "expelled"): "{who} expels {card}.", ("discard", "expelled"): "{who} expels {card}.",
    ("won", "discard"): "{card} joins the discard of {who}.", ("won", "hand"): "{who} takes {card} into the hand.",
    ("won", "deck"): "{card} joins the deck of {who}.", ("committed", "hand"): "{who} takes {card} back.",
    ("hand", "kept"): "{who} keeps {card}.", ("kept", "hand"): "{who} takes up {card}.",
}
