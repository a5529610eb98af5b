"""The actions of a best response at all its decisions of a street, and how they are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerdata.real_cards.node_actions import BestActions, broken
from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True, eq=False)
class StreetActions:
    """What a best response to a strategy may do from a node on, on one street. Made by `best_actions_of_street`.

    Attributes:
        nodes: What it may do at the node, and at each later decision of the same player on the street, in the order of the
            betting tree. Values at a later one hold where the responder plays on to it, whether that is best or not.
    """

    nodes: tuple[BestActions, ...]

    def lines(self, hand: str = "") -> list[str]:
        """The street in words: how often each action is best at each decision, or with a hand what each wins.

        Args:
            hand: Show this hand or class of hands alone, as `BestActions.lines`.

        Raises:
            ValueError: Where none is left at the first decision.
        """
        first = self.nodes[0]
        if hand:
            first.rows(hand)
        told = first.heading()
        for node in self.nodes:
            if not (node.best >= 0).any():
                told += broken(f"{_where(node)}: (player {3 - node.player} never comes here)")
            elif not hand:
                told += broken(f"{_where(node)}: best with {node.totals_text()}")
            elif node.meets(hand):
                told += [f"{_where(node)}:", *node.hands_table(hand)]
            else:
                told += broken(f"{_where(node)}: (player {3 - node.player} never comes here beside {hand})")
        if not hand:
            told += broken(f"({first.weighting})")
        widest = max(self.nodes, key=lambda node: float(np.nanmax(node.rounding, initial=0)))
        return told + widest.notes()

    def to_dict(self, hand: str = "") -> dict[str, Any]:
        """All of it as values that JSON can hold.

        Args:
            hand: This hand or class of hands alone.

        Raises:
            ValueError: As `lines`.
        """
        if hand:
            self.nodes[0].rows(hand)
        return {"decisions": [node.to_dict(hand) for node in self.nodes]}

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        first = self.nodes[0]
        return brief(self, _where(first), first.board and f"board {first.board}", f"{len(self)} decisions")

    def _repr_html_(self) -> str:
        return html.details(repr(self), html.facts({"": str(self)}))


def _where(node: BestActions) -> str:
    return f"after {node.path}" if node.path else "at the start"
