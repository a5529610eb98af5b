"""Re-solving on real cards: its start, its methods, and a finer strategy around one of the whole game."""

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
    """Start of a re-solve, shared by all methods.

    Attributes:
        history: Actions from the deal on.
        spot: The spot with the player's range by Bayes' rule and all hands of the opponent.
        seat: Seat of the player: 0 out of position, 1 in position.
        opponent: float64 [1326], probability of each of the opponent's hands by Bayes' rule.
    """

    history: str
    spot: Spot
    seat: int
    opponent: NDArray[np.float64]


def spot_start(blueprint: Blueprint, history: str, board: NDArray[np.uint8], player: int) -> SpotStart:
    """Return the start of a re-solve after some actions.

    Args:
        blueprint: Strategy of the whole game.
        history: As for `Blueprint.ranges`.
        board: uint8 [n], as for `Blueprint.ranges`.
        player: Player 1 or 2 of the game; its strategy is re-solved.

    Raises:
        ValueError: As for `Blueprint.ranges`, and if the player never plays this way.
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
    """Return the strategy that a whole-game blueprint has in a spot of its game.

    Args:
        blueprint: Strategy of the whole game.
        spot: The spot, without sizes of its own.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: As for `pokerdata.spots.SpotSolver`; they only affect the memory estimate.

    Raises:
        ValueError: If the spot is not part of the game.
        CapacityError: If there is not enough memory.
    """
    solver = SpotSolver(spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    sums = solver.average()
    blueprint.fill(sums, spot, solver.game)
    return SpotStrategy(spot, solver.game, sums)


def best_before(
    strategy: SpotStrategy, seat: int, *, dtype: str = "float32", threads: int = 0
) -> NDArray[np.float64]:
    """Return the opponent's best-response values against a strategy, by state, as in `SpotSolver.root_values`.

    Args:
        strategy: Strategy as `blueprint_in` returns it.
        seat: Seat of the strategy: 0 out of position, 1 in position.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        CapacityError: If there is not enough memory.
    """
    solver = SpotSolver(strategy.spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    solver.restore(0, np.zeros_like(strategy.sums), strategy.sums)
    return solver.root_values(1 - seat, best=True)


#: Re-solving methods -> what they do, from the weakest guarantee to the strongest.
METHODS: Mapping[str, str] = {
    "unsafe": "both ranges by Bayes; what the opponent had before does not count",
    "gadget": "each of his hands goes on, or keeps what it had (Burch, Johanson and Bowling 2014)",
    "max-margin": "makes the smallest gain over what his hands had largest (Moravcik et al. 2016)",
}


def check_method(method: str) -> None:
    """Check the name of a re-solving method.

    Args:
        method: One of `METHODS`.

    Raises:
        ValueError: If there is no such method.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}; e.g. 'max-margin'")


