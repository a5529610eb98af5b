"""The card game No-Thanks: its rules, and exact values of small decks.

``solve(Positions(NoThanks((3, 4, 5, 7, 9), drawn=3, chips=2, players=2)))`` solves a game of 4,950 positions. The
same rules follow the protocol of `pokerdata.trees.protocol`, for `pokerdata.trees.state_graph` and
`pokerdata.trees.game_tree`.
"""

from pokerdata.no_thanks.game import NoThanks, NoThanksState, points
from pokerdata.no_thanks.learning import Course, StepRule, learn_weight
from pokerdata.no_thanks.players import Estimate, ahead_of_others, chip_rule, random_policy, searching
from pokerdata.no_thanks.policy import Policy, in_seats
from pokerdata.no_thanks.positions import Layer, Positions, Splits, count_positions
from pokerdata.no_thanks.sampling import play
from pokerdata.no_thanks.solving import GameValues, Solution, best_response, evaluate, solve

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
