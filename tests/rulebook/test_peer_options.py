"""Peer-to-Peer: numbers of players and options."""

from dataclasses import asdict

import pytest

from techdeck.games import game_named
from techdeck.games.peer_to_peer import Options, peer_to_peer
from techdeck.rulebooks import rulebook_pages
from techdeck.server.catalogue import games
from techdeck.table import IllegalAction
from tests.rulebook.peer_tables import (
    at,
    draw,
    general,
    go,
    lies,
    nothing,
    order,
    pass_on,
    pass_once,
    place_of,
    printed_game,
    size,
    unhappy,
    used,
    value,
)
from tests.rulebook.tables import asked, offered, these

DEFAULTS = {
    "teams": "random", "team_control": "together", "venture_owner_consent": False, "solo_start": "example",
    "unchosen_ventures_removed": True, "solo_keep_low_cards": False, "first_round_overflow": False,
    "unhappy_limits": "4 3 2 2 1 1", "one_venture_effect_per_player": False, "effect_use_exhausts_card": False,
    "committed_effects_usable": False, "venture_symbol_required": True, "contest_domain_rule": "top_card",
    "final_domain_rule": "best_card", "wild_replaced": True, "refresh_reshuffle": "draw_then_shuffle",
    "replaced_customer_to": "deck_bottom", "individual_decks": False, "individual_sides": "teams",
    "individual_draft": False, "individual_all_customers": False, "individual_keep_low_customers": False,
    "asks_needlessly": False, "max_rounds": 60, "start_cards": "even",
}


def test_pp_v16_to_v36_the_defaults() -> None:
    assert asdict(Options()) == DEFAULTS


def test_pp_v4_to_v34_every_option_is_explained_where_the_clause_it_cites_says() -> None:
    """People who look an option up find it there."""
    page = rulebook_pages()["peer to peer"]
    listed = next(game for game in games() if game["name"] == "peer to peer")["options"]
    assert {option["name"] for option in listed} == set(DEFAULTS)
    for option in listed:
        start = page.index(f"**{option['clause']}**")
        clause = page[start:page.find("**PP-", start + 4)]
        assert option["name"] in clause, f"{option['name']} is not in {option['clause']}"


@pytest.mark.parametrize("wrong", [
    {"teams": "1 2 3 / 4"}, {"teams": "1 2"}, {"teams": "1 1 / 2"}, {"team_control": "nobody"},
    {"unhappy_limits": "1 2 3"}, {"unhappy_limits": "0 1 1 1 1 1"}, {"max_rounds": 0}, {"contest_domain_rule": "x"},
    {"final_domain_rule": "x"}, {"refresh_reshuffle": "x"}, {"replaced_customer_to": "row"}, {"solo_start": "x"},
    {"individual_sides": "x"}, {"wild_replaced": 2},
])
def test_pp_v16_to_v32_what_is_no_option_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        game_named("peer to peer", wrong)


# Player counts

def test_pp_v1_two_players_are_teams_of_one() -> None:
    table = printed_game().start(2, 1)
    assert sorted(table.members) in ([[0], [1]], [[1], [0]])
    pass_on(table, "commit")
    assert [size(table, f"venture A {side}") for side in (1, 2)] == [1, 1]
    assert sorted(decision.seat for decision in table.pending) == [0, 1]


@pytest.mark.parametrize(("seats", "sizes", "ventures"), [(3, [2, 1], 2), (5, [3, 2], 3)])
def test_pp_v3_odd_numbers_of_players(seats: int, sizes: list[int], ventures: int) -> None:
    for seed in range(4):
        table = printed_game().start(seats, seed)
        while table.pending and table.pending[0].verb == "found":
            pass_once(table)
        assert [len(team) for team in table.members] == sizes
        for side in (1, 2):
            assert [size(table, f"venture {letter} {side}") for letter in "ABC"][:ventures] == [1] * ventures


# Options

