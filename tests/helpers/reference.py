"""Reference implementation of poker: any rules of `pokerdata.games`, one card and one action at a time, in plain Python.

It uses nothing of the package except the rules, so that any difference in a random game is a bug.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, pairwise, permutations
from math import comb, prod
from typing import Any

from phevaluator import evaluate_cards

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PARTS = {"min": Fraction(0), "half-pot": Fraction(1, 2), "pot": Fraction(1)}

Hand = tuple[str, ...]
"""Cards, highest first: 'K', or 'Kh' if suits matter."""
Board = tuple[Hand, ...]
"""The cards of each street."""
Key = tuple[str, str]
"""An information set: the betting, and the player's hand with the board."""
Strategy = dict[Key, list[float]]
"""Probabilities of the moves at each information set: fold, check or call, bets and raises from the smallest."""


@dataclass(frozen=True)
class Point:
    """A node of the betting tree.

    Attributes:
        paid: Chips of both players.
        raised: Size of the last bet or raise of the street.
        acted: Whether the other player has acted on the street.
        over: How the hand ends, 'f' or 'shown'.
    """

    history: str
    street: int
    player: int
    paid: tuple[int, int]
    bets: int
    raised: int = 0
    acted: bool = False
    over: str = ""


@dataclass(frozen=True)
class Betting:
    """The rules of betting, from the `values` of a rules object."""

    values: dict[str, Any]

    @property
    def streets(self) -> int:
        return len(self.values["first_to_act"])

    @property
    def stack(self) -> int | None:
        return min(self.values["stacks"]) if "stacks" in self.values else None

    @property
    def unit(self) -> int:
        return int(max(self.values["blinds"]) or self.values["ante"])

    def start(self) -> Point:
        first, second = self.values["blinds"]
        ante = self.values["ante"]
        blind = self.values["blind_counts_as_bet"] if self.stack is None else first or second
        return Point(
            "", 0, self.values["first_to_act"][0] - 1, (ante + first, ante + second), int(bool(blind))
        )

    def menu(self, street: int) -> list[Any]:
        menu = self.values["menu"]
        return list(menu[street] if any(isinstance(part, list) for part in menu) else menu)

    def raises(self, at: Point) -> list[int]:
        """Return the legal totals of a bet or raise: chips over the whole hand, ascending."""
        level, caps = max(at.paid), self.values.get("caps", (255,) * self.streets)
        if at.bets >= caps[at.street] or level == self.stack:
            return []
        if self.stack is None:
            return [level + self.values["bets"][at.street]]
        found = set()
        for part in self.menu(at.street):
            if part == "all-in":
                found.add(self.stack)
                continue
            of_pot = PARTS[part] if part in PARTS else Fraction(part)
            chips = max(int(of_pot * 2 * level), at.raised, self.unit)
            found.add(min(level + chips, self.stack))
        return sorted(found)

    def moves(self, at: Point) -> Iterator[tuple[str, Point]]:
        me, you, level = at.player, 1 - at.player, max(at.paid)
        if at.paid[me] < level:
            yield "f", replace(at, history=at.history + "f", over="f")
        called = replace(at, history=at.history + "c", player=you, paid=(level, level), acted=True)
        if not at.acted:
            yield "c", called
        elif at.street + 1 == self.streets or level == self.stack:
            yield "c", replace(called, over="shown")
        else:
            first = self.values["first_to_act"][at.street + 1] - 1
            yield "c", Point(at.history + "c/", at.street + 1, first, (level, level), 0)
        for to in self.raises(at):
            paid = (to, at.paid[1]) if me == 0 else (at.paid[0], to)
            name = "r" if self.stack is None else f"r{to}"
            yield name, Point(at.history + name, at.street, you, paid, at.bets + 1, to - level, True)

    def lines(self, most: int) -> dict[str, Point] | None:
        """Return every node by its history, or None if there are more than `most`."""
        found, waiting = {}, [self.start()]
        while waiting:
            at = waiting.pop()
            found[at.history] = at
            if len(found) > most:
                return None
            waiting += [] if at.over else [after for _, after in self.moves(at)]
        return found


def won_by_fold(at: Point) -> int:
    """Return the chips that player 1 wins."""
    return at.paid[1] if at.player == 1 else -at.paid[0]


