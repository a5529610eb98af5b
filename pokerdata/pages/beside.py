"""The part of a page beside a publication."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np

from pokerdata.matches import MatchResult
from pokerdata.pages.markdown import signed, table, with_interval
from pokerdata.pages.references import Reference
from pokerdata.strength.metrics import STREETS, denominator
from pokerdata.strength.table import StrengthTable

METRICS = ("ehs", "ehs2_river", "ehs2_next")
METRIC_NAMES = {"ehs": "EHS", "ehs2_river": "E[HS^2], river", "ehs2_next": "E[HS^2], next street"}


def extremes(strength: Mapping[str, StrengthTable], reference: Reference) -> list[str]:
    """Smallest and largest value of each metric on each street, exact ones of ours and those printed."""
    rows = [["street", *(METRIC_NAMES[m] for m in METRICS), "printed"]]
    for street in STREETS:
        cells = []
        for metric in METRICS:
            low, high = _ends(strength[street], street, metric)
            cells.append(f"{low:.6f} .. {high:.6f}")
        printed = [
            f"{METRIC_NAMES[metric]}: {_printed(reference.extremes[metric, street])}"
            for metric in METRICS
            if (metric, street) in reference.extremes
        ]
        rows.append([street, *cells, "; ".join(printed)])
    return table(rows)


def _ends(strength: StrengthTable, street: str, metric: str) -> tuple[float, float]:
    values: Any = strength.metric(metric)
    absent = np.iinfo(values.dtype).max
    squared = street == "river" and metric != "ehs"
    ends = [int(values.min()), int(values.max(where=values != absent, initial=0))]
    low, high = (n * n if squared else n for n in ends)
    whole = denominator(street, metric)
    return low / whole, high / whole


def _printed(ends: tuple[float, float]) -> str:
    low, high = ("not known" if isnan(end) else f"{end:.2f}" for end in ends)
    return f"{low} .. {high}"


def compared(
    results: Sequence[MatchResult], reference: Reference
) -> list[tuple[str, str, float, float, float]]:
    """Matches that were published, too: agents, published value, ours, half width; big blinds per 100 hands."""
    found = []
    for result in results:
        factor = 100 / result.rules.unit
        for names, sign in ((result.agents, 1), (result.agents[::-1], -1)):
            if names in reference.matches:
                ours = sign * factor * result.won.mean
                found.append((*names, reference.matches[names], ours, factor * result.won.half_width))
    order = list(reference.matches)
    return sorted(found, key=lambda row: order.index((row[0], row[1])))


def matches(rows: Sequence[tuple[str, str, float, float, float]], picture: str | None) -> list[str]:
    """Published matches beside ours, and in words where they differ."""
    cells = [["match", "published", "ours", "difference", "in our 95 % interval", "same winner"]]
    for first, second, published, ours, half_width in rows:
        cells.append(
            [
                f"`{first}` v `{second}`",
                signed(published),
                with_interval(ours, half_width),
                signed(ours - published),
                "yes" if abs(ours - published) <= half_width else "no",
                _same_winner(published, ours, half_width),
            ]
        )
    inside = sum(abs(row[3] - row[2]) <= row[4] for row in rows)
    verdicts = [_same_winner(*row[2:]) for row in rows]
    return [
        *table(cells),
        *(["", f"![Published values beside ours]({picture})"] if picture else []),
        "",
        f"Of {len(rows)} published values {inside} lie in our 95 % intervals. The winner is the same in "
        f"{verdicts.count('yes')} matches and another in {verdicts.count('no')}; in {verdicts.count('not told')} our "
        "interval holds 0.",
    ]


def _same_winner(published: float, ours: float, half_width: float) -> str:
    if abs(ours) <= half_width:
        return "not told"
    return "yes" if published * ours > 0 else "no"


def solved(buckets: Mapping[str, int], reference: Reference) -> list[str]:
    """What was published of agents with as many buckets a street. buckets: of our agents, by name."""
    rows = [["agent", "published with as many buckets"]]
    rows += [[f"`{name}`", reference.solved.get(count, "nothing at hand")] for name, count in buckets.items()]
    return table(rows, left=2)
