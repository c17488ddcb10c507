"""Peer-to-Peer: two teams, each with one small deck, serve the customers that queue up.

The numbers in brackets are clauses of the rulebook, those with PE and FP of its edition of the cards.  What it calls a
side is a side here: the team owns, knows and chooses, and any of its members answers for it [S15].  With individual
decks a side is a player.  Team 1 is our side 0.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Final

from techdeck.cards import DECK_SIZE, FIRST_PEER_EDITION, MANY_DECKS, PEER_EDITION, Back, Card, Face, code, codes, face
from techdeck.chance import Chance
from techdeck.editions.peer_to_peer import EFFECTS, FIRST_EFFECTS
from techdeck.effects import (
    ACTIVE,
    COMMON,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    PASSING,
    begin_use,
    draw_one,
    effect_of_it,
)
from techdeck.games.options import Preset, check
from techdeck.knowledge import BIT
from techdeck.rules import (
    Alternate,
    InSecret,
    Scope,
    alternate,
    always,
    choose,
    do,
    each_of,
    every_side,
    first_player,
    if_,
    in_turn_order,
    may,
    repeat,
    secretly,
    seq,
    unheard,
    while_,
)
from techdeck.table import (
    ANYBODY,
    CARD_SETS,
    CARDS,
    EVERYBODY,
    NOBODY,
    OWNER,
    PASS,
    PASS_ON,
    Ask,
    Choice,
    Decision,
    Frame,
    Game,
    Kind,
    Manners,
    Mark,
    Pieces,
    Rule,
    Slate,
    Table,
    Tally,
    Test,
    Verb,
    WordKind,
    Words,
    Zone,
    pack,
)
from techdeck.team_effects import (
    COMMITTED,
    CUSTOMERS,
    DECLARED,
    HAND_SIZE,
    INSURED,
    KEPT,
    REFILL,
    ROW,
    ROW_SIZE,
    TEAM_PHRASES,
    TEAM_PROMPTS,
    UNHAPPY,
    VENTURES,
    WON,
    WON_VALUE,
    customers_in_row,
    make_room,
    named_customer,
)

FIRST_CUSTOMERS: Final = 2  # [S27]
LOW: Final = 3  # the highest value of the low cards [S25]
LATCHING: Final = 2  # cards in a score pile [R6]
ITERATIONS: Final = 200  # at the very most [R48]
FEW: Final = 4  # players who have larger ventures and fewer customers [S16]
EXTRA_CARDS: Final = 2  # of an individual group deck, beyond five as for one player [V6]
START_VENTURE: Final = 2  # cards in an individual venture [V6]
DRAFTED_CARDS: Final = 9  # by each player [V15]
LEAST_CUSTOMERS: Final = 40  # after drafting, besides the first row [V15]
MANY: Final = 99  # as often as one likes
NO_END: Final = 1 << 20  # of values [PE-N06]
LETTERS: Final = "ABC"  # of ventures

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {  # by version, with what older rules go on
    2: {
        "team_control": "rotating_captain", "unchosen_ventures_removed": False, "individual_sides": "players",
        "individual_all_customers": True, "asks_needlessly": True, "start_cards": "first",
    },
}


@dataclass(frozen=True)
class Options:
    """[V4 to V32]"""

    teams: str = "random"  # or the seats of each team, as in 1 3 / 2 4
    team_control: str = "together"  # or rotating_captain, fixed_captain
    venture_owner_consent: bool = False
    solo_start: str = "example"  # or choose, random
    unchosen_ventures_removed: bool = True
    solo_keep_low_cards: bool = False
    first_round_overflow: bool = False
    unhappy_limits: str = "4 3 2 2 1 1"  # by number of players
    one_venture_effect_per_player: bool = False
    effect_use_exhausts_card: bool = False
    committed_effects_usable: bool = False
    venture_symbol_required: bool = True
    contest_domain_rule: str = "top_card"  # or best_domain
    final_domain_rule: str = "best_card"  # or domain_count
    wild_replaced: bool = True
    refresh_reshuffle: str = "draw_then_shuffle"  # or shuffle_together
    replaced_customer_to: str = "deck_bottom"  # or unhappy, expel
    individual_decks: bool = False
    individual_sides: str = "teams"  # or players
    individual_draft: bool = False
    individual_all_customers: bool = False
    individual_keep_low_customers: bool = False
    asks_needlessly: bool = False
    max_rounds: int = 60
    start_cards: str = "even"  # or first

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "team_control": ("together", "rotating_captain", "fixed_captain"),
            "solo_start": ("example", "choose", "random"),
            "contest_domain_rule": ("top_card", "best_domain"), "final_domain_rule": ("best_card", "domain_count"),
            "refresh_reshuffle": ("draw_then_shuffle", "shuffle_together"),
            "replaced_customer_to": ("deck_bottom", "unhappy", "expel"), "individual_sides": ("teams", "players"),
            "start_cards": ("even", "first"),
            "max_rounds": tuple(range(1, 1000)),
        }
        check_teams(self.teams)
        check_limits(self.unhappy_limits)
        check({name: value for name, value in asdict(self).items() if name not in ("teams", "unhappy_limits")}, allowed)
        if self.individual_decks and fixed_teams(self.teams) == [[0]]:
            raise ValueError("Individual decks are for 2 to 6 players, not 1.")


def check_teams(text: str) -> None:
    """[V16]"""
    try:
        seats = sorted([seat for team in fixed_teams(text) for seat in team])
        sizes = [len(team) for team in fixed_teams(text)]
        is_right = seats == list(range(len(seats))) and len(seats) <= 6 and (
            text == "random" or sizes == [1] or (len(sizes) == 2 and abs(sizes[0] - sizes[1]) <= 1 and all(sizes)))
    except ValueError:
        is_right = False
    if not is_right:
        raise ValueError(f"teams can be random, or two teams as equal as can be, as in 1 3 / 2 4, not {text}.")


def check_limits(text: str) -> None:
    """[V21]"""
    numbers = text.split()
    if len(numbers) != 6 or not all(number.isdecimal() and int(number) > 0 for number in numbers):
        raise ValueError(f"unhappy_limits can be a number for 1 to 6 players each, as in 4 3 2 2 1 1, not {text}.")


def fixed_teams(text: str) -> list[list[int]]:
    """The seats of each team, or nothing if they are drawn."""
    return [] if text == "random" else [sorted([int(word) - 1 for word in part.split()]) for part in text.split("/")]


# How hard the game is [V37]: what was measured between casual bots, and between careless ones.
PRESETS: Final[list[Preset]] = [
    Preset(
        "family", "Family", "Many more customers may become unhappy before everybody loses.",
        {"unhappy_limits": "14 8 7 7 7 7"},
        {"casual": {1: 98, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100},
         "careless": {1: 86, 2: 95, 3: 100, 4: 99, 5: 99, 6: 95}},
    ),
    Preset(
        "standard", "Standard", "The rules as they are written.", {},
        {"casual": {1: 89, 2: 99, 3: 99, 4: 99, 5: 96, 6: 96},
         "careless": {1: 25, 2: 69, 3: 66, 4: 67, 5: 39, 6: 41}},
    ),
    Preset(
        "hard", "Hard", "A hand card whose effect was used cannot assist in the same round.",
        {"effect_use_exhausts_card": True},
        {"casual": {1: 25, 2: 64, 3: 75, 4: 80, 5: 39, 6: 47},
         "careless": {1: 0, 2: 18, 3: 28, 4: 26, 5: 14, 6: 4}},
    ),
]


def with_swapped_teams(
    options: Mapping[str, object], members: Sequence[Sequence[int]], seats: Sequence[int],
) -> dict[str, bool | int | str]:
    """In a rematch: those who were Team 2 are Team 1, and have its start deck [S30]."""
    if len(members) != 2 or options["individual_decks"]:
        return {}
    teams = [sorted([str(seats[seat] + 1) for seat in team]) for team in reversed(members)]
    return {"teams": " / ".join([" ".join(team) for team in teams])}


DECK: Final = Zone("deck", NOBODY)  # [S2]
DISCARD: Final = Zone("discard", EVERYBODY)  # [S5]
HAND: Final = Zone("hand", OWNER, mixed=True)  # [S3]
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)  # [S11]
LAID: Final = Zone("laid", OWNER, mixed=True)  # committed, and not turned up yet: only the number is public [S4]
SCORE: Final = Zone("score", EVERYBODY)  # [S6]
WILDS: Final = Zone("wilds", EVERYBODY)  # wild cards that are about to act, by the side that chooses [X25 to X27]
CANDIDATES: Final = Zone("candidates", EVERYBODY)  # for the first ventures [S22]
PASSED_OVER: Final = Zone("passed over", EVERYBODY, shared=True)
BOX: Final = Zone("box", NOBODY, shared=True)
POOL: Final = Zone("pool", EVERYBODY)  # a Tech Deck of one's own [V4]
PACK: Final = Zone("pack", OWNER, mixed=True)  # from which is drafted [V15]
DRAFTED: Final = Zone("drafted", OWNER, mixed=True)
SURPLUS: Final = Zone("surplus", NOBODY, shared=True)  # out of the game, seen by nobody [V15]

ROUND: Final = Tally("round", shared=True)
DUE: Final = Tally("customers to come", shared=True)
LATCH: Final = Tally("latch", shared=True)  # [R6]
ASSISTING: Final = Tally("assisting", shared=True)  # whether there is another iteration
ITERATION: Final = Tally("iteration", shared=True)
EVENTFUL: Final = Tally("eventful", shared=True)  # a customer was won or an effect used in this iteration [R47]
COMMITS: Final = Tally("cards committed")  # in this iteration
SERVED: Final = Tally("served a customer")
STANDS_ASIDE: Final = Tally("stands aside")  # [R47]
VENTURES_USED: Final = Tally("ventures used")  # a bit for each, in this round [V22]
OWED: Final = Tally("cards to draw")
TEAM: Final = Tally("team")  # from one, where players with decks of their own score together [V14]

# The cards whose effects a side passes over [R56].
RESTING: Final = Slate("passed over until something changes", own=True)

USED: Final = Mark("used")  # stays on the card wherever it goes, and says nothing of where that is [R15, S13]
REFUSED: Final = Mark("refused", *[[venture] for venture in VENTURES])  # by the owner [V17]
CHANGE_PLACES: Final = [[HAND, LAID, COMMITTED], [ROW], *[[venture] for venture in VENTURES]]  # [X6]
VALUE: Final = Mark("value", *CHANGE_PLACES)
DOMAIN: Final = Mark("domain", *CHANGE_PLACES)

VENTURE_NAMES: Final[Kind] = WordKind([f"venture {letter}" for letter in LETTERS])
PERSONAL: Final = ("found", "agree")  # what is asked of one seat, not of its team [S15, V17]
AGREE: Final = 0
REFUSE: Final = 1
ANSWERS: Final[Kind] = WordKind(["yes", "no"])


# Who plays

def people(table: Table) -> int:
    """How many they are, whatever the sides [S16]."""
    return sum(len(seats) for seats in table.members)


def is_solo(table: Table, side: int, it: int) -> bool:
    return people(table) == 1


def ventures_each(table: Table) -> int:
    """Of a side: as many as the larger one has players [S17]."""
    most = 0
    for seats in table.members:
        most = max(most, len(seats))
    return most


def capacity(table: Table) -> int:
    return 3 if people(table) <= FEW else 2  # [S7]


def owner_of(table: Table, side: int, number: int) -> int:
    """The seat whose venture it is; an extra one belongs to the lowest [S18]."""
    seats = table.members[side]
    return seats[number] if number < len(seats) else seats[0]


def founded(table: Table, side: int) -> int:
    count = 0
    for venture in VENTURES:
        if venture.of(table, side):
            count += 1
    return count


def appointing(rotates: bool) -> Callable[[Table], None]:
    def appoint_captains(table: Table) -> None:
        """The next member every round, or always the lowest seat; whoever picks a first venture for that [S15, V17]."""
        for side, seats in enumerate(table.members):
            if CANDIDATES.of(table, side):
                table.captain[side] = owner_of(table, side, founded(table, side))
            else:
                table.captain[side] = seats[max(0, ROUND.get(table) - 1) % len(seats) if rotates else 0]

    return appoint_captains


def drawn_teams(seats: int, chance: Chance) -> list[list[int]]:
    """Two random halves, the first one the larger [S17]."""
    order = list(range(seats))
    chance.shuffle(order)
    half = (seats + 1) // 2
    return [sorted(part) for part in (order[:half], order[half:]) if part]


def seating(options: Options) -> Callable[[int, Chance], list[list[int]]]:
    """Players with decks of their own are sides, those of a team one after the other [V5, V14]."""
    def seat_all(seats: int, chance: Chance) -> list[list[int]]:
        if options.individual_decks and options.individual_sides == "players":
            return [[seat] for seat in range(seats)]
        teams = fixed_teams(options.teams) or drawn_teams(seats, chance)
        return [[seat] for team in teams for seat in team] if options.individual_decks else teams

    return seat_all


def first_team_size(options: Options, table: Table) -> int:
    fixed = fixed_teams(options.teams)
    return len(fixed[0]) if fixed else (table.sides + 1) // 2


def joining(options: Options) -> Verb:
    def join_teams(table: Table, side: int, it: int) -> None:
        """[V14]"""
        for player in range(table.sides):
            TEAM.put(table, 1 if player < first_team_size(options, table) else 2, player)

    return join_teams


def marker_for_a_team(options: Options) -> Callable[[Table], int]:
    def draw_first(table: Table) -> int:
        return table.chance().choice([0, first_team_size(options, table)])

    return draw_first


def pile_of(table: Table, side: int) -> int:
    """The side at whose score pile the side scores: its own, or the first of its team [V14]."""
    team = TEAM.get(table, side)
    return TEAM.of(table).index(team) if team else side


def has_marker(table: Table, side: int) -> bool:
    return pile_of(table, side) == pile_of(table, table.first)


# Setup

def open_box(table: Table, side: int, it: int) -> None:
    """Everybody knows what is in a Tech Deck."""
    table.show_all_in(BOX, 0)


def faces_of(words: str) -> list[Face]:
    return [face(word) for word in words.split()]


STARTS: Final = [faces_of("4V 1T 2S 3K 1K"), faces_of("3V 4T 1S 2K 1V")]  # by side [S19]
SOLO_START: Final = faces_of("1V 1K 2S 3T 4V")  # [S20]


def set_aside(table: Table, side: int, faces: list[Face]) -> None:
    """The first group cards of a side, for all to see."""
    log, table.log = table.log, None
    table.move_each(faces, BOX, DECK, side)
    table.log = log
    if table.is_heard:
        table.say(side, f"{{who}} begins with {codes(faces)}.")


def set_aside_starts(table: Table, side: int, it: int) -> None:
    """[S19]"""
    for owner, faces in enumerate(STARTS):
        set_aside(table, owner, faces)


@lru_cache(maxsize=1)
def solo_starts() -> list[list[Face]]:
    """Two 1s, a 2, a 3 and a 4 that show all four domains: 108 sets [S20]."""
    ones = combinations(faces_of("1K 1S 1T 1V"), 2)
    others = [faces_of(f"{value}K {value}S {value}T {value}V") for value in (2, 3, 4)]
    sets = [[*pair, *rest] for pair, rest in product(ones, list(product(*others)))]
    return [found for found in sets if len({number // 13 for number in found}) == 4]


def set_aside_example(table: Table, side: int, it: int) -> None:
    set_aside(table, side, SOLO_START)


def set_aside_random(table: Table, side: int, it: int) -> None:
    set_aside(table, side, solo_starts()[table.chance().below(len(solo_starts()))])


def ways_to_start(table: Table, side: int, it: int) -> Sequence[int]:
    backs = {int(table.face[back]): back for back in BOX.of(table)}
    return [pack([backs[number] for number in found]) for found in solo_starts()]


def set_aside_chosen(table: Table, side: int, it: int) -> None:
    set_aside(table, side, table.each_face(it))


def shuffle_box(table: Table, side: int, it: int) -> None:
    table.shuffle(BOX)


def is_venture(table: Table, back: int) -> bool:
    return "venture" in table.card(back).flags


def deal_candidates(table: Table, side: int, it: int) -> None:
    """Until enough have the venture flag, or to the end; others are passed over [S21, S22, Q8]."""
    enough = 2 * ventures_each(table)
    while len(CANDIDATES.of(table, side)) < enough and BOX.of(table):
        top = BOX.of(table)[-1]
        table.move(top, BOX, CANDIDATES if is_venture(table, top) else PASSED_OVER, side)


def candidates(table: Table, side: int, it: int) -> Sequence[int]:
    return CANDIDATES.of(table, side)[:] if founded(table, side) < ventures_each(table) else []


def found_venture(table: Table, side: int, it: int) -> None:
    """Each seat picks for itself, so the next one answers from now on [S15, S23]."""
    table.move(it, CANDIDATES, VENTURES[founded(table, side)], side)
    table.captain[side] = owner_of(table, side, founded(table, side))


def clearing_candidates(removed: bool) -> Rule:
    def clear_candidates(table: Table, side: int, it: int) -> None:
        """Back into the box; by option some are removed [S24, V18]."""
        for owner in range(table.sides):
            for back in list(CANDIDATES.of(table, owner)):
                is_removed = removed and "group" not in table.card(back).flags
                table.move(back, CANDIDATES, EXPELLED if is_removed else BOX, owner)
        table.move_all(PASSED_OVER, BOX, 0)

    return unheard(clear_candidates)


def remove_low_cards(table: Table, side: int, it: int) -> None:
    """The customers lack them then [S25, V7]."""
    for back in list(BOX.of(table)):
        if 1 <= table.card(back).value <= LOW:
            table.move(back, BOX, EXPELLED, side)


def make_customer_deck(table: Table, side: int, it: int) -> None:
    CUSTOMERS.to_change(table).extend(BOX.of(table))
    BOX.to_change(table).clear()


def shuffle_customers(table: Table, side: int, it: int) -> None:
    table.shuffle(CUSTOMERS)


def deal_without_wilds(table: Table, source: Zone, target: Zone, side: int, count: int) -> None:
    """So many cards from the top; wild ones are put aside and shuffled back afterwards [S27, V8]."""
    while len(target.of(table, side)) < count and source.of(table, side):
        top = source.of(table, side)[-1]
        table.move(top, source, PASSED_OVER if table.card(top).is_wild else target, side)
    wilds = PASSED_OVER.of(table)[:]
    for back in wilds:
        table.move(back, PASSED_OVER, source, side)
    if wilds:
        table.shuffle(source, side)


def open_hand(table: Table, side: int, it: int) -> None:
    """[S26]"""
    table.shuffle(DECK, side)
    deal_without_wilds(table, DECK, HAND, side, HAND_SIZE)


def open_row(table: Table, side: int, it: int) -> None:
    """[S27]"""
    deal_without_wilds(table, CUSTOMERS, ROW, 0, FIRST_CUSTOMERS)


# Individual decks

class OwnDeck(Decision):
    """A group deck and a venture out of one's own Tech Deck, in one sentence [V6]: group 1V 1K ... venture 5K 8K.

    It lists some examples, and samples any.
    """

    def __init__(self, seat: int, ventures: Sequence[int]) -> None:
        super().__init__(seat, "bring", [])
        self.ventures: Final = list(ventures)  # the cards with the venture flag

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, str) and not wrong_with(choice, self.ventures)

    def examples(self) -> list[str]:
        sets = solo_starts()
        found = []
        for number in range(0, len(sets), 18):
            left = [other for other in range(DECK_SIZE) if other not in sets[number]]
            group = [*sets[number], *left[number % 7:][:EXTRA_CARDS]]
            able = [other for other in self.ventures if other not in group]
            found.append(written_deck(group, able[number % 5:][:START_VENTURE]))
        return [text for text in found if text in self]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.examples())

    def __len__(self) -> int:
        return len(self.examples())

    def sample(self, rng: Random) -> Choice | None:
        ventures = rng.sample(self.ventures, START_VENTURE)
        sets = [found for found in solo_starts() if not any(number in ventures for number in found)]
        chosen = rng.choice(sets)
        left = [number for number in range(DECK_SIZE) if number not in chosen and number not in ventures]
        return written_deck([*chosen, *rng.sample(left, EXTRA_CARDS)], ventures)

    def text(self, table: Table, side: int, choice: Choice) -> str:
        """Nobody else may read it before all are shown."""
        return str(choice) if side == table.side_of(self.seat) else "group ?? venture ??"

    def understood(self, table: Table, side: int, text: str) -> Choice | None:
        """However it is written."""
        return None if wrong_with(text, self.ventures) else written_deck(*read_deck(text))

    def why_not(self, choice: Choice) -> str:
        if not isinstance(choice, str):
            return super().why_not(choice)
        return f"Seat {self.seat + 1} cannot choose this deck: {wrong_with(choice, self.ventures)}."


def written_deck(group: Sequence[int], ventures: Sequence[int]) -> str:
    words = [codes([Face(number) for number in sorted(part)]) for part in (group, ventures)]
    return f"group {words[0]} venture {words[1]}"


def read_deck(text: str) -> tuple[list[int], list[int]]:
    """The cards of the group deck and of the venture.

    :raises ValueError: if it is no such sentence.
    """
    group, venture, rest = text.upper().partition(" VENTURE ")
    words = group.split()
    if words[:1] != ["GROUP"] or not venture:
        raise ValueError("it is written as in group 1V 1K 2S 3T 4V 9T W1 venture 5K 8K")
    found = [[int(face(word)) for word in part] for part in (words[1:], rest.split())]
    return found[0], found[1]


def wrong_with(text: str, ventures: Sequence[int]) -> str:
    """What keeps a text from being a legal deck, or nothing [V6]."""
    try:
        group, founded_with = read_deck(text)
    except ValueError as error:
        return str(error)
    cards = [*group, *founded_with]
    if len(set(cards)) < len(cards) or any(number >= DECK_SIZE for number in cards):
        return "every card of the Tech Deck is there once"
    if len(group) != 5 + EXTRA_CARDS or not any(all(number in group for number in found) for found in solo_starts()):
        return "the group deck has two 1s, a 2, a 3 and a 4 of all four domains, and two more cards"
    if len(founded_with) != START_VENTURE or not all(number in ventures for number in founded_with):
        return "the venture has two cards with the venture flag"
    return ""


class BringDecks(InSecret):
    """All players choose in secret and at the same time, then all is shown [V6].

    What they chose lies sealed as a bit for each card of the group deck and of the venture.
    """

    def question(self, table: Table, frame: Frame, side: int) -> Decision:
        return OwnDeck(
            table.captain[side], [number for number, card in enumerate(table.game.cards) if "venture" in card.flags])

    def carry_out(self, table: Table, frame: Frame, sides: Sequence[int]) -> None:
        for side in sides:
            group, venture = table.sealed[side]
            bring(table, side, group, venture)

    def seal(self, choice: Choice) -> list[int]:
        return [sum([BIT[number] for number in part]) for part in read_deck(str(choice))]


def own_faces(table: Table, side: int, cards: int) -> list[Face]:
    """Cards of a player's own Tech Deck; the first deck is that of the customers [V4]."""
    begin = DECK_SIZE * (table.members[side][0] + 1)
    return [Face(begin + number) for number in range(DECK_SIZE) if cards & BIT[number]]


