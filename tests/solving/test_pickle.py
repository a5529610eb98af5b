"""Results, games and trees can be sent to other processes and back."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import pokerdata
from pokerdata import TableError
from pokerdata.solving import explicit
from pokerdata.solving.public import solve
from pokerdata.spots import solve_spot

RIVER = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
TURN = pokerdata.Spot(board="2s3h4d6c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")


def test_by_a_pool_of_processes() -> None:
    here = pokerdata.solve("kuhn", iterations=20), pokerdata.solve(RIVER, iterations=20)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        game = pool.submit(solve, "kuhn", iterations=20).result()
        spot = pool.submit(solve_spot, RIVER, iterations=20).result()
    assert game.values == here[0].values
    assert np.array_equal(game.strategy[0], here[0].strategy[0])
    assert spot.values == here[1].values
    assert np.array_equal(spot.at("").values, here[1].at("").values, equal_nan=True)


def test_explicit_trees() -> None:
    tree = explicit.explicit_tree("kuhn")
    solved = pickle.loads(pickle.dumps(explicit.solve(tree, iterations=20)))
    assert solved.tree.words(solved.strategy) == tree.words(explicit.solve(tree, iterations=20).strategy)
    assert explicit.solve(solved.tree, iterations=20).values == solved.values


@pytest.mark.parametrize("to", ["turn", "river"])
def test_spots_in_files_are_opened_again(tmp_path: Path, to: str) -> None:
    file = tmp_path / "turn.h5"
    pokerdata.solve(TURN, iterations=20).save(file, to=to)
    loaded = pokerdata.load_spot(file)
    sent = pickle.dumps(loaded)
    again = pickle.loads(sent)
    assert again.kept_to == to
    assert np.array_equal(again.at("").values, loaded.at("").values, equal_nan=True)
    pokerdata.solve(TURN, iterations=40).save(file, to=to)
    with pytest.raises(TableError, match="changed"):
        pickle.loads(sent)
