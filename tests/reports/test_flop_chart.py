"""The picture of a report over flops shows the data of the report."""

import re
from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import plan_of, runner_of
from pokerdata.cli import main
from pokerdata.reports.pictures import FlopChart, flop_chart
from pokerdata.spots import FlopReport, Spot, flop_report

pytest.importorskip("matplotlib")

SPOT = Spot(board="2c3d4h", oop="AsAh,QsQh,9c8c", ip="KsKh,JsTs", pot=20, stack=30, bets="75%,a")
FLOPS = "Kd7c2c\nQd8d2h\nTc9d2s\nAdAcKc\nJc5d5h\n7c7d7h\nTd6d3d\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> FlopReport:
    path = tmp_path_factory.mktemp("flops") / "flops.txt"
    path.write_text(FLOPS)
    return flop_report(SPOT, path, "c", iterations=10)


def test_flops_are_sorted_and_groups_are_means(report: FlopReport) -> None:
    chart = flop_chart(report, "ev_ip")
    order = np.argsort(report.ev[:, 1], kind="stable")
    assert chart.names == tuple(report.names[i].replace(" ", "") for i in order)
    assert chart.values.tolist() == report.ev[order, 1].tolist()
    of_suits = {"Kd7c2c": "two-tone", "AdAcKc": "two-tone", "Jc5h5d": "rainbow", "Td6d3d": "monotone"}
    for name, suits in of_suits.items():
        assert chart.suits[chart.names.index(name)] == suits
    names = [name for name, _, _ in chart.groups]
    assert names == [
        *(
            "all",
            "monotone",
            "two-tone",
            "rainbow",
            "unpaired",
            "paired",
            "trips",
            "A",
            "K",
            "Q",
            "J",
            "T",
            "7",
        )
    ]
    weights = report.weights * report.reached
    for name, part, mean in chart.groups:
        rows = report.rows(only=[] if name == "all" else [name])
        assert part == pytest.approx(weights[rows].sum() / weights.sum())
        assert mean == pytest.approx(np.average(report.ev[rows, 1], weights=weights[rows]))


def test_numbers_that_can_be_drawn(report: FlopReport) -> None:
    bets = flop_chart(report, "bets")
    assert bets.values.max() == pytest.approx(100 * (1 - report.play[:, 0]).max())
    assert bets.groups[0][2] == pytest.approx(100 * (1 - report.means()["c"]))
    assert flop_chart(report, "c").unit == "check of IP, %"
    assert flop_chart(report, "realised_oop").groups[0][2] == pytest.approx(
        100 * report.means()["realised_oop"]
    )
    assert flop_chart(report, "equity", title="Mine").title == "Mine"
    with pytest.raises(ValueError, match=r"column: expected one of equity, ev_oop.*bets, c, r15.*got 'r99'"):
        flop_chart(report, "r99")


def test_what_is_drawn(report: FlopReport) -> None:
    chart = flop_chart(report, "ev_ip")
    above, below = chart.figure().axes
    drawn = np.concatenate([dots.get_offsets() for dots in above.collections])
    drawn = drawn[np.argsort(drawn[:, 0])]
    assert drawn[:, 1].tolist() == chart.values.tolist()
    assert [label.get_text() for label in above.get_xticklabels()] == list(chart.names)
    assert above.lines[0].get_ydata()[0] == chart.groups[0][2]
    (means,) = below.collections
    assert means.get_offsets()[:, 1].tolist() == [mean for _, _, mean in chart.groups]
    assert [text.get_text() for text in below.texts] == [f"{mean:.2f}" for _, _, mean in chart.groups]


def test_of_many_flops_each_kind_has_its_curve() -> None:
    count = 200
    values, shares = np.linspace(1, 2, count), np.linspace(1, 3, count)
    suits = tuple("monotone" if k % 4 == 0 else "rainbow" for k in range(count))
    names = tuple(f"flop{k}" for k in range(count))
    chart = FlopChart("many", "EV", 2, names, values, shares / shares.sum(), suits, (("all", 1.0, 1.5),))
    axes = chart.figure().axes[0]
    assert "1.00 (flop0) to 2.00 (flop199)" in axes.get_xlabel()
    for line, kind in zip(axes.lines, ("monotone", "rainbow"), strict=False):
        chosen = [k for k in range(count) if suits[k] == kind]
        assert line.get_ydata().tolist() == values[chosen].tolist()
        below = [shares[chosen[:k]].sum() + shares[one] / 2 for k, one in enumerate(chosen)]
        assert line.get_xdata() == pytest.approx(np.array(below) / shares[chosen].sum())


def test_text_and_html(report: FlopReport) -> None:
    chart = flop_chart(report, "ev_oop")
    text = chart.text()
    assert max(map(len, text.splitlines())) <= 80
    for name, _, mean in chart.groups:
        assert re.search(rf"^{name} .* {mean:.2f} ", text, re.MULTILINE)
    page = chart.html()
    assert page.count("<circle") == len(chart.names)
    assert all(f"<title>{name}: " in page for name in chart.names)
    assert "script" not in page
    assert not re.search(r"(src|href)=", page)


def test_on_the_command_line(report: FlopReport, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report.save(tmp_path / "srp.h5")
    line = ["plot", "flops", str(tmp_path / "srp.h5"), "--column", "bets"]
    assert main(line) == 0
    assert capsys.readouterr().out == flop_chart(report, "bets").text()
    for suffix in ("png", "svg", "html", "txt"):
        path, other = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
        width = ["--width", "6"] if suffix in ("png", "svg") else []
        assert main([*line, "-o", str(path), *width]) == 0
        flop_chart(report, "bets").save(other, width=6)
        assert path.read_bytes() == other.read_bytes()
    assert main(["plot", "flops", str(tmp_path / "srp.h5"), "--column", "r99"]) == 2
    assert "column: expected one of" in capsys.readouterr().err


def test_in_a_recipe(tmp_path: Path) -> None:
    recipe = (
        '[flops.mine]\nboard = "2c3d4h"\noop = "AsAh,QsQh"\nip = "KsKh,JsTs"\npot = 20\nstack = 20\nbets = "a"\n'
        "flops = 5\niterations = 3\n"
    )
    runner_of(recipe + 'picture = "bets"\n', tmp_path).run()
    assert (tmp_path / "mine_chart.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"\[flops.mine\]: column: expected one of .*got 'r99'"):
        plan_of(recipe + 'picture = "r99"\n')
