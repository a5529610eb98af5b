"""Re-solving explicit trees: exploitability does not increase, and the margins agree with best responses."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from helpers.random_trees import LAYERS, RandomGame
from helpers.responses_by_hand import best_value
from pokerdata.games import GAMES, CardRules, Game, LimitRules, varied
from pokerdata.solving.explicit import GameTree, evaluate, expected_values, explicit_tree, solve
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.solving.explicit.lp import reach, solve_by_linear_program
from pokerdata.solving.explicit.openspiel import from_openspiel
from pokerdata.solving.explicit.poker import PokerGame
from pokerdata.spots.resolving import METHODS, ResolvedTree, resolve_subgames, resolve_tree, subgames

SAFE = ("gadget", "max-margin")


def board_poker(ranks: str, copies: int, bets: tuple[int, ...], cap: int, ante: int = 1) -> Game:
    """Return a game with one hole card each, and a board card before each street but the first."""
    streets = len(bets)
    rules = LimitRules(
        name="board poker", ante=ante, bets=bets, caps=(cap,) * streets, first_to_act=(1,) * streets
    )
    return Game(rules, CardRules(ranks, copies=copies, board=(0, *[1] * (streets - 1))))


@cache
def _trees() -> dict[str, GameTree]:
    """Return the trees; `WHERE` has the depth or street to re-solve."""
    return {
        "kuhn": explicit_tree("kuhn"),
        "kuhn, high stakes": explicit_tree(varied(GAMES["kuhn"], ["bets=3"])),
        "leduc": explicit_tree("leduc"),
        "four ranks": explicit_tree(board_poker("TJQK", 2, (1, 3), cap=1)),
        "three rounds": explicit_tree(board_poker("JQ", 2, (1, 2, 2), cap=1)),
    }


WHERE: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {"depth": 3}),
    ("kuhn", {"street": 1}),
    ("kuhn, high stakes", {"depth": 3}),
    ("leduc", {"street": 2}),
    ("four ranks", {"street": 2}),
]

TRUNKS: dict[str, Callable[[GameTree], NDArray[np.float64]]] = {
    **{
        f"cfr {n}": lambda tree, n=n: solve(tree, "cfr", iterations=n).strategy  # type: ignore[misc]
        for n in (1, 3, 10, 100)
    },
    "uniform": lambda tree: tree.uniform(),
    "always call": lambda tree: tree.strategy_of(
        lambda s: [float(action in ("check", "call")) for action in s.actions]
    ),
    "random": lambda tree: tree.strategy(np.random.default_rng(5).random(tree.edges)),
    "random, pure": lambda tree: tree.strategy_of(
        lambda s: np.random.default_rng(s.edges.start).permutation(np.eye(len(s.actions))[0]).tolist()
    ),
}


def check_margins(result: ResolvedTree) -> None:
    """Check each margin by best responses in plain Python from the roots on."""
    for one in result.margins:
        opponent = one.opponent.player
        reached = reach(result.tree, result.trunk, [1 - opponent])
        weights = {root: float(reached[root]) for root in one.opponent.roots}
        total = sum(weights.values())
        assert one.reach == pytest.approx(total, rel=1e-12)
        for value, strategy in ((one.before, result.trunk), (one.after, result.strategy)):
            assert value == pytest.approx(
                best_value(result.tree, strategy, opponent, weights) / total, abs=1e-9
            )


def check_safe(result: ResolvedTree, rare: bool = False) -> None:
    """Check safety; `rare` allows for hands with tiny reach, which scale up the linear program's error."""
    assert all(one.reach * one.margin >= -1e-9 for one in result.margins)
    assert rare or all(one.margin >= -1e-9 for one in result.margins)
    before, after = result.before, result.values
    for p in (0, 1):
        gained = before.best_responses[1 - p] - after.best_responses[1 - p]
        assert gained >= -1e-9
        # The opponent does best by entering where it loses most: at most the total of its losses.
        assert gained <= sum(m.reach * m.margin for m in result.margins if m.opponent.player == 1 - p) + 1e-9


