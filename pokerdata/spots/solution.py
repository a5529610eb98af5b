"""A solved spot: both strategies, their values, and every decision on every board."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata._support.resources import within_memory
from pokerdata._support.text import brief
from pokerdata.cards import format_cards, parse_cards
from pokerdata.pipeline.store import table_file, write_table
from pokerdata.solving.curves import run_html
from pokerdata.solving.solved import Row, Solved, Storable, TableParts
from pokerdata.spots.decision import Decision, Side
from pokerdata.spots.locks import Lock, locked_decisions
from pokerdata.spots.places import CLOSING, DECISION, Place, SpotStrategy
from pokerdata.spots.solver import SpotValues, game_of, spot_values
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_parts import street_to, table_of

_MOST_REMEMBERED = 100  # cached decisions
_Pair = tuple[NDArray[np.float64], NDArray[np.float64]]
#: For both players, the hands on a board and the state of each hand.
_Held = tuple[tuple[NDArray[np.int64], NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64]]]
_ACTIONS = ("fold", "check", "call", "bet", "raise")


class SpotSolution(SpotStrategy, Solved[SpotValues], Storable):
    """A solved spot. Made by `solve`, or read by `load_spot`.

    >>> import pokerdata
    >>> spot = pokerdata.Spot(board="Kd9h6h4c2s", oop="AA,QQ", ip="KK", pot=100, stack=100, bets="a")
    >>> solution = pokerdata.solve(spot, target="0.1%")
    >>> solution.at("").actions
    ('check', 'all-in 100')

    Args:
        spot: The solved spot.
        sums: Strategy sums of both players, in the kernels' layout; they are normalised on access.
        log: The convergence log; its last row is the result.
        algorithm: Algorithm that solved the spot, as text.
        stopped: 'target', 'iterations', 'seconds', or 'stalled' (no progress for a long time, and no other limit).
        locks: Fixed strategies; best responses of a player keep its locks.
        precision: Type of regrets and sums while the spot was solved; the default is that of the sums.
        ends: Mapping from the number of a street to both players' numbers at its end, as `ends` returns them, if available.
        game: Betting and cards in the kernels' form, if available.
        threads: For later queries: 0 for all processors.

    Attributes:
        dtype: Type of regrets and sums while the spot was solved.
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
        precision: str | None = None,
        ends: Mapping[int, Callable[[], tuple[NDArray[np.float64], NDArray[np.float64]]]] | None = None,
        game: _core.SpotGame | None = None,
        threads: int = 0,
    ) -> None:
        super().__init__(spot, game_of(spot) if game is None else game, sums)
        self.log, self.algorithm, self.stopped, self.locks = tuple(log), algorithm, stopped, tuple(locks)
        self.dtype = precision or str(sums.dtype)
        self._threads = threads
        self._kept = len(spot.streets) - 1
        self._looked_at: dict[tuple[int, bytes], Decision] = {}
        self._ends = dict(ends or {})
        self.reopen: partial[SpotSolution] | None = (
            None  # pickles a solution by its file instead of its arrays
        )

    def __reduce__(self) -> tuple[Any, ...]:
        if self.reopen is not None:
            return self.reopen, ()
        how = {"locks": self.locks, "precision": self.dtype, "threads": self._threads}
        made = partial(SpotSolution, **how)  # type: ignore[arg-type]
        return made, (self.spot, self.sums, self.log, self.algorithm, self.stopped)

    @property
    def kept_to(self) -> str:
        """Last street with stored strategies: 'flop', 'turn' or 'river'."""
        return self.spot.streets[self._kept]

    def at(self, history: str = "", cards: ArrayLike = "") -> Decision:
        """Return a decision with strategies, EVs, equities and reach of all hands.

        It visits the later boards once for each player. At the start of the spot this takes about as long as two
        iterations; on later streets it takes much less. A solution from `load_spot` has the numbers after the turn in its
        file.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place, or it is not a decision.
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
        """Return the solved subgame that answers for a place, or `None` if its street is stored in the file."""
        return None

    def dealt_of(self, board: str) -> str:
        """Return the cards of a board that were dealt after the spot's start.

        Args:
            board: Only these cards, or the whole board in dealing order, as text.

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
        """Return the boards of a street, up to equivalent suits.

        Args:
            street: Number of the street, 0 for the spot's first street.

        Returns:
            uint8 [boards, cards] in dealing order, and int64 [boards], the number of deals that each board represents.
        """
        return self.walker.boards(street), self.game.board_weights(street).astype(np.int64)

    def waits(self, history: str = "", cards: ArrayLike = "") -> bool:
        """Return whether a card is dealt next at a place.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place.
        """
        return self.find(history, cards).kind == CLOSING

    def next(self, history: str = "", cards: ArrayLike = "") -> tuple[str, ...]:
        """Return the available steps at a place: 'f', 'c', 'r120'; the tuple is empty if no player acts.

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
        """Return the decision at a place as `at` does; the last hundred results are cached.

        Args:
            place: A decision, as `find` returns it.
        """
        known = place.node, place.board.tobytes()
        if known not in self._looked_at:
            while len(self._looked_at) >= _MOST_REMEMBERED:
                del self._looked_at[next(iter(self._looked_at))]
            self._looked_at[known] = self.decisions([place])[0]
        return self._looked_at[known]

    @within_memory()
    def decisions(self, places: Sequence[Place]) -> list[Decision]:
        """Return several decisions on one board as `at` does, in little more time than for one.

        Args:
            places: Decisions as `find` returns them, with the same cards.

        Raises:
            ValueError: If the decisions are on different boards.
        """
        if not places:
            return []
        first, spot = places[0], self.spot
        if any(not np.array_equal(place.board, first.board) for place in places):
            raise ValueError(
                f"places: expected decisions on one board, got others than {format_cards(first.board)}; e.g. those of one "
                "street before the next card"
            )
        street, last = first.street, len(spot.streets) - 1
        ends = None
        if street < last and (street == 0 or any(k >= street for k in self._ends)):
            ends = (street, *self.ends(street))
        self._check_around(first, last if ends is None else street)
        items = [place.item for place in places]
        found = _core.views(self.game, self.sums, street, first.core_board, items, ends, self._threads)
        held = self.hands_on(first, 0), self.hands_on(first, 1)
        reach = np.zeros((2, len(places), 1326))
        for p, (hands, states) in enumerate(held):
            for i, view in enumerate(found):
                reach[p, i, hands] = view["reach"][p][states]
        if street == 0:
            equities = _core.root_equities(self.game, reach[0], reach[1], self._threads)
        else:
            board, dead = (sum(1 << int(c) for c in cards) for cards in (first.board, spot.dead_cards))
            equities = _core.equities(board, dead, reach[0], reach[1], self._threads)
        return [
            self._decision(place, view, held, (reach[0, i], reach[1, i]), (equities[0][i], equities[1][i]))
            for i, (place, view) in enumerate(zip(places, found, strict=True))
        ]

    def _decision(
        self, place: Place, found: dict[str, Any], held: _Held, reach: _Pair, equities: _Pair
    ) -> Decision:
        """Build a decision from the kernels' numbers."""
        tree, spot = self.spot.tree, self.spot
        player = int(tree.player[place.node])
        paid = self.paid(place.node)
        pot = spot.dead_money + sum(paid)
        sides = []
        for p, (hands, states) in enumerate(held):
            # The kernels' values exclude half of the dead money and the chips put in earlier.
            since = spot.dead_money / 2 + paid[p]
            meets = found["meets"][p][states]
            ev = np.where(meets > 0, found["values"][p][states] + since, np.nan)
            sides.append(Side(hands, reach[p][hands], meets, ev, equities[p][hands]))
        states = held[player][1]
        since = spot.dead_money / 2 + paid[player]
        values = found["actions"][:, states].T + since
        actions, steps = self.named_actions(place)
        return Decision(
            history=place.history,
            board=place.board,
            dealt=place.board[len(spot.board_cards) :],
            player=player,
            actions=actions,
            steps=steps,
            pot=float(pot),
            to_call=float(max(paid) - paid[player]),
            sides=(sides[0], sides[1]),
            strategy=np.ascontiguousarray(found["strategy"][:, states].T),
            values=np.where(sides[player].meets[:, None] > 0, values, np.nan),
        )

    def named_actions(self, place: Place) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the actions of a decision in words, 'bet 120', and as steps of action sequences, 'r120'."""
        (paid, start), player = self.paid_at(place.node), int(self.spot.tree.player[place.node])
        edges = list(self.walker.edges(place))
        words = tuple(self._name(edge, paid, start, player) for edge in edges)
        return words, tuple(self.walker.letter(edge) for edge in edges)

    def ends(self, street: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return both players' numbers where betting ends on a street and a card comes next, in the kernels' layout.

        Args:
            street: Number of the street, 0 for the spot's first street.

        Returns:
            For each player float64 [numbers]: board by board, end by end, all states.

        Raises:
            ValueError: If the street is the last one.
        """
        if street not in self._ends:
            later = min((k for k in self._ends if k > street), default=None)
            for k in range((self._kept if later is None else later) + 1):
                self._check(k, 0, len(self.game.board_parents(k)))
            given = None if later is None else (later, *self._ends[later]())
            found = _core.street_ends(self.game, self.sums, street, given, self._threads)
            self._ends[street] = lambda: found
        return self._ends[street]()

    def table(self, to: str | None = None) -> TableParts:
        """Return the solution as a table that `load_spot` reads.

        Args:
            to: As for `save`.

        Raises:
            ValueError: If the solution does not have the street.
            CapacityError: If there is not enough memory.
        """
        street_to(self, to)  # check before the expensive work
        return table_of(self.stored(), to)

    def save(self, path: str | os.PathLike[str], *, to: str | None = None) -> None:
        """Write the solution to an .h5 file that `load_spot` reads.

        Strategies are stored in 16 bits, see `stored`; the exploitability in the file is that of the stored strategies.
        With `to`, the strategies of later streets are left out; they are most of the numbers. Decisions up to that street
        keep their values. Later streets are solved again on access, see `KeptSolution`.

        Args:
            path: A path that ends in .h5; the name before it names the table. Missing folders are created. The file is
                replaced atomically.
            to: Last street to keep, 'flop', 'turn' or 'river'; the default keeps all streets of the solution.

        Raises:
            ValueError: If the path does not end in .h5, its name is not a valid table name, or the solution does not have
                the street.
            CapacityError: If the disk is full.
        """
        path = table_file(path, "turn.h5")
        write_table(path, name=path.stem, **self.table(to))

    def stored(self) -> SpotSolution:
        """Return the solution as `save` writes it: strategies in 16 bits, and their values.

        Probabilities become float16, times 2^15. Their relative error is at most 0.05 % down to 2e-9, and a positive
        probability never becomes 0. The last row of the log gets the values of the stored strategies.

        Raises:
            ValueError: If later streets were left out of strategies with more than 16 bits.
            CapacityError: If there is not enough memory.
        """
        if self.sums.dtype == np.float16:
            return self
        return self._stored()

    @within_memory()
    def _stored(self) -> SpotSolution:
        if self.check_sums is not None:
            self.check_sums(slice(None))
        sums = _core.in_sixteen_bits(self.game, self.sums, self._threads)
        locked = list(locked_decisions(self.locks, self.spot, self.game))
        values = spot_values(self.spot, *_core.average_values(self.game, sums, locked, self._threads))
        *before, last = self.log
        return SpotSolution(
            self.spot,
            sums,
            (*before, Row(last.iteration, last.seconds, values)),
            self.algorithm,
            self.stopped,
            locks=self.locks,
            precision=self.dtype,
            game=self.game,
            threads=self._threads,
        )

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
