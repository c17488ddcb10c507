"""Grid Poker: what the words on the cards mean in it, GP-X01 to GP-X35."""

from collections.abc import Sequence

import pytest

from techdeck.cards import GENERAL_EDITION, Domain, code, face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import (
    ASIDE,
    GUARDED,
    NEUTRAL,
    cards_in_hand,
    cards_in_play,
    controlled_cards,
    copying,
    discard,
    draw,
    exchange,
    exchange_with_top,
    look,
    neutral_cards,
    reveal,
    stack_all,
)
from techdeck.games.grid_poker import (
    COMMITTED,
    COMPANY,
    DECK,
    DISCARD,
    EXPELLED,
    HAND,
    MARKET,
    PHASE,
    ROUND,
    USED,
    VALUE,
    Options,
    grid_poker,
)
from techdeck.position import play, set_up, written
from techdeck.rules import choose, do, seq, while_
from techdeck.table import EMPTY, PASS, Rule, Table, Zone, become, shift
from techdeck.views import View
from tests.rulebook.tables import (
    DUEL,
    NOTHING,
    POKER,
    WHOLE_ROUND,
    asked,
    at,
    at_random,
    back_of,
    deck,
    knowers,
    lies,
    offered,
    pass_on,
    place_of,
    points,
    poker,
    these,
)

SHORT = DUEL.replace("deck: 9S 1K 7T 13K 5V 2K\n", "")


def general(text: str, seats: int = 2, seed: int = 0) -> Table:
    """A position with the printed effects."""
    return set_up(grid_poker(), f"grid poker, {seats} seat{'s' * (seats > 1)}\n{text}", seed)


def put_back(table: Table, seat: int, it: int) -> None:
    """What was revealed goes back on top, first revealed on top."""
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, DECK, seat)


REVEAL_FOUR: Rule = seq(reveal(4).rule, do(put_back))


def test_gp_x01_the_choices_of_an_effect_are_the_active_players_unless_the_text_names_another() -> None:
    table = at("first: 2\n" + DUEL + "play: company effects", texts={"6V": discard(1).rule, "3K": PROGRAMS["7S"].rule})
    play(table, 2, "6V")
    assert asked(table) == ["2 discard"]
    play(table, 2, "1T")
    play(table, 1, "3K")
    assert asked(table) == ["2 let"]  # "they choose"


def test_gp_x02_there_is_one_deck_and_one_discard_for_all() -> None:
    renew = seq(draw(1).rule, discard(1).rule)
    table = at(DUEL + "play: company effects", texts={"3K": renew, "6V": renew})
    play(table, 1, "3K", "8S")
    play(table, 2, "6V", "7S")
    assert (lies(table, "hand 1"), lies(table, "hand 2")) == (these("5T 12K 9S"), these("13V 1T 1K"))
    assert written(table, "discard") == "8S 7S"
    assert knowers(table, "8S") == knowers(table, "7S") == [1, 2, 3]


def test_gp_x03_the_used_card_is_not_part_of_the_hand_and_nothing_is_committed_while_effects_run() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": choose("pick", cards_in_hand, then=NOTHING)})
    play(table, 1, "12K")
    assert offered(table) == these("8S 5T")
    for position in at_random(grid_poker().start(3, 3), 3):
        if PHASE.get(position) in (1, 2):
            assert all(not COMMITTED.of(position, side) for side in range(3))


def named(table: Table, backs: Sequence[int]) -> list[str]:
    return sorted(code(table.face[back]) for back in backs)


def test_gp_x04_in_play_are_market_and_companies_neutral_the_market_controlled_the_own_company() -> None:
    table = at(DUEL + "discard: 2V\nplay: company effects", texts={"3K": NOTHING})
    market = "4K 11T 6S 8V 8K 2S 13T 3V 10K"
    assert named(table, cards_in_play(table, 0, 0)) == these(f"{market} 3K 3S 6V 9T")
    assert named(table, neutral_cards(table, 0, 0)) == these(market)
    assert named(table, controlled_cards(table, 0, 0)) == these("3K 3S")
    assert named(table, controlled_cards(table, 1, 0)) == these("6V 9T")
    assert named(table, cards_in_hand(table, 1, 0)) == these("13V 7S 1T")


