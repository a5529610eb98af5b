"""A tournament in progress: its live output, and interruptions that change no bit."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from helpers import environment
from helpers.screen import screen
from pokerdata.games import table_rules
from pokerdata.matches.tournaments.standings import Course
from pokerdata.matches.tournaments.tournament_table import TournamentTable
from pokerdata.pipeline.plan import Moment
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan
from pokerdata.recipes.table_kinds import open_table
from pokerdata.reports.pages import tournament
from pokerdata.reports.pages.tournament import live_page

AGENTS = ("always-call", "always-raise", "random", "always-fold")
TEXT = """
[tournament.all]
game = "kuhn-3p"
agents = ["always-call", "always-raise", "random", "always-fold"]
deals = {deals}
seed = 7
ranking = "instant-runoff"
replay = true
title = "Four & more"
"""
MATCHES = 5  # four groups of three, and the match of the remaining players


def recipe(folder: Path, deals: int = 4) -> str:
    path = folder / "recipe.toml"
    path.write_text(TEXT.format(deals=deals))
    return str(path)


def content(tables: Path) -> dict[str, str]:
    """Return the digests of the table without the thinking times, which always differ."""
    with open_table("all_tournament", tables=tables) as table:
        return {name: digest for name, digest in table.digests.items() if name != "seconds"}


def words(page: str) -> str:
    """Return the visible text of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<body>")[2]).split())


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tournament pages of this process as they are written."""
    found: list[str] = []
    page = live_page

    def noted(title: str, course: Course, moment: Moment) -> str:
        found.append(page(title, course, moment))
        return found[-1]

    monkeypatch.setattr("pokerdata.recipes.tournament.live_page", noted)
    return found


def test_the_page_is_written_while_it_is_played(pages: list[str], tmp_path: Path) -> None:
    said: list[str] = []
    runner = Runner(load_plan(recipe(tmp_path)), tmp_path / "tables", say=said.append)
    runner.run(["all_live", "all_standings"])
    told = [words(page) for page in pages]
    starts = [f"Four &amp; more {k} of 4 matches played" for k in range(5)]
    starts += [f"Four &amp; more {k} of 1 match of round 2 played" for k in range(2)]
    assert [next((s for s in starts if page.startswith(s)), page) for page in told] == [*starts, starts[-1]]
    for page in pages:
        assert '<meta http-equiv="refresh" content="5">' in page
    assert "the whole page follows in a moment" in told[-1]
    assert "Standings so far" in told[2]
    lines = [line for line in said if line.startswith("  all_tournament: ")]
    assert len(lines) == MATCHES
    assert lines[4].startswith("  all_tournament: round 2, match 1 of 1: ")

    # The final page, at the same address, is the ordinary one.
    last = (tmp_path / "tables" / "all_live.html").read_text(encoding="utf-8")
    assert "refresh" not in last
    assert "Standings so far" not in words(last)
    ordinary = (tmp_path / "tables" / "all_standings.md").read_text(encoding="utf-8")
    for heading in re.findall(r"^##? (.*)", ordinary, re.MULTILINE):
        assert re.search(rf"<h\d>{re.escape(heading.replace('&', '&amp;'))}</h\d>", last)
    for number in re.findall(r"[+-]\d+\.\d", ordinary):
        assert number in last


def test_a_page_that_nothing_follows_is_not_loaded_anew(pages: list[str], tmp_path: Path) -> None:
    runner = Runner(load_plan(recipe(tmp_path)), tmp_path / "tables", say=lambda _: None)
    runner.run(["all_tournament"])
    assert "refresh" in pages[-2]
    assert "refresh" not in pages[-1]
    assert "pokerdata make writes the whole page" in words(pages[-1])
    assert (tmp_path / "tables" / "all_live.html").read_text(encoding="utf-8") == pages[-1]
    # It is not mistaken for a page made by a stage.
    (status,) = (s for s in runner.survey() if s.stage.name == "all_live")
    assert status.word == "missing"
    runner.run(["all_live"])
    assert "Standings so far" not in (tmp_path / "tables" / "all_live.html").read_text(encoding="utf-8")


def test_the_page_says_how_far_it_is(tmp_path: Path) -> None:
    Runner(load_plan(recipe(tmp_path)), tmp_path, say=lambda _: None).run(["all_tournament"])
    table = open_table("all_tournament", tables=tmp_path)
    assert isinstance(table, TournamentTable)
    course = Course(AGENTS, table_rules("kuhn-3p"), (table.results[:2],), (AGENTS,), 4)
    moment = Moment(30, 48, "always-call v random", 75.0, "2026-01-31 23:59:59")
    told = words(live_page("Four", course, moment))
    assert told.startswith(
        "Four 2 of 4 matches played ; now always-call v random; 62 % of the hands; about 1 min 15 s left. "
        "As of 2026-01-31 23:59:59; this page loads itself anew every 5 seconds."
    )
    for name, value in zip(table.results[1].players, table.results[1].won, strict=True):
        assert f"{name} {100 * value.mean:+.1f} ± ".replace("+0.0", "0.0") in told
    stopped = live_page("Four", course, Moment(30, 48, when="2026-01-31 23:59:59", ended="stopped"))
    assert "stopped at 2026-01-31 23:59:59. The same command goes on" in words(stopped)
    assert f'content="{tournament.REFRESH}"' in stopped, "it may go on"
    nothing = Course(AGENTS, table_rules("kuhn-3p"), ((),), (AGENTS,), 4)
    told = words(live_page("Four", nothing, Moment()))
    assert "0 of 4 matches played" in told
    assert "the ante being 1 chip, with" in told
    assert told.endswith("What each wins in each match No match is over yet.")


def test_a_title_is_text(tmp_path: Path) -> None:
    nothing = Course(AGENTS, table_rules("kuhn-3p"), ((),), (AGENTS,), 4)
    html = live_page("<img src=x>\n## \x1b[2J&lt;", nothing, Moment())
    assert "<img" not in html
    assert "\x1b" not in html
    assert words(html).startswith("&lt;img src=x&gt; ## [2J&amp;lt; 0 of 4")


BOT = """
class Broken:
    def act(self, state):
        if state.hand == 2:
            raise RuntimeError("out of | luck <b>")
        return "c"
