"""All hole cards on boards agree with evaluating hole cards and board together."""

import numpy as np
import pytest

from pokerdata import evaluate, parse_cards
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator import evaluate_boards


def random_boards(count: int, size: int) -> np.ndarray:
    deck = np.random.default_rng(size).random((count, 52))
    deck[: count // 2, 1::4] += 1  # half of the boards use three suits, so that flushes are frequent
    return np.argsort(deck, axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize(("size", "free"), [(3, 1176), (4, 1128), (5, 1081)])
def test_hand_by_hand(size: int, free: int) -> None:
    boards = random_boards(300, size)
    codes = evaluate_boards(boards)
    assert codes.shape == (300, 1326)
    assert codes.dtype == np.uint16
    overlap = (COMBINATIONS[None, :, :, None] == boards[:, None, None, :]).any(axis=(2, 3))
    assert np.all((~overlap).sum(axis=1) == free)
    hole = np.broadcast_to(COMBINATIONS, (300, 1326, 2))
    hands = np.concatenate([hole, np.repeat(boards[:, None], 1326, axis=1)], axis=2)
    assert np.all(codes[overlap] == 0)
    np.testing.assert_array_equal(codes[~overlap], evaluate(hands[~overlap]))
    np.testing.assert_array_equal(evaluate_boards(boards, threads=3), codes)
    np.testing.assert_array_equal(evaluate_boards(boards[:, ::-1]), codes)
    np.testing.assert_array_equal(evaluate_boards(boards.reshape(3, 100, size)), codes.reshape(3, 100, 1326))


def test_text_and_lists() -> None:
    cards = parse_cards("Ah Kd 2c")
    np.testing.assert_array_equal(evaluate_boards("Ah Kd 2c"), evaluate_boards(cards.tolist()))
    assert evaluate_boards(cards).shape == (1326,)
    assert evaluate_boards(np.zeros((0, 5), np.uint8)).shape == (0, 1326)


@pytest.mark.parametrize(
    "bad", [None, 1.5, [0.5, 1, 2], [[1, 2, 3], [1]], "Ah Kd", np.zeros((2, 6), np.uint8)]
)
def test_what_no_boards_are(bad: object) -> None:
    with pytest.raises(ValueError, match=r"^boards: expected (cards as text|shape) .*, got "):
        evaluate_boards(bad)  # type: ignore[arg-type]


def test_bad_boards() -> None:
    boards = random_boards(9, 5)
    boards[4, 2] = boards[4, 0]
    with pytest.raises(ValueError, match=r"board 4: duplicate card '..' at position 2"):
        evaluate_boards(boards)
    boards[4, 2] = 52
    with pytest.raises(ValueError, match=r"boards: expected cards 4\*rank \+ suit, 0 to 51, got 52"):
        evaluate_boards(boards)
    with pytest.raises(ValueError, match=r"threads: expected .*got -1"):
        evaluate_boards(boards[:2], threads=-1)