def bring(table: Table, side: int, group: int, venture: int) -> None:
    log, table.log = table.log, None
    table.move_each(own_faces(table, side, group), POOL, DECK, side)
    table.move_each(own_faces(table, side, venture), POOL, VENTURES[0], side)
    table.log = log
    if table.is_heard:
        table.say(side, f"{{who}} begins with {codes(own_faces(table, side, group))}, "
                        f"and {codes(own_faces(table, side, venture))} as a venture.")


def hand_out_decks(table: Table, side: int, it: int) -> None:
    """Each player gets a Tech Deck; what is left is for the customers [V4]."""
    for back in BOX.of(table):
        deck = table.face[back] // DECK_SIZE
        if deck:
            POOL.to_change(table, table.side_of(deck - 1)).append(back)
    BOX.to_change(table)[:] = [back for back in BOX.of(table) if table.face[back] < DECK_SIZE]


def deal_packs(table: Table, side: int, it: int) -> None:
    """Wild cards are kept out of them, as everybody knows [V15]."""
    for owner in range(table.sides):
        while len(PACK.of(table, owner)) < DRAFTED_CARDS:
            top = BOX.of(table)[-1]
            table.move(top, BOX, PASSED_OVER if table.card(top).is_wild else PACK, owner)
        rule_out_wilds(table, PACK, owner)
    table.move_all(PASSED_OVER, BOX, 0)


