"""Action models agree with examples by hand and with the truth, and ignore what they may not see."""

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.matches import play_hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import (
    ActionModel,
    BettingModel,
    ClassifierModel,
    ContextCounts,
    KnownPlayer,
    LikenessModel,
    Showdowns,
    action_loss,
    likeness_weights,
)
from pokerdata.players.search import DecisionTriple, fixed, likely_hands, of_strategy
from pokerdata.solving import public as solvers

LEDUC = table_rules("leduc")
HOLDEM = table_rules("limit-holdem")
MODELS = [ContextCounts, LikenessModel, ClassifierModel]


def played(game, history, holes=("", ""), board=""):
    state = State(game, hole_cards=list(holes), board=board)
    for action in history.replace("/", ""):
        state = state.apply_unseen(action)
    return state


def test_the_published_weights() -> None:
    assert likeness_weights([5, 20, 75], 0.95) == pytest.approx([0.226, 0.496, 0.271], abs=5e-4)
    assert sum(likeness_weights([5, 20, 75], 0.95)) == pytest.approx(1 - 0.95**100)
    assert likeness_weights([0, 3], 0.5) == [0, 0.875]


def test_levels_of_likeness_by_hand() -> None:
    model = LikenessModel(LEDUC, base=0.5, fade=0.5, prior=DecisionTriple(1, 1, 2))
    none = model.probabilities(played(LEDUC, "r"))
    assert tuple(none) == (0.25, 0.25, 0.5)
    assert tuple(model.probabilities(played(LEDUC, ""))) == pytest.approx((0, 1 / 3, 2 / 3))
    # Position 1 faces a bet twice: it folds, then calls; by then the fold has decayed to a half.
    model.learn(played(LEDUC, "rf"), 1)
    model.learn(played(LEDUC, "rc/"), 1)
    seen = np.array([1 / 3, 2 / 3, 0])
    prior = np.array([1, 1, 2]) / 4
    # All four levels have both observations here, so each takes three quarters of the remaining weight.
    assert tuple(model.probabilities(played(LEDUC, "r"))) == pytest.approx(
        (1 - 0.25**4) * seen + 0.25**4 * prior
    )
    # After a check and a bet the other player acts. The two coarser levels use the same street and bets to
    # call, and its own check makes no difference to them.
    told = tuple(model.probabilities(played(LEDUC, "cr")))
    assert told == pytest.approx((1 - 0.25**2) * seen + 0.25**2 * prior)
    # Checks and the second street are still unknown.
    assert tuple(model.probabilities(played(LEDUC, ""))) == pytest.approx((0, 1 / 3, 2 / 3))
    assert tuple(model.probabilities(played(LEDUC, "rc/r", board="Kh"))) == (0.25, 0.25, 0.5)


def test_contexts_by_hand() -> None:
    model = ContextCounts(LEDUC, contexts=("bets", "street"), weight=2, fade=1, prior=DecisionTriple(1, 1, 2))
    for history in ("rf", "rc/rc", "rrc/"):
        model.learn(played(LEDUC, history), 1)
    # With one bet to call and a raise allowed: fold, call and call, raise in all; fold, call, raise on the
    # first street.
    every = (np.array([1, 2, 1]) + 2 * np.array([0.25, 0.25, 0.5])) / 6
    assert tuple(model.probabilities(played(LEDUC, "r"))) == pytest.approx(
        (np.array([1, 1, 1]) + 2 * every) / 5
    )
    # The last raise cannot be raised, so the other counts say nothing there.
    assert tuple(model.probabilities(played(LEDUC, "rr"))) == (0.5, 0.5, 0)
    model.reset()
    assert tuple(model.probabilities(played(LEDUC, "r"))) == (0.25, 0.25, 0.5)


@pytest.mark.parametrize("make", MODELS)
@pytest.mark.parametrize("game", [LEDUC, HOLDEM], ids=["leduc", "holdem"])
def test_shares_are_those_of_what_is_allowed(make: Callable[..., BettingModel], game) -> None:
    model = make(game)
    for hand in play_hands(["always-raise", "random"], game, deals=12, seed=2):
        model.learn(hand.state.seen_by(None), hand.players.index(1))
    tree, shares = model.tree, model.shares()
    decisions = tree.player >= 0
    assert shares[decisions].sum(1) == pytest.approx(1)
    assert (shares >= 0).all()
    assert not shares[~tree.legal].any()
    assert isinstance(model, ActionModel)
    with pytest.raises(ValueError, match="read-only"):
        shares[0] = 1


