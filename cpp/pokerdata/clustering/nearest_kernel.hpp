#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::clustering {

// Rows of whole numbers begin at multiples of this many, filled up with zeros.
inline constexpr int row_lanes = 16;

// Points, row by row, and what bounds their distances from below: those of two rows differ at least by the
// distance of their keys. Manhattan: sum of |x - y|, key the sum of the row. Squared: sum of (x - y)^2, key
// the first number.
struct PointRows {
  const std::int32_t* rows;  // [points * stride], aligned to a row of lanes
  const std::int64_t* keys;  // [points]
  int stride, dimensions;
  bool squared;
};

// Centres in the order of rising keys.
struct CentreRows {
  const std::int32_t* rows;  // [count * stride], aligned
  const std::int64_t* keys;  // [count]
  int count;
};

// find_nearest: for the points [first, last), the centre at the least distance, beginning with the one in
// `nearest`, which stays where another is as near; among others the first counts. Returns how many changed.
// add_centre: where a new centre is nearer than `distance`, that and its number become those of the point.
POKERDATA_KERNELS(std::int64_t find_nearest(const PointRows& points, const CentreRows& centres,
                                            std::int64_t first, std::int64_t last, std::uint16_t* nearest,
                                            std::uint32_t* distance);
                  void add_centre(const PointRows& points, std::int64_t centre, std::uint16_t number,
                                  std::int64_t first, std::int64_t last, std::uint16_t* nearest,
                                  std::uint32_t* distance);)

}  // namespace pokerdata::clustering
