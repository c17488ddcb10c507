"""Cyber Defense at the terminal: what people type, what they see in either role, and whole games."""

import re
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.text import Text

from techdeck.events import Event
from techdeck.games.cyber_aid import by_all_cards
from techdeck.games.cyber_defense import DEFENDER, DISCARD, HACKER, ROUND, Options, cyber_defense
from techdeck.match import Match
from techdeck.position import set_up
from techdeck.table import Table
from techdeck.telling import Teller
from techdeck.terminal.app import play_one, play_second
from techdeck.terminal.choices import Menu
from techdeck.terminal.cyber import CyberDrawing
from techdeck.terminal.errors import Complaint
from techdeck.terminal.home import PERSON
from techdeck.terminal.screen import Screen
from techdeck.views import View, imagined
from tests.terminal.conftest import CHOICE, Run, Spawn, piped
from tests.terminal.test_playing import ESCAPES, Listener, Watched

PLAY = ["play", "cyber-defense", "--bots", "random", "--seed", "5"]
GUESSING = """
cyber defense, 2 seats
first: 1
round: 2
phish 1: 13T 2K
phish 2: 10S 4K
mitm 1: 12K 8S 5T
mitm 2: 3K 6V 7S
ddos 1: 2S 2V
ddos 2: 3S 4T 6S
hand 1: 1K
hand 2: 1T
password 2: 8K 3T 11V 5V 6T 13K
mark upgraded: 3T
mark locked: 11V
mark sideways: 8K
mark revealed: 6T
everybody knows: 6T
slate answers: 5 revealed
slate answers: 13@1 n=1 sideways
rest: deck
play: {phases}
"""


def table_at(phases: str = "mitm, ddos", options: Options = Options(aid="full")) -> Table:
    return set_up(cyber_defense(options), GUESSING.format(phases=phases))


def drawing_for(table: Table) -> CyberDrawing:
    return CyberDrawing(table.game, ["Ann", "Bob"])


def typed(table: Table, words: str) -> str:
    """What somebody who types this chooses, in the words of the engine."""
    decision = table.pending[0]
    view = View(table, table.side_of(decision.seat))
    menu = Menu(table, decision, ["Ann", "Bob"])
    found = menu.meant(drawing_for(table).spelled(view, decision, words))
    assert len(found) == 1
    return menu.texts[found[0]]


def lines(drawn: list[Text]) -> str:
    return "\n".join(line.plain for line in drawn)


# What people type

@pytest.mark.parametrize("words", [
    "3@1", "3 @ 1", "1 3", "3 at 1", "3 at digit 1", "digit 1: 3", "digit 1 is a 3", "a 3 at position 1", "guess 3@1",
    "3 on 1", "#1 = 3", "3 AT 1",
])
def test_a_guess_can_be_said_in_many_ways(words: str) -> None:
    assert typed(table_at(), words) == "3@1"


@pytest.mark.parametrize("words", [
    "9k@2", "9K@2", "9K 2", "2 9k", "9 of Knowledge at digit 2", "search engines at 2", "k9 at 2", "9 k @ 2",
])
def test_at_an_upgraded_digit_the_card_is_guessed(words: str) -> None:
    assert typed(table_at(), words) == "9K@2"


@pytest.mark.parametrize(("words", "sentence"), [
    ("7", "A guess has two parts, a value and a digit: 7@1 is 7 at digit 1."),
    ("9 2", "There is no digit 9: of two numbers the first is the digit. 9@2 is a 9 at digit 2."),
    ("3@7", "There is no digit 7: digits are from 1 to 6."),
    ("3@5", "Digit 5 lies open already. Hidden: 1, 2, 3, 4 and 6."),
    ("14@1", "There is no value 14: values are from 1 to 13."),
    ("0@1", "There is no value 0: values are from 1 to 13."),
    ("9@2", "Digit 2 is upgraded: name the domain as well, such as 9K@2."),
    ("9k@1", "Digit 1 is not upgraded, so a guess is a value alone: 9@1."),
    ("hello", '"hello" is no guess. Type 3@1 for a 3 at digit 1'),
    ("3@", "is no guess"), ("@1", "is no guess"), ("1 2 3", "is no guess"),
])
def test_what_is_no_guess_gets_a_sentence_that_helps(words: str, sentence: str) -> None:
    with pytest.raises(Complaint) as refusal:
        typed(table_at(), words)
    assert sentence in str(refusal.value)


