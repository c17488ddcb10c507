"""Peer-to-Peer: what the words on its cards mean, and what is known of its cards."""

import itertools
from collections.abc import Sequence

import pytest

from techdeck.cards import PEER_EDITION
from techdeck.deck import PEER_TO_PEER
from techdeck.editions.peer_to_peer import PROGRAMS
from techdeck.effects import (
    ALL,
    ASIDE,
    HELD,
    by,
    cards_in_play,
    copying,
    lifting,
    replace_with_top,
    searching,
    value_at_most,
)
from techdeck.games.peer_to_peer import DISCARD, HAND, ROUND, SCORE, Options
from techdeck.rules import choose, do, each_of, seq
from techdeck.table import Table, Zone
from techdeck.team_effects import (
    CUSTOMER,
    ROW,
    VENTURE_CARD,
    VENTURES,
    discard,
    expel,
    gain_to_deck,
    to_the_right_end,
    unhappy_customers,
)
from tests.rulebook.peer_tables import (
    Toy,
    at,
    back_of,
    chances,
    domain,
    draw,
    general,
    go,
    knowers,
    lies,
    listen,
    nothing,
    order,
    pass_on,
    place_of,
    random_game,
    remembered,
    size,
    told,
    used,
    value,
)
from tests.rulebook.tables import asked, offered, these

CARDS = {printed.code: printed for printed in PEER_TO_PEER}
DECK_LOST = Options(unhappy_limits="99 99 99 99 99 99")


def using(toy: Toy, text: str, seats: int = 2, *, options: Options = Options(), seed: int = 0, **more: Toy) -> Table:
    """Team 1 has used 10T in its venture."""
    table = at(f"venture A 1: 10T\n{text}\nplay: effects before", seats, toys={"10T": toy, **more}, options=options,
               seed=seed)
    go(table, "1 10T")
    return table


def bring(target: Zone, source: Zone = DISCARD) -> Toy:
    """A card of the discard goes somewhere."""
    def move_it(table: Table, side: int, it: int) -> None:
        table.move(it, source, target, side)

    return Toy(choose("take", lambda table, side, it: source.of(table, side)[:], then=do(move_it)))


# Use, timing, duration

def test_pp_x1_every_card_has_a_flag_and_a_timing() -> None:
    timings = {"open", "assist", "gain", "after", "refresh", "new"}
    for card in PEER_EDITION:
        marks = {"venture", "group"} & set(card.flags)
        if card.is_wild:
            assert (marks, card.timing) == (set(), "at once")
        else:
            assert marks
            assert card.timing in timings
    assert {card.timing for card in PEER_EDITION} == {*timings, "at once"}


def test_pp_x3_any_members_venture_serves_the_whole_side() -> None:
    table = at("round: 1\nventure B 1: 10T\ndeck 1: 1K\nplay: effects before", 4, toys={"10T": draw(1)})
    go(table, "1 10T")  # the captain uses the venture of seat 2; "you" is the side
    assert lies(table, "hand 1") == ["1K"]


def test_pp_x4_there_is_no_limit_on_effects_in_a_window() -> None:
    cards = ["9T", "10T", "11T"]
    table = at(f"venture A 1: {' '.join(cards)}\nhand 1: 5K 6K 7K\nplay: effects before",
               toys={card: nothing() for card in [*cards, "5K", "6K", "7K"]})
    for card in [*cards, "5K", "6K", "7K"]:
        go(table, f"1 {card}")
    assert len(used(table)) == 6
    assert (lies(table, "venture A 1"), lies(table, "hand 1")) == (these("9T 10T 11T"), these("5K 6K 7K"))


WINDOWS = {
    "new": ["new customers: use when customers come"], "before": ["effects before: use"],
    "open": ["effects before: use", "assist: use", "effects after: use"], "assist": ["assist: use while assisting"],
    "gain": ["assist: use after winning"], "between": ["assist: use"], "after": ["effects after: use"],
    "refresh": ["refresh: use at refresh"], "end": ["end of round: use at the end"],
}


