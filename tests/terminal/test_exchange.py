"""Tech Exchange at the terminal: what people say and see, in turns and live, and whole games."""

import re
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.text import Text

from techdeck.games.tech_exchange import STACKS, Options, tech_exchange
from techdeck.match import Match
from techdeck.position import play, set_up
from techdeck.table import CLOCK, Choice, Table
from techdeck.telling import Teller
from techdeck.terminal.choices import Menu
from techdeck.terminal.errors import Complaint
from techdeck.terminal.exchange import TIMES, ExchangeDrawing
from techdeck.terminal.home import PERSON
from techdeck.terminal.pace import MOMENT, Pace
from techdeck.views import View, imagined
from tests.games import asked_at_random
from tests.terminal.conftest import CHOICE, Run, Spawn, piped
from tests.terminal.test_cyber import Player
from tests.terminal.test_decks import Script
from tests.terminal.test_playing import ESCAPES, Watched

PLAY = ["play", "tech-exchange", "--bots", "random", "--seed", "7"]
LIVE = Options(form="live")
NAMES = ["Ann", "Bob", "Cid"]
TRADING = """
tech exchange, 3 seats
first: 1
round: 2
phase: 3
points: 20 14 9
points of round 1: 20 14 9
stock K: 1K 2K 3K
stock S: 1S
stock T: 1T 5T
stock V: 1V
hand 1: 9K 9S 9T 6V 8V 11V 4K 10V
hand 2: 7S 7T 12K 13K 2S 3S 6K 8K
hand 3: 7K 4S 4T 4V 12S 13S 10K 11K
discard: 12T
rest: deck
play: {phases}
"""
CLUMSY = re.compile(
    r"[Tt]he (your|\w+'s) |of you\b|you wins|[Yy]ou \w+s (?:a|an|the|no) |stock [KSTV]\b|(deck|hand) \d")


def table_at(*before: str, options: Options = Options(), phases: str = "second trading") -> Table:
    """Seat 1 is first; before are words of seats as `2 pass`."""
    table = set_up(tech_exchange(options), TRADING.format(phases=phases))
    for words in before:
        seat, _, choice = words.partition(" ")
        play(table, int(seat), choice)
    return table


