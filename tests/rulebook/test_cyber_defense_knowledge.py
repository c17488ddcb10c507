"""Cyber Defense: what the players know, CD-R110 to CD-R121, CD-Q60, CD-Q62 and CD-X27."""

from collections import Counter
from itertools import permutations
from math import perm, prod
from random import Random

import pytest

from techdeck.cards import code, face
from techdeck.effects import draw, look, reveal, stack_all
from techdeck.games.cyber_defense import (
    ANSWERS,
    DDOS,
    DECK,
    DEFENDER,
    EXPELLED,
    HACKER,
    HAND,
    MITM,
    PASSWORD,
    PHISH,
    REVEALED,
    cyber_defense,
    what_can_be_known,
)
from techdeck.position import play, written
from techdeck.rules import do, seq
from techdeck.table import PASS, Rule, Table, Zone
from techdeck.views import View, imagined
from tests.rulebook.cyber_tables import (
    SETTLE,
    at,
    codes,
    front,
    general,
    guess,
    known,
    pass_until,
    random_game,
    row,
    settling,
    statuses,
)
from tests.rulebook.tables import asked, deck, knowers, lies, these

SUITED = [code(number) for number in range(52)]


def unseen(table: Table, side: int = HACKER) -> list[str]:
    """What may be a hidden digit for all the side has seen, answers aside: the U of CD-R112."""
    view = View(table, side)
    digits = [back for back in view.cards(PASSWORD, DEFENDER) if not view.mark(REVEALED, back)]
    seen = {face for face in view.faces if face >= 0}
    found = {tuple(card for card in codes(view.may_be[back]) if face(card) not in seen) for back in digits}
    (cards,) = found  # the same for all hidden digits
    return sorted(cards)


# The seen set

# Every place holds a card or two; 17 cards more are in the deck.
TABLE = """
    expelled: W1 W2 4T
    discard: 5S 7K
    hand 1: 10V 3S
    hand 2: 1T 9V
    phish 1: 13T 4S
    phish 2: 10S 4K
    mitm 1: 7V 9S 2V
    mitm 2: 12K 8K 5V
    ddos 1: 1K 2S
    ddos 2: 6V 12S
    rest: deck
""" + row("3K/r 8S 6T 3V 2K 11S")
TOP_KNOWN = TABLE.replace("rest: deck", "deck: 9T 7S 1V\nrest: deck")
OPEN = "5S 7K 4T 7V 9S 2V 12K 8K 5V"  # discard, expelled, both MitM sides
OWN = "10V 3S 13T 4S 1K 2S"


def minus(cards: str) -> list[str]:
    return sorted({*SUITED} - {*cards.split()})


def test_cd_r110_cd_r112_what_the_hacker_has_seen_is_no_digit() -> None:
    assert unseen(at(TABLE)) == minus(f"{OPEN} {OWN} 3K")


def test_cd_r110_phish_and_ddos_cards_count_as_seen_once_their_front_is_opened() -> None:
    table = settling(TABLE, SETTLE)
    assert unseen(table) == minus(f"{OPEN} {OWN} 10S 4K 3K")
    pass_until(table, "lock")
    assert statuses(table) == "rrnnnn"
    assert unseen(table) == minus(f"{OPEN} {OWN} 10S 4K 6V 12S 3K 8S")  # 1T and 9V are still in hand


def expel_top(table: Table, side: int, it: int) -> None:
    table.move(DECK.of(table)[-1], DECK, EXPELLED, side)


@pytest.mark.parametrize(("text", "count"), [
    (draw(1).rule, 1), (seq(look(3).rule, stack_all().rule), 3), (reveal(2).rule, 2), (do(expel_top), 1),
])
def test_cd_r110_cd_x27_cards_drawn_looked_at_revealed_or_expelled_through_an_effect_are_seen(
    text: Rule, count: int,
) -> None:
    table = at(TOP_KNOWN + "play: effects", texts={"7V": text})
    play(table, 1, "7V")
    while asked(table) == ["1 stack"]:
        table.act(0, next(iter(table.pending[0])))
    assert unseen(table) == minus(" ".join([OPEN, OWN, "3K", *["9T", "7S", "1V"][:count]]))


