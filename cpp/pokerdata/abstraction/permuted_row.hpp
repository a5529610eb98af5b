#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::abstraction {

// out[c] = row[columns[c]] for the 1,326 combinations c, where columns[c] is c after a permutation of the
// suits: `suits` has the new suit of each, `columns` its row of isomorphism::combination_maps(). Combinations
// of one high card and one lower rank are four neighbours, and stay so.
POKERDATA_KERNELS(void permute_row(const std::uint16_t* row, const std::uint8_t* suits,
                                   const std::uint16_t* columns, std::uint16_t* out);)

}  // namespace pokerdata::abstraction
