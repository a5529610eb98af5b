"""Files with valid digests and impossible values are refused before a kernel reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import pokerdata
from fuzzing.signing import sign
from helpers.earlier_spot_files import save_earlier
from helpers.recipes import runner_of
from pokerdata import TableError
from pokerdata.cards import STREETS
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.cli import main
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.selection import write_parquet
from pokerdata.matches import Sums
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import layouts, open_table, write_table
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.pipeline.store.digest import data_digest
from pokerdata.solving import RunState
from pokerdata.spots import Spot, SpotSolution, flop_report, load_flop_report, load_spot

#: The closed form: OOP bets aces and a third of its queens, IP calls two thirds.
RIVER = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
TURN = Spot(board="2s3h4d6c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")


def edited(file: Path, dataset: str, at: Any, value: Any) -> Path:
    """Return the table with one value changed, signed again."""
    with h5py.File(file, "r+") as table:
        array = table[dataset][...]
        array[at] = value
        table[dataset][...] = array
        digest = data_digest(dataset, np.ascontiguousarray(array))
        table[dataset].attrs["sha256"] = np.array(digest.encode(), h5py.string_dtype("utf-8", 64))
        sign(table)
    return file


@pytest.fixture
def solved(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a solved spot; its sums are those of files of the previous version, which are also read."""
    save = save_earlier if "sums" in request.node.name else SpotSolution.save
    save(pokerdata.solve(RIVER, iterations=50), tmp_path / "river.h5")
    return tmp_path / "river.h5"


@pytest.mark.parametrize(
    ("dataset", "at", "value"),
    [
        ("sums", 1, np.inf),
        ("sums", 1, np.nan),
        ("sums", 0, -1.0),
        ("strategy", 0, -1),
        ("strategy", 1, np.inf),
        ("strategy", 1, np.nan),
        ("log", (0, 1), np.inf),
        ("log", (0, 0), np.nan),
        ("hands5_oop", 0, 1326),
        ("boards5", 0, 1 << 52),
    ],
)
def test_values_of_a_solved_spot(
    solved: Path, dataset: str, at: Any, value: float, capsys: pytest.CaptureFixture[str]
) -> None:
    edited(solved, dataset, at, value)
    with pytest.raises(TableError, match=rf"river.h5.*{dataset}\["):
        load_spot(solved).at("c")
    assert main(["verify", "river", "--tables", str(solved.parent)]) != 0
    assert dataset in capsys.readouterr().out + capsys.readouterr().err


@pytest.mark.parametrize(("column", "value"), [(6, 0.0), (1, -1.0), (0, -1.0)])
def test_the_log_of_a_solved_spot(solved: Path, column: int, value: float) -> None:
    edited(solved, "log", (0, column), value)
    with pytest.raises(TableError, match=r"river.h5.*a log"):
        load_spot(solved)


def test_sums_of_a_large_spot_are_compared_where_they_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layouts, "_SMALL", 8)
    file = tmp_path / "turn.h5"
    save_earlier(pokerdata.solve(TURN, iterations=20), file)
    sound = load_spot(file)
    assert sound.at("cc/", "8c").strategy.shape == (2, 2)
    edited(file, "sums", -1, np.inf)
    solution = load_spot(file)
    with pytest.raises(TableError, match="sums"):
        solution.at("c")
    with pytest.raises(TableError, match="sums"):
        solution.ends(0)
    boards = solution.boards(1)[0]
    with pytest.raises(TableError, match="sums"):
        solution.at("cc/", boards[-1, -1:])
    assert np.array_equal(solution.at("cc/", boards[0, -1:]).values, sound.at("cc/", boards[0, -1:]).values)
    with pytest.raises(TableError, match="sums"):
        solution.play("cc/", boards[-1, -1:])


