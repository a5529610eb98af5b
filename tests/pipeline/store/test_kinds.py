"""Validly signed tables of each kind with a wrong or missing dataset are refused by their class."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.gains import made_up_gains, save_gains
from helpers.recipes import COARSE, FLOPS, TOURNAMENT, WEAK, linked, runner_of
from pokerdata import games, solve
from pokerdata.abstraction.clustered import ClusteredTable
from pokerdata.cards import STREETS
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.errors import TableError
from pokerdata.games.bucketed import CountsTable
from pokerdata.games.strategies import load_strategy, simple_strategy
from pokerdata.matches import local, matches_table, series_result
from pokerdata.matches.luck import matches as reduced_table
from pokerdata.matches.tournaments import tournament_table
from pokerdata.pipeline.store import Table, write_table
from pokerdata.pipeline.store.reading import RESERVED
from pokerdata.recipes.table_kinds import TABLE_CLASSES, open_table
from pokerdata.solving.jam_or_fold import jam_fold
from pokerdata.solving.public import trade_off
from pokerdata.spots import Spot

pytestmark = pytest.mark.slow

RECIPE = TOURNAMENT.replace("lbr = 200", 'lbr = 20\nreduce = "aivat"\nreduce_deals = 20\nfit = 500') + FLOPS
RECIPE += """
[tournament.small]
game = "leduc"
agents = ["good", "random"]
deals = 10
[series.some]
agents = ["random", "always-call"]
game = "kuhn"
series = 2
hands = 4
"""
SPOT = Spot(board="Td9d6h2c3s", oop="AA,KQs", ip="QQ,AKs", pot=20, stack=20, bets="a")

#: How a table is read, beyond opening it.
READ: dict[str, Callable[[Any], object]] = {
    "jam_fold": lambda table: table.jam_fold(),
    "solved_spot": lambda table: table.solution(),
    "flop_report": lambda table: table.report(),
    "resolving": lambda table: (table.gains, table.cut),
    "trade_off": lambda table: table.trade_off(),
    "strategy": lambda table: load_strategy(table.path),
    "matches": lambda table: (table.course, matches_table.summary(table)),
    "reduced_matches": lambda table: (table.notes, reduced_table.summary(table)),
    "local_best_response": local.summary,
    "series": lambda table: (table.result, series_result.summary(None, table)),
    "tournament": lambda table: (table.results, table.rankings, tournament_table.summary(table)),
}
#: Wrong attributes to put into a table.
OTHERWISE: tuple[object, ...] = (7, -1, 1.5, True, "x", "", ["x"], [1, 2], {"x": 1})
WITHIN: tuple[object, ...] = (*OTHERWISE, [], [["x"]], None)  # values inside an attribute
#: Datasets that may differ, by kind: those for readers without the package, rows of any number, and an index
#: that is compared with the rules.
ANYTHING = {
    "solved_spot": r"(without )?(boards|hands).*|log cut short",
    "series": "parts cut short",
    "strategy": r"(without )?\w*(log|history)\b.*|street\d_(actions|to|first_row|player) of another type",
}


def read(path: Path) -> None:
    table = open_table(path)
    READ.get(table.kind, lambda _: None)(table)
    _ = repr(table), table._repr_html_()


def zeros(path: Path, name: str, kind: str, arrays: dict[str, Any], attributes: dict[str, object]) -> None:
    """Write a table of zeros that would take long to make."""
    filled = {dataset: np.zeros(shape, dtype) for dataset, (dtype, shape) in arrays.items()}
    write_table(path / f"{name}.h5", name=name, kind=kind, arrays=filled, attributes=attributes)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory, tables: Path, preflop_tables: Path) -> dict[str, Path]:
    """Return a table of each kind that has a class, and a strategy."""
    folder = tmp_path_factory.mktemp("kinds")
    runner_of(RECIPE, folder).run()
    built = linked(folder / "built", tables)
    runner_of(WEAK.format(game="limit-holdem", iterations=1) + COARSE, built).run(
        ["two_buckets", "coarse_buckets"]
    )
    jam_fold(12, (1, 2), 1, opponent="any", iterations=20, target=1e-4).save(folder / "jam_fold.h5")
    game = games.leduc()
    model = simple_strategy(game, "random", seed=4)
    trade_off(game, model, [0.5], target="50mb").save(folder / "trade_off.h5")
    solve(SPOT, iterations=5).save(folder / "spot.h5")
    save_gains(made_up_gains(), folder)
    zeros(
        folder,
        "flop_potential",
        PotentialTable.KIND,
        {"one_card": ("<u2", (1755, 1326, 3, 3)), "two_cards": ("<u4", (1755, 1326, 3, 3))},
        {"street": "flop"},
    )
    zeros(
        folder,
        "few_buckets",
        ClusteredTable.KIND,
        {
            "preflop_bucket": ("|u1", (1326,)),
            "flop_buckets": ("<u2", (1755, 1326)),
            "turn_buckets": ("<u2", (16432, 1326)),
            "river_thresholds": ("<u8", (1, 1)),
        },
        {"buckets": [2, 2, 2, 2], "recall": "perfect"},
    )
    zeros(
        folder,
        "few_counts",
        CountsTable.KIND,
        {
            **{street: ("<u8", (2**k, 2**k)) for k, street in enumerate(STREETS, 1)},
            "river_wins": ("<u8", (16, 16)),
        },
        {"buckets": [2, 2, 2, 2], "parents": {}},
    )
    paths = [*folder.glob("[!.]*.h5"), preflop_tables / "preflop_matchups.h5"]
    paths += [built / f"{name}.h5" for name in ("preflop_strength", "two_buckets", "coarse_buckets")]
    return {open_table(path).kind: path for path in paths}


KINDS = [str(known.KIND) for known in TABLE_CLASSES] + ["strategy"]


def edited(table: Table) -> dict[str, dict[str, Any]]:
    """Return the datasets of a table with one wrong dataset, by fault."""
    arrays = {name: np.asarray(array) for name, array in table.items()}
    found: dict[str, dict[str, Any]] = {}
    for name, array in arrays.items():
        few = array[:1] if array.nbytes > 1_000_000 else array  # signing a large one takes long
        text = array.dtype.kind == "S"
        wrong = {
            "of another type": np.zeros(few.shape, "<u4" if text or array.dtype.str == "<f8" else "<f8"),
            "with an axis more": few[..., None],
            "cut short": few[:-1],
            "flat": few.ravel() if array.ndim > 1 else few[:, None],
        }
        if few is array and not text:
            wrong["of another type"][...] = np.nan_to_num(array)  # the same numbers
        found |= {f"{name} {what}": {**arrays, name: value} for what, value in wrong.items()}
        if len(arrays) > 1:
            found[f"without {name}"] = {key: value for key, value in arrays.items() if key != name}
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_datasets_are_refused(sound: dict[str, Path], tmp_path: Path, kind: str) -> None:
    read(sound[kind])
    with open_table(sound[kind]) as table:
        attributes = {key: value for key, value in table.attributes.items() if key not in RESERVED}
        taken = []
        for what, arrays in edited(table).items():
            if re.fullmatch(ANYTHING.get(kind, "(?!)"), what):
                continue
            path = tmp_path / f"{table.name}.h5"
            write_table(path, name=table.name, kind=kind, arrays=arrays, attributes=attributes)
            try:
                read(path)
                taken.append(what)
            except TableError as error:
                if table.name not in str(error):
                    taken.append(f"{what}: {error}")
            except Exception as error:
                taken.append(f"{what}: {type(error).__name__} {error}")
    assert not taken, taken


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_attributes_are_refused_or_do_not_matter(
    sound: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    """Each attribute gets values of other types, or is removed: the table is read, or an error names it."""
    with open_table(sound[kind]) as table:
        said = {key: value for key, value in table.attributes.items() if key not in RESERVED}
        arrays = {name: np.asarray(array) for name, array in table.items()}
    path = tmp_path / f"{sound[kind].stem}.h5"
    raised, refused = [], 0
    for name, value in said.items():
        inner = (
            [{**value, key: other} for key in value for other in WITHIN] if isinstance(value, dict) else []
        )
        for other in [*OTHERWISE, *inner, None]:
            attributes = {**said, name: other}
            if other is None:
                del attributes[name]
            write_table(path, name=path.stem, kind=kind, arrays=arrays, attributes=attributes)
            try:
                read(path)
            except TableError as error:
                refused += 1
                if path.stem not in str(error):
                    raised.append(f"{name} {other!r}: {error}")
            except Exception as error:
                raised.append(f"{name} {other!r}: {type(error).__name__} {error}")
    assert not raised, raised[:20]
    assert refused > 0 or kind in ("trade_off", "preflop_matchups")
