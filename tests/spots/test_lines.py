"""Lines of a solved spot agree with every pair of hands on every run-out, one after the other."""

import csv
import io
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import pokerdata
from helpers.spots_by_hand import ByHand, random_spot
from pokerdata.cards import COMBINATIONS
from pokerdata.cli import main
from pokerdata.spots import Spot, SpotSolution, solve_spot, spot_lines

Sums = dict[int, NDArray[np.float64]]


class Ends(ByHand):
    """For each terminal node: how often it is reached, and what both win there."""

    def sums(
        self, history: str = "", cards: tuple[int, ...] = (), hand: tuple[int, int] | None = None
    ) -> Sums:
        """Return the weights of deals and the chips of both at each terminal; `hand` limits it to one player and combo."""
        self.node, self.fixed = self.solution.find(history, np.array(cards, np.uint8)).node, cards
        self.found: Sums = defaultdict(lambda: np.zeros(3))
        self.paid = self.solution.paid(self.node)
        reach = self.weights[0][:, None] * self.weights[1] * self.apart
        if hand is not None:
            only = self.hands[hand[0]] == hand[1]
            reach = reach * (only[:, None] if hand[0] == 0 else only[None, :])
        self._go(0, tuple(int(c) for c in self.spot.board_cards), reach, False, hand)
        return self.found

    def _go(
        self,
        node: int,
        board: tuple[int, ...],
        reach: NDArray[np.float64],
        inside: bool,
        hand: tuple[int, int] | None,
    ) -> None:
        tree, spot = self.tree, self.spot
        kind, streets = tree.kind[node], int(tree.street[node]) + len(spot.board_cards)
        if not reach.any():
            return
        if kind != 1 and (streets > len(board) or (kind == 2 and len(board) < 5)):
            gone = {*board, *(int(c) for c in spot.dead_cards)}
            left = [card for card in range(52) if card not in gone]
            dealt = len(board) - len(spot.board_cards)
            for card in left if dealt >= len(self.fixed) else [self.fixed[dealt]]:
                free = [~(COMBINATIONS[self.hands[p]] == card).any(axis=1) for p in (0, 1)]
                kept = reach * free[0][:, None] * free[1][None, :] / (len(left) - 4)
                self._go(node, (*board, card), kept, inside, hand)
            return
        inside = inside or node == self.node
        if kind == 0:
            actor = int(tree.player[node])
            played = self.strategy(node, board, actor)
            for a, edge in enumerate(tree.edges(node)):
                part = played[:, a][:, None] if actor == 0 else played[:, a][None, :]
                self._go(int(tree.child[edge]), board, reach * part, inside, hand)
        elif inside:
            pot, rake, _ = self._chips(0, node)
            put = [abs(float(tree.chips[node])) - self.paid[p] for p in (0, 1)]
            if kind == 1:
                shares = [np.full(reach.shape, float(tree.player[node] != p)) for p in (0, 1)]
            else:
                codes = [self._codes(p, board) for p in (0, 1)]
                share = (1 + np.sign(codes[0][:, None] - codes[1][None, :])) / 2
                shares = [share, 1 - share]
            won = [(reach * ((pot - rake) * shares[p] - put[p])).sum() for p in (0, 1)]
            self.found[node] += np.array([reach.sum(), *won])


def check(solution: SpotSolution, history: str, cards: tuple[int, ...], hand: tuple[int, int] | None) -> None:
    by_hand = Ends(solution).sums(history, cards, hand)
    total = sum(sums[0] for sums in by_hand.values())
    dealt = np.array(cards, np.uint8) if cards else ""
    how = {} if hand is None else {"hand": _text(hand[1]), "player": hand[0]}
    if not total > 0:
        return
    found = spot_lines(solution, history, dealt, until="hand", **how)  # type: ignore[arg-type]
    assert sum(line.probability for line in found.played) == pytest.approx(1)
    tree = solution.spot.tree
    wanted = {tree.history(node): sums for node, sums in by_hand.items()}
    for line in found.played:
        deals, *won = wanted.get(line.history, np.zeros(3)).tolist()
        assert line.probability == pytest.approx(deals / total, abs=1e-12)
        if deals > 0:
            assert line.ev == pytest.approx((won[0] / deals, won[1] / deals))
    at = solution.at(history, dealt)
    if hand is None:
        assert found.ev == pytest.approx([side.mean_ev for side in at.sides])
    elif hand[0] == at.player:
        assert found.ev[at.player] == pytest.approx(at.hand(_text(hand[1]))["ev"])
    streets = spot_lines(solution, history, dealt, **how)  # type: ignore[arg-type]
    assert streets.ev == pytest.approx(found.ev)
    for line in streets.played:
        below = [one for one in found.played if one.history.startswith(line.history)]
        if line.end != "next card":
            below = [one for one in below if one.history == line.history]
        assert line.probability == pytest.approx(sum(one.probability for one in below), abs=1e-12)


