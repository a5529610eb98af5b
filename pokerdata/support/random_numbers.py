"""Random numbers that NumPy draws, with a stream for each use; those of the kernels are in support/random.hpp."""

from enum import Enum

import numpy as np


class Use(Enum):
    """What random numbers are drawn for, and what is added to the seed: equal seeds of two uses have nothing in common."""

    RANDOM_STRATEGY = ()
    SEVERAL_OPPONENTS = (1,)
    AGENT_ACTIONS = (2,)
    DRAWN_FLOPS = (3,)
    SEARCH = (4,)
    PLAY_OUTS = (5,)
    JAM_OR_FOLD = (6,)
    NO_THANKS_CARDS = (10,)
    NO_THANKS_MOVES = (11,)
    NO_THANKS_LEARNING = (12,)
    ROLL_OUT = (20,)
    ROSHAMBO = (30,)
    EVOLUTION = (40,)


def generator(use: Use, seed: int) -> np.random.Generator:
    """The generator of a use and a seed, 0 or more. Raises ValueError for a seed below 0."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=use.value))
