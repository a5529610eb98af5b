"""`pokerdata eval`: its output, and one clear line for input that it cannot evaluate."""

import json

import pytest

from pokerdata.cli import main


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "As Ks Qs Js Ts"]) == 0
    assert capsys.readouterr().out == (
        "As Ks Qs Js Ts: royal flush\n"
        "strength code  0xFFC0 = 65472\n"
        "class          7461 of 0 to 7461\n"
        "percentile     99.9999 % of all hands of 5 cards (ties count half)\n"
        "category       straight flush\n"
        "Brecher        0x080E0000\n"
    )


@pytest.mark.parametrize("hand", [["qc", "qd", "ah", "9S", "4c", "3d", "2h"], ["QcQdAh9s4c3d2h"]])
def test_as_json(hand: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "--json", *hand]) == 0
    said = json.loads(capsys.readouterr().out)
    # 23,294,460 hands are high cards; of the 58,627,800 pairs, those with a lower rank or kickers are weaker.
    assert 23_294_460 / 133_784_560 < said.pop("percentile") < 81_922_260 / 133_784_560
    assert said == {
        "cards": ["Qc", "Qd", "Ah", "9s", "4c", "3d", "2h"],
        "words": "pair of queens, kickers A 9 4",
        "category": "pair",
        "code": 14 << 11 | 11 * 169 + 7 * 13 + 2,
        "class": 3665,
        "brecher": 0x010C1084,
    }


def test_several_hands_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "2c 2d 2h 2s 3c", "As Ks Qs Js Ts"]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    assert blocks[0].startswith("2c 2d 2h 2s 3c: four of a kind, twos, kicker 3\nstrength code")
    assert blocks[1].startswith("As Ks Qs Js Ts: royal flush\nstrength code")
    assert blocks[2] == "winner         As Ks Qs Js Ts\n"


def test_several_hands_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["AcKdQhJs9c", "7c 5d 4h 3s 2c", "AhKcQcJc9d2c3d"]
    assert main(["eval", "--json", *hands]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [hand["class"] for hand in said["hands"]] == [1276, 0, 1276]
    assert said["winners"] == [0, 2]
    assert main(["eval", *hands]) == 0
    assert capsys.readouterr().out.endswith("\n\ntie            Ac Kd Qh Js 9c | Ah Kc Qc Jc 9d 2c 3d\n")


@pytest.mark.parametrize(
    "arguments", [["As Ks", "Qs Js Ts"], ["As", "Ks", "Qs", "Js", "Ts"], ["AsKsQs", "JsTs"]]
)
def test_cards_in_several_arguments_are_one_hand(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", *arguments]) == 0
    assert capsys.readouterr().out.startswith("As Ks Qs Js Ts: royal flush\n")


def test_a_bad_hand_among_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "As Ks Qs Js Ts", "As Ks Qs Js Ts 9s 8s 7s"]) == 2
    assert capsys.readouterr().err == "error: hand: expected 5, 6 or 7 cards, got 8; e.g. 'As Ks Qs Js Ts'\n"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Xx", "card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'Xx'"),
        ("As Ks Qs Js As", "duplicate card 'As' at position 4"),
        ("As Ks Qs Js", "hand: expected 5, 6 or 7 cards, got 4"),
        ("As Ks Qs Js Ts 9s 8s 7s", "hand: expected 5, 6 or 7 cards, got 8"),
        ("", "hand: expected 5, 6 or 7 cards, got 0"),
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
