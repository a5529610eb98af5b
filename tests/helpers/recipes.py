"""Plans and silent runners of a recipe's text, and recipes of a coarse abstraction and a small tournament."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

#: An abstraction that is made in seconds.
COARSE = """
[abstraction.coarse]
kind = "percentile"
recall = "imperfect"
buckets = ["lossless", 6, 5, 4]
"""
#: Strategies over it, one of them re-solved on two sampled boards and in a cut game.
RESOLVED = f"""{COARSE}
[strategy.coarse]
game = "nolimit-holdem"
stack = 6
abstraction = "coarse"
algorithm = "pcs"
iterations = 30
seed = 3

[strategy.limit]
game = "limit-holdem"
abstraction = "coarse"
algorithm = "pcs"
iterations = 30
seed = 3

[resolving.coarse]
strategy = "coarse"
methods = ["unsafe", "gadget"]
boards = 2
iterations = 3
cut = "cc/cc/@Td9d6hQc"
"""
#: Limit hold'em or another game, with few iterations over few buckets of few boards; made in a second.
WEAK = """
[abstraction.two]
kind = "history"
metric = "ehs2_next"
buckets = [2, 2, 2, 2]
boards = 100
[strategy.weak]
game = "{game}"
abstraction = "two"
iterations = {iterations}
"""
#: A report over five flops.
FLOPS = """
[flops.mine]
board = "2c3d4h"
oop = "AsAh,QsQh"
ip = "KsKh,JsTs"
pot = 20
stack = 30
bets = "75%"
flops = 5
line = "c"
iterations = 5
"""
TOURNAMENT = """
[strategy.good]
game = "leduc"
target = "1mb"
[strategy.poor]
game = "leduc"
iterations = 3
[match.all]
agents = ["good", "poor", "random"]
deals = 3_000
seed = 7
lbr = 200
[match.two]
agents = ["poor", "always-call"]
deals = 500
[page.leduc]
title = "Agents of Leduc hold'em"
matches = ["all", "two"]
"""


def plan_of(text: str) -> Plan:
    """Return the plan of a recipe's text; messages name its file recipe.toml."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "recipe.toml"
        path.write_text(text, encoding="utf-8")
        return load_plan(str(path))


def runner_of(text: str, tables: Path, threads: int = 2) -> Runner:
    """Return a silent runner of a recipe's text in a folder of tables."""
    return Runner(plan_of(text), tables, threads=threads, say=lambda _: None)


def linked(folder: Path, *sources: Path) -> Path:
    """Return a new folder that starts with the tables of others; files are replaced, never changed in place."""
    (folder / ".state").mkdir(parents=True)
    for source in sources:
        for path in source.glob("[!.]*.*"):
            if path.is_file() and not (folder / path.name).exists():
                (folder / path.name).hardlink_to(path)
        shutil.copytree(source / ".state", folder / ".state", dirs_exist_ok=True)
    return folder
