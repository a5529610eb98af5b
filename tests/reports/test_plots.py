import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.drawn import hex_of
from pokerdata._support.costs import Cost
from pokerdata.abstraction.thresholds import History
from pokerdata.games import load_game, toml_text
from pokerdata.pipeline.plan import Plan, Stage
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.reading import collect, recipe_of
from pokerdata.recipes.report import PLOTS
from pokerdata.recipes.strategy import read
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pictures import convergence, preflop_grid, preflop_shares

pytest.importorskip("matplotlib")

NO_COST = Cost(0, 0, 0)


def drawn(name: str, section: StrategySection) -> list[Stage]:
    """Return the stages of all pictures of a strategy."""
    return [stage for plot in PLOTS.values() if (stage := plot(name, section)) is not None]


def _counts(context: Any) -> None:
    ones = [np.ones((2 ** (r + 1),) * 2, dtype=np.uint64) * 64 // 4**r for r in range(4)]
    names = ("preflop", "flop", "turn", "river", "river_wins")
    wins = np.tril(ones[3], -1)
    context.write(
        kind="joint_counts",
        arrays=dict(zip(names, [*ones, wins], strict=True)),
        attributes={"buckets": [2, 2, 2, 2]},
    )


def _buckets(context: Any) -> None:
    """Bucket 1: pairs, and suited hands with an ace."""
    b, a = np.tril_indices(52, -1)
    good = (b // 4 == a // 4) | ((b // 4 == 12) & (a % 4 == b % 4))
    context.write(
        kind="buckets", arrays={"preflop_bucket": good.astype(np.uint8)}, attributes={"buckets": [2, 2, 2, 2]}
    )


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    section = read("test", {"game": "limit-holdem", "abstraction": "toy", "iterations": 20})
    found = [
        Stage("toy_counts", _counts, NO_COST),
        Stage("toy_buckets", _buckets, NO_COST),
        section.stage("toy", History(kind="history", buckets=[2, 2, 2, 2])),
        *drawn("toy", section),
    ]
    Runner(Plan.of(found), folder, threads=1, say=lambda _: None).run()
    return folder


def test_pictures_are_written(tables: Path) -> None:
    import matplotlib.image

    for name in ("toy_convergence.png", "toy_preflop.png"):
        picture = matplotlib.image.imread(tables / name)
        assert min(picture.shape[:2]) >= 700
        assert picture.std() > 0.05


def test_the_grid_shows_the_shares_of_each_hand(tables: Path) -> None:
    """It compares bars, colours and figures in each of the 169 cells."""
    with open_table("toy_strategy", tables) as strategy, open_table("toy_buckets", tables) as buckets:
        figure = preflop_grid(strategy, buckets)
        bad, good = np.asarray(strategy["street1"][:3], dtype=np.float64).T
    (axes,) = figure.axes
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 13), (13, 0))
    named = {bars.get_label(): bars for bars in axes.containers}
    assert list(named) == ["fold", "call", "raise"]
    colours = {name: {hex_of(bar.get_facecolor()) for bar in bars} for name, bars in named.items()}
    assert all(len(found) == 1 for found in colours.values())
    assert len(set.union(*colours.values())) == 3
    keys = zip(axes.get_legend().get_texts(), axes.get_legend().get_patches(), strict=True)
    assert {text.get_text(): {hex_of(patch.get_facecolor())} for text, patch in keys} == colours
    texts = {
        (t.get_position()[0] - 0.5, int(t.get_position()[1]), t.get_fontsize() > 13): t.get_text()
        for t in axes.texts
    }
    assert len(texts) == 2 * 169
    for i in range(13):
        for j in range(13):
            expected = good if i == j or (i == 0 and j > 0) else bad
            start = j + 0.02
            for share, bars in zip(expected, named.values(), strict=True):
                bar = bars[13 * i + j]
                assert (bar.get_x(), bar.get_width()) == pytest.approx((start, 0.96 * share), abs=1e-6)
                assert (bar.get_y(), bar.get_height()) == pytest.approx((i + 0.02, 0.96))
                start += 0.96 * share
            assert texts[j, i, False] == "/".join(f"{100 * share:.0f}" for share in expected)
            ranks = "AKQJT98765432"
            high, low = ranks[min(i, j)], ranks[max(i, j)]
            assert texts[j, i, True] == high + low + ("" if i == j else "s" if j > i else "o")


def test_a_game_from_a_file_has_pictures(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml_text(load_game("kuhn")))
    strategy = {"game": str(path), "target": "0.002 chips"}
    report = {"plots": ["convergence", "preflop"]}
    solved, picture = collect(recipe_of({"strategy": {"mine": strategy}, "report": report}))
    assert (solved.name, picture.name) == ("mine_strategy", "mine_convergence")
    assert picture.parameters == {"target_mb": 2.0}


def test_shares_of_the_grid(tables: Path) -> None:
    with open_table("toy_strategy", tables) as strategy, open_table("toy_buckets", tables) as buckets:
        actions, shares = preflop_shares(strategy, buckets)
        assert actions == ["fold", "call", "raise"]
        np.testing.assert_allclose(shares.sum(axis=2), 1, atol=1e-6)
        bad, good = np.asarray(strategy["street1"][:3], dtype=np.float64).T
        for i in range(13):
            for j in range(13):
                is_good = (
                    i == j or i == 0
                )  # pairs; suited hands with an ace are the first row above the diagonal
                np.testing.assert_allclose(shares[i, j], good if is_good else bad, atol=1e-6)


def test_convergence_shows_the_log(tables: Path) -> None:
    with open_table("toy_strategy", tables) as strategy:
        figure = convergence(strategy, target_mb=1.0)
        over_iterations, over_seconds = figure.axes
        log = np.asarray(strategy["log"])
        in_mb = 1000 * (log[:, 2] + log[:, 3]) / 2 / 10  # a big blind is 10 chips
        assert in_mb[-1] == pytest.approx(strategy.attributes["exploitability_mb_per_game"])
        assert log[[0, -1], 0].tolist() == [1, 20]
        for axes, column in ((over_iterations, 0), (over_seconds, 1)):
            assert axes.get_xscale() == axes.get_yscale() == "log"
            curve, target = axes.lines
            np.testing.assert_array_equal(curve.get_xdata(), log[:, column])
            np.testing.assert_allclose(curve.get_ydata(), in_mb)
            assert list(target.get_ydata()) == [1.0, 1.0]
            low, high = axes.get_ylim()
            assert low < min(1.0, in_mb.min()) < in_mb.max() < high
            assert f"{in_mb[-1]:.3g} mb/g" in [text.get_text() for text in axes.texts]
        assert over_iterations.get_xlabel().startswith("iterations")
        assert over_seconds.get_xlabel().startswith("seconds")
        words = " ".join(t.get_text() for t in figure.texts)
        assert "inside its own abstraction" in words


def test_stages() -> None:
    found = drawn("k", read("test", {"game": "kuhn"}))
    assert [(s.name, s.parents) for s in found] == [("k_convergence", ("k_strategy",))]
    with pytest.raises(
        ValueError, match=r"\[report\]: no plot 'pie': expected some of convergence, preflop, each once"
    ):
        recipe_of({"strategy": {"k": {"game": "kuhn"}}, "report": {"plots": ["pie"]}})


def test_missing_matplotlib_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from pokerdata.reports.pictures.figure import new_figure

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'pokerdata\[plot\]'"):
        new_figure(1, 1)
