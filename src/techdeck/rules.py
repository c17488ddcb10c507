"""What a rulebook says between its verbs: first, then, each player, may, together."""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.table import (
    CARDS,
    CLOCK,
    EMPTY,
    PASS,
    Ask,
    Choice,
    Decision,
    Frame,
    Kind,
    NoChoice,
    Rule,
    SomeCards,
    Table,
    Test,
    Verb,
    WordKind,
    or_pass,
    pack,
)


class Do(Rule):
    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        table.has_drawn = False
        table.acting = side
        verb = self.verb  # here and below: what is called like a method Python looks for as such first
        verb(table, side, it)

    def label(self) -> str:
        return str(getattr(self.verb, "__name__", "do"))


class Step:
    """A rule and the step after it.  They are linked, as compiled code checks the type of all it takes from a list."""

    def __init__(self, number: int, rule: Rule, then: "Step | None") -> None:
        self.number: Final = number
        self.rule: Final = rule
        self.verb: Final = rule.verb if isinstance(rule, Do) else None  # most steps are: done without a call more
        self.then: Final = then


class Seq(Rule):
    """The frame keeps which rule comes next."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules: Final = rules
        steps: list[Step] = []
        for number in range(len(rules) - 1, -1, -1):
            steps.insert(0, Step(number, rules[number], steps[0] if steps else None))
        self.steps: Final = steps

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        before = table.frame
        step = self.steps[at]
        while True:
            verb = step.verb
            if verb is not None:
                table.has_drawn = False
                table.acting = side
                verb(table, side, it)
            else:
                step.rule.begin(table, side, it, that)
            then = step.then
            if then is None:
                return
            if table.frame is not before:
                table.after_that(before, self, side, then.number, it, that)
                return
            step = then

    def parts(self) -> list[Rule]:
        return self.rules

    def begun(self, at: int) -> Rule | None:
        return self.rules[at - 1] if at > 0 else None


class DoBoth(Rule):
    def __init__(self, verb: Callable[[Table, int, int, int], None]) -> None:
        self.verb: Final = verb

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        table.has_drawn = False
        table.acting = side
        self.verb(table, side, it, that)

    def label(self) -> str:
        return str(getattr(self.verb, "__name__", "do both"))


class Scope(Rule):
    """A rule around one other."""

    def __init__(self, rule: Rule) -> None:
        self.rule: Final = rule

    def parts(self) -> list[Rule]:
        return [self.rule]

    def begun(self, at: int) -> Rule | None:
        return self.rule


class Choose(Scope):
    """The frame keeps how often it was answered."""

    def __init__(
        self, verb: str, options: Ask, rule: Rule, kind: Kind, times: int, may_pass: bool, obvious: bool,
        late: Ask | None, is_about_it: bool, only_if: Test | None,
    ) -> None:
        super().__init__(rule)
        self.verb: Final = verb
        self.options: Final = options
        self.kind: Final = kind
        self.times: Final = times
        self.may_pass: Final = may_pass
        self.obvious: Final = obvious
        self.late: Final = late
        self.is_about_it: Final = is_about_it
        self.only_if: Final = only_if

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        if self.only_if is not None and not self.only_if(table, side, it):
            return
        ask = self.options
        options = ask(table, side, it)
        if not options:
            if not self.may_pass:
                return
            if table.passes_over(side):
                table.passes(side, self.verb, True)  # as if the player had
                return
        elif self.obvious and len(options) == 1:
            self.answer(table, Frame(self, side, at, it, that), table.captain[side], options[0])
            return
        frame = Frame(self, side, at, it, that, table.frame)
        if options and self.late is None and not self.is_about_it:  # nearly always
            offered = or_pass(options) if self.may_pass else options
            table.wait(frame, [Decision(table.captain[side], self.verb, offered, self.kind)])
        else:
            table.wait(frame, self._asked(table, side, it, options))

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        return self._asked(table, frame.side, frame.it, self.options(table, frame.side, frame.it))

    def _asked(self, table: Table, side: int, it: int, options: Sequence[int]) -> list[Decision]:
        if self.may_pass and not options:
            return [NoChoice(table.captain[side], self.verb)]
        offered = or_pass(options) if self.may_pass else options
        about = it if self.is_about_it else EMPTY
        asked = [Decision(table.captain[side], self.verb, offered, self.kind, about)]
        if self.late is not None:
            asked.append(Decision(CLOCK, self.verb, self.late(table, side, it), self.kind, about))
        return asked

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        side = frame.side
        if not isinstance(choice, int) or choice == PASS:
            table.passes(side, self.verb)
            return
        it = frame.it
        if self.kind is CARDS:
            choice = table.surface(choice, side, it)
        if self.times > 1 and frame.at + 1 < self.times:
            table.then(self, side, it, frame.at + 1, frame.that)
        self.rule.begin(table, side, choice, it)

    def label(self) -> str:
        return self.verb


class ChooseSome(Scope):
    """Several cards in one question; where there is nothing to choose, nobody is asked."""

    def __init__(self, verb: str, cards: Ask, rule: Rule, exactly: Callable[[Table], int] | None) -> None:
        super().__init__(rule)
        self.verb: Final = verb
        self.cards: Final = cards
        self.exactly: Final = exactly

    def run(self, table: Table, frame: Frame) -> None:
        cards = self.cards(table, frame.side, frame.it)
        needed = self.exactly(table) if self.exactly is not None else 0
        if not cards or (self.exactly is not None and not needed):
            return
        if needed == len(cards):
            self.rule.begin(table, frame.side, pack(cards), frame.it)
        else:
            table.wait(frame, self._asked(table, frame.side, cards, needed))

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        needed = self.exactly(table) if self.exactly is not None else 0
        return self._asked(table, frame.side, self.cards(table, frame.side, frame.it), needed)

    def _asked(self, table: Table, side: int, cards: Sequence[int], needed: int) -> list[Decision]:
        return [SomeCards(table.captain[side], self.verb, cards, exactly=needed, may_be_none=not needed)]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if isinstance(choice, int) and choice != PASS:
            self.rule.begin(table, frame.side, choice, frame.it)
        else:
            table.passes(frame.side, self.verb)

    def label(self) -> str:
        return self.verb


class Either(Rule):
    """One of several rules, by name; one that can do nothing may be taken as well [FX-25]."""

    def __init__(self, verb: str, names: list[str], rules: list[Rule]) -> None:
        self.verb: Final = verb
        self.kind: Final = WordKind(names)
        self.rules: Final = rules

    def run(self, table: Table, frame: Frame) -> None:
        table.ask(frame)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        return [Decision(table.captain[frame.side], self.verb, list(range(len(self.rules))), self.kind)]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if isinstance(choice, int):
            table.say(frame.side, f"{{who}} chooses: {self.kind.words[choice]}.")
            self.rules[choice].begin(table, frame.side, frame.it, frame.that)

    def parts(self) -> list[Rule]:
        return self.rules

    def label(self) -> str:
        return self.verb


class The(Scope):
    def __init__(self, which: Ask, rule: Rule) -> None:
        super().__init__(rule)
        self.which: Final = which

    def run(self, table: Table, frame: Frame) -> None:
        found = self.which(table, frame.side, frame.it)
        for place in range(len(found) - 1, -1, -1):
            table.then(self.rule, frame.side, found[place], 0, frame.it)


class Together(Scope):
    """The frame keeps a bit for each side that has finished."""

    def __init__(self, verb: str, options: Ask, rule: Rule, kind: Kind) -> None:
        super().__init__(rule)
        self.verb: Final = verb
        self.options: Final = options
        self.kind: Final = kind

    def run(self, table: Table, frame: Frame) -> None:
        table.ask(frame)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        asked = []
        for side in range(table.sides):
            options = self.options(table, side, frame.it)
            if options:
                asked.append(Decision(table.captain[side], self.verb, options, self.kind))
        return asked

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        table.then(self, frame.side, frame.it)
        if isinstance(choice, int):
            table.then(self.rule, table.captain.index(seat), choice)

    def label(self) -> str:
        return self.verb


class InSecret(Rule):
    """Several sides choose at the same time, each its own; when all have, what they chose is carried out.

    The frame keeps a bit for each side that has chosen; what it chose lies sealed until all have.  Nothing at all
    changes before that, so nobody can tell what was chosen, whether a player passed, or in which order they chose.
    """

    def __init__(self, verb: str) -> None:
        self.verb: Final = verb

    def choosers(self, table: Table, frame: Frame) -> Sequence[int]:
        """The sides, in the order in which their choices are carried out."""
        return table.around(0)

    def question(self, table: Table, frame: Frame, side: int) -> Decision | None:
        raise NotImplementedError

    def carry_out(self, table: Table, frame: Frame, sides: Sequence[int]) -> None:
        """All choices lie sealed; afterwards they are gone."""
        raise NotImplementedError

    def run(self, table: Table, frame: Frame) -> None:
        asked = self.decisions(table, frame)
        if asked:
            table.wait(frame, asked)
        else:
            sides = self.choosers(table, frame)
            self.carry_out(table, frame, sides)
            for side in sides:
                table.sealed[side] = []

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        asked: list[Decision] = []
        for side in self.choosers(table, frame):
            question = self.question(table, frame, side) if not frame.at >> side & 1 else None
            if question is not None:
                asked.append(question)
        return asked

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        side = table.captain.index(seat)
        table.sealed[side] = [*table.sealed[side], *self.seal(choice)]
        then = Frame(self, frame.side, frame.at | 1 << side, frame.it, frame.that, table.frame)
        table.wait_for_others(then, seat)

    def sealed(self, table: Table, frame: Frame) -> list[int]:
        return [side for side in self.choosers(table, frame) if frame.at >> side & 1]

    def label(self) -> str:
        return self.verb


class Secretly(InSecret):
    """Some sides choose one of some options, or pass."""

    def __init__(
        self, verb: str, who: Ask, options: Ask, rule: Rule, kind: Kind, may_pass: Test, asks_for_sets: bool,
    ) -> None:
        super().__init__(verb)
        self.who: Final = who
        self.options: Final = options
        self.rule: Final = rule
        self.kind: Final = kind
        self.may_pass: Final = may_pass
        self.asks_for_sets: Final = asks_for_sets

    def choosers(self, table: Table, frame: Frame) -> Sequence[int]:
        return self.who(table, frame.side, frame.it)

    def question(self, table: Table, frame: Frame, side: int) -> Decision | None:
        options = self.options(table, side, frame.it)
        may_pass = self.may_pass(table, side, frame.it)
        offered = or_pass(options) if may_pass else options
        if not offered:
            return None
        if self.asks_for_sets:
            return SomeCards(table.captain[side], self.verb, options, may_be_none=may_pass, is_secret=True)
        return Decision(table.captain[side], self.verb, offered, self.kind)

    def carry_out(self, table: Table, frame: Frame, sides: Sequence[int]) -> None:
        for side in reversed(sides):
            for choice in table.sealed[side]:
                if choice == PASS:
                    table.passes(side, self.verb)
                else:
                    table.then(self.rule, side, choice, 0, frame.it)

    def parts(self) -> list[Rule]:
        return [self.rule]


class Each(Scope):
    """For each of some sides; who they are must not change meanwhile."""

    def __init__(self, sides: Ask, rule: Rule) -> None:
        super().__init__(rule)
        self.sides: Final = sides

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        ask, before = self.sides, table.frame
        sides = ask(table, side, it)
        while at < len(sides):
            self.rule.begin(table, sides[at], it, that)
            at += 1
            if table.frame is not before:
                if at < len(sides):
                    table.after_that(before, self, side, at, it, that)
                return


class InTurn(Scope):
    """For each player, clockwise from the first or from the active one; an artificial player may be left out."""

    def __init__(self, rule: Rule, from_the_first: bool, is_for_all: bool) -> None:
        super().__init__(rule)
        self.from_the_first: Final = from_the_first
        self.is_for_all: Final = is_for_all

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        before, sides = table.frame, table.sides
        members, rule = table.members, self.rule
        first = table.first if self.from_the_first else side
        while at < sides:
            player = (first + at) % sides
            at += 1
            if self.is_for_all or members[player]:
                rule.begin(table, player, it, that)
                if table.frame is not before:
                    if at < sides:
                        table.after_that(before, self, side, at, it, that)
                    return


def one_or_pass(table: Table, side: int, verb: str, options: Sequence[int], kind: Kind = CARDS) -> list[Decision]:
    """What a side is asked that may choose one of these, or pass; also if there is none of them."""
    if not options:
        return [NoChoice(table.captain[side], verb)]
    return [Decision(table.captain[side], verb, or_pass(options), kind)]


class Alternate(Scope):
    """The frame keeps whose turn it is and how many have passed in a row."""

    def __init__(self, verb: str, options: Ask, rule: Rule, kind: Kind, quiet: bool) -> None:
        super().__init__(rule)
        self.verb: Final = verb
        self.options: Final = options
        self.kind: Final = kind
        self.quiet: Final = quiet

    def run(self, table: Table, frame: Frame) -> None:
        side, at = frame.side, frame.at
        while at < table.sides:
            options = self.options(table, side, frame.it)
            if options or not table.passes_over(side):
                asked = one_or_pass(table, side, self.verb, options, self.kind)
                table.wait(Frame(self, side, at, frame.it, frame.that, table.frame), asked)
                return
            self._pass(table, side, True)
            side, at = (side + 1) % table.sides, at + 1

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        return one_or_pass(table, frame.side, self.verb, self.options(table, frame.side, frame.it), self.kind)

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        next_side = (frame.side + 1) % table.sides
        if isinstance(choice, int) and choice != PASS:
            table.then(self, next_side, frame.it)
            it = table.surface(choice, frame.side) if self.kind is CARDS else choice
            table.then(self.rule, frame.side, it)
        else:
            table.then(self, next_side, frame.it, frame.at + 1)
            self._pass(table, frame.side)

    def _pass(self, table: Table, side: int, is_idle: bool = False) -> None:
        if not self.quiet:
            table.passes(side, self.verb, is_idle)

    def label(self) -> str:
        return self.verb


class Repeat(Scope):
    def __init__(self, times: int, rule: Rule) -> None:
        super().__init__(rule)
        self.times: Final = times

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        before = table.frame
        while at < self.times:
            self.rule.begin(table, side, it, that)
            at += 1
            if table.frame is not before:
                if at < self.times:
                    table.after_that(before, self, side, at, it, that)
                return


class While(Scope):
    def __init__(self, test: Test, rule: Rule) -> None:
        super().__init__(rule)
        self.test: Final = test

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        test, before = self.test, table.frame
        while test(table, side, it):
            self.rule.begin(table, side, it, that)
            if table.frame is not before:
                table.after_that(before, self, side, 0, it, that)
                return


class WhileAny(Scope):
    def __init__(self, who: Ask, rule: Rule) -> None:
        super().__init__(rule)
        self.who: Final = who

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        ask, before = self.who, table.frame
        while sides := ask(table, side, it):
            self.rule.begin(table, sides[0], it, that)
            if table.frame is not before:
                table.after_that(before, self, side, 0, it, that)
                return


class If(Scope):
    def __init__(self, test: Test, rule: Rule, otherwise: Rule | None) -> None:
        super().__init__(rule)
        self.test: Final = test
        self.otherwise: Final = otherwise

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        test = self.test
        if test(table, side, it):
            self.rule.begin(table, side, it, that)
        elif self.otherwise is not None:
            self.otherwise.begin(table, side, it, that)

    def parts(self) -> list[Rule]:
        return [self.rule] if self.otherwise is None else [self.rule, self.otherwise]


def first_player(table: Table, side: int, it: int) -> Sequence[int]:
    return [table.first]


def every_side(table: Table, side: int, it: int) -> Sequence[int]:
    """By number, where the order does not matter."""
    return table.around(0)


def from_the_first(table: Table, side: int, it: int) -> Sequence[int]:
    return table.turn_order()


def from_the_active(table: Table, side: int, it: int) -> Sequence[int]:
    return table.around(side)


def always(table: Table, side: int, it: int) -> bool:
    return True


def never(table: Table, side: int, it: int) -> bool:
    return False


def seq(*rules: Rule) -> Rule:
    """First this, then that."""
    return rules[0] if len(rules) == 1 else Seq(list(rules))


def do(verb: Verb) -> Rule:
    """Do something at once: a verb of the table's or of the game's."""
    return Do(verb)


def unheard(verb: Verb) -> Rule:
    """Do something with many cards without a word for each."""
    def do_unheard(table: Table, side: int, it: int) -> None:
        log, table.log = table.log, None
        verb(table, side, it)
        table.log = log

    return Do(do_unheard)


def do_both(verb: Callable[[Table, int, int, int], None]) -> Rule:
    """Do something with what was chosen last, "it", and what was chosen before, "that"."""
    return DoBoth(verb)


def choose(
    verb: str, options: Ask, then: Rule, times: int = 1, *, kind: Kind = CARDS, obvious: bool = False,
    late: Ask | None = None, about_it: bool = False,
) -> Rule:
    """The player chooses one of the options, if there are any; `then` calls it "it".

    A single option is taken without asking if that is `obvious`; if the player is late, the clock may choose
    instead, what `late` says.  What is chosen may be about the card that was "it" before.
    """
    return Choose(verb, options, then, kind, times, False, obvious, late, about_it, None)


def may(
    verb: str, options: Ask, then: Rule, times: int = 1, *, kind: Kind = CARDS, only_if: Test | None = None,
) -> Rule:
    """The player may choose one of the options, or pass; up to so many times, until passing once.

    Who has no option passes: nobody can tell that from a player's own pass.  Nobody is asked where `only_if`, of what
    everybody knows, does not hold.
    """
    return Choose(verb, options, then, kind, times, True, False, None, False, only_if)


def choose_some(verb: str, cards: Ask, then: Rule, exactly: Callable[[Table], int] | None = None) -> Rule:
    """The player chooses any number of cards that lie open, or none; or as many as the game says."""
    return ChooseSome(verb, cards, then, exactly)


def either(verb: str, **rules: Rule) -> Rule:
    """The player chooses what happens, by name."""
    return Either(verb, [name.replace("_", " ") for name in rules], list(rules.values()))


def the(which: Ask, rule: Rule) -> Rule:
    """Not a choice: what lies there becomes "it"; if there is more, one after the other."""
    return The(which, rule)


def together(verb: str, options: Ask, then: Rule, *, kind: Kind = CARDS) -> Rule:
    """All players choose, in any order, and each choice counts at once, until none has an option left."""
    return Together(verb, options, then, kind)


def secretly(
    verb: str, who: Ask, options: Ask, then: Rule, *, kind: Kind = CARDS, may_pass: Test = never, sets: bool = False,
) -> Rule:
    """Some players choose at the same time; when all have, each choice is carried out, in their order [FX-22].

    They choose any number of the options at once, if `sets` of cards are asked for.
    """
    return Secretly(verb, who, options, then, kind, may_pass, sets)


def each_of(sides: Ask, *rules: Rule) -> Rule:
    return Each(sides, seq(*rules))


def in_turn_order(*rules: Rule) -> Rule:
    """The first player, then clockwise."""
    return InTurn(seq(*rules), True, True)


def each_player(*rules: Rule) -> Rule:
    """The same, without an artificial player."""
    return InTurn(seq(*rules), True, False)


def all_players(*rules: Rule) -> Rule:
    """The active player first, then clockwise."""
    return InTurn(seq(*rules), False, True)


def alternate(verb: str, options: Ask, then: Rule, *, kind: Kind = CARDS, quiet: bool = False) -> Rule:
    """From the first player, clockwise, each does one thing or passes, until all have passed in a row.

    If it is quiet, nobody is told of a pass, a player's own or one made by the rules.
    """
    return Each(first_player, Alternate(verb, options, then, kind, quiet))


def repeat(times: int, *rules: Rule) -> Rule:
    return Repeat(times, seq(*rules))


def while_(test: Test, *rules: Rule) -> Rule:
    return While(test, seq(*rules))


def while_any(who: Ask, *rules: Rule) -> Rule:
    """For the first of these sides, then for whoever is the first then, until there is none."""
    return WhileAny(who, seq(*rules))


def if_(test: Test, *rules: Rule, otherwise: Rule | None = None) -> Rule:
    return If(test, seq(*rules), otherwise)
