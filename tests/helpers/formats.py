"""Check that docs/formats.md and docs/tables.md describe the tables."""

from __future__ import annotations

import re
from pathlib import Path

from helpers.schemas import check_schemas
from pokerdata.recipes.table_kinds import open_table

ROOT = Path(__file__).parents[2]
NAMED = (
    "buckets",
    "counts",
    "transitions",
    "strategy",
    "matches",
    "reduced",
    "series",
    "lbr",
    "tournament",
    "spot",
    "flops",
    "resolving",
    "trade_off",
    "jam_fold",
)  # tables that a recipe names


def check_described(folder: Path) -> set[str]:
    """Check that each kind of table in a folder has its heading and datasets in one document and its schema in the other."""
    check_schemas(folder)
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    of_any_street = "|".join(re.findall(r"`STREET_(\w+)`", text))
    kinds = set()
    for path in folder.glob("[!.]*.h5"):
        with open_table(path) as table:
            heading = re.sub(rf"^.+(?=_({'|'.join(NAMED)})$)", "NAME", table.name)
            assert re.search(rf"^##.*\b{heading}\b", text, re.MULTILINE), (table.name, heading)
            for dataset in table.keys():  # noqa: SIM118 - a table is no mapping
                general = re.sub(f"^(preflop|flop|turn|river)(?=_({of_any_street})$)", "STREET", dataset)
                general = re.sub(r"^(street|boards|hands|states)\d", r"\1N", general)
                assert f"`{general}`" in text, f"{table.name}.{dataset}"
            kinds.add(table.kind)
    return kinds
