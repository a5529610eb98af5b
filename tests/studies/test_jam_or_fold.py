"""Jam or fold: the small Kuhn poker, and the verdicts on claims."""

from fractions import Fraction
from itertools import product

import pytest

from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit.lp import normal_form, solve_by_linear_program
from studies import study_module

kuhn = study_module("jam_or_fold", "kuhn")
claims = study_module("jam_or_fold", "claims")


def test_the_matrix_of_the_small_kuhn_poker() -> None:
    """It is computed plan by plan, over the six deals."""
    expected = set()
    for raises, calls in product(product((0, 1), repeat=3), repeat=2):
        won = Fraction(0)
        for a, b in kuhn.permutations(range(3), 2):
            sign = 1 if a > b else -1
            won += (1 if not calls[b] else 2 * sign) if raises[a] else sign
        expected.add((raises, calls, won / 6))
    tree = explicit_tree(kuhn.SmallKuhn())
    matrix = normal_form(tree).payoffs
    assert matrix.shape == (8, 8)
    assert sorted(matrix.ravel()) == pytest.approx(sorted(float(won) for *_, won in expected))
    assert solve_by_linear_program(tree).value == pytest.approx(1 / 18)
    secured = max(min(won for r, _, won in expected if r == raises) for raises, *_ in expected)
    held = min(max(won for _, c, won in expected if c == calls) for _, calls, _ in expected)
    assert (matrix.min(axis=1).max(), matrix.max(axis=0).min()) == pytest.approx(
        (float(secured), float(held))
    )
    assert (secured, held) == (Fraction(0), Fraction(1, 6))


def test_hands_are_listed_while_they_are_few() -> None:
    assert claims.shown({}) == "none"
    assert claims.shown({"65o": 0.125, "T8o": 0.5}) == "65o 0.12, T8o 0.50"
    assert claims.shown(dict.fromkeys(map(str, range(9)), 0.5)) == "9 hands"