"""


def test_who_forfeited_is_told(pages: list[str], tmp_path: Path) -> None:
    bot = tmp_path / "bots.py"
    bot.write_text(BOT)
    path = tmp_path / "recipe.toml"
    path.write_text(f"""
[tournament.all]
game = "limit-holdem"
agents = ["always-call", "random", "{bot}:Broken"]
deals = 10
""")
    runner = Runner(load_plan(str(path)), tmp_path / "tables", say=lambda _: None, trust=True)
    runner.run(["all_tournament"])
    told = words(pages[2])
    assert "forfeited 1" in told
    broken = f"{bot}:Broken forfeited v always-call : RuntimeError: out of | luck &lt;b&gt; (bots.py, line 5)"
    assert broken in told
    table = open_table("all_tournament", tables=tmp_path / "tables")
    stage = runner.plan.stages["all_tournament"]
    assert stage.summary is not None
    assert [line for line in stage.summary(table) if line.startswith("   ")] == [
        f"   forfeited v {other}: RuntimeError: out of | luck <b> (bots.py, line 5)"
        for other in ("always-call", "random")
    ]
    runner.run(["all_live", "all_standings"])
    assert "| forfeited 2 |" in (tmp_path / "tables" / "all_standings.md").read_text(encoding="utf-8")


WORDS = """
class Broken:
    def act(self, state):
        raise RuntimeError("half \\udc80 a character, zero \\0 and\\nnext line")
"""


def test_any_words_of_a_bot_can_be_kept(tmp_path: Path) -> None:
    bot = tmp_path / "bots.py"
    bot.write_text(WORDS)
    path = tmp_path / "recipe.toml"
    path.write_text(f"""
