#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::abstraction {

inline constexpr int most_counted = 10'000;  // river sequences

// Times that each canonical river board stands in `count` raw boards drawn evenly with replacement, by a
// seed.
std::vector<std::uint32_t> drawn_boards(std::int64_t count, std::uint64_t seed);

// Joint counts of both players' river bucket sequences over raw deals (hole cards, flop as a set,
// turn, river): for sequences s, t the cell s * S + t holds
//   [0] deals in which s beats t,   [1] deals in which s does not lose to t.
// cells: [S * S * 2]; sums of integers do not depend on their order.
//
// Adds the canonical river boards [first, last), each as often as times [134,459] says: the counts are exact
// where these are the boards' orbits. Throws CapacityError for more than most_counted sequences,
// ArgumentError for times above 153. Takes 8 * S * S bytes besides the cells.
void add_joint_counts(const BucketSequences& sequences, std::span<const std::uint32_t> times,
                      std::int64_t first, std::int64_t last, std::uint64_t* cells, int threads,
                      support::Progress& progress);

// counts[s * S + t]: deals with sequences s and t; wins[s * S + t]: deals in which s beats t.
void finish_joint_counts(const std::uint64_t* cells, std::int64_t sequences, std::uint64_t* counts,
                         std::uint64_t* wins, int threads);

}  // namespace pokerdata::abstraction
