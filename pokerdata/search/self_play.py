"""Search against oneself: all players search at once."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata._core import search as _core
from pokerdata.play import GameDefinition, State
from pokerdata.search.uct import MENU, MOST_ITERATIONS, menu_size
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress
from pokerdata.support.random_numbers import Use, generator


@dataclass(frozen=True)
class Seen:
    """Where a player sees the same, and what he was seen to choose there.

    Attributes:
        position: Who he is.
        history: The actions.
        hole: His cards, rising.
        board: The cards of each street after the first, rising.
        actions: What he may do.
        passes: How often he did each.
    """

    position: int
    history: str
    hole: tuple[int, ...]
    board: tuple[tuple[int, ...], ...]
    actions: tuple[str, ...]
    passes: tuple[int, ...]


def self_play(
    game: GameDefinition,
    *,
    iterations: int,
    exploration: float | None = None,
    menu: tuple[str, ...] = MENU,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Seen]:
    """Let all players search at once, each in a tree of what he can see (information-set UCT).

    It is no equilibrium method: what the players come to need not be near one. `pokerdata.search.average_strategy` makes
    a strategy of it, whose exploitability can be compared.

    Args:
        game: A small game; the trees hold every situation that was met.
        iterations: Hands that are played.
        exploration: C, in chips; as for `search` at the first decision by default.
        menu: As for `search`.
        seed: Of the random numbers, 0 or more.
        progress: Called with done and total iterations.

    Raises:
        ValueError: For what is no such search.
    """
    iterations = as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100_000)
    start = State(game)
    chips = float(start.pot + (start.most_to_showdown or 0) if exploration is None else exploration)
    if not 0 <= chips < 1e12:
        raise ValueError(f"exploration: expected chips, 0 or more, got {exploration!r}; e.g. 4")
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    seed = int(generator(Use.SEARCH, seed).integers(2**63))
    found = _core.self_play(game.core, chips, [menu_size(size) for size in menu], iterations, seed, progress)
    return [
        Seen(player, history, _cards(hole), tuple(map(_cards, board)), tuple(actions), tuple(passes))
        for player, history, hole, board, actions, passes in found
    ]


def _cards(bits: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if bits >> card & 1)
