"""How algorithms converged on a game, as values, JSON and CSV, and a run in a notebook."""

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
    """How one algorithm converged on one engine. All lists are as long as the log.

    Attributes:
        algorithm: The algorithm as text.
        engine: The name of the engine.
        iterations: The iterations at which it was evaluated.
        seconds: Seconds spent in iterations up to each evaluation, without the evaluations; of short runs the best of
            five.
        exploitability_mb: Exploitability at each evaluation, in mb a game.
        target_mb: The target of the comparison, in mb a game.
        stopped: 'target', 'iterations', 'seconds', or 'stalled': nothing better for long, and no other limit.
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
        """Place in the lists of the first evaluation below the target, or None where there is none."""
        return next((i for i, mb in enumerate(self.exploitability_mb) if mb < self.target_mb), None)

    @property
    def iterations_to_target(self) -> int | None:
        """The first evaluated iteration below the target."""
        return None if self.crossing is None else self.iterations[self.crossing]

    @property
    def seconds_to_target(self) -> float | None:
        """Seconds of iterations up to there."""
        return None if self.crossing is None else self.seconds[self.crossing]

    @property
    def ms_per_iteration(self) -> float:
        """Milliseconds an iteration (updates of both players), on average over the run."""
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
    """Curves of one game.

    Attributes:
        game: The name of the game.
        unit: What an mb is, in words.
        scope: Where exploitabilities hold, in words.
        target_mb: The target, in mb a game.
        dtype: The numbers of the vector engine, 'float32' or 'float64'.
        threads: Those of the vector engine; trees have one.
        seed: The seed of what is drawn at random.
        curves: One for each algorithm and engine.
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
        """All of it as one JSON object, with what the curves say in a table."""
        content = asdict(self)
        for curve, given in zip(self.curves, content["curves"], strict=True):
            for name in ("iterations_to_target", "seconds_to_target", "ms_per_iteration"):
                given[name] = getattr(curve, name)
        return json.dumps(content)

    def to_csv(self) -> str:
        """The logs, a line for each evaluation."""
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
    """A table of facts above the curve of a convergence log.

    Args:
        caption: The caption of the table.
        facts: What it says, by name.
        log: The convergence log.
        unit: The unit of exploitability.
        factor: How many of the unit make one of the log's.
    """
    points = [(float(row.iteration), factor * row.values.exploitability) for row in log]
    drawn = html.curve(points, title=f"exploitability, {unit}", across="iterations")
    return html.block(html.facts(facts, caption=caption), drawn)
