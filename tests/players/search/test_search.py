"""Tree search agrees with exact best responses, published values, and itself."""

from typing import Any, cast

import numpy as np
import pytest

from pokerdata.games import CardRules, kuhn, leduc, table_rules
from pokerdata.games.play import State, TableRules, read_matchstate
from pokerdata.games.play.state import split_actions
from pokerdata.games.strategies import Strategy
from pokerdata.players.search import (
    Counts,
    DecisionTriple,
    average_strategy,
    bound_visits,
    called,
    fixed,
    likely_hands,
    of_strategy,
    search,
    self_play,
    table,
)
from pokerdata.solving.public import evaluate, solve
from pokerdata.solving.public.values import against

LIMIT = table_rules("limit-holdem-3p")
# The nearest legal state to the example of Zopf 2010, 7.1.
EXAMPLE, _ = read_matchstate(LIMIT, "MATCHSTATE:1:1:crrrcc/r:AcKh|Qc9s|2d2h/Ad4hJd")


@pytest.mark.parametrize("exploration", [3.1, 3.3, 3.53])
def test_visits_of_the_published_figure(exploration):
    assert bound_visits([-4, -5.1, -5.7], exploration=exploration, visits=40) == [27, 8, 5]


@pytest.mark.parametrize(
    ("exploration", "visits"),
    [(1, [37, 2, 1]), (2**0.5, [35, 3, 2]), (2, [32, 5, 3]), (3, [28, 7, 5]), (4, [25, 9, 6])],
)
def test_visits_for_other_explorations(exploration, visits):
    assert bound_visits([-4, -5.1, -5.7], exploration=exploration, visits=40) == visits


def test_the_worked_example_with_known_cards():
    result = search(EXAMPLE, iterations=1_000_000, known_cards=True, exploration=5000, seed=1)
    values = {one.action: one.value for one in result.actions}
    assert values["f"] == -40
    assert result.best == "f"
    errors = {one.action: one.standard_error or 0.0 for one in result.actions}
    assert values["c"] - values["r"] > 3 * (errors["c"] ** 2 + errors["r"] ** 2) ** 0.5
    # Against any hands it is the reverse: queen-nine wins 21 % of the pot there, not 4 %.
    assert search(EXAMPLE, iterations=20_000, exploration=33, seed=1).best != "f"


def _as_state(game, definition, key, hero):
    """Return an information set of a game with equal cards of a rank as a state."""
    hand, board, history = key
    state = State(definition)
    for action in split_actions(history.replace("/", "")):
        state = state.apply_unseen(action)
    if state.betting.player != hero:
        return None
    used = set()

    def card(rank):
        text = next(rank + suit for suit in "cdhs"[-game.cards.copies :] if rank + suit not in used)
        used.add(text)
        return text

    holes = ["", ""]
    holes[hero] = card(hand)
    return state.with_cards(holes, "".join(map(card, board.replace(" ", ""))))


@pytest.mark.parametrize(("game", "share"), [(kuhn(), 1e-9), (leduc(), 0.005)], ids=["kuhn", "leduc"])
@pytest.mark.parametrize("hero", [0, 1])
def test_it_finds_the_best_response_to_a_fixed_opponent(game, share, hero):
    definition = table_rules("leduc" if game.rules.streets == 2 else "kuhn")
    opponent = solve(game, iterations=5)
    model, saved = of_strategy(opponent), Strategy.of(opponent)
    rows = [np.array(street, dtype=float) for street in opponent.strategy]
    nodes = [node for r in range(game.rules.streets) for node in game.tree.decision_nodes(r).tolist()]
    decisions = {game.tree.history(node): node for node in nodes}
    for key in saved:
        state = _as_state(game, definition, key, hero)
        if state is None:
            continue
        try:
            held = likely_hands(state, 1 - hero, model)
        except ValueError:
            continue  # the opponent never gets here
        found = search(state, iterations=20_000, models=model, playout=model, ranges={1 - hero: held}, seed=1)
        node = decisions[key[2]]
        street = int(game.tree.street[node])
        names = game.state_names[street]
        column = list(zip(names.hands, names.boards, strict=True)).index(key[:2])
        at = game.tree.rows(node)
        rows[street][at, column] = 0
        rows[street][at.start + [one.action for one in found.actions].index(found.best), column] = 1
    pair = (rows, opponent.strategy) if hero == 0 else (opponent.strategy, rows)
    won = against(game, *pair).expected_value * (1 if hero == 0 else -1)
    best = evaluate(game, opponent.strategy).best_response[hero]
    assert best * (1 - share) - 1e-9 <= won <= best + 1e-9


