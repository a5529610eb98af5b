#include "pokerdata/spots/stored.hpp"

#include <cmath>

namespace pokerdata::spots {

float power_of_two(int exponent) { return std::ldexp(1.0f, exponent); }

void Stored<std::int16_t>::scale(double factor) {
  const int by = std::ilogb(factor);
  for (std::int16_t& exponent : exponents_) exponent = static_cast<std::int16_t>(exponent + by);
}

}  // namespace pokerdata::spots
