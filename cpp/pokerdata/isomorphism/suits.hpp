#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::isomorphism {

inline constexpr int permutation_count = 24;

// suit_permutations[p][suit] is the new suit; in lexicographic order, so 0 is the identity.
inline constexpr std::array<std::array<std::uint8_t, 4>, permutation_count> suit_permutations = [] {
  std::array<std::array<std::uint8_t, 4>, permutation_count> result{};
  int p = 0;
  for (std::uint8_t a = 0; a < 4; ++a)
    for (std::uint8_t b = 0; b < 4; ++b)
      for (std::uint8_t c = 0; c < 4; ++c)
        if (a != b && a != c && b != c) result[p++] = {a, b, c, static_cast<std::uint8_t>(6 - a - b - c)};
  return result;
}();

constexpr cards::Card permuted(int permutation, int card) {
  return static_cast<cards::Card>((card & ~3) | suit_permutations[permutation][card & 3]);
}

cards::CardSet permuted_set(int permutation, cards::CardSet cards);

// Size of the orbit of a set under a group of permutations if it is the least of its images, else 0.
int orbit_of_least(cards::CardSet cards, const std::vector<std::uint8_t>& permutations);

constexpr int permutation_index(const std::array<std::uint8_t, 4>& suits) {
  for (int p = 0; p < permutation_count; ++p)
    if (suit_permutations[p] == suits) return p;
  return -1;
}

// composed[p][q]: first p, then q.
inline constexpr std::array<std::array<std::uint8_t, permutation_count>, permutation_count> composed = [] {
  std::array<std::array<std::uint8_t, permutation_count>, permutation_count> result{};
  for (int p = 0; p < permutation_count; ++p)
    for (int q = 0; q < permutation_count; ++q) {
      std::array<std::uint8_t, 4> suits{};
      for (int s = 0; s < 4; ++s) suits[s] = suit_permutations[q][suit_permutations[p][s]];
      result[p][q] = static_cast<std::uint8_t>(permutation_index(suits));
    }
  return result;
}();

// combination_maps()[p][c]: index of combination c after permutation p (64 kB).
const std::array<std::array<std::uint16_t, cards::combinations>, permutation_count>& combination_maps();

}  // namespace pokerdata::isomorphism
