"""Table 1: the weakest and the strongest hand of each street."""

from __future__ import annotations

from pokerdata.cards import STREETS
from pokerdata.cards.strength.strength_table import StrengthTable, extremes
from pokerdata.pipeline.store import open_table
from studies import StudyRun

METRICS = {"hs": "ehs", "hs2": "ehs2_next"}  # Eriksson's names -> names in this package
CUT = "rounded it is .05, so that the print has it cut; yet the greatest HS^2 before the flop is printed rounded, not cut"
TABLES = [f"{street}_strength" for street in STREETS]


def told(run: StudyRun) -> None:
    """Compare every cell of the table with its exact value."""
    run.heading("Table 1: the weakest and the strongest hands")
    if run.is_quick:
        run.text("Left out: the tables of all hands on all boards take longer.")
        for metric in METRICS:
            for street in STREETS:
                for end in ("least", "greatest"):
                    run.claim(f"{metric}_{end}_{street}", None, "left out")
        return
    run.say("Hands: all hands on all boards")
    folder = run.make("recipe.toml", TABLES)
    rows: list[list[object]] = [["street", "least HS", "greatest HS", "least HS^2", "greatest HS^2"]]
    for street, name in zip(STREETS, TABLES, strict=True):
        table = open_table(name, folder, StrengthTable)
        row: list[object] = [street]
        for metric, ours in METRICS.items():
            ends = dict(zip(("least", "greatest"), extremes(table, ours), strict=True))
            for end, value in ends.items():
                run.compare(f"{metric}_{end}_{street}", float(value), digits=4, why=CUT)
            row += [f"{float(value):.6f}" for value in ends.values()]
        rows.append(row)
    run.table(rows)
    run.text(
        "HS is the share of the pot that a hand wins on average against a random hand when all cards are dealt, and "
        "HS^2 the mean of its square over the cards of the next street. Both are exact, over all hands on all boards."
    )
