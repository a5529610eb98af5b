"""Estimates of players' expected values at each node of a betting tree, from strategies, strength or hands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata._core.solvers import Terminals
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.text import counted
from pokerdata.errors import CapacityError, TableError
from pokerdata.games import BettingTree, SolvableGame, same_game
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.strategies import Probabilities, Strategy
from pokerdata.games.strategies.strategy_file import check_strategy
from pokerdata.players.agents import Agent


class ValueRows:
    """Memory order of `Values::assign` in the kernels.

    Each node has the values of its states. A node that starts a later street is followed by the values of the previous
    street's states, for which only the earlier cards are known.

    Args:
        tree: The betting tree.
        states: Number of states on each street.
    """

    def __init__(self, tree: BettingTree, states: Sequence[int]) -> None:
        of_street = np.asarray(states, np.int64)
        street = tree.street.astype(np.int64)
        self.starting = np.zeros(tree.nodes, np.bool_)  # whether each node starts a later street
        for roots in tree.street_roots[1:]:
            self.starting[roots] = True
        self._own = of_street[street]
        self._before = np.where(self.starting, of_street[street - 1], 0)
        ends = np.cumsum(self._own + self._before)
        self._first = ends - self._own - self._before
        self.size = int(ends[-1])

    def own(self, node: int) -> slice:
        """Return the slice of a node's values by states of its street."""
        first = int(self._first[node])
        return slice(first, first + int(self._own[node]))

    def before(self, node: int) -> slice:
        """Return the slice of the values by states of the previous street, for a node that starts a later street."""
        first = int(self._first[node] + self._own[node])
        return slice(first, first + int(self._before[node]))

    def empty(self) -> NDArray[np.float32]:
        """Return values of 0.

        Returns:
            float32 [size].
        """
        return np.zeros(self.size, np.float32)


#: Probability that a player leaves its strategy, so that every node has a value.
TREMBLE = 1e-6
_CELLS = 1 << 23  # numbers multiplied at once: 64 MB
_MOST_VALUES = 1 << 26  # needs some 4 GB during the computation
_SWEEPS = 50  # upper limit; some nodes take 5, more if one hand says much about the other
_CLOSE = 1e-5  # changes below this part of a node's largest value count as none

Rows = NDArray[np.float64]


