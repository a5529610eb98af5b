"""`solve(..., out=..., resume=True)`: the result in a file, and a state beside it while the run can continue."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import Spot, load_spot, load_strategy, solve

RIVER = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")


def numbers(what: Any, path: Path) -> list[np.ndarray]:
    return list(load_strategy(path).strategy) if isinstance(what, str) else [load_spot(path).sums]


@pytest.mark.parametrize("what", ["kuhn", RIVER], ids=["game", "spot"])
def test_a_stopped_run_continues_to_the_same_file(what: Any, tmp_path: Path) -> None:
    path, whole = tmp_path / "run.h5", tmp_path / "whole.h5"
    state = tmp_path / "run.h5.state"
    assert solve(what, iterations=20, out=path).stopped == "iterations"
    assert state.exists()
    with pytest.raises(ValueError, match=r"run.h5.state holds the state of a run: expected resume=True"):
        solve(what, iterations=40, out=path)
    found = solve(what, iterations=40, out=path, resume=True)
    solve(what, iterations=40).save(whole)
    assert found.iterations == 40
    for one, other in zip(numbers(what, path), numbers(what, whole), strict=True):
        np.testing.assert_array_equal(one, other)
    target = "5mb" if isinstance(what, str) else "1%"
    assert solve(what, target=target, out=str(path), resume=True).stopped == "target"
    assert path.exists()
    assert not state.exists()


def test_what_cannot_be_saved_or_continued_is_refused_first(tmp_path: Path) -> None:
    path = tmp_path / "run.h5"
    for more, message in (
        ({"out": path, "resume": True}, r"there is no .*run\.h5\.state to resume from"),
        ({"resume": True}, "resume: expected a state or its file, got True"),
        ({"out": tmp_path / "run.txt"}, r"expected a name that ends in \.h5"),
        ({"out": path, "checkpoint": print}, "out: expected neither a checkpoint nor a state"),
        ({"out": path, "resume": "other.state"}, "out: expected neither a checkpoint nor a state"),
    ):
        with pytest.raises(ValueError, match=message):
            solve("kuhn", iterations=10, **more)
    (tmp_path / "run.h5.state").write_text("mine")
    for resume in (False, True):
        with pytest.raises(ValueError, match="is no state of a run: move it elsewhere"):
            solve("kuhn", iterations=10, out=path, resume=resume)
    assert (tmp_path / "run.h5.state").read_text() == "mine"
