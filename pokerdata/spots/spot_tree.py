"""The betting tree of a spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata.games.betting_tree import BettingTree
from pokerdata.games.rules import Rules
from pokerdata.support.text import brief


@dataclass(frozen=True, repr=False)
class SpotRules(Rules):
    """What a betting tree says of its rules, of a spot: player 1 is out of position, player 2 in position.

    Attributes:
        name: What the spot is called.
        first_to_act: Player 1 or 2 for each street of the spot.
        stack: Chips that each player can put in, counted as the tree counts them; None without stacks.
        big_blind: Chips of which a milli-blind is a thousandth; 0 where it is not known.
        ante: Chips that each player had put in before the first street, counted as the tree counts them.
    """

    name: str
    first_to_act: tuple[int, ...]
    stack: int | None = None
    big_blind: int = 0
    ante: int = 0

    @property
    def blinds(self) -> tuple[int, int]:  # type: ignore[override]
        """None: the spot begins behind them."""
        return 0, 0

    @property
    def caps(self) -> tuple[int, ...]:  # type: ignore[override]
        """None: the tree itself says what may be raised."""
        return ()

    @property
    def unit(self) -> int:
        """Chips of the big blind; 0 where it is not known."""
        return self.big_blind

    @property
    def unit_name(self) -> str:
        """'big blind'."""
        return "big blind"

    def values(self) -> dict[str, Any]:
        """The rules as values that TOML and JSON can hold."""
        return {key: getattr(self, key) for key in ("name", "first_to_act", "stack", "big_blind", "ante")}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of, (self.values(),)

    def __repr__(self) -> str:
        streets = f"{self.streets} street{'s' * (self.streets != 1)}"
        return brief(self, repr(self.name), streets, f"stack {self.stack}" if self.stack else "limit")


class SpotTree(BettingTree):
    """The betting tree of a spot: that of a game whose first street is the first of the spot.

    Player 0 is out of position (oop), player 1 in position (ip). Chips are those put in since the spot began, or, of a
    spot of a whole game, over the whole hand. Below an all-in a later street may have no nodes.

    Args:
        rules: What the tree says of its rules.
        betting: The betting of the spot as the kernels take it; or a whole `tree`, the `node` of it where the spot
            begins, and with `exchange` whether its players change places.

    Raises:
        ValueError: If the betting makes no tree.
        CapacityError: If the tree has more than 20 million nodes, or more than 256 bets and raises on a street.
    """

    def __init__(self, rules: SpotRules, betting: Mapping[str, Any]) -> None:
        self.rules = rules
        self._betting = dict(betting)
        if "tree" in betting:
            whole = betting["tree"]
            self._adopt(_core.subtree(whole._core, betting["node"], betting["exchange"]))
        else:
            self._adopt(_core.spot_tree(**betting))

    def __reduce__(self) -> tuple[Any, ...]:
        return SpotTree, (self.rules, self._betting)

    @property
    def core(self) -> Any:
        """The tree as the kernels take it."""
        return self._core

    def first_rows(self, street: int) -> NDArray[np.int32]:
        """The first row of each decision node in a strategy of the street; then the number of rows.

        Args:
            street: The street, from 0.

        Returns:
            int32 [decision nodes + 1].
        """
        if not len(self.decision_nodes(street)):
            return np.zeros(1, np.int32)
        return super().first_rows(street)

    @cached_property
    def _streets(self) -> list[slice]:
        found = []
        for street in range(self.rules.streets):
            nodes = self.decision_nodes(street)
            empty = slice(len(self.action), len(self.action))
            found.append(
                slice(int(self.first_edge[nodes[0]]), int(self.first_edge[nodes[-1] + 1]))
                if len(nodes)
                else empty
            )
        return found


def _rules_of(values: Mapping[str, Any]) -> SpotRules:
    return SpotRules(**values)
