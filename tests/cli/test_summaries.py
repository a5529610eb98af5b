"""The summaries of commands: one short sentence each, not cut off at 80 columns."""

import re

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli


@pytest.mark.parametrize("line", [["--commands"], ["plot", "--help"], ["spot", "--help"]])
def test_summaries_are_whole(line: list[str]) -> None:
    said = CliRunner().invoke(cli, line, terminal_width=80).output
    rows = [row for row in said.splitlines() if re.match(r" *[a-z][\w-]* +[A-Z]", row)]
    assert len(rows) >= 7
    for row in rows:
        assert len(row) <= 80, row
        assert row.endswith("."), row
        assert not row.endswith(("...", "e.g.")), row
