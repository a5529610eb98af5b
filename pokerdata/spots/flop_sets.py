"""Sets of flops with weights: all of them up to suits, a subset chosen by a rule, or those of a file."""

from __future__ import annotations

import os
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import format_cards, parse_cards
from pokerdata.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured, set_index
from pokerdata.spots.spot import Spot
from pokerdata.support.text import quoted

#: Flops of a deck of 52 cards: what the weights of a set of ours add up to.
ALL_FLOPS = 22_100
#: The fewest and the most flops of a subset.
FEWEST, MOST = 5, 500


class FlopSet(NamedTuple):
    """Flops with weights.

    Attributes:
        cards: uint8 [flops, 3], the cards of each, rising.
        weights: float64 [flops], how many flops each stands for.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]


def flop_set(flops: str | int | os.PathLike[str], spot: Spot) -> FlopSet:
    """The flops that a word, a number or a file names.

    Flops are the same up to the suits that ranges and dead cards do not tell apart; where they tell none apart, all 22,100
    are 1,755.

    A subset is chosen so: flops are sorted into five groups, by the number of suits and whether a rank comes twice or
    more; each group has a share of the flops by its weight, one at least, what is left over going to the largest
    remainders. In a group, flops stand in the order of the highest card, then the second, then the third; that list is cut
    into as many stretches as the group has flops, of weights as equal as whole flops allow, and of each stretch the one in
    the middle of the weight is taken, which stands for all of it. So weights are whole and add up to 22,100.

    Args:
        flops: 'all', a number from 5 to 500, or a file: a flop a line, perhaps with a weight, 'As7d2c' or 'As7d2c:12'; by
            default a weight is how many flops one stands for. What follows a # is a comment.
        spot: Whose ranges and dead cards tell suits apart.

    Raises:
        ValueError: For another word or number, or a file that cannot be read; the message names the line.
    """
    if isinstance(flops, bool):
        raise _wrong(flops)
    if isinstance(flops, int) or (isinstance(flops, str) and flops.strip().isdecimal()):
        count = int(flops)
        if not FEWEST <= count <= MOST:
            raise _wrong(flops)
        return _subset(_all(spot), count)
    if flops == "all":
        return _all(spot)
    if not isinstance(flops, str | os.PathLike) or not Path(flops).is_file():
        raise _wrong(flops)
    return _read(Path(flops), spot)


def texture(cards: NDArray[np.uint8]) -> tuple[str, str, str]:
    """What kind of flop it is: 'monotone', 'two-tone' or 'rainbow'; 'unpaired', 'paired' or 'trips'; its highest rank.

    Args:
        cards: uint8 [3], a flop.
    """
    suits, ranks = len(set((cards % 4).tolist())), len(set((cards // 4).tolist()))
    return (
        ("monotone", "two-tone", "rainbow")[suits - 1],
        ("trips", "paired", "unpaired")[ranks - 1],
        "23456789TJQKA"[int(cards.max()) // 4],
    )


def _all(spot: Spot) -> FlopSet:
    """Flops up to the suits that are not told apart, each the first of its own."""
    raw = np.array(list(combinations(range(52), 3)), np.uint8)
    numbers = _first_of_its_kind(raw, spot)
    _, first, counts = np.unique(numbers, return_index=True, return_counts=True)
    return FlopSet(raw[first], counts.astype(np.float64))


def _first_of_its_kind(cards: NDArray[np.uint8], spot: Spot) -> NDArray[np.int64]:
    """A number that flops share if suits that are not told apart lead from one to the other."""
    numbers = np.full(len(cards), np.iinfo(np.int64).max)
    for permutation in _symmetries(spot):
        numbers = np.minimum(numbers, set_index(recoloured(cards, SUIT_PERMUTATIONS[permutation])))
    return numbers


def _symmetries(spot: Spot) -> list[int]:
    """Suit permutations that change neither ranges nor dead cards."""
    dead = {int(card) for card in spot.dead_cards}
    found = []
    for p, permutation in enumerate(SUIT_PERMUTATIONS):
        moved = {int(recoloured(card, permutation)) for card in dead}
        images = combination_maps()[p]
        same = all(np.array_equal(hands.weights[images], hands.weights) for hands in (spot.oop, spot.ip))
        if same and moved == dead:
            found.append(p)
    return found


def _subset(flops: FlopSet, count: int) -> FlopSet:
    cards = flops.cards.astype(np.int64)
    suits = np.array([len(set(row)) for row in (cards % 4).tolist()])
    paired = np.array([len(set(row)) < 3 for row in (cards // 4).tolist()])
    groups = [
        rows
        for s in (1, 2, 3)
        for p in (False, True)
        if len(rows := np.flatnonzero((suits == s) & (paired == p)))
    ]
    totals = [float(flops.weights[rows].sum()) for rows in groups]
    chosen: list[int] = []
    weights: list[float] = []
    for rows, share in zip(groups, _shares(totals, count), strict=True):
        ranks = cards[rows] // 4
        order = rows[np.lexsort((*(cards[rows] % 4).T, ranks[:, 0], ranks[:, 1], ranks[:, 2]))]
        for stretch in _stretches(flops.weights[order], share):
            inside = flops.weights[order[stretch]]
            middle = int(np.searchsorted(np.cumsum(inside), inside.sum() / 2))
            chosen.append(int(order[stretch][middle]))
            weights.append(float(inside.sum()))
    by_number = np.argsort(chosen)
    return FlopSet(flops.cards[np.array(chosen)[by_number]], np.array(weights)[by_number])


def _shares(totals: list[float], count: int) -> list[int]:
    """How many of `count` each group has: by weight, one at least, largest remainders first."""
    exact = [count * total / sum(totals) for total in totals]
    shares = [max(1, int(part)) for part in exact]
    order = sorted(range(len(totals)), key=lambda g: shares[g] - exact[g])
    for k in range(max(0, count - sum(shares))):
        shares[order[k % len(order)]] += 1
    while sum(shares) > count:
        shares[max((g for g in range(len(shares)) if shares[g] > 1), key=lambda g: shares[g] - exact[g])] -= 1
    return shares


def _stretches(weights: NDArray[np.float64], count: int) -> list[slice]:
    """Cuts of a list into so many stretches of weights as equal as whole flops allow."""
    ends = np.cumsum(weights)
    cuts = [0]
    for k in range(1, count):
        nearest = int(np.argmin(np.abs(ends - ends[-1] * k / count))) + 1
        cuts.append(min(max(nearest, cuts[-1] + 1), len(weights) - count + k))
    return [slice(begin, end) for begin, end in pairwise([*cuts, len(weights)])]


def _read(path: Path, spot: Spot) -> FlopSet:
    known = _all(spot)
    orbits = dict(zip(_first_of_its_kind(known.cards, spot).tolist(), known.weights.tolist(), strict=True))
    cards, weights, numbers = [], [], set()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"flops: expected a file that can be read, got {path}: {error}; e.g. 25") from error
    for line, content in enumerate(text.splitlines(), 1):
        words = content.partition("#")[0].replace(":", " ").replace(",", " ").split()
        if not words:
            continue
        try:
            weight = None if len(words) == 1 else float(words[-1])
            parts = words if weight is None else words[:-1]
        except ValueError:
            weight, parts = None, words
        try:
            flop = np.sort(parse_cards("".join(parts)))
            if len(flop) != 3 or (weight is not None and not 0 < weight < np.inf):
                raise ValueError
            number = int(_first_of_its_kind(flop[None], spot)[0])
        except ValueError:
            raise ValueError(
                f"flops: expected three cards, perhaps with a weight above 0, got {quoted(content)} in line {line} "
                f"of {path}; e.g. As7d2c:12"
            ) from None
        if number in numbers:
            raise ValueError(
                f"flops: expected each flop once, got {format_cards(flop)}, or one that suits do not tell from it, "
                f"again in line {line} of {path}; e.g. without it"
            )
        numbers.add(number)
        cards.append(flop)
        weights.append(orbits[number] if weight is None else weight)
    if not cards:
        raise ValueError(f"flops: expected a flop a line, got none in {path}; e.g. As7d2c:12")
    return FlopSet(np.array(cards, np.uint8), np.array(weights))


def _wrong(flops: object) -> ValueError:
    return ValueError(
        f"flops: expected all, a number from {FEWEST} to {MOST}, or a file with flops, got {flops!r}; e.g. 25"
    )
