"""Actions of a best response on real cards, at a node and at all its decisions of a street."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.support import hardware_threads
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.costs import Cost
from pokerdata._support.estimates import student
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory
from pokerdata._support.text import brief, bytes_text
from pokerdata.cards import BOARD_SIZES, EXAMPLE_BOARDS, STREETS, as_board, combinations_with
from pokerdata.cards.combinations import disjoint
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.strategies import Strategy
from pokerdata.games.strategies.strategy_file import find_node
from pokerdata.pipeline.store.sharded import Keep
from pokerdata.solving.real_cards.evaluation import TEXAS_RANKS, Contestant, given, origin_of
from pokerdata.solving.real_cards.flops import (
    Betting,
    KeptFlops,
    Values,
    apart,
    as_flops,
    error_of_pairs,
    greatest,
    hands_of,
    root_of,
)
from pokerdata.solving.real_cards.node_actions import BestActions, broken, cards_text
from pokerdata.solving.real_cards.seats import Seat, Seats
from pokerdata.solving.real_cards.values import cost_of_node


@dataclass(frozen=True, eq=False)
class StreetActions:
    """Values of a best response's actions from a node on, on one street. Made by `best_actions_of_street`.

    Attributes:
        nodes: The actions at the node and at each later decision of the same player on the street, in the order of the
            betting tree. Values at a later decision assume that the responder plays on to it, whether that is best or not.
    """

    nodes: tuple[BestActions, ...]

    def lines(self, hand: str = "") -> list[str]:
        """Return the street as lines of text: how often each action is best, or with a hand the value of each.

        Args:
            hand: Show only this hand or hand class, as `BestActions.lines`.

        Raises:
            ValueError: If no hand is left at the first decision.
        """
        first = self.nodes[0]
        if hand:
            first.rows(hand)
        told = first.heading()
        for node in self.nodes:
            if not (node.best >= 0).any():
                told += broken(f"{_where(node)}: (player {3 - node.player} never comes here)")
            elif not hand:
                told += broken(f"{_where(node)}: best with {node.totals_text()}")
            elif node.meets(hand):
                told += [f"{_where(node)}:", *node.hands_table(hand)]
            else:
                told += broken(f"{_where(node)}: (player {3 - node.player} never comes here beside {hand})")
        if not hand:
            told += broken(f"({first.weighting})")
        widest = max(self.nodes, key=lambda node: float(np.nanmax(node.rounding, initial=0)))
        return told + widest.notes()

    def to_dict(self, hand: str = "") -> dict[str, Any]:
        """Return everything as values for JSON.

        Args:
            hand: Only this hand or hand class.

        Raises:
            ValueError: As for `lines`.
        """
        if hand:
            self.nodes[0].rows(hand)
        return {"decisions": [node.to_dict(hand) for node in self.nodes]}

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        first = self.nodes[0]
        return brief(self, _where(first), first.board and f"board {first.board}", f"{len(self)} decisions")

    def _repr_html_(self) -> str:
        return html.details(repr(self), html.facts({"": str(self)}))


def _where(node: BestActions) -> str:
    return f"after {node.path}" if node.path else "at the start"


# Least mean reach of the other player that counts as getting here; the kernels omit reach below a millionth of it.
_LEAST = 1e-12


def best_actions(
    strategy: Strategy | str | os.PathLike[str],
    path: str = "",
    board: ArrayLike = "",
    *,
    game: str | None = None,
    flops: int | None = None,
    keep: str | os.PathLike[str] | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> BestActions:
    """Return each action's value for a best response at a node of Texas hold'em, hand by hand, and which is best.

    The player to act sees its cards and responds to the strategy in the other seat. Values are exact up to floating point.
    In limit hold'em, a node on the flop takes about ten seconds on one core, and one on the turn less than a second. On the
    river it takes almost no time. Before the flop, all flops are dealt, which takes an hour or more, or some are sampled.

    Args:
        strategy: Result of `load_strategy`, or a name or path to load. With `game`, also always-call, always-fold,
            always-raise or uniform.
        path: The action sequence, such as "cr/c" or "r300c/r900".
        board: Board of the street that the path leads to, as text or numbers, in any suits.
        game: Game of a strategy that is not in a file, such as "limit-holdem".
        flops: Before the flop, the number of flops to sample, an even number from 4; all flops by default.
        keep: Before the flop, a folder for finished flops; `real_exploitability` can use the same one. By default nothing
            is kept.
        seed: Seed of sampled flops, 0 or more; the same seed gives the same result.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.
        tables: Folder for names and for tables of buckets; by default the folder of the strategy's file.
        progress: Called with turns done and in total, up to suit isomorphism.

    Raises:
        ValueError: For an impossible path or board, `flops` after the flop, or a strategy or game of real cards.
        TableError: If tables are missing or do not belong together.
        CapacityError: If memory would not suffice; raised before any work.
    """
    street = best_actions_of_street(
        strategy,
        path,
        board,
        game=game,
        flops=flops,
        keep=keep,
        seed=seed,
        threads=threads,
        tables=tables,
        progress=progress,
    )
    return street.nodes[0]


def best_actions_of_street(
    strategy: Strategy | str | os.PathLike[str],
    path: str = "",
    board: ArrayLike = "",
    *,
    game: str | None = None,
    flops: int | None = None,
    keep: str | os.PathLike[str] | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> StreetActions:
    """Return `best_actions` at a node and all later decisions of the same player on its street, in the time of one.

    Args:
        strategy: As for `best_actions`.
        path: As for `best_actions`; the street continues from there.
        board: As for `best_actions`.
        game: As for `best_actions`.
        flops: As for `best_actions`.
        keep: As for `best_actions`.
        seed: As for `best_actions`.
        threads: As for `best_actions`.
        tables: As for `best_actions`.
        progress: As for `best_actions`.

    Raises:
        ValueError: As for `best_actions`.
        TableError: As for `best_actions`.
        CapacityError: As for `best_actions`.
    """
    found = given(strategy, game, tables)
    kept = None if keep is None else KeptFlops(keep, origin_of(found, None))
    return actions_of(
        found, path, board, flops=flops, keep=kept, seed=seed, threads=threads, progress=progress
    )


def actions_of(
    strategy: Contestant,
    path: str = "",
    board: ArrayLike = "",
    *,
    flops: int | None = None,
    keep: Keep | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> StreetActions:
    """Return `best_actions_of_street` against a contestant.

    Args:
        strategy: The strategy to respond to.
        path: As for `best_actions`.
        board: As for `best_actions`.
        flops: As for `best_actions`.
        keep: Store in which finished flops are saved and looked up.
        seed: As for `best_actions`.
        threads: As for `best_actions`.
        progress: As for `best_actions`.

    Raises:
        ValueError: As for `best_actions`.
        TableError: As for `best_actions`.
        CapacityError: As for `best_actions`.
    """
    tree = BettingTree(strategy.rules)
    node, dealt = place(tree, path, board)
    if flops is not None:
        flops = as_flops(flops, "flops")
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    if flops is not None and len(dealt):
        raise ValueError(
            f"flops: expected none after the flop, got {flops}; e.g. without, as {cards_text(dealt)} is the board"
        )
    need = actions_cost(strategy, path, flops=flops, threads=threads).memory_bytes
    if need > (free := available_memory()):
        raise CapacityError(
            f"not enough memory for values on real cards: they need {bytes_text(need)}, {bytes_text(free)} are free; "
            f"expected fewer states or threads; e.g. 1 instead of {threads or hardware_threads()}"
        )
    seats = Seats(strategy.rules, TEXAS_RANKS, [int(tree.player[node])], strategy.play())
    return actions_at(
        seats,
        strategy.name,
        node,
        dealt,
        flops=flops,
        keep=keep,
        seed=seed,
        threads=threads,
        progress=progress,
    )


def actions_cost(strategy: Contestant, path: str = "", *, flops: int | None = None, threads: int = 0) -> Cost:
    """Estimate the cost of `actions_of`.

    Args:
        strategy: As for `actions_of`.
        path: As for `actions_of`.
        flops: As for `actions_of`.
        threads: As for `actions_of`; memory grows with them.

    Raises:
        ValueError: For an impossible path.
    """
    tree = BettingTree(strategy.rules)
    node = find_node(tree, path)
    return cost_of_node(
        strategy.rules, strategy.numbers, node, rows=strategy.rows, flops=flops, threads=threads
    )


def place(tree: BettingTree, path: str, board: ArrayLike) -> tuple[int, NDArray[np.uint8]]:
    """Return the decision node after some actions, and the validated board of its street, flop first.

    Args:
        tree: The betting tree.
        path: The action sequence.
        board: Board as text or numbers.

    Raises:
        ValueError: For an impossible path or board.
    """
    node = find_node(tree, path)
    street = STREETS[tree.street[node]]
    dealt, wanted = as_board(board), BOARD_SIZES[street]
    if len(dealt) != wanted:
        where = f"on the {street}" if wanted else "before the flop"
        example = EXAMPLE_BOARDS[wanted] if wanted else "the path alone"
        raise ValueError(
            f"board: expected {wanted or 'no'} cards {where}, got {cards_text(dealt) or 'none'}; e.g. {example}"
        )
    return node, dealt


def actions_at(
    seats: Seats,
    name: str,
    node: int,
    board: NDArray[np.uint8],
    *,
    flops: int | None = None,
    keep: Keep | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> StreetActions:
    """Return the actions from a node on, as `actions_of`, for any deck.

    Args:
        seats: The seat of the player to act at the node.
        name: Name of the strategy that this player responds to.
        node: Node of the betting tree.
        board: uint8 [0|3|4|5], flop first.
        flops: As for `actions_of`.
        keep: As for `actions_of`.
        seed: As for `actions_of`.
        threads: As for `actions_of`.
        progress: As for `actions_of`.
    """
    [seat] = seats.each
    tree = seat.tree
    text = " ".join(
        cards_text(np.sort(board[begin:end])[::-1])
        for begin, end in ((0, 3), (3, 4), (4, 5))
        if begin < len(board)
    )
    board, turned = _in_least_suits(board)
    left = hands_of(seat.ranks) & ~combinations_with(board)
    beside = comb(4 * seat.ranks.bit_count() - len(board) - 2, 2)
    showdown = _showdowns(board) if len(board) == BOARD_SIZES["river"] else None
    betting = Betting(
        tree, seat.player, int(tree.street[node]), seat.opponent.on_board(board), showdown=showdown
    )
    of_strata = None
    if len(board):
        at_next = (
            seats.behind_board(board, root_of(tree, node), threads=threads, progress=progress)
            if showdown is None
            else {}
        )
    else:
        drawn = None if flops is None else seat.flops.drawn(flops // 2, seed)
        places = list(range(len(seat.flops.numbers))) if drawn is None else np.unique(drawn).tolist()
        [behind] = seats.behind(places, threads=threads, keep=keep, progress=progress)
        if drawn is None:
            at_next = seat.at_flop(behind, drawn=False)
        else:
            of_strata = behind[np.searchsorted(places, drawn)]  # [strata, 2, histories, classes]
            at_next = seat.at_flop(of_strata.reshape(-1, *behind.shape[1:]), drawn=True)

    def at(node: int) -> BestActions:
        reach = np.where(left, _reach(seat, node, board), 0.0)
        others = apart(reach)
        mean = np.where(left, others / beside, 0.0)

        def chips(sums: Values) -> Values:
            found = np.divide(sums, others, out=np.full(sums.shape, np.nan), where=mean >= _LEAST)
            return np.asarray(found.T)

        half_widths = None
        if of_strata is not None:
            half_widths = chips(_half_widths(seat, betting, node, reach, of_strata, at_next))[turned]
        found = chips(betting.of_actions(node, reach, at_next))[turned]
        return BestActions(
            name, tree.rules, node, text, found, reach[turned], mean[turned], half_widths, flops, seed
        )

    return StreetActions(tuple(map(at, _decisions(tree, node))))


def _in_least_suits(board: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Return a board in its least suits, and the combo that each combo becomes with them.

    With the least suits, sums have the same bits in all suits.
    """
    boards = [recoloured(board, suits) for suits in SUIT_PERMUTATIONS]
    for one in boards:
        one[:3].sort()
    least = min(range(len(boards)), key=lambda p: boards[p].tolist())
    return boards[least], combination_maps()[least]


