#include "pokerdata/isomorphism/suits.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace pokerdata::isomorphism {

cards::CardSet permuted_set(int permutation, cards::CardSet cards) {
  cards::CardSet result = 0;
  for (; cards; cards &= cards - 1) result |= cards::set_of(permuted(permutation, std::countr_zero(cards)));
  return result;
}

int orbit_of_least(cards::CardSet cards, const std::vector<std::uint8_t>& permutations) {
  int same = 0;
  for (const int permutation : permutations) {
    const cards::CardSet image = permuted_set(permutation, cards);
    if (image < cards) return 0;
    same += image == cards;
  }
  return static_cast<int>(permutations.size()) / same;
}

const std::array<std::array<std::uint16_t, cards::combinations>, permutation_count>& combination_maps() {
  using Maps = std::array<std::array<std::uint16_t, cards::combinations>, permutation_count>;
  static const auto maps = [] {
    auto result = std::make_unique<Maps>();
    for (int p = 0; p < permutation_count; ++p)
      for (int c = 0; c < cards::combinations; ++c) {
        const cards::Card a = permuted(p, cards::all_combinations[c].low),
                          b = permuted(p, cards::all_combinations[c].high);
        (*result)[p][c] = static_cast<std::uint16_t>(cards::combination_of(std::min(a, b), std::max(a, b)));
      }
    return result;
  }();
  return *maps;
}

}  // namespace pokerdata::isomorphism
