"""Rank codes as printed by Zopf, and the gap-free rank index."""

from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata import rank_code, rank_index

RANKS = st.lists(st.integers(0, 12), min_size=1, max_size=17)


@given(RANKS)
def test_rank_code_is_the_number_in_base_13(ranks: list[int]) -> None:
    assert int(rank_code(ranks)) == sum(13**i * rank for i, rank in enumerate(ranks))


def test_rank_code_tells_all_sequences_apart() -> None:
    every = np.stack(np.meshgrid(*[np.arange(13)] * 5, indexing="ij"), axis=-1).reshape(-1, 5)
    codes = rank_code(every)
    assert codes.dtype == np.int64
    np.testing.assert_array_equal(np.sort(codes), np.arange(13**5))
    assert rank_code([12] * 17) == 13**17 - 1


def multisets(size: int) -> np.ndarray:
    found = combinations_with_replacement(range(13), size)
    return np.array([ranks for ranks in found if max(map(ranks.count, ranks)) <= 4])


@pytest.mark.parametrize(("size", "count"), [(5, 6175), (6, 18395), (7, 49205)])
def test_rank_index_is_a_bijection(size: int, count: int) -> None:
    ranks = multisets(size)
    assert len(ranks) == count == len(np.unique(rank_code(ranks)))
    index = rank_index(ranks)
    assert index.dtype == np.uint16
    np.testing.assert_array_equal(np.sort(index), np.arange(count))
    shuffled = np.random.default_rng(5).permuted(ranks, axis=1)
    np.testing.assert_array_equal(rank_index(shuffled), index)
    by_counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    np.testing.assert_array_equal(np.lexsort(by_counts.T[::-1]), np.argsort(index))


def test_the_order_of_the_ranks_does_not_matter() -> None:
    assert len({int(rank_index(order)) for order in permutations([12, 12, 11, 5, 0])}) == 1


def test_shapes() -> None:
    ranks = np.array([[0, 1, 2, 3, 4], [12, 12, 12, 12, 0]], np.int8)
    assert rank_index(ranks.reshape(2, 1, 5)).shape == (2, 1)
    assert rank_index(np.zeros((0, 7), int)).shape == (0,)
    np.testing.assert_array_equal(rank_index(np.asfortranarray(ranks)), rank_index(ranks))


@pytest.mark.parametrize("function", [rank_code, rank_index])
def test_bad_ranks(function: object) -> None:
    with pytest.raises(ValueError, match=r"rank: expected 0.*got 13"):
        function([0, 1, 2, 3, 13])  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"rank: expected 0.*got -1"):
        function([0, 1, 2, 3, -1])  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"ranks: expected integers.*got dtype float64"):
        function([0.0, 1, 2, 3, 4])  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"ranks: expected shape .*got \(\)"):
        function(3)  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"ranks: expected shape .*got \(18,\)"):
        function([0] * 18)  # type: ignore[operator]


def test_five_of_a_rank() -> None:
    with pytest.raises(ValueError, match=r"ranks: expected each rank at most four times"):
        rank_index([[0, 1, 2, 3, 4, 5], [8, 8, 3, 8, 8, 8]])
    with pytest.raises(ValueError, match=r"ranks: expected shape .*got \(4,\)"):
        rank_index([1, 2, 3, 4])
