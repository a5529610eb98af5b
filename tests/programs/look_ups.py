"""Look up hands in a table, as the README does."""

from pokerdata import TableError, describe, evaluate, open_table
from pokerdata.cards.strength.strength_table import StrengthTable


def chance_to_win(hole: str, board: str) -> float:
    """Return the strength of a hand on a flop, over all turns and rivers, against any other hand."""
    with open_table("flop_strength") as flop:
        assert isinstance(flop, StrengthTable)
        return float(flop.lookup(hole, board) / flop.denominator())


def main() -> None:
    print(describe(evaluate("Qc Qd Ah 9s 4c 3d 2h")))
    try:
        print(chance_to_win("Ad Qc", "3h 4c Jh"))
    except TableError as error:
        print(error)


if __name__ == "__main__":
    main()
