"""Games of OpenSpiel (Lanctot et al. 2019) as explicit trees, and strategies exported back to OpenSpiel."""

from collections.abc import Sequence
from typing import Any

from pokerdata._support import html
from pokerdata._support.extras import imported_for
from pokerdata._support.text import brief
from pokerdata.solving.explicit.tree import GameTree, Weights


class OpenSpielGame:
    """A game of OpenSpiel as a `pokerdata.solving.explicit.ExtensiveGame`.

    Actions and chance events are OpenSpiel's action strings; information sets are its information state strings.

    Args:
        game: A sequential game of ``pyspiel``.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.players: int = game.num_players()

    def __repr__(self) -> str:
        return brief(self, str(self.game), f"{self.players} players")

    def _repr_html_(self) -> str:
        return html.facts({"game": str(self.game), "players": self.players}, caption="OpenSpielGame")

    def root(self) -> "OpenSpielState":
        return OpenSpielState(self.game.new_initial_state())


class OpenSpielState:
    """A state of OpenSpiel, copied for every action.

    Args:
        state: A state of ``pyspiel``.
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def __repr__(self) -> str:
        return brief(self, repr(self.state.history_str()))

    @property
    def player(self) -> Any:
        if self.state.is_terminal():
            return None
        return "chance" if self.state.is_chance_node() else int(self.state.current_player())

    def legal_actions(self) -> list[str]:
        return [self._word(action) for action in self.state.legal_actions()]

    def chance(self) -> list[tuple[str, float]]:
        return [(self._word(event), probability) for event, probability in self.state.chance_outcomes()]

    def apply(self, action: str) -> "OpenSpielState":
        for number in self.state.legal_actions():
            if self._word(number) == action:
                return OpenSpielState(self.state.child(number))
        raise ValueError(f"action: expected one of {self.legal_actions()}, got {action!r}")

    def information_set(self) -> str:
        return str(self.state.information_state_string())

    def returns(self) -> Sequence[float]:
        values: Sequence[float] = self.state.returns()
        return values

    def _word(self, action: int) -> str:
        return str(self.state.action_to_string(self.state.current_player(), action))


def from_openspiel(game: Any) -> OpenSpielGame:
    """Return a game of OpenSpiel for `explicit_tree`.

    >>> tree = explicit_tree(from_openspiel("leduc_poker"))  # doctest: +SKIP

    Args:
        game: The game, or a name that ``pyspiel.load_game`` accepts.

    Raises:
        ValueError: If the game is not sequential, or OpenSpiel refuses the name.
        ModuleNotFoundError: For a name without OpenSpiel (extra ``openspiel``).
    """
    if isinstance(game, str):
        with imported_for("games of OpenSpiel"):
            import pyspiel

        try:
            game = pyspiel.load_game(game)
        except Exception as error:  # pyspiel.SpielError
            raise ValueError(f"game of OpenSpiel {game!r}: {error}") from None
    kind = getattr(game.get_type().dynamics, "name", "")
    if kind != "SEQUENTIAL":
        raise ValueError(
            f"game of OpenSpiel: expected sequential moves, got {kind.lower()} ones; e.g. "
            "pyspiel.convert_to_turn_based(game)"
        )
    return OpenSpielGame(game)


def to_openspiel(tree: GameTree, strategy: Weights, game: Any) -> Any:
    """Return strategies on a tree of an OpenSpiel game as a ``TabularPolicy`` for ``pyspiel`` functions.

    Args:
        tree: The tree of the game.
        strategy: Weights of all players over edges, as `GameTree.strategy` accepts them.
        game: The game of OpenSpiel.

    Raises:
        ValueError: If the tree lacks an information state of the game.
    """
    with imported_for("policies of OpenSpiel"):
        import pyspiel

    words = tree.words(strategy)
    policy: dict[str, list[tuple[int, float]]] = {}
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        legal = state.legal_actions()
        if not state.is_chance_node():
            player, key = state.current_player(), state.information_state_string()
            if (player, key) not in words:
                raise ValueError(
                    f"tree: expected that of {game}, got one without the information set {key!r} of player {player}"
                )
            chosen = words[player, key]
            policy[key] = [(a, chosen[state.action_to_string(player, a)]) for a in legal]
        states += [state.child(action) for action in legal]
    return pyspiel.TabularPolicy(policy)
