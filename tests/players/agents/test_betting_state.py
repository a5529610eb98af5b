"""No-limit betting on real cards agrees with a slow replay of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata._core.agents import BettingState
from pokerdata.games import LIMIT_HOLDEM, NoLimitRules
from pokerdata.games.named import NOLIMIT_HOLDEM


def test_raises() -> None:
    state = BettingState(NOLIMIT_HOLDEM.core)
    assert (state.paid, state.to_call, state.least_raise, state.largest_raise) == ([50, 100], 50, 200, 10_000)
    state = BettingState(NOLIMIT_HOLDEM.core, "r350")
    assert (state.player, state.to_call, state.least_raise) == (1, 250, 600)
    state = BettingState(NOLIMIT_HOLDEM.core, "r350r9900")
    assert (state.least_raise, state.largest_raise) == (10_000, 10_000)  # all-in for less than a raise
    assert not BettingState(NOLIMIT_HOLDEM.core, "r10000").may_raise
    assert BettingState(NOLIMIT_HOLDEM.core, "r10000c").finished
    assert BettingState(NOLIMIT_HOLDEM.core, "r10000c").won(-1) == -10_000
    assert BettingState(NOLIMIT_HOLDEM.core, "cc/r250").to_call == 150
    assert BettingState(LIMIT_HOLDEM.core, "crrrc/").street == 1
    assert not BettingState(LIMIT_HOLDEM.core, "crrr").may_raise


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("r199", "expected a raise to 200 to 10000"),
        ("r10001", "expected a raise to 200 to 10000"),
        ("r300r499", "expected a raise to 500"),
        ("cf", "nothing to call"),
        ("fc", "the hand is over"),
        ("ccr300", "expected /"),
        ("r300x", "character 5"),
        ("r", "expected a raise to"),
    ],
)
def test_refusals(history: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BettingState(NOLIMIT_HOLDEM.core, history)


def test_unequal_stacks_are_worth_the_smaller() -> None:
    rules = NoLimitRules("short", stacks=(700, 5000), blinds=(50, 100), first_to_act=(1, 2))
    assert BettingState(rules.core).largest_raise == 700
    with pytest.raises(ValueError, match="expected a raise to 200 to 700"):
        BettingState(rules.core, "r900")


def test_random_hands_keep_their_chips() -> None:
    """No player pays more than its stack; the whole pot is won; raises are at least as large as the last one."""
    random = np.random.default_rng(2)
    for _ in range(300):
        history, raises = "", [0]
        while not (state := BettingState(NOLIMIT_HOLDEM.core, history)).finished:
            before, street = state.paid, state.street
            pick = random.integers(3)
            if pick == 0 and state.to_call:
                history += "f"
            elif pick == 1 and state.may_raise:
                least, most = state.least_raise, state.largest_raise
                assert max(before) < least <= most == 10_000
                assert least == most or least - max(before) == max(100, raises[-1])
                to = min(most, *(int(random.integers(least, most + 1)) for _ in range(2)))
                raises.append(to - max(before))
                history += f"r{to}"
            else:
                history += "c"
            after = BettingState(NOLIMIT_HOLDEM.core, history)
            assert max(after.paid) <= 10_000
            assert after.paid[1 - state.player] == before[1 - state.player]
            if after.street != street:
                history += "/"
                raises = [0]
        if state.folded < 0:
            assert state.paid[0] == state.paid[1] == state.won(1) == -state.won(-1)
        else:
            assert abs(state.won(0)) == state.paid[state.folded]
            assert (state.won(0) > 0) == (state.folded == 1)
