"""Agents: what plays real hands."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.agents.choices import Choices, check_way
from pokerdata.agents.many_hands import numbered_hands
from pokerdata.agents.simple import simple_agent
from pokerdata.agents.translation import check_translation
from pokerdata.agents.unknown import unknown
from pokerdata.errors import TableError
from pokerdata.games import BettingTree, CardGame, CardRules, NamedGame, Rules, find_game
from pokerdata.games.deck_cards import deck_cards
from pokerdata.games.named import TEXAS
from pokerdata.store import open_table
from pokerdata.strategies import Strategy, load_strategy
from pokerdata.strategies.look_ups import bucket_table, states_of
from pokerdata.strategies.simple import BUILT_IN, simple_rows
from pokerdata.strategies.strategy_file import Solved
from pokerdata.support import html
from pokerdata.support.text import brief

#: Agents that need no strategy: name -> what they do. A new one is a line in `baselines.cpp`.
BASELINES: Mapping[str, str] = _core.baselines()


@dataclass(frozen=True)
class Agent:
    """What plays real hands of a game.

    It does not change, and copies are the agent itself. It can be pickled, for other processes: a pickle has the whole
    strategy and names the table of the card abstraction, which is opened again there. An agent made by `of` from states
    alone has no such table; pickling it raises TypeError. One without cards is made anew there.

    Attributes:
        name: To tell it from others.
        core: What plays, in C++.
        rules: Of the game that it plays; None for a baseline, which plays any (`simple`: any betting of Texas hold'em).
        cards: Of the game that it plays; None for a baseline.
        translation: How it takes bets that its betting tree does not have; None for a baseline, which has no tree.
        strategy: What it plays; None for a baseline, and for one that looks at no cards.
    """

    name: str
    core: _core.Agent
    rules: Rules | None = None
    cards: CardRules | None = None
    translation: str | None = None
    strategy: Strategy | None = field(default=None, repr=False, compare=False)
    _buckets: Path | None = field(default=None, repr=False, compare=False)
    _kind: str | None = field(default=None, repr=False, compare=False)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.rules is None or self.cards is None:
            return Agent.baseline, (self.name,)
        if self._kind is not None:
            return _without_cards, (
                self._kind,
                NamedGame(self.rules, self.cards),
                self.translation,
                self.name,
            )
        if self.strategy is None:
            raise TypeError(f"cannot pickle the agent {self.name}: what it plays is known to its core alone")
        if not self.strategy.cards and self._buckets is None:
            raise TypeError(
                f"cannot pickle the agent {self.name}: its states come from no table; make it with Agent.load or "
                "Agent.of_file, which name one"
            )
        return _unpickled, (self.strategy, self._buckets, self.translation, self.name)

    def __repr__(self) -> str:
        return brief(self, repr(self.name), _plays(self), self.translation or "")

    def _repr_html_(self) -> str:
        return html.facts({"plays": _plays(self), "translation": self.translation}, caption=self.name)

    @classmethod
    def load(
        cls,
        name_or_path: str | os.PathLike[str],
        *,
        translation: str = "pseudo-harmonic",
        tables: str | os.PathLike[str] | None = None,
    ) -> Self:
        """An agent that plays the strategy of a file.

        The hand is looked up, and bets of its own are the same share of the pot as in its tree. Where the other raises
        and its tree has no raise left (its caps, its menu, or both all-in there), and where in its tree an all-in was
        called, though less is in the real pot, it checks and calls to the end of the hand, with any cards.

        Args:
            name_or_path: Of the strategy, as for `pokerdata.load_strategy`.
            translation: How it takes bets that its betting tree does not have, one of
                `pokerdata.agents.translation.TRANSLATIONS`.
            tables: The folder of NAME_buckets and the strength tables, where the strategy is one over a card
                abstraction; that of the file if not given.

        Raises:
            TableError: For a file that is missing or no strategy, or whose abstraction is not there.
            ValueError: For another translation.
        """
        saved = load_strategy(name_or_path, tables=tables)
        return cls.of_file(saved, translation=translation, name=os.fspath(name_or_path), tables=tables)

    @classmethod
    def of_file(
        cls,
        saved: Strategy,
        *,
        translation: str = "pseudo-harmonic",
        name: str = "strategy",
        tables: str | os.PathLike[str] | None = None,
    ) -> Self:
        """An agent that plays what `load_strategy` read, its cards looked up as `load` does.

        Args:
            saved: The strategy.
            translation: As for `load`.
            name: Of the agent.
            tables: As for `load`.

        Raises:
            TableError: Where the table of its abstraction is missing.
            ValueError: For another translation.
        """
        if saved.cards:
            return cls.of(saved, translation=translation, name=name)
        table = bucket_table(saved, tables)
        agent = cls.of(saved, states_of(saved, table), translation=translation, name=name)
        return replace(agent, _buckets=table.path.absolute())

    @classmethod
    def of(
        cls,
        solved: Solved | Strategy,
        states: CardStates | None = None,
        *,
        translation: str = "pseudo-harmonic",
        name: str = "strategy",
    ) -> Self:
        """An agent that plays what `solve` returned or `load_strategy` read.

        Args:
            solved: The strategy.
            states: Of the card abstraction, as `pokerdata.abstraction.card_states` finds them; None for a game of real
                cards.
            translation: As for `load`.
            name: Of the agent.

        Raises:
            ValueError: Where the states are not those of the strategy, or for another translation.
        """
        saved = Strategy.of(solved)
        if (states is None) == (not saved.cards):
            raise ValueError(
                "states: expected "
                + (
                    f"none for a strategy of {saved.label}, whose states are hands"
                    if saved.cards
                    else f"those of the card abstraction of {saved.label}, as card_states() finds them; got none"
                )
            )
        cards = CardRules(**saved.cards) if saved.cards else TEXAS
        found: _core.PrivateStates
        if states is None:
            found = _core.HandsOnBoards(CardGame(saved.rules, cards).core, cards.core)
        else:
            found = _core.BucketStates(states)
        rows = [np.ascontiguousarray(street, dtype=np.float32) for street in saved.strategy]
        core = _core.AbstractAgent(saved.rules.core, cards.core, found, rows, translation)
        return cls(name, core, saved.rules, cards, translation, saved)

    @classmethod
    def without_cards(cls, kind: str, game: str | NamedGame, *, translation: str = "pseudo-harmonic") -> Self:
        """An agent that looks at no cards, as one with a strategy over a betting tree: for `local_best_response`.

        Args:
            kind: What it plays, and its name: 'always-call', 'always-fold', 'always-raise' or 'uniform'. In no-limit
                games it bets the menu of the game's tree, unlike the baseline of the same name.
            game: As for `pokerdata.games.find_game`, or its rules and cards.
            translation: As for `load`.

        Raises:
            ValueError: For another kind, game or translation.
        """
        check_translation(translation)
        if kind not in BUILT_IN:
            raise ValueError(f"strategy: expected one of {', '.join(BUILT_IN)}, got {kind!r}; e.g. 'uniform'")
        played = find_game(game) if isinstance(game, str) else game
        tree = BettingTree(played.rules)
        rows = simple_rows(tree, (1,) * played.rules.streets, BUILT_IN[kind])
        core = _core.AbstractAgent(
            played.rules.core, played.cards.core, _core.OneState(), list(rows), translation
        )
        return cls(kind, core, played.rules, played.cards, translation, _kind=kind)

    @classmethod
    def baseline(cls, name: str, *, tables: str | os.PathLike[str] | None = None) -> Self:
        """An agent that needs no strategy.

        Args:
            name: One of `BASELINES`.
            tables: The only folder to look in for the tables flop_potential, turn_potential and river_strength, as for
                `pokerdata.open_table`: with those that are there `simple` plays the same moves faster.

        Raises:
            ValueError: For another name.
            TableError: If one of those tables is damaged.
        """
        return cls(name, simple_agent(tables) if name == "simple" else _core.baseline(name))

    def probabilities(self, hole: ArrayLike, board: ArrayLike = "", history: str = "") -> dict[str, float]:
        """How likely each action is, by its text: 'f', 'c' (check or call), 'r' or, without limits, 'r300'.

        The agent is the player who acts next. Where it takes a bet for one of two at random, this is the mean over
        both, given that it made the moves it made.

        Args:
            hole: Cards, as text ('Ks Qs', or 'Q' where the cards of a rank are alike) or numbers.
            board: The board of the street, likewise; none before the flop.
            history: The actions before, as in 'crc/' or 'cr300c/cr600', where a raise names the chips that its player
                has put in over the whole hand; none where the hand begins.

        Raises:
            ValueError: For another agent than one with a strategy, and for what is no hand of its game.
        """
        core, cards = self._played()
        hole, board = deck_cards(cards, hole, board)
        actions, shares = core.batch(hole[None], board[None], str(history))
        return dict(zip(actions, shares[0].tolist(), strict=True))

    def act(
        self,
        hole: ArrayLike,
        board: ArrayLike = "",
        history: str = "",
        *,
        how: str = "sample",
        rng: int | np.random.Generator | None = None,
    ) -> str:
        """One action, as text: 'f', 'c' (check or call), 'r' or, without limits, 'r300' (chips over the whole hand).

        Takes 0.1 ms; `batch` is far quicker for many.

        Args:
            hole: As for `probabilities`.
            board: As for `probabilities`.
            history: As for `probabilities`.
            how: 'sample' draws the action by the probabilities, 'most-likely' takes the most likely, of equal ones the
                first.
            rng: Of the draw, a seed or a generator of NumPy that goes on; None, the default, draws anew each time, as
                play must: with a seed, equal calls give equal actions.

        Raises:
            ValueError: As `probabilities`, and for another way or rng.
        """
        check_way(how)
        return str(self.batch([hole], [board], history).choose(how, rng=rng)[0])

    def batch(
        self,
        holes: ArrayLike | Sequence[ArrayLike],
        boards: ArrayLike | Sequence[ArrayLike] = "",
        history: str = "",
    ) -> Choices:
        """What many hands do after one history: ``choices.probabilities`` [hands, actions], ``choices.choose()``.

        Takes some 0.1 to 0.3 microseconds a hand given as numbers (all 1,176 hands on a flop: 0.1 ms), 5 to 20 as text.

        Args:
            holes: A list of hole cards, each as `probabilities` takes them, or an array of numbers [hands, hole cards].
            boards: One board for all, as text or numbers [cards], or a board for each hand: a list, or an array
                [hands, cards].
            history: As for `probabilities`.

        Raises:
            ValueError: As `probabilities`.
        """
        core, cards = self._played()
        actions, shares = core.batch(*numbered_hands(cards, holes, boards), str(history))
        return Choices(tuple(actions), shares)

    def _played(self) -> tuple[_core.AbstractAgent, CardRules]:
        if not isinstance(self.core, _core.AbstractAgent) or self.cards is None:
            raise ValueError(
                f"agent: expected one with a strategy, got {self.name}; e.g. Agent.load('leduc.h5')"
            )
        return self.core, self.cards


def _unpickled(saved: Strategy, buckets: Path | None, translation: str, name: str) -> Agent:
    if buckets is None:
        return Agent.of(saved, translation=translation, name=name)
    table = open_table(buckets, None, *BUCKET_TABLES)
    agent = Agent.of(saved, states_of(saved, table), translation=translation, name=name)
    return replace(agent, _buckets=buckets)


def _without_cards(kind: str, game: NamedGame, translation: str, name: str) -> Agent:
    return replace(Agent.without_cards(kind, game, translation=translation), name=name)


def _plays(agent: Agent) -> str:
    return "any game" if agent.rules is None else agent.rules.name


def find_agent(
    name_or_path: str,
    *,
    translation: str = "pseudo-harmonic",
    tables: str | os.PathLike[str] | None = None,
) -> Agent:
    """A baseline by its name, or the agent of a strategy file.

    Args:
        name_or_path: One of `BASELINES`, or a strategy, as for `Agent.load`.
        translation: As for `Agent.load`.
        tables: As for `Agent.load`.

    Raises:
        TableError: As `Agent.load`.
        ValueError: As `Agent.load`.
    """
    check_translation(translation)
    if name_or_path in BASELINES:
        return Agent.baseline(name_or_path, tables=tables)
    try:
        return Agent.load(name_or_path, translation=translation, tables=tables)
    except TableError as error:
        if told := unknown(name_or_path, BASELINES, who="agent", tables=tables):
            raise TableError(told) from None
        error.add_note(f"agents without a file are {', '.join(BASELINES)}")
        raise


def as_agent(agent: Agent | str, tables: str | os.PathLike[str] | None = None) -> Agent:
    """An agent as it is, or what `find_agent` finds.

    Args:
        agent: An agent, a baseline's name or a strategy.
        tables: As for `find_agent`.

    Raises:
        TableError: As `find_agent`.
        ValueError: As `find_agent`.
    """
    return agent if isinstance(agent, Agent) else find_agent(agent, tables=tables)