def test_cd_r110_what_only_the_defender_sees_is_not_seen() -> None:
    table = at("first: 2\n" + TOP_KNOWN + "play: effects",
               texts={"12K": seq(draw(1).rule, look(1).rule, stack_all().rule)})
    play(table, 2, "12K", "9T to DDOS")
    assert unseen(table) == minus(f"{OPEN} {OWN} 3K")
    table = at("first: 2\n" + TOP_KNOWN + "play: effects",
               texts={"12K": draw(1).rule})
    play(table, 2, "12K", "9T to MitM")
    assert unseen(table) == minus(f"{OPEN} {OWN} 3K 9T")


def heard_by_hacker(table: Table) -> set[str]:
    """Every card outside the password whose face the Hacker was told of."""
    assert table.log is not None
    found = set()
    for event in table.log:
        telling = event.told(HACKER, table.game.voice(["Ann", "Bob"]))
        if telling.get("card") and "password" not in str(telling.get("in", "")):
            found.add(str(telling["card"]))
    return found


def naive_allowed(cards: set[str], position: int, answers: list[str]) -> set[str]:
    """CD-R113 to CD-R115: the cards of U that fit all answers at a position."""
    found = set(cards)
    for line in answers:
        if line.endswith("revealed") or line.split()[0].split("@")[1] != str(position):
            continue
        what, number, *events = line.split()
        named = what.split("@")[0]
        if named[-1] not in "KSTV":
            found = {card for card in found if card[:-1] != named}
        elif number == "n=0" or "sideways" in events:
            found = {card for card in found
                     if card[:-1] != named[:-1] and (card[-1] == named[-1]) is ("flip" in events)}
        elif "hit" not in events:
            found = {card for card in found if card[:-1] == named[:-1] and card != named}
    return found


@pytest.mark.parametrize("seed", range(5))
def test_cd_r110_to_cd_r116_what_is_known_at_every_moment_of_a_game(seed: int) -> None:
    """Against a tally of everything the Hacker was ever told, with the printed effects."""
    table = cyber_defense().start(2, seed, listen=True)
    rng = Random(seed)
    seen: set[str] = set()
    before = {*SUITED}
    while table.pending:
        seen |= heard_by_hacker(table)
        table.log = []
        open_digits = {code(table.face[back]) for back in PASSWORD.of(table, DEFENDER) if REVEALED.get(table, back)}
        cards = {*SUITED} - seen - open_digits
        knowledge = known(table)
        digits = written(table, "password 2").split()
        for position, allowed in zip(knowledge.positions, knowledge.allowed, strict=True):
            assert set(codes(allowed)) == naive_allowed(cards, position, ANSWERS.of(table))
            assert digits[position - 1] in codes(allowed)
        assert cards <= before  # X and R only grow [R111]
        before = cards
        assert knowledge.allows([face(digits[position - 1]) for position in knowledge.positions])
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)


def test_cd_r111_seen_cards_are_no_digits_through_all_rounds() -> None:
    for seed in range(6):
        before: set[str] = {*SUITED}
        for position in random_game(seed):
            if "n" in statuses(position) or "l" in statuses(position) or "u" in statuses(position):
                now = set(unseen(position))
                assert now <= before
                assert set(written(position, "password 2").split()) & {*SUITED} - now == {
                    code(position.face[back]) for back in PASSWORD.of(position, DEFENDER)
                    if REVEALED.get(position, back)}
                before = now


# Updates

FOUR = front("mitm", "12K 12S 12V", "1K 2S 1T")
REST = "expelled: W1 W2\nrest: deck\n"


def of_value(cards: list[str], value: int) -> list[str]:
    return [card for card in cards if card[:-1] == str(value)]


def test_cd_r113_before_any_guess_every_unseen_card_is_allowed_and_no_total_known() -> None:
    table = settling(REST + FOUR + row("3K/r 8S 6T/u 3V 2K 11S"), "mitm")
    knowledge = known(table)
    assert knowledge.positions == (2, 3, 4, 5, 6)
    assert all(sorted(codes(cards)) == minus("12K 12S 12V 1K 2S 1T 3K") for cards in knowledge.allowed)
    assert set(knowledge.totals[1:]) == {-1}


