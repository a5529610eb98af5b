#pragma once
#include <cstdint>

#include "pokerdata/abstraction/history.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata {

inline constexpr int most_counted = 10'000;  // river sequences

// Exact joint counts of both players' river bucket sequences over raw deals (hole cards, flop as a set,
// turn, river): for sequences s, t the cell s * S + t holds
//   [0] deals in which s beats t,   [1] deals in which s does not lose to t.
// cells: [S * S * 2], shared by all threads; rows are guarded by stripes of locks, and sums of
// integers do not depend on their order.
//
// Adds the canonical river boards [first, last). Throws CapacityError for more than most_counted sequences.
void add_joint_counts(const HistoryBuckets& buckets, std::int64_t first, std::int64_t last,
                      std::uint64_t* cells, int threads, Progress& progress);

// counts[s * S + t]: deals with sequences s and t; wins[s * S + t]: deals in which s beats t.
void finish_joint_counts(const std::uint64_t* cells, std::int64_t sequences, std::uint64_t* counts,
                         std::uint64_t* wins, int threads);

}  // namespace pokerdata
