"""Local best response, a lower bound on the exploitability of an agent in the real game, and the table NAME_lbr."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from math import comb, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import agents as _agents
from pokerdata._core import matches as _core
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, fixed, or_none, plus_minus, with_interval
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory
from pokerdata._support.text import brief, shortened
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.preflop import class_equities
from pokerdata.errors import CapacityError
from pokerdata.games import Rules, Unit, rules_of
from pokerdata.games.named import TEXAS
from pokerdata.games.rules import menus_of
from pokerdata.matches.duel import MAX_SEED
from pokerdata.matches.result import stratified, translated, without_luck
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import AMOUNTS_OR_INFINITE, Layout, layout_of
from pokerdata.pipeline.store.sharded import Job, Keep, Shard, finished
from pokerdata.players.agents import Agent, as_agent

MAX_DEALS = 10**8
MENU, SAMPLES = ("pot", "all-in"), 100
DEAL_MEMORY = 250  # bytes per deal of four streets: chips and luck in both seats, and intermediate results
# With fewer deals per stratum of own hands, or per later street with a fitted multiple of luck, the confidence intervals
# contain the truth less often than they claim. Games of one street need the same number of deals as games of two.
_DEALS_OF_STRATUM, _DEALS_OF_STREET = 8, 60
_DEALS_OF_SHARD, _MOST_SHARDS = 1_000, 256  # a shard in hold'em takes 0.3 to 1.5 s on one thread


@dataclass(frozen=True)
class LocalBestResponse:
    """Result of local best response: chips a hand won from an agent, a lower bound for a best response.

    The standard errors remain after variance reduction (`local_best_response`). Menu and translation matter in no-limit
    games only.

    Attributes:
        agent: Name of the agent.
        rules: Rules of the game.
        deals: Number of deals, each played in both seats.
        seed: Seed of the random numbers.
        menu: Bet sizes it could use; another menu wins more or less.
        samples: Number of sampled run-outs; more or fewer win more or less.
        by_seat: Winnings as player 1 and as player 2.
        won: Mean of both seats, each deal played in both, with its standard error within strata of own hands. This is a
            lower bound on the agent's exploitability in the real game, up to this error.
        translation: How the agent mapped bets outside its betting tree.
    """

    agent: str
    rules: Rules
    deals: int
    seed: int
    menu: tuple[str, ...]
    samples: int
    by_seat: tuple[Estimate, Estimate]
    won: Estimate
    translation: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values; menu and translation only in a no-limit game."""
        without_limits = {"menu": list(self.menu), "translation": self.translation}
        unit = Unit.of(self.rules)
        amounts = zip(("both", "player_1", "player_2"), (self.won, *self.by_seat), strict=True)
        return {
            "agent": self.agent,
            "game": self.rules.name,
            "deals": self.deals,
            "seed": self.seed,
            **({} if self.rules.stack is None else without_limits),
            "samples": self.samples,
            "unit": unit.name,
            "unit_chips": unit.chips,
            **{
                key: {
                    "chips_per_hand": value.mean,
                    "standard_error": or_none(value.standard_error),
                    "milli_units_per_hand": unit.milli(value.mean),
                    "milli_units_per_hand_half_width_95": or_none(unit.milli(value.half_width)),
                }
                for key, value in amounts
            },
        }

    def __repr__(self) -> str:
        mb = self.won.times(Unit.of(self.rules).milli(1))
        won = f"at least {fixed(mb.mean, 1)} {plus_minus(mb.half_width, 1)} mb/hand"
        return brief(self, f"{shortened(self.agent, 40)}: {won}", f"{self.deals:,} deals")

    def _repr_html_(self) -> str:
        unit = Unit.of(self.rules)
        amounts = {"as player 1": self.by_seat[0], "as player 2": self.by_seat[1], "both seats": self.won}
        rows = []
        for name, value in amounts.items():
            mb = value.times(unit.milli(1))
            rows.append((name, with_interval(mb.mean, mb.half_width, 1)))
        notes = [
            f"{self.deals:,} deals in both seats, seed {self.seed}; 95 % intervals; a best response wins at least this; "
            f"1 mb: a thousandth of the {unit}"
        ]
        caption = f"local best response against {self.agent}: {self.rules.name}"
        return html.table(rows, head=("", "mb/hand"), caption=caption, notes=notes)

    def __str__(self) -> str:
        rules = self.rules
        lines = [
            f"local best response against {self.agent}: {rules.name}",
            f"{self.deals:,} deals in both seats, seed {self.seed}"
            + (f", bets {', '.join(self.menu)}" if rules.stack is not None else "")
            + f", {self.samples:,} run-outs where two cards or more are to come"
            + (translated(self.translation) if rules.stack is not None else ""),
        ]
        names = ("as player 1", "as player 2", "both seats")
        for name, value in zip(names, (*self.by_seat, self.won), strict=True):
            mb = Unit.of(rules).milli(1)
            lines.append(f"{name:<12} {with_interval(mb * value.mean, mb * value.half_width, 1)} mb/hand")
        lines.append(
            "(95 % intervals; what a best response wins in the real game, the mean over both seats being the agent's "
            f"exploitability, is at least this; 1 mb: a thousandth of the {Unit.of(rules)})"
        )
        return "\n".join(lines)


