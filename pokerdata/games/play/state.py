"""State of a hand, with its legal actions; the protocol of players; and the cards of matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from pokerdata._core import play as _core
from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.cards import as_cards
from pokerdata.games.play.definition import TableRules, card_text

Cards = tuple[int, ...]
_PARTS_OF_CHIP = _core.parts_of_chip()


class Pot(NamedTuple):
    """Main pot or side pot.

    Attributes:
        chips: Chips in it.
        positions: Positions that can win it.
    """

    chips: int
    positions: tuple[int, ...]


class State:
    """State of a hand of two to ten players. Immutable: `apply` and `deal` return the next state.

    Positions and streets are numbered from 0, as in the competition's protocol. Actions are texts: 'f' fold, 'c' check or
    call, 'r' bet or raise. In no-limit games raises are texts such as 'r300', with the player's total chips in the pot over
    the whole hand after the raise.

    Cards may be unknown: a player sees its own hole cards and the board. If the whole board is given at the start, its cards
    turn up when the betting reaches their street, and `board` shows no others.

    A new state is the start of a hand: antes and blinds are posted, nobody has acted.

    Args:
        game: The rules.
        hand: Number of the hand, 0 to 2**32 - 1.
        hole_cards: Hole cards of each position, text such as 'AhKh' or numbers; empty, or '' for one position, if unknown.
        board: Cards of the board, as far as they are known, in whole streets.
        names: Names of the players, by position.

    Raises:
        ValueError: If a card is not in the deck or is repeated, or the number of cards or players is wrong; the message
            names it.
    """

    __slots__ = ("_board", "_history", "betting", "game", "hand", "hole_cards", "names", "viewer")

    game: TableRules  #: The rules.
    hand: int  #: Number of the hand.
    hole_cards: tuple[Cards, ...]  #: Hole cards of each position, empty if unknown.
    names: tuple[str, ...]  #: Names of the players by position; empty if not given.
    viewer: int | None  #: Position of the viewer, as set by `seen_by` and MATCHSTATE lines, or None.
    betting: _core.Betting  #: The betting in numbers.
    _board: Cards
    _history: str

    def __init__(
        self,
        game: TableRules,
        *,
        hand: int = 0,
        hole_cards: Sequence[Any] = (),
        board: Any = (),
        names: Sequence[str] = (),
    ) -> None:
        if not isinstance(hand, int) or isinstance(hand, bool) or not 0 <= hand < 2**32:
            raise ValueError(f"hand: expected a whole number from 0 to 2**32 - 1, got {hand!r}; e.g. 0")
        self.game = game
        self.hand = hand
        self.names = _checked_names(game, names)
        self.viewer = None
        self.betting = _core.Betting(game.core)
        self.hole_cards = _checked_hole_cards(game, hole_cards)
        self._board = _checked_board(game, board)
        self._history = "/" * self.betting.street  # if blinds take all stacks, no street has any betting
        _check_once(game, (*self.hole_cards, self._board))

    def _changed(self, **changed: Any) -> State:
        new = object.__new__(State)
        for key in State.__slots__:
            object.__setattr__(new, key, changed[key] if key in changed else getattr(self, key))
        return new

    # --- what is known of all -------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """Number of players dealt in."""
        return self.game.players

    @property
    def street(self) -> int:
        """The street, from 0. If nobody can act any more it is the last one, and the board is dealt whole."""
        return self.betting.street

    @property
    def player(self) -> int | None:
        """Position to act, or None if cards are next or the hand is over."""
        if self.betting.player < 0 or self.cards_to_come:
            return None
        return self.betting.player

    @property
    def is_terminal(self) -> bool:
        """Whether the hand is over, and its board is complete."""
        return self.betting.finished and not self.cards_to_come

    @property
    def cards_to_come(self) -> int:
        """Number of board cards to deal before the next action or the showdown."""
        if self.betting.finished and self.betting.folded.count(False) == 1:
            return 0
        return max(0, self.game.board_cards(self.betting.street) - len(self._board))

    @property
    def board(self) -> Cards:
        """The board cards dealt so far."""
        return self._board[: self.game.board_cards(self.betting.street)]

    @property
    def board_by_street(self) -> tuple[Cards, ...]:
        """The board cards dealt on each street so far."""
        ends = [self.game.board_cards(street) for street in range(self.street + 1)]
        return tuple(self._board[begin:end] for begin, end in zip([0, *ends], ends, strict=False))

    @property
    def history(self) -> str:
        """The action sequence as in the protocol, such as 'crrc/rc/'; all-in and call is 'r20000c///'."""
        return self._history

    @property
    def actions(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Actions on each street, as (position, action)."""
        found: list[tuple[tuple[int, str], ...]] = []
        betting = _core.Betting(self.game.core)
        for street in self._history.split("/"):
            made = []
            for action in split_actions(street):
                made.append((betting.player, action))
                betting = _any_step(self.game, betting, action)
            found.append(tuple(made))
        return tuple(found)

    @property
    def pot(self) -> int:
        """Chips that all players have put in."""
        return self.betting.pot

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots; if one player put in most alone, the last one is what it gets back."""
        return tuple(Pot(chips, positions) for chips, positions in self.betting.pots)

    @property
    def spent(self) -> tuple[int, ...]:
        """Chips that each position has put in over the whole hand."""
        return self.betting.spent

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips that each position has left; empty in a game without stacks."""
        return tuple(
            stack - spent for stack, spent in zip(self.game.stacks, self.betting.spent, strict=False)
        )

    @property
    def folded(self) -> tuple[bool, ...]:
        """Which positions have folded."""
        return self.betting.folded

    @property
    def all_in(self) -> tuple[bool, ...]:
        """Which positions have put in their whole stack."""
        return self.betting.all_in

    @property
    def players_left(self) -> int:
        """Number of players that have not folded."""
        return self.betting.folded.count(False)

    @property
    def left_to_act(self) -> tuple[int, ...]:
        """Positions that may still act on this street if nobody raises, in the order of acting."""
        waiting = self.betting.waiting
        now = self.betting.player
        return tuple(sorted(waiting, key=lambda position: (position - now) % self.players))

    @property
    def last_to_act(self) -> int | None:
        """Last position to act on this street if nobody raises."""
        waiting = self.left_to_act
        return waiting[-1] if waiting else None

    @property
    def aggressor(self) -> int | None:
        """Position with the initiative: the last to bet or raise in the hand, blinds aside; None if nobody did."""
        return None if self.betting.aggressor < 0 else self.betting.aggressor

    @property
    def position_names(self) -> tuple[str, ...]:
        """Names of the positions, such as ('SB', 'BB', 'BU')."""
        return self.game.positions

    # --- options of the player to act -----------------------------------------------------------------------------

    @property
    def to_call(self) -> int:
        """Chips that the player to act must pay to stay in; 0 for a check."""
        return self.betting.to_call

    @property
    def can_fold(self) -> bool:
        """Whether the player to act faces a bet."""
        return self.betting.may_fold

    @property
    def can_raise(self) -> bool:
        """Whether the player to act may bet or raise."""
        return self.betting.may_raise

    @property
    def min_raise_to(self) -> int | None:
        """Smallest bet or raise, as the player's total chips in the pot after it; None if no raise is legal."""
        return self.betting.least_raise or None

    @property
    def max_raise_to(self) -> int | None:
        """Largest bet or raise, counted in the same way; in a limit game equal to the smallest."""
        return self.betting.largest_raise or None

    @property
    def raises_left(self) -> int:
        """Number of bets and raises still allowed on this street."""
        return self.game.max_raises[self.street] - self.betting.raises

    def legal_actions(self) -> tuple[str, ...]:
        """Return the legal actions: some of 'f', 'c', and 'r' or, in no-limit games, the smallest and the largest raise.

        Every raise between these two is legal, too. Empty if nobody acts.
        """
        if self.player is None:
            return ()
        found = ["f"] if self.can_fold else []
        found.append("c")
        if self.can_raise:
            low, high = self.betting.least_raise, self.betting.largest_raise
            found += ["r"] if self.game.limit else [f"r{low}", *([f"r{high}"] if high > low else [])]
        return tuple(found)

    @property
    def most_to_showdown(self) -> int | None:
        """Most chips that the player to act may still have to pay to see the showdown; None if nobody acts.

        In a limit game without stacks, this counts the bets and raises still allowed. With stacks, it is at most what is
        left.
        """
        if self.player is None:
            return None
        most = None
        if self.game.limit:
            bets, raises = self.game.bets, self.game.max_raises
            later = sum(
                b * m for b, m in zip(bets[self.street + 1 :], raises[self.street + 1 :], strict=True)
            )
            now = bets[self.street] * self.raises_left if self.players_left > 1 else 0
            most = self.betting.level - self.spent[self.player] + now + later
        others = [p for p in range(self.players) if p != self.player and not self.folded[p]]
        if self.game.stacks:
            # Nobody pays more than the largest of the others can.
            live = self.betting.live
            largest = max(live[p] + self.stacks[p] for p in others)
            left = min(self.stacks[self.player], largest - live[self.player])
            most = left if most is None else min(most, left)
            if all(self.all_in[p] for p in others):
                most = min(most, self.to_call)
        return most

    # --- transitions ----------------------------------------------------------------------------------------------

    def apply(self, action: str) -> State:
        """Return the state after an action of the player to act.

        Args:
            action: 'f', 'c', 'r' or, in no-limit games, a text such as 'r300'.

        Raises:
            ValueError: If the action is not legal; the message names the rule and an example.
        """
        if self.cards_to_come:
            raise ValueError(
                f"action {action!r}: expected {self.cards_to_come} cards on the board first; e.g. "
                f"state.deal({self._example_cards()!r})"
            )
        return self.apply_unseen(action)

    def deal(self, cards: Any) -> State:
        """Return the state with more cards on the board.

        Args:
            cards: The next cards, as text or numbers.

        Raises:
            ValueError: If the number of cards is not `cards_to_come`, or cards are not in the deck or are already known.
        """
        dealt = _numbers(self.game, cards, "board")
        if not dealt or len(dealt) != self.cards_to_come:
            raise ValueError(f"board: expected {self.cards_to_come} more cards, got {len(dealt)}")
        board = self._board + dealt
        _check_once(self.game, (*self.hole_cards, board))
        return self._changed(_board=board)

    def apply_unseen(self, action: str) -> State:
        """Return the state after an action though cards of the board are missing: only the betting continues.

        Args:
            action: As for `apply`.

        Raises:
            ValueError: If the action is not legal.
        """
        return self._acted(action, _step(self.game, self.betting, action))

    def apply_old(self, action: str) -> State:
        """Do the same as `apply_unseen`, but allow a fold with nothing to call, as in logs from before version 2.0.0.

        Args:
            action: As for `apply`.

        Raises:
            ValueError: If the action is not legal.
        """
        return self._acted(action, _any_step(self.game, self.betting, action))

    def _acted(self, action: str, betting: _core.Betting) -> State:
        text = action if len(action) == 1 else f"r{int(action[1:])}"  # r0300 means r300
        ended = "/" * (betting.street - self.betting.street)
        return self._changed(betting=betting, _history=f"{self._history}{text}{ended}")

    def with_names(self, names: Sequence[str]) -> State:
        """Return the same state with names of the players.

        Args:
            names: Names by position.

        Raises:
            ValueError: If the number of names is wrong.
        """
        return self._changed(names=_checked_names(self.game, names))

    def with_viewer(self, position: int | None) -> State:
        """Return the same state marked as one position's view; unlike `seen_by` it does not hide cards.

        Args:
            position: Position of the viewer; None for nobody.

        Raises:
            ValueError: If there is no such position.
        """
        return self._changed(viewer=self._checked(position))

    def with_cards(self, hole_cards: Sequence[Any], board: Any = None) -> State:
        """Return the same betting with other hole cards and another board.

        Args:
            hole_cards: Hole cards of each position, text or numbers, empty if unknown.
            board: Board in whole streets, as for a new `State`; by default the current one.

        Raises:
            ValueError: As for a new `State`.
        """
        hands = _checked_hole_cards(self.game, hole_cards)
        cards = self._board if board is None else _checked_board(self.game, board)
        _check_once(self.game, (*hands, cards))
        return self._changed(hole_cards=hands, _board=cards)

    def seen_by(self, position: int | None) -> State:
        """Return what a player knows: its own hole cards, and at a showdown the hole cards of all that did not fold.

        Args:
            position: Position of the viewer; None for a spectator without cards.

        Raises:
            ValueError: If there is no such position.
        """
        self._checked(position)
        shown = self.is_terminal and self.players_left > 1
        hole_cards = tuple(
            cards if p == position or (shown and not self.folded[p]) else ()
            for p, cards in enumerate(self.hole_cards)
        )
        return self._changed(hole_cards=hole_cards, _board=self.board, viewer=position)

    def _checked(self, position: int | None) -> int | None:
        if position is not None and position not in range(self.players):
            raise ValueError(f"position: expected 0 to {self.players - 1}, got {position!r}")
        return position

    # --- the end --------------------------------------------------------------------------------------------------

    def returns(self) -> tuple[Fraction, ...]:
        """Return the chips that each position wins or loses, exactly: pots are split into fractions of a chip.

        Raises:
            ValueError: If the hand is not over, or cards are missing at a showdown.
        """
        return tuple(Fraction(part, _PARTS_OF_CHIP) for part in self.payoff_parts)

    @property
    def payoff_parts(self) -> tuple[int, ...]:
        """`returns` as whole numbers, in parts of a chip: 2,520 make one, so that up to ten players can share pots.

        Raises:
            ValueError: As `returns`.
        """
        return self.betting.payoffs(self._strengths())

    @property
    def flows(self) -> tuple[tuple[Fraction, ...], ...]:
        """Chips that each position pays to each other one: [from][to].

        The winners of each pot share the chips of the players that do not win it equally.

        Raises:
            ValueError: As `returns`.
        """
        found = self.betting.flows(self._strengths())
        return tuple(tuple(Fraction(part, _PARTS_OF_CHIP) for part in row) for row in found)

    def _strengths(self) -> list[int]:
        if not self.betting.finished:
            raise ValueError(f"returns: expected a hand that is over, got one in which {self._to_move()}")
        if self.players_left == 1:
            return [0] * self.players
        if self.cards_to_come:
            raise ValueError(f"returns: expected the whole board, got {len(self._board)} cards of it")
        missing = [p for p, cards in enumerate(self.hole_cards) if not cards and not self.folded[p]]
        if missing:
            raise ValueError(
                f"returns: expected the hole cards of all who did not fold, got none of position {missing[0]}"
            )
        strength = self.game.core.strength
        return [
            0 if self.folded[p] else strength(as_cards([*cards, *self.board], "cards"))
            for p, cards in enumerate(self.hole_cards)
        ]

    # --- as text and value ----------------------------------------------------------------------------------------

    def _to_move(self) -> str:
        if self.is_terminal:
            return "the hand is over"
        if self.player is None:
            return f"{self.cards_to_come} cards come"
        return f"{self.position_names[self.player]} acts"

    def _example_cards(self) -> str:
        known = {card for cards in (*self.hole_cards, self._board) for card in cards}
        free = [card for card in self.game.deck if card not in known]
        return "".join(map(card_text, free[: self.cards_to_come]))

    def _key(self) -> tuple[Any, ...]:
        return self.game, self.hand, self.hole_cards, self._board, self._history, self.names, self.folded

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.hand, self.hole_cards, self._board, self._history))

    def __setattr__(self, key: str, value: Any) -> None:
        if hasattr(self, key):
            raise AttributeError(f"states do not change, so {key} cannot be set; apply() gives the next one")
        object.__setattr__(self, key, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_of, (
            self.game,
            self.hand,
            self.hole_cards,
            self._board,
            self.names,
            self._history,
            self.viewer,
        )

    def __repr__(self) -> str:
        hands = "|".join("".join(map(card_text, cards)) for cards in self.hole_cards)
        board = "".join(map(card_text, self.board))
        return brief(
            self, repr(self.game.name), repr(self._history), hands, board, f"pot {self.pot}", self._to_move()
        )

    def _repr_html_(self) -> str:
        rows = {
            "board": " ".join(map(card_text, self.board)) or "none",
            "betting": self._history or "none",
            "pot": self.pot,
            "next": self._to_move(),
        }
        for p, name in enumerate(self.position_names):
            cards = " ".join(map(card_text, self.hole_cards[p])) or "unknown"
            told = "folded" if self.folded[p] else "all-in" if self.all_in[p] else ""
            rows[f"{name} {self.names[p] if self.names else ''}".strip()] = " ".join(
                part for part in (cards + ",", f"{self.spent[p]} in the pot", told) if part
            )
        return html.facts(rows, caption=f"{self.game.name}, hand {self.hand}")


def split_actions(street: str) -> list[str]:
    """Split the actions of a street: 'cr300c' becomes ['c', 'r300', 'c'].

    Args:
        street: Part of an action sequence, without '/'.
    """
    found: list[str] = []
    for mark in street:
        if mark.isdigit() and found:
            found[-1] += mark
        else:
            found.append(mark)
    return found


def _step(game: TableRules, betting: _core.Betting, action: str) -> _core.Betting:
    kind = action[:1] if isinstance(action, str) else ""
    if action in ("f", "c"):
        return betting.after(kind)
    if game.limit and action == "r":
        return betting.after("r", betting.least_raise)
    if not game.limit and kind == "r" and action[1:].isascii() and action[1:].isdigit() and len(action) < 13:
        return betting.after("r", int(action[1:]))
    example = "'f', 'c' or 'r'" if game.limit else "'f', 'c', or 'r' and chips such as 'r300'"
    raise ValueError(f"action: expected {example}, got {action!r}")


def _any_step(game: TableRules, betting: _core.Betting, action: str) -> _core.Betting:
    """Do `_step`, or a fold with nothing to call, as in old logs."""
    if action == "f" and not betting.may_fold and not betting.finished:
        return betting.after_free_fold()
    return _step(game, betting, action)


def _state_of(
    game: TableRules,
    hand: int,
    hole_cards: tuple[Cards, ...],
    board: Cards,
    names: tuple[str, ...],
    history: str,
    viewer: int | None,
) -> State:
    state = State(game, hand=hand, hole_cards=hole_cards, board=board, names=names)
    for action in split_actions(history.replace("/", "")):
        state = state._changed(betting=_any_step(game, state.betting, action))
    return state._changed(_history=history, viewer=viewer)


def _numbers(game: TableRules, cards: Any, name: str) -> Cards:
    found = tuple(int(card) for card in as_cards(cards if isinstance(cards, str) else list(cards), name))
    for card in found:
        if card not in game.deck:
            raise ValueError(
                f"{name}: expected cards of the deck of {game.name}, got {card_text(card)}; e.g. "
                f"{card_text(game.deck[-1])}"
            )
    return found


def _checked_names(game: TableRules, names: Sequence[str]) -> tuple[str, ...]:
    found = tuple(map(str, names))
    if found and len(found) != game.players:
        raise ValueError(f"names: expected {game.players} or none, got {len(found)}: {', '.join(found)}")
    return found


def _checked_hole_cards(game: TableRules, hole_cards: Sequence[Any]) -> tuple[Cards, ...]:
    if len(hole_cards) not in (0, game.players):
        raise ValueError(
            f"hole_cards: expected those of {game.players} positions or none, got {len(hole_cards)}; e.g. "
            f"{['AhKh', *[''] * (game.players - 1)]}"
        )
    found = tuple(_numbers(game, cards, "hole cards") for cards in hole_cards) or ((),) * game.players
    for position, cards in enumerate(found):
        if len(cards) not in (0, game.cards.hole):
            raise ValueError(
                f"hole_cards: expected {game.cards.hole} cards or none of position {position}, got {len(cards)}"
            )
    return found


def _checked_board(game: TableRules, board: Any) -> Cards:
    cards = _numbers(game, board, "board")
    sizes = sorted({game.board_cards(street) for street in range(game.streets)})
    if len(cards) not in sizes:
        raise ValueError(f"board: expected {' or '.join(map(str, sizes))} cards, got {len(cards)}")
    return cards


def _check_once(game: TableRules, groups: Iterable[Cards]) -> None:
    seen: set[int] = set()
    for group in groups:
        for card in group:
            if card in seen:
                free = next(c for c in game.deck if c not in seen)
                raise ValueError(
                    f"card: expected one that is not dealt yet, got {card_text(card)} twice; e.g. {card_text(free)}"
                )
            seen.add(card)


@runtime_checkable
class Player(Protocol):
    """Player of hands, by what it can see.

    One method is enough. Two more are called if they exist: ``reset()`` before each match, to forget everything; and
    ``observe(state)`` at the end of each hand, with everything that was shown to the player.
    """

    def act(self, state: State) -> str:
        """Return an action of `State.legal_actions()`, or any raise between the smallest and the largest.

        Args:
            state: State as this player sees it; it is `state.player`.
        """
        ...


MOST_SEED = 2**32 - 1
_DRAWN = 4096  # random numbers per draw


class Deals:
    """Deals of a seed, one after the other: hole cards by position and the whole board.

    Random numbers are MT19937 of the seed, as in NumPy's RandomState. Each hand starts with a full deck, ordered suit by
    suit. Each draw takes card i = number modulo the cards left; the last card moves to its place.

    Args:
        game: The rules.
        seed: 0 to 2**32 - 1.

    Raises:
        ValueError: If the seed is out of range.
    """

    def __init__(self, game: TableRules, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
            raise ValueError(f"seed: expected a whole number from 0 to {MOST_SEED}, got {seed!r}; e.g. 0")
        self._game = game
        self._deck = sorted(game.deck, key=lambda card: (card % 4, card))
        self._numbers = self._draw(np.random.RandomState(seed))

    @staticmethod
    def _draw(source: np.random.RandomState) -> Iterator[int]:
        while True:
            yield from source.randint(0, 2**32, size=_DRAWN, dtype=np.uint32).tolist()

    def __iter__(self) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        return self

    def __next__(self) -> tuple[tuple[Cards, ...], Cards]:
        """Return hole cards of each position, and the board."""
        deck = self._deck.copy()
        hole, players = self._game.cards.hole, self._game.players
        dealt = []
        for _ in range(hole * players + sum(self._game.cards.board)):
            at = next(self._numbers) % len(deck)
            dealt.append(deck[at])
            deck[at] = deck[-1]
            deck.pop()
        held = tuple(tuple(dealt[p * hole : (p + 1) * hole]) for p in range(players))
        return held, tuple(dealt[players * hole :])
