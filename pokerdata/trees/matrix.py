"""Methods for matrix games: the smallest examples of what larger games need.

A matrix game is float [rows, columns]: what the row player wins. Strategies are probabilities over rows or columns.
Each method returns the strategies of both players; `exploitability` says how good they are.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]


def regret_matching_strategy(regrets: ArrayLike) -> Vector:
    """Positive regrets in proportion; uniform where none is positive (Hart & Mas-Colell 2000).

    Args:
        regrets: A number for each action.
    """
    positive = np.maximum(np.asarray(regrets, dtype=np.float64), 0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(positive), 1 / len(positive))


def counterfactual_regrets(utilities: ArrayLike, strategy: ArrayLike, reach: float = 1.0) -> Vector:
    """What each action would have won more than the strategy, times the probability that the others come here.

    Args:
        utilities: What each action wins.
        strategy: The probability of each action.
        reach: The probability that the others come here.
    """
    wins, plays = np.asarray(utilities, dtype=np.float64), np.asarray(strategy, dtype=np.float64)
    return reach * (wins - wins @ plays)


def regret_matching(payoffs: ArrayLike, iterations: int) -> tuple[Vector, Vector]:
    """The averages of two players who both play by regret matching, at the same time.

    All of counterfactual regret minimisation is here but the tree: every action remembers how much better it would have
    done than what was played, and is played in proportion to that. The averages tend to an equilibrium like
    ``1 / sqrt(iterations)``.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        iterations: How many to run.
    """
    A = _matrix(payoffs)
    _count(iterations)
    regrets = [np.zeros(n) for n in A.shape]
    sums = [np.zeros(n) for n in A.shape]
    for _ in range(iterations):
        x, y = (regret_matching_strategy(r) for r in regrets)
        sums[0] += x
        sums[1] += y
        regrets[0] += counterfactual_regrets(A @ y, x)
        regrets[1] += counterfactual_regrets(-A.T @ x, y)
    return sums[0] / iterations, sums[1] / iterations


def fictitious_play(payoffs: ArrayLike, iterations: int) -> tuple[Vector, Vector]:
    """The averages of two players who both best respond to the other's average so far (Brown 1951).

    Both begin with their first action. Of equally good actions the first is taken.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        iterations: How many to run.
    """
    A = _matrix(payoffs)
    _count(iterations)
    counts = [np.zeros(n) for n in A.shape]
    row, column = 0, 0
    for _ in range(iterations):
        counts[0][row] += 1
        counts[1][column] += 1
        row, column = int(np.argmax(A @ counts[1])), int(np.argmin(counts[0] @ A))
    return counts[0] / iterations, counts[1] / iterations


def lagging_anchor(
    payoffs: ArrayLike, iterations: int, *, step: float = 0.05, pull: float = 1.0
) -> tuple[Vector, Vector]:
    """The last strategies of two players who climb their gradients, each held by an anchor that follows (Dahl 2002).

    In every iteration a strategy x moves by ``step * (gradient + pull * (anchor - x))`` and back to the probabilities,
    and its anchor by ``step * pull * (x - anchor)``. The gradient alone would circle about a mixed equilibrium; the
    anchor, which lags behind, damps the circle.

    Args:
        payoffs: [rows, columns], what the first player wins from the second; divided by the largest, so that steps mean
            the same in all games.
        iterations: How many to run.
        step: How far a strategy moves in an iteration.
        pull: How strongly the anchor holds it.
    """
    A = _matrix(payoffs)
    _count(iterations)
    for name, value in {"step": step, "pull": pull}.items():
        if not isinstance(value, float | int | np.number) or not 0 < value < np.inf:
            raise ValueError(f"{name}: expected a number, more than 0, got {value}; e.g. 0.1")
    A = A / max(float(np.abs(A).max()), 1e-300)
    x, y = (np.full(n, 1 / n) for n in A.shape)
    x_anchor, y_anchor = x, y
    for _ in range(iterations):
        x_next = project(x + step * (A @ y + pull * (x_anchor - x)))
        y_next = project(y + step * (-A.T @ x + pull * (y_anchor - y)))
        x_anchor = x_anchor + step * pull * (x - x_anchor)
        y_anchor = y_anchor + step * pull * (y - y_anchor)
        x, y = x_next, y_next
    return x, y


def project(point: ArrayLike) -> Vector:
    """The nearest point with parts of 0 or more that sum to 1 (Held, Wolfe & Crowder 1974).

    Args:
        point: A number for each part.
    """
    values = np.asarray(point, dtype=np.float64)
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(values) + 1)
    nearest: Vector = np.maximum(values - excess[np.flatnonzero(falling > excess)[-1]], 0)
    return nearest


def exploitability(payoffs: ArrayLike, rows: ArrayLike, columns: ArrayLike) -> float:
    """Half of what best responses to both strategies win in sum; 0 in an equilibrium.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        rows: The first player's strategy, a probability for each row.
        columns: The second player's strategy, a probability for each column.
    """
    A = _matrix(payoffs)
    x, y = np.asarray(rows, dtype=np.float64), np.asarray(columns, dtype=np.float64)
    return float((A @ y).max() - (x @ A).min()) / 2


def _matrix(payoffs: ArrayLike) -> Vector:
    try:
        A = np.asarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError):
        A = np.empty(0)
    if A.ndim != 2 or 0 in A.shape or not np.isfinite(A).all():
        raise ValueError(
            f"payoffs: expected finite numbers [rows, columns], got {payoffs!r}; e.g. [[1, -1], [-1, 1]]"
        )
    return A


def _count(iterations: int) -> None:
    if not isinstance(iterations, int | np.integer) or iterations < 1:
        raise ValueError(f"iterations: expected a whole number, 1 or more, got {iterations!r}; e.g. 1000")
