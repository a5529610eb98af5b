"""Flat game trees, and exact values of strategies in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import trees as _core
from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.text import brief

CHANCE, TERMINAL = -1, -2
_MOST_WEIGHT = 1e300

Weights: TypeAlias = "ArrayLike | Mapping[Any, Mapping[Any, float]]"
"""Weights over the edges of a tree, or {information set: {action: weight}} for the sets of all players."""


@dataclass(frozen=True)
class InformationSet:
    """The states of a game that the player to act cannot tell apart.

    Attributes:
        player: The player to act, from 0.
        key: What the player knows.
        actions: Legal actions.
        edges: Numbers of the actions in strategies.
    """

    player: int
    key: Hashable
    actions: tuple[Hashable, ...]
    edges: slice

    def __repr__(self) -> str:
        actions = ", ".join(map(str, self.actions))
        return brief(self, f"player {self.player}", repr(self.key), f"actions {actions}")

    def _repr_html_(self) -> str:
        return html.facts({"player": self.player, "key": str(self.key), "actions": self.actions})


class GameTree:
    """A finite game in extensive form as flat arrays. Made by `explicit_tree`.

    Nodes are numbered layer by layer from the root, 0; the children of node n are ``first_child[n]`` to
    ``first_child[n + 1] - 1``, in the order of the actions. Players are numbered from 0. The *edges* are the actions of
    all information sets, set after set; strategies are float64 arrays [edges] of probabilities.

    All arguments except ``keys`` are also attributes. The arrays are read-only.

    Args:
        players: Number of players.
        player: int8 [nodes], who acts: -1 for chance, -2 at terminals.
        first_child: int32 [nodes + 1], the first child of each node.
        set: int32 [nodes], the information set, or -1.
        chance: float64 [nodes], the probability of the chance event before the node, or 1.
        utilities: float64 [terminals, players], in the order of the nodes.
        action: The action or event before each node, None at the root.
        layers: The first node of each layer, and the number of nodes.
        keys: What the player knows in each information set.

    Attributes:
        parent: int32 [nodes], -1 at the root.
        edge: int32 [nodes], the edge that leads to the node, or -1.
        information_sets: Every `InformationSet`, in the order of the edges.
        core: The same tree in C++.
    """

    def __init__(
        self,
        *,
        players: int,
        player: NDArray[np.int8],
        first_child: NDArray[np.int32],
        set: NDArray[np.int32],
        chance: NDArray[np.float64],
        utilities: NDArray[np.float64],
        action: Sequence[Hashable],
        layers: Sequence[int],
        keys: Sequence[Hashable],
    ) -> None:
        self.core = _core.GameTree(
            players=players,
            player=player,
            first_child=first_child,
            set=set,
            chance=chance,
            utilities=utilities,
        )
        self.players = players
        self.player, self.first_child, self.set, self.chance = player, first_child, set, chance
        self.utilities = utilities.reshape(-1, players)
        self.action, self.layers = tuple(action), tuple(layers)
        self.parent = np.repeat(np.arange(len(player), dtype=np.int32), np.diff(first_child))
        self.parent = np.concatenate([np.array([-1], np.int32), self.parent])
        first = self.core.first_edge()
        self.edge = np.full(len(player), -1, np.int32)
        below = np.arange(1, len(player), dtype=np.int32)
        up = self.parent[1:]
        decided = set[up] >= 0
        self.edge[1:][decided] = (first[set[up]] + below - first_child[up])[decided]
        nodes = self._first_nodes()
        self.information_sets = tuple(
            InformationSet(
                int(player[n]),
                key,
                tuple(self.action[first_child[n] : first_child[n + 1]]),
                slice(int(first[s]), int(first[s + 1])),
            )
            for s, (n, key) in enumerate(zip(nodes, keys, strict=True))
        )
        for array in (
            self.player,
            self.first_child,
            self.set,
            self.chance,
            self.utilities,
            self.parent,
            self.edge,
        ):
            array.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("players", "player", "first_child", "set", "chance", "utilities", "action", "layers")
        given = {name: getattr(self, name) for name in names}
        return partial(GameTree, **given, keys=[s.key for s in self.information_sets]), ()

    def __repr__(self) -> str:
        sets = f"{len(self.information_sets):,} information sets"
        return brief(self, f"{self.players} players", f"{self.nodes:,} nodes", sets, f"{self.edges:,} edges")

    def _repr_html_(self) -> str:
        told = {
            "players": self.players,
            "nodes": self.nodes,
            "terminals": len(self.terminals),
            "information sets": len(self.information_sets),
            "edges": self.edges,
            "depth": len(self.layers) - 2,
            "zero-sum": self.zero_sum,
            "perfect recall": self.perfect_recall,
        }
        return html.facts(told, caption="GameTree")

    def _first_nodes(self) -> list[int]:
        """Return the first node of each information set."""
        sets, nodes = np.unique(self.set, return_index=True)
        return [int(n) for s, n in zip(sets, nodes, strict=True) if s >= 0]

    @property
    def nodes(self) -> int:
        """Number of nodes, including terminals and chance."""
        return len(self.player)

    @property
    def edges(self) -> int:
        """Number of actions in all information sets: the length of a strategy."""
        return self.information_sets[-1].edges.stop if self.information_sets else 0

    @cached_property
    def terminals(self) -> NDArray[np.int64]:
        """The terminal nodes, in the order of `utilities`."""
        return np.flatnonzero(self.player == TERMINAL)

    @cached_property
    def set_of_edge(self) -> NDArray[np.int64]:
        """The number of the information set of each edge, int64 [edges]."""
        return np.repeat(np.arange(len(self.information_sets)), np.diff(self.core.first_edge()))

    @cached_property
    def zero_sum(self) -> bool:
        """Whether the players' utilities sum to 0 at every terminal, to 1e-9 of the largest."""
        scale = max(1e-300, float(np.abs(self.utilities).max()))
        return bool(np.abs(self.utilities.sum(axis=1)).max() <= 1e-9 * scale)

    @property
    def perfect_recall(self) -> bool:
        """Whether no player ever forgets what it knew or did."""
        return self.core.perfect_recall

    def history(self, node: int) -> tuple[Hashable, ...]:
        """Return the actions and chance events that lead to a node.

        Args:
            node: Number of the node, 0 for the root.
        """
        found: list[Hashable] = []
        while node > 0:
            found.append(self.action[node])
            node = int(self.parent[node])
        return tuple(reversed(found))

    def uniform(self) -> NDArray[np.float64]:
        """Return strategies that play every action with equal probability."""
        return self.core.normalised(np.zeros(self.edges))

    def strategy(self, weights: Weights) -> NDArray[np.float64]:
        """Return strategies of all players as probabilities over edges.

        Args:
            weights: An array [edges], or a mapping {information set: {action: weight}}. If two players have information
                sets with the same key, use {(player, information set): ...}. The weights of a set are normalised; a set
                without weights, or not in the mapping, plays uniformly.

        Returns:
            Float64 [edges], probabilities that sum to 1 in each information set.

        Raises:
            ValueError: For a wrong shape, for weights that are below 0, above 1e300 or not numbers, or for names that the
                game does not have.
        """
        if isinstance(weights, Mapping):
            weights = self._from_mapping(weights)
        array = _numbers(weights)
        if array.shape != (self.edges,):
            raise ValueError(
                f"strategy: expected shape ({self.edges},), a weight for each edge, or a mapping {{information set: "
                f"{{action: weight}}}}, got {array.shape}"
            )
        fits = (array >= 0) & (array <= _MOST_WEIGHT)  # so that no sum is infinite
        if not fits.all():
            raise ValueError(
                f"weight in a strategy: expected a number, 0 to {_MOST_WEIGHT:g}, got {array[~fits][0]}; e.g. 0.5"
            )
        return self.core.normalised(array)

    def words(self, strategy: Weights) -> dict[tuple[int, Hashable], dict[Hashable, float]]:
        """Return strategies as {(player, information set): {action: probability}}, a mapping that `strategy` accepts.

        Args:
            strategy: Weights over edges, as for `strategy`.

        Raises:
            ValueError: For an invalid strategy.
        """
        probabilities = self.strategy(strategy)
        return {
            (s.player, s.key): dict(zip(s.actions, probabilities[s.edges].tolist(), strict=True))
            for s in self.information_sets
        }

    def strategy_of(self, choose: Callable[[InformationSet], Sequence[float]]) -> NDArray[np.float64]:
        """Return strategies from a function that weighs the actions of an information set.

        Args:
            choose: Called with each `InformationSet`; returns a weight of 0 or more for each of its actions.

        Returns:
            Float64 [edges], as from `strategy`.

        Raises:
            ValueError: If the number of weights differs from the number of actions, or `strategy` refuses the weights.
        """
        weights = np.zeros(self.edges)
        for s in self.information_sets:
            chosen = _numbers(choose(s))
            if chosen.shape != (len(s.actions),):
                raise ValueError(
                    f"weights of {s.key!r}: expected one for each of {s.actions}, got {chosen.tolist()}"
                )
            weights[s.edges] = chosen
        return self.strategy(weights)

    def _from_mapping(self, weights: Mapping[Any, Any]) -> NDArray[np.float64]:
        named: dict[Hashable, list[InformationSet]] = {}
        for s in self.information_sets:
            named.setdefault(s.key, []).append(s)
            named.setdefault((s.player, s.key), []).append(s)
        array = np.zeros(self.edges)
        for key, actions in weights.items():
            found = named.get(key, [])
            if len(found) != 1:
                raise ValueError(
                    f"information set {key!r}: "
                    + (
                        "several players have one of this name; expected (player, name), e.g. "
                        if found
                        else "expected one of "
                    )
                    + f"this game's, e.g. {(self.information_sets[0].player, self.information_sets[0].key)!r}"
                )
            for action, weight in actions.items():
                if action not in found[0].actions:
                    raise ValueError(f"action in {key!r}: expected one of {found[0].actions}, got {action!r}")
                array[found[0].edges.start + found[0].actions.index(action)] = weight
        return array


