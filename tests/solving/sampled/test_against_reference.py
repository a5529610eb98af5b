"""The kernels agree with a walk that lists hands and pairs of hands one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.reference_walk import Reference
from pokerdata.games import NoLimitRules
from pokerdata.solving.sampled import UPDATES, PublicChanceSolver, board_of


def test_iterations_are_those_of_the_reference(rules: Any, by_ranks: Any) -> None:
    check(rules, by_ranks)


def test_seventy_bets_at_a_decision(by_ranks: Any) -> None:
    menu = [f"{n}/10" for n in range(5, 75)]
    rules = NoLimitRules(
        "wide", stacks=(10_000, 10_000), first_to_act=(1,), menu=(menu,), blinds=(50, 100), caps=(2,)
    )
    check(rules, by_ranks)


def check(rules: Any, by_ranks: Any) -> None:
    update = "cfr" if rules.stack is None else "lcfr"
    solver = PublicChanceSolver(rules, by_ranks, update=update, seed=3, threads=2)
    slow = Reference(rules, by_ranks, *UPDATES[update])
    for t, rounding in ((1, 2e-5), (2, 2e-4)):  # rounding grows where regrets are almost 0
        solver.iterate(1)
        slow.iterate(board_of(3, t), t)
        for found, expected in zip(solver.regrets(), slow.regrets, strict=True):
            assert np.abs(expected).max() > 1
            np.testing.assert_allclose(found, expected, atol=rounding * np.abs(expected).max())
        for found, expected in zip(solver.strategy(), slow.average(), strict=True):
            np.testing.assert_allclose(found, expected, atol=10 * rounding)
