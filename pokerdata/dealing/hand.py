"""A hand on the table: what each player sees of it as text, replies, and what was won."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pokerdata._core import play as _core
from pokerdata.dealing.replies import Expected, allowed, echo_end, read_reply
from pokerdata.play import GameDefinition
from pokerdata.play.definition import card_text
from pokerdata.play.logs import values_text

_PARTS_OF_CHIP = _core.parts_of_chip()
Cards = tuple[int, ...]


class Hand:
    """A hand that is played out at a table. It knows all cards, and what each player may see of them.

    The texts are those of `pokerdata.play.matchstate_text` and `pokerdata.play.hand_text`, made from parts that are kept,
    because a dealer writes one for each player at every action.

    Args:
        game: The rules.
        number: Of the hand.
        holes: Hole cards of each position.
        board: The whole board.
    """

    __slots__ = (
        "_board",
        "_dealt",
        "_game",
        "_holes",
        "_limit",
        "_own",
        "_streets",
        "betting",
        "history",
        "number",
    )

    def __init__(self, game: GameDefinition, number: int, holes: Sequence[Cards], board: Cards) -> None:
        self._game = game
        self._limit = game.limit
        self.number = number
        self._dealt = holes, board
        self.betting = _core.Betting(game.core)
        self.history = "/" * self.betting.street
        self._holes = ["".join(map(card_text, cards)) for cards in holes]
        others = "|" * (game.players - 1)
        self._own = [others[:p] + cards + others[p:] for p, cards in enumerate(self._holes)]
        ends = [game.board_cards(street) for street in range(game.streets)]
        texts = ["".join(map(card_text, board[a:b])) for a, b in zip([0, *ends], ends, strict=False)]
        self._streets = texts
        self._board = ["/".join(texts[: street + 1]) for street in range(game.streets)]

    @property
    def finished(self) -> bool:
        """Whether it is over."""
        return self.betting.player < 0

    def view(self, position: int) -> bytes:
        """What a player sees, as the line that he is sent.

        Args:
            position: His.
        """
        betting = self.betting
        own = self._shown(position) if betting.player < 0 else self._own[position]
        line = f"MATCHSTATE:{position}:{self.number}:{self.history}:{own}{self._board[betting.street]}\r\n"
        return line.encode("ascii")

    def _shown(self, position: int) -> str:
        folded = self.betting.folded
        if folded.count(False) == 1:
            return self._own[position]
        return "|".join(
            cards if p == position or not folded[p] else "" for p, cards in enumerate(self._holes)
        )

    def answer(self, view: bytes, line: bytes) -> tuple[str | None, tuple[str, ...]]:
        """The action that a line of the player who acts becomes, and warnings. None where it answers no such state.

        Args:
            view: What he was sent last.
            line: What he sent.
        """
        text = line.decode("latin-1")
        if line.startswith(view[:-2] + b":"):
            end = len(view) - 2
        else:
            try:
                found = echo_end(self._game, text, self._expected())
            except ValueError:
                return None, ("WARNING: bad state format in response",)
            if found is None:
                return None, ("WARNING: ignoring un-requested response",)
            end = found
        reply = read_reply(text[end + 1 :], self._limit) if text[end : end + 1] == ":" else None
        return allowed(self._limit, self.betting, reply)

    def _expected(self) -> Expected:
        position, street = self.betting.player, self.betting.street
        board = tuple(self._streets[: street + 1])
        return Expected(position, self.number, self.history.replace("/", ""), self._holes[position], board)

    def apply(self, action: str) -> None:
        """Make an action of the player who acts.

        Args:
            action: 'f', 'c', 'r' or, without limits, such as 'r300'.

        Raises:
            ValueError: For what is not allowed.
        """
        before, kind = self.betting, action[0]
        if kind == "r":
            to = before.least_raise if self._limit else int(action[1:])
            betting = before.after("r", to)
        else:
            betting = before.after(kind)
        streets = betting.street - before.street
        self.history += action + "/" * streets if streets else action
        self.betting = betting

    def payoffs(self) -> tuple[Fraction, ...]:
        """Chips that each position won or lost, exactly, once the hand is over."""
        betting, (holes, board) = self.betting, self._dealt
        folded = betting.folded
        strengths = [0] * self._game.players
        if folded.count(False) > 1:
            strength = self._game.core.strength
            for p, cards in enumerate(holes):
                if not folded[p]:
                    strengths[p] = strength(np.array((*cards, *board), dtype=np.uint8))
        return tuple(Fraction(part, _PARTS_OF_CHIP) for part in betting.payoffs(strengths))

    def text(self, payoffs: Sequence[Fraction], names: Sequence[str]) -> str:
        """The line of a log.

        Args:
            payoffs: What `payoffs` gave.
            names: Of the players by position.
        """
        cards = "|".join(self._holes) + self._board[self.betting.street]
        return f"STATE:{self.number}:{self.history}:{cards}:{values_text(payoffs)}:{'|'.join(names)}"