def _text(combination: int) -> str:
    return pokerdata.format_cards(COMBINATIONS[combination]).replace(" ", "")


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed > 9 else []) for seed in range(30)]
)
def test_every_line_by_hand(seed: int) -> None:
    """From the root and from a later street, for ranges and for one hand of either player."""
    solution = solve_spot(random_spot(seed), iterations=7)
    spot, tree = solution.spot, solution.spot.tree
    random = np.random.default_rng(seed)
    hands = [np.flatnonzero(spot.weights(p)) for p in (0, 1)]
    one = [(p, int(random.choice(hands[p]))) for p in (0, 1)]
    check(solution, "", (), None)
    for hand in one:
        check(solution, "", (), hand)
    later = np.flatnonzero((tree.kind == 0) & (tree.street == 1))
    if len(later):
        gone = {*spot.board_cards.tolist(), *spot.dead_cards.tolist(), *COMBINATIONS[one[0][1]].tolist()}
        card = next(
            c for c in range(52) if c not in gone and any(c not in COMBINATIONS[h] for h in hands[1].tolist())
        )
        history = tree.history(int(random.choice(later)))
        check(solution, history, (card,), None)
        check(solution, history, (card,), one[0])


@pytest.mark.parametrize("board", ["2c3c4c2d", pytest.param("2c3c4c", marks=[pytest.mark.slow])])
def test_suits_that_are_not_told_apart(board: str) -> None:
    """Boards represent others, and still a hand's lines depend on its own suits."""
    spot = Spot(
        board=board,
        oop="AsAh,AdAh,AsAd,9h9d,9h9s,9d9s",
        ip="KsKh,KdKh,KsKd",
        pot=20,
        stack=40,
        bets="75%",
        dead="5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8sTcTdThTsJcJdJhJsQcQdQhQs9cAcKc3d3h3s",
    )
    solution = solve_spot(spot, iterations=10)
    assert solution.game.board_weights(1).max() > 1
    check(solution, "", (), None)
    check(solution, "", (), (0, int(np.flatnonzero(spot.weights(0))[1])))


@pytest.mark.parametrize("seed", range(8))
def test_a_best_response_is_worth_what_it_is_by_hand(seed: int) -> None:
    solution = solve_spot(random_spot(seed), iterations=3)
    spot, by_hand = solution.spot, ByHand(solution)
    for player in (0, 1):
        mine, theirs = by_hand.hands[player], by_hand.weights[1 - player]
        reach = np.where(by_hand.apart if player == 0 else by_hand.apart.T, theirs, 0.0)
        board = tuple(int(card) for card in spot.board_cards)
        values = by_hand.walk(player, 0, board, reach, best=True)
        for row, combination in enumerate(mine.tolist()):
            if not reach[row].sum() > 0:
                continue
            found = spot_lines(solution, until="hand", hand=_text(combination), player=player, best=True)
            assert found.ev[player] == pytest.approx(values[row] / reach[row].sum())
            assert sum(line.probability for line in found.played) == pytest.approx(1)
            played = spot_lines(solution, hand=_text(combination), player=player)
            assert found.ev[player] >= played.ev[player] - 1e-9


def test_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    solution = solve_spot(spot, target="0.001%")
    found = spot_lines(solution)
    told = {line.history: line.probability for line in found.played}
    assert told["r10c"] == pytest.approx(
        2 / 3 * 2 / 3, abs=0.01
    )  # aces and a third of the queens bet, two thirds call
    assert {line.history: line.end for line in found.played}["r10f"] == "IP folds"
    assert max(map(len, found.lines())) <= 80
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["probability"]) for row in rows] == [line.probability for line in found.played]
    assert list(found.frame()["history"]) == [row["history"] for row in rows]
    solution.save(tmp_path / "river.h5")
    line = ["spot", "browse", str(tmp_path / "river.h5"), "--lines"]
    assert main([*line, "street"]) == 0
    assert capsys.readouterr().out.splitlines() == found.lines(most=169)
    assert main([*line, "hand", "--hand", "QsQh"]) == 0
    printed = capsys.readouterr().out
    assert "lines of QsQh (OOP) to the end of the hand" in printed
    assert "best response of QsQh (OOP) to the end of the hand" in printed
    for wrong in ([*line, "turn"], [*line, "hand", "--hand", "2c2d"], [*line, "hand", "--path", "r10c"]):
        assert main(wrong) == 2
        assert "error: " in capsys.readouterr().err


def test_what_is_refused() -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    solution = solve_spot(spot, iterations=1)
    for how, message in (
        ({"until": "river"}, "until: expected street or hand, got 'river'"),
        ({"player": 2}, "player: expected 0"),
        ({"best": True}, "best: expected two cards with it, got 'a range'"),
        ({"hand": "KsKh"}, "hand: expected one of the range of OOP here, got KsKh"),
        ({"hand": "AsAhAd"}, "hand: expected two cards or a class of hands"),
    ):
        with pytest.raises(ValueError, match=message):
            spot_lines(solution, **how)
