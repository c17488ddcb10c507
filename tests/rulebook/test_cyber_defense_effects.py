"""Cyber Defense: the step of effects, CD-R20 to CD-R33 and CD-Q08 to CD-Q19."""

from collections.abc import Iterator, Sequence

import pytest

from techdeck.cards import face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import copying, discard, draw, exchange, neutral_cards
from techdeck.games.cyber_defense import (
    DDOS,
    DEFENDER,
    DISCARD,
    FRONTS,
    HACKER,
    HAND,
    MITM,
    PHISH,
    USED,
    USES,
    cyber_defense,
)
from techdeck.position import play, written
from techdeck.rules import choose, do, seq
from techdeck.table import PASS, Rule, Table
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    FRONTS_LAID,
    NOTHING,
    SETTLE,
    at,
    general,
    listen,
    pass_until,
    random_game,
    settling,
    told,
    winners,
)
from tests.rulebook.tables import asked, back_of, deck, knowers, lies, offered, place_of, these

# In FRONTS_LAID the Hacker has 7V 9S 2V in MitM and 10V in hand, the Defender 12K 8K 5V and 1T.
EFFECTS = FRONTS_LAID + "play: effects"
EMPTY_HANDS = EFFECTS.replace("hand 1: 10V", "").replace("hand 2: 1T", "")


def used(table: Table, card: str) -> bool:
    return USED.get(table, face(card)) > 0


# Turns


@pytest.mark.parametrize("first", [1, 2])
def test_cd_r20_cd_q08_the_first_player_begins_and_turns_alternate(first: int) -> None:
    table = at(f"first: {first}\n" + EMPTY_HANDS)
    cards = {1: ["7V", "9S"], 2: ["12K", "8K"]}
    for seat in (first, 3 - first, first, 3 - first):
        assert asked(table) == [f"{seat} use"]
        play(table, seat, cards[seat].pop())
    assert table.is_over


def test_cd_r20_a_turn_is_one_use_or_a_pass() -> None:
    table = at(EFFECTS)
    assert offered(table) == these("7V 9S 2V pass")
    play(table, 1, "7V", "pass")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert asked(table) == ["1 use"]


def test_cd_r21_usable_are_unused_cards_of_the_own_mitm_side() -> None:
    table = at(EMPTY_HANDS)
    assert offered(table) == these("7V 9S 2V pass")  # none of hand, Phish, DDOS, or the opponent's
    play(table, 1, "9S")
    assert offered(table) == these("12K 8K 5V pass")
    play(table, 2, "8K")
    assert offered(table) == these("7V 2V pass")


def test_cd_r21_cd_q10_two_uses_by_each_in_a_round() -> None:
    table = at(EMPTY_HANDS)
    play(table, 1, "9S")
    play(table, 2, "pass")
    play(table, 1, "7V")
    assert USES.of(table) == [2, 0]
    play(table, 2, "12K")
    assert asked(table) == ["2 use"]  # the Hacker, with 2V unused, passes automatically
    play(table, 2, "8K")
    assert table.is_over
    assert not used(table, "2V")


def bring_ddos_card(table: Table, side: int, it: int) -> None:
    """The Defender's first DDOS card and the Hacker's 9S change places."""
    exchange(table, back_of(table, "9S"), back_of(table, "6V"))


def test_cd_r22_cd_q13_cards_that_came_to_mitm_in_this_step_are_usable() -> None:
    table = at(EFFECTS, texts={"7V": do(bring_ddos_card)})
    play(table, 1, "7V")
    assert written(table, "mitm 1") == "7V 6V 2V"
    play(table, 1, "10V to MitM")
    play(table, 2, "pass")
    assert offered(table) == these("6V 2V 10V pass")  # by an effect, dealt, by an extra play
    play(table, 1, "10V")
    assert used(table, "10V")


