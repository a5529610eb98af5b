"""Solved and made-up strategies that agents play."""

from helpers.made_up import few, made_up

__all__ = ["few", "made_up"]
