"""Expectimax over states: what actions are worth against a player of whom there is a model, told the cards, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from pokerdata.games.play import State
from pokerdata.games.play.state import Cards
from pokerdata.players.search.models import DecisionTriple


class Opponent(Protocol):
    """What must be known of an opponent. States are those that the searching player sees, his own cards with them."""

    def probabilities(self, state: State) -> DecisionTriple:
        """How likely he folds, calls and raises, where he acts.

        Args:
            state: He acts.
        """

    def showdown(self, state: State) -> float:
        """The share of the pot that the searching player wins at a showdown, on average.

        Args:
            state: At its end, with the whole board.
        """

    def cards(self, state: State) -> Iterable[tuple[Cards, float]]:
        """Cards that may come to the board next, and how likely each is; the sum is 1.

        Args:
            state: In which cards come to the board.
        """


class Expectimax(NamedTuple):
    """What actions are worth.

    Attributes:
        values: Chips that each action wins on average, counted from the start of the hand.
        best: The action that is worth most; of equal ones the first of call, raise and fold.
        value: What the state is worth.
    """

    values: dict[str, float]
    best: str
    value: float


def expectimax(state: State, opponent: Opponent) -> Expectimax:
    """What actions are worth if the opponent does as his model says and the player what is best (Miximax).

    The rest of the hand is looked at whole: the other's actions and cards that come count by the model, the player's own
    by the best of them. With the true conditional frequencies, the value is that of the best response. Some 15 microseconds
    a state and what the model takes, so for small games and late streets; `tree_values` is for models that look at no
    cards.

    Args:
        state: As the player who acts sees it, in a limit game for two.
        opponent: What is known of the other.

    Raises:
        ValueError: For another game, or where nobody acts or his cards are not known.
    """
    player = state.player
    if player is None or not state.hole_cards[player]:
        raise ValueError(
            "state: expected one in which a player acts whose hole cards are known, got "
            + ("nobody who acts" if player is None else f"none of position {player}")
        )
    if state.players != 2 or not state.game.limit:
        raise ValueError(
            f"game: expected one with limits for two players, got {state.game.name}; e.g. limit-holdem"
        )
    values = {action: state_value(state.apply(action), player, opponent) for action in state.legal_actions()}
    best = max(sorted(values, key="crf".index), key=values.__getitem__)
    return Expectimax(values, best, values[best])


def state_value(state: State, player: int, opponent: Opponent) -> float:
    """Chips that a player wins from a state on, counted from the start of the hand."""
    spent = state.spent
    if state.players_left == 1:
        return float(-spent[player] if state.folded[player] else spent[1 - player])
    if state.cards_to_come:
        return sum(
            chance * state_value(state.deal(cards), player, opponent)
            for cards, chance in opponent.cards(state)
            if chance > 0
        )
    if state.is_terminal:
        share = opponent.showdown(state)
        won = sum(
            pot.chips * (share if len(pot.positions) == 2 else player in pot.positions) for pot in state.pots
        )
        return won - spent[player]
    if state.player == player:
        return max(state_value(state.apply(action), player, opponent) for action in state.legal_actions())
    shares = legal_shares(state, opponent.probabilities(state))
    return sum(
        share * state_value(state.apply(action), player, opponent)
        for action, share in shares.items()
        if share > 0
    )


def legal_shares(state: State, triple: DecisionTriple) -> dict[str, float]:
    """How likely each legal action is by a triple: what is not allowed falls to the others in proportion, or to the call.

    Args:
        state: In which somebody acts, in a limit game.
        triple: What he does where he may do all three.
    """
    given = dict(zip("fcr", triple, strict=True))
    legal = {action: given[action] for action in state.legal_actions()}
    total = sum(legal.values())
    if not total > 0:
        return {action: float(action == "c") for action in legal}
    return {action: share / total for action, share in legal.items()}
