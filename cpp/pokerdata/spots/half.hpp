#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace pokerdata::spots {

// A number of 0 or more as IEEE 754 writes it in 16 bits: 11 digits, from 2^-24 to 65504.
struct Half {
  std::uint16_t bits;

  float value() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 13) * 0x1p112f; }

  // The nearest to a number of up to 65504, but for numbers above 0 never 0.
  static Half of(float number) {
    if (!(number > 0)) return {0};
    if (number < 0x1p-14f) {
      const long steps = std::lrint(number * 0x1p24f);
      return {static_cast<std::uint16_t>(steps > 0 ? steps : 1)};
    }
    const auto whole = std::bit_cast<std::uint32_t>(number);
    return {static_cast<std::uint16_t>(((whole + 0xfff + (whole >> 13 & 1)) >> 13) - (112 << 10))};
  }
};

}  // namespace pokerdata::spots