[tournament.all]
game = "kuhn"
agents = ["always-call", "{bot}:Broken", "random"]
deals = 4
""")
    plan = load_plan(str(path))

    def made(folder: str, stop: str) -> TournamentTable:
        def said(line: str) -> None:
            if stop in line:
                raise KeyboardInterrupt

        runner = Runner(plan, tmp_path / folder, say=said, trust=True)
        if stop != "never":
            with pytest.raises(KeyboardInterrupt):
                runner.run(["all_tournament"])
        runner.say = lambda _: None
        runner.run(["all_tournament"])
        table = open_table("all_tournament", tables=tmp_path / folder)
        assert isinstance(table, TournamentTable)
        return table

    whole, broken = made("whole", "never"), made("broken", "match 2 of 3")
    (forfeit, *_) = (result.forfeit for result in whole.results if result.forfeit is not None)
    assert forfeit.reason == (
        "RuntimeError: half \\udc80 a character, zero \\x00 and\\nnext line (bots.py, line 4)"
    )
    assert broken.attributes["forfeits"] == whole.attributes["forfeits"]
    assert [r.forfeit for r in broken.results] == [r.forfeit for r in whole.results]


def command(recipe: str, tables: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pokerdata",
        "make",
        "all_tournament",
        "-f",
        recipe,
        "--tables",
        str(tables),
    ]


def kept(tables: Path) -> int:
    """Return the number of finished matches."""
    return len(list(tables.glob(".shards/all_tournament/*/[!.]*.npz")))


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_comes_to_the_same_bits(tmp_path: Path) -> None:
    made = recipe(tmp_path, deals=120)
    Runner(load_plan(made), tmp_path / "whole", say=lambda _: None).run(["all_tournament"])
    expected = content(tmp_path / "whole")
    times, tables = random.Random(3), tmp_path / "tables"
    stopped = []
    for number in range(3):
        before = kept(tables)
        page = tables / "all_live.html"
        page.unlink(missing_ok=True)
        process = subprocess.Popen(
            command(made, tables),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
        )
        # Somewhere in a match after the first or second that this run completes, or in its first one.
        aim = before + times.randrange(2)
        while process.poll() is None and (kept(tables) < aim or not page.is_file()):
            time.sleep(0.005)
        time.sleep(times.uniform(0, 0.1))
        process.send_signal(signal.SIGINT if number % 2 else signal.SIGKILL)
        if process.wait(timeout=30) == 0:
            break
        assert kept(tables) >= before, "what is over is not lost"
        stopped.append(kept(tables))
        if process.returncode == 130:
            assert "stopped at" in page.read_text(encoding="utf-8")
    assert len(stopped) > 1
    assert stopped[0] < MATCHES
    subprocess.run(command(made, tables), check=True, stdout=subprocess.DEVNULL, env=environment())
    assert content(tables) == expected
    assert kept(tables) == 0


@pytest.mark.slow
def test_on_a_terminal(tmp_path: Path) -> None:
    """Standings appear and disappear, Ctrl-C leaves the terminal clean, and the command resumes to the same bits."""
    made = recipe(tmp_path, deals=150)
    Runner(load_plan(made), tmp_path / "whole", say=lambda _: None).run(["all_tournament"])
    child, controller = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored in background jobs
        settings = environment(TERM="xterm", COLUMNS="80", LINES="24")
        os.execve(sys.executable, command(made, tmp_path / "tables"), settings)
    modes = termios.tcgetattr(controller)
    modes[3] |= termios.NOFLSH  # else Ctrl-C discards unread output
    termios.tcsetattr(controller, termios.TCSANOW, modes)
    written, asked = "", False
    while True:
        if select.select([controller], [], [], 60)[0]:
            try:
                written += os.read(controller, 65536).decode()
            except OSError:
                break
        if not asked and "1 of 4 matches; three-player Kuhn poker" in written:
            os.write(controller, b"\x03")
            asked = True
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    os.close(controller)
    drawn = screen(written[: written.index("  [", written.index("1 of 4 matches"))])
    assert drawn[1] == "1 of 4 matches; three-player Kuhn poker"
    assert drawn[3].startswith("  1  always-")
    assert [line for line in screen(written) if line and line != "^C"] == [
        "[1/1] all_tournament: missing",
        "error: interrupted while making all_tournament; what is finished is kept, the",
        "  same command goes on from there",
    ]
    assert "\x1b[?25l" not in written, "the cursor is not hidden"
    subprocess.run(
        command(made, tmp_path / "tables"), check=True, stdout=subprocess.DEVNULL, env=environment()
    )
    assert content(tmp_path / "tables") == content(tmp_path / "whole")


SLOW = """
import sys, time
from pokerdata.matches import match
from pokerdata.matches.referee import TimeLimits

class Slow:
    thinks = True

    def act(self, state):
        if self.thinks:
            self.thinks = False
            print("thinks", flush=True)
            end = time.process_time() + {seconds}
            for _ in range({caught} + 1):
                try:
                    while time.process_time() < end:
                        pass
                except BaseException:
                    if _ == {caught}:
                        raise
        return "c"

result = match(Slow(), "always-call", game="limit-holdem", deals=1, seed=1, limits=TimeLimits(response_ms=1500))
print(result.forfeit, max(result.seconds), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "caught"), [(0.1, 0), (60, 2)])
def test_clocks_stand_still_while_ctrl_z_has_stopped_the_process(seconds: float, caught: int) -> None:
    """`caught` is the number of interruptions that the player ignores."""
    command = [sys.executable, "-c", SLOW.format(seconds=seconds, caught=caught)]
    # In its own process group, as a shell starts its jobs.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinks\n"
        process.send_signal(signal.SIGTSTP)
        status = os.waitpid(process.pid, os.WUNTRACED)[1]
        assert os.WIFSTOPPED(status)
        time.sleep(2)
        process.send_signal(signal.SIGCONT)
        (told,) = (line for line in process.stdout.read().splitlines() if line != "thinks")
        assert process.wait() == 0
    taken = float(told.split()[-1])
    if seconds < 1:
        assert told.startswith("None ")
        assert taken < 1.5
    else:
        assert "took longer than the 1.5 s that were left" in told
        assert taken < 5
