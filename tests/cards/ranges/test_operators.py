"""Operators of ranges, membership, iteration, the best hands, and the text of a range."""

from __future__ import annotations

from fractions import Fraction
from xml.dom.minidom import parseString

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range, combination_index, parse_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.cards.preflop import class_equities_at_random
from pokerdata.cards.ranges.best_first import BEST_FIRST
from pokerdata.cli import main

_weights = st.lists(
    st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, 1.0, 1 / 3, 1e-9, 2.5]), min_size=169, max_size=169
).map(lambda by_class: np.array(by_class)[CLASS_OF_COMBINATION])


@settings(max_examples=30)
@given(_weights, _weights)
def test_operators_are_those_of_each_weight(first: np.ndarray, second: np.ndarray) -> None:
    one, two = Range.from_weights(first), Range.from_weights(second)
    pairs = [
        (Fraction(repr(a)), Fraction(repr(b))) for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    expected = {
        "|": [max(a, b) for a, b in pairs],
        "&": [min(a, b) for a, b in pairs],
        "+": [a + b for a, b in pairs],
        "-": [max(a - b, Fraction(0)) for a, b in pairs],
    }
    found = {"|": one | two, "&": one & two, "+": one + two, "-": one - two}
    for sign, weights in expected.items():
        assert found[sign].weights.tolist() == [float(w) for w in weights], sign
    assert (one * 0.3).weights.tolist() == [float(a * Fraction(3, 10)) for a, _ in pairs]


def test_operators_in_words() -> None:
    assert Range("QQ+") | "AK" == Range("QQ+,AK") == "QQ+" | Range("AK")
    assert Range("QQ+,AKs:0.5") | "AK" == Range("QQ+,AK")
    assert Range("QQ+,AK") & "AKs,22+" == Range("QQ+,AKs") == "AKs,22+" & Range("QQ+,AK")
    assert Range("22+") - "88+" == Range("77-22") == "22+" - Range("88+")
    assert Range("AA:0.1") + "AA:0.2,KK" == Range("AA:0.3,KK") == "AA:0.2,KK" + Range("AA:0.1")
    assert 0.5 * Range("AA") + Range("AA,KK") * 0.5 == Range("AA,KK:0.5")
    assert np.ones(1326) - Range("random") == Range("AA:0")
    assert parse_cards("AhKh") | Range("AdKd") == Range("AhKh,AdKd")
    with pytest.raises(ValueError, match=r"range 'AY', column 2: expected a rank"):
        Range("AA") | "AY"
    with pytest.raises(ValueError, match=r"hands: expected a range, text, .*, got 5; e\.g\."):
        Range("AA") + 5
    with pytest.raises(
        ValueError, match=r"factor of a range: expected a finite number of at least 0, got -1; e\.g\."
    ):
        Range("AA") * -1
    with pytest.raises(
        ValueError, match=r"weights: expected results below 1\.8e308, got them of 1e\+308 and 1e\+308"
    ):
        relative("AA:1e308") + relative("AA:1e308")


@pytest.mark.parametrize(
    ("hands", "held"),
    [
        ("AhKh", True),
        ("KhAh", True),
        ("AsKs", False),
        ("AKs", False),
        ("QQ", True),
        ("KK:0.1", True),
        ("QQ+", True),
        ("QQ+,AhKh", True),
        ("random", False),
        ("JJ", False),
    ],
)
def test_what_is_in_a_range(hands: str, held: bool) -> None:
    there = Range("QQ+:0.25,AKs,AsKs:0")
    assert (hands in there) is held
    assert (Range(hands) in there) is held


def test_a_hand_as_cards_is_in_a_range() -> None:
    assert parse_cards("AhKh") in Range("AKs")
    assert parse_cards("AhKd") not in Range("AKs")
    with pytest.raises(ValueError, match="column 2"):
        assert "AZs" in Range("AKs")


def test_iteration_gives_the_combinations_that_are_held() -> None:
    there = Range("AKs:0.5,2c2d")
    pairs = list(there)
    assert len(pairs) == len(there) == 5
    assert dict(there) == {"2d2c": 1.0, "AcKc": 0.5, "AdKd": 0.5, "AhKh": 0.5, "AsKs": 0.5}
    held, weights = there.combinations()
    assert [int(combination_index(parse_cards(text))) for text, _ in pairs] == held.tolist()
    assert [weight for _, weight in pairs] == weights.tolist()
    assert sum((Range(f"{text}:{weight!r}") for text, weight in there), Range("AA:0")) == there
    assert list(Range("AA:0")) == []


def test_the_order_of_hands_is_that_of_their_equities() -> None:
    equities = class_equities_at_random()
    assert len(set(equities.tolist())) == 169  # no ties
    assert [CLASS_NAMES[k] for k in np.argsort(-equities)] == BEST_FIRST


@given(st.fractions(0, 1, max_denominator=5000))
def test_the_best_hands_are_as_many_whole_classes_as_fit(part: Fraction) -> None:
    top = Range.top(part)
    assert set(top.weights.tolist()) <= {0.0, 1.0}
    held = [name for name in BEST_FIRST if name in top]
    assert held == BEST_FIRST[: len(held)]
    assert len(top) == sum(int(CLASS_SIZES[CLASS_NAMES.index(name)]) for name in held) <= part * 1326
    if len(held) < 169:
        assert len(top) + int(CLASS_SIZES[CLASS_NAMES.index(BEST_FIRST[len(held)])]) > part * 1326


def test_the_best_hands_in_words() -> None:
    assert Range.top(0.15) == Range("top 15%") == Range.top(Fraction(3, 20))
    assert Range.top(6 / 1326) == Range.top(Fraction(6, 1326)) == Range("AA")
    assert Range.top(0.3) != Range.top(0.31)
    assert Range.top(1) == Range("random")
    for wrong in (1.01, -0.1, float("nan"), "15%", None, True):
        with pytest.raises(ValueError, match=r"part: expected a number from 0 to 1, got .*; e\.g\. 0\.15"):
            Range.top(wrong)


def test_items_whose_plus_other_programs_read_otherwise() -> None:
    with pytest.warns(UserWarning, match="alone") as told:
        Range("98s+, T8s+, 22+, 109 +, AK+, AhKh, [50]54o+[/50], 98s+")
    assert [str(one.message).partition(",")[0] for one in told] == [
        "98s+ means 98s alone",
        "T9+ means T9 alone",
        "54o+ means 54o alone",
    ]
    for one in told:
        item, wide = str(one.message).split()[0].removesuffix("+"), str(one.message).split()[-5]
        assert Range(item) - Range(wide) == Range("AA:0"), "what raises both cards holds the hand itself"
    assert told[0].filename == __file__


_SMALL = ["--board", "2c7d9hQs3s", "--pot", "9", "--stack", "9", "--bets", "50%"]


@pytest.mark.parametrize(
    "words",
    [
        ("range", "JTs+"),
        ("equity", "JTs+", "AhKh", "--board", "2c7d9hQs3s"),
        ("metrics", "AhKh", "2c7d9hQs3s", "--opponent", "JTs+"),
        ("spot", "show", "--oop", "JTs+", "--ip", "AA", *_SMALL),
        ("spot", "solve", "--oop", "AA", "--ip", "JTs+", *_SMALL, "--target", "5%"),
    ],
)
@pytest.mark.filterwarnings("default")
def test_all_commands_say_so(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == 0
    told = "warning: JTs+ means JTs alone, as + raises only the kicker; write AKs-JTs to raise both cards\n"
    assert capsys.readouterr().err.count(told) == 1


def test_short_reprs() -> None:
    assert repr(Range("KK+,AKs:0.5")) == "Range('KK+,AKs:0.5')"
    long = Range("AhKh:0.3,2c2d,9h8h:0.1") + Range("top 33%") * 0.25
    assert str(long) not in repr(long)
    assert repr(long).startswith("Range('44+:0.25,")
    assert repr(long).endswith(f",...', {len(long)} combinations)")
    assert len(repr(long)) < 100
    assert Range(str(long)) == long


def test_the_grid_in_a_notebook() -> None:
    html = Range("AA,AKs:0.5,AhKh:0,72o:0.001")._repr_html_()
    page = parseString(f"<div>{html}</div>")
    cells = {c.getAttribute("title").split(":")[0]: c for c in page.getElementsByTagName("td")}
    assert list(cells) == list(CLASS_NAMES)
    assert cells["AA"].getAttribute("title") == "AA: 6 of 6 combinations, mean weight 1"
    assert cells["AKs"].getAttribute("title") == "AKs: 3 of 4 combinations, mean weight 0.375"
    assert ">AKs<br/>0.38</td>" in html
    assert "background:#" in cells["72o"].getAttribute("style")
    assert "background" not in cells["22"].getAttribute("style")
    assert "21 combinations, 1.6 % of all" in html
    assert "script" not in html
