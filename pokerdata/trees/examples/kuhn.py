"""Kuhn poker for two players or more."""

from dataclasses import dataclass
from typing import Literal

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

    def root(self) -> "KuhnState":
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

    def child(self, action: str) -> "KuhnState":
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
