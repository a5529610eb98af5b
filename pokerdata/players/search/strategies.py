"""UCT search, UCT self-play, ranges after actions, and strategies as models."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import search as _core
from pokerdata._support import html
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, columns, quoted
from pokerdata.cards import COMBINATIONS, RANKS, SUITS
from pokerdata.cards.ranges import Range, as_range
from pokerdata.games import CardGame, CardRules
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.definition import card_text
from pokerdata.games.play.state import split_actions
from pokerdata.games.strategies import Strategy
from pokerdata.games.strategies.strategy_file import Solved
from pokerdata.players.search.models import PLAYOUT, Model, fixed, table, table_equity

MOST_ITERATIONS = 10**9
MENU = ("pot", "all-in")
BACKUPS = ("mean", "max", "most-visited", "mix")


@dataclass(frozen=True)
class Visited:
    """An action of the searching player.

    Attributes:
        action: 'f', 'c', 'r' or 'r300'.
        passes: Number of iterations through the action (its visits).
        value: Chips that the player wins over the whole hand.
        standard_error: Standard error of the value, in chips. None if the value is no mean of independent samples (a
            back-up other than 'mean', or expand 'all'), or has fewer than two passes.
    """

    action: str
    passes: int
    value: float
    standard_error: float | None


@dataclass(frozen=True)
class SearchResult:
    """Result of a search.

    Attributes:
        state: State of the search.
        actions: Legal actions there, in the order fold, call, raises.
        iterations: Number of iterations.
        nodes: Number of nodes of the tree.
        settings: All settings that determine the result, as texts and numbers.
        core: The tree, in C++.
    """

    state: State
    actions: tuple[Visited, ...]
    iterations: int
    nodes: int
    settings: Mapping[str, Any]
    core: _core.Search = field(repr=False, compare=False)

    @property
    def best(self) -> str:
        """The action with the most passes, or the higher value of equal ones."""
        return max(self.actions, key=lambda one: (one.passes, one.value)).action

    @property
    def value(self) -> float:
        """Chips that the searching player wins over the whole hand, as backed up to the root."""
        return float(self.core.node(0)[3])

    def walk(self, depth: int = 2, least: int = 1) -> Iterator[tuple[int, str, str, int, float]]:
        """Yield the nodes of the tree below its root, each before its children.

        Args:
            depth: Greatest depth; actions and cards are one step each.
            least: Least number of passes of a node below the first actions.

        Yields:
            Depth from 1, the step to the node (an action or cards), its kind ('hero', 'opponent', 'chance' or 'leaf'),
            passes, and the value in chips.
        """
        return self._below(0, 1, depth, least)

    def _below(
        self, node: int, level: int, depth: int, least: int
    ) -> Iterator[tuple[int, str, str, int, float]]:
        if level > depth:
            return
        for what, child in self.core.children(node):
            kind, _, passes, value, _ = self.core.node(child)
            if passes < least and level > 1:
                continue
            text = what if isinstance(what, str) else _cards(what)
            yield level, text, kind, passes, value
            yield from self._below(child, level + 1, depth, least)

    def tree_text(self, depth: int = 3, least: int = 1) -> str:
        """Return the tree as lines: the step to each node, its kind, passes and value in chips.

        Args:
            depth: As for `walk`.
            least: As for `walk`.
        """
        rows = [("node", "kind", "passes", "chips")]
        for level, what, kind, passes, value in self.walk(depth, least):
            rows.append(("  " * (level - 1) + what, kind, f"{passes:,}", signed(value, 2)))
        return "\n".join(columns(rows, right=(2, 3)))

    def __str__(self) -> str:
        rows = [("action", "passes", "chips", "±")]
        for one in self.actions:
            error = "" if one.standard_error is None else f"{one.standard_error:.2f}"
            rows.append((one.action, f"{one.passes:,}", signed(one.value, 2), error))
        return "\n".join(columns(rows, right=(1, 2, 3)))

    def __repr__(self) -> str:
        told = ", ".join(f"{one.action} {one.passes:,}" for one in self.actions)
        return brief(self, f"{self.iterations:,} iterations", told)

    def _repr_html_(self) -> str:
        rows = {
            one.action: f"{one.passes:,} passes, {signed(one.value, 2)} chips"
            + ("" if one.standard_error is None else f" ± {one.standard_error:.2f}")
            for one in self.actions
        }
        return html.facts(rows, caption=f"{self.iterations:,} iterations")


def search(
    state: State,
    *,
    iterations: int = 10_000,
    seconds: float | None = None,
    exploration: float | None = None,
    models: Mapping[int, Model] | Model | None = None,
    ranges: Mapping[int, Any] | None = None,
    known_cards: bool = False,
    backup: str = "mean",
    selection: str = "sample",
    expand: str = "one",
    playouts: int = 1,
    playout: Model | None = None,
    menu: Sequence[str] = MENU,
    merge_suits: bool = True,
    leaves: str = "exact",
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search for the best action of the player to act, by upper confidence bounds applied to trees (UCT).

    Each iteration samples the hole cards of the opponents from their ranges and the rest of the board. It descends the
    tree of the player's information sets, plays the hand to its end from a new node, and backs the result up. At its own
    nodes the player takes the action with the largest value + C sqrt(ln(passes of the node) / passes of the action). The
    opponents act by their models. So the result responds to the models and is no equilibrium. The cost is some 2 to 5
    microseconds per iteration in limit games.

    Args:
        state: A state with a player to act and its hole cards. Hole cards of opponents are only used with
            ``known_cards``.
        iterations: Number of iterations; the same number and seed give the same result.
        seconds: Time limit instead of a number of iterations; the result then depends on the machine.
        exploration: C, in chips. By default the pot plus the most that a showdown can still cost the player. If C is too
            small, an action that was unlucky at first is never tried again.
        models: Models of the opponents on the way down, by position or one for all; `fixed` (.1, .65, .25) by default.
        ranges: Ranges of the opponents by position: text, `Range` or weights [1326]; in games with one hole card, weights
            [52]. Any hand by default.
        known_cards: Whether the opponents hold the hole cards of the state, and the search knows them.
        backup: 'mean': the value of a node is the mean of all results through it. 'max': nodes of the player have the
            value of their best action, nodes of opponents the mean by their models, and chance nodes the mean by passes.
            'most-visited': the same, but nodes of the player have the value of the action with the most passes. 'mix':
            half of that and half the mean of the actions by passes.
        selection: Choice of the opponents' actions on the way down: 'sample' draws them by their models, 'ucb' takes what
            looks best for the player.
        expand: 'one' plays on from a new node; 'all' plays on from each of its actions.
        playouts: Number of hands played to the end from a new node.
        playout: Model of all players in playouts; `fixed` (.1, .65, .25) by default.
        menu: Raises in no-limit games: 'pot', 'half-pot', 'all-in', or a fraction of the pot such as '3/4'.
        merge_suits: Whether boards that differ only by suits share a node, if hole cards, board and ranges do not
            distinguish the suits. Models are assumed not to.
        leaves: 'exact': a showdown in the tree against one or two opponents has its exact mean over all hidden cards.
            This begins once the showdown was reached often enough for it to be no slower. It needs models that ignore
            cards, and any hand must be equally likely for players that folded. 'tables': the same, and hands that are
            all-in before the river against any hand use the tables preflop_strength, flop_strength and turn_strength.
            'sampled': the result with the cards of each iteration.
        seed: Seed of the random numbers, 0 or more.
        tables: Folder of strength tables; by default the places that `open_table` searches.
        progress: Called with done and total iterations.

    Raises:
        ValueError: If an argument is invalid; the message names the argument, the rule and an example.
        TableError: If a strength table is missing.
    """
    position = _searching(state)
    iterations = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 10_000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    playouts = as_count(playouts, "playouts", 1, 10_000, 1)
    _check_choices(
        backup=(backup, BACKUPS),
        selection=(selection, ("sample", "ucb")),
        expand=(expand, ("one", "all")),
        leaves=(leaves, ("exact", "tables", "sampled")),
    )
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(f"seconds: expected a number above 0, got {seconds!r}; e.g. 7")
    chips = float(state.pot + (state.most_to_showdown or 0) if exploration is None else exploration)
    if not (math.isfinite(chips) and chips >= 0):
        raise ValueError(f"exploration: expected chips, 0 or more, got {exploration!r}; e.g. {state.pot}")
    for name, keys in (("models", models), ("ranges", ranges)):
        for one in () if keys is None or isinstance(keys, Model) else keys:
            if one not in range(state.players) or (name == "ranges" and one == position):
                raise ValueError(f"{name}: expected positions of others of {state.players}, got {one!r}")
    default = fixed(*PLAYOUT)
    by_position = [_model_of(models, p, default) for p in range(state.players)]
    rest = playout or default
    held = _ranges(state, position, ranges or {}, known_cards)
    core = _core.Search(
        betting=state.betting,
        history=state.history,
        hole=list(state.hole_cards[position]),
        board=list(state.board),
        ranges=held,
        models=[model.core for model in by_position],
        playout=[rest.core] * state.players,
        menu=menu_sizes(menu),
        exploration=chips,
        backup=backup,
        select_opponents=selection == "ucb",
        expand_all=expand == "all",
        playouts=playouts,
        merge_suits=merge_suits,
        exact_leaves=leaves != "sampled",
        equity=table_equity(state, tables) if leaves == "tables" else None,
        seed=int(generator(Use.SEARCH, seed).integers(2**63)),
    )
    if seconds is None:
        core.run(iterations, progress)
    else:
        core.run_for(seconds)
    settings = {
        "exploration": chips,
        "models": [model.text for model in by_position],
        "playout": rest.text,
        "backup": backup,
        "selection": selection,
        "expand": expand,
        "playouts": playouts,
        "leaves": leaves,
        "seed": seed,
    }
    return SearchResult(
        state,
        _visited(core, backup == "mean" and expand == "one"),
        core.iterations,
        core.nodes,
        settings,
        core,
    )