def test_cd_r22_dealt_and_developed_cards_are_usable_alike() -> None:
    table = cyber_defense().start(2, 0)
    dealt = {side: set(MITM.of(table, side)) for side in (0, 1)}
    pass_until(table, "use")
    side = table.side_of(table.pending[0].seat)
    usable = {choice for choice in table.pending[0] if choice != PASS}
    assert dealt[side] < set(MITM.of(table, side))
    forbidden = {back for back in MITM.of(table, HACKER) if table.face[back] in map(face, ("9K", "6T", "11T"))}
    assert usable == set(MITM.of(table, side)) - (forbidden if side == HACKER else set())


def test_cd_r23_two_uses_come_from_two_different_cards() -> None:
    table = at(EMPTY_HANDS)
    play(table, 1, "9S")
    play(table, 2, "pass")
    assert offered(table) == these("7V 2V pass")


def test_cd_r24_the_card_is_marked_before_its_text_is_resolved_and_choices_come_in_their_order() -> None:
    text: Rule = seq(draw(1).rule, discard(1).rule, choose("pick", neutral_cards, then=NOTHING))
    table = at(EFFECTS, texts={"7V": text})
    play(table, 1, "7V")
    assert used(table, "7V")
    assert USES.of(table) == [1, 0]
    assert (asked(table), offered(table)) == (["1 discard"], these("10V 9T"))  # after the draw
    play(table, 1, "10V")
    assert asked(table) == ["1 pick"]  # nothing interrupts
    play(table, 1, "12K")
    assert asked(table) == ["1 play"]
    play(table, 1, "pass")
    assert asked(table) == ["2 use"]


def test_cd_r25_cd_q16_a_use_that_changes_nothing_is_legal_counts_and_allows_a_play() -> None:
    cannot = FRONTS_LAID.replace("deck: 9T 7S 1V 13K 5T 6S 8V 12V", "")
    table = at(cannot + "play: effects", texts={"7V": PROGRAMS["13S"].rule})
    assert "7V" in offered(table)
    before = [written(table, f"{zone.name} {seat}") for zone in FRONTS for seat in (1, 2)]
    play(table, 1, "7V")
    assert [written(table, f"{zone.name} {seat}") for zone in FRONTS for seat in (1, 2)] == before
    assert (USES.of(table), used(table, "7V"), asked(table)) == ([1, 0], True, ["1 play"])
    play(table, 1, "10V to Phish")
    assert written(table, "phish 1") == "13T 4S 10V"


def test_cd_r26_cd_q11_the_used_card_stays_and_counts_in_mitm() -> None:
    table = at(EFFECTS.replace("play: effects", "play: effects, mitm").replace("mitm 1: 7V", "mitm 1: 13S"),
               texts={"13S": draw(1).rule})
    play(table, 1, "13S")
    assert (written(table, "mitm 1"), lies(table, "discard")) == ("13S 9S 2V", [])
    play(table, 1, "pass")
    play(table, 2, "12K", "pass")
    pass_until(table, "guess")
    assert winners(table) == "-D-"  # 24 to 25, the used ones on both sides included


def send_to_discard(table: Table, side: int, it: int) -> None:
    table.move(back_of(table, "7V"), MITM, DISCARD, side)


def test_cd_r26_unless_its_own_text_moves_it() -> None:
    table = at(EFFECTS, texts={"7V": do(send_to_discard)})
    play(table, 1, "7V")
    assert (written(table, "mitm 1"), lies(table, "discard"), asked(table)) == ("9S 2V", ["7V"], ["1 play"])


# The extra play


def test_cd_r27_cd_q14_after_a_use_one_hand_card_may_go_to_any_front() -> None:
    table = at(EFFECTS.replace("hand 1: 10V", "hand 1: 10V 3S"))
    play(table, 1, "7V")
    plays = [f"{card} to {name}" for card in ("10V", "3S") for name in ("Phish", "MitM", "DDOS")]
    assert (asked(table), offered(table)) == (["1 play"], sorted([*plays, "pass"]))
    play(table, 1, "3S to DDOS")
    assert asked(table) == ["2 use"]  # exactly one card
    assert written(table, "ddos 1") == "1K 2S 3S"


