"""Solve No-Thanks by backward induction: values of policies, best responses, max^n solutions, and played games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata._support.resources import within_memory
from pokerdata._support.text import brief, quoted
from pokerdata.games.no_thanks.game import PASS, TAKE, NoThanksState, Positions, deals, point

Numbers: TypeAlias = NDArray[Any]  # int64 if values are exact, float64 otherwise

#: (split, player, value of taking, value of passing) -> probability of taking, bool or float64 [holdings, cards left].
Choice: TypeAlias = Callable[[int, int, Numbers, Numbers], NDArray[Any]]


def after_taking(positions: Positions, layer: int, below: Numbers, *, is_end: bool) -> Numbers:
    """Return the values after a player takes the card in a layer.

    Args:
        positions: Positions of the game.
        layer: Number of cards taken before.
        below: At the end the payoffs [empty splits, holdings, payoffs], else the result of `turned` for the next layer,
            [empty splits, players, holdings, payoffs].
        is_end: Whether `below` holds payoffs.

    Returns:
        [players, empty splits, holdings, cards left, payoffs].
    """
    taken = positions.layers[layer].taken
    return np.stack([(below if is_end else below[:, p])[:, taken[p]] for p in range(positions.game.players)])


def turned(values: Numbers) -> Numbers:
    """Return the sum over the cards that may be turned, [empty splits, players, holdings, payoffs].

    Args:
        values: Values from `sweep`.
    """
    return np.asarray(values.sum(axis=3))


def sweep(positions: Positions, after: Numbers, choose: Choice) -> Numbers:
    """Return the values of all positions of a layer, computed from the largest pot down.

    Args:
        positions: Positions of the game.
        after: Result of `after_taking`.
        choose: Choice of the player to act; not called if it must take.

    Returns:
        Values with an empty pot, [empty splits, players, holdings, cards left, payoffs].
    """
    splits, players = positions.splits, positions.game.players
    values: dict[int, Numbers] = {}
    kept: dict[int, Numbers] = {}  # values of the pot above
    pot = int(splits.pot[-1])
    for split in reversed(range(len(splits))):
        if splits.pot[split] != pot:
            kept, values, pot = values, {}, int(splits.pot[split])
        here = np.empty((players, *after.shape[2:]), after.dtype)
        for player in range(players):
            take = after[player, splits.taken[split, player]]
            passed = int(splits.passed[split, player])
            if passed < 0:
                here[player] = take
                continue
            passing = kept[passed][(player + 1) % players]
            share = choose(split, player, take, passing)[..., None]
            here[player] = (
                np.where(share, take, passing)
                if share.dtype == np.bool_
                else share * take + (1 - share) * passing
            )
        values[split] = here
    return np.stack([values[split] for split in range(splits.empty)])


def always_taking(positions: Positions) -> list[NDArray[np.bool_]]:
    """Return for each layer True, [splits, players, holdings, cards left], in which `best_own` records passes."""
    return [np.ones(positions.shape(layer), np.bool_) for layer in range(positions.game.drawn)]


def best_own(take: NDArray[np.bool_], ties: str) -> Choice:
    """Return the choice by which each player maximizes its own value.

    Args:
        take: Array that records the choices, [splits, players, holdings, cards left].
        ties: ``"pass"`` or ``"take"`` if both are equally good.
    """

    def choose(split: int, player: int, taking: Numbers, passing: Numbers) -> NDArray[np.bool_]:
        own_take, own_pass = taking[..., player], passing[..., player]
        chosen = np.asarray(own_take >= own_pass if ties == "take" else own_take > own_pass)
        take[split, player] = chosen
        return chosen

    return choose


@dataclass(frozen=True)
class Policy:
    """Policy of a player, for every seat.

    Attributes:
        positions: Positions of the game.
        name: Name in a few words.
        take: For each layer the probability of taking, [splits, players, holdings, cards left]; bool if the policy is
            deterministic, float64 otherwise. It is 1 if the player has no chips.
    """

    positions: Positions
    name: str
    take: tuple[NDArray[np.bool_] | NDArray[np.float64], ...]

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.positions.count:,} positions")

    @property
    def is_pure(self) -> bool:
        """Whether the policy is deterministic."""
        return all(take.dtype == np.bool_ for take in self.take)

    def chances(self, state: NoThanksState) -> list[Fraction]:
        """Return the probability of each action of a state, in its order.

        `pokerdata.solving.explicit.StateGraph` calls policies in this way.

        Args:
            state: A state of the game in which a player acts.

        Raises:
            ValueError: If the state is of another game, or has no open card.
        """
        layer, place = self.positions.place(state)
        take = Fraction(float(self.take[layer][place]))
        return [{PASS: 1 - take, TAKE: take}[action] for action in state.legal_actions()]


def in_seats(policies: Sequence[Policy]) -> Policy:
    """Combine policies into one for the whole table, with another one in each seat.

    Args:
        policies: One policy for each player, over the same positions.

    Raises:
        ValueError: If policies and players differ in number, or a policy is of another game.
    """
    if not policies or len(policies) != policies[0].positions.game.players:
        players = policies[0].positions.game.players if policies else 2
        raise ValueError(
            f"policies: expected one for each of {players} players, got {len(policies)}; e.g. [a, b]"
        )
    positions = policies[0].positions
    for policy in policies:
        if policy.positions.game != positions.game:
            raise ValueError(
                f"policies: expected those of one game, got {positions.game!r} and {policy.positions.game!r}; e.g. "
                "both over the same positions"
            )
    take: tuple[Any, ...] = tuple(
        np.stack([policy.take[k][:, seat] for seat, policy in enumerate(policies)], axis=1)
        for k in range(positions.game.drawn)
    )
    return Policy(positions, ", ".join(policy.name for policy in policies), take)


def forced(positions: Positions) -> NDArray[np.bool_]:
    """Return the positions in which a player has no chips and must take, bool [splits, players, 1, 1]."""
    return np.asarray(positions.splits.chips == 0)[:, :, None, None]


def check_player(positions: Positions, player: object) -> int:
    """Return the index of a player of a game.

    Args:
        positions: Positions of the game.
        player: Index from 0.

    Raises:
        ValueError: If the game has no such player.
    """
    return as_count(player, "player", 0, positions.game.players - 1, 0)


def check_ties(ties: str) -> str:
    """Return the tie rule for moves that are equally good.

    Args:
        ties: ``"pass"`` or ``"take"``.

    Raises:
        ValueError: If it is anything else.
    """
    if ties not in (PASS, TAKE):
        raise ValueError(f"ties: expected {PASS} or {TAKE}, got {quoted(ties)}; e.g. {PASS!r}")
    return ties


@dataclass(frozen=True)
class GameValues:
    """Expected part of the point that each player wins, averaged over all orders of the cards.

    Attributes:
        shares: By seat; they sum to 1.
        deviations: By seat, the standard deviation of a single game.
        exact: The shares as fractions if all policies are deterministic; otherwise None, because they are floating-point
            sums.
    """

    shares: tuple[float, ...]
    deviations: tuple[float, ...]
    exact: tuple[Fraction, ...] | None

    def __repr__(self) -> str:
        return brief(self, "shares " + ", ".join(f"{share:.6g}" for share in self.shares))

    def _repr_html_(self) -> str:
        exact = self.exact or ("",) * len(self.shares)
        rows = [
            (f"player {p}", f"{share:.6f}", f"{deviation:.6f}", str(fraction))
            for p, (share, deviation, fraction) in enumerate(
                zip(self.shares, self.deviations, exact, strict=True)
            )
        ]
        head = ("", "share", "deviation of a game", "exactly")
        return html.table(rows, head=head, caption="GameValues")


@dataclass(frozen=True)
class Solution:
    """Solution of a game in which each player maximizes its own share.

    Attributes:
        values: Value for each player.
        policy: Policy of all players.
    """

    values: GameValues
    policy: Policy

    def __repr__(self) -> str:
        return brief(self, "shares " + ", ".join(f"{share:.6g}" for share in self.values.shares))


@within_memory()
def evaluate(policy: Policy) -> GameValues:
    """Return each player's exact value when all seats play a policy, e.g. one of `in_seats`.

    Args:
        policy: Policy of all players.
    """
    positions = policy.positions

    def chosen(layer: int) -> Choice:
        take = policy.take[layer]
        return lambda split, player, _take, _pass: take[split, player]

    return _values(positions, _go(positions, chosen, exact=policy.is_pure), exact=policy.is_pure)


@within_memory()
def solve(positions: Positions, *, ties: str = "pass") -> Solution:
    """Solve a game by backward induction: in every position the player to act maximizes its own share.

    With two players this is minimax, and the first player's share is the value of the game. With more players (max^n,
    Luckhart & Irani 1986) shares may depend on the tie rule. 1.8 million positions take less than half a second on a core.

    Args:
        positions: Positions of the game.
        ties: ``"pass"`` or ``"take"`` if both are equally good.

    Raises:
        ValueError: If the tie rule is unknown.
    """
    check_ties(ties)
    take = always_taking(positions)
    values = _values(
        positions, _go(positions, lambda layer: best_own(take[layer], ties), exact=True), exact=True
    )
    return Solution(values, Policy(positions, "optimal", tuple(take)))


@within_memory()
def best_response(policy: Policy, player: int, *, ties: str = "pass") -> Solution:
    """Return a player's best response to the others' policy.

    Args:
        policy: Policy of all players; the responding player's own part is ignored.
        player: The responding player, from 0.
        ties: ``"pass"`` or ``"take"`` if both are equally good.

    Returns:
        Values for all players, and the policy with the player's own moves replaced.

    Raises:
        ValueError: If the game has no such player, or the tie rule is unknown.
    """
    positions = policy.positions
    check_player(positions, player)
    check_ties(ties)
    others = [seat for seat in range(positions.game.players) if seat != player]
    pure = all(take.dtype == np.bool_ or _is_pure(take[:, others]) for take in policy.take)
    own = always_taking(positions)

    def chosen(layer: int) -> Choice:
        take: NDArray[Any] = policy.take[layer]
        if pure and take.dtype != np.bool_:
            take = take > 0
        best = best_own(own[layer], ties)

        def choose(split: int, seat: int, taking: Numbers, passing: Numbers) -> NDArray[Any]:
            return best(split, seat, taking, passing) if seat == player else take[split, seat]

        return choose

    values = _values(positions, _go(positions, chosen, exact=pure), exact=pure)
    response = []
    for take, mine in zip(policy.take, own, strict=True):
        both = take.copy()
        both[:, player] = mine[:, player]
        response.append(both)
    return Solution(values, Policy(positions, f"best response to {policy.name}", tuple(response)))


def payoffs(positions: Positions) -> NDArray[np.int64]:
    """Return the payoffs at the end, int64 [empty splits, holdings, players], in units of 1/lcm(1, ..., players)."""
    points = positions.points(positions.game.drawn)
    chips = positions.splits.chips[: positions.splits.empty]
    scores = points[None] - chips[:, None]
    winners = scores == scores.min(axis=2, keepdims=True)
    return np.asarray(point(positions.game) // winners.sum(axis=2, keepdims=True) * winners)


def _go(positions: Positions, chosen: Callable[[int], Choice], *, exact: bool) -> Numbers:
    """Return the values of the first positions, [players, cards, payoffs]: shares first, then their squares."""
    won = payoffs(positions)
    below: Numbers = np.concatenate([won, won**2], axis=2)
    if not exact:
        below = below.astype(np.float64)
    drawn = positions.game.drawn
    for layer in reversed(range(drawn)):
        after = after_taking(positions, layer, below, is_end=layer == drawn - 1)
        below = turned(sweep(positions, after, chosen(layer)))
    return np.asarray(below[:, 0, 0])


def _values(positions: Positions, sums: Numbers, *, exact: bool) -> GameValues:
    players, unit = positions.game.players, point(positions.game)
    total = deals(positions.game)
    first = sums[positions.start]
    shares = [Fraction(int(s), total * unit) if exact else float(s) / (total * unit) for s in first[:players]]
    squares = [float(s) / (total * unit**2) for s in first[players:]]
    return GameValues(
        tuple(float(share) for share in shares),
        tuple(
            sqrt(max(0.0, square - float(share) ** 2)) for share, square in zip(shares, squares, strict=True)
        ),
        tuple(share for share in shares if isinstance(share, Fraction)) if exact else None,
    )


def _is_pure(take: NDArray[Any]) -> bool:
    return bool(((take == 0) | (take == 1)).all())


_MOST_GAMES = 10_000_000


def play(policy: Policy, games: int, seed: int = 0) -> NDArray[np.float64]:
    """Play games with random cards, and return each player's part of the point.

    Equal seeds deal equal cards to all policies. A game takes about 100 bytes.

    Args:
        policy: Policy of all players, e.g. one of `in_seats`.
        games: Number of games, up to 10 million.
        seed: Seed of the cards, and of random moves.

    Returns:
        Float64 [games, players]; the expectation of the mean is exactly what `evaluate` returns.

    Raises:
        ValueError: If the number of games is out of range, or the seed is below 0.
    """
    games = as_count(games, "games", 1, _MOST_GAMES, 1000)
    positions, game = policy.positions, policy.positions.game
    cards, moves = generator(Use.NO_THANKS_CARDS, seed), generator(Use.NO_THANKS_MOVES, seed)
    holding = np.zeros(games, np.int64)
    mover = np.zeros(games, np.int64)
    split = np.full(games, positions.start, np.int64)
    for k in range(game.drawn):
        card = cards.integers(0, len(game.values) - k, games)
        take = policy.take[k]
        waiting = np.arange(games)
        while len(waiting):
            chance = take[split[waiting], mover[waiting], holding[waiting], card[waiting]]
            takes = chance if policy.is_pure else moves.random(len(waiting)) < chance
            waiting = waiting[np.logical_not(takes)]
            split[waiting] = positions.splits.passed[split[waiting], mover[waiting]]
            mover[waiting] = (mover[waiting] + 1) % game.players
        holding = positions.layers[k].taken[mover, holding, card]
        split = positions.splits.taken[split, mover]
    won = payoffs(positions)
    return np.asarray(won[split, holding] / won[0, 0].sum())
