"""Jam or fold refined by linear programs: compared with CFR+, with a proven gap, also for deep stacks."""

import numpy as np
import pytest

from pokerdata.solving.jam_or_fold import jam_fold, refine_jam_fold

pytest.importorskip("scipy.optimize")


def test_short_stacks_to_rounding() -> None:
    rough = jam_fold(20, (1, 2), 1, iterations=60)
    fine = refine_jam_fold(rough, target=1e-11)
    assert fine.settled
    assert fine.gap <= 1e-11 < 1e-5 < rough.gap
    assert (rough.least.small <= fine.most.small + 1e-12).all()
    assert (fine.least.small <= rough.most.small + 1e-12).all()
    other = jam_fold(20, (1, 2), 1, target=1e-5)  # by CFR+ alone
    np.testing.assert_allclose(fine.least.small, other.least.small, atol=1.1e-5)
    least = fine.strategy.least()
    np.testing.assert_allclose(least.small, fine.least.small, atol=1e-12)
    for margin, played in zip(fine.strategy.margins(), (fine.strategy.jam, fine.strategy.call), strict=True):
        decides = fine.tournament.decides_big
        assert (margin[decides][played[decides] > 1e-6] > -1e-8).all()
        assert (margin[decides][played[decides] < 1 - 1e-6] < 1e-8).all()


def test_nothing_to_refine() -> None:
    found = jam_fold(20, (1, 2), 1, iterations=10)
    assert refine_jam_fold(found, target=0.5) is found
    told: list[tuple[int, int]] = []
    once = refine_jam_fold(found, target=0, rounds=1, progress=lambda done, most: told.append((done, most)))
    assert told == [(1, 1)]
    assert not once.settled
    assert once.gap < found.gap


@pytest.mark.slow
def test_a_hundred_big_blinds_each() -> None:
    """CFR+ leaves a gap of 3e-3 after the same number of iterations."""
    fine = refine_jam_fold(jam_fold(401, (1, 2), 1, iterations=100), target=1e-8, rounds=6)
    assert fine.settled


def test_wrong_arguments() -> None:
    found = jam_fold(6, (1, 2), 1, iterations=1)
    with pytest.raises(ValueError, match="rounds: expected a whole number from 1"):
        refine_jam_fold(found, rounds=0)
    with pytest.raises(ValueError, match="target: expected a number from 0 to 1, got -1"):
        refine_jam_fold(found, target=-1)
    with pytest.raises(ValueError, match="found: expected a solution against jam-fold, got one against any"):
        refine_jam_fold(jam_fold(6, (1, 2), 1, opponent="any", iterations=1))
