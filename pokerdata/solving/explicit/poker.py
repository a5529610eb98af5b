"""Poker games of two to ten players in the protocol of explicit trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, repeat
from math import comb
from typing import Literal

import numpy as np

from pokerdata._core import play as _core
from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, Game, NoLimitRules, load_game, table_rules
from pokerdata.games.play import TableRules
from pokerdata.games.play.definition import card_text

Cards = tuple[int, ...]
_PARTS_OF_CHIP = _core.parts_of_chip()


class PokerGame:
    """A poker game in the protocol of `pokerdata.solving.explicit.build`.

    Chance deals the hole cards of one player after the other, and then the board, street by street. After an all-in it
    deals the rest of the board at once. Chances and utilities are exact fractions.

    Events are cards as text, highest first: "KhQd", or "KQ" if suits do not matter. Actions have the names of
    `pokerdata.games.BettingTree`: "fold", "check", "call", "bet", "raise", and in no-limit games "bet 200", "raise to 300",
    "all-in". An information set is "K: cr" or "K on Q: crc/": hole cards, board, and action sequence as in `State.history`.

    Args:
        game: A game as `pokerdata.load_game` accepts it. A two-player no-limit game with a menu of bets, such as those of
            the package, is played with the bets of its menu. Every other no-limit game is played with every legal size.
        alike: Whether to merge cards of a rank if suits do not count (ranking "pairs"). The tree is then smaller, and the
            values of the game stay the same.

    Attributes:
        definition: The rules.
        menu: The betting tree of a game with a menu of bets, or None.
        draws: Function of the dealt cards and the number to deal. Returns for each event the cards that represent it, and
            its chance.
        strength: Function of hole cards and board that returns a larger number for a better hand.

    Raises:
        ValueError: If `load_game` refuses the game.
    """

    def __init__(self, game: TableRules | Game | str, *, alike: bool = True) -> None:
        self.definition = table_rules(game)
        self.alike = alike and self.definition.cards.ranking == "pairs"
        self.menu = _menu_of(game)
        self.draws = cache(self._draws)
        self.strength = cache(self._strength)

    @property
    def players(self) -> int:
        """Number of players."""
        return self.definition.players

    def __repr__(self) -> str:
        return brief(self, repr(self.definition.name), f"{self.players} players")

    def _repr_html_(self) -> str:
        return html.facts({"game": self.definition.name, "players": self.players}, caption="PokerGame")

    def root(self) -> PokerState:
        return PokerState(self, (), (), self._betting)

    def check_size(self, max_nodes: int) -> None:
        """Count the nodes of the tree without building it.

        Args:
            max_nodes: Most nodes allowed.

        Raises:
            CapacityError: If there are more; counting stops there.
        """
        nodes = 0
        for more in self._node_counts(max_nodes):
            nodes += more
            if nodes > max_nodes:
                raise CapacityError(
                    f"{self.definition.name}: the tree has more than {max_nodes:,} nodes; allow more with max_nodes, at "
                    "about 300 bytes a node, or play fewer cards, smaller stacks or a menu of bets"
                )

    def _node_counts(self, most: int) -> Iterator[int]:
        hole, n = self.definition.cards.hole, self.players
        deals = cache(lambda numbers: self._deals(numbers, most))
        for before in range(n):
            yield deals((hole,) * before)
        waiting = [iter([(self._betting, (hole,) * n, 0)])]
        while waiting:
            node = next(waiting[-1], None)
            if node is None:
                waiting.pop()
                continue
            betting, dealt, board = node
            if betting.board > board:
                yield deals(dealt)
                dealt, board = (*dealt, betting.board - board), betting.board
            yield deals(dealt)
            waiting.append(zip(map(betting.after, betting.steps()), repeat(dealt), repeat(board)))

    @cached_property
    def _betting(self) -> _Betting:
        core = _core.Betting(self.definition.core)
        antes = tuple(min(paid, ante) for paid, ante in zip(core.spent, self.definition.antes, strict=True))
        return _Betting(self, core, "/" * core.street, antes, 0)

    # --- cards ----------------------------------------------------------------------------------------------------

    def _draws(self, used: Cards, number: int) -> dict[str, tuple[Cards, Fraction]]:
        """Return for each event the cards that represent it, and its chance."""
        left = [card for card in self.definition.deck if card not in used]
        found: dict[str, Cards] = {}
        ways: Counter[str] = Counter()
        for cards in combinations(left, number):
            event = self.text(cards)
            found.setdefault(event, cards)
            ways[event] += 1
        return {event: (cards, Fraction(ways[event], ways.total())) for event, cards in found.items()}

    def text(self, cards: Cards) -> str:
        """Return cards as an event's text, highest first.

        Args:
            cards: Numbers of the cards.
        """
        texts = (card_text(card) for card in sorted(cards, reverse=True))
        return "".join(text[0] if self.alike else text for text in texts)

    def _strength(self, cards: Cards) -> int:
        return self.definition.core.strength(np.array(cards, np.uint8))

    def _deals(self, numbers: tuple[int, ...], most: int) -> int:
        """Count the ways to deal these numbers of cards in turn; the count may stop anywhere above `most`."""
        left = len(self.definition.deck)
        if not self.alike:
            ways = 1
            for number in numbers:
                ways, left = ways * comb(left, number), left - number
            return ways
        # Sorted counts of remaining cards per rank, as it does not matter which rank -> number of ways.
        found = Counter({tuple(sorted(Counter(card // 4 for card in self.definition.deck).values())): 1})
        for number in numbers:
            after: Counter[tuple[int, ...]] = Counter()
            for counts, ways in found.items():
                for drawn in combinations_with_replacement(range(len(counts)), number):
                    taken = Counter(drawn)
                    rest = [count - taken[rank] for rank, count in enumerate(counts)]
                    if min(rest) >= 0:
                        after[tuple(sorted(rest))] += ways
            found = after
            if found.total() > most:
                break
        return found.total()


@dataclass(frozen=True, slots=True)
class _Step:
    """An action: its name, its text in histories, and the node of the menu that it leads to."""

    name: str
    text: str
    node: int


@dataclass(frozen=True, eq=False)
class _Betting:
    """The betting so far, independent of the cards.

    Attributes:
        history: The action sequence as in `State.history`.
        before: Chips that each player had put in before this street, blinds excluded.
        node: Node of the menu's betting tree, if there is one.
    """

    game: PokerGame
    core: _core.Betting
    history: str
    before: tuple[int, ...]
    node: int

    @property
    def board(self) -> int:
        """Number of cards that must lie on the board here."""
        won = self.core.finished and self.core.folded.count(False) == 1
        return 0 if won else self.game.definition.board_cards(self.core.street)

    def steps(self) -> Iterator[_Step]:
        """Yield all actions, in the order fold, check or call, bets and raises by size."""
        core, menu = self.core, self.game.menu
        if core.finished:
            return
        if menu is not None:
            for name, edge, child in zip(
                menu.actions(self.node), menu.edges(self.node), menu.children(self.node), strict=True
            ):
                yield _Step(
                    name, {"fold": "f", "check": "c", "call": "c"}.get(name, f"r{menu.to[edge]}"), child
                )
            return
        if core.may_fold:
            yield _Step("fold", "f", 0)
        yield _Step("call" if core.to_call else "check", "c", 0)
        if core.may_raise:
            blinds = core.street == 0 and max(self.game.definition.blinds) > 0
            opens = not core.raises and not blinds
            if self.game.definition.limit:
                yield _Step("bet" if opens else "raise", "r", 0)
            else:  # one action per chip, yielded lazily so that a count can stop
                for to in range(core.least_raise, core.largest_raise + 1):
                    yield _Step(self._name(to, opens), f"r{to}", 0)

    def _name(self, to: int, opens: bool) -> str:
        player = self.core.player
        if to == self.game.definition.stacks[player]:
            return "all-in"
        return f"{'bet' if opens else 'raise to'} {to - self.before[player]}"

    @cached_property
    def named(self) -> dict[str, _Step]:
        """The actions by name."""
        return {step.name: step for step in self.steps()}

    @cached_property
    def _children(self) -> dict[str, _Betting]:
        return {}

    def child(self, name: str) -> _Betting:
        """Return the betting after an action, the same object for all cards.

        Args:
            name: Name of the action.
        """
        if name not in self._children:
            self._children[name] = self.after(self.named[name])
        return self._children[name]

    def after(self, step: _Step) -> _Betting:
        """Return the betting after an action.

        Args:
            step: One of `steps`.
        """
        if step.text[0] != "r":
            core = self.core.after(step.text)
        else:
            core = self.core.after("r", int(step.text[1:]) if len(step.text) > 1 else self.core.least_raise)
        turned = core.street - self.core.street
        return _Betting(
            self.game,
            core,
            self.history + step.text + "/" * turned,
            core.spent if turned else self.before,
            step.node,
        )


@dataclass(frozen=True, eq=False)
class PokerState:
    """A state of a poker game: the cards dealt and the betting so far.

    Attributes:
        hole_cards: Hole cards of each player, as far as they are dealt.
        board: The board so far.
        betting: The betting so far.
    """

    game: PokerGame
    hole_cards: tuple[Cards, ...]
    board: Cards
    betting: _Betting

    def _to_deal(self) -> int:
        if len(self.hole_cards) < self.game.players:
            return self.game.definition.cards.hole
        return max(0, self.betting.board - len(self.board))

    @property
    def player(self) -> int | Literal["chance"] | None:
        if self._to_deal():
            return "chance"
        return None if self.betting.core.finished else self.betting.core.player

    def legal_actions(self) -> list[str]:
        return list(self.betting.named)

    def _events(self) -> dict[str, tuple[Cards, Fraction]]:
        used = (*(card for cards in self.hole_cards for card in cards), *self.board)
        return self.game.draws(tuple(sorted(used)), self._to_deal())

    def chance(self) -> list[tuple[str, Fraction]]:
        return [(event, chance) for event, (_, chance) in self._events().items()]

    def apply(self, action: str) -> PokerState:
        if not self._to_deal():
            return PokerState(self.game, self.hole_cards, self.board, self.betting.child(action))
        cards, _ = self._events()[action]
        if len(self.hole_cards) < self.game.players:
            return PokerState(self.game, (*self.hole_cards, cards), self.board, self.betting)
        return PokerState(self.game, self.hole_cards, self.board + cards, self.betting)

    def information_set(self) -> str:
        own = self.game.text(self.hole_cards[self.betting.core.player])
        ends = [self.game.definition.board_cards(street) for street in range(self.betting.core.street + 1)]
        streets = (self.game.text(self.board[a:b]) for a, b in zip([0, *ends], ends, strict=False))
        board = "".join(streets)
        return f"{own} on {board}: {self.betting.history}" if board else f"{own}: {self.betting.history}"

    def returns(self) -> list[Fraction]:
        core = self.betting.core
        shown = core.folded.count(False) > 1
        strengths = [
            self.game.strength(tuple(sorted((*cards, *self.board)))) if shown and not folded else 0
            for cards, folded in zip(self.hole_cards, core.folded, strict=True)
        ]
        return [Fraction(part, _PARTS_OF_CHIP) for part in core.payoffs(strengths)]


def _menu_of(game: TableRules | Game | str) -> BettingTree | None:
    """Return the betting tree of a no-limit game with a menu of bets, else None; ``.game`` files have no menu."""
    if isinstance(game, str) and game.lower().endswith(".game"):
        return None
    rules = load_game(game).betting
    return BettingTree(rules) if isinstance(rules, NoLimitRules) else None


__all__ = ["PokerGame", "PokerState"]
