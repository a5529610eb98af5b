"""Small tables of every kind except potential and clusters, which take long."""

from __future__ import annotations

from pathlib import Path

import pokerdata
from helpers.gains import made_up_gains, save_gains
from helpers.recipes import linked, runner_of

_RECIPE = """
[abstraction.told]
kind = "history"
metric = "ehs2_next"
buckets = [2, 2, 2, 2]
boards = 100
[abstraction.nested]
kind = "nested"
metric = "ehs2_river"
recall = "imperfect"
buckets = ["lossless", "2x2", "2x2", "2x2"]
[strategy.counted]
game = "limit-holdem"
abstraction = "told"
iterations = 2
[match.less]
game = "leduc"
agents = ["always-call", "random"]
deals = 2
reduce = "all-in"
[series.few]
game = "leduc"
agents = ["always-call", "random"]
series = 2
hands = 2
[tournament.threes]
game = "kuhn-3p"
agents = ["always-call", "random", "always-fold"]
deals = 3
[response.counted_back]
game = "limit-holdem"
abstraction = "told"
model = "counted"
p = 0.5
iterations = 2
trade_off = []
[strategy.sampled]
game = "limit-holdem"
abstraction = "nested"
algorithm = "pcs"
iterations = 1
"""
_BUILT = [
    "told_transitions",
    "counted_strategy",
    "counted_back_strategy",
    "counted_back_trade_off",
    "sampled_strategy",
    "less_reduced",
    "few_series",
    "threes_tournament",
]


def make_every_kind(folder: Path, *tables: Path) -> Path:
    """Make the tables in a new folder that starts with the tables of others."""
    linked(folder, *tables)
    runner_of(_RECIPE, folder).run(_BUILT)
    spot = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    pokerdata.solve(spot, iterations=1).save(folder / "river_spot.h5")
    flops = folder / "flops.txt"
    flops.write_text("8s9h2d\n8s8h2d", encoding="utf-8")
    on_flops = pokerdata.spots.flop_report(spot.changed(board="2s3h4d"), flops, iterations=1)
    on_flops.save(folder / "some_flops.h5")
    save_gains(made_up_gains(), folder)
    short = pokerdata.solving.jam_or_fold.jam_fold(6, (1, 2), 1, opponent="any", iterations=1)
    short.save(folder / "short_jam_fold.h5")
    return folder
