"""A situation and its metrics as a table.

rich is imported where it prints: it costs 50 ms, and most programs that import pokerdata print no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pokerdata.situation.metric import Metric
from pokerdata.situation.spot import Spot
from pokerdata.support import html
from pokerdata.support.text import WIDTH

_WIDE = 140  # columns
_LONGEST = 38  # of names and of sources below them
_ALIGNED = ("left", "right", "left", "right", "left")
_HISTOGRAMS = {
    "ehs_next": "EHS after the next card, part of the deals",
    "hs_river": "HS on the river, part of the deals",
}


def renderable(spot: Spot, metrics: Sequence[Metric], width: int) -> Any:
    """What rich prints in ``width`` columns: a headline and a table, with fractions and sources.

    They stand below the name and the unit where there is no room beside them.
    """
    from rich.console import Group
    from rich.text import Text

    sampled = [found for found in metrics if found.standard_error is not None]
    below = []
    if sampled:
        below = [
            Text(f"± standard error of {sampled[0].samples:,} sampled deals, seed {sampled[0].seed}", "dim")
        ]
    rows = _wide(metrics) if width >= _WIDE else Text("\n").join(_narrow(metrics, width))
    return Group(Text(headline(spot), "bold"), rows, *below)


def _wide(metrics: Sequence[Metric]) -> Any:
    """A line each."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("metric", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", overflow="fold")
    table.add_column("exactly, or ± standard error", no_wrap=True)
    table.add_column("source")
    for found in metrics:
        table.add_row(found.name, found.value_text, found.unit, found.how_exact, found.source)
    return table


def _narrow(metrics: Sequence[Metric], width: int) -> list[Any]:
    """Two lines each: below the name the source, below the unit what the value is exactly, if need be in a third."""
    from rich.text import Text

    first = max(_LONGEST, *(len(found.name) for found in metrics))
    second = max(len(found.value_text) for found in metrics)
    lines = [Text(f"{'metric':<{first}}  {'value':>{second}}  unit", "bold")]
    for found in metrics:
        lines.append(Text(f"{found.name:<{first}}  {found.value_text:>{second}}  {found.unit}"))
        exactly = found.how_exact
        exactly = f"= {exactly}" if exactly and found.standard_error is None else exactly
        beside = f"  {found.source:<{first - 2}}  {'':>{second}}  {exactly}".rstrip()
        apart = [f"  {found.source}", exactly.rjust(width)]
        lines += [Text(line, "dim") for line in ([beside] if len(beside) <= width else apart)]
    return lines


def plain(spot: Spot, metrics: Sequence[Metric]) -> str:
    """The same in 80 columns without colours."""
    from rich.console import Console

    console = Console(width=WIDTH, color_system=None, force_terminal=False, _environ={})
    with console.capture() as captured:
        console.print(renderable(spot, metrics, WIDTH))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n")


def html_table(spot: Spot, metrics: Sequence[Metric], histograms: Mapping[str, Sequence[float]]) -> str:
    """The same for a notebook, with the histograms."""
    rows = [(one.name, one.value_text, one.unit, one.how_exact, one.source) for one in metrics]
    head = ("metric", "value", "unit", "exactly, or ± standard error", "source")
    drawn = [html.bars(parts, title=_HISTOGRAMS[name]) for name, parts in histograms.items()]
    return html.block(html.table(rows, head=head, caption=headline(spot), aligned=_ALIGNED), *drawn)


def headline(spot: Spot) -> str:
    """The situation in words."""
    against = [str(hands) for hands in spot.opponents]
    named = " and ".join(text if len(text) <= 40 else text[:39] + "…" for text in dict.fromkeys(against))
    words = [spot.hands_text if len(spot.hands_text) <= 40 else spot.hands_text[:39] + "…"]
    words.append(f"on {spot.board}" if spot.board else "before the flop")
    words.append(f"against {named}")
    said = " ".join(words) + f", {spot.players} players"
    return said + (f", dead {spot.dead}" if spot.dead else "")
