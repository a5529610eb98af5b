"""Jam or fold by Lück and Weck 2008: a heads-up tournament, solved completely."""

from __future__ import annotations

from math import factorial

from pokerdata.solving.jam_or_fold import JamFold, jam_fold
from studies import StudyRun

from . import claims, free, kuhn, played, values

CHIPS, BLINDS, STEP, QUICK_STEP = 8000, (300, 600), 50, 100
TARGET, QUICK_TARGET = 2e-6, 2e-3


def run(run: StudyRun) -> None:
    """Run the study."""
    both = solved(run, "jam-fold")
    any_ = solved(run, "any")
    values.told(run, both)
    claims.told(run, both, any_)
    free.told(run, any_)
    played.told(run, both)
    kuhn.told(run)
    orders(run)


def solved(run: StudyRun, opponent: str) -> JamFold:
    """Solve the tournament against a kind of opponent."""
    run.say(f"the tournament against {opponent}")
    step, target = (QUICK_STEP, QUICK_TARGET) if run.is_quick else (STEP, TARGET)
    return jam_fold(CHIPS, BLINDS, step, opponent=opponent, target=target)  # type: ignore[arg-type]


def orders(run: StudyRun) -> None:
    """Check a published count with the wrong sign."""
    run.heading("A count")
    quotient, difference = factorial(169) // factorial(162), factorial(169) - factorial(162)
    run.text(
        f"Seven of the 169 classes can be put in order in 169!/162! = {quotient:,} ways. 169! - 162! is {difference:.2e}, "
        f"which is 169! but for {1 / quotient:.1e} of it."
    )
    run.claim(
        "orders", quotient == difference, f"169!/162! = {quotient:.3e}", why="the minus stands for a division"
    )