def drawing_for(table: Table) -> ExchangeDrawing:
    return ExchangeDrawing(table.game, ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"][:table.sides])


def said(table: Table, words: str, seat: int = 0) -> Choice:
    """What somebody who types this chooses."""
    decision = table.decision_of(seat)
    assert decision is not None
    drawing = drawing_for(table)
    choice = drawing.answered(Script(), View(table, seat), decision, words)
    if choice is None:
        menu = Menu(table, decision, drawing.names)
        choice = menu.choices[menu.meant(words)[0]]
    assert choice in decision
    return choice


def lines(drawn: list[Text]) -> str:
    return "\n".join(line.plain for line in drawn).replace(TIMES, "x")


def shown(table: Table, side: int = 0, width: int = 80) -> str:
    view, drawing = View(table, side), drawing_for(table)
    return lines([drawing.heading(view, width), *drawing.board(view, {}, width, False), *drawing.in_between(view, {}),
                  *drawing.mine(view, {}, width, True)])


# What people say

@pytest.mark.parametrize("words", [
    "offer 10V as *V to all for 7*|*K", "offer 10v as v for 7 or k", "OFFER 10V AS *V FOR 7* | *K",
    "10v as services for a 7 or a knowledge card", "offer 10V for 7 or *K as *V",
    "give 10v as v for 7 or any knowledge",
    "offer my 10 of services as services for 7 or knowledge to all", "trade v10 as *v for 7* or *k",
])
def test_an_offer_is_said_in_many_ways(words: str) -> None:
    assert said(table_at(), words) == "offer 10V as *V to all for 7*|*K"


@pytest.mark.parametrize(("words", "offer"), [
    ("offer 10v for 7", "offer 10V as 10V to all for 7*"),
    ("offer 10v 4k for 7 and t", "offer 10V 4K as 10V 4K to all for 7* *T"),
    ("offer 10v and 4k for any card", "offer 10V 4K as 10V 4K to all for **"),
    ("offer 4k as ** for any", "offer 4K as ** to all for **"),
    ("offer 4k for any 9", "offer 4K as 4K to all for 9*"),
    ("offer 4k for 9v to bob", "offer 4K as 4K to seat 2 for 9V"),
    ("offer 4k to Cid for 9v", "offer 4K as 4K to seat 3 for 9V"),
    ("offer 4k to seat 3 for 9v", "offer 4K as 4K to seat 3 for 9V"),
    ("statistics for 9", "offer 4K as 4K to all for 9*"),
    ("1", "offer 4K as 4K to all for 9*"),
    ("ask all for 13 or 6", "ask all for 13*|6*"), ("ask cid for t", "ask seat 3 for *T"),
    ("who has a 7?", "ask all for 7*"), ("declare 3 of 9", "declare 3 of 9*"),
    ("declare none of 6s", "declare none of 6S"), ("wish 4 or services", "wish 4*|*V"), ("wish for a 7", "wish 7*"),
    ("pass", -1), ("nothing", -1), ("no", -1),
])
def test_all_that_can_be_said_in_a_turn(words: str, offer: Choice) -> None:
    assert said(table_at(), words) == offer


@pytest.mark.parametrize(("words", "sentence"), [
    ("offer 10v", "does not say for what: add for 7"), ("offer 2k for 7", "You do not hold 2K. You hold 4K, 9K, 9S"),
    ("offer 10v as k for 7", "10V is not a Knowledge card: what you say of a card must be true."),
    ("offer 10v as 7 or v for 7", "A card is described by one card, value or domain."),
    ("offer 10v for 7 to me", "It is to all or to one seat"), ("offer 10v for 7 to ann", "to one other player"),
    ("offer 10v for 7 for 8", "says for twice"), ("offer 10v 4k 9k for 7", "An offer gives one or two cards"),
    ("offer 10v for 7 and 8 and 9", "An offer says for what, in one or two parts"),
    ("offer 10v for 20", "20* is no card, value or domain"), ("offer bird for 7", '"bird" is no card of yours'),
    ("declare 2 of 7", "What is declared must be true."),
    ("declare 7 of 7 of 7", "It says what the card may be"), ("declare some of 7", "One declares how many cards"),
    ("ask all", "It says what the card may be"), ("say hello", "What is said freely"),
    ("fly to the moon", '"fly to the moon" is nothing that can be said now. Type a number, or what you say'),
    ("7", "There is no number 7 to choose."), ("take 3", '"take 3" is nothing that can be said now'),
    ("done", '"done" is nothing that can be said now'),
])
def test_what_cannot_be_said_is_explained(words: str, sentence: str) -> None:
    with pytest.raises(Complaint, match=re.escape(sentence)):
        said(table_at(), words)


@pytest.mark.parametrize("words", ["7s", "commit 7S", "take 7s", "take 1 with 7S", "commit 1 7S", "give 7s", "1 7s"])
def test_a_reply_names_its_cards(words: str) -> None:
    assert said(table_at("1 offer 10V as *V to all for 7*"), words, 1) == "commit 1 7S"


@pytest.mark.parametrize(("words", "sentence"), [
    ("12k", "12K is not what offer 1 wants, which is a 7; you can give 7S or 7T."),
    ("take", "Say what you give for it: take 1 with 7S or 7T."),
    ("take 4", "There is no open offer 4 to you. Open to you: 1."),
    ("9k", "You do not hold 9K."), ("offer 7s for 3", "You cannot make an offer now."),
])
def test_a_wrong_reply_is_explained(words: str, sentence: str) -> None:
    with pytest.raises(Complaint, match=re.escape(sentence)):
        said(table_at("1 offer 10V as *V to all for 7*"), words, 1)


@pytest.mark.parametrize("words", ["take", "yes", "take 1", "commit 1"])
def test_a_card_that_nobody_named_is_never_put_down(words: str) -> None:
    table = table_at("1 offer 10V as *V to all for 7*")
    with pytest.raises(Complaint, match=re.escape("Say what you give for it: take 1 with 7K.")):
        said(table, words, 2)
    assert said(table, "pass", 2) == -1


def test_on_the_floor_the_offer_is_named() -> None:
    table = table_at("2 offer 7S as 7* to all for 9*", options=LIVE)
    with pytest.raises(Complaint, match=re.escape("Say which offer you take. Open to you: 1.")):
        said(table, "take with 9K")
    assert said(table, "take 1 with 9K") == "commit 1 9K"


def test_cards_of_a_second_deck_need_no_sign() -> None:
    text = TRADING.format(phases="second trading").replace("3 seats", "5 seats").replace("10V\n", "10V'\n")
    table = set_up(tech_exchange(), text.replace("points: 20 14 9", "points: 20 14 9 0 0").replace(
        "points of round 1: 20 14 9", "points of round 1: 20 14 9 0 0").replace(
            "hand 3", "hand 4: 2V\nhand 5: 3V\nhand 3"))
    assert said(table, "10v for 7") == "offer 10V' as 10V to all for 7*"


# What people say at any moment

def test_all_that_can_be_said_at_any_moment() -> None:
    table = table_at("2 offer 7S as 7* to all for 9*", "3 offer 4S as 4S to seat 1 for *V",
                     "1 offer 4K as 4K to all for 9V", "3 ask all for 9*", options=LIVE)
    for words, meant in {
        "take 1 with 9s": "commit 1 9S", "take 2 with 10v": "commit 2 10V", "commit 2 6V": "commit 2 6V",
        "cancel": "cancel 3", "cancel 3": "cancel 3", "done": "done", "yes": "yes 1", "yes 1": "yes 1",
        "say hello, you two!": "say hello, you two!", "offer 6v for 9": "offer 6V as 6V to all for 9*",
    }.items():
        assert said(table, words) == meant
    for words, sentence in {
        "take 9s": "Say which offer you take. Open to you: 1 and 2.", "take 1 with 4k": "4K is not what offer 1 wants",
        "take 2": "Say what you give for it: take 2 with 6V, 8V, 10V or 11V.",
            "take 3": "There is no open offer 3 to you.",
        "no": "An answer must be true.", "back": "nothing that can be said now",
        "cancel 1": "nothing that can be said now",
    }.items():
        with pytest.raises(Complaint, match=re.escape(sentence)):
            said(table, words)
    assert said(table_at("1 done", options=LIVE), "back") == "back"


def test_who_has_too_many_offers_is_told_to_cancel_one() -> None:
    table = table_at("1 offer 4K as 4K to all for 9V", options=Options(form="live", max_open_offers=1))
    with pytest.raises(Complaint, match=r"You cannot make an offer now: first say cancel 1\."):
        said(table, "offer 6v for 9")


def test_what_is_given_can_be_chosen_late() -> None:
    table = table_at(options=Options(late_give_choice=True))
    assert said(table, "offer as v for 7") == "offer as *V to all for 7*"
    assert "offer as 4K for 7 or *K" in drawing_for(table).how_to(View(table, 0), table.pending[0])[-1]
    play(table, 1, "offer as *V to all for 7*")
    play(table, 2, "commit 1 7S")
    play(table, 3, "pass")
    view, drawing = View(table, 0), drawing_for(table)
    assert [drawing.outcome(view, table.pending[0], choice) for choice in table.pending[0]] == [
        "your hand is worth 12 then, now 13"] * 4  # one of the flush goes
    assert said(table, "10v") in table.pending[0]


def test_groups_can_be_said() -> None:
    options = Options(manual_groups=True, auto_trim=True)
    table = table_at(options=options, phases="scoring")
    assert said(table, "9k 9s 9t") == "9K 9S 9T as K"
    assert said(table, "9k 9s 9t as t, 6v 8v 11v 10v") == "9K 9S 9T as T, 6V 8V 10V 11V as V"
    with pytest.raises(Complaint, match="A group is of one value or of one domain"):
        said(table, "9k 8v 4k")
    assert said(table, "2") == "6V 8V 10V 11V as V, 9K 9S 9T as K"
    assert said(table, "pass") == -1


# What people see

def test_stacks_grow_as_bars_with_their_multiplier() -> None:
    picture = shown(table_at()).splitlines()
    assert all(len(line) <= 80 for line in picture)
    assert re.fullmatch(r" Tech Exchange  round 2 of 3, second trading +deck 22, discard 1", picture[0])
    assert picture[1].startswith(" Knowledge  x3  ▇▇▇ 1K 2K 3K  ")
    assert picture[2].startswith(" Science    x1  ▇ 1S  ")
    first = shown(set_up(tech_exchange(), TRADING.replace("phase: 3", "phase: 1").replace(
        " 2K 3K", " 2K").format(phases="first trading")))
    assert " Knowledge  x2  ▇▇· 1K 2K" in first  # a dot is missing until it pauses


def test_what_ends_trading_is_in_sight() -> None:
    text = TRADING.format(phases="first trading")
    table = set_up(tech_exchange(), text)
    left = len(table.game.words.deck.of(table)) + len(table.game.words.discard.of(table)) - 5
    assert f"At most {left} more trades: then too few cards are left." in " ".join(shown(table).split())
    view = View(table, 0)
    assert any("At most" in line for line in drawing_for(table).own_words(view)), "in plain lines as well"
    high = [name for name, stack in zip(("Knowledge", "Science", "Technology", "Services"), STACKS, strict=True)
            if len(stack.of(table)) >= 2]
    assert high
    assert f"One more card on {high[0]}" in " ".join(shown(table).split())
    second = set_up(tech_exchange(), TRADING.format(phases="second trading"))
    assert "One more card" not in shown(second)


def test_seats_show_hands_points_of_rounds_and_flags() -> None:
    picture = shown(table_at("2 done", options=LIVE))
    assert re.search(r"▸1 You +8 cards +first +20", picture)
    assert re.search(r"▸2 Bob +8 cards +done +14", picture)
    text = TRADING.replace("round: 2", "round: 3").replace("points: 20", "points: 25").replace(
        "points of round 1", "points of round 2: 5 0 0\npoints of round 1")
    table = set_up(tech_exchange(), text.format(phases="second trading"))
    assert re.search(r"You +8 cards +first +20\+5=25", shown(table))
    assert "Seat 1, You: 25 points (20 + 5). Hand: 8 cards." in drawing_for(table).words(View(table, 0))


def test_the_own_hand_is_grouped_as_it_scores() -> None:
    table = table_at()
    view, drawing = View(table, 0), drawing_for(table)
    assert [" ".join(line.split()) for line in lines(drawing.mine(view, {}, 80, True)).splitlines()] == [
        "Your hand 6V 8V 10V 11V four Services cards, V x1 = 4", "worth 13 9K 9S 9T three 9s, K x3 = 9",
        "4K in no group"]
    assert drawing.own_words(view) == [
        "Stocks: Knowledge 3, Science 1, Technology 2, Services 1.",
        "At most 18 more trades: then too few cards are left.",
        "Your hand, worth 13: 6V, 8V, 10V and 11V are four Services cards, 4 times 1 for Services: 4; 9K, 9S and 9T "
        "are three 9s, 3 times 3 for Knowledge: 9; in no group: 4K."]


def test_what_would_help_is_suggested() -> None:
    table = table_at()
    assert drawing_for(table).how_to(View(table, 0), table.pending[0])[:2] == [
        "1. offer 4K for 9: your hand would be worth at least 16.",
        'Type a number, or what you say, such as "offer 4K for 7 or *K", "offer 4K for 7 to Bob", "ask Bob for 7" or '
        '"pass". ? explains how to say more.']


def test_the_grammar_is_explained_with_the_own_cards() -> None:
    table = table_at()
    advice = "\n".join(drawing_for(table).advice(View(table, 0), table.pending[0]))
    for words in ('"offer 4K for 7": your 4K for any 7, to all.', '"offer 4K as *K for 7" tells only that it is a Know',
                  '"offer 4K 11V for 7 and *T"', '"offer 4K for 7 to Bob"', '"ask all for 13 or 6"',
                  "In the discard: 12T."):
        assert words in advice
    assert '"say"' not in advice
    for example in re.findall(r'"(offer [^"]+|ask [^"]+|wish [^"]+)"', advice):
        said(table, example)  # every example can be said


def test_the_board_says_what_each_offer_asks_and_gives() -> None:
    table = table_at("2 offer 7S as 7* to all for 9*|*T", "3 offer 4S as 4S to seat 1 for 13*",
                     "1 offer 10V as *V to seat 2 for 7*", "3 offer 4T as ** to seat 2 for *K *K", options=LIVE)
    picture = shown(table, width=100)
    assert "   1 Bob gives a 7 for a 9 or a Technology card, to all (you can give 9K or 9S or 9T)\n" in picture
    assert "   2 Cid gives a 4 of Science for a 13, to you (you have no such card)\n" in picture
    assert "   3 You give 10V, told as a Service card, for a 7, to Bob\n" in picture
    assert "   4 Cid gives a card for a Knowledge card and a Knowledge card, to Bob\n" in picture
    others = shown(table, 1, 100)
    assert "   3 Ann gives a Service card for a 7, to you (you can give 7S or 7T)" in others
    assert "10V" not in others
    assert ("Offer 1: Bob gives a 7 for a 9 or a Technology card, to all. You can give 9K or 9S or 9T."
            in drawing_for(table).words(View(table, 0)))


def test_a_whisper_is_not_overheard() -> None:
    table = table_at("1 offer 10V as *V to seat 2 for 7*", options=Options(form="live", private_offers=True))
    assert "Ann whispers to Cid" not in shown(table, 2)
    assert "   1 Ann whispers to Bob" in shown(table, 2)
    assert "   1 Ann gives a Service card for a 7, to you (you can give 7S or 7T)" in shown(table, 1)


def test_a_commit_shows_what_comes_of_it() -> None:
    table = table_at("1 pass", "2 offer 12K as *K to all for 9*")
    view, drawing = View(table, 0), drawing_for(table)
    decision = table.decision_of(0)
    assert decision is not None
    assert drawing.question(view, decision) == "Commit to offer 1 with cards that are wanted, or pass."
    assert drawing.outcome(view, decision, "commit 1 9K") == "your hand is worth 4 then, now 13"
    table = table_at("1 pass", "2 offer 7S as ** to all for 4*")
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.outcome(view, table.pending[0], "commit 1 4K") == "your hand is worth 13 to 16 then, now 13"


def test_whoever_chooses_a_partner_sees_the_cards() -> None:
    table = table_at("1 offer 10V as *V to all for 7*", "2 commit 1 7S", "3 commit 1 7K")
    view, drawing = View(table, 0), drawing_for(table)
    decision = table.pending[0]
    assert decision.verb == "partner"
    assert [drawing.outcome(view, decision, choice) for choice in decision] == [
        "gives 7S: your hand is worth 12 then, now 13", "gives 7K: your hand is worth 12 then, now 13"]
    assert "Bob: puts down  7S" in shown(table)
    assert "Bob has put down 7S." in drawing.passing_words(view)


def test_a_question_is_repeated_to_who_is_asked() -> None:
    table = table_at("1 ask all for 7*|6*")
    decision = table.decision_of(1)
    assert decision is not None
    assert drawing_for(table).question(View(table, 1), decision) \
        == "Ann asks everybody for a 7 or a 6. Answer the question truly, or say nothing."
    play(table, 2, "yes")
    play(table, 3, "pass")
    assert "Said: Bob holds a 7 or a 6" in shown(table)


def test_a_stack_for_a_wild_card_shows_what_it_brings() -> None:
    text = TRADING.format(phases="second effects").replace("hand 1:", "unplaced 1: W1\nhand 1:").replace(
        "play: second effects", "play: placing")
    table = set_up(tech_exchange(), text)
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.outcome(view, table.pending[0], 0) == "4 high; your hand is worth 16 then"


def test_who_must_discard_is_shown_what_to_keep() -> None:
    text = TRADING.format(phases="scoring").replace(" 10K 11K\n", "\n")
    table = set_up(tech_exchange(), text)
    view, drawing = View(table, 0), drawing_for(table)
    assert drawing.how_to(view, table.pending[0]) == [
        "You keep 12 points if you discard 4K and 6V.", "Type 2 cards, such as 4K 6V."]
    assert said(table, "11v, 4k") in table.pending[0]
    with pytest.raises(Complaint, match="Name 2 cards, not 1"):
        said(table, "4k")


def test_at_scoring_all_hands_lie_open_with_their_groups() -> None:
    table = table_at(phases="scoring", options=Options(manual_groups=True))
    assert re.search(r"Bob's hand +6K +8K +12K +13K +four Knowledge cards, K x3 = 12", shown(table))
    words = "\n".join(drawing_for(table).words(View(table, 0)))
    assert re.search("Cid's hand, worth 15: 7K, 10K and 11K are three Knowledge .* 4S, 4T and 4V are three 4s", words)


@pytest.mark.parametrize("options", [Options(), LIVE, Options(form="live", private_offers=True, private_trades=True)],
                         ids=["turns", "live", "whispers"])
def test_every_step_is_told_to_its_reader(options: Options) -> None:
    game, rng = tech_exchange(options), Random(3)
    table = game.start(3, 3, listen=True)
    while True:
        for side in range(4):
            for line in Teller(game, NAMES, side).lines(table.log or []):
                assert not CLUMSY.search(line), line
        table.log = []
        if not table.pending:
            break
        decision = asked_at_random(table, rng)
        choice = decision.sample(rng)
        if choice is not None:
            table.act(decision.seat, choice)


@pytest.mark.parametrize("options", [Options(), Options(form="live", private_offers=True)], ids=["turns", "live"])
def test_a_picture_has_nothing_that_its_reader_cannot_know(options: Options) -> None:
    """Whatever the side does not know is dealt anew, and picture, words and advice stay the same."""
    rng = Random(4)
    table = tech_exchange(options).start(3, 4)
    number = 0
    while table.pending:
        if number % 9 == 0:
            world = imagined(View(table, 0), rng)
            assert everything_shown(world) == everything_shown(table)
        number += 1
        decision = asked_at_random(table, rng)
        choice = decision.sample(rng)
        if choice is not None:
            table.act(decision.seat, choice)


def everything_shown(table: Table) -> list[object]:
    view, drawing = View(table, 0), drawing_for(table)
    found: list[object] = [shown(table), drawing.words(view), drawing.own_words(view), drawing.passing_words(view)]
    decision = table.decision_of(0)
    if decision is not None:
        found += [Menu(table, decision, drawing.names).texts, drawing.how_to(view, decision),
                  drawing.advice(view, decision), drawing.question(view, decision)]
    return found


# Time where all may speak at any moment

def test_everybody_speaks_once_in_a_moment_and_people_last() -> None:
    match = Match(tech_exchange(LIVE), NAMES, 5)
    pace = Pace(match, [PERSON, "random", "random"])
    match.table = table_at(options=LIVE)
    for _ in range(3):
        asked = [pace.next().seat for _ in range(3)]
        assert sorted(asked[:2]) == [1, 2]
        assert asked[2] == 0
    assert pace.may_wait()


def test_trading_ends_when_nobody_trades_for_long() -> None:
    table_options = Options(form="live", stall_seconds=20)
    match = Match(tech_exchange(table_options), NAMES, 5)
    match.table = table_at(options=table_options)
    pace = Pace(match, [PERSON, "random", "random"])
    asked = 0
    while pace.next().seat != CLOCK:
        asked += 1
        assert asked < 100
    assert asked == 3 * (20 // MOMENT)
    ending = pace.ending()
    assert ending is not None
    match.table.act(CLOCK, ending)


def test_who_is_done_is_asked_only_if_an_offer_comes() -> None:
    match = Match(tech_exchange(LIVE), NAMES, 5)
    match.table = table_at("1 done", options=LIVE)
    pace = Pace(match, [PERSON, "random", "random"])
    assert 0 not in [pace.next().seat for _ in range(6)]
    play(match.table, 2, "offer 7S as 7* to all for 9*")
    assert 0 in [pace.next().seat for _ in range(4)]


# Whole games

class Trader(Player):
    """Waits where there is nothing to say."""

    def ask(self, prompt: str = "> ") -> str:
        assert self.session is not None
        decision = self.session.match.table.decision_of(0)
        if "choice" in prompt and decision is not None and "back" in list(decision)[:1]:
            self.check()
            return self.rng.choice(["", "wait", "back", "list"])
        return super().ask(prompt)


def played(seed: int, seats: int, plain: bool, options: Options = Options(stall_turns=1)) -> Trader:
    screen = Trader(plain, 24, 80)
    match = Match(tech_exchange(options), ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"][:seats], seed)
    screen.session = Watched(screen, match, [PERSON, *["random"] * (seats - 1)], None)
    assert screen.session.run() == 0
    screen.check()
    return screen


@pytest.mark.parametrize(("seats", "options"), [
    (2, Options(stall_turns=1)), (4, Options(stall_turns=1)), (6, Options(stall_turns=1)),
    (3, Options(form="live", stall_seconds=20)),
], ids=["two", "four", "six", "live"])
def test_pictures_fit_eighty_columns(seats: int, options: Options) -> None:
    heights = []
    for picture in played(seats, seats, False, options).pictures:
        assert max(map(len, picture), default=0) <= 80, picture
        if picture and picture[0].startswith(" Tech Exchange"):
            heights.append(len(picture))
    assert sum(height <= 25 for height in heights) / len(heights) > 0.85  # only answers and long effects are higher


@pytest.mark.parametrize("options", [
    Options(stall_turns=1), Options(form="live", stall_seconds=15),
    Options(stall_turns=1, manual_groups=True, late_give_choice=True, private_trades=True),
], ids=["turns", "live", "late"])
def test_plain_lines_are_sentences(options: Options) -> None:
    for picture in played(3, 3, True, options).pictures:
        for line in picture:
            assert not set(line) & set("│─▌▸▇→✓"), line
            assert "offer of you" not in line


def first_of(asked: str) -> str:
    """Something that can be said to a question."""
    asked = " ".join(asked.replace("▌", " ").split())
    if "Enter waits" in asked:
        return "done"
    listed = re.search(r"Type \d+ cards?, such as ([^.]+)\.", asked)
    return listed[1] if listed else "pass" if "or pass" in asked or "pass" in asked.split() else "1"


@pytest.mark.parametrize("form", ["turn", "live"])
def test_a_whole_game_is_played_in_a_real_terminal(spawn: Spawn, home: Path, form: str) -> None:
    child = spawn(*PLAY, "-o", f"form={form}", "-o", "stall_turns=1", lines=30, columns=80)
    offered, scored = False, 0
    for _ in range(400):
        found = child.expect([CHOICE, "Enter to go on: ", r"Watch it now\? \(y/n\) "])
        if found == 2:
            break
        asked = ESCAPES.sub("", child.before).replace("\r", "")
        if found == 1:
            scored += "is over." in asked and len(re.findall(r"scores? \d+", asked)) > 1
            child.sendline("")
        elif "1. offer" in asked and not offered:
            offered = True
            child.sendline("1")
            child.expect("You offer")
        else:
            child.sendline(first_of(asked.partition("▌")[2]))
    assert offered
    assert scored == 2, "after the first two rounds everybody's points stay in sight until Enter"
    ended = ESCAPES.sub("", child.before)
    assert re.search(r"(wins? with|share the win with) \d+ points?", ended)
    child.sendline("n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert list((home / "unfinished").iterdir()) == []


def test_a_live_game_is_left_and_resumed(run: Run) -> None:
    left = run(*PLAY, "-o", "form=live", typed="wait\n\noffer\n?\nlist\nsay hello\nquit\n")
    assert "Enter waits. Trading ends after" in left.out
    assert '"say" and words: anything you like.' in left.out
    assert "hello" in run("resume", typed="log\nquit\n").out


@pytest.mark.parametrize("form", ["turn", "live"])
def test_bots_are_watched_and_the_game_is_replayed(run: Run, home: Path, form: str) -> None:
    watched = run("watch", "tech-exchange", "--fast", "--players", "3", "--bots", "random", "--seed", "2",
                  "-o", f"form={form}", "-o", "stall_turns=1", "-o", "stall_seconds=20")
    assert watched.code == 0
    assert re.search(r"(wins? with|share the win with) \d+ points?", watched.out)
    record = str(next((home / "games").iterdir()))
    assert "stock, times" in run("replay", record, typed="j 30\nt\nq\n").out


def test_a_pipe_gets_plain_lines() -> None:
    answer = piped(*PLAY, typed="?\nlist\npass\npass\nquit\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.isascii()
    assert "Knowledge stock, times " in answer.stdout
    assert "Your hand, worth " in answer.stdout
