"""Agents: strategies and baselines that play real hands.

``Agent.load("leduc.h5").probabilities("Q", "K", "crc/c")`` tells how likely each action is.
"""

from pokerdata.agents.agent import BASELINES, Agent, as_agent, find_agent, states_of
from pokerdata.agents.translation import TRANSLATIONS

__all__ = ["BASELINES", "TRANSLATIONS", "Agent", "as_agent", "find_agent", "states_of"]
