"""Statistics of one player: shares by street and position, winnings, and the player type.

The names of the types are from the literature. The thresholds are this package's own, and are parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isfinite, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import play as _core
from pokerdata._support import html
from pokerdata._support.estimates import Estimate, or_none, with_interval
from pokerdata._support.text import brief, counted, nearest, one_line, shortened
from pokerdata.matches.statistics.definitions import PLACES, STATISTICS, Scope, find_statistic, street_names
from pokerdata.matches.statistics.shown import Factor, Share, ShownHands

NOT_KNOWN = "not known"
_VPIP = {2: 0.6, 3: 0.45, 4: 0.38, 5: 0.32, 6: 0.28, 7: 0.26, 8: 0.24, 9: 0.22, 10: 0.2}


@dataclass(frozen=True)
class PlayerType:
    """Type of a player, as far as it is known.

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
    """Thresholds between types of players.

    A player is loose from a share of hands played by choice (VPIP), which depends on the number of players. It is aggressive
    from a share of bets and raises among bets, raises and calls. Loose and passive is a calling station, loose and
    aggressive a LAG, and from a higher share a maniac. Tight and passive is a rock, tight and aggressive a TAG. If the 95 %
    confidence interval of a share contains the threshold, the type is not known.

    Attributes:
        loose: Number of players -> VPIP from which a player is loose.
        aggressive: Share of aggression from which a player is aggressive; 0.5 is a factor of 1.
        maniac: Share of aggression from which a loose player is a maniac; 0.75 is a factor of 3.

    Raises:
        ValueError: If a threshold is not above 0 and below 1, a number of players is below 2 or above 10, or a maniac is
            less aggressive than a LAG.
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
        """Return the type of a player.

        Args:
            vpip: Number of players at the table -> VPIP there. At tables of several sizes the player is loose if it is loose
                at all sizes for which this is known.
            aggression: Bets and raises among bets, raises and calls.
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
    """Return the side of a threshold on which a share is, or 'not known' while its interval contains the threshold."""
    low, high = share.interval
    if not share.opportunities or low < border <= high:
        return NOT_KNOWN
    return above if low >= border else below


def _check(what: str, border: float) -> None:
    if not 0 < border < 1:
        raise ValueError(f"{what}: expected a share above 0 and below 1, got {border!r}; e.g. 0.5")


#: Default thresholds.
TYPE_RULES = TypeRules()


_PARTS_OF_CHIP = _core.parts_of_chip()


class Kind(NamedTuple):
    """Kind of table; counts of one kind add up.

    Attributes:
        positions: Names of the positions.
        streets: Number of streets.
        limit: Whether bet sizes are fixed.
        unit: Chips of the big blind, or of the ante if there is no blind.
        has_blinds: Whether there is a blind.
    """

    positions: tuple[str, ...]
    streets: int
    limit: bool
    unit: int
    has_blinds: bool

    @property
    def players(self) -> int:
        """Number of players at the table."""
        return len(self.positions)


class Winnings(NamedTuple):
    """Winnings in parts of a chip.

    Attributes:
        hands: Number of hands.
        known: Number of hands with known winnings.
        total: Sum of the winnings.
        squares: Sum of their squares.
    """

    hands: int
    known: int
    total: int
    squares: int


class Cell(NamedTuple):
    """Counts of a player in one position of one kind of table.

    Attributes:
        kind: The kind of table.
        position: Name of the position.
        counts: int64 [street, statistic, taken and opportunities].
        winnings: The player's winnings.
    """

    kind: Kind
    position: str
    counts: NDArray[np.int64]
    winnings: Winnings


