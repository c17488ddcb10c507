"""Gears of Industry at the terminal: bringing a deck, what people type and see, and whole games."""

import re
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.text import Text

from techdeck.cards import code, face
from techdeck.decklists import PRESETS, compact
from techdeck.games.gears_of_industry import Options, gears_of_industry
from techdeck.match import Match
from techdeck.position import play, set_up
from techdeck.table import Choice, Table
from techdeck.terminal.choices import CODE, Menu, cards_in
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import FILL, chip, code_meant
from techdeck.terminal.gears import GearsDrawing
from techdeck.terminal.home import PERSON
from techdeck.views import View, imagined
from tests.terminal.conftest import CHOICE, Run, Spawn, piped, tell_every_step
from tests.terminal.test_cyber import Player
from tests.terminal.test_decks import Script
from tests.terminal.test_playing import ESCAPES, Watched

PLAY = ["play", "gears-of-industry", "--bots", "random", "--seed", "5"]
LADDER = compact(PRESETS["ladder"].cards)
ENTERING = """
gears of industry, 2 seats
first: 1
points: 3 5
turns played: 4
neutral M1: 9K' 4S'
neutral M2: 8K' 3S'
M1 1: 9V 13K 2V
M2 1: 10K
M1 2: 9S' 13S'
factory 1: 4T 9T 1T
factory 2: 5T'
mark facing: 4T=1 9T=2 1T=3
mark paid: 9T
hand 1: 4K 5S 12V 3T
hand 2: 1K' 2K'
deck 1: 6K 7K
deck 2: 6K' 7K'
market deck: 1V' 2V' 3V'
play: {phases}
"""
CLUMSY = re.compile(r"[Tt]he (your|\w+'s) |of you |you wins|\bM[12] \d|(deck|hand|factory) \d")
A_TURN = "factory, enter, effect, clash, rotate, discard, clean-up"


def table_at(phases: str = "enter, effect, clash", *before: str) -> Table:
    table = set_up(gears_of_industry(), ENTERING.format(phases=phases))
    play(table, 1, *before)
    return table


def drawing_for(table: Table) -> GearsDrawing:
    return GearsDrawing(table.game, ["Ann", "Bob", "Cid", "Dee"][:table.sides])


def typed(table: Table, words: str) -> str:
    """What somebody who types this chooses, in the words of the engine."""
    decision = table.pending[0]
    side = table.side_of(decision.seat)
    menu = Menu(table, decision, ["Ann", "Bob"])
    spelled = drawing_for(table).spelled(View(table, side), decision, words)
    choice = menu.unlisted(spelled)
    if choice is None:
        found = menu.meant(spelled)
        assert len(found) == 1, [menu.texts[place] for place in found]
        choice = menu.choices[found[0]]
    return decision.text(table, side, choice)


def lines(drawn: list[Text]) -> str:
    return "\n".join(line.plain for line in drawn)


# Bringing a deck

def brought(*words: str, options: Options = Options()) -> tuple[Choice | None, list[str]]:
    """What comes of typing these lines one after the other, and what is said to each that is refused."""
    table = gears_of_industry(options).start(2, 1)
    decision, drawing = table.pending[0], drawing_for(table)
    said: list[str] = []
    for line in words:
        try:
            return drawing.answered(Script(), View(table, 0), decision, line), said
        except Complaint as complaint:
            said.append(str(complaint))
    return None, said


@pytest.mark.parametrize("words", ["3", "ladder", "Ladder", " LADDER ", LADDER, LADDER.removeprefix("deck "),
                                   "3-8k, 3-8s, 1-8t, 3-8v"])
def test_a_deck_is_a_number_a_name_or_cards(words: str) -> None:
    assert brought(words) == (LADDER, [])


@pytest.mark.parametrize("words", ["advanced quartets", "Advanced-Quartets", "ADVANCED_QUARTETS", "1"])
def test_presets_have_their_names_in_any_spelling(words: str) -> None:
    deck = compact(PRESETS["advanced_quartets"].cards)
    assert brought(words, options=Options(game_mode="advanced")) == (deck, [])


@pytest.mark.parametrize("words", ["{file}", "load {file}"])
def test_a_deck_comes_from_a_file(tmp_path: Path, words: str) -> None:
    file = tmp_path / "my deck.txt"
    file.write_text(f"# mine\n{LADDER}\n", encoding="utf-8")
    assert brought(words.format(file=file)) == (LADDER, [])


