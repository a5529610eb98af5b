"""Re-solving one player's strategy agrees with explicit gadget games and their linear programs."""

import numpy as np
import pytest

from helpers.gadgets_by_the_book import GadgetGame
from helpers.spots_by_hand import random_spot
from pokerdata.cards.isomorphism import combination_maps
from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.spots import Spot, SpotSolver
from pokerdata.spots.solver import spot_algorithm


def river_spot(seed: int) -> Spot:
    """Return a small random river spot without rake."""
    while True:
        try:
            spot = random_spot(seed)
        except ValueError:
            spot = None
        if spot is not None and spot.street == "river" and len(spot.weights(0).nonzero()[0]) > 1:
            return spot.changed(rake=0, rake_cap=None)
        seed += 1000


def kept_of(solver: SpotSolver, opponent: int, seed: int) -> tuple[np.ndarray, dict[int, float]]:
    """Return random original values of states, near their optimal ones, and the same for each hand, less half of the pot."""
    game, spot = solver.game, solver.spot
    meets = game.root_meets(opponent)
    random = np.random.default_rng(seed)
    each = random.normal(0, spot.pot / 3, len(meets))
    states = game.hands(0, 0, opponent)
    found = {}
    for permutation in game.symmetries(0, 0):
        for state, hand in enumerate(combination_maps()[permutation][states].tolist()):
            found[hand] = float(each[state])
    return each * meets, found


@pytest.mark.parametrize("method", ["gadget", "max-margin"])
@pytest.mark.parametrize("seed", range(8))
def test_gadget_games_by_linear_program(seed: int, method: str) -> None:
    spot = river_spot(seed)
    opponent = seed % 2
    solver = SpotSolver(spot, spot_algorithm(None), dtype="float64", threads=1)
    kept, by_hand = kept_of(solver, opponent, seed)
    weight = spot.weights(opponent)[solver.game.hands(0, 0, opponent)]
    solver.set_gadget(opponent, method, kept, weight)
    game = GadgetGame(spot, opponent, method, by_hand)
    solution = solve_by_linear_program(explicit_tree(game))
    expected = solution.value if opponent == 0 else -solution.value
    solver.iterate(2000)
    best, mean = solver._core.evaluate()
    scale = spot.pot
    assert best[opponent] == pytest.approx(expected, abs=2e-3 * scale)
    assert -best[1 - opponent] == pytest.approx(expected, abs=2e-3 * scale)
    # Bounds on both sides, valid at any time.
    assert best[opponent] >= expected - 1e-8 * scale
    assert -best[1 - opponent] <= expected + 1e-8 * scale
    assert mean[0] == pytest.approx(-mean[1])
    assert solver.gap() == pytest.approx(sum(best) / 2)
