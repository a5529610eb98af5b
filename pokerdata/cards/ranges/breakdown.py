"""Breakdown of a range on a board by made hand and draw, and both for each of the 1,326 combos.

docs/definitions.md defines both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.text import brief, columns
from pokerdata.cards import COMBINATIONS, DECK_SIZE, as_dead, combinations_with, format_cards
from pokerdata.cards.deck import as_board
from pokerdata.cards.evaluator import CATEGORIES, category, evaluate_boards

#: Made hands, strongest first; each combo has one.
MADE_HANDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "second pair",
    "weak pair",
    "ace high",
    "nothing",
)
#: Draws on the flop and the turn; a combo may have several. The last ones are combinations of the others.
DRAWS = (
    "flush draw",
    "open-ended straight draw",
    "double gutshot",
    "gutshot",
    "backdoor flush draw",
    "flush and straight draw",
    "no draw",
)

_RANK, _SUIT = COMBINATIONS // 4, COMBINATIONS % 4
_ACE = 12
#: Ranks of each straight from the wheel to ace high, bool [10, 13]; the wheel uses the ace as its lowest card.
_STRAIGHTS = np.zeros((10, 13), bool)
for _low in range(10):
    _STRAIGHTS[_low, [_ACE if _low == 0 else _low - 1, *range(_low, _low + 4)]] = True


def made_hands(board: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return each combo's index in `MADE_HANDS` on a board of 3 to 5 cards, int8 [1326]; -1 if it shares a card."""
    codes = evaluate_boards(board)
    found = _pairs(board)
    categories = category(codes)
    pocket = _RANK[:, 0] == _RANK[:, 1]
    on_board = np.isin(_RANK[:, 0], board // 4)
    for name in ("straight flush", "four of a kind", "full house", "flush", "straight"):
        found[categories == CATEGORIES.index(name)] = MADE_HANDS.index(name)
    three = categories == CATEGORIES.index("three of a kind")
    found[three] = MADE_HANDS.index("trips")
    found[three & pocket & on_board] = MADE_HANDS.index("set")
    found[combinations_with(board)] = -1
    return found


def _pairs(board: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return the same for hands below three of a kind: pairs that use a hole card, by the rank of the best."""
    board_ranks = np.unique(board // 4)
    first, second = _RANK.T
    pocket = first == second
    matches = np.isin(_RANK, board_ranks)
    best = np.where(matches[:, 1], second, first)  # the second card is the higher one
    above = (board_ranks > best[:, None]).sum(axis=1)  # ranks of the board above the pair
    found = np.full(len(_RANK), MADE_HANDS.index("nothing"), np.int8)
    found[second == _ACE] = MADE_HANDS.index("ace high")
    paired = pocket | matches.any(axis=1)
    found[paired] = MADE_HANDS.index("weak pair")
    found[paired & (above == 1)] = MADE_HANDS.index("second pair")
    found[paired & (above == 0)] = MADE_HANDS.index("top pair")
    found[pocket & (above == 0)] = MADE_HANDS.index("overpair")
    found[~pocket & matches.all(axis=1)] = MADE_HANDS.index("two pair")
    return found


def draws(board: NDArray[np.uint8], dead: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which of `DRAWS` each combo has, bool [7, 1326]; none on the river, or if it shares a card with the board."""
    found = np.zeros((len(DRAWS), len(_RANK)), bool)
    if len(board) == 5:
        return found
    possible = ~combinations_with(board)
    categories = category(evaluate_boards(board))
    flush, backdoor = _flush_draws(board, dead)
    below_flush = possible & (categories < CATEGORIES.index("flush"))
    below_straight = possible & (categories < CATEGORIES.index("straight"))
    outs, open_ended = _straight_outs(board, dead)
    rows = {
        "flush draw": below_flush & flush,
        "open-ended straight draw": below_straight & (outs >= 2) & open_ended,
        "double gutshot": below_straight & (outs >= 2) & ~open_ended,
        "gutshot": below_straight & (outs == 1),
        "backdoor flush draw": below_flush & backdoor,
    }
    rows["flush and straight draw"] = rows["flush draw"] & below_straight & (outs >= 1)
    rows["no draw"] = possible & ~np.logical_or.reduce(list(rows.values()))
    for name, has in rows.items():
        found[DRAWS.index(name)] = has
    return found


def _flush_draws(
    board: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which hands have a flush draw, and on the flop which have a backdoor flush draw, bool [1326] each.

    Such hands hold four cards of a suit, or exactly three, at least one of them in the hand. Enough cards of the suit must
    be left to complete the flush.
    """
    suits = np.arange(4)
    own = (_SUIT[:, :, None] == suits).sum(axis=1)  # [1326, 4]
    held = own + np.bincount(board % 4, minlength=4)
    left = DECK_SIZE // 4 - np.bincount(dead % 4, minlength=4) - held
    four = ((held == 4) & (own > 0) & (left >= 1)).any(axis=1)
    three = ((held == 3) & (own > 0) & (left >= 2)).any(axis=1) & (len(board) == 3)
    return four, three


def _straight_outs(
    board: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the number of ranks that make a straight, int64 [1326], and whether it is an open-ended draw, bool [1326].

    The straight must be higher than any on the board with the same card. Open-ended means that two of the ranks are at the
    ends of four ranks in a row. A rank without cards left to deal does not count.
    """
    on_board = np.isin(np.arange(13), board // 4)
    held = np.zeros((len(_RANK), 13), bool)
    np.put_along_axis(held, _RANK.astype(np.int64), True, axis=1)
    held |= on_board
    seen = np.bincount(np.concatenate([board, dead]) // 4, minlength=13)
    own = (_RANK[:, :, None] == np.arange(13)).sum(axis=1)
    left = 4 - seen - own
    makes = np.zeros((len(_RANK), 13), bool)
    for rank in range(13):
        with_rank = np.arange(13) == rank
        makes[:, rank] = (left[:, rank] > 0) & (
            _highest(held | with_rank) > _highest((on_board | with_rank)[None])
        )
    makes &= ~held  # a made straight is not a draw
    # Four in a row are ranks low to low + 3; as the lowest card, the ace counts as one below the two.
    row = [_ACE, *range(13)]
    in_row, ends = held[:, row], makes[:, row]
    four = in_row[:, 1:-4] & in_row[:, 2:-3] & in_row[:, 3:-2] & in_row[:, 4:-1]
    open_ended = np.asarray((four & ends[:, :-5] & ends[:, 5:]).any(axis=1))
    return makes.sum(axis=1), open_ended


def _highest(held: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the highest straight among ranks [..., 13], 1 (the wheel) to 10; 0 if there is none."""
    there = np.stack([held[..., ranks].all(axis=-1) for ranks in _STRAIGHTS], axis=-1)
    return np.asarray((there * np.arange(1, 11)).max(axis=-1))


class Share(NamedTuple):
    """Share of a range.

    Attributes:
        combinations: Number of combos with a weight above 0.
        weight: Sum of their weights.
        part: Their part of the weight of the whole range, 0 to 1.
    """

    combinations: int
    weight: float
    part: float


class Breakdown(Mapping[str, Share]):
    """Breakdown of a range on a board: maps names of made hands and draws to `Share`. Made by `Range.breakdown`.

    Args:
        weights: Weights of the range, float64 [1326].
        board: 3 to 5 cards, text or integers [n].
        dead: Cards that cannot be dealt, text or integers [n].

    Attributes:
        board: The board as text.
        dead: The dead cards as text.
        whole: The whole range, given the board and the dead cards.
        made_hands: The `Share` of each of `MADE_HANDS`, by name; each combo is in exactly one.
        draws: The `Share` of each of `DRAWS`, by name; a combo may be in several, on the river in none.

    Raises:
        ValueError: If cards are invalid or repeated, or no combo is left.
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
        """Return the weights of combos with a made hand or draw; `Range.from_weights` converts them to a range.

        Args:
            name: The name of the made hand or draw.

        Returns:
            float64 [1326], 0 for combos without it.

        Raises:
            KeyError: If the name is unknown; the message lists the names.
        """
        return np.where(self._of(name), self._weights, 0.0)

    def __getitem__(self, name: str) -> Share:
        return self._share(self._of(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def to_dict(self) -> dict[str, Any]:
        """Return texts and numbers for JSON."""
        return {
            "board": self.board,
            "dead": self.dead,
            "whole": self.whole._asdict(),
            "made_hands": {name: share._asdict() for name, share in self.made_hands.items()},
            "draws": {name: share._asdict() for name, share in self.draws.items()},
        }

    def __str__(self) -> str:
        """Return a table of made hands and one of draws, without empty rows."""
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
        """Return the two most frequent made hands."""
        falling = sorted(self.made_hands.items(), key=lambda item: -item[1].weight)
        return [f"{name} {100 * share.part:.1f} %" for name, share in falling[:2] if share.combinations]
