"""Rules of betting that might be his: what each counts on every street, by a walk of its own over the betting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

SMALL, BIG = 50, 100  # blinds
#: What is counted on a street: first decisions, of who acts first on the street or second, by what there is to call.
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
#: Every way to add some of them up, [countings, kinds].
COUNTINGS: Counts = np.array(list(product((0, 1), repeat=len(KINDS))))


@dataclass(frozen=True)
class Betting:
    """Rules of betting: fold, call, a bet of the pot, all-in.

    Attributes:
        stack: Chips of each, of a big blind of 100.
        limp: Whether the small blind may call before the flop; where not, he raises or folds.
        option: Whether the big blind acts after a call.
        may_raise: Whether he may raise then.
        big_blind_first: Whether he acts first before the flop.
        blind_is_bet: Whether the big blind counts among the raises of a cap.
        pot: Whether a bet of the pot is that of the pot after a call, or before it.
        clipped: Whether a pot beyond the stack is an action besides all-in, of as many chips.
        commits: A bet of this share of the stack or more is made all-in alone.
        all_in_beyond_cap: Whether all-in is there where a cap is reached.
        all_in: When it is there at all: always, facing a bet, as the first bet, or where no pot fits.
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
        """What the chips of a bet or raise come to.

        Args:
            mine: Chips of who acts, over the whole hand.
            other: Chips of the other one.
            raises: So far on the street.
            is_blind: Whether it is the first street.
            cap: Of the street; None for none.
        """
        under = cap is None or raises + (is_blind and self.blind_is_bet) < cap
        level = max(mine, other)  # above the other one's where the big blind acts first
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
    """A street: counts of `KINDS`, and how many sequences go on with so many chips of each.

    Args:
        rules: The rules.
        start: Chips of each before it; 0 before the blinds.
        cap: Most raises on the street; None for none.
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
    """The streets of one set of rules, each walked once for every start and cap.

    Args:
        rules: The rules.
    """

    def __init__(self, rules: Betting) -> None:
        self._rules = rules
        self._known: dict[tuple[int, int | None], tuple[Counts, Counter[int]]] = {}

    def after(self, starts: Counter[int], cap: int | None, called: int) -> tuple[Counts, Counter[int]]:
        """A street after all ways to come to it.

        Args:
            starts: How many sequences come to it with so many chips of each.
            cap: Of the street.
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
    """All sets of rules that are tried, but for the caps of the streets.

    Args:
        stacks: Those that are tried, in chips.
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
