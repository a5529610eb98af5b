"""Equities from other packages on PyPI, computed through their own interfaces.

Each package has a class with a method for each supported operation. `hands` and `ranges` enumerate all deals.
`sampled` samples the given number of deals, at most `most_deals`. Each method takes the players' hands and
the board as text, and returns a function that computes the first player's equity. Parsing is not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

Work = Callable[[], float]


def cards(text: str) -> list[str]:
    text = text.replace(" ", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


class Xiapl:
    name = "xiapl"
    most_deals = 10**6

    def _mask(self, text: str) -> int:
        from xiapl.card import Card
        from xiapl.utils import cards_to_mask

        return int(cards_to_mask([Card.from_string(card) for card in cards(text)]))

    def hands(self, hands: list[str], board: str) -> Work:
        from xiapl.simulation import SimulationOptions, calculate_equity

        masks, on_board = [self._mask(hand) for hand in hands], self._mask(board)
        exact = SimulationOptions.exact()
        exact.threads = 1
        return lambda: calculate_equity(masks, on_board, exact).players[0].equity

    def ranges(self, ranges: list[str], board: str) -> Work:
        from xiapl.range import Range
        from xiapl.simulation import SimulationOptions, calculate_range_equity

        first, second = (Range.from_string(text) for text in ranges)
        on_board = self._mask(board)
        exact = SimulationOptions.exact()
        exact.threads = 1
        return lambda: calculate_range_equity(first, second, on_board, exact).hero_aggregate_equity

    def sampled(self, hands: list[str], board: str, deals: int) -> Work:
        from xiapl.simulation import SimulationOptions, calculate_equity

        masks, on_board = [self._mask(hand) for hand in hands], self._mask(board)
        sample = SimulationOptions.mc_seeded(deals, 1)
        sample.threads = 1
        return lambda: calculate_equity(masks, on_board, sample).players[0].equity


class PokerEquity:
    """Its exact enumeration chooses its own number of threads."""

    name = "poker_equity"
    most_deals = 10**6

    def hands(self, hands: list[str], board: str) -> Work:
        import poker_equity as peer

        on_board = " ".join(cards(board))
        return lambda: peer.exact_from_text("holdem", hands, on_board)["players"][0]["equity"]

    def sampled(self, hands: list[str], board: str, deals: int) -> Work:
        import poker_equity as peer

        on_board = " ".join(cards(board))
        return lambda: peer.chunk_from_text("holdem", hands, on_board, samples=deals, seed=1, threads=1)[
            "players"
        ][0]["equity"]


class Eval7:
    """Its py_hand_vs_range_exact treats the given board as final, so it can be compared only on the river."""

    name = "eval7"
    most_deals = 10**6

    def sampled(self, hands: list[str], board: str, deals: int) -> Work:
        import eval7 as peer

        hole = tuple(peer.Card(card) for card in cards(hands[0]))
        other = peer.HandRange(hands[1])
        on_board = [peer.Card(card) for card in cards(board)]
        return lambda: peer.py_hand_vs_range_monte_carlo(hole, other, on_board, deals)


class PokerKit:
    name = "pokerkit"
    most_deals = 2000  # 0.1 s

    def sampled(self, hands: list[str], board: str, deals: int) -> Work:
        from pokerkit import Card, Deck, StandardHighHand, calculate_equities, parse_range

        ranges = [parse_range(hand) for hand in hands]
        on_board = list(Card.parse(board))
        return lambda: calculate_equities(
            ranges, on_board, 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=deals
        )[0]


PEERS = (Xiapl(), PokerEquity(), Eval7(), PokerKit())


def installed() -> list[Any]:
    return [peer for peer in PEERS if find_spec(peer.name)]
