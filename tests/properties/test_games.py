"""Whole games with random rules and cards: the engine agrees with every deal and history, one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import perm
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st
from pyspiel.universal_poker import load_universal_poker_from_acpc_gamedef

from helpers import both_ways, random_games, reference
from pokerdata import games
from pokerdata.solving import algorithm
from pokerdata.solving import explicit as trees
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.solving.explicit.openspiel import from_openspiel
from pokerdata.solving.public import Solver, evaluate, solve


@pytest.mark.parametrize("draws", [80, pytest.param(800, marks=pytest.mark.slow)])
def test_sizes_payoffs_and_values(draws: int, holds: Any) -> None:
    """This covers nodes, information sets, ends, expected values and best responses of random strategies."""

    def check(game: games.Game, seed: int) -> None:
        both = both_ways.of_cards(game)
        sizes, tree = games.sizes(game.rules, game.cards), both.engine.tree
        assert sizes.nodes == len(both.walk.nodes)
        raw = {(s.at.history, s.seen) for s in both.walk.states if s.player in (0, 1)}
        assert sizes.information_sets == len(raw)
        # Suits are equivalent up to a permutation; a history determines the acting player.
        assert both.engine.information_sets == len(both.walk.sets)
        strategy, by_key = both.random(seed)
        assert by_key.keys() == {key for _, key in both.walk.sets}
        found = evaluate(both.engine, strategy, threads=1)
        stake = float(np.abs(tree.chips).max())
        near: dict[str, Any] = {"abs": 1e-12 * stake, "rel": 1e-9}
        assert found.expected_value == pytest.approx(both.walk.expected_value(by_key), **near)
        for p in (0, 1):
            assert found.best_response[p] == pytest.approx(both.walk.best_response(by_key, p), **near)

    holds(check, draws, random_games.games_of_cards(), st.integers(0, 2**32))


@st.composite
def joint_counts(draw: st.DrawFn, streets: int) -> tuple[list[np.ndarray], np.ndarray, list[np.ndarray]]:
    """Return deals of every street, wins of the last one and parents, with some states never dealt."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    states = [draw(st.integers(1, 3))]
    for _ in range(streets - 1):
        states.append(states[-1] + draw(st.integers(0, 3)))
    parents = [rng.permutation(np.arange(n) % before) for before, n in pairwise(states)]
    last = rng.integers(0, draw(st.sampled_from([2, 50, 10**6])), (states[-1],) * 2)
    last += last.T
    last[0, 0] += 2
    won = rng.integers(0, last // 2, endpoint=True)
    deals = [last]
    for up, n in zip(reversed(parents), reversed(states[:-1]), strict=True):
        indicator = np.eye(n, dtype=np.int64)[up]
        deals.insert(0, indicator.T @ deals[0] @ indicator)
    return deals, won, parents


@pytest.mark.parametrize("draws", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_games_of_joint_counts(draws: int, holds: Any) -> None:
    """These have buckets instead of cards: each pair of states of the last street is a deal."""

    def check(streets: int, seed: int, data: st.DataObject) -> None:
        rules = data.draw(random_games.rules(streets))
        both = both_ways.of_counts(rules, *data.draw(joint_counts(streets)))
        strategy, by_key = both.random(seed)
        found = evaluate(both.engine, strategy, threads=1)
        assert both.engine.information_sets == len(both.walk.sets)
        near: dict[str, Any] = {"abs": 1e-12 * float(np.abs(both.engine.tree.chips).max()), "rel": 1e-9}
        assert found.expected_value == pytest.approx(both.walk.expected_value(by_key), **near)
        for p in (0, 1):
            assert found.best_response[p] == pytest.approx(both.walk.best_response(by_key, p), **near)

    holds(check, draws, st.integers(1, 4), st.integers(0, 2**32), st.data())


ALGORITHMS = {
    "cfr": (),
    "cfr+": ("gamma", "delay"),
    "lcfr": (),
    "dcfr": ("alpha", "beta", "gamma"),
    "pcfr+": ("gamma", "delay"),
}
NUMBERS = {
    "alpha": st.floats(-1, 3),
    "beta": st.floats(-1, 2),
    "gamma": st.floats(0, 4),
    "delay": st.integers(0, 9),
}


@st.composite
def algorithms(draw: st.DrawFn) -> str:
    """Return an algorithm of the CFR family with parameters, as text."""
    name = draw(st.sampled_from(sorted(ALGORITHMS)))
    given = [f"{key}={draw(NUMBERS[key])!r}" for key in ALGORITHMS[name]]
    given += [flag for flag in ("optimistic", "simultaneous") if draw(st.booleans())]
    return f"{name}({', '.join(given)})"


class Engines:
    """Both engines on a game, with the same random regrets, none of them 0."""

    def __init__(self, both: Any, how: str, iteration: int, seed: int) -> None:
        self.both, self.tree = both, trees.explicit_tree(both.book)
        self.vector = Solver(both.engine, algorithm(how), dtype="float64", threads=1)
        self.explicit = trees.TreeSolver(self.tree, how)
        self.places = self._places()
        rng, stake = np.random.default_rng(seed), float(np.abs(both.engine.tree.chips).max())
        arrays = [rng.normal(size=self.tree.edges) * stake for _ in range(2)]
        average = rng.random(self.tree.edges)
        if algorithm(how).name in ("cfr+", "pcfr+"):
            arrays[0] = np.abs(arrays[0])
        if not algorithm(how).optimistic:
            arrays.pop()
        size = len(self.vector.arrays()[1])
        regrets, sums = np.zeros(len(arrays) * size), np.zeros(size)
        for i, array in enumerate(arrays):
            regrets[i * size + self.places] = array
        sums[self.places] = average
        self.vector.restore(iteration, regrets, sums)
        prediction = arrays[1] if len(arrays) == 2 else self.explicit.arrays()[2]
        self.explicit.restore(iteration, arrays[0], average, prediction)

    def _places(self) -> np.ndarray:
        """Return the position of each edge of the explicit tree in the engine for poker games."""
        found, sets = (
            np.zeros(self.tree.edges, np.int64),
            {s.key: s.edges for s in self.tree.information_sets},
        )
        numbers = [np.zeros(part.shape) for part in self.vector.strategy()]
        for r, part in enumerate(numbers):
            for rows, column, key in self.both.keys(r):
                part[rows, column] = np.arange(sets[key].start, sets[key].stop) + 1
            self.vector.set_average(r, part)
        average = self.vector.arrays()[1]
        found[average[average > 0].astype(np.int64) - 1] = np.flatnonzero(average)
        return found


@pytest.mark.parametrize("draws", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_both_engines_iterate_alike(draws: int, holds: Any) -> None:
    """This covers any algorithm of the family. Random regrets avoid ties that rounding would break."""

    def check(game: games.Game, how: str, iteration: int, count: int, seed: int) -> None:
        engines = Engines(both_ways.of_cards(game), how, iteration, seed)
        for solver in (engines.vector, engines.explicit):
            solver.iterate(count)
        (regrets, sums), (own, average, _) = engines.vector.arrays(), engines.explicit.arrays()
        size = np.abs(own).max()
        np.testing.assert_allclose(regrets[engines.places], own, rtol=1e-9, atol=1e-12 * size)
        np.testing.assert_allclose(sums[engines.places], average, rtol=1e-9)
        one, two = engines.vector.evaluate(), engines.explicit.evaluate()
        near: dict[str, Any] = {"abs": 1e-12 * size, "rel": 1e-9}
        assert one.best_response == pytest.approx(two.best_responses, **near)
        assert one.expected_value == pytest.approx(two.expected_values[0], **near)

    holds(
        check,
        draws,
        random_games.games_of_cards(),
        algorithms(),
        st.integers(0, 50),
        st.integers(1, 3),
        st.integers(0, 2**32),
    )


@pytest.mark.parametrize("draws", [15, pytest.param(150, marks=pytest.mark.slow)])
def test_the_linear_program_and_the_solver_meet(draws: int, holds: Any) -> None:
    """The linear program's strategy is not exploitable, and its value lies between the solver's best responses."""

    def check(game: games.Game) -> None:
        assume(games.sizes(game.rules, game.cards).nodes <= 3000)
        both = both_ways.of_cards(game)
        tree = trees.explicit_tree(both.book)
        exact = solve_by_linear_program(tree)
        by_key = {s.key: exact.strategy[s.edges].tolist() for s in tree.information_sets}
        stake = float(np.abs(both.engine.tree.chips).max())
        for p, sign in ((0, 1), (1, -1)):
            assert both.walk.best_response(by_key, p) == pytest.approx(sign * exact.value, abs=1e-7 * stake)
        found = solve(both.engine, iterations=200, dtype="float64", threads=1).values
        assert -found.best_response[1] <= exact.value + 1e-7 * stake
        assert found.best_response[0] >= exact.value - 1e-7 * stake
        assert -1e-9 * stake <= found.exploitability < 0.1 * stake

    holds(check, draws, random_games.games_of_cards())


@pytest.mark.parametrize("draws", [15, pytest.param(150, marks=pytest.mark.slow)])
def test_openspiel_deals_and_pays_the_same(draws: int, holds: Any) -> None:
    """Values agree if all play uniformly, and if one player responds best to that."""

    def check(game: games.Game) -> None:
        if isinstance(game.rules, games.NoLimitRules):
            values = {**game.rules.values(), "menu": ["pot", "all-in"], "stacks": [game.rules.stack] * 2}
            game = replace(game, betting=games.NoLimitRules(**values))
        cards = game.cards
        # OpenSpiel deals card by card, distinguishes copies, and forgets the order of board cards.
        assume(sum(map(bool, cards.board)) <= 1)
        lines = reference.Betting(game.rules.values()).lines(500)
        assume(lines and perm(cards.deck, 2 * cards.hole + sum(cards.board)) * len(lines) <= 5000)
        try:
            text = games.acpc_text(game)
        except ValueError:
            assume(False)
        peer = trees.explicit_tree(from_openspiel(load_universal_poker_from_acpc_gamedef(text)))
        theirs = trees.evaluate(peer, peer.uniform())
        engine = games.CardGame(game.rules, game.cards)
        ours = evaluate(engine, Solver(engine, algorithm("cfr"), dtype="float64").strategy(), threads=1)
        near: dict[str, Any] = {"abs": 1e-10 * float(np.abs(engine.tree.chips).max()), "rel": 1e-9}
        assert ours.expected_value == pytest.approx(theirs.expected_values[0], **near)
        assert ours.best_response == pytest.approx(theirs.best_responses, **near)

    holds(check, draws, random_games.games_of_cards())
