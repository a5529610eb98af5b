#include "pokerdata/isomorphism/suits.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace pokerdata {

CardSet permuted_set(int permutation, CardSet cards) {
  CardSet result = 0;
  for (; cards; cards &= cards - 1) result |= set_of(permuted(permutation, std::countr_zero(cards)));
  return result;
}

int orbit_of_least(CardSet cards, const std::vector<std::uint8_t>& permutations) {
  int same = 0;
  for (const int permutation : permutations) {
    const CardSet image = permuted_set(permutation, cards);
    if (image < cards) return 0;
    same += image == cards;
  }
  return static_cast<int>(permutations.size()) / same;
}

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
