"""Matches of two agents over duplicate deals, with means, intervals and standard deviations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple

from pokerdata._core import matches as _core
from pokerdata._core.matches import largest_loss
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, or_none, with_interval
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, counted, shortened
from pokerdata.games import CardRules, NamedGame, Rules, Unit, find_game
from pokerdata.matches.duplicate_result import told_mean
from pokerdata.players.agents import Agent, as_agent


class Sums(NamedTuple):
    """Exact sums over duplicate deals of what the first agent wins, in chips: x as player 1, y as player 2.

    Attributes:
        deals: How many.
        first: Sum of x.
        second: Sum of y.
        first_squares: Sum of the squares of x.
        second_squares: Sum of the squares of y.
        products: Sum of x times y.
        moves: Of both agents.
    """

    deals: int
    first: int
    second: int
    first_squares: int
    second_squares: int
    products: int
    moves: int

    @property
    def are_possible(self) -> bool:
        """Whether there are deals with these sums: no square of a sum is more than their number times the sum of squares."""
        both = self.first + self.second, self.first_squares + self.second_squares + 2 * self.products
        found = (self.first, self.first_squares), (self.second, self.second_squares), both
        return self.deals > 0 and all(total**2 <= self.deals * squares for total, squares in found)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match over duplicate deals; chips are those that the first agent wins.

    Attributes:
        agents: Their names.
        rules: Of the game that was played.
        seed: Of the random numbers.
        sums: What was won, in exact sums.
        translations: How the agents took bets that their betting trees do not have; None for an agent without a tree.
    """

    agents: tuple[str, str]
    rules: Rules
    seed: int
    sums: Sums
    translations: tuple[str | None, str | None] = (None, None)

    @property
    def deals(self) -> int:
        """Duplicate deals: each was played twice, with the seats swapped, so there are ``2 * deals`` hands."""
        return self.sums.deals

    @property
    def won(self) -> Estimate:
        """Chips a hand, with the standard error over duplicate pairs."""
        s = self.sums
        total, squares = s.first + s.second, s.first_squares + s.second_squares + 2 * s.products
        pairs = _estimate(s.deals, total, squares, 2 * largest_loss(self.rules.core))  # of x + y, two hands
        return pairs.times(0.5)

    @property
    def by_seat(self) -> tuple[Estimate, Estimate]:
        """Chips a hand as player 1 and as player 2."""
        s = self.sums
        most = largest_loss(self.rules.core)
        return (
            _estimate(s.deals, s.first, s.first_squares, most),
            _estimate(s.deals, s.second, s.second_squares, most),
        )

    @property
    def raw_deviation(self) -> float:
        """Standard deviation of a hand, in chips."""
        s = self.sums
        hands = 2 * s.deals
        found = _estimate(hands, s.first + s.second, s.first_squares + s.second_squares, inf)
        return found.standard_error * sqrt(hands)

    @property
    def duplicate_deviation(self) -> float:
        """Standard deviation of the mean of a duplicate pair, in chips a hand."""
        return self.won.standard_error * sqrt(self.deals)

    def to_dict(self) -> dict[str, Any]:
        """All of it as values that JSON can hold; amounts are what the first agent wins. None: not known."""
        unit = Unit.of(self.rules)
        found: dict[str, Any] = {
            "agents": list(self.agents),
            "game": self.rules.name,
            "deals": self.deals,
            "hands": 2 * self.deals,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
            **({} if self.rules.stack is None else {"translations": list(self.translations)}),
        }
        for key, value in (("both", self.won), ("player_1", self.by_seat[0]), ("player_2", self.by_seat[1])):
            found[key] = {
                **told_mean(value, unit),
                "milli_units_per_hand": unit.milli(value.mean),
                "milli_units_per_hand_half_width_95": or_none(unit.milli(value.half_width)),
            }
        found["standard_deviation_chips"] = {
            "hand": self.raw_deviation,
            "duplicate_pair": or_none(self.duplicate_deviation),
        }
        return found

    def __repr__(self) -> str:
        unit = Unit.of(self.rules)
        names = " against ".join(shortened(name, 24) for name in self.agents)
        won = self.won.times(unit.per_hundred(1))
        amount = f"{with_interval(won.mean, won.half_width, 2)} {unit.short}/100 hands"
        return brief(self, f"{names}: {amount}", f"{self.deals:,} deals")

    def _repr_html_(self) -> str:
        first, second = self.agents
        unit = Unit.of(self.rules)
        amounts = {"both seats": self.won, "as player 1": self.by_seat[0], "as player 2": self.by_seat[1]}
        rows = [(name, *_cells(value, unit)) for name, value in amounts.items()]
        notes = [
            f"{self.deals:,} duplicate deals, {2 * self.deals:,} hands, seed {self.seed}; what {first} wins, with 95 % "
            f"intervals; 1 mb: a thousandth of the {unit}"
        ]
        head = ("", f"{unit.short}/100 hands", "mb/hand")
        return html.table(
            rows, head=head, caption=f"{first} against {second}: {self.rules.name}", notes=notes
        )

    def __str__(self) -> str:
        first, second = (shortened(name, 40) for name in self.agents)
        rules, deals = self.rules, self.deals
        unit, small = Unit.of(rules), Unit.small(rules)
        lines = [
            f"{first} against {second}: {rules.name}",
            f"{counted(deals, 'duplicate deal')}, {2 * deals:,} hands, seed {self.seed}"
            + ("" if rules.stack is None else translated(*self.translations)),
        ]
        for name, value in (
            ("won", self.won),
            ("as player 1", self.by_seat[0]),
            ("as player 2", self.by_seat[1]),
        ):
            lines.append(
                f"{name:<12} {_pair(value, unit.per_hundred(1))} {unit.short}/100 hands = "
                f"{_pair(value, unit.milli(1))} mb/hand"
            )
        raw, duplicate = self.raw_deviation, self.duplicate_deviation
        lines += [
            f"standard deviation of a hand {raw / small.chips:.2f} {small.plural}, of the mean of a duplicate "
            f"pair {duplicate / small.chips:.2f}",
            f"(for {first}, with 95 % intervals over duplicate pairs, or over deals in one seat; 1 mb: a thousandth of the "
            f"{unit})",
        ]
        return "\n".join(lines)


