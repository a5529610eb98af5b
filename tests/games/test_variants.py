"""Games with changed rules; Kuhn poker with other stakes agrees with linear programming."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli.solve import solve as command
from pokerdata.games import GAMES, CardGame, load_game, toml_text, varied
from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.solving.public import solve


@pytest.mark.parametrize(("ante", "bet"), [(1, 1), (2, 1), (3, 2), (2, 3), (1, 2), (1, 3)])
def test_kuhn_poker_with_other_stakes(tmp_path: Path, ante: int, bet: int) -> None:
    changed = varied(GAMES["kuhn"], [f"ante={ante}", f"bets={bet}"])
    value = solve_by_linear_program(explicit_tree(changed)).value
    if bet <= ante:
        assert value == pytest.approx(-(bet**2) / (6 * (2 * ante + bet)), abs=1e-12)
    elif bet >= 2 * ante:
        assert value == pytest.approx(0, abs=1e-12)
    path = tmp_path / "kuhn.toml"
    text = toml_text(GAMES["kuhn"]).replace("ante = 1", f"ante = {ante}")
    path.write_text(text.replace("bets = [1]", f"bets = [{bet}]"))
    from_file = load_game(str(path))
    assert {**changed.rules.values(), "name": ""} == {**from_file.rules.values(), "name": ""}
    result = solve(CardGame(changed.rules, changed.cards), target="0.01mb", dtype="float64", threads=1)
    low, high = -result.values.best_response[1], result.values.best_response[0]
    assert low - 1e-12 <= value <= high + 1e-12
    assert high - low < 2e-5 * ante


def test_on_the_command_line() -> None:
    said = CliRunner().invoke(command, ["kuhn", "--set", "bets=2"], catch_exceptions=False).output
    words = "Kuhn poker with bets=2, dcfr(alpha=1.5, beta=0, gamma=2), 31 iterations (float64) exploitability"
    assert words in " ".join(said.split())


def test_changes() -> None:
    royal = varied(GAMES["limit-holdem"], ["ranks=TJQKA", "caps = 2, 1,1,1"])
    assert (royal.cards, royal.rules.caps) == (GAMES["royal"].cards, (2, 1, 1, 1))
    assert royal.build is not None
    assert varied(GAMES["limit-holdem"], ["blinds=10,20"]).build is None
    deep = varied(GAMES["leduc-nolimit"], ["stacks=2000,2000", "menu=1/2,pot,all-in"])
    assert deep.rules.values()["menu"] == ["half-pot", "pot", "all-in"]
    assert "caps" not in deep.rules.values()
    assert varied(GAMES["leduc-nolimit"], ["caps=2,2"]).rules.caps == (2, 2)
    by_street = varied(GAMES["leduc-nolimit"], ['menu=[["1/2", "pot"], ["all-in"]]']).rules
    assert by_street.values()["menu"] == [["half-pot", "pot"], ["all-in"]]
    assert varied(GAMES["nolimit-holdem"], ["first_to_act=1,2", "board=0,3"]).rules.streets == 2
    assert (
        varied(GAMES["limit-flop"], ["blind_counts_as_bet=false"]).rules.values()["blind_counts_as_bet"]
        is False
    )
    assert varied(GAMES["kuhn"], []) is GAMES["kuhn"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "bet=2",
            r"change of Kuhn poker: expected KEY=VALUE with a key of ante, bets, "
            r"blind_counts_as_bet,.*got 'bet=2'; e\.g\. ante=2",
        ),
        (
            "bets",
            r"change of Kuhn poker: expected KEY=VALUE with a key of ante, bets, "
            r"blind_counts_as_bet,.*got 'bets'",
        ),
        ("bets=0", r"rules 'Kuhn poker with bets=0': bet on street 1: expected at least 1 chip, got 0"),
        ("bets=two", r"rules 'Kuhn poker with bets=two': bets: expected a whole number, got 'two'"),
        ("ranks=KQJ", r"cards: ranks: expected rising ranks of 23456789TJQKA, each once, got 'KQJ'"),
        ("hole=2", r"cards: deck: expected no more cards dealt than there are, got 4 dealt from a deck of 3"),
        (
            "bets=[2,",
            r"list: expected TOML, got \[2,: Invalid value \(at end of document\); e\.g\. "
            r"'\[.pot., .all-in.\]'",
        ),
        ("hole=99999999999", r"cards: hole: expected at most 100000000, got 99999999999"),
        (
            "ante=99999999999",
            r"rules 'Kuhn poker with ante=99999999999': ante: expected at most 100000000, got "
            r"99999999999",
        ),
    ],
)
def test_bad_changes(change: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        varied(GAMES["kuhn"], [change])
