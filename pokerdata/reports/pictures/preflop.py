"""The first decision before the flop, as a 13 x 13 grid of starting hands."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.hand_classes import CLASS_OF_COMBINATION, CLASS_SIZES, class_name
from pokerdata.games import ACTIONS
from pokerdata.reports.pictures.figure import INK, MUTED, PAPER, new_figure, styled
from pokerdata.solving.scope import TO_COMPARE, Scope
from pokerdata.store import Table

_COLOURS = {"fold": "#c3cad2", "check": "#9fc9a3", "call": "#8ec79a", "bet": "#ef9a6d", "raise": "#ef9a6d"}


def preflop_shares(strategy: Table, buckets: Table) -> tuple[list[str], NDArray[np.float64]]:
    """Actions of the first decision, and the share of each: float64 [13, 13, actions].

    Row and column count ranks from the ace down: pairs on the diagonal, suited hands above it, offsuit ones below. A
    cell is the mean over its combinations.

    Args:
        strategy: A strategy table.
        buckets: The table whose ``preflop_bucket`` gives the bucket of each combination b * (b - 1) / 2 + a of cards a
            < b, where a card is 4 * rank + suit.
    """
    end = int(strategy["street1_first_row"][1])
    probability = np.asarray(strategy["street1"][:end], dtype=np.float64)
    bucket = np.asarray(buckets["preflop_bucket"])
    actions = [ACTIONS[a] for a in strategy["street1_actions"][:end]]
    shares = np.zeros((169, len(actions)))
    np.add.at(shares, CLASS_OF_COMBINATION, probability[:, bucket].T)
    return actions, (shares / CLASS_SIZES[:, None]).reshape(13, 13, len(actions))


def preflop_grid(strategy: Table, buckets: Table) -> Any:
    """A figure of the 13 x 13 grid: each cell is divided among the actions of the first decision.

    Args:
        strategy: A strategy table.
        buckets: As for `preflop_shares`.

    Returns:
        A matplotlib figure.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
    """
    actions, shares = preflop_shares(strategy, buckets)
    a = strategy.attributes
    figure = new_figure(11, 12)
    with styled():
        axes = figure.add_axes((0.03, 0.02, 0.94, 0.862))
        axes.set(xlim=(0, 13), ylim=(13, 0))
        axes.set_axis_off()
        left = np.cumsum(shares, axis=2) - shares
        rows, columns = np.mgrid[0:13, 0:13]
        for k, action in enumerate(actions):
            axes.barh(
                rows.ravel() + 0.5,
                0.96 * shares[:, :, k].ravel(),
                left=columns.ravel() + 0.02 + 0.96 * left[:, :, k].ravel(),
                height=0.96,
                color=_COLOURS[action],
                linewidth=0,
                label=action,
            )
        for i in range(13):
            for j in range(13):
                axes.text(
                    j + 0.5,
                    i + 0.36,
                    class_name(i, j),
                    ha="center",
                    va="center",
                    fontsize=15,
                    fontweight="bold",
                )
                said = _percent(shares[i, j])
                size = min(12.0, 12.0 * 8 / len(said))  # eight characters are as wide as a cell allows
                axes.text(j + 0.5, i + 0.75, said, ha="center", va="center", fontsize=size)
        axes.legend(
            ncols=len(actions),
            loc="lower right",
            bbox_to_anchor=(1.0, 1.0),
            frameon=False,
            fontsize=12,
            handlelength=1,
        )
        figure.text(0.034, 0.962, f"{a['game']}: the first decision before the flop", fontsize=17)
        figure.text(
            0.034,
            0.951,
            f"abstraction {a['abstraction']}, {a['algorithm']}; exploitability {_worth(a)}",
            va="top",
            fontsize=11,
            color=MUTED,
        )
        figure.text(
            0.034,
            0.893,
            f"Suited hands above the diagonal, pairs on it. Small figures: percent {'/'.join(actions)}.",
            fontsize=11,
            color=MUTED,
        )
        figure.set(facecolor=PAPER)
        for text in axes.texts:
            text.set_color(INK)
    return figure


def _worth(attributes: Mapping[str, Any]) -> str:
    mb = attributes.get("exploitability_mb_per_game")  # which sampling does not tell
    return "not known" if mb is None else f"{mb:.3g} mb/g\n{Scope.stated(attributes)}\n{TO_COMPARE}"


def _percent(shares: NDArray[np.float64]) -> str:
    return "/".join(f"{100 * share:.0f}" for share in shares)
