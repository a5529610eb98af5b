"""CFR-BR on explicit trees agrees with linear programs of the same abstraction."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.random_trees import LAYERS, RandomGame
from pokerdata.solving import RunState
from pokerdata.solving.explicit import (
    GameTree,
    InformationSet,
    TreeSolver,
    abstracted_tree,
    best_response,
    cfr_br,
    evaluate,
    expected_values,
    explicit_tree,
)
from pokerdata.solving.explicit.lp import player_edges, solve_by_linear_program


def blind_to_queens(s: InformationSet) -> str:
    """Merge jacks and queens, but distinguish a pair from two different cards."""
    cards, _, betting = str(s.key).partition(":")
    own, _, board = cards.partition(" on ")
    seen = "pair" if own == board else board.replace("Q", "J")
    return f"{own.replace('Q', 'J')} on {seen}:{betting}"


def optimum(tree: GameTree, abstraction: Any) -> tuple[float, float]:
    """Return the worst-case winnings of an abstraction's least exploitable strategies, by linear programs."""
    values = [
        solve_by_linear_program(abstracted_tree(tree, abstraction, players=[p]).tree).value for p in (0, 1)
    ]
    return values[0], -values[1]


def test_leduc_without_queens() -> None:
    """The result is far less exploitable than the abstract game's equilibrium, and near the minimum."""
    tree = explicit_tree("leduc")
    both = abstracted_tree(tree, blind_to_queens)
    abstract = evaluate(tree, both.in_game(solve_by_linear_program(both.tree).strategy)).exploitability
    best = optimum(tree, blind_to_queens)
    found = cfr_br(tree, blind_to_queens, iterations=20_000)
    assert abstract == pytest.approx(0.280602, abs=1e-6)
    assert -sum(best) / 2 == pytest.approx(0.101823, abs=1e-6)
    assert found.exploitability == pytest.approx(0.1093, abs=2e-3)
    assert found.exploitability == pytest.approx(evaluate(tree, found.strategy).exploitability, abs=1e-12)
    current = evaluate(tree, found.current).best_responses
    assert found.values.current == pytest.approx((-current[1], -current[0]), abs=1e-12)
    for p in (0, 1):
        assert found.values.worst[p] <= best[p] + 1e-9
        assert found.values.most[p] >= best[p] - 1e-9


def random_recall(tree: GameTree, seed: int) -> dict[tuple[int, Hashable], Hashable]:
    """Return set names that merge sets at random if the player's abstract history is the same."""
    random = np.random.default_rng(seed)
    before = tree.core.edge_before()
    names: dict[tuple[int, Hashable], Hashable] = {}
    taken: dict[int, Hashable] = {-1: ()}  # edge -> the abstract sequence that it ends
    for number, s in enumerate(tree.information_sets):
        name = (taken[int(before[number])], len(s.actions), int(random.integers(2)))
        names[s.player, s.key] = name
        taken |= {s.edges.start + a: (name, a) for a in range(len(s.actions))}
    return names


@settings(max_examples=30)
@given(LAYERS, st.integers(0, 2**31), st.sampled_from(["cfr", "cfr+", "dcfr", "pcfr+"]))
def test_random_games_beside_linear_programs(
    layers: list[tuple[int, int, int]], seed: int, algorithm: str
) -> None:
    """The exact optimum lies between the bounds, which converge to it."""
    tree = explicit_tree(RandomGame(layers, seed))
    names = random_recall(tree, seed)
    found = cfr_br(tree, lambda s: names[s.player, s.key], algorithm=algorithm, iterations=1500)
    best = optimum(tree, lambda s: names[s.player, s.key])
    responses = evaluate(tree, found.strategy).best_responses
    for p in (0, 1):
        assert found.abstracted.recalls(p)
        assert found.values.worst[p] == pytest.approx(-responses[1 - p], abs=1e-12)
        assert found.values.worst[p] <= best[p] + 1e-7
        assert found.values.most[p] >= best[p] - 1e-7
        assert found.values.current[p] <= best[p] + 1e-7
        assert best[p] - found.values.worst[p] < 0.2  # utilities are from -5 to 5
    assert 0 <= found.values.exploitability + 1e-9 < 0.4


def test_nothing_merged_is_an_equilibrium() -> None:
    found = cfr_br(explicit_tree("kuhn"), lambda s: s.key, target=0.004)
    assert found.stopped == "target"
    assert found.values.worst == pytest.approx((-1 / 18, 1 / 18), abs=0.008)
    assert found.values.exploitability < 0.004


def test_where_a_player_forgets_what_is_told_is_true() -> None:
    """After the flop only the hand is known. There is no guarantee, but the bounds hold, and exploitability decreases."""
    tree = explicit_tree("leduc")

    def forgets(s: InformationSet) -> str:
        cards, _, betting = str(s.key).partition(":")
        return f"{cards}:{betting.rpartition('/')[2].strip()}"

    both = abstracted_tree(tree, forgets)
    assert not both.recalls(0)
    assert not both.recalls(1)
    plain = TreeSolver(both.tree, "cfr+")
    plain.iterate(1000)
    found = cfr_br(tree, forgets, iterations=2000)
    assert found.exploitability == pytest.approx(evaluate(tree, found.strategy).exploitability, abs=1e-12)
    assert found.exploitability < 0.5 * evaluate(tree, both.in_game(plain.average())).exploitability
    assert all(w < m for w, m in zip(found.values.worst, found.values.most, strict=True))


