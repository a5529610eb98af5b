#pragma once
#include <array>
#include <cstdint>

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::abstraction {

inline constexpr int lossless_buckets = 169;  // before the flop: hands up to suits

// Buckets of equal mass within each sequence so far ("history", Eriksson 2012), and what follows from them.
struct HistoryBuckets {
  std::array<Thresholds, streets> thresholds;  // with masses
  BucketSequences sequences;

  // Finds thresholds and masses, street by street; 169 buckets before the flop are without loss. river_n:
  // [134,459 * 1,326] by canonical board, 0xFFFF where there is no hand. 3 s on 2 cores with few buckets.
  // Throws ArgumentError.
  static HistoryBuckets find(const std::array<int, streets>& buckets, const MetricTables& metric,
                             const std::uint16_t* river_n, int threads, support::Progress& progress);
};

}  // namespace pokerdata::abstraction
