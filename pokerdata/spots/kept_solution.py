"""A solved spot of which the first streets were kept; later ones are solved again where they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import format_cards
from pokerdata.solving.log import Row
from pokerdata.spots.decision import Decision
from pokerdata.spots.locks import Lock
from pokerdata.spots.places import Place
from pokerdata.spots.rest import inner_line, locks_after, reach_at, rest_spot, spot_after, suits_apart
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solving import DEFAULT_TARGET, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues

#: So many of the last rests that were solved are in memory.
_MOST_KEPT = 8
#: A rest is solved so far where its target is not reached, as may be with rake.
_MOST_ITERATIONS = 5000


class KeptSolution(SpotSolution):
    """A solved spot whose strategies are at hand up to a street. Made by `load_spot` of what `save_spot` wrote with `to`.

    Decisions of these streets are as solved, their values, too. For one on a later street the rest of the hand is solved
    again, from the beginning of the first street that was not kept: with its cards, and with the ranges that both players
    come with. The last eight of these rests are remembered. Of indifferent actions the new strategies may take others, and
    values differ by what both are exploitable.

    Args:
        spot: What was solved.
        sums: Strategy sums of the streets that were kept.
        log: As for `SpotSolution`.
        algorithm: As for `SpotSolution`.
        stopped: As for `SpotSolution`.
        ends: Number of the last street that was kept, 0 for the spot's first, and what both have where it ends.
        locks: As for `SpotSolution`.
        threads: As for `SpotSolution`.
    """

    def __init__(
        self,
        spot: Spot,
        sums: NDArray[np.floating[Any]],
        log: Sequence[Row[SpotValues]],
        algorithm: str,
        stopped: str,
        *,
        ends: tuple[int, NDArray[np.float64], NDArray[np.float64]],
        locks: Sequence[Lock] = (),
        threads: int = 0,
    ) -> None:
        super().__init__(spot, sums, log, algorithm, stopped, locks=locks, threads=threads)
        self._ends, self._target = ends, DEFAULT_TARGET
        self._rests: dict[tuple[str, bytes], SpotSolution] = {}

    @property
    def target(self) -> str:
        """Exploitability to which a rest is solved, in % of its own pot or in chips; another one holds for later rests.

        Raises:
            ValueError: When it is set to none.
        """
        return self._target

    @target.setter
    def target(self, target: str) -> None:
        target_chips_of(target, self.spot)
        self._target = target

    def rest(self, history: str, cards: ArrayLike) -> SpotSolution:
        """The rest of the hand from the first street on that was not kept, solved.

        Args:
            history: The line of betting that ends the last street that was kept, as for `find`.
            cards: All cards that were dealt after the spot's beginning, the next one included.

        Raises:
            ValueError: As `rest_spot`, and for a place on another street.
            CapacityError: If memory would not suffice.
        """
        place = self.find(history, cards)
        if place.street != self._first_gone:
            raise ValueError(
                f"history: expected the beginning of the {self.spot.streets[self._first_gone]}, the first street that was "
                f"not kept, got {place.history!r} on {format_cards(place.board)}; e.g. 'cc/' with the next card"
            )
        known = place.history, place.board.tobytes()
        if known not in self._rests:
            spot, locks = rest_spot(self, history, cards), locks_after(self, place)
            if locks:  # of hands that the ranges that are left may not tell apart
                spot = spot_after(self, place, *suits_apart(self, place, *reach_at(self, place)))
            found = solve_spot(
                spot,
                locks=locks,
                target=self._target,
                iterations=_MOST_ITERATIONS,
                threads=self._threads,
            )
            while len(self._rests) >= _MOST_KEPT:
                del self._rests[next(iter(self._rests))]
            self._rests[known] = found
        return self._rests[known]

    def decision(self, place: Place) -> Decision:
        """What `at` tells, of a place that was found; on a street that was not kept the rest is solved first.

        Args:
            place: A decision, as `find` gives it.
        """
        if place.street < self._first_gone:
            return super().decision(place)
        root, rest = self._root(place), self.solved_again(place)
        assert rest is not None
        dealt = place.board[len(self.spot.board_cards) :]
        there = rest.at(inner_line(self, root, place.history), dealt[self._first_gone :])
        # A range whose weights are all tiny was scaled.
        scale = [
            float(reach.max()) / float(rest.spot.weights(player).max())
            for player, reach in enumerate(reach_at(self, root))
        ]
        sides = [
            replace(side, reach=side.reach * scale[p], meets=side.meets * scale[1 - p])
            for p, side in enumerate(there.sides)
        ]
        return replace(
            there,
            history=place.history,
            dealt=dealt,
            steps=tuple(self.walker.letter(edge) for edge in self.walker.edges(place)),
            sides=(sides[0], sides[1]),
        )

    def solved_again(self, place: Place) -> SpotSolution | None:
        """What a place's answers are taken from where its street was not kept in the file; None where it was.

        Args:
            place: Any.

        Raises:
            ValueError: As `rest`.
            CapacityError: As `rest`.
        """
        if place.street < self._first_gone:
            return None
        root = self._root(place)
        return self.rest(root.history, root.board[len(self.spot.board_cards) :])

    @property
    def _first_gone(self) -> int:
        assert self._ends is not None
        return self._ends[0] + 1

    def _root(self, place: Place) -> Place:
        """Where the first street that was not kept begins on the way to a place."""
        tree, node = self.spot.tree, place.node
        while int(tree.street[tree.parent[node]]) >= self._first_gone:
            node = int(tree.parent[node])
        return self.find(tree.history(node), place.board[len(self.spot.board_cards) :][: self._first_gone])

    def _sums_on(self, place: Place) -> dict[int, NDArray[np.floating[Any]]]:
        if place.street >= self._first_gone:
            raise ValueError(
                f"street: expected one that was kept, up to the {self.kept_to}, got the {self.spot.streets[place.street]}; "
                "e.g. a solution that was saved whole"
            )
        return super()._sums_on(place)
