"""`pokerdata list`, `graph` and `estimate`: what a recipe holds, how it hangs together, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import bytes_text, columns, counted, seconds_text, terminal_width

if TYPE_CHECKING:
    from pokerdata.pipeline.stage import Stage


@click.command("list")
@options.recipe
@options.written
def list_(recipe: str, tables: str | None) -> None:
    """Show what is built, stale or missing."""
    from pokerdata.store.digest import table_digest

    runner = options.runner(recipe, tables)
    rows = [("name", "state", "size", "data digest", "why")]
    for s in runner.survey():
        known = s.built and s.record is not None
        size = bytes_text((runner.tables / s.stage.filename).stat().st_size) if s.built else ""
        digest = table_digest(s.record.digests)[:12] if known and s.record else ""
        rows.append(
            (s.stage.name, s.word, size, digest, "" if s.why == s.word else s.why.removeprefix(f"{s.word}; "))
        )
    say("\n".join(columns(rows, (2,), terminal_width())))
    say(f"recipe {runner.plan.label}\ntables in {runner.tables.absolute()}")


@click.command()
@options.recipe
@click.option(
    "--dot", is_flag=True, help="As text for Graphviz: pokerdata graph --dot | dot -Tsvg > graph.svg"
)
def graph(recipe: str, dot: bool) -> None:
    """Show which table is made from which.

    Each stands below the tables it needs.
    """
    from pokerdata.recipes.reading import load_plan

    stages = load_plan(recipe).stages
    if dot:
        edges = [f'  "{parent}" -> "{name}";' for name, stage in stages.items() for parent in stage.parents]
        nodes = [f'  "{name}";' for name in stages]
        click.echo("\n".join(["digraph pokerdata {", "  rankdir=LR;", *nodes, *edges, "}"]))
        return
    from pokerdata.pipeline.tree import tree

    say("\n".join(tree({name: stage.parents for name, stage in stages.items()})))


@click.command()
@options.targets
@options.recipe
@options.written
def estimate(targets: tuple[str, ...], recipe: str, tables: str | None) -> None:
    """Show what building would cost, and what the machine has.

    Times are for this machine: how fast it is, with all else it does now, is measured for some seconds. Beside them
    stands what stages that are built took.
    """
    from pokerdata.errors import CapacityError
    from pokerdata.machine import measure
    from pokerdata.pipeline.capacity import check_capacity
    from pokerdata.support.cost import Cost

    runner = options.runner(recipe, tables)
    statuses = runner.survey(targets)
    pending = [s.stage for s in statuses if not s.up_to_date]
    machine = measure()

    def told(stages: Sequence[Stage]) -> tuple[str, str, str]:
        e = Cost.of_all(s.cost for s in stages)
        seconds = sum(machine.seconds(s.cost) for s in stages)
        return seconds_text(seconds), bytes_text(e.memory_bytes), bytes_text(e.disk_bytes)

    rows = [("stage", "time", "took", "memory", "disk", "state")]
    for s in statuses:
        took = seconds_text(s.record.seconds) if s.built and s.record is not None else ""
        time, memory, disk = told([s.stage])
        rows.append((s.stage.name, time, took, memory, disk, s.word))
    for label, stages in (("everything", [s.stage for s in statuses]), ("still to do", pending)):
        time, memory, disk = told(stages)
        rows.append((label, time, "", memory, disk, ""))
    say("\n".join(columns(rows, (1, 2, 3, 4), terminal_width())))
    say(f"times are for this machine, as measured now: {machine.processors} processors, {machine.isa}")
    for s in statuses:
        if s.stage.cost.rounds is not None:
            count, name = s.stage.cost.rounds
            each = machine.seconds(s.stage.cost) / count
            say(f"{s.stage.name}: {counted(count, name)} of {seconds_text(each)}")
    has = runner.available(runner.tables)
    say(f"available: {bytes_text(has.memory)} of memory, {bytes_text(has.disk)} of disk")
    try:
        check_capacity(pending, has)
    except CapacityError as error:
        say(f"this does not suffice: {error}")
    else:
        say("this suffices")
