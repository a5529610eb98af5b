#pragma once
#include <cstdint>

namespace pokerdata {

// A matrix packed for row products: panels of 256 bytes of columns (the last may be narrower), each panel
// [inner][columns of the panel].
template <class T>
constexpr int panel_columns = 256 / static_cast<int>(sizeof(T));

}  // namespace pokerdata

// outs[i][s] = scales[i] * sum_k rows[i][k] * matrix[k, s] for i < count and s < columns, where columns is
// padded(). Every sum runs over k in rising order whatever the batch, so results do not depend on count.
#define POKERDATA_DECLARE(isa)                                                                      \
  namespace pokerdata::isa {                                                                        \
  template <class T>                                                                                \
  void multiply_rows(const T* panels, int inner, int columns, const T* const* rows, T* const* outs, \
                     const T* scales, std::int64_t count);                                          \
  }
POKERDATA_DECLARE(portable)
POKERDATA_DECLARE(avx2)
POKERDATA_DECLARE(avx512)
#undef POKERDATA_DECLARE
