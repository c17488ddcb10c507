"""What a game works out for whoever looks: it is what the rules do, and follows from what the side knows."""

from random import Random
from typing import Any

import pytest
from msgspec import json

from techdeck.aids import SPOTS, aid_of
from techdeck.cards import LETTERS, code
from techdeck.games import GAMES, game_named
from techdeck.games.betting import CHIPS, MOVE_WORDS, PAID, STAKE
from techdeck.games.gears_of_industry import FACTORY, able_to_boost, is_horizontal
from techdeck.games.grid_poker import DECLARED
from techdeck.games.grid_poker import Options as GridOptions
from techdeck.games.peer_to_peer import LAID, is_good
from techdeck.games.tech_exchange import HAND
from techdeck.server.seen import Sight
from techdeck.table import Table, pack
from techdeck.team_effects import COMMITTED, named_customer
from techdeck.views import UNKNOWN, View
from tests.rulebook import gears_tables
from tests.rulebook import tables as grid_tables
from tests.rulebook.exchange_tables import act, at, live, points


def worked_out(table: Table, seat: int = 1) -> Any:
    return json.decode(json.encode(aid_of(View(table, seat - 1))))


@pytest.mark.parametrize(("words", "sizes", "score"), [
    ("9K 9K' 9S 9S' 9T 9T' 2V 5V", "K5 S2 T1 V1", 30),
    ("9K 9S 9S' 9T 9T' 9V 3V 12K", "K7 S1 T1 V1", 28),
])
def test_tx_w20_six_of_a_kind_are_grouped_as_they_score(words: str, sizes: str, score: int) -> None:
    others = "\n".join(f"hand {seat}: ..." for seat in range(2, 6))
    table = at(f"play: second trading, scoring\nstock: {sizes}\nhand 1: {words}\n{others}", 5)
    told = worked_out(table)
    assert told["worth"] == score == sum(group["points"] for group in told["groups"])
    while "scoring" not in table.game.phase(table) and table.pending:
        act(table, f"{table.pending[0].seat + 1} pass")
    assert points(table)[0] == score


def test_an_offer_says_what_it_would_make_of_the_hand() -> None:
    hands = "hand 1: 9K 9S 4V 5V\nhand 2: 9T 2K 3S 6V\nhand 3: 1K 7S 8T 11V"
    table = live(f"play: second trading\nstock: K3 S1 T1 V1\n{hands}")
    act(table, "2 offer 9T as 9T to all for 4*", "3 offer 1K as *K to seat 1 for *V")
    told = worked_out(table)
    first, second = told["offers"]
    assert first == {
        "number": 1, "seat": 1, "to": -1, "gives": ["9T"], "wants": ["4*"],
        "ways": [{"choice": "commit 1 4V", "worth": [9, 9]}]}
    # Any Knowledge card makes nothing of two nines, and of one that is held already there is no other.
    assert [second["seat"], second["to"], second["gives"]] == [2, 0, ["*K"]]
    assert second["ways"] == [
        {"choice": "commit 2 4V", "worth": [0, 0]}, {"choice": "commit 2 5V", "worth": [0, 0]}]
    assert worked_out(at("play: second trading\nhand 1: 9K"), 4)["offers"] == []  # who watches holds nothing


def test_a_gift_says_what_the_hand_is_worth_with_every_card_for_it() -> None:
    table = live("play: second trading\nstock: K3 S1 T2 V1\nhand 1: 9K 9S 4V\nhand 2: ...\nhand 3: ...")
    gifts = worked_out(table)["gifts"]
    given = {code(table.face[back]): worths for back in HAND.of(table) for worths in [gifts[str(back)]]}
    assert given["4V"][0] == 0
    helping = [spot for spot, worth in zip(SPOTS, given["4V"][1:], strict=True) if worth]
    assert helping == [(9, domain) for domain in range(1, 5)]
    assert max(given["9K"]) == 0


