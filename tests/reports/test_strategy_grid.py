"""A strategy's grid: its cells, totals and values, and every output format."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.drawn import hex_of
from pokerdata._support.html import luminance
from pokerdata.cli.plot import plot
from pokerdata.cli.solve import solve as solve_command
from pokerdata.games import CardGame, CardRules, leduc
from pokerdata.games.named import LIMIT_FLOP
from pokerdata.games.strategies import node_strategy
from pokerdata.reports.pictures import StrategyGrid, strategy_grid
from pokerdata.reports.pictures.strategy_grid import BETS, FOLD, PASSIVE, action_colours
from pokerdata.solving.public import action_values, solve, valued

RANKS = "TJQKA"


@pytest.fixture(scope="module")
def drawn() -> StrategyGrid:
    """Return player 2 on a flop, with a deck of twenty cards."""
    cards = CardRules(RANKS, suits=4, hole=2, board=(0, 3), ranking="five-card")
    solved = solve(CardGame(LIMIT_FLOP, cards), iterations=5)
    return strategy_grid(valued(node_strategy(solved, "rc/", "AsKdTd")))


def test_what_one_wins_the_other_loses() -> None:
    """The sum of an action's values over the range equals the loss of all the opponent's hands after it."""
    cards = CardRules(RANKS, suits=4, hole=2, board=(0, 3), ranking="five-card")
    flop = solve(CardGame(LIMIT_FLOP, cards), iterations=5)
    for solved, path, action, after, board in (
        (flop, "", "bet", "r", ""),
        (flop, "rc/", "bet", "rc/r", "AsKdTd"),
        (flop, "rc/", "check", "rc/c", "AsAdTd"),
        (solve(leduc(), iterations=20), "", "bet", "r", ""),
        (solve(leduc(), iterations=20), "crc/", "check", "crc/c", "K"),
    ):
        one, two = (valued(node_strategy(solved, way, board)) for way in (path, after))
        taken = one.actions.index("raise" if action not in one.actions else action)
        values = one.values
        assert values is not None
        won = np.nansum(one.meetings * one.probabilities[:, taken] * values[:, taken])
        assert won == pytest.approx(-np.nansum(two.meetings * two.worth), rel=1e-9)
        mean = won / np.nansum(one.meetings * one.probabilities[:, taken])
        assert mean == pytest.approx(-np.nansum(two.meetings * two.worth) / two.meetings.sum(), rel=1e-9)
        if solved is flop:
            classes = two.classes
            assert classes.worth is not None
            weight = np.bincount(classes.of_hand, two.meetings, len(classes.counts))
            assert np.nansum(weight * classes.worth) == pytest.approx(-won, rel=1e-9)


def test_classes_and_their_numbers(drawn: StrategyGrid) -> None:
    assert [cell.name for cell in drawn.cells[0]] == ["AA", "AKs", "AQs", "AJs", "ATs"]
    assert drawn.cells[1][0].name == "AKo"
    counts = {cell.name: cell.count for cell in drawn.all_cells()}
    assert (counts["AA"], counts["AKs"], counts["AKo"], counts["QQ"], counts["QJs"]) == (3, 2, 7, 6, 4)
    assert sum(counts.values()) == 17 * 16 / 2
    weights = np.array([cell.count * cell.reach for cell in drawn.all_cells()])
    shares = np.array([cell.shares for cell in drawn.all_cells()])
    np.testing.assert_allclose(drawn.totals, weights @ shares / weights.sum())
    assert drawn.title == "limit flop hold'em: player 2 on AsKdTd after rc/"
    assert drawn.actions == ("check", "bet")
    for cell in drawn.all_cells():
        assert cell.values is not None
        assert cell.values.min() <= cell.value <= cell.values.max()


def test_values_are_those_of_the_states() -> None:
    solved = solve(leduc(), iterations=10)
    at = valued(node_strategy(solved, "crc/r", "K"))
    found = action_values(solved.game, solved.strategy, at.node)
    names = solved.game.state_names[1]
    grid = strategy_grid(at)
    assert [cell.name for cell in grid.all_cells()] == list("KQJ")
    for cell in grid.all_cells():
        state = list(names).index(f"{cell.name} on K")
        assert cell.values is not None
        assert cell.values.tolist() == found[:, state].tolist()
        assert cell.values[0] == pytest.approx(-3)  # folding the chips in the pot


def test_what_is_drawn(drawn: StrategyGrid, tmp_path: Path) -> None:
    figure = drawn.figure()
    cells, bar = figure.axes
    texts = [text.get_text() for text in cells.texts]
    assert [name for name in texts if name == "AKs" or name == "QQ"] == ["AKs", "QQ"]
    assert len(texts) == 25 * 3  # a name, and the value of two actions
    for row, line in enumerate(drawn.cells):
        for column, cell in enumerate(line):
            boxes = [
                box
                for box in cells.patches
                if hex_of(box.get_facecolor()) in drawn.colours
                and column <= box.get_x() + box.get_width() / 2 < column + 1
                and row <= box.get_y() + box.get_height() / 2 < row + 1
            ]
            widths = [box.get_width() / 0.97 for box in boxes]
            assert widths == pytest.approx([share for share in cell.shares if share > 0])
            assert all(box.get_height() == pytest.approx(0.97 * drawn.height(cell)) for box in boxes)
    assert [box.get_width() for box in bar.patches] == pytest.approx(drawn.totals.tolist())
    said = [text.get_text() for text in figure.texts]
    for words in drawn.legend():
        assert words in said
    assert re.fullmatch(r"c  check \d+\.\d %, worth [+-]\d+\.\d\d chips \([+-]\d+ mb\)", drawn.legend()[0])
    for name in ("a.png", "a.svg", "a.html", "a.txt"):
        assert drawn.save(tmp_path / name).stat().st_size > 500
    html = (tmp_path / "a.html").read_text()
    assert html.count("<td style") == 25  # the legend's colspan precedes its style
    assert "AKs: 2 hands, reach" in html


def test_lines_fit_a_terminal(drawn: StrategyGrid) -> None:
    lines = drawn.text().splitlines()
    assert max(map(len, lines)) <= 80
    names, actions, values = lines[1:4]
    assert names.split() == ["AA", "AKs", "AQs", "AJs", "ATs"]
    for cell, word, value in zip(drawn.cells[0], actions.split(), values.split(), strict=True):
        best = int(cell.shares.argmax())
        assert word == f"{'cr'[best]}{100 * cell.shares[best]:.0f}"
        assert float(value) == pytest.approx(cell.value, abs=0.051)
    coloured = drawn.text(colour=True)
    assert coloured.count("\x1b[48;2;") >= 25 * 5


def test_colours_of_actions() -> None:
    assert action_colours(["fold", "call", "raise"]) == [FOLD, PASSIVE, BETS[1]]
    several = action_colours(["check", "bet 100", "bet 200", "bet 400", "all-in"])
    assert len(set(several)) == 5
    assert (several[1], several[3]) == (BETS[0], BETS[-1])
    for colour in {*several, FOLD, PASSIVE, *BETS}:  # black text on them needs a contrast of at least 4.5 : 1
        assert (luminance(colour) + 0.05) / 0.05 >= 4.5
    lightness = sorted(luminance(c) for c in (FOLD, PASSIVE, BETS[1]))
    assert lightness[0] < lightness[1] - 0.02 < lightness[2] - 0.04


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "leduc.h5"
    CliRunner().invoke(
        solve_command, ["leduc", "--iterations", "20", "--out", str(path)], catch_exceptions=False
    )

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(plot, ["strategy", str(path), *arguments], catch_exceptions=False)
        assert result.exit_code == 0
        return result.output

    told = run("--path", "crc/r", "--board", "K")
    assert told.startswith("Leduc hold'em: player 2 on K after crc/r\n     K     Q     J\n")
    assert "f  fold" in told
    assert "worth" in told
    assert "worth" not in run("--path", "crc/r", "--board", "K", "--no-values")
    assert "written" in run("-o", str(tmp_path / "start.png"))
    with pytest.raises(ValueError, match="board: expected 1 card on street 2, got none"):
        run("--path", "cc/")
