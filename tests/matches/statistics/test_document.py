"""docs/statistics.md lists what is counted, and its examples work."""

import re
from typing import Any

import pytest

from helpers.documents import block
from helpers.formats import ROOT
from pokerdata.games import table_rules
from pokerdata.matches import play_hands
from pokerdata.matches.statistics import STATISTICS, TYPE_RULES

TEXT = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")


def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/statistics.md", "statistics")
    exec(compile(code, "statistics.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*  # (.*)", code)


def test_the_example_of_shown_hands(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, Any] = {}
    exec(compile(block("docs/statistics.md", "statistics"), "statistics.md", "exec"), namespace)
    capsys.readouterr()
    code = block("docs/statistics.md", "statistics shown")
    exec(compile(code, "statistics.md", "exec"), namespace)
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*  # (.*)", code)


def test_the_bot_plays() -> None:
    namespace: dict[str, Any] = {}
    exec(compile(block("docs/statistics.md", "statistics bot"), "statistics.md", "exec"), namespace)
    watcher = namespace["Watcher"]()
    hands = list(
        play_hands([watcher, "always-raise", "always-call"], table_rules("limit-holdem-3p"), deals=10)
    )
    assert len(hands) == 60
    assert watcher.seen.hands > 0
    assert len(watcher.seen) == 3


def test_every_statistic_is_defined() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$", TEXT, re.MULTILINE)
    told = [
        (one.name, one.title, one.taken, one.opportunities, one.scope.value) for one in STATISTICS.values()
    ]
    assert rows == told


def test_the_borders_are_told() -> None:
    (line,) = re.findall(r"^Loose is .*$", TEXT, re.MULTILINE)
    numbers = [int(n) for n in re.findall(r"(\d\d)(?:,| %| )", line)]
    loose = [round(100 * border) for border in TYPE_RULES.loose.values()]
    assert numbers[: len(loose)] == loose
    assert numbers[len(loose)] == round(100 * TYPE_RULES.aggressive)
    assert f"at least {round(100 * TYPE_RULES.maniac)} %" in TEXT
