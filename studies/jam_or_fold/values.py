"""Win probabilities by stack, and the solved strategy."""

from __future__ import annotations

import numpy as np

from pokerdata.reports.pictures import heat_map
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.jam_or_fold import JamFold
from studies import StudyRun

SHOWN = (300, 600, 900, 1200, 1800, 2400, 3600, 4000, 5000, 6200, 7100, 7400, 7700)
MIDDLE = 4000


def told(run: StudyRun, found: JamFold) -> None:
    """Report values, cases and grids."""
    rules, strategy = found.tournament, found.strategy
    run.heading("Values")
    chances = strategy.against(strategy)
    rows: list[list[object]] = [
        ["stack", "of all chips", "small blind wins", "jams", "big blind wins", "calls"]
    ]
    for stack in SHOWN:
        row = rules.row(stack)
        rows.append(
            [
                f"{stack:,}",
                f"{stack / rules.chips:.5f}",
                f"{chances.small[row]:.5f}",
                f"{strategy.jams[row]:.1%}",
                f"{chances.big[row]:.5f}",
                f"{strategy.calls[row]:.1%}",
            ]
        )
    run.table(rows)
    run.text(
        f"By the player's own stack before blinds. The chance to win when both play what was found, by one linear system; "
        f"against a best response in the whole tournament it is at most {found.gap:.1e} less, with any stack and in either "
        f"seat, after {found.iterations:,} iterations of CFR+. Classes of hands meet with the cards of both removed, and "
        "over all boards; ties return the stacks."
    )
    off = np.abs(chances.small - rules.stacks / rules.chips)
    run.text(f"In the small blind the chance is within {off.max():.4f} of the share of chips.")
    run.picture(
        "values.png",
        _values(
            rules.stacks, chances.small - rules.stacks / rules.chips, chances.big - rules.stacks / rules.chips
        ),
        "Chance to win less the share of chips, over the stack, in the small blind and in the big one",
    )
    row = rules.row(MIDDLE)
    for name, played, what in (
        ("jams.png", strategy.jam[row], "jammed in the small blind"),
        ("calls.png", strategy.call[row], "called in the big blind"),
    ):
        title = f"{MIDDLE:,} against {MIDDLE:,}: {what}"
        run.picture(name, heat_map(played, title=title, unit="chance", low=0, high=1, digits=2), title)
    cases(run, found)


def cases(run: StudyRun, found: JamFold) -> None:
    """Report the number of stack sizes."""
    rules = found.tournament
    count, small, big = len(rules.stacks), int(rules.decides_small.sum()), int(rules.decides_big.sum())
    run.text(
        f"Of {count} stacks between nothing and all, {small} leave the small blind a decision, and {big} both players. "
        f"With {rules.blinds[0]} chips or fewer on either side all is in the middle before anybody looks at his cards."
    )
    run.compare(
        "cases",
        count,
        digits=0,
        why=f"{count} multiples of {rules.step} lie between 0 and {rules.chips:,}; which of them is left out is not said",
    )


def _values(stacks: np.ndarray, small: np.ndarray, big: np.ndarray) -> object:
    figure = new_figure(8, 4)
    with styled():
        axes = figure.add_subplot()
        axes.plot(stacks, 100 * small, color="#1f6f8b", label="small blind")
        axes.plot(stacks, 100 * big, color="#b3362b", label="big blind")
        axes.set_xlabel("stack before blinds")
        axes.set_ylabel("points above the share of chips")
        grid_behind(axes)
        axes.legend(frameon=False)
        figure.tight_layout()
    return figure
