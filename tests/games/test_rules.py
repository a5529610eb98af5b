from typing import Any

import pytest

from pokerdata import games
from pokerdata.games import LimitRules


def test_units() -> None:
    assert (games.KUHN.unit, games.KUHN.unit_name) == (1, "ante")
    assert (games.LIMIT_HOLDEM.unit, games.LIMIT_HOLDEM.unit_name) == (10, "big blind")


def test_rules_are_values() -> None:
    again = LimitRules(name="Kuhn poker", ante=1, bets=(1,), caps=(1,), first_to_act=(1,))
    assert again == games.KUHN
    assert hash(again) == hash(games.KUHN)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"caps": (2, 0)},
            r"cap on street 2: expected 1 to 256 bets and raises a street, got 0; e\.g\. 4 \(a bet "
            r"and three raises\)",
        ),
        (
            {"caps": (257, 2)},
            r"cap on street 1: expected 1 to 256 bets and raises a street, got 257; e\.g\. 4 \(a "
            r"bet and three raises\)",
        ),
        ({"bets": (2, 0)}, r"bet on street 2: expected at least 1 chip, got 0"),
        ({"ante": -1}, r"ante: expected a whole number of chips, 0 or more, got -1"),
        ({"ante": 0}, r"ante and blinds: expected chips at stake from the start, got none"),
        ({"blinds": (-5, 10)}, r"blind: expected a whole number of chips, 0 or more, got -5"),
        (
            {"blinds": (10, 5)},
            r"first_to_act: expected the player with the smaller blind to act first "
            r"on the first.*got player 1, who pays the larger one",
        ),
        (
            {"blind_counts_as_bet": True},
            r"blinds: expected one above 0, as a blind counts as a bet, got 0 and 0",
        ),
        (
            {"blind_counts_as_bet": "false"},
            r"blind_counts_as_bet: expected true or false, got 'false'; e\.g\. False",
        ),
        ({"first_to_act": (1, 3)}, r"first_to_act on street 2: expected player 1 or 2, got 3"),
        (
            {"first_to_act": (1,)},
            r"first players, bet sizes and caps: expected one of each a street, got 1, 2 and 2",
        ),
        (
            {"bets": (), "caps": (), "first_to_act": ()},
            r"streets: expected 1 to 8 bet sizes, one a street, got 0",
        ),
        ({"bets": (2, 10**12)}, r"bets: expected at most 100000000, got 1000000000000"),
        ({"caps": (2, 2**31)}, r"caps: expected at most 100000000, got 2147483648"),
        (
            {"bets": (10**8, 1), "caps": (50, 1)},
            r"ante, blind and bets up to the caps: expected at most 100000000 chips in all, got "
            r"5000000002; e\.g\. bets of 10 with caps of 4",
        ),
    ],
)
def test_bad_rules(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"name": "mine", "ante": 1, "bets": (2, 4), "caps": (2, 2), "first_to_act": (1, 1)}
    with pytest.raises(ValueError, match=f"rules 'mine': {message}"):
        LimitRules(**{**good, **change})


def test_named_games() -> None:
    assert games.load_game("kuhn").rules == games.KUHN
    with pytest.raises(
        ValueError, match=r"game: expected a file or one of kuhn, leduc, .*, limit-holdem.*got 'holdem'"
    ):
        games.load_game("holdem")