def test_where_one_digit_is_hidden_the_value_is_enough() -> None:
    text = GUESSING.format(phases="mitm").replace("revealed: 6T", "revealed: 3T 11V 5V 6T 13K").replace(
        "knows: 6T", "knows: 3T 11V 5V 6T 13K")
    assert typed(set_up(cyber_defense(), text), "8") == "8@1"


@pytest.mark.parametrize("words", [
    "1K Phish", "1k to phish", "phish 1k", "1k p", "1kp", "p 1K", "data mining p", "Data Mining to Phish", "1k ph",
])
def test_a_play_is_a_card_and_a_front_by_name_or_letter(words: str) -> None:
    assert typed(table_at("develop"), words) == "1K to Phish"


@pytest.mark.parametrize(("words", "front"), [
    ("m", "MitM"), ("man in the middle", "MitM"), ("Man-in-the-Middle", "MitM"), ("d", "DDOS"), ("ddos", "DDOS"),
])
def test_fronts_have_names_and_letters(words: str, front: str) -> None:
    assert typed(table_at("develop"), f"1K {words}") == f"1K to {front}"


def test_a_card_alone_narrows_the_choice_to_its_fronts() -> None:
    table = table_at("develop")
    menu = Menu(table, table.pending[0], ["Ann", "Bob"])
    assert [menu.texts[place] for place in menu.meant("1k")] == ["1K to Phish", "1K to MitM", "1K to DDOS"]


@pytest.mark.parametrize("words", ["3", "digit 3", "#3", "Position 3"])
def test_a_digit_is_chosen_by_its_number(words: str) -> None:
    assert typed(table_at("phish"), words) == "3"


# What people see

def test_the_hacker_sees_the_fronts_the_password_and_what_can_be_known() -> None:
    table = table_at()
    view, drawing = View(table, HACKER), drawing_for(table)
    picture = lines(drawing.board(view, {}, 80, True))
    assert all(len(line) <= 80 for line in picture.splitlines())
    assert "─ Phish highest card" in picture
    assert "─ MitM You won, 25 to 16" in picture
    assert re.search(r"\n  \?\?   \?\?  +3K   6V   7S  +\?\?   \?\?   \?\? ", picture)  # the other side, face down
    assert "13T   2K" in picture
    count = re.search(r"Password of Bob ([\d,]+) passwords are possible", picture)
    assert count is not None
    assert int(count[1].replace(",", "")) == by_all_cards(view).count
    row = next(line for line in picture.splitlines() if line.startswith(" 1 "))
    assert row.split() == ["1", "??", "▶", "2", "??", "3", "??", "4", "??", "5", "6T", "6", "??"]
    for word in ("sideways", "upgraded", "locked", "open"):
        assert word in picture
    assert "Answers   digit 5: open by Phish · 13@1: 1, sideways" in picture


def test_the_password_is_told_in_lines_as_well() -> None:
    table = table_at()
    told = drawing_for(table).words(View(table, HACKER))
    assert told[0].startswith("Cyber Defense: round 2 of 3, MitM, 4 guesses left. Deck 31, discard 0. You are first.")
    assert "You are the Hacker. Hand: 1K." in told
    assert "Bob is the Defender. Hand: 1 card." in told
    assert ("MitM, highest total wins: you have 12K, 8S and 5T, 25 in all; Bob has 3K, 6V and 7S, 16 in all. "
            "You won it.") in told
    assert "DDOS, lower cards win: you have 2S and 2V; Bob has 3 face-down cards." in told
    assert "  Digit 1: hidden, sideways. It can be 1 to 12." in told
    assert "  Digit 5: 6T, open." in told
    assert "All answers so far: digit 5: opened by Phish; 13 at digit 1: one, turned sideways." in told
    assert all(line.endswith(".") for line in told)


def test_the_defender_sees_the_digits_and_what_is_open_to_all() -> None:
    table = table_at("ddos")
    view, drawing = View(table, DEFENDER), drawing_for(table)
    picture = lines(drawing.board(view, {}, 80, True))
    assert "─ Your password" in picture
    assert "possible for all that is open" in picture
    assert " 1  8K " in picture
    told = drawing.words(view)
    assert "You are the Defender. Hand: 1T." in told
    assert any(line.startswith("  Digit 2: 3T, hidden, upgraded. For all that is open it can be") for line in told)


