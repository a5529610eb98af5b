"""Agents: strategies and baselines that play real hands.

``Agent.load("leduc.h5").probabilities("Q", "K", "crc/c")`` returns the probability of each action; ``act`` chooses one.
"""

from pokerdata.games.strategies.real_cards import states_of
from pokerdata.players.agents.agent import BASELINES, TRANSLATIONS, Agent, Choices, as_agent, find_agent

__all__ = ["BASELINES", "TRANSLATIONS", "Agent", "Choices", "as_agent", "find_agent", "states_of"]
