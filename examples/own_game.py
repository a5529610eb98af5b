"""A game of your own: write it as a Python class, solve it, read the strategy.

    python own_game.py

The game here is Mini-Kuhn poker. Two players pay an ante of 1 and get one card each of jack, queen and king.
The first
may bet 1 or check. After a check the higher card takes the pot. After a bet the second player folds or calls.
The game is
worth 1/18 to the first player. Would you have bet the jack?
"""

from dataclasses import dataclass

from pokerdata.solving.explicit import explicit_tree, solve


class MiniKuhn:
    """The game: its number of players and its initial state."""

    players = 2

    def root(self):
        return State()


@dataclass(frozen=True)
class State:
    """A state of the game: the cards dealt and the actions taken so far."""

    cards: str = ""
    history: tuple[str, ...] = ()

    @property
    def player(self):
        """Return the player to act: 0 or 1, chance, or None if the game is over."""
        if len(self.cards) < 2:
            return "chance"
        if self.history == ():
            return 0
        return 1 if self.history == ("bet",) else None

    def chance(self):
        """Return each card that is left, with its probability."""
        left = [card for card in "JQK" if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def legal_actions(self):
        return ["check", "bet"] if self.player == 0 else ["fold", "call"]

    def apply(self, action):
        """Return the state after a card is dealt or a player has acted."""
        if len(self.cards) < 2:
            return State(self.cards + action, self.history)
        return State(self.cards, (*self.history, action))

    def information_set(self):
        """Return what the acting player knows: its own card.

        The second player acts only after a bet, so the bet need not be stated.
        """
        return f"{self.cards[self.player]} of player {self.player}"

    def returns(self):
        """Return the winnings of both players."""
        if self.history == ("bet", "fold"):
            return [1, -1]
        stake = 2 if self.history == ("bet", "call") else 1
        first_wins = "JQK".index(self.cards[0]) > "JQK".index(self.cards[1])
        return [stake, -stake] if first_wins else [-stake, stake]


if __name__ == "__main__":
    tree = explicit_tree(MiniKuhn())
    print(f"{tree.nodes} nodes, {len(tree.information_sets)} information sets")
    result = solve(tree, "dcfr", target=1e-6)
    print("\n".join(result.lines()))
    for (_, information_set), actions in tree.words(result.strategy).items():
        print(
            information_set,
            *(f"{action} {probability:.3f}" for action, probability in actions.items()),
            sep="  ",
        )
