"""Expectimax over states: expected values of actions against a model that may depend on the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from pokerdata.games.play import State
from pokerdata.games.play.state import Cards
from pokerdata.players.search.models import DecisionTriple


class Opponent(Protocol):
    """Model of an opponent. States are as the searching player sees them, with its own hole cards."""

    def probabilities(self, state: State) -> DecisionTriple:
        """Return the probabilities that the opponent folds, calls and raises.

        Args:
            state: A state in which the opponent acts.
        """

    def showdown(self, state: State) -> float:
        """Return the mean share of the pot that the searching player wins at a showdown.

        Args:
            state: The state at the end, with the whole board.
        """

    def cards(self, state: State) -> Iterable[tuple[Cards, float]]:
        """Yield the possible next board cards, each with its probability; the probabilities add up to 1.

        Args:
            state: A chance node.
        """


class Expectimax(NamedTuple):
    """Expected values of actions.

    Attributes:
        values: Expected chips of each action, counted from the start of the hand.
        best: The action with the highest value; of equal ones the first of call, raise and fold.
        value: Expected value of the state.
    """

    values: dict[str, float]
    best: str
    value: float


def expectimax(state: State, opponent: Opponent) -> Expectimax:
    """Return the expected values of all actions if the opponent follows its model and the player plays its best (Miximax).

    The search covers the whole rest of the hand. Actions of the opponent and cards are averaged by the model; at the
    player's own nodes the best action counts. With the true conditional frequencies, the value is that of the best
    response. The cost is some 15 microseconds per state plus the model's time, so use it for small games and late
    streets. `tree_values` is for models that ignore cards.

    Args:
        state: A state of a limit game for two, as the player to act sees it.
        opponent: Model of the opponent.

    Raises:
        ValueError: For another game, or if nobody acts or the hole cards of the player to act are unknown.
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
    """Return the expected chips of a player in a state, counted from the start of the hand."""
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
    """Return the probability of each legal action by a triple.

    The share of an illegal action goes to the legal ones in proportion, or to the call if they have none.

    Args:
        state: A state of a limit game in which a player acts.
        triple: Probabilities of the player where all three actions are legal.
    """
    given = dict(zip("fcr", triple, strict=True))
    legal = {action: given[action] for action in state.legal_actions()}
    total = sum(legal.values())
    if not total > 0:
        return {action: float(action == "c") for action in legal}
    return {action: share / total for action, share in legal.items()}
