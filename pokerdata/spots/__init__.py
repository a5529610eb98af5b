"""Spots: hands from the middle on, with real cards and two ranges."""

from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import read_spot, spot_text
from pokerdata.spots.spot_tree import SpotRules, SpotTree

__all__ = ["Spot", "SpotRules", "SpotTree", "read_spot", "spot_text"]
