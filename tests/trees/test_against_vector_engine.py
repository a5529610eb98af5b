"""Both engines, which share no code but the update policy, play the same on Kuhn and Leduc."""

import numpy as np
import pytest

from pokerdata import games
from pokerdata.solvers import Algorithm, Solver, algorithm
from pokerdata.trees import TreeSolver, game_tree
from pokerdata.trees.examples import Kuhn, leduc


def rows_by_words(solver: Solver) -> dict[str, list[float]]:
    """{own card and history: probabilities} of the vector engine's average, which it gives in float32."""
    tree, found = solver.game.tree, {}
    for r, strategy in enumerate(solver.strategy()):
        first = tree.first_edge[tree.decision_nodes(r)[0]]
        for node in tree.decision_nodes(r):
            rows = strategy[tree.first_edge[node] - first : tree.first_edge[node + 1] - first]
            for s, name in enumerate(solver.game.state_names[r]):
                found[f"{name}: {tree.history(node)}"] = rows[:, s].tolist()
    return found


@pytest.mark.parametrize("name", ["cfr", "cfr+", "lcfr", "dcfr"])
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_iteration_by_iteration(game: str, name: str) -> None:
    tree = game_tree(Kuhn() if game == "kuhn" else leduc())
    vector = Solver(getattr(games, game)(), algorithm(name), dtype="float64", threads=1)
    explicit = TreeSolver(tree, name)
    for _ in range(40):
        vector.iterate(1)
        explicit.iterate(1)
        one, two = vector.evaluate(), explicit.evaluate()
        assert two.best_responses == pytest.approx(one.best_response, abs=1e-11)
        assert two.expected_values[0] == pytest.approx(one.expected_value, abs=1e-11)
    rows = rows_by_words(vector)
    average = explicit.average()
    for s in tree.information_sets:
        key = str(s.key) if game == "leduc" else str(s.key).replace("b", "r")
        np.testing.assert_allclose(average[s.edges], rows[key], atol=1e-7)


@pytest.mark.parametrize("how", [algorithm("pcfr+"), algorithm("cfr", simultaneous=True)], ids=str)
def test_the_vector_engine_refuses_what_it_has_not(how: Algorithm) -> None:
    with pytest.raises(ValueError, match="no optimistic and no simultaneous updates"):
        Solver(games.kuhn(), how)
