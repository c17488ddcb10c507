"""Cyber Defense: what the words on the cards mean in it, CD-X01 to CD-X29."""

from collections.abc import Sequence
from random import Random

import pytest

from techdeck.cards import GENERAL_EDITION, code, edition, face
from techdeck.deck import GENERAL
from techdeck.editions.general import EFFECTS, PROGRAMS
from techdeck.effects import (
    ALL,
    ASIDE,
    NEUTRAL,
    by,
    cards_in_hand,
    cards_in_play,
    controlled_cards,
    copying,
    discard,
    draw,
    exchange,
    exchange_with,
    exchange_with_top,
    look,
    neutral_cards,
    replace_with_top,
    reveal,
    search,
    stack_all,
    value_at_most,
)
from techdeck.games.cyber_defense import (
    ANSWERS,
    DDOS,
    DDOS_WINNER,
    DECK,
    DEFENDER,
    DISCARD,
    EXPELLED,
    FRONTS,
    GUESSED,
    GUESSES,
    HACKER,
    HAND,
    MITM,
    MITM_WINNER,
    PASSWORD,
    PHISH,
    PHISH_WINNER,
    ROUND,
    TO_A_FRONT,
    USED,
    USES,
    VALUE,
    Options,
    cyber_defense,
    play_it,
    plays,
)
from techdeck.position import play, set_up, written
from techdeck.rules import choose, do, seq
from techdeck.table import CARDS, PASS, Rule, Table, Zone, shift
from techdeck.views import View
from tests.rulebook.cyber_tables import (
    FRONTS_LAID,
    NOTHING,
    SETTLE,
    at,
    flipped,
    general,
    listen,
    pass_until,
    row,
    sideways,
    statuses,
    told,
    winners,
)
from tests.rulebook.tables import asked, back_of, deck, knowers, lies, offered, place_of, texts_of, these

# In FRONTS_LAID the Hacker has 7V 9S 2V in MitM and 10V in hand, the Defender 12K 8K 5V and 1T.
EFFECTS_STEP = FRONTS_LAID + "play: effects"
NO_DECK = FRONTS_LAID.replace("deck: 9T 7S 1V 13K 5T 6S 8V 12V", "")
SUITED = [code(number) for number in range(52)]
ALL_FRONT_CARDS = "13T 4S 10S 4K 7V 9S 2V 12K 8K 5V 1K 2S 6V 12S"


def named(table: Table, backs: Sequence[int]) -> list[str]:
    return sorted(code(table.face[back]) for back in backs)


def using(text: Rule, position: str = FRONTS_LAID, *, seat: int = 1, seed: int = 0) -> Table:
    """A player uses a MitM card, 7V or 12K, with a text."""
    card = {1: "7V", 2: "12K"}[seat]
    table = at(f"first: {seat}\n{position}play: effects", texts={card: text}, seed=seed)
    play(table, seat, card)
    return table


# Where cards are


def test_cd_x01_one_deck_one_discard_and_hands_without_limit() -> None:
    table = using(draw(4).rule)
    assert lies(table, "hand 1") == these("10V 9T 7S 1V 13K")  # the tenth card is one of them
    assert len(offered(table)) == 5 * 3 + 1
    table = using(discard(1).rule)
    assert (asked(table), offered(table)) == (["1 discard"], ["10V"])
    table = using(draw(1).rule, seat=2)
    assert lies(table, "hand 2") == these("1T 9T")


def test_cd_x02_cd_x04_cd_q20_in_play_and_neutral_are_all_cards_on_the_six_sides() -> None:
    table = at(FRONTS_LAID + "discard: 3S")
    for side in (HACKER, DEFENDER):
        assert named(table, cards_in_play(table, side, 0)) == these(ALL_FRONT_CARDS)
        assert named(table, neutral_cards(table, side, 0)) == these(ALL_FRONT_CARDS)


