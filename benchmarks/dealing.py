"""Matches over TCP: hands per second of the dealer, from the times in its transaction log.

If the environment variable ACPC names a folder with the programs `dealer` and `example_player` of the Annual
Computer Poker Competition, built there by their own makefile, both dealers run in turn with that player on
all seats. Otherwise the dealer runs with our own client.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Bench, times

from pokerdata.games import table_rules
from pokerdata.games.play import definition_text

GAMES = ("limit-holdem", "nolimit-holdem", "limit-holdem-3p")
OURS = [sys.executable, "-m", "pokerdata"]


def run(bench: Bench) -> None:
    programs = Path(os.environ["ACPC"]) if bench.peers and "ACPC" in os.environ else None
    hands, rounds = (50, 1) if bench.quick or bench.brief else (3000, 7)
    for game in GAMES:
        rules = table_rules(game)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rules.game"
            file.write_text(definition_text(rules))
            ours, theirs = [], []
            for seed in range(rounds):
                if programs is None:
                    player = [*OURS, "connect", "always-call", "--game", str(file), "--port"]
                else:
                    player = [str(programs / "example_player"), str(file), "127.0.0.1"]
                    theirs.append(
                        _rate([str(programs / "dealer"), "them"], file, hands, seed, player, rules.players)
                    )
                ours.append(_rate([*OURS, "dealer"], file, hands, seed, player, rules.players))
        rate = statistics.median(ours)
        ratio = [f"{times(rate / statistics.median(theirs))} the competition's dealer"] if theirs else []
        whom = "our client" if programs is None else "the competition's example player"
        bench.say(
            f"{game} over TCP, {hands:,} hands, {whom} on all seats",
            f"{rate:,.0f} hands/s",
            *ratio,
            seconds=hands / rate,
        )


def _rate(dealer: list[str], game: Path, hands: int, seed: int, player: list[str], players: int) -> float:
    """Return hands per second between the first state sent and the last reply."""
    names = [f"p{seat}" for seat in range(players)]
    if dealer[-1] == "them":
        command, log = [dealer[0], "them", str(game), str(hands), str(seed), *names, "-q", "-T"], "them.tlog"
    else:
        options = [
            "--hands",
            str(hands),
            "--seed",
            str(seed),
            "--match",
            "us",
            "--log-dir",
            str(game.parent),
            "--transactions",
        ]
        command, log = [*dealer, str(game), *names, "--quiet", *options], "us.tlog"
    table = subprocess.Popen(
        command, cwd=game.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert table.stdout is not None
    seated = [
        subprocess.Popen([*player, port], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for port in table.stdout.readline().split()
    ]
    table.communicate()
    for one in seated:
        one.wait()
    if table.returncode:
        raise RuntimeError(f"{command[0]}: expected it to play {hands} hands, got status {table.returncode}")
    made = [line.split() for line in (game.parent / log).read_text().splitlines()]
    for written in game.parent.glob(f"{Path(log).stem}.*log"):  # our dealer refuses to overwrite logs
        written.unlink()
    return hands / (float(made[-1][3]) - float(made[0][2]))