def test_gp_x05_all_players_means_the_active_one_first_then_to_the_left_each_completing_first() -> None:
    table = at(
        "first: 1\nhand 1: 1K 1S 1T\nhand 2: 2K 2S 2T\nhand 3: 3K 3S 3T\ncompany 2: 8V 13V\n"
        "deck: 4K 4S 4T 4V 5K 5S\nplay: company effects", 3, texts={"8V": PROGRAMS["8V"].rule})
    assert asked(table) == ["2 use"]
    play(table, 2, "8V", "2K", "2S")
    assert lies(table, "hand 2") == these("2T 4K 4S")
    assert asked(table) == ["3 discard"]
    play(table, 3, "3K", "3S")
    assert asked(table) == ["1 discard"]
    play(table, 1, "pass")
    assert lies(table, "hand 3") == these("3T 4T 4V")


def test_gp_x06_gp_q14_revealed_cards_are_seen_by_all_and_go_back_in_the_same_order() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": REVEAL_FOUR})
    play(table, 1, "3K")
    assert deck(table) == ["9S", "1K", "7T", "13K", "5V", "2K"]
    assert all(knowers(table, card) == [1, 2, 3] for card in ("9S", "1K", "7T", "13K"))
    assert knowers(table, "5V") == []


def test_gp_x06_a_revealed_hand_card_goes_back_and_need_not_be_shown_again() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": PROGRAMS["3V"].rule})
    play(table, 1, "3K")
    assert asked(table) == ["2 show"]
    play(table, 2, "13V")
    assert knowers(table, "13V") == [1, 2, 3]
    play(table, 1, "pass")
    assert lies(table, "hand 2") == these("13V 7S 1T")
    assert knowers(table, "13V") == [2]


def test_gp_x07_only_the_looking_player_sees_what_is_looked_at() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": seq(look(3).rule, NOTHING, stack_all().rule)})
    play(table, 1, "3K")
    assert all(knowers(table, card) == [1] for card in ("9S", "1K", "7T"))
    assert View(table, 1).known(DECK) == []


def test_gp_x08_an_exchange_swaps_places_and_visibility() -> None:
    def swap(table: Table, seat: int, it: int) -> None:
        exchange(table, back_of(table, "8S"), back_of(table, "4K"))

    table = at(DUEL + "play: company effects", texts={"3K": do(swap)})
    play(table, 1, "3K")
    assert written(table, "market").split()[0] == "8S"
    assert lies(table, "hand 1") == these("4K 5T 12K")
    assert knowers(table, "8S") == [1, 2, 3]
    assert knowers(table, "4K") == [1]  # in the hand it is hidden, though all remember it
    assert face("4K") in View(table, 1).remembered(HAND, 0)


def test_gp_x08_if_one_of_the_two_does_not_exist_nothing_happens() -> None:
    table = at(SHORT + "play: company effects", texts={"3K": exchange_with_top(NEUTRAL).rule})
    play(table, 1, "3K")
    assert table.is_over
    assert written(table, "market") == "4K 11T 6S / 8V 8K 2S / 13T 3V 10K"


def test_gp_x09_a_replacement_discards_the_old_card_and_puts_the_new_one_into_its_place() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": PROGRAMS["13S"].rule})
    play(table, 1, "3K", "8K")
    assert written(table, "market") == "4K 11T 6S / 8V 9S 2S / 13T 3V 10K"
    assert lies(table, "discard") == ["8K"]


def test_gp_x09_a_reshuffle_for_the_new_card_includes_the_old_one() -> None:
    found = set()
    for seed in range(20):
        table = at(SHORT + "discard: 2V\nplay: company effects", texts={"3K": PROGRAMS["13S"].rule}, seed=seed)
        play(table, 1, "3K", "8K")
        found.add(written(table, "market").split()[5])
        assert lies(table, "discard") == []
    assert found == {"2V", "8K"}