def test_pp_v16_teams_may_be_fixed() -> None:
    for seed in range(5):
        table = peer_to_peer(Options(teams="2 4 / 1 3")).start(4, seed)
        assert table.members == [[1, 3], [0, 2]]
    assert list(peer_to_peer(Options(teams="2 4 / 1 3")).seats) == [4]
    assert peer_to_peer(Options(teams="3 / 1 2")).start(3, 0).members == [[2], [0, 1]]


def test_pp_v16_the_smaller_team_may_be_the_first() -> None:
    table = peer_to_peer(Options(teams="3 / 1 2")).start(3, 0)
    found = []
    while table.pending and table.pending[0].verb == "found":
        found.append(table.pending[0].seat + 1)
        pass_once(table)
    assert found == [3, 3, 1, 2]


def test_pp_v17_a_fixed_captain_is_the_lowest_seat() -> None:
    for number in (1, 2, 3):
        for control, captain in (("fixed_captain", 1), ("rotating_captain", 1 + (number - 1) % 2)):
            table = at(f"round: {number}\nrow: 9V\nhand 1: 1K\nplay: assist", 4, options=Options(team_control=control))
            assert asked(table) == [f"{captain} commit"]


def test_pp_v17_with_a_captain_nobody_else_of_the_team_may_act() -> None:
    for control in ("fixed_captain", "rotating_captain"):
        table = at("round: 1\nrow: 9V\nhand 1: 1K\nplay: assist", 4, options=Options(team_control=control))
        with pytest.raises(IllegalAction, match="Seat 2 is not asked"):
            go(table, "2 1K")
        assert table.awaited() == [0]


def test_pp_v17_the_owner_of_a_venture_is_asked() -> None:
    text = "round: 1\nventure A 1: 10T\nventure B 1: 11T\nplay: effects before"
    toys = {"10T": nothing(), "11T": draw(1)}
    table = at(f"deck 1: 1K\n{text}", 4, toys=toys, options=Options(venture_owner_consent=True))
    go(table, "1 11T")
    assert (asked(table), offered(table)) == (["2 agree"], ["no", "yes"])
    clone = table.clone()
    go(table, "2 yes")
    assert (used(table), lies(table, "hand 1")) == (["11T"], ["1K"])
    go(clone, "2 no")
    assert (used(clone), lies(clone, "hand 1")) == ([], [])
    pass_on(clone)
    table = at(f"deck 1: 1K\n{text}", 4, toys=toys, options=Options(venture_owner_consent=True))
    go(table, "1 10T")  # one's own needs nobody's yes
    assert used(table) == ["10T"]


def test_pp_v18_unchosen_ventures_may_be_removed() -> None:
    for removed in (True, False):
        game = printed_game(Options() if removed else Options(unchosen_ventures_removed=False))
        for seed in range(4):
            table = game.start(4, seed)
            unpicked = {side: lies(table, f"candidates {side}")[2:] for side in (1, 2)}
            flags = {card.printed.code: card.flags for card in table.game.cards}
            passed_over = lies(table, "passed over")
            for _ in range(4):
                seat = table.pending[0].seat
                go(table, f"{seat + 1} {lies(table, f'candidates {table.side_of(seat) + 1}')[0]}")
            gone = [card for side in (1, 2) for card in unpicked[side] if "group" not in flags[card]]
            expelled = [card for card in lies(table, "expelled") if not card.startswith("W")]
            assert expelled == (sorted(gone) if removed else [])
            assert not set(passed_over) & set(expelled)


def test_pp_v19_solo_low_cards_may_be_kept() -> None:
    for seed in range(4):
        table = printed_game(
            Options(solo_keep_low_cards=True, unchosen_ventures_removed=False)).start(1, seed)
        while table.pending and table.pending[0].verb == "found":
            pass_once(table)
        assert not [card for card in lies(table, "expelled") if not card.startswith("W")]


