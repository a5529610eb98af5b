"""Recipes: typed sections and the stages that they ask for."""
