"""What happened in a room, as it is stored: a line for each, in order, from which the room can be made again.

A fact is never changed.  What a room is at any moment follows from its facts alone, so that a server that died, or
another one, goes on where the last fact was written.
"""

from typing import Final

from msgspec import Struct, json


class Fact(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Something that happened.

    `by` is the guest who did it; `client` and `word` tell which of that person's messages it was, so that none counts
    twice.
    """

    by: str = ""
    client: str = ""
    word: int = 0
    at: float = 0.0  # seconds since 1970; for clocks and people, the rules never see it


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat as the host sets it up: free for a person, or with a bot of some level.

    In a rematch it may be kept for who sat one seat before, and bots are called what they were called.
    """

    level: str = ""
    guest: str = ""
    name: str = ""


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long people may think: not limited, for each decision, or for the whole game; in seconds."""

    kind: str = "none"  # none, decision, game
    seconds: int = 0


class Opened(Fact, frozen=True, tag="opened"):
    """The room's rules and promises.  The server's part of the seed is here, and shown only when the game is over."""

    game: str = ""
    options: dict[str, bool | int | str] = {}
    places: list[Place] = []
    clock: Clock = Clock()
    is_listed: bool = False
    lets_watch: bool = False
    secret: str = ""  # 32 bytes as hexadecimal digits
    before: str = ""  # the room whose rematch this is
    first_half: list[int] = []  # if the two are one match, what the first game came to: a seat of this room, a number
    one_device: bool = False  # who opened it has all seats that are not bots', and hands the device around
    asks_all: bool = False  # also who can only pass, so that nobody can tell by the time it takes


class Sat(Fact, frozen=True, tag="sat"):
    """A person took a seat, with a name, and added something of their own to the seed."""

    seat: int = 0
    name: str = ""
    salt: str = ""


class Rose(Fact, frozen=True, tag="rose"):
    """A person gave up a seat: before the game it is free again, during the game a bot plays on."""

    seat: int = 0


class Placed(Fact, frozen=True, tag="placed"):
    """The host gave a free seat to a bot, or freed it."""

    seat: int = 0
    level: str = ""


class Began(Fact, frozen=True, tag="began"):
    """Cards are dealt; bots have the seats that were still free."""

    rules: int = 0  # the version of the game's rules


class Acted(Fact, frozen=True, tag="acted"):
    """Somebody did something in the game: its text form, as in records."""

    seat: int = 0  # the clock's is -1
    choice: str = ""


class Undid(Fact, frozen=True, tag="undid"):
    """The last action was taken back."""

    seat: int = 0


class AskedBack(Fact, frozen=True, tag="asked back"):
    """A seat would like to take its last action back, which others must allow."""

    seat: int = 0


class Allowed(Fact, frozen=True, tag="allowed"):
    """A seat allows that, or does not; when all have, the action is taken back."""

    seat: int = 0
    yes: bool = False


class StoodIn(Fact, frozen=True, tag="stood in"):
    """A bot plays for a person who is away; the seat stays that person's."""

    seat: int = 0


class CameBack(Fact, frozen=True, tag="came back"):
    seat: int = 0


class Woke(Fact, frozen=True, tag="woke"):
    """A server took the room up again, after a time in which there was none: that time is nobody's."""

    since: float = 0.0


class Spoke(Fact, frozen=True, tag="spoke"):
    """A line of talk: to the table, or to the own team."""

    seat: int = 0  # -1 for somebody who watches
    name: str = ""
    to_team: bool = False
    text: str = ""


class Moved(Fact, frozen=True, tag="moved"):
    """The players went on to another room, for a rematch."""

    to: str = ""


AnyFact = (
    Opened | Sat | Rose | Placed | Began | Acted | Undid | AskedBack | Allowed | StoodIn | CameBack | Spoke | Moved
    | Woke
)

_encoder: Final = json.Encoder()
_decoder: Final[json.Decoder[AnyFact]] = json.Decoder(AnyFact)


def written(fact: Fact) -> bytes:
    return _encoder.encode(fact)


def read(line: bytes | str) -> AnyFact:
    """:raises msgspec.ValidationError: if it is no fact that this version knows."""
    return _decoder.decode(line)
