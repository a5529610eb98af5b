"""Recipes: typed sections, and the stages that each of them asks for."""
