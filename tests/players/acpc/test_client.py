"""Players at a table over TCP: our client at our dealer, and invalid messages."""

import io
import random
import socket
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from helpers import environment
from players.acpc.playing import KUHN, LIMIT, NO_LIMIT, drawn
from pokerdata.errors import MatchError
from pokerdata.games import table_rules
from pokerdata.games.play import Deals, State, TableRules, TimeLimits, matchstate_text, read_matchstate
from pokerdata.players.acpc import Dealer, Played, connect
from pokerdata.players.acpc.lines import Follower


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
    dealer: Dealer, players: list[Drawn], game: TableRules, **given: str
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
def test_a_match(game: TableRules) -> None:
    players = [Drawn() for _ in range(game.players)]
    dealer = Dealer(game, "ABC"[: game.players], hands=20, seed=3)
    results = at_table(dealer, players, game)
    assert [result.chips for result in results if isinstance(result, Played)] == list(dealer.score.chips)
    assert {str(result).partition(",")[0] for result in results} == {"20 hands"}
    for player in players:
        assert player.resets == 1
        assert [state.hand for state in player.ended] == list(range(20))
        for state in player.seen:
            assert sum(bool(cards) for cards in state.hole_cards) == 1
            assert state.player is not None
            assert state.hole_cards[state.player]


@pytest.mark.parametrize(
    "name", ["kuhn-3p", "limit-holdem-3p", "nolimit-holdem", "nolimit-holdem-6p", "leduc"]
)
def test_following_is_reading(name: str) -> None:
    game = table_rules(name)
    draw = random.Random(8)
    for number, (holes, board) in zip(range(60), Deals(game, 2), strict=False):
        followers = [Follower(game) for _ in range(game.players)]
        state = State(game, hand=number, hole_cards=holes, board=board)
        while True:
            for position, follower in enumerate(followers):
                line = matchstate_text(state, position)
                if draw.random() < 0.8:  # a player that returns later misses some
                    assert follower.read(line + "\r\n") == read_matchstate(game, line)
            if state.is_terminal:
                break
            state = state.apply(draw.choice(state.legal_actions()))


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


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:3:c:AhKd||",  # other cards
        "MATCHSTATE:0:3:r:AhKh||",  # another action
        "MATCHSTATE:0:3::AhKh||",  # an action less
        "MATCHSTATE:1:3:c:|AhKh|",  # another position
        "MATCHSTATE:1:2:ff:|AhKh|",  # an earlier hand
    ],
)
def test_a_line_that_cannot_come_next_is_refused(line: str) -> None:
    game = table_rules("limit-holdem-3p")
    follower = Follower(game)
    follower.read("MATCHSTATE:0:3:c:AhKh||")
    with pytest.raises(ValueError, match="expected a line that can come after MATCHSTATE:0:3:c:"):
        follower.read(line)
    assert follower.read("MATCHSTATE:0:3:cr:AhKh||")[0].history == "cr"  # refused lines have no effect


def test_a_hand_counts_once() -> None:
    """A dealer that repeats the end of a hand does not make its player win twice."""
    hand = b"MATCHSTATE:0:7:rff:Ks||\r\n"
    found = _turned_away(hand, times=5)
    assert found.returncode == 2
    assert "expected a line that can come after MATCHSTATE:0:7:rff:Ks||" in found.stderr


def test_tokens() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=3, tokens=("river-7-of-9",), messages=messages)
    strangers: list[str] = []
    threads = [
        threading.Thread(target=lambda t=token: strangers.append(_refused(dealer.ports[1], t)), daemon=True)
        for token in ("", "river-8")
    ]
    for thread in threads:
        thread.start()
    results = at_table(dealer, [Drawn(), Drawn(), Drawn()], KUHN, token="river-7-of-9")
    assert all(isinstance(result, Played) and result.hands == 3 for result in results)
    for thread in threads:
        thread.join(20)
    assert len(strangers) == 2
    assert "river" not in messages.getvalue()


def _refused(port: int, token: str) -> str:
    with pytest.raises(MatchError, match="closed the connection before the first hand") as told:
        connect(Drawn(), KUHN, port=port, token=token)
    return str(told.value)