def test_gp_x09_gp_q64_if_no_card_can_be_had_nothing_happens() -> None:
    table = at(SHORT + "play: company effects", texts={"3K": PROGRAMS["13S"].rule, "3S": PROGRAMS["10S"].rule})
    play(table, 1, "3K")
    while table.pending:
        table.act(0, next(iter(table.pending[0])))
    assert written(table, "market") == "4K 11T 6S / 8V 8K 2S / 13T 3V 10K"
    assert lies(table, "discard") == []


def remove_first_cell(target: Zone) -> Rule:
    def remove(table: Table, seat: int, it: int) -> None:
        table.move(MARKET.of(table)[0], MARKET, target, seat)

    return do(remove)


def test_gp_x10_an_expelled_card_is_out_for_the_rest_of_the_game() -> None:
    table = at(SHORT + "discard: 2V 12S\nplay: company effects", texts={"3K": remove_first_cell(EXPELLED)})
    play(table, 1, "3K")
    assert place_of(table, "4K") == "expelled"
    assert lies(table, "discard") == []  # it was shuffled for the empty cell
    assert sorted([*deck(table), written(table, "market").split()[0]]) == these("2V 12S")


def test_gp_x11_a_search_shows_the_whole_deck_to_one_player_and_shuffles_it_even_if_nothing_is_taken() -> None:
    for choice in ("1K", "pass"):
        table = at(DUEL + "play: company effects", texts={"3K": PROGRAMS["6T"].rule})
        before = table.chances
        play(table, 1, "3K")
        assert offered(table) == these("1K 5V 2K pass")
        assert all(knowers(table, card) == [1] for card in deck(table))
        play(table, 1, choice)
        assert table.chances == before + 1
        assert all(knowers(table, card) == [] for card in deck(table))
        assert ("1K" in lies(table, "hand 1")) is (choice == "1K")


def test_gp_x11_looking_through_the_discard_needs_no_shuffle() -> None:
    table = at(DUEL + "discard: 2V 12S\nplay: company effects", texts={"3K": PROGRAMS["3S"].rule})
    before = table.chances
    play(table, 1, "3K", "8S", "2V")
    assert lies(table, "hand 1") == these("2V 5T 12K")
    assert table.chances == before


COPY: Rule = copying(cards_in_play)


def test_gp_x12_gp_q68_within_one_use_every_card_is_copied_once_and_the_copying_card_never() -> None:
    """Stand-in texts carry no flag, so a copy can copy another copy."""
    table = at(DUEL + "play: company effects", texts={"3K": COPY, "6V": COPY, "9T": COPY})
    play(table, 1, "3K")
    assert offered(table) == these("6V 9T")
    play(table, 1, "6V")
    assert offered(table) == ["9T"]
    play(table, 1, "9T")
    assert asked(table) == ["2 use"]  # no legal card remained, so nothing more happened


def test_gp_x12_gp_q69_a_marked_card_can_be_copied_and_copying_sets_no_mark() -> None:
    texts = {"3K": COPY, "6V": draw(1).rule, "9T": draw(2).rule}
    table = at("first: 2\n" + DUEL + "play: company effects", texts=texts)
    play(table, 2, "6V")
    assert USED.get(table, face("6V")) == 1
    play(table, 1, "3K", "6V")
    assert lies(table, "hand 1") == these("8S 5T 12K 1K")  # as if printed on the copying card
    assert (USED.get(table, face("3K")), USED.get(table, face("9T"))) == (1, 0)
    table = at(DUEL + "play: company effects", texts={"3K": COPY, "6V": draw(1).rule})
    play(table, 1, "3K", "6V")
    assert USED.get(table, face("6V")) == 0
    assert (asked(table), offered(table)) == (["2 use"], ["6V", "pass"])


def test_gp_x12_the_copying_cards_of_the_deck_copy_no_copying_card_and_no_wild() -> None:
    table = general("""
        market: W1 1T 3T / 7T 10T 13T / 9S 2V 12K
        company 1: 12T 4T
        deck: 1K 2K 3K
        play: company effects
    """)
    play(table, 1, "12T")
    assert offered(table) == ["12K"]


