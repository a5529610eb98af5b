"""Buckets of hands in a spot, a solver of strategies over these buckets, and the values of those strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata._core import support
from pokerdata._support import html, resources
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import fixed
from pokerdata._support.text import brief
from pokerdata.cards import COMBINATIONS, combinations_with
from pokerdata.cards.evaluator import evaluate
from pokerdata.errors import CapacityError
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.evaluation import cut_by_strength
from pokerdata.spots.places import SpotStrategy
from pokerdata.spots.solver import check_algorithm, game_of
from pokerdata.spots.spot import Spot

#: Function that returns the bucket of each of the 1,326 combos on a board (uint8 [3|4|5], in dealing order): whole numbers
#: [1326]. Entries of combos that share a card with the board may be anything. Relabelling suits must not change buckets.
BucketsOfBoard: TypeAlias = Callable[[NDArray[np.uint8]], NDArray[Any]]

_MOST = 2**62  # bucket numbers are only labels


@dataclass(frozen=True, eq=False, repr=False)
class SpotBuckets:
    """Buckets of all hands of a spot, on every board.

    Attributes:
        streets: For each street and player (out of position first), uint16 [hands on boards]. The boards follow each other
            as in the kernels.
        counts: Number of buckets of each street and player.
    """

    streets: tuple[tuple[NDArray[np.uint16], NDArray[np.uint16]], ...]
    counts: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return brief(self, *(f"{oop:,} and {ip:,} buckets" for oop, ip in self.counts))

    def _repr_html_(self) -> str:
        rows = [(str(r + 1), str(oop), str(ip)) for r, (oop, ip) in enumerate(self.counts)]
        return html.table(rows, head=("street", "out of position", "in position"))


def boards_of(spot: Spot, game: _core.SpotGame) -> list[list[NDArray[np.uint8]]]:
    """Return, for each street, the boards that the kernels visit. Each board lists its cards in dealing order.

    Args:
        spot: The spot.
        game: The spot as `game_of` makes it.
    """
    found = [[spot.board_cards]]
    for street in range(1, game.streets):
        above, before = found[-1], game.board_cards(street - 1).tolist()
        found.append([])
        for bits, parent in zip(
            game.board_cards(street).tolist(), game.board_parents(street).tolist(), strict=True
        ):
            card = (bits & ~before[parent]).bit_length() - 1
            found[-1].append(np.append(above[parent], np.uint8(card)))
    return found


def spot_buckets(spot: Spot, game: _core.SpotGame, of_board: BucketsOfBoard) -> SpotBuckets:
    """Return the buckets of all hands of a spot.

    Args:
        spot: The spot.
        game: The spot as `game_of` makes it.
        of_board: Function that returns the buckets of a board.

    Raises:
        ValueError: If the function does not return 1,326 non-negative whole numbers, or a street has over 65,536 buckets.
    """
    streets, counts = [], []
    for street, boards in enumerate(boards_of(spot, game)):
        sides: list[list[NDArray[np.int64]]] = [[], []]
        for board, cards in enumerate(boards):
            given = np.asarray(of_board(cards))
            if given.shape != (len(COMBINATIONS),) or not np.issubdtype(given.dtype, np.integer):
                raise ValueError(
                    f"buckets of a board: expected {len(COMBINATIONS):,} whole numbers, got {given.dtype} "
                    f"{list(given.shape)}; e.g. np.zeros(1326, int)"
                )
            for player in (0, 1):
                of_hands = given[game.hands(street, board, player)]
                if of_hands.size and (of_hands.min() < 0 or of_hands.max() > _MOST):
                    worst = of_hands.min() if of_hands.min() < 0 else of_hands.max()
                    raise ValueError(
                        f"bucket of a hand: expected a number from 0 to {_MOST:,}, got {worst}; e.g. 0"
                    )
                sides[player].append(of_hands.astype(np.int64))
        numbered = []
        for side in sides:
            known, numbers = np.unique(np.concatenate(side), return_inverse=True)
            if len(known) > 1 << 16:
                raise ValueError(
                    f"buckets of a street: expected at most 65,536, got {len(known):,}; e.g. 1000"
                )
            numbered.append((numbers.astype(np.uint16), len(known)))
        streets.append((numbered[0][0], numbered[1][0]))
        counts.append((numbered[0][1], numbered[1][1]))
    return SpotBuckets(tuple(streets), tuple(counts))


class StrengthBuckets:
    """Buckets by expected hand strength with perfect recall, for a board and all its run-outs.

    Hand strength is the fraction of the pot that a hand wins against a random hand. On a flop or turn it is the mean over
    all run-outs.

    Each bucket of a street is split into buckets with about equal numbers of hands, over all cards of the next street. So
    the buckets remember those of earlier streets. From a flop this takes some seconds.

    Args:
        board: Board of a spot, uint8 [3|4|5].
        parts: Number of buckets on the board's street, and into how many each of them is split on every later street.

    Raises:
        ValueError: If `parts` does not have a number of 1 or more for each street.
    """

    def __init__(self, board: NDArray[np.uint8], parts: Sequence[int]) -> None:
        streets = 6 - len(board)
        if len(parts) != streets:
            raise ValueError(
                f"buckets: expected a number for each of {streets} streets, got {list(parts)}; e.g. {[5] * streets}"
            )
        self.parts = tuple(as_count(n, "buckets", 1, 65_536, 5) for n in parts)
        self.board = tuple(board.tolist())
        strengths: list[dict[tuple[int, ...], NDArray[np.float64]]] = [{} for _ in parts]
        self._strength(self.board, strengths, {})
        self._buckets: dict[tuple[int, ...], NDArray[np.int64]] = {}
        for found, count in zip(strengths, self.parts, strict=True):
            boards = list(found)
            strength = np.stack([found[b] for b in boards])
            above = np.stack(
                [self._buckets.get(b[:-1], np.zeros(strength.shape[1], np.int64)) for b in boards]
            )
            free = ~np.isnan(strength)
            cut = np.zeros(strength.shape, np.int64)
            cut[free] = cut_by_strength(above[free], strength[free], np.ones(int(free.sum())), count)
            self._buckets |= dict(zip(boards, cut, strict=True))

    def __call__(self, board: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the buckets of all combos on a board, int64 [1326].

        Args:
            board: A run-out of the spot's board, with its later cards in dealing order.
        """
        return self._buckets[tuple(board.tolist())]

    def __repr__(self) -> str:
        return brief(self, f"parts {list(self.parts)}", f"{len(self._buckets):,} boards")

    def _strength(
        self,
        board: tuple[int, ...],
        found: list[dict[tuple[int, ...], NDArray[np.float64]]],
        rivers: dict[frozenset[int], NDArray[np.float64]],
    ) -> NDArray[np.float64]:
        """Return the strength of each combo on a board, NaN if they share a card; all later boards are stored too."""
        if len(board) == 5:
            key = frozenset(board)
            if key not in rivers:
                rivers[key] = _river_strength(board)
            strength = rivers[key]
        else:
            sums, counts = np.zeros(len(COMBINATIONS)), np.zeros(len(COMBINATIONS))
            for card in sorted(set(range(52)) - set(board)):
                below = self._strength((*board, card), found, rivers)
                counts += ~np.isnan(below)
                sums += np.nan_to_num(below)
            with np.errstate(invalid="ignore"):
                strength = np.round(sums / counts, 9)  # equal strengths differ in their last digits
            strength[combinations_with(np.array(board, np.uint8))] = np.nan
        found[len(board) - len(self.board)][board] = strength
        return strength


