#pragma once
#include <span>

#include "pokerdata/luck/looked_up.hpp"
#include "pokerdata/luck/method.hpp"

namespace pokerdata::luck {

// Chips that player 0 won without the luck, over all hands that a player whose strategy is known may hold,
// with the chances that he plays so: for the cards of each deal and the moves of known players. Not a number
// where he, or the other if he is known, too, cannot have played so. Throws ArgumentError for moves that are
// no hand by the rules.
double imagined_result(const games::Rules& rules, const Method& method, LookedUp& cards,
                       std::span<const agents::Move> moves, int imagined);

}  // namespace pokerdata::luck
