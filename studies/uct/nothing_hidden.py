"""No-Thanks, where only the cards to come are hidden: errors over iterations, down to 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pokerdata._support.estimates import estimate_of
from pokerdata._support.text import counted
from pokerdata.games.no_thanks import NoThanks, Positions, solve
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.explicit import GameTree, TreeUct, evaluate, explicit_tree
from studies import StudyRun

from .small_games import Numbers, SmallGame

CARDS, CHIPS = (3, 4, 5, 7, 9), 2
DEPTHS = (1, 2, 3)
POINTS = (100, 1000, 10_000, 100_000, 1_000_000)
SEEDS = 20
CONSTANT = 2**0.5  # for payoffs from 0 to 1, as published
CONSTANTS = (0.1, 0.35, CONSTANT)


@dataclass(frozen=True)
class Course:
    """Errors of searches of a game at some iterations.

    Attributes:
        off: Mean winnings of the first player in the search less its optimal value, [points, seeds].
        lost: Exploitability of the actions with most passes, [points, seeds].
    """

    off: Numbers
    lost: Numbers


def told(run: StudyRun) -> None:
    """Report errors by depth and iterations, and by C."""
    run.heading("Nothing hidden: No-Thanks")
    seeds = 3 if run.is_quick else SEEDS
    points = POINTS[: 2 if run.is_quick else None]
    rows: list[list[object]] = [
        ["cards played", "nodes", "value of the starter", "iterations", "mean, off by", "exploitability"]
    ]
    courses = {}
    for depth in DEPTHS:
        game = NoThanks(CARDS, depth, CHIPS, 2)
        tree = explicit_tree(game)
        value = starter(game)
        run.say(f"No-Thanks, {depth} of {len(CARDS)} cards")
        courses[depth] = course(tree, value, points, seeds)
        for i, point in enumerate(points):
            head = [depth, f"{tree.nodes:,}", f"{value} = {float(value):.4f}"] if i == 0 else ["", "", ""]
            rows.append(
                [*head, f"{point:,}", told_of(courses[depth].off[i]), told_of(courses[depth].lost[i])]
            )
    run.table(rows, left=0)
    run.text(
        f"Two players, {CHIPS} chips each, up to {DEPTHS[-1]} of the cards {', '.join(map(str, CARDS))}; a point is "
        "won, so all is in hundredths of it. *Mean, off by*: what the starter won on average over all iterations of "
        "a search from the first card on, less what he wins when both are at their best. *Exploitability*: of what "
        f"has most passes in each decision of the tree, exactly. Mean over {seeds} seeds ± one standard error, C = "
        "sqrt(2), as told for payoffs from 0 to 1."
    )
    constants(run, points, seeds)
    picture(run, points, courses)


def starter(game: NoThanks) -> Fraction:
    """Return the optimal value of the first player."""
    exact = solve(Positions(game)).values.exact
    assert exact is not None
    return exact[0]


def course(
    tree: GameTree, value: Fraction, points: Sequence[int], seeds: int, constant: float = CONSTANT
) -> Course:
    """Search from the start of a game."""
    search = TreeUct(tree, searches=seeds, exploration=constant, seed=1)
    game = SmallGame("No-Thanks", tree, constant)
    off, lost = [], []
    for point in points:
        search.run(point - search.iterations)
        off.append(search.means[:, 0] - float(value))
        played = game.strategies(search.passes, pure=True)
        lost.append(np.array([evaluate(tree, row).exploitability for row in played]))
    return Course(np.array(off), np.array(lost))


def told_of(values: Numbers) -> str:
    """Format mean and standard error over seeds, in hundredths of a point."""
    found = estimate_of(values).times(100)
    mean = round(found.mean, 3) + 0.0  # no -0
    return f"{mean:.3f}% ± {found.standard_error:.3f}%"


def constants(run: StudyRun, points: Sequence[int], seeds: int) -> None:
    """Report the largest game with other values of C."""
    game = NoThanks(CARDS, DEPTHS[-1], CHIPS, 2)
    tree, value = explicit_tree(game), starter(game)
    courses = []
    for constant in CONSTANTS:
        run.say(f"No-Thanks, C = {constant:.2f}")
        courses.append(course(tree, value, points, seeds, constant))
    run.table(
        [
            ["iterations", *(f"C = {constant:.3g}" for constant in CONSTANTS)],
            *([f"{point:,}", *(told_of(one.lost[i]) for one in courses)] for i, point in enumerate(points)),
        ],
        left=0,
    )
    run.text(f"Exploitability as above, {DEPTHS[-1]} cards played, by C.")


def picture(run: StudyRun, points: Sequence[int], courses: dict[int, Course]) -> None:
    """Plot both errors over iterations."""
    figure = new_figure(9, 4)
    with styled():
        for place, (name, part) in enumerate(
            (("mean of all results, off by", "off"), ("exploitability", "lost")), start=1
        ):
            axes = figure.add_subplot(1, 2, place)
            for depth, color in zip(courses, ("#8aa843", "#1f6f8b", "#b3362b"), strict=True):
                values = np.abs(getattr(courses[depth], part)).mean(axis=1)
                axes.plot(
                    points,
                    np.where(values > 1e-12, values, np.nan),
                    marker="o",
                    color=color,
                    label=counted(depth, "card"),
                )
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("iterations")
            axes.set_title(name)
            grid_behind(axes)
            axes.legend(frameon=False)
        figure.tight_layout()
    run.picture(
        "no_thanks.png",
        figure,
        "No-Thanks: mean absolute error of the mean and exploitability over iterations, by cards played; 0 is "
        "not drawn",
    )
