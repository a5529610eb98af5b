"""Leduc hold'em and its relatives: one private card each, board cards, limit betting."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

RANKS = "23456789TJQKA"


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

    def root(self) -> "BoardState":
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

    def child(self, action: str) -> "BoardState":
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
        return sorted(((count, RANKS.index(rank)) for rank, count in Counter(cards).items()), reverse=True)
