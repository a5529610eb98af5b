"""Ranges: a weight for each of the 1,326 combos of hole cards.

>>> import pokerdata
>>> str(pokerdata.Range("KK+, AKs, AQs, T9s:0.5"))
'KK+,AQs+,T9s:0.5'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.html import Scale
from pokerdata._support.text import shortened
from pokerdata.cards import COMBINATION_COUNT, as_array, as_cards, combination_index, combinations_with
from pokerdata.cards.combinations import (
    CLASS_COUNT,
    CLASS_NAMES,
    CLASS_OF_COMBINATION,
    CLASS_SIZES,
    hand_grid,
)
from pokerdata.cards.ranges.best_first import top_classes, whole_ratios
from pokerdata.cards.ranges.breakdown import Breakdown, Share
from pokerdata.cards.ranges.text import (
    CLASS_MEMBERS,
    added,
    combination_text,
    grid_text,
    read_range,
    taken_away,
    times,
    write_range,
)

__all__ = ["Breakdown", "Range", "Share", "as_range"]

_NUMBERS = (int, float, Fraction, np.number)
_LONGEST = 60  # characters of a text that an error message shows


class Range:
    """Hands that a player may hold, each with a weight; immutable.

    The text is a comma-separated list of items, each with an optional weight after a colon (1 by default):

    =================================  =====================================================================
    ``QQ``, ``QQ+``, ``99-66``         pairs: one, from it up to AA, from one to the other
    ``AKs``, ``AKo``, ``AK``           suited, offsuit, both
    ``ATs+``                           the kicker from there up to one below the high card: ATs, AJs, AQs, AKs
    ``AJo-ATo``, ``A5s-A2s``           the kicker from one to the other
    ``AXs``, ``AXo``, ``AX``           every kicker below the high card: ``KXs`` is ``K2s+``, without AKs or KK
    ``T9s-76s``                        both cards falling by one, the gap stays
    ``AhKh``                           one combination (also ``Ah Kh``; ten is ``T`` or ``10``)
    ``random``                         all 1,326
    ``top 15%``                        the best hands before the flop (see `top`)
    ``T9s:0.5``, ``T9s:50%``           with a weight from 0 to 1, or in percent
    ``[50]AKs,AQs[/50]``               the same weight, in percent, for several items
    =================================  =====================================================================

    ``+`` raises only the kicker, as in PokerStove and Equilab. ``98s+`` is 98s alone, because a kicker stays below the high
    card. Some programs raise both cards there, so a range with such an item gives a `UserWarning`; write ``AKs-98s``
    for 98s, T9s, JTs, QJs, KQs, AKs.

    Capitals and blanks do not matter; a line break separates items like a comma. If items overlap, the later one wins:
    ``AKs,AhKh:0`` is AKs without AhKh. An item that later ones replace completely, as in ``AKs:0.5,AKs``, is an error.
    Weights are relative; 0 means that the hand is not in the range. A weight is stored as a float64 and means the shortest
    decimal that reads back to it, so 0.1 is a tenth (see `ratios`). Weights of `from_weights` and sums may exceed 1; the
    text of such a range divides them by a power of two, so that none does.

    Operators combine ranges; one side may be a text or anything else that `as_range` accepts:

    ================  =========================================================================
    ``one | two``     the larger weight of both: hands that are in either
    ``one & two``     the smaller weight of both: hands that are in both
    ``one - two``     the weight in one less that in two, at least 0: one without two
    ``one + two``     the sum of the weights, which may exceed 1; ``|`` keeps those that overlap
    ``one * 0.5``     each weight times a number of at least 0
    ================  =========================================================================

    Sums, differences and products are exact on the decimals, then rounded once: 0.1 + 0.2 is 0.3. ``"AhKh" in one`` is
    whether the range contains the combo, ``"AKs" in one`` whether it contains all of the class, and so on for any range.
    Iterating gives `len` pairs of a combo and its weight, ``("AhKh", 1.0)``, in the order of `combinations`; ``dict(one)``
    makes them a dictionary.

    Args:
        text: The hands as text, as above.

    Raises:
        ValueError: If the text is not a range; the message names the column.
    """

    __slots__ = ("_weights",)
    _weights: NDArray[np.float64]

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ValueError(
                f"range: expected text, got {text!r}; e.g. 'QQ+,AKs', or Range.from_weights(weights)"
            )
        self._hold(read_range(text))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """Return the range of weights in the order of ``combination_index``.

        Args:
            weights: Finite numbers of at least 0, [1326]. They are copied as float64, and mean the decimals of these: 0.1 of
                float32 is 0.10000000149011612.

        Raises:
            ValueError: If a weight is negative or not finite, or the shape is wrong.
        """
        array = as_array(weights)
        if array.dtype.kind not in "biuf" or array.shape != (COMBINATION_COUNT,):
            raise ValueError(
                f"weights: expected {COMBINATION_COUNT} numbers, one for each combination of hole cards, got dtype "
                f"{array.dtype} and shape {array.shape}; e.g. np.ones(1326)"
            )
        array = array.astype(np.float64)
        wrong = np.flatnonzero(~(np.isfinite(array) & (array >= 0)))
        if wrong.size:
            raise ValueError(
                f"weight of combination {wrong[0]}: expected a finite number of at least 0, got {array[wrong[0]]}; "
                "e.g. 0.5"
            )
        new = cls.__new__(cls)
        new._hold(array + 0.0)  # removes negative zeros
        return new

    def _hold(self, weights: NDArray[np.float64]) -> None:
        weights.setflags(write=False)
        object.__setattr__(self, "_weights", weights)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range does not change: cannot set {name}; make another one")

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weight of each combo, read-only float64 [1326], >= 0."""
        return self._weights

    def ratios(self) -> NDArray[Any]:
        """Return the smallest whole numbers in the same ratios as the weights.

        Returns:
            [1326]: int64 if their sum is below 2**32, else Python's int (dtype object).

        Raises:
            ValueError: If weights differ by more than a factor of 10**100.
        """
        return whole_ratios(self._weights)

    def combinations(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the combos in the range and their weights.

        Returns:
            The combos, int64 [n] ascending, and the weight of each, float64 [n].
        """
        held = np.flatnonzero(self._weights)
        return held, self._weights[held]

    def class_weights(self) -> NDArray[np.float64]:
        """Return the mean weight of each of the 169 hand classes, float64 [169] (see `class_name`)."""
        # Divide by a power of 2 and multiply back, so that sums of the largest weights stay finite.
        exponent = max(0, int(np.frexp(self._weights.max())[1]) - 1000)
        weights = np.ldexp(self._weights, -exponent)
        least = np.full(CLASS_COUNT, np.inf)
        np.minimum.at(least, CLASS_OF_COMBINATION, weights)
        # Average what is above the minimum: exact if a class has one weight.
        above = np.bincount(CLASS_OF_COMBINATION, weights - least[CLASS_OF_COMBINATION], CLASS_COUNT)
        means: NDArray[np.float64] = np.ldexp(least + above / CLASS_SIZES, exponent)
        return means

    @classmethod
    def top(cls, part: Any) -> Range:
        """Return the best preflop hands: ``Range.top(0.15)`` is ``Range("top 15%")``.

        Classes are included whole, as long as they contain no more than ``part`` of the 1,326 combos. They are in the order
        of their equity against one opponent with any hand, which is exact and has no ties
        (`pokerdata.cards.preflop.class_equities_at_random`; `BEST_FIRST` of `pokerdata.cards.ranges.best_first` lists it).
        Other programs use other orders (PokerStove and Equilab equity against three random hands), so their top 15% differs.

        Args:
            part: Largest part of all combos to include, a number from 0 to 1.

        Raises:
            ValueError: If the part is not from 0 to 1.
        """
        if isinstance(part, bool) or not isinstance(part, _NUMBERS) or not 0 <= part <= 1:
            raise ValueError(f"part: expected a number from 0 to 1, got {part!r}; e.g. 0.15")
        exact = Fraction(part) if isinstance(part, int | Fraction) else Fraction(repr(float(part)))
        return cls.from_weights(np.isin(CLASS_OF_COMBINATION, top_classes(exact)).astype(np.float64))

    def __or__(self, other: Range | ArrayLike) -> Range:
        return Range.from_weights(np.maximum(self._weights, as_range(other)._weights))

    def __and__(self, other: Range | ArrayLike) -> Range:
        return Range.from_weights(np.minimum(self._weights, as_range(other)._weights))

    def __add__(self, other: Range | ArrayLike) -> Range:
        return Range.from_weights(added(self._weights, as_range(other)._weights))

    def __sub__(self, other: Range | ArrayLike) -> Range:
        return Range.from_weights(taken_away(self._weights, as_range(other)._weights))

    def __rsub__(self, other: Range | ArrayLike) -> Range:
        return as_range(other) - self

    def __mul__(self, factor: Any) -> Range:
        if isinstance(factor, bool) or not isinstance(factor, _NUMBERS) or not 0 <= factor < inf:
            raise ValueError(
                f"factor of a range: expected a finite number of at least 0, got {factor!r}; e.g. 0.5"
            )
        return Range.from_weights(times(self._weights, float(factor)))

    __ror__, __rand__, __radd__, __rmul__ = __or__, __and__, __add__, __mul__
    #: Leaves operators between arrays and ranges to the range.
    __array_ufunc__ = None

    def __contains__(self, hands: Range | ArrayLike) -> bool:
        """Return whether the range contains every combo in ``hands``, whatever the weights."""
        return bool(np.all(self._weights[as_range(hands)._weights > 0] > 0))

    def __iter__(self) -> Iterator[tuple[str, float]]:
        held, weights = self.combinations()
        return zip((combination_text(c) for c in held.tolist()), weights.tolist(), strict=True)

    def classes(self) -> dict[str, float]:
        """Return the name of each of the 169 hand classes, AA to 22, and its mean weight (see `class_weights`)."""
        return dict(zip(CLASS_NAMES, self.class_weights().tolist(), strict=True))

    def grid(self) -> str:
        """Return the 13 x 13 grid as 13 lines of at most 80 characters: suited hands above the pairs, offsuit hands below.

        A class in full is shown by its name, an absent class by a dot. A partial class has its mean weight after its name,
        in percent of the largest weight: AKs50 is half of AKs. In that case a last line explains this.
        """
        return grid_text(self.class_weights(), float(self._weights.max()))

    def without(self, cards: ArrayLike) -> Range:
        """Return the range without the combos that contain one of the cards.

        Args:
            cards: Text or uint8 [n].

        Raises:
            ValueError: If a card is invalid.
        """
        blocked = combinations_with(as_cards(cards, "cards"))
        return Range.from_weights(np.where(blocked, 0.0, self._weights))

    def breakdown(self, board: ArrayLike, dead: ArrayLike = "") -> Breakdown:
        """Return the range's hands on a board: combos, weight and part of it by made hand and by draw.

        docs/definitions.md defines the made hands, of which each combo has one, and the draws. It takes a millisecond.

        >>> Range("top 20%").breakdown("Ks 7d 2c")["top pair"].combinations
        54

        Args:
            board: 3 to 5 cards, text or integers [n].
            dead: Cards that cannot be dealt, text or integers [n].

        Raises:
            ValueError: If cards are invalid or repeated, or no combo is left.
        """
        return Breakdown(self._weights, board, dead)

    def __len__(self) -> int:
        """Return the number of combos with a weight above 0."""
        return int(np.count_nonzero(self._weights))

    def __str__(self) -> str:
        """Return a short text that reads back to exactly these weights, or if one is above 1, to the same ratios."""
        return write_range(self._weights)

    def __repr__(self) -> str:
        text = str(self)
        if len(text) <= _LONGEST:
            return f"Range({text!r})"
        start = text[: text.rfind(",", 0, _LONGEST - 4) + 1]
        return f"Range({start + '...'!r}, {len(self)} combinations)"

    def _repr_html_(self) -> str:
        means = self.class_weights()
        colours = Scale(0.0, max(1.0, float(means.max())))
        of_class = [self._weights[members] for members in CLASS_MEMBERS]
        return hand_grid(
            ["" if mean in (0, 1) else f"{mean:.2g}" for mean in means.tolist()],
            [colours.colour(mean) if mean > 0 else "" for mean in means.tolist()],
            [
                f"{np.count_nonzero(weights)} of {len(weights)} combinations, mean weight {mean:.6g}"
                for weights, mean in zip(of_class, means.tolist(), strict=True)
            ],
            caption=shortened(str(self), _LONGEST),
            notes=[f"{len(self):,} combinations, {100 * len(self) / COMBINATION_COUNT:.1f} % of all"],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[object, tuple[NDArray[np.float64]]]:
        return Range.from_weights, (self._weights,)


def as_range(hands: Range | ArrayLike) -> Range:
    """Convert any representation of a range to a Range.

    Args:
        hands: A Range, a text, weights [1326] or the two cards of a hand (integers or texts, [2]).

    Raises:
        ValueError: If it is anything else.
    """
    if isinstance(hands, Range):
        return hands
    if isinstance(hands, str):
        return Range(hands)
    if not isinstance(hands, Sequence | np.ndarray):
        raise ValueError(
            f"hands: expected a range, text, 1,326 weights or the two cards of a hand, got {hands!r}; e.g. 'QQ+,AKs'"
        )
    array = as_array(hands)
    if array.shape == (2,) and array.dtype.kind in "iuU":
        weights = np.zeros(COMBINATION_COUNT)
        weights[combination_index(array)] = 1.0
        return Range.from_weights(weights)
    return Range.from_weights(array)
