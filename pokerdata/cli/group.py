"""A group of commands in the order in which they were added, which names the nearest one for a command it has not."""

from __future__ import annotations

import inspect
import re

import click

from pokerdata.support.text import nearest

_SENTENCE = re.compile(r".*?(?<!e\.g)\.(?=\s|$)", re.DOTALL)


class Group(click.Group):
    """Commands in their order, under the headings that `add_section` gave them."""

    sections: dict[str, list[str]]

    def add_section(self, heading: str, commands: tuple[click.Command, ...]) -> None:
        """Add commands that are listed together."""
        self.sections = {**getattr(self, "sections", {}), heading: [str(one.name) for one in commands]}
        for one in commands:
            self.add_command(one)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which has -h for --help like all, also where it is called alone."""
        cmd.context_settings.setdefault("help_option_names", ["-h", "--help"])
        super().add_command(cmd, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        wide = max(map(len, self.commands), default=0)
        for heading, names in getattr(self, "sections", {"Commands": list(self.commands)}).items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(wide), _summary(self.commands[name])) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], self.commands)} Expected one of {', '.join(self.commands)}",
                ctx,
            )
        return super().resolve_command(ctx, args)


def _summary(command: click.Command) -> str:
    """The first sentence of a command's help, whole."""
    text = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split())
    found = _SENTENCE.match(text)
    return (text if found is None else found[0]).rstrip(".") + "."
