"""States of runs as arrays and files."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.solving import Evaluation, LogRow, RunState, algorithm
from pokerdata.solving.public import solve
from pokerdata.solving.solved import log_array, log_rows

LOG = (LogRow(1, 0.5, Evaluation((0.25, 0.5), -0.125)), LogRow(3, 1.5, Evaluation((0.1, 0.2), 0.0)))
STATE = RunState(
    "ab" * 32,
    "dcfr on a game",
    4,
    1.75,
    {"regrets": np.arange(-3.0, 0), "average": np.ones(3)},
    log_array(LOG, 3),
)


def test_what_a_file_of_a_state_holds() -> None:
    contents = STATE.contents()
    names = ["version", "origin", "run", "iteration", "seconds", "log", "array_regrets", "array_average"]
    assert list(contents) == names
    assert contents["log"].tolist() == [[1, 0.5, 0.25, 0.5, -0.125], [3, 1.5, 0.1, 0.2, 0.0]]
    assert log_rows(STATE.log, Evaluation.of) == LOG


def test_states_are_read_back(tmp_path: Path) -> None:
    STATE.save(tmp_path / "state")
    for again in (RunState.load(tmp_path / "state"), RunState.of_contents(STATE.contents())):
        assert (again.origin, again.run, again.iteration, again.seconds) == (STATE.origin, STATE.run, 4, 1.75)
        assert np.array_equal(again.log, STATE.log)
        assert again.arrays.keys() == STATE.arrays.keys()
        assert np.array_equal(again.arrays["regrets"], STATE.arrays["regrets"])
    for missing in ("origin", "run", "iteration", "seconds", "log"):
        contents = STATE.contents()
        del contents[missing]
        with pytest.raises(TableError, match=missing):
            RunState.of_contents(contents)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", 2),
        ("iteration", -1),
        ("iteration", 10**18),
        ("seconds", -1.0),
        ("seconds", np.nan),
        ("log", np.zeros(5)),
        ("array_average", np.array([1.0, -1.0])),
        ("array_regrets", np.array([np.inf])),
    ],
)
def test_what_no_run_has_is_refused(name: str, value: object) -> None:
    with pytest.raises(TableError):
        RunState.of_contents(STATE.contents() | {name: np.array(value)})


@pytest.mark.parametrize("at", [(0, 0), (1, 1), (0, 3)])
@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_logs_that_no_run_has_are_refused(at: tuple[int, int], value: float) -> None:
    log = STATE.log.copy()
    log[at] = value
    with pytest.raises(ValueError, match="finite"):
        log_rows(log, Evaluation.of)


def test_a_state_is_of_one_run(tmp_path: Path) -> None:
    kept = tmp_path / "state"
    solve("kuhn", iterations=3, checkpoint=lambda state: state.save(kept))
    whole = solve("kuhn", iterations=9)
    for given in (kept, RunState.load(kept)):
        assert np.array_equal(solve("kuhn", iterations=9, resume=given).strategy[0], whole.strategy[0])
        for game, how in (("leduc", "dcfr"), ("kuhn", algorithm("cfr+")), ("kuhn", "dcfr(gamma=3)")):
            with pytest.raises(ValueError, match="state to resume"):
                solve(game, algorithm=how, iterations=9, resume=given)
        with pytest.raises(ValueError, match="state to resume"):
            solve("kuhn", dtype="float32", iterations=9, resume=given)
