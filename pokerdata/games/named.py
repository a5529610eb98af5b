"""Games by the names that recipes and commands use."""

from collections.abc import Callable
from dataclasses import dataclass

from pokerdata.games.game import JointCountGame
from pokerdata.games.rules import KUHN, LEDUC, LIMIT_HOLDEM, LimitRules
from pokerdata.games.small import kuhn, leduc


@dataclass(frozen=True)
class NamedGame:
    """rules: the betting. build: makes the whole game, or None where its cards come from an abstraction."""

    rules: LimitRules
    build: Callable[[], JointCountGame] | None


GAMES = {
    "kuhn": NamedGame(KUHN, kuhn),
    "leduc": NamedGame(LEDUC, leduc),
    "limit-holdem": NamedGame(LIMIT_HOLDEM, None),
}


def named_game(name: str) -> NamedGame:
    """The game of a name. Raises ValueError that lists the names."""
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"bad game {name!r}: want one of {', '.join(GAMES)}, e.g. 'leduc'") from None
