"""Programs that speak the protocol, by name: good ones and bad ones, each with its own sockets."""

import io
import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from helpers import environment
from pokerdata.cli import main
from pokerdata.errors import MatchError, TableError
from pokerdata.games import table_rules
from pokerdata.games.play import Deals, State, TimeLimits, matchstate_text
from pokerdata.matches.table import play_at_table
from pokerdata.pipeline.runner import Runner
from pokerdata.players import ProgramPlayer, Settings, find_player
from pokerdata.players.acpc.seating import listen
from pokerdata.players.find import needs_trust
from pokerdata.recipes.reading import load_plan

# Plays `sys.argv[1]` each turn; sys.argv[2] names any other behaviour. It writes all received lines to
# argv[3].
BOT = """
import os, signal, socket, subprocess, sys, time
action, manner, seen, host, port = sys.argv[1:6]
if manner == "crash":
    sys.exit(3)
if manner == "absent":
    time.sleep(60)
if manner == "greedy":
    print(len(bytearray(10 ** 9)))
if manner == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if manner == "parent":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    open(seen, "w").write(str(child.pid))
here = socket.create_connection((host, int(port)))
here.sendall(b"VERSION:3.0.0\\r\\n" if manner == "newer" else b"hello\\r\\n" if manner == "rude" else b"VERSION:2.0.0\\r\\n")
lines = here.makefile("rb")
turns = 0
for line in lines:
    if manner == "good":
        open(seen, "ab").write(line)
    position, hand, betting = line.decode().split(":")[1:4]
    n = 2
    # In these games of one street with one raise at most the players act in turn.
    made = [c for c in betting if c in "fcr"]
    if made[-2:] in (["c", "c"], ["r", "c"]) or "f" in made or len(made) % n != int(position):
        continue
    turns += 1
    if manner == "silent" and turns > 3:
        time.sleep(60)
    if manner == "leave" and turns > 3:
        sys.exit(0)
    if manner == "killed" and turns > 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if manner == "noise":
        here.sendall(b"# hello\\r\\n;\\r\\nMATCHSTATE:9:9::|:c\\r\\n" + b"x" * 10000 + b"\\r\\n")
        here.sendall(bytes(range(256)) + b"\\n")
    if manner == "flood":
        while True:
            here.sendall(b"y" * 65536 + b"\\n")
    here.sendall(line.rstrip(b"\\r\\n") + b":" + action.encode() + b"\\r\\n")
if manner == "deaf":
    time.sleep(60)
"""


@pytest.fixture
def bot(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(BOT)

    def text(action="c", manner="good", settings=""):
        words = [sys.executable, str(path), action, manner, str(tmp_path / "seen")]
        return "acpc:" + " ".join([settings, *words] if settings else words)

    return text


def _processes():
    """Return the child processes of this process, including zombies."""
    return subprocess.run(
        ["ps", "-o", "pid=,stat=,args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def _play(text, **given):
    found = play_at_table([text, "always-call"], "kuhn", trust=True, seed=4, **{"deals": 20, **given})
    assert "bot.py" not in _processes()
    return found


def test_a_program_plays_as_the_player_of_its_rule(bot):
    found = _play(bot("c"))
    ours = play_at_table(["always-call", "always-call"], "kuhn", deals=20, replays=True, seed=4)
    assert found.parts.tolist() == ours.parts.tolist()
    assert found.replays
    assert found.forfeit is None
    assert found.faults == (0, 0)


def test_it_is_sent_what_a_dealer_sends(bot, tmp_path):
    _play(bot("c"), deals=6)
    seen = (tmp_path / "seen").read_text().splitlines()
    expected = []
    game = table_rules("kuhn")
    for order in range(2):  # the second order uses another process
        for hand, (holes, board) in enumerate(Deals(game, 4)):
            if hand == 6:
                break
            state = State(game, hand=hand, hole_cards=holes, board=board)
            position = (order + hand) % 2
            texts = [matchstate_text(state, position)]
            while state.player is not None:
                state = state.apply("c")
                texts.append(matchstate_text(state, position))
            expected += texts
    assert seen == expected


@pytest.mark.parametrize("action", ["x", "r", "f"])
def test_the_table_decides_what_a_wrong_answer_becomes(bot, action):
    found = _play(bot(action))
    legal = {"x": "always-call", "r": "always-raise", "f": "always-fold"}[action]
    ours = play_at_table([legal, "always-call"], "kuhn", deals=20, replays=True, seed=4)
    assert found.parts.tolist() == ours.parts.tolist()
    assert (found.faults[0] > 0) == (action != "r")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("crash", "ended with status 3"),
        ("absent", "was not taken in time"),
        ("greedy", "ended with status 1"),
        ("rude", "expected its version, got 'hello"),
        ("silent", "took longer than the"),
        ("flood", "took longer than the"),
        ("leave", r"closed the connection \(it ended with status 0\)"),
        ("killed", r"\(it ended by SIGKILL\)"),
    ],
)
def test_who_fails_forfeits_and_nothing_of_it_stays(bot, manner, reason):
    short = TimeLimits(response_ms=1500)
    settings = "memory_mb=500 start_ms=700" if manner in ("absent", "greedy") else ""
    found = _play(bot("c", manner, settings), limits=short)
    assert found.forfeit is not None
    assert found.forfeit.player == 0
    assert re.search(reason, found.forfeit.reason), found.forfeit.reason


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["noise", "newer", "deaf"])
def test_who_is_a_nuisance_plays_on(bot, manner):
    found = _play(bot("c", manner))
    ours = play_at_table(["always-call", "always-call"], "kuhn", deals=20, replays=True, seed=4)
    assert found.forfeit is None
    assert found.parts.tolist() == ours.parts.tolist()


