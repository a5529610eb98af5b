"""The metrics: which dataset holds each on each street, and by what its integers are divided."""

from __future__ import annotations

from math import comb

from pokerdata.cards import DECK_SIZE, OPPOSING_HANDS, STREETS

#: Names of the metrics by which buckets are made.
METRICS = ("ehs", "ehs2_river", "ehs2_next")

_RIVER = 2 * OPPOSING_HANDS["river"]  # 2 * wins + ties, over twice the opposing hands
_FLOPS, _TURNS, _RIVERS = (
    comb(DECK_SIZE - 2, 3),
    DECK_SIZE - 5,
    DECK_SIZE - 6,
)  # that a hand and the board leave
_RUN_OUTS = comb(_TURNS, 2)
_DENOMINATORS = {
    "preflop": {
        "ehs": _FLOPS * _RUN_OUTS * _RIVER,
        "ehs2_river": _FLOPS * _RUN_OUTS * _RIVER**2,
        "ehs2_next": _FLOPS * (_RUN_OUTS * _RIVER) ** 2,
    },
    "flop": {
        "ehs": _RUN_OUTS * _RIVER,
        "ehs2_river": _RUN_OUTS * _RIVER**2,
        "ehs2_next": _TURNS * (_RIVERS * _RIVER) ** 2,
    },
    "turn": {
        "ehs": _RIVERS * _RIVER,
        "ehs2_river": _RIVERS * _RIVER**2,
        "ehs2_next": _RIVERS * _RIVER**2,
    },
    "river": {"ehs": _RIVER, "ehs2_river": _RIVER**2, "ehs2_next": _RIVER**2},
}


def check_metric(metric: str) -> str:
    """``metric``, or ValueError if there is none of that name."""
    if metric not in METRICS:
        raise ValueError(f"metric: expected one of {', '.join(METRICS)}, got {metric!r}; e.g. 'ehs2_river'")
    return metric


def denominator(street: str, metric: str) -> int:
    """What the numerators of a metric on a street are divided by to lie between 0 and 1.

    Args:
        street: "preflop", "flop", "turn" or "river".
        metric: "ehs", "ehs2_river" or "ehs2_next".

    Raises:
        ValueError: For another street or metric.
    """
    if street not in STREETS:
        raise ValueError(f"street: expected one of {', '.join(STREETS)}, got {street!r}; e.g. 'flop'")
    return _DENOMINATORS[street][check_metric(metric)]