def test_cd_x03_cd_q20_controlled_are_the_cards_on_the_own_sides() -> None:
    table = at(FRONTS_LAID)
    assert named(table, controlled_cards(table, HACKER, 0)) == these("13T 4S 7V 9S 2V 1K 2S")
    assert named(table, controlled_cards(table, DEFENDER, 0)) == these("10S 4K 12K 8K 5V 6V 12S")
    assert named(table, cards_in_hand(table, HACKER, 0)) == ["10V"]
    table = using(PROGRAMS["5S"].rule)  # one of your cards
    assert offered(table) == these("13T 4S 7V 9S 2V 1K 2S")


def test_cd_x04_cd_q20_an_effect_may_reach_any_front_and_either_side() -> None:
    table = using(PROGRAMS["13S"].rule)  # a neutral card
    hidden = [f"{front} 2 #{slot}" for front in ("phish", "ddos") for slot in (1, 2)]
    assert offered(table) == sorted([*these("13T 4S 7V 9S 2V 12K 8K 5V 1K 2S"), *hidden])


# The password is out of reach


def crowded(card: str, seat: int) -> str:
    """A card in a player's MitM, and cards everywhere else."""
    others = [other for other in SUITED if other != card]
    Random(card).shuffle(others)

    def take(count: int) -> str:
        return " ".join(others.pop() for _ in range(count))

    lines = [f"first: {seat}", "round: 2", f"mitm {seat}: {card} {take(2)}", f"mitm {3 - seat}: {take(3)}"]
    for place in ("hand 1", "hand 2", "phish 1", "phish 2", "ddos 1", "ddos 2", "discard"):
        lines.append(f"{place}: {take(2)}")
    digits = [digit + status for digit, status in zip(take(6).split(), ("/r", "/l", "/u", "", "", ""), strict=True)]
    lines += [f"mark sideways: {digits[3]}", "guesses made: 3", "expelled: W1 W2", "rest: deck"]
    return "\n".join(lines) + row(" ".join(digits)) + "play: effects\n"


def untouchable(table: Table) -> list[object]:
    """What no effect changes."""
    tallies = (ROUND, GUESSES, GUESSED, PHISH_WINNER, MITM_WINNER, DDOS_WINNER)
    return [
        PASSWORD.of(table, DEFENDER)[:], written(table, "password 2"), statuses(table), sideways(table), flipped(table),
        [VALUE.get(table, back) for back in PASSWORD.of(table, DEFENDER)], ANSWERS.of(table)[:],
        [table.knowers[back] for back in PASSWORD.of(table, DEFENDER)], [tally.get(table) for tally in tallies],
    ]


@pytest.mark.parametrize("card", SUITED)
def test_cd_x05_cd_x28_no_effect_touches_the_password_the_guesses_or_the_fronts(card: str) -> None:
    for seat in (1, 2):
        start = general(crowded(card, seat))
        if card not in offered(start):
            assert seat == 1
            assert card in ("9K", "6T", "11T")
            continue
        play(start, seat, card)
        digits = set(PASSWORD.of(start, DEFENDER))
        for seed in range(4):
            table, rng = start.clone(), Random(seed)
            before = untouchable(table)
            for _ in range(60):
                if not table.pending or table.pending[0].verb == "use":
                    break
                decision = rng.choice(table.pending)
                for option in decision:
                    if decision.kind is CARDS and isinstance(option, int):
                        assert option == PASS or option not in digits
                choice = decision.sample(rng)
                assert choice is not None
                table.act(decision.seat, choice)
                assert untouchable(table) == before


def test_cd_x05_effects_on_all_cards_skip_the_password() -> None:
    table = using(PROGRAMS["8S"].rule)
    play(table, 1, "raise all")
    raised = {card: table.value(back_of(table, card)) - int(card[:-1]) for card in these(ALL_FRONT_CARDS)}
    assert raised == {card: card != "13T" for card in raised}  # a 13 stays
    assert all(table.value(back_of(table, card)) == int(card[:-1]) for card in these("3K 8S 6T 3V 2K 11S 10V 1T 9T"))


def test_cd_x06_cards_elsewhere_give_no_effects_but_a_copy_may_use_their_texts() -> None:
    texts = {"7V": copying(controlled_cards), "1K": draw(2).rule, "13T": draw(1).rule, "10V": draw(1).rule}
    table = at(EFFECTS_STEP, texts=texts)
    assert offered(table) == these("7V 9S 2V pass")
    play(table, 1, "7V")
    assert offered(table) == these("1K 13T")
    play(table, 1, "1K")
    assert lies(table, "hand 1") == these("10V 9T 7S")


