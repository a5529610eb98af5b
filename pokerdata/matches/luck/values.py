"""Guesses of what players win from each place of a betting tree on, from strategies, strength or hands."""

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
    """The order of `Values::assign` of the kernels: for each node its states, then, where it starts a later street, those
    of the street before, whose cards alone are seen.

    Args:
        tree: The betting tree.
        states: The number of states on each street.
    """

    def __init__(self, tree: BettingTree, states: Sequence[int]) -> None:
        of_street = np.asarray(states, np.int64)
        street = tree.street.astype(np.int64)
        self.starting = np.zeros(tree.nodes, np.bool_)  # of each node, whether it starts a later street
        for roots in tree.street_roots[1:]:
            self.starting[roots] = True
        self._own = of_street[street]
        self._before = np.where(self.starting, of_street[street - 1], 0)
        ends = np.cumsum(self._own + self._before)
        self._first = ends - self._own - self._before
        self.size = int(ends[-1])

    def own(self, node: int) -> slice:
        """The values of a node by states of its street.

        Args:
            node: The node.
        """
        first = int(self._first[node])
        return slice(first, first + int(self._own[node]))

    def before(self, node: int) -> slice:
        """The values of a node that starts a later street by states of the street before.

        Args:
            node: The node.
        """
        first = int(self._first[node] + self._own[node])
        return slice(first, first + int(self._before[node]))

    def empty(self) -> NDArray[np.float32]:
        """Values of 0.

        Returns:
            float32 [size].
        """
        return np.zeros(self.size, np.float32)


#: How likely a player does anything else than his strategy says, so that every place has a value.
TREMBLE = 1e-6
_CELLS = 1 << 23  # numbers that are multiplied at once: 64 MB
_MOST_VALUES = 1 << 26  # some 4 GB while they are computed
_SWEEPS = 50  # at most; some places take 5, and those where a hand tells much of the other's more
_CLOSE = 1e-5  # of the largest value of a node: a change that is none

Rows = NDArray[np.float64]


