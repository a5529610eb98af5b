"""Hostile input for everything that reads what users, programs and files give: targets, seeds, and what a finding is."""