def _river_strength(board: tuple[int, ...]) -> NDArray[np.float64]:
    """Return, for each combo on a river board, the fraction of the pot that it wins against a random hand."""
    cards = np.array(board, np.uint8)
    free = np.flatnonzero(~combinations_with(cards))
    holes = COMBINATIONS[free]
    codes = evaluate(np.concatenate([holes, np.broadcast_to(cards, (len(free), 5))], axis=1)).astype(np.int64)

    def beaten(of: NDArray[np.int64], among: NDArray[np.int64]) -> NDArray[np.float64]:
        ranked = np.sort(among)
        return (np.searchsorted(ranked, of, "left") + np.searchsorted(ranked, of, "right")) / 2

    won = beaten(codes, codes) + 0.5  # the hand itself, which is subtracted twice below
    for card in range(52):
        mine = (holes == card).any(axis=1)
        if mine.any():
            won[mine] -= beaten(codes[mine], codes[mine])
    found = np.full(len(COMBINATIONS), np.nan)
    found[free] = np.round(won / 990, 9)
    return found


_KERNELS = {"float32": _core.BucketedSolverFloat32, "float64": _core.BucketedSolverFloat64}


class BucketedSpotSolver:
    """Counterfactual regret minimisation over buckets, evaluated with real cards, from the middle of a hand on.

    If both players learn over their buckets, the solver finds an equilibrium of the abstraction. If one player is the
    responder, that player sees its real cards. Each iteration starts with its best response to the other player's current
    strategy. This finds the least exploitable strategy of the other player.

    All turns and rivers are dealt; nothing is sampled.

    Args:
        spot: What to solve; it must have no rake.
        buckets: Function that returns the buckets of a board.
        algorithm: cfr, cfr+, lcfr or dcfr, with alternating updates and without pruning.
        responder: 0 (out of position), 1, or `None`.
        solvers: For how many such solvers at once the memory must suffice. Most of it is allocated when they start to
            iterate.
        dtype: 'float32' or 'float64' for the work on cards; regrets and strategy sums are float64.
        threads: 0 for all processors, or up to 1024; the result is bit-identical for any number.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If there is not enough memory.
    """

    def __init__(
        self,
        spot: Spot,
        buckets: BucketsOfBoard,
        algorithm: Algorithm,
        *,
        responder: int | None = None,
        solvers: int = 1,
        dtype: str = "float32",
        threads: int = 0,
    ) -> None:
        check_algorithm(algorithm)
        if dtype not in _KERNELS:
            raise ValueError(f"dtype: expected one of {', '.join(_KERNELS)}, got {dtype!r}; e.g. 'float32'")
        if spot.rake:
            raise ValueError(f"rake: expected none where hands are in buckets, got {spot.rake}; e.g. 0")
        self.spot, self.algorithm, self.dtype, self.responder = spot, algorithm, dtype, responder
        self.threads = threads or support.hardware_threads()
        self.game = game_of(spot)
        self.buckets = spot_buckets(spot, self.game, buckets)
        number, streets = -1 if responder is None else responder, list(self.buckets.streets)
        kernel = _KERNELS[dtype]
        each = kernel.memory(self.game, streets, responder=number, threads=self.threads)
        need = resources.with_margin(solvers * each)
        free = resources.available_memory()
        if need > free:
            raise CapacityError(
                f"not enough memory to solve the spot over buckets: it needs {need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB "
                "are free; expected lower caps, narrower ranges, fewer buckets or a later street"
            )
        self._core = kernel(
            self.game,
            streets,
            responder=number,
            algorithm=algorithm.name,
            alpha=algorithm.alpha,
            beta=algorithm.beta,
            gamma=algorithm.gamma,
            delay=algorithm.delay,
            threads=self.threads,
        )

    def __repr__(self) -> str:
        return brief(self, str(self.algorithm), self.dtype, f"iteration {self.iteration:,}")

    def _repr_html_(self) -> str:
        told = {"algorithm": str(self.algorithm), "iteration": self.iteration, "buckets": self.buckets.counts}
        return html.facts(told, caption=repr(self.spot))

    @property
    def iteration(self) -> int:
        """Number of iterations done."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver is between two iterations."""
        return self._core.usable

    def iterate(self, count: int) -> None:
        """Run iterations; Ctrl-C acts as for `SpotSolver.iterate`.

        Args:
            count: 0 or more.

        Raises:
            ValueError: If the count is negative, or the solver is not `usable`.
            KeyboardInterrupt: On Ctrl-C.
        """
        self._core.iterate(count)

    def best_responses(self, *, current: bool = False) -> tuple[float | None, float | None]:
        """Return what a best response of each player on real cards wins, pot included, in chips per deal.

        Args:
            current: Respond to the other player's current strategy instead of its average strategy.

        Returns:
            The value for the player out of position, then for the player in position. It is `None` if the other player is
            the responder.
        """
        found = self._core.best_responses(current)
        half = [self.spot.dead_money / 2 + paid for paid in self.spot.paid]
        return tuple(  # type: ignore[return-value]
            None if self.responder == 1 - player else found[player] + half[player] for player in (0, 1)
        )

    def strategy(self, street: int, player: int, *, current: bool = False) -> NDArray[np.float64]:
        """Return the strategy of a player that learns: probabilities [actions of its decisions on the street, buckets].

        Decisions are in depth-first order of the betting tree, following the first action first.

        Args:
            street: From 0, the first street of the spot.
            player: 0 (out of position) or 1.
            current: Return the current strategy instead of the average strategy.

        Raises:
            ValueError: If there is no such street or player.
        """
        rows = self._core.strategy(street, player, current)
        return rows.reshape(-1, self.buckets.counts[street][player])

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return copies of regrets and strategy sums, for `restore`."""
        return self._core.regrets(), self._core.average()

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Continue from saved arrays; the run stays bit-identical to one that was never stopped.

        Args:
            iteration: Iterations done.
            regrets: Regrets that `arrays` returned.
            average: Strategy sums that `arrays` returned.

        Raises:
            ValueError: If the arrays have another size.
        """
        self._core.restore(iteration, np.asarray(regrets, np.float64), np.asarray(average, np.float64))


