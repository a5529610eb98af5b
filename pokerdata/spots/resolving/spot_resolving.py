"""Re-solving on real cards: where it starts, its methods, and a finer strategy around one of the whole game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.cards import as_board, combinations_with
from pokerdata.cards.isomorphism import combination_maps
from pokerdata.games.strategies import Strategy
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.real_cards.flops import apart
from pokerdata.spots.places import DECISION, Play, SpotStrategy
from pokerdata.spots.resolving.blueprint import Blueprint
from pokerdata.spots.solver import SpotSolver, spot_algorithm
from pokerdata.spots.solving import target_chips_of
from pokerdata.spots.spot import Spot


@dataclass(frozen=True, eq=False)
class SpotStart:
    """Where a player's strategy is solved anew from, by each method the same.

    Attributes:
        history: The actions from the deal on.
        spot: His range by Bayes, and all hands of the opponent.
        seat: Of the player: 0 out of position, 1 in position.
        opponent: How likely the opponent's hands come, by Bayes, float64 [1326].
    """

    history: str
    spot: Spot
    seat: int
    opponent: NDArray[np.float64]


def spot_start(blueprint: Blueprint, history: str, board: NDArray[np.uint8], player: int) -> SpotStart:
    """Where a strategy is solved anew from, after some betting.

    Args:
        blueprint: The strategy of the whole game.
        history: As for `Blueprint.ranges`.
        board: uint8 [n], as for `Blueprint.ranges`.
        player: Whose strategy is solved anew: 1 or 2 of the game.

    Raises:
        ValueError: As `Blueprint.ranges`, and if the player never plays so.
    """
    ranges = blueprint.ranges(history, board)
    seat = blueprint.seat_of(player, history, board)
    if not ranges[seat].any():
        raise ValueError(
            f"history: expected one that player {player} can play, got {history!r}, which he never does"
        )
    weights: list[NDArray[np.float64]] = [ranges[0], ranges[1]]
    weights[1 - seat] = np.where(combinations_with(board), 0.0, 1.0)
    spot = Spot.of_game(blueprint.game, history, board=board, oop=weights[0], ip=weights[1])
    return SpotStart(history, spot, seat, ranges[1 - seat])


def blueprint_in(
    blueprint: Blueprint, spot: Spot, *, dtype: str = "float32", threads: int = 0
) -> SpotStrategy:
    """What a strategy of a whole game plays in a spot of it.

    Args:
        blueprint: The strategy.
        spot: The spot, without sizes of its own.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: As for `pokerdata.spots.SpotSolver`; they count for the memory alone.

    Raises:
        ValueError: If the spot is not one of its game.
        CapacityError: If memory would not suffice.
    """
    solver = SpotSolver(spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    sums = solver.average()
    blueprint.fill(sums, spot, solver.game)
    return SpotStrategy(spot, solver.game, sums)


def best_before(
    strategy: SpotStrategy, seat: int, *, dtype: str = "float32", threads: int = 0
) -> NDArray[np.float64]:
    """What the opponent's states win, responding best to a strategy, as of `SpotSolver.root_values`.

    Args:
        strategy: The strategy, as `blueprint_in` gives it.
        seat: Whose it is: 0 out of position, 1 in position.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        CapacityError: If memory would not suffice.
    """
    solver = SpotSolver(strategy.spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    solver.restore(0, np.zeros_like(strategy.sums), strategy.sums)
    return solver.root_values(1 - seat, best=True)


#: Ways of re-solving -> what they do; from none to the most that is asked of the new strategy.
METHODS: Mapping[str, str] = {
    "unsafe": "both ranges by Bayes; what the opponent had before does not count",
    "gadget": "each of his hands goes on, or keeps what it had (Burch, Johanson and Bowling 2014)",
    "max-margin": "makes the smallest gain over what his hands had largest (Moravcik et al. 2016)",
}


def check_method(method: str) -> None:
    """Check the name of a way.

    Args:
        method: One of `METHODS`.

    Raises:
        ValueError: For another name.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}; e.g. 'max-margin'")


