"""Players that use a solved tournament: each hand of the table, exact winnings against a caller, and other games."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata.cards import COMBINATIONS, HEADS_UP_BOARDS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.cards.preflop.matchups import class_results
from pokerdata.errors import TableError
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules
from pokerdata.matches.table import play_at_table
from pokerdata.players import find_player
from pokerdata.players.jam_fold import JamFoldPlayer
from pokerdata.solving.jam_or_fold import JamFold, jam_fold

HOLES = [COMBINATIONS[int(np.flatnonzero(at == CLASS_OF_COMBINATION)[0])] for at in range(CLASS_COUNT)]


@pytest.fixture(scope="module", params=["jam-fold", "any"])
def found(request: pytest.FixtureRequest) -> JamFold:
    return jam_fold(20, (1, 2), 1, opponent=request.param, iterations=60)


def game(big: int = 10, small: int = 10, times: int = 1) -> TableRules:
    """Return no-limit hold'em with these stacks; the big blind sits first, as in the competition."""
    return replace(
        table_rules("nolimit-holdem"), stacks=(big * times, small * times), blinds=(2 * times, times)
    )


def state_of(rules: TableRules, history: str, position: int, hole: Any, hand: int = 0) -> State:
    holes: list[Any] = [(), ()]
    holes[position] = tuple(int(card) for card in hole)
    state = State(rules, hand=hand, hole_cards=holes)
    for action in history.split():
        state = state.apply(action)
    assert state.player == position
    return state


@pytest.mark.parametrize("small", [2, 3, 7, 10, 14, 17, 18])
@pytest.mark.parametrize("times", [1, 50])
def test_each_hand_by_the_table(found: JamFold, small: int, times: int) -> None:
    """Unmixed hands are checked: in the small blind, facing an all-in, and after the small blind limps or raises little."""
    rules = game(20 - small, small, times)
    player = JamFoldPlayer(found, rules)
    row = found.tournament.row
    s = found.strategy
    all_in = min(small, 20 - small)
    answer = s.call if s.answer is None else s.answer
    spots = [(1, "", s.jam[row(small)], f"r{small * times}", "f")]
    if all_in > 2:
        spots.append((0, f"r{small * times}", s.call[row(20 - small)], "c", "f"))
        spots.append((0, "c", answer[row(20 - small)], f"r{(20 - small) * times}", "c"))
        if all_in > 4:
            spots.append((0, f"r{4 * times}", answer[row(20 - small)], f"r{(20 - small) * times}", "f"))
    for position, history, chances, goes, gives_up in spots:
        for hole, chance in zip(HOLES, chances, strict=True):
            if chance in (0, 1):
                state = state_of(rules, history, position, hole)
                if goes[0] == "r":
                    wanted = f"r{state.max_raise_to}" if state.can_raise else "c"
                    assert wanted in (goes, "c", f"r{all_in * times}")
                else:
                    wanted = goes
                assert player.act(state) == (wanted if chance else gives_up)


def test_mixed_hands_as_often_as_the_table_says(found: JamFold) -> None:
    rules = game()
    jam = found.strategy.jam[found.tournament.row(10)]
    at = int(np.abs(jam - 0.5).argmin())
    player = JamFoldPlayer(found, rules, seed=5)
    hands = 1000
    jammed = sum(player.act(state_of(rules, "", 1, HOLES[at], hand)) != "f" for hand in range(hands))
    assert abs(jammed / hands - jam[at]) <= 4 * 0.5 / hands**0.5


def test_exact_winnings_against_who_always_calls(found: JamFold) -> None:
    """The opponent limps in the small blind and calls all jams; after a check, two blinds go to showdown."""
    won, tied, met = (array.astype(float) for array in class_results())
    ahead = (
        2 * won + tied
    ) / HEADS_UP_BOARDS - met  # wins less losses, by the hand classes of player and opponent
    ahead = ahead.sum(axis=1) / met.sum()
    row = found.tournament.row(10)
    s = found.strategy
    answer = (s.call if s.answer is None else s.answer)[row]
    dealt = met.sum(axis=1) / met.sum()
    small = (s.jam[row] * 10 * ahead - (1 - s.jam[row]) * dealt).sum()
    big = ((answer * 10 + (1 - answer) * 2) * ahead).sum()
    result = play_at_table([JamFoldPlayer(found, game()), "always-call"], game(), deals=1000, seed=2)
    estimate, mean = result.won[0], (small + big) / 2  # chips per hand
    assert abs(estimate.mean - mean) < 2 * estimate.half_width
    assert result.faults == (0, 0)


def test_by_name(found: JamFold, tmp_path: Path) -> None:
    found.save(tmp_path / "ten.h5")
    for name in ("jam-fold:ten", f"jam-fold:{tmp_path / 'ten.h5'}"):
        player = find_player(name, game(), tables=tmp_path)
        assert repr(player).startswith(f"JamFoldPlayer({name[:40]!r}"[:-1])
    with pytest.raises(TableError, match="table eleven is not in"):
        find_player("jam-fold:eleven", game(), tables=tmp_path)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            table_rules("limit-holdem"),
            "expected no-limit hold'em for two without an ante, got heads-up limit",
        ),
        (replace(game(), ante=1), "expected no-limit hold'em for two without an ante"),
        (
            game(20, 20),
            r"expected blinds of 1/2 and 20 chips .* got 1/2 and 40 .*"
            r"`pokerdata jam-fold --chips 40 --blinds 1/2`",
        ),
        (replace(game(), blinds=(4, 2)), "got 2/4 and 20"),
        (replace(game(times=2), stacks=(21, 19)), "expected stacks that are multiples of 2, got 21"),
    ],
)
def test_other_games(found: JamFold, rules: TableRules, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        JamFoldPlayer(found, rules)