def strategy_in_spot(first: BucketedSpotSolver, second: BucketedSpotSolver) -> SpotStrategy:
    """Return the strategies that two solvers of a spot found, as probabilities for each hand.

    The result takes as much memory as a strategy on real cards.

    Args:
        first: Solver in which player 0 learns.
        second: Solver in which player 1 learns.

    Raises:
        CapacityError: If there is not enough memory.
    """
    game, spot = first.game, first.spot
    index = _core.layout(game, np.zeros(0, np.float32))
    size = int((index[:, 4] + index[:, 5] * index[:, 7]).max())
    if 4 * size > resources.available_memory():
        raise CapacityError(
            f"not enough memory for a strategy of each hand: it needs {4 * size / 1e9:,.2f} GB"
        )
    sums = np.zeros(size, np.float32)
    for street, boards in enumerate(boards_of(spot, game)):
        played = [solver.strategy(street, player) for player, solver in enumerate((first, second))]
        here = index[index[:, 0] == street]
        starts = [0, 0]
        for board in range(len(boards)):
            rows = here[here[:, 1] == board].tolist()
            # Strategies start with the row of a player's first action.
            first_place = [min((row[4] for row in rows if row[3] == p), default=0) for p in (0, 1)]
            for _, _, _, player, place, actions, count, stride in rows:
                of = first.buckets.streets[street][player][starts[player] :][:count]
                row = (place - first_place[player]) // stride
                for a in range(actions):
                    sums[place + a * stride :][:count] = played[player][row + a, of]
            for player in (0, 1):
                starts[player] += len(game.hands(street, board, player))
    return SpotStrategy(spot, game, sums)