@pytest.mark.parametrize("timing", WINDOWS)
def test_pp_x5_each_timing_has_its_windows(timing: str) -> None:
    table = at("""
        row: 9V 8V
        hand 1: 5V 4V
        venture A 1: 10T
        customer deck: 13K 13S 13T 12T
        play: new customers, effects before, assist, effects after, refresh, end of round
    """, toys={"10T": nothing(timing)})
    found = []
    while table.pending:
        if table.pending[0].verb == "commit":
            go(table, "1 5V 4V", "1 9V")
        else:
            assert offered(table) == ["10T", "pass"]
            found.append(f"{table.game.phase(table)}: {table.pending[0].verb}")
            go(table, "1 pass")
    assert lies(table, "score 1") == ["9V"]
    assert found == WINDOWS[timing]


@pytest.mark.parametrize(("timing", "phase"), [
    ("new", "new customers"), ("refresh", "refresh"), ("end", "end of round"), ("open", "effects before"),
])
def test_pp_x5_a_side_without_a_fitting_effect_passes_automatically(timing: str, phase: str) -> None:
    """It looks like a voluntary pass [PP-R3], so nothing is told about hands."""
    heard = []
    for mine in (timing, "assist"):
        table = at("hand 2: 2K 3K\nventure A 1: 10T\ncustomer deck: 13K 12K 11K",
                   toys={"10T": nothing(timing), "2K": nothing(mine, "group")})
        listen(table, phase)
        go(table, "1 10T")
        if mine == timing:
            assert table.pending[0].seat == 1
            go(table, "2 pass")
        assert table.is_over
        heard.append(told(table, 3))
    assert heard[0] == heard[1]


def test_pp_x6_changes_end_with_the_round() -> None:
    """PP-Q35"""
    table = at("""
        row: 9V
        hand 1: 1K
        venture A 1: 10T
        mark value: 9V=16 1K=15 10T=16
        mark domain: 9V=1
        customer deck: 13K
        play: effects after, end of round
    """, toys={"10T": nothing()})
    assert (value(table, "9V"), value(table, "1K"), value(table, "10T"), domain(table, "9V")) == (11, 2, 12, "K")
    go(table, "1 pass")
    assert (value(table, "9V"), value(table, "1K"), value(table, "10T"), domain(table, "9V")) == (9, 1, 10, "V")


def test_pp_x6_changes_end_when_a_card_leaves_its_place() -> None:
    """PE-T05"""
    table = at("""
        row: 9V 8V
        hand 1: 5V 3V 2K
        mark value: 9V=13 5V=14 2K=15
        play: assist
    """)
    go(table, "1 5V 3V", "1 9V")
    assert place_of(table, "9V") == "score 1"
    assert (value(table, "9V"), value(table, "5V"), value(table, "2K")) == (9, 5, 3)
    table = at("hand 1: 5V\nmark value: 5V=16\nplay: refresh")
    assert value(table, "5V") == 5  # through the discard it came back into the hand


def test_pp_x6_a_card_returning_from_the_commitment_keeps_its_changes() -> None:
    table = at("row: 9V 8V\nhand 1: 5V\nmark value: 5V=16\nmark domain: 5V=2\nplay: assist")
    go(table, "1 5V", "1 9V")
    assert place_of(table, "5V") == "hand 1"
    assert (value(table, "5V"), domain(table, "5V")) == (7, "S")


def test_pp_x7_value_changes_add_up_and_the_latest_domain_counts() -> None:
    """PE-N06: never below 1, and no upper end."""
    table = general("row: 1T 13V\nhand 1: 4V 7V\nhand 2: 1V\nventure A 1: 8S\nmark domain: 13V=1\nplay: effects before")
    go(table, "1 4V", "1 13V", "1 1")
    assert value(table, "13V") == 14
    go(table, "2 1V", "2 13V", "2 Technology")
    assert domain(table, "13V") == "T"
    go(table, "1 8S", "1 raise all")
    assert (value(table, "13V"), value(table, "1T")) == (15, 2)
    go(table, "1 7V", "1 1T", "1 -3")
    assert value(table, "1T") == 1


def test_pp_x7_final_scoring_uses_printed_values() -> None:
    table = at("score 1: 9V\nscore 2: 8V\nmark value: 8V=20\nplay: rounds")
    assert table.game.winners(table) == [0]


