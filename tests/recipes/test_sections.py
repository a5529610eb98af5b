"""Errors in a section [match.NAME] or [page.NAME] precede any work."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.recipes import TOURNAMENT, plan_of
from pokerdata._support.arguments import keys_of
from pokerdata.games import GAMES, Game, load_game, toml_text
from pokerdata.games.named import LEDUC_NOLIMIT
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.match import Match
from pokerdata.recipes.page import Page
from pokerdata.recipes.reading import load_plan, recipe_names
from pokerdata.recipes.tournament import Tournament


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["good", "poor", "random"]', "[]", r"\[match.all\]: agents: expected two or more.*got \[\]"),
        ('["good", "poor", "random"]', '["good"]', "expected two or more"),
        (
            '["good", "poor", "random"]',
            '["good", "por"]',
            r"\[match\.all\]: no agent 'por', did you mean 'poor'\? Expected some of good, poor, "
            r"always-call,.*",
        ),
        (
            '["good", "poor", "random"]',
            '["good", 3]',
            r"\[match\.all\]: no agent 3\. Expected some of good, poor, always-call, always-raise, "
            r"random, simple",
        ),
        (
            '["good", "poor", "random"]',
            '["good", "good"]',
            r"\[match\.all\]: agents: expected each once, got 'good' twice",
        ),
        (
            '["good", "poor", "random"]',
            '["good", "simple"]',
            r"\[match\.all\]: agent: 'simple' plays Texas hold'em only, got Leduc hold'em",
        ),
        (
            '["good", "poor", "random"]',
            '["always-call", "random"]',
            r"\[match\.all\]: game: expected the game that is played, as no agent is a strategy",
        ),
        ("deals = 3_000", "deals = 1", "deals: expected a whole number from 2.*got 1"),
        (
            "deals = 3_000",
            "deals = 2.5",
            r"\[match\.all\]: deals: expected an integer \(duplicate deals of each pair of "
            r"agents\), got 2\.5",
        ),
        ("seed = 7", "seed = -1", "seed: expected a whole number from 0.*got -1"),
        ("lbr = 200", "lbr = 1", "lbr: expected 2 deals or more.*got 1"),
        (
            'agents = ["poor", "always-call"]',
            'game = "leduc-nolimit"\nlbr = 20\nagents = ["random", "always-raise"]',
            r"\[match\.two\]: lbr: expected an agent that is a strategy or one of always-call, got random, "
            r"always-raise; e\.g\.",
        ),
        ("lbr = 200", "lbr = -2", "lbr: expected a whole number from 0.*got -2"),
        (
            "lbr = 200",
            'translation = "pseudo"',
            r"\[match\.all\]: no translation 'pseudo', did you mean 'pseudo-harmonic'\? Expected "
            r"one of.*",
        ),
        (
            "lbr = 200",
            'game = "kuhn"',
            "good and the match play different games, Leduc hold'em and Kuhn poker",
        ),
        ("lbr = 200", 'game = "chess"', "game: expected .*got 'chess'"),
        ("lbr = 200", "hands = 3", r"\[match.all\]: unknown key 'hands'"),
        (
            'matches = ["all", "two"]',
            'matches = ["al"]',
            r"\[page\.leduc\]: no match 'al', did you mean 'all'\? Expected some of all, two, each "
            r"once",
        ),
        ('matches = ["all", "two"]', 'matches = ["all", "all"]', "twice the match 'all'"),
        (
            'matches = ["all", "two"]',
            "matches = []",
            r"\[page\.leduc\]: matches, series: expected at least one",
        ),
        (
            'matches = ["all", "two"]',
            'matches = ["all"]\nreference = "erikson"',
            r"\[page\.leduc\]: no reference 'erikson', did you mean 'eriksson-2012'\? Expected one "
            r"of.*",
        ),
        (
            'matches = ["all", "two"]',
            'matches = ["all"]\nreference = "eriksson-2012"\npublished = {good = "ph"}',
            r"\[page\.leduc\]: published: no name 'ph', did you mean 'phs'\? Expected one of hhs, "
            r"hhs2, mmhs,.*",
        ),
        (
            'matches = ["all", "two"]',
            'matches = ["all"]\nreference = "eriksson-2012"\npublished = {goo = "phs"}',
            r"\[page\.leduc\]: published: no agent 'goo', did you mean 'good'\? Expected one of "
            r"the matches'",
        ),
        ('title = "Agents of Leduc hold\'em"', "", r"\[page.leduc\]: the key 'title' is missing"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, words: str) -> None:
    assert TOURNAMENT.count(old) == 1
    with pytest.raises(ValueError, match=words):
        plan_of(TOURNAMENT.replace(old, new))


def test_sums_of_a_match_fit_64_bits(tmp_path: Path) -> None:
    rules = toml_text(Game(replace(LEDUC_NOLIMIT, stacks=(10**8, 10**8)), GAMES["leduc-nolimit"].cards))
    game = tmp_path / "deep.toml"
    game.write_text(rules, encoding="utf-8")
    text = f'[match.m]\nagents = ["always-call", "always-raise"]\ngame = "{game}"\ndeals = '
    assert "m_matches" in plan_of(f"{text}922").stages
    with pytest.raises(
        ValueError, match=r"\[match.m\]: deals: expected at most 922 with so many chips.*got 923"
    ):
        plan_of(f"{text}923")


def test_menus_of_bets_make_no_other_game_but_stacks_do() -> None:
    text = """
