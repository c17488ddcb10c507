"""A game at the terminal, from its first decision to its result: people choose, bots answer, nothing is lost."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from techdeck.cards import DECK_SIZE, Card, face
from techdeck.events import Event, Said, Scored
from techdeck.games import GAMES
from techdeck.match import Match
from techdeck.record import Record, replay
from techdeck.table import CLOCK, EMPTY, PASS, Choice, Decision, Game, IllegalAction
from techdeck.telling import Teller, in_a_row, plural, side_names
from techdeck.terminal.choices import MOST_LISTED, Menu, cards_in, either
from techdeck.terminal.drawing import Drawing, Numbers, Prospect, effect_under_way
from techdeck.terminal.drawings import drawing_of
from techdeck.terminal.errors import Complaint, Left
from techdeck.terminal.faces import HIGHLIGHT, QUIET, chip, code_meant, concept, cut, in_full, quoted
from techdeck.terminal.hands import has_hands, list_of_hands
from techdeck.terminal.home import PERSON, Keeper, read_text, shown, write_whole
from techdeck.terminal.layout import fitted, text, wrapped
from techdeck.terminal.minds import Minds
from techdeck.terminal.pace import Pace
from techdeck.terminal.piles import cards_of_piles, is_pile, list_of_piles
from techdeck.terminal.screen import PATIENCE, Screen, in_columns
from techdeck.views import View

COMMANDS: Final = {
    "?": "explains the decision and its cards; ? 9K explains one card",
    "undo": "takes your last choice back, until something was revealed",
    "list": "shows all choices",
    "table": "draws the table again",
    "look": "lists the piles you can look through; look discard shows the cards of one",
    "log": "tells what happened so far, as you may know it",
    "save FILE": "saves a copy of the game; it is kept by itself as well",
    "quit": "leaves the game; you can go on later",
}
HANDS: Final = {"hands": "lists the poker hands with examples; ? flush explains one"}  # where hands are compared
FEW: Final = 2  # lines of news that may be left out of the picture
ROOMY: Final = 30  # lines of a picture in which there is room for hints; in others ? tells them
MOST_BELOW: Final = 8  # choices one below the other, with what there is to know of each, where there is less room
WIDEST: Final = 124  # columns; wider pictures are harder to read
WAITING: Final = ("", "wait", "w")  # what lets others speak, where nothing need be said


def chooses_effect(verb: str) -> bool:
    """Whether one chooses by what is printed on cards."""
    return verb.split()[0] in ("use", "copy")


def told_so_far(game: Game, record: Record) -> list[list[Event]]:
    """What happened in a game, action by action."""
    events: list[list[Event]] = []
    for table, _ in replay(game, record):
        if table.log is not None:
            events.append(table.log)
        table.log = []
    return events


class Session:
    """One game with its people, its bots and its screen."""

    def __init__(
        self, screen: Screen, match: Match, players: Sequence[str], keeper: Keeper | None,
        events: Sequence[list[Event]] = (),
    ) -> None:
        self.screen: Final = screen
        self.match: Final = match
        self.players: Final = players  # by seat: `person`, or the level of a bot
        self.keeper: Final = keeper
        self.names: Final = side_names(match.table.members, match.record.seats)
        self.drawing: Final[Drawing] = drawing_of(match.game, self.names, match.record.seats)
        self.events: Final = list(events)  # by action
        self._deal: Final = list(match.events) if len(match.record.actions) == len(self.events) else []
        self._seen: Final = [len(self.events)] * len(players)  # by seat: how many actions it was told of
        self._minds: Final = Minds(match, players)
        self._pace: Final = Pace(match, players)
        self._reader = -1  # the seat that looks at the screen
        self._drawn = ""  # the round of which the table was last told in lines
        self._notes: Final[list[tuple[int, str]]] = []  # what is to be said before which action's news
        self._silent_since = time.monotonic()
        self._typed_ahead = ""  # an answer given before the question was on the screen
        self.is_new = not self.events

    # The game

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code of the program."""
        try:
            if self.keeper is not None:
                self.keeper.keep(self.match)
            if self.screen.plain and self.is_new:
                self.is_new = False
                self.screen.say(*self.welcome())
            while not self.match.table.is_over:
                self._step()
            self._end()
        except Left as left:
            return self._leave(left.by_interrupt)
        except KeyboardInterrupt:
            self.screen.say("")
            return self._leave(True)
        return 0

    def _step(self) -> None:
        decision = self._pace.next()
        if decision.seat == CLOCK:
            choice = self._pace.ending()
        elif self.players[self._pace.speaker(decision)] == PERSON:
            self._ask(decision)
            return
        else:
            name = self.match.record.seats[decision.seat]
            with self.screen.waiting(f"{name} is thinking.", PATIENCE - (time.monotonic() - self._silent_since)):
                choice = self._minds.answer(decision, self._pace.may_wait(), self._pace.waited())
        if choice is not None:
            self._act(decision.seat, choice)
            self._tell_at_once()

    def _tell_at_once(self) -> None:
        """In lines, a person alone at the keyboard is told at once what others do; a picture can wait."""
        people = [seat for seat, player in enumerate(self.players) if player == PERSON]
        if self.screen.plain and len(people) == 1 and not self.is_new:
            news = self.news(people[0])
            self._seen[people[0]] = len(self.events)
            self.screen.say(*news)
            if news:
                self._silent_since = time.monotonic()

    def _act(self, seat: int, choice: Choice) -> None:
        if seat != CLOCK and self.players[seat] == PERSON:
            self._silent_since = time.monotonic()
        self.events.append(self.match.act(seat, choice))
        self._keep()

    def _keep(self) -> None:
        if self.keeper is not None:
            trouble = self.keeper.trouble
            self.keeper.keep(self.match)
            if self.keeper.trouble and self.keeper.trouble != trouble:
                self._note(f"{self.keeper.trouble} You can go on; save FILE saves elsewhere.")

    # A person's turn

    def _ask(self, decision: Decision) -> None:
        """Let a person choose, and do what they say until they have."""
        menu = self._menu(decision)
        seat = self._pace.speaker(decision)
        self._hand_over(seat)
        if len(menu.choices) == 1 and menu.choices[0] != PASS and isinstance(menu.choices[0], int):
            self._note(f"{self.question(decision)} Only {menu.texts[0]} was possible.")
            self._act(seat, menu.choices[0])
            return
        self.draw(decision, menu)
        narrowed: list[int] | None = None
        while True:
            line, self._typed_ahead = self._typed_ahead or self.screen.ask(self._prompt(seat)), ""
            try:
                if line.casefold() in ("undo", "u"):
                    self._undo(seat)
                    return
                if line.casefold() in WAITING and self._pace.may_wait():
                    return
                if line.casefold() == "back" and narrowed is not None:
                    narrowed = None
                    self._options(decision, menu)
                elif not self._obey(line, decision, menu, narrowed):
                    found = self._meant(line, decision, menu, narrowed)
                    if not isinstance(found, list):
                        self._act(seat, found)
                        return
                    narrowed = found
                    self._narrow(decision, menu, found, line)
            except (Complaint, IllegalAction) as error:
                self.screen.say(str(error), style="bold")

    def _menu(self, decision: Decision) -> Menu:
        """The choices, with cards and places as the person calls them."""
        view, teller = self.view(decision.seat), self._teller(decision.seat)
        seats = [*self.match.record.seats, *self.names[len(self.match.record.seats):]]  # and an artificial player
        return Menu(self.match.table, decision, seats, self.drawing.order(view),
                    lambda words: self.drawing.named(decision, teller.worded(words)))

    def _meant(self, line: str, decision: Decision, menu: Menu, narrowed: list[int] | None) -> Choice | list[int]:
        """What somebody chooses, or the places of all that they may mean.

        :raises Complaint: with a sentence that helps, if it is nothing that can be chosen.
        """
        view = self.view(decision.seat)
        choice = self.drawing.answered(self.screen, view, decision, line)
        if choice is None:
            words = self.drawing.spelled(view, decision, line)
            choice = menu.unlisted(words)
        if choice is None:
            found = menu.meant(words, narrowed)
            is_clear = len(found) == 1 and not menu.left_unsaid(words, found[0])
            return menu.choices[found[0]] if is_clear else found
        return choice

    def _prompt(self, seat: int) -> str:
        who = f"{self.match.record.seats[seat]}, your" if self.players.count(PERSON) > 1 else "Your"
        return f"{who} choice (? for help): "

    def _hand_over(self, seat: int) -> None:
        """Between two people at one keyboard nobody sees the other's hand."""
        people = self.players.count(PERSON)
        if people > 1 and self._reader != seat:
            self.screen.curtain()
            name = self.match.record.seats[seat]
            self.screen.say(f"The next choice is {name}'s, in seat {seat + 1}.")
            self.screen.ask(f"Pass the keyboard to {name}, who presses Enter. ")
            self._drawn = ""
        self._reader = seat

    def _undo(self, seat: int) -> None:
        if not self.match.can_undo(seat):
            raise Complaint(
                "There is nothing to take back: since your last choice something was revealed, or somebody else chose.")
        self._take_back(seat)
        while self.match.can_undo(seat) and self._is_forced(seat):  # what was done for the person goes with it
            self._take_back(seat)
        self._seen[:] = [min(seen, len(self.events)) for seen in self._seen]
        self._keep()
        self._note("Your last choice is taken back.")

    def _take_back(self, seat: int) -> None:
        self.match.undo(seat)
        self.events.pop()

    def _is_forced(self, seat: int) -> bool:
        decision = self.match.table.decision_of(seat)
        return decision is not None and len(list(decision)) == 1

    def _obey(self, line: str, decision: Decision, menu: Menu, narrowed: list[int] | None) -> bool:
        """Do what a word other than a choice says; whether it was one."""
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if line == "":
            skip = " To pass, type pass." if menu.may_pass else ""
            self.screen.say(f"Enter alone chooses nothing.{skip} Type ? if you need help.")
        elif word.startswith("?") or word == "help":
            self._explain((word[1:] + " " + rest).strip() if word.startswith("?") else rest, decision, menu)
        elif word == "list" and not rest:
            self._list(decision, menu, narrowed)
        elif word == "table" and not rest:
            self._drawn = ""
            self.draw(decision, menu)
        elif word == "look":
            self._look(rest, decision)
        elif is_pile(self.view(decision.seat), line) and not any(word in said.split() for said in menu.texts):
            self._look(line, decision)
        elif word == "hands" and not rest and has_hands(self.match.game):
            self.screen.say(*list_of_hands(self.match.game))
        elif word == "log":
            self._log(decision.seat)
        elif word == "save":
            self._save(rest)
        elif word in ("quit", "exit", "q") and not rest:
            raise Left()
        elif word == "back" and not rest and "back" not in menu.texts:
            raise Complaint("There is no step to go back; undo takes your last choice back.")
        else:
            return False
        return True

    # What is shown

    def news(self, seat: int) -> list[str]:
        """What happened since this seat last looked, as it may know it."""
        teller = self._teller(seat)
        lines: list[str] = []
        waiting: list[Event] = []
        for number in range(self._seen[seat], len(self.events) + 1):
            notes = [words for at, words in self._notes if at == number]
            if notes:
                lines += [*teller.lines(waiting), *notes]
                waiting = []
            if number < len(self.events):
                waiting += self.events[number]
        self._notes.clear()
        return [*lines, *teller.lines(waiting)]

    def _note(self, words: str) -> None:
        """Say something with the next news, where it belongs among them."""
        self._notes.append((len(self.events), words))

    def _teller(self, seat: int) -> Teller:
        return self._teller_of(self.match.table.side_of(seat))

    def _teller_of(self, side: int) -> Teller:
        return Teller(self.match.game, self.names, side, self.match.table.members)

    def view(self, seat: int) -> View:
        return View(self.match.table, self.match.table.side_of(seat))

    def draw(self, decision: Decision, menu: Menu) -> None:
        """The table as the person sees it, what is new, and what is asked."""
        seat = self._pace.speaker(decision)
        view = self.view(seat)
        news = self.news(seat)
        scored = [event for events in self.events[self._seen[seat]:] for event in events if isinstance(event, Scored)]
        self._seen[seat] = len(self.events)
        if scored and self.screen.answers:
            self._show_scores(seat, scored)
        if self.is_new:
            self.is_new = False
            news = [*self.welcome(), *news]
        if self.screen.plain:
            self._tell(view, news)
            self._options(decision, menu)
            return
        options = self._drawn_options(view, decision, menu)
        compact = not chooses_effect(decision.verb)
        lines, hidden = self.picture(view, menu.numbered(), news, len(options) + 1, compact)
        if hidden > FEW and self.screen.answers:
            self._turn_page(view, news)
            lines, _ = self.picture(view, menu.numbered(), [], len(options) + 1, compact)
        self.screen.fresh()
        self.screen.show(*lines, *options)

    def _show_scores(self, seat: int, scored: Sequence[Scored]) -> None:
        """What a round has brought stays in sight until it is read, though the next one has begun."""
        self.screen.fresh()
        self.screen.say(f"Round {scored[-1].round} is over.", style="bold")
        self.screen.say(*[f" {line}" for line in self._teller(seat).lines(scored)])
        self._typed_ahead = self.screen.ask("Enter to go on: ")

    def _turn_page(self, view: View, news: Sequence[str]) -> None:
        """News that would not fit beside the table come first, on a page of their own."""
        self.screen.fresh()
        self.screen.show(line_ended(self.drawing.heading(view, self._width())))
        self.screen.say(*[f" {line}" for sentence in news for line in wrapped(sentence, self._width() - 2, "  ")])
        self._typed_ahead = self.screen.ask("Enter to go on: ")

    def _width(self) -> int:
        return min(self.screen.width, WIDEST)

    def welcome(self) -> list[str]:
        reader = self._only_reader()
        others = [name for side, name in enumerate(self.names) if side != reader]
        company = f", with {in_a_row(others)}" if others else ""
        mine = self.match.table.members[reader] if reader < len(self.names) else []
        if len(mine) > 1:
            mates = [self.match.record.seats[seat] for seat in mine if self.players[seat] != PERSON]
            company = f": you and {in_a_row(mates)} against {' against '.join(others)}"
        said = [event for event in self._deal if isinstance(event, Said)]  # which cards were dealt one sees
        return [f"Welcome to {self.match.game.manners.title}{company}. {self.drawing.aims()}".strip(),
                *self._teller_of(reader).lines(said)]

    def _only_reader(self) -> int:
        """The side of the person who plays, if it is one; else the eyes of a spectator."""
        people = [seat for seat, player in enumerate(self.players) if player == PERSON]
        return self.match.table.side_of(people[0]) if len(people) == 1 else len(self.names)

    def _tell(self, view: View, news: Sequence[str]) -> None:
        """In lines: what is new; the whole table at the beginning of each part of the game."""
        self.screen.say(*news)
        part = self.drawing.part(view)
        if part != self._drawn:
            self.screen.say(*self.drawing.words(view))
            self._drawn = part
        else:
            self.screen.say(*self.drawing.own_words(view))
        self.screen.say(*self.drawing.passing_words(view))

    def picture(
        self, view: View, numbers: Numbers, news: Sequence[str], below: int, compact: bool,
    ) -> tuple[list[Text], int]:
        """The table for a screen of this size with as much news as there is room for, and how many lines are not."""
        width, height = self._width(), self.screen.height
        told = [line for sentence in news for line in wrapped(sentence, width - 3, "  ")]
        for tall, short in ((True, False), (False, False) if not compact else (True, True), (False, True)):
            lines = [
                self.drawing.heading(view, width), *self.drawing.board(view, numbers, width, tall),
                *self.drawing.in_between(view, numbers), *self.drawing.mine(view, numbers, width, short),
            ]
            room = height - len(lines) - below
            if room >= min(len(told), 4 if short or not compact else 12):
                break
        left_out = 0
        if told:
            room = max(2, room)
            left_out = len(told) - room
            kept = told if left_out <= 0 else [f"({plural(left_out + 1, 'line')} more: log)", *told[left_out + 1:]]
            lines += [text(("│ ", QUIET), line) for line in kept]
        return [line_ended(fitted(line, width)) for line in lines], max(0, left_out)

    def question(self, decision: Decision) -> str:
        view = self.view(decision.seat)
        question = self.drawing.question(view, decision)
        time_left = self._pace.time_in_words()
        if time_left:
            question = f"{question} {time_left}"
        if decision.about == EMPTY:
            return question
        name = view.called(decision.about)
        return f"{'A face-down card' if name == '??' else name}: {question}"

    def _user(self, view: View, card: Card) -> str:
        """The effect under way and whose it is, so that "you" in its text is clear."""
        side = view.side if view.text is None else view.text.side
        by = f", used by {self.names[side]}" if side != view.side else ""
        return f"{card.printed.concept}{by}"

    def _drawn_options(self, view: View, decision: Decision, menu: Menu) -> list[Text]:
        """The question and the choices that are not already marked on the table."""
        width = self._width()
        lines = []
        under_way = effect_under_way(view)
        if under_way is not None:
            words = f"{self._user(view, under_way)}: {self.drawing.card_text(under_way)}"
            lines += [text((f" {line}", QUIET)) for line in wrapped(words, width - 2)]
        lines += [text(("▌", "#ffd43b"), (line, "bold")) for line in wrapped(self.question(decision), width - 2)]
        lines += self._overview(view, self.drawing.overview(view, decision), width)
        for hint in self.drawing.hints(view, decision) if self.screen.height >= ROOMY else []:
            lines += [text((f"  {line}", QUIET)) for line in wrapped(hint, width - 4)]
        how_to = self.drawing.how_to(view, decision)
        if how_to:
            menu.has_numbers = False
            lines += [text(f"  {line}") for words in how_to for line in wrapped(words, width - 2, "  ")]
        elif menu.is_amount:
            lines.append(text(f"  {either(menu.texts)}"))
        elif not menu.is_listed:
            lines += [text(f"  {line}") for line in wrapped(self._how_to_type(menu), width - 4)]
        else:
            numbered = menu.numbered()
            if numbered and set(numbered) <= self.drawing.visible(view):
                rest = ", a card, or pass" if menu.may_pass else " or a card"
                lines.append(text((f"  Type a number on the table{rest}.", QUIET)))
            else:
                lines += self._choices(view, decision, menu, range(len(menu.choices)), width)
        return [line_ended(line) for line in lines]

    def _overview(self, view: View, overview: Sequence[Prospect], width: int) -> list[Text]:
        lines = []
        rows = [text(*self.drawing.row(view, prospect.backs, {})) for prospect in overview]
        wide = max([row.cell_len for row in rows], default=0)
        for prospect, row in zip(overview, rows, strict=True):
            words = cut(prospect.by_hand, width - wide - 7)
            line = text(f"  {prospect.name} ", fitted(row, wide), " ", words)
            room = width - line.cell_len - 3
            if prospect.otherwise and room >= len("company: Pair of fours"):
                line.append(f" · {cut(prospect.otherwise, room)}", style=QUIET)
            lines.append(fitted(line, width))
        return lines

    def _choices(
        self, view: View, decision: Decision, menu: Menu, places: Sequence[int], width: int,
    ) -> list[Text]:
        """Numbered choices: with their texts one below the other, else side by side."""
        labels = [self._label(view, decision, menu, place) for place in places]
        has_room = len(places) <= MOST_BELOW or self.screen.height >= ROOMY
        if (has_room and any(label for _, label in labels)) or len(places) <= 3:
            lines: list[Text] = []
            for number, (words, label) in enumerate(labels, 1):
                line = text("  ", (f"{number:>2}", HIGHLIGHT), " ", *_chips(words))
                line.append(f"  {cut(label, max(10, width - line.cell_len - 3))}" if label else "", style=QUIET)
                if words == "pass" and number > 1 and labels[number - 2][0].startswith("pass "):
                    lines[-1] = text(lines[-1], line)  # the two ways to pass, in one line
                else:
                    lines.append(line)
            return lines
        return [text(f"  {line}") for line in in_columns(
            [f"{number:>2} {words}" for number, (words, _) in enumerate(labels, 1)], width - 4)]

    def _label(self, view: View, decision: Decision, menu: Menu, place: int) -> tuple[str, str]:
        """A choice in words, and what there is to know about it."""
        words = menu.texts[place]
        cards = cards_in(words)
        about = self.drawing.outcome(view, decision, menu.choices[place])
        if len(cards) == 1:
            if chooses_effect(decision.verb):
                about = self.drawing.card_text(self.match.game.cards[face(cards[0]) % DECK_SIZE])
            words = f"{words} {concept(words)}" if words == cards[0] else words
        return words, about

    def _how_to_type(self, menu: Menu) -> str:
        examples = " or ".join(quoted(example) for example in menu.examples())
        skip = ", or pass" if menu.may_pass else ""
        return f"Type for example {examples}{skip}; list shows all {len(menu.choices)}."

    def _options(self, decision: Decision, menu: Menu) -> None:
        """The question and the choices, in lines."""
        view = self.view(decision.seat)
        if not self.screen.plain:
            self.screen.show(*self._drawn_options(view, decision, menu))
            return
        under_way = effect_under_way(view)
        if under_way is not None:
            self.screen.say(f"{self._user(view, under_way)}: {self.drawing.card_text(under_way)}")
        self.screen.say(self.question(decision))
        for prospect in self.drawing.overview(view, decision):
            more = f"; {prospect.otherwise}" if prospect.otherwise else ""
            cards = self.drawing.in_words(view, prospect.backs)
            self.screen.say(f"{prospect.name} has {cards}. Best hand cards {prospect.by_hand}{more}.")
        self.screen.say(*self.drawing.hints(view, decision))
        how_to = self.drawing.how_to(view, decision)
        if how_to:
            menu.has_numbers = False
            self.screen.say(*how_to)
        elif menu.is_amount:
            self.screen.say(f"Choose {either(menu.texts)}.")
        elif menu.is_listed:
            self._numbered(view, decision, menu, range(len(menu.choices)))
        else:
            self.screen.say(self._how_to_type(menu))

    def _numbered(self, view: View, decision: Decision, menu: Menu, places: Sequence[int]) -> None:
        if not self.screen.plain:
            width = self._width()
            self.screen.show(*[line_ended(line) for line in self._choices(view, decision, menu, places, width)])
            return
        for number, place in enumerate(places, 1):
            words, about = self._label(view, decision, menu, place)
            self.screen.say(f"{number}. {words}" + (f": {about}" if about else ""))

    def _narrow(self, decision: Decision, menu: Menu, found: list[int], line: str) -> None:
        view = self.view(decision.seat)
        if len(found) == 1:
            others = in_a_row(menu.left_unsaid(self.drawing.spelled(view, decision, line), found[0]))
            self.screen.say(f"You did not say {others}. Type 1 if you mean this, or back for all.")
            self._numbered(view, decision, menu, found)
            return
        if len(found) > MOST_LISTED:
            self.screen.say(f"{quoted(line)} fits {len(found)} choices. Say more, list shows them, back shows all.")
            return
        self.screen.say(f"{quoted(line)} fits {len(found)} choices. Type a number, or back for all.")
        self._numbered(view, decision, menu, found)

    def _list(self, decision: Decision, menu: Menu, narrowed: list[int] | None) -> None:
        places = list(range(len(menu.choices))) if narrowed is None else narrowed
        words = self.drawing.all_choices(self.view(decision.seat), decision)
        if words:
            self.screen.say(*words)
        elif menu.is_amount:
            self.screen.say(either(menu.texts))
        elif len(places) > MOST_LISTED:
            width = 76 if self.screen.plain else self.screen.width - 2
            words = [f"{number:>3} {menu.texts[place]}" for number, place in enumerate(places, 1)]
            self.screen.say(*(words if self.screen.plain else in_columns(words, width)))
            menu.has_numbers = True
        else:
            self._numbered(self.view(decision.seat), decision, menu, places)
            menu.has_numbers = menu.has_numbers or narrowed is None

    # What can be asked for

    def _explain(self, about: str, decision: Decision, menu: Menu) -> None:
        """The decision with its cards, or one card."""
        screen = self.screen
        if about:
            if self.drawing.explained(screen, decision, about):
                return
            hand = list_of_hands(self.match.game, about)
            if hand:
                screen.say(*hand)
                return
            name = code_meant(about)
            if not name:
                raise Complaint(f"There is no card {quoted(about)}. A card has a code, such as 9K, and a name.")
            self._card(name)
            return
        view = self.view(decision.seat)
        screen.say(self.question(decision), style="bold")
        phase = self.drawing.phase_help(view)
        if phase:
            screen.say(f"{self.drawing.phase_name(view)}: {phase}")
        under_way = effect_under_way(view)
        if under_way is not None:
            screen.say("The effect under way:")
            self._card(under_way.printed.code)
        screen.say(*self.drawing.advice(view, decision), *self.drawing.hints(view, decision))
        cards = list(dict.fromkeys(name for words in menu.texts for name in cards_in(words)))
        if cards and self.drawing.text_matters(decision):
            screen.say("The cards you can choose from:")
            for name in cards:
                card = self.match.game.cards[face(name) % DECK_SIZE]
                screen.say(f"  {name} {card.printed.concept}: {self.drawing.card_text(card)}")
        screen.say("Signs:", *[f"  {sign}" for sign in self.drawing.signs(screen.plain)])
        screen.say("You can type a choice by its number, by card codes such as 9K, by names of cards, or by its words.",
                   *[f"  {word:<10} {what}" for word, what in self._commands().items()])

    def _commands(self) -> dict[str, str]:
        return {**COMMANDS, **(HANDS if has_hands(self.match.game) else {})}

    def _look(self, wanted: str, decision: Decision) -> None:
        """The piles that can be looked through, or the cards of those that are meant."""
        view = self.view(decision.seat)
        screen, drawing = self.screen, self.drawing
        screen.say(*(cards_of_piles(drawing, view, wanted) if wanted else list_of_piles(drawing, view)))

    def _card(self, name: str) -> None:
        game = self.match.game
        card = game.cards[face(name) % DECK_SIZE]
        title, *rest = [*in_full(card, game.manners.wild), *self.drawing.notes_on(card)]
        self.screen.say(title, style="bold")
        self.screen.say(*[f"  {line}" for line in rest])

    def _log(self, seat: int) -> None:
        lines = self._teller(seat).lines([*self._deal, *[event for action in self.events for event in action]])
        self.screen.say(*(lines or ["Nothing has happened yet."]))

    def _save(self, name: str) -> None:
        """A copy where the person wants it; a file that is there is not written over, unless it is a game of ours."""
        if self.keeper is None:
            raise Complaint("This game cannot be saved.")
        if not name:
            self.keeper.keep(self.match)
            if self.keeper.trouble:
                raise Complaint(f"{self.keeper.trouble} Type save FILE to save elsewhere.")
            self.screen.say(f"The game is saved in {self.keeper.path}.")
            return
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # there is nobody of that name
            raise Complaint(f"The game cannot be saved as {quoted(name)}: there is no such home folder.") from None
        if path.exists() and not _is_ours(path):
            raise Complaint(f"{path} is there already, and is not a saved game; choose another name.")
        try:
            write_whole(path, self.keeper.text(self.match))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Complaint(f"The game cannot be saved as {path}: {reason}.") from None
        self.screen.say(f"The game is saved in {path}. It holds the whole deal: do not look into it before the end.")

    # How it ends

    def _leave(self, by_interrupt: bool) -> int:
        screen = self.screen
        if self.keeper is not None and by_interrupt:
            self.keeper.keep_again(self.match)
        if self.keeper is None:
            screen.say("Goodbye.")
        elif self.keeper.trouble:
            screen.say(f"Goodbye. {self.keeper.trouble}")
        else:
            screen.say(f"Goodbye. The game is saved. Go on with: {self.keeper.go_on}")
        return 130 if by_interrupt else 0

    def _end(self) -> None:
        """The last table, the result, and where the game is kept."""
        table = self.match.table
        people = [seat for seat, player in enumerate(self.players) if player == PERSON]
        seat = people[0] if len(people) == 1 else -1
        side = table.sides if seat < 0 else table.side_of(seat)
        view = View(table, side)
        last = [event for action in self.events[-3:] for event in action]
        news = self.news(seat) if seat >= 0 else self._teller_of(side).lines(last)
        if self.screen.plain:
            self.screen.say(*news, *self.drawing.words(view))
        else:
            lines, hidden = self.picture(view, {}, news, 6 + view.sides, True)
            if hidden > FEW and self.screen.answers:
                self._turn_page(view, news)
                lines, _ = self.picture(view, {}, [], 6 + view.sides, True)
            self.screen.fresh()
            self.screen.show(*lines)
        show_result(self.screen, self.drawing, self.match, side)
        if self.keeper is None:
            return
        path = self.keeper.finish(self.match)
        if path is not None:
            self.screen.say(f"The game is saved in {path}", f"Watch it again with: techdeck replay {shown(path)}")
            if self.screen.answers:
                self._offer_replay(path)
        elif self.keeper.trouble:
            self.screen.say(self.keeper.trouble)

    def _offer_replay(self, path: Path) -> None:
        from techdeck.terminal.replaying import replay_file

        try:
            answer = self.screen.ask("Watch it now? (y/n) ")
            if answer.casefold() in ("y", "yes"):
                replay_file(self.screen, path)
        except Left:
            self.screen.say("Goodbye.")


def _is_ours(path: Path) -> bool:
    try:
        return read_text(path).startswith(("# A game of the Tech Deck", *[f"{name}," for name in GAMES]))
    except Complaint:
        return False


def line_ended(line: Text) -> Text:
    copy = line.copy()
    copy.end = "\n"
    return copy


def _chips(words: str) -> list[Text]:
    """A choice in words, with card codes on their colours."""
    parts = []
    for word in words.split():
        parts.append(chip(word.upper()) if cards_in(word) else Text(word))
        parts.append(Text(" "))
    return parts


def show_result(screen: Screen, drawing: Drawing, match: Match, side: int) -> None:
    """Who won, and with what."""
    sentence, *lines = drawing.result(match.table, side)
    screen.say(sentence, style="bold")
    screen.say(*lines)
