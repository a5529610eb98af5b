#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace pokerdata::solvers {

// A row holds one number for each private state. Rows are aligned to 64 bytes and padded with zeros to
// whole multiples of 64 bytes, so that kernels of every instruction set need no tails.
constexpr int row_alignment = 64;

template <class T>
constexpr int padded(int states) {
  constexpr int step = row_alignment / static_cast<int>(sizeof(T));
  return (states + step - 1) / step * step;
}

// A fixed, aligned block of numbers, zero at first.
template <class T>
class RowBlock {
 public:
  RowBlock() = default;
  explicit RowBlock(std::size_t size)
      : size_(size),
        data_(static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{row_alignment}))) {
    for (std::size_t i = 0; i < size; ++i) data_[i] = T{0};
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(T* p) const { ::operator delete(p, std::align_val_t{row_alignment}); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace pokerdata::solvers
