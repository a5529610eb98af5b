"""`pokerdata verify`: recompute digests and compare them with what is recorded and with the manifest."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.errors import TableError
from pokerdata.support.text import columns, terminal_width

if TYPE_CHECKING:
    from pokerdata.pipeline.runner import Runner
    from pokerdata.store.manifest import Entries


@click.command()
@click.argument("names", nargs=-1, metavar="[TABLE]...")
@options.recipe
@options.written
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="All tables of the recipe: fail where one is not built or not listed.",
)
@click.option("--update", is_flag=True, help="Write what is built into the manifest, on purpose.")
@click.option("--manifest", type=click.Path(path_type=Path), metavar="FILE", help="Another manifest.")
def verify(
    names: tuple[str, ...], recipe: str, tables: str | None, every: bool, update: bool, manifest: Path | None
) -> None:
    """Compare tables with the manifest.

    Recomputes the digests of the tables named, or else of all in the manifest and the recipe. Tables that are not
    built are listed; that is a failure only where they are named, or of the recipe with --all. Named tables whose bits
    are the same everywhere must be listed in the manifest that --manifest names.
    """
    from pokerdata.store.locations import checkout, data_path
    from pokerdata.store.manifest import read_manifest, write_manifest
    from pokerdata.store.table import UNCOVERED

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
    listed = read_manifest(path)
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
        write_manifest(path, listed | built)
        say(f"wrote {len(built)} tables into {path}, kept {len(listed.keys() - built.keys())} others")
    elif failed:
        raise TableError(f"{len(failed)} of {len(rows)} tables failed: {', '.join(failed)} (manifest {path})")


def recomputed(runner: Runner, name: str) -> tuple[Entries, bool]:
    """The entries of a table, if its content agrees with its own digests and with its record.

    Second, whether these cover its attributes: those of schema 1 are covered by nothing but a record.
    """
    from pokerdata.store.digest import file_digest
    from pokerdata.store.manifest import entries_of
    from pokerdata.tables import open_table

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


def _compared(listed: Entries | None, found: Entries, in_manifest: bool) -> tuple[str, bool]:
    from pokerdata.store.manifest import differences

    if listed is None:
        return (
            "sound, not in the manifest" if in_manifest else "sound (floats: not for the manifest)"
        ), False
    different = differences(listed, found)
    return ("DIFFERS: " + "; ".join(different), True) if different else ("agrees with the manifest", False)
