"""Stages, and the runner that builds exactly what is out of date; independent of poker."""
