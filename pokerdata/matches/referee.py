"""Asks players for their actions, sees to the rules and the clocks, and knows what it costs to forfeit a match."""

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

_LONGEST_TIMER = 1e6  # seconds: systems take no timer of any length
_AGAIN = 0.02  # seconds until a player who caught the first interruption is interrupted again


class ForfeitError(Exception):
    """A player failed: it raised an exception, or took too long.

    Args:
        player: Which one.
        reason: What it did.
    """

    def __init__(self, player: int, reason: str) -> None:
        super().__init__(reason)
        self.player = player
        self.reason = reason


class _TimeUpError(BaseException):
    """Not an Exception, so that no player takes it for one of its own."""


class Referee:
    """Asks players, counts what they do and how long they take.

    What is not legal becomes what the competition's dealer makes of it: the nearest raise for one that is too small or too
    large, else a call. Whoever raises an exception, or exceeds a limit, forfeits. Where the process lets it (in its main
    thread, on systems with timers, and if nobody else uses them) a player is interrupted at the limit, again and again, and
    while Ctrl-Z has stopped the process the clocks stand still; else the clock is looked at when he answers.

    Args:
        players: Who they are.
        limits: How long they may think.
        hands: Of the match.
    """

    def __init__(self, players: Sequence[Player], limits: TimeLimits, hands: int) -> None:
        count = len(players)
        self._players = players
        self._looks = [hasattr(player, "observe") for player in players]
        self._response, self._in_hand = limits.response_ms / 1000, limits.hand_ms / 1000
        self._match = limits.per_hand_ms / 1000 * hands
        self._hand = [0.0] * count
        self._timer = False
        self._paused = 0.0  # seconds for which Ctrl-Z has stopped the process so far
        self.decisions = [0] * count
        self.seconds = [0.0] * count
        self.faults = [0] * count
        self.first_faults: list[str | None] = [None] * count

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While the players play, those who take too long are interrupted where that can be."""
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
        """Ctrl-Z: stop, as programs do, and the clocks with it, so that nobody forfeits by a pause."""
        left, again = signal.setitimer(signal.ITIMER_REAL, 0)
        begun = perf_counter()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        # Here it goes on, after SIGCONT.
        signal.signal(signal.SIGTSTP, self._pause)
        self._paused += perf_counter() - begun
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, left, again)

    def _now(self) -> float:
        """Seconds on a clock that stands still while the process is stopped."""
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
        """Let players play a hand to its end, and show it to those who look.

        Args:
            game: The rules.
            seated: The players by position.
            hand: Its number.
            cards: Hole cards of each position, and the board.
            names: Of the players, by player.
            all_cards: Whether they see all cards then, those that were folded, too.

        Raises:
            ForfeitError: If one of them fails.
        """
        holes, board = cards
        state = State(game, hand=hand, hole_cards=holes, board=board, names=[names[p] for p in seated])
        self._hand = [0.0] * len(self._hand)  # what they used in the last one is forgotten
        while (position := state.player) is not None:
            state = state.apply(self.ask(seated[position], state.seen_by(position)))
        for position, player in enumerate(seated):
            if self._looks[player]:
                shown = state.with_viewer(position) if all_cards else state.seen_by(position)
                self.observe(player, shown)
        return state

    def reset(self, player: int) -> None:
        """Let a player forget all, if he can.

        Args:
            player: Which one.

        Raises:
            ForfeitError: If he fails.
        """
        if (method := getattr(self._players[player], "reset", None)) is not None:
            self._call(player, method)

    def observe(self, player: int, state: State) -> None:
        """Show a player the end of a hand, if he looks.

        Args:
            player: Which one.
            state: As he sees it.

        Raises:
            ForfeitError: If he fails.
        """
        if (method := getattr(self._players[player], "observe", None)) is not None:
            self._call(player, method, state)

    def ask(self, player: int, state: State) -> str:
        """The legal action of a player.

        Args:
            player: Which one.
            state: As he sees it.

        Raises:
            ForfeitError: If he fails.
        """
        self.decisions[player] += 1
        answer = self._call(player, methodcaller("act", state), self._players[player])
        # Nothing that a player made is run out of his time: of what is no text, not even its own words for itself.
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
        except BaseException as error:  # whatever a player makes of it, e.g. SystemExit
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
            except _TimeUpError:  # it rang once more
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


_MOST_ACTIONS = 64  # of a street, with the players
_MOST_SUM = 2**62  # in parts of a chip


def most_lost(game: TableRules, position: int) -> int:
    """Chips that a position can lose in a hand at most.

    Args:
        game: The rules.
        position: From 0.
    """
    most = []
    if game.limit:
        # The rules end a street after so many actions, however many raises a game allows.
        most_raises = _MOST_ACTIONS + 1 - game.players
        bets = sum(
            bet * min(raises, most_raises) for bet, raises in zip(game.bets, game.max_raises, strict=True)
        )
        most.append(game.antes[position] + max(map(abs, game.blinds)) + bets)
    if game.stacks:
        # Dead antes are lost whatever others have.
        dead = [
            min(ante, stack) * isinstance(game.ante, tuple)
            for ante, stack in zip(game.antes, game.stacks, strict=True)
        ]
        left = [stack - ante for ante, stack in zip(dead, game.stacks, strict=True)]
        others = [chips for place, chips in enumerate(left) if place != position]
        most.append(dead[position] + min(left[position], max(others)))
    return min(most)


def forfeited_parts(game: TableRules, position: int) -> list[int]:
    """What each position wins of a hand that one of them forfeits, in parts of a chip.

    He loses the most that he can, and the others share it equally.

    Args:
        game: The rules.
        position: Who forfeits.
    """
    lost = most_lost(game, position) * parts_of_chip()
    share = lost // (game.players - 1)  # a chip has parts for up to ten equal shares
    return [-lost if place == position else share for place in range(game.players)]


def check_sums(key: str, game: TableRules, hands: int, orders: int) -> None:
    """Refuse more hands than whose sums, in parts of a chip, fit into 64 bits, whoever wins them.

    Args:
        key: What the number of hands is called, for messages.
        game: The rules.
        hands: How many are played in each order of seats.
        orders: Of seats.

    Raises:
        ValueError: If there are too many; the message names how many there may be.
    """
    most = max(most_lost(game, p) for p in range(game.players)) * (game.players - 1) * parts_of_chip()
    if most * orders * hands > _MOST_SUM:
        raise ValueError(
            f"{key}: expected at most {_MOST_SUM // (most * orders):,} with such stacks, whose sums are exact, got "
            f"{hands:,}; e.g. 1"
        )
