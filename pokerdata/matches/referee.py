"""The referee of a match: asks players for actions, enforces rules and clocks, and settles forfeits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import methodcaller
from time import perf_counter
from typing import Any

from pokerdata._core.play import parts_of_chip
from pokerdata.games.play import Player, State, TableRules, TimeLimits
from pokerdata.games.play.answers import MOST_SHOWN, error_text, kind_of, legal_action, without_zeros

_LONGEST_TIMER = 1e6  # seconds: systems limit the length of a timer
_AGAIN = 0.02  # seconds before a player that caught the first interruption is interrupted again


class ForfeitError(Exception):
    """A player failed: it raised an exception, or took too long.

    Args:
        player: Index of the player.
        reason: What happened.
    """

    def __init__(self, player: int, reason: str) -> None:
        super().__init__(reason)
        self.player = player
        self.reason = reason


class _TimeUpError(BaseException):
    """Raised at the time limit; not an Exception, so that a player's own handlers do not catch it."""


class Referee:
    """Asks players for actions, and counts their decisions, faults and time.

    An illegal action becomes what the competition's dealer makes of it: the nearest raise if it is too small or too large,
    else a call. A player that raises an exception or exceeds a limit forfeits. If possible, the referee interrupts a player
    at the limit, repeatedly. That needs the main thread of the process and a system with timers that nothing else uses.
    Clocks stand still while Ctrl-Z has stopped the process. Otherwise the clock is checked when the player answers.

    Args:
        players: The players.
        limits: Time limits.
        hands: Number of hands in the match.
    """

    def __init__(self, players: Sequence[Player], limits: TimeLimits, hands: int) -> None:
        count = len(players)
        self._players = players
        self._looks = [hasattr(player, "observe") for player in players]
        self._response, self._in_hand = limits.response_ms / 1000, limits.hand_ms / 1000
        self._match = limits.per_hand_ms / 1000 * hands
        self._hand = [0.0] * count
        self._timer = False
        self._paused = 0.0  # seconds so far for which Ctrl-Z stopped the process
        self.decisions = [0] * count
        self.seconds = [0.0] * count
        self.faults = [0] * count
        self.first_faults: list[str | None] = [None] * count

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Interrupt slow players within this context, where possible."""
        if not _may_use_timer():
            yield
            return
        before = signal.signal(signal.SIGALRM, _ring)
        stops = signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
        if stops:
            signal.signal(signal.SIGTSTP, self._pause)
        self._timer = True
        try:
            yield
        finally:
            self._timer = False
            if stops:
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.signal(signal.SIGALRM, before)

    def _pause(self, *_: object) -> None:
        """Handle Ctrl-Z: stop the process and the clocks, so that nobody forfeits by a pause."""
        left, again = signal.setitimer(signal.ITIMER_REAL, 0)
        begun = perf_counter()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        # Execution continues here after SIGCONT.
        signal.signal(signal.SIGTSTP, self._pause)
        self._paused += perf_counter() - begun
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, left, again)

    def _now(self) -> float:
        """Return the seconds of a clock that stands still while the process is stopped."""
        return perf_counter() - self._paused

    def play(
        self,
        game: TableRules,
        seated: Sequence[int],
        hand: int,
        cards: tuple[Any, Any],
        names: Sequence[str],
        *,
        all_cards: bool = False,
    ) -> State:
        """Let players play a hand to its end, and show it to those that observe.

        Args:
            game: The rules.
            seated: The players by position.
            hand: Number of the hand.
            cards: Hole cards of each position, and the board.
            names: Names by player.
            all_cards: Whether observers see all cards at the end, folded ones included.

        Raises:
            ForfeitError: If a player fails.
        """
        holes, board = cards
        state = State(game, hand=hand, hole_cards=holes, board=board, names=[names[p] for p in seated])
        self._hand = [0.0] * len(self._hand)  # time limits per hand start again
        while (position := state.player) is not None:
            state = state.apply(self.ask(seated[position], state.seen_by(position)))
        for position, player in enumerate(seated):
            if self._looks[player]:
                shown = state.with_viewer(position) if all_cards else state.seen_by(position)
                self.observe(player, shown)
        return state

    def reset(self, player: int) -> None:
        """Call `reset` of a player, if it has that method.

        Args:
            player: Index of the player.

        Raises:
            ForfeitError: If the player fails.
        """
        if (method := getattr(self._players[player], "reset", None)) is not None:
            self._call(player, method)

    def observe(self, player: int, state: State) -> None:
        """Show a player the end of a hand, if it has a method `observe`.

        Args:
            player: Index of the player.
            state: The hand as the player sees it.

        Raises:
            ForfeitError: If the player fails.
        """
        if (method := getattr(self._players[player], "observe", None)) is not None:
            self._call(player, method, state)

    def ask(self, player: int, state: State) -> str:
        """Ask a player for its action, and return the legal action it becomes.

        Args:
            player: Index of the player.
            state: The hand as the player sees it.

        Raises:
            ForfeitError: If the player fails.
        """
        self.decisions[player] += 1
        answer = self._call(player, methodcaller("act", state), self._players[player])
        # Code of the player must not run outside its time: an answer that is not text is not even printed.
        text = answer[:MOST_SHOWN] if type(answer) is str else ""
        action = legal_action(state, text)
        if action != without_zeros(text):
            self.faults[player] += 1
            if self.first_faults[player] is None:
                shown = repr(text[:20]) if type(answer) is str else f"a {kind_of(answer)[:20]}"
                self.first_faults[player] = (
                    f"{shown} at {state.history!r} of hand {state.hand + 1}, changed to {action!r}"
                )
        return action

    def _call(self, player: int, method: Any, *given: object) -> Any:
        left = min(self._response, self._in_hand - self._hand[player], self._match - self.seconds[player])
        begun = self._now()
        try:
            try:
                if self._timer and left < _LONGEST_TIMER:
                    signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), _AGAIN)
                answer = method(*given)
            finally:
                self._stop_timer()
        except _TimeUpError:
            self._stop_timer()
            self._take(player, self._now() - begun)
            raise ForfeitError(player, _too_long(left)) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a player raises, e.g. SystemExit
            self._take(player, self._now() - begun)
            raise ForfeitError(player, error_text(error)) from error
        seconds = self._now() - begun
        self._take(player, seconds)
        if seconds > left:
            raise ForfeitError(player, _too_long(left))
        return answer

    def _stop_timer(self) -> None:
        while self._timer:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                return
            except _TimeUpError:  # the timer rang once more
                continue

    def _take(self, player: int, seconds: float) -> None:
        self._hand[player] += seconds
        self.seconds[player] += seconds


def _may_use_timer() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )


def _ring(*_: object) -> None:
    raise _TimeUpError


def _too_long(left: float) -> str:
    return f"took longer than the {max(left, 0):.3g} s that were left"


_MOST_ACTIONS = 64  # per street, including the calls after the last raise
_MOST_SUM = 2**62  # in parts of a chip


def most_lost(game: TableRules, position: int) -> int:
    """Return the most chips that a position can lose in a hand.

    Args:
        game: The rules.
        position: From 0.
    """
    most = []
    if game.limit:
        # The rules end a street after this many actions, however many raises a game allows.
        most_raises = _MOST_ACTIONS + 1 - game.players
        bets = sum(
            bet * min(raises, most_raises) for bet, raises in zip(game.bets, game.max_raises, strict=True)
        )
        most.append(game.antes[position] + max(map(abs, game.blinds)) + bets)
    if game.stacks:
        # Dead antes are lost whatever stacks the others have.
        dead = [
            min(ante, stack) * isinstance(game.ante, tuple)
            for ante, stack in zip(game.antes, game.stacks, strict=True)
        ]
        left = [stack - ante for ante, stack in zip(dead, game.stacks, strict=True)]
        others = [chips for place, chips in enumerate(left) if place != position]
        most.append(dead[position] + min(left[position], max(others)))
    return min(most)


def forfeited_parts(game: TableRules, position: int) -> list[int]:
    """Return each position's winnings, in parts of a chip, in a hand that one of them forfeits.

    The forfeiting player loses the most it can, and the others share that equally.

    Args:
        game: The rules.
        position: Position of the player that forfeits.
    """
    lost = most_lost(game, position) * parts_of_chip()
    share = lost // (game.players - 1)  # a chip has parts for up to ten equal shares
    return [-lost if place == position else share for place in range(game.players)]


def check_sums(key: str, game: TableRules, hands: int, orders: int) -> None:
    """Raise ValueError if sums of winnings, in parts of a chip, may not fit into 64 bits.

    Args:
        key: Name of the number of hands, for the message.
        game: The rules.
        hands: Number of hands in each order of seats.
        orders: Number of orders of seats.

    Raises:
        ValueError: If there are too many hands; the message names the largest number.
    """
    most = max(most_lost(game, p) for p in range(game.players)) * (game.players - 1) * parts_of_chip()
    if most * orders * hands > _MOST_SUM:
        raise ValueError(
            f"{key}: expected at most {_MOST_SUM // (most * orders):,} with such stacks, whose sums are exact, got "
            f"{hands:,}; e.g. 1"
        )
