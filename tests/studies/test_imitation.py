"""Imitation: its features and scores agree with plain enumeration, and its machines with known cases."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from helpers import explicit_games
from pokerdata import match
from pokerdata.games import CardGame, playable, table_rules
from studies import study_module

pytest.importorskip("sklearn")
features = study_module("imitation", "features")
machines = study_module("imitation", "machines")
experiments = study_module("imitation", "experiment")
dual = study_module("imitation", "dual")


@pytest.fixture(scope="module")
def leduc() -> Any:
    return experiments.Experiment("leduc", "1mb")


def island_deck() -> list[str]:
    return [rank + suit for rank in "TJQKA" for suit in "cdhs"]


def by_hand(hole: str, board: list[str]) -> tuple[float, float, float]:
    """Return hand strength, positive potential and E[HS] in Small Island hold'em, card by card."""

    def points(cards: tuple[str, ...]) -> Any:
        return explicit_games.three_card(cards) if len(cards) == 3 else explicit_games.pairs(cards)

    def edge(one: str, other: str, board: tuple[str, ...]) -> int:
        mine, yours = points((one, *board)), points((other, *board))
        return int(mine > yours) - int(mine < yours)

    left = [card for card in island_deck() if card not in (hole, *board)]
    before, after, table = [], [], {"behind": [0.0, 0.0], "tied": [0.0, 0.0]}
    for other in left:
        now = edge(hole, other, tuple(board))
        before.append((1 + now) / 2)
        for run in permutations([card for card in left if card != other], 2 - len(board)):
            then = edge(hole, other, (*board, *run))
            after.append((1 + then) / 2)
            if now <= 0:
                row = table["tied" if now == 0 else "behind"]
                row[0] += 1
                row[1] += (then > 0) + (then == 0) / 2 if now < 0 else then > 0
    of = table["behind"][0] + table["tied"][0] / 2
    rises = table["behind"][1] + table["tied"][1] / 2
    return float(np.mean(before)), rises / of if of and len(board) < 2 else 0.0, float(np.mean(after))


@pytest.mark.parametrize("street", [0, 1, 2])
def test_numbers_of_cards(street: int) -> None:
    game = playable("small-island")
    assert isinstance(game, CardGame)
    found = features.card_numbers(game, features.strength_of(table_rules("small-island")))[street]
    names = game.state_names[street]
    assert len(found) == len(names)
    for state in range(0, len(names), [1, 7, 97][street]):
        board = names.boards[state].split()
        assert found[state, :3] == pytest.approx(by_hand(names.hands[state], board))
        ranks = [("TJQKA".index(card[0]) + 1) / 5 for card in (names.hands[state], *board)]
        assert found[state, 3:] == pytest.approx([*ranks, *[0.0] * (3 - len(ranks))])


def test_numbers_of_betting(leduc: Any) -> None:
    """After r and c, and a bet of 4 on the second street, player 2 calls 4 into a pot of 10."""
    tree = leduc.game.tree
    histories = [tree.history(node) for node in tree.decision_nodes(1).tolist()]
    row = leduc.features.betting[1][histories.index("rc/r")]
    assert row == pytest.approx(
        [4 / 14, 1, 1, 1, 0, 0, 1, 1]
    )  # own raises on both streets, then the opponent's
    first = leduc.features.betting[0][0]
    assert first == pytest.approx([0, 0, 0, 0, 0, 0, 0, 0])
    assert leduc.features.three.betting[1].shape[1] == 1


def test_the_agent_has_the_least_loss(leduc: Any) -> None:
    best = leduc.score(leduc.played)
    assert best.won == pytest.approx(0, abs=1e-9)
    assert best.exploitability < 0.001
    for seed in range(3):
        other = tuple(
            np.random.default_rng(seed).uniform(0.9, 1.1, street.shape) * street for street in leduc.played
        )
        other = tuple(
            machines._shares(leduc.game.tree.first_rows(r), street) for r, street in enumerate(other)
        )
        assert leduc.loss(other) > best.loss
    assert leduc.kinds(leduc.played).sum() == pytest.approx(1)
    # With two or three equally likely actions, the first one counts.
    evenly = leduc.score(leduc.even)
    assert np.log(2) < evenly.loss < np.log(3)
    assert evenly.right < best.right


