#pragma once
#include <span>

#include "pokerdata/luck/looked_up.hpp"
#include "pokerdata/luck/values.hpp"

namespace pokerdata::luck {

// Chips that player 0 won without the luck of the cards, where nobody's strategy is known: showdowns with
// cards to come count as their mean, and with values the hand is corrected for the cards of each deal. Throws
// ArgumentError for moves that are no hand by the rules.
double held_result(const games::Rules& rules, const Values* values, LookedUp& cards,
                   std::span<const agents::Move> moves);

}  // namespace pokerdata::luck
