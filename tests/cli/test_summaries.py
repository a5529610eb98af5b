"""The summaries of commands: one short sentence each, whole at 80 columns."""

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli


@pytest.mark.parametrize("group", [[], ["plot"]])
def test_summaries_are_whole(group: list[str]) -> None:
    said = CliRunner().invoke(cli, [*group, "--help"], terminal_width=80).output
    rows = said.partition("Commands:\n")[2].splitlines()
    assert len(rows) >= 7
    for row in rows:
        name, _, summary = row.strip().partition(" ")
        assert name
        assert summary.strip().endswith("."), row
        assert not summary.endswith(("...", "e.g.")), row