@pytest.mark.parametrize(("name", "seen"), [("Phish", [1]), ("MitM", [1, 2, 3]), ("DDOS", [1])])
def test_cd_r27_face_down_to_phish_and_ddos_face_up_to_mitm(name: str, seen: list[int]) -> None:
    table = at(EFFECTS)
    play(table, 1, "7V", f"10V to {name}")
    assert place_of(table, "10V") == f"{name.lower()} 1"
    assert knowers(table, "10V") == seen


def test_cd_r27_the_play_can_be_declined_and_with_an_empty_hand_there_is_no_choice() -> None:
    table = at(EFFECTS)
    play(table, 1, "7V", "pass")
    assert (asked(table), written(table, "hand 1")) == (["2 use"], "10V")
    table = at(EMPTY_HANDS)
    play(table, 1, "7V")
    assert asked(table) == ["2 use"]


def test_cd_r27_a_card_drawn_by_the_effect_can_be_played() -> None:
    table = at(EMPTY_HANDS, texts={"7V": draw(1).rule})
    play(table, 1, "7V")
    assert offered(table) == sorted([*[f"9T to {name}" for name in ("Phish", "MitM", "DDOS")], "pass"])


def test_cd_r28_who_makes_no_use_plays_no_card_and_at_most_two_are_played() -> None:
    table = at(EFFECTS)
    play(table, 1, "pass")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert table.is_over
    assert (written(table, "hand 1"), written(table, "hand 2")) == ("10V", "1T")
    table = at(EFFECTS.replace("hand 1: 10V", "hand 1: 10V 3S 11K 11T"))
    for use, extra in (("7V", "10V to MitM"), ("9S", "3S to Phish")):
        play(table, 1, use, extra)
        play(table, 2, "pass")
    assert table.is_over
    assert lies(table, "hand 1") == these("11K 11T")


def test_cd_q15_the_extra_play_counts_neither_for_the_nine_nor_for_the_minimum() -> None:
    """A side that an effect emptied need not be filled, and one that is full takes more."""
    table = at(EFFECTS.replace("ddos 1: 1K 2S", "ddos 1: 1K 2S 3S 11K 11T 13S 7K"), texts={"9S": NOTHING})
    play(table, 1, "7V", "10V to DDOS")
    assert len(DDOS.of(table, HACKER)) == 8
    table = at(EFFECTS.replace("phish 1: 13T 4S", ""))
    play(table, 1, "7V")
    assert "10V to DDOS" in offered(table)  # though nothing lies in Phish


# What the Hacker may not

FORBIDDEN = FRONTS_LAID.replace("mitm 1: 7V 9S 2V", "mitm 1: 9K 6T 11T 4V").replace(
    "mitm 2: 12K 8K 5V", "mitm 2: 7V 9S 2V").replace("3K 8S 6T", "3K 8S 6K").replace("10V", "13V")


def test_cd_r29_cd_q17_three_cards_are_closed_to_the_hacker_whatever_their_text() -> None:
    for table in (at(FORBIDDEN + "play: effects"), general(FORBIDDEN + "play: effects")):
        assert (asked(table), offered(table)) == (["1 use"], these("4V pass"))
    nothing = at(FORBIDDEN + "play: effects", texts={"9K": NOTHING, "6T": draw(1).rule})
    assert offered(nothing) == these("4V pass")


def test_cd_r29_the_defender_may() -> None:
    text = FRONTS_LAID.replace("mitm 2: 12K 8K 5V", "mitm 2: 9K 6T 11T").replace("3K 8S 6T", "3K 8S 6K")
    table = general("first: 2\n" + text + "play: effects")
    assert offered(table) == these("9K 6T 11T pass")
    play(table, 2, "6T")
    assert (asked(table), offered(table)) == (["2 find"], these("1V 5T 6S pass"))
    play(table, 2, "6S")
    assert (asked(table), offered(table)) == (["2 discard"], these("1T 6S"))


def test_cd_q19_forbidden_cards_count_on_the_hackers_mitm_side() -> None:
    table = settling(FORBIDDEN, "mitm")
    assert "MitM: 30 against 18. Ann wins MitM." in told(table)


