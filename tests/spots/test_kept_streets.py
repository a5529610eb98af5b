"""Solved spots kept up to a street: kept streets are unchanged, and re-solved subgames give the same game."""

from itertools import product
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from click.testing import CliRunner

import pokerdata
from helpers.reference_spots import T1
from helpers.spots_by_hand import short_deck
from pokerdata.cli import cli
from pokerdata.errors import TableError
from pokerdata.spots import (
    Decision,
    KeptSolution,
    Lock,
    Spot,
    SpotSolution,
    load_spot,
    rest_spot,
    select_decisions,
    spot_lines,
)
from pokerdata.spots import solve_spot as solved_fully
from pokerdata.spots.places import CLOSING, DECISION, Place

MENU = {
    "pot": 20,
    "stack": 90,
    "bets": "50%,a; river: e; ip river: 33%",
    "raises": "2.5x",
    "donks": "turn: 25%; river: 75%",
    "add_all_in": 1,
    "force_all_in": 0.15,
}
BETTING: list[dict[str, object]] = [
    MENU,
    {"pot": 20, "limit_bets": [10, 20, 20], "caps": [2, 1, 0]},
    {"pot": 21, "stacks": (35, 80), "bets": "flop: 50%; turn: a", "to_act": "ip", "rake": 0.1, "rake_cap": 2},
    {"game": "limit-holdem", "history": "crc/"},
]


def solve_spot(spot: Spot, **how: Any) -> SpotSolution:
    """Solve a spot, and round its strategies as files do."""
    return solved_fully(spot, **how).stored()


def small(betting: dict[str, object], seed: int = 0) -> Spot:
    """Return a flop with seven cards left besides it."""
    return Spot(**short_deck("Jh8h4h", 7, (4, 5), seed), **betting)  # type: ignore[arg-type]


def kept(solution: SpotSolution, to: str, folder: Path, target: str = "0.1%") -> KeptSolution:
    """Return the solution after it was saved up to a street."""
    solution.save(folder / "kept.h5", to=to)
    found = load_spot(folder / "kept.h5", target=target)
    assert isinstance(found, KeptSolution)
    assert found.kept_to == to
    return found


def places(solution: SpotSolution, street: int) -> list[Place]:
    """Return all decisions of a street on all boards."""
    found = []

    def go(place: Place) -> None:
        if place.street == street and place.kind == DECISION:
            found.append(place)
        if place.kind == DECISION:
            for edge in solution.walker.edges(place):
                go(solution.walker.act(place, solution.walker.letter(edge)))
        elif place.kind == CLOSING and place.street < street:
            for card in solution.walker.next_cards(place):
                go(solution.walker.deal(place, card))

    go(solution.walker.start())
    return found


def dealt(solution: SpotSolution, place: Place) -> np.ndarray:
    return place.board[len(solution.spot.board_cards) :]


