"""The dual problem of a support vector machine, and the sign in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from studies import StudyRun

from .features import Floats


@dataclass(frozen=True)
class Dual:
    """Objective values of a fitted machine: the primal problem, and the dual with either sign of its quadratic term."""

    primal: float
    minus: float
    plus: float


def fitted(rows: Floats, sides: NDArray[np.int64], cost: float = 1.0, gamma: float = 1.0) -> Dual:
    """Fit a machine with a radial kernel to rows and sides, -1 or 1.

    The primal is |w|^2/2 + C sum of max(0, 1 - y f(x)), the dual sum a -+ 1/2 sum sum y y' a a' K with 0 <= a
    <= C and sum
    a y = 0. At the optimum of both they are equal.
    """
    machine = SVC(C=cost, kernel="rbf", gamma=gamma, tol=1e-8).fit(rows, sides)
    signed = np.zeros(len(rows))  # a y
    signed[machine.support_] = machine.dual_coef_[0]
    norm = float(signed @ rbf_kernel(rows, gamma=gamma) @ signed)
    missed = np.maximum(0, 1 - sides * machine.decision_function(rows)).sum()
    alone = float(np.abs(signed).sum())
    return Dual(norm / 2 + cost * float(missed), alone - norm / 2, alone + norm / 2)


def told(run: StudyRun, rows: Floats, kinds: NDArray[np.int64]) -> None:
    """Evaluate both signs on the observed data."""
    run.heading("The dual problem")
    found = fitted(rows, np.where(kinds == 2, 1, -1))
    run.text(
        "A support vector machine minimises |w|²/2 + C Σ max(0, 1 − y f(x)). Its dual maximises Σ a − ½ ΣΣ y y' a a' K "
        "over 0 ≤ a ≤ C with Σ a y = 0, and where both are solved they are equal. For bets and raises against all else, "
        f"{len(rows):,} kinds of decisions and actions of a watch of Leduc hold'em, each once, a radial kernel and C = 1:"
    )
    run.table(
        [
            ["primal", "Σ a − ½ ΣΣ", "Σ a + ½ ΣΣ"],
            [f"{found.primal:.4f}", f"{found.minus:.4f}", f"{found.plus:.4f}"],
        ],
        left=0,
    )
    is_minus = 100 * abs(found.minus - found.primal) < abs(found.plus - found.primal)
    run.claim(
        "dual",
        not is_minus,
        "a minus",
        why=f"with it the dual is {found.minus:.3f} and the primal {found.primal:.3f}, with a plus {found.plus:.3f}",
    )
