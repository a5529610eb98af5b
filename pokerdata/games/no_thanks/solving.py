"""No-Thanks solved by backward induction: values of policies, best responses, each for himself, and games played."""

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

Numbers: TypeAlias = NDArray[Any]  # int64 where values are exact, float64 otherwise

#: (split, player, value of taking, value of passing) -> chance of taking, bool or float64 [holdings, cards left].
Choice: TypeAlias = Callable[[int, int, Numbers, Numbers], NDArray[Any]]


def after_taking(positions: Positions, layer: int, below: Numbers, *, is_end: bool) -> Numbers:
    """What a player's taking is worth in a layer.

    Args:
        positions: Of the game.
        layer: Cards taken before.
        below: At the end the payoffs [empty splits, holdings, payoffs], else what `turned` gave of the next layer,
            [empty splits, players, holdings, payoffs].
        is_end: Which of both.

    Returns:
        [players, empty splits, holdings, cards left, payoffs].
    """
    taken = positions.layers[layer].taken
    return np.stack([(below if is_end else below[:, p])[:, taken[p]] for p in range(positions.game.players)])


def turned(values: Numbers) -> Numbers:
    """The sum over the cards that may be turned, [empty splits, players, holdings, payoffs].

    Args:
        values: Those of `sweep`.
    """
    return np.asarray(values.sum(axis=3))


def sweep(positions: Positions, after: Numbers, choose: Choice) -> Numbers:
    """The values of all positions of a layer, from the largest pot down.

    Args:
        positions: Of the game.
        after: What `after_taking` gave.
        choose: What the player to act does; he is not asked where he must take.

    Returns:
        Those with an empty pot, [empty splits, players, holdings, cards left, payoffs].
    """
    splits, players = positions.splits, positions.game.players
    values: dict[int, Numbers] = {}
    kept: dict[int, Numbers] = {}  # of the pot above
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
    """For each layer True, [splits, players, holdings, cards left], for `best_own` to note passes in.

    Args:
        positions: Of the game.
    """
    return [np.ones(positions.shape(layer), np.bool_) for layer in range(positions.game.drawn)]


def best_own(take: NDArray[np.bool_], ties: str) -> Choice:
    """Each player takes what is better for himself.

    Args:
        take: Where it is noted which that is, [splits, players, holdings, cards left].
        ties: ``"pass"`` or ``"take"`` where both are equally good.
    """

    def choose(split: int, player: int, taking: Numbers, passing: Numbers) -> NDArray[np.bool_]:
        own_take, own_pass = taking[..., player], passing[..., player]
        chosen = np.asarray(own_take >= own_pass if ties == "take" else own_take > own_pass)
        take[split, player] = chosen
        return chosen

    return choose


@dataclass(frozen=True)
class Policy:
    """What a player does, whatever his seat.

    Attributes:
        positions: Of the game.
        name: In a few words.
        take: For each layer the chance of taking, [splits, players, holdings, cards left]; bool where nothing is left
            to chance, float64 otherwise. It is 1 where the player has no chips.
    """

    positions: Positions
    name: str
    take: tuple[NDArray[np.bool_] | NDArray[np.float64], ...]

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.positions.count:,} positions")

    @property
    def is_pure(self) -> bool:
        """Whether nothing is left to chance."""
        return all(take.dtype == np.bool_ for take in self.take)

    def chances(self, state: NoThanksState) -> list[Fraction]:
        """The chance of each action of a state, in its order, as policies of `pokerdata.solving.explicit.StateGraph` are
        asked.

        Args:
            state: One of the game in which a player acts.

        Raises:
            ValueError: For a state of another game, or without an open card.
        """
        layer, place = self.positions.place(state)
        take = Fraction(float(self.take[layer][place]))
        return [{PASS: 1 - take, TAKE: take}[action] for action in state.legal_actions()]