def test_gp_x13_to_pick_is_to_choose_and_to_arrange_is_to_put_back_in_any_order() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": seq(look(3).rule, stack_all().rule)})
    play(table, 1, "3K")
    assert (asked(table), offered(table)) == (["1 stack"], these("9S 1K 7T"))
    play(table, 1, "1K", "9S")
    assert deck(table) == ["7T", "9S", "1K", "13K", "5V", "2K"]


CHANGED = DUEL + f"mark value: 8S={shift(2)} 4K={shift(3)} 3K={become(9)}\n"


def test_gp_x14_a_change_sticks_to_its_card_through_hand_committed_company_and_market() -> None:
    def swap(table: Table, seat: int, it: int) -> None:
        exchange(table, back_of(table, "8S"), back_of(table, "4K"))

    table = at(CHANGED + f"play: company effects, {POKER}, improvement", texts={"3S": do(swap)})
    play(table, 1, "3S")
    assert [table.value(back_of(table, card)) for card in ("8S", "4K", "3K")] == [10, 7, 9]
    poker(table, "1 C1 4K", "2 C1 13V", "1 pass", "2 pass")
    assert points(table) == [0, 1]
    play(table, 2, "13T")
    assert table.value(back_of(table, "4K")) == 7  # committed
    play(table, 1, "return")
    assert table.value(back_of(table, "4K")) == 7
    play(table, 1, "4K for 3S")
    assert (place_of(table, "4K"), table.value(back_of(table, "4K"))) == ("company 1", 7)


def test_gp_x14_a_changed_card_counts_as_changed_in_poker() -> None:
    table = at(DUEL + f"mark value: 12K={become(8)}\nplay: {POKER}")
    poker(table, "1 R2 8S 12K", "2 pass", "1 pass", "2 pass")
    assert points(table) == [2, 0]  # four eights


@pytest.mark.parametrize("target", [DECK, DISCARD, EXPELLED])
def test_gp_x14_a_change_ends_when_the_card_goes_to_the_deck_the_discard_or_is_expelled(target: Zone) -> None:
    table = at(CHANGED + "play: company effects", texts={"3S": remove_first_cell(target)})
    play(table, 1, "3S")
    assert VALUE.get(table, face("4K")) == 0


def test_gp_x14_a_change_ends_with_the_round() -> None:
    table = at(CHANGED + f"play: {WHOLE_ROUND}")
    while not table.is_over:
        assert table.value(back_of(table, "8S")) == 10
        table.act(table.pending[0].seat, PASS)
    assert table.value(back_of(table, "8S")) == 8


@pytest.mark.parametrize(("card", "step", "value"), [
    ("13T", shift(3), 13), ("2S", shift(-3), 1), ("12K", shift(3), 13), ("1T", shift(-1), 1),
])
def test_gp_q88_a_changed_value_is_cut_off_at_1_and_13(card: str, step: int, value: int) -> None:
    table = at(DUEL + f"mark value: {card}={step}\nplay: {POKER}")
    assert table.value(back_of(table, card)) == value


def test_gp_q88_the_ranking_sees_the_value_that_was_cut_off() -> None:
    table = at(DUEL + f"mark value: 12K={shift(3)}\nplay: {POKER}")
    poker(table, "1 R3 12K", "2 R3 13V", "1 pass", "2 pass")
    assert points(table) == [0, 1]  # a pair of 13 both, and Services beats Knowledge
    table = at(DUEL + f"mark value: 12K={shift(3)}\nplay: {POKER}")
    poker(table, "1 R3 12K", "2 R2 7S", "1 pass", "2 pass")
    assert points(table) == [1, 0]  # a pair of 13 against a pair of 8


def test_gp_x15_as_much_as_possible_is_done_in_the_order_of_the_text() -> None:
    table = at(SHORT + "play: company effects", texts={"3K": seq(PROGRAMS["13S"].rule, draw(2).rule, discard(1).rule)})
    play(table, 1, "3K")
    while asked(table) == ["1 replace"]:
        table.act(0, next(iter(table.pending[0])))
    assert asked(table) == ["1 discard"]
    play(table, 1, "5T")
    assert (lies(table, "hand 1"), lies(table, "discard")) == (these("8S 12K"), ["5T"])


