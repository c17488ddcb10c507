"""That a card's effect is used is an event of its own, and a question says whose text asks it."""

from typing import cast

import pytest

from techdeck.cards import code, face
from techdeck.chance import seed_of
from techdeck.effects import cards_in_hand, cards_in_play, copying, discard_it, neutral_cards
from techdeck.events import Telling, Used
from techdeck.games import GAMES, game_named
from techdeck.games.gears_of_industry import HAND, Options
from techdeck.games.grid_poker import DISCARD, IDLE_WORDS, MARKET
from techdeck.lab.looking import effects_of
from techdeck.lab.rows import EFFECT_COLUMNS
from techdeck.lab.rows import Played as Lab
from techdeck.position import play
from techdeck.rules import choose, do, seq
from techdeck.server.seen import Sight
from techdeck.server.wire import Question
from techdeck.table import NoChoice, Rule, Table
from techdeck.telling import Teller
from techdeck.terminal.drawing import Drawing, effect_under_way
from techdeck.views import View
from tests.contract.test_phases import at_work, watch
from tests.games import IS_COMPILED, Played
from tests.rulebook.gears_tables import at as gears_table
from tests.rulebook.peer_tables import Toy
from tests.rulebook.peer_tables import at as peer_table
from tests.rulebook.tables import DUEL, at, pass_on

ASKS: Rule = choose("discard", cards_in_hand, then=do(discard_it))
COPIES_AND_ASKS: Rule = seq(copying(cards_in_play), choose("bury", cards_in_hand, then=do(discard_it)))


def discard_from_market(table: Table, side: int, it: int) -> None:
    table.move(it, MARKET, DISCARD, 0)


OUT_OF_THE_MARKET: Rule = choose("discard", neutral_cards, then=do(discard_from_market))


@pytest.mark.skipif(IS_COMPILED, reason="compiled rules cannot be watched")
def test_every_text_that_is_carried_out_is_told_once(played: Played) -> None:
    """In random games of all kinds; whoever uses it, by itself or as a copy."""
    game, noted = at_work(played), cast("list[str]", [])
    for name, rule in game.effects.items():
        watch(rule, name, noted)
    table = game.start(played.case.seats, played.case.seed, listen=True)
    for action in played.actions:
        table.act(*action)
    uses = [event for event in table.log or [] if isinstance(event, Used)]
    with_text = [event for event in uses if game.prints[event.face].effect]
    assert [game.prints[event.face].effect for event in with_text] == noted


def uses(table: Table) -> list[Telling]:
    names = ["Ann", "Ben", "Cem"][:table.sides]
    teller = Teller(table.game, names, table.sides, table.members)
    return [teller.told(event) for event in table.log or [] if isinstance(event, Used)]


def test_a_use_tells_who_which_card_from_where_and_what_copies_it() -> None:
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": COPIES_AND_ASKS, "9T": ASKS})
    table.log = []
    play(table, 1, "3K", "9T")
    assert uses(table) == [
        {"what": "use", "card": "3K", "by": 0, "copied by": None, "from": "company 1",
         "words": "Ann uses 3K " + concept("3K") + "."},
        {"what": "use", "card": "9T", "by": 0, "copied by": "3K", "from": "company 2",
         "words": "Ann uses the effect of 9T " + concept("9T") + "."},
    ]


def concept(card: str) -> str:
    return game_named("grid poker").cards[face(card)].printed.concept


def test_the_lab_has_a_row_for_each_use(played: Played) -> None:
    """With the place it was used from, and the card that copied it; it reads no sentences."""
    game, case = played.game, played.case
    table = game.start(case.seats, case.seed, listen=True)
    for action in played.actions:
        table.act(*action)
    noted = Lab(1, seed_of(case.seed), ["random"] * case.seats)
    rows = effects_of(game, noted, played.actions)
    assert all(list(row) == list(EFFECT_COLUMNS) for row in rows)
    assert [(row["side"], row["card"], row["place"], row["is_copied"], row["copied_by"]) for row in rows] == [
        (event.side + 1, code(event.face), event.zone, event.copied_by >= 0,
         code(event.copied_by) if event.copied_by >= 0 else "")
        for event in table.log or [] if isinstance(event, Used)]


def test_where_a_copied_card_lies_is_told_only_if_all_may_know() -> None:
    table = at(DUEL)
    table.log = []
    table.uses(0, face("13V"), face("3K"))  # it is in the hand of the other
    table.uses(0, face("6V"), face("3K"))
    assert [telling["from"] for telling in uses(table)] == ["", "company 2"]


