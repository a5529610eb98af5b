"""The betting tree of a limit game for two as arrays, hand strengths at its showdowns, and expectimax over its nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import search as _core
from pokerdata._core.play import Betting
from pokerdata._support.arguments import as_count
from pokerdata.cards import as_cards, combination_index, combinations_with
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.cards.ranges import as_range
from pokerdata.errors import CapacityError
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import Cards

#: Most nodes of a tree; heads-up limit Texas hold'em has 16,584.
MOST_NODES = 50_000
KINDS = "fcr"


class Layer(NamedTuple):
    """Decision nodes of one street with the same depth, player and legal actions.

    Attributes:
        nodes: int64 [n].
        player: The position that acts.
        after: For a fold, a check or call, and a bet or raise: int64 [n], the nodes that follow, all on one street; None
            if the action is illegal.
    """

    nodes: NDArray[np.int64]
    player: int
    after: tuple[NDArray[np.int64] | None, ...]


class LimitTree:
    """The betting tree of a limit game for two players: decision and terminal nodes, without cards.

    Nodes are numbered in depth-first order, folds first, so the nodes below node n are the next ones up to ``end[n]``.
    Building takes some 3 microseconds per node; `limit_tree` caches trees.

    Args:
        game: Rules of the game.

    Raises:
        ValueError: If the game has more players or no limits, or its stacks end the betting.
        CapacityError: If there are more nodes than `MOST_NODES`.

    Attributes:
        game: Rules of the game.
        histories: Action sequence of each node, as `State.history`.
        player: int8 [nodes], the position that acts; -1 at terminal nodes.
        street: int8 [nodes], from 0.
        after: int64 [nodes, 3], the nodes after a fold, a check or call, and a bet or raise; -1 if the action is illegal.
        end: int64 [nodes], the first node that is not below.
        spent: int64 [nodes, 2], chips of each position.
        folded: int8 [nodes], the position that folded; -1 for none.
        raises: int8 [nodes, streets, 2], bets and raises on each street of each position, without blinds.
        before: int8 [nodes, 2], the last action of each position: 0 none, 1 check, 2 call, 3 bet or raise, 4 fold.
        faced: int8 [nodes, 2], the bets to call at that action: 0, 1, or 2 for more.
        bets_to_call: int8 [nodes], the same for the player to act; 0 at terminal nodes.
    """

    def __init__(self, game: TableRules) -> None:
        if game.players != 2 or not game.limit:
            raise ValueError(
                f"game: expected one with limits for two players, got {game.name}; e.g. load_game('limit-holdem').table"
            )
        self.game = game
        rows = _Rows(game)
        self.histories: tuple[str, ...] = tuple(rows.histories)
        self.player = np.array(rows.player, dtype=np.int8)
        self.street = np.array(rows.street, dtype=np.int8)
        self.after = np.array(rows.after, dtype=np.int64)
        self.end = np.array(rows.end, dtype=np.int64)
        self.spent = np.array(rows.spent, dtype=np.int64)
        self.folded = np.array(rows.folded, dtype=np.int8)
        self.raises = np.array(rows.raises, dtype=np.int8)
        self.before = np.array(rows.before, dtype=np.int8)
        self.faced = np.array(rows.faced, dtype=np.int8)
        self.bets_to_call = np.array(rows.bets_to_call, dtype=np.int8)
        self.node = {history: number for number, history in enumerate(self.histories)}
        #: Nodes of each street, in ascending order.
        self.on_street = tuple(np.flatnonzero(self.street == r) for r in range(game.streets))
        #: int64 [nodes]: the index of each node within its street.
        self.place = np.zeros(len(self.player), dtype=np.int64)
        for nodes in self.on_street:
            self.place[nodes] = np.arange(len(nodes))
        self._depth = np.array(rows.depth, dtype=np.int64)
        self._layers: dict[tuple[int, int], tuple[Layer, ...]] = {}

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.player)

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Bool [nodes, 3]: the legal actions; none at terminal nodes."""
        return self.after >= 0

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Bool [nodes]: whether the hand ends there with a showdown."""
        return (self.player < 0) & (self.folded < 0)

    def layers(self, node: int, street: int) -> tuple[Layer, ...]:
        """Return the decision nodes of a street at a node and below, deepest first.

        Args:
            node: The top node.
            street: Street, from 0.
        """
        key = node, street
        if key not in self._layers:
            nodes = self.between(node, street)
            nodes = nodes[self.player[nodes] >= 0]
            after = self.after[nodes]
            ends_street = self.street[after[:, 1]] > street
            kinds = np.column_stack([-self._depth[nodes], self.player[nodes], after >= 0, ends_street])
            found = []
            for kind in np.unique(kinds, axis=0):
                at = (kinds == kind).all(1)
                legal = [after[at, k] if kind[2 + k] else None for k in range(3)]
                found.append(Layer(nodes[at], int(kind[1]), tuple(legal)))
            self._layers[key] = tuple(found)
        return self._layers[key]

    def between(self, node: int, street: int) -> NDArray[np.int64]:
        """Return the nodes of a street at a node and below.

        Args:
            node: The top node.
            street: Street, from 0.
        """
        nodes = self.on_street[street]
        low, high = np.searchsorted(nodes, [node, self.end[node]])
        return nodes[low:high]

    def at(self, history: str) -> int:
        """Return the node of an action sequence.

        Args:
            history: Action sequence, as `State.history`.

        Raises:
            ValueError: If the tree has no such node.
        """
        if history not in self.node:
            raise ValueError(f"history: expected a betting of {self.game.name}, got {history!r}; e.g. 'cr'")
        return self.node[history]


@lru_cache(maxsize=8)
def limit_tree(game: TableRules) -> LimitTree:
    """Return the betting tree of a game from a cache.

    Raises:
        ValueError: As `LimitTree`.
        CapacityError: As `LimitTree`.
    """
    return LimitTree(game)


class _Seen(NamedTuple):
    """Facts carried down the tree; the fields are those of the tree with the same names."""

    raises: tuple[tuple[int, int], ...]
    before: tuple[int, int]
    faced: tuple[int, int]


class _Rows:
    """The columns of a tree under construction."""

    def __init__(self, game: TableRules) -> None:
        self.game = game
        self.histories: list[str] = []
        self.player: list[int] = []
        self.street: list[int] = []
        self.after: list[list[int]] = []
        self.end: list[int] = []
        self.spent: list[tuple[int, ...]] = []
        self.folded: list[int] = []
        self.raises: list[tuple[tuple[int, int], ...]] = []
        self.before: list[tuple[int, int]] = []
        self.faced: list[tuple[int, int]] = []
        self.bets_to_call: list[int] = []
        self.depth: list[int] = []
        none = (0, 0)
        self._walk(Betting(game.core), "", _Seen((none,) * game.streets, none, none), 0)

    def _walk(self, betting: Betting, history: str, seen: _Seen, depth: int) -> int:
        if any(betting.all_in):
            raise ValueError(
                f"game: expected stacks that no betting uses up, got {self.game.name} with {self.game.stacks}; e.g. none"
            )
        number = len(self.histories)
        if number == MOST_NODES:
            raise CapacityError(
                f"game: expected at most {MOST_NODES:,} bettings, got more in {self.game.name}; e.g. limit-holdem"
            )
        acts = -1 if betting.finished else betting.player
        street, to_call = betting.street, 0 if betting.finished else betting.to_call
        bets = 0 if to_call == 0 else 1 if to_call <= self.game.bets[street] else 2
        self.histories.append(history)
        self.player.append(acts)
        self.street.append(street)
        self.spent.append(betting.spent)
        self.folded.append(betting.folded.index(True) if any(betting.folded) else -1)
        self.raises.append(seen.raises)
        self.before.append(seen.before)
        self.faced.append(seen.faced)
        self.bets_to_call.append(bets)
        self.depth.append(depth)
        self.after.append(after := [-1, -1, -1])
        self.end.append(0)
        if acts >= 0:
            for kind, legal in enumerate((betting.may_fold, True, betting.may_raise)):
                if not legal:
                    continue
                letter = KINDS[kind]
                then = betting.after(letter, betting.least_raise) if kind == 2 else betting.after(letter)
                text = history + letter + "/" * (then.street - street)
                done = (4, 2 if to_call else 1, 3)[kind]
                after[kind] = self._walk(then, text, _seen(seen, acts, street, done, bets), depth + 1)
        self.end[number] = len(self.histories)
        return number


def _seen(seen: _Seen, acts: int, street: int, done: int, bets: int) -> _Seen:
    raises = seen.raises
    if done == 3:
        a, b = raises[street]
        raises = (*raises[:street], (a + (acts == 0), b + (acts == 1)), *raises[street + 1 :])
    before = (done, seen.before[1]) if acts == 0 else (seen.before[0], done)
    faced = (bets, seen.faced[1]) if acts == 0 else (seen.faced[0], bets)
    return _Seen(raises, before, faced)


class Chances(NamedTuple):
    """Sampled shares of the pot that the player to act wins at a showdown against all players still in.

    Attributes:
        now: Share if the present board were the last (against several opponents, the immediate hand rank). Before the
            flop it equals ``in_end``.
        in_end: Share with the whole board if all players stay in (the all-in equity).
    """

    now: float
    in_end: float


def chances(
    state: State, *, ranges: Mapping[int, Any] | None = None, samples: int = 1000, seed: int = 0
) -> Chances:
    """Sample the showdown shares of the player to act against all players still in.

    The cost is some 0.3 microseconds per sample and opponent. The standard error is at most 0.5 / sqrt(samples).

    Args:
        state: A state with a player to act and its hole cards. The board has at least three cards, or none.
        ranges: Ranges of the others by position: text, `Range` or weights [1326]; any hand by default.
        samples: Number of sampled deals.
        seed: Seed of the random numbers, 0 or more.

    Raises:
        ValueError: If nobody acts, the hole cards of the player to act are unknown, or no hands fit the ranges together.
    """
    position = state.player
    if position is None or not state.hole_cards[position]:
        raise ValueError(
            "state: expected one in which a player acts whose hole cards are known, got "
            + ("nobody who acts" if position is None else f"none of position {position}")
        )
    if 0 < len(state.board) < 3 and state.game.cards.ranking == "five-card":
        raise ValueError(f"state: expected no card on the board or three and more, got {len(state.board)}")
    samples = as_count(samples, "samples", 1, 10**9, 1000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    given = ranges or {}
    held: list[NDArray[np.float64]] = []
    for other in range(state.players):
        if other == position or state.folded[other]:
            continue
        weights = np.zeros(0)
        if other in given:
            weights = np.asarray(as_range(given[other]).weights, dtype=np.float64)
        held.append(weights)
    found = _core.sampled_chances(
        state.game.core, list(state.hole_cards[position]), list(state.board), held, samples, seed
    )
    return Chances(*found)


def final_strengths(
    game: TableRules, hole: Cards, boards: Sequence[Cards] | NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Return the hand strength at the showdown: the share of the pot against a random hand.

    The cost is some 2 microseconds per board of Texas hold'em. Other games are counted in Python, hand by hand, and
    cached.

    Args:
        game: Rules of the game.
        hole: Hole cards.
        boards: Whole boards, without these cards.

    Returns:
        float64 [boards], from 0 to 1: (weaker hands + half of the equal ones) / all.
    """
    if game.cards != TEXAS:
        held = tuple(sorted(hole))
        return np.array([_counted(game, held, tuple(sorted(map(int, board)))) for board in boards])
    found = evaluate_boards(np.asarray(boards, dtype=np.uint8).reshape(-1, 5), threads=1)
    cards = np.array(sorted(hole), dtype=np.uint8)
    own = found[:, int(combination_index(cards))][:, None]
    others = ~combinations_with(cards) & (found > 0)  # 0 if the board blocks the combo
    behind = ((found < own) & others).sum(1) + 0.5 * ((found == own) & others).sum(1)
    shares: NDArray[np.float64] = behind / others.sum(1)
    return shares


