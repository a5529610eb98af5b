"""Learning a weight: steps by hand, and climbing a known hill."""

import pytest

from pokerdata.games.no_thanks import StepRule, learn_weight


def test_steps_by_hand() -> None:
    asked: list[float] = []

    def wins(weight: float) -> float:
        asked.append(weight)
        return -abs(weight - 3)

    found = learn_weight(wins, 0, probe=1, rate=2, decay=0.5, steps=3)
    assert asked == [1, -1, 3, 1, 4, 2]
    assert list(found.weights) == [0, 2, 3, 3]
    assert found.learned == 3
    assert list(found.ups[:2]) == [-2, 0]
    assert list(found.downs[:2]) == [-4, -2]
    assert repr(found) == "Course(from 0 to 3, 3 steps)"


def test_gradients_by_hand() -> None:
    found = learn_weight(lambda w: -w * w, 3, probe=0.5, rate=0.25, decay=1, steps=2, rule="gradient")
    assert found.weights == pytest.approx((3, 1.5, 0.75)), "the gradient is -2 w"


def test_no_step_on_flat_ground() -> None:
    rules: list[StepRule] = ["sign", "gradient"]
    for rule in rules:
        found = learn_weight(lambda w: float(w > 2), -4, rule=rule)
        assert set(found.weights) == {-4}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"start": float("inf")}, "start: expected a finite number, got inf"),
        ({"probe": 0}, "probe: expected a number above 0, 1e.06 at most, got 0"),
        ({"decay": 1.5}, r"decay: expected a number above 0, 1 at most, got 1\.5"),
        ({"rate": float("nan")}, "rate: expected a number above 0, .* got nan"),
        ({"steps": 0}, "steps: expected a whole number from 1"),
        ({"rule": "luck"}, "rule: expected sign or gradient, got 'luck'"),
    ],
)
def test_arguments_that_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        learn_weight(lambda w: w, **{"start": 0, **arguments})  # type: ignore[arg-type]
