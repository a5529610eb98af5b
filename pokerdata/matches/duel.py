"""Duplicate matches of two strategies or baselines, played in C++, and their hands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from pokerdata._core import matches as _core
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata.games import CardRules, Game, Rules, load_game
from pokerdata.matches.result import MatchResult, Sums
from pokerdata.players.agents import Agent, as_agent

MAX_DEALS, MAX_SEED = 10**12, 2**64 - 1


def duel(
    first: Agent | str,
    second: Agent | str,
    *,
    deals: int = 100_000,
    first_deal: int = 0,
    game: Game | str | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play duplicate deals: each deal twice, with the seats swapped, so that the luck of the cards cancels.

    Random numbers follow from seed, deal, seat and move: an agent wins exactly 0 against itself. Two strategies play some
    50 to 180 million hands a minute on 2 cores. `simple` plays 5,000 hands a second and processor, or 500,000 if it finds
    its tables (see `Agent.baseline`).

    Args:
        first: An agent, or anything that `pokerdata.players.agents.find_agent` accepts.
        second: Its opponent, in the same forms.
        deals: As for `pokerdata.matches.match`.
        first_deal: As for `pokerdata.matches.match`.
        game: A game, its name or a TOML file; required if both players are baselines, which can play any game.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder to search for the agents' strategies and bucket tables.
        progress: Called with the deals done and the total.

    Raises:
        ValueError: If the agents do not play the game, or a number is invalid.
        TableError: If a strategy or a bucket table is missing.
    """
    deals = as_count(deals, "deals", 2, MAX_DEALS, 100_000)
    begin = as_count(first_deal, "first_deal", 0, MAX_DEALS, 100_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    found = _core.play_match(
        rules.core, cards.core, one.core, two.core, seed, begin, begin + deals, threads, progress
    )
    sums = Sums(*(getattr(found, field) for field in Sums._fields))
    return MatchResult(
        (one.name, two.name), rules, seed, sums, translations=(one.translation, two.translation)
    )


@dataclass(frozen=True)
class Hand:
    """One hand of a match.

    Attributes:
        players: Names of player 1 and player 2.
        hole: Hole cards of both players.
        board: The whole board, even if the hand ended earlier.
        history: Action sequence, such as 'cr300c/cr600f'.
        won: Chips that player 1 won.
    """

    players: tuple[str, str]
    hole: tuple[str, str]
    board: str
    history: str
    won: int

    def _repr_html_(self) -> str:
        shown = list(zip(self.players, self.hole, (f"{self.won:+,}", f"{-self.won:+,}"), strict=True))
        head = ("", "cards", "won")
        return html.table(
            shown, head=head, notes=[f"board {self.board or '-'}", f"history {self.history}"], left=2
        )


def hands(
    first: Agent | str,
    second: Agent | str,
    *,
    deals: int = 10,
    game: Game | str | None = None,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Iterator[Hand]:
    """Yield the hands that `match` plays with the same arguments, in order, two for each deal.

    Args:
        first: An agent, or anything that `pokerdata.players.agents.find_agent` accepts.
        second: Its opponent, in the same forms.
        deals: Number of deals, each played as two hands.
        game: A game, its name or a TOML file; required if both players are baselines, which can play any game.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        tables: The folder to search for the agents' strategies and bucket tables; by default as for
            `pokerdata.players.agents.find_agent`.

    Yields:
        The next hand.

    Raises:
        ValueError: If the agents do not play the game, or a number is invalid.
        TableError: If a strategy or a bucket table is missing.
    """
    deals = as_count(deals, "deals", 1, MAX_DEALS, 10)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    for number in range(deals):
        for swapped in (False, True):
            hole_1, hole_2, board, history, won = _core.played_hand(
                rules.core, cards.core, one.core, two.core, seed, number, swapped
            )
            names = (two.name, one.name) if swapped else (one.name, two.name)
            texts = [
                " ".join(cards.card_names(1 << int(card)) for card in part)
                for part in (hole_1, hole_2, board)
            ]
            yield Hand(names, (texts[0], texts[1]), texts[2], history, won)


def setting(
    first: Agent | str,
    second: Agent | str,
    game: Game | str | None,
    tables: str | os.PathLike[str] | None,
) -> tuple[Agent, Agent, Rules, CardRules]:
    """Return both agents, and the rules and cards of the game they play.

    Args:
        first: As for `match`.
        second: As for `match`.
        game: As for `match`.
        tables: As for `match`.

    Raises:
        ValueError: If no game is named and both players can play any game.
        TableError: As `match`.
    """
    one, two = as_agent(first, tables), as_agent(second, tables)
    if game is not None:
        named = load_game(game)
        return one, two, named.rules, named.cards
    for agent in (one, two):
        if agent.rules is not None and agent.cards is not None:
            return one, two, agent.rules, agent.cards
    raise ValueError(f"game: expected one, as {one.name} and {two.name} play any; e.g. limit-holdem")
