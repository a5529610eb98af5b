"""Endgames of the full game."""

from __future__ import annotations

from pokerdata._support.arguments import Use, generator
from pokerdata.games.no_thanks import NoThanks, NoThanksState, points
from pokerdata.solving.explicit import state_graph
from studies import StudyRun

SEEDS = (1, 2, 3)


def told(run: StudyRun) -> None:
    """Report the shares with one or two cards to come, for hands of about equal scores."""
    run.heading("The end of the full game")
    game = NoThanks()
    rows: list[list[object]] = [
        [
            "cards to come",
            "seed",
            "points held",
            "states with a decision",
            "by seat, ties pass",
            "by seat, ties take",
        ]
    ]
    for left in (1,) if run.is_quick else (1, 2):
        for seed in SEEDS:
            run.say(f"the last {left} of the full game, seed {seed}")
            end = endgame(game, left, seed)
            graph = state_graph(game, root=end)
            shares = [
                ", ".join(f"{float(value):.1%}" for value in graph.solve(ties=ties).values)
                for ties in ("first", "last")
            ]
            rows.append(
                [
                    left,
                    seed,
                    ", ".join(str(points(cards)) for cards in end.held),
                    f"{graph.decisions:,}",
                    *shares,
                ]
            )
    run.table(rows, left=0)
    run.text(
        f"Three players, {game.drawn} of 33 cards, {game.chips} chips each, as the game is sold. All but the last cards lie "
        "with somebody: in random order, each with the player whose score is the lowest so far, so that much is open; "
        "every chip is with its owner, and seat 1 moves next. Exact, by the general solver."
    )


def endgame(game: NoThanks, left: int, seed: int) -> NoThanksState:
    """Return a state with a number of cards to come.

    The other cards, in random order, each go to the player with the lowest score so far.
    """
    cards = generator(Use.NO_THANKS_CARDS, seed).permutation(game.values)[: game.drawn - left].tolist()
    held: list[tuple[int, ...]] = [()] * game.players
    for card in cards:
        player = min(range(game.players), key=lambda p: points(held[p]))
        held[player] = tuple(sorted((*held[player], card)))
    return NoThanksState(game, tuple(held), (game.chips,) * game.players)
