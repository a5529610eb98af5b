#pragma once
#include <cstdint>

#include "pokerdata/preflop/matchup_kernel.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::preflop {

inline constexpr std::uint32_t preflop_boards = 1712304;  // C(48, 5): boards that two hands leave

// Exact results of all pairs of combinations over all boards: [1,326 * 1,326] each, 0 where the two share a
// card. wins[i, j] are the boards on which i beats j; wins[i, j] + wins[j, i] + ties[i, j] = preflop_boards.
void preflop_matchups(std::uint32_t* wins, std::uint32_t* ties, int threads, support::Progress& progress);

// The same in parts. Adds the wins on the boards [first, last), in the order of their orbits, as many times
// as those have boards: [matchup_side * matchup_side]. Sums over all boards are then finished.
void add_matchup_sums(std::int64_t first, std::int64_t last, std::uint32_t* sums, int threads,
                      support::Progress& progress);
void finish_matchups(const std::uint32_t* sums, std::uint32_t* wins, std::uint32_t* ties, int threads);

}  // namespace pokerdata::preflop
