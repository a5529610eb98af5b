"""The scope of an exploitability: all cards or an abstraction's, all bets or a menu's."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli
from pokerdata.games import BettingTree, CardGame, LimitRules, NoLimitRules, load_game
from pokerdata.games.strategies import Strategy
from pokerdata.matches import local_best_response
from pokerdata.pipeline.store import open_table, write_table
from pokerdata.players.agents import Agent
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.public import solve, strategy_table

MENU = "with all cards, but only the bets of its menu; other bets may win more"
KUHN = load_game("kuhn").cards
EVERY = ("min", "1/2", "pot", "3/2", "all-in")


def small(menu: tuple[str, ...]) -> CardGame:
    """Return no-limit Kuhn poker with four chips each."""
    return CardGame(NoLimitRules("small", stacks=(4, 4), first_to_act=(1,), menu=menu, ante=1), KUHN)


def has_all_bets(rules: NoLimitRules) -> bool:
    """Return whether the tree has every legal amount, by walking the betting."""
    tree = BettingTree(rules)
    edges = {tree.history(int(child)) for child in tree.child}
    stack, unit = min(rules.stacks), rules.unit

    def missing(paid: tuple[int, int], player: int, street: int, last: int, opened: bool, text: str) -> bool:
        level = max(paid)
        if opened:  # a call ends the street
            over = street + 1 == rules.streets or level == stack
            first = 0 if over else rules.first_to_act[street + 1] - 1
            if not over and missing((level, level), first, street + 1, 0, False, f"{text}c/"):
                return True
        elif missing((level, level), 1 - player, street, last, True, f"{text}c"):
            return True
        for to in range(min(stack, level + max(last, unit)), stack + 1) if level < stack else ():
            after = (to, paid[1]) if player == 0 else (paid[0], to)
            if f"{text}r{to}" not in edges:
                return True
            if missing(after, 1 - player, street, to - level, True, f"{text}r{to}"):
                return True
        return False

    paid = (rules.ante + rules.blinds[0], rules.ante + rules.blinds[1])
    return not missing(paid, rules.first_to_act[0] - 1, 0, 0, False, "")


def test_a_tree_knows_whether_it_has_all_bets() -> None:
    draw = random.Random(5)
    found = []
    for _ in range(300):
        blinds = draw.choice([(0, 0), (1, 2), (1, 1)])
        streets = draw.randint(1, 2)
        stack = 1 + max(blinds) + draw.randint(1, 4)
        menus = [
            draw.sample(["min", "1/4", "1/3", "1/2", "pot", "3/2", "2"], draw.randint(0, 6))
            for _ in range(streets)
        ]
        rules = NoLimitRules(
            "drawn",
            stacks=(stack, stack + draw.randint(0, 2)),
            first_to_act=[1] + [draw.randint(1, 2)] * (streets - 1),  # type: ignore[arg-type]
            menu=tuple([*menu, "all-in"] for menu in menus),
            ante=1,
            blinds=blinds,
            caps=draw.choice([(), (draw.randint(1, 3),) * streets]),
        )
        assert BettingTree(rules).all_bets == has_all_bets(rules), rules
        found.append(has_all_bets(rules))
    assert 30 < sum(found) < 270
    assert BettingTree(LimitRules("limit", bets=(1,), caps=(1,), first_to_act=(1,), ante=1)).all_bets


def test_scopes_in_words() -> None:
    assert str(Scope(True)) == "in the whole game (all cards, all bets)"
    assert str(Scope(False)) == MENU
    assert str(Scope(True, True)) == "inside its own abstraction; not comparable across abstractions"
    assert str(Scope(False, True, 5000)) == (
        "inside its own abstraction on 5,000 drawn boards with only the bets of its menu; "
        "not comparable across abstractions"
    )


def test_with_every_bet_the_whole_game_is_meant_and_none_wins_more() -> None:
    game = small(EVERY)
    assert Scope.of(game).whole
    result = solve(game, target="1mb", dtype="float64")
    found = local_best_response(Agent.of(result), deals=2000, menu=EVERY).won
    assert found.mean - 4 * found.standard_error <= result.values.exploitability


def test_other_bets_win_more_than_the_menu_tells(tmp_path: Path) -> None:
    game = small(("all-in",))
    assert not Scope.of(game).all_bets
    result = solve(game, target="1mb", dtype="float64")
    found = local_best_response(Agent.of(result), deals=2000, menu=EVERY).won
    assert found.mean - 4 * found.standard_error > 10 * result.values.exploitability

    path = tmp_path / "small.h5"
    given = dict(result.table()["attributes"])
    assert (given["scope_cards"], given["scope_bets"]) == ("all", "menu")
    # Older files state this for every strategy over real cards.
    old = {k: v for k, v in given.items() if k not in ("scope_cards", "scope_bets")} | {
        "scope": "in the whole game"
    }
    for attributes in (given, old):
        write_table(
            path,
            name="small",
            kind="strategy",
            arrays=result.table()["arrays"],
            attributes=attributes,
        )
        assert MENU in " ".join(strategy_table.summary(open_table(path)))
        for command in (
            ["exploitability"],
            ["exploitability", "--player", "1"],
            ["lbr", "--deals", "100"],
            ["info"],
        ):
            done = CliRunner().invoke(cli, [command[0], str(path), *command[1:]], catch_exceptions=False)
            assert MENU in " ".join(done.output.split())


@pytest.mark.parametrize("name", ["kuhn", "leduc-nolimit"])
def test_solving_and_comparing_say_where_values_hold(name: str) -> None:
    scope = str(Scope(name == "kuhn"))
    for command in (["solve", name, "--iterations", "3"], ["compare", name, "--iterations", "3"]):
        said = CliRunner().invoke(cli, command, catch_exceptions=False).output
        assert scope in " ".join(said.split())
    assert Scope.of(CardGame(load_game(name).rules, load_game(name).cards)) == Scope(name == "kuhn")
    assert Strategy.of(solve(small(EVERY), iterations=1)).tree.all_bets