def test_open_questions_and_what_ends_trading_are_told() -> None:
    table = live("play: first trading\nstock: K2 S1 T1 V1\nhand 1: 9K 9S 4V\nhand 2: 2K 3K\nhand 3: 4K 5K\n"
                 "deck: 7T 8T 9T 10T\ndiscard: 7S 8S 10S")
    act(table, "1 ask all for 4*|*S", "3 yes 1", "2 ask seat 1 for 9*")
    told = worked_out(table)
    assert told["questions"] == [
        {"number": 1, "seat": 0, "to": -1, "about": "4*|*S", "answered": [2]},
        {"number": 2, "seat": 1, "to": 0, "about": "9*", "answered": []}]
    assert (told["left"], told["pause"]) == (2, 3)
    act(table, "1 offer 4V to seat 3 for 4K", "3 commit 1 4K")
    assert worked_out(table)["left"] == 1
    assert worked_out(live("play: second trading\nstock: K2 S1 T1 V1\nhand 1: 9K\nhand 2: 2K"))["pause"] == 0


def test_who_plays_alone_is_told_which_effects_do_nothing() -> None:
    """GP-V32"""
    alone = game_named("grid poker").start(1, 1)
    assert worked_out(alone)["idle"] == ["9S", "11S", "10T", "3V", "6V", "7V"]
    assert "idle" not in worked_out(game_named("grid poker").start(2, 1))


def test_a_wild_card_that_was_declared_stands_for_its_card() -> None:
    table = grid_tables.at("hand 1: W1 3K\nhand 2: 8T", options=GridOptions(wild_declared=True))
    back = next(back for back in range(len(table.face)) if code(table.face[back]) == "W1")
    assert worked_out(table) == {"rounds": 4}
    DECLARED.put(table, table.face[back], 4 * (8 - 1) + 2 + 1)  # the eight of Technology
    assert worked_out(table) == {"stands_for": {str(back): [8, 3]}, "rounds": 4}
    assert worked_out(table, 2) == {"rounds": 4}  # who does not know the card is told nothing


def test_a_bet_says_what_it_costs() -> None:
    """Played at random: what is said is what is paid."""
    told = 0
    for seed in range(12):
        kind = ["five_card_draw", "texas_holdem"][seed % 2]
        game, rng = game_named("regular poker", {"deals": 3, "game": kind}), Random(seed)
        table = game.start(3, seed)
        while table.pending and told < 400:
            decision = table.pending[0]
            choice = decision.sample(rng)
            assert choice is not None
            side = table.side_of(decision.seat)
            aid = worked_out(table, side + 1)
            if decision.verb == "bet":
                move = MOVE_WORDS[int(choice)]
                before, staked = CHIPS.get(table, side), STAKE.get(table, side)
                costs, stake = aid["moves"][move]["costs"], aid["moves"][move]["stake"]
                assert aid["pot"] == sum(PAID.of(table))
                assert (stake, aid["moves"][move]["is_all"]) == (staked + costs, costs == before)
                table.act(decision.seat, choice)
                if any(other.verb == "bet" for other in table.pending) and STAKE.get(table, side):  # the same round
                    assert (before - CHIPS.get(table, side), STAKE.get(table, side)) == (costs, stake)
                    told += 1
            else:
                assert "moves" not in aid
                table.act(decision.seat, choice)
    assert told > 20


