"""Peer-to-Peer at the terminal: customers and sums, teams and their words, and whole games."""

import re
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.text import Text

from techdeck.games.peer_to_peer import Options, peer_to_peer
from techdeck.match import Match
from techdeck.position import play, set_up
from techdeck.table import Choice, Table, Zone
from techdeck.team_effects import ROW
from techdeck.telling import side_names
from techdeck.terminal.choices import Menu
from techdeck.terminal.errors import Complaint
from techdeck.terminal.home import PERSON
from techdeck.terminal.peers import PeersDrawing
from techdeck.views import View, imagined
from tests.terminal.conftest import CHOICE, Run, Spawn, piped, tell_every_step
from tests.terminal.test_cyber import Player
from tests.terminal.test_decks import Script
from tests.terminal.test_playing import ESCAPES, Watched

PLAY = ["play", "peer-to-peer", "--seed", "3"]
WITH_BOTS = [*PLAY, "--bots", "random"]
SEATS = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]
ASSISTING = """
peer to peer, 2 seats
sides: 1 / 2
first: 2
round: 3
latch: 1
row: 11K 5V 9S 6T
unhappy: 13V
hand 1: 1K 2S 1T 4V
hand 2: 3V 2K 1V 4T
deck 1: 3K
deck 2: 1S
discard 2: 8K
venture A 1: 8S
venture A 2: 12V
score 1: 7T 8V
rest: customer deck
play: {phases}
"""
TEAMS = """
peer to peer, 4 seats
sides: 1 3 / 2 4
first: 1
round: 2
row: 11K 5V 9S
hand 1: 1K 2S 1T 4V
hand 2: 3V 2K 1V 4T
venture A 1: 8S
venture B 1: 4S
venture A 2: 12V
venture B 2: 5K
rest: customer deck
play: {phases}
"""
CLUMSY = re.compile(
    r"[Tt]he (your|\w+'s) |of you\b|[Yy]ou \w+s (?:a|an|the|no) |\w+ and \w+ \w+s (?:a card|no |\d|its)|(deck|hand) \d")


def table_at(*before: str, text: str = ASSISTING, phases: str = "assist", options: Options = Options()) -> Table:
    table = set_up(peer_to_peer(options), text.format(phases=phases))
    for words in before:
        seat, _, choice = words.partition(" ")
        play(table, int(seat), choice)
    return table


def drawing_for(table: Table) -> PeersDrawing:
    seats = SEATS[:sum(len(members) for members in table.members)]
    drawing = PeersDrawing(table.game, side_names(table.members, seats))
    drawing.seats = seats
    return drawing


def lines(drawn: list[Text]) -> str:
    return "\n".join(line.plain.rstrip() for line in drawn)


def shown(table: Table, side: int = 0, width: int = 80, tall: bool = False) -> str:
    view, drawing = View(table, side), drawing_for(table)
    return lines([drawing.heading(view, width), *drawing.board(view, {}, width, tall), *drawing.in_between(view, {}),
                  *drawing.mine(view, {}, width, True)])


def typed(table: Table, words: str, seat: int = 0) -> Choice:
    decision = table.decision_of(seat)
    assert decision is not None
    drawing = drawing_for(table)
    choice = drawing.answered(Script(), View(table, table.side_of(seat)), decision, words)
    if choice is None:
        menu = Menu(table, decision, drawing.names)
        choice = menu.unlisted(words)
        if choice is None:
            choice = menu.choices[menu.meant(words)[0]]
    assert choice in decision
    return choice


def back(table: Table, zone: Zone, place: int) -> int:
    return zone.of(table)[place]


# What people see

def test_the_row_shows_which_sums_fit() -> None:
    table = table_at()
    picture = shown(table).splitlines()
    assert all(len(line) <= 80 for line in picture)
    assert re.fullmatch(r" Peer-to-Peer  round 3, assist +34 customers to come", picture[0])
    assert picture[2].split() == ["11K", "5V", "9S", "6T"]
    assert re.fullmatch(r" no sum fits +\= 1K 4V +no sum fits +\= 1K 1T 4V", picture[3])
    view, drawing = View(table, 0), drawing_for(table)
    decision = table.decision_of(0)
    assert decision is not None
    assert drawing.how_to(view, decision) == [
        "5V: 1K 4V or 1T 4V.", "6T: 1K 1T 4V.",
        "Type cards, such as 1K 4V, or pass. You name the customer when they are open."]


