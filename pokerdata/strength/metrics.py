"""The metrics: which dataset holds each on each street, and by what its integers are divided."""

from __future__ import annotations

METRICS = ("ehs", "ehs2_river", "ehs2_next")
STREETS = ("preflop", "flop", "turn", "river")
#: Cards on the board of each street.
BOARD_SIZES = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}

_RIVER = 1980  # 2 * wins + ties, over twice the 990 opposing hands
_DENOMINATORS = {
    "preflop": {
        "ehs": 19600 * 1081 * _RIVER,
        "ehs2_river": 19600 * 1081 * _RIVER**2,
        "ehs2_next": 19600 * (1081 * _RIVER) ** 2,
    },
    "flop": {"ehs": 1081 * _RIVER, "ehs2_river": 1081 * _RIVER**2, "ehs2_next": 47 * (46 * _RIVER) ** 2},
    "turn": {"ehs": 46 * _RIVER, "ehs2_river": 46 * _RIVER**2, "ehs2_next": 46 * _RIVER**2},
    "river": {"ehs": _RIVER, "ehs2_river": _RIVER**2, "ehs2_next": _RIVER**2},
}


def check_metric(metric: str) -> str:
    """``metric``, or ValueError if there is none of that name."""
    if metric not in METRICS:
        raise ValueError(f"bad metric {metric!r}: want one of {', '.join(METRICS)}, e.g. 'ehs2_river'")
    return metric


def denominator(street: str, metric: str) -> int:
    """What the numerators of a metric on a street are divided by to lie between 0 and 1."""
    if street not in STREETS:
        raise ValueError(f"bad street {street!r}: want one of {', '.join(STREETS)}, e.g. 'flop'")
    return _DENOMINATORS[street][check_metric(metric)]
