"""Confidence intervals of means: Student's t agrees with SciPy, and messages when too little is known."""

from __future__ import annotations

import json
import re
from math import inf, nan

import numpy as np
import pytest
from scipy import stats

from pokerdata._support.estimates import Estimate, fixed, or_none, percent, plus_minus, signed, student
from pokerdata.cards.equity import equity
from pokerdata.cards.situation import Situation
from pokerdata.cards.strength import ihr_sampled
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.matches import MatchResult, Sums
from pokerdata.spots import Spot, solve_spot
from pokerdata.spots.decision import equity_realised
from pokerdata.spots.solver import SpotValues


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (fixed(-0.0004), "0.00"),
        (fixed(-0.0), "0.00"),
        (fixed(-4e-9, 6), "0.000000"),
        (fixed(-0.005001), "-0.01"),
        (fixed(-0.4, 0), "0"),
        (fixed(1234.5, commas=True), "1,234.50"),
        (fixed(-1234.5, 1), "-1234.5"),
        (fixed(nan), "-"),
        (fixed(-inf), "-"),
        (percent(0.46048525845), "46.0 %"),
        (percent(0.461, 2), "46.10 %"),
        (percent(-1e-5), "0.0 %"),
        (percent(nan), "-"),
        (percent(inf), "-"),
        (signed(0.04, 1), "0.0"),
        (signed(-0.04, 1), "0.0"),
        (signed(0.05001, 1), "+0.1"),
        (signed(-1234.5, 2, commas=True), "-1,234.50"),
        (signed(1234.5, 2, commas=True), "+1,234.50"),
        (signed(nan), "-"),
        (signed(inf), "-"),
        (signed(-inf), "-"),
    ],
)
def test_numbers_that_round_to_zero_and_those_that_are_not_defined(shown: str, text: str) -> None:
    assert shown == text


def test_a_ratio_to_no_equity_is_not_defined() -> None:
    """This covers equity 0, and tiny equity from rounding or from hands that almost never get here."""
    found = equity_realised([-5.0, 0.0, -0.0005, 5.0], [4.7e-8, 0.0, 4e-4, 0.1], 100.0)
    assert np.isnan(found).tolist() == [True, True, True, False]
    assert found[3] == 0.5
    spot = Spot(board="2s3h4d6c7c", oop="QQ,JJ", ip="AA", pot=20, stack=40, bets="50%,a", raises="a")
    decision = solve_spot(spot, iterations=60).at()
    (oop,) = (line.split() for line in decision.lines() if line.startswith("OOP  "))
    assert oop == ["OOP", "12.0", "0.0", "%", "0.00", "-"]


def test_values_of_a_spot_that_round_to_zero() -> None:
    assert "expected OOP    0.000000 chips" in "\n".join(SpotValues((0.0, 20.0), (-1e-9, 20.0), 20.0).lines())


@pytest.mark.parametrize(
    "freedom", [1, 1.1, 1.9, 2, 3.7, 9, 29, 99.5, 199.9, 200, 201, 999, 49_999, 1e6 - 1, 1e12, inf]
)
def test_student(freedom: float) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-10)


@pytest.mark.parametrize("freedom", [0, 0.99, -1, nan])
def test_less_than_one_degree_of_freedom_says_nothing(freedom: float) -> None:
    assert student(freedom) == inf
    assert Estimate(1.0, 0.5, freedom).half_width == inf


def test_half_widths() -> None:
    found = Estimate(-1.0, 0.5, 9, 3.0)
    assert found.half_width == pytest.approx(0.5 * stats.t.ppf(0.975, 9))
    assert Estimate(-1.0, 0.5, 9).half_width == found.half_width
    for reach in (3.0, 20.0):  # the latter decides
        found = Estimate(-1.0, 0.5, 9, reach)
        assert found.times(-10).half_width == pytest.approx(10 * found.half_width)
        assert found.times(-10).mean == 10


