"""The rows and the live line of a solver run."""

import pytest

from pokerdata.cli.runs import Convergence
from pokerdata.games import Unit
from pokerdata.solving import LogRow
from pokerdata.solving.evaluation import Evaluation

ROW = LogRow(100, 1.5, Evaluation((0.5, 0.3), 0.1))  # exploitability 0.4 chips


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("pokerdata.cli.runs.time.monotonic", lambda: now[0])
    return now


def shown(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    return out, err.replace("\r\x1b[K", "")


def test_the_live_line(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    told = Convergence("mb/g", lambda found: Unit(10, "big blind").milli(found.exploitability), None)
    told.progress(100, 0)  # no speed is known yet
    assert shown(capsys) == ("", "iteration 100")
    clock[0] += 5
    told.evaluated(ROW)
    told.progress(150, 0)
    rows, line = shown(capsys)
    assert line == "iteration 150, 40 mb/g at 100"
    assert (
        rows == " iteration    seconds  exploitability (mb/g)\n       100      1.500              40.000000\n"
    )
    told.progress(150, 1150)  # 50 iterations in 5 s
    assert shown(capsys) == ("", "iteration 150 of about 1,150, 40 mb/g at 100, about 1 min 40 s left")
    told.clear()
    assert capsys.readouterr() == ("", "\r\x1b[K")


def test_time_may_be_up_first(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    told = Convergence("mb/g", lambda found: Unit(10, "big blind").milli(found.exploitability), 60)
    told.line.shown = True
    told.progress(100, 0)
    clock[0] += 40
    told.progress(200, 1200)
    assert "iteration 200 of about 1,200, about 20 s left" in shown(capsys)[1]


def test_no_live_line_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    told = Convergence("mb/g", lambda found: Unit(10, "big blind").milli(found.exploitability), None)
    told.evaluated(ROW)
    told.progress(150, 1150)
    told.clear()
    assert shown(capsys)[1] == ""
