"""When somebody reacts to what: how bots keep the pace of people, on a simulated floor and at a server's table alike.

Nobody takes an offer in the moment it is posted.  For each offer it is drawn how long it takes to be read and thought
over, from the moment it is known; a bot that looks before then does not see it among what it may take.  Between own
offers there is a pause, and nobody says to be done while there is something to think over.  Times are whole
milliseconds, on any clock that only goes forward; whoever runs a table says what time it is.
"""

from math import log
from random import Random
from typing import Final, NamedTuple

from techdeck.offers import Trade, read_asked, read_offer
from techdeck.table import PASS, Choice, Decision

NEVER: Final = 1 << 60
SECOND: Final = 1000
MEDIAN: Final = 4 * SECOND  # from an offer to the answer to it
SPREAD: Final = 0.4
LEAST: Final = 1500  # nobody is quicker

QUICKER: Final = 4  # so much sooner one answers what one is asked alone

# How long people take, in reactions:
BEFORE_TRADING: Final = 3  # to sort the own cards, before anything is said,
BETWEEN_OFFERS: Final = 2  # from one own offer to the next,
BEFORE_DONE: Final = 3  # to be done, with nothing new on the floor,
BEFORE_BACK: Final = 2  # to be back after that,
BETWEEN_LOOKS: Final = 1.5  # to look again where nothing is new


class Attention(NamedTuple):
    """What of the floor somebody has thought over: offers and questions by number, and whether to make an offer."""

    offers: tuple[int, ...]
    questions: tuple[int, ...]
    may_offer: bool


EVERYTHING: Final = Attention((), (), True)  # of whatever is no floor


def is_floor(decision: Decision) -> bool:
    """Whether others speak at the same time, so that it matters how quick one is."""
    if not isinstance(decision, Trade):
        return False
    return not decision.strict if decision.verb == "reply" else PASS not in decision.words


def narrowed(decision: Decision, attention: Attention) -> Decision:
    """What somebody chooses from who has not thought over the rest."""
    if not isinstance(decision, Trade) or not is_floor(decision):
        return decision
    return decision.narrowed(attention.offers, attention.questions, attention.may_offer)


class Reaction:
    """Somebody's pace: mostly about so long, seldom much longer, never less than people can.

    Half of the times are below the median; a spread of a half lets one in six be above 1.6 times the median.
    `notice` is to be told of every change as soon as the seat can know of it.
    """

    def __init__(
        self, rng: Random, median: int = MEDIAN, spread: float = SPREAD, least: int = LEAST, rest: int = 0,
    ) -> None:
        self.rng: Final = rng
        self.median: Final = max(1, median)
        self.spread: Final = spread
        self.least: Final = max(1, least)  # nobody answers in the instant of the question
        self._rest: Final = max(rest, round(BETWEEN_LOOKS * self.median))
        self._stage = (-1, -1)  # the phase in which all of this was noticed
        self._question = -1  # the number of what one was asked alone,
        self._answers_at = 0  # and when it will have been thought over
        self._is_on_floor = False
        self._offers: dict[int, int] = {}  # by number: when it will have been thought over
        self._questions: dict[int, int] = {}
        self._trades_at = 0  # when the own hand will have been looked at
        self._acts_at = 0  # from when on anything is said again,
        self._offers_at = 0  # and another offer is made
        self._done_at = -1  # when one said to be done, or never
        self._news_at = 0
        self._looks_at = NEVER  # when the floor will be looked at for ideas of one's own
        self._looked_at = -1

    def delay(self) -> int:
        """The next time, in milliseconds."""
        return max(self.least, round(self.rng.lognormvariate(log(self.median), self.spread)))

    def notice(self, decision: Decision | None, question: int, stage: tuple[int, int], now: int) -> None:
        """What a seat is asked now, by a question of that number, in a phase of the game."""
        if decision is None:
            return
        self._is_on_floor = is_floor(decision)
        if not self._is_on_floor:
            if question != self._question:
                self._question = question
                self._answers_at = now + max(1, self.delay() // QUICKER)
            return
        assert isinstance(decision, Trade), "only traders are on the floor"
        if stage != self._stage:
            self._come_to_the_floor(stage, now)
        for line in decision.commits:
            number = read_offer(line).number
            if number not in self._offers:
                self._offers[number] = self._thought_over(now)
        for line in decision.questions:
            number = read_asked(line).number
            if number not in self._questions:
                self._questions[number] = self._thought_over(now)
        self._news_at = now
        self._looks_at = min(self._looks_at, now + self.delay())

    def _come_to_the_floor(self, stage: tuple[int, int], now: int) -> None:
        self._stage = stage
        self._offers.clear()
        self._questions.clear()
        self._trades_at = self._offers_at = self._looks_at = now + BEFORE_TRADING * self.delay()
        self._acts_at = now
        self._done_at = self._looked_at = -1

    def _thought_over(self, now: int) -> int:
        """Who is done pays attention less soon."""
        back_at = self._done_at + BEFORE_BACK * self.median if self._done_at >= 0 else now
        return max(now, back_at) + self.delay()

    def due(self) -> int:
        """When to look the next time; what is told before may make it sooner."""
        if not self._is_on_floor:
            return self._answers_at
        due = self._looks_at
        for times in (self._offers, self._questions):
            for time in times.values():
                if self._looked_at < time < due:
                    due = time
        return max(due, self._trades_at, self._acts_at)

    def look(self, decision: Decision, now: int) -> Attention | None:
        """What has been thought over; nothing if that is not worth a look."""
        if not self._is_on_floor:
            return EVERYTHING if now >= self._answers_at else None
        if now < max(self._trades_at, self._acts_at):
            return None
        self._looked_at = now
        if now >= self._looks_at:
            self._looks_at = NEVER
        offers = tuple([number for number, time in self._offers.items() if time <= now])
        questions = tuple([number for number, time in self._questions.items() if time <= now])
        if decision.verb == "reply" and not (isinstance(decision, Trade) and [
                line for line in decision.commits if read_offer(line).number in offers]):
            return None
        return Attention(offers, questions, now >= self._offers_at)

    def lets(self, decision: Decision, choice: Choice, now: int) -> bool:
        """Whether it is time to say that: nobody is done who has just heard something, or is back at once."""
        if not self._is_on_floor or not isinstance(choice, str):
            return True
        if choice == "done":
            thinks = any([time > now for times in (self._offers, self._questions) for time in times.values()])
            return not thinks and now - self._news_at >= BEFORE_DONE * self.median
        if self._done_at >= 0 and (choice == "back" or choice.startswith("offer")):
            return now - self._done_at >= BEFORE_BACK * self.median
        return True

    def rest(self, now: int) -> None:
        """There was nothing to say."""
        if not self._is_on_floor:
            self._answers_at = now + self._rest
        else:
            self._looks_at = min(self._looks_at, now + self._rest)

    def said(self, choice: Choice, now: int) -> None:
        """One thing at a time, and no two offers in a breath."""
        if not self._is_on_floor:
            self._question = -1
            return
        self._acts_at = now + max(1, self.delay() // QUICKER)
        self._looks_at = min(self._looks_at, now + self.delay())
        if isinstance(choice, str):
            if choice.startswith("offer"):
                self._offers_at = now + BETWEEN_OFFERS * self.delay()
            if choice == "done":
                self._done_at = now
                self._offers_at = now + BEFORE_BACK * self.delay()
            elif choice.startswith(("offer", "commit", "back")):
                self._done_at = -1
