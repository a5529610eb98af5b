"""The game of an abstraction's table of joint counts."""

from pokerdata.cards import STREETS
from pokerdata.games.bucketed import bucketed_game
from pokerdata.games.game import JointCountGame
from pokerdata.games.rules import Rules
from pokerdata.store import Table


def game_of_counts(rules: Rules, counts: Table, abstraction: str) -> JointCountGame:
    """The game with these rules over the bucket sequences of a table NAME_counts."""
    return bucketed_game(
        rules,
        [int(b) for b in counts.attributes["buckets"]],
        [counts[street] for street in STREETS],
        counts["river_wins"],
        abstraction=abstraction,
        boards=counts.attributes.get("boards"),
    )