def test_strategies_of_a_large_spot_are_compared_where_they_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layouts, "_SMALL", 8)
    file = tmp_path / "turn.h5"
    pokerdata.solve(TURN, iterations=20).save(file)
    sound = load_spot(file)
    edited(file, "strategy", -1, -1)
    solution = load_spot(file)
    boards = solution.boards(1)[0]
    for history, cards in (("c", ""), ("cc/", boards[0, -1:])):  # the turn knows its run-outs
        assert np.array_equal(solution.at(history, cards).values, sound.at(history, cards).values)
    with pytest.raises(TableError, match="strategy"):
        solution.at("cc/", boards[-1, -1:])
    with pytest.raises(TableError, match="strategy"):
        solution.play("cc/", boards[-1, -1:])
    edited(file, "ends_oop", 3, np.inf)
    with pytest.raises(TableError, match="ends_oop"):
        load_spot(file).at("c")


@pytest.mark.parametrize("dataset", ["ends_oop", "ends_ip"])
@pytest.mark.parametrize("value", [1e300, -1e300, 1e38, 100])
def test_nobody_has_more_where_a_street_ends_than_all_chips(
    tmp_path: Path, dataset: str, value: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """This uses at most 20 chips, against one or two hands, without half of the dead money."""
    file = tmp_path / "turn.h5"
    pokerdata.solve(TURN, iterations=20).save(file)
    with h5py.File(file) as table:
        assert 1 < np.abs(table[dataset][...]).max() <= 20 * (1 + (dataset == "ends_ip"))
    edited(file, dataset, 0, value)
    with pytest.raises(TableError, match=rf"turn.h5.*{dataset}\["):
        load_spot(file).at("c")
    assert main(["verify", "turn", "--tables", str(tmp_path)]) != 0
    assert dataset in capsys.readouterr().out


@pytest.mark.parametrize("column", range(2, 7))
def test_nobody_wins_more_than_all_chips(solved: Path, column: int) -> None:
    edited(solved, "log", (0, column), 1e300)
    with pytest.raises(TableError, match=r"river.h5.*a log"):
        load_spot(solved)


@pytest.mark.parametrize(("dataset", "at"), [("ev", (0, 0)), ("exploitability", 0)])
@pytest.mark.parametrize("value", [1e300, -1e300])
def test_values_of_a_report_over_flops(tmp_path: Path, dataset: str, at: Any, value: float) -> None:
    spot = Spot(board="2c3d4h", oop="AA", ip="KK", pot=20, stack=20, bets="river: a")
    file = tmp_path / "flops.h5"
    (tmp_path / "flops.txt").write_text("2c3d4h\n")
    flop_report(spot, tmp_path / "flops.txt", iterations=2).save(file)
    load_flop_report(file)
    with pytest.raises(TableError, match=rf"flops.h5.*{dataset}\["):
        load_flop_report(edited(file, dataset, at, value))


@pytest.mark.parametrize(("dataset", "value"), [("boards4", 31), ("hands4_oop", 7)])
def test_cards_of_another_spot_are_refused(tmp_path: Path, dataset: str, value: int) -> None:
    file = tmp_path / "turn.h5"
    pokerdata.solve(TURN, iterations=2).save(file)
    edited(file, dataset, 0, value)
    with pytest.raises(TableError, match=f"{dataset} are those of another spot"):
        load_spot(file)


def test_sums_in_memory_end_no_process() -> None:
    solution = pokerdata.solve(RIVER, iterations=50)
    solution.sums[1] = np.inf
    with pytest.raises(ValueError, match="weights"):
        solution.at("c")


def test_values_of_a_strategy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kuhn.h5"
    pokerdata.solve("kuhn", iterations=5).save(file)
    edited(file, "log", (0, 1), np.inf)
    with pytest.raises(TableError, match=r"kuhn.h5.*log\[0, 1\] is inf"):
        load_strategy(file)
    assert main(["verify", "kuhn", "--tables", str(tmp_path)]) != 0
    assert "log[0, 1]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("iterations", np.array([1, 2])),
        ("algorithm", 7),
        ("exploitability_mb_per_game", np.inf),
        ("parents", 3),
    ],
)
def test_what_a_strategy_says_of_itself(tmp_path: Path, name: str, value: Any) -> None:
    """Commands print these attributes."""
    file = tmp_path / "kuhn.h5"
    pokerdata.solve("kuhn", iterations=5).save(file)
    with h5py.File(file, "r+") as table:
        table.attrs[name] = value
        sign(table)
    with pytest.raises(TableError, match=rf"kuhn.h5.*attribute {name}"):
        load_strategy(file)


