"""A weight learned against Max1, from exact and from sampled wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pokerdata._support.arguments import Use, generator
from pokerdata.games.no_thanks import (
    StepRule,
    ahead_of_others,
    chip_rule,
    evaluate,
    in_seats,
    play,
    searching,
)
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from studies import StudyRun

from .everybody import exploitability
from .experiments import (
    DEPTH,
    GRID,
    PROBE,
    PROBES,
    RULE,
    RULES,
    STARTS,
    STEPS,
    Learned,
    Learner,
    Name,
    Table,
    learned,
)

NAMES: tuple[Name, ...] = ("EL", "DL")
GAMES, RUNS, SEED = 1000, 100, 1
NEAR = 0.02  # share of all points; a weight this close to the best one is good
#: Possible readings of the score at the end of a player's search: s is the sum of the cards, less chips.
ESTIMATES: dict[str, Callable[[Any], Any]] = {
    "min of `s[j] - s[i]` over j other than i": ahead_of_others,
    "the same over all j": lambda scores: scores.min(axis=-1, keepdims=True) - scores,
    "`-s[i]`": lambda scores: -scores,
}


def told(run: StudyRun, table: Table) -> dict[Name, float]:
    """Report on learned weights; return the best weight of each learner."""
    run.heading("A weight against Max1")
    run.text(
        "Max1 starts. Its estimate, as of DL, is how far one is ahead of the best other score; both follow a card until "
        f"it is taken, Max1 one card, DL {DEPTH}, with the mean over the cards that may come next, and pass where both "
        "moves are equally good. EL takes a card if its chips, times w, are more than the card. DL counts chips w "
        "times. What EL wins changes only where w passes a quotient of card and chips."
    )
    learners: dict[Name, Learner] = {name: table.learner(name) for name in NAMES}
    weights = np.arange(-4, 8.01, 2 if run.is_quick else 0.25).tolist()
    run.say("wins by weight")
    best = {"EL": best_rule(learners["EL"]), "DL": best_search(learners["DL"], weights)}
    courses = {
        (name, rule, probe): [learned(learner, start, rule, probe) for start in STARTS]
        for name, learner in learners.items()
        for rule in RULES
        for probe in PROBES
        if not run.is_quick or (rule, probe) == (RULE, PROBE)
    }
    of_verdicts = {name: courses[name, RULE, PROBE] for name in NAMES}
    pictures(run, weights, learners, of_verdicts)
    low, high = best["EL"][0]
    run.text(
        f"EL wins most, {best['EL'][1]:.2%}, with w above {low:.2f} up to {high:.2f}; DL, {best['DL'][1]:.2%}, with w = "
        f"{best['DL'][0][0]:g} (to an eighth)."
    )
    found: dict[Name, float] = {"EL": (low + high) / 2, "DL": best["DL"][0][0]}
    played(run, learners, found)
    step_rules(run, courses)
    away = of_samples(run, learners, {name: best[name][1] for name in NAMES})
    most = readings(run, table)
    compared(run, learners, of_verdicts, found, away, most)
    return found


def played(run: StudyRun, learners: dict[Name, Learner], best: dict[Name, float]) -> None:
    """Compare sampled games with exact values."""
    games = 1_000 if run.is_quick else 100_000
    rows: list[list[object]] = [
        ["second, against Max1", "wins, exactly", "as a fraction", f"of {games:,} games"]
    ]
    for name, learner in learners.items():
        run.say(f"{games:,} games of {name}")
        values = learner.values(best[name])
        assert values.exact is not None
        won = play(in_seats([learner.table.max1, learner.policy(best[name])]), games, SEED)[:, 1]
        error = float(won.std(ddof=1)) / games**0.5
        rows.append(
            [
                f"{name}, w = {best[name]:g}",
                f"{values.shares[1]:.3%}",
                str(values.exact[1]),
                f"{float(won.mean()):.3%} ± {error:.3%}",
            ]
        )
    run.table(rows)
    run.text(f"Games of seed {SEED}, with one standard error.")


def best_rule(learner: Learner) -> tuple[tuple[float, float], float]:
    """Return EL's best interval of weights, excluding its lower end, and its winnings."""
    wins = [learner.wins(step) for step in learner.steps]
    most = max(wins)
    place = wins.index(most)
    last = place
    while last + 1 < len(wins) and wins[last + 1] == most:
        last += 1
    return (learner.steps[place - 1] if place else 0.0, learner.steps[last]), most