def test_pp_x8_within_a_side_it_picks_the_order() -> None:
    table = general("deck 1: W1 W2 5K 9K 3S\nhand 1: 12K\ndiscard 1: 2T\nrow: 9V\nunhappy: 8V\nplay: effects before")
    go(table, "1 12K", "1 5K", "1 9K")
    assert (asked(table), offered(table)) == (["1 wild"], ["W1", "W2"])
    go(table, "1 W2")
    assert asked(table) == ["1 exchange"]
    go(table, "1 pass")
    assert asked(table) == ["1 send back"]


@pytest.mark.parametrize("first", [1, 2])
def test_pp_x8_between_sides_those_of_the_marker_side_come_first(first: int) -> None:
    both_draw = Toy(each_of(lambda table, side, it: [0, 1], draw(1).rule))
    table = at(f"""
        first: {first}
        venture A 1: 10T
        venture A 2: 11T
        deck 1: W1 1K
        deck 2: W2 2K
    """, toys={"10T": both_draw, "11T": both_draw})
    listen(table, "effects before")
    go(table, f"{first} {'10T' if first == 1 else '11T'}")
    acted = [line.split()[0] for line in told(table, 3) if "takes effect" in line]
    assert acted == (["W1", "W2"] if first == 1 else ["W2", "W1"])


def test_pp_x9_all_players_beginning_with_the_acting_side() -> None:
    toy = Toy(by(ALL, discard(1)).rule)
    for acting, card in ((1, "10T"), (2, "11T")):
        table = at("venture A 1: 10T\nventure A 2: 11T\nhand 1: 1K 2K\nhand 2: 1S 2S\nfirst: 1\nplay: effects before",
                   toys={"10T": toy, "11T": toy})
        if acting == 2:
            go(table, "1 pass")
        go(table, f"{acting} {card}")
        assert asked(table) == [f"{acting} discard"]
        go(table, f"{acting} {offered(table)[0]}")
        assert asked(table) == [f"{3 - acting} discard"]  # each side makes its own choice


def test_pp_x9_but_w2_begins_with_the_marker_side() -> None:
    text = "first: 1\ndeck 1: 5T 6T 7T 8T\ndeck 2: W2 2K\ndiscard 1: 3K\ndiscard 2: 4K\nrow: 9V"
    table = general(f"{text}\nplay: refresh")
    assert asked(table) == ["1 exchange"]
    go(table, "1 pass")
    assert asked(table) == ["2 exchange"]


# Words

def test_pp_x10_deck_discard_and_hand_are_the_own_ones() -> None:
    table = using(draw(1), "deck 1: 1K\ndeck 2: 2K\ncustomer deck: 3K")
    assert (lies(table, "hand 1"), size(table, "deck 2"), size(table, "customer deck")) == (["1K"], 1, 1)
    table = using(Toy(discard(1).rule), "hand 1: 1K 2K\nhand 2: 3K")
    assert offered(table) == ["1K", "2K"]
    go(table, "1 1K")
    assert (lies(table, "discard 1"), size(table, "discard 2")) == (["1K"], 0)


def test_pp_x11_draw_from_the_top_without_a_maximum() -> None:
    table = using(draw(3), "deck 1: 1K 2K 3K 4K\nhand 1: 5K 6K 7K 8K")
    assert lies(table, "hand 1") == these("1K 2K 3K 5K 6K 7K 8K")
    assert order(table, "deck 1") == "4K"


def test_pp_x12_too_few_cards_deck_and_discard_are_shuffled_together_first() -> None:
    drawn = set()
    for seed in range(15):
        table = using(draw(2), "deck 1: 1K\ndiscard 1: 2K 3K", seed=seed)
        assert (size(table, "hand 1"), size(table, "deck 1"), size(table, "discard 1")) == (2, 1, 0)
        drawn.add(order(table, "deck 1"))
    assert drawn == {"1K", "2K", "3K"}  # 1K is not drawn for certain
    table = using(draw(2), "deck 1: 1K 4K\ndiscard 1: 2K 3K")
    assert (lies(table, "hand 1"), size(table, "deck 1")) == (these("1K 4K"), 0)
    assert lies(table, "discard 1") == these("2K 3K")
    assert chances(table) == 0
    table = using(draw(3), "deck 1: 1K\ndiscard 1: 2K")  # as many as possible
    assert lies(table, "hand 1") == these("1K 2K")