@lru_cache(maxsize=1 << 16)
def _counted(game: TableRules, hole: Cards, board: Cards) -> float:
    strength = game.core.strength
    own = strength(as_cards([*hole, *board], "cards"))
    left = [card for card in game.deck if card not in hole and card not in board]
    won = all_hands = 0.0
    for other in combinations(left, game.cards.hole):
        their = strength(as_cards([*other, *board], "cards"))
        won += (own > their) + 0.5 * (own == their)
        all_hands += 1
    return won / all_hands


class LookAhead(NamedTuple):
    """Possible boards, street by street, and the strength of a hand on each.

    Attributes:
        branches: For each later street, the number of deals after each deal of the street before.
        strengths: float64 [product of the branches]: strengths at the showdown, in C order with the last street last.
    """

    branches: tuple[int, ...]
    strengths: NDArray[np.float64]


def look_ahead(game: TableRules, hole: Cards, board: Cards, street: int, boards: int, seed: int) -> LookAhead:
    """Return possible boards with every unseen card equally likely: all boards where there are few, else a sample.

    Args:
        game: Rules of the game.
        hole: Hole cards.
        board: The present board.
        street: Street of the decision, from 0.
        boards: Approximate number of boards. With n streets to come, each street has the n-th root of it as deals, or all
            deals where there are fewer. In a sample, no single card is dealt twice after the same cards.
        seed: Seed of the sample, 0 to 2**64 - 1.
    """
    sizes = game.cards.board[street + 1 :]
    most = max(1, round(boards ** (1 / len(sizes)))) if sizes else 1
    ways, unseen = [], len(game.deck) - len(hole) - len(board)
    for size in sizes:
        ways.append(min(most, comb(unseen, size)))
        unseen -= size
    source = np.random.default_rng([seed >> 32, seed & 0xFFFFFFFF])
    found = [board]
    for size, count in zip(sizes, ways, strict=True):
        found = [(*one, *dealt) for one in found for dealt in _dealt(game, hole, one, size, count, source)]
    return LookAhead(tuple(ways), final_strengths(game, hole, found))


