#pragma once
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::evaluator {

// codes[1326] of all hole cards on one board of `count` valid cards.
POKERDATA_KERNELS(void evaluate_board(const LastCardTables& tables, const std::uint8_t* board, int count,
                                      std::uint16_t* codes);)

}  // namespace pokerdata::evaluator
