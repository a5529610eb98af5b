"""Ranges, strategy and values of all hands of both players at a decision of a solved spot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.estimates import fixed, percent
from pokerdata._support.extras import imported_for
from pokerdata._support.html import Scale
from pokerdata._support.text import brief, columns
from pokerdata.cards import as_cards, combination_index, format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION, hand_grid
from pokerdata.cards.ranges import Breakdown, Range
from pokerdata.cards.ranges.text import combination_text

if TYPE_CHECKING:
    import pandas

#: Names of the players; the first acts first on every street.
PLAYERS = ("OOP", "IP")
_LEAST_EQUITY = 0.0005  # below it an equity prints as 0.0 %


@dataclass(frozen=True, eq=False)
class Side:
    """One player at a decision. Hands are in the order of combos; hands outside the player's range are left out.

    Attributes:
        combinations: int64 [hands], numbers of hole cards as in `pokerdata.combination_index`.
        reach: float64 [hands], weight in the player's range times the probability that its strategy leads here.
        meets: float64 [hands], the opponent's reach summed over the hands that share no card with this one.
        ev: float64 [hands], EV from here on in chips if both players follow their strategies, pot included. Chips put in
            earlier do not count, so folding has an EV of 0. NaN if the hand meets no hand of the opponent.
        equity: float64 [hands], share of the pot if all cards were dealt from here without betting or rake; NaN as for
            `ev`.
    """

    combinations: NDArray[np.int64]
    reach: NDArray[np.float64]
    meets: NDArray[np.float64]
    ev: NDArray[np.float64]
    equity: NDArray[np.float64]

    @property
    def weights(self) -> NDArray[np.float64]:
        """float64 [hands]: weight of each hand in averages over the range, which is reach times `meets`."""
        return self.reach * self.meets

    @property
    def range(self) -> Range:
        """The hands as a range, weighted by their reach."""
        weights = np.zeros(1326)
        weights[self.combinations] = self.reach
        return Range.from_weights(weights)

    @property
    def mean_ev(self) -> float:
        """Mean of `ev` over the range, in chips."""
        return _mean(self.ev, self.weights)

    @property
    def mean_equity(self) -> float:
        """Mean of `equity` over the range."""
        return _mean(self.equity, self.weights)


@dataclass(frozen=True, eq=False)
class Decision:
    """A decision of a solved spot. Made by `SpotSolution.at`.

    Attributes:
        history: Action sequence that leads here.
        board: uint8 [3 to 5], the board cards.
        dealt: uint8 [0 to 2], the board cards dealt after the spot's start.
        player: The player to act: 0 out of position, 1 in position.
        actions: The actions in words: 'fold', 'check', 'call 60', 'bet 120', 'raise 300', 'all-in 900'. Amounts are the
            player's total bet on this street ("raise to").
        steps: The same actions in the notation of action sequences: 'f', 'c', 'r120'.
        pot: Chips in the pot, the bets of this street included.
        to_call: Chips needed to call.
        sides: Both players, out of position first.
        strategy: float64 [hands, actions] of the player to act, in the order of its side.
        values: float64 [hands, actions], EV of each action in chips, as `Side.ev`.
    """

    history: str
    board: NDArray[np.uint8]
    dealt: NDArray[np.uint8]
    player: int
    actions: tuple[str, ...]
    steps: tuple[str, ...]
    pot: float
    to_call: float
    sides: tuple[Side, Side]
    strategy: NDArray[np.float64]
    values: NDArray[np.float64]

    @property
    def side(self) -> Side:
        """The side of the player to act."""
        return self.sides[self.player]

    @property
    def combinations(self) -> NDArray[np.int64]:
        """int64 [hands], the combos of the player to act."""
        return self.side.combinations

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """float64 [actions]: how often the range takes each action."""
        return np.array([_mean(column, self.side.weights) for column in self.strategy.T])

    @property
    def realised(self) -> NDArray[np.float64]:
        """float64 [hands]: equity realization, `ev` divided by equity times pot; NaN if the equity is practically 0."""
        return equity_realised(self.side.ev, self.side.equity, self.pot)

    def row(self, hand: ArrayLike) -> int:
        """Return the row of a hand in the arrays of the player to act.

        Args:
            hand: Two cards, text or integers [2].

        Raises:
            ValueError: If the cards are invalid or the hand is not in the player's range.
        """
        cards = as_cards(hand, "hand")
        number = int(combination_index(cards)) if len(cards) == 2 else -1
        found = np.flatnonzero(self.combinations == number)
        if len(found) == 0:
            example = combination_text(int(self.combinations[0]))
            raise ValueError(
                f"hand: expected two cards of the range of {PLAYERS[self.player]} here, got {format_cards(cards)}; "
                f"e.g. {example}"
            )
        return int(found[0])

    def hand(self, hand: ArrayLike) -> dict[str, Any]:
        """Return all numbers of one hand of the player to act.

        Args:
            hand: Two cards, text or integers [2].

        Returns:
            By name: 'reach', 'ev' and 'values' (chips), 'equity', 'realised', 'strategy'. 'strategy' and 'values' are dicts
            by action.

        Raises:
            ValueError: As for `row`.
        """
        i = self.row(hand)
        return {
            "reach": float(self.side.reach[i]),
            "ev": float(self.side.ev[i]),
            "equity": float(self.side.equity[i]),
            "realised": float(self.realised[i]),
            "strategy": dict(zip(self.actions, self.strategy[i].tolist(), strict=True)),
            "values": dict(zip(self.actions, self.values[i].tolist(), strict=True)),
        }

    def classes(self) -> dict[str, dict[str, float]]:
        """Return means for each hand class in the range.

        The keys are class names such as 'AKs'. The values have 'combinations', 'reach', 'ev', 'equity' and the frequency of
        each action.
        """
        found: dict[str, dict[str, float]] = {}
        of = CLASS_OF_COMBINATION[self.combinations]
        for number, name in enumerate(CLASS_NAMES):
            rows = np.flatnonzero(of == number)
            if len(rows) == 0:
                continue
            weights = self.side.weights[rows]
            told = {
                "combinations": float(len(rows)),
                "reach": float(self.side.reach[rows].sum()),
                "ev": _mean(self.side.ev[rows], weights),
                "equity": _mean(self.side.equity[rows], weights),
            }
            found[name] = told | {
                action: _mean(self.strategy[rows, a], weights) for a, action in enumerate(self.actions)
            }
        return found

    def breakdown(self, action: str | None = None, *, player: int | None = None) -> Breakdown:
        """Break down a player's range here by made hand and by draw.

        Args:
            action: One of `actions`: only hands that take it, weighted by how often they do.
            player: 0 out of position or 1 in position; `None` is the player to act.

        Raises:
            ValueError: If there is no such action or player.
        """
        who = self.player if player is None else _player(player)
        side = self.sides[who]
        weights = np.zeros(1326)
        weights[side.combinations] = side.reach
        if action is not None:
            if who != self.player:
                raise ValueError(
                    f"action: expected none for {PLAYERS[who]}, who does not act here, got {action!r}"
                )
            weights[side.combinations] *= self.strategy[:, self._action(action)]
        return Breakdown(weights, self.board)

    def frame(self) -> pandas.DataFrame:
        """Return a data frame with a row for each hand of the player to act.

        Columns are hand, reach, equity, ev, realised, and the frequency and EV of each action.

        Raises:
            ModuleNotFoundError: If pandas is missing.
        """
        with imported_for("frames"):
            import pandas

        told: dict[str, Any] = {
            "hand": [combination_text(c) for c in self.combinations.tolist()],
            "reach": self.side.reach,
            "equity": self.side.equity,
            "ev": self.side.ev,
            "realised": self.realised,
        }
        for a, action in enumerate(self.actions):
            told[action] = self.strategy[:, a]
        for a, action in enumerate(self.actions):
            told[f"ev of {action}"] = self.values[:, a]
        return pandas.DataFrame(told)

    def lines(self, *, hands: str = "", most: int = 40, values: bool = False) -> list[str]:
        """Describe the decision in text: both ranges, action frequencies of the range, and its hands.

        Args:
            hands: Show only classes with this prefix, or a hand ('AhKh', 'AK').
            most: Maximum number of classes or hands.
            values: Whether to add the EV of each action to each class; a single hand always has them.
        """
        lines = [
            f"{format_cards(self.board)}   {self.history or 'the beginning'}   pot {self.pot:g}"
            + (f", {self.to_call:g} to call" if self.to_call else ""),
            "",
        ]
        told = [["", "combinations", "equity", "EV, chips", "equity realised"]]
        for name, side in zip(PLAYERS, self.sides, strict=True):
            held = float(side.reach.sum())
            part = float(equity_realised(side.mean_ev, side.mean_equity, self.pot))
            mean = [percent(side.mean_equity), fixed(side.mean_ev), percent(part)]
            told.append([name, f"{held:.1f}", *mean])
        lines += columns(told)
        lines += ["", f"{PLAYERS[self.player]} acts:"]
        lines += [
            f"  {action:14} {percent(part)}" for action, part in zip(self.actions, self.totals, strict=True)
        ]
        rows = [["hand", "reach", "equity", "EV", *self.actions]]
        if len(hands) == 4:
            i = self.row(hands)
            rows.append(
                self._cells(hands, self.side.reach[i], self.side.equity[i], self.side.ev[i], self.strategy[i])
            )
            rows.append(["", "", "", "EV", *map(fixed, self.values[i])])
            return [*lines, "", *columns(rows)]
        found = {name: told for name, told in self.classes().items() if name.startswith(hands)}
        if not found:
            raise ValueError(
                f"hands: expected the beginning of a class in the range, got {hands!r}; e.g. {next(iter(self.classes()))}"
            )
        for name in list(found)[:most]:
            of = found[name]
            rows.append(
                self._cells(
                    name, of["reach"], of["equity"], of["ev"], np.array([of[a] for a in self.actions])
                )
            )
            if values:
                held = CLASS_OF_COMBINATION[self.combinations] == CLASS_NAMES.index(name)
                worth = [_mean(column[held], self.side.weights[held]) for column in self.values.T]
                rows.append(["", "", "", "EV", *map(fixed, worth)])
        lines += ["", *columns(rows)]
        if len(found) > most:
            lines.append(f"... and {len(found) - most} more classes of hands")
        return lines

    def __repr__(self) -> str:
        parts = ", ".join(f"{a} {percent(p, 0)}" for a, p in zip(self.actions, self.totals, strict=True))
        return brief(self, f"{format_cards(self.board)} {self.history}".strip(), PLAYERS[self.player], parts)

    def _repr_html_(self) -> str:
        classes = self.classes()
        passive = next(i for i, step in enumerate(self.steps) if step[0] != "f")
        scale = Scale(0.0, 1.0)
        labels, colours, hints = [], [], []
        for name in CLASS_NAMES:
            told = classes.get(name)
            if told is None or not told["reach"] > 0:
                labels.append("")
                colours.append("")
                hints.append("not in the range")
                continue
            bets = sum(told[a] for a in self.actions[passive + 1 :])
            labels.append(f"{100 * bets:.0f}")
            colours.append(scale.colour(bets))
            parts = ", ".join(f"{a} {percent(told[a], 0)}" for a in self.actions)
            hints.append(f"{parts}; EV {fixed(told['ev'])}")
        parts = ", ".join(f"{a} {percent(p)}" for a, p in zip(self.actions, self.totals, strict=True))
        return hand_grid(
            labels,
            colours,
            hints,
            caption=f"{format_cards(self.board)} {self.history}: {PLAYERS[self.player]}, bets and raises in %",
            notes=[parts, f"EV {fixed(self.side.mean_ev)} chips of a pot of {self.pot:g}"],
        )

    def _action(self, name: str) -> int:
        if name not in self.actions:
            raise ValueError(f"action: expected one of {', '.join(self.actions)}, got {name!r}")
        return self.actions.index(name)

    def _cells(
        self, name: str, reach: float, equity: float, ev: float, parts: NDArray[np.float64]
    ) -> list[str]:
        return [name, f"{reach:.2f}", percent(equity), fixed(ev), *(percent(part) for part in parts)]


def equity_realised(ev: ArrayLike, equity: ArrayLike, pot: float) -> NDArray[np.float64]:
    """Return EV divided by equity times pot; NaN for an equity below 0.05 %.

    Smaller equities come from rounding or from hands that almost never get here, so the ratio would be meaningless.

    Args:
        ev: Chips, any shape.
        equity: Shares of the pot, same shape as `ev`.
        pot: Chips in the pot.
    """
    shares = np.asarray(equity, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(shares >= _LEAST_EQUITY, np.asarray(ev) / (shares * pot), np.nan))


def _player(player: int) -> int:
    if player not in (0, 1):
        raise ValueError(f"player: expected 0 (out of position) or 1 (in position), got {player!r}")
    return player


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    there = ~np.isnan(values) & (weights > 0)
    return float(np.average(values[there], weights=weights[there])) if there.any() else float("nan")