def _decisions(tree: BettingTree, node: int) -> list[int]:
    """Return a decision and the later decisions of the same player on its street, in tree order."""
    found, ahead = [], [node]
    while ahead:
        at = ahead.pop()
        if tree.kind[at] != DECISION or tree.street[at] != tree.street[node]:
            continue
        if tree.player[at] == tree.player[node]:
            found.append(at)
        ahead += reversed(tree.children(at))
    return found


def _reach(seat: Seat, node: int, board: NDArray[np.uint8]) -> Values:
    """Return the probability that the opponent's own actions lead to a node with each of its hands, float64 [1326]."""
    tree = seat.tree
    reach = np.ones(len(combinations_with(board)))
    rows: dict[int, Values] = {}
    while (parent := int(tree.parent[node])) >= 0:
        if tree.player[parent] != seat.player:
            street = int(tree.street[parent])
            if street not in rows:
                rows[street] = seat.opponent.on_board(board[: BOARD_SIZES[STREETS[street]]])
            reach *= rows[street][tree.rows(parent).start + tree.children(parent).index(node)]
        node = parent
    return reach


def _showdowns(board: NDArray[np.uint8]) -> Values:
    """Return 1, 0 or -1 where a hand beats, ties or loses to another that shares no card with it, [1326, 1326]."""
    codes = evaluate_boards(board).astype(np.int64)
    return np.asarray(np.where(disjoint(), np.sign(codes[:, None] - codes), 0), np.float64)


def _half_widths(
    seat: Seat,
    betting: Betting,
    node: int,
    reach: Values,
    of_strata: Values,
    at_flop: Mapping[int, Values],
) -> Values:
    """Return half-widths of 95 % confidence intervals of action values from two flops per stratum, [actions, 1326].

    All later decisions are those fitted on all flops.
    """
    choices: dict[int, NDArray[np.int64]] = {}

    def chosen(at: int, values: Values) -> Values:
        choices[at] = np.argmax(values, axis=0)
        return greatest(at, values)

    betting.of_actions(node, reach, at_flop, chosen)

    def by_choice(at: int, values: Values) -> Values:
        return np.asarray(np.take_along_axis(values, choices[at][None], axis=0)[0])

    def of_flop(flop: Values) -> Values:
        return betting.of_actions(node, reach, seat.at_flop(flop[None], drawn=True), by_choice)

    errors, freedom = error_of_pairs(np.array([of_flop(one) - of_flop(two) for one, two in of_strata]))
    widths, places = np.unique(freedom, return_inverse=True)
    each = np.array([student(n) for n in widths.tolist()])[places]
    return np.asarray(errors * each.reshape(errors.shape))
