"""Commands about tables: make, list, graph, estimate, clean, verify, info, signature."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata._support.text import bytes_text, columns, seconds_text, terminal_width
from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say
from pokerdata.errors import TableError

if TYPE_CHECKING:
    import numpy as np

    from pokerdata.pipeline.cluster.connecting import Address
    from pokerdata.pipeline.plan import Stage
    from pokerdata.pipeline.records import Record
    from pokerdata.pipeline.runner import Runner
    from pokerdata.pipeline.store.manifest import Entries, MadeBy


@command()
@options.targets
@options.recipe
@options.threads
@options.written
@option("--dry-run", is_flag=True, help="Build nothing; say what would be built and why.")
@option("--force", is_flag=True, help="Build what is up to date, too.")
@options.trust
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
    from pokerdata._support.arguments import as_count

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
    from pokerdata.pipeline.cluster.connecting import connected
    from pokerdata.pipeline.cluster.runner import ClusterRunner

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
    from pokerdata.pipeline.store.digest import table_digest

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
    from pokerdata.recipes.table_kinds import open_table

    for stage in runner.plan.select(targets):
        if stage.summary is not None and stage.is_table:
            say(f"\n{stage.name}")
            with open_table(stage.name, tables=runner.tables) as table:
                for line in stage.summary(table):
                    say(f"  {line}")


@command("list")
@options.recipe
@options.written
def list_(recipe: str, tables: str | None) -> None:
    """Show what is built, stale or missing."""
    from pokerdata.pipeline.store.digest import table_digest

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


@command()
@options.recipe
@option("--dot", is_flag=True, help="As text for Graphviz: pokerdata graph --dot | dot -Tsvg > graph.svg")
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
    from pokerdata.pipeline.plan import tree

    say("\n".join(tree({name: stage.parents for name, stage in stages.items()})))


@command()
@options.targets
@options.recipe
@options.written
def estimate(targets: tuple[str, ...], recipe: str, tables: str | None) -> None:
    """Show what building would cost, and what the machine has.

    Times are for this machine: how fast it is, with all else it does now, is measured for half a second. Beside them
    stands what stages that are built took.
    """
    from pokerdata._support.costs import Cost, measure
    from pokerdata.errors import CapacityError
    from pokerdata.pipeline.plan import check_capacity

    runner = options.runner(recipe, tables)
    statuses = runner.survey(targets)
    pending = [s.stage for s in statuses if not s.up_to_date]
    here = measure()

    def told(stages: Sequence[Stage]) -> tuple[str, str, str]:
        e = Cost.of_all(s.cost for s in stages)
        seconds = sum(here(s.cost) for s in stages)
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
    say("times are for this machine, with all else it does now; expect half to twice as much")
    has = runner.available(runner.tables)
    say(f"available: {bytes_text(has.memory)} of memory, {bytes_text(has.disk)} of disk")
    try:
        check_capacity(pending, has)
    except CapacityError as error:
        say(f"this does not suffice: {error}")
    else:
        say("this suffices")


@command()
@options.targets
@options.recipe
@options.written
@options.yes
def clean(targets: tuple[str, ...], recipe: str, tables: str | None, yes: bool) -> None:
    """Remove what a recipe built.

    Removes the targets (without any: everything), their records and shards, and no other file.
    """
    from pokerdata.pipeline.records import locked
    from pokerdata.pipeline.status import owned

    runner = options.runner(recipe, tables)
    runner.plan.check_targets(targets)
    stages = [stage for name, stage in runner.plan.stages.items() if not targets or name in targets]
    if not runner.tables.is_dir():
        say(f"nothing to remove: there is no folder {runner.tables}")
        return
    with locked(runner.tables):
        found = [thing for stage in stages for thing in owned(stage, runner.tables)]
        for thing in found:
            say(f"{'removing' if yes else 'would remove'} {thing.path} ({bytes_text(thing.size)})")
        if not found:
            say("nothing to remove")
        elif yes or click.confirm(f"remove these {bytes_text(sum(thing.size for thing in found))}?"):
            for thing in found:
                thing.remove()
            say(f"removed {len(found)}")


@command()
@click.argument("names", nargs=-1, metavar="[TABLE]...")
@options.recipe
@options.written
@option(
    "--all",
    "every",
    is_flag=True,
    help="All tables of the recipe: fail where one is not built or not listed.",
)
@option("--update", is_flag=True, help="Write what is built into the manifest, on purpose.")
@option("--manifest", type=click.Path(path_type=Path), metavar="FILE", help="Another manifest.")
def verify(
    names: tuple[str, ...], recipe: str, tables: str | None, every: bool, update: bool, manifest: Path | None
) -> None:
    """Compare tables with the manifest.

    Recomputes the digests of the tables named, or else of all in the manifest and the recipe. Tables that are not
    built are listed; that is a failure only where they are named, or of the recipe with --all. Named tables whose bits
    are the same everywhere must be listed in the manifest that --manifest names.
    """
    from pokerdata.pipeline.store.manifest import differences, read_all, write_manifest
    from pokerdata.pipeline.store.opening import checkout, data_path
    from pokerdata.pipeline.store.table import UNCOVERED

    if names:
        refuse_given("every", expected="no names of tables with it", example="pokerdata verify --all")
    if update and manifest is None and checkout() is None:
        raise ValueError(
            "the manifest of an installed package is not to be changed: name another, --manifest FILE"
        )
    if manifest is not None and not update and not manifest.is_file():
        raise ValueError(
            f"--manifest: expected a file, got {manifest}, which is not there; e.g. --manifest tables/manifest.toml, "
            "or --update to write it"
        )
    path = manifest or data_path("tables/manifest.toml")
    listed, made_by = read_all(path)
    runner = options.runner(recipe, tables)
    present = {name for name in names if (runner.tables / f"{name}.h5").exists()}
    runner.plan.check_targets(name for name in names if name not in listed and name not in present)
    of_recipe = {stage.name for stage in runner.plan.stages.values() if stage.is_table}
    rows, failed, built = [], [], {}
    for name in names or sorted(of_recipe if every else of_recipe | listed.keys()):
        in_manifest = name in listed or (name in runner.plan.stages and runner.plan.stages[name].in_manifest)
        if not (runner.tables / f"{name}.h5").exists():
            rows.append((name, "not built"))
            failed += [name] if name in names or (every and in_manifest) else []
            continue
        try:
            found, covered = recomputed(runner, name)
        except TableError as error:
            rows.append((name, f"DAMAGED: {error}"))
            failed.append(name)
            continue
        if in_manifest:
            built[name] = found
        verdict, differs = _compared(listed.get(name), found, in_manifest)
        rows.append((name, verdict if covered else f"{verdict}; {UNCOVERED}"))
        must = every or (manifest is not None and name in names and not update)
        failed += [name] if (differs and not update) or (must and in_manifest and name not in listed) else []
    say("\n".join(columns(rows, width=terminal_width())))
    if update:
        damaged = [name for name in failed if name not in built]
        if damaged:
            raise TableError(f"the manifest was left as it is: {', '.join(damaged)} cannot be verified")
        for name, found in built.items():
            now = _made_by(runner, name, listed | built)
            if name in listed and differences(listed[name], found) and now == made_by[name]:
                raise TableError(
                    f"the manifest was left as it is: the digest of {name} changed, but neither its revision "
                    f"({now.revision}) nor its kernels, parameters and parents did. Find out why, or raise the "
                    "`revision` of its stage"
                )
            made_by[name] = now
        write_manifest(path, listed | built, made_by)
        say(f"wrote {len(built)} tables into {path}, kept {len(listed.keys() - built.keys())} others")
    elif failed:
        raise TableError(f"{len(failed)} of {len(rows)} tables failed: {', '.join(failed)} (manifest {path})")


def recomputed(runner: Runner, name: str) -> tuple[Entries, bool]:
    """The entries of a table, if its content agrees with its own digests and with its record.

    Second, whether these cover its attributes: those of schema 1 are covered by nothing but a record.
    """
    from pokerdata.pipeline.store.digest import file_digest
    from pokerdata.pipeline.store.manifest import entries_of
    from pokerdata.recipes.table_kinds import open_table

    with open_table(name, tables=runner.tables) as table:
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            table.verify()
        if runner.records.is_damaged(name):
            raise TableError(
                f"the record {runner.records.path(name)} of how it was made is damaged: build it again"
            )
        record = runner.records.load(name)
        if record is not None and file_digest(table.path) != record.sha256:
            raise TableError(f"{table.path} is not the file that `pokerdata make` recorded: build it again")
        return entries_of(table), table.content_digest is not None or record is not None


def _made_by(runner: Runner, name: str, entries: Mapping[str, Entries]) -> MadeBy:
    """What made a table of the recipe, by its record; without one, what would make it now."""
    from pokerdata.pipeline.records import plain
    from pokerdata.pipeline.store.manifest import MadeBy

    stage = runner.plan.stages.get(name)
    if stage is None:
        raise TableError(f"the manifest was left as it is: {name} is no table of the recipe, which -f names")
    made = runner.records.load(name) or stage.code(runner.kernels)
    parents = {
        parent: {dataset: entry.sha256 for dataset, entry in entries.get(parent, {}).items()}
        for parent in stage.parents
    }
    return MadeBy.of(made.revision, [dict(made.kernels), plain(stage.parameters), parents])


def _compared(listed: Entries | None, found: Entries, in_manifest: bool) -> tuple[str, bool]:
    from pokerdata.pipeline.store.manifest import differences

    if listed is None:
        return (
            "sound, not in the manifest" if in_manifest else "sound (floats: not for the manifest)"
        ), False
    different = differences(listed, found)
    return ("DIFFERS: " + "; ".join(different), True) if different else ("agrees with the manifest", False)


_SAID_APART = ("pokerdata_schema", "name", "kind", "parameters", "parents")


@command()
@click.argument("file_or_name")
@options.tables
def info(file_or_name: str, tables: str | None) -> None:
    """Show what is in a table.

    FILE_OR_NAME is a path, or the name of a table in the folder of the tables.
    """
    from pokerdata.pipeline.store.table import UNCOVERED
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.solving.evaluation import Scope

    with open_table(file_or_name, tables=tables) as table:
        size = table.path.stat().st_size
        say(f"{table.name}: a table of kind {table.kind}, schema {table.attributes['pokerdata_schema']}")
        say(f"{table.path.absolute()}\n{bytes_text(size)}")
        say(f"content SHA-256 {table.content_digest or 'missing: the table ' + UNCOVERED}")
        shown = {k: v for k, v in table.attributes.items() if k not in _SAID_APART}
        if {"scope", "abstraction"} <= shown.keys():  # older strategies called menus of bets whole games
            shown["scope"] = str(Scope.stated(shown))
        _section("", shown)
        _section("made with the parameters", table.attributes.get("parameters", {}))
        _section(
            "made from the tables", {k: str(v)[:12] for k, v in table.attributes.get("parents", {}).items()}
        )
        for name in table.keys():  # noqa: SIM118 - a table is no mapping
            array = table[name]
            say(
                f"\ndataset {name}: {_type(array.dtype)}, {' x '.join(map(str, array.shape))}, {bytes_text(array.nbytes)}"
            )
            say(f"  SHA-256 {table.digests[name]}")
            for key, value in table.dataset_attributes(name).items():
                _say(key, value)


def _section(title: str, attributes: dict[str, Any]) -> None:
    if attributes:
        say(f"\n{title}" if title else "")
        for name, value in attributes.items():
            _say(name, value)


def _say(name: str, value: object, depth: int = 1) -> None:
    """An attribute by its name, those of a mapping below it."""
    indent = "  " * depth
    if isinstance(value, dict) and value:
        say(f"{indent}{name}:")
        for key, inner in value.items():
            _say(str(key), inner, depth + 1)
    else:
        say(f"{indent}{name}: {_text(value)}")


def _type(dtype: np.dtype[Any]) -> str:
    return f"text of up to {dtype.itemsize} bytes" if dtype.kind == "S" else dtype.name


def _text(value: object) -> str:
    if value is None:
        return "not given"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value == {} else str(value)


@command()
@options.threads
@options.json_
def signature(threads: int, as_json: bool) -> None:
    """Print one hash of what kernels, solves and matches give.

    It should be the same on every machine, instruction set (POKERDATA_ISA) and number of threads; where it is not,
    the parts tell what differs. It takes a few seconds and reads no tables.
    """
    from pokerdata._core import support
    from pokerdata._support.progress import shown_when_long
    from pokerdata.recipes.signature import signature as computed

    with shown_when_long("signature") as progress:
        found = computed(threads=threads, progress=progress)
    if as_json:
        click.echo(
            json.dumps({"signature": found.whole, "parts": dict(found.parts), "isa": support.active_isa()})
        )
        return
    for name, value in found.parts:
        say(f"{name:<12} {value}")
    say(f"{'all':<12} {found.whole}")
