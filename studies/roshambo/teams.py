"""Iocaine Powder compared with teams of some of its answers, which know less."""

from __future__ import annotations

import numpy as np

from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from studies import StudyRun

from .bots import BOTS
from .iocaine import EVERY, SEVEN, TRIES, iocaine, leader, team
from .losses import Most
from .program import AS_PRINTED
from .sequences import QUICK_ROUNDS, ROUNDS
from .table import Score, sampled

SEED, MATCHES, QUICK_MATCHES = 20, 80, 4
PLAYERS = (
    iocaine(AS_PRINTED[0]),
    iocaine(AS_PRINTED[1], as_described=True),
    leader("leader of 7", SEVEN),
    team("UCB1 of 7", SEVEN),
    team("UCB1 of 150", EVERY),
)
COLOURS = ("#1f6f8b", "#7fb5c4", "#b3362b", "#e0a39d", "#8a8a8a")


def matches_of(run: StudyRun) -> int:
    """Return how many matches each player plays against each bot."""
    return QUICK_MATCHES if run.is_quick else MATCHES


def scores_of(run: StudyRun) -> dict[str, dict[str, Score]]:
    """Return each player's score against each bot."""
    found = {}
    for place, player in enumerate(PLAYERS):
        run.say(f"{player.name} against all bots")
        won = sampled(player, BOTS, matches_of(run), SEED + place, QUICK_ROUNDS if run.is_quick else ROUNDS)
        found[player.name] = {bot.name: score for bot, score in zip(BOTS, won, strict=True)}
    return found


def told(run: StudyRun, scores: dict[str, dict[str, Score]], most: dict[str, Most]) -> None:
    """Report the scores of the teams."""
    run.heading("Teams: what the scores of answers not played are worth")
    names = [player.name for player in PLAYERS if player.name != AS_PRINTED[1]]
    rows: list[list[object]] = [["bot", "most", *names]]
    rows += [
        [bot.name, f"{most[bot.name].value:.0f}", *(scores[name][bot.name].shown for name in names)]
        for bot in BOTS
    ]
    totals = {name: sum(scores[name][bot.name].mean for bot in BOTS) for name in names}
    rows.append(
        [
            "in all",
            f"{sum(one.value for one in most.values()):.0f}",
            *(f"{totals[name]:.0f}" for name in names),
        ]
    )
    run.table(rows)
    run.text(
        "Seven answers are three each to what followed the longest match of both histories, one's own throw and the "
        "other's, and a random throw. Their leader plays the one that would have won most so far, as all throws are "
        f"seen; UCB1 (`pokerdata.matches.ucb1`) learns from what an answer won when it was played, {TRIES} rounds of "
        "each first, with C = sqrt(2) times the deviation of what was won so far, as `play_team` has it. So both "
        "choose among the same answers, and what lies between them is the worth of seeing what was not played; "
        f"between the leader and Iocaine Powder lie more guesses and shorter spans. Of all {len(EVERY)} answers of "
        f"Iocaine Powder, UCB1 spends {TRIES * len(EVERY)} of {ROUNDS:,} rounds on trying each {TRIES} times, and "
        "knows little then. A team at a poker table can only do as UCB1 does: what another member would have won of "
        f"a hand is not shown. {matches_of(run)} matches with each bot from seeds {SEED} to "
        f"{SEED + len(PLAYERS) - 1}; ± is one standard error."
    )
    picture(run, scores, most)


def picture(run: StudyRun, scores: dict[str, dict[str, Score]], most: dict[str, Most]) -> None:
    """Plot bars for each bot."""
    figure = new_figure(9, 8)
    order = sorted(BOTS, key=lambda bot: most[bot.name].value)
    places = np.arange(len(order))
    with styled():
        axes = figure.subplots()
        values = [most[bot.name].value for bot in order]
        axes.barh(places, values, height=0.9, color="#eeeeee", label="the most that it loses")
        height = 0.8 / len(PLAYERS)
        for k, (player, colour) in enumerate(zip(PLAYERS, COLOURS, strict=True)):
            means = [scores[player.name][bot.name].mean for bot in order]
            axes.barh(places + (2 - k) * height, means, height=height, color=colour, label=player.name)
        axes.set_yticks(places, [bot.name for bot in order])
        axes.set_xlabel("wins less losses in 1,000 rounds")
        axes.legend(frameon=False, loc="lower right")
        grid_behind(axes)
        figure.tight_layout()
    run.picture(
        "seeing.png",
        figure,
        "What Iocaine Powder, its description and three teams win of each bot, over the most that it loses in grey",
    )
