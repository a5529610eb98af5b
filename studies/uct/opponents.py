"""Opponents in Leduc hold'em whose play is known, and the same information sets as hands that can be searched."""

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

SUITS = "hs"  # of Leduc hold'em in the package


@dataclass(frozen=True)
class Answer:
    """A best response, exactly.

    Attributes:
        value: What it wins, chips a game.
        values: Chips won over the whole hand from each information set on that the opponent can come to.
        actions: The number of its action there, the first of equally good ones.
    """

    value: float
    values: dict[int, float]
    actions: dict[int, int]


@dataclass(frozen=True)
class Opponent:
    """A player of Leduc hold'em.

    Attributes:
        name: In words.
        game: Leduc hold'em.
        strategy: What he does in both seats, float64 [edges].
    """

    name: str
    game: SmallGame
    strategy: Numbers

    @cached_property
    def model(self) -> Model:
        """The same as a model for searches."""
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
        """The best response of a player."""
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
    """Five iterations of CFR+."""
    return Opponent("five iterations of CFR+", game, solve(game.tree, "cfr+", iterations=5).strategy)


def honest(game: SmallGame) -> Opponent:
    """Bets and raises a king or a pair alone, calls with anything but a jack without a pair."""

    strategy = rule_of_thumb(game.tree, bets=("K", PAIR), calls=("Q",))
    return Opponent("honest", game, strategy)


def parts(one: InformationSet) -> tuple[str, str, str]:
    """The card in hand, the board, empty on the first street, and the history of an information set of Leduc hold'em."""
    cards, history = str(one.key).split(": ") if ": " in str(one.key) else (str(one.key)[:-1], "")
    hand, _, board = cards.partition(" on ")
    return hand, board, history


def state_of(one: InformationSet) -> State:
    """An information set of Leduc hold'em as a hand of which who acts sees his card."""
    hand, board, history = parts(one)
    state = State(table_rules("leduc"))
    for action in split_actions(history.replace("/", "")):
        state = state.apply_unseen(action)
    holes = ["", ""]
    holes[one.player] = hand + SUITS[0]
    return state.with_cards(holes, board + SUITS[board == hand] if board else "")


def chosen(result: SearchResult) -> int:
    """The number of the action with most passes, in the order fold, call, raise."""
    return [one.action for one in result.actions].index(result.best)


#: Those that searches answer to.
OPPONENTS: tuple[Callable[[SmallGame], Opponent], ...] = (nearly_solved, honest)
