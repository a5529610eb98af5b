"""`reduce` of sections [match.NAME]: the results of `pokerdata match --reduce`, in a table and on pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.recipes import WEAK, linked, plan_of, runner_of
from pokerdata.cli import main
from pokerdata.games import Unit
from pokerdata.matches import match
from pokerdata.matches.luck import FIT_HANDS, METHODS, DivatTable
from pokerdata.matches.luck.matches import ReducedTable, reduced_duel
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.recipes import reduced_matches

SOLVED = """
[strategy.good]
game = "leduc"
iterations = 60
[strategy.poor]
game = "leduc"
iterations = 3
"""
MATCH = """
[match.all]
agents = ["good", "poor", "always-call", "always-raise"]
deals = 60
seed = 7
"""
PAGE = """
[page.all]
title = "With less luck"
matches = ["all"]
"""
#: The pairs with a strategy, by their numbers.
PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solved")
    runner_of(SOLVED, folder).run()
    return folder


def made(solved: Path, folder: Path, keys: str, threads: int = 2) -> Path:
    runner_of(SOLVED + MATCH + keys, linked(folder, solved), threads).run(["all_reduced"])
    return folder


@pytest.mark.parametrize("method", METHODS)
def test_results_are_those_of_the_function(solved: Path, tmp_path: Path, method: str) -> None:
    guessed = method in ("advantage", "aivat")
    keys = f'reduce = "{method}"\nreduce_deals = 40\n' + ("fit = 500\n" if guessed else "")
    folder = made(solved, tmp_path / "tables", keys)
    found = open_table("all_reduced", folder, ReducedTable)
    assert found["agents"].tolist() == [list(p) for p in (PAIRS if guessed else [*PAIRS, (2, 3)])]
    names = [str(solved / f"{name}_strategy.h5") for name in ("good", "poor")] + [
        "always-call",
        "always-raise",
    ]
    for (i, j), one in zip(found["agents"].tolist(), found.results, strict=True):
        number = [*PAIRS, (2, 3)].index((i, j))
        alone = reduced_duel(
            names[i],
            names[j],
            method=method,
            deals=40,
            first_deal=60 * number,
            seed=7,
            game="leduc",
            fit_hands=500 if guessed else FIT_HANDS,
        )
        assert one.estimates == alone.estimates  # to the last bit
        for line in ("raw", "duplicate", "reduced"):
            assert one.lines(Unit.of(alone.rules))[line].needed == alone.hands_needed(line)
        assert len(one.known) == len(alone.known)
        assert alone.note in (*found.notes, "")
    assert ("from memory, not verified" in " ".join(found.notes)) == (method == "divat")
    assert ("left out" in " ".join(found.notes)) == guessed


@pytest.mark.parametrize("values", ["strategy", "strength"])
def test_values_without_hands(solved: Path, tmp_path: Path, values: str) -> None:
    folder = made(solved, tmp_path / "tables", f'reduce = "aivat"\nvalues = "{values}"\n')
    found = open_table("all_reduced", folder, ReducedTable)
    alone = reduced_duel(
        str(solved / "good_strategy.h5"),
        str(solved / "poor_strategy.h5"),
        values=values,
        deals=60,
        seed=7,
    )
    assert found.results[0].estimates == alone.estimates
    assert found.attributes["fit_hands"] == 0


def test_the_command_line_tells_the_same(
    solved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(solved, tmp_path / "tables", 'reduce = "aivat"\nfit = 500\n')
    names = [str(folder / f"{name}_strategy.h5") for name in ("good", "poor")]
    for number, (one, two) in {0: names, 3: [names[1], "always-call"]}.items():
        begin = ["--deals", "60", "--first-deal", str(60 * number), "--seed", "7"]
        assert main(["match", one, two, "--reduce", "aivat", "--fit", "500", "--json", *begin]) == 0
        told = json.loads(capsys.readouterr().out)["reduced"]
        found = open_table("all_reduced", folder, ReducedTable).results[number]
        assert told["reduced"]["chips_per_hand"] == found.estimates["reduced"].mean
        assert told["reduced"]["standard_error"] == found.estimates["reduced"].standard_error


def test_first_deals_of_the_command_line(solved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(solved / "good_strategy.h5"), "always-call"]
    assert main(["match", *names, "--deals", "40", "--first-deal", "20", "--seed", "7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    whole, before = (match(*names, deals=deals, seed=7).sums for deals in (60, 20))
    assert told["deals"] == 40
    won = whole.first + whole.second - before.first - before.second
    assert told["results"][0]["chips_per_hand"] == pytest.approx(won / 80)
    assert main(["match", *names, "--deals", "4", "--first-deal", "2", "--show-hands", "1"]) == 2
    assert "--show-hands: expected none with --first-deal" in capsys.readouterr().err
    assert main(["match", "learning", "random", "--game", "leduc", "--first-deal", "2"]) == 2
    assert "--first-deal: expected only with two strategies or baselines" in capsys.readouterr().err


def test_raw_results_are_those_of_the_matches(solved: Path, tmp_path: Path) -> None:
    folder = linked(tmp_path / "tables", solved)
    runner_of(SOLVED + MATCH + 'reduce = "all-in"\n', folder).run(["all_matches", "all_reduced"])
    played = open_table("all_matches", folder, MatchesTable).results
    for one, other in zip(open_table("all_reduced", folder, ReducedTable).results, played, strict=True):
        assert one.agents == other.players
        assert one.estimates["duplicate"].mean == pytest.approx(other.won[0].mean)


def test_same_bits_on_any_number_of_threads_and_after_a_stop(
    solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = 'reduce = "aivat"\nfit = 500\n'
    whole = made(solved, tmp_path / "whole", keys, threads=1)
    folder = linked(tmp_path / "broken", solved)
    runner, play = runner_of(SOLVED + MATCH + keys, folder), reduced_duel
    done: list[int] = []

    def broken(*given: Any, **keys: Any) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(keys["first_deal"])
        return play(*given, **keys)

    with monkeypatch.context() as patched:
        patched.setattr(reduced_matches, "reduced_duel", broken)
        with pytest.raises(KeyboardInterrupt):
            runner.run(["all_reduced"])
    again: list[int] = []

    def counted(*given: Any, **keys: Any) -> Any:
        again.append(keys["first_deal"])
        return play(*given, **keys)

    monkeypatch.setattr(reduced_matches, "reduced_duel", counted)
    runner_of(SOLVED + MATCH + keys, folder).run(["all_reduced"])
    assert (done, again) == ([0, 60], [120, 180, 240])
    assert (folder / "all_reduced.h5").read_bytes() == (whole / "all_reduced.h5").read_bytes()


def test_a_page_tells_them(solved: Path, tmp_path: Path) -> None:
    folder = linked(tmp_path / "tables", solved)
    runner_of(SOLVED + MATCH + 'reduce = "aivat"\nfit = 500\n' + PAGE, folder).run(["all_page"])
    page = (folder / "all_page.md").read_text()
    found = open_table("all_reduced", folder, ReducedTable)
    for one in found.results:
        (row,) = [
            line for line in page.splitlines() if line.startswith(f"| `{one.agents[0]}` v `{one.agents[1]}`")
        ][1:]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for cell, line in zip(cells[1:4], ("raw", "duplicate", "reduced"), strict=True):
            value = one.estimates[line]
            assert [float(number) for number in cell.split(" ± ")] == pytest.approx(
                [100 * value.mean, 100 * value.half_width], abs=0.00501
            )
        needed = one.lines(Unit.of(found.rules))["reduced"].needed
        assert int(cells[6].replace(",", "")) == round(needed)
    assert "left out, as nobody has a strategy: 1 pair of agents" in page


def test_thresholds_of_a_file(solved: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[[street]]\n[[street]]\nmake = [0.5]\noffset = 0.1\n")
    keys = f'reduce = "divat"\ndivat = "{file}"\n'
    folder = made(solved, tmp_path / "tables", keys)
    found = open_table("all_reduced", folder, ReducedTable)
    names = [str(solved / f"{name}_strategy.h5") for name in ("good", "poor")]
    alone = reduced_duel(*names, method="divat", divat=DivatTable.load(file), deals=60, seed=7)
    assert found.results[0].estimates == alone.estimates
    assert "thresholds as given" in found.notes
    stages = [plan_of(SOLVED + MATCH + keys).stages["all_reduced"]]
    file.write_text("[[street]]\n[[street]]\nmake = [0.6]\noffset = 0.1\n")
    stages.append(plan_of(SOLVED + MATCH + keys).stages["all_reduced"])
    assert stages[0].parameters != stages[1].parameters


def holdem(method: str) -> str:
    text = WEAK.format(game="limit-holdem", iterations=2) + '[match.all]\nagents = ["weak", "always-raise"]\n'
    return (
        text + f'deals = 20\nreduce = "{method}"\n' + ('values = "strategy"\n' if method == "aivat" else "")
    )


@pytest.mark.parametrize("method", ["aivat", "mivat"])
def test_tables_that_methods_look_up_are_parents(method: str) -> None:
    stage = plan_of(holdem(method)).stages["all_reduced"]
    assert {"weak_strategy", "two_buckets", "river_strength"} <= set(stage.parents)
    assert ("two_counts" in stage.parents) == (method == "aivat")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["aivat", "mivat"])
def test_bucketed_holdem(tables: Path, tmp_path: Path, method: str) -> None:
    """Values of strategies come from the joint counts."""
    folder = linked(tmp_path / "tables", tables)
    runner_of(holdem(method), folder).run(["all_reduced"])
    found = open_table("all_reduced", folder, ReducedTable)
    alone = reduced_duel(
        str(folder / "weak_strategy.h5"),
        "always-raise",
        method=method,
        values="strategy" if method == "aivat" else "hands",
        deals=20,
        tables=folder,
    )
    assert found.results[0].estimates == alone.estimates
    assert np.isfinite(found["estimates"]).all()


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ('reduce = "avat"', r"\[match.all\]: method: expected one of all-in, .*got 'avat'"),
        (
            'values = "strategy"',
            r"values: expected reduce with it, got 'strategy' alone; e.g. reduce = \"aivat\"",
        ),
        ('reduce = "aivat"\nreduce_deals = 61', "reduce_deals: expected at most the 60 deals .*got 61"),
        ('reduce = "aivat"\nreduce_deals = 1', "reduce_deals: expected a whole number from 2"),
        (
            'reduce = "aivat"\nvalues = "mine"',
            "values: expected one of hands, strategy, strength, got 'mine'",
        ),
        ('reduce = "mivat"\nvalues = "strength"', "values: expected none but hands for mivat"),
        ('reduce = "mivat"\nfit = 100', "fit: expected none with mivat"),
        (
            'reduce = "aivat"\nvalues = "strength"\nfit = 100',
            "fit: expected none with aivat and values from strength",
        ),
        ('reduce = "aivat"\nfit = 0', "fit: expected a whole number from 1"),
        ('reduce = "aivat"\ndivat = "x.toml"', "divat: expected none with aivat, got 'x.toml'"),
        ('reduce = "divat"\ndivat = "absent.toml"', "cannot read the thresholds absent.toml"),
    ],
)
def test_what_is_refused(keys: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan_of(SOLVED + MATCH + keys)


def test_agents_that_a_method_is_not_for() -> None:
    text = '[match.all]\nagents = ["always-call", "random"]\ngame = "{}"\ndeals = 60\nreduce = "{}"\n'
    with pytest.raises(
        ValueError, match="reduce: expected an agent with a strategy for aivat, got always-call"
    ):
        plan_of(text.format("leduc", "aivat"))
    with pytest.raises(ValueError, match=r"game: expected one with limits.* got no-limit Leduc"):
        plan_of(text.format("leduc-nolimit", "divat"))
    pcs = """
[abstraction.two]
kind = "percentile"
recall = "imperfect"
buckets = ["lossless", 2, 2, 2]
[strategy.sampled]
game = "limit-holdem"
abstraction = "two"
algorithm = "pcs"
iterations = 1
[match.all]
agents = ["sampled", "always-call"]
reduce = "aivat"
values = "strength"
"""
    with pytest.raises(
        ValueError, match="values: expected 'hands', as sampled's abstraction two has no joint counts"
    ):
        plan_of(pcs)
