"""Solved and made-up strategies: fixtures that several packages of tests import into their conftest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import linked, runner_of
from pokerdata.games import BettingTree, CardGame, Rules, StateNames, load_game
from pokerdata.games.strategies import Strategy

RECIPE = """
[abstraction.few]
kind = "history"
metric = "ehs2_next"
buckets = [2, 3, 2, 2]
"""


@pytest.fixture(scope="session")
def few(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with the thresholds of a small abstraction `few`."""
    folder = linked(tmp_path_factory.mktemp("few") / "tables", tables)
    runner_of(RECIPE, folder).run(["few_buckets"])
    return folder


def random_strategy(rules: Rules, states: tuple[int, ...], seed: int) -> list[np.ndarray]:
    """Return probabilities [edges of the street, states] that differ everywhere."""
    tree, random, found = BettingTree(rules), np.random.default_rng(seed), []
    for r, count in enumerate(states):
        nodes = tree.decision_nodes(r)
        starts = tree.first_edge[nodes] - tree.first_edge[nodes[0]]
        rows = int(tree.first_edge[nodes[-1] + 1] - tree.first_edge[nodes[0]])
        weights = random.random((rows, count), dtype=np.float32) + np.float32(0.05)
        sums = np.repeat(np.add.reduceat(weights, starts, axis=0), np.diff(np.append(starts, rows)), axis=0)
        found.append(weights / sums)
    return found


@pytest.fixture
def made_up() -> Callable[..., Strategy]:
    """Return a function that makes a random strategy for real cards or for the states of an abstraction."""

    def make(name: str, seed: int = 1, states: tuple[int, ...] | None = None, **rules: object) -> Strategy:
        game = load_game(name)
        if states is not None:
            played = replace(game.rules, **rules)  # type: ignore[type-var]
            rows = random_strategy(played, states, seed)
            names = tuple(StateNames.of_hands([str(s) for s in range(n)]) for n in states)
            return Strategy(played, {}, "few", tuple(rows), names)
        built = CardGame(game.rules, game.cards)
        rows = random_strategy(game.rules, built.states, seed)
        return Strategy(game.rules, game.cards.values(), None, tuple(rows), built.state_names)

    return make
