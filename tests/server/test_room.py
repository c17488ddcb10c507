"""A room is what its facts make of it: in memory, from the disk, at any moment."""

from collections.abc import Iterator
from random import Random

import pytest

from techdeck.actions import read_choice, write_choice
from techdeck.games import GAMES
from techdeck.games.cyber_defense import half
from techdeck.position import set_up
from techdeck.record import written as written_record
from techdeck.server import facts, wire
from techdeck.server.catalogue import checked
from techdeck.server.facts import (
    Acted,
    Allowed,
    AskedBack,
    Began,
    CameBack,
    Clock,
    Fact,
    Opened,
    Place,
    Sat,
    StoodIn,
    Undid,
)
from techdeck.server.room import WATCHING, Author, Refusal, Room, remade
from techdeck.server.seen import Sight
from techdeck.table import CLOCK
from techdeck.views import UNKNOWN

SECRET = "5a" * 32
SEAT = (
    "level", "stand_in", "bot_name", "kept_for", "kept_name", "guest", "name", "salt", "has_bot", "turn", "asked_at",
    "spent")
KINDS = [*[(name, {}) for name in GAMES], ("tech exchange", {"form": "live"})]


def portrait(room: Room) -> list[object]:
    """Everything that anybody could find out about a room."""
    eyes = range(WATCHING, len(room.seats))
    found: list[object] = [
        room.shown(), room.number, room.acts, room.asks_back, set(room.allows), set(room.words_done), room.next_room,
        [[getattr(seat, name) for name in SEAT] for seat in room.seats],
        [room.you(seat, f"guest {seat}") for seat in eyes],
        [list(map(bytes, room.lines(room.side_of(seat)))) for seat in eyes],
        room.began_at, room.acted_at, room.ended_at,
    ]
    sight = room.sight()
    if sight is not None and room.match is not None:
        found += [[sight.seen(room.side_of(seat)) for seat in eyes], written_record(room.match.record)]
    return found


class Hall:
    """A room, the facts that made it, and a second room that only ever reads what was written."""

    def __init__(self, game: str, options: dict[str, bool | int | str], people: int, bots: int = 0) -> None:
        opened = checked(Opened(
            by="guest 0", at=1.0, game=game, options=options, places=[Place() for _ in range(people)] +
            [Place("random") for _ in range(bots)], secret=SECRET, lets_watch=True, clock=Clock("game", 500)))
        self.facts: list[Fact] = [opened]
        self.room = Room("ABCDEF", opened)
        self.mirror = Room("ABCDEF", opened)
        self.word = 0
        for seat in range(people):
            self.say(seat, wire.Sit(1, seat, f"Person {seat}", f"0{seat}"), WATCHING)

    def author(self, seat: int) -> Author:
        self.word += 1
        return Author(f"guest {seat}", f"client {seat}", self.word, 10.0 + self.word)

    def say(self, seat: int, said: wire.Said, looks: int | None = None) -> Fact:
        fact = self.room.answer(self.author(seat), seat if looks is None else looks, said)
        self.happen(fact)
        return fact

    def happen(self, fact: Fact) -> None:
        self.room.apply(fact)
        self.facts.append(fact)
        self.mirror.apply(facts.read(facts.written(fact)))

    def act(self, rng: Random) -> None:
        """Somebody does something at random; the clock where nobody else would."""
        table = self.room.table
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        if choice is None:
            return
        text = write_choice(table, decision, choice)
        if decision.seat == CLOCK:
            self.happen(Acted(at=10.0 + self.word, seat=CLOCK, choice=text))
        else:
            self.say(decision.seat, wire.Act(1, text, self.room.seats[decision.seat].turn))

    def check(self) -> None:
        assert portrait(self.mirror) == portrait(self.room)

    def check_all(self) -> None:
        lines = [facts.written(fact) for fact in self.facts]
        assert portrait(remade("ABCDEF", [facts.read(line) for line in lines])) == portrait(self.room)


