import pytest

from pokerdata.reports.pictures import comparison, cost
from pokerdata.solving.comparing import compare_algorithms

pytest.importorskip("matplotlib")


def test_curves_are_the_logs() -> None:
    compared = compare_algorithms("kuhn", ["cfr+", "dcfr"], engine="both", iterations=300)
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
    for axes, name in zip(figure.axes, ("iterations", "seconds"), strict=True):
        lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
        for line, curve in zip(lines, compared.curves, strict=True):
            assert line.get_label() == f"{curve.algorithm}, {curve.engine}"
            assert line.get_linestyle() == ("--" if curve.engine == "tree" else "-")
        one_colour = {
            (curve.algorithm, line.get_color()) for line, curve in zip(lines, compared.curves, strict=True)
        }
        assert len(one_colour) == 2, "a colour for each algorithm"
        rings = [line for line in axes.lines if len(line.get_xdata()) == 1]
        expected = []
        for line, curve in zip(lines, compared.curves, strict=True):
            below = [k for k, mb in enumerate(curve.exploitability_mb) if mb < compared.target_mb][:1]
            at = [(getattr(curve, name)[k], curve.exploitability_mb[k], line.get_color()) for k in below]
            expected += [one for one in at if one[0] > 0]
        assert [(*ring.get_xdata(), *ring.get_ydata(), ring.get_color()) for ring in rings] == expected
        assert expected
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words == [f"{curve.algorithm}, {curve.engine}" for curve in compared.curves]
    assert "a thousandth of the ante of 1 a game" in figure.texts[-1].get_text()


def test_cost_names_the_slope() -> None:
    figure = cost({"leduc": (300, 0.03, 0.1), "kuhn": (10, 0.002, 0.02)})
    (axes,) = figure.axes
    line = axes.lines[0]  # of slope 1
    (x1, x2), (y1, y2) = line.get_data()
    assert y2 / y1 == pytest.approx(x2 / x1)
    assert y1 / x1 == pytest.approx((0.03 / 300 + 0.002 / 10) / 2)
    assert [text.get_text() for text in axes.texts] == ["kuhn", "leduc"]
    assert [text.xy for text in axes.texts] == [(10, 0.02), (300, 0.1)]
    curves = {line.get_label(): list(zip(*line.get_data(), strict=True)) for line in axes.lines[1:3]}
    assert list(curves.values()) == [[(10, 0.02), (300, 0.1)], [(10, 0.002), (300, 0.03)]]
    assert "best responses" in next(iter(curves))
    assert axes.get_xscale() == axes.get_yscale() == "log"
    with pytest.raises(ValueError, match="expected sizes and times above 0"):
        cost({})
