"""General rules of effects [DK-R01 to R13] and what may be chosen [DK-T01 to T06]."""

from random import Random

import pytest

from techdeck.actions import write_action
from techdeck.cards import edition, face
from techdeck.deck import GENERAL
from techdeck.editions.general import EFFECTS
from techdeck.effects import IN_PLAY, begin_use, copy
from techdeck.games.grid_poker import COMPANY_USES, POINTS, ROUND, USED, Options, grid_poker
from techdeck.games.grid_poker import VALUE as GRID_VALUE
from techdeck.position import play, set_up, written
from techdeck.table import CARDS, EVERYBODY, NOBODY, Table, Tally, Zone
from tests.deck.walk import (
    FORMS,
    GRID_POKER,
    asked,
    at_work,
    begin,
    hand,
    is_done,
    options,
    seen,
    sizes,
    using,
    using_from_hand,
    value_of,
    walk,
    workbench,
)

CODES = [printed.code for printed in GENERAL if printed.text]


# Parts

def test_dk_r01_what_cannot_be_done_is_skipped_and_the_rest_still_happens() -> None:
    table = using("6K", """
        hand 1: 2S
        deck: 4T""")
    assert (asked(table), hand(table, 1)) == ("1 discard", "2S 4T")  # the other has no card to look at


def test_dk_r01_each_part_is_done_as_far_as_possible() -> None:
    table = using("2K", """
        hand 1: 2S
        deck: 4T 5T""")
    play(table, 1, "4T")
    play(table, 2, "5T")
    assert (asked(table), hand(table, 1), hand(table, 2), written(table, "deck")) == ("", "2S 4T", "5T", "")


def test_dk_r02_may_and_up_to_leave_a_player_free() -> None:
    for card, lines in [("7K", "hand 1: 2S"), ("8V", "hand 1: 2S"), ("12S", "hand 1: 2S"), ("6S", "discard: 2S"),
                        ("13K", "deck: 2S"), ("10V", "hand 1: 2S\nmarket: 3S")]:
        assert "pass" in options(using(card, lines), 1).split(), card


def test_dk_r02_everything_else_must_be_done_if_it_can_be_done() -> None:
    for card, lines in [("3K", "hand 1: 2S"), ("1K", "deck: 2S 3S"), ("9T", "hand 1: 2S\nmarket: 3S"),
                        ("3S", "hand 1: 2S\ndiscard: 4S"), ("13S", "market: 3S\ndeck: 4S"), ("1V", "hand 1: 2S"),
                        ("7T", "hand 1: 2S"), ("4T", "hand 1: 2S"), ("5T", ""), ("12T", "market: 3S")]:
        table = using(card, lines)
        assert asked(table), card
        assert "pass" not in options(table, 1).split(), card


def test_dk_r02_using_a_card_is_always_optional() -> None:
    table = set_up(GRID_POKER, """grid poker, 2 seats
        company 1: 3K
        hand 1: 4K
        play: company effects, hand effects""")
    assert options(table, 1) == "3K pass"
    play(table, 1, "pass")
    assert options(table, 1) == "4K pass"


def test_dk_r03_a_player_always_chooses_among_the_own_hand_cards() -> None:
    table = using("12V", """
        hand 1: 2S
        hand 2: 3S
        deck: 4S 5S""")
    play(table, 1, "2S")
    assert (asked(table), options(table, 2)) == ("2 discard", "3S 5S")


def test_dk_r03_choices_belong_to_you_unless_the_text_names_someone_else() -> None:
    table = using("7S", """
        hand 2: 3S
        deck: 4S 5S""", seats=3)
    assert asked(table) == "1 player"
    play(table, 1, "seat 3")
    assert asked(table) == "3 let"


def test_dk_r04_choices_are_made_with_the_knowledge_of_the_moment() -> None:
    table = using("12K", """
        hand 1: 2S
        deck: 4S 5S""")
    assert options(table, 1) == "2S 4S 5S"  # also of what has just been drawn
    table = using("6V", """
        hand 1: 2S
        hand 2: 3S""", seats=3)
    assert asked(table) == "1 name"  # before the player is picked
    play(table, 1, "Science")
    assert asked(table) == "1 player"


def test_dk_r04_which_hidden_card_was_chosen_others_do_not_read() -> None:
    table = using("7K", """
        hand 1: 2S 3S
        deck: 4S 5S""")
    back = table.face.index(face("2S"))
    assert write_action(table, 0, back) == "1 bury 2S"
    assert write_action(table, 0, back, side=1) == "1 bury ??"


