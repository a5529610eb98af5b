#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// Where the histories [after, after + length) of a row come from: those at `source` on the street before,
// where rows have `stride` histories.
template <class T>
struct RunSource {
  const T* source;
  std::int32_t stride, after, length;
};

// row[s][after + h] = source[parents[s]][h] for all states s < states and all runs, which must come in the
// order of `after` and fill the row. Runs over its end by less than 64 bytes.
POKERDATA_KERNELS(template <class T> void copy_to_children(const RunSource<T>* runs, int count,
                                                           const std::int32_t* parents, int states,
                                                           int histories, T* row);)

}  // namespace pokerdata::solvers