def copies(
    card: str, *, first: int = 1, mine: str = "10V", theirs: str = "13V", others: str = "9K 6T 11T 8K",
    deck: str = "9T 7S",
) -> Table:
    """With the printed effects: a player, first, uses the only MitM card that copies; the other has others there."""
    table = general(f"""
        first: {first}
        mitm {first}: {card}
        mitm {3 - first}: {others}
        hand {first}: {mine}
        hand {3 - first}: {theirs}
        ddos {first}: 1K 4S
        ddos {3 - first}: 6V 12S
        deck: {deck} 1V 13K 5T 6S
        play: effects
    """)
    play(table, first, card)
    return table


@pytest.mark.parametrize("card", ["12T", "1T"])
def test_cd_r29_cd_q18_the_hacker_copies_no_searching_card_of_those_in_play(card: str) -> None:
    assert offered(copies(card)) == these("8K 1K 4S")  # and own hidden cards
    assert offered(copies(card, first=2)) == these("9K 6T 11T 8K 1K 4S")  # the Defender may


def test_cd_r29_cd_q18_the_hacker_copies_no_searching_card_in_hand() -> None:
    assert offered(copies("4T", mine="10V 9K", others="6T 11T")) == these("10V 1K 4S")
    assert offered(copies("4T", first=2, mine="10V 9K", others="6T 11T")) == these("10V 9K 1K 4S")


def test_cd_r29_cd_q18_a_search_that_chance_brings_to_the_hacker_does_nothing() -> None:
    table = copies("13T", others="9K 11T", deck="6T 7S")
    assert asked(table) == ["1 play"]
    assert deck(table)[-1] == "6T"  # it was revealed, and put on the bottom
    assert [card for card in deck(table) if 1 in knowers(table, card)] == ["6T"]
    assert asked(copies("13T", first=2, others="9K 11T", deck="6T 7S")) == ["2 find"]


def test_cd_r29_cd_q18_a_searching_card_is_only_discarded_by_the_hacker() -> None:
    table = copies("7T", mine="6T", others="9K 11T")
    play(table, 1, "6T")
    assert (lies(table, "discard"), lies(table, "hand 1"), asked(table)) == (["6T"], ["9T"], ["1 play"])
    assert not any(1 in knowers(table, card) for card in deck(table))


def test_cd_r29_cd_q18_the_hacker_does_not_repeat_a_search() -> None:
    table = general("first: 2\nmitm 1: 9S\nmitm 2: 6T 8K\nhand 1: 10V\ndeck: 9T 7S 1V 13K\nplay: effects")
    play(table, 2, "6T", "pass")
    before = table.chances
    play(table, 1, "9S")
    assert (asked(table), table.chances) == (["1 play"], before)


def test_cd_r29_cd_q18_the_hacker_copies_no_searching_card_that_is_shown_or_revealed() -> None:
    table = copies("10T", theirs="6T", others="9K 11T")
    play(table, 2, "6T")
    assert (asked(table), lies(table, "hand 2")) == (["1 play"], ["6T"])
    table = copies("3T", others="8K", deck="9K 6T 11T 7S")
    assert asked(table) == ["1 bury"]  # nothing to copy: all three go to the bottom


def test_cd_r29_cd_q18_the_hacker_copies_no_searching_card_of_the_defenders() -> None:
    table = copies("2V", theirs="9K", others="6T 11T 8K")
    play(table, 1, "a card they control")
    assert offered(table) == ["8K"]
    table = copies("2V", theirs="9K", others="6T 11T 8K")
    play(table, 1, "a random card")
    assert (asked(table), lies(table, "hand 2")) == (["1 play"], these("9K 9T"))  # that player draws all the same


# The end of the step


def test_cd_r30_cd_q09_a_pass_is_not_final() -> None:
    table = at(EMPTY_HANDS)
    play(table, 1, "pass")
    play(table, 2, "12K")
    assert (asked(table), offered(table)) == (["1 use"], these("7V 9S 2V pass"))
    play(table, 1, "pass")
    play(table, 2, "8K")
    assert (asked(table), offered(table)) == (["1 use"], these("7V 9S 2V pass"))


