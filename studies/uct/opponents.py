"""Opponents in Leduc hold'em with known strategies, and its information sets as hands to search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.games.play.state import split_actions
from pokerdata.players.search import Model, SearchResult, table
from pokerdata.solving.explicit import InformationSet, best_response, solve
from pokerdata.solving.explicit.examples import PAIR, rule_of_thumb

from .small_games import Numbers, SmallGame, reach, values_of

SUITS = "hs"  # suits of Leduc hold'em in the package


@dataclass(frozen=True)
class Answer:
    """An exact best response.

    Attributes:
        value: Its winnings, chips per game.
        values: Winnings over the whole hand from each information set that the opponent can reach.
        actions: Number of its action there; of equally good ones, the first.
    """

    value: float
    values: dict[int, float]
    actions: dict[int, int]


@dataclass(frozen=True)
class Opponent:
    """A player of Leduc hold'em.

    Attributes:
        name: Description in words.
        game: Leduc hold'em.
        strategy: Strategy in both seats, float64 [edges].
    """

    name: str
    game: SmallGame
    strategy: Numbers

    @cached_property
    def model(self) -> Model:
        """Return the opponent as a model for searches."""
        rows = {}
        for one in self.game.tree.information_sets:
            hand, board, history = parts(one)
            for own in SUITS:
                for other in SUITS if board else ("",):
                    cards = hand + own + (board + other if board else "")
                    if board != hand or own != other:
                        rows[f"{history}|{cards}"] = self.strategy[one.edges].tolist()
        return table(rows)

    def answer(self, player: int) -> Answer:
        """Return the best response of a player."""
        tree = self.game.tree
        best, profile = best_response(tree, self.strategy, player)
        values, weights = values_of(tree, profile)[:, player], reach(tree, self.strategy)
        of_sets = {}
        for number, one in enumerate(tree.information_sets):
            nodes = tree.set == number
            if one.player == player and weights[nodes].sum() > 0:
                of_sets[number] = float(weights[nodes] @ values[nodes] / weights[nodes].sum())
        return Answer(
            best, of_sets, {n: int(profile[tree.information_sets[n].edges].argmax()) for n in of_sets}
        )


def nearly_solved(game: SmallGame) -> Opponent:
    """Return a strategy after five iterations of CFR+."""
    return Opponent("five iterations of CFR+", game, solve(game.tree, "cfr+", iterations=5).strategy)


def honest(game: SmallGame) -> Opponent:
    """Return a strategy that bets and raises only with a king or a pair, and calls except with an unpaired jack."""

    strategy = rule_of_thumb(game.tree, bets=("K", PAIR), calls=("Q",))
    return Opponent("honest", game, strategy)


def parts(one: InformationSet) -> tuple[str, str, str]:
    """Return hole card, board and history of an information set of Leduc hold'em.

    The board is empty on the first street.
    """
    cards, history = str(one.key).split(": ") if ": " in str(one.key) else (str(one.key)[:-1], "")
    hand, _, board = cards.partition(" on ")
    return hand, board, history


def state_of(one: InformationSet) -> State:
    """Return an information set of Leduc hold'em as a hand in which the acting player sees its card."""
    hand, board, history = parts(one)
    state = State(table_rules("leduc"))
    for action in split_actions(history.replace("/", "")):
        state = state.apply_unseen(action)
    holes = ["", ""]
    holes[one.player] = hand + SUITS[0]
    return state.with_cards(holes, board + SUITS[board == hand] if board else "")


def chosen(result: SearchResult) -> int:
    """Return the number of the action with most passes, in the order fold, call, raise."""
    return [one.action for one in result.actions].index(result.best)


#: Opponents of the searches.
OPPONENTS: tuple[Callable[[SmallGame], Opponent], ...] = (nearly_solved, honest)
