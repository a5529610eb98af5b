#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/abstraction/thresholds.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata {

inline constexpr int streets = 4;

// Values of a strength metric, as the strength tables hold them: rows are canonical boards, columns
// the 1,326 combinations. On the river every metric orders hands as n does, which needs no table.
struct MetricTables {
  const std::uint64_t* preflop;  // [1,326]
  const std::uint64_t* flop;     // [1,755 * 1,326]
  const std::uint32_t* turn;     // [16,432 * 1,326]
};

// Buckets of equal mass within each bucket sequence so far ("history", Eriksson 2012). The state of a
// hand is its sequence b0..br, numbered ((b0 * B1 + b1) * B2 + b2) * B3 + b3.
struct HistoryBuckets {
  std::array<int, streets> buckets{};
  std::array<Thresholds, streets> thresholds;
  // Sequences of each combination; no_sequence where it shares a card with the board.
  std::vector<std::uint16_t> preflop;  // [1,326]
  std::vector<std::uint16_t> flop;     // [1,755 * 1,326] by canonical flop
  std::vector<std::uint16_t> turn;     // [63,193 * 1,326] by dealt turn, in its own suits

  static constexpr std::uint16_t no_sequence = 0xFFFF;
  int sequences(int street) const;

  // Finds thresholds and masses, street by street. Buckets 2 to 10 a street; throws ArgumentError.
  static HistoryBuckets find(const std::array<int, streets>& buckets, const MetricTables& metric, int threads,
                             Progress& progress);
  // Takes thresholds found earlier.
  static HistoryBuckets restore(const std::array<Thresholds, streets>& thresholds, const MetricTables& metric,
                                int threads);
};

}  // namespace pokerdata
