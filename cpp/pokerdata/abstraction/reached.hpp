#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::abstraction {

// Each of `count` values becomes first[c] + the number of k below `steps` whose least[k * count + c] it
// reaches; 0xFFFF stays as it is.
POKERDATA_KERNELS(void count_reached(const std::uint16_t* least, const std::uint16_t* first, int steps,
                                     int count, std::uint16_t* values);)

}  // namespace pokerdata::abstraction
