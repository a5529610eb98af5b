#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::preflop {

inline constexpr int matchup_side = 1344;  // 1,326 combinations and padding: 21 * 64 of them
inline constexpr int matchup_batch = 255;  // boards that a counter of one byte can hold

// Places of all combinations on a board, which compare as their strengths do.
struct alignas(64) MatchupPlaces {
  std::int8_t of[matchup_side];
};

// Boards of equal weight. A combination that shares a card with the board, and the padding, has the lowest
// place as a row and the highest as a column: it never wins, and nothing wins against it.
struct MatchupBatch {
  const MatchupPlaces* rows;
  const MatchupPlaces* columns;
  int boards;  // at most matchup_batch
  std::uint32_t weight;
};

// Adds the batch to the rows [first_row, last_row) of wins, [matchup_side * matchup_side]; both are multiples
// of 8.
POKERDATA_KERNELS(void add_matchups(const MatchupBatch& batch, int first_row, int last_row,
                                    std::uint32_t* wins);)

}  // namespace pokerdata::preflop
