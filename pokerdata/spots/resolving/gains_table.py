"""The table NAME_resolving: how much less best responses win against a strategy that is re-solved on the turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.games import Rules, Unit, rules_of
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, layout_of
from pokerdata.spots.resolving.local_gain import LocalGain, TurnSample
from pokerdata.spots.resolving.rests import CutGame

KIND = "resolving"
COLUMNS = (
    "player",
    "mass",
    "local_before",
    "local_after",
    "best_before",
    "best_after",
    "smallest_margin",
    "gap",
)


CUT_COLUMNS = ("rests", "pot", "best_oop", "best_ip", "lacking_oop", "lacking_ip")


class ResolvingTable(Table):
    """How much less best responses win against a strategy, by re-solving method."""

    KIND = KIND

    @property
    def gains(self) -> list[LocalGain]:
        """One result for each method.

        Raises:
            TableError: If the table's parts are inconsistent.
        """
        told = self.attributes
        try:
            turns = json.loads(told["turns"])
            unit = Unit.of(rules_of(told["rules"]))
            how = (int(told["iterations"]), int(told["seed"]))
            found = [
                LocalGain(told["strategy"], method, *how, samples_of(rows, turns), unit)
                for method, rows in zip(told["methods"], np.asarray(self["samples"]), strict=True)
            ]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected what re-solving gained, got {error}") from error
        return found

    @property
    def cut(self) -> list[CutGame]:
        """Results in a cut game: the original strategy, then its re-solved version by each method.

        The list is empty if the table has no cut game.

        Raises:
            TableError: If the table's parts are inconsistent.
        """
        if "cut" not in self:
            return []
        told = self.attributes
        try:
            line, board = json.loads(told["cut"])
            iterations, methods = int(told["iterations"]), ["", *told["methods"]]
            found = [
                CutGame(
                    line,
                    board,
                    method,
                    iterations if method else 0,
                    int(r[0]),
                    r[1],
                    (r[2], r[3]),
                    (r[4], r[5]),
                )
                for method, r in zip(methods, np.asarray(self["cut"]).tolist(), strict=True)
            ]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected what re-solving gained, got {error}") from error
        return found


@layout_of(ResolvingTable)
def _layout(table: ResolvingTable) -> Layout:
    methods, turns = len(table.attributes["methods"]), len(json.loads(table.attributes["turns"]))
    cut: Layout = {"cut": ("<f8", (1 + methods, len(CUT_COLUMNS)))} if "cut" in table.attributes else {}
    return {"samples": ("<f8", (methods, turns, len(COLUMNS))), **cut}


def cut_rows(games: Sequence[CutGame]) -> NDArray[np.float64]:
    """Return cut games as rows, float64 [games, columns].

    Args:
        games: Results of `cut_games`.
    """
    found = [(game.rests, game.pot, *game.best, *game.lacking) for game in games]
    return np.array(found, np.float64).reshape(-1, len(CUT_COLUMNS))


def rows(samples: Sequence[TurnSample]) -> NDArray[np.float64]:
    """Return turn samples as rows, float64 [samples, columns].

    Args:
        samples: Samples of one method.
    """
    found = [(s.player, s.mass, *s.local, *s.best, s.smallest_margin, s.gap) for s in samples]
    return np.array(found, np.float64).reshape(-1, len(COLUMNS))


def samples_of(rows: NDArray[np.float64], turns: Sequence[Sequence[str]]) -> tuple[TurnSample, ...]:
    """Return the turn samples of some rows; the inverse of `rows`.

    Args:
        rows: Rows that `rows` returned.
        turns: Board and actions of each sample.
    """
    return tuple(
        TurnSample(int(r[0]), board, history, r[1], (r[2], r[3]), (r[4], r[5]), r[6], r[7])
        for r, (board, history) in zip(rows.tolist(), turns, strict=True)
    )


def arrays(gains: Sequence[LocalGain], cut: NDArray[np.float64] | None = None) -> dict[str, NDArray[Any]]:
    """Return the datasets of the table.

    Args:
        gains: One result for each method, all on the same turns.
        cut: Rows of a cut game from `cut_rows`, or `None`.
    """
    found = {"samples": np.stack([rows(gain.samples) for gain in gains])}
    return found if cut is None else {**found, "cut": cut}


def dataset_attributes(cut: bool = False) -> dict[str, dict[str, object]]:
    """Return a description of each dataset.

    Args:
        cut: Whether the table has a cut game.
    """
    if cut:
        axes = ["the strategy as it is, then each method", "column"]
        return {
            **dataset_attributes(),
            "cut": {"axes": axes, "columns": list(CUT_COLUMNS), "units": "chips a deal, the pot included"},
        }
    units = "chips a deal that comes there; mass: a part of all games; player: 1 or 2"
    return {
        "samples": {"axes": ["method", "turn", "column"], "columns": list(COLUMNS), "units": units},
    }


def attributes(
    gains: Sequence[LocalGain], rules: Rules, cut: tuple[str, str] | None = None
) -> dict[str, object]:
    """Return the attributes that explain the table's numbers, with units.

    Args:
        gains: As for `arrays`.
        rules: Rules of the game.
        cut: Actions and board of a cut game, or `None`.
    """
    if cut is not None:
        return {**attributes(gains, rules), "cut": json.dumps(cut)}
    first = gains[0]
    return {
        "title": "How much less is won from a strategy that is solved anew on the turn",
        "strategy": first.strategy,
        "methods": [gain.method for gain in gains],
        "iterations": first.iterations,
        "seed": first.seed,
        "rules": rules.values(),
        "turns": json.dumps([(s.board, s.history) for s in first.samples]),
        "local_mb_per_hand_less": [gain.local.mean for gain in gains],
        "best_mb_per_hand_less": [gain.best.mean for gain in gains],
        "source": "Burch, Johanson and Bowling 2014; Moravcik et al. 2016; Lisy and Bowling 2017",
    }


def summary(table: Table) -> list[str]:
    """Return the result as lines of text with units."""
    assert isinstance(table, ResolvingTable)
    return [line for gain in table.gains for line in gain.lines()]