def _dealt(
    game: TableRules, hole: Cards, board: Cards, size: int, count: int, source: np.random.Generator
) -> list[Cards]:
    left = [card for card in game.deck if card not in hole and card not in board]
    if count == comb(len(left), size):
        return list(combinations(left, size))
    if size == 1:
        return [(left[i],) for i in source.choice(len(left), count, replace=False).tolist()]
    return [
        tuple(left[i] for i in source.choice(len(left), size, replace=False).tolist()) for _ in range(count)
    ]


#: Number of cells in a histogram of showdown strengths.
CELLS = 10


def tree_values(
    tree: LimitTree,
    node: int,
    ahead: LookAhead,
    shares: NDArray[np.float64],
    histograms: NDArray[np.float64],
    temperature: float = 0.0,
) -> NDArray[np.float64]:
    """Return the expected value of each action against a model, by expectimax as in Vexbot.

    The search covers the whole betting until the end of the hand. At the opponent's nodes the model's probabilities
    count. At own nodes the best action counts, or all actions by `preference`. At chance nodes the deals of ``ahead``
    count equally. If the opponent folds, the player wins its chips in the pot; a fold of the player costs what it paid. A
    showdown pays P * pot - paid. P is the mass of the histogram below the own strength, with linear interpolation within
    a cell.

    Source: Vexbot as described by Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        tree: The betting tree.
        node: A decision node.
        ahead: Boards and strengths for the hand of the player to act.
        shares: float64 [nodes, 3]: the opponent's probabilities of fold, call and raise; each row adds up to 1 where the
            opponent acts, with 0 for illegal actions.
        histograms: float64 [nodes, CELLS]: the opponent's strength at each showdown, against a random hand; each row adds
            up to 1 there.
        temperature: Temperature of `preference` at own nodes, in chips; 0 for the maximum.

    Returns:
        float64 [3]: expected chips of fold, call and raise, counted from the start of the hand; NaN for illegal actions.
        Takes some 5 ms at the first decision of limit hold'em with 96 boards.
    """
    hero, first = int(tree.player[node]), int(tree.street[node])
    counts = [int(n) for n in np.cumprod([1, *ahead.branches])]
    later: NDArray[np.float64] | None = None  # values of the next street, averaged over its cards
    later_begin = 0
    for street in range(tree.game.streets - 1, first - 1, -1):
        nodes = tree.between(node, street)
        begin = int(tree.place[nodes[0]]) if len(nodes) else 0
        values = np.empty((len(nodes), counts[street - first]))
        _ends(tree, nodes, hero, ahead.strengths, histograms, values)
        for layer in tree.layers(node, street):
            of_actions: list[NDArray[np.float64] | None] = []
            for after in layer.after:
                if after is None:
                    of_actions.append(None)
                elif later is None or tree.street[after[0]] == street:
                    of_actions.append(values[tree.place[after] - begin])
                else:
                    of_actions.append(later[tree.place[after] - later_begin])
            if layer.nodes[0] == node:
                return np.array([np.nan if one is None else one[0, 0] for one in of_actions])
            at = tree.place[layer.nodes] - begin
            if layer.player == hero:
                values[at] = _own([one for one in of_actions if one is not None], temperature)
            else:
                likely = shares[layer.nodes]
                parts = [likely[:, k, None] * one for k, one in enumerate(of_actions) if one is not None]
                values[at] = sum(parts)
        if street > first:
            ways = values.reshape(len(nodes), counts[street - first - 1], -1)
            # Add deal by deal: NumPy sums a short last axis several times more slowly.
            later = sum((ways[:, :, way] for way in range(1, ways.shape[2])), ways[:, :, 0]) / ways.shape[2]
            later_begin = begin
    raise ValueError(f"node: expected a decision, got {tree.histories[node]!r}")


