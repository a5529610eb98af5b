"""Boards up to suit permutations: counts, brute force, and the maps between raw and canonical boards."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata import canonicalize, combination_index, parse_cards
from pokerdata.cards import COMBINATIONS, isomorphism
from pokerdata.cards.isomorphism import (
    CANONICAL_BOARDS,
    SUIT_PERMUTATIONS,
    boards,
    combination_maps,
    set_index,
)

SIZES = [3, 4, 5]
any_board = st.sampled_from(SIZES).flatmap(
    lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
)


def recoloured(cards: np.ndarray, permutation: np.ndarray | int) -> np.ndarray:
    return np.asarray(cards // 4 * 4 + np.asarray(SUIT_PERMUTATIONS)[permutation, cards % 4])


def random_boards(count: int, size: int) -> np.ndarray:
    deck = np.random.default_rng(13).random((count, 52))
    return np.argsort(deck, axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize(("size", "count"), [(3, 1755), (4, 16432), (5, 134459)])
def test_counts_and_orbits(size: int, count: int) -> None:
    found = boards(size)
    assert found.cards.shape == (count, size)
    assert CANONICAL_BOARDS[size] == count
    assert found.orbit.sum(dtype=np.int64) == comb(52, size) == len(found.canonical)
    assert set(np.unique(found.orbit)) <= {1, 4, 6, 12, 24}
    np.testing.assert_array_equal(np.bincount(found.canonical, minlength=count), found.orbit)
    assert np.all(np.diff(found.cards.astype(int), axis=1) > 0), "cards of a board rise"
    assert np.all(np.diff(set_index(found.cards)) > 0), "boards rise"
    for array in (found.orbit, found.canonical, found.permutation):
        assert not array.flags.writeable


@pytest.mark.parametrize("size", SIZES)
def test_canonical_boards_are_their_own(size: int) -> None:
    board, permutation = canonicalize(boards(size).cards)
    np.testing.assert_array_equal(board, np.arange(len(board)))
    assert not permutation.any()
    cards = boards(size).cards.astype(int)
    maps = np.stack([np.where(cards % 4 == suit, 1 << cards // 4, 0).sum(axis=1) for suit in range(4)])
    assert np.all(np.diff(maps, axis=0) <= 0), "maps of ranks fall from clubs to spades"


@pytest.mark.parametrize("size", SIZES)
def test_the_permutation_leads_to_the_canonical_cards(size: int) -> None:
    raw = random_boards(20_000, size)
    board, permutation = canonicalize(raw)
    led = np.sort(recoloured(raw, permutation[:, None]), axis=1)
    np.testing.assert_array_equal(led, boards(size).cards[board])


@given(any_board, st.data())
def test_suits_and_order_do_not_matter(cards: list[int], data: st.DataObject) -> None:
    board, _ = canonicalize(cards)
    shuffled = np.array(data.draw(st.permutations(cards)), np.uint8)
    for permutation in range(24):
        assert canonicalize(recoloured(shuffled, permutation))[0] == board


def test_flops_by_brute_force() -> None:
    orbits: dict[frozenset[int], set[int]] = {}
    for cards in combinations(range(52), 3):
        images = (frozenset(c // 4 * 4 + p[c % 4] for c in cards) for p in permutations(range(4)))
        least = min(images, key=lambda image: sorted(image, reverse=True))
        orbits.setdefault(least, set()).add(int(set_index(np.array(cards, np.uint8))))
    assert len(orbits) == 1755
    found = boards(3)
    for members in orbits.values():
        numbers = set(found.canonical[list(members)].tolist())
        assert len(numbers) == 1, "one orbit, one canonical board"
        assert found.orbit[numbers.pop()] == len(members)


@pytest.mark.parametrize("size", [3, 4])
def test_maps_to_the_next_street(size: int) -> None:
    here, after = boards(size), boards(size + 1)
    assert here.next is not None
    assert here.next_permutation is not None
    number = np.repeat(np.arange(len(here.cards)), 52)
    card = np.tile(np.arange(52, dtype=np.uint8), len(here.cards))
    on_board = (here.cards[number] == card[:, None]).any(axis=1)
    np.testing.assert_array_equal(here.next.ravel() == 0xFFFFFFFF, on_board)
    number, card = number[~on_board], card[~on_board]
    longer = np.concatenate([here.cards[number], card[:, None]], axis=1)
    board, permutation = canonicalize(longer)
    np.testing.assert_array_equal(here.next[number, card], board)
    np.testing.assert_array_equal(here.next_permutation[number, card], permutation)
    led = np.sort(recoloured(longer, permutation[:, None]), axis=1)
    np.testing.assert_array_equal(led, after.cards[board])
    # Every raw board of the next street extends size + 1 raw boards of this one.
    reached = np.bincount(here.next[number, card], weights=here.orbit[number], minlength=len(after.cards))
    np.testing.assert_array_equal(reached, (size + 1) * after.orbit.astype(int))


def test_the_river_leads_nowhere() -> None:
    assert boards(5).next is None
    assert boards(5).next_permutation is None


def test_suit_permutations() -> None:
    assert [tuple(p) for p in SUIT_PERMUTATIONS.tolist()] == sorted(permutations(range(4)))
    assert not SUIT_PERMUTATIONS.flags.writeable


def test_combination_maps() -> None:
    maps = combination_maps()
    assert maps.shape == (24, 1326)
    assert not maps.flags.writeable
    for permutation in range(24):
        np.testing.assert_array_equal(
            maps[permutation], combination_index(recoloured(COMBINATIONS, permutation))
        )


def test_cards_in_other_suits() -> None:
    cards = parse_cards("2c 2d 2h 2s Ac Ks")
    suits = np.array([3, 0, 1, 2], np.uint8)  # clubs become spades, every other suit the next lower one
    assert isomorphism.recoloured(cards, suits).tolist() == parse_cards("2s 2c 2d 2h As Kh").tolist()
    assert int(isomorphism.recoloured(51, suits)) == 50
    assert isomorphism.recoloured(COMBINATIONS, suits).dtype == np.uint8


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_set_index_numbers_sets_without_gaps(size: int) -> None:
    sets = np.array(list(combinations(range(52), size)), np.uint8)
    index = set_index(sets)
    np.testing.assert_array_equal(np.sort(index), np.arange(comb(52, size)))
    np.testing.assert_array_equal(set_index(sets[:, ::-1]), index)
    if size == 2:
        np.testing.assert_array_equal(index, combination_index(sets))


def test_shapes() -> None:
    raw = random_boards(24, 4)
    board, permutation = canonicalize(raw)
    nested = canonicalize(np.asfortranarray(raw.reshape(2, 3, 4, 4)))
    np.testing.assert_array_equal(nested[0], board.reshape(2, 3, 4))
    np.testing.assert_array_equal(nested[1], permutation.reshape(2, 3, 4))
    empty = canonicalize(np.zeros((0, 5), np.uint8))
    assert (empty[0].shape, empty[1].shape) == ((0,), (0,))
    assert canonicalize("7s 6c As")[0].shape == ()
    assert canonicalize("7s 6c As")[0] == canonicalize("Ah 7h 6d")[0]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (parse_cards("As Ks"), r"board: expected 3, 4 or 5 cards, got shape \(2,\)"),
        (np.uint8(3), r"board: expected 3, 4 or 5 cards, got shape \(\)"),
        (
            np.array([[0, 1, 2], [9, 9, 3]], np.uint8),
            "duplicate card '4d': every card may come once on a board",
        ),
        (np.array([[0, 1, 52]], np.uint8), r"board: expected cards 4\*rank \+ suit, 0 to 51, got 52"),
        (np.array([[0, 1, 2.0]]), r"board: expected cards as text or integers .*got dtype float64"),
        ("As Ks Xs", "card: expected .*got 'Xs'"),
    ],
)
def test_bad_boards(board: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        canonicalize(board)  # type: ignore[arg-type]


def test_bad_sizes() -> None:
    with pytest.raises(ValueError, match=r"board size: expected 3, 4 or 5 cards.*got 6"):
        boards(6)
    with pytest.raises(ValueError, match=r"cards: expected shape .*got \(6,\)"):
        set_index("As Ks Qs Js Ts 9s")
