"""Vectorized fictitious play: each step is a best response on the explicit tree, and the limit is an equilibrium."""

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.on_trees import over_edges
from helpers.random_counts import limit_game
from pokerdata import load_game
from pokerdata.games import CardGame
from pokerdata.solving.explicit import GameTree, TreeSolver, evaluate, explicit_tree
from pokerdata.solving.public import FictitiousPlay


def mixed(tree: GameTree, first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a strategy with the first player of one strategy and the second of the other."""
    sets = tree.information_sets
    return np.where(np.repeat([s.player for s in sets], [len(s.actions) for s in sets]) == 0, first, second)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_each_step_adds_a_best_response_to_the_average_so_far(name: str) -> None:
    """Values are linear in plans: n + 1 times the new average has the value of n times the old one plus a best response."""
    named = load_game(name)
    game, tree = CardGame(named.rules, named.cards), explicit_tree(named)
    play, before = FictitiousPlay(game, threads=1), tree.uniform()
    for n in range(8):
        play.iterate(1)
        after = over_edges(tree, game, play.strategy())
        half_way = mixed(tree, after, before)  # player 1 has responded, player 2 not yet
        for player, (old, new) in enumerate(((before, half_way), (half_way, after))):
            worth = (evaluate(tree, strategy).expected_values[player] for strategy in (old, new))
            was, now = worth
            best = evaluate(tree, old).best_responses[player]
            assert (n + 1) * now - n * was == pytest.approx(best, abs=1e-9), (n, player)
        before = after
    assert play.iteration == 8


def test_it_comes_down_as_that_of_explicit_trees_does() -> None:
    """Ties between actions may be broken differently, so the curves are similar but not equal."""
    named = load_game("leduc")
    game, solver = (
        CardGame(named.rules, named.cards),
        TreeSolver(explicit_tree(named), "fictitious-play"),
    )
    play = FictitiousPlay(game, threads=1)
    left = []
    for count in (10, 90, 900):
        play.iterate(count)
        solver.iterate(count)
        left.append(play.evaluate().exploitability)
        assert left[-1] == pytest.approx(solver.evaluate().exploitability, rel=0.25)
    assert left[0] > 4 * left[2]


def test_over_joint_counts() -> None:
    game = limit_game()
    play = FictitiousPlay(game, threads=2)
    play.iterate(5)
    first = play.strategy()
    play.iterate(395)
    assert play.evaluate().exploitability < 0.5 * game_after(game, 5)
    again = FictitiousPlay(game, threads=1)
    again.iterate(5)
    assert all(np.array_equal(a, b) for a, b in zip(first, again.strategy(), strict=True))
    assert "iteration 400" in repr(play)
    with pytest.raises(ValueError, match="iterations: expected 0 or more, got -1"):
        play.iterate(-1)


def game_after(game: object, iterations: int) -> float:
    play = FictitiousPlay(game, threads=1)  # type: ignore[arg-type]
    play.iterate(iterations)
    return play.evaluate().exploitability