def _numbers(weights: Any) -> NDArray[np.float64]:
    try:
        return np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"strategy: expected numbers, got {weights!r}; e.g. [0.5, 0.5]") from None


@dataclass(frozen=True)
class TreeEvaluation:
    """Exact values of a strategy profile, in units of utility per game.

    Attributes:
        expected_values: What each player wins when all play their strategies.
        best_responses: What each player's best response wins against the strategies of the others.
    """

    expected_values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def numbers(self) -> tuple[float, ...]:
        """Expected values, then best responses."""
        return (*self.expected_values, *self.best_responses)

    @staticmethod
    def of(numbers: Sequence[float]) -> TreeEvaluation:
        """Return an evaluation from the `numbers` of another one."""
        players = len(numbers) // 2
        return TreeEvaluation(tuple(numbers[:players]), tuple(numbers[players:]))

    @property
    def nash_conv(self) -> float:
        """Sum of what each player could gain by deviating alone; 0 in an equilibrium (Lanctot et al. 2017)."""
        return sum(b - u for b, u in zip(self.best_responses, self.expected_values, strict=True))

    @property
    def exploitability(self) -> float:
        """`nash_conv` divided by the number of players."""
        return self.nash_conv / len(self.expected_values)

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.6g}" for value in self.expected_values)
        return brief(self, f"exploitability {self.exploitability:.6g}", f"expected values {values}")

    def _repr_html_(self) -> str:
        rows = [
            (f"player {p}", signed(value, 6), signed(best, 6))
            for p, (value, best) in enumerate(zip(self.expected_values, self.best_responses, strict=True))
        ]
        notes = [f"exploitability {self.exploitability:.6g} a game, in units of utility"]
        return html.table(rows, head=("", "expects", "a best response"), notes=notes)


