#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "pokerdata/support/apart.hpp"
#include "pokerdata/support/large_pages.hpp"

namespace pokerdata::support {

// Bytes of the widest vector of any instruction set.
inline constexpr int vector_alignment = 64;

// An array of fixed size that begins at a multiple of these, as the vectors of kernels need it, and lies
// apart from all others; zero at first. A large one takes memory where it is first written: gigabytes cost
// nothing until then.
template <class T>
class AlignedArray {
 public:
  static_assert(std::is_arithmetic_v<T>, "zero bytes must be zeros");
  static_assert(apart % vector_alignment == 0);

  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) : size_(size) {
    void* const memory = std::calloc(size + 2 * apart / sizeof(T), sizeof(T));
    if (!memory) throw std::bad_alloc();
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    data_ = {reinterpret_cast<T*>((begin + apart - 1) / apart * apart), Free{memory}};
    prefer_large_pages(data_.get(), size * sizeof(T));
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void* memory = nullptr;  // begins a little before
    void operator()(T*) const { std::free(memory); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace pokerdata::support
