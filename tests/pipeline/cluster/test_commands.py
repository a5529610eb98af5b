"""Commands other than `make` with a cluster: the same output and bytes as without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.recipes import WEAK, linked, runner_of
from pokerdata.cli import main
from pokerdata.cli.runs import _folder, _named
from pokerdata.spots import Spot

SPOT = Spot(board="2c3d4h", oop="AsAh,QsQh", ip="KsKh,JsTs", pot=20, stack=30, bets="75%")
REAL = ["--real", "--flops", "4", "--seed", "3", "--json"]


@pytest.mark.slow
def test_flops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spot = tmp_path / "spot.toml"
    SPOT.write(spot)
    words = ["spot", "flops", str(spot), "--subset", "5", "--path", "c", "--iterations", "5"]
    said = {}
    for name, more in (("here", []), ("there", ["--cluster", "local:2"])):
        out = tmp_path / name / "report.h5"
        out.parent.mkdir()
        assert main([*words, "--out", str(out), *more]) == 0
        captured = capsys.readouterr()
        said[name] = captured.out.replace(str(out), "OUT")
        assert ("flops: 5 shards by " in captured.err) == (name == "there")
    assert said["there"] == said["here"]
    assert (tmp_path / "there" / "report.h5").read_bytes() == (tmp_path / "here" / "report.h5").read_bytes()
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["report.h5"]
    assert main([*words, "--cluster", "local:1"]) == 0  # nothing is kept
    assert capsys.readouterr().out.startswith("5 flops")


@pytest.mark.long
@pytest.mark.slow
def test_best_responses_on_real_cards(
    tmp_path: Path, tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables of the file may be in another folder; responses to one of two strategies and to one without a file work."""
    here = linked(tmp_path / "tables", tables)
    runner_of(WEAK.format(game="limit-holdem", iterations=3), here).run(["weak_strategy"])
    moved = tmp_path / "mine.h5"
    (here / "weak_strategy.h5").rename(moved)
    weak = [str(moved), "--tables", str(here)]
    for words in (
        weak,
        [*weak, "--against", "always-call"],
        ["uniform", "--game", "limit-holdem"],
    ):
        assert main(["exploitability", *words, *REAL]) == 0
        alone = json.loads(capsys.readouterr().out)
        assert main(["exploitability", *words, *REAL, "--cluster", "local:2"]) == 0
        captured = capsys.readouterr()
        assert json.loads(captured.out) == alone
        assert "real_cards: 1 shard by 1 worker" in captured.err


@pytest.mark.parametrize("seconds", ["nan", "0.5", "inf"])
def test_how_long_to_wait(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "boards", "--cluster", "local:2", "--cluster-wait", seconds]) == 2
    assert f"expected 1 to 86400 seconds, got {seconds}; e.g. 600" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["spot", "flops", "s.toml", "--part", "1/2", "--out", "x.h5"],
            "--part: expected none with --cluster",
        ),
        (
            ["exploitability", "leduc.h5"],
            "--cluster: expected only with --real, got it without; e.g. --real --path",
        ),
        (
            ["exploitability", "uniform", "--game", "limit-holdem", "--real", "--path", "cc/c"],
            "--cluster: expected none with --path",
        ),
    ],
)
def test_what_goes_together(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--cluster", "local:2"]) == 2
    assert said in capsys.readouterr().err


def test_files_of_one_name(tmp_path: Path) -> None:
    one, other = tmp_path / "one" / "s.h5", tmp_path / "other" / "s.h5"
    for path in (one, other):
        path.parent.mkdir()
        path.write_bytes(b"x")
    with pytest.raises(ValueError, match="--cluster: expected files of different names"):
        _named([one, other])
    assert _folder(_named([one, one]), tmp_path) == one.parent
    buckets = other.with_name("b.h5")
    buckets.write_bytes(b"b")
    links = tmp_path / "links"
    links.mkdir()
    assert _folder(_named([one, buckets]), links) == links
    assert sorted(path.name for path in links.iterdir()) == ["b.h5", "s.h5"]
    assert (links / "b.h5").read_bytes() == b"b"
