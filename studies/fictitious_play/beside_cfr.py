"""Exploitability by iteration and by time: fictitious play, CFR, CFR+ and DCFR on one game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from math import log
from time import perf_counter
from typing import Any

from pokerdata import load_game, solve
from pokerdata._support.text import seconds_text
from pokerdata.games import SolvableGame, milliblinds
from pokerdata.games.bucketed import game_of_counts
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pictures.figure import new_figure, styled
from pokerdata.solving import log_spaced
from pokerdata.solving.public import FictitiousPlay
from studies import StudyRun

ALGORITHMS = {"cfr": "CFR", "cfr+": "CFR+", "dcfr": "DCFR(1.5, 0, 2)"}
PLAY = "fictitious play"
LAST, QUICK_LAST = 1111, 111


@dataclass(frozen=True)
class Course:
    """Exploitability by iteration, in mb/g, and the cumulative seconds of the iterations."""

    iterations: tuple[int, ...]
    left: tuple[float, ...]
    seconds: tuple[float, ...]

    def first_below(self, bound: float) -> int | None:
        """Return the first evaluated iteration with exploitability below a bound, or None."""
        return next((i for i, e in zip(self.iterations, self.left, strict=True) if e < bound), None)

    @property
    def slope(self) -> float:
        """Return the log-log slope from a tenth of the iterations to the last one.

        At -1/2, ten times as many iterations leave a third.
        """
        start = next(k for k, i in enumerate(self.iterations) if i >= self.iterations[-1] / 10)
        return log(self.left[-1] / self.left[start]) / log(self.iterations[-1] / self.iterations[start])


def courses(game: SolvableGame, last: int) -> dict[str, Course]:
    """Run all algorithms, evaluated at the same iterations."""
    at = tuple(takewhile(lambda point: point <= last, log_spaced()))
    found = {PLAY: played(game, at)}
    for name, words in ALGORITHMS.items():
        rows = solve(game, algorithm=name, at=at, iterations=at[-1]).log
        left = tuple(milliblinds(row.values.exploitability, game.rules) for row in rows)
        found[words] = Course(at, left, tuple(row.seconds for row in rows))
    return found


def played(game: SolvableGame, at: tuple[int, ...]) -> Course:
    """Run fictitious play, evaluated at some iterations; times exclude the evaluations."""
    play, left, seconds, spent = FictitiousPlay(game), [], [], 0.0
    for point in at:
        begun = perf_counter()
        play.iterate(point - play.iteration)
        spent += perf_counter() - begun
        left.append(milliblinds(play.evaluate().exploitability, game.rules))
        seconds.append(spent)
    return Course(at, tuple(left), tuple(seconds))


def told(run: StudyRun) -> None:
    """Compare all runs."""
    run.heading("Fictitious play beside CFR")
    run.say("The game, and four ways to solve it")
    game = the_game(run)
    last = QUICK_LAST if run.is_quick else LAST
    found = courses(game, last)
    end = found[PLAY].left[-1]
    shown = [point for point in (11, 111, 1111) if point <= last]
    rows: list[list[object]] = [
        [
            "",
            *(f"after {point:,}" for point in shown),
            "time of them",
            "slope",
            f"first below {end:.3g} mb/g",
        ]
    ]
    for name, course in found.items():
        values = dict(zip(course.iterations, course.left, strict=True))
        below = course.first_below(end)
        rows.append(
            [
                name,
                *(f"{values[point]:.3g} mb/g" for point in shown),
                seconds_text(course.seconds[-1]),
                f"{course.slope:.2f}",
                "" if below is None else f"iteration {below:,}",
            ]
        )
    run.table(rows)
    run.text(
        f"The game is {game.rules.name}"
        + (
            ", the quick scale"
            if run.is_quick
            else " over 3 buckets a street of E[HS^2], as bucket sequences, with joint counts of 5,000 drawn boards"
        )
        + ". Exploitability is that inside the game; 1 mb/g is a thousandth of "
        f"the {game.rules.unit_name} a game. In an iteration each player is updated once, the second against what the "
        "first plays by then. The slope is that of the logarithm of what is left over the logarithm of the "
        "iterations, over the last tenfold of them: -0.5 is the rate that is proved for CFR. Adam's buckets were "
        "169, then 256, and how near to equilibrium he came is not known: only the methods are compared here."
    )
    run.text(
        "Fictitious play is played by two solvers made for CFR-BR: each learns regrets that nobody needs, and all sums "
        "are copied. A kernel of its own would take less time for an iteration, and as many iterations."
    )
    run.picture(
        "courses.png", drawn(found), "Exploitability over iterations and over seconds, all scales logarithmic"
    )


def the_game(run: StudyRun) -> SolvableGame:
    """Return the game: bucketed limit hold'em, or Leduc hold'em at the quick scale."""
    if run.is_quick:
        build = load_game("leduc").build
        assert build is not None  # it is small
        return build()
    folder = run.make("recipe.toml", ["history3_counts"])
    return game_of_counts(load_game("limit-holdem").rules, open_table("history3_counts", folder), "history3")


def drawn(found: dict[str, Course]) -> Any:
    """Plot a panel by iterations and one by seconds."""
    figure = new_figure(9, 4.4)
    with styled():
        left, right = figure.subplots(1, 2, sharey=True)
        for name, course in found.items():
            left.loglog(course.iterations, course.left, label=name)
            right.loglog(course.seconds, course.left, label=name)
        left.set_xlabel("iterations")
        right.set_xlabel("seconds of iterations")
        left.set_ylabel("exploitability, mb/g")
        left.legend(frameon=False, fontsize=9)
        figure.tight_layout()
    return figure