def test_the_advice_is_the_best_that_can_be_worked_out() -> None:
    table = table_at()
    view, drawing, decision = View(table, HACKER), drawing_for(table), table.pending[0]
    known = by_all_cards(view)
    best = max(known.hit_chances().values())
    advice = "\n".join(drawing.advice(view, decision))
    assert f"{known.count:,} passwords are possible." in advice
    assert re.search(rf"Most likely to hit: \d+ at [\d, or]+, {best:.0%}", advice)
    assert "Most telling" in advice
    chances = drawing.all_choices(view, decision)
    assert sum(line.count("%") for line in chances) > 13


def test_with_notes_it_shows_what_was_answered_and_works_nothing_out() -> None:
    table = table_at(options=Options())
    view, drawing, decision = View(table, HACKER), drawing_for(table), table.pending[0]
    picture = lines(drawing.board(view, {}, 80, True))
    assert "Password of Bob 1 of 6 digits lie open" in picture
    assert "not 13" in picture
    assert "Answers   digit 5: open by Phish · 13@1: 1, sideways" in picture
    assert "  Digit 1: hidden, sideways. It is not 13." in drawing.words(view)
    shown = "\n".join([*drawing.advice(view, decision), *drawing.all_choices(view, decision), picture])
    assert "%" not in shown
    assert "possible" not in shown
    assert "Digit 1: not 13." in shown


def test_with_answers_it_shows_what_they_leave_but_no_chances() -> None:
    table = table_at(options=Options(aid="answers"))
    view, drawing, decision = View(table, HACKER), drawing_for(table), table.pending[0]
    assert "  Digit 1: hidden, sideways. It can be 1 to 12." in drawing.words(view)
    shown = "\n".join([*drawing.advice(view, decision), *drawing.all_choices(view, decision), *drawing.words(view)])
    assert "%" not in shown
    assert "passwords" not in shown


def test_with_no_aid_nothing_is_written_down() -> None:
    table = table_at(options=Options(aid="off"))
    view, drawing, decision = View(table, HACKER), drawing_for(table), table.pending[0]
    shown = "\n".join([*drawing.advice(view, decision), *drawing.all_choices(view, decision), *drawing.words(view),
                       lines(drawing.board(view, {}, 80, True))])
    assert "13" not in shown.replace("13T", "").replace("13K", "")
    assert "Digit 1: hidden, sideways." in shown, "what lies on the table is seen"


def test_while_cards_are_laid_each_front_says_what_it_brings_and_how_many_lie_there() -> None:
    table = table_at("develop")
    view, drawing = View(table, HACKER), drawing_for(table)
    picture = lines(drawing.board(view, {}, 80, True))
    assert "─ Phish highest card 2:2" in picture
    assert "─ DDOS lower cards 2:3" in picture
    for words in ("Hacker: digit, 2", "Defender: unlock, 1", "Hacker: 4 guesses",
                  "Defender: upgrade, 1"):
        assert words in picture
    assert re.search("digit, 2 / unlock, 1 +4 guesses / none +lock, 2 / upgrade, 1",
                     lines(drawing.board(view, {}, 80, False))), "in one line where there is little room"
    assert any("If the Hacker wins it, there are 4 guesses; else none." in line for line in drawing.words(view))
    settled = lines(drawing_for(table_at()).board(View(table_at(), HACKER), {}, 80, False))
    assert "unlock, 1" not in settled, "when it is settled, that is told in the course of play"


def test_the_discard_lies_open_and_its_cards_have_the_numbers_of_choices() -> None:
    text = GUESSING.format(phases="effects").replace("rest: deck", "discard: 9K 4S\nrest: deck")
    table = set_up(cyber_defense(), text)
    view, drawing = View(table, HACKER), drawing_for(table)
    backs = view.cards(DISCARD)
    picture = lines(drawing.board(view, {backs[0]: 1, backs[1]: 2}, 80, False))
    assert re.search(r" Discard  +1 ?9K +2 ?4S", picture)
    assert "Discard: 9K, 4S." in drawing.words(view)
    assert set(backs) <= set(drawing.order(view))


