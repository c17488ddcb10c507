"""Games that are kept: replayed, gone on with, and refused with a sentence when something is wrong with them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from techdeck.games import game_named
from techdeck.games.grid_poker import grid_poker
from techdeck.match import Match
from techdeck.record import export_for, read, written
from techdeck.terminal.home import Keeper, PositionKeeper, players_of, unfinished, write_whole
from techdeck.terminal.replaying import open_view
from techdeck.views import UNKNOWN
from tests.terminal.conftest import Run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def played() -> Match:
    """A whole game, in which everybody always takes the first choice."""
    match = Match(grid_poker(), ["Ann", "Bob"], 7)
    while not match.table.is_over:
        decision = match.table.pending[0]
        match.act(decision.seat, next(iter(decision)))
    return match


@pytest.fixture
def file(played: Match, tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_text(written(played.record), encoding="utf-8")
    return path


def test_a_game_is_stepped_through_forth_and_back(run: Run, file: Path, played: Match) -> None:
    answer = run("replay", str(file), typed="n\n\nb\nj 5\nj5\nt\nq\n")
    last = len(played.record.actions)
    assert answer.code == 0
    assert [int(part.split(" of ")[0]) for part in answer.out.split("Step ")[1:]] == [0, 1, 2, 1, 5, 5, 5]
    assert f"Step 0 of {last}" in answer.out


def test_a_replay_goes_nowhere_by_mistake(run: Run, file: Path) -> None:
    answer = run("replay", str(file), typed="b\nj 9999\nfly\nj 55\n")
    assert "This is the deal, the beginning of the game." in answer.out
    assert "There is no step 9999" in answer.out
    assert "'fly' is no step." in answer.out
    assert answer.code == 0  # the input ends


def test_a_finished_game_is_open_to_everybody(run: Run, file: Path, played: Match) -> None:
    assert "draws a card" not in run("replay", str(file), "--fast").out
    assert all(face != UNKNOWN for face in [
        open_view(played.table).faces[back] for zone in played.game.zones if zone.name == "hand"
        for side in range(2) for back in zone.of(played.table, side)])


def test_a_game_is_replayed_with_the_eyes_of_a_seat(run: Run, file: Path) -> None:
    out = run("replay", str(file), "--fast", "--as-seat", "2").out
    assert "You draw" in out
    assert "Ann draws a card." in out


def test_a_game_that_is_not_over_stays_secret(run: Run, file: Path) -> None:
    record = read(file.read_text(encoding="utf-8"))
    del record.actions[6:]
    record.result.clear()
    file.write_text(written(record), encoding="utf-8")
    out = run("replay", str(file), "--fast").out
    assert "it is shown as a spectator sees it" in out
    assert "Hand: 3 cards." in out


def replaced(old: str, new: str) -> Callable[[str], str]:
    def replace(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return replace


@pytest.mark.parametrize("command", ["replay", "resume"])
@pytest.mark.parametrize(("damage", "sentence"), [
    (lambda text: text[:300], "is not a Tech Deck record, or it is damaged"),
    (lambda text: "", "does not say its format"),
    (lambda text: "[tool]\nname = 'other'\n", "does not say its format"),
    (lambda text: "\x00" * 50, "is not a Tech Deck record"),
    (replaced("format = 1", "format = 99"), "was written by a newer Tech Deck, in format 99"),
    (replaced("rules = 2", "rules = 99"), "version 99 of the rules"),
    (replaced('game = "grid poker"', 'game = "bridge"'), "There is no game 'bridge'"),
    (replaced('seats = ["Ann", "Bob"]', "seats = []"), "Grid Poker is not for 0 players"),
    (replaced('seats = ["Ann", "Bob"]', "seats = 2"), "'seats' is missing or not of the right kind"),
    (replaced("bidding = false", "bidding = 7"), "This record cannot be played here"),
    (replaced("bidding = false", "gambling = true"), "gambling"),
    (replaced("seed = ", "seeds = "), "is damaged: "),
    (replaced('seed = "0', 'seed = "1'), "its seed does not fit its commitment"),
    (replaced("company", "dance"), "does not fit the rules at action 1"),
])
def test_a_damaged_record_gets_one_clear_sentence(
    run: Run, file: Path, command: str, damage: Callable[[str], str], sentence: str,
) -> None:
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    answer = run(command, str(file))
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
    assert (answer.code, answer.out) == (2, "")


def test_what_is_no_text_and_what_is_no_file_is_said_so(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    assert "it is not text" in run("replay", str(picture)).err
    assert "is a folder, not a record" in run("replay", str(tmp_path)).err
    assert "null byte" in run("replay", "a\0b").err
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * 5_000_000)
    assert "much too large" in run("replay", str(long)).err


def test_the_view_of_one_seat_is_no_record(run: Run, played: Match, tmp_path: Path) -> None:
    path = tmp_path / "seen.toml"
    path.write_text(export_for(played.game, played.record, 0), encoding="utf-8")
    assert "is a game as one seat saw it" in run("replay", str(path)).err


def test_names_from_elsewhere_cannot_command_the_terminal(run: Run, file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace('"Ann"', '"A\\u001b[2Jnn"')
    note = '\n[[notes]]\nat = 1\nby = "\\u001b]0;x\\u0007"\ntext = "\\u001b[31mred"\n'
    file.write_text(text + note, encoding="utf-8")
    answer = run("replay", str(file), typed="n\nq\n")
    assert answer.code == 0
    assert "\x1b" not in answer.out + answer.err
    assert "red" in answer.out


def test_a_record_from_elsewhere_is_played_by_one_person(played: Match, file: Path) -> None:
    assert players_of(file, 2) == ["person", "casual"]
    keeper = Keeper(file.with_name("kept.toml"), ["random", "person"])
    keeper.keep(played)
    assert players_of(keeper.path, 2) == ["random", "person"]


def test_a_record_with_unknown_bots_is_refused(run: Run, played: Match, file: Path) -> None:
    Keeper(file.with_name("kept.toml"), ["person", "genius"]).keep(played)
    assert "There are no 'genius' bots" in run("resume", str(file.with_name("kept.toml"))).err


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some" / "where" / "game.toml"
    write_whole(path, "first")

    def power_cut(*names: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", power_cut)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "second")
    assert path.read_text(encoding="utf-8") == "first"
    assert [name.name for name in path.parent.iterdir()] == ["game.toml"]


def test_a_game_that_another_program_goes_on_with_is_not_written_over(played: Match, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "game.toml", ["person", "casual"])
    keeper.keep(played)
    (tmp_path / "game.toml").write_text("somebody else's", encoding="utf-8")
    keeper.keep(played)
    assert (tmp_path / "game.toml").read_text(encoding="utf-8") == "somebody else's"
    assert keeper.path != tmp_path / "game.toml"
    assert read(keeper.path.read_text(encoding="utf-8")).actions == played.record.actions


def test_a_game_that_cannot_be_saved_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("TECHDECK_HOME", str(tmp_path / "full"))
    copy = tmp_path / "copy.toml"
    answer = run("play", "--bots", "random", "--seed", "3", typed=f"save {copy}\nlist\n1\nquit\n")
    assert "The game cannot be saved in" in answer.out
    assert answer.code == 0
    assert read(copy.read_text(encoding="utf-8")).game == "grid poker"


def test_saving_does_not_write_over_other_files(run: Run, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann", encoding="utf-8")
    answer = run("play", "--bots", "random", typed=f"save {letter}\nquit\n")
    assert "is there already, and is not a saved game" in answer.out
    assert letter.read_text(encoding="utf-8") == "Dear Ann"


POSITION = """
grid poker, 2 seats
first: 1
market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
hand 1: 9S 9K 6T
hand 2: 1K 2K 3K
company 1: 1S 5T
company 2: 4K 6K
rest: deck
play: {phases}
"""


def test_one_plays_on_from_a_position(run: Run, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(POSITION.format(phases="commitments, results"), encoding="utf-8")
    answer = run("position", str(path), "--bots", "random", typed="R2 9S 9K\nquit\n")
    assert "R2 has 3V, 9T, 10S. Best hand cards 9K 9S: Three of a kind, nines" in answer.out
    kept = next((home / "positions").iterdir())
    assert f"techdeck position {kept}" in answer.out
    again = run("position", str(kept), typed="quit\n")
    assert "2 hand cards at R2: Three of a kind, nines." in again.out


@pytest.mark.parametrize(("title", "name", "options"), [
    ("Grid Poker", "grid poker", {"bidding": True}),
    ("Five-card draw", "regular poker", {"game": "five_card_draw"}),
    ("Texas hold'em", "regular poker", {"game": "texas_holdem"}),
    ("Cyber Defense", "cyber defense", {}),
    ("Gears of Industry", "gears of industry", {}),
    ("Tech Exchange", "tech exchange", {}),
    ("Peer-to-Peer", "peer to peer", {}),
])
def test_the_page_about_positions_names_every_phase(title: str, name: str, options: dict[str, object]) -> None:
    page = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
    told = {phase.split(" (")[0] for phase in re.split(r"[,;:|] ?", row.strip("| "))}
    assert set(game_named(name, options).phases) <= told


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "There is no game '?'"), ("bridge, 4 seats", "There is no game 'bridge'"),
    ("grid poker, 9 seats", "is for 1 to 6 players"), ("grid poker", "gives the number of seats"),
    ("grid poker, 2 seats\nhand 1: 9Z", "Line 2"), ("grid poker, 2 seats\nhand 1: 9K 9K", "9K lies in two places"),
    ("grid poker, 2 seats\nnonsense", "Line 2 has no colon"),
])
def test_what_is_no_position_gets_a_sentence(run: Run, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    answer = run("position", str(path))
    assert sentence in answer.err
    assert answer.code == 2
    assert "Traceback" not in answer.err


def test_choices_can_be_taken_back_until_something_is_revealed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(POSITION.format(phases="company effects, hand effects"), encoding="utf-8")
    answer = run("position", str(path), "--bots", "random", typed="undo\n1S\n5T\nundo\n5T\n-1\nundo\nquit\n")
    assert answer.out.count("There is nothing to take back") == 2  # at the beginning, and when the bot has chosen
    assert answer.out.count("Your last choice is taken back.") == 1
    assert answer.out.count("5T counts as 4 this round.") == 1
    assert answer.code == 0


def test_a_kept_position_is_forgotten_when_its_game_is_over(played: Match, tmp_path: Path) -> None:
    keeper = PositionKeeper(tmp_path / "kept.txt", ["person", "casual"])
    keeper.keep(played)
    assert keeper.path.exists()
    assert keeper.finish(played) is None
    assert not keeper.path.exists()


def test_without_a_folder_there_is_nothing_unfinished() -> None:
    assert unfinished() == []