def test_who_leaves_and_how_near_the_end_is() -> None:
    table = table_at()
    picture = shown(table)
    assert "Customers  3 more come next round, 3 would leave" in picture
    assert "1 unhappy, at 3 all lose" in picture
    assert picture.count("leaves next") == 3
    words = "\n".join(drawing_for(table).words(View(table, 0)))
    assert "Customer 1: 11K Online Courses, the oldest. No sum of your hand fits." in words
    assert "Customer 2: 5V Streaming. Served by 1K 4V or 1T 4V." in words
    assert "3 more come next round: 11K, 5V and 9S would leave. 1 unhappy, at 3 all lose." in words
    roomy = shown(table_at(text=ASSISTING.replace("row: 11K 5V 9S 6T", "row: 5V").replace("latch: 1", "latch: 0")))
    assert "2 more come next round; there is room" in roomy
    assert "oldest" in roomy
    lost = shown(table_at(text=ASSISTING.replace("unhappy: 13V", "unhappy: 13V 12K 12S")))
    assert "3 unhappy: all lose at the end of the round" in lost


def test_each_side_shows_its_cards() -> None:
    picture = shown(table_at())
    assert re.search(r"▸Bob first +hand 4 deck 1\+1 score 0", picture)
    assert "   Bob's venture  12V" in picture
    assert re.search(r"▸You +hand 4 deck 1\+0 score 2", picture)
    assert "   Your venture  8S" in picture
    assert re.search(r"Group hand +1K +2S +1T +4V", picture)
    tall = shown(table_at(), tall=True)
    assert "   discard  8K" in tall
    assert "   score pile  7T   8V" in tall
    words = drawing_for(table_at()).words(View(table_at(), 0))
    assert "You: score 2 (7T, 8V). Hand: 1K, 2S, 1T, 4V. Deck 1 card, discard 0." in words
    assert "Bob: score 0. Hand: 4 cards. Deck 1 card, discard 1 (8K)." in words


def test_teams_show_captain_and_whose_ventures() -> None:
    table = table_at(text=TEAMS, options=Options(team_control="rotating_captain"))
    picture = shown(table)
    assert re.search(r"▸Your team, Ann and Cid first, captain Cid +hand 4 deck 0\+0 score 0", picture)
    assert "   A, Ann  8S    B, Cid  4S" in picture
    assert "Bob and Dee captain Dee" in picture
    words = "\n".join(drawing_for(table).words(View(table, 0)))
    assert "Your team (Ann and Cid), captain Cid: score 0." in words
    assert "  Venture B, Cid's: 4S." in words
    assert "Your team is first." in words


def test_no_captain_is_shown_where_all_act_together() -> None:
    """PP-S15"""
    table = table_at(text=TEAMS)
    words = "\n".join(drawing_for(table).words(View(table, 0)))
    assert "Your team (Ann and Cid): score 0." in words
    assert "captain" not in shown(table) + words
    assert "Any member of a team may choose for it." in drawing_for(table).aims()
    strict = drawing_for(table_at(text=TEAMS, options=Options(team_control="rotating_captain")))
    assert "The captain of a team, another member every round, chooses for it." in strict.aims()


def test_commitments_are_weighed_against_the_customer() -> None:
    table = table_at("1 1K 4V", "2 3V 2K")  # seat 2 has the marker and turns up last
    view, drawing = View(table, 0), drawing_for(table)
    decision = table.decision_of(0)
    assert decision is not None
    assert decision.verb == "declare"
    assert [drawing.outcome(view, decision, choice) for choice in decision] == [
        "6 short", "fits", "4 short", "1 short"]
    picture = shown(table)
    assert re.search(r" 6 short +fits +4 short +1 short", picture)  # in place of sums of the hand
    assert "   committed 1K and 4V, 5 in all" in picture
    assert "   committed 2 cards face down" in picture
    assert "   committed 3V and 2K" not in picture
    play(table, 1, "5V")
    view, drawing = View(table, 1), drawing_for(table)
    decision = table.decision_of(1)
    assert decision is not None
    assert drawing.outcome(view, decision, back(table, ROW, 1)) == "fits, but the cards of Ann beat yours"


