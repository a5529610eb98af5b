"""Cards of matches equal those of the competition's dealer."""

import pytest

from pokerdata.games import CardRules, table_rules
from pokerdata.games.play import Deals, State, TableRules, state_text


def _small(name):
    """Return a small game with the highest ranks, as in the competition's files."""
    if name == "leduc":
        cards = CardRules("QKA", 1, (0, 1), suits=2)
        return TableRules("Leduc", (1, 1), (1, 1), cards, bets=(2, 4), max_raises=(2, 2))
    return TableRules("Kuhn", (1, 1), (1,), CardRules("QKA", suits=1), bets=(1,), max_raises=(1,))


def _dealt(game, seed, hands):
    deals = Deals(game, seed)
    found = []
    for _ in range(hands):
        holes, board = next(deals)
        state = State(game, hole_cards=holes, board=board)
        while state.player is not None:
            state = state.apply("c")
        found.append(state_text(state).split(":")[-1])
    return found


@pytest.mark.parametrize(
    ("game", "seed", "cards"),
    [
        ("limit-holdem", 0, ["5d5c|9hQd/8dAs8s/4h/6d", "6sKs|5dJd/2sTh2h/Qh/8h"]),
        ("limit-holdem", 1, ["8s2h|Kd5c/7hAdTd/4s/Kc"]),
        ("nolimit-holdem", 42, ["7d3d|2hAc/5sKs7s/9s/6h"]),
        ("limit-holdem-3p", 42, ["7d3d|2hAc|5sKs/7s9s6h/4h/Ts"]),
    ],
)
def test_told_deals(game, seed, cards):
    assert _dealt(table_rules(game), seed, len(cards)) == cards


def test_told_deals_of_small_games():
    assert _dealt(_small("leduc"), 0, 2) == ["Ah|Ks/Kh", "Qh|Qs/Ks"]
    assert _dealt(_small("kuhn"), 0, 2) == ["As|Ks", "As|Qs"]


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True, "1"])
def test_seeds(seed):
    with pytest.raises(ValueError, match="seed: expected a whole number"):
        Deals(table_rules("kuhn"), seed)
