"""What all strategies of a recipe have in common, whatever solves them: the game, and the abstraction of its cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.games import NamedGame, adjusted_game
from pokerdata.pipeline.stage import Stage
from pokerdata.recipes.real_keys import FLOPS_DOC, SEED_DOC, Dealt, dealt
from pokerdata.recipes.recipe import Recipe
from pokerdata.support.sections import key
from pokerdata.support.text import nearest, quoted, shortened


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

    def named_game(self) -> NamedGame:
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
