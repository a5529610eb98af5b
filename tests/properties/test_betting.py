"""Random betting rules: every line of play agrees with the reference and with the competition's code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from hypothesis import assume, reject
from hypothesis import strategies as st

from helpers import random_games, random_recipes, reference
from pokerdata import games
from pokerdata.games.betting_tree import DECISION, FOLD, SHOWDOWN

MOST_POINTS = 2000
KINDS = {"": DECISION, "f": FOLD, "shown": SHOWDOWN}


@pytest.mark.parametrize("draws", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_every_line_of_play(draws: int, holds: Any) -> None:
    """It compares the acting player, the legal bets, the chips of both, and the end of the hand."""

    def check(rules: games.Rules) -> None:
        lines = reference.Betting(rules.values()).lines(MOST_POINTS)
        if lines is None:
            reject()
        tree = games.BettingTree(rules)
        found = {tree.history(n): n for n in range(tree.nodes)}
        assert found.keys() == lines.keys()
        for history, n in found.items():
            at = lines[history]
            assert (tree.kind[n], tree.street[n]) == (KINDS[at.over], at.street)
            if at.over == "shown":
                assert at.paid == (tree.chips[n], tree.chips[n])
            else:
                assert tree.player[n] == at.player
            if at.over == "f":
                assert tree.chips[n] == reference.won_by_fold(at)
            for e in range(tree.first_edge[n], tree.first_edge[n + 1]):
                after = lines[tree.history(int(tree.child[e]))]
                assert (tree.to[e], at.paid[1 - at.player]) == (
                    after.paid[at.player],
                    after.paid[1 - at.player],
                )

    holds(check, draws, st.integers(1, 8).flatmap(lambda n: random_games.rules(n, deepest=200)))


def peer_of(rules: games.Rules, cards: games.CardRules) -> Any:
    """Return the game in OpenSpiel, with every legal bet."""
    text = games.acpc_text(games.Game(rules, cards))
    game = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(text)
    if isinstance(rules, games.LimitRules):
        return game
    return pyspiel.load_game("universal_poker", {**game.get_parameters(), "bettingAbstraction": "fullgame"})


def to_act(state: Any) -> Any:
    """Return the state after chance events; the cards do not matter here."""
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def legal(state: Any) -> tuple[bool, list[int]]:
    """Return whether the player may fold, and the legal raise totals; in limit games 2 stands for it."""
    actions = state.legal_actions()
    assert 1 in actions
    return 0 in actions, [a for a in actions if a > 1]


@pytest.mark.parametrize("draws", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_bets_are_those_of_the_competition(draws: int, holds: Any) -> None:
    """On random lines of play: acting player, legality of a fold, smallest and largest bet, and cost of a fold."""

    def check(streets: int, data: st.DataObject) -> None:
        rules = data.draw(random_games.rules(streets, deepest=60))
        if rules.stack is not None:  # with unequal stacks, it allows bets that the smaller stack cannot call
            assert isinstance(rules, games.NoLimitRules)
            rules = replace(rules, stacks=(rules.stack, rules.stack))
        assume(writable(rules) and reference.Betting(rules.values()).lines(MOST_POINTS) is not None)
        state = to_act(
            peer_of(rules, games.CardRules("89TJQKA", 1, (0,) * streets, copies=4)).new_initial_state()
        )
        tree, node = games.BettingTree(rules), 0
        while tree.kind[node] == DECISION:
            edges = range(tree.first_edge[node], tree.first_edge[node + 1])
            bets = {int(tree.to[e]): e for e in edges if tree.action[e] >= 3}
            may_fold, may_bet = legal(state)
            assert state.current_player() == tree.player[node]
            assert may_fold == (tree.action[edges[0]] == 0)
            if isinstance(rules, games.NoLimitRules):
                menu = rules.menu[tree.street[node]]
                assert set(bets) <= set(may_bet)
                if may_bet and menu.pots[:1] == (0,):
                    assert min(bets) == may_bet[0]
                if may_bet and menu.all_in:
                    assert max(bets) == may_bet[-1] == rules.stack
            else:
                assert len(bets) == len(may_bet)
            edge = data.draw(st.sampled_from(edges))
            to = int(tree.to[edge])
            state.apply_action({0: 0, 1: 1, 2: 1}.get(tree.action[edge], to if rules.stack else 2))
            node = int(tree.child[edge])
            to_act(state)
        assert state.is_terminal()
        won = state.returns()[0]
        assert won == tree.chips[node] if tree.kind[node] == FOLD else abs(won) in (0, tree.chips[node])

    holds(check, draws, st.integers(1, 4), st.data())


def writable(rules: games.Rules) -> bool:
    """Return whether a `.game` file can express these rules, apart from the menu."""
    blinds = any(rules.blinds)
    if (
        isinstance(rules, games.LimitRules)
        and blinds
        and rules.blinds[0] == rules.blinds[1]
        and rules.caps[0] == 1
    ):
        return False  # as an ante, they would not count as a bet
    return not (rules.ante and blinds) and (
        not isinstance(rules, games.LimitRules) or not blinds or rules.blind_counts_as_bet
    )


def kept(rules: games.Rules) -> dict[str, Any]:
    """Return the rules as a `.game` file keeps them: equal blinds become an ante, and caps become numbers of raises.

    Read back, player 1 posts the smaller blind.
    """
    values = {key: value for key, value in rules.values().items() if key not in ("name", "menu")}
    if rules.blinds[0] > rules.blinds[1]:
        values["blinds"] = rules.blinds[::-1]
        values["first_to_act"] = tuple(3 - player for player in rules.first_to_act)
        if "stacks" in values:
            values["stacks"] = values["stacks"][::-1]
    alike, counted = rules.blinds[0] == rules.blinds[1], any(rules.blinds)
    if "caps" in values and counted:
        values["caps"] = (max(0, rules.caps[0] - 1) + (not alike), *rules.caps[1:])
    if alike:
        values |= {"ante": rules.ante + rules.blinds[0], "blinds": (0, 0)}
        values |= {"blind_counts_as_bet": False} if rules.stack is None else {}
    return values


@pytest.mark.parametrize("draws", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_files_are_read_back(draws: int, holds: Any, tmp_path: Path) -> None:
    """TOML is read back exactly; `.game` files lose the menu, the name and the names of ranks."""

    def check(streets: int, data: st.DataObject) -> None:
        rules, cards = data.draw(random_games.rules(streets)), data.draw(random_games.cards(streets))
        game = games.Game(rules, cards)
        (tmp_path / "mine.toml").write_text(games.toml_text(game))
        assert games.read_game(tmp_path / "mine.toml") == game
        if not writable(rules):
            return
        try:
            text = games.acpc_text(game)
        except ValueError as error:
            assert "cannot be written as a .game file" in str(error)  # noqa: PT017
            return
        (tmp_path / "mine.game").write_text(text)
        again = games.read_acpc(tmp_path / "mine.game")
        assert kept(again.rules) == kept(rules)
        for key in ("hole", "board", "deck", "ranking"):
            assert getattr(again.cards, key) == getattr(cards, key)

    holds(check, draws, st.integers(1, 8), st.data())


@pytest.mark.parametrize("draws", [150, pytest.param(1500, marks=pytest.mark.slow)])
def test_wrong_values_in_files(draws: int, holds: Any, tmp_path: Path) -> None:
    """For any value, the rules make a game or the error names the file."""
    path = tmp_path / "mine.toml"

    def check(streets: int, wrong: Any, data: st.DataObject) -> None:
        rules, cards = data.draw(random_games.rules(streets)), data.draw(random_games.cards(streets))
        lines = games.toml_text(games.Game(rules, cards)).splitlines()
        at = data.draw(st.sampled_from([i for i, line in enumerate(lines) if "=" in line]))
        key = lines[at].partition("=")[0]
        lines[at] = f"{key}= {random_recipes.toml_value(wrong)}"
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            game = games.read_game(path)
        except ValueError as error:
            assert str(path) in str(error)  # noqa: PT017
        else:
            path.write_text(games.toml_text(game), encoding="utf-8")
            assert games.read_game(path) == game

    holds(check, draws, st.integers(1, 4), random_recipes.wrong_values(), st.data())
