"""What the terminal says of Grid Poker and regular poker beside the choices, and beside the cards."""

from collections.abc import Sequence

import pytest
from rich.console import Console

from techdeck.cards import GENERAL_EDITION, face
from techdeck.editions.general import PROGRAMS
from techdeck.games.betting import BET, CALL, FOLD, RAISE
from techdeck.games.grid_poker import IDLE_ALONE, Options, grid_poker
from techdeck.games.regular_poker import regular_poker
from techdeck.match import Match
from techdeck.position import play, set_up
from techdeck.table import PASS, Decision, Table
from techdeck.telling import ARTIFICIAL_PLAYER, Teller
from techdeck.terminal.choices import either
from techdeck.terminal.faces import in_full
from techdeck.terminal.grid import GridDrawing
from techdeck.terminal.home import PERSON
from techdeck.terminal.poker import PokerDrawing
from techdeck.terminal.reference import show_cards
from techdeck.terminal.screen import Screen
from techdeck.terminal.session import Session
from techdeck.views import View
from tests.rulebook.tables import DUEL, POKER, at, lies, poker

NAMES = ["Ann", "Ben"]


def outcomes(table: Table, drawing: GridDrawing | None = None) -> dict[str, str]:
    """For the one who is asked: what is said beside each choice."""
    (decision,) = table.pending
    view = View(table, table.side_of(decision.seat))
    drawing = drawing or GridDrawing(table.game, NAMES)
    return {decision.text(table, view.side, choice): drawing.outcome(view, decision, choice) for choice in decision}


def losing(hand: str, committed: str, options: Options = Options()) -> Table:
    """Seat 2 has lost, and is asked about its committed cards."""
    table = at(DUEL.replace("hand 2: 13V 7S 1T", f"hand 2: {hand}") + f"play: {POKER}", options=options)
    poker(table, "1 R2 8S 5T", f"2 {committed}", "1 pass", "2 pass", "1 8K")
    return table


def test_gp_r43_a_wild_card_is_not_said_to_come_back() -> None:
    assert outcomes(losing("13V 7S 1T", "R3 13V 7S")) == {
        "return": "7S and 13V to your hand", "redraw": "discard 7S and 13V, draw 2 cards"}
    assert outcomes(losing("W1 7S 1T", "R3 W1 7S")) == {
        "return": "7S to your hand; W1 is expelled, draw a card for it",
        "redraw": "discard 7S, draw 1 card; W1 is expelled, draw a card for it"}


def test_gp_v04_card_by_card_only_the_one_asked_about_is_named() -> None:
    per_card = Options(loser_redraw_per_card=True)
    table = losing("13V 7S 1T", "R3 13V 7S", per_card)
    assert outcomes(table) == {"return": "7S to your hand", "redraw": "discard 7S, draw 1 card"}
    play(table, 2, "return")
    assert outcomes(table) == {"return": "13V to your hand", "redraw": "discard 13V, draw 1 card"}
    assert outcomes(losing("W1 7S 1T", "R3 W1 7S", per_card))["return"] == "7S to your hand"


def test_gp_v25_a_folded_wild_card_comes_back_like_any() -> None:
    table = at(DUEL.replace("13V 7S 1T", "W1 7S 1T") + "chips: 28 28\nplay: commitments, bidding, results, clearing",
               options=Options(bidding=True))
    poker(table, "1 R2 8S 5T", "2 R3 W1 7S", "1 pass", "2 pass", "1 bet", "2 fold", "1 8K")
    assert outcomes(table)["return"] == "7S and W1 to your hand"


def test_gp_v23_gp_v25_a_bet_says_what_it_costs_and_what_folding_does() -> None:
    table = at(DUEL + "chips: 28 28\nplay: commitments, bidding, results, clearing", options=Options(bidding=True))
    poker(table, "1 R2 8S 5T", "2 R3 13V 7S", "1 pass", "2 pass")
    drawing = GridDrawing(table.game, NAMES)
    assert outcomes(table) == {"check": "pay nothing", "bet": "pay 2; the others must match 2 or fold"}
    assert "pot 2," in drawing.piles(View(table, 0))
    help = drawing.phase_help(View(table, 0))
    assert all(words in help for words in ("one chip, the ante", "2 chips", "7 chips are a point", "half to the best"))
    play(table, 1, "bet")
    assert outcomes(table) == {
        "fold": "withdraw both hands: no points, no chips", "call": "pay 2",
        "raise": "pay 4; the others must match 4 or fold"}


def test_who_cannot_pay_a_call_in_full_reads_that_it_is_all() -> None:
    table = set_up(regular_poker(), """regular poker, 2 seats
        chips: 50 1
        in the deal: 1 1
        hand 1: W1
        hand 2: W2
        play: first bets""".replace("hand 1: W1\n", "").replace("hand 2: W2\n", ""))
    for seat, choice in ((1, "pass"), (1, "bet"), (2, "pass")):
        if table.pending[0].verb == "use" or choice == "bet":
            play(table, seat, choice)
    view = View(table, 1)
    drawing = PokerDrawing(table.game, NAMES)
    (decision,) = table.pending
    assert {choice: drawing.outcome(view, decision, choice) for choice in decision} == {
        FOLD: "leave the pot to the others", CALL: "pay 1, all you have"}
    assert RAISE not in decision
    assert BET not in decision


