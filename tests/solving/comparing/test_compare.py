import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pokerdata.cli import main
from pokerdata.cli.compare import compare as command
from pokerdata.errors import CapacityError, TableError
from pokerdata.games import CardRules, Game, LimitRules, kuhn
from pokerdata.solving import algorithm
from pokerdata.solving.comparing import compare_algorithms
from pokerdata.solving.explicit import MonteCarlo
from pokerdata.solving.public import solve


@pytest.mark.parametrize(("game", "plus", "discounted"), [("kuhn", 91, 211), ("leduc", 511, 411)])
def test_published_crossings(game: str, plus: int, discounted: int) -> None:
    found = compare_algorithms(game, ["cfr+", "dcfr"], engine="both")
    assert [(c.engine, c.iterations_to_target) for c in found.curves] == [
        ("vector", plus),
        ("tree", plus),
        ("vector", discounted),
        ("tree", discounted),
    ]
    for curve in found.curves:
        assert curve.stopped == "target"
        assert curve.exploitability_mb[-2] >= 1 > curve.exploitability_mb[-1]
        assert len(curve.seconds) == len(curve.iterations) == len(curve.exploitability_mb)
        assert (np.diff(curve.seconds) >= 0).all()


@pytest.mark.parametrize("game", ["kuhn", "leduc", "twelve-card"])
def test_both_engines_agree(game: str) -> None:
    found = compare_algorithms(game, ["cfr", "lcfr", "pcfr+"], engine="both", iterations=21)
    by_name: dict[str, list[tuple[float, ...]]] = {}
    for curve in found.curves:
        assert curve.iterations == (1, 2, 3, 4, 5, 7, 9, 11, 16, 21)
        by_name.setdefault(curve.algorithm, []).append(curve.exploitability_mb)
    for name in by_name:
        vector, tree = by_name[name]
        np.testing.assert_allclose(vector, tree, rtol=1e-9)


def test_a_mark_is_no_limit_where_another_is_given() -> None:
    (curve,) = compare_algorithms("kuhn", ["dcfr"], iterations=1000).curves
    assert (curve.stopped, curve.iterations[-1], curve.iterations_to_target) == ("iterations", 1000, 211)
    (curve,) = compare_algorithms("kuhn", ["dcfr"], iterations=11).curves
    assert curve.iterations_to_target is curve.seconds_to_target is None
    assert curve.exploitability_mb[-1] == pytest.approx(25.641078, abs=1e-6)


def test_the_log_is_that_of_solve() -> None:
    game = kuhn()
    how = algorithm("dcfr", beta=0.5)
    log = solve(game, algorithm=how, iterations=100, dtype="float64").log
    (curve,) = compare_algorithms("kuhn", [how], iterations=100).curves
    assert curve.algorithm == "dcfr(alpha=1.5, beta=0.5, gamma=2)"
    assert curve.exploitability_mb == tuple(1000 * row.values.exploitability for row in log)


def test_sampling_has_a_seed() -> None:
    def run(seed: int) -> list[tuple[float, ...]]:
        names = ["mccfr-chance", "mccfr-external", "mccfr-outcome"]
        return [
            c.exploitability_mb for c in compare_algorithms("kuhn", names, iterations=2000, seed=seed).curves
        ]

    first = run(3)
    assert first == run(3) != run(4)
    assert all(curve[-1] < 120 < curve[0] for curve in first)


def test_a_game_of_ones_own_on_both_engines() -> None:
    rules = LimitRules(name="ante of 3", ante=3, bets=(2, 5), caps=(3, 3), first_to_act=(1, 1))
    game = Game(rules, CardRules("9TA", copies=2, board=(0, 1)))
    vector, tree = compare_algorithms(game, ["dcfr"], engine="both", iterations=5).curves
    # Later, regrets that are 0 in theory have a sign from rounding.
    np.testing.assert_allclose(vector.exploitability_mb[:5], tree.exploitability_mb[:5], rtol=1e-12)
    vector, tree = compare_algorithms(game, ["dcfr"], engine="both", target="0.1mb").curves
    assert vector.stopped == tree.stopped == "target"


