"""A player that counts its opponent's actions and responds to them: 'learning', 'learning=0.9,by-data'."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pokerdata._support.text import brief, counted, nearest
from pokerdata.games import CardGame, CardRules, Game, playable, sizes
from pokerdata.games.play import State, TableRules
from pokerdata.games.strategies import simple_strategy
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import ObservedModel, model_of
from pokerdata.players.plain import Asked, HeadsUpPlayer, game_for_two
from pokerdata.solving.public import Response, restricted_response

#: Name of the player.
LEARNING = "learning"
_TEXT = re.compile(r"learning(=(?P<words>.*))?")
_BY_DATA = "by-data"
_DEFAULTS = ("call", "fold", "raise", "uniform")
_EXAMPLE = "learning=0.9,by-data"
#: Limit on the information sets of a game; a response then takes about a second.
MOST_SETS = 100_000


class Watched(NamedTuple):
    """A hand that was watched to its end, with the hole cards of both players."""

    players: tuple[str, str]
    hole: tuple[str, str]
    board: str
    history: str


def is_learning(text: str) -> bool:
    """Return whether a text names a player that learns."""
    return _TEXT.fullmatch(text) is not None


def find_learning(text: str, asked: Asked) -> LearningPlayer:
    """Return the player of a text such as 'learning', 'learning=0.9', 'learning=0.9,by-data' or 'learning=1,uniform'.

    Args:
        text: 'learning' and optional words: the trust in the model, 'by-data' if the trust depends on the data, and the
            assumed action where the opponent was never seen.
        asked: Options.

    Raises:
        ValueError: For other words, or a game that the player does not play.
    """
    found = _TEXT.fullmatch(text)
    assert found is not None
    p, by_data, default = 1.0, False, "call"
    given: set[str] = set()
    for word in (found["words"] or "1").split(","):
        kind = word if word == _BY_DATA else "default" if word in _DEFAULTS else "p"
        p = _trust(text, word) if kind == "p" else p
        if kind in given:
            raise ValueError(
                f"player {text}: expected a probability, {_BY_DATA} and one of {', '.join(_DEFAULTS)}, each at most once, "
                f"got {word} besides; e.g. {_EXAMPLE}"
            )
        given.add(kind)
        if kind == _BY_DATA:
            by_data = True
        elif kind == "default":
            default = word
    return LearningPlayer(asked.game, p=p, by_data=by_data, default=default, seed=asked.seed, name=text)


class LearningPlayer:
    """A player of small limit games for two that learns from the hands that it is shown.

    It begins with an equilibrium. After 1, 2, 4, 8, ... hands it makes a new model of its opponent by counting (Johanson
    2007) and plays a response to that model. With p = 1 this is a best response, else a restricted Nash response, or with
    `by_data` a data-biased response. A hand counts if the opponent's cards are visible at its end.

    If all cards are shown, the model converges to the opponent's strategy wherever hands get. If folded hands stay
    hidden, the model knows only showdowns, so it is biased. In Leduc hold'em a new response takes 15 ms, and 20
    microseconds more for each hand so far.

    Args:
        game: Rules of the table, with up to `MOST_SETS` information sets.
        p: Trust in the model, 0 to 1.
        by_data: Whether trust is lower where less was seen, as in `pokerdata.players.modelling.ObservedModel.trust`.
        default: Assumed action where the opponent was never seen: 'call', 'fold', 'raise' or 'uniform'.
        name: Name of the player.
        seed: Seed of its random choices.

    Raises:
        ValueError: For another game, or invalid numbers.
    """

    def __init__(
        self,
        game: TableRules,
        *,
        p: float = 1.0,
        by_data: bool = False,
        default: str = "call",
        name: str = LEARNING,
        seed: int = 0,
    ) -> None:
        self.name = name
        self._p, self._by_data = _trust(name, p), bool(by_data)
        if default not in _DEFAULTS:
            raise ValueError(
                f"default: expected one of {', '.join(_DEFAULTS)}, got {default!r}{nearest(default, _DEFAULTS)}"
            )
        self._default = default
        self._definition, self._seed = game, seed
        self._game = _small_game(name, game)
        self._number = {card: number for number, card in enumerate(game.deck)}
        self._first_is_two = game.blinds[0] > game.blinds[1]
        self.reset()

    def reset(self) -> None:
        """Forget the opponent."""
        #: Number of hands seen to their end.
        self.hands = 0
        self._watched: list[Watched] = []
        #: The latest model of the opponent; None before the first.
        self.model: ObservedModel | None = None
        self._answer(_equilibrium(self._game.rules_and_cards))

    def act(self, state: State) -> str:
        """Choose an action of the latest response.

        Args:
            state: The hand as this player sees it.
        """
        return self._player.act(state)

    def observe(self, state: State) -> None:
        """Count a finished hand, and learn from all hands so far when an update is due.

        Args:
            state: The finished hand with the cards that are shown; its viewer is this player.
        """
        assert state.viewer is not None
        self.hands += 1
        if state.hole_cards[1 - state.viewer]:
            self._watched.append(self._seen(state, state.viewer))
        if self.hands & (self.hands - 1) == 0 and self._watched:
            self.model = model_of(self._watched, self._game.game, player="other", default=self._default)
            trust = self.model.trust(self._p) if self._by_data else self._p
            self._answer(restricted_response(self._game.game, self.model, trust, threads=1))

    def _answer(self, response: Response) -> None:
        #: The response that it plays.
        self.response = response
        self._player = HeadsUpPlayer(Agent.of(response, name=self.name), self._definition, seed=self._seed)

    def _seen(self, state: State, viewer: int) -> Watched:
        texts = [self._text(cards) for cards in state.hole_cards]
        names = ["other", "other"]
        names[viewer] = "me"
        if self._first_is_two:  # position 0 is player 2
            texts, names = texts[::-1], names[::-1]
        return Watched((names[0], names[1]), (texts[0], texts[1]), self._text(state.board), state.history)

    def _text(self, cards: tuple[int, ...]) -> str:
        return " ".join(self._game.game.cards.card_names(1 << self._number[card]) for card in cards)

    def __repr__(self) -> str:
        return brief(self, repr(self.name), f"{counted(self.hands, 'hand')} seen")


class _Small(NamedTuple):
    """A game that is small enough, and the rules that it was built from."""

    game: CardGame
    rules_and_cards: Game


def _small_game(name: str, definition: TableRules) -> _Small:
    if definition.players != 2 or not definition.limit:
        raise ValueError(
            f"player {name}: expected a limit game for two players, got {definition.name}; e.g. leduc"
        )
    rules, cards = (named := game_for_two(name, definition)).rules, named.cards
    if cards.ranking == "pairs" and cards.suits is not None:  # without suits: fewer states
        cards = CardRules(cards.ranks, cards.hole, cards.board, cards.ranking, copies=cards.suits)
    named = Game(rules, cards)
    count = sizes(rules, cards).information_sets
    if count > MOST_SETS:
        raise ValueError(
            f"player {name}: expected a game of up to {MOST_SETS:,} information sets, got {definition.name} with {count:,}; "
            "e.g. leduc"
        )
    game = playable(named)
    assert isinstance(game, CardGame)
    return _Small(game, named)


@lru_cache(maxsize=16)
def _equilibrium(named: Game) -> Response:
    """Return the equilibrium that the player plays before its first model, cached by game."""
    game = playable(named)
    return restricted_response(game, simple_strategy(game, "uniform"), 0.0, threads=1)


def _trust(name: str, p: object) -> float:
    try:
        found = float(p)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        found = -1.0
    if isinstance(p, bool) or not 0 <= found <= 1:
        raise ValueError(
            f"player {name}: expected a trust from 0 to 1, {_BY_DATA}, or one of {', '.join(_DEFAULTS)}, got {p!r}; e.g. "
            f"{_EXAMPLE}"
        )
    return found
