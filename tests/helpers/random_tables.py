"""Random games and hands of two to ten players."""

import numpy as np

from pokerdata.games import CardRules
from pokerdata.games.play import Deals, State, TableRules


def random_definition(rng: np.random.Generator, any_stakes: bool = False) -> TableRules:
    """Return a game with few chips, so that side pots are frequent.

    Args:
        rng: Source of random numbers.
        any_stakes: Include stacks below ante and blind, unequal antes, late posts and a separate minimum bet.
    """
    players = int(rng.integers(2, 11))
    streets = int(rng.integers(1, 5))
    limit = bool(rng.random() < 0.4)
    ante = int(rng.integers(0, 3))
    blinds = rng.integers(0, 4, players) if rng.random() < 0.8 else np.zeros(players, int)
    if not ante and not any(blinds):
        ante = 1
    antes: int | tuple[int, ...] = ante
    if any_stakes:
        if rng.random() < 0.3:  # a big blind ante and others
            antes = tuple(map(int, rng.integers(0, 4, players) * (rng.random(players) < 0.4)))
        late = rng.random(players) < 0.2
        if any(blinds * ~late) or any(np.atleast_1d(antes)):
            blinds = np.where(late, -blinds, blinds)
        elif not any(blinds):
            antes = 1
    board = (0, 3, 1, 1)[:streets]
    cards = (
        CardRules("23456789TJQKA", 2, board, "five-card", suits=4)
        if streets > 1
        else CardRules("23456789TJQKA", 1, board, "pairs", suits=4)
    )
    stacks: tuple[int, ...] = ()
    if not limit or rng.random() < 0.5:
        least = 0 if any_stakes else ante + blinds
        stacks = tuple(map(int, np.maximum(least + rng.integers(0, 25, players), 1)))
    return TableRules(
        "random",
        tuple(map(int, blinds)),
        tuple(map(int, rng.integers(1, players + 1, streets))),
        cards,
        bets=tuple(map(int, rng.integers(1, 5, streets))) if limit else (),
        stacks=stacks,
        max_raises=tuple(map(int, rng.integers(0, 5, streets))),
        ante=antes,
        minimum_bet=int(rng.integers(0, 5)) if any_stakes and not limit else 0,
    )


def random_action(state: State, rng: np.random.Generator) -> str:
    """Return any legal action with bets of all sizes; folds are rarer, so that hands go on."""
    kinds = ["c"] + (["f"] if state.can_fold and rng.random() < 0.4 else []) + ["r"] * state.can_raise
    kind = kinds[rng.integers(len(kinds))]
    if kind != "r" or state.game.limit:
        return kind
    assert state.min_raise_to is not None
    assert state.max_raise_to is not None
    return f"r{rng.integers(state.min_raise_to, state.max_raise_to + 1)}"


def start(game: TableRules, seed: int, hand: int = 0) -> State:
    """Return a hand with all its cards."""
    holes, board = next(Deals(game, seed))
    return State(game, hand=hand, hole_cards=holes, board=board)
