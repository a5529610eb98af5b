"""Strategies over buckets, re-solved on real cards, agree with plain recursion over all pairs of hands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from players.tables import playing
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.cards.evaluator import evaluate
from pokerdata.cli.respond import resolve as command
from pokerdata.games.betting_tree import FOLD, SHOWDOWN
from pokerdata.players import find_player
from pokerdata.players.agents import Agent
from pokerdata.players.resolving import ResolvingPlayer
from pokerdata.reports.pages.resolving import page
from pokerdata.spots import Spot, SpotStrategy
from pokerdata.spots.resolving import (
    METHODS,
    Blueprint,
    LocalGain,
    ResolvedSpot,
    local_gain,
    resolve_spot,
)
from pokerdata.spots.resolving.local import LocalBestResponse, arrivals
from pokerdata.spots.resolving.spot_resolving import blueprint_in

BOARD = "Td9d6hQc2s"
Values = NDArray[np.float64]


def river_line(blueprint: Blueprint) -> str:
    """Return the first line of checks and calls to the river."""
    return "cc/cc/cc/"


@pytest.fixture(scope="module")
def rivers(coarse: Blueprint) -> dict[str, ResolvedSpot]:
    """Return one spot by each method."""
    return {
        method: resolve_spot(
            coarse, river_line(coarse), BOARD, 2, method=method, target=None, iterations=600, dtype="float64"
        )
        for method in METHODS
    }


@pytest.fixture(scope="module")
def gained(coarse: Blueprint) -> LocalGain:
    """Return the reduction of local best response's winnings, on two boards."""
    return local_gain(coarse, boards=2, iterations=10, seed=5)


class ByHand:
    """Every pair of hands on a river, node by node."""

    def __init__(self, spot: Spot, strategy: SpotStrategy, seat: int) -> None:
        self.spot, self.tree, self.strategy, self.seat = spot, spot.tree, strategy, seat
        board = spot.board_cards
        self.gone = np.asarray(np.isin(COMBINATIONS, board).any(axis=1))
        codes = np.zeros(1326)
        for hand in np.flatnonzero(~self.gone):
            codes[hand] = float(evaluate(np.concatenate([board, COMBINATIONS[hand]])))
        low, high = COMBINATIONS[:, 0], COMBINATIONS[:, 1]
        shared = (low[:, None] == low) | (high[:, None] == high)
        shared |= (low[:, None] == high) | (high[:, None] == low)
        self.apart = (~shared & ~self.gone & ~self.gone[:, None]).astype(float)
        self.sign = np.sign(codes[:, None] - codes[None, :])

    def played(self, node: int) -> Values:
        history = self.tree.history(node)
        play = self.strategy.play(history)
        found = np.zeros((1326, len(play.steps)))
        found[play.combinations] = play.strategy
        return found

    def best(self, node: int, reach: Values) -> Values:
        """Return the best response's winnings with each hand, including the pot but not earlier bets; summed over reach."""
        tree, me = self.tree, 1 - self.seat
        base = self.spot.dead_money / 2 + self.spot.paid[me]
        stake = self.spot.dead_money / 2 + abs(float(tree.chips[node]))
        if tree.kind[node] == FOLD:
            won = -stake if int(tree.player[node]) == me else stake
            return np.asarray((won + base) * (self.apart @ reach))
        if tree.kind[node] == SHOWDOWN:
            return np.asarray(((stake * self.sign + base) * self.apart) @ reach)
        children = tree.children(node)
        if int(tree.player[node]) == me:
            return np.asarray(np.max([self.best(child, reach) for child in children], axis=0))
        played = self.played(node)
        return np.asarray(
            np.sum([self.best(child, reach * played[:, a]) for a, child in enumerate(children)], axis=0)
        )


