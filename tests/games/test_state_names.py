"""Names of private states: structured in memory, plain text in tables."""

import pytest

from pokerdata.games import StateNames, leduc, load_game


def test_hands_and_boards_of_leduc() -> None:
    first, second = leduc().state_names
    assert first.hands == ("J", "Q", "K")
    assert first.boards == ("", "", "")
    assert sorted(zip(second.hands, second.boards, strict=True)) == sorted(
        (h, b) for h in "JQK" for b in "JQK"
    )
    assert sorted(second) == sorted(f"{h} on {b}" for h in "JQK" for b in "JQK")


@pytest.mark.parametrize("name", ["kuhn", "twelve-card", "small-island"])
def test_whole_names_are_read_back(name: str) -> None:
    build = load_game(name).build
    assert build is not None
    for names in build().state_names:
        texts = list(names)
        assert StateNames.of_texts(texts) == names
        assert len(names) == len(set(texts)) == len(texts)
        assert [names[i] for i in range(len(names))] == texts
        assert list(names[1:3]) == texts[1:3]


def test_each_hand_has_a_board() -> None:
    with pytest.raises(ValueError, match="got 2 hands and 1 boards"):
        StateNames(("J", "Q"), ("",))
