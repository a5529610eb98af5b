"""A player at a remote table over TCP: protocol 2.0.0 of the Annual Computer Poker Competition."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from fractions import Fraction
from operator import methodcaller
from types import NoneType

from pokerdata._support.arguments import as_count
from pokerdata._support.text import counted, quoted
from pokerdata.errors import MatchError
from pokerdata.games import Game, table_rules
from pokerdata.games.play import Player, TableRules
from pokerdata.games.play.answers import MOST_SHOWN, called, kind_of
from pokerdata.players.acpc.lines import Follower, Lines
from pokerdata.players.acpc.seating import COMMENTS, TOKEN, VERSION, check_token

_AGAIN_SECONDS = 0.05
_MOST_PORT = 65_535
MOST_COMMENTS = 100_000  # bytes of comments in a row
_MOST_SECONDS = 1_000_000


@dataclass(frozen=True)
class Played:
    """Result of a player at a table.

    Attributes:
        hands: Number of finished hands.
        chips: Chips won, exact.
    """

    hands: int
    chips: Fraction

    def __str__(self) -> str:
        return f"{counted(self.hands, 'hand')}, {float(self.chips):+,.6g} chips"


def connect(
    player: Player,
    game: TableRules | Game | str,
    *,
    port: int,
    host: str = "127.0.0.1",
    token: str = "",
    wait: float = 10.0,
) -> Played:
    """Play at a dealer's table until the dealer ends the match.

    Calls ``player.reset()`` before the match and ``player.observe(state)`` at the end of each hand, if the player has
    them.

    Args:
        player: The player.
        game: Rules of the dealer, as for `pokerdata.load_game`.
        port: Port of the seat.
        host: Address of the dealer.
        token: Token to send before the version, for dealers of this package that ask for one; other dealers end the
            match.
        wait: Seconds to wait for a dealer that is not there yet.

    Raises:
        ValueError: If an argument is invalid, a line of the dealer is no state of the game, or the player's action is
            illegal.
        MatchError: If the player raises an exception, there is no dealer, or the dealer sends nothing but comments. Also
            if the dealer closes the connection before the first hand, for example because of a wrong token. Also if it
            closes it in mid-hand, for example because a player ran out of time.
    """
    rules = table_rules(game)
    rules.check_plain_stakes("connect")
    as_count(port, "port", 1, _MOST_PORT, 18791)
    if not 0 <= wait <= _MOST_SECONDS:
        raise ValueError(f"wait: expected 0 to {_MOST_SECONDS:,} seconds, got {quoted(wait)}; e.g. 10")
    if token:
        check_token(token, shortest=1)
    lines = Lines(_connected(host, port, wait), f"the dealer at {host}:{port}")
    hands, chips, in_hand, commented = 0, Fraction(0), False, 0
    follower = Follower(rules)
    reset, observe = getattr(player, "reset", None), getattr(player, "observe", None)
    try:
        if reset is not None:
            called("the player", reset)
        greeting = b"VERSION:%d.%d.%d\r\n" % VERSION
        lines.send((TOKEN + token.encode() + b"\r\n" if token else b"") + greeting)
        while True:
            line = lines.take()
            if line is None:
                if not lines.wait():
                    break
                continue
            if line.startswith(COMMENTS):
                commented += len(line)
                if commented > MOST_COMMENTS:
                    raise MatchError(
                        f"{lines.who} sent more than {MOST_COMMENTS:,} bytes of comments and no state of the game"
                    )
                continue
            commented = 0
            state, position = follower.read(line.decode("ascii", "replace"))
            in_hand = not state.is_terminal
            if state.is_terminal:
                hands += 1
                chips += state.returns()[position]
                if observe is not None:
                    called("the player", observe, state)
            elif state.player == position:
                action = called("the player", methodcaller("act", state), player)
                if type(action) is not str or len(action) > MOST_SHOWN:
                    raise ValueError(
                        f"the player: expected 'f', 'c' or 'r' with chips, got {_shown(action)}; e.g. 'c'"
                    )
                state.apply_unseen(action)
                lines.send(line.rstrip(b"\r\n") + b":" + action.encode("ascii") + b"\r\n")
        if not hands and not in_hand:
            raise MatchError(
                f"{lines.who} closed the connection before the first hand: the token may be wrong, the seat taken, or the "
                "match over; see what the dealer says, and check port and token"
            )
        if in_hand:
            raise MatchError(f"{lines.who} ended the match in mid-hand, after {Played(hands, chips)}")
        return Played(hands, chips)
    finally:
        lines.close()


def _shown(action: object) -> str:
    """Return an answer as shown in errors, without running code of the player."""
    return quoted(action) if type(action) in (str, int, float, bool, NoneType) else f"a {kind_of(action)}"


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
        except ValueError:
            raise ValueError(
                f"host: expected the address of a machine, got {quoted(host)}; e.g. 127.0.0.1"
            ) from None
