"""Example ranges, and the price and required equity of a small blind that completes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pokerdata import Range, equity
from studies import StudyRun

from .reading import RANGES, SMALL_BLIND
from .rules import hands_in

ANY = "random"


def ranges(run: StudyRun) -> None:
    """Compare the share of hole cards and the equity of each part of a range with the published values."""
    run.heading("Ranges")
    rows: list[list[object]] = [["range", "against", "part", "hands", "share", "equity"]]
    ratios: list[str] = []
    for example in RANGES:
        parts, meets = example["hands"], example.get("meets", ANY)
        counts = [len(Range(part)) for part in parts]
        ratios.append(ratio(counts))
        for part, count in zip(parts, counts, strict=True):
            share = count / sum(counts)
            rows.append([",".join(parts), meets, part, count, f"{share:.1%}", worth(part, meets)])
        rows.append([",".join(parts), meets, "all", sum(counts), "100.0%", worth(",".join(parts), meets)])
    run.table(rows, left=3)
    run.text(
        "Hands before anybody's cards are known; those of QQ share none with the range. Equity is exact: of the range, "
        "or its part, shown down against the hand, or against any hand."
    )
    run.claim(
        "first_range",
        None,
        f"TT to AKo {ratios[0]}",
        why="its numbers were not kept when it was found that they do not come out",
    )
    expected = run.figure("second_range").printed
    run.claim("second_range", ratios[1] == expected, ratios[1], why="counted hand by hand")


def ratio(counts: Sequence[int]) -> str:
    """Return two counts in lowest terms, e.g. ``"4 : 3"``."""
    lowest = Fraction(*counts)
    return f"{lowest.numerator} : {lowest.denominator}"


def worth(hands: str, meets: str) -> str:
    """Return the equity of a range against another one."""
    return f"{float(equity([hands, meets]).equity[0]):.2%}"


def price(paid: Fraction, players: int) -> Fraction:
    """Return the equity at which completing the small blind breaks even when all hands are shown down.

    Args:
        paid: Size of the small blind as a fraction of a bet.
        players: Players with a full bet in the pot after the call, the small blind included.
    """
    return (1 - paid) / players


def small_blind(run: StudyRun, rates: Mapping[int, tuple[NDArray[np.float64], NDArray[np.float64]]]) -> None:
    """Report the price of completing, the equity that it needs, and how many combos have that equity.

    Args:
        run: The run to report to.
        rates: Income rates of all classes and their standard errors, by number of players.
    """
    run.heading("The small blind completes")
    blinds = [
        (Fraction(paid), part) for paid, part in zip(SMALL_BLIND["paid"], SMALL_BLIND["part"], strict=True)
    ]
    head: list[object] = ["players", "mean equity"]
    for paid, part in blinds:
        head += [f"price of {1 - paid} of a bet", f"{part:.0%} of the mean", "hands from there on"]
    rows = [head]
    for players in sorted(rates):
        row: list[object] = [players, f"{1 / players:.1%}"]
        for paid, part in blinds:
            above, unsure = from_on(*rates[players], part)
            told = f"{above:,}" + (f" ± {unsure}" if unsure else "")
            row += [f"{float(price(paid, players)):.1%}", f"{part / players:.1%}", told]
        rows.append(row)
    run.table(rows)
    shares = [float(price(paid, 1)) for paid, _ in blinds]
    run.text(
        "Players are those who put a bet in, the small blind included; hands are those of 1,326 that have so much equity "
        f"against the others' random ones, shown down. The price is {shares[0]:.0%} and {shares[1]:.0%} of the mean equity, "
        "however many there are. The rule asks for more, "
        + " and ".join(f"{part / share:.1f}" for (_, part), share in zip(blinds, shares, strict=True))
        + " times as much: who completes acts first on all later streets."
    )
    for name, share in zip(("small_blind", "small_blind_large"), shares, strict=True):
        run.compare(
            name, 100 * share, digits=1, why="ours is the price alone: what later bets cost is not in it"
        )


def from_on(rates: NDArray[np.float64], errors: NDArray[np.float64], part: float) -> tuple[int, int]:
    """Return how many of the 1,326 combos have at least a part of the mean equity, and how many are too close to call."""
    apart = rates - 1000 * (part - 1)
    return hands_in(apart >= 0), hands_in((errors > 0) & (np.abs(apart) < 4 * errors))
