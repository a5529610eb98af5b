"""A spot's later streets solved anew, each rest of the hand for itself, and what best responses win before and after."""

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
        strategy: Of both players, in a spot without rake of two streets or three.
        seat: Whose strategy is solved anew: 0 out of position, 1 in position.
        method: One of `METHODS`.
        iterations: For each rest, 1 or more.
        algorithm: As for `pokerdata.solve` of a spot.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.
        progress: Called with rests done and in all.

    Raises:
        ValueError: For a spot of one street, one with rake, a strategy of which not all streets were kept, and for a
            method, seat, number of iterations or algorithm that is none.
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
    judge = SpotSolver(spot, spot_algorithm(None), dtype=_dtype(strategy), threads=threads, copies=2)

    def best() -> float:
        judge.restore(0, np.zeros_like(sums), sums)
        return judge.evaluate().best_response[1 - seat]

    sums = np.array(strategy.sums, _dtype(strategy))
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


def _dtype(strategy: SpotStrategy) -> str:
    """What a solver of the spot works with, whose sums lie as the strategy's do."""
    return "float64" if strategy.sums.dtype == np.float64 else "float32"


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
            self.solver = SpotSolver(self.spot, algorithm, dtype=_dtype(strategy), threads=threads, copies=2)
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


@dataclass(frozen=True)
class CutGame:
    """A strategy in the game that begins on one board after one betting, dealt with the ranges of both by Bayes.

    All later cards are dealt, best responses see their own and are exact. Values are of two seats, out of position first.

    Attributes:
        history: The actions before.
        board: As text.
        method: How the streets after the first were solved anew; '' for the strategy as it is.
        iterations: For each rest of the hand.
        rests: How many rests were solved, for both players.
        pot: Chips when it begins.
        best: What the best response of each seat wins, in chips a deal, the pot included.
        lacking: Of each seat, what it can win more than before as rests were not solved to the end, in chips a deal.
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
        """Half of what best responses win from both seats beyond the pot, in chips a deal."""
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
    """Exact best responses to a strategy of a whole game from one board on: as it is, and solved anew by each method.

    The first street of the cut game is played as the strategy plays it; after it each rest of the hand is solved anew, for
    each player. On the turn of limit hold'em that is 9 lines and 48 rivers, some 20 s of a core a method for 100 iterations.

    Args:
        blueprint: The strategy of the whole game.
        history: The actions from the deal on, such as "crc/crc/", to the flop or turn.
        board: Its cards, flop first.
        methods: One of `METHODS` or more.
        iterations: For each rest.
        threads: 0 for all processors, or up to 1024.
        progress: Called with rests done and in all.

    Returns:
        The strategy as it is, then each method.

    Raises:
        ValueError: For invalid arguments, or where a player never comes.
        CapacityError: If memory would not suffice.
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
