"""Pruning changes no result that it must keep; a resumed run equals the unbroken one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import TableError
from pokerdata.solving import Algorithm, Row, RunState, algorithm
from pokerdata.solving.explicit import (
    FictitiousPlay,
    GameTree,
    TreeEvaluation,
    TreeSolver,
    evaluate,
    explicit_tree,
    solve,
)

KUHN, LEDUC = explicit_tree("kuhn"), explicit_tree("leduc")
ALGORITHMS = [
    algorithm("cfr"),
    algorithm("cfr", simultaneous=True),
    algorithm("cfr+", delay=3),
    algorithm("lcfr"),
    algorithm("dcfr"),
    algorithm("dcfr", beta=0.5, optimistic=True),
    algorithm("pcfr+"),
]


@pytest.mark.parametrize("how", ALGORITHMS, ids=str)
def test_partial_pruning_gives_the_same_bits(how: Algorithm) -> None:
    for tree in (KUHN, LEDUC, explicit_tree("kuhn-3p")):
        plain, pruned = (TreeSolver(tree, replace(how, pruning=p)) for p in ("none", "partial"))
        for solver in (plain, pruned):
            solver.iterate(150)
        assert [a.tobytes() for a in plain.arrays()] == [a.tobytes() for a in pruned.arrays()]
        assert pruned.visited < plain.visited


@pytest.mark.parametrize("tree", [KUHN, LEDUC], ids=["kuhn", "leduc"])
@pytest.mark.parametrize("how", [algorithm("dcfr", beta=0.5), algorithm("cfr")], ids=str)
def test_regret_based_pruning_converges_with_fewer_visits(tree: GameTree, how: Algorithm) -> None:
    plain, pruned = (TreeSolver(tree, replace(how, pruning=p)) for p in ("none", "regret"))
    for solver in (plain, pruned):
        solver.iterate(2000)
    assert pruned.visited < plain.visited
    assert pruned.evaluate().exploitability < 2 * plain.evaluate().exploitability


RESUMED = [*ALGORITHMS, *(replace(how, pruning="regret") for how in ALGORITHMS)]


@pytest.mark.parametrize("how", [*RESUMED, FictitiousPlay(), FictitiousPlay(simultaneous=True)], ids=str)
def test_a_resumed_run_is_the_unbroken_one(how: Algorithm | FictitiousPlay) -> None:
    unbroken, first, second = (TreeSolver(LEDUC, how) for _ in range(3))
    unbroken.iterate(60)
    first.iterate(23)
    second.restore(first.iteration, *first.arrays())
    second.iterate(37)
    assert second.iteration == 60
    assert [a.tobytes() for a in second.arrays()] == [a.tobytes() for a in unbroken.arrays()]
    np.testing.assert_array_equal(unbroken.current(), second.current())


def test_damaged_states(tmp_path: Path) -> None:
    path = tmp_path / "state.npz"
    with pytest.raises(TableError, match="cannot resume from"):
        RunState.load(path)
    solve(KUHN, iterations=3, checkpoint=lambda state: state.save(path))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(TableError, match="cannot resume from"):
        RunState.load(path)


def test_solve_goes_on_from_a_state(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    solve(LEDUC, "dcfr", iterations=100, checkpoint=lambda state: state.save(path))
    again = solve(LEDUC, "dcfr", iterations=411, resume=path)
    whole = solve(LEDUC, "dcfr", iterations=411)
    np.testing.assert_array_equal(again.strategy, whole.strategy)
    assert [row.values for row in again.log if row.iteration != 100] == [row.values for row in whole.log]
    with pytest.raises(ValueError, match="state to resume"):
        solve(KUHN, "dcfr", iterations=200, resume=path)
    assert solve(LEDUC, "dcfr", iterations=50, resume=path).iterations == 100


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    def interrupt(row: Row[TreeEvaluation]) -> None:
        if row.iteration == 51:
            raise KeyboardInterrupt

    path = tmp_path / "run.npz"
    with pytest.raises(KeyboardInterrupt):
        solve(
            LEDUC, "pcfr+", iterations=91, on_evaluation=interrupt, checkpoint=lambda state: state.save(path)
        )
    again = solve(LEDUC, "pcfr+", iterations=91, resume=path)
    np.testing.assert_array_equal(again.strategy, solve(LEDUC, "pcfr+", iterations=91).strategy)


def test_states_are_saved_on_the_way_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    monkeypatch.setattr("pokerdata.solving.run._SAVE_SHARE", 0.0)
    states: list[RunState] = []
    told: list[tuple[int, int]] = []
    whole = solve(
        KUHN,
        "dcfr",
        iterations=30,
        checkpoint=states.append,
        checkpoint_seconds=0.0,
        progress=lambda done, expected: told.append((done, expected)),
    )
    assert [state.iteration for state in states] == list(range(1, 31))
    assert told == [(done, 30) for done in range(1, 31)]
    for state in (states[0], states[16]):
        kept = RunState.of_contents(state.contents())
        np.testing.assert_array_equal(solve(KUHN, iterations=30, resume=kept).strategy, whole.strategy)


def test_what_a_state_holds() -> None:
    states: list[RunState] = []
    solve(KUHN, "pcfr+", iterations=3, checkpoint=states.append)
    assert list(states[-1].arrays) == ["regrets", "average", "prediction"]


def test_fictitious_play_by_hand() -> None:
    """It checks the first two iterations on Kuhn poker, from uniform strategies, with best responses by hand."""
    solver = TreeSolver(KUHN, "fictitious-play")
    solver.iterate(1)
    from pokerdata.solving.explicit import best_response

    _, first = best_response(KUHN, KUHN.uniform(), 0)
    own = [s.edges for s in KUHN.information_sets if s.player == 0]
    for edges in own:
        reached = solver.arrays()[1][edges].sum()
        np.testing.assert_array_equal(solver.arrays()[1][edges], reached * first[edges])
    _, second = best_response(KUHN, solver.average(), 1)
    found = solver.arrays()[1]
    for s in KUHN.information_sets:
        if s.player == 1:  # player 1 has at most one set per path, so it reaches it
            np.testing.assert_array_equal(found[s.edges], second[s.edges])
    solver.iterate(5000)
    assert solver.evaluate().exploitability < 0.02 < evaluate(KUHN, KUHN.uniform()).exploitability


def test_when_a_run_stops() -> None:
    assert solve(KUHN, "cfr+", target=0.001).stopped == "target"
    assert solve(KUHN, "cfr+", target=1e-9, iterations=50).stopped == "iterations"
    timed = solve(LEDUC, "cfr", target=1e-12, seconds=0.05)
    assert timed.stopped == "seconds"
    rows: list[object] = []
    result = solve(KUHN, "cfr+", iterations=10, every=4, on_evaluation=rows.append)
    assert [row.iteration for row in result.log] == [4, 8, 10]
    assert tuple(rows) == result.log
    listed = solve(KUHN, "cfr+", target=1e-9, at=[1, 21, 40])
    assert [row.iteration for row in listed.log] == [1, 21, 40]
    assert result.lines()[1].startswith("exploitability  0.0")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "limits: expected a target, iterations or seconds"),
        ({"iterations": 0}, "iterations: expected .*got 0"),
        ({"iterations": 1.5}, "iterations: expected .*got 1.5"),
        ({"target": -1.0}, "target: expected .*got -1.0"),
        ({"target": "1mb"}, "target: expected .*got '1mb'"),
        (
            {"iterations": 1, "algorithm": "cfr++"},
            "algorithm: expected one of cfr, cfr\\+, lcfr, dcfr.*got 'cfr\\+\\+'",
        ),
        (
            {"iterations": 1, "algorithm": "cfr(pruning=all)"},
            "pruning: expected one of none, partial, regret.*got 'all'",
        ),
        (
            {"iterations": 1, "algorithm": "mccfr(pruning=partial)"},
            r"algorithm mccfr-external: no parameter pruning; it has seed",
        ),
    ],
)
def test_bad_arguments(how: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve(KUHN, **how)
