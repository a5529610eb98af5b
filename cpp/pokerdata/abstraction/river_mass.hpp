#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::abstraction {

// Raw deals of one hand and five board cards with each river sequence, where the river's bucket follows from
// n alone (BucketSequences::by_buckets). river_n: [134,459 * 1,326] by canonical board, 0xFFFF where there is
// no hand. About 1 s on 2 cores with few buckets. Throws ArgumentError where the river's bucket follows from
// the sequence before, too.
std::vector<std::uint64_t> river_mass(const BucketSequences& sequences, const std::uint16_t* river_n,
                                      int threads, support::Progress& progress);

}  // namespace pokerdata::abstraction
