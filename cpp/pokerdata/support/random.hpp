#pragma once
#include <cstdint>

#include "pokerdata/support/random_number.hpp"

namespace pokerdata::support {

// What random numbers are drawn for. Equal seeds of two uses have nothing in common, so that, say, a strategy
// solved on sampled boards is not played on those very boards. Add new uses at the end: the numbers are part
// of what a seed means.
enum class Use : std::uint8_t {
  match,                // cards and moves of matches
  local_best_response,  // its cards, drawn moves and run-outs
  chance_sampling,      // boards of public chance sampling
  drawn_boards,         // boards of joint counts
  clustering,           // starts of k-means
  equity,               // sampled deals of equities
  income,               // sampled deals of income rates
  tree_sampling,        // Monte Carlo CFR in explicit trees
  luck,                 // hands from which values are guessed that luck is measured by
  responses,            // flops and turns of best responses on sampled boards
};
inline constexpr int uses = static_cast<int>(Use::responses) + 1;

// One stream of SplitMix64's numbers for each use, seed and stream number, so that work split into numbered
// pieces has the same numbers on any thread.
class Random {
 public:
  Random(Use use, std::uint64_t seed, std::uint64_t stream)
      : state_(random_number((random_number(seed) ^ tag(use)) + stream)) {}

  // What tells a use's streams from those of others: no two alike. It is 0 for the first use, else
  // 64 scattered bits.
  static constexpr std::uint64_t tag(Use use) {
    return random_number(random_step * static_cast<std::uint64_t>(use));
  }

  std::uint64_t next() { return random_number(state_ += random_step); }
  // Uniform in [0, 1).
  double fraction() { return fraction_of(next()); }
  static double fraction_of(std::uint64_t number) { return static_cast<double>(number >> 11) * 0x1p-53; }
  // Uniform in 0 .. bound - 1, by rejection.
  int below(std::uint32_t bound) {
    for (;;) {
      const std::uint64_t product = (next() >> 32) * bound;
      const auto low = static_cast<std::uint32_t>(product);
      if (low >= bound || low >= (std::uint64_t{1} << 32) % bound) return static_cast<int>(product >> 32);
    }
  }
  // The same for bounds of 64 bits.
  std::uint64_t below_large(std::uint64_t bound) {
    const std::uint64_t limit = ~std::uint64_t{0} / bound * bound;
    for (;;)
      if (const std::uint64_t number = next(); number < limit) return number % bound;
  }
  // From here on, next() gives the numbers that follow from the state plus 1, 2, ... steps.
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace pokerdata::support
