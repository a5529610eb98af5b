"""Small games as explicit trees: Kuhn's poker, matrices, poker on boards, and rules of thumb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.solving.explicit.tree import GameTree, InformationSet

RANKS = "23456789TJQK"


@dataclass(frozen=True)
class Kuhn:
    """Kuhn poker (Kuhn 1950): one card each from a deck with one card more than players, and one round of betting.

    Everybody pays the ante. In turn, players check or bet; after a bet the others, in turn, fold or call. The highest
    card of those who have not folded takes the pot. Two players have J, Q, K; three have T, J, Q, K.

    Attributes:
        players: How many play.
        ante: Paid by everybody.
        bet: Size of the bet.
    """

    players: int = 2
    ante: float = 1
    bet: float = 1

    def root(self) -> KuhnState:
        return KuhnState(self)


@dataclass(frozen=True)
class KuhnState:
    """What has been dealt and done so far.

    Attributes:
        game: What is played.
        cards: One for each player, as far as they are dealt.
        history: c for check or fold, b for bet or call.
    """

    game: Kuhn
    cards: str = ""
    history: str = ""

    def player(self) -> int | Literal["chance"] | None:
        n = self.game.players
        if len(self.cards) < n:
            return "chance"
        bet = self.history.find("b")
        over = len(self.history) == (n if bet < 0 else bet + n)
        return None if over else len(self.history) % n

    def chance(self) -> list[tuple[str, float]]:
        left = [card for card in RANKS[-self.game.players - 1 :] if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def actions(self) -> list[str]:
        return ["fold", "call"] if "b" in self.history else ["check", "bet"]

    def child(self, action: str) -> KuhnState:
        if len(self.cards) < self.game.players:
            return KuhnState(self.game, self.cards + action, self.history)
        letter = "b" if action in ("bet", "call") else "c"
        return KuhnState(self.game, self.cards, self.history + letter)

    def information_set(self) -> str:
        return f"{self.cards[len(self.history) % self.game.players]}: {self.history}"

    def utilities(self) -> list[float]:
        players = range(self.game.players)
        # A player's last letter tells whether he called the bet; without a bet everybody is in.
        bold = {i % self.game.players for i, letter in enumerate(self.history) if letter == "b"}
        paid = [self.game.ante + (self.game.bet if p in bold else 0) for p in players]
        winner = max(bold or players, key=lambda p: RANKS.index(self.cards[p]))
        return [(sum(paid) if p == winner else 0) - paid[p] for p in players]


class MatrixGame:
    """A game in normal form. As a tree the players move in turn, and nobody sees what the others did.

    Args:
        *utilities: For each player an array with an axis for each player, e.g. two matrices [rows, columns]; or one
            matrix, which is what player 0 wins from player 1.

    Raises:
        ValueError: For arrays of unequal shapes, or with another number of axes than players.
    """

    def __init__(self, *utilities: ArrayLike) -> None:
        arrays = [np.asarray(u, dtype=np.float64) for u in utilities]
        if len(arrays) == 1:
            arrays.append(-arrays[0])
        shapes = [a.shape for a in arrays]
        if len(set(shapes)) != 1 or len(shapes[0]) != len(arrays) or 0 in shapes[0]:
            raise ValueError(
                f"utilities: expected one array for each player with an axis for each player, got shapes {shapes}; "
                "e.g. [[1, -1], [-1, 1]] for two players who share 0"
            )
        self.players = len(arrays)
        self.payoffs: NDArray[np.float64] = np.stack(arrays, axis=-1)

    def __repr__(self) -> str:
        return brief(self, f"{self.players} players", " x ".join(map(str, self.payoffs.shape[:-1])))

    def _repr_html_(self) -> str:
        if self.players != 2:
            return html.facts(
                {"players": self.players, "actions": self.payoffs.shape[:-1]}, caption="MatrixGame"
            )
        rows = [
            [f"row {r}", *(", ".join(f"{u:g}" for u in cell) for cell in line)]
            for r, line in enumerate(self.payoffs)
        ]
        head = ["", *(f"column {c}" for c in range(self.payoffs.shape[1]))]
        return html.table(rows, head=head, caption="MatrixGame")

    def root(self) -> MatrixState:
        return MatrixState(self, ())


@dataclass(frozen=True)
class MatrixState:
    """What has been chosen so far.

    Attributes:
        game: What is played.
        moves: The rows, columns, ... chosen.
    """

    game: MatrixGame
    moves: tuple[int, ...]

    def player(self) -> int | None:
        return len(self.moves) if len(self.moves) < self.game.players else None

    def actions(self) -> list[int]:
        return list(range(self.game.payoffs.shape[len(self.moves)]))

    def chance(self) -> list[tuple[Any, float]]:
        return []  # never asked: chance has no move

    def child(self, action: int) -> MatrixState:
        return MatrixState(self.game, (*self.moves, action))

    def information_set(self) -> str:
        return f"player {len(self.moves)}"

    def utilities(self) -> list[float]:
        values: list[float] = self.game.payoffs[self.moves].tolist()
        return values


BOARD_RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class BoardPoker:
    """Two players with one private card each; before every round but the first a board card is dealt.

    At the end the best hand of private and board cards wins: more cards of a rank first, then the higher ranks. Equal
    hands share the pot. Cards of a rank are not told apart.

    Attributes:
        deck: Ranks, as often as they are in it.
        bets: Size of a bet and of a raise in each round, which both players start and player 0 opens.
        cap: Bets and raises allowed in a round.
        ante: Paid by both.
        players: Always 2.
    """

    deck: str
    bets: tuple[int, ...]
    cap: int = 2
    ante: int = 1
    players: int = 2

    def root(self) -> BoardState:
        return BoardState(self, paid=(self.ante, self.ante))


def leduc() -> BoardPoker:
    """Leduc hold'em (Southey et al. 2005): six cards, two rounds with bets of 2 and 4."""
    return BoardPoker("JJQQKK", (2, 4))