def pack_cards(table: Table, side: int, it: int) -> Sequence[int]:
    return table.in_order(PACK.of(table, side))


def draft_it(table: Table, side: int, it: int) -> None:
    table.move(it, PACK, DRAFTED, side)


def draft_last(table: Table, side: int, it: int) -> None:
    for owner in range(table.sides):
        table.move_all(PACK, DRAFTED, owner)


def pass_packs(table: Table, side: int, it: int) -> None:
    """To the left [V15]."""
    for owner in range(table.sides):
        table.move_all(PACK, PASSING, owner)
    for owner in range(table.sides):
        left = table.side_of((table.members[owner][0] + 1) % table.sides)
        for back in list(PASSING.of(table, owner)):
            table.move(back, PASSING, PACK, owner, to=left)


def venture_sets(table: Table, side: int, it: int) -> Sequence[int]:
    """Up to two of the drafted cards [V15]."""
    able = table.in_order([back for back in DRAFTED.of(table, side) if is_venture(table, back)])
    return [pack(chosen) for size in range(1, START_VENTURE + 1) for chosen in combinations(able, size)]


def found_with_drafted(table: Table, side: int, it: int) -> None:
    table.move_each(table.each_face(it), DRAFTED, VENTURES[0], side)


def take_up_drafted(table: Table, side: int, it: int) -> None:
    for owner in range(table.sides):
        table.move_all(DRAFTED, DECK, owner)