def test_improvements_are_said_with_the_names_of_the_cards() -> None:
    table = at(DUEL + "play: improvement")
    said = outcomes(table)
    assert said["8S for 3K"] == "Climate Science for Wikis"
    assert said["pass"] == ""
    table = at(DUEL.replace("company 1: 3K 3S", "company 1: 3K") + "play: improvement")
    assert outcomes(table)["add 8S"] == "Climate Science"


def test_where_one_commits_one_reads_what_the_companies_of_rivals_can_make() -> None:
    table = at(DUEL + f"play: {POKER}")

    def hints(seat: int) -> list[str]:
        return GridDrawing(table.game, NAMES).hints(View(table, seat), table.pending[0])

    assert hints(0) == ["Ben's company 6V, 9T can make a pair of eights at R2 and a pair of sixes at C3."]
    play(table, 1, "R2 8S 5T")
    assert hints(1) == ["Ann's company 3K, 3S can make three of a kind, threes at C2."]  # its row is for the hand
    poker(table, "2 pass", "1 C1")
    assert hints(1) == ["Ann's company 3K, 3S makes a pair of threes at C1."]
    play(table, 2, "pass")
    assert GridDrawing(table.game, NAMES).hints(View(table, 0), table.pending[0]) == []


@pytest.mark.parametrize("plain", [True, False])
def test_the_hint_is_shown_with_the_question(plain: bool, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(plain, Console(width=120, height=40, highlight=False, color_system=None))
    match = Match(grid_poker(), NAMES, 1)
    while match.table.pending[0].verb != "commit":
        decision = match.table.pending[0]
        match.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
    session = Session(screen, match, [PERSON, PERSON], None)
    decision = match.table.pending[0]
    session.draw(decision, session._menu(decision))
    assert f"{NAMES[1 - decision.seat]}'s company " in capsys.readouterr().out


def test_amounts_are_offered_one_or_another() -> None:
    assert either(["-1", "+1", "+2"]) == "-1, +1 or +2"


def test_gp_r34_the_log_says_who_discards_a_market_card() -> None:
    table = at(DUEL + f"play: {POKER}")
    poker(table, "1 R2 8S 5T", "2 pass", "1 pass", "2 pass")
    table.log = []
    play(table, 1, "8K")
    assert "Ann discards 8K from the market." in Teller(table.game, NAMES, 1).lines(table.log)
    assert "You discard 8K from the market." in Teller(table.game, NAMES, 0).lines(table.log)


def test_gp_v53_in_regular_poker_a_round_is_a_deal() -> None:
    game = regular_poker()
    drawing = PokerDrawing(game, NAMES)
    assert drawing.card_text(game.cards[face("1S")]).endswith("by up to 3 this deal.")
    assert drawing.card_text(game.cards[face("11V")]).startswith("For this deal, ")
    assert drawing.notes_on(game.cards[face("1S")]) == ["A round is a deal here."]
    assert drawing.notes_on(game.cards[face("3K")]) == []


# What does nothing alone

ALONE = """
    market: 4K' 11T' 6S' / 8V' 8K' 2S' / 13T' 3V' 10K'
    hand 1: 8S' 5T' 12K'
    company 1: {card} 1S'
    company 2: 5K' 6K'
    deck: 1K' 9S' 7T' 13K' 5V' 2K' 4V' 12S' 11K' 12V'
    discard: 2T' 3T'
    play: company effects
"""


def moved_by(card: str) -> bool:
    """Whether anything is another way, or may be, after the card was used alone."""
    table = set_up(grid_poker(Options(decks=2)), "grid poker, 1 seat\n" + ALONE.format(card=card))
    before = [lies(table, place) for place in ("market", "hand 1", "company 2", "discard", "deck")]
    play(table, 1, card)
    while not table.is_over:
        decision: Decision = table.pending[0]
        if decision.verb not in ("name", "pick"):
            return True  # something can be chosen
        table.act(0, next(choice for choice in decision if choice != PASS))
    return before != [lies(table, place) for place in ("market", "hand 1", "company 2", "discard", "deck")]


def test_gp_v32_what_does_nothing_alone_is_said_beside_the_card() -> None:
    idle: Sequence[str] = sorted(card for card in PROGRAMS if not moved_by(card))
    assert idle == sorted(IDLE_ALONE)
    alone = GridDrawing(grid_poker(), ["Ann", ARTIFICIAL_PLAYER])
    for card in PROGRAMS:
        printed = alone.game.cards[face(card)]
        assert bool(alone.notes_on(printed)) is (card in idle)
        assert alone.card_text(printed).startswith("(Nothing when you play alone.)") is (card in idle)
        assert not GridDrawing(grid_poker(), NAMES).notes_on(printed)


def test_dk_w04_the_market_and_the_list_of_cards_show_the_traditional_suits(capsys: pytest.CaptureFixture[str]) -> None:
    assert in_full(GENERAL_EDITION[face("9K")])[0] == "9K Search Engines, value 9 of Knowledge (clubs)."
    assert in_full(GENERAL_EDITION[face("W1")])[0] == "W1 Innovation, a wild card."
    show_cards(Screen(True), ["search", "engines"])
    assert "9K Search Engines (clubs): " in capsys.readouterr().out
    show_cards(Screen(False, Console(width=120, highlight=False, color_system=None)), [])
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in listed if line.split()[:1] in (["9K"], ["9S"], ["9T"], ["9V"])] == list("♣♦♥♠")
    table = at(DUEL + f"play: {POKER}")
    cells = GridDrawing(table.game, NAMES).board(View(table, 0), {}, 100, True)
    assert any("4K ♣" in line.plain and "11T ♥" in line.plain and "6S ♦" in line.plain for line in cells)
