"""Jam or fold: tournaments of two who go all-in before the flop or give up, solved to their end."""