@pytest.mark.slow
def test_ranges_are_products_of_what_was_played(coarse: Blueprint, coarse_folder: Path) -> None:
    board = parse_cards(BOARD)
    agent = Agent.load("coarse_strategy", tables=coarse_folder)
    history = "cc/cr300c/cc/"
    ranges = coarse.ranges(history, board)
    for hand in (5, 700, 1200):
        if np.isin(COMBINATIONS[hand], board).any():
            continue
        reach = [1.0, 1.0]
        done = ""
        player = 0
        for street, actions in enumerate((["c", "c"], ["c", "r300", "c"], ["c", "c"])):
            player = 0 if street == 0 else 1
            for action in actions:
                shown = board[: (0, 3, 4, 5)[street]]
                reach[player] *= agent.probabilities(COMBINATIONS[hand], shown, done).get(action, 0.0)
                done += action
                player = 1 - player
            done += "/"
        # Player 2, the big blind, is out of position after the flop.
        assert ranges[0][hand] == pytest.approx(reach[1], rel=1e-5)
        assert ranges[1][hand] == pytest.approx(reach[0], rel=1e-5)
    for weights in ranges:
        assert not weights[np.isin(COMBINATIONS, board).any(axis=1)].any()


@pytest.mark.parametrize("method", METHODS)
def test_best_responses_by_hand(coarse: Blueprint, rivers: dict[str, ResolvedSpot], method: str) -> None:
    found = rivers[method]
    ranges = coarse.ranges(river_line(coarse), BOARD)
    assert found.seat == 0
    for values, strategy in (
        (found.kept, blueprint_in(coarse, found.spot, dtype="float64")),
        (found.now, found.strategy),
    ):
        by_hand = ByHand(found.spot, strategy, 0)
        meets = by_hand.apart @ ranges[0]
        assert found.meets == pytest.approx(meets)
        there = meets > 0
        assert values[there] == pytest.approx(by_hand.best(0, ranges[0])[there] / meets[there], abs=1e-6)
        assert np.isnan(values[~there]).all()


def test_safe_methods_are_safe_and_the_margin_is_largest(rivers: dict[str, ResolvedSpot]) -> None:
    smallest = {method: found.smallest_margin for method, found in rivers.items()}
    chips = rivers["gadget"].spot.pot
    assert smallest["gadget"] > -2e-3 * chips
    assert smallest["max-margin"] >= max(smallest.values()) - 2e-3 * chips
    assert smallest["max-margin"] > 0
    # Against the range that it was solved for, the unsafe strategy is the best.
    means = {method: found.mean(found.now, by_bayes=True) for method, found in rivers.items()}
    assert means["unsafe"] <= min(means.values()) + 2e-3 * chips
    assert all(found.gap < 2e-3 * chips for found in rivers.values())


def test_threads_change_no_bit(coarse: Blueprint) -> None:
    one, two = (
        resolve_spot(coarse, "cc/cc/", BOARD[:8], 1, target=None, iterations=5, threads=threads)
        for threads in (1, 2)
    )
    assert one.now.tobytes() == two.now.tobytes()
    assert np.array_equal(one.strategy.sums, two.strategy.sums)


def test_other_sizes(coarse: Blueprint) -> None:
    history = "cc/cc/cc/"
    own = resolve_spot(coarse, history, BOARD, 2, target=None, iterations=300)
    more = resolve_spot(
        coarse, history, BOARD, 2, target=None, iterations=300, sizes={"bets": "30%,70%,a", "raises": "a"}
    )
    assert own.kept == pytest.approx(more.kept, nan_ok=True)
    assert more.spot.tree.nodes != own.spot.tree.nodes
    assert more.spot.pot == own.spot.pot


def local_by_the_book(hand: ByHand, node: int, reach: Values, own: int) -> float:
    """Return local best response's winnings with one hand, including the pot but not earlier bets; summed over reach."""
    tree, me, spot = hand.tree, 1 - hand.seat, hand.spot
    if tree.kind[node] in (FOLD, SHOWDOWN):
        return float(hand.best(node, reach)[own])
    children = tree.children(node)
    if int(tree.player[node]) != me:
        played = hand.played(node)
        return sum(local_by_the_book(hand, c, reach * played[:, a], own) for a, c in enumerate(children))
    paid = paid_at(hand, node)
    pot, asked = spot.dead_money + sum(paid), max(paid) - paid[me]
    meets = hand.apart[own] * reach
    wins = meets * (hand.sign[own] + 1) / 2
    best, most = None, -np.inf
    letters = [tree.history(child)[len(tree.history(node)) :].strip("/") for child in children]
    order = sorted(range(len(children)), key=lambda i: {"c": 0, "r": 1, "f": 2}[letters[i][0]])
    for i in order:
        if letters[i] == "f":
            gain = 0.0
        elif letters[i] == "c":
            gain = float(wins.sum() * (pot + asked) - asked * meets.sum())
        else:
            to = float(letters[i][1:])
            folds = hand.played(children[i])[:, 0]
            more = to - max(paid)
            left = meets * (1 - folds)
            gain = float(
                (meets * folds).sum() * pot
                + (wins * (1 - folds)).sum() * (pot + asked + 2 * more)
                - left.sum() * (asked + more)
            )
        if gain > most + 1e-9:
            best, most = children[i], gain
    assert best is not None
    return local_by_the_book(hand, best, reach, own)


