"""Regular poker with the Tech Deck, clause by clause: GP-V40 to V64, and the examples GP-W20 to W22.

Most games here are played with cards that have no text, or only the texts that an example needs.
"""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from techdeck.cards import DECK_SIZE, GENERAL_EDITION, face, stand_in
from techdeck.editions.general import EFFECTS
from techdeck.effects import discard, neutral_cards, take_it
from techdeck.games.betting import CHIPS, PAID, pots
from techdeck.games.regular_poker import DECK, HAND, MUCK, Options, dealer, regular_poker
from techdeck.position import play, set_up, written
from techdeck.rules import choose, do
from techdeck.table import EMPTY, Game, Table
from techdeck.views import View, imagined

FORMS = ["five_card_draw", "texas_holdem"]


def game(form: str = "five_card_draw", texts: str = "", **options: Any) -> Game:
    """With no texts on the cards but these."""
    return regular_poker(Options(game=form, **options), stand_in({card: card for card in texts.split()}))


def draw(lines: str, texts: str = "", **options: Any) -> Table:
    return position(game("five_card_draw", texts, **options), lines)


def holdem(lines: str, texts: str = "", **options: Any) -> Table:
    return position(game("texas_holdem", texts, **options), lines)


def position(rules: Game, lines: str) -> Table:
    """A deal under way; the first line gives the chips and so the number of seats, all of whom are in the deal."""
    chips = lines.split("\n")[0].split()
    deal = "" if "in the deal:" in lines else f"in the deal: {' '.join('1' for _ in chips)}\n"
    rest = "" if "rest:" in lines else "rest: deck\n"
    head = f"regular poker, {len(chips)} seats\nchips: {' '.join(chips)}\nleft out: W1 W2\ndeal: 1\n"
    return set_up(rules, head + deal + rest + "\n".join(lines.split("\n")[1:]))


def asked(table: Table) -> str:
    """Who is asked what: `2 bet`."""
    return ", ".join(f"{decision.seat + 1} {decision.verb}" for decision in table.pending)


def offered(table: Table) -> list[str]:
    """What the one who is asked may choose, in words."""
    (decision,) = table.pending
    return [decision.text(table, decision.seat, choice) for choice in decision]


def bet(table: Table, *moves: str) -> None:
    """Moves of whoever is next, in order."""
    for move in moves:
        (decision,) = table.pending
        assert decision.verb == "bet"
        play(table, decision.seat + 1, move)


def answer(table: Table) -> None:
    """Whoever is asked passes, checks, calls or takes what comes first."""
    for decision in table.pending[:1]:
        options = list(decision)
        words = [decision.text(table, decision.seat, choice) for choice in options]
        wanted = [word for word in ("pass", "check", "call") if word in words]
        table.act(decision.seat, options[words.index(wanted[0])] if wanted else options[0])


def finish_deal(table: Table) -> None:
    """Until the next deal has begun, or the match is over."""
    number = tally(table, "deal")
    while not table.is_over and tally(table, "deal") == number:
        answer(table)


def tally(table: Table, name: str) -> list[int]:
    return next(tally.of(table) for tally in table.game.tallies if tally.name == name)


def chips(table: Table) -> list[int]:
    return CHIPS.of(table)


def sizes(table: Table) -> list[int]:
    return [len(HAND.of(table, seat)) for seat in range(table.sides)]


def hand(table: Table, seat: int) -> set[str]:
    return set(written(table, f"hand {seat}").split())


def knows(table: Table, seat: int, card: str) -> bool:
    """Whether a seat, counted from one, knows behind which back a card is; the seat after the last is a spectator."""
    return table.knows(seat - 1, table.face.index(face(card)))


def everything_in(table: Table) -> list[int]:
    return sorted(back for zone in table.zones for back in zone if back != EMPTY)


# The match

def test_gp_v40_two_to_six_play_either_form_with_52_cards() -> None:
    for form, size in zip(FORMS, (5, 2), strict=True):
        rules = game(form)
        assert list(rules.seats) == [2, 3, 4, 5, 6]
        table = rules.start(4, 1)
        assert written(table, "left out").split() in (["W1", "W2"], ["W2", "W1"])
        assert len(DECK.of(table)) == 52 - 4 * size
        assert not any(table.card(back).is_wild for back in DECK.of(table))


def test_gp_v40_the_wilds_stay_in_by_option() -> None:
    for form, size in zip(FORMS, (5, 2), strict=True):
        table = game(form, regular_wilds=True).start(4, 1)
        assert written(table, "left out") == ""
        assert len(DECK.of(table)) == 54 - 4 * size


def test_gp_v40_a_wild_counts_as_the_best_card_and_has_no_effect() -> None:
    rules = regular_poker(Options(regular_wilds=True))
    table = set_up(rules, """regular poker, 2 seats
        chips: 50 50
        in the deal: 1 1
        paid: 10 10
        hand 1: W1 W2 9K 9S 2T
        hand 2: 8K 8S 8T 13V 13K
        play: first bets, showdown""")
    assert offered(table) == ["9K", "9S", "2T", "pass"]
    for seat in (1, 2):
        play(table, seat, "pass", "check")
    assert chips(table) == [70, 50]  # four nines beat a full house


def test_gp_q77_wilds_are_out_by_default() -> None:
    assert not Options().regular_wilds


def test_options_have_only_the_values_that_the_rules_allow() -> None:
    mistakes: list[dict[str, Any]] = [{"game": "stud"}, {"deals": 0}, {"deals": -1}, {"suit_order": "none"},
                                      {"poker_effect_turn": "never"}]
    for wrong in mistakes:
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} can be"):
            Options(**wrong)
    mistakes = [
        {"deals": "3"}, {"regular_wilds": 1}, {"split_value_ties": "yes"}, {"five_of_a_kind": None},
        {"poker_effect_every_turn": 0},
    ]
    for wrong in mistakes:
        with pytest.raises((TypeError, ValueError)):  # compiled classes refuse what has another type themselves
            Options(**wrong)


@pytest.mark.parametrize("form", FORMS)
def test_gp_v41_everybody_starts_with_100_chips_and_a_random_seat_deals(form: str) -> None:
    tables = [game(form).start(4, seed) for seed in range(60)]
    assert all(sum(chips(table)) + sum(PAID.of(table)) == 400 for table in tables)
    assert all(chips(table)[dealer(table)] >= 99 for table in tables)
    assert {dealer(table) for table in tables} == {0, 1, 2, 3}


