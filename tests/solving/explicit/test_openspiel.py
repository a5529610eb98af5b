"""OpenSpiel comparison: its games as trees, its solver and its exploitability."""

import pyspiel
import pytest

from pokerdata.solving.explicit import TreeSolver, explicit_tree, solve
from pokerdata.solving.explicit.openspiel import from_openspiel, to_openspiel


@pytest.mark.parametrize(
    ("name", "nodes", "sets"),
    [
        ("kuhn_poker", 58, 12),
        ("leduc_poker(suit_isomorphism=true)", 1939, 288),
        ("leduc_poker", 9457, 936),
        ("kuhn_poker(players=3)", 617, 48),
        ("liars_dice(numdice=1,dice_sides=3)", None, None),
    ],
)
def test_nash_conv_is_the_peers(name: str, nodes: int | None, sets: int | None) -> None:
    game = pyspiel.load_game(name)
    tree = explicit_tree(from_openspiel(name))
    if nodes is not None:
        assert (tree.nodes, len(tree.information_sets)) == (nodes, sets)
    solver = TreeSolver(tree, "dcfr")
    solver.iterate(20)
    policy = to_openspiel(tree, solver.average(), game)
    assert solver.evaluate().nash_conv == pytest.approx(pyspiel.nash_conv(game, policy), abs=1e-10)


@pytest.mark.parametrize(
    ("name", "solver", "how"),
    [
        ("kuhn_poker", pyspiel.CFRSolver, "cfr"),
        ("kuhn_poker", pyspiel.CFRPlusSolver, "cfr+"),
        ("leduc_poker(suit_isomorphism=true)", pyspiel.CFRSolver, "cfr"),
    ],
)
def test_cfr_plays_as_the_peers(name: str, solver: type, how: str) -> None:
    game = pyspiel.load_game(name)
    peer, ours = solver(game), TreeSolver(explicit_tree(from_openspiel(game)), how)
    for _ in range(10):
        peer.evaluate_and_update_policy()
        ours.iterate(1)
        expected = pyspiel.nash_conv(game, peer.average_policy())
        assert ours.evaluate().nash_conv == pytest.approx(expected, abs=1e-9)


def test_our_examples_are_the_same_games() -> None:
    for name, game in {"kuhn_poker": "kuhn", "kuhn_poker(players=3)": "kuhn-3p"}.items():
        one, two = (solve(explicit_tree(g), "cfr", iterations=51) for g in (game, from_openspiel(name)))
        assert one.values.nash_conv == pytest.approx(two.values.nash_conv, abs=1e-12)
    one, two = (
        solve(explicit_tree(g), "cfr", iterations=11)
        for g in ("leduc", from_openspiel("leduc_poker(suit_isomorphism=true)"))
    )
    assert one.values.nash_conv == pytest.approx(two.values.nash_conv, abs=1e-10)


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"^game of OpenSpiel 'chess_poker': "):
        from_openspiel("chess_poker")
    with pytest.raises(
        ValueError, match=r"game of OpenSpiel: expected sequential moves, got simultaneous ones"
    ):
        from_openspiel("matrix_rps")
    turns = pyspiel.convert_to_turn_based(pyspiel.load_game("matrix_rps"))
    assert solve(
        explicit_tree(from_openspiel(turns)), "dcfr", iterations=5
    ).values.nash_conv == pytest.approx(0)
    with pytest.raises(ValueError, match=r"^tree: expected that of .*, got one without the information set"):
        to_openspiel(explicit_tree("kuhn"), explicit_tree("kuhn").uniform(), pyspiel.load_game("leduc_poker"))
