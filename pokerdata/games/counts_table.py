"""The game of an abstraction's table of joint counts."""

from pokerdata.cards import STREETS
from pokerdata.games.bucketed import bucketed_game
from pokerdata.games.game import JointCountGame
from pokerdata.games.rules import Rules
from pokerdata.store import Table


def game_of_counts(rules: Rules, counts: Table, abstraction: str) -> JointCountGame:
    """The game with these rules over the bucket sequences of a table NAME_counts.

    Args:
        rules: The rules of the betting.
        counts: The table NAME_counts.
        abstraction: The name of the card abstraction.

    Raises:
        ValueError: If the table's buckets do not fit the rules.
        CapacityError: If there are more than 10,000 sequences.
    """
    return bucketed_game(
        rules,
        [int(b) for b in counts.attributes["buckets"]],
        [counts[street] for street in STREETS],
        counts["river_wins"],
        abstraction=abstraction,
        boards=counts.attributes.get("boards"),
    )