# Choosing hidden cards


def test_cd_x07_cd_q21_a_card_one_may_not_see_is_chosen_by_front_and_slot() -> None:
    table = using(exchange_with(NEUTRAL, NEUTRAL).rule)
    play(table, 1, "phish 2 #2", "1K")
    assert (written(table, "phish 2"), written(table, "ddos 1")) == ("10S 1K", "4K 2S")
    assert knowers(table, "4K") == [1, 2]  # the new owner may look, the old one knew it
    assert knowers(table, "1K") == [1, 2]


@pytest.mark.parametrize("card", ["2T", "4S", "12T"])
def test_cd_x07_cd_q21_where_a_value_or_a_text_is_asked_for_only_cards_one_may_see_are_offered(card: str) -> None:
    table = general(f"""
        mitm 1: {card} 9K
        mitm 2: 12K 8K
        phish 1: 13V
        phish 2: 10S
        ddos 1: 1K
        ddos 2: 6V 12S
        deck: 9T 7S
        play: effects
    """)
    play(table, 1, card)
    if card == "2T":
        play(table, 1, card)  # which of the own cards takes the value
    values = {"2T": "9K", "4S": "4S 9K", "12T": ""}  # no text of a forbidden or copying card
    assert offered(table) == these(f"12K 8K 13V 1K {values[card]}")


def test_cd_x07_cd_q21_a_match_is_sought_among_visible_cards_only() -> None:
    table = general(FRONTS_LAID.replace("mitm 1: 7V", "mitm 1: 9T").replace("9T 7S", "7S").replace("10V", "12T")
                    + "play: effects")
    play(table, 1, "9T", "12T")  # 12S in the Defender's DDOS has the same value, but lies hidden
    assert offered(table) == these("12K 9T 13T")


def test_cd_x07_cd_q21_raising_and_lowering_is_no_question_about_a_value() -> None:
    table = using(PROGRAMS["12S"].rule)
    assert {"phish 2 #1", "ddos 2 #2"} <= set(offered(table))
    play(table, 1, "ddos 2 #2", "1", "pass")
    assert table.value(back_of(table, "12S")) == 13
    assert knowers(table, "12S") == [2]


def test_cd_x07_an_own_hidden_card_chosen_for_its_value_or_text_is_shown_and_put_back() -> None:
    table = general(FRONTS_LAID.replace("mitm 1: 7V", "mitm 1: 2T") + "play: effects")
    play(table, 1, "2T", "9S", "1K")
    assert knowers(table, "1K") == [1, 2, 3]
    assert written(table, "ddos 1") == "1K 2S"
    assert table.value(back_of(table, "9S")) == 1
    table = general(FRONTS_LAID.replace("mitm 1: 7V", "mitm 1: 4T") + "play: effects")
    play(table, 1, "4T", "10V")  # a hand card
    assert face("10V") in [*View(table, DEFENDER).known(HAND, HACKER), *View(table, DEFENDER).remembered(HAND, HACKER)]
    assert "10V" in lies(table, "hand 1")


NOT_ASKED_FOR_HIDDEN = [card for card in SUITED if card not in ("9K", "6T", "11T", "7V")]  # 7V takes a card unseen


@pytest.mark.parametrize("card", NOT_ASKED_FOR_HIDDEN)
def test_cd_q21_what_is_offered_tells_nothing_of_hidden_cards(card: str) -> None:
    """The Defender's hidden cards and hand change places with the bottom of the deck."""
    others = [other for other in SUITED if other != card]
    Random(f"offers {card}").shuffle(others)
    hidden, rest = others[:12], others[12:]
    questions = []
    for cards in (hidden, hidden[6:] + hidden[:6]):
        table = general(f"""
            mitm 1: {card} {rest[0]}
            mitm 2: {rest[1]} {rest[2]}
            hand 1: {rest[3]} {rest[4]}
            ddos 1: {rest[5]} {rest[6]}
            phish 1: {rest[7]}
            discard: {rest[8]}
            phish 2: {cards[0]} {cards[1]}
            ddos 2: {cards[2]} {cards[3]}
            hand 2: {cards[4]} {cards[5]}
            deck: {" ".join(rest[15:])} {" ".join(cards[6:])}
            play: effects
        """ + row(" ".join(rest[9:15])))
        play(table, 1, card)
        found: list[list[str]] = []
        decision = table.decision_of(0)
        while decision is not None and len(found) < 2:  # before anything hidden has moved
            offers = sorted(texts_of(table, decision))
            found.append([decision.verb, *offers])
            play(table, 1, next(offer for offer in offers if "#" not in offer))
            decision = table.decision_of(0)
        questions.append(found)
    assert questions[0] == questions[1]


