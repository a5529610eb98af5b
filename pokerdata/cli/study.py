"""`pokerdata study`: publications rerun, with what they printed beside what comes out here."""

from __future__ import annotations

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import columns, fitted, seconds_text, terminal_width


@click.command()
@click.argument("name", required=False)
@click.option(
    "--output", "-o", metavar="FOLDER", help="Where to write to [studies/NAME; --quick: studies/NAME/quick]."
)
@click.option("--quick", is_flag=True, help="Run the same code on less, in seconds.")
@click.option("--dry-run", is_flag=True, help="Say what it costs, and do nothing.")
@options.written
def study(name: str | None, output: str | None, quick: bool, dry_run: bool, tables: str | None) -> None:
    """Rerun a publication and set it beside what it printed.

    Says what it costs, then writes a page with published figures beside ours, pictures, and what it cost. Without a name
    all studies are listed.

    For example: pokerdata study jam_or_fold --quick
    """
    from pokerdata.studies import find_study, run_study
    from pokerdata.studies.running import output_folder

    if name is None:
        if output is not None or quick or tables is not None:
            raise click.UsageError("expected the name of a study to run; e.g. pokerdata study doll --quick")
        _list()
        return
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


def _list() -> None:
    from pokerdata.studies import find_study, read_findings, study_names

    rows = [("study", "time", "what")]
    for name in study_names():
        one = find_study(name)
        found = read_findings(one.folder)
        verdict = "not run" if found is None else found.verdict
        rows.append((name, seconds_text(one.cost.seconds), f"{one.title}: {verdict}"))
    say("\n".join(columns(rows, (1,), terminal_width())))
