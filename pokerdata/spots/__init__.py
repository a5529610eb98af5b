"""Spots: hands from the middle on, with real cards and two ranges."""
