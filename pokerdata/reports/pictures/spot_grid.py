"""The picture of a decision of a solved spot: the grid of strategies, with values of the spot."""

from __future__ import annotations

import numpy as np

from pokerdata.cards import format_cards
from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.reports.pictures.action_colours import action_colours
from pokerdata.reports.pictures.strategy_grid import Cell, StrategyGrid
from pokerdata.spots import Decision

_SIDE = 13
_NONE = float("nan")


def spot_grid(decision: Decision, *, values: bool = True, title: str = "") -> StrategyGrid:
    """The picture of a decision: 13 x 13 classes of hands with the shares of their actions.

    Shares are means over the hands of a class that are in the range, weighted by how often they are there; how much they
    fill of a cell rises with reach.

    Args:
        decision: From `pokerdata.spots.SpotSolution.at`.
        values: Whether to tell what actions are worth.
        title: Above the picture; by default board, player and line.
    """
    who = ("oop", "ip")[decision.player]
    after = f" after {decision.history}" if decision.history else ""
    call = f", {decision.to_call:g} to call" if decision.to_call else ""
    equities = " and ".join(
        f"{name} {100 * side.mean_equity:.1f} %, EV {side.mean_ev:.2f} chips"
        for name, side in zip(("oop", "ip"), decision.sides, strict=True)
    )
    notes = [f"pot {decision.pot:g}{call}; equity of {equities}"]
    if values:
        notes.append("worth: chips won from here on, the pot included, when both go on by the solution")
    cells = [_cell(decision, number, values) for number in range(_SIDE * _SIDE)]
    weights = decision.side.weights
    there = weights > 0
    totals = None
    if values and there.any():
        totals = np.average(decision.values[there], axis=0, weights=weights[there])
    return StrategyGrid(
        title or f"{format_cards(decision.board)}: {who}{after}",
        tuple(tuple(cells[_SIDE * row : _SIDE * (row + 1)]) for row in range(_SIDE)),
        decision.actions,
        decision.steps,
        tuple(action_colours(decision.actions)),
        decision.totals,
        totals,
        None,
        tuple(notes),
    )


def _cell(decision: Decision, number: int, values: bool) -> Cell:
    rows = np.flatnonzero(CLASS_OF_COMBINATION[decision.combinations] == number)
    weights = decision.side.weights[rows]
    reach = float(decision.side.reach[rows].mean()) if len(rows) else 0.0
    if not weights.sum() > 0:
        nothing = np.full(len(decision.actions), _NONE)
        return Cell(CLASS_NAMES[number], float(len(rows)), 0.0, nothing, nothing if values else None, _NONE)
    met = rows[weights > 0]
    weights = weights[weights > 0]
    return Cell(
        CLASS_NAMES[number],
        float(len(rows)),
        reach,
        np.average(decision.strategy[met], axis=0, weights=weights),
        np.average(decision.values[met], axis=0, weights=weights) if values else None,
        float(np.average(decision.side.ev[met], weights=weights)) if values else _NONE,
    )