@pytest.mark.parametrize("aid", ["off", "notes", "answers", "full"])
def test_what_is_said_at_the_beginning_has_the_measured_chances_of_the_rulebook(aid: str) -> None:
    said = CyberDrawing(cyber_defense(Options(aid=aid)), ["Ann", "Bob"]).aims()
    share = re.search(rf"With the aid {aid} the Hacker wins about (\d+) of 100 games", said)
    page = (Path(__file__).parents[2] / "docs" / "rules" / "cyber_defense.md").read_text(encoding="utf-8")
    measured = re.search(rf"`{aid}` ([\d.]+) % \(", page)
    assert share is not None
    assert measured is not None
    assert abs(int(share[1]) - float(measured[1])) <= 0.5


def test_a_choice_among_digits_is_asked_in_good_words() -> None:
    table = table_at("phish")
    view, drawing = View(table, HACKER), drawing_for(table)
    assert drawing.how_to(view, table.pending[0]) == ["Type the digit: 1, 3, 4 or 6."]


def test_the_deal_of_a_later_round_is_told_in_a_line_for_each_player_and_place() -> None:
    match = Match(cyber_defense(Options(roles="seat1_hacker", effects="off")), ["Ann", "Bob"], 3)
    rng = Random(3)
    teller = Teller(match.game, ["Ann", "Bob"], HACKER)
    events: list[Event] = []
    while ROUND.get(match.table) < 2 and match.table.pending:
        decision = match.table.pending[0]
        choice = decision.sample(rng)
        assert choice is not None
        events = match.act(decision.seat, choice)
    told = teller.lines(events)
    start = told.index("All cards but the password are gathered.")
    assert len(told) - start <= 7, told[start:]
    assert "Bob draws 10 cards." in told
    assert any(re.fullmatch(r"You draw (\d+[KSTV](, | and )?){10}\.", line) for line in told)


def test_the_answers_are_explained_as_the_options_have_them() -> None:
    usual = drawing_for(table_at()).about_answers()
    assert "open ones too" in usual
    other = drawing_for(table_at(options=Options(count_includes_revealed=False, upgraded_value_only="sideways")))
    assert "of those that are hidden" in other.about_answers()
    assert "turns sideways if only the value is right" in other.about_answers()


def test_changes_of_a_face_down_card_are_seen_without_its_face() -> None:
    text = GUESSING.format(phases="ddos").replace("rest: deck", "mark value: 4T=15 2V=28\nrest: deck")
    table = set_up(cyber_defense(), text.replace("play: ddos", "play: effects"))
    view, drawing = View(table, HACKER), drawing_for(table)
    assert "Bob has 3 face-down cards, of them card 2 (+1)" in drawing.front_words(view, 2)
    assert "2V (counts as 4V)" in drawing.front_words(view, 2)
    assert "??*" in lines(drawing.board(view, {}, 80, False))


def test_what_must_be_played_is_told() -> None:
    table = cyber_defense(Options(roles="seat1_hacker")).start(2, 3)
    view, drawing = View(table, HACKER), drawing_for(table)
    assert "You have 9 cards to play, at least one to Phish and one to MitM and one to DDOS." in drawing.own_words(view)
    assert "9 to play, due: Phish MitM DDOS · hand 10" in lines(drawing.board(view, {}, 80, True))


@pytest.mark.parametrize("side", [HACKER, DEFENDER])
@pytest.mark.parametrize("aid", ["notes", "full"])
def test_a_picture_has_nothing_that_its_reader_cannot_know(side: int, aid: str) -> None:
    """Whatever the side does not know is dealt anew, and picture, words and choices stay the same."""
    game = cyber_defense(Options(aid=aid))
    rng = Random(5)
    table = game.start(2, 5)
    number = 0
    while table.pending:
        decision = table.pending[0]
        if number % 4 == 0:
            world = imagined(View(table, side), rng)
            assert everything_shown(world, side) == everything_shown(table, side)
        number += 1
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)


def everything_shown(table: Table, side: int) -> list[object]:
    view, drawing = View(table, side), drawing_for(table)
    shown: list[object] = [lines(drawing.board(view, {}, 80, True)), lines(drawing.mine(view, {}, 80, True)),
                           drawing.words(view), drawing.own_words(view)]
    for decision in table.pending:
        if table.side_of(decision.seat) == side:
            shown += [Menu(table, decision, ["Ann", "Bob"]).texts, drawing.how_to(view, decision),
                      drawing.all_choices(view, decision), drawing.advice(view, decision)]
    return shown


