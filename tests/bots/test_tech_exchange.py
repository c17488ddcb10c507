"""The casual trader of Tech Exchange: each rule of thumb in a position, and how well it plays."""

from collections import Counter
from random import Random

import pytest

from techdeck.bots import Bot, RandomBot, bot, play_out
from techdeck.bots.floor import clients_of, play_live
from techdeck.bots.measure import main, measure
from techdeck.bots.tech_exchange import ATTEMPTS, LOOKS, CasualExchange, Hopes, Idea, growth_ahead, likely_cards
from techdeck.exchange_score import hand_score, kind
from techdeck.games.tech_exchange import (
    BOARD,
    FIRST_TRADING,
    HAND,
    PHASE,
    ROUND,
    SECOND_EFFECTS,
    SECOND_TRADING,
    TRADES,
    Options,
    tech_exchange,
)
from techdeck.offers import EVERYBODY_ELSE, read_offer, read_proposal, slot
from techdeck.table import CLOCK, Choice, Decision, Game, Table
from techdeck.views import View, imagined
from tests.bots.test_bots import reached
from tests.games import FAMILIES, IS_SOAK
from tests.rulebook.exchange_tables import LIVE, act, asked, at, general, live

FAMILY = FAMILIES["tech exchange"]
TURN_GAME = tech_exchange()
LIVE_GAME = tech_exchange(LIVE)
TP2 = "play: second trading, second effects\n"
TRADING = (FIRST_TRADING, SECOND_TRADING)


class Watched(Bot):
    """Another bot, each of whose answers must be offered; it may wait only on the floor."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.said: Counter[str] = Counter()

    def choose(self, view: View, decision: Decision) -> Choice | None:
        assert type(view) is View
        assert (decision.seat, decision.verb) in [(each.seat, each.verb) for each in view.asked]
        before = view.everything()
        choice = self.bot.choose(view, decision)
        assert view.everything() == before, "a bot thinks without touching what it was given"
        if choice is None:
            assert decision.verb in ("trade", "reply")
            assert view.game.options["form"] == "live"
        else:
            assert choice in decision, f"{choice!r} is not offered to {decision.verb}"
            self.said[choice.split()[0] if isinstance(choice, str) else decision.verb] += 1
        return choice


def kinds(cards: str) -> list[int]:
    return [kind(int(word[:-1]), "KSTV".index(word[-1]) + 1) for word in cards.split()]


def casual(table: Table, seat: int = 1, player: CasualExchange | None = None) -> str | None:
    """What a casual bot says, in words; seats from one."""
    decision = table.decision_of(seat - 1)
    assert decision is not None, asked(table)
    choice = (player or CasualExchange(Random(1))).choose(View(table, seat - 1), decision)
    if choice is None:
        return None
    assert choice in decision
    return decision.text(table, seat - 1, choice)


# What it sees

@pytest.mark.parametrize("game", [TURN_GAME, LIVE_GAME])
def test_views_that_are_alike_get_the_same_answer_whatever_is_behind_them(game: Game) -> None:
    table, rng, compared = game.start(4, 2), Random(2), 0
    players = [CasualExchange(Random(seat)) for seat in range(4)]
    while compared < 60:
        seats = [decision for decision in table.pending if decision.seat != CLOCK]
        decision = rng.choice(seats)
        view = View(table, decision.seat)
        other = imagined(view, rng)
        assert View(other, decision.seat).same_as(view)
        answers = [CasualExchange(Random(7)).choose(View(one, decision.seat), decision) for one in (table, other)]
        assert answers[0] == answers[1]
        compared += table.face != other.face
        choice = players[decision.seat].choose(view, decision)
        if choice is None:
            choice = decision.sample(rng)
        if choice is not None:
            table.act(decision.seat, choice)


def test_a_trader_keeps_no_table() -> None:
    player = CasualExchange(Random(1))
    table = TURN_GAME.start(3, 1)
    for _ in range(10):
        decision = table.pending[0]
        choice = player.choose(View(table, decision.seat), decision)
        assert choice is not None
        table.act(decision.seat, choice)
        assert not any(isinstance(thing, Table) for thing in reached(player))


def test_it_knows_who_may_hold_what() -> None:
    table = general(TP2 + "hand 1: 2S 7K 7V\nhand 2: 3S 4T 9V\nhand 3: 5K 6V 8T\n")
    likely = likely_cards(View(table, 0))
    assert likely[1][kinds("7V")[0]] == 0
    assert 0 < likely[1][kinds("4T")[0]] < 0.5
    assert likely[1] == pytest.approx(likely[2])
    act(table, "1 offer 2S to seat 2 for 4T", "2 commit 1 4T", "2 offer 2S to all for 4T", "1 commit 2 4T", "3 pass")
    likely = likely_cards(View(table, 2))
    assert likely[1][kinds("4T")[0]] == pytest.approx(1)  # all have seen where it went
    assert likely[0][kinds("4T")[0]] == 0


# What a hand is worth

def test_a_hand_without_hopes_is_worth_its_score_and_pairs_are_worth_something_with_them() -> None:
    rng = Random(1)
    for _ in range(200):
        cards = rng.sample([kind(value, domain) for value in range(1, 14) for domain in range(1, 5)], 8)
        stacks = rng.randint(0, 6), rng.randint(0, 6), rng.randint(0, 6), rng.randint(0, 6)
        assert Hopes(stacks, 0).hand(cards) == hand_score(cards, stacks) <= Hopes(stacks, 50).hand(cards)
    hopes = Hopes((20, 20, 20, 20), 40)
    rising = ["9K 2S 5T", "9K 9S 5T", "9K 9S 9T"]
    worths = [hopes.hand(kinds(cards)) for cards in rising]
    assert worths == sorted(worths)
    assert len(set(worths)) == 3


def test_stacks_are_expected_to_grow_as_long_as_there_is_trading_and_cards() -> None:
    ahead = [growth_ahead(phase, 20, 4) for phase in range(6)]
    assert ahead == sorted(ahead, reverse=True)
    assert ahead[-1] == 0
    assert growth_ahead(SECOND_TRADING, 1, 4) < growth_ahead(SECOND_TRADING, 20, 4)
    assert growth_ahead(SECOND_EFFECTS, -3, 4) == growth_ahead(SECOND_EFFECTS, 20, 4)


# Trading

HANDS = TP2 + """
    hand 1: 9K 9S 4T 13V 2V 6V 11V 7S
    hand 2: 9T 4K 4S 12V 3K 8S 10T 5V
    hand 3: 2T 3S 5K 6T 8V 10V 12S 13K
