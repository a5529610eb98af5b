#include "pokerdata/isomorphism/suits.hpp"

#include <algorithm>
#include <memory>

namespace pokerdata {

const std::array<std::array<std::uint16_t, combinations>, permutation_count>& combination_maps() {
  using Maps = std::array<std::array<std::uint16_t, combinations>, permutation_count>;
  static const auto maps = [] {
    auto result = std::make_unique<Maps>();
    for (int p = 0; p < permutation_count; ++p)
      for (int c = 0; c < combinations; ++c) {
        const Card a = permuted(p, all_combinations[c].low), b = permuted(p, all_combinations[c].high);
        (*result)[p][c] = static_cast<std::uint16_t>(combination_of(std::min(a, b), std::max(a, b)));
      }
    return result;
  }();
  return *maps;
}

}  // namespace pokerdata
