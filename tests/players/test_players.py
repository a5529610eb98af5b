"""Players by name: their actions, the tables where they can play, and errors."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.games import GAMES, CardGame, CardRules, Game, LimitRules, table_rules
from pokerdata.games.play import State, TableRules
from pokerdata.matches import hands
from pokerdata.players import HeadsUpPlayer, find_player
from pokerdata.players.agents import Agent
from pokerdata.players.plain import fraction_of
from pokerdata.solving.public import solve

from .tables import playing, start

BOT = """
from __future__ import annotations
from dataclasses import dataclass, field
import beside


@dataclass
class Tight:
    made: list[str] = field(default_factory=list)

    def act(self, state):
        self.made.append(state.history)
        return beside.ANSWER


class Told:
    def __init__(self, *, game, seed=None):
        self.game, self.seed = game, seed

    def act(self, state):
        return "c"


class Silent:
    pass


class Broken:
    def __init__(self):
        raise RuntimeError("no luck")

    def act(self, state):
        return "c"
"""


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "beside.py").write_text("ANSWER = 'c'\n")
    (tmp_path / "my_bots.py").write_text(BOT)
    return tmp_path / "my_bots.py"


@pytest.mark.parametrize("game", ["kuhn", "leduc", "limit-holdem", "kuhn-3p", "nolimit-holdem-6p"])
@pytest.mark.parametrize("name", ["always-call", "always-raise", "always-fold", "random"])
def test_plain_players_play_every_game(game, name):
    definition = table_rules(game)
    player = find_player(name, game, seed=3)
    others = find_player("random", game, seed=4)
    kinds = set()
    for number in range(40):
        for state, action in playing(definition, [player, *[others] * (definition.players - 1)], number):
            if state.player == 0:
                kinds.add((action[0], state.can_fold, state.can_raise))
    allowed = {
        "always-call": lambda kind, fold, _: kind == "c",
        "always-raise": lambda kind, _, may: kind == ("r" if may else "c"),
        "always-fold": lambda kind, may, _: kind == ("f" if may else "c"),
        "random": lambda *_: True,
    }[name]
    assert kinds
    assert all(allowed(*kind) for kind in kinds)
    if name == "random":
        assert {kind for kind, *_ in kinds} == {"f", "c", "r"}


def test_random_choices_are_even_and_follow_from_the_seed():
    definition = table_rules("limit-holdem-3p")
    states = [State(definition, hand=hand) for hand in range(6000)]
    player = find_player("random", definition, seed=1)
    made = [player.act(state) for state in states]
    assert made == [find_player("random", definition, seed=1).act(state) for state in states]
    assert made != [find_player("random", definition, seed=2).act(state) for state in states]
    counts = [made.count(kind) for kind in "fcr"]
    assert max(abs(count - 2000) for count in counts) < 4 * np.sqrt(6000 * 2 / 9)
    assert pickle.loads(pickle.dumps(player)).act(states[7]) == made[7]


def test_a_pot_raise_of_three():
    state = start(table_rules("nolimit-holdem-3p"), 0).apply("r300")
    names = [find_player("random", state.game, seed=seed).act(state) for seed in range(20)]
    # 450 in the pot, 250 to call: a pot of 700 on top of the level of 300.
    assert set(names) == {"f", "c", "r1000"}


def test_the_core_plays_simple():
    """Where it is deterministic, its actions equal those of matches in C++; the rules of thumb name them."""
    definition = table_rules("limit-holdem")
    player = find_player("simple", "limit-holdem")
    for hole, action in (("AhAd", "r"), ("9h9d", "c"), ("KhQh", "r"), ("KhQd", "c"), ("8h7h", "c")):
        state = State(definition, hole_cards=["", hole])
        assert player.act(state) == action
        assert player.act(state.apply("r").with_cards([hole, ""])) == action
    rare = [State(definition, hand=hand, hole_cards=["", "9h2d"]) for hand in range(4000)]
    share = [player.act(state) for state in rare].count("c") / len(rare)
    assert abs(share - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 4000)


@pytest.mark.parametrize("game", ["limit-holdem", "nolimit-holdem"])
def test_baselines_do_what_matches_in_the_core_do(game):
    """At each decision of a caller or a raiser in the C++ engine, the player by name acts alike."""
    definition = table_rules(game)
    for name in ("always-call", "always-raise"):
        player = find_player(name, game)
        for hand in hands(name, "random", game=game, deals=20, seed=2):
            me = hand.players.index(name)
            holes = [hand.hole[1].replace(" ", ""), hand.hole[0].replace(" ", "")]
            state = State(definition, hole_cards=holes, board=hand.board.replace(" ", ""))
            for action in _actions(hand.history):
                if state.player == 1 - me:
                    assert player.act(state.seen_by(state.player)) == action
                state = state.apply(action)


def _actions(history):
    found: list[str] = []
    for mark in history.replace("/", ""):
        if mark.isdigit():
            found[-1] += mark
        else:
            found.append(mark)
    return found


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit"])
def test_strategies_play_as_agents_do(game, tmp_path):
    solved = solve(game, iterations=50)
    solved.save(tmp_path / "solved.h5")
    agent = Agent.load(tmp_path / "solved.h5")
    player = find_player(str(tmp_path / "solved.h5"), game, seed=5)
    definition = table_rules(game)
    seen = 0
    for number in range(60):
        for state, action in playing(definition, [player, find_player("random", game)], number):
            if state.player == 0:
                ranks = [
                    "".join(f"{'23456789TJQKA'[c // 4]}" for c in part)
                    for part in (state.hole_cards[0], state.board)
                ]
                chances = agent.probabilities(ranks[0], ranks[1], state.history)
                assert chances[action] > 0
                below = 0.0
                for one, chance in chances.items():
                    if one == action:
                        assert below <= fraction_of(5, state) <= below + chance + 1e-9
                    below += chance
                seen += 1
    assert seen > 60


def test_strategies_refuse_other_games(tmp_path):
    solve("leduc", iterations=2).save(tmp_path / "leduc.h5")
    for game, words in (
        (
            "leduc-nolimit",
            "expected its game, Leduc hold'em, with ante 1, got no-limit Leduc hold'em with ante 100",
        ),
        ("kuhn", "first to act"),
        ("kuhn-3p", "expected a game for two players, got one for 3, three-player Kuhn poker"),
    ):
        with pytest.raises(ValueError, match=words):
            find_player(str(tmp_path / "leduc.h5"), game)
    with pytest.raises(ValueError, match="expected Texas hold'em"):
        find_player("simple", "leduc")
    with pytest.raises(ValueError, match="expected a game for two players"):
        HeadsUpPlayer(Agent.baseline("simple"), table_rules("limit-holdem-3p"))


def test_a_game_with_positions_exchanged_is_the_same(tmp_path):
    """A definition for two players may seat the small blind first."""
    own = table_rules("limit-holdem")
    text = (
        "name = 'turned'\n[betting]\nblinds = [5, 10]\nbets = [10, 10, 20, 20]\nmax_raises = [3, 4, 4, 4]\n"
    )
    text += "first_to_act = [1, 2, 2, 2]\n[cards]\nranks = '23456789TJQKA'\nsuits = 4\nhole = 2\nboard = [0, 3, 1, 1]\n"
    text += "ranking = 'five-card'\n"
    (tmp_path / "turned.toml").write_text(text)
    turned = table_rules(str(tmp_path / "turned.toml"))
    assert turned.blinds == own.blinds[::-1]
    player = find_player("simple", turned)
    assert player.act(State(turned, hole_cards=["AhAd", ""])) == "r"


def test_a_strategy_sits_where_its_rules_are():
    """Positions may be swapped, names may differ, and stacks may exceed what can be bet."""
    rules = LimitRules("small", (2,), (2,), (1,), blinds=(1, 2), blind_counts_as_bet=True)
    game = CardGame(rules, CardRules("JQK", copies=1))
    agent = Agent.of(solve(game, iterations=20), name="of blinds")
    own = Game(rules, CardRules("JQK", copies=1)).table
    assert own.blinds == (2, 1)
    turned = TableRules("turned", (1, 2), (1,), own.cards, bets=(2,), max_raises=(1,))
    rich = replace(turned, stacks=(50, 50))
    for definition in (own, turned, rich):
        player = find_player(agent, definition, seed=3)
        seat = definition.first_to_act[0] - 1
        hands = [State(definition, hand=h, hole_cards=[["Qs", ""], ["", "Qs"]][seat]) for h in range(50)]
        assert {player.act(state) for state in hands} <= {
            action for action, chance in agent.probabilities("Q").items() if chance > 0
        }
    for change, words in (
        ({"stacks": (4, 4)}, "stacks none, got turned with stacks"),
        ({"bets": (3,)}, "with bets"),
        ({"blinds": (1, 3)}, "with blinds"),
    ):
        with pytest.raises(ValueError, match=words):
            find_player(agent, replace(turned, **change))


def test_agents_and_players_are_taken_as_they_are():
    class Mine:
        def act(self, state):
            return "c"

    mine = Mine()
    assert find_player(mine, "kuhn") is mine
    agent = find_player(Agent.of(solve("kuhn", iterations=5), name="of Kuhn"), "kuhn")
    assert isinstance(agent, HeadsUpPlayer)
    assert agent.name == "of Kuhn"
    assert find_player(Agent.baseline("random"), "kuhn-3p").act(State(table_rules("kuhn-3p"))) in (
        "c",
        "r",
    )
    wrong: Any
    for wrong in (Mine, 3, None):
        with pytest.raises(ValueError, match="expected a name, an agent or an object with a method act"):
            find_player(wrong, "kuhn")
    with pytest.raises(ValueError, match="translation"):
        find_player("always-call", "kuhn", translation="none")
    with pytest.raises(ValueError, match="seed: expected a whole number"):
        find_player("always-call", "kuhn", seed=-1)


def test_bots_of_files(bots):
    text = f"{bots}:Tight"
    state = State(GAME)
    with pytest.raises(ValueError, match=f"player {text}: expected --trust .* to run the code of {bots}"):
        find_player(text, GAME)
    pair: list[Any] = [find_player(text, GAME, trust=True) for _ in range(2)]
    one, two = pair
    assert one.act(state) == "c"
    assert (one.made, two.made) == ([""], [])
    told: Any = find_player(f"{bots}:Told", GAME, trust=True, seed=9)
    assert (told.game, told.seed) == (GAME, 9)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("my_bots.py:Tigt", r"expected one of its classes .*Tight, Told.*did you mean 'Tight'"),
        ("my_bots.py:Silent", r"expected a class with a method act\(state\)"),
        ("my_bots.py:Broken", "got RuntimeError: no luck"),
        ("my_bots.py", "expected a file and a class"),
        ("nobody.py:Tight", "expected a file, got none at"),
        ("wrong.py:Tight", "expected code that runs, got SyntaxError"),
        ("leaves.py:Tight", "expected code that runs, got SystemExit: 3"),
    ],
)
def test_bots_that_are_refused(bots, name, words):
    (bots.parent / "wrong.py").write_text("def (\n")
    (bots.parent / "leaves.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(ValueError, match=words):
        find_player(f"{bots.parent}/{name}", GAME, trust=True)


GAME = table_rules("limit-holdem-3p")


def test_every_built_in_name_is_told():
    from pokerdata.players import player_kinds

    for name in player_kinds():
        if name.islower() and ":" not in name:
            small = name == "learning"
            game, holes = ("leduc", ["Kh", ""]) if small else ("limit-holdem", ["", "AhAd"])
            assert find_player(name, game).act(State(table_rules(game), hole_cards=holes))
    assert set(GAMES) > {"kuhn", "leduc"}


@pytest.mark.slow
def test_names_that_nobody_has(tmp_path: Any) -> None:
    """The message suggests similar names; it recognizes a recipe's table and a file path."""

    def said(name: str) -> str:
        with pytest.raises(TableError) as caught:
            find_player(name, "limit-holdem", tables=tmp_path)
        return str(caught.value)

    assert said("alwayscall").endswith(
        "got 'alwayscall', which is neither a known player nor a table; did you mean 'always-call' or 'always-fold' or "
        "'always-raise'?"
    )
    assert "did you mean 'miximax'" in said("miximaxx")
    assert said("limit5").endswith("neither a known player nor a table.")
    assert said("xyzzy").endswith("neither a known player nor a table.")
    assert "table nobody_strategy is not in" in said("nobody+resolve")
    assert "make it with `pokerdata make limit5_strategy`" in said("limit5_strategy")
    assert "make it with `pokerdata make limit5_strategy`" in said("limit5+resolve")
    assert said("./mine.h5").startswith("there is no table at ./mine.h5")
    (tmp_path / "mine_strategy.h5").touch()
    assert "did you mean 'mine_strategy'" in said("mine_strategi")