def _searching(state: State) -> int:
    if state.player is None:
        raise ValueError(f"state: expected one in which somebody acts, got {state!r}")
    if not state.hole_cards[state.player]:
        raise ValueError(
            f"state: expected the hole cards of {state.position_names[state.player]}, who acts, got none"
        )
    return state.player


def _check_choices(**given: tuple[str, Sequence[str]]) -> None:
    for name, (value, known) in given.items():
        if value not in known:
            raise ValueError(f"{name}: expected {' or '.join(map(repr, known))}, got {value!r}")


def _model_of(models: Mapping[int, Model] | Model | None, position: int, default: Model) -> Model:
    if models is None:
        return default
    return models if isinstance(models, Model) else models.get(position, default)


def _ranges(
    state: State, hero: int, given: Mapping[int, Any], known: bool
) -> list[tuple[int, NDArray[np.float64]]]:
    found = []
    for position in range(state.players):
        if position == hero or state.folded[position]:
            continue
        if known:
            weights = _one_hand(state, position)
        elif position in given:
            weights = _weights(state, given[position])
        else:
            weights = np.zeros(0)
        found.append((position, weights))
    return found


def _one_hand(state: State, position: int) -> NDArray[np.float64]:
    cards = state.hole_cards[position]
    if not cards:
        raise ValueError(
            f"known_cards: expected the hole cards of {state.position_names[position]}, got none"
        )
    if len(cards) == 1:
        weights = np.zeros(52)
        weights[cards[0]] = 1
        return weights
    return np.asarray(Range("".join(map(card_text, cards))).weights, dtype=np.float64)