def test_self_play_comes_nearer_but_is_no_equilibrium_method():
    game = leduc()
    definition = table_rules("leduc")
    few, many = (
        evaluate(game, average_strategy(self_play(definition, iterations=n, seed=1), game)).exploitability
        for n in (10_000, 300_000)
    )
    cfr = evaluate(game, solve(game, iterations=100).strategy).exploitability
    assert few > many > 20 * cfr


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"backup": "max"},
        {"backup": "most-visited"},
        {"backup": "mix"},
        {"expand": "all"},
        {"selection": "ucb"},
        {"playouts": 3},
        {"merge_suits": False},
        {"ranges": {0: "QQ+,AK", 2: "random"}},
    ],
)
def test_passes_add_up_and_the_same_seed_gives_the_same_tree(settings):
    first, again = (search(EXAMPLE, iterations=2000, seed=5, **settings) for _ in range(2))
    assert first.tree_text(4) == again.tree_text(4)
    assert first.actions == again.actions
    other = search(EXAMPLE, iterations=2000, seed=6, **settings)
    assert other.tree_text(4) != first.tree_text(4)
    passes = sum(one.passes for one in first.actions)
    if settings.get("expand") == "all":
        assert passes >= 2000
    else:
        assert passes == first.iterations - 1 == 1999
    fold = next(one for one in first.actions if one.action == "f")
    assert fold.value == -40


@pytest.mark.parametrize("backup", ["max", "most-visited", "mix"])
def test_values_follow_from_those_below(backup):
    """The searching player's values follow the back-up rule in plain Python; chance nodes are means by passes."""
    result = search(EXAMPLE, iterations=5000, backup=backup, exploration=200, known_cards=True, seed=2)
    core = result.core

    def expected(kind, below):
        if kind == "chance":
            return sum(passes * value for passes, value in below) / sum(passes for passes, _ in below)
        most = max(below)[1]
        if backup == "max":
            return max(value for _, value in below)
        if backup == "most-visited":
            return most
        return (most + sum(passes * value for passes, value in below) / sum(p for p, _ in below)) / 2

    checked = {"hero": 0, "chance": 0}
    for node in range(result.nodes):
        kind, _, _, value, _ = core.node(node)
        below = [core.node(child)[2:4] for _, child in core.children(node)]
        below = [one for one in below if one[0]]
        if kind in checked and below:
            assert value == pytest.approx(expected(kind, below), abs=1e-6)
            checked[kind] += 1
    assert min(checked.values()) > 50
    assert result.value == core.node(0)[3]


def test_boards_that_differ_by_suits_alone_are_one():
    # If all known cards are clubs, the other suits are equivalent; a check ends the flop.
    state, _ = read_matchstate(LIMIT, "MATCHSTATE:2:1:ccc/cc:||7c6c/Ac4cJc")
    merged, apart = (
        search(state, iterations=30_000, merge_suits=m, exploration=100, seed=1) for m in (True, False)
    )

    def turns(result):
        path = next(child for what, child in result.core.children(0) if what == "c")
        return [what for what, _ in result.core.children(path)]

    assert len(turns(apart)) == 52 - 2 - 3
    assert len(turns(merged)) == 8 + 13


def test_a_wrong_model_misleads():
    """Success depends above all on the model: a player that wrongly expects folds raises."""
    state = State(LIMIT, hole_cards=["", "", "7h2c"])
    folds = search(state, iterations=3000, models=fixed(0.9, 0.1, 0), playout=fixed(0.9, 0.1, 0), seed=1)
    calls = search(state, iterations=3000, models=fixed(0, 1, 0), playout=fixed(0, 1, 0), seed=1)
    assert folds.best == "r"
    assert calls.best == "f"


def test_counted_models():
    counts = Counts(LIMIT, prior=DecisionTriple(1, 1, 2), weight=4)
    for _ in range(4):
        counts.see(0, 1, 10, "f")
    shares = counts.model().core.shares(State(LIMIT).betting, "", [0, 1], [], [(1, 1)])
    assert shares == pytest.approx({"f": 5 / 8, "c": 1 / 8, "r": 2 / 8})
    flop = State(LIMIT).apply("c").apply("c").apply("c")
    shares = counts.model().core.shares(flop.betting, flop.history, [0, 1], [2, 6, 10], [(1, 1)])
    assert shares == pytest.approx({"c": 1 / 3, "r": 2 / 3})


def test_called_models_see_what_the_player_sees():
    seen = set()

    def model(history, hole, board):
        seen.add((history, len(hole), len(board)))
        return 0, 1, 0

    search(EXAMPLE, iterations=50, models=called(model), seed=1)
    assert all(length == 2 for _, length, _ in seen)
    assert {board for _, _, board in seen} <= {3, 4, 5}

    def broken(history, hole, board):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        search(EXAMPLE, iterations=50, models=called(broken), seed=1)


