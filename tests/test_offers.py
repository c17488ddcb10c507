"""Offers and talk: what they mean, how they are written, and that writing and reading agree."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from techdeck.cards import Face, code
from techdeck.offers import (
    EVERYBODY_ELSE,
    STRUCTURED,
    BadSaying,
    Commitment,
    Fact,
    Hand,
    Held,
    Offer,
    Proposal,
    Question,
    Slot,
    Trade,
    can_be_paired,
    either_of,
    exactly,
    facts_of,
    hand_of,
    precedence,
    read_asked,
    read_commitment,
    read_declaration,
    read_fact,
    read_offer,
    read_proposal,
    read_question,
    read_wish,
    slot,
    write_fact,
    write_offer,
)
from techdeck.table import PASS

values = st.integers(1, 13)
domains = st.integers(1, 4)
cards = st.tuples(values, domains)
letters = st.sampled_from("KSTV")
atoms = st.one_of(
    st.builds(lambda value, letter: f"{value}{letter}", values, letters), st.builds(lambda value: f"{value}*", values),
    st.builds(lambda letter: f"*{letter}", letters), st.just("**"),
)
descriptions = st.builds(slot, atoms)
slots = st.builds(lambda found: slot("|".join(found)), st.lists(atoms, min_size=1, max_size=4))
one_or_two_slots = st.lists(slots, min_size=1, max_size=2)
seats = st.integers(0, 5)
audiences = st.one_of(st.just(EVERYBODY_ELSE), seats)
faces = st.integers(0, 51).map(Face) | st.integers(54, 105).map(Face)


def fits_by_words(card: tuple[int, int], text: str) -> bool:
    """As the rulebook says it [R14, R15]."""
    value, domain = card
    return any(atom[:-1] in ("*", str(value)) and atom[-1] in ("*", "KSTV"[domain - 1]) for atom in text.split("|"))


# What a card may be

@given(cards, slots)
def test_a_card_fits_a_slot_when_it_matches_an_atom(card: tuple[int, int], wanted: Slot) -> None:
    assert wanted.fits(*card) == fits_by_words(card, wanted.text)


@given(slots)
def test_a_wild_card_fits_nothing(wanted: Slot) -> None:
    assert not wanted.fits(0, 0)


@given(st.lists(cards, min_size=1, max_size=2), one_or_two_slots)
def test_cards_satisfy_a_request_when_they_can_be_paired(chosen: list[tuple[int, int]], wanted: list[Slot]) -> None:
    paired = len(chosen) == len(wanted) and any(
        all(each.fits(*card) for card, each in zip(order, wanted, strict=True)) for order in permutations(chosen))
    assert can_be_paired(chosen, wanted) == paired


def test_cards_and_slots_are_paired_in_any_order() -> None:
    assert can_be_paired([(7, 1), (2, 4)], [slot("7*"), slot("*V")])
    assert can_be_paired([(2, 4), (7, 1)], [slot("7*"), slot("*V")])
    assert not can_be_paired([(7, 4), (2, 1)], [slot("7*"), slot("*V")])


@given(slots)
def test_a_slot_is_read_back_in_any_case(wanted: Slot) -> None:
    assert slot(wanted.text) == slot(wanted.text.lower()) == wanted
    assert slot(wanted.text).bits == wanted.bits


@given(cards)
def test_an_exact_slot_fits_one_card_only(card: tuple[int, int]) -> None:
    only = exactly(*card)
    assert only.is_exact()
    assert [(value, domain) for domain in range(1, 5) for value in range(1, 14) if only.fits(value, domain)] == [card]


@given(descriptions, descriptions, cards)
def test_either_of_two_descriptions(one: Slot, other: Slot, card: tuple[int, int]) -> None:
    assert either_of(one, other).fits(*card) == (one.fits(*card) or other.fits(*card))


def test_alternatives_are_said_once() -> None:
    assert slot("7*|*v|7*").text == "7*|*V"


@pytest.mark.parametrize("text", ["", "*", "7", "14*", "0K", "07*", "7W", "W1", "7S7S", "7*|", "|7*", "7 S", "-1K",
                                  "*X", "7*|8*|9*|10*|11*", "K", "KS"])
def test_what_is_no_slot_is_refused(text: str) -> None:
    with pytest.raises(BadSaying, match=r"\w"):
        slot(text)


# Offers

@st.composite
def proposals(draw: st.DrawFn) -> Proposal:
    chosen = draw(st.lists(faces, min_size=1, max_size=2, unique=True))
    gives = draw(st.lists(descriptions, min_size=len(chosen), max_size=len(chosen)))
    return Proposal(draw(st.sampled_from([chosen, []])), gives, draw(audiences), draw(one_or_two_slots))


@given(proposals())
def test_a_proposal_is_read_back(said: Proposal) -> None:
    for text in (said.text(), said.text().upper(), f"  {said.text()}  ".lower()):
        again = read_proposal(text)
        assert (again.cards, again.gives, again.to, again.wants) == (said.cards, said.gives, said.to, said.wants)
    assert read_proposal(said.text()).text() == said.text()


@given(proposals())
def test_the_parts_of_a_proposal_may_come_in_any_order(said: Proposal) -> None:
    names = " ".join(code(card) for card in said.cards)
    gives, wants = [" ".join(each.text for each in part) for part in (said.gives, said.wants)]
    to = "all" if said.to == EVERYBODY_ELSE else f"seat {said.to + 1}"
    assert read_proposal(f"offer {names} for {wants} to {to} as {gives}").text() == said.text()


@given(proposals())
def test_others_do_not_read_the_cards_of_a_proposal(said: Proposal) -> None:
    hidden = said.text(["??"] * len(said.cards))
    assert hidden.startswith(" ".join(["offer", *["??"] * len(said.cards), "as "]))
    assert hidden.partition(" as ")[2] == said.text().partition(" as ")[2]


@given(st.integers(1, 999), seats, audiences, st.lists(descriptions, min_size=1, max_size=2), one_or_two_slots)
def test_an_offer_is_read_back_from_the_board(
    number: int, by: int, to: int, gives: list[Slot], wants: list[Slot],
) -> None:
    offer = Offer(number, by, to, gives, wants)
    again = read_offer(offer.line())
    assert (again.number, again.by, again.to, again.gives, again.wants) == (number, by, to, gives, wants)
    assert again.line() == offer.line()
    assert not again.is_veiled()
    veiled = read_offer(offer.veiled_line())
    assert (veiled.number, veiled.by, veiled.to, veiled.gives, veiled.wants) == (number, by, to, [], [])
    assert veiled.is_veiled()


def test_who_an_offer_is_for() -> None:
    to_all, to_one = read_offer("1: seat 2 gives 4S to all for 13*"), read_offer("1: seat 2 gives 4S to seat 3 for 13*")
    assert [to_all.is_for(seat) for seat in range(3)] == [True, False, True]
    assert [to_one.is_for(seat) for seat in range(3)] == [False, False, True]


def test_what_is_left_out_of_a_proposal() -> None:
    said = read_proposal("offer 4S for 13*")
    assert (said.cards, said.gives, said.to) == ([Face(16)], [], EVERYBODY_ELSE)


@pytest.mark.parametrize("text", [
    "", "offer", "offer 4S", "offer for 7*", "offer 4S for", "offer 4S 5S 6S for 7*", "offer 4S as 4S 5S for 7*",
    "offer 4S as 4S|5S for 7*", "offer 4S for 7* 8* 9*", "offer 4S 4S for 7*", "offer 99K for 7*",
    "offer 4S to nobody for 7*", "offer 4S to seat 0 for 7*", "offer 4S to seat for 7*", "offer 4S for 7* for 8*",
    "offer 4S to seat 99999999999999999999 for 7*", "commit 3 7T", "offer 4S as 4Q for 7*", "offer 4S gives 4S for 7*",
])
def test_what_is_no_proposal_is_refused(text: str) -> None:
    with pytest.raises(BadSaying, match=r"\w"):
        read_proposal(text)


# Commitments and talk

@given(st.integers(1, 999), st.lists(faces, min_size=1, max_size=2, unique=True))
def test_a_commitment_is_read_back(number: int, chosen: list[Face]) -> None:
    said = Commitment(number, sorted(chosen))
    for text in (said.text(), said.text().upper()):
        again = read_commitment(text)
        assert (again.number, again.cards) == (number, sorted(chosen))
    assert said.text(["??"]) == f"commit {number} ??"


@pytest.mark.parametrize("text", ["commit", "commit 3", "commit 7T", "commit 3 7T 8T 9T", "commit 3 7T 7T",
                                  "commit x 7T", "commit 3 14T", "offer 7T for 8T", "commit 99999999999999999999 7T"])
def test_what_is_no_commitment_is_refused(text: str) -> None:
    with pytest.raises(BadSaying, match=r"\w"):
        read_commitment(text)


@given(st.integers(1, 99), seats, audiences, slots, st.integers(0, 63))
def test_a_question_is_read_back(number: int, by: int, to: int, about: Slot, answered: int) -> None:
    said = read_question(Question(to, about).text().upper())
    assert (said.to, said.about) == (to, about)
    again = read_asked(Question(to, about, number, by, answered).line())
    assert (again.number, again.by, again.to, again.about, again.answered) == (number, by, to, about, answered)


@given(st.integers(0, 9), seats, slots)
def test_a_fact_is_read_back(count: int, by: int, about: Slot) -> None:
    said = read_declaration(Fact(count, about).text().upper())
    assert (said.count, said.about) == (count, about)
    if count:
        assert read_declaration(f"declare at least {count} of {about.text}").count == count
        known = read_fact(Fact(count, about, by).line())
        assert (known.count, known.about, known.by) == (count, about, by)


@given(slots)
def test_a_wish_is_read_back(about: Slot) -> None:
    assert read_wish(f"Wish {about.text}") == about


@pytest.mark.parametrize("text", ["ask", "ask all", "ask for 7*", "ask all for", "ask all for 7* 8*",
                                  "ask all for 99*"])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(BadSaying, match=r"\w"):
        read_question(text)


@pytest.mark.parametrize("text", ["declare", "declare 2", "declare of 7*", "declare some of 7*", "declare 2 of",
                                  "declare -1 of 7*", "declare 2 3 of 7*"])
def test_what_is_no_declaration_is_refused(text: str) -> None:
    with pytest.raises(BadSaying, match=r"\w"):
        read_declaration(text)


@given(st.lists(cards, max_size=8), slots, st.integers(0, 4))
def test_when_a_fact_is_true(hand: list[tuple[int, int]], about: Slot, count: int) -> None:
    fitting = sum(about.fits(*card) for card in hand)
    assert Fact(count, about).is_true_of(hand) == (fitting >= count if count else fitting == 0)


@given(st.lists(cards, max_size=6), st.lists(descriptions, min_size=1, max_size=2))
def test_the_facts_of_some_descriptions_say_that_there_are_cards_for_them(
    hand: list[tuple[int, int]], gives: list[Slot],
) -> None:
    """No more and no less: all facts hold just when different cards of the hand fit the descriptions."""
    exists = any(can_be_paired(chosen, gives) for chosen in permutations(hand, len(gives)))
    assert all(fact.is_true_of(hand) for fact in facts_of(gives, 0)) == exists


# Words

@pytest.mark.parametrize(("line", "words"), [
    ("3: seat 1 gives *V to all for 7*|*K", "{who} offers a Service card for a 7 or a Knowledge card, to all."),
    ("1: seat 2 gives 4S to seat 1 for 13*", "{who} offers a 4 of Science for a 13, to {whom}."),
    ("2: seat 1 gives 8* 11T to all for ** 2K|*T",
     "{who} offers an 8 and an 11 of Technology for any card, and a 2 of Knowledge or a Technology card, to all."),
    ("2: seat 1 gives ** to all for 2* 3*", "{who} offers a card for a 2 and a 3, to all."),
])
def test_offers_in_words(line: str, words: str) -> None:
    assert read_offer(line).in_words() == words


def test_talk_in_words() -> None:
    assert read_question("ask all for 13*|6*").in_words() == "{who} asks everybody for a 13 or a 6."
    assert read_question("ask seat 2 for *S").in_words() == "{who} asks {whom} for a Science card."
    assert read_declaration("declare none of 6*").in_words() == "{who} holds no card that is a 6."
    assert read_declaration("declare 1 of 13*").in_words() == "{who} holds a 13."
    assert read_declaration("declare 2 of *V").in_words() == (
        "{who} holds at least 2 cards that are each a Service card.")


# Equal arrival times

def test_r40_which_of_several_messages_at_the_same_time_counts_first() -> None:
    said = [(0, "done"), (2, "ask all for 7*"), (1, "back"), (0, "offer 4S as 4S to all for 13*"), (3, "cancel 2"),
            (2, "commit 4 7T"), (3, "commit 1 9V")]
    assert [text.split()[0] for _, text in sorted(said, key=lambda message: precedence(*message))] == [
        "commit", "commit", "cancel", "offer", "back", "ask", "done"]
    assert min(said, key=lambda message: precedence(*message)) == (3, "commit 1 9V")


# Sampling

hands = st.lists(st.integers(0, 51), min_size=1, max_size=8, unique=True).map(
    lambda faces: [(number, number % 13 + 1, number // 13 + 1) for number in sorted(faces)])
BOARD = ["4: seat 1 gives *V to all for 7*|*K **", "5: seat 3 gives 9K to seat 2 for *S"]


@given(hands, st.booleans(), st.booleans(), st.integers(0, 1000))
def test_what_is_sampled_may_be_said_and_means_what_it_says(
    hand: list[Held], is_late: bool, is_simple: bool, seed: int,
) -> None:
    """What was just written is not read again: it must be what reading it would give."""
    trader = Trade(1, "trade", ["done"], hand_of(hand), BOARD, seats=4, offers=True, talk=STRUCTURED, simple=is_simple,
                   late=is_late)
    for text in (trader.sample_offer(Random(seed)), trader.sample_mistake(Random(seed)), trader.sample(Random(seed))):
        assert isinstance(text, str)
        assert text in trader
        if text.startswith("offer"):
            said, again = read_proposal(text), read_proposal(text.lower() + " ")
            assert (again.cards, again.gives, again.to, again.wants) == (said.cards, said.gives, said.to, said.wants)
            assert [each.bits for each in again.wants] == [each.bits for each in said.wants]
            assert again.text() == text
        if text.startswith("commit"):
            put_down, read = read_commitment(text), read_commitment(text.lower() + " ")
            assert (read.number, read.cards) == (put_down.number, put_down.cards)


@given(hands, st.integers(0, 1000))
def test_what_was_sampled_is_looked_at_like_all_else(hand: list[Held], seed: int) -> None:
    """What a decision makes up at random is not possible for that alone."""
    trader = Trade(1, "reply", [-1], hand_of(hand), ["4: seat 1 gives *V to all for 7S 7K 7T"], seats=4, strict=True)
    rng = Random(seed)
    for text in (trader.sample_offer(rng), trader.sample_mistake(rng), trader.sample_talk(rng)):
        assert text not in trader


@given(hands, one_or_two_slots, st.integers(0, 1000))
def test_a_hand_as_it_is_printed_is_the_same_by_its_bits(held: list[Held], wants: list[Slot], seed: int) -> None:
    faces = [number for number, _, _ in held]
    listed, plain = hand_of(held), Hand([], [], sum(1 << number for number in faces))
    assert plain.cards == listed.cards == held
    assert plain.size() == listed.size() == len(held)
    assert plain.ways(wants) == listed.ways(wants)
    assert [plain.face(plain.nth(place)) for place in range(len(held))] == faces
    one, other = [Trade(1, "trade", [PASS], hand, BOARD, seats=4, offers=True) for hand in (listed, plain)]
    assert one.sample(Random(seed)) == other.sample(Random(seed))


def test_offers_of_every_kind_are_sampled() -> None:
    trader = Trade(1, "trade", ["done"], hand_of([(6, 7, 1), (50, 12, 4)]), [], seats=3, offers=True)
    said = [read_proposal(trader.sample_offer(Random(seed))) for seed in range(400)]
    assert {tuple(each.cards) for each in said} == {(6,), (50,), (6, 50), (50, 6)}
    assert {each.to for each in said} == {EVERYBODY_ELSE, 0, 2}
    assert {each.gives[0].text for each in said if each.cards[0] == 6} == {"7K", "7*", "*K", "**"}
    assert {len(each.wants) for each in said} == {1, 2}
    assert {len(want.text.split("|")) for each in said for want in each.wants} == {1, 2, 3}


@given(st.integers(0, 5), st.integers(0, 5), st.lists(descriptions, min_size=1, max_size=2), one_or_two_slots)
def test_what_is_written_on_a_slate_means_what_it_says(
    by: int, number: int, gives: list[Slot], wants: list[Slot],
) -> None:
    offer = Offer(number, by, EVERYBODY_ELSE, gives, wants)
    assert write_offer(offer) == offer.line()
    again = read_offer(offer.line().replace("all", "ALL"))
    assert (again.number, again.by, again.to, again.gives, again.wants) == (number, by, EVERYBODY_ELSE, gives, wants)
    assert read_offer(offer.line()).line() == offer.line()
    fact = Fact(number, wants[0], by)
    assert write_fact(fact) == fact.line()
    assert read_fact(fact.line()).line() == fact.line()
