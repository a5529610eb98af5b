"""A run in a notebook: what it came to, and how its exploitability fell."""

from collections.abc import Mapping, Sequence
from typing import Any

from pokerdata.solving.log import Row
from pokerdata.support import html


def run_html(
    caption: str, facts: Mapping[str, object], log: Sequence[Row[Any]], unit: str, factor: float
) -> str:
    """A table of facts above the curve of a convergence log.

    Args:
        caption: The caption of the table.
        facts: What it says, by name.
        log: The convergence log.
        unit: The unit of exploitability.
        factor: How many of the unit make one of the log's.
    """
    points = [(float(row.iteration), factor * row.evaluation.exploitability) for row in log]
    drawn = html.curve(points, title=f"exploitability, {unit}", across="iterations")
    return html.block(html.facts(facts, caption=caption), drawn)
