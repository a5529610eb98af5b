"""Re-solving on real cards: a finer strategy in the middle of a hand, around a strategy of the whole game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import as_board
from pokerdata.isomorphism import combination_maps
from pokerdata.real_cards.betting import apart
from pokerdata.resolving.blueprint import Blueprint
from pokerdata.resolving.methods import check_method
from pokerdata.resolving.resolved import ResolvedSpot
from pokerdata.resolving.spot_start import SpotStart, best_before, blueprint_in, spot_start
from pokerdata.solving.algorithm import Algorithm
from pokerdata.spots.solver import SpotSolver, spot_algorithm
from pokerdata.spots.solving import target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_strategy import SpotStrategy
from pokerdata.strategies import Strategy
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

DEFAULT_METHOD = "max-margin"
MOST_ITERATIONS = 1_000_000
_EVERY = 10


def resolve_spot(
    strategy: Blueprint | Strategy | str | os.PathLike[str],
    history: str,
    board: ArrayLike,
    player: int,
    *,
    method: str = DEFAULT_METHOD,
    sizes: Mapping[str, Any] | None = None,
    algorithm: str | Algorithm | None = None,
    target: str | None = "0.1%",
    iterations: int = 1_000,
    dtype: str = "float32",
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ResolvedSpot:
    """Solve what a player does from the middle of a hand on anew, on real cards.

    The ranges follow by Bayes from the strategy of the whole game, which both are taken to have played. What the opponent
    had is what his best response wins from that strategy on real cards, so with 'gadget' and 'max-margin' no best response
    against the whole strategy wins more than before, up to the gap that is told.

    Memory and time are those of solving the spot: some 40 ms an iteration and core for a turn of limit hold'em.

    Args:
        strategy: Over a card abstraction of Texas hold'em: a `Blueprint`, what `load_strategy` read, or a name or path.
        history: The actions from the deal on, such as "crc/crc/"; they reach the flop at least.
        board: The cards of the street that they lead to, flop first.
        player: Whose strategy is solved anew: 1 or 2 of the game.
        method: One of `METHODS`.
        sizes: In a game without limits, bets of the new strategy instead of the game's own: arguments of a `Spot`, such as
            {'bets': '50%,100%', 'raises': '3x,a'}. The history ends where a street begins then.
        algorithm: As for `pokerdata.solve` of a spot.
        target: Gap at which it stops, in chips or % of the pot; None for all iterations.
        iterations: At most so many.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.
        tables: The folder of names and of tables of buckets; by default that of the strategy's file.
        progress: Called with iterations done and in all.

    Raises:
        ValueError: For invalid arguments, or a strategy of real cards.
        TableError: For tables that are missing or do not belong together.
        CapacityError: If memory would not suffice, before any work.
    """
    check_method(method)
    if player not in (1, 2):
        raise ValueError(f"player: expected 1 or 2 of the game, got {player!r}; e.g. 1")
    count = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 200)
    chosen = spot_algorithm(algorithm)
    blueprint = strategy if isinstance(strategy, Blueprint) else Blueprint(strategy, tables=tables)
    cards = as_board(board, (3, 4, 5))
    start = spot_start(blueprint, history, cards, player)
    spot = start.spot if sizes is None else _with_sizes(start.spot, sizes)
    limit = None if target is None else target_chips_of(target, spot)
    kept = best_before(
        blueprint_in(blueprint, start.spot, dtype=dtype, threads=threads),
        start.seat,
        dtype=dtype,
        threads=threads,
    )
    return solve_anew(
        replace(start, spot=spot),
        kept,
        method=method,
        algorithm=chosen,
        limit=limit,
        iterations=count,
        dtype=dtype,
        threads=threads,
        progress=progress,
    )


def solve_anew(
    start: SpotStart,
    kept: NDArray[np.float64],
    *,
    method: str,
    algorithm: Algorithm,
    limit: float | None,
    iterations: int,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> ResolvedSpot:
    """Solve what a player does from the start of a spot on anew.

    Args:
        start: Where it starts.
        kept: What the opponent's states win before, as `best_before` gives it.
        method: As for `resolve_spot`.
        algorithm: One that solves spots.
        limit: Gap at which it stops, in chips; None for all iterations.
        iterations: As for `resolve_spot`.
        dtype: As for `resolve_spot`.
        threads: As for `resolve_spot`.
        progress: As for `resolve_spot`.

    Raises:
        ValueError: If method is 'unsafe' and the opponent never comes there.
        CapacityError: If memory would not suffice, before any work.
    """
    spot, seat = start.spot, start.seat
    opponent = 1 - seat
    solver = SpotSolver(spot, algorithm, dtype=dtype, threads=threads, copies=1)
    game = solver.game
    by_bayes = start.opponent[game.hands(0, 0, opponent)]
    if method == "unsafe" and not by_bayes.any():
        raise ValueError(
            f"history: expected one that both can play, got {start.history!r}, which the opponent never does"
        )
    weight = by_bayes if method == "unsafe" else np.ones(len(kept))
    solver.set_gadget(opponent, method, kept, weight)
    gap = np.inf
    while solver.iteration < iterations:
        solver.iterate(min(_EVERY, iterations - solver.iteration))
        if progress is not None:
            progress(solver.iteration, iterations)
        if limit is not None or solver.iteration == iterations:
            gap = solver.gap()
            if limit is not None and gap <= limit:
                break
    now = solver.root_values(opponent, best=True)
    meets = game.root_meets(opponent)
    base = spot.dead_money / 2 + spot.paid[opponent]

    def by_hand(values: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore", divide="ignore"):
            return _expanded(game, opponent, np.where(meets > 0, values / meets + base, np.nan))

    before_by_hand = by_hand(kept)
    return ResolvedSpot(
        spot=spot,
        seat=seat,
        method=method,
        iterations=solver.iteration,
        gap=gap,
        # Rounding leaves something where none of his hands meets one; kernels, and so values, have none there.
        meets=np.where(np.isnan(before_by_hand), 0.0, apart(spot.weights(seat))),
        opponent=start.opponent,
        kept=before_by_hand,
        now=by_hand(now),
        strategy=SpotStrategy(spot, game, solver.sums()),
    )


def _with_sizes(before: Spot, sizes: Mapping[str, Any]) -> Spot:
    """The spot with other bets."""
    if before.stacks is None:
        raise ValueError(
            f"sizes: expected none in a game with limits, whose bets are fixed, got {dict(sizes)}; e.g. a strategy of "
            "nolimit-holdem"
        )
    if before.paid[0] != before.paid[1] or before.to_act != "oop":
        raise ValueError(
            f"history: expected one that ends where a street begins, as there are other sizes, got {before.history!r}; e.g. "
            "'cc/cc/'"
        )
    assert before.game is not None
    return Spot(
        board=before.board_cards,
        oop=before.oop,
        ip=before.ip,
        pot=before.pot,
        stacks=before.stacks,
        minimum_bet=before.game.rules.unit,
        big_blind=before.big_blind,
        **sizes,
    )


def _expanded(game: Any, player: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each hand what its state has: float64 [1326], NaN where there is none."""
    found = np.full(1326, np.nan)
    states = game.hands(0, 0, player)
    maps = combination_maps()
    for permutation in game.symmetries(0, 0):
        found[maps[permutation][states]] = values
    return found
