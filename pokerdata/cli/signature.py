"""`pokerdata signature`: one short hash, to tell whether two machines compute the same."""

from __future__ import annotations

import json

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command()
@options.threads
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def signature(threads: int, as_json: bool) -> None:
    """Print one hash of what kernels, solves and matches give.

    It should be the same on every machine, instruction set (POKERDATA_ISA) and number of threads; where it is not,
    the parts tell what differs. It takes a few seconds and reads no tables.
    """
    from pokerdata._core import support
    from pokerdata.signature import signature as computed
    from pokerdata.support.progress import shown_when_long

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
