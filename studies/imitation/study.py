"""Imitation: strategies that scikit-learn's machines learn from a solved agent's hands, scored exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata import local_best_response, match
from pokerdata._support.estimates import student
from pokerdata.reports.pictures.figure import MUTED, grid_behind, new_figure, styled
from studies import StudyRun

from . import dual
from .learning import WHAT, Found, Scale, learned, truth, uniform
from .machines import MACHINES, PRIOR, SVMS, TREE, counts_of, seen_rows

LEDUC = Scale("leduc", "0.1mb", (100, 1_000, 10_000, 100_000), 5, 200_000)
ISLAND = Scale("small-island", "1mb", (1_000, 10_000, 100_000), 3, 200_000)
QUICK = (Scale("leduc", "1mb", (100,), 2, 1_000), Scale("small-island", "5mb", (100,), 1, 1_000))


def run(run: StudyRun) -> None:
    """Run the study."""
    found = [learned(run, scale) for scale in (QUICK if run.is_quick else (LEDUC, ISLAND))]
    agents(run, found)
    for one in found:
        run.heading(one.experiment.named.rules.name)
        tables(run, one)
        at_the_table(run, one)
    picture(run, found)
    published(run, found)
    small = found[0]
    counts = counts_of(
        small.experiment.game, small.experiment.observed(small.experiment.watched(small.scale.hands[0], 0))
    )
    rows, kinds, _ = seen_rows(small.experiment.game, counts, small.experiment.features)
    dual.told(run, rows, kinds)


def agents(run: StudyRun, found: Sequence[Found]) -> None:
    """Report the observed agents, and the best possible scores."""
    run.heading("The agents")
    rows: list[list[object]] = [
        ["", *(one.experiment.named.rules.name for one in found)],
        ["information sets", *(f"{one.experiment.game.information_sets:,}" for one in found)],
        ["decisions of both in a hand", *(f"{one.experiment.decisions:.3f}" for one in found)],
        ["least possible log-loss, nats an action", *(f"{truth(one).loss:.4f}" for one in found)],
        ["most actions that can be named right", *(f"{truth(one).right:.1%}" for one in found)],
        ["exploitability, sb/hand", *(f"{truth(one).exploitability:.5f}" for one in found)],
        ["bets and raises", *(f"{truth(one).raises:.1%}" for one in found)],
        ["loss of uniform play, nats an action", *(f"{uniform(one).loss:.4f}" for one in found)],
        ["winnings of uniform play, sb/hand", *(f"{uniform(one).won:.3f}" for one in found)],
        ["exploitability of uniform play, sb/hand", *(f"{uniform(one).exploitability:.3f}" for one in found)],
    ]
    run.table(rows)
    run.text(
        "Near-equilibria by `pokerdata.solve`, watched while they play themselves with all cards shown, folded ones too. A "
        "small bet (sb) is the bet of the first street. Log-loss is the mean of minus the natural logarithm of what is "
        "given to the action that the agent takes, over all decisions of the hands that he plays with himself: nobody can "
        "have less than he has himself. All values on this page are exact, over all cards, but where ± stands.",
        "",
        "A machine is told hand strength and positive potential against a random card, pot odds, E[HS], the ranks of the "
        "cards, the street, the seat, whether there is a bet to call, and the bets and raises of both on each street; with "
        "*3 numbers* the first three alone, as of Blank et al. It is fitted to all decisions of both seats; what it says "
        f"is blended with {PRIOR:g} actions evenly spread. The order of raises is not told, so some information sets look "
        "alike. *Counts* are what was done in each information set, with one of each action added.",
    )


def tables(run: StudyRun, found: Found) -> None:
    """Report each number of the scores by machine and hands."""
    scale = found.scale
    for place, (what, digits) in enumerate(WHAT):
        rows: list[list[object]] = [[what, *(f"{hands:,} hands" for hands in scale.hands)]]
        for machine, of_machine in zip(MACHINES, found.scores[..., place], strict=True):
            rows.append([machine.name, *(told(seeds, digits) for seeds in of_machine)])
        run.table(rows)
    run.text(best_of(found))
    run.text(
        f"Means of {scale.seeds} watches (seeds 0 to {scale.seeds - 1}) with 95 % intervals of Student's t; "
        "of a watch all values are exact."
        if scale.seeds > 1
        else "One watch (seed 0); what another would give is not told, and all values of this one are exact."
    )


def best_of(found: Found) -> str:
    """Report the best machine for each score after the most hands."""
    means = found.scores[:, -1].mean(axis=1)
    names = [
        MACHINES[place].name for place in (means[:, 0].argmin(), means[:, 2].argmax(), means[:, 3].argmin())
    ]
    return (
        f"After {found.scale.hands[-1]:,} hands the least loss is that of *{names[0]}*, the least is lost by *{names[1]}*, "
        f"and the least exploitable is *{names[2]}*. Against an equilibrium each action that it takes itself wins as much, "
        "so that what is lost to the agent tells less than exploitability does."
    )


def told(seeds: NDArray[np.float64], digits: int) -> str:
    """Format a mean over seeds with its confidence interval."""
    mean = f"{seeds.mean():.{digits}f}"
    if len(seeds) < 2:
        return mean
    half = student(len(seeds) - 1) * float(seeds.std(ddof=1)) / len(seeds) ** 0.5
    return f"{mean} ± {half:.{digits}f}"


def at_the_table(run: StudyRun, found: Found) -> None:
    """Compare matches and local best response with the exact values, for the first sample."""
    experiment, deals = found.experiment, found.scale.deals
    agent = experiment.agent(experiment.played, "agent")
    rows: list[list[object]] = [
        ["most hands, seed 0", "match, sb/hand", "exactly", "local best response, sb/hand", "best response"]
    ]
    for machine in MACHINES:
        run.say(f"{found.scale.game}: {machine.name} at the table")
        strategy = found.last[machine.name]
        one = experiment.agent(strategy, machine.name)
        won = match(one, agent, deals=deals, seed=1).won[0].times(1 / experiment.small_bet)
        local = local_best_response(one, deals=deals // 10, seed=1).won.times(1 / experiment.small_bet)
        score = experiment.score(strategy)
        rows.append(
            [
                machine.name,
                f"{won.mean:.4f} ± {won.half_width:.4f}",
                f"{score.won:.4f}",
                f"{local.mean:.3f} ± {local.half_width:.3f}",
                f"{score.exploitability:.3f}",
            ]
        )
    run.table(rows)
    run.text(
        f"Matches of {deals:,} duplicate deals and local best response over {deals // 10:,} deals in both seats, both with "
        "seed 1 and 95 % intervals. Local best response is a lower bound of what a best response wins."
    )


def picture(run: StudyRun, found: Sequence[Found]) -> None:
    """Plot remaining loss, winnings and exploitability over observed hands."""
    run.heading("Over hands watched")
    figure = new_figure(11, 3.6 * len(found))
    with styled():
        for row, one in enumerate(found):
            scores = one.scores.mean(axis=2)
            best = truth(one)
            for place, (column, what) in enumerate(
                (
                    (0, "log-loss above the least, nats"),
                    (2, "wins from the agent, sb/hand"),
                    (3, "exploitability, sb/hand"),
                )
            ):
                axes = figure.add_subplot(len(found), 3, 3 * row + place + 1)
                for machine, of_machine in zip(MACHINES, scores[..., column], strict=True):
                    values = of_machine - best.loss if column == 0 else of_machine
                    axes.plot(one.scale.hands, values, marker="o", markersize=3, label=machine.name)
                axes.set_xscale("log")
                if column == 0:
                    axes.set_yscale("log")
                elif column == 3:
                    axes.axhline(uniform(one).exploitability, color=MUTED, linewidth=0.8, linestyle="--")
                axes.set_xlabel("hands watched")
                axes.set_title(what, fontsize=10)
                if place == 0:
                    axes.set_ylabel(one.experiment.named.rules.name)
                grid_behind(axes)
        figure.legend(
            *axes.get_legend_handles_labels(), loc="lower center", ncols=4, fontsize=8, frameon=False
        )
        figure.tight_layout(rect=(0, 0.04 + 0.04 / len(found), 1, 1))
    run.picture(
        "learning.png",
        figure,
        "Log-loss above the least, winnings and exploitability over hands watched, a line for each machine",
    )
    run.text("Dashed: the exploitability of uniform play.")


def published(run: StudyRun, found: Sequence[Found]) -> None:
    """Compare the results of Blank et al. and Johansson et al. with ours."""
    run.heading("As published")
    shares = [(one.of(SVMS).raises, 100 * truth(one).raises) for one in found]
    run.text(
        "The SVMs, one for each pair of actions, have the defaults of scikit-learn; constants of kernel and cost are not in "
        "the source, nor which action is the safest: here to fold, then to check or call. They give one action all, so that "
        "log-loss tells little of them."
    )
    run.claim(
        "blank_won",
        None,
        "; ".join(f"{one.of(SVMS).won:.2f} sb/hand in {one.experiment.named.rules.name}" for one in found),
        why="whom they imitated and met, and for how many hands, the source does not say; ours meet the agent that they "
        "imitate, in smaller games",
    )
    run.claim(
        "blank_passive",
        all(svms < agent for svms, agent in shares),
        "; ".join(
            f"they bet or raise {svms:.1f} % of the time, the agent {agent:.1f} %" for svms, agent in shares
        ),
        why="what the three SVMs do depends on the game and on whom they watch",
    )
    run.claim(
        "johansson_trees",
        None,
        "; ".join(
            f"a tree names {one.of(TREE).right:.1f} % right, {100 * truth(one).right:.1f} % is the most, "
            f"in {one.experiment.named.rules.name}"
            for one in found
        ),
        why="G-REX, rules by genetic programming, is not in scikit-learn, and no percentages were printed",
    )
