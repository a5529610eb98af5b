"""The help of commands is short, and each option has one meaning across commands."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from pokerdata.cli import COMMANDS, cli, main
from pokerdata.cli.group import Command, Option

SCREEN = 24  # lines of 80 columns


def commands(group: click.Group = cli, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Return all commands with their names, including those of groups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield f"{above}{name}", found
        if isinstance(found, click.Group):
            yield from commands(found, f"{above}{name} ")


EVERY = dict(commands())
PLAIN = {name: found for name, found in EVERY.items() if isinstance(found, Command)}
OLD = [
    (name, one.was, max(one.opts, key=len))
    for name, found in PLAIN.items()
    for one in found.params
    if isinstance(one, Option) and one.was
]


@pytest.mark.parametrize("name", ["", *EVERY])
def test_help_fits_the_screen(name: str) -> None:
    said = CliRunner().invoke(cli, [*name.split(), "--help"], terminal_width=80).output
    assert len(said.splitlines()) <= (2 * SCREEN if name else SCREEN)


def test_help_takes_nothing_heavy() -> None:
    """Help takes about 0.1 s; most of it depends on the imports."""
    for line in ("--help", "--commands"):  # this loads all commands
        code = f"import sys; from pokerdata.cli import main; main(['{line}']); print(*sys.modules, file=sys.stderr)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        modules = set(done.stderr.split())
        assert not {"numpy", "h5py", "rich", "matplotlib", "multiprocessing"} & modules
        assert ("pokerdata.cli.cards" in modules) == (line == "--commands")


def test_every_option_is_in_the_help() -> None:
    for name, found in PLAIN.items():
        said = CliRunner().invoke(cli, [*name.split(), "--help"], terminal_width=80).output
        for one in found.params:
            if isinstance(one, click.Option):
                assert f" {max(one.opts, key=len)}" in said, (name, one.name)


def test_options_that_another_command_explains_are_explained_there() -> None:
    for found in PLAIN.values():
        for one in found.params:
            if isinstance(one, Option) and one.explained:
                (there,) = (other for other in PLAIN[one.explained].params if other.name == one.name)
                assert isinstance(there, Option)
                assert there.help == one.help


#: Options with an argument that has two notations and one meaning.
TWO_FORMS = {
    "--known": {"STRATEGY", "NAME=STRATEGY"},  # of the one player with the scored model, or of any
    "--out": {"FILE", "DIR"},  # a study writes a page and its pictures
    "--pot": {"N", "X"},  # metrics take fractions of a chip
    "--token": {"T", "T[,T]"},  # a dealer has one for each player
}


def test_an_option_takes_the_same_everywhere() -> None:
    taken: dict[str, set[str | None]] = defaultdict(set)
    for found in PLAIN.values():
        for one in found.params:
            if isinstance(one, Option):
                taken[max(one.opts, key=len)].add(None if one.is_flag else one.metavar)
    for option, metavars in taken.items():
        assert metavars == TWO_FORMS.get(option, {*list(metavars)[:1]}), option


@pytest.mark.parametrize(("name", "old", "new"), OLD)
def test_old_options_are_answered_with_the_new_one(
    name: str, old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ([old, "1"], [f"{old}=1"]):
        assert main([*name.split(), *words]) == 2
        assert f"{old} is now {new}" in capsys.readouterr().err
    assert old not in {word for one in PLAIN[name].params for word in one.opts}


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("solve leduc --beta 0.5", "dcfr(beta=0.5)"),
        ("solve --board Td9d6h", "pokerdata spot solve --board"),
        ("exploitability --game leduc --strategy uniform", "exploitability uniform --game leduc"),
        ("exploitability random --game leduc", "dirichlet"),
        ("respond random --game leduc --p 0.5", "dirichlet"),
        ("trade-off uniform --game leduc --against random", "dirichlet"),
    ],
)
def test_what_else_has_another_name(line: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert new in capsys.readouterr().err


def test_groups_and_their_commands_are_listed() -> None:
    text = CliRunner().invoke(cli, ["--help"], terminal_width=80).output
    said = text.split()
    assert [word for word in COMMANDS if f"\n  {word} " in text] == list(COMMANDS)
    assert {name for name in EVERY if " " not in name} <= set(said)
    spot = EVERY["spot"]
    assert isinstance(spot, click.Group)
    assert "|".join(spot.commands) in said
    lines = CliRunner().invoke(cli, ["--commands"], terminal_width=80).output.splitlines()
    assert [line.split()[0] for line in lines] == cli.list_commands(click.Context(cli))