@pytest.mark.parametrize(("words", "sentence"), [
    ("9", "There is no number 9: type a number from 1 to 7."), ("0", "There is no number 0"),
    ("advanced services", "advanced_services is a deck for the advanced game; here you can bring merchant, quartets,"),
    ("nonsense", 'There is no preset, no file and no card "nonsense". Type a number or a name'),
    ("~nobody-of-that-name/deck", "There is no preset, no file and no card"),
    ("a\0b", "There is no preset, no file and no card"),
    ("load nowhere.txt", "There is no file nowhere.txt."),
    ("1-5T 9K 9K 10-13Q W1", 'This is not a legal deck: "10-13Q" is no card; W1 is a wild card; 9K twice; 8 cards, '
                             "26 needed. Nothing is lost: build goes on with its cards."),
    (f"{LADDER} market 8K", "1 market card, but the basic game takes none"),
])
def test_a_bad_deck_gets_all_its_faults_at_once(words: str, sentence: str) -> None:
    choice, said = brought(words)
    assert choice is None
    assert sentence in said[0]


def test_a_folder_and_a_picture_are_no_decks(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    assert "is a folder" in brought(str(tmp_path))[1][0]
    assert "it is not text" in brought(str(picture))[1][0]


def test_a_bad_deck_is_mended_step_by_step(run: Run, home: Path) -> None:
    """Nothing of it is lost, not even when the person leaves the builder in between."""
    answer = run(*PLAY, typed="1-5T 9K 9K\nbuild\n+1-6S\nquit\nbuild\n-9K\n+1-6V 10-13V 10-13K\ndone\nquit\n")
    assert "This is not a legal deck: 9K twice; 7 cards, 26 needed." in answer.out
    assert "The deck is not finished. Your cards so far: deck 2x 9K 1-6S 1-5T. build goes on with it." in answer.out
    assert "It is ready: type done" in answer.out
    assert "Take up to three Technology cards" in answer.out
    kept = next((home / "unfinished").iterdir()).read_text(encoding="utf-8")
    assert '"1 bring deck 9-13K 1-6S 1-5T 1-6V 10-13V"' in kept


def test_the_presets_are_offered_with_their_plans(run: Run) -> None:
    out = run(*PLAY, typed="? ladder\n? 9K\n?\nlist\nquit\n").out
    for number, name in enumerate([name for name, preset in PRESETS.items() if not preset.advanced], 1):
        assert f"{number}. {name}: {PRESETS[name].strategy}" in out
    assert "ladder, a deck for the basic game" in out
    assert "value 9 of Knowledge" in out
    assert "A deck has 26 different cards" in out
    assert out.count("1. merchant: ") == 2


def test_an_advanced_deck_has_market_cards(run: Run) -> None:
    out = run(*PLAY, "-o", "game_mode=advanced", typed="1-5T\n?\nadvanced straights\nquit\n").out
    assert "5 cards, 26 needed; no market cards, 15 needed." in out
    assert "15 more of yours that are no Technology go into the Market deck" in out
    assert "You bring a deck of 26 cards." in out


def test_where_only_presets_are_brought_they_are_chosen_by_name(run: Run) -> None:
    out = run(*PLAY, "-o", "deck_source=preset", typed="1-5T\nquartets\nquit\n").out
    assert 'There is no preset "1-5T"; there are merchant, ' in out
    assert "You bring a deck of 26 cards." in out


def test_nobody_reads_what_another_brings(run: Run) -> None:
    out = run("play", "gears-of-industry", "--people", "2", "--seed", "5",
              typed=f"\n{LADDER}\n\nlog\nbuild\nquit\nquit\n").out
    second = out.split("Pass the keyboard to")[2]
    assert "1-6K" not in second
    assert "\n" * 50 in out


# What people type

@pytest.mark.parametrize("words", [
    "4K M2", "4k m2", "4k 2", "4k market 2", "4k into market 2", "m2 4k", "Statistics to market 2", "4K to M2",
])
def test_a_card_enters_a_market(words: str) -> None:
    assert typed(table_at(), words) == "4K M2"


@pytest.mark.parametrize("words", ["4K M1 for 2V", "4k 1 2v", "4k m1 replacing 2v", "4k 1 for ride sharing"])
def test_in_a_full_market_a_card_is_replaced(words: str) -> None:
    assert typed(table_at(), words) == "4K M1 for 2V"


@pytest.mark.parametrize(("words", "facing"), [
    ("3t right", "right"), ("3T r", "right"), ("3t lying", "right"), ("3t l", "right"), ("3t u", "upright"),
    ("3t standing", "upright"), ("3t d", "upright"), ("3t upside down", "upright"), ("smart sensors left", "right"),
])
def test_a_factory_is_built_lying_or_standing(words: str, facing: str) -> None:
    assert typed(table_at("factory"), words) == f"3T {facing}"


@pytest.mark.parametrize("words", ["4T 1T", "1t 4t", "4t, 1t", "4t and 1t", "all", "batteries internet of things"])
def test_any_of_some_cards_are_named_in_any_order(words: str) -> None:
    assert typed(table_at("enter", "pass"), words) == "4T 1T"


@pytest.mark.parametrize("words", ["pass", "none", "nothing", "No", "skip"])
def test_passing_has_many_words(words: str) -> None:
    assert typed(table_at("enter", "pass"), words) == "pass"


def test_more_cards_than_a_list_can_hold_are_named_as_well() -> None:
    text = ENTERING.format(phases="enter").replace("factory 1: 4T 9T 1T", "factory 1: 1T 2T 4T 5T 6T 7T 8T 9T 10T 11T")
    marks = " ".join(f"{value}T=1" for value in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11))
    table = set_up(gears_of_industry(), re.sub("mark facing: .*", f"mark facing: {marks}", text))
    table.act(0, -1)
    assert typed(table, "5t 1t 9T 2t") == "1T 2T 5T 9T"
    assert "or all, or pass." in drawing_for(table).how_to(View(table, 0), table.pending[0])[-1]


