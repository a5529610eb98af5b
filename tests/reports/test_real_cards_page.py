"""The page of values on real cards shows the values of its tables, and so does its picture."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import COARSE, linked, runner_of
from pokerdata._support.estimates import Estimate
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.reports.exploited import Exploited, Panel
from pokerdata.reports.pages import real_cards
from pokerdata.reports.pictures.exploitability import exploitability
from pokerdata.solving.real_cards import values as real_table
from pokerdata.solving.real_cards.flops import Flops

pytest.importorskip("matplotlib")

RECIPE = f"""{COARSE}
[strategy.coarse]
game = "nolimit-holdem"
stack = 3
abstraction = "coarse"
algorithm = "pcs"
iterations = 30
seed = 3
real = true

[strategy.better]
game = "nolimit-holdem"
stack = 3
abstraction = "coarse"
algorithm = "pcs"
iterations = 100
seed = 4
real_flops = 6
real_seed = 2

[match.three]
agents = ["coarse", "better", "always-call", "simple"]
deals = 400
lbr = 300
real_flops = 6
real_seed = 2

[page.real]
title = "On real cards"
matches = ["three"]
"""


@pytest.fixture(scope="module")
def folder(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return all tables of the recipe, with a deck that appears to have four flops."""
    folder = linked(tmp_path_factory.mktemp("page") / "tables", tables)
    few = Flops(np.array([5, 300, 900, 1600]), np.array([5000, 6000, 5100, 6000]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pokerdata.solving.real_cards.flops.Flops.of", lambda _: few)
        runner_of(RECIPE, folder).run()
    return folder


def rows_of(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without header and rule."""
    lines = page.split(f"\n{heading}")[1].split("\n")
    table = [line for line in lines if line.startswith("|")]
    end = next((k for k, line in enumerate(lines) if k > 3 and not line.startswith("|")), len(lines))
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table[:end][2:]]


@pytest.mark.slow
def test_the_numbers_of_the_page_are_those_of_the_tables(folder: Path) -> None:
    page = (folder / "real_page.md").read_text()
    matches = open_table("three_matches", folder, MatchesTable)
    bounds = open_table("three_lbr", folder, LocalBestResponseTable).estimates
    named = {"coarse": "coarse_real", "better": "better_real", "always-call": "three_always_call_real"}
    found = {name: real_table.read(open_table(table, folder)) for name, table in named.items()}
    body = rows_of(page, "### three: heads-up no-limit Texas hold'em")[:4]
    assert [row[0] for row in body] == [*sorted(found, key=lambda name: found[name].exploitability), "simple"]
    for name, inside, real, above, local, part, mean in body:
        i = matches.attributes["agents"].index(name)
        among = [matches.attributes["agents"].index(other) for other in ("coarse", "better") if other != name]
        won, widths = matches["won"][i, among], matches["half_width"][i, among]
        half = np.sqrt((widths**2).sum()) / len(among)
        assert [float(number) for number in mean.split(" ± ")] == pytest.approx(
            [won.mean(), half], abs=0.0501
        )
        assert inside == ""
        if name == "simple":
            assert (real, above, local, part) == ("not known", "", "", "")
            continue
        mb = 1000 / 100
        both = found[name].both
        assert both is not None
        if name == "coarse":
            assert real == f"{mb * both.won.mean:.2f}, exact"
            assert above == ""
        else:
            words, half_width = real.removeprefix("at least ").split(" ± ")
            assert float(words) == pytest.approx(mb * both.won.mean, abs=0.0501)
            assert float(half_width) == pytest.approx(mb * both.won.half_width, abs=0.0501)
            assert both.above is not None
            assert float(above) == pytest.approx(mb * both.above, abs=0.0501)
        assert float(local.split(" ± ")[0]) == pytest.approx(mb * bounds[name].mean, abs=0.501)
        least, most = (float(cell) for cell in part.removesuffix(" %").split(" to "))
        assert 0 <= least <= most <= 100
    assert "with all cards, but only the bets of its menu; other bets may win more" in page
    assert "**Exact**, over all flops: `coarse`." in page
    assert "**Bounds from below**, of 6 flops drawn in strata (seed 2)" in page
    assert "](real_exploitability.png)" in page
    assert "Means are over the opponents with a strategy." in page
    assert (folder / "real_exploitability.png").read_bytes().startswith(b"\x89PNG")
    assert "Johanson" not in page.split("## On real cards")[1].split("## Which")[0], (
        "who played limit hold'em"
    )


def agent(
    name: str,
    real: float | None,
    mean: float,
    *,
    width: float = 0.0,
    above: float | None = None,
    solved: bool = True,
) -> Exploited:
    exact = above is None
    value = None if real is None else Estimate(real, width / 2, inf if exact else 300.0)
    local = Estimate(60.0, 1.0, 1e6) if solved else None
    return Exploited(
        name, solved, 1.5 if solved else None, value, above, 0.01, None if exact else 40, 1, local, mean, 0.5
    )


def panel(agents: Sequence[Exploited], limit: bool = True) -> Panel:
    """Return a panel in which winnings are differences of means, with intervals of one."""
    direct = {(a.name, b.name): (a.mean - b.mean, 1.0) for a in agents for b in agents if a is not b}
    return Panel("m", LIMIT_HOLDEM if limit else NOLIMIT_HOLDEM, tuple(agents), direct)


def test_orders_are_compared_with_their_intervals() -> None:
    alike = [agent("a", 100.0, 5.0), agent("b", 200.0, 2.0), agent("c", 300.0, -7.0, solved=False)]
    words = " ".join(real_cards._ranking(panel(alike)))
    assert "Kendall's tau of the two orders is +1.00 for all agents that were valued (3 pairs)." in words
    assert "is +1.00 for those with a strategy alone (1 pair)" in words
    assert "The means of the matches and exploitability both tell 3 of 3 pairs apart" in words
    assert words.count("in 3 of these the less exploitable agent does better: they agree.") == 2
    turned = [agent("a", 100.0, -5.0), agent("b", 200.0, 2.0), agent("c", 300.0, 2.4)]
    words = " ".join(real_cards._ranking(panel(turned)))
    assert "Kendall's tau of the two orders is -1.00 for all" in words
    assert "tell 2 of 3 pairs apart" in words, "those of b and c overlap"
    assert "in 0 of these the less exploitable agent does better; not in `a` v `b` and `a` v `c`" in words
    near = [agent("a", 100.0, 5.0, width=10.0, above=104.0), agent("b", 119.0, 2.0, width=10.0, above=130.0)]
    assert not real_cards.apart(*near), "104 and 10 more reach beyond 119 less 10"
    words = " ".join(real_cards._ranking(panel(near)))
    assert "tell none of 1 pair apart beyond their intervals." in words
    assert "Least can be won from `a`, whose interval overlaps that of `b`." in words
    assert "is 0.00 for all" in " ".join(
        real_cards._ranking(panel([agent("a", 1.0, 5.0), agent("b", 1.0, 2.0)]))
    )


def test_the_part_that_is_found_counts_both_intervals() -> None:
    exact = agent("a", 120.0, 0.0)
    assert exact.part == pytest.approx((58.04 / 120.01, 61.96 / 119.99), rel=1e-4)
    drawn = agent("a", 100.0, 0.0, width=10.0, above=110.0)
    assert drawn.least == pytest.approx(90.15, abs=0.05)
    assert drawn.most == pytest.approx(119.85, abs=0.05)
    assert drawn.part == pytest.approx((58.04 / drawn.most, 61.96 / drawn.least), rel=1e-4)
    assert agent("a", None, 0.0).part is None
    wide = agent("a", 5.0, 0.0, width=10.0, above=600.0)
    assert wide.part == pytest.approx((58.04 / wide.most, 1.0)), "the lower end is not above 0"
    assert agent("a", 50.0, 0.0).part == (1.0, 1.0)


def test_what_was_published_is_named_beside_limit_games_alone() -> None:
    agents = [agent("a", 100.0, 5.0), agent("b", 200.0, 2.0)]
    assert "Johanson" in " ".join(real_cards.lines([panel(agents)], "x.png"))
    assert "Johanson" not in " ".join(real_cards.lines([panel(agents, limit=False)], "x.png"))


def test_the_picture_shows_every_agent() -> None:
    agents = [
        agent("a", 100.0, 5.0, width=8.0, above=110.0),
        agent("b", 200.0, 2.0),
        agent("c", 300.0, -70.0, solved=False),
        agent("d", None, 1.0, solved=False),
    ]
    figure = exploitability([panel(agents), panel(agents[:2], limit=False)])
    amounts, means, *others = figure.axes
    assert len(others) == 2
    assert [label.get_text() for label in amounts.get_yticklabels()] == ["a", "b", "c", "d"]
    drawn = {one.get_label(): one.lines for one in amounts.containers}
    real, _, (bars,) = drawn["best response on real cards, its bounds"]
    assert list(zip(*real.get_data(), strict=True)) == [(100.0, 0), (200.0, 1), (300.0, 2)]
    ends = [sorted(float(x) for x, _ in segment) for segment in bars.get_segments()]
    assert ends == [pytest.approx([one.least, one.most]) for one in agents[:3]]
    local, *_ = drawn["local best response, 95 % interval"]
    assert list(zip(*local.get_data(), strict=True)) == [(60.0, 0), (60.0, 1)]
    inside, *_ = drawn["inside its abstraction"]
    assert list(zip(*inside.get_data(), strict=True)) == [(1.5, 0), (1.5, 1)]
    points, *_ = means.containers[0].lines
    assert list(zip(*points.get_data(), strict=True)) == [(5.0, 0), (2.0, 1), (-70.0, 2), (1.0, 3)]
    low, high = means.get_xlim()
    assert low < -70.5
    assert high > 5.5
    said = [text.get_text() for text in means.texts]
    assert said == ["logarithmic beyond ±5", *(f"{one.mean:+.1f} ± 0.5" for one in agents)]
    assert [text.get_text() for text in amounts.texts] == ["100", "200", "300"]
    top, bottom = amounts.get_ylim()
    assert top > 3 > 0 > bottom, "the first stands at the top"