@dataclass(frozen=True, repr=False)
class BucketedValues:
    """What best responses on real cards win against strategies over buckets, in chips per deal, pot included.

    Attributes:
        best_response: What the best response of each player wins against the other player's strategy, out of position
            first.
        pot: Chips in the pot at the spot's start.
    """

    best_response: tuple[float, float]
    pot: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Both best-response values, then the pot."""
        return (*self.best_response, self.pot)

    @staticmethod
    def of(numbers: Sequence[float]) -> BucketedValues:
        """Return the values with these `numbers`."""
        a, b, pot = numbers
        return BucketedValues((a, b), pot)

    @property
    def exploitability(self) -> float:
        """Half of what best responses from both seats win beyond the pot, in chips; 0 in an equilibrium on real cards."""
        return (sum(self.best_response) - self.pot) / 2

    @property
    def percent(self) -> float:
        """The exploitability as a percentage of the pot."""
        return 100 * self.exploitability / self.pot

    def __repr__(self) -> str:
        return brief(
            self, f"exploitability {self.exploitability:.4g} chips = {self.percent:.3g} % of the pot"
        )

    def _repr_html_(self) -> str:
        names = ("best response, out of position", "best response, in position")
        told: dict[str, object] = dict(zip(names, self.best_response, strict=True))
        told |= {"exploitability, chips": self.exploitability, "exploitability, % of the pot": self.percent}
        return html.facts(told, caption="Values of buckets on real cards, chips a deal")

    def lines(self, big_blind: float | None = None) -> list[str]:
        """Return the values as lines of text with their units.

        Args:
            big_blind: Chips of the big blind; adds amounts in thousandths of it.
        """
        blinds = "" if big_blind is None else f" = {1000 * self.exploitability / big_blind:.4g} mb"
        oop, ip = self.best_response
        return [
            f"exploitability  {self.exploitability:.5g} chips = {self.percent:.4g} % of the pot{blinds}",
            f"  best OOP wins {fixed(oop, 6)} chips of a pot of {self.pot:g} from IP's strategy",
            f"  best IP wins  {fixed(ip, 6)} chips from OOP's",
            "on real cards, all turns and rivers dealt",
        ]