def test_a_contest_says_who_wins_as_it_is() -> None:
    text = ASSISTING.replace("hand 1: 1K 2S 1T 4V", "hand 1: 2S 1T 4V").replace("venture A 1: 8S", "venture A 1: 4S")
    table = table_at("1 1T 4V", "2 2K 3V", "1 5V", "2 5V", text=text)
    decision = table.pending[0]
    assert decision.verb == "use while assisting"
    picture = shown(table)
    assert "for 5V: fits, contested, you win it as it is" in picture
    assert re.search("contested, Ann", shown(table, 1))
    assert "named by you" in picture
    words = "\n".join(drawing_for(table).own_words(View(table, 0)))
    assert "You committed 1T and 4V, 5 in all, for 5V: fits, contested, you win it as it is." in words
    assert "named by you, named by Bob" in words


def test_a_wrong_sum_or_domain_is_said() -> None:
    table = table_at("1 2S 4V", "2 pass", text=ASSISTING.replace("venture A 1: 8S", "venture A 1: 4S"))
    view, drawing = View(table, 0), drawing_for(table)
    decision = table.pending[0]
    assert drawing.outcome(view, decision, back(table, ROW, 3)) == "no Technology card"
    play(table, 1, "6T")
    assert "for 6T: no Technology card" in shown(table)


def test_a_won_customer_can_be_placed_with_open_eyes() -> None:
    table = table_at("1 1K 4V", "2 pass", "1 5V")
    while table.pending[0].verb != "develop":
        decision = table.pending[0]
        table.act(decision.seat, -1)
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.question(view, table.pending[0]) == "Put 5V into a venture, or pass and score it."
    assert drawing.outcome(view, table.pending[0], 0) == "with 8S"
    assert "You: served  5V" in shown(table)


def test_the_phase_is_that_of_the_round_also_within_effects() -> None:
    table = table_at(text=TEAMS, phases="effects before")
    play(table, 3, "8S")
    assert "round 2, effects before assisting" in shown(table)
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.question(view, table.pending[0]) == "Choose what the effect does."


def test_no_value_is_cut_off_at_thirteen() -> None:
    table = table_at(text=TEAMS.replace("11K", "13K"), phases="effects before")
    play(table, 3, "8S", "raise all")
    assert "13K → 14K" in shown(table)


def test_the_end_is_told_for_everybody() -> None:
    lost = ASSISTING.replace("unhappy: 13V", "unhappy: 13V 12K 12S")
    table = table_at(text=lost)
    drawing = drawing_for(table)
    assert drawing.result(table, 0) == [
        "Nobody wins: 3 customers are unhappy.", "  You: 2 customers served", "  Bob: 0 customers served"]
    table = table_at(text=TEAMS + "score 2: 7T\n")
    assert drawing_for(table).result(table, 0)[0] == "Bob and Dee win with 1 customer."
    assert drawing_for(table).result(table, 1)[0] == "Your team wins with 1 customer."
    solo = set_up(peer_to_peer(), "peer to peer, 1 seats\nround: 1\nscore 1: 7T 9T\nrow: 5K\nplay: assist\n")
    assert drawing_for(solo).result(solo, 0) == ["You win with 2 customers.", "  You: 2 customers served"]


def test_players_with_decks_of_their_own_win_as_teams() -> None:
    options = Options(individual_decks=True, individual_sides="teams", teams="1 3 / 2 4")
    table = peer_to_peer(options).start(4, 3)
    rng = Random(3)
    while table.pending:
        decision = table.pending[0]
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)
    sentence, *rows = drawing_for(table).result(table, 0)
    assert rows[0].split(":")[0].strip() in ("You and Cid", "Bob and Dee")
    assert re.match(r"(You and Cid|Bob and Dee) (win|share)|Nobody wins|Both", sentence)


# What people type

@pytest.mark.parametrize("words", ["1K 4V", "4v 1k", "data mining and crowdfunding", "commit 4V, 1K"])
def test_cards_are_committed_in_any_order(words: str) -> None:
    table = table_at()
    decision = table.decision_of(0)
    assert decision is not None
    assert decision.text(table, 0, typed(table, words)) == "1K 4V"


@pytest.mark.parametrize(("words", "sentence"), [
    ("5v", "5V is a customer: name cards of your hand; these serve it: 1K 4V or 1T 4V."),
    ("serve 11k", "11K is a customer: name cards of your hand; no sum of your hand serves it."),
    ("3k", "3K Wikis cannot be chosen now."),
])
def test_what_cannot_be_committed_is_explained(words: str, sentence: str) -> None:
    with pytest.raises(Complaint, match=re.escape(sentence)):
        typed(table_at(), words)


