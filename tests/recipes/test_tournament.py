"""[tournament.NAME]: matches of all groups, rankings, the page, and resuming after an interruption."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from helpers.documents import block
from pokerdata._core.play import parts_of_chip
from pokerdata.errors import TableError
from pokerdata.matches.table import play_at_table
from pokerdata.matches.tournaments.standings import match_seeds
from pokerdata.matches.tournaments.tournament_table import TournamentTable
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes import tournament
from pokerdata.recipes.reading import load_plan
from pokerdata.recipes.table_kinds import open_table
from pokerdata.reports.pictures.tournament import money_flow, standings_course, thinking_time

AGENTS = ["always-call", "always-raise", "random", "always-fold"]
TEXT = """
[tournament.all]
game = "{game}"
agents = {agents}
deals = {deals}
seed = 7
ranking = "{ranking}"
{more}
"""


def runner(
    folder: Path, game="limit-holdem", deals=4, ranking="bankroll", more="", agents=AGENTS, **settings
):
    recipe = folder / "recipe.toml"
    recipe.write_text(TEXT.format(game=game, deals=deals, ranking=ranking, more=more, agents=agents))
    return Runner(load_plan(str(recipe)), folder / "tables", say=lambda _: None, **settings)


def made(folder: Path, **settings) -> TournamentTable:
    runner(folder, **settings).run()
    table = open_table("all_tournament", tables=folder / "tables")
    assert isinstance(table, TournamentTable)
    return table


@pytest.mark.parametrize(("game", "size"), [("limit-holdem", 2), ("kuhn-3p", 3)])
def test_every_group_meets_once_with_cards_of_its_own(game, size, tmp_path):
    table = made(tmp_path, game=game)
    groups = list(combinations(AGENTS, size))
    assert [result.players for result in table.results] == groups
    seeds = [result.seed for result in table.results]
    assert len(set(seeds)) == len(seeds)
    assert seeds == match_seeds(7, 0, len(groups), "all")
    for result, group in zip(table.results, groups, strict=True):
        played = play_at_table(list(group), game, deals=4, seed=result.seed)
        np.testing.assert_array_equal(result.parts, played.parts)
        assert result.flow_parts == played.flow_parts
        assert (result.parts.sum(axis=2) == 0).all()
    sums = table.standings.sums
    assert sum(sums) == 0


def test_seeds_of_matches_are_all_different():
    seeds = match_seeds(3, 0, 5000)
    assert len(set(seeds)) == 5000
    assert match_seeds(3, 100, 10) == seeds[100:110]
    assert match_seeds(4, 0, 10) != seeds[:10]
    # Two tournaments with one seed share no cards.
    assert not set(match_seeds(3, 0, 5000, "pairs")) & set(match_seeds(3, 0, 5000, "threes"))


def test_the_page_has_the_numbers_of_the_table(tmp_path):
    table = made(tmp_path, deals=250, ranking="series-runoff")
    path = tmp_path / "tables" / "all_standings.md"
    page = path.read_text(encoding="utf-8")
    for rank, name in table.rankings["series-runoff"].order:
        won = table.standings.won[table.standings.names.index(name)].times(10)
        shown = f"{won.mean:+.1f} ± {won.half_width:.1f}"
        assert f"| {rank} | `{name}` | {shown} | 3 |" in page
    chance = table.standings.ahead("always-call", "always-fold")
    assert chance is not None
    assert f" {chance:.3f} |" in page
    first = table.results[1]
    cell = f"{first.won[0].times(10).mean:+.1f}"
    assert cell in page
    assert first.players == ("always-call", "random")
    paid = Fraction(first.flow_parts[0][1], parts_of_chip())
    assert f"{float(paid / first.hands * 10):.1f}" in page
    assert "no two matches share cards" in page
    # A player that always folds loses to one that always raises.
    assert table.rankings["bankroll"].ranks["always-fold"] > table.rankings["bankroll"].ranks["always-raise"]
    # If killed before it is recorded, it is made again.
    (tmp_path / "tables" / ".state" / "all_standings.json").unlink()
    assert [record.stage for record in runner(tmp_path, deals=250, ranking="series-runoff").run()] == [
        "all_standings"
    ]
    assert path.read_text(encoding="utf-8") == page


def test_the_pictures_show_the_table(tmp_path):
    table = made(tmp_path, game="kuhn-3p", deals=40)
    names = [name for _, name in table.rankings["bankroll"].order]
    lines = standings_course(table).axes[0].get_lines()
    assert [line.get_label() for line in lines[:-1]] == names
    for line, name in zip(lines, names, strict=False):
        mean = table.standings.means[table.standings.names.index(name)]
        assert line.get_ydata()[-1] == pytest.approx(100 * mean)
    texts = [text.get_text() for text in money_flow(table).axes[0].texts]
    paid = table.paid_per_hand(names)
    assert f"{100 * paid[0, 1]:.1f}" in texts
    # A player's winnings are what all pay to it, less what it pays to all.
    for name in names:
        won = sum(
            result.chips[result.players.index(name)] for result in table.results if name in result.players
        )
        flows = sum(
            result.flows[a][b] * ((result.players[b] == name) - (result.players[a] == name))
            for result in table.results
            for a in range(3)
            for b in range(3)
        )
        assert won == flows
    bars = thinking_time(table).axes[0].patches
    assert [bar.get_width() for bar in bars] == pytest.approx(
        [max(1e-4, ms) for ms in table.milliseconds(names)]
    )


class StopError(Exception):
    pass


def test_a_run_that_was_stopped_goes_on_to_the_same_chips(tmp_path, monkeypatch):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    expected = made(whole)
    calls = []

    def failing(players, *given, **more):
        calls.append(tuple(players))
        if len(calls) == 4:
            raise StopError
        return play_at_table(players, *given, **more)

    monkeypatch.setattr(tournament, "play_at_table", failing)
    with pytest.raises(StopError):
        runner(broken).run()
    found = made(broken)
    assert calls[3:] == list(combinations(AGENTS, 2))[3:4] + list(combinations(AGENTS, 2))[3:]
    for key in ("parts", "flows", "players", "seed", "decisions", "faults", "round"):
        np.testing.assert_array_equal(found[key], expected[key])


def test_rounds_that_are_played_again(tmp_path):
    table = made(tmp_path, game="kuhn-3p", ranking="instant-runoff", more="replay = true", deals=6)
    ranking = table.rankings["instant-runoff"]
    out = ranking.rounds[0].out
    left = [name for name in AGENTS if name not in out]
    if len(left) == 3:
        (again,) = table.results_of(1)
        assert set(again.players) == set(left)
        assert again.seed not in [result.seed for result in table.results]
        assert ranking.rounds[1].sums == dict(
            zip(again.players, (c / again.hands for c in again.chips), strict=True)
        )


BOT = """
class Caller:
    def act(self, state):
        return "c"