def twelve_card() -> BoardPoker:
    """Twelve Card poker (Doll 2026): three each of J, Q, K, A, three rounds with bets of 2, 4 and 8."""
    return BoardPoker("JJJQQQKKKAAA", (2, 4, 8))


@dataclass(frozen=True)
class BoardState:
    """What has been dealt and done so far.

    Attributes:
        game: What is played.
        cards: The private cards of players 0 and 1, then the board, as far as they are dealt.
        history: f fold, c check or call, r bet or raise, / between rounds.
        paid: By each player so far.
    """

    game: BoardPoker
    cards: str = ""
    history: str = ""
    paid: tuple[int, int] = (0, 0)

    @property
    def betting(self) -> str:
        """The actions of this round."""
        return self.history.rpartition("/")[2]

    def player(self) -> int | Literal["chance"] | None:
        rounds = self.history.count("/") + 1
        if self.history.endswith("f") or rounds > len(self.game.bets):
            return None
        return "chance" if len(self.cards) < rounds + 1 else len(self.betting) % 2

    def chance(self) -> list[tuple[str, float]]:
        left = Counter(self.game.deck)
        left.subtract(self.cards)
        return [(card, count / left.total()) for card, count in left.items() if count]

    def actions(self) -> list[str]:
        facing = self.paid[0] != self.paid[1]
        actions = ["fold", "call"] if facing else ["check"]
        if self.betting.count("r") < self.game.cap:
            actions.append("raise" if facing else "bet")
        return actions

    def child(self, action: str) -> BoardState:
        if self.player() == "chance":
            return BoardState(self.game, self.cards + action, self.history, self.paid)
        me = len(self.betting) % 2
        paid = list(self.paid)
        if action in ("bet", "raise"):
            paid[me] = max(paid) + self.game.bets[self.history.count("/")]
            letter = "r"
        elif action == "fold":
            letter = "f"
        else:
            paid[me] = max(paid)
            # A check opens a round; every other check or call ends it.
            letter = "c/" if self.betting else "c"
        return BoardState(self.game, self.cards, self.history + letter, (paid[0], paid[1]))

    def information_set(self) -> str:
        own = self.cards[len(self.betting) % 2]
        board = self.cards[2:]
        return f"{own} on {board}: {self.history}" if board else f"{own}: {self.history}"

    def utilities(self) -> list[int]:
        if self.history.endswith("f"):
            loser = (len(self.betting) + 1) % 2
            won = self.paid[loser]
            return [-won, won] if loser == 0 else [won, -won]
        first, second = (self.strength(self.cards[p] + self.cards[2:]) for p in (0, 1))
        won = self.paid[0] * ((first > second) - (first < second))
        return [won, -won]

    @staticmethod
    def strength(cards: str) -> list[tuple[int, int]]:
        """Compares as the hands do: pairs of (how many of the rank, rank), the best first."""
        return sorted(
            ((count, BOARD_RANKS.index(rank)) for rank, count in Counter(cards).items()), reverse=True
        )


PAIR = "pair"


def rule_of_thumb(tree: GameTree, *, bets: Collection[str], calls: Collection[str]) -> NDArray[np.float64]:
    """The strategies of players who bet and raise with some hands, call with some, and else check or fold.

    Where a bet or raise is not allowed, they call with those hands. ``bets=()`` with all hands in ``calls`` is who always
    calls.

    Args:
        tree: Of `Kuhn` or `BoardPoker`.
        bets: Ranks such as ``"K"``, and ``"pair"`` for a card of the same rank on the board, whatever the rank.
        calls: Likewise.

    Returns:
        Float64 [edges], of both players.

    Raises:
        ValueError: For a game whose information sets do not begin with a card.
    """

    def choose(one: InformationSet) -> list[float]:
        cards, colon, _ = str(one.key).partition(":")
        if not colon or not cards:
            raise ValueError(
                f"tree: expected information sets that begin with a card and a colon, got {one.key!r}; e.g. 'K: ', of "
                "game_tree(Kuhn())"
            )
        hand = PAIR if cards[0] in cards.partition(" on ")[2] else cards[0]
        wanted = ["raise", "bet"] if hand in bets else []
        if hand in bets or hand in calls:
            wanted.append("call")
        best = next(action for action in (*wanted, "check", "fold") if action in one.actions)
        return [float(action == best) for action in one.actions]

    return tree.strategy_of(choose)


__all__ = ["BoardPoker", "Kuhn", "MatrixGame", "leduc", "rule_of_thumb", "twelve_card"]