def test_an_own_deck_is_a_number_or_a_sentence() -> None:
    table = peer_to_peer(Options(individual_decks=True)).start(2, 3)
    decision = table.decision_of(0)
    assert decision is not None
    drawing = drawing_for(table)
    how_to = drawing.how_to(View(table, 0), decision)
    assert how_to[0].startswith("1. group ")
    assert typed(table, "2") == how_to[1].partition(". ")[2]
    own = "group 1V 1K 2S 3T 4V 9T W1 venture 5K 8K"
    assert typed(table, own.lower()) in decision
    for words, sentence in {
        "group 1V 1K 2S 3T 4V 9T venture 5K 8K": "two more cards", "99": "type a number from 1 to",
        "group 1V 1K 2S 3T 4V 9T W1 venture 5K 1T": "two cards with the venture flag", "my deck": "it is written as in",
    }.items():
        with pytest.raises(Complaint, match=sentence):
            typed(table, words)
    assert "two other cards with the venture sign" in drawing.advice(View(table, 0), decision)[0]


def test_five_cards_to_start_with_are_named() -> None:
    table = peer_to_peer(Options(solo_start="choose")).start(1, 3)
    how_to = drawing_for(table).how_to(View(table, 0), table.pending[0])
    example = re.search(r"such as ([^;]+);", how_to[-1])
    assert example is not None
    assert typed(table, example[1]) in table.pending[0]


# What people read

@pytest.mark.parametrize(("seats", "options"), [
    (1, Options()), (2, Options()), (4, Options(unhappy_limits="9 9 9 9 9 9", max_rounds=5)),
    (3, Options(unhappy_limits="9 9 9 9 9 9", max_rounds=5, venture_owner_consent=True)),
], ids=["solo", "two", "teams", "consent"])
def test_every_step_is_told_to_its_reader(seats: int, options: Options) -> None:
    table = peer_to_peer(options).start(seats, seats, listen=True)
    tell_every_step(table, side_names(table.members, SEATS), CLUMSY, Random(seats))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_picture_has_nothing_that_its_reader_cannot_know(seats: int) -> None:
    """Whatever the side does not know is dealt anew, and picture, words and choices stay the same."""
    rng = Random(seats)
    table = peer_to_peer(Options(unhappy_limits="9 9 9 9 9 9", max_rounds=4)).start(seats, seats)
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
    found: list[object] = [shown(table, tall=True), drawing.words(view), drawing.own_words(view),
                           drawing.passing_words(view)]
    for decision in view.asked:
        found += [Menu(table, decision, drawing.names).texts, drawing.how_to(view, decision),
                  drawing.advice(view, decision), [drawing.outcome(view, decision, choice) for choice in decision]]
    return found


# Whole games

def played(seed: int, seats: int, plain: bool, options: Options = Options(), width: int = 80) -> Player:
    screen = Player(plain, 24, width)
    match = Match(peer_to_peer(options), SEATS[:seats], seed)
    screen.session = Watched(screen, match, [PERSON, *["random"] * (seats - 1)], None)
    assert screen.session.run() == 0
    screen.check()
    return screen


LASTING = Options(unhappy_limits="9 9 9 9 9 9", max_rounds=4)


@pytest.mark.parametrize(("seats", "options", "width"), [
    (1, Options(), 80), (2, LASTING, 80), (4, LASTING, 80), (6, LASTING, 100),
    (4, Options(individual_decks=True, max_rounds=3), 100),
], ids=["solo", "two", "four", "six", "own decks"])
def test_pictures_fit_the_screen(seats: int, options: Options, width: int) -> None:
    heights = []
    for picture in played(seats, seats, False, options, width).pictures:
        assert max(map(len, picture), default=0) <= width, picture
        if picture and picture[0].startswith(" Peer-to-Peer  round"):
            heights.append(len(picture))
    assert sum(height <= 25 for height in heights) / len(heights) > 0.8  # only answers and long lists are higher


@pytest.mark.parametrize(("seats", "options"), [
    (1, Options(solo_start="choose")), (2, LASTING), (3, LASTING), (4, LASTING),
    (3, Options(individual_decks=True, individual_draft=True, max_rounds=2)),
], ids=["solo", "two", "three", "four", "draft"])
def test_plain_lines_are_sentences(seats: int, options: Options) -> None:
    for picture in played(seats, seats, True, options).pictures:
        for line in picture:
            assert not set(line) & set("│─▌▸→✓·"), line
            assert "The your" not in line


