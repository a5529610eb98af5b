#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/abstraction/thresholds.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/support/uninitialized.hpp"

namespace pokerdata::abstraction {

inline constexpr int streets = 4;
inline constexpr int most_buckets = 1000;
inline constexpr int most_sequences = 0xFFFF;  // numbered in 16 bits, less one for no hand

// Throws ArgumentError for too few or too many buckets, or sequences.
void check_buckets(const std::array<int, streets>& buckets);
// Throws ArgumentError unless there is one less than the river's buckets.
void check_river_thresholds(const std::array<int, streets>& buckets,
                            const std::vector<std::uint64_t>& thresholds);

// Values of a strength metric, as the strength tables hold them: rows are canonical boards, columns
// the 1,326 combinations. On the river every metric orders hands as n does.
struct MetricTables {
  const std::uint64_t* preflop;  // [1,326]
  const std::uint64_t* flop;     // [1,755 * 1,326]
  const std::uint32_t* turn;     // [16,432 * 1,326]
};

// Sequences of each combination on boards one after the other; BucketSequences::no_sequence where it shares a
// card with the board. Turn sequences are large enough that threads should write them first.
using Sequences = support::Uninitialized<std::uint16_t>;

// The bucket sequences of all hands, for any kind of abstraction: b0..br has the number
// ((b0 * B1 + b1) * B2 + b2) * B3 + b3.
struct BucketSequences {
  std::array<int, streets> buckets{};
  Sequences preflop;  // [1,326]
  Sequences flop;     // [1,755 * 1,326] by canonical flop
  Sequences turn;     // [63,193 * 1,326] by dealt turn, in its own suits
  Thresholds river;   // on n, for each sequence on the turn

  static constexpr std::uint16_t no_sequence = 0xFFFF;
  // How many there are on a street.
  int sequences(int street) const;

  // Of buckets by thresholds on a metric, and on n on the river, for each sequence so far. Throws
  // ArgumentError.
  static BucketSequences by_thresholds(const std::array<Thresholds, streets>& thresholds,
                                       const MetricTables& metric, int threads);
  // Of buckets that do not depend on the streets before. of_street: the bucket of each combination before the
  // flop and of each hand on the canonical flops and turns; river_thresholds: on n. Throws ArgumentError.
  static BucketSequences by_buckets(const std::array<int, streets>& buckets,
                                    const std::array<const std::uint16_t*, 3>& of_street,
                                    const std::vector<std::uint64_t>& river_thresholds, int threads);
};

inline constexpr int river_value_count = evaluator::river_denominator + 1;  // of n

// The river sequence that follows from a turn sequence and n: [turn sequences * river_value_count].
std::vector<std::uint16_t> river_sequences(const BucketSequences& sequences);

}  // namespace pokerdata::abstraction
