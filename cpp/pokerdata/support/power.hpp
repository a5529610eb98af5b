#pragma once
#include <cmath>

namespace pokerdata::support {

// factor * 2^(64 times), with a factor below 2^64.
struct ScaledPower {
  double factor;
  int times;
};

// t^exponent, for t from 0 to 2^63 and exponents from 0 to 1,000. Where four times the exponent is a
// whole number, products and square roots make it, which every machine rounds alike; pow of the C library
// differs from one to another.
inline ScaledPower scaled_power(double t, double exponent) {
  constexpr double unit = 0x1p64;
  const double quarters = 4 * exponent;
  if (quarters != std::floor(quarters)) {
    const double bits = t > 1 ? exponent * std::log2(t) : 0;
    if (bits < 64) return {std::pow(t, exponent), 0};
    const double times = std::floor(bits / 64);
    return {std::exp2(bits - 64 * times), static_cast<int>(times)};
  }
  const auto all = static_cast<int>(quarters);
  const double root = std::sqrt(t);
  ScaledPower found{(all & 2 ? root : 1) * (all & 1 ? std::sqrt(root) : 1), 0};
  for (int i = 0; i < all / 4; ++i) {
    found.factor *= t;
    if (found.factor < unit) continue;
    found.factor /= unit;
    ++found.times;
  }
  return found;
}

// The same for any exponent, infinite where it is too large. Beyond 1,000 it is the C library's.
inline double power(double t, double exponent) {
  if (!(std::fabs(exponent) <= 1000)) return std::pow(t, exponent);
  const ScaledPower found = scaled_power(t, std::fabs(exponent));
  const double whole = std::ldexp(found.factor, 64 * found.times);
  return exponent < 0 ? 1 / whole : whole;
}

}  // namespace pokerdata::support
