"""What sizes of a spot are worth: what a player loses without them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerdata.spots.menu_sizes import MenuSize
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues
from pokerdata.support import html
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief, columns

if TYPE_CHECKING:
    import pandas

Interval = tuple[float, float]


@dataclass(frozen=True)
class Trial:
    """The spot solved without some sizes.

    Attributes:
        left_out: The sizes, in the order in which they went.
        values: What both win.
        iterations: Until the target; 0 where the betting is that of the step before, whose values these are.
    """

    left_out: tuple[MenuSize, ...]
    values: SpotValues
    iterations: int


@dataclass(frozen=True)
class Step:
    """Each size of a menu left out in turn.

    Attributes:
        trials: One for each size that is left, without those that went before.
        chosen: The one that loses least; None where menus of both players are cut.
    """

    trials: tuple[Trial, ...]
    chosen: Trial | None


@dataclass(frozen=True, eq=False)
class MenuReport:
    """What leaving out sizes costs. Made by `measure_menus`.

    Attributes:
        spot: The spot with all sizes.
        whole: It, solved.
        steps: By whose sizes are left out, 'oop', 'ip', or 'both' for one size of both players at once: first each size
            alone; then the size that loses least is gone, and each of the others goes in turn.
        how: What determines the solutions besides, as text.
    """

    spot: Spot
    whole: Trial
    steps: dict[str, tuple[Step, ...]]
    how: dict[str, str]

    @property
    def bounded(self) -> bool:
        """Whether `ev_interval` and `loss_interval` are bounds: not with a rake, where players' gains do not add up to 0."""
        return not self.spot.rake

    def ev_interval(self, trial: Trial, player: int) -> Interval:
        """Between what a player's EV in an equilibrium of the spot is, in chips.

        He is sure of what the other's best response leaves him, and wins at most what his own best response does.

        Args:
            trial: Of this report.
            player: 0 out of position, 1 in position.
        """
        values = trial.values
        if self.bounded:
            return values.pot - values.best_response[1 - player], values.best_response[player]
        error = 2 * values.exploitability
        return values.expected[player] - error, values.expected[player] + error

    def loss(self, trial: Trial, player: int) -> float:
        """Chips that a player wins less than with all sizes.

        Args:
            trial: Of this report.
            player: 0 out of position, 1 in position.
        """
        return self.whole.values.expected[player] - trial.values.expected[player]

    def loss_interval(self, trial: Trial, player: int) -> Interval:
        """Between what the loss is, as both solutions know their values.

        Args:
            trial: Of this report.
            player: 0 out of position, 1 in position.
        """
        if trial is self.whole or (not trial.iterations and trial.values == self.whole.values):
            return 0.0, 0.0
        least, most = self.ev_interval(trial, player)
        least_of_all, most_of_all = self.ev_interval(self.whole, player)
        return least_of_all - most, most_of_all - least

    def frame(self) -> pandas.DataFrame:
        """A row for each trial: of, step, sizes, left_out, chosen, player, ev, loss, percent, least, most, exploitability.

        Raises:
            ModuleNotFoundError: Without pandas.
        """
        with imported_for("frames"):
            import pandas

        return pandas.DataFrame(self._records())

    def to_csv(self) -> str:
        """The rows of `frame` as text."""
        rows = self._records()
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def _records(self) -> list[dict[str, Any]]:
        rows = []
        for of, step, trial, chosen in self._trials():
            for player, name in enumerate(PLAYERS):
                if of not in (name, "both"):
                    continue
                least, most = self.loss_interval(trial, player)
                rows.append(
                    {
                        "of": of,
                        "step": step,
                        "left_out": "; ".join(map(str, trial.left_out)),
                        "chosen": chosen,
                        "player": name,
                        "ev": trial.values.expected[player],
                        "loss": self.loss(trial, player),
                        "percent": 100 * self.loss(trial, player) / self.spot.pot,
                        "least": least,
                        "most": most,
                        "exploitability": trial.values.exploitability,
                        "iterations": trial.iterations,
                    }
                )
        return rows

    def _trials(self) -> list[tuple[str, int, Trial, bool]]:
        found = []
        for of in self.steps:
            found.append((of, 0, self.whole, True))
            for number, step in enumerate(self.steps[of], 1):
                found += [(of, number, trial, trial is step.chosen) for trial in step.trials]
        return found

    def lines(self) -> list[str]:
        """The report in words."""
        values = self.whole.values
        told = [f"with all sizes, pot {self.spot.pot:g}, in chips:"]
        rows = [["", "EV", "is between"]]
        for player, name in enumerate(PLAYERS):
            rows.append(
                [
                    name.upper(),
                    f"{values.expected[player]:.3f}",
                    _between(self.ev_interval(self.whole, player)),
                ]
            )
        told += columns(rows, (1,))
        for of, steps in self.steps.items():
            told += ["", *self._first(of, steps[0])]
            if len(steps) > 1 and steps[0].chosen is not None:
                told += ["", *self._menus(of, steps)]
        worst = max(trial.values.percent for _, _, trial, _ in self._trials())
        told += ["", f"exploitability at most {worst:.3g} % of the pot"]
        if not self.bounded:
            told.append("with a rake, intervals are EV and twice the exploitability, and no bounds")
        return told

    def _first(self, of: str, step: Step) -> list[str]:
        """Each size left out alone, the largest loss first."""
        player = 0 if of == "both" else PLAYERS.index(of)
        rows = [["without", f"{PLAYERS[player].upper()} loses", "% of pot", "is between"]]
        by_loss = sorted(step.trials, key=lambda trial: -self.loss(trial, player))
        rows += [[_told(trial.left_out, of), *self._cells(trial, player)] for trial in by_loss]
        if of == "both":
            rows[0].append("IP loses")
            for row, trial in zip(rows[1:], by_loss, strict=True):
                row.append(f"{self.loss(trial, 1):.3f}")
        title = "one size of both players left out:" if of == "both" else f"one size of {of} left out:"
        return [title, *columns(rows, (1, 2, 3, 4)[: len(rows[0]) - 1])]

    def _menus(self, of: str, steps: tuple[Step, ...]) -> list[str]:
        """The menus that the elimination leaves."""
        player = PLAYERS.index(of)
        rows = [["sizes left", "then without", "loses", "% of pot", "is between"]]
        left = len(steps[0].trials)
        for number, step in enumerate(steps, 1):
            assert step.chosen is not None
            rows.append(
                [str(left - number), _told(step.chosen.left_out[-1:], of), *self._cells(step.chosen, player)]
            )
        return [
            f"sizes of {of} left out one after the other, what loses least first:",
            *columns(rows, (0, 2, 3, 4)),
        ]

    def _cells(self, trial: Trial, player: int) -> list[str]:
        loss = self.loss(trial, player)
        between = _between(self.loss_interval(trial, player))
        return [f"{loss:.3f}", f"{100 * loss / self.spot.pot:.3f}", between]

    def __repr__(self) -> str:
        return brief(self, *(f"{of}: {len(steps[0].trials)} sizes" for of, steps in self.steps.items()))

    def _repr_html_(self) -> str:
        blocks = []
        for of, steps in self.steps.items():
            for player, name in enumerate(PLAYERS):
                if of not in (name, "both"):
                    continue
                rows = [[_told(trial.left_out, of), *self._cells(trial, player)] for trial in steps[0].trials]
                head = ["without", f"{name} loses", "% of pot", "is between"]
                blocks.append(html.table(rows, head=head, caption=f"one size of {of} left out"))
        return html.block(*blocks)


def _told(left_out: tuple[MenuSize, ...], of: str) -> str:
    """Sizes without whose they are."""
    return ", ".join(dict.fromkeys(str(size).removeprefix(f"{size.player} ") for size in left_out))


def _between(interval: Interval) -> str:
    return f"{interval[0]:.3f} and {interval[1]:.3f}"