@pytest.mark.parametrize("words", ["M1", "m1", "1", "market 1"])
def test_a_clash_is_named_by_its_market(words: str) -> None:
    assert typed(table_at("clash"), words) == "M1"


def test_the_number_of_a_market_is_no_number_of_a_list() -> None:
    moved = ENTERING.replace("M1 1: 9V 13K 2V", "M1 1: 10K").replace("M2 1: 10K", "M2 1: 9V 13K 2V")
    table = set_up(gears_of_industry(), moved.format(phases="clash"))
    assert typed(table, "2") == "M2"
    with pytest.raises(Complaint, match="M2 or pass"):
        typed(table, "1")


def test_signs_of_other_decks_can_be_left_out() -> None:
    table = set_up(gears_of_industry(), ENTERING.format(phases="effect"))
    assert typed(table, "4s") == "4S'"
    assert typed(table, "4s'") == "4S'"
    assert typed(table, "9v") == "9V"


def test_the_second_seat_types_its_cards_without_signs() -> None:
    table = gears_of_industry().start(2, 1)
    for seat in range(2):
        table.act(seat, LADDER)
    table.act(0, -1)
    assert table.pending[0].seat == 1
    assert typed(table, "1t 3t") == "1T' 3T'"  # and not any three with these two
    assert typed(table, "1t") == "1T'"


@pytest.mark.parametrize(("name", "domain"), [
    ("9K", 1), ("9K'", 1), ("10S''", 2), ("9K'4", 1), ("13T'7", 3), ("W1'5", 0),
])
def test_cards_of_the_fifth_deck_are_cards(name: str, domain: int) -> None:
    assert code(face(name)) == name
    assert CODE.fullmatch(name.casefold())
    assert cards_in(f"{name} for 3S") == [name, "3S"]
    assert code_meant(name.casefold()) == name
    assert str(chip(name).spans[0].style) == FILL[domain]


# What people see

def test_factories_are_drawn_as_they_lie() -> None:
    table = table_at()
    view, drawing = View(table, 0), drawing_for(table)
    flat = lines(drawing.board(view, {}, 80, False))
    assert "▶   4T    ▼ 9T paid ◀   1T" in flat  # those that lie are wider
    tall = lines(drawing.board(view, {}, 80, True))
    upper, lower, tags = tall.partition("   factory               ")[2].splitlines()[:3]
    assert upper.strip() == "9T"  # only what stands reaches the upper line
    assert lower.split() == ["▶", "4T", "▼", "◀", "1T"]
    assert "paid" in tags
    assert ("Factory: 4T lies to the right, 9T stands upside-down (paid) and 1T lies to the left."
            in "\n".join(drawing.words(view)))


