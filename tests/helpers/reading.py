"""The functions of docs/tables.md, which read tables with h5py and NumPy alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py

from helpers.documents import block

# The function of each marked block, in the order of the page.
_BY_MARK = {
    "read boards": "canonical_board",
    "read potential": "comes_ahead",
    "read matchups": "equity",
    "read ihr": "hand_rank",
    "read clusters": "bucket",
    "read transitions": "next_buckets",
    "read real": "exploitability",
    "read matches": "won",
    "read reduced": "less_luck",
    "read series": "chips_by_hand",
    "read lbr": "from_below",
    "read tournament": "chips_in_all",
    "read spot": "play",
    "read resolving": "wins_less",
    "read flops": "means",
    "read jam_fold": "chances",
    "read trade_off": "trade",
}
#: By subject.
FUNCTIONS = {mark.removeprefix("read "): function for mark, function in _BY_MARK.items()}


def _function(subject: str) -> Callable[..., Any]:
    namespace: dict[str, Any] = {}
    code = block("docs/tables.md", f"read {subject}")
    assert "pokerdata" not in code
    exec(compile(code, f"tables.md, read {subject}", "exec"), namespace)
    found = namespace[FUNCTIONS[subject]]
    assert callable(found)
    return found  # type: ignore[no-any-return]


def read(subject: str, path: Path, *arguments: Any) -> Any:
    """Return the result of a subject's function for a table."""
    with h5py.File(path) as file:
        return _function(subject)(file, *arguments)
