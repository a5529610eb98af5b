"""The examples of docs/hands.md and docs/search.md show the real output."""

import re

import pytest

from helpers.documents import block


@pytest.mark.parametrize(
    ("document", "name"),
    [("hands", "state"), ("hands", "logs"), ("hands", "phh"), ("search", "search"), ("search", "anchor")],
)
def test_the_examples_print_what_they_say(document, name, capsys):
    code = block(f"docs/{document}.md", name)
    exec(compile(code, document, "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*  # (.*)", code)
