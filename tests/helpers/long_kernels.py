"""Commands that call the long-running kernels, by the kernel's name in the extension."""

from __future__ import annotations

#: Seconds that an interrupted command may take to end: 0.1 to 1.4 on an idle machine.
LONGEST = 20
SOLVE = "solve twelve-card --iterations 1000000 --out {}/twelve.h5"
CFR_BR = "cfr-br limit-holdem --buckets-of {}/two_buckets.h5 --iterations 10000000 --out {}/least.h5"
TREES = "compare leduc --engine tree --algorithms {} --target 0.000001mb --seconds 600"
#: The kernel, and a command that calls it and runs for more than a second; {} is a folder with tables of
#: hold'em.
COMMANDS = (
    ("abstraction.HistoryBuckets.find", "make -f {}/counts.toml --tables {} counted_counts"),
    ("abstraction.add_joint_counts", "make -f {}/counts.toml --tables {} counted_counts"),
    ("chance_sampling.ResponseSolver.iterate", CFR_BR),
    ("chance_sampling.Solver.iterate", "make -f {}/sampled.toml --tables {} sampled_strategy"),
    ("clustering.cumulative_histograms", "make -f {}/kmeans.toml --tables {} kmeans_buckets"),
    ("clustering.DistinctPoints.add", "make -f {}/kmeans.toml --tables {} kmeans_buckets"),
    ("equity.by_boards", "equity AKs,QQ,76s,T9s QQ+,AK,A5s 22+,A2s+"),
    ("equity.by_samples", "equity AKs,QQ,76s,T9s QQ+,AK,A5s 22+,A2s+ --samples 4000000000"),
    ("luck.Values.fit", "match {}/weak_strategy.h5 random --reduce aivat --fit 1000000000"),
    ("luck.measure_match", "match {}/weak_strategy.h5 random --reduce all-in --deals 100000000"),
    ("matches.local_best_response", "lbr {}/weak_strategy.h5 --deals 1000000"),
    ("matches.play_match", "match {}/weak_strategy.h5 random --deals 10000000"),
    ("preflop.income_sums", "income --samples 1000000000"),
    ("preflop.matchup_sums", "make preflop_ihr --tables {}/new"),
    ("real_cards.Responder.behind", "exploitability {}/weak_strategy.h5 --real --path cc/c --board Ks7d2c"),
    ("real_cards.Responder.values", "exploitability {}/weak_strategy.h5 --real"),
    ("search.Search.run", "match check-norris random --game limit-holdem"),
    ("solvers.SolverFloat64.iterate", SOLVE),
    ("solvers.SolverFloat64.tied_best_response", "cfr-br leduc --buckets 3,2 --iterations 10000000"),
    ("spots.SpotSolverFloat32.iterate", "spot solve {}/spot.toml --target 0.0001%"),
    ("spots.SpotSolverFloat32.iterate", "spot flops {}/spot.toml --out {}/report.h5"),
    ("strength.river", "make --tables {}/new"),
    ("strength.turn", "make --tables {}/new"),
    ("strength.flop", "make --tables {}/new"),
    ("strength.potential_one_card", "make -f potential --tables {} turn_potential"),
    ("strength.potential_two_cards", "make -f potential --tables {}/new"),
    ("trees.TreeSolver.iterate", TREES.format("dcfr")),
    ("trees.SampledSolver.iterate", TREES.format("mccfr-external")),
    ("trees.FictitiousPlay.iterate", TREES.format("fictitious-play")),
)
