"""Exported decisions of a solved spot agree with the solution, decision by decision and board by board."""

import csv
import io
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from helpers.spots_by_hand import random_spot, short_deck
from pokerdata import TableError
from pokerdata._core import spots as _core
from pokerdata._core import support
from pokerdata._support.progress import Progress
from pokerdata.cards import COMBINATIONS, format_cards, parse_cards
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.ranges import Range
from pokerdata.cli import main
from pokerdata.spots import Spot, SpotSolution, load_spot, select_decisions, solve_spot
from pokerdata.spots import export as exporting
from pokerdata.spots.export import (
    DecisionSelection,
    columns,
    frames,
    kept_rows,
    write_csv,
    write_npz,
    write_parquet,
)

# Two suits are equivalent: boards represent others.
SPOT = Spot(
    board="2c3c4c5d",
    oop="AA,QQ",
    ip="KK,JJ",
    pot=20,
    stack=30,
    bets="75%",
    raises="a",
    dead="6c6d6h6s7c7d7h7s",
)


@pytest.fixture(scope="module")
def solution() -> SpotSolution:
    return solve_spot(SPOT, iterations=20)


@pytest.fixture(scope="module")
def file(solution: SpotSolution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spot") / "turn.h5"
    solution.save(path)
    return path


@pytest.mark.parametrize("seed", range(6))
def test_every_decision_is_that_of_the_solution(seed: int) -> None:
    found = solve_spot(random_spot(seed), iterations=5)
    chosen = select_decisions(found)
    count = 0
    for selected in chosen:
        told = columns(selected, chosen.most_actions)
        count += len(told["hand"])
        dealt = selected.decision.board[len(found.spot.board_cards) :]
        at = found.at(str(selected.decision.history), dealt if len(dealt) else "")
        total = told["weight"].sum()
        for a, action in enumerate(at.actions):
            assert set(told[f"action_{a + 1}"]) <= {action}
            assert set(told[f"step_{a + 1}"]) <= {at.steps[a]}
            if total > 0:
                part = (told["weight"] * told[f"strategy_{a + 1}"]).sum() / total
                assert part == pytest.approx(at.totals[a])
        for row, hand in enumerate(told["hand"].tolist()):
            one = at.hand(hand)
            for name in ("reach", "equity", "ev", "realised"):
                np.testing.assert_equal(float(told[name][row]), one[name])
            for a, action in enumerate(at.actions):
                np.testing.assert_equal(float(told[f"value_{a + 1}"][row]), one["values"][action])
    assert count == chosen.rows > 0


def test_boards_stand_for_those_that_suits_do_not_tell_apart(solution: SpotSolution) -> None:
    frame = pd.concat(frames(select_decisions(solution, street="river")))
    dead = {int(card) for card in (*SPOT.board_cards, *SPOT.dead_cards)}
    rivers = [card for card in range(52) if card not in dead]
    assert frame.groupby("board")["boards"].first().sum() == len(rivers)
    assert frame["board"].nunique() < len(rivers)
    exact: dict[str, float] = defaultdict(float)
    for card in rivers:
        for history in frame["history"].unique():
            side = solution.at(history, format_cards(np.array([card], np.uint8))).side
            exact[history] += float(np.nansum(side.weights * side.ev))
    for history, rows in frame.groupby("history"):
        assert (rows["boards"] * rows["weight"] * rows["ev"].fillna(0)).sum() == pytest.approx(
            exact[str(history)]
        )


def test_flops_have_two_streets_of_boards() -> None:
    found = solve_spot(
        Spot(**short_deck("Kd9h6h", 9, (4, 4), 1), pot=10, stack=10, bets="a"),  # type: ignore[arg-type]
        iterations=2,
    )
    frame = pd.concat(frames(select_decisions(found)))
    spot = found.spot
    left = np.setdiff1d(np.arange(52), np.concatenate([spot.board_cards, spot.dead_cards])).tolist()
    hands = [[set(COMBINATIONS[i].tolist()) for i in np.flatnonzero(spot.weights(p))] for p in (0, 1)]
    pairs = [one | two for one in hands[0] for two in hands[1] if not one & two]
    for street, dealt in (("turn", 1), ("river", 2)):
        boards = frame[frame["street"] == street].groupby("board")["boards"].first()
        possible = [
            cards for cards in permutations(left, dealt) if any(not pair & {*cards} for pair in pairs)
        ]
        assert boards.sum() == len(possible)


def test_what_is_selected(solution: SpotSolution) -> None:
    def told(**how: object) -> pd.DataFrame:
        return pd.concat(frames(select_decisions(solution, **how)))  # type: ignore[arg-type]

    everything = told()
    assert set(told(street="turn")["history"]) == {h for h in everything["history"] if "/" not in h}
    assert set(told(path="c")["history"]) == {"c"}
    assert set(told(path="c", below=True)["history"]) == {h for h in everything["history"] if h[:1] == "c"}
    river = told(path="cc/", board="8c")
    assert set(river["board"]) == {"2c3c4c5d8c"}
    assert set(river["boards"]) == {1}
    at = solution.at("cc/", "8c")
    assert river["ev"].tolist() == pytest.approx(at.side.ev.tolist(), nan_ok=True)
    assert set(told(board="2c3c4c5d8d", hand="AA")["hand"]) <= {
        h for h in everything["hand"] if h[::2] == "AA"
    }
    assert told(street="turn", hand="AsAh")["hand"].unique().tolist() == ["AsAh"]


def test_what_is_refused(solution: SpotSolution) -> None:
    for how, message in (
        ({"street": "flop"}, "street: expected turn or river, got 'flop'"),
        ({"below": True}, "below: expected a path with it"),
        ({"path": "r99"}, "path: expected one of"),
        ({"board": "8c9c"}, "board: expected at most 1 cards after"),
        ({"hand": "AsAh"}, "hand: expected a class of hands, or the board with its cards"),
        ({"hand": "AsAhAd", "street": "turn"}, "hand: expected a class or two cards"),
        ({"hand": "AKs"}, "hand: expected one that oop or ip can hold there, got AKs; e.g. "),
        ({"hand": "KK", "path": ""}, "hand: expected one that oop can hold there, got KK; e.g. QQ"),
        (
            {"hand": "AsAh", "board": "As"},
            "hand: expected one that oop or ip can hold there, got AsAh; e.g. ",
        ),
        ({"path": "c", "street": "river"}, "selection: expected some decisions of the spot, got none"),
    ):
        with pytest.raises(ValueError, match=message):
            select_decisions(solution, **how)


def test_files_hold_the_same(solution: SpotSolution, tmp_path: Path) -> None:
    chosen = select_decisions(solution, path="c", below=True)
    seen: list[tuple[int, int]] = []
    frame = pd.concat(frames(chosen, progress=lambda done, of: seen.append((done, of))))
    assert seen[-1] == (chosen.decisions, chosen.decisions)
    assert write_csv(chosen, tmp_path / "a.csv") == len(frame)
    assert write_parquet(chosen, tmp_path / "a.parquet") == len(frame)
    assert write_npz(chosen, tmp_path / "a.npz") == len(frame)
    with (tmp_path / "a.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    parquet = pq.read_table(tmp_path / "a.parquet").to_pydict()
    with np.load(tmp_path / "a.npz") as npz:
        arrays = dict(npz)
    assert list(rows[0]) == list(parquet) == list(arrays) == list(frame.columns)
    for name in frame.columns:
        wanted = frame[name].to_numpy()
        np.testing.assert_array_equal(arrays[name], wanted)
        np.testing.assert_array_equal(np.array(parquet[name], wanted.dtype), wanted)
        as_text = [row[name] for row in rows]
        if wanted.dtype == np.float64:
            np.testing.assert_array_equal([float(text or "nan") for text in as_text], wanted)
        else:
            assert as_text == [str(value) for value in wanted.tolist()]


def test_on_the_command_line(
    file: Path,
    solution: SpotSolution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["spot", "export", str(file), "--street", "turn", "-o", "turn.csv"]) == 0
    assert "written: turn.csv, " in capsys.readouterr().out
    write_csv(select_decisions(solution.stored(), street="turn"), tmp_path / "mine.csv")
    assert (tmp_path / "turn.csv").read_bytes() == (tmp_path / "mine.csv").read_bytes()
    monkeypatch.setattr(exporting, "MANY_ROWS", 100)
    assert main(["spot", "export", str(file), "-o", "all.csv"]) == 2
    rows = f"{select_decisions(solution).rows:,}"
    assert f"expected at most 100 rows without --yes, got up to {rows}" in capsys.readouterr().err
    assert not (tmp_path / "all.csv").exists()
    assert main(["spot", "export", str(file), "--yes", "--to", "parquet", "-o", "all.parquet"]) == 0
    assert f"{rows} rows" in capsys.readouterr().out


def by_csv_module(chosen: DecisionSelection) -> bytes:
    """Return the rows as Python's csv module writes them, decision by decision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(exporting.column_names(chosen.most_actions))
    for selected in chosen:
        told = columns(selected, chosen.most_actions)
        cells = [["" if v != v else v for v in column.tolist()] for column in told.values()]
        writer.writerows(zip(*cells, strict=True))
    return text.getvalue().encode()


@pytest.mark.parametrize("seed", range(4))
def test_csv_is_what_python_writes(seed: int, tmp_path: Path) -> None:
    found = solve_spot(random_spot(seed), iterations=4)
    for how in ({}, {"street": found.spot.streets[-1]}, {"path": "c", "below": True}):
        chosen = select_decisions(found, **how)
        write_csv(chosen, tmp_path / "a.csv")
        assert (tmp_path / "a.csv").read_bytes() == by_csv_module(chosen)


def test_numbers_are_written_as_python_writes_them() -> None:
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, 2**64, 50_000, dtype=np.uint64).view(np.float64)
    near = rng.integers(-1000, 1000, 5_000) * 10.0 ** rng.integers(-8, 20, 5_000)
    whole = [
        0.0,
        -0.0,
        1.0,
        0.1,
        1e16,
        1e15,
        123456789012345680.0,
        1e-4,
        9.999e-5,
        1e-5,
        np.inf,
        -np.inf,
        np.nan,
    ]
    numbers = np.concatenate([drawn, near, rng.random(5_000), 2.0 ** np.arange(-1074, 1024), whole])
    text = support.table_text(["x"] * len(numbers), numbers[:, None], ["", ",", "\n"]).decode()
    assert text == "".join(f"x,{'' if v != v else repr(v)}\n" for v in numbers.tolist())


def test_equities_of_many_ranges_are_those_of_each() -> None:
    """Bits agree, including ranges with other symmetries and ranges that a later card may empty."""
    rng = np.random.default_rng(2)
    suits_alike = Range("AA,KQ,JTs,72o").weights
    for cards in ("Th9h6h", "Td9d6hQc", "2c2d3h3sAs"):
        pairs = []
        for k in range(12):
            pair = [rng.random(1326) * (rng.random(1326) < share) for share in (0.3, 0.01 * (k + 1))]
            pairs.append([suits_alike, suits_alike] if k % 4 == 0 else pair)
            if k % 4 == 1:
                pairs[-1][1] = pairs[-1][1] * np.isin(np.arange(1326), rng.choice(1326, 2))
        oop, ip = (np.array([pair[p] for pair in pairs]) for p in (0, 1))
        board = sum(1 << int(c) for c in parse_cards(cards))
        found = _core.equities(board, 0, oop, ip, 2)
        for k in range(len(pairs)):
            alone = _core.equities(board, 0, oop[k : k + 1], ip[k : k + 1], 1)
            for one, all_ in zip(alone, found, strict=True):
                np.testing.assert_array_equal(one[0], all_[k])
        assert np.isfinite(found[0]).any(axis=1).sum() > 6


def test_equities_where_a_spot_begins(solution: SpotSolution) -> None:
    """On the spot's own cards they equal those on cards dealt for them."""
    rng = np.random.default_rng(3)
    spot = solution.spot
    some = rng.choice([0, 0.3, 1], (2, 3, 169))[:, :, CLASS_OF_COMBINATION]  # with the symmetries of the spot
    own = [side.weights * part for side, part in zip((spot.oop, spot.ip), some, strict=True)]
    own[1][2] = 0
    found = _core.root_equities(solution.game, own[0], own[1], 2)
    board, dead = (sum(1 << int(c) for c in cards) for cards in (spot.board_cards, spot.dead_cards))
    for here, dealt in zip(found, _core.equities(board, dead, own[0], own[1], 2), strict=True):
        np.testing.assert_allclose(here, dealt, rtol=0, atol=1e-12)
        assert np.isfinite(here[:2]).any()
        assert np.isnan(here[2]).all()


def test_each_board_is_walked_once(monkeypatch: pytest.MonkeyPatch, solution: SpotSolution) -> None:
    walked = []
    views = _core.views

    def seen(*given: Any) -> Any:
        walked.append(given[2:4])
        return views(*given)

    monkeypatch.setattr(_core, "views", seen)
    for selected in (chosen := select_decisions(solution)):
        assert selected.decision.actions
    assert len(walked) == len(set(walked)) == sum(len(boards) for boards in chosen.boards)


def interrupted_after(count: int) -> Progress:
    told: list[int] = []

    def progress(done: int, of: int) -> None:
        told.append(done)
        if len(told) == count:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("write", [write_csv, write_parquet, write_npz])
def test_what_was_interrupted_goes_on(
    write: Callable[..., int], solution: SpotSolution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "_BLOCK", 1)
    chosen = select_decisions(solution)
    target, folder = tmp_path / "all.csv", tmp_path / "all.csv.rows"
    expected = write(chosen, tmp_path / "whole")
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            write(chosen, target, keep=kept_rows(chosen, folder, "this"), progress=interrupted_after(4))
        assert not target.exists()
        assert len(list(folder.rglob("*.npz"))) >= 4
        assert not list(tmp_path.rglob(".*.tmp*"))
    (folder / "mine.txt").write_text("mine")
    looked_at = []
    numbers = exporting._numbers

    def seen(given: Any) -> Any:
        looked_at.append(given.decision.board)
        return numbers(given)

    monkeypatch.setattr(exporting, "_numbers", seen)
    assert write(chosen, target, keep=kept_rows(chosen, folder, "this")) == expected
    assert 0 < len(looked_at) < chosen.decisions - 2
    if write is not write_npz:  # its archives contain times
        assert target.read_bytes() == (tmp_path / "whole").read_bytes()
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_rows_of_another_export_are_not_taken(
    solution: SpotSolution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "_BLOCK", 1)
    folder, chosen, others = (
        tmp_path / "rows",
        select_decisions(solution),
        select_decisions(solution, hand="AA"),
    )
    with pytest.raises(KeyboardInterrupt):
        write_csv(
            chosen, tmp_path / "a.csv", keep=kept_rows(chosen, folder, 1), progress=interrupted_after(5)
        )
    for selection, source in ((others, 1), (chosen, 2)):
        write_csv(selection, tmp_path / "a.csv", keep=kept_rows(selection, folder, source))
        assert (tmp_path / "a.csv").read_bytes() == by_csv_module(selection)
    behind = tmp_path / "behind"
    behind.mkdir()
    folder.symlink_to(behind)
    with pytest.raises(TableError, match="is a symbolic link"):
        write_csv(chosen, tmp_path / "b.csv", keep=kept_rows(chosen, folder, 1))
    assert not (tmp_path / "b.csv").exists()
    assert not list(behind.iterdir())


@pytest.mark.slow
def test_what_was_killed_goes_on(file: Path, tmp_path: Path) -> None:
    """The whole command is killed repeatedly while it works."""
    code = (
        "import sys, time\nfrom pokerdata.spots import export\nfrom pokerdata.cli import main\nexport._BLOCK = 1\n"
        "numbers = export._numbers\nexport._numbers = lambda given: time.sleep(0.02) or numbers(given)\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "spot", "export", str(file), "-o", "all.csv"]
    kept = 0
    for _ in range(3):
        process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while process.poll() is None and len(list(tmp_path.rglob("*.npz"))) < kept + 2:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert not (tmp_path / "all.csv").exists()
        kept = len(list(tmp_path.rglob("*.npz")))
    assert kept >= 6
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    write_csv(select_decisions(load_spot(file)), tmp_path / "whole.csv")
    assert (tmp_path / "all.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "whole.csv"]
