#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "bindings.hpp"
#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {

void bind_equal_mass(py::module_& m);
void bind_card_states(py::module_& m);

inline abstraction::MetricTables metric_tables(const Array<std::uint64_t>& preflop,
                                               const Array<std::uint64_t>& flop,
                                               const Array<std::uint32_t>& turn) {
  if (preflop.size() != cards::combinations ||
      flop.size() != isomorphism::Boards::get(3).count() * cards::combinations ||
      turn.size() != isomorphism::Boards::get(4).count() * cards::combinations)
    throw support::ArgumentError("metric: expected shapes (1326,), (1755, 1326) and (16432, 1326)");
  return {preflop.data(), flop.data(), turn.data()};
}

inline abstraction::Thresholds threshold_part(const Array<std::uint64_t>& thresholds) {
  if (thresholds.ndim() != 2) throw support::ArgumentError("thresholds: expected two dimensions");
  abstraction::Thresholds part;
  part.sequences = static_cast<int>(thresholds.shape(0));
  part.buckets = static_cast<int>(thresholds.shape(1)) + 1;
  part.values.assign(thresholds.data(), thresholds.data() + thresholds.size());
  return part;
}

inline std::array<abstraction::Thresholds, abstraction::streets> threshold_parts(
    const std::vector<Array<std::uint64_t>>& thresholds) {
  if (thresholds.size() != abstraction::streets)
    throw support::ArgumentError("thresholds: expected those of four streets");
  std::array<abstraction::Thresholds, abstraction::streets> parts;
  std::ranges::transform(thresholds, parts.begin(), threshold_part);
  return parts;
}

inline void check_river(const Array<std::uint16_t>& river_n) {
  if (river_n.size() != isomorphism::Boards::get(5).count() * cards::combinations)
    throw support::ArgumentError("n on the river: expected shape (134459, 1326)");
}

// Buckets of every hand before the flop, and on the canonical flops and turns.
struct StreetBuckets {
  std::array<const std::uint16_t*, 3> data;
  StreetBuckets(const Array<std::uint16_t>& preflop, const Array<std::uint16_t>& flop,
                const Array<std::uint16_t>& turn)
      : data{preflop.data(), flop.data(), turn.data()} {
    if (preflop.size() != cards::combinations ||
        flop.size() != isomorphism::Boards::get(3).count() * cards::combinations ||
        turn.size() != isomorphism::Boards::get(4).count() * cards::combinations)
      throw support::ArgumentError("buckets: expected shapes (1326,), (1755, 1326) and (16432, 1326)");
  }
};

}  // namespace pokerdata::bindings
