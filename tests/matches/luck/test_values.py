"""Values of solved strategies and of strength agree with plain Python that deals the cards of Leduc."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from helpers.every_hand import exact_agent
from pokerdata.games import BettingTree, CardGame, load_game
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.strategies import Strategy
from pokerdata.matches.luck import VALUES, Values
from pokerdata.matches.luck.matches import reduced_duel
from pokerdata.matches.luck.values import TREMBLE, ValueRows, strategy_parts, strength_parts
from pokerdata.players.agents import Agent

LEDUC = load_game("leduc")
GAME = CardGame(LEDUC.rules, LEDUC.cards)
TREE = BettingTree(LEDUC.rules)
ROWS = ValueRows(TREE, GAME.states)
AGENTS = exact_agent(LEDUC, 1), exact_agent(LEDUC, 2)
Deal = tuple[int, ...]  # cards of player 0 and 1, and of the board if it is dealt


def states_of_cards() -> dict[tuple[int, ...], int]:
    """Return the state of each hand, and of each hand and board: their ranks; Leduc has two cards of each."""
    names = [LEDUC.cards.card_names(1 << card) for card in range(6)]
    hands, boards = GAME.state_names
    found = {(card,): hands.hands.index(names[card]) for card in range(6)}
    both = list(zip(boards.hands, boards.boards, strict=True))
    return found | {seen: both.index((names[seen[0]], names[seen[1]])) for seen in permutations(range(6), 2)}


STATE = states_of_cards()


def state(deal: Deal, player: int) -> int:
    return STATE[(deal[player], *deal[2:])]


def shares(node: int, deal: Deal) -> np.ndarray:
    """Return the acting player's probabilities, with a trembling hand."""
    player = int(TREE.player[node])
    strategy = AGENTS[player].strategy
    assert strategy is not None
    rows = strategy.strategy[len(deal) - 2][TREE.rows(node), state(deal, player)].astype(float)
    mixed: np.ndarray = (1 - TREMBLE) * rows + TREMBLE / len(rows)
    return mixed


def worth(node: int, deal: Deal) -> float:
    """Return the expected winnings of player 0 from a node on."""
    if TREE.street[node] > len(deal) - 2:
        boards = [card for card in range(6) if card not in deal]
        return float(np.mean([worth(node, (*deal, card)) for card in boards]))
    chips = float(TREE.chips[node])
    if TREE.kind[node] == FOLD:
        return chips
    if TREE.kind[node] == DECISION:
        below = [worth(child, deal) for child in TREE.children(node)]
        return float(shares(node, deal) @ below)
    return chips * showdown(deal)