# Moving cards


def swap(one: str, other: str) -> Rule:
    def swap_them(table: Table, side: int, it: int) -> None:
        exchange(table, back_of(table, one), back_of(table, other))

    return do(swap_them)


@pytest.mark.parametrize(("one", "other", "places", "seen"), [
    ("9S", "12S", ("ddos 2", "mitm 1"), ([1, 2, 3], [1, 2, 3])),  # open goes hidden: all still know it
    ("1K", "6V", ("ddos 2", "ddos 1"), ([1, 2], [1, 2])),
    ("1K", "13T", ("phish 1", "ddos 1"), ([1], [1])),
    ("2S", "12K", ("mitm 2", "ddos 1"), ([1, 2, 3], [1, 2, 3])),
])
def test_cd_x08_cd_x12_an_arriving_card_takes_owner_and_facing_and_stays_known_to_those_who_knew_it(
    one: str, other: str, places: tuple[str, str], seen: tuple[list[int], list[int]],
) -> None:
    table = using(swap(one, other))
    assert (place_of(table, one), place_of(table, other)) == places
    assert (knowers(table, one), knowers(table, other)) == seen


def test_cd_x08_a_card_from_the_deck_is_seen_by_its_new_owner_only_or_by_all_in_mitm() -> None:
    for choice, seats in (("1K", [1]), ("phish 2 #1", [2]), ("8K", [1, 2, 3])):
        table = using(replace_with_top(NEUTRAL).rule)
        play(table, 1, choice)
        assert knowers(table, "9T") == seats


def test_cd_x09_drawn_cards_are_unseen_by_the_opponent() -> None:
    table = using(draw(2).rule)
    assert [knowers(table, card) for card in ("9T", "7S")] == [[1], [1]]
    assert deck(table)[0] == "1V"


def put_back(table: Table, side: int, it: int) -> None:
    for back in reversed(ASIDE.of(table)[:]):
        table.move(back, ASIDE, DECK, side)


def show_hidden(table: Table, side: int, it: int) -> None:
    table.show(back_of(table, "12S"))


def test_cd_x10_revealed_cards_are_seen_by_both_and_put_back_facing_as_before() -> None:
    table = using(seq(reveal(3).rule, do(put_back), do(show_hidden)))
    assert deck(table)[:4] == ["9T", "7S", "1V", "13K"]
    assert all(knowers(table, card) == [1, 2, 3] for card in ("9T", "7S", "1V", "12S"))
    assert knowers(table, "13K") == []
    assert written(table, "ddos 2") == "6V 12S"


def test_cd_x11_only_the_actor_sees_what_is_looked_at() -> None:
    table = using(seq(look(3).rule, stack_all().rule))
    assert all(knowers(table, card) == [1] for card in ("9T", "7S", "1V"))
    table = general(FRONTS_LAID.replace("mitm 1: 7V", "mitm 1: 6K") + "play: effects")
    play(table, 1, "6K", "phish 2 #2", "ddos 2 #1")
    assert [knowers(table, card) for card in ("4K", "6V")] == [[1, 2], [1, 2]]
    assert [knowers(table, card) for card in ("10S", "12S", "1T")] == [[2], [2], [2]]


