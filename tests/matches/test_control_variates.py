"""Means over strata and with control variates: unbiased, with correct standard errors."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata.matches.result import stratified, without_luck


def test_the_mean_of_strata() -> None:
    values = np.array([1.0, 10.0, 3.0, 14.0, 2.0])  # 1, 3, 2 and 10, 14
    found = stratified(values, np.array([0.25, 0.75]))
    assert found.mean == pytest.approx(0.25 * 2 + 0.75 * 12)
    assert found.standard_error == pytest.approx(np.sqrt(0.25**2 * 1 / 3 + 0.75**2 * 8 / 2))
    assert np.isinf(found.reach)
    assert stratified(values, np.array([0.25, 0.75]), 14).reach == pytest.approx(14 + found.mean)


def test_luck_that_explains_all_goes() -> None:
    random = np.random.default_rng(1)
    luck = random.normal(size=(400, 3))
    base = np.tile([5.0, -5.0, 0.0, 20.0], 100)
    left = without_luck(base + luck @ [2.0, -1.0, 0.5], luck, 4)
    np.testing.assert_allclose(left, base, atol=1e-9)
    assert without_luck(base, luck[:, :0], 4).tolist() == base.tolist(), "a game of one street has no luck"


def test_fitted_to_other_deals_it_does_not_bias() -> None:
    """The winnings are the square of the luck, so a fit to the same deals is biased; the mean is 1."""
    random = np.random.default_rng(2)
    luck = random.exponential(size=(5000, 16, 1)) - 1
    won = luck[:, :, 0] ** 2
    crossed = [without_luck(w, x, 2).mean() for w, x in zip(won, luck, strict=True)]
    same = [
        w.mean() - (w @ x[:, 0] - w.mean() * x.sum()) / (x[:, 0] @ x[:, 0] - x.sum() * x.mean()) * x.mean()
        for w, x in zip(won, luck, strict=True)
    ]
    error = np.std(crossed) / np.sqrt(len(crossed))
    assert abs(np.mean(crossed) - 1) < 4 * error
    assert abs(np.mean(same) - 1) > 8 * error