def test_a_wild_card_that_takes_effect_by_itself_is_told_as_a_use_in_its_own_words() -> None:
    table = peer_table("hand 1: 5V 4V\nrow: 9V\ndeck 1: W1 2K 3K 4K 5K 6K\ncustomer deck: 13K 12K 11K",
                       toys={"W1": Toy(do(_nothing))})
    table.log = []
    table.then(table.game.phases["refresh"], 0)
    table.go_on()
    assert [(telling["card"], str(telling["words"]).partition(" takes")[2]) for telling in uses(table)] == [
        ("W1", " effect for Ann.")]


def _nothing(table: Table, side: int, it: int) -> None:
    """Nothing at all."""


def question(table: Table, side: int) -> Question:
    (found,) = Sight(table, []).seen(side).asked
    return found


@pytest.mark.parametrize(("done", "verb", "effect"), [(1, "copy", "3K"), (2, "discard", "9T"), (3, "bury", "3K")])
def test_a_question_is_of_the_text_that_asks_it_also_after_a_copy_has_ended(done: int, verb: str, effect: str) -> None:
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": COPIES_AND_ASKS, "9T": ASKS})
    play(table, 1, *["3K", "9T", "8S"][:done])
    view = View(table, 0)
    asked, under_way = question(table, 0), effect_under_way(view)
    assert (asked.verb, asked.effect, asked.user) == (verb, effect, 0)
    assert under_way is not None
    assert under_way.printed.code == effect


def test_a_question_that_no_text_asks_has_none() -> None:
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": ASKS, "6V": ASKS})
    assert (question(table, 0).effect, question(table, 0).user) == ("", -1)
    play(table, 1, "3K", "8S")
    assert question(table, 1).effect == ""
    assert effect_under_way(View(table, 1)) is None


def test_who_discards_a_card_of_another_home_is_who_did_it_not_whose_pile_it_comes_to() -> None:
    """A borrowed card goes to its owner's discard; the one who held it discards it."""
    table = gears_table("hand 1: 1T@2 2K\nhand 2: 3K\nmarket deck: 4K 5K\nplay: discard", texts={},
                        options=Options(discard_rule="home"))
    table.log = []
    (borrowed,) = [back for back in HAND.of(table, 0) if code(table.face[back]).startswith("1T")]
    discard_it(table, 0, borrowed)
    told = [Teller(table.game, ["Ann", "Ben"], 2, table.members).told(event) for event in table.log]
    assert [(str(telling["words"])[:12], telling["to"]) for telling in told] == [("Ann discards", "discard 2")]


def test_who_can_do_nothing_is_told_so_in_a_sentence() -> None:
    """Who holds no card with a text is asked only so that nobody can tell [two worlds]; on all channels alike."""
    table = at(DUEL + "play: company effects", texts={"6V": ASKS})
    table.asks_all = True
    table.then(table.game.phases["company effects"], 0)
    table.pending = []
    table.go_on()
    (decision,) = table.pending
    assert isinstance(decision, NoChoice)
    asked = question(table, 0)
    assert asked.is_idle
    assert asked.words == Drawing(table.game, ["Ann", "Ben"]).question(View(table, 0), decision)
    assert asked.words == IDLE_WORDS["use"] + " Moving on."
    pass_on(table)


def test_why_somebody_passed_is_told_only_to_themselves() -> None:
    """Nobody else can tell a pass made by the rules from a player's own."""
    heard = []
    for texts in ({"6V": ASKS}, {"6V": ASKS, "3K": ASKS}):
        table = at(DUEL, texts=texts)
        table.log = []
        table.then(table.game.phases["company effects"], 0)
        table.go_on()
        if "3K" in texts:
            play(table, 1, "pass")
        tellers = [Teller(table.game, ["Ann", "Ben"], side, table.members) for side in range(3)]
        heard.append([teller.lines(table.log) for teller in tellers])
    (own, *others), (own_choice, *others_choice) = heard
    assert own == [IDLE_WORDS["use"]]
    assert own_choice == ["You use no effect."]
    assert others == others_choice == [["Ann uses no effect."]] * 2


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_words_for_questions_without_a_choice(name: str) -> None:
    manners = game_named(name).manners
    assert set(manners.idle) <= set(manners.prompts)
    for words in [*manners.idle.values(), manners.question(NoChoice(0, "dance"))]:
        assert words[0].isupper()
        assert words.endswith(".")


@pytest.mark.parametrize("seat", [1, 2])
def test_who_discards_a_card_of_the_market_is_who_does_it(seat: int) -> None:
    """It belongs to nobody: what is told is who acts."""
    card, other = ("3K", "6V") if seat == 1 else ("6V", "3K")
    table = at(DUEL + f"first: {seat}\nplay: company effects", texts={card: OUT_OF_THE_MARKET, other: ASKS})
    table.log = []
    play(table, seat, card, "4K")
    lines = Teller(table.game, ["Ann", "Ben"], 2, table.members).lines(table.log)
    assert f"{['Ann', 'Ben'][seat - 1]} discards 4K from the market." in lines