@dataclass(frozen=True)
class Unreached:
    """Information sets that a solver's average never reached; they play uniformly.

    Attributes:
        sets: Number of such sets.
        probability: Probability that a game reaches one if all play the average.
    """

    sets: int
    probability: float

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def evaluate(tree: GameTree, strategy: Weights) -> TreeEvaluation:
    """Return exact expected values and best-response values of strategies.

    Costs one pass over the tree per player.

    Args:
        tree: A tree with perfect recall.
        strategy: Weights of all players over edges, as `GameTree.strategy` accepts them.

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`), or for a tree without perfect recall.
    """
    values, responses = tree.core.evaluate(tree.strategy(strategy))
    return TreeEvaluation(tuple(values), tuple(responses))


def expected_values(tree: GameTree, strategy: Weights) -> tuple[float, ...]:
    """Return exactly what each player wins per game when all play their strategies.

    Args:
        tree: The game.
        strategy: Weights of all players over edges, as `GameTree.strategy` accepts them.

    Returns:
        One value per player, in units of utility per game.

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`).
    """
    return tuple(tree.core.expected_values(tree.strategy(strategy)))


def best_response(tree: GameTree, strategy: Weights, player: int) -> tuple[float, NDArray[np.float64]]:
    """Return the value of a player's best response, and the strategies with that player's replaced by it.

    Of equally good actions it takes the first.

    Args:
        tree: A tree with perfect recall.
        strategy: Weights of all players over edges, as `GameTree.strategy` accepts them.
        player: The player who responds, from 0.

    Returns:
        The value in units of utility per game, and strategies of all players, float64 [edges].

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`), for a player that the game does not have, or for a tree
            without perfect recall.
    """
    return tree.core.best_response(tree.strategy(strategy), player)