def best_search(learner: Learner, weights: list[float]) -> tuple[tuple[float, float], float]:
    """Return DL's best weight, to an eighth, around the best of the given weights, and its winnings."""
    around = max(weights, key=learner.wins)
    found = max((around + step / GRID for step in range(-GRID, GRID + 1)), key=learner.wins)
    return (found, found), learner.wins(found)


def step_rules(run: StudyRun, courses: dict[tuple[Name, StepRule, float], list[Learned]]) -> None:
    """Report the weights learned with each step rule."""
    run.text(
        "He steps by 2 * 0.9^k after comparing what w + p and w - p win. What p was, how many games were played, and "
        f"whether a step takes the sign or the gradient of the difference is not printed. The weight after {STEPS} steps on "
        "exact wins, and what it wins:"
    )
    rows: list[list[object]] = [["learner", "step", "p", *(f"from {start}" for start in STARTS)]]
    for (name, rule, probe), found in courses.items():
        rows.append([name, rule, f"{probe:g}", *(one.cell for one in found)])
    run.table(rows, left=2)
    good = [
        f"{rule} with p = {probe:g}"
        for (name, rule, probe), found in courses.items()
        if name == "EL"
        and all(
            abs(one.course.learned - 4) < 1 for start, one in zip(STARTS, found, strict=True) if start >= 0
        )
    ]
    run.text(
        "Where w is low, EL takes nothing before it must, a little more or less changes nothing, and there is no slope. "
        f"From 0 and all starts above EL comes to within 1 of 4 by: {'; '.join(good) or 'none'}. Verdicts are about {RULE} "
        f"with p = {PROBE:g}."
    )


def runs_of(run: StudyRun) -> int:
    """Return the number of runs that learn from sampled wins."""
    return 4 if run.is_quick else RUNS


def of_samples(run: StudyRun, learners: dict[Name, Learner], best: dict[Name, float]) -> dict[float, int]:
    """Report on learning from sampled games; return how many of EL's runs reach a good weight."""
    runs = runs_of(run)
    run.say(f"{runs} times learned from {GAMES:,} games a probe")
    rows: list[list[object]] = [["learner", "step", *(f"from {start}" for start in STARTS)]]
    away: dict[float, int] = {}
    for name, learner in learners.items():
        for rule in RULES:
            random = generator(Use.NO_THANKS_LEARNING, SEED)
            cells = []
            for start in STARTS:
                drawn = learner.sampled(GAMES, random)
                wins = [learned(learner, start, rule, PROBE, drawn).wins for _ in range(runs)]
                good = sum(share >= best[name] - NEAR for share in wins)
                if (name, rule) == ("EL", RULE):
                    away[start] = good
                error = float(np.std(wins, ddof=1)) / runs**0.5
                cells.append(f"{float(np.mean(wins)):.1%} ± {error:.1%}, {good}")
            rows.append([name, rule, *cells])
    run.table(rows, left=2)
    run.text(
        f"The same with p = {PROBE:g} from {GAMES:,} games for each probe instead of exact wins, {runs} times (seed "
        f"{SEED}): mean wins of the weights learned with their standard error, and how many of the runs end within "
        f"{NEAR:.0%} of the best. Where the weight makes no difference the sign is chance, and the steps wander until "
        "they meet the slope."
    )
    return away


