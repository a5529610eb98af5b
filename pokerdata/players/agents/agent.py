"""Agents, their choices for many hands, and bet translation.

A betting tree has a menu of bet sizes. Bet translation maps a bet outside that menu to one of its two neighbours in the
menu. Sizes are in pots: the chips of a bet or raise beyond a call, divided by the pot after the call. Each translation
returns the probability that a bet of ``size`` is mapped to the smaller neighbour ``low``. This probability is 1 up to
``low`` and 0 from ``high`` on. If a deterministic rule finds both equally near (within 1e-12, because sizes are rounded),
it is 1. Sizes that are not ``0 < low < high`` raise ValueError.

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

#: Ways to choose an action from the probabilities.
WAYS = ("sample", "most-likely")


@dataclass(frozen=True, eq=False)
class Choices:
    """Action probabilities of several hands after one action sequence.

    Attributes:
        actions: 'f', 'c' (check or call), 'r', or in no-limit games 'r300': raise to 300 chips over the whole hand.
        probabilities: float64 [hands, actions]; rows add up to 1.
    """

    actions: tuple[str, ...]
    probabilities: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.probabilities)

    def choose(
        self, how: str = "sample", *, rng: int | np.random.Generator | None = None
    ) -> NDArray[np.str_]:
        """Choose one action for each hand, as text [hands].

        Args:
            how: 'sample' draws by the probabilities; 'most-likely' takes the likeliest, and the first of equal ones.
            rng: A seed, or a NumPy generator that is advanced. None, the default, draws fresh random numbers each time,
                as real play requires.

        Raises:
            ValueError: For an unknown `how` or an invalid `rng`.
        """
        check_way(how)
        names: NDArray[Any] = np.array(self.actions)
        if how == "most-likely":
            chosen = self.probabilities.argmax(axis=1)
            found: NDArray[np.str_] = names[chosen]
            return found
        drawn = _generator(rng).random(len(self))
        below = np.cumsum(self.probabilities, axis=1)[:, :-1] <= drawn[:, None]
        # Rounding may leave a sum below 1; never choose an action of probability 0.
        last = self.probabilities.shape[1] - 1 - (self.probabilities[:, ::-1] > 0).argmax(axis=1)
        taken: NDArray[np.str_] = names[np.minimum(below.sum(axis=1), last)]
        return taken


def check_way(how: str) -> None:
    """Check a way to choose an action.

    Raises:
        ValueError: If `how` is not one of `WAYS`.
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
    """Return an error text for an unknown name, with similar names as suggestions.

    Args:
        name: The name that was asked for.
        known: Names that need no table.
        who: What is named, such as 'player'.
        tables: Folder of the tables, as for `pokerdata.pipeline.store.open_table`.

    Returns:
        None if `name` is a file path, an existing table or the name of a strategy table. The caller then reports what is
        wrong with that file.
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


#: Names of the bet translations.
TRANSLATIONS = ("pseudo-harmonic", "pseudo-harmonic-split", "soft", "hard", "nearest")


def share_of_lower(translation: str, low: float, high: float, size: float) -> float:
    """Return the probability that a bet is mapped to the smaller of its two neighbours.

    Args:
        translation: One of TRANSLATIONS.
        low: The smaller neighbour, in pots.
        high: The larger neighbour, in pots.
        size: The bet, in pots.

    Raises:
        ValueError: For an unknown translation, or sizes that are not ``0 < low < high``.
    """
    if not (0 < low < high < math.inf) or math.isnan(size):
        raise ValueError(
            f"sizes: expected 0 < low < high, in pots, got {low}, {high} and {size}; e.g. 0.5, 1 and 0.7"
        )
    return _core.share_of_lower(str(translation), low, high, size)


def check_translation(name: str) -> str:
    """Return the name of a translation unchanged.

    Raises:
        ValueError: If there is no such translation.
    """
    share_of_lower(name, 1, 2, 1)  # the C++ code checks the name
    return name


def pseudo_harmonic(low: float, high: float, size: float) -> float:
    """Return ``(high - size) (1 + low) / ((high - low) (1 + size))``."""
    return share_of_lower("pseudo-harmonic", low, high, size)


def pseudo_harmonic_split(low: float, high: float, size: float) -> float:
    """Return 1 while `pseudo_harmonic` is at least 1/2: up to ``(low + high + 2 low high) / (2 + low + high)``; else 0."""
    return share_of_lower("pseudo-harmonic-split", low, high, size)


def soft(low: float, high: float, size: float) -> float:
    """Return a share from the similarities ``low / size`` and ``size / high``, each scaled to 0 at the other neighbour."""
    return share_of_lower("soft", low, high, size)


def hard(low: float, high: float, size: float) -> float:
    """Return 1 where ``low / size`` is at least ``size / high``: up to ``sqrt(low * high)``; else 0."""
    return share_of_lower("hard", low, high, size)


def nearest(low: float, high: float, size: float) -> float:
    """Return 1 up to the midpoint of the neighbours, else 0."""
    return share_of_lower("nearest", low, high, size)


def numbered_hands(
    cards: CardRules, holes: ArrayLike | Sequence[ArrayLike], boards: ArrayLike | Sequence[ArrayLike]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return hole cards uint8 [hands, n] and boards uint8 [hands or 1, n].

    Args:
        cards: Card rules of the game.
        holes: A list of hole cards, each in a form that `deck_cards` accepts, or an array of card numbers [hands, n].
        boards: One board for all hands, or a list of boards or an array [hands, n].

    Raises:
        ValueError: For other input.
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
    """Return the boards of a list or array of boards; None for a single board."""
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


#: Agents that need no strategy: name -> description. Add a line to `baselines.cpp` for a new one.
BASELINES: Mapping[str, str] = _core.baselines()


@dataclass(frozen=True)
class Agent:
    """Agent that plays real hands of a game.

    Agents are immutable, and a copy is the agent itself. You can pickle an agent for other processes. A pickle contains
    the whole strategy and the path of the card abstraction's table, which is opened again on unpickling. An agent made by
    `of` from states alone has no such table; pickling it raises TypeError. An agent without cards is rebuilt on
    unpickling.

    Attributes:
        name: Name for messages and results.
        core: The C++ object that plays.
        rules: Betting rules; None for a baseline, which plays any game (`simple`: any betting of Texas hold'em).
        cards: Card rules; None for a baseline.
        translation: Rule that maps bets outside the betting tree to bets inside it; None for a baseline, which has no
            tree.
        strategy: Strategy that it plays; None for a baseline and for an agent that ignores its cards.
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
        """Load an agent that plays the strategy of a file.

        The agent looks up its hand. Its own bets are the same fraction of the pot as in its betting tree. It checks and
        calls to the end of the hand, with any cards, in two cases. The first: the opponent raises where the tree has no
        raise left (because of its caps, its menu, or both players all-in there). The second: an all-in was called in the
        tree, but the real pot is smaller.

        Args:
            name_or_path: Name or path of the strategy, as for `pokerdata.load_strategy`.
            translation: Rule that maps bets outside the betting tree to bets inside it, one of
                `pokerdata.players.agents.agent.TRANSLATIONS`.
            tables: Folder of NAME_buckets and the strength tables, for a strategy over a card abstraction. By default the
                folder of the strategy file.

        Raises:
            TableError: If the file is missing or no strategy, or its abstraction is missing.
            ValueError: For an unknown translation.
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
        """Return an agent that plays a strategy from `load_strategy`, with cards looked up as in `load`.

        Args:
            saved: The strategy.
            translation: As for `load`.
            name: Name of the agent.
            tables: As for `load`.

        Raises:
            TableError: If the table of its abstraction is missing.
            ValueError: For an unknown translation.
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
        """Return an agent that plays a result of `solve` or a strategy from `load_strategy`.

        Args:
            solved: The strategy.
            states: States of the card abstraction, from `pokerdata.abstraction.card_states`; None for a game of real
                cards.
            translation: As for `load`.
            name: Name of the agent.

        Raises:
            ValueError: If the states do not fit the strategy, or for an unknown translation.
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
        """Return an agent that ignores its cards but has a strategy over a betting tree, for `local_best_response`.

        Args:
            kind: How it plays, and its name: 'always-call', 'always-fold', 'always-raise' or 'uniform'. In no-limit games
                it bets the menu of the game's tree, unlike the baseline of the same name.
            game: As for `pokerdata.load_game`, or its rules and cards.
            translation: As for `load`.

        Raises:
            ValueError: For an unknown kind, game or translation.
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
        """Return an agent that needs no strategy.

        Args:
            name: One of `BASELINES`.
            tables: The only folder to search for the tables flop_potential, turn_potential and river_strength, as for
                `pokerdata.open_table`. With the tables that exist, `simple` plays the same moves faster.

        Raises:
            ValueError: For an unknown name.
            TableError: If one of those tables is damaged.
        """
        return cls(name, simple_agent(tables) if name == "simple" else _core.baseline(name))

    def probabilities(self, hole: ArrayLike, board: ArrayLike = "", history: str = "") -> dict[str, float]:
        """Return the probability of each action, by its text: 'f', 'c' (check or call), 'r' or, in no-limit games, 'r300'.

        The agent plays the seat that acts next. If it maps a bet to one of two sizes at random, the result is the mean
        over both, given the agent's own earlier actions.

        Args:
            hole: Hole cards as text ('Ks Qs', or 'Q' where cards of a rank are alike) or numbers.
            board: The board of the street, as text or numbers; empty before the flop.
            history: Action sequence so far, as in 'crc/' or 'cr300c/cr600'. A raise names the chips that its player has
                put in over the whole hand. Empty at the start of the hand.

        Raises:
            ValueError: If the agent has no strategy, or the input is no hand of its game.
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
        """Choose an action as text: 'f', 'c' (check or call), 'r' or, in no-limit games, 'r300': to 300 chips over the hand.

        A call takes 0.1 ms; `batch` is far quicker for many hands.

        Args:
            hole: As for `probabilities`.
            board: As for `probabilities`.
            history: As for `probabilities`.
            how: 'sample' draws by the probabilities; 'most-likely' takes the likeliest, and the first of equal ones.
            rng: A seed, or a NumPy generator that is advanced. None, the default, draws fresh random numbers each time,
                as real play requires. With a seed, equal calls return equal actions.

        Raises:
            ValueError: As `probabilities`, and for an unknown `how` or an invalid `rng`.
        """
        check_way(how)
        return str(self.batch([hole], [board], history).choose(how, rng=rng)[0])

    def batch(
        self,
        holes: ArrayLike | Sequence[ArrayLike],
        boards: ArrayLike | Sequence[ArrayLike] = "",
        history: str = "",
    ) -> Choices:
        """Return the choices of many hands after one action sequence.

        Read ``choices.probabilities`` [hands, actions], or call ``choices.choose()``. The cost is some 0.1 to 0.3
        microseconds per hand given as numbers (all 1,176 hands on a flop: 0.1 ms), and 5 to 20 as text.

        Args:
            holes: A list of hole cards, each in a form that `probabilities` accepts, or an array of numbers
                [hands, hole cards].
            boards: One board for all hands, as text or numbers [cards], or one board per hand: a list, or an array
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
    """Return a baseline by name, or the agent of a strategy file.

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
    """Return an agent unchanged, or find it by name with `find_agent`.

    Args:
        agent: An agent, the name of a baseline, or a strategy.
        tables: As for `find_agent`.

    Raises:
        TableError: As `find_agent`.
        ValueError: As `find_agent`.
    """
    return agent if isinstance(agent, Agent) else find_agent(agent, tables=tables)