@pytest.mark.parametrize("form", FORMS)
def test_gp_v41_a_match_has_ten_deals_unless_an_option_says_otherwise(form: str) -> None:
    for deals in (10, 3):
        table = game(form).start(3, 5) if deals == 10 else game(form, deals=deals).start(3, 5)
        dealers = {tally(table, "deal")[0]: dealer(table)}
        while not table.is_over:
            (decision,) = table.pending
            words = offered(table)
            play(table, decision.seat + 1, next(word for word in ("fold", "check", "pass") if word in words))
            dealers.setdefault(tally(table, "deal")[0], dealer(table))
        assert sorted(dealers) == list(range(1, deals + 1))
        assert all((before + 1) % 3 == after for before, after in pairwise(dealers.values()))


def test_gp_v41_the_deal_passes_over_seats_without_chips() -> None:
    table = draw("""10 0 10 0 20
        first: 5
        in the deal: 1 1 1 1 1
        play: deal""")  # seat 4 dealt
    assert dealer(table) == 4
    assert table.first == 0
    table = draw("""10 0 10 0 20
        first: 4
        in the deal: 1 1 1 1 1
        play: deal""")  # seat 3 dealt
    assert dealer(table) == 4


def test_gp_v41_the_match_ends_when_one_player_has_all_chips() -> None:
    table = game(deals=10).start(2, 3)
    for seat in range(2):
        CHIPS.put(table, 0, seat)  # what is left of the match is in the pot
    finish_deal(table)
    assert table.is_over
    assert tally(table, "deal") == [1]
    assert sorted(chips(table)) == [0, 2]


def test_gp_v41_most_chips_win_and_equal_chips_share() -> None:
    table = game(deals=1).start(3, 0)
    for amounts, winners in (([120, 90, 90], [0]), ([110, 80, 110], [0, 2]), ([100, 100, 100], [0, 1, 2])):
        for seat, amount in enumerate(amounts):
            CHIPS.put(table, amount, seat)
        assert table.game.winners(table) == winners
        assert table.game.scores(table) == amounts


def test_gp_v42_all_cards_are_shuffled_together_for_every_deal() -> None:
    table = draw("""50 50 50
        hand 1: 1K 2K 3K 4K 5K
        hand 2: 1S 2S 3S 4S 5S
        discard: 1T 2T
        muck: 1V 2V
        expelled: 13K
        community: 12K 12S - - -
        shown 3: 11K 11S
        play: deal""")
    assert len(DECK.of(table)) == 52 - 15
    assert sizes(table) == [5, 5, 5]
    for place in ("discard", "muck", "expelled", "shown 3"):
        assert written(table, place) == ""
    assert written(table, "community") == "- - - - -"
    assert everything_in(table) == list(range(DECK_SIZE))


def test_gp_v42_nobody_can_follow_a_card_into_the_next_deal() -> None:
    table = draw("""50 50
        hand 1: 1K 2K 3K 4K 5K
        hand 2: 1S 2S 3S 4S 5S
        discard: 1T 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T 12T 13T
        muck: 1V 2V 3V 4V 5V
        paid: 1 1
        play: showdown, deal""")
    assert not any(table.knows(seat, back) for seat in range(3) for back in DECK.of(table))
    assert not any(table.knows(2, back) for seat in range(2) for back in HAND.of(table, seat))
    tables = [position_with_seed(seed) for seed in (1, 2)]
    assert written(tables[0], "deck") != written(tables[1], "deck")


def position_with_seed(seed: int) -> Table:
    return set_up(game(), "regular poker, 2 seats\nchips: 9 9\nin the deal: 1 1\ndeal: 1\nplay: deal", seed)


def test_gp_v42_players_without_chips_are_out() -> None:
    table = draw("""10 0 20
        in the deal: 1 1 1
        play: deal, first bets""")
    assert sizes(table) == [5, 0, 5]
    assert tally(table, "in the deal") == [1, 0, 1]
    assert chips(table) == [9, 0, 19]


def test_gp_q81_expelled_cards_are_back_in_the_next_deal() -> None:
    table = draw("50 50\nexpelled: 13V 13T\nplay: deal")
    assert written(table, "expelled") == ""


# Where cards lie

def test_gp_v43_hands_are_for_their_owners_and_the_board_is_for_all() -> None:
    table = holdem("""50 50
        hand 1: 9K 9S
        hand 2: 3K 4S
        play: flop""")
    assert [knows(table, seat, "9K") for seat in (1, 2, 3)] == [True, False, False]
    board = written(table, "community").split()[:3]
    assert all(knows(table, seat, card) for seat in (1, 2, 3) for card in board)


def test_gp_v43_used_cards_go_face_up_to_the_discard() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        play: first bets""", texts="12K")
    play(table, 1, "12K", "8T", "10K")
    assert written(table, "discard") == "8T 10K 12K"
    assert all(knows(table, seat, card) for seat in (1, 2, 3) for card in ("8T", "10K", "12K"))


def test_gp_v43_folded_hands_go_to_the_muck_where_nobody_sees_them() -> None:
    table = draw("""50 50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        hand 3: 1S 2S 4S 5S 6S
        play: first bets""")
    bet(table, "bet", "fold")
    assert sizes(table) == [5, 0, 5]
    assert sorted(written(table, "muck").split()) == ["1K", "2K", "4K", "5K", "6K"]
    for card in ("1K", "2K", "4K", "5K", "6K"):
        assert [knows(table, seat, card) for seat in (1, 3, 4)] == [False, False, False]


def test_gp_v43_what_folds_or_is_exchanged_looks_the_same_whatever_it_is() -> None:
    table = draw("""50 50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        hand 3: 1S 2S 4S 5S 6S
        everybody knows: 3S
        play: draw, second bets""")
    rng = Random(1)
    for seat, choice, size in ((1, "12K 3S", 2), (2, "2K", 1), (3, "pass", 0), (1, "bet", 0), (2, "fold", 0)):
        others = [side for side in range(4) if side != seat - 1]
        worlds = [imagined(View(table, side), rng) for side in others]
        play(table, seat, choice)
        for side, world in zip(others, worlds, strict=True):
            (decision,) = world.pending
            words = [decision.text(world, seat - 1, option) for option in decision]
            play(world, seat, [word for word in words if len(word.split()) == size][-2] if size else choice)
            seen, imagined_to_be = View(table, side), View(world, side)
            assert imagined_to_be.zones == seen.zones
            assert imagined_to_be.may_be == seen.may_be
            assert imagined_to_be.known_to_all == seen.known_to_all


def test_gp_v44_discard_and_muck_together_become_the_new_deck() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck: 9V
        discard: 1S 2S
        muck: 1T 2T 4T
        rest: expelled
        play: draw""")
    play(table, 1, "12K 3S 3V")
    assert written(table, "discard") == ""
    assert "9V" in hand(table, 1)
    taken = hand(table, 1) - {"8T", "10K", "9V"}
    assert len(taken) == 2
    assert taken <= {"1S", "2S", "1T", "2T", "4T"}  # not the cards put aside
    assert {*written(table, "deck").split()} == {"1S", "2S", "1T", "2T", "4T"} - taken
    assert {*written(table, "muck").split()} == {"12K", "3S", "3V"}