def translated(*translations: str | None) -> str:
    """', translation soft': how agents took bets that their betting trees do not have; nothing without such agents."""
    names = dict.fromkeys(name for name in translations if name is not None)
    return f", translation {' and '.join(names)}" if names else ""


def _estimate(count: int, total: int, squares: int, most: float) -> Estimate:
    """Mean and standard error from exact sums of samples from -most to most."""
    mean = total / count
    if count < 2:
        return Estimate(mean, inf, 0)
    error = sqrt((squares * count - total * total) / (count * (count - 1)) / count)
    return Estimate(mean, error, count - 1, most + abs(mean))


def _cells(value: Estimate, unit: Unit) -> tuple[str, str]:
    """Units per 100 hands and milli-units a hand, with their intervals."""
    return _pair(value, unit.per_hundred(1)), _pair(value, unit.milli(1))


def _pair(value: Estimate, factor: float) -> str:
    return with_interval(factor * value.mean, factor * value.half_width, 2)


MAX_DEALS, MAX_SEED = 10**12, 2**64 - 1


def match(
    first: Agent | str,
    second: Agent | str,
    *,
    deals: int = 100_000,
    first_deal: int = 0,
    game: NamedGame | str | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play duplicate deals: each twice, with the seats swapped, so that luck of the cards cancels.

    Random numbers follow from seed, deal, seat and move: an agent against itself wins exactly 0. Some 50 to 180 million
    hands a minute between two strategies on 2 cores; with `simple` 5,000 hands a second and processor, or 500,000 where
    it finds its tables (see `Agent.baseline`).

    Args:
        first: An agent, or what `pokerdata.players.agents.find_agent` takes.
        second: Its opponent, likewise.
        deals: How many to play, each as two hands.
        first_deal: Number of the first deal of the seed that is played; matches over other deals are independent.
        game: A game, its name or a TOML file; needed between two baselines, which play any.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder in which agents' names and their buckets are looked up; by default as for
            `pokerdata.players.agents.find_agent`.
        progress: Called with deals done and in all.

    Raises:
        ValueError: For agents that do not play the game, or for invalid numbers.
        TableError: For a strategy or a table of buckets that is missing.
    """
    deals = as_count(deals, "deals", 2, MAX_DEALS, 100_000)
    begin = as_count(first_deal, "first_deal", 0, MAX_DEALS, 100_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    found = _core.play_match(
        rules.core, cards.core, one.core, two.core, seed, begin, begin + deals, threads, progress
    )
    sums = Sums(*(getattr(found, field) for field in Sums._fields))
    return MatchResult((one.name, two.name), rules, seed, sums, (one.translation, two.translation))


@dataclass(frozen=True)
class Hand:
    """A hand of a match.

    Attributes:
        players: Names of player 1 and 2.
        hole: Their cards.
        board: The whole board, also where the hand ended before.
        history: The actions, as in 'cr300c/cr600f'.
        won: Chips of player 1.
    """

    players: tuple[str, str]
    hole: tuple[str, str]
    board: str
    history: str
    won: int

    def _repr_html_(self) -> str:
        shown = list(zip(self.players, self.hole, (f"{self.won:+,}", f"{-self.won:+,}"), strict=True))
        head = ("", "cards", "won")
        return html.table(
            shown, head=head, notes=[f"board {self.board or '-'}", f"history {self.history}"], left=2
        )


def hands(
    first: Agent | str,
    second: Agent | str,
    *,
    deals: int = 10,
    game: NamedGame | str | None = None,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Iterator[Hand]:
    """The hands that `match` plays with the same arguments, in order, two for each deal.

    Args:
        first: An agent, or what `pokerdata.players.agents.find_agent` takes.
        second: Its opponent, likewise.
        deals: How many to play, each as two hands.
        game: A game, its name or a TOML file; needed between two baselines, which play any.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        tables: The folder in which agents' names and their buckets are looked up; by default as for
            `pokerdata.players.agents.find_agent`.

    Yields:
        The next hand.

    Raises:
        ValueError: For agents that do not play the game, or for invalid numbers.
        TableError: For a strategy or a table of buckets that is missing.
    """
    deals = as_count(deals, "deals", 1, MAX_DEALS, 10)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    for number in range(deals):
        for swapped in (False, True):
            hole_1, hole_2, board, history, won = _core.played_hand(
                rules.core, cards.core, one.core, two.core, seed, number, swapped
            )
            names = (two.name, one.name) if swapped else (one.name, two.name)
            texts = [
                " ".join(cards.card_names(1 << int(card)) for card in part)
                for part in (hole_1, hole_2, board)
            ]
            yield Hand(names, (texts[0], texts[1]), texts[2], history, won)


def setting(
    first: Agent | str,
    second: Agent | str,
    game: NamedGame | str | None,
    tables: str | os.PathLike[str] | None,
) -> tuple[Agent, Agent, Rules, CardRules]:
    """Both agents, and the rules and cards of what they play.

    Args:
        first: As for `match`.
        second: As for `match`.
        game: As for `match`.
        tables: As for `match`.

    Raises:
        ValueError: Where no game is named and both play any.
        TableError: As `match`.
    """
    one, two = as_agent(first, tables), as_agent(second, tables)
    if game is not None:
        named = game if isinstance(game, NamedGame) else find_game(game)
        return one, two, named.rules, named.cards
    for agent in (one, two):
        if agent.rules is not None and agent.cards is not None:
            return one, two, agent.rules, agent.cards
    raise ValueError(f"game: expected one, as {one.name} and {two.name} play any; e.g. limit-holdem")
