"""Lines of betting that a solved spot plays: how often each comes, what it wins, and a hand's best response."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import as_cards, combination_index, format_cards
from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.games.betting_tree import FOLD
from pokerdata.spots.decision import PLAYERS
from pokerdata.spots.line_walk import LineWalk
from pokerdata.spots.places import CLOSING
from pokerdata.spots.places import DECISION as DECISION_ITEM
from pokerdata.spots.solution import SpotSolution
from pokerdata.support import html
from pokerdata.support.extras import imported_for
from pokerdata.support.progress import Progress
from pokerdata.support.text import brief, columns

if TYPE_CHECKING:
    import pandas

#: To where lines go.
ENDS = ("street", "hand")


@dataclass(frozen=True)
class Line:
    """A line of betting.

    Attributes:
        history: All of it, from the spot's beginning on.
        end: What it ends with: 'OOP folds', 'IP folds', 'showdown', or 'next card'.
        probability: Of the line, over all deals of the hands that are meant and all cards.
        ev: Chips that oop and ip win when it is played, from the decision on where it begins, the pot included; NaN where
            it never is. After a line that ends a street both go on as they play.
    """

    history: str
    end: str
    probability: float
    ev: tuple[float, float]


@dataclass(frozen=True, eq=False)
class SpotLines:
    """The lines after a decision of a solved spot, the most frequent first. Made by `spot_lines`.

    Attributes:
        history: The line that leads to the decision.
        board: The board there, as text.
        pot: Chips in the pot there.
        until: 'street' or 'hand': to where the lines go.
        player: Who holds `hand`, 0 or 1; None where whole ranges are meant.
        hand: Two cards or a class of hands, '' for the whole range.
        best: Whether the hand takes the best actions against the other's strategy, instead of those of the solution.
        played: All lines, also those that are never played; their probabilities add up to 1.
    """

    history: str
    board: str
    pot: float
    until: str
    player: int | None
    hand: str
    best: bool
    played: tuple[Line, ...]

    @property
    def ev(self) -> tuple[float, float]:
        """Chips that oop and ip win on average over all lines."""
        played = [line for line in self.played if line.probability > 0]
        first, second = (sum(line.probability * line.ev[p] for line in played) for p in (0, 1))
        return first, second

    def frame(self) -> pandas.DataFrame:
        """A row for each line: history, end, probability, ev_oop, ev_ip.

        Raises:
            ModuleNotFoundError: Without pandas.
        """
        with imported_for("frames"):
            import pandas

        return pandas.DataFrame(self._rows(), columns=["history", "end", "probability", "ev_oop", "ev_ip"])

    def to_csv(self) -> str:
        """The rows of `frame` as text, NaN as an empty cell."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["history", "end", "probability", "ev_oop", "ev_ip"])
        writer.writerows(["" if value != value else value for value in row] for row in self._rows())
        return text.getvalue()

    def lines(self, *, most: int = 20) -> list[str]:
        """The lines in words: those that are ever played.

        Args:
            most: How many at most.

        Raises:
            ValueError: For a number below 1.
        """
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise ValueError(f"most: expected a whole number of 1 or more, got {most!r}; e.g. 20")
        rows = [["line", "ends with", "chance", "EV OOP", "EV IP"], *self._cells(most)]
        ev = self.ev
        rows.append(["all", "", _percent(1.0), f"{ev[0]:.2f}", f"{ev[1]:.2f}"])
        told = [self._where(), f"{self._what()} to the end of the {self.until}", *columns(rows, (2, 3, 4))]
        more = sum(line.probability > 0 for line in self.played) - most
        if more > 0:
            told.append(f"... and {more:,} more lines, in the row of all")
        return told

    def _where(self) -> str:
        return f"{self.board}, {self.history or 'the beginning'}, pot {self.pot:g}"

    def _what(self) -> str:
        if self.player is None:
            return "lines of both ranges"
        return f"{'best response' if self.best else 'lines'} of {self.hand} ({PLAYERS[self.player]})"

    def _rows(self) -> list[list[Any]]:
        return [[line.history, line.end, line.probability, *line.ev] for line in self.played]

    def _cells(self, most: int) -> list[list[str]]:
        return [
            [line.history, line.end, _percent(line.probability), *(_chips(value) for value in line.ev)]
            for line in self.played[:most]
            if line.probability > 0
        ]

    def __repr__(self) -> str:
        first = self.played[0]
        of = self.hand or "ranges"
        return brief(
            self, of, f"{len(self.played):,} lines", f"{first.history} {_percent(first.probability)}"
        )

    def _repr_html_(self) -> str:
        head = ["line", "ends with", "chance", "EV OOP", "EV IP"]
        more = [f"the 20 most frequent of {len(self.played):,}"] if len(self.played) > 20 else []
        return html.table(self._cells(20), head=head, caption=f"{self._where()}: {self._what()}", notes=more)


