"""Tables of Gears of Industry for the tests of its rulebook: written positions, and what lies where.

Seats are counted from one, as the rulebook does, and cards are written as it writes them, without a word on the Tech
Deck they are from: what lies before a player is the player's own, what lies in the middle belongs to the Market.
`10V@M` before a player has the home Market, `9K@2` anywhere else is a card of player 2.  Factory cards have an
orientation, and perhaps marks: `4T:R`, `6T:D:paid`.  A market whose neutral cards are not written has two that occur
nowhere else.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from techdeck.actions import read_choice
from techdeck.cards import DECK_SIZE, Back, code, face, stand_in
from techdeck.decklists import DeckList, compact, parse
from techdeck.games.gears_of_industry import (
    BOOSTED,
    CLASH,
    DECK,
    DISCARD,
    EXPELLED,
    FACING,
    FACTORY,
    HAND,
    HOME,
    LEFTOVERS,
    MARKET_DECK,
    MARKET_DISCARD,
    MARKET_HOME,
    NEUTRAL,
    PAID,
    POINTS,
    SPOTS,
    Options,
    clash_cards,
    clash_key,
    gears_of_industry,
)
from techdeck.poker import CATEGORIES, Ranking, category
from techdeck.position import set_up, written
from techdeck.rules import do
from techdeck.table import EMPTY, Decision, Game, IllegalAction, Mark, Rule, Table, Zone
from tests.rulebook.tables import asked, these

# Every question that the rules know is asked, also one without consequence [GI-V29].
DEFAULT: Final = Options(ask_everything=True)
# Discards and what goes into a deck go home, wherever they come from [GI-V11, GI-V26].
HOMEWARD: Final = Options(discard_rule="home", deck_rule="home", ask_everything=True)
ORIENTATIONS: Final = "URDL"  # upright, right-facing, upside-down, left-facing
MIDDLE: Final = ("neutral M1", "neutral M2", "market deck", "market discard", "expelled", "leftovers")
SPARE: Final = [f"{6 * number % 13 + 1}{'KVS'[number % 3]}" for number in range(39)]  # neighbours make no hand
A_TURN: Final = "draw, factory, enter, effect, clash, rotate, discard, clean-up"
AFTER_ENTRY: Final = "effect, clash, rotate, discard, clean-up"


def _do_nothing(table: Table, seat: int, it: int) -> None:
    """Nothing at all."""


NOTHING: Final[Rule] = do(_do_nothing)  # an effect that does nothing


# Written positions

@lru_cache(maxsize=64)
def _game(options: Options, names: tuple[str, ...], rules: tuple[Rule, ...]) -> Game:
    return gears_of_industry(
        options, stand_in({name: name for name in names}), dict(zip(names, rules, strict=True)))


def at(
    text: str, seats: int = 2, *, texts: Mapping[str, Rule] | None = None, options: Options = DEFAULT, seed: int = 0,
) -> Table:
    """A position in which only some cards have a text."""
    effects = dict(texts or {})
    return set_up(_game(options, tuple(effects), tuple(effects.values())), _translated(text, seats, options), seed)


def general(text: str, seats: int = 2, *, options: Options = DEFAULT, seed: int = 0) -> Table:
    """A position with the printed effects."""
    return set_up(gears_of_industry(options), _translated(text, seats, options), seed)


class _Names:
    """Which of the equal faces a written card is."""

    def __init__(self, seats: int, each: int) -> None:
        self.decks: Final = seats * each
        self.each: Final = each  # Tech Decks of a player
        self.used: Final[set[int]] = set()

    def take(self, word: str, copies: range) -> str:
        plain = face(word)
        for copy in copies:
            number = plain + DECK_SIZE * copy
            if number not in self.used:
                self.used.add(number)
                return code(number)
        raise ValueError(f"there are not so many {word}")

    def own(self, seat: int) -> range:
        return range((seat - 1) * self.each, seat * self.each)

    def any(self) -> range:
        return range(self.decks)


def _translated(text: str, seats: int, options: Options) -> str:
    """A position as the game takes it: with the Tech Deck of each card, homes and facings."""
    names = _Names(seats, 2 if options.game_mode == "advanced" else 1)
    split = [line.partition(":") for line in text.splitlines() if line.strip()]
    lines = [(key.strip(), rest.split()) for key, _, rest in split]
    found: dict[str, list[str]] = {}
    notes: dict[str, list[str]] = {"home": [], "facing": [], "paid": [], "boosted": []}
    places = [(key, words) for key, words in lines if key in MIDDLE or key.split()[-1].isdecimal()]
    named = {word.partition("@")[0].partition(":")[0] for _, words in places for word in words}
    spare = [card for card in SPARE if card not in named]
    for number, market in enumerate(MIDDLE[:2]):
        if market not in dict(lines):
            lines.append((market, spare[2 * number:2 * number + 2]))
            places.append(lines[-1])
    # What belongs to players comes first: Market cards are then any others.
    for is_market in (False, True):
        for key, words in places:
            row = found.setdefault(key, [""] * len(words))
            for at, word in enumerate(words):
                card, _, home = word.partition("@")
                name, *remarks = card.split(":")
                if word == "-":
                    row[at] = "-"
                elif is_market == (home == "M" or (not home and key in MIDDLE)):
                    seat = 0 if is_market else int(home or key.split()[-1])
                    row[at] = names.take(name, names.own(seat) if seat else names.any())
                    if home:
                        notes["home"].append(f"{row[at]}={MARKET_HOME if home == 'M' else home}")
                    for remark in remarks:
                        if remark in notes:
                            notes[remark].append(row[at])
                        else:
                            notes["facing"].append(f"{row[at]}={ORIENTATIONS.index(remark)}")
    rows = [f"{key}: {' '.join(found.get(key, words))}" for key, words in lines]
    marks = [f"mark {name}: {' '.join(words)}" for name, words in notes.items() if words]
    return "\n".join([f"gears of industry, {seats} seats", *rows, *marks])


# What lies where

def plain(words: str) -> str:
    """Without the marks that tell from which Tech Deck a card is."""
    return " ".join(word.partition("'")[0] for word in words.split())


def lies(table: Table, place: str) -> list[str]:
    """The cards in a place, in an order that does not matter."""
    return sorted(word for word in plain(written(table, place)).split() if word != "-")


def in_order(table: Table, place: str) -> list[str]:
    """A deck from the top, a discard from the bottom, slots with `-` for an empty one."""
    return plain(written(table, place)).split()


def check(table: Table, places: Mapping[str, str]) -> None:
    """Each place holds these cards, in any order; factory cards with their orientation."""
    for place, cards in places.items():
        if place.startswith("factory"):
            assert factory(table, int(place[-1])) == cards, place
        else:
            assert lies(table, place) == these(cards), place


def factory(table: Table, seat: int) -> str:
    """Factory cards with their orientation: `1T:D 4T:U`, by value."""
    cards = sorted((back for back in FACTORY.of(table, seat - 1)), key=lambda back: table.face[back] % DECK_SIZE)
    return " ".join(f"{plain(code(table.face[b]))}:{ORIENTATIONS[FACING.get(table, table.face[b])]}" for b in cards)


def marked(table: Table, mark: Mark, seat: int) -> str:
    """A player's factory cards with a mark, by value."""
    return " ".join(word[:-2] for word, back in zip(
        factory(table, seat).split(),
        sorted(FACTORY.of(table, seat - 1), key=lambda back: table.face[back] % DECK_SIZE), strict=True,
    ) if mark.get(table, table.face[back]))


