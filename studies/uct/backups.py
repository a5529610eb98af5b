"""Back-up rules: the value of a decision as searches estimate it, compared with the exact value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.players.search import search
from pokerdata.players.search.strategies import BACKUPS
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from studies import StudyRun

from .opponents import Opponent, chosen, nearly_solved, parts, state_of
from .small_games import leduc_game

ITERATIONS = (30, 100, 300, 1000, 3000, 10_000)
SEEDS = 100
WORDS = {
    "mean": "mean",
    "max": "best action",
    "most-visited": "most visited action",
    "mix": "mix",
}
COLORS = ("#1f6f8b", "#b3362b", "#d08c2e", "#4f7d3a")


def told(run: StudyRun) -> None:
    """Report errors of values by back-up rule and iterations."""
    run.heading("Back-up")
    points = ITERATIONS[:3] if run.is_quick else ITERATIONS
    seeds = 10 if run.is_quick else SEEDS
    opponent = nearly_solved(leduc_game())
    errors, right = measured(run, opponent, points, seeds)
    bias = {rule: errors[rule].mean(axis=(1, 2)) for rule in BACKUPS}
    # All seeds share the hands, so the error comes from the mean over hands of each seed.
    scatter = {rule: errors[rule].mean(axis=1).std(axis=1, ddof=1) / seeds**0.5 for rule in BACKUPS}
    off = {rule: np.sqrt((errors[rule] ** 2).mean(axis=(1, 2))) for rule in BACKUPS}
    run.table(
        [
            ["iterations", *(WORDS[rule] for rule in BACKUPS)],
            *(
                [
                    f"{n:,}",
                    *(f"{bias[rule][i]:+.3f} ± {scatter[rule][i]:.3f}" for rule in BACKUPS),
                ]
                for i, n in enumerate(points)
            ),
        ]
    )
    run.text(
        "What the search says its first decision is worth, less what it is worth, in chips: the mean over the three "
        f"first decisions in Leduc hold'em (jack, queen or king in hand) and {seeds} seeds, ± one standard error. "
        f"The opponent plays {opponent.name}, and the search knows it: its model, and playouts of it, so "
        f"that the exact value is that of a best response. C is {opponent.game.exploration:g} chips. *Best action*: the "
        "player's nodes are worth their best action, those of the other the mean by his model, cards the mean by passes; "
        "*most visited action*: that with most passes instead of the best; *mix*: half of that, half the mean of all "
        "actions by passes."
    )
    run.table(
        [
            [
                "iterations",
                *(f"{WORDS[rule]}: off" for rule in BACKUPS),
                *(f"{WORDS[rule]}: right" for rule in BACKUPS),
            ],
            *(
                [
                    f"{n:,}",
                    *(f"{off[rule][i]:.3f}" for rule in BACKUPS),
                    *(f"{right[rule][i].mean():.0%}" for rule in BACKUPS),
                ]
                for i, n in enumerate(points)
            ),
        ]
    )
    run.text(
        "*Off*: the square root of the mean squared error, in chips. *Right*: how often the action with most passes "
        "is the best one."
    )
    judged(run, points, bias, scatter, off)
    picture(run, points, bias, scatter)


def measured(
    run: StudyRun, opponent: Opponent, points: tuple[int, ...], seeds: int
) -> tuple[dict[str, NDArray[np.float64]], dict[str, NDArray[np.bool_]]]:
    """Return errors of the first decision's value, and whether its action is the best.

    Both map a back-up rule to an array [points, hands, seeds].
    """
    answer = opponent.answer(0)
    first = [
        (number, one)
        for number, one in enumerate(opponent.game.tree.information_sets)
        if one.player == 0 and parts(one)[1:] == ("", "")
    ]
    shape = (len(points), len(first), seeds)
    errors = {rule: np.empty(shape) for rule in BACKUPS}
    right = {rule: np.empty(shape, np.bool_) for rule in BACKUPS}
    for rule in BACKUPS:
        run.say(f"Leduc hold'em, back-up {rule}, {seeds} seeds")
        for i, j, seed in np.ndindex(shape):
            number, one = first[j]
            result = search(
                state_of(one),
                iterations=points[i],
                models=opponent.model,
                playout=opponent.model,
                backup=rule,
                seed=seed,
            )
            errors[rule][i, j, seed] = result.value - answer.values[number]
            right[rule][i, j, seed] = chosen(result) == answer.actions[number]
    return errors, right


def judged(
    run: StudyRun,
    points: tuple[int, ...],
    bias: dict[str, NDArray[np.float64]],
    scatter: dict[str, NDArray[np.float64]],
    off: dict[str, NDArray[np.float64]],
) -> None:
    """Compare published claims about the rules with the results."""
    signs = {
        rule: np.where(np.abs(bias[rule]) > 2 * scatter[rule], np.sign(bias[rule]), 0) for rule in BACKUPS
    }
    for name, rule, sign in (("mean_low", "mean", -1), ("max_high", "max", 1)):
        told = ", ".join(f"{bias[rule][i]:+.2f} after {points[i]:,}" for i in (0, len(points) - 1))
        some = [f"{n:,}" for n, s in zip(points, signs[rule], strict=True) if s == 0]
        turned = [f"{n:,}" for n, s in zip(points, signs[rule], strict=True) if s == -sign]
        reasons = [
            f"{how} after {', '.join(at)} iterations"
            for how, at in (
                ("not by more than two standard errors", some),
                ("the other way by more than two", turned),
            )
            if at
        ]
        run.claim(
            name,
            bool((signs[rule] == sign).all()),
            f"{told} iterations",
            why="; ".join(reasons),
        )
    best = [min(BACKUPS, key=lambda rule: off[rule][i]) for i in range(len(points))]
    run.claim(
        "mix_best",
        all(rule == "mix" for rule in best),
        "least off: " + ", ".join(f"{WORDS[rule]} after {n:,}" for n, rule in zip(points, best, strict=True)),
        why="in one game, with one C, and how the published mix weighs mean and best is not told",
    )


def picture(
    run: StudyRun,
    points: tuple[int, ...],
    bias: dict[str, NDArray[np.float64]],
    scatter: dict[str, NDArray[np.float64]],
) -> None:
    """Plot errors over iterations."""
    figure = new_figure(7, 4)
    with styled():
        axes = figure.add_subplot()
        axes.axhline(0, color="#8a929c", linewidth=0.8)
        for rule, color in zip(BACKUPS, COLORS, strict=True):
            axes.errorbar(
                points,
                bias[rule],
                2 * scatter[rule],
                color=color,
                marker="o",
                markersize=4,
                label=WORDS[rule],
            )
        axes.set_xscale("log")
        axes.set_xlabel("iterations")
        axes.set_ylabel("value too high by, chips")
        grid_behind(axes)
        axes.legend(frameon=False)
        figure.tight_layout()
    run.picture(
        "backups.png",
        figure,
        "How far values are off over iterations, by back-up rule, with two standard errors",
    )
