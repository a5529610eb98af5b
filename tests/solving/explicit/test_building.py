"""Trees from games in Python: their shape, messages, and errors."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pokerdata import CapacityError
from pokerdata.solving.explicit import (
    TreeSolver,
    best_response,
    evaluate,
    expected_values,
    explicit_tree,
    solve,
)
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.solving.explicit.lp import m_values, normal_form


class Nested:
    """A game from nested tuples: (player, set, {action: child}), ("chance", {event: (probability, child)}), or utilities."""

    players = 2

    def __init__(self, node: Any) -> None:
        self.node = node

    def root(self) -> "Nested":
        return self

    @property
    def player(self) -> Any:
        return self.node[0] if isinstance(self.node, tuple) else None

    def legal_actions(self) -> Any:
        return list(self.node[2])

    def chance(self) -> Any:
        return [(event, p) for event, (p, _) in self.node[1].items()]

    def apply(self, action: Any) -> "Nested":
        below = self.node[1][action][1] if self.node[0] == "chance" else self.node[2][action]
        return Nested(below)

    def information_set(self) -> Any:
        return self.node[1]

    def returns(self) -> Any:
        return self.node


def coin(left: Any, right: Any, p: float = 0.5, q: float = 0.5) -> Any:
    return ("chance", {"heads": (p, left), "tails": (q, right)})


FORGETFUL = (0, "first", {a: (0, "again", {"x": [1, -1], "y": [2, -2]}) for a in "ab"})


def test_kuhn_in_arrays() -> None:
    tree = explicit_tree("kuhn")
    assert tree.layers == (0, 1, 4, 10, 22, 46, 58)
    assert tree.player[:10].tolist() == [-1, -1, -1, -1, 0, 0, 0, 0, 0, 0]
    assert tree.utilities.shape == (30, 2)
    assert tree.edges == 24
    assert [tree.history(n) for n in (0, 1, 4, 10)] == [(), ("J",), ("J", "Q"), ("J", "Q", "check")]
    for n in range(1, tree.nodes):
        up = tree.parent[n]
        assert tree.first_child[up] <= n < tree.first_child[up + 1]
        if tree.edge[n] >= 0:
            s = tree.information_sets[tree.set[up]]
            assert s.actions[tree.edge[n] - s.edges.start] == tree.action[n]
            assert tree.set_of_edge[tree.edge[n]] == tree.set[up]
    with pytest.raises(ValueError, match="read-only"):
        tree.player[0] = 0


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (
            coin([0, 0], [0, 0], 0.5, 0.4),
            r"at the root: the probabilities of chance sum to 0.9 .*expected pairs",
        ),
        (coin([0, 0], [0, 0], 1.5, -0.5), r"the probabilities of chance sum to 1.0"),
        (
            coin([0, 0], coin([0, 0], [0, 0], float("nan"))),
            r"after \('tails',\): the probabilities of chance sum to nan",
        ),
        (("chance", {}), r"the probabilities of chance sum to 0"),
        (("chance", {"heads": (None, [0, 0])}), r"chance\(\) is \[\('heads', None\)\]"),
        ((0, "s", {}), r"the actions are \(\); expected one or more"),
        ((2, "s", {"a": [0, 0]}), r"player is 2; expected 0 to 1, 'chance', or None"),
        (("nature", "s", {"a": [0, 0]}), r"player is 'nature'"),
        ((0, ["s"], {"a": [0, 0]}), r"the information set \['s'\] or an action of it cannot be hashed"),
        ((0, "s", {"a": [0]}), r"after \('a',\): returns\(\) is \[0\]; expected 2 numbers up to"),
        ((0, "s", {"a": [0, float("inf")]}), r"returns\(\) is \[0, inf\]"),
        ((0, "s", {"a": [0, -1e101]}), r"returns\(\) is \[0, -1e\+101\]"),
        ((0, "s", {"a": [None, 0]}), r"returns\(\) is \[None, 0\]"),
        (
            coin((0, "s", {"a": [0, 0]}), (0, "s", {"b": [0, 0]})),
            r"after \('tails',\): the actions are \('b',\), elsewhere in the information set 's' they are \('a',\)",
        ),
        (
            FORGETFUL,
            r"information set 'again': player 0 forgets in it what he did, as it holds both "
            r"\('a',\) and.*",
        ),
    ],
)
def test_bad_games(node: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        explicit_tree(Nested(node))


class Alone(MatrixGame):
    """A one-player game."""

    def __init__(self) -> None:
        super().__init__([[0.0]])
        self.players = 1


def test_bad_players_and_size() -> None:
    with pytest.raises(ValueError, match=r"players: expected a whole number, 2 or more, got 1"):
        explicit_tree(Alone())
    with pytest.raises(CapacityError, match="more than 57 nodes"):
        explicit_tree("kuhn", max_nodes=57)
    assert explicit_tree("kuhn", max_nodes=58).nodes == 58


def test_a_player_who_forgets_may_be_allowed() -> None:
    tree = explicit_tree(Nested(FORGETFUL), imperfect_recall=True)
    assert not tree.perfect_recall
    solver = TreeSolver(tree, "cfr")
    solver.iterate(1000)
    assert expected_values(tree, solver.average())[0] == pytest.approx(2, abs=1e-2)
    refused: list[Callable[[], object]] = [
        lambda: solver.evaluate(),
        lambda: best_response(tree, tree.uniform(), 0),
        lambda: TreeSolver(tree, "fictitious-play"),
    ]
    for call in refused:
        with pytest.raises(ValueError, match="needs perfect recall"):
            call()


def test_sets_may_lie_in_several_layers() -> None:
    """Player 1 guesses a coin that player 0 may have turned over twice, unseen."""
    guess = {
        side: (1, "guess", {s: [-1.0, 1.0] if s == side else [1.0, -1.0] for s in "ht"}) for side in "ht"
    }
    game = (
        0,
        "start",
        {"heads": guess["h"], "more": (0, "more", {"heads": guess["h"], "tails": guess["t"]})},
    )
    tree = explicit_tree(Nested(game))
    for how in ("cfr+", "dcfr", "fictitious-play"):
        result = solve(tree, how, target=0.02, iterations=20_000)
        assert result.stopped == "target"
        assert result.values.expected_values[0] == pytest.approx(0, abs=0.04)


def test_strategies_by_words() -> None:
    tree = explicit_tree("kuhn")
    words = tree.words(tree.uniform())
    assert words[1, "J: r"] == {"fold": 0.5, "call": 0.5}
    np.testing.assert_array_equal(tree.strategy(words), tree.uniform())
    bold = tree.strategy({"K: ": {"bet": 3}, (1, "K: r"): {"call": 1}})
    assert tree.words(bold)[0, "K: "] == {"check": 0, "bet": 1}
    assert tree.words(bold)[0, "Q: "] == {"check": 0.5, "bet": 0.5}
    same = tree.strategy_of(lambda s: [0, 1] if s.key in ("K: ", "K: r") else [1, 1])
    np.testing.assert_array_equal(bold, same)
    value, response = best_response(tree, bold, 1)
    assert expected_values(tree, response)[1] == pytest.approx(value)
    assert value == pytest.approx(evaluate(tree, bold).best_responses[1])


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.5, 0.5], r"strategy: expected shape \(24,\), a weight for each edge, or a mapping.*got \(2,\)"),
        (np.full(24, -1.0), r"weight in a strategy: expected a number, 0 to 1e\+300, got -1\.0"),
        (np.full(24, np.nan), r"weight in a strategy: expected a number, 0 to 1e\+300, got nan"),
        ("check", "strategy: expected numbers.*got 'check'"),
        ({"Q:": {"check": 1}}, r"information set 'Q:': expected one of this game's, e\.g\. \(0, 'J: '\)"),
        ({"Q: ": {"fold": 1}}, r"action in 'Q: ': expected one of \('check', 'bet'\), got 'fold'"),
    ],
)
def test_bad_strategies(weights: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(explicit_tree("kuhn"), weights)


def test_names_that_players_share() -> None:
    tree = explicit_tree(
        Nested(
            (0, "move", {0: (1, "move", {0: [1, -1], 1: [-1, 1]}), 1: (1, "move", {0: [0, 0], 1: [1, -1]})})
        )
    )
    with pytest.raises(ValueError, match=r"several players have one of this name; expected \(player, name\)"):
        tree.strategy({"move": {0: 1}})
    assert tree.strategy({(1, "move"): {0: 1}}).tolist() == [0.5, 0.5, 1, 0]


def test_bad_matrix_games() -> None:
    rule = "utilities: expected one array for each player with an axis for each player, got shapes "
    with pytest.raises(ValueError, match=rule + r"\[\(1, 2\), \(2, 1\)\]"):
        MatrixGame([[1, 2]], [[1], [2]])
    with pytest.raises(ValueError, match=rule + r"\[\(2,\), \(2,\)\]"):
        MatrixGame([1, 2])


def test_a_game_of_three_that_is_no_zero_sum() -> None:
    """All players win if all agree; best responses follow the majority."""
    agree = np.zeros((2, 2, 2))
    agree[0, 0, 0] = agree[1, 1, 1] = 1
    tree = explicit_tree(MatrixGame(agree, agree, 2 * agree))
    assert not tree.zero_sum
    value = evaluate(tree, {"player 0": {1: 1}, "player 1": {1: 1}, "player 2": {0: 1}})
    assert (*value.expected_values,) == (0, 0, 0)
    assert (*value.best_responses,) == (0, 0, 2)
    assert (value.nash_conv, value.exploitability) == (2, 2 / 3)


def test_optional_packages_are_not_imported() -> None:
    program = (
        "import sys; sys.modules.update(scipy=None, pyspiel=None, matplotlib=None); "
        "from pokerdata.solving.explicit import lp, openspiel, examples"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_numbers_of_nodes_stay_within_32_bits() -> None:
    for most in (0, 2**31, 1e6):
        with pytest.raises(
            ValueError, match=r"max_nodes: expected a whole number from 1 to 2147483646.*got .*"
        ):
            explicit_tree("kuhn", max_nodes=most)  # type: ignore[arg-type]


def test_long_games_take_little_memory() -> None:
    """The sequences have 4,000 own actions, and storing each in full would take 64 MB."""

    def node(left: int) -> Any:
        return [float(left), float(-left)] if left == 0 else (0, left, {"stop": [1.0, -1.0], "go": left - 1})

    class Long(Nested):
        def apply(self, action: Any) -> "Nested":
            below = self.node[2][action]
            return Long(node(below) if isinstance(below, int) else below)

    tree = explicit_tree(Long(node(4000)))
    tracemalloc.start()
    assert m_values(tree) == (4000.0, 0)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.reset_peak()
    plans = normal_form(explicit_tree(Long(node(400)))).plans[0]
    assert plans.shape == (401, 800)
    assert tracemalloc.get_traced_memory()[1] < 40_000_000  # less than the plans below every set
    tracemalloc.stop()
