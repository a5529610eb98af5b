#pragma once
#include <cstdint>

namespace pokerdata::support {

// SplitMix64 (Steele, Lea, Flood 2014): each number is that of a state, a step after the state before.
inline constexpr std::uint64_t random_step = 0x9E3779B97F4A7C15;
inline constexpr std::uint64_t random_multipliers[2] = {0xBF58476D1CE4E5B9, 0x94D049BB133111EB};

// The number of a state, or of each of a vector. Inlined everywhere, as kernels for different instruction
// sets may share no function.
template <class T>
[[gnu::always_inline]] constexpr T random_number(T state) {
  state = (state ^ (state >> 30)) * random_multipliers[0];
  state = (state ^ (state >> 27)) * random_multipliers[1];
  return state ^ (state >> 31);
}

}  // namespace pokerdata::support
