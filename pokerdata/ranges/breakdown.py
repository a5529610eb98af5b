"""A range on a board by made hand and draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import as_dead, combinations_with, format_cards
from pokerdata.cards.board import as_board
from pokerdata.ranges.made_hands import DRAWS, MADE_HANDS, draws, made_hands
from pokerdata.support import html
from pokerdata.support.text import brief, columns


class Share(NamedTuple):
    """A part of a range.

    Attributes:
        combinations: Combinations with a weight above 0.
        weight: The sum of their weights.
        part: Their part of the weight of the whole range, 0 to 1.
    """

    combinations: int
    weight: float
    part: float


class Breakdown(Mapping[str, Share]):
    """What a range has on a board: a mapping of the names of made hands and draws to `Share`; by `Range.breakdown`.

    Args:
        weights: Of the range, float64 [1326].
        board: 3 to 5 cards, text or uint8 [n].
        dead: Cards that are not dealt, text or uint8 [n].

    Attributes:
        board: The board as text.
        dead: The dead cards as text.
        whole: All of the range that the board and the dead cards leave.
        made_hands: The `Share` of each of `MADE_HANDS`, by name; each combination is one of them.
        draws: The `Share` of each of `DRAWS`, by name; a combination may have several, or on the river none.

    Raises:
        ValueError: If cards are invalid or come twice, or no combination is left.
    """

    def __init__(self, weights: NDArray[np.float64], board: ArrayLike, dead: ArrayLike = "") -> None:
        cards = as_board(board, (3, 4, 5))
        gone = as_dead(dead, cards)
        self._weights = np.where(combinations_with(np.concatenate([cards, gone])), 0.0, weights)
        self.board, self.dead = format_cards(cards), format_cards(gone)
        if not self._weights.any():
            raise ValueError(
                f"range on {self.board}: expected a hand with a weight that shares no card with the board and the dead "
                "cards, got none; e.g. 'QQ+,AKs'"
            )
        made = made_hands(cards)
        self._held: dict[str, NDArray[np.bool_]] = {name: made == k for k, name in enumerate(MADE_HANDS)}
        if len(cards) < 5:
            self._held |= dict(zip(DRAWS, draws(cards, gone), strict=True))
        self.whole = self._share(np.ones(len(self._weights), bool))

    @property
    def made_hands(self) -> dict[str, Share]:
        """Name -> Share of each made hand, the strongest first."""
        return {name: self[name] for name in MADE_HANDS}

    @property
    def draws(self) -> dict[str, Share]:
        """Name -> Share of each draw; empty on the river."""
        return {name: self[name] for name in DRAWS if name in self._held}

    def weights(self, name: str) -> NDArray[np.float64]:
        """The weights of the combinations that have a made hand or draw; `Range.from_weights` makes them a range.

        Args:
            name: The name of the made hand or draw.

        Returns:
            float64 [1326], 0 for the combinations that do not have it.

        Raises:
            KeyError: For another name; the message names those there are.
        """
        return np.where(self._of(name), self._weights, 0.0)

    def __getitem__(self, name: str) -> Share:
        return self._share(self._of(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def to_dict(self) -> dict[str, Any]:
        """Texts and numbers for JSON."""
        return {
            "board": self.board,
            "dead": self.dead,
            "whole": self.whole._asdict(),
            "made_hands": {name: share._asdict() for name, share in self.made_hands.items()},
            "draws": {name: share._asdict() for name, share in self.draws.items()},
        }

    def __str__(self) -> str:
        """Two tables, of made hands and of draws, without what the range does not have."""
        tables = [columns(table, right=range(1, len(table[0]))) for table in self._tables()]
        return "\n\n".join("\n".join(table) for table in tables)

    def __repr__(self) -> str:
        return brief(self, f"on {self.board}", f"{self.whole.combinations:,} combinations", *self._largest())

    def _repr_html_(self) -> str:
        tables = (html.table(rows, head=head) for head, *rows in self._tables())
        return html.block(f"<b>{html.escape(self._headline())}</b>", *tables)

    def _of(self, name: str) -> NDArray[np.bool_]:
        if name not in self._held:
            raise KeyError(
                f"made hand or draw: expected one of {', '.join(self._held)}, got {name!r}; e.g. 'top pair'"
            )
        return self._held[name]

    def _share(self, of: NDArray[np.bool_]) -> Share:
        found = self._weights[of]
        weight = float(found.sum())
        return Share(int(np.count_nonzero(found)), weight, weight / float(self._weights.sum()))

    def _tables(self) -> list[list[list[str]]]:
        weighted = set(self._weights[self._weights > 0].tolist()) != {1.0}
        tables = []
        for title, shares in (("made hand", self.made_hands), ("draw", self.draws)):
            rows = [[title, "combinations", *(["weight"] * weighted), "%"]]
            for name, (combinations, weight, part) in shares.items():
                if combinations:
                    rows.append(
                        [name, f"{combinations:,}", *([f"{weight:,.6g}"] * weighted), f"{100 * part:.1f}"]
                    )
            tables.append(rows)
        return [rows for rows in tables if len(rows) > 1]

    def _headline(self) -> str:
        dead = f", dead {self.dead}" if self.dead else ""
        return f"{self.whole.combinations:,} combinations on {self.board}{dead}"

    def _largest(self) -> list[str]:
        """The two made hands that are held most."""
        falling = sorted(self.made_hands.items(), key=lambda item: -item[1].weight)
        return [f"{name} {100 * share.part:.1f} %" for name, share in falling[:2] if share.combinations]