def test_dk_r05_discard_and_redraw_of_the_used_card_come_after_the_whole_effect() -> None:
    table = using_from_hand("12K", """
        hand 1: 2S
        deck: 4S 5S 6S 7S""")
    assert (written(table, "resolving 1"), hand(table, 1)) == ("12K", "2S 4S 5S")
    play(table, 1, "4S")
    assert (written(table, "resolving 1"), hand(table, 1)) == ("12K", "2S 5S")
    play(table, 1, "5S")
    assert (written(table, "discard"), hand(table, 1)) == ("4S 5S 12K", "2S 6S")


def test_dk_r05_a_copied_effect_is_finished_before_the_effect_that_copies_goes_on() -> None:
    table = using("7T", """
        hand 1: 3K
        deck: 4S 5S 6S 7S""")
    play(table, 1, "3K")
    assert (asked(table), hand(table, 1)) == ("1 discard", "4S 5S")  # the draw of 7T comes last
    play(table, 1, "4S")
    assert hand(table, 1) == "5S 6S"


def test_dk_r06_if_looks_at_what_has_really_happened() -> None:
    table = using("6T", """
        hand 1: 2S
        deck: 9S 10S""")
    assert (asked(table), options(table, 1)) == ("", "")  # nothing to find, nothing to discard
    assert hand(table, 1) == "2S"
    table = using("6T", """
        hand 1: 2S
        deck: 3S 10S""")
    play(table, 1, "3S")
    assert asked(table) == "1 discard"


@pytest.mark.parametrize(("card", "choices", "left"), [
    ("4V", [], "1V 1K"), ("6T", ["pass"], "1V"), ("7V", [], "1V"), ("8V", ["pass"], "1V"), ("7K", ["pass"], "1V"),
    ("6V", ["Knowledge"], "1K"), ("10K", ["9"], "1V 1K"), ("3V", [], "1V"),
])
def test_dk_r06_what_an_earlier_effect_counted_does_not_matter(card: str, choices: list[str], left: str) -> None:
    table = using(card, """
        hand 1: 1V
        deck: 1K 2K
        count: 7
        named: 3
        named too: 5""")
    play(table, 1, *choices)
    if card == "6V":
        play(table, 1, "1V")
    assert set(hand(table, 1).split()) == set(left.split())
    assert asked(table) == ("1 discard" if card == "10K" else "")


def test_dk_r06_without_if_the_second_part_happens_even_when_the_first_could_not() -> None:
    table = using("12K", "hand 1: 2S 3S 4S")
    play(table, 1, "2S", "3S")
    assert (hand(table, 1), written(table, "discard")) == ("4S", "2S 3S")
    table = using("7T", "deck: 2S 3S")
    assert hand(table, 1) == "2S"


@pytest.mark.parametrize(("card", "lines"), [
    ("11S", "hand 1: 2S"), ("11S", "hand 2: 2S"), ("3S", "discard: 2S 4S"), ("9T", "market: 2S 3S"),
    ("4S", "market: W1"), ("3V", "hand 2: 2S"), ("9T", "hand 1: 2S 3S"), ("4S", "hand 1: W1\nhand 2: 2S"),
])
def test_dk_r07_without_two_cards_an_exchange_or_swap_does_nothing(card: str, lines: str) -> None:
    table = using(card, lines)
    before = [written(table, f"hand {seat}") for seat in (1, 2)]
    while asked(table):
        assert asked(table) == "2 show"  # what others are told to show is shown in any case
        play(table, 2, hand(table, 2))
    assert [written(table, f"hand {seat}") for seat in (1, 2)] == before
    assert not any(GRID_VALUE.get(table, number) for number in range(54))


def test_dk_r07_one_neutral_card_alone_is_not_exchanged() -> None:
    table = using("8K", "market: 2S")
    play(table, 1, "two neutral cards")
    assert (asked(table), written(table, "market")) == ("", "2S - - / - - - / - - -")
    table = using("8K", "market: 2S")
    play(table, 1, "with the top card")
    assert (asked(table), written(table, "market")) == ("", "2S - - / - - - / - - -")


