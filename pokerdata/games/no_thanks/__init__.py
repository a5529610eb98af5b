"""The card game No-Thanks: its rules, and exact values of small decks.

``solve(Positions(NoThanks((3, 4, 5, 7, 9), drawn=3, chips=2, players=2)))`` solves a game of 4,950 positions. The
same rules follow the protocol of `pokerdata.solving.explicit.build`, for `pokerdata.solving.explicit.state_graph` and
`pokerdata.solving.explicit.explicit_tree`.
"""

from pokerdata.games.no_thanks.game import (
    Layer,
    NoThanks,
    NoThanksState,
    Positions,
    Splits,
    count_positions,
    points,
)
from pokerdata.games.no_thanks.players import (
    Course,
    Estimate,
    StepRule,
    ahead_of_others,
    chip_rule,
    learn_weight,
    random_policy,
    searching,
)
from pokerdata.games.no_thanks.solving import (
    GameValues,
    Policy,
    Solution,
    best_response,
    evaluate,
    in_seats,
    play,
    solve,
)

__all__ = [
    "Course",
    "Estimate",
    "GameValues",
    "Layer",
    "NoThanks",
    "NoThanksState",
    "Policy",
    "Positions",
    "Solution",
    "Splits",
    "StepRule",
    "ahead_of_others",
    "best_response",
    "chip_rule",
    "count_positions",
    "evaluate",
    "in_seats",
    "learn_weight",
    "play",
    "points",
    "random_policy",
    "searching",
    "solve",
]
