"""NaN and infinity are rejected early: in weights, values, states, and the checks of strategies."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from pokerdata import TableError
from pokerdata.cli.match import match
from pokerdata.cli.series import lbr
from pokerdata.games import BettingTree, CardGame, NoLimitRules, kuhn, load_game
from pokerdata.games.strategies import Strategy, load_strategy, simple_strategy, strategy_file
from pokerdata.pipeline.store import write_table
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.players.agents import Agent
from pokerdata.solving import Evaluation, RunState, algorithm
from pokerdata.solving.explicit import TreeEvaluation, TreeSolver, explicit_tree
from pokerdata.solving.explicit import solve as solve_tree
from pokerdata.solving.public import Solver, evaluate, solve

HUGE = [
    ("dcfr", 20.0),
    ("cfr+", 20.0),
    ("dcfr", 150.0),
    ("cfr+(delay=7)", 1000.0),
    ("dcfr(simultaneous)", 1000.0),
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "gamma"), HUGE)
def test_large_weights_average_as_they_say(name: str, gamma: float, dtype: str) -> None:
    """The first decision is always reached, so its average is the mean of the strategies before each update."""
    how, last = algorithm(name, gamma=gamma), 300
    solver = Solver(kuhn(), how, dtype=dtype, threads=1)
    played = []
    for _ in range(last):
        played.append(solver.current()[0][:2].astype(np.float64))
        solver.iterate(1)
    t = np.arange(1, last + 1) - how.delay
    weights = np.where(t > 0, (np.maximum(t, 0) / t[-1]) ** gamma, 0)
    want = np.tensordot(weights, np.array(played), 1) / weights.sum()
    np.testing.assert_allclose(solver.strategy()[0][:2], want, atol=2e-6 if dtype == "float32" else 1e-12)
    strategy_file.check_strategy(BettingTree(kuhn().rules), (3,), solver.strategy())


@pytest.mark.parametrize("gamma", [20, 150, 1000])
def test_large_weights_end_at_the_target(gamma: float) -> None:
    for dtype in ("float32", "float64"):
        result = solve(kuhn(), algorithm=f"dcfr(gamma={gamma})", dtype=dtype, target="10mb", seconds=20)
        assert result.stopped == "target"
        assert evaluate(kuhn(), result.strategy).exploitability < 0.01
    found = solve_tree(explicit_tree("kuhn"), algorithm("dcfr", gamma=gamma), target=0.01, seconds=20)
    assert found.stopped == "target"


def test_runs_with_large_weights_are_resumed_to_the_same_bits() -> None:
    kept: list[RunState] = []
    how: dict[str, Any] = {"algorithm": "dcfr(gamma=40)", "dtype": "float32", "at": [3, 20, 90]}
    whole = solve(kuhn(), iterations=90, **how)
    solve(kuhn(), iterations=20, checkpoint=kept.append, **how)
    again = solve(kuhn(), iterations=90, resume=kept[-1], **how)
    assert np.array_equal(again.strategy[0], whole.strategy[0])


def test_weights_beyond_measure_are_refused() -> None:
    for text in ("dcfr(gamma=1001)", "cfr+(gamma=1e300)"):
        with pytest.raises(ValueError, match=r"gamma: expected 0 to 1,000.*got .*"):
            algorithm(text)


def test_a_run_stops_at_the_first_value_that_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    nan = float("nan")
    monkeypatch.setattr(Solver, "evaluate", lambda _: Evaluation((nan, 0.0), 0.0))
    with pytest.raises(FloatingPointError, match="the values of iteration 1 are not finite"):
        solve(kuhn(), target="1mb")
    monkeypatch.setattr(TreeSolver, "evaluate", lambda _: TreeEvaluation((0.0, nan), (0.0, 0.0)))
    with pytest.raises(FloatingPointError, match="the values of iteration 1 are not finite"):
        solve_tree(explicit_tree("kuhn"), target=0.1)


def test_states_that_are_not_finite_are_neither_kept_nor_read(tmp_path: Path) -> None:
    kept: list[RunState] = []
    solve(kuhn(), iterations=3, checkpoint=kept.append)
    arrays = kept[0].contents()
    arrays["array_regrets"] = arrays["array_regrets"].copy()
    arrays["array_regrets"][2] = np.inf
    save_arrays(tmp_path / "state", arrays)
    with pytest.raises(TableError, match="the regrets of iteration 3 are not finite"):
        RunState.load(tmp_path / "state")
    solver = Solver(kuhn(), algorithm("cfr"))
    regrets, average = solver.arrays()
    average[0] = np.nan
    with pytest.raises(FloatingPointError, match="the average of iteration 4 are not finite"):
        RunState("", "", 4, 0.0, {"regrets": regrets, "average": average}, np.zeros((0, 5)))
    with pytest.raises(FloatingPointError, match="the sums of iteration 4 are not finite"):
        solver.restore(4, regrets, average)
    for bad in (np.nan, -0.5):
        with pytest.raises(ValueError, match=r"strategy of street 1: expected numbers of 0 or more"):
            solver.set_average(0, solver.strategy()[0] * bad)


def test_what_was_checked_does_not_change() -> None:
    result = solve(kuhn(), iterations=3)
    saved = Strategy.of(result)
    with pytest.raises(ValueError, match="read-only"):
        saved.strategy[0][0, 0] = 5
    for dtype in ("float16", "longdouble", "int64"):
        with pytest.raises(ValueError, match="and float32 or float64"):
            evaluate(kuhn(), [np.asarray(result.strategy[0], dtype)])
    assert evaluate(kuhn(), [result.strategy[0].astype(np.float64).tolist()]) == evaluate(
        kuhn(), [result.strategy[0].astype(np.float64)]
    )


def test_states_say_their_version(tmp_path: Path) -> None:
    kept: list[Any] = []
    solve(kuhn(), iterations=3, checkpoint=kept.append)
    solve_tree(explicit_tree("kuhn"), iterations=3, checkpoint=kept.append)
    for state in kept:
        path = tmp_path / "state"
        state.save(path)
        arrays = load_arrays(path)
        for version in (None, 1, 2, 4):
            changed = {k: v for k, v in arrays.items() if k != "version"}
            save_arrays(path, changed | ({} if version is None else {"version": np.array(version)}))
            with pytest.raises(TableError, match=f"version 3, got {version or 1};"):
                type(state).load(path)
    assert all(isinstance(state, RunState) for state in kept)


def test_the_layout_of_states_is_that_of_their_version() -> None:
    """If this fails, the order of the arrays changed: then `STATE_VERSION` must grow."""
    for name, want in (("leduc", "92d484705fcd6b0f"), ("leduc-nolimit", "a0c618ecaf20720b")):
        played = CardGame(load_game(name).rules, load_game(name).cards)
        digest = hashlib.sha256()
        for dtype in ("float32", "float64"):
            solver, number = Solver(played, algorithm("cfr"), dtype=dtype, threads=1), 0
            for street, strategy in enumerate(solver.strategy()):
                cells = 1 + number + np.arange(strategy.size, dtype=dtype).reshape(strategy.shape)
                number += strategy.size
                solver.set_average(street, cells)
            digest.update(solver.arrays()[1].astype("<f8").tobytes())
        assert digest.hexdigest()[:16] == want


def damaged(game: CardGame) -> list[tuple[str, list[NDArray[np.float32]]]]:
    """Return invalid strategies, by fault."""
    good = simple_strategy(game, "random", seed=3)
    found = []
    for what, change in {
        "doubled": lambda row: 2 * row,
        "nan": lambda row: row * np.nan,
        "infinite": lambda row: row + np.inf,
        "negative": lambda row: np.array([1.5, -0.5] + [0.0] * (len(row) - 2)),
        "empty": lambda row: 0 * row,
        "off": lambda row: row * 1.0001,
    }.items():
        streets = [street.copy() for street in good]
        streets[-1][-2:, -1] = change(streets[-1][-2:, -1])
        found.append((what, streets))
    return found


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nolimit"])
def test_what_is_no_strategy_is_refused_wherever_one_is_taken(name: str, tmp_path: Path) -> None:
    chosen = load_game(name)
    game = CardGame(chosen.rules, chosen.cards)
    result = solve(game, iterations=1)
    message = r"probabilities on street .* for state \d+: expected numbers of 0 or more that add up to 1 within 1e-05, got "
    for what, streets in damaged(game):
        with pytest.raises(ValueError, match=message):
            evaluate(game, streets)
        with pytest.raises(ValueError, match=message):
            Agent.of(Strategy(game.rules, game.cards.values(), None, tuple(streets), game.state_names))
        path = tmp_path / f"{what}.h5"
        write_table(
            path,
            name=what,
            kind="strategy",
            arrays={**result.table()["arrays"], **{f"street{r + 1}": s for r, s in enumerate(streets)}},
            attributes=result.table()["attributes"],
        )
        with pytest.raises(TableError, match=f"{what}.h5"):
            load_strategy(path)
        for command, arguments in ((lbr, [str(path)]), (match, [str(path), "always-call"])):
            with pytest.raises(TableError, match=f"{what}.h5"):
                CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_rows_against_a_loop_over_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for any size of the blocks that are checked at a time."""
    draw = np.random.default_rng(8)
    rules = NoLimitRules("drawn", (6, 6), (1, 2), ("min", "pot", "all-in"), ante=1)
    tree = BettingTree(rules)
    for cells in (1, 3, 7, 20, 1 << 22):
        monkeypatch.setattr(strategy_file, "_CELLS", cells)
        for _ in range(40):
            states = tuple(int(s) for s in draw.integers(1, 6, 2))
            strategy = []
            for street, count in enumerate(states):
                parts = [
                    draw.dirichlet(np.ones(int(tree.first_edge[n + 1] - tree.first_edge[n])), count).T
                    for n in tree.decision_nodes(street)
                ]
                strategy.append(np.concatenate(parts).astype(draw.choice(["float32", "float64"])))
            strategy_file.check_strategy(tree, states, strategy)
            street = int(draw.integers(2))
            row, state = (int(draw.integers(n)) for n in strategy[street].shape)
            strategy[street][row, state] += draw.choice([-1, 1]) * draw.choice([2e-5, 0.1, 2, np.nan])
            nodes = tree.decision_nodes(street)
            node = nodes[
                np.searchsorted(tree.first_edge[nodes] - tree.first_edge[nodes[0]], row, side="right") - 1
            ]
            where = (
                rf"on street {street + 1} after {re.escape(repr(tree.history(int(node))))} for state {state}:"
            )
            with pytest.raises(ValueError, match=where):
                strategy_file.check_strategy(tree, states, strategy)