def spot_lines(
    solution: SpotSolution,
    history: str = "",
    cards: ArrayLike = "",
    *,
    until: str = "street",
    hand: str = "",
    player: int | None = None,
    best: bool = False,
    progress: Progress | None = None,
) -> SpotLines:
    """How often each line of betting after a decision is played, and what both players win when it is.

    All hands meet on all cards, without sampling: in spots from the flop on with wide ranges that takes a minute or so, on
    one thread. What both players win after the street is counted whatever `until` says.

    With `best`, the hand takes the best action at each of its decisions, on each board, against the strategy of the other,
    and locks do not bind it: the mean EV of the lines is then the most that it can win, and lines between which it may
    choose have chances of 0 or those that the other's play and the cards give them.

    Args:
        solution: The solved spot.
        history: Line of betting to the decision, as for `SpotSolution.at`.
        cards: Turn and river as far as they were dealt after the spot's beginning.
        until: 'street': lines end with the street; 'hand': with the hand, over all cards to come.
        hand: Only where this hand is held: two cards, 'AhKh', or a class, 'AKs'; the whole range by default.
        player: Who holds it, 0 out of position or 1 in position; by default who acts.
        best: Whether two cards take the best actions, instead of those of the solution.
        progress: Called with boards done and in all.

    Raises:
        ValueError: If there is no such decision, `until` or hand, the hand meets none of the other's, or later streets of
            the solution were not kept.
        CapacityError: If memory would not suffice.
    """
    if until not in ENDS:
        raise ValueError(f"until: expected {' or '.join(ENDS)}, got {until!r}; e.g. 'street'")
    if player not in (None, 0, 1):
        raise ValueError(f"player: expected 0 (out of position) or 1 (in position), got {player!r}; e.g. 0")
    if best and len(hand) != 4:
        raise ValueError(f"best: expected two cards with it, got {hand or 'a range'!r}; e.g. hand='AhKh'")
    streets = solution.spot.streets
    if solution.kept_to != streets[-1]:
        raise ValueError(
            f"solution: expected one of all streets, as what lines win is counted to the end of the hand, got one that was "
            f"kept to the {solution.kept_to}; e.g. solution.rest('cc/', '2c'), or one that was saved whole"
        )
    at = solution.at(history, cards)
    place = solution.find(history, cards)
    who = at.player if player is None else player
    reach = [np.zeros(1326), np.zeros(1326)]
    for p, side in enumerate(at.sides):
        reach[p][side.combinations] = side.reach
    if hand:
        # A hand that the play does not lead here can be asked for, too: it counts by its suits alone.
        held = _held(hand)
        there = np.zeros(1326, bool)
        there[at.sides[who].combinations] = True
        chosen = held & there
        weights = np.where(chosen, 1.0 if len(hand) == 4 else reach[who], 0.0)
        if not weights.any():
            raise ValueError(
                f"hand: expected one of the range of {PLAYERS[who]} here, got {hand}; e.g. 'AKs'"
            )
        reach[who] = weights
    one = who if len(hand) == 4 else None
    walk = LineWalk(solution, place, (reach[0], reach[1]), hand_of=one, best=best, progress=progress)
    if not walk.deals > 0:
        raise ValueError(
            f"lines: expected hands of both that meet after {at.history or 'the beginning'!r}, got none; e.g. history=''"
        )
    sums = walk.run() / walk.deals
    found = []
    for name, end, first, last in _ends(solution, walk, until):
        deals, *chips = sums[:, first:last].sum(axis=1).tolist()
        ev = (chips[0] / deals, chips[1] / deals) if deals > 0 else (np.nan, np.nan)
        found.append(Line(name, end, deals, ev))
    found.sort(key=lambda line: -line.probability)
    return SpotLines(
        at.history,
        format_cards(at.board),
        at.pot,
        until,
        who if hand else None,
        hand,
        best,
        tuple(found),
    )


def _held(hand: str) -> NDArray[np.bool_]:
    if hand in CLASS_NAMES:
        return np.asarray(CLASS_NAMES.index(hand) == CLASS_OF_COMBINATION)
    cards = as_cards(hand, "hand")
    if len(cards) != 2:
        raise ValueError(f"hand: expected two cards or a class of hands, got {hand!r}; e.g. 'AhKh' or 'AKs'")
    found = np.zeros(1326, bool)
    found[int(combination_index(cards))] = True
    return found


def _ends(solution: SpotSolution, walk: LineWalk, until: str) -> list[tuple[str, str, int, int]]:
    """History and end of each line, and which ends of hands are its own."""
    tree, street = solution.spot.tree, walk.place.street

    def told(end: int) -> str:
        node = walk.ends[end]
        if tree.kind[node] == FOLD:
            return f"{PLAYERS[int(tree.player[node])]} folds"
        return "showdown"

    if until == "hand":
        return [(tree.history(node), told(k), k, k + 1) for k, node in enumerate(walk.ends)]
    kinds, nodes = solution.game.item_kinds(street), solution.game.item_nodes(street)
    found = []
    for item, (first, last) in walk.spans[street].items():
        if kinds[item] == DECISION_ITEM:
            continue
        history = tree.history(int(nodes[item]))
        found.append((history, "next card" if kinds[item] == CLOSING else told(first), first, last))
    return found


def _percent(part: float) -> str:
    return f"{100 * part:.2f} %"


def _chips(value: float) -> str:
    return "-" if value != value else f"{value:.2f}"
