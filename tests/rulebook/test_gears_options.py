"""Gears of Industry: rule options, GI-V11 to GI-V16 and GI-V18 to GI-V25."""

from dataclasses import replace

import pytest

from techdeck.cards import face
from techdeck.editions.general import PROGRAMS
from techdeck.effects import ALL_FROM_YOU, IN_PLAY, by, draw, look, replace_with_top, reveal, stack_all, stack_rest
from techdeck.effects import NEUTRAL as A_NEUTRAL_CARD
from techdeck.games import game_named
from techdeck.games.gears_of_industry import HAND, TURN, Options
from techdeck.poker import Ranking
from techdeck.rules import seq
from techdeck.table import PASS, IllegalAction
from techdeck.views import View
from tests.rulebook.gears_tables import (
    AFTER_ENTRY,
    HOMEWARD,
    act,
    at,
    boosted,
    check,
    factory,
    home_of,
    in_order,
    lies,
    offered,
    points,
    ranked,
    start,
    winners,
)
from tests.rulebook.tables import asked, pass_on, these

REST_FIRST = Ranking(suit_order="rest_first")
THRIFTY = "1-6K 1-6S 1-7T 1-7V"


@pytest.mark.parametrize(("name", "default"), [
    ("discard_rule", "effect"), ("deck_rule", "effect"), ("others_draw_from", "own"), ("ties", "every_card"),
    ("ask_everything", False), ("tied_hands", "share"), ("boost_choice", "open"), ("suit_order", "group_first"),
    ("must_play_factory", False), ("skip_first_draw", "first_player"), ("market_contribution", "chosen"),
    ("reshuffle_merge", False), ("require_market_card", False), ("rotate_after_each_clash", False),
    ("end_check", "turn"), ("points_before_sum", True), ("five_of_a_kind", False), ("turn_cap", 50),
    ("start_search_shown", True), ("game_mode", "basic"), ("teams_4p", True), ("team_open_hands", False),
    ("target_points", 7), ("deck_source", "chosen"),
])
def test_gi_v11_gi_v25_the_defaults(name: str, default: object) -> None:
    assert getattr(Options(), name) == default
    with pytest.raises(ValueError, match=name):
        game_named("gears of industry", {name: "something else"})


# GI-V11

ZONE = replace(HOMEWARD, discard_rule="zone")
EFFECT = replace(HOMEWARD, discard_rule="effect")

MIXED_HAND = "hand 1: 1K 2K@2 3K@M 4K 5K 6K 7K 8K 9K 10K\nplay: discard"


@pytest.mark.parametrize(("options", "places"), [
    (HOMEWARD, {"discard 1": "1K", "discard 2": "2K", "market discard": "3K"}),
    (ZONE, {"discard 1": "1K 2K 3K", "discard 2": "", "market discard": ""}),
    (EFFECT, {"discard 1": "1K 2K 3K", "discard 2": "", "market discard": ""}),  # T7 is no effect
])
def test_gi_v11_out_of_a_hand_by_rule(options: Options, places: dict[str, str]) -> None:
    table = at(MIXED_HAND, options=options)
    act(table, "1 1K", "1 2K'", "1 3K")
    check(table, places)


@pytest.mark.parametrize(("options", "places"), [
    (HOMEWARD, {"discard 1": "", "discard 2": "2K", "market discard": "3K"}),
    (ZONE, {"discard 1": "2K 3K", "discard 2": "", "market discard": ""}),
    (EFFECT, {"discard 1": "2K 3K", "discard 2": "", "market discard": ""}),
])
def test_gi_v11_out_of_a_spot_by_replacement(options: Options, places: dict[str, str]) -> None:
    table = at("hand 1: 5S 6S\nM1 1: 2K@2 3K@M 4K\nfactory 1: 5T:R 6T:R\nplay: enter", options=options)
    act(table, "1 5S M1 for 2K", "1 matched by 5T", "1 6S M1 for 3K")
    check(table, places)


@pytest.mark.parametrize(("options", "place"), [
    (HOMEWARD, "market discard"), (ZONE, "discard 2"), (EFFECT, "discard 2"),
])
def test_gi_v11_gi_q29_out_of_the_winners_spot(options: Options, place: str) -> None:
    """It is player 1 who chooses, but the spot is player 2's."""
    table = at("M1 1: 2K 3K 5K\nM1 2: 9K@M 9S\nplay: clash", options=options)
    act(table, "1 M1", "1 9K")
    assert lies(table, place) == ["9K"]


@pytest.mark.parametrize(("options", "place"), [
    (HOMEWARD, "discard 2"), (ZONE, "market discard"), (EFFECT, "market discard"),
])
def test_gi_v11_out_of_a_neutral_slot_by_the_update(options: Options, place: str) -> None:
    table = at("M1 1: 2K 3K 5K\nneutral M1: 8K@2 9S\nmarket deck: 1S 2S\nplay: clash", options=options)
    act(table, "1 M1", "2 2K", "2 8K")
    assert "8K" in lies(table, place)


