import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata.abstraction.history import History
from pokerdata.games import named_game, toml_text
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.stage import Stage
from pokerdata.recipes.reading import collect, recipe_of
from pokerdata.recipes.report import PLOTS
from pokerdata.recipes.strategy import read
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pictures import convergence, preflop_shares
from pokerdata.store import open_table
from pokerdata.support.cost import Cost

pytest.importorskip("matplotlib")

NO_COST = Cost(0, 0, 0)


def drawn(name: str, section: StrategySection) -> list[Stage]:
    """The stages of all pictures of a strategy."""
    return [stage for plot in PLOTS.values() if (stage := plot(name, section)) is not None]


def _counts(context: Any) -> None:
    ones = [np.ones((2 ** (r + 1),) * 2, dtype=np.uint64) * 64 // 4**r for r in range(4)]
    names = ("preflop", "flop", "turn", "river", "river_wins")
    wins = np.tril(ones[3], -1)
    context.write(
        kind="counts",
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


def test_a_game_from_a_file_has_pictures(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml_text(named_game("kuhn")))
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
        assert over_iterations.get_xscale() == over_seconds.get_yscale() == "log"
        iterations, values = over_iterations.lines[0].get_data()
        assert iterations[0] == 1
        assert iterations[-1] == 20
        assert values[-1] == pytest.approx(strategy.attributes["exploitability_mb_per_game"])
        words = " ".join(t.get_text() for t in figure.texts)
        assert "inside its own abstraction" in words


def test_stages() -> None:
    found = drawn("k", read("test", {"game": "kuhn"}))
    assert [(s.name, s.parents) for s in found] == [("k_convergence", ("k_strategy",))]
    with pytest.raises(ValueError, match="bad plot 'pie': want some of convergence, preflop"):
        recipe_of({"strategy": {"k": {"game": "kuhn"}}, "report": {"plots": ["pie"]}})


def test_missing_matplotlib_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from pokerdata.reports.pictures.figure import new_figure

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'pokerdata\[plot\]'"):
        new_figure(1, 1)
