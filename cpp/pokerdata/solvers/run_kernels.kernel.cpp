#include "pokerdata/solvers/run_kernels.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::solvers::POKERDATA_ISA {

using namespace support::POKERDATA_ISA;

// Runs are a few histories long, so each is copied in whole vectors; the next run overwrites the excess.
template <class T>
void copy_to_children(const RunSource<T>* runs, int count, const std::int32_t* parents, int states,
                      int histories, T* row) {
  for (int s = 0; s < states; ++s, row += histories)
    for (const RunSource<T>* run = runs; run != runs + count; ++run) {
      const T* const from = run->source + static_cast<std::int64_t>(parents[s]) * run->stride;
      for (int h = 0; h < run->length; h += lanes<T>) store_any(row + run->after + h, load_any(from + h));
    }
}

template void copy_to_children(const RunSource<float>*, int, const std::int32_t*, int, int, float*);
template void copy_to_children(const RunSource<double>*, int, const std::int32_t*, int, int, double*);

}  // namespace pokerdata::solvers::POKERDATA_ISA