def test_pp_x12_looking_and_revealing_shuffle_too() -> None:
    for zone in (HELD, ASIDE):
        table = using(Toy(lifting(lambda table, side: 2, zone)), "deck 1: 1K\ndiscard 1: 2K 3K")
        assert (size(table, "deck 1"), size(table, "discard 1")) == (1, 0)


def test_pp_x12_a_search_never_reshuffles() -> None:
    for text, choice in (("venture A 1: 9K\nrow: 9V", "9K"), ("venture A 1: 6T", "6T"), ("venture A 1: 11T", "11T")):
        table = general(f"{text}\nhand 1: 13K\ndiscard 1: 2K 3K\nplay: effects before")
        go(table, f"1 {choice}")
        pass_on(table)
        assert lies(table, "discard 1") == these("2K 3K")


def test_pp_x12_the_customer_deck_is_never_reshuffled() -> None:
    table = general("hand 1: 2V\nrow: 9V\nunhappy: 8V\nplay: effects before")
    go(table, "1 2V")
    assert (order(table, "row"), lies(table, "unhappy")) == ("9V", ["8V"])


def test_pp_x13_too_few_cards_to_discard() -> None:
    table = using(Toy(discard(2).rule), "hand 1: 1K")
    go(table, "1 1K")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == ([], ["1K"])
    assert table.is_over


def test_pp_x14_redraw_is_to_draw_after_a_discard() -> None:
    table = using(Toy(seq(discard(2).rule, draw(2).rule)), "hand 1: 1K 2K\ndeck 1: 3K 4K")
    go(table, "1 1K", "1 2K")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == (these("3K 4K"), these("1K 2K"))


def test_pp_x15_what_is_revealed_is_seen_by_all() -> None:
    table = general("hand 1: 4K\ndeck 1: 1K 2K 3K 9K 5K\nplay: effects before")
    go(table, "1 4K")
    assert all(knowers(table, card) == [1, 2, 3] for card in ("1K", "2K", "3K", "9K"))
    assert knowers(table, "5K") == []
    go(table, "1 9K", "1 3K", "1 2K")
    assert order(table, "deck 1") == "1K 2K 3K 5K"  # the text lets its user place them


def test_pp_x16_what_is_looked_at_is_seen_by_the_acting_side_only() -> None:
    table = general("hand 1: 1K\ndeck 1: 2K 3K 9K\nplay: effects before")
    go(table, "1 1K")
    assert knowers(table, "2K") == knowers(table, "3K") == [1]
    table = general("hand 1: 6K\nhand 2: 2K 3K\nrest: customer deck\nplay: effects before")
    go(table, "1 6K")
    assert remembered(table, 1, "hand 2") == ["2K", "3K"]
    assert remembered(table, 3, "hand 2") == []


def test_pp_x17_exchange_means_exactly_the_same_places() -> None:
    table = general("hand 1: 2V\nrow: 9V 8V 7V\ncustomer deck: 13K 12K\nplay: effects before")
    go(table, "1 2V", "1 8V")
    assert (order(table, "row"), order(table, "customer deck")) == ("9V 13K 7V", "8V 12K")
    table = general("venture A 1: 10K\nhand 1: 1V\nplay: effects before")  # no discard
    go(table, "1 10K")
    assert (lies(table, "hand 1"), size(table, "discard 1")) == (["1V"], 0)
    table = general("venture A 1: 10K\nhand 1: 1S 2S\ndiscard 1: 3S 5S\nplay: effects before")
    go(table, "1 10K", "1 1S", "1 5S")
    assert (lies(table, "hand 1"), lies(table, "discard 1")) == (these("2S 5S"), these("1S 3S"))


REPLACE = Toy(replace_with_top(CUSTOMER).rule)