def test_refusals() -> None:
    for arguments, message in (
        ({"game": "chess"}, "game: expected .*got 'chess'"),
        ({"game": "limit-holdem"}, "needs a card abstraction"),
        ({"algorithms": ["cfr", "sarsa"]}, "algorithm: expected one of cfr, cfr.*got 'sarsa'"),
        ({"algorithms": [None]}, "algorithm: expected .*got None"),
        ({"algorithms": []}, "expected one or more, each once"),
        ({"algorithms": ["cfr", "cfr"]}, "expected one or more, each once"),
        ({"engine": "warp"}, "engine: expected one of vector, tree, both.*got 'warp'"),
        (
            {"engine": "vector", "algorithms": [MonteCarlo()]},
            r"algorithm: .* cannot run on the engine 'vector'; expected the engine 'tree' or 'both'",
        ),
        ({"target": "1"}, "target: expected .*got '1'"),
        ({"iterations": 0}, "iterations: expected .*got 0"),
        ({"iterations": 1.5}, "iterations: expected .*got 1.5"),
        ({"seconds": -1}, "seconds: expected .*got -1"),
        ({"dtype": "float16", "algorithms": ["mccfr-outcome", "dcfr"]}, "float16"),
        ({"threads": -1}, "threads"),
        ({"seed": -1, "algorithms": ["mccfr-outcome"]}, "seed: expected .*got -1"),
        ({"algorithms": "cfr,dcfr(beta=x)"}, r"beta: expected a finite number, got x"),
        (
            {"algorithms": "dcfr(beta=0.5"},
            r"algorithm: expected a name and its parameters.*got 'dcfr\(beta=0.5'",
        ),
        (
            {"algorithms": "dcfr(beta=0.5,cfr+)"},
            r"parameter of 'dcfr\(beta=0\.5,cfr\+\)': expected NAME=VALUE or NAME, each once, got "
            r"'cfr\+'",
        ),
        (
            {"algorithms": "mccfr-chance(exploration=1)"},
            "algorithm mccfr-chance: no parameter exploration; it has seed",
        ),
        ({"algorithms": "dcfr,dcfr(gamma=2)"}, "expected one or more, each once"),
        (
            {"algorithms": "cfr(pruning=partial)", "engine": "vector"},
            r"algorithm: .* cannot run on the engine 'vector'; expected the engine 'tree' or 'both'",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            compare_algorithms(**{"game": "kuhn", **arguments})  # type: ignore[arg-type]
    many = Game(
        LimitRules(name="many", ante=1, bets=(1,) * 4, caps=(3,) * 4, first_to_act=(1,) * 4),
        CardRules("23456789TJQKA", copies=4, board=(0, 1, 1, 1)),
    )
    for game in (many, "small-island"):
        with pytest.raises(
            CapacityError, match="more than 2,000,000 nodes as an explicit tree; use the engine 'vector'"
        ):
            compare_algorithms(game, engine="tree")


def test_the_command(tmp_path: Path) -> None:
    image = pytest.importorskip("matplotlib.image")
    picture, log = tmp_path / "kuhn.png", tmp_path / "kuhn.csv"
    algorithms = "cfr+,dcfr(beta=0),mccfr-outcome(exploration=0.4),dcfr(beta=0.5,pruning=regret)"
    arguments = ["kuhn", "--algorithms", algorithms, "--iterations", "511"]
    shown = CliRunner().invoke(
        command, [*arguments, "--out", str(picture), "--csv", str(log)], catch_exceptions=False
    )
    head, names, *rows = shown.output.splitlines()
    assert head == "algorithm, engine"
    assert names.split() == ["to", "target", "seconds", "iterations", "reached", "(mb/g)", "ms/iteration"]
    assert rows[0] == "cfr+(gamma=1, delay=0), vector"
    assert rows[1].split()[::2] == ["91", "511", rows[1].split()[4]]
    assert rows[2] == "dcfr(alpha=1.5, beta=0, gamma=2), vector"
    assert rows[3].split()[0] == "211"
    assert "1 mb/g: a thousandth of the ante of 1 a game" in shown.output
    assert image.imread(picture).std() > 0.05
    lines = list(csv.DictReader(io.StringIO(log.read_text())))
    assert [*dict.fromkeys(line["algorithm"] for line in lines)] == [
        "cfr+(gamma=1, delay=0)",
        "dcfr(alpha=1.5, beta=0, gamma=2)",
        "mccfr-outcome(exploration=0.4, seed=0)",
        "dcfr(alpha=1.5, beta=0.5, gamma=2, pruning=regret)",
    ]
    assert {line["engine"] for line in lines} == {"vector", "tree"}
    found = json.loads(CliRunner().invoke(command, [*arguments, "--json"]).output)
    assert [curve["iterations_to_target"] for curve in found["curves"][:2]] == [91, 211]
    assert [float(line["exploitability_mb_per_game"]) for line in lines] == [
        mb for curve in found["curves"] for mb in curve["exploitability_mb"]
    ]


def test_an_interrupted_command_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pokerdata.pipeline.store import writing
    from pokerdata.solving.public import Solver

    line = ["compare", "kuhn", "--algorithms", "dcfr", "--csv", str(tmp_path / "kuhn.csv")]

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Solver, "iterate", interrupted)
        assert main(line) == 130
    assert "not complete are not written" in capsys.readouterr().err
    with monkeypatch.context() as patch:  # while it is written
        patch.setattr(writing, "_sync", interrupted)
        assert main(line) == 130
    assert list(tmp_path.iterdir()) == []
    assert main(line) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn.csv"]


@pytest.mark.parametrize(
    ("option", "name", "error"),
    [
        ("--out", "kuhn.gif", r"file: expected a name that ends in \.png or \.svg.*got .*kuhn\.gif'"),
        ("--csv", "kuhn", r"file: expected a name that ends in \.csv.*got .*kuhn'"),
        ("--csv", "/dev/null/kuhn.csv", "cannot write /dev/null/kuhn.csv: /dev/null is not a folder"),
    ],
)
def test_bad_files_are_refused_before_the_work(tmp_path: Path, option: str, name: str, error: str) -> None:
    with pytest.raises((ValueError, TableError), match=error):
        CliRunner().invoke(command, ["kuhn", option, str(tmp_path / name)], catch_exceptions=False)


def test_progress_is_told_of_each_run() -> None:
    begun: list[tuple[str, str]] = []
    told: list[tuple[int, int, int]] = []
    compare_algorithms(
        "kuhn",
        "cfr+,dcfr",
        engine="both",
        iterations=30,
        on_run=lambda algorithm, engine: begun.append((algorithm, engine)),
        progress=lambda done, expected: told.append((len(begun), done, expected)),
    )
    assert [engine for _, engine in begun] == ["vector", "tree"] * 2
    assert [algorithm[:4] for algorithm, _ in begun] == ["cfr+", "cfr+", "dcfr", "dcfr"]
    for run in (1, 2, 3, 4):
        of_run = [(done, expected) for number, done, expected in told if number == run]
        assert of_run[-1] == (30, 30)
        assert all(0 <= done <= expected for done, expected in of_run)


def test_the_live_line_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["compare", "kuhn", "--algorithms", "cfr+", "--iterations", "30"]) == 0
    out, err = capsys.readouterr()
    assert "\x1b" not in out
    assert "cfr+(gamma=1, delay=0), vector: iteration 30" in err
    assert err.endswith("\r\x1b[K")  # and it is erased