def strategy_parts(
    game: SolvableGame, strategies: tuple[Probabilities, Probabilities], *, threads: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Exact values of all nodes in the game, as a sum of two parts, one a player.

    Let u(s0, s1) be what player 1 (number 0) wins from a node on with these states of both hands, and weigh states by how
    likely they come there. Parts f and g are those of the sum f(s0) + g(s1) that is nearest to u in mean square: so
    f(s0) + E[g | s0] = E[u | s0] and g(s1) + E[f | s1] = E[u | s1], and the guess is exact wherever one hand is known
    alone. The means E[u | s0] and E[u | s1] are exact; f and g follow from them by turns, until they change by less than a
    hundred-thousandth of the node's largest value, at most 50 times.

    Everybody does anything but what his strategy says with the chance `TREMBLE`, each action alike, so that places that are
    never reached have values, too. Where even that underflows they are the mean of the node, or 0.

    Args:
        game: The game of the strategies.
        strategies: What player 1 and player 2 play: for each street probabilities [edges of the street, states].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The part of each player, float32, in the order of `ValueRows`.

    Raises:
        ValueError: If they are no strategies of the game.
        CapacityError: For more than 2**26 nodes times states.
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
    """Reaches of both players at all nodes, and what each wins there."""

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
        self.edge = np.zeros(self.tree.nodes, np.int64)  # that leads to each node
        self.edge[self.tree.child] = np.arange(len(self.tree.child))
        self.shares = [self._shares(r, strategies) for r in streets]
        self.reach = [self._reaches(player) for player in (0, 1)]

    def _shares(self, street: int, strategies: tuple[Probabilities, Probabilities]) -> Rows:
        """What who acts does [edges of the street, states], with a trembling hand."""
        edges = self.tree.street_edges(street)
        found = np.empty((edges.stop - edges.start, self.game.states[street]))
        for node in self.tree.decision_nodes(street).tolist():
            where = self.tree.rows(node)
            played = np.asarray(strategies[int(self.tree.player[node])][street][where], np.float64)
            found[where] = (1 - TREMBLE) * played / played.sum(axis=0) + TREMBLE / len(played)
        return found

    def _arriving(self, reach: list[Rows], player: int, node: int) -> Rows:
        """How likely a player's own actions lead to a node, by his states on the street of the decision above."""
        above = int(self.tree.parent[node])
        street = int(self.tree.street[above])
        found: Rows = reach[street][above - self.nodes[street].start]
        if self.tree.player[above] == player:
            found = found * self.shares[street][self.edge[node] - self.tree.street_edges(street).start]
        return found

    def _reaches(self, player: int) -> list[Rows]:
        """For each street the reach of a player at its nodes [nodes, states]."""
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
        """The guess of what player 0 wins from each node on, a part for each player."""
        found = self.rows.empty(), self.rows.empty()
        below: tuple[dict[int, Rows], ...] = ({}, {})  # of nodes that start the street below: by states above
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
        """The part of each player in the sum that is nearest to what player 0 wins with both hands."""
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
        """What a player wins from the nodes of a street on, not divided by how likely the other comes there."""
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
    """What a chip at stake wins where the rest of the board is dealt without betting, times the chance of the deal.

    Args:
        game: The game.
        terminals: Of the game.
        reach: float64 [rows, states], of the other on the street.
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
    """Sums of the states of a street by the states of the street before.

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
    """Values of what is likely, or something instead where nothing is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = values / likely
    return np.where((likely > 0) & np.isfinite(found), found, instead)


def strength_parts(
    game: SolvableGame, *, threads: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values of all nodes by strength, as a sum of two parts, one a player: the pot times EHS, of player 2 less than 0.

    The pot is what both have put in, a bet that is not called included. After a fold the values are what is won.

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
    """EHS of each state: the mean share of the pot, all shown down, against a random hand.

    It is over all hands of the state and all cards to come, exactly, from the cards of the game or its joint counts.

    Args:
        game: The game.
        threads: As for `strength_parts`.

    Returns:
        For each street float64 [states], 0 to 1; 1/2 for a state that cannot come about.
    """
    terminals, found = Terminals(game.core), []
    for street, states in enumerate(game.states):
        anything = np.ones((1, states))
        won = dealt_out(game, terminals, anything, street, threads)[0]
        dealt = terminals.folds(street, np.ascontiguousarray(anything.T), threads)[:, 0]
        found.append((1 + np.divide(won, dealt, out=np.zeros(states), where=dealt > 0)) / 2)
    return found


def _pots(tree: BettingTree) -> NDArray[np.int64]:
    """Of each node, the chips that both players have put in."""
    paid = np.zeros((tree.nodes, 2), np.int64)
    paid[0] = [tree.rules.ante + blind for blind in tree.rules.blinds]
    for node in range(tree.nodes):
        for edge in tree.edges(node):
            child = tree.child[edge]
            paid[child] = paid[node]
            paid[child, tree.player[node]] = tree.to[edge]
    pots: NDArray[np.int64] = paid.sum(axis=1)
    return pots


#: Hands that a guess of values is from, if not told otherwise.
FIT_HANDS = 1_000_000
MOST_FIT_HANDS, MOST_SEED = 10**11, 2**64 - 1


@dataclass(frozen=True, eq=False)
class Values:
    """What player 1 wins on average from each place of a strategy's betting tree on, by the states of both hands.

    No correction is biased by a bad guess: any function of what happened so far has corrections with the mean 0. The
    better the guess, the more luck is taken away.

    Attributes:
        reference: The agent whose betting tree and states of hands are used.
        players: Names of player 1 and player 2 of the hands or strategies that the guess is from; none of strength.
        hands: How many were played; 0 where the guess is from none.
        seed: Of their random numbers, which have nothing in common with those of a match.
        core: What the kernels read.
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
        """Means over hands played between two agents, other ones than those that will be corrected.

        At each place a mean of few hands is drawn towards that of the place before it. Some 10 million hands a minute
        and thread between two strategies, and in hold'em some 0.2 s for each way to the flop.

        Args:
            first: Player 1.
            second: Player 2.
            reference: An agent with a strategy; the first of the two that has one, if not given.
            hands: How many to play.
            seed: Of the random numbers; the same seed gives the same bits on any number of threads.
            threads: 0 for all processors, or up to 1024.
            progress: Called with hands done and in all.

        Raises:
            ValueError: Where no agent has a strategy, agents of different games, or invalid numbers.
            CapacityError: For a tree with more places and states than memory is meant for.
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
        """Exact values of two strategies against each other, in the game that they were solved in; no hand is played.

        Of all sums of a part for each player, this one is nearest to what player 1 wins with both hands, states weighed by
        how likely they come to the place: with one player's hand alone it is exact (over buckets: inside the
        abstraction). Everybody is taken to do something else than his strategy says once in a million, so that places
        that are never reached have values, too. Limit hold'em with 5 buckets takes some 10 s and 1 GB.

        Args:
            first: Player 1, whose betting tree and states are used.
            second: Player 2, who plays the same game over the same states; the first himself, if not given.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
            tables: The folder of the joint counts of a card abstraction; that of the strategy's file if not given.

        Raises:
            ValueError: For agents without a strategy, or of other games or states.
            TableError: If the joint counts are missing, or the states forget earlier buckets.
            CapacityError: For more than 2**26 nodes times states, or if the joint counts do not fit into memory.
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
        """The pot times the difference of the strengths of both hands, and what is won after a fold; no hand is played.

        The strength of a state is EHS, its mean share of the pot against a random hand if all is shown down: exact over
        all its hands and all cards to come, from the cards of the game or the joint counts of its buckets.

        Args:
            reference: An agent with a strategy, whose betting tree and states are used; what it plays plays no part.
            threads: As for `of_strategy`.
            tables: As for `of_strategy`.

        Raises:
            ValueError: For an agent without a strategy.
            TableError: As `of_strategy`.
            CapacityError: For a tree with more places and states than memory is meant for.
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
    """Whether both have strategies of the same game over the same states of hands.

    Args:
        first: An agent.
        second: Another.
        tables: As for `Values.of_strategy`.
    """
    one, two = first.strategy, second.strategy
    if one is None or two is None or (one.cards, one.abstraction) != (two.cards, two.abstraction):
        return False
    if one.rules.values() | {"name": ""} != two.rules.values() | {"name": ""}:
        return False
    if one is two or one.cards:
        return True
    try:
        return same_game(one.game(tables), two.game(tables))
    except TableError:  # the states of one of them have no joint counts
        return False


def has_strategy(agent: Agent) -> bool:
    """Whether it plays a strategy, whose probabilities can be told.

    Args:
        agent: Any.
    """
    return isinstance(agent.core, AbstractAgent)
