"""Teams of agents that share a seat: past results decide which member plays the next deal."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import matches as _core
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.games import Game, Unit
from pokerdata.games.rules import Rules
from pokerdata.matches.duel import MAX_DEALS, MAX_SEED, setting
from pokerdata.players.agents import Agent, as_agent


def ucb1(sums: ArrayLike, plays: ArrayLike, rounds: int, exploration: ArrayLike) -> NDArray[np.int64]:
    """Return the next choice by UCB1 (Auer, Cesa-Bianchi & Fischer 2002): the largest ``mean + C * sqrt(ln(n) / n_i)``.

    The first one wins ties. Takes microseconds, for many teams at once as for one.

    Args:
        sums: float [..., members], total earnings of each member.
        plays: [..., members], how often each was played, at least 1.
        rounds: n, the total number of plays, at least 1.
        exploration: C, in the unit of `sums`; with an axis of 1 for the members if teams differ.

    Returns:
        int64 [...], indices from 0.

    Raises:
        ValueError: If rounds are below 1, a member was never played, or sums and plays differ in number.
    """
    rounds = as_count(rounds, "rounds", 1, 2**53, 100)
    earned, tries = np.asarray(sums, np.float64), np.asarray(plays, np.float64)
    if earned.shape != tries.shape or not earned.size:
        raise ValueError(
            f"plays: expected one for each of the sums, got {tries.shape} for {earned.shape}; e.g. [3, 5] for [0.5, -1]"
        )
    if not (tries >= 1).all():
        raise ValueError(
            f"plays: expected 1 or more of each member, got {tries.min():g}; e.g. play each once before"
        )
    found: NDArray[np.int64] = np.argmax(
        earned / tries + np.asarray(exploration) * np.sqrt(math.log(rounds) / tries), axis=-1
    )
    return found


_FEW = 2  # deals of each member before UCB1 starts, so that there is a spread


@dataclass(frozen=True, eq=False)
class TeamResult:
    """Result of a team, in chips a hand that the team won.

    Attributes:
        team: Names of the members.
        opponent: Name of the opponent.
        rules: Rules of the game.
        chosen: int64 [deals], index of the member that played each deal, from 0.
        payoffs: float64 [deals], that member's winnings, the mean of the two hands of the deal.
    """

    team: tuple[str, ...]
    opponent: str
    rules: Rules
    chosen: NDArray[np.int64]
    payoffs: NDArray[np.float64]

    @property
    def plays(self) -> NDArray[np.int64]:
        """int64 [members], number of deals that each member played."""
        return np.bincount(self.chosen, minlength=len(self.team)).astype(np.int64)

    @property
    def means(self) -> NDArray[np.float64]:
        """float64 [members], mean winnings of each member."""
        sums = np.bincount(self.chosen, weights=self.payoffs, minlength=len(self.team))
        with np.errstate(invalid="ignore"):
            found: NDArray[np.float64] = sums / self.plays
        return found

    @property
    def mean(self) -> float:
        """Mean winnings of the team."""
        return float(self.payoffs.mean())

    def regret(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return the cumulative loss from not always playing the best member, without the luck of the cards.

        Args:
            values: [members], expected value of each member in chips a hand, for instance from
                `pokerdata.solving.public.against`.

        Returns:
            float64 [deals], in chips a hand times deals, ascending.

        Raises:
            ValueError: If values and members differ in number.
        """
        known = np.asarray(values, dtype=np.float64)
        if known.shape != (len(self.team),):
            raise ValueError(f"values: expected one for each of {len(self.team)} members, got {known.shape}")
        found: NDArray[np.float64] = np.cumsum(known.max() - known[self.chosen])
        return found

    def __repr__(self) -> str:
        unit = Unit.of(self.rules)
        most = self.team[int(self.plays.argmax())]
        return brief(self, f"{unit.milli(self.mean):+.4g} mb/g v {self.opponent}", f"mostly {most}")

    def _repr_html_(self) -> str:
        unit = Unit.of(self.rules)
        rows = [
            (name, f"{plays:,}", signed(unit.milli(mean), 1) if plays else "-")
            for name, plays, mean in zip(self.team, self.plays.tolist(), self.means.tolist(), strict=True)
        ]
        notes = [
            f"{len(self.chosen):,} duplicate deals v {self.opponent}: {signed(unit.milli(self.mean), 1)} mb/g"
        ]
        return html.table(rows, head=("", "deals", "won, mb/g"), notes=notes)


