"""Matches of two agents with variance reduction, hands that share a deal, and the table NAME_reduced."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, inf, lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, estimate_of
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, counted, shortened
from pokerdata.games import Game, Rules, Unit, rules_of
from pokerdata.matches.duel import MAX_DEALS, MAX_SEED, setting
from pokerdata.matches.luck.divat import (
    DivatTable,
    Line,
    hands_for,
    lines_head,
    lines_rows,
    lines_text,
    lines_told,
)
from pokerdata.matches.luck.hands import check_values, divat_measure, guess
from pokerdata.matches.luck.methods import (
    METHODS,
    check_method,
    features_note,
    setting_of,
    strengths_of,
    without_luck,
)
from pokerdata.matches.luck.values import FIT_HANDS, Values, has_strategy
from pokerdata.matches.matches_table import pairs
from pokerdata.matches.result import Sums
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, layout_of, one_of
from pokerdata.pipeline.store.table import Within
from pokerdata.players.agents import Agent

GUESSED = {
    "hands": "; values from {hands:,} other hands in each seating",
    "strategy": "; values exact, of strategies",
    "strength": "; values from strength (EHS)",
}
FITTED = "each half corrected by the features' weights fitted to the other half"


@dataclass(frozen=True, eq=False)
class ReducedResult:
    """Result of a duplicate match, as won and with less luck, in chips that the first agent wins.

    Both means have the same expected value, except with DIVAT, which is biased.

    Attributes:
        agents: Names of the agents.
        rules: Rules of the game.
        seed: Seed of the random numbers.
        method: One of `pokerdata.matches.luck.METHODS`.
        known: Names of the agents with a known strategy: none, one or both.
        fit_hands: Hands used to estimate values, for each of the two seatings; 0 if none.
        won: float64 [deals, 2], chips of each hand, the first agent as player 1 and as player 2.
        reduced: float64 [deals, 2], the same without the luck.
        note: For DIVAT: the source of its thresholds. For MIVAT: the number of features.
        values: Source of the estimated values, one of `pokerdata.matches.luck.VALUES`; "" if there are none.
    """

    agents: tuple[str, str]
    rules: Rules
    seed: int
    method: str
    known: tuple[str, ...]
    fit_hands: int
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    note: str = ""
    values: str = ""

    @property
    def deals(self) -> int:
        """Number of duplicate deals; there are twice as many hands."""
        return len(self.won)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Chips a hand: 'raw' over hands as if each had its own cards, 'duplicate' over pairs, and 'reduced' over pairs.

        The raw interval assumes that the two hands of a deal are independent. It is what a match without duplicate deals
        would have shown.
        """
        return {
            "raw": estimate_of(self.won.ravel()),
            "duplicate": estimate_of(self.won.mean(axis=1)),
            "reduced": estimate_of(self.reduced.mean(axis=1)),
        }

    def hands_needed(self, name: str, half_width: float | None = None) -> float:
        """Return how many hands give a 95 % confidence interval of this half-width, by the deviation found here.

        Args:
            name: 'raw', 'duplicate' or 'reduced'.
            half_width: Half-width in chips a hand; 1 unit (big blind or ante) per 100 hands by default.

        Returns:
            Number of hands, two for each duplicate deal; infinite if the deviation is unknown, e.g. if all results are
            equal.

        Raises:
            ValueError: If the name or width is invalid.
        """
        found = self.estimates
        if name not in found:
            raise ValueError(f"name: expected one of {', '.join(found)}, got {name!r}; e.g. reduced")
        wanted = Unit.of(self.rules).chips / 100 if half_width is None else half_width
        if not wanted > 0:
            raise ValueError(f"half_width: expected more than 0 chips, got {half_width}; e.g. 1")
        return hands_for(found[name], 2 * self.deals, wanted)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields except the hands as JSON values; None means unknown."""
        unit = Unit.of(self.rules)
        found: dict[str, Any] = {
            "agents": list(self.agents),
            "game": self.rules.name,
            "deals": self.deals,
            "hands": 2 * self.deals,
            "seed": self.seed,
            "method": self.method,
            "known": list(self.known),
            "note": self.note,
            "values": self.values,
            "fit_hands": self.fit_hands,
            "unit": unit.name,
            "unit_chips": unit.chips,
        }
        return found | lines_told(self._lines(), unit)

    def _lines(self) -> dict[str, Line]:
        wanted = Unit.of(self.rules).chips / 100
        return {
            name: Line(value, hands_for(value, 2 * self.deals, wanted))
            for name, value in self.estimates.items()
        }

    def _rows(self) -> list[tuple[str, str, str]]:
        return lines_rows(self._lines(), Unit.of(self.rules), self.method)

    def _notes(self) -> list[str]:
        known = f"strategies known: {', '.join(shortened(name, 40) for name in self.known) or 'none'}"
        fitted = GUESSED.get(self.values, "").format(hands=self.fit_hands)
        return [
            f"{counted(self.deals, 'duplicate deal')}, {2 * self.deals:,} hands, seed {self.seed}",
            f"{self.method}: {METHODS[self.method]}",
            f"{known}{fitted}" if self.method != "mivat" else FITTED,
            *([self.note] if self.note else []),
        ]

    def __repr__(self) -> str:
        names = " against ".join(shortened(name, 24) for name in self.agents)
        return brief(self, f"{names}: {self._rows()[-1][1]} {Unit.of(self.rules).short}/100 hands")

    def __str__(self) -> str:
        first, second = (shortened(name, 40) for name in self.agents)
        table = lines_text([lines_head(Unit.of(self.rules)), *self._rows()])
        notes = self._notes()
        return "\n".join([f"{first} against {second}: {self.rules.name}", *notes, *table])

    def _repr_html_(self) -> str:
        first, second = self.agents
        return html.table(
            self._rows(),
            head=lines_head(Unit.of(self.rules)),
            caption=f"{first} against {second}: {self.rules.name}",
            notes=self._notes(),
        )


_MOST_DEALS = 10**8  # 32 bytes per deal
_MOST_FITTED_DEALS = 10**6  # 400 bytes per deal


def reduced_duel(
    first: Agent | str,
    second: Agent | str,
    *,
    method: str = "aivat",
    known: tuple[bool, bool] | None = None,
    deals: int = 10_000,
    first_deal: int = 0,
    values: str = "hands",
    fit_hands: int = FIT_HANDS,
    divat: DivatTable | None = None,
    game: Game | str | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ReducedResult:
    """Play the duplicate deals of `pokerdata.match` in C++, and reduce the luck in the results.

    All methods except DIVAT are unbiased: what they subtract from a hand has the mean 0 over all deals and actions
    (Zinkevich et al. 2006 for advantage sums, White and Bowling 2009 for MIVAT, Burch et al. 2018 for AIVAT). MIVAT fits
    its features to one half of the deals, so that the variance of pairs is least, and corrects the other half. AIVAT takes
    the mean over the hands that a known player could equally have held. If both players are known, it does so over the
    hands of each, with the other's cards fixed, and averages the two. That is quicker than over all pairs of hands, and
    leaves somewhat more luck. In limit hold'em with 5 buckets, one thread does some 200,000 hands a second by advantage
    sums. By AIVAT it does 5,000 to 20,000, the fewest if all hands reach the river.

    Args:
        first: An agent, or anything that `pokerdata.players.agents.find_agent` accepts.
        second: Its opponent, in the same forms.
        method: One of `pokerdata.matches.luck.METHODS`.
        known: For AIVAT: which of the two strategies count as known; by default all that exist.
        deals: Number of deals, each played as two hands; 2 to 10**8, for MIVAT 10**6. A deal needs 32 bytes, for MIVAT 400.
        first_deal: Number of the first deal of the seed that is played.
        values: For 'advantage' and 'aivat': source of the estimated values V, one of `pokerdata.matches.luck.VALUES`: other
            hands, exact values of the strategies (of one against itself unless both play the same game over the same
            states), or the strength of hands.
        fit_hands: For values from hands: how many, in each of the two seatings; see `Values.fit`.
        divat: Baseline of DIVAT; by default `DivatTable.from_memory`, which is not verified.
        game: A game, its name or a TOML file; required between two baselines.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same bits on any number of threads.
        threads: 0 for all processors, or up to 1024.
        tables: As for `pokerdata.match`.
        progress: Called with the deals done and the total.

    Raises:
        ValueError: If the agents do not play the game, the method needs a strategy that is missing, or a number is
            invalid.
        TableError: If a strategy or a bucket table is missing, or values of strategies or strength need joint counts that
            are missing.
        CapacityError: As `Values.fit` and `Values.of_strategy`.
    """
    check_method(method)
    check_values(values, method)
    deals = as_count(deals, "deals", 2, _MOST_FITTED_DEALS if method == "mivat" else _MOST_DEALS, 10_000)
    if divat is not None and method != "divat":
        raise ValueError(f"divat: expected no table for {method}; e.g. the method 'divat'")
    begin = as_count(first_deal, "first_deal", 0, MAX_DEALS, 10_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    seen = _known(method, (one, two), known)
    named = Game(rules, cards)
    played = setting_of(named)
    guesses: list[Values | None] = [None, None]
    if method in ("mivat", "divat"):
        strengths = strengths_of(cards, tables)
        measure = (
            _core.terms(played, strengths)
            if method == "mivat"
            else divat_measure(named, played, divat, tables)
        )
        measures = [measure, measure]
    else:
        if method != "all-in":
            # One tree and its states serve both seatings, so that lookups for a deal serve both of its hands.
            reference = two if one.strategy is None else one
            for turn, (a, b) in enumerate(((one, two), (two, one))):
                guesses[turn] = guess(
                    values,
                    a,
                    b,
                    reference,
                    hands=fit_hands,
                    seed=(seed + turn) % (MAX_SEED + 1),
                    threads=threads,
                    tables=tables,
                    before=guesses[0],
                )
        playing = [agent.core if is_known else None for agent, is_known in zip((one, two), seen, strict=True)]
        measures = [
            _core.reduction(played, None if found is None else found.core, *seated)  # type: ignore[arg-type]
            for found, seated in zip(guesses, (playing, playing[::-1]), strict=True)
        ]
    found = _core.measure_match(
        played, one.core, two.core, measures[0], measures[1], seed, begin, begin + deals, threads, progress
    )
    reduced = without_luck(found[:, :, 1:]) if method == "mivat" else found[:, :, 1]
    names = tuple(agent.name for agent, is_known in zip((one, two), seen, strict=True) if is_known)
    used = 0 if guesses[0] is None else guesses[0].hands
    note = ""
    if method == "divat":
        note = (divat or DivatTable.from_memory(len(cards.board))).note
    elif method == "mivat":
        note = features_note(found.shape[2] - 2)
    return ReducedResult(
        (one.name, two.name),
        rules,
        seed,
        method,
        names,
        used,
        found[:, :, 0],
        reduced,
        note,
        values if guesses[0] else "",
    )


def sums_of(won: NDArray[np.float64]) -> Sums:
    """Return the exact sums that `MatchResult` keeps of the chips won; actions are not counted.

    Args:
        won: float64 [deals, 2], whole chips, as `ReducedResult.won`.
    """
    x, y = won.T.astype(np.int64)
    largest = int(np.abs(won).max(initial=1))
    step = max(1, 2**62 // largest**2)  # rows with sums that fit into 64 bits; Python integers add them up
    parts = [slice(k, k + step) for k in range(0, len(x), step)]
    square, other, product = (
        sum(int(np.dot(a[part], b[part])) for part in parts) for a, b in ((x, x), (y, y), (x, y))
    )
    return Sums(len(x), int(x.sum()), int(y.sum()), square, other, product, 0)


def _known(method: str, agents: tuple[Agent, Agent], known: tuple[bool, bool] | None) -> tuple[bool, bool]:
    have = has_strategy(agents[0]), has_strategy(agents[1])
    if method != "aivat":
        if known is not None and any(known):
            raise ValueError(f"known: expected none for {method}, which needs no strategy; e.g. aivat")
        return False, False
    found = have if known is None else (bool(known[0]), bool(known[1]))
    if not any(found) or (found[0] and not have[0]) or (found[1] and not have[1]):
        names = " and ".join(agent.name for agent, has in zip(agents, have, strict=True) if not has)
        raise ValueError(
            "known: expected an agent with a strategy, got "
            + (names or "none of the two")
            + "; e.g. (True, False), or the method 'advantage'"
        )
    return found


# Unrelated hands sometimes share their cards, often with a small deck. Two seatings count as the same deals only if chance
# would deal them the same cards less often than this.
_CHANCE = 1e-6


def same_deals(
    seats: Sequence[tuple[str, ...]],
    holes: Sequence[tuple[Hashable, ...]],
    boards: Sequence[Sequence[Hashable]],
    numbers: Sequence[int],
    deck: int,
    hole: int,
) -> NDArray[np.int64] | None:
    """Return the hands of each deal if every deal of a log was played once in each seating.

    A deal is recognized by the hole cards of all positions. Among deals with equal hole cards, hands of equal number match
    if the log numbers all seatings alike; otherwise the n-th hands of each seating match. Boards must agree as far as they
    were dealt.

    Args:
        seats: For each hand, the players by position.
        holes: For each hand, the hole cards by position.
        boards: For each hand, the cards of the board that were dealt.
        numbers: For each hand, its number in the log.
        deck: Number of cards in the deck.
        hole: Number of hole cards of a player.

    Returns:
        Indices in the log [deals, seatings], sorted. None if there is only one seating, if a hand has no partner, or if
        unrelated hands would share their cards with a probability above one in a million.
    """
    seatings = {players: number for number, players in enumerate(dict.fromkeys(seats))}
    if len(seatings) < 2 or len(seats) % len(seatings):
        return None
    of_cards: dict[tuple[Hashable, ...], dict[int, list[int]]] = {}
    for place, cards in enumerate(holes):
        of_cards.setdefault(cards, {}).setdefault(seatings[seats[place]], []).append(place)
    if any(len(of_seating) < len(seatings) for of_seating in of_cards.values()):
        return None
    groups = [[of_seating[seating] for seating in range(len(seatings))] for of_seating in of_cards.values()]
    if any(len(places) != len(group[0]) for group in groups for places in group):
        return None
    # Multinomial probability that a second seating has these cards, each as often as the first seating had them.
    deals = len(seats) // len(seatings)
    ways = 1
    for player in range(len(holes[0])):
        ways *= comb(deck - player * hole, hole)
    chance = lgamma(deals + 1) - sum(lgamma(len(group[0]) + 1) for group in groups) - deals * log(ways)
    if chance > log(_CHANCE):
        return None
    found = []
    for group in groups:
        called = [sorted(numbers[place] for place in places) for places in group]
        if all(some == called[0] for some in called):
            group = [sorted(places, key=lambda place: numbers[place]) for places in group]
        found += list(zip(*group, strict=True))
    for deal in found:
        longest = max((boards[place] for place in deal), key=len)
        if any(list(boards[place]) != list(longest[: len(boards[place])]) for place in deal):
            return None
    return np.array(sorted(found), np.int64)


#: Results of a match, in the order of the rows of `estimates`.
LINES = ("raw", "duplicate", "reduced")
COLUMNS = ("mean", "standard_error", "freedom")

#: Description of each dataset.
DATASETS: Mapping[str, Mapping[str, object]] = {
    "agents": {"axes": ["match", "first and second agent"], "units": "index in the attribute agents"},
    "known": {
        "axes": ["match", "first and second agent"],
        "units": "1: the strategy was known to AIVAT; else 0",
    },
    "estimates": {
        "axes": ["match", "line", "column"],
        "lines": list(LINES),
        "columns": list(COLUMNS),
        "units": "chips a hand that the first agent wins; degrees of freedom for Student's t",
        "absent": "infinite: not known",
    },
}


@dataclass(frozen=True)
class ReducedMatch:
    """One match, with and without the luck.

    Attributes:
        agents: Names of the agents; results are for the first.
        known: Names of the agents with a strategy that AIVAT knew.
        estimates: Chips a hand, by the names in `LINES`, as in `ReducedResult.estimates`.
        hands: Number of hands played, two for each duplicate deal.
    """

    agents: tuple[str, str]
    known: tuple[str, ...]
    estimates: dict[str, Estimate]
    hands: int

    def lines(self, unit: Unit) -> dict[str, Line]:
        """Return the estimates with the hands that each would need for ±1 unit (big blind or ante) per 100 hands."""
        return {
            name: Line(value, hands_for(value, self.hands, unit.chips / 100))
            for name, value in self.estimates.items()
        }


class ReducedTable(Table):
    """Matches of a section [match.NAME] with variance reduction."""

    KIND = "reduced_matches"

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return rules_of(self.attributes["rules"])

    @property
    def results(self) -> tuple[ReducedMatch, ...]:
        """Each match, in the order of the pairs of agents; matches without a reduced result are left out."""
        agents, hands = self.attributes["agents"], 2 * self.attributes["deals"]
        found = []
        for pair, known, rows in zip(
            self["agents"].tolist(), self["known"].tolist(), self["estimates"].tolist(), strict=True
        ):
            names = tuple(agents[number] for number in pair)
            found.append(
                ReducedMatch(
                    (names[0], names[1]),
                    tuple(name for name, is_known in zip(names, known, strict=True) if is_known),
                    {line: Estimate(*row) for line, row in zip(LINES, rows, strict=True)},
                    hands,
                )
            )
        return tuple(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """Description of the method, in words."""
        a = self.attributes
        method = a["method"]
        guessed = GUESSED.get(a["values"], "").format(hands=a["fit_hands"]).removeprefix("; ")
        without = len(pairs(len(a["agents"]))) - len(self["agents"])
        return (
            f"{counted(a['deals'], 'duplicate deal')} a pair, {2 * a['deals']:,} hands, seed {a['seed']}",
            f"{method}: {METHODS[method]}",
            *([FITTED] if method == "mivat" else []),
            *([guessed] if guessed else []),
            *([a["note"]] if a["note"] else []),
            *(
                [f"left out, as nobody has a strategy: {counted(without, 'pair')} of agents"]
                if without
                else []
            ),
        )


def arrays(found: Sequence[tuple[tuple[int, int], NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """Return the datasets of these matches.

    Args:
        found: For each match the numbers of its agents and the result of `row_of`.
    """
    return {
        "agents": np.array([pair for pair, _ in found], np.uint8),
        "known": np.array([row[0, :2] for _, row in found], np.uint8),
        "estimates": np.array([row[1:] for _, row in found], np.float64),
    }


def row_of(result: ReducedResult) -> NDArray[np.float64]:
    """Return a match as float64 [1 + lines, 3]: which strategies were known, and the estimates."""
    known = [float(name in result.known) for name in result.agents]
    values = result.estimates
    rows = [(values[line].mean, values[line].standard_error, values[line].freedom) for line in LINES]
    return np.array([(*known, 0.0), *rows])


def summary(table: Table) -> list[str]:
    """Return the results as lines of text."""
    assert isinstance(table, ReducedTable)
    unit = Unit.of(table.rules)
    lines = list(table.notes)
    for one in table.results:
        lines.append(" against ".join(one.agents))
        rows = lines_rows(one.lines(unit), unit, table.attributes["method"])
        lines += [f"  {line}" for line in lines_text([lines_head(unit), *rows])]
    return lines


@layout_of(
    ReducedTable,
    agents=list[str],
    rules=rules_of,
    deals=int,
    seed=int,
    method=one_of(METHODS),
    values=str,
    fit_hands=int,
    note=str,
)
def _layout(table: ReducedTable) -> Layout:
    return {
        "agents": ("|u1", ("match", 2), Within(0, len(table.attributes["agents"]) - 1)),
        "known": ("|u1", ("match", 2), Within(0, 1)),
        "estimates": ("<f8", ("match", len(LINES), len(COLUMNS)), Within(-inf, inf)),
    }
