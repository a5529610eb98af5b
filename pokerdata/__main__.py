"""`python -m pokerdata` is the command `pokerdata`."""

from pokerdata.cli import run

run()
