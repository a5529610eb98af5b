"""Convergence curves of algorithms as values, JSON and CSV, and a run's view in notebooks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.solving.solved import Row


@dataclass(frozen=True)
class Curve:
    """Convergence of one algorithm on one engine. All lists are as long as the log.

    Attributes:
        algorithm: The algorithm as text.
        iterations: The evaluated iterations.
        seconds: Seconds spent in iterations up to each evaluation, evaluations excluded. Short runs are timed five times,
            and the best times count.
        exploitability_mb: Exploitability at each evaluation, in mb/g.
        target_mb: The target of the comparison, in mb/g.
        stopped: 'target', 'iterations', 'seconds', or 'stalled' (a run with no other limit stopped improving).
    """

    algorithm: str
    engine: str
    iterations: tuple[int, ...]
    seconds: tuple[float, ...]
    exploitability_mb: tuple[float, ...]
    target_mb: float
    stopped: str

    @property
    def crossing(self) -> int | None:
        """Index of the first evaluation below the target, or None."""
        return next((i for i, mb in enumerate(self.exploitability_mb) if mb < self.target_mb), None)

    @property
    def iterations_to_target(self) -> int | None:
        """The first evaluated iteration below the target, or None."""
        return None if self.crossing is None else self.iterations[self.crossing]

    @property
    def seconds_to_target(self) -> float | None:
        """Seconds of iterations up to the first evaluation below the target, or None."""
        return None if self.crossing is None else self.seconds[self.crossing]

    @property
    def ms_per_iteration(self) -> float:
        """Milliseconds per iteration (updates of both players), averaged over the run."""
        return 1000 * self.seconds[-1] / self.iterations[-1]

    def __repr__(self) -> str:
        done = f"{self.iterations[-1]:,} iterations"
        return brief(self, self.algorithm, self.engine, done, f"{self.exploitability_mb[-1]:.4g} mb/g")

    def _repr_html_(self) -> str:
        points = list(zip(map(float, self.iterations), self.exploitability_mb, strict=True))
        told = {
            "engine": self.engine,
            "iterations": self.iterations[-1],
            "iterations to target": self.iterations_to_target,
            "stopped": self.stopped,
        }
        drawn = html.curve(points, title="exploitability, mb/g", across="iterations")
        return html.block(html.facts(told, caption=self.algorithm), drawn)


@dataclass(frozen=True)
class Comparison:
    """Convergence curves of algorithms on one game.

    Attributes:
        unit: Definition of an mb, in words.
        scope: Scope in which the exploitabilities hold, in words.
        target_mb: The target, in mb/g.
        dtype: Numbers of the vector engine, 'float32' or 'float64'.
        threads: Threads of the vector engine; trees use one.
        seed: Seed of the sampling algorithms.
        curves: One curve per algorithm and engine.
    """

    game: str
    unit: str
    scope: str
    target_mb: float
    dtype: str
    threads: int
    seed: int
    curves: tuple[Curve, ...]

    def __repr__(self) -> str:
        names = ", ".join(f"{curve.algorithm} ({curve.engine})" for curve in self.curves)
        return brief(self, repr(self.game), f"target {self.target_mb:g} mb/g: {names}")

    def _repr_html_(self) -> str:
        rows = []
        for curve in self.curves:
            found = curve.iterations_to_target, curve.seconds_to_target
            iterations, seconds = (
                ("not reached", "") if None in found else (f"{found[0]:,}", f"{found[1]:.3g}")
            )
            last = f"{curve.exploitability_mb[-1]:.4g}", f"{curve.ms_per_iteration:.3g}"
            rows.append((curve.algorithm, curve.engine, iterations, seconds, *last))
        reached = f"below {self.target_mb:g} mb/g"
        head = (
            "algorithm",
            "engine",
            f"iterations {reached}",
            "seconds",
            "mb/g at the end",
            "ms an iteration",
        )
        return html.table(rows, head=head, caption=self.game, notes=[self.unit, self.scope], left=2)

    def to_json(self) -> str:
        """Return everything as one JSON object, including the derived numbers of each curve."""
        content = asdict(self)
        for curve, given in zip(self.curves, content["curves"], strict=True):
            for name in ("iterations_to_target", "seconds_to_target", "ms_per_iteration"):
                given[name] = getattr(curve, name)
        return json.dumps(content)

    def to_csv(self) -> str:
        """Return the logs as CSV, with one line per evaluation."""
        lines = ["game,algorithm,engine,iteration,seconds,exploitability_mb_per_game,scope"]
        for curve in self.curves:
            head = f"{_quoted(self.game)},{_quoted(curve.algorithm)},{curve.engine}"
            log = zip(curve.iterations, curve.seconds, curve.exploitability_mb, strict=True)
            tail = _quoted(self.scope)
            lines += [f"{head},{iteration},{seconds!r},{mb!r},{tail}" for iteration, seconds, mb in log]
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return f'"{text}"' if "," in text else text


def run_html(
    caption: str, facts: Mapping[str, object], log: Sequence[Row[Any]], unit: str, factor: float
) -> str:
    """Return a table of facts above the curve of a convergence log, as HTML.

    Args:
        caption: Caption of the table.
        facts: Rows of the table.
        log: The convergence log.
        unit: Unit of exploitability in the curve.
        factor: Units of the curve per unit of the log.
    """
    points = [(float(row.iteration), factor * row.values.exploitability) for row in log]
    drawn = html.curve(points, title=f"exploitability, {unit}", across="iterations")
    return html.block(html.facts(facts, caption=caption), drawn)
