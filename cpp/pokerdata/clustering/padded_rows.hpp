#pragma once
#include <cstdint>

#include "pokerdata/clustering/nearest_kernel.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::clustering {

static_assert(row_lanes * sizeof(std::int32_t) == support::vector_alignment);

// Rows of whole numbers as the kernels read them: aligned, and filled up with zeros.
class PaddedRows {
 public:
  PaddedRows(std::int64_t count, int dimensions)
      : count_(count),
        dimensions_(dimensions),
        stride_((dimensions + row_lanes - 1) / row_lanes * row_lanes),
        values_(static_cast<std::size_t>(count * stride_)) {}
  PaddedRows(std::int64_t count, int dimensions, const std::int32_t* values) : PaddedRows(count, dimensions) {
    for (std::int64_t i = 0; i < count; ++i)
      for (int d = 0; d < dimensions; ++d) row(i)[d] = values[i * dimensions + d];
  }

  std::int64_t count() const { return count_; }
  int dimensions() const { return dimensions_; }
  int stride() const { return stride_; }
  std::int32_t* row(std::int64_t i) { return values_.data() + i * stride_; }
  const std::int32_t* row(std::int64_t i) const { return values_.data() + i * stride_; }

 private:
  std::int64_t count_;
  int dimensions_, stride_;
  support::AlignedArray<std::int32_t> values_;
};

}  // namespace pokerdata::clustering
