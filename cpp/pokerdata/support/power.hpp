#pragma once
#include <cmath>

namespace pokerdata::support {

// t^exponent, of t from 0 on. Where twice the exponent is a whole number of up to 64, products, quotients and
// a square root make it, which every machine rounds alike; pow of the C library differs from one to another.
inline double power(double t, double exponent) {
  const double twice = 2 * std::fabs(exponent);
  if (twice > 64 || twice != std::floor(twice)) return std::pow(t, exponent);
  const auto halves = static_cast<int>(twice);
  double found = halves % 2 == 1 ? std::sqrt(t) : 1;
  for (int i = 0; i < halves / 2; ++i) found *= t;
  return exponent < 0 ? 1 / found : found;
}

}  // namespace pokerdata::support
