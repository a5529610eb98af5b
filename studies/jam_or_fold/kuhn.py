"""A smaller Kuhn poker: player 1 raises or checks to a showdown, player 2 calls or folds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import ClassVar, Literal

from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit.lp import normal_form, solve_by_linear_program
from studies import StudyRun

CARDS = "JQK"


@dataclass(frozen=True)
class SmallKuhn:
    """State of the smaller Kuhn poker.

    Both players pay an ante of 1 and get one of three cards. Player 1 raises to 2 or checks to a showdown;
    player 2 calls or folds.

    Attributes:
        cards: Cards of both players, once dealt.
        history: Actions so far.
    """

    cards: str = ""
    history: tuple[str, ...] = ()
    players: ClassVar = 2

    def root(self) -> SmallKuhn:
        """Return the initial state."""
        return self

    @property
    def player(self) -> int | Literal["chance"] | None:
        """Return the player to act."""
        if not self.cards:
            return "chance"
        return None if self.history[:1] == ("check",) or len(self.history) == 2 else len(self.history)

    def chance(self) -> list[tuple[str, Fraction]]:
        """Return the possible deals with their probabilities."""
        deals = ["".join(pair) for pair in permutations(CARDS, 2)]
        return [(deal, Fraction(1, len(deals))) for deal in deals]

    def legal_actions(self) -> list[str]:
        """Return the legal actions."""
        return ["fold", "call"] if self.history else ["check", "raise"]

    def apply(self, action: str) -> SmallKuhn:
        """Return the state after a deal or an action."""
        if not self.cards:
            return SmallKuhn(action)
        return SmallKuhn(self.cards, (*self.history, action))

    def information_set(self) -> tuple[str, ...]:
        """Return the acting player's card and the actions so far."""
        return (self.cards[len(self.history)], *self.history)

    def returns(self) -> list[int]:
        """Return the winnings of both players."""
        ours, theirs = (CARDS.index(card) for card in self.cards)
        stake = 2 if self.history[-1] == "call" else 1
        won = stake if self.history[-1] == "fold" or ours > theirs else -stake
        return [won, -won]


def card_of(key: object) -> str:
    """Return the card in an information set's key."""
    assert isinstance(key, tuple)
    return str(key[0])


def told(run: StudyRun) -> None:
    """Report the matrix and the equilibrium."""
    run.heading("A small Kuhn poker")
    tree = explicit_tree(SmallKuhn())
    matrix = normal_form(tree).payoffs
    solution = solve_by_linear_program(tree)
    least, most = Fraction(matrix.min(axis=1).max()), Fraction(matrix.max(axis=0).min())
    value = Fraction(solution.value).limit_denominator(1000)
    run.table(
        [
            ["player", "card", "raises or calls"],
            *(
                [s.player + 1, card_of(s.key), f"{solution.strategy[s.edges.stop - 1]:.4f}"]
                for s in tree.information_sets
            ),
        ],
        left=2,
    )
    size = "{} x {}".format(*matrix.shape)
    run.text(
        f"J, Q, K, an ante of 1; player 1 raises to 2 or checks to a showdown, player 2 calls or folds. Three cards and two "
        f"moves make 8 plans of each player, a matrix {size}. By a linear program player 1 wins {value} a game. In pure "
        f"plans he can secure {least.limit_denominator(1000)} and is held to {most.limit_denominator(1000)}: "
        + ("these differ, so no pair of pure plans is an equilibrium." if least != most else "the same.")
    )
    run.claim(
        "kuhn_size", size == "6 x 6", size, why="each player has a plan for every card: 2 to the power of 3"
    )
    run.claim(
        "kuhn_value",
        value == Fraction(1, 3) and least == most,
        f"mixed, {value}",
        why=f"pure plans secure {least.limit_denominator(1000)} and {most.limit_denominator(1000)}, by `normal_form`",
    )