def test_markets_are_side_by_side_with_the_hands_they_make() -> None:
    table = table_at()
    view, drawing = View(table, 0), drawing_for(table)
    picture = lines(drawing.board(view, {}, 80, False)).splitlines()
    assert all(len(line) <= 80 for line in picture)
    assert picture[0].split() == ["Market", "1", "Market", "2"]
    at = next(number for number, line in enumerate(picture) if line.startswith("▸1 You"))
    assert picture[at].split() == ["▸1", "You", "3", "9V", "13K", "2V", "10K"]
    assert re.fullmatch(r"   hand 4 +Pair of nines +High card, ten *", picture[at + 1])
    assert re.search(r"neutral +9K'   4S' +8K'   3S'", picture[at - 1])
    assert ("Market 1: neutral 9K', 4S'. You have 9V, 13K and 2V: Pair of nines. Bob has 9S' and 13S': Pair of nines."
            in drawing.words(view))


def test_what_can_be_paid_for_is_marked() -> None:
    table = table_at()
    view, drawing = View(table, 0), drawing_for(table)
    hand, costs = lines(drawing.mine(view, {}, 80, True)).splitlines()
    assert hand.split() == ["Your", "hand", "4K", "5S", "3T", "12V"]
    assert costs.split() == ["costs", "2/4T", "2", "build", "(4)"]
    assert drawing.price_words(view) == [
        "You can pay for 4K by 4T alone or by 2 lying factories and 5S by 2 lying factories.",
        "You cannot pay for 12V (needs 4); you have 2 lying factories."]


def test_the_second_card_is_paid_from_what_is_left() -> None:
    table = table_at("enter", "4K M2", "matched by 4T")
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.price_words(view) == ["You cannot pay for 5S (needs 2) and 12V (needs 4); you have 1 lying factory."]


def test_an_entry_shows_what_it_makes() -> None:
    table = table_at()
    how_to = drawing_for(table).how_to(View(table, 0), table.pending[0])
    assert how_to[0] == "4K: M1 for 2V makes two pair, nines and fours; M2 makes a high card, ten."
    assert "In a full market name the card that it replaces" in how_to[-1]


def test_a_clash_shows_what_everybody_has_and_could_have() -> None:
    text = ENTERING.format(phases="clash").replace("mark paid: 9T", "")
    table = set_up(gears_of_industry(), text)
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.how_to(view, table.pending[0]) == [
        "M1: You Pair of nines, or Three of a kind, nines with 9T; Bob Pair of nines.", "Type M1, or pass."]
    play(table, 1, "M1")
    assert drawing.outcome(View(table, 0), table.pending[0], next(iter(table.pending[0]))) \
        == "makes three of a kind, nines"
    assert "Market 1 (clash)" in lines(drawing.board(View(table, 0), {}, 80, False))
    play(table, 1, "9T")
    assert "▼ 9T boosts M1" in lines(drawing.board(View(table, 0), {}, 80, False))
    assert "9T stands upside-down (boosts M1)" in "\n".join(drawing.words(View(table, 0)))


def test_who_may_not_compete_is_told_so() -> None:
    table = set_up(gears_of_industry(Options(require_market_card=True)), ENTERING.format(phases="clash").replace(
        "M1 2: 9S' 13S'", "hand 1: 6V").replace("hand 1: 4K 5S 12V 3T", ""))
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.how_to(view, table.pending[0])[0] == "M1: You Pair of nines; Bob does not compete."


def test_a_card_with_another_home_is_tagged() -> None:
    text = ENTERING.format(phases="enter").replace("mark paid: 9T", "mark home: 10K=9 2V=2")
    table = set_up(gears_of_industry(), text)
    view, drawing = View(table, 0), drawing_for(table)
    picture = lines(drawing.board(view, {}, 80, False))
    assert "10K @M" in picture
    assert "2V @2" in picture
    assert "10K (of the Market)" in "\n".join(drawing.words(view))
    assert "2V (of Bob)" in "\n".join(drawing.words(view))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_step_is_told_to_its_reader(seats: int) -> None:
    game = gears_of_industry(Options(deck_source="preset", turn_cap=4))
    table = game.start(seats, seats, listen=True)
    tell_every_step(table, ["Ann", "Bob", "Cid", "Dee"][:seats], CLUMSY, Random(seats))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_picture_has_nothing_that_its_reader_cannot_know(seats: int) -> None:
    """Whatever the side does not know is dealt anew, and picture, words and choices stay the same."""
    rng = Random(seats)
    table = gears_of_industry(Options(turn_cap=3)).start(seats, seats)
    number = 0
    while table.pending:
        if number % 5 == 0:
            world = imagined(View(table, 0), rng)
            assert everything_shown(world) == everything_shown(table)
        number += 1
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)


