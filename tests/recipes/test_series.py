"""[series.NAME]: the series of `pokerdata series` as a table, its learning curve, and its part of a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.documents import block
from helpers.recipes import plan_of, runner_of
from pokerdata.cli import main
from pokerdata.errors import TableError
from pokerdata.matches import SeriesResult, play_series
from pokerdata.matches.series_result import SeriesTable
from pokerdata.pipeline.runner import Runner
from pokerdata.players.agents import Agent
from pokerdata.recipes import series
from pokerdata.recipes.table_kinds import open_table

LEARNED = """
[series.learned]
agents = ["learning", "random"]
game = "leduc"
series = 4
hands = 32
all_cards = true
blocks = "doubling"
seed = 3
"""
SOLVED = """
[strategy.good]
game = "leduc"
iterations = 30
[series.plain]
agents = ["good", "always-call"]
series = 3
hands = 20
"""
THREES = """
[series.threes]
agents = ["always-call", "random", "always-raise"]
game = "kuhn-3p"
series = 2
hands = 6
"""
PAGE = """
[page.all]
title = "Who learns"
series = ["learned", "plain", "threes"]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("series")
    runner_of(LEARNED + SOLVED + THREES + PAGE, folder).run()
    return folder


def result_of(folder: Path, name: str) -> SeriesResult:
    with open_table(f"{name}_series", tables=folder) as table:
        assert isinstance(table, SeriesTable)
        return table.result


def check_same(found: SeriesResult, wanted: SeriesResult) -> None:
    np.testing.assert_array_equal(found.parts, wanted.parts)
    for name in (
        "players",
        "game",
        "seed",
        "show",
        "decisions",
        "faults",
        "first_faults",
        "forfeits",
        "orders",
    ):
        assert getattr(found, name) == getattr(wanted, name), name


def test_they_are_those_of_the_function(made: Path) -> None:
    wanted = play_series(["learning", "random"], "leduc", series=4, hands=32, show="all", seed=3)
    check_same(result_of(made, "learned"), wanted)
    good = Agent.load(made / "good_strategy.h5")
    names = ["good", "always-call"]
    check_same(
        result_of(made, "plain"), play_series([good, "always-call"], "leduc", series=3, hands=20, names=names)
    )
    threes = ["always-call", "random", "always-raise"]
    check_same(result_of(made, "threes"), play_series(threes, "kuhn-3p", series=2, hands=6))


