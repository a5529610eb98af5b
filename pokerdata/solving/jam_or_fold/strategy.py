"""Jam-or-fold strategies: their actions, their chances to win, and best responses in the whole tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.html import Scale
from pokerdata._support.text import brief, quoted
from pokerdata.cards.combinations import CLASS_COUNT, hand_grid
from pokerdata.solving.jam_or_fold.tournament import (
    DEALT,
    Ahead,
    BigPlay,
    Floats,
    JamFoldTournament,
    SmallPlay,
    best_big,
    best_small,
    chances,
)

_MOST_RESPONSES = 1000
_ROUNDING = 1e-13
_MOST_HANDS = 1e9  # most expected pairs of hands; more is a rounding error of a tournament that never ends


class Worth(NamedTuple):
    """A player's chance to win the tournament before a hand, by its chips in steps, from 0 to all.

    Attributes:
        small: Chances if the player has the small blind, float64 [stacks + 2].
        big: Chances if the player has the big blind.
    """

    small: Floats
    big: Floats

    @property
    def of_other(self) -> Worth:
        """The other player's chances, by that player's own chips."""
        return Worth(1 - self.big[::-1], 1 - self.small[::-1])


def by_chips(tournament: JamFoldTournament) -> Worth:
    """Return the share of chips as chances to win, the starting point of every computation.

    Args:
        tournament: The rules.
    """
    share = np.arange(len(tournament.stacks) + 2) / (len(tournament.stacks) + 1)
    return Worth(share, share)


def worth(tournament: JamFoldTournament, in_small: Floats, in_big: Floats) -> Worth:
    """Return a player's chances from the outcomes of hands, exact except for rounding.

    Args:
        tournament: The rules.
        in_small: Outcomes of hands in which the player has the small blind, as `chances` returns them.
        in_big: Outcomes of hands in which the player has the big blind, seen from the small blind, by the small blind's
            stacks.

    Raises:
        ValueError: If a tournament between the players need not end.
    """
    count = len(tournament.stacks)
    rows = np.arange(count)[:, None]
    after_small, after_big = np.zeros((2, count, count + 2))
    np.add.at(after_small, (rows, tournament.ends), in_small)
    np.add.at(after_big, (rows, count + 1 - tournament.ends[::-1]), in_big[::-1])
    (to_big, won_small), (to_small, won_big) = (
        (after[:, 1:-1], after[:, -1]) for after in (after_small, after_big)
    )
    ways = np.eye(count) - to_big @ to_small
    try:
        small, hands = np.linalg.solve(
            ways, np.stack([to_big @ won_big + won_small, np.ones(count)], axis=1)
        ).T
    except np.linalg.LinAlgError:
        small = hands = np.full(count, np.nan)
    if not ((hands > 0) & (hands < _MOST_HANDS)).all():
        raise ValueError(
            "strategies: expected two that end a tournament, got hands that never end; e.g. somebody who jams with aces"
        )
    return Worth(_bounded(small), _bounded(to_small @ small + won_big))


def _bounded(inside: NDArray[np.float64]) -> Floats:
    return np.concatenate([[0.0], np.clip(inside, 0.0, 1.0), [1.0]])


def met_worth(
    tournament: JamFoldTournament,
    first: tuple[SmallPlay, BigPlay],
    second: tuple[SmallPlay, BigPlay],
) -> Worth:
    """Return the first player's chances against the second, from their strategies in both seats.

    Args:
        tournament: The rules.
        first: The first player's strategy in the small blind and in the big blind.
        second: The second player's, in the same form.
    """
    return worth(tournament, chances(first[0], second[1]), chances(second[0], first[1]))


def least_worth(
    tournament: JamFoldTournament,
    small: SmallPlay,
    big: BigPlay,
    *,
    enters: bool,
    begin: Worth | None = None,
) -> Worth:
    """Return a player's chances against a best response in both seats and in the whole tournament.

    Uses policy iteration (Howard 1960): the other player improves its moves at all stacks at once, given their
    consequences, until nothing improves.

    Args:
        tournament: The rules.
        small: The player's strategy in the small blind.
        big: The player's strategy in the big blind.
        enters: Whether the other player may enter for the big blind and wait.
        begin: Approximate chances to start from, which saves rounds.
    """
    found = by_chips(tournament) if begin is None else begin
    for _ in range(_MOST_RESPONSES):
        big_response = best_big(
            Ahead(tournament, found.big).big(small), tournament, answers=small.enter is not None
        )
        small_response = best_small(
            Ahead(tournament, found.of_other.big).small(big), tournament, enters=enters
        )
        new = met_worth(tournament, (small, big), (small_response, big_response))
        moved = max(float(np.abs(a - b).max()) for a, b in zip(new, found, strict=True))
        found = new
        if moved < _ROUNDING * len(tournament.stacks):
            return found
    raise RuntimeError(f"no best response was found in {_MOST_RESPONSES} rounds of policy iteration")


#: Opponent of a player: one that also jams or folds, or one that may do anything.
Opponent: TypeAlias = Literal["jam-fold", "any"]


class JamFoldChances(NamedTuple):
    """A player's chance to win the tournament, by its own stack before blinds.

    Attributes:
        small: Chances if the player has the small blind next, float64 [stacks].
        big: Chances if the player has the big blind next, float64 [stacks].
    """

    small: Floats
    big: Floats


@dataclass(frozen=True, eq=False, repr=False)
class JamFoldStrategy:
    """Strategy of a player who jams or folds.

    Rows are the player's own stacks before blinds, as in `JamFoldTournament.stacks`. Where blinds leave no decision, the
    player is all-in, whatever you pass.

    Args:
        tournament: The rules.
        jam: Probability of going all-in in the small blind, float64 [stacks, 169], by hand class.
        call: Probability of calling a jam in the big blind.
        answer: Probability of going all-in in the big blind after the small blind completed to the big blind and waits;
            None for strategies that never face this.

    Raises:
        ValueError: For wrong shapes, or numbers that are not probabilities.
    """

    tournament: JamFoldTournament
    jam: Floats
    call: Floats
    answer: Floats | None = None

    def __post_init__(self) -> None:
        shape = (len(self.tournament.stacks), CLASS_COUNT)
        for name in ("jam", "call", "answer"):
            if (given := getattr(self, name)) is None and name == "answer":
                continue
            array = np.array(given, dtype=np.float64)
            if array.shape != shape or not ((array >= 0) & (array <= 1)).all():
                told = f"shape {array.shape}" if array.shape != shape else "others"
                raise ValueError(
                    f"{name}: expected chances from 0 to 1 {shape}, got {told}; e.g. np.ones({shape})"
                )
            if name != "answer":
                decides = self.tournament.decides_small if name == "jam" else self.tournament.decides_big
                array[~decides] = 1.0
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def plays(self) -> tuple[SmallPlay, BigPlay]:
        """The strategy in both seats, by the small blind's stack."""
        answer = None if self.answer is None else self.answer[::-1]
        return SmallPlay(self.jam), BigPlay(self.call[::-1], answer)

    @property
    def jams(self) -> Floats:
        """Probability of a jam over all hands, float64 [stacks]."""
        return np.asarray(self.jam @ DEALT)

    @property
    def calls(self) -> Floats:
        """Probability of a call over all hands, float64 [stacks]."""
        return np.asarray(self.call @ DEALT)

    def against(self, other: JamFoldStrategy) -> JamFoldChances:
        """Return the chances to win against another strategy, from one linear system.

        Args:
            other: A strategy of the same tournament; it may be the same strategy.

        Raises:
            ValueError: For another tournament, or strategies between which it need not end.
        """
        if other.tournament != self.tournament:
            raise ValueError(
                f"other: expected a strategy of the same tournament, got one of {other.tournament}; e.g. itself"
            )
        return inside(met_worth(self.tournament, self.plays, other.plays))

    def least(self, opponent: Opponent = "jam-fold") -> JamFoldChances:
        """Return the chances to win against a best response in the whole tournament.

        Args:
            opponent: As for `jam_fold`.

        Raises:
            ValueError: For an unknown opponent, a strategy without the `answer` that the opponent requires, or one with
                which the tournament need not end.
        """
        enters = check_opponent(opponent)
        if enters and self.answer is None:
            raise ValueError(
                "answer: expected a strategy that says what it does when the small blind enters, got one without; e.g. "
                'of jam_fold(opponent="any")'
            )
        return inside(least_worth(self.tournament, *self.plays, enters=enters))

    def margins(self) -> tuple[Floats, Floats]:
        """Return the advantage of all-in over folding with each class, in chances to win, when both play this strategy.

        Returns:
            In the small blind, and in the big blind after a jam: float64 [stacks, 169] each, by the own stack.

        Raises:
            ValueError: For a strategy with which the tournament need not end.
        """
        small, big = self.plays
        ahead = Ahead(self.tournament, met_worth(self.tournament, (small, big), (small, big)).big)
        ours, theirs = ahead.small(BigPlay(big.call)), ahead.big(small)
        return (ours.jam - ours.fold) / DEALT, ((theirs.fold - theirs.call) / DEALT)[::-1]

    def __repr__(self) -> str:
        jams, calls = (f"{share.min():.0%} to {share.max():.0%}" for share in (self.jams, self.calls))
        return brief(self, str(self.tournament), f"jams {jams}", f"calls {calls}")

    def _repr_html_(self) -> str:
        middle = len(self.tournament.stacks) // 2
        played = self.jam[middle]
        return hand_grid(
            [f"{chance:.2f}" if chance else "" for chance in played],
            [Scale(0.0, 1.0).colour(float(chance)) if chance else "" for chance in played],
            [f"jammed {chance:.4f}" for chance in played],
            caption=f"Jammed in the small blind with {self.tournament.stacks[middle]:,} of {self.tournament.chips:,}",
        )


def check_opponent(opponent: object) -> bool:
    """Return whether an opponent may do anything; raise ValueError for an unknown opponent.

    Args:
        opponent: One of `Opponent`.
    """
    if opponent not in get_args(Opponent):
        raise ValueError(
            f"opponent: expected {' or '.join(get_args(Opponent))}, got {quoted(opponent)}; e.g. jam-fold"
        )
    return opponent == "any"


def inside(worth: Worth) -> JamFoldChances:
    """Return probabilities, excluding busted and winning stacks.

    Args:
        worth: Probabilities that include them.
    """
    return JamFoldChances(worth.small[1:-1], worth.big[1:-1])