def test_cd_x12_exchanged_cards_take_slot_and_the_exact_place_in_the_deck() -> None:
    def with_third(table: Table, side: int, it: int) -> None:
        exchange(table, back_of(table, "6V"), back_of(table, "1V"))

    table = using(do(with_third))
    assert written(table, "ddos 2") == "1V 12S"
    assert deck(table)[:4] == ["9T", "7S", "6V", "13K"]
    assert knowers(table, "6V") == [2]  # whoever knew it still does
    assert knowers(table, "1V") == [2]
    table = using(swap("7V", "2V"))
    assert written(table, "mitm 1") == "2V 9S 7V"


def test_cd_x12_if_one_of_the_two_does_not_exist_nothing_happens() -> None:
    table = using(exchange_with_top(NEUTRAL).rule, NO_DECK)
    assert asked(table) == ["1 play"]
    assert [written(table, f"{zone.name} {seat}") for zone in FRONTS for seat in (1, 2)] == [
        "13T 4S", "10S 4K", "7V 9S 2V", "12K 8K 5V", "1K 2S", "6V 12S"]


def test_cd_x13_the_old_card_is_discarded_in_public_and_the_new_one_takes_its_slot() -> None:
    table = using(replace_with_top(NEUTRAL).rule)
    play(table, 1, "phish 2 #1")
    assert (written(table, "phish 2"), lies(table, "discard")) == ("9T 4K", ["10S"])
    assert (knowers(table, "10S"), knowers(table, "9T")) == ([1, 2, 3], [2])


def test_cd_x13_cd_x24_a_reshuffle_for_the_new_card_includes_the_old_one() -> None:
    found = set()
    for seed in range(25):
        table = using(replace_with_top(NEUTRAL).rule, NO_DECK + "discard: 3S\n", seed=seed)
        play(table, 1, "8K")
        found.add(written(table, "mitm 2").split()[1])
        assert lies(table, "discard") == []
        assert sorted([*deck(table), written(table, "mitm 2").split()[1]]) == these("3S 8K")
    assert found == {"3S", "8K"}


def test_cd_x13_with_deck_and_discard_empty_before_nothing_happens() -> None:
    table = using(replace_with_top(NEUTRAL).rule, NO_DECK)
    assert asked(table) == ["1 play"]
    assert (written(table, "mitm 2"), lies(table, "discard")) == ("12K 8K 5V", [])


def sends(card: str, source: Zone, owner: int, target: Zone) -> Rule:
    def send(table: Table, side: int, it: int) -> None:
        table.move(back_of(table, card), source, target, owner)

    return do(send)


def test_cd_x14_an_expelled_card_is_out_face_up_for_all_rounds() -> None:
    text = FRONTS_LAID.replace("deck: 9T 7S 1V 13K 5T 6S 8V 12V", "expelled: W1 W2\nrest: deck\nround: 1")
    table = at(text + "play: effects, prepare, develop", texts={"7V": sends("12S", DDOS, DEFENDER, EXPELLED)})
    play(table, 1, "7V")
    assert (place_of(table, "12S"), knowers(table, "12S")) == ("expelled", [1, 2, 3])
    assert written(table, "ddos 2") == "6V"
    pass_until(table, "develop")
    assert (place_of(table, "12S"), len(DECK.of(table))) == ("expelled", 21)


def test_cd_x15_discarded_cards_lie_face_up_on_the_discard() -> None:
    table = using(seq(discard(1).rule, sends("12S", DDOS, DEFENDER, DISCARD)))
    play(table, 1, "10V")
    assert written(table, "discard") == "10V 12S"
    assert knowers(table, "10V") == knowers(table, "12S") == [1, 2, 3]


# Searching

SEARCH: Rule = search(value_at_most(6)).rule


def test_cd_x16_the_defender_looks_through_the_deck_which_is_then_shuffled() -> None:
    for choice in ("1V", "pass"):
        table = using(SEARCH, seat=2)
        assert (asked(table), offered(table)) == (["2 find"], these("1V 5T 6S pass"))
        assert all(knowers(table, card) == [2] for card in deck(table))
        before = table.chances
        play(table, 2, choice)
        assert table.chances == before + 1
        assert all(knowers(table, card) == [] for card in deck(table))


@pytest.mark.parametrize("seat", [1, 2])
def test_cd_x16_where_all_search_the_part_of_the_hacker_is_skipped(seat: int) -> None:
    table = using(by(ALL, search(value_at_most(6))).rule, seat=seat)
    assert asked(table) == ["2 find"]
    play(table, 2, "pass")
    assert asked(table) == [f"{seat} play"]
    assert not any(1 in knowers(table, card) for card in deck(table))