def test_gp_x16_gp_q63_an_emptied_cell_is_refilled_when_the_effect_with_its_discard_and_draw_is_over() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": remove_first_cell(DISCARD)})
    play(table, 1, "12K")
    assert written(table, "market") == "1K 11T 6S / 8V 8K 2S / 13T 3V 10K"  # 9S was drawn first
    assert lies(table, "hand 1") == these("8S 5T 9S")
    assert lies(table, "discard") == these("4K 12K")
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": remove_first_cell(DISCARD), "12K": NOTHING})
    play(table, 1, "3K")
    assert asked(table) == ["1 use"]
    assert written(table, "market").split()[0] == "9S"


def test_gp_x16_while_the_effect_runs_the_cell_stays_empty() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": seq(remove_first_cell(DISCARD), discard(1).rule)})
    play(table, 1, "3K")
    assert MARKET.of(table)[0] == EMPTY
    play(table, 1, "8S")
    assert written(table, "market").split()[0] == "9S"


def give_company(count: int) -> Rule:
    """Cards from the deck into the company of seat 2."""
    def give(table: Table, seat: int, it: int) -> None:
        for _ in range(count):
            table.move(DECK.of(table)[-1], DECK, COMPANY, seat, to=1)

    return do(give)


def test_gp_x17_gp_q62_a_company_of_three_at_once_loses_one_of_its_owners_choice() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": give_company(1), "9S": NOTHING})
    play(table, 1, "3K")
    assert (asked(table), offered(table)) == (["2 leave"], these("6V 9T 9S"))
    play(table, 2, "6V")
    assert (lies(table, "company 2"), lies(table, "discard")) == (these("9T 9S"), ["6V"])
    assert (asked(table), offered(table)) == (["2 use"], ["9S", "pass"])


def test_gp_x17_it_comes_before_the_used_hand_card_is_discarded_and_redrawn() -> None:
    table = at(DUEL + "play: hand effects", texts={"12K": give_company(1)})
    play(table, 1, "12K")
    assert asked(table) == ["2 leave"]
    assert (lies(table, "resolving 1"), lies(table, "hand 1")) == (["12K"], these("8S 5T"))
    play(table, 2, "6V")
    assert written(table, "discard") == "6V 12K"


def test_gp_x17_a_company_of_four_loses_two() -> None:
    table = at(DUEL + "play: company effects", texts={"3K": give_company(2)})
    play(table, 1, "3K")
    play(table, 2, "6V", "9T")
    assert lies(table, "company 2") == these("9S 1K")


def test_gp_x17_a_company_left_short_stays_short_until_phase_4() -> None:
    def take_away(table: Table, seat: int, it: int) -> None:
        table.move(back_of(table, "6V"), COMPANY, DISCARD, 1)

    table = at(DUEL + f"play: {WHOLE_ROUND}", texts={"3K": do(take_away)})
    play(table, 1, "3K")
    while table.pending[0].verb != "improve":
        assert lies(table, "company 2") == ["9T"]
        table.act(table.pending[0].seat, PASS)
    play(table, 1, "pass")
    assert offered(table) == ["add 13V", "add 1T", "add 7S", "pass"]


def test_gp_x18_gp_q45_wilds_have_no_effect_and_outside_poker_no_domain_and_value_0() -> None:
    table = at(
        DUEL.replace("company 1: 3K 3S", "company 1: W1 3S").replace("hand 1: 8S", "hand 1: W2")
        + "play: company effects, hand effects",
        texts={"W1": draw(1).rule, "W2": draw(1).rule, "3S": COPY, "5T": NOTHING})
    assert offered(table) == ["3S", "pass"]
    wild = back_of(table, "W1")
    assert (table.value(wild), table.domain(wild)) == (0, Domain.NONE)
    play(table, 1, "3S")  # copying a wild does nothing: it cannot even be chosen
    assert (asked(table), offered(table)) == (["1 use"], ["5T", "pass"])
    assert (lies(table, "hand 1"), deck(table)[0]) == (these("W2 5T 12K"), "9S")


