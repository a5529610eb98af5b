"""Random range texts mean the hands that the grammar defines; their equities agree with every deal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from helpers.weights import relative
from pokerdata import Range
from pokerdata.cards.equity import equity

pytestmark = pytest.mark.filterwarnings("ignore:.* means .* alone")

RANKS, SUITS = "23456789TJQKA", "cdhs"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
HANDS = [(CARDS[low], CARDS[high]) for high in range(52) for low in range(high)]
KINDS: dict[str, Callable[[str, str], bool]] = {
    "s": lambda a, b: a[1] == b[1],
    "o": lambda a, b: a[1] != b[1],
    "": lambda a, b: True,
}
Item = tuple[str, list[int]]
"""A text and its hands."""


def hands(pairs: set[tuple[int, int]], kind: str) -> list[int]:
    """Return the hands of two ranks, the higher one first, of a kind."""
    return [
        i
        for i, (low, high) in enumerate(HANDS)
        if (RANKS.index(high[0]), RANKS.index(low[0])) in pairs and KINDS[kind](low, high)
    ]


@st.composite
def items(draw: st.DrawFn) -> Item:
    """Return one item of a range."""
    shape = draw(
        st.sampled_from(["pair", "pair+", "pairs", "hand", "hand+", "kickers", "falling", "one", "random"])
    )
    if shape == "random":
        return "random", list(range(1326))
    if shape == "one":
        low, high = HANDS[hand := draw(st.integers(0, 1325))]
        return "".join(draw(st.permutations([low, high]))), [hand]
    a, b = sorted(draw(st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)), reverse=True)
    kind = "" if shape.startswith("pair") else draw(st.sampled_from(list(KINDS)))
    up = {"pair": a, "pair+": 12, "pairs": a}
    if shape in up:
        least = b if shape == "pairs" else a
        ends = [2 * RANKS[a], 2 * RANKS[least]]
        text = (
            ends[0] + "+" * (shape == "pair+") if shape != "pairs" else "-".join(draw(st.permutations(ends)))
        )
        return text, hands({(r, r) for r in range(least, up[shape] + 1)}, "")
    ranks = "".join(draw(st.permutations([RANKS[a], RANKS[b]])))
    if shape == "hand":
        return ranks + kind, hands({(a, b)}, kind)
    if shape == "hand+":
        return ranks + kind + "+", hands({(a, r) for r in range(b, a)}, kind)
    steps = draw(st.integers(0, b))
    last = (a, b - steps) if shape == "kickers" else (a - steps, b - steps)
    ends = [ranks + kind, RANKS[last[0]] + RANKS[last[1]] + kind]
    found = {(a if shape == "kickers" else a - step, b - step) for step in range(steps + 1)}
    return "-".join(draw(st.permutations(ends))), hands(found, kind)


@st.composite
def ranges(draw: st.DrawFn) -> tuple[str, np.ndarray | None]:
    """Return a text with random blanks and capitals, and its weights; where items overlap the later one counts.

    The weights are None if later items give all hands of an item other weights.
    """
    texts, weights = [], np.zeros(1326)
    owner = np.full(1326, -1)
    given: list[tuple[list[int], np.ndarray]] = []
    for text, held in draw(st.lists(items(), min_size=1, max_size=5)):
        weight = draw(
            st.sampled_from(["", ":1", ":0", ":0.5", ":.25", ": .3", ":1e-3", ":2.E-2", " : 17 % "])
        )
        weights[held] = 0.17 if "%" in weight else float(weight.strip(" :") or 1)
        owner[held] = len(given)
        given.append((held, weights[held].copy()))
        styles: list[Callable[[str], str]] = [
            str.lower,
            str.upper,
            str,
            lambda written: written.replace("T", "10"),
        ]
        styled = draw(st.sampled_from(styles))(text)
        texts.append(draw(st.sampled_from(["", " ", "\t"])) + styled + weight)
    lost = any(
        weights[held].size and np.all(owner[held] != k) and np.all(weights[held] != said)
        for k, (held, said) in enumerate(given)
    )
    return ",".join(texts), None if lost else weights


@pytest.mark.parametrize("draws", [300, pytest.param(1500, marks=pytest.mark.slow)])
def test_texts_mean_what_they_say(draws: int, holds: Any) -> None:
    """Ranges written as text are also read back."""

    def check(given: tuple[str, np.ndarray | None]) -> None:
        text, weights = given
        if weights is None:
            with pytest.raises(ValueError, match="expected each hand once"):
                Range(text)
            return
        found = Range(text)
        np.testing.assert_array_equal(found.weights, weights)
        assert Range(str(found)) == found

    holds(check, draws, ranges())


@pytest.mark.parametrize("draws", [300, pytest.param(1500, marks=pytest.mark.slow)])
def test_a_slip_is_a_range_or_refused(draws: int, holds: Any) -> None:
    """The slip is a letter too many, too few, or wrong."""

    def check(given: tuple[str, np.ndarray], place: int, instead: str) -> None:
        text = given[0]
        at = place % (len(text) + 1)
        wrong = text[:at] + instead + text[at + 1 :]
        try:
            found = Range(wrong)
        except ValueError as error:
            assert f"range {wrong!r}, column " in str(error)  # noqa: PT017
            assert "e.g. '" in str(error)  # noqa: PT017
        else:
            assert np.isfinite(found.weights).all()
            assert Range(str(found)) == found

    holds(check, draws, ranges(), st.integers(0, 99), st.text("AKT2shdc+-:,. e1٣\0", max_size=2))


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[dict[int, Fraction]], list[str], list[str]]:
    """Return weighted hands of two to four players, a board of at least three cards, and dead cards."""
    cards = draw(st.permutations(CARDS))
    size, dead, players = draw(st.integers(3, 5)), draw(st.integers(0, 6)), draw(st.integers(2, 4))
    most = {3: 1, 4: 3, 5: 4}[size]
    near = [*cards[size + dead : size + dead + 8], cards[0]]  # few cards, so that hands block each other
    pool = [i for i, hand in enumerate(HANDS) if set(hand) <= set(near)]
    parts = st.integers(1, 8).map(lambda n: Fraction(n, 8))
    tenths = st.integers(1, 9).map(lambda n: Fraction(n, 10))  # in floats, 0.1 + 0.2 differs from 0.3
    long = st.floats(1e-9, 1e9).map(lambda weight: Fraction(repr(weight)))
    weights = draw(st.sampled_from([parts, tenths, long, parts | tenths | long]))
    held = st.dictionaries(st.sampled_from(pool), weights, min_size=1, max_size=most)
    return [draw(held) for _ in range(players)], cards[:size], cards[size : size + dead]


def shares(players: list[dict[int, Fraction]], board: list[str], dead: list[str]) -> list[Fraction]:
    """Return each player's winnings over the pots of all deals, by enumeration, and last the number of deals."""
    won = [Fraction(0)] * (len(players) + 1)
    for held in product(*players):
        known = [*board, *dead, *(card for hand in held for card in HANDS[hand])]
        if len(set(known)) < len(known):
            continue
        weight = prod((player[hand] for player, hand in zip(players, held, strict=True)), start=Fraction(1))
        for rest in combinations([card for card in CARDS if card not in known], 5 - len(board)):
            ranks = [evaluate_cards(*board, *rest, *HANDS[hand]) for hand in held]  # 1 is the best
            best = min(ranks)
            for p, rank in enumerate(ranks):
                won[p] += weight * Fraction(rank == best, ranks.count(best))
            won[-1] += weight
    return won


@pytest.mark.parametrize("draws", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_equities_are_those_of_every_deal(draws: int, holds: Any) -> None:
    def check(contest: tuple[list[dict[int, Fraction]], list[str], list[str]]) -> None:
        players, board, dead = contest
        texts = [
            relative(",".join(f"{''.join(HANDS[h])}:{float(w)}" for h, w in held.items())) for held in players
        ]
        *won, deals = shares(players, board, dead)
        if not deals:
            with pytest.raises(ValueError, match=r"e\.g\."):
                equity(texts, "".join(board), "".join(dead))
            return
        found = equity(texts, "".join(board), "".join(dead))
        if found.exact_equity is not None:
            assert found.exact_equity == tuple(pot / deals for pot in won)
        else:
            assert len(players) > 2
        assert found.equity.tolist() == pytest.approx(
            [float(pot / deals) for pot in won], rel=1e-12, abs=1e-15
        )

    holds(check, draws, contests())
