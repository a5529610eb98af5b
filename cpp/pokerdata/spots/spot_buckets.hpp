#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/spots/spot_solver.hpp"

namespace pokerdata::spots {

// Which bucket each player's states are in: of each street, board after board, [states].
struct SpotBuckets {
  struct Side {
    std::vector<std::uint16_t> of;
    std::vector<std::size_t> first;  // of each board
    std::int32_t count = 0;
  };
  std::vector<std::array<Side, 2>> streets;
};

// Throws ArgumentError for another number of streets or states.
SpotBuckets make_spot_buckets(const SpotGame& game,
                              const std::vector<std::array<std::span<const std::uint16_t>, 2>>& buckets);

}  // namespace pokerdata::spots
