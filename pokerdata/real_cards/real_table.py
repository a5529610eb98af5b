"""Values on real cards in a table NAME_real."""

from pokerdata.games import rules_of
from pokerdata.real_cards.values import RealValues, SeatValue, exact
from pokerdata.store import Table

KIND = "real_exploitability"


def read(table: Table) -> RealValues:
    """The values of a table NAME_real.

    Args:
        table: The table.
    """
    a = table.attributes
    best = [float(value) for value in table["best_response"]]
    seats = tuple(SeatValue(player + 1, exact(value)) for player, value in enumerate(best))
    both = SeatValue(0, exact(a["exploitability_chips_per_game"]))
    return RealValues(a["strategy"], rules_of(a["rules"]), seats, both=both)


def summary(table: Table) -> list[str]:
    """The result in words, with its units and its scope."""
    return str(read(table)).split("\n")
