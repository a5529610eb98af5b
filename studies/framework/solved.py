"""Table rows that summarize how the strategies of a study were solved."""

from collections.abc import Iterable
from pathlib import Path

from pokerdata._support.text import seconds_text
from pokerdata.pipeline.store import open_table
from pokerdata.solving.public.strategy_table import solving_seconds


def solved_rows(agents: Iterable[str], tables: Path) -> list[list[object]]:
    """Return a header row, and a row for each strategy: algorithm, iterations, time and exploitability.

    Args:
        agents: Names of strategies.
        tables: Folder of the strategies.

    Returns:
        Rows for `StudyRun.table`; the first two columns are text. Seconds count the iterations only.
        Exploitability is inside the abstraction.
    """
    rows: list[list[object]] = [["agent", "solved by", "iterations", "time, iterations alone", "mb/g inside"]]
    for agent in agents:
        table = open_table(f"{agent}_strategy", tables)
        stated = table.attributes
        took, left = seconds_text(solving_seconds(table)), f"{stated['exploitability_mb_per_game']:.2f}"
        rows.append([f"`{agent}`", stated["algorithm"], f"{stated['iterations']:,}", took, left])
    return rows
