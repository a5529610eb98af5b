"""`pokerdata eval`: what it says, and one clear line for what it cannot evaluate."""

import json

import pytest

from pokerdata.cli import main


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "As Ks Qs Js Ts"]) == 0
    assert capsys.readouterr().out == (
        "As Ks Qs Js Ts: royal flush\n"
        "strength code  0xFFC0 = 65472\n"
        "class          7461 of 0 to 7461\n"
        "category       straight flush\n"
        "Brecher        0x080E0000\n"
    )


@pytest.mark.parametrize("hand", [["qc", "qd", "ah", "9S", "4c", "3d", "2h"], ["QcQdAh9s4c3d2h"]])
def test_as_json(hand: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "--json", *hand]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "cards": ["Qc", "Qd", "Ah", "9s", "4c", "3d", "2h"],
        "words": "pair of queens, kickers A 9 4",
        "category": "pair",
        "code": 14 << 11 | 11 * 169 + 7 * 13 + 2,
        "class": 3665,
        "brecher": 0x010C1084,
    }


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Xx", "bad card 'Xx': want a rank of"),
        ("As Ks Qs Js As", "duplicate card 'As' at position 4"),
        ("As Ks Qs Js", "bad number of cards 4: want 5, 6 or 7"),
        ("As Ks Qs Js Ts 9s 8s 7s", "bad number of cards 8: want 5, 6 or 7"),
        ("", "bad number of cards 0: want 5, 6 or 7"),
    ],
)
def test_what_cannot_be_evaluated(hand: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", hand]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error: {words}")
    assert err.count("\n") == 1


def test_no_cards_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
