"""What values on real cards cost, as told before the start."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata._core.support import active_isa
from pokerdata.games import Rules
from pokerdata.isomorphism import CANONICAL_BOARDS
from pokerdata.support.cost import PROCESS_MEMORY, Cost

# Seconds of one core for a functional of a column on a river board; fitted to limit hold'em on an AMD EPYC (Zen 4).
_SECONDS = {"avx512": 5.6e-6, "avx2": 3.4e-6, "portable": 4.5e-6}
_BOARD_SECONDS = 6e-5  # of one core, to sort the hands of a board
# Bytes of the look-ups of an abstraction: its sequences on dealt turns, and the file of river strengths.
_LOOK_UPS = 550_000_000
_FLOP_BYTES = 15_000  # of a finished flop and seat
_DEALT_RIVERS = 2_554_656  # up to suits
_FLOPS = CANONICAL_BOARDS[3]
# Flops drawn stand for many, so they have more turns and rivers than the mean.
_DRAWN = 1.3


def cost_of(
    rules: Rules,
    states: Sequence[int],
    own: Sequence[int] = (),
    *,
    seats: int = 2,
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """The cost of values on real cards in hold'em: the time on two cores, within a factor of two.

    Args:
        rules: The betting.
        states: Of the strategy that is played against, on each street.
        own: Of the strategy that the responder plays; empty for best responses.
        seats: How many are valued, 1 or 2.
        flops: How many are drawn, or None for all.
        threads: 0 for all processors; memory goes with them.
    """
    tree, players = _Tree(rules.core), (0, 1)
    sums = sum(_core.river_vectors(tree, player) for player in players) / len(players)
    board = _BOARD_SECONDS + sums * _SECONDS[active_isa()]
    boards = _DEALT_RIVERS if flops is None else _DRAWN * flops * _DEALT_RIVERS / _FLOPS
    memory = max(_core.memory(tree, player, states, own, threads) for player in players)
    abstractions = sum(max(numbers, default=1) > 1 for numbers in (states, own))
    kept = seats * _FLOP_BYTES * (_FLOPS if flops is None else min(flops, _FLOPS))
    return Cost(
        seconds=1 + seats * boards * board / 2,
        memory_bytes=PROCESS_MEMORY + 100_000_000 + abstractions * _LOOK_UPS + memory + 2 * kept,
        disk_bytes=kept,
    )
