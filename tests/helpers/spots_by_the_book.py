"""Reference betting trees of spots: every line and its terminal, written from the definitions.

Amounts count from the start of the street. They are exact, except geometric ones, which are decimals of 60
digits.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from math import floor

#: End of a line: 'decision' and the player, 'fold' with the player and its chips, 'showdown' with the chips
#: of each.
End = tuple[str, int, int]
Lists = list[str]


@dataclass
class Book:
    """A spot in words: sizes by street and player as lists of texts; donks by street."""

    pot: int
    stack: int
    bets: list[tuple[Lists, Lists]]
    raises: list[tuple[Lists, Lists]]
    donks: list[Lists | None]
    add: Fraction = Fraction(0)
    force: Fraction = Fraction(0)
    merge: Fraction = Fraction(0)
    minimum: int = 1
    oop_checked: bool = False
    lines: dict[str, End] = field(default_factory=dict)

    def written(self) -> dict[str, End]:
        """Return every line of the tree."""
        self.street(0, 0, "", donk=False)
        return self.lines

    def street(self, number: int, before: int, text: str, *, donk: bool) -> None:
        checked = number == 0 and self.oop_checked
        self.act(number, before, text, [0, 0], 1 if checked else 0, 0, checked, donk)

    def act(
        self,
        number: int,
        before: int,
        text: str,
        now: list[int],
        who: int,
        made: int,
        other_acted: bool,
        donk: bool,
    ) -> None:
        """Add a decision: `now` are the chips of this street, `made` its bets and raises."""
        self.lines[text] = ("decision", who, 0)
        prev, own = now[1 - who], now[who]
        if prev > own:
            self.lines[f"{text}f"] = ("fold", who, before + own)
        last = number + 1 == len(self.bets)
        if other_acted and (last or before + prev == self.stack):
            self.lines[f"{text}c"] = ("showdown", 0, before + prev)
        elif other_acted:
            self.street(number + 1, before + prev, f"{text}c/", donk=prev > own and who == 0)
        else:
            self.act(number, before, f"{text}c", now, 1 - who, made, True, donk)
        for to in self.amounts(number, before, prev, prev - own, who, made, donk):
            after = list(now)
            after[who] = to
            self.act(number, before, f"{text}r{before + to}", after, 1 - who, made + 1, True, donk)

    def amounts(
        self, number: int, before: int, prev: int, to_call: int, who: int, made: int, donk: bool
    ) -> Sequence[int]:
        most = self.stack - before
        if prev == most:
            return []
        pot = self.pot + 2 * (before + prev)
        listed = self.raises[number][who] if made else self.bets[number][who]
        donks = self.donks[number]
        if donk and donks is not None and who == 0 and not made:
            listed = donks
        found = []
        for size in listed:
            found += self.amount(size, prev, pot, most, made, len(self.bets) - number)
        if most <= prev + rounded(pot * self.add):
            found.append(most)
        least = prev + max(to_call, self.minimum)
        found = [min(most, max(least, to)) for to in found]
        found = [most if most <= to + rounded((pot + 2 * (to - prev)) * self.force) else to for to in found]
        kept: list[int] = []
        for to in sorted(set(found), reverse=True):
            if (
                not kept
                or (1 + Fraction(kept[-1] - prev, pot)) / (1 + Fraction(to - prev, pot)) > 1 + self.merge
            ):
                kept.append(to)
        return kept[::-1]

    @staticmethod
    def amount(size: str, prev: int, pot: int, most: int, made: int, left: int) -> list[int]:
        if size == "a":
            return [most]
        if size.endswith("x"):
            return [rounded(prev * Fraction(size[:-1]))]
        chips = re.fullmatch(r"(\d+)c(?:(\d+)r)?", size)
        if chips:
            return [] if chips[2] and made > int(chips[2]) else [prev + int(chips[1])]
        even = re.fullmatch(r"(\d+)?e(?:(.+)%)?", size)
        if even:
            n = int(even[1] or left)
            if made:
                n = max(n - made + 1, 1)
            with localcontext() as context:
                context.prec = 60
                part = ((Decimal(2 * (most - prev)) / pot + 1) ** (1 / Decimal(n)) - 1) / 2
                bet = rounded(Fraction(part * pot))
            return [prev + (min(bet, rounded(pot * Fraction(even[2]) / 100)) if even[2] else bet)]
        return [prev + rounded(pot * Fraction(size[:-1]) / 100)]


def rounded(value: Fraction) -> int:
    """Round to the nearest whole number, halves up; numbers must be at least 0."""
    return floor(value + Fraction(1, 2))
