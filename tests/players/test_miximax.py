"""Players that learn and search the betting: winnings from simple players, and losses to an opponent that knows them."""

import numpy as np
import pytest

from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.matches import play_hands
from pokerdata.matches.table import play_at_table
from pokerdata.players import find_player
from pokerdata.players.miximax import Miximax
from pokerdata.players.modelling import BettingModel, LikenessModel, Showdowns
from pokerdata.players.plain import key_of
from pokerdata.players.search import look_ahead, tree_values

KUHN = table_rules("kuhn")
LEDUC = table_rules("leduc")
HOLDEM = table_rules("limit-holdem")


@pytest.mark.parametrize(
    ("opponent", "least", "most"), [("always-call", 1.2, 22 / 15), ("always-raise", 1.9, 2.3736)]
)
def test_it_learns_to_win_what_is_to_be_won(opponent, least, most):
    """A best response wins 1.467 and 2.374 antes per game; this counts the last 200 of 300 hands."""
    hands = play_hands([Miximax(LEDUC), opponent], LEDUC, deals=300, seed=1)
    won = [float(hand.state.returns()[hand.players.index(0)]) for hand in hands]
    late = np.array(won).reshape(2, -1).mean(0)[100:]
    error = late.std() / len(late) ** 0.5
    assert least < late.mean() + 2 * error
    assert late.mean() - 3 * error < most


@pytest.mark.parametrize("name", ["miximax", "miximix"])
def test_hands_of_holdem(name):
    """Actions are legal and reproducible, and self-play gives exactly 0 if both forget before each order of seats."""
    first = play_at_table([name, "random"], HOLDEM, deals=4, seed=3)
    assert first.faults == (0, 0)
    assert first.chips == play_at_table([name, "random"], HOLDEM, deals=4, seed=3).chips
    itself = play_at_table([name, name], LEDUC, deals=20, seed=3)
    assert set(itself.units[0]) | set(itself.units[1]) == {0}


def test_it_does_what_its_values_say():
    player = Miximax(HOLDEM, seed=5)
    for hand in play_hands(["always-raise", "random"], HOLDEM, deals=10, seed=2):
        player.observe(hand.state.seen_by(hand.players.index(0)))
    state = State(HOLDEM, hand=7, hole_cards=["", "AhKh"])
    values = player.think(state)
    assert set(values) == set("fcr")
    assert values["f"] == -5
    assert player.act(state) == max(values, key=values.__getitem__)
    ahead = look_ahead(HOLDEM, state.hole_cards[1], (), 0, 32, key_of(5, state, "boards"))
    found = tree_values(
        player.actions.tree, 0, ahead, player.actions.shares(), player.showdowns.histograms(0)
    )
    assert list(values.values()) == found.tolist()
    mixing = Miximax(HOLDEM, 5.0, seed=5, actions=player.actions, showdowns=player.showdowns)
    shares = mixing.shares(state)
    assert sum(shares.values()) == pytest.approx(1)
    mixed = mixing.think(state)
    assert shares["r"] / shares["c"] == pytest.approx(np.exp((mixed["r"] - mixed["c"]) / 5))
    player.reset()
    assert player.think(state) == Miximax(HOLDEM, seed=5).think(state) != values


def test_an_equal_call_comes_before_a_raise():
    """A king wins the ante from a player that shows nothing better, and folds to any bet."""

    class Folds(BettingModel):
        def _see(self, node: int, kind: int) -> None: ...

        def _forget(self) -> None: ...

        def _found(self) -> np.ndarray:
            return np.where(self.tree.legal[:, :1], [1.0, 0, 0], [0, 1.0, 0])

    player = Miximax(KUHN, actions=Folds(KUHN), showdowns=Weak(KUHN))
    values = player.think(State(KUHN, hole_cards=["Ks", ""]))
    assert values["r"] == values["c"] == 1
    assert player.act(State(KUHN, hole_cards=["Ks", ""])) == "c"


class Weak(Showdowns):
    """Shows only its weakest hands."""

    def histograms(self, position: int) -> np.ndarray:
        return np.eye(10)[np.zeros(self.tree.nodes, dtype=np.int64)]


def test_refused():
    for game in ("nolimit-holdem", "limit-holdem-3p"):
        with pytest.raises(ValueError, match="player miximax: expected a game with limits for two players"):
            find_player("miximax", game)
    with pytest.raises(ValueError, match="temperature: expected a number above 0"):
        Miximax(LEDUC, -1)
    with pytest.raises(ValueError, match="boards: expected a whole number from 1"):
        Miximax(LEDUC, boards=0)
    with pytest.raises(ValueError, match="model: expected one of Leduc"):
        Miximax(LEDUC, actions=LikenessModel(HOLDEM))
    with pytest.raises(ValueError, match="model: expected one of Leduc"):
        Miximax(LEDUC, showdowns=Showdowns(HOLDEM))
