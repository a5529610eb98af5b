"""The kernels against a walk that lists hands and pairs of hands one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerdata.chance_sampling import UPDATES, PublicChanceSolver, board_of


@pytest.mark.parametrize("update", UPDATES)
def test_iterations_are_those_of_the_reference(
    rules: Any, by_ranks: Any, reference: Any, update: str
) -> None:
    solver = PublicChanceSolver(rules, by_ranks, update=update, seed=3, threads=2)
    slow = reference(rules, by_ranks, *UPDATES[update])
    for t, rounding in ((1, 2e-5), (2, 2e-4), (3, 1e-3)):  # which grows where regrets are next to nothing
        solver.iterate(1)
        slow.iterate(board_of(3, t), t)
        for found, expected in zip(solver.regrets(), slow.regrets, strict=True):
            np.testing.assert_allclose(found, expected, atol=rounding * np.abs(expected).max())
        for found, expected in zip(solver.strategy(), slow.average(), strict=True):
            np.testing.assert_allclose(found, expected, atol=10 * rounding)


def test_every_state_that_was_dealt_has_moved(rules: Any, by_ranks: Any, reference: Any) -> None:
    """The test above would pass with strategies that stay uniform."""
    slow = reference(rules, by_ranks, 1, 1)
    slow.iterate(board_of(3, 1), 1)
    for regrets in slow.regrets:
        assert np.abs(regrets).max() > 1
