"""Train machines on observations of several sizes, and score the results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studies import StudyRun

from .experiment import Experiment, Played, Score
from .machines import MACHINES, Machine, imitation

#: Numbers of a score: their names and decimals.
WHAT = (
    ("Log-loss, nats an action", 4),
    ("Actions named right, %", 1),
    ("Winnings from the agent, sb/hand", 4),
    ("Exploitability, sb/hand", 3),
    ("Bets and raises in the agent's place, %", 1),
)
PARTS = [1, 4]  # shown in %


@dataclass(frozen=True)
class Scale:
    """Size of the experiment.

    Attributes:
        game: Name of the game.
        target: Exploitability to which its agent is solved.
        hands: Numbers of observed hands.
        seeds: Samples of each number of hands, with seeds 0, 1, ...
        deals: Deals of the matches and of local best response at the end.
    """

    game: str
    target: str
    hands: tuple[int, ...]
    seeds: int
    deals: int


@dataclass(frozen=True)
class Found:
    """Results of a game.

    Attributes:
        experiment: The agent.
        scale: Size of the experiment.
        scores: float64 [machines, numbers of hands, seeds, numbers of a score].
        last: Each machine's strategy from the most hands of the first seed.
    """

    experiment: Experiment
    scale: Scale
    scores: NDArray[np.float64]
    last: dict[str, Played]

    def of(self, machine: Machine) -> Score:
        """Return the score of a machine after the most hands, averaged over seeds."""
        return Score(*self.scores[MACHINES.index(machine), -1].mean(axis=0).tolist())


def learned(run: StudyRun, scale: Scale) -> Found:
    """Train every machine on every sample of hands, and score the results."""
    run.say(f"{scale.game}: solving")
    experiment = Experiment(scale.game, scale.target)
    scores = np.zeros((len(MACHINES), len(scale.hands), scale.seeds, len(WHAT)))
    last = {}
    for seed in range(scale.seeds):
        watched = experiment.watched(scale.hands[-1], seed)
        for number, hands in enumerate(scale.hands):
            run.say(f"{scale.game}: {hands:,} hands, seed {seed}")
            observed = experiment.observed(watched[:hands])
            for place, machine in enumerate(MACHINES):
                made = imitation(machine, experiment.game, observed, experiment.features)
                scores[place, number, seed] = experiment.score(made).numbers
                if seed == 0:
                    last[machine.name] = made
    scores[..., PARTS] *= 100
    return Found(experiment, scale, scores, last)


def truth(found: Found) -> Score:
    """Return the score of the agent as an imitation of itself."""
    return found.experiment.score(found.experiment.played)


def uniform(found: Found) -> Score:
    """Return the score of the uniform strategy."""
    return found.experiment.score(found.experiment.even)
