"""Bayesian ranges agree with posteriors over all deals, and scores with their expectations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.recipes import WEAK, linked, runner_of
from pokerdata import Range, games
from pokerdata.cards import COMBINATIONS, combination_index, format_cards, parse_cards
from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.games.strategies.strategy_file import steps
from pokerdata.matches import hands, play_hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import (
    CountedRange,
    LogScores,
    RangeModel,
    StrategyRange,
    UniformRange,
    model_of,
    range_of,
    score_ranges,
)
from pokerdata.players.modelling.bayes_ranges import smoothed
from pokerdata.players.modelling.range_models import follow
from pokerdata.players.modelling.scoring import UNIFORM
from pokerdata.solving import public as solvers
from pokerdata.spots.resolving.blueprint import Blueprint

LEDUC = games.leduc()
DEFINITION = table_rules("leduc")


@lru_cache(maxsize=1)
def weak() -> Agent:
    return Agent.of(solvers.solve(LEDUC, iterations=3), name="weak")


def text(card: int) -> str:
    return str(format_cards(np.array([card], dtype=np.uint8)))


@cache
def node_of(history: str) -> int:
    nodes = [n for r in (0, 1) for n in LEDUC.tree.decision_nodes(r).tolist()]
    return int(next(n for n in nodes if LEDUC.tree.history(n) == history))


def probability(rows: Any, history: str, action: str, card: int, board: int) -> float:
    """Return the probability of an action, from the rows of a strategy."""
    tree, node = LEDUC.tree, node_of(history)
    street = int(tree.street[node])
    name = text(card)[0] if street == 0 else f"{text(card)[0]} on {text(board)[0]}"
    state = list(LEDUC.state_names[street]).index(name)
    at = list(steps(tree, node)).index(action)
    return float(rows[street][tree.rows(node).start + at, state])


def endings(state: State, caller: int | None = None) -> Iterator[tuple[tuple[State, str], ...]]:
    """Return all ways through a hand with known cards: the decisions, each before its action.

    Args:
        state: The hand.
        caller: Position that always calls.
    """
    if state.player is None:
        yield ()
        return
    for action in "c" if state.player == caller else state.legal_actions():
        for rest in endings(state.apply(action), caller):
            yield ((state, action), *rest)


def chance(path: tuple[tuple[State, str], ...], position: int, card: int, board: int, rows: Any) -> float:
    """Return the probability that a player takes its actions of a path with a card."""
    found = 1.0
    for state, action in path:
        if state.player == position:
            found *= probability(rows, state.history, action, card, board)
    return found


def some_paths(board: int, other: int, position: int) -> list[tuple[tuple[State, str], ...]]:
    holes = [() if p == position else (other,) for p in (0, 1)]
    return list(endings(State(DEFINITION, hole_cards=holes, board=[board])))


@pytest.mark.parametrize("position", [0, 1])
def test_ranges_are_posteriors_over_all_deals(position: int) -> None:
    """This covers some of the opponent's cards and boards, through every way of betting."""
    rows = weak().strategy.strategy  # type: ignore[union-attr]
    model, met = StrategyRange(weak()), 0
    for other, board in ((38, 42), (43, 42), (46, 39)):
        for path in some_paths(board, other, position):
            end = path[-1][0].apply(path[-1][1])
            left = [card for card in DEFINITION.deck if card not in (other, *end.board)]
            # While the board is face down, each remaining card is possible.
            boards = {card: [b for b in DEFINITION.deck if b not in (other, card)] for card in left}
            wanted = np.zeros(52)
            for card in left:
                wanted[card] = (
                    np.mean([chance(path, position, card, b, rows) for b in boards[card]])
                    if (not end.board)
                    else chance(path, position, card, board, rows)
                )
            if not wanted.sum() > 0:
                continue
            follow(model, end, position)
            found = model.weights(end)
            assert found.shape == (52,)
            assert found / found.sum() == pytest.approx(wanted / wanted.sum(), abs=2e-7)
            met += 1
    assert met > 50