def put_surplus_away(table: Table, side: int, it: int) -> None:
    """Of all that was not drafted, so many by chance become customers that a usual number is left after the first row.

    Nobody sees which [V15].
    """
    table.shuffle(BOX)
    for back in BOX.of(table)[LEAST_CUSTOMERS + FIRST_CUSTOMERS:]:
        table.move(back, BOX, SURPLUS, side)


# New customers

def new_customers(table: Table) -> int:
    """[S16, R6]"""
    if people(table) > FEW:
        return 3
    return (1 if people(table) == 1 else 2) + LATCH.get(table)


def beginning_round(appoint: Callable[[Table], None]) -> Rule:
    def begin_round(table: Table, side: int, it: int) -> None:
        ROUND.add(table, 1)
        something_changes(table)
        appoint(table)
        DUE.put(table, new_customers(table))
        if table.is_heard:
            table.say(table.first, f"Round {ROUND.get(table)}: {{who}} is first.")

    return do(begin_round)


def customers_due(overflows: bool) -> Test:
    def is_one_due(table: Table, side: int, it: int) -> bool:
        """In the first round only until the row is full [R9, R10, V20]."""
        is_full = ROUND.get(table) == 1 and len(ROW.of(table)) == ROW_SIZE and not overflows
        return DUE.get(table) > 0 and bool(CUSTOMERS.of(table)) and not is_full

    return is_one_due


def dealing(wild_replaced: bool) -> Rule:
    def deal_customer(table: Table, side: int, it: int) -> None:
        """A wild card never enters the row, and is for the side with the marker [R11, V28]."""
        top = CUSTOMERS.of(table)[-1]
        is_wild = table.card(top).is_wild
        if is_wild:
            table.move(top, CUSTOMERS, WILDS, table.first)
        else:
            make_room(table, side)
            table.move(top, CUSTOMERS, ROW, side)
        if not (is_wild and wild_replaced):
            DUE.add(table, -1)

    return do(deal_customer)


def end_arrivals(table: Table, side: int, it: int) -> None:
    """All insurance is over [FP-08]."""
    INSURED.clear(table)
    DUE.put(table, 0)


# Effects

def something_changes(table: Table, but_for: int = ANYBODY) -> None:
    """Nobody passes on any longer, except perhaps who brought it about [R56]."""
    for side in range(table.sides):
        if side != but_for:
            RESTING.of(table, side).clear()


class Window(Alternate):
    """Effects in turns.  Who is a side alone may pass on: then only new cards are a reason to ask again [R56]."""

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if choice == PASS_ON:
            resting = RESTING.of(table, frame.side)
            cards = [back for back in self.options(table, frame.side, frame.it) if back != PASS_ON]
            for back in table.in_order(cards):  # which does not tell how a hand is held
                if code(table.face[back]) not in resting:
                    resting.append(code(table.face[back]))
            choice = PASS
        super().answer(table, frame, seat, choice)


def or_pass_on(ask: Ask) -> Ask:
    """The same cards, unless the side passes over all of them; and whoever is alone may do so."""
    def cards_or_pass_on(table: Table, side: int, it: int) -> Sequence[int]:
        cards = ask(table, side, it)
        if not cards or len(table.members[side]) != 1:
            return cards
        resting = RESTING.of(table, side)
        if resting and all(code(table.face[back]) in resting for back in cards):
            return []
        return [*cards, PASS_ON]

    return cards_or_pass_on


def timely_faces(cards: list[Card], timings: Sequence[str], flag: str) -> list[bool]:
    """By face, whether its time has come; this is asked of all cards again and again, so it is found out once."""
    return [card.timing in timings and flag in card.flags for card in cards * MANY_DECKS]


def add_unmarked(found: list[int], table: Table, backs: list[Back], timely: list[bool]) -> None:
    """Those of some cards whose time has come and that carry no mark."""
    face = table.face
    for back in backs:
        number = face[back]
        if timely[number] and not USED.get(table, number) and not REFUSED.get(table, number):
            found.append(back)


def usable(timings: Sequence[str], options: Options, cards: list[Card]) -> Ask:
    """Unmarked cards in their place, and timely [R14, X5]."""
    from_committed = options.committed_effects_usable and "assist" in timings  # [V24]
    once_each = options.one_venture_effect_per_player  # [V22]
    of_ventures, of_group = [timely_faces(cards, timings, flag) for flag in ("venture", "group")]

    def usable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        found: list[int] = []
        for number, venture in enumerate(VENTURES):
            if not (once_each and VENTURES_USED.get(table, side) >> number & 1):
                cards = venture.of(table, side)
                if cards:
                    add_unmarked(found, table, cards, of_ventures)
        add_unmarked(found, table, HAND.of(table, side), of_group)
        if from_committed:
            add_unmarked(found, table, COMMITTED.of(table, side), of_group)
        return found

    return usable_cards


