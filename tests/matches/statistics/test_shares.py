"""Wilson intervals: published values, the equation that they solve, and their coverage."""

from math import comb, inf, isnan, sqrt

import pytest

from pokerdata.matches.statistics import Factor, Share, wilson

NORMAL = 1.959963984540054


@pytest.mark.parametrize(
    ("count", "opportunities", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals(count, opportunities, low, high):
    assert wilson(count, opportunities) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("count", "opportunities"), [(1, 3), (7, 10), (400, 1000), (3, 10**9)])
def test_ends_are_where_the_score_test_turns(count, opportunities):
    for end in wilson(count, opportunities):
        score = (count / opportunities - end) / sqrt(end * (1 - end) / opportunities)
        assert abs(score) == pytest.approx(NORMAL, rel=1e-6)


def test_borders():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0
    assert wilson(2, 5, deviations=0) == pytest.approx((0.4, 0.4))
    for count in range(11):
        low, high = wilson(count, 10)
        mirrored = wilson(10 - count, 10)
        assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]))
        assert 0 <= low <= count / 10 <= high <= 1


@pytest.mark.parametrize("arguments", [(-1, 5), (6, 5), (0, -1)])
def test_counts_that_are_refused(arguments):
    with pytest.raises(ValueError, match="taken: expected 0 to"):
        wilson(*arguments)
    with pytest.raises(ValueError, match="deviations: expected"):
        wilson(1, 2, deviations=inf)


def coverage(share, opportunities):
    """Return the exact probability that an interval contains the share, over all counts."""
    return sum(
        comb(opportunities, count) * share**count * (1 - share) ** (opportunities - count)
        for count in range(opportunities + 1)
        if wilson(count, opportunities)[0] <= share <= wilson(count, opportunities)[1]
    )


@pytest.mark.parametrize("opportunities", [10, 50, 200])
def test_coverage(opportunities):
    """Over shares from 0.05 to 0.95, exact coverage is about 95 % on average, and never far below."""
    found = [coverage(k / 40, opportunities) for k in range(2, 39)]
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.008)
    assert min(found) > 0.88


def test_a_share():
    share = Share(3, 4)
    assert share.value == 0.75
    assert (share.low, share.high) == share.interval == wilson(3, 4)
    assert str(share) == "75.0 % (3 / 4)"
    assert isnan(Share(0, 0).value)
    assert str(Share(0, 0)) == "not known (0 / 0)"


def test_a_factor_is_the_odds_of_a_share():
    factor = Factor(Share(30, 40))
    assert factor.value == pytest.approx(30 / 10)
    low, high = wilson(30, 40)
    assert factor.interval == pytest.approx((low / (1 - low), high / (1 - high)))
    assert Factor(Share(4, 4)).value == inf
    assert isnan(Factor(Share(0, 0)).value)