def something(hall: Hall, rng: Random) -> None:
    """One thing that may happen in a room."""
    what = rng.random()
    seat = rng.randrange(len(hall.room.seats))
    if what < 0.04:
        hall.say(seat, wire.Talk(1, f"word {hall.word}", rng.random() < 0.3))
    elif what < 0.12:
        able = [seat for seat in range(len(hall.room.seats)) if hall.room.undo_of(seat) != "no"]
        hall.say(able[0] if able else seat, wire.Undo(1))
    elif what < 0.18 or (hall.room.asks_back >= 0 and what < 0.8):
        hall.say(seat, wire.Allow(1, rng.random() < 0.7))
    elif what < 0.20:
        away = hall.room.seats[seat].has_bot
        hall.happen(CameBack(at=10.0 + hall.word, seat=seat) if away else StoodIn(at=10.0 + hall.word, seat=seat))
    else:
        hall.act(rng)


@pytest.mark.parametrize(("game", "options"), KINDS, ids=str)
def test_a_room_is_the_fold_of_its_facts(game: str, options: dict[str, bool | int | str]) -> None:
    hall = Hall(game, options, 2)
    hall.check_all()
    hall.say(0, wire.Begin(1))
    rng = Random(game)
    refusals = undone = 0
    for step in range(250):
        if hall.room.state == "over":
            break
        try:
            something(hall, rng)
        except Refusal:
            refusals += 1
        undone += isinstance(hall.facts[-1], Undid | Allowed)
        if step < 40 or step % 5 == 0:
            hall.check()
        if step % 80 == 79:
            hall.check_all()
    hall.check_all()
    assert refusals
    assert undone or "form" in options  # nothing is taken back while the rules' own clock runs


def nonsense(room: Room) -> Iterator[tuple[int, wire.Said, str]]:
    """What must be refused at a table of two, where seat 0 is asked something: from whom, and why."""
    turn = room.seats[0].turn
    yield WATCHING, wire.Act(1, "pass", 0), "not yours"
    yield WATCHING, wire.Undo(1), "not yours"
    yield WATCHING, wire.Rise(1), "not yours"
    yield 0, wire.Act(1, "nothing of the kind", turn), "not possible"
    yield 0, wire.Act(1, "pass", turn + 1), "late"
    yield 0, wire.Act(1, "pass", turn - 1), "late"
    yield 1, wire.Begin(1), "not yours"
    yield 0, wire.Begin(1), "not now"
    yield 1, wire.SetPlace(1, 1, "casual"), "not yours"
    yield 0, wire.SetPlace(1, 1, "casual"), "not now"
    yield 0, wire.Sit(1, 1, "Another"), "not now"
    yield 0, wire.Allow(1, True), "not now"
    yield 0, wire.Talk(1, "\0\n "), "not possible"
    yield 0, wire.Talk(1, "psst", True), "not possible"
    yield 0, wire.Ping(1), "not possible"


def test_a_refusal_changes_nothing() -> None:
    hall = Hall("grid poker", {}, 2)
    hall.say(0, wire.Begin(1))
    rng = Random(3)
    while hall.room.table.decision_of(0) is None or hall.room.seats[0].turn < 3:
        hall.act(rng)
    for seat, said, why in nonsense(hall.room):
        before = portrait(hall.room)
        with pytest.raises(Refusal) as refusal:
            hall.say(seat, said)
        assert refusal.value.why == why, said
        assert refusal.value.words.endswith(".")
        assert portrait(hall.room) == before
    hall.check_all()


def test_before_the_game_seats_are_taken_and_left() -> None:
    hall = Hall("grid poker", {}, 1, 2)
    hall.say(0, wire.SetPlace(1, 1, ""))
    hall.say(1, wire.Sit(1, 1, " Some \n one "), WATCHING)
    assert hall.room.seats[1].name == "Some one"
    for said, why in [
        (wire.Sit(1, 1, "Other"), "not possible"), (wire.Sit(1, 2, "Other"), "not possible"),
        (wire.Sit(1, 5, "Other"), "not possible"), (wire.SetPlace(1, 1, "casual"), "not yours"),
        (wire.Act(1, "pass"), "not yours"), (wire.Talk(1, "x", True), "not possible"),
    ]:
        with pytest.raises(Refusal) as refusal:
            hall.say(2, said, WATCHING)
        assert refusal.value.why == why, said
    hall.say(0, wire.SetPlace(1, 2, ""))
    with pytest.raises(Refusal, match="called some ONE"):
        hall.say(2, wire.Sit(1, 2, "some ONE"), WATCHING)
    hall.say(1, wire.Rise(1))
    assert hall.room.seats[1].is_free
    hall.say(2, wire.Sit(1, 1, "Some one"), WATCHING)
    assert hall.room.seats[1].guest == "guest 2"
    with pytest.raises(Refusal, match="person"):
        hall.say(0, wire.SetPlace(1, 1, "casual"))
    hall.say(0, wire.Begin(1))
    assert [seat.level for seat in hall.room.seats] == ["", "", "casual"]
    hall.check_all()