def smallest(result: ResolvedTree, opponent: int) -> dict[tuple[int, ...], float]:
    """Return the smallest margin of each subgame, by its roots."""
    found: dict[tuple[int, ...], float] = {}
    for m in result.margins:
        if m.opponent.player == opponent:
            found[m.subgame.roots] = min(m.margin, found.get(m.subgame.roots, np.inf))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "where", "trunk"),
    [
        *((name, where, trunk) for name, where in WHERE for trunk in TRUNKS),
        *(("three rounds", {"street": street}, "cfr 10") for street in (2, 3)),
    ],
)
def test_nobody_wins_more(name: str, where: dict[str, Any], trunk: str) -> None:
    tree = _trees()[name]
    strategy = TRUNKS[trunk](tree)
    found = {method: resolve_tree(tree, strategy, method=method, **where) for method in SAFE}
    for result in found.values():
        check_safe(result)
    for player in (0, 1):
        least = {method: {m.subgame.roots: [] for m in result.margins} for method, result in found.items()}  # type: dict[str, dict[tuple[int, ...], list[float]]]
        for method, result in found.items():
            for m in result.margins:
                if m.opponent.player == player:
                    least[method][m.subgame.roots].append(m.margin)
        for roots, margins in least["max-margin"].items():
            assert min(margins, default=0) >= min(least["gadget"][roots], default=0) - 1e-9


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "where"), [("kuhn", {"depth": 3}), ("leduc", {"street": 2})])
def test_margins_by_best_responses_in_plain_python(name: str, where: dict[str, Any], method: str) -> None:
    tree = _trees()[name]
    strategy = TRUNKS["cfr 10"](tree)
    result = resolve_tree(tree, strategy, method=method, **where)
    # Two subgames of Kuhn poker and 15 of Leduc hold'em; three cards each of both players.
    assert len(result.margins) == {"kuhn": 12, "leduc": 90}[name]
    check_margins(result)


@settings(max_examples=25)
@given(LAYERS, st.integers(0, 2**31), st.data())
def test_random_trees(layers: list[tuple[int, int, int]], seed: int, data: Any) -> None:
    tree = explicit_tree(RandomGame(layers, seed))
    depth = data.draw(st.integers(0, len(tree.layers) - 2))
    random = np.random.default_rng(seed)
    weights = random.random(tree.edges) * (random.random(tree.edges) < data.draw(st.sampled_from([0.5, 1])))
    for method in SAFE:
        result = resolve_tree(tree, weights, method=method, depth=depth)
        check_safe(result)
        check_margins(result)


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.data(), st.integers(0, 2**31))
def test_random_board_poker(data: Any, seed: int) -> None:
    ranks, copies = "JQK"[: data.draw(st.integers(2, 3))], data.draw(st.integers(2, 3))
    bets = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    game = board_poker(ranks, copies, bets, data.draw(st.integers(1, 2)), data.draw(st.integers(1, 3)))
    tree = explicit_tree(game)
    strategy = np.random.default_rng(seed).random(tree.edges) ** data.draw(st.sampled_from([1, 8]))
    for method in SAFE:
        check_safe(resolve_tree(tree, strategy, method=method, street=2), rare=True)


def test_the_whole_game_is_solved() -> None:
    for name in ("kuhn", "leduc"):
        tree = _trees()[name]
        value = solve_by_linear_program(tree).value
        for method in ("unsafe", "max-margin"):
            result = resolve_tree(tree, tree.uniform(), method=method, depth=0)
            assert result.values.exploitability == pytest.approx(0, abs=1e-9)
            assert result.values.expected_values[0] == pytest.approx(value, abs=1e-9)
        # The one margin equals the best response's winnings above the value.
        for m in result.margins:
            sign = (1, -1)[m.opponent.player]
            assert m.margin == pytest.approx(
                result.before.best_responses[m.opponent.player] - sign * value, abs=1e-9
            )


def test_unsafe_spoils_an_equilibrium() -> None:
    """Each answer is best against the equilibrium's ranges, but the opponent may have others."""
    tree = _trees()["leduc"]
    solved = solve_by_linear_program(tree)
    unsafe = resolve_tree(tree, solved.strategy, method="unsafe", street=2)
    assert unsafe.before.exploitability < 1e-9
    assert unsafe.values.exploitability > 0.1
    assert unsafe.smallest_margin < -1
    for player in (0, 1):
        one = resolve_tree(tree, solved.strategy, player, method="unsafe", street=2)
        # Against the equilibrium itself the new strategy wins the value of the game.
        assert expected_values(tree, one.strategy)[0] == pytest.approx(solved.value, abs=1e-9)
    for method in SAFE:
        kept = resolve_tree(tree, solved.strategy, method=method, street=2)
        assert kept.values.exploitability == pytest.approx(0, abs=1e-9)


