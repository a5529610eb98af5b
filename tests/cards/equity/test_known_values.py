"""Published and independently computed equities."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.equity import equity, methods

# Billings et al. 2002: a hand against this range, to three digits.
RANGE = "88-55,A9s-A2s,K9s-K5s,Q7s+,J8s+,T8s+,98s,ATo-A7o,A5o,K9o+,Q9o+,J9o+,T9o"
PUBLISHED = {"55": 0.512, "A7o": 0.521, "KTo": 0.524, "QJo": 0.500, "A2s": 0.515, "K9s": 0.512, "QTs": 0.500}


def test_two_hands_before_the_flop() -> None:
    found = equity(["AcKd", "TdTh"])
    assert (found.wins[0], found.ties[0], found.losses[0], found.deals) == (
        735_071,
        6_691,
        970_542,
        1_712_304,
    )
    assert found.equity[0] == (735_071 + 6_691 / 2) / 1_712_304
    assert f"{found.equity[0]:.6f}" == "0.431241"
    assert found.exact
    assert found.standard_error.tolist() == [0, 0]


def test_three_hands_on_a_flop() -> None:
    found = equity(["AcKh", "Qc9s", "2d2h"], "Ad4hJd")
    assert [f"{x:.6f}" for x in found.equity] == ["0.797342", "0.044297", "0.158361"]
    assert found.deals == 903
    # A call of 50 wins a pot of 150 after checks: queen-nine loses more than the 40 of a fold.
    assert round(150 * float(found.equity[1]) - 50, 1) == -43.4


def test_queen_nine_against_any_two_hands_on_that_flop() -> None:
    """Against any two cards a call loses 19 chips, less than a fold: the best action depends on the opponent's range."""
    found = equity(["Qc9s", "random", "random"], "Ad4hJd", samples=200_000, seed=1)
    # Enumerated over all 966,381,570 deals.
    assert abs(found.equity[0] - 0.207194) < 5 * found.standard_error[0]
    assert round(150 * 0.207194 - 50) == -19


def test_hands_against_a_published_range() -> None:
    assert {hand: round(float(equity([hand, RANGE]).equity[0]), 3) for hand in PUBLISHED} == PUBLISHED


def test_a_hand_against_two_random_ones() -> None:
    """The published value is .468; the slow test below enumerates the exact value."""
    found = equity(["AQo", "random", "random"], samples=200_000, seed=1)
    assert abs(found.equity[0] - 0.468098) < 5 * found.standard_error[0]


@pytest.mark.slow
def test_a_hand_against_two_random_ones_exactly() -> None:
    found = equity(["AQo", "random", "random"])
    assert [f"{x:.6f}" for x in found.equity] == ["0.468098", "0.265951", "0.265951"]
    assert found.deals == 12 * comb(50, 2) * comb(48, 2) * comb(46, 5)


@pytest.mark.parametrize("packaged", [True, False], ids=["by table", "by boards"])
def test_every_hand_against_a_random_one(packaged: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not packaged:
        monkeypatch.setattr(methods, "table_tally", lambda _: None)
    found = equity(["random", "random"])
    assert found.equity.tolist() == [0.5, 0.5]
    assert found.deals == 1326 * 1225 * 1_712_304
    known = {
        "AA": 0.8520371330,
        "AKs": 0.6704463231,
        "22": 0.5033401908,
        "72o": 0.3458364732,
        "32o": 0.3230322813,
    }
    for name, value in known.items():
        each = found.per_combination[0][CLASS_NAMES.index(name) == CLASS_OF_COMBINATION]
        assert np.ptp(each) == 0
        assert each[0] == pytest.approx(value, abs=5e-11)