def check_same(one: Decision, two: Decision) -> None:
    """Require the same position, strategy and values, up to single precision."""
    assert (one.history, one.actions, one.steps, one.pot, one.to_call, one.player) == (
        two.history,
        two.actions,
        two.steps,
        two.pot,
        two.to_call,
        two.player,
    )
    assert np.array_equal(one.dealt, two.dealt)
    assert np.array_equal(one.strategy, two.strategy)
    assert one.values == pytest.approx(two.values, abs=1e-4, nan_ok=True)
    for mine, theirs in zip(one.sides, two.sides, strict=True):
        assert np.array_equal(mine.combinations, theirs.combinations)
        assert np.array_equal(mine.reach, theirs.reach)
        assert mine.ev == pytest.approx(theirs.ev, abs=1e-4, nan_ok=True)
        assert mine.equity == pytest.approx(theirs.equity, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("to", ["flop", "turn"])
@pytest.mark.parametrize("betting", BETTING, ids=["menu", "limit", "raked", "game"])
def test_what_was_kept_stays_as_it_was(betting: dict[str, object], to: str, tmp_path: Path) -> None:
    solution = solve_spot(small(betting), iterations=20)
    again = kept(solution, to, tmp_path)
    assert again.spot == solution.spot
    assert again.values == solution.values
    streets = range(1 + ("flop", "turn").index(to))
    found = [place for street in streets for place in places(solution, street)]
    assert found
    for place in found[:: max(1, len(found) // 40)]:
        check_same(again.decision(place), solution.decision(place))


@pytest.mark.slow
@pytest.mark.parametrize("betting", BETTING, ids=["menu", "limit", "raked", "game"])
def test_the_rest_is_the_game_that_was_left(betting: dict[str, object]) -> None:
    solution = solve_spot(small(betting), iterations=5)
    tree, begun = solution.spot.tree, 0
    for street in (1, 2):
        roots = {int(p.node): p for p in places(solution, street)}
        for root in roots.values():
            parent = int(tree.parent[root.node])
            if int(tree.street[parent]) == street:
                continue
            if not solution.decision(root).sides[0].weights.any():
                continue
            begun += 1
            rest = rest_spot(solution, root.history, dealt(solution, root))
            level = 0 if rest.game else max(solution.paid(root.node))
            assert rest.pot == solution.decision(root).pot
            if street == 1 and rest.stacks is not None and solution.spot.stacks is not None and not rest.game:
                assert rest.stacks == tuple(stack - level for stack in solution.spot.stacks)
            pairs = [(root.node, 0)]
            while pairs:
                mine, theirs = pairs.pop()
                assert tree.kind[mine] == rest.tree.kind[theirs]
                assert tree.street[mine] == rest.tree.street[theirs] + street
                edges, others = list(tree.edges(mine)), list(rest.tree.edges(theirs))
                assert len(edges) == len(others)
                if edges:
                    assert tree.player[mine] == rest.tree.player[theirs]
                for one, two in zip(edges, others, strict=True):
                    assert tree.action[one] == rest.tree.action[two]
                    if tree.action[one] > 2:
                        assert tree.to[one] - level == rest.tree.to[two]
                    pairs.append((int(tree.child[one]), int(rest.tree.child[two])))
            for player, side in enumerate(solution.decision(root).sides):
                weights = np.zeros(1326)
                weights[side.combinations] = side.reach
                weights *= rest.weights(player).max() / weights.max()
                assert rest.weights(player) == pytest.approx(weights, rel=1e-12)
    assert begun >= 4


@pytest.mark.slow
@pytest.mark.parametrize(("to", "seed"), [("flop", 0), ("turn", 1), ("flop", 2), ("turn", 3)])
def test_rests_are_worth_what_the_whole_was(to: str, seed: int, tmp_path: Path) -> None:
    """Without rake, the value of a subgame differs between two strategies by at most their exploitabilities together."""
    spot = small(MENU, seed)
    solution = solve_spot(spot, target="0.001%", dtype="float64")
    again = kept(solution, to, tmp_path, target="0.01%")
    street = 1 + ("flop", "turn").index(to)
    checked = 0
    for place in places(solution, street):
        if int(spot.tree.street[spot.tree.parent[place.node]]) == street:
            continue
        whole = solution.decision(place)
        cards, hands = 7, 4
        chance = (
            whole.sides[0].weights.sum() / spot.deals / np.prod([cards - hands - i for i in range(street)])
        )
        if not chance > 1e-3:
            continue
        checked += 1
        rest = again.decision(place)
        gap = 2 * solution.values.exploitability / chance + 2e-4 * rest.pot
        for one, two in zip(whole.sides, rest.sides, strict=True):
            assert one.mean_ev == pytest.approx(two.mean_ev, abs=gap)
            assert one.mean_equity == pytest.approx(two.mean_equity, abs=1e-6)
    assert checked >= 3


def test_later_decisions_are_named_as_in_the_whole(tmp_path: Path) -> None:
    solution = solve_spot(Spot(**T1), iterations=60)
    again = kept(solution, "turn", tmp_path)
    for line, cards in (("cc/", "2s"), ("cr120c/r340", "2s"), ("r120c/c", "Ah")):
        one, two = solution.at(line, cards), again.at(line, cards)
        assert (one.history, one.actions, one.steps) == (two.history, two.actions, two.steps)
        assert (one.pot, one.to_call) == (two.pot, two.to_call)
        assert np.array_equal(one.dealt, two.dealt)
        for mine, theirs in zip(one.sides, two.sides, strict=True):
            known = np.isin(mine.combinations, theirs.combinations)
            assert mine.reach[~known] == pytest.approx(0)
            assert mine.equity[known].shape == theirs.equity.shape
    rest = again.rest("cr120c/", "2s")
    assert rest.values.percent <= 0.1
    assert again.rest("cr120c", "2s") is rest
    assert again.at("cr120c/", "2s").side.ev == pytest.approx(rest.at().side.ev)
    with pytest.raises(
        ValueError, match="expected the beginning of the river, the first street that was not"
    ):
        again.rest("c", "")
    with pytest.raises(ValueError, match="target: expected an exploitability above 0"):
        again.target = "0%"


def test_tiny_ranges_come_with_the_reach_of_the_whole(tmp_path: Path) -> None:
    spot = small(MENU)
    tiny = spot.changed(oop=spot.weights(0) * 2.0**-19)
    solution = solve_spot(tiny, target="0.1%")
    again = kept(solution, "flop", tmp_path)
    place = next(
        p
        for p in places(solution, 1)
        if spot.tree.street[spot.tree.parent[p.node]] == 0 and solution.decision(p).sides[0].weights.any()
    )
    one, two = solution.decision(place), again.decision(place)
    for mine, theirs in zip(one.sides, two.sides, strict=True):
        known = np.isin(mine.combinations, theirs.combinations)
        assert mine.reach[known] == pytest.approx(theirs.reach, rel=1e-9)
        assert mine.meets[known] == pytest.approx(theirs.meets, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [None, "2s", "2d"])
def test_rests_keep_what_was_locked(cards: str | None, tmp_path: Path) -> None:
    """Clubs and diamonds are equivalent on this board, so a lock on the 2d also holds on the 2c, with suits swapped."""
    spot = Spot(board="Kh9h4s", oop="AA,QQ,JcTc,JdTd", ip="KK,88", pot=20, stack=40, bets="50%", raises="a")
    held = {"AsAh,AcAh,AdAh": {"r10": 1.0}, "JcTc,JdTd": {"c": 1.0}}
    if cards == "2d":
        held = {"JdTd": {"r10": 1.0}, "JcTc": {"c": 1.0}}
    solution = solve_spot(spot, locks=[Lock("cc/", held, cards)], target="0.5%")
    again = kept(solution, "flop", tmp_path)
    for turn in ("2s", "2d", "2c"):
        lock = solution.at("cc/", turn)
        two = again.at("cc/", turn)
        locked = cards is None or {cards, turn} <= {"2c", "2d"} or cards == turn
        for hand in ("JcTc", "JdTd"):
            row = pokerdata.combination_index(pokerdata.parse_cards(hand))
            mine = lock.strategy[lock.side.combinations == row]
            theirs = two.strategy[two.side.combinations == row]
            if locked:
                assert np.array_equal(mine, theirs)
                assert mine.max() == 1
    if cards == "2d":  # diamonds become clubs on the 2c
        two = again.at("cc/", "2c")
        club = two.side.combinations == pokerdata.combination_index(pokerdata.parse_cards("JcTc"))
        assert two.strategy[club].tolist() == [[0.0, 1.0]]


def test_locks_of_lines_whose_bets_have_no_chips_are_kept(tmp_path: Path) -> None:
    """In a lock, 'rc/' is the line of the only bet."""
    spot = Spot(board="Kh9h4s6c", oop="AA,QQ,JcTc", ip="KK,88", pot=20, stack=40, bets="50%", raises="a")
    solution = solve_spot(spot, locks=[Lock("rc/r", {"KK": {"f": 1}})], target="1%")
    again = kept(solution, "turn", tmp_path)
    assert again.at("r10c/r30", "2s").hand("KsKd")["strategy"]["fold"] == 1
    assert again.at("rc/r", "2s").hand("KsKd")["strategy"]["fold"] == 1


def test_locks_hold_where_a_card_takes_away_what_told_suits_apart(tmp_path: Path) -> None:
    """Without the 2h, only the lock distinguishes jacks of spades from those of two other suits."""
    hands = "AA,2h2s,JcJd,JcJs,JdJs", "TcTd,TcTs,TdTs"
    spot = Spot(board="Kh9h4h6h", oop=hands[0], ip=hands[1], pot=20, stack=40, bets="river: 50%")
    never = Lock("cc/", {"JcJd": {"c": 1}})
    solution = solve_spot(spot, locks=[never], target="1%")
    again = kept(solution, "turn", tmp_path)
    place = again.find("cc/", "2h")
    rest = again.rest("cc/", "2h")
    assert len(rest.game.symmetries(0, 0)) == len(solution.game.symmetries(1, place.core_board)) == 2
    assert rest.spot.weights(0) == pytest.approx(rest_spot(solution, "cc/", "2h").weights(0), rel=1e-12)
    assert again.at("cc/", "2h").hand("JcJd")["strategy"]["check"] == 1
    assert rest.spot == Spot(**rest.spot.values())


def test_files_are_small_and_say_what_they_hold(tmp_path: Path) -> None:
    solution = solve_spot(Spot(**T1), iterations=20, dtype="int16")
    solution.save(tmp_path / "whole.h5")
    solution.save(tmp_path / "turn.h5", to="turn")
    sizes = [(tmp_path / name).stat().st_size for name in ("whole.h5", "turn.h5")]
    assert sizes[1] < sizes[0] / 20
    table = pokerdata.open_table(tmp_path / "turn.h5")
    assert table.attributes["kept_to"] == "turn"
    assert "kept to the turn" in pokerdata.spots.spot_table.summary(table)[0]
    assert "kept to" not in pokerdata.spots.spot_table.summary(pokerdata.open_table(tmp_path / "whole.h5"))[0]
    again = load_spot(tmp_path / "turn.h5")
    again.save(tmp_path / "copy.h5")
    copy = load_spot(tmp_path / "copy.h5")
    check_same(copy.at(), again.at())
    assert load_spot(tmp_path / "whole.h5").kept_to == "river"
    solution.save(tmp_path / "river.h5", to="river")
    assert type(load_spot(tmp_path / "river.h5")) is SpotSolution


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    solution = solve_spot(small(MENU), iterations=3)
    for to in ("preflop", "Turn", ""):
        with pytest.raises(ValueError, match="to: expected flop or turn or river, the streets of this"):
            solution.save(tmp_path / "x.h5", to=to)
    assert not (tmp_path / "x.h5").exists()
    again = kept(solution, "flop", tmp_path)
    with pytest.raises(ValueError, match="to: expected flop, the streets of this solution, got 'turn'"):
        again.save(tmp_path / "x.h5", to="turn")
    with pytest.raises(
        ValueError, match=r"street: expected one that was kept, up to the flop, or a board, got the t"
    ):
        select_decisions(again)
    assert select_decisions(again, street="flop").rows == select_decisions(solution, street="flop").rows
    with pytest.raises(ValueError, match="street: expected one that was kept, up to the flop, got the turn"):
        again.play("cc/", again.walker.boards(1)[0][3:])
    with pytest.raises(ValueError, match=r"solution: expected one of all streets, .* kept to the flop"):
        spot_lines(again, until="hand")
    with pytest.raises(ValueError, match="target: expected an exploitability above 0"):
        load_spot(tmp_path / "kept.h5", target="much")
    solution.save(tmp_path / "whole.h5")
    with pytest.raises(ValueError, match="target: expected an exploitability above 0"):
        load_spot(tmp_path / "whole.h5", target="much")
    with pytest.raises(ValueError, match=r"target: expected .* in chips, got 5; e.g. 0.5%"):
        solve_spot(small(MENU), target=5)
    with h5py.File(tmp_path / "kept.h5", "r+") as file:
        file["ends_ip"][3] = np.nan
    with pytest.raises(TableError, match=r"ends_ip\[3\] is nan"):
        load_spot(tmp_path / "kept.h5")
    for line, cards, message in (
        ("", "", "expected a line that ends a street, got ''"),
        ("cc/", "", "cards: expected the next card after 'cc', got none"),
        ("cr90c/", solution.walker.next_cards(solution.find("cr90c"))[:1], "after which players act"),
    ):
        with pytest.raises(ValueError, match=message):
            rest_spot(solution, line, np.array(cards, np.uint8) if len(cards) else "")


def test_a_line_that_is_never_played_has_no_rest() -> None:
    spot = small({"pot": 20, "stack": 90, "bets": "50%"})
    never = [Lock("", {"random": {"c": 1}}), Lock("c", {"random": {"c": 1}})]
    solution = solve_spot(spot, locks=never, iterations=5)
    card = solution.walker.next_cards(solution.find("r10c"))[0]
    with pytest.raises(
        ValueError, match=r"expected a line that both play with some hands, got 'r10c/?' on J"
    ):
        rest_spot(solution, "r10c/", np.array([card], np.uint8))


def test_spots_without_sizes_are_asked_for() -> None:
    given = {"board": "2s3h4d6c", "oop": "AA,QQ", "ip": "KK,JJ", "pot": 20, "stack": 10}
    spot = Spot(**given, bets="none")  # type: ignore[arg-type]
    assert spot.bets == (((), ()), ((), ()))
    assert Spot(**spot.values()) == spot
    assert Spot(**given, bets="turn: 50%; river: none").bets == Spot(**given, bets="turn: 50%").bets  # type: ignore[arg-type]
    for none in ("none; ip river: none", " none ", ["none"], {"turn": "none"}):
        assert Spot(**given, bets=none) == spot  # type: ignore[arg-type]
    for nothing in ("", "turn:", {"turn": ""}):
        with pytest.raises(ValueError, match="bets: expected a size for a player on a street, got none"):
            Spot(**given, bets=nothing)  # type: ignore[arg-type]
    solution = solve_spot(spot, iterations=1)
    assert solution.values.expected[0] == pytest.approx(20 * solution.at().sides[0].mean_equity)


def test_streets_and_players_of_random_spots_agree(tmp_path: Path) -> None:
    for seed, to in product(range(3), ("flop", "turn")):
        solution = solve_spot(small(MENU, 10 + seed), iterations=4, dtype="int16")
        again = kept(solution, to, tmp_path)
        for place in places(solution, 0):
            check_same(again.decision(place), solution.decision(place))


def test_the_rest_from_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(cli, list(words))
        assert result.exit_code == 0, result.output
        return result.output

    file, river = str(tmp_path / "turn.h5"), str(tmp_path / "river.h5")
    spot = ("--board", "Td9d6hQc", "--oop", "AA,QJs", "--ip", "KK,98s", "--pot", "20", "--stack", "40")
    run(
        "spot",
        "solve",
        *spot,
        "--bets",
        "50%",
        "--out",
        file,
        "--last-street",
        "turn",
        "--no-state",
        "--threads",
        "1",
    )
    shown = run("spot", "browse", file, "--path", "cr10c/", "--board", "2c")
    assert "solved again from the river on: exploitability 0.0" in shown
    assert "solved again" not in run("spot", "browse", file, "--path", "cr10")
    assert "pot     40 chips" in run("spot", "show", file, "--after", "cr10c/", "--board", "Td9d6hQc2c")
    solved = run(
        "spot", "solve", file, "--after", "cr10c/", "--board", "2c", "--bets", "33%,a", "--out", river
    )
    assert "Spot(river Td 9d 6h Qc 2c" in solved
    rest = load_spot(river)
    assert [str(size) for size in rest.spot.bets[0][0]] == ["33%", "a"]
    assert rest.spot.oop == rest_spot(load_spot(file), "cr10c/", "2c").oop
    assert "stacks  90 chips" in run("spot", "show", file, "--stack", "90")

    def refused(*words: str) -> str:
        result = CliRunner().invoke(cli, list(words))
        assert result.exit_code != 0
        return result.output + str(result.exception)

    assert "--last-street: expected turn or river, got 'flop'" in refused(
        "spot", "solve", *spot, "--bets", "a", "--out", river, "--last-street", "flop"
    )
    assert "--last-street: expected --out with it, got none" in refused(
        "spot", "solve", *spot, "--bets", "a", "--last-street", "turn"
    )
    assert "expected one of FILE and --of-game" in refused(
        "spot", "show", file, "--after", "cc", "--of-game", "limit-holdem"
    )
    assert "expected the next card" in refused("spot", "show", file, "--after", "cc")
    named = refused("spot", "show", "turn_spot", "--after", "cc/", "--board", "2c")
    assert "--after: expected --of-game, or a solved spot, with it, got turn_spot" in named
