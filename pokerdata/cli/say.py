"""What commands print for people: no line is wider than the terminal."""

from __future__ import annotations

import click

from pokerdata.support.text import fitted, terminal_width


def say(text: str = "") -> None:
    """Print a text, its long lines broken at blanks; what programs read is printed by `click.echo`."""
    click.echo(fitted(text, terminal_width()))