@pytest.mark.parametrize(("to", "place"), [
    ("deck_bottom", "customer deck"), ("unhappy", "unhappy"), ("expel", "expelled"),
])
def test_pp_x18_a_replaced_customer_goes_to_the_bottom_of_the_customer_deck(to: str, place: str) -> None:
    """PP-V30, PP-Q41"""
    table = using(REPLACE, "row: 9V 8V 7V\ndeck 1: 1K 2K\ncustomer deck: 13K", options=Options(replaced_customer_to=to))
    go(table, "1 8V")
    assert order(table, "row") == "9V 1K 7V"  # the exact place
    assert place_of(table, "8V") == place
    if to == "deck_bottom":
        assert order(table, "customer deck") == "13K 8V"


def test_pp_x18_without_a_new_card_nothing_happens() -> None:
    table = using(REPLACE, "row: 9V 8V\ncustomer deck: 13K")
    assert table.is_over
    assert (order(table, "row"), order(table, "customer deck")) == ("9V 8V", "13K")


def test_pp_x19_expel_is_out_of_the_game() -> None:
    table = using(Toy(expel(CUSTOMER).rule), "row: 9V 8V")
    assert offered(table) == ["8V", "9V"]  # pick: choose
    go(table, "1 9V")
    assert "9V" in lies(table, "expelled")
    assert order(table, "row") == "8V"


def test_pp_x20_search_sees_all_and_shuffles() -> None:
    table = using(Toy(searching(value_at_most(2))), "deck 1: 5K 1K 9K 2K")
    assert all(1 in knowers(table, card) for card in ("5K", "1K", "9K", "2K"))
    assert 2 not in knowers(table, "5K")
    assert offered(table) == ["1K", "2K", "pass"]
    before = chances(table)
    go(table, "1 1K")
    assert lies(table, "hand 1") == ["1K"]
    assert chances(table) == before + 1
    assert knowers(table, "5K") == []


COPY = Toy(copying(VENTURE_CARD.cards))


def test_pp_x21_copy_marks_only_the_copying_card() -> None:
    for mark in ("", "mark used: 11T"):
        table = at(f"venture A 1: 10T\nventure A 2: 11T\ndeck 1: 1K\n{mark}\nplay: effects before",
                   toys={"10T": COPY, "11T": draw(1)})
        go(table, "1 10T", "1 11T")
        assert lies(table, "hand 1") == ["1K"]
        assert used(table) == (["10T", "11T"] if mark else ["10T"])


def test_pp_x21_no_text_twice_in_one_use() -> None:
    """PP-Q81: a copied copy may go on."""
    table = at("venture A 1: 10T\nventure A 2: 11T 12T\nplay: effects before",
               toys={"10T": COPY, "11T": COPY, "12T": COPY})
    go(table, "1 10T")
    assert (asked(table), offered(table)) == (["1 copy"], ["11T", "12T"])
    go(table, "1 11T")
    assert offered(table) == ["12T"]
    go(table, "1 12T")
    assert asked(table) == ["2 use"]  # nothing is left to copy
    assert used(table) == ["10T"]


def test_pp_x22_in_play_neutral_controlled_and_owner() -> None:
    table = at("""
        row: 9V 8V
        venture A 1: 10T
        venture B 1: 11T
        venture A 2: 12T
        hand 1: 1K
        discard 1: 2K
        score 1: 3K
        play: effects before
    """, 4)
    words = table.game.words
    assert words.hand is HAND

    def named(backs: Sequence[int]) -> list[str]:
        return sorted(table.called(back, table.sides) for back in backs)

    assert named(words.neutral(table, 0, 0)) == ["8V", "9V"]
    assert named(words.controlled(table, 0, 0)) == ["10T", "11T"]
    assert named(words.controlled(table, 1, 0)) == ["12T"]
    assert named(cards_in_play(table, 0, 0)) == ["10T", "11T", "12T", "8V", "9V"]
    assert table.where(back_of(table, "12T"))[1] == 1
    assert table.where(back_of(table, "2K"))[1] == 0


def test_pp_x23_into_the_group_deck_means_shuffled_in() -> None:
    places = set()
    for seed in range(15):
        table = at("row: 6V 9V\nhand 1: 5V 1K\ndeck 1: 2K 3K 4K\nventure A 1: 10T\nplay: assist",
                   toys={"10T": Toy(gain_to_deck().rule, "gain")}, seed=seed)
        go(table, "1 5V 1K", "1 6V", "1 10T", "1 6V")
        places.add(order(table, "deck 1").split().index("6V"))
    assert places == {0, 1, 2, 3}


