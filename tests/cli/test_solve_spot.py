"""`pokerdata solve` and `browse` with spots."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli as main

RIVER = [
    *(
        "spot",
        "solve",
        "--board",
        "2s3h4d6c7c",
        "--oop",
        "AsAh,QsQh",
        "--ip",
        "KsKh",
        "--pot",
        "20",
        "--stack",
        "10",
    ),
    *("--bets", "a"),
]


def run(*arguments: str) -> str:
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code == 0, found.output
    return found.output


def test_a_spot_is_solved_kept_and_walked(tmp_path: Path) -> None:
    out = str(tmp_path / "river.h5")
    printed = run(*RIVER, "--target", "0.01%", "--out", out, "--keep-state")
    assert "5 actions of hands" in printed or "actions of hands" in printed
    assert "expected OOP" in printed
    assert "13.33" in printed
    shown = run("spot", "browse", out, "--path", "r10", "--hand", "KsKh")
    assert "call 10" in shown
    assert "66." in shown or "67." in shown
    walked = CliRunner().invoke(main, ["spot", "browse", out, "--walk"], input="r10\nb\nc\nx\nq\n")
    assert walked.exit_code == 0
    assert "IP acts" in walked.output
    assert "history: expected" in walked.output
    more = run(*RIVER, "--target", "0.001%", "--out", out, "--resume")
    assert "going on from" in more
    # Its target is reached, so no state is left.
    assert [path.name for path in tmp_path.iterdir()] == ["river.h5"]


def test_locks_and_files_on_the_command_line(tmp_path: Path) -> None:
    printed = run(*RIVER, "--target", "0.01%", "--lock", "r10 f=1,c=3")
    assert "13.75" in printed
    file = tmp_path / "river.toml"
    file.write_text(run("spot", "show", *RIVER[2:], "--toml"))
    assert "13.33" in run("spot", "solve", str(file), "--target", "0.01%", "--no-strategy")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*RIVER, "--target", "1mb"), "% of the pot"),
        ((*RIVER, "--algorithm", "pcfr+"), "algorithm: expected cfr"),
        ((*RIVER, "--lock", "x"), "lock: expected a line"),
        ((*RIVER, "--lock", "r10 f=1,r20=1"), "lock: expected parts"),
        ((*RIVER, "--iterations", "0"), "iterations: expected"),
        ((*RIVER, "--every", "0"), "every"),
        ((*RIVER, "--resume"), "--resume: expected the file"),
        ((*RIVER, "--keep-state"), "--keep-state: expected the file"),
        (
            (*RIVER, "--out", "a.h5", "--keep-state", "--no-state"),
            "--keep-state and --no-state: expected one",
        ),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code != 0
    assert message in str(found.exception)
    assert not found.output  # before any output