def test_gp_x19_wilds_move_like_other_cards_and_are_not_expelled_by_that() -> None:
    table = at(DUEL.replace("hand 1: 8S", "hand 1: W1") + "play: company effects", texts={"3K": discard(1).rule})
    play(table, 1, "3K", "W1")
    assert place_of(table, "W1") == "discard"
    table = at(DUEL.replace("market: 4K", "market: W1") + "play: company effects", texts={"3K": PROGRAMS["13S"].rule})
    play(table, 1, "3K", "W1")
    assert place_of(table, "W1") == "discard"
    table = at(DUEL.replace("deck: 9S", "deck: W1") + "play: company effects", texts={"3K": draw(1).rule})
    play(table, 1, "3K")
    assert place_of(table, "W1") == "hand 1"
    table = at(SHORT + "discard: W1\nplay: company effects", texts={"3K": draw(1).rule})
    play(table, 1, "3K")
    assert place_of(table, "W1") == "hand 1"  # reshuffled
    table = at(DUEL.replace("hand 1: 8S", "hand 1: W1") + "play: company effects",
               texts={"3K": do(lambda table, seat, it: exchange(table, back_of(table, "W1"), back_of(table, "4K")))})
    play(table, 1, "3K")
    assert place_of(table, "W1") == "market"


def test_gp_x20_each_player_uses_at_most_one_company_and_one_hand_effect_per_round() -> None:
    for seed in range(3):
        table = grid_poker().start(3, seed)
        uses: dict[tuple[int, int, int], int] = {}
        while table.pending:
            decision = table.pending[0]
            if decision.verb == "use" and PASS in decision:
                key = (ROUND.get(table), PHASE.get(table), decision.seat)
                uses[key] = uses.get(key, 0) + 1
            table.act(decision.seat, next(iter(decision)))
        assert uses
        assert max(uses.values()) == 1
        assert len(uses) <= 4 * 2 * 3


def test_gp_x20_a_reveal_until_ends_when_deck_and_discard_have_been_gone_through_once() -> None:
    def goes_on(table: Table, seat: int, it: int) -> bool:
        found = any(code(table.face[back]) == "13V" for back in ASIDE.of(table))
        return not found and bool(DECK.of(table) or DISCARD.of(table))

    table = at(DUEL + "discard: 2V 12S\nplay: company effects",
               texts={"3K": seq(while_(goes_on, reveal(1).rule), do(put_back))})
    play(table, 1, "3K")  # nobody will find the card, which seat 2 holds
    assert sorted(deck(table)) == these("9S 1K 7T 13K 5V 2K 2V 12S")
    assert lies(table, "discard") == []


@pytest.mark.parametrize("card", [print_.printed.code for print_ in GENERAL_EDITION if not print_.is_wild])
def test_gp_x21_no_domain_cards_effect_is_forbidden_for_company_or_hand(card: str) -> None:
    spare = [other for other in ("1K", "2K", "3K", "4K") if other != card]
    table = general(f"""
        market: W1 W2 - / - - - / - - -
        hand 1: {card}
        rest: deck
        deck: {spare[0]}
        play: hand effects
    """)
    assert offered(table) == sorted([card, "pass"])
    table = general(f"company 1: {card}\nhand 2: {spare[0]}\nrest: deck\nplay: company effects")
    assert offered(table) == sorted([card, "pass"])


def test_gp_x21_there_is_no_hand_limit_while_effects_run() -> None:
    table = at(DUEL + "play: company effects, hand effects", texts={"3K": draw(6).rule, "12K": NOTHING})
    play(table, 1, "3K")
    assert len(lies(table, "hand 1")) == 9
    assert asked(table) == ["1 use"]


def test_gp_x22_no_text_speaks_of_game_effects_so_the_wide_meaning_touches_no_card() -> None:
    """The words would mean draws, refills and improvements as well; the general edition never uses them."""
    assert all("game effect" not in card.printed.text.lower() for card in GENERAL_EDITION)


