"""Agents, what they do with several hands, and bets that a strategy does not have, taken for one of their neighbours.

Sizes are in pots: the chips of a bet or raise beyond a call, over the pot after the call. Each translation gives the
probability that a bet of ``size`` is taken for the smaller neighbour ``low``; 1 up to it, and 0 from ``high`` on.
Where both are as near by a rule without chance (up to 1e-12, for sizes are rounded) it is 1. Raises ValueError for
sizes that are not ``0 < low < high``.

Sources: Ganzfried and Sandholm 2013 (pseudo-harmonic), Schnizlein, Bowling and Szafron 2009 (soft and hard).
"""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata._support import html
from pokerdata._support.arguments import Use, generator
from pokerdata._support.text import brief, one_line, shortened
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.errors import TableError
from pokerdata.games import BettingTree, CardGame, CardRules, Game, Rules, load_game
from pokerdata.games.named import TEXAS, deck_cards
from pokerdata.games.strategies import Strategy, load_strategy
from pokerdata.games.strategies.real_cards import bucket_table, states_of
from pokerdata.games.strategies.simple import BUILT_IN, simple_rows
from pokerdata.games.strategies.strategy_file import Solved
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.opening import places
from pokerdata.players.agents.simple import simple_agent

#: How an action is taken from its probabilities.
WAYS = ("sample", "most-likely")


@dataclass(frozen=True, eq=False)
class Choices:
    """Actions after a history and how likely each of several hands takes them.

    Attributes:
        actions: 'f', 'c' (check or call), 'r', or without limits 'r300': to 300 chips over the whole hand.
        probabilities: float64 [hands, actions]; rows add up to 1.
    """

    actions: tuple[str, ...]
    probabilities: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.probabilities)

    def choose(
        self, how: str = "sample", *, rng: int | np.random.Generator | None = None
    ) -> NDArray[np.str_]:
        """One action for each hand, as text [hands].

        Args:
            how: 'sample', drawn by the probabilities, or 'most-likely', of equal ones the first.
            rng: Of the draws, a seed or a generator of NumPy that goes on; None, the default, draws anew each time, as
                play must.

        Raises:
            ValueError: For another way or rng.
        """
        check_way(how)
        names: NDArray[Any] = np.array(self.actions)
        if how == "most-likely":
            chosen = self.probabilities.argmax(axis=1)
            found: NDArray[np.str_] = names[chosen]
            return found
        drawn = _generator(rng).random(len(self))
        below = np.cumsum(self.probabilities, axis=1)[:, :-1] <= drawn[:, None]
        # Rounding may leave a sum below 1; an action of probability 0 is never taken.
        last = self.probabilities.shape[1] - 1 - (self.probabilities[:, ::-1] > 0).argmax(axis=1)
        taken: NDArray[np.str_] = names[np.minimum(below.sum(axis=1), last)]
        return taken


def check_way(how: str) -> None:
    """Check a way to take an action.

    Raises:
        ValueError: For one that is not of `WAYS`.
    """
    if how not in WAYS:
        raise ValueError(f"how: expected one of {', '.join(WAYS)}, got {how}; e.g. sample")


def _generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    if isinstance(rng, np.random.Generator):
        return rng
    if rng is None:
        return np.random.default_rng()
    if isinstance(rng, bool) or not hasattr(rng, "__index__") or int(rng) < 0:
        raise ValueError(f"rng: expected a seed of 0 or more, a NumPy generator or None, got {rng}; e.g. 7")
    return generator(Use.AGENT_ACTIONS, int(rng))


_NEAR = 3
_STRATEGY = "_strategy"


def unknown(
    name: str, known: Iterable[str], *, who: str, tables: str | os.PathLike[str] | None = None
) -> str | None:
    """An error's text where a name is that of nobody: it tells those that are like it.

    Args:
        name: What somebody was called.
        known: Names of those who need no table.
        who: What they are, such as 'player'.
        tables: Where tables are looked for, as for `pokerdata.pipeline.store.open_table`.

    Returns:
        None for the path of a file, for a table that is there, and for the name of a strategy's table: what is wrong
        with it is to be told.
    """
    if os.sep in name or name.endswith((".h5", _STRATEGY)):
        return None
    known = list(known)
    there = [
        path.stem for folder in places(tables) if folder.is_dir() for path in sorted(folder.glob("*.h5"))
    ]
    if name in there:
        return None
    strategies = [table for table in there if table.endswith(_STRATEGY)]
    near = [f"{name}{_STRATEGY}"] if f"{name}{_STRATEGY}" in strategies else []
    like = difflib.get_close_matches(name, list(dict.fromkeys([*known, *strategies])), n=_NEAR, cutoff=0.6)
    near += [one for one in like if one not in near]
    told = f"; did you mean {' or '.join(map(repr, near))}?" if near else "."
    said = shortened(one_line(name), 60)
    return (
        f"{who}: expected one of {', '.join(known)}, or a strategy (a file.h5, or a table that `pokerdata list` tells), got "
        f"{said!r}, which is neither a known {who} nor a table{told}"
    )


#: Names of the rules by which a bet is taken for a neighbour.
TRANSLATIONS = ("pseudo-harmonic", "pseudo-harmonic-split", "soft", "hard", "nearest")


