"""`pokerdata study`: publications rerun, with what they printed beside what comes out here."""

from __future__ import annotations

import sys

import click

from pokerdata._support.text import columns, fitted, seconds_text, terminal_width
from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_all, refuse_given, say


@command()
@click.argument("name", required=False)
@option(
    "-o",
    "--out",
    "output",
    was="--output",
    metavar="DIR",
    help="Folder to write to [studies/NAME; --quick: studies/NAME/quick].",
)
@option("--quick", is_flag=True, help="Run the same code on less, in seconds.")
@option("--dry-run", is_flag=True, help="Do nothing; say what it costs.")
@options.written
def study(name: str | None, output: str | None, quick: bool, dry_run: bool, tables: str | None) -> None:
    """Rerun a publication and set it beside what it printed.

    Says what it costs, then writes a page with published figures beside ours, pictures, and what it cost. Without a name
    all studies are listed.

    Studies are in a checkout of pokerdata alone; an installed copy has none.

    For example: pokerdata study jam_or_fold --quick
    """
    _let_be_imported()
    from studies import find_study, run_study
    from studies.framework.running import output_folder

    if name is None:
        refuse_all(expected="the name of a study with it", example="pokerdata study doll --quick")
        _list()
        return
    if dry_run:
        refuse_given(
            "output", expected="none with --dry-run, which writes nothing", example=f"{name} --dry-run"
        )
    found = find_study(name)
    say(f"{found.title}: {found.quick_cost if quick else found.cost}")
    if dry_run:
        return
    findings = run_study(
        name,
        output,
        quick=quick,
        say=lambda text: click.echo(fitted(text, terminal_width()), err=True),
        tables=tables,
    )
    for one in findings.comparisons:
        say(f"{one.verdict:<15}  {one.what}: published {one.published}, ours {one.ours}")
    say(f"{findings.verdict}; {seconds_text(findings.seconds)}")
    say(f"written: {output_folder(found, output, quick=quick) / 'README.md'}")


def _let_be_imported() -> None:
    """Put the checkout, which has the studies, where modules are looked for."""
    from pokerdata.pipeline.store.opening import checkout

    root = checkout()
    if root is None:
        raise ValueError(
            "study: an installed copy has no studies; clone the repository, `pip install -e .` in it, and run "
            "`pokerdata study` again"
        )
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))


def _list() -> None:
    from studies import find_study, read_findings, study_names

    rows = [("study", "time", "what")]
    for name in study_names():
        one = find_study(name)
        found = read_findings(one.folder)
        verdict = "not run" if found is None else found.verdict
        rows.append((name, seconds_text(one.cost.seconds), f"{one.title}: {verdict}"))
    say("\n".join(columns(rows, (1,), terminal_width())))
