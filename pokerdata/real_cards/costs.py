"""What values on real cards cost, as told before the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata.games import BettingTree, Rules
from pokerdata.games.betting_tree import SHOWDOWN
from pokerdata.isomorphism import CANONICAL_BOARDS
from pokerdata.real_cards.betting import root_of
from pokerdata.real_cards.reached import reached
from pokerdata.support.cost import PROCESS_MEMORY, Cost, Work, slower_with

Rows = Sequence[NDArray[np.floating[Any]]]

# Seconds of one core for a vector of values on a river board; fitted to whole runs of limit and no-limit hold'em on an Intel
# Xeon with AVX-512. Others are measured: `pokerdata.machine`.
_SECONDS = 2.7e-6
_ALIKE = 0.75  # of that, against one who takes all hands for the same: 0.8 to 1.3 times of what is told by it on Zen 4
_FEW_STATES = 256  # of a street; with more it takes longer
_DEALING_SECONDS = 5e-5  # of one core, to sort the hands of a board: once for both seats
_BOARD_SECONDS = 5e-5  # of one core, for what comes before and after, a seat
# Bytes of the look-ups of an abstraction: its sequences on dealt turns, and the files of strengths.
_LOOK_UPS = 650_000_000
_SEQUENCES = 210_000_000  # of that, what is there while strategies are read
_FLOP_BYTES = 1_000  # of a finished flop and seat
_HISTORY_BYTES = 169 * 8  # more for each history that leads there
_DEALT_RIVERS = 2_554_656  # up to suits
_FLOPS = CANONICAL_BOARDS[3]
# Dealt turns and rivers behind a board of each street, where no suits are alike.
_TURNS = {1: 49, 2: 1, 3: 0}
_RIVERS = {1: 49 * 48, 2: 48, 3: 0}
_ROOT_BYTES = 1326 * 8  # of what hands are worth where a street starts, with lanes that stay empty
# Flops drawn stand for many, so they have more turns and rivers than the mean: by orbits, 1,679 rivers to 1,456.
_DRAWN = 1.153


def cost_of(
    rules: Rules,
    states: Sequence[int],
    own: Sequence[int] = (),
    *,
    rows: Rows | None = None,
    seats: Sequence[int] = (0, 1),
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """The cost of values on real cards in hold'em.

    Args:
        rules: The betting.
        states: Of the strategy that is played against, on each street.
        own: Of the strategy that the responder plays; empty for best responses.
        rows: For each street the probabilities of the strategy that is played against [edges of the street, states]; what
            it never reaches costs nothing. None if they are not known.
        seats: Those that are valued, of 0 and 1.
        flops: How many are drawn, or None for all.
        threads: 0 for all processors; memory goes with them.
    """
    tree, core = BettingTree(rules), _Tree(rules.core)
    board = _DEALING_SECONDS + sum(_board_seconds(tree, player, states, rows) for player in seats)
    boards = _DEALT_RIVERS if flops is None else _DRAWN * flops * _DEALT_RIVERS / _FLOPS
    memory = _core.memory(core, seats, states, own, threads)
    abstractions = [numbers for numbers in (states, own) if max(numbers, default=1) > 1]
    look_ups = len(abstractions) * _LOOK_UPS
    strategies = sum(_SEQUENCES + _strategy_bytes(tree, numbers) for numbers in abstractions)
    flop_bytes = _FLOP_BYTES + _HISTORY_BYTES * _roots(tree, 1)
    kept = len(seats) * flop_bytes * (_FLOPS if flops is None else min(flops, _FLOPS))
    return Cost(
        seconds=1 + boards * board / 2,
        memory_bytes=PROCESS_MEMORY + memory + max(look_ups + 2 * kept, strategies),
        disk_bytes=kept,
        work=Work.RESPONDING,
    )


def cost_of_node(
    rules: Rules,
    states: Sequence[int],
    node: int,
    *,
    rows: Rows | None = None,
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """The cost of a best response's actions at a node in hold'em, as `cost_of`.

    Args:
        rules: The betting.
        states: Of the strategy that is responded to, on each street.
        node: A decision node of the betting tree.
        rows: As for `cost_of`.
        flops: Before the flop, how many are drawn, or None for all.
        threads: 0 for all processors; memory goes with them.
    """
    tree = BettingTree(rules)
    player, street = int(tree.player[node]), int(tree.street[node])
    if street == 0:
        return cost_of(rules, states, rows=rows, seats=(player,), flops=flops, threads=threads)
    board = _DEALING_SECONDS + _board_seconds(tree, player, states, rows, root_of(tree, node))
    next_roots = 0 if street == 3 else _roots(tree, street + 1)
    memory = _core.memory(_Tree(rules.core), [player], states, (), threads) if next_roots else 0
    return Cost(
        seconds=1 + _RIVERS[street] * board / 2,
        memory_bytes=PROCESS_MEMORY
        + (_LOOK_UPS if max(states, default=1) > 1 else 0)
        + memory
        + (_TURNS[street] + 2) * next_roots * _ROOT_BYTES,
        disk_bytes=0,
        work=Work.RESPONDING,
    )


def _strategy_bytes(tree: BettingTree, states: Sequence[int]) -> int:
    """Of its probabilities as the file has them, in float32, which are mapped until the kernels have them."""
    return sum(4 * int(tree.first_rows(street)[-1]) * numbers for street, numbers in enumerate(states))


def _roots(tree: BettingTree, street: int) -> int:
    """Histories behind which a street is dealt, after all-ins, too."""
    all_ins = (tree.kind == SHOWDOWN) & (tree.street < street)
    return len(tree.street_roots[street]) + int(all_ins.sum())


def _board_seconds(
    tree: BettingTree, player: int, states: Sequence[int], rows: Rows | None, root: int = 0
) -> float:
    """Seconds of one core for a river board that is dealt, a seat."""
    nodes = reached(tree, player, rows, root)
    most = max(states, default=1)
    vector = _SECONDS * (slower_with(most, _FEW_STATES) if most > 1 else _ALIKE)
    return _BOARD_SECONDS + _core.river_vectors(_Tree(tree.rules.core), player, nodes) * vector
