"""A group of commands that imports a command only when it is called or listed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from pokerdata.support.text import nearest


class LazyGroup(click.Group):
    """Commands given as name -> "module:attribute"."""

    def __init__(self, *args: Any, commands: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return None
        module, attribute = self._lazy[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self._lazy:
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], self._lazy)} Want one of {', '.join(self._lazy)}",
                ctx,
            )
        return super().resolve_command(ctx, args)