@dataclass(frozen=True, eq=False)
class ResolvedSpot:
    """A player's strategy from the middle of a hand on, solved anew around what he played before.

    Values are in chips a deal and count the pot: what is won from here on. `kept` and `now` are those of best responses, so
    where no margin is below 0, re-solving raises no hand's best response, and so not the exploitability of the whole game.

    Attributes:
        spot: What was solved: his range by Bayes, and all hands of the opponent.
        seat: Of the player whose strategy it is: 0 out of position, 1 in position.
        method: 'unsafe', 'gadget' or 'max-margin'.
        iterations: Iterations done.
        gap: How far both are from an equilibrium of the game that was solved: half of what both could gain, in chips.
        meets: How much of the player's range meets each hand of the opponent, float64 [1326]; 0 where it is not possible.
        opponent: How likely the opponent's hands come, by Bayes, float64 [1326].
        kept: What a best response of each hand won from the strategy before, in chips, float64 [1326]; NaN where it is not
            possible.
        now: What it wins from the new one, likewise.
        strategy: What both play in the game that was solved; his is the new strategy.
    """

    spot: Spot
    seat: int
    method: str
    iterations: int
    gap: float
    meets: NDArray[np.float64]
    opponent: NDArray[np.float64]
    kept: NDArray[np.float64]
    now: NDArray[np.float64]
    strategy: SpotStrategy

    @property
    def margins(self) -> NDArray[np.float64]:
        """What each hand of the opponent lost by it, in chips, float64 [1326]; NaN where it is not possible."""
        return np.asarray(self.kept - self.now)

    @property
    def smallest_margin(self) -> float:
        """The smallest margin of a hand of the opponent, in chips: at least 0 where re-solving was safe."""
        return float(np.nanmin(self.margins))

    def mean(
        self,
        values: NDArray[np.float64],
        *,
        by_bayes: bool = False,
        among: NDArray[np.bool_] | bool = True,
    ) -> float:
        """The mean of something over the opponent's hands as they are dealt beside the player's range.

        Args:
            values: Of each hand, float64 [1326].
            by_bayes: Whether his hands come as likely as by Bayes, or all as dealt.
            among: Which of his hands count, bool [1326]; all by default.
        """
        weight = self.meets * (self.opponent if by_bayes else 1.0) * among
        there = weight > 0
        return float(np.average(values[there], weights=weight[there]))

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """What the player does at one of his decisions.

        Args:
            history: The line of betting from here on, as for `SpotSolution.at`.
            cards: The river, if the spot begins on the turn and the line has come to it; turn and river likewise.

        Raises:
            ValueError: If there is no such place, or he does not act there.
        """
        place = self.strategy.walker.find(history, cards)
        if place.kind != DECISION or int(self.spot.tree.player[place.node]) != self.seat:
            raise ValueError(
                f"history: expected a decision of {'oop' if self.seat == 0 else 'ip'}, got {history!r}; e.g. "
                f"{'' if self.seat == 0 else 'c'!r}"
            )
        return self.strategy.play_at(place)

    def to_dict(self) -> dict[str, Any]:
        """The result as values that JSON can hold, in chips a deal."""
        return {
            "board": self.spot.board,
            "history": self.spot.history,
            "player": ("oop", "ip")[self.seat],
            "method": self.method,
            "iterations": self.iterations,
            "pot_chips": self.spot.pot,
            "gap_chips": self.gap,
            "best_response_before_chips": self.mean(self.kept),
            "best_response_now_chips": self.mean(self.now),
            "smallest_margin_chips": self.smallest_margin,
            "mean_margin_chips": self.mean(self.margins),
            "mean_margin_by_bayes_chips": self.mean(self.margins, by_bayes=True),
        }

    def lines(self) -> list[str]:
        """The result in words, with its units, one a line."""
        who = ("oop", "ip")[self.seat]
        pot = self.spot.pot

        def chips(value: float) -> str:
            return f"{signed(value, 4)} chips = {signed(100 * value / pot, 3)} % of the pot"

        return [
            f"{self.method} re-solving of {who}, {self.iterations:,} iterations",
            f"gap of the solved game       {chips(self.gap)[1:]}",
            f"best response before         {chips(self.mean(self.kept))} (mean over all hands)",
            f"best response now            {chips(self.mean(self.now))}",
            f"smallest margin of a hand    {chips(self.smallest_margin)}",
            f"mean margin                  {chips(self.mean(self.margins))}",
            f"mean margin by Bayes         {chips(self.mean(self.margins, by_bayes=True))}",
        ]

    def __repr__(self) -> str:
        return brief(
            self,
            self.spot.board,
            self.method,
            f"{self.iterations:,} iterations",
            f"smallest margin {self.smallest_margin:.4g} chips",
        )

    def _repr_html_(self) -> str:
        return html.facts(
            {
                "method": self.method,
                "iterations": self.iterations,
                "gap, chips": self.gap,
                "best response before, chips": self.mean(self.kept),
                "best response now, chips": self.mean(self.now),
                "smallest margin, chips": self.smallest_margin,
                "mean margin, chips": self.mean(self.margins),
            },
            caption=repr(self.spot),
        )


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
