#pragma once
#include <cstdint>
#include <memory>
#include <new>

#include "pokerdata/clustering/nearest_kernel.hpp"

namespace pokerdata::clustering {

// Rows of whole numbers as the kernels read them: aligned, and filled up with zeros.
class Rows {
 public:
  Rows(std::int64_t count, int dimensions)
      : count_(count),
        dimensions_(dimensions),
        stride_((dimensions + row_lanes - 1) / row_lanes * row_lanes),
        values_(new (alignment) std::int32_t[static_cast<std::size_t>(count * stride_)]()) {}
  Rows(std::int64_t count, int dimensions, const std::int32_t* values) : Rows(count, dimensions) {
    for (std::int64_t i = 0; i < count; ++i)
      for (int d = 0; d < dimensions; ++d) row(i)[d] = values[i * dimensions + d];
  }

  std::int64_t count() const { return count_; }
  int dimensions() const { return dimensions_; }
  int stride() const { return stride_; }
  std::int32_t* row(std::int64_t i) { return values_.get() + i * stride_; }
  const std::int32_t* row(std::int64_t i) const { return values_.get() + i * stride_; }

 private:
  static constexpr std::align_val_t alignment{sizeof(std::int32_t) * row_lanes};
  struct Free {
    void operator()(std::int32_t* values) const { ::operator delete[](values, alignment); }
  };
  std::int64_t count_;
  int dimensions_, stride_;
  std::unique_ptr<std::int32_t[], Free> values_;
};

}  // namespace pokerdata::clustering