def venture_with(table: Table, side: int, back: int) -> int:
    """The number of the venture in which a card lies, or -1."""
    for number, venture in enumerate(VENTURES):
        if back in venture.of(table, side):
            return number
    return -1


def mark_it(table: Table, side: int, it: int) -> None:
    """A hand card is shown to all [R15, R17]."""
    number = venture_with(table, side, it)
    if number >= 0:
        VENTURES_USED.put(table, VENTURES_USED.get(table, side) | 1 << number, side)
    elif it in HAND.of(table, side):
        table.show_in(it, HAND, side)
    USED.put(table, table.face[it], 1)
    EVENTFUL.put(table, 1)
    something_changes(table, but_for=side)


class WithConsent(Scope):
    """The owner of a venture is asked before the captain uses a card of it [V17]."""

    def run(self, table: Table, frame: Frame) -> None:
        asked = self.decisions(table, frame)
        if asked:
            table.wait(frame, asked)
        else:
            self.rule.begin(table, frame.side, frame.it, frame.that)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        number = venture_with(table, frame.side, frame.it)
        owner = owner_of(table, frame.side, number) if number >= 0 else table.captain[frame.side]
        if owner == table.captain[frame.side]:
            return []
        return [Decision(owner, "agree", [AGREE, REFUSE], ANSWERS, frame.it)]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if choice == AGREE:
            self.rule.begin(table, frame.side, frame.it, frame.that)
        else:
            REFUSED.put(table, table.face[frame.it], 1)
            table.say(frame.side, f"The owner of the venture does not agree to use {code(table.face[frame.it])}.")


def venture_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """What a side controls [X22]."""
    return [back for venture in VENTURES for back in venture.of(table, side)]


def overfull(table: Table, side: int, it: int) -> Sequence[int]:
    """The cards of a venture that holds too many [R42]."""
    most = capacity(table)
    for venture in VENTURES:
        if len(venture.of(table, side)) > most:
            return venture.of(table, side)[:]
    return []


def is_overfull(table: Table, side: int, it: int) -> bool:
    most = capacity(table)
    return any(len(venture.of(table, side)) > most for venture in VENTURES)


def score_it(table: Table, side: int, it: int) -> None:
    table.move(it, VENTURES[venture_with(table, side, it)], SCORE, side, to=pile_of(table, side))


def merge_piles(table: Table, side: int, it: int) -> None:
    """Too few cards in the deck for an effect: deck and discard are shuffled together first [X12]."""
    if len(DECK.of(table, side)) < it:
        table.put_back(DECK, DISCARD, side)


def dismissing(customers_to: str) -> Callable[[Table, int, Zone, int], None]:
    def dismiss(table: Table, back: int, source: Zone, side: int) -> None:
        """A customer who is discarded or replaced does not come to a group discard [X13, X18, V30]."""
        if source is not ROW:
            table.move(back, source, DISCARD, side)
        elif customers_to == "deck_bottom":
            table.move(back, ROW, CUSTOMERS, side, at=0)
        else:
            table.move(back, ROW, UNHAPPY if customers_to == "unhappy" else EXPELLED, side)

    return dismiss


# Wild cards

@lru_cache(maxsize=8)
def wild_faces(cards: int) -> int:
    """All wild cards of a table with so many cards, as bits."""
    return sum([BIT[number] for number in range(cards) if number % DECK_SIZE >= 52])


def rule_out_wilds(table: Table, zone: Zone, side: int) -> None:
    """Everybody knows that no wild card stays there [X25]."""
    table.rule_out_all(zone.of(table, side), wild_faces(table.cards))


def send_wild_aside(table: Table, back: Back, zone: Zone, side: int) -> tuple[Zone, int]:
    """It waits until what is under way is done; for the row the side with the marker will choose [X25 to X27]."""
    if not table.card(back).is_wild:
        return zone, side
    return WILDS, table.first if zone is ROW else side


def arriving(wild_replaced: bool) -> Callable[[Table, Back, Zone, int], None]:
    def arrive(table: Table, back: Back, zone: Zone, side: int) -> None:
        if zone is HAND:
            if table.cards > DECK_SIZE or PASSING.of(table, side):  # else it is out of a deck without wild cards
                rule_out_wilds(table, HAND, side)
        elif zone is WILDS and table.has_drawn and wild_replaced:
            table.then(REPLACE_WILD, side)  # [X27]
        elif zone is SCORE and len(SCORE.of(table, side)) >= LATCHING:
            LATCH.put(table, 1)  # [R6]

    return arrive


def next_with_wild(table: Table, side: int, it: int) -> Sequence[int]:
    """Those of the side with the marker come first [X8]."""
    return [owner for owner in table.turn_order() if WILDS.of(table, owner)][:1]


def wild_waits(table: Table, side: int, it: int) -> bool:
    return any(WILDS.of(table, owner) for owner in range(table.sides))


def waiting_wilds(table: Table, side: int, it: int) -> Sequence[int]:
    return WILDS.of(table, side)[:]


def begin_wild(table: Table, side: int, it: int) -> None:
    something_changes(table)
    table.chain.clear()
    ACTIVE.put(table, side)
    if table.is_heard:
        table.uses(side, table.face[it], words="{card} takes effect for {who}.")


def expel_wild(table: Table, side: int, it: int) -> None:
    table.move(it, WILDS, EXPELLED, side)


# Assisting

def begin_assisting(table: Table, side: int, it: int) -> None:
    ASSISTING.put(table, 1)
    ITERATION.put(table, 0)
    STANDS_ASIDE.reset(table)


def may_commit(table: Table, side: int, it: int) -> Sequence[int]:
    """The sides with cards that need not stand aside [R24, R47]."""
    return [owner for owner in table.turn_order() if may_still_commit(table, owner)]


def may_still_commit(table: Table, side: int) -> bool:
    return bool(HAND.of(table, side)) and not STANDS_ASIDE.get(table, side)


def goes_on(table: Table, side: int, it: int) -> bool:
    """[R23, R26]"""
    return bool(ASSISTING.get(table) and ROW.of(table)) and any(
        may_still_commit(table, owner) for owner in range(table.sides))


def begin_iteration(table: Table, side: int, it: int) -> None:
    assert ITERATION.get(table) < ITERATIONS, "an assist phase goes on and on"
    ITERATION.add(table, 1)
    EVENTFUL.put(table, 0)
    COMMITS.reset(table)
    SERVED.reset(table)
    DECLARED.clear(table)


def committable(use_exhausts: bool) -> Ask:
    def cards_to_commit(table: Table, side: int, it: int) -> Sequence[int]:
        """[R18, R24, V23]"""
        hand = HAND.of(table, side)
        return table.in_order(
            [back for back in hand if not USED.get(table, table.face[back])] if use_exhausts else hand)

    return cards_to_commit


def commit_it(table: Table, side: int, it: int) -> None:
    """All have chosen, so the number may be seen; the cards not yet [S4]."""
    faces = table.each_face(it)
    COMMITS.put(table, len(faces), side)
    table.move_each(faces, HAND, LAID, side)


def someone_committed(table: Table, side: int, it: int) -> bool:
    return any(COMMITS.get(table, owner) for owner in range(table.sides))


def stop_assisting(table: Table, side: int, it: int) -> None:
    ASSISTING.put(table, 0)  # [R26]


def in_order_of_reveal(table: Table, side: int, it: int) -> Sequence[int]:
    """Those with the marker last, and only who committed something [R27, V10, V14]."""
    order: list[int] = []
    last: list[int] = []
    for owner in table.turn_order():
        if COMMITS.get(table, owner):
            if has_marker(table, owner):
                last.append(owner)
            else:
                order.append(owner)
    return order + last if order else last