def everything_shown(table: Table) -> list[object]:
    view, drawing = View(table, 0), drawing_for(table)
    shown: list[object] = [lines(drawing.board(view, {}, 80, True)), lines(drawing.mine(view, {}, 80, True)),
                           drawing.words(view), drawing.own_words(view)]
    decision = table.decision_of(0)
    if decision is not None:
        shown += [Menu(table, decision, drawing.names).texts, drawing.how_to(view, decision),
                  drawing.advice(view, decision), [drawing.outcome(view, decision, choice) for choice in decision]]
    return shown


# Whole games

def played(seed: int, seats: int, plain: bool, options: Options = Options(turn_cap=5)) -> Player:
    screen = Player(plain, 24, 80)
    match = Match(gears_of_industry(options), ["Ann", "Bob", "Cid", "Dee"][:seats], seed)
    screen.session = Watched(screen, match, [PERSON, "random", "random", "random"][:seats], None)
    assert screen.session.run() == 0
    screen.check()
    return screen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pictures_fit_eighty_columns(seats: int) -> None:
    for picture in played(seats, seats, plain=False).pictures:
        assert max(map(len, picture), default=0) <= 80, picture
        if picture and picture[0].startswith(" Gears of Industry  turn") and seats == 2:
            assert len(picture) < 30


@pytest.mark.parametrize("options", [
    Options(turn_cap=4), Options(turn_cap=3, game_mode="advanced"),
    Options(turn_cap=4, boost_choice="hidden", deck_source="random", must_play_factory=True),
], ids=["basic", "advanced", "hidden boosts"])
def test_plain_lines_are_sentences(options: Options) -> None:
    for seats in (2, 4):
        for picture in played(seats, seats, True, options).pictures:
            for line in picture:
                assert not set(line) & set("│─▌▸▶▼◀▲✓→"), line
                assert "The your" not in line


def first_of(asked: str) -> str:
    """The first choice that a question offers."""
    such_as = re.search(r"such as ([^,.]+?)(?:, or|\.)", " ".join(asked.split()), re.IGNORECASE)
    market = re.search(r"Type (M[12])", asked)
    if "a deck file" in asked:
        return "merchant"
    if market:
        return market[1]
    return such_as[1].partition(" or ")[0] if such_as else "1"


