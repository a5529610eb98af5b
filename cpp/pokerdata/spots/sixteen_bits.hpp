#pragma once
#include <cstddef>
#include <cstdint>

#include "pokerdata/spots/half.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::spots {

// 2^exponent, of -126 to 127.
float power_of_two(int exponent);

// Numbers as 16-bit integers times a common power of two, the smallest with which they fit; rounded to the
// nearest. Packing what was unpacked gives the same bits. Counts are multiples of 16.
POKERDATA_KERNELS(void unpack(const std::int16_t* numbers, std::size_t count, float scale, float* rows);
                  void unpack_halves(const Half* numbers, std::size_t count, float* rows);
                  // Returns the exponent. Where the largest number is below 2^-100 all become 0.
                  int pack(const float* rows, std::size_t count, std::int16_t* numbers);)

}  // namespace pokerdata::spots
