"""Players for `pokerdata connect` by their names."""

from __future__ import annotations

import random
from hashlib import sha256

from pokerdata.agents import BASELINES, Agent, find_agent
from pokerdata.games import NamedGame
from pokerdata.play import GameDefinition, Player, State, find_definition
from pokerdata.play.definition import card_text

_SIMPLE = ("always-call", "always-raise", "random")


class AlwaysCall:
    """Checks and calls."""

    def act(self, state: State) -> str:
        """'c'."""
        return "c"


class AlwaysRaise:
    """Bets and raises as long as it may: in a limit game the bet, else all its chips; then checks and calls."""

    def act(self, state: State) -> str:
        """The largest raise, or 'c'."""
        last = state.legal_actions[-1]
        return last if last.startswith("r") else "c"


class Random:
    """Folds, calls and raises equally likely, as far as each is allowed; sizes of raises, too.

    Args:
        seed: What it does follows from the seed and from what it sees, not from what it did before.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def act(self, state: State) -> str:
        """One of the actions that are allowed."""
        draw = random.Random(_number(self._seed, state))
        kinds = [kind for kind in "fcr" if any(action[0] == kind for action in state.legal_actions)]
        kind = draw.choice(kinds)
        least, largest = state.least_raise, state.largest_raise
        if kind != "r" or state.game.limit or least is None or largest is None:
            return kind
        return f"r{draw.randint(least, largest)}"


class OfStrategy:
    """A player for two who plays a strategy.

    Args:
        agent: With a strategy.
        seed: Of its draws.
    """

    def __init__(self, agent: Agent, seed: int) -> None:
        self._agent = agent
        self._seed = seed

    def act(self, state: State) -> str:
        """An action by the probabilities of the strategy; the draw follows from the seed and from what he sees."""
        hole = _text(state.holes[state.position or 0])
        return self._agent.act(hole, _text(state.board), state.history, rng=_number(self._seed, state))


def _text(cards: tuple[int, ...]) -> str:
    return "".join(map(card_text, cards))


def _number(seed: int, state: State) -> int:
    """A seed of its own for each decision, so that a match that was broken off goes on as it would have."""
    own = _text(state.holes[state.position or 0])
    seen = f"{seed} {state.hand} {state.position} {state.history} {own}"
    return int.from_bytes(sha256(seen.encode()).digest()[:8], "big")


def find_player(
    name_or_path: str, *, game: str | None = None, seed: int = 0, tables: str | None = None
) -> tuple[Player, GameDefinition]:
    """A player by name, or of a strategy file, and the rules that it plays by.

    Args:
        name_or_path: 'always-call', 'always-raise', 'random', or a strategy, as for `pokerdata.find_agent`.
        game: As for `pokerdata.play.find_definition`; where None, that of the strategy.
        seed: Of random draws.
        tables: Of a strategy over a card abstraction, as for `pokerdata.find_agent`.

    Raises:
        TableError: As `pokerdata.find_agent`.
        ValueError: For another name, no game where one is needed, or one that is not that of the strategy.
    """
    if name_or_path in BASELINES and name_or_path not in _SIMPLE:
        raise ValueError(
            f"agent: expected {', '.join(_SIMPLE)} or a strategy file, got {name_or_path!r}; e.g. random"
        )
    if name_or_path in _SIMPLE:
        if game is None:
            raise ValueError(
                f"--game: expected one for {name_or_path}, got none; e.g. --game limit-holdem-3p"
            )
        found: dict[str, Player] = {
            "always-call": AlwaysCall(),
            "always-raise": AlwaysRaise(),
            "random": Random(seed),
        }
        return found[name_or_path], find_definition(game)
    agent = find_agent(name_or_path, tables=tables)
    if agent.rules is None or agent.cards is None:
        raise ValueError(f"agent: expected a strategy, got {name_or_path}; e.g. leduc.h5")
    own = GameDefinition.of(NamedGame(agent.rules, agent.cards))
    rules = own if game is None else find_definition(game)
    if _alike(rules) != _alike(own):
        raise ValueError(
            f"--game: expected the game of the strategy {name_or_path}, {own.name}, got {rules.name}, which has other "
            "rules; e.g. leave --game out"
        )
    return OfStrategy(agent, seed), rules


def _alike(game: GameDefinition) -> object:
    """What two games must share for a strategy of one to play the other: all but names, and stacks without use."""
    stacks = () if game.limit else game.stacks
    return game.blinds, game.ante, game.first_to_act, game.cards, game.bets, game.max_raises, stacks
