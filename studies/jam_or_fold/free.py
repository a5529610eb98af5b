"""Jam or fold against an opponent with all actions."""

from __future__ import annotations

import numpy as np

from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.jam_or_fold import JamFold, JamFoldStrategy, jam_fold
from studies import StudyRun

from .values import MIDDLE

LOWER = ((200, 400), (100, 200))


def told(run: StudyRun, found: JamFold) -> None:
    """Report the bound, and the value of always going all-in."""
    rules = found.tournament
    run.heading("Against any opponent")
    run.text(
        "Whoever sits opposite and may do anything gains one move more that matters: in the small blind he enters for the "
        "big blind, sees whether he is answered by a jam, and only then folds or calls. Larger raises are answered alike, "
        "and cost him more where he folds. Against that the strategy that jams or folds wins at least U in the small blind "
        "and W in the big one. The other one can play it, too, and so win as much: all that it loses is 1 - W - U at most, "
        "W with the other's stack."
    )
    row = rules.row(MIDDLE)
    at = int(found.losses.argmax())
    run.table(
        [
            ["small blind", "U", "W", "loss at most, points"],
            *(
                [
                    f"{rules.stacks[k]:,}",
                    f"{found.least.small[k]:.5f}",
                    f"{found.least.big[::-1][k]:.5f}",
                    f"{100 * found.losses[k]:.3f}",
                ]
                for k in sorted({*(rules.row(s) for s in (900, 1800, 3000, MIDDLE, 5000, 6200, 7100)), at})
            ),
        ]
    )
    run.picture("losses.png", _losses(found), "Loss in points at most, over the stack in the small blind")
    run.text(
        f"Largest with {rules.stacks[at]:,}: {100 * found.losses[at]:.4f} points. The strategy itself is at most "
        f"{100 * found.gap:.0e} points from the best of those that jam or fold."
    )
    run.compare("bound", 100 * float(found.losses[at]), digits=3)
    ones = np.ones_like(found.strategy.jam)
    least = JamFoldStrategy(rules, ones, ones, ones).least("any")
    small = 100 * (1 - found.least.big[::-1][row] - least.small[row])
    big = 100 * (1 - found.least.small[::-1][row] - least.big[row])
    run.text(
        f"Who is always all-in, with any hand in either seat, loses {small:.2f} points at most with {MIDDLE:,} against "
        f"{MIDDLE:,} in the small blind and {big:.2f} in the big one, by the same bound."
    )
    run.compare(
        "all_in",
        max(small, big),
        digits=2,
        why=f"ours bounds it, {small:.2f} in the small, {big:.2f} in the big blind; against whom 5.9 was lost is not said",
    )
    run.claim("sklansky", None, "not rerun", why="his rules are not printed")
    lower(run, found)


def lower(run: StudyRun, found: JamFold) -> None:
    """Report the bound with smaller blinds."""
    rules = found.tournament
    rows: list[list[object]] = [
        ["blinds", "big blinds a player", "jams", "loss at most, points", "gap, points"]
    ]
    for blinds in (rules.blinds, *(() if run.is_quick else LOWER)):
        run.say(f"blinds {blinds[0]}/{blinds[1]}")
        one = found
        if blinds != rules.blinds:
            one = jam_fold(rules.chips, blinds, rules.step, opponent="any", target=1e-4)
        row = rules.row(MIDDLE)
        rows.append(
            [
                f"{blinds[0]}/{blinds[1]}",
                f"{MIDDLE / blinds[1]:.1f}",
                f"{one.strategy.jams[row]:.1%}",
                f"{100 * one.losses[row]:.2f}",
                f"{100 * one.gap:.0e}",
            ]
        )
    run.table(rows)
    run.text(
        f"{MIDDLE:,} against {MIDDLE:,}, with other blinds: what jamming or folding loses, at most, grows with the stacks."
    )


def _losses(found: JamFold) -> object:
    figure = new_figure(8, 3.5)
    with styled():
        axes = figure.add_subplot()
        axes.plot(found.tournament.stacks, 100 * found.losses, color="#1f6f8b")
        axes.set_xlabel("stack in the small blind")
        axes.set_ylabel("loss at most, points")
        axes.set_ylim(0, None)
        grid_behind(axes)
        figure.tight_layout()
    return figure
