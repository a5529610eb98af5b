"""Exported decisions of a solved spot are what the solution says, decision by decision and board by board."""

import csv
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import pokerdata
from helpers.spots_by_hand import random_spot, short_deck
from pokerdata.cards import COMBINATIONS, format_cards
from pokerdata.cli import main
from pokerdata.spots import Spot, SpotSolution, select_decisions, solve_spot
from pokerdata.spots import export as exporting
from pokerdata.spots.export import columns, frames, write_csv, write_npz, write_parquet

# Two suits that nothing tells apart: boards stand for others.
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
    pokerdata.save_spot(solution, path)
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
    assert main(["export", str(file), "--street", "turn", "-o", "turn.csv"]) == 0
    assert "written: turn.csv, " in capsys.readouterr().out
    write_csv(select_decisions(solution, street="turn"), tmp_path / "mine.csv")
    assert (tmp_path / "turn.csv").read_bytes() == (tmp_path / "mine.csv").read_bytes()
    monkeypatch.setattr(exporting, "MANY_ROWS", 100)
    assert main(["export", str(file), "-o", "all.csv"]) == 2
    rows = f"{select_decisions(solution).rows:,}"
    assert f"expected at most 100 rows without --yes, got up to {rows}" in capsys.readouterr().err
    assert not (tmp_path / "all.csv").exists()
    assert main(["export", str(file), "--yes", "--to", "parquet", "-o", "all.parquet"]) == 0
    assert f"{rows} rows" in capsys.readouterr().out