def test_who_shows_no_token_is_sent_away() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=3, tokens=("a" * 8, "b" * 8, "c" * 8), messages=messages, start_ms=300)
    stopped = threading.Thread(target=_stops, args=(dealer,), daemon=True)
    stopped.start()
    assert "b" * 8 not in _refused(dealer.ports[0], "b" * 8)
    _refused(dealer.ports[0], "")
    stopped.join(20)
    assert messages.getvalue().count("WARNING: somebody at seat 1 was sent away: another token") == 1
    assert messages.getvalue().count("WARNING: somebody at seat 1 was sent away: no token") == 1


def _stops(dealer: Dealer) -> None:
    with pytest.raises(MatchError):
        dealer.run()


@pytest.mark.slow
def test_the_command_fails_when_it_is_turned_away() -> None:
    """The exit code is 1 and there is no result, for a wrong token and in the middle of a hand."""
    dealer = Dealer(KUHN, "ABC", hands=3, tokens=("river-7-of-9",))
    running = threading.Thread(target=dealer.run, daemon=True)
    running.start()
    for token in ("river-7-of-8", ""):
        found = _command(dealer.ports[1], "--token", token)
        assert (found.returncode, found.stdout) == (1, "")
        assert "before the first hand" in found.stderr
    players = [
        threading.Thread(
            target=connect, args=(Drawn(), KUHN), kwargs={"port": port, "token": "river-7-of-9"}, daemon=True
        )
        for port in dealer.ports
    ]
    for player in players:
        player.start()
    for thread in (running, *players):
        thread.join(20)

    holes, board = next(Deals(KUHN, 1))
    line = matchstate_text(State(KUHN, hole_cards=holes, board=board), 1)
    found = _turned_away(f"{line}\r\n".encode())
    assert (found.returncode, found.stdout) == (1, "")
    assert "in mid-hand" in found.stderr


def test_a_dealer_that_only_talks() -> None:
    """The player reads part of the flood, and reports little of it."""
    sent: list[int] = []
    found = _turned_away(b"# all quiet\r\n" * 100, times=10_000, sent=sent)
    assert (found.returncode, found.stdout) == (1, "")
    assert len(found.stderr) < 500
    assert "100,000 bytes of comments" in found.stderr
    assert sum(sent) < 10_000_000


def _turned_away(
    data: bytes, times: int = 1, sent: list[int] | None = None
) -> subprocess.CompletedProcess[str]:
    """Return the command's output for a dealer that sends some bytes repeatedly, and then closes the connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)

        def deal() -> None:
            there, _ = listener.accept()
            with there, suppress(OSError):
                there.recv(100)
                for _ in range(times):
                    there.sendall(data)
                    if sent is not None:
                        sent.append(len(data))

        thread = threading.Thread(target=deal, daemon=True)
        thread.start()
        found = _command(listener.getsockname()[1])
        thread.join(20)
    return found


def _command(port: int, *more: str) -> subprocess.CompletedProcess[str]:
    words = ["connect", "random", "--game", "kuhn-3p", "--port", str(port), *more]
    return subprocess.run(
        [sys.executable, "-m", "pokerdata", *words],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
        timeout=60,
    )


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


class Fails(Drawn):
    def act(self, state: State) -> str:
        return str(state.apply("raise"))


def test_an_exception_is_placed_in_the_file_of_the_player() -> None:
    dealer, told = Dealer(KUHN, "ABC", hands=1, seed=3), []

    def play(seat: int) -> None:
        try:
            connect(Fails(), KUHN, port=dealer.ports[seat])
        except MatchError as error:
            told.append(str(error))

    threads = [threading.Thread(target=play, args=(seat,), daemon=True) for seat in range(3)]
    for thread in threads:
        thread.start()
    with suppress(MatchError):
        dealer.run()
    for thread in threads:
        thread.join(20)
    line = Fails.act.__code__.co_firstlineno + 1
    assert (
        f"the player failed: ValueError: action: expected 'f', 'c' or 'r', got 'raise' (test_client.py, line {line})"
    ) in told
