"""The bot of docs/players.md at a table of three."""

from pokerdata import Player, State
from pokerdata.matches import match


class Tight:
    """Plays pairs and two cards from ten up, raises with them, and folds the rest."""

    def act(self, state: State) -> str:
        assert state.player is not None
        low, high = sorted(card // 4 for card in state.hole_cards[state.player])  # ranks, 0 for a two
        if low == high or low >= 8:
            sizes = [action for action in state.legal_actions() if action[0] == "r"]
            return sizes[0] if sizes else "c"
        return "f" if state.can_fold else "c"


def main() -> None:
    bot: Player = Tight()
    result = match(bot, "random", "always-fold", game="limit-holdem-3p", deals=5, seed=1)
    for name, chips in zip(result.players, result.chips, strict=True):
        print(name, float(chips))
    print(sum(result.chips), result.faults)


if __name__ == "__main__":
    main()