def play_team(
    team: Sequence[Agent | str],
    opponent: Agent | str,
    *,
    deals: int = 5_000,
    exploration: float | None = None,
    game: Game | str | None = None,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> TeamResult:
    """Play duplicate deals with a team; UCB1 (Auer, Cesa-Bianchi & Fischer 2002) chooses the member for each deal.

    Deal n + 1 goes to the member with the largest ``mean + C * sqrt(ln(n) / n_i)``. Here n_i is how many deals it has
    played, and mean is what it won in them. So good members play more and more, and no member is forgotten. The first
    member wins ties. Before that, each member plays two deals. Each deal is played twice, with the seats swapped. That
    removes much of the luck that could hide a good member early. A deal takes some 20 microseconds between strategies.

    Args:
        team: The members: agents, or anything that `pokerdata.players.agents.find_agent` accepts.
        opponent: The opponent, in the same forms.
        deals: Number of deals, each played as two hands.
        exploration: C, in chips a hand; UCB1 has sqrt(2) for payoffs in a range of 1. By default, sqrt(2) times the
            standard deviation of the payoffs so far. The whole range, twice the largest loss, would try all members
            evenly for a hundred thousand deals.
        game: A game, its name or a TOML file; required if all are baselines, which can play any game.
        seed: Seed of the cards and random choices, 0 to 2**64 - 1; the same seed gives the same result.
        tables: The folder to search for the agents' strategies and bucket tables; by default as for
            `pokerdata.players.agents.find_agent`.
        progress: Called with the deals done and the total.

    Raises:
        ValueError: If the team is empty, the agents do not play the game, or a number is invalid.
        TableError: If a strategy or a bucket table is missing.
    """
    if isinstance(team, str) or not team:
        raise ValueError(
            f"team: expected one agent or more, got {team!r}; e.g. ['always-call', 'always-raise']"
        )
    deals = as_count(deals, "deals", _FEW * len(team), MAX_DEALS, 5_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    if exploration is not None and not 0 <= exploration < math.inf:
        raise ValueError(f"exploration: expected chips, 0 or more, got {exploration!r}; e.g. 2.5")
    opposite = as_agent(opponent, tables)
    met = [setting(member, opposite, game, tables) for member in team]
    rules, cards = next(((m[2], m[3]) for m in met if m[0].rules is not None), met[0][2:])
    chosen, payoffs = np.zeros(deals, np.int64), np.zeros(deals)
    plays, sums = np.zeros(len(met)), np.zeros(len(met))
    total = squares = 0.0
    for n in range(deals):
        if n < _FEW * len(met):
            i = n % len(met)
        else:
            spread = math.sqrt(max(0.0, squares / n - (total / n) ** 2))
            width = math.sqrt(2) * spread if exploration is None else exploration
            i = int(ucb1(sums, plays, n, width))
        first, second = met[i][0].core, opposite.core
        won = [
            _core.played_hand(rules.core, cards.core, first, second, seed, n, swapped)[4]
            for swapped in (False, True)
        ]
        payoff = (won[0] - won[1]) / 2
        chosen[n], payoffs[n] = i, payoff
        plays[i] += 1
        sums[i] += payoff
        total += payoff
        squares += payoff * payoff
        if progress is not None and n % 256 == 0:
            progress(n, deals)
    names = tuple(one.name for one, _, _, _ in met)
    return TeamResult(names, opposite.name, rules, chosen, payoffs)
