#pragma once
#include <cstdint>

#include "pokerdata/isomorphism/boards.hpp"

namespace pokerdata::strength {

// Canonical boards [first, last) of a size, of which a kernel fills the rows: all of them, or what one of
// several machines does.
struct Stretch {
  std::int64_t first, last;

  static Stretch all(int size) { return {0, isomorphism::Boards::get(size).count()}; }
  std::int64_t count() const { return last - first; }
};

}  // namespace pokerdata::strength
