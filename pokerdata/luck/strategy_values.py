"""What players win from each place of a betting tree on when both play given strategies, by the states of their hands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.solvers import Terminals
from pokerdata.errors import CapacityError
from pokerdata.games import Game
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.luck.value_rows import ValueRows
from pokerdata.strategies import Probabilities
from pokerdata.strategies.checks import check_strategy

#: How likely a player does anything else than his strategy says, so that every place has a value.
TREMBLE = 1e-6
_CELLS = 1 << 23  # numbers that are multiplied at once: 64 MB
_MOST_VALUES = 1 << 26  # some 4 GB while they are computed
_SWEEPS = 50  # at most; some places take 5, and those where a hand tells much of the other's more
_CLOSE = 1e-5  # of the largest value of a node: a change that is none

Rows = NDArray[np.float64]


def strategy_parts(
    game: Game, strategies: tuple[Probabilities, Probabilities], *, threads: int = 0
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
        self, game: Game, strategies: tuple[Probabilities, Probabilities], rows: ValueRows, threads: int
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


def dealt_out(game: Game, terminals: Terminals, reach: Rows, street: int, threads: int) -> Rows:
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


def summed(game: Game, values: Rows, street: int) -> Rows:
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
