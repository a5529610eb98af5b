"""Exported strategies are what was solved: read back on the explicit tree, and as OpenSpiel sees them."""

import csv
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from click.testing import CliRunner

from helpers import explicit_games
from pokerdata import games
from pokerdata.cli.export import export
from pokerdata.cli.solve import solve as solve_command
from pokerdata.solvers import Result, evaluate, solve
from pokerdata.strategies import SavedStrategy, load_strategy, simple_strategy
from pokerdata.strategies.export import COLUMNS, columns, to_frame, to_openspiel_policy


@pytest.fixture(scope="module")
def leduc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("leduc") / "leduc.h5"
    CliRunner().invoke(solve_command, ["leduc", "--out", str(path)], catch_exceptions=False)
    return path


def write(*arguments: str) -> str:
    return CliRunner().invoke(export, arguments, catch_exceptions=False).output


def test_csv_is_worth_what_the_strategy_is(leduc: Path, tmp_path: Path) -> None:
    path = tmp_path / "far" / "plays.csv"
    assert write(str(leduc), "--out", str(path)) == f"written: {path}, 672 rows\n"
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
        one = SavedStrategy(game.rules, game.parts()[0], None, strategy, game.state_names)
        policy = to_openspiel_policy(one, peer)
        value = evaluate(game, strategy)
        assert pyspiel.nash_conv(peer, policy) == pytest.approx(value.nash_conv, abs=1e-6)
        assert pyspiel.exploitability(peer, policy) == pytest.approx(value.exploitability, abs=1e-6)
        expected = pyspiel.expected_returns(peer.new_initial_state(), policy, -1, True)
        assert expected == pytest.approx([value.expected_value, -value.expected_value], abs=1e-6)
    assert pyspiel.exploitability(
        pyspiel.load_game(theirs.partition("(")[0]), to_openspiel_policy(solved)
    ) == pytest.approx(solved.evaluation.exploitability, abs=1e-6)


def test_other_games_have_no_policy(limit_game: games.JointCountGame) -> None:
    stakes = games.LimitRules(name="Kuhn poker", ante=1, bets=(2,), caps=(1,), first_to_act=(1,))
    other: Result = solve(games.CardGame(stakes, games.GAMES["kuhn"].cards), iterations=1)
    for result in (other, solve(limit_game, iterations=1)):
        with pytest.raises(ValueError, match="OpenSpiel policies are made of Kuhn poker and Leduc"):
            to_openspiel_policy(result)
    with pytest.raises(ValueError, match=r"bad game .* want kuhn_poker with two players"):
        to_openspiel_policy(solve(games.kuhn(), iterations=1), pyspiel.load_game("kuhn_poker(players=3)"))


def test_what_is_no_strategy() -> None:
    for given in (None, "leduc.h5", simple_strategy(games.kuhn(), "uniform")):
        with pytest.raises(ValueError, match=r"bad strategy of type .*: want what solve"):
            columns(given)  # type: ignore[arg-type]


def test_without_pandas(leduc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pokerdata\[pandas\]'"):
        to_frame(load_strategy(leduc))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "xls"), "bad format 'xls': want one of csv, npz"),
        (("--to", "npz", "--out", "leduc.csv"), r"bad file 'leduc.csv': want a name that ends in \.npz"),
    ],
)
def test_bad_arguments(leduc: Path, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write(str(leduc), *arguments)


def test_the_example_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"<!-- export -->\n```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "strategies.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
