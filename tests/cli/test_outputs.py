"""Output of commands: at most 80 columns, piped or not, and exact where it is the same on every machine.

To update the texts in `outputs/` on purpose, run

    POKERDATA_WRITE_OUTPUTS=1 python -m pytest tests/cli/test_outputs.py

and review them with `git diff`.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from helpers.recipes import linked
from pokerdata.cli import cli
from pokerdata.cli.plot import plot
from pokerdata.games import table_rules
from pokerdata.games.play import hand_text
from pokerdata.matches import play_hands

STORED = Path(__file__).with_name("outputs")
WRITE = "POKERDATA_WRITE_OUTPUTS" in os.environ
WIDTH = 80
COMMAND_NAMES = cli.list_commands(click.Context(cli))
HELPS = [
    "",
    "--help",
    *(f"{name} --help" for name in COMMAND_NAMES),
    *(f"plot {name} --help" for name in plot.commands),
]

# The same on every machine; `tables` is an empty folder.
STABLE = {
    "list": "list --tables empty",
    "list_long": "list -f eriksson-2012-small --tables empty",
    "graph": "graph",
    "make": "make --dry-run -f eriksson-2012-small --tables empty",
    "verify": "verify --tables empty",
    "clean": "clean --tables nowhere",
    "signature": "signature",
    "eval": 'eval "As Ks Qs Js Ts" "2c 2d 2h 2s 3c"',
    "range": 'range "QQ+,AKs,AJo-ATo,A5s-A2s,K9s,76s,65s,54s,98o,87o:0.5" --board Ks7d2c',
    "equity": "equity AcKd TdTh",
    "equity_ranges": "equity QQ+,AKs,AJo-ATo,A5s-A2s,K9s,76s,65s,54s,98o,87o KK+,AQs+ --board 7s6cAs",
    "equity_sampled": "equity AcKd TdTh 7h6h --samples 1000 --seed 1",
    "metrics": 'metrics Ks2s 7s6cAs --opponent "QQ+,AK" --pot 30 --to-call 10',
    "metrics_sampled": "metrics AcKd 7s6cAs2d --players 3 --samples 1000",
    "income": "income --samples 200 --players 6",
    "plot_range": 'plot range "QQ+,AKs,T9s:0.5"',
    "plot_equity": "plot equity Ks2s 7s6cAs",
    "plot_ehs": "plot preflop-ehs --tables tables",
    "games": "games",
    "games_limit": "games limit-holdem",
    "games_toml": "games limit-holdem --toml",
    "games_acpc": "games limit-holdem --acpc",
    "spot": 'spot show --board Td9d6hQc --oop "66+,A8s+,KQ" --ip "QQ-22,A2s+" --pot 200 --stack 900 --bets 60%,e,a '
    "--raises 2.5x",
    "spot_toml": "spot show --board Td9d6h2c3s --oop QQ+ --ip AK --pot 60 --limit-bets 20 --dead 2d --toml",
    "spot_of_game": 'spot show --of-game limit-holdem --after cc/crr --board Td9d6h --oop "22+" --ip "A2s+,KTo+" --rake 5%',
    "solve": "solve",
    "statistics": "statistics match.log --game limit-holdem-3p",
    "statistics_of_one": "statistics match.log --game limit-holdem-3p --player B",
    "statistics_by_street": "statistics match.log --game limit-holdem-3p --by street --player B",
    "statistics_by_position": "statistics match.log --game limit-holdem-3p --by position --player B",
}
# Times, memory (which depends on the processors) or last digits of floats vary: only the width is checked.
VARYING = [
    "series learning random --game kuhn --series 4 --hands 32 --all-cards --blocks doubling",
    "series random always-call random --game kuhn-3p --series 3 --hands 5",
    "income --samples 200 --players 23 --list",
    "estimate --tables empty",
    "estimate -f eriksson-2012 --tables empty",
    "graph -f eriksson-2012-small",
    "list --tables tables",
    "verify good_strategy all_matches --tables tables",
    "info good_strategy --tables tables",
    "info all_matches --tables tables",
    "info all_lbr --tables tables",
    "info turn_strength --tables tables",
    "info boards --tables tables",
    "info rank_codes --tables tables",
    "plot table turn_strength ehs --board 7s6cAs2d --tables tables",
    "games leduc",
    "games nolimit-holdem --buckets 5",
    "games nolimit-holdem --buckets 169,50,50,50 --recall imperfect",
    "games limit-holdem --buckets 20",
    "solve leduc-nolimit --iterations 20 --strategy",
    "solve leduc --iterations 20 --out new/leduc.h5",
    "exploitability tables/good_strategy.h5",
    "exploitability tables/good_strategy.h5 --player 1",
    "exploitability tables/good_strategy.h5 --against always-call",
    "exploitability dirichlet --game leduc-nolimit",
    "exploitability always-call --game limit-holdem --real --path cc/cc/cc/ --board Ks7d2cTh5s",
    "exploitability always-call --game nolimit-holdem --real --path cc/cc/c --board Ks7d2cTh --hand AA",
    "browse tables/good_strategy.h5",
    "browse tables/good_strategy.h5 --path rc/c --board K",
    "browse tables/good_strategy.h5 --path rc/c --board Ks --hand Kh --values",
    "plot strategy tables/good_strategy.h5 --path rc/c --board Ks",
    "compare kuhn --iterations 50",
    "compare kuhn --iterations 50 --engine both --algorithms cfr+,mccfr-outcome,dcfr(pruning=regret),fictitious-play",
    "match tables/good_strategy.h5 always-raise --deals 500 --show-hands 2",
    "match simple random --game nolimit-holdem --deals 20 --show-hands 2",
    "match random always-call always-fold --game limit-holdem-3p --deals 20",
    "match always-fold random always-raise random always-fold random --game nolimit-holdem-6p --deals 2",
    "lbr tables/good_strategy.h5 --deals 200",
    "export tables/good_strategy.h5 -o new/good.csv",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tables: Path, tournament: Path) -> Path:
    """Return a folder with tables in `tables`, and none in `empty`."""
    path = tmp_path_factory.mktemp("outputs")
    linked(path / "tables", tables, tournament)
    (path / "empty").mkdir()
    hands = play_hands(
        ["break-ivan", "random", "always-call"],
        table_rules("limit-holdem-3p"),
        deals=20,
        names=["A", "B", "C"],
    )
    (path / "match.log").write_text("".join(hand_text(hand.state) + "\n" for hand in hands))
    return path


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", str(WIDTH))


def printed(line: str) -> str:
    done = CliRunner().invoke(
        cli, shlex.split(line) if "(" not in line else line.split(), prog_name="pokerdata"
    )
    assert done.exit_code == 0, f"{line}: {done.output}{done.exception!r}"
    return done.output


def too_wide(text: str) -> list[str]:
    """Return the lines of more than 80 columns, apart from long paths."""
    return [
        line
        for line in text.splitlines()
        if cell_len(line) > WIDTH and not any("/" in word and len(word) > 40 for word in line.split())
    ]


def the_same_elsewhere(text: str) -> str:
    """Remove the folders of this machine from the text."""
    checkout = str(Path(__file__).resolve().parents[2])
    return text.replace(str(Path.cwd()), "FOLDER").replace(checkout, "CHECKOUT")


def compare(name: str, text: str) -> None:
    path = STORED / f"{name}.txt"
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), f"tests/cli/test_outputs.py says how {path.name} is written anew"


@pytest.mark.parametrize("name", STABLE)
def test_stable_outputs(name: str) -> None:
    text = printed(STABLE[name])
    assert text
    assert too_wide(text) == []
    compare(name, the_same_elsewhere(text))


@pytest.mark.slow
@pytest.mark.parametrize("line", VARYING)
def test_other_outputs_fit(line: str) -> None:
    text = printed(line)
    assert text
    assert too_wide(text) == []


def test_helps() -> None:
    for text in map(printed, HELPS):
        assert too_wide(text) == []
        summaries = text.partition("Options:")[2]
        assert "..." not in summaries.replace("]...", "")  # none is cut off


def test_narrower_terminals_and_wider_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (50, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        table, _, _ = printed("list -f eriksson-2012-small --tables empty").partition("\nrecipe")
        lines = table.splitlines()  # without the paths below it, which cannot wrap
        assert max(map(len, lines)) <= width
        assert max(map(len, lines)) > width - 30