# Whole games

class Player(Listener):
    """Plays by chance in any role, asks for help at every new question, and notes how high pictures are."""

    side = HACKER

    def learn(self) -> None:
        assert self.session is not None
        self.asked: set[str] = getattr(self, "asked", set())

    def check_printed(self) -> None:
        printed = ESCAPES.sub("", self.paper.getvalue())
        self.paper.seek(0)
        self.paper.truncate()
        self.pictures.append(printed.splitlines())

    def ask(self, prompt: str = "> ") -> str:
        assert self.session is not None
        self.check()
        table = self.session.match.table
        decision = table.decision_of(0)
        if "choice" not in prompt or decision is None:
            return ""
        if decision.verb not in self.asked:
            self.asked.add(decision.verb)
            return self.rng.choice(["?", "help"])
        if self.rng.random() < 0.05:
            return self.rng.choice(["log", "table", "list", "undo", "nonsense", ""])
        choice = decision.sample(self.rng)
        assert choice is not None
        return Menu(table, decision, self.session.names).text(choice)


def played(seed: int, roles: str, plain: bool, height: int = 24) -> Player:
    screen = Player(plain, height, 80)
    match = Match(cyber_defense(Options(roles=roles)), ["Ann", "Bob"], seed)
    screen.session = Watched(screen, match, [PERSON, "random"], None)
    assert screen.session.run() == 0
    screen.check()
    return screen


@pytest.mark.parametrize("roles", ["seat1_hacker", "seat2_hacker"])
def test_pictures_fit_eighty_columns(roles: str) -> None:
    heights = []
    for seed in range(3):
        for picture in played(seed, roles, plain=False).pictures:
            assert max(map(len, picture), default=0) <= 80, picture
            if picture and picture[0].startswith(" Cyber Defense"):
                heights.append(len(picture))
    assert sum(height < 24 for height in heights) / len(heights) > 0.95  # only long lists of effects are higher


@pytest.mark.parametrize("roles", ["seat1_hacker", "seat2_hacker"])
def test_plain_lines_are_sentences(roles: str) -> None:
    for picture in played(4, roles, plain=True).pictures:
        for line in picture:
            assert not set(line) & set("│─▌▸▶▼◀✓→")
            assert "you wins" not in line
            assert "You guesse" not in line


def answer_to(asked: str) -> str:
    """The first choice of a list as the program printed it."""
    chances = re.search(r"Digits? (\d)[^:]*: (\w+) ", asked)
    if chances:
        return f"{chances[2]}@{chances[1]}"
    amounts = re.findall(r"^ *((?:[+-]?\d+|pass)(?:(?:, | or )(?:[+-]?\d+|pass))*)\s*$", asked, re.MULTILINE)
    return re.split(", | or ", amounts[-1])[0] if amounts else "1"