def first_of(asked: str) -> str:
    """Something that can be answered to a question."""
    words = " ".join(asked.replace("▌", " ").split())
    such_as = re.search(r"Type cards, such as ([^,]+), or pass", words)
    if such_as and "No sum" not in words:
        return such_as[1]
    fits = re.search(r"(\d) +\w+ +[\w ]+? fits\b", words)
    if fits:
        return fits[1]
    return "pass" if "or pass" in words or " pass" in words else "1"


@pytest.mark.parametrize("players", ["1", "2"])
def test_a_whole_game_is_played_in_a_real_terminal(spawn: Spawn, home: Path, players: str) -> None:
    child = spawn(*(PLAY if players == "1" else WITH_BOTS), "--players", players, lines=30, columns=80)
    for _ in range(400):
        found = child.expect([CHOICE, "Enter to go on: ", r"Watch it now\? \(y/n\) "])
        if found == 2:
            break
        asked = ESCAPES.sub("", child.before).replace("\r", "")
        child.sendline("" if found == 1 else first_of(asked.partition("▌")[2]))
    ended = ESCAPES.sub("", child.before)
    assert re.search(r"wins? with \d+ customers?|share the win|Nobody wins: \d+ customers", ended)
    child.sendline("y")
    child.expect("Step 0 of ")
    child.sendline("j 12")
    child.expect("Step 12 of ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert list((home / "unfinished").iterdir()) == []


def test_a_team_is_welcomed_and_resumed(run: Run) -> None:
    left = run(*WITH_BOTS, "--players", "4", typed="1\n?\nquit\n")
    assert "Welcome to Peer-to-Peer: you and Turtle against Cat and Bird." in left.out
    assert "Cat and Bird begin with 3V 4T 1S 2K 1V." in left.out
    assert "Your team founds venture A with" in left.out
    assert "Any member of a team may choose for it." in left.out
    again = run("resume", typed="log\nquit\n")
    assert "Cat and Bird draw 4 cards." in again.out
    solo = run(*PLAY, "--players", "1", typed="quit\n")
    assert "Welcome to Peer-to-Peer. Serve customers" in solo.out


TEAM_OF_BOTS = ("--players", "4", "--option", "teams=1 2 / 3 4", "--option", "unhappy_limits=9 9 9 9 9 9")


def test_a_person_leads_a_team_of_bots_in_every_round(run: Run) -> None:
    """PP-S15: the bot is the captain in the second round, and leaves the choices to the person."""
    played = run(*WITH_BOTS, *TEAM_OF_BOTS, typed="1\n" + "pass\n" * 40 + "quit\n")
    second = played.out.partition("Round 2: ")[2].partition("Round 3: ")[0]
    assert second.count("Commit any cards of the group hand") >= 1
    assert "Your choice (? for help): Your team commits nothing." in second
    again = run("resume", typed="log\nquit\n")  # what was done for the captain can be played again
    assert "Round 2: " in again.out
    alone = run(*WITH_BOTS, *TEAM_OF_BOTS, "--option", "team_control=rotating_captain",
                typed="1\n" + "pass\n" * 40 + "quit\n")
    second = alone.out.partition("Round 2: ")[2].partition("Round 3: ")[0]
    assert second
    assert "Your choice" not in second  # a strict captain decides alone, also a bot


def test_two_people_of_a_team_share_one_screen(run: Run) -> None:
    """PP-S15: the captain is asked."""
    played = run(*WITH_BOTS, *TEAM_OF_BOTS, "--people", "2", typed="\n1\n\n1\n\n" + "pass\n" * 40 + "quit\n")
    assert "The next choice is " in played.out
    assert "Traceback" not in played.out


def test_bots_are_watched(run: Run, home: Path) -> None:
    watched = run("watch", "peer-to-peer", "--fast", "--players", "4", "--bots", "random", "--seed", "2")
    assert watched.code == 0
    assert re.search(r"(win with|Nobody wins)", watched.out)
    record = str(next((home / "games").iterdir()))
    assert "Your team" in run("replay", record, "--as-seat", "1", typed="j 20\nt\nq\n").out


def test_a_pipe_gets_plain_lines() -> None:
    answer = piped(*WITH_BOTS, typed="1\n?\nlist\npass\n? 5V\nquit\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.isascii()
    assert "Customer 1: " in answer.stdout
    assert re.search(r"It works (in a venture|from the group hand)", answer.stdout)
