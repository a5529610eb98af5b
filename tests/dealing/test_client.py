"""Players at a table over TCP: ours at our dealer, and what they are refused."""

import io
import random
import threading

import pytest

from dealing.playing import KUHN, LIMIT, NO_LIMIT, drawn
from pokerdata.dealing import Dealer, Played, connect
from pokerdata.dealing.following import Follower
from pokerdata.errors import MatchError
from pokerdata.play import (
    Deals,
    GameDefinition,
    State,
    TimeLimits,
    find_definition,
    matchstate_text,
    read_matchstate,
)


class Drawn:
    """A player that keeps what it sees."""

    def __init__(self) -> None:
        self.resets = 0
        self.seen: list[State] = []
        self.ended: list[State] = []

    def reset(self) -> None:
        self.resets += 1

    def act(self, state: State) -> str:
        self.seen.append(state)
        return drawn(state)

    def observe(self, state: State) -> None:
        self.ended.append(state)


def at_table(
    dealer: Dealer, players: list[Drawn], game: GameDefinition, **given: str
) -> list[Played | Exception]:
    results: list[Played | Exception] = [MatchError("it did not end")] * len(players)

    def play(seat: int) -> None:
        try:
            results[seat] = connect(players[seat], game, port=dealer.ports[seat], **given)  # type: ignore[arg-type]
        except (MatchError, ValueError) as error:
            results[seat] = error

    threads = [threading.Thread(target=play, args=(seat,), daemon=True) for seat in range(len(players))]
    for thread in threads:
        thread.start()
    dealer.run()
    for thread in threads:
        thread.join(20)
    return results


@pytest.mark.parametrize("game", [KUHN, LIMIT, NO_LIMIT], ids=["kuhn", "limit", "no-limit"])
def test_a_match(game: GameDefinition) -> None:
    players = [Drawn() for _ in range(game.players)]
    dealer = Dealer(game, "ABC"[: game.players], hands=20, seed=3)
    results = at_table(dealer, players, game)
    assert [result.chips for result in results if isinstance(result, Played)] == list(dealer.score.chips)
    assert {str(result).partition(",")[0] for result in results} == {"20 hands"}
    for player in players:
        assert player.resets == 1
        assert [state.hand for state in player.ended] == list(range(20))
        for state in player.seen:
            assert sum(bool(cards) for cards in state.holes) == 1
            assert state.position is not None
            assert state.holes[state.position]


@pytest.mark.parametrize(
    "name", ["kuhn-3p", "limit-holdem-3p", "nolimit-holdem", "nolimit-holdem-6p", "leduc"]
)
def test_following_is_reading(name: str) -> None:
    game = find_definition(name)
    draw = random.Random(8)
    for number, (holes, board) in zip(range(60), Deals(game, 2), strict=False):
        followers = [Follower(game) for _ in range(game.players)]
        state = State(game, hand=number, holes=holes, board=board)
        while True:
            for position, follower in enumerate(followers):
                line = matchstate_text(state, position)
                if draw.random() < 0.8:  # who comes back later misses some
                    assert follower.read(line + "\r\n") == read_matchstate(game, line)
            if state.finished:
                break
            state = state.after(draw.choice(state.legal_actions))


def test_following_refuses_what_reading_refuses() -> None:
    follower = Follower(LIMIT)
    follower.read("MATCHSTATE:0:0:c:AhKh||")
    for line in (
        "MATCHSTATE:0:0:cx:AhKh||",
        "MATCHSTATE:0:0:ccc:AhKh||",
        "MATCHSTATE:0:0:ccc/:AhKh||",
        "MATCHSTATE:0:0:ccc/:AhKh||/AhKdJd",
        "MATCHSTATE:0:0:c:AhKh||/2c3c4c",
        "",
    ):
        with pytest.raises(ValueError, match="MATCHSTATE, column") as told:
            follower.read(line)
        with pytest.raises(ValueError, match="MATCHSTATE, column") as read:
            read_matchstate(LIMIT, line)
        assert str(told.value) == str(read.value)


def test_tokens() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=3, tokens=("river-7-of-9",), messages=messages)
    strangers = []
    for token in ("", "river-8"):
        thread = threading.Thread(
            target=lambda t=token: strangers.append(_refused(dealer.ports[1], t)), daemon=True
        )
        thread.start()
    results = at_table(dealer, [Drawn(), Drawn(), Drawn()], KUHN, token="river-7-of-9")
    assert all(isinstance(result, Played) and result.hands == 3 for result in results)
    assert "river" not in messages.getvalue()


def _refused(port: int, token: str) -> Played:
    return connect(Drawn(), KUHN, port=port, token=token)


def test_who_shows_no_token_is_sent_away() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=3, tokens=("a" * 8, "b" * 8, "c" * 8), messages=messages, start_ms=300)
    stopped = threading.Thread(target=_stops, args=(dealer,), daemon=True)
    stopped.start()
    assert _refused(dealer.ports[0], "b") == Played(0, 0)  # type: ignore[arg-type]
    assert _refused(dealer.ports[0], "") == Played(0, 0)  # type: ignore[arg-type]
    stopped.join(20)
    assert messages.getvalue().count("WARNING: somebody at seat 1 was sent away: another token") == 1
    assert messages.getvalue().count("WARNING: somebody at seat 1 was sent away: no token") == 1


def _stops(dealer: Dealer) -> None:
    with pytest.raises(MatchError):
        dealer.run()


def test_nobody_there() -> None:
    with Dealer(KUHN, "ABC", hands=1) as dealer:
        port = dealer.ports[0]
    with pytest.raises(MatchError, match=f"no dealer at 127.0.0.1:{port}"):
        connect(Drawn(), KUHN, port=port, wait=0.1)


def test_a_match_that_ends_in_mid_hand_is_told() -> None:
    dealer = Dealer(KUHN, "ABC", hands=3, limits=TimeLimits(response_ms=30))

    class Slow(Drawn):
        def act(self, state: State) -> str:
            threading.Event().wait(0.2)
            return "c"

    found: list[Exception] = []

    def play(port: int, player: Drawn) -> None:
        try:
            connect(player, KUHN, port=port)
        except MatchError as error:
            found.append(error)

    threads = [
        threading.Thread(target=play, args=(port, player), daemon=True)
        for port, player in zip(dealer.ports, (Slow(), Drawn(), Drawn()), strict=True)
    ]
    for thread in threads:
        thread.start()
    with pytest.raises(MatchError, match="seat 1 ran out of time"):
        dealer.run()
    for thread in threads:
        thread.join(20)
    assert len(found) == 3
    assert all("in mid-hand" in str(error) or "could not send" in str(error) for error in found)
