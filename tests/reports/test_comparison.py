import pytest

from pokerdata.comparing import compare
from pokerdata.reports.pictures import comparison, cost

pytest.importorskip("matplotlib")


def test_curves_are_the_logs() -> None:
    compared = compare("kuhn", ["cfr+", "dcfr"], engine="both", iterations=300)
    figure = comparison(compared)
    for axes, name in zip(figure.axes, ("iterations", "seconds"), strict=True):
        assert axes.get_xscale() == axes.get_yscale() == "log"
        lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
        assert len(lines) == len(compared.curves)
        for line, curve in zip(lines, compared.curves, strict=True):
            shown = [
                pair
                for pair in zip(getattr(curve, name), curve.exploitability_mb, strict=True)
                if pair[0] > 0
            ]
            assert list(zip(*line.get_data(), strict=True)) == shown
    styles = [
        (line.get_color(), line.get_marker(), line.get_linestyle())
        for line in figure.axes[0].lines
        if len(line.get_xdata()) > 2
    ]
    assert len(set(styles)) == 4
    assert "a thousandth of the ante of 1 a game" in figure.texts[-1].get_text()


def test_cost_names_the_slope() -> None:
    figure = cost({"leduc": (300, 0.03, 0.1), "kuhn": (10, 0.002, 0.02)})
    (axes,) = figure.axes
    line = axes.lines[0]  # of slope 1
    (x1, x2), (y1, y2) = line.get_data()
    assert y2 / y1 == pytest.approx(x2 / x1)
    assert y1 / x1 == pytest.approx((0.03 / 300 + 0.002 / 10) / 2)
    assert [text.get_text() for text in axes.texts] == ["kuhn", "leduc"]
    with pytest.raises(ValueError, match="want sizes and times above 0"):
        cost({})