def in_seats(policies: Sequence[Policy]) -> Policy:
    """The policy of a table: in each seat plays another.

    Args:
        policies: One for each player, over the same positions.

    Raises:
        ValueError: For another number of policies than players, or policies of other games.
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
    """Where a player has no chips and must take, bool [splits, players, 1, 1].

    Args:
        positions: Of the game.
    """
    return np.asarray(positions.splits.chips == 0)[:, :, None, None]


def check_player(positions: Positions, player: object) -> int:
    """A player of a game.

    Args:
        positions: Of the game.
        player: From 0.

    Raises:
        ValueError: For one that it does not have.
    """
    return as_count(player, "player", 0, positions.game.players - 1, 0)


def check_ties(ties: str) -> str:
    """What is done where both moves are equally good.

    Args:
        ties: ``"pass"`` or ``"take"``.

    Raises:
        ValueError: For anything else.
    """
    if ties not in (PASS, TAKE):
        raise ValueError(f"ties: expected {PASS} or {TAKE}, got {quoted(ties)}; e.g. {PASS!r}")
    return ties


@dataclass(frozen=True)
class GameValues:
    """What each player wins of the point, on average over all orders of the cards.

    Attributes:
        shares: By seat; they sum to 1.
        deviations: By seat, the standard deviation of a single game.
        exact: The shares as fractions, where nobody leaves anything to chance; None otherwise, as they are sums in
            floating point then.
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
    """A game in which each player maximises his own share.

    Attributes:
        values: What each wins.
        policy: What each does.
    """

    values: GameValues
    policy: Policy

    def __repr__(self) -> str:
        return brief(self, "shares " + ", ".join(f"{share:.6g}" for share in self.values.shares))


@within_memory()
def evaluate(policy: Policy) -> GameValues:
    """What each player wins when all seats play a policy, e.g. one of `in_seats`; exact.

    Args:
        policy: What all do.
    """
    positions = policy.positions

    def chosen(layer: int) -> Choice:
        take = policy.take[layer]
        return lambda split, player, _take, _pass: take[split, player]

    return _values(positions, _go(positions, chosen, exact=policy.is_pure), exact=policy.is_pure)


@within_memory()
def solve(positions: Positions, *, ties: str = "pass") -> Solution:
    """Backward induction: in every position the player to act takes what gives himself the larger share.

    With two players this is minimax, and what the starter wins is the value of the game. With more (max^n, Luckhart &
    Irani 1986) shares may depend on what is done where both moves are equally good. 1.8 million positions take less than
    half a second on a core.

    Args:
        positions: Of the game.
        ties: ``"pass"`` or ``"take"`` where both are equally good.

    Raises:
        ValueError: For another rule for ties.
    """
    check_ties(ties)
    take = always_taking(positions)
    values = _values(
        positions, _go(positions, lambda layer: best_own(take[layer], ties), exact=True), exact=True
    )
    return Solution(values, Policy(positions, "optimal", tuple(take)))


@within_memory()
def best_response(policy: Policy, player: int, *, ties: str = "pass") -> Solution:
    """What a player does best against the others' policy.

    Args:
        policy: What all do; what it does in the player's own seat is not asked.
        player: Who responds, from 0.
        ties: ``"pass"`` or ``"take"`` where both are equally good.

    Returns:
        What all win, and the policy with the player's own moves replaced.

    Raises:
        ValueError: For a player the game does not have, or another rule for ties.
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
    """What is won at the end, int64 [empty splits, holdings, players], in units of 1/lcm(1, ..., players).

    Args:
        positions: Of the game.
    """
    points = positions.points(positions.game.drawn)
    chips = positions.splits.chips[: positions.splits.empty]
    scores = points[None] - chips[:, None]
    winners = scores == scores.min(axis=2, keepdims=True)
    return np.asarray(point(positions.game) // winners.sum(axis=2, keepdims=True) * winners)


def _go(positions: Positions, chosen: Callable[[int], Choice], *, exact: bool) -> Numbers:
    """The values of the first positions, [players, cards, payoffs]: shares first, then their squares."""
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
    """What each player wins of the point in games with random cards.

    Equal seeds deal equal cards, whatever is played. A game takes about 100 bytes.

    Args:
        policy: What all do, e.g. one of `in_seats`.
        games: How many, up to 10 million.
        seed: Of the cards, and of the moves that are left to chance.

    Returns:
        Float64 [games, players]; the mean over games has the expectation that `evaluate` gives exactly.

    Raises:
        ValueError: For another number of games, or a seed below 0.
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
