"""Pictures of an abstraction: occupancy, transition matrices, preflop buckets."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from pokerdata import TableError
from pokerdata._support.html import rgb
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cli import main
from pokerdata.pipeline.store import Table, open_table, write_table
from pokerdata.reports.pictures import MatrixMap, Occupancy, occupancy, preflop_buckets, transitions

MASSES = {"preflop": [3, 1], "flop": [2, 4, 0, 2], "turn": [10] * 8, "river": range(1, 17)}
PLAYER = np.array([[0.25, 0.75], [0.5, 0.5]])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    masses = {f"{street}_mass": np.array(mass, np.uint64) for street, mass in MASSES.items()}
    bucket = (CLASS_OF_COMBINATION % 14 == 0).astype(np.uint8)  # pairs
    write_table(
        path / "toy_buckets.h5",
        name="toy_buckets",
        kind="buckets",
        arrays={"preflop_bucket": bucket, **masses},
        attributes={"buckets": [2, 2, 2, 2]},
    )
    large = np.random.default_rng(1).random((100, 150))
    axes = {"axes": ["sequence before", "bucket"], "units": "probability"}
    write_table(
        path / "toy_transitions.h5",
        name="toy_transitions",
        kind="transitions",
        arrays={"flop_player": PLAYER, "turn_joint": large},
        attributes={},
        dataset_attributes={"flop_player": axes, "turn_joint": axes},
    )
    return path


@pytest.fixture(scope="module")
def shown(folder: Path) -> Occupancy:
    return occupancy(open_table("toy_buckets", folder))


def test_occupancy_is_the_share_of_deals(shown: Occupancy) -> None:
    for street in shown.streets:
        assert np.allclose(street.shares, np.array(MASSES[street.street]) / sum(MASSES[street.street]))
    text = shown.text()
    assert "preflop: 2 buckets; 25 % to 75 % of deals\n█▃\n" in text
    assert "flop: 4 bucket sequences, 1 of them empty; 25 % to 50 % of deals\n▄█ ▄\n" in text
    assert shown.html().count("<rect") == 2 + 4 + 8 + 16


def test_transitions_are_those_of_the_table(folder: Path) -> None:
    table = open_table("toy_transitions", folder)
    shown = transitions(table)
    assert np.array_equal(shown.values, PLAYER)
    assert shown.title == "toy_transitions: to the flop, one player"
    assert shown.text().endswith(
        "2 x 2, rows: sequence before,\n  columns: bucket\n\n 0.250 0.750\n 0.500 0.500\n"
    )
    assert shown.html().count("<td") == 4


def test_large_matrices_are_shown_in_blocks(folder: Path) -> None:
    """Outside of PNG and SVG they are 40 x 40 blocks with the means of their cells."""
    shown: MatrixMap = transitions(open_table("toy_transitions", folder), "turn", joint=True)
    lines = shown.text().splitlines()
    head, rows = "".join(lines[1:3]), lines[-40:]
    assert "100 x 150" in head
    assert "shown in" in head
    assert len(lines) == 4 + 40
    assert {len(row) for row in rows} <= set(range(70, 81))
    first = shown.values[:3, :4].mean()  # 100 = 20 * 3 + 20 * 2, 150 = 30 * 4 + 10 * 3
    assert f'title="{first:.4g}"' in shown.html()


def test_preflop_buckets(folder: Path) -> None:
    table = open_table("toy_buckets", folder)
    shown = preflop_buckets(table)
    assert [shown.label(k, k) for k in range(13)] == ["1"] * 13
    assert shown.values.sum() == 13
    assert shown.names[0][0] == CLASS_NAMES[0] == "AA"
    assert shown.unit == "bucket"


def test_occupancy_draws_the_shares(shown: Occupancy) -> None:
    pytest.importorskip("matplotlib")
    for axes, (street, mass) in zip(shown.figure().axes, MASSES.items(), strict=True):
        percent = 100 * np.array(mass) / sum(mass)
        (steps,) = axes.patches
        values, edges, _ = steps.get_data()
        np.testing.assert_allclose(values, percent)
        np.testing.assert_allclose(edges, np.arange(len(mass) + 1) - 0.5)
        (even,) = axes.lines
        np.testing.assert_allclose(even.get_ydata(), 100 / len(mass))
        assert axes.get_title(loc="left").startswith(f"{street}: {len(mass)} bucket")
        assert axes.get_xlim() == (-0.5, len(mass) - 0.5)
        low, high = axes.get_ylim()
        assert low == 0
        assert high >= percent.max()


def test_occupancy_in_html_has_the_shares(shown: Occupancy) -> None:
    drawings = re.findall(r"<svg.*?</svg>", shown.html(), re.DOTALL)
    for drawing, mass in zip(drawings, MASSES.values(), strict=True):
        bars = [e for e in ET.fromstring(drawing).iter() if e.tag.endswith("rect")]
        shares = np.array(mass) / sum(mass)
        heights = np.array([float(bar.attrib["height"]) for bar in bars])
        np.testing.assert_allclose(heights / heights.sum(), shares, atol=1e-3)
        bottoms = heights + [float(bar.attrib["y"]) for bar in bars]
        np.testing.assert_allclose(bottoms, bottoms[0], atol=0.02)
        assert np.all(np.diff([float(bar.attrib["x"]) for bar in bars]) > 0)


def test_a_matrix_is_drawn_cell_by_cell(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    table = open_table("toy_transitions", folder)
    for shown, expected in (
        (transitions(table), PLAYER),
        (transitions(table, "turn", joint=True), np.asarray(table["turn_joint"])),
    ):
        axes, bar = shown.figure().axes
        (image,) = axes.images
        np.testing.assert_array_equal(image.get_array(), expected)
        rows, columns = expected.shape
        assert image.get_extent() == [-0.5, columns - 0.5, rows - 0.5, -0.5], (
            "the first row stands at the top"
        )
        assert image.get_clim() == shown.scale[:2]
        for place in ((0, 0), (rows - 1, 0), (rows - 1, columns - 1)):
            light = rgb(shown.scale.colour(float(expected[place])))
            assert image.to_rgba(expected[place])[:3] == pytest.approx(light, abs=0.02)
        assert (axes.get_ylabel(), axes.get_xlabel()) == ("sequence before", "bucket")
        assert bar.get_ylim() == shown.scale[:2]


def test_colours_lie_around_the_mean() -> None:
    """Equal cells have the middle colour; cells within 5 % of the mean nearly have it."""
    even = MatrixMap("x", np.full((5, 5), 0.2), "probability", ("a", "b"))
    assert even.scale == pytest.approx((0.19, 0.21, 0.2))
    drawn = np.random.default_rng(1)
    values = drawn.normal(0.04, 0.01, (100, 100)).clip(0)
    spread = MatrixMap("x", values, "probability", ("a", "b"))
    within = np.mean((values >= spread.scale.low) & (values <= spread.scale.high))
    assert spread.scale.centre == pytest.approx(0.04, rel=0.01)
    assert within == pytest.approx(0.9, abs=0.01)
    places = np.array([spread.scale.position(float(v)) for v in values.ravel()])
    assert np.quantile(places, [0.1, 0.9]) == pytest.approx(
        [0.11, 0.89], abs=0.03
    )  # most of the scale is used
    far = MatrixMap("x", np.repeat([0.01, 0.9], 50).reshape(10, 10), "probability", ("a", "b"))
    assert far.scale.centre == pytest.approx(0.455)
    assert MatrixMap("x", np.zeros((2, 2)), "", ("a", "b")).scale == (0.0, 1.0, None)


def test_cells_say_their_value_where_there_is_room() -> None:
    pytest.importorskip("matplotlib")
    for shape, numbered in (((40, 12), True), ((41, 12), False), ((5, 13), False)):
        values = np.random.default_rng(1).random(shape)
        picture = MatrixMap("x", values, "probability", ("a", "b"), 5)
        texts = [text.get_text() for text in picture.figure().axes[0].texts]
        assert texts == ([f"{v:.3f}" for v in values.ravel()] if numbered else [])
        assert (f"{values[0, 0]:.3f}" in picture.text()) == numbered
        assert max(map(len, picture.text().splitlines())) <= 80


def test_a_matrix_in_html_has_every_cell(folder: Path) -> None:
    shown = transitions(open_table("toy_transitions", folder))
    rows = re.findall("<tr>(.*?)</tr>", shown.html())
    cells = [re.findall(r'background:(#\w{6});[^"]*" title="([^"]*)">([^<]*)<', row) for row in rows]
    assert [[float(number) for _, number, _ in row] for row in cells] == PLAYER.tolist()
    assert [[float(said) for _, _, said in row] for row in cells] == PLAYER.tolist()
    assert [[colour for colour, _, _ in row] for row in cells] == [
        [shown.scale.colour(value) for value in row] for row in PLAYER.tolist()
    ]


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_pictures_are_the_same_every_time(
    folder: Path, tmp_path: Path, shown: Occupancy, suffix: str
) -> None:
    pytest.importorskip("matplotlib")
    for picture in (shown, transitions(open_table("toy_transitions", folder))):
        first, second = (picture.save(tmp_path / f"{name}.{suffix}", width=4) for name in "ab")
        assert first.read_bytes() == second.read_bytes()
        assert len(first.read_bytes()) > 5000


def test_commands(folder: Path, capsys: pytest.CaptureFixture[str], shown: Occupancy) -> None:
    tables = ["--tables", str(folder)]
    assert main(["plot", "occupancy", "toy_buckets", *tables]) == 0
    assert capsys.readouterr().out == shown.text()
    assert main(["plot", "transitions", "toy_transitions", *tables]) == 0
    table: Table = open_table("toy_transitions", folder)
    assert capsys.readouterr().out == transitions(table).text()
    assert main(["plot", "transitions", "toy_transitions", "--street", "turn", "--joint", *tables]) == 0
    assert capsys.readouterr().out == transitions(table, "turn", joint=True).text()
    assert main(["plot", "preflop-buckets", "toy_buckets", *tables]) == 0
    assert capsys.readouterr().out == preflop_buckets(open_table("toy_buckets", folder)).text()


def test_what_is_no_abstraction_is_refused(folder: Path) -> None:
    table = open_table("toy_transitions", folder)
    with pytest.raises(ValueError, match=r"street: expected flop, turn or river.*got 'preflop'"):
        transitions(table, "preflop")
    for picture in (occupancy, preflop_buckets):
        with pytest.raises(TableError, match="has no dataset"):
            picture(table)
