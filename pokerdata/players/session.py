"""A person at the table: hands against players, independent of any display."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import methodcaller

from pokerdata._support.estimates import Estimate
from pokerdata.games.play import Deals, Player, State, TableRules
from pokerdata.games.play.answers import called, legal_action


@dataclass(frozen=True)
class Finished:
    """A finished hand.

    Attributes:
        state: The hand with all cards.
        position: Position of the person.
        won: Chips that the person won.
        taken_back: Number of actions that the person took back.
    """

    state: State
    position: int
    won: Fraction
    taken_back: int


@dataclass
class Session:
    """Hands of a person against players; positions move on by one seat each hand.

    `deal` begins a hand, and `act` continues it whenever it is the person's turn. The opponents act in between and see
    only their own cards. A session reads no input and prints nothing.

    Attributes:
        game: Rules of the table.
        opponents: The opponents, in the order of seats after the person.
        names: Names of the person and the opponents.
        seed: Seed of the cards, as for `Deals`.
        hands: The finished hands.

    Raises:
        ValueError: For another number of opponents than the game has seats for, or another number of names.
        MatchError: If an opponent fails.
    """

    game: TableRules
    opponents: Sequence[Player]
    names: Sequence[str]
    seed: int
    hands: list[Finished] = field(default_factory=list)
    _deals: Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]] = field(init=False, repr=False)
    _state: State | None = field(init=False, repr=False, default=None)
    _before: list[State] = field(init=False, repr=False, default_factory=list)
    _dealt: int = field(init=False, repr=False, default=0)
    _taken_back: int = field(init=False, repr=False, default=0)
    _shown: bool = field(init=False, repr=False, default=False)

    def __post_init__(self) -> None:
        if len(self.opponents) != self.game.players - 1:
            raise ValueError(
                f"opponents: expected {self.game.players - 1} in {self.game.name}, got {len(self.opponents)}"
            )
        if len(self.names) != self.game.players:
            raise ValueError(f"names: expected {self.game.players}, got {len(self.names)}")
        self._deals = Deals(self.game, self.seed)
        for name, player in zip(self.names[1:], self.opponents, strict=True):
            if callable(reset := getattr(player, "reset", None)):
                called(name, reset)

    @property
    def position(self) -> int:
        """The person's position in the present hand."""
        return self._position_of(0)

    @property
    def view(self) -> State:
        """The present hand as the person sees it.

        Raises:
            ValueError: Before the first hand.
        """
        return self._now().seen_by(self.position)

    @property
    def is_his_turn(self) -> bool:
        """Whether the person must act."""
        return self._state is not None and self._state.player == self.position

    @property
    def may_take_back(self) -> bool:
        """Whether the person has an action in this hand to take back."""
        return bool(self._before)

    def deal(self) -> State:
        """Begin the next hand, and let the opponents act until it is the person's turn or the hand is over.

        Returns:
            The hand as the person sees it.

        Raises:
            ValueError: If a hand is in progress.
            MatchError: If an opponent fails.
        """
        if self.is_his_turn:
            raise ValueError(
                "hand: expected the present one to be over before the next, got one that is going on"
            )
        holes, board = next(self._deals)
        number, self._dealt = self._dealt, self._dealt + 1
        names = [""] * self.game.players
        for seat, name in enumerate(self.names):
            names[self._position_of(seat)] = name
        self._state, self._before, self._taken_back, self._shown = None, [], 0, False
        return self._go_on(State(self.game, hand=number, hole_cards=holes, board=board, names=names))

    def act(self, action: str) -> State:
        """Apply an action of the person, then let the opponents act until it is the person's turn or the hand is over.

        Args:
            action: As for `State.apply`.

        Returns:
            The hand as the person sees it.

        Raises:
            ValueError: If the action is illegal or it is not the person's turn; the hand stays as it was.
            MatchError: If an opponent fails; the hand stays as it was.
        """
        if not self.is_his_turn:
            raise ValueError("action: expected none, as it is not your turn; deal() begins the next hand")
        before = self._now()
        found = self._go_on(before.apply(action))
        self._before.append(before)
        return found

    def take_back(self) -> State:
        """Take back the person's last action in this hand and everything after it, and count that.

        Returns:
            The hand as the person sees it.

        Raises:
            ValueError: If there is no action to take back.
        """
        if not self._before:
            raise ValueError("take back: expected an action of yours in this hand, got none")
        if self._now().is_terminal:
            self.hands.pop()
        self._state = self._before.pop()
        self._taken_back += 1
        return self.view

    def close(self) -> None:
        """Show the finished hand to the opponents; afterwards nothing in it can be taken back.

        Raises:
            MatchError: If an opponent fails.
        """
        if self._state is not None and self._state.is_terminal and not self._shown:
            self._before, self._shown = [], True
            for seat, player in enumerate(self.opponents, start=1):
                if callable(observe := getattr(player, "observe", None)):
                    called(self.names[seat], observe, self._state.seen_by(self._position_of(seat)))

    @property
    def total(self) -> Fraction:
        """Chips that the person won in total."""
        return sum((hand.won for hand in self.hands), Fraction(0))

    @property
    def won(self) -> Estimate:
        """Mean chips that the person won per hand, with the standard error and Student's confidence interval."""
        values = [float(hand.won) for hand in self.hands]
        count = len(values)
        mean = sum(values) / count if count else 0.0
        squares = sum((value - mean) ** 2 for value in values)
        error = math.sqrt(squares / (count - 1) / count) if count > 1 else math.inf
        return Estimate(mean, error, max(1, count - 1))

    def _position_of(self, seat: int) -> int:
        return (seat - max(0, self._dealt - 1)) % self.game.players

    def _now(self) -> State:
        if self._state is None:
            raise ValueError("hand: expected one that was begun, got none; deal() begins the first")
        return self._state

    def _go_on(self, state: State) -> State:
        """Let the opponents act; illegal answers are handled as at other tables."""
        while state.player is not None and state.player != self.position:
            seat = (state.player - self.position) % self.game.players
            asked = methodcaller("act", state.seen_by(state.player))
            answer = called(self.names[seat], asked, self.opponents[seat - 1])
            state = state.apply(legal_action(state, answer))
        self._state = state
        if state.is_terminal:
            won = state.returns()[self.position]
            self.hands.append(Finished(state, self.position, won, self._taken_back))
        return self.view