def paid(table: Table, seat: int) -> str:
    return marked(table, PAID, seat)


def boosted(table: Table, seat: int) -> str:
    return marked(table, BOOSTED, seat)


def points(table: Table) -> list[int]:
    return POINTS.of(table)


def winners(table: Table) -> list[int]:
    assert table.is_over
    return [side + 1 for side in table.game.winners(table)]


def back_of(table: Table, card: str, place: str = "") -> Back:
    """The card with that face; if there are several, the one in a place."""
    found = [Back(back) for back in range(table.cards)
             if plain(code(table.face[back])) == card and (not place or place_of(table, Back(back)) == place)]
    if not place:
        found = [back for back in found if table.where(back)[0] not in (EXPELLED, LEFTOVERS)]
    assert len(found) == 1, f"{len(found)} cards are {card}"
    return found[0]


def place_of(table: Table, back: Back) -> str:
    zone, owner, _ = table.where(back)
    return zone.place(owner)


def home_of(table: Table, card: str, place: str = "") -> int | str:
    """The seat, or `Market`."""
    home = HOME.get(table, back_of(table, card, place))
    return "Market" if home == MARKET_HOME else home


def knowers(table: Table, back: int) -> list[int]:
    """The seats that know which card is behind a back; the number after the last is a spectator."""
    return [side + 1 for side in range(table.sides + 1) if table.knows(side, back)]