def turn_up(table: Table, side: int, it: int) -> None:
    table.move_all(LAID, COMMITTED, side)


def declare_it(table: Table, side: int, it: int) -> None:
    number = table.face[it]
    DECLARED.put(table, number, DECLARED.get(table, number) | 1 << side)
    if table.is_heard:
        table.say(side, f"{{who}} wants to serve {code(number)}.")


def is_good(table: Table, side: int) -> bool:
    """Whether the assist of a side is good [R30]."""
    cards = COMMITTED.of(table, side)
    named = named_customer(table, side, 0) if cards else []
    return bool(named) and serves(table, side, named[0])


def serves(table: Table, side: int, customer: int) -> bool:
    """The test, on current values and domains: whether the cards that a side turned up serve a customer [R30]."""
    cards = COMMITTED.of(table, side)
    return bool(cards) and fits((table.value(customer), table.domain(customer)), [
        (table.value(back), table.domain(back)) for back in cards])


def fits(customer: tuple[int, int], cards: Sequence[tuple[int, int]]) -> bool:
    """Whether cards serve a customer, all by value and domain: the exact sum, and one of its domain [R30]."""
    missing, wanted = customer
    has_domain = False
    for value, domain in cards:
        missing -= value
        has_domain = has_domain or domain == wanted
    return missing == 0 and has_domain


def strength(table: Table, side: int, best_domain: bool) -> tuple[list[int], list[int]]:
    """Values, then domains of the cards in the same order, or sorted for themselves [R34, R35, V26]."""
    cards = sorted([(table.value(back), table.domain(back)) for back in COMMITTED.of(table, side)], reverse=True)
    domains = [domain for _, domain in cards]
    return [value for value, _ in cards], sorted(domains, reverse=True) if best_domain else domains


def judging(best_domain: bool) -> Rule:
    def judge(table: Table, side: int, it: int) -> None:
        """Each customer goes to the strongest good assist, between equals to the first in order [R33 to R38]."""
        rivals: dict[int, list[int]] = {}
        for owner in table.turn_order():
            if is_good(table, owner):
                rivals.setdefault(int(named_customer(table, owner, 0)[0]), []).append(owner)
            elif COMMITS.get(table, owner) and table.is_heard:
                named = [code(table.face[back]) for back in named_customer(table, owner, 0)] or ["the customer"]
                table.say(owner, f"{{who}} cannot serve {named[0]}.")
        for target, owners in rivals.items():
            winner = max(owners, key=lambda owner: strength(table, owner, best_domain))
            for owner in owners:
                if owner != winner:
                    table.say(winner, "{who} serves better than {whom}.", owner)
            SERVED.put(table, 1, winner)
            WON_VALUE.put(table, table.value(target), winner)
            EVENTFUL.put(table, 1)
            something_changes(table, but_for=winner)
            table.move(target, ROW, WON, winner)

    return do(judge)


def servers(table: Table, side: int, it: int) -> Sequence[int]:
    """Who won a customer [R37]."""
    return [owner for owner in table.turn_order() if SERVED.get(table, owner)]


def discard_committed(table: Table, side: int, it: int) -> None:
    table.move_all(COMMITTED, DISCARD, side)  # [R40]


def developing(needs_symbol: bool) -> Rule:
    def may_develop(table: Table, side: int, it: int) -> bool:
        """[R41, V25]"""
        return any(is_venture(table, back) or not needs_symbol for back in WON.of(table, side))

    return if_(may_develop, may("develop", own_ventures, then=seq(do(develop_it), TRIM), kind=VENTURE_NAMES))


def own_ventures(table: Table, side: int, it: int) -> Sequence[int]:
    return list(range(ventures_each(table)))


def develop_it(table: Table, side: int, it: int) -> None:
    table.move_all(WON, VENTURES[it], side)


def score_won(table: Table, side: int, it: int) -> None:
    """[R44]"""
    for back in list(WON.of(table, side)):
        table.move(back, WON, SCORE, side, to=pile_of(table, side))


def take_back(table: Table, side: int, it: int) -> None:
    """What was in the hand is not wild, so nobody has a word on its arrival [R45]."""
    table.move_all(COMMITTED, HAND, side, quiet=True)


def end_iteration(table: Table, side: int, it: int) -> None:
    """If nothing happened, who tried has to stand aside until something does [R47]."""
    if EVENTFUL.get(table):
        STANDS_ASIDE.reset(table)
    else:
        for owner in range(table.sides):
            if COMMITS.get(table, owner):
                STANDS_ASIDE.put(table, 1, owner)
    COMMITS.reset(table)
    DECLARED.clear(table)


# Refresh

def discard_hand(table: Table, side: int, it: int) -> None:
    table.move_all(HAND, DISCARD, side)  # [R50]


def counting_missing(merges: bool) -> Rule:
    def count_missing(table: Table, side: int, it: int) -> None:
        """[R51, FP-04, FP-05]; by option deck and discard are shuffled together if the deck is too small [V29]."""
        OWED.put(table, max(0, REFILL.get(table, side) - len(KEPT.of(table, side))), side)
        if merges:
            merge_piles(table, side, OWED.get(table, side))

    return do(count_missing)


def is_missing(table: Table, side: int, it: int) -> bool:
    return OWED.get(table, side) > 0 and bool(DECK.of(table, side) or DISCARD.of(table, side))  # [R52]


def filling(wild_replaced: bool) -> Rule:
    def fill_up(table: Table, side: int, it: int) -> None:
        """One card; the deck is used up before the discard is shuffled [R51, R53, V28]."""
        top = table.top_of(DECK, DISCARD, side)
        if top is not None:
            if not (table.card(top).is_wild and wild_replaced):
                OWED.add(table, -1, side)
            table.move(top, DECK, HAND, side)

    return do(fill_up)


def take_up_kept(table: Table, side: int, it: int) -> None:
    table.move_all(KEPT, HAND, side)
    OWED.put(table, 0, side)
    REFILL.put(table, REFILL.start, side)


# The end

def clear_round(table: Table, side: int, it: int) -> None:
    """[R54]"""
    for mark in (USED, REFUSED, VALUE, DOMAIN):
        mark.clear(table)
    for tally in (VENTURES_USED, STANDS_ASIDE, EVENTFUL, SERVED, WON_VALUE):
        tally.reset(table)


def pass_marker(table: Table, side: int, it: int) -> None:
    """To the left, but not within a team [R54, V10]."""
    for player in table.turn_order():
        if not has_marker(table, player):
            table.first = player
            return


def unhappy_limits(options: Options) -> list[int]:
    return read_limits(options.unhappy_limits)


def read_limits(text: str) -> list[int]:
    """By number of players [S16, V21]."""
    return [int(number) for number in text.split()]


def limit_for(limits: list[int], players: int) -> int:
    """How many unhappy customers are too many for so many players [S16]."""
    return limits[players - 1]


def all_lose(limits: list[int], table: Table) -> bool:
    """Whether too many are unhappy for so many players [E1]."""
    return len(UNHAPPY.of(table)) >= limit_for(limits, people(table))


def is_on(options: Options) -> Test:
    limits = unhappy_limits(options)

    def another_round(table: Table, side: int, it: int) -> bool:
        """[E1, E2, E12]"""
        return not all_lose(limits, table) and bool(CUSTOMERS.of(table)) and ROUND.get(table) < options.max_rounds

    return another_round


def telling_end(options: Options) -> Rule:
    limits = unhappy_limits(options)

    def tell_end(table: Table, side: int, it: int) -> None:
        number = len(UNHAPPY.of(table))
        if all_lose(limits, table):
            table.say(table.first, f"{number} unhappy customer{'s' * (number > 1)}: everybody loses.")
        else:
            table.say(table.first, "No more customers come." if not CUSTOMERS.of(table) else "The last round is over.")

    return do(tell_end)