def expectation(model: RangeModel) -> float:
    """Return the expected log-likelihood of a model of `weak` against a player that always calls.

    The expectation is over all deals and ways of betting, up to the two suits of its card.
    """
    rows = weak().strategy.strategy  # type: ignore[union-attr]
    total = points = 0.0
    for position in (0, 1):
        for own, theirs, board in permutations(DEFINITION.deck, 3):
            if own not in DEFINITION.deck[::2]:
                continue
            holes = [(own,), (theirs,)] if position == 0 else [(theirs,), (own,)]
            for path in endings(State(DEFINITION, hole_cards=holes, board=[board]), 1 - position):
                p = chance(path, position, own, board, rows)
                if not p > 0:
                    continue
                model.start(State(DEFINITION), position)
                for state, action in path:
                    model.observe(state, action)
                    if state.player == position and action != "f":
                        seen = state.with_cards([(theirs,) if q != position else () for q in (0, 1)])
                        w = model.weights(seen)
                        total += p * log(w[own] / w.sum())
                        points += p
    return total / points


@lru_cache(maxsize=1)
def prober() -> Agent:
    rows = tuple(street.astype(np.float64) for street in simple_strategy(LEDUC, "uniform"))
    strategy = Strategy(LEDUC.rules, LEDUC.parts()[0], None, rows, LEDUC.state_names)
    return Agent.of(strategy, name="prober")


def counted(deals: int) -> CountedRange:
    met = hands(weak(), prober(), deals=deals, seed=9)
    return CountedRange(model_of(met, LEDUC, player="weak"))


def met(deals: int) -> list[State]:
    """Return hands of `weak` against a player that always calls."""
    played = play_hands([weak(), "always-call"], "leduc", deals=deals, seed=1, names=("weak", "caller"))
    return [hand.state for hand in played]


@lru_cache(maxsize=1)
def scored() -> tuple[LogScores, dict[str, float]]:
    """Return sampled scores with their expectations."""
    models: dict[str, RangeModel] = {"counted": counted(300), "truth": StrategyRange(weak())}
    wanted = {name: expectation(model) for name, model in [*models.items(), (UNIFORM, UniformRange())]}
    return score_ranges(met(2000), "weak", models, learn=False), wanted


@pytest.mark.slow
def test_scores_are_what_they_are_expected_to_be() -> None:
    found, wanted = scored()
    for name in (UNIFORM, "counted", "truth"):
        mean = found.mean(name)
        assert abs(mean.mean - wanted[name]) < 4.5 * mean.standard_error + 1e-12, name
    for name in ("counted", "truth"):
        gain = found.gain(name)
        assert abs(gain.mean - (wanted[name] - wanted[UNIFORM])) < 4.5 * gain.standard_error, name
    assert wanted[UNIFORM] < wanted["counted"] < wanted["truth"]


def test_the_truth_scores_most() -> None:
    """No model has a better exact expectation: neither another strategy nor the same with less information."""
    _, wanted = scored()
    other = Agent.of(solvers.solve(LEDUC, iterations=40), name="other")
    for model in (StrategyRange(other), counted(2000)):
        assert expectation(model) < wanted["truth"]


def test_uniform_is_exact() -> None:
    found, _ = scored()
    assert found.mean(UNIFORM, 0).mean == pytest.approx(-log(5))
    assert found.mean(UNIFORM, 1).mean == pytest.approx(-log(4))
    assert found.names[0] == UNIFORM


def test_counted_frequencies_converge() -> None:
    found = [score_ranges(met(400), "weak", {"counted": counted(n)}, learn=False) for n in (20, 10_000)]
    few, many = (one.gain("counted").mean for one in found)
    truth = score_ranges(met(400), "weak", {"truth": StrategyRange(weak())}).gain("truth").mean
    assert few < many
    assert many == pytest.approx(truth, rel=0.05)


def test_hands_are_learned_as_they_are_counted() -> None:
    """Learning hands one by one or all at once gives the same weights."""
    played = list(hands(weak(), "always-raise", deals=100, seed=2, game="leduc"))
    whole = CountedRange(model_of(played, LEDUC, player="weak"))
    grown = CountedRange(model_of(played[:1], LEDUC, player="weak"))
    for one in played[1:]:
        position = one.players.index("weak")
        holes, board = distinct(one.hole, one.board)
        state = State(DEFINITION, hole_cards=holes, board=board)
        for action in one.history.replace("/", ""):
            state = state.apply(action)
        grown.learn(state, position)
    assert all(map(np.array_equal, grown._counts, whole._counts))
    assert all(map(np.array_equal, grown._rows, whole._rows))
    for state in met(20):
        assert np.array_equal(range_of(grown, state, 0), range_of(whole, state, 0))


