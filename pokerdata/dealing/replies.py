"""Replies of players, read as leniently as the programs of the competition read them."""

from __future__ import annotations

import re
from typing import NamedTuple

from pokerdata._core import dealing as _core
from pokerdata.cards import RANKS, SUITS
from pokerdata.play import GameDefinition

_HEAD = re.compile(r"MATCHSTATE:\s*\+?(\d{1,12}):\s*\+?(\d{1,12}):([^:]*):")
_SIZE = re.compile(r"\s*([+-]?)0*(\d+)")
_BETTING = re.compile(r"/*(?:[fckrbFCKRB](?:\s*\+?\d+)?/*)*")
_KINDS = {"f": "f", "c": "c", "k": "c", "r": "r", "b": "r"}
_MOST_DIGITS = 12  # of a size; more is beyond every stack


class Reply(NamedTuple):
    """What a reply asks for.

    Attributes:
        kind: 'f', 'c' or 'r'; empty for another letter.
        size: Of a raise without limits, chips over the whole hand; else 0.
    """

    kind: str
    size: int = 0


def read_reply(text: str, limit: bool) -> Reply | None:
    """The action at the beginning of a text; what stands behind it does not matter. None for a raise
    without its size.

    Args:
        text: Such as 'r300'; letters in any case, k and b for c and r.
        limit: Whether raises have no size.
    """
    kind = _KINDS.get(text[:1].lower(), "")
    if kind != "r" or limit:
        return Reply(kind)
    found = _SIZE.match(text, 1)
    if found is None:
        return None
    size = int(found[2][:_MOST_DIGITS])
    return Reply(kind, -size if found[1] == "-" else size)


def allowed(limit: bool, betting: _core.Hand, reply: Reply | None) -> tuple[str, tuple[str, ...]]:
    """The action that a reply becomes, and warnings: what may not be done is a call, and a raise is fitted.

    Args:
        limit: Whether raises have no size.
        betting: Somebody acts.
        reply: What was asked for; None for what is no action.
    """
    if reply is None:
        return "c", ("WARNING: bad action format in response, changed to call",)
    kind, size = reply
    if kind == "c":
        return "c", ()
    if not kind or not (betting.may_fold if kind == "f" else betting.may_raise):
        return "c", ("WARNING: invalid action, changed to call",)
    if kind == "f" or limit:
        return kind, ()
    least, largest = betting.least_raise, betting.largest_raise
    if size < least:
        return f"r{least}", (f"WARNING: raise of {size} increased to {least}",)
    if size > largest:
        return f"r{largest}", (f"WARNING: raise of {size} decreased to {largest}",)
    return f"r{size}", ()


class Expected(NamedTuple):
    """What an echo must agree in.

    Attributes:
        position: Of the player.
        hand: Its number.
        betting: Of the hand so far, without '/'.
        own: His hole cards.
        board: The cards on the board of each street up to the present one.
    """

    position: int
    hand: int
    betting: str
    own: str
    board: tuple[str, ...]


def echo_end(game: GameDefinition, line: str, expected: Expected) -> int | None:
    """Where an echo of a state ends in a line.

    Cards of other players do not count. Letters may be in any case, blanks may stand before numbers, '/' and '|' may be
    missing.

    Args:
        game: The rules.
        line: What came in.
        expected: The state that was sent.

    Returns:
        None for another state.

    Raises:
        ValueError: If there is no state in it.
    """
    head = _HEAD.match(line)
    if head is None or not _BETTING.fullmatch(head[3]) or int(head[1]) >= game.players:
        raise ValueError("reply: expected a state, got none; e.g. MATCHSTATE:0:0::AhKh|:c")
    at = head.end()
    own = ""
    for position in range(game.players):
        if position and line.startswith("|", at):
            at += 1
        cards = _cards(line, at, game.cards.hole)
        if len(cards) not in (0, 2 * game.cards.hole):
            raise ValueError("reply: expected whole hands, got a part of one")
        own = cards if position == expected.position else own
        at += len(cards)
    board = []
    for street, count in enumerate(game.cards.board[: len(expected.board)]):
        if street and line.startswith("/", at):
            at += 1
        board.append(_cards(line, at, count))
        at += len(board[-1])
    same = (
        (int(head[1]), int(head[2])) == (expected.position, expected.hand)
        and _plain(head[3], game.limit) == expected.betting
        and own == expected.own
        and tuple(board) == expected.board
    )
    return at if same else None


def _cards(line: str, at: int, most: int) -> str:
    """Up to so many cards from a place on, as they are usually written."""
    found = ""
    for begin in range(at, at + 2 * most, 2):
        rank, suit = line[begin : begin + 1].upper(), line[begin + 1 : begin + 2].lower()
        if not rank or not suit or rank not in RANKS or suit not in SUITS:
            break
        found += rank + suit
    return found


def _plain(betting: str, limit: bool) -> str:
    """A betting without '/', in the usual letters and numbers."""
    text = betting.lower().replace("/", "").replace("k", "c").replace("b", "r")
    return text if limit else re.sub(r"\s*\+?0*(\d+)", r"\1", text)
