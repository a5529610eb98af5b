"""A group of commands in the order in which they were added, which names the nearest one for a command it has not."""

from __future__ import annotations

import click

from pokerdata.support.text import nearest


class Group(click.Group):
    """Commands in their order."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], self.commands)} Want one of {', '.join(self.commands)}",
                ctx,
            )
        return super().resolve_command(ctx, args)
