#pragma once
#include <cstdint>

#include "pokerdata/support/progress.hpp"

namespace pokerdata::preflop {

inline constexpr std::uint32_t preflop_boards = 1712304;  // C(48, 5): boards that two hands leave

// Exact results of all pairs of combinations over all boards: [1,326 * 1,326] each, 0 where the two share a
// card. wins[i, j] are the boards on which i beats j; wins[i, j] + wins[j, i] + ties[i, j] = preflop_boards.
void preflop_matchups(std::uint32_t* wins, std::uint32_t* ties, int threads, support::Progress& progress);

}  // namespace pokerdata::preflop
