"""Re-solve a spot's later streets, each subgame independently, and compute best responses before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata.cards import as_board, combinations_with, format_cards
from pokerdata.cards.combinations import weight_of_pairs
from pokerdata.solving.algorithms import Algorithm
from pokerdata.spots.kept_solution import KeptSolution, reach_at, spot_after, suits_apart
from pokerdata.spots.places import CLOSING, DECISION, Place, Play, SpotStrategy
from pokerdata.spots.resolving.blueprint import Blueprint
from pokerdata.spots.resolving.spot_resolving import MOST_ITERATIONS, blueprint_in, check_method
from pokerdata.spots.solver import SpotSolver, spot_algorithm
from pokerdata.spots.spot import Spot


@dataclass(frozen=True, eq=False)
class ResolvedRests:
    """A strategy of a spot with re-solved later streets.

    Attributes:
        strategy: The complete strategy: the original first street, then the player's re-solved strategy.
        seat: Seat of the re-solved player: 0 out of position, 1 in position.
        rests: Number of subgames solved: action sequences that end the first street, times boards up to equivalent suits.
        best_before: What the opponent's best response won before, in chips per deal, pot included; it sees its cards.
        best_after: The exact best-response value against the new strategy.
        lacking: How much more best responses may win because subgames were not solved exactly, in chips per deal. It sums
            the gains of all hands over all subgames. With a safe method, best_after is at most best_before + lacking.
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
    """Re-solve a player's strategy after a spot's first street, and evaluate the result by exact best responses.

    Each subgame starts with the next card, for each board up to equivalent suits and each action sequence. The opponent's
    values there are what its best response won against the given strategy, as in `resolve_spot`. The 432 rivers after a
    turn of limit hold'em take about 10 s of a core for 100 iterations.

    Args:
        strategy: Strategies of both players, in a spot of two or three streets without rake.
        seat: Seat of the re-solved player: 0 out of position, 1 in position.
        method: One of `METHODS`.
        iterations: Iterations for each subgame, 1 or more.
        algorithm: As for `pokerdata.solve` of a spot.
        threads: 0 for all processors, or up to 1024; the result is bit-identical for any number.
        progress: Called with the number of subgames done and the total.

    Raises:
        ValueError: If the spot has one street or a rake, the strategy lacks some streets, or an argument is invalid.
        CapacityError: If there is not enough memory.
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
    judge = SpotSolver(spot, spot_algorithm(None), dtype=_dtype(strategy), threads=threads, copies=2)

    def best() -> float:
        judge.restore(0, np.zeros_like(sums), sums)
        return judge.evaluate().best_response[1 - seat]

    sums = np.array(strategy.sums, _dtype(strategy))
    before, whole = best(), SpotStrategy(spot, strategy.game, sums)
    roots = list(_roots(strategy))
    cards = 52 - len(spot.board_cards) - len(spot.dead_cards) - 4  # cards left for each pair of hands
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


def _dtype(strategy: SpotStrategy) -> str:
    """Return the solver's dtype that gives its sums the layout of the strategy's sums."""
    return "float64" if strategy.sums.dtype == np.float64 else "float32"


def _roots(strategy: SpotStrategy) -> Iterator[tuple[Place, int]]:
    """Yield the starts of the second street on each board up to equivalent suits, and how many cards each represents."""
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
    """One subgame."""

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
            # Distinguish suits as before, because the opponent's hands may have different values.
            self.spot = spot_after(strategy, root, *suits_apart(strategy, root, weights[0], weights[1]))
            self.solver = SpotSolver(self.spot, algorithm, dtype=_dtype(strategy), threads=threads, copies=2)
            # Kernels leave out weights that may be rounding errors.
            game, other = self.solver.game, 1 - seat
            self.possible = bool(game.root_meets(other) @ self.comes[game.hands(0, 0, other)] > 0)

    def solve(self, iterations: int, whole: SpotStrategy) -> float:
        """Write the player's new strategy into the whole strategy, and return the sum of the opponent's gains."""
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
        # A range with only tiny weights was scaled.
        scale = float(self.reach.max()) / float(self.spot.weights(self.seat).max())
        return float(np.maximum(now - kept, 0) @ self.held[hands]) * scale

    def _copy(self, source: SpotStrategy, target: SpotStrategy, players: tuple[int, ...]) -> None:
        """Copy one strategy into the other; hands that the source does not have keep their strategy."""

        def go(there: Place, here: Place) -> None:
            if here.kind == CLOSING:
                for card in target.walker.next_cards(here):
                    if not source.walker.comes(there, card):
                        continue  # all hands of a player contain it
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
    """Write the strategy of a decision into a whole strategy."""
    hands, states = strategy.hands_on(place, int(strategy.spot.tree.player[place.node]))
    shares, known = np.zeros((1326, len(play.steps))), np.zeros(1326, bool)
    shares[play.combinations], known[play.combinations] = play.strategy, True
    of = known[hands]
    strategy.sums_at(place)[:, states[of]] = shares[hands[of]].T


@dataclass(frozen=True)
class CutGame:
    """A strategy in the game that starts on one board after some actions, dealt with both ranges by Bayes' rule.

    All later cards are dealt. Best responses see their own cards and are exact. Values are of two seats, out of position
    first.

    Attributes:
        history: Actions before the game starts.
        board: Board as text.
        method: Method that re-solved the streets after the first; '' for the original strategy.
        iterations: Iterations for each subgame.
        rests: Number of subgames solved, for both players.
        pot: Chips in the pot at the start.
        best: What the best response of each seat wins, in chips per deal, pot included.
        lacking: For each seat, how much more it may win than before because subgames were not solved exactly, in chips per
            deal.
    """

    history: str
    board: str
    method: str
    iterations: int
    rests: int
    pot: float
    best: tuple[float, float]
    lacking: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """Half of what best responses from both seats win beyond the pot, in chips per deal."""
        return (sum(self.best) - self.pot) / 2


def cut_games(
    blueprint: Blueprint,
    history: str,
    board: ArrayLike,
    methods: Sequence[str],
    *,
    iterations: int = 100,
    threads: int = 0,
    progress: Progress | None = None,
) -> list[CutGame]:
    """Compute exact best responses to a whole-game strategy from one board on, for the original and each re-solved strategy.

    The first street of the cut game keeps the strategy. After it, each subgame is re-solved for each player. On the turn of
    limit hold'em that is 9 action sequences and 48 rivers, about 20 s of a core per method for 100 iterations.

    Args:
        blueprint: Strategy of the whole game.
        history: Actions from the deal on, such as "crc/crc/", up to the flop or turn.
        board: Cards of that street, flop first.
        methods: One or more of `METHODS`.
        iterations: Iterations for each subgame.
        threads: 0 for all processors, or up to 1024.
        progress: Called with the number of subgames done and the total.

    Returns:
        The original strategy, then one result for each method.

    Raises:
        ValueError: If an argument is invalid, or if a player never reaches the board.
        CapacityError: If there is not enough memory.
    """
    if not methods:
        raise ValueError("methods: expected one at least, got none; e.g. ['max-margin']")
    for method in methods:
        check_method(method)
    as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100)
    cards = as_board(board, (3, 4))
    oop, ip = blueprint.ranges(history, cards)
    if not (oop.any() and ip.any()):
        raise ValueError(f"history: expected one that both can play, got {history!r}; e.g. 'crc/crc/'")
    spot = Spot.of_game(blueprint.game, history, board=cards, oop=oop, ip=ip)
    strategy = blueprint_in(blueprint, spot, threads=threads)
    text = format_cards(cards)
    found: list[CutGame] = []
    parts = 2 * len(methods)
    for number, method in enumerate(methods):
        sides = []
        for seat in (0, 1):

            def told(done: int, whole: int, first: int = 2 * number + seat) -> None:
                if progress is not None:
                    progress(first * whole + done, parts * whole)

            sides.append(
                resolve_rests(
                    strategy, seat, method=method, iterations=iterations, threads=threads, progress=told
                )
            )
        # The best response of a seat is to the other player's strategy.
        best, lacking = (sides[1].best_after, sides[0].best_after), (sides[1].lacking, sides[0].lacking)
        if not found:
            before = (sides[1].best_before, sides[0].best_before)
            found.append(CutGame(history, text, "", 0, 0, float(spot.pot), before, (0.0, 0.0)))
        rests = sum(side.rests for side in sides)
        found.append(CutGame(history, text, method, iterations, rests, float(spot.pot), best, lacking))
    return found
