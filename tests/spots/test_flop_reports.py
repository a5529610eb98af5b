"""A spot solved on many flops."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest

import pokerdata
from pokerdata.cli import main
from pokerdata.spots import (
    FlopReport,
    FlopReportTable,
    Spot,
    flop_part,
    flop_report,
    flop_reports,
    load_flop_report,
    solve_spot,
)

SPOT = Spot(board="2c3d4h", oop="AsAh,QsQh,9c8c", ip="KsKh,JsTs", pot=20, stack=30, bets="75%", raises="a")
FLOPS = "Kd7c2c:3\nQd8d2h:2\nTc9d2s\nAdAcKc:5\nJc5d5h:7\n"
HOW = {"iterations": 10, "target": "0.0001%"}


@pytest.fixture(scope="module")
def flops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flops") / "flops.txt"
    path.write_text(FLOPS)
    return path


@pytest.fixture(scope="module")
def report(flops: Path) -> FlopReport:
    return flop_report(SPOT, flops, "c", **HOW)  # type: ignore[arg-type]


def test_rows_are_what_solving_gives(report: FlopReport) -> None:
    assert report.names == ["Kd 7c 2c", "Qd 8d 2h", "Tc 9d 2s", "Ad Ac Kc", "Jc 5h 5d"]
    assert report.weights[[0, 1, 3, 4]].tolist() == [3, 2, 5, 7]
    assert (report.player, report.steps, report.actions) == (1, ("c", "r15"), ("check", "bet 15"))
    for i, name in enumerate(report.names):
        solution = solve_spot(SPOT.changed(board=name), **HOW)  # type: ignore[arg-type]
        at = solution.at("c")
        assert report.play[i].tolist() == at.totals.tolist()
        assert report.ev[i].tolist() == [side.mean_ev for side in at.sides]
        assert report.equity[i].tolist() == [side.mean_equity for side in at.sides]
        assert report.exploitability[i] == solution.values.exploitability
        assert report.iterations[i] == 10
        assert report.realised[i, 1] == pytest.approx(at.sides[1].mean_ev / (at.sides[1].mean_equity * 20))


def test_at_the_root_equities_are_those_of_the_ranges(flops: Path) -> None:
    found = flop_report(SPOT, flops, iterations=1)
    for name, weight, equity, reached, ev in zip(
        found.names, found.weights, found.equity, found.reached, found.ev, strict=True
    ):
        spot = SPOT.changed(board=name)
        known = pokerdata.equity(["AsAh,QsQh,9c8c", "KsKh,JsTs"], name)
        assert equity[0] == pytest.approx(float(known.equity[0]), abs=1e-9)
        assert reached == pytest.approx(spot.deals)
        assert ev.sum() == pytest.approx(20)
        assert weight > 0


def test_means_weigh_by_how_often_a_flop_comes(report: FlopReport) -> None:
    weights = report.weights * report.reached
    means = report.means()
    assert means["ev_oop"] == pytest.approx(np.average(report.ev[:, 0], weights=weights))
    assert means["r15"] == pytest.approx(np.average(report.play[:, 1], weights=weights))
    assert means["realised_oop"] == pytest.approx(means["ev_oop"] / (means["equity"] * report.pot))
    assert report.frequency.sum() == pytest.approx(1)


def test_sorted_and_filtered(report: FlopReport) -> None:
    assert [report.names[i] for i in report.rows(only=["paired"])] == ["Ad Ac Kc", "Jc 5h 5d"]
    assert [report.names[i] for i in report.rows(only=["rainbow", "unpaired"])] == ["Tc 9d 2s"]
    assert np.all(np.diff(report.ev[report.rows(sort="ev_oop"), 0]) <= 0)
    assert np.all(np.diff(report.play[report.rows(sort="r15", ascending=True), 1]) >= 0)
    assert report.names[report.rows()[0]] == "Ad Ac Kc"
    lines = report.lines(only=["paired"], most=1)
    assert [line for line in lines if line.startswith(("Ad Ac", "Jc 5h"))] == [lines[4]]
    assert "... and 1 more flops" in lines
    assert any(line.startswith("these ") for line in lines)
    assert max(map(len, report.lines())) <= 80
    with pytest.raises(ValueError, match=r"only: expected some of monotone.*got 'wet'; e\.g\. 'rainbow'"):
        report.lines(only=["wet"])
    with pytest.raises(ValueError, match=r"sort: expected one of flop, weight.*, r15.*got 'r99'"):
        report.rows(sort="r99")
    with pytest.raises(ValueError, match="most: expected a whole number of 1 or more, got 0"):
        report.lines(most=0)


def test_stopped_and_gone_on_with_the_same_bytes(
    report: FlopReport, flops: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flop_report(SPOT, flops, "c", keep=tmp_path / "kept", progress=stop, **HOW)  # type: ignore[arg-type]
    assert len(list((tmp_path / "kept").rglob("*.npz"))) == 2
    solved = []
    solve = solve_spot

    def seen(spot: Spot, **how: object) -> object:
        solved.append(spot.board)
        return solve(spot, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(flop_reports, "solve_spot", seen)
    again = flop_report(SPOT, flops, "c", keep=tmp_path / "kept", threads=1, **HOW)  # type: ignore[arg-type]
    assert solved == ["Tc 9d 2s", "Ad Ac Kc", "Jc 5h 5d"]
    report.save(tmp_path / "a" / "mine.h5")
    again.save(tmp_path / "b" / "mine.h5")
    assert (tmp_path / "a" / "mine.h5").read_bytes() == (tmp_path / "b" / "mine.h5").read_bytes()
    flop_report(SPOT, flops, "c", keep=tmp_path / "kept", iterations=9)
    assert len(solved) == 8, "what was kept is of another run"


def test_parts_that_are_solved_apart_are_one_report(
    report: FlopReport, flops: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "kept"
    seen: list[tuple[int, int]] = []
    counts = [
        flop_part(
            SPOT,
            flops,
            "c",
            part=f"{number}/3",
            keep=keep,
            progress=lambda done, of: seen.append((done, of)),
            **HOW,  # type: ignore[arg-type]
        )
        for number in (2, 1, 3)
    ]
    assert counts == [2, 2, 1]
    assert seen == [(1, 2), (2, 2), (1, 2), (2, 2), (1, 1)]
    assert len(list(keep.rglob("*.npz"))) == 5
    with monkeypatch.context() as patched:
        patched.setattr(flop_reports, "solve_spot", lambda *_, **__: pytest.fail("solved again"))
        joined = flop_report(SPOT, flops, "c", keep=keep, **HOW)  # type: ignore[arg-type]
    report.save(tmp_path / "a" / "mine.h5")
    joined.save(tmp_path / "b" / "mine.h5")
    assert (tmp_path / "a" / "mine.h5").read_bytes() == (tmp_path / "b" / "mine.h5").read_bytes()
    assert flop_part(SPOT, flops, "c", part="7/9", keep=keep, **HOW) == 0  # type: ignore[arg-type]
    for wrong in ("0/3", "4/3", "1", "1/", "-1/3", "1/2000", "a/b"):
        with pytest.raises(ValueError, match=r"part: expected the number of a part.*e\.g\. 2/4"):
            flop_part(SPOT, flops, "c", part=wrong, keep=keep)


def test_flops_that_block_a_range_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "flops.txt").write_text("KsKd2c\nAsQs9c\nKd7c2c\n")
    spot = SPOT.changed(oop="AsAh,QsQh", ip="KsKh")
    found = flop_report(spot, tmp_path / "flops.txt", iterations=1)
    assert found.names == ["Kd 7c 2c"]
    assert found.left_out == ("Kd Ks 2c", "As Qs 9c") or found.left_out == ("Ks Kd 2c", "As Qs 9c")
    assert found.lines()[-1].startswith("left out, as no deal is possible: ")
    (tmp_path / "flops.txt").write_text("KsKd2c\n")
    with pytest.raises(
        ValueError, match="flops: expected one on which both ranges have hands, got 1 on which"
    ):
        flop_report(spot, tmp_path / "flops.txt", iterations=1)


def test_what_is_refused_before_any_work(flops: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flop_reports, "solve_spot", lambda *_, **__: pytest.fail("work began"))
    with pytest.raises(
        ValueError, match="spot: expected one that begins on the flop, got the turn 2c 3d 4h 5s"
    ):
        flop_report(SPOT.changed(board="2c3d4h5s"), flops)
    for line, message in (("cc", "to a decision on the flop, got 'cc'"), ("r9", "expected one of c, r15")):
        with pytest.raises(ValueError, match=message):
            flop_report(SPOT, flops, line)
    with pytest.raises(ValueError, match="target: expected"):
        flop_report(SPOT, flops, target="1mb")
    with pytest.raises(ValueError, match="dtype: expected"):
        flop_report(SPOT, flops, dtype="float16")
    with pytest.raises(ValueError, match="algorithm: expected"):
        flop_report(SPOT, flops, algorithm="pcfr+")


def test_in_files(report: FlopReport, tmp_path: Path) -> None:
    report.save(tmp_path / "mine.h5")
    found = load_flop_report(tmp_path / "mine.h5")
    assert found.lines() == report.lines()
    assert found.how == report.how
    assert found.spot == report.spot
    assert isinstance(pokerdata.open_table(tmp_path / "mine.h5"), FlopReportTable)
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert [row["flop"] for row in rows] == [name.replace(" ", "") for name in report.names]
    assert [float(row["r15"]) for row in rows] == report.play[:, 1].tolist()
    with pytest.raises(ValueError, match=r"path: expected a name that ends in \.h5"):
        report.save(tmp_path / "mine.csv")


@pytest.mark.slow
def test_on_the_command_line(
    report: FlopReport, flops: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    SPOT.write(tmp_path / "spot.toml")
    line = [
        "spot",
        "flops",
        str(tmp_path / "spot.toml"),
        "--subset",
        str(flops),
        "--path",
        "c",
        "--iterations",
        "10",
    ]
    line += ["--target", "0.0001%"]
    assert main([*line, "--out", str(tmp_path / "mine.h5")]) == 0
    printed = capsys.readouterr().out
    assert "5 flops, each of up to " in printed
    for row in report.lines():
        assert row in printed
    assert not (tmp_path / "mine.h5.flops").exists()
    assert main(["spot", "flops", str(tmp_path / "mine.h5"), "--only", "paired", "--sort", "r15"]) == 0
    assert capsys.readouterr().out.splitlines() == report.lines(only=["paired"], sort="r15")
    assert main([*line, "--out", str(tmp_path / "mine.csv")]) == 0
    assert (tmp_path / "mine.csv").read_text() == report.to_csv()
    for number in ("1/2", "2/2"):
        assert main([*line, "--out", str(tmp_path / "parts.h5"), "--part", number]) == 0
        assert f"part {number} of 5 flops" in " ".join(capsys.readouterr().out.split())
        assert not (tmp_path / "parts.h5").exists()
    assert len(list((tmp_path / "parts.h5.flops").rglob("*.npz"))) == 5
    assert main([*line, "--out", str(tmp_path / "parts.h5")]) == 0
    assert load_flop_report(tmp_path / "parts.h5").lines() == report.lines()
    assert not (tmp_path / "parts.h5.flops").exists()
    for wrong in (
        ["--part", "1/2"],
        ["--part", "3/2", "--out", "mine.h5"],
        ["--sort", "r16"],
        ["--only", "wet"],
        ["--most", "0"],
        ["--out", "mine.txt"],
        ["--out", "a-b.h5"],
    ):
        capsys.readouterr()
        assert main([*line, *wrong]) == 2
        told = capsys.readouterr()
        assert "error: " in told.err
        assert not told.out, "before any work"


def test_equity_that_promises_nothing_is_not_realised(tmp_path: Path) -> None:
    # Quads of kings are impossible, and sums of deals must not leave a trace of them.
    spot = Spot(board="AdAcKc", oop="AsAh", ip="KsKh,2s2h", pot=55, stack=100, bets="33%", raises="a")
    decision = pokerdata.solve(spot, iterations=20).at("c")
    assert decision.side.equity[decision.row("KsKh")] == 0
    assert decision.sides[0].equity[0] == 1
    assert np.isnan(decision.realised).all()
    assert decision.lines()[4].split()[-1] == "-"
    (tmp_path / "flop.txt").write_text("AdAcKc\n")
    report = flop_report(spot, tmp_path / "flop.txt", target="1%")
    assert np.isnan(report.realised[:, 1]).all()
    assert np.isnan(report.means()["realised_ip"])