def test_pp_r30_the_sets_that_serve_a_customer_are_those_that_the_test_takes() -> None:
    """Whatever is committed: the rules and what was told before say the same of it."""
    good = 0
    for seed in range(10):
        game, rng = game_named("peer to peer", {"max_rounds": 6}), Random(seed)
        table = game.start(2, seed)
        while table.pending:
            for side in range(table.sides):
                laid = set(worked_out(table, side + 1)["laid_fits"])
                if len(COMMITTED.of(table, side)) and not LAID.of(table, side):
                    named = named_customer(table, side, 0)
                    if named:
                        assert is_good(table, side) == (named[0] in laid)
                        good += is_good(table, side)
            decision = rng.choice(table.pending)
            side = table.side_of(decision.seat)
            choice = decision.sample(rng)
            if decision.verb == "commit":
                told = worked_out(table, side + 1)
                fitting = [mask for sets in told["fits"].values() for mask in sets]
                if fitting:
                    chosen = pack([back for at, back in enumerate(told["hand"]) if fitting[0] >> at & 1])
                    choice = chosen if chosen in decision else choice
            table.act(decision.seat, next(iter(decision)) if choice is None else choice)
    assert good > 10


def test_gi_r11_a_factory_can_do_what_the_rules_let_it_do() -> None:
    uses = set()
    for seed in range(4):
        game, rng = game_named("gears of industry", {}), Random(seed)
        table = game.start(2, seed)
        for _ in range(150):
            if not table.pending:
                break
            told = worked_out(table)["factories"]
            for side in range(2):
                for back in FACTORY.of(table, side):
                    assert (told[str(back)] == "pay") == is_horizontal(table, back)
                    assert (told[str(back)] == "boost") == (back in able_to_boost(table, side, 0))
                    uses.add(told[str(back)])
            decision = rng.choice(table.pending)
            choice = decision.sample(rng)
            table.act(decision.seat, next(iter(decision)) if choice is None else choice)
    assert uses == {"pay", "boost", ""}


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_told_of_a_table_is_what_the_side_knows(name: str) -> None:
    """Values and domains are those of the rules, of no card but those that are known."""
    game, rng = game_named(name, {}), Random(name)
    table = game.start(game.seats[0], 5)
    for _ in range(150):
        if not table.pending:
            break
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        table.act(decision.seat, next(iter(decision)) if choice is None else choice)
        for side in range(table.sides + 1):
            view = View(table, side)
            seen = Sight(table, []).seen(side)
            json.encode(seen.aid)
            for back, counts in seen.changed.items():
                assert view.faces[back] != UNKNOWN
                printed = game.prints[table.face[back]]
                now = 0 if printed.is_wild else table.value(back)
                assert (counts.value, counts.domain) == (now, LETTERS[table.domain(back)])
            for back in range(len(table.face)):
                if view.faces[back] != UNKNOWN and back not in seen.changed:
                    printed = game.prints[table.face[back]]
                    assert (table.value(back), table.domain(back)) == (printed.value, printed.domain_number)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_place_is_told_with_its_zone_and_its_owner(name: str) -> None:
    game = game_named(name, {})
    table = game.start(game.seats[-1], 1)
    seen = Sight(table, []).seen(0)
    assert seen.zones.keys() == seen.places.keys()
    for place, shown in seen.zones.items():
        assert place == (shown.zone if shown.side < 0 else f"{shown.zone} {shown.side + 1}")
    assert seen.zones["discard" if "discard" in seen.zones else "discard 1"].is_open
    assert not seen.zones["hand 1"].is_open


def test_gears_says_what_9s_would_repeat_while_an_effect_may_be_used() -> None:
    piles = "M1 1: 9S 5K\ndeck 1: 1S 2S 3S\ndeck 2: 1K 2K\nhand 2: 7K"
    table = gears_tables.general(f"{piles}\nlast text: 0 44\ntime of the last text: 0 1\nplay: effect")
    assert worked_out(table) == {"factories": {}, "repeats": "5V"}
    assert worked_out(table, 2) == {"factories": {}}  # who is not asked
    gears_tables.act(table, "1 9S")
    assert table.pending[0].verb == "take"  # of the revealed cards, as 5V says
    nothing_yet = gears_tables.general(f"{piles}\nplay: effect")
    assert worked_out(nothing_yet) == {"factories": {}}
    gears_tables.act(nothing_yet, "1 9S")
    assert nothing_yet.is_over