# Copying


def test_cd_x17_a_copied_text_acts_as_if_it_stood_on_the_used_card() -> None:
    table = at(EFFECTS_STEP, texts={"7V": copying(cards_in_play), "12K": draw(2).rule})
    play(table, 1, "7V", "12K")
    assert lies(table, "hand 1") == these("10V 9T 7S")  # you are the one who copies
    assert (USED.get(table, face("7V")) > 0, USED.get(table, face("12K"))) == (True, 0)
    assert USES.of(table) == [1, 0]
    assert asked(table) == ["1 play"]
    play(table, 1, "pass")
    assert (asked(table), offered(table)) == (["2 use"], these("12K 8K 5V pass"))  # one use, one extra play


def test_cd_x17_a_marked_card_can_be_copied() -> None:
    table = at("first: 2\n" + EFFECTS_STEP, texts={"7V": copying(cards_in_play), "12K": draw(1).rule})
    play(table, 2, "12K", "pass")
    play(table, 1, "7V", "12K")
    assert lies(table, "hand 1") == these("10V 7S")


def test_cd_x17_cd_x07_only_a_card_the_actor_may_see_is_copied() -> None:
    texts = {"7V": copying(cards_in_play), "12S": draw(1).rule, "2S": draw(1).rule, "8K": draw(1).rule}
    table = at(EFFECTS_STEP, texts=texts)
    play(table, 1, "7V")
    assert offered(table) == these("8K 2S")  # not 12S, which lies hidden before the Defender


def test_cd_x18_a_chain_of_copies_repeats_no_card_and_may_come_to_nothing() -> None:
    copy = copying(cards_in_play)
    table = at(EFFECTS_STEP, texts={"7V": copy, "9S": copy, "12K": copy})
    play(table, 1, "7V")
    assert offered(table) == these("9S 12K")
    play(table, 1, "9S")
    assert offered(table) == ["12K"]
    play(table, 1, "12K")
    assert asked(table) == ["1 play"]


def test_cd_x18_the_cards_of_the_tech_deck_never_chain() -> None:
    table = general(FRONTS_LAID.replace("mitm 1: 7V 9S 2V", "mitm 1: 12T 9S 2V").replace("12K 8K", "3T 8K")
                    + "play: effects")
    play(table, 1, "12T")
    assert offered(table) == these("8K 5V 1K 2S 4S")  # neither 3T nor 9S, 2V, 13T


# Players and changes


def test_cd_x19_all_players_are_the_actor_then_the_opponent_and_another_is_the_opponent() -> None:
    table = at(FRONTS_LAID.replace("hand 2: 1T", "hand 2: 1T 3S").replace("hand 1: 10V", "hand 1: 10V 11V")
               + "first: 2\nplay: effects", texts={"12K": by(ALL, discard(1)).rule})
    play(table, 2, "12K")
    assert asked(table) == ["2 discard"]
    play(table, 2, "1T")
    assert asked(table) == ["1 discard"]
    table = using(PROGRAMS["2K"].rule)  # the player on your left takes one
    play(table, 1, "9T")
    assert asked(table) == ["2 take"]
    table = using(PROGRAMS["7S"].rule)  # another player chooses
    assert asked(table) == ["2 let"]


def test_cd_x20_hand_cards_are_never_changed() -> None:
    for text in ("1S", "2S", "4S", "5S", "5T", "12S", "2T"):
        table = using(PROGRAMS[text].rule)
        assert "10V" not in offered(table)
        assert "9S" in offered(table)


def test_cd_x20_a_change_follows_a_card_from_front_to_front_also_to_the_other_side() -> None:
    table = using(seq(swap("1K", "12S"), swap("9S", "13T")),
                  FRONTS_LAID + f"mark value: 1K={shift(3)} 9S={shift(2)}\nmark domain: 12S=4\n")
    assert [table.value(back_of(table, card)) for card in ("1K", "9S")] == [4, 11]
    assert table.domain(back_of(table, "12S")) == 4
    assert (place_of(table, "1K"), place_of(table, "9S")) == ("ddos 2", "phish 1")