def test_dk_r08_a_player_without_a_hand_neither_draws_nor_takes_nor_discards() -> None:
    table = using("12V", """
        hand 1: 2S
        deck: 4S 5S""", seats=1)
    play(table, 1, "2S")
    assert (asked(table), sizes(table), written(table, "deck")) == ("", [1, 0], "5S")
    table = using("5V", """
        hand 1: 2S
        deck: 4S 5S""", seats=1)
    assert written(table, "aside") == "4S"
    table = using("2V", """
        company 2: 3K
        deck: 4S 5S 6S""", seats=1)
    play(table, 1, "a card they control", "3K", "4S")
    assert (sizes(table), written(table, "deck")) == ([1, 0], "6S")
    table = using("6V", "hand 1: 2S\ndeck: 4S", seats=1)
    play(table, 1, "Science")
    assert (asked(table), hand(table, 1)) == ("", "2S")


def test_dk_r08_votes_and_choices_between_options_of_an_artificial_player_are_random() -> None:
    votes, choices = set(), set()
    for seed in range(40):
        table = using("13V", "hand 1: 1K 1S 1T 1V\ndeck: 4S 5S", seats=1, seed=seed)
        play(table, 1, "Knowledge")
        votes.add(options(table, 1))
        table = using("7S", "deck: 4S", seats=1, seed=seed)
        choices.add(hand(table, 1))
    assert votes == {"1K pass", "Knowledge Science", "Knowledge Technology", "Knowledge Services"}
    assert choices == {"", "4S"}


def test_dk_r09_the_game_checks_who_holds_a_card_and_nobody_can_refuse() -> None:
    table = using("10K", """
        hand 1: 2S
        hand 2: 7S
        deck: 4S""")
    play(table, 1, "7")
    assert (asked(table), options(table, 2)) == ("2 show", "7S")


def test_dk_r09_what_is_checked_but_not_shown_stays_secret() -> None:
    table = using("10K", """
        hand 1: 2S
        hand 2: 7S 8S
        hand 3: 9S
        deck: 4S""", seats=3)
    table.log = []
    play(table, 1, "6")
    assert seen(table, 1, "hand 2") == seen(table, 3, "hand 2") == ""
    assert not [event for event in table.log if event.side in (1, 2)]  # nothing is heard of the others


def test_dk_r10_effects_change_no_points_rounds_order_uses_or_used_marks() -> None:
    for card in CODES:
        table = begin(FORMS[0], card, "normal", 3, seed=7)
        assert table is not None
        used = face(card)

        def visit(now: Table, depth: int, used: int = used) -> None:
            assert (POINTS.of(now), ROUND.get(now), now.first) == ([0, 0, 0], 1, 0)
            assert COMPANY_USES.of(now) == [1, 0, 0]
            assert all(number == used for number in range(54) if USED.get(now, number))

        walk(table, Random(card), 12, visit)


def test_dk_r11_texts_that_copy_each_other_come_to_an_end_even_without_flags() -> None:
    """Stand-ins for an example: every card may copy any card in play, none carries the flag."""
    stand_ins = grid_poker(cards=edition(GENERAL, {printed.code: "again" for printed in GENERAL}),
                           effects={**EFFECTS, "again": copy(IN_PLAY).rule})
    table = set_up(stand_ins, """grid poker, 2 seats
        market: 1K 2K 3K
        company 1: 4K 5K
        play: company effects""")
    play(table, 1, "4K")
    chosen: list[str] = []
    while asked(table):
        choice = options(table, 1).split()[0]
        assert choice not in [*chosen, "4K"]
        chosen.append(choice)
        play(table, 1, choice)
    assert sorted(chosen) == ["1K", "2K", "3K", "5K"]


def test_dk_r11_two_players_who_repeat_each_other_come_to_an_end() -> None:
    """9S without its flag, on both sides."""
    stand_ins = grid_poker(cards=edition(GENERAL, {"9S": "9S", "10S": "9S"}))
    table = set_up(stand_ins, """grid poker, 2 seats
        company 1: 9S
        company 2: 10S
        last text: 0 23
        time of the last text: 0 1
        effects used: 1
        play: company effects""")
    play(table, 1, "9S")
    play(table, 2, "10S")
    assert table.is_over


def test_dk_r12_look_reveal_draw_exchange_and_replace_shuffle_the_discard_in_if_need_be() -> None:
    table = using("1K", "deck: 2S\ndiscard: 3S 4S")
    assert options(table, 1) == "2S 3S 4S"
    table = using("2K", "deck: 2S\ndiscard: 3S 4S")
    assert sorted(written(table, "aside").split()) == ["2S", "3S", "4S"]
    table = using("3K", "deck: 2S\ndiscard: 3S 4S")
    assert (sizes(table), written(table, "discard")) == ([2, 0], "")
    table = using("8K", "market: 5S\ndiscard: 3S")
    play(table, 1, "with the top card", "5S")
    assert (written(table, "market")[:2], written(table, "deck"), written(table, "discard")) == ("3S", "5S", "")
    table = using("13S", "market: 5S\ndiscard: 3S")
    play(table, 1, "5S")
    assert written(table, "market")[:2] in ("3S", "5S")


