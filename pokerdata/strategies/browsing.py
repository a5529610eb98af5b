"""Walking the public tree of a strategy: places, ways on, and what each hand does there."""

from dataclasses import dataclass
from itertools import permutations

from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.strategies.strategy_file import SavedStrategy


@dataclass(frozen=True)
class Place:
    """A node of the betting tree, and the board there, as in the names of states ("Ks Td"; streets apart).

    Where a street has begun and its cards are still to be named, the board is that of the street before.
    """

    node: int
    board: str


class Browser:
    """Places of a strategy and their descriptions. `place` finds one by the betting and the board."""

    def __init__(self, saved: SavedStrategy) -> None:
        self.saved = saved
        self.tree = saved.tree
        self.boards: list[dict[str, list[int]]] = []
        for names in saved.state_names:  # for each street the states of each board
            found: dict[str, list[int]] = {}
            for state, board in enumerate(names.boards):
                found.setdefault(board, []).append(state)
            self.boards.append(found)

    def place(self, path: str = "", board: str = "") -> Place:
        """The place after the actions `path`, such as "cr/c", on a board such as "Ks" (or any with its suits exchanged).

        Raises ValueError for actions or a board that cannot be.
        """
        node, rest = 0, path
        while rest:
            ways = self._labels(node)
            label = max((way for way in ways if rest.startswith(way)), key=len, default=None)
            done = path[: len(path) - len(rest)]
            if label is None:
                raise ValueError(
                    f"bad path {path!r}: after {done!r} want one of {', '.join(ways)}, e.g. {next(iter(ways))!r}"
                )
            before, node, rest = node, ways[label], rest[len(label) :]
            if self.tree.kind[node] != DECISION:
                raise ValueError(
                    f"bad path {path!r}: the game is over after {(done + label)!r}; {self.ending(node)}"
                )
            if rest.startswith("/"):
                if self.tree.street[node] == self.tree.street[before]:
                    raise ValueError(
                        f"bad path {path!r}: no street begins after {(done + label)!r}; want '/' only there"
                    )
                rest = rest[1:]
        street = int(self.tree.street[node])
        return Place(node, self.board(street, board) if board or "" in self.boards[street] else "")

    def board(self, street: int, text: str) -> str:
        """The board of a street that `text` is, up to suits. Raises ValueError with an example."""
        boards, cards = self.boards[street], self.saved.cards
        example = next(iter(boards))
        if text in boards:
            return text
        length = 2 if cards.get("suits") else 1
        given = text.replace(" ", "")
        dealt = [given[i : i + length] for i in range(0, len(given), length)]
        counts = cards.get("board", [])[: street + 1]
        if example and len(dealt) == sum(counts):
            for suits in permutations("cdhs"[: cards.get("suits") or 1]):
                turned = [c.translate(str.maketrans("cdhs"[: len(suits)], "".join(suits))) for c in dealt]
                name, start = [], 0
                for count in counts:
                    group = sorted(turned[start : start + count], key=self._order, reverse=True)
                    name += ["".join(group)] * bool(count)
                    start += count
                if " ".join(name) in boards:
                    return " ".join(name)
        raise ValueError(
            f"bad board {text!r} on street {street + 1}: want "
            + (
                f"{sum(counts)} card{'s' * (sum(counts) != 1)} of the deck, e.g. {example!r}"
                if example
                else "none, the hands are all there is"
            )
        )

    def waits(self, place: Place) -> bool:
        """Whether cards of the board are still to be named."""
        return place.board not in self.boards[self.tree.street[place.node]]

    def next_boards(self, place: Place) -> list[str]:
        """The boards that may come, where the place waits for cards."""
        before = f"{place.board} " if place.board else ""
        return [b for b in self.boards[self.tree.street[place.node]] if b.startswith(before)]

    def deal(self, place: Place, cards: str) -> Place:
        """The place after the next cards of the board. Raises ValueError for cards that cannot come."""
        street = int(self.tree.street[place.node])
        return Place(place.node, self.board(street, f"{place.board} {cards}".strip()))

    def ways(self, place: Place) -> dict[str, Place]:
        """The places after each action by its letter; none where the place waits for cards."""
        if self.waits(place):
            return {}
        return {label: Place(child, place.board) for label, child in self._labels(place.node).items()}

    def over(self, place: Place) -> bool:
        """Whether the game is over."""
        return bool(self.tree.kind[place.node] != DECISION)

    def ending(self, node: int) -> str:
        """What follows at a node, in words."""
        kind, chips, player = (int(a[node]) for a in (self.tree.kind, self.tree.chips, self.tree.player))
        if kind == DECISION:
            return f"player {player + 1} acts"
        if kind == FOLD:
            return f"player {2 - player} wins {_chips(abs(chips))}"
        dealt = "the rest of the board, then " if self.tree.street[node] + 1 < len(self.boards) else ""
        return f"{dealt}showdown for {_chips(chips)} each"

    def pot(self, node: int) -> tuple[int, int]:
        """Chips in the pot at a decision node, and what the player who acts must add to call.

        Both are in the ends below: who folds now loses what he has paid, and after calls and checks alone the
        showdown is for what the other has paid.
        """
        end, fold = node, None
        while self.tree.kind[end] == DECISION:
            names = dict(zip(self.tree.actions(end), self.tree.children(end), strict=True))
            if end == node and "fold" in names:
                fold = abs(int(self.tree.chips[names["fold"]]))
            end = names["call"] if "call" in names else names["check"]
        level = int(self.tree.chips[end])
        paid = level if fold is None else fold
        return level + paid, level - paid

    def lines(self, place: Place, *, hands: str = "", most: int = 60) -> list[str]:
        """A place in words: pot, who acts, each hand's actions, and the ways on.

        hands: show those alone whose name begins so. most: show up to so many.
        """
        tree, node, street = self.tree, place.node, int(self.tree.street[place.node])
        pot, call = self.pot(node)
        where = f"street {street + 1}" + (f", board {place.board}" if place.board else "")
        history = tree.history(node)
        found = [f"{self.saved.label}: {where}, {f'after {history}' if history else 'at the start'}"]
        found.append(f"pot {_chips(pot)}, {call} to call; {self.ending(node)}")
        if self.waits(place):
            return [*found, f"cards to come: {_several(self.next_boards(place), 20)}"]
        names, actions = self.saved.state_names[street], tree.actions(node)
        on_board = self.boards[street][place.board]
        states = [s for s in on_board if names[s].startswith(hands)]
        if not states:
            have = _several([names.hands[s] for s in on_board], 5)
            raise ValueError(
                f"bad hands {hands!r}: want the beginning of the name of a hand, which are {have}"
            )
        width = max(4, *(len(names.hands[s]) for s in states))
        columns = [max(7, len(a)) for a in actions]
        found.append("  ".join([f"{'hand':<{width}}", *map(str.rjust, actions, columns)]))
        rows = self.saved.strategy[street][tree.rows(node)]
        found += [
            "  ".join(
                [
                    f"{names.hands[s]:<{width}}",
                    *(f"{100 * r[s]:{c - 2}.1f} %" for r, c in zip(rows, columns, strict=True)),
                ]
            )
            for s in states[:most]
        ]
        if len(states) > most:
            found.append(f"... and {len(states) - most:,} more hands")
        for (label, child), action in zip(self._labels(node).items(), actions, strict=True):
            begins = tree.kind[child] == DECISION and tree.street[child] != street
            found.append(
                f"{label}  {action}: {f'street {street + 2}, ' if begins else ''}{self.ending(child)}"
            )
        return found

    def _labels(self, node: int) -> dict[str, int]:
        """The children by what they add to the history."""
        start = len(self.tree.history(node))
        return {self.tree.history(c)[start:].strip("/"): c for c in self.tree.children(node)}

    def _order(self, card: str) -> tuple[int, str]:
        return str(self.saved.cards["ranks"]).find(card[0]), card[1:]


def _chips(number: int) -> str:
    return f"{number:,} chip{'s' * (number != 1)}"


def _several(names: list[str], most: int) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
