#pragma once
#include <cstdint>

namespace pokerdata::support {

// SplitMix64's (Steele, Lea, Flood 2014), for Random and for kernels that make its numbers in vectors.
inline constexpr std::uint64_t random_step = 0x9E3779B97F4A7C15;
inline constexpr std::uint64_t random_multipliers[2] = {0xBF58476D1CE4E5B9, 0x94D049BB133111EB};

}  // namespace pokerdata::support
