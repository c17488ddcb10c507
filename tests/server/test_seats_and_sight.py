"""What seats are called and for whom they are kept; and what is seen: the cards of every option, the text under way."""

import re
from random import Random

import pytest

from techdeck.actions import write_choice
from techdeck.server import wire
from techdeck.server.catalogue import checked
from techdeck.server.facts import Acted, Began, Opened, Place, Placed, Rose, Sat
from techdeck.server.room import Author, Refusal, Room
from techdeck.server.wire import Option, Seen
from techdeck.table import PASS

SECRET = "5ea1" * 16


def opened(game: str, *places: Place, **options: bool | int | str) -> Room:
    return Room("ABCDEF", checked(Opened(by="ann", game=game, options=options, places=list(places), secret=SECRET)))


def names(room: Room) -> list[str]:
    return [seat.name for seat in room.shown().seats]


def test_no_bot_is_called_like_a_person_or_another_bot() -> None:
    room = opened("grid poker", Place("casual"), Place(), Place("casual", "", "Ada"), Place("random", "", "Gus"))
    assert names(room) == ["Ada", "", "Cleo", "Gus"]
    room.apply(Sat("bob", seat=1, name="ada"))
    assert names(room) == ["Gus", "ada", "Cleo", "Dee"]
    room.apply(Began())
    assert room.names() == names(room)
    room.apply(Rose("bob", seat=1))
    assert names(room) == ["Gus", "ada", "Cleo", "Dee"], "who has left is still called that; a bot plays on"


def test_a_kept_seat_is_for_one_person_until_the_host_frees_it() -> None:
    room = opened("grid poker", Place("", "ann", "Ann"), Place("", "bob", "Bob"), Place())
    assert [seat.kept_for for seat in room.shown().seats] == ["Ann", "Bob", ""]
    with pytest.raises(Refusal, match="That seat is kept for Bob"):
        room.answer(Author("cat"), -1, wire.Sit(1, 1, "Cat"))
    fact = room.answer(Author("bob"), -1, wire.Sit(1, 2, "Bob"))
    assert isinstance(fact, Sat)
    assert fact.seat == 1, "whichever seat is asked for, the kept one is given"
    room.apply(fact)
    assert [seat.kept_for for seat in room.shown().seats] == ["Ann", "", ""]
    room.apply(Placed("ann", seat=0, level=""))
    fact = room.answer(Author("cat"), -1, wire.Sit(1, 0, "Cat"))
    assert isinstance(fact, Sat)
    assert fact.seat == 0


def options_of(game: str, seats: int, **options: bool | int | str) -> list[tuple[Seen, Option]]:
    """Everything that could be chosen in some games at random, and what was seen when it was asked."""
    found = []
    for seed in range(6):
        room = Room("ABCDEF", checked(Opened(
            by="ann", game=game, options=options, places=[Place()] * seats, secret=f"{seed:02x}" * 32)))
        for seat in range(seats):
            room.apply(Sat(f"guest {seat}", seat=seat, name=f"Name {seat}"))
        room.apply(Began())
        rng = Random(seed)
        while room.state == "playing" and room.number < 150:
            decision = rng.choice(room.table.pending)
            choice = decision.sample(rng)
            sight = room.sight()
            assert sight is not None
            side = room.side_of(decision.seat)
            seen = sight.seen(side)
            for question in seen.asked[:1]:
                found += [(seen, option) for option in question.options[:40]]
            if choice is None:
                choice = PASS
            room.apply(Acted(seat=decision.seat, choice=write_choice(room.table, decision, choice)))
    return found


@pytest.mark.parametrize(("game", "options", "patterns"), [
    ("grid poker", {}, [(r"^[RC]\d \d+[KSTV]", 1), (r"^\d+[KSTV] for \d+[KSTV]$", 2)]),
    ("cyber defense", {}, [(r" to Phish$", 1)]),
    ("gears of industry", {"deck_source": "preset"}, [
        (r"^\d+T right$", 1), (r"^\d+[KSV] M1$", 1), (r"^matched by \d+T$", 1)]),
    ("tech exchange", {}, [(r"^commit \d+ \d+[KSTV]$", 1), (r"^offer \d+[KSTV] ", 1)]),
])
def test_every_option_has_the_cards_it_names(
    game: str, options: dict[str, bool | int | str], patterns: list[tuple[str, int]],
) -> None:
    found = options_of(game, 2, **options)
    for seen, option in found:
        for back in option.cards:
            assert back not in seen.faces or seen.faces[back] in option.choice.replace(",", "").split(), option
    for pattern, least in patterns:
        fitting = [option for _, option in found if re.search(pattern, option.choice)]
        assert fitting, f"nothing is written like {pattern}"
        for option in fitting:
            assert len(option.cards) >= least, option


@pytest.mark.parametrize("is_late", [False, True])
def test_whoever_trades_gives_own_cards(is_late: bool) -> None:
    """Also if another card of the two decks, or a changed one, is called as the given one is described."""
    trades = [(seen, option) for seen, option in options_of("tech exchange", 5, late_give_choice=is_late)
              if option.choice.startswith(("offer", "commit"))]
    alike = 0
    for seen, option in trades:
        assert option.cards
        assert set(option.cards) <= set(seen.places[f"hand {seen.side + 1}"]), option
        given = [seen.faces[back] for back in option.cards]
        alike += any(word in seen.faces.values() and word not in given for word in option.choice.split())
    assert alike, "no card was described as another one is called"


def test_a_preset_is_offered_with_its_name_and_its_plan() -> None:
    for source, mode in (("preset", "advanced"), ("chosen", "advanced"), ("chosen", "basic")):
        room = opened("gears of industry", Place("casual"), Place("casual"), deck_source=source, game_mode=mode)
        room.apply(Began())
        sight = room.sight()
        assert sight is not None
        for option in sight.seen(0).asked[0].options:
            name, _, plan = option.words.partition(": ")
            assert name
            assert plan.endswith("."), option


def test_the_text_under_way_is_shown_only_as_long_as_it_is() -> None:
    """Whoever chooses for an effect sees of which card; between two uses nothing is under way."""
    under_way = done = 0
    for seed in range(8):
        room = Room("ABCDEF", checked(Opened(
            by="ann", game="grid poker", places=[Place()] * 2, secret=f"{seed:02x}" * 32)))
        room.apply(Began())
        rng = Random(seed)
        while room.state == "playing":
            decision = room.table.pending[0]
            sight = room.sight()
            assert sight is not None
            chain = sight.rest["chain"]
            verb_is_of_rules = decision.verb in room.game.phases or decision.verb in ("commit", "use", "place")
            if verb_is_of_rules:
                assert chain == [], decision.verb
            done += bool(room.table.chain) and not chain
            under_way += bool(chain)
            choice = decision.sample(rng)
            assert choice is not None
            room.apply(Acted(seat=decision.seat, choice=write_choice(room.table, decision, choice)))
    assert under_way > 10
    assert done > 10
