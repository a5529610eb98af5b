#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::strength {

// Where a combination stands by present strength, among all hands of the board and among those that hold
// its lower and its higher card: its own place, how many are weaker, and how many weaker or equal.
struct PresentPlace {
  std::uint16_t place, weaker, not_stronger;
  std::uint8_t card[2];
  std::uint8_t card_place[2], card_weaker[2], card_not_stronger[2];
};

// Opponents of one hand (in disjoint cards) that are now weaker, weaker or equal, any, and finally weaker:
// [0..2]; the same for finally weaker or equal: [3..5].
inline constexpr int potential_sums = 6;

// Adds the sums of each combination, times weight, over one run-out; combination, group_start and groups are
// those of the final ShowdownOrder.
POKERDATA_KERNELS(void add_run_out(const PresentPlace* places, const std::uint16_t* combination,
                                   const std::uint16_t* group_start, int groups, std::uint32_t weight,
                                   std::uint32_t (*sums)[potential_sums]);)

}  // namespace pokerdata::strength
