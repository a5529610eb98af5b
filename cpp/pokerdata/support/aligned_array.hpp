#pragma once
#include <cstddef>
#include <memory>
#include <new>

#include "pokerdata/support/large_pages.hpp"

namespace pokerdata::support {

// Bytes of the widest vector of any instruction set.
inline constexpr int vector_alignment = 64;

// An array of fixed size that begins at a multiple of these, as the vectors of kernels need it; zero at
// first.
template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size)
      : size_(size), data_(static_cast<T*>(::operator new(size * sizeof(T), alignment))) {
    prefer_large_pages(data_.get(), size * sizeof(T));
    for (std::size_t i = 0; i < size; ++i) data_[i] = T{0};
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::align_val_t alignment{vector_alignment};
  struct Free {
    void operator()(T* p) const { ::operator delete(p, alignment); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace pokerdata::support
