"""Programs in C++ and R read the table rank_codes and agree with pokerdata; skipped if not installed."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

from helpers.other_languages import program
from pokerdata import evaluate, format_cards
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.tables import rank_codes

NAME = "evaluate_from_table"


@pytest.mark.parametrize("language", ["C++", "R"])
def test_random_hands(language: str, tmp_path: Path) -> None:
    words = program(NAME, language, tmp_path)
    Runner(Plan.of(rank_codes()), tmp_path, say=lambda line: None).run(["rank_codes"])
    rng = np.random.default_rng(23)
    for size in (5, 6, 7):
        hands = np.argsort(rng.random((60, 52)), axis=1)[:, :size]
        suited = np.argsort(rng.random((20, 13)), axis=1)[:, :size] * 4 + rng.integers(4, size=(20, 1))
        cards = np.concatenate([hands, suited]).astype(np.uint8)
        texts = [format_cards(hand).replace(" ", "") for hand in cards]
        done = subprocess.run(
            [*words, tmp_path / "rank_codes.h5", *texts], capture_output=True, text=True, check=True
        )
        expected = "".join(
            f"{text} {code}\n" for text, code in zip(texts, evaluate(cards).tolist(), strict=True)
        )
        assert done.stdout == expected


@pytest.mark.parametrize("language", ["C++", "R"])
def test_what_is_no_hand(language: str, tmp_path: Path) -> None:
    words = program(NAME, language, tmp_path)
    Runner(Plan.of(rank_codes()), tmp_path, say=lambda line: None).run(["rank_codes"])
    for hand in ("AsKsQsJs", "AsKsQsJsTx", "AsKsQsJsTs9s8s7s"):
        done = subprocess.run([*words, tmp_path / "rank_codes.h5", hand], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stdout == ""
        assert hand in done.stderr
