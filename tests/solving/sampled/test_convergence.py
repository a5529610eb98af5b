"""Averages approach equilibria, by exact best responses where joint counts of the states are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.recipes import linked, runner_of
from pokerdata.abstraction import card_states
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.preflop.matchups import PACKAGED
from pokerdata.cli import main
from pokerdata.games import LIMIT_HOLDEM, JointCountGame, LimitRules, SolvableGame, bucketed_game, milliblinds
from pokerdata.pipeline import store
from pokerdata.solving.public import evaluate, solve
from pokerdata.solving.sampled import PublicChanceSolver

TWO = '[abstraction.two]\nkind = "history"\nbuckets = [2, 2, 2, 2]\n'


class Lossless:
    """Lossless preflop states: hand classes."""

    def states(self, street: int) -> int:
        return 169

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return CLASS_OF_COMBINATION.astype(np.uint16)


def one_street() -> SolvableGame:
    """Return a game with betting only before the flop, with every pair of hands and every board: it is exact."""
    rules = LimitRules(
        name="one street", bets=(10,), caps=(4,), first_to_act=(1,), blinds=(5, 10), blind_counts_as_bet=True
    )
    table = store.open_table(PACKAGED)
    deals = table["class_pairs"].astype(np.uint64) * np.uint64(1_712_304)
    return JointCountGame(rules, [deals], table["class_wins"].astype(np.uint64), [], abstraction="lossless")


def exploitability(game: SolvableGame, solver: PublicChanceSolver) -> float:
    """Return the exploitability in milli-blinds per game."""
    return milliblinds(evaluate(game, solver.strategy()).exploitability, game.rules)


@pytest.mark.slow
@pytest.mark.parametrize("update", ["cfr", "lcfr"])
def test_one_street_converges_to_the_equilibrium(update: str) -> None:
    game = one_street()
    exact = solve(game, target="0.1mb").values.expected_value
    values = []
    for seed in range(4):
        solver = PublicChanceSolver(game.rules, Lossless(), update=update, seed=seed, threads=1)
        solver.iterate(100)
        early = exploitability(game, solver)
        solver.iterate(1400)
        assert exploitability(game, solver) < min(2.0, early / 4)
        values.append(evaluate(game, solver.strategy()).expected_value)
    # The bias of a value is at most the exploitability on either side, 2 mb or 0.02 chips.
    error = np.std(values, ddof=1) / len(values) ** 0.5
    assert abs(np.mean(values) - exact) < 3 * error + 0.02
    assert solver.unreached_sets == 0


@pytest.mark.slow
@pytest.mark.parametrize(("iterations", "below"), [(100, 120.0), (6400, 12.0)])
def test_four_streets_converge_inside_their_abstraction(
    four_streets: tuple[SolvableGame, Any], iterations: int, below: float
) -> None:
    game, states = four_streets
    solver = PublicChanceSolver(game.rules, states, seed=1)
    solver.iterate(iterations)
    assert exploitability(game, solver) < below


@pytest.mark.slow
def test_the_command_line_tells_what_the_engine_does(
    four_streets: tuple[SolvableGame, Any], two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    section = '[strategy.sampled]\ngame = "limit-holdem"\nabstraction = "two"\nalgorithm = "pcs"\niterations = 200\n'
    runner_of(TWO + section, two).run(["sampled_strategy"])
    counts = store.open_table("two_counts", two)
    deals = [np.asarray(counts[street]) for street in ("preflop", "flop", "turn", "river")]
    game = bucketed_game(LIMIT_HOLDEM, [2] * 4, deals, np.asarray(counts["river_wins"]), abstraction="two")
    solver = PublicChanceSolver(LIMIT_HOLDEM, four_streets[1], seed=0)
    solver.iterate(200)
    assert main(["exploitability", str(two / "sampled_strategy.h5")]) == 0
    assert f"{exploitability(game, solver):.4f} mb/g" in capsys.readouterr().out


@pytest.fixture(scope="module")
def two(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with two buckets per street and their joint counts (half a minute)."""
    folder = linked(tmp_path_factory.mktemp("two") / "tables", tables)
    runner_of(TWO, folder).run(["two_counts"])
    return folder


@pytest.fixture(scope="module")
def four_streets(two: Path) -> tuple[SolvableGame, Any]:
    """Return hold'em with few bets over two buckets per street: exact joint counts, and look-ups."""
    counts = store.open_table("two_counts", two)
    deals = [np.asarray(counts[street]) for street in ("preflop", "flop", "turn", "river")]
    rules = replace(LIMIT_HOLDEM, caps=(2, 1, 1, 1))
    game = bucketed_game(rules, [2] * 4, deals, np.asarray(counts["river_wins"]), abstraction="two")
    return game, card_states("two_buckets", two)
