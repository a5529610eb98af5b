"""Pictures of the distribution of a hand's strength: data compared with enumeration, and every output format."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.drawn import check_cells
from pokerdata import evaluate, parse_cards
from pokerdata._support.html import Scale
from pokerdata.reports.pictures import EquityDistribution, equity_distribution

HOLE, FLOP = "Ks2s", "7s6cAs"


@pytest.fixture(scope="module")
def shown() -> EquityDistribution:
    return equity_distribution(HOLE, FLOP)


def river_strengths(hole: str, board: str) -> dict[tuple[int, ...], float]:
    """Return HS on each river, by the cards to come, from plain enumeration with the evaluator."""
    known = [*parse_cards(hole), *parse_cards(board)]
    left = [c for c in range(52) if c not in known]
    found = {}
    for cards in combinations(left, 7 - len(known)):
        end = [*known[2:], *cards]
        rest = [c for c in left if c not in cards]
        opposing = np.array([[*end, a, b] for a, b in combinations(rest, 2)], dtype=np.uint8)
        mine = evaluate(np.array([*end, *known[:2]], dtype=np.uint8))
        theirs = evaluate(opposing)
        found[cards] = float(((theirs < mine) + (theirs == mine) / 2).mean())
    return found


def test_turn_by_enumeration() -> None:
    found = equity_distribution(HOLE, FLOP + "Td", bins=10)
    strengths = river_strengths(HOLE, FLOP + "Td")
    values = np.array(list(strengths.values()))
    (panel,) = found.panels
    assert panel.mean == pytest.approx(values.mean(), rel=1e-12)
    assert panel.root_mean_square**2 == pytest.approx((values**2).mean(), rel=1e-12)
    np.testing.assert_allclose(panel.shares, np.histogram(values, 10, (0, 1))[0] / len(values))
    for (card,), strength in strengths.items():
        row, column = 3 - card % 4, 12 - card // 4
        assert found.by_card.values[row, column] == pytest.approx(strength, rel=1e-12)
    assert np.isnan(found.by_card.values).sum() == 6
    assert found.by_card.unit == "HS after the river"


def test_flop(shown: EquityDistribution) -> None:
    turn, river = shown.panels
    assert turn.mean == pytest.approx(0.629164, abs=5e-7)  # the published SCHR
    assert river.mean == pytest.approx(0.629164, abs=5e-7)
    assert turn.strengths.counts.sum() == 47
    assert river.strengths.counts.sum() == 1081
    by_card = shown.by_card.values[~np.isnan(shown.by_card.values)]
    assert by_card.size == 47
    assert by_card.mean() == pytest.approx(turn.mean, rel=1e-12)
    assert (by_card**2).mean() == pytest.approx(turn.strengths.mean_square, rel=1e-12)
    assert turn.mean <= turn.root_mean_square <= river.root_mean_square
    assert turn.shares.sum() == pytest.approx(1)


def test_against_a_range() -> None:
    found = equity_distribution("AcKd", "Kh7s2d", "QQ,AdQd,7h7d")
    assert found.title == "Ac Kd on Kh 7s 2d against QQ,AdQd,7h7d"
    alone = equity_distribution("AcKd", "Kh7s2d", "QcQd")
    row, column = alone.by_card.names[2].index("Qd"), 2
    assert np.isnan(alone.by_card.values[column, row])  # the opponent holds it
    assert alone.panels[0].mean == pytest.approx(903 / 990)  # C(43, 2) of C(45, 2) run-outs have no queen


def test_html_is_well_formed(shown: EquityDistribution) -> None:
    page = shown.html()
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 2
    for drawing, panel in zip(drawings, shown.panels, strict=True):
        tree = ET.fromstring(drawing)
        bars = [e for e in tree.iter() if e.tag.endswith("rect")]
        heights = np.array([float(e.attrib["height"]) for e in bars])
        np.testing.assert_allclose(heights / heights.sum(), panel.shares, atol=1e-4)
        assert f"mean {panel.mean:.4f}" in drawing
    assert "EHS after each card of the turn" in page
    assert not re.search(r"<script|<link|src=", page)


def test_text(shown: EquityDistribution) -> None:
    text = shown.text()
    assert text.startswith(
        "Ks 2s on 7s 6c As against random cards\n\nExpected hand strength after the turn card\n"
    )
    for panel in shown.panels:
        assert f"^ mean {panel.mean:.4f}; √E[HS²] {panel.root_mean_square:.4f}" in text
    assert "EHS after the turn: 0.454 (5c) to 0.993 (Qs)" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b[" in shown.text(colour=True)


def test_files(shown: EquityDistribution, tmp_path: Path) -> None:
    import matplotlib.image

    for suffix in ("png", "svg", "html", "txt"):
        first, second = (shown.save(tmp_path / f"{n}.{suffix}", width=5).read_bytes() for n in "ab")
        assert first == second
    assert matplotlib.image.imread(tmp_path / "a.png").shape[1] == 750
    ET.parse(tmp_path / "a.svg")
    top, bottom, *_ = shown.figure().axes
    for axes, panel in zip((top, bottom), shown.panels, strict=True):
        np.testing.assert_allclose([p.get_height() for p in axes.patches], 100 * panel.shares)
        assert [line.get_xdata()[0] for line in axes.lines] == [panel.mean, panel.root_mean_square]
        np.testing.assert_allclose(
            [p.get_x() for p in axes.patches], np.arange(len(panel.shares)) / len(panel.shares)
        )
        assert axes.get_xlim() == (0, 1)
        assert axes.get_title(loc="left") == panel.title
        assert axes.get_ylim()[1] > 100 * max(panel.shares)


def test_each_card_has_its_cell() -> None:
    """Colours and numbers of the lower picture agree with plain enumeration."""
    strengths = river_strengths(HOLE, FLOP + "Td")
    values = np.full((4, 13), np.nan)
    for (card,), strength in strengths.items():
        values[3 - card % 4, 12 - card // 4] = strength
    names = [[f"{rank}{suit}" for rank in "AKQJT98765432"] for suit in "shdc"]
    scale = Scale(0, 1, 0.5)
    _, cells, _ = equity_distribution(HOLE, FLOP + "Td").figure().axes
    check_cells(cells, values, names, scale.colour, lambda value: f"{value:.3f}")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("AsKs", ""), r"board: expected 3 or 4 cards, got 0"),
        (("AsKs", "2c3c4c5c6c"), r"board: expected 3 or 4 cards, got 5"),
        (("AsKs", "As3c4c"), "share a card"),
        (("AsKsQs", "2c3c4c"), r"holes: expected shape \(\.\.\., 2\), got \(3,\)"),
        (("AsKs", "2c3c4c", "XX"), "range 'XX', column 1: expected"),
        (("AsKs", "2c3c4c", "AsAd"), "he can hold none of his hands"),
        ((None, "2c3c4c"), "hole: expected cards as text .*, got dtype object"),
    ],
)
def test_refusals(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        equity_distribution(*arguments)
    with pytest.raises(ValueError, match=r"bins: expected a whole number from 2 to 200.*got 1"):
        equity_distribution(HOLE, FLOP, bins=1)
