"""Exported strategies equal the solution: read back on the explicit tree, and in OpenSpiel."""

import csv
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pyspiel
import pytest
from click.testing import CliRunner

from helpers import explicit_games
from pokerdata import games
from pokerdata.cli.browse import export
from pokerdata.cli.solve import solve as solve_command
from pokerdata.games.strategies import Strategy, load_strategy, select, simple_strategy
from pokerdata.games.strategies.selection import (
    COLUMNS,
    columns,
    to_frame,
    to_openspiel_policy,
    write_csv,
    write_npz,
    write_parquet,
)
from pokerdata.solving.public import Result, evaluate, solve


@pytest.fixture(scope="module")
def leduc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("leduc") / "leduc.h5"
    CliRunner().invoke(solve_command, ["leduc", "--out", str(path)], catch_exceptions=False)
    return path


def write(*arguments: str) -> str:
    said = CliRunner().invoke(export, arguments, catch_exceptions=False).output
    return " ".join(said.split())  # long paths wrap


def test_csv_is_worth_what_the_strategy_is(leduc: Path, tmp_path: Path) -> None:
    path = tmp_path / "far" / "plays.csv"
    assert write(str(leduc), "--out", str(path)) == f"written: {path}, 672 rows"
    plays: dict[Any, float] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            hand = f"{row['hand']} on {row['board']}" if row["board"] else row["hand"]
            letter = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}[row["action"]]
            plays[(row["history"], hand), letter] = float(row["probability"])
            acts = len(row["history"].rpartition("/")[2]) % 2 + 1
            assert (int(row["player"]), int(row["street"])) == (acts, row["history"].count("/") + 1)
    saved = load_strategy(leduc)
    values = [
        explicit_games.best_response(explicit_games.leduc(), lambda k, m: plays[k, m], p) for p in (0, 1)
    ]
    assert evaluate(saved.game(), saved.strategy).best_response == pytest.approx(values, abs=1e-6)
    assert len({key for key, _ in plays}) == 288  # information sets, as published


