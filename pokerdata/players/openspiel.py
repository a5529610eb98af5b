"""OpenSpiel bots as players, and our games as OpenSpiel's universal_poker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pokerdata._support.extras import imported_for
from pokerdata._support.text import brief, nearest
from pokerdata.games.play import Player, State, TableRules, definition_text
from pokerdata.players.plain import Asked, fraction_of

_PREFIX = "openspiel:"
_FOLD, _CALL, _RAISE = 0, 1, 2
_NUMBERS = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
_SEEDS = 2**31  # OpenSpiel accepts seeds of 31 bits


class OpenSpielPlayer:
    """An OpenSpiel bot as a player of a game, which must be universal_poker with the same rules.

    Before each decision the bot sees the whole hand from its beginning: `restart`, then `inform_action` for each action
    of the others, and `force_action` for its own actions if it supports that. OpenSpiel states hold all hole cards.
    Hidden hole cards are drawn at random from the unseen cards, so the bot learns nothing from looking at them.

    Args:
        make: Function that returns the bot for an OpenSpiel game and a position.
        game: Rules of the table.
        name: Name of the player.
        seed: Seed of the random cards.

    Raises:
        ModuleNotFoundError: Without OpenSpiel (extra ``openspiel``).
        ValueError: If OpenSpiel does not know the game.
    """

    def __init__(
        self, make: Callable[[Any, int], Any], game: TableRules, *, name: str = "openspiel", seed: int = 0
    ) -> None:
        self.name = name
        self._game = game
        self._spiel = openspiel_game(game)
        self._number = {card: number for number, card in enumerate(game.deck)}
        self._make = make
        self._bots: dict[int, Any] = {}
        self._seed = seed

    def reset(self) -> None:
        """Forget the bots of the last match."""
        self._bots = {}

    def act(self, state: State) -> str:
        """Return the bot's action.

        Args:
            state: The hand as this player sees it.
        """
        position = state.player
        assert position is not None
        if position not in self._bots:
            self._bots[position] = self._make(self._spiel, position)
        bot = self._bots[position]
        bot.restart()
        now = self._spiel.new_initial_state()
        cards = self._cards(state)
        made = [one for street in state.actions for one in street]
        while True:
            while now.is_chance_node():
                now.apply_action(self._number[cards.pop(0)])
            if not made:
                break
            who, action = made.pop(0)
            number = self._action_number(action)
            if who != position:
                bot.inform_action(now, who, number)
            elif bot.provides_force_action():
                bot.force_action(now, number)
            now.apply_action(number)
        return self._action_text(int(bot.step(now)))

    def _cards(self, state: State) -> list[int]:
        """Return the cards in OpenSpiel's dealing order, with hidden cards drawn from the unseen ones."""
        known = {card for held in state.hole_cards for card in held} | set(state.board)
        left = [card for card in self._game.deck if card not in known]
        dealt: list[int] = []
        for position, held in enumerate(state.hole_cards):
            if held:
                dealt += held
                continue
            for place in range(self._game.cards.hole):
                drawn = fraction_of(self._seed, state, f"hidden {position}.{place}")
                dealt.append(left.pop(int(drawn * len(left))))
        return dealt + list(state.board)

    def _action_number(self, action: str) -> int:
        if action[0] != "r":
            return _FOLD if action == "f" else _CALL
        return _RAISE if self._game.limit else int(action[1:])

    def _action_text(self, number: int) -> str:
        if number in (_FOLD, _CALL):
            return "fc"[number]
        return "r" if self._game.limit else f"r{number}"

    def __repr__(self) -> str:
        return brief(self, repr(self.name))


def openspiel_game(game: TableRules) -> Any:
    """Return a game as OpenSpiel's universal_poker; no-limit games allow every bet size.

    Args:
        game: A game that a ``.game`` file can describe.

    Raises:
        ModuleNotFoundError: Without OpenSpiel (extra ``openspiel``).
        ValueError: If OpenSpiel does not know the game.
    """
    pyspiel = _pyspiel()
    lines = [line.partition(" = ") for line in definition_text(game).splitlines()]
    values: dict[str, str | int] = {
        key: int(value) if key in _NUMBERS else value for key, sign, value in lines if sign
    }
    values["betting"] = "limit" if game.limit else "nolimit"
    if not game.limit:
        values["bettingAbstraction"] = "fullgame"
    try:
        return pyspiel.load_game("universal_poker", values)
    except Exception as error:  # its errors are those of C++
        raise ValueError(
            f"game: expected one that OpenSpiel's universal_poker knows, got {game.name}: {error}"
        ) from error


def is_openspiel(text: str) -> bool:
    """Return whether a text names an OpenSpiel bot."""
    return text.startswith(_PREFIX)


def find_openspiel(text: str, asked: Asked) -> Player:
    """Return the bot of a text such as 'openspiel:uniform_random'.

    Args:
        text: Name of the player.
        asked: Options.

    Raises:
        ValueError: If OpenSpiel has no such bot or does not know the game.
        ModuleNotFoundError: Without OpenSpiel.
    """
    pyspiel = _pyspiel()
    name, known = text.removeprefix(_PREFIX), pyspiel.registered_bots()
    if name not in known:
        raise ValueError(
            f"player {text}: expected one of OpenSpiel's bots, {', '.join(known)}, got {name!r}{nearest(name, known)}"
        )

    def make(game: Any, position: int) -> Any:
        if name == "uniform_random":
            return pyspiel.make_uniform_random_bot(position, asked.seed % _SEEDS)
        return pyspiel.load_bot(name, game, position)

    player = OpenSpielPlayer(make, asked.game, name=text, seed=asked.seed)
    try:
        make(openspiel_game(asked.game), 0)  # fail before a hand is dealt
    except Exception as error:  # its errors are those of C++
        raise ValueError(
            f"player {text}: expected a bot that plays {asked.game.name} without settings, got {error}; e.g. "
            "openspiel:uniform_random"
        ) from error
    return player


def _pyspiel() -> Any:
    with imported_for("players openspiel"):
        import pyspiel
    return pyspiel