def share_of_lower(translation: str, low: float, high: float, size: float) -> float:
    """The probability of the smaller neighbour by a translation.

    Args:
        translation: One of TRANSLATIONS.
        low: The smaller neighbour, in pots.
        high: The larger neighbour, in pots.
        size: The bet, in pots.

    Raises:
        ValueError: For another translation, or for sizes that are not ``0 < low < high``.
    """
    if not (0 < low < high < math.inf) or math.isnan(size):
        raise ValueError(
            f"sizes: expected 0 < low < high, in pots, got {low}, {high} and {size}; e.g. 0.5, 1 and 0.7"
        )
    return _core.share_of_lower(str(translation), low, high, size)


def check_translation(name: str) -> str:
    """The name of a translation, as it is.

    Raises:
        ValueError: If no translation has it.
    """
    share_of_lower(name, 1, 2, 1)  # whose kernel knows the names
    return name


def pseudo_harmonic(low: float, high: float, size: float) -> float:
    """``(high - size) (1 + low) / ((high - low) (1 + size))``."""
    return share_of_lower("pseudo-harmonic", low, high, size)


def pseudo_harmonic_split(low: float, high: float, size: float) -> float:
    """1 while `pseudo_harmonic` is at least 1/2, which is up to ``(low + high + 2 low high) / (2 + low + high)``."""
    return share_of_lower("pseudo-harmonic-split", low, high, size)


def soft(low: float, high: float, size: float) -> float:
    """By geometric similarities ``low / size`` and ``size / high``, each scaled to be 0 at the other neighbour."""
    return share_of_lower("soft", low, high, size)


def hard(low: float, high: float, size: float) -> float:
    """1 where ``low / size`` is at least ``size / high``, which is up to ``sqrt(low * high)``."""
    return share_of_lower("hard", low, high, size)


def nearest(low: float, high: float, size: float) -> float:
    """1 up to the middle."""
    return share_of_lower("nearest", low, high, size)


def numbered_hands(
    cards: CardRules, holes: ArrayLike | Sequence[ArrayLike], boards: ArrayLike | Sequence[ArrayLike]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hole cards uint8 [hands, n] and boards [hands or 1, n].

    Args:
        cards: Of the game.
        holes: A list of hands, each as `deck_cards` takes one, or an array of numbers [hands, n].
        boards: One for all, or a list of boards or an array [hands, n].

    Raises:
        ValueError: For anything else.
    """
    if isinstance(holes, np.ndarray) and holes.dtype.kind in "iu":
        if holes.ndim != 2 or not len(holes):
            raise ValueError(
                f"holes: expected an array of shape (hands, {cards.hole}), got {holes.shape}; e.g. a row for each hand"
            )
        hands = deck_cards(cards, holes.ravel(), "")[0].reshape(holes.shape)
        each = _each_board(boards)
        if each is None:
            one: Any = boards
            return hands, deck_cards(cards, "", one)[1][None]
        _check_number(len(each), len(hands))
        return hands, _rows([deck_cards(cards, "", board)[1] for board in each])
    if isinstance(holes, str) or not isinstance(holes, Sequence) or not holes:
        raise ValueError(
            f"holes: expected a list of hands or an array of numbers, got {holes!r}; e.g. ['AhKh', 'QsQd']"
        )
    each = _each_board(boards)
    if each is not None:
        _check_number(len(each), len(holes))
    on: Sequence[Any] = [boards] * len(holes) if each is None else each
    pairs = [deck_cards(cards, hole, board) for hole, board in zip(holes, on, strict=True)]
    return _rows([hole for hole, _ in pairs]), _rows([board for _, board in pairs])


def _each_board(boards: ArrayLike | Sequence[ArrayLike]) -> Sequence[Any] | None:
    """The boards of a list or an array of them; None for a single one."""
    if isinstance(boards, np.ndarray):
        return list(boards) if boards.ndim == 2 else None
    if isinstance(boards, str) or not isinstance(boards, Sequence) or not boards:
        return None
    found: Sequence[Any] = boards
    return found if isinstance(found[0], str) or np.ndim(found[0]) else None


def _check_number(boards: int, hands: int) -> None:
    if boards != hands:
        raise ValueError(
            f"boards: expected one for all or one for each of the {hands} hands, got {boards}; e.g. 'Ks7d2c'"
        )


def _rows(found: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    if len({len(row) for row in found}) > 1:
        raise ValueError(
            "cards: expected as many for each hand, got different numbers; e.g. ['AhKh', 'QsQd']"
        )
    return np.array(found, dtype=np.uint8).reshape(len(found), -1)


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
                Game(self.rules, self.cards),
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
                `pokerdata.players.agents.agent.TRANSLATIONS`.
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
    def without_cards(cls, kind: str, game: str | Game, *, translation: str = "pseudo-harmonic") -> Self:
        """An agent that looks at no cards, as one with a strategy over a betting tree: for `local_best_response`.

        Args:
            kind: What it plays, and its name: 'always-call', 'always-fold', 'always-raise' or 'uniform'. In no-limit
                games it bets the menu of the game's tree, unlike the baseline of the same name.
            game: As for `pokerdata.load_game`, or its rules and cards.
            translation: As for `load`.

        Raises:
            ValueError: For another kind, game or translation.
        """
        check_translation(translation)
        if kind not in BUILT_IN:
            raise ValueError(f"strategy: expected one of {', '.join(BUILT_IN)}, got {kind!r}; e.g. 'uniform'")
        played = load_game(game) if isinstance(game, str) else game
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


def _without_cards(kind: str, game: Game, translation: str, name: str) -> Agent:
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