def test_a_strategy_without_a_state_for_a_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kuhn.h5"
    pokerdata.solve("kuhn", iterations=5).save(file)
    edited(file, "street1_states", slice(None), b"z")
    assert main(["browse", str(file), "--print"]) == 1
    assert "kuhn.h5" in capsys.readouterr().err


@pytest.mark.parametrize(("field", "value"), [("deals", 0), ("first_squares", -1), ("second", 2**62)])
def test_sums_that_no_match_has(tmp_path: Path, field: str, value: int) -> None:
    file = tmp_path / "all_matches.h5"
    runner_of(
        '[strategy.kuhn]\ngame = "kuhn"\niterations = 5\n[match.all]\nagents = ["kuhn", "random"]\ndeals = 20\n',
        tmp_path,
    ).run(["all_matches"])
    with open_table("all_matches", tmp_path, MatchesTable) as table:
        assert table.results[0].deals == 20
    edited(file, "sums", (0, -1, Sums._fields.index(field)), value)
    with pytest.raises(TableError, match=r"all_matches.h5.*sums"):
        open_table(file, None, MatchesTable)


def test_parquet_takes_any_name(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "x\udcff.parquet"
    write_parquet(pokerdata.solve("kuhn", iterations=5), path)
    with path.open("rb") as file:
        assert pq.read_table(file).num_rows == 24


def _kept(problem: Any, folder: Path) -> Path:
    file = folder / "run.npz"
    pokerdata.solve(problem, iterations=5, checkpoint=lambda state: state.save(file))
    return file


@pytest.mark.parametrize("problem", ["kuhn", RIVER])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("array_average", -1.0),
        ("array_average", np.inf),
        ("array_regrets", np.nan),
        ("iteration", -1),
        ("iteration", 2**62),
        ("seconds", np.nan),
        ("seconds", 1e38),
    ],
)
def test_values_of_a_kept_run(tmp_path: Path, problem: Any, name: str, value: float) -> None:
    file = _kept(problem, tmp_path)
    RunState.load(file)
    arrays = load_arrays(file)
    arrays[name] = np.array(arrays[name])
    arrays[name].reshape(-1)[:1] = value
    save_arrays(file, arrays)
    with pytest.raises(TableError, match=r"run\.npz"):
        RunState.load(file)


def test_the_log_of_a_kept_run(tmp_path: Path) -> None:
    for problem in ("kuhn", RIVER):
        file = _kept(problem, tmp_path)
        arrays = load_arrays(file)
        arrays["log"] = np.array(arrays["log"])
        arrays["log"].reshape(-1)[:1] = np.inf
        save_arrays(file, arrays)
        with pytest.raises(TableError, match=r"run\.npz"):
            pokerdata.solve(problem, iterations=9, resume=file)


@pytest.mark.parametrize("problem", ["kuhn", RIVER])
def test_a_kept_run_that_took_no_time(tmp_path: Path, problem: Any) -> None:
    """Its stated speed is impossible."""
    file = _kept(problem, tmp_path)
    arrays = load_arrays(file)
    arrays["seconds"] = np.array(1e-320)
    save_arrays(file, arrays)
    assert pokerdata.solve(problem, iterations=6, resume=file).iterations == 6