def test_each_word_is_remembered_with_who_said_it() -> None:
    hall = Hall("grid poker", {}, 2)
    fact = hall.say(1, wire.Talk(1, "hello"))
    assert (fact.by, fact.client, fact.word) == ("guest 1", "client 1", hall.word)
    assert (fact.by, fact.client, fact.word) in hall.room.words_done
    assert (fact.by, "client 0", fact.word) not in hall.room.words_done
    hall.check_all()


def until_undo(hall: Hall, can: str, rng: Random) -> int:
    """Play until a seat may take its action back in that way; which."""
    for _ in range(3000):
        if hall.room.state == "over":
            break
        hall.act(rng)
        for seat in range(len(hall.room.seats)):
            if hall.room.undo_of(seat) == can:
                return seat
    raise AssertionError(f"nobody could ever take anything back: {can}")


def test_the_last_own_action_is_taken_back_at_once() -> None:
    hall = Hall("grid poker", {}, 2)
    hall.say(0, wire.Begin(1))
    seat = until_undo(hall, "yes", Random(1))
    with pytest.raises(Refusal, match="cannot be taken back"):
        hall.say(1 - seat, wire.Undo(1))
    actions = hall.room.table, written_record(hall.room.match.record) if hall.room.match else ""
    turn, acts = hall.room.seats[seat].turn, hall.room.acts
    assert isinstance(hall.say(seat, wire.Undo(1)), Undid)
    assert hall.room.acts > acts, "a bot that thinks about the table as it was must notice"
    assert hall.room.match is not None
    assert written_record(hall.room.match.record) != actions[1]
    assert hall.room.seats[seat].turn > turn
    hall.check_all()


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    """Though the last action told nobody anything."""
    could = 0
    for seed in range(8):
        hall = Hall("gears of industry", {"target_points": 1, "turn_cap": 3, "deck_source": "preset"}, 2)
        hall.say(0, wire.Begin(1))
        rng = Random(seed)
        while hall.room.state == "playing":
            hall.act(rng)
        assert hall.room.match is not None
        could += any(hall.room.match.undo_of(seat) != "no" for seat in range(2))
        assert [hall.room.you(seat, f"person {seat}").can_undo for seat in range(2)] == ["no", "no"]
    assert could


@pytest.mark.parametrize("allows", [True, False])
def test_when_another_is_asked_already_the_others_must_allow_it(allows: bool) -> None:
    hall = Hall("grid poker", {}, 3)
    hall.say(0, wire.Begin(1))
    seat = until_undo(hall, "ask", Random(1))
    others = [other for other in range(3) if other != seat]
    turns = [each.turn for each in hall.room.seats]
    assert hall.room.match is not None
    actions = len(hall.room.match.record.actions)
    asked = [other for other in range(3) if hall.room.table.decision_of(other) is not None]
    assert asked
    assert seat not in asked
    assert isinstance(hall.say(seat, wire.Undo(1)), AskedBack)
    assert hall.room.shown().undo == f"Person {seat}"
    with pytest.raises(Refusal, match="asked already"):
        hall.say(seat, wire.Undo(1))
    with pytest.raises(Refusal, match="Nobody asks you"):
        hall.say(seat, wire.Allow(1, True))
    hall.say(others[0], wire.Allow(1, True))
    with pytest.raises(Refusal, match="Nobody asks you"):
        hall.say(others[0], wire.Allow(1, True))
    assert len(hall.room.match.record.actions) == actions
    hall.say(others[1], wire.Allow(1, allows))
    assert hall.room.shown().undo == ""
    assert len(hall.room.match.record.actions) == actions - allows
    if allows:
        for other in asked:  # who was asked is not asked that any more: an answer that was under way comes late
            assert hall.room.seats[other].turn > turns[other]
            with pytest.raises(Refusal) as refusal:
                hall.say(other, wire.Act(1, "pass", turns[other]))
            assert refusal.value.why == "late"
    hall.check_all()