@pytest.mark.parametrize("responder", [0, 1])
def test_responses_are_the_best_there_are(responder: int) -> None:
    """In each iteration the responder plays a best response to the other player's current strategy."""
    tree = abstracted_tree(explicit_tree("leduc"), blind_to_queens, players=[1 - responder]).tree
    solver, edges = TreeSolver(tree, "cfr", responder=responder), player_edges(tree, responder)
    for _ in range(20):
        played = solver.current()
        solver.iterate(1)
        played[edges] = solver.current()[edges]
        value, _ = best_response(tree, played, responder)
        assert expected_values(tree, played)[responder] == pytest.approx(value, abs=1e-12)


def test_a_run_goes_on_to_the_same_bits() -> None:
    tree = abstracted_tree(explicit_tree("leduc"), blind_to_queens, players=[0]).tree
    whole, first, second = (TreeSolver(tree, "dcfr", responder=1) for _ in range(3))
    whole.iterate(30)
    first.iterate(11)
    second.restore(first.iteration, *first.arrays())
    second.iterate(19)
    assert [a.tobytes() for a in second.arrays()] == [a.tobytes() for a in whole.arrays()]


def test_a_stopped_run_goes_on_from_its_file(tmp_path: Path) -> None:
    tree = explicit_tree("leduc")
    whole = cfr_br(tree, blind_to_queens, iterations=40, every=8)
    kept: list[RunState] = []
    part = cfr_br(tree, blind_to_queens, iterations=17, every=8, checkpoint=kept.append)
    assert kept[-1].iteration == part.iterations == 17
    kept[-1].save(tmp_path / "run.npz")
    state = RunState.load(tmp_path / "run.npz")
    rest = cfr_br(tree, blind_to_queens, iterations=40, every=8, resume=state)
    np.testing.assert_array_equal(rest.strategy, whole.strategy)
    np.testing.assert_array_equal(rest.current, whole.current)
    assert [row.iteration for row in rest.log] == [8, 16, 17, 24, 32, 40]
    assert [row.values for row in rest.log if row.iteration != 17] == [row.values for row in whole.log]
    with pytest.raises(ValueError, match="state to resume"):
        cfr_br(tree, blind_to_queens, algorithm="cfr+", iterations=40, resume=state)
    with pytest.raises(ValueError, match="state to resume"):
        cfr_br(tree, lambda s: s.key, iterations=40, resume=state)


def test_ctrl_c_leaves_both_players_at_one_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = explicit_tree("leduc")
    kept: list[RunState] = []
    iterate = TreeSolver.iterate
    calls = 0

    def interrupted(self: TreeSolver, count: int, progress: Any = None) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:  # interrupts player 0 between two iterations
            iterate(self, 2)
            raise KeyboardInterrupt
        iterate(self, count, progress)

    monkeypatch.setattr(TreeSolver, "iterate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cfr_br(tree, blind_to_queens, iterations=40, at=[5, 40], checkpoint=kept.append)
    (state,) = kept
    assert state.iteration == 3
    monkeypatch.setattr(TreeSolver, "iterate", iterate)
    rest = cfr_br(tree, blind_to_queens, iterations=40, at=[5, 40], resume=state)
    whole = cfr_br(tree, blind_to_queens, iterations=40, at=[5, 40])
    np.testing.assert_array_equal(rest.strategy, whole.strategy)


def test_what_is_refused() -> None:
    tree = explicit_tree("kuhn")
    with pytest.raises(ValueError, match="limits: expected a target, iterations or seconds, got none"):
        cfr_br(tree, lambda s: s.key)
    with pytest.raises(ValueError, match="game for CFR-BR: expected two players, zero sum"):
        cfr_br(explicit_tree("kuhn-3p"), lambda s: s.key, iterations=1)
    with pytest.raises(
        ValueError, match=r"information sets .* expected the same actions, as both are 'all', got"
    ):
        abstracted_tree(explicit_tree("leduc"), lambda s: "all")
    with pytest.raises(ValueError, match=r"name of the information set .*: expected text, numbers or tuples"):
        abstracted_tree(tree, lambda s: [s.key])  # type: ignore[arg-type, return-value]
    with pytest.raises(ValueError, match="player: expected 0 to 1, got 2"):
        abstracted_tree(tree, lambda s: s.key, players=[2])
    for algorithm in ("mccfr", "fictitious-play"):
        with pytest.raises(
            ValueError, match="algorithm: expected one of the CFR family where a player best responds"
        ):
            cfr_br(tree, lambda s: s.key, algorithm=algorithm, iterations=1)
    for algorithm in ("cfr(pruning=partial)", "cfr(simultaneous)"):
        with pytest.raises(ValueError, match="algorithm: expected players in turn and no pruning"):
            cfr_br(tree, lambda s: s.key, algorithm=algorithm, iterations=1)
    with pytest.raises(ValueError, match="responder: expected a player, 0 to 1, or none, got 5"):
        TreeSolver(tree, responder=5)
    forgetful = abstracted_tree(
        explicit_tree("leduc"), lambda s: (len(s.actions), s.actions), players=[0]
    ).tree
    with pytest.raises(ValueError, match="a best response needs perfect recall"):
        TreeSolver(forgetful, responder=0)