@pytest.mark.parametrize("target", [HAND, DISCARD, DECK, EXPELLED])
def test_cd_x20_a_change_ends_when_the_card_leaves_the_fronts(target: Zone) -> None:
    table = using(sends("9S", MITM, HACKER, target), FRONTS_LAID + f"mark value: 9S={shift(2)}\nmark domain: 9S=4\n")
    back = back_of(table, "9S")
    assert (table.value(back), table.domain(back)) == (9, 2)
    if target is HAND:
        play(table, 1, "9S to MitM")
        assert table.value(back_of(table, "9S")) == 9


def test_cd_x20_settling_uses_the_changed_figures() -> None:
    table = at(FRONTS_LAID + f"play: effects, {SETTLE}", texts={"7V": PROGRAMS["1S"].rule, "12K": PROGRAMS["2S"].rule})
    play(table, 1, "7V", "13T", "-3", "pass")  # 10T
    play(table, 2, "12K", "10S", "Services", "pass")  # 10 of Services
    pass_until(table, "uncover", "guess")
    assert winners(table) == "D--"


def test_cd_x21_a_text_is_carried_out_as_far_as_possible() -> None:
    table = using(seq(replace_with_top(NEUTRAL).rule, draw(2).rule, NOTHING, discard(1).rule), NO_DECK)
    assert asked(table) == ["1 discard"]
    play(table, 1, "10V")
    assert (lies(table, "hand 1"), lies(table, "discard")) == ([], ["10V"])


# Marks and order


def through(*zones: Zone) -> Rule:
    """The used card of the Hacker goes from zone to zone."""
    def go(table: Table, side: int, it: int) -> None:
        for source, target in zip([MITM, *zones], zones, strict=False):
            table.move(back_of(table, "7V"), source, target, side)

    return do(go)


@pytest.mark.parametrize("way", [(HAND,), (DECK, HAND), (DISCARD, HAND), (DDOS, HAND), (PHISH, DECK, HAND)])
def test_cd_x22_the_used_mark_stays_on_the_card_wherever_it_goes(way: tuple[Zone, ...]) -> None:
    table = using(through(*way))
    play(table, 1, "7V to MitM")
    play(table, 2, "pass")
    assert "7V" in written(table, "mitm 1")
    assert offered(table) == these("9S 2V pass")
    assert USED.get(table, face("7V")) > 0


def test_cd_x22_a_marked_card_is_usable_by_nobody() -> None:
    table = using(swap("7V", "12K"))
    play(table, 1, "pass")
    assert offered(table) == these("8K 5V pass")


def test_cd_x23_effects_come_one_at_a_time() -> None:
    table = using(seq(discard(1).rule, draw(1).rule, discard(1).rule))
    questions = []
    while not asked(table)[0].endswith("use"):
        questions += asked(table)
        table.act(0, PASS if PASS in table.pending[0] else next(iter(table.pending[0])))
    assert questions == ["1 discard", "1 discard"]  # the hand is empty then
    assert asked(table) == ["2 use"]


SHORT = NO_DECK + "deck: 9T\ndiscard: 3S 11K 11V\n"


@pytest.mark.parametrize(("text", "needed"), [
    (draw(2).rule, 2), (seq(look(2).rule, stack_all().rule), 2), (seq(reveal(2).rule, do(put_back)), 2),
])
def test_cd_x24_too_short_a_deck_is_first_shuffled_together_with_the_discard(text: Rule, needed: int) -> None:
    seen = set()
    for seed in range(30):
        table = using(text, SHORT, seed=seed)
        while asked(table) == ["1 stack"]:
            table.act(0, next(iter(table.pending[0])))
        assert lies(table, "discard") == []
        got = [card for card in ("9T", "3S", "11K", "11V") if 1 in knowers(table, card)]
        assert len(got) == needed
        seen |= {tuple(got)}
        assert written(table, "mitm 1") == "7V 9S 2V"  # the card being resolved is no part of it
    assert any("9T" in cards for cards in seen)
    assert any("9T" not in cards for cards in seen)


