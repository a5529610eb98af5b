"""Betting rules that might be Eriksson's, and their counts on every street from an independent walk of the tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

SMALL, BIG = 50, 100  # blinds
#: Counts of a street: first decisions of the first or second player to act, by the bet that they face.
KINDS = (
    "first, nothing to call",
    "second, nothing to call",
    "first, a bet",
    "second, a bet",
    "first, an all-in",
    "second, an all-in",
    "fold",
    "goes on",
    "all-in called",
    "roots",
    "all-ins called before",
)
FOLD, GOES_ON, CALLED, ROOTS, BEFORE = range(6, 11)
#: Every way to add up some of the counts, [countings, kinds].
COUNTINGS: Counts = np.array(list(product((0, 1), repeat=len(KINDS))))


@dataclass(frozen=True)
class Betting:
    """Betting rules: fold, call, a pot-sized bet, all-in.

    Attributes:
        stack: Chips of each player; the big blind is 100.
        limp: Whether the small blind may call before the flop. If not, it raises or folds.
        option: Whether the big blind acts after a limp.
        may_raise: Whether the big blind may raise then.
        big_blind_first: Whether the big blind acts first before the flop.
        blind_is_bet: Whether the big blind counts towards the cap on raises.
        pot: Whether a pot-sized bet is the pot after a call or before it.
        clipped: Whether a pot-sized bet beyond the stack is a second action of the size of all-in.
        commits: A bet of this share of the stack or more becomes all-in.
        all_in_beyond_cap: Whether all-in is allowed after the cap is reached.
        all_in: When all-in is allowed: always, facing a bet, as the first bet, or when a pot-sized bet does
            not fit.
    """

    stack: int = 10_000
    limp: bool = True
    option: bool = True
    may_raise: bool = True
    big_blind_first: bool = False
    blind_is_bet: bool = False
    pot: str = "after a call"
    clipped: bool = False
    commits: float = 1.0
    all_in_beyond_cap: bool = True
    all_in: str = "always"

    def raises(self, mine: int, other: int, raises: int, is_blind: bool, cap: int | None) -> list[int]:
        """Return the chip totals of the legal bets and raises.

        Args:
            mine: Chips of the player to act, over the whole hand.
            other: Chips of the opponent.
            raises: Raises so far on the street.
            is_blind: Whether this is the first street.
            cap: Most raises on the street; None for no limit.
        """
        under = cap is None or raises + (is_blind and self.blind_is_bet) < cap
        level = max(mine, other)  # exceeds the opponent's chips if the big blind acts first
        to = level + (2 * level if self.pot == "after a call" else mine + other)
        fits = to < self.commits * self.stack
        found = [to] if under and fits else [self.stack] if under and self.clipped else []
        there = {
            "always": True,
            "facing a bet": other > mine,
            "first bet": raises == 0,
            "no pot": not fits,
        }
        if there[self.all_in] and (under or self.all_in_beyond_cap):
            found.append(self.stack)
        return found


def street(rules: Betting, start: int, cap: int | None) -> tuple[Counts, Counter[int]]:
    """Return the counts of `KINDS` on a street, and the number of sequences that continue, by chips per player.

    Args:
        rules: The rules.
        start: Chips of each player before the street; 0 before the blinds.
        cap: Most raises on the street; None for no limit.
    """
    counts = np.zeros(len(KINDS), dtype=np.int64)
    on: Counter[int] = Counter()
    is_blind = start == 0

    def ends(chips: int) -> None:
        counts[GOES_ON] += 1
        on[chips] += 1

    def walk(mine: int, other: int, second: int, raises: int, has_acted: bool) -> None:
        facing, all_in = other > mine, other == rules.stack
        counts[(4 if all_in else 2 if facing else 0) + second] += 1
        counts[FOLD] += facing
        if facing and all_in:
            counts[CALLED] += 1
        elif facing and is_blind and not raises and not has_acted:
            if rules.limp and rules.option:
                walk(other, other, 1 - second, raises, True)
            elif rules.limp:
                ends(other)
        elif facing or has_acted:
            ends(other)
        else:
            walk(other, mine, 1 - second, raises, True)
        of_limp = is_blind and not raises and not facing and not rules.may_raise
        if all_in or of_limp:
            return
        for to in rules.raises(mine, other, raises, is_blind, cap):
            walk(other, to, 1 - second, raises + 1, True)

    blinds = (BIG, SMALL) if rules.big_blind_first else (SMALL, BIG)
    walk(*(blinds if is_blind else (start, start)), 0, 0, False)
    return counts, on


class Streets:
    """The streets of one set of rules, walking each start and cap only once.

    Args:
        rules: The rules.
    """

    def __init__(self, rules: Betting) -> None:
        self._rules = rules
        self._known: dict[tuple[int, int | None], tuple[Counts, Counter[int]]] = {}

    def after(self, starts: Counter[int], cap: int | None, called: int) -> tuple[Counts, Counter[int]]:
        """Return the totals of a street over all sequences that reach it.

        Args:
            starts: Number of sequences that reach the street, by chips per player.
            cap: Most raises on the street.
            called: All-ins that were called before.
        """
        total = np.zeros(len(KINDS), dtype=np.int64)
        on: Counter[int] = Counter()
        for start, many in starts.items():
            if (start, cap) not in self._known:
                self._known[start, cap] = street(self._rules, start, cap)
            counts, further = self._known[start, cap]
            total += many * counts
            for chips, ways in further.items():
                on[chips] += many * ways
        total[ROOTS], total[BEFORE] = starts.total(), called
        return total, on


def family(stacks: tuple[int, ...]) -> Iterator[Betting]:
    """Return all sets of rules to try, without the caps of the streets.

    Args:
        stacks: Stacks to try, in chips.
    """
    limps: list[dict[str, bool]] = [
        {},
        {"may_raise": False},
        {"option": False},
        {"limp": False},
        {"big_blind_first": True},
    ]
    for stack, limp, is_bet, pot, clipped, commits, beyond, all_in in product(
        stacks,
        limps,
        (False, True),
        ("after a call", "before a call"),
        (False, True),
        (1.0, 0.5),
        (True, False),
        ("always", "facing a bet", "first bet", "no pot"),
    ):
        yield replace(
            Betting(stack=stack),
            **limp,
            blind_is_bet=is_bet,
            pot=pot,
            clipped=clipped,
            commits=commits,
            all_in_beyond_cap=beyond,
            all_in=all_in,
        )