def paid_at(hand: ByHand, node: int) -> list[float]:
    """Return the chips of both players at a node."""
    tree = hand.tree
    paid = [float(chips) for chips in hand.spot.paid]
    line = [node]
    while tree.parent[line[-1]] >= 0:
        line.append(int(tree.parent[line[-1]]))
    for above, below in zip(line[::-1], line[-2::-1], strict=False):
        edge = next(e for e in tree.edges(above) if tree.child[e] == below)
        if int(tree.action[edge]) != 0:
            paid[int(tree.player[above])] = float(tree.to[edge])
    return paid


@pytest.mark.parametrize("seat", [0, 1])
def test_local_best_response_by_the_book(coarse: Blueprint, seat: int) -> None:
    board = parse_cards(BOARD)
    ranges = list(coarse.ranges("cc/cc/cc/", board))
    weights = ranges[seat]
    ranges[1 - seat] = np.where(np.isin(COMBINATIONS, board).any(axis=1), 0.0, 1.0)
    spot = Spot.of_game(coarse.game, "cc/cc/cc/", board=board, oop=ranges[0], ip=ranges[1])
    strategy = blueprint_in(coarse, spot, dtype="float64")
    hand = ByHand(spot, strategy, seat)
    found = LocalBestResponse(strategy, seat).values()
    for own in np.flatnonzero(~hand.gone)[::173]:
        assert found[own] == pytest.approx(local_by_the_book(hand, 0, weights, int(own)), rel=1e-5)
    assert (found <= hand.best(0, weights) * (1 + 1e-5)).all(), "but for the rounding of float32 sums"


def test_local_best_response_on_the_turn_wins_no_more_than_a_best_response(coarse: Blueprint) -> None:
    found = resolve_spot(coarse, "cc/cr300c/", BOARD[:8], 1, target=None, iterations=20)
    local = LocalBestResponse(found.strategy, found.seat).values()
    there = found.meets > 0
    part = local[there] / found.meets[there]
    assert (part <= found.now[there] + 1e-4).all()
    assert np.average(part, weights=found.meets[there]) > 0.5 * found.mean(found.now)
    flop = blueprint_in(coarse, Spot.of_game(coarse.game, "cc/", board="Td9d6h", oop="AA", ip="KK"))
    with pytest.raises(ValueError, match="strategy: expected one from the turn or the river on"):
        LocalBestResponse(flop, 0)


def test_arrivals_are_all_ways_of_hands_that_do_not_fold(coarse: Blueprint) -> None:
    board = parse_cards(BOARD)[:4]
    for player in (1, 2):
        ways = arrivals(coarse, player, board, np.random.default_rng(1), samples=20)
        assert ways
        assert len({way.history for way in ways}) == len(ways)
        for way in ways:
            ranges = coarse.ranges(way.history, board)
            assert way.reach == pytest.approx(ranges[coarse.seat_of(player, way.history, board)])
        # Each own hand takes one path for each action of the opponent: the probabilities add up to at most 1.
        total = np.zeros((1326, 1326), np.float32)
        for way in ways:
            total += way.comes[:, None] * way.reach[None, :].astype(np.float32)
        assert total.max() <= 1 + 1e-5


