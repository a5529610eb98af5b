"""`evaluate` on arrays of every shape and memory order, and its errors."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata import CapacityError, describe, evaluate, evaluate_boards, parse_cards
from pokerdata.cards.evaluator import sort_hands
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS

hands = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
)


def rows(count: int, size: int) -> np.ndarray:
    deck = np.random.default_rng(3).random((count, 52))
    return np.argsort(deck, axis=1)[:, :size].astype(np.uint8)


@given(hands, st.permutations(range(7)), st.sampled_from(range(24)))
def test_order_and_suits_do_not_matter(hand: list[int], order: list[int], permutation: int) -> None:
    cards = np.array(hand, np.uint8)
    shuffled = cards[[i for i in order if i < len(cards)]]
    recoloured = shuffled // 4 * 4 + SUIT_PERMUTATIONS[permutation][shuffled % 4]
    assert evaluate(cards) == evaluate(shuffled) == evaluate(recoloured)


@given(hands, st.data())
def test_more_cards_never_weaken_a_hand(hand: list[int], data: st.DataObject) -> None:
    if len(hand) < 7:
        more = data.draw(st.integers(0, 51).filter(lambda card: card not in hand))
        assert evaluate(np.array([*hand, more], np.uint8)) >= evaluate(np.array(hand, np.uint8))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_memory_order_does_not_matter(size: int) -> None:
    cards = rows(600, size)
    codes = evaluate(cards)
    wide = np.zeros((1200, 2 * size), np.uint8)
    wide[::2, ::2] = cards
    read_only = cards.copy()
    read_only.setflags(write=False)
    for view in (np.asfortranarray(cards), wide[::2, ::2], cards[:, ::-1], read_only):
        np.testing.assert_array_equal(evaluate(view), codes)
    np.testing.assert_array_equal(evaluate(cards[::-1]), codes[::-1])
    assert not wide[1::2].any(), "the input was not touched"


@pytest.mark.parametrize("size", [5, 6, 7])
def test_threads_change_nothing(size: int) -> None:
    cards = np.tile(rows(20_000, size), (40, 1))
    codes = evaluate(cards)
    for threads in (0, 2, 5):
        np.testing.assert_array_equal(evaluate(cards, threads=threads), codes)
        np.testing.assert_array_equal(evaluate(np.asfortranarray(cards), threads=threads), codes)
        np.testing.assert_array_equal(evaluate(cards[::-1, ::-1], threads=threads), codes[::-1])
    with pytest.raises(ValueError, match="threads: expected 1 to 1024, or 0 for all processors, got 2000"):
        evaluate(cards, threads=2000)


def test_the_first_bad_hand_is_named_at_any_thread_count() -> None:
    cards = np.tile(rows(20_000, 7), (40, 1))
    cards[[799_998, 700_000, 400_001], 3] = 77
    for order in (cards, np.asfortranarray(cards), np.repeat(cards, 2, axis=1)[:, ::2]):
        for threads in (1, 2, 4):
            with pytest.raises(
                ValueError,
                match=r"hand 400001: card at position 3: expected 4\*rank \+ suit, 0 to 51, got 77",
            ):
                evaluate(order, threads=threads)


def test_leading_dimensions() -> None:
    cards = rows(24, 7)
    codes = evaluate(cards)
    np.testing.assert_array_equal(evaluate(cards.reshape(2, 3, 4, 7)), codes.reshape(2, 3, 4))
    np.testing.assert_array_equal(
        evaluate(np.broadcast_to(cards[:, None], (24, 5, 7))), np.repeat(codes[:, None], 5, axis=1)
    )
    np.testing.assert_array_equal(evaluate(cards.reshape(4, 6, 7).transpose(1, 0, 2)), codes.reshape(4, 6).T)


@pytest.mark.parametrize("shape", [(0, 5), (0, 7), (3, 0, 6), (0, 3, 7)])
def test_empty_arrays(shape: tuple[int, ...]) -> None:
    codes = evaluate(np.zeros(shape, np.uint8))
    assert codes.shape == shape[:-1]
    assert codes.dtype == np.uint16


def test_text_is_one_hand() -> None:
    assert evaluate("As Ks Qs Js Ts") == 0xFFC0
    with pytest.raises(ValueError, match=r"cards: expected shape .*got \(2,\)"):
        evaluate("As Ks")


ROYAL: tuple[Any, ...] = (
    [51, 47, 43, 39, 35],
    (51, 47, 43, 39, 35),
    [np.int64(51), 47, 43, 39, 35],
    *(np.array([51, 47, 43, 39, 35], kind) for kind in "bBhHiIqQ"),
    "AsKsQsJsTs",
    ["As", "Ks", "Qs", "Js", "Ts"],
    np.array(["As", "Ks", "Qs", "Js", "10s"]),
)


@pytest.mark.parametrize("hand", ROYAL)
def test_one_hand_is_a_python_int(hand: Any) -> None:
    code = evaluate(hand)
    assert (type(code), code) == (int, 0xFFC0)
    assert {code: describe(code)} == {0xFFC0: "royal flush"}, "it is hashable"


@pytest.mark.parametrize(
    "hands",
    [
        [[51, 47, 43, 39, 35], [12, 0, 1, 2, 3]],
        np.array([[51, 47, 43, 39, 35], [12, 0, 1, 2, 3]], np.int8, order="F"),
        ["As Ks Qs Js Ts", "5c 2c 2d 2h 2s"],
        [["As", "Ks", "Qs", "Js", "Ts"], ["5c", "2c", "2d", "2h", "2s"]],
    ],
)
def test_several_hands_are_an_array(hands: Any) -> None:
    codes = evaluate(hands)
    assert (codes.dtype, codes.tolist()) == (np.uint16, [0xFFC0, 65027])
    assert describe(codes).tolist() == ["royal flush", "four of a kind, twos, kicker 5"]
    assert sort_hands(hands).tolist() == [[51, 47, 43, 39, 35], [12, 0, 1, 2, 3]]
    assert sort_hands(hands[::-1]).dtype == np.uint8


@pytest.mark.parametrize("dtype", ["float64", "bool", "object", "complex128"])
def test_bad_dtypes(dtype: str) -> None:
    with pytest.raises(ValueError, match=f"cards: expected cards as text .*got dtype {dtype}"):
        evaluate(np.zeros((2, 7), dtype))


@pytest.mark.parametrize("shape", [(), (4,), (8,), (7, 4), (7, 0), (0,)])
def test_bad_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"cards: expected shape \(..., 5\), \(..., 6\) or.*got \(.*\)"):
        evaluate(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("kind", ["uint8", "int64"])
@pytest.mark.parametrize("value", [52, 63, 64, 128, 255])
def test_bad_cards(value: int, kind: str) -> None:
    cards = rows(20, 7).reshape(4, 5, 7).astype(kind)
    cards[2, 3, 4] = value
    with pytest.raises(
        ValueError, match=rf"hand 13: card at position 4: expected 4\*rank \+ suit, 0 to 51, got {value};"
    ):
        evaluate(cards)


def test_duplicate_cards() -> None:
    cards = rows(20, 6)
    cards[7] = [*parse_cards("As Kd Qh Js Tc"), 51]
    with pytest.raises(
        ValueError, match="hand 7: duplicate card 'As' at position 5: every card may come once"
    ):
        evaluate(cards)


def test_memory_that_codes_do_not_get(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise MemoryError("Unable to allocate 572. MiB")

    for name in ("evaluate_hands", "evaluate_boards"):
        monkeypatch.setattr(f"pokerdata.cards.evaluator.evaluation._evaluator.{name}", refused)
    with pytest.raises(CapacityError, match="ulimit"):
        evaluate([[0, 4, 8, 12, 17]])
    with pytest.raises(CapacityError, match="ulimit"):
        evaluate_boards([[0, 4, 8]])