def preference(values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Return action probabilities that favour better actions: in proportion to exp(value / temperature).

    The published mixture is not known; this one is our own.

    Args:
        values: float64 [actions, ...], chips; NaN for illegal actions.
        temperature: In chips, above 0.

    Returns:
        float64 of the same shape; sums over the actions are 1.
    """
    gains = np.where(np.isnan(values), -np.inf, values) - np.nanmax(values, axis=0)
    weights = np.exp(gains / temperature)
    found: NDArray[np.float64] = weights / weights.sum(0)
    return found


def below(histograms: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mass of histograms below given strengths, with linear interpolation within a cell.

    Args:
        histograms: float64 [n, cells] over equal parts of [0, 1]; rows add up to 1.
        strengths: float64 [m], from 0 to 1.

    Returns:
        float64 [n, m].
    """
    cells = histograms.shape[1]
    total = np.concatenate([np.zeros((len(histograms), 1)), np.cumsum(histograms, axis=1)], axis=1)
    cell = np.minimum((strengths * cells).astype(np.int64), cells - 1)
    found: NDArray[np.float64] = total[:, cell] + histograms[:, cell] * (strengths * cells - cell)
    return found


def _own(of_actions: list[NDArray[np.float64]], temperature: float) -> NDArray[np.float64]:
    if temperature == 0:
        return reduce(np.maximum, of_actions)
    values = np.stack(of_actions)
    mean: NDArray[np.float64] = (preference(values, temperature) * values).sum(0)
    return mean


def _ends(
    tree: LimitTree,
    nodes: NDArray[np.int64],
    hero: int,
    strengths: NDArray[np.float64],
    histograms: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Fill in the values of the terminal nodes among `nodes`."""
    folded = np.flatnonzero(tree.folded[nodes] >= 0)
    gave_up = tree.folded[nodes[folded]] == hero
    spent = tree.spent[nodes[folded]]
    values[folded] = np.where(gave_up, -spent[:, hero], spent[:, 1 - hero])[:, None]
    shown = np.flatnonzero(tree.shown[nodes])
    if len(shown):
        at = nodes[shown]
        pot, paid = tree.spent[at].sum(1)[:, None], tree.spent[at][:, hero, None]
        values[shown] = below(histograms[at], strengths) * pot - paid
