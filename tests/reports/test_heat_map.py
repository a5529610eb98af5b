"""Heat maps: positions of values, missing values, every output format, and errors."""

import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from rich.console import Console

from helpers.drawn import check_cells, hex_of
from helpers.weights import relative
from pokerdata import TableError
from pokerdata._support.html import Scale, luminance
from pokerdata.cards import COMBINATIONS, format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.reports.pictures import HeatMap, card_map, heat_map

RANKED = np.arange(169.0)


class Cells(HTMLParser):
    """The cells of the table's body: text and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "meta"):
            self.open.append(tag)
        if tag == "td":
            self.cells.append(("", dict(attrs)["style"] or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            text, style = self.cells[-1]
            self.cells[-1] = (f"{text} {data}".strip(), style)


def test_where_values_land() -> None:
    found = heat_map(RANKED, unit="rank")
    assert found.names[0][:3] == ("AA", "AKs", "AQs")
    assert found.names[1][0] == "AKo"
    for form in (RANKED, RANKED.reshape(13, 13), RANKED.tolist(), RANKED[CLASS_OF_COMBINATION]):
        np.testing.assert_array_equal(heat_map(form, unit="rank").values, RANKED.reshape(13, 13))


def test_combinations_are_averaged_without_the_absent() -> None:
    values = np.full(1326, np.nan)
    held = {"Ah Kh": 1.0, "As Ks": 4.0, "2c 2d": 7.0}
    for k, hole in enumerate(COMBINATIONS):
        values[k] = held.get(
            " ".join(reversed(format_cards(hole).split())), held.get(format_cards(hole), np.nan)
        )
    found = heat_map(values, unit="x")
    assert found.values[0, 1] == 2.5
    assert found.values[12, 12] == 7
    assert np.isnan(found.values).sum() == 167


def test_a_range() -> None:
    found = heat_map("QQ+,AKs,T9s:0.5,AhQh,72o:0")
    assert (found.title, found.unit, found.scale[:2]) == ("QQ+,AKs,T9s:0.5,AhQh", "weight", (0, 1))
    shown = {n: found.label(*divmod(k, 13)) for k, n in enumerate(CLASS_NAMES) if found.label(*divmod(k, 13))}
    assert shown == {"AA": "1.00", "AKs": "1.00", "AQs": "0.25", "KK": "1.00", "QQ": "1.00", "T9s": "0.50"}
    assert heat_map(relative("AA:3,KK")).scale.high == 3
    assert heat_map("AA").label(0, 0) == "1"


def test_digits() -> None:
    for values, label in (
        ([0.85204], "0.852"),
        ([1.0, 0.5], "1.000"),
        ([2112.0], "2112"),
        ([7.5e-4], "0.000750"),
    ):
        array = np.full(169, np.nan)
        array[: len(values)] = values
        assert heat_map(array, unit="x").label(0, 0) == label
    assert heat_map(np.full(169, -1e-9), unit="x", digits=2).label(0, 0) == "0.00"


def test_cards() -> None:
    values = np.arange(52.0)
    values[0] = np.nan
    found = card_map(values, unit="number")
    assert found.names[0][0] == "As"
    assert found.values[0, 0] == 51
    assert found.names[3][12] == "2c"
    assert np.isnan(found.values[3, 12])
    assert found.names[2][5] == "9d"
    assert found.values[2, 5] == 4 * 7 + 1


def test_html_has_every_cell_and_nothing_from_elsewhere() -> None:
    values = RANKED.copy()
    values[5] = np.nan
    found = heat_map(values, title="<b>&", unit='"u"')
    page = found.html()
    assert found._repr_html_() == page
    assert "&lt;b&gt;&amp;" in page
    assert not re.search(r"http|<script|<link|<b>&", page)
    cells = Cells(page).cells
    assert len(cells) == 170  # and the colour bar
    for k in range(169):
        text, style = cells[k]
        assert text == (CLASS_NAMES[k] if k == 5 else f"{CLASS_NAMES[k]} {k}")
        assert f"background:{'#ffffff' if k == 5 else found.scale.colour(k)}" in style


def test_text_plain() -> None:
    values = RANKED.copy()
    values[168] = np.nan
    lines = heat_map(values, title="Ranks", unit="rank").text().splitlines()
    assert lines[0] == "Ranks"
    assert lines[-1] == "rank: 0 (AA) to 167 (32o)"
    names, numbers = (" ".join(lines[1 + k : -1 : 3]).split() for k in (0, 1))
    assert names == list(CLASS_NAMES)
    assert numbers == [*map(str, range(168)), "·"]
    assert max(map(len, lines)) <= 79
    assert all(line == line.rstrip() for line in lines)


def test_text_in_colours() -> None:
    found = heat_map(RANKED, unit="rank")
    coloured = found.text(colour=True)
    red, green, blue = (int(found.scale.colour(0)[i : i + 2], 16) for i in (1, 3, 5))
    assert f"48;2;{red};{green};{blue}m" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()
    assert [" ".join(line.split()) for line in plain[:-1]] == [
        " ".join(line.split()) for line in found.text().splitlines()[:-1] if line
    ]
    assert plain[-1].split() == ["0", "168", "rank"]
    systems: list[tuple[Literal["256"] | None, bool]] = [(None, False), ("256", True)]
    for system, mark in systems:
        out = StringIO()
        Console(
            file=out, force_terminal=system is not None, color_system=system, width=80, _environ={}
        ).print(found)
        assert ("\x1b[" in out.getvalue()) is mark
        assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in out.getvalue().splitlines()) <= 80


@pytest.mark.slow
def test_files(tmp_path: Path) -> None:
    import matplotlib.image

    found = heat_map("QQ+,AKs", title="a range")
    for suffix in ("PNG", "svg", "html", "txt"):
        first, second = (found.save(tmp_path / f"{n}.{suffix}").read_bytes() for n in "ab")
        assert first == second
    tags = [e for e in ET.parse(tmp_path / "a.svg").iter() if e.tag.endswith("}use")]
    assert len(tags) > 169 * 2  # letters
    assert b"<dc:date>" not in (tmp_path / "a.svg").read_bytes()
    assert (tmp_path / "a.txt").read_text() == found.text()
    assert Cells((tmp_path / "a.html").read_text()).cells
    for width in (2, 9):
        picture = matplotlib.image.imread(found.save(tmp_path / "w.png", width=width))
        assert picture.shape[1] == 150 * width
        colours = {
            tuple(np.rint(255 * p[:3]).astype(int)) for p in picture.reshape(-1, picture.shape[2])[::7]
        }
        assert tuple(int(found.scale.colour(1)[i : i + 2], 16) for i in (1, 3, 5)) in colours


def test_the_figure_has_every_cell() -> None:
    values = RANKED.copy()
    values[5] = np.nan
    found = heat_map(values, title="Ranks", unit="rank")
    grid, bar = found.figure().axes
    names = [CLASS_NAMES[13 * k : 13 * k + 13] for k in range(13)]
    check_cells(grid, values.reshape(13, 13), names, Scale(0, 168).colour, lambda value: f"{value:.0f}")
    (mesh,) = bar.collections
    low, middle, high = (hex_of(mesh.to_rgba(mesh.get_array().ravel())[k]) for k in (0, 64, 127))
    assert (low, high) == (Scale(0, 1).colour(0), Scale(0, 1).colour(1))
    assert luminance(low) > luminance(middle) > luminance(high)
    assert bar.get_xlim() == (0, 168)
    assert [text.get_text() for text in bar.texts] == ["rank"]


def test_all_equal_values_draw(tmp_path: Path) -> None:
    for centre in (None, 2.0):
        found = heat_map(np.full(169, 2.0), unit="x", centre=centre)
        assert found.save(tmp_path / "a.png").stat().st_size > 10_000
        figure = found.figure()
        assert "all 2 x" in [text.get_text() for text in figure.texts]
        middle = Scale(0, 1).colour(0.5) if centre is None else Scale(-1, 1, 0).colour(0)
        assert {hex_of(box.get_facecolor()) for box in figure.axes[0].patches} == {middle}


@pytest.mark.parametrize(
    ("values", "how", "words"),
    [
        (
            np.zeros(168),
            {"unit": "x"},
            r"values: expected shape \(169,\), \(13, 13\) or \(1326,\).*got \(168,\)",
        ),
        ([[1, 2], [3]], {"unit": "x"}, r"values: expected numbers, or a range, got list"),
        (None, {"unit": "x"}, r"values: expected numbers, or a range, got NoneType"),
        (
            np.zeros(169),
            {},
            r"unit: expected the unit of the values, which is the name of the colour bar, got none",
        ),
        (np.zeros(169), {"unit": 3}, "unit: expected text.*got 3"),
        (
            np.full(169, np.nan),
            {"unit": "x"},
            r"values: expected finite numbers, or NaN for what is absent, got NaN alone",
        ),
        (
            np.full(169, np.inf),
            {"unit": "x"},
            r"values: expected finite numbers, or NaN for what is absent, got infinite ones",
        ),
        (
            np.zeros(169),
            {"unit": "x", "low": 1},
            r"scale: expected low, centre and high to rise, got .*; e\.g\. low=0, high=1",
        ),
        (
            np.zeros(169),
            {"unit": "x", "centre": 1},
            r"scale: expected low, centre and high to rise, got .*; e\.g\. low=0, high=1",
        ),
        (np.zeros(169), {"unit": "x", "high": "1"}, "high: expected a finite number.*got '1'"),
        (np.zeros(169), {"unit": "x", "digits": -1}, "digits: expected 0 to 9.*got -1"),
        ("AA:0", {}, r"range: expected a hand with a weight above 0, got 'random:0'"),
        ("QQQ", {}, "range 'QQQ', column 3: expected"),
    ],
)
def test_refusals(values: Any, how: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        heat_map(values, **how)


def test_refused_cards_and_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"values: expected shape \(52,\).*got \(51,\)"):
        card_map(np.zeros(51), unit="x")
    found = heat_map("AA")
    with pytest.raises(
        ValueError, match=r"file: expected a name that ends in \.png, \.svg, \.html, \.txt.*got '.*a\.jpg'"
    ):
        found.save(tmp_path / "a.jpg")
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match=r"cannot write .*file"):
        found.save(tmp_path / "file" / "a.png")
    (tmp_path / "file").unlink()
    with pytest.raises(ValueError, match=r"width: expected 2 to 40 inches.*got 1"):
        found.save(tmp_path / "a.png", width=1)
    assert list(tmp_path.iterdir()) == []


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = heat_map("AA").save(tmp_path / "new" / "folder" / "a.txt")
    assert path.read_text() == heat_map("AA").text()


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found: HeatMap = heat_map("AA")
    found.save(tmp_path / "a.html")
    found.save(tmp_path / "a.txt")
    with pytest.raises(ImportError, match=r"pip install 'pokerdata\[plot\]'"):
        found.save(tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()
