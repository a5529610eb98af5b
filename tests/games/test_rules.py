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
        ({"caps": (2, 0)}, "cap 0 on street 2; want 1 to 256 bets and raises a street, e.g. 4"),
        ({"caps": (257, 2)}, "cap 257 on street 1; want 1 to 256 bets and raises a street, e.g. 4"),
        ({"bets": (2, 0)}, "bet 0 on street 2; want at least 1 chip"),
        ({"ante": -1}, "ante -1; want"),
        ({"ante": 0}, "neither ante nor blind"),
        ({"blinds": (-5, 10)}, "blind -5"),
        ({"blinds": (10, 5)}, "player 1 acts first but pays the larger blind"),
        ({"blind_counts_as_bet": True}, "a blind counts as a bet, but both blinds are 0"),
        ({"blind_counts_as_bet": "false"}, "blind_counts_as_bet 'false'; want true or false, e.g. False"),
        ({"first_to_act": (1, 3)}, "player 3 acts first on street 2; want player 1 or 2"),
        ({"first_to_act": (1,)}, "1 first players, 2 bet sizes and 2 caps; want one of each a street"),
        ({"bets": (), "caps": (), "first_to_act": ()}, "0 streets; want 1 to 8"),
        ({"bets": (2, 10**12)}, "bets 1000000000000; want at most 100000000"),
        ({"caps": (2, 2**31)}, "caps 2147483648; want at most 100000000"),
        (
            {"bets": (10**8, 1), "caps": (50, 1)},
            "ante, blind and bets up to the caps are 5000000002 chips; want at most 100000000 in all, e.g. ",
        ),
    ],
)
def test_bad_rules(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"name": "mine", "ante": 1, "bets": (2, 4), "caps": (2, 2), "first_to_act": (1, 1)}
    with pytest.raises(ValueError, match=f"bad rules 'mine': {message}"):
        LimitRules(**{**good, **change})


def test_named_games() -> None:
    assert games.named_game("kuhn").rules == games.KUHN
    with pytest.raises(ValueError, match=r"bad game 'holdem': want one of kuhn, leduc, .*, limit-holdem"):
        games.named_game("holdem")
