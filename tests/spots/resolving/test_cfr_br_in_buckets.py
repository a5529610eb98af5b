"""CFR-BR in a spot over the card abstraction of a solved strategy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from click.testing import CliRunner

from pokerdata.cards import parse_cards
from pokerdata.cli.cfr_br import cfr_br
from pokerdata.solving import algorithm
from pokerdata.spots import Spot, SpotSolver, solve_bucketed_spot
from pokerdata.spots.resolving import Blueprint
from pokerdata.spots.resolving.spot_resolving import blueprint_in


def test_it_is_less_exploitable_than_the_strategy(coarse_folder: Path) -> None:
    blueprint = Blueprint("limit_strategy", tables=coarse_folder)
    oop, ip = blueprint.ranges("cc/cc/cc/", "Td9d6hQc2s")
    spot = Spot.of_game(blueprint.game, "cc/cc/cc/", board="Td9d6hQc2s", oop=oop, ip=ip)
    found = solve_bucketed_spot(spot, blueprint.buckets, iterations=60, every=60)
    solver = SpotSolver(spot, algorithm("cfr"))
    sums = blueprint_in(blueprint, spot).sums
    solver.restore(0, np.zeros_like(sums), sums)
    assert found.values.exploitability < 0.8 * solver.evaluate().exploitability
    # Hands of a bucket have equal probabilities, in the strategy and in the result.
    numbers = blueprint.buckets(parse_cards("Td9d6hQc2s"))
    play = found.in_spot().play()
    for bucket in np.unique(numbers[play.combinations]):
        alike = play.strategy[numbers[play.combinations] == bucket]
        np.testing.assert_allclose(alike, np.broadcast_to(alike[0], alike.shape), atol=1e-6)


def test_from_the_command_line(coarse_folder: Path) -> None:
    spot = [
        "--board",
        "Td9d6hQc2s",
        "--oop",
        "QQ+,T9s,65s",
        "--ip",
        "JJ+,A5s",
        "--pot",
        "8",
        "--limit-bets",
        "4",
    ]
    more = ["--buckets-of", "limit_strategy", "--tables", str(coarse_folder), "--iterations", "3"]
    result = CliRunner().invoke(cfr_br, [*spot, *more], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "% of the pot" in result.output