REPLACE = {"5K": PROGRAMS["10S"].rule, "3V": PROGRAMS["10S"].rule}


@pytest.mark.parametrize(("options", "used", "place"), [
    (HOMEWARD, "5K", "discard 2"), (ZONE, "5K", "discard 2"), (EFFECT, "5K", "discard 1"),
    (HOMEWARD, "3V", "discard 2"), (ZONE, "3V", "discard 2"), (EFFECT, "3V", "market discard"),
])
def test_gi_v11_gi_q28_what_an_effect_discards_out_of_another_players_spot(
    options: Options, used: str, place: str,
) -> None:
    """A card in player 2's spot is replaced from the discard of the used card."""
    table = at("""
        M1 1: 5K
        neutral M1: 3V 9K
        M1 2: 7K
        discard 1: 11K
        market discard: 11S
        play: effect
    """, texts=REPLACE, options=options)
    act(table, f"1 {used}", "1 7K", f"1 {'11K' if used == '5K' else '11S'}")
    assert lies(table, "M1 2") == ["11K" if used == "5K" else "11S"]
    assert lies(table, place) == ["7K"]


@pytest.mark.parametrize(("options", "used", "place"), [
    (HOMEWARD, "5K", "discard 2"), (ZONE, "5K", "discard 2"), (EFFECT, "5K", "discard 1"),
])
def test_gi_v11_what_an_effect_discards_out_of_a_factory(options: Options, used: str, place: str) -> None:
    table = at("M1 1: 5K\nfactory 2: 7T:L\ndiscard 1: 11T\nplay: effect", texts=REPLACE, options=options)
    act(table, f"1 {used}", "1 7T", "1 11T")
    assert factory(table, 2) == "11T:L"
    assert lies(table, place) == ["7T"]


@pytest.mark.parametrize(("options", "place"), [(HOMEWARD, "discard 1"), (ZONE, "discard 1"), (EFFECT, "discard 1")])
def test_gi_v11_a_technology_card_never_goes_to_the_market_discard(options: Options, place: str) -> None:
    """By the letter of a neutral effect it would."""
    table = at("hand 1: 6T 7K\nneutral M1: 3V 9K\nmarket deck: 1S 2S\nplay: effect",
               texts={"3V": PROGRAMS["12K"].rule}, options=options)
    act(table, "1 3V", "1 6T")
    assert lies(table, place) == ["6T"]
    act(table, "1 7K")
    assert lies(table, "market discard") == (["7K"] if options.discard_rule == "effect" else [])


@pytest.mark.parametrize(("options", "places"), [
    (HOMEWARD, {"discard 1": "1K", "discard 2": "2K", "market discard": ""}),
    (ZONE, {"discard 1": "1K", "discard 2": "2K", "market discard": ""}),
    (EFFECT, {"discard 1": "", "discard 2": "", "market discard": "1K 2K"}),
])
def test_gi_v11_gi_q28_all_players_discard_by_a_neutral_effect(options: Options, places: dict[str, str]) -> None:
    """By the letter hand cards go to the Market pile."""
    table = at("hand 1: 1K\nhand 2: 2K\nneutral M1: 3V 9K\nmarket deck: 1S 2S\nplay: effect",
               texts={"3V": PROGRAMS["8V"].rule}, options=options)
    act(table, "1 3V", "1 1K", "2 2K")
    check(table, places)
    check(table, {"hand 1": "1S", "hand 2": "2S"})


@pytest.mark.parametrize("options", [HOMEWARD, ZONE, EFFECT])
def test_gi_v11_all_players_discard_by_an_own_effect(options: Options) -> None:
    """Each to the own pile [GI-X8]."""
    table = at("hand 1: 1K\nhand 2: 2K\nM1 1: 3V\ndeck 1: 1S\ndeck 2: 2S\nplay: effect",
               texts={"3V": PROGRAMS["8V"].rule}, options=options)
    act(table, "1 3V", "1 1K", "2 2K")
    check(table, {"discard 1": "1K", "discard 2": "2K", "hand 1": "1S", "hand 2": "2S"})


@pytest.mark.parametrize(("options", "place"), [(HOMEWARD, "discard 2"), (ZONE, "discard 1"), (EFFECT, "discard 1")])
def test_gi_v11_a_card_from_a_deck_goes_to_the_discard_beside_it(options: Options, place: str) -> None:
    """6T of player 2 lies on player 1's deck and does not fit into the market."""
    table = at("M1 1: 5K\nneutral M1: 3V 9K\ndeck 1: 6T@2 1S\nplay: effect",
               texts={"5K": replace_with_top(A_NEUTRAL_CARD).rule}, options=options)
    act(table, "1 5K", "1 9K")
    assert "6T" in lies(table, place)
    assert lies(table, "neutral M1") == these("3V 1S")


