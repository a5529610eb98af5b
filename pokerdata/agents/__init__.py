"""Agents: strategies and baselines that play real hands.

``Agent.load("leduc.h5").probabilities("Q", "K", "crc/c")`` tells how likely each action is, and ``act`` takes one.
"""

from pokerdata.agents.agent import BASELINES, Agent, as_agent, find_agent
from pokerdata.agents.choices import Choices
from pokerdata.agents.translation import TRANSLATIONS
from pokerdata.strategies.look_ups import states_of

__all__ = ["BASELINES", "TRANSLATIONS", "Agent", "Choices", "as_agent", "find_agent", "states_of"]
