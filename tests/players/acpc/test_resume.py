"""An interrupted match resumes from any point, and ends as it would have."""

from pathlib import Path

import pytest

from players.acpc.playing import KUHN, NO_LIMIT, plain, played
from pokerdata.errors import MatchError
from pokerdata.games.play import State, TableRules, TimeLimits
from pokerdata.players.acpc import Dealer

HANDS = 12


def dealer(game: TableRules, folder: Path, *, resume: bool = False, seed: int = 4) -> Dealer:
    names = "ABC"[: game.players]
    return Dealer(game, names, hands=HANDS, log=folder, transactions=True, resume=resume, seed=seed)


@pytest.fixture(params=[KUHN, NO_LIMIT], ids=["kuhn", "no-limit"])
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[TableRules, Path]:
    """Return a complete match."""
    game: TableRules = request.param
    played(dealer(game, tmp_path / "whole"), game)
    return game, tmp_path / "whole"


def test_after_every_action(whole: tuple[TableRules, Path], tmp_path: Path) -> None:
    game, folder = whole
    made = (folder / "match.tlog").read_text().splitlines(keepends=True)
    log = (folder / "match.log").read_text().splitlines(keepends=True)
    ends = [
        i + 1
        for i, line in enumerate(made)
        if made[i + 1 : i + 2] == [] or made[i + 1].split()[1] != line.split()[1]
    ]
    for kept in range(0, len(made) + 1, 3):
        done = sum(end <= kept for end in ends)
        for missing in (0, 1):  # the dealer may die before it logs a hand
            broken = tmp_path / f"{kept}-{missing}"
            broken.mkdir()
            (broken / "match.tlog").write_text(
                "".join(made[:kept]) + ("r 3 17953" if kept < len(made) else "")
            )
            (broken / "match.log").write_text("".join(log[: max(4, 4 + done - missing)]) + "STATE:3:c")
            table = dealer(game, broken, resume=True)
            played(table, game)
            assert (broken / "match.log").read_text() == "".join(log)
            assert str(table.score) == log[-1].strip()
            actions = [line.split()[:2] for line in (broken / "match.tlog").read_text().splitlines()]
            assert actions == [line.split()[:2] for line in made]


def test_a_match_that_is_over_stays_as_it_is(whole: tuple[TableRules, Path]) -> None:
    game, folder = whole
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    played(dealer(game, folder, resume=True), game)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_time_used_before_counts(whole: tuple[TableRules, Path]) -> None:
    game, folder = whole
    (folder / "match.tlog").write_text("c 0 10.000000 13.000000\n")
    (folder / "match.log").unlink()
    names = "ABC"[: game.players]
    for limits, rule in (
        (TimeLimits(response_ms=2999), "line 1: expected seat . within its time"),
        (TimeLimits(), ""),
    ):
        if rule:
            with pytest.raises(ValueError, match=rule):
                Dealer(game, names, hands=1, log=folder, transactions=True, resume=True, limits=limits)
        else:
            with Dealer(
                game, names, hands=1, log=folder, transactions=True, resume=True, limits=limits
            ) as table:
                assert sorted(table._clocks.of_match)[-2:] == [0, 3_000_000]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("c 5 1.0 1.1", "line 1: expected an action of hand 0, got one of 5"),
        ("f 0 1.0 1.1", "line 1: expected an action that is allowed, got 'f'"),
        ("r99 0 1.0 1.1", "line 1: expected an action that is allowed, got 'r99'"),
        ("hello", "line 1: expected action, hand"),
        ("c 0 1.0", "line 1: expected action, hand"),
    ],
)
def test_refused(line: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / "match.tlog").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=rule):
        dealer(KUHN, tmp_path, resume=True)


def test_the_log_of_another_match_is_refused(whole: tuple[TableRules, Path]) -> None:
    game, folder = whole
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ValueError, match=r"match\.(log|tlog)"):
        dealer(game, folder, resume=True, seed=5)
    (folder / "match.tlog").write_text("")
    with pytest.raises(ValueError, match="expected the actions of the 12 hands in the log, got those of 0"):
        dealer(game, folder, resume=True)
    assert (folder / "match.log").read_bytes() == before["match.log"]


def test_the_first_line_of_the_log_counts(tmp_path: Path) -> None:
    """If no hand was finished, it alone states which cards the players have seen."""

    def leaves(line: bytes, state: State | None) -> bytes:
        raise OSError

    with pytest.raises(MatchError):
        played(
            Dealer(KUHN, "ABC", hands=4, log=tmp_path, transactions=True, seed=1), KUHN, plain, leaves, leaves
        )
    for hands, seed, rule in ((4, 2, "match of seed 2"), (5, 1, "match of hands 5")):
        with pytest.raises(ValueError, match=rule):
            Dealer(KUHN, "ABC", hands=hands, seed=seed, log=tmp_path, transactions=True, resume=True)
    Dealer(KUHN, ["A", "B", "C"], hands=4, log=tmp_path, transactions=True, resume=True, seed=1).close()


def test_errors_show_the_beginning_of_a_line_without_end(tmp_path: Path) -> None:
    (tmp_path / "match.tlog").write_bytes(b"r" + b"9" * 9000 + b" 0 1.0 1.0\n")
    with pytest.raises(ValueError, match="line 1") as told:
        Dealer("kuhn", "AB", hands=5, log=tmp_path, transactions=True, resume=True)
    assert len(str(told.value)) < 1000
