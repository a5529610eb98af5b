"""What models that count in several groupings of the betting at once have in common."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata.modelling.action_model import BettingModel
from pokerdata.modelling.alike import CONTEXTS
from pokerdata.modelling.fading import FadingCounts, check_fade, grouped


class LevelledModel(BettingModel):
    """A model that counts each action in every level: a grouping of decisions that are taken for alike."""

    _levels: list[FadingCounts]

    def _count_in(self, contexts: Sequence[str], fade: float) -> None:
        """Begin to count.

        Args:
            contexts: Names of `CONTEXTS`, a level each.
            fade: What is left of older actions of a group after a new one.

        Raises:
            ValueError: For an unknown name or another fade.
        """
        check_fade(fade)
        self._levels = []
        for name in contexts:
            if name not in CONTEXTS:
                raise ValueError(f"context: expected one of {', '.join(CONTEXTS)}, got {name!r}; e.g. poki")
            groups = grouped(self.tree, self.decisions, CONTEXTS[name])
            self._levels.append(FadingCounts(groups, 3, fade))

    def _see(self, node: int, kind: int) -> None:
        for level in self._levels:
            level.see(node, kind)

    def _forget(self) -> None:
        for level in self._levels:
            level.clear()