@pytest.mark.parametrize("is_last_away", [True, False])
def test_bots_allow_everything_and_so_does_who_is_away(is_last_away: bool) -> None:
    hall = Hall("gears of industry", {}, 3)
    hall.say(0, wire.Begin(1))
    seat = until_undo(hall, "ask", Random(1))
    others = [other for other in range(3) if other != seat]
    hall.happen(StoodIn(at=1.0, seat=others[0]))
    hall.say(seat, wire.Undo(1))
    assert hall.room.asks_back == seat
    if is_last_away:
        hall.happen(StoodIn(at=1.0, seat=others[1]))
    else:
        hall.say(others[1], wire.Rise(1))
    assert hall.room.asks_back == WATCHING
    assert any(b"takes that back" in bytes(line) for line in hall.room.lines(0))
    while hall.room.undo_of(seat) != "ask":
        hall.act(Random(2))
    assert isinstance(hall.say(seat, wire.Undo(1)), Undid)
    hall.check_all()


def test_thinking_time_is_counted_from_question_to_answer() -> None:
    hall = Hall("grid poker", {}, 2)
    hall.say(0, wire.Begin(1))
    hall.room.seats[0].spent = hall.room.seats[1].spent = 0.0
    for second in range(40):
        table = hall.room.table
        decision = table.pending[0]
        choice = write_choice(table, decision, next(iter(decision)))
        before = [seat.spent for seat in hall.room.seats]
        asked = hall.room.seats[decision.seat].asked_at
        at = hall.room.acted_at + second
        hall.room.apply(Acted(at=at, seat=decision.seat, choice=choice))
        assert hall.room.seats[decision.seat].spent == pytest.approx(before[decision.seat] + at - asked)
        if len(table.pending) == 1:
            assert hall.room.seats[1 - decision.seat].spent == before[1 - decision.seat]


def test_a_stored_choice_is_read_as_it_was_meant() -> None:
    """Facts hold what the player wrote; it must mean the same when it is read again."""
    hall = Hall("grid poker", {}, 2)
    hall.say(0, wire.Begin(1))
    rng = Random(5)
    for _ in range(60):
        table = hall.room.table
        decision = rng.choice(table.pending)
        text = write_choice(table, decision, next(iter(decision)))
        shuffled = text.upper().split()
        rng.shuffle(shuffled)
        try:
            read_choice(table, decision.seat, " ".join(shuffled))
        except ValueError:
            shuffled = text.split()
        hall.say(decision.seat, wire.Act(1, " ".join(shuffled)))
        hall.check()
    hall.check_all()


def test_a_bot_of_some_level_stands_in_in_every_game() -> None:
    for game, entry in GAMES.items():
        seats = max(2, min(entry.make(entry.options()).seats))
        hall = Hall(game, {}, seats)
        hall.say(0, wire.Begin(1))
        hall.happen(StoodIn(at=1.0, seat=0))
        assert hall.room.seats[0].bot
        hall.happen(CameBack(at=1.0, seat=0))
        assert not hall.room.seats[0].bot
        hall.say(0, wire.Rise(1))
        assert hall.room.seats[0].bot
        hall.check_all()


def test_the_first_fact_opens_the_room() -> None:
    with pytest.raises(AssertionError, match="opened"):
        remade("ABCDEF", [Began()])