def test_dk_r12_the_used_card_and_cards_lying_aside_are_not_shuffled_in() -> None:
    table = using_from_hand("4K", "deck: 2S\ndiscard: 3S 5S")
    play(table, 1, "Science")
    assert sorted(written(table, "aside").split()) == ["2S", "3S", "5S"]
    assert (written(table, "deck"), written(table, "resolving 1")) == ("", "4K")


def test_dk_r12_search_bury_and_stack_never_shuffle_the_discard_in() -> None:
    table = using("6T", "discard: 2S 3S")
    assert (asked(table), written(table, "discard"), written(table, "deck")) == ("", "2S 3S", "")
    table = using("7K", "hand 1: 4S\ndiscard: 2S 3S")
    play(table, 1, "4S")  # buried first, and drawn again
    assert (hand(table, 1), written(table, "discard")) == ("4S", "2S 3S")
    table = using("11K", "discard: 2S 3S\nhand 1: 4S")
    play(table, 1, "pass", "pass")  # the look needs the deck, putting the card on the bottom does not
    assert written(table, "discard") == ""


def test_dk_r13_whose_piles_count_is_fixed_when_the_use_begins() -> None:
    """Two pairs of piles, and a number that the use sets once: the used card may move meanwhile."""
    market_deck = Zone("market deck", NOBODY, shared=True)
    market_discard = Zone("market discard", EVERYBODY, shared=True)
    whose = Tally("whose piles", shared=True)

    def begin_with_piles(table: Table, side: int, it: int) -> None:
        begin_use(table, side, it)
        whose.put(table, 1 if table.where(it)[0].name == "open" else 0)

    def piles(table: Table) -> tuple[Zone, Zone]:
        words = table.game.words
        return (market_deck, market_discard) if whose.get(table) else (words.deck, words.discard)

    game = workbench(piles=piles, more_zones=[market_deck, market_discard], more_tallies=[whose],
                     before_use=begin_with_piles)
    table = at_work("1T", """
        open 1: 10S 3K
        deck: 4S 5S
        market deck: 4V 5V
        market discard: 6V""", game)
    play(table, 1, "10S", "1T", "6V")  # the used card itself goes
    assert "1T" not in written(table, "open 1")
    play(table, 1, "3K")
    assert hand(table, 1) == "4V 5V"


# What may be chosen

def test_dk_t01_a_face_down_card_may_be_chosen_by_its_place() -> None:
    table = at_work("13S", """
        down 2: 4K 5K
        deck: 1S 2S""", workbench())
    assert options(table, 1) == "13S down 2 #1 down 2 #2"
    play(table, 1, "down 2 #2")
    assert (written(table, "down 2"), written(table, "discard")) == ("4K 1S", "5K")
    table = at_work("12S", """
        down 2: 4K
        deck: 1S 2S""", workbench())
    assert options(table, 1) == "12S down 2 #1 pass"


@pytest.mark.parametrize(("card", "choices"), [
    ("4S", "13S 13V 4S 4V 5K"), ("1T", "13S 5K"), ("12T", "13S 5K"), ("9T", "13V"), ("9K", "13V 4V 5K 9K"),
])
def test_dk_t02_what_is_asked_for_value_domain_or_text_must_be_seen_by_the_chooser(card: str, choices: str) -> None:
    table = at_work(card, """
        hand 1: 4V 13V
        down 1: 5K
        down 2: 4K
        open 2: 13S
        deck: 1S 2S""", workbench())
    assert options(table, 1) == choices  # never 4K, nor 4V to exchange with it


def test_dk_t02_who_once_peeped_at_a_card_still_may_not_ask_for_its_value() -> None:
    table = set_up(workbench(), """workbench, 2 seats
        open 1: 4S
        down 2: 4K
        seat 1 knows: 4K
        play: uses""")
    play(table, 1, "4S")
    assert asked(table) == ""  # there are no two cards to swap