def _weights(state: State, given: Any) -> NDArray[np.float64]:
    if state.game.cards.hole == 1:
        return card_weights(given)
    return np.asarray(as_range(given).weights, dtype=np.float64)


def card_weights(given: Any) -> NDArray[np.float64]:
    """Return the range of a player with one hole card.

    Args:
        given: Weights [52].

    Returns:
        float64 [52].

    Raises:
        ValueError: For other input.
    """
    try:
        weights = np.array(given, dtype=np.float64)
    except (ValueError, TypeError):
        weights = np.zeros(0)
    if weights.shape != (52,) or not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError(
            f"ranges: expected 52 weights of 0 and more in games of one hole card, got {str(given)[:40]!r}"
        )
    return weights


def menu_sizes(menu: Iterable[str]) -> list[tuple[int, int]]:
    """Return the raises of a menu, each as from `menu_size`.

    Args:
        menu: Raises, each as for `menu_size`.

    Raises:
        ValueError: As `menu_size`, and if a raise occurs twice.
    """
    texts = list(menu)
    found = [menu_size(text) for text in texts]
    if len(set(found)) < len(found):
        raise ValueError(f"menu: expected each raise once, got {quoted(texts)}; e.g. '1/2', 'pot'")
    return found


def menu_size(text: str) -> tuple[int, int]:
    """Return a raise of a menu as a fraction of the pot, numerator and denominator; (0, 1) for all-in.

    Args:
        text: 'pot', 'half-pot', 'all-in' or a fraction of the pot such as '3/4'.

    Raises:
        ValueError: For other texts.
    """
    if text == "all-in":
        return 0, 1
    try:
        size = {"pot": Fraction(1), "half-pot": Fraction(1, 2)}.get(text) or Fraction(text)
    except (ValueError, ZeroDivisionError, TypeError):
        size = Fraction(0)
    if not 0 < size <= 1000:
        raise ValueError(
            f"menu: expected 'pot', 'half-pot', 'all-in' or a part of the pot up to 1000, got {text!r}; e.g. '3/4'"
        )
    # Smaller raises are next to nothing in any pot; they become the smallest legal raise.
    size = max(size.limit_denominator(1000), Fraction(1, 1000))
    return size.numerator, size.denominator