@pytest.mark.parametrize("options", [HOMEWARD, ZONE, EFFECT])
def test_gi_v11_a_card_from_the_market_deck_goes_to_the_market_discard(options: Options) -> None:
    """A neutral text replaces a factory card, for which no Market card fits."""
    table = at("neutral M1: 3V 9K\nfactory 1: 4T:U\nmarket deck: 1S 2S\nplay: effect",
               texts={"3V": replace_with_top(IN_PLAY).rule}, options=options)
    act(table, "1 3V", "1 4T")
    check(table, {"market discard": "1S 2S", "market deck": "", "factory 1": "", "discard 1": "4T"})


@pytest.mark.parametrize(("options", "place"), [
    (HOMEWARD, "market discard"), (ZONE, "market discard"), (EFFECT, "discard 1"),
])
def test_gi_v11_a_neutral_card_replaced_by_an_own_effect(options: Options, place: str) -> None:
    table = at("M1 1: 5K\nneutral M1: 3V 9K\ndeck 1: 1S\nplay: effect",
               texts={"5K": replace_with_top(A_NEUTRAL_CARD).rule}, options=options)
    act(table, "1 5K", "1 9K")
    assert lies(table, place) == ["9K"]


@pytest.mark.parametrize(("options", "used", "place"), [
    (HOMEWARD, "5K", "market discard"), (ZONE, "5K", "discard 1"), (EFFECT, "5K", "discard 1"),
    (HOMEWARD, "3V", "market discard"), (ZONE, "3V", "discard 1"), (EFFECT, "3V", "market discard"),
])
def test_gi_v11_a_hand_card_exchanged_with_the_discard(options: Options, used: str, place: str) -> None:
    """The hand card has the home Market."""
    table = at("M1 1: 5K\nneutral M1: 3V 9K\nhand 1: 6K@M\ndiscard 1: 10K\nmarket discard: 11K\nplay: effect",
               texts={"5K": PROGRAMS["3S"].rule, "3V": PROGRAMS["3S"].rule}, options=options)
    act(table, f"1 {used}", "1 6K", f"1 {'10K' if used == '5K' else '11K'}")
    assert "6K" in lies(table, place)


@pytest.mark.parametrize("options", [HOMEWARD, ZONE, EFFECT])
def test_gi_v11_gi_x11_what_goes_to_a_deck_goes_home_whatever_the_rule_for_discards(options: Options) -> None:
    table = at("M1 1: 5K\nhand 1: 6K@M\ndeck 1: 1S 2S\nmarket deck: 7S\nplay: effect",
               texts={"5K": PROGRAMS["11K"].rule}, options=options)
    act(table, "1 5K", "1 6K", "1 pass")
    assert (in_order(table, "deck 1"), in_order(table, "market deck")) == (["2S"], ["6K", "7S"])


# GI-V12

TIE = "neutral M1: 8K 3S\nmarket deck: 1S 2S 4S\n" + "\n".join(f"M1 {seat}: 8V 10K 12S" for seat in (1, 2, 3))


@pytest.mark.parametrize("first", [1, 2, 3])
def test_gi_v12_first_in_order_from_the_active_player(first: int) -> None:
    table = at(f"first: {first}\n{TIE}\nplay: clash", 3, options=Options(tied_hands="first_in_order"))
    act(table, f"{first} M1")
    assert points(table) == [1 if seat == first else 0 for seat in (1, 2, 3)]
    assert asked(table) == [f"{first % 3 + 1} remove"]


def test_gi_v12_also_if_the_active_player_is_not_among_the_tied() -> None:
    text = TIE.replace("M1 1: 8V 10K 12S", "M1 1: 2K 4K 5K")
    table = at(f"{text}\nplay: clash", 3, options=Options(tied_hands="first_in_order"))
    act(table, "1 M1")
    assert points(table) == [0, 1, 0]
    table = at(f"{text}\nplay: clash", 3)
    act(table, "1 M1")
    assert points(table) == [0, 1, 1]


# GI-V13

HIDDEN = Options(boost_choice="hidden")
BOOSTS = "M1 1: 2K 3K 5K\nneutral M1: 1S 12V\nfactory 1: 5T:U 6T:D\nfactory 2: 7T:U\nfactory 3: 8T:R\nplay: clash"


