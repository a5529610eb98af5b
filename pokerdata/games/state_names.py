"""What the private states of a street are called."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from pokerdata.support import html
from pokerdata.support.text import brief

_ON = " on "
_SHOWN = 3  # names in a repr


@dataclass(frozen=True)
class StateNames(Sequence[str]):
    """Names of the private states of a street: "Qh on Ks Td", or "Qh" where there is no board.

    As a sequence it has the whole names.

    Attributes:
        hands: Of each state its cards, or its sequence of buckets.
        boards: Of each state the cards on the board, streets apart ("Ks Td"), or an empty text.

    Raises:
        ValueError: If the lengths differ.
    """

    hands: tuple[str, ...]
    boards: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.hands) != len(self.boards):
            raise ValueError(
                f"state names: expected a board for each hand, got {len(self.hands)} hands and {len(self.boards)} "
                "boards"
            )

    @staticmethod
    def of_hands(hands: Sequence[str]) -> "StateNames":
        """Names of states without boards.

        Args:
            hands: The hand of each state.
        """
        return StateNames(tuple(hands), ("",) * len(hands))

    @staticmethod
    def of_texts(texts: Sequence[str]) -> "StateNames":
        """Names from whole names, as tables keep them.

        Args:
            texts: The name of each state, e.g. "Qh on Ks Td".
        """
        parts = [text.partition(_ON) for text in texts]
        return StateNames(tuple(hand for hand, _, _ in parts), tuple(board for _, _, board in parts))

    @overload
    def __getitem__(self, state: int) -> str: ...
    @overload
    def __getitem__(self, state: slice) -> "StateNames": ...
    def __getitem__(self, state: int | slice) -> "str | StateNames":
        if isinstance(state, slice):
            return StateNames(self.hands[state], self.boards[state])
        return _text(self.hands[state], self.boards[state])

    def __iter__(self) -> Iterator[str]:
        return map(_text, self.hands, self.boards)

    def __len__(self) -> int:
        return len(self.hands)

    def __repr__(self) -> str:
        return brief(self, f"{len(self):,} states: {_first(self)}")

    def _repr_html_(self) -> str:
        return html.facts({"states": len(self), "names": _first(self)})


def _text(hand: str, board: str) -> str:
    return f"{hand}{_ON}{board}" if board else hand


def _first(names: StateNames) -> str:
    """'Ks, Qs, Js, ...'."""
    return ", ".join([*names[:_SHOWN], *["..."] * (len(names) > _SHOWN)])
