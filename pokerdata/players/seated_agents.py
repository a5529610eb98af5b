"""Agents of `pokerdata.agents` at our tables."""

from __future__ import annotations

from pokerdata.agents import Agent
from pokerdata.games import LimitRules
from pokerdata.games.named import TEXAS
from pokerdata.play import Player
from pokerdata.players.asked import Asked
from pokerdata.players.heads_up import HeadsUpPlayer
from pokerdata.players.plain import PLAIN_PLAYERS, PlainPlayer
from pokerdata.players.three_handed import ThreeHandedPlayer


def agent_player(agent: Agent, asked: Asked) -> Player:
    """An agent as a player; one without a strategy that has a plain name, for any number of players, and a strategy for
    limit hold'em of two at a table of three, too.

    Args:
        agent: The agent.
        asked: The game and the seed.

    Raises:
        ValueError: If the agent does not play the game.
    """
    if agent.strategy is None and agent.name in PLAIN_PLAYERS:
        return PlainPlayer(agent.name, seed=asked.seed)
    of_limit_holdem = isinstance(agent.rules, LimitRules) and agent.cards == TEXAS
    if of_limit_holdem and asked.game.players == 3:
        return ThreeHandedPlayer(agent, asked.game, seed=asked.seed)
    return HeadsUpPlayer(agent, asked.game, seed=asked.seed)