def test_gi_v13_gi_q34_hidden_boosts_are_committed_at_the_same_time_and_then_revealed() -> None:
    table = at(BOOSTS, 3, options=HIDDEN)
    act(table, "1 M1")
    assert asked(table) == ["1 boost", "2 boost"]
    assert (offered(table, 1), offered(table, 2)) == (["5T", "6T", "pass"], ["7T", "pass"])
    other = table.clone()
    act(table, "1 6T")
    act(other, "1 pass")
    assert boosted(table, 1) == ""
    for side in (1, 2, 3):
        assert View(table, side).same_as(View(other, side))
    act(table, "2 7T")
    assert [boosted(table, seat) for seat in (1, 2, 3)] == ["6T", "7T", ""]


def test_gi_v13_in_any_order_and_with_the_same_result() -> None:
    tables = [at(BOOSTS, 3, options=options) for options in (HIDDEN, HIDDEN, Options())]
    for table, lines in zip(tables, (["2 7T", "1 5T"], ["1 5T", "2 7T"], ["1 5T", "2 7T"]), strict=True):
        act(table, "1 M1", *lines)
    assert len({(tuple(points(table)), boosted(table, 1), boosted(table, 2)) for table in tables}) == 1
    assert points(tables[0]) == [1, 0, 0]


# GI-V14


@pytest.mark.parametrize(("cards", "ranks"), [
    ("9V 9K 13K 4S 2V", (1, 2, 4, 4, 1)), ("9V 9K 4S 4T 13K", (1, 4, 1, 3, 2)), ("9V 9K 9S 13T 2K", (3, 1, 4, 2, 1)),
    ("9V 9K 9S 9T 2S", (2, 4, 3, 2, 1)), ("9V 9K 9S 9T 9S", (1, 4, 3, 2, 2)), ("9V 9K 3S", (2, 4, 1, 0, 0)),
    ("9V 9K 9S 2T 2K", (4, 2, 1, 3, 1)), ("13K 9S 7V 4T 2K", (1, 2, 4, 3, 1)), ("5K 6S 7V 8K 9T", (3, 1, 4, 2, 1)),
])
def test_gi_v14_rest_first_lists_the_domains_of_the_other_cards_first(cards: str, ranks: tuple[int, ...]) -> None:
    """In full houses, high cards, straights and flushes nothing changes; of five equal ones the lowest is the rest."""
    assert ranked(cards, REST_FIRST)[2] == ranks
    assert ranked(cards, REST_FIRST)[:2] == ranked(cards)[:2]


def test_gi_v14_it_decides_a_clash() -> None:
    text = "neutral M1: 9K 4S\nM1 1: 9V 13K 2V\nM1 2: 9S 13S 2K\nplay: clash"
    for options, score in ((Options(), [1, 0]), (Options(suit_order="rest_first"), [0, 1])):
        table = at(text, options=options)
        act(table, "1 M1")
        assert points(table) == score


# GI-V15


def test_gi_v15_gi_q14_must_play_factory() -> None:
    forced = Options(must_play_factory=True, ask_everything=True)
    table = at("hand 1: 1T 2K\nplay: factory", options=forced)
    assert offered(table) == sorted(["1T upright", "1T right", "1T upside-down", "1T left"])
    assert PASS not in table.pending[0]
    act(table, "1 1T left")
    assert (factory(table, 1), table.is_over) == ("1T:L", True)
    assert at("hand 1: 2K\nplay: factory", options=forced).is_over


# GI-V16


@pytest.mark.parametrize("seats", [2, 3])
def test_gi_v16_gi_q13_everyone_skips_the_first_draw(seats: int) -> None:
    places = "\n".join(f"hand {seat}: 1T\ndeck {seat}: 5K 6K" for seat in range(1, seats + 1))
    table = at(f"first: 2\n{places}\nplay: turns", seats, options=Options(skip_first_draw="everyone"))
    for turn in range(2 * seats):
        seat = (1 + turn) % seats + 1
        assert asked(table) == [f"{seat} build"]
        assert len(lies(table, f"hand {seat}")) == 1 + turn // seats
        act(table, f"{seat} pass")


# GI-V18

MERGE = Options(reshuffle_merge=True)


def drawn_first(options: Options, text: str) -> set[str]:
    """What is found in hand when three cards are drawn with one in the deck, over many seeds."""
    found = set()
    for seed in range(40):
        table = at(text, texts={"5K": draw(3).rule}, options=options, seed=seed)
        act(table, "1 5K")
        found.add(" ".join(lies(table, "hand 1")))
    return found


def test_gi_v18_gi_q61_deck_and_discard_are_shuffled_together_before_taking() -> None:
    text = "M1 1: 5K\ndeck 1: 1S\ndiscard 1: 2S 3S 4S\nplay: effect"
    assert all("1S" in cards for cards in drawn_first(Options(), text))
    merged = drawn_first(MERGE, text)
    assert any("1S" not in cards for cards in merged)
    assert len(merged) == 4


