"""Rules of two-player limit games, as values."""

from dataclasses import dataclass, field
from typing import Any

from pokerdata._core import games as _core
from pokerdata.games.values import whole, wholes


@dataclass(frozen=True)
class LimitRules:
    """The betting of a two-player limit game. Amounts are whole chips; a betting round is a street.

    name: what the game is called.
    bets: size of a bet and of a raise on each street.
    caps: bets and raises allowed on each street; a blind that counts as a bet is one of them.
    first_to_act: 1 or 2 for each street.
    ante: paid by both players. blinds: paid on top by player 1 and player 2.
    blind_counts_as_bet: whether the blind is the first bet of the first street.

    Raises ValueError that names the value, the rule and an example where the rules make no game.
    """

    name: str
    bets: tuple[int, ...]
    caps: tuple[int, ...]
    first_to_act: tuple[int, ...]
    ante: int = 0
    blinds: tuple[int, int] = (0, 0)
    blind_counts_as_bet: bool = False
    core: _core.LimitRules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        where = f"bad rules {self.name!r}"
        for key in ("bets", "caps", "first_to_act", "blinds"):
            object.__setattr__(self, key, wholes(where, key, getattr(self, key)))
        if len(self.blinds) != 2:
            raise ValueError(f"{where}: blinds {self.blinds}; want one for each player, e.g. (5, 10)")
        core = _core.LimitRules(
            name=str(self.name),
            ante=whole(where, "ante", self.ante),
            blinds=self.blinds,
            blind_counts_as_bet=bool(self.blind_counts_as_bet),
            first_to_act=[player - 1 for player in self.first_to_act],
            bets=list(self.bets),
            caps=list(self.caps),
        )
        object.__setattr__(self, "core", core)

    def values(self) -> dict[str, Any]:
        """The rules as values that TOML and JSON can hold."""
        keys = ("name", "ante", "blinds", "blind_counts_as_bet", "first_to_act", "bets", "caps")
        return {key: getattr(self, key) for key in keys}

    @property
    def streets(self) -> int:
        """Number of betting rounds."""
        return len(self.bets)

    @property
    def unit(self) -> int:
        """Chips of the big blind, or of the ante where there is no blind; a thousandth is one milli-blind."""
        return self.core.unit

    @property
    def unit_name(self) -> str:
        """'big blind' or 'ante'."""
        return "big blind" if max(self.blinds) > 0 else "ante"
