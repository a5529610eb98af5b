"""Common parts of sections: the game and card abstraction of strategies, and all or sampled flops on real cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from pokerdata._support.arguments import as_count, key
from pokerdata._support.text import nearest, quoted, shortened
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.games import Game, adjusted_game
from pokerdata.pipeline.plan import Stage
from pokerdata.recipes.recipe import Recipe
from pokerdata.solving.real_cards.flops import as_flops

FLOPS_DOC = "the same from so many flops drawn, in minutes and with intervals: an even number from 4"
SEED_DOC = "of drawn flops, 0 by default"


@dataclass(frozen=True)
class Dealt:
    """Flops to deal.

    Attributes:
        flops: Number of sampled flops; None for all.
        seed: Seed of sampled flops.
    """

    flops: int | None = None
    seed: int = 0

    def parameters(self) -> dict[str, int]:
        """Return the values that determine a table besides the strategy; empty if all flops are dealt."""
        return {} if self.flops is None else {"flops": self.flops, "seed": self.seed}


def dealt(real: bool, flops: int | None, seed: int | None) -> Dealt | None:
    """Return the combined request of the keys `real`, `real_flops` and `real_seed`, or None.

    Raises:
        ValueError: If a number is out of range, or keys exclude each other.
    """
    if flops is None:
        if seed is not None:
            raise ValueError(
                f"real_seed: expected only with real_flops, got {seed} without; e.g. real_flops = 100"
            )
        return Dealt() if real else None
    if real:
        raise ValueError(
            f"real_flops: expected without real = true, which deals all flops, got {flops}; e.g. real_flops = {flops} "
            "alone"
        )
    seed = 0 if seed is None else as_count(seed, "real_seed", 0, 2**63 - 1, 1)
    return Dealt(as_flops(flops, "real_flops"), seed)


@dataclass(frozen=True, kw_only=True)
class StrategySection(ABC):
    """A section [strategy.NAME]. Each solver's own keys, checks and stage are in a subclass in its own file."""

    game: str = key("a name that `pokerdata games` lists, or a TOML file with rules")
    stack: float | str | None = key(
        'no-limit: chips of each player, in big blinds or as "20000 chips"; the game\'s own by default', None
    )
    menu: list[Any] | None = key(
        'no-limit: bets on all streets, e.g. ["pot", "all-in"], or a list a street', None
    )
    abstraction: str | None = key("name of an [abstraction.NAME]; for limit-holdem and nolimit-holdem", None)
    algorithm: str | None = key(
        'such as cfr+, "dcfr(beta=0.5)" or "cfr(simultaneous)"; or pcs, public chance sampling; or cfr-br, against best '
        "responses on sampled boards; where none is named dcfr, "
        'in no-limit games "dcfr(beta=0.5)"',
        None,
    )
    real: bool = key(
        "also what best responses win on real cards, the table NAME_real: hours, which `make --dry-run` tells",
        False,
    )
    real_flops: int | None = key(FLOPS_DOC, None)
    real_seed: int | None = key(SEED_DOC, None)

    def __post_init__(self) -> None:
        self.on_real_cards()

    def on_real_cards(self) -> Dealt | None:
        """Return the flops of NAME_real; None if it is not requested.

        Raises:
            ValueError: If keys exclude each other.
        """
        return dealt(self.real, self.real_flops, self.real_seed)

    def named_game(self) -> Game:
        """Return the game, with the stack and the menu of the section.

        Raises:
            ValueError: If the name is not a game, or a stack or menu does not fit it.
        """
        return adjusted_game(self.game, stack=self.stack, menu=self.menu)

    def abstraction_of(self, recipe: Recipe) -> Abstraction | None:
        """Return the section of its abstraction, if it names one.

        Raises:
            ValueError: If the recipe has no abstraction of that name.
        """
        known = recipe.all(Abstraction)
        if self.abstraction is None or self.abstraction in known:
            return None if self.abstraction is None else known[self.abstraction]
        raise ValueError(
            f"uses the abstraction {quoted(self.abstraction)}, which the recipe does not "
            f"define{nearest(self.abstraction, known)} Expected a section [abstraction.{shortened(self.abstraction, 60)}]"
        )

    @abstractmethod
    def stage(self, name: str, abstraction: Abstraction | None) -> Stage:
        """Return the stage ``NAME_strategy``.

        Raises:
            ValueError: If values exclude each other; raised before any work.
            CapacityError: If something is too large; raised before any work.
        """

    @property
    @abstractmethod
    def exploitability_target(self) -> str | None:
        """Return the target exploitability, e.g. '1mb'; None if exploitability is not computed."""
