"""Values on real cards in a table NAME_real."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import milliblinds, rules_of
from pokerdata.real_cards.values import RealValues, SeatValue, exact
from pokerdata.store import Table
from pokerdata.support.estimates import Estimate

KIND = "real_exploitability"


def arrays(found: RealValues) -> dict[str, NDArray[np.float64]]:
    """The datasets of best responses in both seats; of drawn flops with their errors.

    Args:
        found: What was found.
    """
    best = {"best_response": np.array([seat.won.mean for seat in found.seats])}
    if found.flops is None or found.both is None:
        return best
    estimates = [seat.won for seat in (*found.seats, found.both)]
    return {
        **best,
        "standard_error": np.array([one.standard_error for one in estimates]),
        "freedom": np.array([one.freedom for one in estimates]),
        "from_above": np.array([np.nan if seat.above is None else seat.above for seat in found.seats]),
    }


def attributes(found: RealValues) -> dict[str, Any]:
    """What the table says of itself.

    Args:
        found: What was found.
    """
    drawn = {} if found.flops is None else {"flops": found.flops, "seed": found.seed}
    source = "enumeration of the 2,554,656 dealt river boards up to suits, as Johanson et al. 2011"
    bound = (
        "from below, on average: what the best response does before the flop is fitted on one half of the flops and valued "
        "on the other"
    )
    return {
        "title": "What best responses win from a strategy on real cards",
        "strategy": found.name,
        "rules": found.rules.values(),
        "exploitability_chips_per_game": found.exploitability,
        "exploitability_mb_per_game": milliblinds(found.exploitability, found.rules),
        "rounding_chips": found.rounding,
        "source": source if not drawn else "all turns and rivers of flops drawn in strata",
        **({**drawn, "bound": bound} if drawn else {}),
    }


def dataset_attributes(found: RealValues) -> dict[str, dict[str, Any]]:
    """What the table says of its datasets.

    Args:
        found: What was found.
    """
    best = {"best_response": {"axes": ["seat"], "units": "chips a game, of the best response in this seat"}}
    if found.flops is None:
        return best
    seats = {"axes": ["seat"], "columns": ["player 1", "player 2", "both seats"]}
    return {
        **best,
        "standard_error": {**seats, "units": "chips a game, over strata of flops"},
        "freedom": {**seats, "units": "degrees of freedom of the standard error, for Student's t"},
        "from_above": {
            "axes": ["seat"],
            "units": "chips a game",
            "doc": "of a best response fitted and valued on the same flops: on average too high",
        },
    }


def read(table: Table) -> RealValues:
    """The values of a table NAME_real.

    Args:
        table: The table.
    """
    a = table.attributes
    best = [float(value) for value in table["best_response"]]
    exploitability, rules = a["exploitability_chips_per_game"], rules_of(a["rules"])
    if "flops" not in a:
        seats = tuple(SeatValue(player + 1, exact(value)) for player, value in enumerate(best))
        return RealValues(a["strategy"], rules, seats, both=SeatValue(0, exact(exploitability)))
    errors = [[float(value) for value in table[key]] for key in ("standard_error", "freedom")]
    estimates = [Estimate(*of) for of in zip((*best, exploitability), *errors, strict=True)]
    above = [float(value) for value in table["from_above"]]
    drawn = [SeatValue(k + 1, estimates[k], value) for k, value in enumerate(above)]
    both = SeatValue(0, estimates[-1], sum(above) / 2)
    return RealValues(a["strategy"], rules, tuple(drawn), None, both, a["flops"], a["seed"])


def summary(table: Table) -> list[str]:
    """The result in words, with its units and its scope."""
    return str(read(table)).split("\n")
