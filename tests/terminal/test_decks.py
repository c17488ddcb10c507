"""Decks for Gears of Industry in the terminal: looked at, checked, saved, and built step by step."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

from techdeck.cards import codes
from techdeck.decklists import PRESETS, DeckList, compact, faults, parse, written
from techdeck.terminal.decks import build_deck, list_presets, show_deck, show_preset
from techdeck.terminal.errors import Left
from techdeck.terminal.screen import Screen
from tests.terminal.conftest import Run, Spawn, piped

ASKED = r"Your deck \(\? for help\): "
LADDER = compact(PRESETS["ladder"].cards)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.txt"


class Script(Screen):
    """A screen on which somebody types some lines, and then leaves."""

    def __init__(self, *typed: str, plain: bool = True, columns: int = 80) -> None:
        self.paper = io.StringIO()
        super().__init__(plain, Console(
            file=self.paper, force_terminal=not plain, width=columns, height=24, highlight=False, markup=False,
            emoji=False, color_system=None))
        self.typed = list(typed)

    def say(self, *lines: str, style: str = "") -> None:
        if self.plain:
            self.paper.write("".join(f"{line}\n" for line in lines))
        else:
            super().say(*lines, style=style)

    def ask(self, prompt: str = "> ") -> str:
        if not self.typed:
            raise Left()
        return self.typed.pop(0)

    @property
    def printed(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.paper.getvalue())


def built(*typed: str, advanced: bool = False, start: DeckList | None = None, gives_market: bool = True) -> str:
    """The deck that comes of typing these lines, in one line."""
    return compact(build_deck(Script(*typed), advanced, start, gives_market))


def said(*typed: str, advanced: bool = False) -> list[str]:
    """What is said after the last of these lines, by somebody who does not finish."""
    before = Script(*typed[:-1])
    screen = Script(*typed)
    for each in (before, screen):
        with pytest.raises(Left):
            build_deck(each, advanced)
    return screen.printed[len(before.printed):].splitlines()


# Presets

def test_all_presets_are_listed_with_their_plans(run: Run) -> None:
    lines = run("deck", "list").out.splitlines()
    for preset in PRESETS.values():
        game = "advanced" if preset.advanced else "basic"
        assert f"{preset.name} ({game} game): {preset.strategy}" in lines


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_with_its_cards_and_its_plan(run: Run, name: str) -> None:
    answer = run("deck", "show", name)
    assert (answer.code, answer.err) == (0, "")
    assert PRESETS[name].strategy in answer.out
    lines = re.findall(r"(?m)^(?:Knowledge|Science|Technology|Services), \d+ cards?: (.*)$", answer.out)
    cards = PRESETS[name].cards
    assert sorted(" ".join(lines).split()) == sorted(codes([*cards.deck, *cards.market]).split())


def test_the_plain_picture(run: Run) -> None:
    assert run("deck", "show", "Merchant").out.splitlines() == [
        "merchant, a deck for the basic game", PRESETS["merchant"].strategy,
        "Knowledge, 7 cards: 2K 3K 4K 5K 9K 10K 11K", "Science, 7 cards: 2S 3S 4S 5S 9S 10S 11S",
        "Technology, 7 cards: 1T 2T 3T 4T 5T 9T 10T", "Services, 5 cards: 2V 3V 4V 5V 6V",
        "Value 1: T", "Value 2: K S T V", "Value 3: K S T V", "Value 4: K S T V", "Value 5: K S T V", "Value 6: V",
        "Value 7: none", "Value 8: none", "Value 9: K S T", "Value 10: K S T", "Value 11: K S", "Value 12: none",
        "Value 13: none",
        "Start search: up to 3 of 1-5T.", "Factories of the same value: for 16 of 19 other cards.",
    ]


def test_the_drawn_picture() -> None:
    screen = Script(plain=False)
    show_deck(screen, parse("1-3K 2x 2V 2T 13T market 5S"))
    assert [line.rstrip() for line in screen.printed.splitlines()] == [
        " Knowledge   3   1K   2K   3K",
        " Technology  2   2T   13T",
        " Services    2   2V x2",
        "",
        "     V",
        "     V",
        "     T",
        "  K  K  K                             T",
        "  1  2  3  4  5  6  7  8  9 10 11 12 13",
        "",
        "Start search: up to 1 of 2T.",
        "Factories of the same value: for 3 of 5 other cards.",
        "",
        "For the Market deck: 1 card",
        " Science     1   5S",
    ]


@pytest.mark.parametrize(("deck", "sentence"), [
    ("1-13K 1-13S", "Without Technology there is no factory, and no card can be paid for."),
    ("1-13K 6-13T", "Start search: nothing to find."),
])
def test_a_deck_that_cannot_begin_well_is_remarked_on(deck: str, sentence: str) -> None:
    screen = Script()
    show_deck(screen, parse(deck))
    assert sentence in screen.printed


@pytest.mark.parametrize("columns", [40, 60, 80, 140])
def test_no_picture_is_wider_than_the_screen(columns: int) -> None:
    pictures: list[Callable[[Screen], None]] = [list_presets]
    pictures += [lambda screen, name=name: show_preset(screen, name) for name in PRESETS]  # type: ignore[misc]
    pictures.append(lambda screen: show_deck(screen, parse("2x 1-13K market 2x 1-13V")))
    for picture in pictures:
        screen = Script(plain=False, columns=columns)
        picture(screen)
        assert max(len(line) for line in screen.printed.splitlines()) <= columns


# Files

@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_saved_and_passes_the_check(run: Run, file: Path, name: str) -> None:
    more = ["--advanced"] if PRESETS[name].advanced else []
    answer = run("deck", "save", name, str(file))
    assert (answer.code, answer.err) == (0, "")
    assert parse(file.read_text(encoding="utf-8")) == PRESETS[name].cards
    assert max(len(line) for line in file.read_text(encoding="utf-8").splitlines()) <= 100
    answer = run("deck", "check", str(file), *more)
    game = "advanced" if more else "basic"
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"{file} is a legal deck for the {game} game.\n")
    assert answer.out.splitlines()[1:] == run("deck", "show", name).out.splitlines()[2:]


def test_nothing_is_written_over_without_force(run: Run, file: Path) -> None:
    file.write_text("precious", encoding="utf-8")
    for words in (["save", "ladder"], ["build"]):
        answer = run("deck", *words, str(file), typed="ladder\ndone\n")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"{file} is there already; --force writes over it.\n"
        assert file.read_text(encoding="utf-8") == "precious"
    assert run("deck", "save", "ladder", str(file), "--force").code == 0
    assert parse(file.read_text(encoding="utf-8")) == PRESETS["ladder"].cards


def test_all_faults_of_a_file_are_named_at_once(run: Run, file: Path) -> None:
    file.write_text("9K 9k 9X 1-5T # fly\nW1 fly\nmarket: 3T", encoding="utf-8")
    answer = run("deck", "check", str(file))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.splitlines() == [
        f"{file} is not a legal deck for the basic game:", '  "9X" is no card', '  "fly" is no card',
        "  W1 is a wild card", "  9K twice", "  8 cards, 26 needed", "  1 market card, but the basic game takes none"]
    answer = run("deck", "check", str(file), "--advanced")
    assert answer.code == 1
    assert answer.out.splitlines() == [
        f"{file} is not a legal deck for the advanced game:", '  "9X" is no card', '  "fly" is no card',
        "  W1 is a wild card", "  8 cards, 26 needed", "  1 market card, 15 needed",
        "  3T is Technology and cannot be a market card"]


def test_a_deck_of_the_advanced_game_is_recognized(run: Run, file: Path) -> None:
    run("deck", "save", "advanced-services", str(file))
    answer = run("deck", "check", str(file))
    assert answer.code == 1
    assert answer.out.splitlines()[-1] == "It is one for the advanced game, with --advanced."


@pytest.mark.parametrize(("content", "sentence"), [
    (b"", "is empty."), (b" \n\t\n", "is empty."), (b"# only a comment\n", "names no cards."),
    (b"deck:\n", "names no cards."),
    (b"\xff\xfe9\x00K\x00", "is not a deck list: it is not text."), (b"9K\0", "is not a deck list: it is not text."),
    (b"x" * 4_000_001, "is much too large to be a deck list."),
])
def test_a_file_that_is_no_list_gets_a_sentence_and_code_two(
        run: Run, file: Path, content: bytes, sentence: str) -> None:
    file.write_bytes(content)
    answer = run("deck", "check", str(file))
    assert answer.err == f"{file} {sentence}\n"
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize(("words", "sentence"), [
    (["check", "nowhere.txt"], "There is no file nowhere.txt."),
    (["check", "."], ". is a folder, not a deck list."),
    (["check", "/dev/null"], "/dev/null is not a file."),
    (["check"], "Missing argument"),
    (["check", "nowhere.txt", "--colour"], "No such option"),
    (["show", "chess"], 'There is no preset "chess"; there are merchant, quartets,'),
    (["show", "\x1b[31m"], 'There is no preset "?[31m"'),
    (["save", "chess", "x.txt"], 'There is no preset "chess"'),
    (["save", "ladder", "."], ". is a folder; name a file in it."),
    (["save", "ladder", "/dev/null", "--force"], "/dev/null is not a file that can be written."),
    (["save", "ladder", "/dev/null/x.txt"], "cannot be written"),
    (["save", "ladder", "x" * 300], "cannot be written"),
    (["check", "x" * 300], "cannot be read"),
    (["build", "/dev/null"], "/dev/null is not a file that can be written."),
    (["dance"], "No such command 'dance'."),
])
def test_what_cannot_be_done_gets_a_sentence_and_code_two(run: Run, words: list[str], sentence: str) -> None:
    answer = run("deck", *words)
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
    assert "\x1b" not in answer.err
    assert (answer.code, answer.out) == (2, "")


def test_a_strange_name_of_a_file_does_not_command_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m.txt"
    path.write_text(f"{LADDER} \x1b[32m", encoding="utf-8")
    answer = run("deck", "check", str(path))
    assert answer.code == 1
    assert "\x1b" not in answer.out


def test_a_file_from_another_machine_is_read(run: Run, file: Path) -> None:
    text = written(PRESETS["giants"].cards).replace("\n", "\r\n").replace("-", "\N{EN DASH}")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run("deck", "check", str(file)).code == 0


def test_the_help_names_the_deck_commands(run: Run) -> None:
    assert "deck" in run("--help").out
    for words in (["deck"], ["deck", "--help"]):
        answer = run(*words)
        assert (answer.code, answer.err) == (0, "")
        for command in ("list", "show", "check", "save", "build"):
            assert f"  {command} " in answer.out
        assert answer.out.isascii()


# As a process

def test_a_pipe_gets_plain_lines_and_the_exit_code_tells(file: Path) -> None:
    answer = piped("deck", "save", "ladder", str(file))
    assert (answer.returncode, answer.stderr) == (0, "")
    answer = piped("deck", "check", str(file))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.isascii()
    assert "\x1b" not in answer.stdout
    file.write_text(file.read_text(encoding="utf-8") + "9V", encoding="utf-8")
    answer = piped("deck", "check", str(file))
    assert (answer.returncode, answer.stderr) == (1, "")
    assert "  27 cards, 26 needed\n" in answer.stdout
    answer = piped("deck", "check", str(file.parent))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "Traceback" not in answer.stderr
    assert "is a folder, not a deck list." in answer.stderr


def test_a_deck_is_built_through_a_pipe(file: Path) -> None:
    answer = piped("deck", "build", str(file), typed="+1-8T\n3-8K 3-8S\ndone\n+3-8V\ndone\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "The deck is not ready: 20 cards, 26 needed." in answer.stdout
    assert parse(file.read_text(encoding="utf-8")) == PRESETS["ladder"].cards


def test_a_deck_is_drawn_and_built_in_a_real_terminal(spawn: Spawn, file: Path) -> None:
    child = spawn("deck", "build", str(file), columns=200)  # no sentence is broken
    child.expect("Or begin with a preset: merchant")
    child.expect("Not ready: no cards, 26 needed")
    for typed, answer in [
        ("ladder", "It is ready"), ("-8V +9k", "7 Knowledge"), ("show", "Start search: up to 3 of 1-5T"),
        ("-8K", "Not ready: 25 cards, 26 needed"), ("done", "The deck is not ready: 25 cards, 26 needed"),
        ("undo", "It is ready"), ("? drones", "Flying robots"), ("", "Enter alone changes nothing"),
    ]:
        child.expect(ASKED)
        child.sendline(typed)
        child.expect(answer)
    child.expect(ASKED)
    child.sendline("done")
    child.expect("The deck is in ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert compact(parse(file.read_text(encoding="utf-8"))) == "deck 3-9K 3-8S 1-8T 3-7V"


def test_who_leaves_the_builder_is_told_the_cards(spawn: Spawn, file: Path) -> None:
    child = spawn("deck", "build", str(file))
    child.expect(ASKED)
    child.sendline("1-5T")
    child.expect(ASKED)
    child.sendintr()
    child.expect("Goodbye. Nothing is written.")
    child.expect("Your cards so far: deck 1-5T")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert not file.exists()


def test_a_preset_is_drawn_in_a_real_terminal(spawn: Spawn) -> None:
    child = spawn("deck", "show", "merchant", lines=24, columns=80)
    child.expect(pexpect.EOF)
    assert "\x1b[" in child.before
    for words in (["deck", "show", "merchant", "--plain"], ["--plain", "deck", "show", "merchant"]):
        child = spawn(*words)
        child.expect(pexpect.EOF)
        assert "\x1b" not in child.before


# Building

def test_a_deck_is_built_from_nothing() -> None:
    assert built("+1-8T", "3-8k, 3-8s", "+3-8V", "done") == LADDER
    assert built("deck: 1-8T 3-8K 3-8S 3-8V", "DONE") == LADDER


def test_a_deck_is_built_from_a_preset() -> None:
    assert built("Ladder", "done") == LADDER
    assert built("merchant", "ladder", "-8V +9K", "done") == "deck 3-9K 3-8S 1-8T 3-7V"


def test_a_sign_holds_until_the_next() -> None:
    assert built("ladder", "-3-5K 3-5S + 9-11K 9-11S", "done") == "deck 6-11K 6-11S 1-8T 3-8V"
    assert built("ladder", "- 3K, 4K + 10K 11K", "done") == "deck 5-8K 10-11K 3-8S 1-8T 3-8V"
    assert built("ladder", "\N{MINUS SIGN}3K +10\N{EN DASH}10K", "done") == "deck 4-8K 10K 3-8S 1-8T 3-8V"


def test_a_deck_is_built_from_what_one_has(file: Path) -> None:
    assert built("done", start=PRESETS["giants"].cards) == compact(PRESETS["giants"].cards)
    file.write_text(written(PRESETS["ladder"].cards), encoding="utf-8")
    assert built("1K", f"load {file}", "done") == compact(PRESETS["ladder"].cards)


def test_the_file_is_what_one_starts_from_with_force(run: Run, file: Path) -> None:
    file.write_text("1-8T 3-8K 3-8S 3-7V", encoding="utf-8")
    answer = run("deck", "build", str(file), "--force", typed="+8V\ndone\n")
    assert answer.code == 0
    assert parse(file.read_text(encoding="utf-8")) == PRESETS["ladder"].cards
    file.write_text("A letter to my aunt", encoding="utf-8")
    answer = run("deck", "build", str(file), "--force", typed="ladder\ndone\n")
    assert answer.code == 2
    assert 'cannot be read as a deck list: "A" is no card; "letter" is no card' in answer.err
    assert file.read_text(encoding="utf-8") == "A letter to my aunt"


def test_an_unfinished_deck_is_not_written(run: Run, file: Path) -> None:
    for typed in ("1-5T\nquit\n", "1-5T\n"):
        answer = run("deck", "build", str(file), typed=typed)
        assert (answer.code, answer.err) == (1, "")
        assert answer.out.endswith("Goodbye. Nothing is written.\nYour cards so far: deck 1-5T\n")
        assert not file.exists()


def test_what_is_missing_is_always_said() -> None:
    assert said("+1-5T 9K") == ["6 cards: 1 Knowledge and 5 Technology. Not ready: 6 cards, 26 needed."]
    assert said("ladder") == [
        "26 cards: 6 Knowledge, 6 Science, 8 Technology and 6 Services. It is ready: type done, or change it."]
    assert said("ladder", "9K") == [
        "27 cards: 7 Knowledge, 6 Science, 8 Technology and 6 Services. Not ready: 27 cards, 26 needed."]
    assert said("empty") == ["Not ready: no cards, 26 needed."]
    assert said("1K", advanced=True) == [
        "1 card: 1 Knowledge. Not ready: 1 card, 26 needed; no market cards, 15 needed."]


def test_done_is_refused_with_all_faults(file: Path) -> None:
    file.write_text("9K 9K 8K 8K W1", encoding="utf-8")
    assert said(f"load {file}", "done") == [
        "The deck is not ready: W1 is a wild card; 8K twice; 9K twice; 5 cards, 26 needed."]
    with pytest.raises(Left):
        built("done")


def test_what_cannot_be_added_or_taken_out_is_said_and_the_rest_is_done() -> None:
    assert said("1-3K", "1-4K W1 -9-11V") == [
        "1-3K: there already; W1: a wild card; 9-11V: not there.",
        "4 cards: 4 Knowledge. Not ready: 4 cards, 26 needed."]
    assert said("1-3K", "1K") == ["1K: there already. Nothing is changed."]
    assert said("-1K") == ["1K: not there. Nothing is changed."]
    assert said("market 1K") == ["1K: the basic game takes no market cards. Nothing is changed."]


def test_nothing_is_changed_by_what_is_not_understood() -> None:
    assert said("1K 9X fly 9-1K") == [
        '"9X" is no card; "fly" is no card; "9-1K" runs downwards: 1-9K is a range. '
        'Nothing is changed; type ? for help.']
    assert said("1K fly", "undo") == ["There is nothing to take back."]
    assert said("+") == ["No card is named. Nothing is changed."]
    assert said("load") == ["Type load and the name of a file."]
    assert said("load nowhere.txt") == ["There is no file nowhere.txt."]
    assert said("load ~nobody-of-that-name/deck.txt") == ['There is no file "~nobody-of-that-name/deck.txt".']
    assert said("load a\0b") == ["a?b cannot be read: embedded null byte."]
    assert said("? nonsense") == ['There is no card "nonsense". A card has a code, such as 9K, and a name.']


def test_changes_are_taken_back_one_by_one() -> None:
    assert built("ladder", "-1-7T", "empty", "undo", "undo", "done") == LADDER


def test_the_market_cards_of_the_advanced_game() -> None:
    deck = "deck 2x 1-13T"
    assert built("2x 1-13T", "market 1-13V 1-2S", "done", advanced=True) == f"{deck} market 1-2S 1-13V"
    assert built("2x 1-13T market 1-13V 1-3S -3S", "done", advanced=True) == f"{deck} market 1-2S 1-13V"
    assert built("market 1-13V 1-3S -3S deck 2x 1-13T", "done", advanced=True) == f"{deck} market 1-2S 1-13V"
    assert said("market 3T 2x 1K 1K", advanced=True) == [
        "1K: there twice already; 3T: Technology cannot be a market card.",
        "2 market cards. Not ready: no cards, 26 needed; 2 market cards, 15 needed."]
    assert said("1K market 1K 1K", advanced=True)[0] == "1K: there twice already."


def test_where_chance_picks_the_market_cards_none_are_asked_for() -> None:
    assert built("market 1V", "2x 1-13T", "done", advanced=True, gives_market=False) == "deck 2x 1-13T"
    screen = Script("advanced services", "done")
    cards = build_deck(screen, True, gives_market=False)
    assert cards == DeckList(PRESETS["advanced_services"].cards.deck)
    assert all(name in screen.printed for name in PRESETS)


def test_only_presets_that_are_legal_here_are_offered() -> None:
    for advanced in (False, True):
        screen = Script()
        with pytest.raises(Left):
            build_deck(screen, advanced)
        offered = re.split(", | and ", screen.printed.partition("preset: ")[2].partition(".")[0])
        assert offered == [preset.name for preset in PRESETS.values() if preset.advanced is advanced]


def test_the_builder_explains_itself() -> None:
    lines = said("?")
    assert "  done        is for a deck that is ready" in lines
    assert not any("market" in line for line in lines)
    assert any("market +6-13K" in line for line in said("?", advanced=True))
    assert said("?9k")[0] == "9K Search Engines, value 9 of Knowledge (clubs)."
    assert said("help drones")[0].startswith("6T Drones")
    assert any(line.startswith("ladder (basic game)") for line in said("presets"))
    assert said("1K", "show")[0] == "Knowledge, 1 card: 1K"


def test_the_builder_draws_the_deck() -> None:
    screen = Script("advanced quartets", "done", plain=False)
    cards = build_deck(screen, True)
    assert faults(cards, True) == []
    lines = [line.rstrip() for line in screen.printed.splitlines()]
    assert " Knowledge   6   3K x2  4K x2  5K x2" in lines
    assert "For the Market deck:" in lines
