"""Outs and odds: the published table, counting, identities, and argument errors."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerdata import Situation
from pokerdata.cards import odds

# Percentages of the usual published table: outs, two cards to come, turn card, river card.
PUBLISHED = [
    (1, 4.26, 2.13, 2.17),
    (2, 8.42, 4.26, 4.35),
    (4, 16.47, 8.51, 8.70),
    (6, 24.14, 12.77, 13.04),
    (8, 31.45, 17.02, 17.39),
    (9, 34.97, 19.15, 19.57),
    (12, 44.96, 25.53, 26.09),
    (15, 54.12, 31.91, 32.61),
    (20, 67.53, 42.55, 43.48),
]


def test_what_a_pot_is_worth() -> None:
    assert odds.pot_equity(Fraction(1, 3), Fraction(30)) == 10
    assert odds.pot_equity(0.1, Fraction(10**40)) == 10**39
    with pytest.raises(ValueError, match=r"equity: expected .*got 1\.5"):
        odds.pot_equity(1.5, Fraction(30))
    # A pot of 30, a call of 10, then a bet of 5 by each of three players on turn and river.
    assert odds.showdown_pot(30, 10, 5, 3, 2) == 30 + 10 + 2 * 3 * 5
    assert odds.showdown_pot(30, 0, 5, 3, 2) == 30 + 3 * 3 * 5, (
        "with nothing to call the present round counts"
    )


def test_published_table() -> None:
    rows = odds.outs_table()
    assert [row.outs for row in rows] == list(range(1, 21))
    for outs, two, turn, river in PUBLISHED:
        found = rows[outs - 1]
        assert [round(100 * float(p), 2) for p in found[1:]] == [two, turn, river]
        assert found.turn == Fraction(outs, 47)
        assert found.river == Fraction(outs, 46)
    against = [round(float(odds.odds_against(p)), 2) for p in rows[8][1:]]
    assert against == [1.86, 4.22, 4.11]  # a flush draw


@pytest.mark.parametrize("outs", [0, 1, 5, 9, 11])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_counted(outs: int, cards: int) -> None:
    unseen = 11
    deals = [set(deal) for deal in combinations(range(unseen), cards)]
    hits = sum(bool(deal & set(range(outs))) for deal in deals)
    assert odds.hit_probability(outs, unseen, cards) == Fraction(hits, len(deals))


def test_pot_odds() -> None:
    assert odds.pot_odds(30, 10) == Fraction(1, 4)
    assert odds.odds_against(odds.pot_odds(30, 10)) == 3
    assert odds.required_equity(30, 10, future=10) == Fraction(1, 5)
    assert odds.pot_odds(30, 0) == 0
    assert odds.break_even_future(Fraction(9, 46), 30, 10) == Fraction(100, 9)
    assert odds.break_even_future(Fraction(1, 2), 30, 10) == 0
    assert odds.break_even_future(0, 30, 0) == 0
    pot: Any = np.float32(30)  # NumPy scalars are accepted
    call: Any = np.int64(10)
    assert odds.call_value(0.5, pot, call) == 10


amounts = st.fractions(min_value=0, max_value=1000, max_denominator=100)


chances = st.fractions(0, 1, max_denominator=10**6).filter(bool)


@settings(max_examples=40)
@given(pot=amounts, call=amounts.filter(bool), future=amounts, p=chances)
def test_identities(pot: Fraction, call: Fraction, future: Fraction, p: Fraction) -> None:
    needed = odds.required_equity(pot, call, future)
    assert odds.call_value(needed, pot, call, future) == 0
    assert needed <= odds.pot_odds(pot, call)
    assert 1 / (1 + odds.odds_against(p)) == p
    enough = odds.break_even_future(p, pot, call)
    assert odds.call_value(p, pot, call, enough) >= 0
    if enough:
        assert odds.required_equity(pot, call, enough) == p


def test_what_must_be_won_later_is_an_amount() -> None:
    most = odds.break_even_future(Fraction(1, 10**30 + 1), 0, 1)
    assert most == 10**30
    assert odds.call_value(Fraction(1, 10**30 + 1), 0, 1, most) == 0
    beyond: list[tuple[float | Fraction, int, int, str]] = [
        (Fraction(1, 10**30 + 2), 0, 1, f"1/{10**30 + 2} to win a pot of 0 for 1, .* is {10**30 + 1}"),
        (1e-30, 30, 10, f"1e-30 to win a pot of 30 for 10, .* is {10**31 - 40}"),
        (Fraction(10**31, 2 * 10**31 + 1), 1, 1, f"{10**31}/{2 * 10**31 + 1} .* is 1/{10**31}"),
        (Fraction(10**101, 3 * 10**101 + 1), 1, 1, "of more than 100 digits .* is of more than 100 digits"),
    ]
    for p, pot, call, said in beyond:
        with pytest.raises(
            ValueError,
            match=rf"probability: expected one .* is 0 or from 1e-30 to 1e30, got {said}; e\.g\. 0\.25",
        ):
            odds.break_even_future(p, pot, call)


@pytest.mark.parametrize("bad", [-1, 48, 2.5, True, None, "9"])
def test_bad_outs(bad: Any) -> None:
    with pytest.raises(
        ValueError, match=r"^outs: expected a whole number from 0 to 47, got .*; e\.g\. 9 for a flush draw$"
    ):
        odds.hit_probability(bad)


@pytest.mark.parametrize("bad", [-1, -0.5, float("nan"), float("inf"), True, None, "10", [1]])
def test_bad_amounts(bad: Any) -> None:
    for name, arguments in {"pot": (bad, 1, 0), "to_call": (1, bad, 0), "future": (1, 1, bad)}.items():
        with pytest.raises(
            ValueError, match=rf"^{name}: expected 0 or a number from 1e-30 to 1e30, got .*; e\.g\. 10$"
        ):
            odds.required_equity(*arguments)


OUT_OF_BOUNDS = {
    "a float": 1e308,
    "a small float": 1e-31,
    "an int": 10**31,
    "a long int": 10**5000,
    "a long fraction": Fraction(10**400, 10**399 + 1),
    "a decimal": Decimal("1e999999999"),
    "a small decimal": Decimal("1e-999999999"),
    "a long decimal": Decimal("0." + 200 * "3"),
    "none": Decimal("NaN"),
    "infinite": Decimal("Infinity"),
}


@pytest.mark.parametrize("bad", OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS.keys())
def test_amounts_out_of_bounds(bad: Any) -> None:
    for name in ("pot", "to_call", "bet", "expected_pot", "future"):
        rule = rf"^{name}: expected 0 or a number from 1e-30 to 1e30, got .*; e\.g\. 10$"
        with pytest.raises(ValueError, match=rule):
            Situation("Ks2s", "7s6cAs", **{"pot": 10, "to_call": 2, name: bad})
    if bad not in (1e-31, OUT_OF_BOUNDS["a long decimal"]):
        with pytest.raises(ValueError, match=r"equity: expected a number from 0 to 1.*got .*"):
            odds.call_value(bad, 1, 1)


def test_floats_are_the_decimals_that_they_write() -> None:
    assert odds.pot_odds(0.3, 0.1) == odds.pot_odds(Decimal("0.3"), Fraction("0.1")) == Fraction(1, 4)
    assert odds.call_value(0.1, 0.7, 0.3, 2) == 0
    tenth: Any = np.float32(0.1)
    assert odds.odds_against(tenth) == 1 / Fraction("0.10000000149011612") - 1
    assert odds.pot_odds(Decimal("0e999999999"), 1e-30) == 1
    # The board plays, so our share is half of the pot: a call of 0.1 for 0.1 gains nothing.
    for amount in (0.1, 0.3, Decimal("0.1"), Fraction("0.1")):
        situation = Situation("2c3c", "AsKsQsJsTs", pot=amount, to_call=amount)
        assert (situation["call_value"].value, situation["call_pays"].value) == (0, False)
    assert Situation("2c3c", "AsKsQsJsTs", pot=0.3, to_call=0.1, bet=0.2)["roe"].numerator == 1
    assert Situation("2c3c", "AsKsQsJsTs", pot=1e30, to_call=1e30, future=1e30)["implied_pays"].value is True


def test_other_refusals() -> None:
    with pytest.raises(ValueError, match=r"unseen: expected .*got 53"):
        odds.hit_probability(5, 53)
    with pytest.raises(ValueError, match=r"cards: expected .*got 0"):
        odds.hit_probability(5, 47, 0)
    with pytest.raises(ValueError, match=r"most: expected .*got 47"):
        odds.outs_table(47)
    with pytest.raises(
        ValueError, match=r"probability: expected more than 0, got 0, against which the odds are infinite"
    ):
        odds.odds_against(0)
    with pytest.raises(ValueError, match=r"probability: expected a number from 0 to 1.*got 1\.5"):
        odds.odds_against(1.5)
    with pytest.raises(ValueError, match=r"probability: expected a number from 0 to 1.*got 1\.5"):
        odds.break_even_future(1.5, 30, 0)
    with pytest.raises(ValueError, match=r"equity: expected .*got 'half'"):
        odds.call_value("half", 1, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"pot: expected more than 0 where there is nothing to call, got 0"):
        odds.pot_odds(0, 0)
