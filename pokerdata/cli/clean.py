"""`pokerdata clean`: remove what a recipe owns."""

from __future__ import annotations

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import bytes_text


@click.command()
@options.targets
@options.recipe
@options.written
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def clean(targets: tuple[str, ...], recipe: str, tables: str | None, yes: bool) -> None:
    """Remove what a recipe built.

    Removes the targets (without any: everything), their records and shards, and no other file.
    """
    from pokerdata.pipeline.cleaning import owned
    from pokerdata.pipeline.lock import locked

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
