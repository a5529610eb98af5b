"""The trade-off of winnings and worst case: increasing, never below the line, kept in files, and printed."""

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata.errors import TableError
from pokerdata.games.strategies import simple_strategy
from pokerdata.recipes.table_kinds import open_table
from pokerdata.solving import public as solvers
from pokerdata.solving.public import Response, TradeOff, load_trade_off, trade_off


@pytest.fixture(scope="module")
def found() -> TradeOff:
    game = games.leduc()
    return trade_off(game, simple_strategy(game, "random", seed=4), [0.9, 0.3, 0.6, 0.9], target="0.05mb")


def test_more_trust_wins_and_risks_more(found: TradeOff) -> None:
    assert found.ps.tolist() == [0, 0.3, 0.6, 0.9, 1]
    assert found.win.shape == found.worst.shape == (5, 2)
    assert (np.diff(found.mean_win) > 0).all()
    assert (np.diff(found.exploitability) > 0).all()
    assert (found.mean_win[1:-1] > found.line[1:-1] + 0.01).all()
    assert found.line[[0, -1]] == pytest.approx(found.mean_win[[0, -1]])
    assert (found.short < 0.05e-3).all()
    assert found.exploitability[0] < 1e-4


def test_each_is_the_response_to_its_p(found: TradeOff) -> None:
    game = games.leduc()
    model = simple_strategy(game, "random", seed=4)
    alone = solvers.restricted_response(game, model, 0.6, target="0.05mb")
    assert tuple(found.win[2]) == alone.win
    assert tuple(found.worst[2]) == alone.worst


def test_against_somebody_else() -> None:
    """Against another opponent, a response has its own winnings there and the same worst case."""
    game = games.kuhn()
    model, other = simple_strategy(game, "call"), simple_strategy(game, "raise")
    responses: list[Response] = []
    changed = trade_off(game, model, [0.5], opponent=other, target="0.1mb", on_response=responses.append)
    same = trade_off(game, model, [0.5], opponent=model, target="0.1mb")
    assert same.win == pytest.approx(trade_off(game, model, [0.5], target="0.1mb").win, abs=1e-12)
    assert len(responses) == 3
    for k, response in enumerate(responses):
        first = solvers.against(game, response.strategy, other).expected_value
        second = -solvers.against(game, other, response.strategy).expected_value
        assert changed.win[k] == pytest.approx([first, second], abs=1e-12)
    assert np.array_equal(changed.worst, same.worst)
    assert (changed.how["opponent"], same.how["opponent"]) == ("another than the model",) * 2


def test_files(found: TradeOff, tmp_path: Path) -> None:
    path = tmp_path / "leduc_trade_off.h5"
    found.save(path)
    again = load_trade_off(path)
    for name in ("ps", "win", "worst", "short"):
        assert np.array_equal(getattr(again, name), getattr(found, name))
    assert (again.rules, again.scope, again.label, again.how) == (
        found.rules,
        found.scope,
        found.label,
        found.how,
    )
    assert again.lines() == found.lines()
    assert repr(open_table(path)) == "TradeOffTable(leduc_trade_off, 5 responses)"
    again.save(tmp_path / "again" / "leduc_trade_off.h5")
    assert path.read_bytes() == (tmp_path / "again" / "leduc_trade_off.h5").read_bytes()
    solvers.solve("kuhn", iterations=1).save(tmp_path / "kuhn.h5")
    with pytest.raises(TableError, match=r"kuhn.h5: expected a trade-off, .* got a table of kind strategy"):
        load_trade_off(tmp_path / "kuhn.h5")
    with pytest.raises(ValueError, match=r"ends in .h5"):
        found.save(tmp_path / "t.txt")


def test_words_and_rows(found: TradeOff) -> None:
    lines = found.lines()
    assert lines[0].split() == ["p", "wins", "exploitability", "the", "line", "above", "it"]
    p, win, risk, line, above = map(float, lines[3].split())
    values = (found.mean_win[2], found.exploitability[2], found.line[2])
    assert (p, win, risk, line) == pytest.approx((0.6, *(1000 * x for x in values)), abs=6e-4)
    assert above == pytest.approx(win - line, abs=2e-3)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["p"]) for row in rows] == found.ps.tolist()
    assert [float(row["win_2"]) for row in rows] == found.win[:, 1].tolist()
    assert [float(row["worst_1"]) for row in rows] == found.worst[:, 0].tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ps": [0.5, 1.2]}, r"p: expected how likely .* got 1.2"),
        ({"ps": ["x"]}, r"p: expected how likely .* got 'x'"),
        ({"target": "5"}, "target: expected"),
        ({"opponent": [np.zeros((2, 2))]}, "strategy on street 1: expected shape"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], message: str) -> None:
    game = games.kuhn()
    with pytest.raises(ValueError, match=message):
        trade_off(game, simple_strategy(game, "uniform"), **arguments)