def test_dk_t02_an_own_hidden_card_chosen_so_is_revealed_and_put_back() -> None:
    table = at_work("4S", """
        hand 1: 11T 12T
        down 1: 5K 6K
        deck: 1S 2S""", workbench())
    play(table, 1, "11T", "5K")
    assert (seen(table, 2, "hand 1"), seen(table, 2, "down 1")) == ("11T", "5K ??")
    assert (hand(table, 1), written(table, "down 1")) == ("11T 12T", "5K 6K")
    assert (value_of(table, "11T"), value_of(table, "5K")) == (5, 11)
    table = at_work("2T", """
        hand 1: 11T 12T
        down 1: 5K 6K
        deck: 1S 2S""", workbench())
    play(table, 1, "11T", "5K")
    assert (seen(table, 2, "hand 1"), seen(table, 2, "down 1")) == ("11T", "5K ??")
    table = at_work("9K", """
        down 1: 5K 6K
        deck: 1S 2S""", workbench())
    play(table, 1, "5K")
    assert seen(table, 2, "down 1") == "5K ??"


@pytest.mark.parametrize(("card", "choices"), [("1S", ["5K", "2"]), ("5S", ["5K"]), ("5T", ["5K", "double"])])
def test_dk_t02_raising_doubling_and_turning_are_no_such_questions(card: str, choices: list[str]) -> None:
    table = at_work(card, """
        down 1: 5K 6K
        deck: 2S 3S""", workbench())
    play(table, 1, *choices)
    assert seen(table, 2, "down 1") == "?? ??"
    assert value_of(table, "5K") != 5


def test_dk_t03_another_players_hand_card_is_never_chosen_by_its_face() -> None:
    for card in CODES:
        table = begin(FORMS[1], card, "normal", 3, seed=11)
        assert table is not None

        def visit(now: Table, depth: int) -> None:
            for decision in [] if is_done(now) else now.pending:
                if decision.kind is CARDS:
                    others = [other for other in range(3) if other != now.side_of(decision.seat)]
                    hidden = [back for other in others for back in now.game.words.hand.of(now, other)]
                    assert not set(hidden) & {int(choice) for choice in decision}

        walk(table, Random(card), 15, visit)


def test_dk_t04_the_used_card_may_be_chosen_when_it_lies_in_play() -> None:
    table = using("10S", "discard: 3K")
    play(table, 1, "10S", "3K")
    assert (written(table, "company 1"), written(table, "discard")) == ("3K", "10S")
    table = using("5S", "")
    play(table, 1, "5S")
    assert value_of(table, "5S") == 9


def test_dk_t04_unless_the_text_says_another() -> None:
    table = using("4T", "company 1: 3K")
    assert options(table, 1) == "3K"


def test_dk_t05_a_card_from_the_deck_that_does_not_fit_goes_the_way_the_game_says() -> None:
    """With `redeal` no wild card may enter the market: it is expelled, and the next card is dealt."""
    table = set_up(grid_poker(Options(wild_market="redeal")), """grid poker, 2 seats
        market: 1K 2K 3K / 4K 5K 6K / 7K 8K 9K
        company 1: 13S
        deck: W1 2S 3S
        play: company effects""")
    play(table, 1, "13S", "5K")
    assert "W1" in written(table, "expelled").split()
    assert written(table, "market") == "1K 2K 3K / 4K 2S 6K / 7K 8K 9K"


def test_dk_t05_a_card_exchanged_with_the_top_ends_on_top_even_if_the_deck_was_reshuffled_meanwhile() -> None:
    table = set_up(grid_poker(Options(wild_market="redeal")), """grid poker, 2 seats
        market: 1K 2K 3K / 4K 5K 6K / 7K 9K 10K
        company 1: 8K
        deck: W1
        discard: 2S 3S 4S
        play: company effects""")
    play(table, 1, "8K", "with the top card", "5K")
    assert "W1" in written(table, "expelled").split()
    assert (seen(table, 0, "deck").split()[0], "5K" in written(table, "market").split()) == ("5K", False)


def test_dk_t05_places_keep_their_size() -> None:
    for card in CODES:
        table = begin(FORMS[0], card, "normal", 2, seed=3)
        assert table is not None

        def visit(now: Table, depth: int) -> None:
            assert all(len(written(now, f"company {seat}").split()) <= 2 for seat in (1, 2))

        walk(table, Random(card), 12, visit)


@pytest.mark.parametrize(("card", "first", "second"), [
    ("8K", ["two neutral cards", "1V"], "2V"), ("4S", ["1V"], "10V 2V 4S"), ("11T", ["10V"], "11T"),
    ("2T", ["2T"], "1V 2V"),
])
def test_dk_t06_two_cards_asked_for_in_one_part_must_be_different(card: str, first: list[str], second: str) -> None:
    table = using(card, """
        market: 1V 2V
        hand 1: 10V
        deck: 1S""")
    play(table, 1, *first)
    assert options(table, 1) == second
