"""How much less local best response wins against a strategy that is re-solved on the turn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, fixed, or_none, plus_minus, signed, with_interval
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.cards import DECK_SIZE, format_cards
from pokerdata.games import Unit
from pokerdata.games.strategies import Strategy
from pokerdata.solving.real_cards.flops import apart
from pokerdata.spots.places import SpotStrategy
from pokerdata.spots.resolving.blueprint import Blueprint
from pokerdata.spots.resolving.local import LocalBestResponse, arrivals
from pokerdata.spots.resolving.spot_resolving import (
    DEFAULT_METHOD,
    MOST_ITERATIONS,
    best_before,
    blueprint_in,
    check_method,
    solve_anew,
    spot_start,
)
from pokerdata.spots.solver import spot_algorithm

MOST_BOARDS = 1_000_000
_TURN_CARDS = 4
# Pairs of hands that share no card with a board of the turn or each other.
_PAIRS = comb(DECK_SIZE - _TURN_CARDS, 2) * comb(DECK_SIZE - _TURN_CARDS - 2, 2)


@dataclass(frozen=True)
class TurnSample:
    """A turn that local best response reached.

    On some boards it reaches none, because every action sequence ends earlier. Then the history is empty and all numbers
    are 0.

    Attributes:
        player: Player 1 or 2, with the re-solved strategy.
        board: Board as text.
        history: Actions before the turn.
        mass: Probability, 0 to 1, that a game on this board reaches the turn, by any actions.
        local: EV of local best response from here on, before and after re-solving, in chips per deal that gets here.
        best: The same for a best response with the hands that get here.
        smallest_margin: Smallest decrease of a hand's best-response value, in chips.
        gap: Distance of the re-solved strategy from an equilibrium of its subgame, in chips.
    """

    player: int
    board: str
    history: str
    mass: float
    local: tuple[float, float]
    best: tuple[float, float]
    smallest_margin: float
    gap: float


@dataclass(frozen=True)
class LocalGain:
    """How much less best responses win against a strategy after re-solving on the turn.

    Both responders reach the turn as local best response does, so what they win earlier is the same with both strategies.
    Boards are sampled as they are dealt. Each board gets one action sequence, sampled by its reach.

    Attributes:
        strategy: Name of the strategy.
        method: Re-solving method.
        iterations: Iterations for each turn.
        seed: Seed of the samples.
        samples: The sampled turns.
        unit: Unit of the game.
    """

    strategy: str
    method: str
    iterations: int
    seed: int
    samples: tuple[TurnSample, ...]
    unit: Unit

    @property
    def local(self) -> Estimate:
        """How much less local best response wins, in milli-units per game, averaged over both seats."""
        return self._estimate(lambda s: s.local[0] - s.local[1])

    @property
    def best(self) -> Estimate:
        """How much less a best response from the turn on wins, in milli-units per game, averaged over both seats."""
        return self._estimate(lambda s: s.best[0] - s.best[1])

    @property
    def smallest_margin(self) -> float:
        """Smallest margin of a hand on any of the turns, in chips."""
        return min((sample.smallest_margin for sample in self.samples if sample.mass > 0), default=0.0)

    def _estimate(self, of: Any) -> Estimate:
        by_player = [[s.mass * of(s) for s in self.samples if s.player == p] for p in (1, 2)]
        boards = np.mean(by_player, axis=0)
        error = float(boards.std(ddof=1)) / sqrt(len(boards))
        return Estimate(float(boards.mean()), error, len(boards) - 1).times(self.unit.milli(1))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON-compatible values."""
        told = {
            name: {
                "mean": found.mean,
                "standard_error": found.standard_error,
                "half_width_95": or_none(found.half_width),
            }
            for name, found in {
                "local_best_response_mb_per_hand_less": self.local,
                "best_response_mb_per_hand_less": self.best,
            }.items()
        }
        return {
            "strategy": self.strategy,
            "method": self.method,
            "iterations": self.iterations,
            "seed": self.seed,
            **told,
            "smallest_margin_chips": self.smallest_margin,
            "samples": [asdict(sample) for sample in self.samples],
        }

    def lines(self) -> list[str]:
        """Return the result as lines of text with units."""

        def told(value: Estimate) -> str:
            return f"{with_interval(value.mean, value.half_width, 1)} mb/hand"

        return [
            f"{self.strategy}, solved anew on the turn by {self.method}, {self.iterations:,} iterations",
            f"{len(self.samples) // 2:,} boards of the turn in both seats, seed {self.seed}",
            f"local best response wins less   {told(self.local)}",
            f"best response from the turn on  {told(self.best)}",
            f"smallest margin of a hand       {signed(self.smallest_margin, 3)} chips",
        ]

    def __repr__(self) -> str:
        found = self.local
        return brief(
            self,
            self.strategy,
            self.method,
            f"{fixed(found.mean, 1)} {plus_minus(found.half_width, 1)} mb/hand less",
        )