# Hints on cards


def test_gp_x30_every_domain_card_has_a_value_a_domain_and_an_effect() -> None:
    cards = [card for card in GENERAL_EDITION if not card.is_wild]
    assert sorted((card.value, int(card.domain)) for card in cards) == [
        (value, domain) for value in range(1, 14) for domain in (1, 2, 3, 4)]
    assert all(card.effect and card.printed.text for card in cards)


def texts(domain: Domain) -> list[str]:
    return [card.printed.text for card in GENERAL_EDITION if card.domain is domain]


def test_gp_x31_each_domain_has_its_style() -> None:
    def speaking_of(domain: Domain, *words: str) -> int:
        return sum(any(word in text.lower() for word in words) for text in texts(domain))

    assert speaking_of(Domain.KNOWLEDGE, "draw", "reveal", "look", "search", "exchange") == 13
    assert speaking_of(Domain.SCIENCE, "value", "domain", "discard", "replace", "player") == 13
    assert speaking_of(Domain.SERVICES, "player") == 13
    copies = {domain: sum(card.copies for card in GENERAL_EDITION if card.domain is domain) for domain in Domain}
    assert copies[Domain.TECHNOLOGY] > sum(copies.values()) / 2


def test_gp_x32_some_effect_replaces_a_company_card_in_phase_1_also_of_another_player() -> None:
    table = general(DUEL.replace("company 1: 3K", "company 1: 10S") + "discard: 2V\nplay: company effects")
    play(table, 1, "10S", "9T", "2V")
    assert lies(table, "company 2") == these("6V 2V")
    assert "2V" in offered(table)  # and seat 2 can use it


def test_gp_x32_some_hand_card_copies_a_company_effect() -> None:
    table = general(DUEL.replace("hand 1: 8S", "hand 1: 4T") + "play: hand effects")
    play(table, 1, "4T")
    assert "3K" in offered(table)
    play(table, 1, "3K")
    assert asked(table) == ["1 discard"]  # draw two, discard one


def test_gp_x32_some_effect_reveals_four_cards_and_some_exchanges_the_top_card_with_a_hand_card() -> None:
    text = DUEL.replace("company 1: 3K", "company 1: 13K").replace("7T 13K", "7T 4T")
    table = general(text + "play: company effects")
    play(table, 1, "13K")
    assert all(knowers(table, card) == [1, 2, 3] for card in ("9S", "1K", "7T", "4T"))
    table = general(DUEL.replace("company 1: 3K", "company 1: 11K") + "play: company effects")
    play(table, 1, "11K", "8S", "pass")
    assert lies(table, "hand 1") == these("9S 5T 12K")
    assert deck(table)[0] == "8S"


def test_gp_x33_a_wild_is_free_in_grid_poker_and_has_no_effect_as_a_company_card() -> None:
    table = general(DUEL.replace("company 1: 3K 3S", "company 1: W1 W2").replace("hand 1: 8S 5T 12K\n", "")
                    + f"play: company effects, {POKER}")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    poker(table, "2 pass", "1 R2", "2 pass")
    assert points(table) == [2, 0]  # four eights


def test_gp_x34_gp_q82_the_cards_of_the_scoring_picture_count_by_value_and_domain_only() -> None:
    picture = f"""
        market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
        hand 1: 9S 9K 6V
        company 1: 5S 12S
        company 2: 10V 10K
        deck: 6K 11V 8S 1V 2S
        play: {POKER}
    """
    for table in (at(picture), general(picture)):
        poker(table, "1 C2 9S 9K", "1 R1", "2 R2", "2 10S", "1 12T")
        assert points(table) == [2, 1]
        assert written(table, "market") == "5K 9V 2T / 3V 9T 8S / 7K 1V 4S"


