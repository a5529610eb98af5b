"""MIVAT beyond small games: luck terms of hold'em, and fits that cross two halves of the hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pokerdata import equity
from pokerdata._core import luck as core
from pokerdata.games import load_game
from pokerdata.matches import Hand
from pokerdata.matches.luck import fit_features, luck_terms, without_luck
from pokerdata.matches.luck.methods import setting_of

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
HOLES, FLOP = ("Ac Kc", "7h 6h"), "Ks 5h 3d"
HOLDEM = load_game("limit-holdem")


def hands_on(board: str, history: str) -> list[Hand]:
    """Return a finished hand for each possible next card."""
    gone = f"{board} {' '.join(HOLES)}".split()
    return [Hand(("A", "B"), HOLES, f"{board} {card}", history, 0) for card in DECK if card not in gone]


def edge(board: str) -> float:
    """Return the first player's expected winnings per chip."""
    return float(2 * equity(["AcKc", "7h6h"], board.replace(" ", "")).equity[0] - 1)


@pytest.mark.parametrize(
    ("board", "history", "street", "half_pot"),
    [(FLOP, "crc/cc/rf", 2, 20), (f"{FLOP} Tc", "cc/rc/crc/cc", 3, 40)],
)
def test_terms_are_what_a_card_changed(
    tmp_path: Path, board: str, history: str, street: int, half_pot: int
) -> None:
    """Without tables: the edge on turn and river less the one before, which is its mean."""
    hands = hands_on(board, history)
    found = luck_terms(hands, HOLDEM, tables=tmp_path)
    assert found.shape == (len(hands), 1 + 7 + 2)
    lucks = [edge(hand.board) - edge(board) for hand in hands]
    np.testing.assert_allclose(found[:, 2 * street + 1], lucks, atol=1e-12)
    np.testing.assert_allclose(found[:, 2 * street], half_pot * np.array(lucks), atol=1e-10)
    assert sum(lucks) == pytest.approx(0, abs=1e-9)


def test_terms_of_tables_have_mean_0_whatever_they_hold() -> None:
    """The table of the turn is random: over all turn cards each term still adds up to 0."""
    random = np.random.default_rng(1)
    turn = random.integers(0, 46 * 1980, (16_432, 1_326), dtype=np.uint32)
    setting = setting_of(HOLDEM)
    hands = hands_on(FLOP, "crc/cc/rf")
    holes = np.array([[[DECK.index(card) for card in hole.split()] for hole in HOLES]] * len(hands), np.uint8)
    boards = np.array([[DECK.index(card) for card in hand.board.split()] for hand in hands], np.uint8)
    measure = core.terms(setting, core.Strengths(turn=turn))
    found = core.measure_hands(setting, measure, holes, boards, [hand.history for hand in hands])
    assert found.shape == (len(hands), 1 + 7 + 2 + 6)
    assert np.all(found[:, 10:].std(axis=0) > 0.1)
    np.testing.assert_allclose(found[:, 10:].sum(axis=0), 0, atol=1e-8)


def test_halves_are_corrected_by_each_other() -> None:
    """Each half is corrected by the terms times the coefficients fitted to the other half."""
    random = np.random.default_rng(2)
    luck = random.normal(size=(400, 3))
    found = np.column_stack([luck @ [1.0, -2.0, 0.5] + random.normal(scale=0.1, size=400), luck])
    result = without_luck(found[:, None])[:, 0]
    for this, other in ((slice(200), slice(200, 400)), (slice(200, 400), slice(200))):
        theta = fit_features(found[other])
        assert theta == pytest.approx([1, -2, 0.5], abs=0.05)
        np.testing.assert_allclose(result[this], found[this, 0] - luck[this] @ theta)
    assert result.std() < 0.12


def test_hands_of_a_deal_are_fitted_together() -> None:
    """Luck that the other hand of the deal offsets stays uncorrected: it is no luck of the pair."""
    random = np.random.default_rng(4)
    both, own = random.normal(size=(2, 1000))
    noise = random.normal(scale=0.1, size=(1000, 2))
    won = np.column_stack([both, -both + 3 * own]) + noise
    found = np.stack([np.column_stack([won[:, 0], both]), np.column_stack([won[:, 1], own])], axis=1)
    result = without_luck(found)
    assert np.std(result.sum(axis=1)) < 0.16
    np.testing.assert_allclose(result[:, 0], won[:, 0], atol=0.1)


def test_few_hands_fit_few_features() -> None:
    """A feature needs twenty hands; dependent or zero terms do no harm, and pure noise gets almost no weight."""
    random = np.random.default_rng(3)
    luck = random.normal(size=(100, 6))
    luck[:, 1], luck[:, 2] = 0, 2 * luck[:, 0]
    found = np.column_stack([luck[:, 0] + luck[:, 5], luck])
    assert fit_features(found)[5] == 0  # five may be used
    assert np.all(fit_features(found[:19]) == 0)
    theta = fit_features(np.concatenate([found, found]))
    np.testing.assert_allclose(luck @ theta, found[:, 0], atol=1e-6)
    assert np.isfinite(theta).all()
    np.testing.assert_array_equal(without_luck(found[:1, None]), found[:1, :1])
    noise = np.column_stack([random.standard_cauchy(400), random.normal(size=(400, 20))])
    rest = without_luck(noise[:, None])[:, 0]
    assert rest.std() < 1.02 * noise[:, 0].std()
