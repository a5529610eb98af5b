"""Commands, options and groups of the command line: short help, old names, and imports at the first use."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

import click

from pokerdata._support.text import nearest

_SENTENCE = re.compile(r".*?(?<!e\.g)\.(?=\s|$)", re.DOTALL)
_METAVARS = {
    click.types.IntParamType: "N",
    click.types.FloatParamType: "X",
    click.types.StringParamType: "TEXT",
    click.Path: "FILE",
}

F = TypeVar("F", bound=Callable[..., Any])


class Option(click.Option):
    """An option.

    Args:
        *given: Its names, as for `click.Option`.
        was: Old spelling, which gets an error that names this one.
        explained: Command whose help explains the option; all others list it by name.
        **attributes: As for `click.Option`.
    """

    def __init__(self, *given: Any, was: str = "", explained: str = "", **attributes: Any) -> None:
        super().__init__(*given, **attributes)
        self.was, self.explained = was, explained
        if self.metavar is None and not self.is_flag:
            self.metavar = _METAVARS.get(type(self.type))

    @property
    def usage(self) -> str:
        """Name and argument: '--pot N'."""
        return max(self.opts, key=len) + ("" if self.is_flag else f" {self.metavar or 'TEXT'}")

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return name and text for help; a default is in brackets: '[0]'."""
        found = super().get_help_record(ctx)
        return None if found is None else (found[0], found[1].replace("[default: ", "["))


def option(*given: str, **attributes: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option to a command; arguments are those of `Option`."""
    return click.option(*given, cls=Option, **attributes)


class Command(click.Command):
    """A command that refuses repeated options and names the new spelling of old ones.

    Attributes:
        renamed: Option that the command does not have -> what to say of it.
    """

    renamed: Mapping[str, str] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words behind the command's name.

        Args:
            ctx: Context of the command.
            args: The words.

        Raises:
            UsageError: For an old spelling, or an option that is there twice, of which the last one would count.
        """
        own = (one for one in self.params if isinstance(one, Option) and one.was)
        renamed = {**{one.was: f"is now {max(one.opts, key=len)}" for one in own}, **self.renamed}
        for word in args:
            old = word.split("=")[0]
            if old in renamed:
                raise click.UsageError(f"{old} {renamed[old]}", ctx)
        self._refuse_repeated(ctx, args)
        return super().parse_args(ctx, args)

    def _refuse_repeated(self, ctx: click.Context, args: Sequence[str]) -> None:
        try:
            _, _, order = self.make_parser(ctx).parse_args(list(args))
        except click.ClickException:
            return  # said better by click itself
        for k, one in enumerate(order):
            once = isinstance(one, click.Option) and not (one.multiple or one.count or one.is_eager)
            if once and one in order[:k]:
                raise click.UsageError(
                    f"{max(one.opts, key=len)}: expected once, got it twice; e.g. the last one alone", ctx
                )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; those that another command explains by name alone.

        Args:
            ctx: Context of the command.
            formatter: Where to write.
        """
        brief: dict[str, list[str]] = {}
        rows = []
        for one in self.get_params(ctx):
            if isinstance(one, Option) and one.explained not in ("", self._path(ctx)):
                brief.setdefault(one.explained, []).append(one.usage)
            elif isinstance(one, click.Option) and (row := one.get_help_record(ctx)) is not None:
                rows.append(row)
        with formatter.section("Options"):
            formatter.write_dl(rows, col_max=24)
        for command, names in brief.items():
            with formatter.section(f"Options that `pokerdata {command} --help` explains"):
                for line in _filled(names, formatter.width - formatter.current_indent):
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")

    def _path(self, ctx: click.Context) -> str:
        outer = ctx.parent
        above = "" if outer is None or outer.parent is None else f"{outer.info_name} "
        return f"{above}{self.name}"


def command(
    name: str | None = None, *, renamed: Mapping[str, str] | None = None
) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a command.

    Args:
        name: Its name; that of the function by default.
        renamed: Option that the command does not have -> what to say of it: "is now ...".
    """

    def decorate(function: Callable[..., Any]) -> Command:
        made = click.command(name, cls=Command)(function)
        made.renamed = renamed or {}
        return made

    return decorate


class Group(click.Group):
    """Commands in their order, with errors for old and mistyped names."""

    command_class = Command
    #: What is typed by habit -> the command that does it.
    renamed: Mapping[str, str] = {}

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which has -h for --help like all, also where it is called alone."""
        cmd.context_settings.setdefault("help_option_names", ["-h", "--help"])
        super().add_command(cmd, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line for each command."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summary(ctx, name)) for name in names])

    def summary(self, ctx: click.Context, name: str) -> str:
        """Return the first sentence of a command's help, whole."""
        found = self.get_command(ctx, name)
        text = " ".join(inspect.cleandoc((found and found.help) or "").split("\n\n")[0].split())
        sentence = _SENTENCE.match(text)
        return (text if sentence is None else sentence[0]).rstrip(".") + "."

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant; raise UsageError for a name that is none."""
        names = self.list_commands(ctx)
        if args and args[0] in self.renamed:
            raise click.UsageError(f"{args[0]} is now `pokerdata {self.renamed[args[0]]}`", ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], names)} Expected one of {', '.join(names)}", ctx
            )
        return super().resolve_command(ctx, args)


class LazyGroup(Group):
    """A group that imports the module of a command when the command is used.

    Attributes:
        sections: Heading -> commands as 'module:function', in the order in which help lists them; 'module:function a|b' for
            a group that has the commands a and b.
    """

    sections: Mapping[str, Sequence[str]] = {}

    def _places(self) -> dict[str, str]:
        every = (place for places in self.sections.values() for place in places)
        return {_name(place): place for place in every}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self._places())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, imported at the first use."""
        place = self._places().get(cmd_name)
        if place is not None and cmd_name not in self.commands:
            module, function = place.split(" ")[0].split(":")
            self.add_command(getattr(import_module(f"pokerdata.cli.{module}"), function), cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one entry for each heading, with the names of its commands."""
        wide = max(map(len, self.sections), default=0) + 2
        with formatter.section("Commands"):
            for heading, places in self.sections.items():
                before = formatter.current_indent + wide
                for k, line in enumerate(_filled(map(_shown, places), formatter.width - before)):
                    start = f"{'':{formatter.current_indent}}{'' if k else heading}"
                    formatter.write(f"{start:{before}}{line}\n")


def _filled(words: Iterable[str], width: int) -> list[str]:
    """Words in lines of some width, two blanks between them."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 2 + len(word) > width:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + word
    return lines


def _name(place: str) -> str:
    return place.split(":")[1].split(" ")[0].rstrip("_").replace("_", "-")


def _shown(place: str) -> str:
    return " ".join([_name(place), *place.split(" ")[1:]])
