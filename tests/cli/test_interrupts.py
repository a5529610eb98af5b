"""What a command says when it is interrupted."""

import pytest

from pokerdata import equities, strategies
from pokerdata.cli import main
from pokerdata.pipeline.runner import Runner


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_computation_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(equities, "exact_tally", interrupted)
    assert main(["equity", "AcKd", "TdTh"]) == 130
    assert capsys.readouterr().err.strip() == "error: interrupted; nothing is kept"


def test_making_tables_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setattr(Runner, "run", interrupted)
    assert main(["make", "boards", "--tables", str(tmp_path)]) == 130
    said = capsys.readouterr().err.strip()
    assert said == "error: interrupted; what is finished is kept, the same command goes on from there"


@pytest.mark.parametrize("more", [[], ["--flops", "4"]])
def test_all_flops_are_kept(
    more: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strategies, "load_strategy", interrupted)
    assert main(["exploitability", "limit5_strategy.h5", "--real", *more]) == 130
    assert capsys.readouterr().err.strip().endswith("nothing is kept" if more else "goes on from there")
