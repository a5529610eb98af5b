"""A hand at the dealer's table: the players' views as text, their clocks, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pokerdata._core import dealing as _core
from pokerdata._core import play as _play
from pokerdata.games.play import TableRules, TimeLimits
from pokerdata.games.play.protocol import values_text
from pokerdata.players.acpc.lines import Expected, allowed, echo_end, read_reply

_PARTS_OF_CHIP = _play.parts_of_chip()
Cards = tuple[int, ...]


class Hand:
    """A hand in progress at a table, with all cards and the view of each player.

    The texts equal those of `pokerdata.games.play.matchstate_text` and `pokerdata.games.play.hand_text`. C++ makes them,
    because a dealer writes one for each player at every action.

    Args:
        game: Rules of the table.
        number: Number of the hand.
        holes: Hole cards of each position.
        board: The whole board.
    """

    __slots__ = ("core", "game", "number")

    def __init__(self, game: TableRules, number: int, holes: Sequence[Cards], board: Cards) -> None:
        self.game = game
        self.number = number
        self.core = _core.Hand(game.core, number, holes, board)

    @property
    def player(self) -> int:
        """The position to act, or -1 if the hand is over."""
        return self.core.player

    @property
    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.core.player < 0

    def view(self, position: int) -> bytes:
        """Return a player's view as the line that it is sent."""
        return self.core.view(position)

    def answer(self, line: bytes) -> tuple[str | None, tuple[str, ...]]:
        """Return the action of a received line, and warnings; the action is None if the line answers another state.

        Args:
            line: The line that the player to act sent.
        """
        try:
            text = line.decode("latin-1")
            end = echo_end(self.game, text, self._expected())
        except ValueError:
            return None, ("WARNING: bad state format in response",)
        if end is None:
            return None, ("WARNING: ignoring un-requested response",)
        limit = self.game.limit
        reply = read_reply(text[end + 1 :], limit) if text[end : end + 1] == ":" else None
        return allowed(limit, self.core, reply)

    def allows(self, action: str) -> bool:
        """Return whether a text is a legal action of the player to act.

        Args:
            action: Text such as 'c' or 'r300'.
        """
        return allowed(self.game.limit, self.core, read_reply(action, self.game.limit)) == (action, ())

    def _expected(self) -> Expected:
        core = self.core
        position = core.player
        board = tuple(map(core.street_text, range(core.street + 1)))
        return Expected(position, self.number, core.history.replace("/", ""), core.hole_text(position), board)

    def apply(self, action: str) -> None:
        """Apply an action of the player to act.

        Args:
            action: 'f', 'c', 'r' or, in no-limit games, such as 'r300'.

        Raises:
            ValueError: If the action is illegal.
        """
        kind = action[:1]
        if kind != "r":
            self.core.apply(kind)
        else:
            self.core.apply("r", self.core.least_raise if self.game.limit else int(action[1:]))

    def returns(self) -> tuple[Fraction, ...]:
        """Return the chips that each position won or lost, exact, once the hand is over."""
        return tuple(Fraction(part, _PARTS_OF_CHIP) for part in self.core.payoffs())

    def text(self, returns: Sequence[Fraction], names: Sequence[str]) -> str:
        """Return the line of the log.

        Args:
            returns: Result of `returns`.
            names: Names of the players by position.
        """
        return f"{self.core.state()}:{values_text(returns)}:{'|'.join(names)}"


class Clocks:
    """Time that each seat has used, in microseconds.

    Args:
        limits: Time limits of each seat.
        seats: Number of seats.
        hands: Number of hands of the match.
    """

    def __init__(self, limits: TimeLimits, seats: int, hands: int) -> None:
        self.of_hand = [0] * seats
        self.of_match = [0] * seats
        self._response = limits.response_ms * 1000
        self._hand = limits.hand_ms * 1000
        self._match = limits.per_hand_ms * 1000 * hands

    def start_hand(self) -> None:
        """Reset the times of the hand."""
        self.of_hand = [0] * len(self.of_hand)

    @property
    def response(self) -> int:
        """Time limit of one answer, in microseconds."""
        return self._response

    def budgets(self) -> list[int]:
        """Return the microseconds that each seat has left, the smaller of hand and match."""
        return [
            min(self._hand - hand, self._match - match)
            for hand, match in zip(self.of_hand, self.of_match, strict=True)
        ]

    def add(self, used: Sequence[int]) -> None:
        """Add times that are known to be within the limits.

        Args:
            used: Microseconds of each seat.
        """
        self.of_hand = [a + b for a, b in zip(self.of_hand, used, strict=True)]
        self.of_match = [a + b for a, b in zip(self.of_match, used, strict=True)]

    def left(self, seat: int) -> int:
        """Return the microseconds that a seat has for its next answer.

        Args:
            seat: Seat from 0.
        """
        return min(self._response, self._hand - self.of_hand[seat], self._match - self.of_match[seat])

    def take(self, seat: int, used: int) -> bool:
        """Add the time of a received line; return whether the seat is still within its limits.

        Args:
            seat: Seat from 0.
            used: Microseconds from sending the state to receiving the line. Values below 0 (the machine's clock was set
                back) are not counted.
        """
        if used < 0:
            return True
        self.of_hand[seat] += used
        self.of_match[seat] += used
        return (
            used <= self._response and self.of_hand[seat] <= self._hand and self.of_match[seat] <= self._match
        )
