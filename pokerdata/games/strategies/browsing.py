"""Walk through the public tree of a strategy, node by node, and show small strategies as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import fixed, percent
from pokerdata._support.text import in_columns
from pokerdata.cards.combinations import CLASS_NAMES
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.named import ALL_RANKS
from pokerdata.games.strategies.node_strategy import NodeStrategy, node_strategy
from pokerdata.games.strategies.real_cards import RealCards, real_cards
from pokerdata.games.strategies.strategy_file import (
    Solved,
    Strategy,
    chips_text,
    ending,
    find_node,
    pot,
    steps,
)

_WIDTH = 79  # columns of a terminal


@dataclass(frozen=True)
class Place:
    """A node of the betting tree, with its board.

    If a street has begun but its cards are not chosen yet, it is the board of the previous street.

    Attributes:
        node: Index in the betting tree.
        board: Cards, streets apart ("Ks7d2c Th").
    """

    node: int
    board: str


class Browser:
    """Navigates through the nodes and boards of a strategy, and describes them.

    Args:
        saved: The strategy.
        cards: Lookups of real cards (`pokerdata.games.strategies.real_cards`). Without them a strategy over a card
            abstraction is shown by its buckets, and has no boards.
    """

    def __init__(self, saved: Strategy, cards: RealCards | None = None) -> None:
        self.saved = saved
        self.tree = saved.tree
        self.cards = real_cards(saved) if cards is None and saved.cards else cards

    def place(self, path: str = "", board: str = "") -> Place:
        """Return the place after some actions, on a board.

        Args:
            path: The actions, such as "cr/c".
            board: Cards such as "Ks", in any suits.

        Raises:
            ValueError: If the actions or the board are impossible.
        """
        node = find_node(self.tree, path)
        return Place(node, self._board(int(self.tree.street[node]), board) if board else "")

    def waits(self, place: Place) -> bool:
        """Return whether cards of the board must be chosen first."""
        if self.cards is None:
            return False
        return len(self.cards.board(place.board)) < self.cards.cards_in_all(self.tree.street[place.node])

    def next_boards(self, place: Place) -> list[str]:
        """Return the possible next boards, up to suits, if the place waits for cards; none over a card abstraction."""
        if self.cards is None:
            return []
        return self.cards.boards_after(int(self.tree.street[place.node]), self.cards.board(place.board))

    def deal(self, place: Place, cards: str) -> Place:
        """Return the place after the next cards of the board.

        Args:
            place: A place that waits for cards.
            cards: Cards of the next street.

        Raises:
            ValueError: If the cards are impossible.
        """
        street = int(self.tree.street[place.node])
        return Place(place.node, self._board(street, f"{place.board} {cards}".strip()))

    def ways(self, place: Place) -> dict[str, Place]:
        """Return the places after each action, by its letter; none if the place waits for cards."""
        if self.waits(place):
            return {}
        return {label: Place(child, place.board) for label, child in steps(self.tree, place.node).items()}

    def over(self, place: Place) -> bool:
        """Return whether the hand is over."""
        return bool(self.tree.kind[place.node] != DECISION)

    def ending(self, node: int) -> str:
        """Describe what follows at a node."""
        return ending(self.tree, node)

    def pot(self, node: int) -> tuple[int, int]:
        """Return the chips in the pot at a decision node, and what the player to act must add to call."""
        return pot(self.tree, node)

    def at(self, place: Place) -> NodeStrategy:
        """Return the strategy at a place that does not wait for cards."""
        history = self.tree.history(place.node)
        return node_strategy(self.saved, history, place.board, cards=self.cards)

    def rows(self, at: NodeStrategy, hand: str) -> list[int]:
        """Return the rows of a hand, or of a hand class such as AKs, or AK for both AKs and AKo.

        Args:
            at: Strategy at a place.
            hand: Cards, or the name of a hand class if players hold two cards.

        Raises:
            ValueError: If it is neither, or impossible on the board.
        """
        named = self._class(hand)
        if not named:
            return [at.hand(hand)]
        names = [name for row in at.classes.names for name in row]
        meant = [k for k, name in enumerate(names) if name in (named, f"{named}s", f"{named}o")]
        found: list[int] = np.flatnonzero(np.isin(at.classes.of_hand, meant)).tolist()
        return found

    def lines(self, place: Place, *, hands: str = "", most: int = 60, hand: str = "") -> list[str]:
        """Describe a place in lines: pot, player to act, each hand's actions, and the next steps.

        Args:
            place: The place.
            hands: Show only hands with names that begin with this.
            most: Largest number of hands to show.
            hand: Show only this hand, and its state in the strategy.

        Raises:
            ValueError: If no hand is left.
        """
        tree, node, street = self.tree, place.node, int(self.tree.street[place.node])
        chips, call = self.pot(node)
        where = f"street {street + 1}" + (f", board {place.board}" if place.board else "")
        history = tree.history(node)
        found = [f"{self.saved.label}: {where}, {f'after {history}' if history else 'at the start'}"]
        found.append(f"pot {chips_text(chips)}, {call} to call; {self.ending(node)}")
        if self.waits(place):
            return [*found, self._to_come(place)]
        if self.cards is None:
            found += self._buckets(node, hands, most, hand)
        else:
            found += self._real_hands(self.at(place), hands, most, hand)
        for (label, child), action in zip(steps(tree, node).items(), tree.actions(node), strict=True):
            begins = tree.kind[child] == DECISION and tree.street[child] != street
            found.append(
                f"{label}  {action}: {f'street {street + 2}, ' if begins else ''}{self.ending(child)}"
            )
        return found

    def _board(self, street: int, board: str) -> str:
        if self.cards is not None:
            self.cards.board_on(street, board)  # raises an error if it is not a board
            return self.cards.board_as_given(board)
        raise ValueError(
            f"board: expected none, got {board}: the hands are buckets here; e.g. the path alone, or the tables of "
            f"{self.saved.abstraction} for real cards"
        )

    def _class(self, text: str) -> str:
        """Return the name of a hand class, "AKs" or "AK" for both; empty if the text is not a class."""
        assert self.cards is not None
        if self.cards.cards.hole != 2 or not self.cards.cards.suits or not re.fullmatch(r"\w\w[so]?", text):
            return ""
        high, low = sorted(text[:2].upper(), key=lambda rank: -ALL_RANKS.find(rank))
        name = high + low + text[2:].lower()
        return name if name in _CLASSES else ""

    def _to_come(self, place: Place) -> str:
        assert self.cards is not None
        known = self.cards.board(place.board)
        wanted = self.cards.cards_in_all(int(self.tree.street[place.node]))
        boards = self.next_boards(place)
        if boards and not known:
            return f"cards to come: {_several(boards, 20)}"
        count = wanted - len(known)
        example = self.cards.example_board(wanted, known)
        street = self.cards.street_name(int(self.tree.street[place.node]))
        return f"cards to come: {count} on {street}, e.g. board {example}"

    def _buckets(self, node: int, hands: str, most: int, hand: str) -> list[str]:
        street = int(self.tree.street[node])
        names = self.saved.state_names[street].hands
        chosen = [s for s, name in enumerate(names) if (name == hand if hand else name.startswith(hands))]
        if not chosen:
            raise _no_hand(hand or hands, names)
        rows = self.saved.strategy[street][self.tree.rows(node)].T[chosen]
        return _table(self.tree.actions(node), [names[s] for s in chosen], rows, most)

    def _real_hands(self, at: NodeStrategy, hands: str, most: int, hand: str) -> list[str]:
        exchanged = at.cards.exchanged(at.cards.board(at.board))
        found = (
            [f"(suits exchanged: in the strategy this board is {exchanged}, hands alike)"]
            if exchanged
            else []
        )
        if hand and self._class(hand):
            return found + self._some(at, self.rows(at, hand), hand, most)
        if hand:
            cards, row = at.cards.hand(hand, at.board), at.hand(hand)
            name = at.cards.text(cards)
            words = at.cards.hand_words(cards, at.cards.board(at.board))
            found.append(f"{name}{f': {words}' if words else ''}")
            found.append(
                f"player {at.player}'s own actions lead here with it {_percent(at.reach[row])} of the time"
            )
            return found + _table(at.actions, [name], at.probabilities[[row]], 1)
        if at.cards.cards.hole == 2 and not _names_cards(hands):
            return found + self._classes(at, hands, most)
        if not at.cards.cards.suits:  # the cards of a rank are alike: Qs means Q
            hands = re.sub("(?<=.)[cdhs]", "", hands)
        names = [next((n for n in alike if n.startswith(hands)), "") for alike in at.hands.alike]
        rows = [row for row, name in enumerate(names) if name]
        if not rows:
            named = [at.hands.names[r] for r in np.argsort(at.hands.states[-1], kind="stable")]
            raise _no_hand(hands, named)
        if not hands:
            names = list(at.hands.names)
        order = rows if at.cards.cards.hole == 2 else sorted(rows, key=lambda r: at.hands.states[-1][r])
        return found + _table(at.actions, [names[r] for r in order], at.probabilities[order], most)

    def _some(self, at: NodeStrategy, rows: Sequence[int], hand: str, most: int) -> list[str]:
        if not rows:
            raise ValueError(
                f"hand: expected a class of hands that deck and board leave, got {hand}; e.g. {at.hands.names[0]}"
            )
        names = [at.hands.names[r] for r in rows]
        return _table(at.actions, names, at.probabilities[list(rows)], most)

    def _classes(self, at: NodeStrategy, hands: str, most: int) -> list[str]:
        """Return every hand class, several to a line, and the whole range."""
        classes = at.classes
        names = [name for row in classes.names for name in row]
        chosen = [k for k, name in enumerate(names) if name.startswith(hands) and classes.counts[k] > 0]
        if not chosen:
            raise _no_hand(hands, [n for n, count in zip(names, classes.counts, strict=True) if count > 0])
        labels = list(steps(self.tree, at.node))
        cells = [[names[k], *(_cell(p) for p in classes.probabilities[k])] for k in chosen[:most]]
        totals = ", ".join(
            f"{action} {_percent(share)}" for action, share in zip(at.actions, at.totals, strict=True)
        )
        found = [f"player {at.player}'s range, weighted by reach: {totals}"]
        if len(found[0]) > _WIDTH:
            found = [f"player {at.player}'s range, weighted by reach:", f"  {totals}"]
        found += in_columns([["hand", *(f"{label} %" for label in labels)], *cells], _WIDTH)
        if any("-" in row[1:] for row in cells):
            found.append(f"(-: player {at.player} never comes here with it)")
        if len(chosen) > most:
            found.append(f"... and {len(chosen) - most:,} more classes of hands")
        return found


_CLASSES = frozenset(part for name in CLASS_NAMES for part in (name, name[:2]))  # AK means AKs and AKo


def _names_cards(prefix: str) -> bool:
    """Return whether the start of a name is that of two cards, not of a hand class: 'Ah', not 'AK' or 'AKs'."""
    return len(prefix) > 1 and prefix[1] in "cdhs" and prefix not in _CLASSES


def _no_hand(given: str, names: Sequence[str]) -> ValueError:
    return ValueError(
        f"hands: expected the beginning of one of {_several(list(names), 5)}, got {given}; e.g. {names[0]}"
    )


def _table(actions: Sequence[str], names: Sequence[str], rows: NDArray[np.floating], most: int) -> list[str]:
    """Return a line for each hand with the probability of each action."""
    width = max(4, *map(len, names))
    columns = [max(7, len(a)) for a in actions]
    found = ["  ".join([f"{'hand':<{width}}", *map(str.rjust, actions, columns)])]
    found += [
        "  ".join([f"{name:<{width}}", *(percent(p).rjust(c) for p, c in zip(row, columns, strict=True))])
        for name, row in zip(names[:most], rows[:most], strict=True)
    ]
    if len(names) > most:
        found.append(f"... and {len(names) - most:,} more hands")
    return found


def _cell(share: float) -> str:
    return fixed(100 * share, 1)


def _percent(share: float) -> str:
    if np.isnan(share):
        return "-"
    percent = 100 * float(share)
    return f"{percent:.1f} %" if percent == 0 or percent >= 0.1 else f"{percent:.2g} %"


def _several(names: list[str], most: int) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def strategy_lines(solved: Solved | Strategy) -> Iterator[str]:
    """Yield for each decision the player and its action sequence, then one line for each private state."""
    saved = Strategy.of(solved)
    tree = saved.tree
    for street, names in enumerate(saved.state_names):
        width = max(len(name) for name in names)
        for node in tree.decision_nodes(street).tolist():
            rows = saved.strategy[street][tree.rows(node)]
            yield f"player {tree.player[node] + 1} {_after(tree, node)}"
            for state, name in enumerate(names):
                shares = (
                    f"{action} {percent(row[state]):>7}"
                    for action, row in zip(tree.actions(node), rows, strict=True)
                )
                yield f"  {name:<{width}}  {'  '.join(shares)}"


def _after(tree: BettingTree, node: int) -> str:
    """Describe an action sequence: 'at the start', or 'after check, bet; next street; check'."""
    words: list[str] = []
    while (parent := int(tree.parent[node])) >= 0:
        if tree.street[parent] != tree.street[node]:
            words.append("next street")
        edge = int(np.flatnonzero(tree.child == node)[0])
        words.append(tree.action_name(edge))
        node = parent
    return f"after {', '.join(reversed(words))}" if words else "at the start"
