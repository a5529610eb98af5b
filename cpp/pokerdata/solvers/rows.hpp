#pragma once
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::solvers {

// A row holds one number for each private state. Rows begin in arrays that are aligned for vectors, and are
// padded with zeros to whole multiples of 64 bytes, so that kernels of every instruction set need no tails.
template <class T>
constexpr int padded(int states) {
  constexpr int step = support::vector_alignment / static_cast<int>(sizeof(T));
  return (states + step - 1) / step * step;
}

}  // namespace pokerdata::solvers
