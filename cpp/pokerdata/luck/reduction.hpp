#pragma once
#include "pokerdata/luck/measuring.hpp"
#include "pokerdata/luck/method.hpp"

namespace pokerdata::luck {

// One number of a hand: chips that player 0 won, without the luck; the expected value over all hands is that
// of what he won. Not a number where a player whose strategy is known cannot have played so. All must outlive
// it. Throws ArgumentError where strategies or values are of another game, and when it measures moves that
// are no hand by the rules, or too few cards.
Measure reduction(const Setting& setting, const Method& method);

}  // namespace pokerdata::luck