@pytest.mark.parametrize("make", MODELS)
def test_who_does_the_same_always_is_learned(make: Callable[..., BettingModel]) -> None:
    """A player that changes is learned again."""
    model = ClassifierModel(LEDUC, memory=150) if make is ClassifierModel else make(LEDUC, fade=0.95)
    for player, kind in (("always-call", 1), ("always-raise", 2)):
        for hand in play_hands([player, "random"], LEDUC, deals=200, seed=3):
            model.learn(hand.state.seen_by(None), hand.players.index(0))
        assert tuple(model.probabilities(played(LEDUC, "r")))[kind] > 0.9
        assert tuple(model.probabilities(played(LEDUC, "rc/", board="Kh")))[kind] > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("make", MODELS)
def test_models_learn_the_truth(make: Callable[..., BettingModel]) -> None:
    """For a weak strategy, no model predicts better than the truth, and each predicts better than the mean action rates."""
    weak = solvers.solve("leduc", iterations=2)
    seats: list[Agent | str] = [Agent.of(weak, name="weak"), "random"]
    hands = [(h.state.seen_by(None), h.players.index(0)) for h in play_hands(seats, LEDUC, deals=300, seed=4)]
    true = action_loss(KnownPlayer(of_strategy(weak)), hands)
    found = action_loss(make(LEDUC), hands)
    mean = action_loss(ContextCounts(LEDUC, contexts=("all",)), hands)
    assert len(true.losses) == len(found.losses) > 900
    late = [one.mean(300).mean for one in (true, found, mean)]
    assert late == sorted(late)
    assert late[1] - late[0] < 0.5 * (late[2] - late[0])
    again = action_loss(make(LEDUC), hands)
    assert (found.losses == again.losses).all()


def test_a_classifier_of_ones_own() -> None:
    class Even:
        def fit(self, rows: np.ndarray, kinds: np.ndarray, sample_weight: np.ndarray) -> None:
            assert sample_weight.tolist() == [15, 15]
            self.classes_ = np.unique(kinds)

        def predict_proba(self, rows: np.ndarray) -> np.ndarray:
            return np.full((len(rows), len(self.classes_)), 1 / len(self.classes_))

    model = ClassifierModel(LEDUC, make=Even, weight=1e-9)
    for _ in range(15):
        model.learn(played(LEDUC, "rf"), 1)
        model.learn(played(LEDUC, "rc/"), 1)
    assert tuple(model.probabilities(played(LEDUC, "r"))) == pytest.approx((0.5, 0.5, 0), abs=1e-9)


def test_without_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with pytest.raises(ModuleNotFoundError, match=r"a classifier: .*pip install 'pokerdata\[learn\]'"):
        ClassifierModel(LEDUC)


def test_showdowns_by_hand() -> None:
    shown = Showdowns(LEDUC, base=0.5, fade=0.5)
    even = np.full(10, 0.1)
    node = shown.tree.at("rc/cc")
    assert shown.histograms(1)[node] == pytest.approx(even)
    # The player shows the pair of kings, which beats everything: the last cell. Then it shows a jack that
    # only ties the other jack.
    shown.learn(played(LEDUC, "rc/cc", ("Jh", "Ks"), "Kh"), 1)
    shown.learn(played(LEDUC, "rc/cc", ("Qh", "Js"), "Kh"), 1)
    cells = np.zeros(10)
    cells[9], cells[1] = 1 / 3, 2 / 3
    assert shown.histograms(1)[node] == pytest.approx((1 - 0.25**4) * cells + 0.25**4 * even)
    # In the other position betting and own raises differ: only the showdown is shared.
    assert shown.histograms(0)[node] == pytest.approx(0.75 * cells + 0.25 * even)
    before = shown.histograms(1).copy()
    shown.learn(played(LEDUC, "rf", ("Qh", "Js")), 1)  # nothing is shown
    shown.learn(played(LEDUC, "rc/cc", ("Qh", ""), "Kh"), 1)
    assert (shown.histograms(1) == before).all()
    shown.reset()
    assert shown.histograms(1)[node] == pytest.approx(even)
    with pytest.raises(ValueError, match="expected a betting that leads to one"):
        shown.see("rf", 1, 0.5)


