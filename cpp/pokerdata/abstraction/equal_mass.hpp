#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/abstraction/thresholds.hpp"

namespace pokerdata::abstraction {

// Numerators of a metric in rows of equal weight: the canonical boards of a street and the 1,326 combinations
// on each, weighted by the raw deals that a board stands for. The largest value of T is no hand.
template <class T>
struct WeightedRows {
  const T* values;  // [rows * columns]
  std::int64_t rows, columns;
  const std::uint64_t* weights;  // [rows]
};

inline constexpr std::uint16_t no_bucket = 0xFFFF;

// Thresholds of buckets of equal mass, one row; or, where each value has an outer bucket (else null), within
// each of the outer buckets, a row for each.
template <class T>
Thresholds equal_mass(const WeightedRows<T>& rows, const std::uint16_t* outer, int outer_buckets, int buckets,
                      int threads);

// The bucket of each value, no_bucket where there is no hand. thresholds: one row; or, with outer buckets,
// a row for each, and the result is outer * thresholds.buckets + inner.
template <class T>
std::vector<std::uint16_t> assign(const WeightedRows<T>& rows, const std::uint16_t* outer,
                                  const Thresholds& thresholds, int threads);

// Mass of each of `buckets` small values; no_bucket is no hand.
std::vector<std::uint64_t> masses(const WeightedRows<std::uint16_t>& rows, int buckets, int threads);

}  // namespace pokerdata::abstraction