def test_exact_scores_are_what_hands_show(leduc: Any) -> None:
    made = machines.imitation(
        machines.TREE, leduc.game, leduc.observed(leduc.watched(300, 3)), leduc.features
    )
    score = leduc.score(made)
    counts = machines.counts_of(leduc.game, leduc.observed(leduc.watched(20_000, 4)))
    total = sum(street.sum() for street in counts)
    losses = [(-np.log(told[n > 0]), n[n > 0]) for told, n in zip(made, counts, strict=True)]
    mean = sum(loss @ n for loss, n in losses) / total
    spread = sum(((loss - mean) ** 2) @ n for loss, n in losses) / total
    # Decisions of a hand are correlated: two standard errors more than for independent ones.
    assert mean == pytest.approx(score.loss, abs=6 * (spread / total) ** 0.5)
    assert total / 20_000 == pytest.approx(leduc.decisions, rel=0.02)
    won = match(leduc.agent(made, "tree"), leduc.agent(leduc.played, "agent"), deals=200_000, seed=1).won[0]
    assert won.mean / leduc.small_bet == pytest.approx(score.won, abs=2.5 * won.half_width / leduc.small_bet)


def test_hands_of_a_watch_are_distinct_deals(leduc: Any) -> None:
    watched = leduc.watched(200, 0)
    assert len(watched) == 200
    assert len({(hand.hole, hand.board, hand.history) for hand in watched}) > 50
    assert watched[:50] == leduc.watched(50, 0)


@pytest.mark.parametrize("machine", machines.MACHINES, ids=lambda machine: machine.name)
def test_machines(machine: Any, leduc: Any) -> None:
    """Each gives a strategy better than chance, and handles a few hands with one action."""
    made = machines.imitation(machine, leduc.game, leduc.observed(leduc.watched(1_000, 0)), leduc.features)
    score = leduc.score(made)  # checks the strategy, too
    assert score.right > leduc.score(leduc.even).right
    one = leduc.observed(leduc.watched(1, 0))
    assert leduc.score(machines.imitation(machine, leduc.game, one, leduc.features)).loss < 25


def test_counts_come_to_the_agent(leduc: Any) -> None:
    watched = leduc.watched(20_000, 0)
    few, many = (
        leduc.loss(
            machines.imitation(machines.COUNTS, leduc.game, leduc.observed(watched[:count]), leduc.features)
        )
        for count in (500, 20_000)
    )
    assert leduc.loss(leduc.played) < many < leduc.loss(leduc.played) + 0.01 < few


def test_the_majority_counts_and_of_equals_the_safest() -> None:
    rows = np.array([[-3.0], [-2.9], [0.0], [0.1], [3.0], [3.1]])
    found = machines.Majority().fit(rows, np.array([0, 0, 1, 1, 2, 2]), np.ones(6)).predict_proba(rows)
    assert found.argmax(axis=1).tolist()[0] == 0
    assert found.argmax(axis=1).tolist()[-1] == 2
    assert found.max(axis=1) == pytest.approx(np.ones(6))
    votes = machines.Majority().fit(rows[:2], np.array([0, 0]), np.ones(2))
    assert votes.predict_proba(rows).argmax(axis=1).tolist() == [0] * 6  # no machine has seen another action


def test_the_sign_of_the_dual() -> None:
    random = np.random.default_rng(1)
    rows = random.normal(size=(60, 2))
    found = dual.fitted(rows, np.where(rows.sum(axis=1) + random.normal(size=60) > 0, 1, -1))
    assert found.minus == pytest.approx(found.primal, rel=1e-5)
    assert found.plus > 1.1 * found.primal