def test_gp_v44_the_muck_comes_back_for_the_board_and_the_redraw() -> None:
    table = holdem("""50 50
        hand 1: 12K 3S
        hand 2: 1K 2K
        deck:
        muck: 1T 2T 4T 5T
        rest: expelled
        play: flop""", texts="12K")
    assert {*written(table, "community").split()[:3]} <= {"1T", "2T", "4T", "5T"}
    assert written(table, "muck") == ""
    table = holdem("""50 50
        hand 1: 13S 3S
        hand 2: 1K 2K
        deck:
        muck: 1T 2T
        rest: expelled
        next to bet: 0
        play: before the flop""", texts="13S")
    play(table, 1, "13S")
    assert len(hand(table, 1)) == 2
    assert hand(table, 1) - {"3S"} <= {"1T", "2T", "13S"}


def test_gp_v44_an_effect_that_needs_several_cards_uses_up_the_deck_first() -> None:
    table = draw("""50 50
        hand 1: 1K 3S 3V 8T 10K
        hand 2: 2K 4K 5K 6K 7K
        deck: 9V
        discard: 1S
        muck: 1T 2T
        rest: expelled
        play: first bets""", texts="1K")
    play(table, 1, "1K")
    held = offered(table)
    assert held[0] == "9V"
    assert {*held[1:]} < {"1S", "1T", "2T"}
    assert len(held) == 3
    assert written(table, "discard") == ""
    assert written(table, "muck") == ""