ADD = Toy(choose("comfort", unhappy_customers, then=do(to_the_right_end)))


def test_pp_x24_a_customer_added_by_an_effect_goes_to_the_right_end() -> None:
    table = using(ADD, "row: 9V 8V\nunhappy: 7V 6V")
    go(table, "1 6V")
    assert (order(table, "row"), order(table, "unhappy")) == ("9V 8V 6V", "7V")


def test_pp_x24_a_full_row_loses_its_leftmost_customer_first() -> None:
    """PP-R8: by an effect as by dealing."""
    table = using(ADD, "row: 9V 8V 7V 6V\nunhappy: 5V")
    go(table, "1 5V")
    assert (order(table, "row"), order(table, "unhappy")) == ("8V 7V 6V 5V", "9V")


# Wild cards

@pytest.mark.parametrize("zone", [HAND, VENTURES[0], SCORE, ROW])
def test_pp_x25_a_wild_takes_effect_where_it_enters(zone: Zone) -> None:
    """PP-Q40"""
    table = at("venture A 1: 10T\ndiscard 1: W1 1K\nrow: 9V\nunhappy: 8V\ncustomer deck: 13K",
               toys={"10T": bring(zone), "W1": Toy(PROGRAMS["W1"].rule, "at once", ())})
    listen(table, "effects before")
    go(table, "1 10T", "1 W1")
    assert (asked(table), offered(table)) == (["1 send back"], ["8V", "9V"])
    go(table, "1 8V")
    assert "W1" in lies(table, "expelled")
    assert order(table, "customer deck") == "13K 8V"
    assert "W1" not in lies(table, zone.place(0))


def test_pp_x25_a_wild_is_never_a_customer_committed_or_counted() -> None:
    for seats, seed in ((2, 1), (4, 2), (6, 3), (1, 4)):
        for table in random_game(seats, seed, DECK_LOST):
            sides = range(1, table.sides + 1)
            places = ["row", *[f"{zone} {side}" for side in sides
                               for zone in ("hand", "laid", "committed", "score", "venture A", "venture B", "kept")]]
            assert not [card for place in places for card in lies(table, place) if card.startswith("W")]


@pytest.mark.parametrize(("zone", "chooser"), [(HAND, 2), (VENTURES[0], 2), (SCORE, 2), (ROW, 1)])
def test_pp_x26_the_side_it_came_to_chooses_and_for_the_row_the_marker_side(zone: Zone, chooser: int) -> None:
    table = at("first: 1\nventure A 2: 10T\ndiscard 2: W1\nrow: 9V\nunhappy: 8V\nplay: effects before",
               toys={"10T": bring(zone), "W1": Toy(PROGRAMS["W1"].rule, "at once", ())})
    go(table, "2 10T", "2 W1")
    assert asked(table) == [f"{chooser} send back"]


def test_pp_x27_a_wild_waits_until_the_effect_is_done_and_a_drawn_one_is_replaced() -> None:
    """PP-Q39, PE-W02"""
    table = general("hand 1: 2K 13S\ndeck 1: W1 5K 9K 4K\nrow: 9V\nunhappy: 8V\nplay: effects before")
    go(table, "1 2K")
    assert asked(table) == ["1 discard"]  # not yet the wild
    assert lies(table, "hand 1") == these("2K 13S 5K 9K")
    go(table, "1 13S")
    assert asked(table) == ["1 send back"]
    go(table, "1 8V")
    assert "W1" in lies(table, "expelled")


def test_pp_x27_an_exchange_take_or_move_gives_no_replacement() -> None:
    table = general("hand 1: 1K 13S\ndeck 1: W2 5K 9K\nplay: effects before")
    go(table, "1 1K", "1 W2")
    assert lies(table, "hand 1") == these("1K 13S")
    assert order(table, "deck 1") == "9K 5K"
    assert "W2" in lies(table, "expelled")


