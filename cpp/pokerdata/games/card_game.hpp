#pragma once
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/games/game.hpp"

namespace pokerdata::games {

// A game of real cards: each street's boards up to the symmetries of the deck, and on each board the hands
// up to the symmetries that keep it. Nothing is lost: players who cannot tell suits apart but by what they
// see play the same in mirrored deals. Throws ArgumentError for invalid rules and CapacityError for a game
// with more than 50 million hands on boards.
Game make_card_game(const Rules& betting, const CardRules& cards);

}  // namespace pokerdata::games