def test_the_command_line_tells_the_same(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--game", "leduc", "--series", "4", "--hands", "32", "--all-cards", "--seed", "3"]
    assert main(["series", "learning", "random", *given, "--blocks", "doubling", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = result_of(made, "learned").to_dict("doubling")
    assert told["curve"] == found["curve"]
    assert [one["chips"] for one in told["results"]] == [one["chips"] for one in found["results"]]


def test_series_of_a_number_are_those_of_all() -> None:
    whole = play_series(["random", "always-raise"], "leduc", series=5, hands=7, seed=2)
    rest = play_series(["random", "always-raise"], "leduc", series=2, first_series=3, hands=7, seed=2)
    np.testing.assert_array_equal(rest.parts, whole.parts[3:])


def test_a_page_tells_them(made: Path) -> None:
    page = (made / "all_page.md").read_text()
    assert "| `good` |" in page  # the opponent that it wins from
    for name, blocks, shown in (("learned", "doubling", 1), ("plain", None, 1), ("threes", None, 3)):
        result = result_of(made, name)
        part = page.partition(f"## Series: {name}\n")[2].partition("\n## ")[0]
        assert f"![Winnings by the number of the hand]({name}_learning.png)" in part
        assert (made / f"{name}_learning.png").read_bytes().startswith(b"\x89PNG")
        factor = result.unit.per_hundred(1)
        for player, value in zip(result.players, result.won, strict=True):
            (row,) = [line for line in part.splitlines() if line.startswith(f"| `{player}` |")]
            assert f"{factor * value.mean:+.2f} ± {factor * value.half_width:.2f}" in row
        curve = result.curve(blocks)
        for number, (first, last) in enumerate(curve.blocks):
            hands = f"| {first} |" if first == last else f"| {first}-{last} |"
            (row,) = [line for line in part.splitlines() if line.startswith(hands)]
            means = [float(cell.split(" ± ")[0]) for cell in row.strip("|").split("|")[1:]]
            assert means == pytest.approx(
                [factor * curve.won[p][number].mean for p in range(shown)], abs=0.00501
            )


def test_the_recipe_of_the_document() -> None:
    plan = plan_of(block("docs/series.md", "series recipe"))
    assert {"learned_series", "learned_learning", "learned_page"} <= plan.stages.keys()


class StopError(Exception):
    pass


def test_a_run_that_was_stopped_goes_on_to_the_same_chips(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def failing(*given: Any, **keys: Any) -> SeriesResult:
        played.append(keys["first_series"])
        if len(played) == 3:
            raise StopError
        return play_series(*given, **keys)

    monkeypatch.setattr(series, "play_series", failing)
    with pytest.raises(StopError):
        runner_of(LEARNED, tmp_path).run(["learned_series"])
    runner_of(LEARNED, tmp_path).run(["learned_series"])
    assert played == [0, 1, 2, 2, 3]
    check_same(result_of(tmp_path, "learned"), result_of(made, "learned"))


def test_forfeits_and_faults_are_kept(tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(
        "class Breaks:\n"
        "    def act(self, state):\n"
        "        if state.hand == 2:\n"
        "            raise RuntimeError('out of luck\\nand more')\n"
        "        return 'f' if state.hand else 'r999'\n"
    )
    text = f"""
[series.broken]
agents = ["{bots}:Breaks", "always-call"]
game = "leduc"
series = 2
hands = 5
[page.all]
title = "Broken"
series = ["broken"]
"""
    with pytest.raises(TableError, match=r"agents: expected --trust for .*bots.py:Breaks"):
        runner_of(text, tmp_path / "tables").run()
    Runner(plan_of(text), tmp_path / "tables", say=lambda _: None, trust=True).run()
    found = result_of(tmp_path / "tables", "broken")
    assert {forfeit[:4] for forfeit in found.forfeits} == {(0, s, o, 2) for s in (0, 1) for o in (0, 1)}
    assert {forfeit.reason.partition(" (")[0] for forfeit in found.forfeits} == {
        r"RuntimeError: out of luck\nand more"
    }
    assert found.faults[0] > 0
    assert "r999" in str(found.first_faults[0])
    page = (tmp_path / "tables" / "all_page.md").read_text()
    assert "forfeited series 2 in order 1 of seats in hand 3" in page
    assert "± not known" in page
    before = plan_of(text).stages["broken_series"].parameters
    bots.write_text(bots.read_text() + "\n# changed\n")
    assert plan_of(text).stages["broken_series"].parameters != before


def test_blocks_play_nothing_anew() -> None:
    one, two = plan_of(LEARNED).stages, plan_of(LEARNED.replace('"doubling"', "4")).stages
    assert one["learned_series"].parameters == two["learned_series"].parameters
    assert one["learned_learning"].parameters != two["learned_learning"].parameters


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("series = 4", "series = 0", r"\[series.learned\]: series: expected a whole number from 1"),
        ("hands = 32", "hands = 0", "hands: expected a whole number from 1"),
        ("seed = 3", "seed = -1", "seed: expected a whole number from 0"),
        ('"doubling"', '"double"', "blocks: expected a number or 'doubling', got 'double'"),
        ('"doubling"', "33", "blocks: expected a whole number from 1 to 32, got 33"),
        ('"doubling"', "0.5", "blocks: expected an integer or text"),
        ('"random"', '"randon"', r"no agent 'randon', did you mean 'random'\? Expected some of learning, "),
        ('"random"', '"good+resolve"', "no agent 'good\\+resolve'"),
        ('"random"', "7", "no agent 7"),
        (', "random"', "", "agents: expected 2 for Leduc hold'em, got 1; e.g. "),
        (
            'game = "leduc"',
            'game = "limit-holdem"',
            "player learning: expected a game of up to 100,000 information sets",
        ),
        ('"random"', '"poki"', "player poki: expected a game of Texas hold'em, got Leduc hold'em"),
        ('"learning"', '"learning=2"', "learning=2"),
        ('game = "leduc"', "", "game: expected the game that is played, as no agent is a strategy"),
        ('"leduc"', '"chess"', "game: expected .*'chess'"),
        ("seed = 3", 'translation = "pseudo"', "no translation 'pseudo', did you mean 'pseudo-harmonic'"),
        ("seed = 3", "response_ms = -1", "response_ms: expected a whole number"),
        ("seed = 3", "deals = 0", "unknown key 'deals'"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    assert LEARNED.count(old) == 1
    with pytest.raises(ValueError, match=words):
        plan_of(LEARNED.replace(old, new))


def test_what_pages_refuse() -> None:
    with pytest.raises(ValueError, match=r"\[page.all\]: matches, series: expected at least one"):
        plan_of('[page.all]\ntitle = "x"\n' + LEARNED)
    with pytest.raises(ValueError, match="no series 'learn', did you mean 'learned'"):
        plan_of('[page.all]\ntitle = "x"\nseries = ["learn"]\n' + LEARNED)
    with pytest.raises(ValueError, match="reference: expected with matches alone"):
        plan_of('[page.all]\ntitle = "x"\nseries = ["learned"]\nreference = "eriksson-2012"\n' + LEARNED)