def test_pp_x28_in_decks_and_discards_a_wild_sleeps() -> None:
    table = general("hand 1: 4K\ndeck 1: W1 5K 9K 3T 2T\ndiscard 1: W2\nrow: 9V\nunhappy: 8V\nplay: effects before")
    go(table, "1 4K", "1 5K")
    assert asked(table) == ["1 stack"]
    go(table, "1 9K", "1 W1")
    assert order(table, "deck 1").split()[0] == "3T"
    assert sorted(order(table, "deck 1").split()[:3]) == these("W1 9K 3T")
    assert lies(table, "discard 1") == ["W2"]
    assert not {"W1", "W2"} & set(lies(table, "expelled"))


def test_pp_x29_a_wild_without_an_effect_does_nothing() -> None:
    table = at("row: 9V\nunhappy: 8V\ncustomer deck: W1 W2 13K\nplay: new customers")
    assert table.is_over
    assert (order(table, "row"), lies(table, "unhappy")) == ("9V 13K", ["8V"])
    assert {"W1", "W2"} <= set(lies(table, "expelled"))


# For authors

def test_pp_x30_enough_venture_cards_outside_the_start() -> None:
    flagged = [card for card in PEER_EDITION if "venture" in card.flags and not card.printed.is_start]
    assert len(flagged) >= 12


def test_pp_x31_no_effect_clears_a_mark() -> None:
    """Within a round a mark never goes."""
    for seats, seed in ((2, 1), (4, 2), (6, 3), (1, 4)):
        tables = random_game(seats, seed, DECK_LOST)
        for before, after in itertools.pairwise(tables):
            if ROUND.get(before) == ROUND.get(after) and not after.is_over:
                assert set(used(before)) <= set(used(after))


def test_pp_x32_a_hand_of_a_starting_deck_totals_at_most_ten() -> None:
    for start in ("4V 1T 2S 3K 1K", "3V 4T 1S 2K 1V"):
        values = sorted(int(card[:-1]) for card in start.split())
        assert sum(values[1:]) == 10


# What is known of single cards

def test_pp_x33_news_and_reviews() -> None:
    assert CARDS["12K"].concept == "News & Reviews"
    table = general("hand 1: 12K 1V\ndeck 1: 3K 9K 5K\nplay: effects before")
    go(table, "1 12K")
    assert lies(table, "hand 1") == these("12K 1V 3K 9K")
    go(table, "1 3K", "1 1V")
    assert lies(table, "discard 1") == these("3K 1V")


def mostly(letter: str, *words: str) -> bool:
    texts = [printed.text.lower() for printed in PEER_TO_PEER if printed.code.endswith(letter)]
    return len([text for text in texts if any(word in text for word in words)]) > 6


def test_pp_x34_knowledge_cards_draw_reveal_and_arrange() -> None:
    assert mostly("K", "draw", "reveal", "look", "order", "search")


def test_pp_x35_science_cards_change_values_and_domains() -> None:
    assert mostly("S", "value", "domain", "raise")


def test_pp_x36_technology_cards_are_about_group_deck_and_hand() -> None:
    assert mostly("T", "group deck", "group hand")


def test_pp_x37_service_cards_are_about_customers() -> None:
    assert mostly("V", "customer")


def test_pp_x38_a_changed_domain_lets_one_card_assist_alone() -> None:
    table = general("row: 9T 13V\nhand 1: 9K 2S\nplay: assist")
    go(table, "1 9K", "1 9T", "1 2S", "1 9K", "1 Technology", "1 pass")
    assert lies(table, "score 1") == ["9T"]


def test_pp_x39_some_cards_send_a_served_customer_to_group_cards() -> None:
    sending = [code for code, printed in CARDS.items()
               if printed.timing == "gain" and ("put it" in printed.text or "shuffle it" in printed.text)]
    assert sorted(sending) == these("1T 9T 10T 3V 6V")


def test_pp_x40_a_card_fetched_from_the_discard_is_usable_at_once() -> None:
    table = general("hand 1: 10S\ndiscard 1: 3K 9K\ndeck 1: 1T 2T\nplay: effects before")
    go(table, "1 10S", "1 3K")
    assert offered(table) == ["3K", "pass"]