def test_a_file_is_replaced_only_by_name(
    leduc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leduc.csv").write_text("mine")
    with pytest.raises(ValueError, match=r"leduc\.csv: there is such a file"):
        write(str(leduc))
    assert (tmp_path / "leduc.csv").read_text() == "mine"
    assert write(str(leduc), "-o", "leduc.csv") == "written: leduc.csv, 672 rows"


def test_npz_csv_and_frame_hold_the_same(
    leduc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "written: leduc.npz, 672 rows" in write(str(leduc), "--to", "npz")
    assert "written: leduc.csv, 672 rows" in write(str(leduc), "--to", "csv")
    found = columns(load_strategy(leduc))
    frame = to_frame(load_strategy(leduc))
    assert list(frame.columns) == list(COLUMNS)
    with (tmp_path / "leduc.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    with np.load(tmp_path / "leduc.npz") as stored:
        for name in COLUMNS:
            assert stored[name].dtype == found[name].dtype
            assert stored[name].tolist() == found[name].tolist() == frame[name].tolist()
            read = [row[name] for row in rows]
            assert np.array_equal(np.array(read).astype(found[name].dtype), found[name])  # to the last bit
    sums = frame.groupby(["player", "board", "hand", "history"])["probability"].sum()
    assert np.allclose(sums, 1, atol=1e-6)
    assert "written: leduc.parquet, 672 rows" in write(str(leduc), "--to", "parquet")
    read_back = pq.read_table(tmp_path / "leduc.parquet")
    assert read_back.column_names == list(COLUMNS)
    for name in COLUMNS:
        assert read_back[name].to_pylist() == found[name].tolist()
        if found[name].dtype.kind != "U":
            assert read_back[name].to_numpy().dtype == found[name].dtype


def test_chips_of_actions_are_those_of_the_hand() -> None:
    solved = solve(games.GAMES["leduc-nolimit"].build(), iterations=1)  # type: ignore[misc]
    found = columns(solved)
    for history, action, to in zip(found["history"], found["action"], found["to"], strict=True):
        if action.startswith(("bet", "raise")) and history.endswith("/"):
            before = int(re.findall(r"r(\d+)", f"r100{history}")[-1])
            assert int(action.split()[-1]) == to - before
        if action == "all-in":
            assert to == 1200


def test_rows_are_chosen(leduc: Path) -> None:
    """Selected rows, by street, path, board and hand, keep their order in the complete export."""
    saved = load_strategy(leduc)
    whole = to_frame(saved)

    def same(query: str, **how: Any) -> None:
        wanted = whole.query(query).reset_index(drop=True)
        assert len(wanted) > 0
        assert to_frame(select(saved, **how)).equals(wanted)
        assert select(saved, **how).rows == len(wanted)

    same("street == 2", street=2)
    same("history == 'cr'", path="cr")
    same("history.str.startswith('crc/')", path="crc/", below=True)
    same("history.str.startswith('cr')", path="cr", below=True)
    same("hand == 'Q'", hand="Q")
    same("hand == 'Q' and history == ''", hand="Qh", path="")
    same("board == 'K' and hand == 'J'", board="K", hand="J")
    same("board == 'K' and hand == 'J' and history == 'cc/c'", board="Ks", hand="Js", path="cc/c")
    on_king = to_frame(select(saved, board="K"))
    wanted = whole.query("board == 'K'")
    order = ["history", "hand", "action"]
    assert on_king.sort_values(order).values.tolist() == wanted.sort_values(order).values.tolist()


def test_hands_up_to_suits() -> None:
    build = games.load_game("small-island").build
    assert build is not None
    saved = Strategy.of(solve(build(), iterations=1))
    names = saved.state_names[2]
    found = columns(select(saved, street=3, hand="Kd", path="cc/cc/"))
    wanted = [(h, b) for h, b in zip(names.hands, names.boards, strict=True) if h[0] == "K"]
    assert list(dict.fromkeys(zip(found["hand"].tolist(), found["board"].tolist(), strict=True))) == wanted
    mapped = columns(select(saved, board="KdTc", hand="Qc", path="cc/cc/"))
    # the queen has the suit of the ten, and the king another
    (state,) = [k for k, name in enumerate(names) if re.fullmatch(r"Q(.) on K(?!\1). T\1", name)]
    node = next(n for n in saved.tree.decision_nodes(2).tolist() if saved.tree.history(n) == "cc/cc/")
    assert mapped["probability"].tolist() == saved.strategy[2][saved.tree.rows(node), state].tolist()
    assert set(mapped["board"]) == {"Kd Tc"}


def test_progress_and_memory(leduc: Path, tmp_path: Path) -> None:
    """Progress is reported after each node, up to all rows; Parquet is written in groups of rows."""
    for writer in (write_csv, write_parquet, write_npz):
        told: list[tuple[int, int]] = []
        path = tmp_path / f"a.{writer.__name__[6:]}"
        note = partial(_note, told)
        assert writer(load_strategy(leduc), path, progress=note) == 672
        assert told[-1] == (672, 672)
        assert len(told) == sum(len(load_strategy(leduc).tree.decision_nodes(r)) for r in range(2))
        assert [done for done, _ in told] == sorted({done for done, _ in told})


def _note(told: list[tuple[int, int]], done: int, total: int) -> None:
    told.append((done, total))


def test_groups_of_rows(leduc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata.games.strategies.selection._GROUP", 100)
    write_parquet(load_strategy(leduc), tmp_path / "a.parquet")
    file = pq.ParquetFile(tmp_path / "a.parquet")
    assert file.num_row_groups >= 5
    assert file.read()["probability"].to_pylist() == columns(load_strategy(leduc))["probability"].tolist()


def test_buckets_are_hands(limit_game: games.JointCountGame) -> None:
    found = columns(solve(limit_game, iterations=1))
    assert set(found["board"]) == {""}
    assert set(found["hand"][found["street"] == 2]) == {"0-0", "0-1", "1-0", "1-1"}
    assert len(found["hand"]) == sum(rows.size for rows in simple_strategy(limit_game, "uniform"))


@pytest.mark.parametrize(
    ("game", "theirs"),
    [
        (games.kuhn(), "kuhn_poker"),
        (games.leduc(), "leduc_poker"),
        (games.leduc(), "leduc_poker(suit_isomorphism=true)"),
    ],
)
def test_openspiel_finds_the_same_exploitability(game: games.CardGame, theirs: str) -> None:
    peer = pyspiel.load_game(theirs)
    solved = solve(game, iterations=31)
    random = simple_strategy(game, "random", seed=2)
    for strategy in (solved.strategy, random):
        one = Strategy(game.rules, game.parts()[0], None, strategy, game.state_names)
        policy = to_openspiel_policy(one, peer)
        value = evaluate(game, strategy)
        assert pyspiel.nash_conv(peer, policy) == pytest.approx(value.nash_conv, abs=1e-6)
        assert pyspiel.exploitability(peer, policy) == pytest.approx(value.exploitability, abs=1e-6)
        expected = pyspiel.expected_returns(peer.new_initial_state(), policy, -1, True)
        assert expected == pytest.approx([value.expected_value, -value.expected_value], abs=1e-6)
    assert pyspiel.exploitability(
        pyspiel.load_game(theirs.partition("(")[0]), to_openspiel_policy(solved)
    ) == pytest.approx(solved.values.exploitability, abs=1e-6)


def test_other_games_have_no_policy(limit_game: games.JointCountGame) -> None:
    stakes = games.LimitRules(name="Kuhn poker", ante=1, bets=(2,), caps=(1,), first_to_act=(1,))
    other: Result = solve(games.CardGame(stakes, games.GAMES["kuhn"].cards), iterations=1)
    for result in (other, solve(limit_game, iterations=1)):
        with pytest.raises(
            ValueError,
            match=(r"strategy: expected Kuhn poker or Leduc hold'em with their usual stakes, of.*got "),
        ):
            to_openspiel_policy(result)
    with pytest.raises(
        ValueError, match=r"game: expected kuhn_poker with two players for a strategy of .*, got "
    ):
        to_openspiel_policy(solve(games.kuhn(), iterations=1), pyspiel.load_game("kuhn_poker(players=3)"))


def test_what_is_no_strategy() -> None:
    for given in (None, "leduc.h5", simple_strategy(games.kuhn(), "uniform")):
        with pytest.raises(
            ValueError, match=r"strategy: expected what solve\(\) or load_strategy\(\) returns, got "
        ):
            columns(given)  # type: ignore[arg-type]


def test_without_open_spiel(leduc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pokerdata\[openspiel\]'"):
        to_openspiel_policy(load_strategy(leduc))


def test_without_pyarrow(leduc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pokerdata\[parquet\]'"):
        write(str(leduc), "--to", "parquet", "--out", str(tmp_path / "far" / "a.parquet"))
    assert not (tmp_path / "far").exists()


def test_without_pandas(leduc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pokerdata\[pandas\]'"):
        to_frame(load_strategy(leduc))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "xls"), r"--to: expected one of csv, npz, parquet, got xls; e\.g\. csv"),
        (("--to", "npz", "--out", "leduc.csv"), r"--out: expected a name that ends in \.npz, got leduc\.csv"),
        (("--street", "3"), r"street: expected a number from 1 to 2.*, got 3; e\.g\. 2"),
        (("--street", "river"), "street: expected a number from 1 to 2"),
        (("--path", "x"), "path: expected one of c, r at the start, got x"),
        (("--below",), "below: expected a path with it, got none"),
        (("--board", "KQ"), "board: expected 0 or 1 different cards, got KQ"),
        (("--board", "K", "--path", "c"), "board: expected none on street 1, got K"),
        (("--hand", "A"), "hand: expected 1 card of the ranks JQK, 2 of each, got A"),
        (
            ("--street", "1", "--path", "cc/"),
            "selection: expected some rows of Leduc hold'em, got none for street 1",
        ),
    ],
)
def test_bad_arguments(leduc: Path, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write(str(leduc), *arguments)


@pytest.mark.parametrize("marker", ["export", "node", "acting"])
def test_the_examples_of_the_document(marker: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[3] / "docs" / "strategies.md").read_text(encoding="utf-8")
    (code,) = re.findall(rf"<!-- {marker} -->\n```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "strategies.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