def _visited(core: _core.Search, is_mean: bool) -> tuple[Visited, ...]:
    found = []
    for action, child in core.children(0):
        _, _, passes, value, squares = core.node(child)
        error = math.sqrt(squares / (passes - 1) / passes) if is_mean and passes > 1 else None
        found.append(Visited(str(action), passes, value, error))
    return tuple(found)


def _cards(bits: int) -> str:
    return "".join(card_text(card) for card in range(52) if bits >> card & 1)


def bound_visits(values: Sequence[float], *, exploration: float, visits: int) -> list[int]:
    """Return how often upper confidence bounds take each action if its value is fixed.

    Args:
        values: Values of the actions.
        exploration: C, in the unit of the values.
        visits: Total number of visits; each action is taken once first.

    Raises:
        ValueError: For no action or more than ten.
    """
    return _core.bound_visits(
        list(map(float, values)), float(exploration), as_count(visits, "visits", 0, 10**9, 40)
    )


@dataclass(frozen=True)
class Seen:
    """An information set and the choices that self-play made there.

    Attributes:
        position: Position of the player.
        history: Action sequence.
        hole: Hole cards, in ascending order.
        board: The cards of each street after the first, in ascending order.
        actions: Legal actions.
        passes: Number of times that each action was chosen.
    """

    position: int
    history: str
    hole: tuple[int, ...]
    board: tuple[tuple[int, ...], ...]
    actions: tuple[str, ...]
    passes: tuple[int, ...]


def self_play(
    game: TableRules,
    *,
    iterations: int,
    exploration: float | None = None,
    menu: tuple[str, ...] = MENU,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Seen]:
    """Let all players search at once, each in a tree of its information sets (information-set UCT).

    This is no equilibrium method: the result need not be close to an equilibrium. Turn it into a strategy with
    `pokerdata.players.search.average_strategy` to compare its exploitability.

    Args:
        game: A small game; the trees hold every information set that was reached.
        iterations: Number of hands.
        exploration: C, in chips; by default as for `search` at the first decision.
        menu: As for `search`.
        seed: Seed of the random numbers, 0 or more.
        progress: Called with done and total iterations.

    Raises:
        ValueError: If an argument is invalid.
    """
    iterations = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100_000)
    start = State(game)
    chips = float(start.pot + (start.most_to_showdown or 0) if exploration is None else exploration)
    if not 0 <= chips < 1e12:
        raise ValueError(f"exploration: expected chips, 0 or more, got {exploration!r}; e.g. 4")
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    seed = int(generator(Use.SEARCH, seed).integers(2**63))
    found = _core.self_play(game.core, chips, menu_sizes(menu), iterations, seed, progress)
    return [
        Seen(
            player,
            history,
            _numbers(hole),
            tuple(map(_numbers, board)),
            tuple(actions),
            tuple(passes),
        )
        for player, history, hole, board, actions, passes in found
    ]


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if bits >> card & 1)


def of_strategy(solved: Solved | Strategy, other: Model | None = None) -> Model:
    """Return a strategy as a model of a player in either seat.

    Args:
        solved: Result of `solve` or strategy from `load_strategy`, for a game in which cards of a rank are alike, such as
            Kuhn poker and Leduc hold'em.
        other: Model for information sets that the strategy does not have.

    Raises:
        ValueError: For another game.
    """
    saved = Strategy.of(solved)
    cards = CardRules(**saved.cards) if saved.cards else None
    if cards is None or cards.copies is None:
        raise ValueError(
            f"strategy: expected one of a game whose cards of a rank are alike, got {saved.label}; e.g. solve('leduc')"
        )
    rows = {}
    for hand, board, history in saved:
        shares = list(saved[hand, board, history].values())
        for key in _keys(cards, hand, board):
            rows[f"{history}|{key}"] = shares
    model = table(rows, other)
    return Model(f"strategy of {saved.rules.name}", model.core)