def showdown(deal: Deal) -> int:
    first, second = ((card // 2 == deal[2] // 2, card // 2) for card in deal[:2])
    return (first > second) - (first < second)


def reached(node: int, deal: Deal, player: int) -> float:
    """Return the probability that a player's own actions lead to a node."""
    chance, at = 1.0, node
    while (above := int(TREE.parent[at])) >= 0:
        if TREE.player[above] == player:
            told = deal[: 2 + int(TREE.street[above])]
            chance *= shares(above, told)[TREE.children(above).index(at)]
        at = above
    return chance


def places() -> Iterator[tuple[int, slice, list[Deal]]]:
    """Return nodes of both streets, and nodes before the board is dealt, with deals: where values are stored."""
    for node in [0, 1, 2, 3, 6, *TREE.street_roots[1].tolist(), TREE.nodes - 1, TREE.nodes - 3]:
        yield node, ROWS.own(node), list(permutations(range(6), 2 + int(TREE.street[node])))
        if ROWS.starting[node]:
            yield node, ROWS.before(node), list(permutations(range(6), 2))


def test_values_of_strategies_are_the_nearest_sum() -> None:
    """They solve least squares over all deals, and are exact means with a single hand."""
    strategies = [agent.strategy for agent in AGENTS]
    assert strategies[0] is not None
    assert strategies[1] is not None
    parts = strategy_parts(GAME, (strategies[0].strategy, strategies[1].strategy))
    for node, where, deals in places():
        first, second = (np.array([state(deal, player) for deal in deals]) for player in (0, 1))
        chances = np.array([reached(node, deal, 0) * reached(node, deal, 1) for deal in deals])
        wins = np.array([worth(node, deal) for deal in deals])
        guess = parts[0][where][first] + parts[1][where][second]
        count = where.stop - where.start
        columns = np.hstack([np.eye(count)[first], np.eye(count)[second]])
        roots = np.sqrt(chances / chances.max())
        best = columns @ np.linalg.lstsq(columns * roots[:, None], wins * roots, rcond=None)[0]
        np.testing.assert_allclose((guess - best) * roots, 0, atol=1e-3)
        for own, tolerance in ((first, 1e-3), (second, 1e-5)):  # player 1's values were fitted last
            known = np.bincount(own, chances, count)
            means = [np.bincount(own, chances * what, count)[known > 0] for what in (guess, wins)]
            np.testing.assert_allclose((means[0] - means[1]) / known[known > 0], 0, atol=tolerance)


def test_values_of_strength_are_the_pot_times_ehs() -> None:
    parts = strength_parts(GAME)

    def ehs(seen: tuple[int, ...]) -> float:
        deals = [d for d in permutations(range(6), 3) if d[0] == seen[0] and d[2] == (*seen, d[2])[1]]
        return float(np.mean([(1 + showdown(deal)) / 2 for deal in deals]))

    pots = {"": 2, "r": 4, "c": 2, "rr": 8, "cr": 4, "rr/": 8}  # antes of 1, bets of 2
    seen_nodes = 0
    for node in range(TREE.nodes):
        history = TREE.history(node)
        if TREE.kind[node] == FOLD:
            assert set(parts[0][ROWS.own(node)]) == {np.float32(TREE.chips[node])}
            assert not parts[1][ROWS.own(node)].any()
        elif history in pots:
            seen_nodes += 1
            street = int(TREE.street[node])
            for seen, number in STATE.items():
                if len(seen) == 1 + street:
                    expected = pots[history] * ehs(seen)
                    assert parts[0][ROWS.own(node)][number] == pytest.approx(expected, abs=1e-6)
                    assert parts[1][ROWS.own(node)][number] == pytest.approx(-expected, abs=1e-6)
    assert seen_nodes >= 5


def test_hands_needed_with_each() -> None:
    """Exact values leave the least variance; against an unknown strategy, all methods help."""
    results = {
        kind: reduced_duel(*AGENTS, values=kind, deals=500, fit_hands=50_000, seed=2) for kind in VALUES
    }
    needed = {kind: result.hands_needed("reduced") for kind, result in results.items()}
    duplicate = results["hands"].hands_needed("duplicate")
    assert needed["strategy"] < 0.01 * needed["hands"]
    assert max(needed.values()) < 0.5 * duplicate
    against = {
        kind: reduced_duel(AGENTS[0], "always-call", values=kind, deals=500, fit_hands=50_000, seed=2)
        for kind in VALUES
    }
    for kind, result in against.items():
        assert result.hands_needed("reduced") < 0.8 * result.hands_needed("raw"), kind
        assert result.values == kind
        assert result.to_dict()["values"] == kind
    assert [result.fit_hands for result in against.values()] == [50_000, 0, 0]


@pytest.mark.parametrize("kind", ["strategy", "strength"])
def test_bits_are_the_same_on_any_number_of_threads(kind: str) -> None:
    runs = [reduced_duel(*AGENTS, values=kind, deals=100, seed=4, threads=threads) for threads in (1, 2)]
    np.testing.assert_array_equal(runs[0].reduced, runs[1].reduced)


def test_places_that_are_never_reached_have_values() -> None:
    """A strategy that only folds and calls is corrected in hands where its opponent raises all the time."""
    caller = AGENTS[0].strategy
    assert caller is not None
    rows = [np.zeros_like(street) for street in caller.strategy]
    for street, row in enumerate(rows):
        for node in TREE.decision_nodes(street):
            passive = [edge for edge in TREE.edges(node) if TREE.action_name(edge) in ("check", "call")]
            row[TREE.rows(node).start + passive[0] - TREE.edges(node).start] = 1
    solved = Strategy(LEDUC.rules, LEDUC.cards.values(), None, tuple(rows), GAME.state_names)
    agent = Agent.of(solved, name="caller")
    parts = strategy_parts(GAME, (solved.strategy, solved.strategy))
    assert all(np.isfinite(part).all() for part in parts)
    found = reduced_duel(agent, "always-raise", values="strategy", deals=2000, seed=3)
    assert found.hands_needed("reduced") < 0.5 * found.hands_needed("raw")


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match=r"values: expected one of hands, strategy, strength, got 'ehs'"):
        reduced_duel(*AGENTS, values="ehs")
    with pytest.raises(ValueError, match=r"values: expected none but hands for mivat, .* got 'strength'"):
        reduced_duel(*AGENTS, values="strength", method="mivat")
    with pytest.raises(ValueError, match=r"first: expected an agent with a strategy, got always-call"):
        Values.of_strategy(Agent.baseline("always-call"))
    with pytest.raises(ValueError, match=r"reference: expected an agent with a strategy, got always-call"):
        Values.of_strength(Agent.baseline("always-call"))
    other = exact_agent(load_game("leduc-nolimit"), 1)
    with pytest.raises(
        ValueError, match=r"second: expected a strategy of the same game over the same states"
    ):
        Values.of_strategy(AGENTS[0], other)
    assert repr(Values.of_strategy(*AGENTS)) == "Values(1 against 2, exact)"
    assert repr(Values.of_strength(AGENTS[0])) == "Values(strength, 1)"
