#pragma once
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace pokerdata::support {

// Leaves new elements as they are, for large arrays whose parts threads write for the first time.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  UninitializedAllocator() = default;
  template <class U>
  UninitializedAllocator(const UninitializedAllocator<U>&) noexcept {}
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using Uninitialized = std::vector<T, UninitializedAllocator<T>>;

}  // namespace pokerdata::support
