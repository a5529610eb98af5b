"""Colours: text is readable everywhere, and values differ in lightness alone."""

import numpy as np
import pytest

from pokerdata._support.html import Scale, ink_on, luminance, rgb

RISING, AROUND = Scale(0, 1), Scale(-1, 2, 0)
PLACES = np.linspace(-1, 2, 400)

# Linear colours as seen without red or without green receptors (Viénot, Brettel & Mollon 1999).
NO_RED = np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]])
NO_GREEN = np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]])


def linear(colour: str) -> np.ndarray:
    return np.array([c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)])


@pytest.mark.parametrize("scale", [RISING, AROUND])
def test_letters_contrast(scale: Scale) -> None:
    for value in PLACES:
        background = scale.colour(float(value))
        dark, light = sorted((luminance(background), luminance(ink_on(background))))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("seen", [np.eye(3), NO_RED, NO_GREEN])
def test_lightness_falls(seen: np.ndarray) -> None:
    weights = np.array([0.2126, 0.7152, 0.0722])
    lightness = [weights @ seen @ linear(RISING.colour(v)) for v in np.linspace(0, 1, 60)]
    assert (np.diff(lightness) < 0).all()
    from_centre = [weights @ seen @ linear(AROUND.colour(v)) for v in np.linspace(0, 2, 60)]
    assert (np.diff(from_centre) < 0).all()


@pytest.mark.parametrize("seen", [np.eye(3), NO_RED, NO_GREEN])
def test_both_sides_of_a_centre_differ(seen: np.ndarray) -> None:
    for distance in np.linspace(0.5, 1, 10):
        below, above = (seen @ linear(Scale(-1, 1, 0).colour(sign * distance)) for sign in (-1, 1))
        assert below[2] < above[2] - 0.02  # less blue below


def test_ends() -> None:
    assert RISING.colour(-5) == RISING.colour(0) == RISING.steps(7)[0]
    assert RISING.colour(5) == RISING.colour(1) == RISING.steps(7)[-1]
    assert AROUND.position(-1) == 0.25  # the farther end has the full colour, and both sides share one scale
    assert AROUND.position(2) == 1
    assert Scale(3, 3).position(3) == Scale(3, 3, 3).position(3) == 0.5
