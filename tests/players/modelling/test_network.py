"""The neural network: its inputs by hand, and its learning."""

import sys
import warnings

import numpy as np
import pytest
from sklearn.neural_network import MLPClassifier

from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.matches import play_hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import (
    NETWORK_INPUTS,
    ActionModel,
    ContextCounts,
    KnownPlayer,
    NetworkModel,
    action_loss,
    network_inputs,
)
from pokerdata.players.modelling.classifier import shares_of
from pokerdata.players.search import DecisionTriple, of_strategy
from pokerdata.solving import public as solvers

LEDUC = table_rules("leduc")
THREE = table_rules("limit-holdem-3p")
NO_LIMIT = table_rules("nolimit-holdem-6p")


def after(game, history, board=""):
    state = State(game, board=board)
    for action in history.replace("/", ""):
        state = state.apply_unseen(action)
    return state


def test_inputs_by_hand() -> None:
    """Blinds of 5 and 10; the button raises to 20, the small blind folds, the big blind calls: 45 in the pot."""
    assert len(NETWORK_INPUTS) == 19
    first = network_inputs(after(THREE, "")).tolist()
    assert first[:7] == pytest.approx([10 / 25, 0, 0, 0, 0, 1, 0])
    assert first[7:] == pytest.approx([0, 0, 0, 0, 0, 0.3, 0.3, 0.3, 0, 0, 0, 0])
    flop = network_inputs(after(THREE, "rfc/", "AsKs2s")).tolist()
    assert flop[:7] == pytest.approx([0, 0, 20 / 45, 0, 1, 0, 0])
    assert flop[7:] == pytest.approx([1, 0, 0, 1, 0, 0.3, 0.2, 0.2, 1, 1, 1, 2 / 3])
    # The big blind checks, the button bets 10, is raised to 20 and raises again: one bet of 10 to call, 85 in
    # the pot.
    again = network_inputs(after(THREE, "rfc/crrr", "AsKs2s")).tolist()
    assert again[:7] == pytest.approx([10 / 105, 1 / 2, 40 / 95, 1, 0, 1, 0])
    assert again[7:15] == pytest.approx([1, 0, 0, 1, 1, 0.3, 0.2, 0])
    turn = network_inputs(after(THREE, "rfc/crc/", "2s3h4dQc")).tolist()
    assert turn[7:] == pytest.approx([0, 1, 0, 1, 0, 0.3, 0.2, 0.2, 0, 0, 0, 1 / 4])


def test_inputs_are_shares() -> None:
    """They are from 0 to 1 in games of any kind, and ignore hole cards."""
    for game in (LEDUC, THREE, NO_LIMIT):
        seats = ["random"] * game.players
        for hand in play_hands(seats, game, deals=4, seed=3):
            state = State(game, hand=hand.state.hand).with_cards([()] * game.players, hand.state.board)
            shown = State(
                game, hand=hand.state.hand, hole_cards=hand.state.hole_cards, board=hand.state.board
            )
            for street in hand.state.actions:
                for _, action in street:
                    inputs = network_inputs(state)
                    assert inputs.shape == (19,)
                    assert ((inputs >= 0) & (inputs <= 1)).all()
                    assert (inputs == network_inputs(shown)).all()
                    state, shown = state.apply(action), shown.apply(action)


def test_who_does_the_same_always_is_learned() -> None:
    model = NetworkModel(memory=150)
    assert isinstance(model, ActionModel)
    assert tuple(model.probabilities(after(LEDUC, "r"))) == pytest.approx((0.1, 0.65, 0.25))
    assert tuple(model.probabilities(after(LEDUC, ""))) == pytest.approx((0, 0.65 / 0.9, 0.25 / 0.9))
    for player, kind in (("always-call", 1), ("always-raise", 2)):
        for hand in play_hands([player, "random"], LEDUC, deals=150, seed=3):
            model.learn(hand.state.seen_by(None), hand.players.index(0))
        assert tuple(model.probabilities(after(LEDUC, "r")))[kind] > 0.9
    assert tuple(model.probabilities(after(LEDUC, "rr")))[2] == 0
    model.reset()
    assert tuple(model.probabilities(after(LEDUC, "r"))) == pytest.approx((0.1, 0.65, 0.25))


def test_it_learns_the_truth() -> None:
    """For a weak strategy it predicts better than the mean action rates, and its results are reproducible."""
    weak = solvers.solve("leduc", iterations=2)
    hands = [
        (hand.state.seen_by(None), hand.players.index(0))
        for hand in play_hands([Agent.of(weak, name="weak"), "random"], LEDUC, deals=300, seed=4)
    ]
    true = action_loss(KnownPlayer(of_strategy(weak)), hands)
    found = action_loss(NetworkModel(), hands)
    mean = action_loss(ContextCounts(LEDUC, contexts=("all",)), hands)
    late = [one.mean(300).mean for one in (true, found, mean)]
    assert late == sorted(late)
    assert late[1] - late[0] < 0.5 * (late[2] - late[0])
    np.testing.assert_array_equal(action_loss(NetworkModel(), hands).losses, found.losses)


@pytest.mark.parametrize("kinds", [2, 3])
def test_what_a_net_says(kinds: int) -> None:
    """The outputs agree with scikit-learn's."""
    rng = np.random.default_rng(kinds)
    rows, kind = rng.random((60, 19)), rng.integers(kinds, size=60)
    net = MLPClassifier((4,), activation="logistic", solver="lbfgs", max_iter=50, random_state=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        net.fit(rows, kind)
    for row in rows[:5]:
        assert shares_of(net, row) == pytest.approx(net.predict_proba(row[None])[0], rel=1e-9)


def test_without_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.delitem(sys.modules, "sklearn.neural_network")
    with pytest.raises(ModuleNotFoundError, match=r"a neural net: .*pip install 'pokerdata\[learn\]'"):
        NetworkModel()


def test_refused() -> None:
    over = after(LEDUC, "rf")
    with pytest.raises(ValueError, match="state: expected one in which a player acts"):
        network_inputs(over)
    model = NetworkModel()
    with pytest.raises(ValueError, match="state: expected one in which a player acts"):
        model.probabilities(over)
    with pytest.raises(ValueError, match="position: expected 0 to 1, got 2"):
        model.learn(over, 2)
    with pytest.raises(ValueError, match="hidden: expected a whole number from 1"):
        NetworkModel(hidden=0)
    with pytest.raises(ValueError, match="penalty: expected a number above 0"):
        NetworkModel(penalty=0)
    assert tuple(NetworkModel(prior=DecisionTriple(1, 1, 2)).probabilities(after(LEDUC, "r"))) == (
        0.25,
        0.25,
        0.5,
    )
