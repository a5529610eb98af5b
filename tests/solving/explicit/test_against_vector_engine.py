"""Both engines share only the update policy, and agree as far as rounding allows."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from helpers.on_trees import over_edges
from pokerdata.games import GAMES, CardGame, CardRules, Game, LimitRules
from pokerdata.solving import algorithm
from pokerdata.solving.explicit import GameTree, TreeSolver, explicit_tree
from pokerdata.solving.public import Solver

# Iterations for which both agree to 1e-9 at least: rounding errors grow in every iteration, as shown below.
ITERATIONS = {"kuhn": 100, "leduc": 30, "twelve-card": 15}
ALGORITHMS = [
    "cfr",
    "cfr(simultaneous)",
    "cfr(optimistic)",
    "cfr+",
    "cfr+(gamma=2)",
    "lcfr",
    "lcfr(optimistic, simultaneous)",
    "dcfr",
    "dcfr(beta=0.5)",
    "dcfr(optimistic)",
    "dcfr(simultaneous)",
    "pcfr+",
]


@cache
def tree_of(name: str) -> GameTree:
    return explicit_tree(GAMES[name])


def engines(game: Game, how: str, tree: GameTree | None = None) -> tuple[Solver, TreeSolver]:
    vector = Solver(CardGame(game.rules, game.cards), algorithm(how), dtype="float64", threads=1)
    return vector, TreeSolver(tree or explicit_tree(game), how)


@pytest.mark.parametrize("how", ALGORITHMS)
@pytest.mark.parametrize("name", ITERATIONS)
def test_iteration_by_iteration(name: str, how: str) -> None:
    tree = tree_of(name)
    vector, explicit = engines(GAMES[name], how, tree)
    for iteration in range(1, ITERATIONS[name] + 1):
        vector.iterate(1)
        explicit.iterate(1)
        if iteration <= 5 or iteration == ITERATIONS[name]:
            one, two = vector.evaluate(), explicit.evaluate()
            assert two.best_responses == pytest.approx(one.best_response, abs=1e-10)
            assert two.expected_values[0] == pytest.approx(one.expected_value, abs=1e-10)
    for mine, theirs in ((vector.strategy(), explicit.average()), (vector.current(), explicit.current())):
        assert mine[0].dtype == np.float64
        np.testing.assert_allclose(over_edges(tree, vector.game, mine), theirs, atol=1e-9)


class ExactCfr:
    """DCFR(1.5, 0) in decimal arithmetic of 60 digits: slow, plain, and exact enough to detect a regret of 0."""

    ZERO = Decimal("1e-40")

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.player, self.set, self.edge = tree.player.tolist(), tree.set.tolist(), tree.edge.tolist()
        first = tree.first_child.tolist()
        self.children = [range(a, b) for a, b in pairwise(first)]
        utilities = np.zeros((tree.nodes, 2))
        utilities[tree.terminals] = tree.utilities
        self.utilities = [[Decimal(u) for u in column] for column in utilities.T.tolist()]
        self.iterations = 0
        self.regrets = [Decimal(0)] * tree.edges
        self.strategy = [Decimal(0)] * tree.edges
        with localcontext(prec=60):
            chances = [Fraction(c).limit_denominator(10_000) for c in tree.chance.tolist()]
            self.chance = [Decimal(c.numerator) / c.denominator for c in chances]
            self.play(0)
            self.play(1)

    def play(self, player: int) -> None:
        for s in self.tree.information_sets:
            if s.player == player:
                plus = [r if r > self.ZERO else Decimal(0) for r in self.regrets[s.edges]]
                total, even = sum(plus), [Decimal(1) / len(plus)] * len(plus)
                self.strategy[s.edges] = [r / total for r in plus] if total else even

    def iterate(self) -> None:
        self.iterations += 1
        positive = Decimal(self.iterations**1.5 / (self.iterations**1.5 + 1))
        with localcontext(prec=60):
            for p in (0, 1):
                values = self.values(p)
                for s in self.tree.information_sets:
                    if s.player == p:
                        edges = range(s.edges.start, s.edges.stop)
                        value = sum(self.strategy[e] * values[e] for e in edges)
                        for e in edges:
                            regret = self.regrets[e] + values[e] - value
                            self.regrets[e] = regret * (positive if regret > 0 else Decimal("0.5"))
                self.play(p)

    def values(self, player: int) -> list[Decimal]:
        """Return counterfactual values of a player's actions, over edges."""
        worth, values = [Decimal(1)] * self.tree.nodes, [Decimal(0)] * self.tree.edges
        for n, below in enumerate(self.children):
            for c in below:
                step = self.chance[c] if self.set[n] < 0 else self.strategy[self.edge[c]]
                worth[c] = worth[n] if self.player[n] == player else worth[n] * step
        for n, below in reversed(list(enumerate(self.children))):
            own = self.player[n] == player
            for c in below if own else ():
                values[self.edge[c]] += worth[c]
            if below:
                worth[n] = sum(
                    (worth[c] * (self.strategy[self.edge[c]] if own else 1) for c in below), Decimal(0)
                )
            else:
                worth[n] *= self.utilities[player][n]
        return values

    def tied(self, edges: slice) -> bool:
        """Return whether the largest regret is 0: then only the sign of rounding decides the regret-matching strategy."""
        return abs(max(self.regrets[edges])) < self.ZERO


