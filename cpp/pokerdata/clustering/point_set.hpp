#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/clustering/kmeans.hpp"
#include "pokerdata/clustering/nearest_kernel.hpp"
#include "pokerdata/clustering/padded_rows.hpp"

namespace pokerdata::clustering {

// Keys of rows, by which their distances are bounded.
std::vector<std::int64_t> keys_of(const PaddedRows& rows, Distance distance);

// Points as the kernels read them.
class PointSet {
 public:
  PointSet(const std::int32_t* values, std::int64_t count, int dimensions, Distance distance);

  const PaddedRows& padded() const { return rows_; }
  Distance distance() const { return distance_; }
  // From a point on.
  PointRows rows(std::int64_t first = 0) const;

  // Puts the points [first, last) to their nearest centres, which are in the order of their keys. nearest and
  // distance: [last - first]; nearest is each one's cluster so far, which it keeps where another is as near.
  // Returns how many changed.
  std::int64_t assign(std::int64_t first, std::int64_t last, const PaddedRows& centres,
                      std::uint16_t* nearest, std::uint32_t* distance, int threads,
                      support::Progress& progress) const;

 private:
  PaddedRows rows_;
  Distance distance_;
  std::vector<std::int64_t> keys_;
};

}  // namespace pokerdata::clustering