def _keys(cards: CardRules, hand: str, board: str) -> Iterator[str]:
    """Yield all card texts that a hand and a board of alike cards stand for, street by street."""
    groups = [hand, *board.split()]
    suits = SUITS[-cards.per_rank :]
    choices = [[rank + suit for suit in suits] for group in groups for rank in group]
    for chosen in itertools.product(*choices):
        if len(set(chosen)) < len(chosen):
            continue
        left = list(chosen)
        texts = []
        for group in groups:
            dealt = sorted(left[: len(group)], key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
            texts.append("".join(dealt))
            del left[: len(group)]
        yield "".join(texts)


def average_strategy(seen: Iterable[Seen], game: CardGame) -> tuple[NDArray[np.float64], ...]:
    """Return the choices of self-play as a strategy: the probability of an action is its share of the passes.

    Args:
        seen: Result of `self_play`.
        game: The same game, in which cards of a rank are alike. Information sets that were never seen play uniformly.

    Returns:
        For each street float64 [edges of the street, states], the form that `pokerdata.solving.public.exploitability`
        accepts.

    Raises:
        ValueError: For another game.
    """
    if game.cards.copies is None:
        raise ValueError(
            f"game: expected one whose cards of a rank are alike, got {game.rules.name}; e.g. leduc()"
        )
    passes: dict[tuple[str, str, str], dict[str, int]] = {}
    for one in seen:
        key = _ranks(one.hole), " ".join(map(_ranks, one.board)), one.history
        found = passes.setdefault(key, {})
        for action, count in zip(one.actions, one.passes, strict=True):
            found[action] = found.get(action, 0) + count
    tree = game.tree
    rows = []
    for street, names in enumerate(game.state_names):
        edges = tree.street_edges(street)
        shares = np.zeros((edges.stop - edges.start, len(names)))
        for node in tree.decision_nodes(street).tolist():
            at, history = tree.rows(node), tree.history(node)
            for state, (hand, board) in enumerate(zip(names.hands, names.boards, strict=True)):
                counts = list(passes.get((hand, board, history), {}).values())
                total = sum(counts)
                shares[at, state] = np.array(counts) / total if total else 1 / (at.stop - at.start)
        rows.append(shares)
    return tuple(rows)


def _ranks(cards: tuple[int, ...]) -> str:
    """Return the ranks of cards, highest first."""
    return "".join(RANKS[card // 4] for card in sorted(cards, reverse=True))


def likely_hands(
    state: State, position: int, model: Model, *, before: Any = None, menu: Sequence[str] = MENU
) -> NDArray[np.float64]:
    """Return a player's range after its actions: w(h) times the probability of each of its actions given h.

    The cost is some microseconds per hand and action of the player.

    Args:
        state: The hand so far, with the board.
        position: Position of the player.
        model: Model of its actions with each hand.
        before: Range before the hand: text, `Range` or weights [1326], or [52] for games with one hole card; any hand by
            default.
        menu: As for `search`; a raise of another size counts as the nearest one of the menu.

    Returns:
        float64 [1326], or [52] for games with one hole card; 0 for hands that known cards exclude.

    Raises:
        ValueError: If no hand is left, or for an invalid position.
    """
    if position not in range(state.players):
        raise ValueError(f"position: expected 0 to {state.players - 1}, got {position!r}; e.g. 0")
    sizes = menu_sizes(menu)
    hands = _hands(state)
    weights = _before(state, before)
    known = {card for p, cards in enumerate(state.hole_cards) if p != position for card in cards} | set(
        state.board
    )
    for number, cards in enumerate(hands):
        if known.intersection(cards) or not set(cards) <= set(state.game.deck):
            weights[number] = 0
    now = State(state.game, hand=state.hand).with_cards([()] * state.players, state.board)
    for action in split_actions(state.history.replace("/", "")):
        if now.player == position:
            board = list(now.board)
            for number in np.flatnonzero(weights).tolist():
                shares = model.core.shares(now.betting, now.history, hands[number], board, sizes)
                weights[number] *= _share(shares, action)
        now = now.apply_old(action)
    if not weights.sum() > 0:
        raise ValueError(
            f"model: expected one that makes the actions of {state.history!r}, got one that never does"
        )
    return weights


def _hands(state: State) -> list[list[int]]:
    if state.game.cards.hole == 1:
        return [[card] for card in range(52)]
    pairs: list[list[int]] = COMBINATIONS.tolist()
    return pairs


def _before(state: State, given: Any) -> NDArray[np.float64]:
    count = 52 if state.game.cards.hole == 1 else len(COMBINATIONS)
    if given is None:
        return np.ones(count)
    if count == 52:
        return card_weights(given)
    return np.array(as_range(given).weights, dtype=np.float64)


def _share(shares: dict[str, float], action: str) -> float:
    if action in shares or action[0] != "r":
        return shares.get(action, 0.0)
    raises = [option for option in shares if option[0] == "r"]
    if not raises:
        return 0.0
    return shares[min(raises, key=lambda option: abs(int(option[1:]) - int(action[1:])))]
