"""Reference values of a solved spot: every pair of hands on every run-out, one after the other."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import pokerdata
from pokerdata.cards import COMBINATIONS
from pokerdata.spots import Spot, SpotSolution


class ByHand:
    """Walks the betting tree of a solved spot with both players' hands, without the solver's shortcuts.

    Args:
        solution: The solved spot; its strategies are queried decision by decision.
    """

    def __init__(self, solution: SpotSolution) -> None:
        self.solution, self.spot, self.tree = solution, solution.spot, solution.spot.tree
        self.hands = [np.flatnonzero(self.spot.weights(p) > 0) for p in (0, 1)]
        self.weights = [self.spot.weights(p)[self.hands[p]] for p in (0, 1)]
        self._strategies: dict[tuple[str, tuple[int, ...]], NDArray[np.float64]] = {}
        self._wins: dict[tuple[int, tuple[int, ...]], NDArray[np.float64]] = {}

    @cached_property
    def apart(self) -> NDArray[np.bool_]:
        """Return whether the hands of both players share no card, bool [oop, ip]."""
        one, two = (COMBINATIONS[hands] for hands in self.hands)
        return np.asarray(~(one[:, None, :, None] == two[None, :, None, :]).any(axis=(2, 3)))

    def strategy(self, node: int, board: tuple[int, ...], player: int) -> NDArray[np.float64]:
        """Return probabilities [hands of the player, actions]; hands that the board blocks have all zeros."""
        history = self.tree.history(node)
        dealt = board[len(self.spot.board_cards) :]
        if (history, dealt) not in self._strategies:
            decision = self.solution.at(history, np.array(dealt, np.uint8) if dealt else "")
            assert decision.player == player
            found = np.zeros((1326, len(decision.actions)))
            found[decision.combinations] = decision.strategy
            self._strategies[history, dealt] = found[self.hands[player]]
        return self._strategies[history, dealt]

    def values(self, player: int, *, best: bool) -> float:
        """Return a player's winnings per deal, in chips, including the pot."""
        board = tuple(int(card) for card in self.spot.board_cards)
        other = self.weights[1 - player]
        reach = np.where(self.apart if player == 0 else self.apart.T, other, 0.0)  # [mine, theirs]
        root = self.walk(player, 0, board, reach, best=best)
        deals = (self.weights[0][:, None] * self.weights[1] * self.apart).sum()
        return float((self.weights[player] * root).sum() / deals)

    def walk(
        self, player: int, node: int, board: tuple[int, ...], reach: NDArray[np.float64], *, best: bool
    ) -> NDArray[np.float64]:
        """Return values [hands of the player]: chips won since the beginning, summed over reach [mine, theirs]."""
        tree = self.tree
        streets = int(tree.street[node]) + len(self.spot.board_cards)
        if tree.kind[node] == 1:
            return self._fold(player, node, reach)
        if streets > len(board) or (tree.kind[node] == 2 and len(board) < 5):
            return self._deal(player, node, board, reach, best=best)
        if tree.kind[node] == 2:
            return self._showdown(player, node, board, reach)
        actor = int(tree.player[node])
        children = [int(tree.child[edge]) for edge in tree.edges(node)]
        played = self.strategy(node, board, actor)
        if actor != player:
            parts = [
                self.walk(player, child, board, reach * played[:, a][None, :], best=best)
                for a, child in enumerate(children)
            ]
            return np.asarray(np.sum(parts, axis=0))
        values = np.stack([self.walk(player, child, board, reach, best=best) for child in children], axis=1)
        return np.asarray(values.max(axis=1) if best else (values * played).sum(axis=1))

    def _deal(
        self, player: int, node: int, board: tuple[int, ...], reach: NDArray[np.float64], *, best: bool
    ) -> NDArray[np.float64]:
        gone = {*board, *(int(c) for c in self.spot.dead_cards)}
        left = [card for card in range(52) if card not in gone]
        total = np.zeros(len(reach))
        for card in left:
            mine, theirs = (~(COMBINATIONS[self.hands[p]] == card).any(axis=1) for p in (player, 1 - player))
            kept = reach * mine[:, None] * theirs[None, :]
            if kept.any():
                total += self.walk(player, node, (*board, card), kept, best=best)
        return np.asarray(total / (len(left) - 4))  # two cards of each player are gone

    def _chips(self, player: int, node: int) -> tuple[float, float, float]:
        """Return the matched pot, the rake, and the player's chips put in since the spot began."""
        chips = abs(float(self.tree.chips[node]))
        pot = self.spot.dead_money + 2 * chips
        cap = np.inf if self.spot.rake_cap is None else float(self.spot.rake_cap)
        # Negative if the player gets back a bet made before the spot began.
        return pot, min(float(self.spot.rake) * pot, cap), chips - self.spot.paid[player]

    def _fold(self, player: int, node: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        pot, rake, put_in = self._chips(player, node)
        won = 0.0 if self.tree.player[node] == player else pot - rake
        return np.asarray(reach.sum(axis=1) * (won - put_in))

    def _showdown(
        self, player: int, node: int, board: tuple[int, ...], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        pot, rake, put_in = self._chips(player, node)
        mine, theirs = (self._codes(p, board) for p in (player, 1 - player))
        ahead = np.sign(mine[:, None] - theirs[None, :])
        won = np.where(ahead > 0, pot - rake, np.where(ahead < 0, 0.0, (pot - rake) / 2))
        return np.asarray((reach * (won - put_in)).sum(axis=1))

    def _codes(self, player: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        key = (player, tuple(sorted(board)))
        if key not in self._wins:
            found = []
            for hand in COMBINATIONS[self.hands[player]].tolist():
                clash = set(hand) & set(board)
                found.append(0 if clash else int(pokerdata.evaluate(np.array([*hand, *board], np.uint8))))
            self._wins[key] = np.array(found, float)
        return self._wins[key]


def random_spot(seed: int) -> Spot:
    """Return a small random spot: few hands, a deck cut by dead cards, any street and menu."""
    random = np.random.default_rng(seed)
    size = int(random.choice([3, 4, 5], p=[0.2, 0.4, 0.4]))
    alive = random.choice(52, {3: 12, 4: 16, 5: 24}[size], replace=False)
    board, rest = alive[:size], alive[size:]
    dead = np.setdiff1d(np.arange(52), alive)
    pairs = [(a, b) for a in range(len(rest)) for b in range(a)]
    ranges = []
    for _ in range(2):
        chosen = random.choice(len(pairs), int(random.integers(2, 8)), replace=False)
        texts = []
        for i in chosen:
            cards = pokerdata.format_cards(np.array([rest[pairs[i][0]], rest[pairs[i][1]]], np.uint8))
            texts.append(f"{cards.replace(' ', '')}:{random.choice([1, 0.5, 0.25])}")
        ranges.append(",".join(texts))
    pot, raked = int(random.integers(2, 100)), bool(random.integers(2))
    return Spot(
        board=board.astype(np.uint8),
        oop=ranges[0],
        ip=ranges[1],
        dead=dead.astype(np.uint8),
        pot=pot,
        stack=int(random.integers(1, 5 * pot)),
        bets=str(random.choice(["50%", "a", "75%,a", "e"])),
        raises=str(random.choice(["", "60%", "a"])) if size > 3 else "",
        rake=0.05 if raked else 0,
        rake_cap=3 if raked else None,
        add_all_in=1,
        force_all_in=0.2,
    )


def short_deck(board: str, cards: int, hands: tuple[int, int], seed: int) -> dict[str, object]:
    """Return board, ranges and dead cards of a random spot with few cards left.

    Args:
        board: The board.
        cards: Number of cards left in the deck.
        hands: Number of hands of each player.
        seed: Seed of the spot.
    """
    random = np.random.default_rng(seed)
    known = pokerdata.parse_cards(board)
    kept = random.choice(np.setdiff1d(np.arange(52), known), cards, replace=False)
    pairs = [(a, b) for a in range(cards) for b in range(a)]
    ranges = []
    for count in hands:
        chosen = random.choice(len(pairs), count, replace=False)
        drawn = [np.array([kept[pairs[i][0]], kept[pairs[i][1]]], np.uint8) for i in chosen]
        ranges.append(",".join(pokerdata.format_cards(hand).replace(" ", "") for hand in drawn))
    dead = np.setdiff1d(np.arange(52), np.concatenate([known, kept])).astype(np.uint8)
    return {"board": board, "oop": ranges[0], "ip": ranges[1], "dead": dead}
