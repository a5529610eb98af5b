#pragma once
#include <cstdint>

#include "pokerdata/solvers/leaf_rows.hpp"

// values[s][h] = stakes[h] * sum_k matrix[s][k] * reach[k][h] for each leaf, with a square matrix over
// states. Every sum runs over k in rising order whatever the leaves and histories beside it.
#define POKERDATA_DECLARE(isa)                                                                            \
  namespace pokerdata::isa {                                                                              \
  template <class T>                                                                                      \
  void multiply_leaves(const T* matrix, int states, int histories, const LeafRows<T>* leaves, int count); \
  }
POKERDATA_DECLARE(portable)
POKERDATA_DECLARE(avx2)
POKERDATA_DECLARE(avx512)
#undef POKERDATA_DECLARE