@pytest.mark.slow
def test_a_player_who_solves_anew(coarse: Blueprint, coarse_folder: Path) -> None:
    game = coarse.game.table
    names = ("coarse+resolve=unsafe,5", "coarse+resolve=gadget,5")
    players = [find_player(name, game, seed=1, tables=coarse_folder) for name in names]
    seen = 0
    for seed in range(200):
        for state, action in playing(game, players, seed):
            if state.street < 2:
                continue
            seen += 1
            streets = state.history.split("/")
            before, after = "/".join([*streets[:2], ""]), "".join(streets[2:])
            board = np.array(state.board, np.uint8)
            player = coarse.player_at(state.history)
            assert player is not None
            method = ("unsafe", "gadget")[state.player or 0]
            known = resolve_spot(coarse, before, board[:4], player, method=method, target=None, iterations=5)
            play = known.play(after, board[4:] if len(board) > 4 else "")
            hole = set(state.hole_cards[state.player or 0])
            row = next(i for i, c in enumerate(play.combinations) if set(COMBINATIONS[c].tolist()) == hole)
            assert play.strategy[row, play.steps.index(action)] > 0
        if seen >= 6:
            break
    assert seen >= 6


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("gadget,1e9", "expected 1 to 1000000 iterations, got 1e9"),
        ("gadget,0", "expected 1 to 1000000 iterations, got 0"),
        ("gadget,1" + "0" * 5000, "expected 1 to 1000000 iterations, got 1000"),
        ("gadget,", "expected 1 to 1000000 iterations, got ;"),
        ("Gadget", "expected one of unsafe, gadget, max-margin, got Gadget"),
    ],
)
def test_players_who_do_not_solve_so(more: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        find_player(f"limit5+resolve={more}", "limit-holdem")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x", "cc/cc/", BOARD[:8], 1), "method: expected one of unsafe, gadget, max-margin, got 'x'"),
        (("gadget", "cc/cc/", BOARD[:8], 3), "player: expected 1 or 2 of the game, got 3"),
        (("gadget", "cc/", BOARD[:8], 1), "board: expected 3 cards"),
        (("gadget", "c", BOARD[:8], 1), "history: expected one that reaches the flop"),
    ],
)
def test_what_is_refused(coarse: Blueprint, arguments: tuple[str, str, str, int], message: str) -> None:
    method, history, board, player = arguments
    with pytest.raises(ValueError, match=message):
        resolve_spot(coarse, history, board, player, method=method)
    with pytest.raises(ValueError, match="history: expected one that ends where a street begins"):
        resolve_spot(coarse, "cc/cc/r300", BOARD[:8], 1, sizes={"bets": "a"})


