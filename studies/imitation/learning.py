"""Machines learn from watches of several sizes, and what comes out is scored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studies import StudyRun

from .experiment import Experiment, Played, Score
from .machines import MACHINES, Machine, imitation

#: A score's numbers: what they are, and digits.
WHAT = (
    ("Log-loss, nats an action", 4),
    ("Actions named right, %", 1),
    ("Winnings from the agent, sb/hand", 4),
    ("Exploitability, sb/hand", 3),
    ("Bets and raises in the agent's place, %", 1),
)
PARTS = [1, 4]  # those in %


@dataclass(frozen=True)
class Scale:
    """How much is played.

    Attributes:
        game: The name of a game.
        target: How near to an equilibrium its agent is solved.
        hands: How many are watched.
        seeds: Watches of each number, of the seeds 0, 1, ...
        deals: Of matches and of local best response at the end.
    """

    game: str
    target: str
    hands: tuple[int, ...]
    seeds: int
    deals: int


@dataclass(frozen=True)
class Found:
    """What came out in a game.

    Attributes:
        experiment: The agent.
        scale: How much was played.
        scores: float64 [machines, numbers of hands, seeds, numbers of a score].
        last: What each machine made of most hands of the first seed.
    """

    experiment: Experiment
    scale: Scale
    scores: NDArray[np.float64]
    last: dict[str, Played]

    def of(self, machine: Machine) -> Score:
        """The score of a machine by most hands, a mean over seeds."""
        return Score(*self.scores[MACHINES.index(machine), -1].mean(axis=0).tolist())


def learned(run: StudyRun, scale: Scale) -> Found:
    """Let every machine learn from every watch, and score what it makes of it."""
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
    """The agent as an imitation of himself."""
    return found.experiment.score(found.experiment.played)


def uniform(found: Found) -> Score:
    """Who takes each action as often."""
    return found.experiment.score(found.experiment.even)