@dataclass(frozen=True, eq=False)
class ResolvedSpot:
    """A player's strategy from the middle of a hand on, re-solved around its earlier strategy.

    Values are EVs from here on in chips per deal, pot included. `kept` and `now` are best-response values. If no margin is
    below 0, no hand's best response gains from re-solving, so the exploitability of the whole game does not rise.

    Attributes:
        spot: The solved spot: the player's range by Bayes' rule, and all hands of the opponent.
        seat: Seat of the re-solved player: 0 out of position, 1 in position.
        method: 'unsafe', 'gadget' or 'max-margin'.
        iterations: Number of iterations done.
        gap: Distance from an equilibrium of the game that was solved: half of what both players could gain, in chips.
        meets: float64 [1326], the player's reach that is compatible with each hand of the opponent; 0 for impossible hands.
        opponent: float64 [1326], probability of each of the opponent's hands by Bayes' rule.
        kept: float64 [1326], best-response value of each opponent hand against the old strategy, in chips; NaN for
            impossible hands.
        now: The same against the new strategy.
        strategy: Strategies of both players in the game that was solved; the player's one is the new strategy.
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
        """float64 [1326]: value that each hand of the opponent lost by re-solving, in chips; NaN for impossible hands."""
        return np.asarray(self.kept - self.now)

    @property
    def smallest_margin(self) -> float:
        """Smallest margin of a hand of the opponent, in chips; at least 0 if re-solving was safe."""
        return float(np.nanmin(self.margins))

    def mean(
        self,
        values: NDArray[np.float64],
        *,
        by_bayes: bool = False,
        among: NDArray[np.bool_] | bool = True,
    ) -> float:
        """Return a mean over the opponent's hands as they are dealt against the player's range.

        Args:
            values: Value of each hand, float64 [1326].
            by_bayes: Whether to weight the hands by their probability by Bayes' rule instead of as dealt.
            among: Hands to include, bool [1326]; the default is all.
        """
        weight = self.meets * (self.opponent if by_bayes else 1.0) * among
        there = weight > 0
        return float(np.average(values[there], weights=weight[there]))

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """Return the player's strategy at one of its decisions.

        Args:
            history: Action sequence from here on, as for `SpotSolution.at`.
            cards: Later board cards dealt so far.

        Raises:
            ValueError: If there is no such place, or the player does not act there.
        """
        place = self.strategy.walker.find(history, cards)
        if place.kind != DECISION or int(self.spot.tree.player[place.node]) != self.seat:
            raise ValueError(
                f"history: expected a decision of {'oop' if self.seat == 0 else 'ip'}, got {history!r}; e.g. "
                f"{'' if self.seat == 0 else 'c'!r}"
            )
        return self.strategy.play_at(place)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-compatible values, in chips per deal."""
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
        """Return the result as lines of text with units."""
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
    """Re-solve a player's strategy from the middle of a hand on, on real cards.

    The ranges follow by Bayes' rule from the strategy of the whole game, assuming that both players followed it. The
    opponent's old values are what its best response wins against that strategy on real cards. So with 'gadget' and
    'max-margin' no best response against the whole strategy wins more than before, up to the reported gap.

    Memory and time are those of solving the spot: about 40 ms per iteration and core for a turn of limit hold'em.

    Args:
        strategy: A strategy over a card abstraction of Texas hold'em: a `Blueprint`, what `load_strategy` returned, or a
            name or path.
        history: Actions from the deal on, such as "crc/crc/"; they must reach at least the flop.
        board: Cards of the street that the actions lead to, flop first.
        player: Player 1 or 2 of the game; its strategy is re-solved.
        method: One of `METHODS`.
        sizes: In a game without limits, bet sizes for the new strategy instead of the game's own. Pass arguments of a
            `Spot`, such as {'bets': '50%,100%', 'raises': '3x,a'}. The history must then end where a street starts.
        algorithm: As for `pokerdata.solve` of a spot.
        target: Gap at which to stop, in chips or % of the pot; `None` runs all iterations.
        iterations: Maximum number of iterations.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result is bit-identical for any number.
        tables: Folder of strategies and bucket tables; the default is the folder of the strategy's file.
        progress: Called with the number of iterations done and the total.

    Raises:
        ValueError: If an argument is invalid, or the strategy is on real cards.
        TableError: If tables are missing or do not belong together.
        CapacityError: If there is not enough memory; raised before any work.
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
    """Re-solve a player's strategy from a given start.

    Args:
        start: Start of the re-solve.
        kept: Values of the opponent's states before, as `best_before` returns them.
        method: As for `resolve_spot`.
        algorithm: An algorithm that solves spots.
        limit: Gap at which to stop, in chips; `None` runs all iterations.
        iterations: As for `resolve_spot`.
        dtype: As for `resolve_spot`.
        threads: As for `resolve_spot`.
        progress: As for `resolve_spot`.

    Raises:
        ValueError: If the method is 'unsafe' and the opponent never gets there.
        CapacityError: If there is not enough memory; raised before any work.
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
        # Rounding can leave tiny weights where no hands meet; kernels have no values there.
        meets=np.where(np.isnan(before_by_hand), 0.0, apart(spot.weights(seat))),
        opponent=start.opponent,
        kept=before_by_hand,
        now=by_hand(now),
        strategy=SpotStrategy(spot, game, solver.sums()),
    )


def _with_sizes(before: Spot, sizes: Mapping[str, Any]) -> Spot:
    """Return the spot with other bet sizes."""
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
    """Return the value of each hand from that of its state: float64 [1326], NaN for hands without a state."""
    found = np.full(1326, np.nan)
    states = game.hands(0, 0, player)
    maps = combination_maps()
    for permutation in game.symmetries(0, 0):
        found[maps[permutation][states]] = values
    return found
