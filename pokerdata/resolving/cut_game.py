"""A cut game: what exact best responses win from a strategy from one betting and board on, before and after re-solving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pokerdata.cards import as_board, format_cards
from pokerdata.resolving.blueprint import Blueprint
from pokerdata.resolving.methods import check_method
from pokerdata.resolving.rests import resolve_rests
from pokerdata.resolving.spot_resolving import MOST_ITERATIONS
from pokerdata.resolving.spot_start import blueprint_in
from pokerdata.spots.spot import Spot
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress


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
