"""Output of an interrupted command."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pokerdata.cards import equity as equities
from pokerdata.cli import main, run
from pokerdata.pipeline.runner import Runner
from pokerdata.players.acpc import Dealer
from pokerdata.solving.real_cards import KeptFlops, evaluation


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


@pytest.mark.parametrize(
    ("option", "kept"), [("--no-log", False), ("--quiet", True), ("--transactions", True)]
)
def test_a_match_over_the_network_says_what_it_keeps(
    option: str,
    kept: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)

    def begun(dealer: Dealer) -> None:
        dealer.begun = True
        raise KeyboardInterrupt

    words = ["dealer", "kuhn", "A", "B", "--hands", "5", option]
    monkeypatch.setattr(Dealer, "run", interrupted)
    assert main(words) == 130
    said = capsys.readouterr().err
    assert "had not begun" in said
    assert "--resume" not in said
    monkeypatch.setattr(Dealer, "run", begun)
    assert main(words) == 130
    said = capsys.readouterr().err
    assert ("nothing is kept" in said) != kept
    assert ("--resume" in said) == (option == "--transactions")


@pytest.mark.parametrize("more", [[], ["--flops", "4"]])
@pytest.mark.parametrize("some", [False, True])
def test_finished_flops_are_kept(
    more: list[str],
    some: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def values(*_: object, keep: KeptFlops, **__: object) -> None:
        if some:
            keep.save_shard("flops", {"values": np.zeros(1)})
        raise KeyboardInterrupt

    monkeypatch.setattr(evaluation, "values_of", values)
    words = ["exploitability", "always-call", "--game", "limit-holdem", "--real", *more]
    assert main([*words, "--tables", str(tmp_path)]) == 130
    assert capsys.readouterr().err.strip().endswith("goes on from there" if some else "nothing is kept")


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep a thread busy, as pytest-xdist does."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    yield
    done.set()
    thread.join()


class EndedError(Exception):
    """Raised instead of ending the process."""


def ended(code: int) -> None:
    raise EndedError(code)


@pytest.mark.usefixtures("busy")
def test_the_process_is_ended_by_its_entry_point_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`main` returns to its caller even while threads work; `run` does not wait for them."""
    monkeypatch.setattr(os, "_exit", ended)
    monkeypatch.setattr(equities, "exact_tally", interrupted)
    assert main(["equity", "AcKd", "TdTh"]) == 130
    with pytest.raises(EndedError, match="130"):
        run(["equity", "AcKd", "TdTh"])
    assert capsys.readouterr().err.split("\n").count("error: interrupted; nothing is kept") == 2


@pytest.mark.usefixtures("busy")
def test_what_was_not_interrupted_ends_as_usual(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "_exit", ended)
    for line, code in ((["eval", "As Ks Qs Js Ts"], 0), (["eval", "As"], 2)):
        monkeypatch.setattr(sys, "argv", ["pokerdata", *line])
        with pytest.raises(SystemExit) as stopped:
            run()
        assert stopped.value.code == code
    capsys.readouterr()
