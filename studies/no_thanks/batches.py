"""Random against Random: standard deviation of the mean over batches of games."""

from __future__ import annotations

from math import sqrt

from pokerdata.games.no_thanks import evaluate, play, random_policy
from studies import StudyRun

from .experiments import Table, scatter

BATCHES = 200


def told(run: StudyRun, table: Table) -> None:
    """Report standard deviations of batches, exact and sampled."""
    run.heading("Random against Random")
    policy = random_policy(table.positions)
    values = evaluate(policy)
    one = values.deviations[0]
    sizes = (10, 100) if run.is_quick else (10, 100, 1000)
    rows: list[list[object]] = [
        ["games in a batch", "0.5/sqrt(x)", "exactly", f"of {BATCHES} sampled batches"]
    ]
    for seed, size in enumerate(sizes):
        run.say(f"{BATCHES} batches of {size} games at random")
        means = play(policy, BATCHES * size, seed=seed)[:, 0].reshape(BATCHES, size).mean(axis=1)
        found = float(means.std(ddof=1))
        rows.append(
            [
                f"{size:,}",
                f"{0.5 / sqrt(size):.2%}",
                f"{one / sqrt(size):.2%}",
                f"{found:.2%} ± {scatter(found, BATCHES):.2%}",
            ]
        )
    run.table(rows)
    run.text(
        f"The starter wins {values.shares[0]:.4%} of the points. A single game deviates by {one:.4f}, "
        "where a coin would by 0.5, as some points are shared. Sampled with the seeds 0, 1, ...; ± is one standard error."
    )
    run.claim("law", abs(one / 0.5 - 1) < 0.05, f"{one:.4f}/sqrt(x), exactly")
    exact = 100 * one / sqrt(1000)
    error = scatter(exact, BATCHES)
    above = (run.figure("deviation").value - exact) / error
    run.compare(
        "deviation",
        exact,
        half_width=1.96 * error,
        digits=3,
        why=f"ours is exact, ± what 200 batches scatter: the published one lies {above:.1f} of their standard errors above",
    )
    times = 10**2
    run.claim(
        "ten_times",
        times == 30,
        f"{times} times as many",
        why="a deviation falls with the square root of the number of games",
    )
