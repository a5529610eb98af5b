"""`pokerdata cfr-br` of whole hold'em: best responses on sampled boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerdata.cli.convergence import Convergence
from pokerdata.cli.kept_state import KeptState
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.abstraction.bucket_table import BucketTable
    from pokerdata.games import NamedGame


def in_holdem(
    named: NamedGame,
    buckets_of: str,
    *,
    update: str,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    threads: int,
    tables: str | None,
    out: Path | None,
    resume: bool,
    fresh: bool,
    no_state: bool,
) -> dict[str, Any]:
    """Find the least exploitable play over the buckets of a table or of a strategy, and write it."""
    from pokerdata.chance_sampling import cfr_br, save_sampled

    kept = KeptState(out, resume=resume, fresh=fresh, no_state=no_state)
    if out is None:
        raise ValueError(
            "--out: expected a file for the strategy, whose worth is told by others, got none; e.g. least.h5"
        )
    buckets = _buckets(buckets_of, tables)
    shown = Convergence("mb/g", lambda _: 0.0, seconds)
    with kept.run(shown) as keeping:
        found = cfr_br(
            named.rules,
            buckets.states(),
            iterations=iterations,
            seconds=seconds,
            update=update,
            seed=seed,
            threads=threads,
            progress=shown.progress,
            **keeping,
        )
        shown.clear()
        save_sampled(found, out, buckets)
        say(f"{named.rules.name}, {buckets.name.removesuffix('_buckets')}: CFR-BR ({found.update})")
        say(f"{found.iterations:,} sampled flops and turns, seed {found.seed}, {found.seconds:,.0f} s")
        if found.unreached_sets:
            never = f"{found.unreached_sets:,} of {found.information_sets:,} information sets"
            say(f"{never} were never reached, and play uniformly")
        say("exploitability: not known from the run; on real cards, with an interval:")
        say(f"  pokerdata exploitability {out} --real --flops 20")
        return {
            "game": found.rules.name,
            "abstraction": buckets.name.removesuffix("_buckets"),
            "algorithm": found.update,
            "iterations": found.iterations,
            "seed": found.seed,
            "seconds": found.seconds,
            "information_sets": found.information_sets,
            "unreached_information_sets": found.unreached_sets,
            "exploitability": None,
        }


def _buckets(name: str, tables: str | None) -> BucketTable:
    from pokerdata.abstraction.bucket_table import BucketTable
    from pokerdata.abstraction.kinds import BUCKET_TABLES
    from pokerdata.store import open_table
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.look_ups import bucket_table

    if Path(name).stem.endswith("_buckets"):
        return open_table(name, tables, *BUCKET_TABLES)
    saved = load_strategy(name, tables=tables)
    if saved.abstraction is None:
        raise ValueError(
            f"--buckets-of: expected a strategy over buckets, got {name}, of {saved.label}; e.g. limit5_strategy.h5"
        )
    found = bucket_table(saved, tables)
    assert isinstance(found, BucketTable)
    return found
