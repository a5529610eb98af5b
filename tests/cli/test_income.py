"""`pokerdata income`: a grid, a list and JSON of the same sample."""

import json

import pytest

from pokerdata.cards.combinations import CLASS_NAMES
from pokerdata.cards.preflop import income_rates
from pokerdata.cli import main

SAMPLE = ["income", "--players", "6", "--samples", "2000", "--seed", "4", "--threads", "2"]
RATES = income_rates(6, 2000, seed=4)


def test_the_grid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SAMPLE) == 0
    *grid, first, second = capsys.readouterr().out.splitlines()
    last = f"{first} {second.strip()}"
    assert [name for line in grid[::2] for name in line.split()] == list(CLASS_NAMES)
    assert [int(rate) for line in grid[1::2] for rate in line.split()] == [round(r) for r in RATES.rates]
    assert last.startswith("thousandths of a bet a deal, 6 players; standard errors ")
    assert last.endswith(" deals a hand, seed 4")


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SAMPLE, "--list"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[:169]]
    assert sorted(row[0] for row in rows) == sorted(CLASS_NAMES)
    assert [float(row[1]) for row in rows] == sorted((float(row[1]) for row in rows), reverse=True)
    assert rows[0][0] == "AA"
    rate, error = RATES.of("AA")
    assert rows[0] == ["AA", f"{rate:+.1f}", "±", f"{error:.1f}"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SAMPLE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["players"], found["seed"], found["dealt"]) == (6, 4, RATES.dealt)
    rate, error = RATES.of("72o")
    deals = int(RATES.deals[CLASS_NAMES.index("72o")])
    assert found["hands"]["72o"] == {"rate": rate, "standard_error": error, "deals": deals}


def test_bad_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["income", "--players", "24"]) == 2
    assert (
        capsys.readouterr().err == "error: players: expected a whole number from 2 to 23, got 24; e.g. 10\n"
    )
