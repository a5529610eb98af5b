#pragma once
#include <cstdint>

namespace pokerdata {

// SplitMix64 (Steele, Lea, Flood 2014): one stream of random numbers for each pair of seed and stream number,
// so that work split into numbered pieces has the same numbers on any thread.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(mixed(mixed(seed) + stream)) {}

  std::uint64_t next() { return mixed(state_ += step); }
  // Uniform in [0, 1).
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  // Uniform in 0 .. bound - 1, by rejection.
  int below(std::uint32_t bound) {
    for (;;) {
      const std::uint64_t product = (next() >> 32) * bound;
      const auto low = static_cast<std::uint32_t>(product);
      if (low >= bound || low >= (std::uint64_t{1} << 32) % bound) return static_cast<int>(product >> 32);
    }
  }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }
  std::uint64_t state_;
};

}  // namespace pokerdata