def test_gp_v44_an_empty_deck_alone_is_no_reason_to_shuffle() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck: 9V
        muck: 1T 2T 4T
        rest: expelled
        play: draw""")
    play(table, 1, "3S")
    assert written(table, "deck") == ""
    assert {*written(table, "muck").split()} == {"1T", "2T", "4T", "3S"}


def test_gp_v44_the_muck_comes_back_for_a_single_draw_inside_an_effect() -> None:
    table = draw("""50 50
        hand 1: 12V 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck:
        muck: 1T 2T 4T
        rest: expelled
        play: first bets""", texts="12V")
    play(table, 1, "12V")
    assert sizes(table) == [5, 6]
    assert written(table, "muck") == ""


# Betting

def test_gp_v45_one_bet_and_three_raises_of_the_unit() -> None:
    for phase, unit in (("first bets", 2), ("second bets", 4)):
        table = draw(f"100 100 100\nplay: {phase}")
        assert offered(table) == ["check", "bet"]
        bet(table, "check", "bet")
        assert chips(table) == [100, 100 - unit, 100]
        assert offered(table) == ["fold", "call", "raise"]
        bet(table, "raise", "raise", "raise")
        assert tally(table, "bet to match") == [4 * unit]
        assert chips(table) == [100 - 3 * unit, 100 - 4 * unit, 100 - 2 * unit]
        assert offered(table) == ["fold", "call"]  # a bet and three raises were made
        bet(table, "call", "call")
        assert chips(table) == [100 - 4 * unit] * 3


def test_gp_v46_bet_and_raise_need_the_full_amount() -> None:
    table = draw("1 100 3\nplay: first bets")
    assert offered(table) == ["check"]
    bet(table, "check", "bet")
    assert asked(table) == "3 bet"
    assert offered(table) == ["fold", "call"]  # a raise costs 4
    table = draw("2 100 4\nplay: first bets")
    assert offered(table) == ["check", "bet"]
    bet(table, "check", "bet")
    assert offered(table) == ["fold", "call", "raise"]


def test_gp_v46_who_cannot_pay_a_call_calls_all_in_and_acts_no_more() -> None:
    table = draw("100 1 100\nplay: first bets, second bets")
    bet(table, "bet", "call")
    assert chips(table) == [98, 0, 100]
    assert tally(table, "folded") == [0, 0, 0]
    bet(table, "raise")
    assert asked(table) == "1 bet"
    bet(table, "call")
    assert asked(table) == "1 bet"  # the second round
    bet(table, "check")
    assert asked(table) == "3 bet"


def test_gp_v47_a_round_ends_when_all_have_acted_and_matched() -> None:
    table = draw("100 100 100\nplay: first bets, second bets")
    bet(table, "check", "check", "check")
    assert tally(table, "unit") == [4]
    bet(table, "check", "bet", "call")
    assert not table.is_over
    bet(table, "raise", "call", "call")
    assert table.is_over
    assert chips(table) == [92, 92, 92]


def test_gp_v47_a_round_is_skipped_when_fewer_than_two_have_chips() -> None:
    assert draw("100 0 0\nplay: first bets").is_over
    assert draw("0 0 0\nplay: first bets").is_over
    assert draw("100 100 0\nfolded: 0 1 0\nplay: first bets").is_over
    assert asked(draw("100 1 0\nplay: first bets")) == "1 bet"


def test_gp_v47_one_alone_with_chips_who_owes_a_call_may_only_call_or_fold() -> None:
    table = draw("100 2\nplay: first bets")
    bet(table, "check", "bet")  # all-in
    assert offered(table) == ["fold", "call"]
    bet(table, "call")
    assert table.is_over


def test_gp_v47_the_bet_before_the_flop_is_two_even_if_the_big_blind_was_short() -> None:
    table = holdem("""100 100 1
        first: 1
        play: deal, before the flop""")  # seat 3 dealt, now seat 1 deals
    assert dealer(table) == 0
    assert tally(table, "paid") == [0, 1, 1]
    assert tally(table, "bet to match") == [2]
    bet(table, "call")
    assert tally(table, "paid") == [2, 1, 1]
    assert asked(table) == "2 bet"
    assert offered(table) == ["fold", "call", "raise"]


def test_gp_v48_the_last_one_takes_everything_without_showing() -> None:
    table = draw("""50 50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        hand 3: 1S 2S 4S 5S 6S
        paid: 1 1 1
        play: first bets, draw, second bets, showdown""")
    bet(table, "check", "bet", "fold", "fold")
    assert table.is_over
    assert chips(table) == [50, 53, 50]
    assert sizes(table) == [0, 5, 0]
    for card in ("1K", "2K", "4K", "5K", "6K"):
        assert [knows(table, seat, card) for seat in (1, 3, 4)] == [False, False, False]


def test_gp_v49_each_level_that_a_live_player_paid_makes_a_pot() -> None:
    table = draw("""0 20 0 20 20
        paid: 3 10 6 10 4
        folded: 0 0 0 0 1""")
    assert [(pot.chips, pot.players) for pot in pots(table)] == [
        (15, [0, 1, 2, 3]), (10, [1, 2, 3]), (8, [1, 3])]


def test_gp_v49_what_nobody_else_paid_goes_back() -> None:
    table = draw("""0 20
        paid: 3 10
        hand 1: 13K 13S 13T 2K 3K
        hand 2: 12K 11S 8T 2S 3S
        play: showdown""")
    assert chips(table) == [6, 27]


def test_gp_v50_each_pot_goes_to_the_best_hand_among_its_players() -> None:
    table = draw("""0 20 20
        paid: 4 9 9
        hand 1: 9K 9S 2T 3T 5T
        hand 2: 13K 12S 8T 2S 3S
        hand 3: 9T 9V 2K 3K 5K
        play: showdown""")
    assert chips(table) == [0, 20, 42]  # 9V before 9S


@pytest.mark.parametrize(("first", "expected"), [(1, [5, 5, 4]), (2, [4, 5, 5]), (3, [5, 4, 5]), (4, [5, 5, 4])])
def test_gp_v50_odd_chips_go_round_from_the_left_of_the_dealer(first: int, expected: list[int]) -> None:
    table = draw(f"""0 0 0 0
        first: {first}
        folded: 0 0 0 1
        paid: 4 4 4 2
        hand 1: 9K 10K 2T 3T 5T
        hand 2: 9S 10S 2K 3S 5K
        hand 3: 9T 10T 2V 3V 5V
        play: showdown""", split_value_ties=True)
    assert chips(table)[:3] == expected


def test_gp_v50_the_showdown_is_open_and_told_in_words() -> None:
    table = holdem("""50 50
        hand 1: 5K 5S
        hand 2: 1K 2K
        community: 5T 12K 12V 3S 8S
        community cards: 5
        unit: 4
        next to bet: 0
        paid: 10 10
        play: before the flop, showdown""")
    assert not any(knows(table, 3, card) for card in ("5K", "5S", "1K", "2K"))
    table.log = []
    bet(table, "check", "check")
    assert all(knows(table, 3, card) for card in ("5K", "5S", "1K", "2K"))
    voice = table.game.voice(["Ada", "Ben"])
    words = [str(event.told(2, voice)["words"]) for event in table.log]
    assert "Ada shows 5K 5S: Full house, fives over twelves." in words
    assert "Ada takes 20 chips." in words


def test_gp_q80_domains_break_ties_unless_value_ties_are_split() -> None:
    hands = """0 0
        paid: 10 10
        hand 1: 13K 12K 9S 5S 3S
        hand 2: 13V 12S 9K 5K 3K
        play: showdown"""
    assert chips(draw(hands)) == [0, 20]
    assert chips(draw(hands, split_value_ties=True)) == [10, 10]
    for order in ("group_first", "rest_first", "high_card_first"):
        assert chips(draw(hands, split_value_ties=True, suit_order=order)) == [10, 10]


def test_the_options_of_the_ranking_are_used() -> None:
    rest = """0 0
        paid: 10 10
        hand 1: 8V 8T 12K 5K 3K
        hand 2: 8K 8S 12T 5T 3T
        play: showdown"""
    assert chips(draw(rest)) == [20, 0]
    assert chips(draw(rest, suit_order="rest_first")) == [0, 20]
    five = """0 0
        paid: 10 10
        hand 1: 9K 9S 9T 9V 8K
        hand 2: 13K 12K 11K 10K 1S
        mark value: 8K=39 1S=39
        mark domain: 1S=1
        play: showdown"""  # 30 and the value: both become 9
    assert chips(draw(five)) == [0, 20]
    assert chips(draw(five, five_of_a_kind=True)) == [20, 0]


# Effects

def test_gp_v51_gp_q78_an_effect_can_be_used_at_any_turn_of_a_betting_round() -> None:
    """Also by who passed at the first turn, and then faces a bet."""
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        deck: 7K 7S 7T 7V
        play: first bets""", texts="12K 12S")
    assert asked(table) == "1 use"
    assert offered(table) == ["12K", "pass"]
    play(table, 1, "pass", "check")
    assert asked(table) == "2 use"
    play(table, 2, "pass", "bet")
    assert asked(table) == "1 use"
    play(table, 1, "12K", "3S", "3V")
    assert written(table, "discard") == "3S 3V 12K"
    assert hand(table, 1) == {"8T", "10K", "7K", "7S", "7T"}
    assert asked(table) == "1 bet"
    play(table, 1, "raise")
    assert asked(table) == "2 use"


def test_gp_v51_but_only_once_in_a_betting_round() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        deck: 7K 7S 7T 7V
        play: first bets, second bets""", texts="12K 12S 7K 7S 7T 7V")
    play(table, 1, "12K", "3S", "3V", "bet")
    play(table, 2, "pass", "raise")
    assert asked(table) == "1 bet"  # the effect of this betting round was used
    play(table, 1, "call")
    assert asked(table) == "1 use"  # the next betting round
    assert set(offered(table)) == {"7K", "7S", "7T", "pass"}


def test_gp_v70_by_option_an_effect_is_used_before_the_first_move_of_a_betting_round_or_not_at_all() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        deck: 7K 7S 7T 7V
        play: first bets, second bets""", texts="12K 12S 7K 7S 7T 7V", poker_effect_turn="first_turn")
    assert asked(table) == "1 use"
    assert offered(table) == ["12K", "pass"]
    play(table, 1, "pass")
    assert asked(table) == "1 bet"
    play(table, 1, "check")
    assert asked(table) == "2 use"
    play(table, 2, "pass", "bet")
    assert asked(table) == "1 bet"  # not the first turn any more
    play(table, 1, "raise")
    assert asked(table) == "2 bet"
    play(table, 2, "call")
    assert asked(table) == "1 use"  # the next betting round
    play(table, 1, "12K", "3S", "3V")
    assert written(table, "discard") == "3S 3V 12K"
    assert hand(table, 1) == {"8T", "10K", "7K", "7S", "7T"}
    assert asked(table) == "1 bet"