def test_pp_x41_exchange_the_top_customer_with_a_hand_card() -> None:
    table = general("hand 1: 10V 1K\ncustomer deck: 13K 12K\nplay: effects before")
    go(table, "1 10V", "1 10V")
    assert (lies(table, "hand 1"), order(table, "customer deck")) == (these("1K 13K"), "10V 12K")


def test_pp_x42_reveal_four_cards_of_the_group_deck() -> None:
    table = general("hand 1: 4K\ndeck 1: 1T 2T 3T 5T 6T\nplay: effects before")
    go(table, "1 4K")
    assert offered(table) == these("1T 2T 3T 5T")


def test_pp_x43_some_work_while_assisting_some_name_a_phase_some_have_both_flags() -> None:
    assert sorted(code for code, printed in CARDS.items() if printed.timing == "assist") == these("2S 4S 7S 11S 12S")
    assert sorted(code for code, printed in CARDS.items() if printed.timing == "after") == these("11V 12V 13V")
    assert len([card for card in PEER_EDITION if {"venture", "group"} <= set(card.flags)]) == 15
    for word in ("look", "expel", "pick"):
        assert any(word in printed.text.lower() for printed in PEER_TO_PEER)


def test_pp_x44_the_starting_cards() -> None:
    starts = [printed.code for printed in PEER_TO_PEER if printed.is_start]
    assert sorted(starts) == these("1K 1S 1T 1V 2K 2S 3K 3V 4T 4V")


def test_pp_x45_wilds_act_at_once_and_are_expelled() -> None:
    for wild in ("W1", "W2"):
        table = general(f"row: 9V\nunhappy: 8V\ndiscard 1: 1K\ncustomer deck: {wild} 13K 12K\nplay: new customers")
        assert asked(table)[0] in ("1 send back", "1 exchange")
        assert place_of(table, wild) == "wilds 1"
        pass_on(table)
        assert place_of(table, wild) == "expelled"


def test_pp_x46_names_are_as_in_the_other_edition_effects_are_not() -> None:
    names = {
        "1K": "Data Mining", "1S": "Material Sciences", "1T": "Internet of Things", "1V": "E-Commerce", "13S": "AI",
    }
    assert {code: CARDS[code].concept for code in names} == names
    searching_cards = [card.printed.code for card in PEER_EDITION if card.searches]
    assert sorted(searching_cards) == these("9K 6T 11T")
    table = general("hand 1: 13S\nrow: 9V\ndeck 1: 1T\nplay: effects before")  # it does not replace here
    go(table, "1 13S", "1 13S", "1 9V")
    assert (value(table, "13S"), domain(table, "13S"), order(table, "row")) == (9, "V", "9V")


def test_pp_x27_a_replacement_may_be_a_wild_as_well_or_be_missing() -> None:
    table = using(draw(2), "deck 1: W1 1K W2 2K 3K")
    go(table, "1 W2")  # which acts first
    assert (lies(table, "hand 1"), order(table, "deck 1")) == (these("1K 2K"), "3K")
    assert {"W1", "W2"} <= set(lies(table, "expelled"))
    table = using(draw(2), "deck 1: W1 1K")
    assert (lies(table, "hand 1"), size(table, "deck 1")) == (["1K"], 0)


def test_pp_x27_what_is_done_with_a_drawn_card_is_done_with_its_replacement() -> None:
    table = general("hand 1: 11K 13T\ndeck 1: W2 4S 9S 2S\nrest: customer deck\nplay: effects before")
    go(table, "1 11K")
    assert lies(table, "hand 1") == these("11K 13T 4S 9S")
    assert remembered(table, 2, "hand 1") == these("11K 4S")


def test_pp_x27_a_wild_that_comes_into_the_row_when_new_customers_come() -> None:
    table = general("first: 2\nventure A 1: 5V\nrow: 9V\ncustomer deck: 13K 12K W1 10K\nplay: new customers")
    go(table, "1 5V", "1 13K")
    assert asked(table) == ["2 send back"]  # the marker side
    go(table, "2 9V")
    assert (order(table, "row"), order(table, "customer deck")) == ("12K", "13K 10K 9V")