@pytest.mark.parametrize("text", [exchange_with_top(NEUTRAL).rule, replace_with_top(NEUTRAL).rule])
def test_cd_x24_for_an_exchange_or_a_replacement_too(text: Rule) -> None:
    found = set()
    for seed in range(30):
        table = using(text, NO_DECK + "discard: 3S 11K 11V\n", seed=seed)
        play(table, 1, "8K")
        found.add(written(table, "mitm 2").split()[1])
    assert {"3S", "11K", "11V"} <= found


def test_cd_x24_a_deck_that_is_long_enough_is_not_shuffled() -> None:
    table = using(draw(8).rule, FRONTS_LAID + "discard: 3S\n")
    assert (lies(table, "discard"), deck(table)) == (["3S"], [])
    assert table.chances == at(FRONTS_LAID).chances


def test_cd_x24_if_it_is_still_short_as_many_are_taken_as_there_are() -> None:
    table = using(draw(6).rule, SHORT)
    assert lies(table, "hand 1") == these("10V 9T 3S 11K 11V")


def test_cd_x25_a_card_returns_to_the_hand_of_the_player_whose_side_it_lay_on() -> None:
    table = using(sends("12S", DDOS, DEFENDER, HAND))
    assert lies(table, "hand 2") == these("1T 12S")
    listen_table = at(FRONTS_LAID, texts={"7V": sends("8K", MITM, DEFENDER, HAND)})
    listen(listen_table, "effects")
    play(listen_table, 1, "7V")
    assert told(listen_table)[-1] == "Bob takes 8K from MitM."
    assert lies(listen_table, "hand 2") == these("1T 8K")


def test_cd_x26_to_play_a_card_by_a_text_is_no_extra_play_and_the_actor_chooses_the_front() -> None:
    text = choose("play", plays, then=do(play_it), kind=TO_A_FRONT)
    table = using(text, FRONTS_LAID.replace("hand 1: 10V", "hand 1: 10V 3S"))
    assert offered(table) == sorted(f"{card} to {name}" for card in ("10V", "3S") for name in ("Phish", "MitM", "DDOS"))
    play(table, 1, "10V to DDOS")
    assert written(table, "ddos 1") == "1K 2S 10V"
    assert asked(table) == ["1 play"]
    play(table, 1, "3S to Phish")
    assert written(table, "phish 1") == "13T 4S 3S"
    assert asked(table) == ["2 use"]


def test_cd_x28_the_fronts_are_settled_as_ever_after_effects() -> None:
    table = at(FRONTS_LAID)
    listen(table, f"effects, {SETTLE}")
    play(table, 1, "7V", "10V to DDOS")
    pass_until(table)
    fronts = [words.split(":")[0] for words in told(table) if words.startswith(("Phish:", "MitM:", "DDOS:"))]
    assert fronts == ["Phish", "MitM", "DDOS"]
    assert GUESSED.get(table) == 4


# Cards by name


def test_cd_x29_exactly_three_cards_search_the_deck() -> None:
    assert [card.printed.code for card in GENERAL_EDITION if card.searches] == ["9K", "6T", "11T"]


def test_cd_x29_another_card_that_searches_is_forbidden_to_the_hacker_too() -> None:
    cards = edition(
        GENERAL, {printed.code: printed.code for printed in GENERAL if printed.text},
        {"8K": ("search",), "7V": ("search",), "12T": ("copy",)})
    game = cyber_defense(Options(), cards, EFFECTS)
    table = set_up(game, "cyber defense, 2 seats\n" + FRONTS_LAID.replace("mitm 1: 7V 9S", "mitm 1: 7V 12T")
                   + "play: effects")
    assert offered(table) == these("12T 2V pass")
    play(table, 1, "12T")
    assert "8K" not in offered(table)
    assert {"12K", "5V"} <= set(offered(table))


def test_cd_x29_names_of_single_cards() -> None:
    names = {"13S": "AI", "12K": "News & Reviews", "1K": "Data Mining", "1S": "Material Sciences",
             "1T": "Internet of Things", "1V": "E-Commerce"}
    assert {card.printed.code: card.printed.concept for card in GENERAL_EDITION if card.printed.code in names} == names