def worth(table: Table, side: int, counts_domains: bool) -> tuple[int, int, list[int], list[tuple[int, int]]]:
    """Number of cards, sum of printed values, then the cards by domain and value [E6 to E8, V27]."""
    cards = [table.card(back) for back in SCORE.of(table, pile_of(table, side))]
    numbers = [len([card for card in cards if card.domain_number == domain]) for domain in (4, 3, 2, 1)]
    return (len(cards), sum([card.value for card in cards]), numbers if counts_domains else [],
            sorted([(card.domain_number, card.value) for card in cards], reverse=True))


def winning(options: Options) -> Callable[[Table], list[int]]:
    counts_domains = options.final_domain_rule == "domain_count"
    limits = unhappy_limits(options)

    def winners(table: Table) -> list[int]:
        """Nobody if all lose; who is equal in everything shares [E1, E9, E10]."""
        if all_lose(limits, table):
            return []
        ranks = [worth(table, side, counts_domains) for side in range(table.sides)]
        return [side for side in range(table.sides) if ranks[side] == max(ranks)]

    return winners


def scores(table: Table) -> list[int]:
    return [len(SCORE.of(table, pile_of(table, side))) for side in range(table.sides)]  # [E6]


# What a written position leaves out

def settling(options: Options) -> Callable[[Table], None]:
    appoint = appointing(options.team_control != "fixed_captain")
    join = joining(options)

    def settle(table: Table) -> None:
        """Who answers for each team, who plays together, and where no wild card is."""
        appoint(table)
        if scores_in_teams(options):
            join(table, 0, 0)
        for side in range(table.sides):
            for zone in (HAND, LAID, KEPT, DECK):
                if not any(table.card(back).is_wild for back in zone.of(table, side)):
                    rule_out_wilds(table, zone, side)

    return settle


# The rules

REPLACE_WILD: Final = do(draw_one)  # [X27]

WILD_EFFECTS: Final = while_(wild_waits, each_of(next_with_wild, choose(
    "wild", waiting_wilds, then=seq(do(begin_wild), effect_of_it, do(expel_wild)), obvious=True)))

TRIM: Final = while_(is_overfull, choose("score", overfull, then=do(score_it)))  # [R42]

USE: Final = seq(do(begin_use), do(mark_it), effect_of_it, in_turn_order(TRIM), WILD_EFFECTS)  # [R20, X27]


def scores_in_teams(options: Options) -> bool:
    """Players with decks of their own who score in teams [V14]."""
    return options.individual_decks and options.individual_sides == "teams"


def nothing(table: Table, side: int, it: int) -> None:
    """No card is timed so."""


class Windows:
    """How effects are used in each window; those for which no card is timed are left out."""

    def __init__(self, options: Options, cards: list[Card]) -> None:
        self.options: Final = options
        self.cards: Final = cards
        self.timings: Final = {card.timing for card in cards}
        self.use: Final[Rule] = WithConsent(USE) if options.venture_owner_consent else USE

    def window(self, verb: str, *timings: str, is_phase: bool = False) -> Rule:
        """From the marker side each does one thing or passes, until all have passed in a row [R12, R13].

        Passes are told only in the two phases of effects: there are many other windows.
        """
        if not self.timings.intersection(timings):
            return do(nothing)
        cards = usable(timings, self.options, self.cards)
        if self.options.asks_needlessly:
            return alternate(verb, cards, then=self.use, quiet=not is_phase)
        return each_of(first_player, Window(verb, or_pass_on(cards), self.use, CARDS, not is_phase))

    def customers(self) -> Ask:
        """Those that can be named [R28]; only the one that the cards fit, if nothing can change that [R57]."""
        if self.options.asks_needlessly:
            return customers_in_row
        means = usable(["assist"], self.options, self.cards)

        def customers_to_name(table: Table, side: int, it: int) -> Sequence[int]:
            row = customers_in_row(table, side, it)
            if means(table, side, it) or (table.sides > 1 and HAND.of(table, side)):  # others must not see which it is
                return row
            fitting = [customer for customer in row if serves(table, side, customer)]
            return fitting if len(fitting) == 1 else row

        return customers_to_name

    def gains(self) -> Rule:
        """One at a time until the winner passes [R39]."""
        return may("use after winning", usable(["gain"], self.options, self.cards), then=self.use, times=MANY)


def solo_start(options: Options) -> Rule:
    """[S20]"""
    if options.solo_start == "choose":
        return choose("start", ways_to_start, then=do(set_aside_chosen), kind=CARD_SETS)
    return do(set_aside_random if options.solo_start == "random" else set_aside_example)


def team_setup(options: Options) -> Rule:
    remove = [] if options.solo_keep_low_cards else [if_(is_solo, unheard(remove_low_cards))]  # [S25, V19]
    return seq(
        unheard(open_box),
        if_(is_solo, solo_start(options), otherwise=do(set_aside_starts)),
        do(shuffle_box),  # [S21]
        each_of(every_side, do(deal_candidates)),
        each_of(every_side, choose("found", candidates, then=do(found_venture), times=len(VENTURES))),  # [S23]
        clearing_candidates(options.unchosen_ventures_removed),
        *remove,
    )


def draft_setup(options: Options) -> Rule:
    """[V15]"""
    put_away = [] if options.individual_all_customers else [unheard(put_surplus_away)]
    drafts = secretly("draft", every_side, pack_cards, then=do(draft_it))
    return seq(
        unheard(deal_packs),
        repeat(DRAFTED_CARDS - 1, drafts, unheard(pass_packs)),
        unheard(draft_last),
        secretly("found", every_side, venture_sets, then=do(found_with_drafted), kind=CARD_SETS, may_pass=always),
        unheard(take_up_drafted),
        *put_away,
    )


def own_deck_setup(options: Options) -> Rule:
    """[V6, V7]"""
    remove = [] if options.individual_keep_low_customers else [unheard(remove_low_cards)]
    return seq(unheard(open_box), unheard(hand_out_decks), BringDecks("bring"), *remove)


def setup(options: Options) -> Rule:
    if not options.individual_decks:
        begin = team_setup(options)
    else:
        begin = draft_setup(options) if options.individual_draft else own_deck_setup(options)
    return seq(
        *([do(joining(options))] if scores_in_teams(options) else []),
        begin,
        unheard(make_customer_deck),
        do(shuffle_customers),
        each_of(every_side, do(open_hand)),
        do(open_row),
    )


def arrivals(options: Options, windows: Windows) -> Rule:
    """[R5 to R11]"""
    return seq(
        beginning_round(appointing(options.team_control != "fixed_captain")),
        while_(customers_due(options.first_round_overflow), dealing(options.wild_replaced), WILD_EFFECTS),
        windows.window("use when customers come", "new"),
        do(end_arrivals),
    )


def iteration(options: Options, windows: Windows) -> Rule:
    """Steps 1 to 9 [R24 to R46]."""
    assist = seq(
        each_of(in_order_of_reveal, do(turn_up),
                choose("declare", windows.customers(), then=do(declare_it), obvious=True)),  # [R27, R28]
        windows.window("use while assisting", "assist"),  # [R29]
        judging(options.contest_domain_rule == "best_domain"),
        each_of(servers, windows.gains()),  # [R39]
        each_of(servers, do(discard_committed), developing(options.venture_symbol_required)),  # [R40 to R42]
        each_of(servers, do(score_won)),
        in_turn_order(do(take_back)),
        windows.window("use", "open", "between"),  # [R46]
        do(end_iteration),
    )
    return seq(
        do(begin_iteration),
        secretly("commit", may_commit, committable(options.effect_use_exhausts_card), then=do(commit_it),
                 may_pass=always, sets=True),  # [R24]
        if_(someone_committed, assist, otherwise=do(stop_assisting)),
    )


