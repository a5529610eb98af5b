"""A spot's later streets solved anew, each rest of the hand for itself, around what is played before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pokerdata.cards import combinations_with
from pokerdata.cards.disjoint import weight_of_pairs
from pokerdata.resolving.methods import check_method
from pokerdata.resolving.spot_resolving import MOST_ITERATIONS
from pokerdata.solving.algorithm import Algorithm
from pokerdata.spots.kept_solution import KeptSolution
from pokerdata.spots.places import CLOSING, DECISION, Place
from pokerdata.spots.rest import reach_at, spot_after, suits_apart
from pokerdata.spots.solver import SpotSolver, spot_algorithm
from pokerdata.spots.spot_strategy import Play, SpotStrategy
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress


@dataclass(frozen=True, eq=False)
class ResolvedRests:
    """A strategy of a spot whose later streets were solved anew.

    Attributes:
        strategy: The whole: the first street as it was, and of the player what was solved anew after it.
        seat: Whose strategy was solved anew: 0 out of position, 1 in position.
        rests: How many rests of the hand were solved: lines that end the first street, times boards up to suits.
        best_before: What the opponent's best response won before, chips a deal, the pot included; it sees its cards.
        best_after: The same against the new strategy, exactly.
        lacking: What best responses can have won more as rests were not solved to the end, in chips a deal: the sum of what
            hands win more, over all rests. Where the method is safe, best_after is at most best_before + lacking.
    """

    strategy: SpotStrategy
    seat: int
    rests: int
    best_before: float
    best_after: float
    lacking: float


def resolve_rests(
    strategy: SpotStrategy,
    seat: int,
    *,
    method: str = "max-margin",
    iterations: int = 100,
    algorithm: str | Algorithm | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> ResolvedRests:
    """Solve what a player does after a spot's first street anew, and judge the whole by exact best responses.

    Each rest of the hand begins with the next card, on each board up to suits and after each line. What the opponent had
    there is what his best response won from the strategy given, as of `resolve_spot`. The 432
    rivers after a turn of limit hold'em take some 10 s of a core for 100 iterations.

    Args:
        strategy: Of both players, in a spot without rake of two streets or three; its sums in float32 or float64.
        seat: Whose strategy is solved anew: 0 out of position, 1 in position.
        method: One of `METHODS`.
        iterations: For each rest, 1 or more.
        algorithm: As for `pokerdata.solve` of a spot.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.
        progress: Called with rests done and in all.

    Raises:
        ValueError: For a spot of one street, one with rake, a strategy of which not all streets were kept or whose sums
            are of another type, and for a method, seat, number of iterations or algorithm that is none.
        CapacityError: If memory would not suffice.
    """
    check_method(method)
    spot = strategy.spot
    if len(spot.streets) < 2:
        raise ValueError(
            f"strategy: expected a spot with a street to come, got one on the {spot.street}; e.g. of the turn"
        )
    if seat not in (0, 1):
        raise ValueError(f"seat: expected 0 (out of position) or 1, got {seat!r}; e.g. 0")
    count = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100)
    chosen = spot_algorithm(algorithm)
    _check_strategy(strategy)
    judge = SpotSolver(spot, spot_algorithm(None), dtype=str(strategy.sums.dtype), threads=threads, copies=2)

    def best() -> float:
        judge.restore(0, np.zeros_like(sums), sums)
        return judge.evaluate().best_response[1 - seat]

    sums = np.array(strategy.sums)
    before, whole = best(), SpotStrategy(spot, strategy.game, sums)
    roots = list(_roots(strategy))
    cards = 52 - len(spot.board_cards) - len(spot.dead_cards) - 4  # that each pair of hands sees
    rests, lacking = 0, 0.0
    for done, (root, times) in enumerate(roots):
        rest = _Rest(strategy, root, seat, method, chosen, threads)
        if rest.possible:
            rests += 1
            lacking += rest.solve(count, whole) * times / cards / spot.deals
        if progress is not None:
            progress(done + 1, len(roots))
    return ResolvedRests(whole, seat, rests, before, best(), lacking)


def _check_strategy(strategy: SpotStrategy) -> None:
    if strategy.spot.rake != 0:
        raise ValueError(
            f"strategy: expected a spot without rake, as margins prove nothing with it, got {strategy.spot.rake}; e.g. "
            "spot.changed(rake=0, rake_cap=None)"
        )
    if isinstance(strategy, KeptSolution):
        raise ValueError(
            f"strategy: expected one of all streets, got one that was kept to the {strategy.kept_to}; e.g. a solution that "
            "was saved whole"
        )
    if str(strategy.sums.dtype) not in ("float32", "float64"):
        raise ValueError(
            f"strategy: expected sums in float32 or float64, got {strategy.sums.dtype}; e.g. "
            "solve_spot(spot, dtype='float32')"
        )


def _roots(strategy: SpotStrategy) -> Iterator[tuple[Place, int]]:
    """Where the second street begins, on each board up to suits, and how many cards each stands for."""
    walker = strategy.walker
    boards, weights = walker.boards(1), strategy.game.board_weights(1)

    def go(place: Place) -> Iterator[Place]:
        if place.kind == DECISION:
            for edge in walker.edges(place):
                yield from go(walker.act(place, walker.letter(edge)))
        elif place.kind == CLOSING:
            yield place

    for closing in go(walker.start()):
        for board, times in zip(boards, weights.tolist(), strict=True):
            root = walker.deal(closing, int(board[-1]))
            if root.kind == DECISION:
                yield root, times


class _Rest:
    """One rest of the hand."""

    def __init__(
        self, strategy: SpotStrategy, root: Place, seat: int, method: str, algorithm: Algorithm, threads: int
    ) -> None:
        self.before, self.root, self.seat, self.method = strategy, root, seat, method
        reach = reach_at(strategy, root)
        self.held = strategy.spot.weights(1 - seat) * ~combinations_with(root.board)
        self.comes = reach[1 - seat] if method == "unsafe" else self.held
        self.reach = reach[seat]
        weights = [reach[seat], self.held] if seat == 0 else [self.held, reach[seat]]
        self.possible = weight_of_pairs(*weights) > 0 and weight_of_pairs(reach[seat], self.comes) > 0
        if self.possible:
            # As suits were told apart before: the opponent's hands may have had different values.
            self.spot = spot_after(strategy, root, *suits_apart(strategy, root, weights[0], weights[1]))
            dtype = str(strategy.sums.dtype)
            self.solver = SpotSolver(self.spot, algorithm, dtype=dtype, threads=threads, copies=2)
            # Kernels leave out what might be rounding.
            game, other = self.solver.game, 1 - seat
            self.possible = bool(game.root_meets(other) @ self.comes[game.hands(0, 0, other)] > 0)

    def solve(self, iterations: int, whole: SpotStrategy) -> float:
        """Write the player's new strategy into the whole; returns what the opponent's hands win more, summed."""
        solver, other = self.solver, 1 - self.seat
        nothing, sums = solver.arrays()
        self._copy(self.before, SpotStrategy(self.spot, solver.game, sums), (0, 1))
        solver.restore(0, nothing, sums)
        kept = solver.root_values(other, best=True)
        solver.restore(0, nothing, np.zeros_like(sums))
        hands = solver.game.hands(0, 0, other)
        solver.set_gadget(other, self.method, kept, self.comes[hands])
        solver.iterate(iterations)
        self._copy(SpotStrategy(self.spot, solver.game, solver.sums()), whole, (self.seat,))
        now = solver.root_values(other, best=True)
        # A range whose weights are all tiny was scaled.
        scale = float(self.reach.max()) / float(self.spot.weights(self.seat).max())
        return float(np.maximum(now - kept, 0) @ self.held[hands]) * scale

    def _copy(self, source: SpotStrategy, target: SpotStrategy, players: tuple[int, ...]) -> None:
        """Play in one strategy what is played in the other; hands that it does not have go on as they did."""

        def go(there: Place, here: Place) -> None:
            if here.kind == CLOSING:
                for card in target.walker.next_cards(here):
                    if not source.walker.comes(there, card):
                        continue  # all hands of a player hold it
                    go(source.walker.deal(there, card), target.walker.deal(here, card))
            if here.kind != DECISION:
                return
            if int(target.spot.tree.player[here.node]) in players:
                _play(target, here, source.play_at(there))
            edges = zip(source.walker.edges(there), target.walker.edges(here), strict=True)
            for one, two in edges:
                go(
                    source.walker.act(there, source.walker.letter(one)),
                    target.walker.act(here, target.walker.letter(two)),
                )

        def begin(strategy: SpotStrategy) -> Place:
            return strategy.walker.start() if strategy.spot is self.spot else self.root

        go(begin(source), begin(target))


def _play(strategy: SpotStrategy, place: Place, play: Play) -> None:
    """Write what is played at a decision into a strategy."""
    hands, states = strategy.hands_on(place, int(strategy.spot.tree.player[place.node]))
    shares, known = np.zeros((1326, len(play.steps))), np.zeros(1326, bool)
    shares[play.combinations], known[play.combinations] = play.strategy, True
    of = known[hands]
    strategy.sums_at(place)[:, states[of]] = shares[hands[of]].T
