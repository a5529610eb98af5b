"""A person at the table."""

from typing import Any

import pytest

from pokerdata.errors import MatchError
from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.players import find_player
from pokerdata.players.session import Session

GAME = table_rules("limit-holdem-3p")


class Watcher:
    """Calls, and keeps what it saw."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.ends: list[Any] = []
        self.resets = 0

    def act(self, state: Any) -> str:
        self.seen.append(state)
        return "c"

    def reset(self) -> None:
        self.resets += 1

    def observe(self, state: Any) -> None:
        self.ends.append(state)


def session(seed: int = 1, opponents: Any = None) -> Session:
    others = opponents or [find_player("always-call", GAME), find_player("random", GAME, seed=3)]
    return Session(GAME, others, ["me", "A", "B"], seed)


def finish(of: Session, action: str = "c") -> None:
    while of.is_his_turn:
        of.act(action)


def test_seats_move_on_and_chips_stay() -> None:
    of = session()
    positions = []
    for _ in range(6):
        of.deal()
        positions.append(of.position)
        assert of.view.names[of.position] == "me"
        finish(of)
        of.close()
    assert positions == [0, 2, 1, 0, 2, 1]
    assert len(of.hands) == 6
    for hand in of.hands:
        assert sum(hand.state.returns()) == 0
        assert hand.won == hand.state.returns()[hand.position]
    assert of.total == sum(hand.won for hand in of.hands)
    assert of.won.mean == pytest.approx(float(of.total) / 6)


def test_a_finished_hand_is_shown_once() -> None:
    """Closing a hand again shows nothing more, also where the person never acted in it."""
    watcher = Watcher()
    of = session(opponents=[watcher, Watcher()])
    for hands in (1, 2, 3):
        of.deal()
        while of.is_his_turn:
            of.act("f" if of.view.can_fold else "c")
        of.close()
        of.close()
        assert len(watcher.ends) == hands


def test_nobody_sees_the_cards_of_others_while_they_play() -> None:
    watcher = Watcher()
    of = session(opponents=[watcher, Watcher()])
    for _ in range(5):
        of.deal()
        while of.is_his_turn:
            view = of.view
            assert [bool(cards) for cards in view.hole_cards].count(True) == 1
            assert view._board == view.board
            of.act("c")
        of.close()
    assert watcher.resets == 1
    assert len(watcher.ends) == 5
    for state in watcher.seen:
        assert [bool(cards) for cards in state.hole_cards].count(True) == 1
        assert state.hole_cards[state.player]
        assert state._board == state.board


def test_taking_back() -> None:
    of = session(seed=4)
    of.deal()
    before = of.view
    of.act("r")
    assert of.take_back() == before
    with pytest.raises(ValueError, match="take back: expected an action of yours"):
        of.take_back()
    finish(of, "c")
    assert len(of.hands) == 1
    of.take_back()
    assert len(of.hands) == 0
    finish(of)
    assert of.hands[0].taken_back == 2
    of.close()
    with pytest.raises(ValueError, match="take back"):
        of.take_back()


def test_bad_actions_leave_the_hand_as_it_is() -> None:
    of = session()
    with pytest.raises(ValueError, match="expected one that was begun"):
        _ = of.view
    of.deal()
    before = of.view
    with pytest.raises(ValueError, match="action: expected 'f', 'c' or 'r'"):
        of.act("x")
    assert of.view == before
    assert not of.may_take_back
    with pytest.raises(ValueError, match="got one that is going on"):
        of.deal()
    finish(of)
    with pytest.raises(ValueError, match="it is not your turn"):
        of.act("c")
    with pytest.raises(ValueError, match="opponents: expected 2"):
        Session(GAME, [], ["me"], 1)
    with pytest.raises(ValueError, match="names: expected 3"):
        Session(GAME, of.opponents, ["me"], 1)


class _Answers:
    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def act(self, state: State) -> str:
        if self.answer is None:
            raise KeyError("mine")
        return self.answer


def test_opponents_answers_are_fitted_as_at_other_tables() -> None:
    game = table_rules("nolimit-holdem")
    session = Session(game, [_Answers("r1")], ["me", "it"], 3)
    state = session.deal()
    while not state.is_terminal:
        state = session.act("c")
    assert len(session.hands) == 1
    assert "r" in state.history
    assert state.history.count("r1/") == 0


def test_an_opponent_who_fails_leaves_the_hand_as_it_is() -> None:
    game = table_rules("kuhn")
    session = Session(game, [_Answers("c")], ["me", "it"], 3)
    state = session.deal()
    session.opponents[0].answer = None  # type: ignore[attr-defined]
    before = session.view
    with pytest.raises(MatchError, match=r"it failed: KeyError: 'mine' \(test_session\.py, line \d+\)"):
        session.act("c")
    assert session.view == before == state
    assert session.is_his_turn
    assert not session.may_take_back
    assert not session.hands