@dataclass(frozen=True, eq=False)
class PlayerStatistics:
    """Statistics of a player in the observed hands.

    ``player["vpip"]`` is a `Share`: opportunities, how many were taken, and a 95 % confidence interval.

    Attributes:
        name: Name of the player.
        cells: The counts, by kind of table and position.
        shown: The hands that the player showed down, from all positions; None if strengths were not requested.
    """

    name: str
    cells: tuple[Cell, ...] = field(repr=False)
    shown: ShownHands | None = field(default=None, repr=False)

    def __getitem__(self, statistic: str) -> Share:
        return self.share(statistic)

    @property
    def hands(self) -> int:
        """Number of hands dealt to the player."""
        return sum(cell.winnings.hands for cell in self.cells)

    @property
    def tables(self) -> tuple[int, ...]:
        """Table sizes at which the player sat, ascending."""
        return tuple(sorted({cell.kind.players for cell in self.cells}))

    @property
    def positions(self) -> tuple[str, ...]:
        """Positions in which the player sat, from the small blind to the button."""
        largest = sorted({cell.kind for cell in self.cells}, key=lambda kind: -kind.players)
        order = dict.fromkeys(("SB", "BB", *(name for kind in largest for name in kind.positions)))
        seen = {cell.position for cell in self.cells}
        return tuple(name for name in order if name in seen)

    @property
    def streets(self) -> tuple[str, ...]:
        """Names of the streets."""
        return street_names(max((cell.kind.streets for cell in self.cells), default=4))

    def at(self, *, position: str | None = None, players: int | None = None) -> PlayerStatistics:
        """Return the statistics in one position only, or at tables of one size only.

        Args:
            position: Name such as 'BU'; None for all.
            players: Table size, 2 to 10; None for all.

        Raises:
            ValueError: If the player never sat there.
        """
        chosen = self.cells
        if players is not None:
            if players not in self.tables:
                raise ValueError(
                    f"players: expected one of {', '.join(map(str, self.tables))}, got {players!r}"
                )
            chosen = tuple(cell for cell in chosen if cell.kind.players == players)
        if position is not None:
            if position not in self.positions:
                raise ValueError(
                    f"position: expected one of {', '.join(self.positions)}, got {position!r}"
                    f"{nearest(str(position), self.positions)}"
                )
            chosen = tuple(cell for cell in chosen if cell.position == position)
        return PlayerStatistics(self.name, chosen)

    def share(self, statistic: str, *, street: int | None = None) -> Share:
        """Return how often the player took an action, and the opportunities.

        Args:
            statistic: One of `STATISTICS`.
            street: 0 for the first; None for the total, as defined by `Scope`.

        Raises:
            ValueError: If the statistic or street is unknown.
        """
        definition = find_statistic(statistic)
        if street is not None and street not in range(len(self.streets)):
            raise ValueError(f"street: expected 0 to {len(self.streets) - 1}, got {street!r}")
        place = PLACES[statistic]
        taken = opportunities = 0
        for cell in self.cells:
            rows = cell.counts[:, place]
            if street is not None:
                rows = rows[street : street + 1]
            elif definition.scope is Scope.FROM_STREET:
                second = min(1, cell.kind.streets - 1)
                rows = rows[second : second + 1]
            taken += int(rows[:, 0].sum())
            opportunities += int(rows[:, 1].sum())
        return Share(taken, opportunities)

    def aggression_factor(self, *, street: int | None = None) -> Factor:
        """Return the bets and raises per call.

        Args:
            street: 0 for the first; None for all.

        Raises:
            ValueError: If the street is unknown.
        """
        return Factor(self.share("aggression", street=street))

    @property
    def unit(self) -> str:
        """Unit of the winnings: 'bb', or 'antes' at tables without blinds."""
        return "bb" if all(cell.kind.has_blinds for cell in self.cells) else "antes"

    @property
    def winnings(self) -> Estimate | None:
        """Winnings in big blinds (or antes) per 100 hands, with the standard error over hands; None if unknown.

        The value is exact up to the last rounding. Assumes that hands are independent.
        """
        hands = sum(cell.winnings.known for cell in self.cells)
        if not hands:
            return None
        total = squares = Fraction(0)
        for cell in self.cells:
            unit = _PARTS_OF_CHIP * cell.kind.unit
            total += Fraction(cell.winnings.total, unit)
            squares += Fraction(cell.winnings.squares, unit * unit)
        mean = total / hands
        error = inf
        if hands > 1:
            error = sqrt((squares / hands - mean * mean) / (hands - 1))
        return Estimate(float(mean), error, hands - 1).times(100)

    def type(self, rules: TypeRules = TYPE_RULES) -> PlayerType:
        """Return the player's type by the given thresholds, as far as the intervals show it.

        Args:
            rules: The thresholds.
        """
        vpip = {}
        for players in self.tables:
            vpip[players] = self.at(players=players).share("vpip")
        return rules.type_of(vpip, self["aggression"])

    def rows(self, by: str | None = None) -> list[dict[str, Any]]:
        """Return the statistics as rows of columns, for frames and files.

        Args:
            by: 'street', 'position', or None for totals.

        Returns:
            A row for each statistic, and street or position: player, statistic, street or position, taken, opportunities,
            share, low, high; unknown values are None. With strengths there are also rows such as shown_pair, and slow_play
            for each street (in totals slow_play_flop and so on). None of these are by position.

        Raises:
            ValueError: If `by` is something else.
        """
        check_by(by)
        found = []
        for what, shares in [*self.groups(by), *self._shown_groups(by)]:
            for name, share in shares.items():
                low, high = share.interval
                found.append(
                    {
                        "player": self.name,
                        "statistic": name,
                        **({by: what} if by else {}),
                        "taken": share.taken,
                        "opportunities": share.opportunities,
                        "share": share.value if share.opportunities else None,
                        "low": low,
                        "high": high,
                    }
                )
        return found

    def groups(self, by: str | None = None) -> Iterable[tuple[str, dict[str, Share]]]:
        """Yield the shares of all statistics, for each street or position.

        Args:
            by: 'street', 'position', or None for totals.

        Returns:
            Pairs of the street's or position's name, empty for totals, and shares by statistic.

        Raises:
            ValueError: If `by` is something else.
        """
        check_by(by)
        if by == "street":
            return [
                (name, {one: self.share(one, street=street) for one in STATISTICS})
                for street, name in enumerate(self.streets)
            ]
        if by == "position":
            parts = [(position, self.at(position=position)) for position in self.positions]
            return [(position, {one: part[one] for one in STATISTICS}) for position, part in parts]
        return [("", {one: self[one] for one in STATISTICS})]

    def _shown_groups(self, by: str | None) -> Iterable[tuple[str, dict[str, Share]]]:
        if self.shown is None or by == "position":
            return
        for name, street, share in self.shown.shares():
            if by == "street" and street:
                yield street, {name: share}
            elif by is None:
                yield "", {f"{name}_{street}" if street else name: share}

    def to_dict(self) -> dict[str, Any]:
        """Return all totals, by street and by position, as JSON values. None means unknown."""
        won = self.winnings
        factor = self.aggression_factor()
        found: dict[str, Any] = {
            "player": self.name,
            "hands": self.hands,
            "tables": list(self.tables),
            "type": str(self.type()),
            "unit": self.unit,
            "units_per_100_hands": None if won is None else won.mean,
            "standard_error": None if won is None else or_none(won.standard_error),
            "half_width_95": None if won is None else or_none(won.half_width),
            "aggression_factor": _finite(factor.value),
            "aggression_factor_95": [_finite(end) for end in factor.interval],
        }
        for key, by in (("total", None), ("street", "street"), ("position", "position")):
            told = {
                what: {name: share.to_dict() for name, share in shares.items()}
                for what, shares in self.groups(by)
            }
            found[key] = told if by else told[""]
        if self.shown is not None:
            found["shown"] = self.shown.to_dict()
        return found

    def __repr__(self) -> str:
        told = counted(self.hands, "hand"), f"VPIP {self['vpip']}", str(self.type())
        return brief(self, repr(shortened(one_line(self.name), 24)), *told)

    def _repr_html_(self) -> str:
        rows = []
        for name, definition in STATISTICS.items():
            share = self[name]
            if share.opportunities:
                low, high = share.interval
                ends = f"{100 * low:.1f} to {100 * high:.1f} %"
                rows.append(
                    (
                        definition.title,
                        f"{100 * share.value:.1f} %",
                        ends,
                        f"{share.taken:,} / {share.opportunities:,}",
                    )
                )
        head = ("", "share", "95 % interval", "taken / opportunities")
        notes = [f"{counted(self.hands, 'hand')}; {self.type()}; {winnings_text(self)}"]
        return html.table(rows, head=head, caption=one_line(self.name), notes=notes)


def winnings_text(player: PlayerStatistics) -> str:
    """Return the winnings as text, such as '+3.21 ± 4.50 bb/100', or a text for unknown.

    Args:
        player: The player.
    """
    won = player.winnings
    if won is None:
        return f"{player.unit}/100 not known"
    return f"{with_interval(won.mean, won.half_width, 2)} {player.unit}/100"


def check_by(by: str | None) -> None:
    """Raise ValueError unless statistics can be grouped this way.

    Args:
        by: 'street', 'position' or None.

    Raises:
        ValueError: If `by` is something else.
    """
    if by not in (None, "street", "position"):
        raise ValueError(f"by: expected 'street', 'position' or None, got {by!r}")


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
