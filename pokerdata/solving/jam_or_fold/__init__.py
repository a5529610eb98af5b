"""All-in or fold before the flop: games and tournaments that are solved, refined, played and stored."""

from pokerdata.solving.jam_or_fold.playing import load_jam_fold, play_jam_fold
from pokerdata.solving.jam_or_fold.solving import JamFold, jam_fold, refine_jam_fold
from pokerdata.solving.jam_or_fold.strategy import JamFoldChances, JamFoldStrategy, Opponent
from pokerdata.solving.jam_or_fold.tournament import JamFoldTournament

__all__ = [
    "JamFold",
    "JamFoldChances",
    "JamFoldStrategy",
    "JamFoldTournament",
    "Opponent",
    "jam_fold",
    "load_jam_fold",
    "play_jam_fold",
    "refine_jam_fold",
]