def test_the_command(coarse_folder: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        found = CliRunner().invoke(command, [str(coarse_folder / "coarse_strategy.h5"), *arguments])
        return found.exit_code, found.stdout + str(found.exception or "")

    line = ("--path", "cc/cc/cc/", "--board", BOARD)
    code, said = run(*line, "--method", "gadget", "--iterations", "50")
    assert code == 0
    assert "gadget re-solving of oop" in said
    code, said = run(*line, "--player", "1", "--json")
    assert json.loads(said)["player"] == "ip"
    assert "iterations: expected" in run(*line, "--iterations", "0")[1]
    assert run("--path", "cc/")[1].startswith("--board: expected one")
    assert run("--boards", "2", "--player", "1")[1].startswith("--player: expected none with --boards")
    # The out-of-memory error says that 16 bits would fit.
    code, smaller = run(*line, "--dtype", "int16", "--iterations", "5", "--json")
    assert code == 0
    assert smaller != run(*line, "--iterations", "5", "--json")[1]
    assert run(*line, "--dtype", "int8")[1].startswith("dtype: expected one of int16, float32, float64")


@pytest.mark.slow
def test_how_much_less_local_best_response_wins(gained: LocalGain) -> None:
    found = gained
    assert len(found.samples) == 4
    for sample in found.samples:
        assert 0 < sample.mass <= 1
        for local, best in zip(sample.local, sample.best, strict=True):
            assert local <= best + 1e-6
    expected = np.mean([s.mass * (s.local[0] - s.local[1]) for s in found.samples])
    assert found.local.mean == pytest.approx(found.unit.milli(1) * expected)
    assert json.loads(json.dumps(found.to_dict()))["seed"] == 5


def never_after(blueprint: Blueprint, monkeypatch: pytest.MonkeyPatch, *, seats: tuple[int, ...]) -> None:
    """From now on, hands of these seats never reach the start of a spot."""
    known = blueprint.ranges

    def ranges(history: str, board: Any) -> tuple[Values, Values]:
        found = [values.copy() for values in known(history, board)]
        for seat in seats:
            found[seat][:] = 0
        return found[0], found[1]

    monkeypatch.setattr(blueprint, "ranges", ranges)


@pytest.mark.slow
def test_boards_to_which_no_betting_comes_count_as_nothing(
    coarse: Blueprint, gained: LocalGain, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arrivals

    def some(*given: Any, **named: Any) -> list[Any]:
        ways = found(*given, **named)
        return [] if given[1] == 2 else ways

    monkeypatch.setattr(sys.modules[LocalGain.__module__], "arrivals", some)
    half = local_gain(coarse, boards=2, iterations=10, seed=5)
    assert [sample.mass for sample in half.samples if sample.player == 2] == [0, 0]
    # The first board's first seat is sampled before anything differs.
    assert half.samples[0] == gained.samples[0]
    assert half.local.mean == pytest.approx(
        half.unit.milli(1) * sum(s.mass * (s.local[0] - s.local[1]) for s in half.samples) / 4
    )
    assert half.smallest_margin == min(s.smallest_margin for s in half.samples if s.player == 1)
    assert "none comes here" in page("A title", [half])
    assert json.loads(json.dumps(half.to_dict()))["samples"][1]["history"] == ""


def test_hands_that_meet_nothing_but_rounding(coarse: Blueprint, monkeypatch: pytest.MonkeyPatch) -> None:
    """All hands of the player hold the ace of clubs, so the opponent's hands with it are impossible."""
    ace = int(parse_cards("Ac")[0])
    holds_ace = np.isin(COMBINATIONS, [ace]).any(axis=1)
    known = coarse.ranges
    weights = np.random.default_rng(3).random(1326) * holds_ace

    def ranges(history: str, board: Any) -> tuple[Values, Values]:
        first, second = known(history, board)
        return np.where(first > 0, weights, 0), second

    monkeypatch.setattr(coarse, "ranges", ranges)
    found = resolve_spot(coarse, river_line(coarse), BOARD, 2, target=None, iterations=10)
    assert np.isnan(found.kept[holds_ace]).all()
    assert np.isfinite(found.mean(found.kept))
    assert np.isfinite(found.mean(found.margins, by_bayes=True))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "seats"), [("unsafe", (0,)), ("unsafe", (1,)), ("gadget", (0, 1))])
def test_a_player_where_the_strategy_never_comes(
    coarse: Blueprint,
    coarse_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    seats: tuple[int, ...],
) -> None:
    game = coarse.game.table
    player = find_player(f"coarse+resolve={method},5", game, seed=1, tables=coarse_folder)
    plain = find_player("coarse_strategy", game, seed=1, tables=coarse_folder)
    assert isinstance(player, ResolvingPlayer)
    never_after(player._blueprint, monkeypatch, seats=seats)
    seen = 0
    for seed in range(60):
        for state, action in playing(game, [player, player], seed):
            if state.street >= 2:
                seen += 1
                assert action == plain.act(state)
        if seen >= 4:
            break
    assert seen >= 4


def test_numbers_of_the_command_are_taken_as_they_are(coarse_folder: Path) -> None:
    line = [str(coarse_folder / "coarse_strategy.h5"), "--path", "cc/cc/cc/", "--board", BOARD]
    for more, message in (
        (["--iterations", "0"], "iterations: expected a whole number from 1"),
        (["--target", ""], "target: expected an exploitability above 0"),
    ):
        found = CliRunner().invoke(command, [*line, *more])
        assert str(found.exception).startswith(message)
    said = CliRunner().invoke(command, [*line, "--iterations", "5"]).stdout
    shares = [float(row.split()[1]) for row in said.splitlines() if row.split()[2:3] == ["%"]]
    assert len(shares) == 20
    assert 20 < sum(shares) <= 100.1


@pytest.mark.slow
def test_what_is_drawn_follows_from_the_seed(coarse: Blueprint) -> None:
    one, two = (local_gain(coarse, boards=2, iterations=10, seed=6, threads=threads) for threads in (1, 2))
    assert one.samples == two.samples