def test_gp_v51_the_used_card_is_out_of_hand_until_it_is_discarded() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        play: first bets""", texts="12K")
    play(table, 1, "12K")
    assert written(table, "resolving 1") == "12K"
    assert knows(table, 2, "12K")
    assert sizes(table) == [6, 5]
    assert "12K" not in offered(table)


def test_gp_q78_an_effect_at_every_betting_turn_by_option() -> None:
    table = draw("""50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        play: first bets""", texts="12K 12S", poker_effect_every_turn=True)
    play(table, 1, "pass", "check")
    play(table, 2, "pass", "bet")
    assert asked(table) == "1 use"
    play(table, 1, "pass", "call")
    assert table.is_over


def test_gp_v51_an_all_in_player_has_no_turn_and_uses_no_effect() -> None:
    table = draw("""50 0 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 12S 2K 4K 5K 6K
        hand 3: 12T 2S 4S 5S 6S
        play: first bets""", texts="12K 12S 12T")
    play(table, 1, "pass", "check")
    assert asked(table) == "3 use"


def test_gp_v52_hands_are_brought_back_to_size_from_the_active_player_on() -> None:
    table = draw("""50 50 50
        hand 1: 3S 4S 5S 6S 7S
        hand 2: 1K 1S 1T 1V 2V
        hand 3: 2K 3K 4K 5K 6K
        deck: 9K 9S 9T 9V 10K 10S
        play: first bets""", texts="2K")
    bet(table, "check", "check")
    play(table, 3, "2K", "9K")  # take one of three, then the player on the left takes one
    play(table, 1, "9S")
    assert asked(table) == "3 discard"  # the card drawn for the used one is in hand already
    assert hand(table, 3) == {"3K", "4K", "5K", "6K", "9K", "9V"}
    play(table, 3, "3K")
    assert asked(table) == "1 discard"
    play(table, 1, "7S")
    assert sizes(table) == [5, 5, 5]
    assert asked(table) == "3 bet"
    assert written(table, "discard") == "2K 3K 7S"


def test_gp_v52_a_short_hand_draws_up_to_its_size() -> None:
    texts = stand_in({"12K": "throw"})
    rules = regular_poker(Options(), texts, {"throw": discard(3).rule})
    table = position(rules, """50 50
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck: 9K 9S 9T 9V 10S
        play: first bets""")
    play(table, 1, "12K", "3S", "3V", "8T")
    assert hand(table, 1) == {"10K", "9K", "9S", "9T", "9V"}
    assert asked(table) == "1 bet"


def test_gp_q79_two_cards_are_the_size_in_holdem() -> None:
    table = holdem("""50 50
        hand 1: 3K 9S
        hand 2: 1K 2K
        deck: 9K 9T 9V
        next to bet: 0
        unit: 2
        play: before the flop""", texts="3K")
    play(table, 1, "3K", "9S")
    assert asked(table) == "1 discard"
    play(table, 1, "9K")
    assert hand(table, 1) == {"9T", "9V"}


def test_gp_v53_community_cards_are_neutral_and_in_play() -> None:
    table = holdem("""50 50
        hand 1: 13S 9S
        hand 2: 1K 2K
        community: 5T 12K 12V - -
        community cards: 3
        deck: 9K 9T 9V
        next to bet: 0
        play: before the flop""", texts="13S")
    play(table, 1, "13S")
    assert offered(table) == ["5T", "12K", "12V"]
    play(table, 1, "12K")
    assert written(table, "community") == "5T 9K 12V - -"
    assert written(table, "discard") == "12K 13S"


def test_gp_v53_in_five_card_draw_there_is_no_neutral_card() -> None:
    table = draw("""50 50
        hand 1: 13S 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck: 9K 9T
        play: first bets""", texts="13S")
    play(table, 1, "13S")
    assert asked(table) == "1 bet"
    assert hand(table, 1) == {"3S", "3V", "8T", "10K", "9K"}


def test_gp_v53_nothing_is_controlled() -> None:
    table = draw("50 50")
    for seat in range(2):
        assert not table.game.words.controlled(table, seat, 0)


def test_gp_v53_players_are_those_still_in_the_deal_all_in_ones_included() -> None:
    table = draw("""50 0 50 50
        folded: 0 0 1 0
        hand 1: 3V 3S 4V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        hand 4: 1S 2S 4S 5S 6S
        play: first bets""", texts="3V")
    play(table, 1, "3V")
    assert asked(table) == "2 show"
    play(table, 2, "1K")
    assert asked(table) == "4 show"
    play(table, 4, "1S")
    assert asked(table) == "1 exchange"
    table = draw("""50 0 50 50
        folded: 0 0 1 0
        hand 1: 12V 3S 4V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        hand 4: 1S 2S 4S 5S 6S
        play: first bets""", texts="12V")
    play(table, 1, "12V")
    assert offered(table) == ["seat 2", "seat 4"]


def test_gp_v53_a_removed_community_card_is_replaced_after_the_redraw() -> None:
    rules = regular_poker(
        Options("texas_holdem"), stand_in({"9K": "grab"}), {"grab": choose("take", neutral_cards, then=do(take_it))})
    table = position(rules, """50 50
        hand 1: 9K 3S
        hand 2: 1K 2K
        community: 5T 12K 12V - -
        community cards: 3
        deck: 7K 7S 7T
        next to bet: 0
        play: before the flop""")
    play(table, 1, "9K", "12K")
    assert asked(table) == "1 discard"  # the board is whole before the hands are [DK-Q30]
    assert written(table, "community") == "5T 7S 12V - -"
    assert hand(table, 1) == {"3S", "12K", "7K"}
    play(table, 1, "3S")
    assert written(table, "deck").split()[0] == "7T"


def test_gp_v53_changes_last_to_the_end_of_the_deal() -> None:
    table = draw("""50 50
        hand 1: 2S 2T 3V 8T 10K
        hand 2: 2V 2K 4K 5K 6K
        paid: 5 5
        mark value: 2K=17 2S=17 2T=17 2V=17
        mark domain: 2K=4 2S=4 2T=4 2V=4
        play: first bets, draw, second bets, showdown, deal""")  # 14 and 3: raised by three
    bet(table, "check", "check")
    play(table, 1, "pass")
    play(table, 2, "pass")
    bet(table, "check")
    twos = [face(card) for card in ("2K", "2S", "2T", "2V")]
    assert [table.value(table.face.index(two)) for two in twos] == [5, 5, 5, 5]
    assert [table.domain(table.face.index(two)) for two in twos] == [4, 4, 4, 4]
    bet(table, "check")
    assert tally(table, "deal") == [2]
    assert [table.value(table.face.index(two)) for two in twos] == [2, 2, 2, 2]
    assert [table.domain(table.face.index(two)) for two in twos] == [1, 2, 3, 4]


def test_gp_v53_changed_values_and_domains_count_at_the_showdown() -> None:
    plain = """0 0
        paid: 10 10
        hand 1: 13K 12K 9S 5S 3S
        hand 2: 13V 12S 9K 5K 3K
        play: showdown"""
    assert chips(draw(plain)) == [0, 20]
    assert chips(draw(plain.replace("play", "mark value: 12K=15\nplay"))) == [20, 0]  # plus one: a pair


def test_gp_v53_the_muck_ends_a_change() -> None:
    table = draw("""50 50
        hand 1: 1S 2T 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        mark value: 2T=17 1K=17
        mark domain: 2T=1
        play: draw, second bets""")
    assert table.value(table.face.index(face("2T"))) == 5
    play(table, 1, "2T 8T")
    assert table.value(table.face.index(face("2T"))) == 2
    assert table.domain(table.face.index(face("2T"))) == 3
    play(table, 2, "pass")
    bet(table, "bet", "fold")
    assert table.value(table.face.index(face("1K"))) == 1


def test_gp_v53_a_guard_lasts_to_the_end_of_the_deal() -> None:
    table = draw("""50 50
        hand 1: 11V 2T 3V 8T 10K
        hand 2: 7V 2K 4K 5K 6K
        deck: 1T 1V 2V 4V 5V
        play: first bets, draw, second bets, deal""", texts="11V 7V")
    play(table, 1, "11V", "2T", "check")
    assert tally(table, "guarded") == [1, 0]
    play(table, 2, "pass", "check")
    play(table, 1, "pass")
    play(table, 2, "pass")
    play(table, 1, "check")
    before = hand(table, 1)
    play(table, 2, "7V")
    assert asked(table) == "2 bet"  # nothing could be taken
    assert hand(table, 1) == before
    play(table, 2, "check")
    assert tally(table, "guarded") == [0, 0]


def test_gp_v53_the_last_effect_is_one_of_this_deal() -> None:
    lines = """50 50
        hand 1: 12K 2T 3V 8T 10K
        hand 2: 9S 2K 4K 5K 6K
        deck: 1T 1V 2V 4V 5V 6V 7V
        play: first bets"""
    table = draw(lines, texts="12K 9S")
    play(table, 1, "12K", "2T", "3V", "check")
    play(table, 2, "9S")
    assert asked(table) == "2 discard"
    table = draw(lines.replace("play: first bets", "last text: 12 0\ntime of the last text: 1 0\nplay: deal"))
    assert tally(table, "last text") == [0, 0]
    assert tally(table, "time of the last text") == [0, 0]


# Five-card draw

def test_gp_v55_everybody_antes_one_and_gets_five_cards_from_the_left_of_the_dealer() -> None:
    table = draw("100 1 50\nfirst: 1\nplay: deal")
    assert dealer(table) == 0  # seat 3 dealt before
    assert chips(table) == [99, 0, 49]
    assert tally(table, "paid") == [1, 1, 1]
    assert sizes(table) == [5, 5, 5]
    table = game().bare(3, 7)
    table.log = []
    table.then(table.game.rules, table.first)
    table.go_on()
    voice = table.game.voice(["0", "1", "2"])
    words = [str(event.told(3, voice)["words"]) for event in table.log]
    drawn = [int(word[0]) for word in words if word.endswith("draws a card.")]
    left = (dealer(table) + 1) % 3
    assert drawn == [(left + turn) % 3 for turn in range(3) for _ in range(5)]


def test_gp_v56_the_first_betting_round_has_unit_2_and_starts_left_of_the_dealer() -> None:
    for seed in range(4):
        table = game().start(4, seed)
        assert asked(table) == f"{(dealer(table) + 1) % 4 + 1} bet"
        assert tally(table, "unit") == [2]
        assert tally(table, "stake") == [0, 0, 0, 0]  # the ante does not count as a bet
        assert offered(table) == ["check", "bet"]


def test_gp_v57_each_live_player_exchanges_up_to_five_cards() -> None:
    table = draw("""50 0 50 50
        first: 2
        folded: 0 0 1 0
        hand 1: 1K 2K 3K 4K 5K
        hand 2: 1S 2S 3S 4S 5S
        hand 4: 1V 2V 3V 4V 5V
        deck: 6K 6S 6T 6V 7K 7S 7T 7V
        play: draw""")
    assert asked(table) == "2 draw"  # all-in
    assert len(offered(table)) == 32
    table.log = []
    play(table, 2, "1S 2S 3S 4S 5S")
    assert hand(table, 2) == {"6K", "6S", "6T", "6V", "7K"}
    assert {*written(table, "muck").split()} == {"1S", "2S", "3S", "4S", "5S"}
    assert not any(knows(table, seat, "1S") for seat in (1, 4, 5))
    assert asked(table) == "4 draw"
    assert not any(event.side == 2 for event in table.log)  # who folded is not even passed over aloud
    play(table, 4, "2V")
    assert hand(table, 4) == {"1V", "3V", "4V", "5V", "7S"}
    play(table, 1, "pass")
    assert hand(table, 1) == {"1K", "2K", "3K", "4K", "5K"}
    assert table.is_over
    assert written(table, "discard") == ""


def test_gp_v57_cards_join_the_muck_only_after_the_draw() -> None:
    table = draw("""50 50
        hand 1: 1K 2K 3K 4K 5K
        hand 2: 1S 2S 3S 4S 5S
        deck:
        rest: expelled
        play: draw""")
    play(table, 1, "1K 2K")
    assert hand(table, 1) == {"3K", "4K", "5K"}
    assert {*written(table, "muck").split()} == {"1K", "2K"}
    play(table, 2, "1S")
    assert hand(table, 2) - {"2S", "3S", "4S", "5S"} <= {"1K", "2K"}


def test_gp_v57_nobody_draws_when_only_one_is_left() -> None:
    assert draw("50 50\nfolded: 0 1\nhand 1: 1K 2K 3K 4K 5K\nplay: draw").is_over


def test_gp_v58_the_second_betting_round_has_unit_4_and_starts_with_the_first_live_player() -> None:
    table = draw("""50 50 50
        first: 2
        folded: 0 1 0
        hand 1: 1K 2K 3K 4K 5K
        hand 3: 1V 2V 3V 4V 6S
        paid: 5 5 5
        play: second bets, showdown""")
    assert asked(table) == "3 bet"
    assert tally(table, "unit") == [4]
    bet(table, "bet", "call")
    assert table.is_over
    assert chips(table) == [69, 50, 46]


def test_gp_q87_a_deal_of_five_card_draw_and_one_of_holdem_go_through_all_their_phases() -> None:
    expected = {
        "five_card_draw": ["setup", "deal", "first bets", "draw", "second bets", "showdown"],
        "texas_holdem": ["setup", "deal", "before the flop", "flop", "turn", "river", "showdown"],
    }
    for form in FORMS:
        table = game(form, deals=1).start(3, 2)
        assert list(table.game.phases) == expected[form]
        seen = []
        while not table.is_over:
            if table.game.phase(table) not in seen:
                seen.append(table.game.phase(table))
            answer(table)
        assert seen == [phase for phase in expected[form] if phase not in ("setup", "deal", "showdown")]


# Texas hold'em

def test_gp_v60_the_two_seats_left_of_the_dealer_post_blinds() -> None:
    table = holdem("100 100 100 100\nfirst: 1\nplay: deal, before the flop")  # seat 4 dealt, now seat 1 deals
    assert dealer(table) == 0
    assert tally(table, "paid") == [0, 1, 2, 0]
    assert chips(table) == [100, 99, 98, 100]


def test_gp_v60_a_short_blind_is_all_in() -> None:
    table = holdem("100 100 100 1\nfirst: 2\nplay: deal, before the flop")  # seat 1 dealt, now seat 2 deals
    assert tally(table, "paid") == [0, 0, 1, 1]
    assert chips(table) == [100, 100, 99, 0]


def test_gp_v60_with_two_players_the_dealer_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    table = holdem("100 100\nfirst: 1\nplay: deal, before the flop, flop")  # seat 2 dealt, now seat 1 deals
    assert dealer(table) == 0
    assert tally(table, "paid") == [1, 2]
    assert asked(table) == "1 bet"
    bet(table, "call")
    assert asked(table) == "2 bet"
    bet(table, "check")
    assert asked(table) == "2 bet"  # after the flop the dealer is last
    bet(table, "check")
    assert asked(table) == "1 bet"


def test_gp_v60_two_who_are_left_of_more_are_two_players() -> None:
    table = holdem("100 0 100\nfirst: 3\nin the deal: 1 1 1\nplay: deal, before the flop")  # seat 2 dealt
    assert dealer(table) == 2
    assert tally(table, "paid") == [2, 0, 1]
    assert asked(table) == "3 bet"


def test_gp_v61_each_player_gets_two_cards_from_the_left_of_the_dealer() -> None:
    table = game("texas_holdem").bare(3, 7)
    table.log = []
    table.then(table.game.rules, table.first)
    table.go_on()
    voice = table.game.voice(["0", "1", "2"])
    words = [str(event.told(3, voice)["words"]) for event in table.log]
    drawn = [int(word[0]) for word in words if word.endswith("draws a card.")]
    left = (dealer(table) + 1) % 3
    assert drawn == [(left + turn) % 3 for turn in range(3) for _ in range(2)]


def test_gp_v62_the_big_blind_is_the_bet_and_may_still_raise() -> None:
    table = holdem("100 100 100 100\nfirst: 1\nplay: deal, before the flop")
    assert asked(table) == "4 bet"  # left of the big blind
    assert offered(table) == ["fold", "call", "raise"]
    bet(table, "call", "call", "call")
    assert asked(table) == "3 bet"
    assert offered(table) == ["check", "raise"]
    bet(table, "raise")
    assert tally(table, "bet to match") == [4]
    bet(table, "raise", "raise")
    assert asked(table) == "2 bet"
    assert offered(table) == ["fold", "call"]  # three raises were made
    bet(table, "call", "call", "call")
    assert table.is_over
    assert tally(table, "paid") == [8, 8, 8, 8]


def test_gp_v62_the_round_ends_when_the_big_blind_checks() -> None:
    table = holdem("100 100 100\nfirst: 1\nplay: deal, before the flop")
    bet(table, "call", "call", "check")
    assert table.is_over


def test_gp_v63_flop_turn_and_river_without_burning_cards() -> None:
    table = holdem("""100 100 100
        first: 2
        folded: 0 1 0
        hand 1: 1K 2K
        hand 3: 1S 2S
        deck: 5K 6S 7T 8V 9K 10S
        play: flop, turn, river""")
    for board, unit in (("5K 6S 7T - -", 2), ("5K 6S 7T 8V -", 4), ("5K 6S 7T 8V 9K", 4)):
        assert written(table, "community") == board
        assert tally(table, "unit") == [unit]
        assert asked(table) == "3 bet"  # the first live player left of the dealer
        bet(table, "check", "check")
    assert written(table, "deck").split()[0] == "10S"


def test_gp_v63_the_board_is_dealt_to_the_end_when_nobody_can_bet_any_more() -> None:
    table = holdem("""0 0
        hand 1: 1K 2K
        hand 2: 1S 2S
        paid: 20 20
        deck: 5K 6S 7T 8V 9K
        play: flop, turn, river, showdown""")
    assert table.is_over
    assert written(table, "community") == "5K 6S 7T 8V 9K"
    assert sum(chips(table)) == 40


def test_gp_v63_no_more_cards_are_dealt_when_only_one_is_left() -> None:
    table = holdem("10 10\nfolded: 0 1\nhand 1: 1K 2K\npaid: 2 2\nplay: flop, turn, river, showdown")
    assert written(table, "community") == "- - - - -"
    assert chips(table) == [14, 10]


@pytest.mark.parametrize(("board", "hands", "expected"), [
    ("5K 6K 7K 9S 10V", ("13S 12T", "2K 3K"), [0, 20]),  # two own cards make a flush
    ("5K 6K 7K 10K 10V", ("9K 1V", "10T 10S"), [0, 20]),  # one own card makes a flush; two own cards make four tens
    ("5K 6K 7K 10K 13V", ("9K 1V", "13T 13S"), [20, 0]),
    ("9V 10V 11V 12V 13V", ("2S 3T", "4S 6T"), [10, 10]),  # the board plays
])
def test_gp_v64_the_best_five_of_seven_cards_count(board: str, hands: tuple[str, str], expected: list[int]) -> None:
    table = holdem(f"""0 0
        hand 1: {hands[0]}
        hand 2: {hands[1]}
        community: {board}
        community cards: 5
        paid: 10 10
        play: showdown""")
    assert chips(table) == expected


# Worked examples

def test_gp_w20_comparison_in_holdem() -> None:
    example = """0 0
        hand 1: 13S 4T
        hand 2: 13T 4S
        community: 2K 5S 9T 12V 13K
        community cards: 5
        paid: 10 10
        play: showdown"""
    assert chips(holdem(example)) == [0, 20]
    assert chips(holdem(example, split_value_ties=True)) == [10, 10]
    royal = example.replace("2K 5S 9T 12V 13K", "9V 10V 11V 12V 13V")
    assert chips(holdem(royal)) == [10, 10]


def test_gp_w21_an_effect_in_five_card_draw() -> None:
    table = draw("""100 100
        hand 1: 12K 3S 3V 8T 10K
        hand 2: 1K 2K 4K 5K 6K
        deck: 3K 7V 1T 6S
        play: first bets""", texts="12K 3K 7V 1T 6S")
    assert asked(table) == "1 use"
    play(table, 1, "12K")
    assert written(table, "resolving 1") == "12K"
    assert hand(table, 1) == {"3S", "3V", "8T", "10K", "3K", "7V"}
    play(table, 1, "8T", "7V")
    assert written(table, "discard") == "8T 7V 12K"
    assert hand(table, 1) == {"3S", "3V", "10K", "3K", "1T"}
    assert asked(table) == "1 bet"
    play(table, 1, "check")
    play(table, 2, "bet")
    assert asked(table) == "1 bet"  # no further effect in this betting round
    assert written(table, "deck").split()[0] == "6S"


def test_gp_w22_side_pots() -> None:
    table = draw("""0 10 10 10
        paid: 6 10 10 2
        folded: 0 0 0 1
        hand 1: 13K 13S 13T 2K 4S
        hand 2: 9K 7S 5T 3K 1S
        hand 3: 12K 12S 8T 6V 2S""")
    assert [(pot.chips, pot.players) for pot in pots(table)] == [(20, [0, 1, 2]), (8, [1, 2])]
    table.then(table.game.phases["showdown"], 0)
    table.go_on()
    assert chips(table) == [20, 10, 18, 10]


# Random play

OPTIONS: list[dict[str, Any]] = [
    {},
    {"regular_wilds": True, "five_of_a_kind": True, "suit_order": "rest_first"},
    {"poker_effect_every_turn": True, "split_value_ties": True, "suit_order": "high_card_first"},
    {"regular_wilds": True, "poker_effect_every_turn": True, "deals": 4},
]


def random_step(table: Table, rng: Random) -> None:
    """A random choice, but folding less often, so that deals last."""
    decision = table.pending[int(rng.random() * len(table.pending))]
    choice = decision.sample(rng)
    assert choice is not None
    if decision.verb == "bet" and decision.text(table, decision.seat, choice) == "fold" and rng.random() < 0.7:
        play(table, decision.seat + 1, "call")
    else:
        table.act(decision.seat, choice)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", range(len(OPTIONS)))
def test_random_matches_end_and_keep_all_cards_and_chips(form: str, seats: int, options: int) -> None:
    rules = regular_poker(Options(**{"game": form, "deals": 5, **OPTIONS[options]}))
    size = 5 if form == "five_card_draw" else 2
    for seed in range(2):
        rng = Random(seed)
        table = rules.start(seats, seed)
        while not table.is_over:
            assert sum(chips(table)) + sum(PAID.of(table)) == 100 * seats
            assert everything_in(table) == list(range(DECK_SIZE))
            assert sorted(table.face) == list(range(DECK_SIZE))
            if table.pending[0].verb in ("bet", "draw"):
                live = [a and not b for a, b in zip(tally(table, "in the deal"), tally(table, "folded"), strict=True)]
                assert sizes(table) == [size if is_live else 0 for is_live in live]
            random_step(table, rng)
        assert sum(chips(table)) == 100 * seats
        assert rules.winners(table)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_side_cannot_tell_an_imagined_table_from_the_true_one(form: str, seats: int) -> None:
    rng = Random(seats)
    rules = regular_poker(Options(game=form, deals=2, regular_wilds=seats == 3))
    table = rules.start(seats, seats)
    while not table.is_over:
        for side in range(seats + 1):
            view = View(table, side)
            assert View(imagined(view, rng), side).everything() == view.everything()
        random_step(table, rng)


@pytest.mark.parametrize("form", FORMS)
def test_nobody_knows_a_card_of_the_muck_that_was_never_shown(form: str) -> None:
    """Without effects nothing is shown, so a card in the muck is known to its last owner alone, or to nobody."""
    for seed in range(4):
        rng = Random(seed)
        table = game(form, deals=4).start(4, seed)
        while not table.is_over:
            for back in MUCK.of(table):
                assert not table.knows(4, back)
                assert sum(table.knows(side, back) for side in range(4)) <= 1
            random_step(table, rng)


def test_every_way_of_a_card_and_every_question_has_words() -> None:
    for form in FORMS:
        rules = regular_poker(Options(game=form, deals=3, regular_wilds=True))
        for seed in range(4):
            rng = Random(seed)
            table = rules.start(4, seed)
            while not table.is_over:
                assert all(decision.verb in rules.manners.prompts for decision in table.pending)
                table.log = []
                random_step(table, rng)
                for event in table.log:
                    ways = getattr(event, "ways", None)
                    assert ways is None or ways in rules.manners.phrases


def test_the_general_edition_is_played_by_default() -> None:
    assert regular_poker().cards is GENERAL_EDITION
    assert regular_poker().effects is EFFECTS