def refresh(options: Options, windows: Windows) -> Rule:
    return seq(
        windows.window("use at refresh", "refresh"),
        in_turn_order(do(discard_hand)),
        in_turn_order(
            counting_missing(options.refresh_reshuffle == "shuffle_together"),
            while_(is_missing, filling(options.wild_replaced), WILD_EFFECTS),
            do(take_up_kept),
        ),
    )


def end_of_round(options: Options, windows: Windows) -> Rule:
    return seq(
        windows.window("use at the end", "end"), do(clear_round), if_(is_on(options), do(pass_marker)))  # [R54]


def phases(options: Options, cards: list[Card]) -> dict[str, Rule]:
    """[R1]"""
    windows = Windows(options, cards)
    return {
        "new customers": arrivals(options, windows),
        "effects before": windows.window("use", "open", "before", is_phase=True),
        "assist": seq(do(begin_assisting), while_(goes_on, iteration(options, windows))),
        "effects after": windows.window("use", "open", "after", is_phase=True),
        "refresh": refresh(options, windows),
        "end of round": end_of_round(options, windows),
    }


def decks_needed(options: Options) -> Callable[[int], int]:
    """[S1, V4, V15]"""
    def decks(seats: int) -> int:
        if not options.individual_decks:
            return 1
        if not options.individual_draft:
            return seats + 1
        return -(-(LEAST_CUSTOMERS + DRAFTED_CARDS * seats) // DECK_SIZE)

    return decks


def seats_for(options: Options) -> Sequence[int]:
    fixed = fixed_teams(options.teams)
    if fixed:
        return [sum([len(team) for team in fixed])]
    return range(2, 7) if options.individual_decks else range(1, 7)


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES,
    **TEAM_PHRASES,
    **{("candidates", venture.name): f"{{who}} founds {venture.name} with {{card}}." for venture in VENTURES},
    **{("won", venture.name): f"{{who}} puts {{card}} into {venture.name}." for venture in VENTURES},
    **{(venture.name, "score"): f"{{who}} scores {{card}} from {venture.name}." for venture in VENTURES},
    **{("drafted", venture.name): f"{{who}} founds {venture.name} with {{card}}." for venture in VENTURES},
    ("box", "candidates"): "{who} may found a venture with {card}.", ("box", "passed over"): "{card} is passed over.",
    ("customer deck", "passed over"): "{card} is put aside.", ("deck", "passed over"): "{card} is put aside.",
    ("passed over", "customer deck"): "{card} goes back to the customers.",
    ("passed over", "deck"): "{card} goes back into the deck.",
    **{(source, "wilds"): "{card} turns up." for source in ("customer deck", "discard", "passing", "held", "aside")},
    ("deck", "wilds"): "{who} draws {card}.", ("wilds", "expelled"): "{card} is expelled.",
    ("row", "unhappy"): "{card} has waited too long and is unhappy.",
    ("hand", "laid"): "{who} commits {card}.", ("laid", "committed"): "{who} turns up {card}.",
    ("row", "won"): "{who} serves {card}.", ("won", "score"): "{who} scores {card}.",
    ("committed", "discard"): "{who} discards {card}.", ("pack", "drafted"): "{who} drafts {card}.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    **TEAM_PROMPTS,
    "start": "Choose the five cards of your group deck.",
    "found": "Choose the first card of the venture.",
    "bring": "Bring a group deck of seven cards and a venture of two, as in group 1V 1K 2S 3T 4V 9T W1 venture 5K 8K.",
    "draft": "Take a card; the others go on to the left.",
    "use": "Use an effect, or pass.",
    "use when customers come": "Use an effect for the new customers, or pass.",
    "use while assisting": "Use an effect on the assist, or pass.",
    "use after winning": "Use an effect after winning the customer, or pass.",
    "use at refresh": "Use an effect before the hand is discarded, or pass.",
    "use at the end": "Use an effect before the round ends, or pass.",
    "agree": "Say whether the captain may use this card of your venture.",
    "commit": "Commit any cards of the group hand to assist one customer, or pass.",
    "declare": "Name the customer you want to serve.",
    "develop": "Put the customer into a venture, or pass and score it.",
    "score": "The venture is too full. Choose a card to score.",
    "wild": "Choose the wild card that acts first.",
}

PASSES: Final[dict[str, str]] = {
    **{verb: "{who} uses no effect." for verb in PROMPTS if verb.startswith("use")},
    "commit": "{who} commits nothing.", "develop": "{who} develops no venture.", "gain": "{who} does not take it.",
    "find": "{who} finds nothing.", "found": "{who} founds no venture.", "exchange": "{who} exchanges nothing.",
    "keep": "{who} keeps no more.", "bury customer": "{who} puts no more on the bottom.",
    "bury": "{who} puts no more on the bottom.", "change": "{who} changes no more.",
}

DONE: Final[dict[str, str]] = {
    **{verb: "used {choice}" for verb in PROMPTS if verb.startswith("use")},
    "commit": "committed {choice}", "declare": "named {choice}", "develop": "put the customer into {choice}",
    "score": "scored {choice}",
}

IDLE_WORDS: Final[dict[str, str]] = {
    **EFFECT_IDLE,
    **{verb: "You have no card whose effect you can use now." for verb in PROMPTS if verb.startswith("use")},
    "develop": "The customer fits into no venture.", "gain": "There is no customer to take.",
    "keep": "You have no card to keep.", "bury customer": "There is no customer to put on the bottom.",
}


def peer_to_peer(
    options: Options = Options(), cards: list[Card] | None = None, effects: Mapping[str, Rule] | None = None,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    is_first = options.start_cards == "first"  # [V36]
    if cards is None:
        cards = FIRST_PEER_EDITION if is_first else PEER_EDITION
    if effects is None:
        effects = FIRST_EFFECTS if is_first else EFFECTS
    begin, a_round = setup(options), phases(options, cards)
    rounds = seq(while_(is_on(options), *a_round.values()), telling_end(options))
    return Game(
        "peer to peer", cards, seq(begin, rounds),
        {"setup": begin, **a_round, "rounds": rounds}, effects,
        Pieces(
            zones=[
                BOX, POOL, PACK, DRAFTED, CANDIDATES, PASSED_OVER, CUSTOMERS, ROW, UNHAPPY, *VENTURES, LAID, COMMITTED,
                WON, SCORE, KEPT, WILDS, SURPLUS,
            ],
            tallies=[
                ROUND, DUE, LATCH, ASSISTING, ITERATION, EVENTFUL, COMMITS, SERVED, STANDS_ASIDE, VENTURES_USED, OWED,
                TEAM, WON_VALUE, REFILL,
            ],
            marks=[USED, REFUSED, DECLARED, INSURED], slates=[RESTING], common=COMMON, box=BOX,
            decks=decks_needed(options),
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN,
            neutral=customers_in_row, controlled=venture_cards, ready=merge_piles,
            dismiss=dismissing(options.replaced_customer_to), highest=NO_END,
        ),
        Manners("Peer-to-Peer", prompts=PROMPTS, phrases=PHRASES, passing=PASSES, done=DONE, idle=IDLE_WORDS,
                wild="A wild card takes effect as soon as it turns up, and is expelled then."),
        seats=seats_for(options), winners=winning(options), scores=scores, arrive=arriving(options.wild_replaced),
        divert=send_wild_aside, greeting=[HAND, ROW, SCORE, *VENTURES, WILDS], seating=seating(options),
        settle=settling(options), first=marker_for_a_team(options) if scores_in_teams(options) else None,
        personal=PERSONAL if options.team_control == "together" else None, later=LATER, options=asdict(options),
        between={"replacing a wild card": REPLACE_WILD},
    )
