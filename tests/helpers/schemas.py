"""The schemas of tables in docs/tables.md, generated from the tables.

To update the document on purpose, run

    POKERDATA_WRITE_OUTPUTS=1 python -m pytest -m "slow or not slow" tests/test_documents.py
        tests/abstraction/clustering/test_table.py tests/recipes/test_real_values.py

and review it with `git diff`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from pokerdata._support.text import bytes_text
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.digest import table_digest
from pokerdata.recipes.table_kinds import open_table

DOCUMENT = Path(__file__).parents[2] / "docs" / "tables.md"
MANIFEST = DOCUMENT.parents[1] / "tables" / "manifest.toml"
WRITE = "POKERDATA_WRITE_OUTPUTS" in os.environ

# Kinds of tables with the same content on every machine.
OF_THE_DECK = {"rank_codes", "boards", "strength", "potential", "preflop_matchups", "preflop_ihr"}
_STREETS = re.compile(
    r"^(preflop|flop|turn|river)(?=_(thresholds|inner_thresholds|mass|buckets|strength|centres|runs)$)"
)
_TRANSITIONS = re.compile(r"^(flop|turn|river)(?=_(joint|player)$)")


def check_schemas(folder: Path) -> dict[str, set[str]]:
    """Compare the tables of a folder with the blocks of the document, or write the blocks.

    A table of the deck has its own block, with shapes and digests. A table named by a recipe shares the block
    of its kind, with a line for each dataset of any table of the kind.

    Returns:
        For each kind of table that recipes name, the lines of the document that none of these tables has.
    """
    text = DOCUMENT.read_text(encoding="utf-8")
    unseen: dict[str, set[str]] = {}
    for path in sorted(folder.glob("[!.]*.h5")):
        with open_table(path) as table:
            key = table.name if table.kind in OF_THE_DECK else table.kind
            marks = f"<!-- schema {key} -->\n", f"<!-- /schema {key} -->"
            found = re.search(re.escape(marks[0]) + "(.*?)" + re.escape(marks[1]), text, re.DOTALL)
            assert found is not None, f"docs/tables.md: expected a block {marks[0].strip()} ... {marks[1]}"
            if table.kind in OF_THE_DECK:
                block = _of_the_deck(table)
            else:
                lines, seen = set(found[1].splitlines()[2:]), _of_the_kind(table)
                block = _block(sorted(lines | seen))
                unseen[key] = unseen.get(key, lines) - seen
        if WRITE:
            text = text.replace(found[0], marks[0] + block + marks[1])
        assert WRITE or found[1] == block, f"docs/tables.md: {key} is now\n{block}"
    if WRITE:
        DOCUMENT.write_text(text, encoding="utf-8")
    return unseen


def check_manifest() -> set[str]:
    """Compare the manifest's recipe tables with their blocks, or write the blocks; return their names."""
    text = DOCUMENT.read_text(encoding="utf-8")
    manifest = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    blocks = re.findall(r"(<!-- manifest (\w+) -->\n)(.*?)(<!-- /manifest \w+ -->)", text, re.DOTALL)
    for begin, name, found, end in blocks:
        block = _of_the_manifest(manifest[name])
        if WRITE:
            text = text.replace(begin + found + end, begin + block + end)
        assert WRITE or found == block, f"docs/tables.md: {name} is now\n{block}"
    if WRITE:
        DOCUMENT.write_text(text, encoding="utf-8")
    return {name for _, name, _, _ in blocks}


def _of_the_manifest(datasets: Mapping[str, Any]) -> str:
    """Return the rows of a table's datasets in the manifest."""
    datasets = {name: told for name, told in datasets.items() if name not in ("revision", "origin")}
    lines = ["| dataset | dtype | shape | size | SHA-256 |", "|---|---|---|---|---|"]
    sizes = {name: prod(told["shape"]) * np.dtype(told["dtype"]).itemsize for name, told in datasets.items()}
    for name, told in sorted(datasets.items()):
        shape = " x ".join(map(str, told["shape"]))
        dtype, size = _cell(told["dtype"]), bytes_text(sizes[name])
        lines.append(f"| `{name}` | `{dtype}` | {shape} | {size} | `{told['sha256'][:12]}` |")
    digest = table_digest({name: told["sha256"] for name, told in datasets.items()})
    said = f"\n{bytes_text(sum(sizes.values()))} in all; the digest of the whole table is `{digest}`.\n"
    return "\n".join(lines) + "\n" + said


def _of_the_deck(table: Table) -> str:
    """Return the rows of a table's datasets, byte by byte."""
    lines = ["| dataset | dtype | shape | axes | size | SHA-256 |", "|---|---|---|---|---|---|"]
    for name in sorted(table):
        array, axes = table[name], "; ".join(table.dataset_attributes(name)["axes"])
        shape = " x ".join(map(str, array.shape))
        size, digest = bytes_text(array.nbytes), table.digests[name][:12]
        lines.append(f"| `{name}` | `{_cell(array.dtype.str)}` | {shape} | {axes} | {size} | `{digest}` |")
    size = bytes_text(sum(array.nbytes for array in table.values()))
    said = f"\n{size} in all; the digest of the whole table is `{table_digest(table.digests)}`.\n"
    return "\n".join(lines) + "\n" + said


def _of_the_kind(table: Table) -> set[str]:
    """Return a line for each dataset of a table, with general names instead of streets."""
    lines = set()
    for name, array in table.items():
        general = _TRANSITIONS.sub("STREET", _STREETS.sub("STREET", name))
        general = re.sub(r"^(street|boards|hands)\d", r"\1N", general)
        dtype = "|Sn" if array.dtype.kind == "S" else array.dtype.str
        axes = "; ".join(table.dataset_attributes(name)["axes"])
        lines.add(f"| `{general}` | `{_cell(dtype)}` | {axes} |")
    return lines


def _cell(text: str) -> str:
    """Return text escaped for a cell of a Markdown table."""
    return text.replace("|", "\\|")


def _block(lines: list[str]) -> str:
    return "\n".join(["| dataset | dtype | axes |", "|---|---|---|", *lines]) + "\n"
