"""The games, one file each, by name."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.games.options import Again, Halves, Preset, as_before
from techdeck.storage import completed
from techdeck.table import Game


class Entry:
    """A game in the list of games: how to make one, which options it has, since when, a line about it, its presets."""

    def __init__(
        self, options: type[Any], make: Callable[[Any], Game], later: Mapping[int, Mapping[str, object]], about: str,
        again: Again = as_before, edition: str = "", halves: Halves | None = None, presets: Sequence[Preset] = (),
    ) -> None:
        self.options: Final = options
        self.make: Final = make
        self.later: Final = later  # by version of the rules: the options that came with it, as older rules have them
        self.about: Final = about
        self.again: Final = again  # what a rematch changes
        self.edition: Final = edition  # the option that decides what is printed on the cards, if one does
        self.halves: Final = halves  # if a game and its rematch are one match
        self.presets: Final = {preset.name: preset for preset in presets}


GAMES: Final[dict[str, Entry]] = {
    "grid poker": Entry(
        grid_poker.Options, grid_poker.grid_poker, grid_poker.LATER,
        "Two-dimensional poker on a market of nine cards, for 1 to 6 players.",
    ),
    "regular poker": Entry(
        regular_poker.Options, regular_poker.regular_poker, regular_poker.LATER,
        "Five-card draw or Texas hold'em with the effects of the cards, for 2 to 6 players.",
    ),
    "cyber defense": Entry(
        cyber_defense.Options, cyber_defense.cyber_defense, cyber_defense.LATER,
        "A Hacker guesses at a secret password, a Defender fights for it on three fronts, for 2 players.",
        cyber_defense.with_swapped_roles, halves=cyber_defense.HALVES,
    ),
    "gears of industry": Entry(
        gears_of_industry.Options, gears_of_industry.gears_of_industry, gears_of_industry.LATER,
        "Self-built decks, factories that turn, and poker clashes in two markets, for 2 to 4 players.",
    ),
    "peer to peer": Entry(
        peer_to_peer.Options, peer_to_peer.peer_to_peer, peer_to_peer.LATER,
        "Two teams with small decks serve the customers in the row before they become unhappy, for 1 to 6 players.",
        peer_to_peer.with_swapped_teams, edition="start_cards", presets=peer_to_peer.PRESETS,
    ),
    "tech exchange": Entry(
        tech_exchange.Options, tech_exchange.tech_exchange, tech_exchange.LATER,
        "Hidden hands and open offers: every trade makes a stock, and so all hands, worth more, for 2 to 6 players.",
    ),
}


SHORT_NAMES: Final = {  # besides words that begin those of one game alone
    "p2p": "peer to peer", "peers": "peer to peer", "poker": "regular poker", "holdem": "regular poker",
    "draw poker": "regular poker",
}


def allowed(entry: Entry, name: str) -> str:
    """What an option can be, as the options themselves say it when they are given nonsense."""
    default = next(field.default for field in fields(entry.options) if field.name == name)
    if isinstance(default, bool):
        return "yes or no"
    nonsense: object = -1_000_000 if isinstance(default, int) else "\0"
    try:
        entry.options(**{name: nonsense})
    except ValueError as error:
        said = re.search(r" can be (.*), not ", str(error))
        if said:
            return said[1]
    return "a number" if isinstance(default, int) else "a word"


def game_meant(text: str) -> str:
    """The name of the game that somebody means: short names will do, and words that begin those of one game alone.

    :raises ValueError: with a sentence that names the nearest games, if it is none or may be several.
    """
    plain = " ".join(text.replace("-", " ").replace("_", " ").casefold().split())
    if plain in GAMES or plain in SHORT_NAMES:
        return SHORT_NAMES.get(plain, plain)
    found = [name for name in GAMES if _begins_words(plain.split(), name.split())]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{text!r} can be {_listed(found, 'or')}.")
    words = {word: name for name in GAMES for word in [name, *name.split()] if len(word) > 3} | SHORT_NAMES
    near = list(dict.fromkeys([words[word] for word in get_close_matches(plain, words)]))
    raise ValueError(f"There is no game {text!r}; " + (
        f"did you mean {_listed(near, 'or')}?" if near else f"there are {_listed(list(GAMES), 'and')}."))


def _begins_words(said: list[str], name: list[str]) -> bool:
    """Whether what was said begins words of a name, each another one, in their order."""
    words = iter(name)
    return bool(said) and all(any(word.startswith(one) for word in words) for one in said)


def _listed(names: list[str], last: str) -> str:
    """Names as they are typed in a command."""
    typed = [name.replace(" ", "-") for name in names]
    return f" {last} ".join([", ".join(typed[:-1]), typed[-1]]) if len(typed) > 1 else typed[0]


def game_named(name: str, options: Mapping[str, object] | None = None, rules: int | None = None) -> Game:
    """A game by its name, with options; if it was begun by older rules, say their version, and it is played by those.

    :raises ValueError: with a sentence, if there is no such game or option, or an option cannot have that value.
    """
    plain = name.replace("-", " ").casefold()
    if plain not in GAMES:
        raise ValueError(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    entry = GAMES[plain]
    options = options or {}
    if rules is not None:
        options = completed(options, rules, entry.later)
    known = [field.name for field in fields(entry.options)]
    unknown = [option for option in options if option not in known]
    if unknown:
        raise ValueError(f"{plain} has no option {', '.join(unknown)}; it has {', '.join(known)}.")
    for field in fields(entry.options):  # before the compiled build finds it, in words of its own
        value = options.get(field.name, field.default)
        if type(value) is not type(field.default):
            raise ValueError(f"{field.name} cannot be {value!r}; usually it is {field.default!r}.")
    return entry.make(entry.options(**dict(options)))