def test_gp_x35_what_the_sister_rulebooks_tell_of_single_cards() -> None:
    printed = {card.printed.code: card for card in GENERAL_EDITION}
    names = {"13S": "AI", "12K": "News & Reviews", "1K": "Data Mining", "1S": "Material Sciences",
             "1T": "Internet of Things", "1V": "E-Commerce"}
    assert {card: printed[card].printed.concept for card in names} == names
    assert [card for card in printed if printed[card].searches] == ["9K", "6T", "11T"]
    table = general(DUEL.replace("company 1: 3K", "company 1: 13S") + "play: company effects, hand effects")
    play(table, 1, "13S")
    assert offered(table) == these("4K 11T 6S 8V 8K 2S 13T 3V 10K")  # one market card, no company card
    play(table, 1, "8K")
    assert written(table, "market") == "4K 11T 6S / 8V 9S 2S / 13T 3V 10K"
    play(table, 2, "pass")
    play(table, 1, "12K")
    assert lies(table, "hand 1") == these("8S 5T 1K 7T")
    play(table, 1, "8S", "5T")
    assert lies(table, "hand 1") == these("1K 7T 13K")


def test_gp_x12_the_option_for_wild_effects_makes_no_wild_copyable() -> None:
    table = at(DUEL.replace("company 1: 3K", "company 1: W1") + "play: company effects",
               texts={"W1": draw(1).rule, "3S": COPY, "6V": NOTHING}, options=Options(wild_hand_effect=True))
    play(table, 1, "3S")
    assert offered(table) == ["6V"]


GUARD = {"3K": PROGRAMS["11V"].rule, "12K": PROGRAMS["11V"].rule, "6V": PROGRAMS["13S"].rule}
AND_THEN = "improvement, end of round"


@pytest.mark.parametrize(("phase", "use"), [("company effects", "3K"), ("hand effects", "12K")])
def test_gp_x23_gp_q90_a_guard_outlasts_the_round_also_if_it_was_the_last_effect_of_it(phase: str, use: str) -> None:
    table = at("round: 1\nfirst: 2\n" + DUEL + f"play: {phase}, {AND_THEN}", texts=GUARD)
    pass_on(table, "use")
    if table.pending[0].seat == 1:
        play(table, 2, "pass")
    play(table, 1, use)
    pass_on(table)
    assert GUARDED.get(table, 0) > 0


# A guard put up in phase 1 of round 1 is the number 3, one of phase 2 is 4.
@pytest.mark.parametrize(("standing", "phase", "after"), [
    (3, "company effects", False), (4, "company effects", True), (4, "hand effects", False),
])
def test_gp_x23_it_stands_until_the_same_phase_of_the_next_round_is_over(
    standing: int, phase: str, after: bool,
) -> None:
    """The rival is asked last in that phase, and still meets the guard."""
    table = at(f"round: 2\nfirst: 1\nguarded: {standing} 0\n" + DUEL + f"play: {phase}",
               texts={"3K": NOTHING, "6V": PROGRAMS["2S"].rule, "1T": PROGRAMS["2S"].rule})
    pass_on(table, "use")
    if table.pending[0].seat == 0:
        play(table, 1, "pass")
    play(table, 2, "6V" if phase == "company effects" else "1T")
    assert not {"3K", "3S"} & set(offered(table))  # all other cards in play can be changed
    assert {"4K", "10K", "9T"} <= set(offered(table))
    play(table, 2, "4K", "Science")
    assert table.is_over
    assert (GUARDED.get(table, 0) > 0) is after


def test_gp_x23_who_puts_it_up_anew_is_safe_for_a_full_round_from_then_on() -> None:
    table = at("round: 2\nfirst: 1\nguarded: 3 0\n" + DUEL + f"play: company effects, {AND_THEN}", texts=GUARD)
    play(table, 1, "3K")
    pass_on(table)
    assert GUARDED.get(table, 0) > 0


def test_gp_v67_by_option_a_guard_ends_with_the_round() -> None:
    options = Options(guard_lasts="this_round")
    table = at("round: 1\nfirst: 2\n" + DUEL + "play: hand effects, commitments", texts=GUARD, options=options)
    play(table, 1, "12K")
    pass_on(table, "commit")
    assert GUARDED.get(table, 0) > 0
    table = at("round: 1\nguarded: 1 0\n" + DUEL + "play: end of round", options=options)
    assert GUARDED.of(table) == [0, 0]