ALL_ZONES: Final[list[Zone]] = [DECK, DISCARD, HAND, FACTORY, *SPOTS, *NEUTRAL, MARKET_DECK, MARKET_DISCARD]


def everywhere(table: Table) -> list[Back]:
    """Every card that lies in some zone."""
    return [back for zone in table.game.zones for owner in range(1 if zone.shared else table.sides)
            for back in zone.of(table, owner) if back != EMPTY]


# Hands

def hand(table: Table, seat: int, market: int, boost: str = "", ranking: Ranking | None = None) -> str:
    """What a player would have in a clash now, as the examples write it: `Pair (8,8,10,6,3)`."""
    values = _key(table, seat, market, boost, ranking)[1:6]
    return f"{CATEGORIES[_key(table, seat, market, boost, ranking)[0]]} ({','.join(map(str, values))})"


def domains(table: Table, seat: int, market: int, boost: str = "", ranking: Ranking | None = None) -> tuple[int, ...]:
    return _key(table, seat, market, boost, ranking)[6:]


def _key(table: Table, seat: int, market: int, boost: str, ranking: Ranking | None) -> tuple[int, ...]:
    ranking = ranking or Ranking()
    return ranking.read(clash_key(_in_clash(table, seat, market, boost), seat - 1, ranking))


def cards_of(table: Table, seat: int, market: int, boost: str = "") -> list[str]:
    """The cards a player would have in a clash now."""
    trial = _in_clash(table, seat, market, boost)
    return sorted(plain(code(table.face[back])) for back in clash_cards(trial, seat - 1))


def _in_clash(table: Table, seat: int, market: int, boost: str) -> Table:
    trial = table.clone()
    CLASH.put(trial, market)
    BOOSTED.clear(trial)
    if boost:
        BOOSTED.put(trial, trial.face[back_of(trial, boost, f"factory {seat}")], market)
    return trial


def ranked(cards: str, ranking: Ranking | None = None) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Category, V and D of the best hand in some cards."""
    ranking = ranking or Ranking()
    key = ranking.rank([poker_number(word) for word in cards.split()])
    found = ranking.read(key)
    assert found[0] == category(key)
    return found[0], found[1:6], found[6:]


def poker_number(word: str) -> int:
    domain, value = divmod(face(word) % DECK_SIZE, 13)
    return 4 * value + domain


# What is asked, and doing it

def offered(table: Table, seat: int = 0) -> list[str]:
    """What the one who is asked may choose, in words, sorted."""
    decisions = [decision for decision in table.pending if seat in (0, decision.seat + 1)]
    assert len(decisions) == 1, asked(table)
    return sorted(plain(text) for text, _ in _texts(table, decisions[0]))


def _texts(table: Table, decision: Decision) -> list[tuple[str, object]]:
    side = table.side_of(decision.seat)
    return [(decision.text(table, side, choice), choice) for choice in decision]


def act(table: Table, *lines: str) -> None:
    """Choices as the examples write them: `1 12V M1`, `1 matched by 12T`, `2 pass`."""
    for line in lines:
        number, _, words = line.partition(" ")
        seat = int(number) - 1
        decision = table.decision_of(seat)
        if decision is None:
            raise IllegalAction(f"Seat {number} is not asked: {asked(table)}.")
        texts = _texts(table, decision)
        meant = [text for text, _ in texts if text.split() == words.split()] or [
            text for text, _ in texts if sorted(plain(text).casefold().split()) == sorted(words.casefold().split())]
        assert len(meant) < 2, f"{line} may mean {meant}"
        table.act(seat, read_choice(table, seat, meant[0] if meant else words))


# Decks

def start(*decks: str, options: Options = DEFAULT, seed: int = 0, listen: bool = False) -> Table:
    """A game to which players bring these decks; up to the start search."""
    table = gears_of_industry(options).start(len(decks), seed, listen=listen)
    for seat, deck in enumerate(decks):
        table.act(seat, compact(parse(deck)))
    return table


def deck_with(technology: int) -> str:
    """26 cards of which so many are Technology: the lowest ones, and others from Knowledge on."""
    others = [face(f"{value}{letter}") for letter in "KSV" for value in range(1, 14)]
    factories = [face(f"{value}T") for value in range(1, 14)]
    return compact(DeckList([*factories[:technology], *others[:26 - technology]]))