def test_the_truth_is_bayes_rule() -> None:
    weak = solvers.solve("leduc", iterations=2)
    model = of_strategy(weak)
    known = KnownPlayer(model)
    state = played(LEDUC, "rc/", ("", "Kh"), "Qh").apply("r")
    back = state.apply("r")
    weights = likely_hands(back, 0, model)
    shares = np.zeros(3)
    for card in np.flatnonzero(weights):
        found = model.core.shares(back.betting, back.history, [int(card)], list(back.board), [])
        shares += weights[card] * np.array([found["f"], found["c"], 0])
    told = known.probabilities(back)
    assert tuple(told) == pytest.approx(tuple(shares / weights.sum()))
    with pytest.raises(ValueError, match="got one that never does"):
        KnownPlayer(fixed(0, 1, 0)).probabilities(back)
    end = played(LEDUC, "cc/cc", ("Jh", "Kh"), "Qh")
    for holes in (("Jh", "Kh"), ("", "")):
        with pytest.raises(ValueError, match="expected one with the hole cards of one player"):
            known.showdown(end.with_cards(holes))


def test_losses_by_hand() -> None:
    hands = [(played(LEDUC, "rf"), 1), (played(LEDUC, "rc/cc", board="Kh"), 1)]
    found = action_loss(KnownPlayer(fixed(0.5, 0.25, 0.25)), hands)
    expected = [-math.log(0.5), -math.log(0.25), -math.log(0.5)]
    assert found.losses == pytest.approx(expected)
    assert found.hand.tolist() == [0, 1, 1]
    assert found.mean().mean == pytest.approx(np.mean(expected))
    # Two hands with sums that differ from their share of the mean by d and -d.
    gap = expected[0] - np.mean(expected)
    assert found.mean().standard_error == pytest.approx(math.sqrt(2 * 2 * gap**2) / 3)
    assert found.mean(1).mean == pytest.approx(np.mean(expected[1:]))
    with pytest.raises(ValueError, match="hands: expected some"):
        found.mean(5)


def test_a_model_does_not_see_the_cards_of_whom_it_foretells() -> None:
    seen = []

    class Spy:
        def probabilities(self, state: State) -> DecisionTriple:
            seen.append(state.hole_cards)
            return DecisionTriple(1, 1, 1)

        def learn(self, state: State, position: int) -> None: ...

        def reset(self) -> None: ...

    action_loss(Spy(), [(played(LEDUC, "rc/cc", ("Jh", "Ks"), "Kh"), 1)])
    assert {holes[1] for holes in seen} == {()}
    assert {holes[0] for holes in seen} == {(37,)} or len({holes[0] for holes in seen}) == 1


def test_refused() -> None:
    bad: tuple[Any, ...] = (0, 1.5, math.nan, True, "x")
    for fade in bad:
        with pytest.raises(ValueError, match="fade: expected a number above 0, at most 1"):
            LikenessModel(LEDUC, fade=fade)
    for base in (0, 1, math.inf):
        with pytest.raises(ValueError, match="base: expected a number between 0 and 1"):
            Showdowns(LEDUC, base=base)
    with pytest.raises(ValueError, match="weight: expected a number above 0"):
        ContextCounts(LEDUC, weight=0)
    with pytest.raises(ValueError, match="context: expected one of all, bets"):
        ContextCounts(LEDUC, contexts=("nonsense",))
    with pytest.raises(ValueError, match="memory: expected a whole number"):
        ClassifierModel(LEDUC, memory=0)
    with pytest.raises(ValueError, match="expected one with limits for two players"):
        LikenessModel(table_rules("nolimit-holdem"))
    model = LikenessModel(LEDUC)
    with pytest.raises(ValueError, match="position: expected 0 or 1"):
        model.learn(played(LEDUC, "rf"), 2)
    with pytest.raises(ValueError, match="history: expected a betting of Leduc"):
        model.learn(played(HOLDEM, "rrrc/"), 0)
    with pytest.raises(ValueError, match="expected one in which a player acts"):
        model.probabilities(played(LEDUC, "rf"))