@pytest.mark.parametrize(("overflow", "row", "number"), [(False, 4, 0), (True, 4, 1)])
def test_pp_v20_first_round_overflow(overflow: bool, row: int, number: int) -> None:
    options = Options(first_round_overflow=overflow)
    table = at("round: 0\nrow: 1K 2K\ncustomer deck: 13K 13S 13T\nplay: new customers", 6, options=options)
    assert (size(table, "row"), unhappy(table)) == (row, number)


def test_pp_v21_unhappy_limits() -> None:
    for seats, limit in ((1, 2), (2, 5), (6, 3)):
        options = Options(unhappy_limits="2 5 9 9 9 3")
        for number in (limit - 1, limit):
            cards = " ".join(["9V", "8V", "7V", "6V", "5V"][:number])
            table = at(f"unhappy: {cards}\nplay: rounds", seats, options=options)
            assert (table.game.winners(table) == []) == (number == limit)


def test_pp_v22_one_effect_a_venture_and_round() -> None:
    text = """
        venture A 1: 10T 11T
        venture B 1: 12T
        hand 1: 6K
        customer deck: 13K
        row: 9V
        play: effects before, assist, effects after, end of round, effects before
    """
    toys = {"10T": nothing(), "11T": nothing(), "12T": nothing(), "6K": nothing("open", "group")}
    table = at(text, 4, toys=toys, options=Options(one_venture_effect_per_player=True))
    go(table, "1 10T")
    assert offered(table) == ["12T", "6K", "pass"]
    go(table, "1 12T", "1 6K", "1 pass")
    assert offered(table) == ["10T", "11T", "12T", "6K", "pass"]  # a new round
    table = at(text, 4, toys=toys)
    go(table, "1 10T")
    assert offered(table) == ["11T", "12T", "6K", "pass"]


def test_pp_v23_a_used_card_may_be_barred_from_assisting() -> None:
    text = "row: 9V 8V\nhand 1: 5V 4V 3V\nmark used: 5V\nplay: assist"
    table = at(text, options=Options(effect_use_exhausts_card=True), toys={"5V": nothing()})
    assert sorted(offered(table)) == ["3V", "3V 4V", "4V", "pass"]
    with pytest.raises(IllegalAction):
        go(table, "1 5V")
    go(at(text, toys={"5V": nothing()}), "1 5V")


def test_pp_v24_assist_effects_of_committed_cards() -> None:
    text = "row: 9V 8V\nhand 1: 5V 4V 3V\nplay: assist"
    toys = {"5V": nothing("assist", "group"), "4V": nothing("open", "group"), "3V": nothing("assist", "venture")}
    table = at(text, options=Options(committed_effects_usable=True), toys=toys)
    go(table, "1 5V 4V 3V", "1 9V")
    assert (asked(table), offered(table)) == (["1 use while assisting"], ["5V", "pass"])
    go(table, "1 5V")
    assert used(table) == ["5V"]
    table = at(text, toys=toys)
    go(table, "1 5V 4V 3V", "1 9V")
    assert used(table) == []
    assert "use while assisting" not in str(asked(table))


@pytest.mark.parametrize("required", [True, False])
def test_pp_v25_any_won_customer_may_enter_a_venture(required: bool) -> None:
    table = at("row: 9V\nhand 1: 5V 4V\nplay: assist", options=Options(venture_symbol_required=required))
    go(table, "1 5V 4V")
    assert asked(table) == ([] if required else ["1 develop"])
    if not required:
        go(table, "1 venture A")
        assert place_of(table, "9V") == "venture A 1"


def test_pp_v27_more_cards_of_the_best_domain() -> None:
    def winners(first: str, second: str, rule: str) -> list[int]:
        table = at(f"score 1: {first}\nscore 2: {second}\nplay: rounds", options=Options(final_domain_rule=rule))
        return [side + 1 for side in table.game.winners(table)]

    assert winners("9V 2K 1K", "1V 3V 8K", "best_card") == [1]
    assert winners("9V 2K 1K", "1V 3V 8K", "domain_count") == [2]
    assert winners("5V 3T 4T", "6V 5T 1K", "domain_count") == [1]
    assert winners("5V 7K", "6V 6K", "domain_count") == [2]  # as many of each: the best card
    assert winners("1V 2V", "9K 8K 1K", "domain_count") == [2]  # the number of cards comes first


