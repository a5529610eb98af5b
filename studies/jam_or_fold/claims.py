"""Published claims about single hands."""

from __future__ import annotations

from pokerdata.cards.combinations import CLASS_NAMES, class_index
from pokerdata.solving.jam_or_fold import JamFold
from pokerdata.solving.jam_or_fold.tournament import Floats
from studies import StudyRun

from .values import MIDDLE

SHORT, LONG = 1800, 3600
ALMOST = 0.01  # smaller probabilities are left over from early iterations


def told(run: StudyRun, both: JamFold, any_: JamFold) -> None:
    """Report on 43s, J2o and mixed hands."""
    run.heading("Single hands")
    games = {"who jams or folds": both, "who may do anything": any_}
    margins = both.strategy.margins()
    rows: list[list[object]] = [["small blind", "hand", *(f"against one {who}" for who in games), "margin"]]
    holds = True
    for stack, expected in ((SHORT, {"43s": 0, "J2o": 1}), (LONG, {"43s": 1, "J2o": 0})):
        row = both.tournament.row(stack)
        for hand, jams in expected.items():
            chances = [found.strategy.jam[row, class_index(hand)] for found in games.values()]
            holds &= all(abs(chance - jams) < ALMOST for chance in chances)
            margin = margins[0][row, class_index(hand)]
            rows.append(
                [f"{stack:,}", hand, *(f"{chance:.3f}" for chance in chances), f"{100 * margin:+.4f}"]
            )
    run.table(rows, left=2)
    run.text(
        "How often the hand is jammed, and the margin: by how many points jamming it makes winning the tournament likelier "
        "than folding, against who jams or folds as found."
    )
    run.claim("hands", holds, "the same, against either opponent" if holds else "not so", why="see the table")
    mixed(run, games, margins)


def shown(names: dict[str, float]) -> str:
    """Format hands with their probabilities, or their number if there are many."""
    if len(names) > 8:
        return f"{len(names)} hands"
    return ", ".join(f"{name} {chance:.2f}" for name, chance in names.items()) or "none"


def mixed(run: StudyRun, games: dict[str, JamFold], margins: tuple[Floats, Floats]) -> None:
    """Report which hands mix two actions with equal stacks."""
    both = games["who jams or folds"]
    row = both.tournament.row(MIDDLE)
    rows: list[list[object]] = [["opponent", "seat", "mixed, with the chance of all-in"]]
    told = []
    for who, found in games.items():
        for seat, chances in (
            ("small blind", found.strategy.jam[row]),
            ("big blind", found.strategy.call[row]),
        ):
            names = {
                name: chance
                for name, chance in zip(CLASS_NAMES, chances, strict=True)
                if ALMOST < chance < 1 - ALMOST
            }
            rows.append([who, seat, shown(names)])
            told.append(list(names))
    run.table(rows, left=3)
    hand = class_index("86o")
    margin = 100 * float(margins[0][row, hand])
    run.text(
        f"With {MIDDLE:,} against {MIDDLE:,}. 86o is jammed in {both.strategy.jam[row, hand]:.4f} of all cases, with a "
        f"margin of {margin:+.4f} points, and the gap is {100 * both.gap:.0e}. "
        f"Mixed are chances between {ALMOST} and {1 - ALMOST}, of the strategy found; others may be as good."
    )
    run.claim(
        "mixed",
        all(names == ["86o"] for names in told[::2]),
        "small blind: " + (", ".join(told[0]) or "none"),
        why=f"jamming 86o is worth {margin:+.4f} points more than folding it, against the equilibrium found",
    )
