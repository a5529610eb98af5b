"""`pokerdata make`: build what is out of date, then say what it cost and what came out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import bytes_text, columns, seconds_text, terminal_width

if TYPE_CHECKING:
    from pokerdata.cluster.address import Address
    from pokerdata.pipeline.records import Record
    from pokerdata.pipeline.runner import Runner


@click.command()
@options.targets
@options.recipe
@options.threads
@options.written
@click.option("--dry-run", is_flag=True, help="Say what would be built and why, and build nothing.")
@click.option(
    "--force", is_flag=True, help="Build the targets (without any: everything) though they are up to date."
)
@click.option(
    "--trust", is_flag=True, help="Run bots and programs that the recipe names, such as my_bots.py:Tight."
)
@options.cluster
def make(
    targets: tuple[str, ...],
    recipe: str,
    threads: int,
    tables: str | None,
    dry_run: bool,
    force: bool,
    trust: bool,
    cluster: str | None,
    **access: Any,
) -> None:
    """Build what is out of date.

    Builds the targets (without any: the whole recipe) and all they depend on, where parameters, kernels,
    parents or content have changed, and says why.
    """
    from pokerdata.support.arguments import as_count

    if as_count(threads, "threads", 0, 1024, 2) == 0:
        from pokerdata._core import support

        threads = support.hardware_threads()
    address = options.read_cluster(cluster, **access)
    runner = options.runner(recipe, tables, threads=threads, trust=trust)
    if dry_run:
        _say_plan(runner, targets, force)
        return
    if address is None or all(status.up_to_date for status in runner.survey(targets, force=force)):
        records = runner.run(targets, force=force)
    else:
        records = _run_on(address, access["cluster_wait"], runner, targets, force)
    if not records:
        count = len(runner.plan.select(targets))
        say(f"nothing to do: {'the stage is' if count == 1 else f'all {count} stages are'} up to date")
        return
    say()
    _say_costs(runner, records)
    _say_summaries(runner, targets)


def _run_on(
    address: Address, wait: float, runner: Runner, targets: Sequence[str], force: bool
) -> list[Record]:
    """Run with the workers of a cluster."""
    from pokerdata.cluster.connecting import connected
    from pokerdata.cluster.runner import ClusterRunner

    if address.is_local:
        has = runner.available
        runner.available = lambda folder: has(folder).shared(address.workers + 1)
    with connected(address, wait=wait, threads=runner.threads) as client:
        runner.elsewhere = ClusterRunner(client, wait=wait, say=say)
        return runner.run(targets, force=force)


def _say_plan(runner: Runner, targets: Sequence[str], force: bool) -> None:
    pending = [s for s in runner.survey(targets, force=force) if not s.up_to_date]
    for status in pending:
        verb = "would make" if status.reasons else "may make"
        say(f"{verb} {status.stage.name}: {status.why}")
    if not pending:
        say("nothing to do")


def _say_costs(runner: Runner, records: Sequence[Record]) -> None:
    from pokerdata.store.digest import table_digest

    rows = [("stage", "time", "peak memory", "size", "data digest")]
    for r in records:
        digest = table_digest(r.digests)[:12]
        rows.append(
            (r.stage, seconds_text(r.seconds), bytes_text(r.peak_memory), bytes_text(r.file.size), digest)
        )
    total = seconds_text(sum(r.seconds for r in records))
    peak = bytes_text(max(r.peak_memory for r in records))
    rows.append(("in all", total, peak, bytes_text(sum(r.file.size for r in records)), ""))
    say("\n".join(columns(rows, (1, 2, 3), terminal_width())))
    say(f"in {runner.tables.absolute()}")


def _say_summaries(runner: Runner, targets: Sequence[str]) -> None:
    from pokerdata.tables import open_table

    for stage in runner.plan.select(targets):
        if stage.summary is not None and stage.is_table:
            say(f"\n{stage.name}")
            with open_table(stage.name, tables=runner.tables) as table:
                for line in stage.summary(table):
                    say(f"  {line}")
