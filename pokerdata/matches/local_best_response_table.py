"""The table NAME_lbr: what local best response wins from each agent."""

from __future__ import annotations

from collections.abc import Mapping

from pokerdata.games import Rules, Unit, rules_of
from pokerdata.matches.local import most_won
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.support.estimates import Estimate, with_interval


class LocalBestResponseTable(Table):
    """What local best response wins from each agent of a section [match.NAME]."""

    KIND = "local_best_response"

    @property
    def rules(self) -> Rules:
        """The game that was played."""
        return rules_of(self.attributes["rules"])

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """What it wins from each agent, in chips a hand on average over both seats."""
        most = most_won(self.rules, self.attributes["deals"])
        return {
            name: Estimate(float(won), float(error), float(freedom), most + abs(float(won)))
            for name, won, error, freedom in zip(
                self.attributes["agents"],
                *(self[key][:, 0] for key in ("won", "standard_error", "freedom")),
                strict=True,
            )
        }

    @property
    def considered(self) -> str:
        """'bets pot, all-in, 100 run-outs': what it considered."""
        menu = self.attributes.get("menu")
        bets = f"bets {', '.join(menu)}, " if menu else ""
        return f"{bets}{self.attributes['samples']:,} run-outs"


def summary(table: Table) -> list[str]:
    """The bounds in words."""
    assert isinstance(table, LocalBestResponseTable)
    mb = Unit.of(table.rules).milli(1)
    lines = [
        f"local best response wins at least, in {table.attributes['deals']:,} deals in both seats, {table.considered}:"
    ]
    for name, found in table.estimates.items():
        lines.append(f"{with_interval(mb * found.mean, mb * found.half_width, 0)} mb/hand from {name}")
    return lines


@layout_of(LocalBestResponseTable, agents=list[str], rules=rules_of, deals=int, samples=int)
def _layout(table: LocalBestResponseTable) -> Layout:
    axes = (len(table.attributes["agents"]), "seat")
    return {
        "won": ("<f8", axes),
        "standard_error": ("<f8", axes),
        "freedom": ("<f8 or <i8", axes),  # whole numbers in tables before 0.2
    }