def test_a_whole_game_is_played_in_a_real_terminal(spawn: Spawn, home: Path) -> None:
    child = spawn(*PLAY, "-o", "target_points=2", lines=30, columns=80)
    for _ in range(400):
        found = child.expect([CHOICE, "Enter to go on: ", r"Watch it now\? \(y/n\) "])
        if found == 2:
            break
        asked = ESCAPES.sub("", child.before).replace("\r", "")
        if found == 1:
            child.sendline("")
        elif "Choose " in asked.rpartition("\n")[0].rpartition("\n")[2]:
            child.sendline("pass")  # the first was refused
        else:
            child.sendline(first_of(asked.rpartition("▌")[2]))
    ended = ESCAPES.sub("", child.before)
    assert re.search(r"(wins? with|share the win with) \d points?", ended)
    child.sendline("y")
    child.expect("Step 0 of ")
    child.sendline("j 12")
    child.expect("Step 12 of ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert list((home / "unfinished").iterdir()) == []


def test_a_game_is_resumed_in_the_middle(run: Run, home: Path) -> None:
    typed_first = "ladder\n1t 2t\n1t r\nquit\n"
    left = run(*PLAY, typed=typed_first)
    again = run("resume", typed="log\nquit\n")
    assert "You take " in again.out
    assert "Factory: 1T lies to the right" in again.out or "You build 1T." in left.out + again.out
    assert again.code == 0


def test_a_deck_is_asked_for_again_after_a_break(run: Run) -> None:
    run(*PLAY, typed="quit\n")
    again = run("resume", typed="ladder\nquit\n")
    assert "1. merchant: " in again.out
    assert "You bring a deck of 26 cards." in again.out


def test_one_plays_on_from_a_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "entering.txt"
    path.write_text(ENTERING.format(phases=A_TURN), encoding="utf-8")
    answer = run("position", str(path), "--bots", "random", typed="3t l\n4k 2\n1\nquit\n")
    assert "You build 3T." in answer.out
    assert "You enter market 2 with 4K." in answer.out
    kept = re.search(r"techdeck position (\S+)", answer.out)
    assert kept is not None
    again = run("position", kept[1], typed="quit\n")
    assert "3T lies to the right" in again.out
    assert "You have 10K and 4K: High card, ten." in again.out


def test_four_play_as_two_teams(run: Run, home: Path) -> None:
    watched = run("watch", "gears-of-industry", "--fast", "--players", "4", "--bots", "random", "--seed", "2",
                  "-o", "turn_cap=3")
    assert watched.code == 0
    assert re.search(r"(Cat and Turtle|Bird and Squirrel) win with|Both teams share the win", watched.out)
    assert "together with" in watched.out
    record = str(next((home / "games").iterdir()))
    assert "You and Turtle: " in run("replay", record, "--fast", "--as-seat", "1").out
    assert "Market 1: neutral " in run("replay", record, typed="j 30\nt\nq\n").out


def test_bots_are_measured(run: Run) -> None:
    answer = run("measure", "gears-of-industry", "--bot", "random", "--against", "random", "--games", "2")
    assert answer.code == 0
    assert "win rate" in answer.out


def test_a_pipe_gets_plain_lines() -> None:
    answer = piped(*PLAY, typed="ladder\n1t 2t 3t\n?\npass\nquit\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.isascii()
    assert "Take up to three Technology cards" in answer.stdout


# What cannot be done

@pytest.mark.parametrize(("words", "sentence"), [
    (["play", "gears-of-industry", "--players", "5"], "Gears of Industry is for 2 to 4 players, not 5."),
    (["play", "gears-of-industry", "--option", "target_points=0"],
     "The option target_points can be 1 to 99, not '0'."),
    (["play", "gears-of-industry", "--option", "game_mode=hard"],
     "The option game_mode can be basic, advanced, not 'hard'."),
])
def test_what_cannot_be_done_gets_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert sentence in answer.err
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize(("clause", "begins"), [
    ("S1", "GI-S1 · Card pool"), ("gi-r10", "GI-R10 One rotation"), ("R2", "GI-R2 A turn has"), ("V11", "GI-V11 · "),
    ("T5 Clash", "GI-R2 A turn has"),
])
def test_clauses_are_found(run: Run, clause: str, begins: str) -> None:
    assert begins in run("rules", "gears-of-industry", *clause.split()).out


# What is whose

def test_an_effect_says_whose_it_is_upon_which_piles_it_acts_and_what_it_repeats() -> None:
    table = set_up(gears_of_industry(), """
gears of industry, 2 seats
first: 1
last text: 0 44
time of the last text: 0 1
neutral M1: 9K' 9S
neutral M2: 8K' 3S'
M1 1: 9S' 5K
play: effect
""")
    view, decision, drawing = View(table, 0), table.pending[0], drawing_for(table)
    said = {decision.text(table, 0, choice): drawing.outcome(view, decision, choice) for choice in decision}
    assert said["5K"] == "yours, with your deck and discard"
    assert said["9K'"] == "neutral, with the deck and discard of the Market"
    assert said["9S"] == "neutral, with the deck and discard of the Market; it repeats 5V Streaming"


def test_cards_of_the_market_are_marked_in_the_hand() -> None:
    text = ENTERING.format(phases="enter").replace("hand 1:", "mark home: 5S=9 12V=2\nhand 1:")
    table = set_up(gears_of_industry(), text)
    for in_two_lines in (True, False):
        hand = lines(drawing_for(table).mine(View(table, 0), {}, 120, in_two_lines))
        assert re.search(r"5S *@M", hand)
        assert re.search(r"12V *@2", hand)
        assert not re.search(r"4K *@", hand)


def test_a_new_factory_says_what_it_is_for() -> None:
    table = table_at("factory")
    view, decision, drawing = View(table, 0), table.pending[0], drawing_for(table)
    said = {decision.text(table, 0, choice): drawing.outcome(view, decision, choice) for choice in decision}
    assert said == {
        "3T right": "lies, and can pay", "3T upright": "stands, and can boost", "pass": ""}


def test_a_partner_is_named_and_the_race_is_that_of_teams() -> None:
    table = gears_of_industry().start(4, 1)
    drawing = drawing_for(table)
    assert "The team that has 7 points" in drawing.aims()
    assert "Seats 1 and 3 play against seats 2 and 4" in drawing.aims()
    assert "with you" in lines(drawing._player(View(table, 0), 2, {}, 100, False))
    assert "with you" not in lines(drawing._player(View(table, 0), 1, {}, 100, False))
