"""Comparison of two solved spots."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from pokerdata.cli import main
from pokerdata.reports.pictures import spot_comparison
from pokerdata.spots import Spot, SpotComparison, SpotSolution, compare_spots, solve_spot
from pokerdata.spots.decision import Decision

SPOT = Spot(board="Kd9h6h4c2s", oop="AKs:0.5,AhKh,QQ,T9s", ip="KQs,JJ,AhJh", pot=100, stack=300, bets="75%")


@pytest.fixture(scope="module")
def first() -> SpotSolution:
    return solve_spot(SPOT, iterations=60)


@pytest.fixture(scope="module")
def second() -> SpotSolution:
    return solve_spot(SPOT.changed(oop="AKs:0.5,AhKh,QQ,88", bets="33%,a"), iterations=60)


@pytest.fixture(scope="module")
def compared(first: SpotSolution, second: SpotSolution) -> SpotComparison:
    return compare_spots(first, second)


def by_hand(decision: Decision, name: str) -> tuple[float, float, dict[str, float]]:
    """Return frequency, EV and strategy of a class, hand by hand from the names of the cards."""
    total = weight = ev = 0.0
    parts = dict.fromkeys("fcr", 0.0)
    for k, row in enumerate(decision.frame().itertuples(index=False)):
        hand, seen = row[0], float(decision.side.weights[k])
        total += seen
        ranks = hand[0] + hand[2]
        kind = "" if ranks[0] == ranks[1] else "s" if hand[1] == hand[3] else "o"
        if name not in (ranks + kind, ranks[::-1] + kind):
            continue
        weight += seen
        ev += seen * float(decision.side.ev[k])
        for step, part in zip(decision.steps, decision.strategy[k], strict=True):
            parts[step[0]] += seen * float(part)
    return weight / total, ev / weight, {step: part / weight for step, part in parts.items()}


def test_classes_by_hand(compared: SpotComparison) -> None:
    of = {one.name: one for one in compared.classes}
    assert set(of) == {"AKs", "QQ", "T9s", "88"}
    assert not compared.same_actions
    for name in ("AKs", "QQ"):
        one = of[name]
        (fa, ea, pa), (fb, eb, pb) = (by_hand(decision, name) for decision in compared.decisions)
        assert one.frequency == pytest.approx((fa, fb))
        assert one.ev == pytest.approx((ea, eb))
        assert one.gained == pytest.approx(eb - ea)
        assert one.moved == pytest.approx(sum(abs(pa[step] - pb[step]) for step in "fcr") / 2, abs=1e-12)
    assert of["88"].frequency[0] == 0
    assert np.isnan(of["88"].moved)
    assert np.isnan(of["T9s"].ev[1])
    both = [of["AKs"], of["QQ"]]
    weights = [one.weight for one in both]
    assert compared.moved == pytest.approx(np.average([one.moved for one in both], weights=weights))
    assert [one.name for one in compared.largest(by="ev")] == [
        one.name for one in sorted(both, key=lambda one: -one.weight * abs(one.gained))
    ]
    assert len(compared.largest(most=1)) == 1


def test_answers_to_two_sizes_name_both(second: SpotSolution) -> None:
    """The pot is 100: OOP bets 33 in A and all of 300 in B."""
    text = "\n".join(compare_spots(second, second, "r33", second_history="r300").lines())
    assert "call 33 / call 300, %" in text


def test_a_spot_beside_itself(first: SpotSolution) -> None:
    same = compare_spots(first, first, "c")
    assert same.same_actions
    assert same.moved == 0
    assert all(one.moved == 0 and one.gained == 0 for one in same.classes)
    words = "\n".join(same.lines())
    assert "differing" not in words
    assert "alone" not in words


def test_the_words(compared: SpotComparison, first: SpotSolution, second: SpotSolution) -> None:
    lines = compared.lines()
    assert max(map(len, lines)) <= 80
    words = "\n".join(lines)
    gain = second.values.expected[0] - first.values.expected[0]
    assert f"{gain:+.2f}" in words
    assert f"{second.values.percent:.3f}" in words
    assert "held in A alone: T9s" in lines
    assert "held in B alone: 88" in lines
    bets = next(line for line in lines if line.startswith("bet 75, %"))
    assert bets.split()[-3:] == [f"{100 * first.at().totals[1]:.1f}", "-", "-"]
    found = next(line for line in lines if line.startswith("bets "))
    assert found.split()[1:] == ["75%", "33%,a"]
    assert "AKs" in compared._repr_html_()


def test_another_line_in_the_second(first: SpotSolution, second: SpotSolution) -> None:
    facing = compare_spots(first, second, "cr75", second_history="cr33")
    assert [decision.history for decision in facing.decisions] == ["cr75", "cr33"]
    with pytest.raises(
        ValueError, match=r"^B, second: history: expected one of c, r33, r300 after 'c', got 'r75'"
    ):
        compare_spots(first, second, "cr75")
    with pytest.raises(ValueError, match="history: expected decisions of one player, got OOP in A after ''"):
        compare_spots(first, second, "", second_history="c")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"by": "size"}, "by: expected one of play, ev, got 'size'; e.g. 'play'"),
        ({"most": 0}, "most: expected a whole number of 1 or more, got 0; e.g. 10"),
    ],
)
def test_what_is_refused(compared: SpotComparison, how: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compared.lines(**how)  # type: ignore[arg-type]


def test_the_picture(compared: SpotComparison) -> None:
    picture = spot_comparison(compared)
    cells = [{cell.name: cell for cell in grid.all_cells()} for grid in (picture.first, picture.second)]
    of = {one.name: one for one in compared.classes}
    assert cells[0]["QQ"].note == f"{of['QQ'].ev[0]:.1f}"
    assert cells[1]["QQ"].note == f"{of['QQ'].gained:+.1f}"
    assert cells[1]["88"].note == f"{of['88'].ev[1]:.1f}"
    assert cells[1]["T9s"].note == ""
    assert picture.html().count("<caption") == 3
    assert "bet 33" in picture.text()
    drawn = picture.figure()
    texts = {
        text.get_text() for part in drawn.subfigs[1].subfigs for axes in part.axes for text in axes.texts
    }
    assert cells[1]["QQ"].note in texts
    assert "AKs" in texts


def test_on_the_command_line(
    first: SpotSolution, second: SpotSolution, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first.save(tmp_path / "a.h5")
    second.save(tmp_path / "b.h5")
    names = [str(tmp_path / name) for name in ("a.h5", "b.h5")]
    more = ["--csv", str(tmp_path / "all.csv"), "-o", str(tmp_path / "both.png"), "--width", "8"]
    assert main(["spot", "compare", *names, "--sort", "ev", *more]) == 0
    printed = capsys.readouterr().out
    compared = compare_spots(*names)
    for line in compared.lines(by="ev"):
        assert line in printed or len(line) > 80
    rows = list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text())))
    assert [row["hand"] for row in rows] == [one.name for one in compared.classes]
    assert float(rows[0]["a ev"]) == compared.classes[0].ev[0]
    assert next(row for row in rows if row["hand"] == "88")["a ev"] == ""
    assert (tmp_path / "both.png").read_bytes().startswith(b"\x89PNG")
    assert main(["spot", "compare", *names, "--path", "cr75"]) == 2
    assert "error: B, " in capsys.readouterr().err
    assert main(["spot", "compare", *names, "-o", str(tmp_path / "both.jpg")]) == 2
