"""Types of players by rules: how many hands somebody plays, and how often he bets and raises with them.

The names are those of the literature; the borders are this package's own, and parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pokerdata.statistics.shares import Share
from pokerdata.support import html

NOT_KNOWN = "not known"
_VPIP = {2: 0.6, 3: 0.45, 4: 0.38, 5: 0.32, 6: 0.28, 7: 0.26, 8: 0.24, 9: 0.22, 10: 0.2}


@dataclass(frozen=True)
class PlayerType:
    """A type of player, as far as it is known.

    Attributes:
        name: 'calling station', 'LAG', 'maniac', 'LAG or maniac', 'rock', 'TAG' or 'not known'.
        looseness: 'loose', 'tight' or 'not known'.
        aggression: 'aggressive', 'passive' or 'not known'.
    """

    name: str
    looseness: str
    aggression: str

    def __str__(self) -> str:
        if self.name != NOT_KNOWN:
            return self.name
        known = [word for word in (self.looseness, self.aggression) if word != NOT_KNOWN]
        return f"{NOT_KNOWN} ({', '.join(known)})" if known else NOT_KNOWN

    def _repr_html_(self) -> str:
        return html.of_fields(self)


@dataclass(frozen=True)
class TypeRules:
    """Borders between types of players.

    A player is loose from a share of hands played by choice (VPIP) on, which depends on the number of players; aggressive
    from a share of bets and raises among bets, raises and calls on. Loose and passive is a calling station, loose and
    aggressive a LAG, from a higher share on a maniac; tight and passive a rock, tight and aggressive a TAG. Where the
    95 % interval of a share holds the border, the type is not known.

    Attributes:
        loose: Number of players -> the VPIP from which on one of them is loose.
        aggressive: The share of aggression from which on a player is aggressive; 0.5 is a factor of 1.
        maniac: That from which on a loose player is a maniac; 0.75 is a factor of 3.

    Raises:
        ValueError: For a border that is no share above 0 and below 1, a number of players below 2 or above 10, or a
            maniac less aggressive than a LAG.
    """

    loose: Mapping[int, float] = field(default_factory=lambda: MappingProxyType(_VPIP))
    aggressive: float = 0.5
    maniac: float = 0.75

    def __post_init__(self) -> None:
        for players, border in self.loose.items():
            if players not in range(2, 11):
                raise ValueError(f"loose: expected 2 to 10 players, got {players!r}; e.g. {{6: 0.28}}")
            _check(f"loose, {players} players", border)
        _check("aggressive", self.aggressive)
        _check("maniac", self.maniac)
        if self.maniac < self.aggressive:
            raise ValueError(
                f"maniac: expected at least the border of aggressive, {self.aggressive}, got {self.maniac}"
            )

    def type_of(self, vpip: Mapping[int, Share], aggression: Share) -> PlayerType:
        """The type of a player.

        Args:
            vpip: Number of players at the table -> his VPIP there. At tables of several sizes he is loose if he is at all
                of those of which it is known.
            aggression: His bets and raises among bets, raises and calls.
        """
        sides = {
            _side(share, self.loose[players], "tight", "loose")
            for players, share in vpip.items()
            if players in self.loose
        } - {NOT_KNOWN}
        looseness = sides.pop() if len(sides) == 1 else NOT_KNOWN
        active = _side(aggression, self.aggressive, "passive", "aggressive")
        name = NOT_KNOWN
        if NOT_KNOWN not in (looseness, active):
            name = {
                ("loose", "passive"): "calling station",
                ("loose", "aggressive"): _side(aggression, self.maniac, "LAG", "maniac"),
                ("tight", "passive"): "rock",
                ("tight", "aggressive"): "TAG",
            }[looseness, active]
            if name == NOT_KNOWN:
                name = "LAG or maniac"
        return PlayerType(name, looseness, active)


def _side(share: Share, border: float, below: str, above: str) -> str:
    """On which side of a border a share is, or 'not known' while its interval holds the border."""
    low, high = share.interval
    if not share.opportunities or low < border <= high:
        return NOT_KNOWN
    return above if low >= border else below


def _check(what: str, border: float) -> None:
    if not 0 < border < 1:
        raise ValueError(f"{what}: expected a share above 0 and below 1, got {border!r}; e.g. 0.5")


#: The rules that are used where no others are given.
TYPE_RULES = TypeRules()
