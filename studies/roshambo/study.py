"""RoShamBo: the simple bots of the first contest, Iocaine Powder, and teams by UCB1."""

from __future__ import annotations

from studies import StudyRun

from . import losses, program, table, teams


def run(run: StudyRun) -> None:
    """Run the study."""
    most = losses.told(run)
    scores = teams.scores_of(run)
    table.told(run, scores)
    program.told(run, scores, teams.matches_of(run))
    teams.told(run, scores, most)
