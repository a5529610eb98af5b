"""A solved spot: both strategies, what they are worth, and every decision of it on every board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata.cards import format_cards, parse_cards
from pokerdata.solving.log import Row
from pokerdata.solving.showing import run_html
from pokerdata.spots.decision import Decision, Side
from pokerdata.spots.locks import Lock
from pokerdata.spots.places import CLOSING, DECISION, Place
from pokerdata.spots.solver import game_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_strategy import SpotStrategy
from pokerdata.spots.values import SpotValues
from pokerdata.support.text import brief

_ACTIONS = ("fold", "check", "call", "bet", "raise")


class SpotSolution(SpotStrategy):
    """A solved spot. Made by `solve`, or read by `load_spot`.

    >>> import pokerdata
    >>> spot = pokerdata.Spot(board="Kd9h6h4c2s", oop="AA,QQ", ip="KK", pot=100, stack=100, bets="a")
    >>> solution = pokerdata.solve(spot, target="0.1%")
    >>> solution.at("").actions
    ('check', 'all-in 100')

    Args:
        spot: What was solved.
        sums: Strategy sums of both players, as kernels keep them; they are normalised when they are looked at.
        log: The convergence log; its last row is the result.
        algorithm: What solved it, as text.
        stopped: 'target', 'iterations', 'seconds', or 'stalled': nothing better for long, and no other limit.
        locks: Play that was given; best responses of a player keep to his locks.
        game: Betting and cards as kernels take them, if they are at hand.
        threads: For what is asked later: 0 for all processors.

    Attributes:
        spot: As of the arguments.
        log: As of the arguments.
        algorithm: As of the arguments.
        stopped: As of the arguments.
        sums: As of the arguments.
        locks: As of the arguments.
        game: Betting and cards as kernels take them.
    """

    def __init__(
        self,
        spot: Spot,
        sums: NDArray[np.floating[Any]],
        log: Sequence[Row[SpotValues]],
        algorithm: str,
        stopped: str,
        *,
        locks: Sequence[Lock] = (),
        game: _core.SpotGame | None = None,
        threads: int = 0,
    ) -> None:
        super().__init__(spot, game_of(spot) if game is None else game, sums)
        self.log, self.algorithm, self.stopped, self.locks = tuple(log), algorithm, stopped, tuple(locks)
        self._threads = threads
        # Of strategies up to a street: its number, and what both have where it ends, as `_core.street_ends` tells it.
        self._ends: tuple[int, NDArray[np.float64], NDArray[np.float64]] | None = None

    @property
    def kept_to(self) -> str:
        """The last street whose strategies are at hand: 'flop', 'turn' or 'river'."""
        return self.spot.streets[-1 if self._ends is None else self._ends[0]]

    @property
    def values(self) -> SpotValues:
        """What the strategies are worth, exactly."""
        return self.log[-1].evaluation

    @property
    def dtype(self) -> str:
        """Of the strategy sums: 'float32', 'float64' or 'int16'."""
        return str(self.sums.dtype)

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds

    def at(self, history: str = "", cards: ArrayLike = "") -> Decision:
        """A decision: strategies, values, equities and reach of all hands there.

        It walks the boards from there on once for each player: about the time of two iterations at the root, and of much
        less on later streets.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place, or it is no decision.
        """
        place = self.find(history, cards)
        if place.kind == CLOSING:
            raise ValueError(
                f"cards: expected the next card after {place.history or history!r}, whose street has ended; e.g. 2c"
            )
        if place.kind != DECISION:
            raise ValueError(f"history: expected a decision, got the end of a hand after {place.history!r}")
        return self.decision(place)

    def solved_again(self, place: Place) -> SpotSolution | None:
        """What a place's answers are taken from where its street was not kept in the file; None where it was.

        Args:
            place: Any.
        """
        return None

    def dealt_of(self, board: str) -> str:
        """The cards of a board that came after the spot's beginning.

        Args:
            board: These cards alone, or the whole board in its order, as text.

        Raises:
            ValueError: If a card is invalid.
        """
        if not board.strip():
            return ""
        cards, known = parse_cards(board).tolist(), self.spot.board_cards.tolist()
        if cards[: len(known)] == known:
            cards = cards[len(known) :]
        return format_cards(np.array(cards, np.uint8))

    def boards(self, street: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The boards of a street, up to the suits that are not told apart.

        Args:
            street: Number of the street, 0 for the spot's first.

        Returns:
            uint8 [boards, cards], in the order in which they were dealt, and int64 [boards], how many deals each stands for.
        """
        return self.walker.boards(street), self.game.board_weights(street).astype(np.int64)

    def waits(self, history: str = "", cards: ArrayLike = "") -> bool:
        """Whether a card comes next at a place.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place.
        """
        return self.find(history, cards).kind == CLOSING

    def next(self, history: str = "", cards: ArrayLike = "") -> tuple[str, ...]:
        """How lines go on from a place: 'f', 'c', 'r120'; empty where no one acts.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place.
        """
        place = self.find(history, cards)
        if place.kind != DECISION:
            return ()
        return tuple(self.walker.letter(edge) for edge in self.walker.edges(place))

    def decision(self, place: Place) -> Decision:
        """What `at` tells, of a place that was found.

        Args:
            place: A decision, as `find` gives it.
        """
        tree, game, spot = self.spot.tree, self.game, self.spot
        found = _core.view(
            game, self.sums, place.street, place.core_board, place.item, self._ends, self._threads
        )
        player = int(tree.player[place.node])
        paid, start = self.paid_at(place.node)
        pot = spot.dead_money + sum(paid)
        held = [self.hands_on(place, p) for p in (0, 1)]
        reach = [np.zeros(1326), np.zeros(1326)]
        for p, (hands, states) in enumerate(held):
            reach[p][hands] = found["reach"][p][states]
        equities = self._equities(place, reach)
        sides = []
        for p, (hands, states) in enumerate(held):
            # Values are centred: half of the dead money, and what was put in before, are not in them.
            since = spot.dead_money / 2 + paid[p]
            meets = found["meets"][p][states]
            ev = np.where(meets > 0, found["values"][p][states] + since, np.nan)
            sides.append(Side(hands, reach[p][hands], meets, ev, equities[p][hands]))
        states = held[player][1]
        since = spot.dead_money / 2 + paid[player]
        values = found["actions"][:, states].T + since
        edges = list(self.walker.edges(place))
        level = max(paid)
        return Decision(
            history=place.history,
            board=place.board,
            dealt=place.board[len(spot.board_cards) :],
            player=player,
            actions=tuple(self._name(edge, paid, start, player) for edge in edges),
            steps=tuple(self.walker.letter(edge) for edge in edges),
            pot=float(pot),
            to_call=float(level - paid[player]),
            sides=(sides[0], sides[1]),
            strategy=np.ascontiguousarray(found["strategy"][:, states].T),
            values=np.where(sides[player].meets[:, None] > 0, values, np.nan),
        )

    def ends(self, street: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What both players have where betting ends on a street and a card comes next, as kernels count it.

        Args:
            street: Number of the street, 0 for the spot's first.

        Returns:
            Of each player float64 [numbers]: of each board each end's of all states.

        Raises:
            ValueError: For the last street.
        """
        if self._ends is not None and self._ends[0] == street:
            return self._ends[1:]
        return _core.street_ends(self.game, self.sums, street, self._threads)

    def _equities(
        self, place: Place, reach: Sequence[NDArray[np.float64]]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        board, dead = (sum(1 << int(c) for c in cards) for cards in (place.board, self.spot.dead_cards))
        return _core.equities(board, dead, reach[0], reach[1], self._threads)

    def _name(self, edge: int, paid: tuple[float, float], start: float, player: int) -> str:
        tree = self.spot.tree
        word, to = _ACTIONS[int(tree.action[edge])], float(tree.to[edge])
        if word in ("fold", "check"):
            return word
        if word == "call":
            return f"call {to - paid[player]:g}"
        word = "all-in" if tree.rules.stack is not None and to >= tree.rules.stack else word
        return f"{word} {to - start:g}"

    def __repr__(self) -> str:
        v = self.values
        return brief(
            self,
            self.spot.board,
            f"{self.iterations:,} iterations",
            f"exploitability {v.percent:.3g} % of the pot",
        )

    def _repr_html_(self) -> str:
        v = self.values
        told: dict[str, object] = {
            "algorithm": self.algorithm,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "exploitability": f"{v.exploitability:.5g} chips = {v.percent:.4g} % of the pot",
            "expected, out of position": v.expected[0],
            "expected, in position": v.expected[1],
            "precision": self.dtype,
        }
        return run_html(repr(self.spot), told, self.log, "% of the pot", 100 / v.pot)