@dataclass(frozen=True)
class Cards:
    """The cards of a game, from the `values` of a card rules object."""

    values: dict[str, Any]

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """Return every card, lowest first; copies are repeated."""
        suits = SUITS[: self.values["suits"]] if "suits" in self.values else [""] * self.values["copies"]
        return tuple(rank + suit for rank in self.values["ranks"] for suit in suits)

    def deals(self, gone: Hand, count: int) -> list[tuple[Hand, float]]:
        """Return the possible next deals, highest first, with probabilities; copies count as one deal."""
        left = Counter(self.deck)
        left.subtract(gone)
        kinds = {card: n for card, n in left.items() if n}
        hands = {
            tuple(sorted(c, key=self.order, reverse=True)) for c in combinations(list(left.elements()), count)
        }
        ways = {hand: prod(comb(kinds[card], n) for card, n in Counter(hand).items()) for hand in hands}
        return [(hand, ways[hand] / sum(ways.values())) for hand in sorted(ways)]

    @staticmethod
    def order(card: str) -> tuple[int, str]:
        return RANKS.index(card[0]), card[1:]

    def strength(self, cards: Hand) -> Any:
        if self.values["ranking"] == "five-card":
            return -evaluate_cards(*cards)  # 1 is the best
        return (pairs if self.values["ranking"] == "pairs" else three_card)(cards)

    def name(self, hand: Hand, board: Board) -> str:
        """Return the name of a hand on a board, shared by all hands that differ only by a permutation of suits."""
        if "suits" not in self.values:
            return _name(hand, board)
        if (hand, board) not in self._names:
            self._names[hand, board] = min(
                _name(_renamed(hand, suits), tuple(_renamed(cards, suits) for cards in board))
                for suits in permutations(SUITS[: self.values["suits"]])
            )
        return self._names[hand, board]

    @cached_property
    def _names(self) -> dict[tuple[Hand, Board], str]:
        return {}


def _renamed(cards: Hand, suits: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((c[0] + suits[SUITS.index(c[1])] for c in cards), key=Cards.order, reverse=True))


def _name(hand: Hand, board: Board) -> str:
    seen = " ".join("".join(cards) for cards in board if cards)
    return "".join(hand) + (f" on {seen}" if seen else "")


def pairs(cards: Hand) -> Any:
    """Rank by larger groups of equal ranks, then by higher ranks."""
    groups = Counter(RANKS.index(card[0]) for card in cards)
    sizes, ranks = zip(*sorted(((n, rank) for rank, n in groups.items()), reverse=True), strict=True)
    return sizes, ranks


def three_card(cards: Hand) -> Any:
    """Rank straight flush, three of a kind, straight, flush, pair, high card; the ace is high or low."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    kinds = len(set(ranks))
    flush = len({card[1] for card in cards}) == 1
    low = ranks == [12, 1, 0]
    straight = low or all(a == b + 1 for a, b in pairwise(ranks))
    kind = (
        5 if straight and flush else 4 if kinds == 1 else 3 if straight else 2 if flush else int(kinds == 2)
    )
    return kind, [1, 0, -1] if low else sorted(ranks, key=lambda r: (-ranks.count(r), -r))


@dataclass(frozen=True)
class Poker:
    """A game of cards in the protocol of `pokerdata.solving.explicit`."""

    betting: Betting
    cards: Cards
    players: int = 2

    def known(self, name: str) -> str:
        """Convert the name of a private state of the package, 'Qh on Ks Td'."""
        size = 1 if "copies" in self.cards.values else 2
        hand, _, board = name.partition(" on ")
        split = [tuple(c[i : i + size] for i in range(0, len(c), size)) for c in (hand, *board.split())]
        return self.cards.name(split[0], tuple(split[1:]))

    def root(self) -> State:
        return State(self, (), self.streets_without_cards(()), self.betting.start())

    def streets_without_cards(self, board: Board) -> Board:
        """Return the board extended by the following streets that deal no cards."""
        turned = self.cards.values["board"]
        while len(board) < len(turned) and turned[len(board)] == 0:
            board = (*board, ())
        return board


@dataclass(frozen=True)
class State:
    """A state with the dealt `hands` of both players, and the `board` cards of each street."""

    game: Poker
    hands: tuple[Hand, ...]
    board: Board
    at: Point

    @property
    def owed(self) -> int:
        """Return the number of cards to deal next, or 0. After an all-in the streets of the run-out follow one by one."""
        rules = self.game.cards.values
        if len(self.hands) < 2:
            return int(rules["hole"])
        streets = self.game.betting.streets if self.at.over == "shown" else self.at.street + 1
        return int(rules["board"][len(self.board)]) if len(self.board) < streets else 0

    @property
    def player(self) -> Any:
        if self.at.over == "f":
            return None
        return "chance" if self.owed else None if self.at.over else self.at.player

    def chance(self) -> list[tuple[Hand, float]]:
        gone = tuple(card for cards in (*self.hands, *self.board) for card in cards)
        return self.game.cards.deals(gone, self.owed)

    def legal_actions(self) -> list[str]:
        return [name for name, _ in self.game.betting.moves(self.at)]

    def apply(self, action: Any) -> State:
        if isinstance(action, str):
            return replace(self, at=dict(self.game.betting.moves(self.at))[action])
        if len(self.hands) < 2:
            return replace(self, hands=(*self.hands, action))
        return replace(self, board=self.game.streets_without_cards((*self.board, action)))

    @property
    def seen(self) -> tuple[Hand, Board]:
        """Return the acting player's knowledge of the cards."""
        return self.hands[self.at.player], self.board[: self.at.street + 1]

    def information_set(self) -> Key:
        return self.at.history, self.game.cards.name(*self.seen)

    def returns(self) -> list[float]:
        if self.at.over == "f":
            won = won_by_fold(self.at)
        else:
            table = tuple(card for cards in self.board for card in cards)
            mine, yours = (self.game.cards.strength(hand + table) for hand in self.hands)
            won = self.at.paid[0] * ((mine > yours) - (mine < yours))
        return [won, -won]


