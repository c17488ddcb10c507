"""What the options of all games have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from techdeck.table import Table

# Which options are otherwise in a rematch: from those of the game that is over, the seats of each of its sides, and by
# seat the one that the same person has in the next game.
Again = Callable[[Mapping[str, object], Sequence[Sequence[int]], Sequence[int]], dict[str, bool | int | str]]


class Halves:
    """How two games in which everybody has had both roles are one match."""

    def __init__(
        self, half: Callable[[Table], tuple[int, int]],
        told: Callable[[Sequence[str], tuple[int, int], tuple[int, int]], str],
    ) -> None:
        self.half: Final = half  # of a game that is over: the seat that is measured, and what it needed
        self.told: Final = told  # the result in words: by the names of the seats, from the first half and the second


def as_before(
    options: Mapping[str, object], members: Sequence[Sequence[int]], seats: Sequence[int],
) -> dict[str, bool | int | str]:
    return {}


def check(options: Mapping[str, object], allowed: Mapping[str, Sequence[object]]) -> None:
    """See that each option has a value it can have; one that is not named is a yes or no.

    :raises ValueError: with a sentence, if one has not.
    """
    for name, value in options.items():
        choices = allowed.get(name, (False, True))
        if type(value) is not type(choices[0]) or value not in choices:
            some = f"{choices[0]} to {choices[-1]}" if len(choices) > 3 else ", ".join(map(str, choices))
            raise ValueError(f"{name} can be {some}, not {value}.")


class Preset:
    """Options that go together, under a name, and what was measured of games with them.

    The chance is that not everybody loses, in games of a hundred: by what kind of bots played, casual or careless ones,
    and by number of players.
    """

    def __init__(
        self, name: str, title: str, about: str, options: Mapping[str, object],
        chances: Mapping[str, Mapping[int, int]] | None = None,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.about: Final = about
        self.options: Final = dict(options)
        self.chances: Final = {who: dict(by_players) for who, by_players in (chances or {}).items()}

    def told_chances(self) -> list[str]:
        """A sentence for each kind of bots."""
        return [f"Of 100 games {who} bots survive {told_by_players(by_players)}."
                for who, by_players in self.chances.items()]


def told_by_players(chances: Mapping[int, int]) -> str:
    """Such as: 62 alone, 98 with 2 and 99 with 4 players."""
    words = [f"{chance} {'alone' if players == 1 else f'with {players}'}" for players, chance in chances.items()]
    return f"{', '.join(words[:-1])} and {words[-1]} players" if len(words) > 1 else words[0]
