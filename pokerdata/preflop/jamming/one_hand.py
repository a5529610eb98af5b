"""Equilibria of one hand at every stack at once, by CFR+ (Tammelin 2014), given what stacks are worth after it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokerdata.preflop.jamming.hand_play import Ahead, BigPlay, SmallPlay, best_small
from pokerdata.preflop.jamming.hands import Floats
from pokerdata.preflop.jamming.tournament import JamFoldTournament


class OneHand:
    """The hands of a tournament, one at each stack, with the regrets of both players, which are kept from solve to solve.

    Args:
        tournament: The rules.
        enters: Whether the small blind may enter for the big blind and wait.
    """

    def __init__(self, tournament: JamFoldTournament, *, enters: bool) -> None:
        self.tournament, self.enters = tournament, enters
        self._rows = np.flatnonzero(tournament.decides_big)
        count = len(self._rows)
        moves = {"first": 2 + enters, "call": 2, **({"stay": 2, "answer": 2} if enters else {})}
        self._regrets = {name: np.zeros((n, count, 169)) for name, n in moves.items()}
        self._now = {name: _matched(regrets) for name, regrets in self._regrets.items()}

    def solve(
        self, worth: Floats, iterations: int, advance: Callable[[], None] = lambda: None
    ) -> tuple[SmallPlay, BigPlay]:
        """Averages of so many iterations, the later ones weighing more.

        Args:
            worth: What the small blind's chips are worth to him after the hand, float64 [stacks + 2].
            iterations: How many.
            advance: Called after each.
        """
        ahead = Ahead(self.tournament, worth, self._rows)
        sums = {name: np.zeros_like(regrets) for name, regrets in self._regrets.items()}
        for number in range(1, iterations + 1):
            self._update_small(ahead, _big(self._now))
            self._update_big(ahead, _small(self._now))
            for name, now in self._now.items():
                # what he does after he entered counts as often as he enters
                sums[name] += now * (number * self._now["first"][2] if name == "stay" else number)
            advance()
        means = {name: _matched(weights) for name, weights in sums.items()}
        return self._everywhere(_small(means), _big(means), worth)

    def _update_small(self, ahead: Ahead, big: BigPlay) -> None:
        worths = ahead.small(big)
        values = [worths.fold, worths.jam]
        if self.enters:
            values.append(worths.entered + self._learn("stay", worths.leave, worths.stay))
        self._learn("first", *values)

    def _update_big(self, ahead: Ahead, small: SmallPlay) -> None:
        worths = ahead.big(small)
        self._learn("call", -worths.fold, -worths.call)
        if self.enters:
            self._learn("answer", -worths.give_up, -worths.answer)

    def _learn(self, name: str, *values: Floats) -> Floats:
        """Add how much better each move would have been than what was played, play by that, and give what was won."""
        won = sum(part * value for part, value in zip(self._now[name], values, strict=True))
        for regret, value in zip(self._regrets[name], values, strict=True):
            regret += value - won
            np.maximum(regret, 0, out=regret)
        self._now[name] = _matched(self._regrets[name])
        return np.asarray(won)

    def _everywhere(self, small: SmallPlay, big: BigPlay, worth: Floats) -> tuple[SmallPlay, BigPlay]:
        """With the stacks at which the big blind is all-in whatever happens, and the small one does what is best."""
        whole, shape = self.tournament, (len(self.tournament.stacks), 169)

        def filled(otherwise: Floats | float, part: Floats) -> Floats:
            found = np.empty(shape)
            found[:] = otherwise
            found[self._rows] = part
            return found

        call = filled(1.0, big.call)
        best = best_small(Ahead(whole, worth).small(BigPlay(call)), whole, enters=False)
        if small.enter is None or small.stay is None or big.answer is None:
            return SmallPlay(filled(best.jam, small.jam)), BigPlay(call)
        return (
            SmallPlay(filled(best.jam, small.jam), filled(0.0, small.enter), filled(0.0, small.stay)),
            BigPlay(call, filled(0.0, big.answer)),
        )


def _matched(weights: Floats) -> Floats:
    """In proportion to weights of 0 or more, float64 [moves, stacks, 169]; evenly where all are 0."""
    total = weights.sum(axis=0)
    none = total <= 0
    return np.asarray(np.where(none, 1 / len(weights), weights / np.where(none, 1.0, total)))


def _small(played: dict[str, Floats]) -> SmallPlay:
    _, jam, *enter = played["first"]
    return SmallPlay(jam, *enter, *([played["stay"][1]] if enter else []))


def _big(played: dict[str, Floats]) -> BigPlay:
    return BigPlay(played["call"][1], played["answer"][1] if "answer" in played else None)
