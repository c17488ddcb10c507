"""Cyber Defense: a match of two games with the roles swapped, CD-V26 to CD-V28."""

import pytest

from techdeck.games import GAMES, game_named
from techdeck.games.cyber_defense import DEFENDER, HACKER, HALVES, NOT_CRACKED, Options, cyber_defense, half
from tests.rulebook.cyber_tables import FRONTS_LAID, at, guess, pass_until

NAMES = ["Ann", "Bob"]


@pytest.mark.parametrize("roles", ["seat1_hacker", "seat2_hacker", "random"])
def test_cd_v26_in_the_second_game_the_defender_is_the_hacker(roles: str) -> None:
    """Whether everybody keeps the seat, as in the terminal, or moves on by one, as on the server."""
    for seed in range(4):
        first = cyber_defense(Options(roles=roles)).start(2, seed)
        for seats in ([0, 1], [1, 0]):
            options = GAMES["cyber defense"].again(first.game.options, first.members, seats)
            second = game_named("cyber defense", {**first.game.options, **options}).start(2, seed)
            assert second.members[HACKER] == [seats[first.members[DEFENDER][0]]]


def test_cd_v27_what_is_counted_are_the_guesses_until_the_password_is_cracked() -> None:
    """The last two digits of CD-W07 are guessed; a digit that Phish revealed was no guess."""
    text = FRONTS_LAID.replace("mark revealed: \n", "mark revealed: 3K 8S 6T 3V\n").replace(
        "everybody knows: \n", "everybody knows: 3K 8S 6T 3V\n")
    table = at(text + "\nplay: ddos")
    pass_until(table, "guess")
    guess(table, "2@5")
    assert half(table) == (table.members[HACKER][0], NOT_CRACKED)
    guess(table, "11@6")
    assert half(table) == (table.members[HACKER][0], 2)


@pytest.mark.parametrize(("first", "second", "told"), [
    ((0, 14), (1, 15), "The match of two games goes to Ann. Ann as the Hacker: 14 guesses; "
                       "Bob as the Hacker: 15 guesses."),
    ((0, NOT_CRACKED), (1, 24), "The match of two games goes to Bob. Ann as the Hacker: not cracked; "
                                "Bob as the Hacker: 24 guesses."),
    ((1, 1), (0, NOT_CRACKED), "The match of two games goes to Bob. Bob as the Hacker: 1 guess; "
                               "Ann as the Hacker: not cracked."),
])
def test_cd_v27_fewer_guesses_win_the_match(first: tuple[int, int], second: tuple[int, int], told: str) -> None:
    assert HALVES.told(NAMES, first, second) == told


@pytest.mark.parametrize("guesses", [12, NOT_CRACKED])
def test_cd_v28_with_as_many_guesses_the_match_is_a_tie(guesses: int) -> None:
    assert HALVES.told(NAMES, (0, guesses), (1, guesses)).startswith(
        "The match of two games goes to nobody, it is a tie.")