def test_pp_v28_a_wild_may_count_as_dealt_or_drawn() -> None:
    options = Options(wild_replaced=False)
    table = at("row: 9V\ncustomer deck: W1 13K 13S\nplay: new customers", options=options)
    assert order(table, "row") == "9V 13K"
    table = at("deck 1: W1 1K 2K 3K 4K\nplay: refresh", options=options)
    assert lies(table, "hand 1") == these("1K 2K 3K")
    table = at("deck 1: W1 1K 2K 3K 4K\nventure A 1: 10T\nplay: effects before", options=options, toys={"10T": draw(2)})
    go(table, "1 10T")
    assert lies(table, "hand 1") == ["1K"]
    table = at("deck 1: W1 1K 2K 3K 4K\nventure A 1: 10T\nplay: effects before", toys={"10T": draw(2)})
    go(table, "1 10T")
    assert lies(table, "hand 1") == these("1K 2K")


def test_pp_v29_refresh_may_shuffle_all_together() -> None:
    without = 0
    for seed in range(20):
        table = at("hand 1: 1K 2K\ndeck 1: 3K\ndiscard 1: 4K 5K\nplay: refresh", seed=seed,
                   options=Options(refresh_reshuffle="shuffle_together"))
        assert (size(table, "hand 1"), size(table, "deck 1"), size(table, "discard 1")) == (4, 1, 0)
        without += "3K" not in lies(table, "hand 1")
    assert without
    table = at("hand 1: 1K 2K\ndeck 1: 3K 4K 5K 6K\nplay: refresh",
               options=Options(refresh_reshuffle="shuffle_together"))
    assert lies(table, "hand 1") == these("3K 4K 5K 6K")


def test_pp_v32_any_number_of_rounds() -> None:
    table = at("score 2: 1K\nrow: 2V\ncustomer deck: 13K 13S\nround: 2\nplay: rounds", options=Options(max_rounds=2))
    assert table.is_over
    assert table.game.winners(table) == [1]
    assert size(table, "customer deck") == 2


def test_pp_v17_the_extra_venture_belongs_to_the_lowest_seat() -> None:
    """PP-S18"""
    text = "first: 2\nround: {}\nventure A 2: 10T\nventure B 2: 11T\nventure C 2: 12T\nplay: effects before"
    toys = {"10T": nothing(), "11T": nothing(), "12T": nothing()}
    for number, card, agrees in ((2, "12T", 4), (2, "10T", 4), (2, "11T", 0), (1, "12T", 0), (1, "11T", 5)):
        table = at(text.format(number), 5, toys=toys, options=Options(venture_owner_consent=True))
        captain = 4 if number == 1 else 5
        go(table, f"{captain} {card}")
        assert (asked(table) == [f"{agrees} agree"]) == bool(agrees)
        assert used(table) == ([] if agrees else [card])


def test_pp_v36_the_start_cards_may_have_their_first_texts() -> None:
    """PE-B07"""
    text = "hand 1: 1S 5V 5K\nrow: 9V 8V\nplay: effects before"
    table = general(text)
    assert (asked(table), offered(table)) == (["1 use"], ["1S", "pass"])
    go(table, "1 1S", "1 5K", "1 -1")
    assert value(table, "5K") == 4
    assert general(text, options=Options(start_cards="first")).is_over
    table = general(text.replace("effects before", "assist"), options=Options(start_cards="first"))
    go(table, "1 5V 5K", "1 9V", "1 1S", "1 5K", "1 -1", "1 pass")
    assert lies(table, "score 1") == ["9V"]
