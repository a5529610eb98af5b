"""Exploitability by generation, and matches between populations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerdata._support.arguments import Use, generator
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.explicit import payoff_matrix
from studies import StudyRun

from . import selection
from .courses import (
    HANDS,
    MB,
    SIZE,
    Course,
    bred_exactly,
    exploitabilities,
    exploitability,
    mean_and_error,
    repeated,
    sampled_cfr,
    told_of,
)
from .population import MUTATED, STEP, Breed, Numbers
from .selection import LONGER, RIVALS, SELECTIONS

POINTS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
SEEDS = 5
COLORS = {"winnings": "#1f6f8b", "Pareto front": "#b3362b", "crowding": "#d08c2e", "CFR": "#5a636e"}


def told(run: StudyRun, breeds: Sequence[Breed]) -> None:
    """Report the results of both games."""
    run.heading("Generations")
    run.text(
        f"A population has {SIZE} players, a player a weight for each action of each information set, at first "
        f"random. Each generation plays {HANDS} hands of each pair in each seat, and is selected: the half that wins "
        "most (*winnings*), or the half that is dominated least, where one dominates another who wins no less from "
        "each third player and more from one (*Pareto front*), has children by pairs, which take each information "
        f"set from either parent and change a share of {MUTATED:g} of them by a normal step of deviation {STEP:g}. "
        "In *crowding* two parents have two children, and a child replaces the parent that it is like if it wins "
        f"nowhere much less and somewhere much more, from {RIVALS} others, in {LONGER} times the hands; much is "
        "about a standard error of the difference. *CFR* is outcome sampling, and counts every hand, too."
    )
    points = POINTS[:2] if run.is_quick else POINTS
    seeds = 2 if run.is_quick else SEEDS
    for breed in breeds:
        courses = {}
        for name, select in SELECTIONS.items():
            run.say(f"{breed.name}, selection by {name}")
            courses[name] = repeated(breed, select, points, seeds)
        run.say(f"{breed.name}, CFR")
        cfr = sampled_cfr(breed.tree, points, seeds)
        by_hands(run, breed, courses, cfr, points)
        picture(run, breed, courses, cfr, points)
        apart = meeting(run, breed, courses)
    first, without = luck(run, breeds[-1], courses)
    mixed = {name: told_of([one.mixed[-1] for one in courses[name]]) for name in ("Pareto front", "winnings")}
    mean, error = mean_and_error(apart)
    run.claim(
        "pareto",
        mean > 2 * error,
        f"in Leduc hold'em it wins {told_of(apart, sign=True)} mb/g from the other; a best response wins "
        f"{mixed['Pareto front']} and {mixed['winnings']}",
        why=f"another game, and players made otherwise; after so few hands {first:.0%} of all are "
        f"dominated by nobody; without luck a best response wins {without['Pareto front']} and {without['winnings']}",
    )


def luck(run: StudyRun, breed: Breed, courses: dict[str, list[Course]]) -> tuple[float, dict[str, str]]:
    """Repeat the runs with exact winnings, for the same number of generations.

    Returns:
        The share of players in the first front, if hands are played and selection is by front. By selection, the
        exploitability of the mixture of all players with exact winnings.
    """
    run.text("### Without luck")
    rows: list[list[object]] = [
        ["selection by", "winnings are", "a player", "all mixed", "dominated by nobody"]
    ]
    share, without = 0.0, {}
    for name in ("winnings", "Pareto front"):
        found = courses[name]
        run.say(f"{breed.name}, selection by exact {name}")
        exact = bred_exactly(breed, SELECTIONS[name], found[0].generations[-1], len(found))
        for words, lasts, hands in (
            (f"of {2 * HANDS} hands", [one.last for one in found], HANDS),
            ("exact", exact, 0),
        ):
            random = generator(Use.EVOLUTION, len(found))
            first = [
                (selection.fronts(selection.everybody(breed, last, hands, random)[0]) == 0).mean()
                for last in lasts
            ]
            each = np.array([exploitabilities(breed.tree, last) for last in lasts])
            rows.append([name, words, told_of(each[:, 0]), told_of(each[:, 1]), f"{np.mean(first):.0%}"])
            if not hands:
                without[name] = told_of(each[:, 1])
            elif name == "Pareto front":
                share = float(np.mean(first))
    run.table(rows, left=2)
    run.text(
        f"{breed.name} after {found[0].generations[-1]:,} generations: exploitability, mb/g, where selection goes by "
        "the hands of a pair that are played, and by what each would win from each other in ever so many; and the "
        "share of players in the last generation that are in the first front."
    )
    return share, without


def by_hands(
    run: StudyRun, breed: Breed, courses: dict[str, list[Course]], cfr: Numbers, points: Sequence[int]
) -> None:
    """Report the table of a game."""
    run.text(f"### {breed.name}")
    rows: list[list[object]] = [
        [
            "hands",
            *(f"{name}: {what}" for name in courses for what in ("generations", "a player", "all mixed")),
            "CFR",
        ]
    ]
    for i, point in enumerate(points):
        cells: list[object] = []
        for found in courses.values():
            cells += [
                f"{found[0].generations[i]:,}",
                told_of([one.one[i] for one in found]),
                told_of([one.mixed[i] for one in found]),
            ]
        rows.append([f"{point:,}", *cells, told_of(cfr[i])])
    run.table(rows, left=0)
    uniform = exploitability(breed.tree, breed.tree.uniform())
    run.text(
        "Exploitability, mb/g (1 mb is a thousandth of the ante), exactly: of a player of the population, on "
        f"average, and of who draws one of them before each hand; mean over {len(cfr[0])} seeds ± one standard "
        f"error. Who plays all actions alike is exploitable by {uniform:,.0f}. A generation that is begun is played "
        "to its end."
    )


def meeting(run: StudyRun, breed: Breed, courses: dict[str, list[Course]]) -> Numbers:
    """Play the last generations against each other.

    Returns:
        Winnings of selection by Pareto front from selection by winnings, by seed.
    """
    names = list(courses)
    won = {
        (row, column): np.array(
            [versus(breed, one, other) for one, other in zip(courses[row], courses[column], strict=True)]
        )
        for row in names
        for column in names
    }
    run.table(
        [
            ["last generation", *(f"from {name}" for name in names)],
            *(
                [row, *("" if row == column else told_of(won[row, column], sign=True) for column in names)]
                for row in names
            ),
        ]
    )
    run.text("What a player wins from one of another population, mb/g in the mean of both seats, exactly.")
    return won["Pareto front", "winnings"]


def versus(breed: Breed, one: Course, other: Course) -> float:
    """Return the mean winnings of one last generation from another over both seats, mb/g."""
    first = payoff_matrix(breed.tree, one.last, other.last).mean()
    second = payoff_matrix(breed.tree, other.last, one.last).mean()
    return float(MB * (first - second) / 2)


def picture(
    run: StudyRun, breed: Breed, courses: dict[str, list[Course]], cfr: Numbers, points: Sequence[int]
) -> None:
    """Plot exploitability over hands."""
    figure = new_figure(8, 4.5)
    with styled():
        axes = figure.add_subplot()
        for name, found in courses.items():
            for part, line in (("one", "--"), ("mixed", "-")):
                values = np.mean([getattr(one, part) for one in found], axis=0)
                label = f"{name}, {'a player' if part == 'one' else 'all mixed'}"
                axes.plot(points, values, line, color=COLORS[name], marker="o", markersize=4, label=label)
        axes.plot(points, cfr.mean(axis=1), color=COLORS["CFR"], marker="o", markersize=4, label="CFR")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("hands")
        axes.set_ylabel("exploitability, mb/g")
        axes.set_title(breed.name)
        grid_behind(axes)
        axes.legend(frameon=False, fontsize=8)
        figure.tight_layout()
    run.picture(
        f"{breed.name.split()[0].lower()}.png",
        figure,
        f"{breed.name}: exploitability over hands on logarithmic scales, by selection, beside CFR",
    )
