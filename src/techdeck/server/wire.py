"""The messages between a server and its clients, all of them: JSON objects with a `type`, one in each frame.

docs/protocol.md is made from this file.  What changes a meaning here makes PROTOCOL grow.
"""

from typing import Annotated, Final, Literal, TypedDict

from msgspec import DecodeError, Meta, Raw, Struct, json

PROTOCOL: Final = 1
LONGEST_FRAME: Final = 8192  # bytes that a client may send at once
LONGEST_NAME: Final = 24
LONGEST_TALK: Final = 500
LONGEST_ANSWER: Final = 500  # letters that say why something is refused

LARGEST: Final = 2**53 - 1  # that every client can count to

Word = Annotated[
    int, Meta(ge=1, le=LARGEST, description="The client's own number for what it says; each is done once.")]


class Said(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client may say.  Each has a number of the client's own, which the answer repeats."""

    word: Word


class Act(Said, frozen=True, tag="act"):
    """Choose something in the game.

    `turn` is the number of the question that is answered: it comes with the question.  If the seat has been asked
    something else since, the answer is refused as late.  Leave it out where play never waits, as in live trading.
    """

    choice: Annotated[str, Meta(min_length=1, max_length=2000)]
    turn: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | None = None


class Undo(Said, frozen=True, tag="undo"):
    """Take the last action back, or ask the others whether one may."""


class Allow(Said, frozen=True, tag="allow"):
    """Answer somebody who would like to take an action back."""

    yes: bool


class Talk(Said, frozen=True, tag="talk"):
    """Say something to the table, or only to the own team."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TALK)]
    to_team: bool = False


class Sit(Said, frozen=True, tag="sit"):
    """Take a free seat, before the game.  `salt` is the player's own part of the seed: any hexadecimal digits."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    salt: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class Rise(Said, frozen=True, tag="rise"):
    """Give the seat up.  During a game a bot plays on."""


class SetPlace(Said, frozen=True, tag="set place"):
    """The host gives a free seat to a bot of a level, or frees it with an empty level."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    level: Annotated[str, Meta(max_length=24)]


class Look(Said, frozen=True, tag="look"):
    """See with the eyes of another of one's own seats, or with nobody's (-1): where several play on one device."""

    seat: Annotated[int, Meta(ge=-1, le=5)]


class Begin(Said, frozen=True, tag="begin"):
    """The host starts the game; bots take the seats that are free."""


class Rematch(Said, frozen=True, tag="rematch"):
    """After the game: open another room with the same rules, seats turned by one."""


class Ping(Said, frozen=True, tag="ping"):
    """Is anybody there?"""


AnySaid = Act | Undo | Allow | Talk | Sit | Rise | SetPlace | Look | Begin | Rematch | Ping


# What the server says

class Heard(Struct, frozen=True, tag_field="type"):
    """What a server may say."""


class Option(Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen: `choice` is what to send, `cards` are the backs it names, `words` say it."""

    choice: str
    cards: list[int] = []
    words: str = ""


class Question(Struct, frozen=True, omit_defaults=True):
    """What a seat is asked now.  If `is_open`, more can be said than is listed.

    Any of `others` may answer in its place: members of the same team.  The first answer counts, and who comes later is
    told what was done.

    If it `is_idle`, there is nothing to choose: the words say so, and the server passes after a while.
    """

    seat: int
    turn: int
    verb: str
    words: str
    options: list[Option]
    about: int = -1
    is_open: bool = False
    others: list[int] = []
    is_idle: bool = False
    effect: str = ""  # the card whose text asks, if one does
    user: int = -1  # the side that uses it
    why: dict[int, list[str | int]] = {}  # by back, why it cannot be chosen: a word and numbers (techdeck.reasons)


class PlaceShown(Struct, frozen=True):
    """A place of a table: the zone it belongs to, and whose it is."""

    zone: str
    side: int  # whose it is; -1 if it is everybody's
    is_open: bool  # whether everybody sees the cards there


class Counts(Struct, frozen=True):
    """What a card counts as now; a value of 0 and no domain of its own for a wild card."""

    value: int
    domain: str  # K, S, T, V or W


class Seen(Struct, frozen=True):
    """A table as one side sees it."""

    side: int  # who looks; as many as there are sides for somebody who watches
    members: list[list[int]]  # by side: its seats
    first: int
    captain: list[int]
    phase: str
    places: dict[str, list[int]]  # by place: the backs that lie there, -1 where nothing does
    faces: dict[int, str]  # by back: the card, where it is known
    remembered: dict[str, list[str]]  # cards known to be somewhere in a place
    marks: dict[str, dict[str, int]]
    tallies: dict[str, list[int]]
    slates: dict[str, list[str]]
    awaited: list[int]  # the seats that choose now
    asked: list[Question]
    chain: list[str]  # the cards whose text is being carried out
    zones: dict[str, PlaceShown] = {}  # by place; it never changes
    changed: dict[int, Counts] = {}  # by back: what cards that are not what is printed on them count as now
    aid: dict[str, object] = {}  # what the game works out for whoever looks: see techdeck.aids


class SeatShown(Struct, frozen=True):
    """A seat of the room, as everybody sees it."""

    name: str
    kind: Literal["free", "person", "bot"]
    level: str = ""
    is_here: bool = True
    has_bot: bool = False  # a bot plays for the person who is away
    kept_for: str = ""  # of a free seat in a rematch: who sat there in turn; whoever says "sit" gets their own
    seconds: float | None = None  # that were left to think when this was sent; while a seat is awaited, they run


class RoomShown(Struct, frozen=True):
    """The room, as everybody sees it."""

    code: str
    game: str
    title: str
    options: dict[str, bool | int | str]
    state: Literal["open", "playing", "over"]
    seats: list[SeatShown]
    host: int  # the seat of who may begin, or -1
    clock: str
    clock_seconds: int
    is_listed: bool
    lets_watch: bool
    watchers: int
    commitment: str  # SHA-256 of the server's part of the seed
    undo: str  # who asks to take an action back, or nothing
    rematch: str  # the code of the next room, or nothing
    secret: str = ""  # the server's part of the seed, when the game is over
    winners: list[int] = []
    scores: list[int] = []
    members: list[list[int]] = []  # by side: its seats, when the game is over, as winners and scores are by side
    partners: list[list[int]] = []  # the sides that win together, where a side has partners; before the game by seat
    one_device: bool = False  # several play on one device, and hand it around
    edition: str = ""  # of the cards, if there are several; GET /api/cards says what is printed on them


class You(Struct, frozen=True):
    """What only the reader needs to know about themselves."""

    seat: int  # -1 for somebody who watches
    side: int
    is_host: bool
    can_undo: Literal["no", "yes", "ask"]
    may_team_talk: bool
    seats: list[int] = []  # all of one's own: several where several play on one device


class Line(Struct, frozen=True, omit_defaults=True):
    """Something that happened, for the log and for showing it: words, and the way a card went.

    `what` is "use" where a side uses the effect of a card that lies at `source`, or of one that `copied_by` copies.
    """

    what: str
    words: str
    back: int = -1
    card: str = ""
    source: str = ""
    target: str = ""
    place: int = -1
    by: str = ""  # of talk: who said it
    to_team: bool = False
    side: int = -1  # of a use: who uses it
    copied_by: str = ""


class Due(Struct, frozen=True):
    """When the rules' own clock acts, if nobody does anything before: `end trading`, `tie window`, or a choice.

    There is no such time any more if it is called nothing.
    """

    what: str = ""
    seconds: int = 0  # from when this was sent


class Welcome(Heard, frozen=True, tag="welcome"):
    """The first message, and whenever a client has lost the thread: everything, from which later ones go on.

    `run` is another after the server was restarted: versions of different runs cannot be compared.
    """

    protocol: int
    run: str
    version: int
    room: RoomShown
    you: You
    table: Seen | None
    log: list[Line]  # from the line the client said it has
    log_from: int
    due: Due | None = None


class Update(Heard, frozen=True, tag="update", omit_defaults=True):
    """What is new.  Versions go up by one; a client that misses one asks to be welcomed again.

    `table` has only the parts that changed; in `places`, `faces`, `marks`, `tallies`, `slates`, `remembered`, `changed`
    and `aid` only the entries that changed, and null for one that is gone.
    """

    version: int
    room: RoomShown | None = None
    you: You | None = None
    table: dict[str, object] | None = None
    log: list[Line] = []
    due: Due | None = None


class Done(Heard, frozen=True, tag="done"):
    """The word is done, and stored: nothing can make it undone by accident.

    What came of it was told up to this version.
    """

    word: int
    version: int


class Refused(Heard, frozen=True, tag="refused"):
    """The word is not done, and nothing has changed.  It is 0 if what came had no number that could be read."""

    word: int
    why: Literal[
        "not a message", "not yours", "late", "not possible", "too fast", "not now", "too long",
    ]
    words: str


class Closing(Heard, frozen=True, tag="closing"):
    """The last message: why the server ends the connection, and whether to come back."""

    words: str
    come_back: bool


AnyHeard = Welcome | Update | Done | Refused | Closing

_encoder: Final = json.Encoder()
_decoder: Final[json.Decoder[AnySaid]] = json.Decoder(AnySaid)


class Numbered(TypedDict, total=False):
    """All that is read of what comes too fast; no message of its own."""

    word: Word


_number_decoder: Final = json.Decoder(Numbered)


def frame(message: Heard) -> bytes:
    return _encoder.encode(message)


def part(value: object) -> Raw:
    """A part of several messages, which is written once."""
    return Raw(_encoder.encode(value))


def read(text: str | bytes) -> AnySaid:
    """:raises msgspec.ValidationError, msgspec.DecodeError: if it is no message."""
    return _decoder.decode(text)


def word_of(text: str | bytes) -> int:
    """The number of something that need not be understood; 0 if it has none."""
    try:
        return _number_decoder.decode(text).get("word", 0)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return 0