def test_gi_v18_not_if_the_deck_suffices() -> None:
    table = at("M1 1: 5K\ndeck 1: 1S 2S 3S\ndiscard 1: 4S\nplay: effect", texts={"5K": draw(3).rule}, options=MERGE)
    act(table, "1 5K")
    check(table, {"hand 1": "1S 2S 3S", "discard 1": "4S"})


def test_gi_v18_the_market_deck_too() -> None:
    found = set()
    for seed in range(30):
        table = at("M1 1: 5K\nneutral M1: - -\nneutral M2: 4K 4V\nmarket deck: 1S\nmarket discard: 2S 3S\nplay: effect",
                   texts={"5K": draw(1).rule}, options=MERGE, seed=seed)
        act(table, "1 5K")
        found.add(" ".join(lies(table, "neutral M1")))
        assert (len(lies(table, "market deck")), lies(table, "market discard")) == (1, [])
    assert found == {"1S 2S", "1S 3S", "2S 3S"}


def test_gi_v18_look_and_reveal_too() -> None:
    for part in (seq(look(2).rule, stack_all().rule), seq(reveal(2).rule, stack_rest().rule)):
        seen = set()
        for seed in range(30):
            table = at("M1 1: 5K\ndeck 1: 1S\ndiscard 1: 2S 3S\nplay: effect", texts={"5K": part}, options=MERGE,
                       seed=seed)
            act(table, "1 5K")
            seen.add(" ".join(offered(table)))
        assert seen == {"1S 2S", "1S 3S", "2S 3S"}


# GI-V19


def test_gi_v19_gi_q37_who_has_no_card_there_sits_out() -> None:
    strict = Options(require_market_card=True, ask_everything=True)
    text = "M1 1: 2K 3K 4K\nneutral M1: 9S 9V\nfactory 2: 9T:U\nM2 2: 13K\nfactory 1: 1T:U\nplay: clash"
    table = at(text, options=strict)
    act(table, "1 M1", "1 pass")
    assert asked(table) == ["2 remove"]  # player 2 was not asked to boost
    assert points(table) == [1, 0]
    table = at(text.replace("M2 2: 13K", "M1 2: 13K"), options=strict)
    act(table, "1 M1", "1 pass", "2 9T")
    assert points(table) == [0, 1]


def test_gi_v19_neutral_cards_alone_win_nothing_then() -> None:
    """Without the option player 3 would win by the bare cards and the boost."""
    text = "M1 1: 2K 3K 4K\nM1 2: 1K\nneutral M1: 9S 9V\nfactory 3: 9T:U\nplay: clash"
    for options, score in ((Options(), [0, 0, 1]), (Options(require_market_card=True), [1, 0, 0])):
        table = at(text, 3, options=options)
        act(table, "1 M1")
        if options == Options():
            act(table, "3 9T")
        assert points(table) == score


# GI-V20

EACH_CLASH = Options(rotate_after_each_clash=True)
TWO_CLASHES = """
    M1 1: 2K 3K 5K
    M2 1: 6K 8K 9K
    factory 1: 1T:U 4T:D
    factory 2: 7T:U
    play: clash, rotate, clean-up
"""


