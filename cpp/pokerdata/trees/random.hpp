#pragma once
#include <cstdint>

namespace pokerdata {

// Random numbers by counting: the k-th number of a stream depends on its seed, the two numbers that name the
// stream and k alone, so a run can go on anywhere. Each is the finaliser of SplitMix64 (Steele et al. 2014).
class CountedRandom {
 public:
  CountedRandom(std::uint64_t seed, std::uint64_t a, std::uint64_t b) : key_(mix(mix(mix(seed) + a) + b)) {}

  // Uniform in [0, 1), with 53 bits.
  double uniform() { return static_cast<double>(mix(key_ + step * ++count_) >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;
  static std::uint64_t mix(std::uint64_t x) {
    x += step;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

}  // namespace pokerdata
