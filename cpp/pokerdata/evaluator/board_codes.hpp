#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata {

// Strengths of all 1,326 hole cards on `boards` boards of 3 to 5 cards each, by combination; 0 where a hole
// card lies on the board. Throws ArgumentError, naming the board, for a card above 51 or one that comes
// twice.
void evaluate_boards(const Card* cards, std::int64_t boards, int count, StrengthCode* codes, int threads);

}  // namespace pokerdata