def readings(run: StudyRun, table: Table) -> dict[Name, float]:
    """Report results for other readings of the unprinted details; return the most that each learner wins."""
    run.heading("Other readings")
    ties = ("pass",) if run.is_quick else ("pass", "take")
    rules = (3.5, 4.0, 4.5, 5.0)
    weights = (1.0, 2.0, 4.0) if run.is_quick else (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
    rows: list[list[object]] = [
        ["estimate of player i", "ties of Max1", "EL", *(f"DL, ties {tie}" for tie in ties)]
    ]
    most: dict[Name, float] = {"EL": 0.0, "DL": 0.0}
    positions = table.positions
    for words, estimate in ESTIMATES.items():
        for tie in ties:
            run.say(f"estimate {words}, ties {tie}")
            max1 = searching(positions, 1, estimate=estimate, ties=tie)
            cells = []
            for name, other in (("EL", ""), *(("DL", other) for other in ties)):
                wins = {
                    weight: evaluate(
                        in_seats(
                            [
                                max1,
                                chip_rule(positions, weight)
                                if name == "EL"
                                else searching(positions, DEPTH, weight, estimate=estimate, ties=other),
                            ]
                        )
                    ).shares[1]
                    for weight in (rules if name == "EL" else weights)
                }
                weight = max(wins, key=lambda w: wins[w])
                learner: Name = "EL" if name == "EL" else "DL"
                most[learner] = max(most[learner], wins[weight])
                cells.append(f"{wins[weight]:.1%} (w = {weight:g})")
            rows.append([words, tie, *cells])
    run.table(rows, left=2)
    run.text(
        "Scores s are what cards count less w times the chips. The best of w = "
        f"{listed(rules)} for EL, and of {listed(weights)} for DL."
    )
    return most


def listed(weights: tuple[float, ...]) -> str:
    """Format numbers as a list."""
    return ", ".join(f"{weight:g}" for weight in weights)


def compared(
    run: StudyRun,
    learners: dict[Name, Learner],
    courses: dict[Name, list[Learned]],
    best: dict[Name, float],
    away: dict[float, int],
    most: dict[Name, float],
) -> None:
    """Compare the printed results of both learners."""
    rule, search = courses["EL"], courses["DL"]
    up = [one for start, one in zip(STARTS, rule, strict=True) if start >= 0]
    down = [(start, one) for start, one in zip(STARTS, rule, strict=True) if start < 0]
    unsettled = "the step rule is not printed"
    by = f", by {RULE} with p = {PROBE:g}, of {len(RULES) * len(PROBES)} step rules tried that in which EL does so from 0"
    run.claim("el_weight", all(abs(one.course.learned - 4) < 1 for one in up), span(up) + by, why=unsettled)
    wins = {name: learners[name].wins(best[name]) for name in NAMES}

    def why(name: Name) -> str:
        return (
            f"no weight wins more than {wins[name]:.1%}, nor one of those tried in other readings more than "
            f"{most[name]:.1%}; how many games were played for the published figure is not printed"
        )

    run.compare("el_wins", 100 * max(one.wins for one in up), why=why("EL"))
    run.claim(
        "el_stuck",
        all(one.wins < 0.5 for _, one in down) and not any(away.values()),
        "on exact wins "
        + ", ".join(
            f"{start} becomes {one.course.learned:.1f} ({one.wins:.1%})" for start, one in reversed(down)
        )
        + f"; on sampled ones {' and '.join(str(away[start]) for start, _ in reversed(down))} of "
        f"{runs_of(run)} runs come to a good weight",
        why=unsettled,
    )
    run.claim(
        "dl_weight",
        all(1 <= one.course.learned <= 3 for one in search),
        span(search) + f", by {RULE} with p = {PROBE:g}",
        why=unsettled,
    )
    run.compare("dl_wins", 100 * max(one.wins for one in search), why=why("DL"))
    lost = {name: exploitability(learners[name].policy(best[name]))[2] for name in NAMES}
    run.claim(
        "nearly_as_good",
        wins["EL"] >= wins["DL"] - NEAR,
        f"it is better: {wins['EL']:.1%} and {wins['DL']:.1%} with the best weights; but a best response wins "
        f"{lost['EL']:.1%} and {lost['DL']:.1%} more than the game is worth",
        why="the search wins more",
    )


def span(found: list[Learned]) -> str:
    """Format the range of the learned weights."""
    weights = [one.course.learned for one in found]
    return f"{min(weights):.1f} to {max(weights):.1f}"


def pictures(
    run: StudyRun,
    weights: list[float],
    learners: dict[Name, Learner],
    courses: dict[Name, list[Learned]],
) -> None:
    """Plot wins over weights, and the courses of learning."""
    figure = new_figure(10, 4.2)
    colours = {"EL": "#1f6f8b", "DL": "#b3362b"}
    fine = np.arange(-4, 8.001, 1 / 64).tolist()  # EL's wins have jumps
    with styled():
        left, right = figure.subplots(1, 2)
        for name, learner in learners.items():
            at = fine if name == "EL" else weights
            left.plot(at, [learner.wins(w) for w in at], color=colours[name], label=name)
        left.set_xlabel("weight w of a chip")
        left.set_ylabel("wins against Max1, exact")
        left.set_ylim(0, 1)
        for name, found in courses.items():
            for place, one in enumerate(found):
                label = name if place == 0 else None
                right.plot(one.course.weights, color=colours[name], linewidth=1.2, label=label)
        right.set_xlabel("steps done")
        right.set_ylabel("weight w")
        for axes in (left, right):
            grid_behind(axes)
            axes.legend(frameon=False)
        figure.tight_layout()
    run.picture(
        "weights.png",
        figure,
        "Left: wins of EL and DL against Max1 over their weight, exact; EL's in leaps. Right: weights over 30 steps of "
        f"learning on exact wins, from seven starts, {RULE} with p = {PROBE:g}",
    )