def local_best_response(
    agent: Agent | str,
    *,
    deals: int = 10_000,
    menu: Sequence[Any] = MENU,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> LocalBestResponse:
    """Play local best response (Lisy and Bowling 2017) against an agent with a strategy, in the real game.

    It knows the probabilities of all the agent's hands. At each decision it chooses the action that would win most if both
    players checked and called from then on. More samples and a larger menu make it stronger; the bound holds anyway. In
    hold'em it needs some 0.3 to 1.5 ms per deal and thread, more with more buckets.

    Variance reduction removes most of the luck and changes no expected value. All hands and actions of the agent count with
    their probabilities; only after rare action sequences (below 1 %) is one action sampled. The own hand is stratified: over
    all hands if there are at least eight deals for each, else over stretches of their list. The cards of each later street
    are a control variate. The chips that they would move if both players checked and called have the mean 0, and fitted
    multiples of them are subtracted (Zinkevich et al. 2006; Burch et al. 2018). The multiples are fitted by least squares to
    the other half of the deals. With fewer than 60 deals for each of these streets, or fewer than 60 in all, there are no
    strata and the luck remains.

    Among actions that win equally much, up to a millionth of the chips at stake (mean gains plus mean losses of an action),
    it prefers a call to a raise, then the smallest raise, and folds last. Another choice could win more or less: the bound
    holds with any.

    Args:
        agent: An agent with a strategy, or anything that `pokerdata.players.agents.find_agent` accepts; also
            `Agent.without_cards`.
        deals: Number of deals, each played in both seats.
        menu: Bets and raises that it considers in a no-limit game, as in `NoLimitRules`.
        samples: Number of sampled run-outs when two or more cards are to come.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder to search for the agent's strategy and bucket tables; by default as for
            `pokerdata.players.agents.find_agent`.
        progress: Called with the deals done and the total.

    Raises:
        ValueError: If the agent has no strategy, or a number is invalid.
        CapacityError: If the deals do not fit into memory.
        TableError: If a strategy or a bucket table is missing.
    """
    return response_in_shards(
        as_agent(agent, tables),
        deals=deals,
        menu=menu,
        samples=samples,
        seed=seed,
        threads=threads,
        progress=progress,
    )


def response_in_shards(
    agent: Agent,
    *,
    deals: int,
    menu: Sequence[Any],
    samples: int,
    seed: int,
    threads: int = 0,
    progress: Progress | None = None,
    keep: Keep | None = None,
    key: str = "deals",
    anew: Callable[[Any], Agent] | None = None,
) -> LocalBestResponse:
    """Run `local_best_response` in shards of deals, which can be kept and played by other processes.

    Args:
        agent: As for `local_best_response`.
        deals: As for `local_best_response`.
        menu: As for `local_best_response`.
        samples: As for `local_best_response`.
        seed: As for `local_best_response`.
        threads: As for `local_best_response`.
        progress: As for `local_best_response`.
        keep: Stores finished shards and says who plays the others.
        key: Prefix of the shards' names.
        anew: Makes the agent in another process, as for `Job`.

    Raises:
        ValueError: As `local_best_response`.
        CapacityError: As `local_best_response`.
    """
    if not isinstance(agent.core, _agents.AbstractAgent) or agent.rules is None or agent.cards is None:
        raise ValueError(
            f"agent: expected one with a strategy, got {agent.name}; e.g. Agent.load('limit5_strategy.h5') or "
            "Agent.without_cards('always-call', 'limit-holdem')"
        )
    deals = as_count(deals, "deals", 2, MAX_DEALS, 10_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    samples = as_count(samples, "samples", 1, 10**6, 100)
    need, free = deals * DEAL_MEMORY * agent.rules.streets // 4, available_memory()
    if need > free:
        raise CapacityError(
            f"not enough memory for {deals:,} deals: they need {need / 1e9:,.1f} GB, {free / 1e9:,.1f} GB are free; "
            "expected fewer; e.g. 10,000"
        )
    (bets,) = menus_of("local best response", [list(menu)], 1)
    hands = comb(agent.cards.deck, agent.cards.hole)
    few = _are_few(agent.rules, deals)
    strata = 1 if few else min(hands, deals // _DEALS_OF_STRATUM)
    parts = max(1, min(_MOST_SHARDS, deals // _DEALS_OF_SHARD))
    bounds = [deals * k // parts for k in range(parts + 1)]
    shards = [Shard(f"{key}-{begin}-{end}", (begin, end), end - begin) for begin, end in pairwise(bounds)]
    job = Job(partial(_play, tuple(menu), samples, seed, strata), agent, anew)
    played = finished(job, shards, keep=keep, threads=threads, progress=progress)
    won = np.concatenate([part["won"] for part in played])
    luck = won[..., 1 : 1 if few else None]
    seats = np.stack([without_luck(won[:, seat, 0], luck[:, seat], strata) for seat in (0, 1)])
    shares = np.diff(np.arange(strata + 1) * hands // strata) / hands
    most = most_won(agent.rules, deals)
    estimates = [stratified(values, shares, most) for values in (*seats, seats.mean(0))]
    return LocalBestResponse(
        agent.name,
        agent.rules,
        deals,
        seed,
        tuple(bets.values()),
        samples,
        (estimates[0], estimates[1]),
        estimates[2],
        agent.translation,
    )


def _play(
    menu: Sequence[Any],
    samples: int,
    seed: int,
    strata: int,
    agent: Agent,
    begin: int,
    end: int,
    *,
    threads: int,
    progress: Progress,
) -> dict[str, NDArray[Any]]:
    """Play one shard: return the chips won in some deals, and their luck."""
    assert isinstance(agent.core, _agents.AbstractAgent)
    (bets,) = menus_of("local best response", [list(menu)], 1)
    known = _first_edges() if agent.cards == TEXAS else None
    won = _core.local_best_response(
        agent.core, *bets.core, samples, known, seed, begin, end, strata, threads, progress
    )
    return {"won": won}


def most_won(rules: Rules, deals: int) -> float:
    """Return the most chips that one of the deals can count for; infinite (unknown) if luck is subtracted."""
    return _core.largest_loss(rules.core) if rules.streets == 1 or _are_few(rules, deals) else inf


def _are_few(rules: Rules, deals: int) -> bool:
    return deals < _DEALS_OF_STREET * max(1, rules.streets - 1)


@cache
def _first_edges() -> NDArray[np.float64]:
    """Return the preflop wins less losses over all showdowns of each hand against each, [1326, 1326].

    Means over the pairs of the two hand classes are good enough, for an agent plays all hands of a class alike.
    """
    return np.asarray(2 * class_equities()[np.ix_(CLASS_OF_COMBINATION, CLASS_OF_COMBINATION)] - 1)


class LocalBestResponseTable(Table):
    """Winnings of local best response from each agent of a section [match.NAME]."""

    KIND = "local_best_response"

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return rules_of(self.attributes["rules"])

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """Winnings from each agent, in chips a hand on average over both seats."""
        most = most_won(self.rules, self.attributes["deals"])
        return {
            name: Estimate(float(won), float(error), float(freedom), most + abs(float(won)))
            for name, won, error, freedom in zip(
                self.attributes["agents"],
                *(self[key][:, 0] for key in ("won", "standard_error", "freedom")),
                strict=True,
            )
        }

    @property
    def considered(self) -> str:
        """Menu and samples in words, such as 'bets pot, all-in, 100 run-outs'."""
        menu = self.attributes.get("menu")
        bets = f"bets {', '.join(menu)}, " if menu else ""
        return f"{bets}{self.attributes['samples']:,} run-outs"


def summary(table: Table) -> list[str]:
    """Return the bounds as lines of text."""
    assert isinstance(table, LocalBestResponseTable)
    mb = Unit.of(table.rules).milli(1)
    lines = [
        f"local best response wins at least, in {table.attributes['deals']:,} deals in both seats, {table.considered}:"
    ]
    for name, found in table.estimates.items():
        lines.append(f"{with_interval(mb * found.mean, mb * found.half_width, 0)} mb/hand from {name}")
    return lines


@layout_of(LocalBestResponseTable, agents=list[str], rules=rules_of, deals=int, samples=int)
def _layout(table: LocalBestResponseTable) -> Layout:
    axes = (len(table.attributes["agents"]), "seat")
    return {
        "won": ("<f8", axes),
        "standard_error": ("<f8", axes, AMOUNTS_OR_INFINITE),
        "freedom": ("<f8 or <i8", axes, AMOUNTS_OR_INFINITE),  # whole numbers in tables before 0.2
    }
