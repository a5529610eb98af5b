#pragma once
#include <cstddef>

namespace pokerdata::support {

// What one thread writes starts at a multiple of so many bytes where other threads' lies beside it. Two lines
// of the cache: processors fetch them in pairs, and threads that write to one pair wait for each other.
inline constexpr std::size_t apart = 128;

// One thread's own of several in an array.
template <class T>
struct alignas(apart) Own {
  T value{};
};

}  // namespace pokerdata::support
