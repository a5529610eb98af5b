"""States of runs as arrays and files."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.solving import Evaluation, LogRow, RunState

LOG = (LogRow(1, 0.5, Evaluation((0.25, 0.5), -0.125)), LogRow(3, 1.5, Evaluation((0.1, 0.2), 0.0)))
STATE = RunState("ab" * 32, "dcfr on a game", 4, 1.75, np.arange(3.0), np.ones(3), LOG)


def test_what_a_file_of_a_state_holds() -> None:
    arrays = STATE.arrays()
    assert list(arrays) == ["version", "origin", "run", "iteration", "seconds", "regrets", "average", "log"]
    assert arrays["log"].tolist() == [[1, 0.5, 0.25, 0.5, -0.125], [3, 1.5, 0.1, 0.2, 0.0]]


def test_states_are_read_back(tmp_path: Path) -> None:
    STATE.save(tmp_path / "state")
    for again in (RunState.load(tmp_path / "state"), RunState.from_arrays(STATE.arrays())):
        assert (again.origin, again.run, again.iteration, again.seconds) == (STATE.origin, STATE.run, 4, 1.75)
        assert again.log == LOG
        assert np.array_equal(again.regrets, STATE.regrets)
    for missing in STATE.contents():
        arrays = STATE.arrays()
        del arrays[missing]
        with pytest.raises(
            TableError, match=f"saved state: expected the arrays of a stopped run, got '{missing}'"
        ):
            RunState.from_arrays(arrays)


def test_a_state_is_of_one_run(tmp_path: Path) -> None:
    STATE.save(tmp_path / "state")
    for given, named in ((STATE, ""), (tmp_path / "state", rf" .*{tmp_path.name}/state")):
        assert RunState.to_resume(given, STATE.origin, "this", "others").iteration == 4
        with pytest.raises(
            ValueError,
            match=(
                rf"state to resume{named}: expected that of this run, this, got one saved from others, dcfr on a game"
            ),
        ):
            RunState.to_resume(given, "another", "this", "others")
