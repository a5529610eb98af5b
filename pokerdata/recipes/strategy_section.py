"""What sections share: the game and card abstraction of strategies, and all flops or some drawn on real cards."""

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
    """Which flops are dealt.

    Attributes:
        flops: How many are drawn; None for all.
        seed: Of drawn flops.
    """

    flops: int | None = None
    seed: int = 0

    def parameters(self) -> dict[str, int]:
        """What determines the values besides the strategy; nothing where all flops are dealt."""
        return {} if self.flops is None else {"flops": self.flops, "seed": self.seed}


def dealt(real: bool, flops: int | None, seed: int | None) -> Dealt | None:
    """What the keys `real`, `real_flops` and `real_seed` ask for together, None for nothing.

    Raises:
        ValueError: For numbers out of their bounds, and for keys that do not go together.
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
    """A section [strategy.NAME]. A solver's own keys, checks and stage are a subclass in a file of its own."""

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
        """Which flops NAME_real takes; None where it is not asked for.

        Raises:
            ValueError: For keys that do not go together.
        """
        return dealt(self.real, self.real_flops, self.real_seed)

    def named_game(self) -> Game:
        """The game, with the stack and the menu of the section.

        Raises:
            ValueError: For another name than a game's, or a stack or menu that does not fit it.
        """
        return adjusted_game(self.game, stack=self.stack, menu=self.menu)

    def abstraction_of(self, recipe: Recipe) -> Abstraction | None:
        """The section of its abstraction, if it names one.

        Raises:
            ValueError: Where the recipe has none of that name.
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
        """The stage ``NAME_strategy``.

        Raises:
            ValueError: For values that do not fit together, before any work.
            CapacityError: For what is too large, before any work.
        """

    @property
    @abstractmethod
    def exploitability_target(self) -> str | None:
        """What is solved to, e.g. '1mb'; None where exploitability is not computed."""