def local_gain(
    strategy: Blueprint | Strategy | str | os.PathLike[str],
    *,
    method: str = DEFAULT_METHOD,
    iterations: int = 100,
    boards: int = 50,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> LocalGain:
    """Measure how much less best responses win against a strategy that is re-solved on the turn.

    It measures local best response and a best response from the turn on. It takes about 20 s per board and core with a
    strategy of limit hold'em.

    Args:
        strategy: As for `resolve_spot`.
        method: One of `pokerdata.spots.resolving.METHODS`.
        iterations: Iterations for each turn.
        boards: Number of turn boards sampled, each for both seats; all methods use the same boards.
        seed: Seed of the samples.
        threads: 0 for all processors, or up to 1024.
        tables: As for `resolve_spot`.
        progress: Called with the number of boards done and the total.

    Raises:
        ValueError: If an argument is invalid.
        TableError: If tables are missing or do not belong together.
    """
    check_method(method)
    count = as_count(boards, "boards", 2, MOST_BOARDS, 50)
    steps = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100)
    seed = as_count(seed, "seed", 0, 2**63, 1)
    blueprint = strategy if isinstance(strategy, Blueprint) else Blueprint(strategy, tables=tables)
    samples: list[TurnSample] = []
    for number in range(count):
        samples += (found for (found,) in board_samples(blueprint, seed, number, [method], steps, threads))
        if progress is not None:
            progress(number + 1, count)
    return LocalGain(blueprint.name, method, steps, seed, tuple(samples), Unit.of(blueprint.game.rules))


def board_samples(
    blueprint: Blueprint,
    seed: int,
    number: int,
    methods: Sequence[str],
    iterations: int,
    threads: int = 0,
    progress: Progress | None = None,
) -> list[list[TurnSample]]:
    """Re-solve a strategy by some methods on one sampled board, for both seats.

    Args:
        blueprint: The strategy.
        seed: As for `local_gain`.
        number: Number of the board, 0 or more.
        methods: Some of `pokerdata.spots.resolving.METHODS`.
        iterations: As for `local_gain`.
        threads: As for `local_gain`.
        progress: Called before each re-solve with the number of turns re-solved and the total.
    """
    random = np.random.default_rng([seed, number])
    board = random.choice(DECK_SIZE, _TURN_CARDS, replace=False).astype(np.uint8)
    found: list[list[TurnSample]] = []
    for player in (1, 2):

        def told(done: int, of: int, before: int = len(found)) -> None:
            if progress is not None:
                progress(before * of + done, 2 * of)

        found.append(_samples(blueprint, player, board, random, methods, iterations, threads, told))
    return found


def _samples(
    blueprint: Blueprint,
    player: int,
    board: NDArray[np.uint8],
    random: np.random.Generator,
    methods: Sequence[str],
    iterations: int,
    threads: int,
    progress: Progress,
) -> list[TurnSample]:
    ways = arrivals(blueprint, player, board, random)
    if not ways:
        never = TurnSample(player, format_cards(board), "", 0.0, (0.0, 0.0), (0.0, 0.0), 0.0, 0.0)
        return [never] * len(methods)
    masses = np.array([way.mass for way in ways])
    way = ways[int(random.choice(len(ways), p=masses / masses.sum()))]

    def local(strategy: SpotStrategy, seat: int) -> float:
        mass = float(apart(strategy.spot.weights(seat))[way.comes].sum())
        return float(LocalBestResponse(strategy, seat).values()[way.comes].sum()) / mass

    start = spot_start(blueprint, way.history, board, player)
    played = blueprint_in(blueprint, start.spot, threads=threads)
    kept = best_before(played, start.seat, threads=threads)
    before = local(played, start.seat)
    found: list[TurnSample] = []
    for method in methods:
        progress(len(found), len(methods))
        new = solve_anew(
            start,
            kept,
            method=method,
            algorithm=spot_algorithm(None),
            limit=None,
            iterations=iterations,
            threads=threads,
        )
        found.append(
            TurnSample(
                player,
                format_cards(board),
                way.history,
                float(masses.sum()) / _PAIRS,
                (before, local(new.strategy, new.seat)),
                (new.mean(new.kept, among=way.comes), new.mean(new.now, among=way.comes)),
                new.smallest_margin,
                new.gap,
            )
        )
    return found