def test_its_children_end_with_it(bot, tmp_path):
    _play(bot("c", "parent"))
    child = int((tmp_path / "seen").read_text())
    for _ in range(100):
        try:
            if (
                Path(f"/proc/{child}/stat").exists()
                and "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]
            ):
                return  # the adopting process has yet to reap it
            os.kill(child, 0)
        except (ProcessLookupError, FileNotFoundError):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {child} still runs")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no such signal elsewhere")
def test_it_ends_when_we_are_killed(bot):
    code = (
        "import sys; from pokerdata.players import find_player\n"
        "p = find_player(sys.argv[1], 'kuhn', trust=True); p.reset(); print(p._process.pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, bot("c", "deaf")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as ours:
        assert ours.stdout is not None
        number = int(ours.stdout.readline())
        ours.kill()
    for _ in range(200):
        if not Path(f"/proc/{number}").exists():
            return
        time.sleep(0.02)
    raise AssertionError(f"process {number} still runs")


def test_somebody_else_starts_it(bot, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def come():
        for _ in range(2):  # it returns for each order of seats
            for _ in range(100):
                ended = subprocess.run(
                    [
                        sys.executable,
                        tmp_path / "bot.py",
                        "c",
                        "good",
                        tmp_path / "seen",
                        "127.0.0.1",
                        str(port),
                    ],
                    capture_output=True,
                    check=False,
                )
                if ended.returncode == 0:
                    break
                time.sleep(0.02)

    guest = threading.Thread(target=come)
    bot()
    guest.start()
    found = play_at_table([f"acpc:port={port} start_ms=20000", "always-call"], "kuhn", deals=20, seed=4)
    guest.join()
    assert found.forfeit is None
    ours = play_at_table(["always-call", "always-call"], "kuhn", deals=20, replays=True, seed=4)
    assert found.parts.tolist() == ours.parts.tolist()


@pytest.mark.slow
def test_the_command_plays_and_asks_for_trust(bot, tmp_path):
    def run(*more):
        match = ["match", bot("c"), "always-call", "--game", "kuhn", "--deals", "5", *more]
        words = [sys.executable, "-m", "pokerdata", *match]
        return subprocess.run(words, capture_output=True, text=True, env=environment(), check=False)

    refused = run()
    assert refused.returncode == 2
    assert "expected --trust" in refused.stderr
    assert not (tmp_path / "seen").exists()
    assert run("--trust").returncode == 0


def test_it_may_be_held_and_closed(bot):
    game = table_rules("kuhn")
    player = find_player(bot("c"), game, trust=True)
    assert isinstance(player, ProgramPlayer)
    holes, board = next(Deals(game, 1))
    state = State(game, hole_cards=holes, board=board)
    assert player.act(state.seen_by(0)) == "c"
    player.close()
    assert "bot.py" not in _processes()
    assert player.act(state.seen_by(0)) == "c"  # it is restarted when needed
    del player
    assert "bot.py" not in _processes()
    silent = ProgramPlayer(
        [sys.executable, "-c", "import time; time.sleep(60)"], game, Settings(start_ms=200), name="asleep"
    )
    with pytest.raises(MatchError, match="asleep: expected it to connect in time"):
        silent.reset()
    assert "time.sleep(60)" not in _processes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("acpc:", "expected a program, or a port where one comes to, got neither"),
        (
            "acpc:./no-such-program",
            "expected a program that can be run, got './no-such-program', no such program",
        ),
        ("acpc:memory_mb=lots ./x", "memory_mb: expected a whole number, got 'lots'"),
        ("acpc:memory=5 ./x", "expected memory_mb, start_ms, log in front, got memory"),
        ("acpc:memory_mb=5 port=7", "expected start_ms, port, host, token in front, got memory_mb"),
        ("acpc:port=70000", "port: expected a whole number from 0 to 65535, got 70000"),
        ("acpc:'./x", "expected words as in a shell"),
        ("acpc:/etc/passwd", "a file that may not be executed"),
    ],
)
def test_bad_names(text, message):
    with pytest.raises(ValueError, match=message):
        find_player(text, "kuhn", trust=True)


@pytest.mark.parametrize("place", [Path.mkdir, os.mkfifo])
def test_a_log_that_cannot_be_written_is_refused_at_once(place, tmp_path):
    """A pipe without a reader is refused, too; opening it would block forever."""
    place(tmp_path / "log")
    with pytest.raises(ValueError, match="log: expected a file that can be written"):
        find_player(f"acpc:log={tmp_path / 'log'} true", "kuhn", trust=True)


