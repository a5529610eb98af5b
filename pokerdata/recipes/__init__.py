"""Recipes: typed sections, and the stages that each section requests."""
