"""A player at somebody's table over TCP: protocol 2.0.0 of the Annual Computer Poker Competition."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from fractions import Fraction

from pokerdata.dealing.following import Follower
from pokerdata.dealing.lines import Lines
from pokerdata.dealing.seating import COMMENTS, TOKEN, VERSION
from pokerdata.errors import MatchError
from pokerdata.games import NamedGame
from pokerdata.play import GameDefinition, Player, find_definition
from pokerdata.support.arguments import as_count
from pokerdata.support.text import counted

_AGAIN_SECONDS = 0.05
_MOST_PORT = 65_535
_MOST_SECONDS = 1_000_000


@dataclass(frozen=True)
class Played:
    """What a player did at a table.

    Attributes:
        hands: How many he saw to the end.
        chips: What he won in them, exactly.
    """

    hands: int
    chips: Fraction

    def __str__(self) -> str:
        return f"{counted(self.hands, 'hand')}, {float(self.chips):+,.6g} chips"


def connect(
    player: Player,
    game: GameDefinition | NamedGame | str,
    *,
    port: int,
    host: str = "127.0.0.1",
    token: str = "",
    wait: float = 10.0,
) -> Played:
    """Let a player play at the table of a dealer until that one ends the match.

    ``player.reset()`` is called before the match and ``player.observe(state)`` at the end of each hand, where it has them.

    Args:
        player: Who plays.
        game: As for `pokerdata.play.find_definition`: the rules of the dealer.
        port: Of the seat.
        host: Of the dealer.
        token: Shown before the version, to dealers of this package that ask for one; others end the match then.
        wait: Seconds to wait for a dealer that is not there yet.

    Raises:
        ValueError: For an invalid argument, a line of the dealer that is no state of the game, and an action of the player
            that is not allowed.
        MatchError: If there is no dealer, or the connection ends in mid-hand, as where somebody ran out of time.
    """
    rules = find_definition(game)
    as_count(port, "port", 1, _MOST_PORT, 18791)
    if not 0 <= wait <= _MOST_SECONDS:
        raise ValueError(f"wait: expected 0 to {_MOST_SECONDS:,} seconds, got {wait!r}; e.g. 10")
    lines = Lines(_connected(host, port, wait), f"the dealer at {host}:{port}")
    hands, chips, in_hand = 0, Fraction(0), False
    follower = Follower(rules)
    reset, observe = getattr(player, "reset", None), getattr(player, "observe", None)
    try:
        if reset is not None:
            reset()
        greeting = b"VERSION:%d.%d.%d\r\n" % VERSION
        lines.send((TOKEN + token.encode() + b"\r\n" if token else b"") + greeting)
        while True:
            line = lines.take()
            if line is None:
                if not lines.wait():
                    break
                continue
            if line.startswith(COMMENTS):
                continue
            state, position = follower.read(line.decode("ascii", "replace"))
            in_hand = not state.finished
            if state.finished:
                hands += 1
                chips += state.payoffs[position]
                if observe is not None:
                    observe(state)
            elif state.position == position:
                action = player.act(state)
                state.after_unseen(action)
                lines.send(line.rstrip(b"\r\n") + b":" + action.encode("ascii") + b"\r\n")
        if in_hand:
            raise MatchError(f"{lines.who} ended the match in mid-hand, after {Played(hands, chips)}")
        return Played(hands, chips)
    finally:
        lines.close()


def _connected(host: str, port: int, wait: float) -> socket.socket:
    until = time.monotonic() + wait
    while True:
        try:
            return socket.create_connection((host, port), timeout=max(1.0, wait))
        except OSError as error:
            if time.monotonic() >= until:
                raise MatchError(
                    f"no dealer at {host}:{port} ({error.strerror or error}); start it first, e.g. pokerdata dealer kuhn "
                    "--hands 100 A B"
                ) from None
            time.sleep(_AGAIN_SECONDS)