[strategy.a]
game = "leduc-nolimit"
[strategy.b]
game = "leduc-nolimit"
menu = ["half-pot", "all-in"]
[match.ab]
agents = ["a", "b"]
"""
    assert "ab_matches" in plan_of(text).stages
    with pytest.raises(
        ValueError,
        match=(
            r"\[match\.ab\]: a and b play different games, no-limit Leduc hold'em and no-limit "
            r"Leduc hold'em:.*"
        ),
    ):
        plan_of(text.replace('menu = ["half-pot", "all-in"]', "stack = 5"))


def test_the_stages_and_what_they_depend_on() -> None:
    stages = plan_of(TOURNAMENT).stages
    assert stages["all_matches"].parents == ("good_strategy", "poor_strategy")
    assert stages["all_lbr"].parents == ("good_strategy", "poor_strategy")
    game = load_game("leduc")
    for name in ("all_matches", "all_lbr"):
        assert stages[name].parameters["game"] == {"rules": game.rules.values(), "cards": game.cards.values()}
    assert stages["all_cross_table"].parents == ("all_matches",)
    assert "two_cross_table" not in stages
    assert stages["two_course"].parents == ("two_matches",)
    assert set(stages["leduc_page"].parents) == {
        *("all_matches", "two_matches", "all_lbr", "all_cross_table", "all_course", "two_course"),
        *("good_strategy", "poor_strategy"),
    }
    assert stages["leduc_page"].filename == "leduc_page.md"


def test_estimates_grow_with_deals_and_with_rules_of_thumb() -> None:
    def seconds(agents: str, deals: int) -> float:
        text = f'[match.m]\nagents = [{agents}]\ngame = "limit-holdem"\ndeals = {deals}'
        return plan_of(text).stages["m_matches"].cost.seconds

    calls = '"always-call", "always-raise"'
    assert 8 < seconds(calls, 2_000_000) / seconds(calls, 200_000) < 12
    assert seconds('"always-call", "simple"', 100_000) > 10 * seconds(calls, 100_000)


def test_rules_of_thumb_look_hands_up_where_they_play_much() -> None:
    def read(deals: int) -> set[str]:
        text = (
            f'[match.m]\nagents = ["always-call", "random", "simple"]\ngame = "limit-holdem"\ndeals = {deals}'
        )
        stage = plan_of(text).stages["m_matches"]
        assert stage.cost.seconds < 30
        return set(stage.parents)

    assert read(50_000) == set()
    assert read(250_000) == read(10**6) == {"flop_potential", "turn_potential", "river_strength"}


@pytest.mark.parametrize("name", recipe_names())
def test_recipes_of_the_package_make_stages_with_estimates(name: str) -> None:
    for stage in load_plan(name).stages.values():
        assert 0 < stage.cost.seconds < 86_400
        assert stage.cost.memory_bytes > 0


def test_the_recipe_of_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- recipe -->\n```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    made = re.findall(r"^\| `([a-z_]+)` \|", text.split("then makes")[1].split("##")[0], re.MULTILINE)
    stages = plan_of(found[1]).stages
    assert set(made) == {name for name in stages if not name.endswith("_strategy")}
    for heading, section in (("match", Match), ("tournament", Tournament), ("page", Page)):
        part = text.split(f"## [{heading}.NAME]")[1].split("\n## ")[0].split("| ranking |")[0]
        rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", part, re.MULTILINE)
        described = [key for row in rows for key in re.findall(r"`([a-z_]+)`", row)]
        assert described == list(keys_of(section)), heading
    listed = re.findall(
        r"^\| `([a-z0-9-]+)` \|", text.split("## The recipes")[1].split("## What")[0], re.MULTILINE
    )
    assert set(listed) <= set(recipe_names())


def test_children_are_made_again_when_attributes_alone_changed(tmp_path: Path) -> None:
    """The page shows the name of the game, which is in no dataset."""
    game, recipe = tmp_path / "mine.toml", tmp_path / "recipe.toml"
    game.write_text(toml_text(load_game("leduc")))
    recipe.write_text(
        f'[match.m]\ngame = "{game}"\nagents = ["always-raise", "always-call"]\ndeals = 50\n'
        '[page.p]\ntitle = "T"\nmatches = ["m"]\n'
    )

    def make() -> str:
        Runner(load_plan(str(recipe)), tmp_path, say=lambda _: None).run()
        return (tmp_path / "p_page.md").read_text()

    assert "Leduc hold'em" in make()
    game.write_text(game.read_text().replace("Leduc hold'em", "Another game"))
    assert "Another game" in make()