def test_cd_r30_passes_that_do_not_follow_each_other_end_nothing() -> None:
    table = at(EMPTY_HANDS)
    play(table, 1, "pass")
    play(table, 2, "12K")
    play(table, 1, "7V")
    play(table, 2, "pass")
    assert asked(table) == ["1 use"]
    play(table, 1, "9S")
    assert (asked(table), offered(table)) == (["2 use"], these("8K 5V pass"))


def test_cd_r30_two_passes_in_a_row_end_the_step() -> None:
    table = at(EMPTY_HANDS)
    play(table, 1, "pass")
    play(table, 2, "pass")
    assert table.is_over
    table = at(EMPTY_HANDS)
    play(table, 1, "7V")
    play(table, 2, "pass")
    play(table, 1, "pass")
    assert table.is_over
    assert USES.of(table) == [1, 0]


def test_cd_r30_cd_q59_who_has_no_usable_card_passes_automatically_and_that_counts() -> None:
    table = at(EMPTY_HANDS.replace("mitm 1: 7V 9S 2V", "mitm 1: 9K 11T"))
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert table.is_over  # the Hacker's automatic pass and this one
    table = at(FRONTS_LAID.replace("mitm 1: 7V 9S 2V", "mitm 1: 9K 11T"))
    listen(table, "effects")
    play(table, 2, "pass")
    assert told(table) == ["Ann uses no effect.", "Bob uses no effect."]  # one as the other
    table = at(EMPTY_HANDS.replace("mitm 1: 7V 9S 2V", "").replace("mitm 2: 12K 8K 5V", ""))
    assert table.is_over


def test_cd_r30_after_two_uses_each_the_step_ends_once_the_last_play_is_made_or_declined() -> None:
    for last in ("11K to DDOS", "pass"):
        table = at(FRONTS_LAID.replace("hand 2: 1T", "hand 2: 1T 11K"))
        listen(table, f"effects, {SETTLE}")
        for seat, use in ((1, "7V"), (2, "12K"), (1, "9S"), (2, "8K")):
            play(table, seat, use, last if use == "8K" else "pass")
        assert asked(table) == ["1 uncover"]  # Phish is being settled
        assert USES.of(table) == [2, 2]
        assert not any("uses no effect" in words for words in told(table))


def turns(*choices: tuple[int, str]) -> list[str]:
    """Who was asked or passed automatically, in a step with empty hands."""
    table = at(FRONTS_LAID.replace("hand 1: 10V", "").replace("hand 2: 1T", ""))
    listen(table, "effects")
    for seat, choice in choices:
        play(table, seat, choice)
    assert table.is_over
    return [words.split()[0] for words in told(table) if " uses " in words]


def test_cd_r31_the_longest_step_has_four_uses_and_seven_turns() -> None:
    made = turns((1, "pass"), (2, "12K"), (1, "pass"), (2, "8K"), (1, "7V"), (1, "9S"))
    assert made == ["Ann", "Bob", "Ann", "Bob", "Ann", "Bob", "Ann"]


def steps(table: Table, made: tuple[int, int] = (0, 0)) -> Iterator[tuple[int, int]]:
    """Every way to use the next card or to pass until the end: how many uses and turns were made."""
    if table.is_over:
        yield made
    else:
        for choice in (next(iter(table.pending[0])), PASS):
            after = table.clone()
            after.log = []
            after.act(table.pending[0].seat, choice)
            turns_made = len([words for words in told(after) if " uses " in words])
            yield from steps(after, (made[0] + (choice != PASS), made[1] + turns_made))


def test_cd_r31_cd_q55_no_step_is_longer() -> None:
    met = set(steps(at(EMPTY_HANDS)))
    assert max(uses for uses, _ in met) == 4
    assert max(turns_made for _, turns_made in met) == 7
    assert min(met) == (0, 2)


# What is public


