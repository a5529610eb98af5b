"""Trade-off between exploiting an opponent and the risk taken: responses for many probabilities of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import fixed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, csv_text
from pokerdata.games import Game, SolvableGame, Unit, playable
from pokerdata.games.rules import Rules
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.public.held_player import Model, check_p, model_of_game
from pokerdata.solving.public.restricted_response import Response, restricted_response
from pokerdata.solving.public.seats import SEATS
from pokerdata.solving.public.values import expected_value
from pokerdata.solving.solved import Storable, TableParts

KIND = "trade_off"
ARRAYS = ("ps", "win", "worst", "short")

#: Denser near 1, where responses change most: a little doubt removes most of the risk.
USUAL_PS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


@dataclass(frozen=True, eq=False)
class TradeOff(Storable):
    """Responses to one model, for rising probabilities p of it. The first is an equilibrium, the last a best response.

    Attributes:
        rules: Rules of the game.
        scope: Scope in which the values hold.
        label: The game in words, with its abstraction.
        ps: float64 [responses], from 0 to 1.
        win: float64 [responses, 2], what each wins against the opponent as player 1 and as player 2, in chips per game.
        worst: float64 [responses, 2], what each wins against a best response to it.
        short: float64 [responses], how far its objective may be from the best, averaged over both seats.
        how: How the responses were found, by name: algorithm, dtype, target or iterations, and whether the opponent is
            another than the model.
    """

    rules: Rules
    scope: str
    label: str
    ps: NDArray[np.float64]
    win: NDArray[np.float64]
    worst: NDArray[np.float64]
    short: NDArray[np.float64]
    how: dict[str, Any]

    @property
    def mean_win(self) -> NDArray[np.float64]:
        """Float64 [responses], the win averaged over both seats."""
        found: NDArray[np.float64] = self.win.mean(axis=1)
        return found

    @property
    def exploitability(self) -> NDArray[np.float64]:
        """Float64 [responses], what a best response wins against each, averaged over both seats."""
        found: NDArray[np.float64] = -self.worst.mean(axis=1)
        return found

    @property
    def line(self) -> NDArray[np.float64]:
        """Float64 [responses], what a mix of equilibrium and best response would win at the same exploitability.

        Against the model, no response is below this line by more than `short`.
        """
        risk, win = self.exploitability, self.mean_win
        if risk[-1] <= risk[0]:
            return np.full(len(risk), win[-1])
        found: NDArray[np.float64] = win[0] + (risk - risk[0]) / (risk[-1] - risk[0]) * (win[-1] - win[0])
        return found

    def table(self) -> TableParts:
        """Return the trade-off as a table, which `load_trade_off` reads from a file."""
        return {
            "kind": KIND,
            "arrays": {name: getattr(self, name) for name in ARRAYS},
            "attributes": {
                "label": self.label,
                "rules": self.rules.values(),
                "scope": self.scope,
                "solved": self.how,
                "unit_chips": self.rules.unit,
                "unit": f"1 mb is a thousandth of the {Unit.of(self.rules)} chips",
            },
            "dataset_attributes": {
                "ps": {"axes": ["response"], "units": "probability that the opponent plays the model"},
                "win": {"axes": ["response", "player"], "units": "chips a game, from the opponent"},
                "worst": {"axes": ["response", "player"], "units": "chips a game, against a best response"},
                "short": {
                    "axes": ["response"],
                    "units": "chips a game, from the best of the objective, at the most",
                },
            },
        }

    def __repr__(self) -> str:
        unit = Unit.of(self.rules)
        ends = [
            f"p = {p:g}: {unit.milli(win):.4g} mb/g at a risk of {unit.milli(risk):.4g}"
            for p, win, risk in (
                (self.ps[k], self.mean_win[k], self.exploitability[k]) for k in (0, len(self.ps) - 1)
            )
        ]
        return brief(self, repr(self.label), f"{len(self.ps)} responses", *ends)

    def _repr_html_(self) -> str:
        head = ("p", "wins", "risks", "the line")
        unit = Unit.of(self.rules)
        rows = [
            (f"{p:g}", *(fixed(unit.milli(x)) for x in (win, risk, line)))
            for p, win, risk, line in zip(self.ps, self.mean_win, self.exploitability, self.line, strict=True)
        ]
        notes = [f"mb/g, on average over both seats, {self.scope}"]
        return html.table(rows, head=head, caption=self.label, notes=notes)

    def lines(self) -> list[str]:
        """Return a table as lines of text, one per response, with units."""
        unit = Unit.of(self.rules)
        found = [f"{'p':>6}  {'wins':>10}  {'exploitability':>14}  {'the line':>10}  {'above it':>9}"]
        for p, win, risk, line in zip(self.ps, self.mean_win, self.exploitability, self.line, strict=True):
            won, at_risk, there, above = (
                fixed(unit.milli(chips), 3) for chips in (win, risk, line, win - line)
            )
            found.append(f"{p:>6g}  {won:>10}  {at_risk:>14}  {there:>10}  {above:>9}")
        return [
            *found,
            f"in mb/g, on average over both seats; exploitability {self.scope}",
            "the line: what mixing the first and the last response wins at the same exploitability",
            f"(1 mb/g: a thousandth of the {unit} a game)",
        ]

    def to_csv(self) -> str:
        """Return CSV with one row per response: p, and win and worst case of both seats, in chips per game."""
        head = ["p", *(f"{what}_{seat}" for seat in SEATS for what in ("win", "worst"))]
        rows = zip(self.ps, self.win, self.worst, strict=True)
        return csv_text(head, (map(float, (p, win[0], worst[0], win[1], worst[1])) for p, win, worst in rows))


def trade_off(
    game: SolvableGame | Game | str,
    model: Model,
    ps: Sequence[float] = USUAL_PS,
    *,
    opponent: Model | None = None,
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    on_response: Callable[[Response], None] | None = None,
    dtype: str = "float64",
    threads: int = 0,
    progress: Progress | None = None,
) -> TradeOff:
    """Return win and risk for increasing trust in an opponent model, from a `restricted_response` for each p.

    >>> from pokerdata.solving import public as solvers
    >>> from pokerdata.games import strategies
    >>> game = pokerdata.leduc()
    >>> caller = strategies.simple_strategy(game, "call")
    >>> found = solvers.trade_off(game, caller, [0.9], target="0.1mb")
    >>> [round(float(win), 3) for win in found.mean_win]  # as much as the best response, 22/15, at
    [0.645, 1.467, 1.467]
    >>> [round(float(risk), 1) for risk in found.exploitability]  # a fraction of its risk
    [0.0, 0.3, 2.4]

    Usually many best responses exist (p = 1), with different risks; the result shows the one that was found.

    Args:
        game: As for `restricted_response`.
        model: As for `restricted_response`.
        ps: Probabilities of the model, from 0 to 1, in any order; 0 and 1 are added as ends of the line.
        opponent: Opponent that the wins are against, if it is not the model: for example one that has changed, or the one
            that the model was learned from.
        algorithm: As for `restricted_response`.
        target: As for `restricted_response`, for each response.
        iterations: As for `restricted_response`, for each response.
        on_response: Called with each response as soon as it is complete.
        dtype: As for `restricted_response`.
        threads: As for `restricted_response`.
        progress: Called with the number of responses done and in total.

    Raises:
        ValueError: If an argument is invalid; raised before any work.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first evaluation with numbers that are not finite.
        TableError: If a file is missing, damaged or holds no strategy.
    """
    game = playable(game)
    played, _ = model_of_game(model, game)
    met = None if opponent is None else model_of_game(opponent, game)[0]
    chosen = rising(ps)
    found: list[Response] = []
    wins: list[tuple[float, float]] = []
    for p in chosen:
        if progress is not None:
            progress(len(found), len(chosen))
        response = restricted_response(
            game,
            played,
            p,
            algorithm=algorithm,
            target=target,
            iterations=iterations,
            dtype=dtype,
            threads=threads,
        )
        if met is None:
            wins.append(response.win)
        else:
            first = expected_value(game, response.strategy, met, threads=threads)
            wins.append((first, -expected_value(game, met, response.strategy, threads=threads)))
        found.append(response)
        if on_response is not None:
            on_response(response)
    return TradeOff(
        game.rules,
        str(Scope.of(game)),
        game.label,
        np.array(chosen, np.float64),
        np.array(wins, np.float64),
        np.array([response.worst for response in found], np.float64),
        np.array([response.log[-1].values.exploitability for response in found], np.float64),
        {
            "algorithm": str(found[0].algorithm),
            "precision": dtype,
            "target": target or ("none" if iterations else "1mb"),
            "iterations": max(response.iterations for response in found),
            "opponent": "the model" if met is None else "another than the model",
        },
    )


def rising(ps: Sequence[float]) -> tuple[float, ...]:
    """Return the probabilities of a trade-off in rising order, including 0 and 1.

    Args:
        ps: As for `trade_off`.

    Raises:
        ValueError: If a number is not from 0 to 1.
    """
    for p in ps:
        check_p(p)
    return tuple(sorted({0.0, 1.0, *map(float, ps)}))
