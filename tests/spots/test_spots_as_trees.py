"""Solved spots agree with the same games as explicit trees: linear programs, and the trees' solvers."""

import pytest

from helpers.spots_as_trees import SpotAsTree
from helpers.spots_by_hand import short_deck
from pokerdata.solving.explicit import explicit_tree, solve
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.spots import Spot, solve_spot

MENU = {"pot": 20, "stack": 45, "bets": "60%,a; river: a", "raises": "a"}
LIMIT = {"pot": 21, "limit_bets": 10, "caps": 2, "to_act": "ip"}
UNEVEN = {"pot": 30, "stacks": (25, 60), "bets": "ip: a; oop: 1c", "raises": "100%"}


@pytest.mark.parametrize("betting", [MENU, LIMIT, UNEVEN], ids=["menu", "limit", "uneven"])
@pytest.mark.parametrize(
    ("board", "cards"), [("Jh8h4h", 7), ("JhJs4d8c", 9), ("Jh8h4d2c7s", 12)], ids=["flop", "turn", "river"]
)
def test_small_decks_by_linear_program(board: str, cards: int, betting: dict[str, object]) -> None:
    donks = {"donks": "30%"} if betting is MENU and cards < 12 else {}
    spot = Spot(**short_deck(board, cards, (4, 4), 7), **betting, **donks)  # type: ignore[arg-type]
    tree = explicit_tree(SpotAsTree(spot))
    expected = solve_by_linear_program(tree).value + spot.pot / 2
    found = solve_spot(spot, target="0.02%").values
    assert found.expected[0] == pytest.approx(expected, abs=4e-4 * spot.pot)
    # Bounds on both sides, valid at any time.
    assert spot.pot - found.best_response[1] <= expected + 1e-7
    assert expected <= found.best_response[0] + 1e-7


def test_small_decks_by_the_solver_of_trees() -> None:
    spot = Spot(**short_deck("JhJs4d8c", 9, (4, 4), 7), **MENU)  # type: ignore[arg-type]
    tree = solve(explicit_tree(SpotAsTree(spot)), "cfr+", iterations=1000)
    value = tree.log[-1].values.expected_values[0] + spot.pot / 2
    assert solve_spot(spot, target="0.05%").values.expected[0] == pytest.approx(value, abs=0.02)
