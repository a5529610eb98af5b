"""The metrics of random situations agree with the tables, which use other kernels."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import Range, Situation, open_table
from pokerdata.cards import COMBINATIONS, combination_index


def spots(size: int, number: int) -> list[tuple[Any, Any]]:
    deck = np.random.default_rng(size).random((number, 52)).argsort(axis=1).astype(np.uint8)
    return [(cards[:2], cards[2 : 2 + size]) for cards in deck]


def fraction(situation: Situation, key: str) -> tuple[int, int]:
    found = situation[key]
    assert found.numerator is not None
    assert found.denominator is not None
    return found.numerator, found.denominator


def same(found: tuple[int, int], numerator: Any, denominator: Any) -> bool:
    return found[0] * int(denominator) == int(numerator) * found[1]


@pytest.mark.parametrize(("street", "size"), [("flop", 3), ("turn", 4), ("river", 5)])
def test_strength(tables: Path, street: str, size: int) -> None:
    table: Any = open_table(f"{street}_strength", tables=tables)
    metrics = {"flop": ("ehs", "ehs2_river", "ehs2_next"), "turn": ("ehs", "ehs2_river"), "river": ("n",)}[
        street
    ]
    for hole, board in spots(size, 12):
        situation = Situation(hole, board)
        if street == "river":
            assert same(fraction(situation, "schr"), table.lookup(hole, board), 1980)
            assert same(fraction(situation, "ihr"), table.lookup(hole, board), 1980)
            assert same(fraction(situation, "e_hs2_river"), int(table.lookup(hole, board)) ** 2, 1980**2)
            continue
        for metric in metrics:
            key = {"ehs": "schr", "ehs2_river": "e_hs2_river", "ehs2_next": "e_hs2_next"}[metric]
            value = table.lookup(hole, board, metric=metric)
            assert same(fraction(situation, key), value, table.denominator(metric)), (key, situation)
        row = combination_index(hole)
        for key in ("ahead", "tied"):
            assert situation[key].value == table.row(board, key)[row]


@pytest.mark.slow
@pytest.mark.parametrize(("street", "size"), [("flop", 3), ("turn", 4)])
def test_potential(potential_tables: Path, street: str, size: int) -> None:
    table: Any = open_table(f"{street}_potential", tables=potential_tables)
    for hole, board in spots(size, 12):
        situation = Situation(hole, board)
        for cards in range(1, 6 - size):
            counts = table.lookup(hole, board, cards=cards).astype(object)
            (aa, at, ab), (ta, tt, tb), (ba, bt, _) = counts
            now = [sum(row) for row in counts]
            behind, ahead = 2 * now[2] + now[1], 2 * now[0] + now[1]
            if behind:
                assert same(fraction(situation, f"ppot{cards}"), 2 * ba + bt + ta, behind)
            if ahead:
                assert same(fraction(situation, f"npot{cards}"), 2 * ab + at + tb, ahead)
            assert same(fraction(situation, "ihr"), ahead, 2 * sum(now))
        final = 2 * (aa + ta + ba) + at + tt + bt  # over all cards to come: from the last table read
        assert cards == 5 - size
        assert same(fraction(situation, "schr"), final, 2 * counts.sum())
        assert same(fraction(situation, "ehs_potential"), final, 2 * counts.sum())


def test_before_the_flop(preflop_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POKERDATA_TABLES", str(preflop_tables))
    matchups: Any = open_table("preflop_matchups")
    ranks = open_table("preflop_ihr")
    rng = np.random.default_rng(8)
    for hole, other in spots(2, 5):
        wins, ties = (int(n) for n in matchups.lookup(hole, other))
        situation = Situation(hole, opponents=[other])
        assert same(fraction(situation, "schr"), 2 * wins + ties, 2 * 1_712_304)
        assert situation["wins"].value == wins
        share = (wins + ties / 2) / 1_712_304
        assert situation["ihr"].value == (0.5 if 0.45 <= share <= 0.55 else float(share > 0.5))
        # Both players have weighted ranges; every pair is checked.
        own, his = (rng.choice(1326, 6, replace=False) for _ in range(2))
        weights = np.zeros((2, 1326))
        weights[0, own], weights[1, his] = rng.random((2, 6)) + 0.1
        pairs = [(a, b) for a in own for b in his if not set(COMBINATIONS[a]) & set(COMBINATIONS[b])]
        shares = np.array([matchups.equity(COMBINATIONS[a], COMBINATIONS[b]) for a, b in pairs])
        deals = [weights[0, a] * weights[1, b] for a, b in pairs]
        found = Situation(Range.from_weights(weights[0]), opponents=Range.from_weights(weights[1]))
        assert found["schr"].value == pytest.approx(np.average(shares, weights=deals), rel=1e-12)
        rank = np.where(shares > 0.55, 1, np.where(shares < 0.45, 0, 0.5))
        assert found["ihr"].value == pytest.approx(np.average(rank, weights=deals), rel=1e-12)
        one = Situation(hole)
        value, attributes = (
            ranks["one_opponent"][combination_index(hole)],
            ranks.dataset_attributes("one_opponent"),
        )
        assert one["ihr"].value == pytest.approx(value / attributes["denominator"], rel=1e-12)