def strategy_parts(
    game: SolvableGame, strategies: tuple[Probabilities, Probabilities], *, threads: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return exact values of all nodes in the game, as a sum of two parts, one for each player.

    Let u(s0, s1) be the chips that player 1 (number 0) wins from a node on with these states of both hands. Weigh states by
    their probability to reach the node. Parts f and g are those of the sum f(s0) + g(s1) that is nearest to u in mean
    square: f(s0) + E[g | s0] = E[u | s0] and g(s1) + E[f | s1] = E[u | s1]. So the estimate is exact wherever only one hand
    is known. The means E[u | s0] and E[u | s1] are exact. Parts f and g follow from them by alternating updates, at most 50,
    until they change by less than a hundred-thousandth of the node's largest value.

    Each player leaves its strategy with probability `TREMBLE`, each action alike, so that nodes that are never reached have
    values, too. Where even that underflows, values are the mean of the node, or 0.

    Args:
        game: The game of the strategies.
        strategies: Strategies of player 1 and player 2: for each street probabilities [edges of the street, states].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The part of each player, float32, in the order of `ValueRows`.

    Raises:
        ValueError: If the strategies do not fit the game.
        CapacityError: If there are more than 2**26 nodes times states.
    """
    for strategy in strategies:
        check_strategy(game.tree, game.states, strategy)
    rows = ValueRows(game.tree, game.states)
    if rows.size > _MOST_VALUES:
        raise CapacityError(
            f"values: expected at most {_MOST_VALUES:,} nodes times states for exact values, got {rows.size:,}; e.g. "
            "values from hands, or a strategy with fewer buckets"
        )
    return _Walk(game, strategies, rows, threads).parts()


class _Walk:
    """Reach probabilities of both players at all nodes, and the values there."""

    def __init__(
        self,
        game: SolvableGame,
        strategies: tuple[Probabilities, Probabilities],
        rows: ValueRows,
        threads: int,
    ) -> None:
        self.game, self.tree, self.rows, self.threads = game, game.tree, rows, threads
        self.terminals = Terminals(game.core)
        streets = range(game.rules.streets)
        self.parents = [game.core.state_parents(r) for r in streets]
        bounds = np.searchsorted(self.tree.street, [*streets, game.rules.streets]).tolist()
        self.nodes = [range(bounds[r], bounds[r + 1]) for r in streets]
        self.edge = np.zeros(self.tree.nodes, np.int64)  # the edge that leads to each node
        self.edge[self.tree.child] = np.arange(len(self.tree.child))
        self.shares = [self._shares(r, strategies) for r in streets]
        self.reach = [self._reaches(player) for player in (0, 1)]

    def _shares(self, street: int, strategies: tuple[Probabilities, Probabilities]) -> Rows:
        """Return the acting player's probabilities [edges of the street, states], with trembling."""
        edges = self.tree.street_edges(street)
        found = np.empty((edges.stop - edges.start, self.game.states[street]))
        for node in self.tree.decision_nodes(street).tolist():
            where = self.tree.rows(node)
            played = np.asarray(strategies[int(self.tree.player[node])][street][where], np.float64)
            found[where] = (1 - TREMBLE) * played / played.sum(axis=0) + TREMBLE / len(played)
        return found

    def _arriving(self, reach: list[Rows], player: int, node: int) -> Rows:
        """Return a player's own reach probability of a node, by its states on the street of the decision above."""
        above = int(self.tree.parent[node])
        street = int(self.tree.street[above])
        found: Rows = reach[street][above - self.nodes[street].start]
        if self.tree.player[above] == player:
            found = found * self.shares[street][self.edge[node] - self.tree.street_edges(street).start]
        return found

    def _reaches(self, player: int) -> list[Rows]:
        """Return for each street the reach probabilities of a player at its nodes [nodes, states]."""
        found: list[Rows] = []
        for street, nodes in enumerate(self.nodes):
            found.append(np.ones((len(nodes), self.game.states[street])))
            for node in nodes:
                if node == 0:
                    continue
                arriving = self._arriving(found, player, node)
                if self.rows.starting[node]:
                    arriving = arriving[self.parents[street]]
                found[street][node - nodes.start] = arriving
        return found

    def parts(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the estimated values of player 0 from each node on, one part for each player."""
        found = self.rows.empty(), self.rows.empty()
        below: tuple[dict[int, Rows], ...] = ({}, {})  # starts of the street below, by states above
        for street in reversed(range(len(self.nodes))):
            nodes, states = self.nodes[street], self.game.states[street]
            values = [self._won(player, street, below[player]) for player in (0, 1)]
            for some in _parts(len(nodes), states):
                reach = [self.reach[player][street][some] for player in (0, 1)]
                told = self._nearest_sum(street, reach, [of_player[some] for of_player in values])
                for number, first, second in zip(nodes[some], *told, strict=True):
                    found[0][self.rows.own(number)], found[1][self.rows.own(number)] = first, second
            below = ({}, {})
            starting = [node for node in nodes if self.rows.starting[node]]
            for some in _parts(len(starting), self.game.states[street - 1]):
                chosen = starting[some]
                at = np.array(chosen) - nodes.start
                reach = [
                    np.stack([self._arriving(self.reach[player], player, node) for node in chosen])
                    for player in (0, 1)
                ]
                before = [summed(self.game, of_player[at], street) for of_player in values]
                told = self._nearest_sum(street - 1, reach, before)
                for player in (0, 1):
                    below[player].update(zip(chosen, before[player], strict=True))
                    for node, row in zip(chosen, told[player], strict=True):
                        found[player][self.rows.before(node)] = row
        return found

    def _nearest_sum(self, street: int, reach: list[Rows], values: list[Rows]) -> tuple[Rows, Rows]:
        """Return the parts of the sum that is nearest to player 0's winnings with both hands."""
        likely = [self._times_deals(street, reach[1 - player]) for player in (0, 1)]
        mean = _divided((reach[0] * values[0]).sum(axis=1), (reach[0] * likely[0]).sum(axis=1), 0.0)[:, None]
        won = _divided(values[0], likely[0], mean), _divided(-values[1], likely[1], mean)
        first, second = np.zeros_like(won[0]), won[1] - mean
        close = _CLOSE * np.abs(won[1]).max(axis=1)
        open_ = np.arange(len(mean))
        for _ in range(_SWEEPS):
            if not len(open_):
                break
            theirs = self._times_deals(street, reach[1][open_] * second[open_])
            first[open_] = won[0][open_] - mean[open_] - _divided(theirs, likely[0][open_], 0.0)
            own = self._times_deals(street, reach[0][open_] * first[open_])
            new = won[1][open_] - mean[open_] - _divided(own, likely[1][open_], 0.0)
            change = np.abs(new - second[open_]).max(axis=1)
            second[open_] = new
            open_ = open_[change > close[open_]]
        return first, second + mean

    def _won(self, player: int, street: int, below: dict[int, Rows]) -> Rows:
        """Return a player's counterfactual values at the nodes of a street: not divided by the other's reach."""
        tree, nodes = self.tree, self.nodes[street]
        other = self.reach[1 - player][street]
        values = np.empty((len(nodes), self.game.states[street]))
        sign = 1 if player == 0 else -1
        kinds = tree.kind[nodes.start : nodes.stop]
        chips = tree.chips[nodes.start : nodes.stop, None]
        folds, showdowns = (
            np.flatnonzero(kinds == FOLD),
            np.flatnonzero((kinds != FOLD) & (kinds != DECISION)),
        )
        for some in _parts(len(folds), self.game.states[street]):
            at = folds[some]
            values[at] = sign * chips[at] * self._times_deals(street, other[at])
        for some in _parts(len(showdowns), self.game.states[-1]):
            at = showdowns[some]
            values[at] = chips[at] * self._dealt_out(other[at], street)
        for number in np.flatnonzero(kinds == DECISION)[::-1].tolist():
            node = nodes.start + number
            own = tree.player[node] == player
            total = np.zeros(self.game.states[street])
            for row, child in enumerate(tree.children(node), tree.rows(node).start):
                value = below[child] if child in below else values[child - nodes.start]
                total += self.shares[street][row] * value if own else value
            values[number] = total
        return values

    def _times_deals(self, street: int, reach: Rows) -> Rows:
        found: Rows = self.terminals.folds(street, np.ascontiguousarray(reach.T), self.threads).T
        return found

    def _dealt_out(self, reach: Rows, street: int) -> Rows:
        return dealt_out(self.game, self.terminals, reach, street, self.threads)


def dealt_out(game: SolvableGame, terminals: Terminals, reach: Rows, street: int, threads: int) -> Rows:
    """Return the winnings per chip at stake when the board is dealt out without betting, times the deal's probability.

    Args:
        game: The game.
        terminals: Terminal nodes of the game.
        reach: float64 [rows, states], reach probabilities of the opponent on the street.
        street: The street, from 0.
        threads: As for `strategy_parts`.

    Returns:
        float64 [rows, states].
    """
    if game.core.settles(street):
        found: Rows = terminals.showdowns(street, np.ascontiguousarray(reach.T), threads).T
        return found
    below = reach[:, game.core.state_parents(street + 1)]
    return summed(game, dealt_out(game, terminals, below, street + 1, threads), street + 1)


def summed(game: SolvableGame, values: Rows, street: int) -> Rows:
    """Sum the states of a street by the states of the previous street.

    Args:
        game: The game.
        values: float64 [rows, states].
        street: The street, from 1.

    Returns:
        float64 [rows, states of the street before].
    """
    parents, states = game.core.state_parents(street), game.states[street - 1]
    return np.stack([np.bincount(parents, weights=row, minlength=states) for row in values])


def _parts(count: int, states: int) -> Iterator[slice]:
    size = max(1, _CELLS // states)
    for start in range(0, count, size):
        yield slice(start, min(count, start + size))


def _divided(values: Rows, likely: Rows, instead: float | Rows) -> Rows:
    """Return values divided by probabilities; `instead` if the probability is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = values / likely
    return np.where((likely > 0) & np.isfinite(found), found, instead)


def strength_parts(
    game: SolvableGame, *, threads: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return values of all nodes by strength, as two parts: the pot times EHS, negative for player 2.

    The pot includes a bet that is not called. After a fold the values are exact.

    Args:
        game: The game.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The part of each player, float32, in the order of `ValueRows`.
    """
    tree, rows = game.tree, ValueRows(game.tree, game.states)
    strengths, pots = state_strengths(game, threads=threads), _pots(tree)
    first, second = rows.empty(), rows.empty()
    for node in range(tree.nodes):
        if tree.kind[node] == FOLD:
            first[rows.own(node)] = tree.chips[node]
            continue
        street = int(tree.street[node])
        first[rows.own(node)] = pots[node] * strengths[street]
        second[rows.own(node)] = -pots[node] * strengths[street]
        if rows.starting[node]:
            first[rows.before(node)] = pots[node] * strengths[street - 1]
            second[rows.before(node)] = -pots[node] * strengths[street - 1]
    return first, second


def state_strengths(game: SolvableGame, *, threads: int = 0) -> list[NDArray[np.float64]]:
    """Return the EHS of each state: the mean share of the pot at showdown against a random hand.

    It is exact: over all hands of the state and all cards to come, from the cards of the game or its joint counts.

    Args:
        game: The game.
        threads: As for `strength_parts`.

    Returns:
        For each street float64 [states], 0 to 1; 1/2 for a state that cannot occur.
    """
    terminals, found = Terminals(game.core), []
    for street, states in enumerate(game.states):
        anything = np.ones((1, states))
        won = dealt_out(game, terminals, anything, street, threads)[0]
        dealt = terminals.folds(street, np.ascontiguousarray(anything.T), threads)[:, 0]
        found.append((1 + np.divide(won, dealt, out=np.zeros(states), where=dealt > 0)) / 2)
    return found


def _pots(tree: BettingTree) -> NDArray[np.int64]:
    """Return the chips that both players have put in at each node."""
    paid = np.zeros((tree.nodes, 2), np.int64)
    paid[0] = [tree.rules.ante + blind for blind in tree.rules.blinds]
    for node in range(tree.nodes):
        for edge in tree.edges(node):
            child = tree.child[edge]
            paid[child] = paid[node]
            paid[child, tree.player[node]] = tree.to[edge]
    pots: NDArray[np.int64] = paid.sum(axis=1)
    return pots


#: Default number of hands to estimate values from.
FIT_HANDS = 1_000_000
MOST_FIT_HANDS, MOST_SEED = 10**11, 2**64 - 1


@dataclass(frozen=True, eq=False)
class Values:
    """Player 1's expected winnings from each node of a strategy's betting tree on, by the states of both hands.

    A bad estimate biases no correction: corrections by any function of the past have the mean 0. The better the estimate,
    the more luck is removed.

    Attributes:
        reference: The agent that provides the betting tree and the states of hands.
        players: Names of player 1 and player 2 of the hands or strategies used; empty for values from strength.
        hands: Number of hands played for the estimate; 0 for none.
        seed: Seed of these hands, which are independent of a match's hands.
        core: Values in the kernels' format.
    """

    reference: Agent
    players: tuple[str, ...]
    hands: int
    seed: int
    core: _core.Values = field(repr=False)

    @classmethod
    def fit(
        cls,
        first: Agent,
        second: Agent,
        *,
        reference: Agent | None = None,
        hands: int = FIT_HANDS,
        seed: int = 0,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Values:
        """Estimate values as means over hands that two agents play, independent of the hands that will be corrected.

        A mean of few hands is shrunk towards the mean of the node before it. It plays some 10 million hands a minute and
        thread between two strategies. In hold'em each action sequence to the flop adds some 0.2 s.

        Args:
            first: Player 1.
            second: Player 2.
            reference: An agent with a strategy; by default the first of the two that has one.
            hands: Number of hands to play.
            seed: Seed of the random numbers; the same seed gives the same bits on any number of threads.
            threads: 0 for all processors, or up to 1024.
            progress: Called with the hands done and the total.

        Raises:
            ValueError: If no agent has a strategy, the agents play different games, or a number is invalid.
            CapacityError: If the tree has more nodes and states than fit into the memory limit.
        """
        found = reference or (second if first.strategy is None else first)
        _strategy_of("reference", found)
        count = as_count(hands, "hands", 1, MOST_FIT_HANDS, FIT_HANDS)
        seed = as_count(seed, "seed", 0, MOST_SEED, 1)
        assert found.rules is not None
        core = _empty(found)
        core.fit(found.rules.core, first.core, second.core, seed, count, threads, progress)
        return cls(found, (first.name, second.name), count, seed, core)

    @classmethod
    def of_strategy(
        cls,
        first: Agent,
        second: Agent | None = None,
        *,
        threads: int = 0,
        tables: str | os.PathLike[str] | None = None,
    ) -> Values:
        """Compute exact values of two strategies against each other in their game, without playing hands.

        The values are a sum of one part for each player. Of all such sums this is the nearest to player 1's winnings with
        both hands, states weighed by their reach probability. With one player's hand alone it is exact (over buckets:
        within the abstraction). Each player leaves its strategy once in a million decisions, so that nodes that are never
        reached have values, too. Limit hold'em with 5 buckets takes some 10 s and 1 GB.

        Args:
            first: Player 1, which provides the betting tree and states.
            second: Player 2, which plays the same game over the same states; by default `first` again.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
            tables: The folder of the joint counts of a card abstraction; by default the folder of the strategy's file.

        Raises:
            ValueError: If an agent has no strategy, or games or states differ.
            TableError: If the joint counts are missing, or the states forget earlier buckets.
            CapacityError: If there are more than 2**26 nodes times states, or the joint counts do not fit into memory.
        """
        strategy = _strategy_of("first", first)
        other = strategy if second is None else _strategy_of("second", second)
        game = strategy.game(tables)
        opponent = second or first
        if not same_states(first, opponent, tables):
            raise ValueError(
                f"second: expected a strategy of the same game over the same states as {first.name}, got "
                f"{opponent.name}, which plays {other.label}; e.g. {first.name} again"
            )
        parts = strategy_parts(game, (strategy.strategy, other.strategy), threads=threads)
        return cls(first, (first.name, opponent.name), 0, 0, _assigned(first, parts, threads))

    @classmethod
    def of_strength(
        cls,
        reference: Agent,
        *,
        threads: int = 0,
        tables: str | os.PathLike[str] | None = None,
    ) -> Values:
        """Compute values as the pot times the difference of both hands' strengths, without playing hands.

        After a fold the values are exact. The strength of a state is its EHS, the mean share of the pot at showdown against
        a random hand. It is exact over all hands of the state and all cards to come, from the cards of the game or the
        joint counts of its buckets.

        Args:
            reference: An agent with a strategy; only its betting tree and states are used.
            threads: As for `of_strategy`.
            tables: As for `of_strategy`.

        Raises:
            ValueError: If the agent has no strategy.
            TableError: As `of_strategy`.
            CapacityError: If the tree has more nodes and states than fit into the memory limit.
        """
        strategy = _strategy_of("reference", reference)
        parts = strength_parts(strategy.game(tables), threads=threads)
        return cls(reference, (), 0, 0, _assigned(reference, parts, threads))

    def __repr__(self) -> str:
        if not self.players:
            return f"Values(strength, {self.reference.name})"
        first, second = self.players
        how = counted(self.hands, "hand") if self.hands else "exact"
        return f"Values({first} against {second}, {how})"


def _strategy_of(name: str, agent: Agent) -> Strategy:
    if agent.strategy is None or not has_strategy(agent):
        raise ValueError(
            f"{name}: expected an agent with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
        )
    return agent.strategy


def _empty(reference: Agent) -> _core.Values:
    assert isinstance(reference.core, AbstractAgent)
    return _core.Values(reference.core)


def _assigned(
    reference: Agent, parts: tuple[NDArray[np.float32], NDArray[np.float32]], threads: int
) -> _core.Values:
    core = _empty(reference)
    core.assign(*parts, threads)
    return core


def same_states(first: Agent, second: Agent, tables: str | os.PathLike[str] | None = None) -> bool:
    """Return whether both agents have strategies of the same game over the same states of hands."""
    one, two = first.strategy, second.strategy
    if one is None or two is None or (one.cards, one.abstraction) != (two.cards, two.abstraction):
        return False
    if one.rules.values() | {"name": ""} != two.rules.values() | {"name": ""}:
        return False
    if one is two or one.cards:
        return True
    try:
        return same_game(one.game(tables), two.game(tables))
    except TableError:  # one agent's states have no joint counts
        return False


def has_strategy(agent: Agent) -> bool:
    """Return whether the agent plays a strategy with known probabilities."""
    return isinstance(agent.core, AbstractAgent)