@pytest.mark.parametrize(("game", "options"), KINDS, ids=str)
def test_what_is_seen_is_the_same_whether_or_not_it_goes_on_from_the_moment_before(
    game: str, options: dict[str, bool | int | str],
) -> None:
    hall, rng = Hall(game, options, 2), Random(5)
    hall.say(0, wire.Begin(1))
    sides = range(hall.room.table.sides + 1)
    last = hall.room.sight()
    assert last is not None
    for _ in range(300):
        if hall.room.state == "over":
            break
        try:
            something(hall, rng)
        except Refusal:
            continue
        sight, anew = hall.room.sight(), hall.room.sight()
        assert sight is not None
        assert anew is not None
        for side in sides:
            sight.own(side, last.own(side))
            assert sight.seen(side) == anew.seen(side)
        last = sight


def test_a_question_is_written_again_when_a_card_in_it_is_called_otherwise_or_it_has_another_number() -> None:
    room = Room("ABCDEF", checked(Opened(game="grid poker", places=[Place("random")] * 2, secret=SECRET)))
    room.apply(Began())
    table = room.table
    seat = table.pending[0].seat
    last = Sight(table, [1, 1]).own(seat)
    assert Sight(table, [1, 1]).own(seat, last).rest["asked"] is last.rest["asked"]
    assert Sight(table, [2, 2]).own(seat, last).rest["asked"] != last.rest["asked"]
    known = next(back for back, face in enumerate(last.faces) if face != UNKNOWN)
    last.faces[known] = UNKNOWN  # as if the card had not been seen then
    assert Sight(table, [1, 1]).own(seat, last).rest["asked"] is not last.rest["asked"]


TWO_WINDOWS = """
peer to peer, 4 seats
sides: 1 2 / 3 4
first: 1
round: 1
venture A 1: 8S
rest: customer deck
play: effects after, effects after
"""


def test_pp_s15_a_question_that_comes_again_is_another_one_for_the_whole_team() -> None:
    """Who acts for a team closes the question for all of it, even if the very same is asked next."""
    hall = Hall("peer to peer", {"teams": "1 2 / 3 4"}, 4)
    hall.say(0, wire.Begin(1))
    assert hall.room.match is not None
    hall.room.match.table = table = set_up(hall.room.game, TWO_WINDOWS)
    ann, ben = hall.room.seats[:2]
    before, turn = table.decision_of(1), ben.turn
    assert before is not None
    assert table.decision_of(0) is before
    hall.room.apply(Acted(at=20.0, seat=0, choice="pass"))
    after = table.decision_of(1)
    assert after is not None
    assert (after.verb, list(after)) == (before.verb, list(before))
    assert ann.turn == ben.turn == turn + 1
    with pytest.raises(Refusal, match=r"^Person 0 already passed\. Look again before you choose\.$") as refused:
        hall.room.answer(hall.author(1), 1, wire.Act(1, "pass", turn))
    assert refused.value.why == "late"
    assert hall.room.answer(hall.author(1), 1, wire.Act(1, "8S", ben.turn)) == Acted(
        "guest 1", "client 1", hall.word, 10.0 + hall.word, 1, "8S")


def test_pp_s15_time_runs_for_who_must_answer() -> None:
    """A person in place of a bot, or else the captain."""
    hall = Hall("peer to peer", {"teams": "1 2 / 3 4"}, 2, 2)
    hall.say(0, wire.Begin(1))
    assert hall.room.match is not None
    hall.room.match.table = set_up(hall.room.game, TWO_WINDOWS.replace("round: 1", "round: 2"))
    assert hall.room.table.pending[0].seat == 1
    assert list(hall.room.asked()) == [1]
    hall.room.apply(StoodIn(at=20.0, seat=1))
    assert list(hall.room.asked()) == [0]
    hall.room.apply(StoodIn(at=21.0, seat=0))
    assert list(hall.room.asked()) == [1]  # bots among themselves: the captain
    hall.room.apply(CameBack(at=22.0, seat=0))
    assert list(hall.room.asked()) == [0]


def again(hall: Hall) -> Hall:
    """The rematch, with the same people at their new seats."""
    opened = hall.room.rematch(5.0, SECRET)
    people = [place.guest for place in opened.places]
    other = Hall(opened.game, opened.options, len(opened.places))
    for seat, guest in enumerate(people):
        other.room.seats[seat].guest = guest
    other.say(0, wire.Begin(1))
    return other


