#pragma once
#include <cstdint>

#include "pokerdata/solvers/leaf_rows.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// From so many states on a matrix is multiplied in blocks: reach that meets a row of it, 256 bytes a state
// with AVX-512, no longer fits into a second-level cache of 2 MB, or of 512 kB with AVX2.
inline constexpr int least_blocked = 6000;
// Memory that a product needs besides its leaves: histories, with their sums and stakes.
inline constexpr int panel_width = 64, blocked_width = 256;
constexpr std::int64_t panel_size(int states) {
  return (2 * std::int64_t{states} + 1) * (states < least_blocked ? panel_width : blocked_width);
}

// values[s][h] = stakes[h] * sum_k matrix[s][k] * reach[k][h] for each leaf, with a square matrix over
// states. Every sum runs over k in rising order whatever the leaves and histories beside it.
// panel: [panel_size(states)] numbers, overwritten.
POKERDATA_KERNELS(template <class T> void multiply_leaves(const T* matrix, int states, int histories,
                                                          const LeafRows<T>* leaves, int count, T* panel);)

}  // namespace pokerdata::solvers