"""


def test_it_takes_what_completes_a_set_for_what_it_misses_least() -> None:
    table = general(HANDS)
    act(table, "1 pass", "2 offer 9T to all for 4*|9K")
    assert casual(table) == "commit 1 4T"
    assert casual(table, 3) == "pass"  # it has none of these


def test_it_takes_nothing_that_does_not_help() -> None:
    table = general(HANDS)
    act(table, "1 pass", "2 offer 3K to all for 9*")
    assert casual(table) == "pass"
    table = general(HANDS)
    act(table, "1 pass", "2 offer 12V to all for **")
    assert casual(table) == "pass"


def test_it_offers_what_it_misses_least_for_what_helps_most() -> None:
    said = casual(general(HANDS))
    assert said is not None
    gives, _, wants = said.partition(" to all for ")
    assert "9*" in wants.split("|")
    assert not {"9K", "9S"} & set(gives.split())


def test_it_offers_what_was_asked_for_and_says_no_more_of_it_than_was_asked() -> None:
    player = CasualExchange(Random(1))
    table = general(HANDS)
    act(table, "1 pass", "2 offer 3K to all for 4*|13S")
    assert casual(table, 1, player) == "pass"
    act(table, "1 pass", "3 pass", "3 pass")
    said = casual(table, 1, player)
    assert said is not None
    assert said.startswith("offer 4T as 4* to all for ")


@pytest.mark.parametrize("options", [
    Options(), Options(offer_grammar="simple"), Options(late_give_choice=True), Options(private_offers=True)])
def test_a_turn_brings_no_offer_twice_and_after_some_in_vain_a_pass(options: Options) -> None:
    player = CasualExchange(Random(1))
    table = general(HANDS, options=options)
    said: list[str | None] = []
    while said[-1:] != ["pass"]:
        said.append(casual(table, 1, player))
        if said[-1] != "pass":
            act(table, f"1 {said[-1]}")
            while asked(table) != ["1 trade"]:
                act(table, f"{table.pending[0].seat + 1} pass")
    offers = [each for each in said if each is not None and each.startswith("offer")]
    assert len(set(said)) == len(said)
    assert len(offers) == ATTEMPTS
    assert len(said) - len(offers) <= 2, "besides it passes, and may have asked once"


def test_a_full_hand_makes_no_offers() -> None:
    table = general(TP2 + "hand 1: 9K 9S 9T 9V 4K 4S 4T 4V\nhand 2: 2K 3S 5T\nhand 3: 2S 3T 5V\n")
    assert casual(table) == "pass"


def test_it_answers_a_question_truly() -> None:
    table = general(HANDS)
    act(table, "1 ask all for 4*|2T")
    assert casual(table, 2) == "yes"
    assert casual(table, 3) == "yes"
    table = general(HANDS)
    act(table, "1 ask all for 4*")
    assert casual(table, 3) == "no"
    table = general(HANDS, options=LIVE)
    act(table, "1 ask all for 4*")
    assert (casual(table, 2), casual(table, 3)) == ("yes 1", "no 1")


def test_who_said_to_have_a_card_is_addressed_alone() -> None:
    table = general(TP2 + "hand 1: 9K 9S 2T 4V 6K\nhand 2: 9T 3S 5T 8K\nhand 3: 2S 3T 5V 8S\n")
    player = CasualExchange(Random(1))
    wants_a_nine = Idea([], [slot("9*")], 1.0)
    casual(table, 1, player)
    assert player.addressee(0, wants_a_nine) == EVERYBODY_ELSE
    act(table, "1 ask all for 9*", "2 yes", "3 no")
    casual(table, 1, player)
    assert player.addressee(0, wants_a_nine) == 1
    assert not player.is_doubtful(0, wants_a_nine)


def test_it_asks_addresses_one_player_and_wants_two_cards_where_that_helps() -> None:
    said = set()
    asked_for: Counter[tuple[int, int, int, int]] = Counter()
    to_one = 0
    for seed in range(20):
        table, rng = TURN_GAME.start(3, seed), Random(seed)
        players = [CasualExchange(Random(seat)) for seat in range(3)]
        for _ in range(60):
            decision = rng.choice(table.pending)
            choice = players[decision.seat].choose(View(table, decision.seat), decision)
            assert choice is not None
            if isinstance(choice, str) and choice.startswith("offer"):
                proposal = read_proposal(choice)
                said.add((len(proposal.cards), len(proposal.wants)))
                to_one += proposal.to != EVERYBODY_ELSE
            if isinstance(choice, str) and choice.startswith("ask"):
                asked_for[decision.seat, seed, PHASE.get(table), TRADES.get(table)] += 1
            table.act(decision.seat, choice)
    assert {(1, 1), (2, 2)} <= said
    assert (1, 2) not in said, "nobody gives two for one"
    assert to_one > 0
    assert len(asked_for) > 5
    assert max(asked_for.values()) == 1, "once, until there is a trade"


def test_no_open_offer_is_repeated() -> None:
    """Neither after a trade, which brings new ideas, nor at another time."""
    offers = 0
    for seed in range(3):
        table = LIVE_GAME.start(3, seed)
        players: list[Bot] = [CasualExchange(Random(10 * seed + seat)) for seat in range(3)]

        def watch(table: Table, seat: int, choice: Choice) -> None:
            nonlocal offers
            if isinstance(choice, str) and choice.startswith("offer"):
                own = [line.partition(" gives ")[2] for line in BOARD.of(table) if read_offer(line).by == seat]
                assert len(set(own)) == len(own), own
                offers += 1

        play_live(table, clients_of(players, Random(seed), 80), watch)
    assert offers > 50


def test_of_two_who_commit_it_chooses_the_better_cards_and_of_equal_ones_anybody() -> None:
    text = TP2 + "hand 1: 9K 9S 4T 2V\nhand 2: 9T 3K\nhand 3: 12S 3T\nhand 4: 9V 3V\n"
    table = general(text, 4)
    act(table, "1 offer 4T to all for 9*|12*", "2 commit 1 9T", "3 commit 1 12S", "4 pass")
    assert casual(table) == "seat 2"
    table = general(text, 4)
    act(table, "1 offer 4T to all for 9*", "2 commit 1 9T", "4 commit 1 9V", "3 pass")
    chosen = Counter(casual(table, 1, CasualExchange(Random(seed))) for seed in range(60))
    assert set(chosen) == {"seat 2", "seat 4"}
    assert min(chosen.values()) > 15


def test_where_cards_are_chosen_late_it_gives_what_it_misses_least() -> None:
    table = general(TP2 + "hand 1: 9K 9S 9V 4V 2T\nhand 2: 8T 3K\nhand 3: 2S 3T\n",
                    options=Options(late_give_choice=True))
    act(table, "1 offer as *V to seat 2 for 8T", "2 commit 1 8T")
    assert asked(table) == ["1 give"]
    assert casual(table) == "4V"


def test_a_wild_card_goes_on_the_stack_of_which_the_hand_has_most() -> None:
    table = general(TP2 + "hand 1: 9V 4V 2V 11V 5K 6S\nhand 2: 9T 3K\nhand 3: 2S 3T\ndeck: W1 ...\n")
    act(table, "1 offer 5K to seat 2 for 9T", "2 commit 1 9T")
    assert asked(table) == ["1 place"]
    assert casual(table) == "Services"


# The floor

def test_on_the_floor_it_offers_then_waits_then_is_done_and_still_listens() -> None:
    player = CasualExchange(Random(1))
    table = live(HANDS)
    offers = 0
    while (said := casual(table, 1, player)) is not None:
        assert said.startswith("offer ")
        act(table, f"1 {said}")
        offers += 1
    assert 1 <= offers <= ATTEMPTS
    waits = 1
    while (said := casual(table, 1, player)) is None:
        waits += 1
    assert (said, waits) == ("done", LOOKS)
    act(table, "1 done")
    assert casual(table, 1, player) is None
    act(table, "2 offer 9T to seat 1 for 4T")
    said = casual(table, 1, player)
    assert said is not None
    assert said.startswith("commit ")


def test_on_the_floor_it_takes_back_what_would_no_longer_help() -> None:
    table = live(TP2 + "hand 1: 9K 9S 9V 9T 4T 4S 2V 2T\nhand 2: 4K 3K\nhand 3: 2S 3T\n")
    act(table, "1 offer 9K to all for 5*")
    assert casual(table) == "cancel 1"


def test_in_a_tie_window_it_commits_or_keeps_silent() -> None:
    table = live(TP2 + "hand 1: 5T 2K\nhand 2: 9K 2S\nhand 3: 9S 5V 5K\nhand 4: 12V 2V\n", 4)
    act(table, "1 offer 5T to all for 9*|12*", "2 commit 1 9K")
    assert asked(table) == ["3 reply", "4 reply"]
    assert casual(table, 3) == "commit 1 9S"
    assert casual(table, 4) is None


# Effects and discards

FULL = "play: second effects\nstock: K4 S3 T2 V2\nhand 1: 9K 9S 9T 4K 4S 4T 12K\nhand 2: 2K\nhand 3: 3S\n"


def test_it_uses_the_effect_of_a_card_that_it_can_spare() -> None:
    assert casual(at(FULL)) == "12K"
    assert casual(at(FULL.replace("12K", "9V"))) == "pass"  # no text does anything here


def test_it_tries_out_what_an_effect_asks() -> None:
    """12K draws two cards and discards two."""
    table = general(FULL + "deck: 9V 7S 8S ...\n")
    act(table, "1 12K")
    assert asked(table) == ["1 discard"]
    assert casual(table) == "7S"


def test_it_discards_down_to_what_scores_most() -> None:
    """[TX-W17]"""
    table = general("play: scoring\nstock: K4 S3 T2 V2\nhand 1: 2K 4K 4S 4T 7K 9K 9S 9T 12K\n"
                    "hand 2: 3V 5K 5S 5T 5V 8T 10V 11V\nhand 3: 2V 3K 6S 8S 10K 12S 13T\n")
    assert casual(table, 2) in ("8T", "5T", "5S", "3V", "10V", "11V")
    assert casual(table) in ("4S 4T", "9S 9T", "9T 9S", "4T 4S")


def test_it_says_the_best_groups() -> None:
    table = general("play: scoring\nstock: K5 S4 T1 V1\nhand 1: 2K 5K 5S 5T 5V 7S 8T 9K\nhand 2: 2S 3S 4S 6S 8S 9S 10S "
                    "11S\nhand 3: 2T 3T 4T 6T 9T 10T 11T 12T\n", options=Options(manual_groups=True))
    assert casual(table) == "2K 5K 9K as K, 5S 5T 5V as S"


# How it plays

def play(game: Game, table: Table, players: list[Bot], rng: Random) -> None:
    if game.options["form"] == "live":
        play_live(table, clients_of(players, rng, 200))
    else:
        play_out(table, players, rng)


@pytest.mark.parametrize("variant", range(len(FAMILY.variants())))
def test_it_plays_every_variant_to_the_end(variant: int) -> None:
    changed = FAMILY.variants()[variant]
    game = FAMILY.build(changed)
    is_for_two_decks = {"two_deck_ones", "spare_ones"} & set(changed)
    for seats in range(2, 7) if IS_SOAK else [5 if is_for_two_decks else 2 + variant % 3]:
        rng = Random(variant)
        players: list[Bot] = [
            Watched(bot(game.name, ["casual", "random"][(seat + variant) % 2], rng)) for seat in range(seats)]
        table = game.start(seats, variant)
        play(game, table, players, rng)
        assert table.is_over


@pytest.mark.parametrize(("form", "seats"), [("turn", 2), ("turn", 5), ("live", 2), ("live", 4)])
def test_it_plays_with_its_like(form: str, seats: int) -> None:
    game = FAMILY.build({"form": form, "stall_turns": 3})
    players = [Watched(CasualExchange(Random(seat))) for seat in range(seats)]
    table = game.start(seats, 3)
    play(game, table, list(players), Random(1))
    assert table.is_over
    said = sum([player.said for player in players], Counter[str]())
    assert said["offer"] >= said["commit"] > 0
    assert said["use"] == 3 * 2 * seats


class Trader(Bot):
    """A casual one, with what the hand is worth before and after each trading phase, at the stacks after it."""

    def __init__(self, rng: Random) -> None:
        self.bot = CasualExchange(rng)
        self.before: dict[tuple[int, int], list[int]] = {}
        self.gains: list[int] = []
        self.offers: Counter[tuple[int, int, int]] = Counter()

    def choose(self, view: View, decision: Decision) -> Choice | None:
        stage = view.tally(ROUND), view.tally(PHASE)
        own = [view.faces[back] for back in view.cards(HAND, view.side)]
        cards = [kind(number % 54 % 13 + 1, number % 54 // 13 + 1) for number in own if number % 54 < 52]
        if stage[1] in TRADING:
            self.before.setdefault(stage, cards)
        elif (stage[0], stage[1] - 1) in self.before:
            stacks = [len(view.cards(stack)) for stack in view.game.zones if stack.name.startswith("stock")]
            before = self.before.pop((stage[0], stage[1] - 1))
            self.gains.append(hand_score(cards, stacks) - hand_score(before, stacks))
        choice = self.bot.choose(view, decision)
        if isinstance(choice, str) and choice.startswith("offer"):
            self.offers[stage[0], stage[1], view.tally(TRADES)] += 1
        return choice


@pytest.mark.parametrize("form", ["turn", "live"])
def test_trading_makes_its_hand_better_and_comes_to_an_end(form: str) -> None:
    game = tech_exchange(Options(form=form))
    gains: list[int] = []
    for seed in range(2):
        traders = [Trader(Random(10 * seed + seat)) for seat in range(4)]
        table = game.start(4, seed)
        play(game, table, list(traders), Random(seed))
        for trader in traders:
            gains += trader.gains
            assert max(trader.offers.values()) <= ATTEMPTS, "so many offers without a trade"
    assert len(gains) > 20
    assert sum(gains) / len(gains) > 2, "points for each trading phase, besides what growing stacks bring"


@pytest.mark.parametrize(("game", "seats", "games"), [
    (TURN_GAME, 2, 8), (TURN_GAME, 4, 6), (TURN_GAME, 6, 2), (LIVE_GAME, 3, 4),
    (tech_exchange(Options(offer_grammar="simple", private_trades=True)), 3, 4),
])
def test_casual_beats_random(game: Game, seats: int, games: int) -> None:
    result = measure(game, seats, ["casual", *["random"] * (seats - 1)], games, 1)
    assert result.rate > 0.8
    assert result.seconds / result.decisions < 0.05, "a decision takes less than 50 ms"


def test_the_command_measures_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("turn", "live"):
        assert main(["tech-exchange", "--games", "2", "--option", f"form={form}"]) == 0
        assert "casual against random" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_game() -> None:
    for game in (TURN_GAME, LIVE_GAME):
        tables = []
        for _ in range(2):
            table = game.start(3, 5)
            play(game, table, [CasualExchange(Random(1)), RandomBot(Random(2)), CasualExchange(Random(3))], Random(4))
            tables.append(table)
        assert tables[0].tallies == tables[1].tallies
        assert tables[0].face == tables[1].face
