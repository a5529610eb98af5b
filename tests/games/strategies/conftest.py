"""Made-up strategies over real cards and over the buckets of a small abstraction."""

from helpers.made_up import few, made_up

__all__ = ["few", "made_up"]
