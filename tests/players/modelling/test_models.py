"""Models from hands: counts by hand, no bias, convergence to the best response, trust, and errors."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.recipes import WEAK, linked, runner_of
from pokerdata import games
from pokerdata.abstraction import card_states
from pokerdata.games.strategies import Strategy, load_strategy, simple_strategy
from pokerdata.matches import Hand, hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import ObservedModel, model_of
from pokerdata.solving import public as solvers
from pokerdata.solving.public import restricted_response


def hand(one: str, two: str, history: str, board: str = "", names: tuple[str, str] = ("A", "B")) -> Hand:
    return Hand(names, (one, two), board, history, 0)


def test_counts_by_hand() -> None:
    game = games.kuhn()
    seen = [
        hand("K", "Q", "rf"),
        hand("K", "J", "rf"),
        hand("K", "Q", "crc"),
        hand("J", "Q", "cc"),
        hand("Q", "K", "rc", names=("B", "A")),
    ]
    found = model_of(seen, game, player="A")
    rows = {game.tree.history(n): game.tree.rows(n) for n in game.tree.decision_nodes(0).tolist()}
    assert list(game.state_names[0]) == ["J", "Q", "K"]
    first = found.strategy[0][rows[""]]
    assert first[:, 2] == pytest.approx([1 / 3, 2 / 3])  # the king: checked once, bet twice
    assert first[:, 0].tolist() == [1, 0]
    assert first[:, 1].tolist() == [1, 0]  # never seen as player 1 with a queen: assume calls and checks
    assert found.strategy[0][rows["cr"], 2].tolist() == [0, 1]  # folds, calls
    assert found.strategy[0][rows["r"], 2].tolist() == [0, 1]  # as player 2 in the last hand
    nodes = game.tree.decision_nodes(0).tolist()
    numbers = {game.tree.history(n): found.observations[0][k].tolist() for k, n in enumerate(nodes)}
    assert numbers == {"": [1, 0, 3], "c": [0, 0, 0], "cr": [0, 0, 1], "r": [0, 0, 1]}
    assert (found.hands, found.actions, found.seen_sets) == (5, 6, 4)
    both = model_of(seen, game)
    assert both.actions == 11
    even = model_of(seen, game, player="A", default="uniform")
    assert even.strategy[0][rows["c"]].tolist() == [[0.5] * 3] * 2
    assert even.strategy[0][rows[""], 2] == pytest.approx([1 / 3, 2 / 3])


def test_suits_boards_and_sizes() -> None:
    """On real cards states are hands up to suits, and no-limit actions are those of the tree."""
    game = games.leduc()
    found = model_of([hand("Q", "J", "crc/rc", "Q")], game, player="A")
    names = list(game.state_names[1])
    node = next(n for n in game.tree.decision_nodes(1).tolist() if game.tree.history(n) == "crc/")
    at = game.tree.decision_nodes(1).tolist().index(node)
    assert found.observations[1][at].tolist() == [int(name == "Q on Q") for name in names]
    build = games.load_game("leduc-nolimit").build
    assert build is not None
    deep = model_of([hand("Q", "J", "cr300c/cr900c", "K")], build())
    assert deep.actions == 6


def weak_and_prober(game: games.SolvableGame) -> tuple[solvers.Result, Agent, Agent]:
    weak = solvers.solve(game, iterations=2)
    evenly = Strategy(
        game.rules,
        game.parts()[0],
        None,
        tuple(street.astype(np.float64) for street in simple_strategy(game, "uniform")),
        game.state_names,
    )
    return weak, Agent.of(weak, name="weak"), Agent.of(evenly, name="prober")


def standardised(model: ObservedModel, true: Any) -> Any:
    """Return how many standard errors the action frequencies deviate from the truth, where enough was seen."""
    found = []
    for r, played in enumerate(true):
        number = np.repeat(model.observations[r], np.diff(model.game.tree.first_rows(r)), axis=0)
        enough = (number > 30) & (played > 0.02) & (played < 0.98)
        error = np.sqrt(played * (1 - played) / np.maximum(number, 1))
        found.append(((model.strategy[r] - played)[enough] / error[enough]).ravel())
    return np.concatenate(found)


@pytest.fixture(scope="module")
def learned() -> list[tuple[int, ObservedModel]]:
    game = games.leduc()
    _, weak, prober = weak_and_prober(game)
    met = hands(weak, prober, deals=100_000, seed=3)
    kept = list(islice(met, 200_000))
    return [(n, model_of(kept[:n], game, player="weak")) for n in (100, 2_000, 200_000)]


def win(response: solvers.Response, true: Any) -> float:
    game = response.game
    first = solvers.against(game, response.strategy, true).expected_value
    return (first - solvers.against(game, true, response.strategy).expected_value) / 2


def test_models_are_not_biased(learned: list[tuple[int, ObservedModel]]) -> None:
    game = games.leduc()
    weak, _, _ = weak_and_prober(game)
    z = standardised(learned[-1][1], weak.strategy)
    assert len(z) > 300
    assert 0.8 < z.std() < 1.2
    assert np.abs(z).max() < 4.5
    assert [model.seen_sets for _, model in learned] == sorted(model.seen_sets for _, model in learned)


def test_frequentist_best_responses_converge(learned: list[tuple[int, ObservedModel]]) -> None:
    weak, _, _ = weak_and_prober(games.leduc())
    best = sum(solvers.evaluate(games.leduc(), weak.strategy).best_response) / 2
    wins = [win(restricted_response("leduc", model, 1.0), weak.strategy) for _, model in learned]
    assert wins[0] < wins[1] < wins[2] <= best + 1e-9
    assert wins[0] < 0.8 * best
    assert wins[2] > 0.97 * best


def test_data_biased_responses_risk_little_where_little_is_known(
    learned: list[tuple[int, ObservedModel]],
) -> None:
    weak, _, _ = weak_and_prober(games.leduc())
    risks = []
    for _, model in learned:
        plain, biased = (restricted_response("leduc", model, p) for p in (1.0, model.trust(0.9)))
        assert biased.values.exploitability < plain.values.exploitability
        risks.append(biased.values.exploitability)
    assert risks[0] < 0.15 * risks[-1]
    assert win(biased, weak.strategy) > 0.95 * win(plain, weak.strategy)


def test_trust() -> None:
    game = games.kuhn()
    numbers = np.array([[0, 1, 5], [10, 11, 400], [0, 0, 0], [2, 3, 4]])
    model = ObservedModel(game, (np.full((8, 3), 0.5),), (numbers,), 1)
    assert model.trust(0.8)[0] == pytest.approx(0.8 * np.minimum(1, numbers / 10))
    assert model.trust(0.8, full=4)[0][0] == pytest.approx([0, 0.2, 0.8])
    assert model.trust(0.8, half=5)[0] == pytest.approx(0.8 * numbers / (5 + numbers))
    for keys, message in (
        ({"most": 1.1}, "trust: expected a number from 0 to 1, got 1.1"),
        ({"most": 1, "full": 0}, "full: expected a number of observations above 0, got 0"),
        ({"most": 1, "half": float("nan")}, "half: expected a number of observations above 0, got nan"),
    ):
        with pytest.raises(ValueError, match=message):
            model.trust(**keys)


HOLDEM = WEAK.format(game="limit-holdem", iterations=3)


@pytest.mark.slow
def test_bucketed_holdem(tables: Path, tmp_path: Path) -> None:
    folder = linked(tmp_path / "tables", tables)
    runner_of(HOLDEM, folder).run()
    weak = load_strategy(folder / "weak_strategy.h5")
    game, states = weak.game(), card_states("two_buckets", folder)
    agent = Agent.load(folder / "weak_strategy.h5")
    met = list(hands(agent, "always-raise", deals=20_000, seed=1))
    model = model_of(met, game, player=agent.name, states=states)
    z = standardised(model, weak.strategy)
    assert len(z) > 100
    assert 0.8 < z.std() < 1.2
    assert np.abs(z).max() < 4.5
    response = restricted_response(game, model, model.trust(0.9), iterations=40, dtype="float32")
    most = sum(solvers.evaluate(game, weak.strategy).best_response) / 2
    assert 0.3 * most < win(response, weak.strategy) <= most
    with pytest.raises(ValueError, match=r"states: expected those of the card abstraction .*, got none"):
        model_of(met, game)


def test_what_is_refused() -> None:
    game = games.leduc()

    def refused(message: str, *seen: Hand, **how: Any) -> None:
        with pytest.raises(ValueError, match=message):
            model_of(seen, game, **how)

    fine = hand("K", "Q", "rf")
    refused("player: expected one of A, B, got 'C'", fine, player="C")
    many = [hand("K", "Q", "rf", names=(f"A{n}", f"B{n}")) for n in range(1000)]
    refused(r"^player: expected one of A.{,300}$", *many, player="C")
    refused("player: expected one of those in the hands, of which there are none, got 'A'", player="A")
    refused(
        "default: expected one of uniform, call, fold, raise, probe, got 'random'", fine, default="random"
    )
    refused("history: expected one of c, r after '', .* got f in 'f'", hand("K", "Q", "f"))
    refused("history: expected the end of the hand before c in 'rfc'", hand("K", "Q", "rfc"))
    refused("history: expected one of .* got r300", hand("K", "Q", "r300c/cc", "J"))
    refused("card: expected one of", hand("A", "Q", "rf"))
    refused("cards: expected 1 in the hand and 1 on the board", hand("K", "Q", "rc/cc"))


def test_hands_are_read_once() -> None:
    """Any iterator works, however long."""

    def some() -> Iterator[Hand]:
        yield from hands("always-raise", "always-call", game="leduc", deals=100)

    found = model_of(some(), games.leduc(), player="always-call")
    assert found.hands == 200
    assert found.actions > 200
