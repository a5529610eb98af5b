"""Weight tables of Loki and Poki: published examples, contexts, frequencies, and the use of weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from pokerdata import Range, Situation
from pokerdata.cards import COMBINATIONS, combination_index, combinations_with, parse_cards
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.preflop import income_rates
from pokerdata.cards.strength import hs, ppot
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules
from pokerdata.players.modelling import (
    ActionFrequencies,
    Context,
    LokiWeights,
    PokiWeights,
    UniformRange,
    range_of,
)
from pokerdata.players.modelling.bayes_ranges import (
    LEAST,
    board_strength,
    income_of_hands,
    slope,
    threshold,
)
from pokerdata.players.modelling.counting import GENERIC, Follower

LIMIT = table_rules("limit-holdem")
THREE = table_rules("limit-holdem-3p")
ALL = np.ones(1326)


def place(hand: str) -> int:
    return int(combination_index(parse_cards(hand)))


def played(
    actions: Sequence[str], game: TableRules = LIMIT, board: str = "3h4cJh9s2d", holes: Sequence[str] = ()
) -> State:
    state = State(game, hole_cards=holes, board=board)
    for action in actions:
        state = state.apply(action)
    return state


def test_the_published_example_on_a_flop() -> None:
    """Poker Challenge 2008, paper 9: 3h4cJh after a bet, mu .6, sigma .2; EHS and the earlier weights are given."""
    ehs, before = np.array([0.99, 0.94, 0.74, 0.22]), np.array([0.01, 1.0, 0.70, 0.90])
    factor = slope(ehs, 0.6, 0.2)
    assert factor == pytest.approx([1, 1, 0.85, 0.01])
    assert (before * factor).round(2).tolist() == [0.01, 1.0, 0.6, 0.01]


def test_the_published_example_of_income_rates() -> None:
    """mu 200, sigma 100 does not give a mean weight of 30 %: 200 bounds the best quarter, and the mean is .264."""
    rates = income_of_hands(10)
    assert slope(rates, 200, 100).mean() == pytest.approx(0.264, abs=0.004)
    assert np.mean(rates > 200) == pytest.approx(0.25, abs=0.015)
    assert slope(rates, threshold(rates, ALL, 0.3, 100), 100).mean() == pytest.approx(0.3, abs=1e-9)
    assert slope(655, 200, 100) == 1  # QTs, for which the example states .90
    assert income_rates(10, 100_000, threads=1).standard_errors.max() < 20


@pytest.mark.slow
def test_the_mean_weight_by_more_deals() -> None:
    rates = income_rates(10, 3_000_000, seed=2).rates[CLASS_OF_COMBINATION]
    assert slope(rates, 200, 100).mean() == pytest.approx(0.264, abs=0.001)


def test_thresholds_at_the_ends() -> None:
    strength, weights = np.linspace(0, 1, 11), np.arange(11.0)
    assert slope(strength, threshold(strength, weights, 1.0, 0.2), 0.2).tolist() == [1.0] * 11
    assert slope(strength, threshold(strength, weights, 0.0, 0.2), 0.2) == pytest.approx([LEAST] * 11)
    for share in (0.05, 0.4, 0.9):
        mu = threshold(strength, weights, share, 0.2)
        assert slope(strength, mu, 0.2) @ weights / weights.sum() == pytest.approx(share)


@pytest.mark.parametrize("board", ["3h4cJh", "3h4cJh9s", "3h4cJh9s2d", "AsKsQsJsTs"])
def test_strength_of_all_hands_is_that_of_each(board: str) -> None:
    cards = parse_cards(board)
    found = board_strength(tuple(cards.tolist()))
    free = np.flatnonzero(~combinations_with(cards))
    assert not found[combinations_with(cards)].any()
    for combination in free[:: 97 if len(cards) < 5 else 11]:
        hole = COMBINATIONS[combination]
        now = float(hs(hole, cards))
        potential = float(ppot(hole, cards, cards=1)) if len(cards) < 5 else 0.0
        assert found[combination] == pytest.approx(now + (1 - now) * potential, abs=1e-12)


def contexts(actions: str, position: int, game: TableRules = LIMIT) -> list[Context]:
    now = State(game)
    follower = Follower(now, position)
    found: list[Context] = []
    for action in actions:
        if now.betting.player == position:
            found.append(follower.context(now))
        follower.see(now, action)
        now = now.apply_unseen(action)
    return found


def test_contexts() -> None:
    # With two players the small blind, position 1, acts first: half a bet counts as one to call. The big
    # blind may check.
    assert contexts("cc", 1) == [(0, 1, "", 0)]
    assert contexts("cc", 0) == [(0, 0, "", 0)]
    # Raised and re-raised: one bet to call, for a player that called the first one.
    assert contexts("rrc", 1) == [(0, 1, "", 0), (0, 1, "r", 1)]
    assert contexts("cccrrrc", 0) == [(0, 0, "", 0), (1, 0, "c", 0), (1, 1, "c", 0), (1, 1, "r", 1)]
    assert contexts("cccrc", 0)[-1] == (1, 1, "c", 0)
    # With three players the button faces the blind; the small blind faces two raises, which count as two or
    # more.
    assert contexts("rr", 2, THREE) == [(0, 1, "", 0)]
    assert contexts("rrr", 1, THREE) == [(0, 2, "", 0)]
    assert contexts("rcr", 1, THREE) == [(0, 1, "", 0)]


def test_frequencies_back_off() -> None:
    seen = ActionFrequencies(deep=True, weight=10)
    first = Context(1, 0)
    assert seen.triple(first) == pytest.approx(GENERIC[0])
    after_raise = Context(1, 0, "r", 1)
    for _ in range(10):
        seen.see(after_raise, "r")
    coarse = np.array([0, 6.5, 3.5 + 10]) / 20
    assert seen.triple(first) == pytest.approx(coarse)
    assert seen.triple(after_raise) == pytest.approx((10 * coarse + [0, 0, 10]) / 20)
    assert seen.triple(Context(1, 0, "c", 0)) == pytest.approx(coarse)
    assert seen.triple(Context(2, 0)) == pytest.approx(GENERIC[0])
    plain = ActionFrequencies(weight=10)
    plain.see(after_raise, "r300")
    assert set(plain.seen) == {first}


def test_frequencies_of_hands() -> None:
    """Decisions without a legal raise are not counted: a call there says nothing about raising."""
    seen = ActionFrequencies()
    # Streets: r by 1, r by 0, r by 1, c | r by 0, c by 1 | r, c | c by 0, r by 1, f
    seen.learn(played("rrrcrcrccrf"), 1)
    assert seen.seen == {
        Context(0, 1): [0, 0, 2],
        Context(1, 1): [0, 1, 0],
        Context(2, 1): [0, 1, 0],
        Context(3, 0): [0, 0, 1],
    }
    capped = ActionFrequencies()
    capped.learn(played("rrrc"), 0)
    assert capped.seen == {Context(0, 1): [0, 0, 1]}  # its call of the third raise is not counted


@pytest.mark.parametrize("kind", [LokiWeights, PokiWeights])
def test_the_mean_weight_is_the_frequency(kind: type[LokiWeights]) -> None:
    model = kind()
    state = State(LIMIT)
    model.start(state, 1)
    model.observe(state, "r")
    assert model.weights().mean() == pytest.approx(GENERIC[1][2], abs=1e-9)
    # On the flop: the share of its remaining hands that bet.
    state = played("rc").with_cards((), "3h4cJh")
    before = model.weights(state)
    model.observe(state.apply("c"), "r")
    after = model.weights(state)
    assert after.sum() / before.sum() == pytest.approx(GENERIC[0][2], abs=1e-9)
    best = np.argsort(board_strength(state.board))
    assert (after / np.maximum(before, 1e-9))[best[-20:]] == pytest.approx(1)
    assert after.max() <= 1
    assert after[~combinations_with(parse_cards("3h4cJh"))].min() > 0


def factors(kind: type[LokiWeights], actions: str, position: int = 0) -> NDArray[np.float64]:
    """Return the factors of the weights from the last action, after a raise and a call before the flop."""
    model, now = kind(), State(LIMIT, board="3h4cJh")
    model.start(now, position)
    for action in f"rc{actions}":
        before = model.weights(now)
        model.observe(now, action)
        now = now.apply(action)
    free = ~combinations_with(parse_cards("3h4cJh"))
    found = np.full(1326, np.nan)
    found[free] = model.weights()[free] / before[free]
    return found


def test_what_checks_and_calls_tell() -> None:
    """Loki's calling hands are all that do not fold; Poki's lie between fold and raise."""
    strength = board_strength(tuple(parse_cards("3h4cJh").tolist()))
    order = np.argsort(np.where(strength > 0, strength, np.inf))
    worst, best = order[:30], np.argsort(strength)[-30:]
    free = strength > 0
    assert (factors(LokiWeights, "c")[free] == 1).all()  # a check tells Loki nothing
    assert factors(PokiWeights, "c")[best] == pytest.approx(LEAST)  # these hands would have bet
    assert (factors(PokiWeights, "c")[worst] > 0.9).all()
    assert factors(LokiWeights, "crc")[best] == pytest.approx(1)
    assert factors(LokiWeights, "crc")[worst] == pytest.approx(LEAST)
    assert factors(PokiWeights, "crc")[best] == pytest.approx(LEAST)
    assert (factors(PokiWeights, "crc")[worst] < 0.2).all()
    assert np.nanmax(factors(PokiWeights, "crc")) > 0.5


@pytest.mark.parametrize("kind", [LokiWeights, PokiWeights, UniformRange])
def test_hole_cards_are_not_looked_at(kind: type[LokiWeights]) -> None:
    """They only remove others' hands when a range is requested."""
    actions, holes = "crcrcrrccrc", ["AhKh", "QdQs"]
    model, blind = kind(), kind()
    now = State(LIMIT, hole_cards=holes, board="3h4cJh9s2d")
    hidden = State(LIMIT, board="3h4cJh9s2d")
    model.start(now, 1)
    blind.start(hidden, 1)
    for action in actions:
        model.observe(now, action)
        blind.observe(hidden, action)
        now, hidden = now.apply(action), hidden.apply(action)
    assert np.array_equal(model.weights(), blind.weights())
    seen = model.weights(now)
    assert np.array_equal(range_of(kind(), now, 1), seen)
    taken = combinations_with(parse_cards("3h4cJh9s2dAhKh"))
    assert not seen[taken].any()
    assert np.array_equal(seen[~taken], blind.weights()[~taken])


