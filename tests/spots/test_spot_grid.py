"""The picture of a decision of a spot."""

import numpy as np
import pytest

from pokerdata.reports.pictures import spot_grid
from pokerdata.spots import Spot, solve_spot


def test_cells_are_means_over_classes() -> None:
    spot = Spot(board="Kd9h6h4c2s", oop="AKs:0.5,AhKh,QQ,T9s", ip="KQs,JJ", pot=100, stack=300, bets="75%")
    decision = solve_spot(spot, iterations=20).at()
    grid = spot_grid(decision)
    cells = {cell.name: cell for cell in grid.all_cells()}
    classes = decision.classes()
    assert {name for name, cell in cells.items() if cell.reach > 0} == set(classes)
    for name, told in classes.items():
        assert cells[name].shares.tolist() == pytest.approx([told[action] for action in decision.actions])
        assert cells[name].value == pytest.approx(told["ev"])
    assert cells["AKs"].count == 3
    assert cells["AKs"].reach == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert np.isnan(cells["72o"].value)
    assert grid.totals.tolist() == pytest.approx(decision.totals.tolist())
    drawn = grid.text()
    assert "check" in drawn
    assert "bet 75" in drawn
    assert "chips" in grid.legend()[0]
    assert "mb" not in grid.legend()[0]
    assert "bet 75" in grid.html()
    assert spot_grid(decision, values=False).total_values is None