def test_rounding_decides_ties() -> None:
    """Where an engine first departs from exact arithmetic, the largest regret is exactly 0."""
    rules = LimitRules(name="ante of 3", ante=3, bets=(2, 5), caps=(3, 3), first_to_act=(1, 1))
    game = Game(rules, CardRules("9TA", copies=2, board=(0, 1)))
    vector, explicit = engines(game, "dcfr")
    exact = ExactCfr(explicit.tree)
    for _ in range(30):
        vector.iterate(1)
        explicit.iterate(1)
        exact.iterate()
        strategy = np.array(exact.strategy, dtype=float)
        found = (over_edges(explicit.tree, vector.game, vector.current()), explicit.current())
        off = np.max([np.abs(one - strategy) for one in found], axis=0)
        parted = [s for s in explicit.tree.information_sets if off[s.edges].max() > 1e-9]
        assert all(exact.tied(s.edges) for s in parted)
        if exact.iterations == 1:
            assert sum(exact.tied(s.edges) for s in explicit.tree.information_sets) > 100
        if parted:
            break


def test_rounding_grows() -> None:
    """On Leduc hold'em both engines depart from exact arithmetic as fast as any small difference grows, without ties."""
    vector, explicit = engines(GAMES["leduc"], "dcfr", tree_of("leduc"))
    exact, other = ExactCfr(explicit.tree), ExactCfr(explicit.tree)
    far = []
    for iteration in range(1, 51):
        if iteration == 11:
            other.regrets[0] += Decimal("1e-30")
        vector.iterate(1)
        explicit.iterate(1)
        exact.iterate()
        other.iterate()
        if iteration >= 10:
            assert not any(exact.tied(s.edges) for s in explicit.tree.information_sets)
            assert [r > 0 for r in exact.regrets] == [r > 0 for r in other.regrets]
        strategy = np.array(exact.strategy, dtype=float)
        found = (over_edges(explicit.tree, vector.game, vector.current()), explicit.current())
        apart = max(abs(a - b) for a, b in zip(exact.strategy, other.strategy, strict=True))
        far.append((float(apart), *(np.abs(one - strategy).max() for one in found)))
    assert far[49][0] > 1e3 * far[14][0] > 0
    for engine in (1, 2):
        assert far[14][engine] < 1e-11
        # a hundred times the growth of the one difference: rounding adds others in every iteration
        assert far[49][engine] < 100 * far[14][engine] * far[49][0] / far[14][0]
        assert far[49][engine] < 1e-6