# --- the network ----------------------------------------------------------------------------------------------------


def _free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "", "0", "192.0.2.1", "example.org", "127.0.0.1.example.org", "localhost."]
)
def test_listening_for_other_machines_takes_trust(host):
    text = f"acpc:host={host} port={_free_port()}"
    assert needs_trust(text)
    with pytest.raises(ValueError, match=r"expected --trust .* to listen at .* for other machines"):
        find_player(text, "kuhn")
    assert isinstance(find_player(text, "kuhn", trust=True), ProgramPlayer)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "localhost", "::1"])
def test_listening_for_this_machine_takes_none(host):
    text = f"acpc:host={host} port={_free_port()}"
    assert not needs_trust(text)
    assert isinstance(find_player(text, "kuhn"), ProgramPlayer)


@pytest.mark.parametrize("section", ["tournament", "series"])
def test_a_recipe_listens_for_other_machines_only_if_it_is_trusted(section, tmp_path, monkeypatch):
    """The record states where it would listen; without trust the port stays free."""
    asked = []

    def listens(host, port):
        asked.append((host, port))
        return listen("127.0.0.1", port)

    monkeypatch.setattr("pokerdata.players.programs.listen", listens)
    port = _free_port()
    recipe = tmp_path / "r.toml"
    recipe.write_text(
        f'[{section}.a]\nagents = ["acpc:host=0.0.0.0 port={port} start_ms=1", "random"]\ngame = "kuhn"\n'
        + ("deals = 2\n" if section == "tournament" else "series = 2\nhands = 2\n")
    )
    for trust in (False, True):
        runner = Runner(load_plan(str(recipe)), tmp_path / str(trust), say=lambda _: None, trust=trust)
        if trust:
            runner.run()
        else:
            with pytest.raises(TableError, match=r"expected --trust for acpc:host=0\.0\.0\.0"):
                runner.run()
            assert asked == []
    assert set(asked) == {("0.0.0.0", port)}


SECRET = "river-7-of-9"


def test_a_token_is_taken_from_a_variable_and_shown_nowhere(bot, tmp_path, monkeypatch):
    monkeypatch.setenv("BOB_TOKEN", SECRET)
    port = _free_port()
    bot()
    text = f"acpc:port={port} token=$BOB_TOKEN start_ms=20000"
    silent = []

    def come():
        here = socket.socket()
        while here.connect_ex(("127.0.0.1", port)):  # without the token
            time.sleep(0.02)
        silent.append(here)
        guest = socket.create_connection(("127.0.0.1", port))
        guest.sendall(f"#TOKEN {SECRET}\r\nVERSION:2.0.0\r\n".encode())
        for line in guest.makefile("rb"):
            guest.sendall(line.strip() + b":c\r\n")
        guest.close()

    guest = threading.Thread(target=come, daemon=True)
    guest.start()
    found = play_at_table([text, "always-call"], "kuhn", deals=5, seed=4, replays=False)
    guest.join(20)
    silent[0].close()
    assert found.forfeit is None
    assert found.players == (text, "always-call")
    assert SECRET not in f"{found!r}{found}{found.to_dict()}{find_player(text, 'kuhn')!r}"
    assert SECRET not in repr(Settings(token=SECRET))
    monkeypatch.delenv("BOB_TOKEN")
    with pytest.raises(ValueError, match="BOB_TOKEN, which is not set"):
        find_player(text, "kuhn")


@pytest.mark.parametrize(
    "settings", [f"token={SECRET}", f"'token={SECRET}'", f"token='{SECRET}", f"start_ms=5 token='{SECRET} x'"]
)
def test_a_token_is_refused_as_a_part_of_a_name(settings, tmp_path):
    """Every command and section refuses it without showing it, before anything is written."""
    text = f"acpc:port={_free_port()} start_ms=1 {settings}"
    recipes = []
    for section in ("match", "tournament", "series"):
        recipes.append(tmp_path / f"{section}.toml")
        recipes[-1].write_text(f'[{section}.a]\nagents = ["{text}", "random", "random"]\ngame = "kuhn-3p"\n')
    for words in (
        ["match", text, "random", "--game", "kuhn"],
        ["match", text, "random", "random", "--values-from", "hands", "--reduce", "mivat"],
        ["series", text, "random", "--game", "kuhn"],
        ["series", text, "random", "random", "--game", "kuhn-3p"],
        ["play", "--against", text],
        ["connect", text, "--port", "1"],
        ["connect", text, "--port", "1", "--game", "kuhn"],
        *(["make", "-f", str(one), "--tables", str(tmp_path / "tables")] for one in recipes),
    ):
        out, errors = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(errors):
            code = main(words)
        assert code == 2, words
        assert SECRET not in out.getvalue() + errors.getvalue()
        assert "token" in errors.getvalue()
    assert not (tmp_path / "tables").exists()