@pytest.mark.parametrize("role", ["seat1_hacker", "seat2_hacker"])
def test_a_whole_game_is_played_in_a_real_terminal(spawn: Spawn, home: Path, role: str) -> None:
    child = spawn(*PLAY, "-o", f"roles={role}", "-o", "aid=full", lines=24, columns=80)
    child.expect("the Hacker, " + ("Cat the Defender" if role == "seat1_hacker" else "you the Defender"))
    for _ in range(300):
        found = child.expect([CHOICE, "Enter to go on: ", r"Watch it now\? \(y/n\) "])
        if found == 2:
            break
        if found == 1:
            child.sendline("")
            continue
        child.sendline("list")
        child.expect(CHOICE)
        child.sendline(answer_to(ESCAPES.sub("", child.before).replace("\r", "")))
    assert re.search(r"(cracks?|keeps?) the password and wins?", ESCAPES.sub("", child.before))
    child.sendline("y")
    child.expect("Step 0 of ")
    child.sendline("j 30")
    child.expect("Step 30 of ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert list((home / "unfinished").iterdir()) == []


def test_a_game_is_left_and_gone_on_with_between_two_guesses(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "guessing.txt"
    path.write_text(GUESSING.format(phases="mitm, ddos"), encoding="utf-8")
    first = run("position", str(path), "--bots", "random", typed="4@4\n9S@2\nquit\n")
    assert "No 4 in the password." in first.out
    assert "2 guesses left" not in first.out.split("4 guesses left")[0]
    kept = re.search(r"techdeck position (\S+)", first.out)
    assert kept is not None
    again = run("position", kept[1], "--bots", "random", typed="5@4\nquit\n")
    assert "4 at digit 4: none; 9S at digit 2: none" in again.out
    assert "2 guesses left" in again.out
    assert "One 5 in the password; digit 4 is a hit." in again.out


def test_a_game_is_resumed_in_the_middle(run: Run) -> None:
    left = run(*PLAY, "-o", "roles=seat1_hacker", typed="list\n1\nlist\n2\nquit\n")
    played_before = re.findall(r"You play \w+ to \w+\.", left.out)
    assert len(played_before) == 2
    again = run("resume", typed="log\nquit\n")
    for sentence in played_before:
        assert sentence in again.out
    assert "You have 7 cards to play" in again.out or "7 cards to play" in again.out


def test_two_people_share_a_screen_and_no_secret(run: Run) -> None:
    answer = run("play", "cyber-defense", "--people", "2", "--seed", "5", "-o", "roles=seat2_hacker",
                 typed="\nlist\n1\n\nquit\n")
    first, second = answer.out.split("Pass the keyboard to")[1:]
    assert "You are the Hacker." in first
    assert "You are the Defender." in second
    assert "\n" * 50 in first


def test_watching_and_replaying_are_drawn_for_the_game(run: Run, home: Path) -> None:
    watched = run("watch", "cyber-defense", "--fast", "--bots", "random", "--seed", "5")
    assert watched.code == 0
    assert "the password and wins" in watched.out
    record = str(next((home / "games").iterdir()))
    everything = run("replay", record, "--fast")
    assert re.search(r"\d of 6 digits lie open|all digits lie open", everything.out)
    own = run("replay", record, "--fast", "--as-seat", "1")
    assert "You are the " in own.out
    steps = run("replay", record, typed="j 20\nt\nq\n")
    assert "Phish, highest card wins: " in steps.out


def test_bots_are_measured(run: Run) -> None:
    answer = run("measure", "cyber-defense", "--bot", "random", "--against", "random", "--games", "2", "--seed", "1")
    assert answer.code == 0
    assert "win rate" in answer.out


def test_a_pipe_gets_plain_lines() -> None:
    answer = piped(*PLAY, typed="?\nlist\n1\nquit\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.isascii()
    assert "at least one to Phish and one to MitM and one to DDOS" in answer.stdout


# What cannot be done

@pytest.mark.parametrize(("words", "sentence"), [
    (["play", "cyber-defense", "--players", "3"], "Cyber Defense is for 2 players, not 3."),
    (["play", "cyber-defense", "--option", "roles=king"],
     "The option roles can be random, seat1_hacker, seat2_hacker, not 'king'."),
    (["rules", "cyber-defense", "R999"], "Nothing in the rules of cyber defense is called or speaks of 'R999'."),
])
def test_what_cannot_be_done_gets_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert sentence in answer.err
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize(("clause", "begins"), [
    ("R90", "CD-R90 A guess names a hidden position"), ("cd-r110", "CD-R110 *Seen set* X"), ("V05", "CD-V05"),
])
def test_clauses_are_found(run: Run, clause: str, begins: str) -> None:
    assert begins in run("rules", "cyber-defense", clause).out


def test_saving_into_nobodys_home_is_refused_with_a_sentence(run: Run) -> None:
    answer = run(*PLAY, typed="save ~nobody-of-that-name/x\nquit\n")
    assert answer.code == 0
    assert "there is no such home folder" in answer.out


def test_cd_v26_a_match_is_two_games_with_the_roles_swapped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TECHDECK_HOME", str(tmp_path))
    first = Match(cyber_defense(Options(roles="seat1_hacker")), ["Ann", "Bob"], 5)
    screen, who = Screen(True), ["random", "random"]
    assert play_one(screen, first, who) == 0
    assert first.table.is_over
    assert play_second(screen, first, who) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The second game of the match: the roles are swapped." in told
    assert re.search(
        r"The match of two games goes to [^.]*\. Ann as the Hacker: [\w ]+; Bob as the Hacker: [\w ]+\.", told)
    assert len(list((tmp_path / "games").iterdir())) == 2


def test_a_game_without_roles_has_no_match(run: Run) -> None:
    assert "no roles to swap" in run("play", "grid-poker", "--match", "--plain", typed="quit\n").err