def test_cd_r114_after_a_guess_at_a_normal_digit() -> None:
    table = settling(REST + FOUR + row("3K/r 8S 6T/u 3V 2K 11S"), "mitm")
    before = known(table)
    guess(table, "3@2")
    missed = known(table)
    assert missed.totals[3] == 2 - 1  # of hidden digits; one of the two lies open
    assert codes(missed.allowed[0]) == [card for card in codes(before.allowed[0]) if card[:-1] != "3"]
    assert missed.allowed[1:] == before.allowed[1:]
    guess(table, "3@4")
    hit = known(table)
    assert hit.positions == (2, 3, 5, 6)
    assert hit.totals[3] == 0
    assert hit.revealed[3] == 2
    assert all("3V" not in codes(cards) for cards in hit.allowed)


@pytest.mark.parametrize(("guessed", "kept"), [
    ("3T@3", "domain"),  # sideways, flip
    ("3S@3", "no domain"),  # sideways
    ("9T@3", "domain"),  # none of the value, flip
    ("9S@3", "no domain"),  # none of the value
    ("6S@3", "value"),  # the value is right
])
def test_cd_r115_after_a_guess_at_an_upgraded_digit(guessed: str, kept: str) -> None:
    table = settling(REST + FOUR + row("3K/r 8S 6T/u 3V 2K 11S"), "mitm")
    before = codes(known(table).allowed[1])
    answer = guess(table, guessed)
    after = known(table)
    value, domain = guessed[0], guessed[1]
    expected = {
        "domain": [card for card in before if card[:-1] != value and card[-1] == domain],
        "no domain": [card for card in before if card[:-1] != value and card[-1] != domain],
        "value": [card for card in before if card[:-1] == value and card[-1] != domain],
    }
    assert codes(after.allowed[1]) == expected[kept]
    assert after.totals[int(value)] == int(answer[2]) - (value == "3")
    assert after.positions == (2, 3, 4, 5, 6)
    guess(table, "6T@3")
    assert known(table).positions == (2, 4, 5, 6)


SMALL = "expelled: W1 W2\ndeck: 3S 8K 6S 12T\nrest: discard\n" + front("mitm", "12K 12S 12V", "1K 2S 1T")


def listed(table: Table, cards: list[str]) -> list[tuple[str, ...]]:
    """CD-R116 by trying every assignment."""
    knowledge, answers = known(table), ANSWERS.of(table)
    revealed = [code(table.face[back]) for back in PASSWORD.of(table, DEFENDER) if REVEALED.get(table, back)]
    totals = {int(line.split("@")[0].rstrip("KSTV")): int(line.split()[1][2:]) for line in answers if "@" in line}
    allowed = [naive_allowed(set(cards), position, answers) for position in knowledge.positions]
    found = []
    for chosen in permutations(cards, len(knowledge.positions)):
        whole = [*revealed, *chosen]
        if all(card in fits for card, fits in zip(chosen, allowed, strict=True)) and all(
                len(of_value(whole, value)) == number for value, number in totals.items()):
            found.append(chosen)
    return found


@pytest.mark.parametrize("guesses", [
    ("3@2",), ("3@2", "6@4"), ("8@4", "3S@3"), ("6S@3", "12@2"), ("9K@3", "9T@3", "3@6"), ("8@2", "3@4"),
    ("3V@3", "2@4"),
])
def test_cd_r116_candidates_are_all_assignments_that_fit(guesses: tuple[str, ...]) -> None:
    table = settling(SMALL + row("3K/r 8S 6T/u 3V 2K/r 11S"), "mitm")
    for text in guesses:
        guess(table, text)
    cards = unseen(table)
    knowledge = known(table)
    found = listed(table, cards)
    assert knowledge.count == len(found) > 0
    for chosen in permutations(cards, len(knowledge.positions)):
        assert knowledge.allows([face(card) for card in chosen]) is (chosen in found)


def test_cd_r116_the_order_of_past_guesses_is_irrelevant() -> None:
    summaries = set()
    for order in permutations(("3@2", "9T@3", "3S@3", "6@4")):
        table = settling(SMALL + row("3K/r 8S 6T/u 3V 2K/r 11S"), "mitm")
        for text in order:
            guess(table, text)
        knowledge = known(table)
        summaries.add((knowledge.allowed, knowledge.totals, knowledge.revealed, knowledge.count))
    assert len(summaries) == 1


