#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/abstraction/thresholds.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/uninitialized.hpp"

namespace pokerdata::abstraction {

inline constexpr int streets = 4;

// Values of a strength metric, as the strength tables hold them: rows are canonical boards, columns
// the 1,326 combinations. On the river every metric orders hands as n does.
struct MetricTables {
  const std::uint64_t* preflop;  // [1,326]
  const std::uint64_t* flop;     // [1,755 * 1,326]
  const std::uint32_t* turn;     // [16,432 * 1,326]
};

inline constexpr int lossless_buckets = 169;  // before the flop: hands up to suits
inline constexpr int most_buckets = 1000;
inline constexpr int most_sequences = 0xFFFF;  // numbered in 16 bits, less one for no hand

// Throws ArgumentError for too few or too many buckets, or sequences.
void check_buckets(const std::array<int, streets>& buckets);

// Sequences of each combination on boards one after the other; HistoryBuckets::no_sequence where it shares a
// card with the board. Turn sequences are large enough that threads should write them first.
using Sequences = support::Uninitialized<std::uint16_t>;

// Bucket sequences: the state of a hand is its sequence b0..br, numbered ((b0 * B1 + b1) * B2 + b2) * B3 +
// b3.
struct HistoryBuckets {
  std::array<int, streets> buckets{};
  std::array<Thresholds, streets> thresholds;
  Sequences preflop;  // [1,326]
  Sequences flop;     // [1,755 * 1,326] by canonical flop
  Sequences turn;     // [63,193 * 1,326] by dealt turn, in its own suits

  static constexpr std::uint16_t no_sequence = 0xFFFF;
  int sequences(int street) const;

  // Buckets of equal mass within each sequence so far ("history", Eriksson 2012). Finds thresholds and
  // masses, street by street; 169 buckets before the flop are without loss. river_n: [134,459 * 1,326] by
  // canonical board, 0xFFFF where there is no hand. 3 s on 2 cores with few buckets. Throws ArgumentError.
  static HistoryBuckets find(const std::array<int, streets>& buckets, const MetricTables& metric,
                             const std::uint16_t* river_n, int threads, support::Progress& progress);
  // Takes thresholds found earlier.
  static HistoryBuckets restore(const std::array<Thresholds, streets>& thresholds, const MetricTables& metric,
                                int threads);
  // Sequences of buckets that do not depend on the streets before. of_street: the bucket of each combination
  // before the flop and of each hand on the canonical flops and turns; river_thresholds: on n.
  static HistoryBuckets of_buckets(const std::array<int, streets>& buckets,
                                   const std::array<const std::uint16_t*, 3>& of_street,
                                   const std::vector<std::uint64_t>& river_thresholds, int threads);
};

}  // namespace pokerdata::abstraction