def test_situations_take_them() -> None:
    state = played("rccr", holes=["AhJs", ""]).seen_by(0)
    found = Situation.of(state, opponents=[range_of(PokiWeights(), state, 1)])
    anybody = Situation.of(state)
    assert float(found["ihr"].value) < float(anybody["ihr"].value)


def test_learning_changes_what_a_raise_tells() -> None:
    tight, loose = LokiWeights(), LokiWeights()
    for _ in range(200):
        tight.learn(played("cccc"), 1)
        loose.learn(played("rccc"), 1)
    state = State(LIMIT)
    held = {}
    for name, model in (("tight", tight), ("loose", loose)):
        model.start(state, 1)
        model.observe(state, "r")
        held[name] = Range.from_weights(model.weights()).class_weights()
        assert model.weights().mean() == pytest.approx(
            max(LEAST, model.frequencies.triple(Context(0, 1))[2]), abs=1e-9
        )
    assert held["tight"].sum() < 0.2 * held["loose"].sum()


def test_larger_tables_and_no_limit() -> None:
    for game, actions in (
        ("limit-holdem-3p", "rcc"),
        ("nolimit-holdem-6p", ["r300", "f", "r900", "f", "f", "f"]),
    ):
        definition = table_rules(game)
        for position in range(definition.players):
            weights = range_of(PokiWeights(), played(actions, definition), position)
            assert weights.shape == (1326,)
            assert weights.max() > 0


def test_what_is_refused() -> None:
    def refused(message: str, make: Callable[[], object]) -> None:
        with pytest.raises(ValueError, match=message):
            make()

    refused("sigma: expected a number above 0, got 0", lambda: LokiWeights(sigma=0))
    refused(
        "sigma_income: expected a number above 0, got nan", lambda: LokiWeights(sigma_income=float("nan"))
    )
    refused("least: expected a number above 0, at most 1, got 0", lambda: PokiWeights(least=0))
    refused("weight: expected a number above 0, got -1", lambda: ActionFrequencies(weight=-1))
    refused("model: expected start", LokiWeights().weights)
    refused("model: expected start", lambda: LokiWeights().observe(State(LIMIT), "c"))
    refused(
        "game: expected one of Texas hold'em", lambda: LokiWeights().start(State(table_rules("leduc")), 0)
    )
    refused("position: expected 0 to 1, got 2", lambda: PokiWeights().start(State(LIMIT), 2))
    refused("position: expected 0 to 1, got -1", lambda: UniformRange().start(State(LIMIT), -1))
