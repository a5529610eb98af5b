"""How the strength of a hand moves: its distributions over the cards to come, and which cards help it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import DECK_SIZE, as_cards, combinations_with, format_cards
from pokerdata.cards.board import as_board
from pokerdata.ranges import Range, as_range
from pokerdata.reports.pictures import equity_figure, equity_html, equity_text
from pokerdata.reports.pictures.equity_panels import EquityPanels, Panel
from pokerdata.reports.pictures.heat_map import card_map
from pokerdata.reports.pictures.picture import Picture
from pokerdata.strength import distribution, schr
from pokerdata.support.arguments import as_count

if TYPE_CHECKING:
    from rich.text import Text

_STREETS = {3: ("flop", "turn"), 4: ("turn", "river")}


@dataclass(frozen=True, eq=False, repr=False)
class EquityDistribution(EquityPanels, Picture):
    """A picture of a hand's strength after the cards to come. Made by `equity_distribution`.

    Attributes:
        title: Above the picture.
        panels: The distributions: one on the turn, two on the flop; the last is that of the river.
        by_card: EHS after each next card, HS where that is the river.
    """

    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure of the distributions, and below them the strength after each card.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        return equity_figure.draw(self, width)

    def html(self) -> str:
        """Inline SVG and a ``<table>`` that need nothing else."""
        return equity_html.page(self)

    def lines(self, *, colour: bool) -> Text:
        """Title, distributions and the cards as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        return equity_text.lines(self, colour=colour)


def equity_distribution(
    hole: ArrayLike,
    board: ArrayLike,
    opponent: Range | str | ArrayLike | None = None,
    *,
    title: str = "",
    bins: int = 40,
) -> EquityDistribution:
    """The picture of how a hand's strength moves over the turn and the river.

    On the flop there are the distributions of the EHS after the turn card and of the HS on the river, on the turn the
    latter only; of each the mean, which is the EHS now, and the root of E[HS^2] are marked (Eriksson 2012 and Johanson
    2007, as in `pokerdata.strength.e_hs2`). Below them is the strength after each next card. Exact; some 20 ms.

    Args:
        hole: The two cards of a hand, as text or uint8.
        board: 3 or 4 cards, as text or uint8.
        opponent: None (every hand as likely), a `Range`, its text, or weights [1326].
        title: Above the picture; by default it names the cards.
        bins: Bars between 0 and 1.

    Raises:
        ValueError: For invalid arguments.
    """
    hand, cards = as_cards(hole, "hole"), as_board(board, (3, 4))
    bins = as_count(bins, "bins", 2, 200, 40)
    chosen = None if opponent is None else as_range(opponent)
    now, then = _STREETS[len(cards)]
    river = distribution(hand, cards, chosen)
    panels = [Panel("Hand strength on the river", "HS on the river", river, bins)]
    if now == "flop":
        turn = distribution(hand, cards, chosen, "next")
        panels.insert(0, Panel("Expected hand strength after the turn card", "EHS on the turn", turn, bins))
    against = "random cards" if chosen is None else str(chosen)
    if len(against) > 50:
        against = against[:49].rsplit(",", 1)[0] + ",…"
    measure = "EHS" if now == "flop" else "HS"
    by_card = card_map(
        _after_each_card(hand, cards, chosen),
        title=f"{measure} after each card of the {then}",
        unit=f"{measure} after the {then}",
        low=0,
        high=1,
        centre=0.5,
        digits=3,
    )
    return EquityDistribution(
        title or f"{format_cards(hand)} on {format_cards(cards)} against {against}", tuple(panels), by_card
    )


def _after_each_card(
    hand: NDArray[np.uint8], board: NDArray[np.uint8], opponent: Range | None
) -> NDArray[np.float64]:
    """Strength after each next card, [52]; NaN for cards that cannot come."""
    known = np.concatenate([hand, board])
    values = np.full(DECK_SIZE, np.nan)
    for card in np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), known):
        taken = np.append(known, card)
        if opponent is None or opponent.weights[~combinations_with(taken)].any():
            values[card] = schr(hand, np.append(board, card), opponent)
    return values