# Beliefs


def believed(table: Table, times: int) -> Counter[tuple[str, ...]]:
    """The hidden digits in tables that the Hacker could mistake for this one."""
    rng = Random(1)
    view = View(table, HACKER)
    positions = known(table).positions
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(times):
        digits = written(imagined(view, rng), "password 2").split()
        found[tuple(digits[position - 1] for position in positions)] += 1
    return found


def test_cd_r117_all_candidates_are_equally_likely() -> None:
    table = settling("expelled: W1 W2\ndeck: 4K 4T 9S\nrest: discard\n" + front("mitm", "13S 13T", "1K 1S")
                     + row("7S/r 12K 3V/r 13K/r 9V 10T/r"), "mitm")
    guess(table, "9@2")
    found = believed(table, 600)
    assert set(found) == {(one, other) for one in ("4K", "4T", "12K") for other in ("9S", "9V")}
    assert all(60 <= count <= 140 for count in found.values())


def test_cd_r117_a_hidden_world_has_all_hidden_places_and_fits_all_that_was_seen() -> None:
    table = settling(TABLE, SETTLE)
    pass_until(table, "guess")
    guess(table, "3@3")
    view = View(table, HACKER)
    rng = Random(2)
    hands, slots = set(), set()
    for _ in range(40):
        world = imagined(view, rng)
        assert sorted(code(number) for number in world.face if number < 52) == sorted(SUITED)
        assert View(world, HACKER).faces == view.faces
        assert known(world).allows([
            world.face[PASSWORD.of(world, DEFENDER)[position - 1]] for position in known(world).positions])
        hands.add(written(world, "hand 2"))
        slots.add(written(world, "ddos 2"))
    assert len(hands) > 20
    assert len(slots) > 20


def test_cd_r118_candidates_merge_by_value() -> None:
    """The weight of a value assignment is the product of u (u - 1) ... over its values."""
    table = settling(SMALL + row("3K/r 8S 6T 3V 2K/r 11S"), "mitm")
    guess(table, "3@2")
    cards = unseen(table)
    weights: Counter[tuple[int, ...]] = Counter()
    for chosen in listed(table, cards):
        weights[tuple(int(card[:-1]) for card in chosen)] += 1
    for values, weight in weights.items():
        assert weight == prod(perm(len(of_value(cards, value)), values.count(value)) for value in set(values))
    assert sum(weights.values()) == known(table).count
    answers = known(table).answers()
    for value in (3, 6, 8):
        hits = sum(weight for values, weight in weights.items() if values[0] == value)
        assert sum(count for answer, count in answers[2, value, 0].items() if answer[1]) == hits


def test_cd_r119_sizes_when_round_1_begins() -> None:
    table = cyber_defense().start(2, 7)
    assert len(unseen(table)) == 38
    assert known(table).count == 1_987_690_320 == perm(38, 6)


def test_cd_r119_without_effects_23_cards_are_seen_when_round_1_is_over() -> None:
    for seed in range(5):
        table = cyber_defense().start(2, seed)
        while table.game.phase(table) != "ddos" or table.pending[0].verb != "guess":
            decision = table.pending[0]
            table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
        revealed = statuses(table).count("r")
        assert len(unseen(table)) == 52 - 23 - revealed
        tenth = lies(table, "hand 2")
        assert len(tenth) == 1
        assert tenth[0] in unseen(table)


def test_cd_r120_unseen_cards_lie_with_the_defender_in_the_deck_or_in_the_password() -> None:
    table = cyber_defense().start(2, 7)
    view = View(table, HACKER)
    sizes = {"password 2": 6, "hand 2": 10, "deck": 22}
    assert {place: len(lies(table, place)) for place in sizes} == sizes
    card = unseen(table)[0]
    rng = Random(3)
    found: Counter[str] = Counter()
    for _ in range(1000):
        world = imagined(view, rng)
        zone, owner, _ = world.where(world.face.index(face(card)))
        found[zone.place(owner)] += 1
    assert set(found) == set(sizes)
    for place, size in sizes.items():
        assert abs(found[place] - 1000 * size / 38) < 60