def test_unsafe_at_scissors() -> None:
    """The trunk is nearly an equilibrium: the best response to it is pure paper, which loses to scissors."""
    tree = explicit_tree(MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    strategy = tree.strategy([0.34, 0.33, 0.33, 1, 1, 1])
    unsafe = resolve_tree(tree, strategy, 1, method="unsafe", depth=1)
    np.testing.assert_allclose(unsafe.strategy[3:], [0, 1, 0], atol=1e-12)
    assert unsafe.values.best_responses[0] == pytest.approx(1)
    safe = resolve_tree(tree, strategy, 1, method="gadget", depth=1)
    np.testing.assert_allclose(safe.strategy[3:], [1 / 3] * 3, atol=1e-9)


@pytest.mark.parametrize("solver", ["cfr+", "dcfr"])
def test_iterations_come_near_the_linear_program(solver: str) -> None:
    tree = _trees()["leduc"]
    strategy = TRUNKS["cfr 10"](tree)
    exact = resolve_tree(tree, strategy, street=2)
    near = resolve_tree(tree, strategy, street=2, solver=solver, iterations=3000)
    assert near.smallest_margin == pytest.approx(exact.smallest_margin, abs=1e-3)
    assert near.smallest_margin <= exact.smallest_margin + 1e-9
    few = resolve_tree(tree, strategy, street=2, solver=solver, iterations=10)
    assert few.smallest_margin < near.smallest_margin


def test_who_is_not_resolved_keeps_his_strategy() -> None:
    tree = _trees()["leduc"]
    strategy = TRUNKS["random"](tree)
    both = resolve_tree(tree, strategy, street=2)
    before = both.trunk  # normalised again, which may change the last bit
    for player in (0, 1):
        one = resolve_tree(tree, strategy, player, street=2)
        for s in tree.information_sets:
            same = s.player != player or " on " not in str(s.key)
            np.testing.assert_array_equal(one.strategy[s.edges], (before if same else both.strategy)[s.edges])
        assert {m.opponent.player for m in one.margins} == {1 - player}
    # One subgame at a time gives the same result, and a game gives the same as its tree.
    parts = before.copy()
    for subgame in subgames(tree, street=2):
        alone = resolve_subgames(tree, strategy, [subgame]).strategy
        for number in subgame.sets:
            edges = tree.information_sets[number].edges
            parts[edges] = alone[edges]
    np.testing.assert_allclose(parts, both.strategy, atol=1e-15)
    np.testing.assert_array_equal(
        resolve_tree(PokerGame("leduc"), strategy, street=2).strategy, both.strategy
    )


def test_where_a_player_never_comes_he_keeps_his_strategy() -> None:
    """A player that always folds to a bet never reaches a second round after one."""
    tree = _trees()["leduc"]
    folds = tree.strategy_of(lambda s: [float(action in ("check", "fold")) for action in s.actions])
    for method in METHODS:
        result = resolve_tree(tree, folds, 0, method=method, street=2)
        changed = {
            str(s.key)
            for s in tree.information_sets
            if not np.array_equal(result.strategy[s.edges], folds[s.edges])
        }
        assert changed
        assert all(": cc/" in key for key in changed)
        assert {m.subgame.history[2:-1] for m in result.margins} == {("check", "check")}


def test_a_no_limit_game_of_openspiel() -> None:
    """Leduc hold'em with stacks of 6 and bets of the pot or all-in: all-ins leave subgames without a decision."""
    rules = (
        "betting=nolimit,numPlayers=2,numRounds=2,blind=1 1,stack=6 6,numSuits=2,numRanks=3,numHoleCards=1,"
        "numBoardCards=0 1,firstPlayer=1 1,bettingAbstraction=fcpa"
    )
    tree = explicit_tree(from_openspiel(f"universal_poker({rules})"))
    found = subgames(tree, street=2)
    assert len(found) == 3 * 6  # lines with chips behind: cc, crc, rc; six cards on the board
    assert all([len(sets) for sets in s.root_sets] == [5, 5] and len(s.roots) == 20 for s in found)
    strategy = solve(tree, "cfr", iterations=10).strategy
    for method in SAFE:
        check_safe(resolve_subgames(tree, strategy, found, method=method))


def test_refusals() -> None:
    tree = _trees()["kuhn"]
    with pytest.raises(ValueError, match=r"method: expected one of unsafe, gadget, max-margin, got 'safe'"):
        resolve_tree(tree, tree.uniform(), method="safe", street=1)
    with pytest.raises(ValueError, match="player: expected a whole number from 0 to 1, got 2"):
        resolve_tree(tree, tree.uniform(), 2, street=1)
    with pytest.raises(ValueError, match="algorithm: expected one of cfr"):
        resolve_tree(tree, tree.uniform(), street=1, solver="simplex")
    with pytest.raises(ValueError, match="iterations: expected a whole number from 1"):
        resolve_tree(tree, tree.uniform(), street=1, iterations=0)
    with pytest.raises(ValueError, match="strategy: expected shape"):
        resolve_tree(tree, [1, 2], street=1)
    for wrong in (subgames(_trees()["leduc"], street=2), 2 * subgames(tree, street=1)):
        with pytest.raises(ValueError, match="subgames: expected subgames of this tree, none within another"):
            resolve_subgames(tree, tree.uniform(), wrong)


def test_exploitability_is_that_of_the_package() -> None:
    tree = _trees()["leduc"]
    strategy = TRUNKS["cfr 3"](tree)
    result = resolve_tree(tree, strategy, street=2)
    assert result.before == evaluate(tree, strategy)
    assert result.values == evaluate(tree, result.strategy)