def test_likely_hands():
    game = table_rules("kuhn")
    model = table({"|Js": [1, 0], "|Qs": [0.5, 0.5], "|Ks": [0.25, 0.75]})
    state = State(game).apply("r").with_cards(["", "Qs"])
    held = likely_hands(state, 0, model)
    deck = {"J": 39, "Q": 43, "K": 47}
    assert held[deck["J"]] == 0
    assert held[deck["Q"]] == 0  # the other player holds it
    assert held[deck["K"]] == 0.75
    with pytest.raises(ValueError, match="got one that never does"):
        likely_hands(state, 0, table({f"|{rank}s": [1, 0] for rank in "JQK"}))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"iterations": 0}, "iterations"),
        ({"seconds": 0}, "seconds: expected a number above 0"),
        ({"exploration": -1}, "exploration: expected chips"),
        ({"backup": "median"}, "backup: expected 'mean' or 'max' or 'most-visited' or 'mix', got 'median'"),
        ({"menu": ["2x"]}, "menu: expected 'pot'"),
        ({"ranges": {0: "AhKh", 2: "AhKh"}}, "ranges: expected hands that leave each other their cards"),
        ({"ranges": {0: "Qc9s"}}, "expected hands that known cards leave, got none"),
        ({"seed": -1}, "seed: expected"),
    ],
)
def test_bad_searches(settings, message):
    with pytest.raises(ValueError, match=message):
        search(EXAMPLE, **{"iterations": 10, **settings})
    with pytest.raises(ValueError, match="somebody acts"):
        search(State(table_rules("kuhn")).apply("r").apply("f"))
    with pytest.raises(ValueError, match="the hole cards of BU"):
        search(State(LIMIT))


def test_it_stops_by_the_clock():
    result = search(EXAMPLE, seconds=0.05, seed=1)
    assert result.iterations >= 64
    assert "passes" in str(result)
    assert len(repr(result)) <= 118
    assert "iterations" in result._repr_html_()


def test_nodes_and_cards_are_checked_where_they_come_in():
    result = search(EXAMPLE, iterations=50, seed=1)
    for node in (-1, result.nodes, 2**30):
        with pytest.raises(ValueError, match="node: expected 0 to"):
            result.core.node(node)
        with pytest.raises(ValueError, match="node: expected 0 to"):
            result.core.children(node)
    shares = fixed(0, 1, 0).core.shares
    with pytest.raises(ValueError, match="hole: expected at most 2 cards, got 5000"):
        shares(State(LIMIT).betting, "", list(range(5000)), [], [(1, 1)])
    with pytest.raises(ValueError, match="hole: expected cards from 0 to 51, got 99"):
        shares(State(LIMIT).betting, "", [1, 99], [], [(1, 1)])


def test_a_deck_that_is_dealt_out_but_for_the_board():
    game = TableRules(
        "ten", (1, 2, *[0] * 8), (3,), CardRules("TJQKA", 2, (0,), "pairs", suits=4), (2,), (), (3,)
    )
    state = State(game, hole_cards=["AhKh" if p == 2 else "" for p in range(10)])
    assert sum(one.passes for one in search(state, iterations=200, seed=1).actions) == 199


def test_the_smallest_raises_of_a_menu_are_no_all_ins():
    state = State(table_rules("nolimit-holdem"), hole_cards=["AhKh", "QdQc"])
    found = search(state, iterations=20, menu=["1/100000", "pot"], seed=1)
    assert [one.action for one in found.actions] == ["f", "c", "r200", "r300"]


def test_a_mean_of_all_children_has_no_standard_error():
    assert all(one.standard_error is None for one in search(EXAMPLE, iterations=50, expand="all").actions)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: table({"|Ks": [-3, 4]}),
            r"shares of '\|Ks': expected numbers of 0 and more, not all 0, got \[-3, 4\]",
        ),
        (lambda: table({"|Ks": [0, 0]}), "not all 0"),
        (lambda: search(EXAMPLE, iterations=9, models=called(lambda *_: (-1, 0, 2))), r"got \(-1, 0, 2\)"),
        (
            lambda: search(EXAMPLE, iterations=9, models=called(lambda *_: cast(Any, "fold"))),
            "model: expected three numbers",
        ),
        (
            lambda: search(EXAMPLE, iterations=9, models=called(lambda *_: (0, 0, float("nan")))),
            "three numbers",
        ),
        (
            lambda: search(EXAMPLE, iterations=9, models={9: fixed(0, 1, 0)}),
            "models: expected positions .*, got 9",
        ),
        (
            lambda: search(EXAMPLE, iterations=9, ranges={1: "QQ"}),
            "ranges: expected positions of others of 3, got 1",
        ),
        (
            lambda: search(State(table_rules("leduc"), hole_cards=["Ks", ""]), ranges={1: "KK"}),
            "expected 52 weights of 0 and more in games of one hole card, got 'KK'",
        ),
        (
            lambda: likely_hands(State(table_rules("kuhn")).apply("r"), 0, fixed(0, 1, 1), before=[-1] * 52),
            "expected 52 weights",
        ),
    ],
)
def test_nonsense_of_models_and_ranges_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_tables_count_in_proportion():
    shares = table({"|Ks": [1, 3]}).core.shares(State(table_rules("kuhn")).betting, "", [47], [], [(1, 1)])
    assert shares == {"c": 0.25, "r": 0.75}