@pytest.mark.parametrize("samples", [2, 10, 199])
def test_one_sample_that_differs_does_not_make_the_others_sure(samples: int) -> None:
    """The interval of few samples is not narrower than that of equal ones."""
    equal = Estimate(1.0, 0.0, samples - 1, 3.0).half_width
    for difference in (1e-9, 1e-3, 0.1, 1.0):
        assert Estimate(1.0, difference / samples, samples - 1, 3.0).half_width >= equal


def test_intervals_of_many_samples_are_those_of_student() -> None:
    found = Estimate(1.0, 1e-3, 199, 3.0)
    assert found.half_width == pytest.approx(1e-3 * stats.t.ppf(0.975, 199))


@pytest.mark.parametrize("samples", [2, 10, 1000])
def test_equal_samples_leave_room_for_others(samples: int) -> None:
    """If other values are as frequent as the interval allows, all samples are equal one time in forty."""
    found = Estimate(1.0, 0.0, samples - 1, 3.0)
    share = found.half_width / 3
    assert (1 - share) ** samples == pytest.approx(0.025)
    assert Estimate(1.0, 0.0, samples - 1).half_width == inf, "how far others may lie is not known"


def test_texts() -> None:
    assert plus_minus(0.26, 1) == "± 0.3"
    assert plus_minus(inf, 1) == "± not known"
    assert (or_none(inf), or_none(0.5)) == (None, 0.5)


def result(*won: tuple[int, int], no_limit: bool = False) -> MatchResult:
    """Return a match of these duplicate deals."""
    x, y = (np.array(column) for column in zip(*won, strict=True))
    sums = Sums._make([len(won), *(int(s) for s in (x.sum(), y.sum(), x @ x, y @ y, x @ y)), 0])
    return MatchResult(("a", "b"), NOLIMIT_HOLDEM if no_limit else LIMIT_HOLDEM, 0, sums)


def test_a_match_of_one_deal_tells_no_error() -> None:
    found = result((20, -10))
    assert re.search(r"1 a +\+50\.00 +± not known", str(found))
    said = json.loads(json.dumps(found.to_dict(), allow_nan=False))["results"][0]
    assert said["standard_error"] is None
    assert said["units_per_100_hands_half_width_95"] is None
    assert said["units_per_100_hands"] == 50


def test_a_match_of_equal_deals() -> None:
    """The largest loss is 240 + 10 chips in limit hold'em, blind included, and the stack in no-limit."""
    share = 1 - 0.025 ** (1 / 3)
    assert result(*[(20, -10)] * 3).won[0].half_width == pytest.approx(share * (250 + 5))
    assert result(*[(20, -10)] * 3).by_position[0][1].half_width == pytest.approx(share * (250 + 20))
    assert result(*[(0, 0)] * 3, no_limit=True).won[0].half_width == pytest.approx(share * 10_000)
    mean = 20 / 3  # Student's interval would be 4.30 * 5 / 3 either side
    assert result((20, -10), (20, -10), (20, 0)).won[0].half_width == pytest.approx(share * (250 + mean))
    many = result(*[(20, -10), (-20, 10), (20, 0)] * 200)
    assert many.won[0].half_width == pytest.approx(stats.t.ppf(0.975, 599) * many.won[0].standard_error)


def test_sampled_shares_that_are_all_equal_have_no_known_error() -> None:
    found = equity(["AhAs", "KhKs"], "AdAcKd", samples=500, seed=1)
    assert found.equity.tolist() == [1, 0]
    assert np.isinf(found.standard_error).all()
    assert "not known" in str(found)
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["standard_error"] == [None, None]
    assert equity(["AhAs", "KhKs"], "AdAcKd").standard_error.tolist() == [0, 0]
    assert ihr_sampled("As Ah", "Ad Ac Kd", samples=100).standard_error == inf
    assert 0 < ihr_sampled("As Kh", "7d 6c 2d", samples=100).standard_error < 0.1
    sure = Situation("AhAs", "AdAcKd", players=4, samples=200)
    assert sure["ihr_all"].standard_error == inf
    assert json.loads(json.dumps(sure["ihr_all"].to_dict(), allow_nan=False))["standard_error"] is None
    assert "± not known" in str(sure)
