#include "pokerdata/spots/sixteen_bits.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::spots::POKERDATA_ISA {

void unpack(const std::int16_t* numbers, std::size_t count, float scale, float* rows) {
  for (std::size_t i = 0; i < count; ++i) rows[i] = scale * static_cast<float>(numbers[i]);
}

void unpack_halves(const Half* numbers, std::size_t count, float* rows) {
  for (std::size_t i = 0; i < count; ++i) rows[i] = numbers[i].value();
}

int pack(const float* rows, std::size_t count, std::int16_t* numbers) {
  // Magnitudes are in the order of their bits.
  std::int32_t largest = 0;
  for (std::size_t i = 0; i < count; ++i)
    largest = std::max(largest, std::bit_cast<std::int32_t>(rows[i]) & 0x7fffffff);
  // Of the exponent that is stored, 127 more than the number's: the largest becomes 2^14 to 2^15.
  const int exponent = (largest >> 23) - 127 - 14;
  if (exponent < -100) {
    std::fill_n(numbers, count, std::int16_t{0});
    return 0;
  }
  const float inverse = power_of_two(-exponent);
  for (std::size_t i = 0; i < count; ++i) {
    const float number = rows[i] * inverse;
    const auto rounded = static_cast<std::int32_t>(number + (number < 0 ? -0.5f : 0.5f));
    numbers[i] = static_cast<std::int16_t>(std::clamp(rounded, -32767, 32767));
  }
  return exponent;
}

}  // namespace pokerdata::spots::POKERDATA_ISA
