"""Definitions of the statistics, by name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pokerdata._core import statistics as _core
from pokerdata._support.text import nearest
from pokerdata.cards import STREETS


class Scope(Enum):
    """Streets on which opportunities arise, and the kind of total over streets."""

    FIRST_STREET = "first street"  #: Preflop only.
    STREETS = "streets"  #: On every street; the total is their sum.
    FROM_STREET = "from a street"  #: Hands that reached the street; the total is the value of the second street, the flop.
    SHOWDOWN = "showdown"  #: At the end of a hand.


@dataclass(frozen=True)
class Definition:
    """Definition of a statistic.

    Attributes:
        name: Key of the statistic.
        title: Heading in tables.
        taken: What is counted.
        opportunities: What it is divided by.
        scope: Streets on which opportunities arise.
    """

    name: str
    title: str
    taken: str
    opportunities: str
    scope: Scope


_FIRST, _STREETS, _FROM = Scope.FIRST_STREET, Scope.STREETS, Scope.FROM_STREET
_DEFINITIONS = (
    Definition(
        "vpip", "VPIP", "called or raised, by choice", "hands in which he acted before the flop", _FIRST
    ),
    Definition("pfr", "PFR", "raised", "hands in which he acted before the flop", _FIRST),
    Definition("limp", "limp", "called", "first decisions before a raise, with something to call", _FIRST),
    Definition(
        "open_raise",
        "open raise",
        "raised",
        "first decisions before a call or raise, where raising is allowed",
        _FIRST,
    ),
    Definition("steal", "steal", "raised", "open raises possible from CO, BU and SB", _FIRST),
    Definition(
        "fold_to_steal",
        "fold to steal",
        "folded",
        "decisions in a blind against a steal that nobody called",
        _FIRST,
    ),
    Definition(
        "three_bet", "3-bet", "raised again", "decisions against one raise, where raising is allowed", _FIRST
    ),
    Definition("fold_to_three_bet", "fold to 3-bet", "folded", "own first raise raised once", _FIRST),
    Definition(
        "four_bet", "4-bet", "raised again", "decisions against two raises, where raising is allowed", _FIRST
    ),
    Definition("fold_to_four_bet", "fold to 4-bet", "folded", "own second raise raised once", _FIRST),
    Definition(
        "cold_call",
        "cold call",
        "called",
        "decisions against raises, with neither a blind nor own chips in",
        _FIRST,
    ),
    Definition("seen", "saw the street", "did not fold before", "hands", _FROM),
    Definition("fold", "fold to a bet", "folded", "decisions with something to call", _STREETS),
    Definition("call", "call a bet", "called", "decisions with something to call", _STREETS),
    Definition("raise", "raise a bet", "raised", "decisions with something to call", _STREETS),
    Definition(
        "bet",
        "bet",
        "bet",
        "decisions with no bet or blind before on the street, where betting is allowed",
        _STREETS,
    ),
    Definition(
        "check_raise",
        "check-raise",
        "raised",
        "first bets against him after a check on the street, where raising is allowed",
        _STREETS,
    ),
    Definition(
        "continuation_bet",
        "continuation bet",
        "bet",
        "first decisions, nobody having bet, of who bet or raised last on the street before",
        _STREETS,
    ),
    Definition(
        "fold_to_continuation_bet",
        "fold to continuation bet",
        "folded",
        "decisions against a continuation bet that nobody raised",
        _STREETS,
    ),
    Definition("aggression", "aggression", "bets and raises", "bets, raises and calls", _STREETS),
    Definition(
        "aggression_frequency",
        "aggression frequency",
        "bets and raises",
        "bets, raises, calls and folds",
        _STREETS,
    ),
    Definition("to_showdown", "WTSD", "hands that he showed down", "hands in which he saw the street", _FROM),
    Definition(
        "won_when_seen",
        "WWSF",
        "hands in which he won a pot or a part",
        "hands in which he saw the street",
        _FROM,
    ),
    Definition(
        "won_at_showdown",
        "W$SD",
        "showdowns at which he won a pot or a part",
        "showdowns that he came to",
        Scope.SHOWDOWN,
    ),
    Definition(
        "two_pair_shown",
        "two pair shown",
        "showdowns with two pair or better, the board counted",
        "showdowns that he came to, hands of five cards being compared",
        Scope.SHOWDOWN,
    ),
)

#: Name -> definition, in table order.
STATISTICS = {one.name: one for one in _DEFINITIONS}
#: Name -> index in the arrays of counts.
PLACES = {name: place for place, name in enumerate(_core.names())}


def find_statistic(name: str) -> Definition:
    """Return a statistic by its name.

    Args:
        name: One of `STATISTICS`.

    Raises:
        ValueError: If the name is unknown.
    """
    if name not in STATISTICS:
        raise ValueError(
            f"statistic: expected one of {', '.join(STATISTICS)}, got {name!r}{nearest(name, STATISTICS)}"
        )
    return STATISTICS[name]


def street_names(streets: int) -> tuple[str, ...]:
    """Return the names of the streets: preflop, flop, turn and river for four, else street 1 and so on.

    Args:
        streets: Number of streets.
    """
    if streets == len(STREETS):
        return STREETS
    return tuple(f"street {number}" for number in range(1, streets + 1))
