"""The part of a page about series of hands: total winnings, and winnings by hand number."""

from __future__ import annotations

from pokerdata._support.estimates import with_interval
from pokerdata.matches.series_result import SeriesTable
from pokerdata.reports.pages.markdown import code, escaped, table
from pokerdata.reports.pages.sources import Played


def lines(series: SeriesTable, played: Played) -> list[str]:
    """Return the players with their winnings, the learning curve as a table, and its picture.

    Args:
        series: Table of the winnings.
        played: File of the picture, and the blocks of hands.
    """
    result = series.result
    unit, curve = result.unit, result.curve(played.blocks)
    factor = unit.per_hundred(1)
    names = [code(name) for name in result.players]
    rows = [["player", f"{unit.short}/100 hands", "decisions", "actions that were not legal"]]
    for p, name in enumerate(names):
        value = result.won[p].times(factor)
        rows.append(
            [
                name,
                with_interval(value.mean, value.half_width, 2),
                f"{result.decisions[p]:,}",
                f"{result.faults[p]:,}",
            ]
        )
    # With two players, one wins what the other loses.
    shown = [0] if len(names) == 2 else list(range(len(names)))
    by_hand = [["hands", *(names[p] for p in shown)]]
    for block, (first, last) in enumerate(curve.blocks):
        values = [curve.won[p][block].times(factor) for p in shown]
        by_hand.append(
            [
                f"{first:,}" if first == last else f"{first:,}-{last:,}",
                *(with_interval(value.mean, value.half_width, 2) for value in values),
            ]
        )
    orders = "both orders" if len(result.orders) == 2 else f"{len(result.orders)} orders"
    known = "all cards" if result.show == "all" else "the cards that were shown down"
    forfeits = [
        f"{code(result.players[one.player])} forfeited series {one.series + 1} in order {one.order + 1} of seats in hand "
        f"{one.hand + 1}: {escaped(one.reason)}. The hands that were not played out count as its largest losses."
        for one in result.forfeits
    ]
    return [
        f"{escaped(result.game.name)}: {result.series:,} series of {result.hands:,} hands in {orders} of seats on the same "
        f"cards, seed {result.seed}. Players are made afresh for each series and order, and after each hand see {known}. "
        "95 % intervals are over series.",
        "",
        *table(rows),
        "",
        f"Won by the number of the hand, in {unit.short}/100 hands:",
        "",
        *table(by_hand),
        *(line for text in forfeits for line in ("", text)),
        "",
        f"![Winnings by the number of the hand]({played.picture})",
    ]