def test_cd_r121_what_the_defender_knows() -> None:
    table = at(TABLE)
    view = View(table, DEFENDER)

    def called(*places: tuple[Zone, int]) -> list[str]:
        return [view.called(back) for zone, owner in places for back in view.cards(zone, owner)]

    assert called((PASSWORD, DEFENDER)) == ["3K", "8S", "6T", "3V", "2K", "11S"]
    assert sorted(called((HAND, DEFENDER))) == these("1T 9V")
    assert called((PHISH, DEFENDER), (DDOS, DEFENDER)) == ["10S", "4K", "6V", "12S"]
    assert called((MITM, HACKER), (MITM, DEFENDER)) == ["7V", "9S", "2V", "12K", "8K", "5V"]
    assert set(called((HAND, HACKER), (PHISH, HACKER), (DDOS, HACKER), (DECK, 0))) == {"??"}
    assert known(table, DEFENDER).count == 1
    seen = [code(number) for number in view.faces if number >= 0]
    assert sorted(seen) == these(f"W1 W2 {OPEN} 3K 8S 6T 3V 2K 11S 1T 9V 10S 4K 6V 12S")


# Rulings


def test_cd_q60_an_aid_sees_nothing_that_the_hacker_could_not_work_out() -> None:
    """It is made from the Hacker's view, and the same for two tables that the Hacker cannot tell apart."""
    for seed in range(3):
        for position in random_game(seed)[10::15]:
            view = View(position, HACKER)
            world = imagined(view, Random(seed))
            one, other = what_can_be_known(view), what_can_be_known(View(world, HACKER))
            assert (one.allowed, one.totals, one.positions, one.upgraded) == (
                other.allowed, other.totals, other.positions, other.upgraded)


def search_unseen(table: Table, side: int, it: int) -> None:
    """A search whose text shows nothing: the lowest card of the deck goes to the hand."""
    for back in DECK.of(table):
        table.show_in(back, DECK, 0, side)
    lowest = min(DECK.of(table), key=lambda back: table.value(back))
    table.move(lowest, DECK, HAND, side)
    table.shuffle(DECK)


SEARCHED = row("3K 8S 6K 3V 2K 11S") + """
    first: 2
    mitm 1: 7V
    mitm 2: 12K 6T
    hand 2: 9V
    deck: 13T 1S 12S
    play: effects
"""


@pytest.mark.parametrize("front_name", ["Phish", "MitM"])
def test_cd_q62_the_hacker_does_not_learn_a_found_card_unless_it_is_shown_or_played_face_up(front_name: str) -> None:
    table = at(SEARCHED, texts={"12K": do(search_unseen)})
    play(table, 2, "12K")
    assert "1S" in lies(table, "hand 2")
    assert knowers(table, "1S") == [2]
    assert "1S" in unseen(table)
    play(table, 2, f"1S to {front_name}")
    assert ("1S" in unseen(table)) is (front_name == "Phish")
    assert all(knowers(table, card) == [] for card in deck(table))


def test_cd_q62_the_printed_searches_show_the_found_card_and_nothing_else() -> None:
    table = general(SEARCHED)
    play(table, 2, "6T", "1S", "9V", "pass")
    assert "1S" not in unseen(table)
    assert {"13T", "12S"} <= set(unseen(table))
    table = general(SEARCHED)
    play(table, 2, "6T", "pass")
    assert {"1S", "13T", "12S"} <= set(unseen(table))


def test_cd_r110_a_whole_round_without_effects() -> None:
    """The Hacker's tenth card and everything that was played is seen, of the Defender's all but the tenth."""
    table = cyber_defense().start(2, 3)
    hands = {side: lies(table, f"hand {side + 1}") for side in (0, 1)}
    dealt = [*lies(table, "mitm 1"), *lies(table, "mitm 2")]
    while table.game.phase(table) != "ddos":
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
    tenth = lies(table, "hand 2")
    open_digits = [code(table.face[back]) for back in PASSWORD.of(table, DEFENDER) if REVEALED.get(table, back)]
    seen = [*hands[0], *[card for card in hands[1] if card not in tenth], *dealt, *open_digits]
    assert unseen(table) == minus(" ".join(seen))
