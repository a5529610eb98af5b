"""Hostile input for everything that reads text, bytes and files: targets, seeds, and the definition of a finding."""