@dataclass(frozen=True)
class Counts:
    """A game of joint counts.

    Attributes:
        deals: Deals of the last street, by player 1's state and player 2's.
        wins: Wins of the last street, by player 1's state and player 2's.
        parents: For each street after the first, the parent state on the street before.
    """

    betting: Betting
    deals: list[list[int]]
    wins: list[list[int]]
    parents: list[list[int]]
    players: int = 2

    def known(self, name: str) -> str:
        """Convert the name of a private state of the package."""
        return name

    def root(self) -> Pair:
        return Pair(self, (), self.betting.start())


@dataclass(frozen=True)
class Pair:
    """A deal: the `states` of both players on the last street, once they are dealt."""

    game: Counts
    states: tuple[int, ...]
    at: Point

    @property
    def player(self) -> Any:
        return None if self.at.over else self.at.player if self.states else "chance"

    def chance(self) -> list[tuple[tuple[int, int], float]]:
        total = sum(map(sum, self.game.deals))
        cells = ((s, t, n) for s, row in enumerate(self.game.deals) for t, n in enumerate(row) if n)
        return [((s, t), n / total) for s, t, n in cells]

    def legal_actions(self) -> list[str]:
        return [name for name, _ in self.game.betting.moves(self.at)]

    def apply(self, action: Any) -> Pair:
        if isinstance(action, str):
            return replace(self, at=dict(self.game.betting.moves(self.at))[action])
        return replace(self, states=action)

    def information_set(self) -> Key:
        state = self.states[self.at.player]
        for up in reversed(self.game.parents[self.at.street :]):
            state = up[state]
        return self.at.history, str(state)

    def returns(self) -> list[float]:
        if self.at.over == "f":
            won = float(won_by_fold(self.at))
        else:
            s, t = self.states
            more = self.game.wins[s][t] - self.game.wins[t][s]
            won = self.at.paid[0] * more / self.game.deals[s][t]
        return [won, -won]


@dataclass
class Node:
    """A node of the game tree.

    Attributes:
        player: 0, 1, 'chance', or None at a terminal node.
        key: Knowledge of the player.
        moves: Legal moves of the player.
        chances: Probabilities of the children.
    """

    player: Any
    children: list[int]
    key: Key = ("", "")
    moves: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    won: float = 0.0


class Walk:
    """Every node of a game, children after parents, with values of strategies."""

    def __init__(self, game: Poker | Counts) -> None:
        self.nodes: list[Node] = []
        self.states: list[Any] = []
        self.sets: dict[tuple[int, Key], list[int]] = defaultdict(list)
        self._visit(game.root())

    def _visit(self, state: Any) -> int:
        number, player = len(self.nodes), state.player
        node = Node(player, [])
        self.nodes.append(node)
        self.states.append(state)
        if player is None:
            node.won = state.returns()[0]
        elif player == "chance":
            events, node.chances = zip(*state.chance(), strict=True)
            node.children = [self._visit(state.apply(event)) for event in events]
        else:
            node.key, node.moves = state.information_set(), tuple(state.legal_actions())
            self.sets[player, node.key].append(number)
            node.children = [self._visit(state.apply(move)) for move in node.moves]
        return number

    def expected_value(self, strategy: Strategy) -> float:
        """Return the chips per game that player 1 wins."""
        worth = [0.0] * len(self.nodes)
        for n in reversed(range(len(self.nodes))):
            node = self.nodes[n]
            steps = node.chances if node.player == "chance" else strategy[node.key] if node.moves else ()
            worth[n] = node.won + sum(p * worth[c] for p, c in zip(steps, node.children, strict=True))
        return worth[0]

    def best_response(
        self,
        strategy: Strategy,
        player: int,
        allowed: Callable[[str, str], bool] = lambda history, move: True,
    ) -> float:
        """Return the chips per game that a best response wins; `allowed` tests its moves."""
        reach = [1.0] + [0.0] * (len(self.nodes) - 1)
        for n, node in enumerate(self.nodes):
            own = node.player == player
            steps = node.chances if node.player == "chance" else () if own else strategy.get(node.key, ())
            for i, c in enumerate(node.children):
                reach[c] = reach[n] if own else reach[n] * steps[i]
        sign = 1 if player == 0 else -1
        chosen: dict[Any, Any] = {}

        @cache
        def worth(n: int) -> float:
            """Return the player's value from here on, weighted with the others' reach probability."""
            node = self.nodes[n]
            if node.player == player:
                if node.key not in chosen:
                    together = self.sets[player, node.key]
                    moves = [i for i, move in enumerate(node.moves) if allowed(node.key[0], move)]
                    chosen[node.key] = max(
                        moves, key=lambda i: sum(worth(self.nodes[m].children[i]) for m in together)
                    )
                return worth(node.children[chosen[node.key]])
            return reach[n] * sign * node.won if node.player is None else sum(worth(c) for c in node.children)

        return worth(0)
