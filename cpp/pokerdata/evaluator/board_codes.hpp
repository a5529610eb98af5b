#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata::evaluator {

// Strengths of all 1,326 hole cards on one board of 3 to 5 cards (not checked), by combination; 0 where a
// hole card lies on the board. About half a microsecond.
void evaluate_board(const cards::Card* board, int count, StrengthCode* codes);

// The same on `boards` boards of as many cards each. Throws ArgumentError, naming the board, for a card
// above 51 or one that comes twice.
void evaluate_boards(const cards::Card* cards, std::int64_t boards, int count, StrengthCode* codes,
                     int threads);

}  // namespace pokerdata::evaluator