def test_cd_r32_uses_targets_movements_and_fronts_are_public_but_not_the_faces_of_hidden_cards() -> None:
    table = at(FRONTS_LAID, texts={"7V": PROGRAMS["13S"].rule, "12K": PROGRAMS["1S"].rule})
    listen(table, "effects")
    play(table, 1, "7V", "ddos 2 #1", "10V to Phish")
    public = ["Ann uses 7V Digital Payments.", "Bob loses 6V from DDOS."]
    assert told(table, HACKER) == [*public, "Bob gets a card in DDOS.", "Ann plays 10V to Phish."]
    assert told(table, DEFENDER) == [*public, "Bob gets 9T in DDOS.", "Ann plays a card to Phish."]
    assert told(table) == [*public, "Bob gets a card in DDOS.", "Ann plays a card to Phish."]
    play(table, 2, "12K", "9T", "3")
    assert told(table, HACKER)[-1] == "The value of ddos 2 #1 is changed by +3 this round."
    assert knowers(table, "9T") == [2]


def empty_phish(table: Table, side: int, it: int) -> None:
    for back in list(PHISH.of(table, HACKER)):
        table.move(back, PHISH, DISCARD, HACKER)


def test_cd_r33_an_effect_may_leave_a_side_empty() -> None:
    table = at(EFFECTS.replace("play: effects", "play: effects, phish"), texts={"12K": do(empty_phish)})
    play(table, 1, "pass")
    play(table, 2, "12K")
    assert asked(table) == ["2 play"]
    play(table, 2, "pass")
    play(table, 1, "pass")
    assert asked(table) == ["2 use"]
    play(table, 2, "pass")
    assert winners(table) == "D--"
    assert written(table, "phish 1") == ""


# Marks


def swap_used(table: Table, side: int, it: int) -> None:
    """The Hacker's used 7V and the Defender's 5V change places."""
    exchange(table, back_of(table, "7V"), back_of(table, "5V"))


def take_and_bring_back(table: Table, side: int, it: int) -> None:
    table.move(back_of(table, "7V"), MITM, HAND, side)


def test_cd_q12_a_used_card_cannot_be_used_by_its_new_owner() -> None:
    table = at(EMPTY_HANDS, texts={"7V": do(swap_used)})
    play(table, 1, "7V")
    assert (written(table, "mitm 1"), written(table, "mitm 2")) == ("5V 9S 2V", "12K 8K 7V")
    assert offered(table) == these("12K 8K pass")
    play(table, 2, "pass")
    assert offered(table) == these("5V 9S 2V pass")


def test_cd_q12_nor_after_leaving_and_returning() -> None:
    table = at(EFFECTS, texts={"7V": do(take_and_bring_back)})
    play(table, 1, "7V", "7V to MitM")
    play(table, 2, "pass")
    assert written(table, "mitm 1") == "9S 2V 7V"
    assert offered(table) == these("9S 2V pass")


def test_cd_q55_every_random_game_ends_and_copies_repeat_no_card() -> None:
    for seed in range(6):
        assert random_game(seed)[-1].is_over
        assert all(len(set(position.chain)) == len(position.chain) for position in random_game(seed))
    copy: Rule = copying(neutral_cards)
    table = at(EMPTY_HANDS, texts={"7V": copy, "9S": copy, "12K": copy, "8K": copy})
    play(table, 1, "7V")
    count = 0
    while asked(table) == ["1 copy"]:
        table.act(0, next(iter(table.pending[0])))
        count += 1
    assert count == 3  # 7V itself and three others, none twice


def hand_of(view: View, side: int) -> Sequence[str]:
    return [view.called(back) for back in view.cards(HAND, side)]


def test_cd_q59_an_automatic_pass_leaks_nothing() -> None:
    """Whether the Hacker holds a card that could be played makes no difference."""
    for hand in ("10V", "3S"):
        table = at(FRONTS_LAID.replace("mitm 1: 7V 9S 2V", "mitm 1: 9K 11T").replace("hand 1: 10V", f"hand 1: {hand}")
                   + "play: effects")
        assert asked(table) == ["2 use"]
        assert hand_of(View(table, DEFENDER), HACKER) == ["??"]