def test_gi_v20_gi_q53_all_rotate_after_each_clash() -> None:
    table = at(TWO_CLASHES, options=EACH_CLASH)
    act(table, "1 M1", "1 1T", "2 pass", "2 2K", "2 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["1T", "1T 4T", "4T", "pass"])
    act(table, "1 4T")
    assert asked(table) == ["2 rotate"]
    act(table, "2 7T")
    assert asked(table) == ["1 clash"]
    act(table, "1 M2")
    assert asked(table) == ["2 remove"]  # 1T is boosted, 4T and 7T lie
    act(table, "2 6K", "2 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["1T", "pass"])
    act(table, "1 pass")
    assert table.is_over  # player 2 has nothing to rotate, and T6 does not come once more


def test_gi_v20_and_once_if_there_was_none() -> None:
    table = at(TWO_CLASHES, options=EACH_CLASH)
    act(table, "1 pass")
    assert asked(table) == ["1 rotate"]
    act(table, "1 pass")
    assert asked(table) == ["2 rotate"]
    act(table, "2 pass")
    assert table.is_over


def test_gi_v20_with_one_clash_there_is_one_rotation() -> None:
    table = at(TWO_CLASHES, options=EACH_CLASH)
    act(table, "1 M1", "1 pass", "2 pass", "2 2K", "2 pass", "1 pass", "2 pass")
    assert asked(table) == ["1 clash"]
    act(table, "1 pass")
    assert table.is_over


# GI-V21


@pytest.mark.parametrize("first", [1, 2, 3])
def test_gi_v21_gi_q56_the_end_is_checked_after_the_seat_before_the_first_player(first: int) -> None:
    hands = "\n".join(f"hand {seat}: 1T" for seat in (1, 2, 3))
    table = at(f"first: {first}\nturns played: 3\npoints: 7 0 0\n{hands}\nplay: clean-up, turns", 3,
               options=Options(end_check="round"))
    seats = [(first + 1) % 3 or 3, (first + 2) % 3 or 3]
    for seat in seats:
        assert asked(table) == [f"{seat} build"]
        act(table, f"{seat} pass")
    assert winners(table) == [1]


def test_gi_v21_later_points_of_the_round_count() -> None:
    table = at("""
        turns played: 5
        points: 7 5
        M1 2: 2K 3K 4K
        neutral M1: 5S 6S
        play: turns
    """, options=Options(end_check="round"))
    act(table, "2 M1")
    assert points(table) == [7, 7]
    pass_on(table)
    assert winners(table) == [2]  # equal points, and the cards in play


# GI-V22


def test_gi_v22_gi_q57_everyone_at_7_counts_as_tied() -> None:
    text = "turns played: 3\npoints: 9 7\nM1 1: 5K\nM1 2: 6K\nhand 1: 1T\nhand 2: 1T\nplay: clean-up, turns"
    assert winners(at(text)) == [1]
    sum_first = Options(points_before_sum=False)
    assert winners(at(text, options=sum_first)) == [2]
    assert winners(at(text.replace("6K", "5S"), options=sum_first)) == [1, 2]
    assert winners(at(text.replace("9 7", "7 6"), options=sum_first)) == [1]  # who has fewer than 7 is not tied


def test_gi_v22_at_the_turn_cap_points_count_as_usual() -> None:
    text = "turns played: 99\npoints: 3 2\nM1 1: 5K\nM1 2: 6K\nplay: clean-up, turns"
    assert winners(at(text, options=Options(points_before_sum=False))) == [1]


# GI-V23


def test_gi_v23_gi_q40_five_of_a_kind_is_above_the_royal_flush_and_worth_2() -> None:
    five, royal = ranked("5K 5S 5T 5V 5K", Ranking(True)), ranked("9V 10V 11V 12V 13V", Ranking(True))
    assert (five[0], royal[0]) == (10, 9)
    assert five > royal
    table = at("M1 1: 5K 5S 5V\nneutral M1: 5K 5S\nfactory 1: 5T:U\nplay: clash", 3,
               options=Options(five_of_a_kind=True))
    act(table, "1 M1", "1 5T")
    assert points(table) == [2, 0, 0]


# GI-V24


@pytest.mark.parametrize("cap", [1, 3])
def test_gi_v24_the_turn_cap_is_a_number_of_turns_per_player(cap: int) -> None:
    table = at("play: turns", 3, options=Options(turn_cap=cap))
    assert (table.is_over, TURN.get(table)) == (True, 3 * cap)


def test_gi_v24_0_means_none() -> None:
    table = at("turns played: 998\nhand 1: 1T\nplay: turns", options=Options(turn_cap=0))
    assert asked(table) == ["1 build"]
    act(table, "1 pass")
    assert (asked(table), TURN.get(table)) == (["1 build"], 1000)


# GI-V25


def test_gi_v25_gi_q10_what_was_searched_need_not_be_shown() -> None:
    table = start(THRIFTY, THRIFTY, options=Options(start_search_shown=False))
    act(table, "1 2T", "2 pass")
    assert "2T" in lies(table, "hand 1")
    assert View(table, 1).remembered(HAND, 0) == []
    shown = start(THRIFTY, THRIFTY)
    act(shown, "1 2T", "2 pass")
    assert View(shown, 1).remembered(HAND, 0) == [face("2T")]


def test_gi_v25_how_many_are_taken_is_public_all_the_same() -> None:
    table = start(THRIFTY, THRIFTY, options=Options(start_search_shown=False))
    act(table, "1 2T 3T", "2 pass")
    assert [len(View(table, 2).cards(HAND, side)) for side in (0, 1)] == [6, 4]


# An option alone changes only what it says


def test_gi_v12_to_gi_v23_without_the_options_nothing_of_this_happens() -> None:
    table = at(TWO_CLASHES)
    act(table, "1 M1", "1 1T", "2 pass", "2 2K", "2 pass")
    assert asked(table) == ["1 clash"]
    with pytest.raises(IllegalAction):
        act(table, "1 M1")
    assert in_order(table, "discard 1") == ["2K"]
    table = at(f"hand 1: 1T\nplay: factory, {AFTER_ENTRY}")
    assert "pass" in offered(table)


def test_gi_v21_gi_q57_by_clash_the_first_to_reach_the_target_wins_at_once() -> None:
    """Player 1 wins the first clash; of the second, which would bring player 2 to 8, nothing is seen any more."""
    text = """
        points: 6 6
        M1 1: 13K 13S 2V
        M2 1: 2K 3K 5K
        M2 2: 12K 12S 11V
        neutral M1: 13V 4K
        neutral M2: 12V 11S
        hand 1: 1K 2S 3S 4S 6S 7S 8S 9S
        play: clash, rotate, discard, clean-up, turns
    """
    at_once = at(text, options=Options(end_check="clash"))
    act(at_once, "1 M1")
    assert (at_once.is_over, winners(at_once), points(at_once)) == (True, [1], [7, 6])
    assert len(lies(at_once, "M1 1")) == 3  # no card of the winner is discarded any more
    in_order_of_play = at(text)
    act(in_order_of_play, "1 M1", "2 2V", "2 pass", "1 M2", "1 11V", "1 pass", "1 1K")
    assert (winners(in_order_of_play), points(in_order_of_play)) == ([2], [7, 8])


def test_gi_v21_by_clash_equal_hands_reach_the_target_together() -> None:
    table = at(f"points: 6 6 0\n{TIE}\nplay: clash, rotate, discard, clean-up, turns", 3,
               options=Options(end_check="clash"))
    act(table, "1 M1")
    assert (table.is_over, winners(table), points(table)) == (True, [1, 2], [7, 7, 1])


# GI-V26, GI-V27

SEVEN = {"5K": PROGRAMS["7K"].rule, "3V": PROGRAMS["7K"].rule}


@pytest.mark.parametrize(("options", "used", "place"), [
    (Options(), "3V", "market deck"), (Options(deck_rule="home"), "3V", "deck 1"),
    (Options(), "5K", "deck 1"), (Options(deck_rule="home"), "5K", "deck 1"),
])
def test_gi_v26_7k_puts_cards_of_the_hand_into_the_deck_of_the_effect(options: Options, used: str, place: str) -> None:
    table = at("M1 1: 5K\nneutral M1: 3V 9K\nhand 1: 6K 7K\nmarket deck: 1S 2S 3S\ndeck 1: 1V 2V 4V\nplay: effect",
               texts=SEVEN, options=options)
    act(table, f"1 {used}", "1 6K", "1 pass")
    assert in_order(table, place)[-1] == "6K"  # at the bottom
    assert lies(table, "hand 1") == these("7K 1V" if used == "5K" else "7K 1S")


def test_gi_v26_gi_x15_technology_never_comes_into_the_market_deck() -> None:
    table = at("neutral M1: 3V 9K\nhand 1: 6T\ndeck 1: 1V\nmarket deck: 1S 2S\nplay: effect",
               texts={"3V": PROGRAMS["11K"].rule})
    act(table, "1 3V", "1 6T", "1 pass")
    assert (in_order(table, "deck 1")[0], lies(table, "market deck")) == ("6T", ["2S"])


ALL_DRAW = {"5K": by(ALL_FROM_YOU, draw(2)).rule, "3V": by(ALL_FROM_YOU, draw(2)).rule}
THREE_DECKS = """
    M1 1: 5K
    neutral M1: 3V 9K
    deck 1: 1S 2S 4S 6S
    discard 1: 7S 8S
    deck 2: 1K 2K 3K
    deck 3: 6V 7V 8V
    market deck: 10S 11S 12S 13S 10V 11V 12V
    play: effect
"""


def test_gi_v27_gi_x8_gi_q31_all_players_draw_from_their_own_deck_or_all_from_that_of_the_active_player() -> None:
    for options, hands in (
        (Options(), [("1S 2S", 1), ("1K 2K", 2), ("6V 7V", 3)]),
        (Options(others_draw_from="active"), [("1S 2S", 1), ("4S 6S", 1), ("7S 8S", 1)]),
        (Options(others_draw_from="active", reshuffle_merge=True), [("1S 2S", 1), ("4S 6S", 1), ("7S 8S", 1)]),
    ):
        table = at(THREE_DECKS, 3, texts=ALL_DRAW, options=options)
        act(table, "1 5K")
        for seat, (cards, home) in enumerate(hands, 1):
            assert lies(table, f"hand {seat}") == these(cards)
            assert {home_of(table, card) for card in these(cards)} == {home}


def test_gi_v27_a_neutral_effect_and_the_draw_of_a_turn_are_as_ever() -> None:
    active = Options(others_draw_from="active")
    table = at(THREE_DECKS, 3, texts=ALL_DRAW, options=active)
    act(table, "1 3V")
    assert [lies(table, f"hand {seat}") for seat in (1, 2, 3)] == [these("10S 11S"), these("12S 13S"), these("10V 11V")]
    table = at("turns played: 1\ndeck 1: 1S\ndeck 2: 1K\nplay: turns", options=active)
    assert lies(table, "hand 2") == ["1K"]


# GI-V28

AS_WRITTEN = Options(ties="as_written")


@pytest.mark.parametrize(("cards", "names", "score"), [
    ("M1 1: 9K 9S 2V\nM1 2: 9V 12K 3V\nfactory 2: 9T:U\nneutral M1: 9K@M 4S", "three of a kind", [1, 1]),
    ("M1 1: 9K 9S 9V\nM1 2: 9V 9S 12V\nfactory 2: 9T:U\nneutral M1: 9K@M 4S", "four of a kind", [2, 2]),
    ("M1 1: 9K 9S 2V\nM1 2: 9V 9S 12V\nneutral M1: 9K@M 12S", "full house against three", [0, 2]),
    ("M1 1: 5K 6S 7K\nM1 2: 5V 6V 7V\nneutral M1: 8S 9K", "straight", [2, 2]),
    ("M1 1: 9K 2S 3V\nM1 2: 9V 2V 3K\nneutral M1: 9K@M 4S", "pair: then the domain", [0, 1]),
])
def test_gi_v28_gi_q42_ties_end_where_the_rulebook_ends(cards: str, names: str, score: list[int]) -> None:
    table = at(f"{cards}\nplay: clash", options=AS_WRITTEN)
    act(table, "1 M1")
    if asked(table) == ["2 boost"]:
        act(table, "2 9T")
    assert points(table) == score, names
    table = at(f"{cards}\nplay: clash")
    act(table, "1 M1")
    if asked(table) == ["2 boost"]:
        act(table, "2 9T")
    assert 0 in points(table), names


def test_gi_v28_full_houses_of_the_same_three_are_equal() -> None:
    text = "M1 1: 9K 9S 2V\nM1 2: 9V 9S 3V\nfactory 1: 2T:U\nfactory 2: 3T:U\nneutral M1: 9K@M 4S\nplay: clash"
    for options, score in ((AS_WRITTEN, [2, 2]), (Options(), [0, 2])):
        table = at(text, options=options)
        act(table, "1 M1", "1 2T", "2 3T")
        assert points(table) == score


# GI-V29

def test_gi_v29_standing_and_lying_are_asked_for_once_each() -> None:
    text = "hand 1: 1T\nplay: factory"
    assert offered(at(text, options=Options())) == sorted(["1T upright", "1T right", "pass"])
    assert len(offered(at(text, options=Options(ask_everything=True)))) == 5


def test_gi_v29_gi_q17_how_to_pay_is_asked_only_where_a_match_saves_a_factory() -> None:
    def asked_after(factory: str, *plays: str) -> list[str]:
        table = at(f"hand 1: 1K 3K 4K 5K 9S\nfactory 1: {factory}\nplay: enter", options=Options())
        act(table, *plays)
        return asked(table)

    assert asked_after("1T:R 2T:R", "1 1K M1") == ["1 enter"]  # 1T can still be the one that pays
    assert asked_after("3T:R 4T:R", "1 3K M1") == ["1 enter"]
    assert asked_after("4T:R 2T:R", "1 4K M1") == ["1 pay"]
    assert asked_after("4T:R 1T:R 2T:R 3T:R", "1 5K M1", "1 4K M1") == ["1 pay with"]  # both take one more
    assert asked_after("9T:R", "1 9S M1") == []  # the pool could not pay it


@pytest.mark.parametrize(("asks_everything", "after"), [(False, []), (True, ["1 enter"])])
def test_gi_v29_nothing_is_asked_that_everybody_can_see_to_be_impossible(
    asks_everything: bool, after: list[str],
) -> None:
    """Also where others must not be able to tell what a hand holds."""
    options = Options(ask_everything=asks_everything)
    table = at("hand 1: 1T 1K\nfactory 1: 4T:U\nplay: factory, enter", options=options)
    table.asks_all = True
    act(table, "1 pass")
    assert asked(table) == after  # no factory lies
    table = at("hand 1: 3K 7K\nfactory 1: 4T:R\nplay: enter", options=options)
    table.asks_all = True
    act(table, "1 3K M1")
    assert asked(table) == after  # all output is spent
    table = at("hand 1: 2K 7K\nfactory 1: 4T:R\nplay: enter", options=options)
    table.asks_all = True
    act(table, "1 2K M1")
    assert asked(table) == ["1 enter"]  # a 1 could be paid: nobody else knows that there is none


def test_gi_v29_a_boost_that_changes_nothing_is_not_asked_for() -> None:
    text = "M1 1: 13K 13S 2V\nM1 2: 9K\nneutral M1: 13V 4K\nfactory 1: 1T:U\nfactory 2: 9T:U\nplay: clash"
    table = at(text, options=Options())
    act(table, "1 M1")
    assert asked(table) == ["2 boost"]
    table = at(text, options=Options(ask_everything=True))
    act(table, "1 M1")
    assert asked(table) == ["1 boost"]