class Broken:
    def act(self, state):
        if state.hand == 2:
            raise RuntimeError("out of luck")
        return "c"


class Cheat:
    def act(self, state):
        return "all your chips"
"""


def test_bots_run_only_if_they_are_trusted(tmp_path):
    bots = tmp_path / "my_bots.py"
    bots.write_text(BOT)
    agents = ["always-raise", f"{bots}:Caller", f"{bots}:Broken", f"{bots}:Cheat"]
    with pytest.raises(TableError, match="agents: expected --trust for"):
        runner(tmp_path, agents=agents).run()
    table = made(tmp_path, agents=agents, trust=True)
    page = (tmp_path / "tables" / "all_standings.md").read_text(encoding="utf-8")
    assert "forfeited in hand 3 of order" in page
    assert "out of luck" in page
    assert "'all your chips'" in page
    assert table.rankings["bankroll"].ranks[f"{bots}:Broken"] == 4
    # Changing the file plays the tournament again.
    status = runner(tmp_path, agents=agents, trust=True).survey()
    assert all(one.up_to_date for one in status)
    bots.write_text(BOT.replace("== 2", "== 3"))
    status = runner(tmp_path, agents=agents, trust=True).survey()
    assert not all(one.up_to_date for one in status)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"agents": ["always-call"]}, "agents: expected 2 or more"),
        ({"agents": ["always-call", "nobody"]}, "no agent 'nobody'"),
        ({"agents": ["always-call", "always-call"]}, "agents: expected each once"),
        ({"game": "limit-holdem-3p", "ranking": "series-runoff"}, "expected 'bankroll' or 'instant-runoff'"),
        ({"ranking": "luck"}, "ranking: expected one of bankroll"),
        ({"more": "replay = true"}, "replay: expected only with"),
        ({"deals": 1}, "deals: expected"),
        ({"more": "per_hand_ms = -1"}, "per_hand_ms: expected"),
        ({"more": "wrong = 1"}, "unknown key 'wrong'"),
    ],
)
def test_bad_sections(settings, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        runner(tmp_path, **settings)


def test_the_packaged_recipe_is_read():
    plan = load_plan("tournament")
    assert "limit5_strategy" in plan.stages["pairs_tournament"].parents
    assert "threes_standings" in plan.stages


def test_the_recipe_of_the_documents(tmp_path):
    recipe = tmp_path / "told.toml"
    recipe.write_text(block("docs/tournaments.md", "tournament"))
    plan = load_plan(str(recipe))
    pictures = {"threes_course", "threes_flow", "threes_time"}
    assert set(plan.stages) == {"threes_tournament", *pictures, "threes_standings", "threes_live"}
    assert plan.stages["threes_tournament"].parameters["deals"] == 20