def distinct(hole: tuple[str, str], board: str) -> tuple[list[list[int]], list[int]]:
    """Return cards with suits for cards of ranks."""
    free = list(DEFINITION.deck)
    found = []
    for cards in (*hole, board):
        card = next(card for card in free if text(card)[0] == cards[0]) if cards else None
        if card is not None:
            free.remove(card)
        found.append([] if card is None else [card])
    return found[:2], found[2]


def test_smoothed() -> None:
    counts = np.array([[4.0, 0, 0], [0, 2.0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    found = smoothed(counts, np.array([0, 2, 5]), 2.0)
    mean = np.array([(4 + 1) / 8, (2 + 1) / 8])
    assert found[:2, 0] == pytest.approx((np.array([4, 0]) + 2 * mean) / 6)
    assert found[:2, 2] == pytest.approx(mean)
    assert found[2:] == pytest.approx(1 / 3)
    assert np.add.reduceat(found, [0, 2], axis=0) == pytest.approx(1)


def test_an_action_that_is_never_made_tells_nothing() -> None:
    folder = Agent.of(
        _Made(LEDUC, tuple(s.astype(np.float64) for s in simple_strategy(LEDUC, "call"))).strategy,
        name="caller",
    )
    model, state = StrategyRange(folder), State(DEFINITION)
    model.start(state, 0)
    model.observe(state, "r")
    assert set(model.weights()[list(DEFINITION.deck)]) == {1.0}


class _Made:
    """A strategy made of rows."""

    def __init__(self, game: Any, rows: tuple[Any, ...]) -> None:
        self.strategy = Strategy(game.rules, game.parts()[0], None, rows, game.state_names)


def test_queens_and_what_is_better() -> None:
    """Poker Challenge 2008, paper 1: with QQ, hands AK to higher pairs are 4 : 3."""
    state = State(table_rules("limit-holdem"), hole_cards=["QhQs", ""])
    weights = range_of(UniformRange(), state, 1) * Range("AA,KK,AK").weights
    pairs = (COMBINATIONS // 4)[:, 0] == (COMBINATIONS // 4)[:, 1]
    assert weights[~pairs].sum() / weights[pairs].sum() == pytest.approx(4 / 3)


HOLDEM = WEAK.format(game="limit-holdem", iterations=3)


@pytest.mark.slow
def test_bucketed_holdem(tables: Path, tmp_path: Path) -> None:
    """The weights are the initial ranges of re-solving, and products of the agent's probabilities."""
    folder = linked(tmp_path / "tables", tables)
    runner_of(HOLDEM, folder).run()
    agent = Agent.load(folder / "weak_strategy.h5")
    state = State(table_rules("limit-holdem"), board="Td9d6hQcQs")
    for action in "crcrc":
        state = state.apply(action)
    model, blueprint = StrategyRange(agent), Blueprint(folder / "weak_strategy.h5")
    begun = blueprint.ranges("crc/rc/", "Td9d6hQc")
    for position, seat in ((0, 0), (1, 1)):  # the big blind is position 0, and out of position
        found = range_of(model, state.with_cards((), "Td9d6hQc"), position)
        assert found / found.max() == pytest.approx(begun[seat] / begun[seat].max(), abs=1e-6)
    hole = parse_cards("AsKs")
    weight = agent.probabilities(hole, "", "c")["r"] * agent.probabilities(hole, "Td9d6h", "crc/")["r"]
    other = parse_cards("2c3h")
    less = agent.probabilities(other, "", "c")["r"] * agent.probabilities(other, "Td9d6h", "crc/")["r"]
    found = range_of(model, state, 0)
    places = [int(combination_index(cards)) for cards in (hole, other)]
    assert found[places[0]] / found[places[1]] == pytest.approx(weight / less, rel=1e-5)


def test_what_is_refused() -> None:
    def refused(message: str, make: Any) -> None:
        with pytest.raises(ValueError, match=message):
            make()

    refused(
        "agent: expected one with a strategy, got always-call",
        lambda: StrategyRange(Agent.baseline("always-call")),
    )
    refused("model: expected start", lambda: StrategyRange(weak()).weights())
    refused("model: expected start", lambda: StrategyRange(weak()).observe(State(DEFINITION), "c"))
    refused(
        "game: expected that of the strategy, for two and with 6 cards",
        lambda: StrategyRange(weak()).start(State(table_rules("kuhn-3p")), 0),
    )
    refused("position: expected 0 to 1", lambda: StrategyRange(weak()).start(State(DEFINITION), 2))
    one = model_of(hands(weak(), "always-call", deals=1, game="leduc"), LEDUC)
    refused("weight: expected a number above 0, got 0", lambda: CountedRange(one, weight=0))
    bare = State(DEFINITION).apply("r").apply("f")
    refused("hand 0: expected names", lambda: score_ranges([bare], "weak", {}))
    named = bare.with_names(("weak", "B"))
    refused("hand 0: expected the hole cards of all", lambda: score_ranges([named], "weak", {}))
    refused("player: expected one of B, weak, got 'C'", lambda: score_ranges([named], "C", {}))
    long = bare.with_names(("B" * 60_000, "B"))
    refused("^player: expected one of B.{,300}$", lambda: score_ranges([long], "C", {}))
    refused("player: expected one of those in the hands", lambda: score_ranges([], "C", {}))
    refused("models: expected other names", lambda: score_ranges([], "C", {UNIFORM: UniformRange()}))
    found, _ = scored()
    refused("model: expected one of uniform, counted, truth, got 'x'", lambda: found.mean("x"))
    refused("street: expected 0 to 1, got 2", lambda: found.mean("truth", 2))


class Spy(UniformRange):
    """Keeps what a model receives at the end of hands."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[State] = []

    def learn(self, state: State, position: int) -> None:
        self.told.append(state)


def test_models_learn_what_was_shown() -> None:
    spy = Spy()
    played = play_hands([weak(), prober()], "leduc", deals=50, seed=1, names=("weak", "prober"))
    states = [hand.state for hand in played]
    assert {hand.players_left for hand in states} == {1, 2}
    score_ranges(states, "weak", {"spy": spy})
    assert len(spy.told) == len(states)
    for hand, told in zip(states, spy.told, strict=True):
        position = hand.names.index("weak")
        shown = hand.players_left > 1
        assert told.hole_cards[position] == (hand.hole_cards[position] if shown else ())


def test_intervals_and_texts() -> None:
    found, _ = scored()
    sums, numbers = found.sums[2].sum(axis=1), found.points.sum(axis=1)
    kept = numbers > 0
    rng = np.random.default_rng(1)
    drawn = [
        sums[kept][k].sum() / numbers[kept][k].sum()
        for k in (rng.integers(kept.sum(), size=kept.sum()) for _ in range(400))
    ]
    assert found.mean("truth").standard_error == pytest.approx(np.std(drawn), rel=0.15)
    assert found.mean("truth").mean == pytest.approx(sums.sum() / numbers.sum())
    assert found.decision_points() == found.decision_points(0) + found.decision_points(1) == numbers.sum()
    told = found.to_dict()
    assert told["scores"][0]["models"]["truth"]["nats"] == found.mean("truth").mean
    assert [one["street"] for one in told["scores"]] == [None, 1, 2]
    said = str(found)
    assert said.startswith(f"hand held of weak: {found.hands:,} hands")
    assert all(len(line) <= 80 for line in said.splitlines())
    none = LogScores("hand held", "x", (UNIFORM,), np.zeros((1, 2), np.int64), np.zeros((1, 1, 2)))
    assert none.to_dict()["scores"] == []
    assert "0 hands" in str(none)
    ruled_out = LogScores(
        "hand held", "x", (UNIFORM, "m"), np.ones((3, 1), np.int64), np.array([[[-1.0]] * 3, [[-np.inf]] * 3])
    )
    assert "ruled out" in str(ruled_out)
    assert ruled_out.to_dict()["scores"][0]["models"]["m"]["nats"] is None