def teams_of(room: Room) -> list[set[str]]:
    return [{room.seats[seat].guest for seat in seats} for seats in room.table.members]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("is_fixed", [False, True], ids=["drawn", "fixed"])
def test_pp_s30_a_rematch_swaps_the_start_decks_of_the_teams(seats: int, is_fixed: bool) -> None:
    half = (seats + 1) // 2
    teams = " / ".join([" ".join([str(seat + 1) for seat in part]) for part in (range(half), range(half, seats))])
    hall = Hall("peer to peer", {"teams": teams if is_fixed else "random"}, seats)
    hall.say(0, wire.Begin(1))
    first = teams_of(hall.room)
    assert len(first) == 2
    hall = again(hall)
    assert teams_of(hall.room) == first[::-1]
    assert teams_of(again(hall).room) == first


def test_pp_s30_without_start_decks_nothing_is_swapped() -> None:
    for options, seats in (({"individual_decks": True}, 3), ({}, 1)):
        hall = Hall("peer to peer", dict(options), seats)
        hall.say(0, wire.Begin(1))
        assert hall.room.rematch(5.0, SECRET).options == hall.room.opened.options


def test_a_rematch_has_the_same_rules_and_people_one_seat_further() -> None:
    hall = Hall("regular poker", {"deals": 3}, 2, bots=1)
    hall.say(0, wire.Begin(1))
    opened = hall.room.rematch(5.0, SECRET)
    assert [place.guest for place in opened.places] == ["", "guest 0", "guest 1"]
    assert [place.level for place in opened.places] == ["random", "", ""]
    assert (opened.game, opened.options, opened.by, opened.before) == (
        "regular poker", hall.room.opened.options, "guest 0", "ABCDEF")


@pytest.mark.parametrize(("game", "options", "people", "before", "then"), [
    ("gears of industry", {"deck_source": "preset"}, 4, [[0, 2], [1, 3]], [[0, 2], [1, 3]]),
    ("gears of industry", {"deck_source": "preset", "teams_4p": False}, 4, [], []),
    ("gears of industry", {"deck_source": "preset"}, 3, [], []),
    ("peer to peer", {}, 4, [], []),  # its teams are sides with several seats
])
def test_a_room_says_which_sides_win_together_also_before_the_game(
    game: str, options: dict[str, bool | int | str], people: int, before: list[list[int]], then: list[list[int]],
) -> None:
    hall = Hall(game, options, people)
    assert hall.room.shown().partners == before
    hall.say(0, wire.Begin(100))
    assert hall.room.shown().partners == then


def played_out(hall: Hall, seed: int) -> Hall:
    """The same game at its end, played by chance."""
    rng = Random(seed)
    while not hall.room.table.is_over:
        decision = hall.room.table.pending[0]
        choice = decision.sample(rng)
        assert choice is not None
        hall.room.apply(Acted(seat=decision.seat, choice=write_choice(hall.room.table, decision, choice)))
    return hall


def test_cd_v26_a_rematch_swaps_the_roles_and_the_two_games_are_one_match() -> None:
    for seed in range(3):
        hall = Hall("cyber defense", {"effects": "off"}, 2)
        hall.say(0, wire.Begin(1))
        played_out(hall, seed)
        hacker = hall.room.seats[hall.room.table.members[0][0]].guest
        opened = hall.room.rematch(5.0, SECRET)
        assert opened.places[opened.first_half[0]].guest == hacker
        assert opened.first_half[1] == half(hall.room.table)[1]
        second = Room("GHIJKL", opened)
        for seat, place in enumerate(opened.places):
            second.apply(Sat(by=place.guest, seat=seat, name=f"Person {seat}"))
        second.apply(Began(at=1.0))
        assert second.seats[second.table.members[1][0]].guest == hacker
        other = Hall("cyber defense", {}, 2)
        other.room = second
        played_out(other, seed)
        told = b"".join(bytes(line) for line in second.lines(0)).decode()
        assert told.count("The match of two games goes to") == 1
        assert "The match" not in b"".join(bytes(line) for line in hall.room.lines(0)).decode()
        assert second.rematch(6.0, SECRET).first_half == [], "the third game begins another match"