@pytest.mark.parametrize("name", ["array_regrets", "array_average", "log"])
def test_a_kept_run_with_one_number(tmp_path: Path, name: str) -> None:
    """A number replaces an array, which loops of any engine would fail on."""
    file = _kept("kuhn", tmp_path)
    save_arrays(file, load_arrays(file) | {name: np.array(1.0)})
    with pytest.raises(TableError, match=r"run\.npz"):
        RunState.load(file)


def test_a_version_that_is_no_number(tmp_path: Path) -> None:
    file = _kept("kuhn", tmp_path)
    save_arrays(file, load_arrays(file) | {"version": np.zeros(2)})
    with pytest.raises(TableError, match=r"run\.npz"):
        RunState.load(file)


@pytest.mark.parametrize("change", ["no buckets", "buckets in words", "boards in words", "wide counts"])
def test_joint_counts_of_another_layout(change: str, tmp_path: Path) -> None:
    counts = np.ones((1, 1), np.uint16 if change == "wide counts" else np.uint64)
    attributes: dict[str, Any] = {"buckets": [1, 1, 1, 1], "parents": {}}
    if change == "no buckets":
        del attributes["buckets"]
    elif change != "wide counts":
        attributes[change.split()[0]] = "many"
    arrays = dict.fromkeys((*STREETS, "river_wins"), counts)
    write_table(tmp_path / "c.h5", name="c", kind="joint_counts", arrays=arrays, attributes=attributes)
    with pytest.raises(TableError, match="sound table of kind joint_counts"):
        pokerdata.open_table(tmp_path / "c.h5")


@pytest.mark.parametrize(
    "said",
    [{}, {"metric": "equity"}, {"metric": ["ehs", "ehs2_next"]}, {"metric": "ehs", "buckets": ["1"] * 4}],
)
@pytest.mark.parametrize("kind", ["history_buckets", "threshold_buckets"])
def test_buckets_that_say_what_cannot_be(kind: str, said: dict[str, Any], tmp_path: Path) -> None:
    arrays: dict[str, np.ndarray[Any, np.dtype[Any]]] = {
        f"{street}_thresholds": np.empty((1, 0), np.uint64) for street in STREETS
    }
    arrays |= {f"{street}_mass": np.ones(1, np.uint64) for street in STREETS}
    attributes = {"buckets": [1, 1, 1, 1], **said}
    arrays |= {"preflop_bucket": np.zeros(1326, np.uint8)}
    write_table(tmp_path / "b.h5", name="b", kind=kind, arrays=arrays, attributes=attributes)
    with pytest.raises(TableError, match=f"sound table of kind {kind}"):
        pokerdata.open_table(tmp_path / "b.h5")


def test_strengths_of_a_large_table_are_compared_where_they_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layouts, "_SMALL", 8)
    arrays: dict[str, np.ndarray[Any, np.dtype[Any]]] = {
        "ahead": np.full((16432, 1326), 1036, np.uint16),
        "tied": np.full((16432, 1326), 0xFFFF, np.uint16),
        "ehs": np.full((16432, 1326), 46 * 1980, np.uint32),
        "ehs2_river": np.full((16432, 1326), 2**32 - 2, np.uint32),
    }
    file = tmp_path / "t.h5"
    write_table(file, name="t", kind="strength", arrays=arrays, attributes={"street": "turn"})
    table = open_table(file, None, StrengthTable)
    assert table.row("2c3d4h5s")[-1] == table.lookup("AsAh", "2c3d4h5s") == 46 * 1980
    assert table.lookup("AsAh", "2c3d4h5s", "tied") == 0xFFFF
    for metric in ("ahead", "ehs2_river"):
        with pytest.raises(TableError, match=metric):
            table.row("2c3d4h5s", metric)
        with pytest.raises(TableError, match=metric):
            table.lookup("AsAh", "2c3d4h5s", metric)
    with pytest.raises(TableError, match="ahead"):
        table.verify()
