"""The cost of leaving out bet sizes."""

import csv
import io
from pathlib import Path

import pytest

from helpers.spots_by_hand import short_deck
from pokerdata.cli import main
from pokerdata.spots import MenuReport, MenuSize, Spot, measure_menus, menu_report, solve_spot
from pokerdata.spots.menu_report import menu_sizes, solutions_needed, without

#: Nuts or nothing against a bluff-catcher: a bet of B into P is worth P / 2 * (1 + B / (P + B)) to the
#: bettor.
POLAR = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=20, bets="oop: 25%,50%,a")
WORTH = {5: 12.0, 10: 40 / 3, 20: 15.0}


def polar(report: MenuReport) -> dict[str, float]:
    return {str(trial.left_out[-1]): trial.values.expected[0] for trial in report.steps["oop"][0].trials}


def test_the_worth_of_sizes_that_is_known() -> None:
    report = measure_menus(POLAR, "oop", down_to=1, target="0.001%")
    assert report.whole.values.expected[0] == pytest.approx(WORTH[20], abs=1e-3)
    assert polar(report) == pytest.approx(
        {"oop river bet 25%": WORTH[20], "oop river bet 50%": WORTH[20], "oop river bet a": WORTH[10]},
        abs=1e-3,
    )
    for trial in report.steps["oop"][0].trials:
        least, most = report.loss_interval(trial, 0)
        true = WORTH[20] - (WORTH[10] if str(trial.left_out[0]).endswith(" a") else WORTH[20])
        assert least <= true <= most
        assert most - least == pytest.approx(
            2 * (report.whole.values.exploitability + trial.values.exploitability)
        )
    steps = report.steps["oop"]
    assert len(steps) == 2
    assert steps[-1].chosen is not None
    assert "a" not in {size.size for size in steps[-1].chosen.left_out}
    assert steps[-1].chosen.values.expected[0] == pytest.approx(WORTH[20], abs=1e-3)


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(s, marks=pytest.mark.slow) for s in range(6, 40))]
)
def test_a_player_gains_nothing_by_having_a_size_less(seed: int) -> None:
    """This holds up to the error of the solutions, even if both are coarse."""
    spot = Spot(
        **short_deck("Kd9h6h2c", 14, (6, 6), seed),  # type: ignore[arg-type]
        pot=20,
        stack=60,
        bets="50%,a",
        raises="60%",
        donks="33%",
    )
    for iterations in (5, 100):
        report = measure_menus(spot, down_to=3, iterations=iterations, target="0.01%")
        for player, name in enumerate(("oop", "ip")):
            before = report.ev_interval(report.whole, player)
            for step in report.steps[name]:
                for trial in step.trials:
                    assert report.ev_interval(trial, player)[0] <= before[1] + 1e-4
                    assert report.loss_interval(trial, player)[1] >= -1e-4
                assert step.chosen is not None
                before = report.ev_interval(step.chosen, player)


def test_what_is_left_out() -> None:
    spot = Spot(
        board="2s3h4d6c",
        oop="AA",
        ip="KK",
        pot=20,
        stack=90,
        bets="50%; ip river: 75%,a",
        raises="3x",
        donks="",
    )
    found = [str(size) for size in menu_sizes(spot)]
    assert found == [
        *("oop turn bet 50%", "oop turn raise 3x", "ip turn bet 50%", "ip turn raise 3x"),
        *(
            "oop river bet 50%",
            "oop river raise 3x",
            "ip river bet 75%",
            "ip river bet a",
            "ip river raise 3x",
        ),
    ]
    less = without(spot, [MenuSize("bets", "river", "ip", "75%"), MenuSize("raises", "turn", "oop", "3x")])
    assert [str(size) for size in menu_sizes(less)] == [
        name for name in found if name not in ("ip river bet 75%", "oop turn raise 3x")
    ]
    assert less.donks == spot.donks
    assert without(spot, []) == spot
    with pytest.raises(ValueError, match="spot: expected one with menus of sizes, got limits"):
        menu_sizes(Spot(board="2s3h4d6c", oop="AA", ip="KK", pot=20, limit_bets=2))


def test_the_values_are_those_of_the_spot_without(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = POLAR.changed(bets="50%,a", raises="a", add_all_in=2)
    solved: list[Spot] = []

    def seen(spot: Spot, **how: object) -> object:
        solved.append(spot)
        return solve_spot(spot, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(menu_report, "solve_spot", seen)
    report = measure_menus(spot, ("oop", "ip", "both"), iterations=30)
    for of, steps in report.steps.items():
        for trial in steps[0].trials:
            less = without(spot, trial.left_out)
            if trial.iterations:
                values = solve_spot(less, iterations=30, target="0.1%").values
                assert trial.values == values
            else:
                assert less.tree.nodes == spot.tree.nodes
                assert report.loss_interval(trial, 0) == (0, 0)
            assert {size.player for size in trial.left_out} == ({"oop", "ip"} if of == "both" else {of})
    names = [str(size) for spot in solved for size in menu_sizes(spot)]
    assert names
    assert all(
        " bet a" in " ".join(str(size) for size in menu_sizes(spot)) for spot in solved
    )  # added anyway
    assert len(solved) < solutions_needed(spot, ("oop", "ip", "both"))


def test_stopped_and_gone_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    whole = measure_menus(POLAR, "oop", down_to=1, iterations=20)
    with pytest.raises(KeyboardInterrupt):
        measure_menus(POLAR, "oop", down_to=1, iterations=20, keep=tmp_path, progress=stop)
    solved = []

    def seen(spot: Spot, **how: object) -> object:
        solved.append(spot)
        return solve_spot(spot, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(menu_report, "solve_spot", seen)
    again = measure_menus(POLAR, "oop", down_to=1, iterations=20, keep=tmp_path, threads=1)
    assert again.to_csv() == whole.to_csv()
    assert len(solved) == solutions_needed(POLAR, "oop", down_to=1) - 3 == 3


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu_report, "solve_spot", lambda *_, **__: pytest.fail("work began"))
    for of, how, message in (
        ("me", {}, "of: expected some of oop, ip, both, got 'me'"),
        ((), {}, "of: expected some of oop, ip, both, got none"),
        ("ip", {}, "of: expected whose menus have sizes, got 'ip' with none"),
        ("oop", {"down_to": 0}, "down_to: expected"),
        ("oop", {"target": "1mb"}, "target: expected"),
    ):
        with pytest.raises(ValueError, match=message):
            measure_menus(POLAR, of, **how)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    POLAR.write(tmp_path / "spot.toml")
    line = [
        "spot",
        "menus",
        str(tmp_path / "spot.toml"),
        "--player",
        "oop",
        "--down-to",
        "1",
        "--iterations",
        "50",
    ]
    report = measure_menus(POLAR, "oop", down_to=1, iterations=50)
    assert main([*line, "--out", str(tmp_path / "menus.csv")]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("at most 6 solutions, each of up to ")
    assert printed[3 : 3 + len(report.lines())] == report.lines()
    assert max(map(len, report.lines())) <= 80
    assert (tmp_path / "menus.csv").read_text() == report.to_csv()
    assert not (tmp_path / "menus.csv.menus").exists()
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert len(rows) == 1 + 3 + 2
    assert list(report.frame()["loss"]) == [float(row["loss"]) for row in rows]
    both = measure_menus(POLAR.changed(bets="25%,a", rake=0.05), "both", iterations=10)
    assert max(map(len, both.lines())) <= 80
    assert "no bounds" in both.lines()[-1]
    assert main([*line, "--out", "menus.txt"]) == 2
    assert "--out: expected a name that ends in .csv" in capsys.readouterr().err
